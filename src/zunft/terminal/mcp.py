"""zunft mcp: the games as tools for language models, over stdin and stdout."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from zunft.core.text import Texts


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    """None: clients pass everything else in tool calls."""


def run(parsed: Namespace, say: Texts) -> int:
    from zunft.mcp.server import server

    server().run("stdio")
    return 0
