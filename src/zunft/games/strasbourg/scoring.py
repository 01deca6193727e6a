"""Game end: prestige for members in the city, chapels, buildings, privileges and tasks."""

from __future__ import annotations

from zunft.games.strasbourg import log, tasks
from zunft.games.strasbourg.table import Table


def points(table: Table) -> list[dict[str, int]]:
    """As of now, tasks last (R51)."""
    return [
        {
            "council": table.players[player].prestige,
            "members": members(table, player),
            "chapels": chapels(table, player),
            "buildings": buildings(table, player),
            "privileges": privileges(table, player),
            "tasks": sum([task_points(table, player, task) for task in kept_tasks(table, player)]),
        }
        for player in range(len(table.players))
    ]


def members(table: Table, player: int) -> int:
    return table.players[player].members.bit_count() * table.parts.per_city_member


def chapels(table: Table, player: int) -> int:
    """The player's members touching each chapel (R42)."""
    return sum(tasks.touching_chapels(table, table.players[player].members)) * table.parts.per_chapel_touch


def buildings(table: Table, player: int) -> int:
    """Each building's value per adjacent member of the player (R42)."""
    beside = tasks.beside_buildings(table, table.players[player].members)
    values = table.parts.building_values
    return sum([number * values[table.buildings[place]] for place, number in enumerate(beside)])


def privileges(table: Table, player: int) -> int:
    return table.players[player].privileges * table.parts.per_unused_privilege


def kept_tasks(table: Table, player: int) -> list[int]:
    kept = table.players[player].kept
    return [task for task in range(len(table.parts.tasks)) if kept >> task & 1]


def fulfilled_tasks(table: Table, player: int) -> list[int]:
    cards = table.parts.tasks
    return [task for task in kept_tasks(table, player) if tasks.is_fulfilled(table, player, cards[task])]


def task_points(table: Table, player: int, task: int) -> int:
    """The card's points once, however often fulfilled; otherwise a penalty (R43)."""
    card = table.parts.tasks[task]
    return card.points if tasks.is_fulfilled(table, player, card) else table.parts.task_fail_points


def show_tasks(table: Table) -> None:
    """At the end all players reveal the tasks they kept."""
    table.reveals += 1
    if table.journal is None:
        return
    for player in range(len(table.players)):
        for task in kept_tasks(table, player):
            fulfilled = tasks.is_fulfilled(table, player, table.parts.tasks[task])
            log.task_shown(table, player, task, task_points(table, player, task), fulfilled)


def standing(table: Table) -> list[tuple[int, ...]]:
    """Most prestige; then members in the city; then shared (R48)."""
    scores = table.scores()
    return [(scores[player], me.members.bit_count()) for player, me in enumerate(table.players)]
