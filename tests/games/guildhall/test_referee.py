"""The engine against the referee: every choice of whole random games, the table, the points, the winners.

ZUNFT_REFEREE_GAMES=20 plays that many games per setting; by default there is one game for every combination of
options, with 2, 3 and 4 players in turn.
"""

from __future__ import annotations

import copy
import os
import random
from typing import Any

import pytest

import zunft
from tests.games.guildhall.positions import GAME
from tests.games.guildhall.referee import CHANCE, Question, Referee, Seat
from zunft.core import conformance
from zunft.core.components import with_replacement
from zunft.core.state import State

IS_LONG = "ZUNFT_REFEREE_GAMES" in os.environ
GAMES_EACH = int(os.environ.get("ZUNFT_REFEREE_GAMES", "1"))
EVERY = list(conformance.settings(GAME))
PLAYERS = len(GAME.players)
COMBINATIONS = len(EVERY) // PLAYERS  # of options, for each number of players
SETTINGS = [setting for at, setting in enumerate(EVERY) if IS_LONG or at % COMBINATIONS % PLAYERS == at // COMBINATIONS]

LIKING = {"decline": 0.2, "refresh": 0.3, "buy": 0.3, "level": 3.0, "accept": 3.0, "stop": 2.0}
"""Players who use effects and accumulate chapters before buying reach more of the game."""


def asked(state: State) -> Question:
    """The engine's decision, in the referee's format."""
    player = state.current_player()
    texts = [GAME.text(action) for action in state.legal_actions()]
    return player, dict(zip(texts, state.chance_weights() if player == CHANCE else [1] * len(texts), strict=True))


def pick(question: Question, rng: random.Random) -> str:
    who, answers = question
    texts = sorted(answers)
    weights = [answers[text] if who == CHANCE else LIKING.get(text.split()[0], 1.0) for text in texts]
    return rng.choices(texts, weights)[0]


def check_table(referee: Referee, state: Any) -> None:
    """What a spectator sees, and each player's own cards."""
    view = state.view(None)
    assert view["pile"]["size"] == len(referee.pile)
    assert view["pile"]["top"] == (referee.pile[-1] if referee.pile else None)
    assert view["deck"]["size"] == referee.bag.total() + len(referee.put_back)
    assert view["row"] == referee.row
    for player, seat in enumerate(referee.seats):
        check_seat(state.view(player)["players"][player], seat)


def check_seat(seen: dict[str, Any], seat: Seat) -> None:
    assert sorted(seen["hand"]) == sorted(seat.hand.elements())
    assert set(seen["hall"]) == seat.hall
    assert seen["area"] == seat.area
    assert sorted(seen["complete_chapters"]) == sorted(seat.complete)


def play_with_referee(players: int, options: dict[str, Any], seed: int) -> None:
    rng = random.Random(f"referee {players} {seed}")
    state = GAME.new(players, **options)
    tables = with_replacement(GAME.tables, options.get("components", {}))
    referee = Referee(tables, players, state.setting.options)
    actions: list[str] = []
    while not state.is_over():
        question = asked(state)
        assert referee.question == question, f"seed {seed}, after {actions[-12:]}"
        text = pick(question, rng)
        actions.append(text)
        zunft.play(state, GAME.parse(text))
        referee.answer(text)
        if "refresh" in (referee.question or (CHANCE, {}))[1]:  # a new action: no cards are set aside
            check_table(referee, state)
    assert referee.question is None
    assert state.points() == [referee.sources(seat) for seat in range(players)]
    assert state.winners() == referee.winners()


def changed_components() -> dict[str, Any]:
    """All numbers changed, to prove that none is hard-coded in the rules."""
    rows = copy.deepcopy(GAME.tables["profession"])
    for row in rows:
        if len(row["levels"]) == 3:
            row["levels"] = [0, 1, 2]
    numbers = {"opening_hall": 2, "actions_per_turn": 3, "refresh_to": 5, "row": 4, "max_complete_chapters": 2}
    return {"game": {**GAME.tables["game"], **numbers, "target_vp": 15}, "profession": rows}


@pytest.mark.parametrize(("players", "options"), SETTINGS, ids=str)
def test_the_engine_agrees_with_the_referee(players: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        play_with_referee(players, options, seed)


@pytest.mark.parametrize("players", [2, 4])
def test_the_engine_agrees_with_other_components(players: int) -> None:
    for seed in range(GAMES_EACH):
        play_with_referee(players, {"mode": "mega", "turn_limit": 30, "components": changed_components()}, seed)
