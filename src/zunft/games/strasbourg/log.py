"""Log entries: one function for each event."""

from __future__ import annotations

from typing import Any

from zunft.games.strasbourg import cards
from zunft.games.strasbourg.city import CORNER_IDS, NO_GUILD, SQUARE_IDS
from zunft.games.strasbourg.names import BUILDINGS, FEWEST_PLAYERS, GOODS, GUILDS, SEATS, STEP_A, STEPS
from zunft.games.strasbourg.table import Table


def screen(player: int) -> str:
    return f"player-{player + 1}"


def seat_of(seat: int) -> str:
    return f"seat-{SEATS[seat]}"


def spot_of(corner: int) -> str:
    return f"spot-{CORNER_IDS[corner]}"


def game_begins(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        table.log("game_begins", player=player, other=other)


def task_args(table: Table, task: int) -> dict[str, Any]:
    """Arguments for the task's text."""
    row = table.parts.task_rows[task]
    if "count_by_players" not in row:
        return row
    return {**row, "count": row["count_by_players"][len(table.players) - FEWEST_PLAYERS]}


def dealt(table: Table, player: int, task: int) -> None:
    if table.journal is not None:
        table.log("dealt", "tasks", screen(player), player, **task_args(table, task))


def keeps(table: Table, player: int, task: int) -> None:
    if table.journal is not None:
        table.log("keeps", only=player, **task_args(table, task))


def returns(table: Table, player: int, task: int) -> None:
    if table.journal is not None:
        table.log("returns", screen(player), "box", player, **task_args(table, task))


def round_begins(table: Table) -> None:
    if table.journal is not None:
        table.log("round_begins", round=table.round)


def draws(table: Table, player: int, value: int) -> None:
    if table.journal is not None:
        table.log("draws", f"pile-{player + 1}", f"hand-{player + 1}", player, value=value)


def lays_out(table: Table, player: int, sizes: list[int]) -> None:
    if table.journal is not None:
        if sizes:
            table.log("lays_out", player=player, count=len(sizes), sizes=sizes)
        else:
            table.log("no_stacks", player=player)


def bidding_begins(table: Table) -> None:
    if table.journal is not None:
        guild = table.parts.tiles[table.tiles[table.round - 1]][table.step]
        if guild != NO_GUILD:
            table.log("step_guild", step=STEPS[table.step], guild=GUILDS[guild])
        elif table.step == STEP_A:
            table.log("step_nobility_church", step=STEPS[table.step])
        else:
            table.log("step_merchants", step=STEPS[table.step])


def reveals(table: Table, player: int, stack: int) -> None:
    if table.journal is not None:
        shown, count = cards.falling(stack), cards.worth(stack)
        table.log("reveals", f"stacks-{player + 1}", f"bid-{player + 1}", player=player, cards=shown, count=count)


def passes(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("passes", player=player)


def defers(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("defers", screen(player), "supply", player=player)


def nobody_bids(table: Table) -> None:
    if table.journal is not None:
        table.log("nobody_bids")


def takes_start_marker(table: Table, former: int, player: int) -> None:
    if table.journal is not None:
        table.log("takes_start_marker", screen(former), screen(player), player=player)


def takes_seat(table: Table, player: int, seat: int) -> None:
    if table.journal is not None:
        table.log("takes_seat", screen(player), seat_of(seat), player=player, seat=SEATS[seat])


def loses_seat(table: Table, player: int, seat: int) -> None:
    if table.journal is not None:
        table.log("loses_seat", seat_of(seat), screen(player), player=player, seat=SEATS[seat])


def gets_good(table: Table, player: int, good: int) -> None:
    if table.journal is not None:
        table.log("gets_good", "supply", screen(player), player=player, good=GOODS[good])


def places_member(table: Table, player: int, square: int, price: int) -> None:
    if table.journal is not None:
        field, guild = SQUARE_IDS[square], GUILDS[table.parts.city.guild[square]]
        table.log("places_member", screen(player), field, player=player, field=field, guild=guild, coins=price)


def declines(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("declines", player=player)


def sells(table: Table, player: int, good: int, coins: int) -> None:
    if table.journal is not None:
        table.log("sells", screen(player), "supply", player=player, good=GOODS[good], coins=coins)


def reclaims(table: Table, player: int, value: int) -> None:
    if table.journal is not None:
        table.log("reclaims", f"bid-{player + 1}", f"pile-{player + 1}", player=player, value=value)


def builds_chapel(table: Table, player: int, corner: int) -> None:
    if table.journal is not None:
        spot = CORNER_IDS[corner]
        guilds = table.parts.map["guilds_at"][spot]
        table.log("builds_chapel", "supply", spot_of(corner), player=player, spot=spot, guilds=guilds)


def builds(table: Table, player: int, building: int, plot: int) -> None:
    if table.journal is not None:
        at = SQUARE_IDS[plot]
        guilds = table.parts.map["guilds_at"][at]
        tile = f"tile-{table.round}"
        table.log("builds", tile, at, player=player, building=BUILDINGS[building], plot=at, guilds=guilds)


def stacks_unused(table: Table, player: int, count: int) -> None:
    if table.journal is not None:
        table.log("stacks_unused", f"stacks-{player + 1}", "box", player=player, count=count)


def council_prestige(table: Table, player: int, count: int) -> None:
    if table.journal is not None:
        table.log("council_prestige", player=player, count=count)


def gets_privilege(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("gets_privilege", "supply", screen(player), player=player)


def task_shown(table: Table, player: int, task: int, points: int, fulfilled: bool) -> None:
    if table.journal is not None:
        key = "task_fulfilled" if fulfilled else "task_failed"
        table.log(key, **{**task_args(table, task), "player": player, "points": points})


def game_ends(table: Table, winners: list[int]) -> None:
    if table.journal is not None:
        table.log("game_ends", players=winners)
