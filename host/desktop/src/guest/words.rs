//! Sentences about a table, from what its host has sent.

use crate::{match_words, names};
use stonehouse_engine::Ending;
use stonehouse_engine::record::Reason;
use stonehouse_guest::GuestState;
use stonehouse_guest_protocol::{EndReason, EndView, SeatHolder, SeatState, TableInfo, View};
use stonehouse_language::{current_language, tr, translate, translate_words};
use stonehouse_plugin::{Outcome, Seat, SeatInfo, Seating, Text};

/// The game and its variant.
pub(super) fn title(table: &TableInfo) -> String {
    format!("{} · {}", translate_words(&table.game), translate_words(&table.variant))
}

/// The differences of the variant from its game, a sentence each.
pub(super) fn rules(table: &TableInfo) -> Vec<String> {
    table.rules.iter().map(|rule| translate(rule, &[""; 0])).collect()
}

/// The names of the players, by seat. The reader's own is the language's word for that.
pub(super) fn player_names(state: &GuestState) -> Vec<String> {
    // A free seat has its own name.
    let name = |(place, name): (usize, &String)| match state.table().map(|table| (table, &table.seats[place].name)) {
        Some((table, own)) if own == name => seat_name(table, place),
        _ => names::display_name(name),
    };
    let mut shown: Vec<String> = state.names().iter().enumerate().map(name).collect();
    let you = state.view().and_then(|view| view.you);
    if let Some(own) = you.and_then(|seat| shown.get_mut(seat.index())) {
        own.clone_from(&current_language().you);
    }
    shown
}

/// A seat's name by the rules.
pub(super) fn seat_name(table: &TableInfo, place: usize) -> String {
    table.seats.get(place).map(|seat| translate_words(&seat.name)).unwrap_or_default()
}

/// Whether a guest can take a seat: nobody has it, though a bot may play there.
pub(super) fn can_sit(seat: &SeatState) -> bool {
    seat.name.is_empty() && matches!(seat.holder, SeatHolder::Free | SeatHolder::StandIn)
}

/// The holder of a seat, in a few words; empty for a guest who is there.
pub(super) fn holder(seat: &SeatState) -> &'static str {
    match seat.holder {
        SeatHolder::Free => tr!("free"),
        SeatHolder::Guest => "",
        SeatHolder::Away => tr!("connection lost"),
        SeatHolder::StandIn => tr!("a bot plays until somebody does"),
        SeatHolder::Agent => tr!("bot"),
        SeatHolder::Resigned => tr!("resigned: a bot plays"),
    }
}

/// The seats and their teams.
fn seating(table: &TableInfo) -> Seating {
    Seating::new(table.seats.iter().map(|seat| SeatInfo::new(&seat.name, seat.team)))
}

/// How many sides are in the running.
pub(super) fn sides(table: &TableInfo, view: &View) -> usize {
    let all = Seat::all(table.seats.len()).zip(&view.seats);
    let in_the_running = all.filter(|(_, state)| state.holder != SeatHolder::Resigned).map(|(seat, _)| seat);
    seating(table).count_teams(in_the_running)
}

/// The end of a match, in a sentence.
pub(super) fn ending(end: &EndView, table: &TableInfo, view: &View, names: &[String]) -> String {
    let reason = match end.reason {
        EndReason::Rules => Reason::Rules,
        EndReason::Time(seat) => Reason::Time(seat),
        EndReason::Resigned(seat) => Reason::Resigned(seat),
        EndReason::Agreed => Reason::Agreed,
    };
    let mut scores = end.scores.clone();
    scores.resize(table.seats.len(), 0);
    let has_points = view.scene.as_ref().is_some_and(|scene| scene.seats.iter().any(|panel| panel.score.is_some()));
    let end = Ending { outcome: Outcome { scores, winners: end.winners }, reason, resigned: Vec::new() };
    match_words::ending(&end, names, &seating(table), has_points && !end.outcome.scores.is_empty())
}

/// The next thing to do, or the players who are waited for.
pub(super) fn turn(view: &View, names: &[String]) -> String {
    let prompt = view.scene.as_ref().and_then(|scene| scene.prompt.as_ref());
    let own = prompt.filter(|prompt| view.you == Some(prompt.seat)).map(|prompt| &prompt.text);
    if !view.choices.is_empty() {
        let todo = own.map(|text: &Text| translate(text, names)).filter(|text| !text.is_empty());
        return todo.unwrap_or_else(|| tr!("Your turn").to_owned());
    }
    let waited: Vec<&str> = view.to_act.iter().filter_map(|seat| names.get(seat.index())).map(String::as_str).collect();
    if waited.is_empty() {
        return String::new();
    }
    tr!("Waiting for {players}", players = stonehouse_language::joined(&waited))
}

/// A reason of the host as a sentence.
pub(super) fn reason(why: &Text) -> String {
    sentence(&translate(why, &[""; 0]))
}

/// A reason as a sentence.
pub(super) fn sentence(why: &str) -> String {
    let text = stonehouse_language::capitalized(why.trim());
    if text.ends_with(['.', '!', '?', '…']) { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_guest_protocol::SeatTitle;
    use stonehouse_plugin::Seats;

    #[test]
    fn a_player_who_resigned_is_no_side_any_more() {
        let titles = ["South", "West", "East"].into_iter().zip(0..);
        let table = TableInfo {
            game_id: "race".to_owned(),
            game: "Race".to_owned(),
            variant: "Three".to_owned(),
            rules: Vec::new(),
            seats: titles.map(|(name, team)| SeatTitle { name: name.to_owned(), team }).collect(),
            remarks: true,
        };
        let seat = |holder| SeatState { name: "Anna".to_owned(), holder, credited_ms: 0 };
        let view = |last| View {
            revision: 1,
            you: None,
            seats: vec![seat(SeatHolder::Guest), seat(SeatHolder::Agent), seat(last)],
            spectators: 0,
            to_act: Seats::default(),
            scene: None,
            choices: Vec::new(),
            log_from: 0,
            log: Vec::new(),
            left_ms: None,
            running: None,
            is_paused: false,
            end: None,
            failure: None,
        };
        assert_eq!(sides(&table, &view(SeatHolder::Away)), 3);
        assert_eq!(sides(&table, &view(SeatHolder::Resigned)), 2, "then the next one ends the match");
    }
}
