#!/usr/bin/env python3
"""A player for Stonehouse in Python, with the standard library only: any game, any variant.

It takes what brings it furthest ahead in points, by the fields of the choice, and otherwise chooses at random. Copy it, and put your
own idea into `choose`. Try it:

    stonehouse check-player "python3 players/first.py"
    stonehouse simulate three-stones/standard --games 20 --players "run:python3 players/first.py,greedy"
"""

import json
import random
import sys


def choose(question, you):
    """The place of a choice in the list, and a value for each number that it asks for."""
    choices = question["choices"]
    promises = [promise(choice, you) for choice in choices]
    place = random.choice([place for place, it in enumerate(promises) if it == max(promises)])
    return place, [value for asked in choices[place].get("inputs", []) for value in least(asked["kind"])]


def promise(choice, you):
    """How far a choice brings your seat ahead of the best other one, if the game states it: `points` is a list by seat."""
    points = choice["data"].get("points") if isinstance(choice["data"], dict) else None
    if not isinstance(points, list) or len(points) <= you:
        return 0
    return points[you] - max(points[:you] + points[you + 1 :], default=0)


def least(kind):
    """The least values that are possible for what a choice asks: a number, one of several words, or how many of each."""
    if "number" in kind:
        return [kind["number"]["min"]]
    if "pick" in kind:
        return [0]
    # The fewest that together are enough.
    wanted, counts = kind["counts"]["min"], []
    for _, most in kind["counts"]["of"]:
        counts.append(min(most, wanted - sum(counts)))
    return counts


def say(message):
    print(json.dumps(message), flush=True)


def main():
    you = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["say"] == "match":
            you = message["you"]
            random.seed(you)
            say({"say": "ready", "protocol": 1})
        elif message["say"] == "choose":
            choice, values = choose(message, you)
            say({"say": "choice", "id": message["id"], "choice": choice, "values": values})
        elif message["say"] == "refused":
            print(message["why"], file=sys.stderr)
            sys.exit(1)
        # `cancel` and `end` need no answer.


if __name__ == "__main__":
    main()
