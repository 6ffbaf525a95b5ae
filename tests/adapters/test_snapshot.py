"""States as bytes and as JSON: what is refused, and that the refusal says why."""

import json
from typing import Any

import pytest

from baobab.adapters import snapshot
from baobab.adapters.aec import GameEnv
from baobab.core.game import Game
from baobab.registry import GAMES


@pytest.fixture
def env(game: Game) -> GameEnv:
    made = GameEnv(game, num_players=3)
    made.reset(seed=5)
    made.step(made.legal_actions()[0])
    return made


def changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:-1], "bytes"),
        (lambda data: data + b"\0", "bytes"),
        (lambda data: changed(data, len(data) // 2), "damaged"),
        (lambda data: changed(data, len(data) - 1), "damaged"),
        (lambda data: changed(data, data.index(b"\n") + 1), "damaged"),
        (lambda data: changed(data, 2), "no baobab-state"),
        (lambda data: b"", "no baobab-state"),
        (lambda data: b"\x80\x04\x95", "no baobab-state"),
        (lambda data: data.decode("latin-1"), "bytes, not str"),
        (lambda data: data.replace(b'"version":', b'"version":9'), "version 9"),
        (lambda data: data.replace(b'"game":"', b'"game":"old'), "game 'old"),
    ],
)
def test_damaged_bytes_are_refused_and_change_nothing(env: GameEnv, damage: Any, why: str) -> None:
    before = env.get_state()
    with pytest.raises(ValueError, match=why):
        env.set_state(damage(before))
    assert env.get_state() == before


def test_every_single_damaged_byte_is_noticed(env: GameEnv) -> None:
    data = env.get_state()
    for at in range(0, len(data), 37):
        with pytest.raises(ValueError, match="state"):
            env.set_state(changed(data, at))


def test_bytes_of_another_number_of_players_are_refused(env: GameEnv, game: Game) -> None:
    with pytest.raises(ValueError, match="players 3, the environment of 2"):
        GameEnv(game, num_players=2).set_state(env.get_state())


def test_a_state_may_be_set_without_a_reset(env: GameEnv, game: Game) -> None:
    other = GameEnv(game, num_players=3)
    other.set_state(bytearray(env.get_state()))  # type: ignore[arg-type] # bytes of other kinds are taken too
    assert other.agent_selection == env.agent_selection
    assert other.legal_actions() == env.legal_actions()


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (["game"], "chess", "game 'chess'"),
        (["version"], 99, "version 99"),
        (["players"], 2, "players 2"),
        (["options"], {"a": 1}, "options"),
        (["extra"], 1, "keys"),
        (["state"], [], "fields"),
        (["state", "player"], 3, "player is 3"),
        (["state", "player"], -2, "player is -2"),
        (["state", "num_players"], 2, "num_players"),
        (["state", "phase"], 99, "phase"),
        (["state", "phase"], 1000, "phase"),
        (["state", "opening"], 2, "opening"),
        (["state", "decisions"], -1, "decisions"),
        (["state", "rng"], [1, 2, 3], "rng"),
        (["state", "player"], "0", "player"),
        (["ended", "gone"], 1, "ended"),
        (["ended", "offender"], 3, "ended"),
        (["ended", "gone"], 0.0, "integers"),
        (["ended"], None, "ended"),
    ],
)
def test_json_that_is_no_state_of_the_game_is_refused(env: GameEnv, path: list[str], value: Any, why: str) -> None:
    told = json.loads(env.to_json())
    inner = told
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    before = env.get_state()
    with pytest.raises(ValueError, match=why):
        env.from_json(json.dumps(told))
    assert env.get_state() == before


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"state": {}}'])
def test_what_is_no_json_of_a_state_is_refused(env: GameEnv, text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expecting"):
        env.from_json(text)


def test_a_missing_field_is_refused(env: GameEnv) -> None:
    told = json.loads(env.to_json())
    del told["state"]["phase"]
    with pytest.raises(ValueError, match="phase"):
        env.from_json(json.dumps(told))


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("value", [-128, 99, 127])
def test_a_check_of_wild_values_refuses_them_or_is_content_but_never_fails_itself(name: str, value: int) -> None:
    env = GameEnv(name, num_players=3)
    env.reset(seed=5)
    for _ in range(6):
        env.step(env.legal_actions()[0])
    told, refused = json.loads(env.to_json()), 0
    for field, held in told["state"].items():
        holder, key = told["state"], field
        while isinstance(held, list):  # the first entry of an array
            holder, key, held = held, 0, held[0]
        holder[key] = value
        try:
            snapshot.from_dict(env.game, told, num_players=3)
        except ValueError:
            refused += 1
        holder[key] = held
    snapshot.from_dict(env.game, told, num_players=3)
    assert refused > len(told["state"]) // 3
