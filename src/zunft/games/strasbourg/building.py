"""Steps H and I: a chapel, then the building of the round; mandatory and free of charge (R36)."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.core.state import Task
from zunft.games.strasbourg import log, steps
from zunft.games.strasbourg.actions import BUILD, CHAPEL
from zunft.games.strasbourg.names import BUILDINGS, CHURCH, NOBILITY
from zunft.games.strasbourg.table import Table


def offer_chapel(table: Table) -> None:
    """By the current holder of the church seat."""
    table.ask(steps.CHAPEL, table.council[CHURCH])


def legal_spots(table: Table) -> list[int]:
    chapels = table.chapels
    return [CHAPEL + spot for spot in table.parts.city.spots if spot not in chapels]


def why_no_spot(table: Table, spot: int) -> Reason:
    return because("chapel_there") if spot in table.chapels else because("no_spot")


def build_chapel(table: Table, player: int, spot: int) -> None:
    table.chapels += (spot,)
    log.builds_chapel(table, player, spot)


def offer_building(table: Table) -> None:
    """By the current holder of the nobility seat."""
    table.agenda.append(Task(steps.BUILDING, table.council[NOBILITY]))


def legal_plots(table: Table) -> list[int]:
    built = table.built
    return [BUILD + plot for plot in table.parts.city.plots if plot not in built]


def why_no_plot(table: Table, plot: int) -> Reason:
    if plot not in table.built:
        return because("no_plot")
    return because("built_there", building=BUILDINGS[table.buildings[table.built.index(plot)]])


def build(table: Table, player: int, plot: int) -> None:
    """The building on this round's tile (R37)."""
    table.built += (plot,)
    log.builds(table, player, table.buildings[table.round - 1], plot)
