"""The program Stonehouse, found and run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from io import BufferedReader
from pathlib import Path
from typing import Any, cast

from .errors import ProgramFailed, ProgramNotFound

Json = Any
"""Whatever JSON can say: dicts, lists, texts, numbers, truth values, None."""

PathLike = str | os.PathLike[str]

_NAME = "stonehouse.exe" if os.name == "nt" else "stonehouse"


def find(path: PathLike | None = None) -> Path:
    """Where the program is: `path`; else what the environment variable `STONEHOUSE` names; else the one on `PATH`; else, if this
    package is used from Stonehouse's source folder, the one that was built there last.

    Raises `ProgramNotFound`.
    """
    named = path or os.environ.get("STONEHOUSE")
    if named:
        found = shutil.which(os.fspath(named))
        if found is None:
            raise ProgramNotFound(
                f"{os.fspath(named)} is no program that can be run. Name the file of `stonehouse` itself."
            )
        return Path(found).absolute()
    on_path = shutil.which("stonehouse")
    if on_path is not None:
        return Path(on_path).absolute()
    target = Path(__file__).resolve().parents[4] / "target"
    built = [target / kind / _NAME for kind in ("release", "debug")]
    built = sorted((file for file in built if file.is_file()), key=lambda file: file.stat().st_mtime)
    if built:
        return built[-1]
    raise ProgramNotFound(
        "the program `stonehouse` was not found. Build it with `cargo build --release`, then put its folder on PATH, "
        "or name its file: Program(path), or the environment variable STONEHOUSE."
    )


class Program:
    """The program Stonehouse, and the folders it looks into besides its own.

    Every method runs one command, waits for it, and returns the JSON that it prints, as dicts and lists. Each raises `ProgramFailed`
    with the program's message. A `Program` can be pickled: on another machine it is the same file.
    """

    def __init__(
        self,
        path: PathLike | None = None,
        *,
        plugins: Sequence[PathLike] = (),
        variants: Sequence[PathLike] = (),
        scripts: Sequence[PathLike] = (),
    ) -> None:
        """`path`: its file; see `find` for where it is looked for otherwise. The folders are searched besides the usual ones."""
        self.path = find(path)
        self.folders: list[str] = []
        for option, folders in (("--plugins", plugins), ("--variants", variants), ("--scripts", scripts)):
            for folder in folders:
                self.folders += [option, os.path.abspath(folder)]

    def __repr__(self) -> str:
        """The program, by its file."""
        return f"Program({str(self.path)!r})"

    def command(self, *args: str) -> list[str]:
        """The command line that runs the program with these arguments."""
        return [str(self.path), *self.folders, *args]

    def run(self, *args: str) -> str:
        """Runs a command and returns what it prints.

        Raises `ProgramFailed` when it ends with an error.
        """
        try:
            done = subprocess.run(
                self.command(*args), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
            )
        except OSError as error:
            raise ProgramFailed(f"{self.path} cannot be run: {error}") from error
        if done.returncode != 0:
            raise ProgramFailed(_reason(done.stderr or done.stdout, done.returncode))
        return done.stdout

    def json(self, *args: str) -> Json:
        """Runs a command with `--json` and returns what it prints.

        Raises `ProgramFailed` also when that is not JSON, as with `--help`.
        """
        command, *rest = args
        printed = self.run(command, "--json", *rest)
        try:
            return json.loads(printed)
        except json.JSONDecodeError as error:
            raise ProgramFailed(f"the program did not print JSON: {printed.strip()[:200]}") from error

    def list(self) -> Json:
        """The games and their variants."""
        return self.json("list")

    def simulate(self, variant: str, **options: Json) -> Json:
        """Plays many games and sums them up.

        The options are those of `stonehouse simulate`, for example `games=10_000, seed=1, players=["greedy", "search@500"],
        threads=0, set={"line_length": 4}, script=["my_rule.lua"], fixed_seats=True, record_dir="records"`; see `arguments` for how
        each is passed on.
        """
        return self.json("simulate", *arguments(options), "--", variant)

    def compare(self, one: str, other: str, **options: Json) -> Json:
        """Plays the same games under two variants, and reports what differs beyond chance. Options as in `simulate`."""
        return self.json("compare", *arguments(options), "--", one, other)

    def sweep(self, variant: str, *ranges: str, **options: Json) -> Json:
        """Plays the same games at every value of one or two numbers, each named as `"line_length=3..5"`. Options as in `simulate`."""
        return self.json("sweep", *arguments(options), "--", variant, *ranges)

    def record(self, file: PathLike) -> Json:
        """Replays a record and verifies it."""
        return self.json("record", "--", os.fspath(file))


class Conversation:
    """The program while it exchanges messages with this process, over its standard input and output."""

    def __init__(self, command: Sequence[str], closed: str) -> None:
        """Starts it. `closed`: the error message of everything once it is closed.

        Raises `ProgramFailed`.
        """
        self._closed = closed
        self._words = tempfile.TemporaryFile()
        try:
            self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._words
            )
        except OSError as error:
            self._process = None
            self._words.close()
            raise ProgramFailed(f"the program cannot be run: {error}") from error

    def send(self, message: bytes | memoryview) -> None:
        """Sends a message. Raises `ProgramFailed` if the program has ended."""
        if self._process is None or self._process.stdin is None:
            raise ProgramFailed(self._closed)
        try:
            self._process.stdin.write(message)
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def receive_line(self) -> bytes:
        """The next line. Raises `ProgramFailed` if the program has ended."""
        if self._process is None or self._process.stdout is None:
            raise ProgramFailed(self._closed)
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._ended()
        return line

    def receive(self, length: int) -> bytearray:
        """So many bytes. Raises `ProgramFailed` if the program has ended."""
        if self._process is None or self._process.stdout is None:
            raise ProgramFailed(self._closed)
        received = bytearray(length)
        if cast(BufferedReader, self._process.stdout).readinto(received) < length:
            raise self._ended()
        return received

    def kill(self) -> None:
        """Ends the program at once."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Closes the program's input, upon which it ends."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            try:
                process.stdin.close()
            except OSError:
                pass  # It has ended already.
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            # A bot thinks.
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
        self._words.close()

    def __del__(self) -> None:
        """Closes one that was forgotten."""
        if getattr(self, "_process", None) is not None:
            self.close()

    def _ended(self) -> ProgramFailed:
        """Why the program has ended, in its own last words."""
        code = self._process.wait() if self._process is not None else 0
        self._words.seek(0)
        errors = self._words.read().decode("utf-8", "replace")
        self.close()
        return ProgramFailed(_reason(errors, code))


def arguments(options: Mapping[str, Json]) -> list[str]:
    """Options of a command as its arguments: `fixed_seats=True` is `--fixed-seats`, `games=5` is `--games 5`, `players=["greedy",
    "random"]` is `--players greedy,random`, `set={"rounds": 3}` is `--set rounds=3`, any other list is the option several times.
    What is None or False is left out.
    """
    args: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            args.append(option)
        elif name == "players":
            args += [option, value if isinstance(value, str) else ",".join(value)]
        elif isinstance(value, Mapping):
            for key, wanted in value.items():
                args += [option, f"{key}={wanted if isinstance(wanted, str) else json.dumps(wanted)}"]
        elif isinstance(value, (list, tuple)):
            for one in value:
                args += [option, os.fspath(one) if isinstance(one, os.PathLike) else str(one)]
        else:
            args += [option, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return args


def _reason(errors: str, code: int) -> str:
    """The program's error message, without its own name."""
    errors = errors.strip().removeprefix("stonehouse: ")
    return errors or f"the program ended with {code} and no message"
