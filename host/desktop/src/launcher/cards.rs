//! Cards with a title, a sentence and small print. The whole card is one button; a variant's card has a smaller one in its corner.

use crate::look;
use egui::{Align2, Color32, Galley, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// The text on a card.
pub struct Card {
    /// The title.
    pub name: String,
    /// A sentence.
    pub summary: String,
    /// Small print, a line each.
    pub notes: Vec<String>,
    /// What the caller gets back when it is clicked.
    pub id: String,
}

/// What was clicked on the card with this id.
pub enum Chosen {
    /// The card.
    Play(String),
    /// The button in its corner.
    Change(String),
}

const LEAST_WIDTH: f32 = 236.0;
const GAP: f32 = 14.0;
const PADDING: f32 = 14.0;
/// The room beside the title for what a click does.
const VERB: f32 = 52.0;
/// The height of the corner button's line, and the text on it.
const CORNER: f32 = 22.0;
const CHANGE: &str = "Change it…";

/// Shows the variants of `game` as cards in as many columns as fit; all cards in a row have the same height. Returns what was
/// clicked.
pub fn grid(ui: &mut Ui, game: &str, cards: &[Card]) -> Option<Chosen> {
    let room = ui.available_width();
    let columns = (((room + GAP) / (LEAST_WIDTH * look::scale(ui) + GAP)).floor() as usize).clamp(1, 4);
    let width = (room - GAP * (columns - 1) as f32) / columns as f32;
    let mut chosen = None;
    for row in cards.chunks(columns) {
        let texts: Vec<Text> = row.iter().map(|card| Text::new(ui, card, width)).collect();
        let height = texts.iter().map(Text::height).fold(0.0, f32::max) + CORNER * look::scale(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(room, height), Sense::hover());
        for (index, (card, text)) in row.iter().zip(texts).enumerate() {
            let left = rect.left() + index as f32 * (width + GAP);
            let place = Rect::from_min_size(pos2(left, rect.top()), vec2(width, height));
            // Games may have variants of the same name.
            if text.show(ui, place, card, "Play", &format!(" of {game}")) {
                chosen = Some(Chosen::Play(card.id.clone()));
            }
            if corner(ui, place, card, game) {
                chosen = Some(Chosen::Change(card.id.clone()));
            }
        }
        ui.add_space(GAP - ui.spacing().item_spacing.y);
    }
    chosen
}

/// The button in the corner of a variant's card. Returns whether it was clicked.
fn corner(ui: &mut Ui, card: Rect, of: &Card, game: &str) -> bool {
    let text = ui.painter().layout_no_wrap(CHANGE.to_owned(), look::font(ui, &look::small()), Color32::PLACEHOLDER);
    let size = text.size() + vec2(16.0, 8.0);
    let rect = Rect::from_min_size(card.max - size - vec2(PADDING - 8.0, 6.0), size);
    let response = ui.interact(rect, Id::unique(("change", &of.id)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Change {} of {game}", of.name)));
    if ui.is_rect_visible(rect) {
        let near = response.hovered() || response.has_focus();
        if near {
            ui.painter().rect_filled(rect, 6.0, look::colours(ui).line);
        }
        let colour = if near { look::colours(ui).accent } else { look::colours(ui).ink_soft };
        ui.painter().galley(rect.min + vec2(8.0, 4.0), text, colour);
    }
    let clicked = response.clicked();
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text("Make a variant of your own from it");
    clicked
}

/// Shows one card of full width. Returns whether it was clicked.
pub fn single(ui: &mut Ui, card: &Card, verb: &str) -> bool {
    let text = Text::new(ui, card, ui.available_width());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), text.height()), Sense::hover());
    text.show(ui, rect, card, verb, "")
}

/// A card's texts, laid out.
struct Text {
    name: Arc<Galley>,
    summary: Arc<Galley>,
    notes: Vec<Arc<Galley>>,
}

impl Text {
    fn new(ui: &Ui, card: &Card, width: f32) -> Self {
        let width = width - 2.0 * PADDING;
        let lay = |text: &str, colour: Color32| {
            ui.painter().layout(text.to_owned(), look::font(ui, &look::small()), colour, width)
        };
        let title = |text: &str| {
            let room = width - VERB * look::scale(ui);
            ui.painter().layout(text.to_owned(), look::font(ui, &look::title()), look::colours(ui).ink, room)
        };
        Self {
            name: title(&card.name),
            summary: lay(&card.summary, look::colours(ui).ink),
            notes: card.notes.iter().map(|note| lay(note, look::colours(ui).ink_soft)).collect(),
        }
    }

    fn height(&self) -> f32 {
        let notes: f32 = self.notes.iter().map(|note| note.size().y + 2.0).sum();
        let gap = if self.notes.is_empty() { 0.0 } else { 8.0 };
        2.0 * PADDING + self.name.size().y + 4.0 + self.summary.size().y + gap + notes
    }

    fn show(self, ui: &mut Ui, rect: Rect, card: &Card, verb: &str, of: &str) -> bool {
        let response = ui.interact(rect, Id::unique(("card", &card.id)), Sense::click());
        let label = format!("{verb} {}{of}", card.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if ui.is_rect_visible(rect) {
            let near = response.hovered() || response.has_focus();
            let (fill, stroke) = if near {
                (look::colours(ui).card_hover, Stroke::new(2.0, look::colours(ui).accent))
            } else {
                (look::colours(ui).card, Stroke::new(1.0, look::colours(ui).line))
            };
            let painter = ui.painter();
            painter.rect(rect, 10.0, fill, stroke, StrokeKind::Inside);
            let mut at = rect.min + vec2(PADDING, PADDING);
            if near {
                let corner = pos2(rect.right() - PADDING, at.y + 2.0);
                painter.text(corner, Align2::RIGHT_TOP, verb, look::font(ui, &look::body()), look::colours(ui).accent);
            }
            let texts = [(self.name, 4.0), (self.summary, 8.0)]
                .into_iter()
                .chain(self.notes.into_iter().map(|note| (note, 2.0)));
            for (galley, gap) in texts {
                let step = galley.size().y + gap;
                painter.galley(at, galley, look::colours(ui).ink);
                at.y += step;
            }
        }
        let clicked = response.clicked();
        response.on_hover_cursor(egui::CursorIcon::PointingHand);
        clicked
    }
}
