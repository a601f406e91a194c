//! A card, face up.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart, letters};
use crate::signs;
use crate::spot::Spot;
use crate::textures::WHOLE;
use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonehouse_plugin::Text;
use stonehouse_plugin::scene::{Card as Content, Face};
use stonehouse_ui::theme;

/// The look of a card.
pub struct Card;

/// The least height, in points, at which a card's text can be read.
const MIN_READABLE_HEIGHT: f32 = 92.0;

impl FaceLook for Card {
    fn shape(&self, _: &Face) -> FaceShape {
        FaceShape::CARD
    }

    fn overlaps(&self) -> bool {
        true
    }

    fn tip<'a>(&self, face: &'a Face) -> Option<&'a Text> {
        let Face::Card(card) = face else { return None };
        Some(&card.text)
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Card(card) = shown.face else { return };
        let (painter, rect) = (canvas.painter, spot.upright());
        let unit = rect.height();
        let tint = card.suit.map_or(theme::INK, |suit| theme::print(suit.tint)).gamma_multiply(presence);
        let ground = if card.suit.is_some() { theme::CARD } else { theme::CARD_SPECIAL };
        let edge = Stroke::new(1.0, theme::CARD_EDGE.gamma_multiply(presence));
        painter.rect(rect, unit * 0.06, ground.gamma_multiply(presence), edge, StrokeKind::Inside);
        corner(painter, card, rect, tint);
        let title = canvas.shown(&card.title);
        let text = canvas.shown(&card.text);
        let reads = !text.is_empty() && unit > MIN_READABLE_HEIGHT;
        // Without a picture, the text gets the picture's room.
        let alone = reads && card.picture.is_empty();
        let up = if reads { 0.12 } else { 0.0 };
        // To the right of the corner, where there is one.
        let right = if card.suit.is_some() { 0.06 } else { 0.0 };
        let picture = Rect::from_center_size(rect.center() + vec2(right, 0.02 - up) * unit, Vec2::splat(unit * 0.42));
        if !alone {
            paint_picture(canvas, card, picture, tint, presence);
        }
        if reads {
            let top = if alone { 0.33 } else { 0.6 };
            let least = rect.min + vec2(0.045, top) * unit;
            let room = Rect::from_min_max(least, rect.max - Vec2::splat(unit * 0.045));
            let scale = theme::text_scale(painter).max(1.0);
            let name = if title.is_empty() { 0.0 } else { (0.12 * scale).min(0.17) };
            let (name, words) = room.split_top_bottom_at_y(room.top() + unit * name);
            theme::fit(painter, name, &title, unit * 0.11 * scale, tint);
            theme::fit(painter, words, &text, (unit * 0.09).max(8.0) * scale, theme::INK.gamma_multiply(presence));
        } else if !title.is_empty() && unit > 60.0 {
            // Between the picture and the edge.
            let mut size = (unit * 0.115 * theme::text_scale(painter).max(1.0)).min(unit * 0.17);
            let mut galley = painter.layout_no_wrap(title.clone(), FontId::proportional(size), tint);
            if galley.size().x > rect.width() * 0.92 {
                size *= rect.width() * 0.92 / galley.size().x;
                galley = painter.layout_no_wrap(title, FontId::proportional(size), tint);
            }
            let top = rect.bottom() - unit * 0.1 - galley.size().y / 2.0;
            painter.galley(pos2(rect.center().x - galley.size().x / 2.0, top), galley, tint);
        }
        if !shown.label.is_empty() {
            letters::label(
                canvas,
                shown,
                Spot::round(rect.right_bottom() - Vec2::splat(unit * 0.16), unit * 0.12),
                stonehouse_plugin::scene::Tint::White,
                presence,
            );
        }
    }
}

/// Paints the corner, with the symbol of the suit below it.
fn corner(painter: &Painter, card: &Content, rect: Rect, tint: Color32) {
    let Some(suit) = card.suit else { return };
    let unit = rect.height();
    let at = rect.min + vec2(unit * 0.05, unit * 0.03);
    let galley = painter.layout_no_wrap(card.corner.clone(), FontId::proportional(unit * 0.2), tint);
    let below = at + vec2(unit * 0.075, galley.size().y + unit * 0.05);
    painter.galley(at, galley, tint);
    signs::paint(painter, suit.sign, below, unit * 0.06, tint);
}

/// Paints the picture, or, if there is none, the corner again, large and over the symbol of the suit.
fn paint_picture(canvas: &Canvas<'_>, card: &Content, rect: Rect, tint: Color32, presence: f32) {
    let painter = canvas.painter;
    if !card.picture.is_empty()
        && let Some(texture) = canvas.pictures.texture(painter, &card.picture, tint, rect.size())
    {
        let meta = painter.ctx().tex_manager().read().meta(texture).map(|meta| meta.size);
        let [width, height] = meta.unwrap_or([1, 1]).map(|pixels| pixels as f32);
        let size = vec2(width, height) * (rect.size() / vec2(width, height)).min_elem();
        painter.image(
            texture,
            Rect::from_center_size(rect.center(), size),
            WHOLE,
            Color32::WHITE.gamma_multiply(presence),
        );
        return;
    }
    let unit = rect.height() / 0.42;
    let middle = rect.center() + vec2(0.0, unit * 0.08);
    if let Some(suit) = card.suit {
        signs::paint(painter, suit.sign, middle, unit * 0.2, theme::CARD.lerp_to_gamma(tint, 0.22));
    }
    painter.text(middle, Align2::CENTER_CENTER, &card.corner, FontId::proportional(unit * 0.4), tint);
}
