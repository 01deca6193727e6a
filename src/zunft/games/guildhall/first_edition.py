"""The six professions of the first edition."""

from __future__ import annotations

from zunft.core.pair import first, second
from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.games.guildhall import chapters, discard_pile, effects, hands, log, steps
from zunft.games.guildhall.actions import DISCARD, GIVE, PLACE, STOP, TAKE
from zunft.games.guildhall.cards import (
    ASSASSIN,
    CHAPTER_SIZE,
    CHAPTERS,
    DANCER,
    FARMER,
    HISTORIAN,
    KIND_IDS,
    PROFESSIONS,
    TRADER,
    WEAVER,
    above,
    kinds,
    last,
    offers,
    rising,
    set_of,
    set_of_laid,
    size,
    why_not_rising,
)
from zunft.games.guildhall.job_faire import HIGH, LOW, MIDDLE
from zunft.games.guildhall.table import Table

# Assassin


def can_strike(table: Table, rank: int, other: int) -> bool:
    """The middle level needs two chapters (G38)."""
    hall, number = table.players[other].hall, table.parts.amounts[ASSASSIN][rank]
    if rank == MIDDLE:
        return len(chapters.professions_in(hall)) >= number
    return size(hall) >= number


def assassin(table: Table, player: int, rank: int, other: int) -> None:
    """Cards of another hall go to the discard pile, in the order struck."""
    table.ask(steps.ASSASSIN_STRIKE, player, steps.against(other, rank))


def legal_strikes(table: Table, place: int) -> list[int]:
    options = table.players[second(place)].hall
    if first(place) == MIDDLE:
        for kind in table.taken:
            options &= ~CHAPTERS[kind // CHAPTER_SIZE]
    return offers(DISCARD, options)


def why_no_strike(table: Table, place: int, kind: int) -> Reason:
    """The middle level needs two chapters."""
    found = effects.why_not_theirs(table, second(place), kind)
    return found or because("strike_same", profession=PROFESSIONS[kind // CHAPTER_SIZE])


def strike(table: Table, player: int, place: int, kind: int) -> None:
    effects.take_out(table, second(place), kind)
    if len(table.taken) < table.parts.amounts[ASSASSIN][first(place)]:
        table.ask(steps.ASSASSIN_STRIKE, player, place)
        return
    log.strikes(table, player, second(place))
    for struck in table.taken:
        discard_pile.lay(table, struck)
    table.taken = ()


# Dancer


def dancer(table: Table, player: int, rank: int) -> None:
    """As many cards as Dancers in the hall, or fewer, then an extra action (G16, G17)."""
    effects.extra_actions(table, player, 1)
    effects.draw(table, player, table.parts.amounts[DANCER][rank])


# Farmer


def farmer(table: Table, player: int, rank: int) -> None:
    effects.earn(table, player, table.parts.amounts[FARMER][rank])


# Historian


def takeable(table: Table, player: int) -> int:
    """Kinds in the discard pile that the player's hall lacks."""
    return discard_pile.kinds_in(table) & ~table.players[player].hall


def can_study(table: Table, player: int, rank: int, is_searched: bool) -> bool:
    """The top card, or enough cards for the level that can be placed one after the other (G37)."""
    hall, number = table.players[player].hall, table.parts.amounts[HISTORIAN][rank]
    if rank == LOW:
        return len(table.pile) > 0 and hall & 1 << table.pile[-1] == 0
    fitting = discard_pile.fitting(table, hall, is_searched)
    if rank == MIDDLE or fitting == 0:
        return fitting > 0
    if not is_searched:
        return len(table.pile) >= number
    return fitting >= number or frees_another(table, hall, kinds(takeable(table, player))[0])


def frees_another(table: Table, hall: int, kind: int) -> bool:
    """This card completes its chapter, and the pile has another card of the profession."""
    chapter = CHAPTERS[kind // CHAPTER_SIZE]
    if (hall | 1 << kind) & chapter != chapter:
        return False
    in_pile = [card for card in table.pile if chapter & 1 << card]
    return len(in_pile) > 1


def historian(table: Table, player: int, rank: int) -> None:
    """Cards of the discard pile into the player's hall: the top one, or after a search any one or two."""
    if rank == LOW:
        historian_take(table, player, 1, table.pile[-1])
    else:
        study(table, table.parts.amounts[HISTORIAN][rank])


def study(table: Table, number: int) -> None:
    """Each card is placed before the next one is chosen (G5)."""
    if takeable(table, table.active):
        table.ask(steps.HISTORIAN_TAKE, table.active, number)


def legal_historian_takes(table: Table, player: int) -> list[int]:
    return offers(TAKE, takeable(table, player))


def why_no_historian_take(table: Table, kind: int) -> Reason:
    return discard_pile.why_not_in(table, kind) or because("in_hall", card=KIND_IDS[kind])


def historian_take(table: Table, player: int, number: int, kind: int) -> None:
    if number > 1:
        table.agenda.append(Task(steps.HISTORIAN, NOBODY, number - 1))
    discard_pile.take(table, player, kind)
    discard_pile.show_top(table)
    log.takes_from_pile(table, player, kind)
    chapters.place(table, player, kind)


# Trader


def can_trade(table: Table, player: int, rank: int, other: int) -> bool:
    """Some choice of cards to give leaves enough to take without duplicates on either side (G25)."""
    if rank == HIGH:
        return len(trader_chapters(table, player, other)) > 0
    hall, theirs = table.players[player].hall, table.players[other].hall
    different = min(size(hall & ~theirs), size(theirs & ~hall))
    return size(hall & theirs) + different >= table.parts.amounts[TRADER][rank]


def trader(table: Table, player: int, rank: int, other: int) -> None:
    """Cards of the player's hall for as many of another hall, or a chapter for a chapter."""
    step = steps.TRADER_CHAPTER if rank == HIGH else steps.TRADER_GIVE
    table.ask(step, player, steps.against(other, rank))


def legal_trader_gives(table: Table, player: int, place: int) -> list[int]:
    """In ascending order; no more kinds new to the other hall than can be taken back in return."""
    hall, theirs = table.players[player].hall, table.players[second(place)].hall
    given = set_of_laid(table.given)
    left = table.parts.amounts[TRADER][first(place)] - len(table.given)
    unmatched = size(theirs & ~(hall | given)) - size(given & ~theirs)
    found: list[int] = []
    for kind in kinds(hall & above(last(table.given))):
        after = hall & above(kind)
        matches = unmatched if theirs & 1 << kind else unmatched - 1
        if matches >= 0 and size(after & theirs) + min(matches, size(after & ~theirs)) >= left - 1:
            found.append(GIVE + kind)
    return found


def why_no_trader_give(table: Table, player: int, kind: int) -> Reason:
    found = effects.why_not_own(table, player, kind)
    if found is None and kind <= last(table.given):
        return because("order_passed", card=KIND_IDS[kind])
    return found or because("trade_useless", card=KIND_IDS[kind])


def trader_give(table: Table, player: int, place: int, kind: int) -> None:
    effects.lay_out_from_hall(table, player, kind)
    is_enough = len(table.given) == table.parts.amounts[TRADER][first(place)]
    table.ask(steps.TRADER_TAKE if is_enough else steps.TRADER_GIVE, player, place)


def legal_trader_takes(table: Table, player: int, place: int) -> list[int]:
    """The twins of cards given, and kinds that the player's hall lacks (G5)."""
    hall, theirs = table.players[player].hall, table.players[second(place)].hall
    forced = theirs & set_of_laid(table.given)
    left = len(table.given) - len(table.taken)
    return offers(TAKE, rising(theirs & ~hall, forced, left, last(table.taken)))


def why_no_trader_take(table: Table, player: int, place: int, kind: int) -> Reason:
    other = second(place)
    forced = table.players[other].hall & set_of_laid(table.given)
    left = len(table.given) - len(table.taken)
    found = effects.why_not_new_here(table, player, other, kind)
    return found or why_not_rising(kind, forced, left, last(table.taken))


def trader_take(table: Table, player: int, place: int, kind: int) -> None:
    effects.take_out(table, second(place), kind)
    if len(table.taken) < len(table.given):
        table.ask(steps.TRADER_TAKE, player, place)
    else:
        effects.swap(table, player, second(place))


def trader_chapters(table: Table, player: int, other: int) -> list[int]:
    """Chapters that can be swapped for one of the other hall."""
    hall, theirs = table.players[player].hall, table.players[other].hall
    return [
        profession
        for profession in chapters.professions_in(hall)
        if other_chapters(hall & ~CHAPTERS[profession], theirs, hall & CHAPTERS[profession])
    ]


def other_chapters(hall: int, theirs: int, given: int) -> list[int]:
    """Chapters of the other hall sharing no kind with the rest here, whose rest shares none with the given one."""
    return [
        profession
        for profession in chapters.professions_in(theirs)
        if theirs & CHAPTERS[profession] & hall == 0 and theirs & ~CHAPTERS[profession] & given == 0
    ]


def legal_trader_chapters(table: Table, player: int, other: int) -> list[int]:
    return chapters.offered(trader_chapters(table, player, other))


def why_no_trader_chapter(table: Table, player: int, profession: int) -> Reason:
    found = effects.why_no_chapter(table, player, player, profession)
    return found or because("trade_chapter", profession=PROFESSIONS[profession])


def trader_chapter(table: Table, player: int, other: int, profession: int) -> None:
    effects.lay_out_chapter(table, player, profession)
    table.ask(steps.TRADER_OTHER_CHAPTER, player, steps.against(other, HIGH))


def legal_other_chapters(table: Table, player: int, other: int) -> list[int]:
    hall, theirs = table.players[player].hall, table.players[other].hall
    return chapters.offered(other_chapters(hall, theirs, set_of_laid(table.given)))


def why_no_other_chapter(table: Table, player: int, other: int, profession: int) -> Reason:
    found = effects.why_no_chapter(table, other, player, profession)
    return found or because("chapter_duplicates", profession=PROFESSIONS[profession])


def trader_other_chapter(table: Table, player: int, other: int, profession: int) -> None:
    effects.take_out_chapter(table, other, profession)
    effects.swap(table, player, other)


# Weaver


def can_weave(table: Table, player: int, rank: int) -> bool:
    me = table.players[player]
    if rank == HIGH:
        return size(me.hall) >= table.parts.second_amounts[WEAVER][rank]
    hand = set_of(me.hand)
    if rank == LOW:
        return hand & ~me.hall != 0
    twins = min(size(hand & me.hall), table.parts.second_amounts[WEAVER][rank])
    return me.hall != 0 and size(hand & ~me.hall) + twins >= table.parts.amounts[WEAVER][rank]


def weaver(table: Table, player: int, rank: int) -> None:
    """A hand card into the player's hall; or two for one hall card; or any number for two."""
    if rank == LOW:
        table.ask(steps.WEAVER_PLACE, player)
    else:
        step = steps.WEAVER_TAKE if rank == HIGH else steps.WEAVER_GIVE
        table.ask(step, player, steps.against(0, rank))


def legal_weaver_places(table: Table, player: int) -> list[int]:
    me = table.players[player]
    return offers(PLACE, set_of(me.hand) & ~me.hall)


def why_no_weaver_place(table: Table, player: int, kind: int) -> Reason | None:
    return hands.why_not_placed(table.players[player], kind)


def weaver_place(table: Table, player: int, kind: int) -> None:
    hands.lose_openly(table.players[player], kind)
    log.places(table, player, kind)
    chapters.place(table, player, kind)


def legal_weaver_gives(table: Table, player: int, rank: int) -> list[int]:
    """Ascending; at the middle level one may have a twin in the hall, at the high level zero cards are allowed."""
    me = table.players[player]
    options = set_of(me.hand) & above(last(table.given))
    if rank == HIGH:
        return [*offers(PLACE, options & ~me.hall), STOP]
    left = table.parts.amounts[WEAVER][rank] - len(table.given)
    twins = table.parts.second_amounts[WEAVER][rank] - size(set_of_laid(table.given) & me.hall)
    found: list[int] = []
    for kind in kinds(options):
        after = options & above(kind)
        more = twins - 1 if me.hall & 1 << kind else twins
        if more >= 0 and size(after & ~me.hall) + min(more, size(after & me.hall)) >= left - 1:
            found.append(PLACE + kind)
    return found


def why_no_weaver_give(table: Table, player: int, rank: int, action: int) -> Reason:
    """At the middle level the number of cards is fixed, and at most one may have a twin in the hall."""
    me, kind = table.players[player], action - PLACE
    if action == STOP:
        return because("weave_more", count=table.parts.amounts[WEAVER][rank])
    if kind not in me.hand:
        return because("not_in_hand", card=KIND_IDS[kind])
    if kind <= last(table.given):
        return because("order_passed", card=KIND_IDS[kind])
    if rank == HIGH:
        return because("in_hall", card=KIND_IDS[kind])
    return because("weave_useless", card=KIND_IDS[kind], count=table.parts.amounts[WEAVER][rank])


def weaver_give(table: Table, player: int, rank: int, action: int) -> None:
    if action == STOP:
        woven(table, player)
        return
    hands.lose_openly(table.players[player], action - PLACE)
    table.given += (action - PLACE,)
    if rank == HIGH or len(table.given) < table.parts.amounts[WEAVER][rank]:
        table.ask(steps.WEAVER_GIVE, player, steps.against(0, rank))
    else:
        table.ask(steps.WEAVER_TAKE, player, steps.against(0, rank))


def legal_weaver_takes(table: Table, player: int, rank: int) -> list[int]:
    """The twin of a placed card must be taken; this effect cannot place it again (G39)."""
    hall = table.players[player].hall
    left = table.parts.second_amounts[WEAVER][rank] - len(table.taken)
    return offers(TAKE, rising(hall, hall & set_of_laid(table.given), left, last(table.taken)))


def why_no_weaver_take(table: Table, player: int, rank: int, kind: int) -> Reason:
    forced = table.players[player].hall & set_of_laid(table.given)
    left = table.parts.second_amounts[WEAVER][rank] - len(table.taken)
    return effects.why_not_own(table, player, kind) or why_not_rising(kind, forced, left, last(table.taken))


def weaver_take(table: Table, player: int, rank: int, kind: int) -> None:
    effects.take_out(table, player, kind)
    if len(table.taken) < table.parts.second_amounts[WEAVER][rank]:
        table.ask(steps.WEAVER_TAKE, player, steps.against(0, rank))
    elif rank == HIGH:
        table.ask(steps.WEAVER_GIVE, player, steps.against(0, rank))
    else:
        woven(table, player)


def woven(table: Table, player: int) -> None:
    """Placed and taken simultaneously (G39)."""
    log.weaves(table, player)
    effects.enter_hall(table, player, table.given)
    for kind in table.taken:
        hands.take_openly(table, player, kind)
    effects.clear_transit(table)
    chapters.close(table, player)
