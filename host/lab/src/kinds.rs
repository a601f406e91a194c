//! Kinds of actions: "steal", "offer", "stone white".

use std::collections::HashMap;
use stonehouse_plugin::{Action, ActionText, Arg, Observer};
use stonehouse_runtime::{CallError, Position};

/// Codes below this are looked up in a list.
const LISTED: usize = 1 << 16;

/// The kinds of actions that were described so far. A kind follows from an action's code, which means the same in every
/// position.
#[derive(Default)]
pub(crate) struct ActionKinds {
    names: Vec<String>,
    by_name: HashMap<String, u16>,
    /// By code: the kind's number and 1, or 0 if it is not known yet.
    listed: Vec<u16>,
    others: HashMap<u32, u16>,
}

impl ActionKinds {
    /// The kind of an action that is legal in this position.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    #[inline]
    pub fn of(&mut self, action: Action, position: &Position) -> Result<u16, CallError> {
        match self.known(action) {
            Some(kind) => Ok(kind),
            None => self.described(action, position),
        }
    }

    /// The kind of an action, if it is known.
    #[inline]
    pub fn known(&self, action: Action) -> Option<u16> {
        let code = action.0 as usize;
        let listed = self.listed.get(code).and_then(|kind| kind.checked_sub(1));
        if code < LISTED { listed } else { self.others.get(&action.0).copied() }
    }

    fn described(&mut self, action: Action, position: &Position) -> Result<u16, CallError> {
        let code = action.0 as usize;
        let kind = self.named(kind_name(&position.describe(&action.into(), Observer::Referee)?));
        if code < LISTED {
            if self.listed.len() <= code {
                self.listed.resize((code + 1).next_power_of_two(), 0);
            }
            self.listed[code] = kind + 1;
        } else {
            self.others.insert(action.0, kind);
        }
        Ok(kind)
    }

    fn named(&mut self, name: String) -> u16 {
        let next = self.names.len() as u16;
        *self.by_name.entry(name).or_insert_with_key(|name| {
            // Kinds beyond the range of numbers share the last number.
            if next < u16::MAX - 1 {
                self.names.push(name.clone());
            }
            next.min(u16::MAX - 2)
        })
    }

    /// A kind's name.
    pub fn name(&self, kind: u16) -> &str {
        self.names.get(usize::from(kind)).map_or("others", String::as_str)
    }
}

/// The name of an action's kind, without its targets: its field `action`, or the name that a house rule gives to its
/// own action, or else the first field that is a text.
fn kind_name(message: &ActionText) -> String {
    let data = &message.data;
    if let Some(action) = data["action"].as_str() {
        return action.to_owned();
    }
    if let Some(house) = data["house"].as_str() {
        let named = message.text.arguments().find(|(name, _)| *name == "action");
        return match named {
            Some((_, Arg::Text(action))) => action.fill(&[""; 0]),
            _ if data["target"].is_null() => message.text.fill(&[""; 0]),
            // Its label contains the target.
            _ => house.replace('_', " "),
        };
    }
    let first = data.as_object().and_then(|fields| fields.iter().find(|(_, value)| value.is_string()));
    first.map_or_else(
        || "any action".to_owned(),
        |(name, value)| format!("{name} {}", value.as_str().unwrap_or_default()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stonehouse_plugin::{Text, text};

    #[test]
    fn a_kind_follows_from_the_fields_of_an_action() {
        let names = [json!({"action": "steal", "row": 2}), json!({"n": 1, "stone": "white"}), json!({})];
        let named = |text: Text, data| kind_name(&ActionText::new(text).data(data));
        assert_eq!(names.map(|data| named(Text::default(), data)), ["steal", "stone white", "any action"]);
        let bid = |target: &str| {
            text!("{action}: {target}", action = Text::plain("Raise the bid"), target = target.to_owned())
        };
        assert_eq!(named(Text::plain("Change colours"), json!({"house": "change_colours"})), "Change colours");
        assert_eq!(named(bid("5"), json!({"house": "raise_bid", "target": 5})), "Raise the bid");
        assert_eq!(named(Text::plain("Raise to 5"), json!({"house": "raise_bid", "target": 5})), "raise bid");
    }
}
