"""Component files: a good one changes the game, a bad one is rejected in one line naming table and key."""

from __future__ import annotations

import copy
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import zunft
from tests.core.examples import GAME, finished, is_one_line
from tests.games import OUR_GAMES
from zunft.core import components
from zunft.core.components import entry_of, flag, list_of, many, one, optional, whole, word


def complaint(replacement: object) -> str:
    with pytest.raises(zunft.BadComponents) as caught:
        GAME.new(3, components=replacement)
    assert is_one_line(caught.value)
    return str(caught.value)


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def table(name: str, **changes: Any) -> dict[str, Any]:
    """A printed table with some keys replaced."""
    return {name: {**copy.deepcopy(GAME.tables[name]), **changes}}


def rows(name: str, number: int, **changes: Any) -> dict[str, Any]:
    """A printed table with one row changed."""
    found = copy.deepcopy(GAME.tables[name])
    found[number - 1].update(changes)
    return {name: found}


# Files


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    said = complaint(tmp_path / "none.toml")
    assert "none.toml: cannot be read" in said


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    assert "cannot be read" in complaint(str(tmp_path))


@pytest.mark.parametrize("text", ["[game", "just words", '{"game": 1}', "a = 1\na = 2\n"])
def test_a_file_that_is_not_toml(tmp_path: Path, text: str) -> None:
    assert "mine.toml: not a TOML file" in complaint(written(tmp_path, text))


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00picture")
    assert "not a TOML file" in complaint(path)


@pytest.mark.parametrize("replacement", [3, ["game"], 2.5, True])
def test_something_that_is_not_a_file(replacement: object) -> None:
    assert "must be a TOML file or a dict of tables" in complaint(replacement)


def test_an_impossible_file_name() -> None:
    assert "cannot be read" in complaint("\0")


# Tables


def test_an_unknown_table_lists_the_known_ones(tmp_path: Path) -> None:
    said = complaint(written(tmp_path, "[wizards]\nnumber = 3\n"))
    assert "unknown table 'wizards'" in said
    assert all(name in said for name in GAME.schema)


def test_a_missing_key() -> None:
    replacement = table("game")
    del replacement["game"]["income"]
    assert complaint(replacement) == "table game, key income: must be an integer from 0 to 100, but is missing"


def test_an_unknown_key() -> None:
    assert complaint(table("game", magic=1)).startswith("table game: unknown key 'magic'")


@pytest.mark.parametrize("value", [-1, 101, "three", 3.0, True, None, [3]])
def test_a_bad_value_is_reported_with_table_and_key(value: object) -> None:
    said = complaint(table("game", income=value))
    assert said == f"table game, key income: must be an integer from 0 to 100, not {value!r}"


def test_a_bad_value_is_reported_with_the_number_of_its_row() -> None:
    assert complaint(rows("room", 2, own=0)) == "table room, row 2, key own: must be an integer from 1 to 4, not 0"


def test_a_bad_entry_of_a_list() -> None:
    tiles = copy.deepcopy(GAME.tables["craftsmen"]["tiles"])
    tiles[2]["value"] = 9
    said = complaint(table("craftsmen", tiles=tiles))
    assert said.startswith("table craftsmen, key tiles: must be a list whose entry 3 is a table whose value is")


def test_a_list_of_the_wrong_length() -> None:
    tiles = GAME.tables["craftsmen"]["tiles"][:-1]
    assert "must be a list of 11 entries" in complaint(table("craftsmen", tiles=tiles))


@pytest.mark.parametrize("content", [3, "text", [], {}])
def test_rows_must_be_an_array_of_tables(content: object) -> None:
    assert complaint({"room": content}) == "table room: must be written as [[room]], once for each row"


def test_a_table_must_be_a_table() -> None:
    assert complaint({"game": 3}) == "table game: must be a table"
    assert complaint({"room": [3]}) == "table room, row 1: must be a table"


def test_a_wrong_total() -> None:
    said = complaint(rows("citizen", 1, copies=9))
    assert said == "table citizen, key copies: there are 26 citizens in all, not 32"


def test_a_row_twice_or_not_at_all() -> None:
    assert "'B' appears twice" in complaint(rows("room", 1, id="B"))
    assert "no row for D" in complaint({"room": GAME.tables["room"][:3]})


def test_a_status_nobody_knows() -> None:
    assert "key status: must be one of rulebook" in complaint(table("game", status="certain"))


def test_a_source_must_be_a_string() -> None:
    assert complaint(table("game", source=7)) == "table game, key source: must be a string, not 7"


@pytest.mark.parametrize("replacement", [{1: 2}, {1: 2, "game": {}}, {"game": {1: 2, "income": 3}}])
def test_names_must_be_strings(replacement: dict[Any, Any]) -> None:
    assert "unknown" in complaint(replacement)


# Good replacements

RICHER = "[game]\n" + "\n".join(
    f"{key} = {30 if key == 'start_talers' else value}"
    for key, value in GAME.tables["game"].items()
    if key not in ("status", "source")
)


def test_a_good_file_changes_the_game(tmp_path: Path) -> None:
    state = GAME.new(3, components=written(tmp_path, RICHER))
    assert state.view(0)["players"][0]["talers"] == 30
    assert GAME.new(3).view(0)["players"][0]["talers"] == 25


def test_tables_can_be_given_as_they_are() -> None:
    state = GAME.new(3, components=table("game", start_talers=31))
    assert state.view(0)["players"][0]["talers"] == 31


def test_without_components_the_printed_ones_are_used() -> None:
    assert GAME.new(3, components=None).setting is GAME.new(3).setting


def test_what_was_agreed_stays_agreed() -> None:
    replacement = table("game", start_talers=31)
    state = GAME.new(3, components=replacement)
    replacement["game"]["start_talers"] = 99
    assert state.setting.options["components"]["game"]["start_talers"] == 31
    assert GAME.tables["game"]["start_talers"] == 25


def test_a_record_carries_the_replaced_tables(tmp_path: Path) -> None:
    path = written(tmp_path, RICHER)
    record = finished(components=str(path))
    path.unlink()
    assert json.loads(record.to_json())["options"]["components"]["game"]["start_talers"] == 30
    reread = zunft.Record.from_json(record.to_json())
    assert reread.replay().scores() == record.scores
    assert reread.new().view(0)["players"][0]["talers"] == 30


def test_a_bad_replacement_in_a_record_is_a_bad_record() -> None:
    content = json.loads(finished().to_json())
    content["options"] = {"components": table("game", income="much")}
    with pytest.raises(zunft.BadRecord, match="table game, key income"):
        zunft.Record.from_json(json.dumps(content))


# Statuses


def test_the_weakest_row_decides_how_far_a_table_is_known() -> None:
    tables = {"one": {"status": "published"}, "rows": [{"status": "rulebook"}, {"status": "inferred"}], "mine": {}}
    assert components.statuses(tables) == {"one": "published", "rows": "inferred", "mine": "replaced"}


def test_sources_are_collected() -> None:
    assert components.sources({"rows": [{"source": "b"}, {"source": "a"}, {}]}) == {"rows": ["a", "b"]}


# Checks


@pytest.mark.parametrize(
    ("check", "good", "bad", "wanted"),
    [
        (whole(), 0, -1, "an integer of at least 0"),
        (whole(2, 4), 4, 5, "an integer from 2 to 4"),
        (flag(), False, 0, "true or false"),
        (word(), "anything", 3, "a string"),
        (word("a", "b"), "b", "c", "one of a, b"),
        (list_of(whole()), [], "x", "a list"),
        (list_of(whole(), 2), [1, 2], [1], "a list of 2 entries"),
        (list_of(flag()), [True], [True, 1], "a list whose entry 2 is true or false"),
        (entry_of(x=whole()), {"x": 1}, {"y": 1}, "a table with the keys x"),
        (entry_of(x=whole()), {"x": 1}, {"x": "1"}, "a table whose x is an integer of at least 0"),
        (optional(whole()), None, "1", "an integer of at least 0"),
    ],
)
def test_a_check_says_what_it_wants(check: components.Check, good: object, bad: object, wanted: str) -> None:
    assert check(good) is None
    assert check(bad) == wanted


def test_a_schema_wants_every_table() -> None:
    schema = {"a": one(x=whole()), "b": many(y=flag())}
    components.check({"a": {"x": 1}, "b": [{"y": True}]}, schema)
    with pytest.raises(zunft.BadComponents, match="table b is missing"):
        components.check({"a": {"x": 1}}, schema)


# Bounds: any input is rejected quickly and with a short message


def deep_list(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


def circle() -> dict[str, object]:
    found: dict[str, object] = {}
    found["game"] = found
    return found


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a = 1\n" * 20_000, "larger than 64 kB"),
        (b"a." * 30_000 + b"a = 1", "line 1 is nested more than 8 levels deep"),
        (b"x = 1\n[" + b"a." * 30_000 + b"a]", "line 2 is nested more than 8 levels deep"),
        (b'"a".' * 15_000 + b"a = 1", "line 1 is nested more than 8 levels deep"),
        (b"x = {" + b"a." * 30_000 + b"a = 1}", "line 1 is nested more than 8 levels deep"),
        (b"a = " + b"[" * 60_000, "line 1 is nested more than 8 levels deep"),
        (b"a = " + b"{a=" * 20_000, "line 1 is nested more than 8 levels deep"),
        (b"a = 0x" + b"f" * 60_000, "numbers in components may be at most 1000000000, not a number that large"),
        (b"a = " + b"9" * 60_000, "not a TOML file"),
        (b"a = 2026-11-18", "not datetime.date"),
        (b'a = "' + b'\\"' * 30_000, "not a TOML file"),
        (b"a = '''" + b'"' * 60_000, "not a TOML file"),
        (b"\xff\xfe", "not a TOML file: 'utf-8' codec"),
        (b"a = 1\n\x00", "not a TOML file"),
    ],
    ids=range(14),
)
def test_a_malicious_file_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(zunft.BadComponents, match=said) as caught:
        components.parse(content)
    assert is_one_line(caught.value) and len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"game": deep_list(100_000)}, "nested more than 8 levels deep"),
        (circle(), "nested more than 8 levels deep"),
        ({"game": [0] * 20_000}, "more than 20000 values"),
        ({"game": {"talers": 10**5000}}, "not a number that large"),
        ({"game": {3: 1}}, "table names must be strings"),
        ({"game": {"talers": {1, 2}}}, "components must be strings, numbers"),
        ({"x" * 10_000: 1}, "unknown table 'xxx"),
    ],
    ids=range(7),
)
def test_malicious_tables_are_refused(tables: dict[Any, Any], said: str) -> None:
    with pytest.raises(zunft.BadComponents, match=said) as caught:
        GAME.new(3, components=tables)
    assert is_one_line(caught.value) and len(str(caught.value)) < 300


def test_dots_brackets_and_quotes_within_texts_do_not_count() -> None:
    deep = "[[[[[[[[[ a.b.c.d.e.f.g.h.i.j"
    lines = [
        f"# {deep}",
        rf'a = "{deep} \" ]"',
        f"b = '{deep}'",
        f'c = """{deep} ""',
        f'{deep}"""',
        "d = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]",
    ]
    found = components.parse("\n".join(lines).encode())
    assert found["a"] == f'{deep} " ]'
    assert found["c"] == f'{deep} ""\n{deep}'
    assert found["d"][-1] == 9.5


def test_a_file_may_have_the_lines_of_any_system() -> None:
    assert components.parse(b"[a]\r\nb = 1\r\n") == {"a": {"b": 1}}


@pytest.mark.parametrize("name", OUR_GAMES)
def test_our_own_files_are_within_the_bounds(name: str) -> None:
    game = zunft.load(name)
    file = resources.files(game.package) / "components.toml"
    assert components.parse(file.read_bytes()) == game.tables
