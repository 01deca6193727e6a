"""The command line as users see it, with a pipe or a terminal."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import zunft
from tests import toy
from zunft.cli import main
from zunft.core.conformance import dump
from zunft.core.game import loaded
from zunft.core.record import HUMAN, Record
from zunft.core.sheet import Cell, Sheet
from zunft.core.state import CHANCE
from zunft.core.text import LANGUAGES, keys, load
from zunft.core.undo import DRAWN, NOTHING, OTHERS, REVEALED
from zunft.terminal import bench, words
from zunft.terminal.choices import Choices
from zunft.terminal.match import Match, read_record
from zunft.terminal.screen import Screen, headed

ROOT = Path(__file__).parents[1]
COMMANDS = ("play", "games", "sim", "replay", "review", "puzzles", "bench")


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game for these tests only, since others iterate over all installed games."""
    monkeypatch.setitem(loaded, "toy", toy.game)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves go to the test's folder; the language is English; the outer terminal is ignored."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    return tmp_path


def run(*arguments: object, lines: str = "") -> subprocess.CompletedProcess[str]:
    """Runs zunft in this process, which is faster."""
    out, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(errors):
        patch.setattr(sys, "stdin", io.StringIO(lines))
        try:
            code: Any = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code or 0
    return subprocess.CompletedProcess(
        [str(argument) for argument in arguments], code, out.getvalue(), errors.getvalue()
    )


def process(*arguments: object, lines: str = "") -> subprocess.CompletedProcess[str]:
    """Runs zunft in a separate process, with the toy game registered beside the real ones."""
    command = [sys.executable, "-m", "tests.toy", *map(str, arguments)]
    return subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=120)


def output(*arguments: object, lines: str = "") -> str:
    done = run(*arguments, lines=lines)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def saved_files(home: Path) -> list[Path]:
    return sorted((home / "state" / "zunft").glob("*.json"))


# Top-level command


def test_version_says_whether_it_is_compiled(home: Path) -> None:
    build = "compiled" if zunft.is_compiled() else "interpreted"
    assert output("--version") == f"zunft {zunft.__version__} ({build})\n"


def test_python_m_zunft_is_the_same_program(home: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "zunft", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("zunft ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help_in_every_language(home: Path, language: str) -> None:
    say = words.texts(language)
    assert all(command in output("--help") for command in COMMANDS)
    for command in COMMANDS:
        text = output(command, "--help", "--language", language)
        assert say.say("cli.usage") in text and say.say("argument.help") in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["play", "chess"], "there is no game 'chess'; installed:"),
        (["play", "toy", "--players", "9"], "Toy is for 2 to 3 players, not 9"),
        (["play", "toy", "--players", "many"], "must be an integer"),
        (["play", "toy", "--option", "colour=red"], "has no option 'colour'"),
        (["play", "toy", "--option", "actions=9"], "must be one of 3, 2"),
        (["play", "toy", "--option", "actions"], "write it as NAME=VALUE"),
        (["play", "toy", "--seat", "4"], "--seat 4: seats go from 1 to 3"),
        (["play", "toy", "--seat", "1,2"], "need --hotseat"),
        (["play", "toy", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["play", "toy", "--bots", "random,random,random"], "seats for 2 bots"),
        (["play", "toy", "--name", "Ann", "--name", "Bob"], "names for 2 people"),
        (["play", "toy", "--hotseat", "--name", "Ann", "--name", "Ann"], "the same name"),
        (["play", "toy", "--name", " "], "must not be empty"),
        (["play", "toy", "--language", "fr"], "invalid choice: 'fr'"),
        (["play", "norenberc", "--components", "missing.toml"], "missing.toml: cannot be read"),
        (["play", "--resume", "missing.json"], "missing.json: No such file"),
        (["play", "--resume"], "there is no saved game"),
        (["sim", "chess"], "there is no game 'chess'"),
        (["sim", "toy", "--games", "0"], "at least 1"),
        (["sim", "toy", "--save", "/proc/nowhere"], "/proc/nowhere"),
        (["sim", "toy", "--bots", "random,random,random,random"], "1 to 3 bots, not 4"),
        (["replay", "missing.json"], "missing.json: No such file"),
        (["replay", "README.md"], "README.md: not a record"),
        (["replay", "."], "Is a directory"),
        (["bench", "chess"], "there is no game 'chess'"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(home: Path, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("zunft: ") and done.stderr.count("\n") == 1
    assert message in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "toy", "--players", "2"],
        ["games", "--json"],
        ["sim", "toy", "--games", "2"],
        ["bench", "toy", "--repeat", "1"],
        ["replay", "tests/toy/record.json"],
    ],
)
def test_every_command_runs_as_a_process(home: Path, arguments: list[str]) -> None:
    done = process(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "oy" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "chess"],
        ["games", "--colour"],
        ["sim", "toy", "--save", "/proc/nowhere"],
        ["bench", "--repeat", "0"],
        ["replay", "missing.json"],
    ],
)
def test_every_command_fails_in_one_line_as_a_process(home: Path, arguments: list[str]) -> None:
    done = process(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch("zunft: .+\n", done.stderr)


def test_a_closed_pipe_is_not_an_error(home: Path) -> None:
    command = f"{sys.executable} -m tests.toy games | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == ""


# Languages


def test_the_catalogues_have_the_same_keys() -> None:
    texts = load("zunft")
    known = {language: keys(texts[language].entries, language) for language in LANGUAGES}
    assert known["en"] == known["de"] == known["ru"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "ru_RU"}, "ru"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_system(
    home: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert words.language_of(["games"]) == language
    assert words.language_of(["games", "--language", "ru"]) == "ru"
    assert words.language_of(["games", "--language=de"]) == "de"


# games


def test_games_lists_names_players_and_options(home: Path) -> None:
    text = output("games", "--language", "de")
    assert "norenberc  Norenberc, 2 bis 5 Personen" in text
    assert "planning=simultaneous|reverse_order|turn_order" in text
    assert "(ohne Angabe: simultaneous)" in " ".join(text.split())


def test_games_as_json(home: Path) -> None:
    games = {game["name"]: game for game in json.loads(output("games", "--json"))}
    assert games["norenberc"]["players"] == [2, 3, 4, 5]
    assert games["norenberc"]["options"]["open_money"]["choices"] == [False, True]
    assert games["toy"]["about"] == "Stones and bids."
    assert games["toy"]["options"]["actions"] == {
        "kind": "choice",
        "default": 3,
        "choices": [3, 2],
        "help": "How many actions a turn has.",
    }


# sim


def test_sim_sums_up(home: Path) -> None:
    report = json.loads(output("sim", "norenberc", "--players", 4, "--games", 5, "--seed", 1, "--json"))
    assert report["games"] == 5 and report["players"] == 4 and report["seed"] == 1
    assert report["decisions_per_game"] > 20 and report["decisions_per_second"] > 0
    assert sum(seat["win_rate"] for seat in report["seats"]) == pytest.approx(1, abs=0.001)
    for seat in report["seats"]:
        low, high = seat["win_rate_95"]
        assert 0 <= low <= seat["win_rate"] <= high <= 1


def test_sim_in_words(home: Path) -> None:
    text = output("sim", "toy", "--games", 10, "--seed", 1, "--option", "actions=2", "--language", "de")
    assert "Toy: 10 Partien mit 3 Personen, Startwert 1" in text
    assert "95-%-Intervall" in text


def test_sim_saves_the_games_it_counts(home: Path) -> None:
    """The same seed plays the same games, recorded or not."""
    counted = json.loads(output("sim", "toy", "--games", 4, "--seed", 9, "--json"))
    saved = json.loads(output("sim", "toy", "--games", 4, "--seed", 9, "--json", "--save", home / "new" / "games"))
    assert saved["seats"] == counted["seats"]
    records = [read_record(path) for path in sorted((home / "new" / "games").iterdir())]
    assert len(records) == 4
    scores = [record.replay().scores() for record in records]
    assert [seat["mean_score"] for seat in saved["seats"]] == [sum(each) / 4 for each in zip(*scores, strict=True)]


def test_sim_with_custom_bots(home: Path) -> None:
    """Always taking two stones beats the random player; shared wins are split."""
    path = home / "greedy.py"
    text = "class Greedy:\n def __init__(self, seed): pass\n def choose(self, seat):\n"
    path.write_text(text + "  actions = seat.legal_actions()\n  return 4 if 4 in actions else actions[0]\n")
    arguments = ("sim", "toy", "--players", 2, "--games", 30, "--seed", 1, "--json")
    report = json.loads(output(*arguments, "--bots", f"{path}:Greedy,random"))
    assert report["seats"][0]["win_rate"] > 0.9
    assert report["seats"][0]["mean_score"] == 5


@pytest.mark.parametrize(
    ("body", "message"),
    [("return 99", "chose 99, which is not legal"), ("return 1 // 0", "failed: ZeroDivisionError: .*bad.py, line 4")],
)
def test_a_bad_bot_is_named_in_one_line(home: Path, body: str, message: str) -> None:
    path = home / "bad.py"
    path.write_text(f"class Bad:\n def __init__(self, seed): pass\n def choose(self, seat):\n  {body}\n")
    done = run("sim", "toy", "--games", 1, "--bots", f"{path}:Bad")
    assert done.returncode == 2
    assert re.fullmatch(f"zunft: bot .*{message}.*\n", done.stderr)


# bench


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "RUN", 0.01)


@pytest.mark.usefixtures("brief")
def test_bench_measures_every_number_of_players(home: Path) -> None:
    report = json.loads(output("bench", "toy", "--repeat", 1, "--json"))
    assert report["compiled"] == zunft.is_compiled()
    assert [(result["game"], result["players"]) for result in report["results"]] == [("toy", 2), ("toy", 3)]
    assert all(result["decisions_per_second"] > 0 for result in report["results"])
    assert all(result["clone_microseconds"] > 0 for result in report["results"])


@pytest.mark.usefixtures("brief")
def test_bench_in_words(home: Path) -> None:
    text = output("bench", "toy", "--repeat", 1)
    assert ("compiled" if zunft.is_compiled() else "interpreted") in text and "Clone µs" in text


# replay


@pytest.fixture
def record_file(home: Path) -> Path:
    output("sim", "norenberc", "--games", 1, "--seed", 4, "--save", home)
    return next(home.glob("*.json"))


def test_replay_shows_log_position_and_scoring(record_file: Path) -> None:
    text = output("replay", record_file)
    record = read_record(record_file)
    assert "Round 4 ends." in text and "Final scoring" in text and "win" in text.splitlines()[-1]
    assert f"after {len(record.actions)} of {len(record.actions)} actions" in text


def test_replay_stops_at_the_given_action(record_file: Path) -> None:
    record = read_record(record_file)
    actions = len(record.actions)
    for at, number in ((0, 0), (30, 30), (-1, actions - 1), (-actions, 0)):
        report = json.loads(output("replay", record_file, "--at", at, "--json"))
        assert report["at"] == number and report["actions"] == actions
        assert report["view"] == record.replay(number).view(None)
        assert all(line["action"] <= number for line in report["log"])


@pytest.mark.parametrize("at", [-1000, 100000])
def test_replay_refuses_a_moment_that_is_not_in_the_record(record_file: Path, at: int) -> None:
    done = run("replay", record_file, "--at", at)
    assert done.returncode == 2 and f"--at {at}: the record has" in done.stderr


def test_replay_from_the_perspective_of_a_seat(record_file: Path) -> None:
    record = read_record(record_file)
    report = json.loads(output("replay", record_file, "--at", 60, "--seat", 2, "--json", "--language", "ru"))
    assert report["view"] == record.replay(60).view(1)
    assert any("Начинается раунд" in line["text"] for line in report["log"])
    assert (
        "5 players" in run("replay", record_file, "--seat", 9).stderr
        or "3 players" in run("replay", record_file, "--seat", 9).stderr
    )


def test_replay_detects_a_wrong_record(record_file: Path) -> None:
    content = json.loads(record_file.read_text(encoding="utf-8"))
    content["scores"][0] += 1
    record_file.write_text(json.dumps(content), encoding="utf-8")
    done = run("replay", record_file)
    assert done.returncode == 2 and "the record has the scores" in done.stderr
    content["actions"][40] = "fly"
    record_file.write_text(json.dumps(content), encoding="utf-8")
    assert "action 41" in run("replay", record_file).stderr


# play: whole games


def anything(seed: int) -> str:
    """Enough small numbers for a game; invalid choices are rejected at no cost."""
    rng = random.Random(seed)
    return "".join(f"{rng.randint(1, 6)}\n" for _ in range(1500))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_in_every_language(home: Path, language: str) -> None:
    say = words.texts(language)
    text = output("play", "norenberc", "--seed", 1, "--language", language, lines=anything(1))
    game_say = zunft.load("norenberc").texts[language]
    assert say.say("scoring.title") in text and say.say("scoring.sum") in text
    assert game_say.say("source.majorities") in text
    assert game_say.say("prompt.plan") in text and game_say.say("prompt.act") in text
    assert game_say.say("log.round_ends", round=4) in text
    assert "\x1b" not in text
    assert not saved_files(home)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_a_whole_game_with_every_number_of_players(home: Path, players: int) -> None:
    arguments = ("--players", players, "--seat", players, "--option", "planning=reverse_order", "--bots", "random")
    text = output("play", "norenberc", "--seed", 2, *arguments, "--name", "Ann", lines=anything(2))
    assert "Final scoring" in text and "Ann" in text


def test_a_bot_never_has_the_name_of_a_person(home: Path) -> None:
    assert output("play", "toy", "--name", "Konrad").startswith("Toy: Konrad, Agnes and Barbara\n")


def test_the_final_scoring_is_broken_down_by_source(home: Path) -> None:
    text = output("play", "toy", "--players", 2, "--hotseat", lines="\n1\n\n3\n\n2\n2\n2\n\n5\n")
    rows = [line.split() for line in text.splitlines()]
    assert ["Bid", "-1", "-3"] in rows and ["Stones", "6", "0"] in rows and ["Total", "5", "-3"] in rows
    assert "Player A wins." in text


def test_a_shared_win_names_all_winners(home: Path) -> None:
    assert "Player A and Player B win together." in output(
        "play", "toy", "--players", 2, "--hotseat", lines="\n1\n\n1\n\n5\n\n5\n"
    )


def test_without_a_game_or_a_terminal_the_first_game_is_played(home: Path) -> None:
    assert zunft.load(zunft.game_names()[0]).title in output("play").splitlines()[0]


# play: choosing


def choices_of(state: zunft.State) -> Choices:
    player = state.deciders()[0]
    game = state.setting.game
    return Choices(game, state.view(player), state.legal_actions(player), game.texts["en"])


def planning() -> Choices:
    state = zunft.load("norenberc").new(5)
    zunft.deal(state, random.Random(1))
    return choices_of(state)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", "pass"),
        ("plan 1 3", "plan 1 3"),
        ("PLAN  1   3", "plan 1 3"),
        ("1 3", "plan 1 3"),
        ("Plan: brewers and shoemakers", "plan 1 3"),
        ("pass", "pass"),
    ],
)
def test_a_choice_is_found_by_number_text_or_label(typed: str, action: str) -> None:
    choices = planning()
    place = choices.exactly(typed)
    assert place is not None
    assert choices.game.text(choices.actions[place]) == action


@pytest.mark.parametrize("typed", ["0", "999", "dance", "7 7", ""])
def test_other_input_matches_no_choice(typed: str) -> None:
    assert planning().exactly(typed) is None


def test_a_prefix_or_some_words_of_a_choice_are_enough() -> None:
    choices = planning()
    assert [choices.game.text(choices.actions[place]) for place in choices.like("pa")] == ["pass"]
    assert [choices.labels[place] for place in choices.like("rest of the round")] == ["Pass for the rest of the round"]
    assert len(choices.like("plan brew")) > 10


def test_ambiguous_input_lists_the_matches(home: Path) -> None:
    text = output("play", "toy", "--seed", 1, lines="bid\nbid 2\nta\ntake 1\n")
    assert "Which of these?\n1) Bid 1\n2) Bid 2\n3) Bid 3\n" in text
    assert "Which of these?\n1) Take 1\n2) Take 2\n" in text
    assert "Player A takes 1." in text


def test_invalid_input_is_answered_with_help(home: Path) -> None:
    text = output("play", "toy", lines="fly\n17\n\n")
    assert "There is no choice “fly”. Type a number from 1 to 3" in text
    assert "There is no choice “17”" in text


def test_a_question_mark_explains_the_choices(home: Path) -> None:
    assert "1–3   Costs what it says." in output("play", "toy", lines="?\n")


def test_help_lists_the_commands(home: Path) -> None:
    english, german = output("play", "toy", lines="help\n"), output("play", "toy", "--language", "de", lines="hilfe\n")
    assert all(word in english for word in ("undo", "save FILE", "log [N]", "board", "quit"))
    assert all(word in german for word in ("zurück", "speichern DATEI", "protokoll [N]", "tisch", "ende"))


def test_help_shows_the_reference_sheets(home: Path) -> None:
    """Strasbourg's list of all tasks."""
    text = output("play", "strasbourg", "--seed", "1", lines="help\n")
    assert "All tasks" in text and "four members in a two-by-two square" in text


def test_many_choices_stay_on_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    screen = Screen(["Ann"])
    assert len(planning().actions) > 50
    assert screen.height(screen.choices(planning().blocks())) < 20


def test_a_common_prefix_of_labels_becomes_a_heading() -> None:
    assert headed(["Plan: a", "Plan: b and c"]) == ("Plan:", ["a", "b and c"])
    assert headed(["Plan: a"]) == ("", ["Plan: a"])
    assert headed(["Plan: a", "Pass: b"]) == ("", ["Plan: a", "Pass: b"])


# play: the board


def test_players_also_differ_by_shape(home: Path) -> None:
    text = output("play", "norenberc", "--players", 5)
    assert all(f"{shape} " in text for shape in "●■▲◆★")


def test_players_differ_by_letter_where_shapes_cannot_be_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    text = process("play", "toy", "--players", 2).stdout
    assert "A Player A" in text and "B Agnes" in text


def test_the_log_shows_what_happened_since_the_last_decision(home: Path) -> None:
    parts = output("play", "toy", "--seed", 1, lines="1\n1\n1\nlog 1\n").split("> 1\n")
    assert "Your secret bid is 1." in parts[1] and "Konrad has bid" in parts[1]
    assert "takes" in parts[2] and "secret" not in parts[2]
    assert parts[3].endswith("> log 1\nPlayer A takes 1.\n> \nSaved: " + parts[3].split("Saved: ")[1])


# play: undo


def toy_match(*actions: str, seats: list[str] | None = None) -> Match:
    seats = seats or [HUMAN, HUMAN]
    match = Match.new(toy.game, len(seats), {}, ["Ann", "Bob", "Cy"][: len(seats)], seats, random.Random(1))
    for text in actions:
        player = match.advance()
        assert player is not None
        match.add(toy.game.parse(text), player)
    match.advance()
    return match


def test_ones_own_action_can_be_undone() -> None:
    match, before = toy_match("bid 1", "bid 1", "take 1", "take 2"), toy_match("bid 1", "bid 1", "take 1")
    assert match.bar_to_undo(0) is None
    match.undo()
    assert dump(match.state) == dump(before.state)
    assert match.record.to_json() == before.record.to_json()
    assert match.bar_to_undo(0) is None


@pytest.mark.parametrize(
    ("actions", "player", "bar"),
    [
        ([], 0, NOTHING),
        (["bid 1"], 1, NOTHING),
        (["bid 1", "bid 1"], 0, OTHERS),
        (["bid 1", "bid 1", "take 1", "stop"], 1, OTHERS),
        (["bid 1", "bid 1", "roll"], 0, DRAWN),
        (["bid 1", "bid 1", "show"], 0, REVEALED),
        (["bid 1", "bid 1", "stop", "show"], 1, REVEALED),
    ],
)
def test_nothing_else_can_be_undone(actions: list[str], player: int, bar: str) -> None:
    assert toy_match(*actions).bar_to_undo(player) == bar


def test_undo_at_the_prompt(home: Path) -> None:
    text = output("play", "toy", "--seed", 1, lines="undo\n1\n1\nundo\n2\nroll\nundo\n")
    assert "You have nothing to undo yet." in text
    assert "something has been drawn since" in text
    record = read_record(saved_files(home)[0])
    assert [line for line in record.lines() if line.startswith("take")] == ["take 2"]


def test_undo_in_german_and_russian(home: Path) -> None:
    assert "Du hast noch nichts getan" in output("play", "toy", "--language", "de", lines="zurück\n")
    assert "Вы ещё не сделали ничего" in output("play", "toy", "--language", "ru", lines="назад\n")


# play: hints


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [("en", "hint", "to win"), ("de", "tipp", "Gewinnchance"), ("ru", "подсказка", "шанс на победу")],
)
def test_a_hint_at_the_prompt(home: Path, language: str, word: str, said: str) -> None:
    text = output("play", "norenberc", "--players", 2, "--seed", 3, "--language", language, lines=f"{word}\n")
    assert text.count(said) == 3 and text.count("%") == 3


# play: saving and resuming


def test_a_saved_game_resumes_where_it_was(tmp_path: Path) -> None:
    match = toy_match("bid 1", "take 2", seats=[HUMAN, "random", "random"])
    match.save(tmp_path / "game.json")
    again = Match(read_record(tmp_path / "game.json"), random.Random(1))
    assert dump(again.state) == dump(match.state)
    assert again.names == ["Ann", "Bob", "Cy"] and again.humans() == [0]
    assert (again.actors, again.reveals) == (match.actors, match.reveals)
    assert CHANCE not in again.actors and list(tmp_path.iterdir()) == [tmp_path / "game.json"]


def test_a_sealed_choice_in_another_order_is_saved_too(tmp_path: Path) -> None:
    match = toy_match()
    match.add(toy.game.parse("bid 2"), 1)
    match.save(tmp_path / "game.json")
    again = Match(read_record(tmp_path / "game.json"), random.Random(1))
    assert dump(again.state) == dump(match.state) and again.actors == [1]


def test_save_and_resume_at_the_prompt(home: Path) -> None:
    file = home / "my game.json"
    arguments = ("play", "norenberc", "--players", 4, "--seat", 2, "--name", "Ann", "--seed", 3)
    text = output(*arguments, lines=f"plan 1 2\n1\nsave {file}\nquit\n")
    assert f"Saved: {file}" in "".join(text.splitlines()) and text.endswith("Goodbye.\n")
    saved = read_record(file)
    assert saved.seats == ["journeyman", HUMAN, "journeyman", "journeyman"] and saved.names[1] == "Ann"
    again = home / "again.json"
    text = output("play", "--resume", file, lines=f"save {again}\nquit\n")
    assert "■ Ann: " in text
    assert again.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    assert "Final scoring" in output("play", "--resume", file, "--seed", 1, lines=anything(3))


def test_the_end_of_input_saves(home: Path) -> None:
    text = output("play", "toy", lines="bid 2\n")
    (file,) = saved_files(home)
    assert f"zunft play --resume {file}" in "".join(text.splitlines())
    assert "Player A: What do you do?" in output("play", "--resume")
    assert saved_files(home) == [file]


def test_nothing_is_saved_before_the_first_decision(home: Path) -> None:
    output("play", "toy")
    output("play", "toy", lines="quit\n")
    assert saved_files(home) == []


@pytest.mark.parametrize(("answer", "saves"), [("y", 1), ("", 1), ("n", 0), ("no", 0)])
def test_quit_offers_to_save(home: Path, answer: str, saves: int) -> None:
    text = output("play", "toy", lines=f"1\nquit\n{answer}\n")
    assert "Save the game as" in text and text.endswith("Goodbye.\n")
    assert len(saved_files(home)) == saves


def test_a_save_that_fails_does_not_end_the_game(home: Path) -> None:
    text = output("play", "toy", lines="1\nsave /nowhere/at/all.json\nboard\n")
    assert "Could not save /nowhere/at/all.json: No such file or directory" in text
    assert text.count("What do you do?") == 2


def test_a_finished_game_can_be_saved_and_seen_again(home: Path) -> None:
    text = output("play", "toy", "--seed", 1, lines=f"1\n1\n1\n1\nlog 2\nsave {home}/end.json\nboard\nquit\n")
    assert text.count("Final scoring") == 2
    assert read_record(home / "end.json").scores is not None
    assert "Final scoring" in output("play", "--resume", home / "end.json")
    assert "Final scoring" in output("replay", home / "end.json")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["norenberc"], "is a game of Toy"),
        (["--players", "2"], "players and options are those of the saved game"),
        (["--seat", "4"], "seats go from 1 to 3"),
    ],
)
def test_resume_refuses_conflicting_arguments(home: Path, arguments: list[str], message: str) -> None:
    output("play", "toy", lines=f"1\nsave {home}/game.json\n")
    done = run("play", *arguments, "--resume", home / "game.json")
    assert done.returncode == 2 and message in done.stderr


def test_a_seat_in_a_bot_game_can_be_taken(home: Path) -> None:
    state = toy.game.new(2)
    record = Record.of(state, ["x", "y"], ["random", "random"])
    record.add(state, toy.game.parse("bid 1"))
    (home / "bots.json").write_text(record.to_json(), encoding="utf-8")
    assert "take a seat with --seat" in run("play", "--resume", home / "bots.json").stderr
    assert "What do you bid?" in output("play", "--resume", home / "bots.json", "--seat", 2)


def test_a_damaged_save_is_refused_in_one_line(home: Path) -> None:
    (home / "bad.json").write_bytes(b"\xff\xfe\x00")
    assert run("play", "--resume", home / "bad.json").stderr.endswith("not a record: not a text file\n")
    (home / "bad.json").write_text('{"zunft": 1, "game": "toy"}', encoding="utf-8")
    assert run("play", "--resume", home / "bad.json").stderr.count("\n") == 1


# play: several players at one screen


def test_hotseat_hands_over_and_keeps_secrets(home: Path) -> None:
    names = ("--name", "Ann", "--name", "Bob")
    text = output("play", "toy", "--players", 2, "--hotseat", *names, lines="\n3\n\nundo\nlog\n2\n\n5\n\n5\n")
    hands = re.split(r"(\w+) is next\. Take the seat and press Enter\.", text)
    assert hands[1::2] == ["Ann", "Bob", "Ann", "Bob"]
    bob = hands[4]
    assert "● Ann   ?    0" in bob and "secret" not in bob and "You have nothing to undo yet" in bob
    assert "Your secret bid is 3." in hands[6] and "Your secret bid is 2." not in hands[6]
    assert "Your secret bid is 2." in hands[8] and "Your secret bid is 3." not in hands[8]


def test_hotseat_with_bots_between(home: Path) -> None:
    text = output("play", "toy", "--hotseat", "--seat", "1,3", "--seed", 1, lines="\n1\n\n1\n\n5\n\n5\n")
    assert text.count("Take the seat") == 4 and "Agnes is a bot" in text and "Final scoring" in text


def test_a_hotseat_game_resumes_as_one(home: Path) -> None:
    output("play", "toy", "--players", 2, "--hotseat", lines="\n1\n")
    assert "Player B is next." in output("play", "--resume", lines="\n")


# play: signals and terminals


def begun(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    """With SIGINT at its default: shells start background jobs with SIGINT ignored."""
    command = [sys.executable, "-m", "tests.toy", "play", "toy", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, preexec_fn=heed_interrupts, **options)


def heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_the_game_cleanly(home: Path, number: signal.Signals, code: int) -> None:
    process = begun(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stdout
    process.stdin.write(b"1\n")
    process.stdin.flush()
    seen = b""
    while b"What do you do?" not in seen or not seen.endswith(b"> "):
        seen += process.stdout.read1()  # type: ignore[attr-defined]
    process.send_signal(number)
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == code
    assert errors == b"" and b"Saved: " in rest
    assert len(saved_files(home)) == 1


class Terminal:
    """A process in a pseudo terminal, and its output so far."""

    def __init__(self, *arguments: object) -> None:
        pty = pytest.importorskip("pty", reason="no pseudo terminals on this system")
        self.end, inner = pty.openpty()
        os.environ["TERM"] = "xterm-256color"
        self.process = begun(*arguments, stdin=inner, stdout=inner, stderr=inner, start_new_session=True)
        os.close(inner)
        self.shown = ""

    def wait_for(self, text: str) -> str:
        """The output since the last call."""
        found, deadline = "", time.monotonic() + 20
        while text not in found:
            assert time.monotonic() < deadline, found
            found += os.read(self.end, 4096).decode()
        self.shown += found
        return found

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def close(self) -> int:
        self.process.kill()
        os.close(self.end)
        return self.process.wait(20)


def test_a_terminal_gets_colours_and_is_cleared_between_players(home: Path) -> None:
    terminal = Terminal("--players", 2, "--hotseat")
    terminal.wait_for("press Enter")
    terminal.type("\n")
    assert "\x1b[1;36m" in terminal.wait_for("Bid 3")
    terminal.type("3\n")
    handed = terminal.wait_for("press Enter")
    assert "\x1b[2J" in handed and "\x1b[3J" in handed
    terminal.type("\x1b[A")  # arrow up must not recall the other player's choice
    terminal.type("\n")
    assert "> 3" not in terminal.wait_for("Bid 3")
    terminal.close()


def test_no_color_is_honoured(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal("--players", 2)
    shown = terminal.wait_for("Bid 3")
    assert "● Player A" in shown and not re.search(r"\x1b\[[0-9;]*3[0-7]", shown)
    terminal.close()


# play: custom components

RICH = """
[game]
rounds = 4
start_talers = 77
start_agents = 4
max_agents = 8
income = 3
buy_limit = 3
goods_per_guild = 12
start_goods_per_guild = 1
crests_per_guild = 4
prestige_crests = 4
"""


def test_custom_components_are_used_and_saved(home: Path) -> None:
    """A record contains the file's tables, so the file may change or disappear."""
    file = home / "mine.toml"
    file.write_text(RICH, encoding="utf-8")
    arguments = ("--components", file, "--option", "open_money=true", "--bots", "random", "--seed", 1)
    assert output("play", "norenberc", *arguments, lines="1\n").count(" 77 ") >= 3
    file.unlink()
    assert output("play", "--resume").count(" 77 ") >= 1


def test_a_bad_component_file_is_refused_in_one_line(home: Path) -> None:
    file = home / "bad.toml"
    file.write_text(RICH.replace("77", '"many"'), encoding="utf-8")
    done = run("play", "norenberc", "--components", file)
    assert done.returncode == 2
    assert "table game, key start_talers" in done.stderr and done.stderr.count("\n") == 1


def test_a_game_is_saved_elsewhere_if_its_folder_cannot_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    monkeypatch.chdir(home)
    output("play", "toy", lines="1\n")
    assert len(list(home.glob("toy-*.json"))) == 1


# Sheets on narrow screens


def shown(sheet: Sheet, columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen(["Ann", "Bob"])
    with screen.console.capture() as capture:
        screen.show(screen.board([sheet]))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_list_breaks_between_its_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet("", ["Player", "Goods"], [[Cell("Ann", "player0"), "10 beer, 2 pastry, 3 paper"]])
    assert shown(sheet, 80, monkeypatch)[1] == "● Ann   10 beer, 2 pastry, 3 paper"
    assert shown(sheet, 30, monkeypatch)[1:] == ["● Ann  10 beer, 2 pastry,", "       3 paper"]


def test_columns_move_closer_together_if_space_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet("", ["Player", "Goods"], [[Cell("Ann", "player0"), "10 beer"]])
    assert shown(sheet, 15, monkeypatch) == ["Player  Goods", "● Ann   10 beer"]
    assert shown(sheet, 14, monkeypatch) == ["Player Goods", "● Ann  10 beer"]


def test_empty_columns_are_dropped_if_space_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [[Cell("Ann", "player0"), "–", "beer, pastry"], [Cell("Bob", "player1"), "–", "shoes"]]
    sheet = Sheet("", ["Player", "Crests", "Goods"], rows)
    assert shown(sheet, 80, monkeypatch)[0] == "Player  Crests  Goods"
    assert shown(sheet, 24, monkeypatch)[:2] == ["Player  Goods", "● Ann   beer, pastry"]


def test_sheets_are_side_by_side_if_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet("Stones", ["Player"], [["Ann"]])
    for columns, rows in ((80, 3), (8, 7)):
        monkeypatch.setenv("COLUMNS", str(columns))
        screen = Screen()
        assert screen.height(screen.board([sheet, sheet])) == rows
