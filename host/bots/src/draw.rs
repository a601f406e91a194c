//! Whether a bot agrees to a draw that is offered to its seat.
//!
//! It judges as it plays: a bot that only counts the current score counts, one that searches searches. It does so from
//! samples of what its seat may know, like every decision, and its judgement follows from the seed.
//!
//! Since the judgement follows from the match's seed and the actions played, asking twice reveals nothing more. An
//! agent without a judgement, such as an outside program, plays on.

use crate::analysis::analyse_in_style;
use crate::greedy::Greedy;
use crate::search::Style;
use crate::standing::mean_lead;
use crate::{Bot, BotError, BotSpec, Budget, Stop, Viewpoint};
use stonehouse_plugin::Seat;
use stonehouse_plugin::rng::seed_of;
use stonehouse_runtime::{CallError, Position, Teams};

/// How many samples of the hidden information are judged.
const SAMPLES: u64 = 8;
/// The share of a win that a bot may expect and still agree: half, and a little for doubt.
const MAX_SHARE: f64 = 0.53;
/// The budget of a bot that looks ahead, for each sample: in time for a moment that is fixed before.
const NEAR: Budget = Budget::Iterations(200);
const FAR: Budget = Budget::Iterations(600);
/// How many decisions of others are played before its own: in some games a seat is out for long.
const MAX_BEFORE: u32 = 100;

/// Whether `bot`, in the seat of `view`, agrees to a draw: it does if it expects no more than half of a win. A bot that
/// plays at random expects nothing, and plays on. A bot that is stopped judges by the samples that it has judged by
/// then, and plays on if there are none.
///
/// # Errors
/// When a house rule or the plugin failed.
pub fn agrees_to_draw(bot: BotSpec, view: &Viewpoint<'_>, seed: u64, stop: &Stop) -> Result<bool, BotError> {
    let teams = Teams::of(view.rules());
    let (mut sum, mut judged) = (0.0, 0.0);
    for number in 0..SAMPLES {
        if stop.is_stopped() {
            break;
        }
        let seed = seed_of(seed, number);
        let sample = view.sample(seed)?;
        let expected = match bot {
            BotSpec::Random => return Ok(false),
            BotSpec::Greedy | BotSpec::Apprentice => current_lead(&sample, &teams, view.seat())?,
            BotSpec::Journeyman => {
                let style = Style { horizon: 2, amaf: false, exact: false, ..Style::FULL };
                ahead(sample, &teams, view.seat(), (NEAR, style), seed, stop)?
            }
            BotSpec::Master | BotSpec::Companion | BotSpec::Search(_) => {
                ahead(sample, &teams, view.seat(), (FAR, Style::FULL), seed, stop)?
            }
        };
        sum += expected;
        judged += 1.0;
    }
    Ok(judged > 0.0 && sum / judged <= MAX_SHARE)
}

/// The mean lead by the current prospects, from 0 to 1.
fn current_lead(position: &Position, teams: &Teams, seat: Seat) -> Result<f64, CallError> {
    let mut scores = vec![0; teams.seats()];
    position.prospects(&mut scores)?;
    Ok(mean_lead(teams, &scores, seat, position.rules().prospect_unit() as f64))
}

/// The reward that a search finds at the seat's own next decision, from 0 to 1. Until then the others choose the action
/// that looks best at once.
fn ahead(
    mut position: Position,
    teams: &Teams,
    seat: Seat,
    (budget, style): (Budget, Style),
    seed: u64,
    stop: &Stop,
) -> Result<f64, BotError> {
    let mut others = Greedy::new(seed);
    for _ in 0..MAX_BEFORE {
        let Some(actor) = position.to_act()? else {
            return Ok(teams.win_share(position.outcome()?.winners, seat));
        };
        let view = Viewpoint::new(&position, actor);
        if actor == seat {
            let judged = analyse_in_style(&view, budget, style, seed, stop)?;
            // All actions that were tried count: after so few games the best of many looks better than it is.
            return Ok(judged.iter().map(|one| one.share * one.win.unwrap_or(one.reward)).sum());
        }
        let candidate = others.choose(&view, stop)?;
        position.play_candidate(candidate)?;
    }
    Ok(current_lead(&position, teams, seat)?)
}
