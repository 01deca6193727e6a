"""The JSON interface: the same rights as the pages, for programs and bots in any language."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, Parameter
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Meta

import zunft
from zunft.core.errors import BadOption
from zunft.core.game import COMPONENTS
from zunft.core.record import HUMAN
from zunft.server import store
from zunft.server.boards import Choice, program_texts
from zunft.server.hall import Forbidden, Hall
from zunft.server.position import Line, SeatView, happenings, lines, position
from zunft.server.stream import last_seen, stream
from zunft.server.table import Table
from zunft.server.visitors import account_of, language_of, seat_of

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Anything = Request[Any, Any, Any]


class OptionInfo(msgspec.Struct):
    name: str
    default: Any
    choices: list[Any]
    help: str


class GameInfo(msgspec.Struct):
    name: str
    title: str
    rules: int
    players: list[int]
    options: list[OptionInfo]
    bots: list[str]
    actions: int


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64)]
    players: Annotated[int, Meta(ge=1, le=10)]
    seats: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=10)] = []
    name: Name = "Guest"
    options: dict[str, Any] = {}
    pace: Annotated[str, Meta(max_length=16)] = "none"
    listed: bool = False


class Made(msgspec.Struct):
    """A table and, for whoever made it, the secrets of its human and open seats."""

    table: str
    secrets: dict[int, str]


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    seat: int | None = None
    invitation: Annotated[str, Meta(max_length=64)] = ""


class Seated(msgspec.Struct):
    table: str
    seat: int
    secret: str


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    action: Annotated[str, Meta(max_length=100)]
    number: int


class Accepted(msgspec.Struct):
    number: int


class Said(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class TableView(msgspec.Struct):
    """A table as the one who asks may see it."""

    table: str
    game: str
    number: int
    status: str
    seat: int | None
    players: list[SeatView]
    decision: str | None
    prompt: str
    view: dict[str, Any] | None
    actions: list[Choice]
    undo: bool
    log: list[Line]
    now: int  # when this was told, for the clocks: milliseconds since 1970


def table_view(table: Table, viewer: int | None, language: str, since: int | None = None) -> TableView:
    found = position(table, viewer, language, store.now())
    log = lines(table, viewer, language, program_texts()[language], happenings(table, viewer, since or 0))
    return TableView(
        found.table,
        found.game,
        found.number,
        found.status,
        found.seat,
        found.players,
        found.decision,
        found.prompt,
        found.view,
        found.actions,
        found.undo,
        log,
        found.now,
    )


def encoded(table: Table, viewer: int | None, language: str, since: int) -> bytes:
    """For all listeners on one seat the same bytes."""
    return table.remember(
        ("json", viewer, language, since), lambda: msgspec.json.encode(table_view(table, viewer, language, since))
    )


class Api(Controller):
    path = "/api/v1"
    tags = ("tables",)

    @get("/games", summary="The games that can be played here")
    async def games(self) -> list[GameInfo]:
        return [game_info(name) for name in zunft.game_names()]

    @post("/tables", status_code=HTTP_201_CREATED, summary="Make a table")
    async def create(self, request: Anything, data: JSONBody[NewTable], hall: NamedDependency[Hall]) -> Made:
        seats = data.seats or [HUMAN, *["journeyman"] * (data.players - 1)]
        if COMPONENTS in data.options and not isinstance(data.options[COMPONENTS], dict):
            raise BadOption("option components: give the tables themselves, not the name of a file")
        account = await account_of(request, hall)
        names = [data.name if kind == HUMAN and seat == seats.index(HUMAN) else "" for seat, kind in enumerate(seats)]
        if seats.count(HUMAN) > 1:
            raise BadOption("one seat is yours (human); friends take open ones")
        table, secrets = await hall.create(
            data.game, data.players, seats, names, data.options, data.pace, data.listed, account.id if account else ""
        )
        kept = {seat: secret for seat, secret in enumerate(secrets) if table.chairs[seat].kind != "bot"}
        return Made(table.setup.id, kept)

    @get("/tables", summary="Open tables")
    async def tables(self, hall: NamedDependency[Hall]) -> list[dict[str, Any]]:
        found = await hall.database.work(store.open_tables)
        return [
            {"table": each.id, "game": each.game, "players": each.players, "free": free_seats(each)} for each in found
        ]

    @get("/tables/{name:str}", summary="A table as you may see it")
    async def show(self, request: Anything, name: FromPath[str], hall: NamedDependency[Hall]) -> TableView:
        table = await hall.fresh_table(name)
        return table_view(table, await seat_of(request, hall, name), language_of(request))

    @post("/tables/{name:str}/seats", status_code=HTTP_201_CREATED, summary="Take an open seat")
    async def sit(
        self, request: Anything, name: FromPath[str], data: JSONBody[Sit], hall: NamedDependency[Hall]
    ) -> Seated:
        account = await account_of(request, hall)
        _, seat, secret = await hall.sit(name, data.seat, data.name, account.id if account else "", data.invitation)
        return Seated(name, seat, secret)

    @post("/tables/{name:str}/actions", status_code=HTTP_200_OK, summary="Choose; the same answer twice counts once")
    async def act(
        self, request: Anything, name: FromPath[str], data: JSONBody[Answer], hall: NamedDependency[Hall]
    ) -> Accepted:
        seat = await own_seat(request, hall, name)
        table = await hall.act(name, seat, data.action, data.number)
        return Accepted(table.number(seat))

    @post("/tables/{name:str}/undo", status_code=HTTP_200_OK, summary="Take back your last choice")
    async def undo(self, request: Anything, name: FromPath[str], hall: NamedDependency[Hall]) -> Accepted:
        seat = await own_seat(request, hall, name)
        table = await hall.undo(name, seat)
        return Accepted(table.number(seat))

    @post("/tables/{name:str}/chat", status_code=HTTP_200_OK, summary="Say something")
    async def chat(
        self, request: Anything, name: FromPath[str], data: JSONBody[Said], hall: NamedDependency[Hall]
    ) -> Accepted:
        seat = await own_seat(request, hall, name)
        table = await hall.chat(name, seat, data.text)
        return Accepted(table.number(seat))

    @get("/tables/{name:str}/events", summary="What happens, as server-sent events", media_type="text/event-stream")
    async def events(
        self,
        request: Anything,
        name: FromPath[str],
        hall: NamedDependency[Hall],
        since: Annotated[int | None, Parameter(ge=0)] = None,
    ) -> Stream:
        viewer = await seat_of(request, hall, name)
        language = language_of(request)
        start = last_seen(request.headers.get("last-event-id"), since, 0)
        return stream(hall, name, viewer, start, lambda table, after: encoded(table, viewer, language, after))

    @get("/tables/{name:str}/record", summary="The whole game, when it is over")
    async def record(self, name: FromPath[str], hall: NamedDependency[Hall]) -> Response[str]:
        table = await hall.table(name)
        if not table.is_over:
            raise Forbidden("a record tells everything: it is given out when the game is over")
        return Response(
            table.record().to_json(),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{table.setup.game}-{name}.json"'},
        )


async def own_seat(request: Anything, hall: Hall, name: str) -> int:
    seat = await seat_of(request, hall, name)
    if seat is None:
        raise Forbidden("this needs a seat at the table: give its secret as `Authorization: Bearer …`")
    return seat


def free_seats(table: store.Listed) -> list[int]:
    return [seat for seat, chair in enumerate(table.seats) if chair.kind == "open"]


def game_info(name: str) -> GameInfo:
    game = zunft.load(name)
    return GameInfo(
        game.name,
        game.title,
        game.rules,
        list(game.players),
        [OptionInfo(key, option.default, list(option.choices), option.help) for key, option in game.options.items()],
        list(zunft.bots.bot_names()),
        game.num_actions,
    )
