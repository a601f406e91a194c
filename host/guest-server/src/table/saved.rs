//! The file from which a table is opened again after a restart: its code, its seats with the hashes of their players'
//! keys, and the record of its match.

use super::seats::Place;
use super::{Table, TablePlayer, TableSetup};
use crate::games::Games;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonehouse_engine::{Match, Problem, Record, files};
use stonehouse_guest_protocol::InviteCode;
use stonehouse_plugin::text;
use stonehouse_session::Programs;

/// The version of the format.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct TableFile {
    format: u32,
    code: String,
    variant: String,
    players: Vec<String>,
    seats: Vec<Option<SavedPlayer>>,
    /// The record of its match, by the name of its file.
    #[serde(default)]
    record: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct SavedPlayer {
    name: String,
    key_sha256: String,
}

/// A table that can be opened again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedTable {
    /// Its file.
    pub file: PathBuf,
    /// The code of its invitation.
    pub code: InviteCode,
    /// The variant, as GAME/ID.
    pub variant: String,
    /// The names of the guests who have a seat.
    pub names: Vec<String>,
    /// The record of its match, by the name of its file.
    pub record: Option<String>,
}

/// The tables in a folder that can be opened again, the latest first. A file that is damaged is not among them.
pub fn saved_tables(folder: &Path) -> Vec<SavedTable> {
    let changed = |file: &PathBuf| std::fs::metadata(file).and_then(|about| about.modified()).ok();
    let mut files = files_of_tables(folder);
    files.sort_by_key(|file| std::cmp::Reverse(changed(file)));
    files.iter().filter_map(|file| SavedTable::read(file)).collect()
}

/// The files of tables in a folder, in their order by name.
pub(crate) fn files_of_tables(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
        .unwrap_or_default();
    found.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    found.sort();
    found
}

impl SavedTable {
    /// The table of a file; `None` for a damaged one.
    pub(crate) fn read(file: &Path) -> Option<Self> {
        let saved: TableFile = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
        let code = saved.code.parse().ok().filter(|_| saved.format == FORMAT)?;
        let names = saved.seats.into_iter().flatten().map(|player| player.name).collect();
        Some(Self { file: file.to_owned(), code, variant: saved.variant, names, record: saved.record })
    }
}

/// Why a table cannot be opened again.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// Its file cannot be read or parsed.
    #[error("{}: the table cannot be opened again: {why}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        why: String,
    },
    /// The record of its match does not open.
    #[error("{0}")]
    Record(Problem),
}

impl Table {
    /// Saves the table, if it has a file. A failure is shown to everybody at the table.
    pub(super) fn save(&mut self) {
        let Some(file) = self.setup.file.clone().filter(|_| !self.is_closed) else { return };
        let record = self.current().and_then(Match::record_file).and_then(Path::file_name);
        let saved = TableFile {
            format: FORMAT,
            code: self.code.to_string(),
            variant: self.setup.variant.clone(),
            players: self.places.iter().map(|place| place.kind().to_string()).collect(),
            seats: self.places.iter().map(saved_player).collect(),
            record: record.map(|name| name.to_string_lossy().into_owned()),
        };
        let written = serde_json::to_vec_pretty(&saved).map_err(std::io::Error::from);
        if let Err(error) = written.and_then(|bytes| files::replace(&file, &bytes)) {
            self.failure = Some(text!(
                "the table cannot be saved: {why}. Its seats will not survive a restart",
                why = error.to_string()
            ));
        }
    }

    /// Opens a table again from its file.
    ///
    /// # Errors
    /// When the file, its variant or its record cannot be used. Nothing is changed then.
    pub fn restore(
        file: &Path,
        games: &Games,
        programs: &Programs,
        records: Option<&Path>,
        remarks: bool,
        now: Instant,
    ) -> Result<Self, RestoreError> {
        let wrong = |why: String| RestoreError::File { file: file.to_owned(), why };
        let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
        let saved: TableFile = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
        if saved.format != FORMAT {
            return Err(wrong(format!("it has the format {}, which this version does not know", saved.format)));
        }
        let code: InviteCode = saved.code.parse().map_err(|_| wrong("its code is damaged".to_owned()))?;
        let players = saved.players.iter().map(|player| player.parse()).collect::<Result<Vec<TablePlayer>, _>>();
        let players = players.map_err(|error| wrong(error.to_string()))?;
        if players.len() != saved.seats.len() {
            return Err(wrong("it does not have a player for each seat".to_owned()));
        }
        let record = match (&saved.record, records) {
            (Some(name), Some(records)) => Some(Record::read(&records.join(name))),
            (Some(_), None) => return Err(wrong("there is no folder for the record of its match".to_owned())),
            (None, _) => None,
        };
        let record = record.transpose().map_err(RestoreError::Record)?;
        let current = match &record {
            Some(record) => {
                let plugin = games.plugin(&record.header.game).map_err(|error| wrong(error.to_string()))?;
                let resumed = if record.ending.is_some() { record.replay(plugin) } else { record.resume(plugin) };
                Some(resumed.map_err(RestoreError::Record)?)
            }
            None => None,
        };
        let ruleset = match &current {
            Some(current) => std::sync::Arc::clone(current.ruleset()),
            None => games.ruleset(&saved.variant, players.len()).map_err(|error| wrong(error.to_string()))?,
        };
        if ruleset.seating().seats.len() != players.len() {
            return Err(wrong("its variant has another number of seats now".to_owned()));
        }
        let mut places: Vec<Place> = Vec::new();
        for (player, saved) in players.iter().zip(saved.seats) {
            let others: Vec<&str> = places.iter().map(Place::name).collect();
            let place = match (player, saved) {
                (TablePlayer::Guest, Some(saved)) => Place::away(saved.name, saved.key_sha256, now),
                (player, _) => Place::new(player, &others),
            };
            places.push(place);
        }
        let setup = TableSetup {
            variant: saved.variant,
            ruleset,
            players,
            programs: programs.clone(),
            records: records.map(Path::to_owned),
            file: Some(file.to_owned()),
            remarks,
        };
        let mut table = Self::with_places(code, setup, places, now);
        match current {
            Some(current) => table.play_match(current, now),
            None => table.begin_if_complete(now),
        }
        Ok(table)
    }
}

fn saved_player(place: &Place) -> Option<SavedPlayer> {
    let player = place.seated()?;
    Some(SavedPlayer { name: player.name.clone(), key_sha256: player.key_hash.clone() })
}
