//! An example for everything that house rules can use of a game, made from its declarations.

use crate::interface::Interface;
use stonehouse_plugin::house::{EffectDecl, EventDecl, FactDecl, ZoneDecl, ZoneLayout};
use stonehouse_plugin::{Field, FieldKind, HookDecl, HookValue};
use stonehouse_runtime::HostEffectKind;

impl Interface {
    /// A function for a hook that returns another value in some cases.
    pub fn sample_of_hook(&self, hook: &HookDecl) -> String {
        let other = match hook.value {
            HookValue::Boolean => "not value".to_owned(),
            HookValue::Integer { max, .. } => format!("math.min(value + 1, {max})"),
        };
        let when = self.condition(&hook.context);
        format!(
            "function house.{}(ctx, value)\n    if {when} then\n        return {other}\n    end\n    return value\nend\n",
            hook.name
        )
    }

    /// A handler of an event that writes to the log in some cases.
    pub fn sample_of_event(&self, event: &EventDecl) -> String {
        let when = self.condition(&event.fields);
        let text = event.name.replace('_', " ");
        format!(
            "function house.{}(ctx, effects)\n    if {when} then\n        effects.say(\"{text}\")\n    end\nend\n",
            event.name
        )
    }

    /// A condition on a fact.
    pub fn sample_of_fact(&self, fact: &FactDecl) -> String {
        let read = if fact.each_seat { format!("{}[{}]", fact.name, self.seat()) } else { fact.name.clone() };
        self.compared(&read, &fact.kind)
    }

    /// A statement that reads pieces of a zone.
    pub fn sample_of_zone(&self, zone: &ZoneDecl) -> String {
        let name = &zone.name;
        let field = |piece: &str| match &*zone.piece {
            [] => piece.to_owned(),
            [only] => self.compared_as(piece, &only.kind),
            [first, ..] => self.compared_as(&format!("{piece}.{}", first.name), &first.kind),
        };
        match zone.layout {
            ZoneLayout::Grid { .. } => format!("if {} then", field(&format!("ctx.{name}[0][0]"))),
            ZoneLayout::List { .. } => {
                let seat = if zone.each_seat { format!("[{}]", self.seat()) } else { String::new() };
                format!("for _, piece in ctx.{name}{seat} do if {} then", field("piece"))
            }
        }
    }

    /// A call of an effect.
    pub fn sample_of_effect(&self, effect: &EffectDecl) -> String {
        let given: Vec<String> = match HostEffectKind::of(effect) {
            Some(HostEffectKind::Remember) => vec!["\"count\"".to_owned(), "1".to_owned()],
            Some(HostEffectKind::Roll) => vec!["\"weather\"".to_owned()],
            Some(HostEffectKind::Shuffle) => vec!["\"deck\"".to_owned()],
            Some(HostEffectKind::Say) => vec!["\"Well played!\"".to_owned()],
            Some(HostEffectKind::Whisper) => vec![self.seat(), "\"Beware!\"".to_owned()],
            Some(HostEffectKind::Points | HostEffectKind::Finish) | None => {
                effect.arguments.iter().map(|argument| self.value(&argument.kind)).collect()
            }
        };
        format!("effects.{}({})", effect.name, given.join(", "))
    }

    /// A condition on the first field, or on a fact that every game has.
    fn condition(&self, fields: &[Field]) -> String {
        // A seat or a number is less specific than a word or a truth value.
        let distinct = fields.iter().find(|field| matches!(field.kind, FieldKind::Word(_) | FieldKind::Boolean));
        match distinct.or(fields.first()) {
            Some(field) => self.compared(&field.name, &field.kind),
            None => "ctx.actions > 10".to_owned(),
        }
    }

    fn compared(&self, read: &str, kind: &FieldKind) -> String {
        self.compared_as(&format!("ctx.{read}"), kind)
    }

    /// A condition on the value of this expression.
    fn compared_as(&self, expression: &str, kind: &FieldKind) -> String {
        match kind {
            FieldKind::Integer => format!("{expression} > 1"),
            FieldKind::Boolean => expression.to_owned(),
            FieldKind::Word(_) | FieldKind::Seat => format!("{expression} == {}", self.value(kind)),
        }
    }

    fn value(&self, kind: &FieldKind) -> String {
        match kind {
            FieldKind::Integer => "1".to_owned(),
            FieldKind::Boolean => "true".to_owned(),
            FieldKind::Word(words) => format!("{:?}", words.first().map_or("", String::as_str)),
            FieldKind::Seat => self.seat(),
        }
    }

    fn seat(&self) -> String {
        self.seat_words.first().map_or_else(|| "0".to_owned(), |word| format!("{word:?}"))
    }
}
