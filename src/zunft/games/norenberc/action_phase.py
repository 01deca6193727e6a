"""Action phase: guilds are called in order; sell, hire, buy or do nothing."""

from __future__ import annotations

from typing import Any, Final

from zunft.core import bag
from zunft.core.pair import first, pair, second
from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.core.tuples import replaced
from zunft.games.norenberc import citizens, log, steps
from zunft.games.norenberc.actions import BUY, ENOUGH, FIRST, HIRE, NOTHING, PAY, SELL, STAY
from zunft.games.norenberc.components import ROOMS, Components
from zunft.games.norenberc.goods import offered, why_not_offered
from zunft.games.norenberc.table import House, Table
from zunft.games.norenberc.tiles import EMPTY, GOODS, MOST_GUILDS, MOST_PLAYERS
from zunft.games.norenberc.workshop import house_price, price

ACT: Final = [Task(steps.ACT, player) for player in range(MOST_PLAYERS)]
ACTIVATE: Final = [Task(steps.ACTIVATE, NOBODY, player) for player in range(MOST_PLAYERS)]
AGENT_TO_ROOF: Final = [Task(steps.AGENT_TO_ROOF, NOBODY, player) for player in range(MOST_PLAYERS)]
HIRE_BONUS: Final = [Task(steps.HIRE_BONUS, NOBODY, player) for player in range(MOST_PLAYERS)]
OFFER_TURN_ORDER: Final = [Task(steps.OFFER_TURN_ORDER, NOBODY, player) for player in range(MOST_PLAYERS)]


def call(table: Table, guild: int) -> None:
    """Reveal the guild's cards, an agent on each; the owners act in the current turn order."""
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
    """In the very first turn the limit depends on the cards laid (A4)."""
    table.limit = table.parts.buy_limit
    if table.round == 1 and table.turn == 1:
        table.limit = table.parts.first_turn_limits[table.setting.players * 10 + cards]
        if table.limit < table.parts.buy_limit:
            log.buy_limit(table, guild, table.limit)


def activate(table: Table, player: int) -> None:
    """One action each; skipped if none is possible (A13)."""
    if can_act(table, player):
        table.agenda.append(ACT[player])
    else:
        do_nothing(table, player)


def can_act(table: Table, player: int) -> bool:
    """Can sell or buy. Hiring needs no check: it always takes a good of this guild, which could be sold."""
    me, house = table.players[player], table.houses[table.called]
    return me.goods[table.called] > 0 or (me.talers >= house_price(house) and has_goods(house, 0))


def has_goods(house: House, first_good: int) -> bool:
    """Whether any good of this or a later type is in stock."""
    for good in range(first_good, MOST_GUILDS):  # noqa: SIM110 - hot path; a generator is slower
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
    """After every action; the card returns to the hand."""
    table.players[player].on_card -= 1
    table.houses[table.called].roof[player] += 1


# Sell


def sell(table: Table, player: int, number: int) -> None:
    """Move goods of the guild's type to its storehouse at the master's price each (A2)."""
    guild = table.called
    talers = number * price(table, guild)
    me, house = table.players[player], table.houses[guild]
    me.goods[guild] -= number
    house.storehouse[guild] += number
    me.talers += talers
    log.sells(table, player, guild, number, talers)


def why_no_sale(table: Table, player: int) -> Reason:
    """Only goods of the called guild, and no more than the player has."""
    own = table.players[player].goods[table.called]
    return (
        because("sell_more", good=GOODS[table.called], count=own) if own else because("none", good=GOODS[table.called])
    )


# Buy


def add_buys(table: Table, player: int, limit: int, first_good: int, actions: list[int]) -> None:
    """Up to the stock, the limit and the player's talers, all at this master's price (A3)."""
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
    """Types are bought in ascending order, so every purchase has exactly one encoding."""
    actions: list[int] = []
    add_buys(table, player, first(place), second(place), actions)
    actions.append(ENOUGH)
    return actions


def why_no_buy(table: Table, player: int, limit: int, first_good: int, choice: int) -> Reason:
    """The storehouse, the limit, the order of the types, then the talers."""
    number, good = choice // MOST_GUILDS + 1, choice % MOST_GUILDS
    house, talers = table.houses[table.called], table.players[player].talers
    here = house.storehouse[good]
    if good < first_good:
        return because("buy_order", good=GOODS[good])
    if not here:
        return because("store_none", good=GOODS[good])
    if number > limit:
        return because("buy_limit", limit=limit)
    if number > here:
        return because("store_few", good=GOODS[good], count=here)
    return because("too_dear", price=number * house_price(house), talers=talers)


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
        table.agenda.append(Task(steps.BUY_MORE, player, pair(limit, first_good)))


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
    """Goods of this guild cannot be replaced, except the last one where the room allows it (A5)."""
    needed, any_goods, instead = parts.cost_own[room], parts.cost_any[room], parts.cost_instead[room]
    if own >= needed and own + others >= needed + any_goods:
        return True
    return instead > 0 and own == needed - 1 and others >= instead


def why_no_hire(table: Table, player: int, room: int) -> Reason:
    """No guest in the room, or not enough goods for it."""
    if table.houses[table.called].rooms[room] == EMPTY:
        return because("room_empty", room=ROOMS[room])
    goods = table.players[player].goods
    own = goods[table.called]
    cost = room_cost(table.parts, room)
    return because("hire_cost", room=ROOMS[room], good=GOODS[table.called], own=own, others=sum(goods) - own, **cost)


def room_cost(parts: Components, room: int) -> dict[str, Any]:
    """Goods of this guild, plus any goods, either extra or replacing the last own one (`fewer` then applies)."""
    own, instead = parts.cost_own[room], parts.cost_instead[room]
    kind = "own_instead" if instead else "own_any" if parts.cost_any[room] else "own"
    return {"cost": kind, "count": own, "fewer": own - 1, "any": instead or parts.cost_any[room]}


def hire(table: Table, player: int, room: int) -> None:
    """Pay, take the guest, earn a taler per agent on the roof, then optionally move first (A7)."""
    parts = table.parts
    table.agenda.append(OFFER_TURN_ORDER[player])
    table.agenda.append(HIRE_BONUS[player])
    table.agenda.append(Task(steps.TAKE_GUEST, NOBODY, pair(player, room)))
    instead = parts.cost_instead[room]
    own_for_sure = parts.cost_own[room] - (1 if instead else 0)
    if own_for_sure:
        pay(table, player, table.called, own_for_sure)
    if instead:
        table.agenda.append(Task(steps.PAY_LAST, player, instead))
    if parts.cost_any[room]:
        table.agenda.append(Task(steps.PAY_ANY, player, pair(parts.cost_any[room], 0)))


def pay(table: Table, player: int, good: int, number: int) -> None:
    """All goods paid stay in this storehouse, other guilds' goods too (A6)."""
    table.players[player].goods[good] -= number
    table.houses[table.called].storehouse[good] += number
    log.pays(table, player, table.called, good, number)


def legal_any(table: Table, player: int, place: int) -> list[int]:
    goods = table.players[player].goods
    return [PAY + good for good in offered(goods, second(place), first(place))]


def legal_others(table: Table, player: int, place: int) -> list[int]:
    goods = table.players[player].goods
    return [PAY + good for good in offered(goods, second(place), first(place), table.called)]


def legal_last(table: Table, player: int, instead: int) -> list[int]:
    """A good of this guild, or the first of its replacements. Overpaying is not offered (A12)."""
    goods = table.players[player].goods
    found = offered(goods, 0, instead, table.called)
    if goods[table.called]:
        found.append(table.called)
        found.sort()
    return [PAY + good for good in found]


def why_not_pay(table: Table, player: int, place: int, good: int) -> Reason:
    """Goods of any type."""
    return why_not_offered(table.players[player].goods, second(place), good)


def why_not_pay_other(table: Table, player: int, place: int, good: int) -> Reason:
    """Replacements for a good of this guild must be of other types."""
    if good == table.called:
        return because("pay_other", good=GOODS[good])
    return why_not_offered(table.players[player].goods, second(place), good)


def why_not_pay_last(table: Table, player: int, instead: int, good: int) -> Reason:
    """One other good is not enough where two are needed."""
    goods = table.players[player].goods
    others = sum(goods) - goods[table.called]
    if goods[good] and good != table.called and others < instead:
        return because("pay_instead", good=GOODS[table.called], any=instead, others=others)
    return why_not_offered(goods, 0, good)


def pay_any(table: Table, player: int, place: int, good: int) -> None:
    pay(table, player, good, 1)
    if first(place) > 1:
        table.agenda.append(Task(steps.PAY_ANY, player, pair(first(place) - 1, good)))


def pay_last(table: Table, player: int, instead: int, good: int) -> None:
    pay(table, player, good, 1)
    if good != table.called and instead > 1:
        table.agenda.append(Task(steps.PAY_OTHERS, player, pair(instead - 1, good)))


def pay_others(table: Table, player: int, place: int, good: int) -> None:
    pay(table, player, good, 1)
    if first(place) > 1:
        table.agenda.append(Task(steps.PAY_OTHERS, player, pair(first(place) - 1, good)))


def take_guest(table: Table, player: int, room: int) -> None:
    """The guest leaves the room; a craftsman joins the player, a citizen takes effect."""
    house = table.houses[table.called]
    tile = house.rooms[room]
    house.rooms = replaced(house.rooms, room, EMPTY)
    log.hires(table, player, table.called, room, tile)
    citizens.join(table, player, tile)


def hire_bonus(table: Table, player: int) -> None:
    """The agent used for this action is still on the card and does not count."""
    agents = bag.size(table.houses[table.called].roof)
    table.players[player].talers += agents
    log.hire_bonus(table, player, agents)


def offer_turn_order(table: Table, player: int) -> None:
    if table.turn_order[0] != player:
        table.agenda.append(Task(steps.TURN_ORDER, player))


def legal_turn_order() -> list[int]:
    return [FIRST, STAY]


def move_first(table: Table, player: int) -> None:
    """Players who were ahead move back one place (A8)."""
    log.moves_first(table, player)
    table.turn_order = (player, *(other for other in table.turn_order if other != player))


# Nothing


def do_nothing(table: Table, player: int) -> None:
    log.does_nothing(table, player, table.called)
