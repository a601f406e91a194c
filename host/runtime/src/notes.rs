//! Notes of one step: the effects of house rules and the outcomes of chance that took place in it.
//!
//! Each effect is noted with the states before and after it, and each outcome of chance with the state before it, so
//! that the game can describe them afterwards, for the log and the record. Bots and simulations note nothing.

use crate::{CallError, HouseEffect, HouseLayer, MemoryDecl, MemoryShape, Rules, State};
use stonehouse_plugin::{ActionText, Arg, Field, FieldKind, Json, Observer, Seat, Text, json, text};

/// The effects and outcomes of chance of one step: of an action, or of the deal of a match.
#[derive(Default)]
pub struct StepNotes {
    /// The effects of house rules that took place, in order.
    pub effects: Vec<AppliedEffect>,
    /// The outcomes of chance, in order.
    pub rolls: Vec<RolledOutcome>,
}

/// An outcome of chance that happened.
pub struct RolledOutcome {
    /// The game's state in which it was one of the outcomes.
    before: State,
    code: u32,
}

impl RolledOutcome {
    pub(crate) const fn new(before: State, code: u32) -> Self {
        Self { before, code }
    }

    /// Its code.
    pub const fn code(&self) -> u32 {
        self.code
    }

    /// Describes it to `observer`: as the game does, or by its code if the game does not.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn describe(&self, observer: Observer) -> Result<ActionText, CallError> {
        let text = self.before.describe_outcome(self.code, observer)?;
        Ok(text.unwrap_or_else(|| ActionText::new(text!("Chance: {code}", code = self.code))))
    }
}

/// An effect that took place.
pub struct AppliedEffect {
    what: HouseEffect,
    /// The game's states before and after it, for an effect of the game.
    states: Option<(State, State)>,
    /// The values that were drawn, for a roll.
    rolled: Vec<i64>,
}

impl AppliedEffect {
    pub(crate) const fn new(what: HouseEffect, states: Option<(State, State)>, rolled: Vec<i64>) -> Self {
        Self { what, states, rolled }
    }

    /// Whether it is a roll of house rules.
    pub const fn is_roll(&self) -> bool {
        match self.what {
            HouseEffect::Roll { .. } => true,
            HouseEffect::Game { .. }
            | HouseEffect::Points { .. }
            | HouseEffect::Finish { .. }
            | HouseEffect::Remember { .. }
            | HouseEffect::Say(_)
            | HouseEffect::Shuffle { .. } => false,
        }
    }

    /// Whether chance decides it: it is a roll, or a list is shuffled.
    pub const fn is_drawn(&self) -> bool {
        match self.what {
            HouseEffect::Roll { .. } | HouseEffect::Shuffle { .. } => true,
            HouseEffect::Game { .. }
            | HouseEffect::Points { .. }
            | HouseEffect::Finish { .. }
            | HouseEffect::Remember { .. }
            | HouseEffect::Say(_) => false,
        }
    }

    /// The effect as it was requested.
    pub const fn what(&self) -> &HouseEffect {
        &self.what
    }

    /// Whether it can change the results of an action: it did not concern the memory of house rules alone.
    pub(crate) const fn concerns_the_game(&self) -> bool {
        match self.what {
            HouseEffect::Game { .. } | HouseEffect::Points { .. } | HouseEffect::Finish { .. } => true,
            HouseEffect::Remember { .. }
            | HouseEffect::Say(_)
            | HouseEffect::Roll { .. }
            | HouseEffect::Shuffle { .. } => false,
        }
    }

    /// The effect as `observer` may know it, if its arguments are known: `effect` (its name), `with` (its arguments by
    /// name) and, where there is one, `result`; and a sentence for the log, which may be empty. `None` for a message,
    /// which is recorded elsewhere.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn describe(&self, rules: &Rules, observer: Observer) -> Result<Option<(Json, Text)>, CallError> {
        Ok(Some(match &self.what {
            HouseEffect::Say(_) => return Ok(None),
            HouseEffect::Points { seat, points } => {
                let text = match points {
                    1 => text!("1 point for {player}", player = *seat),
                    _ => text!("{points} points for {player}", points = *points, player = *seat),
                };
                (json!({ "effect": "points", "with": { "seat": seat, "points": points } }), text)
            }
            HouseEffect::Finish { winners } => {
                let winners: Option<Vec<Seat>> = winners.map(|seats| seats.iter().collect());
                (json!({ "effect": "finish", "with": { "winners": winners } }), Text::default())
            }
            HouseEffect::Remember { slot, value } => {
                let Some((decl, place)) = rules.layer().and_then(|layer| remembered(layer, rules.seats(), *slot))
                else {
                    return Ok(None);
                };
                let mut with = json!({ "memory": decl.name });
                match decl.shape {
                    MemoryShape::Single => {}
                    MemoryShape::Seats => with["seat"] = json!(place),
                    MemoryShape::List(_) => with["place"] = json!(place + 1),
                    MemoryShape::Grid { columns, .. } => {
                        with["row"] = json!(place / columns);
                        with["column"] = json!(place % columns);
                    }
                }
                if decl.is_shown_to(observer, place) {
                    with["value"] = decl.json_of(*value);
                }
                (json!({ "effect": "remember", "with": with }), Text::default())
            }
            HouseEffect::Roll { roll, seat } => {
                let decl = rules.layer().and_then(|layer| layer.rolls().get(*roll));
                let Some(decl) = decl else { return Ok(None) };
                let mut with = json!({ "roll": decl.name });
                if let Some(seat) = seat {
                    with["seat"] = json!(seat);
                }
                let what = decl.label.clone();
                if !decl.is_shown_to(observer, *seat) {
                    let text = match seat {
                        None => text!("{what}, in secret", what),
                        Some(player) => text!("{what} for {player}, in secret", what, player = *player),
                    };
                    return Ok(Some((json!({ "effect": "roll", "with": with }), text)));
                }
                let named = |value: &i64| decl.word_of(*value).map_or_else(|| json!(value), |word| json!(word));
                let results: Vec<Json> = self.rolled.iter().map(named).collect();
                let shown = |value: &i64| -> Arg {
                    decl.word_of(*value).map_or_else(|| Arg::from(*value), |word| Arg::from(word.to_owned()))
                };
                let Some((first, more)) = self.rolled.split_first() else { return Ok(None) };
                let value = more.iter().fold(shown(first), |values, value| {
                    text!("{values}, {value}", values, value = shown(value)).into()
                });
                let result = match (decl.dice, &*results) {
                    (None, [value]) => json!({ "value": value }),
                    _ => json!({ "values": results }),
                };
                let text = match seat {
                    None => text!("{what}: {value}", what, value),
                    Some(player) => text!("{what} for {player}: {value}", what, player = *player, value),
                };
                (json!({ "effect": "roll", "with": with, "result": result }), text)
            }
            HouseEffect::Shuffle { memory } => {
                let decl = rules.layer().and_then(|layer| layer.memory().get(*memory));
                let Some(decl) = decl else { return Ok(None) };
                (json!({ "effect": "shuffle", "with": { "memory": decl.name } }), Text::default())
            }
            HouseEffect::Game { effect, arguments } => {
                let Some(decl) = rules.plugin().effects().get(*effect) else { return Ok(None) };
                let with = decl.arguments.iter().zip(arguments).map(|(field, value)| named(field, *value));
                let mut data = json!({ "effect": decl.name, "with": Json::Object(with.collect()) });
                let mut words = Text::default();
                if let Some((before, after)) = &self.states {
                    let result = after.effect_result(before, *effect, arguments, observer)?;
                    if !result.data.is_null() {
                        data["result"] = result.data;
                    }
                    words = result.text;
                }
                (data, words)
            }
        }))
    }
}

/// An argument by its name, as records have it.
fn named(field: &Field, value: i64) -> (String, Json) {
    let value = match &field.kind {
        FieldKind::Boolean => json!(value != 0),
        FieldKind::Word(words) => match usize::try_from(value).ok().and_then(|index| words.get(index)) {
            Some(word) => json!(word),
            None => json!(value),
        },
        FieldKind::Integer | FieldKind::Seat => json!(value),
    };
    (field.name.clone(), value)
}

/// The memory that a slot belongs to, and the slot's place in it.
fn remembered(layer: &dyn HouseLayer, seats: usize, slot: usize) -> Option<(&MemoryDecl, usize)> {
    layer.memory().iter().find_map(|decl| {
        let place = slot.checked_sub(decl.slot).filter(|place| *place < decl.slots(seats))?;
        Some((decl, place))
    })
}
