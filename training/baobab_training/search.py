"""A checkpoint that searches: a tree over what its seat may know, with the policy's priors and values (PUCT)."""

import re

import numpy as np
import torch
from numpy.typing import NDArray

from baobab.adapters.rewards import terminal_rewards
from baobab.bots.puct import Trees
from baobab.core.game import Game
from baobab.core.games import Games, take_rows
from baobab.core.outcome import margins
from baobab.core.record import NOBODY, Rows
from baobab_training.checkpoint import CheckpointError, find_checkpoint, load_checkpoint, require_game
from baobab_training.config import RewardConfig
from baobab_training.networks import ragged
from baobab_training.networks.encode import Encoder
from baobab_training.networks.network import Network

EXPLORATION = 0.4
SIMULATIONS = 200
MAX_SIMULATIONS = 100_000
TREES = 128
"""Trees that grow at once."""

_ARGUMENTS = re.compile(r"\s*(?P<checkpoint>[^,]+?)\s*(,\s*(?P<simulations>\d+)\s*)?", re.ASCII)


class PolicySearchBot:
    """Chooses what most of its `simulations` chose, each of which asks the network about one further position.

    The network's value is what its training rewarded (`reward`); it is asked for the seat to move. With more than two
    players the other seats share what that seat is expected to win or lose yet in equal parts.
    """

    def __init__(
        self,
        network: Network,
        game: Game,
        *,
        reward: RewardConfig,
        simulations: int = SIMULATIONS,
        exploration: float = EXPLORATION,
        name: str = "search",
    ) -> None:
        """ValueError where a number is out of its range."""
        if not 1 <= simulations <= MAX_SIMULATIONS:
            raise ValueError(f"the simulations of a search lie in 1 … {MAX_SIMULATIONS}, not {simulations!r}")
        if exploration < 0:
            raise ValueError(f"the exploration of a search is 0 or more, not {exploration!r}")
        self.name, self.network, self.simulations, self.exploration = name, network, simulations, exploration
        self.playouts = simulations  # by which a tournament tells how much work a game is
        self._game, self._reward = game, reward
        self._encoder = Encoder(game, network, critic=True)

    def act(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The chosen action `[N]` of the seat to move in each row; `rngs [N, 4]` advance.

        CheckpointError where the network was made for another game.
        """
        require_game(game, self._game, name=self.name)
        actions = np.zeros(len(rows), np.int32)
        running = np.flatnonzero(rows["player"] != NOBODY)
        for first in range(0, len(running), TREES):
            index = running[first : first + TREES]
            some = rngs[index]
            actions[index] = self._search(game, take_rows(rows, index), some)
            rngs[index] = some
        return actions

    def _search(self, game: Game, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The actions of the decisions of `rows [N]`, none of which is over."""
        games = Games(game, rows)
        trees = Trees(games, simulations=self.simulations)
        for _ in range(self.simulations + 1):  # the first looks at the roots alone
            trees.descend(rngs, exploration=self.exploration)
            trees.expand(*self._judge(game, trees.leaves.rows, games.num_players))
        return trees.actions()

    def _judge(
        self, game: Game, rows: Rows, num_players: NDArray[np.int8]
    ) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.float32], NDArray[np.float32]]:
        """Offsets `[N + 1]`, ids and priors `[M]` of the legal actions, and what each position is worth `[N, P]`."""
        over = rows["player"] == NOBODY
        live = np.flatnonzero(~over)
        scores, ranks = game.results(rows)
        values = np.zeros((len(rows), game.max_players), np.float32)
        if self._reward.kind != "win":
            values[:] = margins(scores, num_players) / game.margin_scale
        if self._reward.kind != "margin":
            won = terminal_rewards(game, "win", num_players=num_players[over], scores=scores[over], ranks=ranks[over])
            values[over] += self._win_weight * won.astype(np.float32)
        offsets = np.zeros(len(rows) + 1, np.int32)
        if not len(live):
            return offsets, np.empty(0, np.int16), np.empty(0, np.float32), values
        encoded = self._encoder.encode(rows if len(live) == len(rows) else take_rows(rows, live))
        with torch.inference_mode():
            logits, ahead = self.network.logits_values(encoded.batch())
        offsets[live + 1] = np.diff(encoded.offsets)
        priors = np.empty(len(encoded.ids), np.float32)
        ragged.softmax(logits.numpy(), encoded.offsets, priors)
        if self._reward.kind != "shaped":
            values[live] = 0.0  # the network foretells all of it, not what is still to come
        others = (num_players[live] - 1).astype(np.float32)
        values[live] -= (ahead.numpy() / others)[:, np.newaxis]
        values[live, rows["player"][live]] += ahead.numpy() * (1 + 1 / others)
        return np.cumsum(offsets, dtype=np.int32), encoded.ids, priors, values

    @property
    def _win_weight(self) -> float:
        return self._reward.win_weight if self._reward.kind == "shaped" else 1.0


def load_search_bot(arguments: str) -> PolicySearchBot:
    """The bot of what stands in the brackets of `search(kenya/base, 200)`: a checkpoint, and its simulations.

    ValueError on other arguments, CheckpointError on a checkpoint without values, or one that cannot be used.
    """
    match = _ARGUMENTS.fullmatch(arguments)
    if match is None:
        raise ValueError(f"a policy that searches is called like search(kenya/base, 200), not search({arguments})")
    simulations = int(match["simulations"] or SIMULATIONS)
    checkpoint = load_checkpoint(find_checkpoint(match["checkpoint"]))
    config, unknown = checkpoint.card.config, checkpoint.card.unknown
    if any(key in ("run", "run.algorithm", "reward") or key.startswith("reward.") for key in unknown):
        raise CheckpointError(f"{match['checkpoint']} has values that are not known here: {', '.join(unknown)}")
    if config.run.algorithm != "ppo":
        raise CheckpointError(
            f"{match['checkpoint']} was trained by {config.run.algorithm}: a search needs the values of a ppo policy"
        )
    return PolicySearchBot(
        checkpoint.network,
        checkpoint.game,
        reward=config.reward,
        simulations=simulations,
        name=f"search({match['checkpoint']}, {simulations})",
    )
