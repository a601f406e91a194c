//! Coordinates beside a board whose cells are called by them and which shows none of its own: letters below, numbers at
//! the left.

use std::collections::BTreeMap;
use stonehouse_language::InLanguage;
use stonehouse_plugin::scene::Cells;

/// A coordinate, and its place along the edge in the board's unit.
pub type Mark = (String, f32);

/// The columns' letters from left to right and the rows' numbers, if the cells' names consist of both and form a grid:
/// "G5". Otherwise nothing.
pub fn of(board: &Cells) -> Option<(Vec<Mark>, Vec<Mark>)> {
    if !board.labels.is_empty() {
        return None;
    }
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    for cell in board.cells.iter().filter(|cell| !cell.handle.is_empty()) {
        let name = cell.name.shown(&[""; 0]);
        let digits = name.find(|letter: char| letter.is_ascii_digit())?;
        let (column, row) = name.split_at(digits);
        let is_column = (1..=2).contains(&column.len()) && column.chars().all(|letter| letter.is_ascii_uppercase());
        if !is_column || row.len() > 2 || !row.chars().all(|letter| letter.is_ascii_digit()) {
            return None;
        }
        if *columns.entry(column.to_owned()).or_insert(cell.at[0]) != cell.at[0]
            || *rows.entry(row.to_owned()).or_insert(cell.at[1]) != cell.at[1]
        {
            return None;
        }
    }
    (columns.len() > 2 && rows.len() > 2).then(|| (columns.into_iter().collect(), rows.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::scene::Cell;

    fn board(name: impl Fn(usize, usize) -> String) -> Cells {
        let mut board = Cells::default();
        for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let mut cell = Cell::default();
            cell.handle = format!("cell/{row},{column}");
            cell.name = name(row, column).into();
            cell.at = [column as f32, row as f32];
            board.cells.push(cell);
        }
        board
    }

    #[test]
    fn coordinates_are_shown_only_if_cell_names_form_a_grid() {
        let letters = ["A", "B", "C"];
        let (columns, rows) = of(&board(|row, column| format!("{}{}", letters[column], 3 - row))).unwrap();
        assert_eq!(columns, [("A".to_owned(), 0.0), ("B".to_owned(), 1.0), ("C".to_owned(), 2.0)]);
        assert_eq!(rows, [("1".to_owned(), 2.0), ("2".to_owned(), 1.0), ("3".to_owned(), 0.0)]);
        assert_eq!(of(&board(|row, column| format!("place {row} {column}"))), None);
        assert_eq!(of(&board(|row, column| format!("{}{}", letters[(row + column) % 3], row))), None, "no grid");
    }
}
