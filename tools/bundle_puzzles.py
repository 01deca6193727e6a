"""Bundle puzzles: python tools/bundle_puzzles.py FOLDER GAME [--add]

FOLDER is what `zunft puzzles GAME --save FOLDER` wrote. Its puzzles become src/zunft/review/positions/GAME.jsonl, one
line each, sorted by their id: the name of their file. Nothing is written unless all of them can be read back. With
--add the puzzles already bundled stay, those with the same id excepted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from zunft.core.errors import ZunftError
from zunft.review.collection import puzzle_from
from zunft.review.puzzles import MARGIN

POSITIONS: Final = Path(__file__).resolve().parent.parent / "src" / "zunft" / "review" / "positions"
HEAD: Final = "search.json"  # the search's settings, beside the puzzles


class BadPuzzle(ZunftError):
    """A file that cannot be bundled."""


def line_of(path: Path, game: str) -> str:
    """The puzzle as one line, with its id."""
    content = json.loads(path.read_text(encoding="utf-8"))
    content["puzzle"]["id"] = path.stem
    line = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    found = puzzle_from(line)
    if found.record.game.name != game or not path.stem.startswith(f"{game}-"):
        raise BadPuzzle(f"{path}: not a puzzle of {game}")
    if found.margin < MARGIN:
        raise BadPuzzle(f"{path}: the best choice is ahead by only {found.margin:.2f}")
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("game")
    parser.add_argument("--add", action="store_true", help="keep the puzzles already bundled")
    parsed = parser.parse_args()
    files = sorted(path for path in parsed.folder.glob("*.json") if path.name != HEAD)
    target = POSITIONS / f"{parsed.game}.jsonl"
    known = target.read_text(encoding="utf-8").splitlines() if parsed.add and target.exists() else []
    found = {puzzle_from(line).id: line for line in known} | {path.stem: line_of(path, parsed.game) for path in files}
    lines = [found[name] for name in sorted(found)]
    POSITIONS.mkdir(exist_ok=True)
    target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{target.name}: {len(lines)} puzzles")


if __name__ == "__main__":
    main()
