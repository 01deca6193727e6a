"""The documentation as served: accessible, searchable, with its diagrams rendered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_pages import complaints
from zunft.server.web import documentation

pytestmark = pytest.mark.skipif(not documentation.is_built(), reason="`make site` has not been run")
PAGES = ("", "guide.html", "rules/calimala.html", "reference/python.html", "reference/http.html", "changelog.html")


def test_documentation_is_accessible(page: Page, server: Server) -> None:
    found = {}
    for path in PAGES:
        page.goto(f"{server.url}/docs/{path}")
        found[path] = complaints(page)
    assert not {path: each for path, each in found.items() if each}


def test_documentation_can_be_found_and_searched(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Documentation").click()
    page.get_by_role("textbox", name="Search").fill("resample")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results li").first).to_be_visible()


def test_diagrams_are_drawn(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/docs/architecture.html")
    expect(page.locator("pre.mermaid svg").first).to_be_visible()
