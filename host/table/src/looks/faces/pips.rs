//! Pips: the dots of dice and dominoes.

use egui::{Pos2, vec2};

/// How far the outer pips are from the middle: a share of the way to the edge.
const SPREAD: f32 = 0.5;

/// The places of pips, each from -1 to 1, by their number.
const PLACES: [&[(i8, i8)]; 10] = [
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

/// The places of this many pips on a square around `middle` with sides of twice `half`. `None` above nine: such numbers
/// are shown as numerals.
pub(super) fn pips(number: u8, middle: Pos2, half: f32) -> Option<Vec<Pos2>> {
    let places = PLACES.get(usize::from(number))?;
    Some(places.iter().map(|(x, y)| middle + vec2(f32::from(*x), f32::from(*y)) * half * SPREAD).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Rect, Vec2, pos2};

    #[test]
    fn pips_match_the_number_fit_the_square_and_do_not_overlap() {
        let (middle, half) = (pos2(10.0, 10.0), 10.0);
        for number in 0..=9 {
            let pips = pips(number, middle, half).unwrap();
            assert_eq!(pips.len(), usize::from(number));
            let square = Rect::from_center_size(middle, Vec2::splat(2.0 * half));
            assert!(pips.iter().all(|at| square.shrink(2.0).contains(*at)), "{number}");
            let near = |a: usize, b: usize| a != b && pips[a].distance(pips[b]) < 4.0;
            assert!((0..pips.len()).all(|a| (0..pips.len()).all(|b| !near(a, b))), "{number}");
        }
    }

    #[test]
    fn a_number_beyond_nine_has_no_pips() {
        assert_eq!(pips(10, Pos2::ZERO, 10.0), None);
    }
}
