"""Live regions of a table's page, and incremental updates for pages already open."""

from __future__ import annotations

from functools import lru_cache
from operator import ne
from typing import Any, Final

import msgspec

from zunft.core.play import reason_of
from zunft.server.tables import guidance
from zunft.server.tables.guidance import ORIGIN as TUTORIAL
from zunft.server.tables.log import OVER, PLAYING, UNDO, WAITING
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views import rendering
from zunft.server.views.boards import Choice, WhyNot, boards
from zunft.server.views.ending import ending
from zunft.server.views.glossary import with_terms
from zunft.server.views.journal import AT_FIRST, log_html, only_chat, page_of, since_last_turn, without_chat
from zunft.server.views.memo import memoised, memoised_since
from zunft.server.views.position import Position, flights, lines, position, visible_entries
from zunft.server.views.questions import has_questions
from zunft.server.views.rendering import rendered
from zunft.server.views.rules import paragraph
from zunft.server.views.sequences import Sets, sets_of
from zunft.server.views.site import environment
from zunft.server.views.standings import shown
from zunft.server.views.tutorial import lit, next_region, text_region
from zunft.server.views.waiting import agreed

REGIONS_KEPT: Final = 4096
KEYS: Final = "1234567890abcdefghijklmnopqstuvwxy"  # r opens the rules, z is undo
LETTERS: Final = KEYS[10:]  # if labels begin with an amount: "1 1 beer" would be read as eleven
MOST_LISTED: Final = 12  # choices of one kind listed if they are sets

Pieces = list[str]


def regions(table: Table, viewer: int | None, language: str, has_reviews: bool) -> dict[str, Pieces]:
    """By id; the same for all viewers of this seat. `has_reviews`: whether this server reviews finished games."""

    def make() -> dict[str, Pieces]:
        if rendering.reloading:
            part.cache_clear()
        found = position(table, viewer, language)
        stop = guidance.present_beat(table)  # a tutorial goes step by step
        sets = sets_of(table, found, language) if stop is None else None
        drawn = {
            "board": board(table, found, language, sets),
            "decision": decision(table, found, language, has_reviews, sets),
            "seats": seats(table, found, language),
            "standings": [part("standings", language, table.names, **shown(table, found, language))],
        }
        return guided(table, found, drawn, language) if table.setup.origin == TUTORIAL else drawn

    return memoised(table, ("regions", viewer, language, has_reviews), make)


def guided(table: Table, found: Position, drawn: dict[str, Pieces], language: str) -> dict[str, Pieces]:
    """Adds the tutorial's text, and highlights what it refers to."""
    shown = {name: [lit("".join(drawn[name]), table, found.seat, found.actions)] for name in ("board", "decision")}
    return {**drawn, **shown, "tutorial": [text_region(table, found.seat, language)]}


@lru_cache(REGIONS_KEPT)
def part(template: str, language: str, names: tuple[str, ...], **values: Any) -> str:
    """A part of a region, cached by its arguments: unchanged parts are the identical strings."""
    words = site_texts()[language].with_names(names)
    return rendered(environment(), f"live/{template}.html", {**values, "ui": words.say, "texts": words})


def board(table: Table, found: Position, language: str, sets: Sets | None = None) -> Pieces:
    """The head ends with the position's number, the only piece that differs after every move."""
    head = [part("board", language, (), table=found.table), str(found.number), '">\n']
    if found.view is None:
        people = {"players": tuple(found.players), "viewer": found.seat}
        return [*head, part("waiting", language, (), agreed=agreed(table, language), **people)]
    why = why_not(table, found.seat, language) if found.actions else None
    return [*head, *boards(table.game, language).draw(found.view, offered(found, sets), table.names, why), "</form>"]


def why_not(table: Table, player: int | None, language: str) -> WhyNot:
    """Reasons for the player who is to decide, from that player's knowledge only."""
    game = table.game
    say = game.texts[language].with_names(table.names)
    legal = frozenset(table.state.legal_actions(player))

    def why(text: str) -> str:
        action = game.parse(text)
        return "" if player is None or action in legal else reason_of(table.state, player, action).say(say)

    return why


def offered(found: Position, sets: Sets | None) -> list[Choice]:
    """What can be clicked: choices, or members of a set."""
    return sets.parts if sets else found.actions


def decision(table: Table, found: Position, language: str, has_reviews: bool, sets: Sets | None = None) -> Pieces:
    if found.status == WAITING:
        return [part("open", language, ())]
    if found.status == OVER:
        return [over(table, found, language, has_reviews)]
    if guidance.is_reading(table):
        return [next_region(table, found.seat, language)]
    if found.actions:
        what = choices(table, found, language, sets)
    else:
        acting = tuple([each.seat for each in found.players if each.acting])
        what = part("others", language, table.names, acting=acting)
    undo = {"undo": found.undo, "undo_bar": found.undo_bar, "redo": found.redo}
    asked = {"table": found.table, "seat": found.seat, "vote": found.vote}
    return [what, part("tools", language, table.names, hints=found.hints, **asked, **undo), "</section>"]


def over(table: Table, found: Position, language: str, has_reviews: bool) -> str:
    end = ending(table, found.seat, language)
    can_review = has_reviews and not table.ended
    values = {"position": found, "ui": site_texts()[language].say, "end": end, "can_review": can_review}
    return rendered(environment(), "live/over.html", values)


def choices(table: Table, found: Position, language: str, sets: Sets | None = None) -> str:
    ui = site_texts()[language].say
    kinds = grouped(offered(found, sets))
    values: dict[str, Any] = {"ui": ui, "decision": found.decision, "prompt": found.prompt, "kinds": kinds}
    values["parts"] = [choice.text for choice in sets.parts] if sets else []
    values["sets"] = "|".join([" ".join(map(str, each)) for each in sets.sets]) if sets else ""
    about = paragraph(table.game, found.decision, language)
    values |= {"about": with_terms(about, table.game, language), "game": found.game}
    values["has_questions"] = has_questions(table.game)
    return rendered(environment(), "live/choices.html", values)


def seats(table: Table, found: Position, language: str) -> Pieces:
    people = {"players": tuple(found.players), "viewer": found.seat, "playing": found.status == PLAYING}
    return [part("seats", language, table.names, table=found.table, **people)]


class Group(msgspec.Struct):
    """Choices of one kind, with their help text."""

    kind: str
    help: str
    choices: list[tuple[str, Choice]]  # key to press, choice

    @property
    def is_set(self) -> bool:
        """Many choices, each of them a set: composed on the board, and listed only on request."""
        return len(self.choices) > MOST_LISTED and any(
            " " in value for _, choice in self.choices for value in choice.args.values()
        )


def grouped(choices: list[Choice]) -> list[Group]:
    """By kind, in the order of the choices."""
    groups: dict[str, Group] = {}
    keys = LETTERS if any(choice.label[:1].isdigit() for choice in choices) else KEYS
    for place, choice in enumerate(choices):
        group = groups.setdefault(choice.kind, Group(choice.kind, choice.help, []))
        group.choices.append((keys[place] if place < len(keys) else "", choice))
    return list(groups.values())


# Updates


class Update(msgspec.Struct):
    """An update without the regions, which depend on what the page already has."""

    number: int
    log: str
    chat: str  # new messages
    earlier: int | None  # if it replaces the log: the position to load earlier lines from
    replaces_log: bool  # something was undone
    summary: str
    moves: list[dict[str, str]]
    turn: bool
    since: str  # what others did since the viewer's last decision


def update(table: Table, viewer: int | None, language: str, since: int) -> Update:
    def make() -> Update:
        happened = visible_entries(table, viewer, since)
        replaces_log = any(each.entry.kind == UNDO for each in happened)
        page = page_of(table, viewer, language) if replaces_log else None
        new = page.lines if page else lines(table, viewer, language, happened)[-AT_FIRST:]
        summary = [] if replaces_log else [line for line in new if line.kind == "summary"]
        return Update(
            table.number(viewer),
            log_html(table, without_chat(new)),
            "" if replaces_log else log_html(table, only_chat(new)),
            page.earlier if page else None,
            replaces_log,
            log_html(table, summary) if summary else "",
            flights(viewer, happened),
            viewer is not None and viewer in table.deciders,
            log_html(table, since_last_turn(table, viewer, language)),
        )

    return memoised_since(table, viewer, since, ("update", language), make)


class LivePage:
    """One stream to one page. Pieces that the page already has are sent as indexes."""

    def __init__(self, viewer: int | None, language: str, has_reviews: bool) -> None:
        self.viewer = viewer
        self.language = language
        self.has_reviews = has_reviews
        self.sent: dict[str, Pieces] = {}

    def __call__(self, table: Table, since: int) -> bytes:
        present = regions(table, self.viewer, self.language, self.has_reviews)
        changed = {name: change(self.sent.get(name, []), now) for name, now in present.items()}
        self.sent = present
        return msgspec.json.encode({"update": update(table, self.viewer, self.language, since), "regions": changed})


def change(before: Pieces, now: Pieces) -> list[str | list[int]]:
    """New pieces as text, known ones as ranges of indexes into `before`: [start, end)."""
    return changed_in_place(before, now) if len(before) == len(now) else moved(before, now)


def changed_in_place(before: Pieces, now: Pieces) -> list[str | list[int]]:
    """With the same number of pieces, hardly any has moved."""
    found: list[str | list[int]] = []
    first = 0  # of a run of known pieces not yet sent
    for place, differs in enumerate(map(ne, now, before)):
        if differs:
            if first < place:
                found.append([first, place])
            found.append(str(now[place]))  # a plain str, not Markup
            first = place + 1
    if first < len(now):
        found.append([first, len(now)])
    return found


def moved(before: Pieces, now: Pieces) -> list[str | list[int]]:
    """Known pieces are found by their previous index."""
    places = {piece: place for place, piece in enumerate(before)}
    found: list[str | list[int]] = []
    first = last = 0  # a run of known pieces not yet sent
    for piece in now:
        if last < len(before) and before[last] == piece:
            last += 1
            continue
        if first < last:
            found.append([first, last])
        place = places.get(piece)
        if place is None:
            found.append(str(piece))
            first = last = last + 1  # most likely it replaces one piece
        else:
            first, last = place, place + 1
    if first < last:
        found.append([first, last])
    return found
