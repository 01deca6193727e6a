"""Measures the bots of every game and writes docs/ladder.md: python tools/ladder.py [GAME …] [--measure] [--workers N]

Every row is a separate arena match, saved in a file under build/ladder, so that a stopped run can resume; without
--measure the page is built from the saved matches, finished or not, with the games actually played.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zunft
from zunft.arena import Match, run, standing
from zunft.arena.run import read
from zunft.bots.levels import levels
from zunft.core.game import Game

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ladder.md"
SEED = 2026
GAMES, GAMES_WITH_SEARCH = 400, 200
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

How strong the bots are, measured by `tools/ladder.py` with seed {seed}: one bot of the first name among bots of the
second on all other seats, every seat equally often, the same deals for every seating. Intervals are for 95 %. "Times"
is the share of wins divided by an even share. A match is meant to have {many} games, with a search {few}; where the
table has fewer, it was stopped before its end.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(zunft.game_names()))
    parser.add_argument("--measure", action="store_true", help="play what has not been played yet")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", help="only matches of this bot")
    parser.add_argument("--work", type=Path, default=Path("build/ladder"))
    parser.add_argument("--out", type=Path, default=PAGE)
    asked = parser.parse_args()
    if asked.measure:
        for match, path in planned(asked.games, asked.work):
            if asked.only in (None, match.bots[0]):
                measure(match, path, asked.workers)
    asked.out.write_text(page(list(zunft.game_names()), asked.work), encoding="utf-8")
    print(f"wrote {asked.out}")


def planned(games: list[str], work: Path) -> Iterator[tuple[Match, Path]]:
    for name in games:
        game = zunft.load(name)
        for players in sorted({game.players[0], game.players[-1]}):
            for one, others, number in MATCHES:
                match = Match.agree(name, players, [one] + [others] * (players - 1), number, SEED)
                yield match, work / f"{name}-{players}-{behind(game, one)}-{behind(game, others)}.jsonl"


def behind(game: Game, name: str) -> str:
    """A level with the bot that plays it, since a changed level makes it a different match."""
    bot = levels(game).get(name)
    return f"{name}={bot}" if bot else name


def measure(match: Match, path: Path, workers: int) -> None:
    results = list(run(match, workers, state=path))
    row = standing(match, results)[0]
    print(f"{path.stem}: {row['win_rate']:.1%} ({row['ci_low']:.1%} – {row['ci_high']:.1%})", flush=True)


def page(games: list[str], work: Path) -> str:
    parts = [HEAD.format(seed=SEED, many=GAMES, few=GAMES_WITH_SEARCH)]
    for name in games:
        game = zunft.load(name)
        parts.append(f"## {game.title}\n\n{described(game)}\n\n{table(name, work)}\n")
    return "\n".join(parts)


def described(game: Game) -> str:
    return "\n".join(f"- {level}: `{bot}`" for level, bot in levels(game).items())


def table(name: str, work: Path) -> str:
    lines = [
        "| players | one | among | games | wins | 95 % interval | times | points | s/decision |",
        "|--:|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for match, path in planned([name], work):
        if path.exists():
            lines.append(line(match, read(path, match)))
    return "\n".join(lines)


def line(match: Match, results: list[Any]) -> str:
    row = standing(match, results)[0]
    one, others = match.bots[0], match.bots[1]
    return (
        f"| {match.players} | {one} | {others} | {row['games']} | {row['win_rate']:.1%} | "
        f"{row['ci_low']:.1%} – {row['ci_high']:.1%} | {row['win_rate'] * match.players:.2f} | "
        f"{row['mean_score']:.1f} | {row['seconds_per_decision']:.4f} |"
    )


if __name__ == "__main__":
    main()
