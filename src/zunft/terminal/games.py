"""zunft games: lists the games."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

import zunft
from zunft.core.game import Game
from zunft.core.option import FILE
from zunft.core.text import Texts
from zunft.terminal import arguments, screen
from zunft.terminal.words import text_or


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    arguments.add_json(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    games = [zunft.load(name) for name in zunft.game_names()]
    if parsed.json:
        print(json.dumps([described(game, say.language) for game in games], ensure_ascii=False, indent=2))
    else:
        console = screen.console()
        for game in games:
            console.print(paragraph(game, say))
    return 0


def described(game: Game, language: str) -> dict[str, Any]:
    texts = game.texts[language]
    return {
        "name": game.name,
        "title": game.title,
        "about": text_or(texts, "about"),
        "rules": game.rules,
        "players": list(game.players),
        "options": {
            name: {
                "kind": option.kind(),
                "default": option.default,
                **option.limits(),
                "help": game.option_text(name, "help", texts),
            }
            for name, option in game.options.items()
        },
        "num_actions": game.num_actions,
    }


def paragraph(game: Game, say: Texts) -> Group:
    """Name, title and players; a line about it; one line per option."""
    least, most = game.players[0], game.players[-1]
    head = Text.assemble((game.name, "bold"), f"  {game.title}, ", say.say("games.players", least=least, most=most))
    about = Text(text_or(game.texts[say.language], "about"))
    lines = [Text(option_line(game, name, say), style="dim") for name in game.options]
    return Group(head, Padding(Group(about, *lines), (0, 0, 1, 2)))


def option_line(game: Game, name: str, say: Texts) -> str:
    option = game.options[name]
    values = say.say("metavar.file") if option.kind() == FILE else option.values()
    help = game.option_text(name, "help", game.texts[say.language])
    if option.kind() != FILE:
        help += " " + say.say("games.default", value=option.written(option.default))
    return f"{name}={values}: {help}"
