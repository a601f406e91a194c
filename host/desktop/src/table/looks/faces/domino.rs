//! A domino: pips on both halves, figures beyond nine.

use crate::look;
use crate::table::looks::{Canvas, FaceLook, Shape, Shown};
use crate::table::spot::Spot;
use egui::{Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};
use stonehouse_plugin_api::scene::Face;

/// The look of a domino.
pub struct Domino;

/// The places of pips on a half, each from -1 to 1, by its number.
const PIPS: [&[(i8, i8)]; 10] = [
    &[],
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    &[(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
];

/// Where the pips of a half lie whose middle is there, `half` a half's width away from its edges; none for a number that is written.
fn pips(number: u8, middle: Pos2, half: f32) -> Option<Vec<Pos2>> {
    let places = PIPS.get(usize::from(number))?;
    Some(places.iter().map(|(x, y)| middle + vec2(f32::from(*x), f32::from(*y)) * half * 0.52).collect())
}

impl FaceLook for Domino {
    fn shape(&self, _: &Face) -> Shape {
        Shape { height: 0.94, aspect: 2.0 }
    }

    fn corner(&self) -> f32 {
        0.08
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: Shown<'_>, spot: Spot, presence: f32) {
        let Face::Domino(domino) = shown.face else { return };
        let (painter, rect) = (canvas.painter, spot.upright());
        let half = rect.width() / 2.0;
        let colour = look::tint(domino.tint).gamma_multiply(presence);
        let dark = look::darker(colour, 0.4);
        let ink = look::contrast(colour).gamma_multiply(presence);
        let line = Stroke::new((half * 0.05).max(0.8), dark);
        let round = half * 0.24;
        painter.rect_filled(rect.translate(vec2(0.0, half * 0.08)), round, dark);
        painter.rect(rect, round, colour, line, StrokeKind::Inside);
        painter.rect_filled(rect.shrink(half * 0.1), round * 0.8, look::lighter(colour, 0.07));
        painter.hline(rect.shrink(half * 0.22).x_range(), rect.center().y, Stroke::new((half * 0.06).max(1.0), dark));
        for (number, down) in [(domino.upper, -half), (domino.lower, half)] {
            let middle = rect.center() + vec2(0.0, down);
            match pips(number, middle, half) {
                Some(pips) => pips.into_iter().for_each(|at| _ = painter.circle_filled(at, half * 0.15, ink)),
                None => {
                    let room = Rect::from_center_size(middle, Vec2::splat(half * 1.4));
                    look::fit(painter, room, &number.to_string(), half * 1.1, ink);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_half_has_as_many_pips_as_its_number_all_within_it_and_apart() {
        for number in 0..=9 {
            let pips = pips(number, pos2(10.0, 10.0), 10.0).unwrap();
            assert_eq!(pips.len(), usize::from(number));
            let half = Rect::from_center_size(pos2(10.0, 10.0), Vec2::splat(20.0));
            assert!(pips.iter().all(|at| half.shrink(2.0).contains(*at)), "{number}");
            let near = |a: usize, b: usize| a != b && pips[a].distance(pips[b]) < 4.0;
            assert!((0..pips.len()).all(|a| (0..pips.len()).all(|b| !near(a, b))), "{number}");
        }
        assert_eq!(pips(10, Pos2::ZERO, 10.0), None, "beyond nine it is written");
    }
}
