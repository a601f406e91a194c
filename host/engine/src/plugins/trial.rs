//! A library tried out: loaded, asked everything that a match asks, and held to the contract. The process may not survive it.

use super::copies::PrivateCopy;
use super::report::{Finding, Report, Tried};
use super::{open, plugin_at};
use crate::variant::Variant;
use std::path::Path;
use std::sync::Arc;
use stonehouse_plugin_api::abi::client::{CallError, Plugin, Rules, State};
use stonehouse_plugin_api::rng::seed_of;
use stonehouse_plugin_api::{Action, LONGEST_GAME, Observer, Rng, Seat, conformance};

/// Random games of each plugin.
const GAMES: u64 = 20;

/// Games in which the conformance kit looks at everything.
const THOROUGH: u64 = 3;

/// One position in so many is looked at by every observer.
const LOOKS: u32 = 8;

/// The stack of the threads on which bots think, and on which the trial is made: what overflows there is found here.
const STACK: usize = 2 << 20;

/// Processor time after which no further game is begun: the trial shows that a game works, and slow games work too.
#[cfg(unix)]
const ENOUGH: std::time::Duration = std::time::Duration::from_secs(5);

/// The longest sentence of a finding, in bytes: a violation lists every action that led to it.
const LONGEST_SENTENCE: usize = 600;

/// Tries out a library, in a process that may not survive it.
pub fn run(library: &PrivateCopy, mut report: Report) -> Finding {
    let library = library.clone();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut finding = Finding::default();
        finding.problem = try_out(&library, &mut report, &mut finding.games).err().map(shortened);
        report.found(&finding);
        // Whatever the library does at the end of a process happens after this.
        report.under_way("when the process ended");
        finding
    });
    let failed = || Finding { problem: Some("the trial itself failed".to_owned()), games: Vec::new() };
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(failed)
}

fn try_out(library: &PrivateCopy, report: &mut Report, tried: &mut Vec<Tried>) -> Result<(), String> {
    report.under_way("while it was loaded");
    let loaded = open(&library.path)?;
    for symbol in &library.symbols {
        report.under_way("in `about`");
        let plugin = plugin_at(loaded, symbol)?;
        let mut trial = Trial { report, plugin, actions: 0 };
        let games = trial.run()?;
        let about = trial.plugin.about();
        tried.push(Tried { id: about.id.clone(), version: about.version.clone(), games, actions: trial.actions });
    }
    Ok(())
}

struct Trial<'a> {
    report: &'a mut Report,
    plugin: Arc<Plugin>,
    actions: u64,
}

impl Trial<'_> {
    /// Says which call comes next, makes it, and words its failure.
    fn call<T>(&mut self, name: &str, call: impl FnOnce() -> Result<T, CallError>) -> Result<T, String> {
        self.report.under_way(&format!("in `{name}`"));
        call().map_err(|error| format!("it failed in `{name}`: {error}"))
    }

    /// Tries out one plugin; how many games were played.
    fn run(&mut self) -> Result<u64, String> {
        let plugin = Arc::clone(&self.plugin);
        self.call("panic_probe", || plugin.panic_probe())?;
        let variant = Variant::official(&plugin, Path::new(""));
        let knobs = serde_json::Value::Object(variant.knobs);
        let rules = self.call("rules_new", || plugin.rules(variant.seats, &knobs, None))?;
        let mut played = 0;
        for game in 0..GAMES {
            if game > 0 && is_enough() {
                break;
            }
            self.play(&rules, seed_of(1, game))?;
            played += 1;
        }
        self.report.under_way("in a game of the conformance kit");
        for game in 0..THOROUGH {
            if game > 0 && is_enough() {
                break;
            }
            conformance::check(&rules, 1, seed_of(2, game))
                .map_err(|violation| format!("it does not keep the contract: {violation}"))?;
        }
        self.report.under_way("in `rules_free`");
        drop(rules);
        Ok(played)
    }

    /// Plays a random game to its end.
    fn play(&mut self, rules: &Arc<Rules>, seed: u64) -> Result<(), String> {
        let mut choices = Rng::from_seed(seed);
        let mut state = self.call("state_new", || rules.deal(seed))?;
        let mut legal = Vec::new();
        for played in 0.. {
            let Some(seat) = self.call("to_act", || state.to_act())? else { break };
            if played == LONGEST_GAME {
                return Err(format!("a game came to no end after {LONGEST_GAME} actions"));
            }
            self.call("legal_actions", || state.legal_actions(&mut legal))?;
            if legal.is_empty() {
                return Err(format!("{seat} is to act and has no legal action"));
            }
            if choices.below(LOOKS) == 0 || played == 0 {
                self.look(&state, seat, &legal, seed)?;
            }
            let action = legal[choices.below(legal.len() as u32) as usize];
            self.call("apply", || state.apply(action))?;
            self.actions += 1;
        }
        self.call("outcome", || state.outcome())?;
        self.call("scene", || state.scene(Observer::Public))?;
        self.call("reveal", || state.reveal())?;
        self.call("deal", || state.deal(seed))?;
        self.call("playout", || state.playout(seed))?;
        self.report.under_way("in `state_free`");
        drop(state);
        Ok(())
    }

    /// Looks at a position as every observer does, and as a bot does.
    fn look(&mut self, state: &State, seat: Seat, legal: &[Action], seed: u64) -> Result<(), String> {
        let seats = state.rules().seating().seats.len();
        for observer in Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
            self.call("scene", || state.scene(observer))?;
        }
        for action in legal.iter().take(LOOKS as usize) {
            for observer in [Observer::Seat(seat), Observer::Public] {
                self.call("describe", || state.describe(*action, observer))?;
            }
        }
        self.call("candidates", || state.candidates(&mut Vec::new()))?;
        let mut clone = self.call("state_clone", || state.try_clone())?;
        self.call("determinize", || clone.determinize(seat, seed))?;
        self.call("state_copy", || clone.copy_from(state))?;
        self.call("rollout", || clone.rollout(seed))?;
        self.call("prospects", || clone.prospects(&mut vec![0; seats]))?;
        self.report.under_way("in `state_free`");
        drop(clone);
        Ok(())
    }
}

/// Whether the process has worked long enough.
fn is_enough() -> bool {
    #[cfg(unix)]
    {
        let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        std::time::Duration::new(spent.tv_sec.cast_unsigned(), spent.tv_nsec as u32) > ENOUGH
    }
    #[cfg(not(unix))]
    false
}

fn shortened(mut sentence: String) -> String {
    if sentence.len() > LONGEST_SENTENCE {
        let end = (0..=LONGEST_SENTENCE).rev().find(|end| sentence.is_char_boundary(*end)).unwrap_or_default();
        sentence.truncate(end);
        sentence.push('…');
    }
    sentence
}
