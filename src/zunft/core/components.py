"""Component files: what is printed on tiles, cards and boards, and how well each table is known."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zunft.core.errors import BadComponents, shown

STATUSES = ("rulebook", "published", "inferred", "reconstructed")
REPLACED = "replaced"
ORDER = [*STATUSES, REPLACED]  # from best known to replaced by the user

MOST_BYTES: Final = 64 * 1024  # of a component file
MOST_DEPTH: Final = 8  # of nested lists and tables
MOST_ENTRIES: Final = 20_000  # values in all tables together
MOST_NUMBER: Final = 1_000_000_000
MOST_IN_PATH: Final = 300  # characters of it in a message

Tables = dict[str, Any]
Check = Callable[[object], str | None]
"""Returns None for a valid value, else what it should be: "an integer from 1 to 8"."""


def whole(low: int = 0, high: int | None = None) -> Check:
    wanted = f"an integer from {low} to {high}" if high is not None else f"an integer of at least {low}"

    def check(value: object) -> str | None:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value
        return None if fits and (high is None or value <= high) else wanted  # type: ignore[operator]

    return check


def flag() -> Check:
    return lambda value: None if isinstance(value, bool) else "true or false"


def word(*allowed: str) -> Check:
    wanted = f"one of {', '.join(allowed)}" if allowed else "a string"

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


@dataclass
class Shape:
    """What a table must look like: one table, or many rows of the same kind."""

    many: bool
    checks: dict[str, Check]


def one(**checks: Check) -> Shape:
    return Shape(False, checks)


def many(**checks: Check) -> Shape:
    return Shape(True, checks)


Schema = Mapping[str, Shape]


# Reading untrusted input. Each bound is checked before anything is allocated.


def read(replacement: object) -> Tables:
    """Tables from a file's path or a dict; read or copied once, so that later changes do not affect records."""
    if isinstance(replacement, dict):
        return copied_tables(replacement)
    if not isinstance(replacement, str | Path):
        raise BadComponents(f"components must be a TOML file or a dict of tables, not {type(replacement).__name__}")
    try:
        with Path(replacement).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadComponents(f"{shown_path(replacement)}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:  # an invalid file name
        raise BadComponents(f"{shown_path(replacement)}: cannot be read ({error})") from None
    try:
        return parse(content)
    except BadComponents as error:
        raise BadComponents(f"{shown_path(replacement)}: {error}") from None


def shown_path(path: str | Path) -> str:
    return str(path)[:MOST_IN_PATH]


def parse(content: bytes) -> Tables:
    """The tables of a component file, from its bytes."""
    if len(content) > MOST_BYTES:
        raise BadComponents(f"not a component file: larger than {MOST_BYTES // 1024} kB")
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
        check_nesting(text)
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not UTF-8, or not TOML
        raise BadComponents(f"not a TOML file: {error}") from None
    return copied_tables(tables)


def check_nesting(text: str) -> None:
    """Refuse deeply nested brackets and long dotted keys, which are expensive to parse."""
    depth, dots, at = 0, 0, 0
    while at < len(text):
        character = text[at]
        if character in "\"'":
            at = end_of_text(text, at)
            continue
        if character == "#":
            at = end_of_line(text, at)
            continue
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        dots = dots + 1 if character == "." else 0 if character in "=,\n[]{}" else dots
        if depth > MOST_DEPTH or dots >= MOST_DEPTH:
            line = text.count("\n", 0, at) + 1
            raise BadComponents(f"not a component file: line {line} is nested more than {MOST_DEPTH} levels deep")
        at += 1


def end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def end_of_text(text: str, start: int) -> int:
    """The index after the string that starts here, in any of TOML's four quotes; unclosed, the end of the file."""
    quote = text[start]
    mark = quote * 3 if text.startswith(quote * 3, start) else quote
    at = start + len(mark)
    while at < len(text):
        if text.startswith(mark, at):
            return at + len(mark)
        at += 2 if quote == '"' and text[at] == "\\" else 1
    return len(text)


def copied_tables(tables: dict[Any, Any]) -> Tables:
    """A copy of what a component file can hold: texts, numbers, flags, lists and tables, not too deep."""
    count = Count(MOST_ENTRIES)
    return {table_name(name): copied_value(content, 1, count) for name, content in tables.items()}


class Count:
    """How many more values are allowed."""

    left: int

    def __init__(self, left: int) -> None:
        self.left = left

    def one(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise BadComponents(f"components have more than {MOST_ENTRIES} values")


def table_name(name: object) -> str:
    if not isinstance(name, str):
        raise BadComponents(f"unknown table {shown(name)}; table names must be strings")
    return name


def copied_value(value: Any, depth: int, count: Count) -> Any:
    count.one()
    if depth > MOST_DEPTH:
        raise BadComponents(f"components are nested more than {MOST_DEPTH} levels deep")
    if isinstance(value, dict):
        return {table_name(key): copied_value(entry, depth + 1, count) for key, entry in value.items()}
    if isinstance(value, list):
        return [copied_value(entry, depth + 1, count) for entry in value]
    if isinstance(value, int) and not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise BadComponents(f"numbers in components may be at most {MOST_NUMBER}, not {shown(value)}")
    if value is not None and not isinstance(value, str | int | float):
        raise BadComponents(f"components must be strings, numbers, true or false, lists and tables, not {shown(value)}")
    return value


def check(tables: Tables, schema: Schema) -> None:
    """Validate that every table is known and that its keys are known, present and valid."""
    for name in tables:
        if name not in schema:
            raise BadComponents(f"unknown table {shown(name)}; known are {', '.join(sorted(schema))}")
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
            raise BadComponents(f"{where}: unknown key {shown(key)}; known are {', '.join(shape.checks)}")
    for key, fits in shape.checks.items():
        complaint = fits(row.get(key))
        if complaint:
            found = f"not {shown(row[key])}" if key in row else "but is missing"
            raise BadComponents(f"{where}, key {key}: must be {complaint}, {found}")
    if not isinstance(row.get("source", ""), str):
        raise BadComponents(f"{where}, key source: must be a string, not {shown(row['source'])}")
    if row.get("status", REPLACED) not in ORDER:
        raise BadComponents(f"{where}, key status: must be one of {', '.join(STATUSES)}, not {shown(row['status'])}")


def with_replacement(tables: Tables, replacement: Tables) -> Tables:
    """Each table named in the replacement is replaced as a whole."""
    return {**tables, **replacement}


def rows_by(tables: Tables, table: str, key: str, wanted: Sequence[Any]) -> list[dict[str, Any]]:
    """Exactly one row for each wanted key, in this order."""
    found: dict[Any, dict[str, Any]] = {}
    for row in tables[table]:
        if row[key] in found:
            raise BadComponents(f"table {table}, key {key}: {row[key]!r} appears twice")
        found[row[key]] = row
    missing = [str(name) for name in wanted if name not in found]
    if missing:
        raise BadComponents(f"table {table}, key {key}: no row for {', '.join(missing)}")
    return [found[name] for name in wanted]


def column(tables: Tables, table: str, value: str, wanted: Sequence[Any], key: str = "id") -> list[int]:
    """The values of a table in the order of these keys."""
    return [row[value] for row in rows_by(tables, table, key, wanted)]


def statuses(tables: Tables) -> dict[str, str]:
    """How well each table is known: the status of its least known row."""
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
