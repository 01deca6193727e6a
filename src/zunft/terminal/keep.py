"""The output of `zunft sim`: records, rows of decisions, episodes; or several of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from zunft.core.errors import ZunftError
from zunft.core.record import Record
from zunft.terminal import progress

if TYPE_CHECKING:
    from zunft.envs.data import Writer
    from zunft.envs.minari import MinariWriter
    from zunft.envs.parts import Parts
    from zunft.terminal.sim import Series

FILE = ".parquet"


class Keeper:
    """Continues a series where its data set ends, and saves every game."""

    def __init__(self, series: Series, folder: str | None, parquet: str | None, minari: str | None) -> None:
        self.series, self.folder = series, folder
        self.one_file = parquet if parquet is not None and parquet.endswith(FILE) else None
        self.parts = None if parquet is None or self.one_file else parts(series, parquet)
        self.episodes = None if minari is None else episodes(series, minari)

    def run(self, games: int) -> None:
        done = 0
        if self.parts is not None and self.parts.done:
            done = self.parts.done
            self.series.tally.restore(self.parts.sums)
        with ExitStack() as stack:
            if self.parts is not None:
                stack.enter_context(self.parts)
            if self.episodes is not None:
                stack.enter_context(self.episodes)
            rows = stack.enter_context(rows_of(self.series, self.one_file)) if self.one_file else None
            for number in progress.shown(range(done, games), games, self.series.game.title, done):
                record, name = self.series.play_recorded(number), self.series.name(number)
                self.keep(record, name)
                if rows is not None:
                    rows.add(record, name)

    def keep(self, record: Record, name: str) -> None:
        if self.folder is not None:
            Path(self.folder).mkdir(parents=True, exist_ok=True)
            (Path(self.folder) / f"{name}.json").write_text(record.to_json(), encoding="utf-8")
        if self.parts is not None:
            self.parts.add(record, name, self.series.tally.sums())
        if self.episodes is not None:
            self.episodes.add(record, self.series.seed)


@contextmanager
def rows_of(series: Series, file: str) -> Iterator[Writer]:
    """One file, with its card beside it once complete."""
    from zunft.envs.card import card
    from zunft.envs.data import Writer

    with Writer(file, series.game, series.players, series.options, series.seed, series.seats()) as writer:
        yield writer
    path = Path(file)
    text = card(writer.about, path.name, writer.games, writer.decisions)
    path.with_name(f"{path.stem}.README.md").write_text(text, encoding="utf-8")


def parts(series: Series, folder: str) -> Parts:
    from zunft.envs.parts import Parts

    return Parts(folder, series.game, series.players, series.options, series.seed, series.seats())


def episodes(series: Series, name: str) -> MinariWriter:
    from zunft.envs.minari import MinariWriter

    return MinariWriter(name, series.game, series.players, series.options, series.seed, series.seats())


def check_packages(parquet: str | None, minari: str | None) -> None:
    """Report missing packages in one line, before the first game."""
    try:
        if parquet is not None:
            import zunft.envs.parts
        if minari is not None:
            import zunft.envs.minari  # noqa: F401
    except ModuleNotFoundError as error:
        needs, extra = ("--minari", "minari") if error.name == "minari" else ("--parquet", "rl")
        raise ZunftError(f"{needs} needs {error.name}: pip install 'zunft[{extra}]'") from None


def known_seed(parquet: str | None) -> int | None:
    """The seed of the data set that this command continues."""
    if parquet is None or parquet.endswith(FILE):
        return None
    from zunft.envs.parts import seed_of

    return seed_of(parquet)
