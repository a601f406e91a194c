//! A library tried out: loaded, called in every way that a match calls it, and checked against the contract. The process may not survive it.
//!
//! It reads what each plugin declares, makes it panic, and plays random games and some of the conformance kit's. Their
//! number follows from a number of actions, not from time, so that a slow machine tries out the same as a fast one.

use super::copies::PrivateCopy;
use super::report::{ProbeReport, ProbeResult, ProbedGame};
use super::{open, plugin_at};
use crate::variant::Variant;
use std::path::Path;
use std::sync::Arc;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Chosen, LONGEST_GAME, Observer, Outcome, Outcomes, Rng, Samples, Seat, Turn};
use stonehouse_runtime::{CallError, HookHost, Plugin, Rules, State};

/// Random games of each plugin.
const GAMES: u64 = 20;

/// Games in which the conformance kit looks at everything.
const THOROUGH: u64 = 3;

/// One position in this many is examined for every observer.
const LOOKS: u32 = 8;

/// Threads that play at once.
const THREADS: usize = 4;

/// The stack size of the threads on which bots think, used for the probe, too: what would overflow there is found here.
const STACK: usize = 2 << 20;

/// Actions after which no further random game is begun: the probe only shows that a game works, and the first start waits for it. It is
/// counted in actions, so that a slow machine tries out the same as a fast one.
const ENOUGH: u64 = 1000;

/// The same for games of the conformance kit, which looks at every position many times.
const ENOUGH_THOROUGH: u64 = 150;

/// The longest sentence of a result, in bytes: a violation lists every action that led to it.
const LONGEST_SENTENCE: usize = 600;

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Only the test of this name among [`TESTS`]; none: what decides whether a library is loaded, until it has taken long enough.
    pub test: Option<String>,
    /// How many games are played.
    pub games: u64,
    /// The seed of them all.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { test: None, games: GAMES, seed: 1 }
    }
}

/// Tries out a library, in a process that may not survive it.
pub fn run(library: &PrivateCopy, mut report: ProbeReport, plan: &Plan) -> ProbeResult {
    let (library, plan) = (library.clone(), plan.clone());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut result = ProbeResult::default();
        let tried = probe_library(&library, &mut report, &plan, &mut result);
        result.problem = tried.err().map(shortened);
        report.found(&result);
        // What the library does when the process ends happens after this.
        report.under_way("when the process ended");
        result
    });
    let failed = || ProbeResult { problem: Some("the probe itself failed".to_owned()), ..ProbeResult::default() };
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(failed)
}

fn probe_library(
    library: &PrivateCopy,
    report: &mut ProbeReport,
    plan: &Plan,
    result: &mut ProbeResult,
) -> Result<(), String> {
    let test = match &plan.test {
        None => None,
        Some(name) => Some(TESTS.iter().find(|test| test.name == name).ok_or(format!("there is no test `{name}`"))?),
    };
    report.under_way("while it was loaded");
    let loaded = open(&library.path)?;
    for symbol in &library.symbols {
        report.under_way("in `about`");
        let (plugin, _) = plugin_at(loaded, symbol)?;
        let mut probe = Probe { report, plugin, plan, games: 0, actions: 0, warnings: Vec::new() };
        match test {
            None => probe.everything()?,
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
    /// What it shows.
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
    report: &'a mut ProbeReport,
    plugin: Arc<Plugin>,
    plan: &'a Plan,
    games: u64,
    actions: u64,
    /// What the conformance kit warns of.
    warnings: Vec<String>,
}

impl Probe<'_> {
    /// Notes which call comes next, makes it, and describes its failure in a sentence.
    fn call<T>(&mut self, name: &str, call: impl FnOnce() -> Result<T, CallError>) -> Result<T, String> {
        self.report.under_way(&format!("in `{name}`"));
        call().map_err(|error| format!("it failed in `{name}`: {error}"))
    }

    /// What decides whether a library is loaded.
    fn everything(&mut self) -> Result<(), String> {
        let rules = self.default_rules()?;
        for game in 0..self.plan.games {
            if self.actions >= ENOUGH {
                break;
            }
            // The first game is played without looking at scenes, so that mistakes in the plain calls are found there.
            self.play(&rules, seed_of(self.plan.seed, game), game > 0)?;
        }
        let usual = self.actions / self.games.max(1);
        for game in 0..THOROUGH {
            if game * usual >= ENOUGH_THOROUGH {
                break;
            }
            self.check_contract(&rules, 1, seed_of(!self.plan.seed, game))?;
        }
        self.report.under_way("in `rules_free`");
        drop(rules);
        // Last, because the panic leaves a message behind that would be mistaken for the reason of a crash.
        self.panic()
    }

    fn default_rules(&mut self) -> Result<Arc<Rules>, String> {
        let seats = self.plugin.about().seats.default;
        self.rules(seats)
    }

    fn rules(&mut self, seats: u8) -> Result<Arc<Rules>, String> {
        self.rules_under(seats, None)
    }

    fn rules_under(&mut self, seats: u8, house: Option<Box<dyn HookHost>>) -> Result<Arc<Rules>, String> {
        let plugin = Arc::clone(&self.plugin);
        let variant = Variant::official(&plugin, Path::new(""));
        let knobs = serde_json::Value::Object(variant.knobs);
        self.call("rules_new", || plugin.rules(seats, &knobs, house))
    }

    fn seats(&mut self) -> Result<(), String> {
        let range = self.plugin.about().seats;
        for seats in range.min..=range.max {
            let rules = self.rules(seats)?;
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

    /// House rules that leave the game as it is, and use everything that it has for them.
    fn house(&mut self) -> Result<(), String> {
        let seats = self.plugin.about().seats.default;
        let house = stonehouse_conformance::noop_house_rules(&self.plugin);
        let rules = self.rules_under(seats, Some(house))?;
        self.check_contract(&rules, self.plan.games, self.plan.seed)
    }

    /// Plays this many games of the conformance kit, and keeps what it warns of.
    fn check_contract(&mut self, rules: &Arc<Rules>, games: u64, seed: u64) -> Result<(), String> {
        let begin = |_| self.report.under_way("in a game of the conformance kit");
        let checked = stonehouse_conformance::check_each(rules, games, seed, begin)
            .map_err(|violation| format!("it does not keep the contract: {violation}"))?;
        self.warnings.extend(checked.warnings);
        Ok(())
    }

    fn threads(&mut self) -> Result<(), String> {
        let rules = self.default_rules()?;
        self.report.under_way("in games on several threads");
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

    fn panic(&mut self) -> Result<(), String> {
        let plugin = Arc::clone(&self.plugin);
        self.call("panic_probe", || plugin.panic_probe())
    }

    /// Plays a random game to its end; with `looks`, examines some of its positions.
    fn play(&mut self, rules: &Arc<Rules>, seed: u64, looks: bool) -> Result<(), String> {
        let mut choices = Rng::from_seed(seed);
        let mut state = self.call("state_new", || rules.deal(seed))?;
        for played in 0.. {
            let turn = self.call("turn", || state.turn())?;
            if turn.is_over() {
                break;
            }
            if played == LONGEST_GAME {
                return Err(format!("a game did not end within {LONGEST_GAME} steps"));
            }
            let looks = looks && (played == 0 || choices.below(LOOKS) == 0);
            if looks {
                self.look(&state, turn, seed)?;
            }
            self.step(&mut state, turn, looks, &mut choices)?;
            self.actions += 1;
        }
        self.call("outcome", || state.outcome())?;
        self.call("scene", || state.scene(Observer::Public))?;
        self.call("reveal", || state.reveal())?;
        if looks {
            self.call("deal", || state.deal(seed))?;
        } else {
            self.report.under_way("in `state_free`");
            drop(state);
            state = self.call("state_new", || rules.deal(seed))?;
        }
        self.call("playout", || state.playout(seed))?;
        self.report.under_way("in `state_free`");
        drop(state);
        self.games += 1;
        Ok(())
    }

    /// Plays one step at random, for the seat to act.
    fn step(&mut self, state: &mut State, turn: Turn, looks: bool, choices: &mut Rng) -> Result<(), String> {
        match turn {
            Turn::Over => Ok(()),
            Turn::Seat(seat) => {
                let (action, values) = self.choose(state, seat, "legal_actions", looks, choices)?;
                let before = self.before(state, looks)?;
                let name = if values.is_empty() { "apply" } else { "apply_with" };
                self.call(name, || state.apply_with(action, &values))?;
                self.news(before, &[Chosen { seat, action, values: &values }], state)
            }
            Turn::Together(seats) => {
                let mut chosen = Vec::new();
                for seat in seats.iter() {
                    let (action, values) = self.choose(state, seat, "choices", looks, choices)?;
                    chosen.push((seat, action, values));
                }
                let chosen: Vec<Chosen<'_>> = chosen
                    .iter()
                    .map(|(seat, action, values)| Chosen { seat: *seat, action: *action, values })
                    .collect();
                let before = self.before(state, looks)?;
                self.call("resolve", || state.resolve(&chosen))?;
                self.news(before, &chosen, state)
            }
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                self.call("outcomes", || state.outcomes(&mut outcomes))?;
                let drawn = outcomes.at(choices.below(outcomes.total() as u32));
                let code = drawn.ok_or("it is chance's turn, but no outcome has any weight")?;
                if looks {
                    let seats = Seat::all(state.rules().seating().seats.len());
                    for observer in seats.map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
                        self.call("describe_outcome", || state.describe_outcome(code, observer))?;
                    }
                }
                self.call("happen", || state.apply_outcome(code))
            }
        }
    }

    /// What a state was before an action, where the plugin describes the result afterwards.
    fn before(&mut self, state: &State, looks: bool) -> Result<Option<State>, String> {
        let wanted = looks && self.plugin.has_news();
        wanted.then(|| self.call("state_clone", || state.try_clone())).transpose()
    }

    /// Calls for the description of an action that was done.
    fn news(&mut self, before: Option<State>, chosen: &[Chosen<'_>], state: &State) -> Result<(), String> {
        let Some(before) = before else { return Ok(()) };
        let seats = state.rules().seating().seats.len();
        for observer in Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
            self.call("news", || state.news(&before, chosen, observer))?;
        }
        self.report.under_way("in `state_free`");
        drop(before);
        Ok(())
    }

    /// Draws one of a seat's legal actions, with values where it takes any.
    fn choose(
        &mut self,
        state: &State,
        seat: Seat,
        list: &str,
        looks: bool,
        choices: &mut Rng,
    ) -> Result<(Action, Vec<i64>), String> {
        let mut legal = Vec::new();
        self.call(list, || state.legal_actions_of(seat, &mut legal))?;
        if legal.is_empty() {
            return Err(format!("{seat} has the turn but no legal action"));
        }
        if !legal.is_sorted_by(|a, b| a < b) {
            return Err("the legal actions are not in ascending order, each once".to_owned());
        }
        if looks {
            for action in legal.iter().take(LOOKS as usize) {
                for observer in [Observer::Seat(seat), Observer::Public] {
                    self.call("describe", || state.describe(*action, observer))?;
                }
            }
        }
        let action = legal[choices.below(legal.len() as u32) as usize];
        let mut samples = Samples::new();
        if self.plugin.has_inputs() {
            self.call("samples", || state.samples(seat, action, &mut samples))?;
        }
        let sample = if samples.is_empty() { 0 } else { choices.below(samples.len() as u32) as usize };
        Ok((action, samples.get(sample).unwrap_or_default().to_vec()))
    }

    /// Makes all calls that observers and bots make for a position.
    fn look(&mut self, state: &State, turn: Turn, seed: u64) -> Result<(), String> {
        let seats = state.rules().seating().seats.len();
        for observer in Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
            self.call("scene", || state.scene(observer))?;
        }
        if let Some(seat) = turn.seat() {
            self.call("candidates", || state.candidates(seat, &mut Vec::new()))?;
        }
        let mut clone = self.call("state_clone", || state.try_clone())?;
        self.call("determinize", || clone.determinize(Seat(0), seed))?;
        self.call("state_copy", || clone.copy_from(state))?;
        self.call("rollout", || clone.rollout(seed))?;
        self.call("prospects", || clone.prospects(&mut vec![0; seats]))?;
        self.report.under_way("in `state_free`");
        drop(clone);
        Ok(())
    }
}

fn shortened(mut sentence: String) -> String {
    if sentence.len() > LONGEST_SENTENCE {
        let end = (0..=LONGEST_SENTENCE).rev().find(|end| sentence.is_char_boundary(*end)).unwrap_or_default();
        sentence.truncate(end);
        sentence.push('…');
    }
    sentence
}
