"""What lies on the table: fields and copies, no rules."""

from __future__ import annotations

from typing import cast

from zunft.core.state import State
from zunft.games.calimala.components import Components


class Board:
    """Empty spaces of cities, churches and art sites. All public."""

    city_room: list[int]  # by city
    house_room: tuple[int, ...]  # by trade city
    material_room: list[int]  # by church * 3 + material
    art_room: list[int]  # by art site

    def clone(self) -> Board:
        other = Board()
        other.city_room = self.city_room[:]
        other.house_room = self.house_room
        other.material_room = self.material_room[:]
        other.art_room = self.art_room[:]
        return other


class Player:
    """A player's mat, discs, cards, and his cubes on the board. Public but for the cards."""

    cubes: int  # supply
    warehouse: list[int]  # by material
    workshops: list[int]  # cloth in each, from the left
    ships: int  # in the harbour
    houses: int  # trade cities with a house of his, as bits
    coloured: int  # discs not placed yet
    white: int
    delivered: list[int]  # cloth, by city
    contributed: list[int]  # material, by church * 3 + material
    artworks: list[int]  # by art site
    tile_points: int
    card_points: int
    hand: list[int]  # action cards of each kind; only he sees them
    held: tuple[int, ...]  # his hand when the deck was last shuffled; only he knows it
    plays: tuple[int, ...]  # cards played since then: cards drawn before it since then * 9 + kind
    dealt: int  # the scoring cards he chose from, as bits; only he knows them
    kept: int  # the scoring card he kept, or NO_CARD; shown at the end

    def clone(self) -> Player:
        other = Player()
        other.cubes = self.cubes
        other.warehouse = self.warehouse[:]
        other.workshops = self.workshops[:]
        other.ships = self.ships
        other.houses = self.houses
        other.coloured = self.coloured
        other.white = self.white
        other.delivered = self.delivered[:]
        other.contributed = self.contributed[:]
        other.artworks = self.artworks[:]
        other.tile_points = self.tile_points
        other.card_points = self.card_points
        other.hand = self.hand[:]
        other.held = self.held
        other.plays = self.plays
        other.dealt = self.dealt
        other.kept = self.kept
        return other


class Table(State):
    """City map, council, board, players, cards."""

    players: list[Player]
    board: Board
    cells: tuple[int, ...]  # the action of each cell of the city map, NO_ACTION while not laid
    first_actions: tuple[int, ...]  # of the two actions of each space the one with the lower code
    second_actions: tuple[int, ...]  # and the other
    stacks: list[tuple[int, ...]]  # discs of each space from the bottom up
    tiles: tuple[int, ...]  # scoring tiles in the order of the council
    scored: int  # how many of them have been scored
    seats: tuple[int, ...]  # whose disc lies there, EMPTY_SEAT if none could be found
    start_player: int
    active: int
    turn: int
    space: int  # the space in use, or NOWHERE
    level: int  # which of its discs acts, counted from the top
    left: list[int]  # how often the two actions may still be executed with this disc
    done: list[int]  # how often they were
    duty: bool  # the active player has yet to execute an action; who does not see his hand cannot be sure (C6)
    drawn: int  # action cards that the active player drew in this turn
    deck: list[int]  # a bag, action cards of each kind; only their number is public
    fresh: tuple[int, ...]  # what the deck held when it was last shuffled; everybody knows
    discard: list[int]  # open
    face_up: int  # the open scoring card, or NO_CARD
    undealt: int  # scoring cards that nobody got, as bits; nobody knows them

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
        other.start_player = self.start_player
        other.active = self.active
        other.turn = self.turn
        other.space = self.space
        other.level = self.level
        other.left = self.left[:]
        other.done = self.done[:]
        other.duty = self.duty
        other.drawn = self.drawn
        other.deck = self.deck[:]
        other.fresh = self.fresh
        other.discard = self.discard[:]
        other.face_up = self.face_up
        other.undealt = self.undealt
