"""Our speed, one JSON line for each game and number of players; compiled or not, depending on the environment."""

from __future__ import annotations

import zunft
from report import arguments, print_line
from zunft.measure import (
    clone_microseconds,
    decisions_per_second,
    kept_clone_microseconds,
    plain_game,
    plain_game_with_draw,
    simulations_per_second,
)


def main() -> None:
    parser = arguments()
    parser.add_argument("games", nargs="*", default=zunft.game_names())
    budget = parser.parse_args()
    whole, half = (budget.seconds, budget.repetitions), (budget.seconds / 2, budget.repetitions)
    for name in budget.games:
        game = zunft.load(name)
        for players in game.players:
            print_line(
                name=game.title,
                players=players,
                compiled=zunft.is_compiled(),
                decisions_per_second=decisions_per_second(game, players, *whole),
                plain_per_second=decisions_per_second(game, players, *half, play=plain_game),
                plain_with_draw_per_second=decisions_per_second(game, players, *half, play=plain_game_with_draw),
                clone_microseconds=clone_microseconds(game, players, *half),
                kept_clone_microseconds=kept_clone_microseconds(game, players, *half),
                simulations_per_second=simulations_per_second(game, players, *whole),
            )


if __name__ == "__main__":
    main()
