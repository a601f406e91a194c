//! Tables of games and of actions, as CSV and as Parquet: the columns of each are said once, for both.
//!
//! So the two formats cannot say different things.

mod parquet;

use self::parquet::Parquet;
use super::export::{Export, unwritten};
use crate::args::SimulateArgs;
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use stonehouse_engine::Problem;
use stonehouse_lab::rows::{ActionRow, GameRow, Rows, Wanted};
use stonehouse_lab::{Setup, Table};

/// A CSV file that is written.
pub type Csv = csv::Writer<BufWriter<Export>>;

/// What the fields of a column are.
#[derive(Clone, Copy)]
enum Kind {
    /// Whole numbers from 0.
    Count,
    /// Whole numbers.
    Number,
    Truth,
    Text,
}

/// A column: its name, and what is in it.
type Column = (String, Kind);

/// A field of a row.
enum Field<'a> {
    Count(u64),
    Number(i64),
    Truth(bool),
    Text(Cow<'a, str>),
}

impl Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => count.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Truth(truth) => truth.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// A table in a file.
enum Sheet {
    Csv(Box<Csv>),
    Parquet(Box<Parquet>),
}

impl Sheet {
    fn write(&mut self, row: &[Field<'_>]) -> Result<(), String> {
        match self {
            Self::Csv(csv) => csv.write_record(row.iter().map(ToString::to_string)).map_err(|error| error.to_string()),
            Self::Parquet(parquet) => parquet.write(row).map_err(|error| error.to_string()),
        }
    }

    /// Writes what is not in the file yet, and gives it its name.
    fn finish(self, file: &Path) -> Result<(), Problem> {
        match self {
            Self::Csv(csv) => finish(*csv, file),
            Self::Parquet(parquet) => parquet.finish().map_err(|error| unwritten(file, error)).and_then(Export::finish),
        }
    }
}

/// The same table in several files.
type Sheets<'a> = Vec<(&'a Path, Sheet)>;

/// The tables that are written while games are played.
pub struct Tables<'a> {
    games: Sheets<'a>,
    actions: Sheets<'a>,
    table: Table,
    /// The user's own metrics, each a column.
    own: Vec<String>,
    /// Whether a row could not be written.
    failed: bool,
}

/// A new CSV file. What is there already is not overwritten.
///
/// # Errors
/// When it is there already, or cannot be made.
pub fn create(file: &Path) -> Result<Csv, String> {
    let file = Export::new(file).map_err(|problem| problem.render())?;
    Ok(csv::Writer::from_writer(BufWriter::new(file)))
}

/// Writes what is not in a CSV file yet, and gives it its name.
///
/// # Errors
/// When it cannot be written. Nothing is left of it then.
pub fn finish(csv: Csv, file: &Path) -> Result<(), Problem> {
    let buffer = csv.into_inner().map_err(|error| unwritten(file, error.error()))?;
    buffer.into_inner().map_err(|error| unwritten(file, error.error()))?.finish()
}

/// New files with these columns, as CSV and as Parquet where they are wanted.
fn sheets<'a>(
    csv: Option<&'a PathBuf>,
    parquet: Option<&'a PathBuf>,
    columns: &[Column],
) -> Result<Sheets<'a>, String> {
    let mut sheets: Sheets<'a> = Vec::new();
    if let Some(file) = csv {
        let mut new = create(file)?;
        let heads = columns.iter().map(|(name, _)| name);
        new.write_record(heads).map_err(|error| unwritten(file, error).render())?;
        sheets.push((file, Sheet::Csv(Box::new(new))));
    }
    if let Some(file) = parquet {
        let new = Export::new(file).map_err(|problem| problem.render())?;
        let new = Parquet::new(new, columns).map_err(|error| unwritten(file, error).render())?;
        sheets.push((file, Sheet::Parquet(Box::new(new))));
    }
    Ok(sheets)
}

impl<'a> Tables<'a> {
    /// Creates the files that are asked for.
    ///
    /// # Errors
    /// When a file is there already, or cannot be made.
    pub fn create(args: &'a SimulateArgs, setup: &Setup) -> Result<Self, String> {
        let table = &setup.table;
        let own: Vec<String> = setup
            .measures
            .iter()
            .flat_map(|script| script.measures.iter().map(|measure| script.id(&measure.name)))
            .collect();
        let (of_games, of_actions) = (columns_of_games(table, &own), columns_of_actions(table));
        Ok(Self {
            games: sheets(args.csv.as_ref(), args.parquet.as_ref(), &of_games)?,
            actions: sheets(args.actions_csv.as_ref(), args.actions_parquet.as_ref(), &of_actions)?,
            table: table.clone(),
            own,
            failed: false,
        })
    }

    /// Which rows are wanted.
    pub fn wanted(&self) -> Wanted {
        Wanted { games: !self.games.is_empty(), actions: !self.actions.is_empty() }
    }

    /// Writes rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, rows: &Rows) -> Result<(), Problem> {
        // Until all are written, the tables are not whole.
        self.failed = true;
        for row in &rows.games {
            write(&mut self.games, &game(row, &self.table, &self.own))?;
        }
        for row in &rows.actions {
            write(&mut self.actions, &action(row, &self.table))?;
        }
        self.failed = false;
        Ok(())
    }

    /// Writes what is not in the files yet, and gives them their names. Where a row could not be written, there will be no files.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn finish(self) -> Result<(), String> {
        if self.failed {
            return Ok(());
        }
        for (file, sheet) in self.games.into_iter().chain(self.actions) {
            sheet.finish(file).map_err(|problem| problem.render())?;
        }
        Ok(())
    }
}

fn write(sheets: &mut Sheets<'_>, row: &[Field<'_>]) -> Result<(), Problem> {
    for (file, sheet) in sheets {
        sheet.write(row).map_err(|error| unwritten(file, error))?;
    }
    Ok(())
}

/// Columns of one kind.
fn columns<'a>(kind: Kind, names: impl IntoIterator<Item = &'a str>) -> Vec<Column> {
    names.into_iter().map(|name| (name.to_owned(), kind)).collect()
}

/// A column for each seat.
fn each_seat(kind: Kind, what: &str, table: &Table) -> Vec<Column> {
    table.seats.iter().map(|seat| (format!("{what} {seat}"), kind)).collect()
}

fn columns_of_games(table: &Table, own: &[String]) -> Vec<Column> {
    [
        columns(Kind::Count, ["game", "seed"]),
        each_seat(Kind::Text, "player", table),
        each_seat(Kind::Number, "score", table),
        columns(Kind::Text, ["winners"]),
        columns(Kind::Truth, ["alone"]),
        columns(Kind::Count, ["actions"]),
        columns(Kind::Truth, ["cut_off"]),
        columns(Kind::Text, own.iter().map(String::as_str)),
    ]
    .concat()
}

/// The fields of a game, in the order of its columns.
fn game<'a>(row: &GameRow, table: &'a Table, own: &[String]) -> Vec<Field<'a>> {
    let mut fields = vec![Field::Count(row.game), Field::Count(row.seed)];
    fields.extend(row.players.iter().map(|player| name(&table.players, *player)));
    fields.extend(row.scores.iter().map(|score| Field::Number(*score)));
    let winners: Vec<&str> = row.winners.iter().filter_map(|seat| table.seats.get(*seat)).map(String::as_str).collect();
    fields.extend([
        Field::Text(winners.join(" ").into()),
        Field::Truth(row.alone),
        Field::Count(row.actions),
        Field::Truth(row.cut_off),
    ]);
    fields.extend(own.iter().map(|id| Field::Text(own_amounts(row, id).into())));
    fields
}

fn columns_of_actions(table: &Table) -> Vec<Column> {
    [
        columns(Kind::Count, ["game", "number"]),
        columns(Kind::Text, ["seat", "player"]),
        columns(Kind::Count, ["action"]),
        columns(Kind::Text, ["kind"]),
        columns(Kind::Count, ["choices"]),
        each_seat(Kind::Number, "score", table),
    ]
    .concat()
}

/// The fields of an action, in the order of its columns.
fn action<'a>(row: &'a ActionRow, table: &'a Table) -> Vec<Field<'a>> {
    let mut fields = vec![
        Field::Count(row.game),
        Field::Count(row.number),
        name(&table.seats, row.seat),
        name(&table.players, row.player),
        Field::Count(row.action.into()),
        Field::Text(row.kind.as_str().into()),
        Field::Count(row.choices.into()),
    ];
    fields.extend(row.scores.iter().map(|score| Field::Number(*score)));
    fields
}

fn name(names: &[String], place: usize) -> Field<'_> {
    Field::Text(names.get(place).map_or("", String::as_str).into())
}

/// What a measure gives of a game: a number, or several with what each is of; empty if nothing.
fn own_amounts(row: &GameRow, id: &str) -> String {
    let of_it = row.own.iter().filter(|(measure, _, _)| measure == id);
    let amounts = of_it.map(|(_, of, value)| if of.is_empty() { value.to_string() } else { format!("{of}: {value}") });
    amounts.collect::<Vec<_>>().join("; ")
}
