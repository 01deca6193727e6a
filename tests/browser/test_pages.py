"""Every page: accessible, without overflow, in three languages, light and dark, and light to load."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

import zunft
from tests.browser import positions, tables
from tests.browser.conftest import PATIENCE, Server

GAMES = zunft.game_names()
LANGUAGES = ("en", "de", "ru")
SCHEMES: Final[tuple[Literal["light"], Literal["dark"]]] = ("light", "dark")
RECORDS = Path(__file__).parents[1] / "games"
SCREENS = {"laptop": (1366, 768), "phone": (360, 800)}
LIGHTEST = 250_000  # bytes for the first load of a table

# Elements that overflow their box, or overlap other text. Scrolling boxes may, and people's names may end
# in an ellipsis: they can be of any length.
OVERFLOW = """() => {
  const seen = (thing) => thing.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const scrolls = (thing) => /auto|scroll/.test(getComputedStyle(thing).overflowX + getComputedStyle(thing).overflowY);
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`page is ${page.scrollWidth} wide`);
  for (const thing of document.querySelectorAll('main *')) {
    if (!seen(thing) || thing.closest('svg, .visually-hidden, [hidden]') || scrolls(thing)) continue;
    if (getComputedStyle(thing).textOverflow === 'ellipsis' && thing.closest('.name')) continue;
    if (getComputedStyle(thing).clipPath === 'inset(50%)') continue;  // only for screen readers
    if (getComputedStyle(thing).display === 'inline' || !thing.clientWidth) continue;
    const [needs, has] = [thing.scrollWidth, thing.clientWidth];
    if (needs > has + 1) found.push(`${thing.tagName}.${thing.className} ${needs} > ${has}`);
  }
  return found;
}"""

NEEDS_SCROLLING = (
    """document.documentElement.scrollHeight > innerHeight || board.scrollHeight > board.clientHeight + 1"""
)


def complaints(page: Page) -> list[str]:
    """Violations found by axe, in light and in dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for each in Axe().run(page).response["violations"]:
            found += [f"{scheme} {each['id']}: {node['target']} {node['html'][:120]}" for node in each["nodes"]]
    return found


def test_lobby_and_other_pages_are_accessible(page: Page, server: Server) -> None:
    paths = ["/", "/account", "/ratings", "/credits", "/new/norenberc"]
    paths += [f"/{kind}/{game}" for game in GAMES for kind in ("rules", "components", "summary")]
    found = {}
    for path in paths:
        page.goto(server.url + path)
        found[path] = complaints(page)
    assert not {path: each for path, each in found.items() if each}


@pytest.mark.parametrize("game", GAMES)
def test_table_and_replay_are_accessible(page: Page, browser: Browser, server: Server, game: str) -> None:
    """On the player's turn, waiting, in the replay, and when the game is over."""
    tables.new_table(page, server.url, game, zunft.load(game).players[0])
    tables.play(page, tables.from_list, seed=4, most=4)
    assert tables.wait_for_turn(page)
    found = {"own turn": complaints(page)}
    context = browser.new_context(locale="en-US")
    context.set_default_timeout(PATIENCE)
    watching = context.new_page()
    watching.goto(page.url)
    tables.sit(watching)
    found["waiting"] = complaints(watching)
    context.close()
    page.goto(f"{page.url}/replay?at=3")
    found["replay"] = complaints(page)
    page.goto(server.url)
    page.set_input_files("input[name=record]", next(RECORDS.glob(f"{game}/records/*.json")))
    page.click("form[action='/import'] button")
    page.wait_for_selector(tables.OVER)
    found["over"] = complaints(page)
    assert not {state: each for state, each in found.items() if each}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_overflows_and_a_laptop_need_not_scroll(browser: Browser, server: Server, game: str) -> None:
    """Late positions of a full table, on every screen and in every language."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    records = positions.decisions(game, zunft.load(game).players[-1], range(6)).values()
    found = []
    for record in sorted((both[-1] for both in records), key=len)[-3:]:
        positions.place(page, server.url, record)
        for language, (screen, size) in product(LANGUAGES, SCREENS.items()):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(f"{page.url.split('?')[0]}?language={language}")
            tables.sit(page)
            found += [f"{language} {screen}: {each}" for each in page.evaluate(OVERFLOW)]
            if screen == "laptop" and page.evaluate(NEEDS_SCROLLING):
                found.append(f"{language}: the board is higher than the screen")
    context.close()
    assert not found


def test_the_first_load_of_a_table_is_small(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="de-DE")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    tables.new_table(page, server.url, "norenberc", 2)
    table = page.url
    fresh = browser.new_context(locale="de-DE").new_page()
    fresh.set_default_timeout(PATIENCE)
    client = fresh.context.new_cdp_session(fresh)
    client.send("Network.enable")
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    fresh.goto(table)
    tables.sit(fresh)
    fresh.wait_for_timeout(300)
    assert 10_000 < sum(sizes) <= LIGHTEST
    context.close()
    fresh.context.close()


def test_the_browsers_language_and_the_switch(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="ru-RU")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(server.url)
    assert page.get_attribute("html", "lang") == "ru"
    page.click(".preferences summary")
    page.click(".preferences button[value=de]")
    assert page.get_attribute("html", "lang") == "de"
    page.click(".preferences summary")
    page.click(".preferences button[value=dark]")
    assert page.get_attribute("html", "data-theme") == "dark"
    context.close()
