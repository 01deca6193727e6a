"""Options: rulings that tables play differently, and what the second edition changed."""

from __future__ import annotations

from typing import Final

from zunft.core.game import Option
from zunft.games.calimala.table import Table

SECOND_EDITION: Final = 2
NONE: Final = "none"
FOURTH_AND_FIFTH: Final = "4-5"
REMOVED: Final = "removed"
TO_ACTIVE_PLAYER: Final = "to_active_player"
PALAZZO_ONLY: Final = "palazzo"
ALL_ARTWORKS: Final = "all"
RANDOM: Final = "random"
SEAT_1: Final = "seat_1"

OPTIONS = {
    "edition": Option(1, (1, SECOND_EDITION)),
    "own_turn_card_limit": Option(0, (0, 1)),
    "extra_start_card_seats": Option(NONE, (NONE, FOURTH_AND_FIFTH)),
    "seats_beyond_15": Option(False, (False, True)),
    "white_pushed_out": Option(REMOVED, (REMOVED, TO_ACTIVE_PLAYER)),
    "order_draws_cards": Option(True, (True, False)),
    "cards_at_own_lower_discs": Option(True, (True, False)),
    "need_one_to_rank": Option(True, (True, False)),
    "tie_artworks": Option(PALAZZO_ONLY, (PALAZZO_ONLY, ALL_ARTWORKS)),
    "first_player": Option(RANDOM, (RANDOM, SEAT_1)),
}


def is_second_edition(table: Table) -> bool:
    return bool(table.setting.options["edition"] == SECOND_EDITION)


def has_card_limit(table: Table) -> bool:
    """The active player draws one card at most in his turn (C8)."""
    return is_second_edition(table) or bool(table.setting.options["own_turn_card_limit"])


def has_extra_start_cards(table: Table) -> bool:
    """The fourth and fifth player begin with one card more (C3)."""
    return is_second_edition(table) or bool(table.setting.options["extra_start_card_seats"] == FOURTH_AND_FIFTH)


def has_seats_beyond(table: Table) -> bool:
    """Bottom discs still enter the council after the last tile (C38)."""
    return is_second_edition(table) or bool(table.setting.options["seats_beyond_15"])


def returns_white_disc(table: Table) -> bool:
    """The active player gets the white disc that is pushed out (C28)."""
    return bool(table.setting.options["white_pushed_out"] == TO_ACTIVE_PLAYER)


def order_draws_cards(table: Table) -> bool:
    """An action that the other one would make possible may be taken first, for a card (C7)."""
    return bool(table.setting.options["order_draws_cards"])


def cards_at_own_lower_discs(table: Table) -> bool:
    return bool(table.setting.options["cards_at_own_lower_discs"])


def needs_one_to_rank(table: Table) -> bool:
    return bool(table.setting.options["need_one_to_rank"])


def all_artworks_break_ties(table: Table) -> bool:
    return bool(table.setting.options["tie_artworks"] == ALL_ARTWORKS)


def draws_first_player(table: Table) -> bool:
    return bool(table.setting.options["first_player"] == RANDOM)
