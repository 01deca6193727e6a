"""The texts follow docs/glossary/calimala.md, where that can be checked."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from tests.games.calimala.positions import GAME, P1, P2, draw, fresh, give, place, play, put_stack
from zunft.core.text import LANGUAGES, PLACEHOLDER, keys
from zunft.games.calimala.game import Calimala

# Words that the glossary forbids.
AVOIDED = {
    "en": r"\bcloths\b|\b[Pp]orts\b|\bhis\b|\bhe\b|first player\b|\bopen scoring\b|\bacts\b",
    "de": r"\bhandel[nt]\b|\bStoffe\b|\bHäfen\b|\bLager\b|\bPatt\b|\bHaus\b|\bHäuser\b",
    "ru": r"плит(ка|ки|ку|ок)\b|\bпорт(ы|ов|у|ам)?\b|\bтканей\b|[Сс]ыгра|карт[аы]? действий",
}


def texts(language: str) -> dict[str, str]:
    """By key, plural forms joined, plus the rules page."""
    say = GAME.texts[language]
    found = {}
    for key in keys(say.entries, language):
        entry = say.find(key)
        found[key] = entry if isinstance(entry, str) else " / ".join(entry.values())
    page = resources.files(GAME.package) / "web" / f"rules.{language}.html"
    found["rules"] = re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_keep_to_the_glossary(language: str) -> None:
    found = {key: re.findall(AVOIDED[language], PLACEHOLDER.sub("", text)) for key, text in texts(language).items()}
    assert not {key: words for key, words in found.items() if words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_space_is_named_by_its_actions(language: str) -> None:
    """Readers never get only short names like h01."""
    for key, text in texts(language).items():
        if "{space}" in text:
            assert "{first:actions}" in text and "{second:actions}" in text, key


def test_choices_say_what_they_do() -> None:
    view = GAME.new(3).view(0)
    say = GAME.texts["en"]
    labels = {text: GAME.label(GAME.parse(text), view, say) for text in ("build ship", "build workshop", "skip weave")}
    assert labels == {
        "build ship": "Ship (2 wood)",
        "build workshop": "Workshop (1 wood and 1 brick)",
        "skip weave": "Skip Weave (no card)",
    }


def label(table: Calimala, text: str) -> str:
    player = table.current_player()
    return GAME.label(GAME.parse(text), table.view(player), GAME.texts["en"])


def test_an_action_that_is_not_possible_says_whether_a_card_follows() -> None:
    """C8: not if it was executed once, nor once the turn's limit is reached."""
    table = fresh(own_turn_card_limit=1)
    give(table, P1, wood=1, brick=1)
    place(table, P1, "v25", "white")
    assert label(table, "skip build") == "Skip Build (no card)"
    play(table, "do build")
    assert label(table, "cannot build") == "Build is not possible (no card)"
    table = fresh(own_turn_card_limit=1)
    put_stack(table, "v25", P2, P1)
    place(table, P1, "v25")
    assert label(table, "cannot build") == "Build is not possible: draw a card"
    play(table, "cannot build")
    draw(table, "ship")
    assert table.current_player() == P1 and table.level == 1
    assert label(table, "cannot build") == "Build is not possible (no card)"
    play(table, "cannot build", "skip weave")
    assert table.current_player() == P2
    assert label(table, "cannot build") == "Build is not possible: draw a card"
