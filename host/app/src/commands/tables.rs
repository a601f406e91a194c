//! Tables of games and of actions as CSV files.

use crate::args::SimulateArgs;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use stonehouse_engine::Problem;
use stonehouse_lab::rows::{ActionRow, GameRow, Rows, Wanted};
use stonehouse_lab::{Setup, Table};

/// A table that is written.
pub type Writer = csv::Writer<BufWriter<File>>;

/// The tables that are written while games are played.
pub struct Tables<'a> {
    games: Option<(&'a Path, Writer)>,
    actions: Option<(&'a Path, Writer)>,
    table: Table,
    /// The user's own metrics, each a column.
    own: Vec<String>,
}

/// The tables that are wanted.
pub fn wanted(args: &SimulateArgs) -> Wanted {
    Wanted { games: args.csv.is_some(), actions: args.actions_csv.is_some() }
}

/// That a table cannot be written.
pub fn unwritten(file: &Path, error: impl std::fmt::Display) -> Problem {
    Problem::file(file, format!("it cannot be written: {error}"))
}

/// A new file. What is there already is not overwritten.
///
/// # Errors
/// When it is there already, or cannot be made.
pub fn create(file: &Path) -> Result<Writer, String> {
    let new = File::create_new(file).map_err(|error| {
        let why = if file.exists() {
            "it is there already: name another file, or remove it".to_owned()
        } else {
            error.to_string()
        };
        unwritten(file, why).render()
    })?;
    Ok(csv::Writer::from_writer(BufWriter::new(new)))
}

impl<'a> Tables<'a> {
    /// Creates the files that are asked for, with their first lines.
    ///
    /// # Errors
    /// When a file is there already, or cannot be made.
    pub fn create(args: &'a SimulateArgs, setup: &Setup) -> Result<Self, String> {
        let table = &setup.table;
        let each = |what: &str| table.seats.iter().map(|seat| format!("{what} {seat}")).collect::<Vec<_>>();
        let begin =
            |file: &'a Option<std::path::PathBuf>, heads: Vec<String>| -> Result<Option<(&'a Path, Writer)>, String> {
                let Some(file) = file else { return Ok(None) };
                let mut writer = create(file)?;
                writer.write_record(heads).map_err(|error| unwritten(file, error).render())?;
                Ok(Some((file.as_path(), writer)))
            };
        let words = |heads: &[&str]| heads.iter().map(|head| (*head).to_owned()).collect::<Vec<_>>();
        let ends = words(&["winners", "alone", "actions", "cut_off"]);
        let own: Vec<String> = setup
            .measures
            .iter()
            .flat_map(|script| script.measures.iter().map(|measure| script.id(&measure.name)))
            .collect();
        let of_games = [words(&["game", "seed"]), each("player"), each("score"), ends, own.clone()].concat();
        let of_actions =
            [words(&["game", "number", "seat", "player", "action", "kind", "choices"]), each("score")].concat();
        Ok(Self {
            games: begin(&args.csv, of_games)?,
            actions: begin(&args.actions_csv, of_actions)?,
            table: table.clone(),
            own,
        })
    }

    /// Writes rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, rows: &Rows) -> Result<(), Problem> {
        if let Some((file, writer)) = &mut self.games {
            for row in &rows.games {
                writer.write_record(game(row, &self.table, &self.own)).map_err(|error| unwritten(file, error))?;
            }
        }
        if let Some((file, writer)) = &mut self.actions {
            for row in &rows.actions {
                writer.write_record(action(row, &self.table)).map_err(|error| unwritten(file, error))?;
            }
        }
        Ok(())
    }

    /// Writes what is not in the files yet.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<(), String> {
        for (file, mut writer) in self.games.into_iter().chain(self.actions) {
            writer.flush().map_err(|error| unwritten(file, error).render())?;
        }
        Ok(())
    }
}

fn name(names: &[String], place: usize) -> String {
    names.get(place).cloned().unwrap_or_default()
}

/// What a measure gives of a game: a number, or several with what each is of; empty if nothing.
fn own_amounts(row: &GameRow, id: &str) -> String {
    let of_it = row.own.iter().filter(|(measure, _, _)| measure == id);
    let amounts = of_it.map(|(_, of, value)| if of.is_empty() { value.to_string() } else { format!("{of}: {value}") });
    amounts.collect::<Vec<_>>().join("; ")
}

fn game(row: &GameRow, table: &Table, own: &[String]) -> Vec<String> {
    let mut fields = vec![row.game.to_string(), row.seed.to_string()];
    fields.extend(row.players.iter().map(|player| name(&table.players, *player)));
    fields.extend(row.scores.iter().map(ToString::to_string));
    let winners: Vec<String> = row.winners.iter().map(|seat| name(&table.seats, *seat)).collect();
    fields.extend([winners.join(" "), row.alone.to_string(), row.actions.to_string(), row.cut_off.to_string()]);
    fields.extend(own.iter().map(|id| own_amounts(row, id)));
    fields
}

fn action(row: &ActionRow, table: &Table) -> Vec<String> {
    let mut fields = vec![
        row.game.to_string(),
        row.number.to_string(),
        name(&table.seats, row.seat),
        name(&table.players, row.player),
        row.action.to_string(),
        row.kind.clone(),
        row.choices.to_string(),
    ];
    fields.extend(row.scores.iter().map(ToString::to_string));
    fields
}
