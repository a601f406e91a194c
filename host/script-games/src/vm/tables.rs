//! The shape of a position as tables, for the prelude.

use crate::house;
use crate::rules::ScriptRules;
use crate::shape::{
    self, ActionShape, DomainShape, FieldValue, PieceShape, Shape, ValueForm, ValueShape, ZoneForm, ZoneShape,
};
use mlua::{Lua, Table, Value};
use serde_json::Value as Json;
use stonehouse_plugin::hooks::DEPENDS_ON_STATE;
use stonehouse_plugin::{Field, FieldKind, HookValue};

fn field_value(lua: &Lua, value: &FieldValue) -> mlua::Result<Value> {
    Ok(match value {
        FieldValue::Number(number) => Value::Number(*number as f64),
        FieldValue::Word(word) => Value::String(lua.create_string(word)?),
        FieldValue::Seat(seat) => Value::Number(f64::from(*seat)),
    })
}

fn list<T>(lua: &Lua, all: &[T], table: impl Fn(&T, &Table) -> mlua::Result<()>) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    for one in all {
        let entry = lua.create_table()?;
        table(one, &entry)?;
        list.raw_push(entry)?;
    }
    Ok(list)
}

/// The shape as the prelude reads it.
pub(super) fn shape_table(lua: &Lua, rules: &ScriptRules) -> mlua::Result<Table> {
    let (shape, declared) = (&rules.shape, &rules.game.declared);
    let all = lua.create_table()?;
    let numbers = [
        ("seats", shape.seats),
        ("turn", shape::TURN),
        ("winners", shape::WINNERS),
        ("played", shape::PLAYED),
        ("roller", shape::ROLLER),
        ("scores", shape::SCORES),
        ("codes", shape::CODES as usize),
        ("over", shape::OVER as usize),
        ("first_roll", shape::FIRST_ROLL as usize),
    ];
    numbers.into_iter().try_for_each(|(name, number)| all.raw_set(name, number))?;
    all.raw_set("teams", shape.teams.clone())?;
    all.raw_set("knobs", knobs_table(lua, &rules.knobs)?)?;
    all.raw_set("pieces", list(lua, &shape.pieces, |piece, table| piece_table(lua, piece, table))?)?;
    all.raw_set("values", list(lua, &shape.values, value_table)?)?;
    all.raw_set("zones", list(lua, &shape.zones, zone_table)?)?;
    all.raw_set("actions", list(lua, &shape.actions, |action, table| action_table(lua, shape, action, table))?)?;
    all.raw_set("rolls", list(lua, &shape.rolls, |roll, table| table.raw_set("name", &*roll.name))?)?;
    let hooks = house::hooks(declared).into_iter().enumerate().collect::<Vec<_>>();
    let hooks = list(lua, &hooks, |(index, hook), table| {
        table.raw_set("name", &*hook.name)?;
        table.raw_set("is_used", rules.host.used_hooks() >> index & 1 == 1)?;
        table.raw_set("is_truth", hook.value == HookValue::Boolean)?;
        table.raw_set("reads", rules.host.dependencies(*index) & DEPENDS_ON_STATE != 0)?;
        table.raw_set("fields", kinds_table(lua, &hook.context)?)
    })?;
    all.raw_set("hooks", hooks)?;
    let events = house::events(declared).into_iter().enumerate().collect::<Vec<_>>();
    let events = list(lua, &events, |(index, event), table| {
        table.raw_set("name", &*event.name)?;
        table.raw_set("is_used", rules.host.subscribed_events() >> index & 1 == 1)?;
        table.raw_set("fields", kinds_table(lua, &event.fields)?)
    })?;
    all.raw_set("events", events)?;
    let effects = house::effects(declared);
    let effects = list(lua, &effects, |effect, table| {
        table.raw_set("name", &*effect.name)?;
        table.raw_set("fields", kinds_table(lua, &effect.arguments)?)
    })?;
    all.raw_set("effects", effects)?;
    let facts = declared.facts.iter().collect::<Vec<_>>();
    let facts = list(lua, &facts, |(name, fact), table| {
        table.raw_set("each", !fact.each.is_empty())?;
        let field = Field { name: (*name).clone(), doc: String::new(), kind: fact.kind.kind() };
        table.raw_set("field", list(lua, &[field], kind_table)?.raw_get::<Table>(1)?)?;
        table.raw_set("name", &***name)
    })?;
    all.raw_set("facts", facts)?;
    Ok(all)
}

/// The fields of a hook, an event or an effect.
fn kinds_table(lua: &Lua, fields: &[Field]) -> mlua::Result<Table> {
    list(lua, fields, kind_table)
}

fn kind_table(field: &Field, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*field.name)?;
    let kind = match &field.kind {
        FieldKind::Integer => "integer",
        FieldKind::Boolean => "boolean",
        FieldKind::Seat => "seat",
        FieldKind::Word(words) => {
            table.raw_set("words", words.clone())?;
            "word"
        }
    };
    table.raw_set("kind", kind)
}

fn knobs_table(lua: &Lua, knobs: &Json) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, value) in knobs.as_object().into_iter().flatten() {
        let value = match value {
            Json::Bool(truth) => Value::Boolean(*truth),
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or_default()),
            Json::String(text) => Value::String(lua.create_string(text)?),
            _ => continue,
        };
        table.raw_set(&**name, value)?;
    }
    Ok(table)
}

fn values_table(lua: &Lua, values: &[FieldValue]) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    values.iter().try_for_each(|value| list.raw_push(field_value(lua, value)?))?;
    Ok(list)
}

fn piece_table(lua: &Lua, piece: &PieceShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*piece.name)?;
    table.raw_set("count", piece.count)?;
    let example: Vec<String> = piece.fields.iter().map(|field| format!("{} = …", field.name)).collect();
    table.raw_set("example", example.join(", "))?;
    let fields = list(lua, &piece.fields, |field, table| {
        table.raw_set("name", &*field.name)?;
        table.raw_set("expected", expected(&field.values))?;
        table.raw_set("values", values_table(lua, &field.values)?)
    })?;
    table.raw_set("fields", fields)
}

fn value_table(value: &ValueShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*value.name)?;
    table.raw_set("slot", value.slot)?;
    table.raw_set("min", value.min)?;
    table.raw_set("max", value.max)?;
    table.raw_set("truth", value.is_truth)?;
    if !value.words.is_empty() {
        table.raw_set("words", value.words.clone())?;
    }
    match value.form {
        ValueForm::Single => table.raw_set("kind", "single"),
        ValueForm::List(size) => {
            table.raw_set("kind", "list")?;
            table.raw_set("size", size)
        }
        ValueForm::Grid { rows, columns } => {
            table.raw_set("kind", "grid")?;
            table.raw_set("rows", rows)?;
            table.raw_set("columns", columns)
        }
    }
}

fn zone_table(zone: &ZoneShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*zone.name)?;
    table.raw_set("piece", zone.piece + 1)?;
    table.raw_set("slot", zone.slot)?;
    table.raw_set("each", zone.each)?;
    match zone.form {
        ZoneForm::Grid { rows, columns } => {
            table.raw_set("grid", true)?;
            table.raw_set("rows", rows)?;
            table.raw_set("columns", columns)
        }
        ZoneForm::Lists { size, owners } => {
            table.raw_set("size", size)?;
            table.raw_set("owners", owners)
        }
    }
}

fn action_table(lua: &Lua, shape: &Shape, action: &ActionShape, table: &Table) -> mlua::Result<()> {
    table.raw_set("name", &*action.name)?;
    let fields = list(lua, &action.fields, |field, table| {
        table.raw_set("name", &*field.name)?;
        table.raw_set("size", field.size)?;
        match &field.domain {
            DomainShape::Cell(zone) => {
                table.raw_set("kind", "cell")?;
                table.raw_set("zone", zone + 1)
            }
            DomainShape::Piece(zone) => {
                table.raw_set("kind", "piece")?;
                table.raw_set("zone", zone + 1)?;
                table.raw_set("piece", shape.zones[*zone].piece + 1)
            }
            DomainShape::Values(values) => {
                table.raw_set("kind", "value")?;
                table.raw_set("values", values_table(lua, values)?)
            }
        }
    })?;
    table.raw_set("kind", action.kind)?;
    table.raw_set("total", action.fields.iter().map(|field| u64::from(field.size)).product::<u64>())?;
    table.raw_set("fields", fields)
}

/// The values of a field, in an error.
fn expected(values: &[FieldValue]) -> String {
    match values {
        [FieldValue::Number(first), .., FieldValue::Number(last)] => format!("a number from {first} to {last}"),
        [FieldValue::Seat(first), .., FieldValue::Seat(last)] => format!("a seat from {first} to {last}"),
        values => {
            let words = values.iter().map(|value| match value {
                FieldValue::Word(word) => format!("\"{word}\""),
                FieldValue::Number(number) => number.to_string(),
                FieldValue::Seat(seat) => seat.to_string(),
            });
            words.collect::<Vec<_>>().join(", ")
        }
    }
}
