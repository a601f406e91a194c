//! Kinds of actions: "steal", "offer", "stone white".

use std::collections::HashMap;
use stonehouse_plugin::{Action, Json, Observer};
use stonehouse_runtime::{CallError, Position, TARGET_PLACEHOLDER};

/// Codes below this are looked up in a list.
const LIST_LEN: usize = 1 << 16;

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
        if code < LIST_LEN { listed } else { self.others.get(&action.0).copied() }
    }

    fn described(&mut self, action: Action, position: &Position) -> Result<u16, CallError> {
        let code = action.0 as usize;
        let kind = self.named(kind_name(&position.describe(&action.into(), Observer::Referee)?.data, position));
        if code < LIST_LEN {
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
fn kind_name(data: &Json, position: &Position) -> String {
    if let Some(action) = data["action"].as_str() {
        return action.to_owned();
    }
    if let Some(name) = data["house"].as_str() {
        let layer = position.rules().layer();
        let decl = layer.and_then(|layer| layer.actions().iter().find(|decl| decl.name == name));
        return kind_in_house(name, decl.map_or("", |decl| &decl.label));
    }
    let first = data.as_object().and_then(|fields| fields.iter().find(|(_, value)| value.is_string()));
    first.map_or_else(
        || "any action".to_owned(),
        |(name, value)| format!("{name} {}", value.as_str().unwrap_or_default()),
    )
}

/// The name of the kind of an action that a house rule adds: its label, if that does not contain the target.
fn kind_in_house(name: &str, label: &str) -> String {
    if label.is_empty() || label.contains(TARGET_PLACEHOLDER) { name.replace('_', " ") } else { label.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_with_its_target_is_no_name_of_a_kind() {
        assert_eq!(kind_in_house("change_colours", "Change colours"), "Change colours");
        assert_eq!(kind_in_house("raise_bid", "Raise to {target}"), "raise bid");
    }
}
