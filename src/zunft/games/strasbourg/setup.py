"""Set-up: round tiles, buildings, the first two council members; players choose among five tasks."""

from __future__ import annotations

from typing import Final

from zunft.core.state import CHANCE, Task
from zunft.games.strasbourg import log, steps
from zunft.games.strasbourg.actions import KEEP, RETURN
from zunft.games.strasbourg.names import BUILDINGS, CHURCH, GOODS, NOBILITY, PLANNING, ROUND_TILES, SEATS, TASKS, VACANT
from zunft.games.strasbourg.table import Player, Table

RANDOM = "random"
SEAT_1 = "seat_1"
KEEP_OR_RETURN: Final = [KEEP, RETURN]


def set_out(table: Table) -> None:
    """Everything without chance, and the agenda for the rest."""
    players = table.setting.players
    table.players = [new_player(table) for _ in range(players)]
    table.round = 0
    table.step = PLANNING
    table.start = 0
    table.tiles = ()
    table.buildings = ()
    table.council = [VACANT] * len(SEATS)
    table.chapels = ()
    table.built = ()
    table.undealt = list(range(len(TASKS)))
    plan_the_deal(table, players)


def new_player(table: Table) -> Player:
    me = Player()
    me.coins = table.parts.start_coins
    me.goods = [0] * len(GOODS)
    me.privileges = 0
    me.prestige = 0
    me.members = 0
    me.pile = table.parts.all_cards
    me.bottom = ()
    me.hand = 0
    me.known = ()
    me.stacks = []
    me.bid = 0
    me.box = 0
    me.lost = 0
    me.dealt = ()
    me.kept = 0
    return me


def plan_the_deal(table: Table, players: int) -> None:
    """Tiles, buildings, start player, seats, tasks, in this order, since tasks are chosen last (R1)."""
    deal = [Task(steps.LAY_TILE, CHANCE)] * (len(ROUND_TILES) - 1)
    deal += [Task(steps.LAY_BUILDING, CHANCE)] * (len(BUILDINGS) - 1)
    if table.setting.options["first_player"] == RANDOM:
        deal.append(Task(steps.FIRST_PLAYER, CHANCE))
    deal.append(Task(steps.FIRST_SEATS))
    for player in range(players):
        deal += [Task(steps.DEAL_TASK, CHANCE, player)] * table.parts.task_deal
    deal.append(Task(steps.KEEP_TASKS))
    deal.append(Task(steps.ROUND))
    table.agenda = deal[::-1]


def left_over(laid: tuple[int, ...], number: int) -> list[int]:
    return [piece for piece in range(number) if piece not in laid]


def lay_tile(table: Table, tile: int) -> None:
    """The tile of the next round; the last one is forced."""
    table.tiles += (tile,)
    rest = left_over(table.tiles, len(ROUND_TILES))
    if len(rest) == 1:
        table.tiles += (rest[0],)


def lay_building(table: Table, building: int) -> None:
    """The building of the next round; the last one is forced."""
    table.buildings += (building,)
    rest = left_over(table.buildings, len(BUILDINGS))
    if len(rest) == 1:
        table.buildings += (rest[0],)


def first_seats(table: Table) -> None:
    """Nobility for the start player, church for the left neighbour; the other seats start empty (R4)."""
    neighbour = (table.start + 1) % len(table.players)
    table.council[NOBILITY] = table.start
    table.council[CHURCH] = neighbour
    log.game_begins(table, table.start, neighbour)


def deal_task(table: Table, player: int, task: int) -> None:
    table.undealt.remove(task)
    table.players[player].dealt += (task,)
    table.reveals += 1
    log.dealt(table, player, task)


def offer_tasks(table: Table) -> None:
    """All players choose simultaneously and secretly (R2)."""
    for player in reversed(range(len(table.players))):
        table.agenda.append(Task(steps.KEEP_TASK, player, 0, True))


def keep_or_return(table: Table, player: int, place: int, action: int) -> None:
    """One dealt task after the other; a player who kept none must keep the last (F17)."""
    if action == KEEP:
        keep(table, player, place)
    else:
        log.returns(table, player, table.players[player].dealt[place])
    following = place + 1
    me = table.players[player]
    if following == len(me.dealt):
        return
    if following == len(me.dealt) - 1 and not me.kept:
        keep(table, player, following)
    else:
        table.agenda.append(Task(steps.KEEP_TASK, player, following, True))


def keep(table: Table, player: int, place: int) -> None:
    me = table.players[player]
    me.kept |= 1 << me.dealt[place]
    log.keeps(table, player, me.dealt[place])
