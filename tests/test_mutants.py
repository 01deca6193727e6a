"""The mutation tester changes a rule's behaviour, and a test of it notices."""

from __future__ import annotations

import ast
import sys
from types import ModuleType

import pytest
from tools.mutants import install, mutants

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
