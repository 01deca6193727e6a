"""Game READMEs are correct: the index names existing functions and tests, the component table the real statuses."""

from __future__ import annotations

import importlib
import re
from importlib import resources
from pathlib import Path

import pytest

import zunft
from tests.games import OUR_GAMES
from zunft.core.components import statuses

TESTS = Path(__file__).parent
INDEX = "## Rule index"
COMPONENTS = "## Components"


def readme(name: str) -> str:
    return (resources.files(zunft.load(name).package) / "README.md").read_text(encoding="utf-8")


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without the header row."""
    section = text.split(heading + "\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def code_words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_rule_index_names_functions_and_tests_that_exist(name: str) -> None:
    """Columns: heading of the rulebook, `module.function`, `test_name`."""
    index = rows(readme(name), INDEX)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (TESTS / name).glob("test_*.py"))
    assert len(index) > 5
    for heading, functions, tests in index:
        assert code_words(functions) and code_words(tests), f"{heading}: names no function or no test"
        for function in code_words(functions):
            module, _, attributes = function.partition(".")
            found = importlib.import_module(f"{zunft.load(name).package}.{module}")
            for attribute in attributes.split("."):
                found = getattr(found, attribute)
        for test in code_words(tests):
            assert re.search(rf"^def {re.escape(test)}\(", sources, re.MULTILINE), f"{heading}: no test {test}"


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_component_table_has_the_real_statuses(name: str) -> None:
    """Columns: `table`, status, remark."""
    listed = {code_words(row[0])[0]: row[1] for row in rows(readme(name), COMPONENTS)}
    assert listed == statuses(zunft.load(name).tables)
