"""Many tables of one variant at once, for learning: every step plays a choice at each, and all that is observed are arrays.

Needs numpy, which the extra `env` brings. One process of the program plays all tables, on all processors.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import MatchFailed, ProgramFailed, Refused, StonehouseError
from .program import Conversation, Json, PathLike, Program, arguments
from .table import Place

PROTOCOL = 1
"""The version of the protocol that is spoken here."""

MOST_CHOICES = 512
"""How many choices a mask has room for, unless another number is asked for."""

_RESET, _STEP = 1, 2
_ARRAYS, _REFUSED = 0, 1
_NUMBERS = {"u64": "<u8", "i64": "<i8", "i32": "<i4", "u8": "u1"}

Array = npt.NDArray[Any]
Observations = dict[str, Any]
"""What the seat that decides at each table may know, as `VectorEnv` describes."""


@dataclass(frozen=True)
class Field:
    """A field of a zone's pieces, or a column of the facts or of the memory."""

    name: str
    """Its name, as house rules read it."""
    kind: str
    """`"integer"`, `"boolean"` (1 or 0), `"seat"` (a number from 0) or `"word"`."""
    words: list[str]
    """The words that its numbers mean, from 0."""
    seat: int | None
    """The seat of which it is, where a fact has a value for each."""
    doc: str
    """Its meaning."""


@dataclass(frozen=True)
class Zone:
    """A place of a game's pieces: a board, hands, a pile."""

    shape: tuple[int, ...]
    """Its shape for each table; the last axis is the fields of a piece. Where there is no piece, all are -1."""
    axes: list[str]
    """The axes of `shape`: `"row"`, `"column"`, `"piece"`, `"field"`; `"seat"` where everybody sees those of all seats."""
    fields: list[Field]
    """The fields of a piece, in order."""
    doc: str
    """Its meaning."""


class VectorEnv:
    """Many tables of a variant, at which matches are played one after another. The seats are yours, or bots'.

    The form is that of Gymnasium's vector environments. At each table one of your seats decides at a time, so `observations` are
    what that seat may know:

    - `seat`: whose turn it is, for each table.
    - `zones`: an array for each zone of the game, by name, `(tables, *shape)`; `zones` of this class describes them.
    - `facts`: the facts of the game, `(tables, columns)`; `facts` of this class names the columns.
    - `memory`: likewise what house rules remember and show at the table, where they do.
    - `scores`: `(tables, seats)`, only where nothing is ever hidden: elsewhere they may count what is.
    - `action_mask`: `(tables, most_choices)`, 1 for the places of choices that exist.

    Where several seats choose at once, they decide one after the other, and none sees what the others chose. A choice that asks for
    numbers gets the least possible ones.

    A match that ends is followed by the next one in the same step: the observation is the first of that, and the rewards and
    `final_scores` are those of the match that ended. The seeds of all matches follow from that of `reset`, whatever the number of
    tables and processors.
    """

    def __init__(
        self,
        variant: str,
        tables: int = 256,
        players: Sequence[str] | None = None,
        *,
        program: Program | None = None,
        set: Mapping[str, Json] | None = None,  # the option's name
        script: Sequence[PathLike] = (),
        threads: int = 0,
        most_choices: int = MOST_CHOICES,
    ) -> None:
        """`players`: for each seat `stonehouse.OUTSIDE`, which is you, or the name of a bot; all yours when not given. `set` and `script`: other
        values of knobs, further house rules. `threads`: how many threads play; one for each processor when not given.

        Raises `ProgramFailed` with what is wrong, if the variant cannot be played so.
        """
        self.variant = variant
        options = {"tables": index(tables), "players": players, "set": set, "script": list(script), "threads": threads}
        command = (program or Program()).command("tables", *arguments(options), "--", variant)
        self._process = Conversation(command, "the environment is closed")
        hello = json.loads(self._process.receive_line())
        if hello["say"] != "tables" or hello["protocol"] != PROTOCOL:
            self.close()
            raise ProgramFailed("the program speaks another version of the protocol: use the package that came with it")
        self.num_envs: int = hello["tables"]
        """How many tables there are."""
        self.seats = [
            Place(number, seat["name"], seat["team"], number in hello["yours"])
            for number, seat in enumerate(hello["seats"])
        ]
        """The seats, in order."""
        self.zones = {
            array["name"]: Zone(tuple(array["shape"]), array["axes"], _fields(array), array["doc"])
            for array in hello["arrays"]
            if array["zone"]
        }
        """The zones that are observed, by name. Of a secret one a seat observes its own part only."""
        columns = {array["name"]: _fields(array) for array in hello["arrays"] if not array["zone"]}
        self.facts = columns.get("facts", [])
        """The columns of the facts, in order. Secret facts are not among them."""
        self.memory = columns.get("memory", [])
        """The columns of what house rules remember and show at the table."""
        self.most_choices = index(most_choices)
        """The width of masks."""
        self._arrays: list[tuple[str, bool, tuple[int, ...], np.dtype[Any]]] = [
            (array["name"], array["zone"], (self.num_envs, *array["shape"]), np.dtype(_NUMBERS[array["number"]]))
            for array in hello["arrays"]
        ]
        self._bytes = sum(int(np.prod(shape)) * dtype.itemsize for _, _, shape, dtype in self._arrays)
        self._places = np.arange(self.most_choices, dtype=np.int32)
        self._request = np.empty(self.num_envs + 1, "<u4")
        self._no_truncations = np.zeros(self.num_envs, np.bool_)
        self._dice = random.Random()
        self._choices: Array | None = None
        self._seeds: Array = np.zeros(self.num_envs, np.uint64)
        self._codes: Array = np.zeros(0, np.uint32)

    @property
    def match_seeds(self) -> Array:
        """The seed of the match at each table, as `stonehouse.Table` and `stonehouse play` take it. Keep them from the agents: everything
        hidden follows from them."""
        return self._seeds

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins a match at each table. The seeds of all matches follow from `seed`, a whole number from 0 below 2^64; without one they follow
        from the last.

        Returns the observations, and `info` as in `step`. Raises `MatchFailed`.
        """
        if seed is not None:
            seed = index(seed)
            if not 0 <= seed < 1 << 64:
                raise ValueError(f"a seed is a whole number from 0 below 2^64, and this is {seed}")
            self._dice.seed(seed)
        else:
            seed = self._dice.getrandbits(63)
        self._choices = None
        self._process.send(_RESET.to_bytes(4, "little") + seed.to_bytes(8, "little"))
        observations, _, _, info = self._receive()
        return observations, info

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Plays a choice at each table: its place among the choices there, from 0.

        Returns the observations; the rewards `(tables, seats)`, all 0 but for a match that ended: 1 for the seats of a team that won
        alone, 0 for those that share the win, -1 for all others; whether a match ended at each table; whether one was cut off, which
        never happens; and `info`: `choices`, how many choices there are at each table, and `final_scores`, `(tables, seats)`, where a
        match ended. Raises `Refused`, and then nothing has changed, for a choice that does not exist; `TypeError` for what are no whole numbers;
        `MatchFailed` if a house rule failed, for example: then reset.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, and these are {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ValueError(
                f"there is an action for each of the {self.num_envs} tables, and these are of the shape {chosen.shape}"
            )
        if self._choices is None:
            raise Refused("there are no matches: reset the environment")
        wrong = np.flatnonzero((chosen < 0) | (chosen >= self._choices))
        if wrong.size:
            table = wrong[0]
            raise Refused(
                f"table {table} has no choice {chosen[table]}: there are {self._choices[table]}, counted from 0"
            )
        self._request[0] = _STEP
        self._request[1:] = chosen
        self._process.send(self._request.data)
        observations, rewards, done, info = self._receive()
        return observations, rewards, done, self._no_truncations, info

    def legal_actions(self) -> npt.NDArray[np.int64]:
        """The code of each choice, which is the same in every match of this version of the game: `(tables, most_choices)`, -1 where no choice is.

        The place of a choice is its index, and what `step` takes.
        """
        padded = np.full((self.num_envs, self.most_choices), -1, np.int64)
        if self._choices is not None:
            padded[self._places < self._choices[:, None]] = self._codes
        return padded

    def close(self) -> None:
        """Ends the program that plays the tables."""
        self._process.close()

    def __enter__(self) -> VectorEnv:
        """The environment, for a `with` statement."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the environment."""
        self.close()

    def _receive(self) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], dict[str, Any]]:
        answer, length = np.frombuffer(self._process.receive(8), "<u4").tolist()
        if answer != _ARRAYS:
            self._choices = None
            why = self._process.receive(length).decode("utf-8", "replace")
            raise (Refused if answer == _REFUSED else MatchFailed)(why)
        received = self._process.receive(self._bytes + 4 * length)
        zones: dict[str, Array] = {}
        rest: dict[str, Array] = {}
        at = 0
        for name, is_zone, shape, dtype in self._arrays:
            array: Array = np.ndarray(shape, dtype, received, at)
            at += array.nbytes
            (zones if is_zone else rest)[name] = array
        self._codes = np.ndarray((length,), "<u4", received, at)
        self._choices, self._seeds = rest["choices"], rest["seeds"]
        most = int(self._choices.max())
        if most > self.most_choices:
            self._choices = None
            raise StonehouseError(
                f"there are {most} choices, and masks have room for {self.most_choices}: "
                f"make the environment with most_choices={most * 2}"
            )
        observations: Observations = {"seat": rest["seat"], "zones": zones}
        observations |= {name: rest[name] for name in ("facts", "memory", "scores") if name in rest}
        observations["action_mask"] = (self._places < self._choices[:, None]).view(np.int8)
        info = {"choices": self._choices, "final_scores": rest["final_scores"]}
        return observations, rest["rewards"].astype(np.float32), rest["done"].view(np.bool_), info


def _fields(array: Json) -> list[Field]:
    fields = []
    for field in array.get("fields", []):
        kind = field["kind"]
        words = kind["word"] if isinstance(kind, dict) else []
        name = kind if isinstance(kind, str) else "word"
        fields.append(Field(field["name"], name, words, field.get("seat"), field.get("doc", "")))
    return fields
