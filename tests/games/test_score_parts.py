"""Score parts: they add up to the points of their source, are public, and have texts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import zunft
from zunft.core.play import choose
from zunft.core.state import State
from zunft.core.text import LANGUAGES

COMPLETE = {
    "norenberc": {"noblemen", "foremen", "majorities", "apprentices", "guild_value", "richest", "crests"},
    "strasbourg": {"members", "chapels", "buildings"},
}


def finished(name: str, players: int, seed: int) -> State:
    rng = random.Random(seed)
    state = zunft.load(name).new(players)
    while not state.is_over():
        state.apply(choose(state, rng))
    return state


@pytest.mark.parametrize("name", COMPLETE)
def test_parts_add_up_to_their_sources(name: str) -> None:
    game = zunft.load(name)
    for players in game.players:
        state = finished(name, players, seed=players)
        sums: Counter[tuple[str, int]] = Counter()
        for part in game.score_parts(state):
            assert part.points
            sums[part.source, part.player] += part.points
        for player, points in enumerate(state.points()):
            for source in COMPLETE[name]:
                assert sums[source, player] == points[source], (source, player)
        assert {source for source, _ in sums} <= COMPLETE[name]


@pytest.mark.parametrize("name", COMPLETE)
def test_parts_reveal_nothing_hidden(name: str) -> None:
    game = zunft.load(name)
    state = finished(name, game.players[1], seed=2)

    def described(table: State) -> list[tuple[object, ...]]:
        return [(part.source, part.player, part.points, part.key, part.args) for part in game.score_parts(table)]

    for player in range(game.players[1]):
        assert described(state.resample(player, random.Random(player))) == described(state)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COMPLETE)
def test_every_part_has_words(name: str, language: str) -> None:
    game = zunft.load(name)
    say = game.texts[language].with_names(["Anna", "Bruno", "Cleo", "Dora", "Emil"])
    for seed in range(4):
        for part in game.score_parts(finished(name, game.players[-1], seed)):
            text = say.say(f"part.{part.key}", player=part.player, points=part.points, **part.args)
            assert "{" not in text and say.names[part.player] in text


@pytest.mark.parametrize("name", zunft.game_names())
def test_every_step_of_a_tie_has_words(name: str) -> None:
    game = zunft.load(name)
    steps = len(finished(name, game.players[0], 1).standing()[0])
    for language in LANGUAGES:
        found = game.texts[language].find("standing") or {}
        assert sorted(found) == [f"step_{step}" for step in range(1, steps)]
