"""The six professions of Job Faire. Each at three levels: low, middle, high; the Tax Collector at any number."""

from __future__ import annotations

from typing import Final

from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.guildhall import chapters, deck, discard_pile, effects, hands, log, steps
from zunft.games.guildhall.actions import GIVE, PUT_BACK, TAKE
from zunft.games.guildhall.cards import (
    BRICKLAYER,
    CHAPTERS,
    HUNTER,
    NO_KIND,
    PEDDLER,
    ROBBER,
    SCHOLAR,
    SEATS,
    TAX_COLLECTOR,
    kinds,
    last,
    offers,
    rising,
    set_of,
    set_of_laid,
    size,
)
from zunft.games.guildhall.table import Table

LOW: Final = 0
MIDDLE: Final = 1
HIGH: Final = 2

# Robber


def can_rob(table: Table, rank: int, other: int) -> bool:
    """Whoever holds as many cards as the level takes (27)."""
    return len(table.players[other].hand) >= table.parts.amounts[ROBBER][rank]


def robber(table: Table, player: int, rank: int, other: int) -> None:
    """Hand cards of another player into the own hall: a random one, or after looking through the hand."""
    if rank == LOW:
        table.agenda.append(Task(steps.ROB_CARD, CHANCE, other))
        return
    hands.look(table, player, other)
    log.looks(table, player, other)
    table.ask(steps.ROBBER_PICK, player, other + SEATS * table.parts.amounts[ROBBER][rank])


def random_loot(table: Table, other: int) -> list[int]:
    """Every kind of the hand may be drawn."""
    return kinds(set_of(table.players[other].hand))


def legal_loot(table: Table, player: int, other: int) -> list[int]:
    """A card that can be placed if there is one, else any (28)."""
    hand = set_of(table.players[other].hand)
    return offers(TAKE, hand & ~table.players[player].hall or hand)


def pick(table: Table, player: int, place: int, kind: int) -> None:
    other, number = place % SEATS, place // SEATS
    if number > 1:
        table.agenda.append(Task(steps.ROBBER, NOBODY, place - SEATS))
    rob(table, player, other, kind)


def rob(table: Table, player: int, other: int, kind: int) -> None:
    """Into the hall, or on the discard pile if its kind is there (29)."""
    hands.lose_openly(table.players[other], kind)
    table.reveals += 1
    is_duplicate = table.players[player].hall & 1 << kind != 0
    log.robs(table, player, other, kind, is_duplicate)
    if is_duplicate:
        discard_pile.lay(table, kind)
    else:
        chapters.place(table, player, kind)


# Scholar


def scholar(table: Table, player: int, rank: int) -> None:
    """The top cards of the deck into the own hall, duplicates to the discard pile."""
    draw_to_hall(table, table.parts.amounts[SCHOLAR][rank])


def draw_to_hall(table: Table, number: int) -> None:
    """One card at a time, so that chapters complete in between (36)."""
    kind = deck.take_put_back(table)
    if kind != NO_KIND:
        reveal(table, number, kind)
    elif deck.has_cards(table):
        table.agenda.append(Task(steps.REVEAL_CARD, CHANCE, number))


def reveal(table: Table, number: int, kind: int) -> None:
    if number > 1:
        table.agenda.append(Task(steps.SCHOLAR, NOBODY, number - 1))
    player = table.active
    is_duplicate = table.players[player].hall & 1 << kind != 0
    log.reveals(table, player, kind, is_duplicate)
    if is_duplicate:
        discard_pile.lay(table, kind)
    else:
        chapters.place(table, player, kind)


# Hunter


def can_hunt(table: Table, player: int, rank: int) -> bool:
    """Enough cards in the own hall and enough kinds in the discard pile (32)."""
    hall, found = table.players[player].hall, discard_pile.kinds_in(table)
    if rank == HIGH:
        return len(hunter_chapters(table, player)) > 0
    number = table.parts.amounts[HUNTER][rank]
    return size(hall) >= number and size(found) >= number


def hunter_chapters(table: Table, player: int) -> list[int]:
    """Chapters for which enough cards of the pile could enter the rest of the hall (6)."""
    hall, found = table.players[player].hall, discard_pile.kinds_in(table)
    number = table.parts.amounts[HUNTER][HIGH]
    return [
        profession
        for profession in chapters.professions_in(hall)
        if size(found & ~(hall & ~CHAPTERS[profession])) >= number
    ]


def hunter(table: Table, player: int, rank: int) -> None:
    """Cards of the discard pile for as many of the own hall, or three for a whole chapter."""
    step = steps.HUNTER_CHAPTER if rank == HIGH else steps.HUNTER_TAKE
    table.ask(step, player, steps.against(0, rank))


def legal_hunter_chapters(table: Table, player: int) -> list[int]:
    return chapters.offered(hunter_chapters(table, player))


def hunter_chapter(table: Table, player: int, profession: int) -> None:
    effects.lay_out_chapter(table, player, profession)
    table.ask(steps.HUNTER_TAKE, player, steps.against(0, HIGH))


def legal_hunter_takes(table: Table, player: int, rank: int) -> list[int]:
    options = discard_pile.kinds_in(table)
    if rank == HIGH:
        options &= ~table.players[player].hall
    left = table.parts.amounts[HUNTER][rank] - len(table.taken)
    return offers(TAKE, rising(options, 0, left, last(table.taken)))


def hunter_take(table: Table, player: int, rank: int, kind: int) -> None:
    table.taken += (discard_pile.take(table, player, kind),)
    if len(table.taken) < table.parts.amounts[HUNTER][rank]:
        table.ask(steps.HUNTER_TAKE, player, steps.against(0, rank))
    elif rank == HIGH:
        log.hunts(table, player)
        table.agenda.append(Task(steps.HUNTER_SWAPPED))
        discard_pile.discard_laid_out(table, player)
    else:
        table.ask(steps.HUNTER_GIVE, player, steps.against(0, rank))


def legal_hunter_gives(table: Table, player: int, rank: int) -> list[int]:
    """In the order in which they are to lie; what is taken twice must be given (31)."""
    hall = table.players[player].hall
    forced = hall & set_of_laid(table.taken)
    left = table.parts.amounts[HUNTER][rank] - len(table.given)
    return offers(GIVE, forced if size(forced) == left else hall)


def hunter_give(table: Table, player: int, rank: int, kind: int) -> None:
    effects.lay_out_from_hall(table, player, kind)
    if len(table.given) < table.parts.amounts[HUNTER][rank]:
        table.ask(steps.HUNTER_GIVE, player, steps.against(0, rank))
        return
    log.hunts(table, player)
    for given in table.given:
        discard_pile.lay(table, given)
    table.given = ()
    hunter_swapped(table)


def hunter_swapped(table: Table) -> None:
    """The cards given lie on the pile; those taken enter the hall together."""
    player = table.active
    effects.enter_hall(table, player, table.taken)
    table.taken = ()
    chapters.close(table, player)


# Peddler


def can_peddle(table: Table, player: int, rank: int, other: int) -> bool:
    """Different kinds enough in hand, cards enough in the other hall (34)."""
    if rank == HIGH:
        return len(peddler_chapters(table, player, other)) > 0
    number = table.parts.amounts[PEDDLER][rank]
    hand = set_of(table.players[player].hand)
    return size(table.players[other].hall) >= number and size(hand) >= number


def peddler_chapters(table: Table, player: int, other: int) -> list[int]:
    """Chapters of the other hall for which two hand cards could enter the rest of it."""
    hand, hall = set_of(table.players[player].hand), table.players[other].hall
    number = table.parts.amounts[PEDDLER][HIGH]
    return [
        profession
        for profession in chapters.professions_in(hall)
        if size(hand & ~(hall & ~CHAPTERS[profession])) >= number
    ]


def peddler(table: Table, player: int, rank: int, other: int) -> None:
    """Hand cards for cards of another hall, which come to hand; then an extra action."""
    step = steps.PEDDLER_CHAPTER if rank == HIGH else steps.PEDDLER_GIVE
    table.ask(step, player, steps.against(other, rank))


def legal_peddler_chapters(table: Table, player: int, other: int) -> list[int]:
    return chapters.offered(peddler_chapters(table, player, other))


def peddler_chapter(table: Table, player: int, other: int, profession: int) -> None:
    effects.take_out_chapter(table, other, profession)
    table.ask(steps.PEDDLER_GIVE, player, steps.against(other, HIGH))


def legal_peddler_gives(table: Table, player: int, place: int) -> list[int]:
    other, rank = place % SEATS, place // SEATS
    options = set_of(table.players[player].hand)
    if rank == HIGH:
        options &= ~table.players[other].hall
    left = table.parts.amounts[PEDDLER][rank] - len(table.given)
    return offers(GIVE, rising(options, 0, left, last(table.given)))


def peddler_give(table: Table, player: int, place: int, kind: int) -> None:
    hands.lose_openly(table.players[player], kind)
    table.given += (kind,)
    if len(table.given) < table.parts.amounts[PEDDLER][place // SEATS]:
        table.ask(steps.PEDDLER_GIVE, player, place)
    elif place // SEATS == HIGH:
        peddled(table, player, place % SEATS)
    else:
        table.ask(steps.PEDDLER_TAKE, player, place)


def legal_peddler_takes(table: Table, place: int) -> list[int]:
    """The twin of a card given must be taken, so that no duplicate stays there (25)."""
    hall = table.players[place % SEATS].hall
    forced = hall & set_of_laid(table.given)
    left = table.parts.amounts[PEDDLER][place // SEATS] - len(table.taken)
    return offers(TAKE, rising(hall, forced, left, last(table.taken)))


def peddler_take(table: Table, player: int, place: int, kind: int) -> None:
    effects.take_out(table, place % SEATS, kind)
    if len(table.taken) < table.parts.amounts[PEDDLER][place // SEATS]:
        table.ask(steps.PEDDLER_TAKE, player, place)
    else:
        peddled(table, player, place % SEATS)


def peddled(table: Table, player: int, other: int) -> None:
    """All change places at once (5); no extra action without the swap (15)."""
    log.peddles(table, player, other)
    effects.enter_hall(table, other, table.given)
    for kind in table.taken:
        hands.take_openly(table, player, kind)
    effects.clear_transit(table)
    effects.extra_actions(table, player, 1)
    chapters.close(table, other)


# Bricklayer


def bricklayer(table: Table, player: int, rank: int) -> None:
    """Draw, then put cards of the whole hand back on the deck."""
    table.agenda.append(Task(steps.BRICKLAYER, NOBODY, table.parts.second_amounts[BRICKLAYER][rank]))
    effects.draw(table, player, table.parts.amounts[BRICKLAYER][rank])


def put_cards_back(table: Table, number: int) -> None:
    """A smaller hand puts back all it has (35)."""
    player = table.active
    number = min(number, len(table.players[player].hand))
    log.puts_back(table, player, number)
    if number > 0:
        table.ask(steps.BRICKLAYER_PUT_BACK, player, number)


def legal_put_backs(table: Table, player: int) -> list[int]:
    """One by one; the first lies deepest."""
    return offers(PUT_BACK, set_of(table.players[player].hand))


def put_back(table: Table, player: int, number: int, kind: int) -> None:
    deck.put_back(table, player, kind)
    if number > 1:
        table.ask(steps.BRICKLAYER_PUT_BACK, player, number - 1)


# Tax Collector


def gifts(table: Table, player: int) -> int:
    """Own hall cards whose kind is missing in some other hall."""
    everywhere = -1
    for other in range(len(table.players)):
        if other != player:
            everywhere &= table.players[other].hall
    return table.players[player].hall & ~everywhere


def tax_collector(table: Table, player: int, rank: int) -> None:
    """A point for each Tax Collector in the hall, then one card of the hall is given away (18)."""
    effects.earn(table, player, table.parts.amounts[TAX_COLLECTOR][rank])
    table.ask(steps.TAX_COLLECTOR_GIVE, player)


def legal_gifts(table: Table, player: int) -> list[int]:
    return offers(GIVE, gifts(table, player))


def tax_collector_give(table: Table, player: int, kind: int) -> None:
    effects.lay_out_from_hall(table, player, kind)
    table.ask(steps.TARGET, player, steps.aiming(TAX_COLLECTOR, LOW))


def lacks_gift(table: Table, other: int) -> bool:
    return table.players[other].hall & 1 << table.given[0] == 0


def receive_gift(table: Table, player: int, other: int) -> None:
    """It may complete a chapter there (26)."""
    kind = table.given[0]
    table.given = ()
    log.gives(table, player, other, kind)
    chapters.place(table, other, kind)
