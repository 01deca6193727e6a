"""The engine against the referee: the same choices at every decision, the same table, points and winner."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

import zunft
from tests.games.calimala.referee import ART_SITES, CITIES, LAST_TILE, TRADE_CITIES, Mat, Question, Referee
from zunft.core import conformance
from zunft.core.components import with_replacement
from zunft.core.play import choose
from zunft.core.state import State

GAME = zunft.load("calimala")
GAMES_EACH = int(os.environ.get("ZUNFT_REFEREE_GAMES", "2"))
SCARCE = {
    "city": [{"id": city["id"], "spaces": 3} for city in GAME.tables["city"]],
    "church": [{"id": church["id"], "wood": 1, "brick": 1, "marble": 1, "art": 1} for church in GAME.tables["church"]],
    "house_spaces": {"troyes": 1, "bruges": 2, "hamburg": 1},
    "player": {"cubes": 14, "ships": 3, "houses": 2, "workshops_at_start": 1, "workshop_tiles": 2},
}
SETTINGS = [
    pytest.param(players, options, id=f"{players}-{options}") for players, options in conformance.settings(GAME)
]
SETTINGS += [pytest.param(players, {"components": SCARCE}, id=f"{players}-scarce") for players in GAME.players]


def referee_for(state: State) -> Referee:
    options = dict(state.setting.options)
    tables = with_replacement(GAME.tables, options.pop("components") or {})
    return Referee(state.setting.players, options, tables)


def check_choices(state: State, asked: Question) -> None:
    assert state.current_player() == asked.player
    texts = [GAME.text(action) for action in state.legal_actions()]
    assert dict(zip(texts, state.chance_weights() or [1] * len(texts), strict=True)) == asked.choices


def answer_sealed(state: State, referee: Referee, rng: random.Random) -> list[str]:
    """Each player keeps a scoring card."""
    assert not isinstance(referee.asked, Question) and referee.asked is not None
    answers = []
    for player, choices in enumerate(referee.asked.choices):
        legal = state.legal_actions(player)
        assert {GAME.text(action) for action in legal} == choices
        action = rng.choice(legal)
        answers.append(GAME.text(action))
        state.apply(action, player)
    return answers


def public(state: State) -> dict[str, Any]:
    """The public state."""
    view = state.view(None)
    shown = ("points", "discs", "cubes", "warehouse", "workshops", "ships", "houses", "cloth", "artworks", "hand_size")
    return {
        "players": [{name: me[name] for name in shown} for me in view["players"]],
        "stacks": {space["id"]: space["stack"] for space in view["spaces"]},
        "seats": [seat["player"] for seat in view["council"]] + view["further_seats"],
        "gallery": view["gallery"],
        "scored": view["tiles_scored"],
        "deck": view["deck"],
        "active": view["active"],
    }


def refereed(referee: Referee) -> dict[str, Any]:
    """The same from the referee."""
    return {
        "players": [mat_of(me) for me in referee.mats],
        "stacks": referee.stacks,
        "seats": referee.seats + [None] * (LAST_TILE - len(referee.seats)),
        "gallery": referee.gallery,
        "scored": referee.scored,
        "deck": referee.deck.total(),
        "active": referee.active,
    }


def mat_of(me: Mat) -> dict[str, Any]:
    return {
        "points": sum(me.points.values()),
        "discs": {"coloured": me.coloured, "white": me.white},
        "cubes": me.cubes,
        "warehouse": dict(me.store),
        "workshops": me.workshops,
        "ships": me.ships,
        "houses": [city for city in TRADE_CITIES if city in me.houses],
        "cloth": {city: me.cloth[city] for city in CITIES},
        "artworks": {site: me.artworks[site] for site in ART_SITES},
        "hand_size": me.hand.total(),
    }


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_the_engine_and_the_referee_agree(players: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        state = GAME.new(players, **options)
        referee, rng = referee_for(state), random.Random(seed)
        while referee.asked is not None:
            if not isinstance(referee.asked, Question):
                referee.apply(answer_sealed(state, referee, rng))
                continue
            check_choices(state, referee.asked)
            if any(choice.startswith("space ") for choice in referee.asked.choices):
                assert public(state) == refereed(referee)
            action = choose(state, rng)
            state.apply(action)
            referee.apply(GAME.text(action))
        assert state.is_over()
        assert state.points() == [mat.points for mat in referee.mats]
        assert state.winners() == [referee.winner]
        assert public(state) == refereed(referee)
