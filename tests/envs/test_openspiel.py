"""OpenSpiel's own simulation test and algorithms, and resampled states that leak nothing."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: E402

import zunft  # noqa: E402
from tests.envs.games import FEW, NAMES, TABLES  # noqa: E402
from zunft.envs import openspiel  # noqa: E402

openspiel.register()

RICH = """
[game]
status = "reconstructed"
source = "made up for a test"
rounds = 4
start_talers = 50
start_agents = 4
max_agents = 8
income = 3
buy_limit = 3
goods_per_guild = 12
start_goods_per_guild = 1
crests_per_guild = 4
prestige_crests = 4
"""


def load(name: str, players: int, **options: Any) -> Any:
    return pyspiel.load_game(f"zunft_{name}", {"players": players, **options})


def advance(state: Any, rng: np.random.RandomState) -> None:
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(actions, p=chances))
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def midgame(game: Any, seed: int, decisions: int = 20) -> Any:
    """A state in which a player has to decide."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while decisions or state.is_chance_node():
        decisions -= not state.is_chance_node()
        advance(state, rng)
    return state


def test_every_game_is_registered_once() -> None:
    assert openspiel.register() == openspiel.register() == tuple(f"zunft_{name}" for name in NAMES)
    assert {f"zunft_{name}" for name in NAMES} <= set(pyspiel.registered_names())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_simulation(name: str, players: int) -> None:
    """OpenSpiel's own conformance test, with serialization."""
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=(name, players) in FEW, verbose=False)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_games_and_states_can_be_pickled(name: str, players: int) -> None:
    game = load(name, players)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = midgame(game, 1)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.history() == state.history()
    assert again.information_state_string() == state.information_state_string()
    replayed = game.new_initial_state()
    for action in state.history():
        replayed.apply_action(action)
    assert str(replayed) == str(state)


class Guess(mcts.Evaluator):
    """A cheap evaluator: all that matters here is that the search runs."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> Any:
        actions = state.chance_outcomes() if state.is_chance_node() else None
        return actions or [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]


def test_search_with_rollouts() -> None:
    game = load("norenberc", 2)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 8, random_state=rng)
    state = midgame(game, 1, decisions=4)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(("name", "players"), FEW)
def test_search_plays_whole_games(name: str, players: int) -> None:
    """Information-set MCTS on the first seat, and MCTS on the second, which sees hidden information."""
    game = load(name, players)
    rng = np.random.RandomState(1)
    bots = [
        ismcts.ISMCTSBot(game, Guess(), 2.0, 3, random_state=rng),
        mcts.MCTSBot(game, 2.0, 3, Guess(), random_state=rng),
    ]
    state = game.new_initial_state()
    asked = set()
    while not state.is_terminal():
        player = state.current_player()
        if 0 <= player < len(bots):
            asked.add(player)
            state.apply_action(bots[player].step(state))
        else:
            advance(state, rng)
    assert asked == {0, 1}
    assert sum(state.returns()) == pytest.approx(0) and max(state.returns()) > -1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_guesses_look_the_same_and_can_be_continued(name: str, players: int) -> None:
    game = load(name, players)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    rng = np.random.RandomState(2)
    state = game.new_initial_state()
    looked = 0
    while not state.is_terminal():
        if not state.is_chance_node() and rng.rand() < 0.2:
            player = state.current_player()
            guess = state.resample_from_infostate(player, sampler)
            assert guess.current_player() == player and guess.legal_actions() == state.legal_actions()
            assert guess.information_state_string(player) == state.information_state_string(player)
            assert guess.information_state_tensor(player) == state.information_state_tensor(player)
            assert guess.observation_tensor(player) == state.observation_tensor(player)
            if looked % 4 == 0:
                play_out(guess, rng)
            looked += 1
        advance(state, rng)
    assert looked > 3


@pytest.mark.parametrize("name", NAMES)
def test_tensors_are_those_that_openspiel_would_make(name: str) -> None:
    state = midgame(load(name, zunft.load(name).players[0]), seed=1)
    for player in range(state.num_players()):
        assert state.observation_tensor(player) == pyspiel.State.observation_tensor(state, player)
        assert state.information_state_tensor(player) == pyspiel.State.information_state_tensor(state, player)
    assert state.observation_tensor() == state.observation_tensor(state.current_player())


def play_out(state: Any, rng: np.random.RandomState) -> None:
    while not state.is_terminal():
        advance(state, rng)
    assert len(state.returns()) == state.num_players()


def test_guesses_hide_what_others_decided() -> None:
    state = midgame(load(*FEW[0]), 3)
    player = state.current_player()
    guess = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert guess.taken[player] == state.taken[player]
    assert all(not taken for seat, taken in enumerate(guess.taken) if seat != player)


def test_guesses_have_no_history() -> None:
    """The true history, replayed, would reveal what the guess hides."""
    state = midgame(load(*FEW[0]), 3)
    guess = state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0))
    for copied in (guess, guess.clone(), guess.child(guess.legal_actions()[0])):
        for ask in (copied.history, copied.full_history, copied.history_str):
            with pytest.raises(openspiel.NoHistory):
                ask()
    assert pyspiel.State.history(guess) == [], "nor does the C++ part know the true one"


def test_guesses_can_be_pickled() -> None:
    state = midgame(load(*FEW[0]), 3)
    guess = state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0))
    for sent in (guess, guess.child(guess.legal_actions()[0])):
        again = pickle.loads(pickle.dumps(sent))
        assert again.is_guess and str(again) == str(sent)
        assert again.information_state_string(0) == sent.information_state_string(0)
        advance(again, np.random.RandomState(1))


@pytest.mark.parametrize("name", NAMES)
def test_players_and_chance_have_separate_actions(name: str) -> None:
    zunft_game = zunft.load(name)
    game = load(name, zunft_game.players[0])
    assert game.num_distinct_actions() == zunft_game.num_player_actions
    assert game.num_distinct_actions() + game.max_chance_outcomes() == zunft_game.num_actions
    state = game.new_initial_state()
    assert state.is_chance_node()
    for action, _ in state.chance_outcomes():
        code = zunft_game.parse(state.action_to_string(action))
        assert zunft_game.codes.take_apart(code).kind in zunft_game.codes.chance


def test_playthroughs_repeat() -> None:
    """OpenSpiel's own golden texts: the same seed gives the same game, word for word. The others: make test-peers."""
    first, again = (playthrough("zunft_norenberc", None, seed=7) for _ in range(2))
    assert first == again and "InformationStateTensor" in first and "ChanceOutcomes" in first


def test_other_components_are_a_parameter(tmp_path: Path) -> None:
    """A small variant: twice the money at the start."""
    file = tmp_path / "rich.toml"
    file.write_text(RICH, encoding="utf-8")
    game = pyspiel.load_game("zunft_norenberc", {"components": str(file)})
    plain = pyspiel.load_game("zunft_norenberc")
    talers = [midgame(each, 1, 0).table.view(0)["players"][0]["talers"] for each in (game, plain)]
    assert talers[0] == 2 * talers[1]
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    with pytest.raises(zunft.ZunftError, match="no/such/file"):
        pyspiel.load_game("zunft_norenberc", {"components": "no/such/file.toml"})


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("zunft_norenberc(players=4,planning=turn_order,open_money=true)")
    assert game.num_players() == 4
    assert game.new_initial_state().table.setting.options["planning"] == "turn_order"


def test_wrong_parameters() -> None:
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("zunft_norenberc", {"colour": "red"})
    with pytest.raises(zunft.BadOption, match="players, not 17"):
        pyspiel.load_game("zunft_norenberc", {"players": 17})
    with pytest.raises(zunft.BadOption, match="option planning"):
        pyspiel.load_game("zunft_norenberc", {"planning": "never"})


def test_illegal_actions_are_refused_by_openspiels_check() -> None:
    state = midgame(load(*FEW[0]), 1)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(state.num_distinct_actions() - 1)
    with pytest.raises(zunft.IllegalAction, match="there is no action 9999; actions go from 0 to"):
        state.apply_action_with_legality_check(9999)


def test_only_players_have_observations_and_guesses() -> None:
    beginning = load(*FEW[0]).new_initial_state()
    assert beginning.is_chance_node()
    with pytest.raises(zunft.BadOption, match="no player -1"):
        beginning.observation_tensor()
    with pytest.raises(zunft.BadOption, match="no player 9; players go from 0 to"):
        beginning.resample_from_infostate(9, lambda: 0.5)
