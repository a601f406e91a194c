//! Beside a table: the cards of the seats, and the lines of the log. A match and a table with guests share them.

use crate::board::{clock_label, stone};
use crate::log::LogLine;
use egui::{Align, Color32, CornerRadius, FontId, Frame, Label, Layout, Margin, Response, RichText, Stroke, Ui, vec2};
use std::time::Duration;
use stonehouse_language::tr;
use stonehouse_plugin::scene::{SeatPanel, Tint};
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The height of a seat with one line of details and of one without.
const SEAT_HEIGHT: f32 = 82.0;
const BRIEF_HEIGHT: f32 = 30.0;
/// The width that details do not have: margins, and a clock where there is one.
const MARGINS: f32 = 30.0;
const CLOCK: f32 = 74.0;

/// How much is shown of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Everything, in as many lines as it takes.
    All,
    /// The name and the points in one line, and below it the details that change while playing.
    Changing,
    /// Only the name and the points.
    Points,
}

impl Detail {
    /// The most detail for which there is room: `height` points for as many seats as `about` has texts below their
    /// names.
    pub fn fitting(ui: &Ui, height: f32, has_clocks: bool, about: impl Fn(Self) -> Vec<String>) -> Self {
        let scale = theme::scale(ui);
        let (line, clock) = (text_height(ui, "", f32::INFINITY), if has_clocks { CLOCK } else { 0.0 });
        let high = |detail: Self, seat: f32, wide: f32| {
            let texts = about(detail);
            texts.iter().map(|text| seat * scale + text_height(ui, text, wide) - line).sum::<f32>()
        };
        let wide = ui.available_width() - MARGINS;
        if high(Self::All, SEAT_HEIGHT, wide - clock * scale) <= height {
            Self::All
        } else if high(Self::Changing, BRIEF_HEIGHT + line, wide) <= height {
            Self::Changing
        } else {
            Self::Points
        }
    }
}

/// The card of a seat.
pub(crate) struct SeatCard<'a> {
    pub name: &'a str,
    /// Its panel in the scene; none before the match begins.
    pub panel: Option<&'a SeatPanel>,
    /// The text below the name.
    pub about: String,
    /// Whether that text is a warning.
    pub is_warning: bool,
    /// The points since the last turn.
    pub gained: i64,
    /// The time that is left.
    pub left: Option<Duration>,
    /// Whether it is this seat's turn.
    pub acts: bool,
    pub won: bool,
    /// Whether it is out of the match.
    pub is_out: bool,
    pub detail: Detail,
}

impl SeatCard<'_> {
    /// Shows the card, with `below` at its end.
    pub fn ui(&self, ui: &mut Ui, textures: &Textures, below: impl FnOnce(&mut Ui)) -> Response {
        let brief = self.detail != Detail::All;
        // The margin makes up for the wider line, so that nothing inside it moves.
        let (stroke, margin) = if self.acts || self.won {
            (Stroke::new(2.0, theme::colours(ui).turn), 0)
        } else {
            (Stroke::new(1.0, theme::colours(ui).line), 1)
        };
        let frame = Frame::new()
            .fill(theme::colours(ui).card)
            .stroke(stroke)
            .outer_margin(Margin::same(margin))
            .corner_radius(CornerRadius::same(9))
            .inner_margin(Margin::symmetric(12, if brief { 1 } else { 8 }));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            self.head(ui, textures, brief);
            let colours = theme::colours(ui);
            let colour = if self.is_warning { colours.alarm } else { colours.ink_soft };
            let about = Label::new(RichText::new(&self.about).text_style(theme::small()).color(colour)).wrap();
            match self.detail {
                Detail::All => {
                    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                        if let Some(left) = self.left {
                            clock_label(ui, left, self.acts);
                        }
                        ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(about));
                    });
                }
                Detail::Changing if !self.about.is_empty() => _ = ui.add(about),
                Detail::Changing | Detail::Points => {}
            }
            below(ui);
        });
        shown.response
    }

    /// The line with the name and the points.
    fn head(&self, ui: &mut Ui, textures: &Textures, brief: bool) {
        let scale = theme::scale(ui);
        let height = if brief { 24.0 } else { 34.0 } * scale;
        ui.allocate_ui_with_layout(vec2(ui.available_width(), height), Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_height(height);
            let size = if brief { 20.0 } else { 30.0 } * scale;
            if let Some(score) = self.panel.and_then(|panel| panel.score) {
                let score = RichText::new(score.to_string()).font(FontId::proportional(size));
                ui.label(score).on_hover_text(tr!("Points"));
            }
            if self.gained != 0 {
                let text = RichText::new(format!("{:+}", self.gained)).color(gain(theme::colours(ui), self.gained));
                ui.label(text).on_hover_text(tr!("Since your last turn"));
            }
            if let Some(left) = self.left.filter(|_| brief) {
                clock_label(ui, left, self.acts);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let tint = self.panel.and_then(|panel| panel.tint);
                stone(ui, textures, tint, if brief { 16.0 } else { 22.0 } * scale);
                let style = if brief { theme::body() } else { theme::title() };
                let name = RichText::new(self.name).text_style(style);
                let name = if self.is_out { name.color(theme::colours(ui).ink_soft).strikethrough() } else { name };
                ui.add(Label::new(name).truncate());
            });
        });
    }
}

/// Shows a line of the log, `sentence` with its player's name, with its number in a column of this width.
pub(crate) fn log_line(
    ui: &mut Ui,
    line: &LogLine,
    sentence: &str,
    tint: Option<Tint>,
    column: f32,
    textures: &Textures,
) {
    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
    let number = RichText::new(number).text_style(theme::small()).color(theme::colours(ui).ink_soft);
    ui.allocate_ui_with_layout(vec2(column, 18.0 * theme::scale(ui)), Layout::right_to_left(Align::Min), |ui| {
        ui.set_min_width(column);
        ui.label(number);
    });
    if line.seat.is_none() {
        // An announcement of a house rule belongs to the action above, and nobody did it.
        ui.add_space(17.0 * theme::scale(ui));
        ui.add(Label::new(RichText::new(&line.text).text_style(theme::small()).italics()).wrap());
        return;
    }
    stone(ui, textures, tint, 12.0 * theme::scale(ui));
    let text: egui::WidgetText = if line.number.is_some() {
        theme::directed(ui, sentence, &theme::small(), ui.visuals().text_color()).into()
    } else {
        RichText::new(sentence).text_style(theme::small()).italics().color(theme::colours(ui).alarm).into()
    };
    let shown = ui.add(Label::new(text).wrap());
    if !line.hook_changes.is_empty() {
        shown.on_hover_ui(|ui| {
            ui.set_max_width(420.0);
            ui.label(RichText::new(tr!("What house rules changed")).strong());
            line.hook_changes.iter().for_each(|reason| {
                ui.label(RichText::new(reason).text_style(theme::small()));
            });
        });
    }
}

/// The colour of points that were gained, or lost.
const fn gain(colours: &theme::colours::Colours, points: i64) -> Color32 {
    if points < 0 { colours.alarm } else { colours.accent }
}

/// The height of a text in lines of this width.
fn text_height(ui: &Ui, text: &str, wide: f32) -> f32 {
    ui.painter().layout(text.to_owned(), theme::font(ui, &theme::small()), Color32::PLACEHOLDER, wide).size().y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_has_the_colour_of_an_alarm_and_a_gain_has_not() {
        for colours in [&theme::colours::LIGHT, &theme::colours::DARK] {
            assert_eq!((gain(colours, -20), gain(colours, 20)), (colours.alarm, colours.accent));
            assert_ne!(gain(colours, -20), gain(colours, 20));
        }
    }
}
