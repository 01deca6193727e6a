"""Find the levels of a game by measuring and write its levels.toml: python tools/levels.py GAME [--games N] …

The levels should be evenly spaced. The step is how much stronger the master is than the senior journeyman, who always
takes what looks best without searching. Each of the three lower levels gets the temperature whose share of wins
against the level above it comes closest to that step. Every match is saved under runs/levels, so that a stopped run
can resume. tools/ladder.py measures the result with more games and other numbers of players.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import zunft
from zunft.arena import Match, run, standing

SOURCES = Path(__file__).parent.parent / "src" / "zunft" / "games"
SEED = 77
SENIOR, MASTER = "greedy@200", "search@500"
GRANDMASTER, FROM_SOURCE = "search@12000", "search@1200"
FORMER = 'master-2026-11 = "search~2026-11@500"'
TEMPERED = "greedy@100%{temperature}"
TEMPERATURES = (1, 2, 3, 4, 6, 8, 11, 15, 20, 28, 40, 60, 99)
LOWER = ("journeyman", "apprentice", "novice")


class Measured(NamedTuple):
    bot: str
    share: float  # of wins, one bot against several of the level above


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--games", type=int, default=200, help="games of each match")
    parser.add_argument("--players", type=int, help="default: as few as the game allows")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path("runs/levels"))
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    asked.players = asked.players or zunft.load(asked.game).players[0]
    step = share(asked, SENIOR, MASTER)
    levels = {"senior": SENIOR}
    for level in LOWER:
        above = list(levels.values())[-1]
        levels[level] = closest(asked, above, step).bot
    out = asked.out or SOURCES / asked.game / "levels.toml"
    out.write_text(written(asked, levels, step), encoding="utf-8")
    print(f"wrote {out.name} of {asked.game}: {levels}")


def closest(asked: argparse.Namespace, above: str, step: float) -> Measured:
    """Bisect over the temperatures above the last one: a higher temperature plays weaker."""
    low, high = temperature_of(above) + 1, len(TEMPERATURES) - 1
    tried: list[Measured] = []
    while low <= high:
        middle = (low + high) // 2
        bot = TEMPERED.format(temperature=TEMPERATURES[middle])
        tried.append(Measured(bot, share(asked, bot, above)))
        if tried[-1].share > step:
            low = middle + 1
        else:
            high = middle - 1
    return min(tried, key=lambda each: abs(each.share - step), default=Measured(above, step))


def temperature_of(bot: str) -> int:
    """The index in TEMPERATURES, -1 without one."""
    _, found, temperature = bot.partition("%")
    return TEMPERATURES.index(int(temperature)) if found else -1


def share(asked: argparse.Namespace, one: str, others: str) -> float:
    """One bot's share of wins against the others."""
    match = Match.agree(asked.game, asked.players, [one] + [others] * (asked.players - 1), asked.games, SEED)
    path = asked.work / f"{asked.game}-{asked.players}-{asked.games}-{one}-{others}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    row = standing(match, list(run(match, asked.workers, state=path)))[0]
    print(f"{path.stem}: {row['win_rate']:.1%} ({row['ci_low']:.1%} – {row['ci_high']:.1%})", flush=True)
    return float(row["win_rate"])


def written(asked: argparse.Namespace, levels: dict[str, str], step: float) -> str:
    lines = [
        "# The levels people choose from, written as for --bots; docs/ladder.md shows their strength.",
        f"# Made by: python tools/levels.py {asked.game} --games {asked.games} --players {asked.players}",
        f"# A level is to win {step:.0%} of the games in which it plays against the level above it.",
        "",
        *(f'{level} = "{levels[level]}"' for level in reversed(LOWER)),
        f'senior = "{levels["senior"]}"',
        f'master = "{MASTER}"',
        f'grandmaster = "{GRANDMASTER}"',
        f'grandmaster_from_source = "{FROM_SOURCE}"',
        FORMER,
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
