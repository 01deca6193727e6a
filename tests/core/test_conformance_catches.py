"""The conformance suite catches faults: each of these games breaks one law, and only that one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Self

import pytest

from tests.core.bids import BID, CARDS, FIRST_BID, Bids, make
from zunft.core import conformance
from zunft.core import game as register
from zunft.core.game import Game
from zunft.core.state import CHANCE, Event, State, Task

SEEDS = range(12)


class ShowsEveryCard(Bids):
    """An information leak: the view tells the others' cards."""

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {**super().player_view(player, own), "card": self.cards[player]}


class TellsBidsInTheJournal(Bids):
    """A sealed choice that leaks: an event for everybody tells the bid before all have bid."""

    def decide(self, task: Task, action: int) -> None:
        super().decide(task, action)
        if task.step == BID:
            self.note(Event("shown", {"player": task.player, "bid": action - FIRST_BID}))


class Peeks(Bids):
    """A guess that looks at the truth: it deals anything but what is really there."""

    def deal_others_anew(self, player: int, rng: random.Random) -> None:
        for other in range(len(self.cards)):
            if other != player and self.cards[other] >= 0:
                truth = self.cards[other]
                self.bag[truth] += 1
                self.cards[other] = rng.choice([card for card in range(CARDS) if card != truth and self.bag[card]])
                self.bag[self.cards[other]] -= 1


class GuessesTheTruth(Bids):
    """A guess that is no guess: always the real cards."""

    def deal_others_anew(self, player: int, rng: random.Random) -> None:
        pass


class LeavesBidsInGuesses(Bids):
    """A guess that knows who has bid, and what."""

    def reopen_bids(self, player: int) -> None:
        pass


class GuessesInPlace(Bids):
    """Guessing changes the real table."""

    def resample(self, player: int, rng: random.Random) -> Self:
        if not self.shown:
            self.deal_others_anew(player, rng)
        return super().resample(player, rng)


class SharesAList(Bids):
    """A clone that is not independent."""

    def clone(self) -> Self:
        other = super().clone()
        other.bids = self.bids
        return other


class ForgetsAField(Bids):
    """A clone that is not equal."""

    def clone(self) -> Self:
        other = super().clone()
        other.cards = [0] * len(self.cards)
        return other


class Unsorted(Bids):
    """Legal actions out of order."""

    def choices(self, task: Task) -> list[int]:
        return super().choices(task)[::-1] if task.step == BID else super().choices(task)


class OutOfRange(Bids):
    """A code that the game does not have."""

    def choices(self, task: Task) -> list[int]:
        return [*super().choices(task), 99] if task.step == BID else super().choices(task)


class NothingToChoose(Bids):
    """A question without an answer."""

    def choices(self, task: Task) -> list[int]:
        return [] if task.step == BID and task.player == 1 else super().choices(task)


class WeightsOfAll(Bids):
    """Weights that are not parallel to the outcomes."""

    def weights(self, task: Task) -> list[int]:
        return [*self.bag, 1]


class WeightOfNothing(Bids):
    """An outcome that cannot come."""

    def weights(self, task: Task) -> list[int]:
        return [0, *super().weights(task)[1:]]


class ShowsBidsAtOnce(Bids):
    """A sealed choice that leaks: a bid is visible as soon as it is made."""

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {**super().player_view(player, own), "bid": self.bids[player]}


class TellsWhoIsMissing(Bids):
    """A sealed choice that leaks: all see who has still to bid."""

    def view(self, player: int | None = None) -> dict[str, Any]:
        return {**super().view(player), "acting": list(self.deciders())}


class FirstBidCountsMore(Bids):
    """A sealed choice that depends on who comes first."""

    def decide(self, task: Task, action: int) -> None:
        first = task.step == BID and max(self.bids) < 0
        super().decide(task, action)
        if first:
            self.bids[task.player] = 2


class WrongSum(Bids):
    """Scores that are not the sum of the points."""

    def scores(self) -> list[int]:
        return [score + 1 for score in super().scores()]


class PointsForTooMany(Bids):
    """Points for somebody who does not play."""

    def points(self) -> list[dict[str, int]]:
        return [*super().points(), {"card": 0, "bid": 0}]


class LastWins(Bids):
    """A winner without the highest score."""

    def winners(self) -> list[int]:
        scores = self.scores()
        return [scores.index(min(scores))] if self.is_over() else []


class NobodyWins(Bids):
    """An end without a winner."""

    def winners(self) -> list[int]:
        return []


class ViewWithATuple(Bids):
    """A view that is not the same after a journey as JSON."""

    def view(self, player: int | None = None) -> dict[str, Any]:
        return {**super().view(player), "bag": (1, 2)}


class UntoldEvent(Bids):
    """An event without a text."""

    def settle(self, task: Task) -> None:
        super().settle(task)
        self.note(Event("silence"))


class PointsWithoutAName(Bids):
    """A source of points without a text."""

    def points(self) -> list[dict[str, int]]:
        return [{**sources, "luck": 0} for sources in super().points()]


class Endless(Bids):
    """A game that does not end within its bound."""

    def settle(self, task: Task) -> None:
        self.rounds = 9
        super().settle(task)


class EndlessBid(Bids):
    """A sealed choice that its player can never complete."""

    def decide(self, task: Task, action: int) -> None:
        super().decide(task, action)
        if task.step == BID:
            self.agenda.append(task)


class TakesBackReveals(Bids):
    """A count of reveals that goes down."""

    def settle(self, task: Task) -> None:
        super().settle(task)
        self.reveals = 0


class RollsDiceInSecret(Bids):
    """Hidden randomness: the same actions do not lead to the same state."""

    def settle(self, task: Task) -> None:
        super().settle(task)
        self.paid = [random.randrange(10**9) for _ in self.paid]


class NeverGoesOn(Bids):
    """The agenda asks nobody, and the game is not over."""

    def go_on(self) -> None:
        pass


CAUGHT = {
    ShowsEveryCard: "could tell a guess from the truth",
    TellsBidsInTheJournal: "others saw what . chose|depends on",
    Peeks: "depends on what",
    GuessesTheTruth: "a guess for player . depends on what -1 did unseen",
    LeavesBidsInGuesses: "a guess for player . depends on what . did unseen",
    GuessesInPlace: "resampling changed the original|depends on what is hidden|could tell",
    SharesAList: "changed the original|others saw|depends on",
    ForgetsAField: "a copy differs|could tell",
    Unsorted: "not sorted",
    OutOfRange: "out of range",
    NothingToChoose: "player 1 has nothing to choose from|list index out of range",
    WeightsOfAll: "differ in number",
    WeightOfNothing: "bad weights",
    ShowsBidsAtOnce: "could tell a guess from the truth|others saw what",
    TellsWhoIsMissing: "could tell a guess from the truth|others saw what",
    FirstBidCountsMore: "depends on the order",
    WrongSum: "scores do not add up",
    PointsForTooMany: "points for another number of players",
    LastWins: "a winner without the highest score",
    NobodyWins: "bad winners",
    ViewWithATuple: "not JSON-ready",
    UntoldEvent: "no text 'log.silence'",
    PointsWithoutAName: "no text source.luck",
    Endless: "not over after 20 actions",
    EndlessBid: "the sealed choice of player . does not end",
    TakesBackReveals: "reveals went down",
    RollsDiceInSecret: "play on differently|leads elsewhere|depends on the order",
    NeverGoesOn: "asks nobody but is not over",
}


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Pickled tables look their game up by its name."""
    games = [make(kind) for kind in (Bids, *CAUGHT)]
    register.loaded.update({game.name: game for game in games})
    yield
    for game in games:
        del register.loaded[game.name]


def game_of(kind: type[Bids]) -> Game:
    return register.load(kind.__name__.lower())


def check_many(game: Game, invariant: conformance.Invariant | None = None) -> None:
    for players in game.players:
        for seed in SEEDS:
            conformance.check_game(game, players, seed=seed, invariant=invariant)


def test_an_honest_game_keeps_every_law() -> None:
    game = game_of(Bids)
    check_many(game)
    conformance.check_catalogues(game)
    for players in game.players:
        conformance.check_guesses_vary(game, players)
        conformance.check_labels(game, players)


@pytest.mark.parametrize(("kind", "said"), list(CAUGHT.items()), ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_law_is_found(kind: type[Bids], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_many(game_of(kind))


def test_a_fault_is_told_with_game_players_seed_and_action() -> None:
    with pytest.raises(AssertionError, match=r"^wrongsum, 2 players, \{\}, seed 0, after 0 actions: scores"):
        check_many(game_of(WrongSum))


def test_guesses_that_never_vary_are_found() -> None:
    game = game_of(GuessesTheTruth)
    with pytest.raises(AssertionError, match="no two guesses ever differed"):
        conformance.check_guesses_vary(game, 2)


def test_a_broken_invariant_is_found() -> None:
    def no_bid_is_two(state: State) -> None:
        assert isinstance(state, Bids) and 2 not in state.bids, "somebody bid two"

    with pytest.raises(AssertionError, match="somebody bid two"):
        check_many(game_of(Bids), no_bid_is_two)


def without(game: Game, language: str, section: str, key: str) -> Game:
    del game.texts[language].entries[section][key]
    return game


@pytest.mark.parametrize(
    ("language", "section", "key", "said"),
    [
        ("ru", "prompt", "bid", r"in ru: missing \['prompt.bid'\]"),
        ("de", "source", "card", r"in de: missing \['source.card'\]"),
        ("en", "log", "shown", r"in de: missing \[\], extra \['log.shown'\]"),
    ],
)
def test_a_missing_text_is_found(language: str, section: str, key: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        conformance.check_catalogues(without(make(Bids), language, section, key))


def test_a_kind_of_action_without_a_text_is_found() -> None:
    game = make(Bids)
    for language in ("en", "de", "ru"):
        without(game, language, "help", "bid")
    with pytest.raises(AssertionError, match=r"no text help\.bid"):
        conformance.check_catalogues(game)


def test_choices_that_read_the_same_are_found() -> None:
    game = make(Bids)
    for language in ("en", "de", "ru"):
        game.texts[language].entries["action"]["bid"] = "something"
    with pytest.raises(AssertionError, match="two choices read the same"):
        conformance.check_labels(game, 2)


def test_the_same_game_leaves_the_same_trace() -> None:
    game = game_of(Bids)
    assert conformance.trace(game, 3, seed=1) == conformance.trace(game, 3, seed=1)
    assert len({conformance.trace(game, 3, seed=seed) for seed in SEEDS}) > 6


def test_the_first_decision_comes_after_the_deal() -> None:
    state = game_of(Bids).new(3)
    assert state.current_player() == CHANCE
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    assert state.deciders() == (0, 1, 2)
    assert state.legal_actions(2) == [FIRST_BID, FIRST_BID + 1, FIRST_BID + 2]
