//! The numbers of a position, as hooks read them: zones and values without a call of the script, which only declared
//! facts need.

use super::PositionBytes;
use crate::house::FactSource;
use crate::rules::ScriptRules;
use crate::shape::{self, FieldValue, PieceShape, Shape, ValueForm, ValueShape, ZoneForm, ZoneShape};
use std::sync::Arc;
use stonehouse_plugin::Seat;
use stonehouse_runtime::{CallError, ReadState};

/// The number by which house rules read a value of a field: seats and words count from 0.
fn code(piece: &PieceShape, field: usize, value: &FieldValue) -> i64 {
    match value {
        FieldValue::Number(number) => *number,
        FieldValue::Seat(seat) => i64::from(*seat) - 1,
        FieldValue::Word(_) => {
            let known = piece.fields[field].values.iter().position(|known| known == value);
            known.map_or(-1, |index| index as i64)
        }
    }
}

fn piece_codes(piece: &PieceShape, code_of_piece: i32, values: &mut Vec<i64>) {
    let fields = piece.fields.len().max(1);
    if code_of_piece == 0 {
        values.extend(std::iter::repeat_n(-1, fields));
    } else if piece.fields.is_empty() {
        values.push(0);
    } else {
        let of_piece = piece.values(code_of_piece);
        values.extend(of_piece.into_iter().enumerate().map(|(field, value)| code(piece, field, value)));
    }
}

/// The numbers of a position, as hooks read them.
pub(crate) struct Numbers<'a> {
    pub rules: &'a Arc<ScriptRules>,
    pub memory: &'a PositionBytes,
}

impl Numbers<'_> {
    fn value(&self, value: &ValueShape, values: &mut [i64]) {
        let count = if value.form == ValueForm::Single { 1 } else { self.rules.shape.seats };
        for (index, read) in values.iter_mut().take(count).enumerate() {
            *read = self.memory.get(value.slot + index).into();
        }
    }

    fn zone(&self, zone: &ZoneShape, seat: Seat) -> Vec<i64> {
        let shape: &Shape = &self.rules.shape;
        let piece = &shape.pieces[zone.piece];
        let owner = if zone.each { seat.index() } else { 0 };
        let mut values = match zone.form {
            ZoneForm::Grid { rows, columns } => vec![rows as i64, columns as i64],
            ZoneForm::Lists { .. } => Vec::new(),
        };
        for slot in zone.places(|slot| self.memory.get(slot), owner) {
            piece_codes(piece, self.memory.get(slot), &mut values);
        }
        values
    }
}

impl ReadState for Numbers<'_> {
    fn read_fact(&self, fact: usize, values: &mut [i64]) -> Result<(), CallError> {
        match self.rules.game.facts.get(fact) {
            Some((_, FactSource::Value(value))) => self.value(&self.rules.shape.values[*value], values),
            Some((_, FactSource::Declared(index))) => {
                super::with(self.rules, |vm| vm.fact(self.rules, self.memory, *index, values))?;
            }
            None => {}
        }
        Ok(())
    }

    fn read_zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, CallError> {
        let Some((_, index)) = self.rules.game.zones.get(zone) else { return Ok(0) };
        let pieces = self.zone(&self.rules.shape.zones[*index], seat);
        if let Some(room) = values.get_mut(..pieces.len()) {
            room.copy_from_slice(&pieces);
        }
        Ok(pieces.len())
    }

    fn read_scores(&self, scores: &mut [i64]) -> Result<(), CallError> {
        for (seat, score) in scores.iter_mut().enumerate() {
            *score = self.memory.get(shape::SCORES + seat).into();
        }
        Ok(())
    }
}
