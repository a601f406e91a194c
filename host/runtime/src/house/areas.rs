//! The areas of the table in which values of the memory of house rules are shown: on paper, or on cards with pictures.

use super::actions::HANDLES;
use crate::{HouseState, MemoryDecl, MemoryShape};
use stonehouse_plugin::scene::{Area, Card, Layout, Piece, Row, Sheet};
use stonehouse_plugin::{Arg, Text, text};

/// The most values of a list side by side.
const MAX_ACROSS: usize = 10;

/// The number of the first piece of house rules: far beyond those of games.
const FIRST_PIECE: u32 = 1 << 31;

/// The areas for the values of this memory: one for all single values with the same title, and one for each list, each
/// grid and each memory with pictures.
pub(super) fn areas_of(memory: &[MemoryDecl], house: &HouseState) -> Vec<Area> {
    let mut sheets: Vec<(&MemoryDecl, Sheet)> = Vec::new();
    for decl in memory.iter().filter(|decl| !decl.area.is_empty()) {
        let value = |place: usize| shown(decl, value_of(decl, house, place));
        if !decl.pictures.is_empty() {
            sheets.push((decl, Sheet::default()));
            continue;
        }
        if decl.shape == MemoryShape::Single {
            let is_same = |other: &MemoryDecl| {
                other.shape == MemoryShape::Single && other.pictures.is_empty() && other.area == decl.area
            };
            let row = match decl.label.as_str() {
                "" => Row::new(value(0)),
                label => Row::new(label.to_owned()).cell(value(0)),
            };
            match sheets.iter_mut().find(|(other, _)| is_same(other)) {
                Some((_, sheet)) => sheet.rows.push(row),
                None => sheets.push((decl, Sheet::default().rows([row]))),
            }
            continue;
        }
        let (count, first) = (decl.shape.len(0), usize::from(matches!(decl.shape, MemoryShape::List(_))));
        let columns = if let MemoryShape::Grid { columns, .. } = decl.shape { columns } else { count.min(MAX_ACROSS) };
        let heads = (0..columns).map(|column| Text::plain((column + first).to_string()));
        let rows = (0..count).step_by(columns.max(1)).map(|start| {
            // A grid's rows are numbered as scripts number them, and those of a long list by their first place.
            let name = match decl.shape {
                MemoryShape::Grid { columns, .. } => (start / columns).to_string(),
                _ if count > MAX_ACROSS => (start + first).to_string(),
                _ => String::new(),
            };
            (start..count.min(start + columns)).fold(Row::new(name), |row, place| row.cell(value(place)))
        });
        sheets.push((decl, Sheet::new(heads).rows(rows)));
    }
    let area = |(decl, sheet): (&MemoryDecl, Sheet)| {
        let handle = format!("{HANDLES}memory/{}", decl.name);
        let area = if decl.pictures.is_empty() {
            Area::new(handle, Layout::Sheet(sheet))
        } else {
            let cards = (0..decl.shape.len(0)).map(|place| card(decl, place, value_of(decl, house, place)));
            Area::new(handle, Layout::Row).pieces(cards)
        };
        // The label of a single value is on its sheet.
        let is_new = !decl.label.is_empty() && decl.label != decl.area;
        let has_label = is_new && (decl.shape != MemoryShape::Single || !decl.pictures.is_empty());
        area.title(if has_label {
            text!("{what}: {value}", what = decl.area.clone(), value = decl.label.clone())
        } else {
            Text::plain(decl.area.clone())
        })
    };
    sheets.into_iter().map(area).collect()
}

fn value_of(decl: &MemoryDecl, house: &HouseState, place: usize) -> i64 {
    house.memory.get(decl.slot + place).copied().unwrap_or_default()
}

/// The card for a word, with its picture if it has one.
fn card(decl: &MemoryDecl, place: usize, value: i64) -> Piece {
    let word = decl.word_of(value).unwrap_or_default();
    let picture = usize::try_from(value).ok().and_then(|index| decl.pictures.get(index)?.as_ref());
    let face = Card::new("").title(Text::plain(word.to_owned())).picture(picture.map_or("", |picture| &picture.name));
    Piece::new(FIRST_PIECE + (decl.slot + place) as u32, face.into(), Text::plain(word.to_owned()))
}

fn shown(decl: &MemoryDecl, value: i64) -> Text {
    match decl.arg_of(value) {
        Arg::Number(number) => Text::plain(number.to_string()),
        Arg::Text(text) => text,
        player => text!("{player}", player),
    }
}
