//! Tests an outside program in matches, for its author.

use crate::agent::{Agent, AgentError, BotAgent};
use crate::program::Program;
use crate::session::{Session, SessionError, SessionObserver};
use std::sync::Arc;
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::Seat;
use stonehouse_plugin::rng::seed_of;

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
    play_out(&mut session, seat)
}

/// Plays a match to its end, and returns how many decisions were made in `seat`.
fn play_out(session: &mut Session, seat: Seat) -> Result<u64, SessionError> {
    let mut decisions = Decisions { seat, made: 0, was_cancelled: false };
    session.play_out(None, &Stop::new(), &mut decisions)?;
    Ok(decisions.made)
}

/// The decisions of the program.
struct Decisions {
    seat: Seat,
    made: u64,
    was_cancelled: bool,
}

impl SessionObserver for Decisions {
    fn before(&mut self, session: &Session, seat: Seat) -> Result<(), SessionError> {
        if seat == self.seat && !std::mem::replace(&mut self.was_cancelled, true) {
            cancel(session, seat)?;
        }
        Ok(())
    }

    fn after(&mut self, _session: &Session, seat: Seat) -> Result<(), SessionError> {
        self.made += u64::from(seat == self.seat);
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use fixture_pebbles::Pebbles;
    use std::path::Path;
    use stonehouse_engine::variant::{file::VariantFile, resolve};
    use stonehouse_runtime::Plugin;

    #[test]
    fn a_match_without_an_end_is_reported_and_not_passed() {
        let plugin = Plugin::linked::<Pebbles>().unwrap();
        let text = "game = \"pebbles\"\nname = \"Test\"\n[knobs]\nendless = true\n";
        let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
        let ruleset =
            Ruleset::compile(&plugin, &Arc::new(resolve(&[file], 0, &plugin, &|_, _| None).unwrap())).unwrap();
        let players = ["Bot", "Other"].map(|name| Player::bot(name, "random")).to_vec();
        let bot = |seed| -> Option<Box<dyn Agent>> { Some(Box::new(BotAgent(BotSpec::Random.build(seed)))) };
        let current = Match::new(&ruleset, 1, players, None).unwrap().without_log();
        let error = play_out(&mut Session::new(current, vec![bot(1), bot(2)]), Seat(0)).unwrap_err();
        assert_eq!(error.to_string(), "the match did not end within 100000 actions");
    }
}
