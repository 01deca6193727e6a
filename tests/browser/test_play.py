"""Complete games in a real browser, alone against bots and between two people."""

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
    """From the lobby, without a pointer: Tab and Enter to sit down, then the keys next to the choices."""
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
    tables.wait_until_ready(page)
    page.click(f'{tables.CHOICES}[value="{text}"]')


def test_two_people_use_every_feature_of_a_table(two: tuple[Page, Page], browser: Browser, server: Server) -> None:
    host, guest = two
    complaints = listen(host), listen(guest)
    watching = browser.new_context().new_page()
    watching.goto(host.url)
    tables.sit(watching)
    assert watching.locator(tables.CHOICES).count() == 0

    # A simultaneous choice: neither player learns that the other has chosen, and both are accepted.
    seen_by_host, seen_by_watcher = tables.number(host), tables.number(watching)
    plan(guest, "plan 1")
    expect(guest.locator("#prompt")).to_contain_text("choosing")
    assert tables.number(host) == seen_by_host and tables.number(watching) == seen_by_watcher
    # The guest undoes it and plans again, all in secret.
    guest.click("#undo")
    expect(guest.locator(tables.CHOICES).first).to_be_visible()
    plan(guest, "plan 1 2")
    plan(host, "plan 1")
    tables.wait_for_change(host, seen_by_host)
    tables.wait_for_change(watching, seen_by_watcher)

    # A reload in the middle shows the same table.
    log = host.inner_text("#log")
    host.reload()
    tables.sit(host)
    assert host.inner_text("#log") == log

    # A lost connection: the page catches up afterwards.
    mover, other = (host, guest) if host.query_selector(tables.CHOICES) else (guest, host)
    other.context.set_offline(True)
    before = tables.number(other)
    plan(mover, "nothing")
    other.wait_for_timeout(300)
    other.context.set_offline(False)
    tables.wait_for_change(other, before)

    # Chat reaches both players, as text.
    host.fill("#say", "<b>Good luck</b> & fun")
    host.keyboard.press("Enter")
    expect(watching.locator("#said .chat").last).to_contain_text("<b>Good luck</b> & fun")

    # Both play on to the end.
    rng = random.Random(3)
    for _ in range(400):
        host.wait_for_selector(f"{tables.CHOICES}, {tables.OVER}, #prompt.waiting")
        for person in (host, guest):
            if person.query_selector(tables.CHOICES):
                tables.wait_until_ready(person)
                before = tables.number(person)
                tables.from_list(person, rng)
                tables.wait_for_change(person, before)
        if host.query_selector(tables.OVER):
            break
    for person in (host, guest, watching):
        person.wait_for_selector(tables.OVER)

    # The replay, by keys.
    watching.goto(f"{host.url}/replay?at=3")
    watching.keyboard.press("ArrowRight")
    watching.wait_for_selector("#main[data-at='4']")
    watching.keyboard.press("End")
    watching.wait_for_selector("#main[data-at]:not([data-at='4'])")
    # Being offline is not a page error.
    assert not [each for found in complaints for each in found if "ERR_INTERNET_DISCONNECTED" not in each]


def test_a_game_continues_after_a_server_restart(
    context: BrowserContext, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = context.new_page()  # errors are expected while the server is down
    with Server(tmp_path_factory.mktemp("restart")) as server:
        tables.new_table(page, server.url, "norenberc", 2)
        tables.play(page, tables.from_list, seed=5, most=3)
        server.stop()
        page.wait_for_selector("#link[data-live=lost]", state="attached")
        server.start()
        page.wait_for_selector(tables.LIVE, state="attached")
        assert tables.play(page, tables.from_list, seed=6, most=3) == 3


def test_replay_branch_download_and_import_a_record(page: Page, server: Server) -> None:
    """Seat and bots stay as they were, unless the player chooses others."""
    tables.new_table(page, server.url, "norenberc", 2, "greedy")
    tables.play(page, tables.by_key, seed=7)
    table = page.url
    expect(page.locator("#decision a[href$='#review']")).to_be_visible()
    with page.expect_download() as download:
        page.click("#decision a[href$='/record']")
    page.goto(f"{table}/replay?at=4")
    page.wait_for_selector("#autoplay:not([hidden])")
    page.keyboard.press("PageDown")
    page.wait_for_selector("#main:not([data-at='4'])")
    page.locator("#move-list a[href$='at=6']").first.click()
    page.wait_for_selector("#main[data-at='6']")
    page.click("#hands summary")
    expect(page.locator("#hands .sheet")).not_to_have_count(0)
    page.click(".branch summary")
    assert page.input_value(".branch select[name=seat]") == "0"
    assert page.input_value(".branch select[name=bot]") == "same"
    page.click(".branch button")
    tables.sit(page)
    expect(page.locator("#seats li.me .mark-0")).to_have_count(1)
    expect(page.locator("#seats li", has_text="Greedy")).to_have_count(1)
    assert tables.play(page, tables.from_list, seed=8, most=2) == 2
    page.goto(server.url)
    page.set_input_files("input[name=record]", download.value.path())
    page.click("form[action='/import'] button")
    page.wait_for_selector(tables.OVER)
    expect(page.locator("#seats li", has_text="Greedy")).to_have_count(1)


def test_pieces_fly_and_leave_nothing_behind(browser: Browser, server: Server) -> None:
    """With motion enabled; all other tests reduce it."""
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


def test_tips_disappear_with_their_things(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "guildhall", 2)
    rng = random.Random(1)
    declined = 0
    for _ in range(100):
        assert tables.wait_for_turn(page)
        before = tables.number(page)
        declining = page.query_selector(f"{tables.CHOICES}[value=decline]")
        if declining:
            declining.click()
        else:
            tables.from_list(page, rng)
        tables.wait_for_change(page, before)
        tip = page.evaluate(
            "() => { const tip = document.getElementById('tip'); return tip.hidden ? '' : tip.textContent }"
        )
        here = page.evaluate("() => [...document.querySelectorAll('[data-tip]')].map((thing) => thing.dataset.tip)")
        assert tip == "" or tip in here, f"{tip!r} explains nothing on this page"
        declined += declining is not None
        if declined == 3:
            return
    raise AssertionError("nothing to decline in a hundred choices")


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_or_enter_answers_one_decision_only(page: Page, server: Server, game: str) -> None:
    """The next decision's button may appear under the pointer or the focus; the second event is not meant for it."""
    tables.new_table(page, server.url, game, zunft.load(game).players[0])
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.url.endswith("/choose") else None)
    for number in range(4):
        assert tables.wait_for_turn(page)
        before = tables.number(page)
        posted.clear()
        tables.tick(page)
        button = page.locator(tables.TICKS if page.query_selector(tables.TICKS) else tables.CHOICES).last
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        if number % 2:
            button.press("Enter")
            page.keyboard.press("Enter")
        else:
            button.dblclick()
        tables.wait_for_change(page, before)
        assert len(posted) == 1
        if not number % 2:
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            found = "(at) => document.elementFromPoint(...at)?.closest('#decision [data-bare]')?.value"
            assert page.evaluate(found, middle) is None, "the pass button is under the last click"
        assert page.locator("#toast").is_hidden()


def test_a_click_just_after_a_new_decision_appears_is_ignored(page: Page, server: Server) -> None:
    """Clicks whatever appears at once, as an impatient player would."""
    tables.new_table(page, server.url, "guildhall", 2)
    assert tables.wait_for_turn(page)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.url.endswith("/choose") else None)
    before = tables.number(page)
    page.evaluate("""() => {
        const press = () => document.querySelector('#decision .choices .pick').click();
        new MutationObserver(press).observe(document.getElementById('main'), { attributeFilter: ['data-number'] });
        press();
    }""")
    tables.wait_for_change(page, before)
    tables.wait_until_ready(page)
    assert page.locator("#toast").is_hidden() and len(posted) == 1


def test_resigning_and_leaving_need_confirmation(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    address = page.url
    for what in ("resign", "leave"):
        if page.locator(".menu[open]").count() == 0:
            page.click(".menu > summary")
        page.click(f".menu form[action$={what}] button")
        expect(page.locator("#ask")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#ask")).to_be_hidden()
    assert page.url == address and tables.wait_for_turn(page)
    if page.locator(".menu[open]").count() == 0:
        page.click(".menu > summary")
    page.click(".menu form[action$=resign] button")
    page.click("#ask button[value=yes]")
    page.wait_for_selector("#log .table >> text=resigns")


def test_the_invitation_disappears_when_the_game_begins(
    two: tuple[Page, Page], browser: Browser, server: Server
) -> None:
    """The host's page was loaded before the guest sat down."""
    host = two[0].context.new_page()
    host.goto(f"{server.url}/new/norenberc")
    host.select_option("select[name=seat1]", "open")
    host.check("input[name=listed]")  # else a stranger would not be offered a seat
    host.click("form#new button.primary")
    expect(host.locator(".sit")).to_be_visible()
    link = host.input_value(".copy")
    guest = two[1].context.new_page()
    guest.goto(link)
    onlooker = browser.new_context().new_page()
    onlooker.goto(host.url)
    expect(onlooker.locator(".sit")).to_be_visible()
    tables.sit(onlooker)
    guest.click(".sit button")
    tables.sit(guest)
    expect(host.locator(".sit")).to_have_count(0)
    expect(onlooker.locator(".sit")).to_have_count(0)
    assert tables.wait_for_turn(host)
