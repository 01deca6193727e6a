"""The server's rooms stay small, use only public interfaces, and match docs/architecture.md."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import zunft

SERVER = Path(zunft.__file__).parent / "server"
DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"
FILES = sorted(SERVER.rglob("*.py"))
MOST_LINES, MOST_METHODS, MOST_HOPS = 350, 15, 7
ORDER = ("store", "notices", "people", "tables", "views", "web")  # later rooms use earlier ones
# What the store and people may import of tables: entries, clocks, and the table whose summary or rating is stored
KNOWN = {"zunft.server.tables.log", "zunft.server.tables.clocks", "zunft.server.tables.table"}


def named(path: Path) -> str:
    return str(path.relative_to(SERVER))


def imports(tree: ast.AST) -> list[tuple[str, str]]:
    """Module and name of every import."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def faults(text: str) -> list[str]:
    tree = ast.parse(text)
    found = []
    if len(text.splitlines()) > MOST_LINES:
        found.append(f"more than {MOST_LINES} lines")
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            if sum(not method.name.startswith("_") for method in methods) > MOST_METHODS:
                found.append(f"{node.name} has more than {MOST_METHODS} public methods")
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node.value):
            found.append(f"uses {ast.unparse(node)}")
    for module, name in imports(tree):
        if any(map(is_private, [*module.split("."), name])) and module != "__future__":
            found.append(f"imports {module}.{name}, which is private")
    return found


def is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


ALLOWED = {"uses os._exit"}  # documented, despite its name


@pytest.mark.parametrize("path", FILES, ids=named)
def test_files_are_small_and_keep_to_public_interfaces(path: Path) -> None:
    assert [fault for fault in faults(path.read_text(encoding="utf-8")) if fault not in ALLOWED] == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = 1\n" * 351, "more than 350 lines"),
        ("class A:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(16)), "A has more than 15"),
        ("from jinja2._identifier import pattern", "private"),
        ("import litestar._layers", "private"),
        ("template._module", "uses template._module"),
    ],
)
def test_violations_are_detected(source: str, fault: str) -> None:
    assert [found for found in faults(source) if fault in found]


@pytest.mark.parametrize("path", FILES, ids=named)
def test_rooms_use_only_the_rooms_below(path: Path) -> None:
    room = path.relative_to(SERVER).parts[0]
    if room not in ORDER:
        return
    for module, name in imports(ast.parse(path.read_text(encoding="utf-8"))):
        used = f"{module}.{name}" if module == f"zunft.server.{module.rpartition('.')[2]}" else module
        parts = used.split(".")
        if parts[:2] != ["zunft", "server"] or len(parts) < 3 or parts[2] not in ORDER:
            continue
        below = ORDER.index(parts[2]) <= ORDER.index(room)
        allowed = below or used in KNOWN or module in KNOWN or (room, parts[2]) in EXCEPTIONS
        assert allowed, f"{named(path)} uses {used}"


# Notices listen to tables; accounts and queries store hashes.
EXCEPTIONS = {("notices", "tables"), ("store", "people")}


# One path for a request, pure commands, a domain without HTML

LOWER = ("store", "people", "tables", "notices")  # rooms that know neither HTTP nor HTML
WEB_LIBRARIES = {"jinja2", "markupsafe", "litestar", "uvicorn"}
PURE = ("commands", "fold", "table", "guided", "guidance", "log")  # of tables: clock and randomness are arguments
IMPURE = {"asyncio", "os", "secrets", "socket", "threading", "time", "zunft.server.store.database"}


@pytest.mark.parametrize("path", [path for path in FILES if path.relative_to(SERVER).parts[0] in LOWER], ids=named)
def test_the_domain_holds_no_html(path: Path) -> None:
    used = {module.split(".")[0] for module, _ in imports(ast.parse(path.read_text(encoding="utf-8")))}
    assert not used & WEB_LIBRARIES


@pytest.mark.parametrize("name", PURE)
def test_commands_are_pure(name: str) -> None:
    text = (SERVER / "tables" / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert not {module for module, _ in imports(tree)} & IMPURE
    assert "clocks.now" not in text and not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef | ast.Await)]
    assert not functions


def test_all_requests_take_the_same_path() -> None:
    """The framework answers them; only the checks of security.py come before it."""
    answering = [named(path) for path in FILES if "http.response" in path.read_text(encoding="utf-8")]
    assert answering == ["web/security.py"]
    wrapped = [named(path) for path in FILES if "asgi_handler" in path.read_text(encoding="utf-8")]
    assert wrapped == ["app.py"]


def test_codes_become_text_in_one_place() -> None:
    found = [named(path) for path in FILES if re.search(r"""["']refusal\.""", path.read_text(encoding="utf-8"))]
    assert found == ["texts.py"]


# The path of a move


def hops() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = re.findall(
        r"^\| \d+ \| `([\w/.]+)` \| `([\w.]+)` \|", DOCUMENT.read_text(encoding="utf-8"), re.M
    )
    return found


def test_a_move_has_at_most_seven_hops() -> None:
    assert 5 <= len(hops()) <= MOST_HOPS


@pytest.mark.parametrize(("file", "function"), hops())
def test_every_hop_exists(file: str, function: str) -> None:
    module = importlib.import_module("zunft.server." + file.removesuffix(".py").replace("/", "."))
    found = module
    for name in function.split("."):
        found = getattr(found, name)
    assert found is not None


def test_files_named_in_the_document_exist() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for file in re.findall(r"`((?:web|tables|views|store|people|notices)/[\w.]+\.py)`", text):
        assert (SERVER / file).is_file(), file
    for room in ORDER:
        assert f"| `{room}/` |" in text
