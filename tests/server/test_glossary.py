"""Glossary terms are explained in texts: all of them occur, in every language, and everything is escaped."""

from __future__ import annotations

import re

import pytest

import zunft
from tests import toy
from tests.server.logs import Log
from zunft.core.text import LANGUAGES
from zunft.server.views.glossary import terms, with_terms
from zunft.server.views.live import regions
from zunft.server.views.rules import paragraphs

GAMES = zunft.game_names()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_term_occurs_in_some_paragraph_of_the_rules(name: str, language: str) -> None:
    game = zunft.load(name)
    marked = [with_terms(text, game, language).unescape() for text in paragraphs(game, language).values()]
    found = {
        terms(game, language)[form.casefold()][0] for text in marked for form in re.findall(r">([^<]*)</dfn>", text)
    }
    assert found == {term for term, _ in terms(game, language).values()}


@pytest.mark.parametrize("name", GAMES)
def test_a_term_is_explained_once_per_paragraph_and_the_text_is_unchanged(name: str) -> None:
    game = zunft.load(name)
    for language in LANGUAGES:
        for text in paragraphs(game, language).values():
            marked = with_terms(text, game, language)
            assert marked.striptags() == text
            tips = re.findall(r'data-tip="([^"]*)"', str(marked))
            assert len(tips) == len(set(tips))


def test_whole_words_only_and_everything_is_escaped() -> None:
    game = zunft.load("norenberc")
    assert str(with_terms("agentur & <b>", game, "en")) == "agentur &amp; &lt;b&gt;"
    assert ">Agents</dfn> & agents" in with_terms("Agents & agents", game, "en").unescape()
    assert str(with_terms("<i>agent</i>", toy.game, "en")) == "&lt;i&gt;agent&lt;/i&gt;"


def test_terms_are_marked_under_the_question() -> None:
    table = Log("norenberc", seed=1).table
    shown = "".join(regions(table, table.deciders[0], "en", has_reviews=False)["decision"])
    assert re.search(r'<p class="about"[^>]*>.*<dfn tabindex="0" data-tip="Your helpers\.', shown)
