//! Tables with guests over real sockets, with the real shared libraries.
//!
//! - this module: a server for tests
//! - `client`: a guest that speaks the protocol
//! - `language`: guests to whom the host writes in their language
//! - `matches`: matches of guests compared with the same match at one machine
//! - `network`: slow and interrupted connections
//! - `table`: seats, proposals, lost connections, and a restart
//! - `encryption`: a server with a certificate
//! - `hostile`: guests who do what they must not

mod client;
mod encryption;
mod hostile;
mod language;
mod matches;
mod network;
mod table;

use client::Client;
use std::path::Path;
use stonehouse_engine::{Catalog, Folders, Record};
use stonehouse_guest_protocol::InviteCode;
use stonehouse_guest_server::{DEFAULT_TABLES, Games, OpenTables, Server, ServerSetup, TablePlayer, TablesSetup};
use stonehouse_session::Programs;
use stonehouse_tests::{catalog_of, folders};

/// The code of the club at each test's server.
const CLUB: InviteCode = InviteCode::from_random([7; InviteCode::BYTES]);

/// The bundled games, those in Luau included.
fn catalog() -> Catalog {
    let with_luau = Folders::bundled(&std::env::current_exe().unwrap());
    catalog_of(&Folders { games: with_luau.games, ..folders(None) })
}

/// The setup of a server whose tables are in `folder`.
fn setup(games: &Games, folder: &Path) -> TablesSetup {
    TablesSetup {
        games: games.clone(),
        programs: Programs::default(),
        tables: Some(folder.join("tables")),
        records: Some(folder.join("records")),
        club: Some(CLUB),
        max_tables: DEFAULT_TABLES,
        remarks: true,
    }
}

/// A server whose tables are in `folder`.
fn server(games: &Games, folder: &Path) -> Server {
    server_with(setup(games, folder))
}

fn server_with(setup: TablesSetup) -> Server {
    let server =
        ServerSetup { address: ([127, 0, 0, 1], 0).into(), connections_of_address: 64, page: None, certificate: None };
    Server::start(&server, OpenTables::new(setup), |tables| {
        let failed = tables.restore();
        assert!(failed.is_empty(), "{failed:?}");
    })
    .unwrap()
}

/// Opens a table with these players; guests at all seats if none are named.
fn open(server: &Server, variant: &str, players: &[&str]) -> String {
    let players: Vec<TablePlayer> = players.iter().map(|name| name.parse().unwrap()).collect();
    server.with_tables(|tables| tables.open(variant, &players)).unwrap().to_string()
}

/// Lets guests with these names sit down in the order of seats.
fn seated(server: &Server, code: &str, names: &[&str]) -> Vec<Client> {
    let sit = |(seat, name): (usize, &&str)| {
        let mut client = Client::join(server.address(), code, name);
        client.sit(seat as u8);
        client
    };
    names.iter().enumerate().map(sit).collect()
}

/// The only record in a folder of tables.
fn record(folder: &Path) -> Record {
    let mut files = records(folder);
    assert_eq!(files.len(), 1, "{files:?}");
    Record::read_interrupted(&files.remove(0)).unwrap()
}

/// The files of the records, the oldest first.
fn records(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("records")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "stonehouse-record"));
    files.sort();
    files
}
