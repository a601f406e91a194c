//! The targets of actions of the house: values that a script lists, and pieces of the game's zones.

use crate::{ActionDecl, CallError, Position, TargetKey, Targets};
use serde_json::{Value, json};
use stonehouse_plugin::house::{MAX_PIECE_FIELDS, ZoneDecl, ZoneLayout};
use stonehouse_plugin::{FieldKind, Seat, Text, text};

/// The most fields that the functions of an action are passed: the seat, whose zone it is, the row and the column, and
/// the fields of the piece.
const MAX_FIELDS: usize = 4 + MAX_PIECE_FIELDS;

/// The values that the functions of an action are passed, in the order of [`Targets::fields`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetFields {
    values: [i64; MAX_FIELDS],
    len: usize,
}

impl TargetFields {
    /// Those of an action of this seat that has no target.
    fn of(seat: Seat) -> Self {
        let mut fields = Self { values: [0; MAX_FIELDS], len: 0 };
        fields.push(&[seat.0.into()]);
        fields
    }

    fn push(&mut self, values: &[i64]) {
        if let Some(room) = self.values.get_mut(self.len..self.len + values.len()) {
            room.copy_from_slice(values);
            self.len += values.len();
        }
    }

    fn with(mut self, values: &[i64]) -> Self {
        self.push(values);
        self
    }

    fn with_piece(self, at: PieceAt, fields: &[i64]) -> Self {
        match at {
            PieceAt::Cell { row, column } => self.with(&[row, column]),
            PieceAt::Place(place) => self.with(&[place]),
        }
        .with(fields)
    }

    pub fn as_slice(&self) -> &[i64] {
        &self.values[..self.len]
    }

    /// The key of the target, of this many values.
    pub fn key(&self, width: usize) -> TargetKey {
        std::array::from_fn(|index| if index < width { self.values[1 + index] } else { 0 })
    }
}

/// The name of a target, as players see it.
#[derive(Clone, Debug)]
pub(super) enum TargetName {
    /// That of a seat.
    Seat(Seat),
    /// Another one, and the handle of the piece in scenes; empty where it has none.
    Text(Text, String),
}

/// A piece at which an action is aimed.
struct TargetPiece<'a> {
    zone: usize,
    decl: &'a ZoneDecl,
    /// The seat whose zone it is, and seat 0 where there is only one.
    owner: Seat,
    /// Its index among those of the zone.
    index: usize,
    at: PieceAt,
    fields: Vec<i64>,
}

/// The place of a piece, as scripts read the zone.
#[derive(Clone, Copy, Debug)]
enum PieceAt {
    /// In a grid, from 0.
    Cell { row: i64, column: i64 },
    /// In a list, from 1.
    Place(i64),
}

/// The place and the fields of the piece at this index of the values of a zone, as the game passed them.
fn piece_in<'a>(decl: &ZoneDecl, values: &'a [i64], index: usize) -> Option<(PieceAt, &'a [i64])> {
    let (pieces, columns) = match decl.layout {
        ZoneLayout::Grid { .. } => (values.get(2..)?, Some(usize::try_from(values[1]).ok()?.max(1))),
        ZoneLayout::List { .. } => (values, None),
    };
    let fields = pieces.chunks_exact(decl.piece.len()).nth(index)?;
    match columns {
        Some(_) if fields[0] < 0 => None,
        Some(columns) => {
            Some((PieceAt::Cell { row: (index / columns) as i64, column: (index % columns) as i64 }, fields))
        }
        None => Some((PieceAt::Place(index as i64 + 1), fields)),
    }
}

/// The number of pieces, or places, in the values of a zone.
fn count_in(decl: &ZoneDecl, values: &[i64]) -> usize {
    let head = if matches!(decl.layout, ZoneLayout::Grid { .. }) { 2 } else { 0 };
    values.len().saturating_sub(head) / decl.piece.len().max(1)
}

/// The name of a piece that the game does not name: its place in a grid; in a list the values of its fields.
fn plain_name(piece: &TargetPiece<'_>) -> Text {
    if let PieceAt::Cell { row, column } = piece.at {
        return text!("row {row}, column {column}", row, column);
    }
    let value = |(field, value): (&stonehouse_plugin::Field, &i64)| match &field.kind {
        FieldKind::Word(words) => usize::try_from(*value).ok().and_then(|index| words.get(index)).cloned(),
        FieldKind::Boolean => (*value != 0).then(|| field.name.clone()),
        FieldKind::Integer | FieldKind::Seat => Some(value.to_string()),
    };
    Text::plain(piece.decl.piece.iter().zip(&piece.fields).filter_map(value).collect::<Vec<_>>().join(" "))
}

impl Position {
    /// Calls `take` with each target that an action of `seat` has in this position, as its code has it, and the values
    /// that the functions of the action are passed.
    pub(super) fn for_each_target(
        &self,
        decl: &ActionDecl,
        seat: Seat,
        mut take: impl FnMut(usize, &TargetFields) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let fields = TargetFields::of(seat);
        match &decl.targets {
            Targets::None => take(0, &fields),
            Targets::Seats => {
                Seat::all(self.rules().seats()).try_for_each(|seat| take(seat.index(), &fields.with(&[seat.0.into()])))
            }
            Targets::Numbers(numbers) => {
                numbers.iter().enumerate().try_for_each(|(index, number)| take(index, &fields.with(&[*number])))
            }
            Targets::Words(words) => (0..words.len()).try_for_each(|index| take(index, &fields.with(&[index as i64]))),
            Targets::Pieces(zone) => {
                let (decl, mut values) = (self.zone_decl(*zone)?, Vec::new());
                for owner in Seat::all(self.rules().seats()) {
                    let is_offered = if decl.each_seat { !decl.secret || owner == seat } else { owner == Seat(0) };
                    if !is_offered {
                        continue;
                    }
                    self.state.zone(*zone, owner, &mut values)?;
                    let fields = if decl.each_seat { fields.with(&[owner.0.into()]) } else { fields };
                    for index in 0..count_in(decl, &values) {
                        let Some((at, piece)) = piece_in(decl, &values, index) else { continue };
                        let target = owner.index() * decl.layout.max_pieces() + index;
                        take(target, &fields.with_piece(at, piece))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The values that the functions of an action of `seat` with this target are passed.
    ///
    /// # Errors
    /// [`CallError::Illegal`] if there is no such target in this position.
    pub(super) fn target_fields(
        &self,
        decl: &ActionDecl,
        seat: Seat,
        target: usize,
    ) -> Result<TargetFields, CallError> {
        let mut found = None;
        self.for_each_target(decl, seat, |other, fields| {
            if other == target {
                found = Some(*fields);
            }
            Ok(())
        })?;
        found.ok_or(CallError::Illegal)
    }

    /// The name of a target, and its handle in scenes if it is a piece that has one; `None` for an action without a
    /// target.
    pub(super) fn target_name(&self, decl: &ActionDecl, target: usize) -> Result<Option<TargetName>, CallError> {
        let text = |text: Text| Ok(Some(TargetName::Text(text, String::new())));
        match &decl.targets {
            Targets::None => Ok(None),
            Targets::Seats if target >= self.rules().seats() => Err(CallError::Illegal),
            Targets::Seats => Ok(Some(TargetName::Seat(Seat(target as u8)))),
            Targets::Numbers(numbers) => text(Text::plain(numbers.get(target).ok_or(CallError::Illegal)?.to_string())),
            Targets::Words(words) => text(Text::plain(words.get(target).ok_or(CallError::Illegal)?.clone())),
            Targets::Pieces(zone) => {
                let piece = self.target_piece(*zone, target)?;
                let label = self.state.piece_label(piece.zone, piece.owner, piece.index)?;
                label.map_or_else(
                    || text(plain_name(&piece)),
                    |label| Ok(Some(TargetName::Text(label.text, label.handle))),
                )
            }
        }
    }

    /// A target for programs; `None` for an action without one.
    pub(super) fn target_data(&self, decl: &ActionDecl, target: usize) -> Result<Option<Value>, CallError> {
        match &decl.targets {
            Targets::None => Ok(None),
            Targets::Seats => Ok(Some(target.into())),
            // One value is no choice.
            Targets::Words(words) => Ok((words.len() > 1).then(|| target.into())),
            Targets::Numbers(numbers) if numbers.len() == 1 => Ok(None),
            Targets::Numbers(numbers) => Ok(Some((*numbers.get(target).ok_or(CallError::Illegal)?).into())),
            Targets::Pieces(zone) => {
                let piece = self.target_piece(*zone, target)?;
                let zone = &piece.decl.name;
                let mut data = match piece.at {
                    PieceAt::Cell { row, column } => json!({ "zone": zone, "row": row, "column": column }),
                    PieceAt::Place(place) => json!({ "zone": zone, "place": place }),
                };
                if piece.decl.each_seat {
                    data["owner"] = piece.owner.0.into();
                }
                Ok(Some(data))
            }
        }
    }

    /// The piece that a target encodes.
    ///
    /// # Errors
    /// [`CallError::Illegal`] if there is no such piece in this position.
    fn target_piece(&self, zone: usize, target: usize) -> Result<TargetPiece<'_>, CallError> {
        let decl = self.zone_decl(zone)?;
        let (owner, index) = (target / decl.layout.max_pieces(), target % decl.layout.max_pieces());
        if owner >= if decl.each_seat { self.rules().seats() } else { 1 } {
            return Err(CallError::Illegal);
        }
        let (owner, mut values) = (Seat(owner as u8), Vec::new());
        self.state.zone(zone, owner, &mut values)?;
        let (at, fields) = piece_in(decl, &values, index).ok_or(CallError::Illegal)?;
        Ok(TargetPiece { zone, decl, owner, index, at, fields: fields.to_vec() })
    }

    fn zone_decl(&self, zone: usize) -> Result<&ZoneDecl, CallError> {
        let decl = self.rules().plugin().zones().get(zone);
        decl.ok_or_else(|| CallError::Contract(format!("the game has no zone {zone}")))
    }
}
