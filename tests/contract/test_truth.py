"""Every registered game: the true hidden state looks like one of its own redraws.

A redraw is a sample of what a seat cannot exclude, each as likely as all that it has seen makes it. So among the truth
and REDRAWS redraws of it the truth is any of them alike, and the rank of any number about it (ties are drawn) is
uniform over many games: at the set-up, and after moves that say nothing about hidden things.

Such moves are not just any random ones. Let an action's chance in a deal h of the hidden things be w · [it can be made
in h], where w depends on what all see alone; a game in which the drawn action cannot be made is left out. Then what is
seen weighs every deal that allows it by the same factor, and the rest of Bayes' rule is the shuffle, which is what a
redraw is to know. An action drawn evenly among the legal ones is of this kind only where what is legal is public;
elsewhere it is likelier in deals that allow little else. Cards and tiles are drawn one by one, kinds by their number:
a kind is then as likely as its copies, which is how a redraw takes a card that is shown. Where a copy might as well
be one that all knew of as another, `goes_on` ends the game, whichever it was.
"""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.contract.conftest import SMALL, Case
from tests.contract.hidden import Hidden, Statistic, hidden_of

from baobab.core.game import make_rngs
from baobab.core.games import Games
from baobab.core.record import CHANCE, NOBODY

pytestmark = pytest.mark.kernels

GAMES = 24 if SMALL else 4000
REDRAWS = 20
BINS = 7  # of 3 ranks each
LIMIT = 40.0
"""Chi-square with 6 degrees of freedom passes it once in 2 million, so any of some 150 tests does once in 14,000."""
FEWEST = 4 if SMALL else 400
"""Games that must be left for the test to have a say."""
MOVES = 9


def test_the_set_up_looks_like_its_redraws(plain_case: Case) -> None:
    assert_uniform(plain_case, _started(plain_case))


def test_a_game_after_moves_that_tell_nothing_looks_like_its_redraws(plain_case: Case) -> None:
    games = played(_started(plain_case), hidden_of(plain_case.name), np.random.default_rng(plain_case.seed))
    assert len(games) >= FEWEST
    assert_uniform(plain_case, games)


def test_ranks_of_what_is_drawn_otherwise_are_not_uniform() -> None:
    """The test has teeth: a truth that is larger by a tenth of its spread is found."""
    chance = np.random.default_rng(1)
    for shift, passes in ((0.0, True), (0.1, False)):
        truth = chance.normal(shift, 1.0, 6000)
        redraws = chance.normal(0.0, 1.0, (REDRAWS, 6000))
        assert (unevenness(truth, redraws, chance) < LIMIT) == passes


def _started(case: Case) -> Games:
    seeds = np.arange(GAMES) + 1_000_000 * case.players
    return Games.start(case.game, num_players=case.players, seeds=seeds)


def played(games: Games, hidden: Hidden, chance: np.random.Generator) -> Games:
    """The games that are left when each has had MOVES decisions, and stands at the start of a turn."""
    while True:
        games = games[games.rows["player"] != NOBODY]
        going = (games.rows["decisions"] < MOVES) | (games.rows["opening"] == 0)
        if not going.any():
            return games
        batch, done = games[going], games[~going]
        if (batch.rows["player"] == CHANCE).any():
            batch.draw_chance()
            games[going] = batch
            continue
        mask = batch.legal().mask
        drawn = chance.random(len(batch))[:, None] > hidden.weights(batch.rows, mask).cumsum(axis=1) + 1e-12
        target = drawn.sum(axis=1)
        made = target < mask.shape[1]
        made &= mask[np.arange(len(batch)), np.minimum(target, mask.shape[1] - 1)] == 1
        before, after = batch[made], batch[made]
        after.apply(target[made])
        after = after[hidden.goes_on(before.rows, after.rows)]
        games = Games(games.game, np.concatenate([after.rows, done.rows]))


def assert_uniform(case: Case, games: Games) -> None:
    """For every statistic of the game the rank of the truth among its redraws is uniform."""
    statistics = hidden_of(case.name).statistics
    viewers = (np.arange(len(games)) % case.players).astype(np.int8)
    rngs, chance = make_rngs(len(games), seed=case.seed), np.random.default_rng(case.seed)
    redraws: dict[str, list[NDArray[np.integer]]] = {name: [] for name in statistics}
    for _ in range(REDRAWS):
        copy = games.copy()
        copy.redraw(viewers, rngs)
        for name, statistic in statistics.items():
            redraws[name].append(_numbers(statistic, copy, viewers))
    found = {
        name: unevenness(_numbers(statistic, games, viewers), np.array(redraws[name]), chance)
        for name, statistic in statistics.items()
    }
    means = {
        name: (float(_numbers(statistic, games, viewers).mean()), float(np.mean(redraws[name])))
        for name, statistic in statistics.items()
    }
    told = {
        name: f"chi-square {found[name]:.1f}, mean {means[name][0]:.3f} redrawn {means[name][1]:.3f}" for name in found
    }
    assert max(found.values()) < LIMIT, f"{case}, {len(games)} games: {told}"
    assert any(np.ptp(values) > 0 for values in redraws.values()), "nothing is hidden"


def _numbers(statistic: Statistic, games: Games, viewers: NDArray[np.int8]) -> NDArray[np.integer]:
    return np.asarray(statistic(games.rows, viewers)).astype(np.int64)


def unevenness(truth: NDArray[Any], redraws: NDArray[Any], chance: np.random.Generator) -> float:
    """The chi-square of the ranks of `truth [N]` among `redraws [REDRAWS, N]` and itself, in BINS bins."""
    below, same = (redraws < truth).sum(axis=0), (redraws == truth).sum(axis=0)
    ranks = below + chance.integers(0, same + 1)
    counts = np.bincount(ranks * BINS // (REDRAWS + 1), minlength=BINS)
    expected = len(truth) / BINS
    return float(((counts - expected) ** 2).sum() / expected)
