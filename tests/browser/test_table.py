"""Behaviour at a table that must never surprise a player."""

from __future__ import annotations

import random
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

import zunft
from tests.browser import positions, tables
from tests.browser.conftest import PATIENCE, Server
from zunft.core.play import choose
from zunft.core.record import Record

SHORTER = 2  # pixels of rounding


def person(browser: Browser, motion: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": 1366, "height": 768}, locale="en-US", reduced_motion="no-preference" if motion else "reduce"
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def two_people(browser: Browser, url: str, pace: str = "none") -> tuple[Page, Page]:
    """At a table of Norenberc, the second one by the link of the first."""
    host, guest = person(browser), person(browser)
    host.goto(f"{url}/new/norenberc")
    host.fill("input[name=name]", "Anna")
    host.select_option("select[name=seat1]", "open")
    host.select_option("select[name=pace]", pace)
    host.click("form#new button.primary")
    guest.goto(host.input_value(".copy"))
    guest.fill(".sit input[name=name]", "Veit")
    guest.click(".sit button")
    for each in (guest, host):
        tables.sit(each)
    host.wait_for_selector(tables.CHOICES)
    return host, guest


def test_a_player_who_just_left_is_not_replaced(browser: Browser, server: Server) -> None:
    """While the player is present, it is not even offered."""
    host, guest = two_people(browser, server.url)
    tables.wait_for_turn(host)
    replace = host.locator("#seats form[action$=replace] button")
    expect(host.locator("#seats .here.now")).to_have_count(2)
    expect(replace).to_be_hidden()
    table = guest.url
    guest.goto("about:blank")
    host.click("#seats form[action$=replace] button")
    expect(host.locator("#ask-text")).to_contain_text("Veit")
    host.click("#ask button[value=no]")
    host.click("#seats form[action$=replace] button")
    host.click("#ask button[value=yes]")
    expect(host.locator("#toast")).to_contain_text("Veit was here")
    guest.goto(table)
    expect(replace).to_be_hidden()
    assert guest.locator(tables.CHOICES).count() > 0
    for each in (host, guest):
        each.context.close()


def test_a_returning_player_takes_the_seat_back_with_one_click(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Server(tmp_path_factory.mktemp("absence"), "--absence", "0") as server:  # everyone counts as away at once
        host, guest = two_people(browser, server.url)
        guest.goto("about:blank")
        host.click("#seats form[action$=replace] button")
        host.click("#ask button[value=yes]")
        expect(host.locator("#log")).to_contain_text("a bot plays on for Veit")
        guest.goto(server.url)
        expect(guest.locator(".tables li")).to_contain_text("A bot is playing for you")
        guest.click(".tables a")
        guest.click(".away button")
        tables.sit(guest)
        expect(host.locator("#log")).to_contain_text("Veit is back.")
        play_until_turn_of(guest, host)
        for each in (host, guest):
            each.context.close()


def play_until_turn_of(page: Page, other: Page) -> None:
    """The bot may have chosen for the returned player already, then the other one chooses first."""
    for attempt in range(600):
        if page.locator(tables.CHOICES).count():
            return
        if other.locator(tables.CHOICES).count():
            tables.play(other, tables.from_list, seed=attempt, most=1)
        else:
            page.wait_for_timeout(100)
    raise AssertionError("the player was never asked")


def test_a_request_to_undo_is_on_top_and_its_answer_in_the_log(browser: Browser, server: Server) -> None:
    """While a clock runs and there are many choices."""
    host, guest = two_people(browser, server.url, "fast")
    for each in (host, guest):
        tables.wait_until_ready(each)
        each.locator(tables.CHOICES).first.click()
    host.wait_for_selector("form[action$=ask-undo] button")
    host.click("form[action$=ask-undo] button")
    question = guest.locator("#decision .question")
    expect(question).to_contain_text("Agreed?")
    expect(host.locator("#decision .question")).to_contain_text("Waiting for the others to agree.")
    expect(host.locator("form[action$=ask-undo]")).to_have_count(0)
    boxes = guest.evaluate("""() => ['#decision', '#decision .question', '#prompt'].map((each) =>
        document.querySelector(each).getBoundingClientRect().toJSON())""")
    assert boxes[0]["top"] <= boxes[1]["top"] + SHORTER and boxes[1]["top"] < boxes[2]["top"]
    assert boxes[1]["bottom"] <= boxes[0]["bottom"] + SHORTER
    question.locator("button[value=yes]").click()
    for line in ("Anna asks to undo the last choice.", "Veit agrees.", "All agree: Anna undoes the last choice."):
        expect(host.locator("#log")).to_contain_text(line)
    for each in (host, guest):
        each.context.close()


def test_with_five_players_log_and_chat_stay_in_view_on_a_laptop(page: Page, server: Server) -> None:
    """Below the decision, its rules and what happened since the last turn."""
    tables.new_table(page, server.url, "norenberc", 5)
    for seed in range(20):
        tables.play(page, tables.from_list, seed, most=1)
        assert tables.wait_for_turn(page)
        if page.locator("#since").is_visible():
            break
    page.reload()
    tables.sit(page)
    boxes = page.evaluate("""() => ['#decision', '#since', '#say', '.talk'].map((each) =>
        document.querySelector(each).getBoundingClientRect().toJSON())""")
    decision, since, say, talk = boxes
    assert decision["height"] >= 170 and since["height"] >= 40
    assert since["bottom"] <= say["top"] and say["bottom"] <= talk["bottom"] <= 768


def test_both_sit_down_at_a_rematch(browser: Browser, server: Server) -> None:
    host, guest = two_people(browser, server.url)
    host.click(".menu summary")
    host.click("form[action$=resign] button")
    host.click("#ask button[value=yes]")
    host.click("#decision form[action$=rematch] button")
    tables.sit(host)
    expect(host.locator(".sit h2")).to_have_text("The others can join from the page of the last game")
    guest.get_by_role("button", name="To the rematch").click()
    tables.sit(guest)
    expect(host.locator(".sit")).to_have_count(0)
    for each in (host, guest):
        assert tables.wait_for_turn(each)
        each.context.close()


def test_menus_close_on_a_click_elsewhere_and_on_escape(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    menu = page.locator("details.menu")
    page.click(".menu summary")
    page.click(".preferences summary")
    expect(menu).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("details.preferences")).not_to_have_attribute("open", "")
    expect(page.locator(".preferences summary")).to_be_focused()
    page.click(".menu summary")
    page.locator("h1").click()
    expect(menu).not_to_have_attribute("open", "")


def test_the_log_follows_after_a_scoring_and_keeps_every_line(page: Page, server: Server) -> None:
    tables.new_table(page, server.url, "norenberc", 2)
    for seed in range(200):
        tables.play(page, tables.from_list, seed, most=1)
        if page.query_selector("#summary[open]"):
            break
    expect(page.locator("#summary")).to_be_visible()
    for _ in range(3):
        assert below_the_log(page) < 40
        if not tables.wait_for_turn(page):
            break
        tables.play(page, tables.from_list, seed=1, most=1)
    page.fill("#say", "Well played")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Well played")
    whole = page.locator("#log li").all_inner_texts()
    page.reload()
    tables.sit(page)
    expect(page.locator("#said")).to_contain_text("Well played")
    for _ in range(20):
        if not page.locator(".earlier").is_visible():
            break
        before = page.locator("#log li").count()
        page.click(".earlier a")
        page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=before)
    assert page.locator("#log li").all_inner_texts()[-len(whole) :] == whole


def below_the_log(page: Page) -> int:
    """Pixels of the log below the visible part."""
    found: int = page.evaluate(
        "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)"
        "(document.getElementById('scroll'))"
    )
    return found


@cache
def equal_stacks() -> str:
    """A Strasbourg record that ends where the first seat bids with two identical stacks."""
    game = zunft.load("strasbourg")
    for seed in range(100):
        rng, record = random.Random(seed), Record(game, 3)
        state = record.new()
        while not state.is_over():
            if list(state.deciders()) == [0] and state.decision(0) == "bid":
                contents = state.view(0)["players"][0]["contents"]
                if any(contents.count(each) > 1 for each in contents):
                    return record.to_json()
            record.add(state, choose(state, rng))
    raise AssertionError("no equal stacks in a hundred games")


def test_any_of_several_identical_things_can_be_clicked_in_any_order(page: Page, server: Server) -> None:
    """Strasbourg's second stack of a kind, and Guildhall's opening cards from the last to the first."""
    positions.place(page, server.url, equal_stacks())
    stacks = page.locator("#board .stacks .stack.pick")
    assert stacks.count() == page.locator("#board .stacks .stack").count()
    values = [str(each.get_attribute("value")) for each in stacks.all()]
    twin = next(place for place, value in enumerate(values) if values.index(value) < place)
    before = tables.number(page)
    stacks.nth(twin).click()
    tables.wait_for_change(page, before)

    tables.new_table(page, server.url, "guildhall", 2)
    tables.wait_for_turn(page)
    page.click(f"{tables.CHOICES}[value=stop]")
    page.wait_for_selector(tables.TICKS)
    tables.wait_until_ready(page)
    hand = page.locator("#board .hand .card.large")
    assert page.locator("#board .hand .pick.card").count() == hand.count(), "every card can be the first"
    before = tables.number(page)
    for place in (hand.count() - 1, 1, 0):
        hand.nth(place).click()
    expect(page.locator(tables.TICKS)).to_contain_text("3/3")
    page.click(tables.TICKS)
    tables.wait_for_change(page, before)
    expect(page.locator("#board .home .windows .card")).to_have_count(3)


def test_a_single_card_flies_and_not_the_hand(browser: Browser, server: Server) -> None:
    page = person(browser, motion=True)
    tables.new_table(page, server.url, "guildhall", 2)
    page.evaluate("""() => {
      window.largest = 0;
      window.flown = 0;
      new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) {
          const ghost = node.querySelector?.('.ghost');
          if (!ghost) continue;
          flown += 1;
          largest = Math.max(largest, parseFloat(ghost.style.width) * parseFloat(ghost.style.height));
        }
      }).observe(document.body, { childList: true });
    }""")
    for seed in range(30):
        if page.evaluate("flown") > 5:
            break
        tables.play(page, tables.from_list, seed, most=1)
    assert page.evaluate("flown") > 5 and page.evaluate("largest") <= 130 * 170
    page.context.close()


def test_flying_pieces_look_as_they_do_on_the_board(browser: Browser, server: Server) -> None:
    """Their sizes are relative to the board, and buttons for amounts are no pieces."""
    page = person(browser, motion=True)
    tables.new_table(page, server.url, "norenberc", 2)
    page.evaluate("""() => {
      window.flown = [];
      new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) {
          const ghost = node.querySelector?.('.ghost');
          if (!ghost) continue;
          const icons = [...ghost.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect().width);
          flown.push({ amount: ghost.matches('.deal'), icon: Math.max(0, ...icons) });
        }
      }).observe(document.body, { childList: true });
    }""")
    largest = page.evaluate("""() => Math.max(...[...document.querySelectorAll('#board svg.icon')]
        .map((icon) => icon.getBoundingClientRect().width))""")
    for seed in range(60):
        if page.evaluate("flown.filter((each) => each.icon).length") > 5:
            break
        tables.play(page, tables.from_list, seed, most=1)
    flown = page.evaluate("flown")
    assert sum(bool(each["icon"]) for each in flown) > 5
    assert not [each for each in flown if each["amount"] or each["icon"] > largest + SHORTER]
    page.context.close()


CAPTIONS = """localStorage.setItem("speed", "fast");
addEventListener('DOMContentLoaded', () => {
  window.captions = [];
  const recap = document.getElementById('recap');
  const note = () => { if (!recap.hidden) captions.push(recap.innerText); };  // once for each line
  new MutationObserver(note).observe(recap, { attributes: true, childList: true });
});"""


def test_what_happened_is_shown_on_the_board_on_return(browser: Browser, server: Server) -> None:
    """Line by line, with the places and a flying piece; any click ends it, and the button repeats it."""
    page = person(browser, motion=True)
    tables.new_table(page, server.url, "norenberc", 2)
    for seed in range(30):
        tables.play(page, tables.from_list, seed, most=1)
        assert tables.wait_for_turn(page)
        if page.locator("#recap-again").is_visible():
            break
    expect(page.locator("#recap")).to_be_hidden()  # seen as it happened
    back = page.context.new_page()
    back.add_init_script(CAPTIONS)
    back.goto(page.url)
    lines = back.locator("#since [data-places]").all_inner_texts()
    back.wait_for_function("count => captions.length === count", arg=len(lines))
    assert back.evaluate("captions") == lines
    assert back.evaluate("""() => {
      document.getElementById('recap-again').click();
      const begun = [!recap.hidden, document.querySelectorAll('.recalled').length > 0];
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return [...begun, recap.hidden, document.querySelectorAll('.recalled').length];
    }""") == [True, True, True, 0]
    page.context.close()


def test_play_aids_choose_if_there_is_only_one_choice(page: Page, server: Server) -> None:
    """Passing by a switch until it is off again; tips cover neither prompt nor alternatives."""
    tables.new_table(page, server.url, "norenberc", 2)
    tables.wait_for_turn(page)
    page.locator(tables.CHOICES).first.hover()
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    covered = page.evaluate("""() => {
      const tip = document.getElementById('tip').getBoundingClientRect();
      const beside = (box) => box.left >= tip.right || box.right <= tip.left;
      const apart = (box) => beside(box) || box.top >= tip.bottom || box.bottom <= tip.top;
      const things = [...document.querySelectorAll('#decision .pick, #prompt')];
      return things.filter((thing) => !apart(thing.getBoundingClientRect())).length;
    }""")
    assert covered == 0
    before = tables.number(page)
    page.click(".menu > summary")
    page.check("#passing")
    tables.wait_for_change(page, before)
    page.wait_for_selector(tables.OVER)  # a lone bot plays four rounds
