//! The record of the deal and of each action is enough to follow a match without the rules.

use crate::common::{Answer, hooked, legal, rules, scores};
use std::collections::BTreeMap;
use std::sync::Arc;
use stonehouse_plugin::{Json, Observer, Rng, json};
use stonehouse_runtime::Rules;

/// A reader without rules, which tracks the places of stones by the deal and the actions' data.
struct Reader {
    /// The stones that will be played, the next one first, or nothing where the players choose.
    to_come: Vec<String>,
    /// The stones in the pouch or in each hand.
    left: Vec<BTreeMap<String, i64>>,
    board: BTreeMap<String, String>,
    points: Vec<i64>,
    first: usize,
}

fn counts(of: &Json) -> BTreeMap<String, i64> {
    of.as_object().unwrap().iter().map(|(stone, count)| (stone.clone(), count.as_i64().unwrap())).collect()
}

fn numbers(list: &Json) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

impl Reader {
    fn new(dealt: &Json) -> Self {
        let left = match dealt.get("hands") {
            Some(hands) => hands.as_array().unwrap().iter().map(counts).collect(),
            None => vec![counts(&dealt["pouch"])],
        };
        let to_come = dealt["drawn"].as_str().into_iter().chain(
            dealt
                .get("to_come")
                .into_iter()
                .flat_map(|order| order.as_array().unwrap())
                .map(|stone| stone.as_str().unwrap()),
        );
        Self {
            to_come: to_come.map(str::to_owned).collect(),
            left,
            board: BTreeMap::new(),
            points: numbers(&dealt["points"]),
            first: dealt["first"].as_u64().unwrap() as usize,
        }
    }

    fn follow(&mut self, number: usize, seat: usize, data: &Json) {
        assert_eq!(seat, (self.first + number) % 2);
        let stone = data["stone"].as_str().unwrap().to_owned();
        if self.left.len() == 1 {
            assert_eq!(self.to_come.remove(0), stone);
            // The stone after it is drawn.
            if let Some(drawn) = self.to_come.first() {
                *self.left[0].get_mut(drawn).unwrap() -= 1;
            }
        } else {
            *self.left[seat].get_mut(&stone).unwrap() -= 1;
        }
        let before = self.board.insert(data["pocket"].as_str().unwrap().to_owned(), stone);
        assert_eq!(before, None, "a pocket is filled once");
        for (points, gained) in self.points.iter_mut().zip(numbers(&data["points"])) {
            *points += gained;
        }
    }
}

/// Random matches, followed by a reader whose final position and scores are compared.
fn read_matches(rules: &Arc<Rules>, matches: u64) {
    for seed in 0..matches {
        let mut state = rules.deal(seed).unwrap();
        let mut reader = Reader::new(&state.reveal().unwrap());
        let mut random = Rng::from_seed(seed);
        let mut number = 0;
        while let Some(seat) = state.turn().unwrap().seat() {
            let action = *random.pick(&legal(&state)).unwrap();
            let data = state.describe(action, Observer::Referee).unwrap().data;
            state.apply(action).unwrap();
            reader.follow(number, seat.index(), &data);
            number += 1;
        }
        assert_eq!(reader.points, scores(&state), "seed {seed}");
        assert!(reader.to_come.is_empty() && reader.left.iter().all(|left| left.values().all(|count| *count == 0)));
        let end = state.reveal().unwrap();
        let lying =
            end["board"].as_array().unwrap().iter().map(|stone| {
                (stone["pocket"].as_str().unwrap().to_owned(), stone["stone"].as_str().unwrap().to_owned())
            });
        assert_eq!(lying.collect::<BTreeMap<_, _>>(), reader.board);
    }
}

#[test]
fn a_reader_follows_a_match_from_the_pouch_and_actions() {
    read_matches(&rules(&json!({ "first_player": "random", "handicap_points": [0, 3] })), 40);
    read_matches(&rules(&json!({ "pouch": false })), 20);
    // The player with more horizontal lines scores them again at the end.
    read_matches(&hooked(&json!({}), Answer(2, |context, value| value + context[3])), 20);
}

#[test]
fn each_action_shows_everybody_the_points_of_each_colour() {
    let state = crate::common::skill(&["w D4", "w E4"]);
    for eye in [Observer::Public, Observer::Referee] {
        let data = |play: &str| state.describe(crate::common::action(play), eye).unwrap().data["points"].clone();
        assert_eq!((data("w F4"), data("b F4")), (json!([1, 0]), json!([0, 0])));
    }
}

#[test]
fn the_pouch_is_revealed_with_the_order_in_which_it_will_be_drawn() {
    let mut state = rules(&json!({})).deal(4).unwrap();
    let revealed = state.reveal().unwrap();
    let pouch = counts(&revealed["pouch"]);
    assert_eq!(pouch.values().sum::<i64>(), 71);
    let mut drawn = vec![revealed["drawn"].clone()];
    drawn.extend(revealed["to_come"].as_array().unwrap().iter().cloned());
    for stone in drawn {
        let action = legal(&state)[0];
        assert_eq!(state.describe(action, Observer::Referee).unwrap().data["stone"], stone);
        state.apply(action).unwrap();
    }
    assert_eq!(state.turn().unwrap().seat(), None);
}
