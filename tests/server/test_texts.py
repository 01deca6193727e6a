"""The site's texts: the same keys in every language, none missing, none left in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zunft
from zunft.core.text import LANGUAGES, PLACEHOLDER, Texts, keys
from zunft.server.texts import site_texts

SERVER = Path(zunft.__file__).parent / "server"
USED = re.compile(r"""\bui\(\s*["']([\w.]+)["']\s*[,)]""")
# Words that are the same in German and English, and languages' own names.
SAME = {"language.en", "language.de", "language.ru", "new.name", "account.name", "ratings.name", "site.navigation"}
SAME |= {"components.title", "refusal.cannot_undo", "review.chance"}
SAME |= {"tutor.title"}
SAME |= {"table.chat"}
SAME |= {f"channel.{name}" for name in ("mail", "discord", "slack", "matrix")}


def test_every_language_has_the_same_keys() -> None:
    known = {language: keys(site_texts()[language].entries, language) for language in LANGUAGES}
    assert known["de"] == known["en"] == known["ru"]


def test_every_key_used_in_a_template_exists() -> None:
    used = {key for path in SERVER.rglob("*.html") for key in USED.findall(path.read_text(encoding="utf-8"))}
    assert len(used) > 80
    english = site_texts()["en"]
    assert not [key for key in used if not english.has(key)]


@pytest.mark.parametrize("language", ["de", "ru"])
def test_translations_are_complete_and_use_the_same_arguments(language: str) -> None:
    english, other = site_texts()["en"], site_texts()[language]
    for key in keys(english.entries, "en"):
        ours, theirs = english.find(key), other.find(key)
        if isinstance(ours, str) and isinstance(theirs, str):
            assert arguments(ours) == arguments(theirs), key
            if re.search(r"[a-z]{3}", ours) and key not in SAME:
                assert ours != theirs, f"{key} is still English in {language}"


@pytest.mark.parametrize("game", zunft.game_names())
def test_russian_games_speak_russian(game: str) -> None:
    """Apart from ids in braces, a Russian text has no Latin words."""
    for key, text in texts(zunft.load(game).texts["ru"]):
        if key == "legend":
            continue  # it quotes actions, which are typed in English
        words = re.findall(r"[A-Za-z]{3,}", PLACEHOLDER.sub("", text))
        assert not [word for word in words if word not in ALLOWED], (key, text)


ALLOWED = {"TOML", "Zunft", "Norenberc", "Guildhall", "Strasbourg", "Calimala", "Job", "Faire"}


def arguments(text: str) -> set[str]:
    return {found[0] for found in PLACEHOLDER.findall(text)}


def texts(say: Texts) -> list[tuple[str, str]]:
    return [(key, found) for key in keys(say.entries, say.language) if isinstance(found := say.find(key), str)]
