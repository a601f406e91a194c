//! The plots of a sweep: a curve with its interval over one number, a table in colours over two; and the values found
//! for a goal.

use crate::fields::{list, trouble};
use crate::plots::{card, soft, soft_line};
use crate::sweep::SweepRun;
use crate::{bars, words};
use egui::{Frame, Grid, Label, Margin, RichText, ScrollArea, Ui};
use egui_plot::{FilledArea, Line, LineStyle};
use std::sync::Arc;
use stonehouse_lab::Unit;
use stonehouse_lab::sweep::{Point, departures, named};
use stonehouse_language::{number, tr, translate_words};
use stonehouse_ui::theme;

/// Shows a sweep or a search. `metric` is the id of the metric shown. Returns whether the values found are to be saved.
pub fn show(ui: &mut Ui, run: &SweepRun, metric: &mut String) -> bool {
    let mut saves = false;
    if let Some(why) = &run.trouble {
        card(ui, "", |ui| trouble(ui, why));
    }
    if run.job.goal.is_some() {
        saves = goal(ui, run);
    }
    let points = run.points();
    let Some(first) = points.first() else {
        if run.is_running() && run.job.goal.is_none() {
            card(ui, "", |ui| ui.label(tr!("The first games are being played…")));
        }
        return saves;
    };
    card(ui, "", |ui| {
        let results = &first.results;
        let knobs: Vec<String> = run.job.axes.iter().map(|axis| axis.knob.to_string()).collect();
        let title = tr!(
            "{variant}: what {knobs} changes",
            variant = run.job.variant.full_title(),
            knobs = stonehouse_language::joined(&knobs)
        );
        ui.add(Label::new(RichText::new(title).text_style(theme::title())).wrap());
        let text = tr!(
            "{games} games at each of {points} points, the same at all; seed {seed}.",
            games = words::count(results.played),
            points = points.len(),
            seed = results.setup.seed
        );
        soft(ui, &text);
        if results.metric(metric).is_none() {
            "wins".clone_into(metric);
        }
        let shown = results.metric(metric).map_or_else(String::new, |metric| translate_words(&metric.name));
        list(ui, tr!("What is shown"), &shown, |ui| {
            for one in results.own_first() {
                ui.selectable_value(metric, one.id.clone(), translate_words(&one.name));
            }
        });
        let Some(one) = results.metric(metric) else { return };
        soft(ui, &translate_words(&one.sentence));
        if run.job.axes.len() == 1 { curve(ui, &points, metric) } else { heat(ui, run, &points, metric) }
    });
    saves
}

/// A curve for each figure, with its interval as a band, and the same in words.
fn curve(ui: &mut Ui, points: &[Arc<Point>], metric: &str) {
    let Some(one) = points.first().and_then(|point| point.results.metric(metric)) else { return };
    let is_share = one.unit == Unit::Share;
    let scale = if is_share { 100.0 } else { 1.0 };
    let colours = theme::colours(ui);
    let fills = [0, 1].map(|side| bars::colour(ui, side));
    let plot = bars::still(ui, "sweep", 260.0)
        .x_axis_formatter(|mark, _| if mark.value.fract() == 0.0 { format!("{}", mark.value) } else { String::new() });
    let unit = if is_share { " %" } else { "" };
    plot.y_axis_formatter(move |mark, _| format!("{}{unit}", (mark.value * 100.0).round() / 100.0)).show(ui, |plot| {
        for (number, figure) in one.figures.iter().enumerate() {
            let of = |point: &Arc<Point>| {
                let estimate = point.results.figure(metric, &figure.of)?.estimate;
                Some((
                    *point.values.first()? as f64,
                    [estimate.lower, estimate.value, estimate.upper].map(|value| value * scale),
                ))
            };
            let found: Vec<(f64, [f64; 3])> = points.iter().filter_map(of).collect();
            let at: Vec<f64> = found.iter().map(|(at, _)| *at).collect();
            let values = |which: usize| found.iter().map(|(_, values)| values[which]).collect::<Vec<f64>>();
            let fill = fills[number % 2];
            let area = FilledArea::new(format!("interval {number}"), &at, &values(0), &values(2));
            plot.add(area.fill_color(fill.gamma_multiply(0.2)).allow_hover(false));
            let line: Vec<[f64; 2]> = at.iter().zip(values(1)).map(|(at, value)| [*at, value]).collect();
            let end = line.last().copied();
            let style =
                if number < 2 { LineStyle::Solid } else { LineStyle::Dashed { length: 5.0 + number as f32 * 2.0 } };
            plot.line(
                Line::new(format!("curve {number}"), line).color(fill).width(2.5).style(style).allow_hover(false),
            );
            if let Some([x, y]) = end {
                let text = RichText::new(&figure.of).text_style(theme::small()).color(colours.ink);
                let text = egui_plot::Text::new(format!("name {number}"), egui_plot::PlotPoint::new(x, y), text);
                plot.text(text.anchor(egui::Align2::RIGHT_BOTTOM).allow_hover(false));
            }
        }
    });
    ScrollArea::horizontal().id_salt("lab curve").show(ui, |ui| {
        Grid::new("lab curve").striped(true).spacing(egui::vec2(18.0, 5.0)).show(ui, |ui| {
            soft_line(ui, "");
            one.figures.iter().for_each(|figure| soft_line(ui, &figure.of));
            ui.end_row();
            for point in points {
                ui.label(point.values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
                for figure in &one.figures {
                    let same = point.results.figure(metric, &figure.of);
                    ui.label(same.map_or_else(String::new, |same| words::estimate(&same.estimate, is_share)));
                }
                ui.end_row();
            }
        });
    });
}

/// For each figure a table over both numbers, the darker the more; fields that differ by chance alone are alike.
fn heat(ui: &mut Ui, run: &SweepRun, points: &[Arc<Point>], metric: &str) {
    let [down, across] = &run.job.axes[..] else { return };
    let Some(one) = points.first().and_then(|point| point.results.metric(metric)) else { return };
    let is_share = one.unit == Unit::Share;
    for figure in &one.figures {
        let of = |point: &Arc<Point>| Some(point.results.figure(metric, &figure.of)?.estimate);
        let fields: Vec<_> = points.iter().filter_map(|point| Some((&point.values, of(point)?))).collect();
        let departures = departures(&fields.iter().map(|field| field.1).collect::<Vec<_>>());
        if !figure.of.is_empty() {
            ui.label(RichText::new(&figure.of).strong());
        }
        ScrollArea::horizontal().id_salt(("lab heat", &figure.of)).show(ui, |ui| {
            Grid::new(("lab heat", &figure.of)).spacing(egui::vec2(3.0, 3.0)).show(ui, |ui| {
                soft_line(ui, &tr!("{down} down, {across} across", down = down.knob, across = across.knob));
                across.values.iter().for_each(|value| soft_line(ui, &value.to_string()));
                ui.end_row();
                for row in &down.values {
                    soft_line(ui, &row.to_string());
                    for column in &across.values {
                        let mut shown = fields.iter().zip(&departures);
                        let field = shown.find(|((values, _), _)| values[..] == [*row, *column]);
                        let Some(((_, estimate), departure)) = field else {
                            ui.label("");
                            continue;
                        };
                        let part = (1.0 + departure) / 2.0;
                        let colours = theme::colours(ui);
                        let fill = colours.card.lerp_to_gamma(colours.accent, 0.08 + 0.5 * part as f32);
                        Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
                            let description = format!(
                                "{}: {}",
                                named(&run.job.axes, &[*row, *column]),
                                words::estimate(estimate, is_share)
                            );
                            ui.label(words::value(estimate, is_share)).on_hover_text(description);
                        });
                    }
                    ui.end_row();
                }
            });
        });
    }
}

/// Shows the values found for a goal. Returns whether they are to be saved.
fn goal(ui: &mut Ui, run: &SweepRun) -> bool {
    card(ui, tr!("What was found"), |ui| {
        let Some(tuned) = &run.tuned else {
            if run.is_running() {
                ui.label(tr!("Searching: {what}…", what = run.progress_text()));
            }
            return false;
        };
        ui.add(Label::new(RichText::new(named(&tuned.axes, &tuned.values)).strong()).wrap());
        soft(
            ui,
            &tr!(
                "In {games} fresh games, of another seed; the search played {searched}.",
                games = words::count(tuned.results.played),
                searched = words::count(tuned.searched)
            ),
        );
        for aim in &tuned.aims {
            let wanted =
                if aim.is_share { format!("{} %", number(aim.wanted * 100.0, 1)) } else { number(aim.wanted, 2) };
            let holds = if aim.holds { tr!("holds") } else { tr!("not reached") };
            let text = tr!(
                "{what}: {found}, wanted {wanted}: {holds}",
                what = translate_words(&aim.name),
                found = words::estimate(&aim.found, aim.is_share),
                wanted,
                holds
            );
            ui.add(Label::new(text).wrap());
        }
        let verdict = if tuned.holds() {
            tr!("The goal is within every interval: these values are consistent with it.")
        } else {
            tr!(
                "These are the nearest values that were found, but the goal is not reached: let other numbers move, or further."
            )
        };
        ui.add(Label::new(verdict).wrap());
        theme::primary(ui, tr!("Save as variant"))
            .on_hover_text(tr!("A new file in your own folder; nothing is overwritten"))
            .clicked()
    })
}
