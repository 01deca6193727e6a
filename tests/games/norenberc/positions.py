"""Positions for the tests: the deal of the rulebook's example, and small changes that conserve all components.

Every change moves pieces instead of creating them: goods come from a storehouse, tiles from the guest stack, agents
from the stock. So each position is reachable in a game, and the invariants hold.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

import zunft
from tests.games.norenberc import invariants
from zunft.core.state import CHANCE
from zunft.core.tuples import added, replaced
from zunft.games.norenberc import scoring, steps
from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import CRAFTSMEN, EMPTY, GOODS, GUILDS, TILE_IDS, TILE_OF, is_craftsman

GAME = zunft.load("norenberc")

BLUE, ORANGE, YELLOW, GREEN, VIOLET = range(5)
BREWERS, BAKERS, SHOEMAKERS, PRINTERS, TAILORS, HATTERS = range(6)
A, B, C, D = range(4)

ORDERS = {
    2: (BLUE, ORANGE),
    3: (ORANGE, BLUE, YELLOW),
    4: (BLUE, ORANGE, YELLOW, GREEN),
    5: (BLUE, ORANGE, YELLOW, GREEN, VIOLET),
}

# From the master's window up; the fourth tile lies on the fifth.
WORKSHOPS = {
    "brewers": (6, 4, 5, 3, 2),
    "bakers": (2, 3, 4, 5, 6),
    "shoemakers": (5, 6, 4, 3, 2),
    "printers": (4, 6, 5, 3, 2),
    "tailors": (3, 4, 5, 6, 2),
    "hatters": (2, 5, 4, 6, 3),
}

# Rooms B, C, D of each house.
GUESTS = (
    ("councillor", "printers-7", "musician-3"),
    ("bakers-7", "brewers-7", "shoemakers-7"),
    ("brewers-5", "bakers-4", "shoemakers-5"),
    ("brewers-6", "bakers-5", "shoemakers-6"),
    ("tailors-7", "printers-6", "tailors-6"),
    ("hatters-7", "hatters-6", "printers-5"),
)


# The deal


def new(players: int = 3, **options: Any) -> Norenberc:
    """A table before the deal."""
    return cast(Norenberc, GAME.new(players, **options))


def dealt(players: int = 3, **options: Any) -> Norenberc:
    """Set up as in the rulebook's example, before the planning of the first turn."""
    table = new(players, **options)
    deal_turn_order(table)
    deal_workshops(table)
    deal_guests(table)
    invariants.check(table)
    return table


def deal_turn_order(table: Norenberc) -> None:
    for player in ORDERS[len(table.players)][:-1]:
        play(table, f"order {player + 1}")


def deal_workshops(table: Norenberc) -> None:
    for guild in GUILDS[: len(table.houses)]:
        *lower, top, covered = WORKSHOPS[guild]
        for value in (*lower, covered, top):
            play(table, f"draw {guild}-{value}")


def deal_guests(table: Norenberc) -> None:
    """Citizens as chance lists them, but including those of the example; then the guests of each house."""
    wanted = [name for house in GUESTS for name in house if not is_craftsman(TILE_OF[name])]
    while table.agenda[-1].step == steps.DRAW_CITIZEN:
        play(table, f"draw {wanted.pop()}" if wanted else choices(table)[0])
    for house in GUESTS[: len(table.houses)]:
        for name in house:
            play(table, f"draw {name}" if f"draw {name}" in choices(table) else choices(table)[0])


# Playing


def play(table: Norenberc, *texts: str) -> None:
    """Actions of the deciding player, one after the other."""
    for text in texts:
        zunft.play(table, GAME.parse(text))


def plan(table: Norenberc, plans: Mapping[int, str]) -> None:
    """All plans for this turn: "1 3" or "pass"; players not named pass."""
    turn = table.round, table.turn
    while table.agenda and table.agenda[-1].step == steps.PLAN and (table.round, table.turn) == turn:
        player = table.current_player()
        cards = plans.get(player, "pass")
        play(table, "pass" if cards == "pass" else f"plan {cards}")


def visit(table: Norenberc, guild: int, *players: int) -> None:
    """These players plan this guild alone, the others pass."""
    plan(table, dict.fromkeys(players, str(guild + 1)))


def all_pass(table: Norenberc) -> None:
    plan(table, {})


def draw_guests(table: Norenberc) -> None:
    """Fill the rooms with the first outcome of each draw."""
    while table.current_player() == CHANCE:
        play(table, choices(table)[0])


def finish_round(table: Norenberc) -> None:
    """All players pass, and chance refills the rooms."""
    all_pass(table)
    draw_guests(table)


def choices(table: Norenberc, player: int | None = None) -> list[str]:
    return [GAME.text(action) for action in table.legal_actions(player)]


def kinds(table: Norenberc) -> set[str]:
    return {text.split()[0] for text in choices(table)}


# Changes before or between actions


def give_goods(table: Norenberc, player: int, **goods: int) -> None:
    """The player gets exactly these numbers, from the guild's storehouse or back into it; other goods stay."""
    for name, number in goods.items():
        good = GOODS.index(name)
        table.houses[good].storehouse[good] += table.players[player].goods[good] - number
        table.players[player].goods[good] = number
        assert table.houses[good].storehouse[good] >= 0, f"so many {name} are not there"


def give_only(table: Norenberc, player: int, **goods: int) -> None:
    """Like give_goods, without others."""
    give_goods(table, player, **{name: goods.get(name, 0) for name in GOODS[: len(table.houses)]})


def store(table: Norenberc, guild: int, good: str, number: int = 1) -> None:
    """Goods of another guild in a storehouse, taken from their own."""
    at = GOODS.index(good)
    table.houses[at].storehouse[at] -= number
    table.houses[guild].storehouse[at] += number


def set_talers(table: Norenberc, **talers: int) -> None:
    """set_talers(table, blue=11)"""
    names = ("blue", "orange", "yellow", "green", "violet")
    for name, number in talers.items():
        table.players[names.index(name)].talers = number


def set_agents(table: Norenberc, player: int, stock: int, supply: int | None = None) -> None:
    """The agents in stock; the rest are not won yet, or on the last house's roof if `supply` says so."""
    me = table.players[player]
    everything = table.parts.max_agents
    me.stock = stock
    me.supply = everything - stock if supply is None else supply
    stand_on_roof(table, len(table.houses) - 1, player, everything - stock - me.supply)


def stand_on_roof(table: Norenberc, guild: int, player: int, agents: int) -> None:
    table.houses[guild].roof[player] = agents


def send_to_roof(table: Norenberc, guild: int, player: int, agents: int = 1) -> None:
    """Agents already used, from the player's stock."""
    table.players[player].stock -= agents
    stand_on_roof(table, guild, player, table.houses[guild].roof[player] + agents)


def take_tile(table: Norenberc, name: str) -> int:
    """From the guest stack; or a guest leaves his room, or a citizen left out is swapped with one in the stack."""
    tile = TILE_OF[name]
    if tile not in table.stack and tile in table.left_out:
        leave_out_another(table, tile)
    for guild, house in enumerate(table.houses):
        if tile not in table.stack and tile in house.rooms:
            send_guest_away(table, guild, house.rooms.index(tile))
    assert tile in table.stack, f"{name} is not in the guest stack"
    table.stack.remove(tile)
    return tile


def leave_out_another(table: Norenberc, wanted: int) -> None:
    other = next(tile for tile in range(CRAFTSMEN) if table.stack.count(tile) > table.known[tile])
    table.left_out.remove(wanted)
    insort(table.left_out, other)
    table.stack.remove(other)
    insort(table.stack, wanted)


def put_guest(table: Norenberc, guild: int, room: int, name: str) -> None:
    """Replace the guest in this room; the old one returns to the stack."""
    tile = take_tile(table, name)
    send_guest_away(table, guild, room)
    house = table.houses[guild]
    house.rooms = replaced(house.rooms, room, tile)


def send_guest_away(table: Norenberc, guild: int, room: int) -> None:
    house = table.houses[guild]
    if house.rooms[room] != EMPTY:
        insort(table.stack, house.rooms[room])
    house.rooms = replaced(house.rooms, room, EMPTY)


def give_tiles(table: Norenberc, player: int, *names: str) -> None:
    """From the guest stack, without the effects of winning a tile."""
    table.players[player].tiles += tuple(take_tile(table, name) for name in names)


def set_workshop(table: Norenberc, guild: int, *names: str) -> None:
    """Replace the craftsmen in the windows from the stack: "2+", "7"; as many as there are now."""
    house = table.houses[guild]
    assert len(names) == len(house.windows)
    for tile in house.windows:
        insort(table.stack, tile)
    house.windows = tuple([take_tile(table, f"{GUILDS[guild]}-{name}") for name in names])


def put_mayor(table: Norenberc, guild: int) -> None:
    take_tile(table, "mayor")
    table.houses[guild].mayors += 1


def put_peddler(table: Norenberc, player: int, good: str) -> None:
    """A Peddler hired earlier, with one of the player's goods on him."""
    take_tile(table, "peddler")
    at = GOODS.index(good)
    assert table.players[player].goods[at], f"no {good} to put on the Peddler"
    table.players[player].goods[at] -= 1
    table.players[player].peddlers += (at,)


def empty_stack(table: Norenberc, *left: str) -> None:
    """Keep only these tiles in the guest stack; the rest goes to the box, with the same number of citizens left out."""
    kept = [take_tile(table, name) for name in left]
    table.box += tuple(table.stack)
    table.stack = sorted(kept)
    table.known = tuple([min(known, table.stack.count(face)) for face, known in enumerate(table.known)])


def take_from_box(table: Norenberc, name: str) -> None:
    """Return a tile from the box to the stack."""
    box = list(table.box)
    box.remove(TILE_OF[name])
    table.box = tuple(box)
    insort(table.stack, TILE_OF[name])


def advance_to_round(table: Norenberc, number: int) -> None:
    """All players pass until this round; without goods, so that there are no favourites."""
    goods = [me.goods[:] for me in table.players]
    for player in range(len(table.players)):
        give_only(table, player)
    while table.round < number:
        finish_round(table)
    for player, owned in enumerate(goods):
        give_goods(table, player, **{GOODS[good]: count for good, count in enumerate(owned) if count})


# The end of the game


def final(players: int = 3, tiles: Sequence[Sequence[str]] = (), talers: Sequence[int] = ()) -> Norenberc:
    """The game is over, with these tiles and talers of the players. All other tiles are in the box."""
    table = dealt(players)
    sweep_houses(table)
    for player, names in enumerate(tiles):
        give_tiles(table, player, *names)
    for player, number in enumerate(talers):
        table.players[player].talers = number
    empty_stack(table)
    table.round = table.parts.rounds
    table.prestige_box = table.parts.prestige_crests
    table.prestige_supply = 0
    table.agenda = []
    invariants.check(table)
    return table


def sweep_houses(table: Norenberc) -> None:
    """All tiles of the houses return to the guest stack, to be dealt again."""
    for house in table.houses:
        for tile in (*house.windows, *house.rooms):
            if tile != EMPTY:
                insort(table.stack, tile)
        house.windows = ()
        house.rooms = (EMPTY,) * len(ROOMS)
        house.prestige_crest = False


def give_crests(table: Norenberc, player: int, guilds: Mapping[int, int], prestige: int = 0) -> None:
    """Crests from the houses, prestige crests from supply or box."""
    me = table.players[player]
    for guild, number in guilds.items():
        table.houses[guild].crests -= number
        me.crests = added(me.crests, guild, number)
    for _ in range(prestige):
        me.prestige_crests += 1
        if table.prestige_box:
            table.prestige_box -= 1
        else:
            table.prestige_supply -= 1


def craftsmen(guild: str, *values: int) -> list[str]:
    return [f"{guild}-{value}" for value in values]


def points(table: Norenberc, source: str) -> list[int]:
    """Each player's points from one source."""
    return [sources[source] for sources in table.points()]


def majority(table: Norenberc, guild: int) -> list[int]:
    """Each player's points for the craftsmen of one guild."""
    return scoring.majority_points(table, scoring.guild_places(table, guild))


# The rulebook's end of the game

BLUE_TILES = (
    *craftsmen("brewers", 4, 5),
    *craftsmen("shoemakers", 4, 5, 6),
    *craftsmen("printers", 3, 5, 5, 6, 6, 7),
    "foreman-4",
    "apprentice",
)
ORANGE_TILES = (
    *craftsmen("brewers", 4, 6),
    *craftsmen("bakers", 5, 5),
    *craftsmen("shoemakers", 3, 5, 6),
    *craftsmen("printers", 4),
    "engraver",
)
YELLOW_TILES = (
    *craftsmen("brewers", 6, 7),
    *craftsmen("bakers", 4, 4, 6, 6),
    "shoemakers-3+",
    *craftsmen("printers", 4),
    "nobleman-3",
    "tax_collector",
)
EXAMPLE_TALERS = (20, 28, 34)

# Won by the last favourites in the example: the top tile and the one under it.
LAST_MASTERS = {
    BREWERS: ("brewers-6", "brewers-7"),
    BAKERS: ("bakers-6", "bakers-4"),
    SHOEMAKERS: ("shoemakers-6", "shoemakers-5"),
    PRINTERS: ("printers-7", "printers-3"),
}
LAST_FAVOURITES = {BREWERS: YELLOW, BAKERS: YELLOW, SHOEMAKERS: BLUE, PRINTERS: BLUE}


def example_end() -> Norenberc:
    """The rulebook's final position, with matching crests: a crest always came with a craftsman of its guild."""
    table = final(3, (BLUE_TILES, ORANGE_TILES, YELLOW_TILES), EXAMPLE_TALERS)
    give_crests(table, BLUE, {BREWERS: 1, SHOEMAKERS: 3, PRINTERS: 2}, prestige=2)
    give_crests(table, ORANGE, {BREWERS: 1, BAKERS: 1, SHOEMAKERS: 1, PRINTERS: 1}, prestige=1)
    give_crests(table, YELLOW, {BREWERS: 2, BAKERS: 3, PRINTERS: 1}, prestige=1)
    invariants.check(table)
    return table


def before_the_example_end() -> Norenberc:
    """The last planning of round 4, in which all pass: favourites and income then lead to the example."""
    table = dealt()
    advance_to_round(table, table.parts.rounds)
    sweep_houses(table)
    reclaim_box(table)
    for guild, pair in LAST_MASTERS.items():
        table.houses[guild].windows = tuple([take_tile(table, name) for name in pair])
    for player, names in enumerate((BLUE_TILES, ORANGE_TILES, YELLOW_TILES)):
        still_to_come = Counter(
            name for guild, pair in LAST_MASTERS.items() if LAST_FAVOURITES[guild] == player for name in pair
        )
        give_tiles(table, player, *(Counter(names) - still_to_come).elements())
    give_crests(table, BLUE, {BREWERS: 1, SHOEMAKERS: 2, PRINTERS: 1}, prestige=1)
    give_crests(table, ORANGE, {BREWERS: 1, BAKERS: 1, SHOEMAKERS: 1, PRINTERS: 1}, prestige=1)
    give_crests(table, YELLOW, {BREWERS: 1, BAKERS: 2, PRINTERS: 1}, prestige=1)
    table.prestige_guild = PRINTERS
    table.houses[PRINTERS].prestige_crest = True
    give_only(table, BLUE, shoes=2, paper=1)
    give_only(table, ORANGE, shoes=1)
    give_only(table, YELLOW, beer=1, pastry=3)
    for me, talers in zip(table.players, EXAMPLE_TALERS, strict=True):
        me.talers = talers - table.parts.income
    invariants.check(table)
    return table


def reclaim_box(table: Norenberc) -> None:
    """Return the contents of the box to where they can be taken from."""
    for tile in table.box:
        insort(table.stack, tile)
    table.box = ()
    table.prestige_supply += table.prestige_box
    table.prestige_box = 0


# The rulebook's first round, step by step


def example_planned() -> Norenberc:
    """E2: all have planned; the brewers are called."""
    table = dealt()
    plan(table, {YELLOW: "2 3 4", BLUE: "1 3", ORANGE: "1 2 3 4"})
    return table


def example_sold() -> Norenberc:
    """E4: Orange has sold a beer; Blue is next."""
    table = example_planned()
    play(table, "sell 1")
    return table


def example_hired(then: str = "first") -> Norenberc:
    """E6: Blue has hired the Councillor for beer and shoes; the bakers are called."""
    table = example_sold()
    play(table, "hire B", "pay shoes", then)
    return table


def example_bought() -> Norenberc:
    """E8: Orange has bought three pastries; Yellow is next."""
    table = example_hired()
    play(table, "buy 3 pastry")
    return table


def example_second_turn() -> Norenberc:
    """E11: all others did nothing in the rest of the turn; Yellow and Blue plan the second."""
    table = example_bought()
    play(table, *["nothing"] * 6)
    return table


def example_round_over() -> Norenberc:
    """E12: Yellow passed, Blue spent her last three agents; chance is about to refill the rooms."""
    table = example_second_turn()
    plan(table, {BLUE: "1 2 3"})
    play(table, *["nothing"] * 3)
    return table


# Reading a position


def names(tiles: Sequence[int]) -> list[str]:
    """Tiles by name, "" for an empty place."""
    return ["" if tile == EMPTY else TILE_IDS[tile] for tile in tiles]


def goods(table: Norenberc, player: int) -> dict[str, int]:
    """A player's loose goods, zeros omitted."""
    return {GOODS[good]: number for good, number in enumerate(table.players[player].goods) if number}


def storehouse(table: Norenberc, guild: int) -> dict[str, int]:
    return {GOODS[good]: number for good, number in enumerate(table.houses[guild].storehouse) if number}


def talers(table: Norenberc) -> list[int]:
    return [me.talers for me in table.players]


def stocks(table: Norenberc) -> list[int]:
    return [me.stock for me in table.players]


def passed(table: Norenberc) -> set[int]:
    return {player for player, me in enumerate(table.players) if me.passed}


def in_stack(table: Norenberc, name: str) -> int:
    return table.stack.count(TILE_OF[name])


def events(table: Norenberc, key: str) -> list[dict[str, Any]]:
    """Log entries with this key."""
    return [event.args for event in table.journal or [] if event.key == key]
