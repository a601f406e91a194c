"""Matches played from Python."""

import random

import pytest

import stonehouse
from stonehouse import OUTSIDE, Choice, Question, Table, least_values


def at_random(seed):
    dice = random.Random(seed)
    return lambda question: dice.randrange(len(question.choices))


def test_the_same_seed_and_choices_give_the_same_match(program, variant):
    with Table(variant, program=program) as table:
        first, again, other = (table.play(match, at_random(1)) for match in (7, 7, 8))
        assert first == again
        assert first.logs != other.logs
        assert len(first.scores) == len(table.seats) == len(first.scenes)
        assert table.ending is other
        assert table.question is None


def test_a_bot_plays_the_other_seat_and_is_logged(program):
    with Table("three-stones/small-board", [OUTSIDE, "greedy"], program=program) as table:
        assert table.yours() == [0]
        assert [place.name for place in table.seats] == ["White", "Black"]
        question = table.new(1)
        seen = 0
        while isinstance(question, Question):
            assert question.seat == 0
            assert len(question.log) >= seen
            seen = len(question.log)
            question = table.choose(0)
        assert table.matches[0]["you"] == 0
        assert {line["seat"] for line in question.logs[0]} == {0, 1}


def test_a_seat_receives_nothing_that_it_may_not_see(program):
    """A hand of StoneRow: its owner sees the cards, the others and the public see backs."""

    def backs(scene, seat):
        hand = next(area for area in scene["areas"] if area["handle"] == f"hand/{seat}")
        return sum(isinstance(piece["face"], dict) and "back" in piece["face"] for piece in hand["pieces"])

    with Table("stonerow/duel", program=program) as table:
        table.new(3)
        scenes = {seat: table.look(seat) for seat in (0, 1, None)}
        assert backs(scenes[0], 0) == 0 == backs(scenes[1], 1)
        assert backs(scenes[0], 1) > 0 < backs(scenes[1], 0)
        assert backs(scenes[None], 0) > 0 < backs(scenes[None], 1)


def test_what_is_no_whole_number_is_a_type_error_and_changes_nothing(program):
    with Table("three-stones/small-board", [OUTSIDE, "random"], program=program) as table:
        for seed in (1.5, "1", None):
            with pytest.raises(TypeError):
                table.new(seed)
        question = table.new(1)
        for choice, values in ((1.5, ()), ("0", ()), (None, ()), (0, [0.5])):
            with pytest.raises(TypeError):
                table.choose(choice, values)
        with pytest.raises(TypeError):
            table.look(0.5)
        assert table.question is question


def test_a_choice_that_is_not_there_is_refused_and_the_question_stands(program):
    with Table("three-stones/small-board", [OUTSIDE, "random"], program=program) as table:
        with pytest.raises(stonehouse.Refused, match="begin a match"):
            table.choose(0)
        question = table.new(1)
        with pytest.raises(stonehouse.Refused, match="there is no choice 999"):
            table.choose(999)
        with pytest.raises(stonehouse.Refused, match="it takes 0 values"):
            table.choose(0, [1, 2])
        with pytest.raises(stonehouse.Refused, match="seat 1 is not yours"):
            table.look(1)
        assert table.question is question
        table.choose(0)


def test_a_new_match_takes_the_place_of_one_that_is_under_way(program):
    with Table("three-stones/small-board", program=program) as table:
        first = table.new(1)
        table.choose(0)
        assert table.new(1).scene == first.scene
        with pytest.raises(ValueError, match="2\\^64"):
            table.new(-1)


def test_a_house_rule_that_fails_ends_the_match_with_its_line(program, tmp_path):
    rule = tmp_path / "broken.lua"
    rule.write_text(
        "local house = {}\nfunction house.line_points(ctx, points)\n    error('no lines today')\nend\nreturn house\n"
    )
    with (
        Table("three-stones/standard", program=program, script=[rule]) as table,
        pytest.raises(stonehouse.MatchFailed, match="no lines today"),
    ):
        for seed in range(20):
            table.play(seed, at_random(seed))


def test_what_cannot_be_played_is_refused_at_once(program):
    with pytest.raises(stonehouse.ProgramFailed, match="3 players were named, but this variant has 2 seats"):
        Table("three-stones/standard", [OUTSIDE] * 3, program=program)
    with pytest.raises(stonehouse.ProgramFailed, match="no seat is left to you"):
        Table("three-stones/standard", ["greedy", "random"], program=program)


def test_a_closed_table_reports_it_and_may_be_closed_again(program):
    table = Table("three-stones/standard", program=program)
    table.close()
    table.close()
    with pytest.raises(stonehouse.ProgramFailed, match="closed"):
        table.new(1)


def test_a_program_killed_in_the_middle_of_a_match_is_reported(program):
    with Table("three-stones/standard", program=program) as table:
        table.new(1)
        table._process.kill()
        with pytest.raises(stonehouse.ProgramFailed, match="ended with"):
            table.choose(0)
        with pytest.raises(stonehouse.ProgramFailed, match="closed"):
            table.new(2)


def test_each_match_is_recorded_and_verifies(program, tmp_path):
    with Table("three-stones/small-board", [OUTSIDE, "random"], program=program, record_dir=tmp_path) as table:
        endings = [table.play(seed, at_random(seed)) for seed in (5, 6)]
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["game-000000.stonehouse-record", "game-000001.stonehouse-record"]
    for file, ending in zip(files, endings, strict=True):
        assert f'"scores":[{",".join(map(str, ending.scores))}]' in file.read_text()
        program.record(file)


def test_the_least_values_fit_each_kind_of_input():
    number = {"kind": {"number": {"min": 3, "max": 9, "step": 1}}}
    pick = {"kind": {"pick": ["red", "blue"]}}
    counts = {"kind": {"counts": {"of": [["gold", 2], ["jewel", 5]], "min": 4, "max": 6}}}
    assert least_values(Choice(1, "", None, [])) == []
    assert least_values(Choice(1, "", None, [number, pick, counts])) == [3, 0, 2, 2]
