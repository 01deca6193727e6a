"""How long the review of a whole game takes: python bench/review.py [GAME …]

A full table of greedy bots plays to the end; its record is reviewed with the default number of simulations. CPU
seconds of one core.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Final

import zunft
from zunft import bots
from zunft.bots.playing import moves
from zunft.core.record import Record
from zunft.review import Evaluator, review

MOST_SECONDS: Final = 30.0  # that a person should wait
PLAYER: Final = "greedy@30"


def played(game: zunft.Game) -> Record:
    players = [bots.load(PLAYER)(seed) for seed in range(game.players[-1])]
    record = Record(game, len(players))
    for _ in moves(record, players, random.Random(1)):
        pass
    return record


def main() -> int:
    slow = False
    for name in sys.argv[1:] or zunft.game_names():
        record = played(zunft.load(name))
        began = time.process_time()
        found = review(record, Evaluator())
        seconds = time.process_time() - began
        slow = slow or seconds > MOST_SECONDS
        judged = len(found.decisions())
        print(
            f"{name:10} {record.players} players, {len(record.actions)} actions, {judged} decisions:"
            f" {seconds:.1f} s of CPU"
        )
    return 1 if slow and zunft.is_compiled() else 0


if __name__ == "__main__":
    sys.exit(main())
