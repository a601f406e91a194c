"""The program, with a home of its own."""

import os
import tempfile

import pytest

import stonehouse


@pytest.fixture(scope="session")
def program():
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(XDG_DATA_HOME=f"{home}/data", XDG_CACHE_HOME=f"{home}/cache")
        yield stonehouse.Program()
