"""Tests of the games in this repository; other installed games have their own tests."""

import zunft

OUR_GAMES = tuple(name for name in zunft.game_names() if zunft.load(name).package.startswith("zunft.games."))
