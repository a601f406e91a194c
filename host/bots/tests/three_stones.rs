//! Bots in 3 Stones: each beats the weaker one. The games are seeded, so the figures are facts, not chance.

use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_plugin_api::abi::client::{Plugin, Position};
use stonehouse_plugin_api::{Seat, json};
use stonehouse_three_stones::ThreeStones;

/// Points of the first bot over `games` games with the seats swapped each time: 1 for a win, a half for a draw.
fn match_up(first: &str, second: &str, games: u64, pouch: bool) -> f64 {
    let rules = Plugin::linked::<ThreeStones>().unwrap().rules(2, &json!({ "pouch": pouch }), None).unwrap();
    let mut points = 0.0;
    for game in 0..games {
        let mut state = Position::deal(&rules, game / 2).unwrap();
        let own = Seat((game % 2) as u8);
        let mut bots = [first, second].map(|name| name.parse::<BotSpec>().unwrap().build(game));
        if own == Seat(1) {
            bots.swap(0, 1);
        }
        while let Some(seat) = state.to_act().unwrap() {
            let attempt = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
            state.attempt(attempt).unwrap();
        }
        let winners = state.outcome().unwrap().winners;
        if winners.contains(own) {
            points += 1.0 / winners.len() as f64;
        }
    }
    points
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
