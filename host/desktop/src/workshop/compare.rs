//! A variant compared with the one that it starts from: the same seeds played at random under both, side by side.

use egui::{Align, Grid, Label, Layout, RichText, Ui};
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::comparison::{Estimate, Figures, Watch, compare};
use stonehouse_engine::draft;
use stonehouse_engine::{Ruleset, Variant};
use stonehouse_language::{number, say, tell_words};
use stonehouse_plugin_api::abi::client::Plugin;
use stonehouse_table::aside::{Pending, Progress};
use stonehouse_table::look;

/// The most games under each ruleset, and the longest time for all of them.
const GAMES: u64 = 4000;
const LONGEST: Duration = Duration::from_secs(8);
/// How often the progress is shown anew.
const SHOWN_AGAIN: Duration = Duration::from_millis(100);

type Outcome = Result<Table, String>;

/// A comparison, while it runs and when it is done. Dropping it stops it.
pub(super) struct Comparison {
    watch: Arc<Watch>,
    pending: Option<Pending<Outcome>>,
    outcome: Option<Outcome>,
    /// The rules that were compared.
    of: Arc<Ruleset>,
    /// The name of the variant that it was compared with.
    with: String,
}

/// What is shown: a line for each figure.
struct Table {
    games: u64,
    lines: Vec<Line>,
}

struct Line {
    name: String,
    is_share: bool,
    figures: [Option<Estimate>; 2],
}

impl Comparison {
    /// Begins to compare. `None` if the system gives no thread.
    pub fn begin(plugin: &Arc<Plugin>, parent: &Arc<Variant>, ruleset: &Arc<Ruleset>) -> Option<Self> {
        let watch = Arc::new(Watch::default());
        let (plugin, base, own, seen) = (plugin.clone(), parent.clone(), ruleset.clone(), watch.clone());
        let pending = Pending::begin("comparison", || (), move || run(&plugin, &base, &own, &seen))?;
        let with = tell_words(&parent.name);
        Some(Self { watch, pending: Some(pending), outcome: None, of: Arc::clone(ruleset), with })
    }

    /// Blocks until it is done, for tests.
    pub fn wait(&mut self) {
        self.hear(Duration::MAX);
    }

    fn hear(&mut self, patience: Duration) {
        let Some(pending) = &self.pending else { return };
        self.outcome = Some(match pending.wait(patience) {
            Progress::Done(outcome) => outcome,
            Progress::Working => return,
            Progress::Broken => Err(say!("The comparison failed in this program, not in the game.").to_owned()),
        });
        self.pending = None;
    }

    /// Shows how far it is, or the result. `now` is the ruleset as it is now.
    pub fn ui(&mut self, ui: &mut Ui, now: Option<&Arc<Ruleset>>) {
        self.hear(Duration::ZERO);
        let Some(outcome) = &self.outcome else {
            ui.request_repaint_after(SHOWN_AGAIN);
            let games = self.watch.games();
            ui.horizontal(|ui| {
                ui.label(say!("{games} of {all} games under each…", games, all = GAMES));
                if ui.button(say!("Stop")).on_hover_text(say!("Show what was found so far")).clicked() {
                    self.watch.stop();
                }
            });
            ui.add(egui::ProgressBar::new(games as f32 / GAMES as f32).desired_height(8.0));
            return;
        };
        let table = match outcome {
            Ok(table) => table,
            Err(why) => {
                ui.add(Label::new(RichText::new(why).color(look::colours(ui).alarm)).wrap().selectable(true));
                return;
            }
        };
        if now.is_none_or(|now| !draft::plays_alike(now.variant(), self.of.variant())) {
            ui.label(
                RichText::new(say!("Compared before the last change"))
                    .text_style(look::small())
                    .color(look::colours(ui).alarm),
            );
        }
        self.table(ui, table);
    }

    fn table(&self, ui: &mut Ui, table: &Table) {
        let colour = look::colours(ui).ink_soft;
        let soft = |text: String| RichText::new(text).text_style(look::small()).color(colour);
        ui.spacing_mut().interact_size.y = 18.0 * look::scale(ui);
        let width = ui.available_width();
        Grid::new("comparison").num_columns(3).spacing(egui::vec2(10.0, 4.0)).show(ui, |ui| {
            ui.label("");
            for name in [self.with.clone(), tell_words(&self.of.variant().name)] {
                ui.vertical(|ui| {
                    ui.set_width(width * 0.3);
                    ui.add(Label::new(RichText::new(name).text_style(look::small()).strong()).wrap());
                });
            }
            ui.end_row();
            for line in &table.lines {
                ui.add(Label::new(RichText::new(&line.name).text_style(look::small())).extend());
                let differs = matches!(line.figures, [Some(one), Some(other)] if one.differs(&other));
                for (place, figure) in line.figures.iter().enumerate() {
                    let mut text = figure.map_or_else(|| "–".to_owned(), |figure| words(&figure, line.is_share));
                    // A colour alone would tell some people nothing.
                    if differs && place == 1 {
                        text += " *";
                    }
                    let text = RichText::new(text).text_style(look::small());
                    let text = if differs && place == 1 { text.strong().color(look::colours(ui).accent) } else { text };
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.label(text));
                }
                ui.end_row();
            }
        });
        let games = say!(
            "{games} random games under each, dealt alike. In 95 of 100 cases the true figure lies in the range. *: more than chance explains.",
            games = table.games
        );
        ui.add(Label::new(soft(games)).wrap());
    }
}

impl Drop for Comparison {
    fn drop(&mut self) {
        self.watch.stop();
    }
}

/// A figure with the half of its interval: "48 ± 2 %", "12.3 ± 0.4".
fn words(figure: &Estimate, is_share: bool) -> String {
    let half = (figure.greatest - figure.least) / 2.0;
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

fn run(plugin: &Arc<Plugin>, parent: &Arc<Variant>, own: &Arc<Ruleset>, watch: &Watch) -> Outcome {
    // As many players as the changed variant has, where the number is open.
    let seats = own.seating().seats.len();
    let base = Ruleset::compile(plugin, parent)
        .and_then(|base| base.for_players(seats))
        .map_err(|problems| problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("\n"))?;
    let found = compare([&base, own], GAMES, LONGEST, watch).map_err(|(place, failure)| {
        let which = [&parent.name, &own.variant().name][place];
        say!("In a random game of {variant}: {failure}", variant = which, failure)
    })?;
    Ok(table(&found, [&base, own]))
}

fn table(found: &[Figures; 2], rulesets: [&Arc<Ruleset>; 2]) -> Table {
    let names = |ruleset: &Arc<Ruleset>| -> Vec<String> {
        ruleset.seating().seats.iter().map(|seat| tell_words(&seat.name)).collect()
    };
    let (one, other) = (names(rulesets[0]), names(rulesets[1]));
    let longer = if one.len() > other.len() { &one } else { &other };
    let mut lines = Vec::new();
    for (place, name) in longer.iter().enumerate() {
        let of = |pick: fn(&stonehouse_engine::comparison::SeatFigures) -> Estimate| {
            [0, 1].map(|which: usize| found[which].seats.get(place).map(pick))
        };
        lines.push(Line { name: say!("{seat} wins", seat = name), is_share: true, figures: of(|seat| seat.wins) });
        lines.push(Line { name: say!("{seat} scores", seat = name), is_share: false, figures: of(|seat| seat.score) });
    }
    let both = |pick: fn(&Figures) -> Estimate| [0, 1].map(|which: usize| Some(pick(&found[which])));
    lines.push(Line { name: say!("Draws").to_owned(), is_share: true, figures: both(|figures| figures.draws) });
    lines.push(Line { name: say!("Actions").to_owned(), is_share: false, figures: both(|figures| figures.actions) });
    Table { games: found[1].games, lines }
}
