//! The arrays of a step, and what of a position is in them.
//!
//! A seat may know what the game declares for house rules: its zones and facts. Those that are secret are in no array,
//! except a seat's own part of a zone. The conformance kit finds a game in which anything else depends on what the seat
//! cannot know. Of the memory of house rules it is what they show at the table. The scores have no such declaration,
//! since a game may count what is hidden: they are given only where every observer is shown the same.

use serde::Serialize;
use serde_json::{Value, json};
use std::ops::Range;
use stonehouse_plugin::house::{FactDecl, ZoneDecl, ZoneLayout};
use stonehouse_plugin::{FieldKind, Seat};
use stonehouse_runtime::{CallError, HouseLayer, MemoryDecl, MemoryShape, Position};

/// Each byte of the number -1, which is where no piece is.
const NO_PIECE: u8 = 0xff;

/// The type of an array's numbers, which are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NumberType {
    U64,
    I64,
    I32,
    U8,
}

impl NumberType {
    const fn bytes(self) -> usize {
        match self {
            Self::U64 | Self::I64 => 8,
            Self::I32 => 4,
            Self::U8 => 1,
        }
    }
}

/// An array: its description for the caller, and what is written into it.
#[derive(Debug, Serialize)]
pub(super) struct Array {
    name: String,
    /// Whether it is a zone.
    zone: bool,
    number: NumberType,
    /// Its shape for each table, and what its axes are.
    shape: Vec<usize>,
    axes: Vec<&'static str>,
    /// The fields of a zone's pieces, or the columns of the facts.
    #[serde(skip_serializing_if = "Value::is_null")]
    fields: Value,
    #[serde(skip_serializing_if = "String::is_empty")]
    doc: String,
    #[serde(skip)]
    content: Content,
}

impl Array {
    fn new(name: &str, number: NumberType, axes: Vec<(&'static str, usize)>, content: Content) -> Self {
        let (axes, shape) = axes.into_iter().unzip();
        Self {
            name: name.to_owned(),
            zone: false,
            number,
            shape,
            axes,
            fields: Value::Null,
            doc: String::new(),
            content,
        }
    }

    /// How many bytes it has for each table.
    fn bytes(&self) -> usize {
        self.shape.iter().product::<usize>() * self.number.bytes()
    }
}

/// The content of an array, for each table.
#[derive(Debug)]
enum Content {
    /// The seed of the match.
    Seed,
    /// The scores of the match that ended in this step.
    FinalScores,
    /// The rewards of its seats.
    Rewards,
    /// Whether one ended.
    Done,
    /// The seat that decides.
    Seat,
    /// The number of its choices.
    Choices,
    /// The scores.
    Scores,
    /// The facts that are not secret.
    Facts(Vec<FactRead>),
    /// The memory that house rules show.
    Memory(Vec<MemoryRead>),
    /// The pieces of a zone.
    Zone(ZoneRead),
}

#[derive(Debug)]
struct FactRead {
    /// Its number among those of the game.
    fact: usize,
    /// How many values it has.
    values: usize,
}

#[derive(Debug)]
struct MemoryRead {
    /// The slot of its first value.
    slot: usize,
    parts: Parts,
}

#[derive(Debug)]
struct ZoneRead {
    /// Its number among those of the game.
    zone: usize,
    name: String,
    parts: Parts,
    /// The size of a grid.
    size: Option<[i64; 2]>,
    /// How many numbers each part has.
    numbers: usize,
}

/// The parts of a zone or of a memory that are read.
#[derive(Clone, Copy, Debug)]
enum Parts {
    /// Those of so many seats; the only one where there is none for each.
    All(usize),
    /// That of the seat that decides.
    Own,
}

impl Parts {
    /// The numbers of the parts that `seat` reads.
    fn of(self, seat: Seat) -> Range<usize> {
        match self {
            Self::All(parts) => 0..parts,
            Self::Own => seat.index()..seat.index() + 1,
        }
    }
}

/// The end of a match.
#[derive(Debug)]
pub(super) struct TableEnd {
    /// The scores, by seat.
    pub scores: Vec<i64>,
    /// The rewards, by seat.
    pub rewards: Vec<i32>,
}

/// A table after a step.
pub(super) struct TableView<'a> {
    /// The seed of its match.
    pub seed: u64,
    /// The end of the match before, if it ended in this step.
    pub ended: Option<&'a TableEnd>,
    pub position: &'a Position,
    /// The seat that decides.
    pub seat: Seat,
    /// The number of its choices.
    pub choices: usize,
}

/// The arrays of a step, in the order in which they are sent.
#[derive(Debug)]
pub(super) struct Layout {
    pub arrays: Vec<Array>,
    seats: usize,
}

impl Layout {
    /// The layout for the rules of `dealt`, a position that was just dealt: larger numbers come first, so that all are
    /// aligned.
    pub fn of(dealt: &Position) -> Result<Self, CallError> {
        use NumberType::{I32, I64, U8, U64};
        let (rules, plugin) = (dealt.rules(), dealt.rules().plugin());
        let seats = rules.seating().seats.len();
        let each_seat = || vec![("seat", seats)];
        let mut arrays = vec![
            Array::new("seeds", U64, Vec::new(), Content::Seed),
            Array::new("final_scores", I64, each_seat(), Content::FinalScores),
        ];
        if dealt.shows_all_alike() {
            arrays.push(Array::new("scores", I64, each_seat(), Content::Scores));
        }
        arrays.extend([
            Array::new("rewards", I32, each_seat(), Content::Rewards),
            Array::new("seat", I32, Vec::new(), Content::Seat),
            Array::new("choices", I32, Vec::new(), Content::Choices),
        ]);
        arrays.extend(facts(plugin.facts(), seats));
        arrays.extend(memory(rules.layer().map(HouseLayer::memory).unwrap_or_default(), seats));
        for (index, decl) in plugin.zones().iter().enumerate() {
            arrays.extend(zone(index, decl, seats, dealt)?);
        }
        arrays.push(Array::new("done", U8, Vec::new(), Content::Done));
        Ok(Self { arrays, seats })
    }

    /// How many bytes all arrays have for each table.
    pub fn bytes(&self) -> usize {
        self.arrays.iter().map(Array::bytes).sum()
    }

    /// Adds a table to the columns, one for each array. `values` is a scratch buffer.
    pub fn write(
        &self,
        table: &TableView<'_>,
        columns: &mut [Vec<u8>],
        values: &mut Vec<i64>,
    ) -> Result<(), CallError> {
        for (array, column) in self.arrays.iter().zip(columns) {
            match &array.content {
                Content::Seed => column.extend(table.seed.to_le_bytes()),
                Content::Seat => column.extend(i32::from(table.seat.0).to_le_bytes()),
                Content::Choices => column.extend((table.choices as i32).to_le_bytes()),
                Content::Done => column.push(u8::from(table.ended.is_some())),
                Content::FinalScores => match table.ended {
                    Some(ended) => column.extend(ended.scores.iter().flat_map(|score| score.to_le_bytes())),
                    None => column.resize(column.len() + array.bytes(), 0),
                },
                Content::Rewards => match table.ended {
                    Some(ended) => column.extend(ended.rewards.iter().flat_map(|reward| reward.to_le_bytes())),
                    None => column.resize(column.len() + array.bytes(), 0),
                },
                Content::Scores => {
                    values.clear();
                    values.resize(self.seats, 0);
                    table.position.scores(values)?;
                    column.extend(values.iter().flat_map(|score| score.to_le_bytes()));
                }
                Content::Facts(facts) => {
                    for FactRead { fact, values: count } in facts {
                        values.clear();
                        values.resize(*count, 0);
                        table.position.state().fact(*fact, values)?;
                        push(column, values);
                    }
                }
                Content::Memory(memory) => {
                    let slots = table.position.house().map_or(&[][..], |house| &house.memory);
                    for MemoryRead { slot, parts } in memory {
                        values.clear();
                        let slots = parts.of(table.seat).map(|part| slots.get(slot + part));
                        values.extend(slots.map(|value| value.copied().unwrap_or_default()));
                        push(column, values);
                    }
                }
                Content::Zone(zone) => zone.write(table, column, values)?,
            }
        }
        Ok(())
    }
}

/// The array of the facts that are not secret; none where there are none.
fn facts(decls: &[FactDecl], seats: usize) -> Option<Array> {
    let (mut reads, mut columns) = (Vec::new(), Vec::new());
    for (fact, decl) in decls.iter().enumerate().filter(|(_, decl)| !decl.secret) {
        reads.push(FactRead { fact, values: if decl.each_seat { seats } else { 1 } });
        columns.extend(described(&decl.name, &decl.kind, &decl.doc, decl.each_seat.then_some(seats)));
    }
    table("facts", columns, Content::Facts(reads))
}

/// The array of what house rules remember and show at the table, to whom they show it; none where there is nothing.
fn memory(decls: &[MemoryDecl], seats: usize) -> Option<Array> {
    let (mut reads, mut columns) = (Vec::new(), Vec::new());
    for decl in decls.iter().filter(|decl| !decl.label.is_empty()) {
        let parts = match decl.shape {
            MemoryShape::Single => Parts::All(1),
            MemoryShape::Seats if decl.secret => Parts::Own,
            MemoryShape::Seats => Parts::All(seats),
            MemoryShape::List(_) | MemoryShape::Grid { .. } => continue,
        };
        let each_seat = decl.shape == MemoryShape::Seats && !decl.secret;
        let (is_number, words) = (decl.words.is_empty(), decl.words.clone());
        let kind = if is_number { FieldKind::Integer } else { FieldKind::Word(words) };
        columns.extend(described(&decl.name, &kind, &decl.label, each_seat.then_some(seats)));
        reads.push(MemoryRead { slot: decl.slot, parts });
    }
    table("memory", columns, Content::Memory(reads))
}

/// The description of a column, or of one for each seat.
fn described(name: &str, kind: &FieldKind, doc: &str, seats: Option<usize>) -> Vec<Value> {
    match seats {
        None => vec![json!({ "name": name, "kind": kind, "doc": doc })],
        Some(seats) => (0..seats).map(|seat| json!({ "name": name, "seat": seat, "kind": kind, "doc": doc })).collect(),
    }
}

/// An array of columns; none where there are none.
fn table(name: &'static str, columns: Vec<Value>, content: Content) -> Option<Array> {
    let axes = vec![(name, columns.len())];
    (!columns.is_empty())
        .then(|| Array { fields: Value::Array(columns), ..Array::new(name, NumberType::I32, axes, content) })
}

/// The array of a zone; none where nobody knows its pieces.
fn zone(index: usize, decl: &ZoneDecl, seats: usize, dealt: &Position) -> Result<Option<Array>, CallError> {
    let parts = match (decl.secret, decl.each_seat) {
        (true, false) => return Ok(None),
        (true, true) => Parts::Own,
        (false, true) => Parts::All(seats),
        (false, false) => Parts::All(1),
    };
    let fields = ("field", decl.piece.len());
    let (size, mut axes) = match decl.layout {
        ZoneLayout::List { max } => (None, vec![("piece", max.into()), fields]),
        ZoneLayout::Grid { .. } => {
            let mut values = Vec::new();
            dealt.state().zone(index, Seat(0), &mut values)?;
            let [rows, columns] = [values[0], values[1]];
            (Some([rows, columns]), vec![("row", rows as usize), ("column", columns as usize), fields])
        }
    };
    let numbers = axes.iter().map(|(_, length)| length).product();
    if let (Parts::All(seats), true) = (parts, decl.each_seat) {
        axes.insert(0, ("seat", seats));
    }
    let read = ZoneRead { zone: index, name: decl.name.clone(), parts, size, numbers };
    Ok(Some(Array {
        zone: true,
        fields: json!(decl.piece),
        doc: decl.doc.clone(),
        ..Array::new(&decl.name, NumberType::I32, axes, Content::Zone(read))
    }))
}

impl ZoneRead {
    fn write(&self, table: &TableView<'_>, column: &mut Vec<u8>, values: &mut Vec<i64>) -> Result<(), CallError> {
        for seat in self.parts.of(table.seat) {
            table.position.state().zone(self.zone, Seat(seat as u8), values)?;
            let pieces = match self.size {
                None => &values[..],
                Some([rows, columns]) => match &values[..] {
                    [now_rows, now_columns, pieces @ ..] if [rows, columns] == [*now_rows, *now_columns] => pieces,
                    _ => {
                        let why =
                            format!("the grid `{}` is not always of {rows} rows and {columns} columns", self.name);
                        return Err(CallError::Contract(why));
                    }
                },
            };
            push(column, pieces);
            column.resize(column.len() + self.numbers.saturating_sub(pieces.len()) * size_of::<i32>(), NO_PIECE);
        }
        Ok(())
    }
}

/// Adds numbers of 32 bits; those beyond are the nearest.
fn push(column: &mut Vec<u8>, values: &[i64]) {
    let nearest = |value: &i64| (*value).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    column.extend(values.iter().flat_map(|value| nearest(value).to_le_bytes()));
}
