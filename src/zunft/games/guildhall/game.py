"""The course of the game: decisions and what follows."""

from __future__ import annotations

import random
from typing import Any

from zunft.core.errors import UnknownStep
from zunft.core.pair import first, second
from zunft.core.state import Setting, Task
from zunft.games.guildhall import (
    actions,
    card_actions,
    chapters,
    deck,
    discard_pile,
    first_edition,
    job_faire,
    prestige,
    scoring,
    setup,
    steps,
    turn,
    view,
)
from zunft.games.guildhall.table import Table


class Guildhall(Table):
    """Turns of two actions, until a player has twenty points at the end of their turn."""

    # Legal choices

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
                return card_actions.legal_levels(self, player, place)
            case steps.TARGET:
                return card_actions.legal_targets(self, player, place)
            case steps.USE:
                return prestige.legal_uses()
            case steps.PAY | steps.OVERFLOW:
                return chapters.legal_chapters(self, player)
            case steps.ORDER:
                return discard_pile.legal_orders(self)
            case steps.OPENING_HALL:
                return setup.legal_openings(self, player)
            case steps.ROB_CARD:
                return [actions.DRAW + kind for kind in job_faire.random_loot(self, place)]
            case steps.SHOW_PRESTIGE:
                return prestige.drawable(self)
            case steps.DRAW_START:
                return [actions.START + seat for seat in range(len(self.players))]
            case steps.DRAW_PROFESSION:
                return setup.drawable_professions(self)
            case _:
                return self.choices_of_effects(task)

    def choices_of_effects(self, task: Task) -> list[int]:
        player, place = task.player, task.place
        other, rank = second(place), first(place)
        match task.step:
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
            case steps.P4_TAKE:
                return prestige.legal_p4_takes(self, player, other)
            case _:
                raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        """Cards are weighted by their copies; players and professions are equally likely."""
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

    def draw(self, task: Task, rng: random.Random) -> int:
        """Draws directly from the deck, the most frequent chance event."""
        match task.step:
            case steps.DRAW_CARD | steps.REVEAL_CARD:
                return deck.pick(self, rng)
            case _:
                return super().draw(task, rng)

    # Applying a choice

    def decide(self, task: Task, action: int) -> None:
        player, place = task.player, task.place
        match task.step:
            case steps.DRAW_CARD:
                deck.drawn(self, second(place), first(place), action - actions.DRAW)
            case steps.ACTION:
                turn.act(self, player, action)
            case steps.REFRESH:
                turn.refresh_discard(self, player, action)
            case steps.EXCHANGE:
                turn.exchange_discard(self, player, action)
            case steps.LEVEL:
                card_actions.choose_level(self, player, place, action)
            case steps.TARGET:
                card_actions.choose_target(self, player, place, action - actions.TARGET)
            case steps.USE:
                card_actions.choose_use(self, player, place, action)
            case steps.PAY:
                prestige.pay(self, player, place, action - actions.CHAPTER)
            case steps.OVERFLOW:
                chapters.overflow(self, player, action - actions.CHAPTER)
            case steps.ORDER:
                discard_pile.order(self, player, place, action)
            case steps.OPENING_HALL:
                setup.place_opening(self, player, action - actions.PLACE)
            case steps.REVEAL_CARD:
                deck.take_from_bag(self, action - actions.DRAW)
                job_faire.reveal(self, place, action - actions.DRAW)
            case steps.ROB_CARD:
                job_faire.rob(self, self.active, place, action - actions.DRAW)
            case steps.SHOW_PRESTIGE:
                prestige.show(self, action - actions.SHOW)
            case steps.DRAW_START:
                setup.choose_first(self, action - actions.START)
            case steps.DRAW_PROFESSION:
                setup.bring_profession(self, action - actions.PROFESSION)
            case _:
                self.decide_effect(task, action)

    def decide_effect(self, task: Task, action: int) -> None:
        player, place = task.player, task.place
        other, rank = second(place), first(place)
        match task.step:
            case steps.ROBBER_PICK:
                job_faire.pick(self, player, place, action - actions.TAKE)
            case steps.HUNTER_CHAPTER:
                job_faire.hunter_chapter(self, player, action - actions.CHAPTER)
            case steps.HUNTER_TAKE:
                job_faire.hunter_take(self, player, rank, action - actions.TAKE)
            case steps.HUNTER_GIVE:
                job_faire.hunter_give(self, player, rank, action - actions.GIVE)
            case steps.PEDDLER_CHAPTER:
                job_faire.peddler_chapter(self, player, other, action - actions.CHAPTER)
            case steps.PEDDLER_GIVE:
                job_faire.peddler_give(self, player, place, action - actions.GIVE)
            case steps.PEDDLER_TAKE:
                job_faire.peddler_take(self, player, place, action - actions.TAKE)
            case steps.BRICKLAYER_PUT_BACK:
                job_faire.put_back(self, player, place, action - actions.PUT_BACK)
            case steps.TAX_COLLECTOR_GIVE:
                job_faire.tax_collector_give(self, player, action - actions.GIVE)
            case steps.ASSASSIN_STRIKE:
                first_edition.strike(self, player, place, action - actions.DISCARD)
            case steps.HISTORIAN_TAKE:
                first_edition.historian_take(self, player, place, action - actions.TAKE)
            case steps.TRADER_CHAPTER:
                first_edition.trader_chapter(self, player, other, action - actions.CHAPTER)
            case steps.TRADER_OTHER_CHAPTER:
                first_edition.trader_other_chapter(self, player, other, action - actions.CHAPTER)
            case steps.TRADER_GIVE:
                first_edition.trader_give(self, player, place, action - actions.GIVE)
            case steps.TRADER_TAKE:
                first_edition.trader_take(self, player, place, action - actions.TAKE)
            case steps.WEAVER_PLACE:
                first_edition.weaver_place(self, player, action - actions.PLACE)
            case steps.WEAVER_GIVE:
                first_edition.weaver_give(self, player, rank, action)
            case steps.WEAVER_TAKE:
                first_edition.weaver_take(self, player, rank, action - actions.TAKE)
            case steps.P2_CHAPTER:
                prestige.p2_chapter_moves(self, player, other, action - actions.CHAPTER)
            case steps.P3_GIVE:
                prestige.p3_give(self, player, other, action - actions.GIVE)
            case steps.P3_TAKE:
                prestige.p3_take(self, player, other, action - actions.TAKE)
            case steps.P3_PLACE:
                prestige.p3_place(self, player, action)
            case steps.P4_TAKE:
                prestige.p4_card_moves(self, player, other, action - actions.TAKE)
            case _:
                raise UnknownStep(task)

    # Automatic steps

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
                card_actions.offer_effect(self, self.active, place)
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
            case steps.FIRST_TURN:
                setup.first_turn(self)
            case _:
                raise UnknownStep(task)

    # The rest of the contract

    def clone(self) -> Guildhall:
        other = Guildhall()
        self.copy_table_to(other)
        return other

    def points(self) -> list[dict[str, int]]:
        return scoring.points(self)

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def own_view(self, player: int | None) -> dict[str, Any]:
        return view.own_view(self, player)

    def guess(self, player: int, rng: random.Random) -> None:
        view.guess(self, player, rng)


def start(setting: Setting) -> Guildhall:
    table = Guildhall()
    table.open(setting)
    setup.set_out(table)
    table.advance()
    return table
