//! A VM with one script that is no house rule, such as a whole game: the same sandbox, limits and errors.

use crate::call;
use crate::call::meter;
use crate::fault::{self, FailureReason, Refusal, clip, script_of, unknown_name_message, vm_error};
use crate::keep;
use crate::limits::MAX_LOAD_BYTES;
use crate::problem::Problem;
use crate::reader::{entry_in, entry_in_line, line_of_path, word_in};
use crate::require::{Files, MAX_FILES, Requiring};
use crate::sandbox::{Execution, sandbox_with};
use crate::script::Script;
use crate::source::{MAX_SOURCE, Prepared, prepare};
use crate::vm::{self, MemoryUse, guarded};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, Result as LuaResult, Table};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use stonehouse_runtime::{HookFailure, ScriptLine, Work};

/// The place of what has no other.
const FIRST: ScriptLine = ScriptLine { script: 0, line: 1 };

/// A script that was checked, and can be loaded in a VM of each thread.
pub struct CheckedScript {
    /// The files: the script itself, then those that it may require.
    files: Arc<Files>,
}

impl CheckedScript {
    /// Checks a script.
    ///
    /// # Errors
    /// When it does not compile, or uses what the sandbox refuses: with the line.
    pub fn new(script: Script) -> Result<Self, Problem> {
        Self::of_files(vec![script], false)
    }

    /// Checks a script that may [require](crate::is_required_name) the files beside it.
    ///
    /// # Errors
    /// As [`new`](Self::new), for any of the files; when all together are too long.
    pub fn with_files(script: Script, beside: Vec<Script>) -> Result<Self, Problem> {
        let mut scripts = vec![script];
        scripts.extend(beside);
        Self::of_files(scripts, true)
    }

    fn of_files(scripts: Vec<Script>, is_folder: bool) -> Result<Self, Problem> {
        if scripts.len() > MAX_FILES {
            let why = format!("a game has at most {MAX_FILES} files, and this one has {}", scripts.len());
            return Err(Problem::file(&scripts[0].file, why));
        }
        let length: usize = scripts.iter().map(|script| script.source.len()).sum();
        if scripts.len() > 1 && length > MAX_SOURCE {
            let why =
                format!("the files of a game have at most 1 MiB of text together, and these have {} KiB", length >> 10);
            return Err(Problem::file(&scripts[0].file, why));
        }
        let prepared = scripts.iter().map(prepare).collect::<Result<_, _>>()?;
        Ok(Self { files: Arc::new(Files { scripts, prepared, is_folder }) })
    }

    /// A problem of the entry of this name: where it is set, or where the word is, in the first line that has it.
    pub fn problem_at(&self, name: &str, why: String) -> Problem {
        let ScriptLine { script, line } = self.place_of_entry(name);
        let Script { file, source, .. } = &self.files.scripts[script];
        match entry_in_line(source, line, name) {
            Some(span) => Problem::span(file, source, span, why),
            None => Problem::line(file, line, why),
        }
    }

    /// The place of an entry of this name: the first line that sets it, or that has the word. `zones.hand.size` is the
    /// first `size` that is set where `zones.hand` is or after it, and `zones.hand` the first `hand` after `zones`;
    /// where none is set, the place of the table, or of the word.
    pub fn place_of_entry(&self, name: &str) -> ScriptLine {
        let scripts = &self.files.scripts;
        if let Some((table, entry)) = name.rsplit_once('.') {
            let outer = table.split('.').next().unwrap_or_default();
            let within = |own: &Script| line_of_path(&own.source, name);
            // A table may be that of a file which is required.
            let alone =
                |own: &Script| if entry_in(&own.source, outer).is_none() { entry_in(&own.source, entry) } else { None };
            let find = |line_in: &dyn Fn(&Script) -> Option<usize>| {
                let mut places = scripts.iter().enumerate();
                places.find_map(|(script, own)| Some(ScriptLine { script, line: line_in(own)? }))
            };
            return find(&within).or_else(|| find(&alone)).unwrap_or_else(|| match self.place_of_entry(table) {
                FIRST => self.place_of_entry(entry),
                found => found,
            });
        }
        let find = |has: fn(&str, &str) -> Option<usize>| {
            let mut places = scripts.iter().enumerate();
            places.find_map(|(script, own)| Some(ScriptLine { script, line: has(&own.source, name)? }))
        };
        find(entry_in).or_else(|| find(word_in)).unwrap_or(FIRST)
    }

    /// The place at which a function of the script begins.
    pub fn place_of(function: &Function) -> ScriptLine {
        let info = function.info();
        ScriptLine {
            script: info.short_src.as_deref().and_then(script_of).unwrap_or_default(),
            line: info.line_defined.unwrap_or_default(),
        }
    }

    /// Loads the script in a new VM: the VM, the table that it returns, and the function that `prelude` returns, a
    /// chunk of the program that runs with the whole library before the sandbox takes functions away. `no_table` is the
    /// error where it returns none.
    ///
    /// # Errors
    /// When the script fails as it starts, returns no table, or keeps a value that may not be kept.
    pub fn load(&self, prelude: &str, no_table: &str) -> Result<(ScriptVm, Table, Function), Problem> {
        self.load_to(prelude, no_table, Execution::Native)
    }

    /// Loads the script in a new VM as [`load`](Self::load) does, to read the table that it returns: its functions are
    /// not compiled to machine code, which takes longer than all else.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn read(&self, prelude: &str, no_table: &str) -> Result<(ScriptVm, Table), Problem> {
        self.load_to(prelude, no_table, Execution::Interpreted).map(|(vm, table, _)| (vm, table))
    }

    fn load_to(
        &self,
        prelude: &str,
        no_table: &str,
        execution: Execution,
    ) -> Result<(ScriptVm, Table, Function), Problem> {
        meter::uncounted(|| {
            let (lua, extra) = sandbox_with(prelude, execution).map_err(|error| vm_error(&error))?;
            let files = &self.files;
            let requiring = Requiring::begin(&lua, files).map_err(|error| vm_error(&error))?;
            let library = keep::functions_of(&lua).map_err(|error| vm_error(&error))?;
            let (scripts, first) = (&files.scripts, (0, &files.scripts[0]));
            let table = vm::load(&lua, first, &files.prepared[0], scripts, no_table, || requiring.restart());
            requiring.end();
            let table = table?;
            let own: Vec<(usize, &Prepared)> = files.prepared.iter().enumerate().collect();
            keep::freeze(&lua, &table, &own, &library).map_err(|refused| {
                let has = |(index, script): (usize, &Script)| {
                    Some(ScriptLine { script: index, line: word_in(&script.source, refused.word)? })
                };
                let found = || scripts.iter().enumerate().find_map(has).unwrap_or(FIRST);
                let ScriptLine { script, line } = if refused.place.line > 0 { refused.place } else { found() };
                Problem::line(&scripts[script].file, line, refused.why)
            })?;
            let memory = MemoryUse::of(&lua).map_err(|error| vm_error(&error))?;
            Ok((ScriptVm { files: Arc::clone(files), memory: Rc::new(RefCell::new(memory)), lua }, table, extra))
        })
    }
}

/// A VM with one script, on one thread.
pub struct ScriptVm {
    files: Arc<Files>,
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
            call::begin(None, &[]);
            memory.borrow_mut().after_call(lua)
        })
    }

    /// Does `work` of calls, counted apart from other work of this thread.
    pub fn work<T>(&mut self, work: Work, calls: impl FnOnce(&mut Self) -> T) -> T {
        meter::apart(work, || calls(self))
    }

    /// Calls a function, for the part of the script with this `name`, which begins at this place.
    ///
    /// # Errors
    /// When the function failed, or exceeded a limit.
    pub fn call<R: FromLuaMulti>(
        &mut self,
        (name, place): (&str, ScriptLine),
        function: &Function,
        given: impl IntoLuaMulti,
    ) -> Result<R, Box<HookFailure>> {
        let scripts = &self.files.scripts;
        call::begin(Some(name), scripts);
        let answered = guarded(|| function.call::<R>(given));
        let failed = |error: &mlua::Error| Box::new(fault::failure(error, scripts, Some(name), place));
        self.memory.borrow_mut().after_call(&self.lua).map_err(|error| failed(&error))?;
        answered.map_err(|error| failed(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::recorder::Recorder;

    #[test]
    fn a_printed_line_names_the_part_of_the_script_that_is_called() {
        let source = "local game = {}\nfunction game.deal()\n    print('here')\nend\nreturn game\n";
        let script = CheckedScript::new(Script::new("game.luau", "game.luau", source)).unwrap();
        let (mut vm, table, _) = script.load("return function() end", "a game returns its table").unwrap();
        let deal: Function = table.raw_get("deal").unwrap();
        let recorder = Recorder::begin();
        vm.work(Work::Query, |vm| vm.call::<()>(("deal", CheckedScript::place_of(&deal)), &deal, ())).unwrap();
        let printed: Vec<String> = recorder.finish().printed.iter().map(crate::Printed::sentence).collect();
        assert_eq!(printed, ["game.luau:3 (deal): here"]);
    }
}
