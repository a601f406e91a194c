//! Random draws: information hidden from a seat, a legal action, the rest of a game.

use super::{Candidate, DICE, Position};
use crate::random::draw_candidate;
use crate::{CallError, Choice, Course};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Rng, Samples, Seat, Trace};

impl Position {
    /// Resamples, from `seed`, everything that `observer` cannot know: information that the game hides from that seat,
    /// choices that others have made in secret, and all chance still to come, the rolls of house rules included.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        self.state.determinize(observer, seed)?;
        self.resample_in_house(observer, seed);
        self.dice = Rng::from_seed(seed_of(seed, DICE));
        let secret: Vec<Seat> =
            self.pending_choices.iter().map(|(seat, _)| *seat).filter(|seat| *seat != observer).collect();
        for seat in secret {
            match (self.draw_for(seat)?, self.pending_choices.iter().position(|(other, _)| *other == seat)) {
                (Some(drawn), Some(place)) => self.pending_choices[place].1 = drawn,
                // By what is resampled, nothing was offered to that seat.
                (None, Some(place)) => drop(self.pending_choices.remove(place)),
                (_, None) => {}
            }
        }
        Ok(())
    }

    /// Draws one of the legal actions of the seat that [decides next](Self::to_act), each as likely as any other, and
    /// then one of its samples: as a [playout](crate::State::playout) does. `actions` is a scratch buffer.
    ///
    /// # Errors
    /// [`CallError::Contract`] when there is none; and when a house rule or the plugin failed.
    pub fn draw(&self, draws: &mut Rng, actions: &mut Vec<Action>) -> Result<Candidate, CallError> {
        let nobody = || CallError::Contract("nobody has the turn".to_owned());
        self.draw_by(self.to_act()?.ok_or_else(nobody)?, draws, actions)
    }

    /// As [`draw`](Self::draw), of a seat that is known to [decide next](Self::to_act).
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    #[inline]
    pub fn draw_by(&self, seat: Seat, draws: &mut Rng, actions: &mut Vec<Action>) -> Result<Candidate, CallError> {
        self.legal_actions(actions)?;
        draw_candidate(&self.state, seat, actions, draws, &mut Samples::new())
    }

    /// As [`draw_by`](Self::draw_by), but without the optional actions of the house.
    pub(crate) fn draw_necessary(
        &self,
        seat: Seat,
        draws: &mut Rng,
        actions: &mut Vec<Action>,
    ) -> Result<Candidate, CallError> {
        if self.turn_in_house().is_some() {
            return self.draw_by(seat, draws, actions);
        }
        self.legal_actions_of_the_game(actions)?;
        draw_candidate(&self.state, seat, actions, draws, &mut Samples::new())
    }

    /// Draws a choice of a seat that chooses together with others; `None` if nothing is offered to it.
    fn draw_for(&mut self, seat: Seat) -> Result<Option<Choice>, CallError> {
        let mut actions = Vec::new();
        self.actions_together(seat, &mut actions)?;
        if actions.is_empty() {
            return Ok(None);
        }
        let mut dice = self.dice.clone();
        let drawn = draw_candidate(&self.state, seat, &actions, &mut dice, &mut Samples::new())?;
        self.dice = dice;
        self.choice_by(seat, drawn).map(Some)
    }

    /// Lets the other seats choose at random, if some have chosen already, so that the next decision comes after that.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn finish_choosing(&mut self) -> Result<(), CallError> {
        while self.is_half_chosen() {
            let Some(seat) = self.to_act()? else { return Ok(()) };
            let drawn = self.draw_for(seat)?.ok_or(CallError::Illegal)?;
            self.play_checked(&drawn, true)?;
        }
        Ok(())
    }

    /// Plays at random to the end, and returns the number of steps, as [`State::playout`](crate::State::playout) counts
    /// them.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        self.finish_choosing()?;
        self.playout_with_rules(seed)
    }

    /// As [`playout`](Self::playout), and records the steps as [`State::course`](crate::State::course) does: false
    /// where it cannot, and then this position is unspecified until it is [dealt again](Self::deal_again).
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn course(&mut self, seed: u64, course: &mut Course) -> Result<bool, CallError> {
        Ok(self.house().is_none() && !self.is_half_chosen() && self.state.course(seed, course)?)
    }

    /// Continues the game with plausible actions, to the end or to a position that
    /// [`prospects`](crate::State::prospects) judges well: that of a seat, of several, or of chance.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn rollout(&mut self, seed: u64) -> Result<(), CallError> {
        self.finish_choosing()?;
        self.rollout_with_rules(seed, None)
    }

    /// Whether [rollouts](Self::rollout) can be [traced](Self::traced_rollout).
    pub fn traces(&self) -> bool {
        self.state.traces()
    }

    /// As [`rollout`](Self::rollout), and records who played what in it, as
    /// [`State::traced_rollout`](crate::State::traced_rollout) does.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn traced_rollout(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        self.finish_choosing()?;
        self.rollout_with_rules(seed, Some(trace))
    }
}
