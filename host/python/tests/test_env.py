"""The environments, by PettingZoo's own tests."""

import random
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import gymnasium
from pettingzoo.test import api_test, seed_test

import stonehouse
from stonehouse import Ending
from stonehouse.env import AECEnv, by_score, by_win


@pytest.fixture
def make(making):
    return making(AECEnv)


def play(env, seed, choose):
    """Plays a match with the environment; every observation on the way, and the rewards."""
    env.reset(seed=seed)
    seen, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        seen.append((agent, observation["scene"]))
        if terminated:
            rewards[agent] = reward
            env.step(None)
        else:
            assert observation["action_mask"].sum() == len(info["choices"])
            env.step(choose(len(info["choices"])))
    return seen, rewards


def test_the_environment_passes_the_api_test(make, variant):
    with warnings.catch_warnings():
        # A scene is no array: the test states that it usually is one.
        warnings.filterwarnings("ignore", "Observation|Agent|Action mask numpy array is all zeros")
        api_test(make(variant), num_cycles=300)


def test_the_environment_passes_the_seed_test(make, variant):
    seed_test(lambda: make(variant), num_cycles=60)


def test_every_observation_is_in_its_space_and_every_agent_is_rewarded_once(make, variant):
    env = make(variant)
    seen, rewards = play(env, 11, random.Random(1).randrange)
    assert set(rewards) == set(env.possible_agents)
    assert set(rewards.values()) <= {1.0, 0.0, -1.0}
    env.reset(seed=11)
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert {agent for agent, _ in seen} == set(env.possible_agents)


def test_a_reset_without_a_seed_goes_on_to_matches_that_follow_from_the_last_seed(make):
    env = make("three-stones/small-board")
    seeds = []
    for _ in range(2):
        env.reset(seed=5)
        env.reset()
        seeds.append(env.match_seed)
        env.reset()
        seeds.append(env.match_seed)
    assert seeds[:2] == seeds[2:]
    assert seeds[0] != seeds[1]


def test_bots_sit_at_the_other_seats(make):
    env = make("three-stones/small-board", ["random", "outside"])
    assert env.possible_agents == ["seat_1"]
    seen, rewards = play(env, 2, lambda count: count - 1)
    assert {agent for agent, _ in seen} == {"seat_1"} == set(rewards)


def test_an_action_that_is_not_open_is_refused_and_changes_nothing(make):
    env = make("three-stones/small-board")
    env.reset(seed=1)
    before = env.observe(env.agent_selection)["scene"]
    with pytest.raises(stonehouse.Refused, match="no choice 500"):
        env.step(500)
    assert env.observe(env.agent_selection)["scene"] == before
    env.step(0)


def test_an_error_states_how_large_a_small_action_space_should_be(make):
    env = make("three-stones/standard", most_choices=3)
    with pytest.raises(stonehouse.StonehouseError, match=r"most_choices=\d+"):
        env.reset(seed=1)


def test_features_are_observed_beside_the_scene(make):
    space = gymnasium.spaces.Box(0, 1000, (2,), np.float32)

    def features(question):
        return np.array([len(question.choices), len(question.log)], np.float32)

    env = make("three-stones/small-board", features=features, space=space)
    env.reset(seed=1)
    first = env.agent_selection
    env.step(0)
    observed = env.observe(env.agent_selection)
    assert observed["observation"][1] == 1
    assert env.observe(first)["observation"][1] == 0
    assert env.observation_space(first).contains(observed)
    with pytest.raises(ValueError, match="belong together"):
        make("three-stones/small-board", features=features)


def test_the_table_is_rendered_as_text(make, capsys):
    env = make("three-stones/standard", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "White: Place the" in capsys.readouterr().out
    env.render_mode = "ansi"
    assert "Pouch" in env.render()


def test_rewards_follow_from_the_outcome_and_the_teams():
    def ending(winners):
        return Ending([5, 3, 5, 0], winners, "rules", {}, {})

    alone, partners = {0: 0, 1: 1, 2: 2, 3: 3}, {0: 0, 1: 1, 2: 0, 3: 1}
    assert by_win(ending([0]), alone) == {0: 1, 1: -1, 2: -1, 3: -1}
    assert by_win(ending([0, 2]), alone) == {0: 0, 1: -1, 2: 0, 3: -1}
    assert by_win(ending([0, 2]), partners) == {0: 1, 1: -1, 2: 1, 3: -1}
    assert by_win(ending([]), alone) == {0: 0, 1: 0, 2: 0, 3: 0}
    assert by_score(ending([0]), alone) == {0: 5, 1: 3, 2: 5, 3: 0}
