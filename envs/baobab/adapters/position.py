"""A game as a tree of positions: decisions, chance nodes with listed outcomes, and what each seat remembers.

For programs that walk through a game themselves (OpenSpiel's, exact solvers). A position never changes: `child` gives
the next one. Chance is explicit and an outcome is always a number:

- the deal, at the root: one of the listed `deals`, each with its probability; where none are listed, `DEAL_DIGITS`
  chance nodes of `DRAWS` equally likely outcomes, which together are the seed that starts the game;
- chance during play: `DRAWS` equally likely outcomes, each of which reseeds the row's generator for the draw.

So the same outcomes always lead to the same position. With listed deals and without chance during play the tree is the
whole game, exactly; otherwise it is the game as far as so many draws can be told apart.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baobab.adapters.rewards import check_reward, terminal_rewards
from baobab.core.game import Game, seed_many
from baobab.core.games import Games
from baobab.core.notation import Cursor, Entry, RuleError
from baobab.core.record import CHANCE, NOBODY, Rows, copy_rows
from baobab.core.rng import RNG_WORDS, below, derive_seed
from baobab.registry import load_game

DRAWS = 256
"""Outcomes of a chance node other than the choice among listed deals."""
DEAL_DIGITS = 4
"""Chance nodes that make the seed of a deal where no deals are listed."""
Memory = tuple[bytes, bytes]
"""What a seat remembers: a digest of all that it saw and did, in order, and of what it sees now."""

MAX_BOUND = 2**31
"""The most that `core.rng.below` can be asked for."""

_DIGEST = 16  # bytes


class Tree:
    """A game for so many players, its deals and its reward; `root` is where it starts."""

    def __init__(
        self,
        game: Game,
        *,
        num_players: int | None = None,
        reward: str = "win",
        deals: Sequence[Mapping[str, Any]] = (),
        weights: Sequence[float] = (),
        opening: Sequence[Entry] = (),
    ) -> None:
        """`deals`: set-ups as records write them, equally likely unless `weights` are given; none: every seed.

        `opening`: moves as records write them, which are played in each of the listed deals before the root's choice
        leads anywhere. ValueError where a set-up or a move breaks a rule, or leaves another number of players.
        """
        players = game.min_players if num_players is None else num_players
        game.check_players(players)
        check_reward(reward)
        self.game = game
        self.num_players = int(players)
        self.reward = reward
        self.deals = [dict(deal) for deal in deals]
        self.weights = [float(weight) for weight in weights]
        self.opening = [dict(entry) for entry in opening]
        self.probabilities = _probabilities(len(self.deals), self.weights)
        if self.opening and not self.deals:
            raise ValueError("an opening is played in listed deals: there are none")
        self.starts: list[Rows] = [self._start(number) for number in range(len(self.deals))]

    @property
    def root(self) -> "Position":
        """Before the deal."""
        return Position(self, None)

    @property
    def max_outcomes(self) -> int:
        """No chance node has more outcomes."""
        return max(DRAWS, len(self.deals))

    @property
    def max_chance_nodes(self) -> int:
        """No game has more chance nodes: those of the deal, and at most one after each decision."""
        return (1 if self.deals else DEAL_DIGITS) + self.game.max_decisions

    @property
    def spec(self) -> str:
        """JSON from which `open_tree` makes this tree again."""
        values = {
            "game": self.game.id,
            "options": self.game.changed_options(),
            "num_players": self.num_players,
            "reward": self.reward,
            "deals": self.deals,
            "weights": self.weights,
            "opening": self.opening,
        }
        return json.dumps(values, sort_keys=True)

    def _start(self, number: int) -> Rows:
        """The `[1]` row of a listed deal after the opening."""
        game = self.game
        try:
            rows = game.notation.read_setup(game, self.num_players, self.deals[number])
            cursor = Cursor(game, rows)
            for entry in self.opening:
                game.notation.replay_move(game, cursor, entry)
        except RuleError as error:
            raise ValueError(f"deal {number}: {error}") from None
        return cursor.rows


@lru_cache(maxsize=16)
def open_tree(spec: str) -> Tree:
    """The tree of this `spec`; the same object for the same text."""
    values = json.loads(spec)
    return Tree(load_game(values.pop("game"), **values.pop("options")), **values)


class Position:
    """One node of a tree. `player` is the seat to move, or CHANCE or NOBODY of `core/record.py`."""

    __slots__ = ("_legal", "action", "digits", "memories", "parent", "player", "rows", "tree")

    def __init__(
        self,
        tree: Tree,
        rows: Any,
        *,
        digits: tuple[int, ...] = (),
        parent: "Position | None" = None,
        action: int = -1,
        memories: Mapping[int, Memory] | None = None,
    ) -> None:
        """`rows [1]` (None: not dealt yet) is the position's own from now on, and never changed.

        `digits`: outcomes of the deal so far. `parent` and the `action` that led from it here are what the seats
        remember, as far as `memories` by seat do not say so already.
        """
        self.tree = tree
        self.rows = rows
        self.digits = digits
        self.player = CHANCE if rows is None else int(rows["player"][0])
        self.parent = parent
        self.action = action
        self.memories: dict[int, Memory] = dict(memories or {})
        self._legal: list[int] | None = None

    # --- The tree -----------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY

    @property
    def is_chance(self) -> bool:
        """Whether chance decides now."""
        return self.player == CHANCE

    def legal_actions(self) -> list[int]:
        """The legal ids of the seat to move, ascending, or the outcomes of chance; none after the end."""
        if self._legal is None:
            if self.is_chance:
                self._legal = list(range(len(self.chance_outcomes())))
            else:
                self._legal = [int(action) for action in self.tree.game.legal_actions(self.rows)]
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and their probabilities, where chance decides."""
        if not self.is_chance:
            raise ValueError("chance does not decide here")
        if self.rows is None and self.tree.deals:
            return list(enumerate(self.tree.probabilities))
        return [(outcome, 1 / DRAWS) for outcome in range(DRAWS)]

    def child(self, action: int) -> "Position":
        """The position after a legal action, or after an outcome of chance, and all that follows by itself."""
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(self._refusal(action))
        if self.rows is None:
            return self._dealt(action)
        games = Games(self.tree.game, copy_rows(self.rows))
        if self.is_chance:
            _draw(games, action)
        else:
            games.apply([action])
        games.settle()
        return Position(self.tree, games.rows, digits=self.digits, parent=self, action=int(action))

    def action_name(self, action: int) -> str:
        """An action in the game's words; `deal 3` and `draw 3` are outcomes of chance."""
        if self.is_chance:
            return f"{'deal' if self.rows is None else 'draw'} {action}"
        return self.tree.game.action_name(action, None if self.rows is None else self.rows[0])

    def returns(self) -> list[float]:
        """What the finished game is worth to each seat, by the tree's reward; zeros before the end."""
        players = self.tree.num_players
        if not self.is_over:
            return [0.0] * players
        scores, ranks = self.tree.game.results(self.rows)
        counts = np.array([players], np.int8)
        worth = terminal_rewards(self.tree.game, self.tree.reward, num_players=counts, scores=scores, ranks=ranks)
        return [float(value) for value in worth[0, :players]]

    def play_out(self, rng: NDArray[np.int64]) -> list[float]:
        """What the game is worth to each seat after random play to its end, compiled; `rng [1, 4]` moves on.

        ValueError before the deal.
        """
        if self.rows is None:
            raise ValueError("nothing is dealt yet")
        if self.is_over:
            return self.returns()
        games = Games(self.tree.game, copy_rows(self.rows))
        fresh = np.empty((1, RNG_WORDS), np.int64)
        seed_many(fresh, np.array([below(rng[0], MAX_BOUND)], np.int64))
        games.rows["rng"] = fresh  # else every playout from here would meet the same draws
        while games.players[0] == CHANCE:
            games.draw_chance()
            games.settle()
        games.play_out(rng)
        return Position(self.tree, games.rows).returns()

    @property
    def digest(self) -> str:
        """A hash of the whole state, hidden parts and generator too."""
        return _digest(b"" if self.rows is None else self.rows.tobytes()).hex()

    # --- What a seat knows --------------------------------------------------------------------------------

    def observation(self, seat: int) -> NDArray[Any]:
        """What a seat sees `[D]`, integers by the game's layout; all zero before the deal."""
        layout = self.tree.game.observation
        if self.rows is None:
            return np.zeros(layout.size, layout.dtype)
        seen: NDArray[Any] = Games(self.tree.game, self.rows).observe(seat)[0]
        return seen

    def view(self, seat: int) -> str:
        """What a seat sees, as JSON text; `null` before the deal."""
        game = self.tree.game
        return json.dumps(None if self.rows is None else game.view(self.rows[0], seat), separators=(",", ":"))

    def information(self, seat: int) -> str:
        """A text that is the same for two positions of a tree exactly where the seat cannot tell them apart.

        Perfect recall: it stands for all that the seat saw, one different view after another, and what it did. What
        others decide without showing it is no event, nor how many decisions they are asked. It begins with the seat.
        """
        return f"{seat}:{self.memory(seat)[0].hex()}"

    def memory(self, seat: int) -> Memory:
        """What `information` is made of."""
        chain: list[Position] = [self]
        while seat not in chain[-1].memories and chain[-1].parent is not None:
            chain.append(chain[-1].parent)
        if seat not in chain[-1].memories:
            seen = chain[-1].look(seat)
            chain[-1].memories[seat] = (_digest(b"begin", seen), seen)
        for before, after in zip(chain[:0:-1], chain[-2::-1], strict=True):
            after.memories[seat] = _remember(seat, before, after)
        if len(self.memories) == self.tree.num_players:
            self.parent = None  # nothing is asked of it any more
        return self.memories[seat]

    def look(self, seat: int) -> bytes:
        """A digest of what a seat sees now."""
        return _digest(b"nothing" if self.rows is None else self.observation(seat).tobytes())

    def redrawn(self, viewer: int, rng: NDArray[np.int64]) -> "Position":
        """The position with all that `viewer` does not know drawn anew by the game's rules; `rng [1, 4]` moves on.

        The viewer remembers what it remembered; the others know what they see there and no more.
        """
        if self.rows is None:
            return self
        games = Games(self.tree.game, copy_rows(self.rows))
        games.redraw(viewer, rng)
        return Position(self.tree, games.rows, digits=self.digits, memories={viewer: self.memory(viewer)})

    # --- Copies -------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        raw = None if self.rows is None else self.rows.tobytes()
        memories = {seat: self.memory(seat) for seat in range(self.tree.num_players)}
        return _restore, (self.tree.spec, raw, self.digits, memories)

    # --- Inside -------------------------------------------------------------------------------------------

    def _refusal(self, action: Any) -> str:
        if not self.is_chance:
            return Games(self.tree.game, self.rows).refusal(action)
        return f"{action!r} is no outcome of 0 … {len(self.legal_actions()) - 1}"

    def _dealt(self, outcome: int) -> "Position":
        tree, digits = self.tree, (*self.digits, int(outcome))
        if tree.deals:
            return Position(tree, copy_rows(tree.starts[outcome]), digits=digits)
        if len(digits) < DEAL_DIGITS:
            return Position(tree, None, digits=digits)
        seed = sum(digit * DRAWS**place for place, digit in enumerate(digits))
        rows = tree.game.start(tree.num_players, seed=derive_seed(seed, 0))
        return Position(tree, rows, digits=digits)


def _remember(seat: int, before: Position, after: Position) -> Memory:
    """The memory of a seat after one step; what shows it nothing new is no event, unless it did it itself."""
    past, last = before.memories[seat]
    seen = after.look(seat)
    if before.player == seat:
        return _digest(past, f"do {after.action}".encode(), seen), seen
    return (past, last) if seen == last else (_digest(past, b"see", seen), seen)


def _restore(spec: str, raw: bytes | None, digits: tuple[int, ...], memories: dict[int, Memory]) -> Position:
    tree = open_tree(spec)
    rows = None if raw is None else copy_rows(np.frombuffer(raw, tree.game.state))
    return Position(tree, rows, digits=digits, memories=memories)


def _draw(games: Games, outcome: int) -> None:
    """Let chance draw from the generator that an outcome gives, in a single game."""
    words = games.rows["rng"][0]
    rng = np.empty((1, RNG_WORDS), np.int64)
    seed_many(rng, np.array([derive_seed(int(words[0]) << 31 ^ int(words[1]), outcome)], np.int64))
    games.rows["rng"] = rng
    games.draw_chance()


def _probabilities(count: int, weights: Sequence[float]) -> list[float]:
    if not weights:
        return [1 / count] * count if count else []
    if len(weights) != count:
        raise ValueError(f"{count} deals have as many weights, not {len(weights)}")
    if not all(np.isfinite(weight) and weight > 0 for weight in weights):
        raise ValueError(f"weights are above 0, not {list(weights)}")
    total = sum(weights)
    return [weight / total for weight in weights]


def _digest(*parts: bytes) -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()
