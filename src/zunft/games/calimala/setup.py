"""Set-up: chance lays the map and tiles, picks the start player and deals cards; players keep a scoring card."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.calimala import log, options, steps
from zunft.games.calimala.action_cards import NO_CARDS, draw_later
from zunft.games.calimala.actions import DEAL, KEEP, LAY, QUEUE, START
from zunft.games.calimala.names import (
    ACTION_COUNT,
    ART_SITE_COUNT,
    CELL_COUNT,
    CENTRE,
    CHURCH_COUNT,
    CITY_COUNT,
    MATERIAL_COUNT,
    NO_ACTION,
    NO_CARD,
    NOWHERE,
    SCORING_CARD_COUNT,
    SCORING_CARDS,
    SPACE_COUNT,
    TILE_COUNT,
)
from zunft.games.calimala.table import Board, Player, Table

FIRST_SEAT_WITH_EXTRA_CARD: Final = 4  # counted from the start player


def set_out(table: Table) -> None:
    """Everything without chance, and the agenda for the rest."""
    parts = table.parts
    table.players = [new_player(table) for _ in range(table.setting.players)]
    table.board = new_board(table)
    table.cells = (NO_ACTION,) * CENTRE + (parts.centre,) + (NO_ACTION,) * CENTRE
    table.first_actions = ()
    table.second_actions = ()
    table.stacks = [()] * SPACE_COUNT
    table.tiles = ()
    table.scored = 0
    table.seats = ()
    table.gallery = ()
    table.start_player = 0
    table.active = 0
    table.turn = 0
    table.space = NOWHERE
    table.level = 0
    table.left = (0, 0)
    table.done = (0, 0)
    table.duty = False
    table.drawn = 0
    table.deck = parts.action_cards[:]
    table.fresh = tuple(table.deck)
    table.discard = [0] * ACTION_COUNT
    table.face_up = NO_CARD
    table.undealt = (1 << SCORING_CARD_COUNT) - 1
    plan_the_deal(table)


def new_player(table: Table) -> Player:
    parts, players = table.parts, table.setting.players
    me = Player()
    me.warehouse = tuple(parts.start_material)
    me.workshops = (parts.start_cloth, *[0] * (parts.workshops_at_start - 1))
    me.cubes = parts.cubes - sum(me.warehouse) - parts.start_cloth
    me.ships = 0
    me.houses = 0
    me.coloured = parts.coloured_discs[players]
    me.white = parts.white_discs[players]
    me.delivered = (0,) * CITY_COUNT
    me.contributed = (0,) * (CHURCH_COUNT * MATERIAL_COUNT)
    me.artworks = (0,) * ART_SITE_COUNT
    me.tile_points = 0
    me.card_points = 0
    me.hand = NO_CARDS
    me.held = NO_CARDS
    me.plays = ()
    me.dealt = 0
    me.kept = NO_CARD
    return me


def new_board(table: Table) -> Board:
    parts = table.parts
    board = Board()
    board.city_room = tuple(parts.city_spaces)
    board.house_room = tuple(parts.house_spaces)
    board.material_room = tuple(parts.material_spaces)
    board.art_room = tuple(parts.art_spaces)
    return board


def plan_the_deal(table: Table) -> None:
    """Map, tiles, start player, scoring cards and the choice among them, action cards (C2)."""
    parts, players = table.parts, table.setting.players
    deal = [Task(steps.LAY_TILE, CHANCE, cell) for cell in range(CELL_COUNT - 1) if cell != CENTRE]
    deal += [Task(steps.QUEUE_TILE, CHANCE)] * (TILE_COUNT - 1)
    if options.draws_first_player(table):
        deal.append(Task(steps.DRAW_START_PLAYER, CHANCE))
    for player in range(players):
        deal += [Task(steps.DEAL_SCORING_CARD, CHANCE, player)] * parts.scoring_cards_dealt[players]
    deal += [Task(steps.TURN_UP_SCORING_CARD, CHANCE)] * parts.face_up_cards[players]
    deal += [Task(steps.KEEP_CARD, player, sealed=True) for player in range(players)]
    deal.append(Task(steps.ALL_KEPT, NOBODY))
    for player in range(players):
        deal += [Task(steps.DRAW_ACTION_CARD, CHANCE, player)] * parts.action_cards_dealt[players]
    deal += [Task(steps.DEAL_EXTRA_CARDS, NOBODY), Task(steps.BEGIN, NOBODY)]
    table.agenda = deal[::-1]


# The city map


def tiles_to_lay(table: Table) -> list[int]:
    laid = 0
    for action in table.cells:
        if action != NO_ACTION:
            laid |= 1 << action
    return [LAY + action for action in table.parts.random_tiles if not laid & 1 << action]


def lay_tile(table: Table, cell: int, action: int) -> None:
    """The last tile is forced."""
    table.cells = (*table.cells[:cell], action, *table.cells[cell + 1 :])
    left = tiles_to_lay(table)
    if len(left) == 1:
        table.cells = (*table.cells[:-1], left[0] - LAY)
        name_spaces(table)
        log.map_laid(table)


def name_spaces(table: Table) -> None:
    """Each space has the actions of the two cells it touches."""
    pairs = [sorted([table.cells[cell] for cell in cells]) for cells in table.parts.space_cells]
    table.first_actions = tuple([pair[0] for pair in pairs])
    table.second_actions = tuple([pair[1] for pair in pairs])


# Scoring tiles and start player


def tiles_to_queue(table: Table) -> list[int]:
    queued = 0
    for tile in table.tiles:
        queued |= 1 << tile
    return [QUEUE + tile for tile in range(TILE_COUNT) if not queued & 1 << tile]


def queue_tile(table: Table, tile: int) -> None:
    """The next place of the council; the last tile is forced."""
    table.tiles += (tile,)
    if len(table.tiles) == TILE_COUNT - 1:
        table.tiles += (tiles_to_queue(table)[0] - QUEUE,)
        log.tiles_laid(table)


def possible_start_players(table: Table) -> list[int]:
    return [START + player for player in range(table.setting.players)]


def take_start(table: Table, player: int) -> None:
    table.start_player = player
    table.active = player


# Scoring cards


def cards_in(cards: int) -> list[int]:
    return [card for card in range(SCORING_CARD_COUNT) if cards & 1 << card]


def scoring_cards_to_deal(table: Table) -> list[int]:
    return [DEAL + card for card in cards_in(table.undealt)]


def deal_scoring_card(table: Table, player: int, card: int) -> None:
    table.undealt -= 1 << card
    table.players[player].dealt += 1 << card
    table.reveals += 1
    log.dealt_scoring_card(table, player, card)


def turn_up_scoring_card(table: Table, card: int) -> None:
    table.undealt -= 1 << card
    table.face_up = card
    table.reveals += 1
    log.card_turned_up(table, card)


def legal_keeps(table: Table, player: int) -> list[int]:
    return [KEEP + card for card in cards_in(table.players[player].dealt)]


def why_not_keep(card: int) -> Reason:
    return because("not_dealt", card=SCORING_CARDS[card])


def keep_card(table: Table, player: int, card: int) -> None:
    """Secretly; the others go face down to the box (C2)."""
    table.players[player].kept = card
    log.keeps_card(table, player, card)


def all_kept(table: Table) -> None:
    log.all_kept(table)


# Action cards


def deal_extra_cards(table: Table) -> None:
    """One more for the fourth and fifth player in the first round, if the option is on (C3)."""
    if not options.has_extra_start_cards(table):
        return
    players = table.setting.players
    for seat in range(players, FIRST_SEAT_WITH_EXTRA_CARD - 1, -1):
        draw_later(table, (table.start_player + seat - 1) % players)
