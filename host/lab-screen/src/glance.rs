//! A run at a glance: its variants and games, and its result in a sentence or two.

use crate::fields::trouble;
use crate::plots::{card, soft};
use crate::run::{RunResults, SimulationRun};
use crate::words;
use egui::{Label, RichText, Ui};
use stonehouse_language::{tr, translate_words};
use stonehouse_ui::theme;

/// Shows the variants, the number of games, and the result in a sentence or two.
pub fn show(ui: &mut Ui, run: &SimulationRun, shown: &RunResults, titles: &[String]) {
    let titles = stonehouse_language::joined(titles);
    let (played, games) = (words::count(shown.played), words::count(run.job.plan.games));
    let how = if run.is_running() {
        Some(tr!("so far"))
    } else if shown.played == run.job.plan.games {
        None
    } else if shown.settled && !run.is_stopped() {
        Some(tr!("then it was clear"))
    } else {
        Some(tr!("then it was stopped"))
    };
    card(ui, "", |ui| {
        let text = if shown.sides.len() > 1 {
            tr!("{n} games of each of {variants}", n = played, variants = titles)
        } else {
            tr!("{n} games of {variants}", n = played, variants = titles)
        };
        ui.add(Label::new(RichText::new(text).text_style(theme::title())).wrap());
        let bots = {
            let mut bots: Vec<String> =
                run.job.plan.players.iter().map(|bot| translate_words(&bot.title().to_lowercase())).collect();
            bots.dedup();
            bots.join(", ")
        };
        let all = how.map_or_else(String::new, |how| tr!("{played} of {games}, {how}; ", played, games, how));
        let took = words::time(shown.took);
        soft(ui, &tr!("{all}between {bots}; seed {seed}; {took}.", all, bots, seed = run.job.plan.seed, took));
        if let Some(why) = &run.trouble {
            trouble(ui, &tr!("{why}\nWhat was played before is shown.", why));
        }
        for sentence in sentences(shown) {
            ui.add(Label::new(sentence).wrap());
        }
    });
}

/// The result of a run, in sentences.
fn sentences(shown: &RunResults) -> Vec<String> {
    if shown.sides.len() > 1 {
        let clear: Vec<_> =
            shown.differences.iter().filter(|difference| difference.paired && difference.is_clear).collect();
        let mut all: Vec<String> = clear
            .iter()
            .map(|difference| {
                let unit = if difference.is_share { tr!(" of 100 games") } else { "" };
                format!(
                    "• {}: {}{unit}; {}.",
                    words::named(&difference.name),
                    words::more(difference),
                    words::verdict(difference)
                )
            })
            .collect();
        if all.is_empty() {
            all.push(tr!("No headline figure (wins, scores, length) differs beyond chance.").to_owned());
        } else {
            all.insert(0, tr!("The second differs from the first beyond chance:").to_owned());
        }
        all.push(if shown.settled {
            tr!("Every headline figure is settled: it differs, or by less than matters (2 of 100 games, or 2 % of a mean).")
                .to_owned()
        } else {
            tr!("Not every headline figure is settled yet: play more games.").to_owned()
        });
        return all;
    }
    let Some(side) = shown.sides.first() else { return Vec::new() };
    let mut all = Vec::new();
    if let Some(metric) = side.results.metric("wins") {
        let mut seats: Vec<_> = metric.figures.iter().collect();
        seats.sort_by(|one, other| other.estimate.value.total_cmp(&one.estimate.value));
        if let [most, .., least] = seats[..] {
            // Of the spread is known what the intervals of single seats do not show.
            let spread = side.results.figure("seat_spread", "").map(|spread| spread.estimate);
            let differs = spread.map_or_else(|| most.estimate.differs(&least.estimate), |spread| spread.lower > 0.0);
            let text = if differs {
                tr!(
                    "{most} wins most often, {often}; {least} least, {seldom}.",
                    most = translate_words(&most.of),
                    often = words::estimate(&most.estimate, true),
                    least = translate_words(&least.of),
                    seldom = words::estimate(&least.estimate, true)
                )
            } else {
                tr!("No seat wins more often than another, as far as these games show.").to_owned()
            };
            all.push(text);
            if let Some(spread) = spread {
                all.push(tr!("The spread between seats is {spread}.", spread = words::estimate(&spread, true)));
            }
        }
    }
    if let Some(figure) = side.results.figure("actions", "") {
        all.push(tr!("A game takes {n} actions.", n = words::estimate(&figure.estimate, false)));
    }
    all
}
