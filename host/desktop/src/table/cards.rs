//! How cards look, and the things that go with them.

use super::layout::Spot;
use super::pictures;
use crate::look;
use egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonehouse_plugin_api::scene::CardFace;

const INK: Color32 = look::INK;

/// A card, face up.
pub fn face(painter: &Painter, face: &CardFace, spot: Spot) {
    let rect = spot.bounds();
    let unit = rect.height();
    let tint = face.suit.map_or(INK, look::suit);
    let ground = if face.suit.is_some() { look::CARD } else { look::CARD_SPECIAL };
    painter.rect(rect, unit * 0.06, ground, Stroke::new(1.0, look::CARD_EDGE), StrokeKind::Inside);
    let corner = rect.min + vec2(unit * 0.05, unit * 0.03);
    let font = FontId::proportional(unit * 0.2);
    if face.suit.is_some() {
        let galley = painter.layout_no_wrap(face.corner.clone(), font, tint);
        let below = corner + vec2(unit * 0.075, galley.size().y + unit * 0.05);
        painter.galley(corner, galley, tint);
        pictures::suit(painter, face.suit.unwrap_or_default(), below, unit * 0.06, tint);
    }
    let picture = Rect::from_center_size(rect.center() + vec2(unit * 0.06, unit * 0.02), Vec2::splat(unit * 0.42));
    let shown = !face.picture.is_empty() && pictures::picture(painter, &face.picture, picture, tint, lighter(tint));
    if !shown {
        if let Some(suit) = face.suit {
            pictures::suit(
                painter,
                suit,
                picture.center() + vec2(0.0, unit * 0.08),
                unit * 0.2,
                tint.gamma_multiply(0.22),
            );
        }
        let big = FontId::proportional(unit * 0.4);
        painter.text(picture.center() + vec2(0.0, unit * 0.08), Align2::CENTER_CENTER, &face.corner, big, tint);
    }
    if !face.title.is_empty() && unit > 60.0 {
        let mut size = unit * 0.115;
        let mut galley = painter.layout_no_wrap(face.title.clone(), FontId::proportional(size), tint);
        if galley.size().x > rect.width() * 0.92 {
            size *= rect.width() * 0.92 / galley.size().x;
            galley = painter.layout_no_wrap(face.title.clone(), FontId::proportional(size), tint);
        }
        painter.galley(pos2(rect.center().x - galley.size().x / 2.0, rect.bottom() - unit * 0.17), galley, tint);
    }
}

fn lighter(colour: Color32) -> Color32 {
    look::CARD.lerp_to_gamma(colour, 0.28)
}

/// A card, face down.
pub fn back(painter: &Painter, spot: Spot) {
    let rect = spot.bounds();
    let unit = rect.height();
    painter.rect(rect, unit * 0.06, look::CARD, Stroke::new(1.0, look::CARD_EDGE), StrokeKind::Inside);
    let inner = rect.shrink(unit * 0.05);
    painter.rect_filled(inner, unit * 0.04, look::CARD_BACK);
    let line = Stroke::new((unit * 0.012).max(0.6), look::BRASS.gamma_multiply(0.7));
    // Courses of stone.
    for row in 1..5 {
        let y = egui::lerp(inner.y_range(), row as f32 / 5.0);
        painter.hline(inner.x_range(), y, line);
    }
    for row in 0..5 {
        let (top, bottom) =
            (egui::lerp(inner.y_range(), row as f32 / 5.0), egui::lerp(inner.y_range(), (row + 1) as f32 / 5.0));
        let shift = if row % 2 == 0 { 0.33 } else { 0.66 };
        painter.vline(egui::lerp(inner.x_range(), shift), top..=bottom, line);
    }
}

/// A face-down pile.
pub fn deck(painter: &Painter, rect: Rect, count: u32) {
    let height = rect.height().min(rect.width() * super::layout::CARD_ASPECT);
    let layers = count.div_ceil(12).min(5);
    for layer in 0..layers {
        back(painter, Spot::card(rect.center() - vec2(1.5, 1.5) * layer as f32, height));
    }
    if count == 0 {
        let place = Spot::card(rect.center(), height).bounds();
        painter.rect_stroke(
            place,
            height * 0.06,
            Stroke::new(1.5, look::LIGHT.gamma_multiply(0.4)),
            StrokeKind::Inside,
        );
    }
    super::paint::count(painter, rect.center(), count);
}

/// A tower: built up to here.
pub fn track(painter: &Painter, rect: Rect, steps: u32, reached: u32) {
    let steps = steps.max(1);
    let height = rect.height() / (steps as f32 + 1.2);
    let middle = rect.center().x;
    for step in 0..steps {
        let wide = (rect.width().min(64.0)) * (1.0 - 0.45 * step as f32 / steps as f32);
        let bottom = rect.bottom() - height * step as f32;
        let stone = Rect::from_center_size(pos2(middle, bottom - height / 2.0), vec2(wide, height - 1.5));
        if step < reached {
            painter.rect(
                stone,
                2.0,
                Color32::from_rgb(0xc9, 0xb3, 0x8c),
                Stroke::new(1.0, look::CARD_EDGE),
                StrokeKind::Inside,
            );
        } else {
            painter.rect_stroke(stone, 2.0, Stroke::new(1.0, look::LIGHT.gamma_multiply(0.35)), StrokeKind::Inside);
        }
    }
    if reached >= steps {
        let top = rect.bottom() - height * steps as f32;
        painter.vline(middle, top - height..=top, Stroke::new(1.5, look::LIGHT));
        let flag = vec![
            pos2(middle, top - height),
            pos2(middle + 12.0, top - height * 0.75),
            pos2(middle, top - height * 0.5),
        ];
        painter.add(Shape::convex_polygon(flag, look::BRASS, Stroke::NONE));
    }
}

/// Cards that count for nothing: greyed, with a crack across.
pub fn broken(painter: &Painter, rect: Rect) {
    painter.rect_filled(rect, rect.height() * 0.05, Color32::from_rgba_unmultiplied(40, 34, 30, 120));
    let points: Vec<_> = (0..=8)
        .map(|step| {
            let along = step as f32 / 8.0;
            let aside = if step % 2 == 0 { -0.09 } else { 0.09 };
            pos2(egui::lerp(rect.x_range(), along), rect.center().y + rect.height() * (aside + 0.25 * (0.5 - along)))
        })
        .collect();
    painter.add(Shape::line(points.clone(), Stroke::new(5.0, Color32::from_rgb(0x2a, 0x1d, 0x16))));
    painter.add(Shape::line(points, Stroke::new(1.5, Color32::from_rgb(0xe8, 0xa0, 0x80))));
}
