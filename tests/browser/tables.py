"""How a person at a browser sets up a table and plays: used by the tests of pages and boards."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page

Choose = Callable[[Page, random.Random], None]

LIVE = "#link[data-live=live]"
CHOICES = "#decision .choices .pick"
OVER = "#decision.over"


def new_table(page: Page, url: str, game: str, players: int, bot: str = "random") -> None:
    """By the form, the first seat for oneself and bots on the others."""
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
    page.wait_for_selector(f"{CHOICES}, {OVER}")
    return page.query_selector(OVER) is None


def play(page: Page, choose: Choose, seed: int, most: int = 1000) -> int:
    """To the end, or so many decisions; how many it were."""
    rng = random.Random(seed)
    for decision in range(most):
        if not wait_for_turn(page):
            return decision
        before = number(page)
        choose(page, rng)
        wait_for_change(page, before)
    return most


def from_list(page: Page, rng: random.Random) -> None:
    """Any choice of the list beside the board, but passing only where nothing else can be done."""
    values = [str(button.get_attribute("value")) for button in page.query_selector_all(CHOICES)]
    liked = [value for value in values if value not in ("pass", "nothing")] or values
    page.click(f'{CHOICES}[value="{rng.choice(liked)}"]')


def on_board(page: Page, rng: random.Random) -> None:
    """A click on the board where something can be chosen there, else one in the list."""
    picks = [
        str(button.get_attribute("value"))
        for button in page.query_selector_all("#board .pick[name=action]")
        if button.is_visible() and button.is_enabled() and button.get_attribute("value")
    ]
    if page.query_selector("#board [data-compose]") and rng.random() < 0.9:
        composed(page, rng)
    elif picks:
        page.locator(f'#board .pick[value="{rng.choice(picks)}"]').first.click()
    else:
        from_list(page, rng)


def composed(page: Page, rng: random.Random) -> None:
    """A set: switches one to three of its parts on, then takes the choice they make."""
    for _ in range(rng.randint(1, 3)):
        parts = page.locator("#board [data-compose] [data-part]:not([disabled])[aria-pressed=false]")
        if parts.count():
            parts.nth(rng.randrange(parts.count())).click()
    page.click("#board [data-compose-done]:not([disabled])")


def by_key(page: Page, rng: random.Random) -> None:
    """The key that stands beside a choice."""
    keys = [
        (str(button.get_attribute("data-key")), str(button.get_attribute("value")))
        for button in page.query_selector_all(f"{CHOICES}[data-key]")
    ]
    liked = [key for key, value in keys if value not in ("pass", "nothing")] or [key for key, _ in keys]
    page.keyboard.press(rng.choice(liked))
