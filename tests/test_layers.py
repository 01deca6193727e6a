"""Imports only go down: command line and the like, bots, games, core; games never import each other."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
LAYERS = ("core", "games", "bots")  # everything else is above them
MODULES = sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def height(module: str) -> int:
    part = [*module.split("."), ""][1]
    return LAYERS.index(part) if part in LAYERS else len(LAYERS)


def imports(path: Path) -> Iterator[str]:
    """Every module that is imported, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def complaint(module: str, imported: str) -> str | None:
    """What is wrong with this import, or None."""
    if not imported.startswith("zunft"):
        foreign = imported.split(".")[0] not in sys.stdlib_module_names
        typing_only = imported.startswith("mypy_extensions")
        return "needs more than the standard library" if foreign and not typing_only and height(module) < 3 else None
    if height(imported) > height(module):
        return "imports a higher layer"
    own = module.split(".")[:3]
    if own[1:2] == ["games"] and imported.startswith("zunft.games.") and imported.split(".")[:3] != own:
        return "imports another game"
    return None


@pytest.mark.parametrize("path", MODULES, ids=map(name_of, MODULES))
def test_imports_only_go_down(path: Path) -> None:
    module = name_of(path)
    wrong = [(imported, complaint(module, imported)) for imported in imports(path) if complaint(module, imported)]
    assert not wrong, f"{module}: {wrong}"


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("zunft.core.state", "zunft.games.norenberc"),
        ("zunft.core.state", "zunft"),
        ("zunft.games.norenberc.game", "zunft.games.calimala.table"),
        ("zunft.games.norenberc.game", "zunft.bots.seat"),
        ("zunft.bots.greedy", "zunft.cli"),
        ("zunft.bots.greedy", "rich.table"),
    ],
)
def test_the_law_has_teeth(module: str, imported: str) -> None:
    assert complaint(module, imported)
