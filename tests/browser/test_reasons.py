"""Refused things on the board say why: to pointer, keyboard and screen reader; standings open on demand."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.browser import tables
from tests.browser.conftest import Server

REFUSED = "#board [data-why][aria-disabled=true]"


def until_refused(page: Page) -> None:
    """Plays on until something on the board is refused."""
    rng = random.Random(3)
    for _ in range(60):
        assert tables.wait_for_turn(page)
        tables.wait_until_ready(page)
        if page.locator(f"{REFUSED}[tabindex='0']").count():
            return
        before = tables.number(page)
        tables.from_list(page, rng)
        tables.wait_for_change(page, before)
    raise AssertionError("nothing was refused")


def test_an_unavailable_thing_shows_its_reason(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    until_refused(page)
    thing = page.locator(f"{REFUSED}[tabindex='0']").first
    why = thing.get_attribute("aria-description")
    assert why
    thing.hover()
    expect(page.locator("#tip")).to_contain_text(why)
    page.mouse.move(1, 1)
    expect(page.locator("#tip")).to_be_hidden()
    thing.focus()
    expect(page.locator("#tip")).to_contain_text(why)
    before = tables.number(page)
    thing.click(force=True)
    assert tables.number(page) == before


def test_too_many_cards_are_refused_with_the_reason(page: Page, server: Server) -> None:
    """Norenberc's plans are a set: cards beyond the number of agents stay reachable."""
    tables.new_table(page, server.url, "norenberc", 5)
    assert tables.wait_for_turn(page)
    tables.wait_until_ready(page)
    for _ in range(6):
        free = page.locator("#board [data-part]:not([aria-disabled=true])[aria-pressed=false]")
        if free.count():
            free.first.click()
    refused = page.locator("#board [data-part][aria-disabled=true]").first
    refused.hover()
    expect(page.locator("#tip")).to_contain_text("Each card needs an agent")
    assert refused.get_attribute("aria-pressed") == "false"


def test_standings_open_by_source_and_stay_open(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    assert tables.wait_for_turn(page)
    panel = page.locator("#standings")
    expect(panel.locator("table")).to_be_hidden()
    panel.locator("summary").click()
    expect(panel.locator("tfoot td")).to_have_count(2)
    before = tables.number(page)
    tables.wait_until_ready(page)
    tables.from_list(page, random.Random(1))
    tables.wait_for_change(page, before)
    expect(panel.locator("table")).to_be_visible()
