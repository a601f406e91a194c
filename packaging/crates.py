"""What the program and its games contain, for the scripts beside this module."""

import json
import subprocess
from pathlib import Path

GAMES = sorted(manifest.parent.name for manifest in (Path(__file__).parent.parent / "plugins").glob("*/Cargo.toml"))
ROOTS = ("stonehouse", *(f"stonehouse-{game}" for game in GAMES))
# Crates that others need only to be built, but whose sources are compiled and linked in: Luau in C++.
LINKED_SOURCES = {"luau0-src"}
# What the compilers link in besides crates: by name the licence, the systems, and the file in licence-texts.
# (The standard library of Rust brings its texts with the compiler.)
RUNTIME = {
    "libstdc++ and libgcc": ("GPL-3.0-or-later WITH GCC-exception-3.1", ("linux", "windows"), "GCC-exception"),
    "mingw-w64-runtime": ("ZPL-2.1", ("windows",), "mingw-w64"),
    "winpthreads": ("MIT AND BSD-3-Clause", ("windows",), "winpthreads"),
}


def linked(triple):
    """The crates that are linked in for a target, by name and version, and by id the ids of those they need."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", triple]
    packages = json.loads(subprocess.check_output(command))["packages"]
    by_name = {(package["name"], package["version"]): package for package in packages}
    # The metadata has the features of the whole workspace and its tests. The tree has those with which the program and
    # its games are built; procedural macros and what they need run in the compiler only.
    command = ["cargo", "tree", "--locked", "--edges", "normal,no-proc-macro", "--target", triple]
    command += ["--prefix", "depth", "--format", " {p}", *(f"--package={root}" for root in ROOTS)]
    needed, above = {}, []
    for line in subprocess.check_output(command, text=True).splitlines():
        if not line:
            continue
        # `2 NAME vVERSION`, with more behind it; what a crate needs is below one of the places where it is.
        depth, name, version = line.split()[:3]
        id = by_name[name, version.removeprefix("v")]["id"]
        above[int(depth) :] = [id]
        needed.setdefault(id, set())
        if int(depth):
            needed[above[-2]].add(id)
    # The tree lacks sources that a build script compiles. What these depend on compiles them.
    by_id = {package["id"]: package for package in packages}
    for package in packages:
        users = [id for id in needed if package["name"] in LINKED_SOURCES and depends(by_id[id], package)]
        for id in users:
            needed[id].add(package["id"])
        if users:
            needed[package["id"]] = set()
    found = [package for package in packages if package["id"] in needed]
    return sorted(found, key=lambda package: (package["name"], package["version"])), needed


def depends(package, other):
    """Whether the manifest of a crate names another one."""
    return any(dependency["name"] == other["name"] for dependency in package["dependencies"])


def runtime(triple):
    """What the compilers link in for a target, besides Rust's own library: names, licences and files of their texts."""
    return [(name, licence, text) for name, (licence, systems, text) in RUNTIME.items() if any(f"-{system}-" in triple for system in systems)]


def rust():
    """The version of Rust, and the folder of its documents."""
    version = subprocess.check_output(["rustc", "--version"], text=True).split()[1]
    root = subprocess.check_output(["rustc", "--print", "sysroot"], text=True).strip()
    return version, f"{root}/share/doc/rust"
