"""A bot that searches through Zunft's line protocol::

    zunft arena norenberc --bots "exec:python examples/line_search.py,random"

It requests guesses of the table, tries every action on each of them, lets Zunft play them to the end at random, and
takes the action that wins most. Written in Python, but it does not import Zunft: any language with JSON will do.
"""

import json
import sys
from typing import Any

GUESSES = 2
MOST_ACTIONS = 12  # tried in one decision


def ask(message: dict[str, Any]) -> dict[str, Any]:
    print(json.dumps(message), flush=True)
    reply: dict[str, Any] = json.loads(sys.stdin.readline())
    return reply


def choose(question: dict[str, Any], player: int) -> int:
    actions = question["actions"][:MOST_ACTIONS]
    if len(actions) == 1:
        return int(actions[0])
    values = dict.fromkeys(actions, 0.0)
    for _ in range(GUESSES):
        guess = ask({"type": "guess"})["table"]
        for action in actions:
            table = ask({"type": "clone", "table": guess})["table"]
            ask({"type": "step", "table": table, "action": action})
            values[action] += worth(ask({"type": "playout", "table": table}), player)
            ask({"type": "forget", "table": table})
    return int(max(actions, key=lambda action: values[action]))


def worth(end: dict[str, Any], player: int) -> float:
    """A win, and the points as a tie-break."""
    won = 1 / len(end["winners"]) if player in end["winners"] else 0.0
    return won + float(end["scores"][player]) / 1000


def main() -> None:
    player = 0
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "game":
            player = question["player"]
            print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
        elif question["type"] == "choose":
            print(json.dumps({"action": choose(question, player)}), flush=True)
        else:
            break


main()
