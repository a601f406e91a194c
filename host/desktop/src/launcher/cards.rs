//! Cards of variants, with a title, a sentence and small print. The whole card is one button; there are two smaller
//! ones in its corners.

use egui::{Color32, Galley, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The text on a card.
pub struct VariantCard {
    /// The title.
    pub name: String,
    /// A sentence.
    pub summary: String,
    /// Small print, a line each.
    pub notes: Vec<String>,
    /// The id that is returned when it is clicked.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// Whether it is one of a person's favourites.
    pub is_favourite: bool,
}

/// A click on the card with this id.
pub enum CardCommand {
    /// The card.
    Play(String),
    /// The button in its lower corner.
    Change(String),
    /// The star in its upper corner.
    Favour(String),
}

const MIN_WIDTH: f32 = 236.0;
const GAP: f32 = 14.0;
const PADDING: f32 = 14.0;
/// The room beside the title for the star.
const STAR: f32 = 34.0;
/// The height of the corner button's line, and the text on it.
const CORNER: f32 = 22.0;

/// Shows variants as cards in as many columns as fit; all cards in a row have the same height. Returns what was
/// clicked. A variant may be shown twice on a screen, at two places of different names.
pub fn grid(ui: &mut Ui, place: &str, cards: &[VariantCard]) -> Option<CardCommand> {
    let room = ui.available_width();
    let columns = (((room + GAP) / (MIN_WIDTH * theme::scale(ui) + GAP)).floor() as usize).clamp(1, 5);
    let width = (room - GAP * (columns - 1) as f32) / columns as f32;
    let mut chosen = None;
    for row in cards.chunks(columns) {
        let texts: Vec<CardTexts> = row.iter().map(|card| CardTexts::new(ui, card, width)).collect();
        let height = texts.iter().map(CardTexts::height).fold(0.0, f32::max) + CORNER * theme::scale(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(room, height), Sense::hover());
        for (index, (card, text)) in row.iter().zip(texts).enumerate() {
            let left = rect.left() + index as f32 * (width + GAP);
            let rect = Rect::from_min_size(pos2(left, rect.top()), vec2(width, height));
            if text.show(ui, rect, card, place) {
                chosen = Some(CardCommand::Play(card.id.clone()));
            }
            if corner(ui, rect, card, place) {
                chosen = Some(CardCommand::Change(card.id.clone()));
            }
            if star(ui, rect, card, place) {
                chosen = Some(CardCommand::Favour(card.id.clone()));
            }
        }
        ui.add_space(GAP - ui.spacing().item_spacing.y);
    }
    chosen
}

/// The id of the card of a variant at this place.
pub fn id(place: &str, variant: &str) -> Id {
    Id::unique(("card", place, variant))
}

/// The star of a card. Returns whether it was clicked.
fn star(ui: &mut Ui, card: Rect, of: &VariantCard, place: &str) -> bool {
    let size = 28.0 * theme::scale(ui).min(1.4);
    let rect = Rect::from_min_size(pos2(card.right() - size - 5.0, card.top() + 6.0), vec2(size, size));
    let response = ui.interact(rect, Id::unique(("star", place, &of.id)), Sense::click());
    let (verb, hint) = if of.is_favourite {
        (tr!("Remove from favourites"), tr!("No longer a favourite"))
    } else {
        (tr!("Add to favourites"), tr!("A favourite is shown above the games"))
    };
    let label = tr!("{verb}: {variant} of {game}", verb, variant = of.name, game = of.game);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    theme::keep_in_sight(&response);
    if ui.is_rect_visible(rect) {
        let near = response.hovered() || response.has_focus();
        let colours = theme::colours(ui);
        if near {
            ui.painter().rect_filled(rect, 6.0, colours.line);
        }
        let colour = if of.is_favourite || near { colours.accent } else { colours.edge };
        theme::star(ui.painter(), rect.center(), size * 0.34, colour, of.is_favourite);
    }
    let clicked = response.clicked();
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(hint);
    clicked
}

/// The button in the corner of a variant's card. Returns whether it was clicked.
fn corner(ui: &mut Ui, card: Rect, of: &VariantCard, place: &str) -> bool {
    let text = ui.painter().layout_no_wrap(
        tr!("Change it…").to_owned(),
        theme::font(ui, &theme::small()),
        Color32::PLACEHOLDER,
    );
    let size = text.size() + vec2(16.0, 8.0);
    let rect = Rect::from_min_size(card.max - size - vec2(PADDING - 8.0, 6.0), size);
    let response = ui.interact(rect, Id::unique(("change", place, &of.id)), Sense::click());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, tr!("Change {variant} of {game}", variant = of.name, game = of.game))
    });
    theme::keep_in_sight(&response);
    if ui.is_rect_visible(rect) {
        let near = response.hovered() || response.has_focus();
        if near {
            ui.painter().rect_filled(rect, 6.0, theme::colours(ui).line);
        }
        let colour = if near { theme::colours(ui).accent } else { theme::colours(ui).ink_soft };
        ui.painter().galley(rect.min + vec2(8.0, 4.0), text, colour);
    }
    let clicked = response.clicked();
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(tr!("Make a variant of your own from it"));
    clicked
}

/// A card's texts, laid out.
struct CardTexts {
    name: Arc<Galley>,
    summary: Arc<Galley>,
    notes: Vec<Arc<Galley>>,
}

impl CardTexts {
    fn new(ui: &Ui, card: &VariantCard, width: f32) -> Self {
        let width = width - 2.0 * PADDING;
        let lay = |text: &str, colour: Color32| {
            ui.painter().layout(text.to_owned(), theme::font(ui, &theme::small()), colour, width)
        };
        let title = |text: &str| {
            let room = width - STAR * theme::scale(ui).min(1.4);
            ui.painter().layout(text.to_owned(), theme::font(ui, &theme::title()), theme::colours(ui).ink, room)
        };
        Self {
            name: title(&card.name),
            summary: lay(&card.summary, theme::colours(ui).ink),
            notes: card.notes.iter().map(|note| lay(note, theme::colours(ui).ink_soft)).collect(),
        }
    }

    fn height(&self) -> f32 {
        let notes: f32 = self.notes.iter().map(|note| note.size().y + 2.0).sum();
        let gap = if self.notes.is_empty() { 0.0 } else { 8.0 };
        2.0 * PADDING + self.name.size().y + 4.0 + self.summary.size().y + gap + notes
    }

    fn show(self, ui: &mut Ui, rect: Rect, card: &VariantCard, place: &str) -> bool {
        let response = ui.interact(rect, id(place, &card.id), Sense::click());
        // Games may have variants of the same name.
        let label = tr!("Play {variant} of {game}", variant = card.name, game = card.game);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        theme::keep_in_sight(&response);
        if ui.is_rect_visible(rect) {
            theme::paint_card(ui, rect, 10.0, response.hovered() || response.has_focus());
            let painter = ui.painter();
            let mut at = rect.min + vec2(PADDING, PADDING);
            let texts = [(self.name, 4.0), (self.summary, 8.0)]
                .into_iter()
                .chain(self.notes.into_iter().map(|note| (note, 2.0)));
            for (galley, gap) in texts {
                let step = galley.size().y + gap;
                painter.galley(at, galley, theme::colours(ui).ink);
                at.y += step;
            }
        }
        let clicked = response.clicked();
        response.on_hover_cursor(egui::CursorIcon::PointingHand);
        clicked
    }
}
