//! Mistakes that a script makes only where it reaches them, found in its text. A script may have variables of its own
//! with the names `ctx` and `effects`, so they are only probable.

use super::Vm;
use crate::declared::Declarations;
use crate::effects;
use crate::fault;
use crate::interface::{EffectFunction, EffectTarget, Interface};
use crate::knobs::no_knob;
use crate::problem::{Problem, did_you_mean};
use crate::script::Script;
use crate::source::{self, Comparison, CtxKey, EffectCall, Literal, Operand, Prepared};
use mlua::{Lua, Value};
use std::ops::Range;
use stonehouse_plugin::house::{ZoneDecl, ZoneLayout};
use stonehouse_plugin::{FieldKind, KnobKind};
use stonehouse_runtime::{HostEffectKind, MemoryDecl, MemoryShape, ScriptLine};

impl Vm {
    /// The probable mistakes of the scripts.
    pub(in super::super) fn probable_mistakes(
        &self,
        scripts: &[Script],
        prepared: &[Prepared],
        interface: &Interface,
    ) -> Vec<Problem> {
        let mut problems = self.unknown_globals(scripts, prepared);
        let owned_names = interface.entry_points().into_iter().flat_map(|entry_point| entry_point.fields);
        let hidden_names: Vec<String> = owned_names.map(|field| field.name).collect();
        for (index, (script, prepared)) in scripts.iter().zip(prepared).enumerate() {
            let found = Mistakes { lua: &self.lua, index, script, interface, declared: &self.declared };
            problems.extend(source::effect_calls(&script.source).iter().filter_map(|call| found.of_effect(call)));
            problems.extend(source::comparisons(&script.source).iter().filter_map(|one| found.of_comparison(one)));
            let keys = source::keys(&script.source);
            let keys = keys.iter().filter(|key| hidden_names.iter().all(|name| name != key.name));
            problems.extend(keys.filter_map(|key| found.of_key(key)));
            problems.extend(found.unknown_knobs());
            problems.extend(found.unused());
            let why = "what a script returns cannot be changed by its functions: nothing that they store lasts from call to call. \
                       Keep what changes in `memory`, or in a `local` inside the function";
            problems.extend(prepared.changes.iter().map(|place| found.at(place, why.to_owned())));
        }
        problems
    }

    /// The places at which scripts read global names that do not exist.
    fn unknown_globals(&self, scripts: &[Script], prepared: &[Prepared]) -> Vec<Problem> {
        let globals = self.lua.globals();
        let error = |path: &str| {
            let (first, member) = path.split_once('.').map_or((path, None), |(first, member)| (first, Some(member)));
            let value = globals.get::<Value>(first);
            match (value, member) {
                (Ok(Value::Table(library)), Some(member)) => library.get::<Value>(member).err(),
                (value, _) => value.err(),
            }
        };
        let mut problems = Vec::new();
        for (script, prepared) in scripts.iter().zip(prepared) {
            for (line, path) in &prepared.globals {
                let Some(error) = error(path) else { continue };
                let why = fault::failure(&error, scripts, None, ScriptLine::default()).message;
                let name = path.split('.').next_back().unwrap_or(path);
                let place = source::mentions(&script.source, name).into_iter().find(|place| {
                    let problem = Problem::span(&script.file, &script.source, place.clone(), "");
                    problem.line == *line
                });
                problems.push(match place {
                    Some(place) => Problem::span(&script.file, &script.source, place, why),
                    None => Problem::line(&script.file, *line, why).in_text(&script.source),
                });
            }
        }
        problems
    }
}

/// The search for probable mistakes of one script.
struct Mistakes<'a> {
    lua: &'a Lua,
    /// The place of the script.
    index: usize,
    script: &'a Script,
    interface: &'a Interface,
    declared: &'a Declarations,
}

/// The keys that a value of `ctx` has at one depth.
enum Keys<'a> {
    Seats,
    /// Numbers of `what`, both bounds included.
    Places {
        what: &'static str,
        first: i64,
        last: i64,
    },
    /// The numbers of the pieces of a list, from 1.
    Pieces,
    /// Numbers of rows or columns of a board, within it or beside it.
    Lines(&'static str),
    /// The fields of a piece.
    Fields(&'a ZoneDecl),
}

impl<'a> Mistakes<'a> {
    fn at(&self, place: &Range<usize>, why: String) -> Problem {
        Problem::span(&self.script.file, &self.script.source, place.clone(), why)
    }

    fn value(&self, literal: Literal<'_>) -> Option<Value> {
        Some(match literal {
            Literal::Text(text) => Value::String(self.lua.create_string(text).ok()?),
            Literal::Number(number) => Value::Number(number),
            Literal::Boolean(truth) => Value::Boolean(truth),
            Literal::Nil => Value::Nil,
        })
    }

    /// The problem of an effect that does not exist, or that is refused whatever the values are that the source does
    /// not show.
    fn of_effect(&self, call: &EffectCall<'_>) -> Option<Problem> {
        let functions = self.interface.effect_functions();
        let Some(effect) = functions.iter().find(|function| function.decl.name == call.name) else {
            let known: Vec<&str> = functions.iter().map(|function| &*function.decl.name).collect();
            let hint = did_you_mean(call.name, known.iter().copied());
            let why = format!("there is no effect `{}`.{hint} There are: {}", call.name, known.join(", "));
            return Some(self.at(&call.place, why));
        };
        let arguments = call.arguments.as_ref()?;
        let first = arguments.first().and_then(|(_, literal)| match literal {
            Some(Literal::Text(text)) => Some(*text),
            _ => None,
        });
        let possible = |at: usize| self.possible_argument(effect, first, at);
        let given = |(at, (_, literal)): (usize, &(Range<usize>, Option<Literal<'_>>))| match literal {
            Some(literal) => self.value(*literal),
            None => possible(at),
        };
        let given: Vec<Value> = arguments.iter().enumerate().map(given).collect::<Option<_>>()?;
        let refusal = |given: &[Value]| effects::refusal(effect, given, self.interface, self.declared);
        let why = refusal(&given)?;
        // The argument without which it would be accepted, or else the name of a memory or of a roll.
        let is_cause = |at: &usize| {
            let Some(other) = possible(*at) else { return false };
            let mut changed = given.clone();
            changed[*at] = other;
            refusal(&changed).is_none()
        };
        let is_shown = |at: &usize| arguments[*at].1.is_some();
        let cause = (0..given.len()).filter(is_shown).find(is_cause);
        let cause = cause.or_else(|| (0..given.len()).find(|at| is_shown(at) && possible(*at).is_none()));
        let place = cause.map_or(&call.place, |at| &arguments[at].0);
        Some(self.at(place, format!("`effects.{}`: {why}", call.name)))
    }

    /// A value with which an effect is not refused because of this argument; `None` where it depends on what the source
    /// does not show.
    fn possible_argument(&self, effect: &EffectFunction, first: Option<&str>, at: usize) -> Option<Value> {
        let of_kind = |kind: &FieldKind| match kind {
            FieldKind::Seat | FieldKind::Integer => Some(Value::Number(0.0)),
            FieldKind::Boolean => Some(Value::Boolean(true)),
            FieldKind::Word(words) => self.value(Literal::Text(words.first()?)),
        };
        let seat = Some(Value::Number(0.0));
        match (effect.target, at) {
            (EffectTarget::Game(_) | EffectTarget::Host(HostEffectKind::Points), _) => {
                of_kind(&effect.decl.arguments.get(at)?.kind)
            }
            (EffectTarget::Host(HostEffectKind::Remember), 1..) => {
                let decl = self.declared.memory.iter().find(|decl| Some(&*decl.name) == first)?;
                let value = match decl.shape {
                    MemoryShape::Single => 1,
                    MemoryShape::Seats | MemoryShape::List(_) => 2,
                    MemoryShape::Grid { .. } => 3,
                };
                match (&*decl.words, decl.shape) {
                    (_, MemoryShape::List(_)) if at < value => Some(Value::Number(1.0)),
                    _ if at < value => Some(Value::Number(0.0)),
                    ([word, ..], _) => self.value(Literal::Text(word)),
                    _ if decl.is_seat => Some(Value::Boolean(false)),
                    _ => Some(Value::Number(decl.min as f64)),
                }
            }
            (EffectTarget::Host(HostEffectKind::Finish), _)
            | (EffectTarget::Host(HostEffectKind::Roll | HostEffectKind::Say), 1..)
            | (EffectTarget::Host(HostEffectKind::Whisper), 0 | 2..) => seat,
            (EffectTarget::Host(_), _) => None,
        }
    }

    /// The problem of a comparison with a text that no piece of the game has, and no value of the knob.
    fn of_comparison(&self, comparison: &Comparison<'_>) -> Option<Problem> {
        if let Operand::Knob(name) = comparison.operand {
            let knob = self.declared.knobs.get(self.index)?.iter().find(|knob| knob.name == name)?;
            let kind = match &knob.kind {
                KnobKind::Word(words) => FieldKind::Word(words.iter().map(|(word, _)| word.clone()).collect()),
                KnobKind::Boolean => FieldKind::Boolean,
                KnobKind::Integer { .. } | KnobKind::Fraction { .. } => FieldKind::Integer,
                _ => return None,
            };
            let why = fault::impossible_comparison(name, &kind, MemoryShape::Single, comparison.text)?;
            return Some(self.at(&comparison.place, why));
        }
        let pieces = self.interface.zones.iter();
        let memory = self.declared.memory.iter();
        let (name, kinds): (&str, Vec<FieldKind>) = match comparison.operand {
            Operand::Knob(_) => return None,
            Operand::Field(name) => {
                let fields = pieces.filter(|zone| zone.piece.len() > 1).flat_map(|zone| &zone.piece);
                (name, fields.filter(|field| field.name == name).map(|field| field.kind.clone()).collect())
            }
            Operand::Indexed(name, indices) => {
                let is_whole = |zone: &&ZoneDecl| {
                    let depth = if matches!(zone.layout, ZoneLayout::Grid { .. }) { 2 } else { 1 };
                    zone.name == name && zone.piece.len() == 1 && indices == depth + usize::from(zone.each_seat)
                };
                let is_value = |decl: &&MemoryDecl| {
                    let depth = match decl.shape {
                        MemoryShape::Single => 0,
                        MemoryShape::Seats | MemoryShape::List(_) => 1,
                        MemoryShape::Grid { .. } => 2,
                    };
                    decl.name == name && !decl.words.is_empty() && indices == depth
                };
                let remembered = memory.filter(is_value).map(|decl| FieldKind::Word(decl.words.clone()));
                (name, pieces.filter(is_whole).map(|zone| zone.piece[0].kind.clone()).chain(remembered).collect())
            }
        };
        // Several zones may have a field of this name: all of them have to lack the text.
        let impossible =
            |kind: &FieldKind| fault::impossible_comparison(name, kind, MemoryShape::Single, comparison.text);
        let why = kinds.iter().map(impossible).collect::<Option<Vec<_>>>()?.into_iter().next()?;
        Some(self.at(&comparison.place, why))
    }

    /// The problem of a key that a value of `ctx` does not have.
    fn of_key(&self, key: &CtxKey<'_>) -> Option<Problem> {
        let levels = self.levels(key.name)?;
        let Some(literal) = key.key else {
            let is_view = !matches!(levels.first(), Some(Keys::Pieces | Keys::Lines(_)) | None);
            return is_view.then(|| self.at(&key.place, fault::NO_LENGTH.to_owned()));
        };
        let number = match literal {
            Literal::Number(number) if number.fract() == 0.0 => Some(number as i64),
            _ => None,
        };
        let text = if let Literal::Text(text) = literal { Some(text) } else { None };
        let value = self.value(literal)?;
        let (name, words) = (key.name, &self.interface.seat_words);
        let why = match levels.get(key.depth)? {
            Keys::Seats
                if words.is_empty() && number.is_some_and(|seat| (0..self.interface.seats as i64).contains(&seat)) =>
            {
                None
            }
            Keys::Seats if text.is_some_and(|text| words.iter().any(|word| word == text)) => None,
            Keys::Seats => Some(fault::no_seat(&value, words, self.interface.seats)),
            Keys::Places { first, last, .. } if number.is_some_and(|number| (*first..=*last).contains(&number)) => None,
            Keys::Places { what, first, last } => Some(fault::no_place(name, what, &value, (*first, *last))),
            Keys::Pieces if number.is_some_and(|number| number >= 1) => None,
            Keys::Pieces => Some(fault::no_key(&format!("the pieces of `{name}` are numbered from 1"), &value)),
            Keys::Lines(_) if number.is_some() => None,
            Keys::Lines(what) => Some(fault::no_key(&format!("the {what} of `{name}` are numbers from 0"), &value)),
            Keys::Fields(zone) if text.is_some_and(|text| zone.piece.iter().any(|field| field.name == text)) => None,
            Keys::Fields(zone) => {
                let fields: Vec<&str> = zone.piece.iter().map(|field| &*field.name).collect();
                Some(fault::no_piece_field(name, &fields.join(", "), &value))
            }
        };
        why.map(|why| self.at(&key.place, why))
    }

    /// The keys of a fact or a zone, the outermost first; `None` where there is none of this name.
    fn levels(&self, name: &str) -> Option<Vec<Keys<'a>>> {
        let facts = self.interface.readable_facts(&self.declared.memory);
        if let Some(fact) = facts.iter().find(|fact| fact.name == name) {
            let places = |what, first, last: usize| Keys::Places { what, first, last: last as i64 };
            return Some(match fact.shape {
                MemoryShape::Single => Vec::new(),
                MemoryShape::Seats => vec![Keys::Seats],
                MemoryShape::List(len) => vec![places("places", 1, len)],
                MemoryShape::Grid { rows, columns } => {
                    vec![places("rows", 0, rows - 1), places("columns", 0, columns - 1)]
                }
            });
        }
        let zone = self.interface.zones.iter().find(|zone| zone.name == name)?;
        let mut levels = Vec::new();
        levels.extend(zone.each_seat.then_some(Keys::Seats));
        match zone.layout {
            ZoneLayout::List { .. } => levels.push(Keys::Pieces),
            ZoneLayout::Grid { .. } => levels.extend([Keys::Lines("rows"), Keys::Lines("columns")]),
        }
        levels.extend((zone.piece.len() > 1).then_some(Keys::Fields(zone)));
        Some(levels)
    }

    /// The problems of knobs that are read and not declared.
    fn unknown_knobs(&self) -> impl Iterator<Item = Problem> {
        let declared = self.declared.knobs.get(self.index).map_or(&[][..], Vec::as_slice);
        let names: Vec<String> = declared.iter().map(|knob| knob.name.clone()).collect();
        let read = source::knobs_read(&self.script.source).into_iter();
        read.filter(move |(_, name)| declared.iter().all(|knob| knob.name != *name))
            .map(move |(place, name)| self.at(&place, no_knob(name, &names)))
    }

    /// The problems of knobs, memories and rolls that are declared and never used.
    fn unused(&self) -> Vec<Problem> {
        let names_knobs = source::names_knobs(&self.script.source);
        let knobs = self.declared.knobs.get(self.index).into_iter().flatten();
        let knobs = knobs.filter(|_| names_knobs).map(|knob| ("knob", &knob.name));
        let memory = self.declared.memory.iter().zip(&self.declared.owners);
        let memory = memory.filter(|(_, owner)| **owner == self.index).map(|(decl, _)| ("memory", &decl.name));
        let unused = |(what, name): (&str, &String)| {
            let mut mentions = source::mentions(&self.script.source, name).into_iter();
            let place = mentions.next().filter(|_| mentions.next().is_none())?;
            Some(self.at(&place, format!("the {what} `{name}` is declared and never used")))
        };
        knobs.chain(memory).filter_map(unused).collect()
    }
}
