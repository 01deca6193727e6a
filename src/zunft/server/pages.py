"""The pages: lobby, tables, replays, rules, accounts. Forms work without any script; a script makes them live."""

from __future__ import annotations

import datetime
import secrets
import tomllib
from importlib import resources
from typing import Annotated, Any, Final
from urllib.parse import quote, unquote

import babel.dates
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie, UploadFile
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, Parameter
from litestar.response import Redirect, Stream
from markupsafe import Markup

import zunft
from zunft.bots import bot_names
from zunft.core.components import read, statuses
from zunft.core.errors import BadOption, ZunftError
from zunft.core.game import COMPONENTS, Game
from zunft.core.record import HUMAN
from zunft.core.text import LANGUAGES
from zunft.server import accounts, ratings, store
from zunft.server.boards import boards, program_texts
from zunft.server.clock import PACES
from zunft.server.database import Session
from zunft.server.hall import Forbidden, Hall, invitation
from zunft.server.live import LOG_AT_FIRST, LivePage, log_html, regions
from zunft.server.position import happenings, lines, position
from zunft.server.rendering import rendered
from zunft.server.site import LEVELS, environment
from zunft.server.stream import last_seen, stream
from zunft.server.table import OPEN, Refused, Table
from zunft.server.visitors import (
    LANGUAGE_COOKIE,
    NAME_COOKIE,
    SEAT_COOKIE,
    SESSION_COOKIE,
    Account,
    account_of,
    cookie,
    held_secrets,
    language_of,
    seat_of,
    secrets_of,
)
from zunft.server.webhooks import check_url

THEME_COOKIE: Final = "theme"
THEMES: Final = ("auto", "light", "dark")

Visitor = Request[Any, Any, Any]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Page = Response[str]


def page(
    request: Visitor, template: str, status: int = 200, cookies: list[Cookie] | None = None, **values: Any
) -> Page:
    language = language_of(request)
    theme = request.cookies.get(THEME_COOKIE, "auto")
    values |= {
        "ui": program_texts()[language].say,
        "texts": program_texts()[language],
        "language": language,
        "theme": theme if theme in THEMES else "auto",
        "path": request.url.path if status < 400 else "/",  # what failed may be a secret link
        "when": lambda at: when(at, language),
    }
    html = rendered(environment(), template, values)
    return Response(
        html,
        status_code=status,
        media_type=MediaType.HTML,
        cookies=cookies or [],
        headers={"cache-control": "no-store"},
    )


def when(at: int, language: str) -> str:
    """How long ago, in words."""
    delta = datetime.timedelta(milliseconds=at - store.now())
    return babel.dates.format_timedelta(delta, add_direction=True, locale=language)


def problem_page(request: Visitor, status: int, reason: str) -> Page:
    return page(request, "problem.html", status, reason=reason)


def game_named(name: str) -> Game:
    if name not in zunft.game_names():
        raise NotFoundException(f"there is no game {name!r}")
    return zunft.load(name)


def guest_name(request: Visitor, account: Account | None = None) -> str:
    """Whoever does not say a name gets one, so that nobody has to type."""
    if account is not None:
        return account.name
    known = unquote(request.cookies.get(NAME_COOKIE, ""))
    return known or program_texts()[language_of(request)].say("name.guest", number=100 + secrets.randbelow(900))


# Lobby


@get("/", include_in_schema=False)
async def lobby(request: Visitor, hall: NamedDependency[Hall]) -> Page:
    account = await account_of(request, hall)
    hashes = [store.hashed(secret) for secret in held_secrets(request)]

    def work(session: Session) -> tuple[list[store.Listed], list[store.Listed], list[store.Listed]]:
        own = store.own_tables(session, account.id if account else "", hashes)
        return own, store.open_tables(session), store.running_tables(session)

    own, waiting, running = await hall.database.work(work)
    mine = {table.id for table in own}
    games = [zunft.load(name) for name in zunft.game_names()]
    return page(
        request,
        "lobby.html",
        account=account,
        games=games,
        about={game.name: about(game, language_of(request)) for game in games},
        signs={game.name: boards(game, language_of(request)).sign() for game in games},
        titles={game.name: game.title for game in games},
        own=sorted(own, key=lambda table: (table.status == "over", not table.is_my_turn, -table.changed)),
        waiting=[table for table in waiting if table.id not in mine],
        running=[table for table in running if table.id not in mine],
    )


def about(game: Game, language: str) -> str:
    say = game.texts[language]
    return say.say("about") if say.has("about") else ""


@get("/new/{name:str}", include_in_schema=False)
async def new_table(request: Visitor, name: FromPath[str], hall: NamedDependency[Hall]) -> Page:
    game = game_named(name)
    account = await account_of(request, hall)
    return page(
        request,
        "new.html",
        game=game,
        account=account,
        say=game.texts[language_of(request)],
        paces=list(PACES),
        guest=guest_name(request, account),
        options={key: option for key, option in game.options.items() if key != COMPONENTS},
        has_components=COMPONENTS in game.options,
        bots=[bot for bot in bot_names() if bot not in LEVELS],
    )


@post("/tables", include_in_schema=False)
async def create(
    request: Visitor,
    data: Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)],
    hall: NamedDependency[Hall],
) -> Redirect:
    """From the form, or from a button of the lobby that leaves everything as usual."""
    game = game_named(str(data.get("game", "")))
    players = whole(data.get("players"), game.players[0])
    level = str(data.get("level") or "apprentice")
    seats = [str(data.get(f"seat{seat}") or (HUMAN if seat == 0 else level)) for seat in range(players)]
    account = await account_of(request, hall)
    name = str(data.get("name") or "").strip() or guest_name(request, account)
    names = ["" if kind != HUMAN else name for kind in seats]
    table, secret = await hall.create(
        game.name,
        players,
        seats,
        names,
        await options_of(game, data),
        str(data.get("pace") or "none"),
        data.get("listed") == "on",
        account.id if account else "",
    )
    return to_table(request, table.setup.id, secret[seats.index(HUMAN)] if HUMAN in seats else "", name)


async def options_of(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """Choices of the form come as texts; each is one of the option's own values."""
    chosen: dict[str, Any] = {}
    for name, option in game.options.items():
        value = data.get(f"option-{name}")
        if name == COMPONENTS:
            if isinstance(value, UploadFile) and value.filename:
                chosen[name] = components_of(await value.read())
        elif value not in (None, ""):
            chosen[name] = next((choice for choice in option.choices if str(choice) == value), value)
    return chosen


def components_of(content: bytes) -> dict[str, Any]:
    try:
        tables = tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadOption(f"the component file cannot be read: {error}") from None
    found: dict[str, Any] = read(tables)
    return found


def whole(value: Any, otherwise: int) -> int:
    text = str(value or "")
    if not text:
        return otherwise
    if not text.isdecimal() or len(text) > 9:
        raise BadOption("a whole number is missing")
    return int(text)


def to_table(request: Visitor, table: str, secret: str, name: str = "") -> Redirect:
    cookies = [cookie(request, SEAT_COOKIE + table, secret)] if secret else []
    if name:
        cookies.append(cookie(request, NAME_COOKIE, quote(name)))
    return Redirect(f"/t/{table}", status_code=303, cookies=cookies)


@post("/import", include_in_schema=False)
async def bring(
    request: Visitor,
    data: Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)],
    hall: NamedDependency[Hall],
) -> Redirect:
    file = data.get("record")
    if not isinstance(file, UploadFile):
        raise BadOption("choose a record file")
    try:
        text = (await file.read()).decode("utf-8")
    except UnicodeDecodeError:
        raise BadOption("not a record: not a text file") from None
    table, secret = await hall.bring(text, guest_name(request, await account_of(request, hall)))
    return to_table(request, table.setup.id, secret[0])


# The table


@get("/t/{name:str}", include_in_schema=False)
async def show(request: Visitor, name: FromPath[str], hall: NamedDependency[Hall]) -> Page:
    table = await hall.fresh_table(name)
    viewer = await seat_of(request, hall, name)
    language = language_of(request)
    told = lines(table, viewer, language, program_texts()[language], happenings(table, viewer))
    account = await account_of(request, hall)
    return page(
        request,
        "table.html",
        table=table,
        is_drawn=boards(table.game, language).is_drawn,
        game=table.game,
        viewer=viewer,
        number=table.number(viewer),
        regions={key: Markup("".join(parts)) for key, parts in regions(table, viewer, language).items()},
        log=Markup(log_html(table, told[-LOG_AT_FIRST:])),
        links=invitation_links(request, hall, table, viewer),
        free=[seat for seat, chair in enumerate(table.chairs) if chair.kind == OPEN],
        guest=guest_name(request, account),
        account=account,
    )


def invitation_links(request: Visitor, hall: Hall, table: Table, viewer: int | None) -> dict[int, str]:
    """The links of open seats, for the one whose secret made them."""
    if viewer is None:
        return {}
    base = f"{request.url.scheme}://{request.headers.get('host', '')}/t/{table.setup.id}/s/"
    found = {}
    for own in secrets_of(request, table.setup.id):
        for seat, chair in enumerate(table.chairs):
            made = invitation(own, seat)
            if chair.kind == OPEN and store.hashed(made) == hall.hashes[table.setup.id][seat]:
                found[seat] = base + made
    return found


@get("/t/{name:str}/s/{secret:str}", include_in_schema=False)
async def seat_link(
    request: Visitor, name: FromPath[str], secret: FromPath[str], hall: NamedDependency[Hall]
) -> Redirect:
    """A seat's own link: back to one's seat, or an invitation to an open one."""
    table = await hall.table(name)
    given = store.hashed(secret)
    if given not in hall.hashes[name]:
        raise Forbidden("this link opens no seat any more")
    seat = hall.hashes[name].index(given)
    if table.chairs[seat].kind == OPEN:
        return Redirect(
            f"/t/{name}", status_code=303, cookies=[cookie(request, f"invitation-{name}", f"{seat}.{secret}")]
        )
    return to_table(request, name, secret)


@post("/t/{name:str}/sit", include_in_schema=False)
async def sit(request: Visitor, name: FromPath[str], data: Form, hall: NamedDependency[Hall]) -> Redirect:
    account = await account_of(request, hall)
    who = data.get("name", "").strip() or guest_name(request, account)
    invited, _, secret = request.cookies.get(f"invitation-{name}", "").partition(".")
    wanted = whole(data.get("seat") or invited, -1)
    _, _, own = await hall.sit(name, wanted if wanted >= 0 else None, who, account.id if account else "", secret)
    return to_table(request, name, own, who)


async def seat_at(request: Visitor, hall: Hall, name: str) -> int:
    seat = await seat_of(request, hall, name)
    if seat is None:
        raise Forbidden("you are watching this table; take a seat to play")
    return seat


def back(request: Visitor, name: str) -> Response[Any]:
    """A page goes back to the table; a script needs no answer, the stream tells it."""
    if request.headers.get("x-live"):
        return Response(None, status_code=204)
    return Redirect(f"/t/{name}", status_code=303)


@post("/t/{name:str}/choose", include_in_schema=False)
async def choose(request: Visitor, name: FromPath[str], data: Form, hall: NamedDependency[Hall]) -> Response[Any]:
    number = whole(data.get("number"), -1)
    await hall.act(name, await seat_at(request, hall, name), data.get("action", ""), number)
    return back(request, name)


@post("/t/{name:str}/{what:str}", include_in_schema=False)
async def do(
    request: Visitor, name: FromPath[str], what: FromPath[str], data: Form, hall: NamedDependency[Hall]
) -> Response[Any]:
    """Everything else that somebody at the table can do."""
    seat = await seat_at(request, hall, name)
    match what:
        case "undo":
            await hall.undo(name, seat)
        case "redo":
            await hall.redo(name, seat)
        case "reset":
            await hall.undo(name, seat, whole_turn=True)
        case "ask-undo":
            await hall.ask_undo(name, seat)
        case "answer":
            await hall.answer(name, seat, data.get("yes") == "yes")
        case "chat":
            await hall.chat(name, seat, data.get("text", ""))
        case "leave" | "resign":
            await hall.leave(name, seat, what == "resign")
        case "replace":
            await hall.ask_replace(name, seat, whole(data.get("seat"), -1))
        case "fill":
            await hall.fill(name, data.get("bot") or "apprentice")
        case "webhook":
            url = check_url(data.get("url", ""))
            await hall.set_webhook(name, seat, url)
        case "rematch":
            new, place = await hall.rematch(name, seat)
            return await sit_at_rematch(request, hall, new, place)
        case _:
            raise NotFoundException(f"nobody can {what} here")
    return back(request, name)


async def sit_at_rematch(request: Visitor, hall: Hall, name: str, seat: int) -> Response[Any]:
    account = await account_of(request, hall)
    try:
        who = guest_name(request, account)
        _, _, secret = await hall.sit(name, seat, who, account.id if account else "", welcome=True)
    except ZunftError:
        return Redirect(f"/t/{name}", status_code=303)
    return to_table(request, name, secret)


@get("/t/{name:str}/stream", include_in_schema=False)
async def live(
    request: Visitor,
    name: FromPath[str],
    hall: NamedDependency[Hall],
    since: Annotated[int | None, Parameter(ge=0)] = None,
) -> Stream:
    viewer = await seat_of(request, hall, name)
    language = language_of(request)
    present = (await hall.table(name)).number(viewer)
    start = last_seen(request.headers.get("last-event-id"), since, present)
    return stream(hall, name, viewer, start, LivePage(viewer, language))


# Looking back


@get("/t/{name:str}/replay", include_in_schema=False)
async def replay(
    request: Visitor,
    name: FromPath[str],
    hall: NamedDependency[Hall],
    at: Annotated[int | None, Parameter(ge=1)] = None,
) -> Page:
    """A position that the viewer has seen before, as the viewer saw it."""
    table = await hall.table(name)
    viewer = await seat_of(request, hall, name)
    seen = table.seen[table.at(viewer)]
    if not seen:
        raise Refused("replay.nothing_yet")
    number = min(at or len(seen), len(seen))
    past = table.as_of(seen[number - 1] + 1)
    language = language_of(request)
    found = position(past, viewer, language, store.now())
    told = lines(past, viewer, language, program_texts()[language], happenings(past, viewer))
    drawn = boards(table.game, language).draw(found.view, [], table.names) if found.view is not None else []
    return page(
        request,
        "replay.html",
        table=table,
        is_drawn=boards(table.game, language).is_drawn,
        game=table.game,
        viewer=viewer,
        number=number,
        last=len(seen),
        drawn=Markup("".join(drawn)),
        log=[line for line in told if line.number == number],
        over=table.is_over,
        position=found,
    )


@get("/t/{name:str}/record", include_in_schema=False)
async def record(name: FromPath[str], hall: NamedDependency[Hall]) -> Redirect:
    return Redirect(f"/api/v1/tables/{name}/record")


@post("/branch/{name:str}", include_in_schema=False)
async def branch(request: Visitor, name: FromPath[str], data: Form, hall: NamedDependency[Hall]) -> Redirect:
    viewer = await seat_of(request, hall, name)
    who = guest_name(request, await account_of(request, hall))
    table, secret = await hall.branch(name, whole(data.get("at"), 0), viewer, who)
    seat = next(seat for seat, chair in enumerate(table.chairs) if chair.kind == HUMAN)
    return to_table(request, table.setup.id, secret[seat])


# Rules and components


@get("/rules/{name:str}", include_in_schema=False)
async def rules(request: Visitor, name: FromPath[str]) -> Page:
    game = game_named(name)
    language = language_of(request)
    file = resources.files(game.package) / "web" / f"rules.{language}.html"
    text = Markup(file.read_text(encoding="utf-8")) if file.is_file() else None
    return page(
        request,
        "rules.html",
        game=game,
        is_drawn=boards(game, language).is_drawn,
        text=text,
        about=about(game, language),
    )


@get("/components/{name:str}", include_in_schema=False)
async def components(request: Visitor, name: FromPath[str]) -> Page:
    """What is known of the printed parts, table by table, and from where."""
    game = game_named(name)
    tables = [(each, status, source_of(game.tables[each])) for each, status in statuses(game.tables).items()]
    return page(request, "components.html", game=game, tables=tables)


def source_of(table: Any) -> str:
    rows = table if isinstance(table, list) else [table]
    return "; ".join(dict.fromkeys(row["source"] for row in rows if "source" in row))


@get("/credits", include_in_schema=False)
async def credits(request: Visitor) -> Page:
    return page(request, "credits.html", games=[zunft.load(name) for name in zunft.game_names()])


@get("/ratings", include_in_schema=False)
async def rating_lists(request: Visitor, hall: NamedDependency[Hall]) -> Page:
    games = [zunft.load(name) for name in zunft.game_names()]

    def work(session: Session) -> list[tuple[Game, int, list[ratings.Rating]]]:
        found = [
            (game, players, ratings.ratings(session, game.name, players)) for game in games for players in game.players
        ]
        return [each for each in found if each[2]]

    return page(request, "ratings.html", lists=await hall.database.work(work))


# Accounts and taste


@get("/account", include_in_schema=False)
async def account_page(request: Visitor, hall: NamedDependency[Hall]) -> Page:
    return page(request, "account.html", account=await account_of(request, hall))


@post("/account/{what:str}", include_in_schema=False)
async def account_do(request: Visitor, what: FromPath[str], data: Form, hall: NamedDependency[Hall]) -> Redirect:
    token = request.cookies.get(SESSION_COOKIE, "")
    gone = cookie(request, SESSION_COOKIE, "", 0)
    match what:
        case "register":
            new = await accounts.register(hall, data.get("name", ""), data.get("password", ""))
            return Redirect("/", status_code=303, cookies=[cookie(request, SESSION_COOKIE, new)])
        case "sign-in":
            new = await accounts.sign_in(hall, data.get("name", ""), data.get("password", ""))
            return Redirect("/", status_code=303, cookies=[cookie(request, SESSION_COOKIE, new)])
        case "sign-out":
            await hall.database.work(lambda session: store.end_session(session, token))
            return Redirect("/", status_code=303, cookies=[gone])
        case "sign-out-everywhere":
            account = await account_of(request, hall)
            if account is not None:
                await hall.database.work(lambda session: store.end_all_sessions(session, account.id))
            return Redirect("/", status_code=303, cookies=[gone])
    raise NotFoundException(f"an account cannot {what}")


@post("/taste", include_in_schema=False)
async def taste(request: Visitor, data: Form) -> Redirect:
    """Language and colours, remembered by the browser."""
    cookies = []
    if data.get("language") in LANGUAGES:
        cookies.append(cookie(request, LANGUAGE_COOKIE, data["language"]))
    if data.get("theme") in THEMES:
        cookies.append(cookie(request, THEME_COOKIE, data["theme"]))
    target = data.get("back", "/")
    safe = target.startswith("/") and not target.startswith("//") and "\\" not in target
    return Redirect(target if safe else "/", status_code=303, cookies=cookies)


PAGES: Final = [
    lobby,
    new_table,
    create,
    bring,
    show,
    seat_link,
    sit,
    choose,
    do,
    live,
    replay,
    record,
    branch,
    rules,
    components,
    credits,
    rating_lists,
    account_page,
    account_do,
    taste,
]
