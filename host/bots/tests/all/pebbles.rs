//! Bots in a game whose best play is known: leaving a multiple of four pebbles wins.

use fixture_pebbles::Pebbles;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use stonehouse_bots::{BotError, BotSpec, Stop, Viewpoint};
use stonehouse_plugin::{Action, Json, Seat, json};
use stonehouse_runtime::{CallError, HookFailure, HookFailureKind, HookHost, Plugin, Position, ReadFacts};

fn deal(knobs: &Json) -> Position {
    Position::deal(&Plugin::linked::<Pebbles>().unwrap().rules(2, knobs, None).unwrap(), 1).unwrap()
}

fn choose(bot: &str, seed: u64, state: &Position) -> Result<u32, BotError> {
    let spec: BotSpec = bot.parse().unwrap();
    spec.build(seed).choose(&Viewpoint::new(state, Seat(0)), &Stop::new()).map(|candidate| candidate.action.0)
}

#[test]
fn search_finds_the_winning_move() {
    for heap in [5, 6, 7, 9, 10, 11, 13, 14, 15] {
        let state = deal(&json!({ "heap": heap }));
        for seed in 0..3 {
            assert_eq!(choose("search@3000", seed, &state), Ok(heap % 4), "heap {heap}, seed {seed}");
        }
    }
}

#[test]
fn greedy_takes_a_win_that_is_there() {
    assert_eq!(choose("greedy", 1, &deal(&json!({ "heap": 3 }))), Ok(3));
}

#[test]
fn the_same_seed_chooses_the_same() {
    let state = deal(&json!({ "heap": 12 }));
    for bot in ["random", "greedy", "apprentice", "journeyman", "companion", "search@50"] {
        for seed in 0..5 {
            assert_eq!(choose(bot, seed, &state), choose(bot, seed, &state), "{bot}");
        }
    }
}

#[test]
fn a_bot_that_is_stopped_still_chooses_a_legal_action() {
    let state = deal(&json!({}));
    let stop = Stop::new();
    stop.stop();
    for bot in ["greedy", "apprentice", "master", "companion", "search@100000000", "search@100s"] {
        let chosen = bot.parse::<BotSpec>().unwrap().build(1).choose(&Viewpoint::new(&state, Seat(0)), &stop).unwrap();
        assert!((1..=3).contains(&chosen.action.0), "{bot}");
    }
}

/// Reports its first call, waits for an answer, and counts its calls from then on.
struct Rendezvous {
    begun: mpsc::Sender<()>,
    stopped: Mutex<mpsc::Receiver<()>>,
    asked: Arc<AtomicU64>,
}

impl HookHost for Rendezvous {
    fn uses(&self, _: usize) -> bool {
        true
    }

    fn fold(&self, _: usize, _: &[i64], _: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>> {
        // The first hundred times the search has the table to itself.
        if self.asked.fetch_add(1, Ordering::SeqCst) == 100 {
            self.begun.send(()).unwrap();
            self.stopped.lock().unwrap().recv().unwrap();
        }
        Ok(value)
    }
}

#[test]
fn a_search_is_stopped_from_another_thread() {
    let (begun, has_begun) = mpsc::channel();
    let (report, stopped) = mpsc::channel();
    let asked = Arc::new(AtomicU64::new(0));
    let host = Rendezvous { begun, stopped: Mutex::new(stopped), asked: Arc::clone(&asked) };
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let state = Position::deal(&plugin.rules(2, &json!({ "heap": 12 }), Some(Box::new(host))).unwrap(), 1).unwrap();
    let stop = Stop::new();
    let chosen = std::thread::scope(|scope| {
        let stop = &stop;
        let thinking = scope.spawn(move || {
            // It would take seconds, and millions of calls.
            let budget = stonehouse_bots::Budget::Iterations(300_000);
            BotSpec::Search(budget).build(1).choose(&Viewpoint::new(&state, Seat(0)), stop)
        });
        has_begun.recv().unwrap();
        stop.stop();
        report.send(()).unwrap();
        thinking.join().unwrap()
    });
    assert!((1..=3).contains(&chosen.unwrap().action.0));
    let asked = asked.load(Ordering::SeqCst);
    assert!((100..300).contains(&asked), "after it was stopped it was at it on and on: {asked} questions");
}

#[test]
fn a_bot_decides_nothing_when_it_is_not_its_turn() {
    let mut state = deal(&json!({}));
    state.apply(Action(1)).unwrap();
    for bot in ["random", "greedy", "apprentice", "master", "companion"] {
        assert_eq!(choose(bot, 1, &state), Err(BotError::NothingToDecide), "{bot}");
    }
}

#[test]
fn a_plugin_that_fails_ends_in_an_error() {
    for call in ["legal_actions", "apply", "scores", "determinize"] {
        let state = deal(&json!({ "fail_in": call }));
        for bot in ["greedy", "apprentice", "companion", "search@10"] {
            let failed = choose(bot, 1, &state);
            assert!(matches!(failed, Err(BotError::Call(CallError::Panic(_)))), "{bot} in {call}: {failed:?}");
        }
    }
}

fn failure() -> HookFailure {
    HookFailure::new(HookFailureKind::Raised, "it always fails")
}

struct Broken;

impl HookHost for Broken {
    fn uses(&self, index: usize) -> bool {
        index == 1
    }

    fn fold(&self, _: usize, _: &[i64], _: &dyn ReadFacts, _: i64) -> Result<i64, Box<HookFailure>> {
        Err(failure().into())
    }
}

#[test]
fn a_house_rule_that_fails_ends_in_an_error() {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let rules = plugin.rules(2, &json!({}), Some(Box::new(Broken))).unwrap();
    let state = Position::deal(&rules, 1).unwrap();
    assert_eq!(choose("search@10", 1, &state), Err(BotError::Call(CallError::Hook(failure().into()))));
}
