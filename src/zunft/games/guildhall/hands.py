"""Hands: secret, except for cards that others saw entering or were shown."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.games.guildhall.cards import KIND_IDS
from zunft.games.guildhall.table import Player, Table


def why_not_placed(me: Player, kind: int) -> Reason | None:
    """A hand card to be placed: it must be in hand, and its kind not in the player's hall (G2)."""
    if kind not in me.hand:
        return because("not_in_hand", card=KIND_IDS[kind])
    return because("in_hall", card=KIND_IDS[kind]) if me.hall & 1 << kind else None


def add(hand: list[int], kind: int) -> None:
    """Hands are kept sorted."""
    place = len(hand)
    while place > 0 and hand[place - 1] > kind:
        place -= 1
    hand.insert(place, kind)


def take_openly(table: Table, player: int, kind: int) -> None:
    """A card enters the hand face up."""
    add(table.players[player].hand, kind)
    for viewer in range(len(table.players)):
        if viewer != player:
            remember(table.players[player], viewer, kind)


def remember(owner: Player, viewer: int, kind: int) -> None:
    cards = list(owner.known[viewer])
    add(cards, kind)
    set_known(owner, viewer, tuple(cards))


def set_known(owner: Player, viewer: int, cards: tuple[int, ...]) -> None:
    owner.known = (*owner.known[:viewer], cards, *owner.known[viewer + 1 :])


def lose_openly(owner: Player, kind: int) -> None:
    """A card leaves the hand face up."""
    owner.hand.remove(kind)
    forget(owner, kind)


def forget(owner: Player, kind: int) -> None:
    """This card is gone: players who knew of it know one card fewer."""
    for viewer in range(len(owner.known)):
        cards = owner.known[viewer]
        if cards and kind in cards:
            left = list(cards)
            left.remove(kind)
            set_known(owner, viewer, tuple(left))


def forget_all(owner: Player) -> None:
    """After cards leave the hand unseen, others are certain of none."""
    for viewer in range(len(owner.known)):
        if owner.known[viewer]:
            set_known(owner, viewer, ())


def look(table: Table, viewer: int, player: int) -> None:
    """Only the viewer sees the whole hand (G30)."""
    owner = table.players[player]
    set_known(owner, viewer, tuple(owner.hand))
    table.reveals += 1
