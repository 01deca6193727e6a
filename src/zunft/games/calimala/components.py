"""Components: printed values, from components.toml or a replacement."""

from __future__ import annotations

from typing import Final

from zunft.core.components import Schema, Tables, column, entry_of, list_of, many, one, whole, word
from zunft.core.errors import BadComponents
from zunft.games.calimala.names import (
    ACTIONS,
    CELL_COUNT,
    CHURCHES,
    CITIES,
    MATERIAL_COUNT,
    MATERIALS,
    MOST_PLAYERS,
    PIECES,
    SCORING_CARD_COUNT,
    SCORING_CARDS,
    SPACES,
    TILE_COUNT,
    TILES,
    TRADE_CITIES,
    TRADE_COUNT,
)

PLAYERS: Final = range(3, MOST_PLAYERS + 1)
ACTION_CARDS: Final = 45
MOST_SPACES: Final = 40
MOST_GALLERY_SPACES: Final = 12  # each one is in the observation

by_material = entry_of(**{material: whole(0, MOST_SPACES) for material in MATERIALS})

SCHEMA: Schema = {
    "setup": many(
        players=whole(PLAYERS[0], PLAYERS[-1]),
        coloured_discs=whole(1, 20),
        white_discs=whole(0, 10),
        scoring_cards_dealt=whole(1, SCORING_CARD_COUNT),
        face_up_scoring_cards=whole(0, 1),
        action_cards_dealt=whole(0, 5),
    ),
    "player": one(
        cubes=whole(1, 100),
        ships=whole(0, 10),
        houses=whole(0, TRADE_COUNT),
        workshops_at_start=whole(1, 5),
        workshop_tiles=whole(0, 5),
    ),
    "tile_points": one(ranks=list_of(whole(), 3)),
    "card_points": one(ranks=list_of(whole(), 3)),
    "cost": many(id=word(*PIECES), wood=whole(0, 10), brick=whole(0, 10)),
    "grid": one(centre=word(*ACTIONS), random_tiles=list_of(word(*ACTIONS), CELL_COUNT - 1)),
    "spaces": one(**{space: list_of(whole(0, CELL_COUNT - 1), 2) for space in SPACES}),
    "city": many(id=word(*CITIES), spaces=whole(0, 200)),
    "house_spaces": one(**{city: whole(0, PLAYERS[-1]) for city in TRADE_CITIES}),
    "church": many(
        id=word(*CHURCHES), art=whole(0, MOST_SPACES), **{material: whole(0, MOST_SPACES) for material in MATERIALS}
    ),
    "palazzo_vecchio": one(art=whole(0, MOST_GALLERY_SPACES)),
    "mat": one(
        warehouse_spaces=by_material,
        cloth_spaces=whole(1, MOST_SPACES),
        start_material=by_material,
        start_cloth=whole(0, MOST_SPACES),
    ),
    "action_cards": one(**{action: whole(0, ACTION_CARDS) for action in ACTIONS}),
    "scoring_tiles": one(ids=list_of(word(*TILES), TILE_COUNT)),
    "scoring_cards": one(ids=list_of(word(*SCORING_CARDS), SCORING_CARD_COUNT)),
}


class Components:
    """The tables, parsed for the rules."""

    coloured_discs: dict[int, int]  # by number of players
    white_discs: dict[int, int]
    scoring_cards_dealt: dict[int, int]
    face_up_cards: dict[int, int]
    action_cards_dealt: dict[int, int]
    cubes: int
    ships: int
    houses: int
    workshops_at_start: int
    workshops: int  # a player's maximum
    tile_points: list[int]  # by rank
    card_points: list[int]
    cost_wood: list[int]  # by piece
    cost_brick: list[int]
    centre: int
    random_tiles: list[int]
    space_cells: list[list[int]]  # two cells for each space
    city_spaces: list[int]
    house_spaces: list[int]  # by trade city
    material_spaces: list[int]  # by church * 3 + material
    art_spaces: list[int]  # by art site
    warehouse_spaces: list[int]  # by material
    cloth_spaces: int  # in each workshop
    start_material: list[int]
    start_cloth: int
    action_cards: list[int]  # copies of each

    def __init__(self, tables: Tables) -> None:
        self.read_setup(tables)
        self.read_player(tables)
        self.read_board(tables)
        self.check(tables)

    def read_setup(self, tables: Tables) -> None:
        self.coloured_discs = by_players(tables, "coloured_discs")
        self.white_discs = by_players(tables, "white_discs")
        self.scoring_cards_dealt = by_players(tables, "scoring_cards_dealt")
        self.face_up_cards = by_players(tables, "face_up_scoring_cards")
        self.action_cards_dealt = by_players(tables, "action_cards_dealt")
        self.action_cards = [tables["action_cards"][action] for action in ACTIONS]
        self.tile_points = tables["tile_points"]["ranks"]
        self.card_points = tables["card_points"]["ranks"]

    def read_player(self, tables: Tables) -> None:
        player, mat = tables["player"], tables["mat"]
        self.cubes = player["cubes"]
        self.ships = player["ships"]
        self.houses = player["houses"]
        self.workshops_at_start = player["workshops_at_start"]
        self.workshops = player["workshops_at_start"] + player["workshop_tiles"]
        self.warehouse_spaces = [mat["warehouse_spaces"][material] for material in MATERIALS]
        self.cloth_spaces = mat["cloth_spaces"]
        self.start_material = [mat["start_material"][material] for material in MATERIALS]
        self.start_cloth = mat["start_cloth"]
        self.cost_wood = column(tables, "cost", "wood", PIECES)
        self.cost_brick = column(tables, "cost", "brick", PIECES)

    def read_board(self, tables: Tables) -> None:
        self.centre = ACTIONS.index(tables["grid"]["centre"])
        self.random_tiles = sorted(ACTIONS.index(action) for action in tables["grid"]["random_tiles"])
        self.space_cells = [tables["spaces"][space] for space in SPACES]
        self.city_spaces = column(tables, "city", "spaces", CITIES)
        self.house_spaces = [tables["house_spaces"][city] for city in TRADE_CITIES]
        by_church = [column(tables, "church", material, CHURCHES) for material in MATERIALS]
        self.material_spaces = [by_church[at % MATERIAL_COUNT][at // MATERIAL_COUNT] for at in range(CELL_COUNT)]
        self.art_spaces = [*column(tables, "church", "art", CHURCHES), tables["palazzo_vecchio"]["art"]]

    def check(self, tables: Tables) -> None:
        if sorted([*self.random_tiles, self.centre]) != list(range(len(ACTIONS))):
            raise BadComponents("table grid, key random_tiles: with the centre, each of the nine actions once")
        for space, cells in zip(SPACES, self.space_cells, strict=True):
            if cells[0] == cells[1]:
                raise BadComponents(f"table spaces, key {space}: must lie between two different cells")
        if sum(self.action_cards) != ACTION_CARDS:
            raise BadComponents(f"table action_cards: {ACTION_CARDS} cards in all, not {sum(self.action_cards)}")
        for table in ("scoring_tiles", "scoring_cards"):
            if len(set(tables[table]["ids"])) != len(tables[table]["ids"]):
                raise BadComponents(f"table {table}, key ids: an id appears twice")
        self.check_deal()
        self.check_mat()

    def check_deal(self) -> None:
        for players in PLAYERS:
            if players * self.scoring_cards_dealt[players] + self.face_up_cards[players] > SCORING_CARD_COUNT:
                raise BadComponents(
                    f"table setup, key scoring_cards_dealt: too many for {players} players, "
                    f"there are {SCORING_CARD_COUNT}"
                )

    def check_mat(self) -> None:
        for material, start, spaces in zip(MATERIALS, self.start_material, self.warehouse_spaces, strict=True):
            if start > spaces:
                raise BadComponents(f"table mat, key start_material: more {material} than warehouse_spaces")
        if self.start_cloth > self.cloth_spaces:
            raise BadComponents("table mat, key start_cloth: more than cloth_spaces")
        if sum(self.start_material) + self.start_cloth > self.cubes:
            raise BadComponents("table mat, key start_material: more than the cubes of a player")


def by_players(tables: Tables, value: str) -> dict[int, int]:
    return dict(zip(PLAYERS, column(tables, "setup", value, PLAYERS, key="players"), strict=True))
