"""zunft bench: how fast the games are on this machine."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from rich.text import Text

import zunft
from zunft import measure
from zunft.core.game import Game
from zunft.core.text import Texts
from zunft.terminal import arguments, progress, screen

REPEATS = 5
RUN = 0.2  # seconds of CPU time for each run


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("games", nargs="*", metavar=say.say("metavar.game"), help=say.say("argument.bench_games"))
    parser.add_argument("--repeat", **arguments.number(REPEATS, say, "argument.repeat"))
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
    return {
        "game": game.name,
        "players": players,
        "decisions_per_second": round(measure.decisions_per_second(game, players, RUN, repeats)),
        "clone_microseconds": round(measure.clone_microseconds(game, players, RUN, repeats), 2),
    }


def show(report: dict[str, Any], say: Texts) -> None:
    console = screen.console()
    build = say.say("build.compiled" if report["compiled"] else "build.interpreted")
    headings = [say.say(f"bench.{heading}") for heading in ("game", "players", "decisions", "clone")]
    console.print(Text(say.say("bench.head", build=build, repeats=report["repeats"])))
    console.print(screen.report(headings, map(row, report["results"]), words=[0]))


def row(result: dict[str, Any]) -> list[str]:
    speed, clone = result["decisions_per_second"], result["clone_microseconds"]
    return [zunft.load(result["game"]).title, str(result["players"]), f"{speed:,}", f"{clone:.2f}"]
