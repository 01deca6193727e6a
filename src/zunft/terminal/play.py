"""zunft play: sets up a table, new or saved, and seats people and bots at it."""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import zunft
from zunft.core.errors import BadOption, BadRecord
from zunft.core.game import Game
from zunft.core.record import HUMAN, Record
from zunft.core.text import Texts
from zunft.terminal import arguments, saves, typed, words
from zunft.terminal.match import Match, read_record
from zunft.terminal.session import Session

DEFAULT_BOT: Final = "journeyman"
LATEST: Final = "-"


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("game", nargs="?", metavar=say.say("metavar.game"), help=say.say("argument.play_game"))
    arguments.add_setting(parser, say)
    parser.add_argument(
        "--seat", type=arguments.listed, default=[], metavar="N[,N…]", help=say.say("argument.play_seat")
    )
    parser.add_argument("--hotseat", action="store_true", help=say.say("argument.hotseat"))
    parser.add_argument(
        "--bots", type=arguments.listed, default=[], metavar="BOT[,BOT…]", help=say.say("argument.play_bots")
    )
    name = say.say("metavar.name")
    parser.add_argument("--name", action="append", default=[], metavar=name, help=say.say("argument.name"))
    arguments.add_seed(parser, say)
    file = say.say("metavar.file")
    parser.add_argument("--resume", nargs="?", const=LATEST, metavar=file, help=say.say("argument.resume"))


def run(parsed: Namespace, say: Texts) -> int:
    rng = random.SystemRandom() if parsed.seed is None else random.Random(parsed.seed)
    if parsed.resume is None:
        match = begun(parsed, say, rng)
        path = saves.new_path(match.game.name)
    else:
        path = saves.latest() if parsed.resume == LATEST else Path(parsed.resume)
        match = resumed(parsed, say, path, rng)
    return Session(match, say, path).run()


def begun(parsed: Namespace, say: Texts, rng: random.Random) -> Match:
    game = zunft.load(parsed.game) if parsed.game else default_game(say)
    players = arguments.players(game, parsed)
    options = arguments.options(game, parsed)
    game.agree(players, options)
    seats = seated(parsed, players)
    return Match.new(game, players, options, names(parsed, say, seats), seats, rng)


def default_game(say: Texts) -> Game:
    """The only one, or the one chosen from the list; does not ask if there is no terminal."""
    games = [zunft.load(name) for name in zunft.game_names()]
    if not games:
        raise BadOption("no game is installed")
    if len(games) == 1 or not sys.stdin.isatty():
        return games[0]
    for number, game in enumerate(games, 1):
        print(f"{number} {game.title}: {words.text_or(game.texts[say.language], 'about')}")
    answer = typed.line(say.say("play.which_game") + " ").strip()
    if answer.isdecimal() and 1 <= int(answer) <= len(games):
        return games[int(answer) - 1]
    return zunft.load(answer.lower()) if answer else games[0]


def seated(parsed: Namespace, players: int) -> list[str]:
    """People on the seats they asked for, bots in turn on the others."""
    humans = human_seats(parsed, players)
    bots = parsed.bots or [DEFAULT_BOT]
    free = [player for player in range(players) if player not in humans]
    if len(parsed.bots) > max(1, len(free)):
        raise BadOption(f"--bots: there are seats for {len(free)} bots, not for {len(parsed.bots)}")
    return [HUMAN if player in humans else bots[free.index(player) % len(bots)] for player in range(players)]


def human_seats(parsed: Namespace, players: int) -> list[int]:
    if not parsed.seat:
        return list(range(players)) if parsed.hotseat else [0]
    for seat in parsed.seat:
        if not seat.isdecimal() or not 1 <= int(seat) <= players:
            raise BadOption(f"--seat {seat}: seats go from 1 to {players}")
    if len(parsed.seat) > 1 and not parsed.hotseat:
        raise BadOption("several seats at one screen need --hotseat")
    return [int(seat) - 1 for seat in parsed.seat]


def names(parsed: Namespace, say: Texts, seats: list[str]) -> list[str]:
    """Names are assigned to the humans in seat order."""
    chosen = [" ".join(name.split()) for name in parsed.name]
    if len(chosen) > seats.count(HUMAN):
        raise BadOption(f"--name: there are names for {len(chosen)} people, but seats for {seats.count(HUMAN)}")
    if not all(chosen):
        raise BadOption("--name: a name must not be empty")
    found = words.default_names(say, [seat == HUMAN for seat in seats], chosen)
    if len(set(found)) < len(found):
        raise BadOption(f"two players have the same name: {', '.join(found)}")
    return found


def resumed(parsed: Namespace, say: Texts, path: Path, rng: random.Random) -> Match:
    """The setting comes from the saved game; seats can be reassigned."""
    record = read_record(path)
    if parsed.game not in (None, record.game.name):
        raise BadRecord(f"{path} is a game of {record.game.title}")
    if parsed.players is not None or parsed.option or parsed.components is not None:
        raise BadOption("--resume: players and options are those of the saved game")
    if not record.seats or parsed.seat or parsed.hotseat or parsed.bots:
        record.seats = seated(parsed, record.players)
    if HUMAN not in record.seats:
        raise BadOption(f"{path}: only bots sit at this table; take a seat with --seat N")
    complete_names(record, parsed, say)
    return Match(record, rng)


def complete_names(record: Record, parsed: Namespace, say: Texts) -> None:
    known = record.names if len(set(record.names)) == record.players else []
    record.names = names(parsed, say, record.seats) if parsed.name or not known else known
