"""Positions for the tests: a fixed deal, and small changes that conserve all components.

Cubes and discs are moved, never created: pieces on the board come from the player's supply. P1 is the start player.
"""

from __future__ import annotations

from typing import Any, cast

import zunft
from tests.games.calimala import invariants
from zunft.core.state import CHANCE, Task
from zunft.core.tuples import added
from zunft.games.calimala import nine_actions, scoring, steps
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import (
    ACTIONS,
    ART_SITES,
    CENTRE,
    CHURCHES,
    CITIES,
    EMPTY_SEAT,
    MATERIAL_COUNT,
    MATERIALS,
    SCORING_CARDS,
    SPACES,
    TILES,
    TRADE_CITIES,
    WHITE,
)

GAME = zunft.load("calimala")

P1, P2, P3, P4, P5 = range(5)
W = WHITE

# wood+brick on h01, brick+build on h12, marble+contribute on h34, contribute+weave on h45, artwork+ship on h67,
# ship+transport on h78, wood+marble on v03, brick+contribute on v14, build+weave on v25, marble+artwork on v36,
# contribute+ship on v47, weave+transport on v58
LAYOUT = ("wood", "brick", "build", "marble", "contribute", "weave", "artwork", "ship", "transport")


# The deal


def new(players: int = 3, **options: Any) -> Calimala:
    """A table before the deal; P1 starts unless the options say otherwise."""
    return cast(Calimala, GAME.new(players, **{"first_player": "seat_1", **options}))


def lay_map(table: Calimala) -> None:
    for action in [action for cell, action in enumerate(LAYOUT) if cell != CENTRE][:-1]:
        play(table, f"lay {action}")
    for tile in TILES[:-1]:
        play(table, f"queue {tile}")


def deal_scoring_cards(table: Calimala) -> None:
    """In card order; the face-up card is the first of the rest."""
    for card in SCORING_CARDS:
        if table.current_player() == CHANCE:
            play(table, f"deal {card}")


def keep_first_cards(table: Calimala) -> None:
    for player in table.deciders():
        table.apply(table.legal_actions(player)[0], player)


def dealt(players: int = 3, **options: Any) -> Calimala:
    """Set-up complete except for the action cards."""
    table = new(players, **options)
    lay_map(table)
    deal_scoring_cards(table)
    keep_first_cards(table)
    return table


def fresh(players: int = 3, card: str = "transport", **options: Any) -> Calimala:
    """P1 places the first disc; all players hold the same card, useless without house and cloth."""
    table = dealt(players, **options)
    while table.current_player() == CHANCE:
        play(table, f"draw {card}")
    return table


# Playing


def play(table: Calimala, *texts: str) -> None:
    """Validated actions, checking the invariants."""
    for text in texts:
        zunft.play(table, GAME.parse(text))
        invariants.check(table)


def choices(table: Calimala) -> set[str]:
    return {GAME.text(action) for action in table.legal_actions()}


def to_move(table: Calimala, player: int) -> None:
    """The player's turn begins."""
    table.active = player
    table.agenda = [Task(steps.TURN)]
    table.advance()


def place(table: Calimala, player: int, space: str, colour: str = "coloured") -> None:
    """The player's turn begins with this disc on this space."""
    to_move(table, player)
    if table.agenda[-1].step == steps.DISC:
        play(table, f"disc {colour}")
    play(table, f"space {space}")


def draw(table: Calimala, card: str) -> None:
    """Chance deals this card."""
    assert table.current_player() == CHANCE
    play(table, f"draw {card}")


def finish_turn(table: Calimala) -> None:
    """Play any legal actions except cards until the next turn or the end of the game."""
    turn = table.turn
    while not table.is_over() and table.turn == turn:
        kept = [action for action in table.legal_actions() if not GAME.text(action).startswith("card")]
        table.apply(kept[-1])
        invariants.check(table)


def offers(table: Calimala, player: int, space: str) -> bool:
    """Whether the player could place on this space now."""
    to_move(table, player)
    if table.agenda[-1].step == steps.DISC:
        play(table, "disc coloured")
    return f"space {space}" in choices(table)


# Changing a position


def give(table: Calimala, player: int, wood: int = 0, brick: int = 0, marble: int = 0) -> None:
    """Materials from the supply into the warehouses."""
    me = table.players[player]
    for material, number in enumerate((wood, brick, marble)):
        me.warehouse = added(me.warehouse, material, number)
        me.cubes -= number


def give_workshops(table: Calimala, player: int, *cloth: int) -> None:
    """Workshops with these amounts of cloth."""
    me = table.players[player]
    me.cubes += sum(me.workshops) - sum(cloth)
    me.workshops = cloth


def give_ships(table: Calimala, player: int, number: int) -> None:
    table.players[player].ships = number


def give_houses(table: Calimala, player: int, *cities: str) -> None:
    board = table.board
    for city in map(TRADE_CITIES.index, cities):
        table.players[player].houses |= 1 << city
        board.house_room = added(board.house_room, city, -1)


def give_hand(table: Calimala, player: int, *cards: str) -> None:
    """Exactly these action cards; the old ones return to the deck."""
    me = table.players[player]
    for card, number in enumerate(me.hand):
        table.deck[card] += number
    me.hand = tuple(cards.count(action) for action in ACTIONS)
    for card, number in enumerate(me.hand):
        table.deck[card] -= number


def deliver(table: Calimala, player: int, **cities: int) -> None:
    me = table.players[player]
    for city, number in cities.items():
        at = CITIES.index(city)
        me.cubes -= number
        me.delivered = added(me.delivered, at, number)
        table.board.city_room = added(table.board.city_room, at, -number)


def contribute(table: Calimala, player: int, church: str, **materials: int) -> None:
    me = table.players[player]
    for material, number in materials.items():
        at = CHURCHES.index(church) * MATERIAL_COUNT + MATERIALS.index(material)
        me.cubes -= number
        me.contributed = added(me.contributed, at, number)
        table.board.material_room = added(table.board.material_room, at, -number)


def donate(table: Calimala, player: int, **sites: int) -> None:
    """Artworks at these sites; in Palazzo Vecchio to the right of existing ones."""
    me = table.players[player]
    table.gallery += (player,) * sites.get("palazzo_vecchio", 0)
    for site, number in sites.items():
        at = ART_SITES.index(site)
        me.cubes -= number
        me.artworks = added(me.artworks, at, number)
        table.board.art_room = added(table.board.art_room, at, -number)


def use_up_supply(table: Calimala, player: int, leave: int = 0) -> None:
    """Deliver all cubes but these to cities."""
    me = table.players[player]
    for city, name in enumerate(CITIES):
        number = min(me.cubes - leave, table.board.city_room[city] - 1)
        deliver(table, player, **{name: number})


def put_stack(table: Calimala, space: str, *discs: int) -> None:
    """Discs from the bottom up, from the supplies; white ones from any player who has some."""
    for disc in discs:
        if disc == WHITE:
            max(table.players, key=lambda me: me.white).white -= 1
        else:
            table.players[disc].coloured -= 1
    table.stacks[SPACES.index(space)] += discs


def seat(table: Calimala, *owners: int) -> None:
    """These discs have council seats, and their tiles are scored."""
    for owner in owners:
        if owner != EMPTY_SEAT:
            table.players[owner].coloured -= 1
    table.seats += owners
    table.scored += len(owners)


def spread(table: Calimala, *spared: str, **left: int) -> None:
    """Place all discs but these coloured ones (p1=…, p2=…), at most three per space, none on the spared ones."""
    free = [space for space in SPACES if space not in spared]
    for player, me in enumerate(table.players):
        discs = [player] * (me.coloured - left.get(f"p{player + 1}", 0)) + [WHITE] * me.white
        me.coloured -= discs.count(player)
        me.white = 0
        for disc in discs:
            space = min(free, key=lambda name: len(table.stacks[SPACES.index(name)]))
            table.stacks[SPACES.index(space)] += (disc,)


def next_tile(table: Calimala, tile: str) -> None:
    """This tile is the next to be scored."""
    order = [other for other in table.tiles if other != TILES.index(tile)]
    order.insert(table.scored, TILES.index(tile))
    table.tiles = tuple(order)


def score(table: Calimala, tile: str) -> list[int]:
    """Each player's points for this tile if scored now."""
    before = [me.tile_points for me in table.players]
    next_tile(table, tile)
    scoring.score_tile(table)
    return [me.tile_points - old for me, old in zip(table.players, before, strict=True)]


def score_card(table: Calimala, card: str) -> list[int]:
    before = [me.card_points for me in table.players]
    scoring.score_card(table, SCORING_CARDS.index(card))
    return [me.card_points - old for me, old in zip(table.players, before, strict=True)]


# Reading a position


def hand(table: Calimala, player: int) -> list[str]:
    return [ACTIONS[card] for card, number in enumerate(table.players[player].hand) for _ in range(number)]


def store(table: Calimala, player: int) -> tuple[int, ...]:
    """Wood, brick, marble."""
    return tuple(table.players[player].warehouse)


def cloth(table: Calimala, player: int, city: str) -> int:
    return table.players[player].delivered[CITIES.index(city)]


def stack(table: Calimala, space: str) -> tuple[int, ...]:
    return table.stacks[SPACES.index(space)]


def can(table: Calimala, player: int, action: str) -> bool:
    """Whether the player could execute this action now."""
    return nine_actions.is_executable(table.parts, table.board, table.players[player], ACTIONS.index(action))


def owner_acting(table: Calimala) -> tuple[int, int]:
    """The owner of the acting disc, and its level from the top."""
    return table.current_player(), table.level + 1
