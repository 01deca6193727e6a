"""Do puzzles hold? python tools/check_puzzles.py GAME [--drop]

Searches every bundled puzzle again, with ten times the simulations that confirmed it and other guesses, and compares
the best choice with its solution. Fails unless at least 98 % are unchanged. With --drop the puzzles that changed, or
whose solution is ahead by less than half the required margin, are taken out of the bundle.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from rich.progress import track

import zunft
from zunft.bots import Seat
from zunft.review import Evaluator
from zunft.review.collection import StoredPuzzle, collection, lines
from zunft.review.puzzles import CHECKED, MARGIN, NODES, recheck

POSITIONS: Final = Path(__file__).resolve().parent.parent / "src" / "zunft" / "review" / "positions"
TIMES: Final = 10
SEED: Final = 2  # puzzles were found with 1
UNCHANGED: Final = 0.98


def margin(puzzle: StoredPuzzle, nodes: int, seed: int) -> tuple[bool, float]:
    """Whether the solution is still the best choice, and by how much."""
    record = puzzle.record
    found = recheck(Seat(record.replay(), puzzle.player), Evaluator(nodes, seed=seed), len(record.actions))
    return found.best().action == puzzle.solution, found.margin()[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--nodes", type=int, default=NODES * CHECKED * TIMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--drop", action="store_true", help="remove puzzles that do not hold from the bundle")
    asked = parser.parse_args()
    puzzles = collection(asked.game)
    found = [margin(puzzle, asked.nodes, asked.seed) for puzzle in track(puzzles, asked.game)]
    for puzzle, (is_same, ahead) in zip(puzzles, found, strict=True):
        if not is_same:
            print(f"{puzzle.id}: another choice is best, ahead by {ahead:.2f}")
    same = [ahead for is_same, ahead in found if is_same]
    print(
        f"{asked.game}, {asked.nodes} simulations: the same choice in {len(same)} of {len(found)}; "
        f"least margin of these {min(same, default=0):.2f}"
    )
    if asked.drop:
        held = [
            line
            for line, (is_same, ahead) in zip(lines(asked.game), found, strict=True)
            if is_same and ahead >= MARGIN / 2
        ]
        (POSITIONS / f"{asked.game}.jsonl").write_text("".join(f"{line}\n" for line in held), encoding="utf-8")
        print(f"{len(held)} kept")
    return 0 if found and len(same) >= UNCHANGED * len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
