"""The component file and its replacements, and agendas with unknown steps."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import zunft
from tests.games.norenberc import invariants
from tests.games.norenberc.positions import GAME, dealt, new
from zunft.core.errors import UnknownStep
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.norenberc.components import Components
from zunft.games.norenberc.tiles import GUILDS, guild_of, value_of

UNKNOWN = 999


def test_every_table_and_row_says_how_far_it_is_known_and_from_where() -> None:
    for name, content in GAME.tables.items():
        for row in content if isinstance(content, list) else [content]:
            assert row.get("status") and row.get("source"), name


def test_what_the_rulebooks_do_not_print_is_called_reconstructed() -> None:
    """Copies of citizens and the set of craftsmen are our choice, everything else is printed somewhere."""
    weak = {name for name, status in zunft.core.components.statuses(GAME.tables).items() if status == "reconstructed"}
    assert weak == {"craftsmen", "citizen"}


# Craftsmen that differ by guild


def sevens(number: int) -> list[dict[str, Any]]:
    """Eleven craftsmen, this many of them worth 7, the others 2 with an agent icon."""
    return [{"value": 7, "agent": False}] * number + [{"value": 2, "agent": True}] * (11 - number)


def with_own_bakers() -> dict[str, object]:
    return {"craftsmen": {**GAME.tables["craftsmen"], "bakers": sevens(4)}}


def test_a_guild_may_have_craftsmen_of_its_own() -> None:
    parts = Components({**GAME.tables, **with_own_bakers()})
    values = {
        guild: Counter(value_of(tile) for tile in parts.craftsmen if guild_of(tile) == guild) for guild in range(6)
    }
    assert values.pop(GUILDS.index("bakers")) == {7: 4, 2: 7}
    assert all(found == {2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 1} for found in values.values())
    assert parts.craftsmen == sorted(parts.craftsmen)


def test_every_guild_may_differ() -> None:
    own = {guild: sevens(number) for number, guild in enumerate(GUILDS)}
    parts = Components({**GAME.tables, "craftsmen": {**GAME.tables["craftsmen"], **own}})
    for number in range(6):
        assert sum(value_of(tile) == 7 for tile in parts.craftsmen if guild_of(tile) == number) == number


@pytest.mark.parametrize("players", GAME.players)
def test_guilds_that_differ_play_to_the_end(players: int) -> None:
    table, rng = new(players, components=with_own_bakers()), random.Random(players)
    while not table.is_over():
        table.apply(rng.choice(table.legal_actions()))
    invariants.check(table)
    bakers = [tile for tile in invariants.tiles_everywhere(table).elements() if guild_of(tile) == 1]
    assert Counter(value_of(tile) for tile in bakers) == {7: 4, 2: 7}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"bakers": sevens(4)[:-1]}, "key bakers: must be a list of 11 entries"),
        (
            {"bakers": [{"value": 8, "agent": False}] * 11},
            "key bakers: must be a list whose entry 1 is a table whose value",
        ),
        ({"cooks": sevens(4)}, "unknown key 'cooks'"),
    ],
)
def test_a_guilds_own_craftsmen_are_checked_as_all_are(table: dict[str, object], said: str) -> None:
    with pytest.raises(zunft.BadComponents, match=said):
        GAME.new(3, components={"craftsmen": {**GAME.tables["craftsmen"], **table}})


# Unknown steps


def test_no_rule_takes_an_unknown_step_for_one_of_its_own() -> None:
    table = dealt()
    for task in (Task(UNKNOWN, 0), Task(UNKNOWN, CHANCE)):
        for ask in (table.choices, table.weights, lambda task: table.draw(task, random.Random(0))):
            with pytest.raises(UnknownStep, match="999"):
                ask(task)
        with pytest.raises(UnknownStep, match="999"):
            table.decide(task, 0)
    with pytest.raises(UnknownStep, match="999"):
        table.settle(Task(UNKNOWN, NOBODY))


def test_a_settled_step_is_no_question() -> None:
    """An automatic step has no choices, and a decision is not automatic."""
    table = dealt()
    question = table.agenda[-1]
    with pytest.raises(UnknownStep):
        table.settle(question)
    with pytest.raises(UnknownStep):
        table.choices(table.agenda[0])
