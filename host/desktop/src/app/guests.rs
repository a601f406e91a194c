//! Tables with guests: those of other computers, and those that are opened in this window.

use super::closing::Leaving;
use super::work::WorkResult;
use super::{App, Screen};
use crate::guest::{
    Access, GuestCommand, GuestScreen, HostServer, NewTable, OwnTable, SitDown, SitDownCommand, Visited, own_tables,
};
use egui::Ui;
use std::path::Path;
use stonehouse_guest_protocol::InviteCode;
use stonehouse_language::tr;
use stonehouse_plugin::Seat;

/// A table of this window that was opened.
pub(super) struct OpenedTable {
    server: HostServer,
    code: InviteCode,
    /// The seat of the host, unless they have one already or watch.
    seat: Option<Seat>,
    /// The name of the host.
    name: String,
}

impl App {
    /// The tables that were visited.
    pub(super) fn visited(&self) -> Visited {
        Visited::in_folder(self.library.catalog().folders().guests().as_deref())
    }

    /// Shows the dialog from which people come to a table.
    pub(super) fn open_sit_down(&mut self) {
        self.sit_down = Some(SitDown::new(self.library.catalog(), &self.visited()));
    }

    pub(super) fn show_sit_down(&mut self, ui: &Ui) {
        match self.sit_down.as_mut().and_then(|dialog| dialog.ui(ui)) {
            Some(SitDownCommand::Visit(link, name)) => {
                self.sit_down = None;
                if self.can_open_match() {
                    let screen = GuestScreen::new(link, name, self.visited());
                    self.show_guest(screen);
                }
            }
            Some(SitDownCommand::Reopen(table, name)) => {
                self.sit_down = None;
                self.reopen_table(table, name);
            }
            Some(SitDownCommand::Cancel) => self.sit_down = None,
            None => {}
        }
    }

    /// Opens a table to which guests come, and shows it when it is open.
    pub(super) fn open_table(&mut self, new: NewTable) {
        if !self.can_open_match() {
            return;
        }
        let server = self.starting_server(new.access);
        self.begin(tr!("the table"), move || {
            let opened = server().and_then(|server| {
                let code = server.open(&new)?;
                Ok(OpenedTable { server, code, seat: new.seat, name: new.name })
            });
            WorkResult::TableOpened(opened)
        });
    }

    /// Opens a table of this window again.
    pub(super) fn reopen_table(&mut self, table: OwnTable, name: String) {
        if self.turn_to_table(table.code()) || !self.can_open_match() {
            return;
        }
        let server = self.starting_server(table.access());
        self.begin(tr!("the table"), move || {
            let opened = server().and_then(|server| {
                let code = server.reopen(&table)?;
                Ok(OpenedTable { server, code, seat: None, name })
            });
            WorkResult::TableOpened(opened)
        });
    }

    /// The work that starts the server of this window's tables, if it does not run.
    fn starting_server(&mut self, access: Access) -> impl FnOnce() -> Result<HostServer, String> + Send + 'static {
        self.library.reload_texts();
        let (running, catalog) = (self.host_server.get(), self.library.catalog().clone());
        move || match running {
            Some(running) => running.for_access(access),
            None => HostServer::start(&catalog, access),
        }
    }

    /// Shows a table of this window, at which the host is a guest, too.
    pub(super) fn show_own_table(&mut self, opened: OpenedTable) {
        let OpenedTable { server, code, seat, name } = opened;
        self.sheet = None;
        self.host_server = server.weak();
        let screen = GuestScreen::new(server.link(code), name, self.visited()).hosted(server, seat);
        self.show_guest(screen);
    }

    fn show_guest(&mut self, screen: GuestScreen) {
        self.make_room();
        self.tabs.shown_mut().show(Screen::Guest(Box::new(screen)));
    }

    pub(super) fn guest_command(&mut self, command: GuestCommand) {
        let Screen::Guest(guest) = self.tabs.screen_mut() else { return };
        match command {
            GuestCommand::Leave if guest.hosts_match() => self.closing.ask_to_leave(Leaving::Leave),
            GuestCommand::Leave => self.go_back(),
            GuestCommand::NewTab => self.new_tab(),
            GuestCommand::Settings => self.preferences.open(),
            GuestCommand::Review(file) => self.open_review(file, None),
        }
    }

    /// The table of this window whose match has this record, and that can be opened again.
    pub(super) fn own_table_of(&self, record: &Path) -> Option<OwnTable> {
        let name = record.file_name()?.to_str()?;
        let tables = own_tables(self.library.catalog(), &self.visited());
        tables.into_iter().find(|table| table.record() == Some(name))
    }
}
