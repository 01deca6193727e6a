"""Guided first games in a real browser: by mouse, by keyboard, and by touch at 360 px; a wrong try at every stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import zunft
from tests.browser import tables
from tests.browser.conftest import PATIENCE, Server, listen
from tests.browser.test_pages import complaints
from zunft.core.tutorial import ANYTHING, Tutorial, in_language

GUIDED = [name for name in zunft.game_names() if zunft.load(name).tutorial() is not None]
ASKED = "#decision [data-lit], #tutorial:not([data-stop])"
FREE = f"{tables.CHOICES}:not([data-lit])"


def tutorial_of(game: str) -> Tutorial:
    found = zunft.load(game).tutorial()
    assert found is not None
    return found


def by_mouse(page: Page, selector: str) -> None:
    page.locator(selector).first.click()


def by_touch(page: Page, selector: str) -> None:
    page.locator(selector).first.tap()


def by_key(page: Page, selector: str) -> None:
    """The key next to it if it has one, else Enter."""
    wanted = page.locator(selector).first
    key = wanted.get_attribute("data-key")
    if key:
        page.keyboard.press(key)
    else:
        wanted.focus()
        page.keyboard.press("Enter")


class Learner:
    """Follows a tutorial; tries a wrong choice first wherever possible."""

    def __init__(self, page: Page, game: str, language: str, press: Callable[[Page, str], None]) -> None:
        self.page = page
        self.tutorial = tutorial_of(game)
        self.language = language
        self.press = press
        self.stops: list[str] = []

    def stop(self) -> str | None:
        return self.page.get_attribute("#tutorial", "data-stop")

    def play(self) -> None:
        while (name := self.asked()) is not None:
            if name not in self.stops:
                self.stops.append(name)
                self.check_seen()
                if self.press is by_key and self.stops[1:]:
                    self.check_focus()
                self.try_something_else(name)
            self.answer()

    def asked(self) -> str | None:
        """The stop, once the learner has something to do there; None: the guided part is over."""
        last = self.tutorial.stops[-1].name  # if every choice is accepted, none is highlighted
        self.page.wait_for_selector(f'{ASKED}, #tutorial[data-stop="{last}"]', state="attached")
        tables.wait_until_ready(self.page)
        return self.stop()

    def check_seen(self) -> None:
        """The expected button is in view, and not covered by the text. On a phone, sets are composed on the board."""
        assert self.page.locator("#tutorial-text").is_visible()
        lit = self.page.locator("#decision [data-lit]:visible")
        if lit.count():
            lit.first.scroll_into_view_if_needed()
            text, button = self.page.locator("#tutorial").bounding_box(), lit.first.bounding_box()
            assert text and button and (button["y"] >= text["y"] + text["height"] or button["x"] >= text["x"])

    def check_focus(self) -> None:
        """Enter answers as asked, even if the choices have changed under the focus; a summary is closed first."""
        lit = self.page.locator("#decision [data-lit]")
        if lit.count() and not self.page.locator("dialog[open]").count():
            expect(lit.first).to_be_focused()

    def try_something_else(self, name: str) -> None:
        others = self.page.locator(FREE)
        if name == self.tutorial.stops[-1].name and ANYTHING in self.tutorial.beats[-1].accepted:
            return  # highlighted is only what the text suggests
        if not self.page.locator(f"{tables.CHOICES}[data-lit]").count() or not others.count():
            return
        action = str(others.first.get_attribute("value"))
        stop = next(stop for stop in self.tutorial.stops if stop.name == name)
        before = tables.number(self.page)
        self.choose(f'{tables.CHOICES}[value="{action}"]')
        reason = self.tutorial.answer(stop, action, self.language)
        expect(self.page.locator("#tutorial-answer")).to_have_text(reason)
        assert tables.number(self.page) == before and self.stop() == name
        if self.press is by_mouse:
            expect(self.page.locator("#decision [data-lit]").first).to_be_in_viewport(ratio=1)

    def answer(self) -> None:
        before = tables.number(self.page)
        lit = self.page.locator("#decision [data-lit]").count()
        self.choose("#decision [data-lit]" if lit else tables.CHOICES)
        tables.wait_for_change(self.page, before)

    def choose(self, selector: str) -> None:
        """On a phone, choices that the board offers are behind the handle of the sheet."""
        if not self.page.locator(selector).first.is_visible():
            self.page.locator("#decision .handle").tap()
        self.press(self.page, selector)

    def check_end(self) -> None:
        assert self.stops == [stop.name for stop in self.tutorial.stops]
        ending = in_language(self.tutorial.ending, self.language)
        expect(self.page.locator("#tutorial-text p").first).to_have_text(ending)
        expect(self.page.locator("#tutorial button[value=close]")).to_be_in_viewport(ratio=1)
        self.page.wait_for_selector(tables.CHOICES, state="attached")  # the game continues


@contextmanager
def visitor(browser: Browser, locale: str, width: int, height: int, touch: bool = False) -> Iterator[Page]:
    """Browsers log a refused try (409) as a console error; any other error fails the test."""
    size: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(
        viewport=size, locale=locale, reduced_motion="reduce", has_touch=touch, is_mobile=touch
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints = listen(page)
    yield page
    context.close()
    assert not [each for each in complaints if "409" not in each]


@pytest.mark.parametrize("game", GUIDED)
def test_a_tutorial_by_mouse_in_english(browser: Browser, server: Server, game: str) -> None:
    """Two clicks from the start page to the first decision with its explanation."""
    with visitor(browser, "en-US", 1366, 768) as page:
        page.goto(server.url)
        page.click(f".game-{game} .learn")
        tables.sit(page)
        page.click("#next")
        page.wait_for_selector(tables.CHOICES)
        assert page.locator("#tutorial-text").inner_text()
        page.click("#tutorial button[value=back]")
        page.wait_for_selector("#next")
        learner = Learner(page, game, "en", by_mouse)
        learner.play()
        learner.check_end()


def test_nothing_covers_the_board_unasked_and_help_comes_when_the_guide_goes(browser: Browser, server: Server) -> None:
    """No tip for what appears under a resting pointer; no Undo beside Back; rules under the first own question."""
    with visitor(browser, "en-US", 1366, 768) as page:
        page.goto(server.url)
        page.click(".game-norenberc .learn")
        tables.sit(page)
        page.wait_for_selector("#next")
        box = page.locator("#next").bounding_box()
        assert box
        page.mouse.click(x := box["x"] + 20, y := box["y"] + 20)
        page.wait_for_selector(tables.CHOICES)
        tables.wait_until_ready(page)
        under = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('[data-tip]'))"
        assert page.evaluate(under, [x, y])  # a choice has appeared there
        assert page.locator("#tip").is_hidden()
        page.mouse.move(x + 2, y)
        expect(page.locator("#tip")).to_be_visible()
        assert page.locator("#undo").is_hidden() and page.locator(".about").is_hidden()
        page.click("#tutorial button[value=skip]")
        expect(page.locator("#undo")).to_be_visible()
        expect(page.locator(".about")).to_be_visible()


@pytest.mark.parametrize("game", GUIDED)
def test_a_guided_table_is_accessible(browser: Browser, server: Server, game: str) -> None:
    """While there is only a text to read, after a wrong try, and with the last text."""
    with visitor(browser, "en-US", 1366, 768) as page:
        page.goto(server.url)
        page.click(f".game-{game} .learn")
        tables.sit(page)
        learner = Learner(page, game, "en", by_mouse)
        found = {}
        while not page.locator("#tutorial-answer:not(:empty)").count():
            name = learner.asked()
            assert name is not None
            if page.locator("#next").count():
                found["text"] = complaints(page)
            learner.try_something_else(name)
            if not page.locator("#tutorial-answer:not(:empty)").count():
                learner.answer()
        found["answer"] = complaints(page)
        page.click("#tutorial button[value=skip]")
        page.wait_for_selector("#tutorial:not([data-stop])")
        page.click("#standings summary")
        standings = page.locator("#standings").bounding_box()
        assert standings and standings["height"] > 150, "standings have room below the longest text"
        found["end"] = complaints(page)
        assert not {state: each for state, each in found.items() if each}


@pytest.mark.parametrize("game", GUIDED)
def test_a_tutorial_by_keyboard_in_german(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, "de-DE", 1366, 768) as page:
        page.goto(server.url)
        page.locator(f".game-{game} .learn").focus()
        page.keyboard.press("Enter")
        tables.sit(page)
        learner = Learner(page, game, "de", by_key)
        learner.play()
        learner.check_end()


@pytest.mark.parametrize("game", GUIDED)
def test_a_tutorial_by_touch_on_a_phone_in_russian(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, "ru-RU", 360, 800, touch=True) as page:
        page.goto(server.url)
        page.locator(f".game-{game} .learn").tap()
        tables.sit(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        learner = Learner(page, game, "ru", by_touch)
        learner.play()
        learner.check_end()
