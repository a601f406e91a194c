//! A match being played: people at this machine, bots, clocks.
//!
//! - this module: the match's way forward, and the screen put together
//! - `side`: seats and log
//! - `tally`: how a hand was counted
//! - [`words`]: what is said about a match
//! - [`thinker`]: bots on their own threads

mod side;
mod tally;
pub mod thinker;
pub mod words;

use crate::look::{self, Textures};
use crate::table::{Table, View};
use egui::{CentralPanel, Frame, Margin, Panel, RichText, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_bots::{BotError, BotSpec};
use stonehouse_engine::{Choice, LogEntry, Match, MatchError, Problem, RulesFailure, Ruleset};
use stonehouse_plugin_api::{Action, Observer, Scene, Seat, rng};
use thinker::{ThinkError, Thinker};

/// A match on the screen.
pub struct Play {
    current: Match,
    table: Table,
    shown: Shown,
    thinker: Option<Thinker>,
    /// When the bot that thinks began.
    thinks_since: Instant,
    /// Bots wait until then, so that an action can be seen before the next.
    not_before: Instant,
    notice: Option<Notice>,
    /// Who of the people sits before the screen: acted last, or said so. Their view of the table stays while bots act.
    before: Option<Seat>,
    /// Whether the game keeps anything from anybody.
    has_secrets: bool,
    /// Which tally people have seen, by its number: a new one is shown before the match goes on.
    tally_seen: u32,
    /// Whether people look at a tally.
    tally_open: bool,
    rules_open: bool,
    markdown: CommonMarkCache,
}

/// What of the match is shown: taken anew after every change, not every frame.
struct Shown {
    revision: u64,
    scene: Scene,
    choices: Vec<Choice>,
    log: Vec<LogEntry>,
}

/// Something that people must know before the match goes on.
struct Notice {
    title: &'static str,
    detail: String,
    /// Whether a mended file can help.
    can_reload: bool,
}

/// How long bots take.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// An action stands for so long before a bot answers, so that people can follow.
    pub pace: Duration,
    /// A bot that thinks for longer gives the best that it has found so far: a house rule can make looking ahead slow.
    pub patience: Duration,
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
        let now = Instant::now();
        current.start_clock(now);
        let mut play = Self {
            current,
            table: Table::default(),
            shown: Shown { revision: 0, scene: Scene::default(), choices: Vec::new(), log: Vec::new() },
            thinker: None,
            thinks_since: now,
            not_before: now,
            notice: None,
            before: None,
            has_secrets: false,
            tally_seen: 0,
            tally_open: false,
            rules_open: false,
            markdown: CommonMarkCache::default(),
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

    /// Looks at the match anew.
    fn refresh(&mut self) {
        self.has_secrets = self.has_secrets || self.looks_for_secrets();
        let observer = self.observer();
        let looked = self.current.scene(observer).and_then(|scene| {
            let may_choose = self.persons_turn() && self.handover().is_none();
            let choices = if may_choose { self.current.choices()? } else { Vec::new() };
            Ok((scene, choices))
        });
        self.table.clear_pick();
        match looked {
            Ok((scene, choices)) => {
                let tally = scene.tally.as_ref().map_or(0, |tally| tally.number);
                self.tally_open |= tally > self.tally_seen;
                self.tally_seen = tally;
                let log = self.current.log(observer);
                self.shown = Shown { revision: self.shown.revision + 1, scene, choices, log };
            }
            Err(failure) => self.tell(&MatchError::Rules(failure)),
        }
    }

    fn tell(&mut self, error: &MatchError) {
        let house_rule = |problem: &Problem| Notice {
            title: "A house rule failed",
            detail: format!(
                "{}\n\nNothing is lost. Mend the script, save it, and go on from the same position.",
                problem.render()
            ),
            can_reload: true,
        };
        self.notice = Some(match error {
            MatchError::Rules(RulesFailure::HouseRule(problem)) => house_rule(problem),
            MatchError::Record(problem) => Notice {
                title: "The match could not be recorded",
                detail: format!(
                    "{problem}\n\nThe last action was not taken. Make room or set the folder right, then try again."
                ),
                can_reload: false,
            },
            MatchError::EndNotRecorded(_) => {
                Notice { title: "The end could not be recorded", detail: error.to_string(), can_reload: false }
            }
            MatchError::NotUnderTheseRules { .. } => {
                Notice { title: "The files are not right yet", detail: error.to_string(), can_reload: true }
            }
            other => Notice { title: "The match cannot go on", detail: other.to_string(), can_reload: false },
        });
    }

    /// Plays an action of the seat to act.
    fn act(&mut self, action: Action, tempo: Tempo) {
        let now = Instant::now();
        let seat = self.current.to_act();
        match self.current.play(action, now) {
            Ok(()) => {
                self.not_before = now + tempo.pace;
                if let Some(seat) = seat.filter(|seat| self.current.players()[seat.index()].is_person()) {
                    self.before = Some(seat);
                }
            }
            // The flag fell before the action: the refreshed screen says so.
            Err(MatchError::Over) => {}
            Err(error) => self.tell(&error),
        }
        self.refresh();
    }

    fn undo(&mut self) {
        self.thinker = None;
        match self.current.undo(Instant::now()) {
            Ok(_) | Err(MatchError::NothingToUndo) => {}
            Err(error) => self.tell(&error),
        }
        self.refresh();
    }

    fn can_undo(&self) -> bool {
        self.current.actions().any(|(seat, _)| self.current.players()[seat.index()].is_person())
    }

    /// Goes on under a ruleset that was compiled from files read again.
    pub fn continue_under(&mut self, ruleset: &Arc<Ruleset>) {
        self.thinker = None;
        self.notice = None;
        if let Err(error) = self.current.continue_under(ruleset) {
            self.tell(&error);
        }
        self.current.start_clock(Instant::now());
        self.refresh();
    }

    /// Tells that the files are not right yet.
    pub fn still_wrong(&mut self, why: String) {
        self.notice = Some(Notice { title: "The files are not right yet", detail: why, can_reload: true });
    }

    /// What goes on without a person's doing: clocks and bots.
    fn go_on(&mut self, ui: &Ui, tempo: Tempo) {
        let now = Instant::now();
        if self.current.end().is_none() {
            match self.current.check_time(now) {
                Ok(true) => {
                    self.thinker = None;
                    self.refresh();
                }
                Ok(false) => {}
                Err(error) => self.tell(&error),
            }
        }
        if let (Some(clock), None) = (self.current.clock(), self.current.end())
            && let Some(running) = clock.running()
        {
            let part = clock.left(now)[running.index()].subsec_nanos();
            ui.request_repaint_after(Duration::from_nanos(u64::from(part)) + Duration::from_millis(5));
        }
        if self.notice.is_some() || self.tally_open {
            return;
        }
        if let Err(error) = self.bots(ui, now, tempo) {
            self.thinker = None;
            match error {
                ThinkError::Bot(BotError::Call(call)) => {
                    let failure = self.current.ruleset().explain(call);
                    self.tell(&MatchError::Rules(failure));
                }
                other => {
                    self.notice =
                        Some(Notice { title: "A bot cannot go on", detail: other.to_string(), can_reload: false });
                }
            }
        }
    }

    fn bots(&mut self, ui: &Ui, now: Instant, tempo: Tempo) -> Result<(), ThinkError> {
        let Some(seat) = self.current.to_act().filter(|_| !self.persons_turn()) else {
            self.thinker = None;
            return Ok(());
        };
        let Some(thinker) = &self.thinker else {
            // A record may name a bot that this Stonehouse has not.
            let bot = self.current.players()[seat.index()].player.parse().unwrap_or(BotSpec::Journeyman);
            let seed = rng::seed_of(self.current.seed(), self.current.len() as u64);
            self.thinks_since = now;
            self.thinker = Some(Thinker::start(self.current.state(), seat, bot, seed, ui.ctx().clone())?);
            return Ok(());
        };
        if now < self.not_before {
            ui.request_repaint_after(self.not_before - now);
            return Ok(());
        }
        if let Some(answer) = thinker.answer() {
            self.thinker = None;
            self.act(answer?, tempo);
            ui.request_repaint();
            return Ok(());
        }
        match tempo.patience.checked_sub(now - self.thinks_since) {
            Some(left) if !left.is_zero() => ui.request_repaint_after(left),
            _ => thinker.hurry(),
        }
        Ok(())
    }

    /// Shows the match, and tells where a person wants to go from here.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures, tempo: Tempo) -> Option<Wish> {
        self.go_on(ui, tempo);
        let mut wish = self.top_bar(ui);
        side::show(ui, &self.current, &self.shown.scene, &self.shown.log, textures, self.thinker.is_some());
        wish = self.banner(ui, tempo).or(wish);
        let chosen = CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let quiet = self.notice.is_some() || self.tally_open;
            let choices = if quiet { &[][..] } else { &self.shown.choices[..] };
            let seats = &self.current.ruleset().seating().seats;
            let players = self.current.players().iter().zip(seats);
            let names: Vec<String> = players.map(|(player, seat)| format!("{} · {}", player.name, seat.name)).collect();
            let (scene, revision) = (&self.shown.scene, self.shown.revision);
            let view = View { scene, revision, viewer: self.viewer(), names: &names, choices };
            self.table.show(ui, textures, &view)
        });
        if let Some(action) = chosen.inner {
            self.act(action, tempo);
        }
        self.rules_window(ui);
        if let Some(tally) = self.shown.scene.tally.as_ref().filter(|_| self.tally_open) {
            self.tally_open = !tally::show(ui, tally, &self.current, textures);
        }
        self.notice_window(ui).or(wish)
    }

    fn top_bar(&mut self, ui: &mut Ui) -> Option<Wish> {
        let mut wish = None;
        let mut undo = self.can_undo() && ui.input_mut(|input| input.consume_shortcut(&UNDO));
        Panel::top("bar").frame(bar_frame()).show(ui, |ui| {
            ui.horizontal(|ui| {
                if ui.button("Leave").on_hover_text("The match is kept: it can be resumed from the launcher").clicked()
                {
                    wish = Some(Wish::Leave);
                }
                let ruleset = self.current.ruleset();
                let name = format!("{} · {}", ruleset.plugin().about().name, ruleset.variant().name);
                ui.label(RichText::new(name).font(look::TITLE()));
                ui.label(RichText::new(&self.shown.scene.status).color(look::INK_SOFT));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("New match").clicked() {
                        wish = Some(Wish::NewMatch);
                    }
                    ui.toggle_value(&mut self.rules_open, "Rules");
                    if let Some(tally) = &self.shown.scene.tally {
                        self.tally_open |= ui.button(&tally.title).on_hover_text("How it was counted").clicked();
                    }
                    let back = egui::Button::new("Undo");
                    undo |= ui
                        .add_enabled(self.can_undo(), back)
                        .on_hover_text("Take the last action back (Ctrl+Z)")
                        .clicked();
                });
            });
        });
        if undo {
            self.undo();
        }
        wish
    }

    /// What is to be done now, or how the match ended.
    fn banner(&mut self, ui: &mut Ui, tempo: Tempo) -> Option<Wish> {
        let mut wish = None;
        let mut touched = None;
        let mut taken = false;
        let frame = Frame::new().fill(look::GREEN).inner_margin(Margin::symmetric(16, 9));
        Panel::top("banner").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(36.0);
                if let Some(end) = self.current.end() {
                    let text = words::ending(end, self.current.players(), self.current.ruleset().seating());
                    ui.label(RichText::new(text).font(look::TITLE()).color(look::LIGHT));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if ui.button("Rematch").on_hover_text("The same players, a new deal").clicked() {
                            wish = Some(Wish::Rematch);
                        }
                    });
                    return;
                }
                let Some(seat) = self.current.to_act() else { return };
                let player = &self.current.players()[seat.index()];
                ui.label(RichText::new(&player.name).font(look::TITLE()).strong().color(look::BRASS));
                if self.handover().is_some() {
                    ui.label(RichText::new("is next: the others look away").font(look::TITLE()).color(look::LIGHT));
                    taken = ui.button("Show my side").clicked();
                    return;
                }
                let text = match &self.shown.scene.prompt {
                    // What is asked by a gesture is told and answered on the table.
                    Some(_) if player.is_person() && self.shown.scene.gesture.is_some() => "to answer".to_owned(),
                    Some(prompt) if player.is_person() && self.table.is_picking() => {
                        format!("{} (Esc takes back)", prompt.text)
                    }
                    Some(prompt) if player.is_person() => prompt.text.clone(),
                    _ => "is thinking…".to_owned(),
                };
                ui.label(RichText::new(text).font(look::TITLE()).color(look::LIGHT));
                let prompt = self.shown.scene.prompt.as_ref().filter(|_| self.shown.scene.gesture.is_none());
                let buttons = prompt.iter().flat_map(|prompt| &prompt.buttons);
                for button in buttons.filter(|button| self.table.leads_on(&button.handle, &self.shown.choices)) {
                    if ui.button(&button.text).clicked() {
                        touched = Some(button.handle.clone());
                    }
                }
            });
        });
        if taken {
            self.before = self.handover();
            self.refresh();
        }
        if let Some(action) = touched.and_then(|handle| self.table.touch(&handle, &self.shown.choices)) {
            self.act(action, tempo);
        }
        wish
    }

    fn rules_window(&mut self, ui: &Ui) {
        let about = self.current.ruleset().plugin().about();
        egui::Window::new(format!("{}: the rules in short", about.name))
            .id(egui::Id::unique("rules"))
            .open(&mut self.rules_open)
            .default_size([440.0, 420.0])
            .collapsible(false)
            .vscroll(true)
            .show(ui.ctx(), |ui| {
                CommonMarkViewer::new().show(ui, &mut self.markdown, &about.rules);
                let variant = self.current.ruleset().variant();
                let differences = variant.differences(self.current.ruleset().plugin().knobs());
                if !differences.is_empty() {
                    ui.separator();
                    ui.label(RichText::new(format!("{}: what is different", variant.name)).strong());
                    differences.iter().for_each(|difference| {
                        ui.label(format!("• {difference}"));
                    });
                }
            });
    }

    fn notice_window(&mut self, ui: &Ui) -> Option<Wish> {
        let notice = self.notice.as_ref()?;
        let mut wish = None;
        let mut close = false;
        look::modal(ui.ctx(), "notice").show(ui.ctx(), |ui| {
            ui.set_max_width(620.0);
            ui.label(RichText::new(notice.title).font(look::TITLE()).color(look::ALARM));
            egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                ui.add(egui::Label::new(RichText::new(&notice.detail).monospace()).selectable(true));
            });
            ui.horizontal(|ui| {
                if notice.can_reload {
                    if look::primary(ui, "Reload and go on").clicked() {
                        wish = Some(Wish::Reload);
                    }
                } else if look::primary(ui, "Close").clicked() {
                    close = true;
                }
                if ui.button("Leave the match").clicked() {
                    wish = Some(Wish::Leave);
                }
            });
        });
        if close {
            self.notice = None;
        }
        wish
    }
}

const UNDO: egui::KeyboardShortcut = egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, egui::Key::Z);

fn bar_frame() -> Frame {
    Frame::new().fill(look::PAPER).inner_margin(Margin::symmetric(12, 7))
}
