"""Bots that think: fair, repeatable, within their budget, and better than chance."""

from __future__ import annotations

import random
import time

import pytest

import zunft
from zunft import bots
from zunft.bots import Seat
from zunft.bots.greedy import GreedyBot
from zunft.bots.levels import levels
from zunft.bots.search import Search, SearchBot
from zunft.bots.slips import Slipping
from zunft.core.play import choose
from zunft.core.state import CHANCE, State

THINKERS = ("greedy@12", "search@24", "greedy@8%50", "apprentice")
SMALLEST = [(name, zunft.load(name).players[0]) for name in zunft.game_names()]
POSITIONS = 12


def positions(name: str, players: int, seed: int = 1) -> list[State]:
    """Decisions with a real choice, spread over a random game."""
    rng, state = random.Random(seed), zunft.load(name).new(players)
    found: list[State] = []
    while not state.is_over():
        if state.current_player() != CHANCE and len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply(choose(state, rng))
    return found[:: max(1, len(found) // POSITIONS)]


@pytest.mark.parametrize("bot", THINKERS)
@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_states_a_player_cannot_tell_apart_get_the_same_choice(name: str, players: int, bot: str) -> None:
    """Fairness: a guess differs from the truth in all that is hidden, and the bot must not notice."""
    for number, state in enumerate(positions(name, players)):
        player = state.current_player()
        other = state.resample(player, random.Random(number))
        make = bots.load(bot)
        assert make(5).choose(Seat(state, player)) == make(5).choose(Seat(other, player))


@pytest.mark.parametrize("bot", THINKERS)
def test_the_same_seed_chooses_the_same(bot: str) -> None:
    game = positions("norenberc", 3)
    one, other = bots.load(bot)(7), bots.load(bot)(7)
    choices = [one.choose(Seat(state, state.current_player())) for state in game]
    assert choices == [other.choose(Seat(state, state.current_player())) for state in game]
    assert all(choice in state.legal_actions() for choice, state in zip(choices, game, strict=True))


@pytest.mark.parametrize("nodes", [5, 50, 300])
@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_a_node_budget_is_kept(name: str, players: int, nodes: int) -> None:
    for state in positions(name, players)[:4]:
        seat = Seat(state, state.current_player(), nodes=nodes)
        search = Search(seat, random.Random(1))
        search.best_within(seat, 0, 1000)
        assert 2 <= search.simulations <= nodes + 2 * len(seat.legal_actions())


def test_a_time_budget_is_kept() -> None:
    state = positions("norenberc", 2)[0]
    begun = time.perf_counter()
    SearchBot(1).choose(Seat(state, state.current_player(), seconds=0.2))
    assert 0.15 < time.perf_counter() - begun < 2.0


def test_a_bots_own_node_budget_comes_before_the_seats() -> None:
    state = positions("norenberc", 2)[0]
    seat = Seat(state, state.current_player(), seconds=60.0)
    begun = time.perf_counter()
    SearchBot(1, nodes=10).choose(seat)
    assert time.perf_counter() - begun < 10


def test_a_choice_in_a_sealed_decision_does_not_depend_on_what_others_chose() -> None:
    """Norenberc's plans are sealed: whoever is asked second must choose as if nobody had."""
    state = zunft.load("norenberc").new(2)
    zunft.deal(state, random.Random(3))
    first, second = state.deciders()
    choices = set()
    for plan in state.legal_actions(first)[:4]:
        table = state.clone()
        table.apply(plan, first)
        choices.add(SearchBot(1, nodes=60).choose(Seat(table, second)))
    assert len(choices) == 1


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_greedy_beats_chance(name: str, players: int) -> None:
    wins = 0.0
    for seed in range(6):
        wins += share_of_first(name, players, seed)
    assert wins >= 4


def share_of_first(name: str, players: int, seed: int) -> float:
    rng, state = random.Random(seed), zunft.load(name).new(players)
    bot, place = GreedyBot(seed, nodes=30), seed % players
    while not state.is_over():
        player = state.current_player()
        state.apply(bot.choose(Seat(state, player)) if player == place else choose(state, rng))
    return 1 / len(state.winners()) if place in state.winners() else 0.0


def test_every_game_has_three_levels() -> None:
    for name in zunft.game_names():
        found = levels(zunft.load(name))
        assert list(found) == ["apprentice", "journeyman", "master"]
        assert all(callable(bots.load(bot)) for bot in found.values())


def test_slips_are_as_frequent_as_the_name_says() -> None:
    """Where the best choice is always the same, other choices are slips."""
    state = positions("norenberc", 2)[0]
    seat = Seat(state, state.current_player())

    class First:
        def choose(self, seat: Seat) -> int:
            return seat.legal_actions()[0]

    bot = Slipping(First(), 50, random.Random(1))
    others = sum(bot.choose(seat) != seat.legal_actions()[0] for _ in range(400))
    expected = 200 * (1 - 1 / len(seat.legal_actions()))
    assert abs(others - expected) < 50
