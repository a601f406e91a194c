//! Text and seat symbols, which several faces have on them.

use super::{Canvas, VisiblePart};
use crate::signs;
use crate::spot::Spot;
use egui::{Rect, Vec2};
use stonehouse_plugin::scene::{Sign, Tint};
use stonehouse_ui::theme;

/// Paints the label of a round piece of this colour.
pub(super) fn label(canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, tint: Tint, presence: f32) {
    if shown.label.is_empty() {
        return;
    }
    let ink = theme::contrast(theme::tint(tint)).gamma_multiply(presence);
    let room = Rect::from_center_size(spot.at, Vec2::splat(spot.inner_radius() * 1.3));
    theme::fit(canvas.painter, room, &canvas.shown(shown.label), spot.inner_radius() * 0.95, ink);
}

/// Paints the symbol that goes with a seat's colour, so that the seat can be recognised without seeing colours.
pub(super) fn seat_sign(canvas: &Canvas<'_>, tint: Tint, spot: Spot, presence: f32) {
    const SIGNS: [Sign; 6] = [Sign::Disc, Sign::Triangle, Sign::Square, Sign::Diamond, Sign::Cross, Sign::Star];
    let Tint::Seat(seat) = tint else { return };
    let ink = theme::contrast(theme::tint(tint)).gamma_multiply(0.6 * presence);
    signs::paint(canvas.painter, SIGNS[seat.index() % SIGNS.len()], spot.at, spot.radius * 0.6, ink);
}
