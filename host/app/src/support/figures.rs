//! The results of a simulation as text.

use std::fmt::Write;
use stonehouse_lab::{SimulationResults, words};

/// All figures, a line each; with `explain` also the definition of each metric and its source.
pub fn text(results: &SimulationResults, explain: bool) -> String {
    let setup = &results.setup;
    let mut text = if results.played == setup.games {
        format!("{} games of {}, seed {}", results.played, setup.title, setup.seed)
    } else {
        format!("{} of {} games of {}, seed {}", results.played, setup.games, setup.title, setup.seed)
    };
    if setup.lineup.players_differ() {
        text += if setup.fixed_seats { "; players keep their seats" } else { "; players in turn at each seat" };
    }
    if setup.replays > 1 {
        let _ = write!(text, "; {} games of each deal", setup.replays);
    }
    let _ = writeln!(text, "\n\n{}\n", words::answer(results).join(" "));
    for metric in results.own_first() {
        let mut name = metric.name.as_str();
        let (shown, always) = results.shown(metric);
        for figure in shown {
            let of = if figure.of.is_empty() { String::new() } else { format!("  {}", figure.of) };
            let _ = writeln!(text, "{name:22}{of:16}  {}", words::figure(figure, metric.unit));
            name = "";
        }
        for remark in always.iter().chain(&metric.remarks) {
            let _ = writeln!(text, "{name:22}  {remark}");
            name = "";
        }
        if explain {
            let source = if metric.source.is_empty() { String::new() } else { format!(" [{}]", metric.source) };
            let _ = writeln!(text, "    {} Interval: {}.{source}\n", metric.sentence, metric.interval);
        }
    }
    text += "\nIn parentheses: the interval that contains the true value in 95 of 100 cases.\n";
    text
}
