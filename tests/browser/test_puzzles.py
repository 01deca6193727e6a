"""Puzzles solved in a real browser: by mouse, by keyboard and by touch."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import tables
from tests.browser.conftest import Server, listen
from tests.browser.test_pages import OVERFLOW, complaints
from zunft.review.collection import collection

GAME = "norenberc"
CHOICES = "#decision .choices .pick"


def solution(number: int) -> str:
    puzzle = collection(GAME)[number - 1]
    return puzzle.record.game.text(puzzle.solution)


def wrong(number: int) -> str:
    puzzle = collection(GAME)[number - 1]
    actions = puzzle.record.replay().legal_actions(puzzle.player)
    return next(puzzle.record.game.text(action) for action in actions if action != puzzle.solution)


def pick(value: str) -> str:
    return f'{CHOICES}[value="{value}"]'


def tab_to(page: Page, selector: str) -> None:
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_puzzle_by_mouse(page: Page, server: Server) -> None:
    """From the list of games to a wrong answer, a right one, the next puzzle, and a table."""
    page.goto(f"{server.url}/puzzles?language=en")
    found = {"list": complaints(page)}
    page.click(f"main a[href='/puzzles/{GAME}']")
    expect(page.locator("#decision")).to_contain_text("Puzzle 1 of")
    found["puzzle"] = complaints(page)
    page.click(pick(wrong(1)))
    expect(page.locator("#prompt")).to_have_text("Not the best choice.")
    expect(page.locator("#answer")).to_contain_text("Best:")
    expect(page.locator("#decision .why")).not_to_be_empty()
    found["answer"] = complaints(page)
    assert not {state: each for state, each in found.items() if each}
    page.click(f"#decision a[href='/puzzles/{GAME}/1']")
    page.click(pick(solution(1)))
    expect(page.locator("#prompt")).to_have_text("Right!")
    page.click(f"#decision a[href='/puzzles/{GAME}/2']")
    page.click(pick(solution(2)))
    page.click("form[action$='/play'] button")
    tables.sit(page)
    assert tables.wait_for_turn(page)
    expect(page.locator(f'{tables.CHOICES}[value="{solution(2)}"]')).to_have_count(1)


def test_a_puzzle_by_keyboard(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/puzzles/{GAME}/1?language=en")
    tab_to(page, pick(solution(1)))
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Right!")
    tab_to(page, "#decision a.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/2")
    tab_to(page, pick(wrong(2)))
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Not the best choice.")


def test_a_puzzle_on_a_phone(phone: BrowserContext, server: Server) -> None:
    """On the board a first tap explains and its button answers; what the board lacks is in the sheet."""
    page = phone.new_page()
    errors = listen(page)
    page.goto(f"{server.url}/puzzles/{GAME}/1?language=en")
    found = {"puzzle": page.evaluate(OVERFLOW) + complaints(page)}
    listed = page.locator(pick(solution(1)))
    if listed.is_visible():
        listed.tap()
    else:
        page.locator(f'#board .pick[value="{solution(1)}"]').first.tap()
        page.locator("#explain button").tap()
    expect(page.locator("#prompt")).to_have_text("Right!")
    found["answer"] = page.evaluate(OVERFLOW) + complaints(page)
    assert not {state: each for state, each in found.items() if each}
    assert not errors


def test_a_puzzle_with_a_set_on_a_phone(phone: BrowserContext, server: Server) -> None:
    """Houses are ticked on the board, the button in the sheet answers."""
    number = next(each for each in range(1, len(collection(GAME)) + 1) if solution(each).startswith("plan "))
    page = phone.new_page()
    page.goto(f"{server.url}/puzzles/{GAME}/{number}?language=en")
    done = page.locator("#decision .set button")
    expect(done).to_be_disabled()
    wanted = page.locator(f'#board [data-parts][data-action="{solution(number)}"]').get_attribute("data-parts")
    assert wanted
    for part in wanted.split():
        page.locator(f'#board [data-part="{part}"]').tap()
    expect(done).to_have_attribute("value", solution(number))
    done.tap()
    expect(page.locator("#prompt")).to_have_text("Right!")
