"""The table: fields and copies, no rules."""

from __future__ import annotations

from typing import cast

from zunft.core.compiling import mypyc_attr
from zunft.core.state import State
from zunft.games.guildhall.components import Components


@mypyc_attr(acyclic=True)
class Player:
    """A player's cards. The hand is secret; all else is public, or follows from public events."""

    hand: list[int]  # kinds, sorted
    known: tuple[tuple[int, ...], ...]  # by viewer: hand cards that this player knows for certain, sorted
    hall: int  # face-up kinds, as bits
    area: tuple[int, ...]  # cards played this turn, in order
    complete: tuple[int, ...]  # professions of the complete chapters, sorted; others see the number only
    certain: tuple[int, ...]  # those that all others can name, sorted
    possible: tuple[int, ...]  # the rest are among these, as far as others know, sorted
    prestige: tuple[int, ...]  # prestige cards, in the order bought
    chits: int

    def clone(self) -> Player:
        other = Player()
        other.hand = self.hand[:]
        other.known = self.known
        other.hall = self.hall
        other.area = self.area
        other.complete = self.complete
        other.certain = self.certain
        other.possible = self.possible
        other.prestige = self.prestige
        other.chits = self.chits
        return other


class Table(State):
    """Players, the deck, the discard pile, the row of prestige cards."""

    players: list[Player]
    professions: tuple[int, ...]  # in play, rising
    deck: list[int]  # the bag below the cards put back: its kinds, ascending
    deck_copies: list[int]  # copies of each of them
    deck_size: int  # cards in the bag
    put_back: tuple[int, ...]  # cards on top of the bag, last = top of the deck
    put_back_by: tuple[int, ...]  # who put each of them there, and so knows it
    pile: list[int]  # the discard pile, last = top
    pile_seen: list[int]  # for each card of the pile, the players who have seen it there, as bits
    row: tuple[int, ...]  # prestige cards for sale
    prestige_deck: tuple[int, ...]  # a bag: copies of each prestige card
    first: int  # the first player
    active: int  # whose turn it is
    turn: int
    actions_left: int
    played: int  # professions played this turn, as bits
    given: tuple[int, ...]  # cards set aside during an effect, public
    taken: tuple[int, ...]
    paid: tuple[int, ...]  # cards of complete chapters being discarded; others see the number only
    batch: tuple[int, ...]  # cards being discarded from the active player's hand; others see the number only

    @property
    def parts(self) -> Components:
        """The printed numbers."""
        return cast(Components, self.setting.components)

    def copy_table_to(self, other: Table) -> None:
        self.copy_to(other)
        other.players = [player.clone() for player in self.players]
        other.professions = self.professions
        other.deck = self.deck[:]
        other.deck_copies = self.deck_copies[:]
        other.deck_size = self.deck_size
        other.put_back = self.put_back
        other.put_back_by = self.put_back_by
        other.pile = self.pile[:]
        other.pile_seen = self.pile_seen[:]
        other.row = self.row
        other.prestige_deck = self.prestige_deck
        other.first = self.first
        other.active = self.active
        other.turn = self.turn
        other.actions_left = self.actions_left
        other.played = self.played
        other.given = self.given
        other.taken = self.taken
        other.paid = self.paid
        other.batch = self.batch
