"""Scenes as text."""

from stonehouse import Table
from stonehouse.text import scene_text, words


def test_templates_are_filled_with_numbers_seats_texts_and_lists():
    text = {
        "template": "{player} gives {n} {things} to {other}",
        "with": [
            ["player", {"seat": 1}],
            ["n", 2],
            ["things", ["gold", {"template": "{c} jewels", "with": [["c", "red"]]}]],
            ["other", {"seat": 0}],
        ],
    }
    assert words(text, ["Anna", "Bert"]) == "Bert gives 2 gold, red jewels to Anna"
    assert words("as it {is}", []) == "as it {is}"


def test_every_game_can_be_read(program):
    expected = {
        "three-stones/standard": ["White: 0 points", "Pouch: ", "White: Place the "],
        "stonerow/official": ["South's hand: ", "Tower: ", "South: Draw"],
        "tavern-stones/official": ["Bag: ", "hidden"],
    }
    for variant, parts in expected.items():
        with Table(variant, program=program) as table:
            question = table.new(1)
            text = scene_text(question.scene, [place.name for place in table.seats])
            assert all(part in text for part in parts), text
            assert "{" not in text
