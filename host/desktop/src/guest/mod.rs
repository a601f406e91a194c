//! A table at another computer, at which a person sits down from this window; or one of this computer, to which guests
//! come.
//!
//! The host of a table sits at it as a guest, too: the screen is the same, and shows no more than the host's seat may
//! know.
//!
//! - this module: the screen as a whole, and the messages of the host
//! - `bars`: the bars above the table; `side`: the seats, the log and remarks beside it
//! - `lobby`: a table whose match has not begun; `club`: the list of tables of a club
//! - `words`: sentences about the table
//! - `invitation`: the link for others
//! - `sit_down`: the dialog from which people come to a table; `visited`: tables that were visited, and their keys
//! - `host_server`: the server of this window's own tables

mod bars;
mod club;
mod host_server;
mod invitation;
mod lobby;
mod side;
mod sit_down;
mod visited;
mod words;

use crate::as_text::{self, InputUse};
use crate::board::in_room;
use crate::log::{LogLine, Remark, log_lines};
use crate::names;
use club::ClubForm;
use egui::{Context, Modifiers, Ui};
use host_server::HostedTable;
pub use host_server::{Access, HostServer, NewTable, OwnTable, WeakHostServer, own_tables};
use invitation::Invitation;
pub use sit_down::{SitDown, SitDownCommand};
use std::path::PathBuf;
use std::time::Instant;
use stonehouse_engine::LogEntry;
use stonehouse_guest::{BoardView, Client, ClientEvent, GuestBoard, GuestState, HostPictures, Received, TableLink};
use stonehouse_guest_protocol::{FromGuest, InviteCode, LogLine as SentLine, Proposal};
use stonehouse_language::{MadeIn, current_language, reader, tr, translate};
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::Choice;
use stonehouse_table::Textures;
use stonehouse_table::cues::{Cue, cues};
pub use visited::Visited;

/// A guest's table on the screen.
pub struct GuestScreen {
    link: TableLink,
    /// The club from which the guest came to this table.
    club: Option<TableLink>,
    /// The name under which the guest plays.
    name: String,
    client: Option<Client>,
    connection: ConnectionStatus,
    state: GuestState,
    board: GuestBoard,
    /// The names of the players, by seat; the reader's own is the language's word for that.
    names: Vec<String>,
    lines: Vec<LogLine>,
    /// Why the last request changed nothing.
    refusal: Option<String>,
    /// The remark that is being written.
    remark: String,
    question: Option<GuestQuestion>,
    club_form: ClubForm,
    invitation: Invitation,
    /// The seat that is taken as soon as the table is known: the host's own.
    takes_seat: Option<Seat>,
    /// This table, if it is one of this window.
    hosted: Option<HostedTable>,
    visited: Visited,
    input: InputUse,
    sounds: Vec<Cue>,
    /// The content of the board: the revision, the viewer, whether the match is over, and the names.
    shown: Option<(u64, Option<Seat>, bool, Vec<String>)>,
    /// Whether the person here has won the match on the board.
    had_won: bool,
    made_in: MadeIn,
}

/// The state of the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ConnectionStatus {
    Connecting,
    Connected,
    /// It is lost for this reason, and made again.
    Lost(String),
    /// It has ended, for this reason.
    Ended(String),
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

impl GuestScreen {
    /// The table or the club of a link, to which it connects when it is shown.
    pub fn new(link: TableLink, name: String, visited: Visited) -> Self {
        Self {
            link,
            club: None,
            name,
            client: None,
            connection: ConnectionStatus::Connecting,
            state: GuestState::default(),
            board: GuestBoard::default(),
            names: Vec::new(),
            lines: Vec::new(),
            refusal: None,
            remark: String::new(),
            question: None,
            club_form: ClubForm::default(),
            invitation: Invitation::default(),
            takes_seat: None,
            hosted: None,
            visited,
            input: InputUse::default(),
            sounds: Vec::new(),
            shown: None,
            had_won: false,
            made_in: MadeIn::now(),
        }
    }

    /// The table as one of this window's server, at which the host takes a seat, if one is named.
    #[must_use]
    pub fn hosted(mut self, server: HostServer, seat: Option<Seat>) -> Self {
        let hosted = HostedTable::new(server, self.link.code);
        (self.hosted, self.takes_seat) = (Some(hosted), seat);
        self
    }

    /// Connects to the host of the link.
    fn connect(&mut self, ctx: &Context) {
        let (key, wake) = (self.visited.key(self.link.code), ctx.clone());
        match Client::connect(self.link.clone(), self.name.clone(), key, move || wake.request_repaint()) {
            Ok(client) => (self.client, self.connection) = (Some(client), ConnectionStatus::Connecting),
            Err(error) => (self.client, self.connection) = (None, ConnectionStatus::Ended(error.to_string())),
        }
    }

    /// Goes to another table of the same host, or back to its club.
    fn go_to(&mut self, link: TableLink) {
        let is_club = self.state.club().is_some();
        self.club = if is_club { Some(self.link.clone()) } else { None };
        self.link = link;
        (self.state, self.board) = (GuestState::default(), GuestBoard::default());
        (self.names, self.lines, self.refusal, self.shown) = (Vec::new(), Vec::new(), None, None);
        self.invitation = Invitation::default();
        self.reconnect();
    }

    /// Connects once more, with the next frame.
    fn reconnect(&mut self) {
        (self.client, self.connection) = (None, ConnectionStatus::Connecting);
    }

    fn send(&mut self, message: FromGuest) {
        if self.connection != ConnectionStatus::Connected {
            self.refusal = Some(tr!("Without a connection nothing was sent.").to_owned());
            return;
        }
        self.refusal = None;
        if let Some(client) = &self.client {
            client.send(message);
        }
    }

    fn propose(&mut self, proposal: Proposal) {
        self.send(FromGuest::Propose { proposal });
    }

    /// Takes everything that has arrived.
    fn poll(&mut self, ctx: &Context) {
        if self.client.is_none() && self.connection == ConnectionStatus::Connecting {
            self.connect(ctx);
        }
        let (mut has_view, mut has_note) = (false, false);
        while let Some(event) = self.client.as_ref().and_then(Client::next_event) {
            match event {
                ClientEvent::Connected => self.connection = ConnectionStatus::Connected,
                ClientEvent::Lost(why) => self.connection = ConnectionStatus::Lost(why),
                ClientEvent::Received(message) => match self.state.receive(*message, Instant::now()) {
                    Ok(Received::Welcomed(key)) => self.welcomed(&key),
                    Ok(Received::View) => has_view = true,
                    Ok(Received::Note) => has_note = true,
                    Ok(Received::Club) => {}
                    Ok(Received::Opened(code)) => {
                        if let Ok(code) = code.parse() {
                            self.go_to(self.link.with_code(code));
                        }
                    }
                    // A view follows, from which something else can be chosen.
                    Ok(Received::Refused(why)) => self.refusal = Some(words::sentence(&why)),
                    Ok(Received::Ended(why)) => self.connection = ConnectionStatus::Ended(words::sentence(&why)),
                    Err(invalid) => {
                        self.client = None;
                        let why = tr!("The connection was ended: {why}.", why = invalid);
                        self.connection = ConnectionStatus::Ended(why);
                    }
                },
            }
        }
        if has_view || has_note {
            self.refresh_lines();
        }
        if has_view {
            self.refresh_board();
        }
    }

    fn welcomed(&mut self, key: &str) {
        let Some(table) = self.state.table() else { return };
        let title = words::title(table);
        // A host that was started again counts its revisions from the beginning.
        self.shown = None;
        self.board.set_pictures(HostPictures::new(&self.link, &table.game_id));
        if let Err(problem) = self.visited.note(&self.link, &title, key, &self.name) {
            self.refusal = Some(problem);
        }
        if let Some(seat) = self.takes_seat.take() {
            self.send(FromGuest::Sit { seat });
        }
    }

    /// Renews names and log.
    fn refresh_lines(&mut self) {
        self.names = words::player_names(&self.state);
        let remarks: Vec<Remark> = self
            .state
            .remarks()
            .iter()
            .map(|remark| Remark {
                after: remark.after,
                seat: None,
                text: if remark.by.is_empty() {
                    translate(&remark.text, &self.names)
                } else {
                    format!("{}: {}", names::display_name(&remark.by), remark.text.key())
                },
            })
            .collect();
        self.lines = log_lines(self.state.log().iter().cloned().map(entry).collect(), &remarks, &self.names);
    }

    /// Shows the view on the board. One that changes nothing there leaves it as it is, with what was touched.
    fn refresh_board(&mut self) {
        let Some(view) = self.state.view() else { return };
        let Some(scene) = &view.scene else { return };
        let offered = if view.end.is_some() { &[][..] } else { &view.choices[..] };
        let key = (view.revision, view.you, view.end.is_some(), self.names.clone());
        if self.shown.as_ref() == Some(&key) && self.board.actions().len() == offered.len() {
            return;
        }
        self.shown = Some(key);
        let viewer = view.you.unwrap_or_default();
        self.sounds.extend(sounds(self.board.scene(), scene, viewer, view.you.is_some()));
        let has_won = view.end.as_ref().is_some_and(|end| view.you.is_some_and(|you| end.winners.contains(you)));
        if has_won && !self.had_won {
            self.sounds.push(Cue::Win);
        }
        self.had_won = has_won;
        let mut shown = BoardView::new(scene.clone(), offered, self.state.log(), viewer, self.names.clone());
        if let Some(table) = self.state.table() {
            let place = |(seat, name): (usize, &String)| match words::seat_name(table, seat) {
                seat if seat == *name => seat,
                seat => format!("{name} · {seat}"),
            };
            shown.places = self.names.iter().enumerate().map(place).collect();
        }
        let language = current_language();
        let you = reader(&language, &self.names);
        language.scene(&mut shown.scene, you);
        shown.actions.iter_mut().for_each(|action| language.action(&mut action.description, you));
        self.board.show(shown);
    }

    /// The sounds of the events since the last call.
    pub fn take_sounds(&mut self) -> Vec<Cue> {
        std::mem::take(&mut self.sounds)
    }

    /// The title of its tab.
    pub fn title(&self) -> String {
        match (self.state.table(), self.state.club()) {
            (Some(table), _) => format!("{} · {}", words::title(table), self.names.join(" – ")),
            (None, Some(_)) => tr!("Tables of {host}", host = self.link.host()),
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
        self.link.code
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
        if self.made_in.has_changed() {
            self.shown = None;
            self.refresh_lines();
            self.refresh_board();
        }
        let mut command = self.top_bar(ui);
        if self.state.table().is_some() && self.state.view().is_some() {
            self.side(ui, textures);
            if self.shows_banner() {
                command = self.banner(ui).or(command);
            }
            self.trouble(ui);
            self.proposal(ui);
            self.table(ui, textures, as_text);
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
        let chosen = if as_text { self.text(ui) } else { in_room(ui, |ui| self.board.ui(ui, textures)) };
        if let (Some(Choice { action, values }), Some(view)) = (chosen, self.state.view()) {
            let revision = view.revision;
            self.send(FromGuest::Act { revision, action, values });
        }
    }

    /// The table as text: every choice as a button, and then its content.
    fn text(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut chosen = None;
        as_text::paper(ui, ("text", self.link.to_string()), Some(Modifiers::NONE), |ui| {
            if !self.board.actions().is_empty() {
                as_text::heading(ui, tr!("What you can do"));
                if self.board.has_form() {
                    chosen = self.board.form_ui(ui);
                } else {
                    let by_keyboard = self.input.by_keyboard();
                    let place = as_text::choices(ui, self.board.actions(), &self.names, by_keyboard);
                    chosen = place.and_then(|place| self.board.choose(place));
                }
            }
            as_text::log(ui, self.lines.iter(), |line| self.sentence(line));
            as_text::scene(ui, self.board.scene(), &self.names, self.board.places());
        });
        chosen
    }

    /// A line of the log with the name of its player.
    fn sentence(&self, line: &LogLine) -> String {
        let name = line.seat.and_then(|seat| self.names.get(seat.index()));
        name.map_or_else(|| line.text.clone(), |name| format!("{name}: {}", line.text))
    }
}

/// The sounds between two scenes of one viewer; a spectator has no turn.
fn sounds(before: &Scene, after: &Scene, viewer: Seat, is_seated: bool) -> Vec<Cue> {
    // The first scene that is shown is no change.
    if before.seats.is_empty() {
        return Vec::new();
    }
    let mut new = cues(before, after, viewer);
    new.retain(|cue| *cue != Cue::YourTurn || is_seated);
    new
}

fn entry(line: SentLine) -> LogEntry {
    let SentLine { seat, dealt, opening, text, rolled, news, messages } = line;
    LogEntry { seat, dealt, opening, text, rolled, news, messages }
}
