//! What can be asked of bots in a particular game, through the real libraries.

use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_plugin_api::abi::client::State;
use stonehouse_plugin_api::{Observer, Seat};
use stonehouse_tests::ruleset;

/// What a seat's stones are worth, the size of its largest group and what a stone of it is worth, as the referee sees them.
fn hand(state: &State, seat: Seat) -> (i64, usize, i64) {
    let scene = state.scene(Observer::Referee).unwrap();
    let tray = scene.areas.iter().find(|area| area.handle == format!("tray/{}", seat.0)).unwrap();
    let stones: Vec<&str> = tray.pieces.iter().take(7).map(|piece| piece.name.as_str()).collect();
    let groups = [("jewel", 12), ("gold", 6), ("silver", 1)]
        .map(|(kind, coins)| (stones.iter().filter(|name| name.contains(kind)).count(), coins));
    let worth = groups.iter().map(|(count, coins)| *count as i64 * coins).sum();
    let (size, coins) = groups.into_iter().max().unwrap();
    (worth, size, coins)
}

#[test]
fn no_bot_accepts_a_trade_that_only_loses() {
    let mut accepted = 0;
    for variant in ["tavern-stones/quick", "tavern-stones/blind"] {
        let ruleset = ruleset(variant);
        for bot in ["apprentice", "greedy", "journeyman"] {
            let spec: BotSpec = bot.parse().unwrap();
            let mut state = ruleset.rules().deal(accepted).unwrap();
            let mut bots: Vec<_> = (0..4).map(|seat| spec.build(seat)).collect();
            for _ in 0..150 {
                let Some(seat) = state.to_act().unwrap() else { break };
                let chosen = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
                let told = state.describe(chosen, Observer::Referee).unwrap();
                let ends_the_hand = told.data.get("hand").is_some();
                let before = hand(&state, seat);
                state.apply(chosen).unwrap();
                if told.text.starts_with("accept") && !ends_the_hand {
                    accepted += 1;
                    let after = hand(&state, seat);
                    assert!(
                        after.0 > before.0 || (after.1, after.2) > (before.1, before.2),
                        "{bot} in {variant}: {before:?} became {after:?}"
                    );
                }
            }
        }
    }
    assert!(accepted > 40, "{accepted} trades were accepted");
}
