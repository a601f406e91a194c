//! Many tables for a program that plays some or all of the seats at each: one request plays a choice at every table.
//!
//! A [caller](crate::caller) of one match gets scenes and texts. A program that learns needs many decisions a second
//! and numbers: for each table the seat that decides, the codes of its choices, and what that seat may know as arrays.
//! The messages are binary, whole batches at once (`docs/outside-players.md`).
//!
//! Each table is one [`Session`](crate::Session) after another, whose matches are those that a caller of one match
//! would get: a table's seed follows from the batch's seed and the table's number, and the seed of each of its matches
//! from that and the match's number. Tables know nothing of each other, so threads each play some of them, and neither
//! their number nor that of the tables changes what happens at one.
//!
//! - this module: requests and answers, and the threads
//! - `batch`: the tables that one thread plays
//! - `layout`: the arrays of a step, and what of a position is in them

mod batch;
mod layout;

use crate::caller::{CallerSetup, RequestFailure, SeatPlayer};
use crate::program::messages::{self, SeatText};
use crate::spec::AgentSpec;
use batch::{Columns, Task, ThreadTables};
use layout::{Array, Layout};
use serde::Serialize;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Position;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The most tables of a batch.
pub const MAX_TABLES: u32 = 1 << 16;

/// The most bytes of the arrays of a step.
const MAX_BYTES: usize = 1 << 30;

/// The fewest tables that are worth a thread.
const MIN_TABLES_OF_A_THREAD: u64 = 16;

/// The first number of a request.
mod requests {
    /// A match at each table is begun: the seed of them all follows.
    pub const RESET: u32 = 1;
    /// A choice is played at each table: the place of each follows, table by table.
    pub const STEP: u32 = 2;
}

/// The first number of an answer.
mod answers {
    /// The number of codes, the arrays, and the codes follow.
    pub const ARRAYS: u32 = 0;
    /// Nothing was done: the length of a sentence follows, and the sentence.
    pub const REFUSED: u32 = 1;
    /// The tables must be reset: the length of a sentence follows, and the sentence.
    pub const FAILED: u32 = 2;
}

/// The setup of a batch of tables.
pub struct TablesSetup {
    /// The setup of the matches. They are not recorded.
    pub seats: CallerSetup,
    /// How many tables there are.
    pub tables: u32,
    /// How many threads play; 0: one per processor.
    pub threads: usize,
}

/// Why no tables can be played, or no more.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The input cannot be read, or the output not written.
    #[error("the line to the caller is broken: {0}")]
    Line(#[from] io::Error),
    /// The input ended within a request.
    #[error("the input ended in the middle of a request")]
    Truncated,
    /// A request begins with a number that means nothing.
    #[error("a request began with {0}: 1 resets the tables, and 2 plays a choice at each")]
    UnknownRequest(u32),
    /// An outside program was named for a seat.
    #[error("`{0}` is an outside program, and only bots can play at many tables: name `outside` for your own seats")]
    NotABot(String),
    /// The arrays would be too large.
    #[error("the arrays of {tables} tables would have {bytes} bytes, and at most {MAX_BYTES} are possible")]
    TooLarge {
        /// How many tables there are.
        tables: u32,
        /// The size of their arrays.
        bytes: usize,
    },
    /// The rules failed before the first match.
    #[error("{0}")]
    Rules(String),
    /// A thread could not be started.
    #[error("a thread cannot be started: {0}")]
    Thread(io::Error),
    /// A thread ended.
    #[error("a thread that plays tables ended")]
    ThreadEnded,
}

/// The first line of the output: JSON that describes all that follows.
#[derive(Serialize)]
struct Hello<'a> {
    say: &'static str,
    protocol: u32,
    variant: String,
    tables: u32,
    seats: Vec<SeatText<'a>>,
    yours: Vec<Seat>,
    arrays: &'a [Array],
}

/// Plays tables for a caller until its input is closed.
///
/// # Errors
/// When no tables can be played so, a request is not understood, or the line to the caller is broken. What cannot be
/// chosen and matches that fail are reported to the caller, and it may continue.
pub fn serve(setup: &TablesSetup, input: &mut impl Read, output: &mut impl Write) -> Result<(), TablesError> {
    let program = setup.seats.seat_players.iter().find_map(|player| match player {
        SeatPlayer::Agent(AgentSpec::Bot(_)) | SeatPlayer::Outside => None,
        SeatPlayer::Agent(program) => Some(program.to_string()),
    });
    if let Some(program) = program {
        return Err(TablesError::NotABot(program));
    }
    let ruleset = &setup.seats.ruleset;
    let rules_failed = |error| TablesError::Rules(RequestFailure::from(ruleset.explain(error)).to_string());
    let dealt = Position::deal(ruleset.rules(), 0).map_err(rules_failed)?;
    let layout = Layout::of(&dealt).map_err(rules_failed)?;
    let bytes = layout.bytes().saturating_mul(setup.tables as usize);
    if bytes > MAX_BYTES {
        return Err(TablesError::TooLarge { tables: setup.tables, bytes });
    }
    let players = setup.seats.players();
    let hello = Hello {
        say: "tables",
        protocol: PROTOCOL,
        variant: ruleset.variant().full_name(),
        tables: setup.tables,
        seats: messages::seats(ruleset, &players),
        yours: setup.seats.own_seats(),
        arrays: &layout.arrays,
    };
    let served = thread::scope(|scope| {
        let mut threads = Vec::new();
        for numbers in divided_among_threads(setup) {
            let (tasks, work) = channel::<(Task, Columns)>();
            let (results, done) = channel();
            let (layout, own) = (&layout, numbers.clone());
            let run = move || {
                let mut tables = ThreadTables::new(setup, layout, own);
                while let Ok((task, mut columns)) = work.recv() {
                    let ran = tables.run(&task, &mut columns);
                    if results.send(ran.map(|()| columns)).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run).map_err(TablesError::Thread)?;
            threads.push(Thread { numbers, tasks, done });
        }
        let line = serde_json::to_string(&hello).unwrap_or_default();
        output.write_all(line.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
        let outputs = threads.iter().map(|_| Columns::default()).collect();
        Conversation { threads, outputs, is_dealt: false, message: Vec::new() }.run(input, output)
    });
    match served {
        // A caller that has closed its end of the output ends the conversation.
        Err(TablesError::Line(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// The numbers of the tables that each thread plays.
fn divided_among_threads(setup: &TablesSetup) -> Vec<Range<u64>> {
    let most = match setup.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        some => some,
    } as u64;
    let tables = u64::from(setup.tables);
    let threads = tables.div_ceil(MIN_TABLES_OF_A_THREAD).min(most).max(1);
    (0..threads).map(|thread| tables * thread / threads..tables * (thread + 1) / threads).collect()
}

/// A thread that plays some of the tables.
struct Thread {
    numbers: Range<u64>,
    tasks: Sender<(Task, Columns)>,
    done: Receiver<Result<Columns, String>>,
}

/// The requests of a caller and their answers.
struct Conversation {
    threads: Vec<Thread>,
    /// The last output of each thread.
    outputs: Vec<Columns>,
    /// Whether there is a match at each table.
    is_dealt: bool,
    /// A scratch buffer.
    message: Vec<u8>,
}

impl Conversation {
    fn run(&mut self, input: &mut impl Read, output: &mut impl Write) -> Result<(), TablesError> {
        while let Some(request) = next_request(input)? {
            self.message.clear();
            match request {
                requests::RESET => {
                    let mut seed = [0; 8];
                    read(input, &mut seed)?;
                    self.play(|_| Task::Reset(u64::from_le_bytes(seed)))?;
                }
                requests::STEP => {
                    let tables = self.threads.last().map_or(0, |thread| thread.numbers.end as usize);
                    let mut bytes = vec![0; 4 * tables];
                    read(input, &mut bytes)?;
                    let choices: Vec<u32> = bytes
                        .chunks_exact(4)
                        .map(|place| u32::from_le_bytes([place[0], place[1], place[2], place[3]]))
                        .collect();
                    match self.refusal(&choices) {
                        Some(why) => self.push_text(answers::REFUSED, &why),
                        None => self.play(|numbers| {
                            Task::Step(choices[numbers.start as usize..numbers.end as usize].to_vec())
                        })?,
                    }
                }
                other => return Err(TablesError::UnknownRequest(other)),
            }
            output.write_all(&self.message)?;
            output.flush()?;
        }
        Ok(())
    }

    /// Why these choices cannot be played, if they cannot.
    fn refusal(&self, choices: &[u32]) -> Option<String> {
        if !self.is_dealt {
            return Some("there are no matches: reset the tables first".to_owned());
        }
        let counts = self.outputs.iter().flat_map(|output| &output.choices);
        let (table, (choice, count)) =
            choices.iter().zip(counts).enumerate().find(|(_, (choice, count))| choice >= count)?;
        Some(format!("table {table} has no choice {choice}: there are {count}, counted from 0"))
    }

    /// Lets all threads do a task, and writes the answer.
    fn play(&mut self, task: impl Fn(&Range<u64>) -> Task) -> Result<(), TablesError> {
        for (thread, output) in self.threads.iter().zip(&mut self.outputs) {
            let columns = std::mem::take(output);
            thread.tasks.send((task(&thread.numbers), columns)).map_err(|_| TablesError::ThreadEnded)?;
        }
        // All are waited for, and the failure of the lowest table is reported: so it does not depend on the threads.
        let mut failed = None;
        for (thread, output) in self.threads.iter().zip(&mut self.outputs) {
            match thread.done.recv().map_err(|_| TablesError::ThreadEnded)? {
                Ok(columns) => *output = columns,
                Err(why) => failed = failed.or(Some(why)),
            }
        }
        self.is_dealt = failed.is_none();
        if let Some(why) = failed {
            self.push_text(answers::FAILED, &why);
            return Ok(());
        }
        let codes: usize = self.outputs.iter().map(|output| output.codes.len()).sum();
        if codes > MAX_BYTES {
            self.is_dealt = false;
            self.push_text(answers::FAILED, "there are more choices than one answer has room for: play fewer tables");
            return Ok(());
        }
        self.push_head(answers::ARRAYS, codes / 4);
        let arrays = self.outputs.first().map_or(0, |output| output.arrays.len());
        for array in 0..arrays {
            for output in &self.outputs {
                self.message.extend_from_slice(&output.arrays[array]);
            }
        }
        for output in &self.outputs {
            self.message.extend_from_slice(&output.codes);
        }
        Ok(())
    }

    fn push_head(&mut self, answer: u32, length: usize) {
        self.message.extend(answer.to_le_bytes());
        self.message.extend((length as u32).to_le_bytes());
    }

    fn push_text(&mut self, answer: u32, text: &str) {
        self.push_head(answer, text.len());
        self.message.extend(text.as_bytes());
    }
}

/// The number with which the next request begins; none if there is no further one.
fn next_request(input: &mut impl Read) -> Result<Option<u32>, TablesError> {
    let mut first = [0; 1];
    loop {
        match input.read(&mut first) {
            Ok(0) => return Ok(None),
            Ok(_) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut rest = [0; 3];
    read(input, &mut rest)?;
    Ok(Some(u32::from_le_bytes([first[0], rest[0], rest[1], rest[2]])))
}

fn read(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), TablesError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => TablesError::Truncated,
        _ => error.into(),
    })
}
