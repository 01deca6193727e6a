"""zunft sim: many games at once, by bots or at random, with their statistics."""

from __future__ import annotations

import json
import math
import random
import time
from argparse import ArgumentParser, Namespace
from typing import Any

from rich.text import Text

import zunft
from zunft import bots
from zunft.core.errors import BadOption
from zunft.core.game import Game
from zunft.core.intervals import wilson
from zunft.core.play import choose, playout
from zunft.core.record import Record
from zunft.core.state import CHANCE, State
from zunft.core.text import Texts
from zunft.terminal import arguments, keep, progress, screen
from zunft.terminal.match import ask

GAMES = 100
RANDOM = "random"


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("game", metavar=say.say("metavar.game"), help=say.say("argument.game"))
    parser.add_argument("--games", **arguments.number(GAMES, say, "argument.games"))
    arguments.add_setting(parser, say)
    parser.add_argument("--bots", type=arguments.listed, metavar="BOT,…", help=say.say("argument.sim_bots"))
    arguments.add_seed(parser, say)
    parser.add_argument("--save", metavar=say.say("metavar.folder"), help=say.say("argument.save"))
    parser.add_argument("--parquet", metavar=say.say("metavar.file"), help=say.say("argument.parquet"))
    parser.add_argument("--minari", metavar=say.say("metavar.name"), help=say.say("argument.minari"))
    arguments.add_json(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    game = zunft.load(parsed.game)
    players = arguments.players(game, parsed)
    options = arguments.options(game, parsed)
    keep.check_packages(parsed.parquet, parsed.minari)
    series = Series(game, players, options, seated(parsed.bots, players), chosen_seed(parsed))
    if parsed.save is None and parsed.parquet is None and parsed.minari is None:
        for number in progress.shown(range(parsed.games), parsed.games, game.title):
            series.play(number)
    else:
        keep.Keeper(series, parsed.save, parsed.parquet, parsed.minari).run(parsed.games)
    report = series.report()
    if parsed.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        show(report, say)
    return 0


def chosen_seed(parsed: Namespace) -> int:
    """As given; else that of the data set being continued; else a new one."""
    if parsed.seed is not None:
        return int(parsed.seed)
    known = keep.known_seed(parsed.parquet)
    return arguments.new_seed() if known is None else known


def seated(names: list[str] | None, players: int) -> list[str]:
    """Bots take the seats in turn, repeating if they are too few; None means random play."""
    if names is None:
        return []
    if not 0 < len(names) <= players:
        raise BadOption(f"--bots: {players} players need 1 to {players} bots, not {len(names)}")
    return [names[player % len(names)] for player in range(players)]


class Series:
    """Games of one setting; each depends only on the seed and its own number."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], bots_named: list[str], seed: int) -> None:
        self.game = game
        self.players = players
        self.options = game.agree(players, options).options
        self.bots = bots_named
        self.makers = [bots.load(name) for name in bots_named]
        self.seed = seed
        self.tally = Tally(players)

    def play(self, number: int) -> None:
        """Fast path without bots; the same game as the recorded one."""
        if self.bots:
            self.play_recorded(number)
            return
        rng = self.rng(number)
        begun = time.process_time()
        state = self.game.new(self.players, **self.options)
        decisions = playout(state, rng)
        self.tally.add(state, decisions, time.process_time() - begun)

    def play_recorded(self, number: int) -> Record:
        rng = self.rng(number)
        begun = time.process_time()
        state = self.game.new(self.players, **self.options)
        seats = self.seats()
        record = Record.of(state, [f"{name} {seat}" for seat, name in enumerate(seats, 1)], seats)
        makers = [make(rng.getrandbits(arguments.SEED_BITS)) for make in self.makers]
        decisions = 0
        while not state.is_over():
            player = state.current_player()
            decisions += player != CHANCE
            if makers and player != CHANCE:
                record.add(state, ask(makers[player], self.bots[player], state, player))
            else:
                record.add(state, choose(state, rng))
        self.tally.add(state, decisions, time.process_time() - begun)
        return record

    def seats(self) -> list[str]:
        """The bot in each seat."""
        return self.bots or [RANDOM] * self.players

    def name(self, number: int) -> str:
        return f"{self.game.name}-{self.players}p-{self.seed}-{number + 1:05}"

    def rng(self, number: int) -> random.Random:
        return random.Random(f"{self.seed}/{number}")

    def report(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "players": self.players,
            "options": {name: value for name, value in self.options.items() if value is not None},
            "bots": self.bots,
            "seed": self.seed,
            "compiled": zunft.is_compiled(),
            **self.tally.report(self.seats()),
        }


class Tally:
    """Totals over games; a shared win is split equally."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.decisions = 0
        self.seconds = 0.0
        self.wins = [0.0] * players
        self.scores = [0] * players
        self.squares = [0] * players

    def add(self, state: State, decisions: int, seconds: float) -> None:
        self.games += 1
        self.decisions += decisions
        self.seconds += seconds
        winners = state.winners()
        for player in winners:
            self.wins[player] += 1 / len(winners)
        for player, score in enumerate(state.scores()):
            self.scores[player] += score
            self.squares[player] += score * score

    def sums(self) -> dict[str, Any]:
        """All totals, to resume from later."""
        return dict(vars(self))

    def restore(self, sums: dict[str, Any]) -> None:
        """Restore the totals of an interrupted series."""
        for name in vars(self):
            setattr(self, name, sums[name])

    def report(self, names: list[str]) -> dict[str, Any]:
        return {
            "games": self.games,
            "decisions_per_game": round(self.decisions / self.games, 2),
            "cpu_seconds": round(self.seconds, 4),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else None,
            "seats": [self.seat(player, names) for player in range(len(self.wins))],
        }

    def seat(self, player: int, names: list[str]) -> dict[str, Any]:
        rate = self.wins[player] / self.games
        mean = self.scores[player] / self.games
        variance = max(0.0, self.squares[player] / self.games - mean * mean)
        return {
            "seat": player + 1,
            "bot": names[player],
            "win_rate": round(rate, 4),
            "win_rate_95": [round(bound, 4) for bound in wilson(rate, self.games)],
            "mean_score": round(mean, 2),
            "score_deviation": round(math.sqrt(variance), 2),
        }


def show(report: dict[str, Any], say: Texts) -> None:
    console = screen.console()
    build = say.say("build.compiled" if report["compiled"] else "build.interpreted")
    numbers = {key: report[key] for key in ("games", "players", "seed", "decisions_per_game")}
    speed = f"{report['decisions_per_second'] or 0:,}"
    console.print(Text(say.say("sim.head", title=zunft.load(report["game"]).title, **numbers)))
    console.print(Text(say.say("sim.speed", speed=speed, build=build, **numbers)))
    headings = [say.say(f"sim.{heading}") for heading in ("seat", "bot", "wins", "interval", "score")]
    console.print(screen.report(headings, map(row, report["seats"]), words=[1]))


def row(seat: dict[str, Any]) -> list[str]:
    low, high = seat["win_rate_95"]
    score = f"{seat['mean_score']:.1f} ± {seat['score_deviation']:.1f}"
    return [str(seat["seat"]), seat["bot"], f"{seat['win_rate']:.1%}", f"{low:.1%} – {high:.1%}", score]
