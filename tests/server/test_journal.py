"""The log on pages: every line can be reached, names have their colours, turns their headings."""

from __future__ import annotations

from functools import partial

import pytest

from tests.server.logs import GAMES, Log
from zunft.server.tables import commands
from zunft.server.tables.log import CHAT, Entry
from zunft.server.tables.table import Move
from zunft.server.views import position
from zunft.server.views.boards import line_kinds
from zunft.server.views.journal import LOOKED_AT, SHORT, coloured, latest_chat, page_of, since_last_turn, without_chat
from zunft.server.views.live import update
from zunft.server.views.position import Line, VisibleEntry, lines, visible_entries


def pages(log: Log, viewer: int | None, limit: int) -> list[Line]:
    """From the last page back to the first, joined again."""
    found: list[Line] = []
    page = page_of(log.table, viewer, "en", limit=limit)
    while True:
        assert len(page.lines) >= min(limit, 1)
        found[:0] = page.lines
        if page.earlier is None:
            return found
        page = page_of(log.table, viewer, "en", page.earlier, limit)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_can_be_reached_page_by_page(game: str) -> None:
    log = Log(game, seed=2)
    log.play(60)
    for viewer in (None, 0):
        whole = lines(log.table, viewer, "en", visible_entries(log.table, viewer))
        assert pages(log, viewer, 7) == whole
        assert len(page_of(log.table, viewer, "en", limit=7).lines) < len(whole)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_declares_where_its_turns_begin(game: str) -> None:
    log = Log(game, seed=2)
    log.play(60)
    whole = lines(log.table, None, "en", visible_entries(log.table, None))
    assert "heading" in line_kinds(log.table.game).values() and [line for line in whole if line.kind == "heading"]
    assert [line.places for line in whole if line.places], "lines have places"


def test_chat_is_separate_from_the_log() -> None:
    log = Log("norenberc", seed=2)
    after = partial(commands.chat, player=0, text="Well played")(log.table, log.moment())
    assert after is not None
    log.table = after
    log.play(100)
    assert [line.text for line in latest_chat(log.table, 1, "en")] == ["Well played"]
    assert all(line.kind != "chat" for line in without_chat(page_of(log.table, 1, "en", limit=10_000).lines))


def test_names_are_coloured_as_whole_words_and_escaped() -> None:
    names = ("Al", "Al & Co", "")
    assert coloured("All agree: Al takes <b> from Al & Co.", names) == (
        'All agree: <b class="who who-0">Al</b> takes &lt;b&gt; from <b class="who who-1">Al &amp; Co</b>.'
    )


@pytest.mark.parametrize("game", GAMES)
def test_events_since_ones_last_turn(game: str) -> None:
    """Only what others did after the viewer's last choice, in short, with lines about the viewer first."""
    log = Log(game, seed=4)
    log.play(50)
    for viewer in range(len(log.table.seats)):
        found = since_last_turn(log.table, viewer, "en")
        own = max(
            (each.number for each in visible_entries(log.table, viewer) if each.entry.player == viewer and each.move),
            default=0,
        )
        later = lines(log.table, viewer, "en", visible_entries(log.table, viewer, own))
        assert len(found) <= SHORT and all(line in later for line in found)
        name = log.table.names[viewer]
        touching = [name in line.text for line in found]
        assert touching == sorted(touching, reverse=True)
    assert since_last_turn(log.table, None, "en") == []


def test_an_update_reads_few_entries_however_long_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("norenberc", seed=4)
    log.play(10)
    while len(log.table.log) < 1000:
        log.add(CHAT, 0, {"text": "well"})
    log.play(1)
    read = []

    def noted(number: int, entry: Entry, move: Move | None) -> VisibleEntry:
        read.append(number)
        return VisibleEntry(number, entry, move)

    monkeypatch.setattr(position, "VisibleEntry", noted)
    for viewer in (0, 1, None):
        read.clear()
        assert update(log.table, viewer, "en", log.table.number(viewer) - 1).log
        assert 0 < len(read) <= LOOKED_AT + 1
