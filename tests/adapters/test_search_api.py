"""What search asks of an environment, in every form in which a game is offered, for every game.

Clones, states as bytes and as JSON, copies and pickles go on exactly as the original; a redraw changes nothing that its
seat knows; actions have names both ways; what is no state is refused and changes nothing.
"""

import copy
import importlib
import json
import pickle  # noqa: TID251 - that environments survive it is what is tested
import random
from collections.abc import Callable
from typing import Any, Protocol

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics
from pettingzoo.utils import AssertOutOfBoundsWrapper, BaseParallelWrapper, BaseWrapper, OrderEnforcingWrapper

from baobab.adapters.aec import GameEnv
from baobab.adapters.gym import SingleAgentEnv
from baobab.adapters.gym_ids import game_ids
from baobab.adapters.gym_vector import SingleAgentVectorEnv
from baobab.adapters.parallel import ParallelGameEnv
from baobab.adapters.vector import SelfPlayBatch
from baobab.bots.bot import GreedyBot
from baobab.core.game import make_rngs
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.registry import GAMES, load_game

PLAYERS = 3
ROWS = 3
LENGTH = 16
"""Steps that copies go along with the original; the contract tests go to the end."""
GYM_IDS = {game.partition("_")[0]: env_id for env_id, game in game_ids().items()}


class Form(Protocol):
    """A form in which a game is offered, as these tests use it."""

    def make(self, name: str) -> Any:
        """An environment that has not begun."""

    def begin(self, env: Any, seed: int) -> None: ...

    def go(self, env: Any, chooser: random.Random) -> Any:
        """One step of random legal actions: all that is told."""

    def over(self, env: Any) -> bool: ...

    def states(self, env: Any) -> list[bytes]: ...

    def put_states(self, env: Any, states: list[bytes]) -> None: ...

    def texts(self, env: Any) -> list[str]: ...

    def put_texts(self, env: Any, texts: list[str]) -> None: ...

    def redraw(self, env: Any, seat: int, seed: int) -> None: ...

    def known(self, env: Any, seat: int) -> Any:
        """All that the environment shows to a seat or says of what it may do."""

    def legal(self, env: Any) -> list[list[int]]:
        """The legal actions, list by list."""


class OneGame:
    """What the forms of a single game have in common."""

    def states(self, env: Any) -> list[bytes]:
        return [env.get_state()]

    def put_states(self, env: Any, states: list[bytes]) -> None:
        env.set_state(states[0])

    def texts(self, env: Any) -> list[str]:
        return [env.to_json()]

    def put_texts(self, env: Any, texts: list[str]) -> None:
        env.from_json(texts[0])

    def redraw(self, env: Any, seat: int, seed: int) -> None:
        env.determinize(seat, np.random.default_rng(seed) if seed % 2 else make_rngs(1, seed=seed))


class TurnBased(OneGame):
    """`env()` and `raw_env()`."""

    def __init__(self, maker: str) -> None:
        self.maker = maker

    def make(self, name: str) -> Any:
        return getattr(_module(name), self.maker)(num_players=PLAYERS)

    def begin(self, env: Any, seed: int) -> None:
        env.reset(seed=seed)

    def go(self, env: Any, chooser: random.Random) -> Any:
        env.step(chooser.choice(env.legal_actions()) if env.legal_actions() else None)
        told = env.last() if env.agents else ()
        return told, env.agents, env.rewards, env.terminations, env.infos, env.state()

    def over(self, env: Any) -> bool:
        return not env.agents

    def known(self, env: Any, seat: int) -> Any:
        agent = env.possible_agents[seat]
        legal = env.legal_actions() if agent == env.agent_selection else []
        return env.observe(agent), env.infos[agent], legal

    def legal(self, env: Any) -> list[list[int]]:
        return [env.legal_actions()]


class Parallel(OneGame):
    """`parallel_env()`."""

    def make(self, name: str) -> Any:
        return _module(name).parallel_env(num_players=PLAYERS)

    def begin(self, env: Any, seed: int) -> None:
        env.reset(seed=seed)

    def go(self, env: Any, chooser: random.Random) -> Any:
        return env.step({agent: chooser.choice(env.legal_actions(agent)) for agent in env.agents})

    def over(self, env: Any) -> bool:
        return not env.agents

    def known(self, env: Any, seat: int) -> Any:
        agent = env.possible_agents[seat]
        return env.turn_based.observe(agent)["observation"], env.legal_actions(agent)

    def legal(self, env: Any) -> list[list[int]]:
        return [env.legal_actions(agent) for agent in env.possible_agents]


class SingleAgent(OneGame):
    """`gymnasium.make(…).unwrapped`."""

    def make(self, name: str) -> Any:
        return gymnasium.make(GYM_IDS[name], num_players=PLAYERS, pool=["random", "greedy"]).unwrapped

    def begin(self, env: Any, seed: int) -> None:
        env.reset(seed=seed)

    def go(self, env: Any, chooser: random.Random) -> Any:
        return env.step(chooser.choice(env.legal_actions()))

    def over(self, env: Any) -> bool:
        return env.rows is not None and bool(env.rows[0].player == NOBODY)

    def known(self, env: Any, seat: int) -> Any:
        seen = env.turn_based.observe(f"player_{seat}")
        return (seen, env.legal_actions(), env.action_masks()) if seat == env.seat else seen

    def legal(self, env: Any) -> list[list[int]]:
        return [env.legal_actions()]


class ManyGames:
    """What the batches have in common: states are a row's."""

    def states(self, env: Any) -> list[bytes]:
        return [env.get_state(row) for row in range(ROWS)]

    def put_states(self, env: Any, states: list[bytes]) -> None:
        for row, state in enumerate(states):
            env.set_state(row, state)

    def texts(self, env: Any) -> list[str]:
        return [env.to_json(row) for row in range(ROWS)]

    def put_texts(self, env: Any, texts: list[str]) -> None:
        for row, text in enumerate(texts):
            env.from_json(row, text)

    def redraw(self, env: Any, seat: int, seed: int) -> None:
        seats: Any = seat if seed % 2 else [seat] * ROWS
        env.determinize(seats, make_rngs(ROWS, seed=seed))

    def legal(self, env: Any) -> list[list[int]]:
        return [env.legal_actions(row) for row in range(ROWS)]


class Vector(ManyGames):
    """`gymnasium.make_vec(…)`."""

    def make(self, name: str) -> Any:
        return gymnasium.make_vec(GYM_IDS[name], num_envs=ROWS, num_players=PLAYERS, pool=["random", "greedy"])

    def begin(self, env: Any, seed: int) -> None:
        env.reset(seed=seed)

    def go(self, env: Any, chooser: random.Random) -> Any:
        return env.step(np.array([chooser.choice(env.legal_actions(row)) for row in range(ROWS)]))

    def over(self, env: Any) -> bool:
        return bool((env._episodes > 0).any())

    def known(self, env: Any, seat: int) -> Any:
        mine = env.seats == seat
        return _observed(env, seat), env.action_masks()[mine], [env.legal_actions(row) for row in np.flatnonzero(mine)]


class Batch(ManyGames):
    """`SelfPlayBatch`."""

    def make(self, name: str) -> Any:
        return SelfPlayBatch(name, num_games=ROWS, num_players=PLAYERS, seed=0)

    def begin(self, env: Any, seed: int) -> None:
        env.reset(seed=seed)

    def go(self, env: Any, chooser: random.Random) -> Any:
        env.step([chooser.choice(env.legal_actions(row)) for row in range(ROWS)])
        told = (env.players, env.action_mask, env.legal_counts, env.observation, env.done, env.rewards)
        return self.legal(env), tuple(one.copy() for one in (*told, env.scores, env.ranks))

    def over(self, env: Any) -> bool:
        return bool((env.episodes > 0).any())

    def known(self, env: Any, seat: int) -> Any:
        mine = env.players == seat
        legal = [env.legal_actions(row) for row in np.flatnonzero(mine)]
        return env.players.copy(), _observed(env, seat), legal, env.observation[mine], env.action_mask[mine]


FORMS: dict[str, Form] = {
    "env": TurnBased("env"),
    "raw_env": TurnBased("raw_env"),
    "parallel_env": Parallel(),
    "gymnasium.make": SingleAgent(),
    "gymnasium.make_vec": Vector(),
    "SelfPlayBatch": Batch(),
}

every_game = pytest.mark.parametrize("name", sorted(GAMES))
every_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def _module(name: str) -> Any:
    return importlib.import_module(f"baobab.{load_game(name).id}")


def _observed(env: Any, seat: int) -> Any:
    """What a seat sees in every row, by the game's own encoder."""
    seen = np.zeros((len(env.rows), env.game.observation.size), env.game.observation.dtype)
    env.game.kernels.encode_many(env.game.params, env.rows, np.full(len(env.rows), seat, np.int8), seen)
    return seen


def _through_pickle(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301 - written a moment ago


COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": _through_pickle,
}


# --- Copies -----------------------------------------------------------------------------------------------


@every_game
@every_form
@pytest.mark.parametrize("way", [*COPIES, "bytes", "json"])
def test_a_copy_in_the_middle_of_a_game_goes_on_exactly_as_the_original(name: str, form: Form, way: str) -> None:
    env, chooser = form.make(name), random.Random(3)
    form.begin(env, 3)
    step = mid_turn = 0
    copies: list[Any] = []
    one_decision = len(env.game.phases) == 1
    while not form.over(env) and (step < LENGTH or not (mid_turn or one_decision)):
        inside = bool((env.rows["opening"] == 0).any())
        if step in (0, 5) or (inside and mid_turn < 3):
            if way in COPIES:
                made = COPIES[way](env)
            else:
                made = form.make(name)
                form.begin(made, 3)
                if way == "bytes":
                    form.put_states(made, form.states(env))
                else:
                    form.put_texts(made, form.texts(env))
            mid_turn += inside
            copies.append(made)
        dice = chooser.getstate()
        told = form.go(env, chooser)
        for made in copies:
            chooser.setstate(dice)
            assert data_equivalence(form.go(made, chooser), told, exact=True), f"step {step}"
            assert made.rows.tobytes() == env.rows.tobytes()
        assert all(form.states(made) == form.states(env) for made in copies)
        step += 1
    assert len(copies) >= 2
    assert mid_turn or one_decision


@every_game
@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("form", ["SelfPlayBatch", "gymnasium.make_vec"])
def test_a_copy_of_a_batch_starts_the_same_games_after_these(name: str, form: str, way: str) -> None:
    env = FORMS[form].make(name)
    FORMS[form].begin(env, 4)
    made = COPIES[way](env)
    for one in (env, made):
        chooser = random.Random(4)
        while not FORMS[form].over(one):
            FORMS[form].go(one, chooser)
    assert made.rows.tobytes() == env.rows.tobytes()
    assert made.game_seeds.tolist() == env.game_seeds.tolist()


@every_game
@every_form
@pytest.mark.parametrize("way", COPIES)
def test_a_copy_shares_no_game_with_the_original(name: str, form: Form, way: str) -> None:
    env, chooser = form.make(name), random.Random(5)
    form.begin(env, 5)
    form.go(env, chooser)
    made = COPIES[way](env)
    before, known = form.states(env), [copy.deepcopy(form.known(env, seat)) for seat in range(PLAYERS)]
    for _ in range(6):
        form.go(made, chooser)
    form.redraw(made, 0, 1)
    assert form.states(env) == before != form.states(made)
    assert data_equivalence([form.known(env, seat) for seat in range(PLAYERS)], known, exact=True)


@every_game
def test_rows_of_a_batch_and_single_games_change_places(name: str) -> None:
    batch = SelfPlayBatch(name, num_games=ROWS, num_players=PLAYERS, seed=7)
    for _ in range(5):
        batch.step([batch.legal_actions(row)[0] for row in range(ROWS)])
    env = GameEnv(name, num_players=PLAYERS)
    env.set_state(batch.get_state(1))
    assert env.rows.tobytes() == batch.rows[1:2].tobytes()
    assert env.legal_actions() == batch.legal_actions(1)
    env.step(env.legal_actions()[-1])
    batch.from_json(2, env.to_json())
    assert batch.rows[2:3].tobytes() == env.rows.tobytes()
    seen = env.game.observation.scaled(batch.observation[2])
    np.testing.assert_array_equal(seen, env.observe(f"player_{batch.players[2]}")["observation"])
    envs, one = FORMS["gymnasium.make_vec"].make(name), FORMS["gymnasium.make"].make(name)
    envs.reset(seed=8)
    one.set_state(envs.get_state(2))
    assert (one.seat, one.legal_actions()) == (envs.seats[2], envs.legal_actions(2))
    one.step(one.legal_actions()[0])
    envs.set_state(0, one.get_state())
    assert envs.get_state(0) == one.get_state()


@every_game
def test_a_game_that_is_over_can_be_put_only_where_it_may_stay(name: str) -> None:
    batch = SelfPlayBatch(name, num_games=1, num_players=PLAYERS, seed=1, autoreset=False)
    again = SelfPlayBatch(name, num_games=1, num_players=PLAYERS, seed=2, autoreset=False)
    while batch.legal_actions(0):
        batch.step([batch.legal_actions(0)[0]])
    again.set_state(0, batch.get_state(0))
    assert again.players[0] == NOBODY
    assert (again.scores.tolist(), again.ranks.tolist()) == (batch.scores.tolist(), batch.ranks.tolist())
    assert again.action_mask.all()
    anew = SelfPlayBatch(name, num_games=1, num_players=PLAYERS, seed=2)
    before = anew.get_state(0)
    with pytest.raises(ValueError, match="is over"):
        anew.set_state(0, batch.get_state(0))
    assert anew.get_state(0) == before


# --- Redraws ----------------------------------------------------------------------------------------------


@every_game
@every_form
def test_a_redraw_changes_nothing_that_its_seat_knows_or_would_do(name: str, form: Form) -> None:
    env, chooser = form.make(name), random.Random(2)
    form.begin(env, 2)
    apart = 0
    for step in range(5):
        for seat in range(PLAYERS):
            other = env.clone()
            known = copy.deepcopy(form.known(other, seat))
            form.redraw(other, seat, seed=10 * step + seat)
            assert data_equivalence(form.known(other, seat), known, exact=True), f"step {step}, seat {seat}"
            assert _greedy_moves(other, seat) == _greedy_moves(env, seat)
            apart += other.rows.tobytes() != env.rows.tobytes()
            again = env.clone()
            form.redraw(again, seat, seed=10 * step + seat)
            assert form.states(again) == form.states(other)
            form.go(other, chooser)
        form.go(env, chooser)
    assert apart == 5 * PLAYERS


@every_game
def test_a_redraw_plays_on_to_the_end(name: str) -> None:
    for form in FORMS.values():
        env, chooser = form.make(name), random.Random(6)
        form.begin(env, 6)
        form.go(env, chooser)
        form.redraw(env, 1, 6)
        while not form.over(env):
            form.go(env, chooser)


def _greedy_moves(env: Any, seat: int) -> list[int]:
    """What the greedy player would do wherever this seat is to move, always from the same generators."""
    rows: Rows = copy_rows(env.rows)[env.rows["player"] == seat]
    return GreedyBot().act(env.game, rows, make_rngs(len(rows), seed=1)).tolist() if len(rows) else []


def test_a_redraw_gives_the_bots_other_chance_but_leaves_who_sits_where() -> None:
    env = FORMS["gymnasium.make"].make("kenya")
    env.reset(seed=1)
    other, third = env.clone(), env.clone()
    other.determinize(env.seat, make_rngs(1, seed=1))
    third.determinize(env.seat, make_rngs(1, seed=2))
    told, others, thirds = (json.loads(one.to_json()) for one in (env, other, third))
    assert len({tuple(one["rng"]) for one in (told, others, thirds)}) == 3
    assert told["line_up"] == others["line_up"] == thirds["line_up"]


@pytest.mark.parametrize(
    ("seats", "rngs", "why"),
    [
        (PLAYERS, make_rngs(ROWS, seed=1), "below num_players"),
        ([0, 0], make_rngs(ROWS, seed=1), "one for all rows or 3"),
        ([0.0] * ROWS, make_rngs(ROWS, seed=1), "one for all rows or 3"),
        (0, make_rngs(1, seed=1), r"generators are \[3, 4\]"),
        (0, np.random.default_rng(1), "generators are"),
        (0, np.zeros((ROWS, 4), np.int64), "zeros"),
    ],
)
@pytest.mark.parametrize("form", ["SelfPlayBatch", "gymnasium.make_vec"])
def test_a_batch_refuses_seats_and_generators_that_do_not_fit(form: str, seats: Any, rngs: Any, why: str) -> None:
    env = FORMS[form].make("kenya")
    FORMS[form].begin(env, 1)
    before = FORMS[form].states(env)
    with pytest.raises(ValueError, match=why):
        env.determinize(seats, rngs)
    assert FORMS[form].states(env) == before


@pytest.mark.parametrize("rng", [3, None, [1, 2, 3, 4], np.zeros(4, np.int64), np.ones(4, np.int32), "seed"], ids=repr)
@pytest.mark.parametrize("form", ["env", "parallel_env", "gymnasium.make"])
def test_what_is_no_generator_is_refused(form: str, rng: Any) -> None:
    env = FORMS[form].make("kenya")
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(ValueError, match="generator"):
        env.determinize(0, rng)
    assert env.get_state() == before


def test_a_seat_of_minus_one_leaves_its_row_as_it_is() -> None:
    batch = FORMS["SelfPlayBatch"].make("kenya")
    before, rngs = FORMS["SelfPlayBatch"].states(batch), make_rngs(ROWS, seed=1)
    kept = rngs.copy()
    batch.determinize([0, -1, 2], rngs)
    after = FORMS["SelfPlayBatch"].states(batch)
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, False]
    assert (rngs == kept).all(axis=1).tolist() == [False, True, False]


# --- Actions ----------------------------------------------------------------------------------------------


@every_game
@every_form
def test_every_legal_action_has_a_name_that_parses_back(name: str, form: Form) -> None:
    env, chooser = form.make(name), random.Random(4)
    form.begin(env, 4)
    named = 0
    for _ in range(12):
        if form.over(env):
            break
        for legal in form.legal(env):
            assert legal == sorted(set(legal))
            assert [env.parse_action(env.action_name(action)) for action in legal] == legal
            named += len(legal)
        form.go(env, chooser)
    assert named > 12
    for action in (-1, 10**6):
        with pytest.raises(ValueError, match="outside"):
            env.action_name(action)
    with pytest.raises(ValueError, match="nonsense"):
        env.parse_action("nonsense")


@every_game
@every_form
def test_there_are_no_legal_actions_when_a_game_is_over(name: str, form: Form) -> None:
    env, chooser = form.make(name), random.Random(1)
    form.begin(env, 1)
    if isinstance(form, ManyGames):
        env = _staying(form, name)
        while any(form.legal(env)):
            env.step([(env.legal_actions(row) or [0])[0] for row in range(ROWS)])
    else:
        while not form.over(env):
            form.go(env, chooser)
    assert not any(form.legal(env))
    for made in (env.clone(), copy.deepcopy(env), _through_pickle(env)):
        assert not any(form.legal(made))
        assert form.states(made) == form.states(env)


def _staying(form: Any, name: str) -> Any:
    """A batch in which games that are over stay."""
    if isinstance(form, Batch):
        return SelfPlayBatch(name, num_games=ROWS, num_players=PLAYERS, seed=1, autoreset=False)
    env = SingleAgentVectorEnv(name, num_envs=ROWS, num_players=PLAYERS, autoreset_mode="Disabled")
    env.reset(seed=1)
    return env


# --- What is no state -------------------------------------------------------------------------------------


@every_game
@every_form
def test_bytes_and_json_that_are_no_state_are_refused_and_change_nothing(name: str, form: Form) -> None:
    env, chooser = form.make(name), random.Random(1)
    form.begin(env, 1)
    for _ in range(3):
        form.go(env, chooser)
    states, texts = form.states(env), form.texts(env)
    other = next(one for one in sorted(GAMES) if one != name)
    foreign = form.make(other)
    form.begin(foreign, 1)
    data = states[0]
    for wrong in (b"", b"{}", data[:-1], data + b"\0", _flipped(data, -1), _flipped(data, -100), "text", None):
        with pytest.raises(ValueError, match=r"state|bytes"):
            form.put_states(env, [wrong])  # type: ignore[list-item] # wrong on purpose
    with pytest.raises(ValueError, match="of game"):
        form.put_states(env, form.states(foreign))
    with pytest.raises(ValueError, match="of game"):
        form.put_texts(env, form.texts(foreign))
    deep = "[" * 100_000
    for text in ("", "{", "[]", "null", "7", deep, texts[0][:-9], texts[0].replace('"player": ', '"player": 9'), None):
        with pytest.raises(ValueError, match=r"state|JSON|[Ee]xpecting|delimiter|Extra|Unterminated"):
            form.put_texts(env, [text])  # type: ignore[list-item] # wrong on purpose
    assert form.states(env) == states
    assert form.texts(env) == texts


@every_game
@pytest.mark.parametrize("value", ["NaN", "1e300", "Infinity", "1.0", "true", "null", '"1"', "9" * 30, "[1]", "{}"])
def test_a_field_that_holds_no_integer_of_its_size_is_refused(name: str, value: str) -> None:
    env = GameEnv(name, num_players=PLAYERS)
    env.reset(seed=1)
    told = json.loads(env.to_json())
    before = env.get_state()
    for field, held in told["state"].items():
        place = held
        path = []
        while isinstance(place, list):
            path.append(place)
            place = place[-1]
        if path:
            path[-1][-1] = "HERE"
        else:
            told["state"][field] = "HERE"
        with pytest.raises(ValueError, match=field):
            env.from_json(json.dumps(told).replace('"HERE"', value))
        if path:
            path[-1][-1] = place
        else:
            told["state"][field] = place
    env.from_json(json.dumps(told))
    assert env.get_state() == before


@pytest.mark.parametrize("words", [[0, 0, 0, 0], [-1, 1, 1, 1], [2**32, 1, 1, 1]])
def test_a_generator_that_the_game_could_not_draw_from_is_refused(words: list[int]) -> None:
    env = GameEnv("kenya")
    env.reset(seed=1)
    told = json.loads(env.to_json())
    told["state"]["rng"] = words
    with pytest.raises(ValueError, match="rng"):
        env.from_json(json.dumps(told))


@pytest.mark.parametrize("row", [-1, ROWS, 10**9])
@pytest.mark.parametrize("form", ["SelfPlayBatch", "gymnasium.make_vec"])
def test_a_row_that_is_not_there_is_refused_by_number(form: str, row: int) -> None:
    env = FORMS[form].make("kenya")
    FORMS[form].begin(env, 1)
    state, text = env.get_state(0), env.to_json(0)
    for call in (
        lambda: env.get_state(row),
        lambda: env.to_json(row),
        lambda: env.set_state(row, state),
        lambda: env.from_json(row, text),
        lambda: env.legal_actions(row),
    ):
        with pytest.raises(ValueError, match=f"a row is one of 0 … 2, not {row}"):
            call()


@every_game
def test_the_parallel_form_refuses_a_game_that_an_illegal_action_ended(name: str) -> None:
    ended = GameEnv(name, num_players=PLAYERS, strict=False)
    ended.reset(seed=1)
    ended.step(-1)
    env = ParallelGameEnv(name, num_players=PLAYERS)
    env.reset(seed=1)
    before = env.get_state()
    for put in (lambda: env.set_state(ended.get_state()), lambda: env.from_json(ended.to_json())):
        with pytest.raises(ValueError, match="illegal action has ended"):
            put()
    assert env.get_state() == before


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at:][1:]


# --- Through the wrappers of others -----------------------------------------------------------------------


@every_game
def test_gymnasiums_wrappers_give_the_calls_by_get_wrapper_attr_and_survive_deepcopy(name: str) -> None:
    env = gymnasium.make(GYM_IDS[name], num_players=PLAYERS)
    assert env.unwrapped is not env
    env.reset(seed=1)
    bare = env.unwrapped
    assert isinstance(bare, SingleAgentEnv)
    assert not hasattr(env, "clone")  # Gymnasium forwards nothing by itself
    for call in ("clone", "get_state", "set_state", "to_json", "from_json", "determinize", "legal_actions"):
        assert env.get_wrapper_attr(call) == getattr(bare, call)
    wrapped = FlattenObservation(RecordEpisodeStatistics(env))
    wrapped.reset(seed=1)
    state, action = bare.get_state(), bare.legal_actions()[0]
    for made in (copy.deepcopy(wrapped), _through_pickle(wrapped.env)):
        assert type(made) in (FlattenObservation, RecordEpisodeStatistics)
        copied = made.step(action)
        assert bare.get_state() == state != made.get_wrapper_attr("get_state")()
        assert isinstance(made.unwrapped, SingleAgentEnv)
        made.get_wrapper_attr("set_state")(state)
        assert data_equivalence(made.step(action)[1:3], copied[1:3], exact=True)
    with pytest.raises(AttributeError, match="lambda"):
        pickle.dumps(wrapped)  # Gymnasium's FlattenObservation itself cannot be pickled


@every_game
def test_pettingzoos_wrappers_forward_the_calls_and_survive_deepcopy_with_the_game(name: str) -> None:
    bare = GameEnv(name, num_players=PLAYERS)
    env = AssertOutOfBoundsWrapper(OrderEnforcingWrapper(bare))
    env.reset(seed=1)
    env.step(env.legal_actions()[0])
    assert isinstance(env.clone(), GameEnv)  # the game without its wrappers
    state = env.get_state()
    for made in (copy.deepcopy(env), _through_pickle(env)):
        assert isinstance(made, AssertOutOfBoundsWrapper)
        assert isinstance(made.env, OrderEnforcingWrapper)
        assert made.get_state() == state
        made.step(made.legal_actions()[-1])
        assert env.get_state() == state != made.get_state()
        made.from_json(env.to_json())
        assert made.agent_selection == env.agent_selection
        assert data_equivalence(made.last(), env.last(), exact=True)
    env.determinize(0, np.random.default_rng(1))
    assert bare.get_state() != state
    for agent in env.agent_iter():
        env.step(None if env.terminations[agent] else env.legal_actions()[0])


@every_game
def test_a_parallel_wrapper_forwards_the_calls_and_survives_deepcopy_with_the_game(name: str) -> None:
    env = BaseParallelWrapper(ParallelGameEnv(name, num_players=PLAYERS))
    env.reset(seed=1)
    state = env.get_state()
    made = copy.deepcopy(env)
    assert isinstance(made, BaseParallelWrapper)
    made.step({agent: made.legal_actions(agent)[0] for agent in made.agents})
    assert env.get_state() == state != made.get_state()
    made.set_state(state)
    assert made.get_state() == state


def test_before_the_first_reset_pettingzoos_order_wrapper_wants_a_reset_besides_a_state() -> None:
    source = BaseWrapper(GameEnv("kenya"))
    source.reset(seed=1)
    env = OrderEnforcingWrapper(GameEnv("kenya"))
    env.set_state(source.get_state())
    with pytest.raises(AssertionError, match="before step"):
        env.step(env.legal_actions()[0])
    env.reset()
    env.set_state(source.get_state())
    env.step(env.legal_actions()[0])
