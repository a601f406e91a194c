//! The cost of one click at the table: the calls of the game's plugin, and the processor time, until the window has the
//! new view of the match.

#![allow(
    unsafe_code,
    reason = "an observer of the calls is given with the table of a game that is linked into this program"
)]

use crate::{AT_ONCE, catalog};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stonehouse_desktop::play::Play;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::abi::export::{self, Exported};
use stonehouse_plugin::{Action, Rng, Seat};
use stonehouse_runtime::{CallObserver, Choice, Plugin};
use stonehouse_table::Textures;
use stonehouse_ui::theme;

/// The cost of the clicks in a match.
#[derive(Debug)]
pub struct ClickCost {
    /// The number of clicks.
    pub clicks: u32,
    /// The calls of the plugin, by name.
    pub calls: BTreeMap<&'static str, u32>,
    /// The time of all of it.
    pub time: Duration,
}

impl ClickCost {
    /// All calls of the plugin for a click.
    pub fn calls_per_click(&self) -> f64 {
        f64::from(self.calls.values().sum::<u32>()) / f64::from(self.clicks)
    }

    /// The calls of this name for a click.
    pub fn per_click(&self, call: &str) -> f64 {
        f64::from(self.calls.get(call).copied().unwrap_or_default()) / f64::from(self.clicks)
    }

    /// Plays at most `most` actions of `people` at the first seats, at random, in a match of a variant of a game that
    /// is linked into this program. At the other seats bots play at random, which is not counted.
    ///
    /// # Panics
    /// When the game fails.
    pub fn of<G: Exported>(variant: &str, people: usize, most: u32) -> Self {
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
        let player = |seat: Seat| {
            if seat.index() < people {
                Player::person(format!("Person {}", seat.0))
            } else {
                Player::bot(format!("Bot {}", seat.0), "random")
            }
        };
        let current = Match::new(&ruleset, 7, Seat::all(seats).map(player).collect(), None).unwrap();
        let mut window = window(Play::new(current, AT_ONCE, None));
        let (mut random, mut cost) =
            (Rng::from_seed(1), Self { clicks: 0, calls: BTreeMap::new(), time: Duration::ZERO });
        while cost.clicks < most
            && let Some(action) = person_choice(&mut window, &mut random)
        {
            calls.lock().unwrap().clear();
            let (began, before) = (Instant::now(), length(window.state()));
            window.state_mut().choose(Choice::from(action));
            cost.time += began.elapsed();
            assert_eq!(length(window.state()), before + 1, "it is played");
            cost.clicks += 1;
            for (call, count) in calls.lock().unwrap().iter() {
                *cost.calls.entry(call).or_default() += count;
            }
        }
        cost
    }
}

/// The window that shows this match.
fn window(play: Play) -> Harness<'static, Play> {
    let mut textures = None;
    let ui = move |ui: &mut egui::Ui, play: &mut Play| {
        let textures = textures.get_or_insert_with(|| {
            theme::apply(ui.ctx(), theme::Appearance::default());
            ui.set_style(ui.ctx().global_style());
            Textures::new(ui.ctx())
        });
        play.ui(ui, textures);
    };
    Harness::builder().with_size((1280.0, 800.0)).build_ui_state(ui, play)
}

/// How many actions were played.
fn length(play: &Play) -> usize {
    play.current().expect("the match runs").len()
}

/// An action of the person whose turn it is, after bots have acted and the next person has come to the screen; `None`
/// when the match is over.
fn person_choice(window: &mut Harness<'static, Play>, random: &mut Rng) -> Option<Action> {
    const MAX_FRAMES: usize = 2_000;
    for _ in 0..MAX_FRAMES {
        {
            let current = window.state().current().expect("the match runs");
            let seat = current.to_act()?;
            if current.players()[seat.index()].is_person() && window.query_by_label("Show my side").is_none() {
                let mut legal = Vec::new();
                current.position().legal_actions(&mut legal).unwrap();
                return Some(*random.pick(&legal).unwrap());
            }
        }
        // The next person comes, or a tally has been read.
        for label in ["Show my side", "Continue"] {
            if let Some(button) = window.query_by_label(label) {
                button.click();
            }
        }
        window.step();
    }
    panic!("no person's turn comes: {:?}", window.state().stage());
}
