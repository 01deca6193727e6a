"""Counts what a strong player rarely does: python tools/habits.py norenberc|strasbourg [--bot BOT] [--games N] …

Norenberc: plannings in which a player with four or more agents passes. Strasbourg: stops in the last round with cards
left, beside those who drew their last card; tasks kept and the points that they bring. ADR 16 has what was found.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from typing import cast

import zunft
from zunft import bots
from zunft.bots.playing import moves
from zunft.core.record import Record
from zunft.core.state import State
from zunft.games.norenberc import actions as norenberc
from zunft.games.norenberc import steps as norenberc_steps
from zunft.games.norenberc.table import Table as Norenberc
from zunft.games.strasbourg import actions as strasbourg
from zunft.games.strasbourg import planning_phase, scoring
from zunft.games.strasbourg.table import Table as Strasbourg

MANY_AGENTS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("norenberc", "strasbourg"))
    parser.add_argument("--bot", default="master")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = zunft.load(asked.game)
    found: Counter[str] = Counter()
    for number in range(asked.games):
        rng = random.Random(f"{asked.seed}/{number}")
        record = Record(game, asked.players or game.players[0])
        players = [bots.load(asked.bot)(rng.getrandbits(32)) for _ in range(record.players)]
        for state, player, action in moves(record, players, rng):
            (count_plan if asked.game == "norenberc" else count_stop)(state, player, action, found)
        if asked.game == "strasbourg":
            count_tasks(state, found)
    for name, number in sorted(found.items()):
        print(f"{name}: {number}")


def count_plan(state: State, player: int, action: int, found: Counter[str]) -> None:
    table = cast(Norenberc, state)
    if table.agenda[-1].step != norenberc_steps.PLAN:
        return
    found["plannings"] += 1
    if action == norenberc.PASS and table.players[player].stock >= MANY_AGENTS:
        found[f"passes with {MANY_AGENTS} or more agents"] += 1


def count_stop(state: State, player: int, action: int, found: Counter[str]) -> None:
    table = cast(Strasbourg, state)
    if table.round == table.parts.rounds and action in (strasbourg.STOP, strasbourg.DRAW):
        pile = planning_phase.pile_size(table.players[player])
        if action == strasbourg.STOP:
            found["last round: stops with cards left"] += 1
        elif pile == 1:
            found["last round: last card drawn"] += 1


def count_tasks(state: State, found: Counter[str]) -> None:
    table = cast(Strasbourg, state)
    for player in range(len(table.players)):
        found["seats"] += 1
        for task in scoring.kept_tasks(table, player):
            found["tasks kept"] += 1
            found["points from tasks"] += scoring.task_points(table, player, task)


if __name__ == "__main__":
    main()
