"""zunft replay: shows a record's position after any action."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from zunft.core.errors import BadOption, BadRecord
from zunft.core.record import Record
from zunft.core.state import CHANCE, Event, State
from zunft.core.text import Texts
from zunft.terminal import arguments, scoring, words
from zunft.terminal.match import read_record
from zunft.terminal.screen import Screen


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("file", metavar=say.say("metavar.file"), help=say.say("argument.record"))
    parser.add_argument("--at", type=int, metavar="N", help=say.say("argument.at"))
    parser.add_argument("--seat", type=arguments.whole(1), metavar="N", help=say.say("argument.replay_seat"))
    arguments.add_json(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    record = read_record(Path(parsed.file))
    viewer = viewer_of(record, parsed.seat)
    at = moment(record, parsed.at)
    complete_names(record, say)
    state, events = follow(record, at, viewer)
    game_say = words.game_texts(record.game, say.language, record.names)
    if parsed.json:
        print(json.dumps(described(record, at, state, viewer, events, game_say), ensure_ascii=False, indent=2))
    else:
        show(record, at, state, viewer, events, say)
    return 0


def viewer_of(record: Record, seat: int | None) -> int | None:
    if seat is not None and seat > record.players:
        raise BadOption(f"--seat {seat}: the record has {record.players} players")
    return None if seat is None else seat - 1


def moment(record: Record, at: int | None) -> int:
    """The number of actions to replay; -1 is one before the end."""
    actions = len(record.actions)
    wanted = actions if at is None else at + actions if at < 0 else at
    if not 0 <= wanted <= actions:
        raise BadRecord(f"--at {at}: the record has {actions} actions")
    return wanted


def complete_names(record: Record, say: Texts) -> None:
    names = words.default_names(say, [True] * record.players)
    record.names = record.names + names[len(record.names) :]


def follow(record: Record, at: int, viewer: int | None) -> tuple[State, list[tuple[int, Event]]]:
    """The state after `at` actions, and each visible event with the number of its action."""
    events: list[tuple[int, Event]] = []
    seen = 0
    for number, state in enumerate(record.states(journal=True)):
        journal = state.journal or []
        events += [(number, event) for event in journal[seen:] if event.is_visible_to(viewer)]
        seen = len(journal)
        if number == at:
            break
    if at == len(record.actions) and record.scores is not None and record.scores != state.scores():
        raise BadRecord(f"the record has the scores {record.scores}, but its actions lead to {state.scores()}")
    return state, events


def described(
    record: Record, at: int, state: State, viewer: int | None, events: list[tuple[int, Event]], say: Texts
) -> dict[str, Any]:
    return {
        "game": record.game.name,
        "rules": record.rules,
        "players": record.players,
        "names": record.names,
        "seats": record.seats,
        "options": record.options,
        "actions": len(record.actions),
        "at": at,
        "log": [
            {"action": number, "key": event.key, "args": event.args, "text": say.say(f"log.{event.key}", **event.args)}
            for number, event in events
        ],
        "view": state.view(viewer),
        "over": state.is_over(),
        "scores": state.scores() if state.is_over() else None,
        "winners": state.winners(),
    }


def show(
    record: Record, at: int, state: State, viewer: int | None, events: list[tuple[int, Event]], say: Texts
) -> None:
    screen = Screen(record.names)
    game_say = words.game_texts(record.game, say.language, record.names)
    digits = len(str(at))
    for number, event in events:
        screen.show(screen.marked(f"{number:>{digits}}  {game_say.say(f'log.{event.key}', **event.args)}"))
    screen.say("")
    actions = len(record.actions)
    screen.say(say.say("replay.moment", title=record.game.title, at=at, actions=actions), "bold")
    screen.show(screen.board(record.game.sheets(state.view(viewer), game_say)))
    if state.is_over():
        scoring.show(screen, state, game_say, say)
    else:
        screen.show(screen.marked(next_one(state, say.with_names(record.names))))


def next_one(state: State, say: Texts) -> str:
    if state.current_player() == CHANCE:
        return say.say("replay.chance")
    return say.say("replay.next", players=list(state.deciders()))
