//! Values of the memory that go on from one match of a series to the next.
//!
//! They are kept as JSON by the name of the memory, words as words, so that they are read in a record, and survive a
//! change of the script as far as they fit it.

use crate::declared::Declarations;
use crate::script::Script;
use serde_json::{Map, Value};
use stonehouse_runtime::{MemoryDecl, MemoryShape};

/// The values with which the scripts of a match begin in a series, by script and by the name of the memory: a
/// number, a word, or the number of a seat, null for nobody; of a memory with several values a list of them.
pub type Carried = Vec<Map<String, Value>>;

/// Takes what does not fit its memory out of the values that scripts carry, and out of those with which a test begins,
/// and returns the slots of the others, with their values.
pub(super) fn fit(declared: &Declarations, scripts: &mut [Script], seats: usize) -> Vec<(usize, i64)> {
    let mut carried = Vec::new();
    for (place, script) in scripts.iter_mut().enumerate() {
        let mut keep = |name: &str, value: &Value, in_series: bool| {
            let of_script = declared.memory.iter().zip(&declared.owners).filter(|(_, owner)| **owner == place);
            let decl = of_script.map(|(decl, _)| decl).find(|decl| (decl.series || !in_series) && decl.name == *name);
            let found = decl.and_then(|decl| Some((decl.slot, values_of(decl, value, seats)?)));
            let is_fit = found.is_some();
            carried.extend(found.into_iter().flat_map(|(slot, values)| (slot..).zip(values)));
            is_fit
        };
        script.carried.retain(|name, value| keep(name, value, true));
        script.starts.retain(|name, value| keep(name, value, false));
    }
    carried
}

/// The values for the next match of a series, by script: those of `memory`, by slot. Values of seats, and seats that
/// are values, follow the players, each of whom moves on by `moved` seats. What is as at the start of a series is left
/// out.
pub(super) fn of_memory(
    declared: &Declarations,
    scripts: usize,
    memory: &[i64],
    (seats, moved): (usize, usize),
) -> Carried {
    let mut all = vec![Map::new(); scripts];
    for (decl, owner) in declared.memory.iter().zip(&declared.owners).filter(|(decl, _)| decl.series) {
        let Some(values) = memory.get(decl.slot..decl.slot + decl.slots(seats)) else { continue };
        let moved_on = |value: i64| match decl.seat_of(value) {
            Some(seat) => ((seat.index() + moved) % seats.max(1)) as i64,
            None => value,
        };
        let values: Vec<i64> = values.iter().map(|value| moved_on(*value)).collect();
        if values.iter().all(|value| *value == decl.start) {
            continue;
        }
        let mut values: Vec<Value> = values.iter().map(|value| decl.json_of(*value)).collect();
        if decl.shape == MemoryShape::Seats {
            values.rotate_right(moved % seats.max(1));
        }
        let value = if decl.shape == MemoryShape::Single { values.swap_remove(0) } else { Value::Array(values) };
        all[*owner].insert(decl.name.clone(), value);
    }
    all
}

/// The values of all slots of a memory; `None` where it cannot be these.
fn values_of(decl: &MemoryDecl, given: &Value, seats: usize) -> Option<Vec<i64>> {
    let mut given = if decl.shape == MemoryShape::Single { vec![given] } else { given.as_array()?.iter().collect() };
    if let MemoryShape::Grid { .. } = decl.shape {
        // Row after row, or a list of rows.
        given = given
            .into_iter()
            .flat_map(|row| row.as_array().map_or_else(|| vec![row], |row| row.iter().collect()))
            .collect();
    }
    let value = |given: &Value| match given {
        Value::String(word) => decl.words.iter().position(|known| known == word).map(|index| index as i64),
        Value::Null | Value::Bool(false) if decl.is_seat => Some(MemoryDecl::NOBODY),
        number => number.as_i64().filter(|value| decl.words.is_empty() && (decl.min..=decl.max).contains(value)),
    };
    (given.len() == decl.slots(seats)).then(|| given.into_iter().map(value).collect())?
}
