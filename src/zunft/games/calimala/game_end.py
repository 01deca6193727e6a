"""Game end: remaining tiles, bottom discs removed, scoring cards."""

from __future__ import annotations

from zunft.core.state import Task
from zunft.games.calimala import log, scoring, steps
from zunft.games.calimala.names import NO_CARD, NOWHERE, SPACE_COUNT, STACK_LIMIT, TILE_COUNT
from zunft.games.calimala.table import Table


def end_game(table: Table) -> None:
    """The start player counts as active, which breaks the last ties (C33)."""
    table.space = NOWHERE
    table.active = table.start_player
    table.agenda += [
        Task(steps.GAME_END),
        Task(steps.SCORE_CARDS),
        Task(steps.CLEAR_STACKS),
        Task(steps.LAST_TILES),
    ]


def score_last_tiles(table: Table) -> None:
    """Out of discs: the remaining tiles are scored now, without seats (C36)."""
    if table.scored < TILE_COUNT:
        log.discs_used_up(table)
    while table.scored < TILE_COUNT:
        scoring.score_tile(table)


def clear_stacks(table: Table) -> None:
    """Bottom discs of stacks of four do not count (C38)."""
    for space in range(SPACE_COUNT):
        stack = table.stacks[space]
        if len(stack) == STACK_LIMIT:
            table.stacks[space] = stack[1:]
            log.bottom_disc_removed(table, space, stack[0])


def score_cards(table: Table) -> None:
    """All kept cards are revealed; they and the face-up card score for all players."""
    table.reveals += 1
    for player, me in enumerate(table.players):
        log.shows_card(table, player, me.kept)
        scoring.score_card(table, me.kept)
    if table.face_up != NO_CARD:
        log.face_up_card_scored(table, table.face_up)
        scoring.score_card(table, table.face_up)
