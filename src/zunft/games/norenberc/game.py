"""The course of the game: decisions and what follows."""

from __future__ import annotations

import random
from typing import Any, Final

from zunft.core import rising
from zunft.core.errors import UnknownStep
from zunft.core.pair import first, second
from zunft.core.state import NOBODY, Setting, Task
from zunft.games.norenberc import (
    action_phase,
    actions,
    citizens,
    guest_stack,
    log,
    planning_phase,
    round_end,
    scoring,
    setup,
    steps,
    view,
)
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import GUARD, MOST_GUILDS, THIEF

# Tasks are immutable, so all games share these. The last one on the agenda is next.
TURN: Final = Task(steps.TURN)
END_TURN: Final = Task(steps.END_TURN)
CALLS: Final = [
    [Task(steps.CALL, NOBODY, guild) for guild in reversed(range(guilds))] for guilds in range(MOST_GUILDS + 1)
]
ROUND_END: Final = [Task(steps.INCOME), Task(steps.RETURN_AGENTS), Task(steps.FAVOURITES)]
AFTER_THE_LAST_ROUND: Final = [Task(steps.GAME_END), *ROUND_END]
AFTER_A_ROUND: Final = [
    Task(steps.ROUND),
    Task(steps.NEW_PRESTIGE_GUILD),
    Task(steps.REFILL_ROOMS),
    Task(steps.NEW_MASTERS),
    Task(steps.TURN_PASS_MARKERS),
    *ROUND_END,
]


class Norenberc(Table):
    """Four rounds; a round has turns until all players have passed; a turn calls every guild once."""

    # Legal choices

    def choices(self, task: Task) -> list[int]:
        player, place = task.player, task.place
        match task.step:
            case steps.PLAN:
                return planning_phase.legal_plans(self, player)
            case steps.ACT:
                return action_phase.legal_actions(self, player)
            case steps.BUY_MORE:
                return action_phase.legal_further_buys(self, player, place)
            case steps.PAY_ANY:
                return action_phase.legal_any(self, player, place)
            case steps.PAY_LAST:
                return action_phase.legal_last(self, player, place)
            case steps.PAY_OTHERS:
                return action_phase.legal_others(self, player, place)
            case steps.ROB:
                return citizens.legal_victims(self, player)
            case steps.STEAL:
                return citizens.legal_goods_to_steal(self, place)
            case steps.SWAP:
                return citizens.legal_first_swaps(self)
            case steps.SWAP_WITH:
                return citizens.legal_second_swaps(self, place)
            case steps.PUT_GOOD:
                return citizens.legal_goods_to_put(self, player)
            case steps.PLACE_MAYOR:
                return citizens.legal_roofs(self)
            case steps.TURN_ORDER:
                return action_phase.legal_turn_order()
            case steps.DRAW_ORDER:
                return [actions.ORDER + player for player in range(len(self.players)) if player not in self.turn_order]
            case steps.DRAW_WINDOW:
                return guest_stack.outcomes(guest_stack.craftsmen(self, place))
            case steps.DRAW_CITIZEN:
                return guest_stack.outcomes(self.left_out)
            case steps.DRAW_GUEST:
                return guest_stack.outcomes(self.stack)
            case _:
                raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        """Players are equally likely; tiles are weighted by their copies."""
        match task.step:
            case steps.DRAW_ORDER:
                return [1] * (len(self.players) - len(self.turn_order))
            case steps.DRAW_WINDOW:
                return rising.copies(guest_stack.craftsmen(self, task.place))
            case steps.DRAW_CITIZEN:
                return rising.copies(self.left_out)
            case steps.DRAW_GUEST:
                return rising.copies(self.stack)
            case _:
                raise UnknownStep(task)

    def draw(self, task: Task, rng: random.Random) -> int:
        """Draws a tile directly."""
        match task.step:
            case steps.DRAW_GUEST:
                return guest_stack.pick(self.stack, rng)
            case steps.DRAW_WINDOW:
                return guest_stack.pick(guest_stack.craftsmen(self, task.place), rng)
            case steps.DRAW_CITIZEN:
                return guest_stack.pick(self.left_out, rng)
            case steps.DRAW_ORDER:
                return super().draw(task, rng)
            case _:
                raise UnknownStep(task)

    # Applying a choice

    def decide(self, task: Task, action: int) -> None:
        player, place = task.player, task.place
        match task.step:
            case steps.PLAN:
                planning_phase.plan(self, player, action - actions.PLAN)
            case steps.ACT:
                self.act(player, action)
            case steps.BUY_MORE:
                if action != actions.ENOUGH:
                    action_phase.buy(self, player, first(place), action - actions.BUY)
            case steps.PAY_ANY:
                action_phase.pay_any(self, player, place, action - actions.PAY)
            case steps.PAY_LAST:
                action_phase.pay_last(self, player, place, action - actions.PAY)
            case steps.PAY_OTHERS:
                action_phase.pay_others(self, player, place, action - actions.PAY)
            case steps.ROB:
                if action == actions.DECLINE:
                    citizens.decline(self, player, THIEF)
                else:
                    citizens.rob(self, player, action - actions.ROB)
            case steps.STEAL:
                citizens.steal(self, player, place, action - actions.STEAL)
            case steps.SWAP:
                if action == actions.DECLINE:
                    citizens.decline(self, player, GUARD)
                else:
                    self.ask(steps.SWAP_WITH, player, action - actions.SWAP)
            case steps.SWAP_WITH:
                citizens.swap(self, player, place, action - actions.SWAP)
            case steps.PUT_GOOD:
                citizens.put_good(self, player, action - actions.PUT)
            case steps.PLACE_MAYOR:
                citizens.place_mayor(self, player, action - actions.MAYOR)
            case steps.TURN_ORDER:
                if action == actions.FIRST:
                    action_phase.move_first(self, player)
            case steps.DRAW_ORDER:
                setup.place_in_order(self, action - actions.ORDER)
            case steps.DRAW_WINDOW:
                setup.open_window(self, place, action - actions.DRAW)
            case steps.DRAW_CITIZEN:
                guest_stack.add_citizen(self, action - actions.DRAW)
            case steps.DRAW_GUEST:
                setup.show_guest(self, place, action - actions.DRAW)
            case _:
                raise UnknownStep(task)

    def act(self, player: int, action: int) -> None:
        """Sell, buy, hire or nothing."""
        if action == actions.NOTHING:
            action_phase.do_nothing(self, player)
        elif action >= actions.HIRE:
            action_phase.hire(self, player, action - actions.HIRE)
        elif action >= actions.BUY:
            action_phase.buy(self, player, self.limit, action - actions.BUY)
        else:
            action_phase.sell(self, player, action - actions.SELL)

    # Automatic steps

    def settle(self, task: Task) -> None:
        place = task.place
        match task.step:
            case steps.TURN:
                self.begin_turn()
            case steps.PLANNED:
                planning_phase.all_planned(self)
            case steps.CALL:
                action_phase.call(self, place)
            case steps.ACTIVATE:
                action_phase.activate(self, place)
            case steps.TAKE_GUEST:
                action_phase.take_guest(self, first(place), second(place))
            case steps.HIRE_BONUS:
                action_phase.hire_bonus(self, place)
            case steps.OFFER_TURN_ORDER:
                action_phase.offer_turn_order(self, place)
            case steps.AGENT_TO_ROOF:
                action_phase.agent_to_roof(self, place)
            case steps.END_TURN:
                self.end_turn()
            case steps.FAVOURITES:
                round_end.favourites(self)
            case steps.RETURN_AGENTS:
                round_end.return_agents(self)
            case steps.INCOME:
                round_end.pay_income(self)
            case steps.TURN_PASS_MARKERS:
                round_end.turn_pass_markers(self)
            case steps.NEW_MASTERS:
                round_end.new_masters(self)
            case steps.REFILL_ROOMS:
                round_end.refill_rooms(self)
            case steps.NEW_PRESTIGE_GUILD:
                round_end.new_prestige_guild(self)
            case steps.ROUND:
                self.begin_round()
            case steps.GAME_END:
                log.game_ends(self)
            case steps.BEGIN:
                setup.begin(self)
                self.begin_round()
            case _:
                raise UnknownStep(task)

    def begin_round(self) -> None:
        self.round += 1
        self.turn = 0
        log.round_begins(self)
        self.agenda.append(TURN)

    def begin_turn(self) -> None:
        """All players still in the round plan; then the guilds are called by number."""
        self.turn += 1
        self.agenda.append(END_TURN)
        self.agenda += CALLS[len(self.houses)]
        planning_phase.begin(self)

    def end_turn(self) -> None:
        """Players without agents have passed (P2); when all have passed, the round ends."""
        for player in self.turn_order:
            me = self.players[player]
            if not me.passed and me.stock == 0:
                me.passed = True
                log.out_of_agents(self, player)
        if planning_phase.planners(self):
            self.agenda.append(TURN)
        else:
            self.end_round()

    def end_round(self) -> None:
        log.round_ends(self)
        self.agenda += AFTER_THE_LAST_ROUND if self.round == self.parts.rounds else AFTER_A_ROUND

    # The rest of the contract

    def clone(self) -> Norenberc:
        other = Norenberc()
        self.copy_table_to(other)
        return other

    def points(self) -> list[dict[str, int]]:
        return scoring.points(self)

    def standing(self) -> list[tuple[int, ...]]:
        return scoring.standing(self, self.scores())

    def own_view(self, player: int | None) -> dict[str, Any]:
        return view.own_view(self, player)

    def guess(self, player: int, rng: random.Random) -> None:
        view.guess(self, player, rng)


def start(setting: Setting) -> Norenberc:
    table = Norenberc()
    table.open(setting)
    setup.set_out(table)
    return table
