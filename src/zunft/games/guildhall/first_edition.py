"""The six professions of the first edition."""

from __future__ import annotations

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
    SEATS,
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
)
from zunft.games.guildhall.job_faire import HIGH, LOW, MIDDLE
from zunft.games.guildhall.table import Table

# Assassin


def can_strike(table: Table, rank: int, other: int) -> bool:
    """At the middle level two chapters are needed (38)."""
    hall, number = table.players[other].hall, table.parts.amounts[ASSASSIN][rank]
    if rank == MIDDLE:
        return len(chapters.professions_in(hall)) >= number
    return size(hall) >= number


def assassin(table: Table, player: int, rank: int, other: int) -> None:
    """Cards of another hall to the discard pile, in the order struck."""
    table.ask(steps.ASSASSIN_STRIKE, player, steps.against(other, rank))


def legal_strikes(table: Table, place: int) -> list[int]:
    options = table.players[place % SEATS].hall
    if place // SEATS == MIDDLE:
        for kind in table.taken:
            options &= ~CHAPTERS[kind // CHAPTER_SIZE]
    return offers(DISCARD, options)


def strike(table: Table, player: int, place: int, kind: int) -> None:
    effects.take_out(table, place % SEATS, kind)
    if len(table.taken) < table.parts.amounts[ASSASSIN][place // SEATS]:
        table.ask(steps.ASSASSIN_STRIKE, player, place)
        return
    log.strikes(table, player, place % SEATS)
    for struck in table.taken:
        discard_pile.lay(table, struck)
    table.taken = ()


# Dancer


def dancer(table: Table, player: int, rank: int) -> None:
    """As many cards as Dancers in the hall, or fewer, then an extra action (16, 17)."""
    effects.extra_actions(table, player, 1)
    effects.draw(table, player, table.parts.amounts[DANCER][rank])


# Farmer


def farmer(table: Table, player: int, rank: int) -> None:
    effects.earn(table, player, table.parts.amounts[FARMER][rank])


# Historian


def takeable(table: Table, player: int) -> int:
    """Kinds of the discard pile that the own hall lacks."""
    return discard_pile.kinds_in(table) & ~table.players[player].hall


def can_study(table: Table, player: int, rank: int) -> bool:
    """The top card, or as many placeable cards one after the other as the level takes (37)."""
    hall = table.players[player].hall
    if rank == LOW:
        return len(table.pile) > 0 and hall & 1 << table.pile[-1] == 0
    options = takeable(table, player)
    if rank == MIDDLE or options == 0:
        return options != 0
    return size(options) >= table.parts.amounts[HISTORIAN][rank] or frees_another(table, hall, kinds(options)[0])


def frees_another(table: Table, hall: int, kind: int) -> bool:
    """This card completes its chapter, and the pile holds another one of the profession."""
    chapter = CHAPTERS[kind // CHAPTER_SIZE]
    if (hall | 1 << kind) & chapter != chapter:
        return False
    in_pile = [card for card in table.pile if chapter & 1 << card]
    return len(in_pile) > 1


def historian(table: Table, player: int, rank: int) -> None:
    """A card of the discard pile into the own hall: the top one, or after searching one or two of any."""
    if rank == LOW:
        historian_take(table, player, 1, table.pile[-1])
    else:
        study(table, table.parts.amounts[HISTORIAN][rank])


def study(table: Table, number: int) -> None:
    """Every taken card is placed before the next one is chosen (5)."""
    if takeable(table, table.active):
        table.ask(steps.HISTORIAN_TAKE, table.active, number)


def legal_historian_takes(table: Table, player: int) -> list[int]:
    return offers(TAKE, takeable(table, player))


def historian_take(table: Table, player: int, number: int, kind: int) -> None:
    if number > 1:
        table.agenda.append(Task(steps.HISTORIAN, NOBODY, number - 1))
    discard_pile.take(table, player, kind)
    discard_pile.show_top(table)
    log.takes_from_pile(table, player, kind)
    chapters.place(table, player, kind)


# Trader


def can_trade(table: Table, player: int, rank: int, other: int) -> bool:
    """Some choice of own cards leaves enough to take without a duplicate on either side (25)."""
    if rank == HIGH:
        return len(trader_chapters(table, player, other)) > 0
    hall, theirs = table.players[player].hall, table.players[other].hall
    different = min(size(hall & ~theirs), size(theirs & ~hall))
    return size(hall & theirs) + different >= table.parts.amounts[TRADER][rank]


def trader(table: Table, player: int, rank: int, other: int) -> None:
    """Cards of the own hall for as many of another hall, or a chapter for a chapter."""
    step = steps.TRADER_CHAPTER if rank == HIGH else steps.TRADER_GIVE
    table.ask(step, player, steps.against(other, rank))


def legal_trader_gives(table: Table, player: int, place: int) -> list[int]:
    """In rising order; of kinds that the other hall lacks no more than can be made up for from there."""
    hall, theirs = table.players[player].hall, table.players[place % SEATS].hall
    given = set_of_laid(table.given)
    left = table.parts.amounts[TRADER][place // SEATS] - len(table.given)
    unmatched = size(theirs & ~(hall | given)) - size(given & ~theirs)
    found: list[int] = []
    for kind in kinds(hall & above(last(table.given))):
        after = hall & above(kind)
        matches = unmatched if theirs & 1 << kind else unmatched - 1
        if matches >= 0 and size(after & theirs) + min(matches, size(after & ~theirs)) >= left - 1:
            found.append(GIVE + kind)
    return found


def trader_give(table: Table, player: int, place: int, kind: int) -> None:
    effects.lay_out_from_hall(table, player, kind)
    is_enough = len(table.given) == table.parts.amounts[TRADER][place // SEATS]
    table.ask(steps.TRADER_TAKE if is_enough else steps.TRADER_GIVE, player, place)


def legal_trader_takes(table: Table, player: int, place: int) -> list[int]:
    """The twins of cards given, and else kinds that the own hall lacks (5)."""
    hall, theirs = table.players[player].hall, table.players[place % SEATS].hall
    forced = theirs & set_of_laid(table.given)
    left = len(table.given) - len(table.taken)
    return offers(TAKE, rising(theirs & ~hall, forced, left, last(table.taken)))


def trader_take(table: Table, player: int, place: int, kind: int) -> None:
    effects.take_out(table, place % SEATS, kind)
    if len(table.taken) < len(table.given):
        table.ask(steps.TRADER_TAKE, player, place)
    else:
        traded(table, player, place % SEATS)


def traded(table: Table, player: int, other: int) -> None:
    """All change places at once; chapters may be completed on both sides."""
    log.trades(table, player, other)
    effects.enter_hall(table, other, table.given)
    effects.enter_hall(table, player, table.taken)
    effects.clear_transit(table)
    chapters.close(table, other)
    chapters.close(table, player)


def trader_chapters(table: Table, player: int, other: int) -> list[int]:
    """Own chapters for which some chapter of the other hall can come."""
    hall, theirs = table.players[player].hall, table.players[other].hall
    return [
        profession
        for profession in chapters.professions_in(hall)
        if other_chapters(hall & ~CHAPTERS[profession], theirs, hall & CHAPTERS[profession])
    ]


def other_chapters(hall: int, theirs: int, given: int) -> list[int]:
    """Chapters of the other hall that share no kind with the rest here, if none there is shared with the one given."""
    return [
        profession
        for profession in chapters.professions_in(theirs)
        if theirs & CHAPTERS[profession] & hall == 0 and theirs & ~CHAPTERS[profession] & given == 0
    ]


def legal_trader_chapters(table: Table, player: int, other: int) -> list[int]:
    return chapters.offered(trader_chapters(table, player, other))


def trader_chapter(table: Table, player: int, other: int, profession: int) -> None:
    effects.lay_out_chapter(table, player, profession)
    table.ask(steps.TRADER_OTHER_CHAPTER, player, steps.against(other, HIGH))


def legal_other_chapters(table: Table, player: int, other: int) -> list[int]:
    hall, theirs = table.players[player].hall, table.players[other].hall
    return chapters.offered(other_chapters(hall, theirs, set_of_laid(table.given)))


def trader_other_chapter(table: Table, player: int, other: int, profession: int) -> None:
    effects.take_out_chapter(table, other, profession)
    traded(table, player, other)


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
    """A hand card into the own hall; or two for one of the hall; or any number for two."""
    if rank == LOW:
        table.ask(steps.WEAVER_PLACE, player)
    else:
        step = steps.WEAVER_TAKE if rank == HIGH else steps.WEAVER_GIVE
        table.ask(step, player, steps.against(0, rank))


def legal_weaver_places(table: Table, player: int) -> list[int]:
    me = table.players[player]
    return offers(PLACE, set_of(me.hand) & ~me.hall)


def weaver_place(table: Table, player: int, kind: int) -> None:
    hands.lose_openly(table.players[player], kind)
    log.places(table, player, kind)
    chapters.place(table, player, kind)


def legal_weaver_gives(table: Table, player: int, rank: int) -> list[int]:
    """In rising order; at the middle level one may have its twin in the hall, at the high one none need be placed."""
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
    """The twin of a card placed must go; it cannot be placed again by the same effect (39)."""
    hall = table.players[player].hall
    left = table.parts.second_amounts[WEAVER][rank] - len(table.taken)
    return offers(TAKE, rising(hall, hall & set_of_laid(table.given), left, last(table.taken)))


def weaver_take(table: Table, player: int, rank: int, kind: int) -> None:
    effects.take_out(table, player, kind)
    if len(table.taken) < table.parts.second_amounts[WEAVER][rank]:
        table.ask(steps.WEAVER_TAKE, player, steps.against(0, rank))
    elif rank == HIGH:
        table.ask(steps.WEAVER_GIVE, player, steps.against(0, rank))
    else:
        woven(table, player)


def woven(table: Table, player: int) -> None:
    """Placed and taken at once (39)."""
    log.weaves(table, player)
    effects.enter_hall(table, player, table.given)
    for kind in table.taken:
        hands.take_openly(table, player, kind)
    effects.clear_transit(table)
    chapters.close(table, player)
