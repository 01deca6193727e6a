"""Options: house rulings, and the changes of the second edition."""

from __future__ import annotations

from typing import Final

from zunft.core.option import Option
from zunft.games.calimala.table import Table

SECOND_EDITION: Final = 2
NONE: Final = "none"
FOURTH_AND_FIFTH: Final = "4-5"
TO_ACTIVE_PLAYER: Final = "to_active_player"
REMOVED: Final = "removed"
ALL_OUT: Final = "all_out"
ANY_OUT: Final = "any_out"
PALAZZO_ONLY: Final = "palazzo"
ALL_ARTWORKS: Final = "all"
RANDOM: Final = "random"
SEAT_1: Final = "seat_1"

OPTIONS: Final = {
    "edition": Option(1, (1, SECOND_EDITION)),
    "own_turn_card_limit": Option(0, (0, 1)),
    "extra_start_card_seats": Option(NONE, (NONE, FOURTH_AND_FIFTH)),
    "seats_beyond_15": Option(False, (False, True)),
    "white_pushed_out": Option(TO_ACTIVE_PLAYER, (TO_ACTIVE_PLAYER, REMOVED)),
    "end_when": Option(ALL_OUT, (ALL_OUT, ANY_OUT)),
    "order_draws_cards": Option(True, (True, False)),
    "cards_at_own_lower_discs": Option(True, (True, False)),
    "need_one_to_rank": Option(True, (True, False)),
    "tie_artworks": Option(PALAZZO_ONLY, (PALAZZO_ONLY, ALL_ARTWORKS)),
    "first_player": Option(RANDOM, (RANDOM, SEAT_1)),
}


def is_second_edition(table: Table) -> bool:
    return bool(table.setting.options["edition"] == SECOND_EDITION)


def has_card_limit(table: Table) -> bool:
    """The active player draws at most one card per turn (C8)."""
    return is_second_edition(table) or bool(table.setting.options["own_turn_card_limit"])


def has_extra_start_cards(table: Table) -> bool:
    """The fourth and fifth player start with one more card (C3)."""
    return is_second_edition(table) or bool(table.setting.options["extra_start_card_seats"] == FOURTH_AND_FIFTH)


def has_seats_beyond(table: Table) -> bool:
    """Bottom discs still take seats after the last tile (C38)."""
    return is_second_edition(table) or bool(table.setting.options["seats_beyond_15"])


def returns_white_disc(table: Table) -> bool:
    """The active player keeps the exchanged white disc (C28)."""
    return bool(table.setting.options["white_pushed_out"] == TO_ACTIVE_PLAYER)


def ends_with_first_out(table: Table) -> bool:
    """The last round begins when the first player runs out of discs (C36)."""
    return is_second_edition(table) or bool(table.setting.options["end_when"] == ANY_OUT)


def order_draws_cards(table: Table) -> bool:
    """An action that the other would enable may be given up first, for a card (C7)."""
    return bool(table.setting.options["order_draws_cards"])


def cards_at_own_lower_discs(table: Table) -> bool:
    """Cards can also be played at the player's lower discs, not only at the disc just placed (C12)."""
    return bool(table.setting.options["cards_at_own_lower_discs"])


def needs_one_to_rank(table: Table) -> bool:
    """Players with a count of zero get no rank (C32)."""
    return bool(table.setting.options["need_one_to_rank"])


def all_artworks_break_ties(table: Table) -> bool:
    """Artworks at all sites count as influence, not only those in Palazzo Vecchio (C33)."""
    return bool(table.setting.options["tie_artworks"] == ALL_ARTWORKS)


def draws_first_player(table: Table) -> bool:
    """The start player is random (C1)."""
    return bool(table.setting.options["first_player"] == RANDOM)
