"""Our games with TextArena's interface: its loop, agents and action wrappers work as with its own games::

    env = TextArenaEnv("norenberc")
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        player_id, observation = env.get_observation()
        done, info = env.step(agents[player_id](observation))
    rewards, game_info = env.close()

This does not require the package `textarena`; with it, `register()` gives the games ids for `textarena.make`.
"""

from __future__ import annotations

from typing import Any, Final

from zunft.core.errors import IllegalAction
from zunft.core.game import game_names, load
from zunft.envs.text import TextTable

ERROR_ALLOWANCE: Final = 3
INVALID: Final = -1.0  # the reward for exceeding the error allowance; the others get 0


class TextArenaEnv:
    """One game: whole prompts as observations, answers as actions."""

    def __init__(self, game: str, language: str = "en", error_allowance: int = ERROR_ALLOWANCE, **options: Any) -> None:
        self.game = load(game)
        self.language = language
        self.error_allowance = error_allowance  # wrong answers in a row that are tolerated
        self.options = options
        self.table: TextTable | None = None

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        self.table = TextTable(self.game, num_players, seed, self.language, **self.options)
        players = self.table.state.setting.players
        self.errors = 0
        self.complaint = ""
        self.failed: int | None = None  # the player who exceeded the allowance
        self.info: dict[int, dict[str, Any]] = {
            player: {"role": f"Player {player}", "invalid_move": False, "turn_count": 0} for player in range(players)
        }

    def get_observation(self) -> tuple[int, str]:
        """Who has to decide, and the whole prompt: rules, position, events, legal actions."""
        table = self.running()
        player = table.player()
        if player is None or self.failed is not None:
            return 0 if self.failed is None else self.failed, table.observe(0 if self.failed is None else self.failed)
        return player, table.observe() + self.complaint

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Returns whether the game is over; after a wrong answer the same player retries, a few times."""
        table = self.running()
        player = table.player()
        if player is None or self.failed is not None:
            return True, {}
        try:
            table.act(action)
        except IllegalAction as error:
            return self.reject(player, str(error))
        self.errors, self.complaint = 0, ""
        self.info[player]["turn_count"] += 1
        return table.player() is None, {}

    def reject(self, player: int, reason: str) -> tuple[bool, dict[str, Any]]:
        self.errors += 1
        self.complaint = f"\n\n{reason}"
        if self.errors > self.error_allowance:
            self.failed = player
            self.info[player]["invalid_move"] = True
        return self.failed is not None, {"invalid_move": reason}

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Rewards by final ranking, 1 to -1, and each player's TextArena info; no rewards before the end."""
        table = self.running()
        players = range(table.state.setting.players)
        if self.failed is not None:
            for player in players:
                self.info[player]["reason"] = f"Invalid Move: player {self.failed}"
            return {player: INVALID if player == self.failed else 0.0 for player in players}, self.info
        if table.player() is not None:
            return None, self.info
        scores = table.state.scores()
        for player in players:
            self.info[player].update(reason=f"The game is over, {scores[player]} points", score=scores[player])
        return dict(enumerate(table.rewards())), self.info

    def running(self) -> TextTable:
        if self.table is None:
            raise IllegalAction("call reset() first")
        return self.table


def ids() -> dict[str, str]:
    """Each game's id in `register`."""
    return {name: f"Zunft-{name.capitalize()}-v0" for name in game_names()}


def register() -> list[str]:
    """Register all games for `textarena.make`; returns their ids. Existing ones are kept."""
    from textarena.envs.registration import ENV_REGISTRY
    from textarena.envs.registration import register as register_one

    for name, env_id in ids().items():
        if env_id not in ENV_REGISTRY:
            register_one(env_id, entry_point=TextArenaEnv, game=name)
    return list(ids().values())
