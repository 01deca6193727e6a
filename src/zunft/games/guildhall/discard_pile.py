"""The discard pile: ordered, top card face up; only a player searching it sees the rest."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.games.guildhall import hands, knowledge, log, steps
from zunft.games.guildhall.actions import DISCARD, STOP
from zunft.games.guildhall.cards import CHAPTER_SIZE, HISTORIAN, KIND_IDS, offers, set_of, set_of_laid, size
from zunft.games.guildhall.table import Table

ALL_SEATS: Final = 15  # all seats as bits


def lay(table: Table, kind: int) -> None:
    """A card seen by all goes on top."""
    table.pile.append(kind)
    table.pile_seen.append(ALL_SEATS)


def show_top(table: Table) -> None:
    """The top card is public."""
    if table.pile_seen and table.pile_seen[-1] != ALL_SEATS:
        table.pile_seen[-1] = ALL_SEATS
        table.reveals += 1


def lay_batch(table: Table, player: int) -> None:
    """Discarded hand cards: others see only the top card and the number (G44)."""
    me, batch = table.players[player], table.batch
    if not batch:
        return
    table.pile += batch
    table.pile_seen += [1 << player] * len(batch)
    if len(batch) > 1:
        hands.forget_all(me)
    else:
        hands.forget(me, batch[0])
    table.batch = ()
    show_top(table)


def kinds_in(table: Table) -> int:
    return set_of(table.pile)


def why_not_in(table: Table, kind: int) -> Reason | None:
    """Only used while the player is searching the pile."""
    return None if kind in table.pile else because("not_in_pile", card=KIND_IDS[kind])


def fitting(table: Table, barred: int, is_searched: bool) -> int:
    """How many different kinds are not barred; before a search, the maximum by public information (G63)."""
    if is_searched:
        return size(kinds_in(table) & ~barred)
    if not table.pile:
        return 0
    return len(table.pile) - (barred >> table.pile[-1] & 1)


def search(table: Table, player: int) -> None:
    """The player sees all cards of the pile in order."""
    seen = table.pile_seen
    for place in range(len(seen)):
        seen[place] |= 1 << player
    table.reveals += 1
    log.searches(table, player)


def take(table: Table, player: int, kind: int) -> int:
    """Take the topmost card of this kind; its depth is public. The rest keeps its order."""
    place = len(table.pile) - 1
    while table.pile[place] != kind:
        place -= 1
    log.finds(table, player, kind, len(table.pile) - place)
    del table.pile[place]
    del table.pile_seen[place]
    return kind


# Order: a player who discards several cards chooses their order (G43)


def discard_laid_out(table: Table, player: int) -> None:
    """A chapter from a hall, face up. Without Historians the order below the top does not matter."""
    if HISTORIAN in table.professions:
        table.ask(steps.ORDER, player)
    else:
        lay_the_rest(table, player, 0)


def discard_chapters(table: Table, player: int) -> None:
    """Complete chapters; others see only the number of cards and the top card (G44, G64)."""
    if HISTORIAN in table.professions:
        table.ask(steps.ORDER, player)
    else:
        lay_in_one_order(table, player)


def lay_in_one_order(table: Table, player: int) -> None:
    """The top chapter is public; the one below too if it is the only possibility."""
    me, below = table.players[player], table.paid[:-CHAPTER_SIZE]
    top = table.paid[-CHAPTER_SIZE:]
    knowledge.show(me, top[0] // CHAPTER_SIZE)
    named = knowledge.can_name_discarded(me, len(below) // CHAPTER_SIZE)
    insert_below(table, 0, below, ALL_SEATS if named else 1 << player)
    insert_below(table, 0, top, ALL_SEATS)
    table.paid = ()
    table.reveals += 1
    knowledge.conclude(me)
    log.shows_top(table)


def legal_orders(table: Table) -> list[int]:
    """From the top down; STOP keeps the order."""
    left = set_of_laid(table.given + table.paid)
    if left & left - 1 == 0:
        return [STOP]
    return [*offers(DISCARD, left), STOP]


def why_not_ordered(kind: int) -> Reason:
    return because("not_laid_out", card=KIND_IDS[kind])


def order(table: Table, player: int, laid: int, action: int) -> None:
    if action == STOP:
        lay_the_rest(table, player, laid)
        return
    kind = action - DISCARD
    is_open = len(table.given) > 0
    log.lays(table, player, kind, laid + 1, is_open or laid == 0)
    insert_below(table, laid, (kind,), ALL_SEATS if is_open else 1 << player)
    if is_open:
        table.given = without(table.given, kind)
    else:
        table.paid = without(table.paid, kind)
        if laid == 0:
            show_paid(table, player)
    table.ask(steps.ORDER, player, laid + 1)


def without(cards: tuple[int, ...], kind: int) -> tuple[int, ...]:
    left = list(cards)
    left.remove(kind)
    return tuple(left)


def lay_the_rest(table: Table, player: int, laid: int) -> None:
    """In the given order, the last on top."""
    insert_below(table, laid, table.given, ALL_SEATS)
    insert_below(table, laid, table.paid, 1 << player)
    if table.paid and laid == 0:
        show_paid(table, player)
        log.shows_top(table)
    table.given = ()
    table.paid = ()


def show_paid(table: Table, player: int) -> None:
    """The top card is public and identifies its chapter."""
    show_top(table)
    me = table.players[player]
    knowledge.show(me, table.pile[-1] // CHAPTER_SIZE)
    knowledge.conclude(me)


def insert_below(table: Table, laid: int, cards: tuple[int, ...], seen: int) -> None:
    """Below the cards already laid in this discard."""
    place = len(table.pile) - laid
    table.pile[place:place] = cards
    table.pile_seen[place:place] = [seen] * len(cards)
