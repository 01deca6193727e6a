"""Sure wins: positions of the golden records from which some actions win whatever happens and others do not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zunft
from tests import toy
from zunft.bots import Seat
from zunft.bots.greedy import GreedyBot
from zunft.bots.proof import Proof, sure_wins
from zunft.bots.search import SearchBot
from zunft.core.state import State

RECORDS = Path(__file__).parent.parent / "games" / "norenberc" / "records"
POSITIONS = 300  # tried for one action

# Record, number of actions before the decision, player, the actions that win for sure
ENDINGS = [
    ("2-players-open_money-true", 88, 0, [64]),
    ("2-players-open_money-true", 90, 0, [89]),
    ("3-players-planning-reverse_order", 155, 0, [1, 2, 4, 8]),
    ("3-players-planning-reverse_order", 156, 0, [79]),
    ("3-players", 151, 1, [8]),
    ("3-players", 153, 0, [95]),
    ("4-players", 219, 3, [65]),
]


def ending(record: str, number: int) -> State:
    return zunft.Record.from_json((RECORDS / f"{record}.json").read_text(encoding="utf-8")).replay(number)


@pytest.mark.parametrize(("record", "number", "player", "sure"), ENDINGS)
def test_a_sure_win_is_proved(record: str, number: int, player: int, sure: list[int]) -> None:
    seat = Seat(ending(record, number), player)
    assert sure_wins(seat.legal_actions(), player, seat.guess, random.Random(1), POSITIONS) == sure


@pytest.mark.parametrize(("record", "number", "player", "sure"), ENDINGS)
def test_bots_take_a_sure_win(record: str, number: int, player: int, sure: list[int]) -> None:
    seat = Seat(ending(record, number), player)
    for seed in range(2):
        assert SearchBot(seed, nodes=300).choose(seat) in sure
        assert GreedyBot(seed, nodes=300).choose(seat) in sure


@pytest.mark.parametrize(("record", "number", "player", "sure"), ENDINGS)
def test_after_an_unsure_action_the_win_can_be_lost(record: str, number: int, player: int, sure: list[int]) -> None:
    """Or cannot be proved; a playout that goes wrong shows that it is not certain."""
    state = ending(record, number)
    others = [action for action in state.legal_actions(player) if action not in sure]
    rng = random.Random(1)
    for action in others:
        ends = []
        for _ in range(40):
            end = state.resample(player, rng)
            end.apply(action, player)
            while not end.is_over():
                end.apply(rng.choice(end.legal_actions()))
            ends.append(end.winners() == [player])
        assert not all(ends)


def test_nothing_is_proved_without_positions() -> None:
    state = toy.game.new(2)
    assert not Proof(0, 0).wins(state)


def test_a_proof_in_a_long_game_ends() -> None:
    """The first line tried in Guildhall may go on for more actions than Python's stack has room for."""
    state = zunft.load("guildhall").new(2)
    zunft.deal(state, random.Random(1))
    assert not Proof(state.current_player(), 2_000).wins(state)
