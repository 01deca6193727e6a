"""Puzzles: positions with one clearly best choice, solved on the board; forms work without JavaScript."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from zunft.core.game import Game
from zunft.review.collection import StoredPuzzle, collection, lines
from zunft.server.people import solvers
from zunft.server.refusals import NotFound
from zunft.server.tables import clocks
from zunft.server.tables.commands import choice_in
from zunft.server.tables.records import played_on
from zunft.server.tables.table import game_named
from zunft.server.texts import site_texts
from zunft.server.views.boards import boards
from zunft.server.views.puzzle import AnswerView, PuzzleView, answer_view, names_of, puzzle_view
from zunft.server.web.dependencies import DatabaseDep, TablesDep, VisitorDep
from zunft.server.web.forms import LONGEST_ACTION, Form, create_table
from zunft.server.web.page import Page, page
from zunft.server.web.pages import all_games
from zunft.server.web.preferences import AnyRequest, language_of

ORIGIN: Final = "puzzle"


async def found(name: str, number: int) -> tuple[StoredPuzzle, int]:
    """The puzzle with this number, and how many there are."""
    game_named(name)
    every = await asyncio.to_thread(collection, name)
    if not 1 <= number <= len(every):
        raise NotFound("unknown_puzzle", puzzle=f"{name} {number}")
    return every[number - 1], len(every)


@get("/puzzles", include_in_schema=False)
async def all_puzzles(request: AnyRequest, database: DatabaseDep, visitor: VisitorDep) -> Page:
    own = await database.read(partial(solvers.solvers, account=visitor.id))
    games = [(game, len(lines(game.name)), own.get(game.name)) for game in all_games()]
    return page(request, "puzzles.html", account=visitor.account, games=[each for each in games if each[1]])


@get("/puzzles/{name:str}", include_in_schema=False)
async def next_puzzle(name: FromPath[str], database: DatabaseDep, visitor: VisitorDep) -> Redirect:
    """The first one that this account has not answered yet; for guests the first."""
    game_named(name)
    every = await asyncio.to_thread(collection, name)
    if not every:
        raise NotFound("unknown_puzzle", puzzle=name)
    own = (await database.read(partial(solvers.solvers, account=visitor.id))).get(name)
    answered = own.answered if own else {}
    number = next((number for number, each in enumerate(every, 1) if each.id not in answered), 1)
    return Redirect(f"/puzzles/{name}/{number}", status_code=303)


@get("/puzzles/{name:str}/{number:int}", include_in_schema=False)
async def show(request: AnyRequest, name: FromPath[str], number: FromPath[int]) -> Page:
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
    request: AnyRequest,
    name: FromPath[str],
    number: FromPath[int],
    data: Form,
    database: DatabaseDep,
    visitor: VisitorDep,
) -> Page:
    puzzle, count = await found(name, number)
    chosen = choice_in(puzzle.record.replay(), puzzle.player, data.get("action", "")[:LONGEST_ACTION], names_of(puzzle))
    if visitor.account is not None:
        account, solved, now = visitor.account, chosen == puzzle.solution, clocks.now()
        await database.work(lambda session: solvers.note_answer(session, account, name, puzzle.id, solved, now))
    return puzzle_page(request, puzzle, number, count, chosen)


@post("/puzzles/{name:str}/{number:int}/play", include_in_schema=False)
async def play(
    request: AnyRequest, name: FromPath[str], number: FromPath[int], tables: TablesDep, visitor: VisitorDep
) -> Redirect:
    """A new table that continues from the puzzle's position."""
    puzzle, _ = await found(name, number)
    return await create_table(request, tables, played_on(puzzle.record, puzzle.player, visitor.name, ORIGIN))


PUZZLE_PAGES: Final = [all_puzzles, next_puzzle, show, answer, play]
