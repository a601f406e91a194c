"""Many tables at once."""

import os
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import stonehouse
from stonehouse import OUTSIDE, Question, Table
from stonehouse.vector import VectorEnv


@pytest.fixture
def make(making):
    return making(VectorEnv)


def at_random(info, dice):
    """A choice at each table."""
    return (dice.random(len(info["choices"])) * info["choices"]).astype(np.int64)


def play(env, seed, steps):
    """All that is returned in so many steps."""
    dice = np.random.default_rng(seed)
    observations, info = env.reset(seed=seed)
    seen = [(observations, None, None, info, env.match_seeds, env.legal_actions())]
    for _ in range(steps):
        observations, rewards, done, truncated, info = env.step(at_random(info, dice))
        assert not truncated.any()
        seen.append((observations, rewards, done, info, env.match_seeds, env.legal_actions()))
    return seen


def equal(one, other):
    """Whether two answers are the same, array for array."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(equal, one, other))
    return one is other or np.array_equal(one, other)


def test_every_table_plays_the_match_that_a_single_table_deals_from_its_seed(make, program, variant):
    env = make(variant, 3)
    dice = np.random.default_rng(1)
    _, info = env.reset(seed=7)
    with Table(variant, program=program) as table:
        question = table.new(int(env.match_seeds[2]))
        while isinstance(question, Question):
            codes = env.legal_actions()[2]
            assert codes[codes >= 0].tolist() == [choice.action for choice in question.choices]
            actions = at_random(info, dice)
            question = table.choose(int(actions[2]), stonehouse.least_values(question.choices[actions[2]]))
            observations, rewards, done, _, info = env.step(actions)
            if isinstance(question, Question):
                assert not done[2]
                assert observations["seat"][2] == question.seat
        assert done[2]
        assert info["final_scores"][2].tolist() == question.scores
        teams = {place.seat: place.team for place in env.seats}
        by_win = pytest.importorskip("stonehouse.env").by_win(question, teams)
        assert rewards[2].tolist() == [by_win[seat] for seat in range(len(env.seats))]


def test_arrays_have_the_shapes_that_are_described_and_do_not_change_later(make, variant):
    env = make(variant, 5)
    seen = play(env, 3, 40)
    first = [array.copy() for array in seen[0][0]["zones"].values()]
    play(env, 4, 5)
    for observations, *_ in seen:
        assert observations["action_mask"].shape == (5, env.most_choices)
        assert observations["facts"].shape == (5, len(env.facts))
        assert observations["zones"].keys() == env.zones.keys()
        for name, zone in env.zones.items():
            array = observations["zones"][name]
            assert array.shape == (5, *zone.shape)
            assert len(zone.axes) == len(zone.shape)
            assert len(zone.fields) == zone.shape[-1]
            for place, field in enumerate(zone.fields):
                if field.words:
                    assert array[..., place].min() >= -1
                    assert array[..., place].max() < len(field.words)
    assert all(map(np.array_equal, first, seen[0][0]["zones"].values()))
    counts = [info["choices"] for _, _, _, info, *_ in seen]
    masks = [observations["action_mask"].sum(1) for observations, *_ in seen]
    assert equal(counts, masks)


def test_the_same_seed_gives_the_same_on_any_number_of_threads(make):
    one = play(make("three-stones/slanted", 40, threads=1), 5, 60)
    assert equal(one, play(make("three-stones/slanted", 40, threads=3), 5, 60))
    assert not equal(one[0], play(make("three-stones/slanted", 40), 6, 0)[0])
    env = make("three-stones/small-board", 2)
    seeds = []
    for _ in range(2):
        env.reset(seed=5)
        env.reset()
        seeds.append(env.match_seeds.tolist())
    assert seeds[0] == seeds[1]


def test_matches_follow_one_another_and_rewards_come_with_their_ends(make):
    env = make("three-stones/small-board", 4)
    seen = play(env, 2, 60)
    ends = sum(int(done.sum()) for _, _, done, *_ in seen[1:])
    assert ends == 4 * (60 // 28)
    for (_, _, _, _, seeds, _), (_, rewards, done, info, later, _) in pairwise(seen):
        assert ((seeds == later) != done).all()
        assert (rewards[~done] == 0).all()
        assert (rewards[done].sum(1) == 0).all()
        assert (info["final_scores"][~done] == 0).all()


def test_the_board_of_3_stones_is_what_its_scene_shows(make, program):
    env = make("three-stones/standard", 1)
    env.reset(seed=4)
    assert env.zones["board"].axes == ["row", "column", "field"]
    words = env.zones["board"].fields[0].words
    with Table("three-stones/standard", program=program) as table:
        question = table.new(int(env.match_seeds[0]))
        for _ in range(20):
            question = table.choose(0)
            observations, *_ = env.step([0])
        pieces = next(area for area in question.scene["areas"] if area["handle"] == "board")["pieces"]
    board = observations["zones"]["board"][0, :, :, 0]
    stones = sum(int((board == words.index(stone)).sum()) for stone in ("white", "black", "clear"))
    assert stones == len([piece for piece in pieces if piece.get("on")]) == 20


def test_what_house_rules_show_is_observed(make):
    env = make("three-stones/doubling", 64)
    kinds = [(field.name, field.kind) for field in env.memory]
    assert kinds == [("may_double", "word"), ("stakes", "integer")], "and not those that are not shown"
    assert env.memory[0].words == ["both", "white", "black"]
    stakes = np.stack([observations["memory"][:, 1] for observations, *_ in play(env, 1, 100)])
    assert set(stakes.ravel().tolist()) >= {2, 4, 8}


def test_a_bot_plays_the_other_seat(make):
    env = make("three-stones/small-board", 6, [OUTSIDE, "greedy"])
    assert [place.is_yours for place in env.seats] == [True, False]
    for observations, *_ in play(env, 1, 20):
        assert (observations["seat"] == 0).all()


def test_what_cannot_be_chosen_is_refused_and_changes_nothing(make):
    env = make("three-stones/small-board", 2)
    with pytest.raises(stonehouse.Refused, match="reset the environment"):
        env.step([0, 0])
    env.reset(seed=1)
    for actions, why in (([0, 500], "table 1 has no choice 500: there are"), ([-1, 0], "table 0 has no choice -1")):
        with pytest.raises(stonehouse.Refused, match=why):
            env.step(actions)
    with pytest.raises(TypeError, match="whole numbers"):
        env.step([0.5, 0.5])
    with pytest.raises(ValueError, match="2 tables"):
        env.step([0, 0, 0])
    with pytest.raises(ValueError, match="2\\^64"):
        env.reset(seed=-1)
    again = make("three-stones/small-board", 2)
    again.reset(seed=1)
    assert equal(env.step([0, 0]), again.step([0, 0]))


def test_an_error_states_how_wide_a_narrow_mask_should_be(make):
    env = make("three-stones/standard", 2, most_choices=3)
    with pytest.raises(stonehouse.StonehouseError, match=r"most_choices=\d+"):
        env.reset(seed=1)


def test_what_cannot_be_played_is_refused_at_once(make):
    for variant, options, why in (
        ("three-stones/standart", {}, "Did you mean `standard`"),
        ("three-stones/standard", {"players": [OUTSIDE] * 3}, "3 players were named"),
        ("three-stones/standard", {"players": [OUTSIDE, "run:cat"]}, "outside program"),
        ("three-stones/standard", {"tables": 0}, "0"),
    ):
        with pytest.raises(stonehouse.ProgramFailed, match=why):
            make(variant, **options)


def test_a_house_rule_that_fails_is_reported_with_its_line_and_seed(make, tmp_path):
    rule = tmp_path / "broken.lua"
    rule.write_text(
        "local house = {}\nfunction house.line_points(ctx, points)\n    error('no lines today')\nend\nreturn house\n"
    )
    env = make("three-stones/standard", 4, script=[rule])
    with pytest.raises(stonehouse.MatchFailed, match="in the match of seed .*no lines today"):
        play(env, 1, 200)
    with pytest.raises(stonehouse.Refused, match="reset"):
        env.step([0] * 4)
    env.reset(seed=1)


def test_another_version_of_the_protocol_is_refused(tmp_path):
    if os.name == "nt":
        pytest.skip("the script is for a shell")
    program = tmp_path / "stonehouse"
    program.write_text('#!/bin/sh\necho \'{"say":"tables","protocol":99}\'\ncat\n')
    program.chmod(0o755)
    with pytest.raises(stonehouse.ProgramFailed, match="another version"):
        VectorEnv("three-stones/standard", program=stonehouse.Program(program))


def test_a_program_that_was_killed_is_reported(make):
    env = make("three-stones/standard", 2)
    env.reset(seed=1)
    env._process.kill()
    with pytest.raises(stonehouse.ProgramFailed, match="ended with"):
        for _ in range(100):
            env.step([0, 0])
    with pytest.raises(stonehouse.ProgramFailed, match="closed"):
        env.reset(seed=1)
    env.close()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are found in /proc")
def test_no_process_is_left(program):
    def runs(process):
        try:
            with open(f"/proc/{process}/stat") as stat:
                return stat.read().rsplit(")")[-1].split()[0] != "Z"
        except OSError:
            return False

    with VectorEnv("three-stones/standard", 2, program=program) as env:
        closed = env._process._process.pid
        assert runs(closed)
    assert not runs(closed)
    # A process that ends without closing anything.
    script = (
        "import os, stonehouse\nfrom stonehouse.vector import VectorEnv\n"
        f"env = VectorEnv('three-stones/standard', 2, program=stonehouse.Program({str(program.path)!r}))\n"
        "env.reset(seed=1)\nprint(env._process._process.pid, flush=True)\nos._exit(0)\n"
    )
    left = int(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout)
    for _ in range(1000):
        if not runs(left):
            break
        # The system closes its input first.
        os.sched_yield()
        subprocess.run(["sleep", "0.01"], check=False)
    assert not runs(left)
