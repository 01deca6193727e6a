"""How bots plan: nobody stops after the first card of the first round, or in the last round with useful cards left."""

from __future__ import annotations

import random
from pathlib import Path

import zunft
from zunft import bots
from zunft.bots import Seat
from zunft.bots.greedy import GreedyBot
from zunft.core.play import draw
from zunft.core.state import CHANCE
from zunft.games.strasbourg import actions, cards, steps
from zunft.games.strasbourg.game import Strasbourg
from zunft.games.strasbourg.names import PLANNING
from zunft.games.strasbourg.planning_phase import pile_size

RECORD = Path(__file__).parent / "records" / "three-random.json"


def cards_of_the_first_round(level: str, players: int, seed: int) -> list[int]:
    rng, table = random.Random(seed), zunft.load("strasbourg").new(players)
    assert isinstance(table, Strasbourg)
    seats = [bots.load(level)(rng.getrandbits(32)) for _ in range(players)]
    while table.round < 1 or table.step == PLANNING:
        player = table.current_player()
        table.apply(draw(table, rng) if player == CHANCE else seats[player].choose(Seat(table, player)))
    return [sum(map(cards.size, me.stacks)) for me in table.players]


def test_apprentices_do_not_stop_after_their_first_card() -> None:
    planned = [number for seed in range(3) for number in cards_of_the_first_round("apprentice", 3, seed)]
    assert sum(number == 1 for number in planned) <= 1


def test_in_the_last_round_all_cards_are_drawn() -> None:
    record = zunft.Record.from_json(RECORD.read_text(encoding="utf-8"))
    asked = 0
    for table in record.states():
        assert isinstance(table, Strasbourg)
        if table.round < table.parts.rounds or table.is_over() or table.agenda[-1].step != steps.DRAW:
            continue
        for player in table.deciders():
            if pile_size(table.players[player]) > 1:
                asked += 1
                assert GreedyBot(asked, nodes=100).choose(Seat(table, player)) == actions.DRAW
    assert asked
