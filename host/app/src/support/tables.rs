//! Tables of games and of actions as CSV files.

use super::export::{Export, unwritten};
use crate::args::SimulateArgs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use stonehouse_engine::Problem;
use stonehouse_lab::rows::{ActionRow, GameRow, RowKinds, Rows};
use stonehouse_lab::{Lineup, SimulationSetup};

/// A CSV file that is written.
pub type Csv = csv::Writer<BufWriter<Export>>;

/// The tables that are written while games are played.
pub struct Tables<'a> {
    games: Option<(&'a Path, Csv)>,
    actions: Option<(&'a Path, Csv)>,
    lineup: Lineup,
    /// The user's own metrics, each a column.
    own: Vec<String>,
    /// Whether a row could not be written.
    failed: bool,
}

/// Creates a CSV file; an existing one is not overwritten.
///
/// # Errors
/// When the file exists or cannot be created.
pub fn create(file: &Path) -> Result<Csv, String> {
    let file = Export::new(file).map_err(|problem| problem.render())?;
    Ok(csv::Writer::from_writer(BufWriter::new(file)))
}

/// Writes the rest of a CSV file and gives it its name.
///
/// # Errors
/// When it cannot be written. Nothing of it remains then.
pub fn finish(csv: Csv, file: &Path) -> Result<(), Problem> {
    let buffer = csv.into_inner().map_err(|error| unwritten(file, error.error()))?;
    buffer.into_inner().map_err(|error| unwritten(file, error.error()))?.finish()
}

impl<'a> Tables<'a> {
    /// Creates the files that are wanted.
    ///
    /// # Errors
    /// When a file exists already, or cannot be made.
    pub fn create(args: &'a SimulateArgs, setup: &SimulationSetup) -> Result<Self, String> {
        let lineup = &setup.lineup;
        let own: Vec<String> = setup
            .measures
            .iter()
            .flat_map(|script| script.measures.iter().map(|measure| script.id(&measure.name)))
            .collect();
        Ok(Self {
            games: with_heads(args.csv.as_ref(), &heads_of_games(lineup, &own))?,
            actions: with_heads(args.actions_csv.as_ref(), &heads_of_actions(lineup))?,
            lineup: lineup.clone(),
            own,
            failed: false,
        })
    }

    /// The kinds of rows that are wanted.
    pub fn wanted(&self) -> RowKinds {
        RowKinds { games: self.games.is_some(), actions: self.actions.is_some() }
    }

    /// Writes rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, rows: &Rows) -> Result<(), Problem> {
        // Until all are written, the tables are not whole.
        self.failed = true;
        for row in &rows.games {
            write(&mut self.games, game(row, &self.lineup, &self.own))?;
        }
        for row in &rows.actions {
            write(&mut self.actions, action(row, &self.lineup))?;
        }
        self.failed = false;
        Ok(())
    }

    /// Writes the rest of the files, and gives them their names. Where a row could not be written, there will be no
    /// files.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn finish(self) -> Result<(), String> {
        if self.failed {
            return Ok(());
        }
        for (file, csv) in self.games.into_iter().chain(self.actions) {
            finish(csv, file).map_err(|problem| problem.render())?;
        }
        Ok(())
    }
}

/// A new CSV file with these column heads, where one is wanted.
fn with_heads<'a>(file: Option<&'a PathBuf>, heads: &[String]) -> Result<Option<(&'a Path, Csv)>, String> {
    let Some(file) = file else { return Ok(None) };
    let mut new = create(file)?;
    new.write_record(heads).map_err(|error| unwritten(file, error).render())?;
    Ok(Some((file, new)))
}

fn write(sheet: &mut Option<(&Path, Csv)>, row: Vec<String>) -> Result<(), Problem> {
    match sheet {
        Some((file, csv)) => csv.write_record(row).map_err(|error| unwritten(file, error)),
        None => Ok(()),
    }
}

/// A column head for each seat.
fn each_seat(what: &str, lineup: &Lineup) -> Vec<String> {
    lineup.seats.iter().map(|seat| format!("{what} {seat}")).collect()
}

fn heads_of_games(lineup: &Lineup, own: &[String]) -> Vec<String> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    [
        names(&["game", "seed"]),
        each_seat("player", lineup),
        each_seat("score", lineup),
        names(&["winners", "alone", "actions", "cut_off"]),
        own.to_vec(),
    ]
    .concat()
}

/// The fields of a game, in the order of [`heads_of_games`].
fn game(row: &GameRow, lineup: &Lineup, own: &[String]) -> Vec<String> {
    let mut fields = vec![row.game.to_string(), row.seed.to_string()];
    fields.extend(row.players.iter().map(|player| name(&lineup.players, *player)));
    fields.extend(row.scores.iter().map(ToString::to_string));
    let winners: Vec<&str> =
        row.winners.iter().filter_map(|seat| lineup.seats.get(*seat)).map(String::as_str).collect();
    fields.extend([winners.join(" "), row.alone.to_string(), row.actions.to_string(), row.cut_off.to_string()]);
    fields.extend(own.iter().map(|id| own_amounts(row, id)));
    fields
}

fn heads_of_actions(lineup: &Lineup) -> Vec<String> {
    let mut heads = ["game", "number", "seat", "player", "action", "kind", "choices"].map(str::to_owned).to_vec();
    heads.extend(each_seat("score", lineup));
    heads
}

/// The fields of an action, in the order of [`heads_of_actions`].
fn action(row: &ActionRow, lineup: &Lineup) -> Vec<String> {
    let mut fields = vec![
        row.game.to_string(),
        row.number.to_string(),
        name(&lineup.seats, row.seat),
        name(&lineup.players, row.player),
        row.action.to_string(),
        row.kind.as_str().to_owned(),
        row.choices.to_string(),
    ];
    fields.extend(row.scores.iter().map(ToString::to_string));
    fields
}

fn name(names: &[String], place: usize) -> String {
    names.get(place).cloned().unwrap_or_default()
}

/// The amount that a measure returns for a game: a number, or several with the name of each; empty if nothing.
fn own_amounts(row: &GameRow, id: &str) -> String {
    let of_it = row.own.iter().filter(|(measure, _, _)| measure == id);
    let amounts = of_it.map(|(_, of, value)| if of.is_empty() { value.to_string() } else { format!("{of}: {value}") });
    amounts.collect::<Vec<_>>().join("; ")
}
