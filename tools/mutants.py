"""Mutation testing: change one operator, number or statement of a rule at a time and see whether a test fails.

    python tools/mutants.py calimala                all modules with scoring-like rules of a game
    python tools/mutants.py calimala scoring        these modules only
    python tools/mutants.py calimala scoring:58     the mutants of these lines only

The tests are collected once. Each mutant runs in a fork, in which the module's functions get the mutant's code, so the
sources are never touched. A fork ends with the first test that fails; quick tests and those that noticed the last
mutants come first. Calls of `log` are not mutated: they are texts, not rules. Tests of boards, texts and observations
are not run: they check what is shown of a position, not how it came about.
"""

from __future__ import annotations

import argparse
import ast
import copy
import mmap
import os
import signal
import sys
import time
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
PATIENCE: Final = 3  # a test that takes 3 CPU seconds plus 3 times its usual time is in an endless loop: failed
DISPLAY: Final = ("test_board.py", "test_observation.py", "test_texts.py")

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
    for number, original in enumerate(places(tree)):
        for variant in range(2):
            if changed(copy.deepcopy(original), variant) is None:  # much smaller to copy than the whole tree
                break
            mutated = copy.deepcopy(tree)
            place = places(mutated)[number]
            after = str(changed(place, variant))
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


class Tests:
    """The collected tests; they run in forks, which share the times and the number of the running test."""

    def __init__(self, items: list[pytest.Item]) -> None:
        self.items = items
        self.order = list(range(len(items)))
        self.seconds = memoryview(mmap.mmap(-1, 8 * len(items))).cast("d")
        self.running = memoryview(mmap.mmap(-1, 8)).cast("q")

    def pass_unchanged(self) -> bool:
        """Run all with the original sources, and order them by the time they take."""
        if self.notice(None):
            return False
        self.order.sort(key=lambda number: self.seconds[number])
        return True

    def last(self) -> str:
        """The test that ran last, in any fork."""
        return self.items[self.running[0]].nodeid

    def notice(self, mutant: Mutant | None) -> bool:
        child = os.fork()
        if child == 0:
            self.run(mutant)
        _, status = os.waitpid(child, 0)
        if status != 0:  # what noticed this mutant will often notice the next one
            self.order.remove(self.running[0])
            self.order.insert(0, self.running[0])
        return status != 0

    def run(self, mutant: Mutant | None) -> None:
        """End the process, with 0 if all tests pass."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        if mutant is not None:
            install(mutant)
        for number in self.order:
            self.running[0] = number
            if mutant is not None:
                signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + PATIENCE * self.seconds[number])
            if not self.passes(number):
                os._exit(1)
        os._exit(0)

    def passes(self, number: int) -> bool:
        item = self.items[number]
        start = time.process_time()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        self.seconds[number] = time.process_time() - start
        return item.session.testsfailed == 0


class Report:
    """A pytest plugin: instead of running the tests once, run them for every mutant."""

    def __init__(self, game: str, chosen: list[str]) -> None:
        self.game = game
        self.chosen = chosen
        self.total = 0
        self.alive = 0
        self.error = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests = Tests(session.items)
        if session.testsfailed:
            self.error = "The tests cannot be collected."
            return True
        if not tests.pass_unchanged():
            self.error = f"{tests.last()} fails without any mutant."
            return True
        for each in self.chosen:
            name, _, line = each.partition(":")
            self.try_module(tests, name, int(line or 0))
        return True

    def try_module(self, tests: Tests, name: str, line: int) -> None:
        source = (GAMES / self.game / f"{name}.py").read_text(encoding="utf-8")
        found = [each for each in mutants(f"zunft.games.{self.game}.{name}", source) if line in (0, each.line)]
        alive = 0
        for each in track(found, f"{name:15}", transient=True):
            if not tests.notice(each):
                alive += 1
                print(f"  {name}:{each.line}: {each.before}  ->  {each.after}", flush=True)
        print(f"{name}: {len(found) - alive} of {len(found)} mutants died", flush=True)
        self.total, self.alive = self.total + len(found), self.alive + alive

    def summary(self) -> str:
        return self.error or f"{self.game}: {self.total - self.alive} of {self.total} mutants died ({self.share():.1%})"

    def share(self) -> float:
        return 1 - self.alive / max(self.total, 1)


def test_files(game: str) -> list[str]:
    found = sorted((ROOT / "tests/games" / game).glob("test_*.py"))
    return [str(path) for path in found if path.name not in DISPLAY]


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutate a game's rules and see whether its tests notice.")
    parser.add_argument("game", choices=sorted(MODULES))
    parser.add_argument("modules", nargs="*", help="modules of the game, or module:line; default: all of them")
    parser.add_argument("--tests", nargs="*", default=None, help="default: the game's tests of rules")
    chosen = parser.parse_args()
    report = Report(chosen.game, chosen.modules or list(MODULES[chosen.game]))
    sys.path.insert(0, str(ROOT))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, max_examples=20, deadline=None)
    hypothesis.settings.load_profile("mutants")
    options = ["-qqq", "--capture=no", "-p", "no:cacheprovider", "-W", "ignore"]
    pytest.main([*options, *(chosen.tests or test_files(chosen.game))], plugins=[report])
    print(report.summary())
    return 0 if report.total and report.share() >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
