"""Replays: past positions, the record, and playing on from a position."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.params import FromPath, Parameter
from litestar.response import Redirect
from markupsafe import Markup

from zunft.server.refusals import Refused
from zunft.server.tables import records
from zunft.server.views import replay
from zunft.server.views.journal import log_html
from zunft.server.views.position import lines, position, visible_entries
from zunft.server.web.dependencies import ReviewsDep, TablesDep, VisitorDep
from zunft.server.web.forms import Form, create_table, integer, optional_integer
from zunft.server.web.page import Page
from zunft.server.web.preferences import AnyRequest
from zunft.server.web.review_pages import review_values
from zunft.server.web.table_pages import Look, look


@get("/t/{name:str}/replay", include_in_schema=False)
async def show(
    request: AnyRequest,
    name: FromPath[str],
    tables: TablesDep,
    reviews: ReviewsDep,
    at: Annotated[int | None, Parameter(ge=1)] = None,
    seat: Annotated[int | None, Parameter(ge=0)] = None,
) -> Page:
    """A position as the viewer saw it; once the game is over, as any player did: `seat`."""
    own = await look(request, tables, name)
    seen = Look(own.table, replay.perspective(own.table, own.viewer, seat), own.language)
    last = seen.table.number(seen.viewer)
    if not last:
        raise Refused("nothing_happened_yet")
    number = min(at or last, last)
    shown = await asyncio.to_thread(records.as_seen, seen.table, seen.viewer, number)
    past = Look(shown, seen.viewer, seen.language)
    return seen.page(
        request,
        "replay.html",
        number=number,
        last=last,
        log=lines(*past, visible_entries(past.table, past.viewer, number - 1)),
        own=records.default_seat(own.table, own.viewer),
        **position_values(seen, past, number, last, is_step="x-step" in request.headers),
        **await review_values(reviews, *seen, number=number),
    )


def position_values(seen: Look, past: Look, number: int, last: int, is_step: bool) -> dict[str, Any]:
    """Template values of one position. Steps within the page leave out the list of moves."""
    table, found = seen.table, position(*past)
    moves = replay.moves_of(*seen)
    return {
        "drawn": replay.drawn(past.table, found.view, past.language),
        "position": found,
        "over": table.is_over,
        "turns": replay.turns_around(moves, number, last),
        "moves": Markup("" if is_step else log_html(table, moves)),
        "hands": replay.hands(past.table, past.language) if table.is_over else [],
        "others": [replay.number_for(table, seen.viewer, number, each) for each in range(table.setup.players)],
    }


@get("/t/{name:str}/record", include_in_schema=False)
async def record(name: FromPath[str]) -> Redirect:
    return Redirect(f"/api/v1/tables/{name}/record")


@post("/branch/{name:str}", include_in_schema=False)
async def branch(
    request: AnyRequest, name: FromPath[str], data: Form, tables: TablesDep, visitor: VisitorDep
) -> Redirect:
    """`at` is the viewer's number, or that of the player whose view is shown: `perspective`."""
    seen = await look(request, tables, name)
    seat = optional_integer(data.get("seat"), "seat")
    viewer = replay.perspective(seen.table, seen.viewer, optional_integer(data.get("perspective"), "perspective"))
    at, bot = integer(data.get("at"), 0, "at"), data.get("bot") or records.SAME
    own = records.default_seat(seen.table, seen.viewer) if seat is None else seat
    wanted = await asyncio.to_thread(records.branch, seen.table, at, viewer, visitor.name, own, bot)
    return await create_table(request, tables, wanted)


REPLAY_PAGES: Final = [show, record, branch]
