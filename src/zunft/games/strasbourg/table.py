"""The table: fields and copies, no rules."""

from __future__ import annotations

from typing import cast

from zunft.core.compiling import mypyc_attr
from zunft.core.state import State
from zunft.games.strasbourg.components import Components


@mypyc_attr(acyclic=True)
class Player:
    """A player's possessions. Coins, goods and privileges are hidden on screen only, since they can be counted."""

    coins: int
    goods: list[int]  # by good
    privileges: int
    prestige: int  # won in council phases
    members: int  # fields of the city with a member, as bits
    pile: int  # the unknown part of the draw pile, a bag; the owner can infer it, but not its order
    bottom: tuple[int, ...]  # reclaimed values under the unknown part, next to be drawn first; public
    hand: int  # cards drawn and not yet split; secret
    known: tuple[int, ...]  # values drawn from the bottom this round and not revealed since
    stacks: list[int]  # sets of cards; public sizes once laid out
    bid: int  # the stack revealed in this step, 0 if none; public
    box: int  # cards used face up
    lost: int  # cards of unused stacks; only their number is public
    dealt: tuple[int, ...]  # tasks, in the order dealt; secret
    kept: int  # tasks kept, as bits; secret, including the number

    def clone(self) -> Player:
        other = Player()
        other.coins = self.coins
        other.goods = self.goods[:]
        other.privileges = self.privileges
        other.prestige = self.prestige
        other.members = self.members
        other.pile = self.pile
        other.bottom = self.bottom
        other.hand = self.hand
        other.known = self.known
        other.stacks = self.stacks[:]
        other.bid = self.bid
        other.box = self.box
        other.lost = self.lost
        other.dealt = self.dealt
        other.kept = self.kept
        return other


class Table(State):
    """Players, council, city, round tiles."""

    players: list[Player]
    round: int
    step: int  # A to I, or PLANNING
    start: int  # the player with the start marker
    tiles: tuple[int, ...]  # the round tile of each round
    buildings: tuple[int, ...]  # the building of each round
    council: list[int]  # who holds each seat, or VACANT
    chapels: tuple[int, ...]  # corners, in the order placed
    built: tuple[int, ...]  # plots of the buildings of rounds 1, 2 …
    undealt: list[int]  # tasks not dealt, ascending; unknown to all

    @property
    def parts(self) -> Components:
        """The printed numbers."""
        return cast(Components, self.setting.components)

    def copy_table_to(self, other: Table) -> None:
        self.copy_to(other)
        other.players = [player.clone() for player in self.players]
        other.round = self.round
        other.step = self.step
        other.start = self.start
        other.tiles = self.tiles
        other.buildings = self.buildings
        other.council = self.council[:]
        other.chapels = self.chapels
        other.built = self.built
        other.undealt = self.undealt[:]
