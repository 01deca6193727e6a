"""The end of a game: who won, by how much and why, breakdown of points, the chart, and the next level."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from markupsafe import escape

from tests.server.apps import application, put
from tests.server.logs import GAMES, Log
from zunft.bots.levels import LEVELS
from zunft.core.text import LANGUAGES
from zunft.server.tables import log as entries
from zunft.server.tables.log import BOT, Seat
from zunft.server.tables.table import Table
from zunft.server.views.ending import ending, scores_over
from zunft.server.views.live import regions

BROWSER = {"accept": "text/html", "accept-language": "en"}


def finished(game: str, seed: int = 3, players: int | None = None) -> Table:
    log = Log(game, seed=seed, players=players)
    assert not log.play(10_000)
    return log.table


class Ended:
    """A finished position with these marks, to test only who won."""

    def __init__(self, standing: Sequence[tuple[int, ...]]) -> None:
        self.marks = list(standing)

    def standing(self) -> list[tuple[int, ...]]:
        return self.marks

    def scores(self) -> list[int]:
        return [mark[0] for mark in self.marks]

    def winners(self) -> list[int]:
        return [player for player, mark in enumerate(self.marks) if mark == max(self.marks)]


def ended(*standing: tuple[int, ...]) -> Table:
    table = finished("norenberc", players=len(standing))
    table.state = Ended(standing)  # type: ignore[assignment]
    return table


def said(table: Table, viewer: int | None, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.setattr("zunft.server.views.ending.sources_of", lambda table, language: [])
    monkeypatch.setattr("zunft.server.views.ending.chart_of", lambda table: None)
    found = ending(table, viewer, "en")
    return found.headline, found.decided


def test_the_winner_sees_the_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ended((20, 1, 1), (22, 1, 1), (9, 1, 1))
    assert said(table, 1, monkeypatch) == ("You won by 2 points!", "")
    assert said(table, None, monkeypatch) == ("Bruno won by 2 points", "")
    assert said(table, 2, monkeypatch)[0] == "Bruno won. You came third, 13 points behind"
    assert said(ended((20, 1, 1), (21, 1, 1)), 1, monkeypatch)[0] == "You won by 1 point!"


def test_the_tie_breaker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    by_craftsmen = ended((22, 3, 9), (22, 5, 1), (9, 1, 1))
    reason = "Tied at 22 points. Tie-break: more craftsmen."
    assert said(by_craftsmen, 1, monkeypatch) == ("You won on the tie-break!", reason)
    assert said(by_craftsmen, 0, monkeypatch) == ("Bruno won after a tie with you", reason)
    assert "value" in said(ended((22, 5, 9), (22, 5, 1)), 1, monkeypatch)[1]


def test_a_shared_victory(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ended((22, 5, 9), (22, 5, 9), (3, 1, 1))
    assert said(table, 0, monkeypatch) == ("You won together with Bruno", "")
    assert said(table, 2, monkeypatch) == ("Anna and Bruno won together", "")


def test_a_game_that_ended_early_has_no_points() -> None:
    log = Log("norenberc", seed=3)
    log.play(5)
    log.add(entries.END, 0, {"why": entries.RESIGN})
    found = ending(log.table, 1, "en")
    assert found.headline == "You won: the others resigned" and not found.sources and found.chart is None
    assert ending(log.table, 0, "en").headline == "Bruno won: the game ended early"


@pytest.mark.parametrize("game", GAMES)
def test_sources_are_broken_down_and_empty_ones_collapsed(game: str) -> None:
    table = finished(game)
    found = ending(table, 0, "en")
    points = table.state.points()
    assert [sum(source.points[player] for source in found.sources) for player in range(len(points))] == [
        sum(mine.values()) for mine in points
    ]
    assert len(found.sources) + len(found.empty) == len(points[0])
    assert all(any(source.points) for source in found.sources)
    assert any(source.parts for source in found.sources)


def test_the_parts_of_calimala_are_its_scorings() -> None:
    """A line for each tile with the players who score there; cards are separate from tiles."""
    found = {source.name: source.parts for source in ending(finished("calimala"), 0, "en").sources}
    assert found["scoring tiles"][0].startswith("Scoring 1: ")
    assert sum(line.startswith("Scoring ") for line in found["scoring tiles"]) == 15
    assert found["scoring cards"][0].startswith("Anna shows the scoring card")


@pytest.mark.parametrize("game", GAMES)
def test_the_chart_ends_with_the_result(game: str) -> None:
    table = finished(game)
    steps = scores_over(table)
    assert steps[-1] == table.state.scores()
    chart = ending(table, 0, "en").chart
    assert chart is not None and len(chart.curves) == table.setup.players
    assert all(len(curve.split()) == len(steps) for curve in chart.curves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_names_not_only_letters(game: str, language: str) -> None:
    table = finished(game)
    shown = "".join(regions(table, 0, language, has_reviews=False)["decision"])
    for name in table.names:
        assert f'<span class="who">{name}</span>' in shown
    for source in ending(table, 0, language).sources:
        assert str(escape(source.name)) in shown
        assert all(str(escape(part)) in shown for part in source.parts)


def against(table: Table, *bots: str) -> Table:
    table.seats = [table.seats[0], *[Seat(BOT, f"Bot {place}", bot) for place, bot in enumerate(bots)]]
    return table


def test_beating_a_level_offers_the_next() -> None:
    tables = [finished("norenberc", seed) for seed in range(8)]
    won = next(table for table in tables if table.winners() == [0])
    lost = next(table for table in tables if table.winners() == [1])
    assert ending(against(won, "apprentice"), 0, "en").next_level == "journeyman"
    assert ending(against(won, LEVELS[-2]), 0, "en").next_level == LEVELS[-1]
    assert ending(against(won, LEVELS[-1]), 0, "en").next_level == ""
    assert ending(against(lost, "apprentice"), 0, "en").next_level == ""
    assert ending(against(won, "apprentice"), None, "en").next_level == ""


def test_the_next_level_is_a_button(tmp_path: Path) -> None:
    tables = [finished("norenberc", seed) for seed in range(8)]
    won = against(next(table for table in tables if table.winners() == [0]), "apprentice")
    path = tmp_path / "z.sqlite"
    with application(path) as client:
        put(path, won, {0: "anna's secret"})
        page = client.get("/t/some-table", headers={**BROWSER, "authorization": "Bearer anna's secret"}).text
        assert 'name="level" value="journeyman"' in page and "Next level: Journeyman" in page


@pytest.mark.parametrize(("game", "title"), [("calimala", "scoring"), ("norenberc", "round"), ("strasbourg", "round")])
def test_summaries_have_their_titles(game: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path) as client:
        put(path, finished(game), {})
        assert f"{title.capitalize()} summary" in client.get("/t/some-table", headers=BROWSER).text
