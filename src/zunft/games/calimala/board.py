"""The position as text sheets, and the gains of a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zunft.core.actions import Action
from zunft.core.sheet import Cell, Sheet
from zunft.core.text import Texts
from zunft.games.calimala.names import ACTIONS, COLOURS, MATERIALS
from zunft.games.calimala.nine_actions import cost_args

View = Mapping[str, Any]

# The city map layout: cells by number, spaces by name.
MAP: tuple[tuple[int | str, ...], ...] = (
    (0, "h01", 1, "h12", 2),
    ("v03", "", "v14", "", "v25"),
    (3, "h34", 4, "h45", 5),
    ("v36", "", "v47", "", "v58"),
    (6, "h67", 7, "h78", 8),
)


def sheets(view: View, say: Texts) -> list[Sheet]:
    found = [city_map(view, say), council(view, say), players(view, say), cities(view, say), churches(view, say)]
    found.append(open_cards(view, say))
    if view["turn"] and not view["over"]:
        found.append(this_turn(view, say))
    if view["viewer"] is not None:
        found.append(own_cards(view, say))
    if view["over"]:
        found.append(result(view, say))
    return found


def names(view: View, say: Texts) -> list[Cell]:
    return [Cell(say.name(player), f"player{player}") for player in range(len(view["players"]))]


def head(view: View, say: Texts, *after: str) -> list[str]:
    return ["", *(cell.text for cell in names(view, say)), *after]


def word(say: Texts, section: str, name: str | None) -> str:
    return "" if name is None else say.say(f"{section}.{name}")


# City map and council


def city_map(view: View, say: Texts) -> Sheet:
    """Actions in capitals between the spaces; discs from the bottom up as seat numbers."""
    spaces = {space["id"]: space for space in view["spaces"]}
    rows = [[map_cell(view, say, spaces, place) for place in row] for row in MAP]
    return Sheet(say.say("sheet.map"), [], rows)


def map_cell(view: View, say: Texts, spaces: Mapping[str, View], place: int | str) -> Cell:
    if isinstance(place, int):
        return Cell(word(say, "actions", view["cells"][place]).upper(), "strong")
    if not place:
        return Cell("")
    stack = [disc_mark(disc, say) for disc in spaces[place]["stack"]]
    in_use = view["activation"] is not None and view["activation"]["space"] == place
    return Cell(f"{place} [{' '.join(stack)}]", "gain" if in_use else "")


def disc_mark(disc: int | str, say: Texts) -> str:
    return say.say("sheet.white") if disc == "white" else str(int(disc) + 1)


def council(view: View, say: Texts) -> Sheet:
    rows: list[list[object]] = []
    for number, seat in enumerate(view["council"], 1):
        rows.append([number, word(say, "tiles", seat["tile"]), owner(seat["player"], say), scored(seat["scored"], say)])
    for player in view["further_seats"]:
        rows.append([say.say("sheet.further"), "", owner(player, say), ""])
    titles = [say.say(f"sheet.{column}") for column in ("seat", "tile", "owner")]
    return Sheet(say.say("sheet.council"), [*titles, ""], rows)


def owner(player: int | None, say: Texts) -> Cell:
    return Cell("") if player is None else Cell(say.name(player), f"player{player}")


def scored(is_scored: bool, say: Texts) -> Cell:
    return Cell(say.say("sheet.scored") if is_scored else "", "dim")


# The turn


def this_turn(view: View, say: Texts) -> Sheet:
    """The choices made so far in this decision, and what the disc in use can still do."""
    rows: list[list[object]] = [[say.say("sheet.turn"), view["turn"]]]
    if view["last_round"]:
        rows.append([say.say("sheet.last_round"), say.say("sheet.yes")])
    if view["asked"] is not None:
        rows += chosen_before(view["asked"]["decision"], view["asked"]["place"], say)
    if view["activation"] is not None:
        rows += disc_in_use(view["activation"], say)
    return Sheet(say.say("sheet.now"), [], rows)


def chosen_before(decision: str, place: int, say: Texts) -> list[list[object]]:
    match decision:
        case "space":
            return [[say.say("sheet.disc"), word(say, "colours", COLOURS[place])]]
        case "church":
            return [[say.say("sheet.gift"), word(say, "materials", MATERIALS[place])]]
        case "port" | "trade_city":
            return [[say.say("sheet.deliveries"), place]]
        case _:
            return []


def disc_in_use(activation: View, say: Texts) -> list[list[object]]:
    space = activation["space"]
    rows: list[list[object]] = [
        [say.say("sheet.space"), f"{' / '.join(word(say, 'actions', each) for each in activation['left'])} ({space})"],
        [say.say("sheet.level"), activation["level"]],
    ]
    for action, left in activation["left"].items():
        done = activation["done"][action]
        rows.append([word(say, "actions", action), f"{say.say('sheet.left')}: {left}, {say.say('sheet.done')}: {done}"])
    rows.append([say.say("sheet.drawn"), activation["drawn"]])
    if activation["duty"]:
        rows.append([say.say("sheet.duty"), say.say("sheet.yes")])
    return rows


# Players


def players(view: View, say: Texts) -> Sheet:
    mats = view["players"]
    rows: list[list[object]] = [
        [say.say("sheet.points"), *(Cell(me["points"], "strong") for me in mats)],
        [say.say("sheet.coloured_discs"), *(me["discs"]["coloured"] for me in mats)],
        [say.say("sheet.white_discs"), *(me["discs"]["white"] for me in mats)],
        [say.say("sheet.supply"), *(me["cubes"] for me in mats)],
        *([word(say, "materials", name), *(me["warehouse"][name] for me in mats)] for name in MATERIALS),
        [say.say("sheet.workshops"), *(" ".join(map(str, me["workshops"])) for me in mats)],
        [say.say("sheet.ships"), *(me["ships"] for me in mats)],
        [say.say("sheet.houses"), *(city_names(me["houses"], say) for me in mats)],
        [say.say("sheet.influence"), *(me["influence"] for me in mats)],
        [say.say("sheet.hand"), *(me["hand_size"] for me in mats)],
        [say.say("sheet.kept"), *(word(say, "cards", me["scoring_card"]) for me in mats)],
        marker(view, say, "start_player"),
        marker(view, say, "active"),
    ]
    return Sheet(say.say("sheet.players"), head(view, say), rows)


def city_names(houses: Sequence[str], say: Texts) -> str:
    return ", ".join(word(say, "cities", city) for city in houses)


def marker(view: View, say: Texts, key: str) -> list[object]:
    seats = range(len(view["players"]))
    return [say.say(f"sheet.{key}"), *(say.say("sheet.yes") if player == view[key] else "" for player in seats)]


# The board


def cities(view: View, say: Texts) -> Sheet:
    rows: list[list[object]] = []
    for city in view["cities"]:
        cubes = [me["cloth"][city["id"]] for me in view["players"]]
        rows.append([word(say, "cities", city["id"]), *cubes, city["free"]])
    return Sheet(say.say("sheet.cities"), head(view, say, say.say("sheet.free")), rows)


def churches(view: View, say: Texts) -> Sheet:
    rows: list[list[object]] = []
    for church in view["churches"]:
        for material in MATERIALS:
            cubes = [me["material"][church["id"]][material] for me in view["players"]]
            title = f"{word(say, 'sites', church['id'])}: {word(say, 'materials', material)}"
            rows.append([title, *cubes, church["free"][material]])
    for site in view["art_sites"]:
        cubes = [me["artworks"][site["id"]] for me in view["players"]]
        rows.append([f"{word(say, 'sites', site['id'])}: {say.say('sheet.artworks')}", *cubes, site["free"]])
    places = [gallery_places(view["gallery"], player) for player in range(len(view["players"]))]
    rows.append([f"{word(say, 'sites', 'palazzo_vecchio')}: {say.say('sheet.gallery')}", *places, ""])
    return Sheet(say.say("sheet.churches"), head(view, say, say.say("sheet.free")), rows)


def gallery_places(gallery: Sequence[int], player: int) -> str:
    """The art spaces of Palazzo Vecchio with the player's artworks."""
    return " ".join(str(space) for space, owner in enumerate(gallery, 1) if owner == player)


# Cards


def open_cards(view: View, say: Texts) -> Sheet:
    discard = [f"{word(say, 'actions', name)} {number}" for name, number in view["discard"].items() if number]
    rows: list[list[object]] = [
        [say.say("sheet.face_up"), word(say, "cards", view["face_up_card"])],
        [say.say("sheet.deck"), view["deck"]],
        [say.say("sheet.discard"), ", ".join(discard)],
    ]
    return Sheet(say.say("sheet.open_cards"), [], rows)


def own_cards(view: View, say: Texts) -> Sheet:
    me = view["players"][view["viewer"]]
    rows: list[list[object]] = [[word(say, "actions", name), me["hand"][name]] for name in ACTIONS if me["hand"][name]]
    dealt = ", ".join(word(say, "cards", card) for card in me["scoring_cards_dealt"])
    rows += [
        [say.say("sheet.kept"), Cell(word(say, "cards", me["scoring_card"]), "strong")],
        [say.say("sheet.dealt"), dealt],
    ]
    return Sheet(say.say("sheet.cards"), [say.say("sheet.card"), say.say("sheet.count")], rows)


def result(view: View, say: Texts) -> Sheet:
    points = view["points"]
    rows: list[list[object]] = [
        [word(say, "source", source), *(sources[source] for sources in points)] for source in points[0]
    ]
    rows.append([say.say("sheet.total"), *(Cell(sum(sources.values()), "strong") for sources in points)])
    won = [say.say("sheet.yes") if player in view["winners"] else "" for player in range(len(points))]
    rows.append([say.say("sheet.winner"), *won])
    return Sheet(say.say("sheet.end"), head(view, say), rows)


# Details of a choice


def details(view: View, action: Action) -> dict[str, Any]:
    """Extra words for action labels."""
    name = next(iter(action.args.values()), "")
    if action.kind in ("space", "seat"):
        space = by_id(view["spaces"], name)
        return {"first": space["actions"][0], "second": space["actions"][1], "discs": len(space["stack"])}
    if action.kind == "build":
        return cost_args(**view["mat"]["costs"][name])
    if action.kind == "cannot":
        return {"outcome": "card" if draws_card(view, name) else "nothing"}
    if view["viewer"] is None:
        return {"count": 0, "own": 0, "free": 0}
    return details_for(view, action.kind, name, view["players"][view["viewer"]])


def draws_card(view: View, action: str) -> bool:
    """Whether giving up this action, which cannot be executed now, earns a card (C8)."""
    activation = view["activation"]
    if activation is None or activation["done"].get(action, 0):
        return False
    return bool(activation["earns"] and view["deck"] + sum(view["discard"].values()))


def details_for(view: View, kind: str, name: str, me: View) -> dict[str, Any]:
    match kind:
        case "disc":
            return {"count": me["discs"][name]}
        case "card":
            return {"count": me["hand"][name]}
        case "port" | "trade":
            return {"own": me["cloth"][name], "free": by_id(view["cities"], name)["free"]}
        case "art":
            return {"free": by_id(view["art_sites"], name)["free"]}
        case "material":
            return {"count": me["warehouse"][name]}
        case "church":
            return {
                "own": sum(me["material"][name].values()),
                "free": free_for_gift(view, by_id(view["churches"], name)["free"]),
            }
        case _:
            return {}


def free_for_gift(view: View, free: Mapping[str, int]) -> int:
    """Free spaces for the material being contributed."""
    asked = view["asked"]
    return free[MATERIALS[asked["place"]]] if asked and asked["decision"] == "church" else sum(free.values())


def by_id(rows: Sequence[View], name: str) -> View:
    return next(row for row in rows if row["id"] == name)
