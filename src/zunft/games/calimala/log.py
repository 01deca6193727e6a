"""Log entries: one function for each event."""

from __future__ import annotations

from typing import Any

from zunft.games.calimala.names import (
    ACTIONS,
    ART_SITES,
    CHURCHES,
    CITIES,
    COLOURS,
    MATERIALS,
    NOWHERE,
    PIECES,
    SCORING_CARDS,
    SPACES,
    TILES,
    TRADE_CITIES,
    WHITE,
)
from zunft.games.calimala.table import Table


def mat(player: int, part: str) -> str:
    """A place on a player's mat: discs, supply, wood, brick, marble, workshop, ship, house, hand, scoring, points."""
    return f"player-{player + 1}-{part}"


def space_id(space: int) -> str:
    return f"space-{SPACES[space]}"


def between(table: Table, space: int) -> dict[str, Any]:
    """A space is named by the two actions it lies between."""
    first, second = table.first_actions[space], table.second_actions[space]
    return {"space": SPACES[space], "first": ACTIONS[first], "second": ACTIONS[second]}


# Set-up


def map_laid(table: Table) -> None:
    if table.journal is not None:
        table.log("map_laid", actions=[ACTIONS[action] for action in table.cells])


def tiles_laid(table: Table) -> None:
    if table.journal is not None:
        table.log("tiles_laid", tiles=[TILES[tile] for tile in table.tiles])


def dealt_scoring_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("dealt_scoring_card", target=mat(player, "scoring"), only=player, card=SCORING_CARDS[card])


def card_turned_up(table: Table, card: int) -> None:
    if table.journal is not None:
        table.log("card_turned_up", target="face-up", card=SCORING_CARDS[card])


def keeps_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("keeps_card", only=player, card=SCORING_CARDS[card])


def all_kept(table: Table) -> None:
    if table.journal is not None:
        table.log("all_kept")


def game_begins(table: Table) -> None:
    if table.journal is not None:
        table.log("game_begins", player=table.start_player)


# Discs


def places(table: Table, player: int, colour: int, space: int) -> None:
    if table.journal is not None:
        key = f"places_{COLOURS[colour]}"
        table.log(key, mat(player, "discs"), space_id(space), player=player, **between(table, space))


def activates(table: Table, player: int, level: int) -> None:
    if table.journal is not None:
        table.log("activates", player=player, level=level + 1, **between(table, table.space))


def cannot(table: Table, player: int, action: int) -> None:
    if table.journal is not None:
        table.log("cannot", player=player, action=ACTIONS[action])


def skips(table: Table, player: int, action: int) -> None:
    if table.journal is not None:
        table.log("skips", player=player, action=ACTIONS[action])


# Action cards


def draws_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("draws_card", "deck", mat(player, "hand"), player=player)
        table.log("drawn_card", only=player, action=ACTIONS[card])


def plays_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("plays_card", mat(player, "hand"), "discard", player=player, action=ACTIONS[card])


def deck_shuffled(table: Table) -> None:
    if table.journal is not None:
        table.log("deck_shuffled", "discard", "deck", count=sum(table.deck))


def no_cards_left(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("no_cards_left", player=player)


# The nine actions


def gains(table: Table, player: int, material: int) -> None:
    if table.journal is not None:
        name = MATERIALS[material]
        table.log("gains", mat(player, "supply"), mat(player, name), player=player, material=name)


def builds(table: Table, player: int, piece: int) -> None:
    if table.journal is not None:
        table.log("builds", target=mat(player, PIECES[piece]), player=player, piece=PIECES[piece])


def builds_house(table: Table, player: int, city: int) -> None:
    if table.journal is not None:
        name = TRADE_CITIES[city]
        table.log("builds_house", mat(player, "house"), f"house-{name}", player=player, city=name)


def donates_artwork(table: Table, player: int, site: int) -> None:
    if table.journal is not None:
        name = ART_SITES[site]
        table.log("donates_artwork", mat(player, "marble"), f"art-{name}", player=player, site=name)


def weaves(table: Table, player: int, count: int) -> None:
    if table.journal is not None:
        table.log("weaves", mat(player, "supply"), mat(player, "workshop"), player=player, count=count)


def delivers(table: Table, player: int, city: int) -> None:
    if table.journal is not None:
        name = CITIES[city]
        table.log("delivers", mat(player, "workshop"), f"city-{name}", player=player, city=name)


def contributes(table: Table, player: int, material: int, church: int) -> None:
    if table.journal is not None:
        name, site = MATERIALS[material], CHURCHES[church]
        table.log("contributes", mat(player, name), f"church-{site}", player=player, material=name, church=site)


# Council and scoring


def takes_white_disc(table: Table, player: int, space: int) -> None:
    if table.journal is not None:
        table.log("takes_white_disc", space_id(space), mat(player, "discs"), player=player, **between(table, space))


def white_disc_leaves(table: Table, space: int) -> None:
    if table.journal is not None:
        table.log("white_disc_leaves", space_id(space), "box", **between(table, space))


def takes_disc(table: Table, player: int, space: int) -> None:
    if table.journal is not None:
        table.log("takes_disc", player=player, **between(table, space))


def takes_seat(table: Table, player: int, seat: int, space: int) -> None:
    """The disc comes from a space, or from the player's supply."""
    if table.journal is not None:
        source = mat(player, "discs") if space == NOWHERE else space_id(space)
        table.log("takes_seat", source, f"seat-{seat}", player=player, seat=seat)


def seat_stays_empty(table: Table, seat: int) -> None:
    if table.journal is not None:
        table.log("seat_stays_empty", seat=seat)


def tile_scored(table: Table, tile: int) -> None:
    if table.journal is not None:
        table.log("tile_scored", target=f"seat-{table.scored}", tile=TILES[tile], number=table.scored)


def scores(table: Table, player: int, count: int, points: int) -> None:
    if table.journal is not None:
        table.log("scores", target=mat(player, "points"), player=player, count=count, points=points)


def last_round(table: Table) -> None:
    if table.journal is not None:
        table.log("last_round")


# The end


def last_disc_placed(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("last_disc_placed", player=player)


def discs_used_up(table: Table) -> None:
    if table.journal is not None:
        table.log("discs_used_up")


def bottom_disc_removed(table: Table, space: int, disc: int) -> None:
    if table.journal is not None:
        if disc == WHITE:
            table.log("white_bottom_disc_removed", space_id(space), "box", **between(table, space))
        else:
            table.log("bottom_disc_removed", space_id(space), "box", player=disc, **between(table, space))


def shows_card(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("shows_card", target=mat(player, "scoring"), player=player, card=SCORING_CARDS[card])


def face_up_card_scored(table: Table, card: int) -> None:
    if table.journal is not None:
        table.log("face_up_card_scored", target="face-up", card=SCORING_CARDS[card])


def game_ends(table: Table) -> None:
    if table.journal is not None:
        table.log("game_ends", players=table.winners())
