//! Bots in 3 Stones: each beats the weaker one. The games are seeded, so the figures are facts, not chance.

use stonehouse_bots::search::{Search, Style};
use stonehouse_bots::{Bot, BotSpec, Budget, Stop, Viewpoint};
use stonehouse_plugin::{Outcome, Seat, json};
use stonehouse_runtime::{Plugin, Position};
use stonehouse_three_stones::ThreeStones;

/// Points of the first bot over `games` games with the seats swapped each time: 1 for a win, a half for a draw.
fn match_up(first: &str, second: &str, games: u64, pouch: bool) -> f64 {
    let by_name = |name: &str, seed| name.parse::<BotSpec>().unwrap().build(seed);
    play(|seed| [by_name(first, seed), by_name(second, seed)], games, pouch).0
}

/// As [`match_up`], for bots that are made for each game, with the points by which the first was ahead, summed up
/// without their sign.
fn play(make: impl Fn(u64) -> [Box<dyn Bot>; 2], games: u64, pouch: bool) -> (f64, i64) {
    let rules = Plugin::linked::<ThreeStones>().unwrap().rules(2, &json!({ "pouch": pouch }), None).unwrap();
    let (mut points, mut apart) = (0.0, 0);
    for game in 0..games {
        let mut state = Position::deal(&rules, game / 2).unwrap();
        let own = Seat((game % 2) as u8);
        let mut bots = make(game);
        if own == Seat(1) {
            bots.swap(0, 1);
        }
        while let Some(seat) = state.to_act().unwrap() {
            let candidate = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
            state.play_candidate(candidate).unwrap();
        }
        let Outcome { winners, scores } = state.outcome().unwrap();
        apart += (scores[0] - scores[1]).abs();
        if winners.contains(own) {
            points += 1.0 / winners.len() as f64;
        }
    }
    (points, apart)
}

#[test]
fn greedy_beats_random() {
    let points = match_up("greedy", "random", 20, true);
    assert!(points >= 18.0, "{points} of 20");
}

#[test]
fn search_beats_greedy() {
    let points = match_up("search@1000", "greedy", 10, true);
    assert!(points >= 8.0, "{points} of 10");
    let points = match_up("search@1000", "greedy", 6, false);
    assert!(points >= 4.0, "{points} of 6 in pure skill");
}

#[test]
fn a_search_that_listens_to_its_rollouts_beats_one_that_does_not() {
    let make = |seed: u64| -> [Box<dyn Bot>; 2] {
        [true, false].map(|amaf| -> Box<dyn Bot> {
            Box::new(Search::in_style(seed, Budget::Iterations(300), Style { amaf, ..Style::FULL }))
        })
    };
    let (points, _) = play(make, 8, false);
    assert!(points >= 6.0, "{points} of 8 in pure skill");
    let (points, _) = play(make, 16, true);
    assert!(points >= 9.0, "{points} of 16");
}

#[test]
fn every_level_beats_the_one_below() {
    for pouch in [true, false] {
        let points = match_up("apprentice", "random", 12, pouch);
        assert!(points >= 8.0, "apprentice: {points} of 12 against random, pouch {pouch}");
        let points = match_up("journeyman", "apprentice", 12, pouch);
        assert!(points >= 9.0, "journeyman: {points} of 12, pouch {pouch}");
        // The master's search, with a tenth of its time.
        let points = match_up("search@4000", "journeyman", 4, pouch);
        assert!(points >= 3.0, "master: {points} of 4, pouch {pouch}");
    }
}

#[test]
fn the_companion_keeps_matches_closer_than_a_strong_bot_does() {
    let against = |strong: &str| {
        let make = |seed| [strong, "apprentice"].map(|name| name.parse::<BotSpec>().unwrap().build(seed));
        play(make, 6, true)
    };
    let ((kept, close), (won, far)) = (against("companion"), against("search@3000"));
    assert!(close * 2 < far, "apart by {close} and {far} points in six games");
    assert!(kept < won, "{kept} and {won} of 6");
}
