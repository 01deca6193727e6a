"""Matches: same deals, reproducible, resumable, and no bot can hang or spoil one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import zunft
from zunft.arena import Match, Result, run, standing
from zunft.arena.match import play
from zunft.arena.ratings import ranks, ratings
from zunft.arena.run import BadState, keep
from zunft.core.errors import BadOption
from zunft.core.record import Record

ROOT = Path(__file__).parents[2]
LINE_BOT = f"exec:{sys.executable} {ROOT / 'examples' / 'line_bot.py'}"
RAY_REQUIRED = "ray" in os.environ.get("ZUNFT_REQUIRE", "").split(",")


def match(*bots: str, games: int = 4, players: int = 2, **more: Any) -> Match:
    return Match.agree("norenberc", players, bots or ("greedy@8", "random"), games, 5, **more)


def table(of: Match, results: list[Result]) -> list[dict[str, Any]]:
    """The standings without times."""
    return [{**row, "seconds_per_decision": 0} for row in standing(of, results)]


# Reproducible matches


def test_the_same_match_gives_the_same_table() -> None:
    one = match()
    assert table(one, list(run(one))) == table(one, list(run(one)))


def test_several_processes_give_the_same_table() -> None:
    one = match()
    assert table(one, list(run(one, workers=2))) == table(one, list(run(one)))


def test_several_processes_play_every_game_once() -> None:
    """Many more games than the processes prefetch."""
    match = Match.agree("norenberc", 2, ["random", "random"], 20, 5)
    assert sorted(result.number for result in run(match, workers=2)) == list(range(20))


@pytest.mark.skipif(
    find_spec("ray") is None and not RAY_REQUIRED, reason="Ray is not installed: pip install 'zunft[cluster]'"
)
def test_ray_gives_the_same_table() -> None:
    """In a separate process: Ray leaves threads and warnings behind."""
    program = (
        "import json; from zunft.arena import Match, run, standing\n"
        "one = Match.agree('norenberc', 2, ['greedy@8', 'random'], 4, 5)\n"
        "rows = standing(one, list(run(one, workers=2, cluster='local')))\n"
        "print(json.dumps([{**row, 'seconds_per_decision': 0} for row in rows]))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=180, check=True)
    one = match()
    assert json.loads(answer.stdout.splitlines()[-1]) == table(one, list(run(one)))


def test_games_of_a_deal_begin_with_the_same_draws() -> None:
    one = match("random", "greedy@2", records=True)
    first, second = (Record.from_json(play(one, number).record or "") for number in (0, 1))
    dealt = next(number for number, state in enumerate(first.states()) if state.current_player() >= 0)
    assert dealt > 10
    assert first.actions[:dealt] == second.actions[:dealt]
    other_deal = Record.from_json(play(one, 2).record or "")
    assert first.actions[:dealt] != other_deal.actions[:dealt]


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert match("random", games=1).games == 1
    assert match("random", "greedy", games=3).games == 4
    assert match("random", "greedy", "search", games=1, players=3).games == 6


def test_a_record_replays_to_the_result() -> None:
    result = play(match(records=True), 1)
    assert Record.from_json(result.record or "").replay().scores() == result.scores


def test_two_budgets_are_refused() -> None:
    with pytest.raises(BadOption, match="nodes or of seconds"):
        match(nodes=1, seconds=1.0)


# Resuming


def test_a_match_resumes_where_it_stopped(tmp_path: Path) -> None:
    one, state = match(), tmp_path / "state.jsonl"
    begun = run(one, state=state)
    next(begun)
    begun.close()  # type: ignore[attr-defined]
    with state.open("a") as out:
        out.write('{"number": 1, "cut')
    assert len(state.read_text().splitlines()) == 3
    assert table(one, list(run(one, state=state))) == table(one, list(run(one)))


def test_a_killed_match_resumes_where_it_stopped(tmp_path: Path) -> None:
    """A real kill of a real command, then the same command again."""
    state = tmp_path / "state.jsonl"
    command = [sys.executable, "-m", "zunft", "arena", "norenberc", "--players", "2", "--bots", "greedy@12,random"]
    command += ["--games", "8", "--workers", "1", "--json", "--state", str(state), "--seed", "5"]
    begun = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while time.monotonic() < end and not (state.exists() and len(state.read_text().splitlines()) > 2):
        time.sleep(0.02)
    begun.send_signal(signal.SIGKILL)
    begun.wait()
    assert len(state.read_text().splitlines()) >= 2
    resumed = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    whole = match("greedy@12", "random", games=8)
    assert [{**row, "seconds_per_decision": 0} for row in resumed["bots"]] == table(whole, list(run(whole)))


def test_games_can_be_added_later(tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    list(run(match(games=2), state=state))
    assert len(list(run(match(games=4), state=state))) == 4


def test_a_state_of_another_match_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    keep(state, match(), play(match(), 0))
    with pytest.raises(BadState, match="a different match: bots"):
        list(run(match("random"), state=state))
    state.write_text("hello\n")
    with pytest.raises(BadState, match="not a file of arena games"):
        list(run(match(), state=state))


# Bots that misbehave

BAD_BOTS = """
import os, time
class Good:
    def __init__(self, seed): self.seed = seed
    def choose(self, seat):
        print("bots may print")
        guess = seat.guess(__import__("random").Random(1))
        assert guess.view(seat.player) == seat.view()
        return seat.legal_actions()[0]
class Crashing(Good):
    def choose(self, seat): raise ValueError("no idea")
class Dying(Good):
    def choose(self, seat): os._exit(3)
class Hanging(Good):
    def choose(self, seat): time.sleep(600)
class Lying(Good):
    def choose(self, seat): return -5
class Deaf(Good):
    def choose(self, seat): return "beer"
class Slow(Good):
    asked = 0
    def choose(self, seat):
        self.asked += 1
        time.sleep(0 if self.asked < 3 else 600)
        return seat.legal_actions()[0]
"""


def bad_bot(folder: Path, name: str) -> str:
    path = folder / "bad.py"
    path.write_text(BAD_BOTS)
    return f"{path}:{name}"


def test_a_bot_from_a_file_plays_in_a_process_of_its_own(tmp_path: Path) -> None:
    result = play(match(bad_bot(tmp_path, "Good"), "random"), 0)
    assert result.faults == [] and result.decisions[0] > 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Crashing", "ValueError: no idea"),
        ("Dying", "ended"),
        ("Hanging", "gave no answer for"),
        ("Lying", "chose -5, which is not legal"),
        ("Deaf", "chose 'beer', which is not legal"),
        ("Slow", "gave no answer for"),
    ],
)
def test_a_failing_bot_is_replaced_by_random_choices(tmp_path: Path, name: str, reason: str) -> None:
    patience = 3.0
    begun = time.monotonic()
    result = play(match(bad_bot(tmp_path, name), "random", patience=patience), 0)
    assert time.monotonic() - begun < 10 * patience
    assert len(result.faults) == 1
    assert result.faults[0]["seat"] == 1 and reason in result.faults[0]["reason"]
    assert result.scores and result.winners
    rows = standing(match(bad_bot(tmp_path, name), "random"), [result])
    assert [row["faults"] for row in rows] == [1, 0]


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("print('hello', flush=True); input()", "not a JSON object"),
        ("import time; time.sleep(600)", "gave no answer for"),
        ("import sys; sys.exit('gone')", "ended: gone"),
        ("print('[]', flush=True); input()", "not a JSON object"),
        ('input(); print(\'{"type": "ready", "protocol": 99}\', flush=True); input()', "did not answer"),
    ],
)
def test_a_program_that_does_not_speak_the_protocol_is_dismissed(tmp_path: Path, program: str, reason: str) -> None:
    path = tmp_path / "program.py"
    path.write_text(program)
    result = play(match(f"exec:{sys.executable} {path}", "random", patience=2.0), 0)
    assert reason in result.faults[0]["reason"]
    assert result.winners


def test_a_missing_program_is_dismissed() -> None:
    result = play(match("exec:./no-such-program", "random"), 0)
    assert "cannot be started" in result.faults[0]["reason"]


def test_the_example_of_the_line_protocol_plays_and_repeats() -> None:
    one, other = (play(match(LINE_BOT, "random", records=True), 0) for _ in range(2))
    assert one.faults == [] and one.record == other.record
    assert one.decisions[0] > 10


def test_an_error_in_an_installed_bot_does_not_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    from zunft.bots.random import RandomBot

    def fail(self: RandomBot, seat: object) -> int:
        raise RuntimeError("broken")

    monkeypatch.setattr(RandomBot, "choose", fail)
    result = play(match("random", "greedy@2"), 0)
    assert result.faults[0]["reason"] == "RuntimeError: broken"


# Figures


def result(number: int, seats: list[str], scores: list[int], winners: list[int]) -> Result:
    players = len(seats)
    return Result(number, 0, seats, scores, winners, [10] * players, [1.0] * players, 50, [])


def test_a_shared_win_is_split_and_every_seat_counts() -> None:
    one = match("random", "greedy", "greedy", players=3)
    rows = standing(one, [result(0, ["random", "greedy", "greedy"], [10, 10, 4], [0, 1])])
    random_row, greedy_row = rows
    assert (random_row["games"], random_row["wins"], random_row["win_rate"]) == (1, 0.5, 0.5)
    assert (greedy_row["games"], greedy_row["wins"], greedy_row["win_rate"]) == (2, 0.5, 0.25)
    assert greedy_row["mean_score"] == 7.0
    assert random_row["seconds_per_decision"] == 0.1


def test_ranks_put_winners_first() -> None:
    assert ranks(result(0, ["a", "b", "c"], [10, 10, 4], [1])) == [2, 1, 3]
    assert ranks(result(0, ["a", "b", "c"], [10, 10, 4], [0, 1])) == [1, 1, 3]


def test_winners_are_rated_higher() -> None:
    found = ratings(["a", "b"], [result(number, ["a", "b"], [2, 1], [0]) for number in range(20)])
    assert found["a"][0] > 25 > found["b"][0]
    assert found["a"][1] < 25 / 3


def test_the_order_in_which_games_end_does_not_matter() -> None:
    one = match(games=6)
    results = list(run(one))
    assert table(one, results) == table(one, results[::-1])
    assert zunft.load("norenberc").rules == one.head()["rules"]
