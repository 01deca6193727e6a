"""Components: printed values, from components.toml or a replacement."""

from __future__ import annotations

from typing import Any, Final

from zunft.core.components import Schema, Tables, list_of, many, one, optional, rows_by, whole, word
from zunft.core.errors import BadComponents
from zunft.games.guildhall.cards import PRESTIGE, PROFESSIONS

JOB_FAIRE = "job_faire"
FIRST_EDITION = "first_edition"
SETS = (JOB_FAIRE, FIRST_EDITION)
MOST_IN_HALL: Final = 4  # of a profession, face up
LEVELS_OF = {"tax_collector": 5, "dancer": 5, "farmer": 2}  # all other professions have three
THREE_LEVELS: Final = 3
MOST_CARDS: Final = 9  # dealt, or moved by an effect
MOST_DRAWN: Final = 10  # range of 0 to MOST_CARDS

SET_SIZE: Final = 6
# Leading amounts that must not be 0, and prestige cards likewise.
NEEDED = {"tax_collector": 0, "dancer": 0, "farmer": 2, "trader": 2, "weaver": 2}
NEEDED_PRESTIGE = ("p3_swap", "p4_draw", "p4_action", "p7")

SCHEMA: Schema = {
    "game": one(
        copies_per_kind=whole(2, 4),
        opening_hand=whole(9, MOST_CARDS),
        opening_hall=whole(1, 3),
        actions_per_turn=whole(1, 4),
        refresh_to=whole(1, MOST_CARDS),
        row=whole(1, 5),
        max_complete_chapters=whole(2, 6),
        target_vp=whole(1, 60),
    ),
    "profession": many(
        id=word(*PROFESSIONS),
        set=word(*SETS),
        levels=list_of(whole(0, MOST_IN_HALL)),
        amounts=list_of(whole(0, MOST_CARDS)),
        second_amounts=optional(list_of(whole(0, MOST_CARDS))),
    ),
    "prestige": many(
        id=word(*PRESTIGE),
        vp=whole(0, 20),
        cost=whole(1, 2),
        copies=whole(1, 9),
        fewer=whole(0, 9),
        amount=whole(0, MOST_CARDS),
    ),
}


class Components:
    """The tables, parsed for the rules."""

    copies: int
    opening_hand: int
    opening_hall: int
    actions_per_turn: int
    refresh_to: int
    row: int
    max_complete: int
    target_vp: int
    sets: list[str]  # by profession
    levels: list[list[int]]  # by profession: the cards required, ascending
    amounts: list[list[int]]  # by profession and rank of the level
    second_amounts: list[list[int]]
    vp: list[int]  # by prestige card
    cost: list[int]
    prestige_copies: list[int]
    fewer: list[int]
    prestige_amounts: list[int]

    def __init__(self, tables: Tables) -> None:
        game = tables["game"]
        self.copies = game["copies_per_kind"]
        self.opening_hand = game["opening_hand"]
        self.opening_hall = game["opening_hall"]
        self.actions_per_turn = game["actions_per_turn"]
        self.refresh_to = game["refresh_to"]
        self.row = game["row"]
        self.max_complete = game["max_complete_chapters"]
        self.target_vp = game["target_vp"]
        professions = rows_by(tables, "profession", "id", PROFESSIONS)
        check_levels(professions)
        check_amounts(professions)
        check_sets(professions)
        self.sets = [row["set"] for row in professions]
        self.levels = [row["levels"] for row in professions]
        self.amounts = [row["amounts"] for row in professions]
        self.second_amounts = [row.get("second_amounts", []) for row in professions]
        prestige = rows_by(tables, "prestige", "id", PRESTIGE)
        self.vp = [row["vp"] for row in prestige]
        self.cost = [row["cost"] for row in prestige]
        self.prestige_copies = [row["copies"] for row in prestige]
        self.fewer = [row["fewer"] for row in prestige]
        self.prestige_amounts = [row["amount"] for row in prestige]
        self.check_prestige()

    def check_prestige(self) -> None:
        for prestige, name in enumerate(PRESTIGE):
            if self.fewer[prestige] > self.prestige_copies[prestige]:
                raise BadComponents(f"table prestige, key fewer: {name} does not have that many copies")
            if name in NEEDED_PRESTIGE and self.prestige_amounts[prestige] == 0:
                raise BadComponents(f"table prestige, key amount: {name} needs at least 1")


def check_levels(professions: list[dict[str, Any]]) -> None:
    """All levels of the effect, ascending, with amounts."""
    for row in professions:
        levels, number = row["levels"], LEVELS_OF.get(row["id"], THREE_LEVELS)
        if len(levels) != number or levels != sorted(set(levels)):
            raise BadComponents(f"table profession, key levels: {row['id']} needs {number} rising levels")
        if len(row["amounts"]) != number:
            raise BadComponents(f"table profession, key amounts: {row['id']} needs {number} amounts")
        needs_second = row["id"] in ("bricklayer", "weaver")
        if len(row.get("second_amounts", [])) != (number if needs_second else 0):
            wanted = f"{number} of them" if needs_second else "none"
            raise BadComponents(f"table profession, key second_amounts: {row['id']} needs {wanted}")


def check_amounts(professions: list[dict[str, Any]]) -> None:
    for row in professions:
        if 0 in row["amounts"][: NEEDED.get(row["id"], THREE_LEVELS)]:
            raise BadComponents(f"table profession, key amounts: {row['id']} moves at least 1")
        if row["id"] == "weaver" and 0 in row["second_amounts"][1:]:
            raise BadComponents("table profession, key second_amounts: weaver takes at least 1 above the lowest level")


def check_sets(professions: list[dict[str, Any]]) -> None:
    for name in SETS:
        number = len([row for row in professions if row["set"] == name])
        if number != SET_SIZE:
            raise BadComponents(f"table profession, key set: {name} needs {SET_SIZE} professions, not {number}")
