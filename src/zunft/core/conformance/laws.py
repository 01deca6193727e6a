"""The laws of play, checked at every step of a random game."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import random
from collections.abc import Callable, Mapping
from typing import Any

from zunft.core.conformance.wording import check_texts_of
from zunft.core.errors import IllegalAction
from zunft.core.game import Game
from zunft.core.play import choose, draw, play
from zunft.core.record import Record
from zunft.core.state import CHANCE, NOBODY, Event, Setting, State, Task, fields

Invariant = Callable[[State], None]

SHOWN = ("view", "actions", "journal", "observation")
PLAIN = {int, str, bool, float, type(None)}


def dump(thing: object) -> str:
    """A state's whole content as text, to compare states: equal dumps mean equal states, in every build."""
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


def check_game(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    invariant: Invariant | None = None,
    costly_every: int = 8,
) -> Record:
    """One random game. Actions, clones, sealed choices and a random player's view are checked at every step; all
    players' views, pickles, refusals and scores at every `costly_every`-th."""
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    record = Record.of(state)
    events: list[Event] = []
    try:
        while not state.is_over():
            check_step(game, state, rng, invariant, len(record.actions) % costly_every == 0)
            state.journal = []  # only this step's events; a journal of the whole game would slow down every comparison
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
    """One random action, in a sealed choice by a random decider; `reveals` never decreases."""
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
    viewers = list(range(state.setting.players))
    if not costly:
        viewers = [rng.choice(viewers)]
    for viewer in viewers:
        check_view(state, viewer, rng)
    check_unseen_difference(state, viewers, rng)
    if len(state.deciders()) > 1 and state.current_player() != CHANCE:
        check_sealed(state, rng.getrandbits(32))
    check_copies(state, rng, costly)
    if costly:
        check_ready(state.view(None))
        check_common(state, None, state.view(None))
        check_illegal(game, state)
        check_scores(state)


def check_actions(game: Game, state: State) -> None:
    """Codes are sorted, unique, in range and have texts; weights are positive and parallel."""
    player = state.current_player()
    assert player != NOBODY and not state.is_over(), "asks nobody but is not over"
    for decider in {*state.deciders(), player}:
        actions = state.legal_actions(decider)
        assert actions, f"player {decider} has nothing to choose from"
        assert actions == sorted(set(actions)), f"legal actions of {decider} are not sorted or not unique: {actions}"
        assert actions[0] >= 0 and actions[-1] < game.num_actions, f"codes out of range: {actions}"
        for action in actions:
            assert game.parse(game.text(action)) == action, f"text of {action} does not lead back"
        check_codes_parted(game, actions, decider == CHANCE)
    if player == CHANCE:
        weights = state.chance_weights()
        assert len(weights) == len(state.legal_actions()), "weights and outcomes differ in number"
        assert all(type(weight) is int and weight > 0 for weight in weights), f"bad weights {weights}"
        check_draw(state)
    else:
        assert state.chance_weights() == [], "weights, but it is not chance's turn"
        assert state.legal_actions() == state.legal_actions(player), "current player's actions differ"


def check_codes_parted(game: Game, actions: list[int], are_drawn: bool) -> None:
    """Players never choose what chance draws, nor chance what players choose."""
    for action in actions:
        kind = game.codes.take_apart(action).kind
        if are_drawn:
            assert kind in game.codes.chance, f"chance draws {game.text(action)!r}: name {kind!r} in Codes(chance=...)"
        else:
            assert kind not in game.codes.chance, f"a player can choose {game.text(action)!r}, which is chance's"


def check_draw(state: State) -> None:
    """A game's own `draw` agrees with the weights."""
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


def check_common(state: State, viewer: int | None, view: Mapping[str, Any]) -> None:
    """The keys common to all views are present and correct."""
    over = state.is_over()
    common: dict[str, Any] = {
        "game": state.setting.game.name,
        "options": state.setting.shown_options(),
        "viewer": viewer,
        "acting": state.acting(),
        "over": over,
        "points": state.points() if over else None,
        "winners": state.winners(),
    }
    for key, wanted in common.items():
        assert key in view, f"the view has no key {key!r}"
        assert view[key] == wanted, f"the view says {key} {view[key]!r}, not {wanted!r}"
    assert "decision" in view, "the view has no key 'decision'"
    decides = viewer is not None and viewer in state.deciders()
    assert (view["decision"] is not None) == decides, f"player {viewer} decides {view['decision']!r}"


def seen(state: State, viewer: int) -> Any:
    """Everything a player is shown: view, own legal actions, own journal, numeric observation."""
    actions = state.legal_actions(viewer) if viewer in state.deciders() else None
    events = None if state.journal is None else [event for event in state.journal if event.is_visible_to(viewer)]
    observe = state.setting.game.observe
    return [state.view(viewer), actions, repr(events), None if observe is None else observe(state, viewer)]


def check_view(state: State, viewer: int, rng: random.Random) -> None:
    """The view law: a guess looks the same and depends only on what the player knows."""
    view = state.view(viewer)
    check_ready(view)
    check_common(state, viewer, view)
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


def check_unseen_difference(state: State, viewers: list[int], rng: random.Random) -> None:
    """A player who cannot tell two outcomes apart makes the same guess after both, so guesses leak nothing hidden."""
    actor, actions = state.current_player(), state.legal_actions()
    if len(actions) < 2:
        return
    one, other = state.clone(), state.clone()
    for twin, action in zip((one, other), rng.sample(actions, 2), strict=True):
        twin.apply(action)
    seed = rng.getrandbits(32)
    for viewer in viewers:
        if viewer != actor and seen(one, viewer) == seen(other, viewer):
            guesses = [dump(twin.resample(viewer, random.Random(seed))) for twin in (one, other)]
            who = "chance" if actor == CHANCE else f"player {actor}"
            assert guesses[0] == guesses[1], f"a guess for player {viewer} depends on what {who} did unseen"


def difference(guess: State, state: State, viewer: int) -> str:
    for name, one, other in zip(SHOWN, seen(guess, viewer), seen(state, viewer), strict=True):
        if one != other:
            if isinstance(one, dict) and isinstance(other, dict):
                return ", ".join(
                    f"{key}: {one.get(key)} != {other.get(key)}" for key in one if one.get(key) != other.get(key)
                )
            return f"{name}: {one} != {other}"
    return "nothing"


def check_sealed(state: State, seed: int) -> None:
    """A simultaneous choice has the same result in any order and stays hidden until it is complete."""
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
    """Tasks may be shared; a copy distinguishes the one that ends this choice from that of the next choice."""
    at = max(place for place, task in enumerate(state.agenda) if not task.sealed)
    ending = state.agenda[at]
    state.agenda[at] = Task(ending.step, ending.player, ending.place)


def decide_sealed(state: State, player: int, rng: random.Random) -> None:
    """Play all of one player's steps, with the chance draws in between, but not those of a later choice."""
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
    for viewer in (None, *range(state.setting.players)):
        check_ready(state.view(viewer))
        check_common(state, viewer, state.view(viewer))
    winners = state.winners()
    assert winners and set(winners) <= set(range(state.setting.players)), f"bad winners {winners}"
    best = max(state.scores())
    assert all(state.scores()[winner] == best for winner in winners), "a winner without the highest score"


def check_record(record: Record, state: State, events: list[Event]) -> None:
    """A record written, read and replayed leads to the same state."""
    reread = Record.from_json(record.to_json())
    assert reread.to_json() == record.to_json(), "a record changes when it is read"
    replayed = reread.replay(journal=True)
    assert dump(replayed.journal) == dump(events), "a replay records other events"
    assert dump(without_journal(replayed)) == dump(without_journal(state)), "a replay leads elsewhere"


def check_guesses_vary(game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
    """With hidden information some guesses must differ: otherwise resampling peeks or does nothing.

    A game in which every player sees everything has nothing to guess.
    """
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    has_secrets = False
    while not state.is_over():
        for viewer in range(players):
            guesses = {dump(state.resample(viewer, rng)) for _ in range(4)}
            if len(guesses) > 1:
                return
        has_secrets = has_secrets or happens_unseen(state, rng)
        state.apply(choose(state, rng))
    assert not has_secrets, f"{game.name}: no two guesses ever differed"


def happens_unseen(state: State, rng: random.Random) -> bool:
    """Whether some player cannot tell apart two different outcomes of the next action.

    Sealed choices do not count: a guess reopens them, the same way every time.
    """
    actions = state.legal_actions()
    if len(actions) < 2 or state.agenda[-1].sealed:
        return False
    one, other = state.clone(), state.clone()
    for twin, action in zip((one, other), rng.sample(actions, 2), strict=True):
        twin.journal = []
        twin.apply(action)
    viewers = range(state.setting.players)
    return dump(one) != dump(other) and any(seen(one, viewer) == seen(other, viewer) for viewer in viewers)


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
