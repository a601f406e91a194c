//! Results as one page of HTML that needs nothing else: figures, plots with their sentences, readable in light and
//! dark.
//!
//! The plots are drawn as SVG by this module (`plot`): they are four simple shapes, and their colours are those of the
//! page, so that they follow the reader's choice of light or dark, which the libraries at hand do not do. `origin` is
//! the data with which a reader can repeat a report.

mod origin;
mod plot;

use crate::compare::Difference;
use crate::ladder::{Ladder, Rung};
use crate::results::{MeasuredFigure, MetricFigures, ScoreCurve, SimulationResults, Unit};
use crate::sweep::{Sweep, named};
use crate::tune::Tuning;
use crate::words;
pub use origin::ReportOrigin;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#22201c;--soft:#6d675e;--line:#d8d2c8;--ground:#fbf9f5;--card:#fff;--bar:#3b6ea5;--mark:#b3541e;--low:#e9eef5;--high:#1d4f86}
@media(prefers-color-scheme:dark){:root{--ink:#ece7de;--soft:#a49c90;--line:#45413b;--ground:#1b1a18;--card:#242220;--bar:#7fb0e6;--mark:#f0a06a;--low:#26323f;--high:#8fc1f7}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin:0 0 .2rem}
p{margin:.3rem 0}.soft{color:var(--soft);font-size:.9rem}
section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem 1.2rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}
svg{width:100%;height:auto;display:block;margin:.6rem 0}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg .soft{fill:var(--soft);font-size:12px}
.axis{stroke:var(--line);fill:none}.bar{fill:var(--bar)}.whisker{stroke:var(--ink);stroke-width:1.5;fill:none}.mark{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:5 4;fill:none}.curve{stroke:var(--bar);stroke-width:2;fill:none}.dot{fill:var(--bar)}.band{fill:var(--bar);opacity:.25}
.bar.second,.band.second{fill:var(--mark)}.curve.second{stroke:var(--mark);stroke-dasharray:7 4}.outline{fill:none;stroke:var(--mark);stroke-width:2}
.key{display:inline-block;width:.9em;height:.9em;border-radius:2px;background:var(--bar);vertical-align:-.1em;margin-right:.3em}.key.second{background:var(--mark)}
pre{overflow-x:auto;font-size:.85rem;background:var(--ground);padding:.6rem}.name{text-align:left}\n\
.clear{color:var(--mark);font-weight:600}";

/// A text within HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A page with this title and body.
fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// The variant, the games and the players, in a line.
fn played(results: &SimulationResults) -> String {
    let setup = &results.setup;
    let mut players = setup.lineup.players.clone();
    players.dedup();
    let turns = if setup.fixed_seats || players.len() < 2 { "" } else { ", in turn at each seat" };
    format!("{} games of {} between {}{turns}, seed {}.", results.played, setup.title, players.join(", "), setup.seed)
}

/// The page of a simulation.
pub fn simulation(results: &SimulationResults, origin: &ReportOrigin) -> String {
    let title = format!("{}: how it plays", results.setup.title);
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), escaped(&played(results)));
    body += "<p class=\"soft\">Lines at the ends of bars, and numbers in parentheses, are the intervals that contain the true value in 95 of 100 cases.</p>\n";
    for metric in &results.metrics {
        body += &section(metric, results);
    }
    body += &courses(&[&results.course]);
    page(&title, &(body + &origin.section(&[("", &results.setup)])))
}

/// How scores go in the course of a game, for each seat on the same scale; of one side, or of two that are compared.
fn courses(sides: &[&[ScoreCurve]]) -> String {
    if sides.iter().any(|courses| courses.is_empty()) {
        return String::new();
    }
    let values = || {
        sides.iter().copied().flatten().flat_map(|course| &course.stretches).flat_map(|stretch| {
            let [lowest, .., highest] = stretch.quantiles;
            [lowest as f64, highest as f64, stretch.mean.value]
        })
    };
    let scale = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let bands = if sides.len() > 1 {
        "half of the games in the band"
    } else {
        "half of the games in the dark band, 80 of 100 in the pale one"
    };
    let mut text = format!(
        "<section>\n<h2>course of the score</h2>\n<p>A seat's score after each twentieth of the actions of a game: the mean as a line, {bands}.</p>\n"
    );
    for course in sides[0] {
        let both: Vec<&ScoreCurve> =
            sides.iter().filter_map(|courses| courses.iter().find(|other| other.of == course.of)).collect();
        text += &plot::course(&both, scale);
    }
    text + "</section>\n"
}

/// A metric: its plot, its sentence, its figures.
fn section(metric: &MetricFigures, results: &SimulationResults) -> String {
    let mut text = format!("<section>\n<h2>{}</h2>\n<p>{}</p>\n", escaped(&metric.name), escaped(&metric.sentence));
    let seats = results.setup.lineup.seats.len();
    let (shown, always) = results.shown(metric);
    let figures: Vec<MeasuredFigure> = shown.into_iter().cloned().collect();
    match metric.unit {
        Unit::Share if figures.len() > 1 => {
            // The share of every seat if all were equal.
            let fair = matches!(metric.id.as_str(), "wins" | "player_wins").then(|| fair_share(metric, seats));
            text += &plot::bars(&[&figures], fair);
        }
        Unit::Mean => {
            for figure in &figures {
                text += &plot::histogram(&[figure]);
            }
        }
        Unit::Share => {}
    }
    for figure in &figures {
        let of = if figure.of.is_empty() { String::new() } else { format!("{}: ", escaped(&figure.of)) };
        let _ = writeln!(text, "<p>{of}{}</p>", value(metric.unit, figure));
    }
    for remark in always.iter().chain(&metric.remarks) {
        let _ = writeln!(text, "<p>{}</p>", escaped(remark));
    }
    let source =
        if metric.source.is_empty() { String::new() } else { format!(" Elsewhere: {}.", escaped(&metric.source)) };
    let _ = writeln!(text, "<p class=\"soft\">Interval: {}.{source}</p>\n</section>", escaped(&metric.interval));
    text
}

/// The mean of the seats' shares: with teams or shared wins it is not one by the number of seats.
fn fair_share(metric: &MetricFigures, seats: usize) -> f64 {
    metric.figures.iter().map(|figure| figure.estimate.value).sum::<f64>() / seats.max(1) as f64
}

/// A figure in words.
fn value(unit: Unit, figure: &MeasuredFigure) -> String {
    let estimate = &figure.estimate;
    match unit {
        Unit::Share => format!(
            "<b>{:.1} %</b> ({:.1} to {:.1})",
            estimate.value * 100.0,
            estimate.lower * 100.0,
            estimate.upper * 100.0
        ),
        Unit::Mean => {
            let spread = figure.spread.as_ref().map_or_else(String::new, |spread| {
                let [least, tenth, .., most, greatest] = spread.quantiles;
                format!("; most of them {tenth} to {most}, all {least} to {greatest}")
            });
            format!("<b>{:.2}</b> ({:.2} to {:.2}){spread}", estimate.value, estimate.lower, estimate.upper)
        }
    }
}

/// The page of a comparison: the differences, and of each metric both sides in one plot.
pub fn comparison(
    one: &SimulationResults,
    other: &SimulationResults,
    found: &[Difference],
    origin: &ReportOrigin,
) -> String {
    let title = format!("{} against {}", other.setup.title, one.setup.title);
    let mut body = format!(
        "<h1>{}</h1>\n<p><span class=\"key\"></span>First: {}</p>\n<p><span class=\"key second\"></span>Second: {}</p>\n",
        escaped(&title),
        escaped(&played(one)),
        escaped(&played(other))
    );
    let _ = writeln!(body, "<section>\n<h2>in short</h2>\n<p>{}</p>\n</section>", escaped(&words::in_short(found)));
    body += &origin.section(&[("First", &one.setup), ("Second", &other.setup)]);
    body += "<section>\n<h2>what differs</h2>\n<table>\n<tr><th></th><th>first</th><th>second</th><th>second against first</th><th></th></tr>\n";
    for figure in found {
        let (scale, unit) = if figure.is_share { (100.0, " %") } else { (1.0, "") };
        let [one, other] = [figure.one.value, figure.other.value].map(|value| format!("{:.2}{unit}", value * scale));
        let [more, least, greatest] =
            [figure.more.value, figure.more.lower, figure.more.upper].map(|value| value * scale);
        let message = if figure.is_clear { format!("differs, {}", figure.size().unwrap_or("")) } else { String::new() };
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td>{one}</td><td>{other}</td><td>{more:+.2} ({least:+.2} to {greatest:+.2})</td><td class=\"clear\">{}</td></tr>",
            escaped(&figure.name),
            message.trim_end_matches([',', ' '])
        );
    }
    body += "</table>\n<p class=\"soft\">In parentheses, and at the ends of bars below: the interval that contains the true value in 95 of 100 cases. ";
    body += if found.iter().any(|figure| figure.paired) {
        "Those of the first figures, up to the number of actions, are of pairs of games and hold all at once, whenever one looks. About 1 in 20 of the others will differ by chance alone."
    } else {
        "About 1 in 20 figures will differ by chance alone."
    };
    body += "</p>\n</section>\n";
    for metric in &one.metrics {
        if let Some(same) = other.metric(&metric.id) {
            body += &side_by_side((metric, one), (same, other));
        }
    }
    page(&title, &(body + &courses(&[&one.course, &other.course])))
}

/// A metric under two rulesets: a plot with both, and its sentence.
fn side_by_side(
    (one, first): (&MetricFigures, &SimulationResults),
    (other, second): (&MetricFigures, &SimulationResults),
) -> String {
    let is_always = |figure: &&MeasuredFigure| {
        let same = other.figures.iter().find(|same| same.of == figure.of);
        first.is_always(one, figure) && same.is_some_and(|same| second.is_always(other, same))
    };
    let always: Vec<&str> = one.figures.iter().filter(is_always).map(|figure| figure.of.as_str()).collect();
    let varied = |metric: &MetricFigures| -> Vec<MeasuredFigure> {
        metric.figures.iter().filter(|figure| !always.contains(&figure.of.as_str())).cloned().collect()
    };
    let mut text = format!("<section>\n<h2>{}</h2>\n<p>{}</p>\n", escaped(&one.name), escaped(&one.sentence));
    match one.unit {
        Unit::Share => text += &plot::bars(&[&varied(one), &varied(other)], None),
        Unit::Mean => {
            for figure in &one.figures {
                let Some(same) = other.figures.iter().find(|same| same.of == figure.of) else { continue };
                text += &plot::histogram(&[figure, same]);
                for (side, figure) in [("", figure), (" second", same)] {
                    let _ = writeln!(text, "<p><span class=\"key{side}\"></span>{}</p>", value(one.unit, figure));
                }
            }
        }
    }
    if !always.is_empty() {
        let _ = writeln!(text, "<p>Always, under both: {}.</p>", escaped(&always.join(", ")));
    }
    text + "</section>\n"
}

/// The page of a ladder: a bar for each rung.
pub fn ladder(ladder: &Ladder, origin: &ReportOrigin) -> String {
    let Some(first) = ladder.rungs.first() else { return page("Luck and skill", "<h1>Nothing was played</h1>\n") };
    let title = format!("{}: luck and skill", first.results.setup.title);
    let mut body = format!(
        "<h1>{}</h1>\n<p>{} games for each rung, every deal from every seat, seed {}.</p>\n<section>\n",
        escaped(&title),
        first.results.played,
        first.results.setup.seed
    );
    for sentence in &ladder.verdict {
        let _ = writeln!(body, "<p>{}</p>", escaped(sentence));
    }
    body += "</section>\n<section>\n<h2>What the longer thinker wins</h2>\n";
    let figure = |rung: &Rung| MeasuredFigure {
        of: format!("{} against {}", rung.budget, rung.below),
        cases: rung.results.played,
        estimate: rung.share,
        spread: None,
    };
    let figures: Vec<MeasuredFigure> = ladder.rungs.iter().map(figure).collect();
    body += &plot::bars(&[&figures], Some(ladder.even));
    for figure in &figures {
        let _ = writeln!(body, "<p>{}: {}</p>", escaped(&figure.of), value(Unit::Share, figure));
    }
    body += "<p class=\"soft\">Iterations of a search against those of the one below. Lines at the ends of bars are the intervals that contain the true value in 95 of 100 cases; the dashed line is what would be even.</p>\n</section>\n";
    page(&title, &(body + &origin.section(&[("", &first.results.setup)])))
}

/// The page of a sweep: a curve for each figure over one knob, a heat map over two.
pub fn sweep(sweep: &Sweep, origin: &ReportOrigin) -> String {
    let knobs: Vec<String> = sweep.axes.iter().map(|axis| axis.knob.to_string()).collect();
    let title = format!("{}: what {} changes", sweep.variant, knobs.join(" and "));
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    if let Some(point) = sweep.points.first() {
        let _ = writeln!(body, "<p>At each of {} points: {}</p>", sweep.points.len(), escaped(&played(&point.results)));
    }
    let Some(first) = sweep.points.first() else { return page(&title, &body) };
    if sweep.axes.len() == 2 {
        body += "<p class=\"soft\">A field has a colour where its interval, below the figure, does not contain the mean of all fields: blue where it is more, orange where it is less. Of twenty fields that are alike, one has a colour by chance.</p>\n";
    }
    for metric in &first.results.metrics {
        let _ = writeln!(body, "<section>\n<h2>{}</h2>\n<p>{}</p>", escaped(&metric.name), escaped(&metric.sentence));
        for figure in &metric.figures {
            let found = sweep.points.iter().filter_map(|point| {
                let same = point.results.figure(&metric.id, &figure.of)?;
                Some((point.values.clone(), same.estimate))
            });
            let found: Vec<_> = found.collect();
            if !figure.of.is_empty() {
                let _ = writeln!(body, "<p>{}</p>", escaped(&figure.of));
            }
            let is_share = metric.unit == Unit::Share;
            body += &match sweep.axes.len() {
                1 => plot::curve(&sweep.axes[0].knob.to_string(), &found, is_share),
                _ => plot::heat(&sweep.axes, &found, is_share),
            };
        }
        body += "</section>\n";
    }
    page(&title, &(body + &origin.section(&[("First point", &first.results.setup)])))
}

/// The page of a search for a goal: the values found, and everything that was measured with them.
pub fn tuned(tuned: &Tuning, origin: &ReportOrigin) -> String {
    let title = format!("{}: tuned", tuned.results.setup.title);
    let mut body = format!(
        "<h1>{}</h1>\n<p><b>{}</b></p>\n<p>In fresh games: {}</p>\n<section>\n",
        escaped(&title),
        escaped(&named(&tuned.axes, &tuned.values)),
        escaped(&played(&tuned.results))
    );
    for aim in &tuned.aims {
        let wanted = if aim.is_share { format!("{:.1} %", aim.wanted * 100.0) } else { format!("{:.2}", aim.wanted) };
        let found = words::estimate(&aim.found, aim.is_share);
        let holds = if aim.holds { "" } else { " <span class=\"clear\">not reached</span>" };
        let _ = writeln!(body, "<p>{}: {found}, wanted {wanted}{holds}</p>", escaped(&aim.name));
    }
    body += if tuned.holds() {
        "<p>The goal lies within every interval: these values are consistent with it.</p>\n</section>\n"
    } else {
        "<p>These are the nearest values that were found, but the goal is not reached.</p>\n</section>\n"
    };
    for metric in &tuned.results.metrics {
        body += &section(metric, &tuned.results);
    }
    page(&title, &(body + &courses(&[&tuned.results.course]) + &origin.section(&[("", &tuned.results.setup)])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_part_of_the_page() {
        assert_eq!(escaped("<script>\"&"), "&lt;script&gt;&quot;&amp;");
        assert!(page("a<b", "").contains("<title>a&lt;b</title>"));
    }
}
