"""The names of all components, and their codes in the rules."""

from __future__ import annotations

from typing import Final

# The nine actions, also shown on action cards. The first three are the materials too.
ACTIONS = ("wood", "brick", "marble", "build", "artwork", "weave", "ship", "transport", "contribute")
WOOD: Final = 0
BRICK: Final = 1
MARBLE: Final = 2
BUILD: Final = 3
ARTWORK: Final = 4
WEAVE: Final = 5
SHIP: Final = 6
TRANSPORT: Final = 7
CONTRIBUTE: Final = 8
ACTION_COUNT: Final = 9
NO_ACTION: Final = -1

MATERIALS = ("wood", "brick", "marble")
MATERIAL_COUNT: Final = 3

# Pieces to build
PIECES = ("ship", "house", "workshop")
A_SHIP: Final = 0
A_HOUSE: Final = 1
A_WORKSHOP: Final = 2

# Cities: the ports first, then the trade cities
PORTS = ("barcelona", "lisbon", "london")
TRADE_CITIES = ("troyes", "bruges", "hamburg")
CITIES = (*PORTS, *TRADE_CITIES)
PORT_COUNT: Final = 3
TRADE_COUNT: Final = 3
FIRST_TRADE_CITY: Final = 3
CITY_COUNT: Final = 6

# Art sites: the churches first
CHURCHES = ("san_miniato", "santa_croce", "santa_maria")
ART_SITES = (*CHURCHES, "palazzo_vecchio")
CHURCH_COUNT: Final = 3
ART_SITE_COUNT: Final = 4
PALAZZO: Final = 3

# Scoring tiles by what they count: a city, all ports, all trade cities, a material, a church, artworks
TILES = (
    *(f"t_{city}" for city in CITIES),
    "t_ports",
    "t_trade",
    *(f"t_{material}" for material in MATERIALS),
    *(f"t_{church}" for church in CHURCHES),
    "t_artwork",
)
ALL_PORTS_TILE: Final = 6
ALL_TRADE_TILE: Final = 7
FIRST_MATERIAL_TILE: Final = 8
FIRST_CHURCH_TILE: Final = 11
ARTWORK_TILE: Final = 14
TILE_COUNT: Final = 15

# Scoring cards: a city, a church, Palazzo Vecchio
SCORING_CARDS = (*CITIES, *ART_SITES)
FIRST_CHURCH_CARD: Final = 6
PALAZZO_CARD: Final = 9
SCORING_CARD_COUNT: Final = 10
NO_CARD: Final = -1

# The city map: nine cells, twelve spaces between two cells each
CELL_COUNT: Final = 9
CENTRE: Final = 4
SPACES = ("h01", "h12", "h34", "h45", "h67", "h78", "v03", "v14", "v25", "v36", "v47", "v58")
SPACE_COUNT: Final = 12
NOWHERE: Final = -1

# Discs: a player's number, or white
COLOURS = ("coloured", "white")
COLOURED: Final = 0
WHITE_DISC: Final = 1
WHITE: Final = 5
EMPTY_SEAT: Final = -1

# Numbers from the rulebook that define the course of the game
STACK_LIMIT: Final = 4
ACTIVATED_DISCS: Final = 3
TOP: Final = 0
COLOURED_TURNS: Final = 1  # how often each of a disc's two actions may be executed
WHITE_TURNS: Final = 2
TOP_DISC_CARDS: Final = 1  # action cards that the top disc can earn

MOST_PLAYERS: Final = 5
