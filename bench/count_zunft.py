"""What `instructions.py` counts: each kind of work in each game, marked for callgrind, one JSON line for each."""

from __future__ import annotations

import argparse
import gc
import os

import zunft
from report import print_line
from zunft import measure

AMOUNTS = {"playout": 5, "plain": 5, "plain_with_draw": 5, "clone": 5, "kept_clone": 1, "search": 1}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=zunft.game_names())
    for name in parser.parse_args().games:
        game = zunft.load(name)
        for players in game.players:
            for kind, work in all_work(game, players).items():
                units = counted(work, AMOUNTS[kind])
                print_line(name=game.title, players=players, work=kind, units=units)


def all_work(game: zunft.Game, players: int) -> dict[str, measure.Work]:
    return {
        "playout": measure.games(game, players, zunft.playout),
        "plain": measure.games(game, players, measure.plain_game),
        "plain_with_draw": measure.games(game, players, measure.plain_game_with_draw),
        "clone": measure.clones(game, players),
        "kept_clone": measure.kept_clones(game, players),
        "search": measure.simulations(game, players),
    }


def counted(work: measure.Work, amount: int) -> int:
    """Done once before, so that tables and caches are warm. Callgrind writes its count at each call of getppid."""
    work(1)
    gc.collect()
    os.getppid()
    units = work(amount)
    os.getppid()
    return units


if __name__ == "__main__":
    main()
