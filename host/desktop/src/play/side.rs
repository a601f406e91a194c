//! Beside the table: the seats with their scores and clocks, and the log.

use super::words;
use crate::look::{self, Textures};
use egui::{
    Align, Color32, CornerRadius, FontId, Frame, Image, Label, Layout, Margin, Panel, RichText, ScrollArea, Stroke, Ui,
    vec2,
};
use std::time::{Duration, Instant};
use stonehouse_engine::{LogEntry, Match};
use stonehouse_plugin_api::scene::{Colour, SeatPanel};
use stonehouse_plugin_api::{Scene, Seat};

const WIDTH: f32 = 264.0;

/// Shows them.
pub fn show(ui: &mut Ui, current: &Match, scene: &Scene, log: &[LogEntry], textures: &Textures, thinking: bool) {
    let frame = Frame::new().fill(look::PAPER).inner_margin(Margin::same(12));
    Panel::right("side").exact_size(WIDTH).resizable(false).frame(frame).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        let left = current.clock().map(|clock| clock.left(Instant::now()));
        for panel in &scene.seats {
            let left = left.as_ref().and_then(|left| left.get(panel.seat.index()));
            seat(ui, current, panel, textures, left.copied(), thinking);
        }
        ui.add_space(4.0);
        self::log(ui, current, scene, log, textures);
    });
}

fn seat(ui: &mut Ui, current: &Match, panel: &SeatPanel, textures: &Textures, left: Option<Duration>, thinking: bool) {
    let acts = current.to_act() == Some(panel.seat);
    let won = current.end().is_some_and(|end| end.outcome.winners.contains(&panel.seat));
    let player = &current.players()[panel.seat.index()];
    let stroke = if acts || won { Stroke::new(2.5, look::BRASS) } else { Stroke::new(1.0, look::LINE) };
    let frame = Frame::new()
        .fill(look::CARD)
        .stroke(stroke)
        .corner_radius(CornerRadius::same(9))
        .inner_margin(Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            stone(ui, textures, panel.colour, 22.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(panel.score.to_string()).font(FontId::proportional(30.0)))
                    .on_hover_text("Points");
                let name = RichText::new(&player.name).font(look::TITLE());
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(name).truncate()));
            });
        });
        ui.horizontal(|ui| {
            let mut notes = vec![current.ruleset().seating().seats[panel.seat.index()].name.clone()];
            notes.extend(panel.notes.iter().cloned());
            if acts && thinking {
                notes.push("thinking…".to_owned());
            }
            let notes = RichText::new(notes.join(" · ")).font(look::SMALL()).color(look::INK_SOFT);
            ui.label(notes);
            if let Some(left) = left {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| clock(ui, left, acts));
            }
        });
    });
}

fn clock(ui: &mut Ui, left: Duration, runs: bool) {
    let short = left < Duration::from_mins(1);
    let colour = if short {
        look::ALARM
    } else if runs {
        look::INK
    } else {
        look::INK_SOFT
    };
    ui.label(RichText::new(words::clock(left)).font(FontId::proportional(20.0)).color(colour))
        .on_hover_text("Time left");
}

fn stone(ui: &mut Ui, textures: &Textures, colour: Option<Colour>, size: f32) {
    if let Some(colour) = colour {
        let sized = egui::load::SizedTexture::new(textures.stone(colour), vec2(size, size));
        ui.add(Image::from_texture(sized).tint(Color32::WHITE));
    }
}

fn log(ui: &mut Ui, current: &Match, scene: &Scene, log: &[LogEntry], textures: &Textures) {
    if log.is_empty() {
        ui.label(RichText::new("The log fills as you play.").color(look::INK_SOFT));
        return;
    }
    let players = current.players();
    // Players of the same name are told apart by their seats.
    let twice = |name: &str| players.iter().filter(|player| player.name == name).count() > 1;
    let seats = &current.ruleset().seating().seats;
    let colour = |seat: Seat| scene.seats.get(seat.index()).and_then(|panel| panel.colour);
    ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (index, entry) in log.iter().enumerate() {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(RichText::new(format!("{:>2}", index + 1)).font(look::SMALL()).color(look::INK_SOFT));
                stone(ui, textures, colour(entry.seat), 12.0);
                let name = &players[entry.seat.index()].name;
                let name = if twice(name) { &seats[entry.seat.index()].name } else { name };
                let line = RichText::new(format!("{name}: {}", entry.text)).font(look::SMALL());
                ui.add(Label::new(line).wrap());
            });
        }
    });
}
