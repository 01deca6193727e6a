"""Every numbered case of docs/rules/calimala.md has a test whose docstring begins with the number."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

CASES = [*(f"T{number}" for number in range(1, 46)), *(f"U{number}" for number in range(1, 28))]


def numbers_tested() -> set[str]:
    """The first word of every test's docstring in this folder."""
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.add((ast.get_docstring(node) or "").split(":")[0].strip(". "))
    return found


@pytest.mark.parametrize("case", CASES)
def test_every_case_has_a_test(case: str) -> None:
    assert case in numbers_tested()
