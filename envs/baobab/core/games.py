"""`Games`: N games in play. All that anybody needs of them, in arrays, without a compiled kernel in sight.

    games = Games.start(load_game("kenya"), num_players=3, seeds=range(1000))
    while games.running.any():
        games.step(games.random_actions(rngs))
    scores, ranks = games.results()

Letters: N games, P seats at most, A actions, D entries of an observation, H of what it leaves out, F features of an
action, M legal actions of all N games together. Arrays that are returned are the caller's own. A buffer that is handed
in as `out` is written instead of a new array, where one wants to save the allocation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.core import kernels
from baobab.core.game import Game
from baobab.core.jit import jit
from baobab.core.record import CHANCE, NOBODY, Rows, copy_rows
from baobab.core.rng import RNG_WORDS

SHOWN_ACTIONS = 12
"""Legal actions that an error names."""

_first_illegal = jit(kernels.first_illegal)
_choose_many = jit(kernels.choose_many)

Ints = Sequence[int] | NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Legal:
    """What the seats to move may do. Where a game is over every action counts as legal, so that no mask is empty."""

    mask: NDArray[np.int8]  # [N, A] 1 where legal
    ids: NDArray[np.int16]  # [N, A] the first counts[i] of row i are its legal actions
    counts: NDArray[np.int32]  # [N]

    @staticmethod
    def room(game: Game, count: int) -> "Legal":
        """Buffers for `count` games."""
        shape = (count, game.actions.size)
        return Legal(np.zeros(shape, np.int8), np.zeros(shape, np.int16), np.zeros(count, np.int32))

    def first_illegal(self, actions: NDArray[np.int64]) -> int:
        """The first game whose action of `actions [N]` is not legal, or −1."""
        return int(_first_illegal(self.ids, self.counts, actions))

    def random_actions(self, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """A uniform legal action of each game `[N]`, from `rngs [N, 4]`."""
        actions = np.empty(len(self.counts), np.int32)
        _choose_many(self.ids, self.counts, rngs, actions)
        return actions


@dataclass(frozen=True, eq=False)
class ActionRows:
    """The legal actions of N games one after another, each with its features; none of a game that is over.

    Those of game i are the entries offsets[i] … offsets[i + 1] − 1.
    """

    offsets: NDArray[np.int32]  # [N + 1]
    ids: NDArray[np.int16]  # [M]
    features: NDArray[Any]  # [M, F] integers of the layout

    @staticmethod
    def room(game: Game, count: int) -> "ActionRows":
        """Buffers for `count` games, with room for all A actions of each."""
        entries = count * game.actions.size
        return ActionRows(
            np.zeros(count + 1, np.int32),
            np.zeros(entries, np.int16),
            np.zeros((entries, game.features.size), game.features.dtype),
        )


@dataclass(frozen=True, eq=False)
class Served:
    """The buffers of a batch that plays itself: what the seats to move see and may do, and which games just ended."""

    players: NDArray[np.int8]  # [N] the seat to move, NOBODY where the game is over
    legal: Legal
    observation: NDArray[Any]  # [N, D] of the seat to move (seat 0 where the game is over), integers of the layout
    done: NDArray[np.int8]  # [N] 1 where the last step ended a game
    scores: NDArray[np.int32]  # [N, P] of the last game that ended in the row
    ranks: NDArray[np.int8]  # [N, P]

    @staticmethod
    def room(game: Game, count: int) -> "Served":
        """Buffers for `count` games."""
        return Served(
            np.zeros(count, np.int8),
            Legal.room(game, count),
            np.zeros((count, game.observation.size), game.observation.dtype),
            np.zeros(count, np.int8),
            np.zeros((count, game.max_players), np.int32),
            np.zeros((count, game.max_players), np.int8),
        )

    def of(self, place: slice) -> "Served":
        """Views of the buffers of some games."""
        legal = Legal(self.legal.mask[place], self.legal.ids[place], self.legal.counts[place])
        players, observation, done = self.players[place], self.observation[place], self.done[place]
        return Served(players, legal, observation, done, self.scores[place], self.ranks[place])


class Games:
    """N games of one kind in play, of any mix of numbers of players. A game that is over stays as it is.

    Two objects never share working room: each may be used in a thread of its own. The compiled code trusts rows and
    actions; `check_actions` looks at those that come from outside.
    """

    game: Game
    rows: Rows  # [N] the states; who writes into them answers for the rules

    def __init__(self, game: Game, rows: Rows) -> None:
        """The games whose states `rows [N]` are, from now on this object's own."""
        self.game = game
        self.rows = rows
        self._room: tuple[Any, ...] = ()  # all that `serve` needs, gathered when it is first called

    @classmethod
    def start(cls, game: Game, *, num_players: int | Ints, seeds: Iterable[int] | NDArray[np.integer[Any]]) -> "Games":
        """The games that `seeds [N]` start; `num_players` is one number or one for each. ValueError where none can be.

        The same seed gives the same game, alone or in any company.
        """
        chosen = [game.checked_seed(seed) for seed in seeds]
        games = cls(game, game.rows(len(chosen)))
        games.restart(num_players=num_players, seeds=np.array(chosen, np.int64))
        return games

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Games {len(self)} of {self.game.id}, {int(self.running.sum())} running>"

    def __getitem__(self, index: slice | Ints | NDArray[np.bool_]) -> "Games":
        """Copies of some of the games, as a batch of their own."""
        return Games(self.game, take_rows(self.rows, index))

    def __setitem__(self, index: slice | Ints | NDArray[np.bool_], games: "Games") -> None:
        """Put another batch's games in these places."""
        put_rows(self.rows, index, games.rows)

    def copy(self) -> "Games":
        """The same games once more, from here on independent."""
        return Games(self.game, copy_rows(self.rows))

    def repeat(self, times: int) -> "Games":
        """Every game `times` over, the copies of one beside each other `[N · times]`."""
        return self[np.repeat(np.arange(len(self)), times)]

    def __copy__(self) -> "Games":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Games":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.rows.tobytes())

    # --- Where they stand ---------------------------------------------------------------------------------

    @property
    def players(self) -> NDArray[np.int8]:
        """The seat to move `[N]`; NOBODY where the game is over, CHANCE where chance decides next."""
        players: NDArray[np.int8] = self.rows["player"].copy()
        return players

    @property
    def num_players(self) -> NDArray[np.int8]:
        """The number of players of each game `[N]`."""
        counts: NDArray[np.int8] = self.rows["num_players"].copy()
        return counts

    @property
    def running(self) -> NDArray[np.bool_]:
        """Which games are not over `[N]`."""
        running: NDArray[np.bool_] = self.rows["player"] != NOBODY
        return running

    # --- Play ---------------------------------------------------------------------------------------------

    def restart(self, *, num_players: int | Ints, seeds: NDArray[np.int64]) -> None:
        """Start every game anew, by `seeds [N]` (trusted); ValueError where so many cannot play."""
        counts = np.ascontiguousarray(np.broadcast_to(np.asarray(num_players), (len(self),)), np.int8)
        for players in np.unique(counts):
            self.game.check_players(int(players))
        self.game.kernels.reset_many(self.game.params, self.rows, counts, np.ascontiguousarray(seeds, np.int64))

    def step(self, actions: Ints) -> None:
        """Apply `actions [N]` (trusted) and all that follows by itself, until a choice is asked or the game is over."""
        self.game.kernels.step_many(self.game.params, self.rows, _int32(actions))

    def apply(self, actions: Ints) -> None:
        """Apply `actions [N]` (trusted) without what follows: forced decisions and chance are then asked singly."""
        self.game.kernels.apply_many(self.game.params, self.rows, _int32(actions))

    def draw_chance(self) -> None:
        """Let chance decide in the games where it is asked."""
        self.game.kernels.chance_many(self.game.params, self.rows)

    def forced_action(self) -> int | None:
        """What a single game (N = 1) goes on with by itself: the only action of a later decision of a turn.

        None where a choice is asked, chance decides or the game is over.
        """
        row = self.rows[0]
        if row.player in (NOBODY, CHANCE) or row.opening == 1:
            return None
        only = int(self.game.kernels.forced(self.game.params[0], row))
        return None if only < 0 else only

    def settle(self) -> None:
        """Let forced decisions of a single game (N = 1) pass, until a choice is asked, chance decides or it is over."""
        while (only := self.forced_action()) is not None:
            self.apply([only])

    def play_out(self, rngs: NDArray[np.int64]) -> int:
        """Play every game to its end at random, from `rngs [N, 4]`; the number of decisions that were made."""
        seats = (len(self), self.game.max_players)
        scores, ranks = np.zeros(seats, np.int32), np.zeros(seats, np.int8)
        return int(self.game.kernels.playout_many(self.game.params, self.rows, rngs, scores, ranks))

    def redraw(self, viewers: int | Ints, rngs: NDArray[np.int64]) -> None:
        """Draw anew what `viewers [N]` (or this one seat) do not know, from the generators `rngs [N, 4]`.

        What a viewer cannot tell apart is redrawn alike: the result depends on what it knows and on `rngs` alone.
        """
        self.game.kernels.determinize_many(self.game.params, self.rows, self._seats(viewers), rngs)

    def advance(
        self,
        actions: NDArray[np.int32],
        served: Served,
        *,
        row_seeds: NDArray[np.int64],
        episodes: NDArray[np.int64],
        autoreset: bool,
    ) -> None:
        """Step (`actions [N]`, trusted) and fill `served`; with `autoreset` what ends is started anew at once.

        The new game of row i is game `episodes[i]` of the run `row_seeds[i]`, after `episodes` has been raised.
        """
        legal = served.legal
        self.game.kernels.self_play_many(
            self.game.params,
            self.rows,
            actions,
            row_seeds,
            episodes,
            autoreset,
            served.players,
            legal.mask,
            legal.ids,
            legal.counts,
            served.observation,
            served.done,
            served.scores,
            served.ranks,
        )

    # --- Choices ------------------------------------------------------------------------------------------

    def legal(self, out: Legal | None = None) -> Legal:
        """What the seats to move may do."""
        legal = Legal.room(self.game, len(self)) if out is None else out
        self.game.kernels.legal_many(self.game.params, self.rows, legal.mask, legal.ids, legal.counts)
        return legal

    def legal_actions(self, row: int = 0) -> list[int]:
        """The legal ids of one game's seat to move, ascending; none where the game is over or chance decides."""
        actions: list[int] = self.game.legal_actions(self.rows[row : row + 1]).tolist()
        return actions

    def action_rows(self, out: ActionRows | None = None) -> ActionRows:
        """The legal actions of all games with a row of features each.

        With `out` (`ActionRows.room`) the arrays are views of its first entries.
        """
        room = ActionRows.room(self.game, len(self)) if out is None else out
        offsets = room.offsets[: len(self) + 1]
        kernel = self.game.kernels.encode_actions_many
        end = kernel(self.game.params, self.rows, offsets, room.ids, room.features)
        return ActionRows(offsets, room.ids[:end], room.features[:end])

    def random_actions(self, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """A uniform legal action of each game `[N]`, from `rngs [N, 4]`; 0 where the game is over."""
        actions = np.zeros(len(self), np.int32)
        self.game.kernels.random_actions(self.game.params, self.rows, rngs, actions)
        return actions

    def greedy_actions(self, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """The greedy heuristic's action of each game `[N]`, from `rngs [N, 4]`; 0 where the game is over."""
        actions = np.zeros(len(self), np.int32)
        self.game.kernels.greedy_actions(self.game.params, self.rows, rngs, actions)
        return actions

    def check_actions(self, actions: Any) -> NDArray[np.int32]:
        """`actions [N]` as integers; ValueError names the first that is not legal. Where one is over, any will do."""
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"actions are [{len(self)}] integers, not {chosen.shape} {chosen.dtype}")
        row = self.legal().first_illegal(chosen.astype(np.int64))
        if row >= 0:
            raise ValueError(f"game {row}: {self.refusal(int(chosen[row]), row)}")
        return chosen.astype(np.int32)

    def refusal(self, action: Any, row: int = 0) -> str:
        """Why an action is not legal in one game: its name, and what is."""
        legal, player = self.legal_actions(row), int(self.rows[row]["player"])
        return refuse(self.game, action, legal, self.rows[row], who=f"player_{player}" if player >= 0 else "nobody")

    # --- What is seen -------------------------------------------------------------------------------------

    def observe(self, viewers: int | Ints | None = None, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What `viewers [N]` know `[N, D]`, integers of `game.observation`, which `game.observation.scaled` scales.

        One seat for all games, a seat for each, or the seat to move unless given (seat 0 where the game is over).
        """
        layout = self.game.observation
        seen = np.zeros((len(self), layout.size), layout.dtype) if out is None else out
        self.game.kernels.encode_many(self.game.params, self.rows, self._seats(viewers), seen)
        return seen

    def hidden(self, viewers: int | Ints | None = None, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """All that the observation of `viewers [N]` leaves out `[N, H]`, integers of `game.hidden`: for critics."""
        layout = self.game.hidden
        hidden = np.zeros((len(self), layout.size), layout.dtype) if out is None else out
        self.game.kernels.encode_state_many(self.game.params, self.rows, self._seats(viewers), hidden)
        return hidden

    def results(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """True scores and ranks `[N, P]` of the present positions (ranks from 1; ties share the better)."""
        return self.game.results(self.rows)

    def look(self, served: Served) -> None:
        """Fill `players`, `legal` and `observation` of `served`, as `advance` does, without a step."""
        legal = served.legal
        self.game.kernels.observe_many(
            self.game.params, self.rows, served.players, legal.mask, legal.ids, legal.counts, served.observation
        )

    # --- One game, as fast as it goes -----------------------------------------------------------------------

    def serve(self, viewer: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """A seat's scaled observation `[D]` of game 0 and its mask `[A]`, all zero unless it is to move."""
        serve, _, params, ids, seen, scale, width, size = self._room or self._make_room()
        scaled, mask = np.empty(width, np.float32), np.empty(size, np.int8)
        serve(params, self.rows, viewer, ids, mask, seen, scale, scaled)
        return scaled, mask

    def step_and_serve(self, action: int) -> tuple[int, NDArray[np.float32], NDArray[np.int8]]:
        """Step game 0 by an action (trusted); the seat to move then, or NOBODY, with what `serve` gives for it.

        At the end of the game the arrays hold nothing.
        """
        _, step, params, ids, seen, scale, width, size = self._room or self._make_room()
        scaled, mask = np.empty(width, np.float32), np.empty(size, np.int8)
        return step(params, self.rows, action, ids, mask, seen, scale, scaled), scaled, mask

    # --- Inside -------------------------------------------------------------------------------------------

    def _make_room(self) -> tuple[Any, ...]:
        game, kernels = self.game, self.game.kernels
        width, size = game.observation.size, game.actions.size
        ids, seen = np.empty(size, np.int16), np.empty(width, game.observation.dtype)
        self._room = (
            kernels.serve,
            kernels.step_and_serve,
            game.params,
            ids,
            seen,
            game.observation.scale,
            width,
            size,
        )
        return self._room

    def _seats(self, viewers: int | Ints | None) -> NDArray[np.int8]:
        if viewers is None:
            seats: NDArray[np.int8] = np.maximum(self.rows["player"], 0)
            return seats
        if isinstance(viewers, np.ndarray) and viewers.dtype == np.int8 and viewers.shape == (len(self),):
            return np.ascontiguousarray(viewers)  # as it is: spreading it costs more than a small game's observation
        return np.ascontiguousarray(np.broadcast_to(np.asarray(viewers), (len(self),)), np.int8)


def refuse(
    game: Game, action: Any, legal: Sequence[int], row: Any, *, who: str, more: Mapping[int, str] | None = None
) -> str:
    """The sentence that refuses an action of `who` in the state `row`, with its name and what was legal.

    `more`: names of actions that a form has besides the game's own.
    """
    added = more or {}

    def named(one: int) -> str:
        return f"{one} ({added[one] if one in added else game.action_name(one, row)})"

    is_integer = isinstance(action, int | np.integer) and not isinstance(action, bool)
    known = is_integer and (0 <= action < game.actions.size or action in added)
    given = named(int(action)) if known else f"{action}" if is_integer else repr(action)
    note = "" if is_integer else " (an action is an integer)"
    names = ", ".join(map(named, legal[:SHOWN_ACTIONS]))
    rest = f" and {len(legal) - SHOWN_ACTIONS} more" if len(legal) > SHOWN_ACTIONS else ""
    return f"{who} may not play {given}; legal: {names or 'none'}{rest}{note}"


def check_generators(rngs: Any, count: int) -> None:
    """ValueError unless these are generators `[count, 4]`."""
    if not isinstance(rngs, np.ndarray) or rngs.shape != (count, RNG_WORDS) or rngs.dtype != np.int64:
        given = f"{rngs.shape} {rngs.dtype}" if isinstance(rngs, np.ndarray) else repr(rngs)
        raise ValueError(f"generators are [{count}, {RNG_WORDS}] int64, not {given}")
    if not rngs.any(axis=1).all():
        raise ValueError("a generator of zeros gives nothing but zeros: make_rngs makes some")


def take_rows(rows: Rows, index: Any) -> Rows:
    """Copies of some rows; as blocks of bytes, which is several times as quick as field by field."""
    taken = _blocks(rows)[index]
    if isinstance(index, slice):
        taken = taken.copy()
    return np.ndarray(taken.shape, rows.dtype, taken)


def put_rows(rows: Rows, index: Any, taken: Rows) -> None:
    """Write what `take_rows` gave back to its places, as quickly."""
    _blocks(rows)[index] = _blocks(taken)


def _blocks(rows: Rows) -> NDArray[np.void]:
    """The rows as blocks of bytes, the same memory; `view` looks at every field, which is slow."""
    block = _block_type(rows.dtype.itemsize)
    return np.ndarray(rows.shape, block, rows) if rows.flags.c_contiguous else rows.view(block)


@cache
def _block_type(size: int) -> "np.dtype[np.void]":
    return np.dtype((np.void, size))


def _int32(actions: Ints) -> NDArray[np.int32]:
    return np.ascontiguousarray(actions, np.int32)


def _restore(game: Game, raw: bytes) -> Games:
    return Games(game, copy_rows(np.frombuffer(raw, game.state)))
