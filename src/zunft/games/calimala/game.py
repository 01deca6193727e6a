"""The course of the game: decisions and what follows."""

from __future__ import annotations

import random
from typing import Any, Final

from zunft.core.bag import below
from zunft.core.errors import UnknownStep
from zunft.core.state import NOBODY, Setting, Task
from zunft.games.calimala import (
    action_cards,
    actions,
    activation,
    council,
    execution,
    game_end,
    guess,
    log,
    placing,
    scoring,
    setup,
    steps,
    view,
)
from zunft.games.calimala.table import Table

TURN: Final = Task(steps.TURN)


class Calimala(Table):
    """Each turn a disc is placed and the top three of its stack act; the fourth triggers a scoring."""

    # Legal choices

    def choices(self, task: Task) -> list[int]:
        player, place = task.player, task.place
        match task.step:
            case steps.NEXT:
                return activation.legal_next(self, player)
            case steps.SPACE:
                return placing.legal_spaces(self, player)
            case steps.DISC:
                return placing.legal_discs()
            case steps.DRAW_ACTION_CARD:
                return action_cards.outcomes(self)
            case steps.BUILD:
                return execution.legal_builds(self, player)
            case steps.HOUSE_CITY:
                return execution.legal_house_cities(self, player)
            case steps.ART_SITE:
                return execution.legal_art_sites(self)
            case steps.PORT:
                return execution.legal_ports(self, player, place)
            case steps.TRADE_CITY:
                return execution.legal_trade_cities(self, player, place)
            case steps.MATERIAL:
                return execution.legal_materials(self, player)
            case steps.CHURCH:
                return execution.legal_churches(self, place)
            case steps.SEAT_DISC:
                return council.legal_seat_discs(self, player)
            case steps.KEEP_CARD:
                return setup.legal_keeps(self, player)
            case steps.LAY_TILE:
                return setup.tiles_to_lay(self)
            case steps.QUEUE_TILE:
                return setup.tiles_to_queue(self)
            case steps.DRAW_START_PLAYER:
                return setup.possible_start_players(self)
            case steps.DEAL_SCORING_CARD | steps.TURN_UP_SCORING_CARD:
                return setup.scoring_cards_to_deal(self)
            case _:
                raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        """Action cards are weighted by their copies; all else is equally likely."""
        if task.step == steps.DRAW_ACTION_CARD:
            return action_cards.weights(self)
        return [1] * len(self.choices(task))

    def draw(self, task: Task, rng: random.Random) -> int:
        """Directly from the deck, or any of the outcomes."""
        if task.step == steps.DRAW_ACTION_CARD:
            return action_cards.pick(self, rng)
        outcomes = self.choices(task)
        return outcomes[below(len(outcomes), rng)]

    # Applying a choice

    def decide(self, task: Task, action: int) -> None:
        player, place = task.player, task.place
        match task.step:
            case steps.NEXT:
                activation.settle(self, player, action)
            case steps.SPACE:
                placing.place(self, player, place, action - actions.SPACE)
            case steps.DISC:
                placing.ask_for_space(self, player, action - actions.DISC)
            case steps.DRAW_ACTION_CARD:
                action_cards.draw(self, place, action - actions.DRAW)
            case steps.BUILD:
                execution.build(self, player, action - actions.BUILD)
            case steps.HOUSE_CITY:
                execution.build_house(self, player, action - actions.HOUSE)
            case steps.ART_SITE:
                execution.donate_artwork(self, player, action - actions.ART)
            case steps.PORT:
                execution.ship(self, player, action, place)
            case steps.TRADE_CITY:
                execution.transport(self, player, action, place)
            case steps.MATERIAL:
                execution.ask_for_church(self, player, action - actions.MATERIAL)
            case steps.CHURCH:
                execution.contribute(self, player, place, action - actions.CHURCH)
            case steps.SEAT_DISC:
                council.take_from(self, player, action - actions.SEAT)
            case steps.KEEP_CARD:
                setup.keep_card(self, player, action - actions.KEEP)
            case steps.LAY_TILE:
                setup.lay_tile(self, place, action - actions.LAY)
            case steps.QUEUE_TILE:
                setup.queue_tile(self, action - actions.QUEUE)
            case steps.DRAW_START_PLAYER:
                setup.take_start(self, action - actions.START)
            case steps.DEAL_SCORING_CARD:
                setup.deal_scoring_card(self, place, action - actions.DEAL)
            case steps.TURN_UP_SCORING_CARD:
                setup.turn_up_scoring_card(self, action - actions.DEAL)
            case _:
                raise UnknownStep(task)

    # Automatic steps

    def settle(self, task: Task) -> None:
        match task.step:
            case steps.CONTINUE:
                activation.offer_next(self, task.place)
            case steps.ACTIVATE:
                activation.activate(self, task.place)
            case steps.END_TURN:
                self.end_turn()
            case steps.TURN:
                placing.begin_turn(self)
            case steps.FOURTH_DISC:
                council.fourth_disc(self)
            case steps.SCORE_TILE:
                council.score_tile(self)
            case steps.LAST_TILES:
                game_end.score_last_tiles(self)
            case steps.CLEAR_STACKS:
                game_end.clear_stacks(self)
            case steps.SCORE_CARDS:
                game_end.score_cards(self)
            case steps.GAME_END:
                log.game_ends(self)
            case steps.ALL_KEPT:
                setup.all_kept(self)
            case steps.DEAL_EXTRA_CARDS:
                setup.deal_extra_cards(self)
            case steps.BEGIN:
                log.game_begins(self)
                self.agenda.append(TURN)
            case _:
                raise UnknownStep(task)

    def end_turn(self) -> None:
        """The next player clockwise is active, or the game ends."""
        council.announce_last_round(self)
        player = council.next_player(self)
        if player == NOBODY:
            game_end.end_game(self)
        else:
            self.active = player
            self.agenda.append(TURN)

    # The rest of the contract

    def clone(self) -> Calimala:
        other = Calimala()
        self.copy_table_to(other)
        return other

    def points(self) -> list[dict[str, int]]:
        return scoring.points(self)

    def standing(self) -> list[tuple[int, ...]]:
        return scoring.standing(self)

    def own_view(self, player: int | None) -> dict[str, Any]:
        return view.own_view(self, player)

    def guess(self, player: int, rng: random.Random) -> None:
        guess.guess(self, player, rng)


def start(setting: Setting) -> Calimala:
    table = Calimala()
    table.open(setting)
    setup.set_out(table)
    return table
