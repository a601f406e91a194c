//! The cost of one click at a table: the calls of the game's plugin, and the processor time of the rules, for the
//! action and for the new view of the match that the window then shows.
//!
//! `cargo bench -p stonehouse-tests --bench clicks`
#![allow(
    unsafe_code,
    reason = "an observer of the calls is given with the table of a game that is linked into this program"
)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::abi::export::{self, Exported};
use stonehouse_plugin::{Observer, Rng, Seat};
use stonehouse_runtime::{CallObserver, Plugin};
use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tests::catalog;
use stonehouse_three_stones::ThreeStones;

/// The person whose view is shown; at the other seats bots play at random.
const PERSON: Seat = Seat(0);
/// Actions of each match.
const ACTIONS: u32 = 60;

type Calls = Arc<Mutex<BTreeMap<&'static str, u32>>>;

fn main() {
    println!("per action of a match, of a person and bots alike: calls of the plugin, and time");
    clicks::<ThreeStones>("three-stones/standard");
    clicks::<ThreeStones>("three-stones/pure-skill");
    clicks::<StoneRow>("stonerow/official");
    clicks::<TavernStones>("tavern-stones/official");
}

fn clicks<G: Exported>(name: &str) {
    let calls = Calls::default();
    let counted = Arc::clone(&calls);
    let observer: CallObserver = Arc::new(move |call| *counted.lock().unwrap().entry(call).or_default() += 1);
    let table = export::table::<G>();
    // SAFETY: the table is whole, and its functions are part of this program.
    let plugin = unsafe { Plugin::observed(&raw const table, Some(observer)) }.unwrap();
    let catalog = catalog();
    let variant = Arc::clone(catalog.variant(name).unwrap().1);
    let ruleset = Ruleset::compile(&plugin, &variant).unwrap();
    let seats = ruleset.seating().seats.len();
    let players = Seat::all(seats)
        .map(|seat| if seat == PERSON { Player::person("Ada") } else { Player::bot("Robin", "random") })
        .collect();
    let mut played = Match::new(&ruleset, 7, players, None).unwrap();
    let (mut random, mut time, mut actions) = (Rng::from_seed(1), Duration::ZERO, 0);
    look(&played);
    calls.lock().unwrap().clear();
    while actions < ACTIONS && played.to_act().is_some() {
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
    let calls = calls.lock().unwrap();
    let all: u32 = calls.values().sum();
    let micros = time.as_secs_f64() * 1e6 / f64::from(actions);
    println!("{name}: {:.1} calls, {micros:.0} µs", f64::from(all) / f64::from(actions));
    for (call, count) in calls.iter() {
        println!("    {call}: {:.2}", f64::from(*count) / f64::from(actions));
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
