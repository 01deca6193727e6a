"""The conformance suite: what every game must keep, ours and anybody's.

    from zunft.core import conformance
    for setting in conformance.settings(game):
        conformance.check_game(game, setting, seed=1)

Each check raises AssertionError with the game, the seed and the number of the action at which the law broke.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import math
import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from zunft.core.errors import IllegalAction
from zunft.core.game import COMPONENTS, Game
from zunft.core.play import choose, deal, draw, play
from zunft.core.record import Record
from zunft.core.state import CHANCE, NOBODY, Event, Setting, State, Task, fields
from zunft.core.text import LANGUAGES, Texts, keys

Invariant = Callable[[State], None]

MOST_COMBINATIONS = 64  # of options that are all tried; beyond, every pair of values is


PLAIN = {int, str, bool, float, type(None)}


def dump(thing: object) -> str:
    """Everything in a state as one text, to compare two of them: equal dumps, equal states, in every build."""
    if type(thing) in PLAIN:
        return repr(thing)
    if isinstance(thing, list | tuple):
        if set(map(type, thing)) <= PLAIN:
            return repr(list(thing))
        return f"[{', '.join([dump(entry) for entry in thing])}]"
    if isinstance(thing, dict):
        return f"{{{', '.join([f'{key!r}: {dump(thing[key])}' for key in sorted(thing, key=repr)])}}}"
    if isinstance(thing, set | frozenset):
        return f"{{{', '.join(sorted([dump(entry) for entry in thing]))}}}"
    if isinstance(thing, Task | Event):
        return repr(thing)
    if isinstance(thing, Setting):
        return f"{thing.game.name}, {thing.players}, {dump(thing.options)}"
    content = fields(thing)
    return f"{type(thing).__name__}({', '.join([f'{name}={dump(content[name])}' for name in sorted(content)])})"


def settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players with every combination of options; with very many of them, with every pair of values.

    Of a free option the examples are taken.
    """
    names = [name for name in game.options if name != COMPONENTS]
    choices = [game.options[name].choices for name in names]
    many = has_many_options(game)
    defaults = [values.index(game.options[name].default) for name, values in zip(names, choices, strict=True)]
    rows = pairwise([len(values) for values in choices], defaults) if many else product(*map(range, map(len, choices)))
    combinations = [[values[at] for values, at in zip(choices, row, strict=True)] for row in rows]
    for players in game.players:
        for values in combinations:
            yield players, dict(zip(names, values, strict=True))


def has_many_options(game: Game) -> bool:
    """Whether there are too many combinations of options to try them all."""
    sizes = [len(option.choices) for name, option in game.options.items() if name != COMPONENTS]
    return math.prod(sizes) > MOST_COMBINATIONS


def pairwise(sizes: list[int], first: list[int]) -> list[list[int]]:
    """Few rows in which any two columns show every pair of their values; the given row is among them."""
    rows = [first]
    missing = {
        (one, a, other, b)
        for one, other in itertools.combinations(range(len(sizes)), 2)
        for a in range(sizes[one])
        for b in range(sizes[other])
    } - pairs_of(first)
    while missing:
        one, a, other, b = min(missing)
        row = [-1] * len(sizes)
        row[one], row[other] = a, b
        for column in range(len(sizes)):
            if row[column] < 0:
                row[column] = max(range(sizes[column]), key=lambda at: len(missing & pairs_of(row, column, at)))
        rows.append(row)
        missing -= pairs_of(row)
    return rows


def pairs_of(row: list[int], column: int = -1, value: int = -1) -> set[tuple[int, int, int, int]]:
    """The pairs of values in a row as far as it is filled; with a column only those it would bring with this value."""
    filled = [(at, value if at == column else known) for at, known in enumerate(row) if known >= 0 or at == column]
    return {
        (one, a, other, b)
        for (one, a), (other, b) in itertools.combinations(filled, 2)
        if column < 0 or column in (one, other)
    }


def check_game(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    invariant: Invariant | None = None,
    costly_every: int = 8,
) -> Record:
    """One random game. Actions, clones, views and sealed choices are checked at every step, what is less likely
    to depend on the position (pickles, refusals, scores) at every `costly_every`-th."""
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    record = Record.of(state)
    events: list[Event] = []
    try:
        while not state.is_over():
            check_step(game, state, rng, invariant, len(record.actions) % costly_every == 0)
            state.journal = []  # what happens next; a journal of the whole game would make every comparison slow
            step(state, record, rng)
            events += state.journal
            assert len(record.actions) <= game.bound, f"not over after {game.bound} actions"
        check_end(game, state, invariant)
        check_texts_of(game, events, state)
        check_record(record, state, events)
    except Exception as error:
        where = (
            f"{game.name}, {players} players, {dict(options or {})}, seed {seed}, after {len(record.actions)} actions"
        )
        what = str(error) if isinstance(error, AssertionError) else repr(error)
        raise AssertionError(f"{where}: {what}") from error
    return record


def step(state: State, record: Record, rng: random.Random) -> None:
    """One random action, in a sealed choice by anybody who may; reveals never go down."""
    reveals = state.reveals
    deciders = state.deciders()
    if len(deciders) > 1 and state.current_player() != CHANCE:
        player = rng.choice(deciders)
        record.add(state, rng.choice(state.legal_actions(player)), player)
    else:
        record.add(state, choose(state, rng))
    assert state.reveals >= reveals, "reveals went down"


def check_step(game: Game, state: State, rng: random.Random, invariant: Invariant | None, costly: bool) -> None:
    check_actions(game, state)
    if invariant is not None:
        invariant(state)
    for viewer in range(state.setting.players):
        check_view(state, viewer, rng)
    check_unseen_difference(state, rng)
    if len(state.deciders()) > 1 and state.current_player() != CHANCE:
        check_sealed(state, rng.getrandbits(32))
    check_copies(state, rng, costly)
    if costly:
        check_ready(state.view(None))
        check_illegal(game, state)
        check_scores(state)


def check_actions(game: Game, state: State) -> None:
    """Codes sorted, unique, in range, with a text each; weights positive and parallel."""
    player = state.current_player()
    assert player != NOBODY and not state.is_over(), "asks nobody but is not over"
    for decider in {*state.deciders(), player}:
        actions = state.legal_actions(decider)
        assert actions, f"player {decider} has nothing to choose from"
        assert actions == sorted(set(actions)), f"legal actions of {decider} are not sorted or not unique: {actions}"
        assert actions[0] >= 0 and actions[-1] < game.num_actions, f"codes out of range: {actions}"
        for action in actions:
            assert game.parse(game.text(action)) == action, f"text of {action} does not lead back"
    if player == CHANCE:
        weights = state.chance_weights()
        assert len(weights) == len(state.legal_actions()), "weights and outcomes differ in number"
        assert all(type(weight) is int and weight > 0 for weight in weights), f"bad weights {weights}"
        check_draw(state)
    else:
        assert state.chance_weights() == [], "weights, but it is not chance's turn"
        assert state.legal_actions() == state.legal_actions(player), "current player's actions differ"


def check_draw(state: State) -> None:
    """However a game draws, it draws what the weights say."""
    task = state.agenda[-1]
    for seed in range(3):
        drawn, fair = state.draw(task, random.Random(seed)), State.draw(state, task, random.Random(seed))
        assert drawn == fair, f"draws {drawn} where the weights say {fair}"


def check_illegal(game: Game, state: State) -> None:
    """An illegal action is refused and changes nothing."""
    before = dump(state)
    legal = set(state.legal_actions())
    wrong = next((code for code in range(game.num_actions) if code not in legal), game.num_actions)
    for action in (wrong, -1, game.num_actions):
        try:
            play(state, action)
        except IllegalAction:
            pass
        else:
            raise AssertionError(f"illegal action {action} was accepted")
    assert dump(state) == before, "a refused action changed something"


def check_copies(state: State, rng: random.Random, costly: bool) -> None:
    """Clones, copies and pickles are equal and independent."""
    before = dump(state)
    copies = [state.clone()]
    if costly:
        copies += [copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    follow_up = rng.getrandbits(32)
    after = []
    for twin in copies:
        assert dump(twin) == before, "a copy differs"
        chance = random.Random(follow_up)
        for _ in range(3):
            if not twin.is_over():
                twin.apply(choose(twin, chance))
        after.append(dump(twin))
        assert dump(state) == before, "playing on a copy changed the original"
    assert all(dumped == after[0] for dumped in after), "copies play on differently"


def check_ready(view: object) -> None:
    assert json.loads(json.dumps(view)) == view, "view is not JSON-ready"


def seen(state: State, viewer: int) -> Any:
    """All that a player is shown: view, own legal actions, own journal."""
    actions = state.legal_actions(viewer) if viewer in state.deciders() else None
    events = None if state.journal is None else [event for event in state.journal if event.is_visible_to(viewer)]
    return [state.view(viewer), actions, repr(events)]


def check_view(state: State, viewer: int, rng: random.Random) -> None:
    """The view law: a guess looks the same, and depends on nothing but what the player knows."""
    check_ready(state.view(viewer))
    before = dump(state)
    sight = seen(state, viewer)
    guess = state.resample(viewer, random.Random(rng.getrandbits(32)))
    assert seen(guess, viewer) == sight, (
        f"player {viewer} could tell a guess from the truth: {difference(guess, state, viewer)}"
    )
    again = rng.getrandbits(32)
    one, other = state.resample(viewer, random.Random(again)), guess.resample(viewer, random.Random(again))
    assert dump(one) == dump(other), f"a guess for player {viewer} depends on what is hidden"
    assert dump(state) == before, "resampling changed the original"
    check_actions(state.setting.game, guess)


def check_unseen_difference(state: State, rng: random.Random) -> None:
    """Whoever cannot tell two outcomes apart makes the same guess after both: so no guess keeps a hidden truth."""
    actor, actions = state.current_player(), state.legal_actions()
    if len(actions) < 2:
        return
    one, other = state.clone(), state.clone()
    for twin, action in zip((one, other), rng.sample(actions, 2), strict=True):
        twin.apply(action)
    seed = rng.getrandbits(32)
    for viewer in range(state.setting.players):
        if viewer != actor and seen(one, viewer) == seen(other, viewer):
            guesses = [dump(twin.resample(viewer, random.Random(seed))) for twin in (one, other)]
            assert guesses[0] == guesses[1], f"a guess for player {viewer} depends on what {actor} did unseen"


def difference(guess: State, state: State, viewer: int) -> str:
    for name, one, other in zip(("view", "actions", "journal"), seen(guess, viewer), seen(state, viewer), strict=True):
        if one != other:
            if isinstance(one, dict) and isinstance(other, dict):
                return ", ".join(
                    f"{key}: {one.get(key)} != {other.get(key)}" for key in one if one.get(key) != other.get(key)
                )
            return f"{name}: {one} != {other}"
    return "nothing"


def check_sealed(state: State, seed: int) -> None:
    """A simultaneous choice comes out the same in any order, and nobody sees it before it is complete."""
    players = list(state.deciders())
    results = []
    for order in (players, players[::-1], random.Random(seed).sample(players, len(players))):
        twin = state.clone()
        mark_ending(twin)
        for viewer in order:
            others = [player for player in range(state.setting.players) if player != viewer]
            before = [seen(twin, other) for other in others]
            last = len(twin.deciders()) == 1
            decide_sealed(twin, viewer, random.Random(seed + viewer))
            if not last:
                assert [seen(twin, other) for other in others] == before, f"others saw what {viewer} chose"
        results.append(dump(without_journal(twin)))
    assert all(result == results[0] for result in results), "a sealed choice depends on the order of its players"


def without_journal(state: State) -> State:
    twin = state.clone()
    twin.journal = None
    return twin


def mark_ending(state: State) -> None:
    """Tasks may be shared; a copy of the one that ends the choice can be told from that of the next choice."""
    at = max(place for place, task in enumerate(state.agenda) if not task.sealed)
    ending = state.agenda[at]
    state.agenda[at] = Task(ending.step, ending.player, ending.place)


def decide_sealed(state: State, player: int, rng: random.Random) -> None:
    """All steps of one player's part, with what chance deals in between; not those of a choice that follows."""
    ending = next(task for task in reversed(state.agenda) if not task.sealed)
    steps = 0
    while player in state.deciders() and any(task is ending for task in state.agenda):
        steps += 1
        assert steps <= state.setting.game.bound, f"the sealed choice of player {player} does not end"
        state.apply(rng.choice(state.legal_actions(player)), player)
        while state.current_player() == CHANCE and state.agenda[-1].sealed:
            state.apply(draw(state, rng))


def check_scores(state: State) -> None:
    sources = state.points()
    assert len(sources) == state.setting.players, "points for another number of players"
    assert state.scores() == [sum(source.values()) for source in sources], "scores do not add up"


def check_end(game: Game, state: State, invariant: Invariant | None) -> None:
    assert state.current_player() == NOBODY and state.deciders() == () and state.legal_actions() == [], "over, but asks"
    if invariant is not None:
        invariant(state)
    check_scores(state)
    winners = state.winners()
    assert winners and set(winners) <= set(range(state.setting.players)), f"bad winners {winners}"
    best = max(state.scores())
    assert all(state.scores()[winner] == best for winner in winners), "a winner without the highest score"


def check_record(record: Record, state: State, events: list[Event]) -> None:
    """A record written, read and replayed leads to the same state."""
    reread = Record.from_json(record.to_json())
    assert reread.to_json() == record.to_json(), "a record changes when it is read"
    replayed = reread.replay(journal=True)
    assert dump(replayed.journal) == dump(events), "a replay tells another story"
    assert dump(without_journal(replayed)) == dump(without_journal(state)), "a replay leads elsewhere"


def check_texts_of(game: Game, events: list[Event], state: State) -> None:
    """Every event can be told in every language, with no placeholder left open."""
    names = [f"P{player + 1}" for player in range(state.setting.players)]
    for language in LANGUAGES:
        say = game.texts[language].with_names(names)
        for event in events:
            told = say.say(f"log.{event.key}", **event.args)
            assert told and "{" not in told, f"log.{event.key} in {language} reads {told!r}"
        for source in state.points()[0]:
            assert say.has(f"source.{source}"), f"{language}: no text source.{source}"


def check_guesses_vary(game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
    """In a game with secrets some guess must differ from another: else resampling peeks or does nothing."""
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    while not state.is_over():
        for viewer in range(players):
            guesses = {json.dumps(dump(state.resample(viewer, rng))) for _ in range(4)}
            if len(guesses) > 1:
                return
        state.apply(choose(state, rng))
    raise AssertionError(f"{game.name}: no two guesses ever differed")


def check_catalogues(game: Game) -> None:
    """The same keys in every language; every kind of action, every option and its choices have a text."""
    known = {language: keys(game.texts[language].entries, language) for language in LANGUAGES}
    for language in LANGUAGES[1:]:
        missing, extra = known["en"] - known[language], added(known[language], known["en"])
        assert not missing and not extra, f"{game.name} in {language}: missing {sorted(missing)}, extra {sorted(extra)}"
    for language in LANGUAGES:
        check_catalogue(game, game.texts[language])


def added(known: set[str], english: set[str]) -> set[str]:
    """Keys that English lacks; a table for a case, like `guild_dat` beside `guild`, is no fault."""
    sections = {key.split(".")[0] for key in english}
    return {key for key in known - english if key.split(".")[0].rpartition("_")[0] not in sections}


def check_catalogue(game: Game, say: Texts) -> None:
    assert say.has("about"), f"{say.language}: no text about"
    for kind in game.codes.kinds:
        assert say.has(f"action.{kind.name}"), f"{say.language}: no text action.{kind.name}"
        assert say.has(f"help.{kind.name}"), f"{say.language}: no text help.{kind.name}"
    for name, option in game.options.items():
        assert say.has(f"option.{name}.name") and say.has(f"option.{name}.help"), (
            f"{say.language}: no texts option.{name}"
        )
        for choice in option.choices if option.check is None else ():
            key = f"option.{name}.{str(choice).lower()}"
            assert say.has(key), f"{say.language}: no text {key}"


def check_labels(game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
    """Through a random game, the languages taking turns: choices, prompt and position can be put into words."""
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    deal(state, rng)
    say = [game.texts[language].with_names([f"P{player + 1}" for player in range(players)]) for language in LANGUAGES]
    decisions = 0
    while not state.is_over():
        player = state.current_player()
        check_words(game, state, player, say[decisions % len(say)])
        decisions += 1
        state.apply(choose(state, rng))
        deal(state, rng)
    for words in say:
        assert game.sheets(state.view(None), words), "the final position has no sheets"


def check_words(game: Game, state: State, player: int, say: Texts) -> None:
    view = state.view(player)
    decision = view["decision"]
    assert say.has(f"prompt.{decision}"), f"{say.language}: no text prompt.{decision}"
    labels = [game.label(action, view, say) for action in state.legal_actions(player)]
    assert all(label and "{" not in label for label in labels), f"{say.language}: {labels}"
    assert len(set(labels)) == len(labels), f"{say.language}: two choices read the same: {sorted(labels)}"
    assert game.sheets(view, say), "the position has no sheets"


def trace(game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> str:
    """A fingerprint of a whole random game with all its states and events, the same in every build."""
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    state.journal = []
    digest = hashlib.sha256()
    while not state.is_over():
        digest.update(json.dumps([dump(state), state.legal_actions(), state.chance_weights()], sort_keys=True).encode())
        state.apply(choose(state, rng))
    digest.update(json.dumps([dump(state), state.points(), state.winners()], sort_keys=True).encode())
    return digest.hexdigest()
