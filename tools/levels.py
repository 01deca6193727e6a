"""Finds the levels of a game by measuring and writes its levels.toml: python tools/levels.py GAME [--games N] …

The journeyman is the cheapest candidate that is sure to win its share among random bots; the apprentice is the
journeyman with the fewest slips that keep it clearly below; the master searches with the given budget. Every match is
kept under build/levels, so that a stopped run goes on. tools/ladder.py measures the result with more games.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import zunft
from zunft.arena import Match, run, standing

SOURCES = Path(__file__).parent.parent / "src" / "zunft" / "games"
SEED = 77
RANDOM = "random"
JOURNEYMEN = ("greedy@20", "greedy@40", "greedy@80", "greedy@160", "search@300")
SLIPS = (20, 35, 50, 65)
FOR_TWO, FOR_MORE = 0.9, 0.8  # share of wins of a journeyman among random bots


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--games", type=int, default=120, help="games of each match")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--master", default="search@1000", help="the strongest that a person waits for")
    parser.add_argument("--work", type=Path, default=Path("build/levels"))
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    journeyman = next((bot for bot in JOURNEYMEN if is_sound(asked, bot)), JOURNEYMEN[-1])
    apprentice = next(
        (bot for bot in slipping(journeyman) if is_weaker(asked, bot, journeyman)), slipping(journeyman)[-1]
    )
    out = asked.out or SOURCES / asked.game / "levels.toml"
    out.write_text(written(asked, apprentice, journeyman), encoding="utf-8")
    print(f"wrote {out}")


def slipping(journeyman: str) -> list[str]:
    return [f"{journeyman}%{percent}" for percent in SLIPS]


def is_sound(asked: argparse.Namespace, bot: str) -> bool:
    """With the smallest and the largest number of players."""
    return all(
        share(asked, bot, RANDOM, players)[1] >= (FOR_TWO if players == 2 else FOR_MORE)
        for players in sizes(asked.game)
    )


def is_weaker(asked: argparse.Namespace, bot: str, journeyman: str) -> bool:
    """Among random bots its interval lies below the journeyman's."""
    return all(
        share(asked, bot, RANDOM, players)[2] < share(asked, journeyman, RANDOM, players)[0]
        for players in sizes(asked.game)
    )


def sizes(game: str) -> list[int]:
    players = zunft.load(game).players
    return sorted({players[0], players[-1]})


def share(asked: argparse.Namespace, one: str, others: str, players: int) -> tuple[float, float, float]:
    """Lower end, share of wins, upper end."""
    match = Match.agree(asked.game, players, [one] + [others] * (players - 1), asked.games, SEED)
    path = asked.work / f"{asked.game}-{players}-{one}-{others}.jsonl"
    row = standing(match, list(run(match, asked.workers, state=path)))[0]
    print(f"{path.stem}: {row['win_rate']:.1%} ({row['ci_low']:.1%} – {row['ci_high']:.1%})", flush=True)
    return row["ci_low"], row["win_rate"], row["ci_high"]


def written(asked: argparse.Namespace, apprentice: str, journeyman: str) -> str:
    return (
        "# The levels people choose from, as --bots would name them.\n"
        f"# Made by: python tools/levels.py {asked.game} --games {asked.games} --master {asked.master}\n\n"
        f'apprentice = "{apprentice}"\njourneyman = "{journeyman}"\nmaster = "{asked.master}"\n'
    )


if __name__ == "__main__":
    main()
