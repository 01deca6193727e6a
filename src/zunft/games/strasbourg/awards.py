"""Awards for ranks: seats in the council, master, journeyman, apprentice, selling to the merchants."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.core.state import Task
from zunft.games.strasbourg import log, steps
from zunft.games.strasbourg.actions import DECLINE, ENOUGH, FIELD, PLACE, SELL, TAKE_GOOD
from zunft.games.strasbourg.city import NO_GUILD, SQUARE_IDS
from zunft.games.strasbourg.names import GOODS, GUILD_SEATS, GUILDS, MERCHANTS, VACANT
from zunft.games.strasbourg.table import Table


def take_seat(table: Table, player: int, seat: int) -> None:
    """A new member sends the old one home; the player's own member just stays (R24)."""
    holder = table.council[seat]
    if holder == player:
        return
    table.council[seat] = player
    if holder != VACANT:
        log.loses_seat(table, holder, seat)
    log.takes_seat(table, player, seat)


# Guilds


def guild_of_step(table: Table) -> int:
    return table.parts.tiles[table.tiles[table.round - 1]][table.step]


def master(table: Table, player: int) -> None:
    """Seat, good, field (R26, R27)."""
    guild = guild_of_step(table)
    take_seat(table, player, GUILD_SEATS + guild)
    take_good(table, player, guild)
    offer_field(table, player, guild)


def journeyman(table: Table, player: int) -> None:
    """Good and field."""
    guild = guild_of_step(table)
    take_good(table, player, guild)
    offer_field(table, player, guild)


def apprentice(table: Table, player: int) -> None:
    """Good or field; the good if none is affordable (R29)."""
    guild = guild_of_step(table)
    if legal_fields(table, player, guild):
        table.agenda.append(Task(steps.APPRENTICE, player))
    else:
        take_good(table, player, guild)


def good_or_place(table: Table, player: int, action: int) -> None:
    """Choosing to place a member is binding."""
    if action == TAKE_GOOD:
        take_good(table, player, guild_of_step(table))
    else:
        table.ask(steps.MUST_PLACE, player)


def take_good(table: Table, player: int, guild: int) -> None:
    good = table.parts.good_of[guild]
    table.players[player].goods[good] += 1
    log.gets_good(table, player, good)


def offer_field(table: Table, player: int, guild: int) -> None:
    """Optional, and only if there is a free field the player can afford (R28)."""
    if legal_fields(table, player, guild):
        table.agenda.append(Task(steps.FIELD, player))


def legal_fields(table: Table, player: int, guild: int) -> list[int]:
    """The guild's free fields that the player can afford."""
    coins = table.players[player].coins
    taken = 0
    for me in table.players:
        taken |= me.members
    city = table.parts.city
    price = city.price
    return [FIELD + square for square in city.fields[guild] if price[square] <= coins and not taken >> square & 1]


def legal_fields_or_decline(table: Table, player: int) -> list[int]:
    found = legal_fields(table, player, guild_of_step(table))
    found.append(DECLINE)
    return found


def why_no_field(table: Table, player: int, square: int) -> Reason:
    """A plot, another guild's field, an occupied field, or one that is too expensive."""
    city, wanted = table.parts.city, guild_of_step(table)
    guild = city.guild[square]
    if guild == NO_GUILD:
        return because("field_plot")
    if guild != wanted:
        return because("field_guild", guild=GUILDS[guild], wanted=GUILDS[wanted])
    for owner, other in enumerate(table.players):
        if other.members >> square & 1:
            return because("field_own" if owner == player else "field_taken", player=owner, field=SQUARE_IDS[square])
    return because("field_dear", price=city.price[square], coins=table.players[player].coins)


def why_no_decline() -> Reason:
    """The apprentice has chosen the field instead of the good."""
    return because("must_place")


def place_member(table: Table, player: int, square: int) -> None:
    me = table.players[player]
    price = table.parts.city.price[square]
    me.coins -= price
    me.members |= 1 << square
    log.places_member(table, player, square, price)


def field_or_decline(table: Table, player: int, action: int) -> None:
    if action == DECLINE:
        log.declines(table, player)
    else:
        place_member(table, player, action - FIELD)


# Merchants


def sell(table: Table, player: int) -> None:
    """Any number of goods, including none (R34)."""
    if has_goods(table, player):
        table.agenda.append(Task(steps.SELL, player))


def sell_and_merchants_seat(table: Table, player: int) -> None:
    """The seat even if nothing is sold (R35)."""
    take_seat(table, player, MERCHANTS)
    sell(table, player)


def has_goods(table: Table, player: int) -> bool:
    return any(table.players[player].goods)


def legal_sales(table: Table, player: int) -> list[int]:
    goods = table.players[player].goods
    found = [SELL + good for good in range(len(goods)) if goods[good]]
    found.append(ENOUGH)
    return found


def why_no_sale(good: int) -> Reason:
    return because("no_good", good=GOODS[good])


def sell_good(table: Table, player: int, good: int) -> None:
    """One good for its value; repeated while goods are left."""
    me = table.players[player]
    coins = table.parts.good_values[good]
    me.goods[good] -= 1
    me.coins += coins
    log.sells(table, player, good, coins)
    sell(table, player)


GOOD_OR_PLACE = [TAKE_GOOD, PLACE]
