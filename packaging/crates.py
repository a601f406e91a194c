"""What the program and its games contain, for the scripts beside this module."""

import json
import subprocess

ROOTS = ("stonehouse", "stonehouse-three-stones", "stonehouse-stonerow", "stonehouse-tavern-stones")
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
    metadata = json.loads(subprocess.check_output(command))
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    needed, waiting = {}, [id for id, package in packages.items() if package["name"] in ROOTS]
    while waiting:
        id = waiting.pop()
        if id in needed:
            continue
        if packages[id]["name"] in LINKED_SOURCES:
            # What it depends on compiles the sources.
            needed[id] = []
            continue
        needed[id] = [
            dependency["pkg"]
            for dependency in nodes[id]["deps"]
            # No build scripts' and no tests' dependencies.
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
            or packages[dependency["pkg"]]["name"] in LINKED_SOURCES
        ]
        waiting += needed[id]
    return sorted((packages[id] for id in needed), key=lambda package: (package["name"], package["version"])), needed


def runtime(triple):
    """What the compilers link in for a target, besides Rust's own library: names, licences and files of their texts."""
    return [(name, licence, text) for name, (licence, systems, text) in RUNTIME.items() if any(f"-{system}-" in triple for system in systems)]


def rust():
    """The version of Rust, and the folder of its documents."""
    version = subprocess.check_output(["rustc", "--version"], text=True).split()[1]
    root = subprocess.check_output(["rustc", "--print", "sysroot"], text=True).strip()
    return version, f"{root}/share/doc/rust"
