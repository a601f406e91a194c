//! The workshop: a variant is changed in a form, tried at once, compared, and saved.
//!
//! - this module: the screen
//! - [`form`]: the form, also shown by the setup sheet for one match; `field`: one knob; `grid`: a drawing; `rules`:
//!   house rules; `widgets`: small parts of them
//! - `share`: the form to fill in before a variant is shared
//! - `compare`: the same seeds under the variant and under the one that it starts from

mod compare;
mod field;
pub mod form;
mod grid;
mod rules;
mod share;
mod widgets;

use crate::labels;
use compare::Comparison;
use egui::{Align, Button, CentralPanel, Frame, Label, Layout, Margin, Panel, RichText, ScrollArea, Ui};
pub use form::VariantForm;
use share::Share;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::draft::VariantPart;
use stonehouse_engine::pack::draft::PackDetails;
use stonehouse_engine::plugins::is_script_game;
use stonehouse_engine::variant::Source;
use stonehouse_engine::{GameEntry, Problem, Ruleset, Script, Variant, VariantDraft};
use stonehouse_language::{tr, translate_words};
use stonehouse_runtime::Plugin;
use stonehouse_ui::theme;

/// The width of the side, in points, and its greatest share of the window's width.
const SIDE: f32 = 340.0;
const SHARE: f32 = 0.38;

/// The screen on which a variant is changed.
pub struct Workshop {
    plugin: Arc<Plugin>,
    /// The source of the game's file.
    game_source: Source,
    form: VariantForm,
    /// The draft as it was opened or saved last.
    saved: VariantDraft,
    comparison: Option<Comparison>,
    question: Option<Question>,
    /// The form to fill in before the variant is shared.
    share: Option<Share>,
    /// The latest message: where it was saved, or why not.
    note: Option<Note>,
    /// When it was opened, which serves as an id: each begins at its top.
    began: Instant,
}

/// A question to the person before the draft is left or a file is replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Leave,
    SaveOver,
}

struct Note {
    text: String,
    is_trouble: bool,
}

/// A command that a person gives in the workshop.
pub enum WorkshopCommand {
    /// Back to the launcher.
    Leave,
    /// Play a match under these rules, and return.
    Try(Arc<Ruleset>),
    /// Compare them with this variant in the lab, and return.
    Lab(Arc<Variant>, Arc<Ruleset>),
    /// Save the variant as a new file.
    SaveAsNew(Box<VariantDraft>),
    /// Save the variant into its own file.
    SaveOver(Box<VariantDraft>),
    /// Make a pack.
    Share(Shared, PackDetails),
}

/// The content of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The variant in this file.
    Variant(PathBuf),
    /// The game in Luau of this id.
    Game(String),
}

impl Workshop {
    /// The workshop with this form.
    pub fn new(game: &GameEntry, form: VariantForm) -> Self {
        let saved = form.draft().clone();
        Self {
            plugin: Arc::clone(&game.plugin),
            game_source: game.source.clone(),
            form,
            saved,
            comparison: None,
            question: None,
            share: None,
            note: None,
            began: Instant::now(),
        }
    }

    /// Continues with the draft that was saved.
    pub fn saved(&mut self, form: VariantForm) {
        self.saved = form.draft().clone();
        self.form = form;
        let file = self.saved.own.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
        self.note = Some(Note { text: tr!("Saved as {file}", file), is_trouble: false });
    }

    /// Shows why it could not be saved.
    pub fn not_saved(&mut self, problems: &[Problem]) {
        let text = Problem::messages(problems);
        self.note = Some(Note { text: tr!("It was not saved: {why}", why = text), is_trouble: true });
    }

    /// Reports where the pack of the variant is, or why there is none.
    pub fn shared(&mut self, made: Result<&Path, &str>) {
        self.note = Some(match made {
            Ok(file) => {
                let file = file.display();
                Note {
                    text: tr!("Created {file}. Others install it by dropping it on their window.", file),
                    is_trouble: false,
                }
            }
            Err(why) => Note { text: tr!("There is no file to share: {why}", why), is_trouble: true },
        });
    }

    /// The id of its game.
    pub fn game(&self) -> &str {
        &self.plugin.about().id
    }

    /// Takes house rules whose files have changed.
    pub fn reread(&mut self, rules: Vec<Script>) {
        if self.form.reread(rules) {
            self.note = Some(Note { text: tr!("The house rules were read again.").to_owned(), is_trouble: false });
        }
    }

    /// Blocks until a comparison that runs is done: for tests and tools.
    pub fn wait(&mut self) {
        if let Some(comparison) = &mut self.comparison {
            comparison.wait();
        }
    }

    /// Whether something was changed since it was opened or saved.
    pub fn is_changed(&self) -> bool {
        let (now, saved) = (&self.form.draft().variant, &self.saved.variant);
        !stonehouse_engine::draft::plays_alike(now, saved) || (&now.name, &now.summary) != (&saved.name, &saved.summary)
    }

    /// Shows the workshop.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<WorkshopCommand> {
        let mut command = self.bar(ui);
        let paper = Frame::new().fill(theme::colours(ui).paper);
        let width = (ui.available_width() * SHARE).min(SIDE * theme::scale(ui));
        let side = Panel::right("workshop side").exact_size(width).resizable(false);
        side.frame(paper.inner_margin(Margin::same(14))).show(ui, |ui| {
            ScrollArea::vertical().id_salt(("side", self.began)).auto_shrink(false).show(ui, |ui| {
                command = self.side(ui).or(command.take());
            });
        });
        CentralPanel::default().frame(paper.inner_margin(Margin { left: 24, right: 8, top: 10, bottom: 0 })).show(
            ui,
            |ui| {
                ScrollArea::vertical().id_salt(("form", self.began)).auto_shrink(false).show(ui, |ui| {
                    ui.set_max_width((ui.available_width() - 16.0).min(760.0 * theme::scale(ui)));
                    self.form.titles(ui);
                    if self.form.ui(ui) {
                        self.note = None;
                    }
                    ui.add_space(24.0);
                });
            },
        );
        self.question(ui).or_else(|| self.sharing(ui)).or(command)
    }

    /// Shows the form to fill in before the variant is shared.
    fn sharing(&mut self, ui: &Ui) -> Option<WorkshopCommand> {
        let shared = self.share.as_ref().and_then(|_| self.shareable())?;
        let name = match &shared {
            Shared::Variant(_) => translate_words(&self.saved.variant.name),
            Shared::Game(_) => labels::game(&self.plugin),
        };
        let answer = self.share.as_mut()?.ui(ui, &name)?;
        self.share = None;
        match answer {
            share::ShareResult::Cancel => None,
            share::ShareResult::Make(given) => Some(WorkshopCommand::Share(shared, given)),
        }
    }

    /// The content that can be shared: the person's own variant that was saved, or the person's own game in Luau, while
    /// its official rules are shown as they are.
    fn shareable(&self) -> Option<Shared> {
        if self.is_changed() {
            return None;
        }
        if let Some(own) = &self.saved.own {
            return Some(Shared::Variant(own.clone()));
        }
        let parent = &self.saved.parent;
        let is_own = matches!(self.game_source, Source::Own | Source::Named);
        let is_game = self.saved.extends.is_none() && is_script_game(&parent.file) && is_own;
        is_game.then(|| Shared::Game(parent.game.clone()))
    }

    /// Asks whether unsaved changes are to be discarded, if there are any.
    pub fn asks_before_leaving(&mut self) -> bool {
        let asks = self.is_changed();
        if asks {
            self.question = Some(Question::Leave);
        }
        asks
    }

    fn bar(&mut self, ui: &mut Ui) -> Option<WorkshopCommand> {
        let mut command = None;
        let frame = theme::bar_frame(ui);
        Panel::top("workshop bar").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                let leave = ui.button(tr!("Leave")).on_hover_text(tr!("Back to the launcher"));
                if leave.clicked() && !self.asks_before_leaving() {
                    command = Some(WorkshopCommand::Leave);
                }
                let draft = self.form.draft();
                let game = labels::game(&self.plugin);
                let from = match &draft.own {
                    Some(_) => {
                        let variant = translate_words(&self.saved.variant.name);
                        tr!("{game} · changing {variant}", game, variant)
                    }
                    None => {
                        let variant = translate_words(&draft.parent.name);
                        tr!("{game} · a variant from {variant}", game, variant)
                    }
                };
                ui.add(Label::new(RichText::new(from).text_style(theme::title())).truncate());
            });
        });
        command
    }

    /// Shows the side: the differences, the buttons and the comparison.
    fn side(&mut self, ui: &mut Ui) -> Option<WorkshopCommand> {
        let mut command = None;
        let parent = translate_words(&self.form.draft().parent.name);
        let ready = self.form.ruleset();
        ui.horizontal_wrapped(|ui| {
            ui.add_enabled_ui(ready.is_some(), |ui| {
                let button = theme::primary(ui, tr!("Try it"));
                if button.on_hover_text(tr!("Play a match against a bot at once, and come back here")).clicked() {
                    command = ready.clone().map(WorkshopCommand::Try);
                }
            });
            if let Some(new) = self.save_buttons(ui, ready.is_some()) {
                command = Some(new);
            }
        });
        if let Some(note) = &self.note {
            let colour = if note.is_trouble { theme::colours(ui).alarm } else { theme::colours(ui).accent };
            ui.add(
                Label::new(RichText::new(&note.text).text_style(theme::small()).color(colour)).wrap().selectable(true),
            );
        }
        self.problems(ui);
        form::section(ui, &tr!("Different from {variant}", variant = parent));
        let differences = self.form.differences();
        if differences.is_empty() {
            ui.label(RichText::new(tr!("Nothing yet.")).color(theme::colours(ui).ink_soft));
        }
        for difference in &differences {
            ui.add(Label::new(format!("• {difference}")).wrap());
        }
        form::section(ui, tr!("Is it any good?"));
        match &mut self.comparison {
            Some(comparison) => comparison.ui(ui, ready.as_ref()),
            None => {
                let text = tr!(
                    "Random games show the shape of a game: whom it favours, how high scores are, how long it takes."
                );
                ui.add(
                    Label::new(RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft))
                        .wrap(),
                );
            }
        }
        let title = tr!("Compare with {variant}", variant = parent);
        let can = ready.filter(|_| !differences.is_empty());
        let button =
            ui.add_enabled(can.is_some(), Button::new(title)).on_disabled_hover_text(tr!("Nothing to compare yet"));
        if let (true, Some(ruleset)) = (button.clicked(), can) {
            self.comparison = None;
            self.comparison = Some(Comparison::begin(&self.plugin, &self.form.draft().parent, &ruleset));
        }
        let can = self.form.ruleset().filter(|_| !differences.is_empty());
        let lab = ui.add_enabled(can.is_some(), Button::new(tr!("Against the parent, in the lab")));
        let lab = lab
            .on_hover_text(tr!("Better bots, more games, plots, and what differs beyond chance"))
            .on_disabled_hover_text(tr!("Nothing to compare yet"));
        if let (true, Some(own)) = (lab.clicked(), can) {
            command = Some(WorkshopCommand::Lab(Arc::clone(&self.form.draft().parent), own));
        }
        command
    }

    fn save_buttons(&mut self, ui: &mut Ui, is_sound: bool) -> Option<WorkshopCommand> {
        let draft = self.form.draft();
        let named = !draft.variant.name.trim().is_empty();
        let why = if named { tr!("First correct what is wrong") } else { tr!("Give it a name first") };
        let mut command = None;
        // Each button keeps its place, whether it can be pressed or not: none moves under a second click.
        let can = draft.own.is_some() && is_sound && named && self.is_changed();
        let save = ui.add_enabled(can, Button::new(tr!("Save")).min_size(egui::vec2(0.0, 36.0 * theme::scale(ui))));
        let no_save = match &draft.own {
            None => tr!("Save it as a variant first"),
            Some(_) if is_sound && named => tr!("Nothing was changed"),
            Some(_) => why,
        };
        if save.on_disabled_hover_text(no_save).clicked() {
            self.question = Some(Question::SaveOver);
        }
        // A second click writes no second file.
        let can = is_sound && named && (draft.own.is_none() || self.is_changed());
        let why = if is_sound && named { tr!("Nothing was changed") } else { why };
        let as_new =
            ui.add_enabled(can, Button::new(tr!("Save as variant")).min_size(egui::vec2(0.0, 36.0 * theme::scale(ui))));
        let as_new = as_new.on_hover_text(tr!("A new file in your own folder; nothing is overwritten"));
        if as_new.on_disabled_hover_text(why).clicked() {
            command = Some(WorkshopCommand::SaveAsNew(Box::new(self.form.draft().clone())));
        }
        let shared = self.shareable();
        let can = shared.is_some() && is_sound;
        let share = ui.add_enabled(can, Button::new(tr!("Share")).min_size(egui::vec2(0.0, 36.0 * theme::scale(ui))));
        let is_game = matches!(shared, Some(Shared::Game(_)));
        let share = share.on_hover_text(if is_game {
            tr!("One file with the game, to be given to others")
        } else {
            tr!("One file with the variant and its house rules, to be given to others")
        });
        if share.on_disabled_hover_text(tr!("Save it first")).clicked() {
            self.share = Some(if is_game { Share::of_game(self.plugin.about()) } else { Share::default() });
        }
        command
    }

    /// Shows the number of problems: each is explained beside its field.
    fn problems(&self, ui: &mut Ui) {
        let count = self.form.faults().len();
        if count == 0 {
            return;
        }
        let text =
            if count == 1 { tr!("There is a problem:").to_owned() } else { tr!("There are {n} problems:", n = count) };
        ui.label(RichText::new(text).strong().color(theme::colours(ui).alarm));
        for fault in self.form.faults() {
            let of = match &fault.about {
                VariantPart::Knob(name) => {
                    let knob = self.plugin.knobs().iter().find(|knob| knob.name == *name);
                    knob.map_or_else(|| name.clone(), labels::knob)
                }
                VariantPart::Script(name) => name.clone(),
                VariantPart::RuleKnob { script, knob } => format!("{script}: {knob}"),
                VariantPart::Clock => tr!("Clocks").to_owned(),
                VariantPart::Whole => tr!("The variant as a whole").to_owned(),
            };
            ui.add(
                Label::new(RichText::new(format!("• {of}")).text_style(theme::small()).color(theme::colours(ui).alarm))
                    .wrap(),
            );
        }
    }

    fn question(&mut self, ui: &Ui) -> Option<WorkshopCommand> {
        let asks = self.question?;
        let draft = self.form.draft();
        let file = draft.own.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
        let (title, text, yes) = match asks {
            Question::Leave => (
                tr!("Leave without saving?"),
                tr!("What you changed will be lost.").to_owned(),
                tr!("Leave without saving"),
            ),
            Question::SaveOver => (
                tr!("Save over your variant?"),
                tr!(
                    "{file}\n\nIts comments and its order are kept. Matches under way keep the rules that they began with.",
                    file
                ),
                tr!("Save over it"),
            ),
        };
        let mut answer = None;
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(title).text_style(theme::title()));
            ui.add(Label::new(text).wrap());
        };
        let modal = theme::dialog(ui.ctx(), "workshop question", 480.0, &mut (), body, |(), ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                // The main button loses nothing.
                let clicked = |button: egui::Response| button.clicked();
                let (agrees, cancels) = if asks == Question::Leave {
                    let stays = clicked(theme::primary(ui, tr!("Back to the workshop")));
                    (clicked(ui.button(yes)), stays)
                } else {
                    (clicked(theme::primary(ui, yes)), clicked(ui.button(tr!("Cancel"))))
                };
                if agrees || cancels {
                    answer = Some(agrees);
                }
            });
        });
        if answer.is_none() && modal.should_close() {
            answer = Some(false);
        }
        let command = match (answer?, asks) {
            (true, Question::Leave) => Some(WorkshopCommand::Leave),
            (true, Question::SaveOver) => Some(WorkshopCommand::SaveOver(Box::new(draft.clone()))),
            (false, _) => None,
        };
        self.question = None;
        command
    }
}
