"""Games as text: observations and actions are texts, for language models and people::

    table = TextTable("norenberc", players=3, seed=1)
    while (player := table.player()) is not None:
        table.act(answer(table.observe()))

`answer` is the model: a prompt in, the text of an action out.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from zunft.core.errors import BadOption, IllegalAction, shown
from zunft.core.game import Game
from zunft.core.play import deal, play
from zunft.core.reward import rewards
from zunft.core.state import State
from zunft.core.text import Texts
from zunft.envs import answers, arguments
from zunft.envs.prompt import Notes, prompt, rules, rules_in_brief, texts, words

__all__ = ["TextTable", "default_names", "position", "rules", "rules_in_brief"]


def position(state: State, player: int | None, say: Texts) -> str:
    """This player's view of the table in aligned columns, for rendered environments."""
    return "\n\n".join(sheet.plain() for sheet in state.setting.game.sheets(state.view(player), say))


def default_names(players: int) -> list[str]:
    return [f"P{seat + 1}" for seat in range(players)]


class TextTable:
    """One game as text. Chance is played here; players decide one after the other and never see what is hidden."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seed: int | None = None,
        language: str = "en",
        names: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        self.game = arguments.found(game)
        self.state = self.game.new(None if players is None else arguments.whole("players", players), **options)
        self.state.journal = []
        number = self.state.setting.players
        if names is not None and (isinstance(names, str) or len(names) != number):
            raise BadOption(f"names must be a list of {number} names, not {shown(names)}")
        self.say = texts(self.game, language).with_names(names or default_names(number))
        self.language = language
        self.rng = random.Random(seed)
        self.notes = [Notes() for _ in range(number)]
        deal(self.state, self.rng)

    def player(self) -> int | None:
        """Who has to decide; None at the end."""
        return None if self.state.is_over() else self.state.current_player()

    def legal_actions(self) -> list[str]:
        return [self.game.text(action) for action in self.state.legal_actions()]

    def observe(self, player: int | None = None, with_rules: bool = True) -> str:
        """Rules, position, events since the player's last decision, and legal actions."""
        viewer = self.checked(player)
        head = (
            f"# {words(self.language).say('text.rules')}\n{rules(self.game, self.language)}\n\n" if with_rules else ""
        )
        return head + prompt(self.state, viewer, self.notes[viewer], self.say)

    def checked(self, player: int | None) -> int:
        viewer = self.player() if player is None else player
        if viewer is None:
            raise IllegalAction("the game is over; name the player whose observation you want")
        if not 0 <= viewer < self.state.setting.players:
            raise BadOption(f"there is no player {viewer}; players go from 0 to {self.state.setting.players - 1}")
        return viewer

    def act(self, text: str) -> None:
        """Carry out the current player's answer; a wrong one changes nothing and raises with the legal actions."""
        player = self.player()
        if player is None:
            raise IllegalAction("the game is over")
        action = self.read(text, player)
        self.notes[player].choose(self.state, player, action, self.say)
        play(self.state, action)
        deal(self.state, self.rng)

    def read(self, text: str, player: int) -> int:
        """The action that an answer means, see `zunft.envs.answers`."""
        legal, view = self.state.legal_actions(player), self.state.view(player)
        labels = [self.game.label(action, view, self.say) for action in legal]
        return answers.read(text, legal, [self.game.text(action) for action in legal], labels)

    def rewards(self, kind: str = "ranking") -> list[float]:
        return rewards(self.state, kind)
