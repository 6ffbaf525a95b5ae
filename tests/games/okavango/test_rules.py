"""Okavango's rules case by case: first the rule book's own examples, then each rule and ruling."""

import numpy as np
import pytest
from tests.games.okavango.boards import (
    apply,
    drink,
    groups,
    lying,
    may_drink,
    position,
    random_states,
    reserve,
    river_choices,
    tiles,
)
from tests.playing import asked, legal, play

from baobab.core.game import Game
from baobab.core.record import NOBODY, Rows, copy_rows
from baobab.games.okavango.cards import NUM_HOLES, POOL_NAMES, RANGER, SPECIES
from baobab.registry import load_game

pytestmark = pytest.mark.kernels

SIX = "hole:7"
"""The hole of the rule book's examples: worth 6, 6 white and 2 dark spaces."""
FIVE = "arm:1"
"""The arm of the rule book's examples: 3 white and 2 dark spaces, 3, 4 and 5."""


def legal_sizes(game: Game, rows: Rows) -> set[int]:
    """The sizes that the group asked for may have."""
    return {int(name.removeprefix("size ")) for name in legal(game, rows)}


def points(rows: Rows, seat: int = 0) -> int:
    return int(rows[0].score[seat])


# --- The rule book's hole ---------------------------------------------------------------------------------


def test_example_three_lions_replace_one_meerkat_for_nothing(game: Game) -> None:
    rows = position(game, {SIX: "meerkat"}, known=["lion*3", ""], river="zebra")
    drink(game, rows, SIX, "lion*3")
    assert points(rows) == 0
    assert lying(rows, SIX) == tiles("lion*3")
    assert reserve(rows, 0) == tiles("meerkat")


def test_example_six_zebras_replace_three_lions_for_six_points(game: Game) -> None:
    rows = position(game, {SIX: "lion*3"}, known=["zebra*6", ""], river="zebra")
    drink(game, rows, SIX, "zebra*6")
    assert points(rows) == 6
    assert reserve(rows, 0) == tiles("lion*3")


def test_example_six_flamingos_and_a_ranger_replace_six_zebras_for_six_points(game: Game) -> None:
    rows = position(game, {SIX: "zebra*6"}, known=["flamingo*6 ranger", ""], river="zebra")
    drink(game, rows, SIX, "flamingo*6 ranger")
    assert points(rows) == 6
    assert lying(rows, SIX) == tiles("flamingo*6 ranger")


def test_example_the_next_player_swaps_the_ranger_and_may_use_it_elsewhere_but_not_at_that_hole(game: Game) -> None:
    pools = {SIX: "flamingo*6 ranger", "hole:0": "lion"}
    rows = position(game, pools, known=["", "flamingo giraffe*8 lion"], river="zebra*2", player=1)
    play(game, rows, f"swap {SIX}")
    assert lying(rows, SIX) == tiles("flamingo*7")
    assert reserve(rows, 1) == tiles("ranger giraffe*8 lion")
    assert rows[0].score.tolist() == [0, 0, 0, 0]
    assert asked(game, rows) == "drink"
    assert f"drink {SIX}" not in legal(game, rows), "eight giraffes would go there"
    assert not [name for name in legal(game, rows) if name.startswith("swap")]
    drink(game, rows, "hole:0", "lion ranger")
    assert lying(rows, "hole:0") == tiles("lion ranger")
    assert points(rows, 1) == 2


def test_example_eight_giraffes_replace_seven_flamingos_for_six_points(game: Game) -> None:
    rows = position(game, {SIX: "flamingo*7"}, known=["giraffe*8", ""], river="zebra")
    drink(game, rows, SIX, "giraffe*8")
    assert points(rows) == 6


def test_example_eight_lions_replace_eight_giraffes_for_six_points(game: Game) -> None:
    rows = position(game, {SIX: "giraffe*8"}, known=["lion*8", ""], river="zebra")
    drink(game, rows, SIX, "lion*8")
    assert points(rows) == 6


def test_example_a_full_hole_refuses_eight_of_a_lower_rank(game: Game) -> None:
    rows = position(game, {SIX: "giraffe*8"}, known=["zebra*8 ranger*2", ""], river="lion")
    assert not may_drink(game, rows, SIX, "zebra*8")
    assert f"drink {SIX}" not in legal(game, rows), "nor ten, for which there is no room"


# --- The rule book's arm ----------------------------------------------------------------------------------


def test_example_gazelle_elephant_and_rhinoceros_replace_a_monkey_for_three_points(game: Game) -> None:
    rows = position(game, {FIVE: "monkey"}, known=["gazelle elephant rhinoceros", ""], river="zebra")
    drink(game, rows, FIVE, "gazelle elephant rhinoceros")
    assert points(rows) == 3
    assert reserve(rows, 0) == tiles("monkey")


def test_example_four_animals_replace_three_for_four_points(game: Game) -> None:
    pools = {FIVE: "gazelle elephant rhinoceros"}
    rows = position(game, pools, known=["flamingo monkey elephant lion", ""], river="zebra")
    drink(game, rows, FIVE, "flamingo monkey elephant lion")
    assert points(rows) == 4
    assert reserve(rows, 0) == tiles("gazelle elephant rhinoceros")


def test_example_five_animals_fill_the_arm_for_five_points_and_go_into_the_bag(game: Game) -> None:
    five = "meerkat flamingo monkey leopard rhinoceros"
    rows = position(game, {FIVE: "flamingo monkey elephant lion"}, known=[five, ""], river="zebra*13")
    drink(game, rows, FIVE, five)
    assert points(rows) == 5
    assert rows[0].dry[POOL_NAMES.index(FIVE)] == 1
    assert lying(rows, FIVE) == {}
    assert rows[0].bag[:RANGER].tolist() == [name in five.split() for name in SPECIES]
    assert rows[0].num_bag == 5
    assert reserve(rows, 0) == tiles("flamingo monkey elephant lion")


# --- The rule book's river --------------------------------------------------------------------------------


def test_example_after_three_giraffes_the_river_gives_as_many_of_a_lower_rank_and_all_that_is_fewer(game: Game) -> None:
    river = "zebra*3 flamingo leopard rhinoceros lion*2 ranger*2"
    rows = position(game, {SIX: "meerkat"}, known=["giraffe*3", ""], river=river)
    drink(game, rows, SIX, "giraffe*3")
    assert river_choices(game, rows) == {"zebra", "flamingo", "leopard", "rhinoceros", "lion", "ranger", "nothing"}
    for kind, number in (("zebra", 3), ("flamingo", 1), ("leopard", 1), ("rhinoceros", 1), ("lion", 2), ("ranger", 1)):
        trial = copy_rows(rows)
        apply(game, trial, f"river {kind}")
        assert trial[0].reserve[0].sum() - rows[0].reserve[0].sum() == number


def test_example_after_three_giraffes_three_leopards_may_not_be_taken(game: Game) -> None:
    rows = position(game, {SIX: "meerkat"}, known=["giraffe*3", ""], river="leopard*3 zebra*4 monkey*3 lion")
    drink(game, rows, SIX, "giraffe*3")
    assert river_choices(game, rows) == {"monkey", "lion", "nothing"}


# --- Holes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lies", "placed", "allowed"),
    [
        ("zebra*2", "meerkat*3", True),
        ("zebra*2", "zebra*3", True),
        ("zebra*2", "giraffe*2", True),
        ("zebra*2", "gazelle*2", False),
        ("zebra*2", "zebra*2", False),
        ("zebra*2", "lion", False),
        ("zebra ranger", "giraffe ranger", True),
        ("zebra ranger", "gazelle ranger", False),
        ("zebra ranger", "meerkat*2 ranger", True),
        ("zebra ranger", "meerkat ranger*2", True),
        ("zebra*2", "lion*5", True),
        ("zebra*2", "lion*6", False),
    ],
)
def test_a_hole_takes_more_tiles_or_as_many_of_a_higher_rank(game: Game, lies: str, placed: str, allowed: bool) -> None:
    rows = position(game, {"hole:1": lies}, known=[placed, ""], river="lion")
    assert may_drink(game, rows, "hole:1", placed) == allowed


def test_a_group_has_at_least_one_real_animal(game: Game) -> None:
    rows = position(game, {"hole:1": "zebra"}, known=["ranger*3", ""], river="lion")
    assert legal(game, rows) == {"pass lion"}
    rows = position(game, {"hole:1": "zebra"}, known=["ranger*3 giraffe", ""], river="lion")
    assert may_drink(game, rows, "hole:1", "giraffe ranger*3")
    assert may_drink(game, rows, "hole:1", "giraffe ranger*2")


def test_a_hole_scores_whenever_its_white_spaces_are_full(game: Game) -> None:
    for size, expected in ((3, 0), (4, 4), (5, 4), (6, 4)):
        rows = position(game, {"hole:3": "lion"}, known=["zebra*6", ""], river="lion")
        drink(game, rows, "hole:3", f"zebra*{size}")
        assert points(rows) == expected


def test_the_tiles_that_lay_there_are_not_part_of_the_new_group(game: Game) -> None:
    rows = position(game, {"hole:7": "zebra*3"}, known=["zebra*4", ""], river="lion")
    assert {dict(group)["zebra"] for pool, group in groups(game, rows) if pool == "hole:7"} == {4}


# --- Arms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lies", "placed", "allowed"),
    [
        ("lion", "meerkat flamingo", True),
        ("lion monkey", "gazelle zebra", False),
        ("lion monkey", "lion monkey zebra", True),
        ("lion ranger", "meerkat flamingo", False),
        ("lion ranger", "meerkat flamingo zebra", True),
        ("lion", "meerkat ranger*2", True),
    ],
)
def test_an_arm_takes_strictly_more_tiles_and_ranks_do_not_count(
    game: Game, lies: str, placed: str, allowed: bool
) -> None:
    rows = position(game, {"arm:2": lies}, known=[placed, ""], river="lion")
    assert may_drink(game, rows, "arm:2", placed) == allowed


def test_an_arm_may_advance_by_several_numbers_at_once(game: Game) -> None:
    rows = position(game, {"arm:2": "lion"}, known=["meerkat flamingo monkey gazelle zebra giraffe", ""], river="lion")
    drink(game, rows, "arm:2", "meerkat flamingo monkey gazelle zebra giraffe")
    assert points(rows) == 6


@pytest.mark.parametrize(("lying_there", "most"), [(1, 3), (2, 3), (3, 4), (4, 5)])
def test_with_arm_steps_one_a_placement_reaches_at_most_one_number_more(lying_there: int, most: int) -> None:
    game = load_game("okavango", arm_steps="one")
    held = "zebra giraffe elephant buffalo leopard"
    rows = position(game, {FIVE: " ".join(SPECIES[:lying_there])}, known=[held, ""], river="lion")
    apply(game, rows, f"drink {FIVE}")
    assert legal(game, rows) == {f"size {size}" for size in range(lying_there + 1, most + 1)}


@pytest.mark.parametrize(
    ("pool", "lies", "most", "most_later"),
    [
        (SIX, "meerkat", 8, 6),
        (SIX, "meerkat*5", 8, 6),
        (SIX, "meerkat*6", 8, 8),
        (SIX, "meerkat*7", 8, 8),
        (FIVE, "meerkat", 5, 3),
        (FIVE, "meerkat flamingo", 5, 3),
        (FIVE, "meerkat flamingo monkey", 5, 5),
        (FIVE, "meerkat flamingo monkey ranger", 5, 5),
    ],
)
def test_dark_spaces_open_with_the_white_ones_or_later(pool: str, lies: str, most: int, most_later: int) -> None:
    held = "zebra*8 giraffe elephant buffalo leopard"
    chosen = ["animal zebra"] if pool == SIX else []
    for option, expected in (("same", most), ("later", most_later)):
        game = load_game("okavango", dark=option)
        rows = position(game, {pool: lies}, known=[held, ""], river="lion")
        apply(game, rows, f"drink {pool}", *chosen)
        fewest = len(lies.split()) + 1 if pool == FIVE else int(rows[0].count[POOL_NAMES.index(pool)])
        assert legal_sizes(game, rows) == set(range(fewest, expected + 1))


def test_with_dark_later_and_arm_steps_one_an_arm_is_filled_space_by_space() -> None:
    game = load_game("okavango", dark="later", arm_steps="one")
    held = "zebra giraffe elephant buffalo leopard"
    for number, most in ((1, 3), (2, 3), (3, 4), (4, 5)):
        rows = position(game, {FIVE: " ".join(SPECIES[:number])}, known=[held, ""], river="lion")
        apply(game, rows, f"drink {FIVE}")
        assert max(legal_sizes(game, rows)) == most


def test_a_forced_size_keeps_to_the_white_spaces() -> None:
    game = load_game("okavango", dark="later")
    rows = position(game, {SIX: "lion*5"}, known=["zebra*8", ""], river="lion")
    play(game, rows, f"drink {SIX}")
    assert lying(rows, SIX) == tiles("zebra*6")


def test_a_dry_arm_is_out_of_play(game: Game) -> None:
    rows = position(game, dry=[FIVE], known=["zebra giraffe elephant", ""], river="lion")
    assert f"drink {FIVE}" not in legal(game, rows)


def test_rangers_of_a_dried_arm_go_into_the_bag_too(game: Game) -> None:
    rows = position(game, {"arm:0": "zebra"}, known=["lion monkey ranger*2", ""], river="lion*13")
    drink(game, rows, "arm:0", "lion monkey ranger*2")
    assert points(rows) == 4
    assert rows[0].bag[RANGER] == 2
    assert rows[0].num_bag == 4


def test_a_bag_that_grew_again_fills_the_river(game: Game) -> None:
    rows = position(game, {"arm:0": "zebra"}, known=["lion monkey buffalo giraffe", "zebra"], river="lion")
    drink(game, rows, "arm:0", "lion monkey buffalo giraffe")
    play(game, rows, "river lion")
    assert rows[0].num_bag == 0
    assert rows[0].num_river == 4
    assert rows[0].player == 1


def test_an_arm_dried_on_an_empty_river_asks_nothing_and_fills_it(game: Game) -> None:
    rows = position(game, {"arm:0": "zebra"}, known=["lion monkey buffalo giraffe", "zebra"])
    drink(game, rows, "arm:0", "lion monkey buffalo giraffe")
    assert asked(game, rows) == "chance"
    game.kernels.chance_many(game.params, rows)
    assert (rows[0].num_river, rows[0].num_bag, rows[0].player) == (4, 0, 1)


# --- Swap -------------------------------------------------------------------------------------------------


def test_a_swap_at_a_hole_needs_the_herds_species(game: Game) -> None:
    rows = position(game, {SIX: "zebra*2 ranger"}, known=["giraffe", ""], river="lion")
    assert f"swap {SIX}" not in legal(game, rows)
    rows = position(game, {SIX: "zebra*2 ranger"}, known=["zebra", ""], river="lion")
    assert f"swap {SIX}" in legal(game, rows)


def test_a_swap_at_an_arm_chooses_a_species_that_does_not_lie_there(game: Game) -> None:
    pools = {FIVE: "lion zebra ranger"}
    rows = position(game, pools, known=["lion monkey giraffe", ""], river="lion")
    play(game, rows, f"swap {FIVE}")
    assert legal(game, rows) == {"animal monkey", "animal giraffe"}
    play(game, rows, "animal giraffe")
    assert lying(rows, FIVE) == tiles("lion zebra giraffe")
    assert reserve(rows, 0) == tiles("lion monkey ranger")
    rows = position(game, pools, known=["lion zebra", ""], river="lion")
    assert f"swap {FIVE}" not in legal(game, rows)


def test_a_swap_with_one_species_asks_nothing(game: Game) -> None:
    rows = position(game, {FIVE: "lion ranger"}, known=["lion giraffe", ""], river="lion zebra")
    play(game, rows, f"swap {FIVE}")
    assert asked(game, rows) == "drink"
    assert lying(rows, FIVE) == tiles("lion giraffe")


def test_a_swap_may_be_followed_by_a_pass_and_the_pool_opens_again_next_turn(game: Game) -> None:
    rows = position(game, {SIX: "zebra*2 ranger"}, known=["zebra giraffe*4", "lion*4"], river="lion zebra monkey")
    play(game, rows, f"swap {SIX}", "pass monkey")
    assert reserve(rows, 0) == tiles("ranger giraffe*4 monkey")
    assert (rows[0].player, rows[0].swapped) == (1, -1)
    assert f"drink {SIX}" in legal(game, rows)


def test_there_is_one_swap_a_turn_though_two_rangers_lie_there(game: Game) -> None:
    rows = position(game, {SIX: "zebra ranger*2"}, known=["zebra*2", ""], river="lion monkey")
    play(game, rows, f"swap {SIX}")
    assert lying(rows, SIX) == tiles("zebra*2 ranger")
    assert not [name for name in legal(game, rows) if name.startswith("swap")]


# --- River and pass ---------------------------------------------------------------------------------------


def test_after_an_arm_only_smaller_groups_may_be_taken(game: Game) -> None:
    rows = position(game, {FIVE: "lion"}, known=["zebra giraffe", ""], river="meerkat*2 monkey leopard*3 ranger")
    drink(game, rows, FIVE, "zebra giraffe")
    assert river_choices(game, rows) == {"monkey", "ranger", "nothing"}


def test_a_ranger_may_be_taken_after_a_single_tile(game: Game) -> None:
    rows = position(game, {SIX: "meerkat"}, known=["lion", ""], river="ranger*3 flamingo zebra*2")
    drink(game, rows, SIX, "lion")
    assert river_choices(game, rows) == {"ranger", "flamingo", "nothing"}
    apply(game, rows, "river ranger")
    assert reserve(rows, 0) == tiles("meerkat ranger")
    assert rows[0].river[RANGER] == 2


def test_rangers_of_the_group_count_for_the_river(game: Game) -> None:
    rows = position(game, {SIX: "meerkat"}, known=["giraffe ranger*2", ""], river="zebra*3 lion*2 leopard*3")
    drink(game, rows, SIX, "giraffe ranger*2")
    assert river_choices(game, rows) == {"zebra", "lion", "nothing"}


def test_where_only_nothing_may_be_taken_nobody_is_asked(game: Game) -> None:
    rows = position(game, {SIX: "meerkat"}, known=["flamingo", "lion"], river="zebra*2")
    play(game, rows, f"drink {SIX}")
    assert (rows[0].player, rows[0].num_river) == (1, 2)


def test_an_empty_river_asks_nothing_after_a_drink(game: Game) -> None:
    rows = position(game, {SIX: "meerkat"}, known=["flamingo", "lion"])
    drink(game, rows, SIX, "flamingo")
    assert (rows[0].player, asked(game, rows)) == (1, "turn")


def test_a_pass_takes_one_tile_even_of_a_larger_group(game: Game) -> None:
    rows = position(game, known=["", ""], river="zebra*3 ranger*2", bag="lion")
    assert legal(game, rows) == {"pass zebra", "pass ranger"}
    play(game, rows, "pass zebra")
    assert reserve(rows, 0) == tiles("zebra")
    assert rows[0].river.sum() == 5, "the lion came from the bag"
    assert rows[0].num_bag == 0


def test_a_pass_on_an_empty_river_takes_nothing(game: Game) -> None:
    rows = position(game, known=["lion", "lion"])
    assert "pass nothing" in legal(game, rows)
    play(game, rows, "pass nothing")
    assert (reserve(rows, 0), rows[0].player) == (tiles("lion"), 1)


def test_the_river_refills_to_thirteen_after_the_last_turn_too(game: Game) -> None:
    rows = position(game, full_but_one(), known=["lion*2", ""], river="zebra", bag="monkey*2", dry=["arm:0"], first=1)
    drink(game, rows, "hole:0", "lion*2")
    play(game, rows, "river zebra")
    assert rows[0].player == NOBODY
    assert rows[0].river.sum() == 2


# --- End --------------------------------------------------------------------------------------------------


def full_but_one() -> dict[str, str]:
    """All white spaces are occupied but one of `hole:0`."""
    whites = (3, 3, 4, 4, 5, 5, 6)
    holes = {f"hole:{hole}": f"meerkat*{white}" for hole, white in enumerate(whites, start=1)}
    return {**holes, "hole:0": "meerkat", **{f"arm:{arm}": "meerkat monkey zebra lion" for arm in range(1, 3)}}


@pytest.mark.parametrize(("first", "turns"), [(0, 3), (1, 1), (2, 2)])
def test_the_round_in_which_all_white_spaces_are_occupied_is_finished(game: Game, first: int, turns: int) -> None:
    known = ["lion*2", "", ""]
    rows = position(game, full_but_one(), known=known, river="zebra*9", dry=["arm:0"], first=first)
    drink(game, rows, "hole:0", "lion*2")
    apply(game, rows, "river nothing")
    assert rows[0].ending == 1
    for _ in range(turns - 1):
        assert rows[0].player != NOBODY
        play(game, rows, "pass zebra")
    assert rows[0].player == NOBODY


@pytest.mark.parametrize(("end", "over"), [("pools", False), ("holes", True)])
def test_whether_the_arms_count_is_an_option(end: str, over: bool) -> None:
    game = load_game("okavango", end=end)
    pools = full_but_one() | {"arm:0": "meerkat"}
    rows = position(game, pools, known=["lion*2", ""], river="zebra*9", first=1)
    drink(game, rows, "hole:0", "lion*2")
    apply(game, rows, "river nothing")
    assert (rows[0].player == NOBODY) == over


def test_a_dry_arm_counts_as_done(game: Game) -> None:
    pools = full_but_one() | {"hole:0": "meerkat*2"}
    known = ["lion monkey buffalo giraffe", ""]
    rows = position(game, pools, known=known, river="zebra*13", dry=["arm:1", "arm:2"], first=1)
    drink(game, rows, "arm:0", "lion monkey buffalo giraffe")
    assert rows[0].ending == 1


def test_most_points_win_and_a_tie_is_shared(game: Game) -> None:
    rows = position(game, known=["", "", "", ""])
    rows[0].score[:] = [7, 9, 9, 3]
    scores, ranks = game.results(rows)
    assert scores[0].tolist() == [7, 9, 9, 3]
    assert ranks[0].tolist() == [3, 1, 1, 4]


def test_the_game_ends_when_all_have_passed_on_an_empty_river(game: Game) -> None:
    rows = position(game, known=["lion", "lion", "lion"], first=2)
    play(game, rows, "pass nothing", "pass nothing")
    assert rows[0].player == 2
    play(game, rows, "pass nothing")
    assert rows[0].player == NOBODY
    assert rows[0].ending == 0


def test_the_pass_that_takes_the_last_tile_does_not_count(game: Game) -> None:
    rows = position(game, known=["lion", "lion"], river="zebra")
    play(game, rows, "pass zebra", "pass nothing")
    assert rows[0].player == 0
    play(game, rows, "pass nothing")
    assert rows[0].player == NOBODY


def test_a_drink_breaks_the_row_of_passes_and_a_swap_does_not(game: Game) -> None:
    pools = {SIX: "zebra*2 ranger"}
    rows = position(game, pools, known=["lion*4", "zebra"])
    play(game, rows, "pass nothing", f"swap {SIX}")
    assert rows[0].player == NOBODY, "nothing is left but to pass"
    rows = position(game, pools, known=["lion*4", "zebra"])
    play(game, rows, "pass nothing")
    drink(game, rows, "hole:0", "zebra")
    assert (rows[0].player, rows[0].empty_passes) == (0, 0)


# --- Every group once -------------------------------------------------------------------------------------


def brute_groups(game: Game, rows: Rows) -> set[tuple[str, tuple[tuple[str, int], ...]]]:
    """Every group that the rule book allows, straight from its words."""
    row, params = rows[0], game.params[0]
    held = [int(count) for count in row.reserve[row.player]]
    found = set()
    for pool, name in enumerate(POOL_NAMES):
        if row.dry[pool] or row.swapped == pool:
            continue
        before, spaces = int(row.pools[pool].sum()), int(params.spaces[pool])
        if game.options["dark"] == "later" and before < params.white[pool]:
            spaces = int(params.white[pool])
        if pool < NUM_HOLES:
            rank = int(np.flatnonzero(row.pools[pool, :RANGER])[0])
            candidates = [
                {species: real, RANGER: jokers}
                for species in range(RANGER)
                for real in range(1, held[species] + 1)
                for jokers in range(held[RANGER] + 1)
                if real + jokers > before or (real + jokers == before and species > rank)
            ]
        else:
            most = spaces
            if game.options["arm_steps"] == "one":
                reached = max(before - int(params.white[pool]) + 1, 0)
                most = int(params.white[pool]) + reached
            candidates = [
                {**{kind: 1 for kind in range(RANGER) if chosen >> kind & 1}, RANGER: jokers}
                for chosen in range(1, 1 << RANGER)
                for jokers in range(held[RANGER] + 1)
                if all(held[kind] for kind in range(RANGER) if chosen >> kind & 1)
                and before < chosen.bit_count() + jokers <= min(most, spaces)
            ]
        for group in candidates:
            if sum(group.values()) <= spaces:
                names = ((*SPECIES, "ranger")[kind] for kind in sorted(group) if group[kind])
                counts = (group[kind] for kind in sorted(group) if group[kind])
                found.add((name, tuple(zip(names, counts, strict=True))))
    return found


@pytest.mark.parametrize("options", [{}, {"arm_steps": "one"}, {"dark": "later"}])
def test_the_decisions_lead_to_every_legal_group_in_exactly_one_way_and_to_no_other(options: dict[str, str]) -> None:
    game = load_game("okavango", **options)
    seen = 0
    for rows in random_states(game, full=3, small=1, every=23):
        if asked(game, rows) in ("turn", "drink"):
            ways = groups(game, rows)
            assert set(ways.values()) <= {1}
            assert set(ways) == brute_groups(game, rows)
            seen += len(ways)
    assert seen > 100
