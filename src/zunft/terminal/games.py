"""zunft games: what can be played."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

import zunft
from zunft.core.game import Game
from zunft.core.text import Texts
from zunft.terminal import arguments, screen
from zunft.terminal.words import spoken


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
        "about": spoken(texts, "about"),
        "rules": game.rules,
        "players": list(game.players),
        "options": {
            name: {
                "default": option.default,
                "choices": list(option.choices),
                "help": spoken(texts, f"option.{name}.help", option.help),
            }
            for name, option in game.options.items()
        },
        "num_actions": game.num_actions,
    }


def paragraph(game: Game, say: Texts) -> Group:
    """Name, title and players; a line about it; an option a line."""
    least, most = game.players[0], game.players[-1]
    head = Text.assemble((game.name, "bold"), f"  {game.title}, ", say.say("games.players", least=least, most=most))
    about = Text(spoken(game.texts[say.language], "about"))
    lines = [Text(option_line(game, name, say), style="dim") for name in game.options]
    return Group(head, Padding(Group(about, *lines), (0, 0, 1, 2)))


def option_line(game: Game, name: str, say: Texts) -> str:
    option = game.options[name]
    values = "|".join(str(choice).lower() for choice in option.choices) or say.say("metavar.file")
    help = spoken(game.texts[say.language], f"option.{name}.help", option.help)
    if option.choices:
        help += " " + say.say("games.default", value=str(option.default).lower())
    return f"{name}={values}: {help}"
