//! A die: with pips if it has six sides, with numerals otherwise.

use super::pips::pips;
use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart};
use crate::marks;
use crate::spot::Spot;
use egui::{Rect, Shape, Stroke, StrokeKind, Vec2, vec2};
use stonehouse_plugin::scene::Face;
use stonehouse_ui::theme;

/// The look of a die.
pub struct Die;

impl FaceLook for Die {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape { height: 0.52, aspect: 1.0 }
    }

    fn corner(&self) -> f32 {
        0.17
    }

    fn shadow(&self, canvas: &Canvas<'_>, _: &Face, spot: Spot, lifted: bool) {
        marks::shadow(canvas.painter, canvas.textures, Spot::round(spot.at, spot.radius * 0.95), lifted);
    }

    fn is_rolled(&self) -> bool {
        true
    }

    fn is_hidden(&self, face: &Face) -> bool {
        matches!(face, Face::Die(die) if die.shows.is_none())
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Die(die) = shown.face else { return };
        let colour = theme::tint(die.tint).gamma_multiply(presence);
        let (painter, place) = (canvas.painter, spot.upright().shrink(spot.radius * 0.06));
        let half = place.width() / 2.0;
        let dark = theme::darker(colour, 0.4);
        let ink = theme::contrast(colour).gamma_multiply(presence);
        let line = Stroke::new((half * 0.05).max(0.8), dark);
        if die.sides == 6 || die.sides < 3 {
            painter.rect_filled(place.translate(vec2(0.0, half * 0.1)), half * 0.34, dark);
            painter.rect(place, half * 0.34, colour, line, StrokeKind::Inside);
            painter.rect_filled(place.shrink(half * 0.16), half * 0.5, theme::lighter(colour, 0.07));
        } else {
            // Enough corners to distinguish the usual dice.
            let corners = match die.sides {
                4 => 3,
                8 => 4,
                10 => 5,
                12 => 10,
                _ => 6,
            };
            let points = |down: f32| -> Vec<egui::Pos2> {
                let middle = place.center() + vec2(0.0, down + if corners == 3 { half * 0.16 } else { 0.0 });
                let turn = |corner: usize| std::f32::consts::TAU * corner as f32 / corners as f32;
                (0..corners)
                    .map(|corner| middle + Vec2::angled(turn(corner) - std::f32::consts::FRAC_PI_2) * half * 1.06)
                    .collect()
            };
            painter.add(Shape::convex_polygon(points(half * 0.1), dark, Stroke::NONE));
            painter.add(Shape::convex_polygon(points(0.0), colour, line));
        }
        let Some(shows) = die.shows else {
            theme::fit(painter, place.shrink(half * 0.3), "?", half * 1.1, ink.gamma_multiply(0.6));
            return;
        };
        let dots = pips(shows, place.center(), half).filter(|_| die.sides == 6 && (1..=6).contains(&shows));
        if let Some(dots) = dots {
            dots.into_iter().for_each(|at| _ = painter.circle_filled(at, half * 0.17, ink));
        } else {
            let room = Rect::from_center_size(place.center(), Vec2::splat(half * 1.1));
            theme::fit(painter, room, &shows.to_string(), half * 0.95, ink);
        }
    }
}
