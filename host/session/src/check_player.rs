//! Tests an outside program in matches, for its author.

use crate::agent::{Agent, AgentError, BotAgent};
use crate::program::Program;
use crate::session::{Session, SessionError};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{LONGEST_GAME, Seat};

/// Plays matches with a program under a ruleset, in each seat in turn, against random bots. Before its first decision
/// the program is asked once and then sent `cancel`, as it happens when a person takes an action back. Returns how many
/// decisions it made.
///
/// # Errors
/// The first failure, as a sentence that begins with the match's number and the program's seat.
pub fn check_player(ruleset: &Arc<Ruleset>, command: &[String], matches: u64) -> Result<u64, String> {
    let seats = ruleset.seating().seats.len();
    let mut decisions = 0;
    for number in 0..matches.max(seats as u64) {
        let seat = Seat((number % seats as u64) as u8);
        decisions += play(ruleset, command, seat, number).map_err(|why| {
            let name = ruleset.seating().seats.get(seat.index()).map_or("", |seat| &seat.name);
            format!("match {}, as {name}: {why}", number + 1)
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
        if !session.advance(Instant::now(), &Stop::new())? || session.current().len() > LONGEST_GAME {
            return Ok(decisions);
        }
        decisions += u64::from(is_its_turn);
    }
}

/// Asks the program, and then cancels the question.
fn cancel(session: &Session, seat: Seat) -> Result<(), SessionError> {
    let stop = Stop::new();
    stop.stop();
    match session.question()?.map(|question| question.ask(&stop)) {
        None | Some(Ok(_) | Err(AgentError::Stopped)) => Ok(()),
        Some(Err(error)) => Err(session.failed(seat, error)),
    }
}
