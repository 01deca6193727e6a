"""The engine against the referee: every choice of whole random games, the points and the winners.

ZUNFT_REFEREE_GAMES=100 plays that many games of every setting.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

import zunft
from tests.games.norenberc.positions import GAME
from tests.games.norenberc.referee import CHANCE, Question, Referee
from zunft.core import conformance
from zunft.core.components import with_replacement
from zunft.core.state import State

GAMES_EACH = int(os.environ.get("ZUNFT_REFEREE_GAMES", "8"))
SETTINGS = list(conformance.settings(GAME))

LIKING = {"pass": 0.3, "nothing": 0.3, "hire": 6.0, "first": 2.0}
"""Random players who pass less and hire more reach more of the game."""


def asked(state: State) -> Question:
    """The engine's decision, in the referee's format."""
    if state.current_player() == CHANCE:
        outcomes = [GAME.text(action) for action in state.legal_actions()]
        return {CHANCE: dict(zip(outcomes, state.chance_weights(), strict=True))}
    return {
        player: dict.fromkeys([GAME.text(action) for action in state.legal_actions(player)], 1)
        for player in state.deciders()
    }


def pick(question: Question, rng: random.Random) -> tuple[int, str]:
    who = rng.choice(sorted(question))
    texts = sorted(question[who])
    if who == CHANCE:
        return who, rng.choices(texts, [question[who][text] for text in texts])[0]
    return who, rng.choices(texts, [LIKING.get(text.split()[0], 1.0) for text in texts])[0]


def play_with_referee(players: int, options: dict[str, Any], seed: int) -> None:
    rng = random.Random(f"referee {players} {seed}")
    state = GAME.new(players, **options)
    tables = with_replacement(GAME.tables, options.get("components", {}))
    referee = Referee(tables, players, options.get("planning", "simultaneous"))
    actions: list[str] = []
    while not state.is_over():
        question = asked(state)
        assert referee.question == question, f"seed {seed}, after {actions[-12:]}"
        who, text = pick(question, rng)
        actions.append(text)
        zunft.play(state, GAME.parse(text), None if who == CHANCE else who)
        referee.answer(who, text)
    assert referee.question is None
    assert referee.points() == state.points(), f"seed {seed}"
    assert referee.winners() == state.winners(), f"seed {seed}"
    talers = [player["talers"] for player in state.view(None)["players"]]
    assert [me.talers for me in referee.players] == talers, f"seed {seed}"


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_engine_and_referee_agree(players: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        play_with_referee(players, options, seed)


def rich_in_citizens() -> dict[str, Any]:
    """Many citizens that lead to decisions, and a guild that differs from the others."""
    copies = {"thief": 6, "guard": 6, "peddler": 6, "mayor": 4, "tax_collector": 1, "apprentice": 1, "foreman-2": 2}
    citizens = [{"face": row["face"], "copies": copies.get(row["face"], 0)} for row in GAME.tables["citizen"]]
    own = [{"value": value, "agent": value == 2} for value in (2, 2, 2, 3, 3, 4, 5, 6, 7, 7, 7)]
    return {"citizen": citizens, "craftsmen": {**GAME.tables["craftsmen"], "bakers": own}}


@pytest.mark.parametrize("players", GAME.players)
def test_they_agree_with_other_components_too(players: int) -> None:
    for seed in range(2 * GAMES_EACH):
        play_with_referee(players, {"components": rich_in_citizens()}, seed)
