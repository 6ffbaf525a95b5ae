from dataclasses import fields
from pathlib import Path

import pytest

from baobab.registry import GAMES
from baobab_training.config import (
    Config,
    ConfigError,
    config_from_dict,
    config_to_dict,
    config_to_toml,
    find_config,
    load_config,
)

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


def test_no_values_give_the_defaults() -> None:
    assert config_from_dict({}) == Config()


def test_a_file_of_differences_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text("[ppo]\nepochs = 7\n[game]\nplayers = [2, 5]\n[game.options]\ntable = 9\n")
    config = load_config(path)
    assert config.ppo.epochs == 7
    assert config.game.players == (2, 5)
    assert config.game.options == {"table": 9}
    assert config.ppo.minibatch == Config().ppo.minibatch
    assert config.run == Config().run


def test_the_resolved_config_reads_back_from_toml_and_from_json(tmp_path: Path) -> None:
    config = config_from_dict(
        {
            "run": {"max_minutes": 2.5},
            "ppo": {"learning_rate": 1e-5},
            "game": {"options": {"brown_cards": "apart", "table": 9, "cards": {"lion": 2}}},
            "evaluation": {"final_opponents": ["é"]},
        }
    )
    path = tmp_path / "config.toml"
    path.write_text(config_to_toml(config), encoding="utf-8")
    assert load_config(path) == config
    assert config_from_dict(config_to_dict(config)) == config


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[ppo]\nepoch = 3", "unknown key ppo.epoch; ppo has games, rollout, epochs"),
        ("[ppo]\nepoch = 3", "did you mean ppo.epochs?"),
        ("[ppo]\nbatch_size = 3", "did you mean maskable_ppo.batch_size?"),
        ("epochs = 3", "did you mean ppo.epochs or dmc.epochs?"),
        ("[ppo]\ngamma = nan", "ppo.gamma lies in 0 … 1, not nan"),
        ("[network]\nplain_layers = [8, 0]", "network.plain_layers lies in 1 … 4096, not 0"),
        ("[network]\nplain_layers = [true]", "network.plain_layers is an integer, not True"),
        ("[network]\nplain_layers = 3", "network.plain_layers is a list, each an integer, not 3"),
        ("[dmc]\nepsilon_end = 1.5", "dmc.epsilon_end lies in 0 … 1, not 1.5"),
        ("[pop]\nepochs = 3", "unknown key pop; a config has run, game, network"),
        ("ppo = 3", "ppo is a table of keys, not 3"),
        ("[ppo]\nepochs = 2.5", "ppo.epochs is an integer, not 2.5"),
        ("[ppo]\nepochs = true", "ppo.epochs is an integer, not True"),
        ("[ppo]\nepochs = 0", "ppo.epochs lies in 1 … 1000, not 0"),
        ("[network]\nkind = 'wide'", "network.kind is one of 'rows', 'plain', not 'wide'"),
        ("[network]\ntrunk_width = 100000", "network.trunk_width lies in 1 … 4096"),
        ("[game]\nplayers = []", "game.players names at least one"),
        ("[opponents]\ngreedy_share = 0.9", "at most 1 together"),
        ("[ppo", "cannot read the config"),
    ],
)
def test_a_wrong_config_is_refused_by_the_name_of_its_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load_config(path)
    assert message in str(refused.value)
    assert "wrong.toml" in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml"):
        load_config(tmp_path / "none.toml")


@pytest.mark.parametrize("path", sorted(CONFIGS.rglob("*.toml")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_projects_own_configs_are_read_and_found(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    load_config(path)
    assert path.parent.name in GAMES
    monkeypatch.chdir(tmp_path)
    found = find_config(path.parent.name, path.stem)
    assert found is not None
    assert found.read_text() == path.read_text()


def test_a_config_in_the_working_directory_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "configs" / "kenya" / "ppo.toml"
    own.parent.mkdir(parents=True)
    own.write_text("")
    monkeypatch.chdir(tmp_path)
    found = find_config("kenya")
    assert found is not None
    assert found.resolve() == own


def test_a_game_without_a_config_has_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_config("no-such-game") is None


def test_every_number_has_a_range_and_every_default_lies_in_it() -> None:
    for section in fields(Config):
        for key in fields(type(getattr(Config(), section.name))):
            default = getattr(getattr(Config(), section.name), key.name)
            if type(default) in (int, float):
                with pytest.raises(ConfigError, match=rf"{section.name}\.{key.name} lies in"):
                    config_from_dict({section.name: {key.name: type(default)(-1)}})
                assert config_from_dict({section.name: {key.name: default}}) == Config()
