//! A coin, chip or token with a number.

use crate::looks::{Canvas, FaceLook, Shape, Shown};
use crate::spot::Spot;
use egui::{Rect, Shape as Drawn, Stroke, Vec2, vec2};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::look;

/// The look of a token.
pub struct Token;

impl FaceLook for Token {
    fn shape(&self, _: &Face) -> Shape {
        Shape { height: 0.5, aspect: 0.0 }
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: Shown<'_>, spot: Spot, presence: f32) {
        let Face::Token(token) = shown.face else { return };
        let colour = look::tint(token.tint).gamma_multiply(presence);
        let (painter, radius) = (canvas.painter, spot.radius * 0.96);
        let (dark, bright) = (look::darker(colour, 0.4), look::contrast(colour).gamma_multiply(0.82 * presence));
        painter.circle_filled(spot.at + vec2(0.0, radius * 0.08), radius, dark);
        painter.circle(spot.at, radius, colour, Stroke::new((radius * 0.04).max(0.7), dark));
        // Notches at the rim.
        for notch in 0..8 {
            let turn = std::f32::consts::TAU * notch as f32 / 8.0;
            let (out, sideways) = (Vec2::angled(turn), Vec2::angled(turn).rot90() * radius * 0.13);
            let (near, far) = (spot.at + out * radius * 0.8, spot.at + out * radius * 0.975);
            let corners = vec![near - sideways * 0.8, near + sideways * 0.8, far + sideways, far - sideways];
            painter.add(Drawn::convex_polygon(corners, bright.gamma_multiply(0.85), Stroke::NONE));
        }
        painter.circle(
            spot.at,
            radius * 0.74,
            look::lighter(colour, 0.12),
            Stroke::new((radius * 0.04).max(0.6), dark),
        );
        let words = match token.value {
            _ if !shown.label.is_empty() => canvas.say(shown.label),
            Some(value) => short(value),
            None => return,
        };
        let ink = look::contrast(colour).gamma_multiply(presence);
        look::fit(painter, Rect::from_center_size(spot.at, Vec2::splat(radius * 1.24)), &words, radius * 0.86, ink);
    }
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
    fn a_number_has_room_on_a_token_however_large_it_is() {
        let shown = [0, -5, 9999, 25_000, 3_400_000, i64::MAX, i64::MIN].map(short);
        assert_eq!(shown[..5], ["0", "-5", "9999", "25k", "3M"]);
        assert!(shown.iter().all(|word| word.len() <= 12));
    }
}
