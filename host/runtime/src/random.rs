//! Random games: the definition of a playout for every game.
//!
//! [`Playout::playout`](stonehouse_plugin::Playout::playout) specifies which number is drawn for which choice. A
//! plugin's own playout must give the same games (the conformance kit compares them); a game that has none, such as one
//! in C, needs no generator of ours.

use super::{CallError, Candidate, Choice, Decision, State};
use stonehouse_plugin::{Action, MAX_GAME_STEPS, Outcomes, Rng, Samples, Seat, Turn};

/// How many decisions are played between two checks whether to stop.
const DECISIONS_PER_CHECK: u32 = 64;

impl State {
    /// Plays random decisions to the end, one by one, and returns their number. This is what [`playout`](Self::playout)
    /// does where the plugin has no playout of its own, and what one of its own must equal: see
    /// [`Playout::playout`](stonehouse_plugin::Playout::playout).
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn plain_playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let mut player = RandomPlayer::new(seed);
        let mut played = 0;
        while let Some(decision) = player.decide(self)? {
            if played as usize == MAX_GAME_STEPS {
                return Err(CallError::Endless);
            }
            if played % DECISIONS_PER_CHECK == DECISIONS_PER_CHECK - 1 && self.rules.should_stop() {
                return Err(CallError::Stopped);
            }
            self.decide(&decision)?;
            played += 1;
        }
        Ok(played)
    }
}

/// Draws decisions: actions each as likely as any other, outcomes of chance by their weights.
pub struct RandomPlayer {
    draws: Rng,
    // Reused for every decision.
    actions: Vec<Action>,
    samples: Samples,
    outcomes: Outcomes,
}

impl RandomPlayer {
    /// The player whose decisions follow from `seed`.
    pub fn new(seed: u64) -> Self {
        Self { draws: Rng::from_seed(seed), actions: Vec::new(), samples: Samples::new(), outcomes: Outcomes::new() }
    }

    /// A decision for `state`; `None` when the game is over.
    ///
    /// # Errors
    /// When a house rule or the plugin failed, or nothing can be done.
    pub fn decide(&mut self, state: &State) -> Result<Option<Decision>, CallError> {
        Ok(Some(match state.turn()? {
            Turn::Over => return Ok(None),
            Turn::Seat(seat) => {
                state.legal_actions(&mut self.actions)?;
                Decision::Seat(self.choose(state, seat)?)
            }
            Turn::Together(seats) => {
                let mut acts = Vec::with_capacity(seats.len());
                for seat in seats.iter() {
                    state.legal_actions_of(seat, &mut self.actions)?;
                    acts.push((seat, self.choose(state, seat)?));
                }
                Decision::Together(acts)
            }
            Turn::Chance => {
                state.outcomes(&mut self.outcomes)?;
                let drawn = self.draws.below(self.outcomes.total() as u32);
                let code = self.outcomes.at(drawn);
                Decision::Chance(
                    code.ok_or_else(|| CallError::Contract("there is no outcome of chance to choose from".to_owned()))?,
                )
            }
        }))
    }

    /// One of the actions listed, with one of its samples.
    fn choose(&mut self, state: &State, seat: Seat) -> Result<Choice, CallError> {
        let Self { draws, actions, samples, .. } = self;
        let Candidate { action, sample } = draw_candidate(state, seat, actions, draws, samples)?;
        Ok(Choice { action, values: samples.get(sample as usize).unwrap_or_default().to_vec() })
    }
}

/// Draws one of `actions` of `seat`, each as likely as any other, and then one of its samples, all of which are in
/// `samples` then: the drawing rule of every random player.
///
/// # Errors
/// [`CallError::Contract`] when there is no action; and when a house rule or the plugin failed.
#[inline]
pub(crate) fn draw_candidate(
    state: &State,
    seat: Seat,
    actions: &[Action],
    draws: &mut Rng,
    samples: &mut Samples,
) -> Result<Candidate, CallError> {
    let nothing = || CallError::Contract(format!("{seat} has the turn but no legal action"));
    let action = *draws.pick(actions).ok_or_else(nothing)?;
    samples.clear();
    if state.rules().plugin().has_inputs() {
        state.samples(seat, action, samples)?;
    }
    let sample = if samples.is_empty() { 0 } else { draws.below(samples.len() as u32) };
    Ok(Candidate { action, sample })
}
