"""Rulings that change recorded games, by number: identical cards (G6), searching (G63), paying unseen (G64)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.guildhall.invariants import check
from tests.games.guildhall.positions import (
    GAME,
    ME,
    OTHER,
    THIRD,
    asked,
    cards,
    complete,
    hall,
    options,
    pile,
    play,
    position,
)
from zunft.core.conformance import laws
from zunft.core.errors import UnknownStep
from zunft.core.state import Task
from zunft.games.guildhall import card_actions, steps
from zunft.games.guildhall import cards as cards_module
from zunft.games.guildhall.actions import TARGET
from zunft.games.guildhall.cards import PROFESSIONS

GUESSES = 40


def row(card: str) -> tuple[str, ...]:
    return (card, "p5", "p5", "p5", "p9")


def keys(table: Any, viewer: int | None) -> list[str]:
    """Keys of the log entries this viewer sees."""
    return [event.key for event in table.journal if event.is_visible_to(viewer)]


# 6: no card identical to one in the hall


def hunter_beside_a_twin(**more: Any) -> Any:
    return position(
        {"hand": "red hunter", "hall": "red robber, blue robber"},
        {},
        pile="red robber, green robber, yellow robber",
        **more,
    )


def test_g6_the_hunter_takes_no_card_that_lies_in_the_hall() -> None:
    table = hunter_beside_a_twin()
    play(table, "play red hunter", "level 0")
    assert options(table) == ["take yellow robber", "take green robber"]


def test_g6_by_the_option_identical_cards_are_swapped() -> None:
    table = hunter_beside_a_twin(hunter_swaps_identical=True)
    play(table, "play red hunter", "level 0")
    assert options(table) == ["take red robber", "take yellow robber", "take green robber"]
    play(table, "take red robber")  # its twin is given for it
    assert hall(table) == "red robber, blue robber"
    assert pile(table) == "green robber, yellow robber, red robber"


def hunter_gives_a_chapter(**more: Any) -> Any:
    return position(
        {"hand": "red hunter", "hall": "all but red hunter, red robber"},
        {},
        pile="red scholar, blue scholar, red robber, green scholar",
        **more,
    )


def test_g6_the_chapter_given_still_bars_its_kinds() -> None:
    """Level 4: three other kinds are taken though the red Robber leaves the hall."""
    table = hunter_gives_a_chapter()
    play(table, "play red hunter", "level 4")
    assert options(table) == ["chapter robber", "chapter hunter"]
    play(table, "chapter robber")
    assert table.pile == cards("red robber, red robber")
    assert hall(table).startswith("red scholar, blue scholar, green scholar")


def test_g6_by_the_option_the_chapter_given_bars_nothing() -> None:
    table = hunter_gives_a_chapter(hunter_swaps_identical=True)
    play(table, "play red hunter", "level 4", "chapter robber")
    assert options(table) == ["take red robber", "take red scholar"]


def test_g6_the_top_card_alone_can_forbid_the_hunter() -> None:
    """The only card of the pile is publicly in the hall already."""
    table = position({"hand": "red hunter", "hall": "red robber"}, {}, pile="red robber")
    play(table, "play red hunter")
    assert asked(table) == "1 action"


# 63: used or declined before the pile is seen


def hidden_pile(top: str, below: str, **more: Any) -> Any:
    """A pile of which only the top is known."""
    table = position(
        {"hand": "red hunter", "hall": "all but red hunter"}, {}, pile=f"{below}, {top}", mode="job_faire", **more
    )
    table.pile_seen = [0] * (len(table.pile) - 1) + [15]
    return table


def test_g63_the_level_is_chosen_before_the_pile_is_shown() -> None:
    table = hidden_pile("red robber", "blue robber, green robber, red scholar")
    play(table, "play red hunter")
    assert options(table) == ["decline", "level 0", "level 2", "level 4"]
    assert table.view(ME)["pile"]["cards"] is None
    play(table, "level 2")
    assert table.view(ME)["pile"]["cards"] is not None
    assert "decline" not in options(table)


def test_g63_declining_shows_nothing() -> None:
    table = hidden_pile("red robber", "blue robber, green robber, red scholar")
    reveals = table.reveals
    play(table, "play red hunter", "decline")
    assert table.reveals == reveals and table.pile_seen[:3] == [0, 0, 0]


def test_g63_what_is_offered_does_not_depend_on_the_hidden_pile() -> None:
    rich, poor = (
        hidden_pile("red robber", "blue robber, green robber"),
        hidden_pile("red robber", "red robber, red robber"),
    )
    for table in (rich, poor):
        play(table, "play red hunter")
    assert options(rich) == options(poor) == ["decline", "level 0", "level 2", "level 4"]
    assert rich.view(ME) == poor.view(ME)


def test_g63_the_next_lower_level_if_the_pile_lacks_cards() -> None:
    """Three cards of two kinds: level 4 was chosen, level 2 takes effect."""
    table = hidden_pile("red robber", "blue robber, blue robber")
    table.journal = []
    play(table, "play red hunter", "level 4")
    assert asked(table) == "1 hunter_give" and "falls_back" in keys(table, OTHER)
    play(table, "give blue hunter", "give green hunter")
    assert hall(table) == "red robber, blue robber, yellow hunter, purple hunter"
    assert pile(table) == "blue robber, blue hunter, green hunter"


def test_g63_nothing_happens_where_no_card_fits() -> None:
    table = hidden_pile("blue hunter", "green hunter, yellow hunter")
    table.journal = []
    play(table, "play red hunter", "level 0")
    assert asked(table) == "1 action" and keys(table, OTHER)[-1] == "finds_nothing"
    assert pile(table) == "green hunter, yellow hunter, blue hunter"


def historian(below: str, top: str) -> Any:
    table = position(
        {"hand": "red historian", "hall": "all but red historian, red dancer"},
        {},
        mode="first_edition",
        pile=f"{below}, {top}",
    )
    table.pile_seen = [0] * (len(table.pile) - 1) + [15]
    return table


def test_g63_the_historian_searches_after_the_choice() -> None:
    table = historian("red farmer, blue farmer", "red dancer")
    play(table, "play red historian")
    assert options(table) == ["decline", "level 2", "level 4"]  # the top card is in the hall
    assert table.view(ME)["pile"]["cards"] is None
    play(table, "level 2")
    assert options(table) == ["take red farmer", "take blue farmer"]


@pytest.mark.parametrize(("level", "is_searched"), [(0, False), (2, True), (4, True)])
def test_g63_the_historian_takes_the_top_card_without_a_search(level: int, is_searched: bool) -> None:
    """Only at the higher levels is the pile shown; it has enough cards for each level."""
    table = historian("red farmer, blue farmer", "green trader")
    table.journal = []
    play(table, "play red historian", f"level {level}")
    assert ("searches" in keys(table, OTHER), table.pile_seen[0] == 1 << ME) == (is_searched, is_searched)
    assert "falls_back" not in keys(table, OTHER)


def test_g63_the_historian_falls_back_to_one_card() -> None:
    table = historian("red farmer, red dancer", "red dancer")
    table.journal = []
    play(table, "play red historian", "level 4")
    assert "red farmer" in hall(table) and pile(table) == "red dancer, red dancer"
    assert "falls_back" in keys(table, OTHER)


def test_g63_the_historian_finds_nothing() -> None:
    table = historian("red dancer", "red dancer")
    table.journal = []
    play(table, "play red historian", "level 2")
    assert pile(table) == "red dancer, red dancer" and asked(table) == "1 action"
    assert "finds_nothing" in keys(table, OTHER)


def test_g63_two_cards_are_needed_for_the_highest_level() -> None:
    table = position(
        {"hand": "red historian", "hall": "all but red historian"}, {}, mode="first_edition", pile="red farmer"
    )
    play(table, "play red historian")
    assert options(table) == ["decline", "level 0", "level 2"]


# 64: others see how many complete chapters are discarded, not which


def two_of_three_paid() -> Any:
    table = position({"complete": "robber scholar hunter"}, {}, {})
    table.journal = []
    play(table, "buy p9", "chapter hunter", "chapter robber")
    return table


def possible(table: Any, viewer: int, player: int = ME) -> set[str]:
    """Possible complete chapters, to this viewer."""
    guesses = [table.resample(viewer, random.Random(seed)) for seed in range(GUESSES)]
    return {" ".join(PROFESSIONS[profession] for profession in guess.players[player].complete) for guess in guesses}


def test_g64_the_chapter_below_the_top_stays_unknown() -> None:
    """The Robbers are on top; only the payer knows whether Scholars or Hunters are below them."""
    table = two_of_three_paid()
    assert possible(table, OTHER) == {"scholar", "hunter"}
    assert possible(table, ME) == {"scholar"}
    assert table.view(OTHER)["pile"]["top"] == "purple-robber"


def test_g64_two_payments_look_the_same_to_others() -> None:
    table, twin = two_of_three_paid(), position({"complete": "robber scholar hunter"}, {}, {})
    twin.journal = []
    play(twin, "buy p9", "chapter scholar", "chapter robber")
    for viewer in (OTHER, THIRD, None):
        assert table.view(viewer) == twin.view(viewer)
        assert [repr(event) for event in table.journal if event.is_visible_to(viewer)] == [
            repr(event) for event in twin.journal if event.is_visible_to(viewer)
        ]
    assert table.view(ME) != twin.view(ME)


def test_g64_the_journal_names_the_chapters_to_the_payer_only() -> None:
    table = two_of_three_paid()
    assert keys(table, OTHER) == ["buys", "pays", "shows_top"]
    assert keys(table, ME) == ["buys", "pays_with", "pays_with", "pays", "shows_top"]


def test_g64_the_first_of_two_payments_is_face_down() -> None:
    table = position({"complete": "robber scholar hunter"}, {}, {})
    play(table, "buy p9", "chapter hunter")
    assert table.view(OTHER)["paid"] == {"size": 5, "cards": None}
    assert table.view(ME)["paid"]["cards"][0] == "red-hunter"
    assert possible(table, OTHER) == {"robber scholar", "robber hunter", "scholar hunter"}
    paid = {table.resample(OTHER, random.Random(seed)).paid[0] for seed in range(GUESSES)}
    assert paid == set(cards("red robber, red scholar, red hunter"))


def test_g64_a_single_chapter_is_named_by_the_top_card() -> None:
    table = position({"complete": "robber scholar"}, {}, {})
    play(table, "buy p5", "chapter scholar")
    assert possible(table, OTHER) == {"robber"}
    assert table.players[ME].possible == ()


def test_g64_all_chapters_paid_are_known() -> None:
    """Paying with all chapters hides nothing: all ten cards are known to be in the pile."""
    table = position({"complete": "robber scholar"}, {}, {})
    play(table, "buy p9", "chapter robber")
    assert table.pile_seen == [15] * 10 and table.players[ME].possible == ()


def test_g64_the_card_below_is_known_to_the_payer_only() -> None:
    table = two_of_three_paid()
    assert table.pile_seen == [1 << ME] * 5 + [15] * 5


def test_g64_a_later_payment_may_reveal_it() -> None:
    """With the last complete chapter on top, the uncertain one is known to be gone."""
    table = two_of_three_paid()
    play(table, "show p7", "buy p5")
    assert complete(table) == [] and table.players[ME].possible == ()


def test_g64_a_chapter_completed_later_is_certain() -> None:
    table = position(
        {"hand": "red scholar", "hall": "all but red peddler", "complete": "robber scholar hunter"}, {}, {}, actions=2
    )
    play(table, "buy p9", "chapter hunter", "chapter robber", "show p7")
    play(table, "play red scholar", "level 0", "draw red peddler")
    assert possible(table, OTHER) == {"scholar peddler", "hunter peddler"}


def test_g64_a_payment_below_the_top_stays_in_doubt() -> None:
    """No chapter is left, but either Scholars or Hunters may have been discarded under the Peddlers."""
    table = position(
        {"hand": "red scholar", "hall": "all but red peddler", "complete": "robber scholar hunter"}, {}, {}, actions=3
    )
    play(table, "buy p9", "chapter hunter", "chapter robber", "show p9")
    play(table, "play red scholar", "level 0", "draw red peddler", "buy p9", "chapter scholar")
    assert complete(table) == [] and table.players[ME].possible == ()
    assert table.pile_seen == [1 << ME] * 5 + [15] * 5 + [1 << ME] * 5 + [15] * 5


def test_g64_counting_rules_a_chapter_out() -> None:
    """All four purple Hunters are visible elsewhere, so the chapter kept cannot be the Hunters'."""
    table = position(
        {"complete": "robber scholar hunter"},
        {"hand": "purple hunter, purple hunter", "hall": "purple hunter"},
        {},
    )
    play(table, "buy p9", "chapter hunter", "chapter robber")
    assert possible(table, OTHER) == {"scholar", "hunter"}
    table.players[OTHER].hand = cards("purple hunter, purple hunter, purple hunter")
    assert possible(table, OTHER) == {"scholar"}


def test_g64_a_discarded_fourth_chapter_shows_its_top_only() -> None:
    table = position(
        {"hand": "red scholar", "hall": "all but green robber", "complete": "hunter peddler bricklayer"}, {}
    )
    table.journal = []
    play(table, "play red scholar", "level 0", "draw green robber", "chapter peddler")
    assert keys(table, OTHER)[-2:] == ["drops", "shows_top"]
    assert keys(table, ME)[-3:] == ["drops_chapter", "drops", "shows_top"]


def test_g64_the_order_of_a_payment_is_the_payers_secret() -> None:
    """With Historians: others see only the first card, which is on top."""
    table = position({"complete": "dancer farmer trader"}, {}, mode="first_edition", row=row("p7"))
    table.journal = []
    play(table, "buy p7", "chapter dancer", "chapter trader", "discard red dancer")
    assert table.view(OTHER)["pile"] == {"size": 1, "top": "red-dancer", "cards": None}
    assert table.view(OTHER)["paid"] == {"size": 9, "cards": None}
    assert possible(table, OTHER) == {"farmer", "trader"}
    play(table, "discard blue trader", "stop")
    assert [event.args["depth"] for event in table.journal if event.key == "lays" and event.is_visible_to(OTHER)] == [1]
    assert [event.args["depth"] for event in table.journal if event.key == "lays" and event.is_visible_to(ME)] == [1, 2]
    assert table.pile_seen == [1 << ME] * 9 + [15]


def test_g64_an_order_left_as_it_comes_shows_the_last_chapter() -> None:
    table = position({"complete": "dancer farmer trader"}, {}, mode="first_edition", row=row("p7"))
    play(table, "buy p7", "chapter dancer", "chapter trader", "stop")
    assert table.view(OTHER)["pile"]["top"] == "purple-trader"
    assert possible(table, OTHER) == {"dancer", "farmer"}


@pytest.mark.parametrize("mode", ["job_faire", "first_edition"])
def test_g64_the_view_law_holds_at_every_step_of_a_payment(mode: str) -> None:
    """With several uncertain chapters of several players, and during a payment."""
    names = "robber scholar hunter" if mode == "job_faire" else "dancer farmer trader"
    for seed in range(10):
        table = position({"complete": names}, {"complete": names}, {}, mode=mode, row=("p9", "p7", "p9", "p7", "p5"))
        table.journal, rng = [], random.Random(seed)
        for _ in range(40):
            if any(me.possible for me in table.players):
                for viewer in range(3):
                    laws.check_view(table, viewer, rng)
                laws.check_unseen_difference(table, [0, 1, 2], rng)
            actions = table.legal_actions()
            buys = [action for action in actions if GAME.text(action).startswith("buy")]
            table.apply(rng.choice(buys or actions))
            check(table)


# Unknown steps


@pytest.mark.parametrize("player", [ME, -1])
def test_an_unknown_step_is_an_error(player: int) -> None:
    table: Any = GAME.new(2)
    for ask in (table.choices, table.weights, table.settle, lambda task: table.decide(task, 0)):
        with pytest.raises(UnknownStep, match="999"):
            ask(Task(999, player))


@pytest.mark.parametrize("effect", [cards_module.P5 + cards_module.PRESTIGE_EFFECTS, 99])
def test_an_unknown_effect_is_an_error(effect: int) -> None:
    """A target is chosen only for effects that have one."""
    table: Any = GAME.new(2)
    task = Task(steps.TARGET, ME, steps.aiming(effect, 0))
    for ask in (table.choices, lambda task: table.decide(task, TARGET + OTHER)):
        with pytest.raises(ValueError, match=f"unknown effect {effect}"):
            ask(task)


@pytest.mark.parametrize("ask", [card_actions.can_use_prestige, card_actions.use_prestige])
def test_an_unknown_prestige_card_is_an_error(ask: Callable[[Any, int, int], object]) -> None:
    with pytest.raises(ValueError, match=f"unknown effect {cards_module.PRESTIGE_EFFECTS + 99}"):
        ask(GAME.new(2), ME, 99)
