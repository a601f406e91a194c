//! House rules: Luau scripts that change the results of a game's hooks, in a sandbox.
//!
//! | module | contents |
//! |---|---|
//! | this one | [`HouseRules`], which can be called for a hook from any thread |
//! | `script`, `source`, `bytecode` | a script's text; how it is checked and guarded before it is run |
//! | `reader`, `declared`, `knobs` | the values of a script's tables; what a script declares itself; its parameters |
//! | `sandbox`, `numbers` | the functions that a script has; `tonumber` and `string.format`, the same on every system |
//! | `interface` | the parts of a game that a script can use |
//! | `definitions`, `samples` | this interface, as types for editors and as an example of each |
//! | [`types`] | the form of types for editors, of house rules and of whole games |
//! | `call` | the calls of scripts on a thread: the steps that are counted, and what is recorded |
//! | `vm`, `vm_cache` | one VM of a ruleset's scripts, on one thread; the VMs that a thread keeps ready |
//! | `reading`, `zones` | the inputs of the scripts: fields, facts and memory; the pieces of zones |
//! | `effects`, `keep` | their requests, and the values that may last in a VM |
//! | `limits`, `steps` | the limits of house rules, and how the VM's steps reach the meter |
//! | `examples` | the tests that a script carries |
//! | `series` | the values that go on from one match to the next |
//! | `targets` | the targets that the function `available` of an action lists |
//! | `secret_rolls` | what follows from each value of a secret roll |
//! | `measure` | scripts that measure games for the lab, in the same sandbox |
//! | `script_vm`, `require` | scripts that are whole games, in the same sandbox; the files beside one |
//! | `memo` | results cached, because hooks are pure |
//! | `fault` | errors, worded for the author of the script |
//! | `problem` | problems of files that a person wrote: the place and the remedy |
//!
//! A hook is a pure function of its context and value. That is what lets a record replay, a search try moves and a
//! player undo, whatever a script does; and it lets results be cached.
//!
//! Nothing that a script stores lasts from call to call. `tests/all/attacks`, in the repository's own package of tests,
//! plays scripts that try to get around this, around the limits or around the rule that results are the same
//! everywhere, each in two processes.

mod bytecode;
mod call;
mod declared;
mod definitions;
mod effects;
mod examples;
mod fault;
mod interface;
mod keep;
mod knobs;
mod limits;
mod measure;
mod memo;
mod numbers;
mod problem;
mod reader;
mod reading;
mod require;
mod samples;
mod sandbox;
mod script;
mod script_vm;
mod secret_rolls;
mod series;
mod source;
mod steps;
mod targets;
pub mod types;
mod vm;
mod vm_cache;
mod zones;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stonehouse_plugin::{HookValue, KnobDecl, MAX_HOOKS, Seat};
use stonehouse_runtime::{
    ActionDecl, Available, EffectRequest, Event, FixedRolls, HookFailure, HookFailureKind, HookHost, HostEvent,
    HostHook, HouseLayer, MemoryDecl, ReadFacts, RollDecl, ScriptLine, Work,
};
use vm::Vm;

use call::meter;
pub use call::meter::{Cost, ScriptBudget};
pub use call::nested;
pub use call::recorder::{HookChange, HookTrace, Printed, Recorder};
use declared::Declarations;
pub use examples::{Expect, HookTestError, RuleTest, TestSubject, TestValue};
pub use fault::problem_of;
pub use interface::Interface;
use interface::{EntryPoint, EntryPointKind, ResultKind};
pub use knobs::{KnobValueError, LoadFault, fit_knob};
pub use measure::{Amount, FinishedAction, FinishedGame, Measure, Measures, Measuring};
pub use problem::{MAX_SHOWN, Problem, did_you_mean, nearest};
pub use require::{MAX_FILES, is_required_name};
pub use script::{Script, rule_of};
pub use script_vm::{CheckedScript, ScriptVm};
use secret_rolls::SecretRolls;
pub use series::Carried;
pub use types::{PACKAGE, type_name};
pub use vm_cache::VmCache;

/// The house rules of one ruleset: its scripts, checked against what the game offers.
pub struct HouseRules {
    id: u64,
    scripts: Vec<Script>,
    prepared: Vec<source::Prepared>,
    interface: Interface,
    declared: Declarations,
    /// The names of the entry points, and whether a script has a function for each.
    entry_points: Vec<(String, bool)>,
    /// The dependencies of the functions for each entry point.
    reads: Vec<u64>,
    /// Whether the functions for each entry point read a field after the first one: of an action, its target.
    read_further_fields: Vec<bool>,
    /// Whether the functions for each entry point are known to do nothing.
    idle: Vec<bool>,
    /// The place of the first function for each entry point: the script and the line.
    places: Vec<ScriptLine>,
    /// Whether they may shuffle a list.
    shuffles: bool,
    /// Whether they may write to one seat only.
    whispers: bool,
    /// The slots of the memory that begin with other values than those that it declares: in a series.
    carried: Vec<(usize, i64)>,
    /// The consequences of their secret rolls.
    secret_rolls: SecretRolls,
    /// Whether they do anything around the game.
    layered: bool,
    /// Whether [`HouseLayer::are_events_apart_from_game`].
    apart: bool,
    /// The places at which they read hidden information in a way that may reveal it to other players.
    reveals: Vec<Problem>,
    /// The places of [probable mistakes](Self::probable_mistakes).
    probable_mistakes: Vec<Problem>,
}

/// The most scripts of a ruleset.
pub const MAX_SCRIPTS: usize = 32;

thread_local! {
    static VMS: VmCache<Vm> = const { VmCache::empty() };
}

impl HouseRules {
    /// Loads scripts, to be applied in this order, for a game that offers this. Values that they carry and that do not
    /// fit their memory any more are left out of [`scripts`](Self::scripts).
    ///
    /// # Errors
    /// Every problem found: a script that does not compile, fails as it starts, returns no table, or names a hook that
    /// the game does not have; and a knob with a wrong value.
    pub fn load(mut scripts: Vec<Script>, interface: Interface) -> Result<Self, Vec<LoadFault>> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        if scripts.len() > MAX_SCRIPTS {
            let message = format!("a variant has at most {MAX_SCRIPTS} house rules, and these are {}", scripts.len());
            return Err(vec![Problem::file("scripts", message).into()]);
        }
        let mut problems = Vec::new();
        let mut prepared = Vec::new();
        for script in &scripts {
            match source::prepare(script) {
                Ok(script) => prepared.push(script),
                Err(problem) => problems.push(LoadFault::Script(problem)),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut vm = meter::uncounted(|| Vm::new(&scripts, &prepared, &interface))?;
        let idle = meter::uncounted(|| vm.idle(&scripts));
        let secret_rolls = meter::uncounted(|| SecretRolls::of(&mut vm, &scripts, interface.seats))
            .map_err(|problem| vec![LoadFault::Script(problem)])?;
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let used = vm.used();
        let beyond_hooks = used[interface.hooks.len()..].contains(&true);
        let layered = beyond_hooks || vm.reads_kept() || !vm.declared().memory.is_empty();
        let entry_points = vm.entry_points().iter().map(|entry_point| entry_point.name.clone()).zip(used).collect();
        let (declared, reads, places) = (vm.declared().clone(), vm.reads(), vm.places());
        let first_event = interface.place(EntryPointKind::Event(0));
        let apart = vm.are_apart_from_game(interface.hooks.len(), first_event..first_event + interface.events.len());
        let carried = series::fit(&declared, &mut scripts, interface.seats);
        let names = |field| scripts.iter().any(|script| source::names_field(&script.source, field));
        let probable_mistakes = meter::uncounted(|| vm.probable_mistakes(&scripts, &prepared, &interface));
        let (shuffles, whispers) = (names("shuffle"), names("whisper"));
        Ok(Self {
            id,
            shuffles,
            whispers,
            scripts,
            prepared,
            interface,
            declared,
            entry_points,
            reads,
            read_further_fields: vm.read_further_fields(),
            idle,
            places,
            carried,
            secret_rolls,
            layered,
            apart,
            reveals: vm.reveals().to_vec(),
            probable_mistakes,
        })
    }

    /// The scripts, in the order in which they are applied.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// The knobs of the script at this place.
    pub fn knobs(&self, script: usize) -> &[KnobDecl] {
        self.declared.knobs.get(script).map_or(&[], Vec::as_slice)
    }

    /// Whether some of their memory goes on from one match of a series to the next.
    pub fn have_series(&self) -> bool {
        self.declared.memory.iter().any(|decl| decl.series)
    }

    /// The values with which the next match of a series begins, for each script, when this one has ended with this
    /// [memory](stonehouse_runtime::HouseState::memory) and each player moves on by `moved` seats.
    pub fn carried(&self, memory: &[i64], moved: usize) -> Carried {
        series::of_memory(&self.declared, self.scripts.len(), memory, (self.interface.seats, moved))
    }

    /// Whether a script has a function for the hook at this index of the game's declarations.
    pub fn uses_hook(&self, hook: usize) -> bool {
        hook < self.interface.hooks.len() && self.entry_points[hook].1
    }

    /// The hooks, events and parts of actions for which the scripts have functions, by name, each with its place in
    /// [`ScriptBudget::calls_by_entry_point`].
    pub fn functions(&self) -> impl Iterator<Item = (usize, &str)> {
        self.entry_points.iter().enumerate().filter(|(_, (_, used))| *used).map(|(place, (name, _))| (place, &**name))
    }

    /// The places at which the scripts read hidden information in a way that may reveal it to other players.
    pub fn reveals(&self) -> &[Problem] {
        &self.reveals
    }

    /// The places of mistakes that show only when they are reached, as a name that does not exist, an effect with a
    /// value that it refuses, or a piece that is compared with a text that none has; and of knobs and memories that are
    /// not used.
    pub fn probable_mistakes(&self) -> &[Problem] {
        &self.probable_mistakes
    }

    /// The tests that the scripts carry.
    pub fn tests(&self) -> &[RuleTest] {
        &self.declared.tests
    }

    /// Returns the scripts' result of a hook for a test: `ctx` holds the values that they read, by name.
    ///
    /// # Errors
    /// When there is no such hook, `ctx` or `value` does not fit it, or a script failed.
    pub fn try_hook(
        &self,
        hook: &str,
        ctx: &[(String, TestValue)],
        value: &TestValue,
    ) -> Result<TestValue, HookTestError> {
        let entry_points = self.interface.entry_points();
        let found = entry_points.iter().enumerate().find(|(_, entry_point)| entry_point.name == hook);
        let Some((place, EntryPoint { fields, answer: ResultKind::Value(of), .. })) = found else {
            return Err(HookTestError::NoHook(hook.to_owned()));
        };
        let given = |name: &str| ctx.iter().find(|(given, _)| given == name).map(|(_, value)| value);
        let readable_facts = self.interface.readable_facts(&self.declared.memory);
        let known = |name: &str| {
            fields.iter().any(|field| field.name == name) || readable_facts.iter().any(|readable| readable.name == name)
        };
        if let Some((name, _)) = ctx.iter().find(|(name, _)| !known(name)) {
            let is_zone = self.interface.zones.iter().any(|zone| zone.name == *name);
            let name = name.clone();
            return Err(if is_zone {
                HookTestError::Zone(name)
            } else {
                HookTestError::NoField { hook: hook.to_owned(), name }
            });
        }
        let mut codes = Vec::new();
        for field in fields {
            let code = given(&field.name).map_or(Some(0), |value| value.code(&self.interface, &field.kind));
            codes.push(code.ok_or_else(|| HookTestError::FieldValue(field.name.clone()))?);
        }
        let facts = examples::GivenFacts { interface: &self.interface, readable_facts: &readable_facts, given: ctx };
        let code = value.code_of_value(&self.interface, *of).ok_or(HookTestError::Value)?;
        let answer = self.fold(place, &codes, &facts, code)?;
        Ok(match of {
            HookValue::Boolean => TestValue::Truth(answer != 0),
            HookValue::Integer { .. } => TestValue::Number(answer),
        })
    }

    /// The results of rolls that a test states, by their names.
    ///
    /// # Errors
    /// Why they cannot be results of these rolls.
    pub fn fixed_rolls(&self, given: &[(String, Vec<TestValue>)]) -> Result<FixedRolls, String> {
        let rolls = || self.declared.rolls.iter().map(|roll| roll.name.as_str());
        let mut fixed = FixedRolls::new();
        for (name, values) in given {
            let Some(roll) = self.declared.rolls.iter().find(|roll| roll.name == *name) else {
                return Err(format!("the rules have no roll `{name}`.{}", did_you_mean(name, rolls())));
            };
            let code = |value: &TestValue| match value {
                TestValue::Number(number) if roll.values.is_empty() => Some(*number),
                TestValue::Word(word) => roll.values.iter().position(|known| known == word).map(|place| place as i64),
                _ => None,
            };
            let possible = |value: &TestValue| code(value).filter(|value| roll.is_possible(*value));
            let outcomes = match &*roll.values {
                [] => format!("a number from 1 to {}", roll.sides),
                words => format!("one of: {}", words.join(", ")),
            };
            let codes = values.iter().map(possible).collect::<Option<_>>();
            let codes = codes.ok_or_else(|| format!("each result of the roll `{name}` must be {outcomes}"))?;
            fixed.insert(name.clone(), codes);
        }
        Ok(fixed)
    }

    /// Calls the function `holds` of a test, which reads `facts`; true without one. Where it returns false, the values
    /// that it had read are returned, each with its name.
    ///
    /// # Errors
    /// When the function failed.
    pub fn holds(&self, expect: &Expect, facts: &dyn ReadFacts) -> Result<Result<(), Vec<String>>, Box<HookFailure>> {
        let Some(entry_point) = expect.holds else { return Ok(Ok(())) };
        self.with(entry_point, |vm| {
            let holds = vm.fold(entry_point, &[], facts, 0, &self.scripts)? != 0;
            Ok(if holds { Ok(()) } else { Err(vm.shown(entry_point)) })
        })
    }

    #[inline]
    fn with<T>(
        &self,
        entry_point: usize,
        call: impl FnOnce(&mut Vm) -> Result<T, Box<HookFailure>>,
    ) -> Result<T, Box<HookFailure>> {
        VMS.with(|vms| {
            let mut vm = vms.take(self.id).map_or_else(|| self.new_vm(entry_point), Ok)?;
            let answer = call(&mut vm)?;
            // A VM that failed may be out of memory or out of order: the next call gets a new one.
            vms.put(self.id, vm);
            Ok(answer)
        })
    }

    #[cold]
    fn new_vm(&self, entry_point: usize) -> Result<Box<Vm>, Box<HookFailure>> {
        match meter::uncounted(|| Vm::new(&self.scripts, &self.prepared, &self.interface)) {
            Ok(vm) => Ok(Box::new(vm)),
            Err(faults) => Err(not_loaded(faults, &self.scripts, &self.entry_points[entry_point].0).into()),
        }
    }

    /// Folds `value` through the functions for an entry point: the hook at this index of the game's declarations, or a
    /// hook of the host.
    ///
    /// # Errors
    /// When a script failed or its result is out of type or bounds.
    #[inline]
    pub fn fold(
        &self,
        entry_point: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        value: i64,
    ) -> Result<i64, Box<HookFailure>> {
        self.with(entry_point, |vm| vm.fold(entry_point, fields, facts, value, &self.scripts))
    }

    /// The dependencies of the results of the hook at `index`, as [`HookHost::dependencies`] returns them.
    pub fn dependencies(&self, index: usize) -> u64 {
        self.reads.get(index).copied().unwrap_or(u64::MAX)
    }

    fn notify_at(
        &self,
        entry_point: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        request: &mut dyn FnMut(&[EffectRequest]),
    ) -> Result<(), Box<HookFailure>> {
        self.with(entry_point, |vm| vm.notify(entry_point, fields, facts, &self.scripts, request))
    }

    fn is_idle(&self, entry_point: usize) -> bool {
        self.idle.get(entry_point).copied().unwrap_or_default()
    }

    fn is_used(&self, entry_point: usize) -> bool {
        self.entry_points.get(entry_point).is_some_and(|(_, used)| *used)
    }

    fn entry_point_of(&self, event: Event) -> usize {
        self.interface.place(match event {
            Event::Host(event) => EntryPointKind::HostEvent(event),
            Event::Game(index) => EntryPointKind::Event(index),
            Event::Roll(index) => return self.declared.entry_points_of_rolls[index],
        })
    }

    /// The entry point of a part of an action.
    fn entry_point_of_action(&self, action: usize, part: usize) -> usize {
        self.declared.entry_points_of_actions[action] + part
    }
}

/// The failure when scripts that were loaded for the ruleset cannot be loaded again, for another thread.
fn not_loaded(faults: Vec<LoadFault>, scripts: &[Script], hook: &str) -> HookFailure {
    let first = faults.into_iter().next().map(|fault| fault.in_script(scripts));
    let Some(Problem { file: script, line, column, message, .. }) = first else {
        return HookFailure::new(HookFailureKind::Host, "the scripts could not be loaded again");
    };
    let hook = hook.to_owned();
    HookFailure { hook, script, line, column, ..HookFailure::new(HookFailureKind::Host, message) }
}

/// House rules that a ruleset shares with its rules.
pub struct SharedRules {
    /// The house rules.
    pub house: Arc<HouseRules>,
    /// Whether each result is computed when it is needed, so that all calls can be counted: then its few dependencies
    /// are not reported, and functions that do nothing are called, too.
    pub uncached: bool,
}

impl HookHost for SharedRules {
    fn begin(&self, work: Work) {
        meter::begin(work);
    }

    fn uses(&self, index: usize) -> bool {
        index < MAX_HOOKS && self.house.uses_hook(index)
    }

    fn dependencies(&self, index: usize) -> u64 {
        if self.uncached { u64::MAX } else { self.house.dependencies(index) }
    }

    fn calls_idle_functions(&self) -> bool {
        self.uncached
    }

    #[inline]
    fn fold(&self, index: usize, context: &[i64], facts: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>> {
        self.house.fold(index, context, facts, value)
    }

    fn layer(&self) -> Option<&dyn HouseLayer> {
        self.house.layered.then_some(&*self.house)
    }
}

impl HouseLayer for HouseRules {
    fn memory(&self) -> &[MemoryDecl] {
        &self.declared.memory
    }

    fn actions(&self) -> &[ActionDecl] {
        &self.declared.actions
    }

    fn carried(&self) -> &[(usize, i64)] {
        &self.carried
    }

    fn rolls(&self) -> &[RollDecl] {
        &self.declared.rolls
    }

    fn is_idle_at(&self, event: Event) -> bool {
        self.is_idle(self.entry_point_of(event))
    }

    fn is_idle_hook(&self, hook: HostHook) -> bool {
        self.is_idle(self.interface.place(EntryPointKind::HostHook(hook)))
    }

    fn is_never_offered(&self, action: usize) -> bool {
        let available = self.declared.entry_points_of_availability[action];
        let entry_points = [Some(self.entry_point_of_action(action, 0)), available];
        entry_points.into_iter().flatten().any(|entry_point| self.is_idle(entry_point))
    }

    fn are_events_apart_from_game(&self) -> bool {
        self.apart
    }

    fn shuffles(&self) -> bool {
        self.shuffles
    }

    fn whispers(&self) -> bool {
        self.whispers
    }

    fn reads_winners(&self) -> bool {
        let entry_point = self.entry_point_of(Event::Host(HostEvent::MatchEnded));
        self.read_further_fields.get(entry_point).copied().unwrap_or(true)
    }

    fn kept_of_roll(&self, roll: usize, seat: Option<Seat>, outcome: u32) -> &[(usize, i64)] {
        meter::count_call(self.declared.entry_points_of_rolls[roll], true);
        self.secret_rolls.kept(roll, seat, outcome)
    }

    fn subscribes_to(&self, event: Event) -> bool {
        self.is_used(self.entry_point_of(event))
            && !matches!(event, Event::Game(index) if index >= self.interface.events.len())
    }

    fn notify(
        &self,
        event: Event,
        fields: &[i64],
        facts: &dyn ReadFacts,
        request: &mut dyn FnMut(&[EffectRequest]),
    ) -> Result<(), Box<HookFailure>> {
        self.notify_at(self.entry_point_of(event), fields, facts, request)
    }

    fn uses(&self, hook: HostHook) -> bool {
        self.is_used(self.interface.place(EntryPointKind::HostHook(hook)))
    }

    fn decide(
        &self,
        hook: HostHook,
        fields: &[i64],
        facts: &dyn ReadFacts,
        value: bool,
    ) -> Result<bool, Box<HookFailure>> {
        let entry_point = self.interface.place(EntryPointKind::HostHook(hook));
        self.fold(entry_point, fields, facts, value.into()).map(|answer| answer != 0)
    }

    fn offers(&self, action: usize, fields: &[i64], facts: &dyn ReadFacts) -> Result<bool, Box<HookFailure>> {
        // Without `when` all that are available are offered.
        let entry_point = self.entry_point_of_action(action, 0);
        Ok(!self.is_used(entry_point) || self.fold(entry_point, fields, facts, 0)? != 0)
    }

    fn available(&self, action: usize, seat: Seat, facts: &dyn ReadFacts) -> Result<Available, Box<HookFailure>> {
        let Some(entry_point) = self.declared.entry_points_of_availability[action] else { return Ok(Available::All) };
        let targets = &self.declared.actions[action].targets;
        let read = |value: &mlua::Value| targets::key_of(value, targets, seat, &self.interface);
        self.with(entry_point, |vm| vm.available(entry_point, &[seat.0.into()], facts, &self.scripts, &read))
    }

    fn offers_by_target(&self, action: usize) -> bool {
        self.read_further_fields.get(self.entry_point_of_action(action, 0)).copied().unwrap_or(true)
    }

    fn play(
        &self,
        action: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        effects: &mut Vec<EffectRequest>,
    ) -> Result<(), Box<HookFailure>> {
        let mut request = |requested: &[EffectRequest]| effects.extend_from_slice(requested);
        self.notify_at(self.entry_point_of_action(action, 1), fields, facts, &mut request)
    }

    fn line_of_action(&self, action: usize) -> ScriptLine {
        self.places.get(self.entry_point_of_action(action, 1)).copied().unwrap_or_default()
    }

    fn line_of_roll(&self, roll: usize) -> ScriptLine {
        self.places.get(self.declared.entry_points_of_rolls[roll]).copied().unwrap_or_default()
    }

    fn refused(&self, place: ScriptLine, why: String) -> Box<HookFailure> {
        Box::new(fault::located(HookFailureKind::Refused, why, &self.scripts, None, place))
    }
}

#[cfg(test)]
mod tests;
