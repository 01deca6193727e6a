"""Log entries: one function for each event."""

from __future__ import annotations

from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import GOODS, GUILDS, TILE_IDS


def hand(player: int) -> str:
    return f"player-{player + 1}"


def room_of(guild: int, room: int) -> str:
    return f"{GUILDS[guild]}-room-{ROOMS[room]}"


def window(guild: int, number: int) -> str:
    return f"{GUILDS[guild]}-window-{number}"


def store(guild: int) -> str:
    return f"{GUILDS[guild]}-storehouse"


def roof(guild: int) -> str:
    return f"{GUILDS[guild]}-roof"


def game_begins(table: Table) -> None:
    if table.journal is not None:
        table.log("game_begins", players=list(table.turn_order))


def round_begins(table: Table) -> None:
    if table.journal is not None:
        table.log("round_begins", round=table.round)


def passes(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("passes", player=player)


def plans(table: Table, player: int, cards: int) -> None:
    if table.journal is not None:
        table.log("plans", player=player, count=cards.bit_count())


def guild_called(table: Table, guild: int, players: list[int]) -> None:
    if table.journal is not None:
        table.log("guild_called", guild=GUILDS[guild], players=players)


def buy_limit(table: Table, guild: int, limit: int) -> None:
    if table.journal is not None:
        table.log("buy_limit", guild=GUILDS[guild], count=limit)


def sells(table: Table, player: int, guild: int, number: int, talers: int) -> None:
    if table.journal is not None:
        table.log("sells", hand(player), store(guild), player=player, count=number, good=GOODS[guild], talers=talers)


def buys(table: Table, player: int, guild: int, good: int, number: int, talers: int) -> None:
    if table.journal is not None:
        table.log(
            "buys",
            store(guild),
            hand(player),
            player=player,
            count=number,
            good=GOODS[good],
            talers=talers,
            guild=GUILDS[guild],
        )


def does_nothing(table: Table, player: int, guild: int) -> None:
    if table.journal is not None:
        table.log("does_nothing", hand(player), roof(guild), player=player, guild=GUILDS[guild])


def pays(table: Table, player: int, guild: int, good: int, number: int) -> None:
    if table.journal is not None:
        table.log("pays", hand(player), store(guild), player=player, count=number, good=GOODS[good])


def hires(table: Table, player: int, guild: int, room: int, tile: int) -> None:
    if table.journal is not None:
        table.log(
            "hires",
            room_of(guild, room),
            hand(player),
            player=player,
            tile=TILE_IDS[tile],
            guild=GUILDS[guild],
            room=ROOMS[room],
        )


def hire_bonus(table: Table, player: int, talers: int) -> None:
    if table.journal is not None and talers:
        table.log("hire_bonus", "bank", hand(player), player=player, talers=talers)


def gains_agent(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("gains_agent", "supply", hand(player), player=player)


def back_to_stack(table: Table, tile: int) -> None:
    if table.journal is not None:
        table.log("back_to_stack", target="stack", tile=TILE_IDS[tile])


def moves_first(table: Table, player: int) -> None:
    """Called before the player moves."""
    if table.journal is not None:
        table.log("moves_first", f"order-{table.turn_order.index(player) + 1}", "order-1", player=player)


def steals(table: Table, player: int, victim: int, good: int, talers: int) -> None:
    if table.journal is not None:
        table.log("steals", hand(victim), hand(player), player=player, victim=victim, good=GOODS[good], talers=talers)


def swaps(table: Table, player: int, tile: int, place: str, other_tile: int, other_place: str) -> None:
    if table.journal is not None:
        table.log("swaps", place, other_place, player=player, tile=TILE_IDS[tile], other=TILE_IDS[other_tile])


def declines(table: Table, player: int, tile: int) -> None:
    if table.journal is not None:
        table.log("declines", player=player, tile=TILE_IDS[tile])


def puts_good(table: Table, player: int, good: int) -> None:
    if table.journal is not None:
        table.log("puts_good", player=player, good=GOODS[good])


def places_mayor(table: Table, player: int, guild: int) -> None:
    if table.journal is not None:
        table.log("places_mayor", hand(player), roof(guild), player=player, guild=GUILDS[guild])


def out_of_agents(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("out_of_agents", player=player)


def round_ends(table: Table) -> None:
    if table.journal is not None:
        table.log("round_ends", round=table.round)


def tie_shown(table: Table, guild: int, players: list[int], talers: list[int]) -> None:
    if table.journal is not None:
        for player, amount in zip(players, talers, strict=True):
            table.log("tie_shown", player=player, talers=amount, guild=GUILDS[guild])


def favourite(table: Table, player: int, guild: int, tile: int) -> None:
    if table.journal is not None:
        table.log("favourite", window(guild, 1), hand(player), player=player, guild=GUILDS[guild], tile=TILE_IDS[tile])


def covered_tile(table: Table, player: int, guild: int, tile: int) -> None:
    if table.journal is not None:
        table.log("covered_tile", f"{GUILDS[guild]}-covered", hand(player), player=player, tile=TILE_IDS[tile])


def prestige_crest(table: Table, player: int, guild: int) -> None:
    if table.journal is not None:
        table.log("prestige_crest", f"{GUILDS[guild]}-prestige", hand(player), player=player)


def no_favourite(table: Table, guild: int) -> None:
    if table.journal is not None:
        table.log("no_favourite", window(guild, 1), "box", guild=GUILDS[guild])


def peddler_leaves(table: Table, player: int, good: int) -> None:
    if table.journal is not None:
        table.log("peddler_leaves", hand(player), "stack", player=player, good=GOODS[good])


def income(table: Table, player: int, talers: int) -> None:
    if table.journal is not None:
        table.log("income", "bank", hand(player), player=player, talers=talers)


def new_master(table: Table, guild: int, tile: int) -> None:
    if table.journal is not None:
        table.log("new_master", window(guild, 2), window(guild, 1), guild=GUILDS[guild], tile=TILE_IDS[tile])


def guest_leaves(table: Table, guild: int, tile: int) -> None:
    if table.journal is not None:
        table.log("guest_leaves", room_of(guild, 0), "box", guild=GUILDS[guild], tile=TILE_IDS[tile])


def guest_arrives(table: Table, guild: int, room: int, tile: int) -> None:
    if table.journal is not None:
        table.log(
            "guest_arrives", "stack", room_of(guild, room), guild=GUILDS[guild], room=ROOMS[room], tile=TILE_IDS[tile]
        )


def prestige_guild(table: Table, guild: int) -> None:
    if table.journal is not None:
        table.log("prestige_guild", "supply", f"{GUILDS[guild]}-prestige", guild=GUILDS[guild])


def game_ends(table: Table) -> None:
    if table.journal is not None:
        table.log("game_ends", players=table.winners())
