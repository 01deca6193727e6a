"""zunft review: where a finished game was won, decision by decision and draw by draw."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from zunft.core.errors import BadOption
from zunft.core.record import Record
from zunft.core.text import Texts
from zunft.review import Evaluator, Part, Review, head_of, parts
from zunft.review.evaluator import NODES, SEED
from zunft.terminal import arguments, progress, review_page, screen
from zunft.terminal.match import read_record
from zunft.terminal.replay import complete_names
from zunft.terminal.review_report import Report


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("file", metavar=say.say("metavar.file"), help=say.say("argument.record"))
    parser.add_argument("--player", type=arguments.whole(1), metavar="N", help=say.say("argument.review_player"))
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--nodes", **arguments.number(NODES, say, "argument.review_nodes"))
    budget.add_argument("--seconds", type=arguments.positive, metavar="S", help=say.say("argument.review_seconds"))
    parser.add_argument("--seed", **arguments.number(SEED, say, "argument.review_seed", least=0))
    parser.add_argument("--html", metavar=say.say("metavar.file"), help=say.say("argument.review_html"))
    arguments.add_json(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    record = read_record(Path(parsed.file))
    player = player_of(record, parsed.player)
    complete_names(record, say)
    evaluator = Evaluator(parsed.nodes, parsed.seconds, parsed.seed)
    reviewed = Review(record, head_of(record, evaluator), watched(record, evaluator))
    report = Report(reviewed, player, say.language)
    if parsed.html is not None:
        Path(parsed.html).write_text(review_page.page(report), encoding="utf-8")
    if parsed.json:
        print(json.dumps(report.to_dict(), ensure_ascii=False, indent=2))
    else:
        show(report)
    return 0


def player_of(record: Record, number: int | None) -> int | None:
    if number is not None and number > record.players:
        raise BadOption(f"--player {number}: the record has {record.players} players")
    return None if number is None else number - 1


def watched(record: Record, evaluator: Evaluator) -> list[Part]:
    return list(progress.shown(parts(record, evaluator), len(record.actions), record.game.title))


def show(report: Report) -> None:
    console = screen.console()
    say = report.say
    console.print(Text(report.head(), style="bold"))
    console.print(Text(report.budget()))
    console.print(screen.report(report.headings(), map(report.row, report.review.accounts()), words=[0]))
    console.print(Text(say.say("report.account")))
    for account in report.review.accounts():
        console.print(Text(report.summary(account)))
    sections = [
        ("report.mistakes", "report.no_mistakes", [report.mistake(part) for part in report.mistakes()]),
        ("report.luckiest", "report.no_draws", [report.draw(part, player) for part, player in report.luckiest()]),
    ]
    for heading, nothing, lines in sections:
        console.print()
        console.print(Text(say.say(heading), style="bold"))
        for line in lines or [say.say(nothing)]:
            console.print(Text(line))
