"""Edge cases: options and how they are refused, unknown steps; and `check_all`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from zunft.core.conformance.combinations import settings
from zunft.core.conformance.completeness import check_rows_are_complete, check_texts_are_complete
from zunft.core.conformance.guiding import check_tutorial
from zunft.core.conformance.laws import Invariant, check_game, check_guesses_vary
from zunft.core.conformance.points import check_standings
from zunft.core.conformance.reasons import check_reasons
from zunft.core.conformance.wording import check_catalogues, check_labels
from zunft.core.errors import UnknownStep, ZunftError
from zunft.core.game import COMPONENTS, Game
from zunft.core.play import deal
from zunft.core.state import CHANCE, NOBODY, Task

NO_STEP: Final = 999_999
NONSENSE: Final[tuple[Any, ...]] = (None, "no such value", -1, 10**9, 1.5, [], {"a": 1})
FILES_NOBODY_HAS: Final[tuple[Any, ...]] = (1, "no/such/file.toml", {"no such table": {}}, [])


def check_options(game: Game) -> None:
    """Defaults are valid, values survive a write and read, and invalid ones are refused in one line."""
    for name, option in game.options.items():
        if name == COMPONENTS:
            continue
        assert option.problem(option.default) is None, f"{name}: the default {option.default!r} is not right"
        assert option.default in option.examples(), f"{name}: the default is not among the examples"
        for value in option.examples():
            assert option.problem(value) is None, f"{name}: the example {value!r} is not right"
            reread = option.normalised(option.read(option.written(value)))
            assert reread == option.normalised(value), f"{name}: {option.written(value)!r} is read as {reread!r}"
        for value in NONSENSE:
            if option.problem(value) is not None:
                check_refused(game, game.players[0], {name: value})
    for value in FILES_NOBODY_HAS if COMPONENTS in game.options else ():
        check_refused(game, game.players[0], {COMPONENTS: value})
    check_refused(game, game.players[0], {"no such option": 1})
    for players in (game.players[0] - 1, game.players[-1] + 1):
        check_refused(game, players, {})


def check_refused(game: Game, players: int, options: dict[str, Any]) -> None:
    message = None
    try:
        game.agree(players, options)
    except ZunftError as error:
        message = str(error)
    assert message is not None, f"{players} players with {options} are accepted"
    assert message and "\n" not in message, f"{options} are refused with {message!r}, not in one line"


def check_unknown_steps(game: Game, players: int, options: Mapping[str, Any] | None = None) -> None:
    """An unknown step is an error everywhere, never mistaken for another step."""
    state = game.new(players, **dict(options or {}))
    deal(state, random.Random(0))
    drawn, decided, settled = Task(NO_STEP, CHANCE), Task(NO_STEP, 0), Task(NO_STEP, NOBODY)
    raises_unknown("choices of chance", lambda: state.choices(drawn))
    raises_unknown("weights", lambda: state.weights(drawn))
    raises_unknown("choices", lambda: state.choices(decided))
    raises_unknown("decide", lambda: state.clone().decide(decided, 0))
    raises_unknown("settle", lambda: state.clone().settle(settled))


def raises_unknown(what: str, call: Callable[[], object]) -> None:
    try:
        call()
    except UnknownStep:
        return
    except Exception as error:
        raise AssertionError(f"{what}: an unknown step raises {error!r}, not UnknownStep") from error
    raise AssertionError(f"{what}: an unknown step is mistaken for another")


def check_all(
    game: Game,
    seeds: Iterable[int] = (0,),
    invariant: Invariant | None = None,
    row_exceptions: Mapping[str, str] | None = None,
    text_exceptions: Mapping[str, str] | None = None,
) -> None:
    """The whole suite: every number of players with every option, a random game for each seed."""
    check_catalogues(game)
    check_options(game)
    check_tutorial(game)
    tried = list(seeds)
    for players, options in settings(game):
        for seed in tried:
            check_game(game, players, options, seed, invariant)
        check_guesses_vary(game, players, options)
        check_labels(game, players, options)
        check_reasons(game, players, options)
        check_standings(game, players, options)
        check_unknown_steps(game, players, options)
        check_rows_are_complete(game, players, options, exceptions=row_exceptions)
        check_texts_are_complete(game, players, options, exceptions=text_exceptions)
