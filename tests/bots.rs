//! What can be asked of bots in a particular game, through the real libraries.

use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_plugin_api::abi::client::State;
use stonehouse_plugin_api::{Observer, Seat};
use stonehouse_tests::ruleset;

/// What a seat's stones are worth, the size of its largest group and what a stone of it is worth, as the referee sees them.
fn hand(state: &State, seat: Seat) -> (i64, usize, i64) {
    let scene = state.scene(Observer::Referee).unwrap();
    let rows = ["front", "rack"].map(|row| format!("{row}/{}", seat.0));
    let rows = scene.areas.iter().filter(|area| rows.contains(&area.handle));
    let stones: Vec<String> = rows.flat_map(|row| &row.pieces).map(|piece| piece.name.to_string()).collect();
    assert_eq!(stones.len(), 7);
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
                if told.text.to_string().starts_with("accept") && !ends_the_hand {
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

/// By how much forecasts of the coins that each seat gets in a hand of Stones are off (root mean square): the hand's average, the prospects,
/// and the mean of rollouts. Greedy bots play; forecasts are made from what lies on the table before every turn but the first.
fn forecasts(matches: u64, rollouts: u64) -> [f64; 3] {
    let ruleset = ruleset("tavern-stones/quick");
    let (mut squares, mut count) = ([0.0; 3], 0.0);
    for game in 0..matches {
        let mut state = ruleset.rules().deal(game).unwrap();
        let mut bots: Vec<_> = (0..4).map(|seat| BotSpec::Greedy.build(game * 4 + seat)).collect();
        let (mut before, mut scores) = (vec![0; 4], vec![0; 4]);
        let mut turns: Vec<State> = Vec::new();
        while let Some(seat) = state.to_act().unwrap() {
            let is_asked = state.scene(Observer::Public).unwrap().arrows.len() == 1;
            if !is_asked {
                turns.push(state.try_clone().unwrap());
            }
            let chosen = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
            state.apply(chosen).unwrap();
            state.scores(&mut scores).unwrap();
            if scores == before {
                continue;
            }
            for turn in turns.drain(..).skip(1) {
                let mut told = [vec![0.0; 4], vec![0.0; 4], vec![0.0; 4]];
                let mut hopes = vec![0; 4];
                turn.prospects(&mut hopes).unwrap();
                let mut ends = vec![0; 4];
                for seed in 0..rollouts {
                    let mut on = turn.try_clone().unwrap();
                    on.rollout(seed).unwrap();
                    on.scores(&mut ends).unwrap();
                    for seat in 0..4 {
                        told[2][seat] += ends[seat] as f64 / rollouts as f64;
                    }
                }
                for seat in 0..4 {
                    let gained: i64 = (0..4).map(|seat| scores[seat] - before[seat]).sum();
                    told[0][seat] = before[seat] as f64 + gained as f64 / 4.0;
                    told[1][seat] = hopes[seat] as f64;
                    for (square, told) in squares.iter_mut().zip(&told) {
                        *square += (told[seat] - scores[seat] as f64).powi(2);
                    }
                    count += 1.0;
                }
            }
            before.clone_from(&scores);
        }
    }
    squares.map(|square| (square / count).sqrt())
}

#[test]
fn rollouts_of_stones_foretell_a_hand() {
    let [average, prospects, rollouts] = forecasts(12, 60);
    println!("off by {average:.1} coins (average), {prospects:.1} (prospects), {rollouts:.1} (rollouts)");
    assert!(prospects < 0.85 * average && rollouts < 0.85 * average, "{average} {prospects} {rollouts}");
    assert!(rollouts < prospects, "{prospects} {rollouts}");
}
