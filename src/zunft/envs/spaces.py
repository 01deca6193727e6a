"""Gymnasium's spaces for observations, masks and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from zunft.core.game import Game
from zunft.envs.observation import highs


def row_space(game: Game) -> spaces.Box:
    high = highs(game)
    return spaces.Box(np.zeros_like(high), high, dtype=np.int8)


def mask_space(game: Game, more: int = 0) -> spaces.Box:
    return spaces.Box(0, 1, (game.num_player_actions + more,), np.int8)


def masked_space(game: Game, more: int = 0) -> spaces.Dict:
    return spaces.Dict({"observation": row_space(game), "action_mask": mask_space(game, more)})


def action_space(game: Game, more: int = 0) -> spaces.Discrete[Any]:
    """Indices of player actions; `game.codes.player_codes` has the codes. `more`: number of extra actions."""
    return spaces.Discrete(game.num_player_actions + more)


def state_space(game: Game, players: int) -> spaces.Box:
    """All players' observations, concatenated."""
    high = np.tile(highs(game), players)
    return spaces.Box(np.zeros_like(high), high, dtype=np.int8)
