//! The table as it is shown: its board, the names of its players and its log, in the user's language.

use super::words;
use crate::as_text::{self, InputUse};
use crate::board::MIN_TABLE;
use crate::log::{LogLine, Remark, log_lines};
use crate::names;
use egui::{Modifiers, Ui};
use stonehouse_engine::LogEntry;
use stonehouse_guest::{BoardView, GuestBoard, GuestState, HostPictures, TableLink};
use stonehouse_guest_protocol::{LogLine as SentLine, View};
use stonehouse_language::{MadeIn, current_language, reader, tr, translate};
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::Choice;
use stonehouse_table::Textures;
use stonehouse_table::cues::{Cue, cues};

/// A [`GuestState`] as it is shown.
pub(super) struct ShownTable {
    board: GuestBoard,
    /// The names of the players, by seat; the reader's own is the language's word for that.
    names: Vec<String>,
    lines: Vec<LogLine>,
    sounds: Vec<Cue>,
    /// The content of the board: the revision, the viewer, whether the match is over, and the names.
    content: Option<(u64, Option<Seat>, bool, Vec<String>)>,
    /// Whether the person here has won the match on the board.
    had_won: bool,
    made_in: MadeIn,
}

impl ShownTable {
    /// A table of which nothing is known yet.
    pub(super) fn new() -> Self {
        Self {
            board: GuestBoard::default(),
            names: Vec::new(),
            lines: Vec::new(),
            sounds: Vec::new(),
            content: None,
            had_won: false,
            made_in: MadeIn::now(),
        }
    }

    pub(super) const fn board(&self) -> &GuestBoard {
        &self.board
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    pub(super) fn take_sounds(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.sounds)
    }

    /// Prepares for the views of a host that was found, or found again, and that counts revisions from the beginning.
    pub(super) fn welcomed(&mut self, link: &TableLink, game: &str) {
        self.content = None;
        self.board.set_pictures(HostPictures::new(link, game));
    }

    /// Renews names and log.
    pub(super) fn refresh_lines(&mut self, state: &GuestState) {
        self.names = words::player_names(state);
        let remarks: Vec<Remark> = state
            .remarks()
            .iter()
            .map(|remark| Remark {
                after: remark.after,
                seat: None,
                text: if remark.by.is_empty() {
                    translate(&remark.text, &self.names)
                } else {
                    format!("{}: {}", names::display_name(&remark.by), remark.text.key())
                },
            })
            .collect();
        self.lines = log_lines(state.log().iter().cloned().map(entry).collect(), &remarks, &self.names);
    }

    /// Shows the view on the board. One that changes nothing there leaves it as it is, with what was touched.
    pub(super) fn refresh_board(&mut self, state: &GuestState) {
        let Some(view) = state.view() else { return };
        let Some(scene) = &view.scene else { return };
        let offered = if view.end.is_some() { &[][..] } else { &view.choices[..] };
        let content = (view.revision, view.you, view.end.is_some(), self.names.clone());
        if self.content.as_ref() == Some(&content) && self.board.actions().len() == offered.len() {
            return;
        }
        self.content = Some(content);
        self.note_sounds(view, scene);
        let viewer = view.you.unwrap_or_default();
        let mut shown = BoardView::new(scene.clone(), offered, state.log(), viewer, self.names.clone());
        if let Some(table) = state.table() {
            let place = |(seat, name): (usize, &String)| match words::seat_name(table, seat) {
                seat if seat == *name => seat,
                seat => format!("{name} · {seat}"),
            };
            shown.places = self.names.iter().enumerate().map(place).collect();
        }
        let language = current_language();
        let you = reader(&language, &self.names);
        language.scene(&mut shown.scene, you);
        shown.actions.iter_mut().for_each(|action| language.action(&mut action.description, you));
        self.board.show(shown);
    }

    /// Renews everything if the language has changed since it was made.
    pub(super) fn follow_language(&mut self, state: &GuestState) {
        if self.made_in.has_changed() {
            self.content = None;
            self.refresh_lines(state);
            self.refresh_board(state);
        }
    }

    /// Notes the sounds of the change to this scene.
    fn note_sounds(&mut self, view: &View, scene: &Scene) {
        self.sounds.extend(sounds(self.board.scene(), scene, view.you.unwrap_or_default(), view.you.is_some()));
        let has_won = view.end.as_ref().is_some_and(|end| view.you.is_some_and(|you| end.winners.contains(you)));
        if has_won && !self.had_won {
            self.sounds.push(Cue::Win);
        }
        self.had_won = has_won;
    }

    /// Shows the board. Returns the choice that was made.
    pub(super) fn board_ui(&mut self, ui: &mut Ui, textures: &Textures) -> Option<Choice> {
        self.board.ui(ui, textures, MIN_TABLE)
    }

    /// Shows the table as text: every choice as a button, and then its content. Returns the choice that was made.
    pub(super) fn text_ui(&mut self, ui: &mut Ui, link: &TableLink, input: &InputUse) -> Option<Choice> {
        let mut chosen = None;
        as_text::paper(ui, ("text", link.to_string()), Some(Modifiers::NONE), |ui| {
            if !self.board.actions().is_empty() {
                as_text::heading(ui, tr!("What you can do"));
                if self.board.has_form() {
                    chosen = self.board.form_ui(ui);
                } else {
                    let place = as_text::choices(ui, self.board.actions(), &self.names, input.by_keyboard());
                    chosen = place.and_then(|place| self.board.choose(place));
                }
            }
            as_text::log(ui, self.lines.iter(), |line| self.sentence(line));
            as_text::scene(ui, self.board.scene(), &self.names, self.board.places());
        });
        chosen
    }

    /// A line of the log with the name of its player.
    pub(super) fn sentence(&self, line: &LogLine) -> String {
        let name = line.seat.and_then(|seat| self.names.get(seat.index()));
        name.map_or_else(|| line.text.clone(), |name| format!("{name}: {}", line.text))
    }
}

/// The sounds between two scenes of one viewer; a spectator has no turn.
fn sounds(before: &Scene, after: &Scene, viewer: Seat, is_seated: bool) -> Vec<Cue> {
    // The first scene that is shown is no change.
    if before.seats.is_empty() {
        return Vec::new();
    }
    let mut new = cues(before, after, viewer);
    new.retain(|cue| *cue != Cue::YourTurn || is_seated);
    new
}

fn entry(line: SentLine) -> LogEntry {
    let SentLine { seat, dealt, opening, text, rolled, news, messages } = line;
    LogEntry { seat, dealt, opening, text, rolled, news, messages }
}
