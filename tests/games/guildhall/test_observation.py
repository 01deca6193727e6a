"""Rows and sheets give the deciding player everything in the view."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.guildhall.positions import GAME, ME, OTHER, cards, play, position
from zunft.core import conformance
from zunft.games.guildhall.cards import PRESTIGE, PROFESSIONS
from zunft.games.guildhall.observation import LAYOUT, observe

ENOUGH = 700
SCHOLAR, CARD, FILL_ROW, LIMITS = 0, 6, 8, 9  # indices into the waiting steps


@pytest.mark.parametrize("mode", ["job_faire", "first_edition", "six_random", "mega"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_are_complete(players: int, mode: str) -> None:
    conformance.check_rows_are_complete(GAME, players, {"mode": mode}, players, most=ENOUGH)


@pytest.mark.parametrize("mode", ["job_faire", "first_edition", "mega"])
def test_texts_are_complete(mode: str) -> None:
    conformance.check_texts_are_complete(GAME, 3, {"mode": mode}, seed=4, most=ENOUGH)


def seen(table: Any, viewer: int = ME) -> dict[str, Any]:
    """The row by field; single numbers unwrapped."""
    named = LAYOUT.named(observe(table, viewer))
    return {
        name.removeprefix("table "): numbers[0] if len(numbers) == 1 else numbers for name, numbers in named.items()
    }


def kinds(numbers: list[int]) -> dict[int, int]:
    return {kind: number for kind, number in enumerate(numbers) if number}


def test_the_level_and_the_target_of_an_effect() -> None:
    table = position(
        {"hand": "red peddler, red robber, blue robber", "hall": "blue peddler, green peddler"},
        {"hall": "red hunter, blue hunter, green hunter"},
    )
    play(table, "play red peddler")
    assert seen(table)["effect"] == PROFESSIONS.index("peddler") + 1 and seen(table)["level"] == 0
    play(table, "level 2")
    row = seen(table)
    assert row["level"] == 2 + 1 and row["target"] == 2
    assert kinds(row["given"]) == dict.fromkeys(cards("red robber, blue robber"), 1)


def test_the_level_while_a_target_is_chosen() -> None:
    table = position(
        {"hand": "red robber", "hall": "blue robber, green robber"}, {"hand": "red hunter"}, {"hand": "red hunter"}
    )
    play(table, "play red robber", "level 0")
    assert seen(table)["level"] == 1 and seen(table)["target"] == 0


def test_cards_still_to_come() -> None:
    table = position(
        {"hand": "red robber", "hall": "all but red robber"}, {"hand": "red hunter, blue hunter, green hunter"}
    )
    play(table, "play red robber", "level 4")
    assert seen(table)["left"] == 2
    assert kinds(seen(table)["player 1 known"]) == dict.fromkeys(cards("red hunter, blue hunter, green hunter"), 1)
    play(table, "take red hunter")
    assert seen(table)["left"] == 1


def test_the_colours_of_cards_taken_and_the_pile() -> None:
    table = position(
        {"hand": "red hunter", "hall": "blue hunter, green hunter, red robber"},
        {},
        pile="red scholar, blue scholar, red scholar, green scholar",
    )
    play(table, "play red hunter", "level 2", "take red scholar")
    row = seen(table)
    assert kinds(row["taken"]) == {cards("red scholar")[0]: 1}
    assert kinds(row["pile_cards"]) == dict.fromkeys(cards("red scholar, blue scholar, green scholar"), 1)
    assert kinds(row["pile_depth"]) == dict(
        zip(cards("green scholar, blue scholar, red scholar"), (1, 2, 3), strict=True)
    )
    assert not kinds(seen(table, OTHER)["pile_cards"])


def test_what_follows_a_fourth_chapter() -> None:
    """The Scholar has two more cards to draw; the opponent has nothing to discard."""
    table = position(
        {
            "hand": "red scholar",
            "hall": "all but green robber, blue scholar, green scholar",
            "complete": "hunter peddler bricklayer",
        },
        {},
    )
    play(table, "play red scholar", "level 2", "draw green robber")
    assert seen(table)["then"][SCHOLAR] == 2
    assert seen(table)["then"][LIMITS:] == [0, 0, 0, 0]


def test_who_else_must_discard_a_chapter() -> None:
    """A Trader completes a fourth chapter on both sides."""
    three = "assassin historian weaver"
    table = position(
        {"hand": "red trader", "hall": "all but red dancer, red farmer", "complete": three},
        {"hall": "all but red farmer, red dancer", "complete": three},
        mode="first_edition",
    )
    play(table, "play red trader", "level 0", "give red farmer", "take red dancer")
    assert table.current_player() == ME
    assert seen(table)["then"][LIMITS:] == [0, 1, 0, 0] and seen(table)["then"][FILL_ROW] == 0


def test_the_prestige_card_that_is_being_paid_for() -> None:
    table = position({"complete": "robber scholar"}, {}, row=("p4_draw", "p5", "p5", "p5", "p9"))
    play(table, "buy p4_draw")
    assert seen(table)["then"][CARD] == PRESTIGE.index("p4_draw") + 1 and seen(table)["then"][FILL_ROW] == 1


def test_only_the_payer_sees_the_payment() -> None:
    table = position({"complete": "dancer farmer trader"}, {}, mode="first_edition")
    play(table, "buy p9", "chapter farmer", "chapter dancer")
    row = seen(table)
    assert row["paid"] == 10 and row["paid_last"] == cards("purple dancer")[0] + 1
    assert len(kinds(row["paid_cards"])) == 10
    row = seen(table, OTHER)
    assert row["paid"] == 10 and row["paid_last"] == 0 and not kinds(row["paid_cards"])


def test_discards_and_cards_played_are_encoded_in_order() -> None:
    table = position({"hand": "green robber, red bricklayer, blue bricklayer, red hunter"}, {})
    play(table, "play red bricklayer", "decline", "refresh", "discard red hunter", "discard green robber")
    row = seen(table)
    assert row["batch_cards"][:3] == [cards("red hunter")[0] + 1, cards("green robber")[0] + 1, 0]
    assert row["area"][:2] == [cards("red bricklayer")[0] + 1, 0]
    assert seen(table, OTHER)["batch_cards"][0] == 0 and seen(table, OTHER)["batch"] == 2


def test_large_numbers_are_split() -> None:
    table: Any = GAME.new(4, mode="mega", turn_limit=300)
    assert seen(table)["turn_limit"] == [127, 127, 46, 0]
    assert seen(table)["deck"] == [127, 113]
