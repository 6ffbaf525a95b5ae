"""One flat action space made of named blocks."""

import pytest

from baobab.core.actions import ActionSpace

SPACE = ActionSpace(("draw", 3, "take"), ("pass", 1, "nothing"), ("cell", 4, "place"))


def test_blocks_lie_one_after_another_without_gaps() -> None:
    assert [(block.name, block.start, block.size) for block in SPACE] == [
        ("draw", 0, 3),
        ("pass", 3, 1),
        ("cell", 4, 4),
    ]
    assert SPACE.size == 8
    assert SPACE["cell"].meaning == "place"


def test_every_action_is_in_one_block() -> None:
    assert [(block.name, place) for block, place in map(SPACE.locate, range(8))] == [
        *(("draw", 0), ("draw", 1), ("draw", 2), ("pass", 0)),
        *(("cell", 0), ("cell", 1), ("cell", 2), ("cell", 3)),
    ]


@pytest.mark.parametrize("action", [-1, 8, 1000])
def test_an_action_outside_is_refused_by_number(action: int) -> None:
    with pytest.raises(ValueError, match=f"{action} is outside 0 … 7"):
        SPACE.locate(action)


def test_the_digest_tells_spaces_apart_whose_ids_mean_something_else() -> None:
    spaces = [
        SPACE,
        ActionSpace(("draw", 3, ""), ("cell", 4, ""), ("pass", 1, "")),
        ActionSpace(("draw", 3, ""), ("pass", 1, ""), ("cell", 5, "")),
        ActionSpace(("take", 3, ""), ("pass", 1, ""), ("cell", 4, "")),
    ]
    assert len({space.digest for space in spaces}) == 4
    assert ActionSpace(("draw", 3, "x"), ("pass", 1, "y"), ("cell", 4, "z")).digest == SPACE.digest
