"""What the journal says: one function for each event."""

from __future__ import annotations

from typing import Any

from zunft.core.state import EVERYBODY, Event
from zunft.games.calimala.names import (
    ACTIONS,
    ART_SITES,
    CHURCHES,
    CITIES,
    COLOURS,
    MATERIALS,
    PIECES,
    SCORING_CARDS,
    SPACES,
    TILES,
    TRADE_CITIES,
    WHITE,
)
from zunft.games.calimala.table import Table


def tell(table: Table, key: str, source: str = "", target: str = "", only: int = EVERYBODY, **args: Any) -> None:
    table.note(Event(key, args, only, source, target))


def mat(player: int, part: str) -> str:
    """A place on a player's mat: discs, supply, wood, brick, marble, workshop, ship, house, hand, scoring, points."""
    return f"player-{player + 1}-{part}"


def space_id(space: int) -> str:
    return f"space-{SPACES[space]}"


# Set-up


def map_laid(table: Table) -> None:
    if table.journal is not None:
        tell(table, "map_laid", actions=[ACTIONS[action] for action in table.cells])


def tiles_laid(table: Table) -> None:
    if table.journal is not None:
        tell(table, "tiles_laid", tiles=[TILES[tile] for tile in table.tiles])


def dealt_scoring_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "dealt_scoring_card", target=mat(player, "scoring"), only=player, card=SCORING_CARDS[card])


def card_turned_up(table: Table, card: int) -> None:
    if table.journal is not None:
        tell(table, "card_turned_up", target="face-up", card=SCORING_CARDS[card])


def keeps_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "keeps_card", only=player, card=SCORING_CARDS[card])


def all_kept(table: Table) -> None:
    if table.journal is not None:
        tell(table, "all_kept")


def game_begins(table: Table) -> None:
    if table.journal is not None:
        tell(table, "game_begins", player=table.start_player)


# Discs


def places(table: Table, player: int, colour: int, space: int) -> None:
    if table.journal is not None:
        first, second = table.first_actions[space], table.second_actions[space]
        args = {"player": player, "space": SPACES[space], "first": ACTIONS[first], "second": ACTIONS[second]}
        table.note(Event(f"places_{COLOURS[colour]}", args, EVERYBODY, mat(player, "discs"), space_id(space)))


def activates(table: Table, player: int, level: int) -> None:
    if table.journal is not None:
        tell(table, "activates", player=player, level=level + 1, space=SPACES[table.space])


def cannot(table: Table, player: int, action: int) -> None:
    if table.journal is not None:
        tell(table, "cannot", player=player, action=ACTIONS[action])


def skips(table: Table, player: int, action: int) -> None:
    if table.journal is not None:
        tell(table, "skips", player=player, action=ACTIONS[action])


# Action cards


def draws_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "draws_card", "deck", mat(player, "hand"), player=player)
        tell(table, "drawn_card", only=player, action=ACTIONS[card])


def plays_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "plays_card", mat(player, "hand"), "discard", player=player, action=ACTIONS[card])


def deck_shuffled(table: Table) -> None:
    if table.journal is not None:
        tell(table, "deck_shuffled", "discard", "deck", count=sum(table.deck))


def no_cards_left(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "no_cards_left", player=player)


# The nine actions


def gains(table: Table, player: int, material: int) -> None:
    if table.journal is not None:
        name = MATERIALS[material]
        tell(table, "gains", mat(player, "supply"), mat(player, name), player=player, material=name)


def builds(table: Table, player: int, piece: int) -> None:
    if table.journal is not None:
        tell(table, "builds", target=mat(player, PIECES[piece]), player=player, piece=PIECES[piece])


def builds_house(table: Table, player: int, city: int) -> None:
    if table.journal is not None:
        name = TRADE_CITIES[city]
        tell(table, "builds_house", mat(player, "house"), f"house-{name}", player=player, city=name)


def donates_artwork(table: Table, player: int, site: int) -> None:
    if table.journal is not None:
        name = ART_SITES[site]
        tell(table, "donates_artwork", mat(player, "marble"), f"art-{name}", player=player, site=name)


def weaves(table: Table, player: int, count: int) -> None:
    if table.journal is not None:
        tell(table, "weaves", mat(player, "supply"), mat(player, "workshop"), player=player, count=count)


def delivers(table: Table, player: int, city: int) -> None:
    if table.journal is not None:
        name = CITIES[city]
        tell(table, "delivers", mat(player, "workshop"), f"city-{name}", player=player, city=name)


def contributes(table: Table, player: int, material: int, church: int) -> None:
    if table.journal is not None:
        name, site = MATERIALS[material], CHURCHES[church]
        tell(table, "contributes", mat(player, name), f"church-{site}", player=player, material=name, church=site)


# Council and scoring


def white_disc_leaves(table: Table, space: int) -> None:
    if table.journal is not None:
        tell(table, "white_disc_leaves", space_id(space), "box", space=SPACES[space])


def takes_disc(table: Table, player: int, space: int) -> None:
    if table.journal is not None:
        tell(table, "takes_disc", space_id(space), "council", player=player, space=SPACES[space])


def takes_seat(table: Table, player: int, seat: int) -> None:
    if table.journal is not None:
        tell(table, "takes_seat", space_id(table.space), f"seat-{seat}", player=player, seat=seat)


def seat_stays_empty(table: Table, seat: int) -> None:
    if table.journal is not None:
        tell(table, "seat_stays_empty", seat=seat)


def tile_scored(table: Table, tile: int) -> None:
    if table.journal is not None:
        tell(table, "tile_scored", target=f"seat-{table.scored}", tile=TILES[tile], number=table.scored)


def scores(table: Table, player: int, count: int, points: int) -> None:
    if table.journal is not None:
        tell(table, "scores", target=mat(player, "points"), player=player, count=count, points=points)


def last_round(table: Table) -> None:
    if table.journal is not None:
        tell(table, "last_round")


# The end


def discs_used_up(table: Table) -> None:
    if table.journal is not None:
        tell(table, "discs_used_up")


def bottom_disc_removed(table: Table, space: int, disc: int) -> None:
    if table.journal is not None:
        if disc == WHITE:
            tell(table, "white_bottom_disc_removed", space_id(space), "box", space=SPACES[space])
        else:
            tell(table, "bottom_disc_removed", space_id(space), "box", player=disc, space=SPACES[space])


def shows_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "shows_card", target=mat(player, "scoring"), player=player, card=SCORING_CARDS[card])


def face_up_card_scored(table: Table, card: int) -> None:
    if table.journal is not None:
        tell(table, "face_up_card_scored", target="face-up", card=SCORING_CARDS[card])


def game_ends(table: Table, winners: list[int]) -> None:
    if table.journal is not None:
        tell(table, "game_ends", players=winners)
