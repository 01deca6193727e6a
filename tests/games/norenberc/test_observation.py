"""Observations: the row and the sheets give the deciding player everything in the view."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    GAME,
    ORANGE,
    YELLOW,
    B,
    dealt,
    give_only,
    give_tiles,
    play,
    put_guest,
    visit,
)
from zunft.core import conformance
from zunft.games.norenberc import observation
from zunft.games.norenberc.actions import PLACE_IDS
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import CITIZEN_FACES, CRAFTSMEN, TILE_IDS

SETTINGS = list(conformance.settings(GAME))
ENOUGH = 400  # positions of each setting


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_equal_rows_and_choices_mean_equal_views(players: int, options: dict[str, Any]) -> None:
    conformance.check_rows_are_complete(GAME, players, options, seed=players, most=ENOUGH)


@pytest.mark.parametrize("players", GAME.players)
def test_equal_words_and_choices_mean_equal_views(players: int) -> None:
    conformance.check_texts_are_complete(GAME, players, seed=players, most=ENOUGH)


def row(table: Norenberc, viewer: int) -> dict[str, list[int]]:
    return observation.LAYOUT.named(observation.observe(table, viewer))


def hired(guest: str) -> Norenberc:
    """Blue has hired this guest from room B of the bakers."""
    table = dealt()
    give_only(table, BLUE, pastry=2)
    put_guest(table, BAKERS, B, guest)
    visit(table, BAKERS, BLUE)
    play(table, "hire B", "pay pastry")
    return table


def test_the_row_names_the_victim_as_the_viewer_counts_seats() -> None:
    table = hired("thief")
    assert row(table, BLUE)["table robbing"] == [0]
    play(table, f"rob {YELLOW + 1}")
    assert row(table, BLUE)["table robbing"] == [3]
    assert row(table, ORANGE)["table robbing"] == [2]
    assert row(table, YELLOW)["table robbing"] == [1]


def test_the_row_names_the_place_of_the_craftsman_about_to_be_swapped() -> None:
    table = hired("guard")
    assert row(table, BLUE)["table swapping"] == [0]
    play(table, "swap bakers-window-2")
    assert row(table, BLUE)["table swapping"] == [PLACE_IDS.index("bakers-window-2") + 1]


def test_craftsmen_are_shown_by_guild_and_by_value() -> None:
    """Two hands with equal sums in each guild differ for a Foreman."""
    one, other = dealt(), dealt()
    give_tiles(one, BLUE, "printers-2+", "printers-6")
    give_tiles(other, BLUE, "printers-3+", "printers-5")
    for field in ("craftsmen", "values"):
        assert row(one, BLUE)[f"player 0 {field}"] == row(other, BLUE)[f"player 0 {field}"]
    assert row(one, BLUE)["player 0 worth"] == [1, 0, 0, 0, 1, 0]
    assert row(other, ORANGE)["player 2 worth"] == [0, 1, 0, 1, 0, 0]


def test_what_is_out_of_sight_is_counted() -> None:
    """Craftsmen in the stack can be counted; citizens only together with those left out."""
    table = dealt()
    seen = row(table, ORANGE)
    unseen = Counter(TILE_IDS[tile] for tile in (*table.stack, *table.left_out))
    assert table.view(ORANGE)["unseen"] == unseen
    assert seen["table unseen_citizens"] == [unseen[face] for face in CITIZEN_FACES]
    for number, guild in enumerate(("brewers", "bakers", "shoemakers", "printers")):
        faces = TILE_IDS[CRAFTSMEN + 12 * number : CRAFTSMEN + 12 * (number + 1)]
        assert all(face.startswith(guild) for face in faces)
        assert seen[f"house {number} unseen"] == [unseen[face] for face in faces]
