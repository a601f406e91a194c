//! A VM with one script that is no house rule, such as a whole game: the same sandbox, limits and errors.

use crate::call;
use crate::fault::{self, FailureReason, Refusal, clip, unknown_name_message, vm_error};
use crate::keep;
use crate::limits::MAX_LOAD_BYTES;
use crate::meter;
use crate::problem::Problem;
use crate::reader::{line_of, line_of_entry};
use crate::sandbox::sandbox_with;
use crate::script::Script;
use crate::source::{Prepared, prepare};
use crate::vm::{self, MemoryUse, guarded};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Result as LuaResult, Table};
use std::cell::RefCell;
use std::rc::Rc;
use stonehouse_runtime::{HookFailure, ScriptLine, Work};

/// A script that was checked, and can be loaded in a VM of each thread.
pub struct CheckedScript {
    script: Script,
    prepared: Prepared,
}

impl CheckedScript {
    /// Checks a script.
    ///
    /// # Errors
    /// When it does not compile, or uses what the sandbox refuses: with the line.
    pub fn new(script: Script) -> Result<Self, Problem> {
        let prepared = prepare(&script)?;
        Ok(Self { script, prepared })
    }

    /// The script.
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// A problem of the entry of this name: in the first line that sets it, or that has the word.
    pub fn problem_at(&self, name: &str, why: String) -> Problem {
        Problem::line(&self.script.file, line_of_entry(&self.script.source, name), why)
    }

    /// The line in which an entry of this name is, counted from 1.
    pub fn line_of_entry(&self, name: &str) -> usize {
        line_of_entry(&self.script.source, name)
    }

    /// Loads the script in a new VM: the VM, the table that it returns, and the function that `prelude` returns, a
    /// chunk of the program that runs with the whole library before the sandbox takes functions away. `no_table` is the
    /// error where it returns none.
    ///
    /// # Errors
    /// When the script fails as it starts, returns no table, or keeps a value that may not be kept.
    pub fn load(&self, prelude: &str, no_table: &str) -> Result<(ScriptVm, Table, Function), Problem> {
        meter::uncounted(|| {
            let (lua, extra) = sandbox_with(prelude).map_err(|error| vm_error(&error))?;
            let library = keep::functions_of(&lua).map_err(|error| vm_error(&error))?;
            let script = &self.script;
            let table = vm::load(&lua, (0, script), &self.prepared, std::slice::from_ref(script), no_table)?;
            keep::freeze(&lua, &table, 0, &self.prepared.writers, &library).map_err(|refused| {
                let line = if refused.line > 0 { refused.line } else { line_of(&script.source, refused.word) };
                Problem::line(&script.file, line, refused.why)
            })?;
            let memory = MemoryUse::of(&lua).map_err(|error| vm_error(&error))?;
            Ok((ScriptVm { script: script.clone(), memory: Rc::new(RefCell::new(memory)), lua }, table, extra))
        })
    }
}

/// A VM with one script, on one thread.
pub struct ScriptVm {
    script: Script,
    memory: Rc<RefCell<MemoryUse>>,
    lua: Lua,
}

impl ScriptVm {
    /// The VM, to make values for its functions. Nothing that a script can reach may be changed.
    pub const fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Makes what the program adds to the VM before its first call, with the memory of a script that starts.
    ///
    /// # Errors
    /// When something cannot be made, or there is too much of it.
    pub fn set_up<T>(&self, make: impl FnOnce(&Lua) -> LuaResult<T>) -> LuaResult<T> {
        self.lua.set_memory_limit(self.lua.used_memory() + MAX_LOAD_BYTES)?;
        let made = meter::uncounted(|| make(&self.lua))?;
        *self.memory.borrow_mut() = MemoryUse::of(&self.lua)?;
        Ok(made)
    }

    /// A function that refuses what a script does, with the message that it is passed, at the line that runs.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn refuser(&self) -> LuaResult<Function> {
        self.lua.create_function(|lua, message: mlua::LuaString| -> LuaResult<()> {
            Err(Refusal::here(lua, FailureReason::Forbidden(clip(&message.to_string_lossy()))).into())
        })
    }

    /// A function that refuses a name, and proposes one of a list of known ones.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn absence_refuser(&self) -> LuaResult<Function> {
        self.lua.create_function(|lua, (name, mut known): (mlua::LuaString, Vec<String>)| -> LuaResult<()> {
            known.sort();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let message = unknown_name_message(&name.to_string_lossy(), &known);
            Err(Refusal::here(lua, FailureReason::Forbidden(message)).into())
        })
    }

    /// A function that returns whether the call under way has used a quarter of the steps or of the memory of a call: a
    /// call that does the work of many ends then, and is continued by another.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn usage_check(&self) -> LuaResult<Function> {
        let memory = Rc::clone(&self.memory);
        self.lua.create_function(move |lua, ()| Ok(meter::is_quarter_used() || memory.borrow().is_quarter_used(lua)))
    }

    /// A function that begins a call in the middle of one, with the steps and the memory of a call, for a call that
    /// does the work of many and cannot be continued by another.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn renewer(&self) -> LuaResult<Function> {
        let memory = Rc::clone(&self.memory);
        self.lua.create_function(move |lua, ()| {
            meter::begin_call();
            memory.borrow_mut().after_call(lua)
        })
    }

    /// Does `work` of calls, counted apart from other work of this thread.
    pub fn work<T>(&mut self, work: Work, calls: impl FnOnce(&mut Self) -> T) -> T {
        meter::apart(work, || calls(self))
    }

    /// Calls a function, for the part of the script with this `name`, which begins in this line.
    ///
    /// # Errors
    /// When the function failed, or exceeded a limit.
    pub fn call<R: FromLuaMulti>(
        &mut self,
        (name, line): (&str, usize),
        function: &Function,
        given: impl IntoLuaMulti,
    ) -> Result<R, Box<HookFailure>> {
        call::begin(Some(name), std::slice::from_ref(&self.script));
        let answered = guarded(|| function.call::<R>(given));
        let failed = |error: &mlua::Error| {
            let place = ScriptLine { script: 0, line };
            Box::new(fault::failure(error, std::slice::from_ref(&self.script), Some(name), place))
        };
        self.memory.borrow_mut().after_call(&self.lua).map_err(|error| failed(&error))?;
        answered.map_err(|error| failed(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorder::Recorder;

    #[test]
    fn a_printed_line_names_the_part_of_the_script_that_is_called() {
        let source = "local game = {}\nfunction game.deal()\n    print('here')\nend\nreturn game\n";
        let script = CheckedScript::new(Script::new("game.luau", "game.luau", source)).unwrap();
        let (mut vm, table, _) = script.load("return function() end", "a game returns its table").unwrap();
        let deal: Function = table.raw_get("deal").unwrap();
        let recorder = Recorder::begin();
        vm.work(Work::Query, |vm| vm.call::<()>(("deal", 2), &deal, ())).unwrap();
        let printed: Vec<String> = recorder.finish().printed.iter().map(crate::Printed::sentence).collect();
        assert_eq!(printed, ["game.luau:3 (deal): here"]);
    }
}
