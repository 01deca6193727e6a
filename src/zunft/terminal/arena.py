"""zunft arena: bots against each other, on the same deals, in every seat; a table with error bars."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from rich.padding import Padding
from rich.text import Text

import zunft
from zunft.arena import ratings, report
from zunft.arena.match import Match, Result
from zunft.arena.run import run as run_match
from zunft.arena.standing import standing
from zunft.bots.program import PATIENCE
from zunft.core.text import Texts
from zunft.terminal import arguments, progress, screen

GAMES = 100
SEED = 1
FAULTS_SHOWN = 10
COLUMNS = ("bot", "games", "win_rate", "interval", "mean_score", "rating", "seconds_per_decision", "illegal")
BOTS = ["apprentice", "journeyman", "master"]
REPEATED = re.compile(r"(.+)\*(\d+)")


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("game", metavar=say.say("metavar.game"), help=say.say("argument.game"))
    arguments.add_setting(parser, say)
    parser.add_argument("--bots", type=listed, default=BOTS, metavar="BOT,…", help=say.say("argument.arena_bots"))
    parser.add_argument("--games", **arguments.number(GAMES, say, "argument.arena_games"))
    parser.add_argument(
        "--workers", type=arguments.whole(1), default=processors(), metavar="N", help=say.say("argument.workers")
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--nodes", type=arguments.whole(1), metavar="N", help=say.say("argument.nodes"))
    budget.add_argument("--seconds", type=arguments.positive, metavar="S", help=say.say("argument.seconds"))
    parser.add_argument(
        "--patience",
        type=arguments.positive,
        default=PATIENCE,
        metavar="S",
        help=say.say("argument.patience", count=int(PATIENCE)),
    )
    parser.add_argument("--seed", **arguments.number(SEED, say, "argument.arena_seed", least=0))
    parser.add_argument("--state", metavar=say.say("metavar.file"), help=say.say("argument.arena_state"))
    parser.add_argument("--report", metavar=say.say("metavar.file"), help=say.say("argument.arena_report"))
    parser.add_argument("--records", metavar=say.say("metavar.folder"), help=say.say("argument.save"))
    parser.add_argument("--cluster", metavar=say.say("metavar.address"), help=say.say("argument.cluster"))
    arguments.add_json(parser, say)


def listed(text: str) -> list[str]:
    """ "master,journeyman*3" is one master and three journeymen."""
    found: list[str] = []
    for name in arguments.listed(text):
        repeated = REPEATED.fullmatch(name)
        found += [repeated[1]] * int(repeated[2]) if repeated else [name]
    return found


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(parsed: Namespace, say: Texts) -> int:
    game = zunft.load(parsed.game)
    match = Match.agree(
        parsed.game,
        arguments.players(game, parsed),
        parsed.bots,
        parsed.games,
        parsed.seed,
        options=arguments.options(game, parsed),
        nodes=parsed.nodes,
        seconds=parsed.seconds,
        patience=parsed.patience,
        records=parsed.records is not None,
    )
    ratings.ratings(match.names(), [])
    state = Path(parsed.state) if parsed.state else default_state(match)
    results = watched(match, parsed, state, say)
    if not parsed.state:
        state.unlink(missing_ok=True)
    rows = standing(match, results)
    save(match, rows, results, parsed, say)
    if parsed.json:
        print(json.dumps(summary(match, rows, results), ensure_ascii=False, indent=2))
    else:
        show(match, rows, results, say)
    return 0


def default_state(match: Match) -> Path:
    """Where an interrupted match is saved, to be resumed by the same command."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    head = {**match.head(), "games": None}
    name = hashlib.sha256(json.dumps(head, sort_keys=True, default=str).encode()).hexdigest()[:16]
    return Path(base) / "zunft" / "arena" / f"{match.game}-{match.players}p-{name}.jsonl"


def watched(match: Match, parsed: Namespace, state: Path, say: Texts) -> list[Result]:
    """All results, with a progress bar that shows the current standing."""
    results: list[Result] = []
    bar = progress.DelayedBar(match.games, zunft.load(match.game).title)
    try:
        for result in run_match(match, parsed.workers, parsed.cluster, state):
            results.append(result)
            bar.show(len(results), so_far(match, results))
    except KeyboardInterrupt:
        bar.close()
        print(say.say("arena.kept", done=len(results), games=match.games), file=sys.stderr)
        raise
    finally:
        bar.close()
    return results


def so_far(match: Match, results: list[Result]) -> str:
    wins = dict.fromkeys(match.names(), 0.0)
    games = dict.fromkeys(match.names(), 0)
    for result in results:
        for seat, name in enumerate(result.seats):
            games[name] += 1
            wins[name] += 1 / len(result.winners) if seat in result.winners else 0.0
    return "  ".join(f"{name} {wins[name] / games[name]:.0%}" for name in wins if games[name])


def save(match: Match, rows: list[dict[str, Any]], results: list[Result], parsed: Namespace, say: Texts) -> None:
    if parsed.records is not None:
        folder = Path(parsed.records)
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            path = folder / f"{match.game}-{match.players}p-{match.seed}-{result.number + 1:05}.json"
            path.write_text(result.record or "", encoding="utf-8")
    if parsed.report is not None:
        title = zunft.load(match.game).title
        Path(parsed.report).write_text(report.page(match, title, rows, results, say), encoding="utf-8")


def summary(match: Match, rows: list[dict[str, Any]], results: list[Result]) -> dict[str, Any]:
    faults = [{"game": result.number + 1, **fault} for result in ordered(results) for fault in result.faults]
    head = {key: value for key, value in match.head().items() if key not in ("bots", "records")}
    return {**head, "line_up": list(match.bots), "compiled": zunft.is_compiled(), "bots": rows, "faults": faults}


def ordered(results: list[Result]) -> list[Result]:
    return sorted(results, key=lambda result: result.number)


def show(match: Match, rows: list[dict[str, Any]], results: list[Result], say: Texts) -> None:
    console = screen.console()
    title = zunft.load(match.game).title
    head = say.say("arena.head", title=title, games=match.games, players=match.players, seed=match.seed)
    console.print(Text(head))
    console.print(Text(report.budget(match, say)))
    columns = [column for column in report.columns(rows) if column in COLUMNS]
    headings = [say.say(f"arena.column.{column}") for column in columns]
    console.print(screen.report(headings, [report.cells(row, columns) for row in rows], words=[0]))
    console.print(Text(say.say("arena.even", share=f"{1 / match.players:.1%}")))
    faults = [(result.number + 1, fault) for result in ordered(results) for fault in result.faults]
    for game, fault in faults[:FAULTS_SHOWN]:
        console.print(Text(say.say("arena.fault", game=game, **fault)))
        if fault.get("stderr"):
            console.print(Padding(Text(fault["stderr"].rstrip(), style="dim"), (0, 0, 0, 4)))
    if len(faults) > FAULTS_SHOWN:
        console.print(Text(say.say("play.more", count=len(faults) - FAULTS_SHOWN)))
