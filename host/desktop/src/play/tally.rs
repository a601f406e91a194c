//! The tally: how the points of a hand or round were counted. A new one is shown before the match continues.

use crate::board::Board;
use egui::{Align, Grid, Key, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::Scene;
use stonehouse_plugin::scene::{Row, Tally};
use stonehouse_table::Textures;
use stonehouse_table::looks::layouts::sheet::row_name;
use stonehouse_table::{looks, looks::Canvas};
use stonehouse_ui::theme;

/// The width of the dialog, in points.
const WIDTH: f32 = 620.0;
/// The size of a piece, and the height of one that is taller than wide.
const PIECE: f32 = 26.0;
const TALL: f32 = 44.0;
/// How much larger pieces are where no row has more than these.
const LARGER: f32 = 1.4;
const FEW: usize = 6;

/// The dialog with the tally of the scene on the board.
#[derive(Default)]
pub(super) struct TallyDialog {
    /// Whether the tally is read before the match continues, or again.
    is_open: bool,
}

impl TallyDialog {
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    pub const fn open(&mut self) {
        self.is_open = true;
    }

    /// Prepares for the scene that is about to follow the one on the board. The dialog is open for a tally that is new,
    /// and for one that is not read yet. One that existed when the match was opened is not new, and one that was taken
    /// back is closed.
    pub fn follow(&mut self, board: &Board, next: &Scene) {
        let number = |scene: &Scene| scene.tally.as_ref().map_or(0, |tally| tally.number);
        let (before, now) = (number(board.scene()), number(next));
        self.is_open = board.revision() > 0 && (now > before || (self.is_open && now == before));
    }

    /// Shows the tally over everything else, until it is closed: with its button, Enter or Esc, not with a click beside
    /// it.
    pub fn ui(&mut self, ui: &Ui, board: &Board, textures: &Textures) {
        if let Some(tally) = &board.scene().tally {
            self.is_open = !show(ui, tally, board, textures);
        }
    }
}

/// Shows a tally. Returns whether it was closed.
fn show(ui: &Ui, tally: &Tally, board: &Board, textures: &Textures) -> bool {
    let mut close = false;
    let names = board.names();
    let most = tally.sheet.rows.iter().map(|row| row.pieces.len()).max().unwrap_or_default();
    let scale = if most <= FEW { LARGER } else { 1.0 };
    let body = |(): &mut (), ui: &mut Ui| {
        ui.label(RichText::new(tally.title.shown(names)).text_style(theme::heading()));
        ui.add_space(4.0);
        // A wide table is scrolled.
        ScrollArea::horizontal().show(ui, |ui| {
            Grid::new("tally").num_columns(tally.sheet.columns.len() + 2).spacing(vec2(18.0, 10.0)).show(ui, |ui| {
                ui.label("");
                ui.label("");
                for column in &tally.sheet.columns {
                    ui.label(
                        RichText::new(column.shown(names))
                            .text_style(theme::small())
                            .color(theme::colours(ui).ink_soft),
                    );
                }
                ui.end_row();
                for row in &tally.sheet.rows {
                    let name = RichText::new(row_name(row, board.places())).text_style(theme::title());
                    ui.label(if row.strong { name.strong().color(theme::colours(ui).accent) } else { name });
                    pieces(ui, row, scale, board, textures);
                    for cell in &row.cells {
                        let cell = RichText::new(cell.text.shown(names)).text_style(theme::body());
                        let cell = if row.strong { cell.strong().color(theme::colours(ui).accent) } else { cell };
                        ui.label(cell);
                    }
                    ui.end_row();
                }
            });
        });
        ui.add_space(6.0);
        ui.add(Label::new(RichText::new(tally.reason.shown(names)).text_style(theme::body())).wrap());
    };
    theme::dialog(ui.ctx(), "tally", WIDTH, &mut (), body, |(), ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            close = theme::primary(ui, tr!("Continue")).clicked();
        });
    });
    close || ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Escape))
}

fn pieces(ui: &mut Ui, row: &Row, scale: f32, board: &Board, textures: &Textures) {
    let tall = row.pieces.iter().any(|piece| {
        let shape = looks::face(&piece.face).shape(&piece.face);
        shape.aspect > 1.2
    });
    let (across, high) = if tall { (TALL * 0.76, TALL) } else { (PIECE, PIECE) };
    let (across, high) = (across * scale, high * scale);
    let size = vec2(across * row.pieces.len() as f32, high);
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let names: Vec<String> = row.pieces.iter().map(|piece| piece.name.shown(board.names())).collect();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, names.join(", ")));
    let canvas = Canvas { painter: &painter, textures, pictures: board.pictures(), names: board.names() };
    for (index, piece) in row.pieces.iter().enumerate() {
        let at = response.rect.left_center() + vec2(across * (index as f32 + 0.5), 0.0);
        stonehouse_table::paint_alone(&canvas, piece, at, high * 0.44);
    }
}
