//! The functions of `effects`, by which scripts request effects: they check their arguments and note the request.

use crate::call::recorder;
use crate::declared::Declarations;
use crate::fault::{self, FailureReason, Refusal, clip};
use crate::interface::{EffectFunction, EffectTarget, Interface};
use crate::limits::MAX_EXACT_INTEGER;
use crate::problem::did_you_mean;
use mlua::{Lua, Result, Table, Value, Variadic};
use std::cell::RefCell;
use std::rc::Rc;
use stonehouse_plugin::{Field, FieldKind, Seat, Seats, Text};
use stonehouse_runtime::{EffectRequest, HostEffectKind, HouseEffect, HouseMessage, MemoryDecl, MemoryShape, RollDecl};

/// The most effects that one call may request.
const MAX_EFFECTS: usize = 200;

/// The longest message of a script, in letters.
const MAX_LINE: usize = 200;

/// The requests of the call under way in a VM, in order.
pub(super) type Requests = Rc<RefCell<Vec<EffectRequest>>>;

/// The names of the seats of a table in scripts.
#[derive(Clone, Debug)]
struct SeatNames {
    words: Vec<String>,
    seats: usize,
}

impl SeatNames {
    /// The seat that a script names.
    fn seat(&self, given: &Value) -> std::result::Result<Seat, String> {
        if let Some(word) = given.as_string() {
            let word = word.to_string_lossy();
            let known = self.words.iter().map(String::as_str);
            return match self.words.iter().position(|known| *known == word) {
                Some(seat) => Ok(Seat(seat as u8)),
                None => Err(format!("there is no seat \"{}\".{}", clip(&word), did_you_mean(&word, known))),
            };
        }
        match whole(given) {
            Some(seat) if (0..self.seats as i64).contains(&seat) => Ok(Seat(seat as u8)),
            Some(seat) => Err(format!("there is no seat {seat}: they are numbered from 0 to {}", self.seats - 1)),
            None => Err(format!("a seat is needed, and it is {}", shown(given))),
        }
    }
}

/// A whole number from a script.
fn whole(given: &Value) -> Option<i64> {
    match given {
        Value::Integer(number) => Some(*number),
        Value::Number(number) if number.fract() == 0.0 && number.abs() <= MAX_EXACT_INTEGER as f64 => {
            Some(*number as i64)
        }
        _ => None,
    }
}

/// The table `effects` of the scripts of a ruleset, whose functions add to `requests`.
pub(super) fn table(lua: &Lua, interface: &Interface, declared: &Declarations, requests: &Requests) -> Result<Table> {
    let effects = lua.create_table()?;
    let names = SeatNames { words: interface.seat_words.clone(), seats: interface.seats };
    for effect in interface.effect_functions() {
        let (name, names) = (effect.decl.name.clone(), names.clone());
        let (memory, rolls, requests) = (declared.memory.clone(), declared.rolls.clone(), Rc::clone(requests));
        let function = lua.create_function(move |lua, given: Variadic<Value>| {
            let requested = requested(&effect, &given, &names, (&memory, &rolls));
            note(lua, &effect.decl.name, &given, requested, &requests)
        })?;
        effects.set(name, function)?;
    }
    let known = interface.effect_functions().into_iter().map(|effect| effect.decl.name).collect::<Vec<_>>();
    let absent = lua.create_function(move |lua, (_, name): (Table, Value)| -> Result<()> {
        let name = name.as_string().map_or_else(|| name.type_name().to_owned(), mlua::LuaString::to_string_lossy);
        let hint = did_you_mean(&name, known.iter().map(String::as_str));
        let message = format!("there is no effect `{}`.{hint} There are: {}", clip(&name), known.join(", "));
        Err(Refusal::here(lua, FailureReason::UnknownField(message)).into())
    })?;
    let meta = lua.create_table()?;
    meta.set("__index", absent)?;
    meta.set("__metatable", false)?;
    effects.set_metatable(Some(meta))?;
    Ok(effects)
}

/// Notes a request, or refuses it at the line of the script.
fn note(
    lua: &Lua,
    name: &str,
    given: &[Value],
    what: std::result::Result<HouseEffect, String>,
    requests: &Requests,
) -> Result<()> {
    let refuse =
        |why: String| Err(Refusal::here(lua, FailureReason::Forbidden(format!("`effects.{name}`: {why}"))).into());
    let what = match what {
        Ok(what) => what,
        Err(why) => return refuse(why),
    };
    let place = fault::place(lua, 1).unwrap_or_default();
    let given = match &what {
        // The text is for one seat, and the trace for all.
        HouseEffect::Say(HouseMessage { only: Some(_), .. }) => given.get(..1).unwrap_or(given),
        _ => given,
    };
    recorder::effect(name, given, place);
    let mut requests = requests.borrow_mut();
    if requests.len() == MAX_EFFECTS {
        return refuse(format!("more than {MAX_EFFECTS} effects in one call"));
    }
    requests.push(EffectRequest { what, place });
    Ok(())
}

/// The reason for which an effect is refused with these values; `None` where it is accepted.
pub(super) fn refusal(
    effect: &EffectFunction,
    given: &[Value],
    interface: &Interface,
    declared: &Declarations,
) -> Option<String> {
    let names = SeatNames { words: interface.seat_words.clone(), seats: interface.seats };
    requested(effect, given, &names, (&declared.memory, &declared.rolls)).err()
}

/// The effect that a script requests with these values.
fn requested(
    effect: &EffectFunction,
    given: &[Value],
    names: &SeatNames,
    (memory, rolls): (&[MemoryDecl], &[RollDecl]),
) -> std::result::Result<HouseEffect, String> {
    let arguments = || arguments(effect, given, names);
    Ok(match effect.target {
        EffectTarget::Game(index) => HouseEffect::Game { effect: index, arguments: arguments()? },
        EffectTarget::Host(HostEffectKind::Points) => {
            let arguments = arguments()?;
            HouseEffect::Points { seat: Seat(arguments[0] as u8), points: arguments[1] }
        }
        EffectTarget::Host(HostEffectKind::Finish) => finish(given, names)?,
        EffectTarget::Host(HostEffectKind::Remember) => remember(memory, given, names)?,
        EffectTarget::Host(HostEffectKind::Roll) => roll(rolls, given, names)?,
        EffectTarget::Host(HostEffectKind::Shuffle) => shuffle(memory, given)?,
        EffectTarget::Host(HostEffectKind::Say) => say(None, given, names)?,
        EffectTarget::Host(HostEffectKind::Whisper) => {
            let [seat, line @ ..] = given else { return Err("a seat is needed, then a text".to_owned()) };
            say(Some(names.seat(seat)?), line, names)?
        }
    })
}

/// The arguments of an effect, as integers.
fn arguments(effect: &EffectFunction, given: &[Value], names: &SeatNames) -> std::result::Result<Vec<i64>, String> {
    let fields = &effect.decl.arguments;
    if given.len() != fields.len() {
        let wanted: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
        let wanted = if wanted.is_empty() { "nothing".to_owned() } else { wanted.join(", ") };
        return Err(format!("it takes {wanted}, and got {} values", given.len()));
    }
    fields.iter().zip(given).map(|(field, given)| argument(field, given, names)).collect()
}

fn argument(field: &Field, given: &Value, names: &SeatNames) -> std::result::Result<i64, String> {
    let name = &field.name;
    match &field.kind {
        FieldKind::Seat => names.seat(given).map(|seat| seat.0.into()),
        FieldKind::Integer => {
            whole(given).ok_or_else(|| format!("`{name}` must be a whole number, and it is {}", shown(given)))
        }
        FieldKind::Boolean => match given {
            Value::Boolean(truth) => Ok(i64::from(*truth)),
            other => Err(format!("`{name}` must be true or false, and it is {}", shown(other))),
        },
        FieldKind::Word(words) => {
            let word = given.as_string().map(mlua::LuaString::to_string_lossy);
            let index = word.as_ref().and_then(|word| words.iter().position(|known| known == word));
            index.map(|index| index as i64).ok_or_else(|| {
                let hint = word.map(|word| did_you_mean(&word, words.iter().map(String::as_str))).unwrap_or_default();
                format!("`{name}` is one of {}, and it is {}.{hint}", words.join(", "), shown(given))
            })
        }
    }
}

/// A value of a script, for a message.
fn shown(value: &Value) -> String {
    match value {
        Value::Nil => "nothing (nil)".to_owned(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => format!("{number:?}"),
        Value::String(text) => format!("\"{}\"", clip(&text.to_string_lossy())),
        other => format!("a {}", other.type_name()),
    }
}

fn finish(given: &[Value], names: &SeatNames) -> std::result::Result<HouseEffect, String> {
    let winners = given.iter().map(|seat| names.seat(seat)).collect::<std::result::Result<Seats, String>>()?;
    Ok(HouseEffect::Finish { winners: (!winners.is_empty()).then_some(winners) })
}

/// A message: a text, and a seat for each of its names in braces. A text with which no seats are given is taken as it
/// is.
fn say(only: Option<Seat>, given: &[Value], names: &SeatNames) -> std::result::Result<HouseEffect, String> {
    let (text, seats) = given.split_first().unwrap_or((&Value::Nil, &[]));
    let Some(text) = text.as_string() else { return Err(format!("a text is needed, and it is {}", shown(text))) };
    let line: String = text.to_string_lossy().chars().take(MAX_LINE).collect();
    if seats.is_empty() {
        return Ok(HouseEffect::Say(HouseMessage { text: Text::plain(line), only }));
    }
    let mut places: Vec<String> = Vec::new();
    for place in line.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)) {
        if places.iter().all(|known| known != place) {
            places.push(place.to_owned());
        }
    }
    if places.len() != seats.len() {
        return Err(format!(
            "the text has {} in braces, such as `{{player}}`, and {} for them",
            counted(places.len(), "name"),
            counted(seats.len(), "seat")
        ));
    }
    let mut text = Text::template(line);
    for (place, seat) in places.into_iter().zip(seats) {
        text = text.with(place, names.seat(seat)?);
    }
    Ok(HouseEffect::Say(HouseMessage { text, only }))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn remember(memory: &[MemoryDecl], given: &[Value], names: &SeatNames) -> std::result::Result<HouseEffect, String> {
    let Some(name) = given.first().and_then(Value::as_string).map(mlua::LuaString::to_string_lossy) else {
        return Err("the name of a memory is needed first".to_owned());
    };
    let Some(decl) = memory.iter().find(|decl| decl.name == name) else {
        let known = memory.iter().map(|decl| &*decl.name);
        return Err(format!(
            "no memory is called `{}`.{} Declare it in `memory`",
            clip(&name),
            did_you_mean(&name, known)
        ));
    };
    let index = |what: &str, given: &Value, (first, last): (usize, usize)| {
        let index = whole(given).and_then(|number| usize::try_from(number).ok());
        index
            .filter(|index| (first..=last).contains(index))
            .map(|index| index - first)
            .ok_or_else(|| format!("`{name}` has {what} from {first} to {last}, and it was to be {}", shown(given)))
    };
    let (place, value) = match (decl.shape, &given[1..]) {
        (MemoryShape::Single, [value]) => (0, value),
        (MemoryShape::Seats, [seat, value]) => (names.seat(seat)?.index(), value),
        (MemoryShape::List(len), [place, value]) => (index("places", place, (1, len))?, value),
        (MemoryShape::Grid { rows, columns }, [row, column, value]) => {
            (index("rows", row, (0, rows - 1))? * columns + index("columns", column, (0, columns - 1))?, value)
        }
        (MemoryShape::Single, _) => return Err(format!("`{name}` is one value: name it and the value")),
        (MemoryShape::Seats, _) => {
            return Err(format!("`{name}` is kept for each seat: name it, the seat and the value"));
        }
        (MemoryShape::List(_), _) => return Err(format!("`{name}` is a list: name it, the place and the value")),
        (MemoryShape::Grid { .. }, _) => {
            return Err(format!("`{name}` is a grid: name it, the row, the column and the value"));
        }
    };
    let slot = decl.slot + place;
    if decl.is_seat {
        let value = match value {
            Value::Boolean(false) => MemoryDecl::NOBODY,
            given => {
                let seat = names.seat(given);
                seat.map_err(|why| format!("`{name}` is a player, or `false` for nobody, and {why}"))?.0.into()
            }
        };
        return Ok(HouseEffect::Remember { slot, value });
    }
    if !decl.words.is_empty() {
        let word = value.as_string().map(mlua::LuaString::to_string_lossy);
        let index = word.as_ref().and_then(|word| decl.words.iter().position(|known| known == word));
        return index.map(|index| HouseEffect::Remember { slot, value: index as i64 }).ok_or_else(|| {
            let hint = word.map(|word| did_you_mean(&word, decl.words.iter().map(String::as_str))).unwrap_or_default();
            format!("`{name}` is one of {}, and it was to be {}.{hint}", decl.words.join(", "), shown(value))
        });
    }
    let bounds = decl.min..=decl.max;
    match whole(value).filter(|value| bounds.contains(value)) {
        Some(value) => Ok(HouseEffect::Remember { slot, value }),
        None => Err(format!(
            "`{name}` is a whole number from {} to {}, and it was to be {}",
            decl.min,
            decl.max,
            shown(value)
        )),
    }
}

fn shuffle(memory: &[MemoryDecl], given: &[Value]) -> std::result::Result<HouseEffect, String> {
    let [name] = given else { return Err("the name of a list is needed, and nothing else".to_owned()) };
    let Some(name) = name.as_string().map(mlua::LuaString::to_string_lossy) else {
        return Err(format!("the name of a list is needed, and it is {}", shown(name)));
    };
    match memory.iter().position(|decl| decl.name == name) {
        Some(index) if matches!(memory[index].shape, MemoryShape::List(_)) => {
            Ok(HouseEffect::Shuffle { memory: index })
        }
        Some(_) => Err(format!("`{name}` is no list: only a memory with a `size` can be shuffled")),
        None => {
            let known = memory.iter().map(|decl| &*decl.name);
            Err(format!("no memory is called `{}`.{} Declare it in `memory`", clip(&name), did_you_mean(&name, known)))
        }
    }
}

fn roll(rolls: &[RollDecl], given: &[Value], names: &SeatNames) -> std::result::Result<HouseEffect, String> {
    let Some(name) = given.first().and_then(Value::as_string).map(mlua::LuaString::to_string_lossy) else {
        return Err("the name of a roll is needed first".to_owned());
    };
    let Some((roll, decl)) = rolls.iter().enumerate().find(|(_, decl)| decl.name == name) else {
        let known = rolls.iter().map(|decl| &*decl.name);
        return Err(format!(
            "no roll is called `{}`.{} Declare it in `rolls`",
            clip(&name),
            did_you_mean(&name, known)
        ));
    };
    match (decl.each_seat, &given[1..]) {
        (true, [seat]) => Ok(HouseEffect::Roll { roll, seat: Some(names.seat(seat)?) }),
        (false, []) => Ok(HouseEffect::Roll { roll, seat: None }),
        (true, _) => Err(format!("`{name}` is rolled for a seat: name it and the seat")),
        (false, _) => Err(format!("`{name}` is rolled for nobody in particular: name it and nothing else")),
    }
}
