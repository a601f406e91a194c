//! Everything that was measured, and the differences.

use crate::plots::{card, soft, soft_line};
use crate::run::RunResults;
use crate::words;
use egui::{Grid, Label, RichText, Ui};
use stonehouse_lab::{Difference, Unit};
use stonehouse_language::{capitalized, tr, translate_words};
use stonehouse_ui::theme;

/// Shows the differences between two rulesets, headline figures first.
pub fn differences(ui: &mut Ui, shown: &RunResults, titles: &[String]) {
    let [one, other] = titles else { return };
    let (headlines, rest): (Vec<_>, Vec<_>) = shown.differences.iter().partition(|difference| difference.paired);
    card(ui, tr!("What differs"), |ui| {
        let text = tr!(
            "The same seeds, seats and bots under {one} and under {other}. The size of a difference against the spread of games is given in a word (Cohen's h and d).",
            one,
            other
        );
        soft(ui, &text);
        rows(ui, "headlines", &headlines, [one, other]);
        soft(
            ui,
            tr!(
                "These intervals are of pairs of games, and hold all at once, whenever one looks, in 95 of 100 comparisons."
            ),
        );
    });
    if !rest.is_empty() {
        ui.collapsing(tr!("More differences"), |ui| {
            rows(ui, "more differences", &rest, [one, other]);
            soft(ui, tr!("About 1 in 20 of these will differ by chance alone."));
        });
    }
}

fn rows(ui: &mut Ui, name: &str, differences: &[&Difference], titles: [&String; 2]) {
    egui::ScrollArea::horizontal().id_salt(name).show(ui, |ui| {
        Grid::new(("lab", name)).num_columns(5).striped(true).spacing(egui::vec2(18.0, 5.0)).show(ui, |ui| {
            for head in ["", titles[0], titles[1], tr!("second less first"), ""] {
                soft_line(ui, head);
            }
            ui.end_row();
            for difference in differences {
                ui.label(words::named(&difference.name));
                ui.label(words::value(&difference.one, difference.is_share));
                ui.label(words::value(&difference.other, difference.is_share));
                ui.label(words::more(difference));
                let text = RichText::new(words::verdict(difference));
                let (ink, soft) = (theme::colours(ui).accent, theme::colours(ui).ink_soft);
                ui.label(if difference.is_clear { text.strong().color(ink) } else { text.color(soft) });
                ui.end_row();
            }
        });
    });
}

/// All metrics: the definition of each, its figures, and its source.
pub fn all(ui: &mut Ui, shown: &RunResults, titles: &[String]) {
    let Some(first) = shown.sides.first() else { return };
    for metric in first.results.own_first() {
        card(ui, "", |ui| {
            let name = capitalized(&translate_words(&metric.name));
            ui.label(RichText::new(name).text_style(theme::title()));
            ui.add(Label::new(translate_words(&metric.sentence)).wrap());
            for figure in &metric.figures {
                for (side, found) in shown.sides.iter().enumerate() {
                    let Some(same) = found.results.figure(&metric.id, &figure.of) else { continue };
                    let mut text = words::figure(same, metric.unit);
                    if !figure.of.is_empty() {
                        text = format!("{}: {text}", translate_words(&figure.of));
                    }
                    if let Some(title) = titles.get(side).filter(|_| shown.sides.len() > 1) {
                        text = format!("{title}, {text}");
                    }
                    ui.add(Label::new(text).wrap().selectable(true));
                }
            }
            for remark in &metric.remarks {
                ui.add(Label::new(remark).wrap());
            }
            let unit = if metric.unit == Unit::Share { tr!("A share of cases") } else { tr!("A mean") };
            let source = if metric.source.is_empty() {
                String::new()
            } else {
                tr!(" Elsewhere: {source}.", source = metric.source)
            };
            soft(ui, &tr!("{unit}; interval: {interval}.{source}", unit, interval = metric.interval, source));
        });
    }
    soft(ui, tr!("In parentheses: the interval that contains the true value in 95 of 100 cases."));
}
