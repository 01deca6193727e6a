"""zunft puzzles: positions with one clearly best choice, found in bot games and saved as records."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.text import Text

import zunft
from zunft.core.errors import ZunftError
from zunft.core.game import Game
from zunft.core.text import Texts
from zunft.review import Evaluator, fingerprint
from zunft.review.evaluator import MOST_NODES, SEED
from zunft.review.puzzles import CHECKED, FORMAT, NODES, Puzzle, puzzles
from zunft.review.words import texts
from zunft.terminal import arguments, progress, screen
from zunft.terminal.saves import write_atomically

NUMBER = 10
GAMES_PER_PUZZLE = 50  # after which a search gives up
HEAD = "search.json"  # beside the puzzles: the search's settings and progress


class BadSearch(ZunftError):
    """A folder that contains the puzzles of another search."""


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("game", metavar=say.say("metavar.game"), help=say.say("argument.game"))
    parser.add_argument("--number", **arguments.number(NUMBER, say, "argument.puzzles_number"))
    arguments.add_setting(parser, say)
    parser.add_argument("--nodes", **arguments.number(NODES, say, "argument.puzzles_nodes"))
    parser.add_argument("--seed", **arguments.number(SEED, say, "argument.puzzles_seed", least=0))
    parser.add_argument("--save", metavar=say.say("metavar.folder"), help=say.say("argument.puzzles_save"))
    arguments.add_json(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    game = zunft.load(parsed.game)
    if parsed.nodes * CHECKED > MOST_NODES:
        raise BadSearch(
            f"--nodes {parsed.nodes}: at most {MOST_NODES // CHECKED}, as every puzzle found is confirmed with "
            f"{CHECKED} times as many"
        )
    players, options = arguments.players(game, parsed), arguments.options(game, parsed)
    folder = Path(parsed.save) if parsed.save else Path(f"puzzles-{game.name}-{players}p-{parsed.seed}")
    search = Search(game, players, options, Evaluator(parsed.nodes, None, parsed.seed), folder)
    bar = progress.DelayedBar(parsed.number, game.title)
    try:
        for _ in search.until(parsed.number):
            bar.show(len(search.files()), texts(say.language).say("puzzles.games", count=search.games))
    finally:
        bar.close()
    show(search, parsed.number, parsed.json, say.language)
    return 0


class Search:
    """A growing folder of puzzles; the same search resumes where it was interrupted."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], evaluator: Evaluator, folder: Path) -> None:
        self.game = game
        self.players = players
        self.options = game.agree(players, options).options
        self.evaluator = evaluator
        self.folder = folder
        self.games = self.read_games()

    def head(self) -> dict[str, Any]:
        return {
            "puzzles": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules,
            "players": self.players,
            "options": self.options,
            "nodes": self.evaluator.nodes,
            "seed": self.evaluator.seed,
            "judgement": fingerprint(self.game),
        }

    def read_games(self) -> int:
        """How many games have already been searched."""
        path = self.folder / HEAD
        if not path.exists():
            return 0
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            games = found["games"]
        except (ValueError, KeyError, TypeError):
            raise BadSearch(f"{path}: not the settings of a search") from None
        for key, value in self.head().items():
            if found.get(key) != value:
                raise BadSearch(f"{path}: a different search: {key} is {found.get(key)!r} there, {value!r} here")
        if type(games) is not int or games < 0:
            raise BadSearch(f"{path}: games must be an integer")
        return games

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.glob("*.json") if path.name != HEAD)

    def until(self, number: int) -> Iterator[int]:
        """Search game after game; yields after each puzzle and each game."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write_head()
        last = self.games + GAMES_PER_PUZZLE * number
        while len(self.files()) < number and self.games < last:
            for puzzle in puzzles(self.game, self.players, self.options, self.games, self.evaluator):
                write_atomically(self.folder / self.name(puzzle), puzzle.to_json())
                yield self.games
                if len(self.files()) >= number:
                    return
            self.games += 1
            self.write_head()
            yield self.games

    def write_head(self) -> None:
        write_atomically(
            self.folder / HEAD, json.dumps({**self.head(), "games": self.games}, ensure_ascii=False) + "\n"
        )

    def name(self, puzzle: Puzzle) -> str:
        """By game and position, so that repeating an interrupted game overwrites its own puzzles."""
        return f"{self.game.name}-{self.players}p-{self.games + 1:05}-{len(puzzle.record.actions):04}.json"


def show(search: Search, number: int, as_json: bool, language: str) -> None:
    files = search.files()
    if as_json:
        found = [{"file": str(path), **json.loads(path.read_text(encoding="utf-8"))["puzzle"]} for path in files]
        print(json.dumps({**search.head(), "games": search.games, "found": found}, ensure_ascii=False, indent=2))
        return
    console, say = screen.console(), texts(language)
    key = "puzzles.found" if len(files) >= number else "puzzles.too_few"
    console.print(Text(say.say(key, count=len(files), games=search.games, folder=str(search.folder))))
