//! Step counts and step limits of house rules.
//!
//! Limits are counts, not times, so that a rule exceeds one at the same place on every machine. Each hook call has a
//! limit, and so has the sum of all calls of one unit of work (an action, or a game). A cached result costs as many
//! steps as when it was computed: caches differ from thread to thread, and limits must not. The clock is the last
//! resort: it suspends a match and never decides one.
//!
//! Operands of arithmetic and comparisons pass through `math.min` and `math.max` with NaN as the second value, which
//! the compiler replaces by one operation for numbers and which count steps for texts; a block counts the steps of its
//! long straight lines when it begins (`source/guard.rs`). Memory is limited for each call.

use crate::fault::{self, FailureReason, Refusal};
use crate::limits::{MAX_STEPS_PER_ACTION, MAX_STEPS_PER_CALL, MAX_STEPS_PER_GAME, MAX_STEPS_PER_QUERY, MAX_WORK_TIME};
use mlua::{Lua, VmState};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::time::{Duration, Instant};
use stonehouse_runtime::{ScriptLimit, ScriptLine, Work};

/// The number of metatables, set in one call, that raise the cost of a step by one.
const METATABLES: u64 = 4;

/// Steps between two readings of the clock.
const STEPS_PER_CLOCK_READING: u64 = 64;

/// The time for which work runs before the processor time of the thread is read, which costs as much as a call of a
/// hook.
const CPU_CLOCK_DELAY: Duration = Duration::from_millis(50);

/// The counts of a thread, which does one unit of work at a time.
pub(crate) struct Meter {
    /// Steps of the work under way.
    steps: Cell<u64>,
    /// The count at which the call under way exceeds its limit.
    call_ends: Cell<u64>,
    /// The count at which the work under way exceeds its limit.
    work_ends: Cell<u64>,
    /// The kind of the work; `None` outside of any.
    work: Cell<Option<Work>>,
    /// The cost of a step: the product of the two below.
    weight: Cell<u64>,
    /// More than 1 while a pattern is matched.
    pattern_weight: Cell<u64>,
    /// More than 1 where a field may be looked up through many tables.
    field_weight: Cell<u64>,
    /// Whether the call under way has set metatables.
    has_metatables: Cell<bool>,
    /// The count at which to read the clock next.
    next_clock_reading: Cell<u64>,
    /// When the work was first checked, and the processor time that the thread had used [a moment](CPU_CLOCK_DELAY)
    /// later.
    began: Cell<Option<(Instant, Option<Duration>)>>,
    /// Steps of earlier work under the budget.
    spent: Cell<u64>,
    /// Steps that all work under the budget may take.
    budget: Cell<u64>,
    /// The purpose of the budget.
    purpose: Cell<Purpose>,
    /// Hook calls under the budget.
    calls: Cell<u64>,
    /// Whether calls are counted for each hook.
    counts: Cell<bool>,
    /// Whether what house rules do is recorded.
    pub records: Cell<bool>,
    /// Whether the place of each step is recorded, and the last one: the script and its line.
    traced: Cell<bool>,
    place: Cell<Option<ScriptLine>>,
}

/// The lists of a thread's counts.
pub(crate) struct MeterLists {
    /// The metatables that the call under way has set, by their addresses: nothing is collected during a call.
    metatables: RefCell<Vec<*const c_void>>,
    /// The number of calls of the scripts by entry point of a hook, and the number of those that changed something.
    calls_by_entry_point: RefCell<Vec<(u64, u64)>>,
}

/// The counts of a call that is interrupted for others.
pub(crate) struct InterruptedCall {
    steps: u64,
    ends: u64,
    metatables: Vec<*const c_void>,
    pattern_weight: u64,
    field_weight: u64,
}

/// Begins a unit of work: its count starts at 0.
pub(crate) fn begin(work: Work) {
    super::with_meter(|meter| {
        meter.spent.set(meter.spent.get().saturating_add(meter.steps.get()));
        meter.steps.set(0);
        meter.work.set(Some(work));
        let own = match work {
            Work::Query => MAX_STEPS_PER_QUERY,
            Work::Game => MAX_STEPS_PER_GAME,
        };
        meter.work_ends.set(own.min(meter.budget.get().saturating_sub(meter.spent.get())));
        meter.next_clock_reading.set(STEPS_PER_CLOCK_READING);
        // An action is one unit for the clock, however many calls it takes.
        if meter.purpose.get() == Purpose::SmokeTest {
            meter.began.set(None);
        }
    });
}

/// Runs `load` without counting it: when a VM is made depends on the thread, and a count must not.
pub(crate) fn uncounted<T>(load: impl FnOnce() -> T) -> T {
    super::with_meter(|meter| {
        let (steps, ends, calls) = (meter.steps.get(), meter.work_ends.replace(u64::MAX), meter.calls.get());
        let counts = meter.counts.replace(false);
        let loaded = load();
        meter.counts.set(counts);
        meter.steps.set(steps);
        meter.work_ends.set(ends);
        meter.calls.set(calls);
        meter.next_clock_reading.set(steps + STEPS_PER_CLOCK_READING);
        loaded
    })
}

/// Does `work` of its own, which is counted apart from the work under way.
pub(crate) fn apart<T>(work: Work, run: impl FnOnce() -> T) -> T {
    super::with_meter(|meter| {
        let ends = (meter.steps.take(), meter.call_ends.get(), meter.work_ends.get(), meter.next_clock_reading.get());
        let (spent, budget) = (meter.spent.take(), meter.budget.replace(u64::MAX));
        let (kind, began) = (meter.work.get(), meter.began.take());
        begin(work);
        let done = run();
        meter.steps.set(ends.0);
        meter.call_ends.set(ends.1);
        meter.work_ends.set(ends.2);
        meter.next_clock_reading.set(ends.3);
        meter.spent.set(spent);
        meter.budget.set(budget);
        meter.work.set(kind);
        meter.began.set(began);
        done
    })
}

/// Repeats a call that is known to fail, and returns the place of its last step. Luau does not report where it ran out
/// of memory, and recording the place of every step of every call would be slow.
pub(crate) fn traced<T>(run: impl FnOnce() -> T) -> Option<ScriptLine> {
    super::with_meter(|meter| {
        meter.traced.set(true);
        meter.place.set(None);
        uncounted(run);
        meter.traced.set(false);
        meter.place.take()
    })
}

/// Whether the call under way has taken a quarter of its steps.
pub(crate) fn is_quarter_used() -> bool {
    super::with_meter(|meter| meter.steps.get() + MAX_STEPS_PER_CALL / 4 * 3 >= meter.call_ends.get())
}

/// The steps of the work under way.
#[inline]
pub(crate) fn steps() -> u64 {
    super::with_meter(|meter| meter.steps.get())
}

/// Counts a call of the scripts at the entry point of this index, and whether it `changed` something.
#[inline]
pub(crate) fn count_call(index: usize, changed: bool) {
    super::with_meter(|meter| meter.note(index, changed));
}

/// Counts a cached result that once cost `steps`, at the entry point of this index, and returns true; returns false,
/// and does not count it, if that is more than the work under way has left.
#[inline]
pub(crate) fn count_cached_call(index: usize, changed: bool, steps: u64) -> bool {
    super::with_meter(|meter| {
        let steps = meter.steps.get() + steps;
        let has_room = steps <= meter.work_ends.get();
        if has_room {
            meter.calls.set(meter.calls.get() + 1);
            meter.steps.set(steps);
            meter.note(index, changed);
        }
        has_room
    })
}

/// Counts a step and returns true if that step needs no check; returns false, and does not count it, if it does.
#[inline]
pub(crate) fn passes() -> bool {
    super::with_meter(|meter| {
        let steps = meter.steps.get().saturating_add(meter.weight.get());
        let ends = meter.call_ends.get().min(meter.work_ends.get());
        let passes = steps <= ends && steps < meter.next_clock_reading.get() && !meter.traced.get();
        if passes {
            meter.steps.set(steps);
        }
        passes
    })
}

/// Counts a step that needs a check: a limit is exceeded, the clock is due, or the place is recorded.
pub(crate) fn step(lua: &Lua) -> mlua::Result<VmState> {
    super::with_meter(|meter| {
        if meter.traced.get() {
            meter.place.set(fault::place(lua, 1).or(meter.place.get()));
        }
        meter.add(lua, meter.weight.get())
    })
}

/// Counts the `steps` that a library function needs.
pub(crate) fn charge(lua: &Lua, steps: f64) -> mlua::Result<()> {
    // A count that is not a number is charged in full.
    let steps = if steps >= 0.0 { steps as u64 } else { MAX_STEPS_PER_CALL };
    super::with_meter(|meter| meter.add(lua, steps)).map(|_| ())
}

/// Counts the steps of a block without branches, in which fields may be looked up.
pub(crate) fn charge_line(lua: &Lua, steps: f64) -> mlua::Result<()> {
    charge(lua, steps * super::with_meter(|meter| meter.field_weight.get()) as f64)
}

/// Sets the cost of each step while a pattern is matched, and returns the earlier one.
pub(crate) fn set_pattern_weight(weight: f64) -> f64 {
    super::with_meter(|meter| meter.set_pattern_weight((weight as u64).max(1))) as f64
}

/// Counts a metatable that a script has set. By `__index` and `__newindex`, a field may be looked up through as many
/// tables as there are metatables, in one step or none: so every few of them raise the cost of each step.
pub(crate) fn set_metatable(metatable: *const c_void) {
    let number = super::with_meter_lists(|lists| {
        let mut known = lists.metatables.borrow_mut();
        if !known.contains(&metatable) {
            known.push(metatable);
        }
        known.len() as u64
    });
    super::with_meter(|meter| {
        meter.has_metatables.set(true);
        meter.field_weight.set(1 + number / METATABLES);
        meter.set_pattern_weight(meter.pattern_weight.get());
    });
}

impl MeterLists {
    pub const fn new() -> Self {
        Self { metatables: RefCell::new(Vec::new()), calls_by_entry_point: RefCell::new(Vec::new()) }
    }
}

impl Meter {
    pub const fn new() -> Self {
        Self {
            steps: Cell::new(0),
            call_ends: Cell::new(MAX_STEPS_PER_CALL),
            work_ends: Cell::new(u64::MAX),
            work: Cell::new(None),
            weight: Cell::new(1),
            pattern_weight: Cell::new(1),
            field_weight: Cell::new(1),
            has_metatables: Cell::new(false),
            next_clock_reading: Cell::new(STEPS_PER_CLOCK_READING),
            began: Cell::new(None),
            spent: Cell::new(0),
            budget: Cell::new(u64::MAX),
            purpose: Cell::new(Purpose::SmokeTest),
            calls: Cell::new(0),
            counts: Cell::new(false),
            records: Cell::new(false),
            traced: Cell::new(false),
            place: Cell::new(None),
        }
    }

    /// Begins a call.
    #[inline]
    pub fn begin_call(&self) {
        self.calls.set(self.calls.get() + 1);
        self.call_ends.set(self.steps.get() + MAX_STEPS_PER_CALL);
        if self.has_metatables.take() {
            super::with_meter_lists(|lists| lists.metatables.borrow_mut().clear());
        }
        self.field_weight.set(1);
        self.set_pattern_weight(1);
        if self.work.get().is_none() {
            self.began.set(None);
        }
    }

    /// Interrupts the call under way for others.
    pub fn interrupt_call(&self) -> InterruptedCall {
        InterruptedCall {
            steps: self.steps.get(),
            ends: self.call_ends.get(),
            metatables: super::with_meter_lists(|lists| lists.metatables.take()),
            pattern_weight: self.pattern_weight.get(),
            field_weight: self.field_weight.get(),
        }
    }

    /// Continues an interrupted call, whose limit does not count the steps of the others.
    pub fn continue_call(&self, call: InterruptedCall) {
        self.call_ends.set(call.ends.saturating_add(self.steps.get().saturating_sub(call.steps)));
        self.has_metatables.set(!call.metatables.is_empty());
        super::with_meter_lists(|lists| lists.metatables.replace(call.metatables));
        self.field_weight.set(call.field_weight);
        self.set_pattern_weight(call.pattern_weight);
    }

    /// Sets the weight of a step because of a pattern, and returns the earlier one.
    fn set_pattern_weight(&self, pattern_weight: u64) -> u64 {
        self.weight.set(pattern_weight.saturating_mul(self.field_weight.get()));
        self.pattern_weight.replace(pattern_weight)
    }

    fn add(&self, lua: &Lua, count: u64) -> mlua::Result<VmState> {
        let steps = self.steps.get().saturating_add(count);
        self.steps.set(steps);
        if steps > self.call_ends.get() || steps > self.work_ends.get() {
            return Err(Refusal::here(lua, self.why()).into());
        }
        if steps >= self.next_clock_reading.get() {
            self.next_clock_reading.set(steps + STEPS_PER_CLOCK_READING);
            let now = Instant::now();
            let (began, spent) = self.began.get().unwrap_or((now, None));
            let passed = now - began;
            let spent = spent.or_else(|| (passed > CPU_CLOCK_DELAY).then(processor_time));
            self.began.set(Some((began, spent)));
            // Waiting for other threads on a busy machine is not the script's fault.
            if passed > MAX_WORK_TIME
                && spent.is_some_and(|spent| processor_time().saturating_sub(spent) > MAX_WORK_TIME)
            {
                return Err(Refusal::here(lua, FailureReason::Time).into());
            }
        }
        Ok(VmState::Continue)
    }

    /// Counts a call of a hook, if calls are counted.
    #[inline]
    fn note(&self, index: usize, changed: bool) {
        if self.counts.get() {
            Self::note_by_entry_point(index, changed);
        }
    }

    #[cold]
    fn note_by_entry_point(index: usize, changed: bool) {
        super::with_meter_lists(|lists| {
            let mut all = lists.calls_by_entry_point.borrow_mut();
            if all.len() <= index {
                all.resize(index + 1, (0, 0));
            }
            let (calls, changes) = &mut all[index];
            *calls += 1;
            *changes += u64::from(changed);
        });
    }

    /// The limit that was exceeded: the first one, since a single count may exceed several.
    fn why(&self) -> FailureReason {
        let steps = self.steps.get();
        let own = match self.work.get() {
            None => u64::MAX,
            Some(Work::Query) => MAX_STEPS_PER_QUERY,
            Some(Work::Game) => MAX_STEPS_PER_GAME,
        };
        if steps > self.call_ends.get() && self.call_ends.get() <= self.work_ends.get() {
            FailureReason::Steps(ScriptLimit::Call)
        } else if self.work_ends.get() < own {
            match self.purpose.get() {
                Purpose::Action => FailureReason::Steps(ScriptLimit::Action),
                Purpose::SmokeTest => FailureReason::Steps(ScriptLimit::SmokeTest),
            }
        } else if self.work.get() == Some(Work::Game) {
            FailureReason::Steps(ScriptLimit::Game)
        } else {
            FailureReason::Steps(ScriptLimit::Position)
        }
    }
}

/// The processor time that this thread has taken.
#[cfg(unix)]
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

/// Where the system does not report a thread's time, the time that has passed.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static BEGAN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// The purpose of a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// An action of a match, and what is shown after it.
    Action,
    /// Games of a smoke test.
    SmokeTest,
}

/// A limit on the steps of this thread's house rules while it lives; exceeding it is an error.
pub struct ScriptBudget {
    earlier: (u64, u64, u64, Purpose),
}

/// The cost of house rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Hook calls.
    pub calls: u64,
    /// Steps of those calls, cached results included.
    pub steps: u64,
}

impl ScriptBudget {
    /// The budget of everything that a match requests from its rules at once: to play an action, or to list the legal
    /// ones.
    pub fn of_an_action() -> Self {
        Self::new(MAX_STEPS_PER_ACTION, Purpose::Action)
    }

    /// The budget of a smoke test's games: `steps` steps in all.
    pub fn for_smoke_test(steps: u64) -> Self {
        Self::new(steps, Purpose::SmokeTest)
    }

    fn new(steps: u64, purpose: Purpose) -> Self {
        super::with_meter(|meter| {
            let earlier = (
                meter.spent.replace(0),
                meter.budget.replace(steps),
                meter.calls.replace(0),
                meter.purpose.replace(purpose),
            );
            meter.steps.set(0);
            meter.began.set(None);
            Self { earlier }
        })
    }

    /// Starts counting calls by entry point.
    pub fn count_hooks(&self) {
        super::with_meter(|meter| meter.counts.set(true));
        super::with_meter_lists(|lists| lists.calls_by_entry_point.take());
    }

    /// The number of calls of the scripts by entry point since [`count_hooks`](Self::count_hooks), and the number of
    /// those that changed something: a result other than the rules' own, or an effect.
    pub fn calls_by_entry_point(&self) -> Vec<(u64, u64)> {
        super::with_meter_lists(|lists| lists.calls_by_entry_point.borrow().clone())
    }

    /// The cost so far.
    pub fn cost(&self) -> Cost {
        super::with_meter(|meter| Cost { calls: meter.calls.get(), steps: meter.spent.get() + meter.steps.get() })
    }
}

impl Drop for ScriptBudget {
    fn drop(&mut self) {
        super::with_meter(|meter| {
            let (spent, budget, calls, purpose) = self.earlier;
            meter.spent.set(spent);
            meter.budget.set(budget);
            meter.calls.set(calls);
            meter.purpose.set(purpose);
            meter.steps.set(0);
            meter.work.set(None);
            meter.work_ends.set(u64::MAX);
            meter.began.set(None);
            meter.counts.set(false);
        });
    }
}
