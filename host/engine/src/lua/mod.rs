//! House rules: Luau scripts that answer a game's hooks.
//!
//! - `source`, `bytecode`: a script's text, checked and guarded before it is run.
//! - `sandbox`: what a script finds and what not.
//! - `vm`: one machine of a ruleset's scripts, on one thread; `keep`: what may last in it.
//! - `meter`: what house rules cost, and their limits.
//! - `memo`: results remembered, because hooks are pure.
//! - `fault`: errors, worded for whoever wrote the script.
//! - this module: [`HouseRules`], which answers hook calls from any thread.
//!
//! A hook is a pure function of its context and value. That is what lets a record replay, a search try moves and a player undo,
//! whatever a script does; and it lets results be remembered.

mod bytecode;
mod fault;
mod keep;
mod memo;
mod meter;
mod sandbox;
mod source;
mod vm;

use crate::problem::Problem;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stonehouse_plugin_api::HookDecl;
use stonehouse_plugin_api::hooks::{HookFailure, HookFailureKind, HookHost, Work};
use vm::Vm;

pub use meter::{Budget, Cost};

/// The text of one house rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The file's name, by which variants and errors name it.
    pub name: String,
    /// Where it was read from.
    pub file: PathBuf,
    /// Its text.
    pub source: Arc<str>,
}

/// The house rules of one ruleset: its scripts, checked against the game's hooks.
pub struct HouseRules {
    id: u64,
    scripts: Vec<Script>,
    prepared: Vec<source::Prepared>,
    hooks: Vec<HookDecl>,
    used: u64,
}

/// The most scripts of a ruleset.
pub const MOST_SCRIPTS: usize = 32;

/// How many rulesets' machines a thread keeps ready.
const MACHINES_PER_THREAD: usize = 4;

thread_local! {
    /// This thread's machines, the most recently used first.
    static MACHINES: RefCell<Vec<(u64, Vm)>> = const { RefCell::new(Vec::new()) };
}

impl HouseRules {
    /// Loads scripts, to be applied in this order, for a game with these hooks.
    ///
    /// # Errors
    /// Every problem found: a script that does not compile, fails as it starts, returns no table,
    /// or names a hook that the game has not.
    pub fn load(scripts: Vec<Script>, hooks: &[HookDecl]) -> Result<Self, Vec<Problem>> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        if scripts.len() > MOST_SCRIPTS {
            let message = format!("a variant has at most {MOST_SCRIPTS} house rules, and these are {}", scripts.len());
            return Err(vec![Problem::file("scripts", message)]);
        }
        let mut problems = Vec::new();
        let mut prepared = Vec::new();
        for script in &scripts {
            match source::prepare(script) {
                Ok(script) => prepared.push(script),
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let used = meter::uncounted(|| Vm::new(&scripts, &prepared, hooks))?.used();
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Ok(Self { id, scripts, prepared, hooks: hooks.to_vec(), used })
    }

    /// The scripts, in the order in which they are applied.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// The hooks that the scripts name, as bits.
    pub const fn used(&self) -> u64 {
        self.used
    }

    fn call(&self, index: usize, context: &[i64], value: i64) -> Result<i64, Box<HookFailure>> {
        MACHINES.with_borrow_mut(|machines| {
            match machines.iter().position(|(id, _)| *id == self.id) {
                Some(0) => {}
                Some(place) => machines[..=place].rotate_right(1),
                None => {
                    let vm = meter::uncounted(|| Vm::new(&self.scripts, &self.prepared, &self.hooks))
                        .map_err(|problems| not_loaded(problems, &self.hooks[index]))?;
                    machines.truncate(MACHINES_PER_THREAD - 1);
                    machines.insert(0, (self.id, vm));
                }
            }
            let answer = machines[0].1.fold(&self.hooks[index], index, context, value, &self.scripts);
            if answer.is_err() {
                // A failed machine may be out of memory or out of order: the next call gets a new one.
                machines.remove(0);
            }
            answer
        })
    }
}

/// What is wrong with a script, for whoever reads its file.
pub(crate) fn problem_of(failure: HookFailure) -> Problem {
    let mut problem = Problem::line(failure.script, failure.line, failure.message);
    problem.column = failure.column;
    problem
}

/// Scripts that were loaded when the ruleset was compiled could not be loaded again, for another thread.
fn not_loaded(problems: Vec<Problem>, hook: &HookDecl) -> HookFailure {
    let Some(Problem { file: script, line, column, message, .. }) = problems.into_iter().next() else {
        return HookFailure::new(HookFailureKind::Host, "the scripts could not be loaded again");
    };
    let hook = hook.name.clone();
    HookFailure { hook, script, line, column, ..HookFailure::new(HookFailureKind::Host, message) }
}

impl HookHost for HouseRules {
    fn begin(&self, work: Work) {
        meter::begin(work);
    }

    fn uses(&self, index: usize) -> bool {
        self.used >> index & 1 == 1
    }

    fn fold(&self, index: usize, context: &[i64], value: i64) -> Result<i64, Box<HookFailure>> {
        let answer = self.call(index, context, value)?;
        meter::answered(index, answer != value);
        Ok(answer)
    }
}

#[cfg(test)]
mod tests;
