"""Hints and the tutor in a real browser: by mouse, by keyboard and on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser import tables
from tests.browser.conftest import Server
from tests.browser.test_pages import complaints

HINTS = "#hints li .pick"


def test_hints_appear_below_the_question_and_can_be_chosen(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    assert tables.wait_for_turn(page)
    page.click("#decision .hint button")
    expect(page.locator(HINTS)).to_have_count(3)
    expect(page.locator("#hints .chance").first).to_contain_text("%")
    expect(page.locator("#log")).to_contain_text("gets a hint")
    expect(page.locator(HINTS)).to_have_count(3)  # the update about the hint leaves it in place
    page.click("#standings summary")
    assert complaints(page) == []
    tables.wait_until_ready(page)
    before = tables.number(page)
    page.click(f"{HINTS} >> nth=1")
    tables.wait_for_change(page, before)
    expect(page.locator("#hints")).to_have_count(0)


def test_hints_disappear_if_the_next_question_has_the_same_choices(page: Page, server: Server) -> None:
    """Strasbourg's tasks are kept or returned one by one."""
    tables.new_table(page, server.url, "strasbourg", 3)
    assert tables.wait_for_turn(page)
    page.click("#decision .hint button")
    expect(page.locator(HINTS)).to_have_count(2)
    expect(page.locator("#log")).to_contain_text("gets a hint")
    tables.wait_until_ready(page)
    before = tables.number(page)
    page.click(f"{tables.CHOICES} >> nth=0")
    tables.wait_for_change(page, before)
    expect(page.locator(tables.CHOICES)).to_have_count(2)
    expect(page.locator("#hints")).to_have_count(0)


def test_hints_by_keyboard_on_a_phone(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    tables.new_table(page, server.url, "calimala", 3)
    expect(page.locator("#decision .hint button")).to_be_in_viewport(ratio=1)
    tables.wait_until_ready(page)
    page.keyboard.press("h")
    expect(page.locator(HINTS).first).to_be_visible()
    tables.wait_until_ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    before = tables.number(page)
    page.locator(HINTS).first.focus()
    page.keyboard.press("Enter")
    tables.wait_for_change(page, before)


WARNED = (
    '{"action": "", "loss": 0.2, "loss_error": 0.01, "warn": true, "best": "", "best_label": "BETTER", "why": "WHY"}'
)
QUIET = WARNED.replace("true", "false")


def test_the_tutor_warns_before_a_costly_choice(page: Page, server: Server) -> None:
    """When to warn is tested elsewhere; here the server's response is mocked."""
    tables.new_table(page, server.url, "norenberc", 2)
    assert tables.wait_for_turn(page)
    page.click(".menu summary")
    page.select_option("#tutor", "0.05")
    page.keyboard.press("Escape")
    page.route("**/objection", lambda route: route.fulfill(body=WARNED, content_type="application/json"))
    before = tables.number(page)
    first = page.locator(tables.CHOICES).first
    first.click()
    dialog = page.locator("#tutor-warning")
    expect(dialog).to_contain_text("20 %")
    expect(dialog).to_contain_text("BETTER")
    expect(dialog).to_contain_text("WHY")
    assert complaints(page) == []
    page.keyboard.press("Enter")  # "Think again" has the focus
    expect(dialog).to_be_hidden()
    assert tables.number(page) == before
    first.click()
    page.click("#tutor-warning button[value=play]")
    tables.wait_for_change(page, before)

    page.unroute("**/objection")
    page.route("**/objection", lambda route: route.fulfill(body=QUIET, content_type="application/json"))
    assert tables.wait_for_turn(page)
    before = tables.number(page)
    page.locator(tables.CHOICES).first.click()
    tables.wait_for_change(page, before)
    expect(dialog).to_be_hidden()


def test_the_tutor_accepts_the_best_choice(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    page.evaluate("localStorage.setItem('tutor', '0.02')")
    page.reload()
    tables.sit(page)
    assert tables.wait_for_turn(page)
    page.click("#decision .hint button")
    page.wait_for_selector(HINTS)
    tables.wait_until_ready(page)
    before = tables.number(page)
    page.click(f"{HINTS} >> nth=0")
    tables.wait_for_change(page, before)
