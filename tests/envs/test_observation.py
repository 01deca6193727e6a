"""The numeric observation: matches its layout, and contains nothing that the view does not show."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zunft
from tests.envs.games import NAMES, TABLES, positions, variants
from zunft.core.observation import COUNT, HIGHEST, Field, Group, Layout, Row, count, packed
from zunft.core.state import State, fields
from zunft.envs.observation import Expander, highs, mask, observe

Change = Callable[[State], None]
RARE = 0.05  # share of the fields about things that rarely happen in random play


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_within_its_field(name: str) -> None:
    for players, options in variants(name):
        high = highs(zunft.load(name))
        for state in positions(name, players, options, seed=players, every=3):
            for viewer in range(players):
                row = observe(state, viewer)
                wrong = np.flatnonzero((row < 0) | (row > high))
                assert not len(wrong), f"{players} players: {named(state, row, wrong)}"


def named(state: State, row: Any, places: Any) -> list[str]:
    layout = state.setting.game.layout
    assert layout is not None
    found = []
    for place in places:
        field = next(field for field in reversed(layout.fields) if layout.offsets[field.name] <= place)
        found.append(f"{field.name} is {row[place]}, at most {field.high}")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_used(name: str) -> None:
    """A number that never changes would be a mistake in the layout or the encoder."""
    game = zunft.load(name)
    assert game.layout is not None
    seen = np.zeros(game.layout.length, bool)
    for seed, (players, options) in enumerate(variants(name) * 2):
        for state in positions(name, players, options, seed, every=2):
            for viewer in range(players):
                seen |= observe(state, viewer) != 0
    used: dict[str, bool] = {}
    for field in game.layout.fields:
        at, name = game.layout.offsets[field.name], re.sub(r"\d+ ", "", field.name)
        used[name] = used.get(name, False) or bool(seen[at : at + field.size].any())
    unused = [name for name, is_used in used.items() if not is_used]
    assert len(unused) <= RARE * len(used), f"never anything but 0: {unused}"


@pytest.mark.parametrize("name", NAMES)
def test_the_view_law_holds_for_observations(name: str) -> None:
    """The numbers do not depend on what a player cannot know."""
    encode = zunft.load(name).observe
    assert encode is not None
    for players, options in variants(name):
        rng = random.Random(players)
        for state in positions(name, players, options, seed=7, every=2):
            for viewer in range(players):
                guess = state.resample(viewer, rng)
                assert encode(guess, viewer) == encode(state, viewer), f"{players} players see {viewer}'s secrets"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_only_what_the_view_shows_is_encoded(name: str, players: int) -> None:
    """Change anything in the state: if the view stays the same, so does the observation. Talers that others could have
    counted are an example: the view law says nothing about them."""
    game = zunft.load(name)
    assert game.observe is not None
    hidden = 0
    for state in positions(name, players, {}, seed=3, every=47):
        for change in changes(state):
            twin = state.clone()
            change(twin)
            try:
                same = twin.view(0) == state.view(0) and legal(twin) == legal(state)
            except (ArithmeticError, LookupError, AttributeError, AssertionError, ValueError):
                continue  # not a possible state
            if same:
                hidden += 1
                assert game.observe(twin, 0) == game.observe(state, 0), f"shows what {change.__doc__} hides"
    assert hidden, "nothing is hidden in this game?"


def legal(state: State) -> list[int]:
    return state.legal_actions(0) if 0 in state.deciders() else []


def changes(state: State) -> Iterator[Change]:
    """Increment every number and flip every flag of the state, one at a time."""
    for path in paths(state, ()):
        yield changing(path)


def changing(path: tuple[Any, ...]) -> Change:
    def change(twin: State) -> None:
        alter(twin, path)

    change.__doc__ = str(path)
    return change


def paths(thing: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(thing, bool | int):
        yield path
    elif isinstance(thing, list | tuple):
        for place, entry in enumerate(thing):
            yield from paths(entry, (*path, place))
    elif not isinstance(thing, str | dict | set | frozenset | type(None)) and len(path) < 3:
        for name, value in fields(thing).items():
            if name not in ("setting", "agenda", "journal", "reveals"):
                yield from paths(value, (*path, name))


def alter(thing: Any, path: tuple[Any, ...]) -> Any:
    """The thing with the number at the end of the path changed; objects in place, lists and tuples as copies."""
    if not path:
        return not thing if isinstance(thing, bool) else thing + 1
    step, rest = path[0], path[1:]
    if isinstance(step, str):
        setattr(thing, step, alter(getattr(thing, step), rest))
        return thing
    changed = list(thing)
    changed[step] = alter(changed[step], rest)
    return tuple(changed) if isinstance(thing, tuple) else changed


@pytest.mark.parametrize("name", NAMES)
def test_expanding_keeps_amounts_and_names(name: str) -> None:
    game = zunft.load(name)
    expand = Expander(game)
    rows = np.stack([observe(state, 0) for state in positions(name, game.players[0], {}, seed=1, every=9)])
    wide = expand(rows)
    assert wide.shape == (len(rows), expand.length) and wide.dtype == np.float32
    assert np.array_equal(expand(rows[0]), wide[0])
    named = sum((rows[:, place] > 0).astype(int) for place, _ in expand.categories)
    assert np.array_equal(wide[:, len(expand.amounts) :].sum(axis=1).astype(int), named)


def test_masks_name_the_legal_actions() -> None:
    game = zunft.load(NAMES[0])
    assert np.flatnonzero(mask(game, [0, 3, 5])).tolist() == [0, 3, 5]


def test_invalid_layouts_are_refused() -> None:
    with pytest.raises(ValueError, match="high must be"):
        count("points", "too many", HIGHEST + 1)
    with pytest.raises(ValueError, match="two fields"):
        Layout(Group("a", Field("x", "", 1, 1, COUNT), Field("x", "", 1, 1, COUNT)))


def test_large_numbers_are_cut_off() -> None:
    row = Row()
    row.add(1000)
    row.add_all([1, 10_000])
    assert list(row.bytes()) == [HIGHEST, 1, HIGHEST]


def test_missing_labels_are_zeros() -> None:
    row = Row()
    row.add_labels((4, 2), 4)
    row.add(1)
    assert list(row.bytes()) == [5, 3, 0, 0, 1]


NUMBERS = st.lists(st.integers(0, HIGHEST), max_size=40)
FEW_NUMBERS = st.lists(st.integers(0, HIGHEST), min_size=1, max_size=8)
FILLING = st.one_of(
    st.tuples(st.just("numbers"), NUMBERS),
    st.tuples(st.just("labels"), NUMBERS),
    st.tuples(st.just("packed"), FEW_NUMBERS),
    st.tuples(st.just("flags"), st.lists(st.integers(0, 1), min_size=1, max_size=60)),
    st.tuples(st.just("counts"), st.lists(st.integers(0, 3), min_size=1, max_size=70)),
    st.tuples(st.just("nothing"), st.integers(0, 30).map(lambda size: [0] * size)),
)


@given(st.lists(FILLING, max_size=30))
def test_a_row_holds_its_values_however_it_was_filled(fillings: list[tuple[str, list[int]]]) -> None:
    row, expected = Row(), []
    for way, numbers in fillings:
        expected += numbers
        size = len(numbers)
        if way == "numbers":
            for number in numbers[:3]:
                row.add(number)
            row.add_all(numbers[3:])
        elif way == "labels":
            row.add_labels(tuple(number - 1 for number in [*numbers, 1]), size)
        elif way == "packed":
            row.add_packed(packed(numbers), size)
        elif way == "flags":
            row.add_flags(sum(flag << place for place, flag in enumerate([*numbers, 1])), size)
        elif way == "counts":
            row.add_counts(tuple(thing for thing, number in enumerate(numbers) for _ in range(number)), size)
        else:
            row.skip(size)
    assert list(row.bytes()) == expected
    assert list(row.bytes()) == expected, "a row can be read twice"


def test_rows_can_be_read_by_name() -> None:
    layout = Layout(Group("a", count("x", ""), count("y", "", size=2)), Group("b", count("x", "")))
    assert layout.named([1, 2, 3]) == {"a x": [1], "a y": [2, 3], "b x": [0]}
