//! A table: a match with guests at some or all of its seats. It has no sockets: messages come in as function calls,
//! and go out through each guest's [`Outbox`].
//!
//! - this module: the table, and the guests who come and leave
//! - `seats`: the players at the seats, and lost connections
//! - `choices`: actions of guests, and of bots
//! - `proposals`: proposals, to which all have to agree
//! - `views`: the table as each guest may see it
//! - `saved`: the file from which a table is opened again
//!
//! Where several seats choose at once, a guest's choice is kept here until the seats before it have chosen, so a match
//! and its record have the choices in the order of seats, whichever came first.

mod choices;
mod proposals;
mod saved;
mod seats;
#[cfg(test)]
mod tests;
mod views;

use crate::games::title;
use crate::limits::Rate;
use crate::names::{clean_name, clean_remark};
use crate::outbox::Outbox;
pub(crate) use choices::AgentWork;
use choices::Thinking;
use proposals::OpenProposal;
pub(crate) use saved::files_of_tables;
pub use saved::{RestoreError, SavedTable, saved_tables};
use seats::{Place, SeatedPlayer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Match, MatchError, Player, Ruleset};
use stonehouse_guest_protocol::{
    FromGuest, FromHost, GuestKey, InviteCode, OpenTable, PROTOCOL, SeatTitle, TableInfo, Welcome,
};
use stonehouse_language::Language;
use stonehouse_plugin::{Seat, Text, text};
use stonehouse_runtime::Choice;
use stonehouse_session::{AgentSpec, Programs, Session, UnknownAgent};
use views::Views;

/// The most guests at one table, with and without a seat.
const MAX_GUESTS: usize = 64;

/// A guest who is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GuestId(u64);

/// A connected guest.
struct Guest {
    name: String,
    key_hash: String,
    seat: Option<Seat>,
    /// The language in which the guest is written to.
    language: Arc<Language>,
    /// The lines of the log that the guest was sent.
    log_sent: usize,
    remarks: Rate,
    outbox: Arc<Outbox>,
}

/// The kind of the player at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablePlayer {
    /// A guest.
    Guest,
    /// A bot, or a program of the host.
    Agent(AgentSpec),
}

impl TablePlayer {
    /// A guest, by name.
    pub const GUEST: &'static str = "guest";
}

impl FromStr for TablePlayer {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        if name == Self::GUEST { Ok(Self::Guest) } else { name.parse().map(Self::Agent) }
    }
}

impl fmt::Display for TablePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Guest => f.write_str(Self::GUEST),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}

/// The setup of a table.
#[derive(Clone)]
pub struct TableSetup {
    /// The variant, as GAME/ID.
    pub variant: String,
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// The players, by seat.
    pub players: Vec<TablePlayer>,
    /// The programs of the host.
    pub programs: Programs,
    /// The folder for records; without one nothing is recorded, nor saved.
    pub records: Option<PathBuf>,
    /// The file from which the table is opened again.
    pub file: Option<PathBuf>,
    /// Whether guests can write remarks.
    pub remarks: bool,
}

/// A match with guests.
pub(crate) struct Table {
    code: InviteCode,
    setup: TableSetup,
    places: Vec<Place>,
    guests: BTreeMap<GuestId, Guest>,
    guests_so_far: u64,
    session: Option<Session>,
    /// Choices made at once with others, ahead of the seats before them.
    ahead: Vec<(Seat, Choice)>,
    /// Grows with every change of the position. Choices from an earlier one are refused.
    revision: u64,
    views: Views,
    proposal: Option<OpenProposal>,
    proposals_so_far: u64,
    /// The agent that is choosing.
    thinking: Option<Thinking>,
    /// Whether the clocks rest until somebody acts.
    is_paused: bool,
    failure: Option<Text>,
    /// Whether it is closed for good: its match has ended here, and can be continued elsewhere.
    is_closed: bool,
    /// The time at which the last guest left.
    empty_since: Option<Instant>,
}

impl Table {
    /// A table at which nobody sits yet. Without a seat for guests, its match begins at once.
    pub fn new(code: InviteCode, setup: TableSetup, now: Instant) -> Self {
        let mut places: Vec<Place> = Vec::new();
        for player in &setup.players {
            let others: Vec<&str> = places.iter().map(Place::name).collect();
            let place = Place::new(player, &others);
            places.push(place);
        }
        let mut table = Self::with_places(code, setup, places, now);
        table.begin_if_complete(now);
        table.save();
        table
    }

    fn with_places(code: InviteCode, setup: TableSetup, places: Vec<Place>, now: Instant) -> Self {
        Self {
            code,
            setup,
            places,
            guests: BTreeMap::new(),
            guests_so_far: 0,
            session: None,
            ahead: Vec::new(),
            revision: 1,
            views: Views::default(),
            proposal: None,
            proposals_so_far: 0,
            thinking: None,
            is_paused: false,
            failure: None,
            is_closed: false,
            empty_since: Some(now),
        }
    }

    /// The code of its invitation.
    pub const fn code(&self) -> InviteCode {
        self.code
    }

    /// The variant of its first match, as GAME/ID.
    pub fn variant(&self) -> &str {
        &self.setup.variant
    }

    /// The match, once it has begun.
    pub fn current(&self) -> Option<&Match> {
        self.session.as_ref().map(Session::current)
    }

    /// How long no guest has been at the table.
    pub fn empty_for(&self, now: Instant) -> Duration {
        self.empty_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Whether its match is over, or has not begun.
    pub fn is_idle(&self) -> bool {
        self.current().is_none_or(|current| current.end().is_some())
    }

    /// Whether its match is not over, or somebody has a seat for one.
    pub fn can_be_continued(&self) -> bool {
        match self.current() {
            Some(current) => current.end().is_none(),
            None => self.places.iter().any(|place| place.seated().is_some()),
        }
    }

    /// The table in a list.
    pub fn listed(&self) -> OpenTable {
        let state = match self.current() {
            None => text!("waits for players"),
            Some(current) if current.end().is_some() => text!("over"),
            Some(current) => text!("{n} actions played", n = current.len()),
        };
        OpenTable {
            code: self.code.to_string(),
            title: self.title(),
            names: self.places.iter().map(|place| place.name().to_owned()).collect(),
            state,
        }
    }

    fn title(&self) -> Text {
        let ruleset = self.ruleset();
        title(&ruleset.plugin().about().name, &ruleset.variant().name)
    }

    /// The rules of the match, or of the next one before it begins.
    pub(crate) fn ruleset(&self) -> &Arc<Ruleset> {
        self.current().map_or(&self.setup.ruleset, Match::ruleset)
    }

    /// Lets a guest come to the table: to the seat that it had, if its key is that of a player. An earlier connection
    /// of that player ends.
    ///
    /// # Errors
    /// When the table is full: a sentence.
    pub fn join(
        &mut self,
        name: &str,
        key: Option<GuestKey>,
        new_key: GuestKey,
        language: Arc<Language>,
        now: Instant,
    ) -> Result<(GuestId, Arc<Outbox>), Text> {
        // A key that nobody here has is not taken over: the guest gets another.
        let is_known = |key: &GuestKey| {
            let hash = key.hash();
            self.seat_of_key(&hash).is_some() || self.guests.values().any(|guest| guest.key_hash == hash)
        };
        let key = key.filter(is_known).unwrap_or(new_key);
        let key_hash = key.hash();
        let seat = self.seat_of_key(&key_hash);
        // The same browser, once more: its earlier page ends.
        let earlier: Vec<GuestId> =
            self.guests.iter().filter(|(_, guest)| guest.key_hash == key_hash).map(|(id, _)| *id).collect();
        for id in earlier {
            if let Some(guest) = self.guests.remove(&id) {
                guest.outbox.close(text!("you have come to this table from another window"));
            }
        }
        if self.guests.len() >= MAX_GUESTS {
            return Err(text!("this table is full: try again when somebody has left"));
        }
        self.guests_so_far += 1;
        let id = GuestId(self.guests_so_far);
        let outbox = Arc::new(Outbox::default());
        outbox.push(FromHost::Welcome(Welcome { protocol: PROTOCOL, key: key.to_string(), table: self.info() }));
        let known = seat.map(|seat| self.places[seat.index()].name().to_owned());
        let name = known.or_else(|| clean_name(name)).unwrap_or_else(|| "Guest".to_owned());
        let remarks = Rate::of_remarks(now);
        let guest = Guest { name, key_hash, seat, language, log_sent: 0, remarks, outbox: Arc::clone(&outbox) };
        self.guests.insert(id, guest);
        self.empty_since = None;
        if let Some(seat) = seat {
            self.come_back(seat, id, now);
        }
        self.changed(now);
        Ok((id, outbox))
    }

    fn info(&self) -> TableInfo {
        let ruleset = self.ruleset();
        let plugin = ruleset.plugin();
        let seats = ruleset.seating().seats.iter();
        TableInfo {
            game_id: plugin.about().id.clone(),
            game: plugin.about().name.clone(),
            variant: ruleset.variant().name.clone(),
            rules: ruleset.variant().differences(plugin.knobs()).into_iter().map(Into::into).collect(),
            seats: seats.map(|seat| SeatTitle { name: seat.name.clone(), team: seat.team }).collect(),
            remarks: self.setup.remarks,
        }
    }

    /// Ends a guest's connection, of which something was last received at `since`. Its seat waits for it.
    pub fn lose(&mut self, id: GuestId, since: Instant, now: Instant) {
        let Some(guest) = self.guests.remove(&id) else { return };
        if let Some(seat) = guest.seat {
            self.go_away(seat, since, now);
        }
        self.after_departure(now);
    }

    fn after_departure(&mut self, now: Instant) {
        if self.guests.is_empty() {
            self.empty_since = Some(now);
        }
        self.drop_proposal_if_alone(now);
        self.changed(now);
    }

    /// Executes a message of a guest. What is not possible is refused, with the reason.
    pub fn receive(&mut self, id: GuestId, message: FromGuest, now: Instant) {
        if self.is_closed {
            return;
        }
        let done = match message {
            FromGuest::Hello { .. } | FromGuest::Open { .. } => Err(text!("you are at a table already")),
            FromGuest::Sit { seat } => self.sit(id, seat, now),
            FromGuest::Stand => self.stand(id, now),
            FromGuest::Act { revision, action, values } => self.act(id, revision, Choice { action, values }, now),
            FromGuest::Resign => self.resign(id, now),
            FromGuest::Propose { proposal } => self.propose(id, proposal, now),
            FromGuest::Answer { id: number, agrees } => self.answer(id, number, agrees, now),
            FromGuest::Remark { text } => self.remark(id, &text, now),
            FromGuest::Leave => {
                let stood = if self.guests.get(&id).is_some_and(|guest| guest.seat.is_some()) {
                    self.stand(id, now)
                } else {
                    Ok(())
                };
                if let Some(guest) = self.guests.remove(&id) {
                    guest.outbox.close(text!("you have left the table"));
                }
                self.after_departure(now);
                stood
            }
        };
        if let (Err(why), Some(guest)) = (done, self.guests.get(&id)) {
            guest.outbox.push(FromHost::Refused { why });
            // The guest may have acted on a view that is out of date.
            guest.outbox.renew_view();
        }
    }

    fn remark(&mut self, id: GuestId, text: &str, now: Instant) -> Result<(), Text> {
        let Some(guest) = self.guests.get_mut(&id) else { return Ok(()) };
        if !self.setup.remarks {
            return Err(text!("the host has switched remarks off"));
        }
        let text = clean_remark(text).ok_or_else(|| text!("there is nothing to read in that remark"))?;
        guest.remarks.count(now).map_err(|_| text!("you write faster than others can read: wait a moment"))?;
        let by = guest.name.clone();
        self.send_to_all(&FromHost::Remark { by, text });
        Ok(())
    }

    /// Stops clocks that have run out.
    pub fn pass_time(&mut self, now: Instant) {
        let Some(credited) = self.time_for_clocks(now) else { return };
        let Some(session) = &mut self.session else { return };
        if session.current().end().is_some() || self.failure.is_some() {
            return;
        }
        match session.current_mut().check_time(credited) {
            Ok(false) => {}
            Ok(true) => {
                self.renew_position();
                self.drop_outdated_proposal();
                self.changed(now);
            }
            Err(error) => self.failed(&error, now),
        }
    }

    /// Begins the match if every seat for guests is taken.
    fn begin_if_complete(&mut self, now: Instant) {
        if !self.is_closed && self.session.is_none() && self.places.iter().all(|place| !place.is_free()) {
            let ruleset = Arc::clone(&self.setup.ruleset);
            self.begin(&ruleset, now);
        }
    }

    /// Begins a match with the players who sit here.
    fn begin(&mut self, ruleset: &Arc<Ruleset>, now: Instant) {
        let players: Vec<Player> = self.places.iter().map(Place::player).collect();
        let mut bytes = [0; 8];
        if let Err(error) = getrandom::fill(&mut bytes) {
            self.failure = Some(text!("the system gives no random numbers: {why}", why = error.to_string()));
            return;
        }
        // Records have seeds of 53 bits, which every program can read as a number.
        let seed = u64::from_le_bytes(bytes) >> 11;
        match Match::new(ruleset, seed, players, self.setup.records.as_deref()) {
            Ok(begun) => self.play_match(begun, now),
            Err(error) => self.failure = Some(text!("the match cannot begin: {why}", why = error.to_string())),
        }
    }

    /// Seats the agents of a match, which begins or is continued.
    fn play_match(&mut self, current: Match, now: Instant) {
        self.session = Some(Session::new(current, Vec::new()));
        self.ahead.clear();
        self.failure = None;
        self.is_paused = false;
        self.places.iter_mut().for_each(Place::begin_match);
        self.guests.values_mut().for_each(|guest| guest.log_sent = 0);
        self.seat_agents();
        self.set_clock_going(now);
        self.save();
    }

    /// Queues a new view for every guest, after something has changed.
    fn changed(&mut self, now: Instant) {
        self.begin_if_complete(now);
        self.views.clear();
        self.guests.values().for_each(|guest| guest.outbox.renew_view());
    }

    fn failed(&mut self, error: &MatchError, now: Instant) {
        self.failure = Some(error.to_string().into());
        self.changed(now);
    }

    /// Reports something that happened at the table to everybody there.
    fn report(&self, text: Text) {
        self.send_to_all(&FromHost::Report { text });
    }

    fn send_to_all(&self, message: &FromHost) {
        self.guests.values().for_each(|guest| guest.outbox.push(message.clone()));
    }

    /// Removes the file from which the table would be opened again. The record of its match stays.
    pub fn forget(&mut self) {
        if let Some(file) = self.setup.file.take() {
            let _ = std::fs::remove_file(file);
        }
    }

    /// Ends all connections, and lets go of the record, so that the match can be continued at another table.
    pub fn close(&mut self, why: &Text) {
        self.guests.values().for_each(|guest| guest.outbox.close(why.clone()));
        self.is_closed = true;
        self.stop_thinking();
        self.session = None;
    }

    fn seat_of(&self, id: GuestId) -> Result<Seat, Text> {
        self.guests.get(&id).and_then(|guest| guest.seat).ok_or_else(|| text!("take a seat first"))
    }

    fn seated(&self, seat: Seat) -> Option<&SeatedPlayer> {
        self.places.get(seat.index()).and_then(Place::seated)
    }
}
