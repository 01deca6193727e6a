"""Invariants after every action of every game."""

from __future__ import annotations

from typing import cast

from zunft.core.state import State
from zunft.games.calimala import options, steps
from zunft.games.calimala.names import (
    CHURCH_COUNT,
    EMPTY_SEAT,
    MATERIAL_COUNT,
    NO_CARD,
    PALAZZO,
    SCORING_CARD_COUNT,
    STACK_LIMIT,
    TILE_COUNT,
    WHITE,
)
from zunft.games.calimala.table import Player, Table


def check(state: State) -> None:
    table = cast(Table, state)
    for me in table.players:
        check_cubes(table, me)
    check_room(table)
    check_discs(table)
    check_stacks(table)
    check_council(table)
    check_cards(table)
    check_points(table)


def check_cubes(table: Table, me: Player) -> None:
    """Each player's cubes are conserved, and no capacity is exceeded."""
    on_board = sum(me.delivered) + sum(me.contributed) + sum(me.artworks)
    assert me.cubes + sum(me.warehouse) + sum(me.workshops) + on_board == table.parts.cubes
    assert me.cubes >= 0
    for number, spaces in zip(me.warehouse, table.parts.warehouse_spaces, strict=True):
        assert 0 <= number <= spaces
    assert all(0 <= cloth <= table.parts.cloth_spaces for cloth in me.workshops)
    assert table.parts.workshops_at_start <= len(me.workshops) <= table.parts.workshops
    assert 0 <= me.ships <= table.parts.ships
    assert me.houses.bit_count() <= table.parts.houses


def check_room(table: Table) -> None:
    """Free and occupied spaces add up to the printed number."""
    parts, board = table.parts, table.board
    for city, spaces in enumerate(parts.city_spaces):
        assert board.city_room[city] >= 0
        assert board.city_room[city] + sum(me.delivered[city] for me in table.players) == spaces
    for at in range(CHURCH_COUNT * MATERIAL_COUNT):
        assert board.material_room[at] >= 0
        assert board.material_room[at] + sum(me.contributed[at] for me in table.players) == parts.material_spaces[at]
    artworks = [me.artworks[PALAZZO] for me in table.players]
    assert [table.gallery.count(player) for player in range(len(table.players))] == artworks
    for site, spaces in enumerate(parts.art_spaces):
        assert board.art_room[site] >= 0
        assert board.art_room[site] + sum(me.artworks[site] for me in table.players) == spaces
    for city, spaces in enumerate(parts.house_spaces):
        assert board.house_room[city] >= 0
        assert board.house_room[city] + sum(me.houses >> city & 1 for me in table.players) == spaces


def check_discs(table: Table) -> None:
    """Coloured discs: supply, map, seats. White ones: supplies and map, the rest has left the game."""
    players = table.setting.players
    on_map = [disc for stack in table.stacks for disc in stack]
    for player, me in enumerate(table.players):
        assert me.coloured >= 0 and me.white >= 0
        found = me.coloured + on_map.count(player) + table.seats.count(player)
        dealt = table.parts.coloured_discs[players]
        assert found <= dealt if table.is_over() else found == dealt
    white = white_discs(table)
    dealt = players * table.parts.white_discs[players]
    if options.returns_white_disc(table) and not table.is_over():
        assert white == dealt
    else:
        assert white <= dealt  # only the log knows those pushed out: test_discs.py counts them


def white_discs(table: Table) -> int:
    on_map = [disc for stack in table.stacks for disc in stack]
    return sum(me.white for me in table.players) + on_map.count(WHITE)


def check_stacks(table: Table) -> None:
    most = max(len(stack) for stack in table.stacks)
    assert most <= STACK_LIMIT
    between_turns = bool(table.agenda) and table.agenda[-1].step in (steps.DISC, steps.SPACE)
    if between_turns and table.agenda[-1].step == steps.DISC and table.scored < TILE_COUNT:
        assert most < STACK_LIMIT


def check_council(table: Table) -> None:
    """Before the end every scored tile has a seat, taken or empty; no tile is scored twice."""
    assert table.scored <= TILE_COUNT
    assert len(set(table.tiles)) == len(table.tiles)
    assert all(EMPTY_SEAT <= seat < len(table.players) for seat in table.seats)
    if table.is_over():
        assert table.scored == TILE_COUNT
    elif not any(task.step in (steps.SCORE_TILE, steps.FOURTH_DISC) for task in table.agenda):
        assert min(len(table.seats), TILE_COUNT) == table.scored
    parts, players = table.parts, table.setting.players
    again = len(table.seats) if options.returns_white_disc(table) else 0  # one white disc placed again per seat
    assert table.turn <= players * (parts.coloured_discs[players] + parts.white_discs[players]) + again


def check_cards(table: Table) -> None:
    for card, copies in enumerate(table.parts.action_cards):
        hands = [me.hand[card] for me in table.players]
        assert min([*hands, table.deck[card], table.discard[card]]) >= 0
        assert sum(hands) + table.deck[card] + table.discard[card] == copies
    places = [me.dealt for me in table.players] + [table.undealt]
    if table.face_up != NO_CARD:
        places.append(1 << table.face_up)
    assert sum(place.bit_count() for place in places) == SCORING_CARD_COUNT
    assert sum(places) == (1 << SCORING_CARD_COUNT) - 1
    assert all(me.kept == NO_CARD or me.dealt & 1 << me.kept for me in table.players)


def check_points(table: Table) -> None:
    """Points are paid from rank 1 down."""
    ranks = table.parts.tile_points
    given = sum(me.tile_points for me in table.players)
    assert given <= table.scored * sum(ranks)
    if not options.needs_one_to_rank(table):
        assert given == table.scored * sum(ranks)
    for sums in paid_out(table):
        assert sums in [0, 3, 5, 6, 8, 9]


def paid_out(table: Table) -> list[int]:
    """The total points paid by each scoring in the log."""
    found: list[int] = []
    for event in table.journal or []:
        if event.key in ("tile_scored", "shows_card", "face_up_card_scored"):
            found.append(0)
        elif event.key == "scores":
            found[-1] += event.args["points"]
    return found
