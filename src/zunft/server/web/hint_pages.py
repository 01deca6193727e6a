"""Hints for the player who has to decide, for pages and programs, and objections to a choice."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.views.hints import HintView, ObjectionView, hint_views, objection_view
from zunft.server.views.position import position
from zunft.server.web.dependencies import HintsDep, TablesDep
from zunft.server.web.forms import LONGEST_ACTION
from zunft.server.web.page import Page, page
from zunft.server.web.preferences import AnyRequest, language_of
from zunft.server.web.visitors import own_seat

ALLOWED: Final = 0.05  # of the chance of winning, unless the client gives a tolerance


class HintsAnswer(msgspec.Struct):
    table: str
    number: int  # of the position, to send with the answer
    hints: list[HintView]  # the best choice first


class Considered(msgspec.Struct, forbid_unknown_fields=True):
    """A choice to check before it is made, and how much of the chance of winning it may cost."""

    action: Annotated[str, Meta(max_length=LONGEST_ACTION)]
    allowed: Annotated[float, Meta(ge=0, le=1)] = ALLOWED


async def table_and_seat(request: AnyRequest, tables: TableService, name: str) -> tuple[Table, int]:
    """The table and the requesting player's seat; spectators have none."""
    table = await tables.fresh_table(name)
    return table, await own_seat(request, tables, name)


@post("/t/{name:str}/hint", include_in_schema=False, status_code=HTTP_200_OK)
async def show(request: AnyRequest, name: FromPath[str], tables: TablesDep, hints: HintsDep) -> Page:
    """For scripts the fragment below the question, otherwise a page."""
    table, seat = await table_and_seat(request, tables, name)
    found = hint_views(table, seat, language_of(request), await hints.advice(table, seat))
    if request.headers.get("x-live"):
        return page(request, "live/hints.html", hints=found)
    now = position(table, seat, language_of(request))
    return page(request, "hints.html", hints=found, position=now, game=table.game)


@post("/api/v1/tables/{name:str}/hints", status_code=HTTP_200_OK, tags=["hints"], summary="The best three choices")
async def hints_for_program(
    request: AnyRequest, name: FromPath[str], tables: TablesDep, hints: HintsDep
) -> HintsAnswer:
    """From this seat's knowledge; afterwards the game is unrated."""
    table, seat = await table_and_seat(request, tables, name)
    advice = await hints.advice(table, seat)
    return HintsAnswer(name, table.number(seat), hint_views(table, seat, language_of(request), advice))


@post(
    "/api/v1/tables/{name:str}/objection",
    status_code=HTTP_200_OK,
    tags=["hints"],
    summary="What a choice would cost",
)
async def objection(
    request: AnyRequest,
    name: FromPath[str],
    data: JSONBody[Considered],
    tables: TablesDep,
    hints: HintsDep,
) -> ObjectionView:
    table, seat = await table_and_seat(request, tables, name)
    advice = await hints.advice(table, seat)
    return objection_view(table, seat, language_of(request), advice, data.action, data.allowed)


HINT_PAGES: Final = [show, hints_for_program, objection]
