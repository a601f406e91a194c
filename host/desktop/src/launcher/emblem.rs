//! A game's emblem: a small picture of its table, some way into a match.
//!
//! The match that it shows is played on its own thread, because no rule runs on the window's thread.

use crate::thumbnail::{open, recognisable};
use egui::{Painter, Rect, Stroke, StrokeKind};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::{GameEntry, Ruleset};
use stonehouse_language::MadeIn;
use stonehouse_plugin::scene::{Area, Scene};
use stonehouse_plugin::{Observer, Rng};
use stonehouse_runtime::{CallError, Plugin, Position};
use stonehouse_table::looks::{self, AreaRole, Canvas};
use stonehouse_table::{Still, Textures};
use stonehouse_ui::pictures::Pictures;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// How many actions of the match are played.
const ACTIONS: usize = 34;

/// The emblems, made when they are first seen, and kept while other screens are shown. A game that was loaded again
/// gets another.
pub struct Emblems {
    /// By the game, and its library.
    known: HashMap<(String, *const Plugin), Emblem>,
    /// The language of their scenes.
    made_in: MadeIn,
}

impl Default for Emblems {
    fn default() -> Self {
        Self { known: HashMap::new(), made_in: MadeIn::now() }
    }
}

/// The state of one emblem.
enum Emblem {
    Awaited(Task<Option<Scene>>),
    Loaded(Box<Still>, Pictures),
    /// The game's first variant cannot be played.
    None,
}

impl Emblems {
    /// Paints the emblem of a game, or an empty plate while it is being made or if its first variant cannot be played.
    /// The frame that first wants it waits for it no longer than `timeout`.
    pub fn paint(&mut self, painter: &Painter, game: &GameEntry, textures: &Textures, rect: Rect, timeout: Duration) {
        if self.made_in.has_changed() {
            self.known.clear();
        }
        let key = (game.id().to_owned(), Arc::as_ptr(&game.plugin));
        let timeout = if self.known.contains_key(&key) { Duration::ZERO } else { timeout };
        let emblem = self.known.entry(key).or_insert_with(|| play(game, painter.ctx().clone()));
        if let Emblem::Awaited(task) = emblem
            && let Some(played) = task.poll(timeout)
        {
            *emblem = played.ok().flatten().map_or(Emblem::None, |scene| {
                let pictures = Pictures::new(Arc::clone(&game.plugin));
                Emblem::Loaded(Box::new(Still::new(scene)), pictures)
            });
        }
        match emblem {
            Emblem::Loaded(still, pictures) => {
                still.paint(&Canvas { painter, textures, pictures, names: &[] }, rect.shrink(4.0));
            }
            Emblem::Awaited(_) | Emblem::None => {
                let plate = rect.shrink(rect.width() * 0.12);
                painter.rect(plate, 12.0, theme::CARD, Stroke::new(1.0, theme::LINE), StrokeKind::Inside);
            }
        }
    }
}

/// Begins to play the match of an emblem; the window is repainted when it is done.
fn play(game: &GameEntry, wake: egui::Context) -> Emblem {
    let Some(variant) = game.variants.first().cloned() else { return Emblem::None };
    let plugin = game.plugin.clone();
    let work = move || {
        let ruleset = Ruleset::compile(&plugin, &variant).ok()?;
        let mut scene = recognisable(played(&ruleset).ok()?);
        stonehouse_language::current_language().scene(&mut scene, None);
        Some(scene)
    };
    Emblem::Awaited(Task::begin("emblem", move || wake.request_repaint(), work))
}

fn played(ruleset: &Ruleset) -> Result<Scene, CallError> {
    let mut position = Position::deal(ruleset.rules(), 3)?;
    let mut draws = Rng::from_seed(5);
    let mut legal = Vec::new();
    let mut best = (0, None);
    for _ in 0..ACTIONS {
        if position.to_act()?.is_none() {
            break;
        }
        let drawn = position.draw(&mut draws, &mut legal)?;
        let before = position.try_clone()?;
        position.play_candidate(drawn)?;
        if position.to_act()?.is_none() {
            // If the game is short, its end shows less than the position before it.
            return before.scene(Observer::Public);
        }
        // In a card game, the latest position with the most cards face up: hands may just have been dealt again.
        let scene = position.scene(Observer::Public)?;
        let open = if scene.areas.iter().any(is_whole) { 0 } else { open(&scene).count() };
        if open >= best.0 {
            best = (open, Some(scene));
        }
    }
    match best.1 {
        Some(scene) => Ok(scene),
        None => position.scene(Observer::Public),
    }
}

/// Whether this area alone is enough to recognise the game.
fn is_whole(area: &Area) -> bool {
    matches!(looks::role(area), AreaRole::Board | AreaRole::Panel)
}
