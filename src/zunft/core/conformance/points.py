"""Standings: correct where known, complete at the end, and built from the view."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from zunft.core.conformance.course import named, spread
from zunft.core.conformance.laws import check_ready
from zunft.core.game import Game
from zunft.core.play import playout
from zunft.core.standings import Standing, standings
from zunft.core.state import State


def check_standings(
    game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0, positions: int = 20
) -> None:
    """At `positions` decisions spread over a random game, and at its end; a no-op for a game without standings."""
    if game.standings is None:
        return
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    for _ in spread(state, rng, positions):
        check_all_viewers(game, state, rng)
    playout(state, rng)
    check_all_viewers(game, state, rng)
    for viewer in (None, *range(players)):
        check_final(game, state, viewer)


def check_all_viewers(game: Game, state: State, rng: random.Random) -> None:
    for viewer in (None, *range(state.setting.players)):
        rows = standings(game, state.view(viewer), state.setting)
        check_rows(game, state, viewer, rows)
        if viewer is not None:
            guess = state.resample(viewer, random.Random(rng.getrandbits(32)))
            guessed = [row.to_dict() for row in standings(game, guess.view(viewer), guess.setting)]
            assert guessed == [row.to_dict() for row in rows], f"standings reveal something hidden to player {viewer}"


def check_rows(game: Game, state: State, viewer: int | None, rows: list[Standing]) -> None:
    """Every player has a row; parts that are not hidden equal the current points."""
    points = state.points()
    assert [row.player for row in rows] == list(range(state.setting.players)), "standings without a row for each player"
    for row, mine in zip(rows, points, strict=True):
        check_ready(row.to_dict())
        assert [part.source for part in row.parts] == list(mine), f"sources of standings are not {list(mine)}"
        for part in row.parts:
            assert part.hidden or part.points == mine[part.source], (
                f"viewer {viewer}: {part.source} of player {row.player} is {part.points}, not {mine[part.source]}"
            )
        check_texts(game, row, len(rows))


def check_texts(game: Game, row: Standing, players: int) -> None:
    for language in game.languages:
        say = named(game, language, players)
        for goal in row.goals:
            text = goal.say(say)
            assert text and "{" not in text, f"goal.{goal.key} in {language} reads {text!r}"


def check_final(game: Game, state: State, viewer: int | None) -> None:
    """At the end nothing is hidden or projected, and the sums are the scores."""
    rows = standings(game, state.view(viewer), state.setting)
    assert not any(row.hidden or row.projected for row in rows), "standings hide or project points at the end"
    assert [row.total for row in rows] == state.scores(), "standings differ from the scores at the end"
