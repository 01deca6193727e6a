"""The course of the game: who is asked what, and what follows."""

from __future__ import annotations

import random
from typing import Any

from zunft.core.state import Setting, Task
from zunft.games.guildhall import (
    chapters,
    deck,
    discard_pile,
    first_edition,
    job_faire,
    levels,
    prestige,
    scoring,
    setup,
    steps,
    turn,
    view,
)
from zunft.games.guildhall.actions import (
    CHAPTER,
    DISCARD,
    DRAW,
    GIVE,
    PLACE,
    PROFESSION,
    PUT_BACK,
    SHOW,
    START,
    TAKE,
    TARGET,
)
from zunft.games.guildhall.cards import SEATS
from zunft.games.guildhall.table import Table


class Guildhall(Table):
    """Turns of two actions, until somebody has twenty points at the end of a turn."""

    # Who may choose what

    def choices(self, task: Task) -> list[int]:
        player, place = task.player, task.place
        match task.step:
            case steps.DRAW_CARD | steps.REVEAL_CARD:
                return deck.drawable(self)
            case steps.ACTION:
                return turn.legal_actions(self, player)
            case steps.REFRESH:
                return turn.legal_discards(self, player, self.parts.refresh_to)
            case steps.EXCHANGE:
                return turn.legal_discards(self, player, self.parts.opening_hand)
            case steps.LEVEL:
                return levels.legal_levels(self, player, place)
            case steps.TARGET:
                return levels.legal_targets(self, player, place)
            case steps.USE:
                return prestige.legal_uses()
            case steps.PAY:
                return prestige.legal_payments(self, player, place)
            case steps.OVERFLOW:
                return chapters.legal_chapters(self, player)
            case steps.ORDER:
                return discard_pile.legal_orders(self)
            case steps.OPENING_HALL:
                return setup.legal_openings(self, player)
            case steps.ROB_CARD:
                return [DRAW + kind for kind in job_faire.random_loot(self, place)]
            case steps.SHOW_PRESTIGE:
                return prestige.drawable(self)
            case steps.DRAW_START:
                return [START + seat for seat in range(len(self.players))]
            case steps.DRAW_PROFESSION:
                return setup.drawable_professions(self)
            case _:
                return self.choices_of_effects(task.step, player, place)

    def choices_of_effects(self, step: int, player: int, place: int) -> list[int]:
        other, rank = place % SEATS, place // SEATS
        match step:
            case steps.ROBBER_PICK:
                return job_faire.legal_loot(self, player, other)
            case steps.HUNTER_CHAPTER:
                return job_faire.legal_hunter_chapters(self, player)
            case steps.HUNTER_TAKE:
                return job_faire.legal_hunter_takes(self, player, rank)
            case steps.HUNTER_GIVE:
                return job_faire.legal_hunter_gives(self, player, rank)
            case steps.PEDDLER_CHAPTER:
                return job_faire.legal_peddler_chapters(self, player, other)
            case steps.PEDDLER_GIVE:
                return job_faire.legal_peddler_gives(self, player, place)
            case steps.PEDDLER_TAKE:
                return job_faire.legal_peddler_takes(self, place)
            case steps.BRICKLAYER_PUT_BACK:
                return job_faire.legal_put_backs(self, player)
            case steps.TAX_COLLECTOR_GIVE:
                return job_faire.legal_gifts(self, player)
            case steps.ASSASSIN_STRIKE:
                return first_edition.legal_strikes(self, place)
            case steps.HISTORIAN_TAKE:
                return first_edition.legal_historian_takes(self, player)
            case steps.TRADER_CHAPTER:
                return first_edition.legal_trader_chapters(self, player, other)
            case steps.TRADER_OTHER_CHAPTER:
                return first_edition.legal_other_chapters(self, player, other)
            case steps.TRADER_GIVE:
                return first_edition.legal_trader_gives(self, player, place)
            case steps.TRADER_TAKE:
                return first_edition.legal_trader_takes(self, player, place)
            case steps.WEAVER_PLACE:
                return first_edition.legal_weaver_places(self, player)
            case steps.WEAVER_GIVE:
                return first_edition.legal_weaver_gives(self, player, rank)
            case steps.WEAVER_TAKE:
                return first_edition.legal_weaver_takes(self, player, rank)
            case steps.P2_CHAPTER:
                return prestige.legal_p2_chapters(self, player, other)
            case steps.P3_GIVE:
                return prestige.legal_p3_gives(self, player, other)
            case steps.P3_TAKE:
                return prestige.legal_p3_takes(self, player, other)
            case steps.P3_PLACE:
                return prestige.legal_p3_places(self, player)
            case _:
                return prestige.legal_p4_takes(self, player, other)

    def weights(self, task: Task) -> list[int]:
        """A card is as likely as there are copies of it; players and professions are all alike."""
        match task.step:
            case steps.DRAW_CARD | steps.REVEAL_CARD:
                return deck.copies(self)
            case steps.ROB_CARD:
                hand = self.players[task.place].hand
                return [hand.count(kind) for kind in job_faire.random_loot(self, task.place)]
            case steps.SHOW_PRESTIGE:
                return [copies for copies in self.prestige_deck if copies]
            case _:
                return [1] * len(self.choices(task))

    # What a choice does

    def decide(self, task: Task, action: int) -> None:
        player, place = task.player, task.place
        match task.step:
            case steps.DRAW_CARD:
                deck.drawn(self, place % SEATS, place // SEATS, action - DRAW)
            case steps.ACTION:
                turn.act(self, player, action)
            case steps.REFRESH:
                turn.refresh_discard(self, player, action)
            case steps.EXCHANGE:
                turn.exchange_discard(self, player, action)
            case steps.LEVEL:
                levels.choose_level(self, player, place, action)
            case steps.TARGET:
                levels.choose_target(self, player, place, action - TARGET)
            case steps.USE:
                levels.choose_use(self, player, place, action)
            case steps.PAY:
                prestige.pay(self, player, place, action - CHAPTER)
            case steps.OVERFLOW:
                chapters.overflow(self, player, action - CHAPTER)
            case steps.ORDER:
                discard_pile.order(self, player, place, action)
            case steps.OPENING_HALL:
                setup.place_opening(self, player, action - PLACE)
            case steps.REVEAL_CARD:
                deck.take_from_bag(self, action - DRAW)
                job_faire.reveal(self, place, action - DRAW)
            case steps.ROB_CARD:
                job_faire.rob(self, self.active, place, action - DRAW)
            case steps.SHOW_PRESTIGE:
                prestige.show(self, action - SHOW)
            case steps.DRAW_START:
                setup.choose_first(self, action - START)
            case steps.DRAW_PROFESSION:
                setup.bring_profession(self, action - PROFESSION)
            case _:
                self.decide_effect(task.step, player, place, action)

    def decide_effect(self, step: int, player: int, place: int, action: int) -> None:
        other, rank = place % SEATS, place // SEATS
        match step:
            case steps.ROBBER_PICK:
                job_faire.pick(self, player, place, action - TAKE)
            case steps.HUNTER_CHAPTER:
                job_faire.hunter_chapter(self, player, action - CHAPTER)
            case steps.HUNTER_TAKE:
                job_faire.hunter_take(self, player, rank, action - TAKE)
            case steps.HUNTER_GIVE:
                job_faire.hunter_give(self, player, rank, action - GIVE)
            case steps.PEDDLER_CHAPTER:
                job_faire.peddler_chapter(self, player, other, action - CHAPTER)
            case steps.PEDDLER_GIVE:
                job_faire.peddler_give(self, player, place, action - GIVE)
            case steps.PEDDLER_TAKE:
                job_faire.peddler_take(self, player, place, action - TAKE)
            case steps.BRICKLAYER_PUT_BACK:
                job_faire.put_back(self, player, place, action - PUT_BACK)
            case steps.TAX_COLLECTOR_GIVE:
                job_faire.tax_collector_give(self, player, action - GIVE)
            case steps.ASSASSIN_STRIKE:
                first_edition.strike(self, player, place, action - DISCARD)
            case steps.HISTORIAN_TAKE:
                first_edition.historian_take(self, player, place, action - TAKE)
            case steps.TRADER_CHAPTER:
                first_edition.trader_chapter(self, player, other, action - CHAPTER)
            case steps.TRADER_OTHER_CHAPTER:
                first_edition.trader_other_chapter(self, player, other, action - CHAPTER)
            case steps.TRADER_GIVE:
                first_edition.trader_give(self, player, place, action - GIVE)
            case steps.TRADER_TAKE:
                first_edition.trader_take(self, player, place, action - TAKE)
            case steps.WEAVER_PLACE:
                first_edition.weaver_place(self, player, action - PLACE)
            case steps.WEAVER_GIVE:
                first_edition.weaver_give(self, player, rank, action)
            case steps.WEAVER_TAKE:
                first_edition.weaver_take(self, player, rank, action - TAKE)
            case steps.P2_CHAPTER:
                prestige.p2_chapter_moves(self, player, other, action - CHAPTER)
            case steps.P3_GIVE:
                prestige.p3_give(self, player, other, action - GIVE)
            case steps.P3_TAKE:
                prestige.p3_take(self, player, other, action - TAKE)
            case steps.P3_PLACE:
                prestige.p3_place(self, player, action)
            case _:
                prestige.p4_card_moves(self, player, other, action - TAKE)

    def ask(self, step: int, player: int, place: int = 0) -> None:
        task = Task(step, player, place)
        choices = self.choices(task)
        if len(choices) == 1:
            self.decide(task, choices[0])
        else:
            self.agenda.append(task)

    # What follows by itself

    def settle(self, task: Task) -> None:
        place = task.place
        match task.step:
            case steps.NEXT_ACTION:
                turn.next_action(self)
            case steps.END_TURN:
                turn.end(self)
            case steps.TURN_ENDED:
                turn.ended(self)
            case steps.SCHOLAR:
                job_faire.draw_to_hall(self, place)
            case steps.ROBBER:
                self.ask(steps.ROBBER_PICK, self.active, place)
            case steps.HUNTER_SWAPPED:
                job_faire.hunter_swapped(self)
            case steps.BRICKLAYER:
                job_faire.put_cards_back(self, place)
            case steps.HISTORIAN:
                first_edition.study(self, place)
            case steps.PRESTIGE_EFFECT:
                levels.offer_effect(self, self.active, place)
            case steps.P3_HAND:
                prestige.p3_hand(self, self.active)
            case steps.FILL_ROW:
                prestige.fill_row(self)
            case steps.CHECK_LIMIT:
                self.ask(steps.OVERFLOW, place)
            case steps.BEGIN:
                setup.make_deck(self)
            case steps.DEAL:
                setup.deal_hand(self, place)
            case steps.OPENING:
                setup.open_hall(self, place)
            case steps.EXCHANGED:
                self.ask(steps.OPENING_HALL, place)
            case _:
                setup.first_turn(self)

    # The rest of the contract

    def clone(self) -> Guildhall:
        other = Guildhall()
        self.copy_table_to(other)
        return other

    def points(self) -> list[dict[str, int]]:
        return scoring.points(self)

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def winners(self) -> list[int]:
        return scoring.winners(self) if self.is_over() else []

    def view(self, player: int | None = None) -> dict[str, Any]:
        return view.view(self, player)

    def resample(self, player: int, rng: random.Random) -> Guildhall:
        other = self.clone()
        view.guess(other, player, rng)
        return other


def start(setting: Setting) -> Guildhall:
    table = Guildhall()
    table.open(setting)
    setup.set_out(table)
    table.go_on()
    return table
