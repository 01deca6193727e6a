"""Pictures of every board on four screens, in three languages: python tools/screenshots.py [--out FOLDER]

Starts its own server, plays some decisions, and takes screenshots of the table. `--moving FILE.webp` records a game of
Norenberc instead, for the README.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import tables  # noqa: E402
from tests.browser.conftest import ARGUMENTS, Server, chromium  # noqa: E402

import zunft  # noqa: E402

LANGUAGES = ("en", "de", "ru")
SCREENS = {"laptop": (1366, 768), "phone": (360, 800), "tablet": (820, 1180), "large": (2560, 1440)}
DECISIONS = 14
FILMED_DECISIONS = 12
FILM_SIZE = (910, 512)
FRAME_MILLISECONDS = 1_200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(zunft.game_names()))
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--players", type=int, help="without it, two or three, and as many as can play")
    parser.add_argument("--moving", type=Path, metavar="FILE.webp", help="only record a game to this file")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for game in [] if asked.moving else asked.games:
            numbers = zunft.load(game).players
            for players in [asked.players] if asked.players else sorted({numbers[0], numbers[-1]}):
                for path in photographed(browser, server, game, players, asked.out):
                    print(path)
        if asked.moving:
            film(browser, server, asked.moving)
        browser.close()
        server.stop()


def photographed(browser: Browser, server: Server, game: str, players: int, folder: Path) -> list[Path]:
    """The same position everywhere."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page = context.new_page()
    tables.new_table(page, server.url, game, players, "apprentice")
    tables.play(page, tables.on_board, seed=11, most=DECISIONS)
    tables.wait_for_turn(page)
    table, taken = page.url, []
    for language in LANGUAGES:
        for screen, (width, height) in SCREENS.items():
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"{table}?language={language}")
                tables.sit(page)
                taken.append(folder / f"{game}-{players}-{screen}-{language}-{scheme}.png")
                page.screenshot(path=taken[-1], full_page=screen == "phone")
    context.close()
    return taken


def film(browser: Browser, server: Server, path: Path) -> None:
    """A frame for each of the player's decisions and its result."""
    page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce", color_scheme="light")
    tables.new_table(page, server.url, "norenberc", 3, "journeyman")
    rng, frames = random.Random(3), []
    for _ in range(FILMED_DECISIONS):
        tables.wait_for_turn(page)
        frames.append(Image.open(io.BytesIO(page.screenshot())).resize(FILM_SIZE, Image.Resampling.LANCZOS))
        before = tables.number(page)
        tables.on_board(page, rng)
        tables.wait_for_change(page, before)
    page.close()
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=FRAME_MILLISECONDS, loop=0, quality=60)
    print(path)


if __name__ == "__main__":
    main()
