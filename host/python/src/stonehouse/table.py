"""Matches, played from Python: some or all of the seats are yours, the others are bots.

This speaks the protocol of `docs/outside-players.md` with `stonehouse play`. A `Table` is one such conversation: begin as many
matches at it as you like, one after another.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from types import TracebackType
from typing import Any

from .errors import MatchFailed, ProgramFailed, Refused
from .program import Conversation, Json, PathLike, Program, arguments

OUTSIDE = "outside"
"""Who plays at your seats."""

PROTOCOL = 1
"""The version of the protocol that is spoken here."""


@dataclass(frozen=True)
class Place:
    """A seat at the table."""

    seat: int
    """Its number, from 0."""
    name: str
    """What the game calls it: "White"."""
    team: int
    """Seats of the same team win and lose together."""
    is_yours: bool
    """Whether you play there."""


@dataclass(frozen=True)
class Choice:
    """Something that can be done."""

    action: int
    """Its code, the same in every match of this version of the game."""
    text: str
    """What it is, for people."""
    data: Json
    """What it is, as fields; as in records."""
    inputs: list[Json]
    """The numbers that it asks for, usually none: see `docs/outside-players.md`."""


@dataclass(frozen=True)
class Question:
    """A decision that one of your seats has to make."""

    id: int
    """The question's number."""
    seat: int
    """Who is asked."""
    scene: Json
    """The table as this seat sees it."""
    choices: list[Choice]
    """All that can be done."""
    log: list[Json]
    """What was done since the match began, as this seat may know it: each with `seat`, `text`, and perhaps `said`."""


@dataclass(frozen=True)
class Ending:
    """The end of a match."""

    scores: list[int]
    """By seat."""
    winners: list[int]
    """The seats that won; several if a team won, or teams share the win."""
    reason: Json
    """`"rules"`, or what else ended it."""
    scenes: dict[int, Json]
    """The table at the end, as each of your seats sees it."""
    logs: dict[int, list[Json]]
    """What was done, as each of your seats may know it."""


Chosen = int | tuple[int, Sequence[int]]
"""A place in the list of choices, from 0; or that and the numbers that the choice asks for."""


class Table:
    """A conversation with the program, in which matches of one variant are played one after another.

    Use it in a `with` statement, or close it when you are done.
    """

    def __init__(
        self,
        variant: str,
        players: Sequence[str] | None = None,
        *,
        program: Program | None = None,
        set: Mapping[str, Json] | None = None,  # the option's name
        script: Sequence[PathLike] = (),
        record_dir: PathLike | None = None,
    ) -> None:
        """`players`: for each seat `OUTSIDE`, which is you, or the name of a bot; all yours when not given. `set` and `script`: other
        values of knobs, further house rules. `record_dir`: a folder for a record of each match.

        Raises `ProgramFailed` with what is wrong, if the variant cannot be played so.
        """
        self.variant = variant
        options = {"players": players, "set": set, "script": list(script), "record_dir": record_dir}
        command = (program or Program()).command("play", *arguments(options), "--", variant)
        self._process = Conversation(command, "the table is closed")
        hello = self._receive()
        if hello["say"] != "table" or hello["protocol"] != PROTOCOL:
            self.close()
            raise ProgramFailed("the program speaks another version of the protocol: use the package that came with it")
        self.seats = [
            Place(number, seat["name"], seat["team"], number in hello["yours"])
            for number, seat in enumerate(hello["seats"])
        ]
        """The seats, in order."""
        self.matches: dict[int, Json] = {}
        """What each of your seats received about the match: game, knobs, house rules, rules, players."""
        self.question: Question | None = None
        """The decision that has to be made now."""
        self.ending: Ending | None = None
        """The end of the match, once it is over."""
        self._logs: dict[int, list[Json]] = {}

    def yours(self) -> list[int]:
        """Your seats."""
        return [place.seat for place in self.seats if place.is_yours]

    def new(self, seed: int) -> Question | Ending:
        """Begins a match of this seed, a whole number from 0 below 2^64. One that is under way is given up.

        The same seed, choices and bots give the same match on every machine. Returns the first question, or the end of a match in which
        nothing was yours to decide. Raises `MatchFailed`, and `TypeError` for a seed that is no whole number.
        """
        seed = index(seed)
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed is a whole number from 0 below 2^64, and this is {seed}")
        self.question, self.ending = None, None
        self.matches, self._logs = {}, {seat: [] for seat in self.yours()}
        self._say({"say": "new", "seed": seed})
        return self._listen()

    def choose(self, choice: int, values: Sequence[int] = ()) -> Question | Ending:
        """Answers the question with a place in its list of choices, from 0, and the numbers that the choice asks for.

        Raises `Refused` when that is not possible, `MatchFailed`, and `TypeError` for what is no whole number.
        """
        answer = {"choice": index(choice), "values": [index(value) for value in values]}
        question = self.question
        if question is None:
            raise Refused("nothing is asked: begin a match with `new`")
        self._say({"say": "choice", "id": question.id, **answer})
        return self._listen()

    def play(self, seed: int, choose: Callable[[Question], Chosen]) -> Ending:
        """Plays a whole match: `choose` answers each question with a place in the list of choices, or that and its numbers."""
        message = self.new(seed)
        while isinstance(message, Question):
            chosen = choose(message)
            message = self.choose(*chosen) if isinstance(chosen, tuple) else self.choose(chosen)
        return message

    def look(self, seat: int | None = None) -> Json:
        """The table as one of your seats sees it now, or as the public does. Raises `Refused` for somebody else's seat."""
        self._say({"say": "look", "seat": None if seat is None else index(seat)})
        message = self._receive()
        if message["say"] == "scene":
            return message["scene"]
        raise (Refused if message["say"] == "refused" else MatchFailed)(message["why"])

    def close(self) -> None:
        """Ends the conversation, and with it a match that is under way."""
        self._process.close()

    def __enter__(self) -> Table:
        """The table, for a `with` statement."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the table."""
        self.close()

    def _say(self, message: Json) -> None:
        self._process.send(json.dumps(message).encode() + b"\n")

    def _receive(self) -> Json:
        return json.loads(self._process.receive_line())

    def _listen(self) -> Question | Ending:
        """Receives messages until something is asked or the match is over."""
        ends: dict[int, Json] = {}
        while True:
            message = self._receive()
            match message["say"]:
                case "match":
                    self.matches[message["seat"]] = message
                case "choose":
                    self.question = _question(message, self._log(message))
                    return self.question
                case "end":
                    ends[message["seat"]] = message
                    self._log(message)
                    if len(ends) == len(self._logs):
                        self.question, self.ending = None, _ending(ends, self._logs)
                        return self.ending
                case "refused":
                    raise Refused(message["why"])
                case "failed":
                    self.question = None
                    raise MatchFailed(message["why"])
                case _:
                    pass  # A later version may say more.

    def _log(self, message: Json) -> list[Json]:
        log = self._logs[message["seat"]]
        del log[message["log_from"] :]
        log += message["log"]
        return log


def _question(message: Json, log: list[Json]) -> Question:
    choices = [Choice(one["action"], one["text"], one["data"], one.get("inputs", [])) for one in message["choices"]]
    return Question(message["id"], message["seat"], message["scene"], choices, list(log))


def _ending(ends: dict[int, Json], logs: dict[int, list[Json]]) -> Ending:
    one: dict[str, Any] = next(iter(ends.values()))
    scenes = {seat: message["scene"] for seat, message in ends.items()}
    return Ending(one["scores"], one["winners"], one["reason"], scenes, logs)


def least_values(choice: Choice) -> list[int]:
    """The least numbers that are possible for what a choice asks: enough to try any game."""
    values: list[int] = []
    for asked in choice.inputs:
        kind = asked["kind"]
        if "number" in kind:
            values.append(kind["number"]["min"])
        elif "pick" in kind:
            values.append(0)
        else:
            # The fewest that together are enough.
            left = kind["counts"]["min"]
            for _, most in kind["counts"]["of"]:
                values.append(min(most, left))
                left -= values[-1]
    return values
