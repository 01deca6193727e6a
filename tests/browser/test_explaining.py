"""Rules under the question, in a real browser: shown in the first game, hidden on request."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import zunft
from tests.browser import tables
from tests.browser.conftest import Server
from zunft.core.text import LANGUAGES

ABOUT = "#decision .about"


def test_the_rules_of_a_decision_are_shown_below_the_first_question(page: Page, server: Server) -> None:
    """One click from the start page."""
    page.goto(server.url)
    page.click(".game-norenberc button.primary")
    tables.sit(page)
    assert tables.wait_for_turn(page)
    expect(page.locator(ABOUT)).to_be_visible()
    expect(page.locator(ABOUT)).to_contain_text("lay action cards")
    page.keyboard.press("?")
    expect(page.locator(ABOUT)).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator(ABOUT)).to_be_visible()
    page.click(".menu summary")
    page.click(".explaining button[value=off]")
    tables.sit(page)
    assert tables.wait_for_turn(page)
    expect(page.locator(ABOUT)).to_be_hidden()


def test_on_a_phone_the_choices_come_first(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    tables.new_table(page, server.url, "calimala", 3)
    expect(page.locator(ABOUT)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    about, prompt = page.locator(ABOUT).bounding_box(), page.locator("#prompt").bounding_box()
    assert about is not None and prompt is not None and about["y"] > prompt["y"] + prompt["height"]


def test_on_a_phone_a_tap_shows_the_whole_paragraph(phone: BrowserContext, server: Server) -> None:
    page = phone.new_page()
    tables.new_table(page, server.url, "strasbourg", 3)
    about = page.locator(ABOUT)
    short = about.bounding_box()
    about.tap(position={"x": 4, "y": 40})  # further up, browsers give the tap to the handle above
    expect(about).to_have_attribute("data-whole", "")
    whole = about.bounding_box()
    assert short is not None and whole is not None and whole["height"] > short["height"]
    before = tables.number(page)
    said = page.request.post(f"{page.url}/chat", form={"text": "Hello"}, headers={"origin": server.url})
    assert said.ok
    tables.wait_for_change(page, before)
    expect(about).to_have_attribute("data-whole", "")  # news do not close what is being read


def test_a_term_is_explained_on_hover_and_focus(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    assert tables.wait_for_turn(page)
    term = page.locator(f"{ABOUT} dfn", has_text="agents")
    term.hover()
    expect(page.locator("#tip")).to_contain_text("Your helpers.")
    page.keyboard.press("Escape")
    expect(page.locator("#tip")).to_be_hidden()
    term.focus()
    expect(page.locator("#tip")).to_contain_text("Your helpers.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", zunft.game_names())
def test_on_a_phone_the_summary_and_its_answers_fit(browser: Browser, server: Server, game: str, language: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=language, has_touch=True)
    page = context.new_page()
    page.goto(f"{server.url}/summary/{game}#questions")
    questions = page.locator(".questions details")
    expect(questions.first.locator("p")).to_be_hidden()
    for question in questions.all():
        question.locator("summary").tap()
        expect(question.locator("p")).to_be_visible()
    assert questions.count() == 10
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
