//! A lesson made from a record: its match, with room for remarks.

use crate::guide::{NoChoice, found};
use crate::{ActionName, NamedChoice};
use std::fmt::Write;
use stonehouse_engine::{Match, RulesFailure};
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::{CallError, Position};

/// A lesson's file for a match that was played, to be completed by hand: one step for each action, the learner's with a
/// remark to be written. An action is named by its text in the log, or by its code where other legal actions have the
/// same text.
///
/// # Errors
/// When the rules failed.
pub fn from_match(played: &Match, learner: Seat) -> Result<String, RulesFailure> {
    let ruleset = played.ruleset();
    let variant = ruleset.variant();
    let seed = played.seed();
    // TOML's numbers are signed.
    let number = if i64::try_from(seed).is_ok() { seed.to_string() } else { quoted(&seed.to_string()) };
    let players: Vec<String> = played.players().iter().map(|player| quoted(&player.name)).collect();
    let mut text = format!(
        "game = {}\nvariant = {}\nname = \"First match\"\nsummary = \"\"\nseed = {number}\nplayers = [{}]\nlearner = {}\n",
        quoted(&variant.game),
        quoted(&variant.id),
        players.join(", "),
        learner.0,
    );
    let explain = |error: CallError| ruleset.explain(error);
    let names: Vec<&str> = ruleset.seating().seats.iter().map(|seat| seat.name.as_str()).collect();
    let mut position = Position::deal(ruleset.rules(), seed).map_err(explain)?;
    for (seat, act) in played.choices() {
        text.push_str("\n[[step]]\n");
        if seat == learner {
            text.push_str("say = \"\"\n");
        }
        let described = position.describe(act, Observer::Referee).map_err(explain)?.text.fill(&names);
        let wanted = NamedChoice { action: ActionName::Text(described.clone()), values: act.values.clone() };
        let is_clear = match found(&position, &wanted, &names) {
            Ok(found) => found == *act,
            Err(NoChoice::Call(error)) => return Err(explain(error)),
            Err(_) => false,
        };
        let _ = if is_clear {
            writeln!(text, "do = {}", quoted(&described))
        } else {
            writeln!(text, "do = {} # {}", act.action.0, described.replace(char::is_control, " "))
        };
        if !act.values.is_empty() {
            let _ = writeln!(text, "values = {:?}", act.values);
        }
        position.play(act).map_err(explain)?;
    }
    Ok(text)
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
