"""Random games with a referee beside the engine: the same choices at every decision, the same points."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

import zunft
from tests.games.strasbourg.positions import GAME
from tests.games.strasbourg.referee import SEATS, Referee, Square, square_id
from zunft.core import conformance
from zunft.core.play import choose
from zunft.games.strasbourg.city import SQUARE_IDS
from zunft.games.strasbourg.game import Strasbourg

GAMES = int(os.environ.get("ZUNFT_REFEREE_GAMES", "9"))  # per setting

FIVE_SPOTS = {**GAME.tables["city"], "chapel_spots": GAME.tables["city"]["chapel_spots"][:5]}
SETTINGS = [*conformance.settings(GAME), *((players, {"components": {"city": FIVE_SPOTS}}) for players in GAME.players)]
DEFAULTS = {name: option.default for name, option in GAME.options.items()}
IDLE = ("stop", "pass", "decline", "return", "leave", "enough")


def tables_of(options: dict[str, Any]) -> dict[str, Any]:
    return {**GAME.tables, **options.get("components", {})}


def texts(state: zunft.State, player: int | None) -> list[str]:
    return sorted(GAME.text(action) for action in state.legal_actions(player))


def compare(state: zunft.State, referee: Referee) -> None:
    if state.current_player() == zunft.CHANCE:
        assert {zunft.CHANCE: texts(state, None)} == in_order(referee.asked)
    else:
        assert {player: texts(state, player) for player in state.deciders()} == in_order(referee.asked)


def in_order(asked: dict[int, list[str]]) -> dict[int, list[str]]:
    return {player: sorted(choices) for player, choices in asked.items()}


def pick(state: zunft.State, player: int, eager: float, rng: random.Random) -> int:
    """Any action, but preferring to do something at the given rate."""
    legal = state.legal_actions(player)
    busy = [action for action in legal if GAME.text(action) not in IDLE]
    return rng.choice(busy if busy and rng.random() < eager else legal)


def played(players: int, options: dict[str, Any], seed: int) -> tuple[zunft.State, Referee]:
    rng = random.Random(f"{players} {seed}")
    eager = rng.choice([0.0, 0.5, 0.75])
    state = GAME.new(players, **options)
    referee = Referee(players, {**state.setting.options}, tables_of(options))
    while not state.is_over():
        compare(state, referee)
        if state.current_player() == zunft.CHANCE:
            player, action = zunft.CHANCE, choose(state, rng)
            state.apply(action)
        else:
            player = rng.choice(state.deciders())
            action = pick(state, player, eager, rng)
            state.apply(action, player)
        referee.apply(player, GAME.text(action))
    return state, referee


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_the_referee_agrees(players: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        state, referee = played(players, options, seed)
        assert referee.over
        assert state.points() == referee.points()
        assert state.winners() == referee.winners()
        seats = state.view(None)["council"]
        assert {seat: player for seat, player in seats.items() if player is not None} == referee.council
        assert state.view(None)["start"] == referee.start
        for shown, family in zip(state.view(None)["players"], referee.families, strict=True):
            assert (shown["coins"], shown["bottom"], shown["kept"]) == (family.coins, family.under, sorted(family.kept))


def scattered(players: int, most: int, rng: random.Random) -> list[set[Square]]:
    """Members of every player on neighbouring fields, so that figures occur."""
    fields = sorted(Referee(players, DEFAULTS, GAME.tables).guild_of)
    found: list[set[Square]] = []
    for _ in range(players):
        middle = rng.choice(fields)
        fields.sort(key=lambda square: abs(square[0] - middle[0]) + abs(square[1] - middle[1]) + 3 * rng.random())
        number = rng.randrange(most)
        found.append(set(fields[:number]))
        del fields[:number]
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_referee_agrees_on_every_task_in_any_city(players: int) -> None:
    """Random games rarely fulfil tasks, so members and seats are placed at random and every task is checked."""
    rng = random.Random(players)
    state, referee = played(players, {}, 1)
    assert isinstance(state, Strasbourg)
    fulfilled: set[str] = set()
    failed: set[str] = set()
    for _ in range(100):
        state.council = [rng.randrange(players) for _ in SEATS]
        referee.council = dict(zip(SEATS, state.council, strict=True))
        for player, squares in enumerate(scattered(players, 13, rng)):
            referee.families[player].members = squares
            state.players[player].members = sum(1 << SQUARE_IDS.index(square_id(square)) for square in squares)
            referee.families[player].privileges = state.players[player].privileges = rng.randrange(4)
        for place, row in enumerate(GAME.tables["task"]):
            for player in range(players):
                referee.families[player].kept = [row["id"]]
                state.players[player].kept = 1 << place
            points = state.points()
            assert points == referee.points(), row["id"]
            for source in points:
                (fulfilled if source["tasks"] > 0 else failed).add(row["kind"])
    assert fulfilled == failed == {row["kind"] for row in GAME.tables["task"]}
