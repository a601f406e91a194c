//! The server of this window's own tables. It runs while one of them is open, and ends with the last one.

use super::visited::Visited;
use std::fs::{File, TryLockError};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use stonehouse_engine::Catalog;
use stonehouse_guest::TableLink;
use stonehouse_guest_protocol::InviteCode;
use stonehouse_guest_server::{
    DEFAULT_CONNECTIONS_OF_ADDRESS, Games, OpenTables, SavedTable, Server, ServerError, ServerSetup, TablePlayer,
    TablesSetup, saved_tables,
};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_session::Programs;

/// The port, if it is free; otherwise the system chooses one.
const PORT: u16 = 7717;

/// The most tables of a window.
const MAX_TABLES: usize = 8;

/// The devices that can reach the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Devices in the network in which this computer has the address.
    Network(IpAddr),
    /// Only programs on this computer.
    ThisComputer,
}

/// A table to open.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// The players, by seat. The host's own seat is one of a guest.
    pub players: Vec<TablePlayer>,
    /// The seat of the host; without one the host watches.
    pub seat: Option<Seat>,
    /// The name of the host.
    pub name: String,
    /// The devices that can reach it.
    pub access: Access,
}

/// The running server, as its tables share it.
#[derive(Clone)]
pub struct HostServer(Arc<Running>);

struct Running {
    server: Server,
    access: Access,
    /// Held while the server runs: two windows would play the same matches.
    _lock: Option<File>,
}

impl Access {
    /// All choices of access, networks first.
    pub fn all() -> Vec<Self> {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        let networks =
            interfaces.into_iter().filter(|interface| !interface.is_loopback()).map(|interface| interface.ip());
        let is_usable = |address: &IpAddr| matches!(address, IpAddr::V4(v4) if !v4.is_link_local());
        networks.filter(is_usable).map(Self::Network).chain([Self::ThisComputer]).collect()
    }

    /// The way in which a table with this link can be reached, or one like it, where this computer has another address
    /// now.
    pub(super) fn of(link: &TableLink) -> Self {
        let all = Self::all();
        let host = link.host().rsplit_once(':').map_or(link.host(), |(host, _)| host);
        let has_host = |access: &Self| host == access.address().to_string();
        let found = all.iter().copied().find(has_host);
        found.or_else(|| all.into_iter().next()).unwrap_or(Self::ThisComputer)
    }

    /// A short label.
    pub fn label(self) -> String {
        match self {
            Self::Network(address) => tr!("This network ({address})", address),
            Self::ThisComputer => tr!("Only this computer").to_owned(),
        }
    }

    /// The devices that can reach the tables then, in sentences.
    pub fn explained(self) -> String {
        match self {
            Self::Network(address) => tr!(
                "Every device in the network of {address} that has the link can come to the table. Messages are not encrypted: others in the network could read them. The computer's firewall may ask once whether Stonehouse may be reached.",
                address
            ),
            Self::ThisComputer => tr!("Only browsers and windows on this computer can come to the table.").to_owned(),
        }
    }

    const fn address(self) -> IpAddr {
        match self {
            Self::Network(address) => address,
            Self::ThisComputer => IpAddr::V4(Ipv4Addr::LOCALHOST),
        }
    }
}

impl HostServer {
    /// Starts a server, which has no tables yet.
    ///
    /// # Errors
    /// When it cannot be reached, or another window of this user hosts tables: a sentence.
    pub fn start(catalog: &Catalog, access: Access) -> Result<Self, String> {
        let folders = catalog.folders();
        let folder = folder(catalog);
        let lock = folder.as_ref().map(lock).transpose()?;
        let programs = Programs::of(folders).map_err(|problem| problem.to_string())?;
        let setup = || TablesSetup {
            games: Games::of(catalog),
            programs: programs.clone(),
            tables: folder.clone(),
            records: folders.records.clone(),
            club: None,
            max_tables: MAX_TABLES,
            remarks: true,
        };
        let start = |port: u16| {
            let address = SocketAddr::new(access.address(), port);
            let page = folders.page();
            let connections_of_address = DEFAULT_CONNECTIONS_OF_ADDRESS;
            Server::start(
                &ServerSetup { address, connections_of_address, page, certificate: None },
                OpenTables::new(setup()),
                |_| {},
            )
        };
        // Another program may have the usual port.
        let server = match start(PORT) {
            Err(ServerError::Address { .. }) => start(0),
            started => started,
        };
        let server = server.map_err(|error| error.to_string())?;
        Ok(Self(Arc::new(Running { server, access, _lock: lock })))
    }

    /// The server, for another table that these devices may reach.
    ///
    /// # Errors
    /// When others can reach it: a sentence. A table is never open to more devices than its host has chosen.
    pub fn for_access(self, access: Access) -> Result<Self, String> {
        if self.0.access == access {
            return Ok(self);
        }
        let now = self.0.access.label();
        Err(tr!(
            "Your open tables have another choice of devices that can reach them: {now}. Choose the same one, or close them first.",
            now
        ))
    }

    /// Opens a table, and returns its code.
    ///
    /// # Errors
    /// When its variant or its players cannot be used: a sentence.
    pub fn open(&self, new: &NewTable) -> Result<InviteCode, String> {
        let opened = self.0.server.with_tables(|tables| tables.open(&new.variant, &new.players));
        opened.map_err(|error| error.to_string())
    }

    /// Opens a table again that was open earlier.
    ///
    /// # Errors
    /// When it cannot be continued: a sentence.
    pub fn reopen(&self, table: &OwnTable) -> Result<InviteCode, String> {
        let opened = self.0.server.with_tables(|tables| tables.reopen(&table.saved.file));
        opened.map_err(|error| error.to_string())
    }

    /// Closes a table. Its match can be continued when it is opened again.
    pub fn close(&self, code: InviteCode) {
        self.0.server.with_tables(|tables| tables.suspend(code));
    }

    /// The link to a table.
    pub fn link(&self, code: InviteCode) -> TableLink {
        TableLink::new(self.0.server.address(), code)
    }

    /// The record of the match at a table.
    pub fn record(&self, code: InviteCode) -> Option<PathBuf> {
        self.0.server.with_tables(|tables| tables.record(code))
    }

    /// The devices that can reach it.
    pub fn access(&self) -> Access {
        self.0.access
    }

    /// A reference that does not keep it running.
    pub fn weak(&self) -> WeakHostServer {
        WeakHostServer(Arc::downgrade(&self.0))
    }
}

/// The server while a table is open.
#[derive(Clone, Default)]
pub struct WeakHostServer(Weak<Running>);

impl WeakHostServer {
    /// The server, if it runs.
    pub fn get(&self) -> Option<HostServer> {
        self.0.upgrade().map(HostServer)
    }
}

/// An open table of this window, which is closed when this is dropped.
pub(super) struct HostedTable {
    pub server: HostServer,
    code: InviteCode,
}

impl HostedTable {
    pub const fn new(server: HostServer, code: InviteCode) -> Self {
        Self { server, code }
    }

    /// Its link.
    pub fn link(&self) -> TableLink {
        self.server.link(self.code)
    }

    /// The devices that can reach it, in sentences.
    pub fn reach(&self) -> String {
        let explained = self.server.access().explained();
        if self.server.0.server.address().port() == PORT {
            return explained;
        }
        let other = tr!(
            "Another program uses port {port}, so this link has another one: send it again to guests who have an earlier link.",
            port = PORT
        );
        format!("{explained} {other}")
    }

    /// The record of its match.
    pub fn record(&self) -> Option<PathBuf> {
        self.server.record(self.code)
    }
}

impl Drop for HostedTable {
    fn drop(&mut self) {
        self.server.close(self.code);
    }
}

/// A table of this window that can be opened again.
#[derive(Clone, Debug)]
pub struct OwnTable {
    pub(super) saved: SavedTable,
    /// The game and its variant.
    pub(super) title: String,
    /// The devices that could reach it.
    access: Access,
}

impl OwnTable {
    /// The devices that could reach it, and can again.
    pub const fn access(&self) -> Access {
        self.access
    }

    /// The code of its invitation.
    pub const fn code(&self) -> InviteCode {
        self.saved.code
    }

    /// The record of its match, by the name of its file.
    pub fn record(&self) -> Option<&str> {
        self.saved.record.as_deref()
    }
}

/// The tables of this window that can be opened again, the latest first.
pub fn own_tables(catalog: &Catalog, visited: &Visited) -> Vec<OwnTable> {
    let saved = folder(catalog).map(|folder| saved_tables(&folder)).unwrap_or_default();
    let own = |saved: SavedTable| {
        let noted = visited.table(saved.code);
        let link = noted.as_ref().and_then(|table| table.link.parse().ok());
        let title = noted.map_or_else(|| saved.variant.clone(), |table| table.title);
        OwnTable { saved, title, access: link.as_ref().map_or(Access::ThisComputer, Access::of) }
    };
    saved.into_iter().map(own).collect()
}

/// The folder for the window's tables.
fn folder(catalog: &Catalog) -> Option<PathBuf> {
    catalog.folders().guests().map(|folder| folder.join("window"))
}

fn lock(folder: &PathBuf) -> Result<File, String> {
    let unusable = |why: String| tr!("No table can be opened: {folder}: {why}", folder = folder.display(), why);
    std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
    let file = File::create(folder.join("lock")).map_err(|error| unusable(error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(tr!("Another window of Stonehouse has open tables. Open this one there, or close them first.")
                .to_owned())
        }
        Err(TryLockError::Error(error)) => Err(unusable(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_engine::Folders;
    use stonehouse_engine::plugins::Trusting;

    #[test]
    fn a_table_is_never_open_to_more_devices_than_its_host_has_chosen() {
        let catalog = Catalog::empty(&Folders::default(), Arc::new(Trusting));
        let server = HostServer::start(&catalog, Access::ThisComputer).unwrap();
        assert!(server.clone().for_access(Access::ThisComputer).is_ok());
        let other = server.for_access(Access::Network([192, 0, 2, 9].into())).err().unwrap();
        assert!(other.contains("Only this computer") && other.contains("close them first"), "{other}");
    }

    #[test]
    fn a_table_of_this_computer_is_opened_again_for_this_computer() {
        let link: TableLink = "127.0.0.1:7717#K7QF-2M9D-4XYZ-01AB".parse().unwrap();
        assert_eq!(Access::of(&link), Access::ThisComputer);
    }
}
