//! The transitions between screens: the screen that each command opens, and the one to which it returns.

use super::closing::Leaving;
use super::work::WorkResult;
use super::{App, Screen};
use crate::history::{self, History};
use crate::labels;
use crate::launcher::{Launcher, LauncherCommand};
use crate::play::{MatchCommand, Play};
use crate::review::{self, Review};
use crate::settings::Settings;
use crate::setup_sheet::{NewMatch, SetupSheet};
use crate::workshop::{VariantForm, Workshop, WorkshopCommand};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Catalog, Match, MatchError, Player, Problem, Record, Ruleset, Variant, record};
use stonehouse_lab_screen::{Lab, LabCommand};
use stonehouse_language::tr;
use stonehouse_lesson::{Guide, Lesson, index};
use stonehouse_plugin::Seat;
use stonehouse_runtime::{Choice, Plugin};
use stonehouse_session::Programs;

/// The bot that plays the other seats once a lesson is over.
const OTHERS: BotSpec = BotSpec::Apprentice;

impl App {
    pub(super) fn launcher_command(&mut self, command: LauncherCommand, ctx: &egui::Context) {
        match command {
            LauncherCommand::Sheet(variant) => self.open_sheet(&variant),
            LauncherCommand::Change(variant) => self.open_workshop(&variant),
            LauncherCommand::Favour(variant) => {
                let kept = self.preferences.favour(variant, self.library.catalog().folders().settings.as_deref());
                kept.unwrap_or_else(|problem| self.show_error(&problem.to_string()));
            }
            LauncherCommand::Resume(file) => self.resume(file),
            LauncherCommand::SitDown => self.open_sit_down(),
            LauncherCommand::Learn(lesson) => self.open_lesson(*lesson),
            LauncherCommand::History => self.open_history(),
            LauncherCommand::Lab => self.open_lab(None),
            LauncherCommand::Packs => self.packs.open_list(),
            LauncherCommand::Settings => self.preferences.open(),
            LauncherCommand::Reload => {
                self.greeting.consent.ask_again();
                self.library.begin_search(ctx);
            }
        }
    }

    pub(super) fn play_command(&mut self, command: MatchCommand) {
        let Screen::Play(play) = self.tabs.screen_mut() else { return };
        let (ruleset, players, terms) = (Arc::clone(play.ruleset()), play.players().to_vec(), play.terms());
        match command {
            MatchCommand::Leave if self.preferences.settings().confirm_leaving && play.has_running_clocks() => {
                self.closing.ask_to_leave(Leaving::Leave);
            }
            MatchCommand::Leave => self.go_back(),
            MatchCommand::AnotherVariant => {
                self.launcher.unfolded = Some(ruleset.plugin().about().id.clone());
                self.go_back();
            }
            MatchCommand::NewTab => self.new_tab(),
            MatchCommand::Settings => self.preferences.open(),
            MatchCommand::PlayOn => self.play_on_after_lesson(),
            MatchCommand::Review(at) => {
                if let Some(file) = play.record().map(Path::to_owned) {
                    self.open_review(file, at);
                }
            }
            MatchCommand::Rematch => {
                let carried = play.carried(0);
                self.start(SetupSheet::rematch(ruleset, &players, terms, carried));
            }
            MatchCommand::Swap => {
                let (mut players, carried) = (players, play.carried(1));
                players.rotate_right(1);
                self.start(SetupSheet::rematch(ruleset, &players, terms, carried));
            }
            MatchCommand::NewMatch => self.sheet = Some(self.new_sheet(ruleset, Some(&players))),
            MatchCommand::Reload => {
                self.library.reload_texts();
                let compiled = self.compiling_again(&ruleset);
                self.begin(&labels::game(ruleset.plugin()), move || {
                    WorkResult::Repaired(compiled.and_then(|compile| compile()))
                });
            }
        }
    }

    /// Reads variants and scripts again and shows the launcher.
    pub(super) fn open_launcher(&mut self) {
        self.library.reload_texts();
        self.renew_launcher();
        self.join_launchers();
    }

    /// Shows a launcher of the games and variants that were read last, with the same game unfolded.
    pub(super) fn renew_launcher(&mut self) {
        let unfolded = self.launcher.unfolded.take();
        let launcher = self.new_launcher(unfolded);
        self.tabs.shown_mut().show(launcher);
    }

    /// Returns to the screen before the one that is shown, or to the launcher.
    pub(super) fn go_back(&mut self) {
        if !self.tabs.shown_mut().back() {
            self.open_launcher();
            return;
        }
        match self.tabs.screen_mut() {
            Screen::History(history) => history.refresh(),
            Screen::Workshop(_) => self.reread_house_rules(),
            _ => {}
        }
    }

    /// A launcher of the games and variants that were read last, which shows the variants of this game.
    pub(super) fn new_launcher(&self, unfolded: Option<String>) -> Screen {
        Screen::Launcher(Box::new(Launcher::new(self.library.catalog(), self.tempo.frame_timeout).unfolded(unfolded)))
    }

    /// Opens the setup sheet for a variant, compiled from its files as they are now.
    fn open_sheet(&mut self, variant: &str) {
        self.library.reload_texts();
        match self.library.find_variant(variant) {
            Ok((game, variant)) => {
                let (plugin, variant) = (Arc::clone(&game.plugin), Arc::clone(variant));
                self.open_sheet_for(&plugin, &variant);
            }
            Err(why) => self.show_error(&why),
        }
    }

    /// Opens the setup sheet for this variant.
    pub(super) fn open_sheet_for(&mut self, plugin: &Arc<Plugin>, variant: &Arc<Variant>) {
        let (plugin, variant) = (Arc::clone(plugin), Arc::clone(variant));
        let records = self.library.catalog().folders().records.clone();
        self.begin(&labels::game(&plugin), move || {
            let last = records.and_then(|records| last_players(&records, &plugin.about().id));
            let players = last.as_ref().map_or(0, Vec::len);
            let compile = |players: usize| {
                let compiled = Ruleset::compile(&plugin, &variant).and_then(|ruleset| ruleset.for_players(players));
                compiled.map_err(|problems| Problem::render_all(&problems))
            };
            // As many players as last time, if the variant leaves that open.
            WorkResult::Sheet(compile(players).or_else(|_| compile(0)), last)
        });
    }

    /// Compiles the variant of the setup sheet for another number of players.
    pub(super) fn count(&mut self, ruleset: Arc<Ruleset>, count: usize) {
        let name = labels::game(ruleset.plugin());
        self.begin(&name, move || {
            WorkResult::Counted(ruleset.for_players(count).map_err(|found| Problem::render_all(&found)))
        });
    }

    pub(super) fn start(&mut self, new: NewMatch) {
        if !self.can_open_match() {
            return;
        }
        let seed = new.seed.unwrap_or_else(|| self.fresh_seed());
        let records = self.library.catalog().folders().records.clone().filter(|_| !self.tabs.shown().is_trial());
        let name = labels::game(new.ruleset.plugin());
        self.begin(&name, move || {
            let ruleset = new.ruleset.carrying(new.carried).map_err(|problems| Problem::render_all(&problems));
            let begun = ruleset.and_then(|ruleset| {
                let dealt = Match::on_terms(&ruleset, seed, new.players, new.terms, records.as_deref());
                dealt.and_then(|dealt| play_again(dealt, new.choices)).map_err(|error| error.to_string())
            });
            WorkResult::Dealt(begun)
        });
    }

    /// Opens the workshop for a variant, read from its file as it is now.
    pub(super) fn open_workshop(&mut self, variant: &str) {
        self.library.reload_texts();
        match self.form_of(variant) {
            Ok(form) => {
                let game = &form.draft().variant.game;
                match self.library.catalog().game(game) {
                    Ok(game) => {
                        let workshop = Workshop::new(game, form);
                        self.tabs.shown_mut().show(Screen::Workshop(Box::new(workshop)));
                    }
                    Err(unknown) => self.show_error(&unknown.to_string()),
                }
            }
            Err(why) => self.show_error(&why),
        }
    }

    /// A form filled in with a variant.
    pub(super) fn form_of(&self, variant: &str) -> Result<VariantForm, String> {
        let (game, _) = self.library.catalog().variant(variant).map_err(|error| error.to_string())?;
        let draft = self.library.catalog().draft(variant).map_err(|error| error.to_string())?;
        Ok(VariantForm::new(
            &game.plugin,
            draft,
            self.library.catalog().house_rules(game.id()),
            self.tempo.frame_timeout,
        ))
    }

    /// A setup sheet, whose rules can be changed for one match.
    pub(super) fn new_sheet(&self, ruleset: Arc<Ruleset>, last: Option<&[Player]>) -> SetupSheet {
        let rules = self.library.catalog().house_rules(&ruleset.variant().game);
        SetupSheet::new(ruleset, last)
            .with_rules(rules, self.tempo.frame_timeout)
            .with_programs(Programs::of(self.library.catalog().folders()))
            .with_guest_name(self.visited().name())
            .with_access(self.host_server.get().map(|server| server.access()))
    }

    pub(super) fn workshop_command(&mut self, command: WorkshopCommand) {
        match command {
            WorkshopCommand::Leave => self.open_launcher(),
            WorkshopCommand::Try(ruleset) => self.start(SetupSheet::trial(ruleset)),
            WorkshopCommand::Lab(parent, own) => self.open_lab(Some((&parent, &own))),
            WorkshopCommand::SaveAsNew(draft) => self.save(|catalog| catalog.save_as_new(&draft)),
            WorkshopCommand::SaveOver(draft) => self.save(|catalog| catalog.save_over(&draft)),
            WorkshopCommand::Share(shared, given) => self.share(&shared, &given),
        }
    }

    /// Shows a match; the workshop, if there is one, is kept for later.
    pub(super) fn show_match(&mut self, current: Match) {
        let is_trial = self.tabs.shown().is_trial();
        self.make_room();
        let in_files = self.rules_in_files(current.ruleset().variant());
        let tempo = self.preferences.settings().tempo(self.tempo);
        let mut play = Play::new(current, tempo, self.library.catalog().folders().players.clone());
        let &Settings { strict_undo, text_view, hints, .. } = self.preferences.settings();
        if strict_undo || text_view || !hints {
            play.take_settings(tempo, self.preferences.settings());
        }
        let play = if is_trial { play.tried() } else { play };
        self.tabs.shown_mut().show_match(play, in_files);
    }

    /// Reads the house rules again for the workshop on the screen.
    pub(super) fn reread_house_rules(&mut self) {
        let Screen::Workshop(workshop) = self.tabs.screen_mut() else { return };
        let rules = self.library.catalog().house_rules(workshop.game());
        workshop.reread(rules);
    }

    /// Plays a lesson through, deals its match, and shows both when that is done.
    pub(super) fn open_lesson(&mut self, lesson: Lesson) {
        self.library.reload_texts();
        let (catalog, name) = (self.library.catalog().clone(), stonehouse_language::translate_words(&lesson.name));
        self.begin(&name, move || {
            let opened = index::open(&catalog, lesson).map_err(|found| Problem::render_all(&found));
            WorkResult::Lesson(opened.and_then(|(ruleset, guide)| {
                let lesson = guide.lesson();
                let named = Seat::all(lesson.players.len()).zip(&lesson.players);
                let players = named
                    .map(|(seat, name)| {
                        if seat == lesson.learner {
                            Player::person(name.clone())
                        } else {
                            Player { name: name.clone(), player: OTHERS.to_string() }
                        }
                    })
                    .collect();
                let dealt = Match::new(&ruleset, lesson.seed, players, None).map_err(|error| error.to_string())?;
                Ok((dealt, Box::new(guide)))
            }))
        });
    }

    /// Shows a match in which a lesson is taken.
    pub(super) fn show_lesson(&mut self, current: Match, guide: Guide) {
        self.show_match(current);
        let Screen::Play(play) = self.tabs.screen_mut() else { return };
        play.teach(guide);
    }

    /// Begins a match with the actions of the lesson that is over.
    pub(super) fn play_on_after_lesson(&mut self) {
        let Screen::Play(play) = self.tabs.screen_mut() else { return };
        let Some(seed) = play.current().map(|current| current.seed()) else { return };
        let new = NewMatch {
            ruleset: Arc::clone(play.ruleset()),
            players: play.players().to_vec(),
            seed: Some(seed),
            choices: play.choices(),
            terms: play.terms(),
            carried: play.ruleset().variant().carried(),
        };
        self.start(new);
    }

    /// Shows the history.
    pub(super) fn open_history(&mut self) {
        let history = History::new(self.library.catalog().folders().records.clone(), self.tempo.frame_timeout);
        self.tabs.shown_mut().show(Screen::History(Box::new(history)));
    }

    pub(super) fn history_command(&mut self, command: history::HistoryCommand) {
        match command {
            history::HistoryCommand::Leave => self.open_launcher(),
            history::HistoryCommand::Resume(file) => self.resume(file),
            history::HistoryCommand::Review(file) => self.open_review(file, None),
        }
    }

    /// Resumes the match of a record.
    pub(super) fn resume(&mut self, file: PathBuf) {
        // A record is open once: its file is locked.
        if self.turn_to_record(&file) || !self.can_open_match() {
            return;
        }
        // Guests come back to their seats.
        if let Some(table) = self.own_table_of(&file) {
            self.reopen_table(table, self.visited().name());
            return;
        }
        let catalog = self.library.catalog().clone();
        self.begin(tr!("the record"), move || WorkResult::Resumed(resume(&catalog, &file)));
    }

    /// Replays a record, and shows it when that is done: before the action of this number, from the view of this seat,
    /// if they are given.
    pub(super) fn open_review(&mut self, file: PathBuf, at: Option<(usize, Seat)>) {
        let catalog = self.library.catalog().clone();
        self.begin(tr!("the record"), move || {
            WorkResult::Reviewed(replayed(&catalog, &file).map(|replayed| (replayed, file)), at)
        });
    }

    /// Shows a match of the past; the screen from which it was opened is kept for later.
    pub(super) fn show_review(&mut self, current: Match, file: PathBuf, at: Option<(usize, Seat)>) {
        let records = self.library.catalog().folders().records.as_deref();
        let pictures = records.and_then(Path::parent).map(|home| home.join("pictures"));
        let review = Review::new(current, self.tempo.frame_timeout).with_pictures(pictures).with_record(file);
        let review = match at {
            Some((number, seat)) => review.before(number, seat),
            None => review,
        };
        self.tabs.shown_mut().push(Screen::Review(Box::new(review)));
    }

    pub(super) fn review_command(&mut self, command: review::ReviewCommand) {
        match command {
            review::ReviewCommand::Leave => self.go_back(),
            review::ReviewCommand::PlayOn(continuation) => {
                self.sheet = Some(
                    SetupSheet::continuation(continuation)
                        .with_programs(Programs::of(self.library.catalog().folders())),
                );
            }
            review::ReviewCommand::Settings => self.preferences.open(),
        }
    }

    /// Shows the lab, over the workshop if it was opened from there; with rules that are to be compared with a variant,
    /// if they are given.
    pub(super) fn open_lab(&mut self, against: Option<(&Arc<Variant>, &Arc<Ruleset>)>) {
        let lab = Lab::new(self.library.catalog(), self.tempo.frame_timeout);
        let lab = match against {
            Some((parent, own)) => lab.against(own.plugin(), parent, own),
            None => lab,
        };
        let (tab, lab) = (self.tabs.shown_mut(), Screen::Lab(Box::new(lab)));
        if tab.workshop().is_some() { tab.push(lab) } else { tab.show(lab) }
    }

    pub(super) fn lab_command(&mut self, command: LabCommand) {
        match command {
            LabCommand::Review(file) => self.open_review(file, None),
            LabCommand::Leave => self.go_back(),
        }
    }
}

/// The players of the last match of a game.
fn last_players(records: &Path, game: &str) -> Option<Vec<Player>> {
    let (records, _) = record::list(records);
    let last = records.into_iter().find(|record| record.header.game == *game)?;
    Some(last.header.players)
}

/// Resumes the match of an unfinished record.
fn resume(catalog: &Catalog, file: &Path) -> Result<Match, String> {
    let (record, plugin) = open_record(catalog, file)?;
    record.resume(&plugin).map_err(|problem| problem.to_string())
}

/// The match of a record, which need not be over.
fn replayed(catalog: &Catalog, file: &Path) -> Result<Match, String> {
    let (record, plugin) = open_record(catalog, file)?;
    record.replay(&plugin).map_err(|problem| problem.to_string())
}

/// A record, which need not be complete, and its game.
fn open_record(catalog: &Catalog, file: &Path) -> Result<(Record, Arc<Plugin>), String> {
    let record = Record::read_interrupted(file).map_err(|problem| problem.to_string())?;
    let game = catalog.game(&record.header.game).map_err(|error| error.to_string())?;
    Ok((record, Arc::clone(&game.plugin)))
}

/// Plays these actions in a match that was dealt.
pub(super) fn play_again(mut current: Match, choices: Vec<Choice>) -> Result<Match, MatchError> {
    for choice in choices {
        current.play(choice, Instant::now())?;
    }
    Ok(current)
}
