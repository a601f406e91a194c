//! The areas of the table in which values of the memory of house rules are shown, on paper.

use super::actions::HANDLES;
use crate::{HouseState, MemoryDecl, MemoryShape};
use stonehouse_plugin::scene::{Area, Layout, Row, Sheet};
use stonehouse_plugin::{Arg, Text, text};

/// The most values of a list side by side.
const MAX_ACROSS: usize = 10;

/// The areas for the values of this memory: one for all single values with the same title, and one for each list and
/// grid.
pub(super) fn areas_of(memory: &[MemoryDecl], house: &HouseState) -> Vec<Area> {
    let mut sheets: Vec<(&MemoryDecl, Sheet)> = Vec::new();
    for decl in memory.iter().filter(|decl| !decl.area.is_empty()) {
        let value = |place: usize| shown(decl, house.memory.get(decl.slot + place).copied().unwrap_or_default());
        if decl.shape == MemoryShape::Single {
            let is_same = |other: &MemoryDecl| other.shape == MemoryShape::Single && other.area == decl.area;
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
        let title = match (decl.shape, decl.label.as_str()) {
            (MemoryShape::Single, _) | (_, "") => Text::plain(decl.area.clone()),
            (_, label) => text!("{what}: {value}", what = decl.area.clone(), value = label.to_owned()),
        };
        Area::new(format!("{HANDLES}memory/{}", decl.name), Layout::Sheet(sheet)).title(title)
    };
    sheets.into_iter().map(area).collect()
}

fn shown(decl: &MemoryDecl, value: i64) -> Text {
    match decl.arg_of(value) {
        Arg::Number(number) => Text::plain(number.to_string()),
        Arg::Text(text) => text,
        player => text!("{player}", player),
    }
}
