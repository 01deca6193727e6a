"""What a player may see, and a guess at the rest."""

from __future__ import annotations

import random
from typing import Any

from zunft.core.state import Task
from zunft.games.strasbourg import awards, cards, planning_phase, scoring, steps
from zunft.games.strasbourg.actions import NEW_STACK
from zunft.games.strasbourg.city import CORNER_IDS, NO_GUILD, SQUARE_IDS, squares_of
from zunft.games.strasbourg.planning_phase import clockwise, is_sealed, pile_size, stack_single_card
from zunft.games.strasbourg.table import Player, Table
from zunft.games.strasbourg.words import BUILDINGS, GOODS, GUILDS, PLANNING, ROUND_TILES, SEATS, STEPS, TASKS, VACANT


def view(table: Table, viewer: int | None) -> dict[str, Any]:
    over = table.is_over()
    pending = own_task(table, viewer)
    return {
        "game": "strasbourg",
        "players": [player_view(table, player, viewer) for player in range(len(table.players))],
        "round": table.round,
        "rounds": table.parts.rounds,
        "step": None if table.step == PLANNING else STEPS[table.step],
        "guild": step_guild(table),
        "start": table.start,
        "tiles": [tile_view(table, number) for number in range(len(ROUND_TILES))],
        "council": council_view(table),
        "map": table.parts.map,
        "chapels": [CORNER_IDS[spot] for spot in table.chapels],
        "queue": [task.player for task in reversed(table.agenda) if task.step == steps.BID],
        "guild_goods": {GUILDS[guild]: GOODS[good] for guild, good in enumerate(table.parts.good_of)},
        "good_values": dict(zip(GOODS, table.parts.good_values, strict=True)),
        "tasks": table.parts.task_rows,
        "task_fail_points": table.parts.task_fail_points,
        "viewer": viewer,
        "decision": None if pending is None else steps.DECISIONS[pending.step],
        "asked": asked(table, pending),
        "acting": table.acting(),
        "over": over,
        "points": scoring.points(table) if over else None,
        "winners": scoring.winners(table, table.scores()) if over else [],
    }


def player_view(table: Table, player: int, viewer: int | None) -> dict[str, Any]:
    me = table.players[player]
    shows_holdings = player == viewer or table.is_over() or bool(table.setting.options["open_holdings"])
    return {
        "coins": me.coins if shows_holdings else None,
        "goods": dict(zip(GOODS, me.goods, strict=True)) if shows_holdings else None,
        "privileges": me.privileges if shows_holdings else None,
        "prestige": me.prestige,
        "city": [SQUARE_IDS[square] for square in squares_of(me.members)],
        **cards_view(table, player, player == viewer),
        **tasks_view(table, player, player == viewer),
    }


def cards_view(table: Table, player: int, own: bool) -> dict[str, Any]:
    """Of cards not yet laid out the others see nothing, in turn order at least how many there are."""
    me = table.players[player]
    laid_out = is_laid_out(table, player)
    secret = not laid_out and not own
    in_hand = cards.size(me.hand) + (sum([cards.size(stack) for stack in me.stacks]) if secret else 0)
    unseen = in_hand if secret and is_sealed(table) else 0
    bottom = me.known + me.bottom if unseen else me.bottom
    return {
        "pile": pile_size(me) + unseen,
        "bottom": list(bottom),
        "hand": cards.falling(me.hand) if own else None,
        "hand_size": None if secret and is_sealed(table) else in_hand,
        "stacks": None if secret else [cards.size(stack) for stack in me.stacks],
        "contents": [cards.falling(stack) for stack in me.stacks] if own else None,
        "known": list(me.known) if laid_out else [],
        "bid": cards.falling(me.bid),
        "used": cards.falling(me.box),
        "lost": cards.size(me.lost),
    }


def is_laid_out(table: Table, player: int) -> bool:
    return all(not (task.step == steps.LAY_OUT and task.place == player) for task in table.agenda)


def tasks_view(table: Table, player: int, own: bool) -> dict[str, Any]:
    """The tasks dealt in the order dealt, for their owner; the tasks kept, at the end for all."""
    me, over = table.players[player], table.is_over()
    return {
        "dealt": [TASKS[task] for task in me.dealt] if own else None,
        "kept": [TASKS[task] for task in scoring.kept_tasks(table, player)] if own or over else None,
        "fulfilled": [TASKS[task] for task in scoring.fulfilled_tasks(table, player)] if over else None,
    }


def tile_view(table: Table, number: int) -> dict[str, Any]:
    """The round tile of a round, the building on it, and where that was built."""
    laid, carries, built = number < len(table.tiles), number < len(table.buildings), number < len(table.built)
    guilds = table.parts.tiles[table.tiles[number]] if laid else []
    building = table.buildings[number] if carries else 0
    return {
        "tile": ROUND_TILES[table.tiles[number]] if laid else None,
        "guilds": {STEPS[step]: GUILDS[guild] for step, guild in enumerate(guilds) if guild != NO_GUILD},
        "building": BUILDINGS[building] if carries else None,
        "value": table.parts.building_values[building] if carries else None,
        "plot": SQUARE_IDS[table.built[number]] if built else None,
    }


def council_view(table: Table) -> dict[str, int | None]:
    return {seat: None if holder == VACANT else holder for seat, holder in zip(SEATS, table.council, strict=True)}


def step_guild(table: Table) -> str | None:
    if table.step == PLANNING:
        return None
    guild = awards.guild_of_step(table)
    return None if guild == NO_GUILD else GUILDS[guild]


def own_task(table: Table, viewer: int | None) -> Task | None:
    """What this viewer has to decide now."""
    if viewer is None or viewer not in table.deciders():
        return None
    return table.agenda[table.task_of(viewer)]


def asked(table: Table, pending: Task | None) -> dict[str, Any]:
    """What the question is about: a dealt task, or the card to be put into a stack."""
    if pending is None:
        return {}
    me = table.players[pending.player]
    match pending.step:
        case steps.KEEP_TASK:
            return {"task": TASKS[me.dealt[pending.place]]}
        case steps.SPLIT:
            return {"card": cards.highest(me.hand)}
        case _:
            return {}


# Resampling


def guess(table: Table, viewer: int, rng: random.Random) -> None:
    """Replace what the viewer cannot know: the others' tasks, influence cards, and choices made in secret."""
    reopen_sealed_choice(table, viewer)
    guess_tasks(table, viewer, rng)
    for player in range(len(table.players)):
        if player != viewer:
            guess_cards(table, player, rng)
    table.forget_events_hidden_from(viewer)
    table.reveals = 0  # the count would tell how many cards others drew in secret


def reopen_sealed_choice(table: Table, viewer: int) -> None:
    """Who has already chosen is not known either: all others have everything still to choose, in a fixed order."""
    sealed: list[Task] = []
    while table.agenda and table.agenda[-1].sealed:
        sealed.append(table.agenda.pop())
    if not sealed:
        return
    own = [task for task in sealed if task.player == viewer]
    if sealed[0].step == steps.KEEP_TASK:
        reopen_tasks(table, viewer, own)
    else:
        reopen_planning(table, viewer, own, sealed[0])


def reopen_tasks(table: Table, viewer: int, own: list[Task]) -> None:
    for player in reversed(range(len(table.players))):
        if player == viewer:
            table.agenda += own
        else:
            table.players[player].kept = 0
            table.agenda.append(Task(steps.KEEP_TASK, player, 0, True))


def reopen_planning(table: Table, viewer: int, own: list[Task], top: Task) -> None:
    """The others have drawn their first card only; the viewer is where he is, perhaps about to get a card."""
    for player in reversed(clockwise(table)):
        if player == viewer:
            table.agenda += own
        else:
            back_to_first_card(table.players[player])
            if pile_size(table.players[player]):
                table.agenda.append(Task(steps.DRAW, player, 0, True))
    if top.step == steps.CARD and top.place == viewer:
        table.agenda.append(top)


def back_to_first_card(me: Player) -> None:
    """As if nothing but the first card had been drawn; which one is guessed later."""
    gather(me)
    me.bottom = me.known + me.bottom
    me.pile += me.hand - cards.of(list(me.known))
    me.hand = 0
    me.known = ()
    if me.pile:
        me.hand = cards.ONE[cards.highest(me.pile)]
        me.pile -= me.hand
    elif me.bottom:
        me.known = me.bottom[:1]
        me.bottom = me.bottom[1:]
        me.hand = cards.ONE[me.known[0]]
    if me.hand:
        stack_single_card(me)


def gather(me: Player) -> None:
    """All cards of stacks back into the hand."""
    me.hand += sum(me.stacks)
    me.stacks = []


def guess_tasks(table: Table, viewer: int, rng: random.Random) -> None:
    """Deal the others as many tasks as they have, out of those the viewer was not dealt; at the end some are known."""
    over = table.is_over()
    seen = sum([1 << task for task in table.players[viewer].dealt])
    if over:
        for me in table.players:
            seen |= me.kept
    unknown = [task for task in range(len(TASKS)) if not seen >> task & 1]
    rng.shuffle(unknown)
    for player, me in enumerate(table.players):
        if player != viewer:
            guess_dealt(me, unknown, over, rng)
            if not over:
                me.kept = guess_kept(me, rng) if table.round else 0
    table.undealt = sorted(unknown)


def guess_dealt(me: Player, unknown: list[int], over: bool, rng: random.Random) -> None:
    known = [task for task in range(len(TASKS)) if me.kept >> task & 1] if over else []
    dealt = known + [unknown.pop() for _ in range(len(me.dealt) - len(known))]
    rng.shuffle(dealt)
    me.dealt = tuple(dealt)


def guess_kept(me: Player, rng: random.Random) -> int:
    """At least one, each as likely as not."""
    chosen = rng.randrange(1, 1 << len(me.dealt))
    return sum([1 << task for place, task in enumerate(me.dealt) if chosen >> place & 1])


def guess_cards(table: Table, player: int, rng: random.Random) -> None:
    """Deal out anew all cards nobody has seen: to the box, to hand and stacks as many as there are, to the pile."""
    me = table.players[player]
    splitting = table.agenda and table.agenda[-1].step == steps.SPLIT and table.agenda[-1].player == player
    if splitting:
        gather(me)
    sizes = [cards.size(stack) for stack in me.stacks]
    drawn = sum(sizes) + cards.size(me.hand)
    unknown = cards.rising(me.pile + me.hand + sum(me.stacks) + me.lost - cards.of(list(me.known)))
    rng.shuffle(unknown)
    lost = cards.size(me.lost)
    end = lost + drawn - len(me.known)
    me.lost = cards.of(unknown[:lost])
    me.pile = cards.of(unknown[end:])
    held = [*me.known, *unknown[lost:end]]
    rng.shuffle(held)
    me.stacks = cards.in_order([cards.of([held.pop() for _ in range(size)]) for size in sizes])
    me.hand = cards.of(held)
    if splitting:
        planning_phase.place_highest(me, NEW_STACK)
