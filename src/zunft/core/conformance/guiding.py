"""Tutorials, if the game has one: every accepted way through is playable, and every language is complete."""

from __future__ import annotations

from zunft.core.game import Game
from zunft.core.play import play
from zunft.core.state import CHANCE, State
from zunft.core.tutorial import ANYTHING, Beat, Tutorial


def check_tutorial(game: Game) -> None:
    """Every accepted choice is legal and the script can continue; every stop has a text in all the game's languages."""
    tutorial = game.tutorial()
    if tutorial is None:
        return
    check_texts(game, tutorial)
    known = branches(tutorial)
    for place, beat in enumerate(tutorial.beats):
        accepted = known[place]
        for action in accepted[1:]:
            follow(tutorial, place, action)
        if beat.player == tutorial.learner:
            check_answered(tutorial, beat)


def check_texts(game: Game, tutorial: Tutorial) -> None:
    for stop, texts in tutorial.texts():
        missing = [language for language in game.languages if language not in texts]
        assert not missing, f"{game.name}: tutorial, stop {stop!r}: no text in {', '.join(missing)}"


def branches(tutorial: Tutorial) -> list[list[int]]:
    """For each beat, the accepted legal actions if all went as scripted; the script's own action first."""
    found: list[list[int]] = []
    state = dealt(tutorial)
    for beat in tutorial.beats:
        found.append([] if beat.is_reading() else accepted(tutorial, state, beat))
        carry_out(tutorial, state, beat, beat.action)
    return found


def accepted(tutorial: Tutorial, state: State, beat: Beat) -> list[int]:
    legal = [action for action in state.legal_actions(beat.player) if beat.accepts(tutorial.game.text(action))]
    return [beat.action, *[action for action in legal if action != beat.action]]


def follow(tutorial: Tutorial, branch: int, action: int) -> None:
    """Play the script with another choice at one beat; the rest must still work."""
    state = dealt(tutorial)
    for place, beat in enumerate(tutorial.beats):
        chosen = action if place == branch else beat.action
        if not beat.is_reading() and chosen not in state.legal_actions(beat.player):
            options = accepted(tutorial, state, beat)[1:]
            assert options, f"{where(tutorial, beat)}: {tutorial.game.text(chosen)!r} is not legal after another choice"
            chosen = options[0]
        carry_out(tutorial, state, beat, chosen)


def carry_out(tutorial: Tutorial, state: State, beat: Beat, action: int) -> None:
    if beat.is_reading():
        return
    play(state, action, beat.player)
    for outcome in beat.draws:
        assert state.current_player() == CHANCE, f"{where(tutorial, beat)}: chance has nothing to draw"
        play(state, outcome)


def dealt(tutorial: Tutorial) -> State:
    state = tutorial.game.new(tutorial.players)
    for action in tutorial.deal:
        play(state, action)
    return state


def check_answered(tutorial: Tutorial, beat: Beat) -> None:
    """Every other choice has an answer."""
    patterns = [pattern for answer in tutorial.stops[beat.stop].answers for pattern in answer.on]
    free = ANYTHING in beat.accepted
    assert free or ANYTHING in patterns, f"{where(tutorial, beat)}: no answer to other wrong tries (on = ['*'])"


def where(tutorial: Tutorial, beat: Beat) -> str:
    return f"{tutorial.game.name}: tutorial, stop {tutorial.stops[beat.stop].name!r}"
