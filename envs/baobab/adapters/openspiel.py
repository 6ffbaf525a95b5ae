"""OpenSpiel: every game as a Python game over the same rows.

    import pyspiel
    import baobab.adapters.openspiel
    game = pyspiel.load_game("baobab_kenya(players=3)")

What the games claim, and what they do not:

- sequential: where all choose at once the seats are asked in order, and none sees an earlier choice;
- explicit chance whose outcomes are numbers (`position.py` says what they decide): a Python game cannot be sampled
  stochastic, as OpenSpiel does not ask it for the state of its generator when it writes a state;
- imperfect information, for all games: the order of a deck is part of the deal even where nothing else is hidden;
- information states as strings with perfect recall, equal exactly where a seat cannot tell states apart. There is no
  information state tensor: the observation tensor is what a player who forgets nothing knows of the table, not the
  order in which it came about.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from baobab.adapters.position import Position, Tree, open_tree
from baobab.core.game import Game, make_rngs
from baobab.core.notation import Entry
from baobab.core.record import EVERYTHING
from baobab.core.rng import MAX_SEED
from baobab.registry import load_game, load_games

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"baobab.adapters.openspiel needs OpenSpiel: pip install open_spiel ({error})") from error

PREFIX = "baobab_"
"""OpenSpiel's name of a game is this and ours."""
REWARD_BOUND = 2**16
"""No margin has more points: scores are numbers of 16 bits."""


def spiel_game(
    game: str | Game,
    *,
    num_players: int | None = None,
    reward: str = "win",
    deals: Sequence[Mapping[str, Any]] = (),
    weights: Sequence[float] = (),
    opening: Sequence[Entry] = (),
    **rule_options: Any,
) -> "SpielGame":
    """The OpenSpiel game of these players and options; `reward`: "win", "rank" or "margin".

    With `deals` (set-ups as records write them, equally likely unless `weights` are given) the root is a chance node
    over these alone, and `opening` (moves as records write them) is played in each before the first decision:
    miniatures whose whole tree can be walked through. ValueError where one of them breaks a rule.
    """
    made = load_game(game, **rule_options) if isinstance(game, str) else game
    tree = Tree(made, num_players=num_players, reward=reward, deals=deals, weights=weights, opening=opening)
    return SpielGame(tree)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel comes without types
    """A game with its players, options and deals; `tree` is what it walks through."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(game_type(tree.game), _game_info(tree), _parameters(tree))
        self.tree = tree

    def new_initial_state(self) -> "SpielState":
        """The state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Those of the deal, and at most one after each decision."""
        return self.tree.max_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "Observer":
        """What a seat sees (tensor and text), or with perfect recall its information state (text)."""
        return Observer(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel comes without types
    """A state: `position` is the node of the tree, which never changes, so that a clone shares it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Position = game.tree.root

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or the end."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.is_chance else self.position.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes with their probabilities."""
        return self.position.chance_outcomes()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """The reward of each seat; zeros before the end."""
        return self.position.returns()

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that the seat cannot tell from this one: all that it does not know is drawn anew.

        It is drawn by the game's rules, among all deals, also where this game lists only some. `history()` stays what
        it was. The sampler gives a number in [0, 1).
        """
        if player_id not in range(self.position.tree.num_players):
            raise ValueError(f"a seat is one of 0 … {self.position.tree.num_players - 1}, not {player_id!r}")
        other: SpielState = self.clone()
        other.position = self.position.redrawn(player_id, make_rngs(1, seed=int(sampler() * MAX_SEED)))
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_name(action)

    def __str__(self) -> str:
        position = self.position
        game = position.tree.game
        if position.rows is None:
            return f"{game.id} dealing {list(position.digits)}"
        return f"{game.id} {position.digest}\n{game.text(position.rows[0], EVERYTHING)}"


class Observer:
    """What a seat sees, as OpenSpiel's observers give it: `dict` has the pieces of the game's layout by name."""

    def __init__(self, tree: Tree, kind: Any, params: Mapping[str, Any] | None) -> None:
        """`kind` is a pyspiel.IIGObservationType; ValueError where it asks for what there is not."""
        if params:
            raise ValueError(f"observers take no parameters, not {dict(params)}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observer sees what is public and what one player knows, no other part of it")
        self._layout = tree.game.observation
        self._recalls = bool(kind.perfect_recall)
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[Any]] = {}
        if not self._recalls:
            self.tensor = np.zeros(self._layout.size, np.float32)
            self.dict = self._layout.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what the seat sees now; all zero before the deal."""
        if self.tensor is not None:
            self.tensor[:] = self._layout.scaled(state.position.observation(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The seat's view as JSON, or with perfect recall its information state."""
        position = state.position
        return position.information(player) if self._recalls else f"{player}:{position.view(player)}"


class PlayoutEvaluator:
    """For OpenSpiel's search bots in Python: compiled random playouts, and every legal action as likely."""

    def __init__(self, *, playouts: int = 1, seed: int = 0) -> None:
        if playouts < 1:
            raise ValueError(f"there is at least one playout, not {playouts!r}")
        self._playouts = playouts
        self._rng = make_rngs(1, seed=seed)

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """The mean return of each player over the playouts."""
        worth = np.array([state.position.play_out(self._rng) for _ in range(self._playouts)])
        result: NDArray[np.float64] = worth.mean(axis=0)
        return result

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Actions or outcomes and their probabilities."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class FairBot(pyspiel.Bot):  # type: ignore[misc] # OpenSpiel comes without types
    """A bot that searches the state as it is, shown one in which all that its seat does not know is drawn anew."""

    def __init__(self, bot: Any, *, seed: int = 0) -> None:
        super().__init__()
        self._bot = bot
        self._random = np.random.default_rng(seed)

    def restart_at(self, state: SpielState) -> None:
        """Nothing: no search goes on from one decision to the next."""

    def step(self, state: SpielState) -> int:
        """The bot's action."""
        return int(self._bot.step(state.resample_from_infostate(state.current_player(), self._random.random)))


def game_type(game: Game) -> Any:
    """What OpenSpiel is told of a game, whatever its parameters."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"{game.title} (Baobab)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.min_players, "reward": "win", "options": "", "deals": ""},
    )


def register_games() -> None:
    """Make `pyspiel.load_game("baobab_kenya")` … known; importing this module does it."""
    known = set(pyspiel.registered_names())
    for game in load_games():
        if PREFIX + game.name not in known:
            pyspiel.register_game(game_type(game), _creator(game.name))


def _creator(name: str) -> Callable[[Mapping[str, Any]], SpielGame]:
    """The function that OpenSpiel calls for a game with parameters."""

    def create(params: Mapping[str, Any]) -> SpielGame:
        return SpielGame(_read_parameters(name, params))

    # OpenSpiel lets go of it after Python's end, where nothing can be freed any more: it keeps itself alive.
    create.__dict__["kept"] = create
    return create


def _parameters(tree: Tree) -> dict[str, Any]:
    """The parameters of the game string, from which OpenSpiel makes the game again when it reads a state."""
    listed = {"deals": tree.deals, "weights": tree.weights, "opening": tree.opening} if tree.deals else {}
    options = tree.game.changed_options()
    return {
        "players": tree.num_players,
        "reward": tree.reward,
        "options": _pack(options),
        "deals": _pack(listed),
    }


def _read_parameters(name: str, params: Mapping[str, Any]) -> Tree:
    """The tree of a game's parameters; ValueError names the one that is wrong."""
    options, listed = (_unpack(key, params[key]) for key in ("options", "deals"))
    if unknown := set(listed) - {"deals", "weights", "opening"}:
        raise ValueError(f"parameter deals has the keys deals, weights and opening, not {sorted(unknown)}")
    values = {"game": name, "options": options, "num_players": params["players"], "reward": params["reward"], **listed}
    return open_tree(json.dumps(values, sort_keys=True))


def _pack(values: Mapping[str, Any]) -> str:
    """An object as JSON without any character that parts a game string; nothing for an empty one."""
    return quote(json.dumps(values, separators=(",", ":"), sort_keys=True), safe="") if values else ""


def _unpack(key: str, text: str) -> dict[str, Any]:
    """The object that `_pack` wrote, or a plain JSON object."""
    try:
        values = json.loads(unquote(text)) if text else {}
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise ValueError(f"parameter {key} is a JSON object, percent-encoded in a game string, not {text!r:.80}")
    return values


def _game_info(tree: Tree) -> Any:
    others = tree.num_players - 1
    low, high = {
        "win": (-1 / others, 1.0),
        "rank": (-1.0, 1.0),
        "margin": (-REWARD_BOUND / tree.game.margin_scale, REWARD_BOUND / tree.game.margin_scale),
    }[tree.reward]
    return pyspiel.GameInfo(
        num_distinct_actions=tree.game.actions.size,
        max_chance_outcomes=tree.max_outcomes,
        num_players=tree.num_players,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0,
        max_game_length=tree.game.max_decisions,
    )


register_games()
