"""The council: the bottom disc of four takes a seat there and triggers a scoring."""

from __future__ import annotations

from typing import Final

from zunft.core.state import NOBODY, Task
from zunft.games.calimala import log, options, scoring, steps
from zunft.games.calimala.actions import SEAT
from zunft.games.calimala.names import EMPTY_SEAT, SPACE_COUNT, TILE_COUNT, WHITE
from zunft.games.calimala.table import Table

SCORE_TILE: Final = Task(steps.SCORE_TILE)


def fourth_disc(table: Table) -> None:
    """It is not activated; after the last tile it stays, or takes a further seat without a scoring (C38)."""
    scores = table.scored < TILE_COUNT
    if not scores and not options.has_seats_beyond(table):
        return
    if scores:
        table.agenda.append(SCORE_TILE)
    stack = table.stacks[table.space]
    table.stacks[table.space] = stack[1:]
    if stack[0] == WHITE:
        replace_white(table)
    else:
        take_seat(table, stack[0])


def replace_white(table: Table) -> None:
    """The active player replaces it from his supply, else from the top of a space (C28)."""
    me = table.players[table.active]
    if options.returns_white_disc(table):
        me.white += 1
    log.white_disc_leaves(table, table.space)
    if me.coloured:
        me.coloured -= 1
        take_seat(table, table.active)
        return
    legal = legal_seat_discs(table, table.active)
    if len(legal) > 1:
        table.agenda.append(Task(steps.SEAT_DISC, table.active))
    elif legal:
        take_from(table, table.active, legal[0] - SEAT)
    else:
        leave_seat_empty(table)


def legal_seat_discs(table: Table, player: int) -> list[int]:
    """Spaces with an own coloured disc on top; the one just placed counts too."""
    stacks = table.stacks
    return [SEAT + space for space in range(SPACE_COUNT) if stacks[space] and stacks[space][-1] == player]


def take_from(table: Table, player: int, space: int) -> None:
    """Taking a disc off a stack triggers nothing (C31)."""
    table.stacks[space] = table.stacks[space][:-1]
    log.takes_disc(table, player, space)
    take_seat(table, player)


def take_seat(table: Table, player: int) -> None:
    """On the next tile in order; the new seat counts for the ties of its own scoring (C27)."""
    table.seats += (player,)
    log.takes_seat(table, player, len(table.seats))


def leave_seat_empty(table: Table) -> None:
    """No disc to put there: the tile is scored all the same (C29)."""
    if table.scored < TILE_COUNT:
        table.seats += (EMPTY_SEAT,)
        log.seat_stays_empty(table, len(table.seats))


def score_tile(table: Table) -> None:
    scoring.score_tile(table)
    if table.scored == TILE_COUNT:
        log.last_round(table)


def next_player(table: Table) -> int:
    """To the left, past those without discs; NOBODY if the game ends (C30, C37)."""
    players = len(table.players)
    for distance in range(1, players + 1):
        player = (table.active + distance) % players
        if player == table.start_player and table.scored == TILE_COUNT:
            return NOBODY
        if table.players[player].coloured or table.players[player].white:
            return player
    return NOBODY
