//! The open tables, by their codes, and the club: the list of tables that those who have its code see.

use crate::games::{Games, GamesError};
use crate::outbox::Outbox;
use crate::table::{AgentWork, GuestId, RestoreError, SavedTable, Table, TablePlayer, TableSetup, files_of_tables};
use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_bots::BotSpec;
use stonehouse_engine::hex;
use stonehouse_guest_protocol::{BotInfo, FromGuest, FromHost, GuestKey, InviteCode};
use stonehouse_language::Language;
use stonehouse_plugin::{Text, text};
use stonehouse_session::{AgentSpec, Programs, UnknownAgent};
use tokio::sync::Semaphore;

/// The time after which a table is closed at which nobody is and no match is being played.
const MAX_IDLE: Duration = Duration::from_hours(1);

/// The time after which one is closed whose match nobody continues. Its record stays.
const MAX_ABANDONED: Duration = Duration::from_hours(7 * 24);

/// The number of tables that can be open, unless the host chooses another.
pub const DEFAULT_TABLES: usize = 500;

/// A table that guests can come to.
pub(crate) struct TableHandle {
    table: Mutex<Table>,
    /// Limits how many agents choose at once.
    agents: Arc<Semaphore>,
}

impl TableHandle {
    /// Calls `change` with the table, then starts the agents that have to choose.
    pub fn with<T>(self: &Arc<Self>, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut table = self.table.lock();
        let done = change(&mut table);
        let work = table.agent_work();
        drop(table);
        if let Some(work) = work {
            self.let_agent_choose(work);
        }
        done
    }

    fn let_agent_choose(self: &Arc<Self>, work: AgentWork) {
        let handle = Arc::clone(self);
        tokio::spawn(async move {
            let Ok(_permit) = Arc::clone(&handle.agents).acquire_owned().await else { return };
            let chosen = tokio::task::spawn_blocking(move || {
                let decided = work.decide();
                (work, decided)
            });
            // A panic in an agent is reported by the runtime, and the match stops until an undo or a rematch.
            if let Ok((work, decided)) = chosen.await {
                handle.with(|table| table.agent_decided(&work, decided, Instant::now()));
            }
        });
    }

    /// Notes that a frame of a guest was received, and how long it took to answer a ping.
    pub fn note_received(&self, id: GuestId, answered_in: Option<Duration>, now: Instant) {
        self.table.lock().note_received(id, answered_in, now);
    }

    /// The newest view of a guest, as a message.
    pub fn view(&self, id: GuestId) -> Option<String> {
        self.table.lock().view(id, Instant::now())
    }

    /// Passes a guest's message on.
    pub fn receive(self: &Arc<Self>, id: GuestId, message: FromGuest) {
        self.with(|table| table.receive(id, message, Instant::now()));
    }
}

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenTableError {
    /// As many are open as can be.
    #[error("there are {0} tables already, and no more can be opened")]
    TooMany(usize),
    /// The variant cannot be played.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// The number of players is not that of the seats.
    #[error("{players} {} named, but this variant has {seats} seats", if *.players == 1 { "player was" } else { "players were" })]
    Players {
        /// Players named.
        players: usize,
        /// Seats of the variant.
        seats: usize,
    },
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] UnknownAgent),
    /// No seat is for a guest.
    #[error("at least one seat has to be for a guest")]
    NoGuest,
    /// A guest named a player that only the host can seat.
    #[error("guests can seat bots with a level, and neither programs nor searches")]
    NotForGuests,
    /// The folder of the tables cannot be made.
    #[error("{}: the folder cannot be made: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The system has no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(String),
}

/// The setup of a server's tables.
pub struct TablesSetup {
    /// The games.
    pub games: Games,
    /// The programs of the host that may sit at tables.
    pub programs: Programs,
    /// The folder for the files of the tables; without one they are not open again after a restart.
    pub tables: Option<PathBuf>,
    /// The folder for the records of their matches; without one they are not recorded.
    pub records: Option<PathBuf>,
    /// The code with which guests can open tables; without one only the host opens some.
    pub club: Option<InviteCode>,
    /// The most tables that are open at once.
    pub max_tables: usize,
    /// Whether guests can write remarks.
    pub remarks: bool,
}

/// The open tables.
pub struct OpenTables {
    setup: TablesSetup,
    tables: Mutex<Vec<(InviteCode, Arc<TableHandle>)>>,
    agents: Arc<Semaphore>,
}

/// The place to which a code belongs.
pub(crate) enum Entrance {
    Club,
    Table(Arc<TableHandle>),
}

impl OpenTables {
    /// No tables yet.
    pub fn new(setup: TablesSetup) -> Self {
        let agents = std::thread::available_parallelism().map_or(1, usize::from);
        let agents = Arc::new(Semaphore::new(agents));
        Self { setup, tables: Mutex::default(), agents }
    }

    /// Opens the tables again that were open when the server last ended. Returns why others could not be.
    pub fn restore(&self) -> Vec<RestoreError> {
        let Some(folder) = &self.setup.tables else { return Vec::new() };
        files_of_tables(folder).iter().filter_map(|file| self.reopen(file).err()).collect()
    }

    /// Opens a table again from its file, unless it is open.
    ///
    /// # Errors
    /// When the file, its variant or its record cannot be used. Nothing is changed then.
    pub fn reopen(&self, file: &Path) -> Result<InviteCode, RestoreError> {
        if let Some(saved) = SavedTable::read(file).filter(|saved| self.handle(saved.code).is_some()) {
            return Ok(saved.code);
        }
        let TablesSetup { games, programs, records, remarks, .. } = &self.setup;
        let table = Table::restore(file, games, programs, records.as_deref(), *remarks, Instant::now())?;
        let code = table.code();
        self.add(table);
        Ok(code)
    }

    /// Closes a table for now: its file stays, if somebody could come back to it.
    pub fn suspend(&self, code: InviteCode) {
        let Some(handle) = self.handle(code) else { return };
        self.tables.lock().retain(|(other, _)| *other != code);
        let mut table = handle.table.lock();
        if !table.can_be_continued() {
            table.forget();
        }
        table.close(&text!("the host has closed this table"));
    }

    /// The record of the match at a table.
    pub fn record(&self, code: InviteCode) -> Option<PathBuf> {
        let handle = self.handle(code)?;
        let table = handle.table.lock();
        table.current()?.record_file().map(Path::to_owned)
    }

    fn handle(&self, code: InviteCode) -> Option<Arc<TableHandle>> {
        let tables = self.tables.lock();
        tables.iter().find(|(of, _)| *of == code).map(|(_, table)| Arc::clone(table))
    }

    fn add(&self, table: Table) {
        let code = table.code();
        let handle = Arc::new(TableHandle { table: Mutex::new(table), agents: Arc::clone(&self.agents) });
        self.tables.lock().push((code, Arc::clone(&handle)));
        // Agents whose turn it is begin to choose.
        handle.with(|_| ());
    }

    /// Opens a table of a variant: with these players, or with guests at all seats if none are named.
    ///
    /// # Errors
    /// When there is no such variant, the players do not fit, or there are too many tables.
    pub fn open(&self, variant: &str, players: &[TablePlayer]) -> Result<InviteCode, OpenTableError> {
        if self.tables.lock().len() >= self.setup.max_tables && !self.close_longest_idle() {
            return Err(OpenTableError::TooMany(self.setup.max_tables));
        }
        let ruleset = self.setup.games.ruleset(variant, players.len())?;
        let seats = ruleset.seating().seats.len();
        let players = if players.is_empty() { vec![TablePlayer::Guest; seats] } else { players.to_vec() };
        if players.len() != seats {
            return Err(OpenTableError::Players { players: players.len(), seats });
        }
        if !players.contains(&TablePlayer::Guest) {
            return Err(OpenTableError::NoGuest);
        }
        let code = InviteCode::from_random(random()?);
        let file = self.setup.tables.as_deref().map(file_of_new_table).transpose()?;
        let (programs, records) = (self.setup.programs.clone(), self.setup.records.clone());
        let remarks = self.setup.remarks;
        let setup = TableSetup { variant: variant.to_owned(), ruleset, players, programs, records, file, remarks };
        self.add(Table::new(code, setup, Instant::now()));
        Ok(code)
    }

    /// Opens a table for a guest at the club, who can seat bots with a level only.
    pub(crate) fn open_for_guest(&self, variant: &str, players: &[String]) -> Result<InviteCode, OpenTableError> {
        let players = players.iter().map(|name| name.parse::<TablePlayer>()).collect::<Result<Vec<_>, _>>()?;
        let is_refused = |player: &TablePlayer| match player {
            TablePlayer::Guest => false,
            // A search with a budget of the guest's could take all of the processor.
            TablePlayer::Agent(AgentSpec::Bot(bot)) => matches!(bot, BotSpec::Search(_)),
            TablePlayer::Agent(AgentSpec::Named(_) | AgentSpec::Run(_)) => true,
        };
        if players.iter().any(is_refused) {
            return Err(OpenTableError::NotForGuests);
        }
        self.open(variant, &players)
    }

    /// The place to which a code belongs; `None` for a wrong one.
    pub(crate) fn entrance(&self, code: &str) -> Option<Entrance> {
        let code: InviteCode = code.parse().ok()?;
        if self.setup.club == Some(code) {
            return Some(Entrance::Club);
        }
        self.handle(code).map(Entrance::Table)
    }

    /// The games that can be played.
    pub(crate) const fn games(&self) -> &Games {
        &self.setup.games
    }

    /// A picture of a game, or of a house rule at one of its tables.
    pub(crate) fn picture(&self, game: &str, name: &str) -> Option<Vec<u8>> {
        self.setup.games.picture(game, name).or_else(|| {
            let handles = self.tables.lock().clone();
            let mut rulesets = handles.iter().map(|(_, handle)| Arc::clone(handle.table.lock().ruleset()));
            rulesets.find_map(|ruleset| {
                let is_of_game = ruleset.plugin().about().id == game;
                is_of_game.then(|| ruleset.rules().asset(name).ok().flatten()).flatten()
            })
        })
    }

    /// The list of the club, as a message.
    pub(crate) fn club(&self) -> FromHost {
        let handles: Vec<Arc<TableHandle>> = self.tables.lock().iter().map(|(_, table)| Arc::clone(table)).collect();
        let tables = handles.iter().map(|handle| handle.table.lock().listed()).collect();
        let bot = |bot: &BotSpec| BotInfo { id: bot.to_string(), title: bot.to_string().into() };
        let bots = BotSpec::FOR_PEOPLE.iter().map(bot).collect();
        FromHost::Club { variants: self.setup.games.variants(), bots, tables }
    }

    /// The open tables of a variant, by their codes; of all without one.
    pub fn codes(&self, variant: Option<&str>) -> Vec<(InviteCode, Text)> {
        let handles = self.tables.lock().clone();
        let listed = handles.iter().map(|(code, handle)| {
            let table = handle.table.lock();
            (*code, table.variant().to_owned(), table.listed().title)
        });
        let of_variant = listed.filter(|(_, of, _)| variant.is_none_or(|variant| variant == of));
        of_variant.map(|(code, _, title)| (code, title)).collect()
    }

    /// The number of open tables.
    pub fn count(&self) -> usize {
        self.tables.lock().len()
    }

    /// Stops clocks that have run out, and closes tables that nobody uses any more.
    pub(crate) fn pass_time(&self, now: Instant) {
        let handles = self.tables.lock().clone();
        for (code, handle) in &handles {
            let mut table = handle.table.lock();
            table.pass_time(now);
            let most = if table.is_idle() { MAX_IDLE } else { MAX_ABANDONED };
            let is_closed = table.empty_for(now) > most;
            drop(table);
            if is_closed {
                self.close_table(*code, handle);
            }
        }
    }

    fn close_table(&self, code: InviteCode, handle: &TableHandle) {
        self.tables.lock().retain(|(other, _)| *other != code);
        let mut table = handle.table.lock();
        table.close(&text!("this table was closed"));
        table.forget();
    }

    /// Closes the table that has been empty for longest and has no match to be continued. False if there is none.
    fn close_longest_idle(&self) -> bool {
        let now = Instant::now();
        let handles = self.tables.lock().clone();
        let idle = handles.iter().filter_map(|(code, handle)| {
            let table = handle.table.lock();
            let empty_for = table.empty_for(now);
            (table.is_idle() && !empty_for.is_zero()).then_some((empty_for, *code, handle))
        });
        let Some((_, code, handle)) = idle.max_by_key(|(empty_for, ..)| *empty_for) else { return false };
        self.close_table(code, handle);
        true
    }

    /// Ends all connections. The matches go on when the server starts again.
    pub fn close(&self, why: &Text) {
        let handles = self.tables.lock().clone();
        handles.iter().for_each(|(_, handle)| handle.table.lock().close(why));
    }
}

/// A file for a new table, in this folder, which is made if it is missing.
fn file_of_new_table(files: &Path) -> Result<PathBuf, OpenTableError> {
    let unmade = |error| OpenTableError::Folder { folder: files.to_owned(), error };
    std::fs::create_dir_all(files).map_err(unmade)?;
    let name: [u8; 8] = random()?;
    Ok(files.join(format!("{}.json", hex(&name))))
}

/// Random bytes.
///
/// # Errors
/// When the system has none.
fn random<const BYTES: usize>() -> Result<[u8; BYTES], OpenTableError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| OpenTableError::Random(error.to_string()))?;
    Ok(bytes)
}

/// Lets a guest come to a table.
///
/// # Errors
/// When the table is full: a sentence.
pub(crate) fn join(
    handle: &Arc<TableHandle>,
    name: &str,
    key: Option<&str>,
    language: Arc<Language>,
) -> Result<(GuestId, Arc<Outbox>), Text> {
    let key: Option<GuestKey> = key.and_then(|key| key.parse().ok());
    let new_key = GuestKey::from_random(random().map_err(|error| Text::from(error.to_string()))?);
    handle.with(|table| table.join(name, key, new_key, language, Instant::now()))
}
