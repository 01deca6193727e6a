"""What the journal says: one function for each event."""

from __future__ import annotations

from typing import Any

from zunft.core.state import Event
from zunft.games.strasbourg import cards
from zunft.games.strasbourg.city import CORNER_IDS, NO_GUILD, SQUARE_IDS
from zunft.games.strasbourg.components import FEWEST_PLAYERS
from zunft.games.strasbourg.table import Table
from zunft.games.strasbourg.words import BUILDINGS, GOODS, GUILDS, SEATS, STEP_A, STEPS


def tell(table: Table, key: str, source: str = "", target: str = "", **args: Any) -> None:
    table.note(Event(key, args, source=source, target=target))


def whisper(table: Table, player: int, key: str, source: str = "", target: str = "", **args: Any) -> None:
    """For this player only."""
    table.note(Event(key, args, player, source, target))


def screen(player: int) -> str:
    return f"player-{player + 1}"


def seat_of(seat: int) -> str:
    return f"seat-{SEATS[seat]}"


def spot_of(corner: int) -> str:
    return f"spot-{CORNER_IDS[corner]}"


def game_begins(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        tell(table, "game_begins", player=player, other=other)


def task_args(table: Table, task: int) -> dict[str, Any]:
    """What the text of a task speaks of."""
    row = table.parts.task_rows[task]
    if "count_by_players" not in row:
        return row
    return {**row, "count": row["count_by_players"][len(table.players) - FEWEST_PLAYERS]}


def dealt(table: Table, player: int, task: int) -> None:
    if table.journal is not None:
        whisper(table, player, "dealt", "tasks", screen(player), **task_args(table, task))


def keeps(table: Table, player: int, task: int) -> None:
    if table.journal is not None:
        whisper(table, player, "keeps", **task_args(table, task))


def returns(table: Table, player: int, task: int) -> None:
    if table.journal is not None:
        whisper(table, player, "returns", screen(player), "box", **task_args(table, task))


def round_begins(table: Table) -> None:
    if table.journal is not None:
        tell(table, "round_begins", round=table.round)


def draws(table: Table, player: int, value: int) -> None:
    if table.journal is not None:
        whisper(table, player, "draws", f"pile-{player + 1}", f"hand-{player + 1}", value=value)


def lays_out(table: Table, player: int, sizes: list[int]) -> None:
    if table.journal is not None:
        if sizes:
            tell(table, "lays_out", player=player, count=len(sizes), sizes=sizes)
        else:
            tell(table, "no_stacks", player=player)


def bidding_begins(table: Table) -> None:
    if table.journal is not None:
        guild = table.parts.tiles[table.tiles[table.round - 1]][table.step]
        if guild != NO_GUILD:
            tell(table, "step_guild", step=STEPS[table.step], guild=GUILDS[guild])
        elif table.step == STEP_A:
            tell(table, "step_nobility_church", step=STEPS[table.step])
        else:
            tell(table, "step_merchants", step=STEPS[table.step])


def reveals(table: Table, player: int, stack: int) -> None:
    if table.journal is not None:
        args = {"player": player, "cards": cards.falling(stack), "count": cards.worth(stack)}
        tell(table, "reveals", f"stacks-{player + 1}", f"bid-{player + 1}", **args)


def passes(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "passes", player=player)


def defers(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "defers", screen(player), "supply", player=player)


def nobody_bids(table: Table) -> None:
    if table.journal is not None:
        tell(table, "nobody_bids")


def takes_start_marker(table: Table, former: int, player: int) -> None:
    if table.journal is not None:
        tell(table, "takes_start_marker", screen(former), screen(player), player=player)


def takes_seat(table: Table, player: int, seat: int) -> None:
    if table.journal is not None:
        tell(table, "takes_seat", screen(player), seat_of(seat), player=player, seat=SEATS[seat])


def loses_seat(table: Table, player: int, seat: int) -> None:
    if table.journal is not None:
        tell(table, "loses_seat", seat_of(seat), screen(player), player=player, seat=SEATS[seat])


def gets_good(table: Table, player: int, good: int) -> None:
    if table.journal is not None:
        tell(table, "gets_good", "supply", screen(player), player=player, good=GOODS[good])


def places_member(table: Table, player: int, square: int, price: int) -> None:
    if table.journal is not None:
        args = {"player": player, "field": SQUARE_IDS[square], "coins": price}
        tell(table, "places_member", screen(player), SQUARE_IDS[square], **args)


def declines(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "declines", player=player)


def sells(table: Table, player: int, good: int, coins: int) -> None:
    if table.journal is not None:
        tell(table, "sells", screen(player), "supply", player=player, good=GOODS[good], coins=coins)


def reclaims(table: Table, player: int, value: int) -> None:
    if table.journal is not None:
        tell(table, "reclaims", f"bid-{player + 1}", f"pile-{player + 1}", player=player, value=value)


def builds_chapel(table: Table, player: int, corner: int) -> None:
    if table.journal is not None:
        tell(table, "builds_chapel", "supply", spot_of(corner), player=player, spot=CORNER_IDS[corner])


def builds(table: Table, player: int, building: int, plot: int) -> None:
    if table.journal is not None:
        args = {"player": player, "building": BUILDINGS[building], "plot": SQUARE_IDS[plot]}
        tell(table, "builds", f"tile-{table.round}", SQUARE_IDS[plot], **args)


def stacks_unused(table: Table, player: int, count: int) -> None:
    if table.journal is not None:
        tell(table, "stacks_unused", f"stacks-{player + 1}", "box", player=player, count=count)


def council_prestige(table: Table, player: int, count: int) -> None:
    if table.journal is not None:
        tell(table, "council_prestige", player=player, count=count)


def gets_privilege(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "gets_privilege", "supply", screen(player), player=player)


def task_shown(table: Table, player: int, task: int, points: int, fulfilled: bool) -> None:
    if table.journal is not None:
        key = "task_fulfilled" if fulfilled else "task_failed"
        tell(table, key, **{**task_args(table, task), "player": player, "points": points})


def game_ends(table: Table, winners: list[int]) -> None:
    if table.journal is not None:
        tell(table, "game_ends", players=winners)
