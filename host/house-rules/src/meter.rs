//! What house rules cost, counted.
//!
//! A count, not a time, decides whether a rule went too far, so that it does so at the same place on every machine. Each hook call has its
//! limit, and all calls of one piece of work together, an action or a game, have theirs. A cached result costs as many steps as when it was
//! computed: caches differ from thread to thread, and a limit must not. The clock is the last resort: it only
//! suspends a match, and never decides one.
//!
//! Operands of arithmetic and comparisons pass through `math.min` and `math.max` with NaN as the second value, which
//! the compiler replaces by one operation for numbers and which count steps for texts; a block counts those of a long straight line
//! when it begins (`source/guard.rs`). Memory is limited for each call.

use crate::fault::{self, Refusal, Why};
use crate::limits::{ACTION_STEPS, CALL_STEPS, GAME_STEPS, QUESTION_STEPS, TIME_LIMIT};
use mlua::{Lua, VmState};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::time::{Duration, Instant};
use stonehouse_runtime::{StepLimit, Work};

/// How many metatables, set in one call, raise the cost of a step by one.
const METATABLES: u64 = 4;

/// Steps between two looks at the clock.
const STEPS_A_LOOK: u64 = 64;

/// The least time that work takes before the processor time of the thread is read, which costs as much as a call of a hook.
const A_WHILE: Duration = Duration::from_millis(50);

/// This thread's counts. A thread does one piece of work at a time.
struct Meter {
    /// Steps of the work under way.
    steps: Cell<u64>,
    /// Where the call under way ends.
    call_ends: Cell<u64>,
    /// Where the work under way ends.
    work_ends: Cell<u64>,
    /// What kind of work it is; `None` outside of any.
    work: Cell<Option<Work>>,
    /// What a step costs: the product of the two below.
    weight: Cell<u64>,
    /// More than 1 while a pattern is matched.
    of_pattern: Cell<u64>,
    /// More than 1 where a field may be looked up through many tables.
    of_fields: Cell<u64>,
    /// The metatables that the call under way has set, by their addresses: nothing is collected during a call.
    metatables: RefCell<Vec<*const c_void>>,
    /// When to look at the clock next.
    next_look: Cell<u64>,
    /// When the work was first checked, and the processor time that the thread had used [a while](A_WHILE) later.
    began: Cell<Option<(Instant, Option<Duration>)>>,
    /// Steps of earlier work under the budget.
    spent: Cell<u64>,
    /// Steps that all work under the budget may take.
    budget: Cell<u64>,
    /// What the budget is for.
    purpose: Cell<Purpose>,
    /// Calls asked under the budget.
    calls: Cell<u64>,
    /// Whether it is counted how often each hook is asked.
    counts: Cell<bool>,
    /// Whether the place of each step is noted, and the last one: the script and its line.
    traced: Cell<bool>,
    place: Cell<Option<(usize, usize)>>,
}

thread_local! {
    static METER: Meter = const {
        Meter {
            steps: Cell::new(0),
            call_ends: Cell::new(CALL_STEPS),
            work_ends: Cell::new(u64::MAX),
            work: Cell::new(None),
            weight: Cell::new(1),
            of_pattern: Cell::new(1),
            of_fields: Cell::new(1),
            metatables: const { RefCell::new(Vec::new()) },
            next_look: Cell::new(STEPS_A_LOOK),
            began: Cell::new(None),
            spent: Cell::new(0),
            budget: Cell::new(u64::MAX),
            purpose: Cell::new(Purpose::SmokeTest),
            calls: Cell::new(0),
            counts: Cell::new(false),
            traced: Cell::new(false),
            place: Cell::new(None),
        }
    };
}

thread_local! {
    /// How often the scripts were asked at each spot, and how often they changed something.
    static ASKED: RefCell<Vec<(u64, u64)>> = const { RefCell::new(Vec::new()) };
}

/// A piece of work begins: its count starts at 0.
pub(super) fn begin(work: Work) {
    METER.with(|meter| {
        meter.spent.set(meter.spent.get().saturating_add(meter.steps.get()));
        meter.steps.set(0);
        meter.work.set(Some(work));
        let own = match work {
            Work::Question => QUESTION_STEPS,
            Work::Game => GAME_STEPS,
        };
        meter.work_ends.set(own.min(meter.budget.get().saturating_sub(meter.spent.get())));
        meter.next_look.set(STEPS_A_LOOK);
        // An action is one piece for the clock, however many questions it takes.
        if meter.purpose.get() == Purpose::SmokeTest {
            meter.began.set(None);
        }
    });
}

/// Runs `load` without counting it: when a machine is made depends on the thread, and a count must not.
pub(super) fn uncounted<T>(load: impl FnOnce() -> T) -> T {
    METER.with(|meter| {
        let (steps, ends, calls) = (meter.steps.get(), meter.work_ends.replace(u64::MAX), meter.calls.get());
        let loaded = load();
        meter.steps.set(steps);
        meter.work_ends.set(ends);
        meter.calls.set(calls);
        meter.next_look.set(steps + STEPS_A_LOOK);
        loaded
    })
}

/// Runs a call that is known to fail once more, and gives the place of its last step. The machine does not report where it ran out of memory,
/// and to note the place of every step of every call would be slow.
pub(super) fn traced<T>(run: impl FnOnce() -> T) -> Option<(usize, usize)> {
    METER.with(|meter| {
        meter.traced.set(true);
        meter.place.set(None);
        uncounted(run);
        meter.traced.set(false);
        meter.place.take()
    })
}

/// A call begins.
#[inline]
pub(super) fn begin_call() {
    METER.with(|meter| {
        meter.calls.set(meter.calls.get() + 1);
        meter.call_ends.set(meter.steps.get() + CALL_STEPS);
        meter.metatables.borrow_mut().clear();
        meter.of_fields.set(1);
        meter.weigh(1);
        if meter.work.get().is_none() {
            meter.began.set(None);
        }
    });
}

/// The steps of the work under way.
#[inline]
pub(super) fn steps() -> u64 {
    METER.with(|meter| meter.steps.get())
}

/// The scripts were asked at the spot of this index, and `changed` something.
#[inline]
pub(super) fn answered(index: usize, changed: bool) {
    METER.with(|meter| meter.note(index, changed));
}

/// An answer was remembered that once cost `steps`, at the spot of this index.
///
/// # Errors
/// When that is more than the work under way has left.
#[inline]
pub(super) fn remembered(index: usize, changed: bool, steps: u64) -> Result<(), Why> {
    METER.with(|meter| {
        meter.calls.set(meter.calls.get() + 1);
        meter.steps.set(meter.steps.get() + steps);
        if meter.steps.get() > meter.work_ends.get() {
            // No call is under way.
            meter.call_ends.set(u64::MAX);
            return Err(meter.why());
        }
        meter.note(index, changed);
        Ok(())
    })
}

/// Counts a step at which there is nothing to decide; false where there is, and then it is not counted.
#[inline]
pub(super) fn passes() -> bool {
    METER.with(|meter| {
        let steps = meter.steps.get().saturating_add(meter.weight.get());
        let ends = meter.call_ends.get().min(meter.work_ends.get());
        let passes = steps <= ends && steps < meter.next_look.get() && !meter.traced.get();
        if passes {
            meter.steps.set(steps);
        }
        passes
    })
}

/// A step was taken at which there is something to decide: a limit was met, it is time to look at the clock, or its place is noted.
pub(super) fn step(lua: &Lua) -> mlua::Result<VmState> {
    METER.with(|meter| {
        if meter.traced.get() {
            meter.place.set(fault::place(lua, 1).or(meter.place.get()));
        }
        meter.add(lua, meter.weight.get())
    })
}

/// A library function charges `steps` for its work.
pub(super) fn charge(lua: &Lua, steps: f64) -> mlua::Result<()> {
    // A count that is not a number is charged in full.
    let steps = if steps >= 0.0 { steps as u64 } else { CALL_STEPS };
    METER.with(|meter| meter.add(lua, steps)).map(|_| ())
}

/// A block charges for its straight line of so many steps, in which fields may be looked up.
pub(super) fn charge_line(lua: &Lua, steps: f64) -> mlua::Result<()> {
    charge(lua, steps * METER.with(|meter| meter.of_fields.get()) as f64)
}

/// Sets what each step costs while a pattern is matched, and returns what it cost before.
pub(super) fn weigh(weight: f64) -> f64 {
    METER.with(|meter| meter.weigh((weight as u64).max(1))) as f64
}

/// A script sets a metatable. By `__index` and `__newindex`, a field may be looked up through as many tables as there are metatables, in one
/// step or none: so from a few on, each makes every step dearer.
pub(super) fn set_metatable(metatable: *const c_void) {
    METER.with(|meter| {
        let mut known = meter.metatables.borrow_mut();
        if !known.contains(&metatable) {
            known.push(metatable);
            meter.of_fields.set(1 + known.len() as u64 / METATABLES);
            meter.weigh(meter.of_pattern.get());
        }
    });
}

impl Meter {
    /// Sets what a step costs because of a pattern, and returns what it was.
    fn weigh(&self, of_pattern: u64) -> u64 {
        self.weight.set(of_pattern.saturating_mul(self.of_fields.get()));
        self.of_pattern.replace(of_pattern)
    }

    fn add(&self, lua: &Lua, count: u64) -> mlua::Result<VmState> {
        let steps = self.steps.get().saturating_add(count);
        self.steps.set(steps);
        if steps > self.call_ends.get() || steps > self.work_ends.get() {
            return Err(Refusal::here(lua, self.why()).into());
        }
        if steps >= self.next_look.get() {
            self.next_look.set(steps + STEPS_A_LOOK);
            let now = Instant::now();
            let (began, spent) = self.began.get().unwrap_or((now, None));
            let passed = now - began;
            let spent = spent.or_else(|| (passed > A_WHILE).then(processor_time));
            self.began.set(Some((began, spent)));
            // A thread that has to wait for others on a busy machine does nothing wrong.
            if passed > TIME_LIMIT && spent.is_some_and(|spent| processor_time().saturating_sub(spent) > TIME_LIMIT) {
                return Err(Refusal::here(lua, Why::Time).into());
            }
        }
        Ok(VmState::Continue)
    }

    /// Counts an answer, where answers are counted.
    #[inline]
    fn note(&self, index: usize, changed: bool) {
        if self.counts.get() {
            note(index, changed);
        }
    }

    /// The limit that was met: the first one, for a single charge may go beyond several.
    fn why(&self) -> Why {
        let steps = self.steps.get();
        let own = match self.work.get() {
            None => u64::MAX,
            Some(Work::Question) => QUESTION_STEPS,
            Some(Work::Game) => GAME_STEPS,
        };
        if steps > self.call_ends.get() && self.call_ends.get() <= self.work_ends.get() {
            Why::Steps(StepLimit::Call)
        } else if self.work_ends.get() < own {
            match self.purpose.get() {
                Purpose::Action => Why::Steps(StepLimit::Action),
                Purpose::SmokeTest => Why::Steps(StepLimit::SmokeTest),
            }
        } else if self.work.get() == Some(Work::Game) {
            Why::Steps(StepLimit::Game)
        } else {
            Why::Steps(StepLimit::Position)
        }
    }
}

#[cold]
fn note(index: usize, changed: bool) {
    ASKED.with_borrow_mut(|all| {
        if all.len() <= index {
            all.resize(index + 1, (0, 0));
        }
        let (asked, other) = &mut all[index];
        *asked += 1;
        *other += u64::from(changed);
    });
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

/// What a budget is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// An action of a match, and what is shown after it.
    Action,
    /// Games that are tried.
    SmokeTest,
}

/// What house rules may cost this thread while it lasts. What goes beyond ends in an error.
pub struct StepBudget {
    earlier: (u64, u64, u64, Purpose),
}

/// What house rules cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How often a hook was asked.
    pub calls: u64,
    /// Steps that the answers took, those included that were remembered.
    pub steps: u64,
}

impl StepBudget {
    /// For all that a match asks of its rules in one go: to play an action, or to list what can be done.
    pub fn of_an_action() -> Self {
        Self::new(ACTION_STEPS, Purpose::Action)
    }

    /// For games that are tried, of at most `steps` steps in all.
    pub fn for_smoke_test(steps: u64) -> Self {
        Self::new(steps, Purpose::SmokeTest)
    }

    fn new(steps: u64, purpose: Purpose) -> Self {
        METER.with(|meter| {
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

    /// Counts from now on how often the scripts were asked, and where.
    pub fn count_hooks(&self) {
        METER.with(|meter| meter.counts.set(true));
        ASKED.take();
    }

    /// How often the scripts were asked since it is [counted](Self::count_hooks), by the place of the spot, and how often they changed
    /// something: another answer than what the rules would use, or an effect.
    pub fn spots(&self) -> Vec<(u64, u64)> {
        ASKED.with_borrow(Vec::clone)
    }

    /// What was spent so far.
    pub fn cost(&self) -> Cost {
        METER.with(|meter| Cost { calls: meter.calls.get(), steps: meter.spent.get() + meter.steps.get() })
    }
}

impl Drop for StepBudget {
    fn drop(&mut self) {
        METER.with(|meter| {
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
