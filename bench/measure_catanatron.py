"""Catanatron's speed in random play, one JSON line for each number of players. Runs in a separate environment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import metadata

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

from report import arguments, measure

COLORS = list(Color)
PLAYERS = (2, 4)
MOST_TURNS = 1000  # its random players do not always finish a game
SAMPLE_GAMES, SAMPLE_TICKS, SAMPLE_EVERY = 4, 400, 60


def new_game(seed: int, players: int) -> Game:
    return Game([RandomPlayer(color) for color in COLORS[:players]], seed=seed)


def ticks(game: Game) -> Iterator[int]:
    """Every action, including forced ones: it does not distinguish them."""
    tick = 0
    while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
        game.play_tick()
        tick += 1
        yield tick


def play_games(players: int, number: int) -> int:
    return sum(sum(1 for _ in ticks(new_game(seed, players))) for seed in range(number))


def samples(players: int) -> list[Game]:
    found = []
    for seed in range(SAMPLE_GAMES):
        game = new_game(seed, players)
        for tick in ticks(game):
            if tick % SAMPLE_EVERY == SAMPLE_EVERY // 2:
                found.append(game.copy())
            if tick == SAMPLE_TICKS:
                break
    return found


def copy_all(games: list[Game], number: int) -> int:
    for _ in range(number):
        for game in games:
            game.copy()
    return number * len(games)


def main() -> None:
    budget = arguments().parse_args()
    version = metadata.version("catanatron")
    for players in PLAYERS:
        measure(
            "Catanatron", version, players, partial(play_games, players), partial(copy_all, samples(players)), budget
        )


if __name__ == "__main__":
    main()
