//! `stonehouse sweep`: the same games at every value of one or two numbers.

use crate::args::SweepArgs;
use crate::output;
use crate::support::interrupt::stop_on_interrupt;
use crate::support::plans::{origin, plan_of, report, series_note};
use crate::support::rulesets::{at_values, first_values};
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;
use stonehouse_engine::Catalog;
use stonehouse_lab::sweep::{Sweep, named};
use stonehouse_lab::{MetricFigures, Unit, report as pages, words};

/// Plays the same games at every value of one or two numbers, and prints the figures at each.
pub fn run(catalog: &Catalog, args: &SweepArgs) -> ExitCode {
    let done = || -> Result<ExitCode, String> {
        if args.axes.len() > 2 {
            return Err("at most two numbers can be swept at once".to_owned());
        }
        let played = &args.played;
        let first = at_values(catalog, played, &args.axes, &first_values(&args.axes))?;
        let plan = plan_of(catalog, played, &args.measured, first.seating().seats.len())?;
        let stop = stop_on_interrupt()?;
        let mut rules = |values: &[i64]| at_values(catalog, played, &args.axes, values).map_err(Into::into);
        let mut progress = |point: &stonehouse_lab::sweep::Point| {
            output::progress(&named(&args.axes, &point.values));
        };
        let swept = stonehouse_lab::sweep::sweep(&played.variant, &args.axes, &plan, &mut rules, &stop, &mut progress)
            .map_err(|error| error.to_string())?;
        output::progress("");
        if let Some(file) = &args.report {
            report(file, &pages::sweep(&swept, &origin(&[&first], plan.seed)))?;
        }
        Ok(if args.json {
            output::print_json(&json!(swept))
        } else {
            output::print(&(table(&swept, &args.show) + series_note(&[&first])))
        })
    };
    done().unwrap_or_else(|message| output::fail(&message))
}

/// A line for each point, with the figures of the metrics that are to be shown.
fn table(swept: &Sweep, show: &[String]) -> String {
    let Some(first) = swept.points.first() else { return "Nothing was played.\n".to_owned() };
    let mut text = format!(
        "{}, {} games at each point, seed {}\n",
        swept.variant, first.results.setup.games, first.results.setup.seed
    );
    let setup = &first.results.setup;
    let is_asked_for = |id: &str| setup.worth && matches!(id, "worth" | "worth_points") || first.results.is_own(id);
    let is_shown = |metric: &&MetricFigures| show.contains(&metric.id) || is_asked_for(&metric.id);
    for metric in first.results.own_first().into_iter().filter(is_shown) {
        let is_share = metric.unit == Unit::Share;
        let _ = writeln!(text, "\n{}", metric.name);
        let _ = write!(text, "{:24}", "");
        for figure in &metric.figures {
            let _ = write!(text, "{:>28}", figure.of);
        }
        text.push('\n');
        for point in &swept.points {
            let _ = write!(text, "{:24}", named(&swept.axes, &point.values));
            for figure in &metric.figures {
                let same = point.results.figure(&metric.id, &figure.of);
                let _ = write!(
                    text,
                    "{:>28}",
                    same.map_or_else(String::new, |same| words::estimate(&same.estimate, is_share))
                );
            }
            text.push('\n');
        }
    }
    let _ = writeln!(text, "\nIn short: {}", words::changes(swept).join(" "));
    text += "\nIn parentheses: the interval that contains the true value in 95 of 100 cases. All points play the same games.\n";
    text
}
