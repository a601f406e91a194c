//! The cost of one click at a table: the calls of the game's plugin, and the processor time of the rules, for the
//! action and for the new view of the match that the window then shows.

#![allow(
    unsafe_code,
    reason = "an observer of the calls is given with the table of a game that is linked into this program"
)]

use crate::catalog;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::abi::export::{self, Exported};
use stonehouse_plugin::{Observer, Rng, Seat};
use stonehouse_runtime::{CallObserver, Plugin};

/// The person whose view is shown; at the other seats bots play at random.
const PERSON: Seat = Seat(0);

/// The cost of the actions of a match.
#[derive(Debug)]
pub struct ClickCost {
    /// The number of actions, of the person and the bots alike.
    pub actions: u32,
    /// The calls of the plugin, by name.
    pub calls: BTreeMap<&'static str, u32>,
    /// The time of all of it.
    pub time: Duration,
}

impl ClickCost {
    /// The calls of the plugin for an action.
    pub fn calls_per_action(&self) -> f64 {
        f64::from(self.calls.values().sum::<u32>()) / f64::from(self.actions)
    }

    /// Plays at most `most` actions of a variant of a game that is linked into this program, and looks at the table
    /// after each.
    ///
    /// # Panics
    /// When the game fails.
    pub fn of<G: Exported>(variant: &str, most: u32) -> Self {
        let calls = Arc::<Mutex<BTreeMap<&'static str, u32>>>::default();
        let counted = Arc::clone(&calls);
        let observer: CallObserver = Arc::new(move |call| *counted.lock().unwrap().entry(call).or_default() += 1);
        let table = export::table::<G>();
        // SAFETY: the table is whole, and its functions are part of this program.
        let plugin = unsafe { Plugin::observed(&raw const table, Some(observer)) }.unwrap();
        let catalog = catalog();
        let variant = Arc::clone(catalog.variant(variant).unwrap().1);
        let ruleset = Ruleset::compile(&plugin, &variant).unwrap();
        let seats = ruleset.seating().seats.len();
        let players = Seat::all(seats)
            .map(|seat| if seat == PERSON { Player::person("Ada") } else { Player::bot("Robin", "random") })
            .collect();
        let mut played = Match::new(&ruleset, 7, players, None).unwrap();
        let (mut random, mut time, mut actions) = (Rng::from_seed(1), Duration::ZERO, 0);
        look(&played);
        calls.lock().unwrap().clear();
        while actions < most && played.to_act().is_some() {
            let mut legal = Vec::new();
            let before = calls.lock().unwrap().clone();
            played.position().legal_actions(&mut legal).unwrap();
            *calls.lock().unwrap() = before;
            let began = Instant::now();
            played.play(*random.pick(&legal).unwrap(), Instant::now()).unwrap();
            look(&played);
            time += began.elapsed();
            actions += 1;
        }
        let calls = calls.lock().unwrap().clone();
        Self { actions, calls, time }
    }
}

/// The view of the match as the window takes it for [`PERSON`], who plays alone.
fn look(played: &Match) {
    played.scene(Observer::Seat(PERSON)).unwrap();
    if played.to_act() == Some(PERSON) {
        played.described_actions().unwrap();
    }
    played.log(Observer::Seat(PERSON));
}
