//! A run at a glance: what was played, and what it says in a sentence or two.

use crate::form::trouble;
use crate::plots::{card, soft};
use crate::run::{Run, Shown};
use crate::words;
use egui::{Label, RichText, Ui};
use stonehouse_table::look;

/// What was played, and what it says in a sentence or two.
pub fn show(ui: &mut Ui, run: &Run, shown: &Shown, titles: &[String]) {
    let titles = titles.join(" and ");
    let of_each = if shown.sides.len() > 1 { "of each of " } else { "of " };
    let (played, games) = (words::count(shown.played), words::count(run.job.plan.games));
    let how = if run.is_running() {
        "so far"
    } else if shown.played == run.job.plan.games {
        "all"
    } else if shown.settled && !run.is_stopped() {
        "then it was clear"
    } else {
        "then it was stopped"
    };
    card(ui, "", |ui| {
        let text = format!("{played} games {of_each}{titles}");
        ui.add(Label::new(RichText::new(text).text_style(look::title())).wrap());
        let bots = {
            let mut bots: Vec<String> = run.job.plan.players.iter().map(|bot| bot.title().to_lowercase()).collect();
            bots.dedup();
            bots.join(", ")
        };
        let all = if how == "all" { String::new() } else { format!("{played} of {games}, {how}; ") };
        let took = words::time(shown.took);
        soft(ui, &format!("{all}between {bots}; seed {}; {took}.", run.job.plan.seed));
        if let Some(why) = &run.trouble {
            trouble(ui, &format!("{why}\nWhat was played before is shown."));
        }
        for sentence in sentences(shown) {
            ui.add(Label::new(sentence).wrap());
        }
    });
}

/// What a run says, in sentences.
fn sentences(shown: &Shown) -> Vec<String> {
    if shown.sides.len() > 1 {
        let clear: Vec<_> =
            shown.differences.iter().filter(|difference| difference.paired && difference.is_clear).collect();
        let mut all: Vec<String> = clear
            .iter()
            .map(|difference| {
                let unit = if difference.is_share { " of 100 games" } else { "" };
                format!("• {}: {}{unit}; {}.", difference.name, words::more(difference), words::verdict(difference))
            })
            .collect();
        if all.is_empty() {
            all.push("No headline figure (wins, scores, length) differs beyond chance.".to_owned());
        } else {
            all.insert(0, "The second differs from the first beyond chance:".to_owned());
        }
        all.push(if shown.settled {
            "Every headline figure is settled: it differs, or by less than matters (2 of 100 games, or 2 % of a mean)."
                .to_owned()
        } else {
            "Not every headline figure is settled: more games would tell.".to_owned()
        });
        return all;
    }
    let Some(side) = shown.sides.first() else { return Vec::new() };
    let mut all = Vec::new();
    if let Some(metric) = side.results.metric("wins") {
        let mut seats: Vec<_> = metric.figures.iter().collect();
        seats.sort_by(|one, other| other.estimate.value.total_cmp(&one.estimate.value));
        if let [most, .., least] = seats[..] {
            let text = if most.estimate.differs(&least.estimate) {
                format!(
                    "{} wins most often, {}; {} least, {}.",
                    most.of,
                    words::estimate(&most.estimate, true),
                    least.of,
                    words::estimate(&least.estimate, true)
                )
            } else {
                "No seat wins more often than another, as far as these games tell.".to_owned()
            };
            all.push(text);
        }
    }
    if let Some(figure) = side.results.figure("actions", "") {
        all.push(format!("A game takes {} actions.", words::estimate(&figure.estimate, false)));
    }
    all
}
