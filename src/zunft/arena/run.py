"""Runs a match: in this process, in several, or on a Ray cluster; every finished game is saved immediately."""

from __future__ import annotations

import importlib
import json
import logging
import os
import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import asdict
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from zunft.arena.match import Match, Result, play
from zunft.core.errors import ZunftError

Games = Generator[Result, None, None]

FORMAT = 1
AHEAD = 2  # games queued for each worker
LOCAL_CLUSTER = "local"
LOCAL_STORE = 100 * 2**20  # bytes; by default Ray takes a third of the memory, and a game is a few hundred bytes


class BadState(ZunftError):
    """A file of finished games that does not belong to this match."""


def run(match: Match, workers: int = 1, cluster: str | None = None, state: Path | None = None) -> Iterator[Result]:
    """The results as they come in, those of an earlier run first."""
    done = read(state, match) if state is not None and state.exists() else []
    yield from done
    known = {result.number for result in done}
    missing = [number for number in range(match.games) if number not in known]
    if not missing:
        return
    with closing(played(match, missing, workers, cluster)) as results:
        for result in results:
            if state is not None:
                keep(state, match, result)
            yield result


def played(match: Match, numbers: Sequence[int], workers: int, cluster: str | None) -> Games:
    if cluster is not None:
        return on_ray(match, numbers, cluster, workers)
    if workers == 1:
        return (play(match, number) for number in numbers)
    return in_processes(match, numbers, workers)


def in_processes(match: Match, numbers: Sequence[int], workers: int) -> Games:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=leave_interrupts_to_parent)
    todo = iter(numbers)
    running = {pool.submit(play, match, number) for number in islice(todo, workers * AHEAD)}
    try:
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                number = next(todo, None)
                if number is not None:
                    running.add(pool.submit(play, match, number))
                yield future.result()
    finally:
        workers_left = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=not running, cancel_futures=True)
        for worker in workers_left if running else []:  # do not wait for abandoned games
            worker.terminate()


def leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(match: Match, numbers: Sequence[int], address: str, workers: int) -> Games:
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise ZunftError("--cluster needs Ray: pip install 'zunft[cluster]'") from None
    is_ours = not ray.is_initialized()
    if is_ours:
        connect(ray, address, workers)
    remote = ray.remote(play)
    todo = iter(numbers)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        running = [remote.remote(match, number) for number in islice(todo, ahead)]
        while running:
            finished, running = ray.wait(running)
            number = next(todo, None)
            if number is not None:
                running.append(remote.remote(match, number))
            yield ray.get(finished[0])
    finally:
        if is_ours:
            ray.shutdown()


def connect(ray: Any, address: str, workers: int) -> None:
    """Connect to an existing cluster, or start a small private one."""
    quiet = {"log_to_driver": False, "logging_level": logging.WARNING}
    if address != LOCAL_CLUSTER:
        ray.init(address=address, **quiet)
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(num_cpus=workers, object_store_memory=LOCAL_STORE, include_dashboard=False, **quiet)


# The file of finished games: the match, then one game per line


def keep(state: Path, match: Match, result: Result) -> None:
    is_new = not state.exists()
    state.parent.mkdir(parents=True, exist_ok=True)
    with state.open("a", encoding="utf-8") as out:
        if is_new:
            out.write(json.dumps({"arena": FORMAT, **match.head()}) + "\n")
        out.write(json.dumps(asdict(result)) + "\n")
        out.flush()
        os.fsync(out.fileno())


def read(state: Path, match: Match) -> list[Result]:
    """The finished games; a truncated last line is dropped. The new match may have more games than the saved one."""
    lines = state.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        replace(state, "".join(whole))
    if not whole:
        state.unlink()
        return []
    try:
        check(state, json.loads(whole[0]), match)
        results = [Result(**json.loads(line)) for line in whole[1:]]
    except (ValueError, TypeError, AttributeError) as error:
        raise BadState(f"{state} is not a file of arena games: {error}") from None
    return [result for result in results if result.number < match.games]


def check(state: Path, head: dict[str, Any], match: Match) -> None:
    wanted = {"arena": FORMAT, **match.head()}
    for key, value in wanted.items():
        if key != "games" and head.get(key) != value:
            raise BadState(f"{state} holds a different match: {key} is {head.get(key)!r} there, {value!r} here")


def replace(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
