//! Clocks at a table, with times that the test chooses.

use super::*;
use fixture_pebbles::Pebbles;
use proptest::prelude::*;
use std::path::Path;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_guest_protocol::{EndReason, Proposal, SeatHolder, View};
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
        remarks: true,
    };
    let start = Instant::now();
    let mut table = Table::new(InviteCode::from_random([0; 10]), setup, start);
    let guests = [0, 1].map(|seat| {
        let (id, _) = table.join("Guest", None, key(seat), Arc::default(), start).unwrap();
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
    let (back, _) = table.join("", Some(key(0)), key(9), Arc::default(), after(start, 45)).unwrap();
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
    let (back, _) = table.join("", Some(key(1)), key(9), Arc::default(), after(start, 10_000)).unwrap();
    assert_eq!(seconds_left(&mut table, back, after(start, 10_000)), [60, 60]);
}

#[test]
fn stopped_clocks_run_again_with_the_next_action() {
    let (mut table, [first, second], start) = table();
    table.receive(first, FromGuest::Propose { proposal: Proposal::Pause }, after(start, 5));
    table.receive(second, FromGuest::Answer { id: 1, agrees: true }, after(start, 10));
    assert_eq!(seconds_left(&mut table, first, after(start, 100)), [50, 60]);
    act(&mut table, first, after(start, 100));
    assert_eq!(seconds_left(&mut table, first, after(start, 120)), [50, 40]);
}

/// Something that happens at a table.
#[derive(Clone, Debug)]
enum Incident {
    /// A guest sends a message.
    Message(usize, FromGuest),
    /// A guest chooses the first action that it is offered.
    Act(usize),
    /// A connection is lost.
    Lose(usize),
    /// A guest comes, with the key of this number.
    Join(u8),
    /// Seconds pass.
    Wait(u64),
}

fn message() -> impl Strategy<Value = FromGuest> {
    let proposals =
        [Proposal::Undo, Proposal::Draw, Proposal::Pause, Proposal::Rematch, Proposal::SwapSeats, Proposal::StandIn];
    prop_oneof![
        (0..4_u8).prop_map(|seat| FromGuest::Sit { seat: Seat(seat) }),
        Just(FromGuest::Stand),
        Just(FromGuest::Resign),
        Just(FromGuest::Leave),
        (0..9_u64, 0..5_u32, proptest::collection::vec(any::<i64>(), 0..3))
            .prop_map(|(revision, action, values)| { FromGuest::Act { revision, action: Action(action), values } }),
        proptest::sample::select(proposals.to_vec()).prop_map(|proposal| FromGuest::Propose { proposal }),
        (0..9_u64, any::<bool>()).prop_map(|(id, agrees)| FromGuest::Answer { id, agrees }),
        ".{0,9}".prop_map(|text| FromGuest::Remark { text }),
    ]
}

fn incident() -> impl Strategy<Value = Incident> {
    prop_oneof![
        4 => (0..6_usize, message()).prop_map(|(guest, message)| Incident::Message(guest, message)),
        4 => (0..6_usize).prop_map(Incident::Act),
        1 => (0..6_usize).prop_map(Incident::Lose),
        2 => (0..6_u8).prop_map(Incident::Join),
        1 => (0..40_u64).prop_map(Incident::Wait),
    ]
}

proptest! {
    /// Whatever guests do, nobody sees more than one seat's view, and everybody sees the same match.
    #[test]
    fn a_table_is_consistent_whatever_guests_do(incidents in proptest::collection::vec(incident(), 0..120)) {
        let (mut table, guests, mut now) = table();
        let mut guests = guests.to_vec();
        for incident in incidents {
            let at = |place: usize, guests: &[GuestId]| guests[place % guests.len()];
            match incident {
                Incident::Message(place, message) => table.receive(at(place, &guests), message, now),
                Incident::Act(place) => {
                    let id = at(place, &guests);
                    let chosen = table.view(id, now).map(|text| serde_json::from_str::<FromHost>(&text).unwrap());
                    if let Some(FromHost::View(View { revision, choices, .. })) = chosen
                        && let Some(first) = choices.first()
                    {
                        table.receive(id, FromGuest::Act { revision, action: first.action, values: Vec::new() }, now);
                    }
                }
                Incident::Lose(place) => table.lose(at(place, &guests), now, now),
                Incident::Join(number) => {
                    if let Ok((id, _)) = table.join("Guest", Some(key(number)), key(number), Arc::default(), now) {
                        guests.push(id);
                    }
                }
                Incident::Wait(seconds) => {
                    now += Duration::from_secs(seconds);
                    table.pass_time(now);
                }
            }
            while let Some(work) = table.agent_work() {
                table.agent_decided(&work, work.decide(), now);
            }
        }
        let here: Vec<GuestId> = table.guests.keys().copied().collect();
        let views: Vec<View> = here.into_iter().map(|id| view(&mut table, id, now)).collect();
        for (place, view) in views.iter().enumerate() {
            prop_assert_eq!(&view.failure, &None);
            prop_assert_eq!((view.revision, &view.seats, view.to_act), (views[0].revision, &views[0].seats, views[0].to_act));
            let has_same_seat = |other: &View| view.you.is_some() && other.you == view.you;
            prop_assert_eq!(views.iter().filter(|other| has_same_seat(other)).count(), usize::from(view.you.is_some()));
            if let Some(seat) = view.you {
                let holder = view.seats[seat.index()].holder;
                prop_assert!(matches!(holder, SeatHolder::Guest | SeatHolder::Resigned), "{} {:?}", place, holder);
            }
            prop_assert!(view.choices.is_empty() || view.you.is_some_and(|seat| view.to_act.contains(seat)));
        }
    }
}
