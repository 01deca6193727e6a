"""The review of a finished game: requesting it, its progress, the complete review as JSON, and retrying a position."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_202_ACCEPTED

from zunft.server.refusals import NotFound
from zunft.server.store.reviews import StoredReview
from zunft.server.tables.commands import choice_in
from zunft.server.tables.records import record_of, tried_again
from zunft.server.tables.reviews import Reviews
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views.puzzle import Lesson
from zunft.server.views.review import Panel, panel, review_data
from zunft.server.web.dependencies import ReviewsDep, TablesDep, VisitorDep
from zunft.server.web.forms import LONGEST_ACTION, Form, create_table, integer
from zunft.server.web.page import Page
from zunft.server.web.preferences import AnyRequest, language_of
from zunft.server.web.puzzle_pages import position_page
from zunft.server.web.visitors import household_of, seat_of

NONE: Final = "none"  # not requested yet


class Progress(msgspec.Struct):
    """Progress of a review."""

    table: str
    status: str  # none, waiting, done, failed
    done: int  # parts computed so far
    of: int


class ReviewAnswer(Progress):
    review: dict[str, Any] | None = None  # once done


def progress(table: str, found: StoredReview | None) -> Progress:
    return Progress(table, found.status, found.parts, found.actions) if found else Progress(table, NONE, 0, 0)


async def review_values(
    reviews: Reviews, table: Table, viewer: int | None, language: str, number: int
) -> dict[str, Panel | Progress | None]:
    """Template values of the review on a replay page: the review, its progress, or nothing."""
    if not reviews.is_possible(table):
        return {"review": None, "reviewing": None}
    found = await reviews.stored(table)
    review = await reviews.review(table, found)
    if review is None:
        return {"review": None, "reviewing": progress(table.setup.id, found)}
    return {"review": panel(review, table, viewer, language, number), "reviewing": None}


@post("/review/{name:str}", include_in_schema=False)
async def ask(request: AnyRequest, name: FromPath[str], tables: TablesDep, reviews: ReviewsDep) -> Redirect:
    await reviews.ask(await tables.fresh_table(name), household_of(request))
    return Redirect(f"/t/{name}/replay", status_code=303)


@post("/review/{name:str}/try", include_in_schema=False)
async def try_again(
    request: AnyRequest,
    name: FromPath[str],
    data: Form,
    tables: TablesDep,
    reviews: ReviewsDep,
    visitor: VisitorDep,
) -> Redirect:
    """Play on against bots from before a decision, on the seat of the player who made it."""
    table = await tables.fresh_table(name)
    reviews.check(table)
    wanted = tried_again(record_of(table), integer(data.get("part"), 0, "part"), visitor.name, name)
    return await create_table(request, tables, wanted)


@get("/review/{name:str}/learn/{player:int}/{number:int}", include_in_schema=False)
async def learn(
    request: AnyRequest,
    name: FromPath[str],
    player: FromPath[int],
    number: FromPath[int],
    tables: TablesDep,
    reviews: ReviewsDep,
) -> Page:
    """A player's mistakes as puzzles, one after another."""
    lesson, table = await lesson_of(name, player, number, tables, reviews)
    return lesson_page(request, table, lesson)


@post("/review/{name:str}/learn/{player:int}/{number:int}", status_code=200, include_in_schema=False)
async def learned(
    request: AnyRequest,
    name: FromPath[str],
    player: FromPath[int],
    number: FromPath[int],
    data: Form,
    tables: TablesDep,
    reviews: ReviewsDep,
) -> Page:
    lesson, table = await lesson_of(name, player, number, tables, reviews)
    chosen = choice_in(lesson.record.replay(), player, data.get("action", "")[:LONGEST_ACTION], table.names)
    return lesson_page(request, table, lesson, chosen)


async def lesson_of(
    name: str, player: int, number: int, tables: TableService, reviews: Reviews
) -> tuple[Lesson, Table]:
    table = await tables.fresh_table(name)
    reviews.check(table)
    review = await reviews.review(table, await reviews.stored(table))
    if review is None or not 1 <= number <= len(review.lessons(player)):
        raise NotFound("unknown_lesson")
    return Lesson(review, table.names, player, number), table


def lesson_page(request: AnyRequest, table: Table, lesson: Lesson, chosen: int | None = None) -> Page:
    language, part = language_of(request), lesson.part
    ui = site_texts()[language].with_names(table.names)
    here, replay = f"/review/{table.setup.id}/learn/{part.player}", f"/t/{table.setup.id}/replay"
    is_last = lesson.number == lesson.count
    following = (replay, ui.say("lesson.last")) if is_last else (f"{here}/{lesson.number + 1}", ui.say("lesson.next"))
    return position_page(
        request,
        table.game,
        lesson.view(language, chosen is not None),
        None if chosen is None else lesson.answer(chosen, language),
        heading=ui.say("lesson.title", player=part.player),
        back=(replay, ui.say("lesson.last")),
        place=ui.say("lesson.number", number=lesson.number, count=lesson.count),
        question=ui.say("lesson.question"),
        here=f"{here}/{lesson.number}",
        following=following,
        play_on=(f"/review/{table.setup.id}/try", part.number),
    )


@get("/api/v1/tables/{name:str}/review", tags=["reviews"], summary="The review of a finished game, or its progress")
async def show(
    request: AnyRequest,
    name: FromPath[str],
    tables: TablesDep,
    reviews: ReviewsDep,
    brief: FromQuery[bool] = False,
) -> ReviewAnswer:
    """With `brief` only the progress."""
    table = await tables.fresh_table(name)
    reviews.check(table)
    found = await reviews.stored(table)
    review = None if brief else await reviews.review(table, found)
    seat = await seat_of(request, tables, name)
    data = review_data(review, table, seat, language_of(request)) if review else None
    far = progress(name, found)
    return ReviewAnswer(far.table, far.status, far.done, far.of, data)


@post(
    "/api/v1/tables/{name:str}/review",
    status_code=HTTP_202_ACCEPTED,
    tags=["reviews"],
    summary="Request the review of a finished game; it is computed once",
)
async def ask_by_program(
    request: AnyRequest,
    name: FromPath[str],
    tables: TablesDep,
    reviews: ReviewsDep,
) -> Progress:
    table = await tables.fresh_table(name)
    await reviews.ask(table, household_of(request))
    return progress(name, await reviews.stored(table))


REVIEW_PAGES: Final = [ask, try_again, learn, learned, show, ask_by_program]
