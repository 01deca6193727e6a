"""Positions for tests: the four players of the rulebook's examples and small builders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import zunft
from zunft.core.state import Task
from zunft.games.strasbourg import cards, steps
from zunft.games.strasbourg.city import CORNER_IDS, SQUARE_IDS
from zunft.games.strasbourg.game import ROUND, Strasbourg
from zunft.games.strasbourg.names import BUILDINGS, GOODS, SEATS, STEPS, TASKS, VACANT

NICOLE, PETER, SANDRA, THOMAS = range(4)
GAME = zunft.load("strasbourg")

Stacks = Mapping[int, Sequence[Sequence[int]]]


def play(table: Strasbourg, *texts: str) -> None:
    """Validated actions of the deciding player, by text."""
    for text in texts:
        zunft.play(table, GAME.parse(text))


def play_as(table: Strasbourg, player: int, *texts: str) -> None:
    """The same for one of several deciding players; chance in between is played too."""
    for text in texts:
        chance = table.current_player() == zunft.CHANCE
        zunft.play(table, GAME.parse(text), None if chance else player)


def choices(table: Strasbourg, player: int | None = None) -> list[str]:
    return [GAME.text(action) for action in table.legal_actions(player)]


def question(table: Strasbourg) -> str:
    return steps.DECISIONS[table.agenda[-1].step]


# Set-up


def new_table(players: int = 4, **options: Any) -> Strasbourg:
    """Before the deal."""
    table = GAME.new(players, **options)
    assert isinstance(table, Strasbourg)
    return table


def tasks_dealt(players: int = 4, start: int = NICOLE, **options: Any) -> Strasbourg:
    """Tiles 1 to 5, buildings 2 to 6, tasks T01 to T05 for the first player, T06 … for the next."""
    table = new_table(players, **options)
    play(table, "tile 1", "tile 2", "tile 3", "tile 4")
    play(table, "building building_2", "building building_3", "building building_4", "building building_5")
    if table.setting.options["first_player"] == "random":
        play(table, f"start {start + 1}")
    play(table, *[f"deal {task}" for task in TASKS[: players * 5]])
    return table


def tasks_kept(players: int = 4, start: int = NICOLE, **options: Any) -> Strasbourg:
    """All players kept their first task; round 1 begins with the first cards."""
    table = tasks_dealt(players, start, **options)
    for player in range(players):
        play_as(table, player, "keep", "return", "return", "return", "return")
    return table


def planning(piles: Mapping[int, tuple[Sequence[int], Sequence[int]]], round: int = 1, **options: Any) -> Strasbourg:
    """Before the planning of a round; for each player the bag of unknown cards and the reclaimed ones below it."""
    table = tasks_kept(**options)
    table.round = round - 1
    build_earlier(table, chapels=round - 1, buildings=round - 1)
    for player, me in enumerate(table.players):
        bag, bottom = piles.get(player, ((1, 1), ()))
        me.pile, me.bottom = cards.of(list(bag)), tuple(bottom)
        me.box = table.parts.all_cards - me.pile - cards.of(list(bottom))
        me.hand, me.stacks = 0, []
    table.agenda = [Task(steps.ROUND)]
    table.advance()
    return table


# The action phase


def build_earlier(table: Strasbourg, chapels: int, buildings: int) -> None:
    """Buildings of earlier rounds, south-east first."""
    table.chapels = tuple(table.parts.city.spots[::-1][:chapels])
    table.built = tuple(table.parts.city.plots[::-1][:buildings])


def at_step(
    step: str,
    stacks: Stacks | None = None,
    players: int = 4,
    start: int = NICOLE,
    round: int = 1,
    seats: Mapping[str, int] | None = None,
    coins: Mapping[int, int] | None = None,
    goods: Mapping[int, Sequence[str]] | None = None,
    privileges: Mapping[int, int] | None = None,
    city: Mapping[int, Sequence[str]] | None = None,
    **options: Any,
) -> Strasbourg:
    """A step in the action phase of a round begins; tile 1 (vintners, smiths, shoemakers) is that of round 1."""
    table = tasks_kept(players, start, **options)
    table.round = round
    build_earlier(table, chapels=round - 1 + (step == "I"), buildings=round - 1)
    for player, me in enumerate(table.players):
        mine = (stacks or {}).get(player, ())
        me.hand = 0
        me.stacks = cards.in_order([cards.of(list(stack)) for stack in mine])
        me.pile = table.parts.all_cards - sum(me.stacks)
        me.coins = (coins or {}).get(player, me.coins)
        me.privileges = (privileges or {}).get(player, 0)
        for good in (goods or {}).get(player, ()):
            me.goods[GOODS.index(good)] += 1
    for seat, player in (seats or {}).items():
        table.council[SEATS.index(seat)] = player
    settle_in_city(table, city or {})
    table.agenda = ROUND[: len(ROUND) - STEPS.index(step)]
    table.advance()
    return table


def single_stacks(*players: int) -> Stacks:
    """A one-card stack for each player, all different, the first player's the highest."""
    return {player: [[6 - place]] for place, player in enumerate(players)}


def reveal(table: Strasbourg, *values: int) -> None:
    """The deciding player reveals the stack with these cards."""
    place = table.players[table.current_player()].stacks.index(cards.of(list(values)))
    play(table, f"reveal {place + 1}")


def settle_in_city(table: Strasbourg, city: Mapping[int, Sequence[str]]) -> None:
    for player, fields in city.items():
        table.players[player].members = sum(1 << SQUARE_IDS.index(field) for field in fields)


def holder(table: Strasbourg, seat: str) -> int | None:
    found = table.council[SEATS.index(seat)]
    return None if found == VACANT else found


def seats_of(table: Strasbourg, player: int) -> list[str]:
    return [seat for seat, found in zip(SEATS, table.council, strict=True) if found == player]


def goods_of(table: Strasbourg, player: int) -> dict[str, int]:
    return {good: count for good, count in zip(GOODS, table.players[player].goods, strict=True) if count}


def fields_of(table: Strasbourg, player: int) -> list[str]:
    return [field for place, field in enumerate(SQUARE_IDS) if table.players[player].members >> place & 1]


# The end


def game_over(
    city: Mapping[int, Sequence[str]] | None = None,
    chapels: Sequence[str] = (),
    buildings: Mapping[str, str] | None = None,
    players: int = 4,
    kept: Mapping[int, Sequence[str]] | None = None,
    privileges: Mapping[int, int] | None = None,
    prestige: Mapping[int, int] | None = None,
    seats: Mapping[str, int] | None = None,
    **options: Any,
) -> Strasbourg:
    """After the last council phase; chapels at these spots, buildings on these plots."""
    table = tasks_kept(players, **options)
    table.round = 5
    settle_in_city(table, city or {})
    table.chapels = tuple(CORNER_IDS.index(spot) for spot in chapels)
    put_up(table, buildings or {})
    for player, me in enumerate(table.players):
        me.kept = sum(1 << TASKS.index(task) for task in (kept or {}).get(player, ()))
        me.privileges = (privileges or {}).get(player, 0)
        me.prestige = (prestige or {}).get(player, 0)
    table.council = [VACANT] * len(SEATS)
    for seat, player in (seats or {}).items():
        table.council[SEATS.index(seat)] = player
    table.agenda = []
    return table


def put_up(table: Strasbourg, buildings: Mapping[str, str]) -> None:
    """These buildings belong to the first rounds."""
    names = [*buildings, *(name for name in BUILDINGS if name not in buildings)]
    table.buildings = tuple(BUILDINGS.index(name) for name in names)
    table.built = tuple(SQUARE_IDS.index(plot) for plot in buildings.values())
