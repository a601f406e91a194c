"""Commands and their results."""

import pickle
import sys

import pytest

import stonehouse
from stonehouse.program import arguments


def value(result, metric, of=""):
    figures = next(found["figures"] for found in result["metrics"] if found["id"] == metric)
    return next(figure["value"] for figure in figures if figure["of"] == of)


def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads(program):
    first, second = (
        program.simulate("three-stones/small-board", games=40, seed=3, players=["greedy", "random"], threads=threads)
        for threads in (1, 2)
    )
    assert first["played"] == 40
    assert first == second


def test_compare_plays_both_variants_and_reports_what_differs(program):
    result = program.compare("three-stones/small-board", "three-stones/standard", games=50, seed=1)
    assert result["one"]["played"] == result["other"]["played"] == 50
    assert value(result["one"], "actions") < value(result["other"], "actions")


def test_a_sweep_plays_every_value(program):
    swept = program.sweep("three-stones/small-board", "line_length=3..4", games=20)
    for length in (3, 4):
        plain = program.simulate("three-stones/small-board", games=20, set={"line_length": length})
        assert str(value(plain, "score", "White")) in str(swept)


def test_list_names_the_variants_of_all_games(program):
    names = [variant["name"] for game in program.list()["games"] for variant in game["variants"]]
    assert {"three-stones/standard", "stonerow/official", "tavern-stones/official"} <= set(names)


def test_the_programs_message_is_raised_without_its_name(program):
    with pytest.raises(stonehouse.ProgramFailed, match=r"^3 Stones has no variant `standart`"):
        program.simulate("three-stones/standart", games=1)
    with pytest.raises(stonehouse.ProgramFailed, match="no knob `line_lenght`.*line_length"):
        program.simulate("three-stones/standard", games=1, set={"line_lenght": 4})


def test_a_name_that_looks_like_an_option_is_taken_as_a_name(program):
    with pytest.raises(stonehouse.ProgramFailed, match="--help"):
        program.simulate("--help")
    with pytest.raises(stonehouse.ProgramFailed, match="--help"):
        stonehouse.Table("--help", program=program)
    with pytest.raises(stonehouse.ProgramFailed, match="did not print JSON"):
        program.json("simulate", "--help")


def test_a_knob_is_set_and_changes_the_games(program):
    plain, longer = (
        program.simulate("three-stones/standard", games=20, set=knobs) for knobs in (None, {"line_length": 4})
    )
    assert value(longer, "score", "White") < value(plain, "score", "White")


def test_a_record_is_replayed_and_verified(program, tmp_path):
    program.simulate("three-stones/small-board", games=1, record_dir=tmp_path)
    record = program.record(tmp_path / "game-000000.stonehouse-record")
    assert "small-board" in str(record)


def test_options_are_passed_on_as_the_command_line_wants_them():
    options = {
        "games": 5,
        "players": ["greedy", "search@20"],
        "set": {"rounds": 3, "board": "small", "lengths": [1, 2], "open": True},
        "script": ["a.lua", "b.lua"],
        "fixed_seats": True,
        "results_only": False,
        "record_dir": None,
    }
    assert arguments(options) == [
        *("--games", "5", "--players", "greedy,search@20"),
        *("--set", "rounds=3", "--set", "board=small", "--set", "lengths=[1, 2]", "--set", "open=true"),
        *("--script", "a.lua", "--script", "b.lua", "--fixed-seats"),
    ]


def test_a_program_that_is_not_there_is_not_found(monkeypatch, tmp_path):
    with pytest.raises(stonehouse.ProgramNotFound, match="no program that can be run"):
        stonehouse.Program(tmp_path / "stonehouse")
    monkeypatch.setenv("STONEHOUSE", str(tmp_path / "elsewhere"))
    with pytest.raises(stonehouse.ProgramNotFound, match="elsewhere"):
        stonehouse.Program()


def test_the_variable_names_the_program(monkeypatch):
    monkeypatch.setenv("STONEHOUSE", sys.executable)
    assert str(stonehouse.Program().path) == sys.executable


def test_a_program_can_be_sent_to_another_process(program, tmp_path):
    sent = stonehouse.Program(program.path, variants=[tmp_path])
    assert pickle.loads(pickle.dumps(sent)).command("list") == sent.command("list")
    assert sent.command("list") == [str(program.path), "--variants", str(tmp_path), "list"]
