"""The conformance suite catches faults: each of these games breaks exactly one of its rules."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator
from typing import Any, Self

import pytest

from tests.core.bids import BID, CARDS, DEAL, FIRST_BID, FIRST_CARD, SHOW, Bids, make
from zunft.core import conformance
from zunft.core import game as register
from zunft.core.actions import Codes
from zunft.core.conformance.wording import check_templates
from zunft.core.game import Game, Members, Number, Option
from zunft.core.sheet import Cell, Sheet
from zunft.core.state import CHANCE, NOBODY, State, Task

SEEDS = range(12)


class ShowsEveryCard(Bids):
    """An information leak: the view shows the others' cards."""

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {**super().player_view(player, own), "card": self.cards[player]}


class TellsBidsInTheJournal(Bids):
    """A sealed choice that leaks: a public event shows the bid before all have bid."""

    def decide(self, task: Task, action: int) -> None:
        super().decide(task, action)
        if task.step == BID:
            self.log("shown", player=task.player, bid=action - FIRST_BID)


class Peeks(Bids):
    """Resampling that uses hidden information: it deals anything but the real cards."""

    def redeal_others(self, player: int, rng: random.Random) -> None:
        for other in range(len(self.cards)):
            if other != player and self.cards[other] >= 0:
                truth = self.cards[other]
                self.bag[truth] += 1
                self.cards[other] = rng.choice([card for card in range(CARDS) if card != truth and self.bag[card]])
                self.bag[self.cards[other]] -= 1


class GuessesTheTruth(Bids):
    """Resampling that does nothing: always the real cards."""

    def redeal_others(self, player: int, rng: random.Random) -> None:
        pass


class LeavesBidsInGuesses(Bids):
    """Resampling that keeps who has bid, and what."""

    def reopen_bids(self, player: int) -> None:
        pass


class GuessesInPlace(Bids):
    """Resampling changes the real table."""

    def resample(self, player: int, rng: random.Random) -> Self:
        if not self.shown:
            self.redeal_others(player, rng)
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
    """A decision without a legal action."""

    def choices(self, task: Task) -> list[int]:
        return [] if task.step == BID and task.player == 1 else super().choices(task)


class WeightsOfAll(Bids):
    """Weights that are not parallel to the outcomes."""

    def weights(self, task: Task) -> list[int]:
        return [*self.bag, 1]


class WeightOfNothing(Bids):
    """An outcome with probability zero."""

    def weights(self, task: Task) -> list[int]:
        return [0, *super().weights(task)[1:]]


class ShowsBidsAtOnce(Bids):
    """A sealed choice that leaks: a bid is visible as soon as it is made."""

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {**super().player_view(player, own), "bid": self.bids[player]}


class ShowsWhoIsMissing(Bids):
    """A sealed choice that leaks: the view shows who has yet to bid."""

    def own_view(self, player: int | None) -> dict[str, Any]:
        return {**super().own_view(player), "missing": list(self.deciders())}


class FirstBidCountsMore(Bids):
    """A sealed choice that depends on the order of answers."""

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
    """Points for a player who does not exist."""

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
    """A view that changes in a JSON round trip."""

    def own_view(self, player: int | None) -> dict[str, Any]:
        return {**super().own_view(player), "bag": (1, 2)}


class NoPointsInTheView(Bids):
    """A view without the final points that the page needs."""

    def view(self, player: int | None = None) -> dict[str, Any]:
        view = super().view(player)
        del view["points"]
        return view


class NoDecisionInTheView(Bids):
    """A view without the pending decision."""

    def decision(self, player: int | None) -> str | None:
        return None


class TellsPointsTooEarly(Bids):
    """A view with points before the end."""

    def view(self, player: int | None = None) -> dict[str, Any]:
        return {**super().view(player), "points": self.points()}


class UntoldEvent(Bids):
    """An event without a text."""

    def settle(self, task: Task) -> None:
        super().settle(task)
        self.log("silence")


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
    """A sealed choice that its player can never finish."""

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
    """The agenda has no decision, and the game is not over."""

    def advance(self) -> None:
        pass


CAUGHT = {
    ShowsEveryCard: "could tell a guess from the truth",
    TellsBidsInTheJournal: "others saw what . chose|depends on",
    Peeks: "depends on what",
    GuessesTheTruth: "a guess for player . depends on what chance did unseen",
    LeavesBidsInGuesses: "a guess for player . depends on what player . did unseen",
    GuessesInPlace: "resampling changed the original|depends on what is hidden|could tell",
    SharesAList: "changed the original|others saw|depends on",
    ForgetsAField: "a copy differs|could tell",
    Unsorted: "not sorted",
    OutOfRange: "out of range",
    NothingToChoose: "player 1 has nothing to choose from|list index out of range",
    WeightsOfAll: "differ in number",
    WeightOfNothing: "bad weights",
    ShowsBidsAtOnce: "could tell a guess from the truth|others saw what",
    ShowsWhoIsMissing: "could tell a guess from the truth|others saw what",
    FirstBidCountsMore: "depends on the order",
    WrongSum: "scores do not add up",
    PointsForTooMany: "points for another number of players",
    LastWins: "a winner without the highest score",
    NobodyWins: "bad winners",
    ViewWithATuple: "not JSON-ready",
    NoPointsInTheView: "the view has no key 'points'",
    NoDecisionInTheView: "player 0 decides None",
    TellsPointsTooEarly: "the view says points .*, not None",
    UntoldEvent: "no text 'log.silence'",
    PointsWithoutAName: "no text source.luck",
    Endless: "not over after 20 actions",
    EndlessBid: "the sealed choice of player . does not end",
    TakesBackReveals: "reveals went down",
    RollsDiceInSecret: "play on differently|leads elsewhere|depends on the order",
    NeverGoesOn: "asks nobody but is not over|UnknownStep",
}


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Unpickling tables looks up their game by name."""
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
    conformance.check_all(game_of(Bids), SEEDS)


def test_the_example_in_the_docstring_runs() -> None:
    code = [line for line in (conformance.__doc__ or "").splitlines() if line.startswith("    ")]
    assert len(code) > 4
    exec(textwrap.dedent("\n".join(code)), {})


@pytest.mark.parametrize(("kind", "said"), list(CAUGHT.items()), ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_law_is_found(kind: type[Bids], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_many(game_of(kind))


def test_a_fault_is_reported_with_game_players_seed_and_action() -> None:
    with pytest.raises(AssertionError, match=r"^wrongsum, 2 players, \{\}, seed 0, after 0 actions: scores"):
        check_many(game_of(WrongSum))


def test_guesses_that_never_vary_are_found() -> None:
    game = game_of(GuessesTheTruth)
    with pytest.raises(AssertionError, match="no two guesses ever differed"):
        conformance.check_guesses_vary(game, 2)


class Cardless(Bids):
    """All players have the lowest card, publicly: only unfinished bids are hidden."""

    def choices(self, task: Task) -> list[int]:
        return [FIRST_CARD] if task.step == DEAL else super().choices(task)

    def weights(self, task: Task) -> list[int]:
        super().weights(task)
        return [1]

    def ask_for_bids(self) -> None:
        """One after the other, face up."""
        self.agenda += [Task(SHOW, NOBODY), *[Task(BID, player) for player in reversed(range(len(self.bids)))]]

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {"card": 0, "bid": self.bids[player], "paid": self.paid[player]}

    def guess(self, player: int, rng: random.Random) -> None:
        """Nothing is hidden."""


def test_a_game_with_open_information_has_nothing_to_guess() -> None:
    game = make(Cardless)
    register.loaded[game.name] = game
    conformance.check_guesses_vary(game, 2)
    conformance.check_guesses_vary(game, 3)
    del register.loaded[game.name]


class TakesAnyStepForABid(Bids):
    def choices(self, task: Task) -> list[int]:
        return super().choices(task if task.step == DEAL else Task(BID, task.player))


class CannotFindTheStep(Bids):
    def settle(self, task: Task) -> None:
        {SHOW: super().settle}[task.step](task)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (TakesAnyStepForABid, "choices of chance: an unknown step is mistaken for another"),
        (CannotFindTheStep, "settle: an unknown step raises KeyError"),
    ],
)
def test_an_unknown_step_that_raises_no_error_is_found(kind: type[Bids], said: str) -> None:
    conformance.check_unknown_steps(game_of(Bids), 2)
    with pytest.raises(AssertionError, match=said):
        conformance.check_unknown_steps(make(kind), 2)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (Option("a", ("b", "c")), "the default 'a' is not right"),
        (Number(7, 1, 5), "the default 7 is not right"),
        (Number(3, 1, 5, examples=(9,)), "the example 9 is not right"),
        (Members(("a",), of=("a", "b"), size=2), r"the default \['a'\] is not right"),
        (Option("a b", ("a b", "A B")), "'a b' is read as 'a b'"),
    ],
)
def test_a_bad_option_is_found(option: Option, said: str) -> None:
    game = make(Bids)
    conformance.check_options(game)
    game.options["odd"] = option
    with pytest.raises(AssertionError, match=said):
        conformance.check_options(game)


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


def test_a_decision_without_a_prompt_is_found() -> None:
    game = make(Bids)
    game.decisions = {BID: "bid", SHOW: "show"}
    with pytest.raises(AssertionError, match=r"bids in en: no text prompt\.show"):
        conformance.check_catalogues(game)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", {"one": "a"}, r"en: coins has \['one'\], needs \['one', 'other'\]"),
        ("ru", {"one": "a", "other": "b"}, r"ru: coins has \['one', 'other'\], needs \['few', 'many', 'one'\]"),
        ("de", "{count:gold}", "de: coins refers to gold, which is missing"),
    ],
)
def test_missing_plurals_and_sections_are_found(language: str, text: Any, said: str) -> None:
    right: dict[str, Any] = {"ru": {"one": "a", "few": "b", "many": "c"}}
    game = make(Bids)
    for other in game.languages:
        game.texts[other].entries["coins"] = right.get(other, {"one": "a", "other": "b"})
    conformance.check_catalogues(game)
    game.texts[language].entries["coins"] = text
    with pytest.raises(AssertionError, match=said):
        check_templates(game.texts[language], game.texts[language].entries, "")


def test_a_language_that_the_game_does_not_claim_is_not_missed() -> None:
    game = make(Bids)
    game.languages = ("en", "de")
    game.texts["ru"].entries.clear()
    conformance.check_catalogues(game)
    conformance.check_labels(game, 2)


def test_a_style_that_nobody_knows_is_found() -> None:
    game = make(Bids)
    game.sheets = lambda view, say: [Sheet("", [], [[Cell("bids", "purple")]])]
    with pytest.raises(AssertionError, match="a style 'purple'"):
        conformance.check_labels(game, 2)


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


@pytest.mark.parametrize(
    ("chance", "said"), [((), r"chance draws 'deal .': name 'deal'"), (("deal", "bid"), "a player can choose 'bid")]
)
def test_actions_of_players_and_chance_that_are_mixed_up_are_found(chance: tuple[str, ...], said: str) -> None:
    mixed = make(Bids)
    mixed.codes = Codes(*mixed.codes.kinds, chance=chance)
    with pytest.raises(AssertionError, match=said):
        conformance.check_game(mixed, 2)
