"""Component files: what is printed on tiles, cards and boards, and how far each table is known."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from zunft.core.errors import BadComponents

STATUSES = ("rulebook", "published", "inferred", "reconstructed")
REPLACED = "replaced"
ORDER = [*STATUSES, REPLACED]  # from well known to anybody's

Tables = dict[str, Any]
Check = Callable[[object], str | None]
"""Answers None if a value is fine, else what it should be: "a whole number from 1 to 8"."""


def whole(low: int = 0, high: int | None = None) -> Check:
    wanted = f"a whole number from {low} to {high}" if high is not None else f"a whole number of at least {low}"

    def check(value: object) -> str | None:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value
        return None if fits and (high is None or value <= high) else wanted  # type: ignore[operator]

    return check


def flag() -> Check:
    return lambda value: None if isinstance(value, bool) else "true or false"


def word(*allowed: str) -> Check:
    wanted = f"one of {', '.join(allowed)}" if allowed else "a text"

    def check(value: object) -> str | None:
        return None if isinstance(value, str) and (not allowed or value in allowed) else wanted

    return check


def list_of(check: Check, length: int | None = None) -> Check:
    def check_list(value: object) -> str | None:
        if not isinstance(value, list):
            return "a list"
        if length is not None and len(value) != length:
            return f"a list of {length} entries"
        for place, entry in enumerate(value):
            complaint = check(entry)
            if complaint:
                return f"a list whose entry {place + 1} is {complaint}"
        return None

    return check_list


def entry_of(**checks: Check) -> Check:
    """An inline table with exactly these keys."""

    def check_entry(value: object) -> str | None:
        if not isinstance(value, dict) or set(value) != set(checks):
            return f"a table with the keys {', '.join(checks)}"
        for key, check in checks.items():
            complaint = check(value[key])
            if complaint:
                return f"a table whose {key} is {complaint}"
        return None

    return check_entry


def optional(check: Check) -> Check:
    """For a key that may be missing."""
    return lambda value: None if value is None else check(value)


class Shape:
    """What a table must look like: one table, or many rows of the same kind."""

    many: bool
    checks: dict[str, Check]

    def __init__(self, many: bool, checks: dict[str, Check]) -> None:
        self.many = many
        self.checks = checks


def one(**checks: Check) -> Shape:
    return Shape(False, checks)


def many(**checks: Check) -> Shape:
    return Shape(True, checks)


Schema = Mapping[str, Shape]


def read(replacement: object) -> Tables:
    """Tables from a file's path or as they are; read or copied once, so that records carry what was agreed."""
    if isinstance(replacement, dict):
        for name in replacement:
            if not isinstance(name, str):
                raise BadComponents(f"unknown table {name!r}; the names of tables are texts")
        return copy.deepcopy(replacement)
    if not isinstance(replacement, str | Path):
        raise BadComponents(f"components must be a TOML file or a dict of tables, not {type(replacement).__name__}")
    try:
        return tomllib.loads(Path(replacement).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadComponents(f"{replacement}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:  # not TOML, not UTF-8, or no possible file name
        raise BadComponents(f"{replacement}: not a TOML file: {error}") from None


def check(tables: Tables, schema: Schema) -> None:
    """Every table known, every key known, present and sensible."""
    for name in tables:
        if name not in schema:
            raise BadComponents(f"unknown table {name!r}; known are {', '.join(sorted(schema))}")
    for name, shape in schema.items():
        if name not in tables:
            raise BadComponents(f"table {name} is missing")
        content = tables[name]
        if shape.many:
            if not isinstance(content, list) or not content:
                raise BadComponents(f"table {name}: must be written as [[{name}]], once for each row")
            for number, row in enumerate(content, 1):
                check_row(f"table {name}, row {number}", row, shape)
        else:
            check_row(f"table {name}", content, shape)


def check_row(where: str, row: object, shape: Shape) -> None:
    if not isinstance(row, dict):
        raise BadComponents(f"{where}: must be a table")
    for key in row:
        if key not in shape.checks and key not in ("status", "source"):
            raise BadComponents(f"{where}: unknown key {key!r}; known are {', '.join(shape.checks)}")
    for key, fits in shape.checks.items():
        complaint = fits(row.get(key))
        if complaint:
            found = f"not {row[key]!r}" if key in row else "but is missing"
            raise BadComponents(f"{where}, key {key}: must be {complaint}, {found}")
    if not isinstance(row.get("source", ""), str):
        raise BadComponents(f"{where}, key source: must be a text, not {row['source']!r}")
    if row.get("status", REPLACED) not in ORDER:
        raise BadComponents(f"{where}, key status: must be one of {', '.join(STATUSES)}, not {row['status']!r}")


def with_replacement(tables: Tables, replacement: Tables) -> Tables:
    """Each table named in the replacement is replaced as a whole."""
    return {**tables, **replacement}


def rows_by(tables: Tables, table: str, key: str, wanted: Sequence[Any]) -> list[dict[str, Any]]:
    """One row for each wanted key, in this order, and none twice."""
    found: dict[Any, dict[str, Any]] = {}
    for row in tables[table]:
        if row[key] in found:
            raise BadComponents(f"table {table}, key {key}: {row[key]!r} stands there twice")
        found[row[key]] = row
    missing = [str(name) for name in wanted if name not in found]
    if missing:
        raise BadComponents(f"table {table}, key {key}: no row for {', '.join(missing)}")
    return [found[name] for name in wanted]


def column(tables: Tables, table: str, value: str, wanted: Sequence[Any], key: str = "id") -> list[int]:
    """The values of a table in the order of these keys."""
    return [row[value] for row in rows_by(tables, table, key, wanted)]


def statuses(tables: Tables) -> dict[str, str]:
    """How far each table is known: its weakest row decides."""
    found = {}
    for name, content in tables.items():
        rows = content if isinstance(content, list) else [content]
        found[name] = max((row.get("status", REPLACED) for row in rows), key=ORDER.index)
    return found


def sources(tables: Tables) -> dict[str, list[str]]:
    """Where each table comes from."""
    found = {}
    for name, content in tables.items():
        rows = content if isinstance(content, list) else [content]
        found[name] = sorted({row["source"] for row in rows if "source" in row})
    return found
