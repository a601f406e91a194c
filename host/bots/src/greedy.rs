//! The greedy player: takes the action that looks best right after its own turn.

use crate::{Bot, BotError, Stop, Viewpoint};
use stonehouse_plugin::{Rng, Seat};
use stonehouse_runtime::{CallError, Candidate, Position, Teams};

/// The number of samples of hidden information over which the value of an action is averaged.
const SAMPLES: u64 = 4;

/// The most positions examined for one action and sample, where a turn has several steps.
const MAX_POSITIONS: u32 = 200;

/// Maximises its team's margin at the end of its own decisions.
pub struct Greedy {
    rng: Rng,
}

impl Greedy {
    /// A greedy player whose ties are broken by `seed`.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::from_seed(seed) }
    }
}

impl Bot for Greedy {
    fn choose(&mut self, view: &Viewpoint<'_>, stop: &Stop) -> Result<Candidate, BotError> {
        let mut legal = Vec::new();
        view.candidates(&mut legal)?;
        // Drawn for nothing, so that the choices for a seed remain those of earlier versions.
        self.rng.next_u64();
        if let [only] = legal[..] {
            return Ok(only);
        }
        let teams = Teams::of(view.rules());
        let mut worth = vec![0i64; legal.len()];
        for _ in 0..SAMPLES {
            let sample = view.sample(self.rng.next_u64())?;
            for (action, worth) in legal.iter().zip(&mut worth) {
                let mut after = sample.try_clone()?;
                after.play_candidate(*action)?;
                // Choices made at the same time are not known.
                after.finish_choosing()?;
                let mut budget = MAX_POSITIONS;
                *worth += best_of_turn(&after, view.seat(), &teams, &mut budget)?;
            }
            if stop.is_stopped() {
                break;
            }
        }
        let best = worth.iter().max();
        let equals: Vec<Candidate> =
            legal.iter().zip(&worth).filter(|(_, worth)| Some(*worth) == best).map(|(action, _)| *action).collect();
        self.rng.pick(&equals).copied().ok_or(BotError::NothingToDecide)
    }
}

/// The best margin that `seat` can reach while the decisions stay its own. Forced actions of others are played: the
/// worth of an action that waits for their answers is visible only then.
fn best_of_turn(position: &Position, seat: Seat, teams: &Teams, budget: &mut u32) -> Result<i64, CallError> {
    *budget = budget.saturating_sub(1);
    let mut legal = Vec::new();
    position.candidates(&mut Vec::new(), &mut legal)?;
    let own = position.to_act()? == Some(seat);
    if *budget == 0 || legal.is_empty() || (!own && legal.len() > 1) {
        let mut scores = vec![0; teams.seats()];
        position.prospects(&mut scores)?;
        return Ok(teams.margin(&scores, seat));
    }
    let mut best = i64::MIN;
    for action in legal {
        let mut after = position.try_clone()?;
        after.play_candidate(action)?;
        best = best.max(best_of_turn(&after, seat, teams, budget)?);
        if *budget == 0 {
            break;
        }
    }
    Ok(best)
}
