"""The discard pile: its order counts, its top is open, the rest is seen only by whoever searches it."""

from __future__ import annotations

from typing import Final

from zunft.games.guildhall import hands, log, steps
from zunft.games.guildhall.actions import DISCARD, STOP
from zunft.games.guildhall.cards import HISTORIAN, offers, set_of, set_of_laid
from zunft.games.guildhall.table import Table

EVERYBODY: Final = 15  # all seats as bits


def lay(table: Table, kind: int) -> None:
    """A card that everybody sees goes on top."""
    table.pile.append(kind)
    table.pile_seen.append(EVERYBODY)


def show_top(table: Table) -> None:
    """The top card is open."""
    if table.pile_seen and table.pile_seen[-1] != EVERYBODY:
        table.pile_seen[-1] = EVERYBODY
        table.reveals += 1


def lay_batch(table: Table, player: int) -> None:
    """Discarded hand cards: others see the last one, on top, and their number (44)."""
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


def search(table: Table, player: int) -> None:
    """The player sees every card of the pile, in its order."""
    seen = table.pile_seen
    for place in range(len(seen)):
        seen[place] |= 1 << player
    table.reveals += 1
    log.searches(table, player)


def take(table: Table, player: int, kind: int) -> int:
    """The uppermost card of this kind; all see how deep it lay. The rest keeps its order."""
    place = len(table.pile) - 1
    while table.pile[place] != kind:
        place -= 1
    log.finds(table, player, kind, len(table.pile) - place)
    del table.pile[place]
    del table.pile_seen[place]
    return kind


# Order: whoever discards open cards decides how they lie (43)


def discard_laid_out(table: Table, player: int) -> None:
    """Without Historians the order below the top means nothing and is not asked."""
    if HISTORIAN in table.professions:
        table.ask(steps.ORDER, player)
    else:
        lay_the_rest(table, 0)


def legal_orders(table: Table) -> list[int]:
    """From the top down; or the rest as it comes."""
    left = set_of_laid(table.given)
    if left & left - 1 == 0:
        return [STOP]
    return [*offers(DISCARD, left), STOP]


def order(table: Table, player: int, laid: int, action: int) -> None:
    if action == STOP:
        lay_the_rest(table, laid)
        return
    kind = action - DISCARD
    log.lays(table, player, kind, laid + 1)
    insert_below(table, laid, (kind,))
    left = list(table.given)
    left.remove(kind)
    table.given = tuple(left)
    table.ask(steps.ORDER, player, laid + 1)


def lay_the_rest(table: Table, laid: int) -> None:
    insert_below(table, laid, table.given)
    table.given = ()


def insert_below(table: Table, laid: int, cards: tuple[int, ...]) -> None:
    """Below those laid before, which are on top."""
    place = len(table.pile) - laid
    table.pile[place:place] = cards
    table.pile_seen[place:place] = [EVERYBODY] * len(cards)
