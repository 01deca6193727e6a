"""zunft bench: how fast the games are on this machine."""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser, Namespace
from typing import Any

from rich.text import Text

import zunft
from zunft.core.game import Game
from zunft.core.play import choose, playout
from zunft.core.state import State
from zunft.core.text import Texts
from zunft.terminal import arguments, progress, screen

REPEATS = 5
RUN = 0.1  # seconds of CPU time that a run should take at least
CLONES = 2000
MICROSECONDS = 1e6


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("games", nargs="*", metavar=say.say("metavar.game"), help=say.say("argument.bench_games"))
    parser.add_argument(
        "--repeat",
        type=arguments.whole(1),
        default=REPEATS,
        metavar="N",
        help=say.say("argument.repeat", count=REPEATS),
    )
    arguments.add_json(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    games = [zunft.load(name) for name in parsed.games or zunft.game_names()]
    settings = [(game, players) for game in games for players in game.players]
    shown = progress.shown(settings, len(settings), say.say("bench.progress"))
    results = [measured(game, players, parsed.repeat) for game, players in shown]
    report = {"compiled": zunft.is_compiled(), "repeats": parsed.repeat, "results": results}
    if parsed.json:
        print(json.dumps(report, indent=2))
    else:
        show(report, say)
    return 0


def measured(game: Game, players: int, repeats: int) -> dict[str, Any]:
    """The best run counts: whatever else the machine does can only slow a run down."""
    games = games_a_run(game, players)
    rates = [decisions_a_second(game, players, games) for _ in range(repeats)]
    state = mid_game(game, players)
    clones = [clone_microseconds(state) for _ in range(repeats)]
    return {
        "game": game.name,
        "players": players,
        "decisions_per_second": round(max(rates)),
        "clone_microseconds": round(min(clones), 2),
    }


def games_a_run(game: Game, players: int) -> int:
    """As many as take long enough to be measured; trying it out also warms up."""
    games = 1
    while True:
        begun = time.process_time()
        play(game, players, games)
        if time.process_time() - begun > RUN:
            return games
        games *= 2


def decisions_a_second(game: Game, players: int, games: int) -> float:
    begun = time.process_time()
    decisions = play(game, players, games)
    return decisions / (time.process_time() - begun)


def play(game: Game, players: int, games: int) -> int:
    """The same games in every run."""
    return sum(playout(game.new(players), random.Random(number)) for number in range(games))


def mid_game(game: Game, players: int) -> State:
    """Half way through a random game."""
    actions = 0
    state, rng = game.new(players), random.Random(0)
    while not state.is_over():
        state.apply(choose(state, rng))
        actions += 1
    state, rng = game.new(players), random.Random(0)
    for _ in range(actions // 2):
        state.apply(choose(state, rng))
    return state


def clone_microseconds(state: State) -> float:
    begun = time.process_time()
    for _ in range(CLONES):
        state.clone()
    return (time.process_time() - begun) / CLONES * MICROSECONDS


def show(report: dict[str, Any], say: Texts) -> None:
    console = screen.console()
    build = say.say("build.compiled" if report["compiled"] else "build.interpreted")
    headings = [say.say(f"bench.{heading}") for heading in ("game", "players", "decisions", "clone")]
    console.print(Text(say.say("bench.head", build=build, repeats=report["repeats"])))
    console.print(screen.report(headings, map(row, report["results"]), words=[0]))


def row(result: dict[str, Any]) -> list[str]:
    speed, clone = result["decisions_per_second"], result["clone_microseconds"]
    return [zunft.load(result["game"]).title, str(result["players"]), f"{speed:,}", f"{clone:.2f}"]
