"""The six professions of Job Faire, each with three levels (low, middle, high); the Tax Collector has five."""

from __future__ import annotations

from typing import Final

from zunft.core.pair import first, pair, second
from zunft.core.reason import Reason, because
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.guildhall import chapters, deck, discard_pile, effects, hands, log, steps
from zunft.games.guildhall.actions import GIVE, PUT_BACK, TAKE
from zunft.games.guildhall.cards import (
    BRICKLAYER,
    CHAPTERS,
    HUNTER,
    KIND_IDS,
    NO_KIND,
    PEDDLER,
    ROBBER,
    SCHOLAR,
    TAX_COLLECTOR,
    kinds,
    last,
    offers,
    rising,
    set_of,
    set_of_laid,
    size,
    why_not_rising,
)
from zunft.games.guildhall.table import Table

LOW: Final = 0
MIDDLE: Final = 1
HIGH: Final = 2

# Robber


def can_rob(table: Table, rank: int, other: int) -> bool:
    """The target has enough hand cards (G27)."""
    return len(table.players[other].hand) >= table.parts.amounts[ROBBER][rank]


def robber(table: Table, player: int, rank: int, other: int) -> None:
    """Another player's hand cards into the player's hall: a random one, or chosen after seeing the hand."""
    if rank == LOW:
        table.agenda.append(Task(steps.ROB_CARD, CHANCE, other))
        return
    hands.look(table, player, other)
    log.looks(table, player, other)
    table.ask(steps.ROBBER_PICK, player, pair(table.parts.amounts[ROBBER][rank], other))


def random_loot(table: Table, other: int) -> list[int]:
    """Any kind in the hand may be drawn."""
    return kinds(set_of(table.players[other].hand))


def legal_loot(table: Table, player: int, other: int) -> list[int]:
    """A card that can be placed if possible, else any card (G28)."""
    hand = set_of(table.players[other].hand)
    return offers(TAKE, hand & ~table.players[player].hall or hand)


def why_not_rob(table: Table, other: int, kind: int) -> Reason:
    """Reveals nothing: the robber has seen the hand."""
    if kind in table.players[other].hand:
        return because("rob_duplicate", card=KIND_IDS[kind])
    return because("not_in_other_hand", player=other, card=KIND_IDS[kind])


def pick(table: Table, player: int, place: int, kind: int) -> None:
    other, number = second(place), first(place)
    if number > 1:
        table.agenda.append(Task(steps.ROBBER, NOBODY, pair(number - 1, other)))
    rob(table, player, other, kind)


def rob(table: Table, player: int, other: int, kind: int) -> None:
    """Into the hall, or to the discard pile if a duplicate (G29)."""
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
    """The top cards of the deck into the player's hall, duplicates to the discard pile."""
    draw_to_hall(table, table.parts.amounts[SCHOLAR][rank])


def draw_to_hall(table: Table, number: int) -> None:
    """One card at a time, since a chapter may complete in between (G36)."""
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


def can_hunt(table: Table, player: int, rank: int, is_searched: bool) -> bool:
    """Enough cards in the player's hall and enough kinds in the discard pile (G32)."""
    if rank == HIGH:
        return len(hunter_chapters(table, player, is_searched)) > 0
    hall, number = table.players[player].hall, table.parts.amounts[HUNTER][rank]
    barred = barred_from_hunt(table, hall, hall)
    return size(hall) >= number and discard_pile.fitting(table, barred, is_searched) >= number


def barred_from_hunt(table: Table, hall: int, given: int) -> int:
    """Kinds in the hall cannot be taken, unless the option allows it in exchange for the same kind (G6)."""
    return hall & ~given if table.setting.options["hunter_swaps_identical"] else hall


def hunter_chapters(table: Table, player: int, is_searched: bool) -> list[int]:
    """Chapters that can be swapped for enough cards of the pile."""
    hall, number = table.players[player].hall, table.parts.amounts[HUNTER][HIGH]
    found: list[int] = []
    for profession in chapters.professions_in(hall):
        barred = barred_from_hunt(table, hall, CHAPTERS[profession])
        if discard_pile.fitting(table, barred, is_searched) >= number:
            found.append(profession)
    return found


def hunter(table: Table, player: int, rank: int) -> None:
    """Cards of the discard pile for as many of the player's hall, or three for a chapter."""
    step = steps.HUNTER_CHAPTER if rank == HIGH else steps.HUNTER_TAKE
    table.ask(step, player, steps.against(0, rank))


def legal_hunter_chapters(table: Table, player: int) -> list[int]:
    return chapters.offered(hunter_chapters(table, player, is_searched=True))


def why_no_hunter_chapter(table: Table, player: int, profession: int) -> Reason:
    found = effects.why_no_chapter(table, player, player, profession)
    return found or because("hunt_few", count=table.parts.amounts[HUNTER][HIGH])


def hunter_chapter(table: Table, player: int, profession: int) -> None:
    effects.lay_out_chapter(table, player, profession)
    table.ask(steps.HUNTER_TAKE, player, steps.against(0, HIGH))


def legal_hunter_takes(table: Table, player: int, rank: int) -> list[int]:
    hall, given = table.players[player].hall, set_of_laid(table.given)
    barred = barred_from_hunt(table, hall | given, given if rank == HIGH else hall)
    options = discard_pile.kinds_in(table) & ~barred
    left = table.parts.amounts[HUNTER][rank] - len(table.taken)
    return offers(TAKE, rising(options, 0, left, last(table.taken)))


def why_no_hunter_take(table: Table, player: int, rank: int, kind: int) -> Reason:
    hall, given = table.players[player].hall, set_of_laid(table.given)
    found = discard_pile.why_not_in(table, kind)
    if found is None and barred_from_hunt(table, hall | given, given if rank == HIGH else hall) & 1 << kind:
        return because("in_hall", card=KIND_IDS[kind])
    left = table.parts.amounts[HUNTER][rank] - len(table.taken)
    return found or why_not_rising(kind, 0, left, last(table.taken))


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
    """In their order on the pile; duplicates of cards taken must be given (G31)."""
    hall = table.players[player].hall
    forced = hall & set_of_laid(table.taken)
    left = table.parts.amounts[HUNTER][rank] - len(table.given)
    return offers(GIVE, forced if size(forced) == left else hall)


def why_no_hunter_give(table: Table, player: int, kind: int) -> Reason:
    forced = table.players[player].hall & set_of_laid(table.taken)
    lowest = (forced & -forced).bit_length() - 1
    return effects.why_not_own(table, player, kind) or because("twin_first", card=KIND_IDS[lowest])


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
    """The cards given are on the pile; those taken enter the hall together."""
    player = table.active
    effects.enter_hall(table, player, table.taken)
    table.taken = ()
    chapters.close(table, player)


# Peddler


def can_peddle(table: Table, player: int, rank: int, other: int) -> bool:
    """Enough different kinds in hand, enough cards in the other hall (G34)."""
    if rank == HIGH:
        return len(peddler_chapters(table, player, other)) > 0
    number = table.parts.amounts[PEDDLER][rank]
    hand = set_of(table.players[player].hand)
    return size(table.players[other].hall) >= number and size(hand) >= number


def peddler_chapters(table: Table, player: int, other: int) -> list[int]:
    """Chapters of the other hall whose remainder can take two of the player's hand cards."""
    hand, hall = set_of(table.players[player].hand), table.players[other].hall
    number = table.parts.amounts[PEDDLER][HIGH]
    return [
        profession
        for profession in chapters.professions_in(hall)
        if size(hand & ~(hall & ~CHAPTERS[profession])) >= number
    ]


def peddler(table: Table, player: int, rank: int, other: int) -> None:
    """Hand cards for cards of another hall, which enter the hand; then an extra action."""
    step = steps.PEDDLER_CHAPTER if rank == HIGH else steps.PEDDLER_GIVE
    table.ask(step, player, steps.against(other, rank))


def legal_peddler_chapters(table: Table, player: int, other: int) -> list[int]:
    return chapters.offered(peddler_chapters(table, player, other))


def why_no_peddler_chapter(table: Table, player: int, other: int, profession: int) -> Reason:
    found = effects.why_no_chapter(table, other, player, profession)
    return found or because("peddle_few", player=other, count=table.parts.amounts[PEDDLER][HIGH])


def peddler_chapter(table: Table, player: int, other: int, profession: int) -> None:
    effects.take_out_chapter(table, other, profession)
    table.ask(steps.PEDDLER_GIVE, player, steps.against(other, HIGH))


def legal_peddler_gives(table: Table, player: int, place: int) -> list[int]:
    other, rank = second(place), first(place)
    options = set_of(table.players[player].hand)
    if rank == HIGH:
        options &= ~table.players[other].hall
    left = table.parts.amounts[PEDDLER][rank] - len(table.given)
    return offers(GIVE, rising(options, 0, left, last(table.given)))


def why_no_peddler_give(table: Table, player: int, place: int, kind: int) -> Reason:
    other, rank = second(place), first(place)
    if kind not in table.players[player].hand:
        return because("not_in_hand", card=KIND_IDS[kind])
    if rank == HIGH and table.players[other].hall & 1 << kind:
        return because("target_has_it", player=other, card=KIND_IDS[kind])
    left = table.parts.amounts[PEDDLER][rank] - len(table.given)
    return why_not_rising(kind, 0, left, last(table.given))


def peddler_give(table: Table, player: int, place: int, kind: int) -> None:
    hands.lose_openly(table.players[player], kind)
    table.given += (kind,)
    if len(table.given) < table.parts.amounts[PEDDLER][first(place)]:
        table.ask(steps.PEDDLER_GIVE, player, place)
    elif first(place) == HIGH:
        peddled(table, player, second(place))
    else:
        table.ask(steps.PEDDLER_TAKE, player, place)


def legal_peddler_takes(table: Table, place: int) -> list[int]:
    """The twin of a given card must be taken, so that no duplicate remains there (G25)."""
    hall = table.players[second(place)].hall
    forced = hall & set_of_laid(table.given)
    left = table.parts.amounts[PEDDLER][first(place)] - len(table.taken)
    return offers(TAKE, rising(hall, forced, left, last(table.taken)))


def why_no_peddler_take(table: Table, place: int, kind: int) -> Reason:
    other = second(place)
    forced = table.players[other].hall & set_of_laid(table.given)
    left = table.parts.amounts[PEDDLER][first(place)] - len(table.taken)
    return effects.why_not_theirs(table, other, kind) or why_not_rising(kind, forced, left, last(table.taken))


def peddler_take(table: Table, player: int, place: int, kind: int) -> None:
    effects.take_out(table, second(place), kind)
    if len(table.taken) < table.parts.amounts[PEDDLER][first(place)]:
        table.ask(steps.PEDDLER_TAKE, player, place)
    else:
        peddled(table, player, second(place))


def peddled(table: Table, player: int, other: int) -> None:
    """All cards move at once (G5); no extra action without the swap (G15)."""
    log.peddles(table, player, other)
    effects.enter_hall(table, other, table.given)
    for kind in table.taken:
        hands.take_openly(table, player, kind)
    effects.clear_transit(table)
    effects.extra_actions(table, player, 1)
    chapters.close(table, other)


# Bricklayer


def bricklayer(table: Table, player: int, rank: int) -> None:
    """Draw, then put cards from the hand back on the deck."""
    table.agenda.append(Task(steps.BRICKLAYER, NOBODY, table.parts.second_amounts[BRICKLAYER][rank]))
    effects.draw(table, player, table.parts.amounts[BRICKLAYER][rank])


def put_cards_back(table: Table, number: int) -> None:
    """A small hand puts back all cards (G35)."""
    player = table.active
    number = min(number, len(table.players[player].hand))
    log.puts_back(table, player, number)
    if number > 0:
        table.ask(steps.BRICKLAYER_PUT_BACK, player, number)


def legal_put_backs(table: Table, player: int) -> list[int]:
    """One by one; the first ends up deepest."""
    return offers(PUT_BACK, set_of(table.players[player].hand))


def why_not_put_back(kind: int) -> Reason:
    return because("not_in_hand", card=KIND_IDS[kind])


def put_back(table: Table, player: int, number: int, kind: int) -> None:
    deck.put_back(table, player, kind)
    if number > 1:
        table.ask(steps.BRICKLAYER_PUT_BACK, player, number - 1)


# Tax Collector


def gifts(table: Table, player: int) -> int:
    """The player's hall cards whose kind some other hall lacks."""
    everywhere = -1
    for other in range(len(table.players)):
        if other != player:
            everywhere &= table.players[other].hall
    return table.players[player].hall & ~everywhere


def tax_collector(table: Table, player: int, rank: int) -> None:
    """A point per Tax Collector in the hall, then one hall card is given away (G18)."""
    effects.earn(table, player, table.parts.amounts[TAX_COLLECTOR][rank])
    table.ask(steps.TAX_COLLECTOR_GIVE, player)


def legal_gifts(table: Table, player: int) -> list[int]:
    return offers(GIVE, gifts(table, player))


def why_no_gift(table: Table, player: int, kind: int) -> Reason:
    return effects.why_not_own(table, player, kind) or because("gift_everywhere", card=KIND_IDS[kind])


def tax_collector_give(table: Table, player: int, kind: int) -> None:
    effects.lay_out_from_hall(table, player, kind)
    table.ask(steps.TARGET, player, steps.aiming(TAX_COLLECTOR, LOW))


def lacks_gift(table: Table, other: int) -> bool:
    return table.players[other].hall & 1 << table.given[0] == 0


def receive_gift(table: Table, player: int, other: int) -> None:
    """May complete a chapter there (G26)."""
    kind = table.given[0]
    table.given = ()
    log.gives(table, player, other, kind)
    chapters.place(table, other, kind)
