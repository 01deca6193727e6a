"""Gymnasium's ids: `zunft/Norenberc-v0` and so on, for `gymnasium.make` and `gymnasium.make_vec`.

The number after the v is the environment's version; the version of the rules is `game.rules`.
"""

from __future__ import annotations

import gymnasium

from zunft.core.game import game_names, load

NAMESPACE = "zunft"
VERSION = 0
SINGLE = "zunft.envs.gymnasium:ZunftEnv"
VECTOR = "zunft.envs.gymnasium:ZunftVectorEnv"


def env_id(name: str) -> str:
    return f"{NAMESPACE}/{name.capitalize()}-v{VERSION}"


def register() -> tuple[str, ...]:
    """Register all installed games that have a numeric observation, once; returns their ids."""
    found = []
    for name in game_names():
        if load(name).layout is None:
            continue
        found.append(env_id(name))
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(env_id(name), SINGLE, kwargs={"game": name}, vector_entry_point=VECTOR)
    return tuple(found)
