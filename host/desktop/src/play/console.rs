//! The console: the lines that house rules print, their messages and their changes, each with its action. For those who
//! write them.

use crate::board::{Board, MIN_TABLE};
use crate::log::LogLine;
use egui::{Frame, Label, Margin, Panel, RichText, ScrollArea, Ui};
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The height of the console, in points: at first, and at least.
const HEIGHT: f32 = 150.0;
const LEAST: f32 = 60.0;
/// The most notes that are kept.
const MAX_LINES: usize = 200;

/// The console of a match.
#[derive(Default)]
pub(super) struct Console {
    pub open: bool,
    /// Messages about the files, and how many lines the log had then.
    notes: Vec<(usize, String)>,
    /// How many lines the log has.
    lines: usize,
    /// The lines that house rules printed while the choices were listed.
    printed: Vec<String>,
}

impl Console {
    /// Notes something about the files.
    pub fn note(&mut self, text: &str) {
        if self.notes.len() == MAX_LINES {
            self.notes.remove(0);
        }
        self.notes.push((self.lines, text.to_owned()));
    }

    /// Takes the length of the log now, and the lines that house rules printed while the choices were listed.
    pub fn update(&mut self, lines: usize, printed: Vec<String>) {
        (self.lines, self.printed) = (lines, printed);
    }

    /// Shows the console, if it is open.
    pub fn ui(&self, ui: &mut Ui, board: &Board) {
        if !self.open {
            return;
        }
        let frame = Frame::new().fill(theme::colours(ui).card).inner_margin(Margin::symmetric(14, 8));
        let most = (ui.available_height() * 0.4).max(LEAST);
        // At first no more than the table can spare.
        let height = (ui.available_height() - MIN_TABLE.y - 16.0).clamp(LEAST, HEIGHT);
        let panel = Panel::bottom("console").frame(frame).resizable(true).default_size(height).size_range(LEAST..=most);
        panel.show(ui, |ui| {
            let entries = entries(board.lines(), &self.printed, &self.notes);
            if entries.is_empty() {
                let text = if board.ruleset().variant().scripts.is_empty() {
                    tr!("This match is played without house rules.")
                } else {
                    tr!("What house rules print and change is listed here, with the number of the action.")
                };
                ui.label(RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft));
            }
            let area = ScrollArea::vertical().id_salt(("console", board.id())).auto_shrink(false).stick_to_bottom(true);
            area.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                entries.iter().for_each(|entry| line(ui, entry));
            });
        });
    }
}

/// A line of the console: the number of the action, and a message.
struct ConsoleEntry<'a> {
    number: String,
    text: &'a str,
    kind: ConsoleEntryKind,
}

#[derive(Clone, Copy)]
enum ConsoleEntryKind {
    Printed,
    Announced,
    Changed,
    Files,
}

/// The lines of the console, for the log's `lines`, the lines `printed` since while choices were listed, and the notes.
fn entries<'a>(lines: &'a [LogLine], printed: &'a [String], notes: &'a [(usize, String)]) -> Vec<ConsoleEntry<'a>> {
    let mut found = Vec::new();
    let notes_at = |place: usize| notes.iter().filter(move |(at, _)| (*at).min(lines.len()) == place);
    let note =
        |(_, text): &'a (usize, String)| ConsoleEntry { number: String::new(), text, kind: ConsoleEntryKind::Files };
    found.extend(notes_at(0).map(note));
    let mut number = String::new();
    for (place, line) in lines.iter().enumerate() {
        // Announcements belong to the action above.
        if line.seat.is_some() {
            number = line.number.map(|number| number.to_string()).unwrap_or_default();
        }
        let mut add = |texts: &'a [String], kind| {
            found.extend(texts.iter().map(|text| ConsoleEntry { number: number.clone(), text, kind }));
        };
        add(&line.hook_changes, ConsoleEntryKind::Changed);
        add(&line.printed, ConsoleEntryKind::Printed);
        if line.seat.is_none() && !line.is_rolled {
            add(std::slice::from_ref(&line.text), ConsoleEntryKind::Announced);
        }
        found.extend(notes_at(place + 1).map(note));
    }
    // They belong to the action that is chosen now.
    let number = 1 + lines.iter().filter_map(|line| line.number).max().unwrap_or_default();
    found.extend(printed.iter().map(|text| ConsoleEntry {
        number: number.to_string(),
        text,
        kind: ConsoleEntryKind::Printed,
    }));
    found
}

fn line(ui: &mut Ui, entry: &ConsoleEntry<'_>) {
    let (sign, colour) = match entry.kind {
        ConsoleEntryKind::Printed => (tr!("print"), theme::colours(ui).ink),
        ConsoleEntryKind::Announced => (tr!("say"), theme::colours(ui).ink),
        ConsoleEntryKind::Changed => (tr!("did"), theme::colours(ui).ink_soft),
        ConsoleEntryKind::Files => (tr!("files"), theme::colours(ui).accent),
    };
    ui.horizontal_top(|ui| {
        let head = format!("{:>4} {sign:<8}", entry.number);
        ui.label(RichText::new(head).monospace().color(theme::colours(ui).ink_soft));
        ui.add(Label::new(RichText::new(entry.text).monospace().color(colour)).wrap().selectable(true));
    });
}
