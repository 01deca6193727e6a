"""Continuing a finished or recorded game, and votes at a table."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.server.apps import application
from tests.server.logs import last_lines
from zunft.core.record import HUMAN
from zunft.server.tables import commands, log
from zunft.server.tables.commands import Moment
from zunft.server.tables.creation import Wanted, new_table
from zunft.server.tables.records import as_seen, branch, import_record, record_of, record_so_far
from zunft.server.tables.table import Table
from zunft.server.views import replay

SEATS = ["apprentice", HUMAN, "master"]
BROWSER = {"accept": "text/html"}


def moment(now: int = 0) -> Moment:
    return Moment(now, random.Random(1))


def table_of(seats: list[str], **more: Any) -> Table:
    names = [f"Person {seat}" if kind == HUMAN else "" for seat, kind in enumerate(seats)]
    return new_table(Wanted("norenberc", len(seats), seats, names, **more), moment())


def played(table: Table, most: int = 10_000) -> Table:
    """Played at random on every seat."""
    rng = random.Random(3)
    for _ in range(most):
        if not table.deciders:
            break
        player = table.deciders[0]
        actions = table.state.legal_actions(player)
        table = commands.moved(table, moment(), player, rng.choice(actions))
    return table


def test_a_branch_keeps_the_players_seat_and_the_bots() -> None:
    over = played(table_of(SEATS))
    assert over.is_over
    assert branch(over, 3, 1, "Eve").seats == SEATS
    assert branch(over, 3, None, "Eve").seats == SEATS, "a spectator takes the part of the person who played"
    chosen = branch(over, 3, 1, "Eve", seat=0, bot="journeyman")
    assert chosen.seats == [HUMAN, "journeyman", "journeyman"] and chosen.names == ["Eve", "", ""]
    assert branch(over, 3, 1, "Eve", seat=0).seats == [HUMAN, commands.SUBSTITUTE, "master"], (
        "a person's seat needs one"
    )


def test_an_imported_record_keeps_the_levels_of_its_bots() -> None:
    for table, record in ((table_of(SEATS), record_so_far), (played(table_of(SEATS)), record_of)):
        wanted = import_record(record(table).to_json(), "Eve", moment())
        assert wanted.seats == SEATS and wanted.names == list(table.names)


def test_answers_to_requests_are_logged() -> None:
    """Including the last one, which triggers the undo."""
    table = played(table_of([HUMAN, HUMAN]), most=6)
    asker = next(player for player in (0, 1) if not table.free_to_undo(player)[0])
    asked = commands.ask_undo(table, moment(), asker)
    done = commands.answer(asked, moment(), 1 - asker, True)
    assert [entry.kind for entry in done.log[-3:]] == [log.ASK, log.ANSWER, log.UNDO]
    texts = [line.text for line in last_lines(done, None, "en", 3)]
    assert texts == [
        f"Person {asker} asks to undo the last choice.",
        f"Person {1 - asker} agrees.",
        f"All agree: Person {asker} undoes the last choice.",
    ]
    declined = commands.answer(asked, moment(), 1 - asker, False)
    assert last_lines(declined, None, "en", 1)[0].text == f"Person {1 - asker} does not agree."


def test_the_log_distinguishes_an_undone_choice_from_a_restarted_turn() -> None:
    tables = (played(table_of([HUMAN, HUMAN]), most) for most in range(40))
    table, player = next((each, seat) for each in tables for seat in (0, 1) if len(each.free_to_undo(seat)[0]) > 1)
    for whole_turn, text in ((False, "undoes the last choice."), (True, "restarts the turn.")):
        done = commands.undo(table, moment(), player, whole_turn)
        assert done is not None
        assert last_lines(done, None, "en", 1)[0].text == f"Person {player} {text}"


def test_a_private_table_offers_its_seat_only_to_invited_players(tmp_path: Path) -> None:
    with application(tmp_path / "zunft.sqlite") as client:
        answers = []
        for listed in ({}, {"listed": "on"}):
            form = {"game": "norenberc", "players": "2", "seat0": "human", "seat1": "open", **listed}
            made = client.post("/tables", data=form, files={"x": b""}, follow_redirects=False)
            client.cookies.clear()
            answers.append("There is a free seat" in client.get(made.headers["location"], headers=BROWSER).text)
        assert answers == [False, True]


def test_signed_in_pages_do_not_offer_to_sign_in(tmp_path: Path) -> None:
    with application(tmp_path / "zunft.sqlite") as client:
        paths = ("/ratings", "/credits", "/rules/norenberc", "/new/norenberc", "/nowhere")
        assert all("Sign in" in client.get(path, headers=BROWSER).text for path in paths)
        client.post("/account/register", data={"name": "Eve", "password": "long enough"})
        assert not any("Sign in" in client.get(path, headers=BROWSER).text for path in paths)


def test_hands_are_shown_only_after_the_game() -> None:
    """The view of any player, and every player's hand."""
    table = table_of([HUMAN, HUMAN])
    assert replay.perspective(table, None, 1) is None and replay.perspective(table, 0, 1) == 0
    over = played(table)
    assert replay.perspective(over, None, 1) == 1 and replay.perspective(over, 0, 7) == 0
    number = over.number(0) // 2
    past = as_seen(over, 0, number)
    assert len(replay.hands(past, "en")) == 2 and all(replay.hands(past, "en"))
    there = replay.number_for(over, 0, number, 1)
    assert len(as_seen(over, 1, there).log) <= len(past.log)


def test_turns_can_be_jumped_to() -> None:
    over = played(table_of([HUMAN, HUMAN]))
    moves, last = replay.moves_of(over, None, "en"), over.number(None)
    starts = [line.number for line in moves if line.kind == "heading"]
    middle = starts[len(starts) // 2]
    around = replay.turns_around(moves, middle, last)
    assert around.previous < middle < around.following and {*around} <= {1, last, *starts}
    assert (
        replay.turns_around(moves, 1, last).previous == 1 and replay.turns_around(moves, last, last).following == last
    )
