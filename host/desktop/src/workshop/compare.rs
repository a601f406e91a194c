//! A variant compared with the one that it starts from: the same random games under both, in pairs.

use egui::{Align, Grid, Label, Layout, RichText, Ui};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stonehouse_bots::BotSpec;
use stonehouse_engine::draft;
use stonehouse_engine::{Problem, Ruleset, Variant};
use stonehouse_lab::pairs::{Compared, ComparisonError, ComparisonObserver, Pairing, compare};
use stonehouse_lab::{Difference, Estimate, SimulationPlan, Stop};
use stonehouse_language::{number, tr, translate_words};
use stonehouse_runtime::Plugin;
use stonehouse_session::AgentSpec;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// The most games under each ruleset, and the longest time for all of them.
const MAX_GAMES: u64 = 4000;
const MAX_TIME: Duration = Duration::from_secs(8);
/// The interval at which the progress is updated.
const SHOWN_AGAIN: Duration = Duration::from_millis(100);

type ComparisonOutcome = Result<ComparisonTable, String>;

/// A comparison, while it runs and when it is done. Dropping it stops it.
pub(super) struct Comparison {
    /// How many games have been played under each ruleset.
    games: Arc<AtomicU64>,
    task: Task<ComparisonOutcome>,
    outcome: Option<ComparisonOutcome>,
    /// The rules that were compared.
    of: Arc<Ruleset>,
    /// The name of the variant that it was compared with.
    with: String,
}

/// The table of results: a line for each figure.
struct ComparisonTable {
    games: u64,
    lines: Vec<ComparisonLine>,
}

struct ComparisonLine {
    name: String,
    difference: Difference,
}

impl Comparison {
    /// Begins to compare.
    pub fn begin(plugin: &Arc<Plugin>, parent: &Arc<Variant>, ruleset: &Arc<Ruleset>) -> Self {
        let (stop, games) = (Stop::new(), Arc::new(AtomicU64::new(0)));
        let (plugin, base, own) = (plugin.clone(), parent.clone(), ruleset.clone());
        let (stopped, played) = (stop.clone(), games.clone());
        let task = Task::begin("comparison", || (), move || run(&plugin, &base, &own, &stopped, &played));
        let (task, with) = (task.cancelled_by(move || stop.stop()), translate_words(&parent.name));
        Self { games, task, outcome: None, of: Arc::clone(ruleset), with }
    }

    /// Blocks until it is done, for tests.
    pub fn wait(&mut self) {
        self.poll(Duration::MAX);
    }

    fn poll(&mut self, timeout: Duration) {
        if let Some(outcome) = self.task.poll(timeout) {
            self.outcome = Some(outcome.unwrap_or_else(|failure| Err(failure.sentence().to_owned())));
        }
    }

    /// Shows how far it is, or the result. `now` is the ruleset as it is now.
    pub fn ui(&mut self, ui: &mut Ui, now: Option<&Arc<Ruleset>>) {
        self.poll(Duration::ZERO);
        let Some(outcome) = &self.outcome else {
            ui.request_repaint_after(SHOWN_AGAIN);
            let games = self.games.load(Ordering::Relaxed);
            ui.horizontal(|ui| {
                ui.label(tr!("{games} of {all} games under each…", games, all = MAX_GAMES));
                if ui.button(tr!("Stop")).on_hover_text(tr!("Show what was found so far")).clicked() {
                    self.task.cancel();
                }
            });
            ui.add(egui::ProgressBar::new(games as f32 / MAX_GAMES as f32).desired_height(8.0));
            return;
        };
        let table = match outcome {
            Ok(table) => table,
            Err(why) => {
                ui.add(Label::new(RichText::new(why).color(theme::colours(ui).alarm)).wrap().selectable(true));
                return;
            }
        };
        if now.is_none_or(|now| !draft::plays_alike(now.variant(), self.of.variant())) {
            ui.label(
                RichText::new(tr!("Compared before the last change"))
                    .text_style(theme::small())
                    .color(theme::colours(ui).alarm),
            );
        }
        self.table(ui, table);
    }

    fn table(&self, ui: &mut Ui, table: &ComparisonTable) {
        let colour = theme::colours(ui).ink_soft;
        let soft = |text: String| RichText::new(text).text_style(theme::small()).color(colour);
        ui.spacing_mut().interact_size.y = 18.0 * theme::scale(ui);
        let width = ui.available_width();
        Grid::new("comparison").num_columns(3).spacing(egui::vec2(10.0, 4.0)).show(ui, |ui| {
            ui.label("");
            for name in [self.with.clone(), translate_words(&self.of.variant().name)] {
                ui.vertical(|ui| {
                    ui.set_width(width * 0.3);
                    ui.add(Label::new(RichText::new(name).text_style(theme::small()).strong()).wrap());
                });
            }
            ui.end_row();
            for line in &table.lines {
                ui.add(Label::new(RichText::new(&line.name).text_style(theme::small())).extend());
                let Difference { one, other, is_share, is_clear: differs, .. } = line.difference;
                for (place, figure) in [one, other].iter().enumerate() {
                    let mut text = words(figure, is_share);
                    // Not everybody can distinguish colours.
                    if differs && place == 1 {
                        text += " *";
                    }
                    let text = RichText::new(text).text_style(theme::small());
                    let text =
                        if differs && place == 1 { text.strong().color(theme::colours(ui).accent) } else { text };
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.label(text));
                }
                ui.end_row();
            }
        });
        let games = tr!(
            "{games} random games under each, dealt alike. In 95 of 100 cases the true figure is in the range. *: more than chance explains.",
            games = table.games
        );
        ui.add(Label::new(soft(games)).wrap());
    }
}

/// A figure with the half of its interval: "48 ± 2 %", "12.3 ± 0.4".
fn words(figure: &Estimate, is_share: bool) -> String {
    let half = (figure.upper - figure.lower) / 2.0;
    if is_share {
        format!("{} ± {} %", number(figure.value * 100.0, 0), number((half * 100.0).max(0.5).ceil(), 0))
    } else {
        if half == 0.0 {
            return format!("{}", figure.value);
        }
        let digits = usize::from(half < 10.0);
        format!("{} ± {}", number(figure.value, digits), number(half, digits))
    }
}

fn run(
    plugin: &Arc<Plugin>,
    parent: &Arc<Variant>,
    own: &Arc<Ruleset>,
    stop: &Stop,
    games: &AtomicU64,
) -> ComparisonOutcome {
    // As many players as the changed variant has, where the number is open.
    let seats = own.seating().seats.len();
    let base = Ruleset::compile(plugin, parent)
        .and_then(|base| base.for_players(seats))
        .map_err(|problems| Problem::messages(&problems))?;
    let players = vec![AgentSpec::Bot(BotSpec::Random); seats];
    let plan = SimulationPlan { fixed_seats: true, results_only: true, ..SimulationPlan::new(players, MAX_GAMES) };
    let pairing = Pairing { one: &base, other: own, plan, other_seed: None, until_clear: false };
    let began = Instant::now();
    let mut progress = |now: &stonehouse_lab::pairs::ComparisonProgress<'_>| {
        games.store(now.pairs(), Ordering::Relaxed);
        if began.elapsed() > MAX_TIME {
            stop.stop();
        }
    };
    let observer = ComparisonObserver { stop: stop.clone(), on_progress: Some(&mut progress), rows: None };
    let compared = compare(&pairing, observer).map_err(|error| match error {
        ComparisonError::Ruleset { ruleset, failure } => {
            let which = ruleset.of(&parent.name, &own.variant().name);
            tr!("In a random game of {variant}: {failure}", variant = which, failure)
        }
        ComparisonError::Threads(failure) => failure.to_string(),
    })?;
    Ok(table(&compared, own))
}

/// The headline figures: of each seat the wins and the score, then draws and the length.
fn table(compared: &Compared, ruleset: &Ruleset) -> ComparisonTable {
    let mut lines = Vec::new();
    let mut line = |name: String, metric: &str, of: &str| {
        let found = compared.differences.iter().find(|found| found.metric == metric && found.of == of);
        lines.extend(found.map(|difference| ComparisonLine { name, difference: difference.clone() }));
    };
    for seat in &ruleset.seating().seats {
        let name = translate_words(&seat.name);
        line(tr!("{seat} wins", seat = name), "wins", &seat.name);
        line(tr!("{seat} scores", seat = name), "score", &seat.name);
    }
    line(tr!("Draws").to_owned(), "shared_wins", "");
    line(tr!("Actions").to_owned(), "actions", "");
    ComparisonTable { games: compared.pairs, lines }
}
