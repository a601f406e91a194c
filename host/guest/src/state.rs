//! The state of a guest, of the club and of its table: the messages of the host, checked and put together.

use std::time::Duration;
use stonehouse_guest_protocol::{BotInfo, FromHost, LogLine, MAX_REMARK, OpenTable, TableInfo, VariantInfo, View};
use stonehouse_plugin::{MAX_SEATS, Seat, Text};
use web_time::Instant;

/// The most remarks that are kept.
const MAX_REMARKS: usize = 200;

/// The list of a club's tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Club {
    /// The variants of which a table can be opened.
    pub variants: Vec<VariantInfo>,
    /// The bots that a guest can seat.
    pub bots: Vec<BotInfo>,
    /// The open tables.
    pub tables: Vec<OpenTable>,
}

/// A proposal that the guest has to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedProposal {
    /// Its number.
    pub id: u64,
    /// The name of the player who made it.
    pub by: String,
    /// The proposal, as the end of "Anna proposes to".
    pub text: Text,
}

/// A remark, or a report of something that happened at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestRemark {
    /// How many actions the match had then.
    pub after: usize,
    /// The name of its writer; empty for a report.
    pub by: String,
    /// The text.
    pub text: Text,
}

/// The change that a message made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// The guest has come to a table, with this key.
    Welcomed(String),
    /// The guest sees a club.
    Club,
    /// The guest's table has this code: it was opened at the club.
    Opened(String),
    /// The table has changed.
    View,
    /// A remark or a report was added, or a proposal has changed.
    Note,
    /// The last message changed nothing, for this reason.
    Refused(Text),
    /// The connection ends, for this reason.
    Ended(Text),
}

/// A message that a host of this version does not send.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMessage {
    /// A view before the table is known.
    #[error("the host sent a table before its seats")]
    NoTable,
    /// It does not fit the seats of the table.
    #[error("the host sent a table that does not fit its seats")]
    Seats,
    /// Its log does not continue the one before.
    #[error("the host sent a log with a gap")]
    Log,
    /// The scene cannot be drawn.
    #[error("the host sent a table that cannot be drawn: {0}")]
    Scene(String),
}

/// The state of a guest.
#[derive(Default)]
pub struct GuestState {
    club: Option<Club>,
    table: Option<TableInfo>,
    view: Option<View>,
    log: Vec<LogLine>,
    remarks: Vec<GuestRemark>,
    proposal: Option<OpenedProposal>,
    /// When the view arrived, from which clocks run on.
    viewed: Option<Instant>,
}

impl GuestState {
    /// Takes a message of the host.
    ///
    /// # Errors
    /// When it is not valid. Nothing of it is kept then.
    pub fn receive(&mut self, message: FromHost, now: Instant) -> Result<Received, InvalidMessage> {
        Ok(match message {
            FromHost::Welcome(welcome) => {
                if welcome.table.seats.is_empty() || welcome.table.seats.len() > MAX_SEATS {
                    return Err(InvalidMessage::Seats);
                }
                let remarks = std::mem::take(&mut self.remarks);
                // The same table again keeps its remarks: the connection was lost in between.
                let remarks = if self.table.as_ref() == Some(&welcome.table) { remarks } else { Vec::new() };
                *self = Self { table: Some(welcome.table), remarks, ..Self::default() };
                Received::Welcomed(welcome.key)
            }
            FromHost::Club { variants, bots, tables } => {
                *self = Self { club: Some(Club { variants, bots, tables }), ..Self::default() };
                Received::Club
            }
            FromHost::Opened { code } => Received::Opened(code),
            FromHost::View(view) => {
                self.take_view(view)?;
                self.viewed = Some(now);
                Received::View
            }
            FromHost::Proposed { id, by, text, .. } => {
                self.proposal = Some(OpenedProposal { id, by, text });
                Received::Note
            }
            FromHost::Settled { id, text, .. } => {
                self.proposal.take_if(|proposal| proposal.id == id);
                self.note(String::new(), text);
                Received::Note
            }
            FromHost::Remark { by, text } => {
                self.note(by, Text::plain(text.chars().take(MAX_REMARK).collect::<String>()));
                Received::Note
            }
            FromHost::Report { text } => {
                self.note(String::new(), text);
                Received::Note
            }
            FromHost::Refused { why } => Received::Refused(why),
            FromHost::Bye { why } => Received::Ended(why),
        })
    }

    fn take_view(&mut self, mut view: View) -> Result<(), InvalidMessage> {
        let seats = self.table.as_ref().ok_or(InvalidMessage::NoTable)?.seats.len();
        let is_seat = |seat: Seat| seat.index() < seats;
        let fits = view.seats.len() == seats
            && view.you.is_none_or(is_seat)
            && view.running.is_none_or(is_seat)
            && view.to_act.iter().all(is_seat)
            && view.log.iter().all(|line| is_seat(line.seat))
            && view.left_ms.as_ref().is_none_or(|left| left.len() == seats)
            && view.end.as_ref().is_none_or(|end| {
                end.winners.iter().all(is_seat) && (end.scores.is_empty() || end.scores.len() == seats)
            });
        if !fits {
            return Err(InvalidMessage::Seats);
        }
        if view.log_from > self.log.len() {
            return Err(InvalidMessage::Log);
        }
        if let Some(scene) = &view.scene {
            scene.check(seats).map_err(|error| InvalidMessage::Scene(error.clone()))?;
        }
        let is_next_match = self.view.as_ref().is_some_and(|old| old.end.is_some()) && view.end.is_none();
        if is_next_match && view.log_from == 0 {
            self.remarks.clear();
        }
        let before = self.log.len();
        self.log.truncate(view.log_from);
        self.log.append(&mut view.log);
        if self.log.len() < before {
            // Remarks about what was taken back come before what is played next.
            let count = self.log.len();
            self.remarks.iter_mut().for_each(|remark| remark.after = remark.after.min(count));
        }
        self.view = Some(view);
        Ok(())
    }

    fn note(&mut self, by: String, text: Text) {
        self.remarks.push(GuestRemark { after: self.log.len(), by, text });
        if self.remarks.len() > MAX_REMARKS {
            self.remarks.remove(0);
        }
    }

    /// The club, while the guest is not at one of its tables.
    pub const fn club(&self) -> Option<&Club> {
        self.club.as_ref()
    }

    /// The table.
    pub const fn table(&self) -> Option<&TableInfo> {
        self.table.as_ref()
    }

    /// The table as the guest may see it now. Its log is empty: [`log`](Self::log) has the whole.
    pub const fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// The whole log.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// Remarks and reports, in order.
    pub fn remarks(&self) -> &[GuestRemark] {
        &self.remarks
    }

    /// The proposal that has to be answered.
    pub const fn proposal(&self) -> Option<&OpenedProposal> {
        self.proposal.as_ref()
    }

    /// Takes the proposal, in order to answer it.
    pub fn take_proposal(&mut self) -> Option<OpenedProposal> {
        self.proposal.take()
    }

    /// The names of the players, by seat: a free seat has its own.
    pub fn names(&self) -> Vec<String> {
        let Some(table) = &self.table else { return Vec::new() };
        let name = |(place, seat): (usize, &stonehouse_guest_protocol::SeatTitle)| {
            let player = self.view.as_ref().and_then(|view| view.seats.get(place)).map(|state| state.name.as_str());
            player.filter(|name| !name.is_empty()).map_or_else(|| seat.name.clone(), str::to_owned)
        };
        table.seats.iter().enumerate().map(name).collect()
    }

    /// The time that each seat has left, where clocks are used.
    pub fn clocks(&self, now: Instant) -> Option<Vec<Duration>> {
        let view = self.view.as_ref()?;
        let since = self.viewed.map_or(Duration::ZERO, |viewed| now.saturating_duration_since(viewed));
        let left = view.left_ms.as_ref()?.iter().map(|left| Duration::from_millis(*left));
        let runs = |place: usize| view.running.is_some_and(|seat| seat.index() == place);
        Some(
            left.enumerate()
                .map(|(place, left)| left.saturating_sub(if runs(place) { since } else { Duration::ZERO }))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_guest_protocol::{EndReason, EndView, Proposal, SeatHolder, SeatState, SeatTitle, Welcome};
    use stonehouse_plugin::{Scene, Seats, text};

    fn line(seat: u8, text: &str) -> LogLine {
        LogLine {
            seat: Seat(seat),
            dealt: Vec::new(),
            opening: None,
            text: text.to_owned().into(),
            rolled: Vec::new(),
            news: None,
            messages: Vec::new(),
        }
    }

    fn view(log_from: usize, log: Vec<LogLine>) -> View {
        let seat = |name: &str, holder| SeatState { name: name.to_owned(), holder, credited_ms: 0 };
        View {
            revision: 1,
            you: Some(Seat(1)),
            seats: vec![seat("", SeatHolder::Free), seat("Ben", SeatHolder::Guest)],
            spectators: 0,
            to_act: Seats::default(),
            scene: None,
            choices: Vec::new(),
            log_from,
            log,
            left_ms: None,
            running: None,
            is_paused: false,
            end: None,
            failure: None,
        }
    }

    /// A guest who has come to a table of two seats.
    fn guest() -> GuestState {
        let mut state = GuestState::default();
        let seats = ["White", "Black"].map(|name| SeatTitle { name: name.to_owned(), team: 0 }).to_vec();
        let table = TableInfo {
            game_id: "hex".to_owned(),
            game: "Hex".to_owned(),
            variant: "Small".to_owned(),
            rules: Vec::new(),
            seats,
            remarks: true,
        };
        let welcome = Welcome { protocol: 1, key: "key".to_owned(), table };
        let received = state.receive(FromHost::Welcome(welcome), Instant::now());
        assert_eq!(received, Ok(Received::Welcomed("key".to_owned())));
        state
    }

    fn send(state: &mut GuestState, view: View) -> Result<Received, InvalidMessage> {
        state.receive(FromHost::View(view), Instant::now())
    }

    #[test]
    fn the_log_grows_is_shortened_by_an_undo_and_has_no_gap() {
        let mut state = guest();
        send(&mut state, view(0, vec![line(0, "a"), line(1, "b")])).unwrap();
        send(&mut state, view(1, vec![line(1, "c"), line(0, "d")])).unwrap();
        let texts = |state: &GuestState| state.log().iter().map(|line| line.text.to_string()).collect::<Vec<_>>();
        assert_eq!(texts(&state), ["a", "c", "d"]);
        assert_eq!(send(&mut state, view(4, Vec::new())), Err(InvalidMessage::Log));
        state.receive(FromHost::Report { text: text!("The match has gone on.") }, Instant::now()).unwrap();
        send(&mut state, view(1, Vec::new())).unwrap();
        assert_eq!(texts(&state), ["a"]);
        assert_eq!(state.remarks()[0].after, 1, "what is played next comes after it");
        assert_eq!(state.names(), ["White", "Ben"]);
    }

    #[test]
    fn a_view_that_does_not_fit_the_table_changes_nothing() {
        let mut state = guest();
        assert_eq!(send(&mut GuestState::default(), view(0, Vec::new())), Err(InvalidMessage::NoTable));
        send(&mut state, view(0, vec![line(0, "a")])).unwrap();
        let end = |winner: u8, scores: &[i64]| {
            Some(EndView { winners: Seat(winner).into(), scores: scores.to_vec(), reason: EndReason::Rules })
        };
        let wrong = [
            View { you: Some(Seat(2)), ..view(0, Vec::new()) },
            View { seats: Vec::new(), ..view(0, Vec::new()) },
            View { running: Some(Seat(7)), ..view(0, Vec::new()) },
            View { to_act: Seat(5).into(), ..view(0, Vec::new()) },
            View { left_ms: Some(vec![1]), ..view(0, Vec::new()) },
            View { end: end(2, &[]), ..view(0, Vec::new()) },
            View { end: end(0, &[1]), ..view(0, Vec::new()) },
            view(0, vec![line(2, "b")]),
        ];
        for wrong in wrong {
            assert_eq!(send(&mut state, wrong.clone()), Err(InvalidMessage::Seats), "{wrong:?}");
        }
        let undrawable = send(&mut state, View { scene: Some(Scene::default()), ..view(0, Vec::new()) });
        assert!(matches!(undrawable, Err(InvalidMessage::Scene(_))), "{undrawable:?}");
        assert_eq!(state.log().len(), 1);
        assert_eq!(state.view().map(|view| view.you), Some(Some(Seat(1))));
    }

    #[test]
    fn remarks_survive_a_lost_connection_and_end_with_the_next_match() {
        let mut state = guest();
        send(&mut state, view(0, vec![line(0, "a")])).unwrap();
        let remark = FromHost::Remark { by: "Anna".to_owned(), text: "x".repeat(9999) };
        state.receive(remark, Instant::now()).unwrap();
        let [kept] = state.remarks() else { panic!("one remark") };
        assert_eq!((kept.after, kept.by.as_str(), kept.text.key().len()), (1, "Anna", MAX_REMARK));
        let table = state.table().unwrap().clone();
        let again = Welcome { protocol: 1, key: "key".to_owned(), table };
        state.receive(FromHost::Welcome(again), Instant::now()).unwrap();
        assert_eq!((state.remarks().len(), state.log().len()), (1, 0));
        let end = EndView { winners: Seats::default(), scores: Vec::new(), reason: EndReason::Agreed };
        send(&mut state, View { end: Some(end), ..view(0, vec![line(0, "a")]) }).unwrap();
        assert_eq!(state.remarks().len(), 1);
        send(&mut state, view(0, Vec::new())).unwrap();
        assert!(state.remarks().is_empty());
    }

    #[test]
    fn a_clock_runs_on_between_two_views() {
        let mut state = guest();
        let now = Instant::now();
        let clocks = View { left_ms: Some(vec![60_000, 1000]), running: Some(Seat(1)), ..view(0, Vec::new()) };
        state.receive(FromHost::View(clocks), now).unwrap();
        let seconds = |after: u64| {
            let left = state.clocks(now + Duration::from_secs(after)).unwrap();
            left.iter().map(Duration::as_secs).collect::<Vec<_>>()
        };
        assert_eq!((seconds(0), seconds(5)), (vec![60, 1], vec![60, 0]));
    }

    #[test]
    fn a_proposal_is_open_until_it_is_answered_or_settled() {
        let mut state = guest();
        let proposed = |id| FromHost::Proposed {
            id,
            proposal: Proposal::Undo,
            by: "Anna".to_owned(),
            text: text!("take back the last action"),
        };
        state.receive(proposed(3), Instant::now()).unwrap();
        let settled = |id| FromHost::Settled { id, agreed: false, text: text!("The match has gone on.") };
        state.receive(settled(2), Instant::now()).unwrap();
        assert_eq!(state.proposal().map(|open| open.id), Some(3));
        state.receive(settled(3), Instant::now()).unwrap();
        assert_eq!((state.proposal(), state.remarks().len()), (None, 2));
        state.receive(proposed(4), Instant::now()).unwrap();
        assert_eq!(state.take_proposal().map(|open| open.id), Some(4));
        assert_eq!(state.proposal(), None);
    }
}
