"""Finished records of matches under house rules, followed from what is written in them alone.

That is the deal, and what each action and each effect of a house rule contains. Of the program only the records are used.
"""

import json
import tempfile
from pathlib import Path

import pytest


class Record:
    """A finished record: each action as it really was, with the effects of house rules."""

    def __init__(self, file):
        lines = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]
        self.header = lines[0]
        self.deal = next(line["deal"] for line in lines if line["line"] == "deal")
        self.outcome = next(line["outcome"] for line in lines if line["line"] == "end")
        revealed = {line["number"]: line for line in lines if line["line"] == "revealed"}
        self.actions = []
        for line in lines:
            if line["line"] == "action":
                whole = revealed.get(line["number"], line)
                self.actions.append((line["seat"], whole["data"], whole.get("house", [])))


class ThreeStones:
    """The board and the scores. A line is three stones in a row of one colour or clear, and not all clear."""

    def __init__(self, record):
        self.scripts = [script["name"] for script in record.header["scripts"]]
        self.board = {stone["pocket"]: stone["stone"] for stone in record.deal["board"]}
        self.per_line = record.header["knobs"]["points_per_line"]
        self.blocked = set(record.deal.get("blocked", []))
        self.scores = list(record.deal["points"])
        self.last = len(record.actions)
        self.lines = [{"across": 0, "down": 0, "diagonal": 0} for _ in range(2)]
        self.number = 0

    def new_lines(self, pocket, colour):
        """The lines through a pocket: how each runs, and how many clear stones are in it."""
        column, row = ord(pocket[0]), int(pocket[1:])
        for way, down, right in (("across", 0, 1), ("down", 1, 0), ("diagonal", 1, 1), ("diagonal", 1, -1)):
            for first in range(-2, 1):
                names = [f"{chr(column + right * step)}{row + down * step}" for step in range(first, first + 3)]
                stones = [self.board.get(name) for name in names]
                if all(stone in (colour, "clear") for stone in stones) and colour in stones:
                    yield way, stones.count("clear")

    def value(self, seat, way, clear, before):
        points = self.per_line
        if "comeback.lua" in self.scripts and before[seat] < max(before):
            points += 1
        if "no_free_clear.lua" in self.scripts:
            points = max(0, points - clear)
        if "slanted.lua" in self.scripts and way == "diagonal":
            points *= 2
        return points

    def balanced(self, seat):
        fewest, most = min(self.lines[seat].values()), max(self.lines[seat].values())
        return fewest > 0 and fewest * 2 >= most

    def follow(self, seat, data, house):
        self.number += 1
        before = list(self.scores)
        gained = [0, 0]
        if "stone" in data:
            pocket = data["pocket"]
            assert pocket not in self.board and pocket not in self.blocked
            self.board[pocket] = data["stone"]
            for player, colour in enumerate(("white", "black")):
                for way, clear in self.new_lines(pocket, colour):
                    gained[player] += self.value(player, way, clear, before)
                    self.lines[player][way] += 1
        for effect in house:
            self.happen(effect, gained)
        if "three_ways.lua" in self.scripts and self.number == self.last:
            for player in range(2):
                gained[player] += 5 * self.balanced(player)
        self.scores = [score + more for score, more in zip(before, gained, strict=True)]
        assert gained == data["points"]

    def happen(self, effect, gained):
        what, given, result = effect["effect"], effect["with"], effect.get("result", {})
        if what == "points":
            gained[given["seat"]] += given["points"]
        elif what in ("remove", "remove_random"):
            assert self.board.pop(result["pocket"]) == result["stone"]
        elif what == "recolour":
            # A white or black stone, so all lines of the other colour through it are new, and no others.
            old = self.board[result["pocket"]]
            assert old not in (result["stone"], "clear")
            self.board[result["pocket"]] = result["stone"]
            colour, player = ("black", 1) if old == "white" else ("white", 0)
            for way, clear in self.new_lines(result["pocket"], colour):
                gained[player] += self.value(player, way, clear, self.scores)
        elif what in ("block", "block_random"):
            assert result["pocket"] not in self.board and result["pocket"] not in self.blocked
            self.blocked.add(result["pocket"])
        elif what == "swap_colours":
            other = {"white": "black", "black": "white", "clear": "clear"}
            self.board = {pocket: other[stone] for pocket, stone in self.board.items()}
            gained[:] = [self.scores[1] - self.scores[0], self.scores[0] - self.scores[1]]
        else:
            assert what in ("remember", "next_player", "discard_drawn", "finish"), what


class StoneRow:
    """Where every card lies, what each row is worth to whom, and the scores."""

    def __init__(self, record):
        self.scripts = [script["name"] for script in record.header["scripts"]]
        self.teams = record.header["knobs"]["teams"]
        self.seats = len(record.header["players"])
        self.bonus = [0] * self.seats
        self.towers = None
        self.left = len(record.actions)
        self.dealt(record.deal)

    def dealt(self, table):
        self.hands = [sorted(hand) for hand in table["hands"]]
        self.quarry, self.yard = table["quarry"][::-1], table["brickyard"][::-1]
        self.rows, self.claims, self.broken = [], [], []
        self.kept = [[] for _ in self.hands]
        self.falling = None
        self.towers = table.get("towers")
        self.bonus = [0] * self.seats

    def draw(self, seat, data):
        for card in data.get("drawn", []):
            if not self.quarry:
                top = self.yard.pop()
                assert sorted(self.yard) == sorted(data["remade"])
                self.yard, self.quarry = [top], data["remade"][::-1]
            assert self.quarry.pop() == card
            self.gain(seat, card)

    def gain(self, seat, card):
        if card != "Foreman":
            self.hands[seat].append(card)

    def lay(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)

    def follow(self, seat, data, house):
        self.left -= 1
        if "dealt" in data:
            self.dealt(data["dealt"])
        elif "action" in data:
            self.act(seat, data)
        for effect in house:
            self.happen(effect)
        if self.teams:
            self.towers = data["towers"]
            if "hand" not in data and self.left:
                assert data["points"] == [self.team(team) for team in range(2)]
            self.scores = [self.towers[seat % 2] for seat in range(self.seats)]
            return
        self.scores = [sum(claims[seat] for claims in self.claims) + self.bonus[seat] for seat in range(self.seats)]
        if self.left == 0:
            self.end()
        assert data["points"] == self.scores

    def act(self, seat, data):
        """An action of the game."""
        action, cards, row = data["action"], data.get("cards", []), data.get("row")
        if action == "keep":
            self.kept[seat] += cards
        elif action in ("draw_brickyard", "pick_up", "take"):
            card = self.yard.pop(-1 - data.get("from_top", 0))
            assert [card] == data["taken"]
            self.gain((seat + 2) % 4 if action == "pick_up" and not self.teams else seat, card)
        elif action == "build":
            self.lay(seat, cards)
            self.rows.append(seat)
            self.claims.append([])
            self.broken.append(False)
        elif action == "attract":
            self.lay(seat, cards)
            self.yard += cards
            self.hands[seat].append(self.falling)
        elif cards:
            self.lay(seat, cards)
            if action == "hammer":
                self.falling = cards[0]
            elif action == "discard":
                self.yard += cards
            elif action == "steal":
                self.rows[row] = seat
        self.draw(seat, data)
        if row is not None:
            self.claims[row], self.broken[row] = data["claims"], data["broken"]
        if data.get("passed"):
            passed = []
            for hand, kept in zip(self.hands, self.kept, strict=True):
                rest = list(hand)
                for card in kept:
                    rest.remove(card)
                passed.append(rest)
            self.hands = [kept + passed[place - 1] for place, kept in enumerate(self.kept)]

    def happen(self, effect):
        if effect["effect"] == "points":
            self.bonus[effect["with"]["seat"]] += effect["with"]["points"]
        result = effect.get("result", {})
        before = sorted(card for hand in self.hands for card in hand)
        if "hands" in result:
            self.hands = [list(hand) for hand in result["hands"]]
        after = sorted(card for hand in self.hands for card in hand)
        assert effect["effect"] != "pass_hands" or before == after
        self.quarry = result.get("quarry", self.quarry[::-1])[::-1]
        self.yard = result.get("brickyard", self.yard[::-1])[::-1]

    def team(self, team):
        own, shares = [0, 0], 0
        for owner, claims, broken in zip(self.rows, self.claims, self.broken, strict=True):
            if not broken and owner % 2 == team:
                own[owner // 2] += claims[owner]
            elif not broken:
                shares += max(claims[team], claims[team + 2])
        weaker = "weaker_wall.lua" in self.scripts
        return (2 * min(own) if weaker else sum(own)) + shares

    def end(self):
        owned = [[] for _ in range(self.seats)]
        for owner, broken in zip(self.rows, self.broken, strict=True):
            owned[owner].append(broken)
        whole = [rows.count(False) for rows in owned]
        for seat in range(self.seats):
            more = 0
            if "even_seats.lua" in self.scripts:
                more += (17, 13, 6, 0)[seat]
            if "head_start.lua" in self.scripts and seat == 0:
                more += 10
            if "full_hands.lua" in self.scripts:
                more -= 5 * len(self.hands[seat])
            if "rubble.lua" in self.scripts:
                more -= 10 * owned[seat].count(True)
            if "most_rows.lua" in self.scripts and whole[seat] == max(whole) > 0:
                more += 20
            self.scores[seat] += more


class TavernStones:
    """Where every stone lies, what hands are worth, and everybody's coins."""

    WORTH = {"jewel": 12, "gold": 6, "silver": 1, "copper": 0}

    def __init__(self, record):
        self.scripts = [script["name"] for script in record.header["scripts"]]
        self.force_cost = 10 * ("dear_force.lua" in self.scripts)
        self.scores = list(record.deal["coins"])
        self.callings = {}
        if "callings.lua" in self.scripts:
            rolls = [roll["data"] for roll in record.header["rolls"]]
            self.callings = {roll["with"]["seat"]: roll["result"]["value"] for roll in rolls}
        self.dealt(record.deal)

    def dealt(self, table):
        assert table["coins"] == self.scores
        self.boards = [board["front"] + board["hidden"] for board in table["boards"]]
        self.bag = dict(table["bag"])
        self.bonus = table["bonus"]

    def worth(self, seat):
        double = "heavy_purse.lua" in self.scripts and seat == 0
        dear = {"Goldsmith": "gold", "Silversmith": "silver", "Jeweller": "jewel"}.get(self.callings.get(seat))
        plain = sum(self.WORTH[stone] * (2 if double and stone == "silver" else 1) for stone in self.boards[seat])
        return plain + 3 * self.boards[seat].count(dear)

    def follow(self, seat, data, house):
        action = data.get("action")
        if action == "offer":
            assert self.boards[seat][data["place"]] == data["gives"]
            self.offer = seat, data
        elif action == "force":
            assert self.boards[data["to"]][data["of_place"]] == data["asks"]
            self.exchange(seat, data["place"], data["to"], data["of_place"])
            self.scores[seat] -= self.force_cost
        elif action in ("accept", "give"):
            by, offer = self.offer
            self.exchange(by, offer["place"], seat, data["taken_from"])
        self.count(data)
        for effect in house:
            self.happen(effect)

    def exchange(self, one, place, other, other_place):
        boards = self.boards
        boards[one][place], boards[other][other_place] = boards[other][other_place], boards[one][place]

    def count(self, data):
        """A hand is counted, and the next one dealt, if it states so."""
        if "hand" in data:
            hand = data["hand"]
            assert hand["stones"] == [self.worth(seat) for seat in range(len(self.boards))]
            house = hand.get("house_rule", [0] * len(self.boards))
            for seat, (stones, more) in enumerate(zip(hand["stones"], house, strict=True)):
                self.scores[seat] += stones + more + hand["bonus"] * (seat == hand["bonus_to"])
            assert hand["coins"] == self.scores
        if "dealt" in data:
            self.dealt(data["dealt"])

    def happen(self, effect):
        what, given, result = effect["effect"], effect["with"], effect.get("result", {})
        if what == "points":
            self.scores[given["seat"]] += given["points"]
        elif what == "give_coins":
            self.scores[given["from"]] -= given["coins"]
            self.scores[given["to"]] += given["coins"]
        elif what == "carry":
            self.bonus += given["coins"]
        elif what == "swap_boards":
            one, other = given["a"], given["b"]
            self.boards[one], self.boards[other] = self.boards[other], self.boards[one]
        elif what == "draw_from_bag":
            assert self.boards[given["seat"]][given["place"]] == result["put_back"]
            self.boards[given["seat"]][given["place"]] = result["stone"]
            self.bag[result["stone"]] -= 1
            self.bag[result["put_back"]] += 1
            assert min(self.bag.values()) >= 0
        elif what == "end_hand":
            self.count(result)
        elif what == "roll":
            # Its points are an effect of their own.
            assert given["roll"] == "die"
            assert 1 <= result["value"] <= 6
        else:
            assert what in ("remember", "finish"), what


FOLLOWERS = {"three-stones": ThreeStones, "stonerow": StoneRow, "tavern-stones": TavernStones}


# What random players seldom do, with how many games and which knobs they do it.
RARE = {
    "three-stones": [("three-stones/pie-rule", 100, {})],
    "stonerow": [],
    # With two stones each, a hand of one kind is common.
    "tavern-stones": [("tavern-stones/closing", 4, {"visible_stones": 1, "hidden_stones": 1})],
}


def ruled(program):
    """The shipped variants with house rules, by name."""
    for game in program.list()["games"]:
        if game["id"] in FOLLOWERS:
            yield from ((game["id"], variant["name"]) for variant in game["variants"] if variant["scripts"])


@pytest.mark.parametrize("game", FOLLOWERS)
def test_records_of_every_shipped_house_rule_are_followed_to_their_scores(program, game):
    variants = [name for of, name in ruled(program) if of == game]
    assert len(variants) >= 10
    effects = set()
    for variant, games, knobs in [(variant, 4, {}) for variant in variants] + RARE[game]:
        with tempfile.TemporaryDirectory() as folder:
            program.simulate(variant, games=games, seed=5, record_dir=folder, set=knobs)
            files = sorted(Path(folder).glob("*.stonehouse-record"))
            assert len(files) == games
            shown = program.record(files[0])["actions"]
            shown_actions = [(action["seat"], action["data"], action.get("house", [])) for action in shown]
            assert shown_actions == Record(files[0]).actions
            for file in files:
                record = Record(file)
                follower = FOLLOWERS[game](record)
                for number, (seat, data, house) in enumerate(record.actions, 1):
                    effects.update(effect["effect"] for effect in house)
                    try:
                        follower.follow(seat, data, house)
                    except (AssertionError, KeyError, ValueError) as error:
                        raise AssertionError(f"{variant}, {file.name}, action {number}: {data} {house}") from error
                assert follower.scores == record.outcome["scores"], variant
    expected = {
        "three-stones": {
            "points",
            "block_random",
            "remove",
            "recolour",
            "swap_colours",
            "discard_drawn",
            "next_player",
        },
        "stonerow": {"points", "begin", "pass_hands", "spend_card", "show_hand", "end_turn"},
        "tavern-stones": {"points", "carry", "draw_from_bag", "end_hand", "swap_boards", "give_coins", "roll"},
    }
    missing = expected[game] - effects
    assert not missing, missing
