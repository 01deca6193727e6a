"""Texts: plurals, lists, lookups, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from zunft.core.text import LANGUAGES, Texts, keys, load, one_or_other, slavic

ENTRIES = {
    "list": {"and": " and "},
    "goods": {"beer": "beer", "hats": "hats"},
    "coins": {"one": "{n} coin", "other": "{n} coins"},
    "heaps": {"beer": {"one": "a keg", "other": "{n} kegs"}},
    "tiles": {"brewers": "brewer of value {n}", "guard": "guard"},
    "pays": "{player:names} pays {count:coins}",
    "gives": "{player:names} gives {goods:goods} to {others:names}",
    "plain": "{count} of {good}",
    "takes": "{player:names} takes {good:heaps}",
    "hires": "{player:names} hires {tile:tiles}",
    "deep": {"deeper": {"deepest": "here"}},
}
RUSSIAN = {
    "coins": {"one": "{n} талер", "few": "{n} талера", "many": "{n} талеров"},
    "pays": "{player:names} платит {count:coins}",
}


@pytest.fixture
def say() -> Texts:
    return Texts("en", ENTRIES, ("Ann", "Ben", "Cleo"))


@pytest.mark.parametrize(
    ("number", "form"),
    [
        (1, "one"),
        (2, "few"),
        (5, "many"),
        (11, "many"),
        (21, "one"),
        (22, "few"),
        (25, "many"),
        (101, "one"),
        (111, "many"),
        (0, "many"),
        (4, "few"),
        (12, "many"),
        (14, "many"),
        (112, "many"),
        (-1, "one"),
        (-3, "few"),
    ],
)
def test_russian_plurals(number: int, form: str) -> None:
    assert slavic(number) == form
    expected = {"one": "талер", "few": "талера", "many": "талеров"}[form]
    assert Texts("ru", RUSSIAN).say("pays", player=0, count=number) == f"1 платит {number} {expected}"


@pytest.mark.parametrize(("number", "form"), [(1, "one"), (-1, "one"), (0, "other"), (2, "other"), (21, "other")])
def test_english_and_german_plurals(number: int, form: str) -> None:
    assert one_or_other(number) == form


def test_plurals_in_a_sentence(say: Texts) -> None:
    assert say.say("pays", player=1, count=1) == "Ben pays 1 coin"
    assert say.say("pays", player=1, count=3) == "Ben pays 3 coins"


def test_a_word_with_plural_forms_follows_the_count(say: Texts) -> None:
    assert say.say("takes", player=0, good="beer", count=1) == "Ann takes a keg"
    assert say.say("takes", player=0, good="beer", count=4) == "Ann takes 4 kegs"


def test_an_id_with_a_number_uses_the_text_of_its_word(say: Texts) -> None:
    assert say.say("hires", player=0, tile="brewers-4") == "Ann hires brewer of value 4"
    assert say.say("hires", player=0, tile="guard") == "Ann hires guard"
    with pytest.raises(KeyError, match=r"no text tiles\.thief in en"):
        say.say("hires", player=0, tile="thief")


def test_a_list_is_joined(say: Texts) -> None:
    assert say.join([]) == ""
    assert say.join(["a"]) == "a"
    assert say.join(["a", "b"]) == "a and b"
    assert say.join(["a", "b", "c"]) == "a, b and c"
    assert (
        say.say("gives", player=0, goods=["beer", "hats"], others=[1, 2]) == "Ann gives beer and hats to Ben and Cleo"
    )


def test_without_a_joining_word_a_comma_does(say: Texts) -> None:
    assert Texts("en", {}).join(["a", "b"]) == "a, b"


def test_names_or_numbers_of_players(say: Texts) -> None:
    assert say.name(2) == "Cleo"
    assert say.name(3) == "4"
    assert say.with_names(["X"]).say("pays", player=0, count=2) == "X pays 2 coins"
    assert say.name(0) == "Ann", "the first speaker kept the names"


def test_an_argument_as_it_is(say: Texts) -> None:
    assert say.say("plain", count=3, good="beer") == "3 of beer"


def test_lookups(say: Texts) -> None:
    assert say.find("deep.deeper.deepest") == "here"
    assert say.find("deep.nothing") is None
    assert say.find("pays.deeper") is None
    assert say.has("deep.deeper")
    assert not say.has("nowhere")
    assert say.say("deep.deeper.deepest") == "here"


@pytest.mark.parametrize("key", ["nowhere", "deep", "deep.deeper"])
def test_a_text_that_is_not_there_is_named(say: Texts, key: str) -> None:
    with pytest.raises(KeyError, match=f"no text '{key}' in en"):
        say.say(key)


def test_a_table_that_is_not_there_is_named() -> None:
    say = Texts("de", {"broken": "{x:nothing}"})
    with pytest.raises(KeyError, match="no texts 'nothing' in de"):
        say.say("broken", x=1)


def test_plural_tables_count_as_one_key() -> None:
    russian = {"coins": {"one": "", "few": "", "many": ""}, "a": {"b": ""}}
    english = {"coins": {"one": "", "other": ""}, "a": {"b": ""}}
    assert keys(russian, "ru") == keys(english, "en") == {"coins", "a.b"}
    assert set(LANGUAGES) == {"en", "de", "ru"}


def test_a_number_may_come_from_another_argument() -> None:
    """ "2 kegs, or a keg and one more": the same plural table, twice in a text."""
    entries = {**ENTRIES, "cost": "{good:heaps}, or {good:heaps:fewer} and {any:coins}"}
    said = Texts("en", entries).say("cost", good="beer", count=2, fewer=1, any=3)
    assert said == "2 kegs, or a keg and 3 coins"


# Missing texts


@pytest.fixture
def lacking() -> Texts:
    """Russian with few texts, for two players."""
    entries = {**RUSSIAN, "goods": {"beer": "пиво"}}
    return Texts("ru", entries, fallback=Texts("en", ENTRIES)).with_names(("Аня", "Боря"))


def test_a_missing_text_is_shown_in_english_with_the_same_names(lacking: Texts) -> None:
    assert lacking.say("pays", player=0, count=5) == "Аня платит 5 талеров"
    assert lacking.say("hires", player=1, tile="brewers-4") == "Боря hires brewer of value 4"
    assert lacking.say("takes", player=1, good="beer", count=2) == "Боря takes 2 kegs"
    assert lacking.has("deep.deeper.deepest") and lacking.own("deep.deeper.deepest") is None


def test_a_missing_word_within_a_text_is_shown_in_english(lacking: Texts) -> None:
    assert lacking.fill("{goods:goods} / {count:coins}", {"goods": ["beer", "hats"], "count": 1}) == (
        "пиво and hats / 1 талер"
    )


def test_a_key_without_a_text_is_named(lacking: Texts) -> None:
    with pytest.raises(KeyError, match="no text 'nowhere' in en"):
        lacking.say("nowhere")


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> str:
    name = f"texts_of_{folder.name}"
    (folder / name / "text").mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    for language, content in files.items():
        (folder / name / "text" / f"{language}.toml").write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    return name


def test_languages_without_a_file_fall_back_to_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = load(package(tmp_path, monkeypatch, en='hello = "Hello"', de='hello = "Hallo"'))
    assert tuple(found) == LANGUAGES
    assert {language: texts.say("hello") for language, texts in found.items()} == {
        "en": "Hello",
        "de": "Hallo",
        "ru": "Hello",
    }


def test_english_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError, match=r"en\.toml"):
        load(package(tmp_path, monkeypatch, de='hello = "Hallo"'))
