//! The players at the seats, and lost connections.
//!
//! A lost connection does not lose a seat: the player is recognised by its key. While the player whose turn it is is
//! away, the clock rests, for [`MAX_REST`] in a match: otherwise somebody could disconnect to gain time to think. While
//! nobody is at the table, no clock runs.

use super::{GuestId, Table, TablePlayer};
use crate::lag::Lag;
use crate::names::distinct_name;
use std::time::{Duration, Instant};
use stonehouse_bots::BotSpec;
use stonehouse_engine::Player;
use stonehouse_guest_protocol::{SeatHolder, SeatState};
use stonehouse_language::Language;
use stonehouse_plugin::{Seat, Text, text};
use stonehouse_session::AgentSpec;

/// How long the clock of a player rests in one match, in all, while its connection is lost.
pub const MAX_REST: Duration = Duration::from_mins(2);

/// The silence after which a connection may be lost: until something is received again, its clock shows what it did
/// then.
const DOUBTFUL_SILENCE: Duration = Duration::from_secs(7);

/// The bot that plays for a player who is away, or who resigned.
const STAND_IN: BotSpec = BotSpec::Journeyman;

/// A guest to whom a seat belongs.
pub(super) struct SeatedPlayer {
    pub name: String,
    pub key_hash: String,
    /// The connection; none while it is lost.
    pub guest: Option<GuestId>,
    pub lag: Lag,
    /// The time at which something was last received of the connection.
    pub received: Instant,
    /// The time for which the clock rested in this match.
    rested: Duration,
    /// The time from which the clock rests.
    rests_since: Option<Instant>,
    /// Whether a bot plays until the player comes back.
    has_stand_in: bool,
}

/// A seat and its player.
pub(super) enum Place {
    /// A seat that a guest can take; a bot may play there until one does.
    Free {
        has_stand_in: bool,
    },
    Taken(Box<SeatedPlayer>),
    Agent(AgentSpec, Player),
}

impl Place {
    /// A free seat, or one of an agent, whose name is unlike those of `others`.
    pub fn new(player: &TablePlayer, others: &[&str]) -> Self {
        match player {
            TablePlayer::Guest => Self::Free { has_stand_in: false },
            TablePlayer::Agent(spec) => {
                let player = spec.player();
                let name = distinct_name(&player.name, others);
                Self::Agent(spec.clone(), Player { name, ..player })
            }
        }
    }

    /// A seat of a player who is not connected.
    pub fn away(name: String, key_hash: String, now: Instant) -> Self {
        Self::Taken(Box::new(SeatedPlayer::new(name, key_hash, None, now)))
    }

    /// The kind of its player.
    pub fn kind(&self) -> TablePlayer {
        match self {
            Self::Agent(spec, _) => TablePlayer::Agent(spec.clone()),
            Self::Free { .. } | Self::Taken(_) => TablePlayer::Guest,
        }
    }

    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Free { .. })
    }

    pub const fn is_agent(&self) -> bool {
        matches!(self, Self::Agent(..))
    }

    pub fn seated(&self) -> Option<&SeatedPlayer> {
        if let Self::Taken(player) = self { Some(player) } else { None }
    }

    pub fn seated_mut(&mut self) -> Option<&mut SeatedPlayer> {
        if let Self::Taken(player) = self { Some(player) } else { None }
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Free { .. } => "",
            Self::Taken(player) => &player.name,
            Self::Agent(_, player) => &player.name,
        }
    }

    /// The player as a record names it.
    pub fn player(&self) -> Player {
        match self {
            Self::Free { .. } => Player::guest(""),
            Self::Taken(player) => Player::guest(&player.name),
            Self::Agent(_, player) => player.clone(),
        }
    }

    pub fn begin_match(&mut self) {
        if let Some(player) = self.seated_mut() {
            player.lag.begin_match();
            player.rested = Duration::ZERO;
        }
    }
}

impl SeatedPlayer {
    fn new(name: String, key_hash: String, guest: Option<GuestId>, now: Instant) -> Self {
        Self {
            name,
            key_hash,
            guest,
            lag: Lag::default(),
            received: now,
            rested: Duration::ZERO,
            rests_since: None,
            has_stand_in: false,
        }
    }

    /// How much longer its clock may rest in this match.
    fn rest_left(&self, now: Instant) -> Duration {
        let resting = self.rests_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        MAX_REST.saturating_sub(self.rested + resting)
    }

    fn end_rest(&mut self, now: Instant) {
        if let Some(since) = self.rests_since.take() {
            self.rested = (self.rested + now.saturating_duration_since(since)).min(MAX_REST);
        }
    }
}

impl Table {
    /// The seat whose player has a key of this hash.
    pub(super) fn seat_of_key(&self, key_hash: &str) -> Option<Seat> {
        let is_theirs = |seat: &Seat| self.seated(*seat).is_some_and(|player| player.key_hash == key_hash);
        Seat::all(self.places.len()).find(is_theirs)
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> Option<&mut SeatedPlayer> {
        self.places.get_mut(seat.index()).and_then(Place::seated_mut)
    }

    /// Gives a free seat to a guest.
    pub(super) fn sit(&mut self, id: GuestId, seat: Seat, now: Instant) -> Result<(), Text> {
        let others: Vec<&str> = self.places.iter().map(Place::name).collect();
        let Some(guest) = self.guests.get(&id) else { return Ok(()) };
        if guest.seat.is_some() {
            return Err(text!("you have a seat already: leave it first"));
        }
        match self.places.get(seat.index()) {
            Some(Place::Free { .. }) => {}
            Some(place) => return Err(text!("{name} has taken that seat", name = place.name().to_owned())),
            None => return Err(text!("this table has no such seat")),
        }
        let name = distinct_name(&guest.name, &others);
        let player = SeatedPlayer::new(name.clone(), guest.key_hash.clone(), Some(id), now);
        self.places[seat.index()] = Place::Taken(Box::new(player));
        if let Some(guest) = self.guests.get_mut(&id) {
            guest.seat = Some(seat);
            guest.name = name;
            // What the seat may know differs from what everybody may.
            guest.log_sent = 0;
        }
        self.seat_agent(seat);
        self.set_clock_going(now);
        self.save();
        self.changed(now);
        Ok(())
    }

    /// Frees the seat of a guest, who stays as a spectator.
    pub(super) fn stand(&mut self, id: GuestId, now: Instant) -> Result<(), Text> {
        let seat = self.seat_of(id)?;
        let name = self.places[seat.index()].name().to_owned();
        self.places[seat.index()] = Place::Free { has_stand_in: false };
        self.report(text!("{name} has left the seat.", name));
        self.ahead.retain(|(other, _)| *other != seat);
        if let Some(guest) = self.guests.get_mut(&id) {
            guest.seat = None;
            guest.log_sent = 0;
        }
        self.set_clock_going(now);
        self.save();
        self.drop_proposal_if_alone(now);
        self.changed(now);
        Ok(())
    }

    /// Connects the player of a seat again.
    pub(super) fn come_back(&mut self, seat: Seat, id: GuestId, now: Instant) {
        if let Some(player) = self.player_mut(seat) {
            player.guest = Some(id);
            player.received = now;
            player.has_stand_in = false;
            player.lag = Lag::of_new_connection(player.lag.credited());
            player.end_rest(now);
        }
        self.seat_agent(seat);
        self.set_clock_going(now);
    }

    /// Notes that the connection of the player of a seat is lost, of which something was last received at `since`.
    pub(super) fn go_away(&mut self, seat: Seat, since: Instant, now: Instant) {
        if let Some(player) = self.player_mut(seat) {
            player.guest = None;
            player.received = since;
        }
        self.set_clock_going(now);
    }

    /// Notes that a frame of a guest was received, and how long it took to answer a ping.
    pub fn note_received(&mut self, id: GuestId, answered_in: Option<Duration>, now: Instant) {
        let Some(seat) = self.guests.get(&id).and_then(|guest| guest.seat) else { return };
        if let Some(player) = self.player_mut(seat) {
            player.received = now;
            if let Some(answered_in) = answered_in {
                player.lag.note(answered_in);
            }
        }
    }

    /// The seat whose clock runs, or would if it did not rest.
    fn seat_on_clock(&self) -> Option<Seat> {
        let current = self.current()?;
        current.clock()?;
        current.to_act().filter(|seat| !current.has_resigned(*seat))
    }

    /// The time by which clocks are checked: for a player whose message may be under way, some earlier one. `None`
    /// where there is no clock.
    pub(super) fn time_for_clocks(&mut self, now: Instant) -> Option<Instant> {
        let seat = self.seat_on_clock().filter(|_| !self.guests.is_empty())?;
        let Some(player) = self.player_mut(seat) else { return Some(now) };
        if player.rests_since.is_some() && player.rest_left(now).is_zero() {
            player.end_rest(now);
            self.set_clock_going(now);
            return Some(now);
        }
        let silent = now.saturating_duration_since(player.received);
        if player.guest.is_some() && silent > DOUBTFUL_SILENCE && !player.rest_left(now).is_zero() {
            return Some(player.received);
        }
        Some(now.checked_sub(player.lag.credit()).unwrap_or(now))
    }

    /// Starts the clock of the seat whose turn it is; or lets it rest, where its player is away.
    pub(super) fn set_clock_going(&mut self, now: Instant) {
        let on_clock = self.seat_on_clock();
        let mut rests_from = None;
        for (index, place) in self.places.iter_mut().enumerate() {
            let Some(player) = place.seated_mut() else { continue };
            let has_turn = on_clock.is_some_and(|seat| seat.index() == index);
            let is_away = player.guest.is_none() && !player.has_stand_in;
            if has_turn && is_away && !player.rest_left(now).is_zero() {
                let since = *player.rests_since.get_or_insert(player.received.min(now));
                rests_from = Some(since);
            } else {
                player.end_rest(now);
            }
        }
        // Nobody's time passes while nobody is here, or nobody has the seat.
        let is_unused = |seat: Seat| matches!(self.places[seat.index()], Place::Free { has_stand_in: false });
        let waits = self.guests.is_empty() || on_clock.is_some_and(is_unused);
        let Some(session) = &mut self.session else { return };
        match rests_from {
            Some(since) => session.current_mut().pause_clock(since),
            None if waits || self.is_paused => session.current_mut().pause_clock(now),
            None => session.current_mut().start_clock(now),
        }
    }

    /// The seats as everybody sees them, with the names of bots in this language.
    pub(super) fn seat_states(&self, language: &Language) -> Vec<SeatState> {
        let state = |(seat, place): (Seat, &Place)| {
            let has_resigned = self.current().is_some_and(|current| current.has_resigned(seat));
            let holder = match place {
                Place::Free { has_stand_in: true } => SeatHolder::StandIn,
                Place::Free { .. } => SeatHolder::Free,
                Place::Agent(..) => SeatHolder::Agent,
                Place::Taken(_) if has_resigned => SeatHolder::Resigned,
                Place::Taken(player) if player.guest.is_some() => SeatHolder::Guest,
                Place::Taken(player) if player.has_stand_in => SeatHolder::StandIn,
                Place::Taken(_) => SeatHolder::Away,
            };
            let credited = place.seated().map_or(Duration::ZERO, |player| player.lag.credited());
            let name = if holder == SeatHolder::Agent { language.words(place.name()) } else { place.name().into() };
            SeatState { name: name.into_owned(), holder, credited_ms: credited.as_millis() as u64 }
        };
        Seat::all(self.places.len()).zip(&self.places).map(state).collect()
    }

    /// Seats the agents of all seats that have one.
    pub(super) fn seat_agents(&mut self) {
        Seat::all(self.places.len()).for_each(|seat| self.seat_agent(seat));
    }

    /// Seats the agent of a seat: a bot for a player who resigned or has a stand-in, none for other guests.
    pub(super) fn seat_agent(&mut self, seat: Seat) {
        let Some(session) = &mut self.session else { return };
        let has_resigned = session.current().has_resigned(seat);
        let spec = match &self.places[seat.index()] {
            Place::Agent(spec, _) => Some(spec.clone()),
            Place::Taken(player) if player.has_stand_in => Some(STAND_IN.into()),
            Place::Free { has_stand_in: true } => Some(STAND_IN.into()),
            Place::Taken(_) | Place::Free { .. } => has_resigned.then(|| STAND_IN.into()),
        };
        let agent = spec.map(|spec| spec.build_for_window(session.current().seed(), &self.setup.programs));
        if agent.is_none() && !session.has_agent(seat) {
            return;
        }
        session.set_agent(seat, agent);
        self.stop_thinking();
    }

    /// Whether a bot could play at a seat: its player is away, or it has none.
    pub(super) fn has_seat_to_fill(&self) -> bool {
        self.places.iter().any(|place| match place {
            Place::Free { has_stand_in } => !has_stand_in,
            Place::Taken(player) => player.guest.is_none() && !player.has_stand_in,
            Place::Agent(..) => false,
        })
    }

    /// Lets a bot play for everybody who is away, and at free seats.
    pub(super) fn seat_stand_ins(&mut self, now: Instant) {
        for place in &mut self.places {
            match place {
                Place::Free { has_stand_in } => *has_stand_in = true,
                Place::Taken(player) if player.guest.is_none() => player.has_stand_in = true,
                Place::Taken(_) | Place::Agent(..) => {}
            }
        }
        self.seat_agents();
        self.set_clock_going(now);
    }

    /// Replaces an agent that failed by a bot, unless it is one already. Returns whether it was replaced.
    pub(super) fn replace_agent(&mut self, seat: Seat) -> bool {
        let Some(Place::Agent(spec, _)) = self.places.get_mut(seat.index()) else { return false };
        let stand_in = AgentSpec::from(STAND_IN);
        if *spec == stand_in {
            return false;
        }
        *spec = stand_in;
        self.seat_agent(seat);
        true
    }

    /// Moves every player one seat to the left, for another match.
    pub(super) fn move_seats(&mut self) {
        self.places.rotate_right(1);
        for (seat, place) in Seat::all(self.places.len()).zip(&self.places) {
            let Some(id) = place.seated().and_then(|player| player.guest) else { continue };
            if let Some(guest) = self.guests.get_mut(&id) {
                guest.seat = Some(seat);
            }
        }
    }
}
