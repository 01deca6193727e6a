"""Pages besides the tables: lobby, new tables, rules, ratings, accounts. Forms work without JavaScript."""

from __future__ import annotations

import asyncio
from importlib import resources
from typing import Any, Final

import babel.numbers
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

import zunft
from zunft.bots import bot_names
from zunft.bots.levels import LEVELS
from zunft.core.components import statuses
from zunft.core.game import COMPONENTS, Game, Option
from zunft.core.option import MEMBERS, NUMBER
from zunft.core.record import HUMAN
from zunft.core.text import LANGUAGES
from zunft.server.people.ratings import SETTLED, Rating, ratings
from zunft.server.people.secrets import hashed
from zunft.server.store.database import Session
from zunft.server.store.lists import Listed, open_tables, own_tables, running_tables
from zunft.server.tables.clocks import PACES
from zunft.server.tables.creation import Wanted
from zunft.server.tables.guidance import tutorial_of_game
from zunft.server.tables.log import OVER
from zunft.server.tables.records import import_record
from zunft.server.tables.table import game_named
from zunft.server.views.boards import boards
from zunft.server.views.rules import with_components
from zunft.server.web.dependencies import DatabaseDep, TablesDep, VisitorDep
from zunft.server.web.explaining import HELP, HELP_COOKIE
from zunft.server.web.forms import (
    LARGEST_WITH_FILES,
    Form,
    create_table,
    form_with_files,
    integer,
    options_of,
    page_to_return_to,
    text_of,
    to_table,
    words,
)
from zunft.server.web.page import Page, duration, page
from zunft.server.web.preferences import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, AnyRequest, cookie, language_of
from zunft.server.web.visitors import held_secrets
from zunft.version import is_compiled

HINTS_WANTED: Final = {"yes": True, "no": False}  # default: if only one person plays

FINISHED: Final = 20  # own finished games listed in the lobby


def all_games() -> list[Game]:
    return [zunft.load(name) for name in zunft.game_names()]


# Lobby and new tables


@get("/", include_in_schema=False)
async def lobby(request: AnyRequest, database: DatabaseDep, visitor: VisitorDep) -> Page:
    hashes = [hashed(secret) for secret in held_secrets(request)]

    def work(session: Session) -> tuple[list[Listed], list[Listed], list[Listed]]:
        own = own_tables(session, visitor.id, hashes)
        return own, open_tables(session), running_tables(session)

    own, waiting, running = await database.read(work)
    mine = {table.id for table in own}
    running_own = [table for table in own if table.status != OVER]
    language = language_of(request)
    games = sorted(all_games(), key=lambda game: not facts(game, language)["begin"])  # the one to begin with first
    return page(
        request,
        "lobby.html",
        account=visitor.account,
        games=games,
        about={game.name: about(game, language) for game in games},
        signs={game.name: boards(game, language).sign() for game in games},
        titles={game.name: game.title for game in games},
        guided={game.name for game in games if tutorial_of_game(game) is not None},
        own=running_own,
        finished=[table for table in own if table.status == OVER][:FINISHED],
        turns=sum(table.is_my_turn for table in running_own),
        facts={game.name: facts(game, language) for game in games},
        duration=lambda milliseconds: duration(milliseconds, language),
        waiting=[table for table in waiting if table.id not in mine],
        running=[table for table in running if table.id not in mine],
    )


def facts(game: Game, language: str) -> dict[str, str]:
    """Duration, difficulty and recommendation of a game, from its texts."""
    say = game.texts[language]
    return {key: say.say(key) if say.has(key) else "" for key in ("length", "difficulty", "begin")}


def about(game: Game, language: str) -> str:
    say = game.texts[language]
    return say.say("about") if say.has("about") else ""


@get("/new/{name:str}", include_in_schema=False)
async def new_table(request: AnyRequest, name: FromPath[str], visitor: VisitorDep) -> Page:
    game = game_named(name)
    return page(
        request,
        "new.html",
        game=game,
        account=visitor.account,
        say=game.texts[language_of(request)],
        paces=list(PACES),
        guest=visitor.name,
        options={key: option for key, option in game.options.items() if has_choice(option)},
        has_components=COMPONENTS in game.options,
        bots=[bot for bot in bot_names() if bot not in LEVELS],
        is_compiled=is_compiled(),
    )


def has_choice(option: Option) -> bool:
    """Whether there is a choice; component files have a separate field."""
    return option.kind() in (NUMBER, MEMBERS) or len(option.choices) > 1


@post("/tables", include_in_schema=False, request_max_body_size=LARGEST_WITH_FILES)
async def create(request: AnyRequest, tables: TablesDep, visitor: VisitorDep) -> Redirect:
    """From the form, or from a lobby button with default settings."""
    data = await form_with_files(request)
    game = game_named(words(data, "game"))
    players = integer(data.get("players"), game.players[0], "players", game.players[-1])
    level = words(data, "level", "apprentice")
    seats = [words(data, f"seat{seat}", HUMAN if seat == 0 else level) for seat in range(players)]
    name = words(data, "name").strip() or visitor.name
    wanted = Wanted(
        game.name,
        players,
        seats,
        [name if kind == HUMAN else "" for kind in seats],
        await options_of(game, data),
        words(data, "pace", "none"),
        data.get("listed") == "on",
        visitor.id,
        household=visitor.household,
        hints=HINTS_WANTED.get(words(data, "hints")),
    )
    table, secrets = await tables.create(wanted)
    return to_table(request, table.setup.id, secrets[seats.index(HUMAN)] if HUMAN in seats else "", name)


@post("/import", include_in_schema=False, request_max_body_size=LARGEST_WITH_FILES)
async def import_game(request: AnyRequest, tables: TablesDep, visitor: VisitorDep) -> Redirect:
    text = await text_of((await form_with_files(request)).get("record"))
    wanted = await asyncio.to_thread(import_record, text, visitor.name, tables.moment())
    return await create_table(request, tables, wanted)


# Rules, components, ratings


@get("/rules/{name:str}", include_in_schema=False)
async def rules(request: AnyRequest, name: FromPath[str], tables: TablesDep) -> Page:
    """With `?table=`, the numbers of that table's own components."""
    game, language = game_named(name), language_of(request)
    file = resources.files(game.package) / "web" / f"rules.{language}.html"
    text = Markup(file.read_text(encoding="utf-8")) if file.is_file() else None
    table = await tables.table(request.query_params["table"]) if "table" in request.query_params else None
    if text is not None and table is not None and table.game is game:
        text = Markup(with_components(text, table.setup.options.get(COMPONENTS) or {}))
    is_drawn = boards(game, language).is_drawn
    return page(request, "rules.html", game=game, is_drawn=is_drawn, text=text, about=about(game, language))


@get("/components/{name:str}", include_in_schema=False)
async def components(request: AnyRequest, name: FromPath[str]) -> Page:
    """Sources and values of the printed components, table by table."""
    game = game_named(name)
    tables = [(each, status, source_of(game.tables[each])) for each, status in statuses(game.tables).items()]
    return page(request, "components.html", game=game, tables=tables)


def source_of(table: Any) -> str:
    rows = table if isinstance(table, list) else [table]
    return "; ".join(dict.fromkeys(row["source"] for row in rows if "source" in row))


@get("/credits", include_in_schema=False)
async def credits(request: AnyRequest) -> Page:
    return page(request, "credits.html", games=all_games())


@get("/ratings", include_in_schema=False)
async def rating_lists(request: AnyRequest, database: DatabaseDep) -> Page:
    found = await database.read(ratings)
    lists: list[tuple[Game, int, list[Rating]]] = [
        (game, players, found[game.name, players])
        for game in all_games()
        for players in game.players
        if (game.name, players) in found
    ]
    return page(request, "ratings.html", lists=lists, least=SETTLED, wins=lambda wins: wins_in_words(request, wins))


def wins_in_words(request: AnyRequest, wins: float) -> str:
    """Whole numbers without decimals; a shared victory counts as a fraction."""
    return str(babel.numbers.format_decimal(round(wins, 1), locale=language_of(request)))


# Preferences


@post("/preferences", include_in_schema=False)
async def preferences(request: AnyRequest, data: Form) -> Redirect:
    """Language, colours and help, stored in cookies."""
    cookies = []
    if data.get("language") in LANGUAGES:
        cookies.append(cookie(request, LANGUAGE_COOKIE, data["language"]))
    if data.get("theme") in THEMES:
        cookies.append(cookie(request, THEME_COOKIE, data["theme"]))
    if data.get("help") in HELP:
        cookies.append(cookie(request, HELP_COOKIE, data["help"]))
    return Redirect(page_to_return_to(data.get("back", "/")), status_code=303, cookies=cookies)


PAGES: Final = [
    lobby,
    new_table,
    create,
    import_game,
    rules,
    components,
    credits,
    rating_lists,
    preferences,
]
