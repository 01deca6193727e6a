"""Hidden information: what others cannot see, what all can infer, and samples consistent with both."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import zunft
from tests.games.strasbourg.invariants import check
from tests.games.strasbourg.positions import (
    GAME,
    NICOLE,
    PETER,
    SANDRA,
    THOMAS,
    at_step,
    choices,
    game_over,
    planning,
    play,
    play_as,
    reveal,
    tasks_dealt,
    tasks_kept,
)
from zunft.core.conformance import laws
from zunft.core.play import draw
from zunft.games.strasbourg import cards
from zunft.games.strasbourg.game import Strasbourg
from zunft.games.strasbourg.names import TASKS


def guesses(table: Strasbourg, viewer: int, number: int = 30) -> list[Strasbourg]:
    return [table.resample(viewer, random.Random(seed)) for seed in range(number)]


def eager(state: zunft.State, player: int, rng: random.Random) -> int:
    """Draws nearly all cards early, bids and reclaims, so that piles run out and reclaimed cards return."""
    legal = choices(state, player)  # type: ignore[arg-type]
    if "draw" in legal:
        return GAME.parse("draw" if rng.random() < 0.87 else "stop")
    if "leave" in legal:
        return GAME.parse(legal[0])
    if "pass" in legal and rng.random() < 0.8:
        legal.remove("pass")
    return GAME.parse(rng.choice(legal))


@pytest.mark.parametrize("planned", ["sealed", "turn_order"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_guesses_are_lawful_when_piles_run_out(players: int, planned: str) -> None:
    """Random players never get there, so these draw as much as possible."""
    rng = random.Random(players)
    table = GAME.new(players, planning=planned)
    known = 0
    while not table.is_over():
        check(table)
        if any(me.known for me in table.players):  # type: ignore[attr-defined]
            known += 1
            for viewer in range(players):
                laws.check_view(table, viewer, rng)
            if len(table.deciders()) > 1 and table.current_player() != zunft.CHANCE:
                laws.check_sealed(table, rng.getrandbits(32))
        if table.current_player() == zunft.CHANCE:
            table.apply(draw(table, rng))
        else:
            player = rng.choice(table.deciders())
            table.apply(eager(table, player, rng), player)
    assert known > 10


def same_guess(viewer: int, *tables: Strasbourg) -> bool:
    """States that a player cannot distinguish give the same sample."""
    dumps = [laws.dump(table.resample(viewer, random.Random(7))) for table in tables]
    return all(dumped == dumps[0] for dumped in dumps)


def sealed_planning() -> Strasbourg:
    table = planning({player: ([1, 2, 3, 4], (5,)) for player in range(4)})
    table.journal = []
    play(table, "card 1", "card 1", "card 1", "card 1")
    return table


def test_a_guess_does_not_depend_on_what_others_did_in_secret() -> None:
    """Nothing, a few cards, all cards down to the reclaimed one, or already done: Peter cannot tell."""
    done = ["draw", "card 3", "stop", "new-stack"]
    all_drawn = ["draw", "card 2", "draw", "card 3", "draw", "card 4", "draw", "new-stack"]
    tables = [sealed_planning() for _ in range(4)]
    play_as(tables[1], NICOLE, *done)
    play_as(tables[2], THOMAS, *all_drawn)
    play_as(tables[3], SANDRA, "draw", "card 2")
    assert same_guess(PETER, *tables)
    for table in tables:
        play_as(table, PETER, "draw", "card 4")
    assert same_guess(PETER, *tables)


def test_a_guess_does_not_reveal_who_is_drawing_in_secret() -> None:
    tables = [sealed_planning() for _ in range(2)]
    play_as(tables[0], NICOLE, "draw")
    play_as(tables[1], THOMAS, "draw")
    assert same_guess(PETER, *tables)
    guess = tables[0].resample(PETER, random.Random(1))
    assert set(guess.deciders()) == {*tables[0].deciders(), NICOLE}


def test_a_guess_does_not_depend_on_tasks_kept_in_secret() -> None:
    tables = [tasks_dealt() for _ in range(3)]
    play_as(tables[1], NICOLE, "keep", "keep", "keep", "keep", "keep")
    play_as(tables[2], THOMAS, "return", "keep")
    assert same_guess(PETER, *tables)


# Tasks


def test_a_guess_deals_others_none_of_ones_own_tasks() -> None:
    table = tasks_kept(players=4)
    own = set(table.players[NICOLE].dealt)
    seen = Counter[int]()
    for guess in guesses(table, NICOLE):
        assert guess.players[NICOLE].dealt == table.players[NICOLE].dealt
        for player in (PETER, SANDRA, THOMAS):
            assert not own & set(guess.players[player].dealt)
            seen.update(guess.players[player].dealt)
            assert guess.players[player].kept
    assert set(seen) == set(range(len(TASKS))) - own


def test_how_many_tasks_were_kept_stays_secret() -> None:
    """Players who have chosen look like those who have not."""
    table = tasks_dealt()
    before = table.view(PETER)
    play_as(table, NICOLE, "keep", "keep", "return", "return", "return")
    assert table.view(PETER) == before
    play_as(table, PETER, "return")
    assert {guess.players[NICOLE].kept for guess in guesses(table, PETER, 5)} == {0}
    assert {guess.deciders() for guess in guesses(table, PETER, 5)} == {(NICOLE, PETER, SANDRA, THOMAS)}


def test_numbers_of_tasks_kept_vary_in_guesses() -> None:
    numbers = {guess.players[PETER].kept.bit_count() for guess in guesses(tasks_kept(), NICOLE)}
    assert numbers == {1, 2, 3, 4, 5}


def test_at_the_end_the_tasks_kept_are_open_and_the_others_are_not() -> None:
    table = game_over(kept={PETER: ["T06"]})
    assert table.view(NICOLE)["players"][PETER]["kept"] == ["T06"]
    assert table.view(NICOLE)["players"][PETER]["dealt"] is None
    found = guesses(table, NICOLE)
    assert {guess.players[PETER].kept for guess in found} == {table.players[PETER].kept}
    assert len({guess.players[PETER].dealt for guess in found}) > 5


# Influence cards


def test_stacks_are_guessed_within_what_was_not_seen() -> None:
    """Sizes are public, and cards in the box are known to be elsewhere."""
    table = at_step("B", {NICOLE: [[6, 5], [4]], PETER: [[3]]})
    table.players[NICOLE].pile -= 4 * cards.ONE[6] - cards.ONE[6]
    table.players[NICOLE].box += 3 * cards.ONE[6]
    found = guesses(table, PETER)
    assert {tuple(cards.size(stack) for stack in guess.players[NICOLE].stacks) for guess in found} == {(2, 1)}
    assert all(sum(cards.copies(stack, 6) for stack in guess.players[NICOLE].stacks) <= 1 for guess in found)
    assert len({tuple(guess.players[NICOLE].stacks) for guess in found}) > 10
    assert {tuple(guess.players[PETER].stacks) for guess in found} == {(cards.ONE[3],)}


def test_the_owner_knows_what_is_in_the_pile_but_not_in_which_order() -> None:
    table = planning({NICOLE: ([1, 2, 3, 4], (6, 5))})
    play(table, "card 2", "card 1", "card 1", "card 1")
    for guess in guesses(table, NICOLE, 5):
        assert (guess.players[NICOLE].pile, guess.players[NICOLE].bottom) == (cards.of([1, 3, 4]), (6, 5))
    play_as(table, NICOLE, "draw")
    assert choices(table) == ["card 1", "card 3", "card 4"]


def test_reclaimed_cards_come_last_in_the_order_reclaimed() -> None:
    """They are drawn without chance, and are public once the stacks are laid out."""
    table = planning({NICOLE: ([1], (6, 5, 4))})
    play(table, "card 1", "card 1", "card 1", "card 1")
    play_as(table, NICOLE, "draw", "draw", "stop", "join 1", "new-stack")
    assert table.view(PETER)["players"][NICOLE]["bottom"] == [6, 5, 4]
    for player in (PETER, SANDRA, THOMAS):
        play_as(table, player, "stop")
    seen = table.view(PETER)["players"][NICOLE]
    assert (seen["bottom"], seen["known"], seen["stacks"], seen["pile"]) == ([4], [6, 5], [2, 1], 1)
    for guess in guesses(table, PETER):
        held = sum(guess.players[NICOLE].stacks)
        assert cards.copies(held, 6) >= 1 and cards.copies(held, 5) >= 1


def test_a_known_card_that_is_revealed_is_known_no_more() -> None:
    table = at_step("B", {NICOLE: [[6], [5, 1]], PETER: [[3]]})
    table.players[NICOLE].known = (6, 5)
    reveal(table, 6)
    assert table.players[NICOLE].known == (5,)


def test_drawing_in_secret_shows_the_others_nothing() -> None:
    """Neither the number of cards nor who is done; and in a sample all others start over."""
    table = planning({player: ([1, 2, 3, 4], ()) for player in range(4)})
    play(table, "card 1", "card 1", "card 1", "card 1")
    before = table.view(PETER)
    play_as(table, NICOLE, "draw", "card 2", "draw", "card 3", "stop", "new-stack", "join 2")
    assert table.view(PETER) == before
    for guess in guesses(table, PETER, 5):
        assert cards.size(guess.players[NICOLE].hand) == 1 and guess.players[NICOLE].stacks == []
        assert guess.deciders() == (NICOLE, PETER, SANDRA, THOMAS)


def test_in_turn_order_others_see_how_many_cards_are_drawn() -> None:
    """But not the stacks made from them."""
    table = planning({NICOLE: ([1, 2, 3, 4], ())}, planning="turn_order")
    play(table, "card 1", "draw", "card 2", "draw", "card 3", "stop", "new-stack")
    seen = table.view(PETER)["players"][NICOLE]
    assert (seen["hand_size"], seen["pile"], seen["stacks"], seen["hand"]) == (3, 1, None, None)
    assert table.view(PETER)["acting"] == [NICOLE]


def test_the_order_of_the_stacks_left_reveals_nothing() -> None:
    """After a bid the rest is sorted by size, then by cards, whatever was taken."""
    table = at_step("B", {NICOLE: [[6, 1], [5], [4], [2]], PETER: [[3]]})
    reveal(table, 5)
    assert table.view(PETER)["players"][NICOLE]["stacks"] == [2, 1, 1]
    assert table.view(NICOLE)["players"][NICOLE]["contents"] == [[6, 1], [4], [2]]
    assert table.view(PETER)["players"][NICOLE]["bid"] == [5]


def test_coins_and_goods_are_known_to_guesses() -> None:
    """Hidden on screen, but they can be counted."""
    table = at_step("C", {PETER: [[3]]}, coins={NICOLE: 9}, goods={NICOLE: ["shoe"]}, privileges={NICOLE: 2})
    seen = table.view(PETER)["players"][NICOLE]
    assert (seen["coins"], seen["goods"], seen["privileges"]) == (None, None, None)
    me = table.resample(PETER, random.Random(1)).players[NICOLE]
    assert (me.coins, me.goods[2], me.privileges) == (9, 1, 2)
