//! How a hand or round was counted, shown before the match goes on.

use crate::look::{self, Textures};
use crate::table;
use egui::{Align, Grid, Key, Label, Layout, RichText, Sense, Ui, vec2};
use stonehouse_engine::Match;
use stonehouse_plugin_api::scene::Tally;

/// The width of the sheet, in points.
const WIDTH: f32 = 620.0;
/// The size of a piece.
const PIECE: f32 = 26.0;

/// Shows it over everything else; tells whether people have seen enough: they say so by its button or a key, not by a click beside it.
pub(super) fn show(ui: &Ui, tally: &Tally, current: &Match, textures: &Textures) -> bool {
    let mut close = false;
    let seats = &current.ruleset().seating().seats;
    let body = |(): &mut (), ui: &mut Ui| {
        ui.label(RichText::new(&tally.title).font(look::HEADING()));
        ui.add_space(4.0);
        Grid::new("tally").num_columns(tally.columns.len() + 2).spacing(vec2(18.0, 10.0)).show(ui, |ui| {
            ui.label("");
            ui.label("");
            for column in &tally.columns {
                ui.label(RichText::new(column).font(look::SMALL()).color(look::INK_SOFT));
            }
            ui.end_row();
            for row in &tally.rows {
                let (player, seat) = (&current.players()[row.seat.index()], &seats[row.seat.index()]);
                let name = RichText::new(format!("{} · {}", player.name, seat.name)).font(look::TITLE());
                ui.label(if row.won { name.strong().color(look::GREEN) } else { name });
                pieces(ui, row, textures);
                for cell in &row.cells {
                    let cell = RichText::new(cell).font(look::BODY());
                    let cell = if row.won { cell.strong().color(look::GREEN) } else { cell };
                    ui.label(cell);
                }
                ui.end_row();
            }
        });
        ui.add_space(6.0);
        ui.add(Label::new(RichText::new(&tally.reason).font(look::BODY())).wrap());
    };
    look::sheet(ui.ctx(), "tally", WIDTH, &mut (), body, |(), ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            close = look::primary(ui, "Go on").clicked();
        });
    });
    close || ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Escape))
}

fn pieces(ui: &mut Ui, row: &stonehouse_plugin_api::scene::TallyRow, textures: &Textures) {
    let size = vec2(PIECE * row.pieces.len() as f32, PIECE);
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let names: Vec<&str> = row.pieces.iter().map(|piece| piece.name.as_str()).collect();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, names.join(", ")));
    for (index, piece) in row.pieces.iter().enumerate() {
        let at = response.rect.left_center() + vec2(PIECE * (index as f32 + 0.5), 0.0);
        table::paint_alone(&painter, textures, &piece.face, at, PIECE * 0.44);
    }
}
