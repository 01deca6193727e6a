"""A bot for Zunft's line protocol: zunft arena norenberc --bots "exec:python examples/line_bot.py",random

One JSON object per line: questions on stdin, answers on stdout; see docs/protocol.md. It takes the action that comes
first in its list of preferences, else any. Written in Python, but it does not import Zunft.
"""

import json
import random
import sys
from typing import Any

LIKES = ("hire", "buy", "plan", "play", "build")


def choose(question: dict[str, Any], rng: random.Random) -> int:
    actions: list[int] = question["actions"]
    pairs = list(zip(actions, question["texts"], strict=True))
    for word in LIKES:
        liked = [action for action, text in pairs if text.startswith(word)]
        if liked:
            return rng.choice(liked)
    return rng.choice(actions)


def main() -> None:
    rng = random.Random()
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "game":
            rng.seed(question["seed"])
            answer: dict[str, Any] = {"type": "ready", "protocol": 1}
        elif question["type"] == "choose":
            answer = {"action": choose(question, rng)}
        else:
            break
        print(json.dumps(answer), flush=True)


main()
