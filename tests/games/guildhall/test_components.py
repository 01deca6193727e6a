"""Components can be replaced; invalid ones are rejected, naming table and key."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import zunft
from tests.games.guildhall.positions import GAME
from zunft.core import conformance


def changed(table: str, name: str, **values: Any) -> dict[str, Any]:
    """One table of the game with one row changed."""
    rows = copy.deepcopy(GAME.tables[table])
    for row in rows:
        if row["id"] == name:
            row.update(values)
    return {table: rows}


def test_a_replacement_counts() -> None:
    state: Any = GAME.new(2, components={"game": {**GAME.tables["game"], "target_vp": 5}})
    assert state.parts.target_vp == 5
    assert GAME.new(2).view(None)["target"] == 20


@pytest.mark.parametrize(
    ("replacement", "complaint"),
    [
        (changed("profession", "robber", levels=[0, 2]), "key levels: robber needs 3 rising levels"),
        (changed("profession", "robber", levels=[0, 0, 4]), "key levels: robber needs 3 rising levels"),
        (changed("profession", "hunter", amounts=[1, 2]), "key amounts: hunter needs 3 amounts"),
        (changed("profession", "hunter", amounts=[0, 2, 3]), "key amounts: hunter moves at least 1"),
        (changed("profession", "weaver", second_amounts=[0, 0, 2]), "key second_amounts: weaver takes at least 1"),
        (changed("profession", "scholar", second_amounts=[1, 1, 1]), "key second_amounts: scholar needs none"),
        (changed("profession", "farmer", set="job_faire"), "key set: job_faire needs 6 professions, not 7"),
        (changed("profession", "farmer", id="robber"), "key id: 'robber' appears twice"),
        (changed("prestige", "p5", fewer=7), "key fewer: p5 does not have that many copies"),
        (changed("prestige", "p7", amount=0), "key amount: p7 needs at least 1"),
        ({"prestige": GAME.tables["prestige"][1:]}, "key id: no row for p2_chapter"),
    ],
)
def test_what_does_not_fit_is_refused(replacement: dict[str, Any], complaint: str) -> None:
    with pytest.raises(zunft.BadComponents, match=complaint):
        GAME.new(2, components=replacement)


def test_other_levels_and_amounts_can_be_played() -> None:
    """Larger swaps and other levels conform."""
    rows = copy.deepcopy(GAME.tables["profession"])
    for row in rows:
        if row["id"] in ("hunter", "peddler", "trader", "weaver", "assassin"):
            row["levels"] = [0, 1, 2]
            row["amounts"] = [1, 3, row["amounts"][2]]
    conformance.check_game(GAME, 3, {"mode": "mega", "turn_limit": 20, "components": {"profession": rows}}, seed=3)
