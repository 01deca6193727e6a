"""Victory points: prestige cards and chits."""

from __future__ import annotations

from zunft.games.guildhall.table import Table


def score(table: Table, player: int) -> int:
    return prestige_points(table, player) + table.players[player].chits


def prestige_points(table: Table, player: int) -> int:
    printed = table.parts.vp
    total = 0
    for card in table.players[player].prestige:
        total += printed[card]
    return total


def points(table: Table) -> list[dict[str, int]]:
    return [
        {"prestige": prestige_points(table, player), "chits": table.players[player].chits}
        for player in range(len(table.players))
    ]


def scores(table: Table) -> list[int]:
    return [score(table, player) for player in range(len(table.players))]
