"""Standings: from the view alone, with hidden information marked."""

from __future__ import annotations

from tests.games.norenberc.positions import (
    BLUE,
    GAME,
    ORANGE,
    dealt,
    give_crests,
    give_tiles,
    set_talers,
)
from zunft.core.standings import Standing, standings
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import TILE_IDS, TILE_OF, is_craftsman, value_of


def rows(table: Norenberc, viewer: int | None = BLUE) -> list[Standing]:
    return standings(GAME, table.view(viewer), table.setting)


def craftsmen(table: Norenberc) -> list[str]:
    """Those in the guest stack, guild by guild."""
    return [TILE_IDS[tile] for tile in table.stack if is_craftsman(tile)]


def points(row: Standing, source: str) -> int:
    return next(part.points for part in row.parts if part.source == source)


def hidden(row: Standing) -> list[str]:
    return [part.source for part in row.parts if part.hidden]


def test_majorities_and_crests_are_counted_as_if_the_game_ended_now() -> None:
    table = dealt()
    give_tiles(table, BLUE, craftsmen(table)[0])
    give_crests(table, ORANGE, {0: 1, 1: 1})
    blue, orange, _ = rows(table)
    assert points(blue, "majorities") == table.points()[BLUE]["majorities"] > 0
    assert points(orange, "crests") == table.parts.crest_points[2]
    assert blue.projected


def test_talers_that_are_not_shown_stay_hidden() -> None:
    table = dealt()
    set_talers(table, blue=99, orange=50)
    give_tiles(table, BLUE, "tax_collector")
    give_tiles(table, ORANGE, "tax_collector")
    blue, orange, yellow = rows(table)
    assert points(blue, "tax_collectors") == 9
    assert hidden(blue) == ["richest"] and hidden(yellow) == ["richest"]
    assert hidden(orange) == ["tax_collectors", "richest"]
    assert points(blue, "richest") == points(orange, "tax_collectors") == 0


def test_with_open_money_everything_is_known() -> None:
    table = dealt(open_money=True)
    set_talers(table, blue=99)
    found = rows(table, None)
    assert not any(row.hidden for row in found)
    assert points(found[BLUE], "richest") == table.parts.richest


def test_goals_show_the_progress() -> None:
    table = dealt()
    first, last = craftsmen(table)[0], craftsmen(table)[-1]
    give_tiles(table, BLUE, first, last)
    goals = {goal.key: goal for goal in rows(table)[BLUE].goals}
    assert (goals["all_guilds"].done, goals["all_guilds"].wanted) == (2, len(table.houses))
    best = max(value_of(TILE_OF[name]) for name in (first, last))
    assert (goals["guild_value"].done, goals["guild_value"].wanted) == (best, table.parts.guild_value)
