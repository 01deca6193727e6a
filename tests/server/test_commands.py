"""Commands are pure: from a table, a moment and a request to the next table, or a refusal."""

from __future__ import annotations

import random
from functools import partial
from itertools import product
from typing import Any

import pytest

from tests.server.logs import GAMES, Log, folded_again, quiet, secret_twins
from zunft.core import play
from zunft.core.conformance import dump
from zunft.core.record import HUMAN
from zunft.server.refusals import Forbidden, Invalid, Refused, Stale
from zunft.server.tables import commands, fold, log
from zunft.server.tables.commands import Moment
from zunft.server.tables.creation import Wanted, new_table, rematch_of
from zunft.server.tables.records import branch
from zunft.server.tables.table import Table


def moment(now: int = 0, seed: int = 1) -> Moment:
    return Moment(now, random.Random(seed))


def table_of(*seats: str, **more: Any) -> Table:
    names = ["Anna" if seat == HUMAN else "" for seat in seats]
    return new_table(Wanted("norenberc", len(seats), list(seats), names, **more), moment())


def refused(command: Any, table: Table) -> Refused:
    """Returns the refusal; checks that nothing has changed."""
    before = len(table.log), dump(quiet(table.state))
    with pytest.raises(Refused) as refusal:
        command(table, moment())
    assert (len(table.log), dump(quiet(table.state))) == before
    return refusal.value


def first_choice(table: Table) -> tuple[int, str, int]:
    player = table.deciders[0]
    return player, table.game.text(table.state.legal_actions(player)[0]), table.number(player)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_depends_only_on_its_arguments(game: str) -> None:
    """The same table, moment and request give the same entry; the old table stays unchanged."""
    game_log = Log(game, seed=1)
    game_log.play(12)
    table = game_log.table
    before = dump(quiet(table.state)), len(table.log), len(table.moves)
    player, action, number = first_choice(table)
    act = partial(commands.act, player=player, action=action, number=number)
    one, other = act(table, moment(7)), act(table, moment(7))
    assert one is not None and other is not None
    assert one.log[-1] == other.log[-1] and one.log[-1].at == 7
    assert dump(quiet(one.state)) == dump(quiet(other.state))
    assert (dump(quiet(table.state)), len(table.log), len(table.moves)) == before
    assert fold.after(table, one.log[-1]).number(player) == one.number(player), "the same as from the log"


def test_the_rules_of_a_move_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(HUMAN, "random")
    player, action, number = first_choice(table)
    applied: list[int] = []

    def counted(state: Any, action: int, player: int | None = None) -> None:
        applied.append(action)
        play.play(state, action, player)

    monkeypatch.setattr(fold, "play", counted)
    assert commands.act(table, moment(), player, action, number) is not None
    assert len(applied) == 1


@pytest.mark.parametrize("game", GAMES)
def test_undoing_the_last_move_does_not_replay_the_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither when it is undone nor when the log is read again: a log of many undos would take minutes."""
    played = Log(game, seed=3)
    played.play(60)
    last = played.step()
    while not played.table.free_to_undo(last.player)[0]:
        last = played.step()
    applied: list[int] = []

    def counted(state: Any, action: int, player: int | None = None) -> None:
        applied.append(action)
        play.play(state, action, player)

    monkeypatch.setattr(fold, "play", counted)
    for _ in range(10):
        played.undo(last.player)
        played.act(last.player, last.data["actions"][0])
    assert len(applied) == 10
    acts = sum(entry.kind == log.ACT for entry in played.table.log)
    folded_again(played.table, played.table.log)
    assert len(applied) == 10 + acts, "each move once"


@pytest.mark.parametrize("game", GAMES)
def test_an_undone_position_is_the_one_replayed_from_the_start(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any sequence of moves, free undos and undos by consent."""
    played = Log(game, seed=5)
    for _ in range(120):
        if not played.table.is_playing:
            break
        player = played.step().player
        choice = played.rng.random()
        if choice < 0.3 and played.table.free_to_undo(player)[0]:
            played.undo(player, whole_turn=choice < 0.1)
        elif choice > 0.95 and played.table.is_playing:
            since = played.rng.choice(played.table.moves).entry
            played.table = commands.undone_by_consent(played.table, played.moment(), player, since)
    with monkeypatch.context() as patch:
        patch.setattr(fold, "RECENT", 0)
        patch.setattr(fold, "is_before", lambda played, entry: False)
        from_start = folded_again(played.table, played.table.log)
    for table in (played.table, folded_again(played.table, played.table.log)):
        assert dump(quiet(table.state)) == dump(quiet(from_start.state))
        assert [(move.entry, move.actions, move.secret) for move in table.moves] == [
            (move.entry, move.actions, move.secret) for move in from_start.moves
        ]


def test_a_full_log_takes_moves_but_no_chat_and_no_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(HUMAN, "random")
    player, action, _ = first_choice(table)
    monkeypatch.setattr(commands, "MOST_ENTRIES", len(table.log) + 1)
    chat = partial(commands.chat, player=player, text="hello")
    talked = chat(table, moment())
    assert talked is not None
    assert refused(chat, talked).code == "log_full"
    moved = commands.act(talked, moment(), player, action, talked.number(player))
    assert moved is not None
    assert refused(partial(commands.ask_undo, player=player), moved).code in ("log_full", "cannot_undo")
    assert commands.leave(moved, moment(), player).seats[player].kind != HUMAN, "seats still change"


def test_the_same_answer_counts_once_and_a_different_one_is_stale() -> None:
    table = table_of(HUMAN, "random")
    player, action, number = first_choice(table)
    after = commands.act(table, moment(), player, action, number)
    assert after is not None
    assert commands.act(after, moment(), player, action, number) is None
    other = table.game.text(table.state.legal_actions(player)[1])
    refusal = refused(partial(commands.act, player=player, action=other, number=number), after)
    assert isinstance(refusal, Stale) and refusal.code == "answered_already"
    assert refusal.arguments == {"number": number, "action": action}


def test_refusals_have_a_code_and_arguments() -> None:
    waiting = table_of(HUMAN, "open")
    for command, kind, code in (
        (partial(commands.act, player=0, action="pass", number=0), Refused, "not_begun"),
        (partial(commands.sit, seat=0, name="Eve", invited=None), Refused, "seat_taken"),
        (partial(commands.sit, seat=1, name="Anna", invited=None), Invalid, "name_at_table"),
        (partial(commands.sit, seat=1, name=" ", invited=None), Invalid, "name_empty"),
        (partial(commands.fill, player=0, bot="genius"), Invalid, "unknown_bot"),
        (partial(commands.leave, player=0, resign=True), Refused, "not_playing"),
        (partial(commands.chat, player=0, text="  "), Refused, "chat_empty"),
        (partial(commands.answer, player=0, yes=True), Refused, "no_question"),
        (partial(commands.ask_replace, player=0, seat=1, seen=0, absence=0), Refused, "nobody_to_replace"),
        (partial(commands.undo, player=0), Refused, "cannot_undo"),
    ):
        refusal = refused(command, waiting)
        assert type(refusal) is kind and refusal.code == code
    with pytest.raises(Refused, match="game_not_over"):
        rematch_of(waiting)
    with pytest.raises(Forbidden, match="branch_not_yet"):
        branch(waiting, 1, None, "Eve")


def test_chat_has_no_control_characters() -> None:
    """They would reverse the text for other readers, or act on their terminal."""
    table = table_of(HUMAN, "random")
    said = commands.chat(table, moment(), 0, "a\x00b\x1b[2J \u202ec\u2066 👨\u200d👩 é")
    assert said is not None and said.log[-1].data["text"] == "a b [2J c 👨\u200d👩 é"
    assert refused(partial(commands.chat, player=0, text="\u202e\x07"), table).code == "chat_empty"


@pytest.mark.parametrize("game", ["norenberc", "strasbourg", "calimala"])
def test_asking_for_a_replacement_does_not_tell_who_has_chosen(game: str) -> None:
    """A secret choice is no sign of presence."""
    asked = 0
    for twins in secret_twins(game, 0, 0):
        for viewer in (viewer for viewer in twins.viewers if viewer is not None):
            for seat, absence in product(range(3), (1, 1000, 2000, 100_000)):
                one, other = (answer_to_ask(log, viewer, seat, absence) for log in twins.logs)
                assert one == other
                asked += one == "asked"
    assert asked


def answer_to_ask(log: Log, viewer: int, seat: int, absence: int) -> str:
    try:
        commands.ask_replace(log.table, Moment(log.moment().now, log.rng), viewer, seat, 0, absence)
    except Refused as refusal:
        return refusal.code
    return "asked"


def test_a_private_table_admits_only_invited_players() -> None:
    table = table_of(HUMAN, "open", "open", listed=False)
    sit = partial(commands.sit, seat=1, name="Bruno")
    assert isinstance(refused(partial(sit, invited=[2]), table), Forbidden)
    assert sit(table, moment(), invited=[1]).seats[1].name == "Bruno"
    assert sit(table, moment(), invited=None).seats[1].name == "Bruno"


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    table = table_of(HUMAN, "open", "open")
    one = commands.sit(table, moment(), None, "Bruno", None)
    assert [entry.kind for entry in one.log] == [log.SIT] and not one.begun
    two = commands.sit(one, moment(), None, "Cleo", None)
    assert [entry.kind for entry in two.log] == [log.SIT, log.SIT, log.BEGIN] and two.is_playing
    filled = commands.fill(table, moment(), 0, "random")
    assert filled is not None and [entry.kind for entry in filled.log] == [log.REPLACE, log.REPLACE, log.BEGIN]
    assert commands.fill(filled, moment(), 0, "random") is None


def test_time_runs_out_at_the_given_moment() -> None:
    table = table_of(HUMAN, "random", pace="fast")
    due = table.due()
    assert due is not None
    assert commands.time_up(table, moment(due - 1)) is None
    late = commands.time_up(table, moment(due))
    assert late is not None and late.log[-1].data["why"] == log.CLOCK


def test_logs_share_their_common_entries() -> None:
    """A longer log shares its list: the cost of a move does not depend on the length of the game."""
    short: log.Log[int] = log.Log()
    for number in range(5):
        short = short.plus(number)
    one = short.plus(5)
    assert one.items is short.items
    other = short.plus(6)
    assert (list(short), list(one), list(other)) == ([*range(5)], [*range(6)], [*range(5), 6])
    assert short[-1] == 4 and short[1:9] == [1, 2, 3, 4] and list(reversed(short)) == [4, 3, 2, 1, 0]
    with pytest.raises(IndexError):
        short[5]


def test_a_long_table_is_not_copied_for_a_move() -> None:
    game_log = Log("guildhall", seed=2)
    game_log.play(150)
    table = game_log.table
    game_log.step()
    for one, other in ((table.log, game_log.table.log), (table.moves, game_log.table.moves)):
        assert one.items is other.items and len(other) == len(one) + 1
    assert table.seen[-1].items is game_log.table.seen[-1].items
