//! Cards, and the bars above screens.

use super::colours;
use egui::{Frame, Margin, Rect, Stroke, StrokeKind, Ui};

/// The frame of a card that is no button.
pub fn card_frame(ui: &Ui) -> Frame {
    let colours = colours(ui);
    Frame::new().fill(colours.card).stroke(Stroke::new(1.0, colours.line)).corner_radius(10)
}

/// Paints a card that is a button; `is_near`: the pointer or the keyboard is on it.
pub fn paint_card(ui: &Ui, rect: Rect, corner_radius: f32, is_near: bool) {
    let colours = colours(ui);
    let (fill, stroke) = if is_near {
        (colours.card_hover, Stroke::new(2.0, colours.accent))
    } else {
        (colours.card, Stroke::new(1.0, colours.line))
    };
    ui.painter().rect(rect, corner_radius, fill, stroke, StrokeKind::Inside);
}

/// The frame of the bar above a screen.
pub fn bar_frame(ui: &Ui) -> Frame {
    Frame::new().fill(colours(ui).paper).inner_margin(Margin::symmetric(12, 7))
}
