//! Two players against each other in one game, with intervals: measures the effect of a change of the search.
//!
//! `cargo run --release -p stonehouse-bots --example strength -- standard search@2000+trees=2 search@2000 100`
//!
//! The game is `standard` or `skill` (3 Stones), `duel` (StoneRow) or `stones` (Stones for four to 500 coins, one
//! against three). A player is any bot by its name, or a search with trees, horizon and abilities: `search@N+trees=2`,
//! `search@N+horizon=2`, `search@N-amaf`, `search@N-exact`. Every deal is played with the seats rotated until each
//! player has had each seat; the interval is 95 % over the deals, a draw counts half.
//!
//! To compare with an earlier version of the search, let both versions play the same opponent with the same deals.

use std::time::{Duration, Instant};
use stonehouse_bots::search::{Budget, Search, Style};
use stonehouse_bots::{Bot, BotSpec, Stop, Viewpoint};
use stonehouse_plugin::{Seat, json};
use stonehouse_runtime::{Plugin, Position, Rules, Teams};
use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_three_stones::ThreeStones;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, first, second, deals] = &arguments[..] else {
        return Err("strength GAME PLAYER OPPONENT DEALS".into());
    };
    let rules = game_of(game)?;
    let seats = rules.seating().seats.len();
    let teams = Teams::of(&rules);
    let (mut shares, mut margins) = (Vec::new(), Vec::new());
    let mut clocks = [(Duration::ZERO, 0_u32); 2];
    for deal in 0..deals.parse()? {
        let (mut share, mut margin) = (0.0, 0.0);
        for own in Seat::all(seats) {
            // A seat has the same chance for every player: players who choose alike are even to the last digit.
            let seed = |seat: Seat| deal * 1000 + seat.index() as u64;
            let mut bots = Seat::all(seats)
                .map(|seat| player_of(if seat == own { first } else { second }, seed(seat)))
                .collect::<Result<Vec<_>, _>>()?;
            let mut state = Position::deal(&rules, deal)?;
            while let Some(seat) = state.to_act()? {
                let began = Instant::now();
                let candidate = bots[seat.index()].choose(&Viewpoint::new(&state, seat), &Stop::new())?;
                let clock = &mut clocks[usize::from(seat != own)];
                clock.0 += began.elapsed();
                clock.1 += 1;
                state.play_candidate(candidate)?;
            }
            let outcome = state.outcome()?;
            share += teams.win_share(outcome.winners, own) / seats as f64;
            margin += teams.margin(&outcome.scores, own) as f64 / seats as f64;
        }
        shares.push(share);
        margins.push(margin);
    }
    let ((wins, wins_off), (margin, margin_off)) = (interval(&shares), interval(&margins));
    let per_move = clocks.map(|(time, moves)| time.as_secs_f64() * 1000.0 / f64::from(moves.max(1)));
    println!(
        "{game}: {first} : {second} = {:.1} % +- {:.1}, {margin:+.1} +- {margin_off:.1} points, {} deals in {seats} seats, {:.2} ms : {:.2} ms a move",
        wins * 100.0,
        wins_off * 100.0,
        shares.len(),
        per_move[0],
        per_move[1],
    );
    Ok(())
}

/// The mean, and by how much it may be off (95 %, normal).
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn game_of(name: &str) -> Result<std::sync::Arc<Rules>, Failure> {
    Ok(match name {
        "standard" => Plugin::linked::<ThreeStones>()?.rules(2, &json!({}), None)?,
        "skill" => Plugin::linked::<ThreeStones>()?.rules(2, &json!({ "pouch": false }), None)?,
        "duel" => Plugin::linked::<StoneRow>()?.rules(2, &json!({}), None)?,
        "stones" => Plugin::linked::<TavernStones>()?.rules(4, &json!({ "goal": 500 }), None)?,
        _ => return Err(format!("there is no game `{name}`: standard, skill, duel, stones").into()),
    })
}

fn player_of(name: &str, seed: u64) -> Result<Box<dyn Bot>, Failure> {
    let Some((most, abilities)) = name.strip_prefix("search@").and_then(|rest| {
        let end = rest.find(['+', '-'])?;
        Some(rest.split_at(end))
    }) else {
        return Ok(name.parse::<BotSpec>()?.build(seed));
    };
    let mut style = Style::FULL;
    for ability in abilities.replace('-', "+-").split('+').filter(|ability| !ability.is_empty()) {
        match ability {
            "-amaf" => style.amaf = false,
            "-exact" => style.exact = false,
            _ => match ability.split_once('=') {
                Some(("trees", trees)) => style.trees = trees.parse()?,
                Some(("horizon", horizon)) => style.horizon = horizon.parse()?,
                _ => return Err(format!("a search has no `{ability}`").into()),
            },
        }
    }
    Ok(Box::new(Search::in_style(seed, budget_of(most)?, style)))
}

fn budget_of(text: &str) -> Result<Budget, Failure> {
    Ok(match text.strip_suffix("ms") {
        Some(time) => Budget::Time(Duration::from_millis(time.parse()?)),
        None => Budget::Iterations(text.parse()?),
    })
}
