"""The view as a vector of small integers, for machine learning. Contains only what the view shows."""

from __future__ import annotations

from typing import Final

from zunft.core.observation import (
    Decisions,
    Group,
    Layout,
    Row,
    add_players,
    category,
    count,
    flag,
    relative,
)
from zunft.games.calimala import action_cards, activation, council, scoring, steps
from zunft.games.calimala.components import MOST_GALLERY_SPACES
from zunft.games.calimala.names import (
    ACTION_COUNT,
    ACTIONS,
    ART_SITE_COUNT,
    ART_SITES,
    CELL_COUNT,
    CHURCH_COUNT,
    CITIES,
    CITY_COUNT,
    COLOURS,
    MATERIAL_COUNT,
    MATERIALS,
    MOST_PLAYERS,
    NOWHERE,
    SCORING_CARD_COUNT,
    SCORING_CARDS,
    SPACE_COUNT,
    STACK_LIMIT,
    TILE_COUNT,
    TRADE_CITIES,
    TRADE_COUNT,
    WHITE,
)
from zunft.games.calimala.table import Table

MOST_WORKSHOPS: Final = 10  # one entry each: the initial ones and those to build
FURTHER_SEATS: Final = 4  # one for each turn after the last tile
NO_STEP: Final = -1
DISCS: Final = MOST_PLAYERS + 1  # of every player, and white
ACTIVATION_SIZE: Final = 8  # space, level, left and done (two each), duty, drawn

DECISIONS: Final = Decisions(steps.DECISIONS)

TABLE: Final = Group(
    "table",
    *DECISIONS.fields(MOST_PLAYERS),
    category("start_player", "the start player, 1 = the viewer", MOST_PLAYERS),
    category("active", "the active player, 1 = the viewer", MOST_PLAYERS),
    count("turn", "number of the turn"),
    category("cells", f"the action of each cell of the city map: {', '.join(ACTIONS)}", ACTION_COUNT, CELL_COUNT),
    category(
        "stacks",
        "for each space its discs from the bottom up: 1 = the viewer's, 2 to 5 the others', 6 = white",
        DISCS,
        SPACE_COUNT * STACK_LIMIT,
    ),
    category("tiles", "scoring tiles in the order of the council", TILE_COUNT, TILE_COUNT),
    category("council", "whose disc lies on each seat, 1 = the viewer", MOST_PLAYERS, TILE_COUNT),
    category("further_seats", "whose discs took seats after the last tile, in order", MOST_PLAYERS, FURTHER_SEATS),
    count("scored", "scoring tiles scored", TILE_COUNT),
    flag("last_round", "this round is the last"),
    count("city_room", f"free spaces: {', '.join(CITIES)}", size=CITY_COUNT),
    count("material_room", "free spaces for wood, brick, marble in each church", size=CHURCH_COUNT * MATERIAL_COUNT),
    count("art_room", f"free spaces for artworks: {', '.join(ART_SITES)}", size=ART_SITE_COUNT),
    category("gallery", "whose artworks stand in Palazzo Vecchio, from the left", MOST_PLAYERS, MOST_GALLERY_SPACES),
    count("deck", "action cards in the deck"),
    count("discard", "action cards of each kind in the discard pile", size=ACTION_COUNT),
    category("face_up", f"the open scoring card: {', '.join(SCORING_CARDS)}", SCORING_CARD_COUNT),
    category("space", "the space in use", SPACE_COUNT),
    count("level", "which of its discs acts, 1 = the top one", STACK_LIMIT),
    count("left", "how often its two actions may still be executed", size=2),
    count("done", "how often they were", size=2),
    flag("duty", "the viewer is active and has yet to execute an action"),
    count("drawn", "action cards that the active player drew in this turn"),
    category("disc", f"the disc to be placed, when a space is chosen: {', '.join(COLOURS)}", len(COLOURS)),
    category("material", f"the material, when a church is chosen: {', '.join(MATERIALS)}", MATERIAL_COUNT),
    count("deliveries", "how much cloth may still be delivered, when a city is chosen"),
    count("hand", "the viewer's action cards of each kind", size=ACTION_COUNT),
    flag("dealt", "the scoring cards dealt to the viewer", SCORING_CARD_COUNT),
)
PLAYER: Final = Group(
    "player",
    flag("plays", "this seat is taken; player 0 is the viewer"),
    count("points", "points won so far"),
    count("discs", "coloured and white discs not placed yet", size=2),
    count("cubes", "cubes in the supply"),
    count("warehouse", f"in the warehouse: {', '.join(MATERIALS)}", size=MATERIAL_COUNT),
    count("workshops", "how many workshops"),
    count("cloth_ready", "cloth in each workshop from the left", size=MOST_WORKSHOPS),
    count("ships", "ships in the harbour"),
    flag("houses", f"houses: {', '.join(TRADE_CITIES)}", TRADE_COUNT),
    count("cloth", "cloth delivered to each city", size=CITY_COUNT),
    count("material", "wood, brick, marble contributed to each church", size=CHURCH_COUNT * MATERIAL_COUNT),
    count("artworks", "artworks at each site", size=ART_SITE_COUNT),
    count("seats", "seats in the council"),
    count("influence", "influence, which breaks ties"),
    count("hand_size", "action cards in hand"),
    category("kept", "the scoring card kept: one's own, at the end everybody's", SCORING_CARD_COUNT),
)

LAYOUT: Final = Layout(TABLE, *[PLAYER.numbered(seat) for seat in range(MOST_PLAYERS)])


def observe(table: Table, viewer: int) -> bytes:
    row = Row()
    add_state_of_play(table, viewer, row)
    add_city_map(table, viewer, row)
    add_board(table, viewer, row)
    add_activation(table, viewer, row)
    add_chosen(table, row)
    add_own_cards(table, viewer, row)
    players = len(table.players)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
    return row.bytes()


def add_state_of_play(table: Table, viewer: int, row: Row) -> None:
    DECISIONS.add(table, viewer, row)
    row.add(relative(table, table.start_player, viewer))
    row.add(relative(table, table.active, viewer))
    row.add(table.turn)


def add_city_map(table: Table, viewer: int, row: Row) -> None:
    """Cells, stacks of discs, council."""
    row.add_labels(table.cells, CELL_COUNT)
    for stack in table.stacks:
        for disc in stack:
            row.add(DISCS if disc == WHITE else relative(table, disc, viewer))
        row.skip(STACK_LIMIT - len(stack))
    row.add_labels(table.tiles, TILE_COUNT)
    add_players(table, table.seats, viewer, TILE_COUNT + FURTHER_SEATS, row)
    row.add(table.scored)
    row.add(1 if council.is_last_round(table) and not table.is_over() else 0)


def add_board(table: Table, viewer: int, row: Row) -> None:
    row.add_all(table.board.city_room)
    row.add_all(table.board.material_room)
    row.add_all(table.board.art_room)
    add_players(table, table.gallery, viewer, MOST_GALLERY_SPACES, row)
    row.add(action_cards.deck_size(table))
    row.add_all(table.discard)
    row.add(table.face_up + 1)


def add_activation(table: Table, viewer: int, row: Row) -> None:
    """The disc in use; a duty is certain to the active player only."""
    if table.space == NOWHERE or not activation.is_under_way(table):
        row.skip(ACTIVATION_SIZE)
        return
    row.add(table.space + 1)
    row.add(table.level + 1)
    row.add_all(table.left)
    row.add_all(table.done)
    row.add(1 if table.duty and viewer == table.active else 0)
    row.add(table.drawn)


def add_chosen(table: Table, row: Row) -> None:
    """The choices already made in this decision, which are public."""
    at = len(table.agenda) - 1
    step = table.agenda[at].step if at >= 0 else NO_STEP
    place = table.agenda[at].place if at >= 0 else 0
    row.add(place + 1 if step == steps.SPACE else 0)
    row.add(place + 1 if step == steps.CHURCH else 0)
    row.add(place if step in (steps.PORT, steps.TRADE_CITY) else 0)


def add_own_cards(table: Table, viewer: int, row: Row) -> None:
    me = table.players[viewer]
    row.add_all(me.hand)
    row.add_flags(me.dealt, SCORING_CARD_COUNT)


def add_player(table: Table, player: int, viewer: int, row: Row) -> None:
    me = table.players[player]
    row.add(1)
    row.add(max(0, me.tile_points + me.card_points))
    row.add(me.coloured)
    row.add(me.white)
    row.add(me.cubes)
    row.add_all(me.warehouse)
    row.add(len(me.workshops))
    row.add_all(me.workshops)
    row.skip(MOST_WORKSHOPS - len(me.workshops))
    row.add(me.ships)
    row.add_flags(me.houses, TRADE_COUNT)
    row.add_all(me.delivered)
    row.add_all(me.contributed)
    row.add_all(me.artworks)
    row.add(scoring.seats_of(table, player))
    row.add(scoring.influence(table, player))
    row.add(sum(me.hand))
    row.add(me.kept + 1 if player == viewer or table.is_over() else 0)
