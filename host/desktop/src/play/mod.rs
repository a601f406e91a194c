//! A match being played: people at this machine, bots, clocks.
//!
//! - this module: the screen put together
//! - `desk`: the match itself, and who may see what of it, on a thread of its own
//! - `pace`: bots, clocks, and answers that nobody has a choice about
//! - `back`: actions taken back, and played again
//! - `bars`: above the table; `side`: seats and log; `rules`: the rules in short
//! - `tally`: how a hand was counted; `notice`: what stops the match
//! - [`words`]: what is said about a match
//! - [`thinker`]: bots on their own threads

mod back;
mod bars;
mod desk;
mod notice;
mod pace;
mod rules;
mod side;
mod tally;
pub mod thinker;
pub mod words;

use crate::aside::{Aside, Pending, Progress};
use crate::look::pictures::PluginAssets;
use crate::look::{Pictures, Textures};
use crate::names;
use crate::table::{Chosen, Table, View};
use back::Line;
use desk::{Desk, Report, Seen};
use egui::{CentralPanel, Frame, ScrollArea, Ui, Vec2, vec2};
use egui_commonmark::CommonMarkCache;
use notice::Notice;
pub use pace::Tempo;
use parking_lot::MappedMutexGuard;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Choice, Clock, End, Match, Player, Ruleset};
use stonehouse_plugin_api::abi::client::Act;
use stonehouse_plugin_api::{Action, Scene, Seat};
use thinker::{ThinkError, Thinker};

/// How long rules may be at work before people are told whom they wait for.
const NOTICED: Duration = Duration::from_millis(700);
/// How often the screen looks whether they are done.
const LOOKED_AGAIN: Duration = Duration::from_millis(20);

/// The least room in which a table is laid out, in points: in a smaller window it scrolls.
const LEAST_TABLE: Vec2 = vec2(560.0, 400.0);

/// A match on the screen.
pub struct Play {
    desk: Aside<Desk>,
    /// What the desk is at work on.
    pending: Option<Pending<Report>>,
    ruleset: Arc<Ruleset>,
    players: Vec<Player>,
    /// What the players are called, by seat: no two alike.
    names: Vec<String>,
    /// The labels at their places: their names and their seats.
    places: Vec<String>,
    table: Table,
    pictures: Pictures,
    tempo: Tempo,
    standing: Standing,
    shown: Shown,
    thinker: Option<Thinker>,
    /// The bot that is about to think.
    waking: Option<Pending<Result<Thinker, ThinkError>>>,
    /// When the seat whose turn it is was first asked, in the window's time; `None` until the first frame.
    asked_at: Option<f64>,
    notice: Option<Notice>,
    /// How often the files were read again since the match last went on.
    tries: u32,
    /// Which tally people have seen, by its number: a new one is shown before the match continues. `None` before the first look: what was
    /// counted before the match was resumed is no news.
    tally_seen: Option<u32>,
    /// Whether people look at a tally.
    tally_open: bool,
    rules_open: bool,
    markdown: CommonMarkCache,
    /// When this match was opened: different for every match.
    began: Instant,
}

/// How the match stands.
#[derive(Default)]
struct Standing {
    to_act: Option<Seat>,
    end: Option<End>,
    clock: Option<Clock>,
    viewer: Seat,
    handover: Option<Seat>,
    has_secrets: bool,
    why_no_undo: Option<&'static str>,
    can_redo: bool,
    forced: Option<Action>,
}

/// What of the match is shown: looked at after every change, not every frame.
#[derive(Default)]
struct Shown {
    revision: u64,
    scene: Scene,
    choices: Vec<Choice>,
    lines: Vec<Line>,
    /// Whether a frame has shown it.
    seen: bool,
}

/// Where a person wants to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To the launcher; the match can be resumed from there.
    Leave,
    /// A new match with the same players.
    Rematch,
    /// The sheet for another match of this variant.
    NewMatch,
    /// Read the variant's files again, and continue the match under them.
    Reload,
}

impl Play {
    /// Takes a match, dealt or resumed, to the table. Its clock starts.
    pub fn new(mut current: Match, tempo: Tempo) -> Self {
        let began = Instant::now();
        current.start_clock(began);
        let seats = &current.ruleset().seating().seats;
        let players = current.players().iter().zip(seats);
        let mut play = Self {
            names: names::told_apart(current.players(), current.ruleset().seating()),
            places: players.map(|(player, seat)| format!("{} · {}", player.name, seat.name)).collect(),
            pictures: Pictures::new(PluginAssets(Arc::clone(current.ruleset().plugin()))),
            ruleset: Arc::clone(current.ruleset()),
            players: current.players().to_vec(),
            desk: Aside::new("match", Desk::new(current)),
            pending: None,
            table: Table::default(),
            tempo,
            standing: Standing::default(),
            shown: Shown::default(),
            thinker: None,
            waking: None,
            asked_at: None,
            notice: None,
            tries: 0,
            tally_seen: None,
            tally_open: false,
            rules_open: false,
            markdown: CommonMarkCache::default(),
            began,
        };
        play.ask(|desk| desk.report(Ok(())));
        play
    }

    /// The match itself, for tests and tools: it waits until no rule is at work. `None` when the match broke down.
    pub fn current(&self) -> Option<MappedMutexGuard<'_, Match>> {
        self.desk.look().map(|desk| MappedMutexGuard::map(desk, |desk| &mut desk.current))
    }

    /// The ruleset under which it is played.
    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// Who plays, by seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Whether it is the turn of a person at this machine.
    fn persons_turn(&self) -> bool {
        self.standing.to_act.is_some_and(|seat| self.players[seat.index()].is_person())
    }

    /// Asks for work at the desk, unless some is under way. What takes no longer than nobody notices is waited for.
    fn ask(&mut self, work: impl FnOnce(&mut Desk) -> Report + Send + 'static) {
        if self.pending.is_none() {
            self.table.offer(&[]);
            self.pending = Some(self.desk.ask(work));
            self.hear(self.tempo.at_once);
        }
    }

    /// Takes what the desk reports, if it does so in time.
    fn hear(&mut self, patience: Duration) {
        let Some(pending) = &self.pending else { return };
        match pending.wait(patience) {
            Progress::Working => return,
            Progress::Done(report) => self.learn(report),
            Progress::Broken => self.notice = Some(Notice::broken()),
        }
        self.pending = None;
    }

    /// Shows what the desk reports.
    fn learn(&mut self, report: Report) {
        self.asked_at = None;
        if report.played {
            self.tries = 0;
        }
        self.ruleset = report.ruleset;
        self.standing = Standing {
            to_act: report.to_act,
            end: report.end,
            clock: report.clock,
            viewer: report.viewer,
            handover: report.handover,
            has_secrets: report.has_secrets,
            why_no_undo: report.why_no_undo,
            can_redo: report.can_redo,
            forced: report.forced,
        };
        if let Some(Seen { scene, choices, lines }) = report.seen {
            self.table.offer(&choices);
            let tally = scene.tally.as_ref().map_or(0, |tally| tally.number);
            self.tally_open |= self.tally_seen.is_some_and(|seen| tally > seen);
            self.tally_seen = Some(tally);
            let revision = self.shown.revision + 1;
            self.shown = Shown { revision, scene, choices, lines, seen: false };
        }
        if let Some(error) = report.failed {
            self.tell(&error);
        }
    }

    /// For how long rules have been at work, if it is long enough to be noticed.
    fn slow_for(&self) -> Option<Duration> {
        self.pending.as_ref().map(Pending::elapsed).filter(|elapsed| *elapsed > NOTICED)
    }

    /// Plays an action of the seat whose turn it is.
    fn act(&mut self, act: impl Into<Act>) {
        let act = act.into();
        self.ask(|desk| desk.act(act));
    }

    /// Plays what was chosen on the screen.
    fn choose(&mut self, chosen: Chosen) {
        self.act(Act { action: chosen.action, values: chosen.values });
    }

    /// Goes on under a ruleset that was compiled from files read again.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) {
        self.stop_thinking();
        self.notice = None;
        self.tries += 1;
        let ruleset = Arc::clone(ruleset);
        self.ask(move |desk| desk.continue_under(&ruleset));
    }

    fn undo(&mut self) {
        self.stop_thinking();
        self.ask(Desk::undo);
    }

    fn redo(&mut self) {
        self.stop_thinking();
        self.ask(Desk::redo);
    }

    fn stop_thinking(&mut self) {
        self.thinker = None;
        self.waking = None;
    }

    /// Shows the match, and returns where the person wants to go from here.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures) -> Option<Wish> {
        self.hear(Duration::ZERO);
        self.go_on(ui);
        if self.pending.is_some() {
            ui.request_repaint_after(LOOKED_AGAIN);
        }
        // The log finds its end, and the keyboard its place, when they have been laid out once.
        if !std::mem::replace(&mut self.shown.seen, true) {
            ui.request_repaint();
        }
        let mut wish = self.top_bar(ui);
        self.side(ui, textures);
        wish = self.banner(ui).or(wish);
        let chosen = CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let quiet =
                self.notice.is_some() || self.tally_open || self.shown.choices.is_empty() || self.pending.is_some();
            let view = View {
                scene: &self.shown.scene,
                revision: self.shown.revision,
                viewer: self.standing.viewer,
                names: &self.names,
                places: &self.places,
                pictures: &self.pictures,
                may_choose: !quiet,
            };
            let room = ui.available_size();
            if room.x >= LEAST_TABLE.x && room.y >= LEAST_TABLE.y {
                return self.table.show(ui, textures, &view, &self.shown.choices);
            }
            let scrolled = ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                ui.set_min_size(room.max(LEAST_TABLE));
                self.table.show(ui, textures, &view, &self.shown.choices)
            });
            scrolled.inner
        });
        if let Some(chosen) = chosen.inner {
            self.choose(chosen);
        }
        if let Some(tally) = self.shown.scene.tally.as_ref().filter(|_| self.tally_open) {
            let canvas = tally::Look { textures, pictures: &self.pictures, names: &self.names, places: &self.places };
            self.tally_open = !tally::show(ui, tally, &canvas);
        }
        self.notice_window(ui).or(wish)
    }
}
