"""A position for every kind of decision that occurs in random games, set up by importing records."""

from __future__ import annotations

import random
from functools import cache

from playwright.sync_api import FilePayload, Page

import zunft
from tests.browser import tables
from zunft.core.play import choose
from zunft.core.record import Record

FIRST = 0  # the importer's seat


@cache
def decisions(game: str, players: int, seeds: range) -> dict[str, list[str]]:
    """By decision: records that end where the first seat has to make it, with the fewest and the most choices."""
    found: dict[str, list[tuple[int, int, int]]] = {}  # choices, seed, actions before it
    records = {}
    for seed in seeds:
        rng = random.Random(seed)
        record = records[seed] = Record(zunft.load(game), players)
        state = record.new()
        while not state.is_over():
            if state.deciders() and state.deciders()[0] == FIRST:
                choices = len(state.legal_actions(FIRST))
                found.setdefault(state.view(FIRST)["decision"], []).append((choices, seed, len(record.actions)))
            record.add(state, choose(state, rng))
    ends = {kind: (min(each), max(each)) for kind, each in found.items()}
    return {kind: [beginning(records[seed], upto) for _, seed, upto in both] for kind, both in ends.items()}


def beginning(record: Record, actions: int) -> str:
    """The record's first actions, as a file."""
    part = Record(record.game, record.players, record.options)
    part.actions, part.deciders = record.actions[:actions], record.deciders[:actions]
    return part.to_json()


def place(page: Page, url: str, record: str, language: str = "en") -> None:
    """A new table at the end of this record."""
    file = FilePayload(name="record.json", mimeType="application/json", buffer=record.encode())
    answer = page.request.post(f"{url}/import", multipart={"record": file}, max_redirects=0)
    page.goto(f"{url}{answer.headers['location']}?language={language}")
    tables.sit(page)
    tables.wait_until_ready(page)
