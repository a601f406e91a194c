//! The host's side: a safe face over a [`PluginTable`].
//!
//! [`Plugin`] → [`Rules`] → [`State`], each keeping alive what it came from. What a plugin answers is checked before it is believed: seats and
//! winners are at the table, lists fit into their buffer.

#![allow(unsafe_code, reason = "calls through the C ABI, with the handles that came from it")]

use super::declared::{Declared, check_seating};
pub use super::error::{CallError, TableError};
use super::sink::{ask, check, with_error};
use super::{ABI_MAJOR, ABI_MINOR, HookTable, MAGIC, NOBODY, PluginTable, Sink, export, observer as observers, status};
use crate::{
    About, Action, ActionText, Game, HookDecl, KnobDecl, MAX_HOOKS, Observer, Outcome, RulesError, Scene, Seat,
    Seating, Winners,
    hooks::{HookHost, Work},
};
use serde_json::{Value, json};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;
use std::sync::Arc;

/// The table with every function present.
struct Calls {
    panic_probe: unsafe extern "C" fn(*const Sink) -> i32,
    rules_new: unsafe extern "C" fn(*const u8, usize, *const HookTable, *mut *mut c_void, *const Sink) -> i32,
    rules_free: unsafe extern "C" fn(*mut c_void),
    seating: unsafe extern "C" fn(*const c_void, *const Sink, *const Sink) -> i32,
    state_new: unsafe extern "C" fn(*const c_void, u64, *mut *mut c_void, *const Sink) -> i32,
    state_free: unsafe extern "C" fn(*mut c_void),
    state_clone: unsafe extern "C" fn(*const c_void, *mut *mut c_void, *const Sink) -> i32,
    state_copy: unsafe extern "C" fn(*mut c_void, *const c_void, *const Sink) -> i32,
    deal: unsafe extern "C" fn(*const c_void, *mut c_void, u64, *const Sink) -> i32,
    to_act: unsafe extern "C" fn(*const c_void, *const c_void, *mut u32, *const Sink) -> i32,
    legal_actions: unsafe extern "C" fn(*const c_void, *const c_void, *mut u32, usize, *mut usize, *const Sink) -> i32,
    apply: unsafe extern "C" fn(*const c_void, *mut c_void, u32, *const Sink) -> i32,
    outcome: unsafe extern "C" fn(*const c_void, *const c_void, *mut i64, usize, *mut u32, *const Sink) -> i32,
    determinize: unsafe extern "C" fn(*const c_void, *mut c_void, u32, u64, *const Sink) -> i32,
    playout: unsafe extern "C" fn(*const c_void, *mut c_void, u64, *mut u32, *const Sink) -> i32,
    scene: unsafe extern "C" fn(*const c_void, *const c_void, u32, *const Sink, *const Sink) -> i32,
    describe: unsafe extern "C" fn(*const c_void, *const c_void, u32, u32, *const Sink, *const Sink) -> i32,
    /// What a plugin of an older minor lacks.
    rollout: Option<unsafe extern "C" fn(*const c_void, *mut c_void, u64, *const Sink) -> i32>,
    prospects: Option<unsafe extern "C" fn(*const c_void, *const c_void, *mut i64, usize, *const Sink) -> i32>,
    candidates: unsafe extern "C" fn(*const c_void, *const c_void, *mut u32, usize, *mut usize, *const Sink) -> i32,
    reveal: Option<unsafe extern "C" fn(*const c_void, *const c_void, *const Sink, *const Sink) -> i32>,
}

/// A game behind the ABI.
pub struct Plugin {
    calls: Calls,
    declared: Declared,
}

impl Plugin {
    /// The game `G`, linked into this program.
    ///
    /// # Errors
    /// When the game cannot say who it is.
    pub fn linked<G: Game>() -> Result<Arc<Self>, TableError> {
        let table = export::table::<G>();
        // SAFETY: the table is whole, and its functions are part of this program.
        unsafe { Self::from_table(&raw const table) }
    }

    /// The game behind a table that a library exports.
    ///
    /// # Errors
    /// When the table is not one that this host can use: see [`TableError`].
    ///
    /// # Safety
    /// `table` points to a symbol named [`SYMBOL`](super::SYMBOL) and more of a library that is never unloaded and keeps to the ABI.
    pub unsafe fn from_table(table: *const PluginTable) -> Result<Arc<Self>, TableError> {
        let header = size_of::<[u8; 8]>() + size_of::<u32>() + 2 * size_of::<u16>();
        let read = |bytes: usize| {
            let mut copy = MaybeUninit::<PluginTable>::zeroed();
            // SAFETY: the table is at least `bytes` long (its header always is, the rest as it says itself), and zeros
            // are a valid table without functions.
            unsafe {
                ptr::copy_nonoverlapping(table.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), bytes);
                copy.assume_init()
            }
        };
        let opening = read(header);
        if opening.magic != MAGIC {
            return Err(TableError::Magic);
        }
        if opening.abi_major != ABI_MAJOR {
            return Err(TableError::Major { found: opening.abi_major });
        }
        if opening.abi_minor > ABI_MINOR {
            return Err(TableError::Minor { found: opening.abi_minor });
        }
        // Behind the header come pointers to functions. What the plugin's table lacks of them stays null; half a pointer is none.
        let size = opening.struct_size as usize;
        if size > header && !(size - header).is_multiple_of(size_of::<usize>()) {
            return Err(TableError::Cut { size: opening.struct_size });
        }
        let table = read(size.clamp(header, size_of::<PluginTable>()));
        macro_rules! present {
            ($($name:ident),*) => {
                Calls {
                    $($name: table.$name.ok_or(TableError::Truncated { missing: stringify!($name) })?,)*
                    rollout: table.rollout,
                    prospects: table.prospects,
                    candidates: table
                        .candidates
                        .or(table.legal_actions)
                        .ok_or(TableError::Truncated { missing: "legal_actions" })?,
                    reveal: table.reveal,
                }
            };
        }
        let calls = present!(
            panic_probe,
            rules_new,
            rules_free,
            seating,
            state_new,
            state_free,
            state_clone,
            state_copy,
            deal,
            to_act,
            legal_actions,
            apply,
            outcome,
            determinize,
            playout,
            scene,
            describe
        );
        let about = table.about.ok_or(TableError::Truncated { missing: "about" })?;
        let declared: Declared = ask(|out, error| {
            // SAFETY: both sinks live through the call.
            unsafe { about(out, error) }
        })
        .map_err(|error| TableError::About(error.to_string()))?;
        declared.check().map_err(TableError::Declared)?;
        Ok(Arc::new(Self { calls, declared }))
    }

    /// Who the game is.
    pub const fn about(&self) -> &About {
        &self.declared.about
    }

    /// Its knobs, in the order in which the game declares them.
    pub fn knobs(&self) -> &[KnobDecl] {
        &self.declared.knobs
    }

    /// The JSON Schema of its knobs.
    pub const fn knob_schema(&self) -> &Value {
        &self.declared.knob_schema
    }

    /// Its hooks; a hook's index here is the number by which the game calls it.
    pub fn hooks(&self) -> &[HookDecl] {
        &self.declared.hooks
    }

    /// Makes the plugin panic on purpose. `Ok` when the panic came back as an error. A plugin that was built to abort
    /// ends the process instead: ask in a child process.
    ///
    /// # Errors
    /// When it did not report the panic.
    pub fn panic_probe(&self) -> Result<(), CallError> {
        let (status, _) = with_error(|error| {
            // SAFETY: the sink lives through the call.
            unsafe { (self.calls.panic_probe)(error) }
        });
        if status == status::PANIC {
            Ok(())
        } else {
            Err(CallError::Contract(format!("asked to panic, it returned status {status}")))
        }
    }

    /// Compiles a ruleset from the values of all knobs and the house rules.
    ///
    /// # Errors
    /// [`CallError::Rules`] when the knobs contradict each other or the game is not for so many seats, and the others when the plugin
    /// fails.
    pub fn rules(
        self: &Arc<Self>,
        seats: u8,
        knobs: &Value,
        hooks: Option<Box<dyn HookHost>>,
    ) -> Result<Arc<Rules>, CallError> {
        let range = self.about().seats;
        if !(range.min..=range.max).contains(&seats) {
            let message =
                format!("{} is for {} to {} players, not for {seats}", self.about().name, range.min, range.max);
            return Err(CallError::Rules(RulesError { knob: String::new(), message }));
        }
        // The plugin gets a thin pointer to the boxed host, which lives, where it is, as long as the rules.
        let hooks = hooks.map(Arc::new);
        let table = hooks.as_ref().map(|host| HookTable {
            struct_size: size_of::<HookTable>() as u32,
            used: (0..self.hooks().len().min(MAX_HOOKS))
                .filter(|&hook| host.uses(hook))
                .fold(0, |used, hook| used | 1 << hook),
            context: Arc::as_ptr(host).cast(),
            fold: Some(fold),
        });
        let request = json!({ "seats": seats, "knobs": knobs }).to_string();
        let mut handle = ptr::null_mut();
        let table = table.as_ref().map_or(ptr::null(), ptr::from_ref);
        let (status, message) = with_error(|error| {
            // SAFETY: the text, the table, the place and the sink live through the call; the plugin copies the hook
            // table, whose context lives as long as the rules do.
            unsafe { (self.calls.rules_new)(request.as_ptr(), request.len(), table, &raw mut handle, error) }
        });
        if status == status::RULES {
            return Err(match serde_json::from_str(&message) {
                Ok(error) => CallError::Rules(error),
                Err(_) => CallError::Contract(message),
            });
        }
        check(status, message)?;
        if handle.is_null() {
            return Err(CallError::Contract("it made no rules".to_owned()));
        }
        let mut rules =
            Rules { plugin: Arc::clone(self), handle, hooks, seating: Seating { seats: Vec::new(), max_actions: 0 } };
        rules.seating = ask(|out, error| {
            // SAFETY: a live handle; both sinks live through the call.
            unsafe { (self.calls.seating)(rules.handle, out, error) }
        })?;
        check_seating(&rules.seating, seats).map_err(CallError::Contract)?;
        Ok(Arc::new(rules))
    }
}

/// What the plugin calls for a hook: `context` is the boxed host of the rules.
unsafe extern "C" fn fold(context: *const c_void, hook: u32, fields: *const i64, len: usize, value: *mut i64) -> i32 {
    if context.is_null() || value.is_null() || (fields.is_null() && len > 0) {
        return status::ARGUMENT;
    }
    // SAFETY: `context` is what `Plugin::rules` passed, alive as long as the rules that call it.
    let host = unsafe { &*context.cast::<Box<dyn HookHost>>() };
    // SAFETY: the plugin passes `len` integers that live through the call.
    let fields = if len == 0 { &[] } else { unsafe { slice::from_raw_parts(fields, len) } };
    // SAFETY: not null, and the plugin's own place.
    let place = unsafe { &mut *value };
    match catch_unwind(AssertUnwindSafe(|| host.fold(hook as usize, fields, *place))) {
        Ok(Ok(folded)) => {
            *place = folded;
            status::OK
        }
        Ok(Err(_)) => status::HOOK,
        Err(panic) => {
            std::mem::forget(panic);
            status::HOOK
        }
    }
}

/// A compiled ruleset.
pub struct Rules {
    plugin: Arc<Plugin>,
    handle: *mut c_void,
    /// What `fold` is called with: an `Arc`, for it may move with the rules while the plugin keeps the pointer into it.
    hooks: Option<Arc<Box<dyn HookHost>>>,
    seating: Seating,
}

// SAFETY: the ABI asks that rules may be used from several threads at once, and the hooks are `Sync`.
unsafe impl Send for Rules {}
// SAFETY: as above.
unsafe impl Sync for Rules {}

impl Drop for Rules {
    fn drop(&mut self) {
        // SAFETY: the handle is given back once; states keep the rules alive, so none is left.
        unsafe { (self.plugin.calls.rules_free)(self.handle) }
    }
}

impl Rules {
    /// The game.
    pub const fn plugin(&self) -> &Arc<Plugin> {
        &self.plugin
    }

    /// The seats.
    pub const fn seating(&self) -> &Seating {
        &self.seating
    }

    /// The position at the start of the match with this seed.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal(self: &Arc<Self>, seed: u64) -> Result<State, CallError> {
        self.begin(Work::Question);
        let mut handle = ptr::null_mut();
        let (status, message) = with_error(|error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { (self.plugin.calls.state_new)(self.handle, seed, &raw mut handle, error) }
        });
        check(status, message)?;
        State::new(Arc::clone(self), handle)
    }

    /// Says what the game is about to be asked, so that house rules can be held to the limits of that work.
    #[inline]
    fn begin(&self, work: Work) {
        if let Some(host) = &self.hooks {
            host.begin(work);
        }
    }
}

/// A position.
pub struct State {
    rules: Arc<Rules>,
    handle: *mut c_void,
}

// SAFETY: the ABI asks that a state may be used on any thread, by one call at a time.
unsafe impl Send for State {}

impl Drop for State {
    fn drop(&mut self) {
        // SAFETY: the handle is given back once.
        unsafe { (self.rules.plugin.calls.state_free)(self.handle) }
    }
}

impl State {
    fn new(rules: Arc<Rules>, handle: *mut c_void) -> Result<Self, CallError> {
        if handle.is_null() {
            return Err(CallError::Contract("it made no state".to_owned()));
        }
        Ok(Self { rules, handle })
    }

    /// The ruleset under which it is played.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Another state like this one.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        let mut handle = ptr::null_mut();
        let (status, message) = with_error(|error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { (self.rules.plugin.calls.state_clone)(self.handle, &raw mut handle, error) }
        });
        check(status, message)?;
        Self::new(Arc::clone(&self.rules), handle)
    }

    /// Makes this state like `source`, without allocating.
    ///
    /// # Errors
    /// When they are of different rulesets, or the plugin failed.
    pub fn copy_from(&mut self, source: &Self) -> Result<(), CallError> {
        if !Arc::ptr_eq(&self.rules, &source.rules) {
            return Err(CallError::Contract("states of two rulesets".to_owned()));
        }
        self.call(|calls, _, state, error| {
            // SAFETY: two live handles of one plugin, different because one is borrowed mutably.
            unsafe { (calls.state_copy)(state, source.handle, error) }
        })
    }

    /// Deals anew, without allocating.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal(&mut self, seed: u64) -> Result<(), CallError> {
        self.call(|calls, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (calls.deal)(rules, state, seed, error) }
        })
    }

    /// Whose decision it is; `None` when the game is over.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn to_act(&self) -> Result<Option<Seat>, CallError> {
        let mut seat = NOBODY;
        self.call(|calls, rules, state, error| {
            // SAFETY: live handles; the place and the sink live through the call.
            unsafe { (calls.to_act)(rules, state, &raw mut seat, error) }
        })?;
        if seat == NOBODY {
            Ok(None)
        } else if (seat as usize) < self.rules.seating.seats.len() {
            Ok(Some(Seat(seat as u8)))
        } else {
            Err(CallError::Contract(format!("seat {seat} is to act, and there is no such seat")))
        }
    }

    /// Fills `actions` with the legal actions, ascending. The vector is reused: after its first growth this allocates nothing.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.list(actions, self.rules.plugin.calls.legal_actions)
    }

    /// Fills `actions` with the legal actions that are worth a bot's thought, in ascending order; like [`legal_actions`](Self::legal_actions)
    /// it does not allocate once the vector has grown.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn candidates(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.list(actions, self.rules.plugin.calls.candidates)
    }

    #[inline]
    fn list(
        &self,
        actions: &mut Vec<Action>,
        list: unsafe extern "C" fn(*const c_void, *const c_void, *mut u32, usize, *mut usize, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        let most = self.rules.seating.max_actions as usize;
        if actions.len() < most {
            actions.resize(most, Action(0));
        }
        let capacity = actions.len();
        let mut len = 0;
        let called = self.call(|_, rules, state, error| {
            // SAFETY: live handles; `Action` is transparent over `u32`, the buffer has `capacity` of them.
            unsafe { list(rules, state, actions.as_mut_ptr().cast(), capacity, &raw mut len, error) }
        });
        if called.is_err() {
            actions.clear();
            return called;
        }
        if len > capacity {
            actions.clear();
            return Err(CallError::Contract(format!(
                "it listed {len} actions where {capacity} have room, and saw nothing wrong"
            )));
        }
        actions.truncate(len);
        Ok(())
    }

    /// Applies an action.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the state as it was; after any other the state is not to be used.
    pub fn apply(&mut self, action: Action) -> Result<(), CallError> {
        self.call(|calls, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (calls.apply)(rules, state, action.0, error) }
        })
    }

    /// Writes the scores as they stand (one place per seat) and returns the winners, meaningful once the game is over.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn scores(&self, scores: &mut [i64]) -> Result<Winners, CallError> {
        let seats = self.rules.seating.seats.len();
        if scores.len() != seats {
            return Err(CallError::Contract(format!("{} places for the scores of {seats} seats", scores.len())));
        }
        let mut winners = 0;
        self.call(|calls, rules, state, error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { (calls.outcome)(rules, state, scores.as_mut_ptr(), seats, &raw mut winners, error) }
        })?;
        // A table has fewer seats than the set has bits.
        if winners >> seats != 0 {
            return Err(CallError::Contract(format!("seats won that are not at this table of {seats} ({winners:#b})")));
        }
        Ok(Winners(winners))
    }

    /// The outcome, as it would be if the game were over now.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn outcome(&self) -> Result<Outcome, CallError> {
        let mut scores = vec![0; self.rules.seating.seats.len()];
        let winners = self.scores(&mut scores)?;
        Ok(Outcome { scores, winners: winners.seats().collect() })
    }

    /// Samples anew what `observer` cannot know.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        self.code(Observer::Seat(observer))?;
        self.call(|calls, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { (calls.determinize)(rules, state, u32::from(observer.0), seed, error) }
        })
    }

    /// Plays random actions to the end and returns their number.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let mut played = 0;
        self.call_for(Work::Game, |calls, rules, state, error| {
            // SAFETY: live handles; the place and the sink live through the call.
            unsafe { (calls.playout)(rules, state, seed, &raw mut played, error) }
        })?;
        Ok(played)
    }

    /// Plays on sensibly, to the end or to a position that [`prospects`](Self::prospects) judges well.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn rollout(&mut self, seed: u64) -> Result<(), CallError> {
        let Some(rollout) = self.rules.plugin.calls.rollout else { return self.playout(seed).map(|_| ()) };
        self.call_for(Work::Game, |_, rules, state, error| {
            // SAFETY: live handles; the sink lives through the call.
            unsafe { rollout(rules, state, seed, error) }
        })
    }

    /// Writes what each seat can count on, in points (one place per seat).
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let Some(call) = self.rules.plugin.calls.prospects else { return self.scores(prospects).map(|_| ()) };
        let seats = self.rules.seating.seats.len();
        if prospects.len() != seats {
            return Err(CallError::Contract(format!("{} places for the prospects of {seats} seats", prospects.len())));
        }
        self.call(|_, rules, state, error| {
            // SAFETY: live handles; the places and the sink live through the call.
            unsafe { call(rules, state, prospects.as_mut_ptr(), seats, error) }
        })
    }

    /// The table as `observer` may see it.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        let observer = self.code(observer)?;
        self.rules.begin(Work::Question);
        ask(|out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe { (self.rules.plugin.calls.scene)(self.rules.handle, self.handle, observer, out, error) }
        })
    }

    /// Everything that lies on the table, hidden or not, by name, for the referee of a finished match; null where the game does not
    /// say, or its plugin is older than minor 2 of the ABI.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn reveal(&self) -> Result<Value, CallError> {
        let Some(reveal) = self.rules.plugin.calls.reveal else { return Ok(Value::Null) };
        ask(|out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe { reveal(self.rules.handle, self.handle, out, error) }
        })
    }

    /// What a legal action is called when told to `observer`, and how it is chosen.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn describe(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        let observer = self.code(observer)?;
        self.rules.begin(Work::Question);
        ask(|out, error| {
            // SAFETY: live handles; both sinks live through the call.
            unsafe {
                (self.rules.plugin.calls.describe)(self.rules.handle, self.handle, action.0, observer, out, error)
            }
        })
    }

    #[inline]
    fn call(&self, call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32) -> Result<(), CallError> {
        self.call_for(Work::Question, call)
    }

    #[inline]
    fn call_for(
        &self,
        work: Work,
        call: impl FnOnce(&Calls, *const c_void, *mut c_void, *const Sink) -> i32,
    ) -> Result<(), CallError> {
        self.rules.begin(work);
        let calls = &self.rules.plugin.calls;
        let (status, message) = with_error(|error| call(calls, self.rules.handle, self.handle, error));
        check(status, message)
    }

    /// The number of an observer who is at this table.
    fn code(&self, observer: Observer) -> Result<u32, CallError> {
        match observer {
            Observer::Seat(seat) if seat.index() < self.rules.seating.seats.len() => Ok(seat.0.into()),
            Observer::Seat(seat) => {
                Err(CallError::Contract(format!("{seat} was asked about, and there is no such seat")))
            }
            Observer::Public => Ok(observers::PUBLIC),
            Observer::Referee => Ok(observers::REFEREE),
        }
    }
}
