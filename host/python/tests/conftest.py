"""The program, with a home of its own, and a variant of each game."""

import os
import tempfile

import pytest

import stonehouse


@pytest.fixture(scope="session")
def program():
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(XDG_DATA_HOME=f"{home}/data", XDG_CACHE_HOME=f"{home}/cache")
        yield stonehouse.Program()


@pytest.fixture(params=["three-stones/small-board", "stonerow/duel", "tavern-stones/quick"])
def variant(request):
    """A small variant of each game that ships: a test with this argument runs once for each."""
    return request.param


@pytest.fixture
def making(program):
    """A function of a class of environments, which returns one that makes them; all are closed at the end."""
    made = []

    def of(kind):
        def make(*args, **options):
            made.append(kind(*args, program=program, **options))
            return made[-1]

        return make

    yield of
    for env in made:
        env.close()
