"""A table is its log: folding, numbers, undo, clocks, records, for every game with random play."""

from __future__ import annotations

import random

import pytest

from tests.server.logs import GAMES, SECOND, Log, folded, quiet
from zunft.core.conformance import dump
from zunft.core.record import Record
from zunft.server import table as rows
from zunft.server.clock import Clocks, Pace
from zunft.server.table import Refused, Stale, Table

SEALED = tuple(game for game in GAMES if Log(game, seed=1).play_until_several_choose())


def everything(table: Table) -> object:
    """All that a table is, to compare two of them."""
    return (
        dump(quiet(table.state)),
        [(step.row, step.player, step.actions, step.secret, step.reveals, repr(step.events)) for step in table.steps],
        table.seen,
        table.asked,
        table.clocks.left,
        table.clocks.running,
        table.public_clocks.left,
        table.public_clocks.running,
        [(chair.kind, chair.name, chair.bot, chair.resigned) for chair in table.chairs],
        {player: [step.row for step in steps] for player, steps in table.undone.items() if steps},
        repr(table.question),
    )


def test_there_are_sealed_choices_to_look_at() -> None:
    assert len(SEALED) >= 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_log_tells_everything(game: str, seed: int) -> None:
    """Row after row on copies, or all at once from the store: the same table; and copies leave the old one alone."""
    log = Log(game, seed, pace="live")
    earlier: list[tuple[Table, object]] = []
    while log.table.is_playing:
        if len(log.table.rows) % 40 == 7:
            earlier.append((log.table, everything(log.table)))
        player = log.rng.choice(log.table.deciders())
        if log.rng.random() < 0.2 and log.table.free_to_undo(player)[0]:
            log.undo(player, whole_turn=log.rng.random() < 0.5)
        elif log.rng.random() < 0.05:
            log.add(rows.CHAT, player, {"text": "well"})
        else:
            log.act(player)
    assert everything(folded(log.table, log.table.rows)) == everything(log.table)
    assert earlier
    for table, before in earlier:
        assert everything(table) == before


@pytest.mark.parametrize("game", GAMES)
def test_the_record_leads_to_the_same_end(game: str) -> None:
    log = Log(game, seed=3)
    while log.table.is_playing:
        log.step()
        player = log.table.steps[-1].player
        if log.rng.random() < 0.1 and log.table.free_to_undo(player)[0]:
            log.undo(player)
    record = Record.from_json(log.table.record().to_json())
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
        past = tables[-1].as_of(len(table.rows))
        assert dump(quiet(past.state)) == dump(quiet(table.state))
        assert past.seen == table.seen


# What counts for whom


@pytest.mark.parametrize("game", SEALED)
@pytest.mark.parametrize("seed", range(3))
def test_a_secret_choice_counts_for_nobody_else(game: str, seed: int) -> None:
    log = Log(game, seed)
    assert log.play_until_several_choose()
    before = log.table
    player, *others = log.rng.sample(before.deciders(), len(before.deciders()))
    log.act(player)
    after = log.table
    assert after.steps[-1].secret
    assert after.number(player) == before.number(player) + 1
    for viewer in [*(seat for seat in range(after.setup.players) if seat != player), None]:
        assert after.number(viewer) == before.number(viewer)
        assert after.state.view(viewer) == before.state.view(viewer)
    for other in others:  # nobody is too late because somebody else chose first
        after.check_number(other, before.number(other))


@pytest.mark.parametrize("game", SEALED)
def test_the_last_choice_ends_the_secret(game: str) -> None:
    log = Log(game, seed=5)
    assert log.play_until_several_choose()
    numbers = [log.table.number(viewer) for viewer in [*range(log.table.setup.players), None]]
    spectators = numbers[-1]
    while log.table.number(None) == spectators:
        log.step()
    assert not log.table.steps[-1].secret
    assert log.table.number(None) == spectators + 1
    own = [step.player for step in log.table.steps if step.row >= log.table.rows[-1].number - 20 and step.secret]
    assert own


@pytest.mark.parametrize("game", GAMES)
def test_numbers_only_grow_and_old_ones_are_stale(game: str) -> None:
    log = Log(game, seed=6)
    for _ in range(40):
        if not log.table.is_playing:
            break
        player = log.rng.choice(log.table.deciders())
        seen, before = log.table.number(player), log.table
        log.act(player)
        assert log.table.number(player) == seen + 1
        assert all(
            log.table.number(viewer) >= before.number(viewer) for viewer in [*range(log.table.setup.players), None]
        )
        with pytest.raises(Stale):
            log.table.check_number(player, seen)
        with pytest.raises(Stale):
            log.table.check_number(player, seen + 2)


def test_chat_and_a_bot_for_somebody_else_do_not_change_the_question() -> None:
    log = Log("norenberc", seed=1, players=3)
    log.play(5)
    player = log.table.deciders()[0]
    number = log.table.number(player)
    log.add(rows.CHAT, (player + 1) % 3, {"text": "hurry"})
    log.add(rows.REPLACE, (player + 1) % 3, {"bot": "random", "name": "Bruno", "why": rows.LEAVE})
    assert log.table.number(player) == number + 2
    log.table.check_number(player, number)
    log.table.check_number(player, number + 2)


# Undo


@pytest.mark.parametrize("game", GAMES)
def test_undo_leads_back_exactly_and_redo_forward_again(game: str) -> None:
    log = Log(game, seed=7)
    tried = 0
    while log.play(1) and tried < 12:
        step = log.table.steps[-1]
        before = log.table
        free, _ = before.free_to_undo(step.player)
        if step.row not in free:
            continue
        tried += 1
        assert not step.reveals and len(step.actions) == 1
        earlier = before.as_of(step.row)
        log.undo(step.player)
        assert dump(quiet(log.table.state)) == dump(quiet(earlier.state))
        again = log.table.to_redo(step.player)
        assert again is not None and again.actions == step.actions
        log.act(step.player, again.actions[0])
        assert dump(quiet(log.table.state)) == dump(quiet(before.state))
        assert log.table.to_redo(step.player) is None
    assert tried >= 4


@pytest.mark.parametrize("game", GAMES)
def test_reset_takes_back_the_whole_turn_and_redo_brings_it_again(game: str) -> None:
    log = Log(game, seed=8)
    while log.play(1):
        player = log.table.steps[-1].player
        free, _ = log.table.free_to_undo(player)
        if len(free) >= 2:
            break
    before = log.table
    done = [step.actions for step in before.steps if step.row in free]
    log.undo(player, whole_turn=True)
    assert dump(quiet(log.table.state)) != dump(quiet(before.state))
    for actions in done:
        again = log.table.to_redo(player)
        assert again is not None and again.actions == actions
        log.act(player, actions[0])
    assert dump(quiet(log.table.state)) == dump(quiet(before.state))


@pytest.mark.parametrize("game", SEALED)
@pytest.mark.parametrize("seed", range(3))
def test_a_sealed_choice_can_be_taken_back_whatever_others_chose_since(game: str, seed: int) -> None:
    log = Log(game, seed, players=4)
    assert log.play_until_several_choose()
    first, second, *_ = log.rng.sample(log.table.deciders(), len(log.table.deciders()))
    start = log.table
    log.act(first)
    chosen = log.table
    log.act(second)
    assert log.table.steps[-1].secret
    free, _ = log.table.free_to_undo(first)
    if len(chosen.steps[-1].actions) > 1:  # something was drawn for the first one: no way back
        assert free == []
        return
    assert free == [chosen.steps[-1].row]
    log.undo(first)
    assert [step.player for step in log.table.steps[len(start.steps) :]] == [second]
    assert log.table.number(first) == chosen.number(first) + 1
    assert log.table.number(second) == start.number(second) + 1
    assert log.table.number(None) == start.number(None)
    again = log.table.to_redo(first)
    assert again is not None
    # Neither what others do nor take back tells or costs the first anything.
    others = log.table
    log.act(next(player for player in others.deciders() if player not in (first, second)))
    assert log.table.steps[-1].secret and log.table.to_redo(first) is again
    log.table = others
    if log.table.free_to_undo(second)[0]:
        log.undo(second)
        assert log.table.to_redo(first) is again


@pytest.mark.parametrize("game", SEALED)
def test_whether_others_have_chosen_shows_neither_in_undo_nor_in_redo(game: str) -> None:
    """Before the sealed choice lies an own action: it is barred from the start, not only after somebody has chosen."""
    looked = 0
    for seed in range(12):
        log = Log(game, seed)
        while log.play_until_several_choose():
            for viewer in range(log.table.setup.players):
                others = [player for player in log.table.deciders() if player != viewer]
                before = log.table
                other = Log.__new__(Log)
                other.rng, other.table = random.Random(1), before
                other.act(log.rng.choice(others))
                if other.table.steps[-1].secret:
                    looked += 1
                    assert other.table.free_to_undo(viewer) == before.free_to_undo(viewer)
                    assert other.table.to_redo(viewer) == before.to_redo(viewer)
            log.play(8)
        if looked > 30:
            break
    assert looked > 5


@pytest.mark.parametrize("game", GAMES)
def test_nothing_seen_or_drawn_is_free_to_undo(game: str) -> None:
    log = Log(game, seed=9)
    while log.play(1) and len(log.table.rows) < 150:
        for player in range(log.table.setup.players):
            free, bar = log.table.free_to_undo(player)
            own = {step.row: step for step in log.table.steps if step.player == player}
            assert set(free) <= set(own)
            assert all(not own[row].reveals and len(own[row].actions) == 1 for row in free)
            assert bar in (rows.NOTHING, rows.OTHERS, rows.DRAWN, rows.REVEALED)
            last = next((step for step in reversed(log.table.steps) if not step.secret), None)
            if last is not None and last.player != player:
                assert all(own[row].secret for row in free)


def test_undo_by_consent_takes_back_what_was_asked_even_if_somebody_chose_in_secret_since() -> None:
    log = Log("norenberc", seed=2)
    log.play(8)
    assert log.play_until_several_choose()
    asker = next(step.player for step in reversed(log.table.steps) if not step.secret)
    since = [step.row for step in log.table.steps if step.player == asker][-1]
    log.add(rows.ASK, asker, {"what": rows.UNDO, "since": since})
    log.act(1 - asker)
    assert log.table.steps[-1].secret and log.table.question is not None
    gone = [step.row for step in log.table.steps if step.row >= log.table.question.since]
    log.add(rows.UNDO, asker, {"rows": gone, "beyond": True})
    assert log.table.question is None and log.table.beyond
    assert all(step.row < since for step in log.table.steps)
    assert log.table.seen[-1][-1] == log.table.rows[-1].number, "everybody knows of it"


# What may be done


def test_the_table_says_who_may_do_what() -> None:
    log = Log("norenberc", seed=1)
    log.play_until_several_choose()
    while len(log.table.deciders()) != 1:
        log.step()
    (player,) = log.table.deciders()
    log.table.check_player(player)
    with pytest.raises(Refused, match="nothing to decide"):
        log.table.check_player(1 - player)
    log.play(10_000)
    with pytest.raises(Refused, match="over"):
        log.table.check_player(player)
    assert log.table.free_to_undo(player) == ([], rows.OVER)


# Clocks


@pytest.mark.parametrize("game", GAMES)
def test_clocks_follow_from_the_times_in_the_log(game: str) -> None:
    """A row a second: a stock of a minute with nothing on top runs down by one for each second a player was asked."""
    log = Log(game, seed=2, pace="fast")
    log.table.setup.pace = Pace(stock=60)
    log.table = folded(log.table, log.table.rows)
    asked = [0] * log.table.setup.players
    for _ in range(50):
        if not log.table.is_playing:
            break
        deciders = log.table.deciders()
        log.step()
        for player in deciders:
            asked[player] += 1
    now = log.table.rows[-1].at
    left = [log.table.clocks.left_at(player, now) for player in range(log.table.setup.players)]
    assert left == [max(0, 60 - seconds) * SECOND for seconds in asked]
    for player in log.table.deciders():
        assert log.table.clocks.up_at(player) == now + (log.table.clocks.left_at(player, now) or 0)


def test_a_delay_costs_nothing_and_an_overrun_does() -> None:
    clocks = Clocks(Pace(stock=100, each=10), 2)
    clocks.ask((0,), 0)
    clocks.ask((1,), 8 * SECOND, 0)
    assert clocks.left == [100 * SECOND, 100 * SECOND]
    clocks.ask((0,), 30 * SECOND, 1)
    assert clocks.left == [100 * SECOND, 88 * SECOND]
    assert clocks.left_at(0, 35 * SECOND) == 105 * SECOND and clocks.up_at(0) == 140 * SECOND
    assert clocks.up_at(1) is None
    clocks.ask((1,), 400 * SECOND, 0)
    assert clocks.left_at(0, 500 * SECOND) == 10 * SECOND, "the delay is left to whoever is asked again"


def test_a_move_a_day_gives_each_decision_its_day() -> None:
    day = 24 * 3600 * SECOND
    clocks = Clocks(Pace(each=24 * 3600), 2)
    clocks.ask((0,), 0)
    assert clocks.up_at(0) == day
    clocks.ask((1,), day - 1, 0)
    clocks.ask((0,), day + 5, 1)
    assert clocks.up_at(0) == 2 * day + 5
    assert Clocks(Pace(), 2).left_at(0, 10) is None


def test_a_clock_that_stops_in_secret_seems_to_run() -> None:
    log = Log("norenberc", seed=1, pace="live")
    assert log.play_until_several_choose()
    player = log.table.deciders()[0]
    log.act(player)
    while log.table.steps[-1].secret and player in log.table.deciders():
        log.act(player)
    assert player not in log.table.clocks.running
    assert player in log.table.public_clocks.running


def free_to_take_back(log: Log) -> int:
    """Plays until somebody has just done something that may be taken back; who."""
    while log.table.is_playing:
        player = log.table.deciders()[0]
        log.act(player)
        if log.table.free_to_undo(player)[0]:
            return player
    raise AssertionError("nothing could be taken back")


@pytest.mark.parametrize("game", GAMES)
def test_taking_back_gains_no_time(game: str) -> None:
    """Whoever chooses and takes back all the time spends it as if they had only thought; a row is a second."""
    log = Log(game, seed=3, pace="fast")
    player = free_to_take_back(log)
    action, asked = log.table.steps[-1].actions[0], log.table.rows[-1].at - SECOND
    left = log.table.thought[log.table.rows[-1].number][0]
    for _ in range(20):
        log.undo(player)
        log.act(player, action)
    log.undo(player)
    spent = log.table.clocks.spent(player, log.table.rows[-1].at)
    assert 21 * SECOND <= spent <= log.table.rows[-1].at - asked
    assert log.table.clocks.left[player] == left
    assert folded(log.table, log.table.rows).clocks.running == log.table.clocks.running


def test_a_turn_that_begins_anew_keeps_what_was_thought() -> None:
    """All steps of the turn are taken back at once; the time they took stays spent."""
    log = Log("calimala", seed=4, pace="fast")
    while len(log.table.free_to_undo(log.table.rows[-1].player)[0] if log.table.steps else []) < 2:
        log.act(log.table.deciders()[0])
    player = log.table.rows[-1].player
    taken = sorted(log.table.free_to_undo(player)[0])
    left, _ = log.table.thought[taken[0]]
    spent = sum(log.table.thought[row][1] for row in taken) + log.table.clocks.spent(
        player, log.table.rows[-1].at + SECOND
    )
    log.undo(player, whole_turn=True)
    assert log.table.clocks.left[player] == left
    assert log.table.clocks.spent(player, log.table.rows[-1].at) == spent >= len(taken) * SECOND
