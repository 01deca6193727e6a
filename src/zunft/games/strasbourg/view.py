"""What a player may see, and resampling of the rest."""

from __future__ import annotations

import random
from typing import Any

from zunft.core.bag import shuffle
from zunft.core.state import Task
from zunft.games.strasbourg import awards, cards, planning_phase, scoring, steps
from zunft.games.strasbourg.actions import NEW_STACK
from zunft.games.strasbourg.city import CORNER_IDS, NO_GUILD, SQUARE_IDS, squares_of
from zunft.games.strasbourg.names import BUILDINGS, GOODS, GUILDS, PLANNING, ROUND_TILES, SEATS, STEPS, TASKS, VACANT
from zunft.games.strasbourg.planning_phase import clockwise, is_sealed, pile_size, stack_single_card
from zunft.games.strasbourg.table import Player, Table


def own_view(table: Table, viewer: int | None) -> dict[str, Any]:
    return {
        "players": [player_view(table, player, viewer) for player in range(len(table.players))],
        "round": table.round,
        "rounds": table.parts.rounds,
        "step": None if table.step == PLANNING else STEPS[table.step],
        "guild": step_guild(table),
        "start": table.start,
        "tiles": [tile_view(table, number) for number in range(len(ROUND_TILES))],
        "council": council_view(table),
        "map": table.parts.map,
        "chapels": [CORNER_IDS[spot] for spot in sorted(table.chapels)],
        "queue": [task.player for task in reversed(table.agenda) if task.step == steps.BID],
        "guild_goods": {GUILDS[guild]: GOODS[good] for guild, good in enumerate(table.parts.good_of)},
        "good_values": dict(zip(GOODS, table.parts.good_values, strict=True)),
        "tasks": table.parts.task_rows,
        "task_fail_points": table.parts.task_fail_points,
        "asked": asked(table, viewer),
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
    """Before stacks are laid out others see nothing; in turn order, the number of cards."""
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
        "known": sorted(me.known, reverse=True) if laid_out else [],
        "bid": cards.falling(me.bid),
        "used": cards.falling(me.box),
        "lost": cards.size(me.lost),
    }


def is_laid_out(table: Table, player: int) -> bool:
    return all(not (task.step == steps.LAY_OUT and task.place == player) for task in table.agenda)


def tasks_view(table: Table, player: int, own: bool) -> dict[str, Any]:
    """Dealt tasks in order, for their owner; kept tasks, at the end for all."""
    me, over = table.players[player], table.is_over()
    return {
        "dealt": [TASKS[task] for task in me.dealt] if own else None,
        "kept": [TASKS[task] for task in scoring.kept_tasks(table, player)] if own or over else None,
        "fulfilled": [TASKS[task] for task in scoring.fulfilled_tasks(table, player)] if over else None,
    }


def tile_view(table: Table, number: int) -> dict[str, Any]:
    """The tile of a round, its building, and where that was built."""
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


def asked(table: Table, viewer: int | None) -> dict[str, Any]:
    """The subject of the viewer's decision: a dealt task, or the card to put into a stack."""
    at = -1 if viewer is None else table.task_of(viewer)
    if at < 0:
        return {}
    pending = table.agenda[at]
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
    """Resample what the viewer cannot know: the others' tasks, influence cards and secret choices."""
    reopen_sealed_choice(table, viewer)
    guess_tasks(table, viewer, rng)
    for player in range(len(table.players)):
        if player != viewer:
            guess_cards(table, player, rng)
    table.reveals = 0  # the count would leak how many cards others drew in secret


def reopen_sealed_choice(table: Table, viewer: int) -> None:
    """Who has already chosen is hidden too, so all others choose again from the start, in a fixed order."""
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
    """The others return to their first card; the viewer's tasks stay, including a pending draw."""
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
    """Undo everything after the first draw; the card itself is sampled later."""
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
    """Return all cards from stacks to the hand."""
    me.hand += sum(me.stacks)
    me.stacks = []


def guess_tasks(table: Table, viewer: int, rng: random.Random) -> None:
    """Deal the others as many tasks as they have from those unknown to the viewer; at the end kept ones are known."""
    over = table.is_over()
    seen = sum([1 << task for task in table.players[viewer].dealt])
    if over:
        for me in table.players:
            seen |= me.kept
    unknown = [task for task in range(len(TASKS)) if not seen >> task & 1]
    shuffle(unknown, rng)
    for player, me in enumerate(table.players):
        if player != viewer:
            guess_dealt(me, unknown, over, rng)
            if not over:
                me.kept = guess_kept(me, rng) if table.round else 0
    table.undealt = sorted(unknown)


def guess_dealt(me: Player, unknown: list[int], over: bool, rng: random.Random) -> None:
    known = [task for task in range(len(TASKS)) if me.kept >> task & 1] if over else []
    dealt = known + [unknown.pop() for _ in range(len(me.dealt) - len(known))]
    shuffle(dealt, rng)
    me.dealt = tuple(dealt)


def guess_kept(me: Player, rng: random.Random) -> int:
    """A uniformly random non-empty subset."""
    chosen = rng.randrange(1, 1 << len(me.dealt))
    return sum([1 << task for place, task in enumerate(me.dealt) if chosen >> place & 1])


def guess_cards(table: Table, player: int, rng: random.Random) -> None:
    """Redistribute all unseen cards among box, hand, stacks and pile, keeping their sizes."""
    me = table.players[player]
    splitting = table.agenda and table.agenda[-1].step == steps.SPLIT and table.agenda[-1].player == player
    if splitting:
        gather(me)
    sizes = [cards.size(stack) for stack in me.stacks]
    drawn = sum(sizes) + cards.size(me.hand)
    unknown = cards.rising(me.pile + me.hand + sum(me.stacks) + me.lost - cards.of(list(me.known)))
    shuffle(unknown, rng)
    lost = cards.size(me.lost)
    end = lost + drawn - len(me.known)
    me.lost = cards.of(unknown[:lost])
    me.pile = cards.of(unknown[end:])
    held = [*me.known, *unknown[lost:end]]
    shuffle(held, rng)
    me.stacks = cards.in_order([cards.of([held.pop() for _ in range(size)]) for size in sizes])
    me.hand = cards.of(held)
    if splitting:
        planning_phase.place_highest(me, NEW_STACK)
