//! Tests an outside program in matches, for its author.

use crate::agent::{Agent, AgentError, BotAgent};
use crate::program::Program;
use crate::session::{Session, SessionError};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{MAX_GAME_STEPS, Seat};

/// The failure of a program in a match, or of the match.
#[derive(Debug, thiserror::Error)]
#[error("match {number}, as {seat}: {failure}")]
pub struct CheckPlayerError {
    /// The match's number, from 1.
    pub number: u64,
    /// The name of the program's seat.
    pub seat: String,
    /// The failure.
    pub failure: Box<SessionError>,
}

/// Plays matches with a program under a ruleset, in each seat in turn, against random bots. Before its first decision
/// the program is asked once and then sent `cancel`, as it happens when a person takes an action back. Returns how many
/// decisions it made.
///
/// # Errors
/// The first failure.
pub fn check_player(ruleset: &Arc<Ruleset>, command: &[String], matches: u64) -> Result<u64, CheckPlayerError> {
    let seats = ruleset.seating().seats.len();
    let mut decisions = 0;
    for number in 0..matches.max(seats as u64) {
        let seat = Seat((number % seats as u64) as u8);
        decisions += play(ruleset, command, seat, number).map_err(|failure| {
            let name = ruleset.seating().seats.get(seat.index()).map(|seat| seat.name.clone()).unwrap_or_default();
            CheckPlayerError { number: number + 1, seat: name, failure: Box::new(failure) }
        })?;
    }
    Ok(decisions)
}

fn play(ruleset: &Arc<Ruleset>, command: &[String], seat: Seat, number: u64) -> Result<u64, SessionError> {
    let seats = Seat::all(ruleset.seating().seats.len());
    let (players, agents): (Vec<Player>, Vec<Option<Box<dyn Agent>>>) = seats
        .map(|other| -> (Player, Option<Box<dyn Agent>>) {
            if other == seat {
                (Player::bot("Program", "run:program"), Some(Box::new(Program::new(command.to_vec()))))
            } else {
                let bot = BotSpec::Random.build(seed_of(number, other.index() as u64));
                (Player::bot("Random", "random"), Some(Box::new(BotAgent(bot))))
            }
        })
        .unzip();
    let mut session = Session::new(Match::new(ruleset, number, players, None)?, agents);
    let (mut decisions, mut was_cancelled) = (0, false);
    loop {
        let is_its_turn = session.current().to_act() == Some(seat);
        if is_its_turn && !was_cancelled {
            was_cancelled = true;
            cancel(&session, seat)?;
        }
        if !session.advance(Instant::now(), &Stop::new())? || session.current().len() > MAX_GAME_STEPS {
            return Ok(decisions);
        }
        decisions += u64::from(is_its_turn);
    }
}

/// Asks the program, and then cancels the question.
fn cancel(session: &Session, seat: Seat) -> Result<(), SessionError> {
    let stop = Stop::new();
    stop.stop();
    match session.question()?.map(|question| question.decide(&stop)) {
        None | Some(Ok(_) | Err(AgentError::Stopped)) => Ok(()),
        Some(Err(error)) => Err(session.failed(seat, error)),
    }
}
