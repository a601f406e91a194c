//! Bots in games whose dice the host rolls.

use crate::dash::Dash;
use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_plugin::json;
use stonehouse_runtime::{Plugin, Position};

/// How many of `games` games the first bot wins against the second, changing seats.
fn wins(bots: [&str; 2], games: u64) -> usize {
    let rules = Plugin::linked::<Dash>().unwrap().rules(2, &json!({}), None).unwrap();
    let won = |game: u64| {
        let mut position = Position::deal(&rules, game).unwrap();
        let mut players = bots.map(|bot| bot.parse::<BotSpec>().unwrap().build(game));
        let first = (game / 2 % 2) as usize;
        while let Some(seat) = position.to_act().unwrap() {
            let player = &mut players[(seat.index() + first) % 2];
            let candidate = player.choose(&Viewpoint::new(&position, seat), &Stop::new()).unwrap();
            position.play_candidate(candidate).unwrap();
        }
        let scores = position.outcome().unwrap().scores;
        scores[first] > scores[1 - first]
    };
    (0..games).filter(|game| won(*game)).count()
}

#[test]
fn a_rollout_stopped_before_dice_is_evaluated_and_not_final() {
    // Taken for the end of the game, such rollouts win 37 and 25 of these games: as many as chance.
    for (bots, least) in [(["search@200", "random"], 50), (["search@400", "greedy"], 46)] {
        let won = wins(bots, 60);
        assert!(won >= least, "{bots:?}: won {won} of 60");
    }
}
