"""Imports only go down: terminal, server, envs, arena, cli -> review -> bots -> games -> core; games stay apart."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zunft

SOURCE = Path(__file__).parents[1] / "src" / "zunft"
LEVELS = {"version": 0, "core": 0, "games": 1, "bots": 2, "review": 3}  # all other parts may use these
TOP = 4
STANDARD_LIBRARY_ONLY = ("core", "games", "bots", "review")
FILES = sorted(SOURCE.rglob("*.py"))


def module_of(path: Path) -> str:
    parts = ["zunft", *path.relative_to(SOURCE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """ "core" for zunft.core.state, "" for zunft itself."""
    return module.split(".")[1] if "." in module else ""


def level(module: str) -> int:
    return LEVELS.get(part_of(module), TOP)


def game_of(module: str) -> str:
    """The package of a game, else ""; a single module below games is a registry, not a game."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "games" and (SOURCE / "games" / parts[2]).is_dir() else ""


def imports(tree: ast.AST, module: str, package: bool) -> Iterator[str]:
    """Full names of all imports, except those for type checking only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from imported_from(node, module, package)
        else:
            yield from imports(node, module, package)


def imported_from(node: ast.ImportFrom, module: str, package: bool) -> list[str]:
    base = module.split(".")
    if node.level:
        kept = len(base) - node.level + (1 if package else 0)
        source = ".".join([*base[:kept], *([node.module] if node.module else [])])
    else:
        source = node.module or ""
    return [f"{source}.{name.name}" for name in node.names] if source.split(".")[0] == "zunft" else [source]


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return set(imports(tree, module_of(path), path.name == "__init__.py"))


def faults(path: Path) -> list[str]:
    module, found = module_of(path), []
    for name in sorted(imports_of(path)):
        if name.split(".")[0] != "zunft":
            if part_of(module) in STANDARD_LIBRARY_ONLY and name.split(".")[0] not in sys.stdlib_module_names:
                found.append(f"{module} needs {name}, which is not in the standard library")
        elif module != "zunft" and name.count(".") == 1 and not (SOURCE / name.split(".")[1]).exists():
            if level(module) < TOP and part_of(name) not in LEVELS:
                found.append(f"{module} imports {name} from the top of the package, which imports everything")
        elif level(name) > level(module):
            found.append(f"{module} imports {name}, which lies above it")
        elif game_of(module) and game_of(name) not in ("", game_of(module)):
            found.append(f"{module} imports another game: {name}")
    return found


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_only_go_down(path: Path) -> None:
    assert faults(path) == []


def test_there_are_modules_to_check() -> None:
    modules = {module_of(path) for path in FILES}
    assert {"zunft.core.state", "zunft.games.norenberc.game", "zunft.bots"} <= modules
    assert "zunft.core.state.Task" in imports_of(SOURCE / "games" / "norenberc" / "game.py")


@pytest.mark.parametrize("path", sorted((SOURCE / "core").rglob("*.py")), ids=module_of)
def test_core_knows_no_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    for name in zunft.game_names():
        assert name not in text
        assert zunft.load(name).title.lower() not in text


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("core/x.py", "from zunft.games.norenberc import game", "which lies above it"),
        ("core/x.py", "def f():\n    import zunft.bots.random", "which lies above it"),
        ("core/x.py", "from zunft import load", "from the top of the package"),
        ("core/x.py", "import numpy", "not in the standard library"),
        ("core/x.py", "from ..games import norenberc", "which lies above it"),
        ("games/strasbourg/x.py", "from zunft.games.norenberc import tiles", "another game"),
        ("games/strasbourg/x.py", "from ..norenberc import tiles", "another game"),
        ("games/norenberc/x.py", "import rich", "not in the standard library"),
        ("bots/x.py", "from zunft.terminal import play", "which lies above it"),
        ("bots/x.py", "from zunft.review import Evaluator", "which lies above it"),
        ("review/x.py", "from zunft.arena import plots", "which lies above it"),
        ("review/x.py", "import rich", "not in the standard library"),
    ],
)
def test_a_wrong_import_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, source: str, fault: str
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    for folder in ("core", "bots", "review", "terminal", "arena", "games/norenberc", "games/strasbourg"):
        (tmp_path / folder).mkdir(parents=True)
    path = tmp_path / module
    path.write_text(source, encoding="utf-8")
    assert [said for said in faults(path) if fault in said]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games/norenberc/x.py", "from zunft.core.state import Task\nfrom zunft.games.norenberc import tiles"),
        ("games/norenberc/x.py", "from . import tiles\nimport json"),
        ("review/x.py", "from zunft.bots.search import Search\nfrom zunft.core.state import State"),
        ("terminal/x.py", "import rich\nfrom zunft import bots\nfrom zunft.games.norenberc import tiles"),
        ("core/x.py", "if TYPE_CHECKING:\n    from mypy_extensions import i64"),
    ],
)
def test_a_correct_import_is_not_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, source: str
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    for folder in ("core", "bots", "review", "terminal", "games/norenberc"):
        (tmp_path / folder).mkdir(parents=True)
    path = tmp_path / module
    path.write_text(source, encoding="utf-8")
    assert faults(path) == []
