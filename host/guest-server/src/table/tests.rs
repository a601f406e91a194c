//! Clocks at a table, with times that the test chooses.

use super::*;
use fixture_pebbles::Pebbles;
use std::path::Path;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_guest_protocol::{EndReason, View};
use stonehouse_plugin::{Action, Seats};
use stonehouse_runtime::Plugin;

/// A table of two guests with a minute each, of whom the first has the turn, and the time at which the match began.
fn table() -> (Table, [GuestId; 2], Instant) {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let text = "game = \"pebbles\"\nname = \"Test\"\n[clock]\nminutes = 1\n";
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin, &|_, _| None).unwrap();
    let setup = TableSetup {
        variant: "pebbles/test".to_owned(),
        ruleset: Ruleset::compile(&plugin, &Arc::new(variant)).unwrap(),
        players: vec![TablePlayer::Guest; 2],
        programs: Programs::default(),
        records: None,
        file: None,
    };
    let start = Instant::now();
    let mut table = Table::new(InviteCode::from_random([0; 10]), setup, start);
    let guests = [0, 1].map(|seat| {
        let (id, _) = table.join("Guest", None, key(seat), start).unwrap();
        table.receive(id, FromGuest::Sit { seat: Seat(seat) }, start);
        id
    });
    (table, guests, start)
}

const fn key(seat: u8) -> GuestKey {
    GuestKey::from_random([seat; GuestKey::BYTES])
}

fn view(table: &mut Table, guest: GuestId, now: Instant) -> View {
    match serde_json::from_str(&table.view(guest, now).unwrap()).unwrap() {
        FromHost::View(view) => view,
        other => panic!("{other:?}"),
    }
}

fn act(table: &mut Table, guest: GuestId, now: Instant) {
    let revision = view(table, guest, now).revision;
    table.receive(guest, FromGuest::Act { revision, action: Action(1), values: Vec::new() }, now);
}

fn seconds_left(table: &mut Table, guest: GuestId, now: Instant) -> Vec<u64> {
    view(table, guest, now).left_ms.unwrap().iter().map(|left| left / 1000).collect()
}

fn after(start: Instant, seconds: u64) -> Instant {
    start + Duration::from_secs(seconds)
}

#[test]
fn a_slow_connection_is_credited_and_everybody_sees_it() {
    let (mut table, [first, second], start) = table();
    (0..5).for_each(|_| table.note_received(first, Some(Duration::from_millis(800)), start));
    act(&mut table, first, after(start, 10));
    let view = view(&mut table, second, after(start, 10));
    assert_eq!(view.left_ms, Some(vec![50_800, 60_000]));
    assert_eq!(view.seats.iter().map(|seat| seat.credited_ms).collect::<Vec<_>>(), [800, 0]);
}

#[test]
fn a_credit_is_no_more_than_the_time_that_was_used() {
    let (mut table, [first, second], start) = table();
    (0..5).for_each(|_| table.note_received(first, Some(Duration::from_millis(800)), start));
    act(&mut table, first, start + Duration::from_millis(300));
    let view = view(&mut table, second, start);
    assert_eq!((view.left_ms, view.seats[0].credited_ms), (Some(vec![60_000, 60_000]), 300));
}

#[test]
fn the_clock_rests_from_the_last_sign_of_a_lost_connection() {
    let (mut table, [first, second], start) = table();
    table.note_received(first, None, after(start, 5));
    // The loss is noticed only after a silence.
    table.lose(first, after(start, 5), after(start, 20));
    assert_eq!(seconds_left(&mut table, second, after(start, 40)), [55, 60]);
    let (back, _) = table.join("", Some(key(0)), key(9), after(start, 45)).unwrap();
    assert_eq!(seconds_left(&mut table, back, after(start, 50)), [50, 60]);
}

#[test]
fn no_flag_falls_while_the_connection_may_be_lost() {
    let (mut table, [first, second], start) = table();
    table.note_received(first, None, after(start, 55));
    table.note_received(second, None, after(start, 65));
    table.pass_time(after(start, 65));
    assert!(view(&mut table, second, after(start, 65)).end.is_none());
    table.lose(first, after(start, 55), after(start, 70));
    table.pass_time(after(start, 100));
    assert_eq!(seconds_left(&mut table, second, after(start, 100)), [5, 60]);
}

#[test]
fn a_clock_rests_for_two_minutes_of_a_match_and_then_runs_out() {
    let (mut table, [first, second], start) = table();
    table.lose(first, start, start);
    for second in [60, 119, 121, 150] {
        table.pass_time(after(start, second));
    }
    assert!(view(&mut table, second, after(start, 150)).end.is_none());
    table.pass_time(after(start, 182));
    let end = view(&mut table, second, after(start, 182)).end.unwrap();
    assert_eq!((end.reason, end.winners), (EndReason::Time(Seat(0)), Seats::from(Seat(1))));
}

#[test]
fn no_clock_runs_while_nobody_is_at_the_table() {
    let (mut table, [first, second], start) = table();
    table.lose(second, start, start);
    table.lose(first, start, start);
    table.pass_time(after(start, 10_000));
    let (back, _) = table.join("", Some(key(1)), key(9), after(start, 10_000)).unwrap();
    assert_eq!(seconds_left(&mut table, back, after(start, 10_000)), [60, 60]);
}

#[test]
fn stopped_clocks_run_again_with_the_next_action() {
    let (mut table, [first, second], start) = table();
    table.receive(first, FromGuest::Propose { proposal: stonehouse_guest_protocol::Proposal::Pause }, after(start, 5));
    table.receive(second, FromGuest::Answer { id: 1, agrees: true }, after(start, 10));
    assert_eq!(seconds_left(&mut table, first, after(start, 100)), [50, 60]);
    act(&mut table, first, after(start, 100));
    assert_eq!(seconds_left(&mut table, first, after(start, 120)), [50, 40]);
}
