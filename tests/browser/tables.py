"""Setting up a table and playing in a browser: shared by the tests of pages and boards."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page

Choose = Callable[[Page, random.Random], None]

LIVE = "#link[data-live=live]"
CHOICES = "#decision .choices .pick"
BOARD = "#board .pick[name=action]"
OVER = "#decision.over"
TICKS = "#decision [data-tick-done]"


def new_table(page: Page, url: str, game: str, players: int, bot: str = "random") -> None:
    """By the form, with the first seat for the player and bots on the others."""
    page.goto(f"{url}/new/{game}")
    page.select_option("select[name=players]", str(players))
    for seat in range(1, players):
        page.select_option(f"select[name=seat{seat}]", bot)
    page.click("form#new button.primary")
    sit(page)


def sit(page: Page) -> None:
    page.wait_for_selector(LIVE, state="attached")


def number(page: Page) -> int:
    return int(page.get_attribute("#main", "data-number") or 0)


def wait_for_change(page: Page, before: int) -> None:
    page.wait_for_selector(f"#main:not([data-number='{before}'])")


def wait_for_turn(page: Page) -> bool:
    """False: the game is over."""
    page.wait_for_selector(f"{CHOICES}, {OVER}", state="attached")
    wait_until_ready(page)
    return page.query_selector(OVER) is None


def wait_until_ready(page: Page) -> None:
    """A decision that has just appeared accepts no answer yet."""
    page.wait_for_selector("#main[data-ready]")


def play(page: Page, choose: Choose, seed: int, most: int = 1000) -> int:
    """Play to the end, or at most `most` decisions; returns their number."""
    rng = random.Random(seed)
    for decision in range(most):
        if not wait_for_turn(page):
            return decision
        before = number(page)
        choose(page, rng)
        wait_for_change(page, before)
    return most


def from_list(page: Page, rng: random.Random) -> None:
    """Any choice of the list next to the board; passes only if there is no other choice."""
    if page.query_selector(TICKS):
        ticked(page, rng)
        return
    for every in page.query_selector_all("#decision .every:not([open]) > summary"):
        every.click()
    values = [str(button.get_attribute("value")) for button in page.query_selector_all(CHOICES)]
    liked = [value for value in values if value not in ("pass", "nothing")] or values
    page.click(f'{CHOICES}[value="{rng.choice(liked)}"]')


def ticked(page: Page, rng: random.Random, by_key: bool = False) -> None:
    """Ticks members until they form a set, then submits it."""
    tick(page, rng, by_key)
    page.keyboard.press("Enter") if by_key else page.click(TICKS)


def on_board(page: Page, rng: random.Random) -> None:
    """A click on the board if there is a choice, else one in the list."""
    if page.query_selector(TICKS):
        tick(page, rng, where=BOARD)
        page.click(TICKS)
        return
    picks = [
        str(button.get_attribute("value"))
        for button in page.query_selector_all(BOARD)
        if button.is_visible() and button.is_enabled() and button.get_attribute("value")
    ]
    if page.query_selector("#board [data-part]") and rng.random() < 0.9:
        composed(page, rng)
    elif picks:
        page.locator(f'#board .pick[value="{rng.choice(picks)}"]').first.click()
    else:
        from_list(page, rng)


def composed(page: Page, rng: random.Random) -> None:
    """A set: turns on one to three of its parts, then takes the resulting choice."""
    for _ in range(rng.randint(1, 3)):
        parts = page.locator("#board [data-compose] [data-part]:not([aria-disabled=true])[aria-pressed=false]")
        if parts.count():
            parts.nth(rng.randrange(parts.count())).click()
    page.click("#board [data-compose-done]:not([disabled])")


def tick(page: Page, rng: random.Random | None = None, by_key: bool = False, where: str = CHOICES) -> None:
    """Ticks members until they form a set, if the decision is one."""
    for _ in range(20):
        if not page.query_selector(f"{TICKS}[disabled]"):
            break
        parts = page.locator(f"{where}[aria-pressed=false]:not([aria-disabled=true])")
        if not parts.count():  # what is left to tick is ticked a second time
            parts = page.locator(f"{where}[aria-pressed=true]")
        part = parts.nth(rng.randrange(parts.count()) if rng else 0)
        page.keyboard.press(str(part.get_attribute("data-key"))) if by_key else part.click()


def by_key(page: Page, rng: random.Random) -> None:
    """The key shown next to a choice."""
    if page.query_selector(TICKS):
        ticked(page, rng, by_key=True)
        return
    keys = [
        (str(button.get_attribute("data-key")), str(button.get_attribute("value")))
        for button in page.query_selector_all(f"{CHOICES}[data-key]")
    ]
    liked = [key for key, value in keys if value not in ("pass", "nothing")] or [key for key, _ in keys]
    page.keyboard.press(rng.choice(liked))
