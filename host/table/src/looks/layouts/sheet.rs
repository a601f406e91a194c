//! A table with texts on paper, such as a score sheet.

use crate::layout::{Laid, SceneLayout};
use crate::looks::{self, Canvas, LayoutLook, Slot, Touchable, VisiblePart, description_and_pieces, size_of, spot_of};
use crate::marks;
use crate::spot::Spot;
use crate::words::piece_name;
use egui::{Align2, Color32, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonehouse_language::InLanguage;
use stonehouse_plugin::Text;
use stonehouse_plugin::scene::{Area, Layout, Mark, Row, Sheet as Content};
use stonehouse_ui::theme;

/// The look of a sheet.
pub struct Sheet;

/// The height of a row as a share of a card's height, and its bounds in points.
const ROW: f32 = 0.25;
const ROWS: std::ops::RangeInclusive<f32> = 10.0..=30.0;
/// The average width of a letter, as a share of a row's height.
const LETTER: f32 = 0.36;
/// No cell gets room for more letters than these.
const MAX_LETTERS: usize = 18;
/// The size of pieces, as a share of a row's height.
const PIECE: f32 = 1.5;

fn row_height(unit: f32, text: f32) -> f32 {
    (unit * ROW * text).clamp(*ROWS.start(), ROWS.end() * text.max(0.5))
}

fn letters(text: &Text) -> usize {
    // Room for the player's name that will be filled in.
    let filled = text.key().len() + if text.key().contains('{') { 4 } else { 0 };
    filled.min(MAX_LETTERS)
}

/// The widths of the first column and of the others, as multiples of a row's height.
fn columns(sheet: &Content) -> (f32, Vec<f32>) {
    let name = |row: &Row| {
        let seat = if row.seat.is_some() { 9 } else { 0 };
        let pieces: f32 = row.pieces.iter().map(|piece| size_of(piece, PIECE).x + 0.1).sum();
        (letters(&row.name) + seat).min(MAX_LETTERS) as f32 * LETTER + pieces + 0.8
    };
    let first = sheet.rows.iter().map(name).fold(1.2, f32::max);
    let count = sheet.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default().max(sheet.columns.len());
    let column = |number: usize| {
        let head = sheet.columns.get(number).map_or(0, letters);
        let cells = sheet.rows.iter().filter_map(|row| row.cells.get(number)).map(|cell| letters(&cell.text));
        cells.fold(head, usize::max).max(2) as f32 * LETTER + 0.8
    };
    (first, (0..count).map(column).collect())
}

/// The rectangles of all cells, line by line, with the heading first.
fn grid(sheet: &Content, rect: Rect) -> Vec<Vec<Rect>> {
    let (first, others) = columns(sheet);
    let lines = sheet.rows.len() + usize::from(!sheet.columns.is_empty());
    let scale = rect.width() / (first + others.iter().sum::<f32>()).max(0.1);
    let high = rect.height() / lines.max(1) as f32;
    let widths: Vec<f32> = std::iter::once(first).chain(others).map(|width| width * scale).collect();
    (0..lines)
        .map(|line| {
            let mut at = pos2(rect.left(), rect.top() + high * line as f32);
            let cell = |width: &f32| {
                let cell = Rect::from_min_size(at, vec2(*width, high));
                at.x += width;
                cell
            };
            widths.iter().map(cell).collect()
        })
        .collect()
}

impl LayoutLook for Sheet {
    fn wants(&self, slot: Slot<'_>, _: f32) -> Vec2 {
        let Layout::Sheet(sheet) = &slot.area().layout else { return Vec2::ZERO };
        let (first, others) = columns(sheet);
        let lines = sheet.rows.len() + usize::from(!sheet.columns.is_empty());
        vec2(first + others.iter().sum::<f32>(), lines.max(1) as f32) * row_height(slot.unit, slot.text)
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        let area = slot.area();
        let Layout::Sheet(sheet) = &area.layout else { return };
        let size = self.wants(slot, rect.width()).min(rect.size());
        let paper = Align2::CENTER_CENTER.align_size_within_rect(size, rect);
        layout.areas[slot.number].body = paper;
        layout.touchable(area, Spot::rect(paper));
        let heads = usize::from(!sheet.columns.is_empty());
        for (row, cells) in sheet.rows.iter().zip(grid(sheet, paper).into_iter().skip(heads)) {
            for (cell, place) in row.cells.iter().zip(cells.iter().skip(1)) {
                if !cell.handle.is_empty() {
                    layout.spots.insert(cell.handle.clone(), Spot::rect(place.shrink(1.0)));
                }
            }
            for (piece, spot) in row_pieces(row, cells[0]) {
                if !piece.handle.is_empty() {
                    layout.spots.insert(piece.handle.clone(), spot);
                }
            }
        }
        for (index, piece) in area.pieces.iter().enumerate() {
            layout.place(slot, index, piece, spot_of(piece, rect.center(), slot.unit * 0.6));
        }
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        let Layout::Sheet(sheet) = &area.layout else { return };
        let (painter, paper) = (canvas.painter, laid.body);
        for step in 1..=3 {
            let drop = paper.translate(vec2(1.0, 1.6) * step as f32);
            painter.rect_filled(drop, 3.0, Color32::from_black_alpha(28));
        }
        painter.rect(paper, 3.0, theme::CARD, Stroke::new(1.0, theme::CARD_EDGE), StrokeKind::Inside);
        let grid = grid(sheet, paper);
        let heads = usize::from(!sheet.columns.is_empty());
        for (line, cells) in grid.iter().enumerate() {
            let high = cells.first().map_or(0.0, Rect::height);
            if line > 0 {
                let y = cells[0].top();
                let strong = line == heads;
                let colour = if strong { theme::CARD_EDGE } else { theme::LINE };
                painter.hline(paper.x_range(), y, Stroke::new(if strong { 1.5 } else { 1.0 }, colour));
            }
            if line < heads {
                for (head, cell) in sheet.columns.iter().zip(cells.iter().skip(1)) {
                    theme::fit(painter, cell.shrink(3.0), &canvas.shown(head), high * 0.56, theme::INK_SOFT);
                }
                continue;
            }
            let Some(row) = sheet.rows.get(line - heads) else { continue };
            if row.strong {
                let whole = Rect::from_min_max(cells[0].min, cells[cells.len() - 1].max);
                painter.rect_filled(whole.shrink2(vec2(1.0, 0.0)), 0.0, theme::STRONG);
            }
            paint_row(canvas, row, cells, high);
        }
        for column in grid.first().into_iter().flat_map(|cells| cells.iter().skip(1)) {
            painter.vline(column.left(), paper.y_range(), Stroke::new(1.0, theme::LINE));
        }
    }

    fn lines(&self, area: &Area, names: &[String]) -> Vec<String> {
        description_and_pieces(self, area, names)
    }

    fn touchables<'a>(&self, area: &'a Area, names: &[String], add: &mut dyn FnMut(Touchable<'a, '_>)) {
        let Layout::Sheet(sheet) = &area.layout else { return };
        for row in &sheet.rows {
            let row_name = row_name(row, names);
            for (number, cell) in row.cells.iter().enumerate().filter(|(_, cell)| !cell.handle.is_empty()) {
                let column = sheet.columns.get(number).map(|column| column.shown(names));
                let text = cell.text.shown(names);
                let name = || match &column {
                    Some(column) => format!("{row_name}, {column}: {text}"),
                    None => format!("{row_name}: {text}"),
                };
                add(Touchable { handle: &cell.handle, tip: &Text::default(), cell: None, name: &name });
            }
            for piece in &row.pieces {
                let name = || piece_name(piece, names);
                add(Touchable { handle: &piece.handle, tip: &piece.tip, cell: None, name: &name });
            }
        }
    }

    fn description(&self, area: &Area, names: &[String]) -> String {
        let Layout::Sheet(sheet) = &area.layout else { return String::new() };
        let rows = sheet.rows.iter().map(|row| {
            let cells: Vec<String> = row.cells.iter().map(|cell| cell.text.shown(names)).collect();
            format!("{} {}", row_name(row, names), cells.join(" ")).trim().to_owned()
        });
        format!("{}: {}", area.title.shown(names), rows.collect::<Vec<_>>().join("; "))
    }
}

/// The name of a row: its seat's name, its own, or both.
pub fn row_name(row: &Row, names: &[String]) -> String {
    let seat = row.seat.and_then(|seat| names.get(seat.index())).cloned().unwrap_or_default();
    let name = row.name.shown(names);
    if seat.is_empty() || name.is_empty() { seat + &name } else { format!("{seat}, {name}") }
}

/// The places of the pieces beside a row's name.
fn row_pieces(row: &Row, cell: Rect) -> impl Iterator<Item = (&stonehouse_plugin::scene::Piece, Spot)> {
    let unit = cell.height() * PIECE;
    let mut right = cell.right() - 2.0;
    row.pieces.iter().rev().map(move |piece| {
        let size = size_of(piece, unit);
        let scale = (cell.height() * 0.86 / size.y).min(1.0);
        let at = pos2(right - size.x * scale / 2.0, cell.center().y);
        right -= size.x * scale + 0.1 * cell.height();
        (piece, spot_of(piece, at, unit * scale))
    })
}

fn paint_row(canvas: &Canvas<'_>, row: &Row, cells: &[Rect], high: f32) {
    let painter = canvas.painter;
    let ink = if row.strong { theme::GREEN } else { theme::INK };
    let mut name = cells[0].shrink2(vec2(5.0, 2.0));
    for (piece, spot) in row_pieces(row, cells[0]) {
        name.max.x = name.max.x.min(spot.bounds().left() - 2.0);
        looks::paint_flat(canvas, VisiblePart::from(piece), spot, 1.0);
    }
    theme::fit_left(painter, name, &row_name(row, canvas.names), high * 0.6, ink);
    for (cell, place) in row.cells.iter().zip(cells.iter().skip(1)) {
        let is = |mark| cell.marks.contains(&mark);
        let spent = is(Mark::Spent);
        if is(Mark::Last) {
            painter.rect_filled(place.shrink(1.0), 2.0, theme::BRASS.gamma_multiply(0.32));
        }
        let colour = if spent { theme::INK_SOFT } else { ink };
        theme::fit(painter, place.shrink(3.0), &canvas.shown(&cell.text), high * 0.62, colour);
        if spent {
            painter.hline(place.shrink(5.0).x_range(), place.center().y, Stroke::new(1.2, theme::INK_SOFT));
        }
        if is(Mark::Threatened) {
            marks::threatened(painter, Spot::rect(place.shrink(1.0)));
        }
    }
}
