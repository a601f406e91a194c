//! Places on the table.

use egui::{Pos2, Rect, Vec2, emath::Rot2, pos2, vec2};

/// A card's height by its width.
pub const CARD_ASPECT: f32 = 1.4;

/// The usual radius of round corners, as a share of the height.
pub const CORNER: f32 = 0.05;

/// A place for a piece or a touch: round, or a rectangle that may be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its middle.
    pub at: Pos2,
    /// Its radius, or half its width.
    pub radius: f32,
    /// Its height by its width; 0 for a round one.
    pub aspect: f32,
    /// The angle by which it is turned clockwise, in radians.
    pub turn: f32,
}

impl Spot {
    /// A round place.
    pub const fn round(at: Pos2, radius: f32) -> Self {
        Self { at, radius, aspect: 0.0, turn: 0.0 }
    }

    /// A rectangle.
    pub fn rect(rect: Rect) -> Self {
        let aspect = (rect.height() / rect.width().max(1.0)).max(0.001);
        Self { at: rect.center(), radius: rect.width() / 2.0, aspect, turn: 0.0 }
    }

    /// A card's place.
    pub fn card(at: Pos2, height: f32) -> Self {
        Self { at, radius: height / CARD_ASPECT / 2.0, aspect: CARD_ASPECT, turn: 0.0 }
    }

    /// The spot, turned clockwise.
    #[must_use]
    pub const fn turned(mut self, radians: f32) -> Self {
        self.turn = radians;
        self
    }

    /// Whether it is round.
    pub fn is_round(&self) -> bool {
        self.aspect == 0.0
    }

    /// Width and height before it is turned.
    pub fn size(&self) -> Vec2 {
        let tall = if self.is_round() { 1.0 } else { self.aspect };
        2.0 * self.radius * vec2(1.0, tall)
    }

    /// Its rectangle before it is turned.
    pub fn upright(&self) -> Rect {
        Rect::from_center_size(self.at, self.size())
    }

    /// The rectangle around it.
    pub fn bounds(&self) -> Rect {
        let upright = self.upright();
        if self.is_round() || self.turn == 0.0 {
            return upright;
        }
        Rect::from_points(&self.corners())
    }

    /// Its corners, clockwise from the upper left one.
    pub fn corners(&self) -> [Pos2; 4] {
        let (half, turn) = (self.size() / 2.0, Rot2::from_angle(self.turn));
        [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)]
            .map(|corner| self.at + turn * (corner * half))
    }

    /// The rectangle that reacts to the pointer: the one around it, but smaller for a slanting place, so that it does
    /// not cover its neighbours.
    pub fn touch(&self) -> Rect {
        let slants = !self.is_round() && (2.0 * self.turn).sin().abs() > 0.1;
        if !slants {
            return self.bounds();
        }
        let size = self.size();
        Rect::from_center_size(self.at, Vec2::splat(size.min_elem().max(size.max_elem() * 0.6)))
    }

    /// The radius of the largest circle within it.
    pub fn inner_radius(&self) -> f32 {
        self.size().min_elem() / 2.0
    }

    /// A place between two: `way` 0 is this one, 1 is the other.
    #[must_use]
    pub fn towards(&self, other: Self, way: f32) -> Self {
        Self {
            at: pos2(egui::lerp(self.at.x..=other.at.x, way), egui::lerp(self.at.y..=other.at.y, way)),
            radius: egui::lerp(self.radius..=other.radius, way),
            ..other
        }
    }
}
