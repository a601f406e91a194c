//! The messages of the protocol for outside programs.

use super::PROTOCOL;
use crate::agent::{AgentSeat, Over, SeatView};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stonehouse_engine::record::Reason;
use stonehouse_engine::{LogEntry, Player, Ruleset};
use stonehouse_plugin::{Input, Scene, Seat, Text};

/// A message to one of the seats of a caller, who plays several: the same message, and the seat.
#[derive(Serialize)]
pub(crate) struct MessageToSeat<'a> {
    pub seat: Seat,
    #[serde(flatten)]
    pub message: MessageToProgram<'a>,
}

/// A message for a caller only, one line of JSON.
#[derive(Serialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub(crate) enum MessageToCaller<'a> {
    /// The variant and the seats, once, before anything else.
    Table { protocol: u32, variant: String, seats: Vec<SeatText<'a>>, yours: Vec<Seat> },
    /// The last message was not possible, or not understood. Nothing has changed.
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        id: Option<u64>,
        why: String,
    },
    /// The scene as a seat sees it, or the public.
    Scene { seat: Option<Seat>, scene: &'a Scene },
    /// The match cannot continue.
    Failed { why: String },
}

/// A message to the program, one line of JSON.
#[derive(Serialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub(crate) enum MessageToProgram<'a> {
    /// The match, once.
    Match(Box<Beginning<'a>>),
    /// A decision.
    Choose(Box<Choose<'a>>),
    /// The choice is not possible.
    Refused { id: u64, why: String },
    /// Nobody waits for the answer any more.
    Cancel { id: u64 },
    /// The match is over.
    End(Box<EndMessage<'a>>),
}

#[derive(Serialize)]
pub(crate) struct Beginning<'a> {
    protocol: u32,
    game: &'a str,
    game_version: &'a str,
    variant: String,
    knobs: Value,
    scripts: Vec<ScriptMessage<'a>>,
    rules: &'a str,
    seats: Vec<SeatText<'a>>,
    you: Seat,
    clock: Value,
}

#[derive(Serialize)]
struct ScriptMessage<'a> {
    name: &'a str,
    source: &'a str,
    #[serde(skip_serializing_if = "Map::is_empty")]
    knobs: &'a Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    carried: &'a Map<String, Value>,
}

#[derive(Serialize)]
pub(crate) struct SeatText<'a> {
    name: &'a str,
    team: u8,
    player: &'a str,
}

#[derive(Serialize)]
pub(crate) struct Choose<'a> {
    id: u64,
    log_from: usize,
    log: Vec<LogMessage>,
    scene: &'a Scene,
    choices: Vec<ChoiceText<'a>>,
    left_ms: Option<Vec<u64>>,
}

#[derive(Serialize)]
struct LogMessage {
    seat: Seat,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dealt: Vec<String>,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rolled: Vec<String>,
    #[serde(rename = "said", skip_serializing_if = "Vec::is_empty")]
    messages: Vec<String>,
}

#[derive(Serialize)]
struct ChoiceText<'a> {
    action: u32,
    text: String,
    data: &'a Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<&'a Input>,
}

#[derive(Serialize)]
pub(crate) struct EndMessage<'a> {
    log_from: usize,
    log: Vec<LogMessage>,
    scene: &'a Scene,
    scores: &'a [i64],
    winners: Vec<Seat>,
    reason: Reason,
    #[serde(rename = "gave_up", skip_serializing_if = "<[Seat]>::is_empty")]
    resigned: &'a [Seat],
}

/// The content of a question.
pub(crate) struct Ask<'a> {
    pub id: u64,
    pub log_from: usize,
    pub view: &'a SeatView,
    pub place: &'a AgentSeat,
}

impl<'a> MessageToProgram<'a> {
    pub fn beginning(place: &'a AgentSeat) -> Self {
        let about = place.ruleset.plugin().about();
        let variant = place.ruleset.variant();
        Self::Match(Box::new(Beginning {
            protocol: PROTOCOL,
            game: &about.id,
            game_version: &about.version,
            variant: variant.full_name(),
            knobs: serde_json::json!(variant.knobs),
            scripts: variant
                .scripts
                .iter()
                .map(|script| ScriptMessage {
                    name: &script.name,
                    source: &script.source,
                    knobs: &script.knobs,
                    carried: &script.carried,
                })
                .collect(),
            rules: &about.rules,
            seats: seats(&place.ruleset, &place.players),
            you: place.seat,
            clock: serde_json::json!(variant.clock),
        }))
    }

    pub fn choose(ask: &Ask<'a>) -> Self {
        let names = names(ask.place);
        Self::Choose(Box::new(Choose {
            id: ask.id,
            log_from: ask.log_from,
            log: log(&ask.view.log[ask.log_from..], &names),
            scene: &ask.view.scene,
            choices: ask
                .view
                .choices
                .iter()
                .map(|choice| ChoiceText {
                    action: choice.action.0,
                    text: choice.description.text.fill(&names),
                    data: &choice.description.data,
                    inputs: choice.description.inputs().collect(),
                })
                .collect(),
            left_ms: ask.view.left.as_ref().map(|left| left.iter().map(|left| left.as_millis() as u64).collect()),
        }))
    }

    pub fn ended(over: &'a Over, log_from: usize, place: &AgentSeat) -> Self {
        Self::End(Box::new(EndMessage {
            log_from,
            log: log(&over.log[log_from..], &names(place)),
            scene: &over.scene,
            scores: &over.end.outcome.scores,
            winners: over.end.outcome.winners.iter().collect(),
            reason: over.end.reason,
            resigned: &over.end.resigned,
        }))
    }
}

/// The seats of the match with their players.
pub(crate) fn seats<'a>(ruleset: &'a Ruleset, players: &'a [Player]) -> Vec<SeatText<'a>> {
    let seats = ruleset.seating().seats.iter().zip(players);
    seats.map(|(seat, player)| SeatText { name: &seat.name, team: seat.team, player: &player.name }).collect()
}

fn names(place: &AgentSeat) -> Vec<String> {
    place.ruleset.seating().seats.iter().map(|seat| seat.name.clone()).collect()
}

fn log(entries: &[LogEntry], names: &[String]) -> Vec<LogMessage> {
    let english = |texts: &[Text]| texts.iter().map(|text| text.fill(names)).collect();
    entries
        .iter()
        .map(|entry| LogMessage {
            seat: entry.seat,
            dealt: english(&entry.dealt),
            text: entry.joined().fill(names),
            rolled: english(&entry.rolled),
            messages: english(&entry.messages),
        })
        .collect()
}

/// A message of the program, one line of JSON.
#[derive(Deserialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub(crate) enum MessageFromProgram {
    /// It has read the match, and uses this version of the protocol.
    Ready { protocol: u32 },
    /// Its choice, by its place in the list from 0, with a value for each input.
    Choice {
        id: u64,
        choice: usize,
        #[serde(default)]
        values: Vec<i64>,
    },
}

/// A message of a caller, one line of JSON.
#[derive(Deserialize)]
#[serde(tag = "say", rename_all = "snake_case")]
pub(crate) enum MessageFromCaller {
    /// A match of this seed begins. The current one is given up.
    New { seed: u64 },
    /// Requests the table as this seat sees it, or the public.
    Look {
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// As a program sends it, to the match of each seat. Nobody waits for it.
    Ready { protocol: u32 },
    /// As a program sends it.
    Choice {
        id: u64,
        choice: usize,
        #[serde(default)]
        values: Vec<i64>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::text;

    #[test]
    fn the_log_has_the_outcomes_of_chance_beside_the_text() {
        let rolled = |n: i64| vec![text!("{player} has rolled {n}", player = Seat(1), n)];
        let entry = |dealt, rolled| LogEntry {
            seat: Seat(0),
            dealt,
            opening: None,
            text: "passes".into(),
            rolled,
            news: None,
            messages: Vec::new(),
        };
        let entries = [entry(rolled(3), rolled(5)), entry(Vec::new(), Vec::new())];
        let names = ["White", "Black"].map(str::to_owned);
        let expected = serde_json::json!([
            { "seat": 0, "dealt": ["Black has rolled 3"], "text": "passes", "rolled": ["Black has rolled 5"] },
            { "seat": 0, "text": "passes" },
        ]);
        assert_eq!(serde_json::json!(log(&entries, &names)), expected);
    }
}
