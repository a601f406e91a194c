//! The results of the bots against each other in 3 Stones, and the time that a move of each takes:
//! `cargo run --release -p stonehouse-bots --example ladder -- 100`

use std::time::{Duration, Instant};
use stonehouse_bots::{BotError, BotSpec, Stop, Viewpoint};
use stonehouse_plugin::{Seat, json};
use stonehouse_runtime::{Plugin, Position};
use stonehouse_three_stones::ThreeStones;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(100), |games| games.parse())?;
    let plugin = Plugin::linked::<ThreeStones>()?;
    for (name, knobs) in [("standard", json!({})), ("pure skill", json!({ "pouch": false }))] {
        let rules = plugin.rules(2, &knobs, None)?;
        for pair in [
            [BotSpec::Greedy, BotSpec::Random],
            [BotSpec::Apprentice, BotSpec::Random],
            [BotSpec::Greedy, BotSpec::Apprentice],
            [BotSpec::Journeyman, BotSpec::Apprentice],
            [BotSpec::Journeyman, BotSpec::Greedy],
            [BotSpec::Master, BotSpec::Journeyman],
        ] {
            let mut won = [0.0; 2];
            let mut time = [Duration::ZERO; 2];
            let mut moves = [0; 2];
            for game in 0..games {
                let mut state = Position::deal(&rules, game / 2)?;
                let mut bots = pair.map(|spec| spec.build(game));
                // The first bot sits at seat 0 in even games.
                let bot_of = |seat: Seat| usize::from(seat.0 != 0) ^ (game % 2) as usize;
                while let Some(seat) = state.to_act()? {
                    let bot = bot_of(seat);
                    let began = Instant::now();
                    let chosen: Result<_, BotError> = bots[bot].choose(&Viewpoint::new(&state, seat), &Stop::new());
                    time[bot] += began.elapsed();
                    moves[bot] += 1;
                    state.play_candidate(chosen?)?;
                }
                let winners = state.outcome()?.winners;
                for winner in winners.iter() {
                    won[bot_of(winner)] += 1.0 / winners.len() as f64;
                }
            }
            println!(
                "{name}: {} {:.1} : {:.1} {}   (a move: {:.2} ms, {:.2} ms)",
                pair[0],
                won[0],
                won[1],
                pair[1],
                time[0].as_secs_f64() * 1000.0 / f64::from(moves[0].max(1)),
                time[1].as_secs_f64() * 1000.0 / f64::from(moves[1].max(1)),
            );
        }
    }
    Ok(())
}
