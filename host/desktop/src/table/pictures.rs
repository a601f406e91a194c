//! The pictures on cards, drawn in a square from -1 to 1, its top at -1.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// A pen for one picture.
struct Pen<'a> {
    painter: &'a Painter,
    middle: Pos2,
    scale: f32,
    ink: Color32,
    fill: Color32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.middle + vec2(x, y) * self.scale
    }

    fn points(&self, points: &[(f32, f32)]) -> Vec<Pos2> {
        points.iter().map(|(x, y)| self.at(*x, *y)).collect()
    }

    fn stroke(&self, width: f32) -> Stroke {
        Stroke::new(width * self.scale, self.ink)
    }

    /// A convex shape with an outline.
    fn solid(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::convex_polygon(self.points(points), self.fill, self.stroke(0.07)));
    }

    /// A convex shape of ink.
    fn dark(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::convex_polygon(self.points(points), self.ink, Stroke::NONE));
    }

    fn line(&self, points: &[(f32, f32)], width: f32) {
        self.painter.add(Shape::line(self.points(points), self.stroke(width)));
    }

    fn ring(&self, x: f32, y: f32, radius: f32, width: f32) {
        self.painter.circle_stroke(self.at(x, y), radius * self.scale, self.stroke(width));
    }

    fn disc(&self, x: f32, y: f32, radius: f32) {
        self.painter.circle(self.at(x, y), radius * self.scale, self.fill, self.stroke(0.07));
    }

    fn dot(&self, x: f32, y: f32, radius: f32) {
        self.painter.circle_filled(self.at(x, y), radius * self.scale, self.ink);
    }
}

/// Draws the picture of this name; tells whether there is one.
pub fn picture(painter: &Painter, name: &str, rect: Rect, ink: Color32, fill: Color32) -> bool {
    let pen = Pen { painter, middle: rect.center(), scale: rect.width().min(rect.height()) / 2.0, ink, fill };
    match name {
        "apprentice" | "hammer" => apprentice(&pen),
        "surveyor" => surveyor(&pen),
        "architect" => architect(&pen),
        "guild-master" => guild_master(&pen),
        "highwayman" => highwayman(&pen),
        "mason" => mason(&pen),
        "golddigger" => gold_digger(&pen),
        "displacer" => displacer(&pen),
        "foreman" => foreman(&pen),
        _ => return false,
    }
    true
}

/// A mallet.
fn apprentice(pen: &Pen<'_>) {
    pen.line(&[(-0.45, 0.9), (0.12, -0.2)], 0.16);
    pen.solid(&[(-0.5, -0.5), (0.15, -0.95), (0.75, -0.1), (0.1, 0.32)]);
}

/// Dividers over an arc.
fn surveyor(pen: &Pen<'_>) {
    pen.line(&[(0.0, -0.7), (-0.55, 0.8)], 0.14);
    pen.line(&[(0.0, -0.7), (0.55, 0.8)], 0.14);
    pen.line(&[(-0.7, 0.3), (-0.35, 0.45), (0.0, 0.5), (0.35, 0.45), (0.7, 0.3)], 0.09);
    pen.disc(0.0, -0.72, 0.2);
}

/// An arch of stones.
fn architect(pen: &Pen<'_>) {
    pen.solid(&[(-0.85, 0.85), (-0.85, -0.1), (-0.45, -0.1), (-0.45, 0.85)]);
    pen.solid(&[(0.45, 0.85), (0.45, -0.1), (0.85, -0.1), (0.85, 0.85)]);
    pen.solid(&[(-0.85, -0.1), (-0.62, -0.62), (-0.3, -0.3), (-0.45, -0.1)]);
    pen.solid(&[(0.85, -0.1), (0.62, -0.62), (0.3, -0.3), (0.45, -0.1)]);
    pen.solid(&[(-0.62, -0.62), (-0.2, -0.9), (-0.12, -0.42), (-0.3, -0.3)]);
    pen.solid(&[(0.62, -0.62), (0.2, -0.9), (0.12, -0.42), (0.3, -0.3)]);
    pen.dark(&[(-0.2, -0.9), (0.2, -0.9), (0.12, -0.42), (-0.12, -0.42)]);
}

/// A crown.
fn guild_master(pen: &Pen<'_>) {
    pen.solid(&[(-0.8, 0.35), (-0.85, -0.5), (-0.4, -0.05), (-0.3, 0.35)]);
    pen.solid(&[(0.8, 0.35), (0.85, -0.5), (0.4, -0.05), (0.3, 0.35)]);
    pen.solid(&[(-0.45, 0.35), (0.0, -0.8), (0.45, 0.35)]);
    pen.solid(&[(-0.8, 0.35), (0.8, 0.35), (0.72, 0.75), (-0.72, 0.75)]);
    pen.dot(0.0, 0.55, 0.1);
    pen.dot(-0.4, 0.55, 0.08);
    pen.dot(0.4, 0.55, 0.08);
}

/// A hat over a mask.
fn highwayman(pen: &Pen<'_>) {
    pen.dark(&[(-0.55, -0.35), (-0.42, -0.9), (0.0, -0.75), (0.42, -0.9), (0.55, -0.35)]);
    pen.dark(&[(-1.0, -0.22), (-0.6, -0.42), (0.6, -0.42), (1.0, -0.22), (0.0, -0.1)]);
    pen.solid(&[(-0.5, -0.1), (0.5, -0.1), (0.42, 0.55), (0.0, 0.85), (-0.42, 0.55)]);
    pen.dark(&[(-0.52, 0.02), (0.52, 0.02), (0.48, 0.3), (0.1, 0.2), (0.0, 0.1), (-0.1, 0.2), (-0.48, 0.3)]);
    for x in [-0.24, 0.24] {
        pen.painter.circle_filled(pen.at(x, 0.14), 0.08 * pen.scale, pen.fill);
    }
}

/// A trowel over stones.
fn mason(pen: &Pen<'_>) {
    pen.solid(&[(-0.9, 0.5), (-0.05, 0.5), (-0.05, 0.88), (-0.9, 0.88)]);
    pen.solid(&[(0.05, 0.5), (0.9, 0.5), (0.9, 0.88), (0.05, 0.88)]);
    pen.line(&[(0.1, -0.25), (0.35, -0.55)], 0.1);
    pen.line(&[(0.33, -0.53), (0.72, -0.92)], 0.2);
    pen.solid(&[(-0.75, 0.35), (-0.25, -0.5), (0.3, 0.0)]);
}

/// A pick and nuggets.
fn gold_digger(pen: &Pen<'_>) {
    pen.line(&[(-0.6, 0.75), (0.35, -0.55)], 0.14);
    pen.line(&[(-0.45, -0.72), (0.05, -0.78), (0.5, -0.45), (0.72, 0.15)], 0.17);
    pen.disc(0.3, 0.68, 0.2);
    pen.disc(0.68, 0.62, 0.16);
    pen.disc(0.52, 0.4, 0.14);
}

/// A magnet.
fn displacer(pen: &Pen<'_>) {
    let arc = |radius: f32| {
        (0..=12).map(move |step| {
            let turn = std::f32::consts::PI * step as f32 / 12.0;
            (-radius * turn.cos(), 0.15 + radius * turn.sin() * 0.9)
        })
    };
    let around: Vec<(f32, f32)> = [(-0.55, -0.75)].into_iter().chain(arc(0.55)).chain([(0.55, -0.75)]).collect();
    pen.line(&around, 0.38);
    for x in [-0.55, 0.55] {
        let tip = Rect::from_center_size(pen.at(x, -0.68), Vec2::new(0.26, 0.22) * pen.scale);
        pen.painter.rect_filled(tip, 0.0, pen.fill);
    }
}

/// A flag on a tower.
fn foreman(pen: &Pen<'_>) {
    pen.solid(&[(-0.5, 0.9), (-0.4, -0.05), (0.4, -0.05), (0.5, 0.9)]);
    for x in [-0.4, -0.08, 0.24] {
        pen.dark(&[(x, -0.05), (x, -0.22), (x + 0.16, -0.22), (x + 0.16, -0.05)]);
    }
    pen.line(&[(0.0, -0.1), (0.0, -0.95)], 0.08);
    pen.solid(&[(0.0, -0.95), (0.62, -0.72), (0.0, -0.5)]);
    pen.ring(0.0, 0.35, 0.14, 0.07);
}

/// A suit's shape: never told by colour alone.
pub fn suit(painter: &Painter, suit: u8, at: Pos2, radius: f32, colour: Color32) {
    let regular = |corners: usize, turn: f32| -> Vec<Pos2> {
        let step = std::f32::consts::TAU / corners as f32;
        (0..corners).map(|corner| at + Vec2::angled(turn + step * corner as f32) * radius).collect()
    };
    let up = -std::f32::consts::FRAC_PI_2;
    let points = match suit {
        0 => vec![
            at - vec2(0.0, radius * 1.1),
            at + vec2(radius * 0.8, 0.0),
            at + vec2(0.0, radius * 1.1),
            at - vec2(radius * 0.8, 0.0),
        ],
        1 => regular(24, 0.0),
        2 => regular(3, up).into_iter().map(|point| point + vec2(0.0, radius * 0.18)).collect(),
        3 => regular(4, up / 2.0),
        4 => regular(6, 0.0),
        _ => {
            let (long, thick) = (radius, radius * 0.36);
            for half in [vec2(long, thick), vec2(thick, long)] {
                painter.rect_filled(Rect::from_center_size(at, 2.0 * half), 0.0, colour);
            }
            return;
        }
    };
    let points = if suit == 1 { points.iter().map(|point| pos2(point.x, point.y)).collect() } else { points };
    painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
}
