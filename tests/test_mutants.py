"""The mutation tester changes a rule's behaviour, and a test of it notices; its page has figures that add up."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tools.mutants import ENOUGH, MODULES, install, mutants

PAGE = Path(__file__).resolve().parent.parent / "docs/mutants.md"
TOTAL = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| ([\d.]+) % \|$", re.MULTILINE)
MODULE = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (.*)\|$", re.MULTILINE)
LINE = re.compile(r"(\d+)(?: \((two|three)\))?")
TIMES = {"": 1, "two": 2, "three": 3}

RULE = '''
def price(goods: int, is_guest: bool) -> int:
    """Two talers a good, one less for a guest."""
    log.asked(goods, 7)
    if goods > 3 and not is_guest:
        return goods * 2
    return goods * 2 - 1
'''


def test_each_mutant_changes_one_thing_that_is_no_word() -> None:
    found = [each.after for each in mutants("rules", RULE)]
    assert "if goods >= 3 and (not is_guest):" in found
    assert "if goods == 3 and (not is_guest):" in found
    assert "if goods > 4 and (not is_guest):" in found
    assert "if goods > 3 or not is_guest:" in found
    assert "return goods * 3" in found
    assert "return goods * 2 + 1" in found
    assert not [after for after in found if "log" in after]
    assert len(found) == len(set(found))


def test_mutants_compute_something_else() -> None:
    for mutant in mutants("rules", RULE.replace("    log.asked(goods, 7)\n", "")):
        names: dict[str, object] = {}
        exec(compile(mutant.tree, "rules", "exec"), names)
        price = names["price"]
        assert callable(price)
        asked = [(goods, guest) for goods in range(7) for guest in (False, True)]
        assert [price(*each) for each in asked] != [expected(*each) for each in asked], ast.unparse(mutant.tree)


def test_a_mutant_reaches_those_who_imported_the_function_before(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("rules")
    source = RULE.replace("    log.asked(goods, 7)\n", "")
    exec(source, module.__dict__)
    monkeypatch.setitem(sys.modules, "rules", module)
    price = module.price
    assert price(4, is_guest=False) == 8
    install(next(each for each in mutants("rules", source) if each.after == "return goods * 3"))
    assert price(4, is_guest=False) == 12


def expected(goods: int, is_guest: bool) -> int:
    return goods * 2 if goods > 3 and not is_guest else goods * 2 - 1


def test_the_figures_of_the_page_add_up() -> None:
    """A number in every place, one row for every game and module that has mutants, sums and percentages."""
    overview, *chapters = PAGE.read_text(encoding="utf-8").split("\n## ")
    totals = {name.lower(): (int(all_), int(died), float(share)) for name, all_, died, share in TOTAL.findall(overview)}
    assert set(totals) == {*MODULES, "all"}
    for chapter in chapters:
        game = chapter.split()[0].lower()
        rows = MODULE.findall(chapter)
        without = re.findall(r"^`(\w+)` has no mutants", chapter, re.MULTILINE)
        assert {name for name, *_ in rows} | set(without) == set(MODULES[game])
        assert totals[game][:2] == (sum(int(row[1]) for row in rows), sum(int(row[2]) for row in rows))
        for name, number, died, survivors in rows:
            counted = sum(TIMES[times] for _, times in LINE.findall(survivors))
            assert counted == int(number) - int(died), name
    assert totals["all"][:2] == tuple(sum(totals[game][at] for game in MODULES) for at in (0, 1))
    for number, died, share in totals.values():
        assert share == round(100 * died / number, 1)
        assert died / number >= ENOUGH
