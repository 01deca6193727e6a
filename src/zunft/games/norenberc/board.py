"""The position as text sheets, and the costs and gains of a choice. Built from the view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zunft.core.actions import Action
from zunft.core.sheet import Cell, Sheet
from zunft.core.text import Texts
from zunft.games.norenberc.tiles import CITIZEN_FACES, GOODS, GUILDS, TILE_OF

View = Mapping[str, Any]


# Sheets


def sheets(view: View, say: Texts) -> list[Sheet]:
    return [status(view, say), houses(view, say), players(view, say), unseen(view, say), *box(view, say)]


def status(view: View, say: Texts) -> Sheet:
    if view["prestige_guild"] is None:
        return Sheet(say.say("sheet.status_start"), [], [])
    line = say.say(
        "sheet.status",
        round=say.say("sheet.round", **{key: view[key] for key in ("round", "rounds", "turn")}),
        phase=phase(view, say),
        prestige=view["prestige_guild"],
        stack=view["stack"],
    )
    return Sheet(line, [], [])


def phase(view: View, say: Texts) -> str:
    if view["over"]:
        return say.say("sheet.over")
    if view["called"] is None:
        return say.say("sheet.planning")
    parts = [say.say("sheet.called", guild=view["called"], limit=view["buy_limit"])]
    if view["hiring"]:
        parts.append(say.say("sheet.hiring", room=view["hiring"]))
    if view["robbing"] is not None:
        parts.append(say.say("sheet.robbing", victim=view["robbing"]))
    if view["swapping"]:
        parts.append(say.say("sheet.swapping", **swap_details(view, view["swapping"])))
    return ", ".join(parts)


def houses(view: View, say: Texts) -> Sheet:
    head = ["guild", "price", "workshop", "rooms", "storehouse", "roof", "crests"]
    rows = [house_row(view, house, say) for house in view["houses"]]
    return Sheet(say.say("sheet.houses"), [say.say(f"sheet.{word}") for word in head], rows)


def house_row(view: View, house: View, say: Texts) -> list[object]:
    called = house["guild"] == view["called"]
    number = GUILDS.index(house["guild"]) + 1
    name = f"{number} {say.put(house['guild'], 'guild', {})}"
    return [
        Cell(name, "strong" if called else ""),
        Cell(master(house, say), "strong"),
        workshop(house["windows"]) or say.say("sheet.none"),
        " | ".join(tile_name(tile, say) for tile in house["rooms"]),
        goods_list(house["storehouse"], say),
        roof(house, say),
        " ".join([str(house["crests"])] + [f"+ {say.say('sheet.prestige')}"] * house["prestige_crest"]),
    ]


def master(house: View, say: Texts) -> str:
    """The price, and whether the favourite also gains an agent."""
    if house["price"] is None:
        return say.say("sheet.none")
    return say.say(
        "sheet.price_agent" if house["windows"][0].endswith("+") else "sheet.price_only", price=house["price"]
    )


def workshop(windows: list[str]) -> str:
    """Values of the craftsmen next in line; the covered tile, never a master, in brackets."""
    values = [tile.partition("-")[2] for tile in windows]
    return " ".join([*values[1:-1], *(f"({value})" for value in values[-1:] if len(values) > 1)])


def tile_name(tile: str | None, say: Texts) -> str:
    return say.put(tile, "tile", {}) if tile else say.say("sheet.free")


def goods_list(goods: Mapping[str, int], say: Texts) -> str:
    held = [say.say("sheet.amount", count=number, good=good) for good, number in goods.items() if number]
    return ", ".join(held) or say.say("sheet.none")


def roof(house: View, say: Texts) -> str:
    agents = [f"{say.name(player)} {number}" for player, number in enumerate(house["roof"]) if number]
    return ", ".join(agents + [say.say("sheet.mayor")] * house["mayors"]) or say.say("sheet.none")


def players(view: View, say: Texts) -> Sheet:
    head = ["player", "talers", "goods", "agents", "cards", "craftsmen", "citizens", "crests"]
    rows = [player_row(view, player, say) for player in view["turn_order"]]
    return Sheet(say.say("sheet.players"), [say.say(f"sheet.{word}") for word in head], rows)


def player_row(view: View, player: int, say: Texts) -> list[object]:
    me = view["players"][player]
    return [
        Cell(say.name(player), f"player{player}"),
        say.say("sheet.hidden") if me["talers"] is None else me["talers"],
        ", ".join([goods_list(me["goods"], say), *on_peddlers(me, say)]),
        say.say("sheet.agents_acting" if me["agents"]["card"] else "sheet.agents_of", **me["agents"]),
        cards(me, say),
        craftsmen(me, say),
        ", ".join(say.put(tile, "tile", {}) for tile in me["tiles"] if is_citizen(tile)) or say.say("sheet.none"),
        crests(me, say),
    ]


def on_peddlers(me: View, say: Texts) -> list[str]:
    return [say.say("sheet.on_peddler", good=good, count=1) for good in me["peddlers"]]


def is_citizen(tile: str) -> bool:
    return tile in CITIZEN_FACES


def cards(me: View, say: Texts) -> str:
    if me["passed"]:
        return say.say("sheet.passed")
    if me["plan"]:
        return ", ".join(say.put(guild, "guild", {}) for guild in me["plan"])
    return say.say("sheet.hidden") if me["cards"] is None else str(me["cards"])


def craftsmen(me: View, say: Texts) -> str:
    """Each guild's craftsmen with their values: "brewers 4+6"."""
    found = []
    for guild in GUILDS:
        values = [tile.partition("-")[2].rstrip("+") for tile in me["tiles"] if tile.startswith(f"{guild}-")]
        if values:
            found.append(f"{say.put(guild, 'guild', {})} {'+'.join(values)}")
    return ", ".join(found) or say.say("sheet.none")


def crests(me: View, say: Texts) -> str:
    found = [
        say.put(guild, "guild", {}) + (f" ×{number}" if number > 1 else "")
        for guild, number in me["crests"].items()
        if number
    ]
    if me["prestige_crests"]:
        found.append(say.put(me["prestige_crests"], "prestige_crests", {}))
    return ", ".join(found) or say.say("sheet.none")


def unseen(view: View, say: Texts) -> Sheet:
    """Tiles that may still appear, in one line: craftsmen by guild and value, then citizens."""
    parts = []
    for house in view["houses"]:
        guild = house["guild"]
        faces = [
            (tile.partition("-")[2], number) for tile, number in view["unseen"].items() if tile.startswith(f"{guild}-")
        ]
        if faces:
            values = " ".join(value for value, number in faces for _ in range(number))
            parts.append(f"{say.put(guild, 'guild', {})} {values}")
    parts += [
        say.put(tile, "tile", {}) + (f" ×{number}" if number > 1 else "")
        for tile, number in view["unseen"].items()
        if is_citizen(tile)
    ]
    return Sheet(say.say("sheet.unseen", tiles=", ".join(parts)), [], [])


def box(view: View, say: Texts) -> list[Sheet]:
    """Tiles out of the game, which narrow down what may still appear."""
    if not view["box"]:
        return []
    tiles = sorted(view["box"], key=TILE_OF.__getitem__)
    return [Sheet(say.say("sheet.box", tiles=", ".join(tile_name(tile, say) for tile in tiles)), [], [])]


# Details of a choice


def details(view: View, action: Action) -> dict[str, Any]:
    """What an action's label needs besides its arguments."""
    args = action.args
    match action.kind:
        case "plan":
            return {"guild_list": [GUILDS[int(number) - 1] for number in args["guilds"].split()]}
        case "sell":
            return {"good": own_good(view), "gain": int(args["count"]) * price(view)}
        case "buy":
            return {"price": int(args["count"]) * price(view)}
        case "hire":
            return {"tile": called_house(view)["rooms"]["ABCD".index(args["room"])], **hire_cost(view, args["room"])}
        case "pay" | "steal" | "put":
            return {"count": 1}
        case "decline":
            return {"ability": view["decision"]}
        case "rob":
            return {"victim": int(args["player"]) - 1}
        case "order":
            return {"seat": int(args["player"]) - 1}
        case "swap":
            return swap_details(view, args["place"])
        case _:
            return {}


def called_house(view: View) -> View:
    house: View = view["houses"][GUILDS.index(view["called"])]
    return house


def own_good(view: View) -> str:
    return GOODS[GUILDS.index(view["called"])]


def price(view: View) -> int:
    return int(called_house(view)["price"])


def hire_cost(view: View, room: str) -> dict[str, Any]:
    """The room's cost as numbers; `cost` selects the text."""
    return {"good": own_good(view), **view["room_costs"][room]}


def swap_details(view: View, place: str) -> dict[str, Any]:
    guild, _, spot = place.partition("-")
    house = view["houses"][GUILDS.index(guild)]
    kind, _, where = spot.partition("-")
    if kind == "room":
        tile = house["rooms"]["ABCD".index(where)]
    else:
        tile = house["windows"][-1 if kind == "covered" else int(where) - 1]
    return {"guild": guild, "spot": spot, "tile": tile}
