//! A match being played: people at this machine, bots, clocks.
//!
//! - this module: the match's way forward, who may see what, and the screen put together
//! - `pace`: bots, clocks, and answers that nobody has a choice about
//! - `back`: actions taken back, and played again
//! - `bars`: above the table; `side`: seats and log; `rules`: the rules in short
//! - `tally`: how a hand was counted; `notice`: what stops the match
//! - [`words`]: what is said about a match
//! - [`thinker`]: bots on their own threads

mod back;
mod bars;
mod notice;
mod pace;
mod rules;
mod side;
mod tally;
pub mod thinker;
pub mod words;

use crate::look::pictures::PluginAssets;
use crate::look::{Pictures, Textures};
use crate::names;
use crate::table::{Chosen, Table, View};
use back::{Line, Mark, Undone};
use egui::{CentralPanel, Frame, ScrollArea, Ui, Vec2, vec2};
use egui_commonmark::CommonMarkCache;
use notice::Notice;
pub use pace::Tempo;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::{Choice, Match, MatchError, RulesFailure, Ruleset};
use stonehouse_plugin_api::{Action, Observer, Scene, Seat};
use thinker::Thinker;

/// The least room in which a table is laid out, in points: in a smaller window it scrolls.
const LEAST_TABLE: Vec2 = vec2(560.0, 400.0);

/// A match on the screen.
pub struct Play {
    current: Match,
    /// What the players are called, by seat: no two alike.
    names: Vec<String>,
    /// What stands at their places: their names and their seats.
    places: Vec<String>,
    table: Table,
    pictures: Pictures,
    shown: Shown,
    thinker: Option<Thinker>,
    /// Since when the seat to act is asked, in the window's time; `None` until the first frame.
    asked_at: Option<f64>,
    notice: Option<Notice>,
    /// How often the files were read again since the match last went on.
    tries: u32,
    /// Who of the people sits before the screen: acted last, or said so. Their view of the table stays while bots act.
    before: Option<Seat>,
    undone: Undone,
    marks: Vec<Mark>,
    /// Whether the game keeps anything from anybody.
    has_secrets: bool,
    /// Which tally people have seen, by its number: a new one is shown before the match goes on.
    tally_seen: u32,
    /// Whether people look at a tally.
    tally_open: bool,
    rules_open: bool,
    markdown: CommonMarkCache,
    /// When the match came to this screen: another one for every match.
    began: Instant,
}

/// What of the match is shown: taken anew after every change, not every frame.
struct Shown {
    revision: u64,
    scene: Scene,
    choices: Vec<Choice>,
    lines: Vec<Line>,
    /// Whether what would be taken back now has shown something to somebody.
    undo_reveals: bool,
    /// Whether a frame has shown it.
    seen: bool,
}

/// Where a person wants to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To the launcher; the match can be resumed from there.
    Leave,
    /// The same players once more.
    Rematch,
    /// The sheet for another match of this variant.
    NewMatch,
    /// The variant's files read again, and the match to go on under them.
    Reload,
}

impl Play {
    /// Takes a match, dealt or resumed, to the table. Its clock starts.
    pub fn new(mut current: Match) -> Self {
        let began = Instant::now();
        current.start_clock(began);
        let seats = &current.ruleset().seating().seats;
        let players = current.players().iter().zip(seats);
        let mut play = Self {
            names: names::told_apart(current.players(), current.ruleset().seating()),
            places: players.map(|(player, seat)| format!("{} · {}", player.name, seat.name)).collect(),
            pictures: Pictures::new(PluginAssets(Arc::clone(current.ruleset().plugin()))),
            current,
            table: Table::default(),
            shown: Shown {
                revision: 0,
                scene: Scene::default(),
                choices: Vec::new(),
                lines: Vec::new(),
                undo_reveals: false,
                seen: false,
            },
            thinker: None,
            asked_at: None,
            notice: None,
            tries: 0,
            before: None,
            undone: Undone::new(),
            marks: Vec::new(),
            has_secrets: false,
            tally_seen: 0,
            tally_open: false,
            rules_open: false,
            markdown: CommonMarkCache::default(),
            began,
        };
        play.refresh();
        // What was counted before the match was resumed is no news.
        play.tally_seen = play.shown.scene.tally.as_ref().map_or(0, |tally| tally.number);
        play.tally_open = false;
        play
    }

    /// The match.
    pub const fn current(&self) -> &Match {
        &self.current
    }

    /// Whose view of the table is shown: the one place that decides what this screen may know.
    ///
    /// A single person sees their own. People who share the machine see that of whoever acts, or acted last; in a game with secrets
    /// only once that person has said that it is they who look. Bots among themselves are watched by the public.
    fn observer(&self) -> Observer {
        if self.handover().is_some() {
            return Observer::Public;
        }
        let acting = if self.persons_turn() { self.current.to_act() } else { None };
        let alone = if self.shares_secrets() { None } else { self.people().first().copied() };
        acting.or(self.before).or(alone).map_or(Observer::Public, Observer::Seat)
    }

    /// Who sits at the lower edge of the table.
    fn viewer(&self) -> Seat {
        match self.observer() {
            Observer::Seat(seat) => seat,
            Observer::Public | Observer::Referee => self.handover().unwrap_or(Seat(0)),
        }
    }

    fn people(&self) -> Vec<Seat> {
        Seat::all(self.current.players().len())
            .filter(|seat| self.current.players()[seat.index()].is_person())
            .collect()
    }

    /// Whether several people look at one screen, on which not everything is for everybody.
    fn shares_secrets(&self) -> bool {
        self.has_secrets && self.people().len() > 1
    }

    /// Who must come to the screen before the match goes on: somebody else looked at it last.
    fn handover(&self) -> Option<Seat> {
        self.current.to_act().filter(|seat| self.shares_secrets() && self.persons_turn() && self.before != Some(*seat))
    }

    /// Whether the seats see anything that the public does not.
    fn looks_for_secrets(&self) -> bool {
        let Ok(public) = self.current.scene(Observer::Public) else { return false };
        let mut seats = Seat::all(self.current.players().len());
        seats.any(|seat| self.current.scene(Observer::Seat(seat)).is_ok_and(|scene| scene != public))
    }

    /// Whether a person of this machine is to act.
    fn persons_turn(&self) -> bool {
        self.current.to_act().is_some_and(|seat| self.current.players()[seat.index()].is_person())
    }

    /// Whether taking back the last action would leave somebody with more than they knew before it, in a game that keeps secrets. (What
    /// is drawn before everybody's eyes may be taken back: nobody has seen more of it than the others.)
    fn undo_reveals(&self) -> Result<bool, RulesFailure> {
        Ok(self.has_secrets && self.current.undo_reveals()?)
    }

    /// Looks at the match anew.
    fn refresh(&mut self) {
        self.has_secrets = self.has_secrets || self.looks_for_secrets();
        self.asked_at = None;
        let observer = self.observer();
        let looked = self.current.scene(observer).and_then(|scene| {
            let may_choose = self.persons_turn() && self.handover().is_none();
            let choices = if may_choose { self.current.choices()? } else { Vec::new() };
            Ok((scene, choices, self.undo_reveals()?))
        });
        self.table.offer(&[]);
        match looked {
            Ok((scene, choices, undo_reveals)) => {
                self.table.offer(&choices);
                let tally = scene.tally.as_ref().map_or(0, |tally| tally.number);
                self.tally_open |= tally > self.tally_seen;
                self.tally_seen = tally;
                let lines = back::lines(self.current.log(observer), &self.marks, &self.names);
                let revision = self.shown.revision + 1;
                self.shown = Shown { revision, scene, choices, lines, undo_reveals, seen: false };
            }
            Err(failure) => self.tell(&MatchError::Rules(failure)),
        }
    }

    /// Plays an action of the seat to act.
    fn act(&mut self, action: Action) {
        let seat = self.current.to_act();
        let played = self.current.play(action, Instant::now());
        // The last action stands, also when the end after it could not be recorded.
        if matches!(played, Ok(()) | Err(MatchError::EndNotRecorded(_))) {
            self.tries = 0;
            self.undone.clear();
            self.sits_before(seat);
        }
        match played {
            // If the flag fell before the action, the refreshed screen says so.
            Ok(()) | Err(MatchError::Over) => {}
            Err(error) => self.tell(&error),
        }
        self.refresh();
    }

    /// Plays what was chosen on the screen.
    fn choose(&mut self, chosen: &Chosen) {
        // The one place where values go to the match.
        if chosen.values.is_empty() {
            self.act(chosen.action);
        } else {
            self.notice = Some(Notice {
                title: "The match cannot go on",
                detail: "this Stonehouse cannot play an action with values yet".to_owned(),
                can_reload: false,
            });
        }
    }

    /// Takes note of who acted: a person sits before the screen.
    fn sits_before(&mut self, seat: Option<Seat>) {
        if let Some(seat) = seat.filter(|seat| self.current.players()[seat.index()].is_person()) {
            self.before = Some(seat);
        }
    }

    /// Goes on under a ruleset that was compiled from files read again.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) {
        self.thinker = None;
        self.notice = None;
        self.tries += 1;
        self.undone.clear();
        if let Err(error) = self.current.continue_under(ruleset) {
            self.tell(&error);
        }
        self.current.start_clock(Instant::now());
        self.refresh();
    }

    /// Shows the match, and tells where a person wants to go from here.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures, tempo: Tempo) -> Option<Wish> {
        self.go_on(ui, tempo);
        // The log finds its end, and the keyboard its place, when they have been laid out once.
        if !std::mem::replace(&mut self.shown.seen, true) {
            ui.request_repaint();
        }
        let mut wish = self.top_bar(ui);
        self.side(ui, textures);
        wish = self.banner(ui).or(wish);
        let chosen = CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let quiet = self.notice.is_some() || self.tally_open || self.shown.choices.is_empty();
            let view = View {
                scene: &self.shown.scene,
                revision: self.shown.revision,
                viewer: self.viewer(),
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
            self.choose(&chosen);
        }
        if let Some(tally) = self.shown.scene.tally.as_ref().filter(|_| self.tally_open) {
            let canvas = tally::Look { textures, pictures: &self.pictures, names: &self.names, places: &self.places };
            self.tally_open = !tally::show(ui, tally, &canvas);
        }
        self.notice_window(ui).or(wish)
    }
}
