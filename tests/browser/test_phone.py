"""Boards on phones, tablets and large screens, played by touch."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import zunft
from tests.browser import positions, tables
from tests.browser.conftest import PATIENCE, Server, listen
from tests.browser.test_pages import OVERFLOW

GAMES = zunft.game_names()
PICKS = "#board .pick[name=action]"
LANGUAGES = ("en", "de", "ru")
SMALL, USUAL = (360, 800), (390, 844)
GAMES_LOOKED_AT = range(int(os.environ.get("ZUNFT_PHONE_GAMES", "30")))

# Choices on the board and in the sheet: 44 px touch targets, topmost at their centre, in view, or on a page
# of the board whose tab says so.
TARGETS = """() => {
  const found = [];
  const board = document.getElementById('board').getBoundingClientRect();
  const sheet = document.getElementById('decision').getBoundingClientRect();
  if (sheet.bottom > innerHeight + 1 || sheet.top < board.bottom - 1) found.push('the sheet is no row of its own');
  const isSeen = (thing) => thing.checkVisibility({ checkVisibilityCSS: true });
  const picks = "#board :is(.pick[name=action], [data-part]), #decision :is(.choices .pick, .set *, .tick *)";
  for (const pick of document.querySelectorAll(picks)) {
    if (!isSeen(pick) || (pick.disabled && !pick.dataset.part)) continue;
    const name = `${pick.value || pick.dataset.part || pick.textContent} (${pick.className})`;
    const box = pick.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const isUnder = (left, top) => pick.contains(document.elementFromPoint(left, top));
    const tab = document.querySelector(`[data-tab="${pick.closest('[data-page]')?.dataset.page}"]`);
    if (tab && isSeen(tab) && 'hot' in tab.dataset && !tab.ariaCurrent) continue;
    const area = pick.closest('#board') ? board : sheet;
    if (x < 0 || x > innerWidth || y < area.top || y > area.bottom) { found.push(`${name} is out of view`); continue; }
    if (!isUnder(x, y)) { found.push(`${name} is covered`); continue; }
    if (pick.disabled) continue;
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 40 && isUnder(x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    if (width < 43 || height < 43) found.push(`${name} is ${width} x ${height}`);
  }
  return found;
}"""
CUT_QUESTION = """() => {
  const prompt = document.getElementById('prompt');
  const line = parseFloat(getComputedStyle(prompt).lineHeight);  // letters reach a little beyond their line
  return prompt.scrollHeight > prompt.clientHeight + line / 2 ? [`"${prompt.textContent}" is cut`] : [];
}"""
PAGE_FITS = "() => document.documentElement.scrollHeight <= innerHeight && document.body.scrollHeight <= innerHeight"


def counts(game: str) -> list[int]:
    numbers = zunft.load(game).players
    return sorted({numbers[0], numbers[-1]})


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_is_in_view_with_what_it_is_about(
    phone: BrowserContext, server: Server, game: str
) -> None:
    """The position with the most choices of each kind, alternating languages and both sizes of phones.

    With the rules under the question, as in a player's first games: the sheet needs the most room.
    """
    phone.add_cookies([{"name": "help", "value": "on", "url": server.url}])
    page = phone.new_page()
    faults = []
    for players in counts(game):
        for number, (kind, records) in enumerate(positions.decisions(game, players, GAMES_LOOKED_AT).items()):
            language, size = LANGUAGES[number % 3], (SMALL, USUAL)[number % 2]
            page.set_viewport_size({"width": size[0], "height": size[1]})
            positions.place(page, server.url, records[-1], language)
            found = page.evaluate(TARGETS) + page.evaluate(OVERFLOW) + page.evaluate(CUT_QUESTION)
            found += [] if page.evaluate(PAGE_FITS) else ["the page scrolls"]
            faults += [f"{players} {kind} {language} {size[0]}: {each}" for each in found]
    assert not faults, "\n".join(faults)


# Played by touch


def tap(page: Page, thing: Locator) -> None:
    """Taps its centre, wherever that is: nothing is scrolled into view first."""
    box = thing.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def shown(things: Locator) -> list[Locator]:
    return [each for each in things.all() if each.is_visible() and each.is_enabled()]


# Where to tap: the centres of all current choices.
IS_FREE = "(thing) => thing.checkVisibility() && !thing.disabled && thing.ariaDisabled !== 'true'"
MIDDLES = """() => {
  const middles = (selector) => [...document.querySelectorAll(selector)]
    .filter(%s)
    .map((thing) => thing.getBoundingClientRect())
    .map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
  return {
    parts: middles('#board [data-part]'), picks: middles('#board .pick[name=action]'),
    sheet: middles('#decision .choices .pick'),
  };
}""".replace("%s", IS_FREE)
PAGE_OF = f"""(number) =>
  [...document.querySelectorAll('{PICKS}')].filter({IS_FREE})[number].closest('[data-page]')?.dataset.page"""


def middle_of_a_pick(page: Page, rng: random.Random) -> list[float]:
    """Of a random choice on the board; if it is on another page of the board, that page is opened first."""
    picks = page.evaluate(MIDDLES)["picks"]
    number = rng.randrange(len(picks))
    if not 0 <= picks[number][0] <= page.evaluate("innerWidth"):
        tap(page, page.locator(f"[data-tab='{page.evaluate(PAGE_OF, number)}']"))
        picks = page.evaluate(MIDDLES)["picks"]
    middle: list[float] = picks[number]
    return middle


def tick_by_touch(page: Page, rng: random.Random) -> None:
    """Taps random members, the same one twice if possible, until they form a set; then its button."""
    done = page.locator(tables.TICKS)
    for _ in range(30):
        if done.is_enabled():
            break
        before = done.inner_text()
        page.touchscreen.tap(*middle_of_a_pick(page, rng))
        expect(done).not_to_have_text(before)
    tap(page, done)


def by_touch(page: Page, rng: random.Random) -> None:
    """Two taps on the board, a set and its button, or one tap in the sheet."""
    assert page.evaluate(TARGETS) == []
    can = page.evaluate(MIDDLES)
    if can["parts"] and rng.random() < 0.8:
        page.touchscreen.tap(*rng.choice(can["parts"]))
        tap(page, page.locator("#decision .set .button"))
    elif page.locator(tables.TICKS).is_visible():
        tick_by_touch(page, rng)
    elif can["picks"]:
        before, middle = tables.number(page), middle_of_a_pick(page, rng)
        page.touchscreen.tap(*middle)
        page.wait_for_selector("#explain button")
        assert tables.number(page) == before
        page.touchscreen.tap(*middle)
    else:
        page.touchscreen.tap(*rng.choice(can["sheet"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch(phone: BrowserContext, server: Server, game: str) -> None:
    """In view, 44 px and uncovered at every decision."""
    page = phone.new_page()
    complaints = listen(page)
    width, height = (SMALL, USUAL)[GAMES.index(game) % 2]
    page.set_viewport_size({"width": width, "height": height})
    tables.new_table(page, server.url, game, zunft.load(game).players[0])
    assert tables.play(page, by_touch, seed=3) > 5
    assert page.locator("#decision .points tfoot td").count() == zunft.load(game).players[0]
    assert not complaints


def placed(phone: BrowserContext, server: Server, game: str, kind: str, language: str = "en") -> Page:
    page = phone.new_page()
    positions.place(page, server.url, positions.decisions(game, counts(game)[-1], GAMES_LOOKED_AT)[kind][-1], language)
    return page


def test_a_tap_explains_and_moves_nothing(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "guildhall", "action")
    first, second = shown(page.locator(PICKS))[-2:]
    before, place = tables.number(page), first.bounding_box()
    tap(page, first)
    expect(page.locator("#explain .what")).to_have_text(str(first.get_attribute("aria-label")))
    assert first.bounding_box() == place
    tap(page, second)
    expect(page.locator("#explain .what")).to_have_text(str(second.get_attribute("aria-label")))
    page.touchscreen.tap(100, 24)  # the title: cancels the selection
    expect(page.locator("#explain")).to_be_hidden()
    assert tables.number(page) == before
    tap(page, first)
    tap(page, page.locator("#explain button"))
    tables.wait_for_change(page, before)


def test_unavailable_choices_are_explained_too(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "strasbourg", "bid")
    tap(page, page.locator(".mine .task .face").first)
    expect(page.locator("#explain")).to_be_visible()
    expect(page.locator("#explain button")).to_be_hidden()
    assert page.inner_text("#explain .what")


def test_the_sheet_shows_what_the_board_omits_and_its_handle_everything(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "norenberc", "plan")
    every = page.locator("#decision .choices .pick")
    assert len(shown(every)) == 1  # passing; plans are composed on the board
    board = page.locator("#board").bounding_box()
    handle = page.locator("#decision .handle")
    tap(page, handle)
    expect(handle).to_have_attribute("aria-expanded", "true")
    expect(every.first).to_be_visible()
    assert len(shown(every)) == every.count() > 5
    tap(page, handle)
    expect(every.first).to_be_hidden()
    assert page.locator("#board").bounding_box() == board


# A tap at each of these places of the button for passing, as if its decision had just appeared there; the faults.
TAPPED_HERE = """async () => {
  const { aside } = await import(new URL('aside.js', document.querySelector('script[src*="/table.js"]').src));
  const bare = () => [...document.querySelectorAll('#decision [data-bare]')].filter((each) => each.checkVisibility());
  const size = () => bare().map((each) => JSON.stringify(each.getBoundingClientRect())).join();
  const tap = (x, y) => {
    dispatchEvent(new PointerEvent('pointerup', { clientX: x, clientY: y }));
    aside.keep();
  };
  const found = [];
  const before = size();
  for (const button of bare()) {
    const box = button.getBoundingClientRect();
    for (const share of [0.05, 0.3, 0.5, 0.7, 0.95]) {
      const at = [box.left + share * box.width, box.top + box.height / 2];
      tap(...at);
      if (bare().some((each) => each === document.elementFromPoint(...at))) found.push(`${share}: under the tap`);
      found.push(...targets().map((fault) => `${share}: ${fault}`));
      tap(0, 0);
      if (size() !== before) found.push(`${share}: not back in its place`);
    }
  }
  return found;
}""".replace("targets()", f"({TARGETS})()")


@pytest.mark.parametrize("game", ["guildhall", "norenberc", "strasbourg"])  # Calimala has its choices on the board
def test_passing_makes_way_for_the_last_tap_and_stays_in_view(phone: BrowserContext, server: Server, game: str) -> None:
    page = phone.new_page()
    faults, tried = [], 0
    for number, (kind, records) in enumerate(positions.decisions(game, counts(game)[-1], GAMES_LOOKED_AT).items()):
        positions.place(page, server.url, records[0], LANGUAGES[number % 3])
        tried += page.locator("#decision [data-bare]:visible").count()
        faults += [f"{kind} {LANGUAGES[number % 3]} {each}" for each in page.evaluate(TAPPED_HERE)]
    assert tried and not faults, "\n".join(faults)


def test_the_sheet_can_be_dragged(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "norenberc", "act")
    for way, height in ((60, "line"), (-60, "two"), (-60, "list"), (60, "two")):
        handle = page.locator("#decision .handle").bounding_box()
        assert handle is not None
        page.mouse.move(handle["x"] + 40, handle["y"] + 20)
        page.mouse.down()
        page.mouse.move(handle["x"] + 40, handle["y"] + 20 + way)
        page.mouse.up()
        expect(page.locator("#main")).to_have_attribute("data-sheet", height)


def test_the_header_is_one_row_of_buttons(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "norenberc", "plan", "de")
    boxes = [each.bounding_box() for each in shown(page.locator(".bar a, .bar summary"))]
    assert len(boxes) >= 5
    for box in boxes:
        assert box is not None and box["width"] >= 44 and box["height"] >= 44 and box["y"] + box["height"] <= 48
    expect(page.locator("#log")).to_be_hidden()
    tap(page, page.locator(".bar a[href='#around']"))
    expect(page.locator("#scroll")).to_be_in_viewport()
    expect(page.locator("#decision")).to_be_in_viewport()
    tap(page, page.locator("#around a[href='#board']"))
    expect(page.locator("#scroll")).to_be_hidden()


def test_pages_of_a_board_are_turned_by_tabs_and_by_the_decision(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "calimala", "church")
    expect(page.locator("[data-tab=hall]")).to_have_attribute("aria-current", "page")
    expect(page.locator("[data-tab=hall][data-hot]")).to_be_visible()
    tap(page, page.locator("[data-tab=mats]"))
    expect(page.locator(".mat:not(.own)").first).to_be_in_viewport()
    expect(page.locator("[data-tab=mats]")).to_have_attribute("aria-current", "page")
    expect(page.locator(".mat.own")).to_be_in_viewport()


def test_a_tap_opens_another_hall(phone: BrowserContext, server: Server) -> None:
    page = placed(phone, server, "guildhall", "action")
    small = page.locator("[data-fold='2']")
    width = small.evaluate("(hall) => hall.offsetWidth")
    tap(page, small)
    expect(page.locator("#main")).to_have_attribute("data-open", "2")
    assert small.evaluate("(hall) => hall.offsetWidth") > 2 * width


# Tablets and large screens

SCREENS = {"tablet": (820, 1180), "large": (2560, 1440)}
COVERED = """() => {
  const found = [];
  const isSeen = (thing) => thing.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  for (const thing of document.querySelectorAll('main :is(b, h2, h3, p, .pick, .mark, .name, .card)')) {
    if (!isSeen(thing) || thing.closest('.visually-hidden, [hidden], svg')) continue;
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const frame = thing.closest('#board, #decision, #scroll, #seats')?.getBoundingClientRect();
    if (thing.matches('.card') && box.height < 14) found.push(`${thing.className} is ${box.height} px high`);
    if (!frame || box.width < 2 || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;
    const top = document.elementFromPoint(x, y);
    if (top && !thing.contains(top) && !top.contains(thing)) {
      const text = thing.textContent.trim().slice(0, 20);
      found.push(`${thing.tagName}.${thing.className} "${text}" under ${top.className}`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_tablets_and_large_screens_show_everything_without_overlap(browser: Browser, server: Server, game: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    for players in counts(game):
        kinds = positions.decisions(game, players, GAMES_LOOKED_AT)
        for number, kind in enumerate([*kinds][:: max(1, len(kinds) // 3)]):
            positions.place(page, server.url, kinds[kind][-1], LANGUAGES[number % 3])
            for screen, (width, height) in SCREENS.items():
                page.set_viewport_size({"width": width, "height": height})
                found: Any = page.evaluate(OVERFLOW) + page.evaluate(COVERED)
                if page.evaluate("board.scrollWidth > board.clientWidth"):
                    found.append("the board is too wide")
                if screen == "large" and page.evaluate("board.scrollHeight > board.clientHeight + 1"):
                    found.append("the board scrolls")
                found += [] if page.evaluate(PAGE_FITS) else ["the page scrolls"]
                faults += [f"{screen} {players} {kind} {LANGUAGES[number % 3]}: {each}" for each in found]
    context.close()
    assert not faults, "\n".join(faults)
