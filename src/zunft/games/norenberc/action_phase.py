"""Action phase: guilds are called one after the other; sell, hire, buy or do nothing."""

from __future__ import annotations

from typing import Final

from zunft.core import bag
from zunft.core.state import NOBODY, Task
from zunft.games.norenberc import citizens, log, steps
from zunft.games.norenberc.actions import BUY, ENOUGH, FIRST, HIRE, NOTHING, PAY, SELL, STAY
from zunft.games.norenberc.components import Components
from zunft.games.norenberc.goods import offered
from zunft.games.norenberc.table import House, Table
from zunft.games.norenberc.tiles import EMPTY, MOST_GUILDS, MOST_PLAYERS
from zunft.games.norenberc.workshop import house_price, price

ACT: Final = [Task(steps.ACT, player) for player in range(MOST_PLAYERS)]
ACTIVATE: Final = [Task(steps.ACTIVATE, NOBODY, player) for player in range(MOST_PLAYERS)]
AGENT_TO_ROOF: Final = [Task(steps.AGENT_TO_ROOF, NOBODY, player) for player in range(MOST_PLAYERS)]
HIRE_BONUS: Final = [Task(steps.HIRE_BONUS, NOBODY, player) for player in range(MOST_PLAYERS)]
OFFER_TURN_ORDER: Final = [Task(steps.OFFER_TURN_ORDER, NOBODY, player) for player in range(MOST_PLAYERS)]


def call(table: Table, guild: int) -> None:
    """The guild's cards are turned up, an agent on each; their owners act in turn order as it is now."""
    table.called = guild
    card = 1 << guild
    acting = [player for player in table.turn_order if table.players[player].plan & card]
    if not acting:
        return
    for player in acting:
        me = table.players[player]
        me.plan -= card
        me.stock -= 1
        me.on_card += 1
    table.reveals += 1
    log.guild_called(table, guild, acting)
    fix_buy_limit(table, guild, len(acting))
    for player in reversed(acting):
        table.agenda.append(AGENT_TO_ROOF[player])
        table.agenda.append(ACTIVATE[player])


def fix_buy_limit(table: Table, guild: int, cards: int) -> None:
    """In the very first turn fewer goods may be bought where many want to (A4)."""
    table.limit = table.parts.buy_limit
    if table.round == 1 and table.turn == 1:
        table.limit = table.parts.first_turn_limits[table.setting.players * 10 + cards]
        if table.limit < table.parts.buy_limit:
            log.buy_limit(table, guild, table.limit)


def activate(table: Table, player: int) -> None:
    """One action each; whoever can do nothing is not asked (A13)."""
    if can_act(table, player):
        table.agenda.append(ACT[player])
    else:
        do_nothing(table, player)


def can_act(table: Table, player: int) -> bool:
    """Something to sell, to buy or to hire with; hiring always takes a good of this guild, which could be sold."""
    me, house = table.players[player], table.houses[table.called]
    return me.goods[table.called] > 0 or (me.talers >= house_price(house) and has_goods(house, 0))


def has_goods(house: House, first_good: int) -> bool:
    """Whether anything from this type on lies in the storehouse."""
    for good in range(first_good, MOST_GUILDS):  # noqa: SIM110 - asked all the time, and generators cost more
        if house.storehouse[good]:
            return True
    return False


def legal_actions(table: Table, player: int) -> list[int]:
    guild = table.called
    actions = [SELL + number for number in range(1, table.players[player].goods[guild] + 1)]
    add_buys(table, player, table.limit, 0, actions)
    add_hires(table, player, actions)
    actions.append(NOTHING)
    return actions


def agent_to_roof(table: Table, player: int) -> None:
    """After any action; the card goes back to the hand."""
    table.players[player].on_card -= 1
    table.houses[table.called].roof[player] += 1


# Sell


def sell(table: Table, player: int, number: int) -> None:
    """Own goods of the guild's type into its storehouse, each at the master's price (A2)."""
    guild = table.called
    talers = number * price(table, guild)
    me, house = table.players[player], table.houses[guild]
    me.goods[guild] -= number
    house.storehouse[guild] += number
    me.talers += talers
    log.sells(table, player, guild, number, talers)


# Buy


def add_buys(table: Table, player: int, limit: int, first_good: int, actions: list[int]) -> None:
    """So many of one type as lie here and can be paid, all at this master's price (A3)."""
    house = table.houses[table.called]
    store = house.storehouse
    most = min(limit, table.players[player].talers // house_price(house))
    here = [good for good in range(first_good, MOST_GUILDS) if store[good]]
    for number in range(1, most + 1):
        first_code = BUY + (number - 1) * MOST_GUILDS
        for good in here:
            if store[good] >= number:
                actions.append(first_code + good)


def legal_further_buys(table: Table, player: int, place: int) -> list[int]:
    """Types are bought in rising order, so that every purchase can be made in one way only."""
    actions: list[int] = []
    add_buys(table, player, place // MOST_GUILDS, place % MOST_GUILDS, actions)
    actions.append(ENOUGH)
    return actions


def buy(table: Table, player: int, limit: int, choice: int) -> None:
    number, good = choice // MOST_GUILDS + 1, choice % MOST_GUILDS
    guild = table.called
    talers = number * price(table, guild)
    me, house = table.players[player], table.houses[guild]
    me.talers -= talers
    house.storehouse[good] -= number
    me.goods[good] += number
    log.buys(table, player, guild, good, number, talers)
    offer_further_goods(table, player, limit - number, good + 1)


def offer_further_goods(table: Table, player: int, limit: int, first_good: int) -> None:
    house = table.houses[table.called]
    if limit > 0 and table.players[player].talers >= house_price(house) and has_goods(house, first_good):
        table.agenda.append(Task(steps.BUY_MORE, player, limit * MOST_GUILDS + first_good))


# Hire a guest and change the turn order


def add_hires(table: Table, player: int, actions: list[int]) -> None:
    goods = table.players[player].goods
    own = goods[table.called]
    if not own:
        return
    others = bag.size(goods) - own
    parts, rooms = table.parts, table.houses[table.called].rooms
    for room in range(len(rooms)):
        if rooms[room] != EMPTY and can_pay(parts, room, own, others):
            actions.append(HIRE + room)


def can_pay(parts: Components, room: int, own: int, others: int) -> bool:
    """Own goods cannot be replaced by others, but for the last one where the room allows it (A5)."""
    needed, any_goods, instead = parts.cost_own[room], parts.cost_any[room], parts.cost_instead[room]
    if own >= needed and own + others >= needed + any_goods:
        return True
    return instead > 0 and own == needed - 1 and others >= instead + any_goods


def hire(table: Table, player: int, room: int) -> None:
    """Pay, take the guest, a taler for each agent on the roof, then perhaps to the front (A7)."""
    parts = table.parts
    table.agenda.append(OFFER_TURN_ORDER[player])
    table.agenda.append(HIRE_BONUS[player])
    table.agenda.append(Task(steps.TAKE_GUEST, NOBODY, player * MOST_GUILDS + room))
    instead = parts.cost_instead[room]
    own_for_sure = parts.cost_own[room] - (1 if instead else 0)
    if own_for_sure:
        pay(table, player, table.called, own_for_sure)
    if instead:
        table.agenda.append(Task(steps.PAY_LAST, player, instead))
    if parts.cost_any[room]:
        table.agenda.append(Task(steps.PAY_ANY, player, parts.cost_any[room] * MOST_GUILDS))


def pay(table: Table, player: int, good: int, number: int) -> None:
    """All goods paid lie in this storehouse from now on, foreign ones too (A6)."""
    table.players[player].goods[good] -= number
    table.houses[table.called].storehouse[good] += number
    log.pays(table, player, table.called, good, number)


def legal_any(table: Table, player: int, place: int) -> list[int]:
    goods = table.players[player].goods
    return [PAY + good for good in offered(goods, place % MOST_GUILDS, place // MOST_GUILDS)]


def legal_others(table: Table, player: int, place: int) -> list[int]:
    goods = table.players[player].goods
    return [PAY + good for good in offered(goods, place % MOST_GUILDS, place // MOST_GUILDS, table.called)]


def legal_last(table: Table, player: int, instead: int) -> list[int]:
    """The own good, or the first of those that stand in for it. Paying more than that is left out (A12)."""
    goods = table.players[player].goods
    found = offered(goods, 0, instead, table.called)
    if goods[table.called]:
        found.append(table.called)
        found.sort()
    return [PAY + good for good in found]


def pay_any(table: Table, player: int, place: int, good: int) -> None:
    pay(table, player, good, 1)
    if place // MOST_GUILDS > 1:
        table.agenda.append(Task(steps.PAY_ANY, player, (place // MOST_GUILDS - 1) * MOST_GUILDS + good))


def pay_last(table: Table, player: int, instead: int, good: int) -> None:
    pay(table, player, good, 1)
    if good != table.called and instead > 1:
        table.agenda.append(Task(steps.PAY_OTHERS, player, (instead - 1) * MOST_GUILDS + good))


def pay_others(table: Table, player: int, place: int, good: int) -> None:
    pay(table, player, good, 1)
    if place // MOST_GUILDS > 1:
        table.agenda.append(Task(steps.PAY_OTHERS, player, (place // MOST_GUILDS - 1) * MOST_GUILDS + good))


def take_guest(table: Table, player: int, room: int) -> None:
    """The guest leaves the room; a craftsman stays with the player, a citizen does what citizens do."""
    house = table.houses[table.called]
    tile = house.rooms[room]
    house.rooms[room] = EMPTY
    log.hires(table, player, table.called, room, tile)
    citizens.join(table, player, tile)


def hire_bonus(table: Table, player: int) -> None:
    """The agent of this action still stands on the card and does not count."""
    agents = bag.size(table.houses[table.called].roof)
    table.players[player].talers += agents
    log.hire_bonus(table, player, agents)


def offer_turn_order(table: Table, player: int) -> None:
    if table.turn_order[0] != player:
        table.agenda.append(Task(steps.TURN_ORDER, player))


def legal_turn_order() -> list[int]:
    return [FIRST, STAY]


def move_first(table: Table, player: int) -> None:
    """Those who were before move back one place (A8)."""
    log.moves_first(table, player)
    table.turn_order = (player, *(other for other in table.turn_order if other != player))


# Nothing


def do_nothing(table: Table, player: int) -> None:
    log.does_nothing(table, player, table.called)
