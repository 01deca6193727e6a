"""The command line: finds the command and runs it; every error is one line."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, HelpFormatter, Namespace
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from zunft.core.errors import ZunftError
from zunft.core.game import broken_games
from zunft.core.text import Texts
from zunft.server import serve
from zunft.server.people import account
from zunft.server.store import backup, prune, restore
from zunft.terminal import arena, bench, games, mcp, play, puzzles, replay, review, sim, words
from zunft.version import __version__, is_compiled

COMMANDS = {
    "serve": serve,
    "play": play,
    "games": games,
    "sim": sim,
    "arena": arena,
    "replay": replay,
    "review": review,
    "puzzles": puzzles,
    "bench": bench,
    "mcp": mcp,
    "backup": backup,
    "restore": restore,
    "prune": prune,
    "account": account,
}

LISTING_GAMES = ("serve", "games")

# Extras that provide the packages of optional commands
EXTRAS = dict.fromkeys(("uvicorn", "litestar", "structlog", "sqlalchemy", "alembic", "msgspec", "jinja2"), "web") | {
    "mcp": "mcp"
}

BAD_USAGE = 2
BROKEN_PIPE = 128 + 13  # as the shell reports a process that SIGPIPE ended
INTERRUPTED = 128 + signal.SIGINT


class Parser(ArgumentParser):
    """Shows help in the user's language, and reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"zunft: {' '.join(message.split())} (see {self.prog} --help)\n")


def formatter(say: Texts) -> type[HelpFormatter]:
    class Formatter(HelpFormatter):
        def add_usage(
            self, usage: str | None, actions: Iterable[Any], groups: Iterable[Any], prefix: str | None = None
        ) -> None:
            super().add_usage(usage, actions, groups, say.say("cli.usage") + " " if prefix is None else prefix)

    return Formatter


def set_up(parser: ArgumentParser, say: Texts) -> None:
    """argparse's own headings in the user's language."""
    parser.formatter_class = formatter(say)
    parser._positionals.title = say.say("cli.arguments")
    parser._optionals.title = say.say("cli.options")
    parser.add_argument("-h", "--help", action="help", help=say.say("argument.help"))


def parser_of(say: Texts) -> Parser:
    parser = Parser(prog="zunft", description=say.say("cli.about"), add_help=False)
    set_up(parser, say)
    build = "compiled" if is_compiled() else "interpreted"
    parser.add_argument(
        "--version", action="version", version=f"zunft {__version__} ({build})", help=say.say("argument.version")
    )
    commands = parser.add_subparsers(dest="command", metavar=say.say("cli.command"), required=True)
    for name, command in COMMANDS.items():
        summary = say.say(f"command.{name}")
        part = commands.add_parser(name, help=summary, description=summary, add_help=False)
        set_up(part, say)
        command.add_arguments(part, say)
        words.add_language(part, say)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    replace_unencodable_characters()
    parsed = parser_of(words.texts(words.language_of(given))).parse_args(given)
    try:
        return run(parsed)
    except ZunftError as error:
        return report_error(str(error))
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in EXTRAS:
            extra = EXTRAS[error.name.split(".")[0]]
            return report_error(f"this needs {error.name}: pip install 'zunft[{extra}]'")
        raise
    except EOFError:
        return 0
    except KeyboardInterrupt:
        print("zunft: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        return report_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def run(parsed: Namespace) -> int:
    if parsed.command in LISTING_GAMES:
        report_broken_games()
    code: int = COMMANDS[parsed.command].run(parsed, words.texts(parsed.language))
    sys.stdout.flush()
    return code


def report_broken_games() -> None:
    """Report games that are left out; the others still work."""
    for name, reason in broken_games().items():
        print(f"zunft: the game {name} is left out: {reason}", file=sys.stderr)


def report_error(message: str) -> int:
    print(f"zunft: {' '.join(message.split())}", file=sys.stderr)
    return BAD_USAGE


def replace_unencodable_characters() -> None:
    """A terminal without Cyrillic shows question marks rather than a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
