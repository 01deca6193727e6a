"""Shared by all measuring scripts: the time budget from the command line, one JSON line per measurement."""

from __future__ import annotations

import argparse
import json
from typing import Any

from zunft.measure import REPETITIONS, SECONDS, Work, best_rate

WITH_TENSORS = "with tensors"  # of measurements through OpenSpiel


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU time of one repetition (%(default)s)")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="the best one counts (%(default)s)")
    return parser


def measure(name: str, version: str, players: int, play: Work, clone: Work, budget: argparse.Namespace) -> None:
    """Random play and copying, in the units of `zunft.measure`."""
    rate = best_rate(play, budget.seconds, budget.repetitions)
    clones = best_rate(clone, budget.seconds, budget.repetitions)
    print_line(name=name, version=version, players=players, decisions_per_second=rate, clone_microseconds=1e6 / clones)


def print_line(**line: Any) -> None:
    print(json.dumps(line), flush=True)
