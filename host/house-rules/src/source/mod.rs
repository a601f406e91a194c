//! A script's text, made safe to run.
//!
//! Some operations of Luau reveal what no rule may depend on. A table that has a table or a function as a key is
//! iterated in the order of their addresses, which differ from run to run, and even `#` can depend on it. Powers and
//! remainders are computed by whatever mathematics the system has, to different last digits. So each of them becomes a
//! call of the sandbox's own function, which refuses such a key, or computes alike everywhere.
//!
//! Others take time and no step. Arithmetic reads a text as a number, by the C library of the system, and a comparison
//! reads two texts: so their operands pass through a function of the sandbox, which the compiler replaces by one cheap
//! operation where they are numbers. The steps of a long straight line are counted when it begins. Nothing else is
//! changed, and every line keeps its number.
//!
//! A pass over the syntax finds the places (`guard`, which skips `types`, on the tokens of `lexer`), and a look at the
//! bytecode (`super::bytecode`) counts whether it found them all. `reads` finds the fields of a context that are read,
//! `pieces` the comparisons of pieces with texts, and `literals` the values that are written out.

mod guard;
mod lexer;
mod literals;
mod pieces;
mod reads;
mod types;

use super::bytecode::{self, Proto};
use super::script::Script;
use crate::problem::Problem;
use guard::{Edit, EditKind, Guards, SourceError};
use lexer::TokenKind;
pub(super) use literals::{CtxKey, EffectCall, Literal, effect_calls, keys, knobs_read, names_knobs};
use mlua::chunk::Compiler;
pub(super) use pieces::{Comparison, Operand, comparisons};
pub(super) use reads::{Misuse, Reads};
use std::ops::Range;

/// The sandbox's function for a key that is assigned.
pub(super) const TABLE_KEY: &str = "__stonehouse_key";
/// The sandbox's function for `%`.
pub(super) const MODULO: &str = "__stonehouse_modulo";
/// The sandbox's function for `^`.
pub(super) const POWER: &str = "__stonehouse_power";

/// The sandbox's function that pays for a long straight line.
const CHARGE: &str = "__stonehouse_charge";
/// The functions through which an operand of arithmetic and the left side of a comparison pass: see `prelude.luau`.
const NUMBER: &str = "__stonehouse_number";
const ORDER: &str = "__stonehouse_order";
/// The second value of both: NaN, of which the compiler makes a constant, and the end of their calls.
const END_OF_OPERAND: &str = ",__stonehouse_nan)";
/// The source before each script. The compiler calls both functions directly.
pub(super) const BEFORE: &str =
    "local __stonehouse_number, __stonehouse_order = math.min, math.max; local __stonehouse_nan = 0/0; ";
/// Variables of an assignment like `t.n += 1`: the table and the key.
const TABLE: &str = "__stonehouse_table";
const INDEX: &str = "__stonehouse_index";

/// The longest script, in bytes.
pub(super) const MAX_SOURCE: usize = 1 << 20;

/// A script that was checked and may be run.
#[derive(Debug)]
pub(super) struct Prepared {
    /// Its text with the guards.
    pub source: String,
    /// The lines of its functions that assign a variable of a function around them: such a function cannot be kept.
    pub writers: Vec<usize>,
    /// The reads of its functions of their first parameters.
    pub reads: Vec<Reads>,
    /// The global names that it reads, each with its line.
    pub globals: Vec<(usize, String)>,
    /// The places in its functions at which the table that it returns is assigned a field.
    pub changes: Vec<Range<usize>>,
}

/// Checks a script and inserts the guards.
///
/// # Errors
/// The first problem that the compiler or the sandbox reports, with its line.
pub(super) fn prepare(script: &Script) -> Result<Prepared, Problem> {
    let (prepared, protos) = guard(script)?;
    match protos.iter().flat_map(|proto| &proto.assigned_globals).min() {
        Some((line, name)) => Err(assigned_global(script, *line, name)),
        None => Ok(prepared),
    }
}

/// The script with its guards, and the functions of its bytecode.
fn guard(script: &Script) -> Result<(Prepared, Vec<Proto>), Problem> {
    let text = &*script.source;
    let at = |byte: usize, why: String| Problem::span(&script.file, &script.source, byte..byte + 1, why);
    if text.len() > MAX_SOURCE {
        let message = format!("a script has at most 1 MiB of text, and this one has {} KiB", text.len() >> 10);
        return Err(Problem::file(&script.file, message));
    }
    if text.as_bytes().first() == Some(&0x1b) {
        return Err(at(0, "this is compiled code: a script is a text".to_owned()));
    }
    let (mut guards, error) = match guard::guards(text) {
        Ok(guards) => (guards, None),
        Err(error) => (Guards::default(), Some(error)),
    };
    if let Some(SourceError { offset, why, exceeds_compiler }) = error {
        // The compiler has better messages for syntax errors than the pass, and is called only for a script that is not
        // too long.
        if !exceeds_compiler {
            compile(script, text).map_err(|problem| {
                // The compiler names the line; where the pass failed at the same place, as a rule, it has the column.
                let place = at(offset, problem.message.clone());
                if place.line == problem.line { place } else { problem }
            })?;
        }
        return Err(at(offset, why));
    }
    // The changes are dropped before the compiler takes its memory.
    let source = apply(text, &std::mem::take(&mut guards.edits));
    // A script that the pass accepts and that is not Luau is described as it was written.
    let bytecode = compile(script, &source).or_else(|problem| compile(script, text).and(Err(problem)))?;
    let protos = bytecode::protos(&bytecode).unwrap_or_default();
    check(script, &guards, &protos)?;
    let writers = protos.iter().filter(|proto| proto.writes_outside).map(|proto| proto.line).collect();
    let globals = protos.iter().flat_map(|proto| proto.globals.clone()).collect();
    Ok((Prepared { source, writers, reads: guards.reads, globals, changes: guards.changes }, protos))
}

/// The problem of a name that is assigned in this line without being declared.
fn assigned_global(script: &Script, line: usize, name: &str) -> Problem {
    let why = format!(
        "`{name}` is assigned and nowhere declared: write `local` where it is first used. To keep a value from one call to the next, \
         declare it in `memory`"
    );
    let place = mentions(&script.source, name)
        .into_iter()
        .map(|place| Problem::span(&script.file, &script.source, place, &*why));
    place.into_iter().find(|problem| problem.line == line).unwrap_or_else(|| Problem::line(&script.file, line, &*why))
}

/// The places of a script where a name is written, as a word or within a text; comments do not count.
pub(super) fn mentions(source: &str, name: &str) -> Vec<Range<usize>> {
    let tokens = lexer::tokens(source).unwrap_or_default();
    let names = |token: &lexer::Token| match token.kind {
        TokenKind::Word => source[token.span.clone()] == *name,
        TokenKind::String => source[token.span.clone()].contains(name),
        _ => false,
    };
    tokens.into_iter().filter(names).map(|token| token.span).collect()
}

/// Whether a script names a field: behind a dot, or within a text.
pub(super) fn names_field(source: &str, name: &str) -> bool {
    mentions(source, name).into_iter().any(|span| {
        let is_word = source[span.clone()] == *name;
        !is_word || source[..span.start].trim_end().ends_with('.')
    })
}

/// Compiles with no more optimisation than computing constants, so that the bytecode corresponds to the source: every
/// function and every assignment occurs once.
fn compile(script: &Script, source: &str) -> Result<Vec<u8>, Problem> {
    Compiler::new().set_optimization_level(1).set_debug_level(1).compile(source).map_err(|error| {
        let text = error.to_string();
        // Luau puts `:LINE: ` in front of its messages, for a source without a name.
        let (line, message) = text
            .trim_start_matches("syntax error: ")
            .trim_start_matches(':')
            .split_once(": ")
            .and_then(|(line, message)| Some((line.parse().ok()?, message)))
            .unwrap_or((0, text.as_str()));
        Problem::line(&script.file, line, message.lines().next().unwrap_or_default())
    })
}

/// The source with the guards put in.
fn apply(text: &str, edits: &[Edit]) -> String {
    let mut order: Vec<usize> = (0..edits.len()).collect();
    order.sort_by_key(|&index| {
        let edit = &edits[index];
        match edit.kind {
            EditKind::Close(_) => (edit.offset, 0, 0),
            EditKind::Replace(..) => (edit.offset, 1, 0),
            // An edit that ends later encloses those that ended before.
            EditKind::Open(_) => (edit.offset, 2, usize::MAX - index),
        }
    });
    let mut guarded = String::with_capacity(BEFORE.len() + text.len() + 32 * edits.len());
    // In the first line, so that every line keeps its number.
    guarded.push_str(BEFORE);
    let mut copied = 0;
    for edit in order.into_iter().map(|index| &edits[index]) {
        guarded.push_str(&text[copied..edit.offset]);
        copied = edit.offset;
        match &edit.kind {
            EditKind::Close(closing) => guarded.push_str(closing),
            EditKind::Open(opening) => guarded.push_str(opening),
            EditKind::Replace(length, with) => {
                guarded.push_str(with);
                copied += length;
            }
        }
    }
    guarded.push_str(&text[copied..]);
    guarded
}

/// Counts the guards against the bytecode.
fn check(script: &Script, guards: &Guards, protos: &[Proto]) -> Result<(), Problem> {
    let sum = |count: fn(&Proto) -> usize| protos.iter().map(count).sum::<usize>();
    let is_guarded = !protos.is_empty()
        && (guards.keys..=guards.keys + guards.number_keys).contains(&sum(|proto| proto.key_writes))
        && sum(|proto| proto.inexact) == 0
        // Operations that the compiler computes itself need no guard, and have none here.
        && sum(|proto| proto.arithmetic) <= guards.arithmetic
        && sum(|proto| proto.loops) <= guards.loops
        && sum(|proto| proto.comparisons) <= guards.orders;
    if is_guarded {
        return Ok(());
    }
    let message = "the script could not be checked whole: this is a fault of Stonehouse. Write what is unusual in it in a plainer way";
    Err(Problem::file(&script.file, message))
}

#[cfg(test)]
mod tests;
