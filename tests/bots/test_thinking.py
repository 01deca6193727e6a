"""Search bots: fair, deterministic, within their budget, and better than random."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

import zunft
from zunft import bots
from zunft.bots import Seat
from zunft.bots.greedy import LARGEST_LOSS, GreedyBot, near_best
from zunft.bots.levels import LEVELS, levels
from zunft.bots.search import Search, SearchBot
from zunft.core.play import choose
from zunft.core.state import CHANCE, State

THINKERS = ("greedy@12", "search@24", "greedy@12%10", "apprentice")
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
    """Fairness: a sample differs from the truth in all hidden information, and the bot must not notice."""
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
    assert time.perf_counter() - begun > 0.15  # how much longer depends on the machine


def test_a_bots_own_node_budget_comes_before_the_seats() -> None:
    state = positions("norenberc", 2)[0]
    seat = Seat(state, state.current_player(), seconds=60.0)
    search = Search(seat, random.Random(1))
    search.best_within(seat, 10, 1000)
    assert search.simulations <= 10 + 2 * len(seat.legal_actions())


def test_a_choice_in_a_sealed_decision_does_not_depend_on_what_others_chose() -> None:
    """Norenberc's plans are sealed: the second must choose as if the first had not."""
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


def test_every_game_has_all_levels_and_the_former_master() -> None:
    for name in zunft.game_names():
        found = levels(zunft.load(name))
        assert list(found) == [*LEVELS, "master-2026-11"]
        assert all(callable(bots.load(bot)) for bot in found.values())


def test_a_level_may_have_another_bot_for_a_number_of_players() -> None:
    norenberc = zunft.load("norenberc")
    two, four = levels(norenberc, 2), levels(norenberc, 4)
    assert list(two) == list(four) == list(levels(norenberc))
    assert two["master"].startswith("greedy@") and four["master"].startswith("search@")


def test_a_higher_temperature_prefers_the_best_less() -> None:
    values = {1: 0.50, 2: 0.45, 3: 0.40, 4: 0.20}
    rng = random.Random(1)
    chosen = {warm: [near_best(values, warm, rng) for _ in range(500)] for warm in (0.01, 0.05, 0.5)}
    best = [chosen[warm].count(1) for warm in (0.01, 0.05, 0.5)]
    assert best[0] > best[1] > best[2] > 100


def test_nothing_much_worse_than_the_best_is_chosen() -> None:
    values = {1: 0.50, 2: 0.50 - LARGEST_LOSS - 0.01}
    assert {near_best(values, 10.0, random.Random(seed)) for seed in range(50)} == {1}


def test_what_costs_little_is_not_random() -> None:
    """Drawing one more card or stopping: each answer costs little, but the question comes again and again."""
    near = [near_best({1: 0.500, 2: 0.495}, 0.04, random.Random(seed)) for seed in range(300)]
    assert 0 < near.count(2) < 40
    assert {near_best({1: 0.5, 2: 0.5}, 0.04, random.Random(seed)) for seed in range(20)} == {1, 2}


def test_a_bot_judges_with_the_weights_that_its_name_says(tmp_path: Path) -> None:
    """Weights that value only talers choose differently from the game's own, somewhere in a game."""
    file = tmp_path / "talers.toml"
    file.write_text("horizon = 0\n[weights]\ntalers = [9, 9]\n", encoding="utf-8")
    seats = [Seat(state, state.current_player()) for state in positions("norenberc", 2)]
    own = [bots.load("greedy@60")(1).choose(seat) for seat in seats]
    assert [bots.load(f"greedy~{file}@60")(1).choose(seat) for seat in seats] != own


@pytest.mark.parametrize("name", ["random@10", "random%5", "random~2026-11", "search%5"])
def test_settings_that_a_bot_does_not_take_are_refused(name: str) -> None:
    with pytest.raises(bots.UnknownBot, match="does not take"):
        bots.load(name)
