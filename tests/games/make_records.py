"""Make a golden record: a whole random game, written where the tests look for it.

    python -m tests.games.make_records norenberc --players 3
    python -m tests.games.make_records norenberc --players 4 --seed 7 --option planning=turn_order

writes tests/games/norenberc/records/3-players.json and 4-players-planning-turn_order.json; `--option` can be
repeated. The same game, players, options and seed give the same file as long as rules and codes stay the same.
In a simultaneous choice any player may come first, so records contain lines like "@2 plan 1 3". Records are kept, not
regenerated: replace one only when the game's rules version was raised on purpose.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import zunft
from zunft.core.conformance import step

FOLDER = Path(__file__).parent


def random_record(game: zunft.Game, players: int, options: dict[str, Any], seed: int) -> zunft.Record:
    rng = random.Random(seed)
    state = game.new(players, **options)
    record = zunft.Record.of(state)
    while not state.is_over():
        step(state, record, rng)
    return record


def parse_option(game: zunft.Game, text: str) -> tuple[str, Any]:
    """ "open_money=true" as typed."""
    name, _, value = text.partition("=")
    return name, game.options[name].read(value) if name in game.options else value


def file_name(players: int, options: dict[str, Any]) -> str:
    words = [f"{players}-players", *(f"{name}-{value}".lower() for name, value in options.items())]
    return "-".join(words) + ".json"


def main(arguments: list[str] | None = None) -> Path:
    parser = argparse.ArgumentParser(description="Make a golden record of a random game.")
    parser.add_argument("game", help=f"one of {', '.join(zunft.game_names())}")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, help="a folder other than the tests' own")
    wanted = parser.parse_args(arguments)
    try:
        game = zunft.load(wanted.game)
        options = dict(parse_option(game, text) for text in wanted.option)
        record = random_record(game, wanted.players, options, wanted.seed)
    except zunft.ZunftError as error:
        parser.error(str(error))
    folder: Path = wanted.to or FOLDER / game.name / "records"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(wanted.players, options)
    path.write_text(record.to_json(), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(main())
