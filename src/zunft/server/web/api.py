"""The JSON interface: same rights as the pages, for programs and bots in any language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, Parameter
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Meta

import zunft
from zunft.bots import bot_names
from zunft.core.game import COMPONENTS
from zunft.core.record import HUMAN
from zunft.core.standings import standings
from zunft.server.people.names import LONGEST_NAME
from zunft.server.refusals import Invalid
from zunft.server.store.lists import open_tables
from zunft.server.tables import commands, creation
from zunft.server.tables.log import BOT
from zunft.server.tables.records import record_of
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.views.boards import Choice
from zunft.server.views.memo import memoised_since
from zunft.server.views.position import Line, SeatView, lines, position, visible_entries
from zunft.server.web.dependencies import DatabaseDep, TablesDep, VisitorDep
from zunft.server.web.forms import LARGEST_WITH_FILES, LONGEST_ACTION, LONGEST_ID, key_of
from zunft.server.web.preferences import AnyRequest, language_of
from zunft.server.web.streams import Encode, stream
from zunft.server.web.visitors import own_seat, seat_of

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class OptionInfo(msgspec.Struct, omit_defaults=True):
    """Only the fields that fit the option's kind are present: choice, number, members or file."""

    name: str
    kind: str
    default: Any
    help: str
    choices: list[Any] = []
    low: int | None = None
    high: int | None = None
    of: list[str] = []
    size: int | None = None


class GameInfo(msgspec.Struct):
    name: str
    title: str
    rules: int
    players: list[int]
    options: list[OptionInfo]
    bots: list[str]
    actions: int


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=LONGEST_ID)]
    players: Annotated[int, Meta(ge=1, le=10)]
    seats: Annotated[list[Annotated[str, Meta(max_length=LONGEST_ID)]], Meta(max_length=10)] = []
    name: Name = "Guest"
    options: dict[str, Any] = {}
    pace: Annotated[str, Meta(max_length=16)] = "none"
    listed: bool = False
    hints: bool | None = None  # whether allowed; null: if only one person plays


class Made(msgspec.Struct):
    """A new table and, for its creator, the secrets of its human and open seats."""

    table: str
    secrets: dict[int, str]


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    seat: int | None = None
    invitation: Annotated[str, Meta(max_length=LONGEST_ID)] = ""


class Seated(msgspec.Struct):
    table: str
    seat: int
    secret: str


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    action: Annotated[str, Meta(max_length=LONGEST_ACTION)]
    number: int


class Accepted(msgspec.Struct):
    number: int


class Said(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=commands.LONGEST_CHAT)]


class TableView(msgspec.Struct):
    """A table as visible to the client."""

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
    hints: bool  # whether you may ask for a hint now
    log: list[Line]
    now: int  # time of this response, for the clocks: milliseconds since 1970
    standings: list[dict[str, Any]]  # each player's points as far as you know, by source


def table_view(table: Table, viewer: int | None, language: str, since: int = 0) -> TableView:
    at = position(table, viewer, language)
    log = lines(table, viewer, language, visible_entries(table, viewer, since))
    seen = (at.table, at.game, at.number, at.status, at.seat, at.players, at.decision, at.prompt, at.view, at.actions)
    rows = [] if at.view is None else standings(table.game, at.view, table.state.setting)
    return TableView(*seen, at.undo, at.hints, log, at.now, [row.to_dict() for row in rows])


def json_encoder(viewer: int | None, language: str) -> Encode:
    """The same bytes for all listeners on one seat."""

    def encode(table: Table, since: int) -> bytes:
        made = partial(table_view, table, viewer, language, since)
        return memoised_since(table, viewer, since, ("json", language), lambda: msgspec.json.encode(made()))

    return encode


async def accepted(
    request: AnyRequest, tables: TableService, name: str, command: Callable[..., Table | None], **arguments: Any
) -> Accepted:
    """Runs a command for the seat of the client."""
    seat = await own_seat(request, tables, name)
    table = await tables.execute(name, partial(command, player=seat, **arguments), player=seat)
    return Accepted(table.number(seat))


class Api(Controller):
    path = "/api/v1"
    tags = ("tables",)

    @get("/games", summary="The games that can be played here")
    async def games(self) -> list[GameInfo]:
        return [game_info(name) for name in zunft.game_names()]

    @post(
        "/tables",
        status_code=HTTP_201_CREATED,
        summary="Create a table",
        request_max_body_size=LARGEST_WITH_FILES,
    )
    async def create(self, data: JSONBody[NewTable], tables: TablesDep, visitor: VisitorDep) -> Made:
        seats = data.seats or [HUMAN, *["journeyman"] * (data.players - 1)]
        if COMPONENTS in data.options and not isinstance(data.options[COMPONENTS], dict):
            raise Invalid("components_not_tables")
        if seats.count(HUMAN) > 1:
            raise Invalid("one_human_seat")
        names = [data.name if kind == HUMAN else "" for kind in seats]
        chosen = data.game, data.players, seats, names, data.options, data.pace, data.listed
        wanted = creation.Wanted(*chosen, visitor.id, household=visitor.household, hints=data.hints)
        table, secrets = await tables.create(wanted)
        kept = {seat: secret for seat, secret in enumerate(secrets) if table.seats[seat].kind != BOT}
        return Made(table.setup.id, kept)

    @get("/tables", summary="Open tables")
    async def tables(self, database: DatabaseDep) -> list[dict[str, Any]]:
        found = await database.read(open_tables)
        return [{"table": each.id, "game": each.game, "players": each.players, "free": each.free} for each in found]

    @get("/tables/{name:str}", summary="A table, as far as you may see it")
    async def show(self, request: AnyRequest, name: FromPath[str], tables: TablesDep) -> TableView:
        table = await tables.fresh_table(name)
        return table_view(table, await seat_of(request, tables, name), language_of(request))

    @post("/tables/{name:str}/seats", status_code=HTTP_201_CREATED, summary="Take an open seat")
    async def sit(
        self, request: AnyRequest, name: FromPath[str], data: JSONBody[Sit], tables: TablesDep, visitor: VisitorDep
    ) -> Seated:
        taken = await tables.sit(name, data.seat, data.name, visitor.id, data.invitation, key_of(request))
        return Seated(name, *taken)

    @post(
        "/tables/{name:str}/actions",
        status_code=HTTP_200_OK,
        summary="Make a choice; repeating it has no effect",
    )
    async def act(
        self, request: AnyRequest, name: FromPath[str], data: JSONBody[Answer], tables: TablesDep
    ) -> Accepted:
        return await accepted(request, tables, name, commands.act, action=data.action, number=data.number)

    @post("/tables/{name:str}/undo", status_code=HTTP_200_OK, summary="Undo your last choice")
    async def undo(self, request: AnyRequest, name: FromPath[str], tables: TablesDep) -> Accepted:
        return await accepted(request, tables, name, commands.undo, key=key_of(request))

    @post("/tables/{name:str}/chat", status_code=HTTP_200_OK, summary="Send a chat message")
    async def chat(self, request: AnyRequest, name: FromPath[str], data: JSONBody[Said], tables: TablesDep) -> Accepted:
        return await accepted(request, tables, name, commands.chat, text=data.text, key=key_of(request))

    @get("/tables/{name:str}/events", summary="Events, as server-sent events", media_type="text/event-stream")
    async def events(
        self,
        request: AnyRequest,
        name: FromPath[str],
        tables: TablesDep,
        since: Annotated[int | None, Parameter(ge=0)] = None,
    ) -> Stream:
        return await stream(request, tables, name, since or 0, json_encoder)

    @get("/tables/{name:str}/record", summary="The record of a finished game")
    async def record(self, name: FromPath[str], tables: TablesDep) -> Response[str]:
        table = await tables.table(name)
        return Response(
            record_of(table).to_json(),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{table.setup.game}-{name}.json"'},
        )


def game_info(name: str) -> GameInfo:
    game = zunft.load(name)
    options = [
        OptionInfo(key, each.kind(), each.default, each.help, **each.limits()) for key, each in game.options.items()
    ]
    players, bots = list(game.players), list(bot_names())
    return GameInfo(game.name, game.title, game.rules, players, options, bots, game.num_actions)
