//! Matches of guests, compared with the same match at one machine.
//!
//! The match at one machine has the same seed and the same choices. After each action every guest has to have been sent
//! what its seat may know there, and at the end the record is the same, byte for byte. What a seat may know is compared
//! with a position in which everything that is hidden from it was resampled, too: so a message does not depend on it.

use super::{Client, Games, catalog, open, record, records, seated, server};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Match, Player, Record};
use stonehouse_guest_protocol::{FromGuest, LogLine, View};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Observer, Scene, Seat, Seats};
use stonehouse_runtime::{Choice, DescribedAction};

const NAMES: [&str; 6] = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"];

/// The match at one machine that a table of guests is compared with.
struct Reference {
    current: Match,
    folder: tempfile::TempDir,
}

impl Reference {
    /// A match of the seed that the record in `folder` has.
    fn of(games: &Games, variant: &str, folder: &Path, seats: usize) -> Self {
        let ruleset = games.ruleset(variant, 0).unwrap();
        let players = NAMES[..seats].iter().map(|name| Player::guest(*name)).collect();
        let seed = record(folder).header.seed.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let current = Match::new(&ruleset, seed, players, Some(folder.path())).unwrap();
        Self { current, folder }
    }

    /// The seats that have to choose.
    fn to_act(&self) -> Seats {
        let undecided = self.current.undecided_seats().unwrap();
        if undecided.is_empty() { self.current.to_act().into_iter().collect() } else { undecided }
    }

    /// Waits until a guest was sent what its seat may know now.
    fn compare(&self, client: &mut Client, seat: Seat) {
        let is_over = self.current.end().is_some();
        let observer = if is_over { Observer::Referee } else { Observer::Seat(seat) };
        let expected = Seen {
            scene: self.current.scene(observer).unwrap(),
            choices: without_data(self.current.described_actions_of(seat).unwrap()),
            log: self.current.log(observer).into_iter().map(log_line).collect(),
        };
        client.until("the view of the match at one machine", |client| expected.is(client.newest()));
        if is_over {
            return;
        }
        for sample in 0..2 {
            let mut position = self.current.position().try_clone().unwrap();
            position.determinize(seat, sample).unwrap();
            assert_eq!(position.scene(observer).unwrap(), expected.scene, "a scene depends on what is hidden");
        }
    }
}

/// The parts of a match that a guest sees.
#[derive(Debug)]
struct Seen {
    scene: Scene,
    choices: Vec<(u32, String)>,
    log: Vec<LogLine>,
}

impl Seen {
    fn is(&self, view: &View) -> bool {
        let choices = view.choices.iter().map(|choice| (choice.action.0, written(&choice.description)));
        view.scene.as_ref() == Some(&self.scene) && view.log == self.log && choices.eq(self.choices.iter().cloned())
    }
}

fn written(description: &stonehouse_plugin::ActionText) -> String {
    serde_json::to_string(description).unwrap()
}

fn without_data(choices: Vec<DescribedAction>) -> Vec<(u32, String)> {
    let plain = |mut choice: DescribedAction| {
        choice.description.data = serde_json::Value::Null;
        (choice.action.0, written(&choice.description))
    };
    choices.into_iter().map(plain).collect()
}

fn log_line(entry: stonehouse_engine::LogEntry) -> LogLine {
    let stonehouse_engine::LogEntry { seat, dealt, opening, text, rolled, news, messages } = entry;
    LogLine { seat, dealt, opening, text, rolled, news, messages }
}

/// Plays a match of guests to its end, or for `most` actions, beside the same match at one machine.
fn play(games: &Games, variant: &str, most: usize) {
    let folder = tempfile::tempdir().unwrap();
    let server = server(games, folder.path());
    let seats = games.ruleset(variant, 0).unwrap().seating().seats.len();
    let code = open(&server, variant, &[]);
    let mut clients = seated(&server, &code, &NAMES[..seats]);
    clients[0].until("the deal", |client| client.newest().scene.is_some());
    let mut reference = Reference::of(games, variant, folder.path(), seats);
    let mut decisions = 0;
    while reference.current.end().is_none() && decisions < most {
        for (seat, client) in Seat::all(seats).zip(&mut clients) {
            reference.compare(client, seat);
        }
        let seats_to_act: Vec<Seat> = reference.to_act().iter().collect();
        let mut chosen = Vec::new();
        // The last seat chooses first: those who choose at once do not wait for each other.
        for seat in seats_to_act.iter().rev() {
            let client = &mut clients[seat.index()];
            client.until("a choice", Client::can_choose);
            let choice = choice_of(&reference.current, *seat, client, decisions);
            let revision = client.newest().revision;
            client.send(&FromGuest::Act { revision, action: choice.action, values: choice.values.clone() });
            if *seat != seats_to_act[0] {
                client.until("the others to choose", |client| !client.can_choose());
            }
            chosen.push(choice);
        }
        for choice in chosen.into_iter().rev() {
            reference.current.play(choice, Instant::now()).unwrap();
            decisions += 1;
        }
    }
    for (seat, client) in Seat::all(seats).zip(&mut clients) {
        reference.compare(client, seat);
    }
    drop(server);
    let own = std::fs::read_dir(reference.folder.path()).unwrap().next().unwrap().unwrap().path();
    let theirs = &records(folder.path())[0];
    // The hash of a line is also that of the minute in which the match began.
    let keeps_hashes = started(theirs) == started(&own);
    assert_eq!(without_times(theirs, keeps_hashes), without_times(&own, keeps_hashes), "{variant}");
}

/// A choice that depends on the seat and the number of decisions only.
fn choice_of(current: &Match, seat: Seat, client: &Client, decisions: usize) -> Choice {
    let turn = current.position().as_turn_of(seat).unwrap();
    let position = turn.as_ref().unwrap_or(current.position());
    let mut candidates = Vec::new();
    position.all_candidates(&mut candidates).unwrap();
    let place = seed_of(decisions as u64, u64::from(seat.0)) as usize % candidates.len();
    let choice = position.choice_of(candidates[place]).unwrap();
    assert!(client.newest().choices.iter().any(|offered| offered.action == choice.action), "{choice}");
    choice
}

/// The minute in which the match of a record began.
fn started(file: &Path) -> String {
    Record::read_interrupted(file).unwrap().header.started
}

/// A record without the time at which the match began, and without the times of clocks, and the hashes if they are not
/// kept: otherwise byte for byte.
fn without_times(file: &Path, keeps_hashes: bool) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let mut header: serde_json::Value = serde_json::from_str(header).unwrap();
    header["started"] = "".into();
    if header["clock"].is_null() && keeps_hashes {
        return format!("{header}\n{rest}");
    }
    let untimed = |line: &str| {
        let mut line: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        // The hash of a line is also that of its times.
        line.retain(|name, _| !["left_ms", "hash"].contains(&name.as_str()));
        serde_json::to_string(&line).unwrap()
    };
    std::iter::once(header.to_string()).chain(rest.lines().map(untimed)).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_match_of_guests_equals_the_same_seed_at_one_machine() {
    let games = Games::of(&catalog());
    for variant in ["three-stones/standard", "stonerow/official", "tavern-stones/quick"] {
        play(&games, variant, usize::MAX);
    }
}

#[test]
fn guests_who_choose_at_once_do_not_wait_for_each_other() {
    let catalog = catalog();
    let games = Games::of(&catalog);
    let variant = catalog.game("night-bazaar").unwrap().variants[0].full_name();
    play(&games, &variant, usize::MAX);
}

#[test]
fn each_seat_of_every_variant_is_sent_what_it_may_know() {
    let games = Games::of(&catalog());
    let variants = games.variants();
    assert!(variants.len() > 60, "{}", variants.len());
    for variant in variants {
        play(&games, &variant.id, 12);
    }
}

/// A spectator is sent what everybody may know.
#[test]
fn a_spectator_is_sent_what_everybody_may_know() {
    let games = Games::of(&catalog());
    let folder = tempfile::tempdir().unwrap();
    let server = server(&games, folder.path());
    let code = open(&server, "stonerow/official", &["guest", "random", "random"]);
    let mut player = seated(&server, &code, &["Anna"]).remove(0);
    let mut spectator = Client::join(server.address(), &code, "Sam");
    player.until("a turn", Client::can_choose);
    spectator.until("the same position", |client| {
        client.newest().to_act.contains(Seat(0)) && client.newest().revision == player.newest().revision
    });
    let resumed = Arc::new(record(folder.path()));
    let current = resumed.replay(games.ruleset("stonerow/official", 3).unwrap().plugin()).unwrap();
    let view = spectator.newest();
    assert_eq!(view.scene.as_ref(), Some(&current.scene(Observer::Public).unwrap()));
    assert_ne!(view.scene, player.newest().scene, "a player sees the own hand");
    assert_eq!((view.you, view.choices.len(), view.spectators), (None, 0, 1));
    let log: Vec<LogLine> = current.log(Observer::Public).into_iter().map(log_line).collect();
    assert_eq!(view.log, log);
}
