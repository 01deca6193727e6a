"""The review of a finished game: requesting it, its progress, the complete review as JSON, and retrying a position."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_202_ACCEPTED

from zunft.server.store.reviews import DONE
from zunft.server.tables.reviews import Reviews, tried_again
from zunft.server.tables.table import Table
from zunft.server.views.review import Panel, panel, review_data
from zunft.server.web.dependencies import ReviewsDep, TablesDep
from zunft.server.web.forms import Form, create_table, integer, visitor_name
from zunft.server.web.preferences import AnyRequest, language_of
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


async def progress(reviews: Reviews, table: Table) -> Progress:
    found = await reviews.stored(table)
    name = table.setup.id
    return Progress(name, found.status, found.parts, found.actions) if found else Progress(name, NONE, 0, 0)


async def review_values(
    reviews: Reviews, table: Table, viewer: int | None, language: str, number: int
) -> dict[str, Panel | Progress | None]:
    """Template values of the review on a replay page: the review, its progress, or nothing."""
    if not reviews.is_possible(table):
        return {"review": None, "reviewing": None}
    review = await reviews.review(table)
    if review is None:
        return {"review": None, "reviewing": await progress(reviews, table)}
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
) -> Redirect:
    """Play on against bots from before a decision, on the seat of the player who made it."""
    record = reviews.check(await tables.fresh_table(name))
    who = await visitor_name(request, tables.database)
    wanted = tried_again(record, integer(data.get("part"), 0, "part"), who, name)
    return await create_table(request, tables, wanted)


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
    far = await progress(reviews, table)
    answer = ReviewAnswer(far.table, far.status, far.done, far.of)
    if far.status == DONE and not brief:
        review = await reviews.review(table)
        seat = await seat_of(request, tables, name)
        answer.review = review_data(review, table, seat, language_of(request)) if review else None
    return answer


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
    return await progress(reviews, table)


REVIEW_PAGES: Final = [ask, try_again, show, ask_by_program]
