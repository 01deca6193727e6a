"""Prompts: a decision as text, with the player's identity, the position, recent events and legal actions.

It is built only from that player's view, legal actions and visible events. A prompt has at most `MOST_CHARACTERS`
characters after the rules: positions are written without padding, labels in long lists of choices are omitted after
the first, and the oldest part of a long story is replaced by a count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from zunft.core.errors import BadOption
from zunft.core.game import Game
from zunft.core.sheet import Sheet
from zunft.core.state import Event, State
from zunft.core.text import LANGUAGES, Texts, load

View = Mapping[str, Any]

BRIEF: Final = "\n## The rules in brief\n"
BAR: Final = " | "
CHARACTERS_PER_TOKEN: Final = 4
MOST_CHARACTERS: Final = 1200 * CHARACTERS_PER_TOKEN
ROOM_FOR_STORY: Final = 1200  # characters that long lists of choices leave for the events
LEAST_STORY: Final = 200
FEW: Final = 6  # up to this many choices of a kind keep their labels, however long the list is


@cache
def words(language: str) -> Texts:
    """The program's own texts around the game's."""
    return load("zunft")[language]


def texts(game: Game, language: str) -> Texts:
    if language not in game.texts:
        raise BadOption(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    return game.texts[language]


# The rules


@cache
def rules(game: Game, language: str = "en") -> str:
    """What the game is about, a summary of the rules, a sentence on every kind of player action, and the symbols used
    in a position. The summary is English in every language: models read it, and without the rules they cannot play."""
    say, own, brief = texts(game, language), words(language), rules_in_brief(game)
    kinds = [kind.name for kind in game.codes.kinds if kind.name not in game.codes.chance]
    actions = "\n".join([own.say("text.actions"), *[f"{kind}: {say.say(f'help.{kind}')}" for kind in kinds]])
    legend = f"{own.say('text.legend')}\n{say.say('legend')}" if say.has("legend") else ""
    return "\n\n".join(part for part in (say.say("about"), brief, actions, legend) if part)


def rules_in_brief(game: Game) -> str:
    """The rules summary in the game's README, if it has one."""
    file = resources.files(game.package) / "README.md"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    _, found, rest = text.partition(BRIEF)
    return rest.partition("\n## ")[0].strip() if found else ""


# The position


def who(game: Game, view: View, say: Texts) -> str:
    """Who the player is, and who else plays."""
    player, players = view["viewer"], len(say.names)
    others = [other for other in range(players) if other != player]
    args = {"player": player, "seat": player + 1, "players": players, "title": game.title, "others": others}
    return words(say.language).with_names(say.names).say("text.you", **args)


def position(game: Game, view: View, say: Texts) -> str:
    """The table as the viewer sees it."""
    return "\n\n".join(compact(sheet) for sheet in game.sheets(view, say))


def compact(sheet: Sheet) -> str:
    """Cells between bars, without padding; a bar within a cell becomes a comma."""
    rows = [[cell.text.strip().replace(BAR, ", ") for cell in row] for row in sheet.rows]
    lines = [sheet.head] * any(sheet.head) + rows
    return "\n".join([sheet.title] * bool(sheet.title) + [BAR.join(line).rstrip(BAR) for line in lines])


# Events


def event_lines(events: Sequence[Event], player: int | None, say: Texts) -> list[str]:
    """A sentence for each event that this player may see."""
    return [say.say(f"log.{event.key}", **event.args) for event in events if event.is_visible_to(player)]


def story(lines: Sequence[str], room: int, say: Texts) -> str:
    """Sentences about the same player joined; if there is not enough room, the latest and a count of the rest."""
    parts = joined(lines, say.names)
    left_out = 0
    while parts and sum(len(part) + 1 for part, _ in parts) > room - (LEAST_STORY if left_out else 0):
        left_out += parts.pop(0)[1]
    note = [words(say.language).say("text.left_out", count=left_out)] * bool(left_out)
    return "\n".join(note + [part for part, _ in parts])


def joined(lines: Sequence[str], names: Sequence[str]) -> list[tuple[str, int]]:
    """ "P1 pays." and "P1 hires." become "P1 pays; hires."; each with the number of sentences in it."""
    found: list[tuple[str, int]] = []
    last = ""
    for line in lines:
        name = next((name for name in names if line.startswith(f"{name} ")), "")
        if name and name == last:
            text, number = found[-1]
            found[-1] = (f"{text.removesuffix('.')}; {line.removeprefix(name).lstrip()}", number + 1)
        else:
            found.append((line, 1))
        last = name
    return found


# The choices


def choices(game: Game, view: View, actions: Sequence[int], say: Texts, with_labels: bool = True) -> str:
    """The legal actions, one per line: the text to answer, and its label. Without labels, long lists of one kind
    keep only the first label, as an example."""
    short = set() if with_labels else many(game, actions)
    return "\n".join([line(game, action, view, say, action not in short) for action in actions])


def many(game: Game, actions: Sequence[int]) -> set[int]:
    """All but the first of each kind with more than FEW actions."""
    kinds: dict[str, list[int]] = {}
    for action in actions:
        kinds.setdefault(game.codes.take_apart(action).kind, []).append(action)
    return {action for kind in kinds.values() if len(kind) > FEW for action in kind[1:]}


def line(game: Game, action: int, view: View, say: Texts, with_label: bool = True) -> str:
    text = game.text(action)
    return f"{text}{BAR}{game.label(action, view, say)}" if with_label else text


# The whole prompt


class Notes:
    """How much a player has seen, and their last choice."""

    def __init__(self) -> None:
        self.seen = 0  # length of the journal at the player's last decision
        self.choice = ""  # that decision as text

    def choose(self, state: State, player: int, action: int, say: Texts) -> None:
        """Call this before the action is applied."""
        self.seen = len(state.journal or ())
        chosen = line(state.setting.game, action, state.view(player), say)
        self.choice = words(say.language).say("text.chosen", choice=chosen)


def prompt(state: State, player: int, notes: Notes, say: Texts) -> str:
    """The prompt for a decision, or the view of a player who is not deciding."""
    lines = event_lines((state.journal or [])[notes.seen :], player, say)
    return compose(state.setting.game, state.view(player), state.legal_actions(player), notes.choice, lines, say)


def compose(game: Game, view: View, actions: Sequence[int], choice: str, lines: Sequence[str], say: Texts) -> str:
    """The same from a view: player, position, last choice and the events since, legal actions."""
    own = words(say.language)
    head = who(game, view, say)
    shown = f"# {own.say('text.position')}\n{position(game, view, say)}"
    asked = question(game, view, actions, say, MOST_CHARACTERS - len(head) - len(shown) - ROOM_FOR_STORY)
    since = f"# {own.say('text.since')}\n{choice or own.say('text.first')}"
    room = MOST_CHARACTERS - sum(len(part) + len("\n\n") for part in (head, shown, since, asked))
    happened = story(lines, max(room, LEAST_STORY), say)
    return "\n\n".join(part for part in (head, shown, f"{since}\n{happened}".rstrip(), asked) if part)


def question(game: Game, view: View, actions: Sequence[int], say: Texts, room: int) -> str:
    """The question and the choices; empty if another player decides."""
    if view["decision"] is None:
        return ""
    own = words(say.language)
    head = f"# {own.say('text.decision')}\n{say.say('prompt.' + view['decision'])} {own.say('text.answer')}"
    full = f"{head}\n{choices(game, view, actions, say)}"
    return full if len(full) <= room else f"{head}\n{choices(game, view, actions, say, with_labels=False)}"
