"""Council phase: prestige for members in the council, a privilege for the most."""

from __future__ import annotations

from zunft.games.strasbourg import log
from zunft.games.strasbourg.names import VACANT
from zunft.games.strasbourg.table import Table


def unused_stacks_to_box(table: Table) -> None:
    """Unused stacks go to the box face down (R32)."""
    for player, me in enumerate(table.players):
        if me.stacks:
            log.stacks_unused(table, player, len(me.stacks))
            for stack in me.stacks:
                me.lost += stack
            me.stacks = []
        me.known = ()


def seats_held(table: Table) -> list[int]:
    """Members in the council, by player."""
    held = [0] * len(table.players)
    for holder in table.council:
        if holder != VACANT:
            held[holder] += 1
    return held


def council_phase(table: Table) -> None:
    """Also in round 5 (R39)."""
    held = seats_held(table)
    most = max(held)
    for player, number in enumerate(held):
        me = table.players[player]
        me.prestige += number
        if number:
            log.council_prestige(table, player, number)
    for player, number in enumerate(held):
        if number == most:
            table.players[player].privileges += 1
            log.gets_privilege(table, player)
