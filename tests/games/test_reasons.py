"""Reasons: in random games every illegal action has a reason in every language that reveals nothing hidden.

ZUNFT_POSITIONS: decisions per game, spread over all numbers of players; 10,000 takes some minutes.
"""

from __future__ import annotations

import os
import random
import re

import pytest

import zunft
from zunft.core import conformance
from zunft.core.game import Game
from zunft.core.play import choose, deal, reason_of
from zunft.core.state import State
from zunft.core.text import LANGUAGES
from zunft.server.views.boards import boards, choices_of

POSITIONS = int(os.environ.get("ZUNFT_POSITIONS", "100"))
IN_ONE_GAME = 20
GAMES = [name for name in ("norenberc", "guildhall", "strasbourg", "calimala") if zunft.load(name).reason is not None]
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")
REFUSED = re.compile(r'aria-description="([^"]*)"[^>]* data-why data-tip="([^"]*)"')


@pytest.mark.parametrize("name", GAMES)
def test_every_illegal_action_has_a_reason(name: str) -> None:
    game = zunft.load(name)
    games = max(len(game.players), -(-POSITIONS // IN_ONE_GAME))
    for seed in range(games):
        conformance.check_reasons(game, game.players[seed % len(game.players)], None, seed, IN_ONE_GAME)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_but_refused_says_why(name: str) -> None:
    """Boards as viewers see them, in all languages: every illegal choice has a reason, and no legal one does."""
    game, rng, refusals = zunft.load(name), random.Random(5), 0
    for players in (game.players[0], game.players[-1]):
        state = game.new(players)
        deal(state, rng)
        for number in range(24):
            html = drawn(game, state, LANGUAGES[number % 3])
            refusals += len(REFUSED.findall(html))
            assert html.count("data-why ") == len(REFUSED.findall(html))
            assert all(why and tip.startswith(why) for why, tip in REFUSED.findall(html))
            for _ in range(3):
                if not state.is_over():
                    state.apply(choose(state, rng))
                    deal(state, rng)
            if state.is_over():
                break
    assert refusals


def drawn(game: Game, state: State, language: str) -> str:
    player = state.current_player()
    say = game.texts[language].with_names(NAMES)
    view = state.view(player)
    choices = choices_of(state, player, view, say)
    legal = {choice.text for choice in choices}

    def why(text: str) -> str:
        assert text not in legal
        return reason_of(state, player, game.parse(text)).say(say)

    return "".join(boards(game, language).draw(view, choices, NAMES[: state.setting.players], why))
