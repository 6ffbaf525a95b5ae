"""OpenSpiel: its own test of all games, its two search bots against random, and exact exploitability on a miniature."""

import json
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import openspiel_checks
import pyspiel
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

from baobab import GAMES, load_game
from baobab.adapters.openspiel import FairBot, PlayoutEvaluator, spiel_game
from baobab_training.evaluate import share_interval

SEED, GAMES_PLAYED, SIMULATIONS, EXPLORATION = 1, 20, 24, 1.4
MINIATURE = json.loads(Path(__file__).with_name("openspiel_miniature.json").read_text(encoding="utf-8"))

for name in GAMES:
    kinds = load_game(name)
    for players in range(kinds.min_players, kinds.max_players + 1):
        game = pyspiel.load_game(f"baobab_{name}(players={players})")
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        sys.stdout.write(f"random_sim_test: {game}\n")

game = pyspiel.load_game("baobab_okavango")
random_state, sampler = np.random.RandomState(SEED), np.random.default_rng(SEED)
evaluator = PlayoutEvaluator(seed=SEED)
tree_search = mcts.MCTSBot(game, EXPLORATION, SIMULATIONS, evaluator, solve=False, random_state=random_state)
information_search = ismcts.ISMCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, random_state=random_state)
information_search.set_resampler(lambda state, player: state.resample_from_infostate(player, sampler.random))


def win_share(bot, seat):
    """What the bot gets of one game against random play: 1, ½ or 0."""
    state = game.new_initial_state()
    while not state.is_terminal():
        choice = bot.step(state) if state.current_player() == seat else random_state.choice(state.legal_actions())
        state.apply_action(int(choice))  # outcomes of chance are equally likely here
    return (state.returns()[seat] + 1) / 2


for name, bot in (("MCTS", FairBot(tree_search, seed=SEED)), ("ISMCTS", information_search)):
    shares = np.array([win_share(bot, seat=number % 2) for number in range(GAMES_PLAYED)])
    low, high = share_interval(shares)
    sys.stdout.write(f"{name}: win share {shares.mean():.3f} ({low:.3f} … {high:.3f}) in {len(shares)} games\n")
    assert low > 0.5

tree = pyspiel.convert_to_cached_tree(spiel_game(**MINIATURE))
solver = pyspiel.CFRPlusSolver(tree)
before = exploitability.exploitability(tree, UniformRandomPolicy(tree))
for _ in range(30):
    solver.evaluate_and_update_policy()
after = pyspiel.exploitability(tree, solver.average_policy())
sys.stdout.write(f"miniature: exploitability {before:.4f} of random play, {after:.4f} after 30 iterations of CFR+\n")
assert abs(before - openspiel_checks.UNIFORM_EXPLOITABILITY) < 1e-9
assert after < before / 20
openspiel_checks.check_all()
sys.stdout.write(f"open_spiel {version('open_spiel')}: all checks passed\n")
