//! Random games with the calls of the core: what a playout is, for every game.

use super::{CallError, State};
use crate::{Action, Chosen, LONGEST_GAME, Outcomes, Rng, Samples, Seat, Seats, Turn};

/// How many steps are played before the host is asked whether to go on.
const STEPS_UNASKED: usize = 64;

/// What is used again from step to step.
#[derive(Default)]
struct Scratch {
    actions: Vec<Action>,
    samples: Samples,
    outcomes: Outcomes,
}

impl State {
    /// Plays random steps to the end, one by one, and returns their number. This is what
    /// [`playout`](Self::playout) does where the plugin has no playout of its own, and what one of its own must equal: see
    /// [`Playout::playout`](crate::Playout::playout).
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn plain_playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let mut choices = Rng::from_seed(seed);
        let mut scratch = Scratch::default();
        let mut played = 0;
        loop {
            let turn = self.turn()?;
            if turn.is_over() {
                return Ok(played as u32);
            }
            if played == LONGEST_GAME {
                return Err(CallError::Endless);
            }
            if played % STEPS_UNASKED == STEPS_UNASKED - 1 && self.rules.should_stop() {
                return Err(CallError::Stopped);
            }
            self.step_at_random(turn, &mut choices, &mut scratch)?;
            played += 1;
        }
    }

    fn step_at_random(&mut self, turn: Turn, choices: &mut Rng, scratch: &mut Scratch) -> Result<(), CallError> {
        match turn {
            Turn::Over => Ok(()),
            Turn::Seat(seat) => {
                self.legal_actions(&mut scratch.actions)?;
                let (action, sample) = self.draw(seat, choices, scratch)?;
                self.apply_with(action, sample.and_then(|sample| scratch.samples.get(sample)).unwrap_or_default())
            }
            Turn::Together(seats) => self.resolve_at_random(seats, choices, scratch),
            Turn::Chance => {
                self.outcomes(&mut scratch.outcomes)?;
                let drawn = choices.below(scratch.outcomes.total() as u32);
                let code = scratch.outcomes.at(drawn);
                self.happen(code.ok_or_else(|| CallError::Contract("nothing can happen".to_owned()))?)
            }
        }
    }

    /// Draws one of the actions in `scratch`, and one of its samples, which are then in `scratch`.
    fn draw(&self, seat: Seat, choices: &mut Rng, scratch: &mut Scratch) -> Result<(Action, Option<usize>), CallError> {
        let legal = &scratch.actions;
        let action = *legal
            .get(choices.below(legal.len() as u32) as usize)
            .ok_or_else(|| CallError::Contract(format!("{seat} is to act and has no legal action")))?;
        self.samples(action, &mut scratch.samples)?;
        let samples = scratch.samples.len() as u32;
        Ok((action, (samples > 0).then(|| choices.below(samples) as usize)))
    }

    fn resolve_at_random(&mut self, seats: Seats, choices: &mut Rng, scratch: &mut Scratch) -> Result<(), CallError> {
        let mut drawn = Vec::with_capacity(seats.len());
        for seat in seats.iter() {
            self.legal_actions_of(seat, &mut scratch.actions)?;
            let (action, sample) = self.draw(seat, choices, scratch)?;
            let values = sample.and_then(|sample| scratch.samples.get(sample)).unwrap_or_default();
            drawn.push((seat, action, values.to_vec()));
        }
        let chosen: Vec<Chosen<'_>> =
            drawn.iter().map(|(seat, action, values)| Chosen { seat: *seat, action: *action, values }).collect();
        self.resolve(&chosen)
    }
}
