"""Texts in three languages: grammar by number and case, choices that state their effect, the glossary's words."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tests.games.norenberc.positions import BAKERS, BLUE, GAME, ORANGE, B, C, dealt, give_only, play, put_guest, visit
from zunft.core.text import LANGUAGES, Texts
from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import GOODS

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary" / "norenberc.md"


def say(language: str) -> Texts:
    return GAME.texts[language].with_names(NAMES)


# Amounts


AMOUNTS = {
    "en": {
        "hats": ("1 hat", "2 hats", "5 hats", "21 hats"),
        "shoes": ("1 pair of shoes", "2 pairs of shoes", "5 pairs of shoes", "21 pairs of shoes"),
    },
    "de": {
        "hats": ("1 Hut", "2 Hüte", "5 Hüte", "21 Hüte"),
        "shoes": ("1 Schuh", "2 Schuhe", "5 Schuhe", "21 Schuhe"),
        "beer": ("1 Bier", "2 Bier", "5 Bier", "21 Bier"),
    },
    "ru": {
        "hats": ("1 шляпа", "2 шляпы", "5 шляп", "21 шляпа"),
        "cloth": ("1 рулон ткани", "2 рулона ткани", "5 рулонов ткани", "21 рулон ткани"),
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_amounts_agree_with_their_number(language: str) -> None:
    for good, forms in AMOUNTS[language].items():
        for number, form in zip((1, 2, 5, 21), forms, strict=True):
            assert say(language).say("sheet.amount", good=good, count=number) == form


@pytest.mark.parametrize(
    ("language", "sold", "limited"),
    [
        ("en", "Anna sells 1 hat for 21 talers.", "Many want to act at the bakers: everybody may buy at most 1 good."),
        (
            "de",
            "Anna verkauft 1 Hut für 21 Taler.",
            "Bei den Bäckern ist der Andrang groß: Jeder darf höchstens 1 Ware kaufen.",
        ),
        (
            "ru",
            "Anna продаёт 1 шляпу за 21 талер.",
            "У пекарей слишком много желающих: каждый может купить не больше 1 товара.",
        ),
    ],
)
def test_the_log_puts_things_into_their_case(language: str, sold: str, limited: str) -> None:
    words = say(language)
    assert words.say("log.sells", player=0, good="hats", count=1, talers=21) == sold
    assert words.say("log.buy_limit", guild="bakers", count=1) == limited


# Choices


def labels(table: Norenberc, language: str) -> list[str]:
    player = table.current_player()
    view = table.view(player)
    return [GAME.label(action, view, say(language)) for action in table.legal_actions(player)]


def at_the_bakers(guest: str, room: int = B) -> Norenberc:
    """Blue acts at the bakers, whose room has this guest; the master is worth 2."""
    table = dealt()
    give_only(table, BLUE, pastry=2, beer=1, shoes=1)
    put_guest(table, BAKERS, room, guest)
    visit(table, BAKERS, BLUE)
    return table


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "Hire Guard from room C (2 pastries, or 1 pastry and 2 other goods)"),
        ("de", "Anwerben: Wächter, Zimmer C (2 Backwaren oder 1 Backware und 2 andere Waren)"),
        ("ru", "Нанять: Стражник, комната C (2 корзины выпечки либо 1 корзина выпечки и 2 других товара)"),
    ],
)
def test_hiring_names_both_ways_to_pay(language: str, label: str) -> None:
    assert label in labels(at_the_bakers("guard", C), language)


@pytest.mark.parametrize(
    ("language", "paying", "declining"),
    [
        ("en", "Pay a beer", "Steal nothing"),
        ("de", "1 Bier abgeben", "Niemanden bestehlen"),
        ("ru", "Отдать бочку пива", "Никого не грабить"),
    ],
)
def test_paying_and_declining_say_what_they_do(language: str, paying: str, declining: str) -> None:
    table = at_the_bakers("thief")
    play(table, "hire B")
    assert paying in labels(table, language)
    play(table, "pay beer")
    assert declining in labels(table, language)


def test_declining_the_guard_is_another_choice_than_declining_the_thief() -> None:
    table = at_the_bakers("guard")
    play(table, "hire B", "pay beer")
    assert "Swap nobody" in labels(table, "en")


# Sheets


def sheets(table: Norenberc, viewer: int) -> str:
    return "\n".join(sheet.plain() for sheet in GAME.sheets(table.view(viewer), say("en")))


def test_the_sheets_show_what_is_being_hired_stolen_or_swapped() -> None:
    table = at_the_bakers("thief")
    play(table, "hire B")
    assert "a guest is being hired from room B" in sheets(table, BLUE)
    play(table, "pay beer", f"rob {ORANGE + 1}")
    assert "Ben is being robbed" in sheets(table, BLUE)
    table = at_the_bakers("guard")
    play(table, "hire B", "pay beer", "swap bakers-window-2")
    assert "being swapped: Baker 3 (bakers, window 2)" in sheets(table, BLUE)


def test_the_sheets_show_limit_agents_on_cards_and_tiles_out_of_the_game() -> None:
    table = at_the_bakers("thief")
    assert "at most 3 goods may be bought" in sheets(table, BLUE)
    assert "3, 1 on a card (+4)" in sheets(table, BLUE)
    assert "Out of the game" not in sheets(table, BLUE)
    table.box = (0, 20)
    assert "Out of the game: Councillor, Brewer 4+" in sheets(table, BLUE)


# Glossary


def rules_page(language: str) -> str:
    page = (resources.files(GAME.package) / "web" / f"rules.{language}.html").read_text(encoding="utf-8")
    return re.sub(r"<[^>]+>", " ", page)


def texts_of(entries: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for entry in entries.values():
        found += texts_of(entry) if isinstance(entry, dict) else [entry]
    return found


def never(language: str) -> list[str]:
    """The words in the glossary's last column for this language."""
    rows = [line.strip("|").split("|") for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    parts = [part.strip() for row in rows[2:] for part in row[3].split(";")]
    return [word.strip() for part in parts if part.startswith(f"{language}:") for word in part[3:].split(",")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_and_rules_keep_to_the_glossary(language: str) -> None:
    assert never(language)
    passages = [text.replace("\u00ad", "") for text in (*texts_of(GAME.texts[language].entries), rules_page(language))]
    for word in never(language):
        wrong = [passage for passage in passages if re.search(rf"\b{word}\b", passage)]
        assert not wrong, f"{word!r}: {wrong[0][:200]}"


def test_the_rules_name_every_good() -> None:
    for language in LANGUAGES:
        words = re.findall(r"\w+", rules_page(language).lower())
        for good in GOODS:
            name = say(language).put(good, "good", {}).lower()
            assert name in words or f"{name.rstrip('y')}ies" in words, (language, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_the_set_up(language: str) -> None:
    """Citizens in play, goods and crests of each guild, matching the component file."""
    page = rules_page(language)
    tables = GAME.tables
    citizens = [str(row["citizens"]) for row in tables["setup"]]
    numbers = [str(tables["game"][key]) for key in ("start_talers", "goods_per_guild", "crests_per_guild")]
    for number in citizens + numbers:
        assert re.search(rf"\b{number}\b", page), number
    assert all(re.search(rf"\b{room}\b", page) for room in ROOMS)
