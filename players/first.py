#!/usr/bin/env python3
"""A player for Stonehouse in Python, with the standard library only: any game, any variant.

It takes what promises most points by the fields of the choice, and otherwise chooses at random. Copy it, and put your own idea
into `choose`. Try it:

    stonehouse check-player "python3 players/first.py"
    stonehouse simulate three-stones/standard --games 20 --players "run:python3 players/first.py,greedy"
"""

import json
import random
import sys


def choose(question):
    """The place of a choice in the list, and a value for each number that it asks for."""
    choices = question["choices"]
    best = max(promise(choice) for choice in choices)
    place = random.choice([place for place, choice in enumerate(choices) if promise(choice) == best])
    return place, [value for asked in choices[place].get("inputs", []) for value in least(asked["kind"])]


def promise(choice):
    """How many points a choice brings, if the game says so."""
    points = choice["data"].get("points", 0) if isinstance(choice["data"], dict) else 0
    return points if isinstance(points, (int, float)) else 0


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
    for line in sys.stdin:
        told = json.loads(line)
        if told["say"] == "match":
            random.seed(told["you"])
            say({"say": "ready", "protocol": 1})
        elif told["say"] == "choose":
            choice, values = choose(told)
            say({"say": "choice", "id": told["id"], "choice": choice, "values": values})
        elif told["say"] == "refused":
            print(told["why"], file=sys.stderr)
            sys.exit(1)
        # `cancel` and `end` need no answer.


if __name__ == "__main__":
    main()
