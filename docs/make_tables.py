"""Write the tables of docs/games.md, from the games' own files, and docs/speed.md, from the newest `make bench`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import zunft
from zunft.core.components import STATUSES, statuses

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "docs/games.md"
SPEED = ROOT / "docs/speed.md"
RESULTS = ROOT / "bench/results"
OURS = "zunft.games."


def main() -> None:
    replace_table(GAMES, "games", games())
    runs = sorted(RESULTS.glob("*.json"))
    if runs:
        replace_table(SPEED, "speed", speed(json.loads(runs[-1].read_text(encoding="utf-8"))))


def replace_table(page: Path, name: str, content: str) -> None:
    page.write_text(between(page.read_text(encoding="utf-8"), name, content), encoding="utf-8")


def between(text: str, name: str, content: str) -> str:
    """The text with new content between its two marks of this name."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    return pattern.sub(lambda _: begin + content + end, text)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: int = 0) -> str:
    """Columns from `right` on are numbers, if it is given."""
    rule = ["---:" if right and place >= right else "---" for place in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


def games() -> str:
    """The games of this repository, with how many component tables are known how well."""
    found = [zunft.load(name) for name in zunft.game_names()]
    rows = [game_row(game) for game in found if game.package.startswith(OURS)]
    return table(["game", "players", "about", *STATUSES], rows, right=3)


def game_row(game: zunft.Game) -> list[str]:
    folder = f"../src/{game.package.replace('.', '/')}"
    counted = Counter(statuses(game.tables).values())
    players = f"{game.players[0]}–{game.players[-1]}"
    about = game.texts["en"].say("about").replace("\n", " ").strip()
    return [f"[{game.title}]({folder}/README.md)", players, about, *(str(counted[status]) for status in STATUSES)]


def speed(results: dict[str, Any]) -> str:
    machine = results["machine"]
    head = ["", "players", "decisions/s", "pure Python", "clone µs", "pure Python"]
    heading = f"{machine['date']}, {machine['processor']}, CPython {machine['python']}, one core\n\n"
    return heading + table(head, [*our_rows(results), *peer_rows(results)], right=1)


def our_rows(results: dict[str, Any]) -> Iterator[list[str]]:
    compiled = {(line["name"], line["players"]): line for line in results["compiled"]}
    for pure in results["interpreted"]:
        fast = compiled.get((pure["name"], pure["players"]))
        yield [pure["name"], str(pure["players"]), *rates(fast, pure), *clones(fast, pure)]


def peer_rows(results: dict[str, Any]) -> Iterator[list[str]]:
    for peer, lines in results["peers"].items():
        for line in lines:
            name = line["name"] if line["name"].lower() == peer else f"OpenSpiel {line['name']}"
            yield [f"*{name} {line['version']}*", str(line["players"]), *rates(line, None), *clones(line, None)]


def rates(*lines: dict[str, Any] | None) -> list[str]:
    return [f"{round(line['decisions_per_second'], -3):,.0f}" if line else "" for line in lines]


def clones(*lines: dict[str, Any] | None) -> list[str]:
    return [f"{line['clone_microseconds']:.1f}" if line else "" for line in lines]


if __name__ == "__main__":
    main()
