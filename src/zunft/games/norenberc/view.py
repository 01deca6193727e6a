"""What a player may see, and resampling of the rest."""

from __future__ import annotations

import random
from typing import Any

from zunft.core.bag import shuffle
from zunft.core.pair import second
from zunft.games.norenberc import action_phase, citizens, guest_stack, planning_phase, steps
from zunft.games.norenberc.actions import PLACE_IDS
from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.table import NO_GUILD, PLANNING, House, Table
from zunft.games.norenberc.tiles import GOODS, GUILDS, MOST_GUILDS, TILE_IDS, tile_id, value_of


def own_view(table: Table, viewer: int | None) -> dict[str, Any]:
    return {
        "players": [player_view(table, player, viewer) for player in range(len(table.players))],
        "houses": [house_view(table, guild) for guild in range(len(table.houses))],
        "turn_order": list(table.turn_order),
        "round": table.round,
        "rounds": table.parts.rounds,
        "turn": table.turn,
        "called": None if table.called == PLANNING else GUILDS[table.called],
        "buy_limit": table.limit,
        "room_costs": {room: cost_view(table, number) for number, room in enumerate(ROOMS)},
        "prestige_guild": None if table.prestige_guild == NO_GUILD else GUILDS[table.prestige_guild],
        "prestige_supply": table.prestige_supply,
        "stack": len(table.stack),
        "box": [TILE_IDS[tile] for tile in table.box],
        "unseen": unseen(table),
        "hiring": hiring(table),
        "robbing": robbing(table),
        "swapping": swapping(table),
    }


def player_view(table: Table, player: int, viewer: int | None) -> dict[str, Any]:
    me = table.players[player]
    own = player == viewer
    shows_talers = own or table.is_over() or bool(table.setting.options["open_money"])
    shows_count = own or table.called != PLANNING or not planning_phase.is_sealed(table)
    return {
        "talers": me.talers if shows_talers else None,
        "goods": dict(zip(GOODS, me.goods, strict=True)),
        "agents": {"stock": me.stock, "card": me.on_card, "supply": me.supply},
        "tiles": [TILE_IDS[tile] for tile in me.tiles],
        "peddlers": [GOODS[good] for good in me.peddlers],
        "crests": dict(zip(GUILDS, me.crests, strict=True)),
        "prestige_crests": me.prestige_crests,
        "passed": me.passed,
        "cards": me.plan.bit_count() if shows_count else None,
        "plan": [GUILDS[guild] for guild in range(MOST_GUILDS) if me.plan & 1 << guild] if own else None,
    }


def house_view(table: Table, guild: int) -> dict[str, Any]:
    house = table.houses[guild]
    return {
        "guild": GUILDS[guild],
        "price": value_of(house.windows[0]) if house.windows and house.windows[0] >= 0 else None,
        "windows": [tile_id(tile) for tile in house.windows],
        "rooms": [tile_id(tile) or None for tile in house.rooms],
        "storehouse": dict(zip(GOODS, house.storehouse, strict=True)),
        "roof": roof_view(house),
        "mayors": house.mayors,
        "crests": house.crests,
        "prestige_crest": house.prestige_crest,
    }


def roof_view(house: House) -> list[int]:
    return list(house.roof)


def cost_view(table: Table, room: int) -> dict[str, Any]:
    return action_phase.room_cost(table.parts, room)


def unseen(table: Table) -> dict[str, int]:
    """The printed tiles minus the visible ones, which is public. All such craftsmen are in the guest stack; some of the
    citizens were left out, and players cannot know which.
    """
    found: dict[str, int] = {}
    for tile in sorted(table.stack + table.left_out):
        found[TILE_IDS[tile]] = found.get(TILE_IDS[tile], 0) + 1
    return found


def hiring(table: Table) -> str | None:
    """The room whose guest is being paid for."""
    for task in table.agenda:
        if task.step == steps.TAKE_GUEST:
            return ROOMS[second(task.place)]
    return None


def robbing(table: Table) -> int | None:
    """The player being robbed by a Thief."""
    if table.agenda and table.agenda[-1].step == steps.STEAL:
        return citizens.victim_of(table.agenda[-1].place)
    return None


def swapping(table: Table) -> str | None:
    """The place of the first craftsman in a Guard's swap."""
    if table.agenda and table.agenda[-1].step == steps.SWAP_WITH:
        return PLACE_IDS[table.agenda[-1].place]
    return None


# Resampling


def guess(table: Table, viewer: int, rng: random.Random) -> None:
    """Resample what the viewer cannot know: the others' face-down cards and the places of unseen citizens."""
    guest_stack.guess_citizens(table, rng)
    if table.called == PLANNING and planning_phase.is_sealed(table):
        reopen_sealed_plans(table, viewer)
    else:
        for player in range(len(table.players)):
            if player != viewer:
                guess_plan(table, player, rng)


def reopen_sealed_plans(table: Table, viewer: int) -> None:
    """Who has already chosen is hidden too, so all others choose again, in turn order."""
    owes = viewer in table.deciders()
    while table.agenda[-1].step == steps.PLAN:
        table.agenda.pop()
    for player in reversed(planning_phase.planners(table)):
        if player != viewer:
            table.players[player].plan = 0
        if player != viewer or owes:
            table.agenda.append(planning_phase.SEALED_PLANS[player])


def guess_plan(table: Table, player: int, rng: random.Random) -> None:
    """The same number of cards, for guilds not called yet."""
    me = table.players[player]
    first = 0 if table.called == PLANNING else table.called + 1
    guilds = list(range(first, len(table.houses)))
    shuffle(guilds, rng)
    me.plan = sum(1 << guild for guild in guilds[: me.plan.bit_count()])
