//! How a player's own board looks, and what goes with trading: the dial, the purse, what is held out.

use super::layout::{Spot, TrayPlan};
use super::paint;
use crate::look::{self, Textures};
use egui::epaint::{PathStroke, QuadraticBezierShape};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// A tray of wood: a ledge, and a darker rack behind a rail.
pub fn tray(painter: &Painter, textures: &Textures, plan: &TrayPlan, asks: bool) {
    let (board, unit) = (plan.board, plan.unit);
    let round = unit * 0.2;
    for step in 1..=4 {
        let drop = vec2(0.015, 0.035) * unit * step as f32;
        painter.rect_filled(board.translate(drop).expand(1.0), round, Color32::from_black_alpha(24));
    }
    let uv = Rect::from_min_size(pos2(0.13, 0.21), board.size() / 460.0);
    painter.image(textures.wood(), board, uv, Color32::from_gray(232));
    painter.rect_filled(plan.rack.shrink(unit * 0.05), round * 0.6, Color32::from_rgba_unmultiplied(40, 20, 8, 118));
    painter.rect_stroke(
        plan.rack.shrink(unit * 0.05),
        round * 0.6,
        Stroke::new(1.0, Color32::from_rgba_unmultiplied(30, 14, 4, 150)),
        StrokeKind::Inside,
    );
    // The rail between them.
    let y = if plan.front.center().y < plan.rack.center().y { plan.front.bottom() } else { plan.front.top() };
    let rail = Rect::from_x_y_ranges(plan.front.x_range().shrink(unit * 0.08), y - unit * 0.035..=y + unit * 0.035);
    painter.rect_filled(rail, unit * 0.03, Color32::from_rgb(0x5d, 0x36, 0x18));
    painter.rect_filled(
        rail.translate(vec2(0.0, -unit * 0.02)).shrink(0.5),
        unit * 0.03,
        look::BRASS.gamma_multiply(0.55),
    );
    painter.rect_stroke(board, round * 0.4, Stroke::new(1.5, Color32::from_rgb(0x5d, 0x36, 0x18)), StrokeKind::Outside);
    if asks {
        let plate = plan.requests.shrink2(vec2(unit * 0.1, unit * 0.06));
        painter.rect_filled(plate, plate.height() / 2.0, Color32::from_black_alpha(80));
        let at = pos2(plate.left() + unit * 0.3, plate.center().y);
        let font = FontId::proportional((unit * 0.3).clamp(9.0, 14.0));
        painter.text(at, Align2::LEFT_CENTER, "ask for", font, look::LIGHT.gamma_multiply(0.85));
    }
}

/// An eye on what is hidden and yet known.
pub fn known(painter: &Painter, spot: Spot) {
    let (at, size) = (spot.at + vec2(0.66, 0.62) * spot.radius, spot.radius * 0.36);
    painter.circle(at, size, look::INK, Stroke::new(1.0, look::BRASS));
    painter.add(Shape::ellipse_filled(at, vec2(0.72, 0.4) * size, look::LIGHT));
    painter.circle_filled(at, size * 0.28, look::INK);
}

/// What was used up: dulled, with a line through it.
pub fn spent(painter: &Painter, spot: Spot) {
    painter.circle_filled(spot.at, spot.radius, Color32::from_rgba_unmultiplied(40, 20, 10, 120));
    let reach = Vec2::angled(-0.6) * spot.radius * 0.95;
    painter.line_segment([spot.at - reach, spot.at + reach], Stroke::new(2.0, look::LIGHT.gamma_multiply(0.7)));
}

/// A counter: a disc of wood, a notch for each turn, a brass one for each that is over, and a hand.
pub fn dial(painter: &Painter, rect: Rect, steps: u32, reached: u32) {
    let (at, radius) = (rect.center(), rect.width().min(rect.height()) * 0.48);
    painter.circle_filled(at + vec2(1.5, 3.0), radius, Color32::from_black_alpha(90));
    painter.circle(
        at,
        radius,
        Color32::from_rgb(0x7a, 0x4c, 0x26),
        Stroke::new(2.0, Color32::from_rgb(0x4c, 0x2c, 0x12)),
    );
    painter.circle_filled(at, radius * 0.6, Color32::from_rgb(0x8d, 0x5b, 0x30));
    let steps = steps.max(1);
    let way = |step: f32| Vec2::angled(std::f32::consts::TAU * step / steps as f32 - std::f32::consts::FRAC_PI_2);
    for step in 0..steps {
        let peg = at + way(step as f32 + 0.5) * radius * 0.8;
        let size = (radius * 0.1).min(std::f32::consts::TAU * radius * 0.8 / steps as f32 * 0.36);
        let colour = if step < reached { look::BRASS } else { Color32::from_rgb(0x3c, 0x22, 0x0e) };
        painter.circle_filled(peg, size, colour);
    }
    let tip = at + way(reached as f32) * radius * 0.92;
    painter.line_segment([at + way(reached as f32) * radius * 0.62, tip], Stroke::new(3.0, look::LIGHT));
    let font = FontId::proportional((radius * 0.46).max(11.0));
    painter.text(at, Align2::CENTER_CENTER, format!("{reached}/{steps}"), font, look::LIGHT);
}

/// A heap of coins, and how many.
pub fn purse(painter: &Painter, rect: Rect, coins: u32) {
    let unit = rect.width().min(rect.height());
    let coin = vec2(unit * 0.2, unit * 0.085);
    let heights = [(-0.26, 3), (0.24, 4), (0.0, 5)];
    let rich = if coins == 0 { 0 } else { 1 + coins.ilog2() / 3 };
    for (aside, height) in heights {
        let height = (height * rich).div_ceil(3).min(7);
        for level in 0..height {
            let front = if aside == 0.0 { 0.1 } else { 0.0 };
            let at = rect.center() + vec2(aside * unit, unit * (0.12 + front) - level as f32 * coin.y * 0.72);
            painter.add(Shape::ellipse_filled(
                at + vec2(0.0, coin.y * 0.55),
                coin,
                Color32::from_rgb(0x7c, 0x55, 0x14),
            ));
            painter.add(Shape::ellipse_filled(at, coin, Color32::from_rgb(0xdf, 0xae, 0x42)));
            painter.add(Shape::ellipse_stroke(at, coin * 0.72, Stroke::new(1.0, Color32::from_rgb(0xa9, 0x7a, 0x22))));
        }
    }
    paint::count(painter, pos2(rect.center().x, rect.bottom() - unit * 0.08), coins);
}

/// What is held out to another: an arrow from the one thing to the other.
pub fn gesture(painter: &Painter, from: Spot, to: Spot) {
    let way = to.at - from.at;
    let (along, length) = (way.normalized(), way.length());
    let bend = along.rot90() * (length * 0.14).min(60.0);
    let middle = from.at + way / 2.0 + bend;
    let begin = from.at + (middle - from.at).normalized() * (from.radius + 3.0);
    let into = (to.at - middle).normalized();
    let end = to.at - into * (to.radius + 4.0);
    let head = 15.0_f32.min(length * 0.25);
    let neck = end - into * head * 0.8;
    let curve = |width: f32, colour: Color32| {
        let stroke = PathStroke::new(width, colour);
        painter.add(QuadraticBezierShape::from_points_stroke(
            [begin, middle, neck],
            false,
            Color32::TRANSPARENT,
            stroke,
        ));
    };
    let point = |reach: f32, colour: Color32| {
        let side = into.rot90() * reach * 0.62;
        let tip: Pos2 = end + into * (reach - head) * 0.5;
        let points = vec![tip, neck - side, neck + side];
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    };
    curve(9.0, Color32::from_black_alpha(110));
    point(head + 4.0, Color32::from_black_alpha(110));
    curve(5.0, look::BRASS);
    point(head, look::BRASS);
    for (spot, outside) in [(from, 3.0), (to, 4.0)] {
        painter.circle_stroke(spot.at, spot.radius + outside, Stroke::new(3.0, look::BRASS));
    }
}
