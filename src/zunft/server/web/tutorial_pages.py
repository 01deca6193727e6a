"""Learning a game: a guided first game with one click, and a one-page summary of each game."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from zunft.server.refusals import NotFound
from zunft.server.tables.guidance import tutorial_of_game
from zunft.server.tables.guided import guided_table
from zunft.server.tables.table import game_named
from zunft.server.views.boards import boards
from zunft.server.views.questions import questions
from zunft.server.web.dependencies import TablesDep, VisitorDep
from zunft.server.web.forms import create_table
from zunft.server.web.page import Page, page
from zunft.server.web.pages import about
from zunft.server.web.preferences import AnyRequest, language_of

PARTS: Final = ("goal", "turn", "end")


@post("/learn/{name:str}", include_in_schema=False)
async def learn(request: AnyRequest, name: FromPath[str], tables: TablesDep, visitor: VisitorDep) -> Redirect:
    """A new table with the tutorial's deal and opponents."""
    tutorial, language = tutorial_of_game(game_named(name)), language_of(request)
    if tutorial is None:
        raise NotFound("no_tutorial", game=name)
    who = visitor.name
    if any(who in names for names in tutorial.names.values()):
        who = f"{who} 2"  # must differ from the names in the script
    wanted = guided_table(tutorial, who, language)
    wanted.account = visitor.id
    return await create_table(request, tables, wanted)


@get("/summary/{name:str}", include_in_schema=False)
async def summary(request: AnyRequest, name: FromPath[str]) -> Page:
    """Goal, turn and end of a game on one page, and what newcomers ask."""
    game, language = game_named(name), language_of(request)
    say = game.texts[language]
    parts = [(part, say.say(f"summary.{part}")) for part in PARTS if say.has(f"summary.{part}")]
    return page(
        request,
        "summary.html",
        game=game,
        about=about(game, language),
        picture=boards(game, language).picture(),
        sign=boards(game, language).sign(),
        parts=parts,
        questions=questions(game, language),
        guided=tutorial_of_game(game) is not None,
    )


TUTORIAL_PAGES: Final = [learn, summary]
