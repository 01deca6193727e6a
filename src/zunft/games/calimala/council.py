"""The council: the bottom disc of four takes a seat and triggers a scoring."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.games.calimala import log, options, scoring, steps
from zunft.games.calimala.actions import SEAT
from zunft.games.calimala.names import EMPTY_SEAT, NOWHERE, SPACE_COUNT, TILE_COUNT, WHITE
from zunft.games.calimala.table import Table

SCORE_TILE: Final = Task(steps.SCORE_TILE)


def fourth_disc(table: Table) -> None:
    """The bottom disc does not act; after the last tile it stays, or takes another seat without scoring (C38)."""
    scores = table.scored < TILE_COUNT
    if not scores and not options.has_seats_beyond(table):
        return
    if scores:
        table.agenda.append(SCORE_TILE)
    stack = table.stacks[table.space]
    table.stacks[table.space] = stack[1:]
    if stack[0] == WHITE:
        exchange_white(table)
    else:
        take_seat(table, stack[0], table.space)


def exchange_white(table: Table) -> None:
    """The active player swaps it for a coloured disc from the supply, else from the top of a space (C28)."""
    me = table.players[table.active]
    if options.returns_white_disc(table):
        me.white += 1
        log.takes_white_disc(table, table.active, table.space)
    else:
        log.white_disc_leaves(table, table.space)
    if me.coloured:
        me.coloured -= 1
        take_seat(table, table.active, NOWHERE)
        return
    legal = legal_seat_discs(table, table.active)
    if len(legal) > 1:
        table.agenda.append(Task(steps.SEAT_DISC, table.active))
    elif legal:
        take_from(table, table.active, legal[0] - SEAT)
    else:
        leave_seat_empty(table)


def legal_seat_discs(table: Table, player: int) -> list[int]:
    """Spaces with the player's coloured disc on top, even just placed."""
    stacks = table.stacks
    return [SEAT + space for space in range(SPACE_COUNT) if stacks[space] and stacks[space][-1] == player]


def why_no_seat_disc() -> Reason:
    return because("not_on_top")


def take_from(table: Table, player: int, space: int) -> None:
    """Removing a disc from a stack triggers nothing (C31)."""
    table.stacks[space] = table.stacks[space][:-1]
    log.takes_disc(table, player, space)
    take_seat(table, player, space)


def take_seat(table: Table, player: int, space: int) -> None:
    """On the next tile in order; the new seat already counts for ties in its scoring (C27)."""
    table.seats += (player,)
    log.takes_seat(table, player, len(table.seats), space)


def leave_seat_empty(table: Table) -> None:
    """No disc available: the tile is still scored (C29)."""
    if table.scored < TILE_COUNT:
        table.seats += (EMPTY_SEAT,)
        log.seat_stays_empty(table, len(table.seats))


def score_tile(table: Table) -> None:
    scoring.score_tile(table)
    if table.scored == TILE_COUNT:
        log.last_round(table)


def next_player(table: Table) -> int:
    """Clockwise, skipping players without discs; NOBODY if the game ends (C30, C37)."""
    players, last_round = len(table.players), is_last_round(table)
    for distance in range(1, players + 1):
        player = (table.active + distance) % players
        if player == table.start_player and last_round:
            return NOBODY
        if has_disc(table, player):
            return player
    return NOBODY


def is_last_round(table: Table) -> bool:
    """The last tile is scored, or a player is out of discs and the option ends the game then (C36)."""
    return table.scored == TILE_COUNT or (options.ends_with_first_out(table) and players_out(table) > 0)


def announce_last_round(table: Table) -> None:
    """When the first player runs out of discs, unless the last tile already announced it."""
    first_out = not has_disc(table, table.active) and players_out(table) == 1
    if first_out and table.scored < TILE_COUNT and options.ends_with_first_out(table):
        log.last_disc_placed(table, table.active)


def players_out(table: Table) -> int:
    return sum([not has_disc(table, player) for player in range(len(table.players))])


def has_disc(table: Table, player: int) -> bool:
    me = table.players[player]
    return me.coloured > 0 or me.white > 0
