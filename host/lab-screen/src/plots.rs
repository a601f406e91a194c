//! The plots of a run: wins, scores, length, the course of the score, the worth of actions. They fill as it runs.

use crate::bars::{self, Axes, Bar, Pointed};
use crate::histogram::Histogram;
use crate::run::RunResults;
use crate::words;
use egui::{Grid, Label, Margin, RichText, Ui};
use egui_plot::{FilledArea, Line, LineStyle};
use std::ops::RangeInclusive;
use stonehouse_lab::{Distribution, Estimate, MeasuredFigure, MetricFigures, ScoreCurve};
use stonehouse_language::{number, tr, translate_words};
use stonehouse_ui::theme;

/// The most kinds of actions in the table of their worth; the rest are among all figures.
const MAX_KINDS: usize = 24;

/// The width of a column of figures in that table, in points, where text has its usual size.
const FIGURES: f32 = 150.0;

/// The width from which plots are side by side, in points, where text has its usual size.
const TWO: f32 = 640.0;

/// The content of the page of plots.
pub struct PlotsPage<'a> {
    /// The results so far.
    pub shown: &'a RunResults,
    /// The names of the rulesets.
    pub titles: &'a [String],
    /// The seat whose scores are shown; none: all.
    pub seat: &'a mut Option<usize>,
}

/// A card with a title.
pub fn card<R>(ui: &mut Ui, title: &str, body: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = theme::card_frame(ui).inner_margin(Margin::same(14)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if !title.is_empty() {
            ui.label(RichText::new(title).text_style(theme::title()));
        }
        // Columns stretch their contents; texts are not to be stretched.
        ui.with_layout(egui::Layout::top_down(egui::Align::Min), body).inner
    });
    shown.inner
}

/// Less important text.
pub fn soft(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft);
    ui.add(Label::new(text).wrap());
}

impl PlotsPage<'_> {
    /// Shows all plots. Returns the game whose bar or button was touched.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<Pointed> {
        let mut pointed = None;
        let two = ui.available_width() > TWO * theme::scale(ui);
        ui.columns(if two { 2 } else { 1 }, |columns| {
            let last = columns.len() - 1;
            pointed = self.wins(&mut columns[0]);
            pointed = self.length(&mut columns[last]).or(pointed);
            pointed = self.scores(&mut columns[0]).or(pointed);
            self.course(&mut columns[last]);
            pointed = self.outliers(&mut columns[0]).or(pointed);
            self.kinds(&mut columns[last]);
        });
        pointed
    }

    fn metric(&self, side: usize, id: &str) -> Option<&MetricFigures> {
        self.shown.sides.get(side)?.results.metric(id)
    }

    fn is_compared(&self) -> bool {
        self.shown.sides.len() > 1
    }

    /// The name of a ruleset after a figure, where there are two.
    fn of(&self, side: usize) -> String {
        if self.is_compared() {
            format!(" ({})", self.titles.get(side).map_or("", String::as_str))
        } else {
            String::new()
        }
    }

    /// The legend of the colours.
    fn legend(&self, ui: &mut Ui) {
        if !self.is_compared() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            for (side, (place, title)) in [tr!("left"), tr!("right")].iter().zip(self.titles).enumerate() {
                let (patch, _) =
                    ui.allocate_exact_size(egui::Vec2::splat(12.0 * theme::scale(ui)), egui::Sense::hover());
                ui.painter().rect_filled(patch, 2, bars::colour(ui, side));
                ui.label(RichText::new(format!("{title} ({place})")).text_style(theme::small()));
            }
        });
    }

    fn wins(&self, ui: &mut Ui) -> Option<Pointed> {
        let first = self.metric(0, "wins")?;
        let seats = first.figures.len();
        let sides = self.shown.sides.len();
        let width = 0.7 / sides as f64;
        let mut all = Vec::new();
        for side in 0..sides {
            let examples = &self.shown.sides[side].examples;
            for (place, figure) in self.metric(side, "wins").iter().flat_map(|metric| metric.figures.iter().enumerate())
            {
                let opens = examples.won_by(place);
                all.push(self.share(
                    side,
                    place as f64,
                    width,
                    figure,
                    &tr!("{seat} wins", seat = translate_words(&figure.of)),
                    opens,
                ));
            }
            let shared = self.metric(side, "shared_wins").and_then(|metric| metric.figures.first());
            if let Some(figure) = shared {
                let opens = examples.shared.map(|record| record.game);
                all.push(self.share(side, seats as f64, width, figure, tr!("Nobody wins alone"), opens));
            }
        }
        let even = first.figures.iter().map(|figure| figure.estimate.value).sum::<f64>() / seats.max(1) as f64;
        let names: Vec<String> = first.figures.iter().map(|figure| translate_words(&figure.of)).collect();
        let across = |at: f64| match names.get(at as usize) {
            Some(name) if at >= 0.0 => name.clone(),
            None if at == seats as f64 => tr!("nobody").to_owned(),
            _ => String::new(),
        };
        let pointed = card(ui, tr!("Who wins"), |ui| {
            let words = tr!(
                "Percent of games. Lines at the ends of bars: where the true value is in 95 of 100 cases. Dashed: all equal."
            );
            soft(ui, words);
            self.legend(ui);
            let axes = Axes { across: &across, is_list: true, even: (!self.is_compared()).then_some(even * 100.0) };
            bars::show(ui, "wins", &all, &axes)
        });
        self.player_wins(ui);
        pointed
    }

    /// The wins of each player wherever it sits, where not all players are alike.
    fn player_wins(&self, ui: &mut Ui) {
        let Some(first) = self.metric(0, "player_wins") else { return };
        card(ui, tr!("Which player wins"), |ui| {
            let (sides, mut all) = (self.shown.sides.len(), Vec::new());
            for side in 0..sides {
                let figures = self.metric(side, "player_wins").map(|metric| &metric.figures[..]).unwrap_or_default();
                for (place, figure) in figures.iter().enumerate() {
                    let description = tr!("{seat} wins", seat = translate_words(&figure.of));
                    all.push(self.share(side, place as f64, 0.7 / sides as f64, figure, &description, None));
                }
            }
            let names: Vec<String> = first.figures.iter().map(|figure| translate_words(&figure.of)).collect();
            let across =
                |at: f64| if at < 0.0 { String::new() } else { names.get(at as usize).cloned().unwrap_or_default() };
            self.legend(ui);
            bars::show(ui, "player wins", &all, &Axes { across: &across, is_list: true, even: None });
        });
    }

    /// The bar of a share.
    fn share(
        &self,
        side: usize,
        at: f64,
        width: f64,
        figure: &MeasuredFigure,
        description: &str,
        opens: Option<u64>,
    ) -> Bar {
        let Estimate { value, lower, upper } = figure.estimate;
        let shift = if self.is_compared() { (side as f64 - 0.5) * width } else { 0.0 };
        let hint = if opens.is_some() { tr!(". Open such a game") } else { "" };
        Bar {
            at: at + shift,
            width: width * 0.94,
            value: value * 100.0,
            whisker: Some((lower * 100.0, upper * 100.0)),
            side,
            description: format!("{description}{}: {}{hint}", self.of(side), words::estimate(&figure.estimate, true)),
            opens,
        }
    }

    /// The bars of a histogram.
    fn histogram(
        &self,
        histogram: &Histogram,
        what: &str,
        example: &dyn Fn(usize, RangeInclusive<i64>) -> Option<u64>,
    ) -> Vec<Bar> {
        let width = histogram.width() / histogram.counts.len() as f64;
        let mut all = Vec::new();
        for (side, counts) in histogram.counts.iter().enumerate() {
            let of = counts.iter().sum::<u64>().max(1) as f64;
            for (bar, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let share = *count as f64 / of * 100.0;
                let opens = example(side, histogram.values(bar));
                let hint = if opens.is_some() { tr!(". Open such a game") } else { "" };
                let shift = if self.is_compared() { (side as f64 - 0.5) * width } else { 0.0 };
                all.push(Bar {
                    at: histogram.middle(bar) + shift,
                    width: width * 0.94,
                    value: share,
                    whisker: None,
                    side,
                    description: format!(
                        "{} {what}{}: {} %{hint}",
                        histogram.label(bar),
                        self.of(side),
                        number(share, 1)
                    ),
                    opens,
                });
            }
        }
        all
    }

    /// Means in words, by ruleset.
    fn means(&self, ui: &mut Ui, id: &str, of: &str) {
        for side in 0..self.shown.sides.len() {
            if let Some(figure) = self.shown.sides[side].results.figure(id, of)
                && let Some(spread) = &figure.spread
            {
                let [least, _, quarter, median, most, _, greatest] = spread.quantiles;
                if least == greatest {
                    soft(ui, &tr!("Always {value}{variant}.", value = least, variant = self.of(side)));
                    continue;
                }
                let mean = words::estimate(&figure.estimate, false);
                let text = tr!(
                    "Mean{variant} {mean}; median {median}, half of them {quarter} to {most}, all {least} to {greatest}.",
                    variant = self.of(side),
                    mean,
                    median,
                    quarter,
                    most,
                    least,
                    greatest
                );
                soft(ui, &text);
            }
        }
    }

    fn length(&self, ui: &mut Ui) -> Option<Pointed> {
        let spreads: Vec<Vec<&Distribution>> = (0..self.shown.sides.len())
            .map(|side| {
                self.metric(side, "actions")
                    .iter()
                    .flat_map(|metric| &metric.figures)
                    .filter_map(|figure| figure.spread.as_ref())
                    .collect()
            })
            .collect();
        let histogram = Histogram::of(&spreads)?;
        card(ui, tr!("How long a game is"), |ui| {
            soft(ui, tr!("Actions in a game; percent of games."));
            self.legend(ui);
            let bars = self.histogram(&histogram, tr!("actions"), &|side, values| {
                self.shown.sides[side].examples.as_long_as(values)
            });
            let pointed = bars::show(ui, "length", &bars, &Axes { across: &whole, is_list: false, even: None });
            self.means(ui, "actions", "");
            pointed
        })
    }

    fn scores(&mut self, ui: &mut Ui) -> Option<Pointed> {
        let names: Vec<String> =
            self.metric(0, "score")?.figures.iter().map(|figure| translate_words(&figure.of)).collect();
        card(ui, tr!("Scores"), |ui| {
            self.seats(ui, |seat| tr!("Scores of {seat}", seat), &names);
            let seat = *self.seat;
            let spreads: Vec<Vec<&Distribution>> = (0..self.shown.sides.len())
                .map(|side| {
                    let figures = self.metric(side, "score").map(|metric| &metric.figures[..]).unwrap_or_default();
                    let of = figures.iter().enumerate().filter(|(place, _)| seat.is_none_or(|seat| seat == *place));
                    of.filter_map(|(_, figure)| figure.spread.as_ref()).collect()
                })
                .collect();
            let histogram = Histogram::of(&spreads)?;
            self.legend(ui);
            let bars = self.histogram(&histogram, tr!("points"), &|side, values| {
                self.shown.sides[side].examples.with_score(seat, values)
            });
            let pointed = bars::show(ui, "scores", &bars, &Axes { across: &whole, is_list: false, even: None });
            if let Some(name) = seat.and_then(|seat| names.get(seat)) {
                let of = self.metric(0, "score").and_then(|metric| metric.figures.get(seat.unwrap_or_default()));
                let of = of.map_or_else(|| name.clone(), |figure| figure.of.clone());
                self.means(ui, "score", &of);
            }
            pointed
        })
    }

    /// Shows the choice of the seat whose scores are shown.
    fn seats(&mut self, ui: &mut Ui, what: impl Fn(&str) -> String, names: &[String]) {
        ui.horizontal_wrapped(|ui| {
            let all = [(None, tr!("all seats"))].into_iter();
            for (seat, name) in all.chain(names.iter().enumerate().map(|(seat, name)| (Some(seat), name.as_str()))) {
                let is_now = *self.seat == seat;
                let button = ui.add(theme::option(is_now, name));
                let description = what(name);
                button.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_now, &description));
                if button.clicked() {
                    *self.seat = seat;
                }
            }
        });
    }

    fn course(&mut self, ui: &mut Ui) {
        let sides = &self.shown.sides;
        let Some(first) = sides.first().filter(|side| !side.results.course.is_empty()) else { return };
        let names: Vec<String> = first.results.course.iter().map(|course| translate_words(&course.of)).collect();
        let drawn = |side: usize, seat: Option<usize>| {
            let courses = sides.get(side).map(|side| &side.results.course[..]).unwrap_or_default();
            let of = move |(place, _): &(usize, &ScoreCurve)| seat.is_none_or(|seat| seat == *place);
            courses.iter().enumerate().filter(of).collect::<Vec<_>>()
        };
        card(ui, tr!("Course of the score"), |ui| {
            self.seats(ui, |seat| tr!("Course of the score of {seat}", seat), &names);
            let seat = *self.seat;
            let words = match seat {
                Some(_) => tr!("Line: the median. Dark: half of the games. Pale: 80 of 100 games."),
                None => tr!("The mean score of each seat. Choose a seat to see how games are spread around it."),
            };
            soft(ui, words);
            self.legend(ui);
            let colours = theme::colours(ui);
            let fills = [0, 1].map(|side| bars::colour(ui, side));
            let plot = bars::still(ui, "course", 190.0).include_x(0.0).include_x(1.0);
            // Above the highest line there is room for its name.
            let plot = plot.set_margin_fraction(egui::vec2(0.03, 0.14));
            let plot = plot.x_axis_formatter(|mark, _| format!("{:.0} %", mark.value * 100.0));
            plot.show(ui, |plot| {
                for (side, fill) in fills.into_iter().enumerate() {
                    for (place, course) in drawn(side, seat) {
                        let name = format!("{side} {}", course.of);
                        let at: Vec<f64> = course.stretches.iter().map(|stretch| stretch.at).collect();
                        let quantile = |which: usize| -> Vec<f64> {
                            course.stretches.iter().map(|stretch| stretch.quantiles[which] as f64).collect()
                        };
                        let line: Vec<[f64; 2]> = if seat.is_some() {
                            for (low, high, pale) in [(0, 4, 0.18), (1, 3, 0.3)] {
                                let area =
                                    FilledArea::new(format!("{name} {low}"), &at, &quantile(low), &quantile(high));
                                plot.add(area.fill_color(fill.gamma_multiply(pale)).allow_hover(false));
                            }
                            at.iter().zip(quantile(2)).map(|(at, value)| [*at, value]).collect()
                        } else {
                            course.stretches.iter().map(|stretch| [stretch.at, stretch.mean.value]).collect()
                        };
                        // The names are along the lines, so that those of equal seats do not cover each other.
                        let end = line.iter().rev().nth(place * 4).copied();
                        plot.line(
                            Line::new(name.clone(), line)
                                .color(fill)
                                .width(2.5)
                                .style(dashes(place, seat))
                                .allow_hover(false),
                        );
                        if let (Some([x, y]), None) = (end, seat) {
                            let text = RichText::new(translate_words(&course.of))
                                .text_style(theme::small())
                                .color(colours.ink);
                            let text =
                                egui_plot::Text::new(format!("{name} name"), egui_plot::PlotPoint::new(x, y), text);
                            plot.text(text.anchor(egui::Align2::RIGHT_BOTTOM).allow_hover(false));
                        }
                    }
                }
            });
            soft(ui, tr!("Percent of the actions of a game, and points."));
            for side in 0..sides.len() {
                for (_, course) in drawn(side, seat) {
                    let at = |stretch: usize| course.stretches.get(stretch).map_or(0.0, |stretch| stretch.mean.value);
                    let [quarter, half, most, all] = [4, 9, 14, 19].map(at);
                    let text = tr!(
                        "{seat}{variant}: {quarter} after a quarter, {half} after half, {most} after three quarters, {all} at the end.",
                        seat = translate_words(&course.of),
                        variant = self.of(side),
                        quarter = number(quarter, 1),
                        half = number(half, 1),
                        most = number(most, 1),
                        all = number(all, 1)
                    );
                    soft(ui, &text);
                }
            }
        });
    }

    /// Shows games with extreme values, each with a button.
    fn outliers(&self, ui: &mut Ui) -> Option<Pointed> {
        card(ui, tr!("Games worth a look"), |ui| {
            let mut pointed = None;
            for (side, found) in self.shown.sides.iter().enumerate() {
                let all = &found.examples;
                let actions = [tr!("action"), tr!("actions")];
                let points = [tr!("point ahead"), tr!("points ahead")];
                let lines = [
                    (tr!("Longest"), all.longest, actions),
                    (tr!("Shortest"), all.shortest, actions),
                    (tr!("Most lopsided"), all.lopsided, points),
                    (tr!("Closest"), all.closest, points),
                ];
                ui.horizontal_wrapped(|ui| {
                    for (name, record, [one, many]) in lines {
                        let Some(record) = record else { continue };
                        let unit = if record.value == 1 { one } else { many };
                        let text = format!("{name}{}: {} {unit}", self.of(side), record.value);
                        let hint = tr!(
                            "Game {n} of seed {seed}: open it in review",
                            n = record.game,
                            seed = found.results.setup.seed
                        );
                        if ui.button(text).on_hover_text(hint).clicked() {
                            pointed = Some((side, record.game));
                        }
                    }
                });
            }
            soft(ui, tr!("They open in review, step by step. So does a game for any bar that is clicked."));
            pointed
        })
    }

    /// Shows the use of kinds of actions, and the wins of their players.
    fn kinds(&self, ui: &mut Ui) {
        let Some(used) = self.metric(0, "used") else { return };
        let mut kinds: Vec<&MeasuredFigure> = used.figures.iter().collect();
        kinds.sort_by(|one, other| other.estimate.value.total_cmp(&one.estimate.value));
        card(ui, tr!("What actions are worth"), |ui| {
            soft(
                ui,
                tr!(
                    "In how many games a kind of action is used, and how many of them its user wins. That it wins more often need not be because of it."
                ),
            );
            self.legend(ui);
            // The rest of the card's width is for the names of the actions.
            let (between, figures) = (14.0, FIGURES * theme::scale(ui));
            let room = (ui.available_width() - 2.0 * (figures + between)).max(figures / 2.0);
            Grid::new("lab kinds").num_columns(3).spacing(egui::vec2(between, 6.0)).show(ui, |ui| {
                for head in ["", tr!("used"), tr!("its user wins")] {
                    soft_line(ui, head);
                }
                ui.end_row();
                for kind in kinds.iter().take(MAX_KINDS) {
                    ui.scope(|ui| {
                        ui.set_max_width(room);
                        ui.add(Label::new(translate_words(&kind.of)).wrap());
                    });
                    for id in ["used", "used_wins"] {
                        ui.vertical(|ui| {
                            for (side, found) in self.shown.sides.iter().enumerate() {
                                let Some(figure) = found.results.figure(id, &kind.of) else { continue };
                                bars::across(ui, &figure.estimate, side);
                                let text = words::estimate(&figure.estimate, true);
                                ui.add(Label::new(RichText::new(text).text_style(theme::small())).extend());
                            }
                        });
                    }
                    ui.end_row();
                }
            });
            if kinds.len() > MAX_KINDS {
                soft(ui, &tr!("{n} more among all figures.", n = kinds.len() - MAX_KINDS));
            }
            for remark in &used.remarks {
                soft(ui, remark);
            }
        });
    }
}

/// A line of less important text that is not wrapped.
pub fn soft_line(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).text_style(theme::small()).color(theme::colours(ui).ink_soft));
}

/// Whole numbers at an axis.
fn whole(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { String::new() }
}

/// Seats differ by the dashes of their lines, where several are shown.
fn dashes(place: usize, seat: Option<usize>) -> LineStyle {
    match (seat, place % 4) {
        (Some(_), _) | (None, 0) => LineStyle::Solid,
        (None, 1) => LineStyle::Dashed { length: 12.0 },
        (None, 2) => LineStyle::Dotted { spacing: 6.0 },
        _ => LineStyle::Dashed { length: 5.0 },
    }
}
