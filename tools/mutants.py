"""Mutation testing: change one operator, number or statement of a rule at a time and see whether a test fails.

    python tools/mutants.py calimala            all modules with scoring-like rules of a game
    python tools/mutants.py calimala scoring    these modules only

Each mutant runs in a fork of this process, which has pytest, the tests and the game already loaded; there the module's
functions get the mutant's code, so the sources are never touched. Calls of `log` are not mutated: they are texts, not
rules.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Final, NamedTuple

import hypothesis
import pytest
from rich.progress import track

ROOT: Final = Path(__file__).resolve().parent.parent
GAMES: Final = ROOT / "src/zunft/games"
ENOUGH: Final = 0.95  # of the mutants must be killed
CPU_SECONDS: Final = 60  # for the tests of one mutant; one that takes longer counts as killed

MODULES: Final = {
    "calimala": ("activation", "council", "game_end", "placing", "scoring"),
    "guildhall": ("card_actions", "chapters", "effects", "hands", "knowledge", "prestige", "scoring", "turn"),
    "norenberc": ("action_phase", "citizens", "goods", "round_end", "scoring", "workshop"),
    "strasbourg": ("awards", "bidding", "building", "council_phase", "scoring", "tasks"),
}

COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


class Mutant(NamedTuple):
    module: str
    line: int
    before: str
    after: str
    tree: ast.Module


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """One for every change that `changed` can make to a node of a function."""
    tree = ast.parse(source)
    lines = source.splitlines()
    for number in range(len(places(tree))):
        for variant in range(2):
            mutated = copy.deepcopy(tree)
            place = places(mutated)[number]
            after = changed(place, variant)
            if after is None:
                break
            line = place.node.lineno
            ast.fix_missing_locations(mutated)
            yield Mutant(module, line, lines[line - 1].strip(), after, mutated)


class Place(NamedTuple):
    """A node that can be mutated, and the statement that it is part of."""

    node: ast.expr | ast.stmt
    statement: ast.stmt


def places(tree: ast.Module) -> list[Place]:
    found: list[Place] = []
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                found += places_in(statement)
    return found


def places_in(statement: ast.stmt) -> list[Place]:
    """The places in a statement, then in its nested statements; annotations and docstrings are not rules."""
    if isinstance(statement, ast.FunctionDef) or is_words(statement):
        return []
    found = [Place(statement, statement)]
    for field, value in ast.iter_fields(statement):
        if field == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt):
                found += places_in(child)
            elif isinstance(child, ast.match_case):
                for inner in child.body:
                    found += places_in(inner)
            elif isinstance(child, ast.expr):
                found += [Place(node, statement) for node in ast.walk(child) if isinstance(node, ast.expr)]
    return found


def is_words(statement: ast.stmt) -> bool:
    """A docstring, or a call of `log`."""
    if not isinstance(statement, ast.Expr):
        return False
    called = statement.value
    return isinstance(called, ast.Constant) or (isinstance(called, ast.Call) and ast.unparse(called).startswith("log."))


def changed(place: Place, variant: int) -> str | None:
    """Mutate the node in place and return its statement's new text; None if there is no such variant."""
    node, statement = place
    match node:
        case ast.Compare(ops=[operator, *_]) if variant == 0:
            node.ops[0] = COMPARISONS[type(operator)]()
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
            node.ops[0] = ast.Eq()
        case ast.BinOp() | ast.AugAssign() if variant == 0 and type(node.op) in ARITHMETIC:
            node.op = ARITHMETIC[type(node.op)]()
        case ast.BoolOp() if variant == 0:
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        case ast.UnaryOp(op=ast.Not()) if variant == 0:
            node.op = ast.UAdd()  # of a truth value: itself
        case ast.Constant(value=bool(truth)) if variant == 0:
            node.value = not truth
        case ast.Constant(value=int(number)) if variant == 0:
            node.value = number + 1
        case ast.If() | ast.While() | ast.IfExp() if variant == 0 and not isinstance(node.test, ast.Compare):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Expr(value=ast.Call()) if variant == 0:
            node.value = ast.Constant(None)
        case ast.Break() | ast.Continue() if variant == 0:
            return swap_jump(place)
        case _:
            return None
    return ast.unparse(statement).splitlines()[0].strip()


def swap_jump(place: Place) -> str:
    """`break` for `continue` and the other way round: the statement keeps its identity, so its class changes."""
    place.statement.__class__ = ast.Continue if isinstance(place.statement, ast.Break) else ast.Break
    return ast.unparse(place.statement)


def install(mutant: Mutant) -> None:
    """Give the module's functions, wherever they were imported to, the code of the mutant.

    The modules hold functions only, and none of them runs while the module is imported.
    """
    module = sys.modules[mutant.module]
    mutated: dict[str, object] = {"__name__": mutant.module}
    exec(compile(mutant.tree, mutant.module, "exec"), mutated)
    for name, function in mutated.items():
        original = getattr(module, name, None)
        if isinstance(function, FunctionType) and isinstance(original, FunctionType) and is_own(function, mutant):
            original.__code__ = function.__code__


def is_own(function: FunctionType, mutant: Mutant) -> bool:
    """Defined in the module itself, not imported by it."""
    return function.__code__.co_filename == mutant.module


def load(tests: list[str]) -> None:
    """Import the tests, and with them the game, once for all forks."""
    for path in [found for test in tests for found in test_files(Path(test).resolve())]:
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def test_files(path: Path) -> list[Path]:
    return sorted(path.rglob("test_*.py")) if path.is_dir() else [path]


def survives(mutant: Mutant | None, tests: list[str]) -> bool:
    """Run the tests in a fork, with the mutant or, for None, with the original sources."""
    child = os.fork()
    if child == 0:
        run_tests(mutant, tests)
    _, status = os.waitpid(child, 0)
    return status == 0


def run_tests(mutant: Mutant | None, tests: list[str]) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    if mutant is not None:
        install(mutant)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to load than most tests take to run
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, max_examples=20)
    hypothesis.settings.load_profile("mutants")
    os._exit(int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore", *tests])))


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutate a game's rules and see whether its tests notice.")
    parser.add_argument("game", choices=sorted(MODULES))
    parser.add_argument("modules", nargs="*", help="modules of the game; default: all with scoring-like rules")
    parser.add_argument("--tests", nargs="*", default=None, help="default: the game's tests")
    chosen = parser.parse_args()
    tests: list[str] = chosen.tests or [str(ROOT / "tests/games" / chosen.game)]
    sys.path.insert(0, str(ROOT))
    load(tests)
    if not survives(None, tests):
        print("The tests fail without any mutant.")
        return 2
    total, alive = 0, 0
    for name in chosen.modules or MODULES[chosen.game]:
        source = (GAMES / chosen.game / f"{name}.py").read_text(encoding="utf-8")
        found = list(mutants(f"zunft.games.{chosen.game}.{name}", source))
        left = [each for each in track(found, f"{name:15}", transient=True) if survives(each, tests)]
        print(f"{name}: {len(found) - len(left)} of {len(found)} mutants died")
        for each in left:
            print(f"  line {each.line}: {each.before}  ->  {each.after}", flush=True)
        total, alive = total + len(found), alive + len(left)
    print(f"{chosen.game}: {total - alive} of {total} mutants died ({1 - alive / max(total, 1):.1%})")
    return 0 if total and 1 - alive / total >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
