"""The end of a game in a real browser: breakdowns open and close, by mouse, by keyboard and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.server.apps import put
from tests.server.test_ending import finished


@pytest.mark.parametrize("width", [1366, 360])
def test_a_source_opens_to_its_parts(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    table = finished("norenberc", players=4)
    table.setup.id = f"ended-{width}"
    put(server.log.parent / "zunft.sqlite", table, {0: "anna"})
    page.context.add_cookies([{"name": f"seat-{table.setup.id}", "value": "anna", "url": server.url}])
    page.goto(f"{server.url}/t/{table.setup.id}")
    expect(page.locator("#prompt")).to_contain_text("won")
    parts = page.locator("#decision .parts").first
    expect(parts).to_be_hidden()
    source = page.locator("#decision .points summary").first
    source.click()
    expect(parts).to_be_visible()
    expect(parts).to_contain_text("brewers")
    source.focus()
    page.keyboard.press("Enter")
    expect(parts).to_be_hidden()
    expect(page.locator(".growth polyline")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
