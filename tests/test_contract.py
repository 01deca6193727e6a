"""docs/contract.md matches the code: the same arguments, methods, keys and checks, none missing or extra."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from zunft.core import components, conformance, option, pair
from zunft.core.conformance.combinations import MOST_COMBINATIONS
from zunft.core.conformance.wording import TEXT_KEYS
from zunft.core.game import MOST_SETTINGS
from zunft.core.observation import HIGHEST
from zunft.core.record import MOST_CHARACTERS, MOST_IN_NAME
from zunft.core.state import VIEW_KEYS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/contract.md").read_text(encoding="utf-8")


def listed(heading: str) -> list[str]:
    """The names in the first column of the table below a heading."""
    section = re.split(r"\n##+ ", PAGE.split(f"# {heading}\n", 1)[1])[0]
    return re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)


def functions(module: str, name: str) -> dict[str, ast.FunctionDef]:
    """The methods of a class in core, from its source: compiled classes do not expose their arguments."""
    tree = ast.parse((ROOT / "src/zunft/core" / module).read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def test_every_argument_of_a_game_is_explained() -> None:
    arguments = functions("game.py", "Game")["__init__"].args
    names = [argument.arg for argument in arguments.kwonlyargs]
    assert sorted(listed("`Game`")) == sorted(names)
    required = {name for name, default in zip(names, arguments.kw_defaults, strict=True) if default is None}
    assert set(re.findall(r"^\| `(\w+)` \* \|", PAGE, re.MULTILINE)) == required


def test_every_method_of_a_state_is_explained_once() -> None:
    parts = ("What a game fills in", "What a game fills in if it needs to", "What every game then has")
    named = [name for part in parts for name in listed(part)]
    assert sorted(named) == sorted(name for name in functions("state.py", "State") if not name.startswith("_"))


def test_the_keys_of_a_view_are_those_that_core_puts_there() -> None:
    assert tuple(listed("The view")) == VIEW_KEYS


def test_the_keys_of_texts_are_those_that_are_checked() -> None:
    assert set(listed("Texts")) == set(TEXT_KEYS)


def test_every_check_is_explained() -> None:
    assert set(listed("The conformance suite")) == {name for name in conformance.__all__ if name.startswith("check_")}


def test_kinds_of_options() -> None:
    assert [getattr(option, name).__name__ for name in listed("Options")] == ["Option", "Number", "Members"]


@pytest.mark.parametrize(
    "said",
    [
        f"0 to {HIGHEST} and always",
        f"below {pair.MASK + 1},",
        f"at most {option.MOST_DIGITS} digits",
        f"at most {MOST_COMBINATIONS} combinations",
        f"at most {components.MOST_BYTES // 1024} kB, {components.MOST_ENTRIES:,} values, ",
        f" {components.MOST_DEPTH} levels of lists",
        f"numbers up to {components.MOST_NUMBER:,}",
        f"at most {MOST_CHARACTERS:,} characters, `bound` actions, names of {MOST_IN_NAME} characters",
        f"at most {MOST_SETTINGS} settings",
    ],
)
def test_numbers(said: str) -> None:
    assert said in PAGE
