"""The kernels that a game must have, and the loops over games that are written once for all of them.

The first half is the contract: functions that a game's `rules.py`, `scoring.py`, `observe.py` and `greedy.py`
define as plain `@jit` functions; those in OPTIONAL have a body here that does where a game has none. The second half
calls them by name; `bind` makes each game's own copy. Letters: N rows (games), P seats at most, A actions, D
observation entries, F features of an action.

Kernels trust their input. `core/games.py` calls them; nobody else need.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core.bind import bind
from baobab.core.jit import set_apart
from baobab.core.record import CHANCE, NOBODY
from baobab.core.rng import below, derive_seed, seed_rng

# --- The contract: what each game defines -----------------------------------------------------------------


def reset(params: Any, state: Any, num_players: int, seed: int) -> None:
    """Set `state` (of any content) to the start of the game that `seed` gives."""
    raise NotImplementedError


def legal(params: Any, state: Any, ids: NDArray[np.int16]) -> int:
    """Write the legal action ids of the seat to move into `ids [A]`, in an order that it may know; their number."""
    raise NotImplementedError


def forced(params: Any, state: Any) -> int:
    """The only legal action of the decision that is asked, or −1 where there are several. Optional."""
    ids = np.empty(MAX_IDS, np.int16)
    count = legal(params, state, ids)
    return int(ids[0]) if count == 1 else -1


def apply(params: Any, state: Any, action: int) -> None:
    """Apply one legal decision; the next decision is then set in player, phase and opening."""
    raise NotImplementedError


def chance(params: Any, state: Any) -> None:
    """Draw what chance decides now (player is CHANCE) from the row's generator, and go on. Optional."""
    raise NotImplementedError


def encode(params: Any, state: Any, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what `viewer` knows into `out [D]`, by the game's observation layout."""
    raise NotImplementedError


def encode_state(params: Any, state: Any, viewer: int, out: NDArray[np.int8]) -> None:
    """Write what the observation leaves out (all that is hidden), seat-relative to `viewer`, by the hidden layout."""
    raise NotImplementedError


def encode_actions(params: Any, state: Any, ids: NDArray[np.int16], count: int, out: NDArray[np.int8]) -> None:
    """Write a row of features for each of the first `count` legal `ids` into `out [count, F]`. Optional.

    Unless a game has features of its own, they say which of the A actions it is.
    """
    for place in range(count):
        out[place, :] = 0
        out[place, ids[place]] = 1


def determinize(params: Any, state: Any, viewer: int, rng: NDArray[np.int64]) -> None:
    """Redraw all that `viewer` does not know, consistent with what they do; by that knowledge and `rng` alone."""
    raise NotImplementedError


def greedy(params: Any, state: Any, ids: NDArray[np.int16], count: int, rng: NDArray[np.int64]) -> int:
    """The one-turn heuristic's choice among the first `count` legal `ids`; sees what the seat to move sees.

    Optional: a random choice where a game has none.
    """
    return int(ids[below(rng, count)])


def results(params: Any, state: Any, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Write the true scores that the position has now and their ranks (from 1; ties share the better) per seat."""
    raise NotImplementedError


RULES = (reset, legal, forced, apply, chance, encode, encode_state, encode_actions, determinize, greedy, results)
OPTIONAL = (forced, chance, encode_actions, greedy)
"""Rules that a game may leave out."""

# --- Written once -----------------------------------------------------------------------------------------


def step(params: Any, state: Any, action: int) -> None:
    """Apply a decision, then all that has one answer, until a choice is asked or the game is over."""
    apply(params, state, action)
    settle(params, state)


def settle(params: Any, state: Any) -> None:
    """Let chance and forced later decisions pass until a choice is asked or the game is over."""
    while True:
        if state.player == CHANCE:
            chance(params, state)
        elif state.player == NOBODY or state.opening == 1:
            return
        else:
            only = forced(params, state)
            if only < 0:
                return
            apply(params, state, only)


def reset_many(params: Any, rows: Any, num_players: NDArray[np.int8], seeds: NDArray[np.int64]) -> None:
    """Start every row's game: `num_players [N]`, `seeds [N]`."""
    for row in range(rows.shape[0]):
        reset(params[0], rows[row], int(num_players[row]), int(seeds[row]))
        settle(params[0], rows[row])


def step_many(params: Any, rows: Any, actions: NDArray[np.int32]) -> None:
    """Apply `actions [N]`; rows that are over stay as they are."""
    for row in range(rows.shape[0]):
        if rows[row].player != NOBODY:
            step(params[0], rows[row], int(actions[row]))


def apply_many(params: Any, rows: Any, actions: NDArray[np.int32]) -> None:
    """Apply `actions [N]` without the forced decisions and chance that follow (records list those)."""
    for row in range(rows.shape[0]):
        apply(params[0], rows[row], int(actions[row]))


def chance_many(params: Any, rows: Any) -> None:
    """Draw what chance decides now in the rows where it is asked."""
    for row in range(rows.shape[0]):
        if rows[row].player == CHANCE:
            chance(params[0], rows[row])


def legal_many(
    params: Any, rows: Any, mask: NDArray[np.int8], ids: NDArray[np.int16], counts: NDArray[np.int32]
) -> None:
    """Write `mask [N, A]`, `ids [N, A]` (first `counts [N]` of each row). A row that is over: all ones, count A."""
    for row in range(rows.shape[0]):
        mark_legal(params, rows, row, mask, ids, counts)


def mark_legal(
    params: Any, rows: Any, row: int, mask: NDArray[np.int8], ids: NDArray[np.int16], counts: NDArray[np.int32]
) -> None:
    """One row of `legal_many`."""
    if rows[row].player == NOBODY:
        counts[row] = mask.shape[1]
        for action in range(mask.shape[1]):
            mask[row, action] = 1
            ids[row, action] = action
        return
    mask[row, :] = 0
    count = legal(params[0], rows[row], ids[row])
    counts[row] = count
    for place in range(count):
        mask[row, ids[row, place]] = 1


def encode_many(params: Any, rows: Any, viewers: NDArray[np.int8], observation: NDArray[np.int8]) -> None:
    """Write the observations of `viewers [N]` into `observation [N, D]`."""
    for row in range(rows.shape[0]):
        encode(params[0], rows[row], int(viewers[row]), observation[row])


def encode_state_many(params: Any, rows: Any, viewers: NDArray[np.int8], hidden: NDArray[np.int8]) -> None:
    """Write all that is hidden, relative to `viewers [N]`, into `hidden [N, H]`."""
    for row in range(rows.shape[0]):
        encode_state(params[0], rows[row], int(viewers[row]), hidden[row])


def encode_actions_many(
    params: Any,
    rows: Any,
    offsets: NDArray[np.int32],
    flat_ids: NDArray[np.int16],
    features: NDArray[np.int8],
) -> int:
    """Write the legal actions of all rows one after another: `offsets [N + 1]`, `flat_ids [M]`, `features [M, F]`; M.

    Row i has the entries offsets[i] … offsets[i + 1] − 1; a row that is over has none. The caller gives room
    for N·A entries.
    """
    end = 0
    offsets[0] = 0
    for row in range(rows.shape[0]):
        if rows[row].player != NOBODY:
            count = legal(params[0], rows[row], flat_ids[end:])
            encode_actions(params[0], rows[row], flat_ids[end:], count, features[end : end + count])
            end += count
        offsets[row + 1] = end
    return end


def determinize_many(params: Any, rows: Any, viewers: NDArray[np.int8], rngs: NDArray[np.int64]) -> None:
    """Redraw in each row what `viewers [N]` does not know, from `rngs [N, 4]`."""
    for row in range(rows.shape[0]):
        determinize(params[0], rows[row], int(viewers[row]), rngs[row])


def results_many(params: Any, rows: Any, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Write true scores and ranks `[N, P]` of the present positions; 0 for seats that are not there."""
    for row in range(rows.shape[0]):
        scores[row, :] = 0
        ranks[row, :] = 0
        results(params[0], rows[row], scores[row], ranks[row])


def random_actions(params: Any, rows: Any, rngs: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
    """Write a uniform legal action per row into `actions [N]`, from `rngs [N, 4]`; 0 where the game is over."""
    for row in range(rows.shape[0]):
        actions[row] = 0
        if rows[row].player != NOBODY:
            ids = np.empty(MAX_IDS, np.int16)
            count = legal(params[0], rows[row], ids)
            actions[row] = ids[below(rngs[row], count)]


def greedy_actions(params: Any, rows: Any, rngs: NDArray[np.int64], actions: NDArray[np.int32]) -> None:
    """Write the greedy heuristic's action per row into `actions [N]`; 0 where the game is over."""
    for row in range(rows.shape[0]):
        actions[row] = 0
        if rows[row].player != NOBODY:
            ids = np.empty(MAX_IDS, np.int16)
            count = legal(params[0], rows[row], ids)
            actions[row] = greedy(params[0], rows[row], ids, count, rngs[row])


def self_play_many(
    params: Any,
    rows: Any,
    actions: NDArray[np.int32],
    seeds: NDArray[np.int64],
    episodes: NDArray[np.int64],
    autoreset: bool,
    players: NDArray[np.int8],
    mask: NDArray[np.int8],
    ids: NDArray[np.int16],
    counts: NDArray[np.int32],
    observation: NDArray[np.int8],
    done: NDArray[np.int8],
    scores: NDArray[np.int32],
    ranks: NDArray[np.int8],
) -> None:
    """Step all rows and fill the buffers of the self-play batch (adapters/vector.py says what each holds).

    With `autoreset` a game that ends is started anew at once, as game `episodes [N]` of the run `seeds [N]`;
    done, scores and ranks tell of the game that ended.
    """
    for row in range(rows.shape[0]):
        done[row] = 0
        if rows[row].player != NOBODY:
            step(params[0], rows[row], int(actions[row]))
            if rows[row].player == NOBODY:
                done[row] = 1
                scores[row, :] = 0
                ranks[row, :] = 0
                results(params[0], rows[row], scores[row], ranks[row])
                if autoreset:
                    episodes[row] += 1
                    reset(params[0], rows[row], int(rows[row].num_players), derive_seed(seeds[row], episodes[row]))
                    settle(params[0], rows[row])
        look(params, rows, row, players, mask, ids, counts, observation)


def observe_many(
    params: Any,
    rows: Any,
    players: NDArray[np.int8],
    mask: NDArray[np.int8],
    ids: NDArray[np.int16],
    counts: NDArray[np.int32],
    observation: NDArray[np.int8],
) -> None:
    """Fill the buffers of `self_play_many` without a step."""
    for row in range(rows.shape[0]):
        look(params, rows, row, players, mask, ids, counts, observation)


def look(
    params: Any,
    rows: Any,
    row: int,
    players: NDArray[np.int8],
    mask: NDArray[np.int8],
    ids: NDArray[np.int16],
    counts: NDArray[np.int32],
    observation: NDArray[np.int8],
) -> None:
    """One row of `observe_many`: the seat to move, what it may do and what it knows (seat 0 when over)."""
    players[row] = rows[row].player
    mark_legal(params, rows, row, mask, ids, counts)
    encode(params[0], rows[row], max(int(rows[row].player), 0), observation[row])


def serve(
    params: Any,
    rows: Any,
    viewer: int,
    row_ids: NDArray[np.int16],
    row_mask: NDArray[np.int8],
    row_seen: NDArray[np.int8],
    scale: NDArray[np.float32],
    scaled: NDArray[np.float32],
) -> None:
    """Fill `row_mask [A]` (all zero unless `viewer` is to move) and `scaled [D]` (the observation) for a seat of row 0.

    `row_ids [A]` and `row_seen [D]` (the layout's type) are room to work in; `scale [D]` is the layout's.
    """
    row_mask[:] = 0
    if rows[0].player == viewer:
        for place in range(legal(params[0], rows[0], row_ids)):
            row_mask[row_ids[place]] = 1
    encode(params[0], rows[0], viewer, row_seen)
    for entry in range(scaled.shape[0]):
        scaled[entry] = np.float32(row_seen[entry]) / scale[entry]


def step_and_serve(
    params: Any,
    rows: Any,
    action: int,
    row_ids: NDArray[np.int16],
    row_mask: NDArray[np.int8],
    row_seen: NDArray[np.int8],
    scale: NDArray[np.float32],
    scaled: NDArray[np.float32],
) -> int:
    """Step row 0 and serve the seat that is then to move; that seat, or NOBODY, to whom nothing is served."""
    step(params[0], rows[0], action)
    player = int(rows[0].player)
    if player != NOBODY:
        serve(params, rows, player, row_ids, row_mask, row_seen, scale, scaled)
    return player


def playout_many(
    params: Any, rows: Any, rngs: NDArray[np.int64], scores: NDArray[np.int32], ranks: NDArray[np.int8]
) -> int:
    """Play every row to its end at random, write scores and ranks `[N, P]`; the number of decisions."""
    ids = np.empty(MAX_IDS, np.int16)
    decisions = 0
    for row in range(rows.shape[0]):
        while rows[row].player != NOBODY:
            count = legal(params[0], rows[row], ids)
            step(params[0], rows[row], int(ids[below(rngs[row], count)]))
            decisions += 1
        scores[row, :] = 0
        ranks[row, :] = 0
        results(params[0], rows[row], scores[row], ranks[row])
    return decisions


def seed_many(rngs: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
    """Seed the generators `rngs [N, 4]` from `seeds [N]`."""
    for row in range(rngs.shape[0]):
        seed_rng(rngs[row], seeds[row])


def first_illegal(ids: NDArray[np.int16], counts: NDArray[np.int32], actions: NDArray[np.int64]) -> int:
    """The first row whose action of `actions [N]` is not among the legal `ids [N, A]`, or −1. No game is needed."""
    for row in range(ids.shape[0]):
        place = 0
        while place < counts[row] and ids[row, place] != actions[row]:
            place += 1
        if place == counts[row]:
            return row
    return -1


def choose_many(
    ids: NDArray[np.int16], counts: NDArray[np.int32], rngs: NDArray[np.int64], actions: NDArray[np.int32]
) -> None:
    """Write a uniform choice among the legal `ids [N, A]` into `actions [N]`, from `rngs [N, 4]`. No game is needed."""
    for row in range(ids.shape[0]):
        actions[row] = ids[row, below(rngs[row], counts[row])]


MAX_IDS = 4096
"""Room for the legal ids of one decision: A of every game is at most this."""


class Kernels:
    """A game's compiled rules and loops, by name; each is compiled when it is first called.

    Loops take the `[1]` parameters and the rows `[N]` first: `kernels.step_many(game.params, rows, actions)`. They
    trust what they are given; `core/games.py` is the way to call them.
    """

    reset = staticmethod(reset)
    legal = staticmethod(legal)
    forced = staticmethod(forced)
    apply = staticmethod(apply)
    chance = staticmethod(chance)
    encode = staticmethod(encode)
    encode_state = staticmethod(encode_state)
    encode_actions = staticmethod(encode_actions)
    determinize = staticmethod(determinize)
    greedy = staticmethod(greedy)
    results = staticmethod(results)
    # The loops, in the order in which they are bound: one may call those before it.
    settle = staticmethod(settle)
    step = staticmethod(step)
    reset_many = staticmethod(reset_many)
    step_many = staticmethod(step_many)
    apply_many = staticmethod(apply_many)
    chance_many = staticmethod(chance_many)
    mark_legal = staticmethod(mark_legal)
    legal_many = staticmethod(legal_many)
    encode_many = staticmethod(encode_many)
    encode_state_many = staticmethod(encode_state_many)
    encode_actions_many = staticmethod(encode_actions_many)
    determinize_many = staticmethod(determinize_many)
    results_many = staticmethod(results_many)
    random_actions = staticmethod(random_actions)
    greedy_actions = staticmethod(greedy_actions)
    look = staticmethod(look)
    self_play_many = staticmethod(self_play_many)
    observe_many = staticmethod(observe_many)
    serve = staticmethod(serve)
    step_and_serve = staticmethod(step_and_serve)
    playout_many = staticmethod(playout_many)

    def __init__(self, game: str, rules: Mapping[str, Callable[..., Any]]) -> None:
        """TypeError where a rule of the contract is missing from `rules`."""
        missing = [rule.__name__ for rule in RULES if rule.__name__ not in rules and rule not in OPTIONAL]
        if missing:
            raise TypeError(f"{game} lacks the kernels {missing}")
        self.by_name: dict[str, Callable[..., Any]] = {name: set_apart(rule) for name, rule in rules.items()}
        left_out = [rule for rule in OPTIONAL if rule.__name__ not in rules]
        for loop in (*left_out, *LOOPS):
            self.by_name[loop.__name__] = bind(loop, game, self.by_name)
        for name, kernel in self.by_name.items():
            setattr(self, name, kernel)


_ALL: list[Callable[..., Any]] = [kernel.__func__ for kernel in vars(Kernels).values() if type(kernel) is staticmethod]
LOOPS = tuple(kernel for kernel in _ALL if kernel not in RULES)


@cache
def bind_kernels(game: str, rules: tuple[tuple[str, Callable[..., Any]], ...]) -> Kernels:
    """The kernels of a game's rules; the same object for the same rules, whatever the game's options are."""
    return Kernels(game, dict(rules))
