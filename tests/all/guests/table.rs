//! Seats, proposals, lost connections, and a restart.

use super::{CLUB, Client, Games, catalog, open, record, records, seated, server, server_with, setup};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use stonehouse_engine::{Player, Reason};
use stonehouse_guest_protocol::{EndReason, FromGuest, FromHost, Proposal, SeatHolder};
use stonehouse_guest_server::{OpenTables, Server, ServerSetup, TablesSetup, saved_tables};
use stonehouse_plugin::scene::Face;
use stonehouse_plugin::{Seat, Seats, text};
use stonehouse_tests::{catalog_of, folders};

const VARIANT: &str = "three-stones/standard";

fn holders(client: &Client) -> Vec<SeatHolder> {
    client.newest().seats.iter().map(|seat| seat.holder).collect()
}

fn names(client: &Client) -> Vec<&str> {
    client.newest().seats.iter().map(|seat| seat.name.as_str()).collect()
}

#[test]
fn a_match_begins_when_all_seats_are_taken() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut anna = Client::join(server.address(), &code, " Anna\u{202E} ");
    assert_eq!((anna.newest().scene.is_some(), holders(&anna)), (false, vec![SeatHolder::Free; 2]));
    anna.sit(1);
    assert!(anna.refused(&FromGuest::Sit { seat: Seat(0) }).contains("you have a seat already"));
    let mut other = Client::join(server.address(), &code, "Anna");
    assert!(other.refused(&FromGuest::Sit { seat: Seat(1) }).contains("Anna has taken that seat"));
    assert!(other.refused(&FromGuest::Sit { seat: Seat(7) }).contains("no such seat"));
    other.sit(0);
    anna.until("the deal", |client| client.newest().scene.is_some());
    assert_eq!(names(&anna), ["Anna (2)", "Anna"], "names are cleaned, and distinct");
    let players = record(folder.path()).header.players;
    assert_eq!(players, [Player::guest("Anna (2)"), Player::guest("Anna")]);
}

#[test]
fn a_lost_connection_keeps_its_seat() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    let mut anna = guests.remove(0);
    for _ in 0..3 {
        for guest in [&mut anna, &mut guests[0]] {
            guest.until("a turn", Client::can_choose);
            guest.act(0);
            guest.until("the next turn", |client| !client.can_choose());
        }
    }
    let mut ben = guests.remove(0);
    let key = ben.key();
    ben.until("the sixth action", |client| client.newest().log.len() == 6);
    let log = ben.newest().log.clone();
    drop(ben);
    anna.until("the loss", |client| holders(client) == [SeatHolder::Guest, SeatHolder::Away]);
    let mut ben = Client::join_with(server.address(), &code, "somebody", key.clone());
    assert_eq!((ben.newest().you, &ben.newest().log), (Some(Seat(1)), &log), "the whole log in one message");
    anna.until("the return", |client| holders(client) == [SeatHolder::Guest; 2]);
    assert_eq!(names(&anna), ["Anna", "Ben"], "a name stays that of the record");

    // The same browser in another window: the first one is closed.
    let mut second = Client::join_with(server.address(), &code, "Ben", key);
    assert!(ben.farewell().contains("another window"));
    anna.act(0);
    second.until("a turn", Client::can_choose);
}

#[test]
fn leaving_frees_the_seat_for_somebody_else() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    guests[0].until("a turn", Client::can_choose);
    let key = guests[0].key();
    guests[0].send(&FromGuest::Leave);
    assert!(guests[0].farewell().contains("you have left"));
    guests[1].until("the free seat", |client| holders(client)[0] == SeatHolder::Free);
    let reported = FromHost::Report { text: text!("{name} has left the seat.", name = "Anna".to_owned()) };
    assert!(guests[1].messages.contains(&reported), "{:?}", guests[1].messages);
    guests[1].propose(Proposal::StandIn);
    guests[1].until("the bot's action", Client::can_choose);
    assert_eq!(holders(&guests[1])[0], SeatHolder::StandIn);
    guests[1].act(0);
    let back = Client::join_with(server.address(), &code, "Anna", key);
    assert_eq!(back.newest().you, None, "a key of somebody who left has no seat");
    let mut cleo = Client::join(server.address(), &code, "Cleo");
    guests[1].until("the bot's second action", |client| client.can_choose() && client.newest().log.len() == 3);
    cleo.sit(0);
    guests[1].act(0);
    cleo.until("a turn", Client::can_choose);
    assert_eq!(names(&cleo), ["Cleo", "Ben"]);
}

#[test]
fn a_bot_plays_for_those_who_are_away_until_they_come_back() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    let key = guests[0].key();
    let mut ben = guests.remove(1);
    assert!(
        ben.refused(&FromGuest::Propose { proposal: Proposal::StandIn })
            .contains("nobody is away, and no seat is free")
    );
    drop(guests);
    ben.until("the loss", |client| holders(client)[0] == SeatHolder::Away);
    ben.propose(Proposal::StandIn);
    ben.until("the bot's action", Client::can_choose);
    assert_eq!(holders(&ben)[0], SeatHolder::StandIn);
    let mut anna = Client::join_with(server.address(), &code, "Anna", key);
    ben.until("the return", |client| holders(client)[0] == SeatHolder::Guest);
    ben.act(0);
    anna.until("a turn", Client::can_choose);
}

#[test]
fn undo_and_a_draw_need_the_others_and_a_rematch_swaps_seats() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    let (mut ben, mut anna) = (guests.remove(1), guests.remove(0));
    anna.until("a turn", Client::can_choose);
    assert!(anna.refused(&FromGuest::Propose { proposal: Proposal::Undo }).contains("nothing to take back"));
    assert!(anna.refused(&FromGuest::Propose { proposal: Proposal::Rematch }).contains("not over"));
    let offered = anna.newest().choices.clone();
    anna.act(0);
    ben.until("a turn", Client::can_choose);

    // Not agreed: nothing changes.
    anna.propose(Proposal::Undo);
    ben.answer(false);
    let is_settled = |client: &Client, agrees| {
        client.messages.iter().any(|message| matches!(message, FromHost::Settled { agreed, .. } if *agreed == agrees))
    };
    anna.until("the answer", |client| is_settled(client, false));
    assert_eq!(anna.newest().log.len(), 1);

    // Agreed: the action is taken back at both, and the same can be chosen. One proposal is open at a time.
    anna.propose(Proposal::Undo);
    let draw = FromGuest::Propose { proposal: Proposal::Draw };
    assert_eq!(anna.refused(&draw), "the others have not answered your last proposal yet");
    ben.until("the proposal", |client| client.proposal().is_some());
    let number = ben.proposal().unwrap();
    assert_eq!(ben.refused(&draw), "Anna has proposed to take back the last action: answer that first");
    assert!(ben.refused(&FromGuest::Answer { id: 99, agrees: true }).contains("settled already"));
    ben.send(&FromGuest::Answer { id: number, agrees: true });
    anna.until("the same choice", |client| client.newest().log.is_empty() && client.newest().choices == offered);
    ben.until("the undo", |client| client.newest().log.is_empty() && !client.can_choose());

    // An outdated proposal is settled when the match goes on.
    anna.propose(Proposal::Draw);
    ben.until("the proposal", |client| client.proposal().is_some());
    anna.messages.clear();
    anna.act(1);
    anna.until("the proposal to be dropped", |client| is_settled(client, false));

    ben.messages.clear();
    anna.propose(Proposal::Draw);
    ben.answer(true);
    anna.until("the end", |client| client.newest().end.is_some());
    let end = anna.newest().end.clone().unwrap();
    assert_eq!((end.reason, end.winners), (EndReason::Agreed, Seats::all(2)));
    assert_eq!(record(folder.path()).ending.unwrap().1.ending.reason, Reason::Agreed);

    anna.propose(Proposal::SwapSeats);
    ben.answer(true);
    anna.until("the next match", |client| client.newest().end.is_none() && client.newest().log.is_empty());
    ben.until("the next match", |client| client.newest().end.is_none() && client.newest().log.is_empty());
    assert_eq!((anna.newest().you, ben.newest().you), (Some(Seat(1)), Some(Seat(0))));
    assert_eq!(names(&anna), ["Ben", "Anna"]);
    assert_eq!(records(folder.path()).len(), 2);
}

#[test]
fn resigning_ends_a_match_of_two_and_shows_the_whole_table() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, "stonerow/duel", &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    guests[1].send(&FromGuest::Resign);
    for guest in &mut guests {
        guest.until("the end", |client| client.newest().end.is_some());
        let end = guest.newest().end.clone().unwrap();
        assert_eq!((end.reason, end.winners), (EndReason::Resigned(Seat(1)), Seats::from(Seat(0))));
    }
    assert_eq!(guests[0].newest().scene, guests[1].newest().scene, "at the end everybody sees everything");
}

#[test]
fn a_restart_continues_every_match_with_its_guests() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let first = server(&games, folder.path());
    let playing = open(&first, "stonerow/official", &["guest", "random", "guest"]);
    let waiting = open(&first, VARIANT, &[]);
    let mut guests = ["Anna", "Ben"].map(|name| Client::join(first.address(), &playing, name));
    guests[0].sit(0);
    guests[1].sit(2);
    for _ in 0..6 {
        guests[0].until("a guest's turn", |client| {
            let view = client.newest();
            view.to_act.contains(Seat(0)) || view.to_act.contains(Seat(2))
        });
        let place = usize::from(!guests[0].newest().to_act.contains(Seat(0)));
        guests[place].until("a turn", Client::can_choose);
        let played = guests[place].newest().log.len();
        guests[place].act(0);
        for guest in &mut guests {
            // The bot between them plays on its own.
            guest.until("a guest's turn", |client| {
                let view = client.newest();
                view.log.len() > played && !view.to_act.contains(Seat(1))
            });
        }
    }
    let mut alone = Client::join(first.address(), &waiting, "Cleo");
    alone.sit(1);
    let (keys, logs): (Vec<_>, Vec<_>) = guests.iter().map(|guest| (guest.key(), guest.newest().log.clone())).unzip();
    let cleo = alone.key();
    drop(first);
    assert!(guests[0].farewell().contains("the server is closing"));

    let second = server(&games, folder.path());
    for ((seat, key), log) in [0, 2].into_iter().zip(keys).zip(logs) {
        let back = Client::join_with(second.address(), &playing, "", key);
        assert_eq!(back.newest().you, Some(Seat(seat)));
        assert!(back.newest().log.starts_with(&log), "an action that somebody saw is in the record");
    }
    let mut alone = Client::join_with(second.address(), &waiting, "", cleo);
    assert_eq!(names(&alone), ["", "Cleo"], "a table without a match keeps its seats, too");
    let mut dan = Client::join(second.address(), &waiting, "Dan");
    dan.sit(0);
    alone.until("the deal", |client| client.newest().scene.is_some());
}

#[test]
fn a_guest_at_the_club_opens_a_table() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let mut guest = Client::connect(server.address());
    guest.hello(&CLUB.to_string(), "", None);
    guest.until("the list", |client| matches!(client.messages.last(), Some(FromHost::Club { .. })));
    let request = |variant: &str, players: &[&str]| FromGuest::Open {
        variant: variant.to_owned(),
        players: players.iter().map(|player| (*player).to_owned()).collect(),
    };
    for (variant, players, why) in [
        ("three-stones/nothing", vec![], "there is no variant"),
        (VARIANT, vec!["guest"], "1 player was named, but this variant has 2 seats"),
        (VARIANT, vec!["greedy", "greedy"], "at least one seat has to be for a guest"),
        (VARIANT, vec!["guest", "run:touch /tmp/x"], "neither programs nor searches"),
        (VARIANT, vec!["guest", "program:bot"], "neither programs nor searches"),
        (VARIANT, vec!["guest", "search@100000000"], "neither programs nor searches"),
    ] {
        let refused = guest.refused(&request(variant, &players));
        assert!(refused.contains(why), "{refused}");
    }
    guest.send(&request(VARIANT, &["guest", "greedy"]));
    guest.until("the table", |client| matches!(client.messages.last(), Some(FromHost::Opened { .. })));
    let Some(FromHost::Opened { code }) = guest.messages.last().cloned() else { panic!() };
    let mut player = seated(&server, &code, &["Anna"]).remove(0);
    player.until("a turn", Client::can_choose);
    guest.until("the list with the table", |client| match client.messages.last() {
        Some(FromHost::Club { tables, .. }) => {
            tables.iter().any(|table| table.code == code && table.names == ["Anna", "Greedy"])
        }
        _ => false,
    });
}

#[test]
fn an_empty_table_makes_room_for_another_one() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server_with(TablesSetup { max_tables: 2, ..setup(&games, folder.path()) });
    let (used, empty) = (open(&server, VARIANT, &[]), open(&server, VARIANT, &[]));
    let _anna = Client::join(server.address(), &used, "Anna");
    let third = open(&server, VARIANT, &[]);
    let mut late = Client::connect(server.address());
    late.hello(&empty, "Ben", None);
    assert!(late.farewell().contains("no table with this code"));
    let _ben = Client::join(server.address(), &third, "Ben");
    let refused = server.with_tables(|tables| tables.open(VARIANT, &[])).unwrap_err();
    assert_eq!(refused.to_string(), "there are 2 tables already, and no more can be opened");
}

#[test]
fn a_table_with_a_bot_is_restored_after_seats_were_swapped() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let first = server(&games, folder.path());
    let code = open(&first, VARIANT, &["guest", "greedy"]);
    let mut anna = seated(&first, &code, &["Anna"]).remove(0);
    anna.until("a turn", Client::can_choose);
    anna.send(&FromGuest::Resign);
    anna.until("the end", |client| client.newest().end.is_some());
    anna.propose(Proposal::SwapSeats);
    anna.until("the other seat", |client| client.newest().you == Some(Seat(1)) && client.can_choose());
    drop(first);
    let second = server(&games, folder.path());
    let back = Client::join_with(second.address(), &code, "", anna.key());
    assert_eq!((back.newest().you, names(&back)), (Some(Seat(1)), vec!["Greedy", "Anna"]));
    assert_eq!(holders(&back), [SeatHolder::Agent, SeatHolder::Guest]);
}

#[test]
fn remarks_reach_everybody_and_are_cleaned() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, VARIANT, &[]);
    let mut guests = seated(&server, &code, &["Anna", "Ben"]);
    guests[0].send(&FromGuest::Remark { text: "Hello,\n\u{202E}Ben! ".to_owned() + &"a".repeat(500) });
    guests[1].until("the remark", |client| !client.messages.is_empty());
    let FromHost::Remark { by, text } = &guests[1].messages[0] else { panic!("{:?}", guests[1].messages) };
    assert_eq!((by.as_str(), text.chars().count()), ("Anna", 200));
    assert!(text.starts_with("Hello, Ben! aaa"), "{text}");
    assert!(guests[0].refused(&FromGuest::Remark { text: "\u{200B}".to_owned() }).contains("nothing to read"));
}

#[test]
fn the_host_can_switch_remarks_off() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server_with(TablesSetup { remarks: false, ..setup(&games, folder.path()) });
    let code = open(&server, VARIANT, &[]);
    let mut anna = Client::join(server.address(), &code, "Anna");
    assert!(!anna.welcome.as_ref().unwrap().table.remarks);
    assert!(anna.refused(&FromGuest::Remark { text: "Hello!".to_owned() }).contains("switched remarks off"));
}

#[test]
fn the_pictures_of_a_house_rule_are_sent_at_its_table() {
    let (folder, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (variants, scripts) = (own.path().join("variants"), own.path().join("scripts"));
    for folder in [&variants, &scripts] {
        std::fs::create_dir_all(folder.join("three-stones")).unwrap();
    }
    let variant = "game = \"three-stones\"\nname = \"Sky\"\nextends = \"standard\"\nscripts = [\"sky.lua\"]\n";
    std::fs::write(variants.join("three-stones/sky.toml"), variant).unwrap();
    let svg = "<svg viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>";
    let script = format!(
        "return {{ memory = {{ weather = {{ values = {{ 'sun', 'rain' }}, area = 'Sky', pictures = {{ sun = \"{svg}\" }} }} }} }}"
    );
    std::fs::write(scripts.join("three-stones/sky.lua"), script).unwrap();
    let mut folders = folders(None);
    folders.add_named(&[], &[variants], &[scripts]);
    let server = server(&Games::of(&catalog_of(&folders)), folder.path());
    let code = open(&server, "three-stones/sky", &["guest", "random"]);
    let mut anna = Client::join(server.address(), &code, "Anna");
    anna.sit(0);
    anna.until("the deal", |client| client.newest().scene.is_some());
    let scene = anna.newest().scene.as_ref().unwrap();
    let sky = scene.areas.iter().find(|area| area.title.to_string() == "Sky").unwrap();
    let Face::Card(card) = &sky.pieces[0].face else { panic!("{sky:?}") };
    let (head, body) = get(&server, &format!("/picture/three-stones/{}", card.picture));
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert_eq!(body, svg);
    let (head, _) = get(&server, &format!("/picture/stonerow/{}", card.picture));
    assert!(head.starts_with("http/1.1 404"), "{head}");
}

/// The head and the body of the answer to a request.
fn get(server: &Server, path: &str) -> (String, String) {
    get_accepting(server, path, "identity")
}

/// The head and the body of the answer to a request, of which the client accepts these encodings.
fn get_accepting(server: &Server, path: &str, encodings: &str) -> (String, String) {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: table\r\nAccept-Encoding: {encodings}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_lowercase(), body.to_owned())
}

#[test]
fn a_browser_can_install_the_page_as_an_app() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let (_, page) = get(&server, "/");
    assert!(page.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"));
    let (head, manifest) = get(&server, "/manifest.webmanifest");
    assert!(head.contains("content-type: application/manifest+json"), "{head}");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["display"], &manifest["start_url"]), (&"standalone".into(), &"/".into()));
    let (head, icon) = get(&server, manifest["icons"][0]["src"].as_str().unwrap());
    assert!(head.contains("content-type: image/svg+xml") && icon.starts_with("<svg"), "{head}");
}

#[test]
fn a_browser_is_sent_the_smallest_file_that_it_accepts() {
    let (games, folder, page) = (Games::of(&catalog()), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (name, content) in
        [("table.js", "plain"), ("table.js.gz", "gzipped"), ("table.js.br", "brotli"), ("table_bg.wasm", "program")]
    {
        std::fs::write(page.path().join(name), content).unwrap();
    }
    let with_page = ServerSetup {
        address: ([127, 0, 0, 1], 0).into(),
        connections_of_address: 64,
        page: Some(page.path().to_owned()),
        certificate: None,
    };
    let server = Server::start(&with_page, OpenTables::new(setup(&games, folder.path())), |_| {}).unwrap();
    let (_, html) = get(&server, "/");
    let version = html.split("const DRAWN = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let script = format!("/table-{version}.js");
    for (accepted, encoding, content) in [
        ("gzip, deflate, br", Some("br"), "brotli"),
        ("gzip, deflate", Some("gzip"), "gzipped"),
        ("GZIP;q=0.5", Some("gzip"), "gzipped"),
        ("abracadabra", None, "plain"),
        ("", None, "plain"),
    ] {
        let (head, body) = get_accepting(&server, &script, accepted);
        let sent = head.lines().find_map(|line| line.strip_prefix("content-encoding: "));
        assert_eq!((sent, body.as_str()), (encoding, content), "{accepted}");
    }
    let (head, body) = get_accepting(&server, &format!("/table-{version}.wasm"), "gzip, br");
    assert!(!head.contains("content-encoding") && body == "program", "it has no compressed file: {head}");
}

#[test]
fn a_table_is_suspended_for_those_who_can_come_back_to_it() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let saved = || saved_tables(&folder.path().join("tables"));
    let code = open(&server, VARIANT, &[]);
    server.with_tables(|tables| tables.suspend(code.parse().unwrap()));
    assert_eq!(saved(), [], "nobody has a seat there");
    let code = open(&server, VARIANT, &[]);
    let mut anna = Client::join(server.address(), &code, "Anna");
    anna.sit(0);
    server.with_tables(|tables| tables.suspend(code.parse().unwrap()));
    assert!(anna.farewell().contains("the host has closed this table"));
    let [table] = &saved()[..] else { panic!("one table") };
    assert_eq!((table.names.as_slice(), &table.record), (&["Anna".to_owned()][..], &None));
    for _ in 0..2 {
        let again = server.with_tables(|tables| tables.reopen(&table.file)).unwrap();
        assert_eq!(again.to_string(), code, "also while it is open");
    }
    assert_eq!(server.with_tables(OpenTables::count), 1);
    let back = Client::join_with(server.address(), &code, "Anna", anna.key());
    assert_eq!(back.newest().you, Some(Seat(0)));
}
