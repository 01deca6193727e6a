"""Hands: secret, but others remember what they saw going in or were shown."""

from __future__ import annotations

from zunft.games.guildhall.table import Player, Table


def add(hand: list[int], kind: int) -> None:
    """Hands are kept sorted."""
    place = len(hand)
    while place > 0 and hand[place - 1] > kind:
        place -= 1
    hand.insert(place, kind)


def take_openly(table: Table, player: int, kind: int) -> None:
    """A card comes to hand for all to see."""
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
    """A card leaves the hand for all to see."""
    owner.hand.remove(kind)
    forget(owner, kind)


def forget(owner: Player, kind: int) -> None:
    """This card is gone: whoever knew of one there knows of one less."""
    for viewer in range(len(owner.known)):
        cards = owner.known[viewer]
        if cards and kind in cards:
            left = list(cards)
            left.remove(kind)
            set_known(owner, viewer, tuple(left))


def forget_all(owner: Player) -> None:
    """After cards left the hand unseen nobody can be certain of any."""
    for viewer in range(len(owner.known)):
        if owner.known[viewer]:
            set_known(owner, viewer, ())


def look(table: Table, viewer: int, player: int) -> None:
    """The viewer, and nobody else, sees the whole hand (30)."""
    owner = table.players[player]
    set_known(owner, viewer, tuple(owner.hand))
    table.reveals += 1
