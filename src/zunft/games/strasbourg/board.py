"""The position as text sheets, and the costs and gains of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zunft.core.actions import Action
from zunft.core.sheet import Cell, Sheet
from zunft.core.text import Texts
from zunft.games.strasbourg.names import FEWEST_PLAYERS, GUILD_STEPS

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
    """The number, or "hidden"."""
    return say.say("mark.hidden") if value is None else str(value)


def stack(values: list[int]) -> str:
    return "+".join([str(value) for value in values])


# Round tiles


def rounds_sheet(view: View, say: Texts) -> Sheet:
    title = say.say(
        "sheet.rounds" if view["round"] else "board.choosing_tasks", round=view["round"], rounds=view["rounds"]
    )
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
    """A row of squares, then the corners below it; a corner appears under the square to its upper left."""
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
    columns = ("prestige", "city", "coins", "goods", "privileges", "pile", "bottom", "hand", "stacks", "known", "bid")
    rows = [player_row(view, say, player) for player in range(len(view["players"]))]
    titles = ["", *head(say, "player", *columns, "used", "lost"), ""]
    return Sheet(say.say("sheet.players"), titles, rows)


def player_row(view: View, say: Texts, player: int) -> list[object]:
    me = view["players"][player]
    marks = [say.say("mark.start")] * (player == view["start"])
    if player in view["queue"]:
        marks.append(say.say("mark.decides", place=view["queue"].index(player) + 1))
    return [
        player + 1,
        name(say, player),
        me["prestige"],
        len(me["city"]),
        number(say, me["coins"]),
        goods_text(say, me["goods"]),
        number(say, me["privileges"]),
        me["pile"],
        spaced(me["bottom"]),
        number(say, me["hand_size"]),
        number(say, None if me["stacks"] is None else spaced(me["stacks"])),
        spaced(me["known"]),
        stack(me["bid"]),
        copies(me["used"]),
        me["lost"] or "",
        ", ".join(marks),
    ]


def spaced(values: list[int]) -> str:
    return " ".join([str(value) for value in values])


def copies(values: list[int]) -> str:
    """ "6×2 5": the cards, highest first."""
    found = []
    for value in dict.fromkeys(values):
        count = values.count(value)
        found.append(f"{value}×{count}" if count > 1 else str(value))
    return " ".join(found)


def goods_text(say: Texts, goods: dict[str, int] | None) -> str:
    if goods is None:
        return say.say("mark.hidden")
    owned = [f"{say.say(f'goods.{good}')} ×{count}" for good, count in goods.items() if count]
    return ", ".join(owned) or say.say("mark.none")


# Visible to the viewer only


def own_sheet(view: View, say: Texts) -> Sheet:
    me = view["players"][view["viewer"]]
    rows: list[list[object]] = [
        [*head(say, "hand"), spaced(me["hand"]) or say.say("mark.none")],
        [*head(say, "stacks"), "  ".join([stack(values) for values in me["contents"]]) or say.say("mark.none")],
    ]
    rows += [[*head(say, "task"), task_text(view, say, task), task_mark(view, say, task)] for task in me["dealt"]]
    return Sheet(say.say("sheet.mine"), [], rows)


def task_text(view: View, say: Texts, task: str) -> str:
    return say.fill("{kind:task_kinds} ({points:prestige})", task_args(view, task))


def task_mark(view: View, say: Texts, task: str) -> Cell:
    """Kept, returned, or not yet decided."""
    me, asked = view["players"][view["viewer"]], view["asked"].get("task")
    if task in me["kept"]:
        return Cell(say.say("mark.kept"), "strong")
    undecided = asked is not None and me["dealt"].index(task) >= me["dealt"].index(asked)
    return Cell(say.say("mark.undecided" if undecided else "mark.returned"), "dim")


def task_args(view: View, task: str) -> dict[str, Any]:
    """Arguments for the task's text."""
    row = next(row for row in view["tasks"] if row["id"] == task)
    if "count_by_players" in row:
        return {**row, "count": row["count_by_players"][len(view["players"]) - FEWEST_PLAYERS]}
    return dict(row)


# Beside the board


def reference(view: View, say: Texts) -> list[Sheet]:
    """All tasks with their points, as on the sheet in the box."""
    rows: list[list[object]] = []
    for task in view["tasks"]:
        condition = say.fill("{kind:task_kinds}", task_args(view, task["id"])) + in_a_tie(view, say, task)
        points = f"{task['points']}{doubt(say, task.get('points_status'))}"
        rows.append([condition + doubt(say, task.get("status")), points])
    title = say.say("sheet.all_tasks")
    if any("reconstructed" in task.values() for task in view["tasks"]):
        title = f"{title}. {say.say('thing_help.reconstructed')}"
    return [Sheet(title, head(say, "task", "prestige"), rows)]


def in_a_tie(view: View, say: Texts, task: View) -> str:
    """The option chosen for the task that can be tied (R46)."""
    if task["kind"] != "most_in_city":
        return ""
    counts = task.get("tie_counts") or view["options"]["most_in_city_tie"] == "counts"
    return " " + say.say("mark.tie_counts" if counts else "mark.tie_fails")


def doubt(say: Texts, status: str | None) -> str:
    return say.say("mark.reconstructed") if status == "reconstructed" else ""


# The end


def tasks_sheet(view: View, say: Texts) -> Sheet:
    """The kept tasks, and whether they are fulfilled."""
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


# Details of a choice


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
            return {"price": price_of(view, action.args["field"]), "near": near(view, action.args["field"])}
        case "sell":
            return {"price": view["good_values"][action.args["good"]]}
        case "chapel":
            return chapel_details(view, me["city"], action.args["spot"])
        case "build":
            return building_details(view, me["city"], action.args["plot"])
        case _:
            return {}


def price_of(view: View, field: str) -> int:
    prices: dict[str, int] = {square["id"]: square["price"] for square in view["map"]["squares"]}
    return prices[field]


def near(view: View, field: str) -> list[str]:
    """What a field is next to, for the texts `near`: buildings, chapels, and free places for them."""
    built = {tile["plot"]: tile["building"] for tile in view["tiles"] if tile["plot"]}
    plots = [square for square in beside(field) if square in view["map"]["plots"]]
    spots = [spot for spot in view["map"]["spots"] if field in round_spot(spot)]
    chapels = [spot for spot in spots if spot in view["chapels"]]
    found = [built[plot] for plot in plots if plot in built]
    found += counted("chapel", len(chapels))
    found += counted("plot", len([plot for plot in plots if plot not in built]))
    found += counted("spot", len(spots) - len(chapels))
    return found or ["fields"]


def counted(word: str, count: int) -> list[str]:
    """ "plot", "plots-2", or nothing."""
    return [word if count == 1 else f"{word}s-{count}"] if count else []


def beside(square: str) -> list[str]:
    row, column = (int(part) for part in square[1:].split("c"))
    return [f"r{row - 1}c{column}", f"r{row + 1}c{column}", f"r{row}c{column - 1}", f"r{row}c{column + 1}"]


def round_spot(spot: str) -> list[str]:
    row, column = (int(part) for part in spot.split("/"))
    return [f"r{row}c{column}", f"r{row}c{column + 1}", f"r{row + 1}c{column}", f"r{row + 1}c{column + 1}"]


def chapel_details(view: View, city: list[str], spot: str) -> dict[str, Any]:
    return {"guilds": view["map"]["guilds_at"][spot], "count": len([at for at in round_spot(spot) if at in city])}


def building_details(view: View, city: list[str], plot: str) -> dict[str, Any]:
    return {
        "building": view["tiles"][view["round"] - 1]["building"],
        "guilds": view["map"]["guilds_at"][plot],
        "count": len([field for field in beside(plot) if field in city]),
    }
