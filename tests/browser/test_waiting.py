"""Waiting room, presence, notices and the installed app in a real browser."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE, Server
from tests.browser.test_pages import OVERFLOW, complaints

SHOWN_THOUGH_HIDDEN = (
    "[...document.querySelectorAll('[hidden]')].filter((each) => each.checkVisibility()).map((each) => each.outerHTML)"
)


def open_table(page: Page, server: Server) -> str:
    """A table of three with two open seats; the link of the first."""
    page.goto(f"{server.url}/new/guildhall")
    page.select_option("select[name=players]", "3")
    for seat in (1, 2):
        page.select_option(f"select[name=seat{seat}]", "open")
    page.uncheck("input[name=listed]")
    page.click("form#new button.primary")
    return page.input_value(".copy >> nth=0")


def test_links_can_be_copied_or_scanned_and_presence_is_shown(
    page: Page, context: BrowserContext, browser: Browser, server: Server
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = open_table(page, server)
    assert page.evaluate(SHOWN_THOUGH_HIDDEN) == []  # such as buttons that no script listens to yet
    page.click("[data-copy] >> nth=0")
    expect(page.locator("[data-copy] >> nth=0")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.click(".invitations summary >> nth=0")
    page.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
    assert complaints(page) == []
    other = browser.new_context(viewport={"width": 360, "height": 800}, locale="en-US")
    other.set_default_timeout(PATIENCE)
    guest = other.new_page()
    guest.goto(link)
    expect(page.locator("#spectators")).to_have_text("Watching: 1")
    assert guest.evaluate(OVERFLOW) == []
    guest.click(".sit button")
    dot = page.locator('.here[data-seat="1"]')
    expect(dot).to_have_attribute("aria-label", "is here")
    expect(page.locator("#spectators")).to_be_hidden()
    other.close()
    expect(dot).to_have_attribute("aria-label", "is not here")


@pytest.mark.parametrize("width", [360, 1366])
def test_account_pages_are_accessible(browser: Browser, server: Server, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="de-DE")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{server.url}/account")
    page.fill('form[action="/account/sign-in"] input[name=name]', "Greta")
    page.fill('form[action="/account/sign-in"] input[name=password]', "not her password")
    page.click('form[action="/account/sign-in"] button')
    expect(page.locator("[role=alert]")).to_be_visible()
    expect(page.locator('form[action="/account/sign-in"] input[name=password]')).to_be_focused()
    found = {"refused": complaints(page) + page.evaluate(OVERFLOW)}
    page.fill('form[action="/account/register"] input[name=name]', f"Greta {width}")
    page.fill('form[action="/account/register"] input[name=password]', "a long enough password")
    page.click('form[action="/account/register"] button')
    for path in (f"/people/Greta {width}", "/notices", "/account/forgot", "/offline"):
        page.goto(server.url + path)
        found[path] = complaints(page) + page.evaluate(OVERFLOW)
    assert not {path: each for path, each in found.items() if each}
    context.close()


def test_one_service_worker_shows_notices_and_the_offline_page(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en-US", permissions=["notifications"])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(server.url)
    script = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active.scriptURL)")
    page.context.add_cookies([{"name": "language", "value": "ru", "url": server.url}])
    page.reload()
    assert page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active.scriptURL)") == script
    assert script == f"{server.url}/service-worker.js"
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 1
    deliver(context, page, {"title": "Zunft", "body": "Your turn", "url": f"{server.url}/t/x", "tag": "x"})
    page.wait_for_function(
        "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((each) => each.body)"
        ".includes('Your turn')"
    )
    context.set_offline(True)
    page.goto(f"{server.url}/ratings")
    assert "No connection" in page.content() and "Нет соединения" in page.content()
    context.close()


def deliver(context: BrowserContext, page: Page, message: dict[str, str]) -> None:
    """As the browser's push service would."""
    session = context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(PATIENCE // 50):
        if not found:
            page.wait_for_timeout(50)
    origin = page.evaluate("location.origin")
    arguments = {"origin": origin, "registrationId": found[0], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", arguments)


def test_the_app_can_be_installed(page: Page, server: Server) -> None:
    page.goto(server.url)
    link = page.get_attribute('link[rel="manifest"]', "href")
    manifest = page.evaluate("(link) => fetch(link).then((answer) => answer.json())", link)
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(async ({ src, sizes }) => {
          const image = new Image(); image.src = src; await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}` === sizes;
        }))""",
        manifest["icons"],
    )
    assert sizes == [True, True, True]
    assert {each["purpose"] for each in manifest["icons"]} == {"any", "maskable"}
