"""Shards over a local cluster of two workers."""

import json

import pytest

pytest.importorskip("distributed")

from distributed import Client, LocalCluster

import stonehouse
from stonehouse import cluster

VARIANT = "three-stones/small-board"


@pytest.fixture(scope="module")
def client(program):
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as machines,
        Client(machines) as client,
    ):
        yield client


def test_the_cluster_and_seven_shards_equal_one_plain_run_byte_for_byte(program, client):
    options = {"games": 61, "seed": 5, "players": ["greedy", "random"]}
    plain = program.run("simulate", VARIANT, *stonehouse.program.arguments(options), "--json")
    for shards in (1, 7):
        parts = cluster.partials(client, {"it": cluster.Plan(VARIANT, options)}, shards=shards, program=program)["it"]
        assert len(parts) == shards
        assert cluster.merge(parts, program) == plain
        assert cluster.merge(parts[::-1], program) == plain
    assert cluster.simulate(client, VARIANT, program=program, **options) == json.loads(plain)


def test_a_house_rule_is_sent_to_the_workers(program, client, tmp_path):
    rule = tmp_path / "dear.lua"
    rule.write_text("local house = {}\nfunction house.line_points(ctx, points)\n    return 3\nend\nreturn house\n")
    options = {"games": 20, "script": [rule]}
    plain = program.simulate(VARIANT, **options)
    assert cluster.simulate(client, VARIANT, shards=3, program=program, **options) == plain
    assert plain != program.simulate(VARIANT, games=20)


def test_the_points_of_a_sweep_are_played_together_and_keep_their_names(program, client):
    plans = {length: cluster.Plan(VARIANT, {"games": 20, "set": {"line_length": length}}) for length in (3, 4)}
    results = cluster.simulate_all(client, plans, shards=2, program=program)
    assert results == {length: program.simulate(VARIANT, **plan.options) for length, plan in plans.items()}


def test_what_goes_wrong_on_a_worker_is_raised_in_the_words_of_the_program(program, client):
    with pytest.raises(stonehouse.ProgramFailed, match="small-bord"):
        cluster.simulate(client, "three-stones/small-bord", games=4, shards=2, program=program)
    with pytest.raises(ValueError, match="at least one shard"):
        cluster.simulate(client, VARIANT, games=4, shards=0, program=program)


def test_shards_that_are_missing_or_doubled_are_refused(program, client):
    plan = {"it": cluster.Plan(VARIANT, {"games": 20})}
    parts = cluster.partials(client, plan, shards=3, program=program)["it"]
    for wrong in (parts[:2], [parts[0], parts[0], parts[1]]):
        with pytest.raises(stonehouse.ProgramFailed):
            cluster.merge(wrong, program)
