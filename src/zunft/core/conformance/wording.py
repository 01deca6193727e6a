"""Wording: every event, choice and position has a text, in every language."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from zunft.core.admission import needed_texts
from zunft.core.conformance.course import decisions, named
from zunft.core.game import Game
from zunft.core.option import Members, Option
from zunft.core.sheet import STYLES
from zunft.core.state import Event, State
from zunft.core.text import ENGLISH, NAMES, PLACEHOLDER, PLURALS, Texts, keys

TEXT_KEYS: Final = (
    "about",
    "legend",
    "action.<kind>",
    "help.<kind>",
    "prompt.<decision>",
    "log.<event>",
    "source.<source>",
    "part.<key>",
    "standing.step_<n>",
    "why.<reason>",
    "goal.<goal>",
    "glossary.<term>.forms",
    "option.<option>.name",
    "option.<option>.help",
    "option.<option>.<value>",
)
"""Texts that other code looks up (`legend` and a glossary are optional); a game is free to add more."""


PLURAL_FORMS: Final = frozenset(("one", "few", "many", "other"))


def check_texts_of(game: Game, events: list[Event], state: State) -> None:
    """Every event has a text in every language, with all placeholders filled; every source of points has a name."""
    for language in game.languages:
        say = named(game, language, state.setting.players)
        for event in events:
            line = say.say(f"log.{event.key}", **event.args)
            assert line and "{" not in line, f"log.{event.key} in {language} reads {line!r}"
        for source in state.points()[0]:
            assert say.has(f"source.{source}"), f"{language}: no text source.{source}"


def check_catalogues(game: Game) -> None:
    """The same keys in every language that the game claims; a text for every kind of action, decision and option."""
    known = {language: keys(game.texts[language].entries, language) for language in game.languages}
    for language in game.languages[1:]:
        missing, extra = known[ENGLISH] - known[language], added(known[language], known[ENGLISH])
        assert not missing and not extra, f"{game.name} in {language}: missing {sorted(missing)}, extra {sorted(extra)}"
    for language in game.languages:
        say = game.texts[language]
        missing = {key for key in needed(game) if not isinstance(say.own(key), str)}
        assert not missing, f"{game.name} in {language}: no text {', '.join(sorted(missing))}"
        check_templates(say, say.entries, "")


def added(known: set[str], english: set[str]) -> set[str]:
    """Keys missing in English; a table for a grammatical case, like `guild_dat` beside `guild`, is allowed."""
    sections = {key.split(".")[0] for key in english}
    return {key for key in known - english if key.split(".")[0].rpartition("_")[0] not in sections}


def needed(game: Game) -> list[str]:
    """The keys of all texts known in advance; events and sources are found by random games."""
    found = needed_texts(game)
    for name, option in game.options.items():
        found += [f"option.{name}.name", f"option.{name}.help"]
        found += [option.text_key(name, value) for value in spoken_values(option)]
    return found


def spoken_values(option: Option) -> tuple[Any, ...]:
    """Values that need a text each."""
    return option.of if isinstance(option, Members) else option.choices


def check_templates(say: Texts, entries: dict[str, Any], place: str) -> None:
    """Plural tables have the forms of their language, and the sections that texts refer to exist."""
    forms = PLURALS[say.language][1]
    if entries and entries.keys() <= PLURAL_FORMS:
        assert entries.keys() == forms, f"{say.language}: {place} has {sorted(entries)}, needs {sorted(forms)}"
    for key, entry in entries.items():
        where = f"{place}.{key}" if place else key
        if isinstance(entry, dict):
            check_templates(say, entry, where)
        elif isinstance(entry, str):
            for section in sections_of(entry):
                assert isinstance(say.own(section), dict), (
                    f"{say.language}: {where} refers to {section}, which is missing"
                )


def sections_of(template: str) -> list[str]:
    return [section for _, section, _ in PLACEHOLDER.findall(template) if section and section != NAMES]


def check_labels(game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
    """Choices, prompt and position have texts throughout a random game, alternating between languages."""
    state = game.new(players, **dict(options or {}))
    say = [named(game, language, players) for language in game.languages]
    for number in decisions(state, random.Random(seed)):
        check_words(game, state, state.current_player(), say[number % len(say)])
    for words in say:
        for viewer in (None, *range(players)):
            check_sheets(game, state.view(viewer), words)


def check_words(game: Game, state: State, player: int, say: Texts) -> None:
    view = state.view(player)
    decision = view["decision"]
    assert say.has(f"prompt.{decision}"), f"{say.language}: no text prompt.{decision}"
    labels = [game.label(action, view, say) for action in state.legal_actions(player)]
    assert all(label and "{" not in label for label in labels), f"{say.language}: {labels}"
    assert len(set(labels)) == len(labels), f"{say.language}: two choices read the same: {sorted(labels)}"
    check_sheets(game, view, say)
    check_sheets(game, state.view(None), say)


def check_sheets(game: Game, view: Mapping[str, Any], say: Texts) -> None:
    """A position has sheets, for a spectator too, with known styles only."""
    sheets = game.sheets(view, say)
    assert sheets, "the position has no sheets"
    for sheet in sheets:
        assert "{" not in sheet.plain(), f"{say.language}: the sheet {sheet.title!r} has a placeholder left open"
        for cell in [cell for row in sheet.rows for cell in row]:
            assert cell.style in STYLES, f"the sheet {sheet.title!r} has a style {cell.style!r}"
