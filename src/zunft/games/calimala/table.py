"""The table: fields and copies, no rules. Clones share all tuples; what chance draws from most is in lists."""

from __future__ import annotations

from typing import cast

from zunft.core.compiling import mypyc_attr
from zunft.core.state import State
from zunft.games.calimala.components import Components


@mypyc_attr(acyclic=True)
class Board:
    """Empty spaces of cities, churches and art sites. All public."""

    city_room: tuple[int, ...]  # by city
    house_room: tuple[int, ...]  # by trade city
    material_room: tuple[int, ...]  # by church * 3 + material
    art_room: tuple[int, ...]  # by art site

    def clone(self) -> Board:
        other = Board()
        other.city_room = self.city_room
        other.house_room = self.house_room
        other.material_room = self.material_room
        other.art_room = self.art_room
        return other


@mypyc_attr(acyclic=True)
class Player:
    """A player's mat, discs, cards, and cubes on the board. Public except for the cards."""

    cubes: int  # supply
    warehouse: tuple[int, ...]  # by material
    workshops: tuple[int, ...]  # cloth in each, from the left
    ships: int  # in the harbour
    houses: int  # trade cities with a house of this player, as bits
    coloured: int  # discs not placed yet
    white: int
    delivered: tuple[int, ...]  # cloth, by city
    contributed: tuple[int, ...]  # material, by church * 3 + material
    artworks: tuple[int, ...]  # by art site
    tile_points: int
    card_points: int
    hand: tuple[int, ...]  # action cards of each kind; secret
    held: tuple[int, ...]  # the hand at the last shuffle; secret
    plays: tuple[int, ...]  # cards played since then: draws before each * 9 + kind
    dealt: int  # scoring cards to choose from, as bits; secret
    kept: int  # the scoring card kept, or NO_CARD; secret until the end

    def clone(self) -> Player:
        other = Player()
        other.cubes = self.cubes
        other.warehouse = self.warehouse
        other.workshops = self.workshops
        other.ships = self.ships
        other.houses = self.houses
        other.coloured = self.coloured
        other.white = self.white
        other.delivered = self.delivered
        other.contributed = self.contributed
        other.artworks = self.artworks
        other.tile_points = self.tile_points
        other.card_points = self.card_points
        other.hand = self.hand
        other.held = self.held
        other.plays = self.plays
        other.dealt = self.dealt
        other.kept = self.kept
        return other


class Table(State):
    """City map, council, board, players, cards."""

    players: list[Player]
    board: Board
    cells: tuple[int, ...]  # the action of each cell of the city map, NO_ACTION until laid
    first_actions: tuple[int, ...]  # the lower-coded of each space's two actions
    second_actions: tuple[int, ...]  # the other one
    stacks: list[tuple[int, ...]]  # discs of each space from the bottom up
    tiles: tuple[int, ...]  # scoring tiles in the order of the council
    scored: int  # how many of them have been scored
    seats: tuple[int, ...]  # owner of the disc on each tile, EMPTY_SEAT if there was no disc
    gallery: tuple[int, ...]  # owners of the artworks in Palazzo Vecchio, from the left
    start_player: int
    active: int
    turn: int
    space: int  # the space in use, or NOWHERE
    level: int  # which of its discs acts, counted from the top
    left: tuple[int, ...]  # how often the two actions may still be executed with this disc
    done: tuple[int, ...]  # how often they were
    duty: bool  # the active player must still execute an action; only they know for certain (C6)
    drawn: int  # action cards drawn by the active player this turn
    deck: list[int]  # a bag, action cards of each kind; only their number is public
    fresh: tuple[int, ...]  # the deck's contents at the last shuffle; public
    discard: list[int]  # public
    face_up: int  # the face-up scoring card, or NO_CARD
    undealt: int  # scoring cards not dealt, as bits; unknown to all

    @property
    def parts(self) -> Components:
        """The printed numbers."""
        return cast(Components, self.setting.components)

    def copy_table_to(self, other: Table) -> None:
        self.copy_to(other)
        other.players = [player.clone() for player in self.players]
        other.board = self.board.clone()
        other.cells = self.cells
        other.first_actions = self.first_actions
        other.second_actions = self.second_actions
        other.stacks = self.stacks[:]
        other.tiles = self.tiles
        other.scored = self.scored
        other.seats = self.seats
        other.gallery = self.gallery
        other.start_player = self.start_player
        other.active = self.active
        other.turn = self.turn
        other.space = self.space
        other.level = self.level
        other.left = self.left
        other.done = self.done
        other.duty = self.duty
        other.drawn = self.drawn
        other.deck = self.deck[:]
        other.fresh = self.fresh
        other.discard = self.discard[:]
        other.face_up = self.face_up
        other.undealt = self.undealt
