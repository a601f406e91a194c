//! Prospects and scores are on one scale; otherwise bots misjudge the worth of a win.

use crate::hoard::Hoard;
use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_runtime::{Plugin, Position};

use stonehouse_plugin::json;

/// How many of `games` games a search wins against random players, changing seats.
fn wins(declares_unit: bool, games: u64) -> usize {
    let knobs = json!({ "declares_unit": declares_unit });
    let rules = Plugin::linked::<Hoard>().unwrap().rules(2, &knobs, None).unwrap();
    let won = |game: u64| {
        let mut position = Position::deal(&rules, game).unwrap();
        let own = (game % 2) as usize;
        let mut players = ["random", "random"].map(|bot| bot.parse::<BotSpec>().unwrap().build(game));
        players[own] = "search@300".parse::<BotSpec>().unwrap().build(game);
        while let Some(seat) = position.to_act().unwrap() {
            let candidate = players[seat.index()].choose(&Viewpoint::new(&position, seat), &Stop::new()).unwrap();
            position.play_candidate(candidate).unwrap();
        }
        position.outcome().unwrap().scores[own] == 1
    };
    (0..games).filter(|game| won(*game)).count()
}

#[test]
fn a_search_with_prospects_on_the_scale_of_scores_takes_a_win() {
    let (declared, undeclared) = (wins(true, 20), wins(false, 20));
    assert!(declared == 20 && undeclared <= 10, "won {declared} and {undeclared} of 20");
}

#[test]
fn the_kit_warns_if_prospects_and_scores_differ_in_scale() {
    let plugin = Plugin::linked::<Hoard>().unwrap();
    let warnings = |declares_unit: bool| {
        let rules = plugin.rules(2, &json!({ "declares_unit": declares_unit }), None).unwrap();
        stonehouse_conformance::check(&rules, 30, 1).unwrap().warnings
    };
    assert_eq!(warnings(true), Vec::<String>::new());
    let [warning] = &warnings(false)[..] else { panic!("one warning") };
    assert!(warning.contains("prospects are not on the scale of the scores"), "{warning}");
}
