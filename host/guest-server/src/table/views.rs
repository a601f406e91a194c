//! The table as each guest may see it.
//!
//! Scene and actions are written once for each observer, language and revision; everything that a guest is sent beyond
//! them is public, or concerns the guest alone.

use super::{GuestId, Table};
use crate::translated;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::record::Reason;
use stonehouse_engine::{Clock, LogEntry, Match, RulesFailure};
use stonehouse_guest_protocol::{EndReason, EndView, LogLine, OfferedAction, View};
use stonehouse_language::Language;
use stonehouse_plugin::{Observer, Scene, Seat};
use stonehouse_runtime::DescribedAction;

/// The scene and the actions for one observer in one language, as JSON.
struct Written {
    scene: Option<Box<RawValue>>,
    choices: Box<RawValue>,
}

/// The scenes and actions that were written since the table changed, by observer and language.
#[derive(Default)]
pub(super) struct Views(Vec<(Observer, Arc<Language>, Arc<Written>)>);

impl Views {
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A view as a message.
#[derive(Serialize)]
#[serde(tag = "say", rename_all = "snake_case")]
enum ViewMessage<'a> {
    View(View<Option<&'a RawValue>, &'a RawValue>),
}

impl Table {
    /// The newest view of a guest, as a message in JSON. None for one who has left.
    pub fn view(&mut self, id: GuestId, now: Instant) -> Option<String> {
        let guest = self.guests.get(&id).filter(|_| !self.is_closed)?;
        let (seat, log_sent, language) = (guest.seat, guest.log_sent, Arc::clone(&guest.language));
        let observer = self.observer(seat);
        let written = match self.written(observer, &language) {
            Ok(written) => written,
            Err(failure) => {
                self.failure = Some(failure.to_string().into());
                Arc::new(Written { scene: None, choices: raw(&[] as &[OfferedAction]).ok()? })
            }
        };
        let current = self.current();
        let lines = current.map_or(0, Match::len);
        let ended = current.is_some_and(|current| current.end().is_some());
        // Messages may have been added to the last line at the end, and everybody may see everything then.
        let log_from = if ended { 0 } else { log_sent.min(lines) };
        let log = current.map(|current| current.log_since(log_from, observer)).unwrap_or_default();
        let clock = current.and_then(Match::clock);
        let message = ViewMessage::View(View {
            revision: self.revision,
            you: seat,
            seats: self.seat_states(&language),
            spectators: self.guests.values().filter(|guest| guest.seat.is_none()).count(),
            to_act: self.seats_to_act(),
            scene: written.scene.as_deref(),
            choices: &*written.choices,
            log_from,
            log: log.into_iter().map(|entry| translated::log_line(&language, line(entry), seat)).collect(),
            left_ms: clock.map(|clock| clock.left(now).iter().map(Duration::as_millis).map(|ms| ms as u64).collect()),
            running: clock.and_then(Clock::running),
            is_paused: self.is_paused,
            end: current.and_then(end),
            failure: self.failure.as_ref().map(|failure| language.text(failure, None)),
        });
        let text = serde_json::to_string(&message).ok()?;
        if let Some(guest) = self.guests.get_mut(&id) {
            guest.log_sent = lines;
        }
        Some(text)
    }

    /// The observer as which a guest sees the table: its seat, or the public; at the end the referee.
    fn observer(&self, seat: Option<Seat>) -> Observer {
        if self.current().is_some_and(|current| current.end().is_some()) {
            return Observer::Referee;
        }
        seat.map_or(Observer::Public, Observer::Seat)
    }

    fn written(&mut self, observer: Observer, language: &Arc<Language>) -> Result<Arc<Written>, RulesFailure> {
        let is_same = |of: &Observer, other: &Arc<Language>| *of == observer && Arc::ptr_eq(other, language);
        if let Some((.., written)) = self.views.0.iter().find(|(of, other, _)| is_same(of, other)) {
            return Ok(Arc::clone(written));
        }
        let written = Arc::new(self.write(observer, language)?);
        self.views.0.push((observer, Arc::clone(language), Arc::clone(&written)));
        Ok(written)
    }

    fn write(&self, observer: Observer, language: &Language) -> Result<Written, RulesFailure> {
        let unwritten = |error: serde_json::Error| RulesFailure::Refused(error.to_string());
        let Some(current) = self.current() else {
            return Ok(Written { scene: None, choices: raw(&[] as &[OfferedAction]).map_err(unwritten)? });
        };
        let mut scene = current.scene(observer)?;
        let mut choices = Vec::new();
        if let Observer::Seat(seat) = observer {
            if self.ahead.iter().any(|(other, _)| *other == seat) {
                scene.prompt = None;
            } else if !current.has_resigned(seat) && self.failure.is_none() {
                choices = current.described_actions_of(seat)?.into_iter().map(offered).collect();
            }
        }
        let you = if let Observer::Seat(seat) = observer { Some(seat) } else { None };
        language.scene(&mut scene, you);
        choices.iter_mut().for_each(|choice: &mut OfferedAction| language.action(&mut choice.description, you));
        let scene: Option<Scene> = Some(scene);
        Ok(Written {
            scene: scene.as_ref().map(raw).transpose().map_err(unwritten)?,
            choices: raw(&choices).map_err(unwritten)?,
        })
    }
}

fn raw<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Box<RawValue>> {
    serde_json::value::to_raw_value(value)
}

/// An action without its fields for tools, which no table shows.
fn offered(DescribedAction { action, mut description }: DescribedAction) -> OfferedAction {
    description.data = serde_json::Value::Null;
    OfferedAction { action, description }
}

fn line(entry: LogEntry) -> LogLine {
    let LogEntry { seat, dealt, opening, text, rolled, news, messages } = entry;
    LogLine { seat, dealt, opening, text, rolled, news, messages }
}

fn end(current: &Match) -> Option<EndView> {
    let end = current.end()?;
    let reason = match end.reason {
        Reason::Rules => EndReason::Rules,
        Reason::Time(seat) => EndReason::Time(seat),
        Reason::Resigned(seat) => EndReason::Resigned(seat),
        Reason::Agreed => EndReason::Agreed,
    };
    Some(EndView { winners: end.outcome.winners, scores: end.outcome.scores.clone(), reason })
}
