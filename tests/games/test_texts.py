"""Every message of every game renders with every kind of argument, in every language."""

from __future__ import annotations

import re

import pytest
from tools.texts import PLAYERS, messages

import zunft
from tests.games import OUR_GAMES
from zunft.core.text import LANGUAGES

FAULTS = re.compile(r"[{}]|  | [.,;:!?](?!\.)|\bNone\b|\(\)")
DISAGREEMENTS = {  # "a Assassin", "1 crest that count"; a plural verb beside 1
    "en": re.compile(r"\b[Aa] [AEIOaeio]|\b1 \w+ (that )?(are|lie|count|have)\b"),
    "de": re.compile(r"\b(müssen|dürfen|sind|liegen|haben|bleiben) (nur |noch )?1 \w"),
    "ru": re.compile(r"\b(нужны|нужно|готовы|остались|лежат) (ещё )?1\b"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_message_can_be_said(name: str, language: str) -> None:
    say = zunft.load(name).texts[language].with_names(PLAYERS)
    said = list(messages(say))
    assert len(said) > len(say.entries)
    assert not [message for message in said if not message.text or FAULTS.search(message.text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OUR_GAMES)
def test_articles_and_verbs_agree_with_what_they_stand_beside(name: str, language: str) -> None:
    say = zunft.load(name).texts[language].with_names(PLAYERS)
    assert not [message for message in messages(say) if DISAGREEMENTS[language].search(message.text)]
