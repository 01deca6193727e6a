"""Puzzles: positions with one clearly best choice, solved on the board; forms work without JavaScript."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from zunft.core.errors import IllegalAction
from zunft.core.game import Game
from zunft.core.record import HUMAN
from zunft.review.collection import StoredPuzzle, collection, lines
from zunft.server.people import solvers
from zunft.server.people.accounts import Account
from zunft.server.people.solvers import Solver
from zunft.server.refusals import NotFound
from zunft.server.store.database import Database, Session
from zunft.server.tables import clocks
from zunft.server.tables.commands import SUBSTITUTE
from zunft.server.tables.creation import NewTable
from zunft.server.tables.records import decisions
from zunft.server.texts import site_texts
from zunft.server.views.boards import boards
from zunft.server.views.puzzle import AnswerView, PuzzleView, answer_view, puzzle_view
from zunft.server.web.dependencies import DatabaseDep, TablesDep
from zunft.server.web.forms import LONGEST_ACTION, Form, create_table, visitor_name
from zunft.server.web.page import Page, page
from zunft.server.web.pages import all_games, game_named
from zunft.server.web.preferences import AnyRequest, language_of
from zunft.server.web.visitors import account_of

ORIGIN: Final = "puzzle"


async def found(name: str, number: int) -> tuple[StoredPuzzle, int]:
    """The puzzle with this number, and how many there are."""
    game_named(name)
    every = await asyncio.to_thread(collection, name)
    if not 1 <= number <= len(every):
        raise NotFound("unknown_puzzle", puzzle=f"{name} {number}")
    return every[number - 1], len(every)


async def own(database: Database, account: Account | None, name: str) -> Solver | None:
    if account is None:
        return None
    return await database.read(lambda session: solvers.solver(session, account, name))


@get("/puzzles", include_in_schema=False)
async def all_puzzles(request: AnyRequest, database: DatabaseDep) -> Page:
    account = await account_of(request, database)
    games = [(game, len(lines(game.name)), await own(database, account, game.name)) for game in all_games()]
    return page(request, "puzzles.html", account=account, games=[each for each in games if each[1]])


@get("/puzzles/{name:str}", include_in_schema=False)
async def next_puzzle(request: AnyRequest, name: FromPath[str], database: DatabaseDep) -> Redirect:
    """The first one that this account has not answered yet; for guests the first."""
    game_named(name)
    every = await asyncio.to_thread(collection, name)
    if not every:
        raise NotFound("unknown_puzzle", puzzle=name)
    known = await own(database, await account_of(request, database), name)
    answered = known.answered if known else {}
    number = next((number for number, each in enumerate(every, 1) if each.id not in answered), 1)
    return Redirect(f"/puzzles/{name}/{number}", status_code=303)


@get("/puzzles/{name:str}/{number:int}", include_in_schema=False)
async def show(request: AnyRequest, name: FromPath[str], number: FromPath[int], database: DatabaseDep) -> Page:
    puzzle, count = await found(name, number)
    return puzzle_page(request, puzzle, number, count)


def puzzle_page(request: AnyRequest, puzzle: StoredPuzzle, number: int, count: int, chosen: int | None = None) -> Page:
    language, game = language_of(request), puzzle.record.game
    here = f"/puzzles/{game.name}"
    ui = site_texts()[language]
    shown = puzzle_view(puzzle, language, chosen is not None)
    return position_page(
        request,
        game,
        shown,
        None if chosen is None else answer_view(puzzle, chosen, language),
        heading=ui.say("puzzles.of", game=game.title),
        back=("/puzzles", ui.say("puzzles.back")),
        place=ui.say("puzzles.number", number=number, count=count),
        question=ui.with_names(shown.names).say("puzzles.you_are", player=puzzle.player),
        here=f"{here}/{number}",
        following=(f"{here}/{number % count + 1}", ui.say("puzzles.another")),
        play_on=(f"{here}/{number}/play", None),
    )


def position_page(request: AnyRequest, game: Game, shown: PuzzleView, answer: AnswerView | None, **values: Any) -> Page:
    """A position to solve: links are pairs of address and label."""
    is_drawn = boards(game, language_of(request)).is_drawn
    return page(request, "puzzle.html", game=game, puzzle=shown, answer=answer, is_drawn=is_drawn, **values)


@post("/puzzles/{name:str}/{number:int}", status_code=200, include_in_schema=False)
async def answer(
    request: AnyRequest, name: FromPath[str], number: FromPath[int], data: Form, database: DatabaseDep
) -> Page:
    puzzle, count = await found(name, number)
    text = data.get("action", "")[:LONGEST_ACTION]
    chosen = puzzle.record.game.parse(text)
    if chosen not in puzzle.record.replay().legal_actions(puzzle.player):
        raise IllegalAction(f"{text!r} is not legal now")
    account = await account_of(request, database)
    if account is not None:
        solved, now = chosen == puzzle.solution, clocks.now()
        await database.work(partial(noted, account=account, puzzle=puzzle, solved=solved, now=now))
    return puzzle_page(request, puzzle, number, count, chosen)


def noted(session: Session, account: Account, puzzle: StoredPuzzle, solved: bool, now: int) -> bool:
    return solvers.note_answer(session, account, puzzle.record.game.name, puzzle.id, solved, now)


@post("/puzzles/{name:str}/{number:int}/play", include_in_schema=False)
async def play(request: AnyRequest, name: FromPath[str], number: FromPath[int], tables: TablesDep) -> Redirect:
    """A new table that continues from the puzzle's position."""
    puzzle, _ = await found(name, number)
    record = puzzle.record
    seats = [HUMAN if seat == puzzle.player else SUBSTITUTE for seat in range(record.players)]
    who = await visitor_name(request, tables.database)
    names = [who if kind == HUMAN else "" for kind in seats]
    wanted = NewTable(name, record.players, seats, names, record.options, listed=False, origin=ORIGIN)
    wanted.opening = decisions(record)
    return await create_table(request, tables, wanted)


PUZZLE_PAGES: Final = [all_puzzles, next_puzzle, show, answer, play]
