"""Hidden information: hands, deck, discard pile, and what a Robber, a Hunter or a Bricklayer saw (section 9)."""

from __future__ import annotations

import random
from typing import Any

from tests.games.guildhall.positions import (
    ME,
    OTHER,
    THIRD,
    asked,
    cards,
    hand,
    names,
    options,
    play,
    position,
)

GUESSES = 30


def guesses(table: Any, viewer: int) -> list[Any]:
    return [table.resample(viewer, random.Random(seed)) for seed in range(GUESSES)]


def test_other_hands_and_the_deck_are_guessed() -> None:
    table = position({"hand": "red robber"}, {"hand": "red hunter, blue hunter"})
    found = {hand(guess, OTHER) for guess in guesses(table, ME)}
    assert len(found) > GUESSES / 2
    assert {hand(guess, ME) for guess in guesses(table, ME)} == {"red robber"}


def test_a_robber_remembers_the_hand_it_looked_through() -> None:
    """G30: only the robbing player sees it; all see what was taken."""
    table = position(
        {"hand": "red robber", "hall": "blue robber, green robber"},
        {"hand": "red hunter, blue hunter, green hunter"},
        {},
    )
    table.journal = []
    play(table, "play red robber", "level 2")
    assert table.view(ME)["players"][OTHER]["known"] == ["red-hunter", "blue-hunter", "green-hunter"]
    assert table.view(THIRD)["players"][OTHER]["known"] == []
    assert [event.only for event in table.journal if event.key == "looked"] == [ME]
    play(table, "take red hunter")
    assert table.view(ME)["players"][OTHER]["known"] == ["blue-hunter", "green-hunter"]
    assert {hand(guess, OTHER) for guess in guesses(table, ME)} == {"blue hunter, green hunter"}
    assert len({hand(guess, OTHER) for guess in guesses(table, THIRD)}) > 1


def test_cards_taken_openly_to_hand_are_known_to_all() -> None:
    table = position({"hand": "red peddler, red robber"}, {"hall": "red hunter"}, {})
    play(table, "play red peddler", "level 0")
    assert hand(table) == "red hunter"
    for viewer in (OTHER, THIRD):
        assert table.view(viewer)["players"][ME]["known"] == ["red-hunter"]


def test_memory_ends_when_cards_leave_the_hand_unseen() -> None:
    table = position(
        {"hand": "red peddler, red robber, blue robber, green robber, blue scholar"}, {"hall": "red hunter"}, {}
    )
    play(table, "play red peddler", "level 0", "give red robber")
    play(table, "refresh", "discard blue robber", "discard green robber", "stop")
    assert table.view(OTHER)["players"][ME]["known"] == []
    assert table.view(OTHER)["pile"]["top"] == "green-robber"


def test_a_single_discard_is_seen_and_memory_stays() -> None:
    table = position({"hand": "red peddler, red robber, blue robber"}, {"hall": "red hunter"}, {})
    play(table, "play red peddler", "level 0", "give red robber", "refresh", "discard blue robber", "stop")
    assert table.view(OTHER)["players"][ME]["known"] == ["red-hunter"]


def test_cards_being_discarded_are_secret_until_the_last_lies_on_top() -> None:
    """G44: others see the number, and the top card at the end."""
    table = position({"hand": "red robber, blue robber, green robber"}, {}, pile="red hunter")
    play(table, "refresh", "discard red robber", "discard blue robber")
    assert table.view(ME)["batch"] == {"size": 2, "cards": ["red-robber", "blue-robber"]}
    assert table.view(OTHER)["batch"] == {"size": 2, "cards": None}
    assert table.view(OTHER)["pile"]["top"] == "red-hunter"
    assert len({guess.batch for guess in guesses(table, OTHER)}) > 1
    play(table, "stop")
    assert table.view(OTHER)["pile"]["top"] == "blue-robber"
    assert len({guess.pile[1] for guess in guesses(table, OTHER)}) > 1
    assert {guess.pile[1] for guess in guesses(table, ME)} == set(cards("red robber"))


def test_a_hunter_sees_the_whole_pile_and_nobody_else_does() -> None:
    """G45: during the effect; what was seen is remembered."""
    table = position(
        {"hand": "red robber, blue robber, red hunter", "hall": "red scholar"}, {"hand": "red peddler"}, {}
    )
    play(
        table,
        "refresh",
        "discard red robber",
        "discard blue robber",
        "stop",
        *["draw green peddler"] * 4,
        "draw red peddler",
    )
    table.pile_seen[0] = 1 << OTHER  # as if the second player had discarded them
    assert len({guess.pile[0] for guess in guesses(table, ME)}) > 1
    play(table, "play red hunter", "level 0")
    assert table.view(ME)["pile"]["cards"] == ["blue-robber", "red-robber"]
    assert table.view(THIRD)["pile"]["cards"] is None
    play(table, "take blue robber")
    assert table.view(ME)["pile"]["cards"] is None
    assert {guess.pile[0] for guess in guesses(table, ME)} == set(cards("red robber"))
    assert len({guess.pile[0] for guess in guesses(table, THIRD)}) > 1


def test_a_bricklayer_knows_whose_hand_the_card_comes_to() -> None:
    table = position({"hand": "red bricklayer, red hunter"}, {"hand": "red robber"}, {}, actions=1)
    play(table, "play red bricklayer", "level 0", *["draw blue robber"] * 3, "put_back red hunter")
    assert asked(table) == "2 action"
    assert {guess.put_back for guess in guesses(table, ME)} == {tuple(cards("red hunter"))}
    assert len({guess.put_back for guess in guesses(table, OTHER)}) > 1
    play(table, "refresh", "stop")
    assert table.view(ME)["players"][OTHER]["known"] == ["red-hunter"]
    assert table.view(THIRD)["players"][OTHER]["known"] == []
    assert "red hunter" in hand(table, OTHER)


def test_a_guess_leaves_the_others_something_to_answer() -> None:
    """In every sample, a player who chose to place a hand card has one to place."""
    table = position(
        {"hand": "red weaver, red farmer, red dancer", "hall": "all but red farmer, all but red dancer"},
        {"hand": "red trader"},
        mode="first_edition",
    )
    play(table, "play red weaver", "level 0")
    assert options(table) == ["place red dancer", "place red farmer"]
    assert all(guess.legal_actions() for guess in guesses(table, OTHER))
    assert len({hand(guess) for guess in guesses(table, OTHER)}) > 1


def test_complete_chapters_can_be_counted_and_are_kept() -> None:
    """All players saw the completion; on screen others see only the number."""
    table = position({"complete": "robber hunter"}, {})
    assert {guess.players[ME].complete for guess in guesses(table, OTHER)} == {table.players[ME].complete}
    assert table.view(OTHER)["players"][ME]["complete_chapters"] is None


def test_reveals_count_draws_looks_and_searches() -> None:
    table = position(
        {"hand": "red robber, red hunter", "hall": "blue robber, green robber"},
        {"hand": "red scholar"},
        pile="red peddler",
    )
    before = table.reveals
    play(table, "play red robber")
    assert table.reveals == before
    play(table, "level 2")
    assert table.reveals == before + 2  # the look, and what was taken
    play(table, "play red hunter")
    assert table.reveals == before + 2
    play(table, "level 0")
    assert table.reveals == before + 3


def test_where_a_card_lay_in_the_pile_is_seen_by_all() -> None:
    table = position({"hand": "red hunter", "hall": "red robber"}, {}, pile="red scholar, blue scholar, green scholar")
    table.journal = []
    play(table, "play red hunter", "level 0", "take red scholar")
    (event,) = [event for event in table.journal if event.key == "finds"]
    assert event.is_visible_to(OTHER) and event.args["depth"] == 3
    assert names(table.pile) == "blue scholar, green scholar, red robber"
