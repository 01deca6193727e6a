"""The position as sheets of words, and what a choice costs or brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zunft.core.actions import Action
from zunft.core.sheet import Cell, Sheet
from zunft.core.text import Texts
from zunft.games.strasbourg.components import FEWEST_PLAYERS
from zunft.games.strasbourg.words import GUILD_STEPS

View = Mapping[str, Any]


def sheets(view: View, say: Texts) -> list[Sheet]:
    shown = [rounds_sheet(view, say), city_sheet(view, say), council_sheet(view, say), players_sheet(view, say)]
    if view["viewer"] is not None:
        shown.append(own_sheet(view, say))
    if view["over"]:
        shown += [tasks_sheet(view, say), points_sheet(view, say)]
    return shown


def head(say: Texts, *words: str) -> list[str]:
    return [say.say(f"head.{word}") for word in words]


def name(say: Texts, player: int | None) -> Cell:
    if player is None:
        return Cell(say.say("mark.none"), "dim")
    return Cell(say.name(player), f"player{player}")


def number(say: Texts, value: object) -> str:
    """As it is, or that it is hidden."""
    return say.say("mark.hidden") if value is None else str(value)


def stack(values: list[int]) -> str:
    return "+".join([str(value) for value in values])


# Round tiles


def rounds_sheet(view: View, say: Texts) -> Sheet:
    title = say.say("sheet.rounds", round=view["round"], rounds=view["rounds"])
    rows = [round_row(view, say, place + 1, tile) for place, tile in enumerate(view["tiles"])]
    return Sheet(title, [*head(say, "round"), *GUILD_STEPS, *head(say, "building", "value", "plot"), ""], rows)


def round_row(view: View, say: Texts, place: int, tile: View) -> list[object]:
    guilds = [say.say(f"guilds.{tile['guilds'][step]}") if tile["guilds"] else "" for step in GUILD_STEPS]
    building = say.say(f"buildings.{tile['building']}") if tile["building"] else ""
    now = place == view["round"] and not view["over"]
    return [
        Cell(place, "strong" if now else ""),
        *guilds,
        building,
        tile["value"] or "",
        tile["plot"] or "",
        moment(view, say) if now else "",
    ]


def moment(view: View, say: Texts) -> Cell:
    text = say.say("mark.planning") if view["step"] is None else say.say("mark.now", step=view["step"])
    return Cell(text, "strong")


# City


def city_sheet(view: View, say: Texts) -> Sheet:
    """A row of squares, then the corners below it; a corner is written under the square to its upper left."""
    columns = view["map"]["columns"]
    owners = owners_of_fields(view)
    buildings = {tile["plot"]: tile["value"] for tile in view["tiles"] if tile["plot"]}
    rows: list[list[object]] = []
    for row in range(view["map"]["rows"]):
        squares = view["map"]["squares"][row * columns : (row + 1) * columns]
        rows.append([f"r{row + 1}", *[square_cell(say, square, owners, buildings) for square in squares]])
        corners = [corner_mark(view, f"{row + 1}/{column + 1}") for column in range(columns)]
        if any(corners):
            rows.append(["", *corners])
    title = f"{say.say('sheet.city')}. {say.say('mark.legend')}"
    return Sheet(title, ["", *[f"c{column + 1}" for column in range(columns)]], rows)


def owners_of_fields(view: View) -> dict[str, int]:
    return {field: player for player, me in enumerate(view["players"]) for field in me["city"]}


def square_cell(say: Texts, square: View, owners: dict[str, int], buildings: dict[str, int]) -> Cell:
    if square["guild"] is None:
        built = buildings.get(square["id"])
        return Cell("##", "dim") if built is None else Cell(f"#{built}#", "strong")
    guild = say.say(f"short.{square['guild']}")
    owner = owners.get(square["id"])
    return Cell(f"{guild}{square['price']}") if owner is None else Cell(f"{guild}[{owner + 1}]", f"player{owner}")


def corner_mark(view: View, corner: str) -> str:
    if corner in view["chapels"]:
        return "   +"
    return "   o" if corner in view["map"]["spots"] else ""


# Council


def council_sheet(view: View, say: Texts) -> Sheet:
    rows = []
    for seat, holder in view["council"].items():
        row = [say.say(f"seats.{seat}"), name(say, holder)]
        if seat in view["guild_goods"]:
            good = view["guild_goods"][seat]
            row += [say.say(f"short.{seat}"), say.say(f"goods.{good}"), view["good_values"][good]]
        rows.append(row)
    return Sheet(say.say("sheet.council"), head(say, "seat", "holder", "short", "good", "value"), rows)


# Players


def players_sheet(view: View, say: Texts) -> Sheet:
    columns = ("prestige", "city", "coins", "goods", "privileges", "pile", "bottom", "stacks", "bid")
    rows = [player_row(view, say, player) for player in range(len(view["players"]))]
    return Sheet(say.say("sheet.players"), ["", *head(say, "player", *columns), ""], rows)


def player_row(view: View, say: Texts, player: int) -> list[object]:
    me = view["players"][player]
    marks = [say.say("mark.start")] * (player == view["start"])
    marks += [say.say("mark.undecided")] * (player in view["queue"])
    return [
        player + 1,
        name(say, player),
        me["prestige"],
        len(me["city"]),
        number(say, me["coins"]),
        goods_text(say, me["goods"]),
        number(say, me["privileges"]),
        me["pile"],
        " ".join([str(value) for value in me["bottom"]]),
        number(say, None if me["stacks"] is None else " ".join([str(size) for size in me["stacks"]])),
        stack(me["bid"]),
        ", ".join(marks),
    ]


def goods_text(say: Texts, goods: dict[str, int] | None) -> str:
    if goods is None:
        return say.say("mark.hidden")
    owned = [f"{say.say(f'goods.{good}')} ×{count}" for good, count in goods.items() if count]
    return ", ".join(owned) or say.say("mark.none")


# What only the viewer sees


def own_sheet(view: View, say: Texts) -> Sheet:
    me = view["players"][view["viewer"]]
    rows: list[list[object]] = [
        [*head(say, "hand"), " ".join([str(value) for value in me["hand"]]) or say.say("mark.none")],
        [*head(say, "stacks"), "  ".join([stack(values) for values in me["contents"]]) or say.say("mark.none")],
    ]
    rows += [[*head(say, "task"), task_text(view, say, task), task_mark(view, say, task)] for task in me["dealt"]]
    return Sheet(say.say("sheet.mine"), [], rows)


def task_text(view: View, say: Texts, task: str) -> str:
    return say.fill("{kind:task_kinds} ({points:prestige})", task_args(view, task))


def task_mark(view: View, say: Texts, task: str) -> Cell:
    """Once all are chosen, what was not kept was returned."""
    kept = view["players"][view["viewer"]]["kept"]
    if task in kept:
        return Cell(say.say("mark.kept"), "strong")
    return Cell(say.say("mark.returned") if view["round"] else "", "dim")


def task_args(view: View, task: str) -> dict[str, Any]:
    """What the text of a task speaks of."""
    row = next(row for row in view["tasks"] if row["id"] == task)
    if "count_by_players" in row:
        return {**row, "count": row["count_by_players"][len(view["players"]) - FEWEST_PLAYERS]}
    return dict(row)


# The end


def tasks_sheet(view: View, say: Texts) -> Sheet:
    """The tasks that were kept, and whether they are fulfilled."""
    rows: list[list[object]] = []
    for player, me in enumerate(view["players"]):
        for task in me["kept"]:
            met = task in me["fulfilled"]
            mark = Cell(say.say("mark.fulfilled" if met else "mark.failed"), "gain" if met else "loss")
            rows.append([name(say, player), task_text(view, say, task), mark])
    return Sheet(say.say("source.tasks"), head(say, "player", "task"), rows)


def points_sheet(view: View, say: Texts) -> Sheet:
    sources = list(view["points"][0])
    titles = [say.say(f"source.{source}") for source in sources]
    rows = []
    for player, points in enumerate(view["points"]):
        won = "strong" if player in view["winners"] else ""
        rows.append([name(say, player), *[points[source] for source in sources], Cell(sum(points.values()), won)])
    return Sheet(say.say("sheet.points"), [*head(say, "player"), *titles, *head(say, "total")], rows)


# What a choice is about


def details(view: View, action: Action) -> dict[str, Any]:
    me = view["players"][view["viewer"]] if view["viewer"] is not None else {}
    match action.kind:
        case "keep" | "return":
            return task_args(view, view["asked"]["task"])
        case "new-stack":
            return {"card": view["asked"]["card"]}
        case "join":
            values = me["contents"][int(action.args["stack"]) - 1]
            return {"card": view["asked"]["card"], "cards": stack(values)}
        case "reveal":
            values = me["contents"][int(action.args["stack"]) - 1]
            return {"cards": stack(values), "count": sum(values)}
        case "good":
            return {"good": view["guild_goods"][view["guild"]]}
        case "field":
            return {"price": price_of(view, action.args["field"])}
        case "sell":
            return {"price": view["good_values"][action.args["good"]]}
        case "chapel":
            return chapel_details(me["city"], action.args["spot"])
        case "build":
            return building_details(view, me["city"], action.args["plot"])
        case _:
            return {}


def price_of(view: View, field: str) -> int:
    prices: dict[str, int] = {square["id"]: square["price"] for square in view["map"]["squares"]}
    return prices[field]


def chapel_details(city: list[str], spot: str) -> dict[str, Any]:
    row, column = (int(part) for part in spot.split("/"))
    fields = [f"r{row}c{column}", f"r{row}c{column + 1}", f"r{row + 1}c{column}", f"r{row + 1}c{column + 1}"]
    return {"first": fields[0], "second": fields[-1], "count": len([field for field in fields if field in city])}


def building_details(view: View, city: list[str], plot: str) -> dict[str, Any]:
    row, column = (int(part) for part in plot[1:].split("c"))
    beside = [f"r{row - 1}c{column}", f"r{row + 1}c{column}", f"r{row}c{column - 1}", f"r{row}c{column + 1}"]
    building = view["tiles"][view["round"] - 1]["building"]
    return {"building": building, "count": len([field for field in beside if field in city])}
