"""A table is its log: folding, numbers, undo, clocks, records, for every game with random play."""

from __future__ import annotations

import random

import pytest

from tests.server.logs import GAMES, SECOND, Log, folded_again, quiet
from zunft.core import undo
from zunft.core.conformance import dump
from zunft.core.record import Record
from zunft.server.refusals import Refused, Stale
from zunft.server.tables import log as entries
from zunft.server.tables.clocks import Clocks, Pace
from zunft.server.tables.commands import check_number, check_player
from zunft.server.tables.records import as_of, record_so_far
from zunft.server.tables.table import Table

SEALED = tuple(game for game in GAMES if Log(game, seed=1).play_until_several_choose())


def everything(table: Table) -> object:
    """The complete state of a table, for comparison."""
    return (
        dump(quiet(table.state)),
        [(move.entry, move.player, move.actions, move.secret, move.reveals, repr(move.events)) for move in table.moves],
        [list(seen) for seen in table.seen],
        table.asked,
        table.clocks.left,
        table.clocks.running,
        table.public_clocks.left,
        table.public_clocks.running,
        [(seat.kind, seat.name, seat.bot, seat.resigned) for seat in table.seats],
        {player: [move.entry for move in moves] for player, moves in table.undone.items() if moves},
        repr(table.vote),
    )


def test_there_are_sealed_choices_to_look_at() -> None:
    assert len(SEALED) >= 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_log_determines_the_table(game: str, seed: int) -> None:
    """Entry by entry on copies, or all at once from the store: the same table; and old copies stay unchanged."""
    log = Log(game, seed, pace="live")
    earlier: list[tuple[Table, object]] = []
    while log.table.is_playing:
        if len(log.table.log) % 40 == 7:
            earlier.append((log.table, everything(log.table)))
        player = log.rng.choice(log.table.deciders)
        if log.rng.random() < 0.2 and log.table.free_to_undo(player)[0]:
            log.undo(player, whole_turn=log.rng.random() < 0.5)
        elif log.rng.random() < 0.05:
            log.add(entries.CHAT, player, {"text": "well"})
        else:
            log.act(player)
    assert everything(folded_again(log.table, log.table.log)) == everything(log.table)
    assert earlier
    for table, before in earlier:
        assert everything(table) == before


@pytest.mark.parametrize("game", GAMES)
def test_the_record_replays_to_the_same_end(game: str) -> None:
    log = Log(game, seed=3)
    while log.table.is_playing:
        log.step()
        player = log.table.moves[-1].player
        if log.rng.random() < 0.1 and log.table.free_to_undo(player)[0]:
            log.undo(player)
    record = Record.from_json(record_so_far(log.table).to_json())
    assert dump(record.replay()) == dump(quiet(log.table.state))
    assert tuple(record.names) == log.table.names
    assert record.scores == log.table.state.scores()


@pytest.mark.parametrize("game", GAMES)
def test_as_of_shows_every_earlier_position(game: str) -> None:
    log = Log(game, seed=4, pace="fast")
    tables = [log.table]
    while log.play(1) and len(tables) < 60:
        tables.append(log.table)
    for table in log.rng.sample(tables, 8):
        past = as_of(tables[-1], len(table.log))
        assert dump(quiet(past.state)) == dump(quiet(table.state))
        assert [list(seen) for seen in past.seen] == [list(seen) for seen in table.seen]


# Viewers' numbers


@pytest.mark.parametrize("game", SEALED)
@pytest.mark.parametrize("seed", range(3))
def test_a_secret_choice_counts_for_nobody_else(game: str, seed: int) -> None:
    log = Log(game, seed)
    assert log.play_until_several_choose()
    before = log.table
    player, *others = log.rng.sample(before.deciders, len(before.deciders))
    log.act(player)
    after = log.table
    assert after.moves[-1].secret
    assert after.number(player) == before.number(player) + 1
    for viewer in [*(seat for seat in range(after.setup.players) if seat != player), None]:
        assert after.number(viewer) == before.number(viewer)
        assert after.state.view(viewer) == before.state.view(viewer)
    for other in others:  # another player's choice makes no answer stale
        check_number(after, other, before.number(other))


@pytest.mark.parametrize("game", SEALED)
def test_the_last_choice_ends_the_secrecy(game: str) -> None:
    log = Log(game, seed=5)
    assert log.play_until_several_choose()
    numbers = [log.table.number(viewer) for viewer in [*range(log.table.setup.players), None]]
    spectators = numbers[-1]
    while log.table.number(None) == spectators:
        log.step()
    assert not log.table.moves[-1].secret
    assert log.table.number(None) == spectators + 1
    own = [move.player for move in log.table.moves if move.entry >= log.table.log[-1].number - 20 and move.secret]
    assert own


@pytest.mark.parametrize("game", GAMES)
def test_numbers_only_increase_and_old_ones_are_stale(game: str) -> None:
    log = Log(game, seed=6)
    for _ in range(40):
        if not log.table.is_playing:
            break
        player = log.rng.choice(log.table.deciders)
        seen, before = log.table.number(player), log.table
        log.act(player)
        assert log.table.number(player) == seen + 1
        assert all(
            log.table.number(viewer) >= before.number(viewer) for viewer in [*range(log.table.setup.players), None]
        )
        with pytest.raises(Stale):
            check_number(log.table, player, seen)
        with pytest.raises(Stale):
            check_number(log.table, player, seen + 2)


def test_chat_and_a_bot_for_somebody_else_do_not_change_the_question() -> None:
    log = Log("norenberc", seed=1, players=3)
    log.play(5)
    player = log.table.deciders[0]
    number = log.table.number(player)
    log.add(entries.CHAT, (player + 1) % 3, {"text": "hurry"})
    log.add(entries.REPLACE, (player + 1) % 3, {"bot": "random", "name": "Bruno", "why": entries.LEAVE})
    assert log.table.number(player) == number + 2
    check_number(log.table, player, number)
    check_number(log.table, player, number + 2)


# Undo


@pytest.mark.parametrize("game", GAMES)
def test_undo_and_redo_restore_the_exact_position(game: str) -> None:
    log = Log(game, seed=7)
    tried = 0
    while log.play(1) and tried < 12:
        move = log.table.moves[-1]
        before = log.table
        free, _ = before.free_to_undo(move.player)
        if move.entry not in free:
            continue
        tried += 1
        assert not move.reveals and len(move.actions) == 1
        earlier = as_of(before, move.entry)
        log.undo(move.player)
        assert dump(quiet(log.table.state)) == dump(quiet(earlier.state))
        again = log.table.to_redo(move.player)
        assert again is not None and again.actions == move.actions
        log.act(move.player, again.actions[0])
        assert dump(quiet(log.table.state)) == dump(quiet(before.state))
        assert log.table.to_redo(move.player) is None
    assert tried >= 4


@pytest.mark.parametrize("game", GAMES)
def test_reset_undoes_the_whole_turn_and_redo_restores_it(game: str) -> None:
    log = Log(game, seed=8)
    while log.play(1):
        player = log.table.moves[-1].player
        free, _ = log.table.free_to_undo(player)
        if len(free) >= 2:
            break
    before = log.table
    done = [move.actions for move in before.moves if move.entry in free]
    log.undo(player, whole_turn=True)
    assert dump(quiet(log.table.state)) != dump(quiet(before.state))
    for actions in done:
        again = log.table.to_redo(player)
        assert again is not None and again.actions == actions
        log.act(player, actions[0])
    assert dump(quiet(log.table.state)) == dump(quiet(before.state))


@pytest.mark.parametrize("game", SEALED)
@pytest.mark.parametrize("seed", range(3))
def test_a_sealed_choice_can_be_undone_after_others_have_chosen(game: str, seed: int) -> None:
    log = Log(game, seed, players=4)
    assert log.play_until_several_choose()
    first, second, *_ = log.rng.sample(log.table.deciders, len(log.table.deciders))
    start = log.table
    log.act(first)
    chosen = log.table
    log.act(second)
    assert log.table.moves[-1].secret
    free, _ = log.table.free_to_undo(first)
    if len(chosen.moves[-1].actions) > 1:  # a chance outcome for the first player: no undo
        assert free == []
        return
    assert free == [chosen.moves[-1].entry]
    log.undo(first)
    assert [move.player for move in log.table.moves[len(start.moves) :]] == [second]
    assert log.table.number(first) == chosen.number(first) + 1
    assert log.table.number(second) == start.number(second) + 1
    assert log.table.number(None) == start.number(None)
    again = log.table.to_redo(first)
    assert again is not None
    # Others' choices and undos neither reveal nor cost the first player anything.
    others = log.table
    log.act(next(player for player in others.deciders if player not in (first, second)))
    assert log.table.moves[-1].secret and log.table.to_redo(first) is again
    log.table = others
    if log.table.free_to_undo(second)[0]:
        log.undo(second)
        assert log.table.to_redo(first) is again


@pytest.mark.parametrize("game", SEALED)
def test_undo_and_redo_do_not_reveal_whether_others_have_chosen(game: str) -> None:
    """An own action before the sealed choice is barred from the start, not only after another player has chosen."""
    looked = 0
    for seed in range(12):
        log = Log(game, seed)
        while log.play_until_several_choose():
            for viewer in range(log.table.setup.players):
                others = [player for player in log.table.deciders if player != viewer]
                before = log.table
                other = Log.__new__(Log)
                other.rng, other.table, other.hidden = random.Random(1), before, 0
                other.act(log.rng.choice(others))
                if other.table.moves[-1].secret:
                    looked += 1
                    assert other.table.free_to_undo(viewer) == before.free_to_undo(viewer)
                    assert other.table.to_redo(viewer) == before.to_redo(viewer)
            log.play(8)
        if looked > 30:
            break
    assert looked > 5


@pytest.mark.parametrize("game", GAMES)
def test_revealed_or_drawn_moves_are_not_free_to_undo(game: str) -> None:
    log = Log(game, seed=9)
    while log.play(1) and len(log.table.log) < 150:
        for player in range(log.table.setup.players):
            free, bar = log.table.free_to_undo(player)
            own = {move.entry: move for move in log.table.moves if move.player == player}
            assert set(free) <= set(own)
            assert all(not own[entry].reveals and len(own[entry].actions) == 1 for entry in free)
            assert bar in (undo.NOTHING, undo.OTHERS, undo.DRAWN, undo.REVEALED)
            last = next((move for move in reversed(log.table.moves) if not move.secret), None)
            if last is not None and last.player != player:
                assert all(own[entry].secret for entry in free)


def test_undo_by_consent_includes_secret_choices_made_since() -> None:
    log = Log("norenberc", seed=2)
    log.play(8)
    assert log.play_until_several_choose()
    asker = next(move.player for move in reversed(log.table.moves) if not move.secret)
    since = [move.entry for move in log.table.moves if move.player == asker][-1]
    log.add(entries.ASK, asker, {"what": entries.UNDO, "since": since})
    log.act(1 - asker)
    assert log.table.moves[-1].secret and log.table.vote is not None
    gone = [move.entry for move in log.table.moves if move.entry >= log.table.vote.since]
    log.add(entries.UNDO, asker, {"rows": gone, "beyond": True})
    assert log.table.vote is None and log.table.undone_by_consent
    assert all(move.entry < since for move in log.table.moves)
    assert log.table.seen[-1][-1] == log.table.log[-1].number, "visible to all"


# Permissions


def test_the_table_says_who_may_do_what() -> None:
    log = Log("norenberc", seed=1)
    log.play_until_several_choose()
    while len(log.table.deciders) != 1:
        log.step()
    (player,) = log.table.deciders
    check_player(log.table, player)
    with pytest.raises(Refused, match="nothing_to_decide"):
        check_player(log.table, 1 - player)
    log.play(10_000)
    with pytest.raises(Refused, match="game_over"):
        check_player(log.table, player)
    assert log.table.free_to_undo(player) == ([], undo.OVER)


# Clocks


@pytest.mark.parametrize("game", GAMES)
def test_clocks_are_derived_from_the_log(game: str) -> None:
    """A minute without an allowance loses one second for each second that a player was asked."""
    log = Log(game, seed=2, pace="fast")
    log.table.setup.pace = Pace(stock=60)
    log.table = folded_again(log.table, log.table.log)
    asked = [0] * log.table.setup.players
    for _ in range(50):
        if not log.table.is_playing:
            break
        deciders = log.table.deciders
        log.step()
        for player in deciders:
            asked[player] += 1
    now = log.table.log[-1].at
    left = [log.table.clocks.left_at(player, now) for player in range(log.table.setup.players)]
    assert left == [max(0, 60 - seconds) * SECOND for seconds in asked]
    for player in log.table.deciders:
        assert log.table.clocks.up_at(player) == now + (log.table.clocks.left_at(player, now) or 0)


def test_only_time_beyond_the_allowance_is_deducted() -> None:
    clocks = Clocks(Pace(stock=100, each=10), 2)
    clocks.ask((0,), 0)
    clocks.ask((1,), 8 * SECOND, 0)
    assert clocks.left == [100 * SECOND, 100 * SECOND]
    clocks.ask((0,), 30 * SECOND, 1)
    assert clocks.left == [100 * SECOND, 88 * SECOND]
    assert clocks.left_at(0, 35 * SECOND) == 105 * SECOND and clocks.up_at(0) == 140 * SECOND
    assert clocks.up_at(1) is None
    clocks.ask((1,), 400 * SECOND, 0)
    assert clocks.left_at(0, 500 * SECOND) == 10 * SECOND, "the allowance is left for the next question"


def test_a_move_a_day_gives_each_decision_its_day() -> None:
    day = 24 * 3600 * SECOND
    clocks = Clocks(Pace(each=24 * 3600), 2)
    clocks.ask((0,), 0)
    assert clocks.up_at(0) == day
    clocks.ask((1,), day - 1, 0)
    clocks.ask((0,), day + 5, 1)
    assert clocks.up_at(0) == 2 * day + 5
    assert Clocks(Pace(), 2).left_at(0, 10) is None


def test_a_secretly_stopped_clock_appears_to_run() -> None:
    log = Log("norenberc", seed=1, pace="live")
    assert log.play_until_several_choose()
    player = log.table.deciders[0]
    log.act(player)
    while log.table.moves[-1].secret and player in log.table.deciders:
        log.act(player)
    assert player not in log.table.clocks.running
    assert player in log.table.public_clocks.running


def free_to_take_back(log: Log) -> int:
    """Plays until a player can undo without consent; returns the player."""
    while log.table.is_playing:
        player = log.table.deciders[0]
        log.act(player)
        if log.table.free_to_undo(player)[0]:
            return player
    raise AssertionError("nothing could be taken back")


@pytest.mark.parametrize("game", GAMES)
def test_undoing_gains_no_time(game: str) -> None:
    """Choosing and undoing all the time costs as much as thinking; an entry is a second."""
    log = Log(game, seed=3, pace="fast")
    player = free_to_take_back(log)
    action, asked = log.table.moves[-1].actions[0], log.table.log[-1].at - SECOND
    left = log.table.moves[-1].left
    for _ in range(20):
        log.undo(player)
        log.act(player, action)
    log.undo(player)
    spent = log.table.clocks.spent(player, log.table.log[-1].at)
    assert 21 * SECOND <= spent <= log.table.log[-1].at - asked
    assert log.table.clocks.left[player] == left
    assert folded_again(log.table, log.table.log).clocks.running == log.table.clocks.running


def test_restarting_a_turn_keeps_the_time_spent() -> None:
    """All steps of the turn are undone at once; the time they took stays spent."""
    log = Log("calimala", seed=4, pace="fast")
    while len(log.table.free_to_undo(log.table.log[-1].player)[0] if log.table.moves else []) < 2:
        log.act(log.table.deciders[0])
    player = log.table.log[-1].player
    taken = sorted(log.table.free_to_undo(player)[0])
    moves = {move.entry: move for move in log.table.moves}
    left = moves[taken[0]].left
    spent = sum(moves[entry].spent for entry in taken) + log.table.clocks.spent(player, log.table.log[-1].at + SECOND)
    log.undo(player, whole_turn=True)
    assert log.table.clocks.left[player] == left
    assert log.table.clocks.spent(player, log.table.log[-1].at) == spent >= len(taken) * SECOND
