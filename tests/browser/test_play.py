"""Whole games in a real browser, alone against bots and two people with each other."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import zunft
from tests.browser import tables
from tests.browser.conftest import PATIENCE, Server, listen

GAMES = zunft.game_names()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse_on_the_board(page: Page, server: Server, game: str) -> None:
    least = zunft.load(game).players[0]
    tables.new_table(page, server.url, game, least)
    decisions = tables.play(page, tables.on_board, seed=1)
    assert decisions > 5
    assert page.locator("#decision .points tfoot td").count() == least
    assert "won" in page.inner_text("#decision")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_only(page: Page, server: Server, game: str) -> None:
    """From the lobby on, without a pointer: Tab and Enter to sit down, then the keys beside the choices."""
    page.goto(server.url)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('li')?.className.includes('game-" + game + "')"):
            break
    page.keyboard.press("Enter")
    tables.sit(page)
    assert tables.play(page, tables.by_key, seed=2) > 5
    assert page.locator("#decision .points").count() == 1


def test_a_newcomer_plays_after_two_clicks_without_typing(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.click(".game-norenberc button.primary")
    tables.sit(page)
    assert tables.wait_for_turn(page)
    page.keyboard.press("?")
    expect(page.locator("#decision .help").first).to_be_visible()
    before = tables.number(page)
    page.locator(tables.CHOICES).last.click()
    tables.wait_for_change(page, before)


@pytest.fixture
def two(browser: Browser, server: Server) -> tuple[Page, Page]:
    """Two people at a private table of Norenberc, the second one by the link of the first."""
    pages = []
    for _ in range(2):
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-US", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        pages.append(context.new_page())
    host, guest = pages
    host.goto(f"{server.url}/new/norenberc")
    host.fill("input[name=name]", "Anna")
    host.select_option("select[name=seat1]", "open")
    host.uncheck("input[name=listed]")
    host.click("form#new button.primary")
    link = host.input_value(".copy")
    guest.goto(link)
    guest.fill(".sit input[name=name]", "Veit")
    guest.click(".sit button")
    tables.sit(guest)
    host.goto(host.url)
    tables.sit(host)
    return host, guest


def plan(page: Page, text: str) -> None:
    page.click(f'{tables.CHOICES}[value="{text}"]')


def test_two_people_with_everything_that_happens_at_a_table(
    two: tuple[Page, Page], browser: Browser, server: Server
) -> None:
    host, guest = two
    complaints = listen(host), listen(guest)
    watching = browser.new_context().new_page()
    watching.goto(host.url)
    tables.sit(watching)
    assert watching.locator(tables.CHOICES).count() == 0

    # A simultaneous choice: nobody learns that the other has chosen, and both are accepted.
    seen_by_host, seen_by_watcher = tables.number(host), tables.number(watching)
    plan(guest, "plan 1")
    expect(guest.locator("#prompt")).to_contain_text("choosing")
    assert tables.number(host) == seen_by_host and tables.number(watching) == seen_by_watcher
    # The guest takes it back and plans anew, all in secret.
    guest.click("#undo")
    expect(guest.locator(tables.CHOICES).first).to_be_visible()
    plan(guest, "plan 1 2")
    plan(host, "plan 1")
    tables.wait_for_change(host, seen_by_host)
    tables.wait_for_change(watching, seen_by_watcher)

    # A reload in the middle shows the same table.
    told = host.inner_text("#log")
    host.reload()
    tables.sit(host)
    assert host.inner_text("#log") == told

    # A lost connection: what happens meanwhile is caught up with.
    mover, other = (host, guest) if host.query_selector(tables.CHOICES) else (guest, host)
    other.context.set_offline(True)
    before = tables.number(other)
    plan(mover, "nothing")
    other.wait_for_timeout(300)
    other.context.set_offline(False)
    tables.wait_for_change(other, before)

    # Chat reaches everybody, as text.
    host.fill("#say", "<b>Good luck</b> & fun")
    host.keyboard.press("Enter")
    expect(watching.locator("#log .chat").last).to_contain_text("<b>Good luck</b> & fun")

    # Both play on to the end.
    rng = random.Random(3)
    for _ in range(400):
        host.wait_for_selector(f"{tables.CHOICES}, {tables.OVER}, #prompt.waiting")
        for person in (host, guest):
            if person.query_selector(tables.CHOICES):
                before = tables.number(person)
                tables.from_list(person, rng)
                tables.wait_for_change(person, before)
        if host.query_selector(tables.OVER):
            break
    for person in (host, guest, watching):
        person.wait_for_selector(tables.OVER)

    # Looking back, by keys.
    watching.goto(f"{host.url}/replay?at=3")
    watching.keyboard.press("ArrowRight")
    watching.wait_for_selector("#main[data-at='4']")
    watching.keyboard.press("End")
    watching.wait_for_selector("#main[data-at]:not([data-at='4'])")
    # Being offline is no error of ours.
    assert not [each for found in complaints for each in found if "ERR_INTERNET_DISCONNECTED" not in each]


def test_a_game_goes_on_after_a_restart_of_the_server(
    context: BrowserContext, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = context.new_page()  # complains while the server is away, and may
    server = Server(tmp_path_factory.mktemp("restart"))
    server.start()
    tables.new_table(page, server.url, "norenberc", 2)
    tables.play(page, tables.from_list, seed=5, most=3)
    server.stop()
    page.wait_for_selector("#link[data-live=lost]", state="attached")
    server.start()
    page.wait_for_selector(tables.LIVE, state="attached")
    assert tables.play(page, tables.from_list, seed=6, most=3) == 3
    server.stop()


def test_look_back_branch_download_and_bring_a_record(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    tables.play(page, tables.by_key, seed=7)
    table = page.url
    with page.expect_download() as download:
        page.click("#decision a[href$='/record']")
    page.goto(f"{table}/replay?at=4")
    page.click("form[action^='/branch'] button")
    tables.sit(page)
    assert tables.play(page, tables.from_list, seed=8, most=2) == 2
    page.goto(server.url)
    page.set_input_files("input[name=record]", download.value.path())
    page.click("form[action='/import'] button")
    page.wait_for_selector(tables.OVER)


def test_pieces_fly_and_leave_nothing_behind(browser: Browser, server: Server) -> None:
    """Where motion is welcome; all other tests ask for none."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-US")
    page = context.new_page()
    tables.new_table(page, server.url, "guildhall", 2)
    page.evaluate("""() => {
      window.flown = 0;
      new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        flown += added.filter((node) => node.classList?.contains("stage")).length;
      }).observe(document.body, { childList: true });
    }""")
    for seed in range(40):  # not every decision moves something
        if page.evaluate("flown"):
            break
        tables.play(page, tables.from_list, seed, most=1)
    assert page.evaluate("flown") > 0
    page.wait_for_selector(".stage", state="detached")
    context.close()


def test_what_is_gone_is_no_longer_explained(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "guildhall", 2)
    rng = random.Random(1)
    declined = 0
    for _ in range(100):
        assert tables.wait_for_turn(page)
        before = tables.number(page)
        declining = page.query_selector(f"{tables.CHOICES}[value=decline]")
        (declining or rng.choice(page.query_selector_all(tables.CHOICES))).click()
        tables.wait_for_change(page, before)
        told = page.evaluate(
            "() => { const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.textContent }"
        )
        here = page.evaluate("() => [...document.querySelectorAll('[data-tip]')].map((thing) => thing.dataset.tip)")
        assert told == "" or told in here, f"{told!r} is about nothing here"
        declined += declining is not None
        if declined == 3:
            return
    raise AssertionError("nothing to decline in a hundred choices")
