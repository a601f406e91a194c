//! Matches for a program that plays some or all of the seats over one line.
//!
//! A [program](crate::program) is started by Stonehouse, for one seat and one match. A caller is the other way round:
//! it has started Stonehouse, decides when a match begins and with which seed, and answers for several seats. The
//! messages are the same, with the seat in each (`docs/outside-players.md`). Many tables at once have a protocol of
//! their own.

use crate::agent::{Agent, AgentSeat, Over, SeatView};
use crate::program::PROTOCOL;
use crate::program::messages::{self, Ask, MessageFromCaller, MessageToCaller, MessageToProgram, MessageToSeat};
use crate::program::process::{Received, next_line};
use crate::spec::UnknownAgent;
use crate::{AgentSpec, Programs, Session, SessionError};
use serde::Serialize;
use std::io::{self, BufRead, ErrorKind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::Stop;
use stonehouse_engine::record::{Journal, numbered_file};
use stonehouse_engine::{LogEntry, Match, MatchError, Player, Problem, RulesFailure, Ruleset};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Choice;

/// The player at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatPlayer {
    /// The caller: `outside`.
    Outside,
    /// Somebody else.
    Agent(AgentSpec),
}

impl SeatPlayer {
    /// The caller's name on the command line and in records.
    pub const OUTSIDE: &'static str = "outside";
}

impl FromStr for SeatPlayer {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        if name == Self::OUTSIDE { Ok(Self::Outside) } else { name.parse().map(Self::Agent) }
    }
}

/// The setup of the matches that are played with a caller.
#[derive(Clone)]
pub struct CallerSetup {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    /// The players, by seat.
    pub seat_players: Vec<SeatPlayer>,
    /// The outside programs that may be named.
    pub programs: Programs,
    /// The folder for a record of each match. It must exist.
    pub record_dir: Option<PathBuf>,
}

impl CallerSetup {
    /// The players, by seat, as records have them.
    pub(crate) fn players(&self) -> Vec<Player> {
        let player = |seat_player: &SeatPlayer| match seat_player {
            SeatPlayer::Outside => Player::bot("Outside", SeatPlayer::OUTSIDE),
            SeatPlayer::Agent(agent) => agent.player(),
        };
        self.seat_players.iter().map(player).collect()
    }

    /// The caller's seats.
    pub(crate) fn own_seats(&self) -> Vec<Seat> {
        let seats = Seat::all(self.seat_players.len()).zip(&self.seat_players);
        seats.filter(|(_, seat_player)| **seat_player == SeatPlayer::Outside).map(|(seat, _)| seat).collect()
    }

    /// The agents of the others in the match of this seed, by seat.
    pub(crate) fn agents(&self, seed: u64) -> Result<Vec<Option<Box<dyn Agent>>>, UnknownAgent> {
        let seats = Seat::all(self.seat_players.len()).zip(&self.seat_players);
        let agent = |(seat, seat_player): (Seat, &SeatPlayer)| match seat_player {
            SeatPlayer::Outside => Ok(None),
            SeatPlayer::Agent(agent) => agent.build(seed_of(seed, seat.index() as u64), &self.programs).map(Some),
        };
        seats.map(agent).collect()
    }
}

/// Lets the others play until the caller has to decide, for the seat that is returned, or the match is over.
pub(crate) fn advance_to_caller(session: &mut Session) -> Result<Option<Seat>, RequestFailure> {
    session.play_out(None, &Stop::new(), &mut ())?;
    Ok(session.current().to_act())
}

/// Why no more matches can be played with a caller.
#[derive(Debug, thiserror::Error)]
pub enum CallerError {
    /// The input cannot be read, or the output not written.
    #[error("the line to the caller is broken: {0}")]
    Line(#[from] io::Error),
    /// A line of the input is too long. The lines after it cannot be understood.
    #[error("a line of the input is longer than a mebibyte, which no message is")]
    TooLong,
}

/// Plays matches with a caller until its input is closed. `send` is called with each message to the caller, a line
/// without its end.
///
/// # Errors
/// When the line to the caller is broken. A match that fails is reported to the caller, who may begin another.
pub fn serve(
    setup: &CallerSetup,
    input: &mut impl BufRead,
    send: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), CallerError> {
    let mut session = CallerSession { setup, send, playing: None, questions: 0, begun: 0 };
    let served = session.introduce().and_then(|()| session.converse(input));
    match served {
        // A caller that has closed its end of the output ends the session.
        Err(CallerError::Line(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A caller, and the current match.
struct CallerSession<'a> {
    setup: &'a CallerSetup,
    send: &'a mut dyn FnMut(&str) -> io::Result<()>,
    playing: Option<Playing>,
    /// The number of questions so far, which is the number of the last one.
    questions: u64,
    /// The number of the next record.
    begun: u64,
}

/// A match that is being played.
struct Playing {
    session: Session,
    /// The caller's seats, each with the log as it was last sent there.
    places: Vec<(AgentSeat, Vec<LogEntry>)>,
    /// The question that waits for an answer.
    open: Option<(Seat, SeatView)>,
}

/// Why a match cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestFailure {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Unknown(#[from] UnknownAgent),
    #[error("{0}")]
    Record(Problem),
    #[error("{0} matches in a row ended before you had to decide anything")]
    NothingToDecide(u64),
}

impl From<MatchError> for RequestFailure {
    fn from(error: MatchError) -> Self {
        Self::Session(error.into())
    }
}

impl From<RulesFailure> for RequestFailure {
    fn from(failure: RulesFailure) -> Self {
        Self::Session(failure.into())
    }
}

const NO_MATCH: &str = "no match is under way: send `new`, with a `seed`, to begin one";

/// Messages to the caller.
type Lines = Vec<String>;

impl CallerSession<'_> {
    /// Sends the variant and the seats.
    fn introduce(&mut self) -> Result<(), CallerError> {
        let ruleset = &self.setup.ruleset;
        let players = self.setup.players();
        self.send(&MessageToCaller::Table {
            protocol: PROTOCOL,
            variant: ruleset.variant().full_name(),
            seats: messages::seats(ruleset, &players),
            yours: self.setup.own_seats(),
        })
    }

    /// Answers each line of the caller, until there are no more.
    fn converse(&mut self, input: &mut impl BufRead) -> Result<(), CallerError> {
        loop {
            match next_line(input)? {
                Received::Line(line) => self.answer(&line)?,
                Received::TooLong => return Err(CallerError::TooLong),
                Received::Ended | Received::Nothing => return Ok(()),
            }
        }
    }

    fn send(&mut self, message: &impl Serialize) -> Result<(), CallerError> {
        self.send_line(&line(message))
    }

    fn send_line(&mut self, line: &str) -> Result<(), CallerError> {
        Ok((self.send)(line)?)
    }

    /// Reports that something is not possible.
    fn refuse(&mut self, why: String) -> Result<(), CallerError> {
        let open = self.playing.as_ref().and_then(|playing| playing.open.as_ref());
        let (seat, id) = (open.map(|(seat, _)| *seat), open.map(|_| self.questions));
        self.send(&MessageToCaller::Refused { seat, id, why })
    }

    /// Answers a line of the caller.
    fn answer(&mut self, line: &str) -> Result<(), CallerError> {
        if line.is_empty() {
            return Ok(());
        }
        match serde_json::from_str(line) {
            Err(error) => self.refuse(format!("this line is not understood: {error}")),
            Ok(MessageFromCaller::Ready { protocol: PROTOCOL }) => Ok(()),
            Ok(MessageFromCaller::Ready { protocol }) => {
                self.refuse(format!("you speak version {protocol} of the protocol, and this is version {PROTOCOL}"))
            }
            Ok(MessageFromCaller::New { seed }) => {
                self.playing = None;
                let begun = self.begin(seed);
                self.send_results(begun)
            }
            Ok(MessageFromCaller::Look { seat }) => self.send_scene(seat),
            Ok(MessageFromCaller::Choice { id, choice, values }) => self.choose(id, choice, &values),
        }
    }

    /// Sends the result of something, and forgets the match if it failed.
    fn send_results(&mut self, done: Result<Lines, RequestFailure>) -> Result<(), CallerError> {
        let lines = done.and_then(|mut lines| {
            lines.extend(self.advance()?);
            Ok(lines)
        });
        match lines {
            Ok(lines) => lines.iter().try_for_each(|line| self.send_line(line)),
            Err(failure) => {
                self.playing = None;
                self.send(&MessageToCaller::Failed { why: failure.to_string() })
            }
        }
    }

    /// Deals a match.
    fn begin(&mut self, seed: u64) -> Result<Lines, RequestFailure> {
        let CallerSetup { ruleset, record_dir, .. } = self.setup;
        let players = self.setup.players();
        let agents = self.setup.agents(seed)?;
        let mut dealt = Match::new(ruleset, seed, players.clone(), None)?;
        if let Some(folder) = record_dir {
            dealt.attach(self.record(&dealt, folder)?);
        }
        let place = |seat| AgentSeat { ruleset: Arc::clone(ruleset), players: players.clone(), seat };
        let own_seats = self.setup.own_seats().into_iter();
        let places: Vec<(AgentSeat, Vec<LogEntry>)> = own_seats.map(|seat| (place(seat), Vec::new())).collect();
        let lines = places.iter().map(|(place, _)| to_seat(place, MessageToProgram::beginning(place))).collect();
        self.playing = Some(Playing { session: Session::new(dealt, agents), places, open: None });
        Ok(lines)
    }

    /// Begins the record of a match, under the next number that is free.
    fn record(&mut self, dealt: &Match, folder: &Path) -> Result<Journal, RequestFailure> {
        loop {
            let path = numbered_file(folder, self.begun);
            self.begun += 1;
            match Journal::create(&path, &dealt.header(), false) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => {
                    return made.map_err(|error| {
                        RequestFailure::Record(Problem::file(&path, format!("the record cannot be written: {error}")))
                    });
                }
            }
        }
    }

    /// Lets the others play until the caller is asked, or the match is over.
    fn advance(&mut self) -> Result<Lines, RequestFailure> {
        let Some(playing) = &mut self.playing else { return Ok(Lines::new()) };
        playing.open = None;
        let Some(seat) = advance_to_caller(&mut playing.session)? else { return playing.end() };
        self.questions += 1;
        playing.ask(seat, self.questions).map(|line| vec![line])
    }

    /// A choice of the caller.
    fn choose(&mut self, id: u64, choice: usize, values: &[i64]) -> Result<(), CallerError> {
        let Some(playing) = &mut self.playing else { return self.refuse(NO_MATCH.to_owned()) };
        let Some((_, view)) = &playing.open else {
            return self.refuse("the match is over: send `new`, with a `seed`, to begin another".to_owned());
        };
        if id != self.questions {
            let was = if id < self.questions { "was asked before" } else { "was never asked" };
            return self.refuse(format!("question {id} {was}; this is {}", self.questions));
        }
        let Some(chosen) = view.choices.get(choice) else {
            let count = view.choices.len();
            return self.refuse(format!("there is no choice {choice}: there are {count}, counted from 0"));
        };
        let wanted = chosen.description.inputs().map(|input| input.kind.bounds().len()).sum::<usize>();
        let choice = Choice { action: chosen.action, values: values.to_vec() };
        match playing.session.current_mut().play(choice, Instant::now()) {
            Err(MatchError::Rules(RulesFailure::Illegal)) => self.refuse(format!(
                "it takes {wanted} values within their bounds, and these are not possible: {values:?}"
            )),
            Err(MatchError::Rules(RulesFailure::Refused(why))) => {
                self.refuse(format!("these values are not possible: {values:?}: {why}"))
            }
            done => self.send_results(done.map(|()| Lines::new()).map_err(RequestFailure::from)),
        }
    }

    /// Shows the table to a seat of the caller, or as the public sees it.
    fn send_scene(&mut self, seat: Option<Seat>) -> Result<(), CallerError> {
        let Some(playing) = &self.playing else { return self.refuse(NO_MATCH.to_owned()) };
        if let Some(seat) = seat
            && !playing.places.iter().any(|(place, _)| place.seat == seat)
        {
            return self.refuse(format!("seat {} is not yours, so you cannot look from there", seat.index()));
        }
        let seen = playing.session.current().scene(seat.map_or(Observer::Public, Observer::Seat));
        match seen {
            Ok(scene) => self.send(&MessageToCaller::Scene { seat, scene: &scene }),
            Err(failure) => self.send_results(Err(failure.into())),
        }
    }
}

impl Playing {
    /// Asks the caller to choose for a seat.
    fn ask(&mut self, seat: Seat, id: u64) -> Result<String, RequestFailure> {
        let view = self.session.seat_view(seat)?;
        let mut lines = self.places.iter_mut().filter(|(place, _)| place.seat == seat).map(|(place, sent)| {
            let log_from = common_prefix(sent, &view.log);
            sent.clone_from(&view.log);
            to_seat(place, MessageToProgram::choose(&Ask { id, log_from, view: &view, place }))
        });
        let line = lines.next().unwrap_or_default();
        drop(lines);
        self.open = Some((seat, view));
        Ok(line)
    }

    /// The message to every seat of the caller that the match is over.
    fn end(&self) -> Result<Lines, RequestFailure> {
        let current = self.session.current();
        let Some(end) = current.end() else { return Ok(Lines::new()) };
        let message = |(place, sent): &(AgentSeat, Vec<LogEntry>)| {
            let observer = Observer::Seat(place.seat);
            let over = Over { scene: current.scene(observer)?, log: current.log(observer), end: end.clone() };
            Ok(to_seat(place, MessageToProgram::ended(&over, common_prefix(sent, &over.log), place)))
        };
        self.places.iter().map(message).collect()
    }
}

/// The number of entries of the log that were sent already.
fn common_prefix(sent: &[LogEntry], log: &[LogEntry]) -> usize {
    sent.iter().zip(log).take_while(|(old, new)| old == new).count()
}

fn to_seat(place: &AgentSeat, message: MessageToProgram<'_>) -> String {
    line(&MessageToSeat { seat: place.seat, message })
}

/// Messages are plain data: none can fail to be written.
fn line(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
