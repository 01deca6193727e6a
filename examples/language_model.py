"""A language-model-style agent plays by texts alone; a script stands in for the model.

Call your model in `answer`: it gets the prompt and returns one line. Answers are validated; after a wrong one the
model gets the list of legal actions, and after three the first legal action is taken.

    pip install zunft
    python examples/language_model.py norenberc --players 3

With --answer it answers one prompt from stdin, as `zunft arena --bots "llm:COMMAND"` asks.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable

import zunft
from zunft.envs.text import TextTable

Answer = Callable[[str], str]
TRIES = 3


def stand_in(seed: int | str) -> Answer:
    """Reads the legal actions from the prompt as a model would, picks one, and sometimes gets it wrong."""
    rng = random.Random(seed)

    def answer(prompt: str) -> str:
        choices = prompt.rsplit("\n# YOUR DECISION\n", 1)[-1].split("\n\n")[0].split("\n")[1:]
        legal = [line.split(" | ")[0] for line in choices]
        return "I would rather not say" if not legal or rng.random() < 0.05 else rng.choice(legal)

    return answer


def decide(table: TextTable, answer: Answer) -> int:
    """One decision; returns the number of tries."""
    prompt = table.observe()
    for tries in range(1, TRIES + 1):
        try:
            table.act(answer(prompt))
        except zunft.IllegalAction as error:
            prompt = f"{table.observe()}\n\nThat was wrong: {error}"
        else:
            return tries
    table.act(table.legal_actions()[0])
    return TRIES + 1


def main(given: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="norenberc")
    parser.add_argument("--players", type=int)
    parser.add_argument("--language", default="en")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decisions", type=int, help="stop after this many decisions")
    parser.add_argument("--answer", action="store_true", help="read one prompt from stdin, print the answer")
    options = parser.parse_args(given)
    if options.answer:
        prompt = sys.stdin.read()
        print(stand_in(prompt)(prompt))
        return []
    table = TextTable(options.game, options.players, options.seed, options.language)
    agents = [stand_in(seat) for seat in range(table.state.setting.players)]
    print(table.observe())
    decisions = wrong = 0
    while (player := table.player()) is not None and decisions != options.decisions:
        wrong += decide(table, agents[player]) - 1
        decisions += 1
    print(f"\n{decisions} decisions, {wrong} wrong answers; rewards {table.rewards()}")
    return table.rewards()


if __name__ == "__main__":
    main()
