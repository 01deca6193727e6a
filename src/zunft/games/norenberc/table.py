"""The table: fields and copies, no rules. Clones share all tuples; what changes most often is in lists."""

from __future__ import annotations

from typing import Final, cast

from zunft.core.compiling import mypyc_attr
from zunft.core.state import State
from zunft.games.norenberc.components import Components

PLANNING: Final = -1
NO_GUILD: Final = -1
ROOMS_PER_HOUSE: Final = 4


@mypyc_attr(acyclic=True)
class House:
    """A guild's house. Everything in it is public."""

    windows: tuple[int, ...]  # craftsmen from the master's window up; the covered tile comes last
    rooms: tuple[int, ...]  # guests A to D, EMPTY if vacant
    storehouse: list[int]  # goods of each type
    roof: list[int]  # agents of each player
    mayors: int
    crests: int
    prestige_crest: bool

    def clone(self) -> House:
        other = House()
        other.windows = self.windows
        other.rooms = self.rooms
        other.storehouse = self.storehouse[:]
        other.roof = self.roof[:]
        other.mayors = self.mayors
        other.crests = self.crests
        other.prestige_crest = self.prestige_crest
        return other


@mypyc_attr(acyclic=True)
class Player:
    """A player's possessions. All public but the plan; talers are hidden on screen only, since they can be counted."""

    talers: int
    goods: list[int]  # loose goods of each type
    stock: int  # agents ready for use
    on_card: int  # agents on the revealed action card
    supply: int  # agents not yet won
    tiles: tuple[int, ...]  # craftsmen and citizens, in the order won
    peddlers: tuple[int, ...]  # the good on each Peddler
    crests: tuple[int, ...]  # of each guild
    prestige_crests: int
    passed: bool
    plan: int  # face-down action cards, guilds as bits

    def clone(self) -> Player:
        other = Player()
        other.talers = self.talers
        other.goods = self.goods[:]
        other.stock = self.stock
        other.on_card = self.on_card
        other.supply = self.supply
        other.tiles = self.tiles
        other.peddlers = self.peddlers
        other.crests = self.crests
        other.prestige_crests = self.prestige_crests
        other.passed = self.passed
        other.plan = self.plan
        return other


class Table(State):
    """Houses, players, the guest stack."""

    players: list[Player]
    houses: list[House]
    planning: int  # order, an index into the option
    turn_order: tuple[int, ...]  # first = front of the track
    round: int
    turn: int
    called: int  # the guild whose cards are revealed, or PLANNING
    limit: int  # goods that may be bought at the called guild
    prestige_guild: int
    prestige_supply: int
    prestige_box: int
    stack: list[int]  # guest stack, sorted, as its order is unknown to all; only the size is public
    left_out: list[int]  # citizens not in play, sorted; unknown to all
    known: tuple[int, ...]  # citizens publicly known to be in the stack, by face: those shuffled back
    box: tuple[int, ...]  # tiles put there face up

    @property
    def parts(self) -> Components:
        """The printed numbers."""
        return cast(Components, self.setting.components)

    def copy_table_to(self, other: Table) -> None:
        self.copy_to(other)
        other.players = [player.clone() for player in self.players]
        other.houses = [house.clone() for house in self.houses]
        other.planning = self.planning
        other.turn_order = self.turn_order
        other.round = self.round
        other.turn = self.turn
        other.called = self.called
        other.limit = self.limit
        other.prestige_guild = self.prestige_guild
        other.prestige_supply = self.prestige_supply
        other.prestige_box = self.prestige_box
        other.stack = self.stack[:]
        other.left_out = self.left_out[:]
        other.known = self.known
        other.box = self.box
