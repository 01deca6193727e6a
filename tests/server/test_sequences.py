"""Sets ticked in any order: a page offers exactly what the rules allow, and leaks nothing."""

from __future__ import annotations

import random
from functools import partial

import pytest

from tests.server.logs import Log
from zunft.core.errors import ZunftError
from zunft.server.refusals import Stale
from zunft.server.tables import commands
from zunft.server.tables.table import Table
from zunft.server.views.position import position
from zunft.server.views.sequences import Sets, sets_of

GAMES = ("guildhall", "norenberc")


def sets_for(table: Table) -> Sets | None:
    return sets_of(table, position(table, table.deciders[0], "en"), "en")


def with_sets(game: str, seed: int = 1) -> tuple[Log, Sets]:
    """A table at which a player has to choose a set."""
    log = Log(game, seed, players=2)
    for _ in range(200):
        found = sets_for(log.table)
        if found is not None:
            return log, found
        log.play(1)
    raise AssertionError("nobody had to choose a set")


@pytest.mark.parametrize("game", GAMES)
def test_every_set_can_be_chosen_and_every_first_step_is_legal(game: str) -> None:
    log, found = with_sets(game)
    table = log.table
    player = table.deciders[0]
    legal = {table.game.text(action) for action in table.state.legal_actions(player)}
    assert {found.parts[each[0]].text for each in found.sets} == legal
    assert len(set(found.sets)) == len(found.sets)
    for each in random.Random(1).sample(found.sets, min(5, len(found.sets))):
        steps = [found.parts[place].text for place in each]
        act = partial(commands.act_in_order, player=player, actions=steps, number=table.number(player))
        after = act(table, log.moment())
        assert after is not None and len(after.moves) == len(table.moves) + len(steps)
        assert act(after, log.moment()) is None, "a repeated request has no effect"


def test_guildhalls_opening_offers_every_card_of_the_hand() -> None:
    """Not only those with which the order of the rules can begin."""
    log = Log("guildhall", seed=1, players=2)
    while position(log.table, log.table.deciders[0], "en").decision != "opening_hall":
        log.play(1)
    player = log.table.deciders[0]
    found = sets_for(log.table)
    hand = set(log.table.state.view(player)["players"][player]["hand"])
    assert found is not None and {choice.args["card"] for choice in found.parts} == hand
    assert len(found.parts) > len(log.table.state.legal_actions(player))


def test_a_set_is_played_completely_or_not_at_all() -> None:
    log, found = with_sets("guildhall")
    table, player = log.table, log.table.deciders[0]
    steps = [found.parts[place].text for place in found.sets[0]]
    wrong = partial(commands.act_in_order, player=player, actions=[steps[0], steps[0]], number=table.number(player))
    before = len(table.log)
    with pytest.raises(ZunftError):
        wrong(table, log.moment())
    late = partial(commands.act_in_order, player=player, actions=steps, number=table.number(player) + 1)
    with pytest.raises(Stale):
        late(table, log.moment())
    assert len(table.log) == before
