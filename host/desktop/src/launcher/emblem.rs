//! A game's emblem: its own table, some way into a match.

use crate::look::Textures;
use crate::table;
use egui::{Painter, Rect};
use std::collections::HashMap;
use stonehouse_engine::{GameEntry, Ruleset};
use stonehouse_plugin_api::scene::{Area, AreaKind, Scene};
use stonehouse_plugin_api::{Observer, Rng, abi::client::CallError};

/// How many actions the match on the emblem is old.
const ACTIONS: usize = 34;

/// The most cards on an emblem.
const CARDS: usize = 3;

/// The emblems, made when they are first seen.
#[derive(Default)]
pub struct Emblems(HashMap<String, Option<Scene>>);

impl Emblems {
    /// Paints the emblem of a game; nothing if its first variant cannot be played.
    pub fn paint(&mut self, painter: &Painter, game: &GameEntry, textures: &Textures, rect: Rect) {
        if let Some(scene) = self.0.entry(game.id().to_owned()).or_insert_with(|| scene(game)) {
            table::paint_still(painter, textures, scene, rect);
        }
    }
}

fn scene(game: &GameEntry) -> Option<Scene> {
    let ruleset = Ruleset::compile(&game.plugin, game.variants.first()?).ok()?;
    let mut scene = played(&ruleset).ok()?;
    // The board tells a game; what lies around it would be too small to see.
    if scene.areas.iter().any(|area| matches!(area.kind, AreaKind::Board(_))) {
        scene.areas.retain(|area| matches!(area.kind, AreaKind::Board(_)));
    }
    // Where everybody has a board of their own, one of them tells the game.
    if let Some(number) = scene.areas.iter().position(|area| matches!(area.kind, AreaKind::Tray { .. })) {
        let mut tray = scene.areas.swap_remove(number);
        if let AreaKind::Tray { front, hidden, requests } = &mut tray.kind {
            tray.pieces.truncate((*front + *hidden) as usize);
            *requests = 0;
        }
        scene.areas = vec![tray];
        return Some(scene);
    }
    // A card game is told by its cards.
    if !scene.areas.iter().any(|area| matches!(area.kind, AreaKind::Board(_))) {
        let shown = scene
            .areas
            .drain(..)
            .filter(|area| matches!(area.kind, AreaKind::Meld { .. }))
            .flat_map(|area| area.pieces);
        let pieces = shown.take(CARDS).collect();
        let kind = AreaKind::Meld { broken: false };
        scene.areas = vec![Area { handle: String::new(), title: String::new(), seat: None, kind, pieces }];
    }
    Some(scene)
}

fn played(ruleset: &Ruleset) -> Result<Scene, CallError> {
    let mut state = ruleset.rules().deal(3)?;
    let mut choices = Rng::from_seed(5);
    let mut legal = Vec::new();
    for _ in 0..ACTIONS {
        if state.to_act()?.is_none() {
            break;
        }
        state.legal_actions(&mut legal)?;
        let Some(action) = legal.get(choices.below(legal.len() as u32) as usize) else { break };
        state.apply(*action)?;
    }
    state.scene(Observer::Public)
}
