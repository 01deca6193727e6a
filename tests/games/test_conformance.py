"""Every installed game passes the conformance suite, for every number of players and option."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

import zunft
from tests.games import OUR_GAMES
from zunft.core import conformance
from zunft.core.components import STATUSES, statuses

POSITIONS_EACH = int(os.environ.get("ZUNFT_CONFORMANCE_POSITIONS", "150"))
GAMES_EACH = int(os.environ.get("ZUNFT_CONFORMANCE_GAMES", "1"))
EVERY = int(os.environ.get("ZUNFT_CONFORMANCE_EVERY", "1"))  # setting in this many is tested; see tools/run_tests.py

SETTINGS = [
    pytest.param(name, players, options, id=f"{name}-{players}-{'-'.join(map(str, options.values()))}")
    for name in OUR_GAMES
    for players, options in conformance.settings(zunft.load(name))
][::EVERY]


def invariant_of(name: str) -> conformance.Invariant:
    """Components are conserved: each game has its own module of invariants."""
    found: conformance.Invariant = importlib.import_module(f"tests.games.{name}.invariants").check
    return found


@pytest.mark.parametrize(("name", "players", "options"), SETTINGS)
def test_random_games_keep_every_law(name: str, players: int, options: dict[str, Any]) -> None:
    game = zunft.load(name)
    for seed in range(GAMES_EACH):
        conformance.check_game(game, players, options, seed, invariant_of(name))


@pytest.mark.parametrize(("name", "players", "options"), SETTINGS)
def test_guesses_vary(name: str, players: int, options: dict[str, Any]) -> None:
    conformance.check_guesses_vary(zunft.load(name), players, options)


@pytest.mark.parametrize(("name", "players", "options"), SETTINGS)
def test_every_choice_can_be_put_into_words(name: str, players: int, options: dict[str, Any]) -> None:
    conformance.check_labels(zunft.load(name), players, options)


@pytest.mark.parametrize(("name", "players", "options"), SETTINGS)
def test_rows_are_complete(name: str, players: int, options: dict[str, Any]) -> None:
    conformance.check_rows_are_complete(zunft.load(name), players, options, most=POSITIONS_EACH)


@pytest.mark.parametrize("name", OUR_GAMES)
def test_catalogues_are_complete(name: str) -> None:
    conformance.check_catalogues(zunft.load(name))


@pytest.mark.parametrize("name", OUR_GAMES)
def test_options_are_right_and_nonsense_is_refused(name: str) -> None:
    conformance.check_options(zunft.load(name))


@pytest.mark.parametrize("name", OUR_GAMES)
def test_unknown_steps_are_errors(name: str) -> None:
    game = zunft.load(name)
    conformance.check_unknown_steps(game, game.players[0])


@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_component_table_says_how_far_it_is_known(name: str) -> None:
    game = zunft.load(name)
    assert set(statuses(game.tables)) == set(game.schema)
    assert all(status in STATUSES for status in statuses(game.tables).values())
