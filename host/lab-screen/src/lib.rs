//! The lab's screen: variants played by bots, many games, and their figures while they are played.
//!
//! | module | contents |
//! |---|---|
//! | this one | the screen, and its requests to its parent |
//! | `form`, `moves`, `fields` | the form: variants, bots, how many games; numbers that move; fields |
//! | `run` | a run on threads of its own, whose results are published a few times a second |
//! | `sweep`, `curves` | a run in which numbers of a variant move, and its plots |
//! | `examples`, `again` | which game to show for a bar, or as the longest; a game played again for its review |
//! | `plots`, `bars`, `histogram` | the plots, and bars that can be touched |
//! | `glance`, `table` | a run in sentences; all figures, and the differences |
//! | `save` | the report, as a file |
//! | `words` | figures in words |
//!
//! The lab defines the metrics; this screen only shows them.

mod again;
mod bars;
mod curves;
mod examples;
mod fields;
mod form;
mod glance;
mod histogram;
mod moves;
mod plots;
mod run;
mod save;
mod sweep;
mod table;
mod words;

use again::Again;
use bars::Pointed;
use egui::{CentralPanel, Frame, Key, Label, Margin, Modifiers, Panel, ProgressBar, RichText, ScrollArea, Ui};
use form::SimulationForm;
use plots::{PlotsPage, card};
use run::{RunResults, SimulationRun};
use save::ReportContent;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::{Catalog, Ruleset, Variant};
use stonehouse_language::tr;
use stonehouse_runtime::Plugin;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;
use sweep::SweepRun;

/// The width of the form, in points where text has its usual size, and its greatest share of the window's width.
const SIDE: f32 = 250.0;
const SHARE: f32 = 0.36;

/// A request of the lab's screen to its parent.
#[derive(Debug, PartialEq, Eq)]
pub enum LabCommand {
    /// Back to where it was opened.
    Leave,
    /// Show the match of this record in review.
    Review(PathBuf),
}

/// The tabs of the results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResultsTab {
    Plots,
    Figures,
}

struct LabNotice {
    text: String,
    is_trouble: bool,
}

/// The screen.
pub struct Lab {
    form: SimulationForm,
    reports: Option<PathBuf>,
    run: Option<SimulationRun>,
    sweep: Option<SweepRun>,
    /// The id of the metric that a sweep shows.
    metric: String,
    /// The names of the run's rulesets.
    titles: Vec<String>,
    tab: ResultsTab,
    seat: Option<usize>,
    again: Again,
    saving: Task<Result<PathBuf, String>>,
    note: Option<LabNotice>,
}

impl Lab {
    /// The lab for these games. `timeout` is how long a frame waits for rules to be compiled.
    pub fn new(catalog: &Catalog, timeout: Duration) -> Self {
        Self {
            form: SimulationForm::new(catalog, timeout),
            reports: save::folder(catalog.folders()),
            run: None,
            sweep: None,
            metric: String::new(),
            titles: Vec::new(),
            tab: ResultsTab::Plots,
            seat: None,
            again: Again::default(),
            saving: Task::default(),
            note: None,
        }
    }

    /// The lab, with this variant (`GAME/ID`) picked.
    ///
    /// # Errors
    /// When there is none.
    pub fn with_variant(mut self, name: &str) -> Result<Self, String> {
        self.form.choose(name)?;
        Ok(self)
    }

    /// The lab, with a variant picked and one that need not be saved to be compared with it.
    #[must_use]
    pub fn against(mut self, plugin: &Arc<Plugin>, parent: &Arc<Variant>, own: &Arc<Ruleset>) -> Self {
        self.form.compare(plugin, parent, own);
        self
    }

    /// Blocks until rules are compiled, a run is over, a game is played again and a report is written: for tests and
    /// tools.
    pub fn wait(&mut self) {
        self.form.poll(Duration::MAX);
        if let Some(run) = &mut self.run {
            run.poll(Duration::MAX);
        }
        if let Some(sweep) = &mut self.sweep {
            sweep.poll(Duration::MAX);
        }
        self.saved(Duration::MAX);
    }

    /// Whether games are being played.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(SimulationRun::is_running)
            || self.sweep.as_ref().is_some_and(SweepRun::is_running)
    }

    /// Shows the lab.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<LabCommand> {
        if let Some(run) = &mut self.run {
            run.poll(Duration::ZERO);
        }
        if let Some(sweep) = &mut self.sweep {
            sweep.poll(Duration::ZERO);
        }
        self.saved(Duration::ZERO);
        let mut command = match self.again.poll(ui) {
            Some(Ok(file)) => Some(LabCommand::Review(file)),
            Some(Err(why)) => {
                self.trouble(&why);
                None
            }
            None => None,
        };
        let shown = self.run.as_ref().and_then(SimulationRun::shown);
        command = self.bar(ui, shown.as_ref()).or(command);
        let paper = Frame::new().fill(theme::colours(ui).paper);
        let width = (ui.available_width() * SHARE).min(SIDE * theme::scale(ui));
        let side = Panel::left("lab side").exact_size(width).resizable(false);
        side.frame(paper.inner_margin(Margin { left: 14, right: 4, top: 4, bottom: 4 })).show(ui, |ui| {
            self.start(ui);
            ScrollArea::vertical().id_salt("lab form").auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(ui.available_width() - 12.0);
                let is_free = !self.is_running();
                ui.add_enabled_ui(is_free, |ui| self.form.ui(ui));
                ui.add_space(12.0);
            });
        });
        let margin = Margin { left: 10, right: 4, top: 4, bottom: 0 };
        let mut saves = false;
        CentralPanel::default().frame(paper.inner_margin(margin)).show(ui, |ui| {
            ScrollArea::vertical().id_salt("lab results").auto_shrink(false).show(ui, |ui| {
                theme::page_keys(ui, Modifiers::NONE);
                ui.set_max_width(ui.available_width() - 12.0);
                match (&shown, &self.sweep) {
                    (_, Some(sweep)) => saves = curves::show(ui, sweep, &mut self.metric),
                    (Some(shown), None) => self.results(ui, shown),
                    (None, None) => self.nothing(ui),
                }
                ui.add_space(20.0);
            });
        });
        if saves {
            self.save_variant();
        }
        command
    }

    fn bar(&mut self, ui: &mut Ui, shown: Option<&Arc<RunResults>>) -> Option<LabCommand> {
        let mut command = None;
        let frame = theme::bar_frame(ui);
        Panel::top("lab bar").frame(frame).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let is_free =
                    ui.ctx().memory(|memory| memory.focused().is_none()) && !egui::Popup::is_any_open(ui.ctx());
                let escaped = is_free && ui.input(|input| input.key_pressed(Key::Escape));
                if ui.button(tr!("Back")).on_hover_text(tr!("To the previous screen (Esc); a run is stopped")).clicked()
                    || escaped
                {
                    command = Some(LabCommand::Leave);
                }
                ui.label(RichText::new(tr!("Lab")).text_style(theme::title()));
                for (tab, name) in [(ResultsTab::Plots, tr!("Plots")), (ResultsTab::Figures, tr!("All figures"))] {
                    let is_now = self.tab == tab;
                    let button = ui.add(theme::option(is_now, name));
                    button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_now, name));
                    if button.clicked() {
                        self.tab = tab;
                    }
                }
                let found = match (&self.sweep, shown) {
                    (Some(sweep), _) => ReportContent::of_sweep(sweep),
                    (None, Some(shown)) => Some(ReportContent::Run(Arc::clone(shown))),
                    (None, None) => None,
                };
                let can = found.is_some() && !self.saving.is_pending();
                let save = ui.add_enabled(can, egui::Button::new(tr!("Save report")));
                let save = save.on_hover_text(tr!(
                    "A page with all plots that needs nothing else, in your own folder; nothing is overwritten"
                ));
                if let (true, Some(found)) =
                    (save.on_disabled_hover_text(tr!("Nothing was played yet")).clicked(), found)
                {
                    self.save(found);
                }
            });
            if let Some(note) = &self.note {
                let colour = if note.is_trouble { theme::colours(ui).alarm } else { theme::colours(ui).accent };
                ui.add(Label::new(RichText::new(&note.text).color(colour)).wrap().selectable(true));
            }
        });
        command
    }

    /// The button that starts or stops, and how far the run is.
    fn start(&mut self, ui: &mut Ui) {
        if let Some(run) = self.run.as_ref().filter(|run| run.is_running()) {
            let (games, played) = (run.job.plan.games, run.shown().map_or(0, |shown| shown.played));
            let left = run.left().map_or_else(String::new, |left| tr!(", {time} left", time = words::time(left)));
            if primary(ui, tr!("Stop")).on_hover_text(tr!("What was played so far stays")).clicked() {
                run.stop();
            }
            let text =
                tr!("{played} of {all} games{left}", played = words::count(played), all = words::count(games), left);
            ui.add(Label::new(text).wrap());
            ui.add(ProgressBar::new(played as f32 / games.max(1) as f32).desired_height(8.0 * theme::scale(ui)));
            return;
        }
        if let Some(sweep) = self.sweep.as_ref().filter(|sweep| sweep.is_running()) {
            if primary(ui, tr!("Stop")).on_hover_text(tr!("What was played so far stays")).clicked() {
                sweep.stop();
            }
            let text = match sweep.job.goal {
                Some(_) => sweep.progress_text(),
                None => tr!("{done} of {all} points", done = sweep.points().len(), all = sweep.wanted()),
            };
            ui.add(Label::new(text).wrap());
            return;
        }
        let can = self.form.rules().is_some();
        let button = ui.add_enabled_ui(can, |ui| primary(ui, tr!("Start"))).inner;
        if button.on_hover_text(tr!("Play the games")).clicked() {
            self.begin(ui);
        }
    }

    fn begin(&mut self, ui: &Ui) {
        self.note = None;
        self.again.stop();
        (self.run, self.sweep) = (None, None);
        let begun = if self.form.moves() {
            self.form.sweep_job().map(|job| {
                self.sweep = Some(SweepRun::begin(job, ui.ctx()));
            })
        } else {
            self.form.job().map(|job| {
                (self.seat, self.titles) = (None, self.form.titles());
                self.run = Some(SimulationRun::begin(job, ui.ctx()));
            })
        };
        if let Err(why) = begun {
            self.trouble(&why);
        }
    }

    fn trouble(&mut self, why: &str) {
        self.note = Some(LabNotice { text: why.to_owned(), is_trouble: true });
    }

    /// Shows the instructions, or the failure, while nothing was played.
    fn nothing(&self, ui: &mut Ui) {
        if let Some(why) = self.run.as_ref().and_then(|run| run.trouble.as_ref()) {
            fields::trouble(ui, why);
            return;
        }
        card(ui, tr!("How does it play?"), |ui| {
            let text = if self.is_running() {
                tr!("The first games are being played…")
            } else {
                tr!(
                    "Pick a variant, or two to compare, and who plays; then press Start. What random players show is the shape of a game; what it is like to play it well, only bots show that play well."
                )
            };
            ui.add(Label::new(text).wrap());
        });
    }

    fn results(&mut self, ui: &mut Ui, shown: &Arc<RunResults>) {
        if let Some(run) = &self.run {
            glance::show(ui, run, shown, &self.titles);
        }
        match self.tab {
            ResultsTab::Plots => {
                let pointed = PlotsPage { shown, titles: &self.titles, seat: &mut self.seat }.ui(ui);
                if let Some(pointed) = pointed {
                    self.play_again(ui, pointed);
                }
            }
            ResultsTab::Figures => {
                table::differences(ui, shown, &self.titles);
                table::all(ui, shown, &self.titles);
            }
        }
    }

    /// Plays a game again, to be reviewed.
    fn play_again(&mut self, ui: &Ui, pointed: Pointed) {
        let Some(run) = &self.run else { return };
        if let Err(why) = self.again.begin(&run.job, pointed, ui.ctx()) {
            self.trouble(&why);
        }
    }

    /// Saves the values found for a goal as a variant.
    fn save_variant(&mut self) {
        let Some(sweep) = &self.sweep else { return };
        self.note = Some(match sweep.save(self.form.catalog()) {
            Ok(file) => LabNotice { text: tr!("Saved as {file}", file = file.display()), is_trouble: false },
            Err(error) => LabNotice { text: error.to_string(), is_trouble: true },
        });
    }

    fn save(&mut self, found: ReportContent) {
        let Some(folder) = self.reports.clone() else {
            self.trouble(tr!("There is no folder of your own to save the report in."));
            return;
        };
        self.saving = Task::begin("report", || (), move || save::report(&folder, &found));
    }

    /// Polls whether the report is written.
    fn saved(&mut self, timeout: Duration) {
        match self.saving.poll(timeout) {
            None => {}
            Some(Ok(Ok(file))) => {
                self.note = Some(LabNotice { text: tr!("Saved as {file}", file = file.display()), is_trouble: false });
            }
            Some(Ok(Err(why))) => self.trouble(&why),
            Some(Err(failure)) => self.trouble(failure.sentence()),
        }
    }
}

/// The main button, its text in the middle: below each other, buttons begin their texts at the left.
fn primary(ui: &mut Ui, text: &str) -> egui::Response {
    ui.horizontal(|ui| theme::primary(ui, text)).inner
}
