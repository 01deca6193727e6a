"""The review of a finished game in a real browser: requested, watched, read and tried again, by mouse, keyboard and
touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, Route, expect

from tests.browser import tables
from tests.browser.conftest import Server, listen
from tests.browser.test_pages import OVERFLOW, RECORDS, complaints
from tests.browser.test_phone import tap

QUICK, SLOW = "2", "2000"  # simulations per decision: a short review, and one that is not done on any machine soon
REVIEWED = 600_000  # milliseconds for a short review, on the slowest machine
CHART = "#chances"
MISTAKES = ".spots[data-kind=mistake] a"
LEFT, RIGHT, WIDTH, HEIGHT = 30, 8, 320, 150  # of the chart, in its own units

# Curves, marks and numbers that leave the chart, or a chart that leaves its panel.
OUTSIDE = """() => {
  const found = [];
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const [panel, chart] = ['review', 'chances'].map((id) => document.getElementById(id).getBoundingClientRect());
  if (chart.left < panel.left || chart.right > panel.right || !chart.width || !chart.height) found.push('the chart');
  if (panel.height < chart.height) found.push(`the panel is only ${panel.height} high`);
  for (const thing of document.querySelectorAll('#chances > *'))
    if (!within(thing.getBoundingClientRect(), chart)) found.push(thing.outerHTML.slice(0, 80));
  return found;
}"""


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("reviewer"), "--reviews", QUICK) as server:
        yield server


def open_replay(page: Page, url: str, record: str) -> None:
    """The replay of this finished game, at its end."""
    content = (RECORDS / record).read_bytes()
    file = FilePayload(name=Path(record).name, mimeType="application/json", buffer=content)
    answer = page.request.post(f"{url}/import", multipart={"record": file}, max_redirects=0)
    page.goto(f"{url}{answer.headers['location']}/replay?language=en")


def expect_review(page: Page) -> None:
    """The page turns to the review by itself once it is done."""
    expect(page.locator(CHART)).to_be_visible(timeout=REVIEWED)


def at(page: Page) -> int:
    return int(page.get_attribute("#main", "data-at") or 0)


def last(page: Page) -> int:
    return int(page.get_attribute("#main", "data-last") or 0)


def expect_at(page: Page, number: Any) -> None:
    """Board, heading and chart show this position."""
    expect(page.locator("#main")).to_have_attribute("data-at", str(number))
    expect(page.locator("#at")).to_contain_text(str(number))
    expect(page.locator(CHART)).to_have_attribute("aria-valuenow", str(number))


def spot_in(page: Page, number: int) -> tuple[float, float]:
    """Where the chart has this position, on the screen; below all marks."""
    chart = page.locator(CHART)
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    x = LEFT + (WIDTH - LEFT - RIGHT) * (number - 1) / (last(page) - 1)
    return box["x"] + x / WIDTH * box["width"], box["y"] + box["height"] * (HEIGHT - 1) / HEIGHT


def expect_near(page: Page, number: int) -> None:
    """A pixel of the chart may stand for several positions."""
    far = 1 + last(page) // 50
    near = "|".join(map(str, range(number - far, number + far + 1)))
    expect(page.locator("#main")).to_have_attribute("data-at", re.compile(f"^({near})$"))
    expect_at(page, at(page))


def expect_judged(page: Page) -> str:
    """The decision of this position, with its choices' values; returns the best choice."""
    judged = page.locator(".judged").first
    expect(judged).to_be_visible()
    expect(judged.locator(".chosen td").first).to_contain_text("%")
    best = judged.locator("tr", has_text="best").locator("th")
    return best.first.inner_text()


def expect_tried(page: Page, replay: str) -> None:
    """A table of one's own, with the decision still to be made."""
    page.wait_for_url(lambda url: "/t/" in url and "/replay" not in url)
    assert page.url not in replay
    tables.sit(page)
    assert tables.wait_for_turn(page)
    assert page.locator(tables.CHOICES).count() > 1


def focused(page: Page, selector: str) -> bool:
    found: bool = page.evaluate("(selector) => document.activeElement.matches(selector)", selector)
    return found


def tab_to(page: Page, selector: str, key: str = "Tab") -> None:
    for _ in range(50):
        if focused(page, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached by {key}")


def test_the_progress_of_a_review_is_shown(page: Page, tmp_path: Path) -> None:
    with Server(tmp_path, "--reviews", SLOW) as server:
        open_replay(page, server.url, "norenberc/records/2-players.json")
        page.click("#ask-review")
        bar = page.locator("#review-progress progress")
        expect(bar).to_be_visible()
        page.evaluate("window.unchanged = true")
        expect(bar).not_to_have_js_property("value", 0, timeout=REVIEWED)
        assert page.evaluate("window.unchanged"), "the bar moves without loading the page again"
        page.keyboard.press("Home")  # looking around meanwhile
        expect(page.locator("#main")).to_have_attribute("data-at", "1")
        expect(bar).to_be_visible()


def test_a_review_by_mouse(page: Page, reviewer: Server) -> None:
    open_replay(page, reviewer.url, "guildhall/records/job-faire-2.json")
    page.click("#ask-review")
    expect_review(page)
    steps, review = (page.locator(each).bounding_box() for each in ("#step", "#review"))
    assert steps and review and steps["height"] > 200 < review["height"], "steps and review share the height"
    assert steps["y"] + steps["height"] <= review["y"]
    expect_at(page, last(page))
    for share in (0.5, 0.0, 0.8):
        number = round(1 + share * (last(page) - 1))
        page.mouse.click(*spot_in(page, number))
        expect_near(page, number)
    mistakes = page.locator(MISTAKES)
    expect(mistakes).to_have_count(3)
    mistakes.first.click()
    expect_at(page, mistakes.first.get_attribute("data-at"))
    expect_judged(page)
    mark = page.locator(f"{CHART} circle.spot").nth(1)
    mark.click()
    expect_at(page, mark.get_attribute("data-at"))
    expect_judged(page)
    before = page.url
    expect_lesson(page)
    page.goto(before)
    page.locator(".judged form button").first.click()
    expect_tried(page, before)


def expect_lesson(page: Page) -> None:
    """A player's first mistake as a puzzle: the choice of the game is wrong again, then the next mistake."""
    page.locator("#review .summary a").first.click()
    expect(page.locator("#prompt")).to_contain_text("What would have been better?")
    asked = page.locator("#decision").inner_text()
    labels = page.locator("#decision .choices .pick").all_inner_texts()
    made = next(label for label in labels if f"chose: {label}." in asked)
    page.locator("#decision .choices .pick", has_text=made).first.click()
    expect(page.locator("#prompt")).to_have_text("Not the best choice.")
    expect(page.locator("#decision")).to_contain_text(f"In the game: {made}")
    assert complaints(page) == []
    page.locator("#decision a.primary").click()
    expect(page.locator("#decision")).to_contain_text(re.compile("Mistake 2|Position"))


def test_a_review_by_keyboard(page: Page, reviewer: Server) -> None:
    open_replay(page, reviewer.url, "calimala/records/tie-broken-by-influence.json")
    tab_to(page, "#ask-review", "Shift+Tab")  # from the end of the page: the list of moves is long
    page.keyboard.press("Enter")
    expect_review(page)
    page.locator("#moves summary").focus()
    page.keyboard.press("Enter")  # closes the list of moves
    page.keyboard.press("Tab")
    assert focused(page, CHART)
    end = last(page)
    for key, number in (
        ("Home", 1),
        ("ArrowRight", 2),
        ("ArrowUp", 3),
        ("ArrowLeft", 2),
        ("ArrowDown", 1),
        ("End", end),
    ):
        page.keyboard.press(key)
        expect_at(page, number)
        assert focused(page, CHART), key
    page.keyboard.press("PageUp")  # a turn back
    page.wait_for_selector(f"#main:not([data-at='{end}'])")
    assert at(page) < end
    tab_to(page, MISTAKES)
    page.keyboard.press("Enter")
    expect_at(page, page.locator(MISTAKES).first.get_attribute("data-at"))
    expect_judged(page)
    before = page.url
    tab_to(page, ".judged form button", "Shift+Tab")
    page.keyboard.press("Enter")
    expect_tried(page, before)


def in_view(thing: Locator) -> Locator:
    thing.scroll_into_view_if_needed()
    return thing


def test_a_review_on_a_phone(phone: BrowserContext, reviewer: Server) -> None:
    page = phone.new_page()
    errors = listen(page)
    open_replay(page, reviewer.url, "strasbourg/records/three-random.json")
    found = {"offer": page.evaluate(OVERFLOW) + complaints(page)}
    tap(page, in_view(page.locator("#ask-review")))
    expect_review(page)
    found["review"] = page.evaluate(OVERFLOW) + page.evaluate(OUTSIDE) + complaints(page)
    number = round(last(page) / 3)
    page.touchscreen.tap(*spot_in(page, number))
    expect_near(page, number)
    mistake = page.locator(MISTAKES).first
    tap(page, in_view(mistake))
    expect_at(page, mistake.get_attribute("data-at"))
    expect_judged(page)
    found["mistake"] = page.evaluate(OVERFLOW) + page.evaluate(OUTSIDE) + complaints(page)
    assert not {state: each for state, each in found.items() if each}
    before = page.url
    tap(page, in_view(page.locator(".judged form button").first))
    expect_tried(page, before)
    assert not errors


def test_the_chart_of_a_long_game_stays_in_its_box(page: Page, reviewer: Server) -> None:
    """On every size of screen, with a curve for every player over more than 500 positions."""
    open_replay(page, reviewer.url, "guildhall/records/first-edition-4.json")
    page.click("#ask-review")
    expect_review(page)
    assert last(page) >= 500
    curves = page.locator(f"{CHART} polyline")
    expect(curves).to_have_count(4)
    for curve in curves.all():
        points = [tuple(map(float, each.split(","))) for each in str(curve.get_attribute("points")).split()]
        assert len(points) >= 500
        assert points == sorted(points, key=lambda point: point[0]), "from left to right"
    for width, height in ((1366, 768), (2560, 1440), (820, 1180), (360, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE) == [], width
    for number in (1, last(page) // 2, last(page)):
        page.mouse.click(*spot_in(page, number))
        expect_near(page, number)
    assert complaints(page) == []


def refuse_steps(route: Route) -> None:
    """Refuse steps within the page, but not whole pages."""
    if "x-step" in route.request.headers:
        route.fulfill(status=429, body="<main id=main></main>", content_type="text/html")
    else:
        route.continue_()


def test_a_failed_step_can_be_repeated(context: BrowserContext, reviewer: Server) -> None:
    """Neither a lost connection nor a refusal of the server stops the replay for good."""
    page = context.new_page()
    open_replay(page, reviewer.url, "norenberc/records/2-players.json")
    end = last(page)
    page.route("**/replay?at=*", lambda route: route.abort())
    with page.expect_event("pageerror"):
        page.keyboard.press("Home")
    page.unroute("**/replay?at=*")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#main")).to_have_attribute("data-at", str(end - 1))
    page.route("**/replay?at=*", refuse_steps)
    page.keyboard.press("Home")  # opened as a whole page, which would show the refusal
    expect(page.locator("#main")).to_have_attribute("data-at", "1")
