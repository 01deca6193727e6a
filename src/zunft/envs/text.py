"""Games in words: what a player sees as a text, and actions given by their text, for language models and people.

table = TextTable("norenberc", players=3, seed=1)
while (player := table.player()) is not None:
    table.act(answer(table.observe()))
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game, load
from zunft.core.play import deal, play
from zunft.core.reward import rewards
from zunft.core.state import Event, State
from zunft.core.text import LANGUAGES, Texts

BRIEF = "\n## The rules in brief\n"


@cache
def rules(game: Game, language: str = "en") -> str:
    """What the game is about, in English the rules in brief, and a sentence on every kind of action."""
    say = texts(game, language)
    brief = rules_in_brief(game) if language == "en" else ""
    lines = [f"{kind.name}: {say.say(f'help.{kind.name}')}" for kind in game.codes.kinds]
    return "\n\n".join(part for part in (say.say("about"), brief, "\n".join(lines)) if part)


def rules_in_brief(game: Game) -> str:
    """That chapter of the game's README, if it has one."""
    file = resources.files(game.package) / "README.md"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    _, found, rest = text.partition(BRIEF)
    return rest.partition("\n## ")[0].strip() if found else ""


def position(state: State, player: int | None, say: Texts) -> str:
    """The table as this player sees it, in aligned columns."""
    return "\n\n".join(sheet.plain() for sheet in state.setting.game.sheets(state.view(player), say))


def story(events: Sequence[Event], player: int | None, say: Texts) -> str:
    """What happened, as far as this player may know."""
    return "\n".join(say.say(f"log.{event.key}", **event.args) for event in events if event.is_visible_to(player))


def choices(state: State, player: int, say: Texts) -> str:
    """The legal actions, one a line: the text that is to be answered, and what it means here."""
    game, view = state.setting.game, state.view(player)
    return "\n".join(f"{game.text(action)} | {game.label(action, view, say)}" for action in state.legal_actions(player))


def texts(game: Game, language: str) -> Texts:
    if language not in game.texts:
        raise BadOption(f"the language can be {', '.join(LANGUAGES)}, not {language!r}")
    return game.texts[language]


class TextTable:
    """One game by words. Chance is played here; players are asked one after the other and never see what is hidden."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seed: int | None = None,
        language: str = "en",
        names: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.state = self.game.new(players, **options)
        self.state.journal = []
        number = self.state.setting.players
        self.say = texts(self.game, language).with_names(names or [f"Player {seat + 1}" for seat in range(number)])
        self.language = language
        self.rng = random.Random(seed)
        self.told = [0] * number  # where in the journal each player's last decision stands
        deal(self.state, self.rng)

    def player(self) -> int | None:
        """Who has to decide; None at the end."""
        return None if self.state.is_over() else self.state.current_player()

    def legal_actions(self) -> list[str]:
        return [self.game.text(action) for action in self.state.legal_actions()]

    def observe(self, player: int | None = None, with_rules: bool = True) -> str:
        """Rules, position, what happened since the player's last decision, and what can be done now."""
        viewer = self.checked(player)
        parts = [("RULES", rules(self.game, self.language))] if with_rules else []
        parts.append((f"POSITION, seen by {self.say.name(viewer)}", position(self.state, viewer, self.say)))
        events = (self.state.journal or [])[self.told[viewer] :]
        parts.append(("SINCE YOUR LAST DECISION", story(events, viewer, self.say) or "nothing"))
        if viewer == self.player():
            asked = self.say.say(f"prompt.{self.state.view(viewer)['decision']}")
            parts.append((f"{asked} Answer with the text before the bar.", choices(self.state, viewer, self.say)))
        return "\n\n".join(f"# {title}\n{text}" for title, text in parts)

    def checked(self, player: int | None) -> int:
        viewer = self.player() if player is None else player
        if viewer is None:
            raise IllegalAction("the game is over; name the player whose observation you want")
        if not 0 <= viewer < self.state.setting.players:
            raise BadOption(f"there is no player {viewer}; players go from 0 to {self.state.setting.players - 1}")
        return viewer

    def act(self, text: str) -> None:
        """Carry out the current player's answer; a wrong one changes nothing and says what would be right."""
        player = self.player()
        if player is None:
            raise IllegalAction("the game is over")
        begun = len(self.state.journal or [])
        try:
            play(self.state, self.game.parse(text))
        except IllegalAction as error:
            raise IllegalAction(f"{error}; legal are: {'; '.join(self.legal_actions())}") from None
        deal(self.state, self.rng)
        self.told[player] = begun

    def rewards(self, kind: str = "ranking") -> list[float]:
        return rewards(self.state, kind)
