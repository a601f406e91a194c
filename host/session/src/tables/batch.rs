//! The tables of one thread, which plays them one after another.

use super::TablesSetup;
use super::layout::{Layout, TableEnd, TableView};
use crate::Session;
use crate::caller::{CallerSetup, RequestFailure, advance_to_caller};
use std::ops::Range;
use std::time::Instant;
use stonehouse_engine::{Ending, Match};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, ActionText, InputKind, Observer, Seat, Seats};
use stonehouse_runtime::{CallError, Choice, Teams};

/// How many matches in a row may end before the caller decides anything.
const MAX_WITHOUT_DECISION: u64 = 1000;

/// The task of a thread.
pub(super) enum Task {
    /// Begins a match at each table; the seeds of all matches follow from this one.
    Reset(u64),
    /// Plays a choice at each table, by its place among those that the table has.
    Step(Vec<u32>),
}

/// The output of a thread: for each array the bytes of all its tables.
#[derive(Default)]
pub(super) struct Columns {
    pub arrays: Vec<Vec<u8>>,
    /// The number of choices of each table.
    pub choices: Vec<u32>,
    /// The codes of the choices of all tables.
    pub codes: Vec<u8>,
}

impl Columns {
    fn clear(&mut self, arrays: usize) {
        self.arrays.resize_with(arrays, Vec::new);
        self.arrays.iter_mut().for_each(Vec::clear);
        self.choices.clear();
        self.codes.clear();
    }
}

/// The tables of a thread, with consecutive numbers.
pub(super) struct ThreadTables<'a> {
    setup: &'a CallerSetup,
    layout: &'a Layout,
    teams: Teams,
    numbers: Range<u64>,
    /// None before the first reset, and after a failure.
    tables: Vec<Table>,
    values: Vec<i64>,
}

/// A table, at which one match is played after another.
struct Table {
    /// The seed of all its matches.
    seed: u64,
    /// How many of them were begun.
    begun: u64,
    /// The seed of the one that is played.
    match_seed: u64,
    session: Session,
    /// The seat that decides.
    seat: Seat,
    /// Its choices.
    legal: Vec<Action>,
}

impl<'a> ThreadTables<'a> {
    /// The tables with these numbers.
    pub fn new(setup: &'a TablesSetup, layout: &'a Layout, numbers: Range<u64>) -> Self {
        let setup = &setup.seats;
        let teams = Teams::of(setup.ruleset.rules());
        Self { setup, layout, teams, numbers, tables: Vec::new(), values: Vec::new() }
    }

    /// Does a task and fills `columns`.
    ///
    /// # Errors
    /// The failure at the first table at which something failed, in a sentence. All tables must be reset then.
    pub fn run(&mut self, task: &Task, columns: &mut Columns) -> Result<(), String> {
        columns.clear(self.layout.arrays.len());
        let mut tables = std::mem::take(&mut self.tables);
        match task {
            Task::Reset(seed) => {
                tables.clear();
                for number in self.numbers.clone() {
                    let table = Table::new(self.setup, seed_of(*seed, number))
                        .map_err(|failure| format!("table {number}: {failure}"))?;
                    self.write(&table, None, columns).map_err(|failure| table.failed(number, &failure))?;
                    tables.push(table);
                }
            }
            Task::Step(choices) => {
                for ((number, table), choice) in self.numbers.clone().zip(&mut tables).zip(choices) {
                    let stepped = table.step(self.setup, &self.teams, *choice);
                    let ended = stepped.map_err(|failure| table.failed(number, &failure))?;
                    self.write(table, ended.as_ref(), columns).map_err(|failure| table.failed(number, &failure))?;
                }
            }
        }
        self.tables = tables;
        Ok(())
    }

    fn write(&mut self, table: &Table, ended: Option<&TableEnd>, columns: &mut Columns) -> Result<(), RequestFailure> {
        let Table { match_seed, session, seat, legal, .. } = table;
        let position = session.current().position();
        let view = TableView { seed: *match_seed, ended, position, seat: *seat, choices: legal.len() };
        let written = self.layout.write(&view, &mut columns.arrays, &mut self.values);
        written.map_err(|error| self.setup.ruleset.explain(error))?;
        columns.choices.push(legal.len() as u32);
        columns.codes.extend(legal.iter().flat_map(|action| action.0.to_le_bytes()));
        Ok(())
    }
}

impl Table {
    /// A table at which the first match has begun.
    fn new(setup: &CallerSetup, seed: u64) -> Result<Self, RequestFailure> {
        let match_seed = seed_of(seed, 0);
        let (session, seat) = (deal(setup, match_seed)?, Seat(0));
        let mut table = Self { seed, begun: 1, match_seed, session, seat, legal: Vec::new() };
        table.advance(setup)?;
        Ok(table)
    }

    /// Plays until the caller has to decide, further matches if necessary.
    fn advance(&mut self, setup: &CallerSetup) -> Result<(), RequestFailure> {
        for _ in 0..MAX_WITHOUT_DECISION {
            if let Some(seat) = advance_to_caller(&mut self.session)? {
                self.seat = seat;
                let listed = self.session.current().position().legal_actions(&mut self.legal);
                return Ok(listed.map_err(|error| setup.ruleset.explain(error))?);
            }
            self.match_seed = seed_of(self.seed, self.begun);
            self.begun += 1;
            self.session = deal(setup, self.match_seed)?;
        }
        Err(RequestFailure::NothingToDecide(MAX_WITHOUT_DECISION))
    }

    /// Plays a choice, and returns the end of the match, if it is over: then the next one has begun.
    fn step(&mut self, setup: &CallerSetup, teams: &Teams, choice: u32) -> Result<Option<TableEnd>, RequestFailure> {
        let action = self.legal.get(choice as usize).copied().unwrap_or_default();
        let choice = self.choice(action).map_err(|error| setup.ruleset.explain(error))?;
        self.session.current_mut().play(choice, Instant::now())?;
        advance_to_caller(&mut self.session)?;
        let ended = self.session.current().end().map(|end| ended(end, teams));
        self.advance(setup)?;
        Ok(ended)
    }

    /// The choice of an action, with the least values that it takes.
    fn choice(&self, action: Action) -> Result<Choice, CallError> {
        let position = self.session.current().position();
        if !position.rules().plugin().has_inputs() {
            return Ok(action.into());
        }
        let described = position.describe(&action.into(), Observer::Seat(self.seat))?;
        Ok(Choice { action, values: least_values(&described) })
    }

    fn failed(&self, number: u64, failure: &RequestFailure) -> String {
        format!("table {number}, in the match of seed {}: {failure}", self.match_seed)
    }
}

/// Deals a match. Nobody reads its log.
fn deal(setup: &CallerSetup, seed: u64) -> Result<Session, RequestFailure> {
    let dealt = Match::new(&setup.ruleset, seed, setup.players(), None)?;
    Ok(Session::new(dealt.without_log(), setup.agents(seed)?))
}

fn ended(end: &Ending, teams: &Teams) -> TableEnd {
    TableEnd { scores: end.outcome.scores.clone(), rewards: rewards(end.outcome.winners, teams) }
}

/// By seat, 1 for a team that won alone, 0 for those that share the win, -1 for all others; 0 for everybody if nobody
/// won.
fn rewards(winners: Seats, teams: &Teams) -> Vec<i32> {
    let winning = teams.winning(winners);
    let reward = |seat: Seat| match winning.count {
        0 => 0,
        count if winning.seats.contains(seat) => i32::from(count == 1),
        _ => -1,
    };
    Seat::all(teams.seats()).map(reward).collect()
}

/// The least values that an action takes: of each number the least, of words the first, and of counts the fewest that
/// are enough together.
fn least_values(described: &ActionText) -> Vec<i64> {
    let mut values = Vec::new();
    for input in described.inputs() {
        match &input.kind {
            InputKind::Number(number) => values.push(number.min),
            InputKind::Pick(_) => values.push(0),
            InputKind::Counts(counts) => {
                let mut left = counts.min.max(0);
                for (_, most) in &counts.of {
                    let count = left.min(*most);
                    left -= count;
                    values.push(count);
                }
            }
            // What this host does not know takes no values.
            _ => {}
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::{Input, PathStep};

    #[test]
    fn rewards_follow_from_the_winners_and_the_teams() {
        let winners = |seats: &[u8]| seats.iter().map(|seat| Seat(*seat)).collect::<Seats>();
        let (alone, partners) = (Teams::new(vec![0, 1, 2, 3]), Teams::new(vec![0, 1, 0, 1]));
        assert_eq!(rewards(winners(&[0]), &alone), [1, -1, -1, -1]);
        assert_eq!(rewards(winners(&[0, 2]), &alone), [0, -1, 0, -1]);
        assert_eq!(rewards(winners(&[0, 2]), &partners), [1, -1, 1, -1]);
        assert_eq!(rewards(winners(&[]), &alone), [0, 0, 0, 0]);
    }

    #[test]
    fn the_least_values_fit_each_kind_of_input() {
        let number = Input::number("number", "A number", 3, 9);
        let pick = Input::pick("pick", "A colour", ["red", "blue"]);
        let counts = Input::counts("counts", "A mixture", vec![("gold".into(), 2), ("jewel".into(), 5)], (4, 6));
        let steps = [number, pick, counts].map(PathStep::from);
        assert_eq!(least_values(&ActionText::new("all").path(steps)), [3, 0, 2, 2]);
        assert_eq!(least_values(&ActionText::new("none")), [0; 0]);
    }
}
