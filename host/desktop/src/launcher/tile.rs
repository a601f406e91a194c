//! A game as a tile: its picture, its description, how many play it and how long, and the button that starts its usual
//! match.

use super::emblem::Emblems;
use crate::labels;
use egui::{
    Button, Color32, CursorIcon, FocusDirection, Galley, Id, Key, Layout, Rect, Role, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::{GameEntry, Variant};
use stonehouse_language::{tr, translate_words};
use stonehouse_lesson::Lesson;
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The least and the greatest width of a tile, in points, where text has its usual size.
const MIN_WIDTH: f32 = 250.0;
const MAX_WIDTH: f32 = 470.0;
const GAP: f32 = 16.0;
const PADDING: f32 = 14.0;
/// The height of the picture, as a share of the tile's width.
const PICTURE: f32 = 0.55;
/// The heights of the main button and of the line of buttons below it, and the gap between them, in points.
const START: f32 = 38.0;
const MORE: f32 = 32.0;
const BUTTON_GAP: f32 = 8.0;
/// How much of the line the main button has at most where another one opens a lesson.
const STARTS: f32 = 0.68;

/// A click on the tile of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileCommand {
    /// Set up a match of the usual variant.
    Start,
    /// Show the variants, or hide them.
    Unfold,
    /// Show the rules.
    Rules,
    /// Take the lesson at this place in the list.
    Learn(usize),
}

/// How many tiles are side by side, of this many games in this much room, and how wide each is.
pub fn columns(games: usize, room: f32, scale: f32) -> (usize, f32) {
    let fit = ((room + GAP) / (MIN_WIDTH * scale + GAP)).floor() as usize;
    // Four games look better in two rows of two than in one of three and one of one.
    let fit = fit.clamp(1, games.max(1));
    let count = games.max(1).div_ceil(games.max(1).div_ceil(fit));
    let width = (room - GAP * (count - 1) as f32) / count as f32;
    (count, width.min(MAX_WIDTH * scale))
}

/// A game, and the inputs of its tile.
pub struct Tile<'a> {
    /// The game.
    pub game: &'a GameEntry,
    /// Its usual variant.
    pub usual: &'a Variant,
    /// Whether its variants are shown.
    pub is_open: bool,
    /// Its lessons.
    pub lessons: Vec<&'a Lesson>,
}

/// Shows a row of tiles, all of them of one height. Returns the place in the row of the one that was clicked, and what
/// of it.
pub fn row(
    ui: &mut Ui,
    tiles: &[Tile<'_>],
    width: f32,
    (emblems, timeout): (&mut Emblems, Duration),
    textures: &Textures,
) -> Option<(usize, TileCommand)> {
    let texts: Vec<TileTexts> = tiles.iter().map(|tile| TileTexts::new(ui, tile.game, width)).collect();
    let scale = theme::scale(ui);
    let foot = (START + BUTTON_GAP + MORE) * scale.min(1.6);
    let height = texts.iter().map(TileTexts::height).fold(0.0, f32::max) + width * PICTURE + foot + 2.0 * PADDING;
    let all = width * tiles.len() as f32 + GAP * (tiles.len() - 1) as f32;
    let (rect, _) = ui.allocate_exact_size(vec2(all, height), Sense::hover());
    let (mut chosen, mut goes) = (None, None);
    for (index, (tile, text)) in tiles.iter().zip(texts).enumerate() {
        let place =
            Rect::from_min_size(pos2(rect.left() + index as f32 * (width + GAP), rect.top()), vec2(width, height));
        let picture = Rect::from_min_size(place.min, vec2(width, width * PICTURE));
        // Most people click the picture. For the keyboard there is the button.
        let response = ui.interact(place, Id::unique(("tile", tile.game.id())), Sense::CLICK);
        if ui.is_rect_visible(place) {
            theme::paint_card(ui, place, 12.0, response.hovered());
            let cloth = picture.shrink(6.0);
            ui.painter().rect_filled(cloth, 9.0, theme::CLOTH);
            let clipped = ui.painter().with_clip_rect(cloth.intersect(ui.clip_rect()));
            emblems.paint(&clipped, tile.game, textures, cloth.shrink(4.0), timeout);
            text.paint(ui, pos2(place.left() + PADDING, picture.bottom() + 4.0));
        }
        let clicked = response.on_hover_cursor(CursorIcon::PointingHand).clicked();
        let room = Rect::from_min_max(
            pos2(place.left() + PADDING, place.bottom() - PADDING - foot),
            place.max - vec2(PADDING, PADDING),
        );
        let (pressed, variants) = buttons(ui, tile, room);
        // egui's own arrows would prefer a nearer button, but lower.
        if ui.memory(|memory| memory.has_focus(start(tile.game.id()))) {
            let arrow = |key| ui.input(|input| input.key_pressed(key));
            let beside = if arrow(Key::ArrowRight) {
                tiles.get(index + 1)
            } else if arrow(Key::ArrowLeft) {
                index.checked_sub(1).and_then(|at| tiles.get(at))
            } else {
                None
            };
            let below = if arrow(Key::ArrowDown) { variants } else { None };
            goes = goes.or(beside.map(|tile| start(tile.game.id()))).or(below);
        }
        if let Some(pressed) = pressed.or(clicked.then_some(TileCommand::Start)) {
            chosen = Some((index, pressed));
        }
    }
    if let Some(goes) = goes {
        ui.memory_mut(|memory| {
            memory.request_focus(goes);
            memory.move_focus(FocusDirection::None);
        });
    }
    chosen
}

/// The buttons of a tile. Returns the click, and the id of the button below the main one.
fn buttons(ui: &mut Ui, tile: &Tile<'_>, room: Rect) -> (Option<TileCommand>, Option<Id>) {
    let (mut chosen, mut below) = (None, None);
    let game = labels::game(&tile.game.plugin);
    let variant = labels::variant(tile.usual);
    let layout = Layout::top_down_justified(egui::Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(room).layout(layout), |ui| {
        let scale = theme::scale(ui).min(1.6);
        ui.spacing_mut().item_spacing.y = BUTTON_GAP * scale;
        ui.horizontal(|ui| {
            let wide = if tile.lessons.is_empty() {
                room.width()
            } else {
                (room.width() * STARTS).min(room.width() - learn_width(ui) - ui.spacing().item_spacing.x)
            };
            let start = start_button(ui, tile.game.id(), vec2(wide.floor(), START * scale));
            let label = tr!("Start {game}: {variant}", game, variant);
            start.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            theme::keep_in_sight(&start);
            if start.on_hover_text(tr!("The usual game: {variant}", variant)).clicked() {
                chosen = Some(TileCommand::Start);
            }
            chosen = learn_button(ui, tile, START * scale).or(chosen);
        });
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding.y = 3.0;
            let many = tile.game.variants.len();
            let text = if many == 1 { tr!("1 variant").to_owned() } else { tr!("{n} variants", n = many) };
            let half = vec2((room.width() - BUTTON_GAP) / 2.0, MORE * scale);
            let variants = ui.add(theme::option(tile.is_open, text).min_size(half).truncate());
            let label = tr!("Variants of {game}", game);
            variants.widget_info(|| WidgetInfo::selected(Role::Button, true, tile.is_open, &label));
            theme::keep_in_sight(&variants);
            below = Some(variants.id);
            if variants.on_hover_text(tr!("Other ways to play it, and what is different in them")).clicked() {
                chosen = Some(TileCommand::Unfold);
            }
            let rules = ui.add(Button::new(tr!("Rules")).min_size(half));
            rules.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("Rules of {game}", game)));
            theme::keep_in_sight(&rules);
            if rules.on_hover_text(tr!("The rules in short")).clicked() {
                chosen = Some(TileCommand::Rules);
            }
        });
    });
    (chosen, below)
}

/// How wide the button of a lesson has to be for its text.
fn learn_width(ui: &Ui) -> f32 {
    let text = egui::WidgetText::from(tr!("Learn"));
    let text = text.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, egui::TextStyle::Button);
    (text.size().x + 2.0 * ui.spacing().button_padding.x).ceil() + 2.0
}

/// The button that opens a game's lesson, or a menu of several.
fn learn_button(ui: &mut Ui, tile: &Tile<'_>, height: f32) -> Option<TileCommand> {
    let (first, more) = tile.lessons.split_first()?;
    let mut chosen = None;
    let button = Button::new(tr!("Learn")).min_size(vec2(ui.available_width(), height)).truncate();
    let learn = if more.is_empty() {
        let learn = ui.add(button).on_hover_text(format!(
            "{}: {}",
            translate_words(&first.name),
            translate_words(&first.summary)
        ));
        chosen = learn.clicked().then_some(TileCommand::Learn(0));
        learn
    } else {
        let menu = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
            for (place, lesson) in tile.lessons.iter().enumerate() {
                if ui.button(translate_words(&lesson.name)).on_hover_text(translate_words(&lesson.summary)).clicked() {
                    chosen = Some(TileCommand::Learn(place));
                    ui.close();
                }
            }
        });
        menu.0
    };
    let label = tr!("Learn {game}", game = labels::game(&tile.game.plugin));
    learn.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    theme::keep_in_sight(&learn);
    chosen
}

/// The id of the button that starts a game, by which the keyboard reaches it.
pub fn start(game: &str) -> Id {
    Id::unique(("start", game))
}

/// The main button of a tile.
fn start_button(ui: &mut Ui, game: &str, size: egui::Vec2) -> egui::Response {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, start(game), Sense::click());
    let near = response.hovered() || response.has_focus();
    let edge = if response.has_focus() { Stroke::new(2.5, theme::colours(ui).ink) } else { Stroke::NONE };
    let fill = if near { theme::GREEN_LIGHT } else { theme::GREEN };
    ui.painter().rect(rect, 7.0, fill, edge, StrokeKind::Inside);
    theme::fit(ui.painter(), rect.shrink(4.0), tr!("Start here"), theme::font(ui, &theme::body()).size, theme::LIGHT);
    response.on_hover_cursor(CursorIcon::PointingHand)
}

/// A tile's texts, laid out.
struct TileTexts {
    name: Arc<Galley>,
    facts: Arc<Galley>,
    summary: Arc<Galley>,
}

impl TileTexts {
    fn new(ui: &Ui, game: &GameEntry, width: f32) -> Self {
        let about = game.plugin.about();
        let colours = theme::colours(ui);
        let lay = |text: &str, style: &egui::TextStyle, colour: Color32| {
            ui.painter().layout(text.to_owned(), theme::font(ui, style), colour, width - 2.0 * PADDING)
        };
        Self {
            name: lay(&labels::game(&game.plugin), &theme::heading(), colours.ink),
            facts: lay(&labels::all(&game.details()).join(" · "), &theme::small(), colours.ink_soft),
            summary: lay(&translate_words(&about.summary), &theme::body(), colours.ink),
        }
    }

    fn height(&self) -> f32 {
        self.name.size().y + self.facts.size().y + self.summary.size().y + 12.0
    }

    fn paint(self, ui: &Ui, mut at: egui::Pos2) {
        for (galley, gap) in [(self.name, 1.0), (self.facts, 6.0), (self.summary, 0.0)] {
            let step = galley.size().y + gap;
            ui.painter().galley(at, galley, theme::colours(ui).ink);
            at.y += step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_game_tiles_share_a_row_and_four_take_two_if_narrow() {
        let (three, width) = columns(3, 850.0, 1.0);
        assert_eq!((three, width >= MIN_WIDTH), (3, true), "{width}");
        assert_eq!(columns(4, 850.0, 1.0).0, 2);
        assert_eq!(columns(3, 850.0, 2.0).0, 1);
        assert_eq!(columns(0, 850.0, 1.0).0, 1);
        assert_eq!(columns(1, 4000.0, 1.0), (1, MAX_WIDTH));
    }
}
