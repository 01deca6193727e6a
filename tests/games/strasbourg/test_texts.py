"""Texts and rules pages follow docs/glossary/strasbourg.md, and choices state their effect."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest

from tests.games.strasbourg.positions import (
    GAME,
    NICOLE,
    PETER,
    SANDRA,
    at_step,
    choices,
    play,
    put_up,
    reveal,
    single_stacks,
)
from zunft.core.text import LANGUAGES
from zunft.games.strasbourg.game import Strasbourg
from zunft.server.views.boards import boards

NOT_OUR_WORDS = {
    "en": [r"\banew\b", r"\bwhoever's\b", r"area of", r"seat places", r"\bby lot\b", r"(nobility|church)'s seat"],
    "de": [
        r"\bSitze?\b",
        r"\bViertel",
        r"\bStadt\b",
        r"Endabrechnung",
        r"Kapellenpl",
        r"im Quadrat\b",
        r"anew",
    ],
    "ru": [
        r"не меньше чем",
        r"квартал",
        r"на сейчас",
        r"карта руки",
        r"при равенстве",
        r"достоинств",
        r"[Сс]тавит (часовню|здание)",
        r"[Пп]оставить (часовню|здание)",
    ],
}


def leaves(entry: Any) -> list[str]:
    return [entry] if isinstance(entry, str) else [text for each in entry.values() for text in leaves(each)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_keep_to_the_glossary(language: str) -> None:
    page = resources.files(GAME.package) / "web" / f"rules.{language}.html"
    texts = [*leaves(GAME.texts[language].entries), page.read_text(encoding="utf-8")]
    for pattern in NOT_OUR_WORDS[language]:
        found = [text for text in texts if re.search(pattern, text)]
        assert not found, f"{pattern}: {found[0][:200]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_and_log_line_names_more_than_a_coordinate(language: str) -> None:
    """A field, plot or spot is named with its surroundings."""
    say = GAME.texts[language]
    for key in ("action.field", "log.places_member"):
        assert re.search(r"\{(near:near|guild:seats_of)\}", str(say.find(key))), key
    for key in ("action.chapel", "action.build", "log.builds_chapel", "log.builds", "part.chapel"):
        assert "{guilds:guilds_at}" in str(say.find(key)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_prints_no_reconstructed_number(language: str) -> None:
    """Values of goods, prices and points of tasks are ours; the page says so instead of stating them."""
    page = (resources.files(GAME.package) / "web" / f"rules.{language}.html").read_text(encoding="utf-8")
    cells = re.findall(r"<td>([^<]*)</td>", page)
    assert cells and not [cell for cell in cells if re.fullmatch(r"\d+", cell)]
    assert {"en": "our reconstruction", "de": "rekonstruiert", "ru": "восстановили"}[language] in page


# Texts of choices


def labels(table: Strasbourg, language: str = "en") -> dict[str, str]:
    player = table.current_player()
    view, say = table.view(player), GAME.texts[language]
    return {text: GAME.label(GAME.parse(text), view, say) for text in choices(table)}


def smiths_place(**options: Any) -> Strasbourg:
    """Nicole is master of the smiths; the tavern is on r2c3, a chapel on 2/1."""
    table = at_step("D", single_stacks(NICOLE), **options)
    put_up(table, {"building_4": "r2c3"})
    table.chapels = (table.parts.city.spots[4],)
    reveal(table, 6)
    return table


def test_a_field_says_what_it_lies_next_to() -> None:
    said = labels(smiths_place())
    assert said["field r3c3"] == "Place a member on r3c3 for 5 coins, next to the tavern and a free chapel spot"
    assert said["field r3c1"] == "Place a member on r3c1 for 4 coins, next to a chapel"
    assert said["field r2c1"] == "Place a member on r2c1 for 4 coins, next to a chapel and a free chapel spot"
    assert said["field r3c4"] == "Place a member on r3c4 for 5 coins, next to an empty plot and a free chapel spot"
    assert said["decline"] == "Decline the field"


def test_a_field_next_to_nothing_and_a_field_next_to_two_plots() -> None:
    bakers = at_step("B", single_stacks(NICOLE), round=5)
    table = at_step("D", single_stacks(NICOLE), round=5)
    assert bakers.view(None)["guild"] == "bakers" and table.view(None)["guild"] == "vintners"
    for each in (bakers, table):
        each.built = each.chapels = ()
        reveal(each, 6)
    assert labels(bakers)["field r6c5"] == "Place a member on r6c5 for 0 coins, next to other fields only"
    assert labels(table)["field r5c5"] == "Place a member on r5c5 for 4 coins, next to 2 empty plots"
    assert labels(table)["field r6c2"] == "Place a member on r6c2 for 3 coins, next to 2 free chapel spots"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Place a member on r2c2 for 5 coins, next to the tavern, a chapel"),
        ("de", "Familienmitglied für 5 Münzen auf r2c2 stellen, neben dem Wirtshaus, einer Kapelle"),
        ("ru", "Поставить члена семьи на r2c2 за 5 монет, рядом с трактиром, с часовней"),
    ],
)
def test_cases_agree(language: str, said: str) -> None:
    assert labels(smiths_place(), language)["field r2c2"].startswith(said)


def test_a_chapel_spot_and_a_plot_say_by_whose_fields_they_lie() -> None:
    table = at_step("H", seats={"church": SANDRA, "nobility": PETER}, city={SANDRA: ["r1c1", "r2c1"]})
    said = labels(table)
    assert (
        said["chapel 1/1"] == "Place the chapel at 1/1, by the smiths and the shoemakers (touches 2 members of yours)"
    )
    table.journal = []
    play(table, "chapel 1/1")
    assert labels(table)["build r2c7"] == (
        "Place the guild house on r2c7, by the shoemakers and the butchers (next to 0 members of yours)"
    )
    play(table, "build r2c7")
    logged = [GAME.texts["de"].say(f"log.{event.key}", **event.args) for event in table.journal[:2]]
    assert logged == [
        "3 baut eine Kapelle auf 1/1, bei den Schmieden und den Schuhmachern.",
        "2 baut das Zunfthaus auf r2c7, bei den Schuhmachern und den Fleischern.",
    ]


@pytest.mark.parametrize(("players", "named"), [(3, False), (4, True), (5, True)])
def test_with_three_players_no_journeyman_is_named(players: int, named: bool) -> None:
    """R25: neither in the awards nor in the tip of the step."""
    table = at_step("B", single_stacks(NICOLE), players=players)
    html = "".join(boards(GAME, "en").draw(table.view(None), [], ["A", "B", "C", "D", "E"][:players]))
    assert ("ourneyman" in html) == named
    assert ("3rd:" in html) == named
