//! A coin, chip or token with a number.

use crate::looks::{Canvas, FaceLook, FaceShape, HeapLook, VisiblePart};
use crate::marks;
use crate::spot::Spot;
use egui::{Rect, Shape, Stroke, Vec2, pos2, vec2};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a token.
pub struct Token;

/// The height of a heap of coins with its count, as a multiple of a card's height.
const HEAP: f32 = 0.78;
/// The greatest number of coins on top of each other in a heap.
const MAX_HEAP: u32 = 7;
/// The greatest number of coins in a heap: more would be higher in the middle.
const MAX_COINS: u32 = 16;

impl FaceLook for Token {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape { height: 0.5, aspect: 0.0 }
    }

    fn heap(&self) -> Option<&dyn HeapLook> {
        Some(self)
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Token(token) = shown.face else { return };
        let colour = theme::tint(token.tint).gamma_multiply(presence);
        let (painter, radius) = (canvas.painter, spot.radius * 0.96);
        let (dark, bright) = (theme::darker(colour, 0.4), theme::contrast(colour).gamma_multiply(0.82 * presence));
        painter.circle_filled(spot.at + vec2(0.0, radius * 0.08), radius, dark);
        painter.circle(spot.at, radius, colour, Stroke::new((radius * 0.04).max(0.7), dark));
        // Notches at the rim.
        for notch in 0..8 {
            let turn = std::f32::consts::TAU * notch as f32 / 8.0;
            let (out, sideways) = (Vec2::angled(turn), Vec2::angled(turn).rot90() * radius * 0.13);
            let (near, far) = (spot.at + out * radius * 0.8, spot.at + out * radius * 0.975);
            let corners = vec![near - sideways * 0.8, near + sideways * 0.8, far + sideways, far - sideways];
            painter.add(Shape::convex_polygon(corners, bright.gamma_multiply(0.85), Stroke::NONE));
        }
        painter.circle(
            spot.at,
            radius * 0.74,
            theme::lighter(colour, 0.12),
            Stroke::new((radius * 0.04).max(0.6), dark),
        );
        let words = match token.value {
            _ if !shown.label.is_empty() => canvas.shown(shown.label),
            Some(value) => short(value),
            None => return,
        };
        let ink = theme::contrast(colour).gamma_multiply(presence);
        theme::fit(painter, Rect::from_center_size(spot.at, Vec2::splat(radius * 1.24)), &words, radius * 0.86, ink);
    }
}

impl HeapLook for Token {
    fn size(&self, unit: f32) -> Vec2 {
        vec2(0.96, HEAP) * unit
    }

    fn paint(&self, canvas: &Canvas<'_>, rect: Rect, face: &Face, count: u32) {
        let Face::Token(token) = face else { return };
        let (painter, unit) = (canvas.painter, rect.width().min(rect.height() / HEAP));
        let (metal, coin) = (theme::tint(token.tint), vec2(unit * 0.2, unit * 0.085));
        let (edge, rim) = (theme::darker(metal, 0.45), theme::darker(metal, 0.25));
        let heights = heights(count);
        let rise = coin.y * 0.72;
        // A low heap is centred in the room that a high one needs.
        let spare = (MAX_HEAP - heights[2]) as f32 * rise;
        let ground = pos2(rect.center().x, rect.bottom() - unit * 0.34 - spare / 2.0);
        if count == 0 {
            let line = Stroke::new(1.2, theme::LIGHT.gamma_multiply(0.22));
            painter.add(Shape::ellipse_stroke(ground + vec2(0.0, unit * 0.05), coin * 1.9, line));
        }
        for (sideways, height) in [-0.26, 0.24, 0.0].into_iter().zip(heights) {
            for level in 0..height {
                let front = if sideways == 0.0 { 0.1 } else { 0.0 };
                let at = ground + vec2(sideways * unit, unit * front - level as f32 * rise);
                painter.add(Shape::ellipse_filled(at + vec2(0.0, coin.y * 0.55), coin, edge));
                painter.add(Shape::ellipse_filled(at, coin, metal));
                painter.add(Shape::ellipse_stroke(at, coin * 0.72, Stroke::new(1.0, rim)));
            }
        }
        // Below a low heap there is room for its number; that of a high one covers a little of it.
        let below = (unit * 0.26 + spare / 2.0).min(unit * 0.36);
        marks::count(painter, ground + vec2(0.0, below), count, marks::count_size(painter, unit));
    }
}

/// The number of coins on the left, on the right and in the middle of a heap: up to nine as many as there are, then
/// ever fewer of them.
fn heights(count: u32) -> [u32; 3] {
    let coins = if count < 10 { count } else { (7 + count.ilog2()).min(MAX_COINS) };
    let middle = (coins * 5).div_ceil(12);
    let right = (coins - middle).div_ceil(2);
    [coins - middle - right, right, middle]
}

/// A number in few characters: "1200", "25k", "3M".
fn short(value: i64) -> String {
    let size = value.unsigned_abs();
    match size {
        0..10_000 => value.to_string(),
        10_000..1_000_000 => format!("{}k", value / 1000),
        1_000_000..1_000_000_000 => format!("{}M", value / 1_000_000),
        _ => format!("{}G", value / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_heap_shows_every_coin_and_no_heap_exceeds_its_height() {
        for count in 0..10 {
            assert_eq!(heights(count).iter().sum::<u32>(), count);
        }
        let mut before = 0;
        for count in [10, 40, 99, 500, 4000, 90_000, u32::MAX] {
            let heights = heights(count);
            assert!(heights.iter().all(|height| *height <= MAX_HEAP), "{count}: {heights:?}");
            assert!(heights.iter().sum::<u32>() >= before, "{count}");
            before = heights.iter().sum();
        }
    }

    #[test]
    fn a_number_has_room_on_a_token_however_large_it_is() {
        let shown = [0, -5, 9999, 25_000, 3_400_000, i64::MAX, i64::MIN].map(short);
        assert_eq!(shown[..5], ["0", "-5", "9999", "25k", "3M"]);
        assert!(shown.iter().all(|word| word.len() <= 12));
    }
}
