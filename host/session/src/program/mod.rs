//! An outside program as an agent.
//!
//! The program is started once for each seat and match, and speaks JSON lines over its standard input and output
//! (`docs/outside-players.md` is the protocol for their authors). It is sent the view of a person in its seat, and
//! nothing else. It is never waited for without end, and its answers are checked like a person's clicks.
//!
//! - `process`: the process, with its limits
//! - `messages`: the messages in both directions
//!
//! It gets no samples of the position, because samples are made by the rules, which it does not have.

pub(crate) mod messages;
pub(crate) mod process;

use crate::agent::{Agent, AgentError, AgentSeat, AgentTurn, Over};
use messages::{Ask, MessageFromProgram, MessageToProgram};
use process::{MAX_LINE, Process, Received};
pub use process::{close_inherited, end_all};
use std::time::{Duration, Instant};
use stonehouse_bots::Stop;
use stonehouse_engine::LogEntry;
use stonehouse_runtime::Choice;

/// The version of the protocol. A program states which one it uses.
pub const PROTOCOL: u32 = 1;

/// How long a program may take to start, and for a decision without clocks.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// How often a program may answer the same question with something that is not possible.
const TRIES: u32 = 3;

/// The time between two checks for a request to stop.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A fault of an outside program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// It cannot be started.
    #[error(
        "the program `{command}` cannot be started: {why}. Check the command, and whether the file may be executed"
    )]
    NotStarted {
        /// The command.
        command: String,
        /// The system's reason.
        why: String,
    },
    /// It ended, or closed its output.
    #[error("the program `{command}` ended in the middle of the match{}", last_words(.errors))]
    Ended {
        /// The command.
        command: String,
        /// The last lines that it wrote to its standard error.
        errors: String,
    },
    /// It did not answer in time.
    #[error("the program `{command}` {}{}", late(*.timeout), last_words(.errors))]
    Late {
        /// The command.
        command: String,
        /// How long it had for the decision.
        timeout: Duration,
        /// The last lines that it wrote to its standard error.
        errors: String,
    },
    /// It wrote something that is no message of the protocol.
    #[error("the program `{command}` wrote `{line}`, which is not understood: {why}")]
    NotUnderstood {
        /// The command.
        command: String,
        /// The line, cut off when it is long.
        line: String,
        /// The fault in it.
        why: String,
    },
    /// It chose something that is not possible, several times.
    #[error("the program `{command}` chose {TRIES} times what is not possible. The last time: {why}")]
    Impossible {
        /// The command.
        command: String,
        /// The fault of the last choice.
        why: String,
    },
    /// It uses another version of the protocol.
    #[error("the program `{command}` speaks version {theirs} of the protocol, and this is version {PROTOCOL}")]
    Version {
        /// The command.
        command: String,
        /// Its version.
        theirs: u32,
    },
}

fn late(timeout: Duration) -> String {
    if timeout.is_zero() {
        return "had no time left to answer".to_owned();
    }
    format!("did not answer within {} s", timeout.as_secs_f64())
}

fn last_words(errors: &str) -> String {
    if errors.is_empty() { String::new() } else { format!(". Its last words: {errors}") }
}

/// The time that a program has for an answer.
struct TimeAllowance {
    timeout: Duration,
    since: Instant,
}

impl TimeAllowance {
    fn new(timeout: Duration) -> Self {
        Self { timeout, since: Instant::now() }
    }

    /// The remaining time; none when it is over.
    fn left(&self) -> Option<Duration> {
        self.timeout.checked_sub(self.since.elapsed()).filter(|left| !left.is_zero())
    }
}

/// A program that decides for a seat. It is started when it is first asked.
pub struct Program {
    command: Vec<String>,
    place: Option<AgentSeat>,
    process: Option<Process>,
    /// Whether the program has sent `ready`.
    is_ready: bool,
    /// The log as it was last sent.
    sent: Vec<LogEntry>,
    /// The number of questions so far, which is the number of the last one.
    questions: u64,
    timeout: Duration,
}

impl Program {
    /// A program and its arguments. Nothing is started yet.
    pub const fn new(command: Vec<String>) -> Self {
        Self { command, place: None, process: None, is_ready: false, sent: Vec::new(), questions: 0, timeout: TIMEOUT }
    }

    /// Sets another timeout for each decision without clocks.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    fn command(&self) -> String {
        self.command.join(" ")
    }

    /// Starts the program and sends it the match.
    fn start(&mut self) -> Result<(), AgentError> {
        let Some(place) = &self.place else { return Err(AgentError::Stopped) };
        let process = Process::start(&self.command)?;
        process.send(&MessageToProgram::beginning(place));
        self.process = Some(process);
        self.is_ready = false;
        self.sent.clear();
        Ok(())
    }

    /// Waits until the program has sent `ready`.
    fn get_ready(&mut self, stop: &Stop) -> Result<(), AgentError> {
        match self.receive(&TimeAllowance::new(self.timeout), stop)? {
            MessageFromProgram::Ready { protocol: PROTOCOL } => {
                self.is_ready = true;
                Ok(())
            }
            MessageFromProgram::Ready { protocol } => {
                self.process = None;
                Err(ProgramError::Version { command: self.command(), theirs: protocol }.into())
            }
            MessageFromProgram::Choice { .. } => Err(self.not_understood("choice", "`ready` has to come first").into()),
        }
    }

    fn not_understood(&self, line: &str, why: &str) -> ProgramError {
        let line = line.chars().take(200).collect();
        ProgramError::NotUnderstood { command: self.command(), line, why: why.to_owned() }
    }

    /// The next message of the program.
    fn receive(&mut self, allowed: &TimeAllowance, stop: &Stop) -> Result<MessageFromProgram, AgentError> {
        loop {
            let Some(process) = &mut self.process else { return Err(AgentError::Stopped) };
            let Some(left) = allowed.left() else {
                let errors = process.last_words();
                self.process = None;
                let timeout = allowed.timeout;
                return Err(ProgramError::Late { command: self.command(), timeout, errors }.into());
            };
            match process.receive(STOP_POLL_INTERVAL.min(left)) {
                Received::Line(line) => {
                    return serde_json::from_str(&line)
                        .map_err(|error| self.not_understood(&line, &error.to_string()).into());
                }
                Received::TooLong => {
                    let why = format!("a line may have {MAX_LINE} bytes at most");
                    return Err(self.not_understood("…", &why).into());
                }
                Received::Ended => {
                    let errors = process.last_words();
                    self.process = None;
                    return Err(ProgramError::Ended { command: self.command(), errors }.into());
                }
                Received::Nothing if stop.is_stopped() => return Err(AgentError::Stopped),
                Received::Nothing => {}
            }
        }
    }

    /// The answer to the question of this number; answers to earlier ones are dropped.
    fn answer(&mut self, id: u64, allowed: &TimeAllowance, stop: &Stop) -> Result<(usize, Vec<i64>), AgentError> {
        loop {
            let received = match self.receive(allowed, stop) {
                // However many of them come, the decision can be stopped.
                Ok(MessageFromProgram::Choice { id: other, .. }) if other < id && stop.is_stopped() => {
                    Err(AgentError::Stopped)
                }
                received => received,
            };
            match received {
                Ok(MessageFromProgram::Choice { id: other, choice, values }) if other == id => {
                    return Ok((choice, values));
                }
                Ok(MessageFromProgram::Choice { id: other, .. }) if other < id => {}
                Ok(MessageFromProgram::Choice { id: other, .. }) => {
                    let why = format!("question {other} was never asked; this is {id}");
                    return Err(self.not_understood("choice", &why).into());
                }
                Ok(MessageFromProgram::Ready { .. }) => {
                    return Err(self.not_understood("ready", "it is ready already").into());
                }
                Err(AgentError::Stopped) => {
                    if let Some(process) = &self.process {
                        process.send(&MessageToProgram::Cancel { id });
                    }
                    return Err(AgentError::Stopped);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

impl Agent for Program {
    fn begin(&mut self, place: &AgentSeat) {
        self.place = Some(place.clone());
    }

    fn needs_view(&self) -> bool {
        true
    }

    fn decide(&mut self, turn: &AgentTurn<'_>, stop: &Stop) -> Result<Choice, AgentError> {
        if self.process.is_none() {
            self.start()?;
        }
        if !self.is_ready {
            self.get_ready(stop)?;
        }
        let (Some(view), Some(place)) = (turn.seat_view(), &self.place) else { return Err(AgentError::Stopped) };
        // An undo makes the log shorter, and what follows differs: the program is sent the log from where it changed.
        let from = self.sent.iter().zip(&view.log).take_while(|(old, new)| old == new).count();
        self.questions += 1;
        let id = self.questions;
        let ask = Ask { id, log_from: from, view, place };
        let timeout = view.left.as_ref().and_then(|left| left.get(turn.seat().index()).copied());
        let allowed = TimeAllowance::new(timeout.unwrap_or(self.timeout));
        if let Some(process) = &self.process {
            process.send(&MessageToProgram::choose(&ask));
        }
        self.sent.clone_from(&view.log);
        let mut tries = 0;
        loop {
            let (choice, values) = self.answer(id, &allowed, stop)?;
            let why = match view.choices.get(choice) {
                None => format!("there is no choice {choice}: there are {}, counted from 0", view.choices.len()),
                Some(offered) => {
                    let choice = Choice { action: offered.action, values };
                    if turn.allows(&choice)? {
                        return Ok(choice);
                    }
                    let asked = offered.description.inputs().map(|input| input.kind.bounds().len()).sum::<usize>();
                    format!(
                        "it takes {asked} values within their bounds, and these are not possible: {:?}",
                        choice.values
                    )
                }
            };
            tries += 1;
            if tries == TRIES {
                return Err(ProgramError::Impossible { command: self.command(), why }.into());
            }
            if let Some(process) = &self.process {
                process.send(&MessageToProgram::Refused { id, why });
            }
        }
    }

    fn end(&mut self, over: &Over) {
        if let (Some(process), Some(place)) = (self.process.take(), &self.place) {
            let from = self.sent.iter().zip(&over.log).take_while(|(old, new)| old == new).count();
            process.send(&MessageToProgram::ended(over, from, place));
        }
    }
}
