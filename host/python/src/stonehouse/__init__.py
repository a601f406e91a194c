"""Stonehouse from Python.

`Program` runs the program's commands and returns what they print; `Table` plays matches. Both need nothing but the standard
library. `stonehouse.env` offers the games as environments in the form of PettingZoo, `stonehouse.frames` reads results into data
frames, `stonehouse.cluster` spreads a simulation over many machines: each needs the extra of that name. `stonehouse.vector` plays
at many tables at once, with arrays, and needs numpy of the extra `env`.
"""

from .errors import MatchFailed, ProgramFailed, ProgramNotFound, Refused, StonehouseError
from .program import Program
from .table import OUTSIDE, Choice, Ending, Place, Question, Table, least_values

__all__ = [
    "OUTSIDE",
    "Choice",
    "Ending",
    "MatchFailed",
    "Place",
    "Program",
    "ProgramFailed",
    "ProgramNotFound",
    "Question",
    "Refused",
    "StonehouseError",
    "Table",
    "least_values",
]
