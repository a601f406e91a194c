//! `require("./cards")`: the files beside a script that is a whole game.
//!
//! A file is run once in a VM, the first time that it is required, and only while the script starts. Its value is that
//! of every `require` of it, and is locked with the script's own table.

use crate::fault::{self, FailureReason, Refusal, clip, kind_of_key};
use crate::problem::did_you_mean;
use crate::reader::line_of_return;
use crate::script::{Script, rule_of};
use crate::source::Prepared;
use crate::vm;
use mlua::{Lua, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use stonehouse_runtime::ScriptLine;

/// The most files of a script, with itself.
pub const MAX_FILES: usize = 32;

/// How a file is named, for errors.
const NAMED: &str = "`require` needs the name of a file beside this one, without its ending: `require(\"./cards\")`";

/// The files of a script, each checked: the script itself first.
pub(super) struct Files {
    pub scripts: Vec<Script>,
    pub prepared: Vec<Prepared>,
    /// Whether there can be files beside the script.
    pub is_folder: bool,
}

/// The files of a script that is starting in a VM.
#[derive(Clone)]
pub(super) struct Requiring(Rc<RefCell<Starting>>);

#[derive(Default)]
struct Starting {
    /// The files; none once the script has started.
    files: Option<Arc<Files>>,
    /// The values of the files that have run, by their places.
    values: Vec<Option<Value>>,
    /// The files that are being run, each with the line that requires it.
    open: Vec<(usize, ScriptLine)>,
}

impl Requiring {
    /// Gives the script of a VM the function `require`.
    pub fn begin(lua: &Lua, files: &Arc<Files>) -> mlua::Result<Self> {
        let starting = Starting { files: Some(Arc::clone(files)), ..Starting::default() };
        let requiring = Self(Rc::new(RefCell::new(starting)));
        requiring.restart();
        let state = requiring.clone();
        let require = lua.create_function(move |lua, name: Value| state.require(lua, &name))?;
        let globals = lua.globals();
        globals.set_readonly(false);
        globals.raw_set("require", require)?;
        globals.set_readonly(true);
        // To open a table for writing ends this, and without it Luau looks each function up again when it is called.
        globals.set_safeenv(true);
        Ok(requiring)
    }

    /// Begins the script again: no file has run.
    pub fn restart(&self) {
        let mut starting = self.0.borrow_mut();
        let count = starting.files.as_ref().map_or(0, |files| files.scripts.len());
        starting.values = vec![None; count];
        starting.open.clear();
    }

    /// Ends the start of the script: from now on nothing can be required.
    pub fn end(&self) {
        *self.0.borrow_mut() = Starting::default();
    }

    fn require(&self, lua: &Lua, name: &Value) -> mlua::Result<Value> {
        let refuse = |why: String| Refusal::here(lua, FailureReason::Forbidden(why));
        let files = self.0.borrow().files.clone();
        let here = fault::place(lua, 1);
        let Some((files, here)) = files.zip(here) else {
            let why = "`require` reads a file while the script starts: call it outside of functions, as in \
                       `local cards = require(\"./cards\")`";
            return Err(refuse(why.to_owned()).into());
        };
        let place = files.place_of(name).map_err(refuse)?;
        if let Some(value) = self.0.borrow().values[place].clone() {
            return Ok(value);
        }
        if place == 0 || self.0.borrow().open.iter().any(|(open, _)| *open == place) {
            return Err(refuse(self.circle(&files, place, here)).into());
        }
        self.0.borrow_mut().open.push((place, here));
        let value = vm::run(lua, place, &files.prepared[place])?;
        if value.is_nil() {
            let script = &files.scripts[place];
            let why = "a file that is required must end by returning what it has, such as a table (`return cards`)";
            let line = ScriptLine { script: place, line: line_of_return(&script.source) };
            return Err(Refusal::at(lua, FailureReason::Forbidden(why.to_owned()), line).into());
        }
        let mut starting = self.0.borrow_mut();
        starting.open.pop();
        if let Some(known) = starting.values.get_mut(place) {
            *known = Some(value.clone());
        }
        Ok(value)
    }

    /// The error that `place` is required from `here`, while it is being run.
    fn circle(&self, files: &Files, place: usize, here: ScriptLine) -> String {
        let starting = self.0.borrow();
        let name = |script: usize| files.scripts.get(script).map_or("", |script| &*script.name);
        let first = starting.open.iter().position(|(open, _)| *open == place).map_or(0, |index| index + 1);
        let within = starting.open[first..].iter().copied().chain([(place, here)]);
        let steps: Vec<String> = within
            .map(|(required, ScriptLine { script, line })| {
                format!("{}:{line} requires {}", name(script), name(required))
            })
            .collect();
        format!(
            "these files require each other in a circle: {}. Put what both need into a third file",
            steps.join(", ")
        )
    }
}

impl Files {
    /// The place of the file with this name, as a script writes it.
    fn place_of(&self, name: &Value) -> Result<usize, String> {
        let Value::String(name) = name else {
            let kind = if name.is_nil() { "nothing".to_owned() } else { format!("a {}", kind_of_key(name)) };
            return Err(format!("{NAMED}, and not {kind}"));
        };
        let name = clip(&name.to_string_lossy());
        let Some(own) = name.strip_prefix("./").filter(|own| is_required_name(own)) else {
            return Err(format!(
                "{NAMED}. The name has letters, digits, `-` and `_`, and no other folder can be named"
            ));
        };
        if let Some(place) = self.scripts.iter().position(|script| script.rule() == own) {
            return Ok(place);
        }
        if !self.is_folder {
            let rule = self.scripts.first().map_or("", |script| rule_of(&script.name));
            return Err(format!(
                "a game of several files is a folder of the same name: move this file to `{rule}/{rule}.luau`, and \
                 `{own}.luau` beside it"
            ));
        }
        let known = self.scripts.iter().skip(1).map(Script::rule);
        Err(format!("there is no file `{own}.luau` beside this one.{}", did_you_mean(own, known)))
    }
}

/// Whether a file of a game can have this name, without its ending.
pub fn is_required_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
