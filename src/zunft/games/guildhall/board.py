"""The position as text sheets, and the costs and gains of a choice. Built from the view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zunft.core.actions import Action
from zunft.core.pair import first, second
from zunft.core.sheet import Cell, Sheet
from zunft.core.text import Texts
from zunft.games.guildhall.cards import PRESTIGE

View = Mapping[str, Any]


# Sheets


def sheets(view: View, say: Texts) -> list[Sheet]:
    found = [status(view, say), halls(view, say), row(view, say)]
    found += [hand(view, say), current_effect(view, say), then(view, say)]
    found += [laid_out(view, say), known_on_deck(view, say), pile(view, say)]
    return [sheet for sheet in found if sheet.title]


def status(view: View, say: Texts) -> Sheet:
    if view["over"]:
        return Sheet(say.say("sheet.status_over", players=view["winners"]), [], [])
    if view["turn"] == 0:
        return Sheet(say.say("sheet.status_start", professions=view["professions"]), [], [])
    line = say.say(
        "sheet.status",
        turn=view["turn"],
        player=view["active"],
        actions=view["actions_left"],
        deck=view["deck"]["size"],
        pile=view["pile"]["size"],
        top=cards([view["pile"]["top"]], say) if view["pile"]["top"] else say.say("sheet.none"),
        prestige=view["prestige_deck"],
    )
    return Sheet(line, [], [])


def heads(say: Texts, *words: str) -> list[str]:
    return [say.say(f"sheet.{word}") for word in words]


def cards(ids: Sequence[str], say: Texts) -> str:
    return ", ".join(say.put(card, "card", {}) for card in ids) or say.say("sheet.none")


def halls(view: View, say: Texts) -> Sheet:
    """A column per player, a row per profession in play: the colours in the hall."""
    people = view["players"]
    names = [say.name(player) for player in range(len(people))]
    rows: list[list[object]] = [
        [say.say("sheet.points"), *(Cell(me["vp"], "strong") for me in people)],
        [say.say("sheet.hand"), *(hand_size(me, say) for me in people)],
    ]
    for profession in view["professions"]:
        name = say.put(profession, "profession", {})
        rows.append([name, *(colours(me["hall"], profession, say) for me in people)])
    rows.append([say.say("sheet.complete"), *(complete(me, say) for me in people)])
    rows.append([say.say("sheet.area"), *(cards(me["area"], say) for me in people)])
    rows.append([say.say("sheet.prestige"), *(prestige(me, say) for me in people)])
    return Sheet(say.say("sheet.halls"), [say.say("sheet.player"), *names], rows)


def prestige(me: View, say: Texts) -> str:
    return ", ".join(say.put(card, "prestige", {}) for card in me["prestige"]) or say.say("sheet.none")


def hand_size(me: View, say: Texts) -> str:
    if me["known"]:
        return say.say("sheet.known_hand", count=me["hand_size"], cards=me["known"])
    return str(me["hand_size"])


def colours(hall: Sequence[str], profession: str, say: Texts) -> str:
    parted = [card.partition("-") for card in hall]
    found = [say.put(colour, "colour", {}) for colour, _, owner in parted if owner == profession]
    return " ".join(found) or say.say("sheet.none")


def complete(me: View, say: Texts) -> str:
    if me["complete_chapters"]:
        return say.say("sheet.own_complete", count=me["complete"], chapters=me["complete_chapters"])
    return str(me["complete"])


def row(view: View, say: Texts) -> Sheet:
    rows = [
        [say.put(card, "prestige", {}), view["costs"][card], say.put(card, "prestige_effect", {})]
        for card in view["row"]
    ]
    return Sheet(say.say("sheet.row"), heads(say, "card", "cost", "effect"), rows)


def hand(view: View, say: Texts) -> Sheet:
    if view["viewer"] is None:
        return Sheet("", [], [])
    held = view["players"][view["viewer"]]["hand"]
    rows = [[say.put(card, "card", {}), held.count(card)] for card in dict.fromkeys(held)]
    return Sheet(say.say("sheet.own_hand"), heads(say, "card", "copies"), rows)


def current_effect(view: View, say: Texts) -> Sheet:
    """The effect in progress: its card, level, target, and cards left to choose."""
    effect = view["effect"]
    if effect is None:
        return Sheet("", [], [])
    parts = [name_of(effect["card"], say)]
    if effect["level"] is not None:
        parts.append(say.say("board.level", level=effect["level"]))
    if effect["target"] is not None:
        parts.append(say.say("board.against", player=effect["target"]))
    if effect["left"] is not None:
        parts.append(say.put(effect["left"], "to_come", {}))
    return Sheet(say.say("sheet.current_effect"), [], [[", ".join(parts)]])


def name_of(card: str, say: Texts) -> str:
    return say.put(card, "prestige" if card in PRESTIGE else "profession", {})


def then(view: View, say: Texts) -> Sheet:
    """What follows the current decision, next first."""
    rows = [[following(task["step"], task["place"], say)] for task in view["waiting"]]
    return Sheet(say.say("sheet.then") if rows else "", [], rows)


def following(step: str, place: int, say: Texts) -> str:
    """The meaning of `place` depends on the step, see steps.py."""
    match step:
        case "robber":
            return say.say("then.robber", target=second(place), count=first(place))
        case "check_limit":
            return say.say("then.check_limit", target=place)
        case "prestige_effect":
            return say.say("then.prestige_effect", prestige=PRESTIGE[place])
        case "p3_hand":
            return say.say("then.p3_hand", prestige="p3_hand")
        case _:
            return say.say(f"then.{step}", count=place)


def laid_out(view: View, say: Texts) -> Sheet:
    """Cards set aside during a swap, a payment or a discard."""
    lines = [[say.say(f"sheet.{word}", cards=view[word])] for word in ("given", "taken") if view[word]]
    for word in ("paid", "batch"):
        found = view[word]
        if found["cards"]:
            lines.append([say.say(f"sheet.{word}", cards=found["cards"])])
        elif found["size"]:
            lines.append([say.say(f"sheet.{word}_size", count=found["size"])])
    return Sheet(say.say("sheet.laid_out") if lines else "", [], lines)


def known_on_deck(view: View, say: Texts) -> Sheet:
    known = view["deck"]["known"]
    rows = [[say.put(card, "card", {}) if card else say.say("sheet.unknown")] for card in known]
    return Sheet(say.say("sheet.deck") if rows else "", [], rows)


def pile(view: View, say: Texts) -> Sheet:
    """Only for the player searching it."""
    found = view["pile"]["cards"]
    return Sheet(say.say("sheet.pile") if found else "", [], [[cards(found, say)]] if found else [])


# Details of a choice


def details(view: View, action: Action) -> dict[str, Any]:
    """What an action's label needs besides its arguments."""
    args = action.args
    match action.kind:
        case "buy":
            return {"chapters": view["costs"][args["prestige"]]}
        case "level":
            return {"effect": f"{view['effect']['card']}-{args['level']}"}
        case "accept":
            return {"effect": view["effect"]["card"]}
        case "target":
            return {"seat": int(args["player"]) - 1, "choice": view["effect"]["card"]}
        case "start":
            return {"seat": int(args["player"]) - 1}
        case "chapter" | "discard" | "stop":
            return {"choice": view["decision"]}
        case _:
            return {}
