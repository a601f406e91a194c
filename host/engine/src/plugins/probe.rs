//! The probe of a library: loads it, calls it in every way that a match calls it, and checks it against the contract.
//! The process may not survive it.
//!
//! It reads what each plugin declares, makes it panic, and plays random games and some of the conformance kit's. Their
//! number follows from a number of actions, not from time, so that a slow machine makes the same tests as a fast one.
//! An observer of the calls notes the one that is under way.

use super::copies::PrivateCopy;
use super::report::{ProbeReport, ProbeResult, ProbedGame};
use super::{open, plugin_at};
use crate::variant::Variant;
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Chosen, Observer, Outcome, Rng, Seat, Seats, Turn};
use stonehouse_runtime::{CallError, CallObserver, Decision, GameLength, HookHost, Plugin, RandomPlayer, Rules, State};

/// Random games of each plugin.
const GAMES: u64 = 20;

/// Games in which the conformance kit examines everything.
const CONFORMANCE_GAMES: u64 = 3;

/// One position in this many is examined for every observer.
const EXAMINE_INTERVAL: u32 = 8;

/// Threads that play at once.
const THREADS: usize = 4;

/// The stack size of the threads on which bots think, used for the probe, too: what would overflow there is found here.
const STACK: usize = 2 << 20;

/// Actions after which no further random game is begun: the probe only shows that a game works, and the first start
/// waits for it. It is counted in actions, so that a slow machine makes the same tests as a fast one.
const MAX_ACTIONS: u64 = 1000;

/// As [`MAX_ACTIONS`], for games of the conformance kit, which examines every position many times.
const MAX_EXAMINED_ACTIONS: u64 = 150;

/// The longest sentence of a result, in bytes: a violation lists every action that led to it.
const MAX_SENTENCE: usize = 600;

/// The tests and the games of a probe.
#[derive(Clone, Debug)]
pub struct ProbePlan {
    /// Only the test of this name among [`TESTS`]; none: those that decide whether a library is loaded, until they have
    /// taken long enough.
    pub test: Option<String>,
    /// How many games are played.
    pub games: u64,
    /// The seed of them all.
    pub seed: u64,
}

impl Default for ProbePlan {
    fn default() -> Self {
        Self { test: None, games: GAMES, seed: 1 }
    }
}

/// Probes a library, in a process that may not survive it.
pub fn run(library: &PrivateCopy, report: ProbeReport, plan: &ProbePlan) -> ProbeResult {
    let (library, plan) = (library.clone(), plan.clone());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let (report, mut result) = (Arc::new(report), ProbeResult::default());
        let tried = probe_library(&library, &report, &plan, &mut result);
        result.problem = tried.err().map(shortened);
        report.found(&result);
        // Code that the library runs when the process ends runs after this.
        report.under_way("when the process ended");
        result
    });
    let failed = || ProbeResult { problem: Some("the probe itself failed".to_owned()), ..ProbeResult::default() };
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(failed)
}

fn probe_library(
    library: &PrivateCopy,
    report: &Arc<ProbeReport>,
    plan: &ProbePlan,
    result: &mut ProbeResult,
) -> Result<(), String> {
    let test = match &plan.test {
        None => None,
        Some(name) => Some(TESTS.iter().find(|test| test.name == name).ok_or(format!("there is no test `{name}`"))?),
    };
    report.under_way("while it was loaded");
    let loaded = open(&library.path)?;
    for symbol in &library.symbols {
        let last = Arc::new(Mutex::new("about"));
        let (noted, noted_last) = (Arc::clone(report), Arc::clone(&last));
        let observer: CallObserver = Arc::new(move |call| {
            noted.under_way(&format!("in `{call}`"));
            // Handles that a failed call leaves behind are freed before the failure is described.
            if !call.ends_with("_free") {
                *noted_last.lock() = call;
            }
        });
        let (plugin, _) = plugin_at(loaded, symbol, Some(observer))?;
        let mut probe = Probe { last, plugin, plan, games: 0, actions: 0, warnings: Vec::new() };
        match test {
            None => probe.run_load_tests()?,
            Some(test) => (test.run)(&mut probe)?,
        }
        let Probe { plugin, games, actions, warnings, .. } = probe;
        let about = plugin.about();
        result.warnings.extend(warnings.into_iter().map(|warning| format!("{}: {warning}", about.name)));
        result.games.push(ProbedGame { id: about.id.clone(), version: about.version.clone(), games, actions });
    }
    Ok(())
}

/// A test that can be made by itself.
pub struct Test {
    /// Its name.
    pub name: &'static str,
    /// The property that it shows.
    pub shows: &'static str,
    run: fn(&mut Probe<'_>) -> Result<(), String>,
}

/// The tests of a plugin, the simplest first.
pub const TESTS: [Test; 8] = [
    Test { name: "load", shows: "it can be loaded and names its game", run: |_| Ok(()) },
    Test { name: "seats", shows: "its defaults make a game for every number of players", run: |probe| probe.seats() },
    Test { name: "games", shows: "random games come to an end", run: |probe| probe.plain_games() },
    Test {
        name: "looks",
        shows: "every observer is shown every position, and bots are answered",
        run: |probe| probe.games_with_looks(),
    },
    Test { name: "contract", shows: "the conformance kit finds no broken promise", run: |probe| probe.contract() },
    Test { name: "house", shows: "the same holds with house rules around it", run: |probe| probe.house() },
    Test {
        name: "threads",
        shows: "several threads that share the rules play what one alone plays",
        run: |probe| probe.threads(),
    },
    Test { name: "panic", shows: "a panic comes back as an error", run: |probe| probe.panic() },
];

struct Probe<'a> {
    /// The last call that was made.
    last: Arc<Mutex<&'static str>>,
    plugin: Arc<Plugin>,
    plan: &'a ProbePlan,
    games: u64,
    actions: u64,
    /// The warnings of the conformance kit.
    warnings: Vec<String>,
}

impl Probe<'_> {
    /// Makes calls, and describes the failure of one in a sentence.
    fn call<T>(&self, call: impl FnOnce() -> Result<T, CallError>) -> Result<T, String> {
        call().map_err(|error| format!("it failed in `{}`: {error}", self.last.lock()))
    }

    /// Runs the tests that decide whether a library is loaded.
    fn run_load_tests(&mut self) -> Result<(), String> {
        let rules = self.default_rules()?;
        for game in 0..self.plan.games {
            if self.actions >= MAX_ACTIONS {
                break;
            }
            // The first game is played without examining scenes, so that mistakes in the plain calls are found there.
            self.play(&rules, seed_of(self.plan.seed, game), game > 0)?;
        }
        let usual = self.actions / self.games.max(1);
        for game in 0..CONFORMANCE_GAMES {
            if game * usual >= MAX_EXAMINED_ACTIONS {
                break;
            }
            self.check_contract(&rules, 1, seed_of(!self.plan.seed, game))?;
        }
        drop(rules);
        // Last, because the panic leaves a message behind that would be mistaken for the reason of a crash.
        self.panic()
    }

    fn default_rules(&self) -> Result<Arc<Rules>, String> {
        self.rules(self.plugin.about().seats.default, None)
    }

    fn rules(&self, seats: u8, house: Option<Box<dyn HookHost>>) -> Result<Arc<Rules>, String> {
        let variant = Variant::official(&self.plugin, Path::new(""));
        let knobs = serde_json::Value::Object(variant.knobs);
        self.call(|| self.plugin.rules(seats, &knobs, house))
    }

    fn seats(&mut self) -> Result<(), String> {
        let range = self.plugin.about().seats;
        for seats in range.min..=range.max {
            let rules = self.rules(seats, None)?;
            self.play(&rules, self.plan.seed, true).map_err(|why| format!("with {seats} players: {why}"))?;
        }
        Ok(())
    }

    fn plain_games(&mut self) -> Result<(), String> {
        let rules = self.default_rules()?;
        (0..self.plan.games).try_for_each(|game| self.play(&rules, seed_of(self.plan.seed, game), false))
    }

    fn games_with_looks(&mut self) -> Result<(), String> {
        let rules = self.default_rules()?;
        (0..self.plan.games).try_for_each(|game| self.play(&rules, seed_of(self.plan.seed, game), true))
    }

    fn contract(&mut self) -> Result<(), String> {
        let rules = self.default_rules()?;
        self.check_contract(&rules, self.plan.games, self.plan.seed)
    }

    /// Plays under house rules that leave the game as it is, and use everything that it has for them.
    fn house(&mut self) -> Result<(), String> {
        let seats = self.plugin.about().seats.default;
        for house in [stonehouse_conformance::noop_house_rules, stonehouse_conformance::event_house_rules] {
            let rules = self.rules(seats, Some(house(&self.plugin)))?;
            self.check_contract(&rules, self.plan.games, self.plan.seed)?;
        }
        Ok(())
    }

    /// Plays this many games of the conformance kit, and keeps its warnings.
    fn check_contract(&mut self, rules: &Arc<Rules>, games: u64, seed: u64) -> Result<(), String> {
        let checked = stonehouse_conformance::check(rules, games, seed)
            .map_err(|violation| format!("it does not keep the contract: {violation}"))?;
        self.warnings.extend(checked.warnings);
        Ok(())
    }

    fn threads(&self) -> Result<(), String> {
        let rules = self.default_rules()?;
        let (games, seed) = (self.plan.games, self.plan.seed);
        let ends = |rules: &Arc<Rules>| -> Result<Vec<Outcome>, CallError> {
            let end = |game| {
                let mut state = rules.deal(seed_of(seed, game))?;
                state.playout(seed_of(seed, game))?;
                state.outcome()
            };
            (0..games).map(end).collect()
        };
        let alone = ends(&rules).map_err(|error| error.to_string())?;
        std::thread::scope(|scope| {
            let spawned: Vec<_> = (0..THREADS)
                .map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || ends(&rules)))
                .collect();
            for thread in spawned {
                let thread = thread.map_err(|error| format!("no thread can be started: {error}"))?;
                let together = thread.join().map_err(|_| "a thread of the probe failed".to_owned())?;
                if together.as_ref() != Ok(&alone) {
                    return Err("games on several threads ended differently from the same games on one".to_owned());
                }
            }
            Ok(())
        })
    }

    fn panic(&self) -> Result<(), String> {
        self.call(|| self.plugin.panic_probe())
    }

    /// Plays a random game to its end; with `looks`, examines some of its positions.
    fn play(&mut self, rules: &Arc<Rules>, seed: u64, looks: bool) -> Result<(), String> {
        let (mut player, mut chance) = (RandomPlayer::new(seed), Rng::from_seed(!seed));
        let mut state = self.call(|| rules.deal(seed))?;
        let mut length = GameLength::default();
        loop {
            let looks = looks && (length.decisions() == 0 || chance.below(EXAMINE_INTERVAL) == 0);
            if looks {
                self.check_views(&state, seed)?;
            }
            let Some(decision) = self.call(|| player.decide(&state))? else { break };
            length.admits_another().map_err(|error| error.to_string())?;
            let before = looks.then(|| self.call(|| state.try_clone())).transpose()?;
            self.call(|| state.decide(&decision))?;
            if let Some(before) = before {
                self.describe(&before, &decision, &state)?;
            }
            self.actions += 1;
            length.count();
        }
        self.call(|| state.outcome())?;
        self.call(|| state.scene(Observer::Public))?;
        self.call(|| state.reveal())?;
        if looks {
            self.call(|| state.deal(seed))?;
        } else {
            drop(state);
            state = self.call(|| rules.deal(seed))?;
        }
        self.call(|| state.playout(seed))?;
        self.games += 1;
        Ok(())
    }

    /// Makes all calls that describe a decision that led from `before` to `after`.
    fn describe(&self, before: &State, decision: &Decision, after: &State) -> Result<(), String> {
        let chosen: Vec<Chosen<'_>> = match decision {
            Decision::Seat(choice) => {
                self.call(|| before.turn())?.seat().map(|seat| choice.by(seat)).into_iter().collect()
            }
            Decision::Together(choices) => choices.iter().map(|(seat, choice)| choice.by(*seat)).collect(),
            Decision::Chance(_) => Vec::new(),
        };
        for observer in observers(before) {
            if let Decision::Chance(code) = decision {
                self.call(|| before.describe_outcome(*code, observer))?;
                continue;
            }
            for choice in &chosen {
                self.call(|| before.describe_choice(*choice, observer))?;
            }
            self.call(|| after.news(before, &chosen, observer))?;
        }
        Ok(())
    }

    /// Makes all calls that observers and bots make for a position.
    fn check_views(&self, state: &State, seed: u64) -> Result<(), String> {
        for observer in observers(state) {
            self.call(|| state.scene(observer))?;
        }
        let seats = match self.call(|| state.turn())? {
            Turn::Seat(seat) => Seats::from_iter([seat]),
            Turn::Together(seats) => seats,
            Turn::Over | Turn::Chance => Seats::default(),
        };
        let mut legal = Vec::new();
        for seat in seats.iter() {
            self.call(|| state.candidates(seat, &mut legal))?;
            self.call(|| state.legal_actions_of(seat, &mut legal))?;
            for action in legal.iter().take(EXAMINE_INTERVAL as usize) {
                for observer in [Observer::Seat(seat), Observer::Public] {
                    self.call(|| state.describe(*action, observer))?;
                }
            }
        }
        let mut clone = self.call(|| state.try_clone())?;
        self.call(|| clone.determinize(Seat(0), seed))?;
        self.call(|| clone.copy_from(state))?;
        self.call(|| clone.rollout(seed))?;
        self.call(|| clone.prospects(&mut vec![0; state.rules().seating().seats.len()]))?;
        Ok(())
    }
}

/// Every observer of a state.
fn observers(state: &State) -> impl Iterator<Item = Observer> + use<> {
    let seats = Seat::all(state.rules().seating().seats.len());
    seats.map(Observer::Seat).chain([Observer::Public, Observer::Referee])
}

fn shortened(mut sentence: String) -> String {
    if sentence.len() > MAX_SENTENCE {
        let end = (0..=MAX_SENTENCE).rev().find(|end| sentence.is_char_boundary(*end)).unwrap_or_default();
        sentence.truncate(end);
        sentence.push('…');
    }
    sentence
}
