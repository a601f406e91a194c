//! A game's emblem: its own table, some way into a match.
//!
//! What it shows is played on a thread of its own: no rule runs on the window's thread.

use crate::look::pictures::PluginAssets;
use crate::look::{self, Pictures, Textures};
use crate::table::Still;
use crate::table::looks::Canvas;
use egui::{Painter, Rect, Stroke, StrokeKind};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use stonehouse_engine::{GameEntry, Ruleset};
use stonehouse_plugin_api::abi::client::{CallError, Position};
use stonehouse_plugin_api::scene::{Area, Layout, Scene};
use stonehouse_plugin_api::{Observer, Rng, Text};

/// How many actions the match on the emblem is old.
const ACTIONS: usize = 34;

/// The most cards on an emblem.
const CARDS: usize = 3;

/// The emblems, made when they are first seen.
#[derive(Default)]
pub struct Emblems(HashMap<String, Emblem>);

/// An emblem on its way, or there.
enum Emblem {
    Awaited(Receiver<Scene>),
    There(Box<Still>, Pictures),
    /// The game's first variant cannot be played.
    None,
}

impl Emblems {
    /// Paints the emblem of a game; a plate until it is there, and if its first variant cannot be played.
    pub fn paint(&mut self, painter: &Painter, game: &GameEntry, textures: &Textures, rect: Rect) {
        let emblem = self.0.entry(game.id().to_owned()).or_insert_with(|| play(game, painter.ctx().clone()));
        if let Emblem::Awaited(scene) = emblem {
            match scene.try_recv() {
                Ok(scene) => {
                    let pictures = Pictures::new(PluginAssets(game.plugin.clone()));
                    *emblem = Emblem::There(Box::new(Still::new(scene)), pictures);
                }
                Err(TryRecvError::Disconnected) => *emblem = Emblem::None,
                Err(TryRecvError::Empty) => {}
            }
        }
        match emblem {
            Emblem::There(still, pictures) => {
                still.paint(&Canvas { painter, textures, pictures, names: &[] }, rect.shrink(4.0));
            }
            Emblem::Awaited(_) | Emblem::None => {
                let plate = rect.shrink(rect.width() * 0.12);
                painter.rect(plate, 12.0, look::CARD, Stroke::new(1.0, look::LINE), StrokeKind::Inside);
            }
        }
    }
}

/// Begins to play the match of an emblem. The window is woken when it is done.
fn play(game: &GameEntry, wake: egui::Context) -> Emblem {
    let Some(variant) = game.variants.first().cloned() else { return Emblem::None };
    let plugin = game.plugin.clone();
    let (send, scene) = channel();
    let work = move || {
        let played = Ruleset::compile(&plugin, &variant).ok().and_then(|ruleset| played(&ruleset).ok());
        if let Some(scene) = played.map(told_by) {
            // Nobody listens any more: the launcher was left.
            let _ = send.send(scene);
        }
        drop(send);
        wake.request_repaint();
    };
    match std::thread::Builder::new().name("emblem".to_owned()).spawn(work) {
        Ok(_) => Emblem::Awaited(scene),
        Err(_) => Emblem::None,
    }
}

/// What of a scene tells the game at a glance: its board; or what one player has before them; or some of its cards.
fn told_by(mut scene: Scene) -> Scene {
    let is_board = |area: &Area| matches!(area.layout, Layout::Cells(_));
    if scene.areas.iter().any(is_board) {
        // What lies around the board would be too small to see.
        scene.areas.retain(is_board);
        scene.areas.truncate(1);
    } else if let Some(panel) = scene.areas.iter().find(|area| matches!(area.layout, Layout::Panel(_))) {
        let handle = panel.handle.clone();
        scene.areas.retain(|area| {
            let is_large = !["plate", "edge"].contains(&area.style.as_str());
            area.handle == handle || (area.inside == handle && is_large)
        });
    } else {
        // Cards that were laid down, or else whatever lies open.
        let laid = |area: &&Area| matches!(area.layout, Layout::Spread);
        let of = |areas: &[Area], wanted: &dyn Fn(&&Area) -> bool| -> Vec<_> {
            areas.iter().filter(wanted).flat_map(|area| &area.pieces).take(CARDS).cloned().collect()
        };
        let mut pieces = of(&scene.areas, &laid);
        if pieces.is_empty() {
            pieces = of(&scene.areas, &|area| !matches!(area.layout, Layout::Fan));
        }
        if pieces.is_empty() {
            // Nothing but stacks, meters and sheets: the first of them.
            scene.areas.truncate(1);
        } else {
            scene.areas = vec![Area::new("", Layout::Spread).pieces(pieces)];
        }
    }
    for area in &mut scene.areas {
        area.title = Text::default();
        area.seat = None;
    }
    scene
}

fn played(ruleset: &Ruleset) -> Result<Scene, CallError> {
    let mut position = Position::deal(ruleset.rules(), 3)?;
    let mut choices = Rng::from_seed(5);
    let mut legal = Vec::new();
    for _ in 0..ACTIONS {
        if position.to_act()?.is_none() {
            break;
        }
        let drawn = position.draw(&mut choices, &mut legal)?;
        let before = position.try_clone()?;
        position.attempt(drawn)?;
        if position.to_act()?.is_none() {
            // The end of a short game shows less than the moment before it.
            return before.scene(Observer::Public);
        }
    }
    position.scene(Observer::Public)
}
