"""Tests of the games in this repository; what else is installed has tests of its own."""

import zunft

OUR_GAMES = tuple(name for name in zunft.game_names() if zunft.load(name).package.startswith("zunft.games."))
