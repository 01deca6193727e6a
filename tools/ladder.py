"""Measures the bots of every game and writes docs/ladder.md: python tools/ladder.py [GAME …] [--measure] [--workers N]

Every row is a separate arena match, saved in a file under runs/ladder, so that a stopped run can resume; without
--measure the page is built from the saved matches, finished or not, with the games actually played. A row without a
saved match stays as it is on the page as long as it has the same version: a checksum of both levels' bots and of the
game's weights for this number of players.
"""

from __future__ import annotations

import argparse
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import zunft
from zunft.arena import Match, run, standing
from zunft.arena.run import read
from zunft.bots.levels import levels
from zunft.core.game import Game

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ladder.md"
SEEDS = (2026, 2027)  # half of the games with each
GAMES, GAMES_WITH_SEARCH = 400, 200
FEWEST = 20  # games of a row in the table
MATCHES = (
    ("novice", "random", GAMES),
    ("apprentice", "novice", GAMES),
    ("journeyman", "apprentice", GAMES),
    ("senior", "journeyman", GAMES),
    ("master", "senior", GAMES_WITH_SEARCH),
    ("master", "master-2026-11", GAMES),
    ("grandmaster", "master", GAMES_WITH_SEARCH),
)

HEAD = """# The ladder

How strong the bots are, measured by `tools/ladder.py`: one bot of the first name among bots of the second on all other
seats, every seat equally often, the same deals for every seating, half of the games with each of two seeds. Intervals
are for 95 %. "Times" is the share of wins divided by an even share. Seconds are CPU time, compiled. A match is meant to
have {many} games, with a search {few}; where the table has fewer, it was stopped before its end. Rows that are missing
have not been measured. The version changes with the bots and weights that a row was measured with.

`python tools/ladder.py GAME --measure --players N --only LEVEL` measures these rows again.
"""


class Row(NamedTuple):
    players: int
    one: str
    others: str
    version: str
    halves: list[tuple[Match, Path]]  # one per seed

    def results(self) -> list[Any]:
        """The games played so far, those of both seeds as one list."""
        return [
            replace(result, deal=result.deal + number * GAMES, number=result.number + number * GAMES)
            for number, (match, path) in enumerate(self.halves)
            if path.exists()
            for result in read(path, match)
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(zunft.game_names()))
    parser.add_argument("--measure", action="store_true", help="play what has not been played yet")
    parser.add_argument("--players", type=int, help="only matches with this many players")
    parser.add_argument("--most", type=int, default=GAMES, help="at most this many games of a row")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", help="only matches of this bot")
    parser.add_argument("--work", type=Path, default=Path("runs/ladder"))
    parser.add_argument("--out", type=Path, default=PAGE)
    asked = parser.parse_args()
    if asked.measure:
        for row in planned(asked.games, asked.work, asked.most):
            if asked.only in (None, row.one) and asked.players in (None, row.players):
                measure(row, asked.workers)
    asked.out.write_text(page(list(zunft.game_names()), asked.work), encoding="utf-8")
    print(f"wrote {asked.out}")


def planned(games: list[str], work: Path, most: int = GAMES) -> Iterator[Row]:
    for name in games:
        game = zunft.load(name)
        for players in game.players:
            for one, others, number in MATCHES:
                who = f"{behind(game, players, one)}-{behind(game, players, others)}"
                described = f"{name} {players} {who} {weights(game, players)}"
                version = f"{zlib.crc32(described.encode()):08x}"
                half = min(number, most) // len(SEEDS)
                matches = [Match.agree(name, players, [one] + [others] * (players - 1), half, seed) for seed in SEEDS]
                paths = [work / f"{name}-{players}-{who}-{version}-{seed}.jsonl" for seed in SEEDS]
                yield Row(players, one, others, version, list(zip(matches, paths, strict=True)))


def behind(game: Game, players: int, name: str) -> str:
    """A level with the bot that plays it, since a changed level makes it a different match."""
    bot = levels(game, players).get(name)
    return f"{name}={bot}" if bot else name


def weights(game: Game, players: int) -> str:
    """Everything in the game's judgement.toml that counts with so many players."""
    judgement = game.judgement
    if judgement is None:
        return ""
    used = judgement.weights_for(players)
    settings = (judgement.horizon_for(players), judgement.exploration, judgement.tries)
    return repr((settings, list(zip(judgement.names, used.early, used.late, strict=True))))


def measure(row: Row, workers: int) -> None:
    for match, path in row.halves:
        for _ in run(match, workers, state=path):
            pass
    print(f"{row.halves[0][1].stem}: {line(row)}", flush=True)


def page(games: list[str], work: Path) -> str:
    kept = rows_on(PAGE)
    parts = [HEAD.format(many=GAMES, few=GAMES_WITH_SEARCH)]
    for name in games:
        game = zunft.load(name)
        parts.append(f"## {game.title}\n\n{described(game)}\n\n{table(name, work, kept)}\n")
    return "\n".join(parts)


def described(game: Game) -> str:
    lines = [f"- {level}: `{bot}`" for level, bot in levels(game).items()]
    for players in game.players:
        exceptions = levels(game, players).items() - levels(game).items()
        lines += [f"- {level} with {players} players: `{bot}`" for level, bot in sorted(exceptions)]
    return "\n".join(lines)


def rows_on(page: Path) -> dict[str, str]:
    """The rows of the page by their version."""
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    return {found[1]: line for line in lines if (found := re.fullmatch(r"\|.*\| `([0-9a-f]{8})` \|", line))}


def table(name: str, work: Path, kept: dict[str, str]) -> str:
    lines = []
    for row in planned([name], work):
        if len(row.results()) >= FEWEST:
            lines.append(line(row))
        elif row.version in kept:
            lines.append(kept[row.version])
    if not lines:
        return "Not measured with these levels yet."
    head = [
        "| players | one | among | games | wins | 95 % interval | times | points | s/decision | version |",
        "|--:|---|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    return "\n".join([*head, *lines])


def line(row: Row) -> str:
    found = standing(row.halves[0][0], row.results())[0]
    return (
        f"| {row.players} | {row.one} | {row.others} | {found['games']} | {found['win_rate']:.1%} | "
        f"{found['ci_low']:.1%} – {found['ci_high']:.1%} | {found['win_rate'] * row.players:.2f} | "
        f"{found['mean_score']:.1f} | {found['seconds_per_decision']:.4f} | `{row.version}` |"
    )


if __name__ == "__main__":
    main()
