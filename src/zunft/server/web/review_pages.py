"""The review of a finished game: requesting it, its progress, the complete review as JSON, and retrying a position."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_202_ACCEPTED

from zunft.core.record import HUMAN
from zunft.server.store.reviews import DONE
from zunft.server.tables.reviews import Reviews, tried_again
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.views.review import Panel, panel, review_data
from zunft.server.web.forms import Form, Visitor, guest_name, integer, to_table
from zunft.server.web.preferences import language_of
from zunft.server.web.visitors import account_of, household_of, seat_of

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
async def ask(
    request: Visitor, name: FromPath[str], tables: NamedDependency[TableService], reviews: NamedDependency[Reviews]
) -> Redirect:
    await reviews.ask(await tables.fresh_table(name), household_of(request))
    return Redirect(f"/t/{name}/replay", status_code=303)


@post("/review/{name:str}/try", include_in_schema=False)
async def try_again(
    request: Visitor,
    name: FromPath[str],
    data: Form,
    tables: NamedDependency[TableService],
    reviews: NamedDependency[Reviews],
) -> Redirect:
    """Play on against bots from before a decision, on the seat of the player who made it."""
    record = reviews.check(await tables.fresh_table(name))
    who = guest_name(request, await account_of(request, tables.database))
    wanted = tried_again(record, integer(data.get("part"), 0, "part"), who, name)
    wanted.household = household_of(request)
    table, secrets = await tables.create(wanted)
    return to_table(request, table.setup.id, secrets[wanted.seats.index(HUMAN)])


@get("/api/v1/tables/{name:str}/review", tags=["reviews"], summary="The review of a finished game, or how far it is")
async def show(
    request: Request[Any, Any, Any],
    name: FromPath[str],
    tables: NamedDependency[TableService],
    reviews: NamedDependency[Reviews],
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
    summary="Ask for the review of a finished game; once for all who ask",
)
async def ask_by_program(
    request: Request[Any, Any, Any],
    name: FromPath[str],
    tables: NamedDependency[TableService],
    reviews: NamedDependency[Reviews],
) -> Progress:
    table = await tables.fresh_table(name)
    await reviews.ask(table, household_of(request))
    return await progress(reviews, table)


REVIEW_PAGES: Final = [ask, try_again, show, ask_by_program]
