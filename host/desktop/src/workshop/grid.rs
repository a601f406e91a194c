//! A text that is a drawing, lines of equally many letters, as a grid to paint. The meaning of the letters is taken
//! from the knob's documentation.

use super::widgets::choice;
use egui::{Color32, FontId, Id, PointerButton, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use std::collections::HashMap;
use stonehouse_language::tr;
use stonehouse_plugin::{KnobDecl, KnobKind};
use stonehouse_ui::theme;

/// The least and the greatest size of a cell, and the greatest width of a grid.
const MIN_CELL: f32 = 14.0;
const MAX_CELL: f32 = 26.0;
const MAX_WIDTH: f32 = 420.0;
/// The most letters to paint with.
const MAX_LETTERS: usize = 10;

/// Whether a text is a drawing: at least two lines of the same length.
pub(super) fn is_grid(text: &str) -> bool {
    let lines = rows(text);
    let width = lines.first().map_or(0, Vec::len);
    lines.len() > 1 && width > 1 && lines.iter().all(|line| line.len() == width)
}

fn rows(text: &str) -> Vec<Vec<char>> {
    text.trim_matches('\n').lines().map(|line| line.chars().collect()).collect()
}

/// Shows a drawing. The text has lines of equally many letters before and after.
pub(super) fn ui(ui: &mut Ui, knob: &KnobDecl, name: &str, text: &mut String, brushes: &mut HashMap<String, char>) {
    let longest = if let KnobKind::Text { longest } = knob.kind { longest } else { usize::MAX };
    let mut cells = rows(text);
    let letters = letters(knob, &cells);
    let brush = brushes.entry(knob.name.clone()).or_insert_with(|| letters.first().map_or(' ', |(letter, _)| *letter));
    ui.horizontal_wrapped(|ui| {
        for (letter, meaning) in &letters {
            let shown = if meaning.is_empty() { letter.to_string() } else { format!("{letter}  {meaning}") };
            if choice(
                ui,
                brush == letter,
                &shown,
                &tr!("{knob}: paint {what}", knob = name, what = label(*letter, meaning)),
            ) {
                *brush = *letter;
            }
        }
    });
    let before = cells.clone();
    paint(ui, (knob, name), &mut cells, &letters, *brush);
    let fill = letters.first().map_or(' ', |(letter, _)| *letter);
    ui.horizontal_wrapped(|ui| {
        let (width, height) = (cells.first().map_or(0, Vec::len), cells.len());
        let size = egui::RichText::new(tr!("{width} by {height}", width, height))
            .text_style(theme::small())
            .color(theme::colours(ui).ink_soft);
        ui.label(size);
        let mut button = |text: &str, can: bool| {
            let response = ui.add_enabled(can, egui::Button::new(egui::RichText::new(text).text_style(theme::small())));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, can, format!("{name}: {}", text.to_lowercase())));
            response.clicked()
        };
        if button(tr!("Wider"), (width + 2) * height <= longest) {
            cells.iter_mut().for_each(|line| line.push(fill));
        } else if button(tr!("Narrower"), width > 2) {
            cells.iter_mut().for_each(|line| line.truncate(width - 1));
        } else if button(tr!("Taller"), (width + 1) * (height + 1) <= longest) {
            cells.push(vec![fill; width]);
        } else if button(tr!("Shorter"), height > 2) {
            cells.pop();
        }
    });
    if cells != before {
        let drawn: Vec<String> = cells.iter().map(|line| line.iter().collect()).collect();
        let (head, tail) =
            (if text.starts_with('\n') { "\n" } else { "" }, if text.ends_with('\n') { "\n" } else { "" });
        *text = format!("{head}{}{tail}", drawn.join("\n"));
    }
}

/// The letters to paint with, and their meanings: those that the documentation puts between backticks, and those in the
/// drawing.
fn letters(knob: &KnobDecl, cells: &[Vec<char>]) -> Vec<(char, String)> {
    let mut letters = documented(&knob.doc);
    let default = knob.default.as_str().map(rows).unwrap_or_default();
    for letter in default.iter().chain(cells).flatten() {
        if letters.len() < MAX_LETTERS && !letters.iter().any(|(known, _)| known == letter) {
            letters.push((*letter, String::new()));
        }
    }
    letters
}

/// Single letters between backticks, each with the words after it: "`o` is a pocket, `.` nothing" gives "a pocket" and
/// "nothing".
fn documented(doc: &str) -> Vec<(char, String)> {
    let parts: Vec<&str> = doc.split('`').collect();
    let mut found: Vec<(char, String)> = Vec::new();
    for pair in parts.get(1..).unwrap_or_default().chunks(2) {
        let mut inside = pair[0].chars();
        let (Some(letter), None) = (inside.next(), inside.next()) else { continue };
        let words = pair.get(1).copied().unwrap_or_default();
        let words = words.split([',', '.', ';', ':', '(']).next().unwrap_or_default().trim();
        let words = ["is ", "means ", "for "].iter().find_map(|start| words.strip_prefix(start)).unwrap_or(words);
        let words = words.strip_suffix(" and").unwrap_or(words);
        if !found.iter().any(|(known, _)| *known == letter) {
            found.push((letter, words.to_owned()));
        }
    }
    found
}

fn label(letter: char, meaning: &str) -> String {
    if meaning.is_empty() { letter.to_string() } else { meaning.to_owned() }
}

fn paint(
    ui: &mut Ui,
    (knob, name): (&KnobDecl, &str),
    cells: &mut [Vec<char>],
    letters: &[(char, String)],
    brush: char,
) {
    let (width, height) = (cells.first().map_or(0, Vec::len), cells.len());
    let size = (ui.available_width().min(MAX_WIDTH) / width as f32).clamp(MIN_CELL, MAX_CELL);
    let (all, _) = ui.allocate_exact_size(vec2(size * width as f32, size * height as f32), Sense::hover());
    let pointer = ui.input(|input| input.pointer.interact_pos());
    let mut painting = false;
    let mut clicked = None;
    for (row, line) in cells.iter().enumerate() {
        for (column, letter) in line.iter().enumerate() {
            let corner = pos2(all.left() + size * column as f32, all.top() + size * row as f32);
            let rect = Rect::from_min_size(corner, vec2(size, size));
            let response = ui.interact(rect, Id::unique(("grid", &knob.name, row, column)), Sense::click_and_drag());
            let place = letters.iter().position(|(known, _)| known == letter);
            let meaning = place.map_or("", |place| &letters[place].1);
            let label = tr!(
                "{knob}, row {row}, column {column}: {what}",
                knob = name,
                row = row + 1,
                column = column + 1,
                what = label(*letter, meaning)
            );
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            painting |= response.dragged_by(PointerButton::Primary) || response.is_pointer_button_down_on();
            if response.clicked() {
                clicked = Some((row, column));
            }
            if ui.is_rect_visible(rect) {
                cell(ui, rect, *letter, place, response.hovered() || response.has_focus());
            }
        }
    }
    let under = pointer.filter(|at| painting && all.contains(*at)).map(|at| {
        let from = (at - all.min) / size;
        (from.y as usize, from.x as usize)
    });
    if let Some(letter) = clicked.or(under).and_then(|(row, column)| cells.get_mut(row)?.get_mut(column)) {
        *letter = brush;
    }
}

/// The colours of the first letters, in the order in which the documentation names them; of the others, the ground's.
const COLOURS: [Color32; 2] = [theme::BRASS, Color32::from_rgb(0x9a, 0x86, 0x6a)];

fn cell(ui: &Ui, rect: Rect, letter: char, place: Option<usize>, near: bool) {
    let colours = theme::colours(ui);
    let colour = match place {
        Some(3) => theme::GREEN_LIGHT,
        place => place.and_then(|place| COLOURS.get(place)).copied().unwrap_or(colours.card_hover),
    };
    let stroke = if near { Stroke::new(2.0, colours.accent) } else { Stroke::new(1.0, colours.line) };
    ui.painter().rect(rect.shrink(1.0), 3.0, colour, stroke, StrokeKind::Inside);
    let ink = theme::contrast(colour);
    let font = FontId::monospace(rect.height() * 0.5);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, letter, font, ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_rectangular_and_their_letters_documented() {
        assert!(is_grid(".oo.\noo+o\n") && is_grid("\nab\ncd"));
        assert!(!is_grid("one line") && !is_grid("two\nlines") && !is_grid("a\nb"));
        let doc = "The map: `~` is water, `#` a wall and `.` nothing. At most 9 `places`.";
        let letters = documented(doc);
        let letters: Vec<(char, &str)> = letters.iter().map(|(letter, meaning)| (*letter, meaning.as_str())).collect();
        assert_eq!(letters, [('~', "water"), ('#', "a wall"), ('.', "nothing")]);
    }
}
