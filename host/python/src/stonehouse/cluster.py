"""Simulations over many machines, by Dask distributed: the games are dealt out in shards, and the shards add up to the very bytes of one run on
one machine.

Needs the extra `cluster`, and on every worker this package and the program `stonehouse`, with the same variants. House rules named with
`script` are sent along.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from distributed import Client, Future, as_completed

from .program import Json, Program, arguments

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Plan:
    """A simulation: a variant, and the options of `stonehouse simulate` as in `Program.simulate`."""

    variant: str
    options: Mapping[str, Json] = field(default_factory=dict)


def simulate(
    client: Client, variant: str, *, shards: int | None = None, program: Program | None = None, **options: Json
) -> Json:
    """Plays many games on all workers of a cluster and sums them up, as `Program.simulate` does on one machine: the result is the same to
    the last byte.

    `shards`: into how many parts the games are dealt out; four for each thread of the cluster when not given, so that slow machines hold
    nobody up. `program`: the file of the program on every machine; found by each for itself when not given.
    """
    return simulate_all(client, {0: Plan(variant, options)}, shards=shards, program=program)[0]


def simulate_all(
    client: Client,
    plans: Mapping[Key, Plan],
    *,
    shards: int | None = None,
    program: Program | None = None,
    retries: int = 2,
) -> dict[Key, Json]:
    """Several simulations at once, for example the points of a sweep: one queue of shards for all of them.

    `retries`: how often a shard is begun again whose machine was lost or failed. The first shard that keeps failing ends all, and what it
    reports is raised as `ProgramFailed`.
    """
    parts = partials(client, plans, shards=shards, program=program, retries=retries)
    return {key: json.loads(merge(some, program)) for key, some in parts.items()}


def partials(
    client: Client,
    plans: Mapping[Key, Plan],
    *,
    shards: int | None = None,
    program: Program | None = None,
    retries: int = 2,
) -> dict[Key, list[bytes]]:
    """The shards of each simulation, as the files that `stonehouse simulate --partial` writes."""
    count = shards if shards is not None else 4 * max(1, sum(client.nthreads().values()))
    if count < 1:
        raise ValueError(f"there is at least one shard, not {count}")
    asked: dict[Future, tuple[Key, int]] = {}
    for key, plan in plans.items():
        options, scripts = _with_scripts(plan.options)
        for number in range(1, count + 1):
            shard = f"{number}/{count}"
            future = client.submit(_play, program, plan.variant, options, scripts, shard, retries=retries, pure=False)
            asked[future] = (key, number)
    played: dict[Key, list[bytes]] = {key: [b""] * count for key in plans}
    try:
        for future, part in as_completed(list(asked), with_results=True):
            key, number = asked[future]
            played[key][number - 1] = part
    finally:
        client.cancel(list(asked))
    return played


def merge(partials: Sequence[bytes], program: Program | None = None) -> str:
    """The result of all shards of a simulation, as the JSON text that one run would have printed."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, part in enumerate(partials, 1):
            file = Path(folder, f"{number}.part")
            file.write_bytes(part)
            files.append(str(file))
        return (program or Program()).run("merge", *files, "--json")


def _with_scripts(options: Mapping[str, Json]) -> tuple[dict[str, Json], list[tuple[str, bytes]]]:
    """The options without their house rules, and these with their names: a worker may not have the files."""
    files = options.get("script") or []
    files = [files] if isinstance(files, (str, os.PathLike)) else files
    rest = {name: value for name, value in options.items() if name not in ("script", "threads")}
    return rest, [(Path(file).name, Path(file).read_bytes()) for file in files]


def _play(
    program: Program | None, variant: str, options: dict[str, Any], scripts: list[tuple[str, bytes]], shard: str
) -> bytes:
    """Plays a shard, on one thread: the cluster has one for each."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, (name, text) in enumerate(scripts):
            file = Path(folder, str(number), name)
            file.parent.mkdir()
            file.write_bytes(text)
            files.append(str(file))
        part = Path(folder, "shard.part")
        shown = arguments({**options, "script": files, "threads": 1, "shard": shard, "partial": part})
        (program or Program()).run("simulate", *shown, "--", variant)
        return part.read_bytes()
