"""Invariants after every action of every game."""

from __future__ import annotations

from zunft.core.state import State
from zunft.games.strasbourg import cards, steps
from zunft.games.strasbourg.game import Strasbourg
from zunft.games.strasbourg.names import CHURCH, GUILD_SEATS, MERCHANTS, NOBILITY, STEP_H, STEP_I, STEPS, VACANT


def check(state: State) -> None:
    assert isinstance(state, Strasbourg)
    check_influence_cards(state)
    check_holdings(state)
    check_council(state)
    check_city(state)
    check_guild_areas(state)
    check_buildings(state)
    check_tasks(state)
    if state.is_over():
        check_end(state)


def check_influence_cards(table: Strasbourg) -> None:
    """24 cards per player, 4 of each value; stacks are never empty, and their order leaks nothing."""
    for me in table.players:
        everywhere = [me.pile, me.hand, me.bid, me.box, me.lost, *me.stacks, *(cards.ONE[value] for value in me.bottom)]
        for value in range(1, 7):
            assert sum(cards.copies(part, value) for part in everywhere) == 4, f"value {value} got lost"
        assert sum(cards.size(part) for part in everywhere) == 24
        assert all(me.stacks), "an empty stack"
        assert not me.known or not me.pile, "a known card was drawn before the unknown ones"
        if not me.hand and not any(task.step in (steps.SPLIT, steps.CARD) for task in table.agenda):
            assert me.stacks == cards.in_order(me.stacks)


def check_holdings(table: Strasbourg) -> None:
    for me in table.players:
        assert me.coins >= 0 and me.privileges >= 0 and min(me.goods) >= 0


def check_council(table: Strasbourg) -> None:
    """Eight seats with at most one member; nobility and church never empty; a guild's seat only after its step."""
    assert len(table.council) == 8
    assert all(holder == VACANT or 0 <= holder < len(table.players) for holder in table.council)
    if table.round:
        assert table.council[NOBILITY] != VACANT and table.council[CHURCH] != VACANT
    for guild in range(5):
        assert table.council[GUILD_SEATS + guild] == VACANT or guild_steps(table, guild)
    if table.round <= 1 and table.step < STEPS.index("G"):
        assert table.council[MERCHANTS] == VACANT


def check_city(table: Strasbourg) -> None:
    """A field has at most one member, and members are on fields only."""
    taken = 0
    for me in table.players:
        assert not taken & me.members, "two members on one field"
        taken |= me.members
    assert not taken & ~sum(table.parts.city.area), "a member on a plot"


def guild_steps(table: Strasbourg, guild: int) -> int:
    """How often this guild has come up so far, including the current step."""
    tiles = [table.parts.tiles[tile] for tile in table.tiles]
    past = sum(guilds.count(guild) for guilds in tiles[: max(table.round - 1, 0)])
    return past + (tiles[table.round - 1][: table.step + 1].count(guild) if table.round else 0)


def check_guild_areas(table: Strasbourg) -> None:
    placements = 2 if len(table.players) == 3 else 3
    for guild, area in enumerate(table.parts.city.area):
        times = guild_steps(table, guild)
        assert times <= 3
        assert sum((me.members & area).bit_count() for me in table.players) <= placements * times
        assert all((me.members & area).bit_count() <= times for me in table.players)


def check_buildings(table: Strasbourg) -> None:
    """One chapel and one building per round, each at a different place."""
    assert len(set(table.chapels)) == len(table.chapels) and set(table.chapels) <= set(table.parts.city.spots)
    assert len(set(table.built)) == len(table.built) and set(table.built) <= set(table.parts.city.plots)
    pending = {task.step for task in table.agenda}
    past = max(table.round - 1, 0)
    assert len(table.chapels) == past + (table.step >= STEP_H and steps.CHAPEL not in pending)
    assert len(table.built) == past + (table.step == STEP_I and steps.BUILDING not in pending)


def check_tasks(table: Strasbourg) -> None:
    """Kept, returned and undealt tasks are 25, without duplicates."""
    dealt = [task for me in table.players for task in me.dealt]
    assert sorted(dealt + table.undealt) == list(range(25))
    for me in table.players:
        assert not me.kept & ~sum(1 << task for task in me.dealt)
        if table.round:
            assert len(me.dealt) == 5 and me.kept


def check_end(table: Strasbourg) -> None:
    assert len(table.chapels) == 5 and len(table.built) == 5
    assert all(not me.hand and not me.stacks and not me.bid for me in table.players)
    for player, score in enumerate(table.scores()):
        assert score == recomputed(table, player)


def recomputed(table: Strasbourg, player: int) -> int:
    """The final score without tasks, recomputed square by square with rows and columns instead of bits."""
    me = table.players[player]
    own = {divmod(square, 9) for square in range(54) if me.members >> square & 1}
    total = me.prestige + len(own) + me.privileges + table.points()[player]["tasks"]
    for spot in table.chapels:
        row, column = divmod(spot, 8)
        total += len(own & {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)})
    for building, plot in zip(table.buildings, table.built, strict=True):
        row, column = divmod(plot, 9)
        beside = own & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        total += len(beside) * (building + 2)
    return total
