//! A table at another computer, at which a person sits down from this window; or one of this computer, to which guests
//! come.
//!
//! The host of a table sits at it as a guest, too: the screen is the same, and shows no more than the host's seat may
//! know.
//!
//! - this module: the screen as a whole, and the messages of the host
//! - `connection`: the connection to the host; `shown`: the table in the user's language
//! - `bars`: the bars above the table; `side`: the seats, the log and remarks beside it
//! - `lobby`: a table whose match has not begun; `club`: the list of tables of a club
//! - `words`: sentences about the table
//! - `invitation`: the link for others
//! - `sit_down`: the dialog from which people come to a table; `visited`: tables that were visited, and their keys
//! - `host_server`: the server of this window's own tables

mod bars;
mod club;
mod connection;
mod host_server;
mod invitation;
mod lobby;
mod shown;
mod side;
mod sit_down;
mod visited;
mod words;

use crate::as_text::InputUse;
use club::ClubForm;
use connection::{ConnectionStatus, HostConnection};
use egui::{Context, Ui};
use host_server::HostedTable;
pub use host_server::{Access, HostServer, NewTable, OwnTable, WeakHostServer, own_tables};
use invitation::Invitation;
use shown::ShownTable;
pub use sit_down::{SitDown, SitDownCommand};
use std::path::PathBuf;
use std::time::Instant;
use stonehouse_guest::{GuestState, Received, TableLink};
use stonehouse_guest_protocol::{FromGuest, FromHost, InviteCode, Proposal};
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_runtime::Choice;
use stonehouse_table::Textures;
use stonehouse_table::cues::Cue;
pub use visited::Visited;

/// A guest's table on the screen.
pub struct GuestScreen {
    connection: HostConnection,
    state: GuestState,
    shown: ShownTable,
    /// The club from which the guest came to this table.
    club: Option<TableLink>,
    /// This table, if it is one of this window.
    hosted: Option<HostedTable>,
    /// The seat that is taken as soon as the table is known: the host's own.
    takes_seat: Option<Seat>,
    visited: Visited,
    /// The remark that is being written.
    remark: String,
    question: Option<GuestQuestion>,
    club_form: ClubForm,
    invitation: Invitation,
    input: InputUse,
}

/// A question before something that cannot be undone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GuestQuestion {
    Resign,
    LeaveSeat,
}

/// A command that a person gives at a guest's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestCommand {
    /// Back to the launcher.
    Leave,
    /// The launcher in its own tab.
    NewTab,
    /// Change the settings.
    Settings,
    /// Look at the match again.
    Review(PathBuf),
}

/// A part of the screen that has to be made again.
enum Changed {
    /// The table and its log.
    View,
    /// The log alone.
    Note,
}

impl GuestScreen {
    /// The table or the club of a link, to which it connects when it is shown.
    pub fn new(link: TableLink, name: String, visited: Visited) -> Self {
        Self {
            connection: HostConnection::new(link, name),
            state: GuestState::default(),
            shown: ShownTable::new(),
            club: None,
            hosted: None,
            takes_seat: None,
            visited,
            remark: String::new(),
            question: None,
            club_form: ClubForm::default(),
            invitation: Invitation::default(),
            input: InputUse::default(),
        }
    }

    /// The table as one of this window's server, at which the host takes a seat, if one is named.
    #[must_use]
    pub fn hosted(mut self, server: HostServer, seat: Option<Seat>) -> Self {
        let hosted = HostedTable::new(server, self.code());
        (self.hosted, self.takes_seat) = (Some(hosted), seat);
        self
    }

    /// Goes to another table of the same host, or back to its club.
    fn go_to(&mut self, link: TableLink) {
        let is_club = self.state.club().is_some();
        let before = self.connection.go_to(link);
        self.club = is_club.then_some(before);
        (self.state, self.shown) = (GuestState::default(), ShownTable::new());
        self.invitation = Invitation::default();
    }

    fn send(&mut self, message: FromGuest) {
        self.connection.send(message);
    }

    fn propose(&mut self, proposal: Proposal) {
        self.send(FromGuest::Propose { proposal });
    }

    /// Takes everything that has arrived.
    fn poll(&mut self, ctx: &Context) {
        let (mut has_view, mut has_note) = (false, false);
        loop {
            let (visited, code) = (&self.visited, self.code());
            let Some(message) = self.connection.next_message(ctx, || visited.key(code)) else { break };
            match self.receive(message) {
                Some(Changed::View) => has_view = true,
                Some(Changed::Note) => has_note = true,
                None => {}
            }
        }
        if has_view || has_note {
            self.shown.refresh_lines(&self.state);
        }
        if has_view {
            self.shown.refresh_board(&self.state);
        }
    }

    /// Takes a message of the host. Returns what has to be shown again.
    fn receive(&mut self, message: FromHost) -> Option<Changed> {
        match self.state.receive(message, Instant::now()) {
            Ok(Received::Welcomed(key)) => self.welcomed(&key),
            Ok(Received::View) => return Some(Changed::View),
            Ok(Received::Note) => return Some(Changed::Note),
            Ok(Received::Club) => {}
            Ok(Received::Opened(code)) => {
                if let Ok(code) = code.parse() {
                    self.go_to(self.connection.link().with_code(code));
                }
            }
            // A view follows, from which something else can be chosen.
            Ok(Received::Refused(why)) => self.connection.refuse(words::reason(&why)),
            Ok(Received::Ended(why)) => self.connection.end(words::reason(&why)),
            Err(invalid) => self.connection.end(tr!("The connection was ended: {why}.", why = invalid)),
        }
        None
    }

    fn welcomed(&mut self, key: &str) {
        let Some(table) = self.state.table() else { return };
        self.shown.welcomed(self.connection.link(), &table.game_id);
        let (title, name) = (words::title(table), self.connection.name());
        if let Err(problem) = self.visited.note(self.connection.link(), &title, key, name) {
            self.connection.refuse(problem);
        }
        if let Some(seat) = self.takes_seat.take() {
            self.send(FromGuest::Sit { seat });
        }
    }

    /// The sounds of the events since the last call.
    pub fn take_sounds(&mut self) -> Vec<Cue> {
        self.shown.take_sounds()
    }

    /// The title of its tab.
    pub fn title(&self) -> String {
        match (self.state.table(), self.state.club()) {
            (Some(table), _) => format!("{} · {}", words::title(table), self.shown.names().join(" – ")),
            (None, Some(_)) => tr!("Tables of {host}", host = self.connection.link().host()),
            (None, None) => tr!("A table with guests").to_owned(),
        }
    }

    /// Whether the person here has to act, or to answer.
    pub fn is_your_turn(&self) -> bool {
        self.state.view().is_some_and(|view| view.end.is_none() && !view.choices.is_empty())
            || self.state.proposal().is_some()
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.state.view().is_some_and(|view| view.end.is_some())
    }

    /// The code of the table or the club.
    pub const fn code(&self) -> InviteCode {
        self.connection.link().code
    }

    /// Whether guests of this window's own table would lose it.
    pub fn hosts_match(&self) -> bool {
        self.hosted.is_some() && self.state.view().is_some_and(|view| view.scene.is_some() && view.end.is_none())
    }

    /// The record of its match, if it is a table of this window.
    pub fn record(&self) -> Option<PathBuf> {
        self.hosted.as_ref().and_then(HostedTable::record)
    }

    /// Takes what has arrived while another tab is shown.
    pub fn advance_in_background(&mut self, ctx: &Context) {
        self.poll(ctx);
    }

    /// Shows the screen.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures, as_text: bool) -> Option<GuestCommand> {
        self.poll(ui.ctx());
        self.input.note(ui);
        self.shown.follow_language(&self.state);
        let mut command = self.top_bar(ui);
        if self.state.table().is_some() && self.state.view().is_some() {
            self.side(ui, textures);
            if self.shows_banner() {
                command = self.banner(ui).or(command);
            }
            let felt = ui.available_rect_before_wrap();
            self.table(ui, textures, as_text);
            self.notices(ui, felt);
        } else {
            self.lobby(ui);
        }
        self.question_ui(ui);
        self.invitation.ui(ui);
        command
    }

    fn table(&mut self, ui: &mut Ui, textures: &Textures, as_text: bool) {
        if self.state.view().is_some_and(|view| view.scene.is_none()) {
            self.lobby(ui);
            return;
        }
        let chosen = if as_text {
            self.shown.text_ui(ui, self.connection.link(), &self.input)
        } else {
            self.shown.board_ui(ui, textures)
        };
        if let (Some(Choice { action, values }), Some(view)) = (chosen, self.state.view()) {
            let revision = view.revision;
            self.send(FromGuest::Act { revision, action, values });
        }
    }
}
