"""The course of the game: decisions and what follows."""

from __future__ import annotations

import random
from typing import Any, Final

from zunft.core.errors import UnknownStep
from zunft.core.pair import first, second
from zunft.core.state import NOBODY, Setting, Task
from zunft.games.strasbourg import (
    actions,
    awards,
    bidding,
    building,
    cards,
    council_phase,
    log,
    names,
    planning_phase,
    scoring,
    setup,
    steps,
    view,
)
from zunft.games.strasbourg.names import BUILDINGS, ROUND_TILES, STEPS
from zunft.games.strasbourg.table import Table

ROUND: Final = [Task(steps.COUNCIL_PHASE), *(Task(steps.STEP, NOBODY, step) for step in reversed(range(len(STEPS))))]
"""After planning: steps A to I, then the council phase; stored in reverse."""


class Strasbourg(Table):
    """Five rounds of planning phase, action phase and council phase."""

    # Legal choices

    def choices(self, task: Task) -> list[int]:
        player = task.player
        match task.step:
            case steps.BID:
                return bidding.legal_bids(self, player)
            case steps.CARD | steps.FIRST_CARD:
                return planning_phase.legal_cards(self.players[task.place])
            case steps.DRAW:
                return planning_phase.DRAW_OR_STOP[:]
            case steps.SPLIT:
                return planning_phase.legal_stacks(self.players[player])
            case steps.FIELD:
                return awards.legal_fields_or_decline(self, player)
            case steps.APPRENTICE:
                return awards.GOOD_OR_PLACE[:]
            case steps.MUST_PLACE:
                return awards.legal_fields(self, player, awards.guild_of_step(self))
            case steps.SELL:
                return awards.legal_sales(self, player)
            case steps.RECLAIM:
                return bidding.legal_reclaims(self.players[player])
            case steps.CHAPEL:
                return building.legal_spots(self)
            case steps.BUILDING:
                return building.legal_plots(self)
            case steps.KEEP_TASK:
                return setup.KEEP_OR_RETURN[:]
            case steps.DEAL_TASK:
                return [actions.DEAL + card for card in self.undealt]
            case steps.LAY_TILE:
                return [actions.TILE + tile for tile in setup.left_over(self.tiles, len(ROUND_TILES))]
            case steps.LAY_BUILDING:
                return [actions.BUILDING + piece for piece in setup.left_over(self.buildings, len(BUILDINGS))]
            case steps.FIRST_PLAYER:
                return [actions.START + player for player in range(len(self.players))]
            case _:
                raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        """Cards are weighted by their copies; all else is equally likely."""
        match task.step:
            case steps.CARD | steps.FIRST_CARD:
                return cards.copies_each(self.players[task.place].pile)
            case steps.DEAL_TASK:
                return [1] * len(self.undealt)
            case steps.LAY_TILE | steps.LAY_BUILDING | steps.FIRST_PLAYER:
                return [1] * len(self.choices(task))
            case _:
                raise UnknownStep(task)

    def draw(self, task: Task, rng: random.Random) -> int:
        """Draws directly from the pile, the most frequent chance event."""
        match task.step:
            case steps.CARD | steps.FIRST_CARD:
                return actions.CARD + cards.pick(self.players[task.place].pile, rng) - 1
            case _:
                return super().draw(task, rng)

    # Applying a choice

    def decide(self, task: Task, action: int) -> None:
        player, place = task.player, task.place
        match task.step:
            case steps.BID:
                bidding.bid(self, task, action)
            case steps.CARD:
                planning_phase.take_card(self, place, action - actions.CARD + 1, task.sealed)
            case steps.DRAW:
                if action == actions.DRAW:
                    planning_phase.draw(self, player, task.sealed)
                else:
                    planning_phase.split(self, player, actions.NEW_STACK, task.sealed)
            case steps.SPLIT:
                planning_phase.split(self, player, action, task.sealed)
            case steps.FIRST_CARD:
                planning_phase.take_first_card(self, place, action - actions.CARD + 1)
            case steps.FIELD:
                awards.field_or_decline(self, player, action)
            case steps.APPRENTICE:
                awards.good_or_place(self, player, action)
            case steps.MUST_PLACE:
                awards.place_member(self, player, action - actions.FIELD)
            case steps.SELL:
                if action != actions.ENOUGH:
                    awards.sell_good(self, player, action - actions.SELL)
            case steps.RECLAIM:
                if action != actions.LEAVE:
                    bidding.reclaim(self, player, action - actions.RECLAIM + 1)
            case steps.CHAPEL:
                building.build_chapel(self, player, action - actions.CHAPEL)
            case steps.BUILDING:
                building.build(self, player, action - actions.BUILD)
            case steps.KEEP_TASK:
                setup.keep_or_return(self, player, place, action)
            case steps.DEAL_TASK:
                setup.deal_task(self, place, action - actions.DEAL)
            case steps.LAY_TILE:
                setup.lay_tile(self, action - actions.TILE)
            case steps.LAY_BUILDING:
                setup.lay_building(self, action - actions.BUILDING)
            case steps.FIRST_PLAYER:
                self.start = action - actions.START
            case _:
                raise UnknownStep(task)

    # Automatic steps

    def settle(self, task: Task) -> None:
        place = task.place
        match task.step:
            case steps.STEP:
                self.begin_step(place)
            case steps.RANKING:
                bidding.rank_bids(self)
            case steps.AWARD:
                self.award(first(place), second(place))
            case steps.BIDS_TO_BOX:
                bidding.bids_to_box(self)
            case steps.LAY_OUT:
                planning_phase.lay_out(self, place)
            case steps.PLAN:
                planning_phase.plan_in_turn(self, place)
            case steps.COUNCIL_PHASE:
                self.end_round()
            case steps.ROUND:
                self.begin_round()
            case steps.FIRST_SEATS:
                setup.first_seats(self)
            case steps.KEEP_TASKS:
                setup.offer_tasks(self)
            case steps.GAME_END:
                self.end()
            case _:
                raise UnknownStep(task)

    def begin_round(self) -> None:
        self.round += 1
        log.round_begins(self)
        self.agenda += ROUND
        planning_phase.begin(self)

    def begin_step(self, step: int) -> None:
        """A to G are bidding steps; in H and I the seat holder builds."""
        self.step = step
        match step:
            case names.STEP_H:
                building.offer_chapel(self)
            case names.STEP_I:
                building.offer_building(self)
            case _ if names.STEP_A <= step <= names.STEP_G:
                log.bidding_begins(self)
                bidding.begin(self)
            case _:
                raise ValueError(f"there is no step {step} in a round")

    def award(self, award: int, player: int) -> None:
        match award:
            case names.NOBILITY_SEAT:
                awards.take_seat(self, player, names.NOBILITY)
            case names.CHURCH_SEAT:
                awards.take_seat(self, player, names.CHURCH)
            case names.MASTER:
                awards.master(self, player)
            case names.JOURNEYMAN:
                awards.journeyman(self, player)
            case names.APPRENTICE:
                awards.apprentice(self, player)
            case names.SELL:
                awards.sell(self, player)
            case names.SELL_AND_MERCHANTS_SEAT:
                awards.sell_and_merchants_seat(self, player)
            case _:
                raise ValueError(f"there is no award {award}")

    def end_round(self) -> None:
        """The start player does not change; after round 5 the game ends."""
        council_phase.unused_stacks_to_box(self)
        council_phase.council_phase(self)
        following = steps.ROUND if self.round < self.parts.rounds else steps.GAME_END
        self.agenda.append(Task(following))

    def end(self) -> None:
        scoring.show_tasks(self)
        if self.journal is not None:
            log.game_ends(self, self.winners())

    # The rest of the contract

    def clone(self) -> Strasbourg:
        other = Strasbourg()
        self.copy_table_to(other)
        return other

    def points(self) -> list[dict[str, int]]:
        return scoring.points(self)

    def standing(self) -> list[tuple[int, ...]]:
        return scoring.standing(self)

    def own_view(self, player: int | None) -> dict[str, Any]:
        return view.own_view(self, player)

    def guess(self, player: int, rng: random.Random) -> None:
        view.guess(self, player, rng)


def start(setting: Setting) -> Strasbourg:
    table = Strasbourg()
    table.open(setting)
    setup.set_out(table)
    return table
