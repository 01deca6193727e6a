"""Component tables: what can be replaced, and what is rejected."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import zunft
from tests.games.calimala import invariants
from tests.games.calimala.positions import GAME, P1, can, fresh, give, give_workshops
from zunft.core.components import STATUSES, statuses
from zunft.core.play import choose

MAT = {
    "warehouse_spaces": {"wood": 2, "brick": 4, "marble": 2},
    "cloth_spaces": 2,
    "start_material": {"wood": 1, "brick": 0, "marble": 0},
    "start_cloth": 1,
}


def test_warehouses_and_workshops_can_be_replaced() -> None:
    table = fresh(components={"mat": MAT})
    me = table.players[P1]
    assert (me.warehouse, me.workshops, me.cubes) == ((1, 0, 0), (1,), 38)
    give(table, P1, wood=1, brick=3)
    assert not can(table, P1, "wood")
    assert can(table, P1, "brick")
    give_workshops(table, P1, 2)
    assert not can(table, P1, "weave")


def test_a_file_can_replace_tables(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[palazzo_vecchio]\nart = 7\n", encoding="utf-8")
    table = fresh(components=str(file))
    assert table.board.art_room == (4, 4, 4, 7)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_with_other_numbers_keeps_the_invariants(players: int) -> None:
    churches = [
        {"id": "san_miniato", "wood": 2, "brick": 3, "marble": 4, "art": 1},
        {"id": "santa_croce", "wood": 3, "brick": 4, "marble": 2, "art": 2},
        {"id": "santa_maria", "wood": 4, "brick": 2, "marble": 3, "art": 3},
    ]
    table = GAME.new(players, components={"mat": MAT, "church": churches})
    rng = random.Random(players)
    while not table.is_over():
        table.apply(choose(table, rng))
        invariants.check(table)
    assert table.winners()


def test_every_table_and_row_says_how_far_it_is_known_and_from_where() -> None:
    for name, content in GAME.tables.items():
        for row in content if isinstance(content, list) else [content]:
            assert row["status"] in STATUSES, name
            assert row["source"], name


def test_what_is_published_and_what_is_not() -> None:
    known = statuses(GAME.tables)
    assert known["house_spaces"] == "published"
    assert [name for name, status in known.items() if status == "reconstructed"] == ["church", "mat", "action_cards"]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"palazzo_vecchio": {"art": -1}}, "table palazzo_vecchio, key art"),
    ({"city": [{"id": "london", "spaces": 12}]}, "table city, key id: no row for barcelona"),
    ({"city": [{"id": "rome", "spaces": 12}]}, "table city, row 1, key id"),
    ({"mat": {**MAT, "start_cloth": 3}}, "table mat, key start_cloth"),
    ({"mat": {**MAT, "start_material": {"wood": 3, "brick": 0, "marble": 0}}}, "table mat, key start_material"),
    (
        {"action_cards": dict.fromkeys(GAME.tables["action_cards"].keys() - {"status", "source"}, 4)},
        "table action_cards: 45 cards",
    ),
    ({"grid": {**GAME.tables["grid"], "centre": "wood"}}, "table grid, key random_tiles"),
    ({"spaces": {**GAME.tables["spaces"], "h01": [3, 3]}}, "table spaces, key h01"),
    ({"scoring_cards": {"ids": ["london"] * 10}}, "table scoring_cards, key ids"),
    (
        {"setup": [{**row, "scoring_cards_dealt": 4} for row in GAME.tables["setup"]]},
        "table setup, key scoring_cards_dealt",
    ),
    ({"palazzo_vecchio": {"art": 13}}, "table palazzo_vecchio, key art"),
    ({"dice": {}}, "unknown table 'dice'"),
]


@pytest.mark.parametrize(("tables", "complaint"), BAD)
def test_a_bad_table_is_refused_by_name(tables: dict[str, Any], complaint: str) -> None:
    with pytest.raises(zunft.BadComponents, match=complaint):
        GAME.new(3, components=tables)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(zunft.BadOption, match="edition"):
        GAME.new(3, edition=3)
    with pytest.raises(zunft.BadOption, match="3 to 5"):
        GAME.new(2)
