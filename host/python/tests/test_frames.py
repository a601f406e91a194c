"""Results as data frames."""

import pytest

pytest.importorskip("pandas")

from stonehouse import frames

VARIANT = "three-stones/small-board"


def test_every_figure_has_a_row_with_its_interval_and_spread(program):
    result = program.simulate(VARIANT, games=50, players=["greedy", "random"])
    frame = frames.figures(result)
    assert len(frame) == sum(len(metric["figures"]) for metric in result["metrics"])
    assert set(frame["metric"]) == {metric["id"] for metric in result["metrics"] if metric["figures"]}
    known = frame.dropna(subset=["lower", "upper"])
    assert (known["lower"] <= known["value"]).all()
    assert (known["value"] <= known["upper"]).all()
    spread = frame.dropna(subset=["deviation"])
    assert len(spread) > 3
    assert (spread["q10"] <= spread["q50"]).all()
    assert (spread["q50"] <= spread["q100"]).all()


def test_a_histogram_counts_every_game(program):
    result = program.simulate(VARIANT, games=50)
    lengths = frames.histogram(result, "actions")
    assert lengths["count"].sum() == 50
    with pytest.raises(KeyError, match="no metric 'action'"):
        frames.histogram(result, "action")


def test_the_table_of_games_agrees_with_the_figures(program, tmp_path):
    result = program.simulate(VARIANT, games=30, players=["greedy", "random"], csv=tmp_path / "games.csv")
    games = frames.games(tmp_path / "games.csv")
    assert list(games["game"]) == list(range(30))
    assert games["seed"].dtype == "uint64"
    assert games["seed"].is_unique
    figures = frames.figures(result).set_index(["metric", "of"])
    assert games["actions"].mean() == pytest.approx(figures.loc[("actions", "")]["value"])
    assert all(isinstance(winners, list) for winners in games["winners"])


def test_the_table_of_actions_has_a_row_for_each(program, tmp_path):
    program.simulate(VARIANT, games=5, csv=tmp_path / "games.csv", actions_csv=tmp_path / "actions.csv")
    actions = frames.actions(tmp_path / "actions.csv")
    assert len(actions) == frames.games(tmp_path / "games.csv")["actions"].sum()
    assert (actions["choices"] >= 1).all()


def test_the_points_of_a_sweep_stand_in_one_frame(program):
    results = {games: program.simulate(VARIANT, games=games) for games in (5, 10)}
    frame = frames.sweep(results, "games")
    assert set(frame["games"]) == {5, 10}
    assert len(frame) == sum(len(frames.figures(result)) for result in results.values())
    assert frames.sweep({}).empty


def test_differences_have_their_intervals(program):
    result = program.compare(VARIANT, "three-stones/standard", games=50)
    frame = frames.differences(result).set_index(["metric", "of"])
    longer = frame.loc[("actions", "")]
    assert longer["is_clear"]
    assert frame.loc[("score", "White")]["effect"] > 0.8
    assert 0 < longer["lower"] <= longer["more"] <= longer["upper"]
    assert longer["more"] == pytest.approx(longer["other"] - longer["one"])
