"""A table's pages: the live one, its forms, and its log."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter
from litestar.response import Redirect, Stream
from markupsafe import Markup

from zunft.core.errors import ZunftError
from zunft.server.people.secrets import hashed, invitation, opened_by
from zunft.server.refusals import Forbidden, Refused
from zunft.server.store import queries
from zunft.server.store.database import KeyTaken
from zunft.server.tables import commands, creation, guided
from zunft.server.tables.commands import Command
from zunft.server.tables.log import OPEN
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.views.boards import boards, summary_title
from zunft.server.views.journal import PAGE, latest_chat, log_html, page_of, since_last_turn, without_chat
from zunft.server.views.live import LivePage, regions
from zunft.server.views.questions import has_questions
from zunft.server.views.sequences import LONGEST
from zunft.server.web.dependencies import ReviewsDep, TablesDep, VisitorDep
from zunft.server.web.explaining import counted, help_of, is_explained
from zunft.server.web.forms import Form, integer, key_of, to_table
from zunft.server.web.page import Page, page
from zunft.server.web.preferences import AnyRequest, cookie, language_of
from zunft.server.web.qr import qr_code
from zunft.server.web.streams import LEFT, stream
from zunft.server.web.visitors import (
    INVITATION_COOKIE,
    account_of,
    away_seat,
    own_seat,
    seat_of,
    secrets_of,
    visitor_of,
)

STEP_MARK: Final = "|"  # separates the actions of a set chosen at once


class Look(NamedTuple):
    """A table and its viewer."""

    table: Table
    viewer: int | None
    language: str

    def page(self, request: AnyRequest, template: str, **values: Any) -> Page:
        table, game = self.table, self.table.game
        is_drawn = boards(game, self.language).is_drawn
        return page(request, template, table=table, game=game, viewer=self.viewer, is_drawn=is_drawn, **values)


async def look(request: AnyRequest, tables: TableService, name: str) -> Look:
    table = await tables.fresh_table(name)
    return Look(table, await seat_of(request, tables, name), language_of(request))


@get("/t/{name:str}", include_in_schema=False)
async def show(
    request: AnyRequest, name: FromPath[str], tables: TablesDep, reviews: ReviewsDep, visitor: VisitorDep
) -> Page:
    seen = await look(request, tables, name)
    log = page_of(*seen)
    hashes = (await tables.cache.get(name)).hashes
    is_spectator = seen.viewer is None and seen.table.is_playing
    away = await away_seat(request, tables, name, visitor.account) if is_spectator else None
    drawn = regions(*seen, has_reviews=reviews.are_offered)
    shown = seen.page(
        request,
        "table.html",
        number=seen.table.number(seen.viewer),
        regions={key: Markup("".join(parts)) for key, parts in drawn.items()},
        log=Markup(log_html(seen.table, without_chat(log.lines))),
        said=Markup(log_html(seen.table, latest_chat(*seen))),
        since=Markup(log_html(seen.table, since_last_turn(*seen))),
        earlier=log.earlier,
        links=invitation_links(request, seen, hashes),
        can_fill=bool(seen.table.open_seats()) and may_fill(seen.table, seen.viewer),
        free=seen.table.open_seats() if is_welcome(request, seen.table) else [],
        away=away,
        guest=visitor.name,
        account=visitor.account,
        summing_up=summary_title(seen.table.game),
        explained=is_explained(request, seen.table),
        help=help_of(request),
        has_questions=has_questions(seen.table.game),
    )
    shown.cookies += counted(request, seen.table, seen.viewer)
    return shown


def may_fill(table: Table, viewer: int | None) -> bool:
    """The host; anybody who sits at a rematch."""
    return viewer is not None and viewer in (table.hosts() or table.people())


def is_welcome(request: AnyRequest, table: Table) -> bool:
    """Whether the visitor may sit down: seats that would be refused are not offered."""
    return table.setup.listed or INVITATION_COOKIE + table.setup.id in request.cookies


def invitation_links(request: AnyRequest, seen: Look, hashes: list[str]) -> dict[int, str]:
    """Links of open seats, for the host, from whose secret they derive."""
    if seen.viewer is None:
        return {}
    name = seen.table.setup.id
    base = f"{request.url.scheme}://{request.headers.get('host', '')}/t/{name}/s/"
    return {
        seat: base + made
        for own in secrets_of(request, name)
        for seat in seen.table.open_seats()
        if hashed(made := invitation(own, seat)) == hashes[seat]
    }


@get("/t/{name:str}/log", include_in_schema=False)
async def whole_log(
    request: AnyRequest,
    name: FromPath[str],
    tables: TablesDep,
    before: Annotated[int | None, Parameter(ge=1)] = None,
) -> Page:
    """A page of the log, chat included: the last one, or the one before a position."""
    seen = await look(request, tables, name)
    found = page_of(*seen, before, PAGE)
    log = Markup(log_html(seen.table, found.lines))
    return seen.page(request, "log.html", log=log, earlier=found.earlier, before=before)


@get("/t/{name:str}/qr/{seat:int}", include_in_schema=False)
async def invitation_code(
    request: AnyRequest, name: FromPath[str], seat: FromPath[int], tables: TablesDep
) -> Response[bytes]:
    """An open seat's link as a QR code, for the host."""
    links = invitation_links(request, await look(request, tables, name), (await tables.cache.get(name)).hashes)
    if seat not in links:
        raise Forbidden("link_used_up")
    return Response(qr_code(links[seat]), media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get("/t/{name:str}/s/{secret:str}", include_in_schema=False)
async def seat_link(request: AnyRequest, name: FromPath[str], secret: FromPath[str], tables: TablesDep) -> Redirect:
    """A seat's own link: back to one's seat, or an invitation to an open one."""
    kept = await tables.cache.get(name)
    opened = opened_by([secret], kept.hashes)
    if not opened:
        raise Forbidden("link_used_up")
    if kept.table.seats[opened[0]].kind == OPEN:
        invited = cookie(request, INVITATION_COOKIE + name, f"{opened[0]}.{secret}")
        return Redirect(f"/t/{name}", status_code=303, cookies=[invited])
    if await seat_of(request, tables, name) is not None:
        return Redirect(f"/t/{name}", status_code=303)  # this browser keeps the seat it already has
    return to_table(request, name, secret)


@post("/t/{name:str}/sit", include_in_schema=False)
async def sit(request: AnyRequest, name: FromPath[str], data: Form, tables: TablesDep, visitor: VisitorDep) -> Redirect:
    if await seat_of(request, tables, name) is not None:
        raise Refused("seated_already")
    who = data.get("name", "").strip() or visitor.name
    invited, _, secret = request.cookies.get(INVITATION_COOKIE + name, "").partition(".")
    wanted = integer(data.get("seat") or invited, -1, "seat")
    _, own = await tables.sit(name, wanted if wanted >= 0 else None, who, visitor.id, secret)
    return to_table(request, name, own, who)


@post("/t/{name:str}/{what:str}", include_in_schema=False)
async def do(
    request: AnyRequest, name: FromPath[str], what: FromPath[str], data: Form, tables: TablesDep
) -> Response[Any]:
    """All actions of a player at the table."""
    if what == "return":
        return await come_back(request, tables, name)
    seat = await own_seat(request, tables, name)
    if what == "rematch":
        return await rematch(request, tables, name, seat)
    if what == "replace":
        await tables.ask_replace(name, seat, integer(data.get("seat"), -1, "seat"))
    else:
        await tables.execute(name, command_of(what, seat, data, key_of(request)), player=seat)
    if request.headers.get("x-live"):  # scripts get the update from the stream
        return Response(None, status_code=204)
    return Redirect(f"/t/{name}", status_code=303)


async def come_back(request: AnyRequest, tables: TableService, name: str) -> Response[Any]:
    """Takes the seat back from the bot."""
    if await seat_of(request, tables, name) is not None:
        raise Refused("not_away")
    seat = await away_seat(request, tables, name, await account_of(request, tables.database))
    if seat is None:
        raise Forbidden("needs_seat")
    await tables.execute(name, partial(commands.come_back, player=seat))
    return Redirect(f"/t/{name}", status_code=303)


def command_of(what: str, seat: int, data: dict[str, str], key: str) -> Command:
    """The command requested by the form."""
    match what:
        case "choose":
            actions = data.get("action", "").split(STEP_MARK, LONGEST)[:LONGEST]
            number = integer(data.get("number"), -1, "number")
            return partial(commands.act_in_order, player=seat, actions=actions, number=number)
        case "undo" | "reset":
            return partial(commands.undo, player=seat, whole_turn=what == "reset", key=key)
        case "redo":
            return partial(commands.redo, player=seat)
        case "ask-undo":
            return partial(commands.ask_undo, player=seat)
        case "answer":
            return partial(commands.answer, player=seat, yes=data.get("yes") == "yes")
        case "chat":
            return partial(commands.chat, player=seat, text=data.get("text", ""), key=key)
        case "leave" | "resign":
            return partial(commands.leave, player=seat, resign=what == "resign")
        case "guide":
            return partial(guided.guide, player=seat, what=data.get("what", ""))
        case "fill":
            return partial(commands.fill, player=seat, bot=data.get("bot") or "apprentice")
    raise NotFoundException


async def rematch(request: AnyRequest, tables: TableService, name: str, player: int) -> Response[Any]:
    """One rematch for all players who ask, each one seat further; the requesting player sits down there."""
    table, visitor = await tables.table(name), await visitor_of(request, tables.database)
    seat = (player - 1) % table.setup.players
    following = await tables.database.read(lambda session: queries.rematch_of(session, name))
    if not following:
        wanted = creation.rematch_of(table)
        wanted.household = visitor.household
        try:
            new, _ = await tables.create(wanted)
        except KeyTaken:
            following = await tables.database.read(lambda session: queries.rematch_of(session, name))
        else:
            following = new.setup.id
            pointing = partial(commands.point_to_rematch, player=player, rematch=following)
            await tables.execute(name, pointing, player=player)
    try:
        _, secret = await tables.sit(following, seat, visitor.name, visitor.id, None)
    except ZunftError:
        secret = ""  # already seated, or the seat is taken
    return to_table(request, following, secret)


@get("/t/{name:str}/stream", include_in_schema=False)
async def live(
    request: AnyRequest,
    name: FromPath[str],
    tables: TablesDep,
    reviews: ReviewsDep,
    since: Annotated[int | None, Parameter(ge=0)] = None,
) -> Stream:
    return await stream(request, tables, name, since, partial(LivePage, has_reviews=reviews.are_offered), LEFT)


TABLE_PAGES: Final = [show, whole_log, invitation_code, seat_link, sit, do, live]
