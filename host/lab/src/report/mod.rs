//! Results as one page of HTML that needs nothing else: figures, plots with their sentences, readable in light and
//! dark.
//!
//! The plots are drawn as SVG by this module (`plot`): they are four simple shapes, and their colours are those of the
//! page, so that they follow the reader's choice of light or dark, which the libraries at hand do not do. `origin` is
//! the data with which a reader can repeat a report.

mod origin;
mod plot;

use crate::compare::Difference;
use crate::estimate::Estimate;
use crate::ladder::{Ladder, Rung};
use crate::results::{MeasuredFigure, MetricFigures, ScoreCurve, SimulationResults, Unit};
use crate::sweep::{Sweep, named};
use crate::tune::Tuning;
use crate::words;
pub use origin::ReportOrigin;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#22201c;--soft:#6d675e;--line:#d8d2c8;--ground:#fbf9f5;--card:#fff;--bar:#3b6ea5;--mark:#b3541e;--low:#e9eef5;--s0:#3b6ea5;--s1:#b3541e;--s2:#3a7d4c;--s3:#8a559c;--s4:#8f7412;--s5:#2b7f85;--s6:#a8456b;--s7:#5f6570}
@media(prefers-color-scheme:dark){:root{--ink:#ece7de;--soft:#a49c90;--line:#45413b;--ground:#1b1a18;--card:#242220;--bar:#7fb0e6;--mark:#f0a06a;--low:#26323f;--s0:#7fb0e6;--s1:#f0a06a;--s2:#84c99a;--s3:#cba3e2;--s4:#dcc15a;--s5:#74cfd4;--s6:#f093b6;--s7:#aeb5c0}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin:0 0 .2rem}
p{margin:.3rem 0}.soft{color:var(--soft);font-size:.9rem}
section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem 1.2rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.92rem}td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}
svg{width:100%;height:auto;display:block;margin:.6rem 0}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg .soft{fill:var(--soft);font-size:12px}
.axis{stroke:var(--line);fill:none}.bar{fill:var(--bar)}.whisker{stroke:var(--ink);stroke-width:1.5;fill:none}.mark{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:5 4;fill:none}.curve{stroke:var(--c,var(--bar));stroke-width:2;fill:none}.curve.dashed{stroke-dasharray:7 4}.dot{fill:var(--c,var(--bar))}.band{fill:var(--c,var(--bar));opacity:.15}
.s0{--c:var(--s0)}.s1{--c:var(--s1)}.s2{--c:var(--s2)}.s3{--c:var(--s3)}.s4{--c:var(--s4)}.s5{--c:var(--s5)}.s6{--c:var(--s6)}.s7{--c:var(--s7)}
.bar.second{fill:var(--mark)}.pale{opacity:.45}.reach{stroke:var(--soft);fill:none}.median{stroke:var(--card);stroke-width:2;fill:none}.mean{fill:var(--ink);stroke:var(--card);stroke-width:1}
.zero{stroke:var(--ink);fill:none}.whisker.unclear{stroke:var(--soft)}.point.unclear{fill:var(--soft)}.whisker.clear{stroke:var(--mark);stroke-width:2}.point.clear{fill:var(--mark)}.outline{fill:none;stroke:var(--mark);stroke-width:2}
.key{display:inline-block;width:.9em;height:.9em;border-radius:2px;background:var(--c,var(--bar));vertical-align:-.1em;margin-right:.3em}.key.second{background:var(--mark)}
ul{margin:.3rem 0;padding-left:1.2rem}.legend span{margin-right:.8rem}.legend .key{margin-right:.3rem}.short{border-color:var(--bar);border-width:2px}td.about{text-align:left;color:var(--soft);font-size:.85rem;min-width:14rem}td{vertical-align:top}td.value{white-space:nowrap}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;background:var(--ground);padding:.6rem}.name{text-align:left;overflow-wrap:anywhere}\n\
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
    let players = words::players(results);
    let turns = if setup.fixed_seats || !setup.lineup.players_differ() { "" } else { ", in turn at each seat" };
    format!("{} games of {} between {players}{turns}, seed {}.", words::count(results.played), setup.title, setup.seed)
}

/// The question of a page and its answer, sentence by sentence.
fn in_short(question: &str, answer: &[String]) -> String {
    let mut text =
        format!("<section class=\"short\">\n<h2>in short</h2>\n<p class=\"soft\">{}</p>\n", escaped(question));
    for paragraph in answer {
        let _ = writeln!(text, "<p>{}</p>", escaped(paragraph));
    }
    text + "</section>\n"
}

/// The page of a simulation.
pub fn simulation(results: &SimulationResults, origin: &ReportOrigin) -> String {
    let title = format!("{}: how it plays", results.setup.title);
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), escaped(&played(results)));
    let mut answer = words::answer(results);
    answer.extend(results.metric("seat_spread").and_then(|spread| spread.games_needed).map(words::games_needed));
    body += &in_short(&words::question(results), &answer);
    body += "<p class=\"soft\">Lines at the ends of bars, and numbers in parentheses, are the intervals that contain the true value in 95 of 100 cases.</p>\n";
    body += &sections(results);
    page(&title, &(body + &origin.section(&[("", &results.setup)])))
}

/// All metrics of a simulation: the user's own measures, then a table of those that need no plot, then the others.
fn sections(results: &SimulationResults) -> String {
    let (mut own, mut table, mut others) = (String::new(), String::new(), String::new());
    for metric in &results.metrics {
        let (shown, always) = results.shown(metric);
        if results.is_own(&metric.id) {
            own += &section(metric, results);
        } else if is_plain(metric.unit, &shown) {
            let remarks: Vec<&str> = always.iter().chain(&metric.remarks).map(String::as_str).collect();
            let about = [&[metric.sentence.as_str()], &remarks[..]].concat().join(" ");
            let _ = writeln!(
                table,
                "<tr><td>{}</td><td class=\"value\">{}</td><td class=\"about\">{}</td></tr>",
                escaped(&metric.name),
                plain_values(metric.unit, &shown),
                escaped(&about)
            );
        } else {
            others += &section(metric, results);
        }
    }
    if !table.is_empty() {
        table = format!("<section>\n<h2>single figures</h2>\n<table>\n{table}</table>\n</section>\n");
    }
    own + &table + &others + &courses(&[&results.course])
}

/// Whether a figure had the same value in every case.
fn never_varies(unit: Unit, figure: &MeasuredFigure) -> bool {
    match (unit, &figure.spread) {
        (Unit::Share, _) => figure.estimate.value <= 0.0 || figure.estimate.value >= 1.0,
        (Unit::Mean, Some(spread)) => spread.quantiles[0] >= spread.quantiles[6],
        (Unit::Mean, None) => figure.estimate.lower >= figure.estimate.upper,
    }
}

/// Whether figures need no plot: a single one without a spread, or figures that never vary.
fn is_plain(unit: Unit, figures: &[&MeasuredFigure]) -> bool {
    let is_single = figures.len() < 2 && figures.iter().all(|figure| figure.spread.is_none());
    is_single || figures.iter().all(|figure| never_varies(unit, figure))
}

/// Figures that need no plot, on one line, as HTML.
fn plain_values(unit: Unit, figures: &[&MeasuredFigure]) -> String {
    let one = |figure: &&MeasuredFigure| match unit {
        Unit::Mean if never_varies(unit, figure) => format!("<b>{}</b> always", figure.estimate.value),
        Unit::Mean | Unit::Share => value(unit, figure),
    };
    match figures {
        [first, _, ..] if figures.iter().all(|figure| figure.estimate == first.estimate) => {
            format!("{}, for each", one(first))
        }
        _ => {
            let named = |figure: &&MeasuredFigure| match figure.of.as_str() {
                "" => one(figure),
                of => format!("{}: {}", escaped(of), one(figure)),
            };
            figures.iter().map(named).collect::<Vec<_>>().join("<br>")
        }
    }
}

/// How scores go in the course of a game, all seats in one plot; of one side, or of two that are compared.
fn courses(sides: &[&[ScoreCurve]]) -> String {
    if sides.iter().any(|courses| courses.is_empty()) {
        return String::new();
    }
    let lines = if sides.len() > 1 {
        "the mean, as a line under the first, dashed under the second"
    } else {
        "the mean as a line, half of the games in the band"
    };
    let names = sides.iter().take(1).copied().flatten().map(|course| course.of.as_str());
    format!(
        "<section>\n<h2>course of the score</h2>\n<p>A seat's score after each twentieth of the actions of a game: {lines}.</p>\n{}{}</section>\n",
        plot::legend(names),
        plot::courses(sides)
    )
}

/// The key to plots of several means.
const BOXES: &str = "<p class=\"soft\">Bars hold half of the games, pale ones 80 of 100, thin lines all; the gap in a bar is the median, the dot the mean.</p>\n";

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
            text += &match &figures[..] {
                [figure] => plot::histogram(&[figure]),
                _ => plot::boxes(&[&figures]) + BOXES,
            };
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
                let [least, tenth, .., most, greatest] = spread.quantiles.map(words::rounded);
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
    let title = format!("{} and {} compared", one.setup.title, other.setup.title);
    let mut body = format!(
        "<h1>{}</h1>\n<p><span class=\"key\"></span>First: {}</p>\n<p><span class=\"key second\"></span>Second: {}</p>\n",
        escaped(&title),
        escaped(&played(one)),
        escaped(&played(other))
    );
    let mut answer = words::differences(found);
    answer.extend(words::fairness(found));
    answer.extend(words::only_in_one(one, other));
    let needed = [one, other].into_iter().filter_map(|side| side.metric("seat_spread")?.games_needed);
    answer.extend(needed.max().map(words::games_needed));
    body += &in_short(&words::question_of_two(one, other), &answer);
    body += &origin.section(&[("First", &one.setup), ("Second", &other.setup)]);
    body += "<section>\n<h2>what differs</h2>\n";
    body += &difference_plots(found);
    body += "<table>\n<tr><th></th><th>first</th><th>second</th><th>second against first</th><th></th></tr>\n";
    let (same, varied): (Vec<&Difference>, Vec<&Difference>) =
        found.iter().partition(|figure| figure.more.lower >= figure.more.upper && !figure.is_clear);
    for figure in varied {
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
    body += "</table>\n";
    if !same.is_empty() {
        let names: Vec<String> = same.iter().map(|figure| escaped(&figure.name)).collect();
        let _ = writeln!(body, "<p>The same in all games of both: {}.</p>", names.join("; "));
    }
    body += "<p class=\"soft\">A difference is tiny below 0.2 standard deviations of a single game, small below 0.5, medium below 0.8.</p>\n";
    body += "<p class=\"soft\">In parentheses, and at the ends of bars below: the interval that contains the true value in 95 of 100 cases. ";
    body += if found.iter().any(|figure| figure.paired) {
        "Those of wins, scores and the number of actions are computed from pairs of games of the same deal; they hold all at once, however often the figures are looked at while games are played. About 1 in 20 of the other figures differs by chance alone."
    } else {
        "About 1 in 20 figures differs by chance alone."
    };
    body += "</p>\n</section>\n";
    let (mut own, mut table, mut others) = (String::new(), String::new(), String::new());
    for metric in &one.metrics {
        let Some(same) = other.metric(&metric.id) else { continue };
        let (first, second): (Vec<_>, Vec<_>) = (metric.figures.iter().collect(), same.figures.iter().collect());
        if one.is_own(&metric.id) {
            own += &side_by_side((metric, one), (same, other));
        } else if is_plain(metric.unit, &first) && is_plain(same.unit, &second) {
            let _ = writeln!(
                table,
                "<tr><td>{}</td><td class=\"value\">{}</td><td class=\"value\">{}</td><td class=\"about\">{}</td></tr>",
                escaped(&metric.name),
                plain_values(metric.unit, &first),
                plain_values(same.unit, &second),
                escaped(&metric.sentence)
            );
        } else {
            others += &side_by_side((metric, one), (same, other));
        }
    }
    if !table.is_empty() {
        table = format!(
            "<section>\n<h2>single figures</h2>\n<table>\n<tr><th></th><th>first</th><th>second</th><th></th></tr>\n{table}</table>\n</section>\n"
        );
    }
    page(&title, &(body + &own + &table + &others + &courses(&[&one.course, &other.course])))
}

/// The differences as plots: those of shares in points, those of means in percent of the first mean.
fn difference_plots(found: &[Difference]) -> String {
    let drawn = |is_share: bool| -> Vec<plot::DrawnDifference<'_>> {
        let of_kind = found.iter().filter(|difference| difference.is_share == is_share);
        let drawn = of_kind.filter_map(|difference| {
            let scale = if is_share { 1.0 } else { difference.one.value.abs() };
            let Estimate { value, lower, upper } = difference.more;
            // What is the same in every game of both needs no line.
            let shown = scale > 0.0 && (difference.is_clear || lower < upper);
            shown.then(|| plot::DrawnDifference {
                difference,
                more: [value, lower, upper].map(|more| more / scale * 100.0),
            })
        });
        drawn.collect()
    };
    let mut text = String::new();
    for (is_share, what, unit) in [
        (true, "Shares: by how many points of 100 the second has more", ""),
        (false, "Means: by how many percent the second has more", " %"),
    ] {
        let drawn = drawn(is_share);
        if !drawn.is_empty() {
            let _ = writeln!(text, "<p>{what}.</p>\n{}", plot::differences(&drawn, unit));
        }
    }
    if !text.is_empty() {
        text += "<p class=\"soft\">What differs beyond chance is in colour. Intervals wider than the plot end at its border.</p>\n";
    }
    text
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
            let is_one = one.figures.len() == 1;
            if !is_one {
                text += &(plot::boxes(&[&one.figures, &other.figures]) + BOXES);
            }
            for figure in &one.figures {
                let Some(same) = other.figures.iter().find(|same| same.of == figure.of) else { continue };
                if is_one {
                    text += &plot::histogram(&[figure, same]);
                }
                let of = if figure.of.is_empty() { String::new() } else { format!("{}: ", escaped(&figure.of)) };
                for (side, figure) in [("", figure), (" second", same)] {
                    let _ = writeln!(text, "<p><span class=\"key{side}\"></span>{of}{}</p>", value(one.unit, figure));
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
        "<h1>{}</h1>\n<p>{} games for each rung, every deal from every seat, seed {}.</p>\n",
        escaped(&title),
        words::count(first.results.played),
        first.results.setup.seed
    );
    body += &in_short("Does a longer search win?", &ladder.verdict);
    body += "<section>\n<h2>What the longer thinker wins</h2>\n";
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

/// A figure at the points of a sweep: their values, and its estimate there.
type SweptFigure = Vec<(Vec<i64>, Estimate)>;

/// The page of a sweep: a curve for each figure over one knob, a heat map over two.
pub fn sweep(sweep: &Sweep, origin: &ReportOrigin) -> String {
    let knobs: Vec<String> = sweep.axes.iter().map(|axis| axis.knob.to_string()).collect();
    let title = format!("{}: what {} changes", sweep.variant, knobs.join(" and "));
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    if let Some(point) = sweep.points.first() {
        let _ = writeln!(body, "<p>At each of {} points: {}</p>", sweep.points.len(), escaped(&played(&point.results)));
    }
    let Some(first) = sweep.points.first() else { return page(&title, &body) };
    body += &in_short(&format!("What does {} change?", knobs.join(" and ")), &words::changes(sweep));
    if sweep.axes.len() == 2 {
        body += "<p class=\"soft\">In each field is the figure, and how far its interval reaches to each side. It has a colour where the interval does not contain the mean of all fields: blue where it is more, orange where it is less, as strong as the distance is against the widths of the intervals. Of twenty fields that are alike, one has a colour by chance.</p>\n";
    }
    let (mut table, mut sections) = (String::new(), String::new());
    for metric in first.results.own_first() {
        let is_share = metric.unit == Unit::Share;
        let lines: Vec<(&MeasuredFigure, SweptFigure)> = metric
            .figures
            .iter()
            .map(|figure| {
                let found = sweep.points.iter().filter_map(|point| {
                    let same = point.results.figure(&metric.id, &figure.of)?;
                    Some((point.values.clone(), same.estimate))
                });
                (figure, found.collect())
            })
            .collect();
        let is_same = |(figure, found): &(&MeasuredFigure, SweptFigure)| {
            never_varies(metric.unit, figure) && found.iter().all(|(_, estimate)| *estimate == figure.estimate)
        };
        if !first.results.is_own(&metric.id) && lines.iter().all(is_same) {
            let _ = writeln!(
                table,
                "<tr><td>{}</td><td class=\"value\">{}</td><td class=\"about\">{}</td></tr>",
                escaped(&metric.name),
                plain_values(metric.unit, &metric.figures.iter().collect::<Vec<_>>()),
                escaped(&metric.sentence)
            );
            continue;
        }
        let _ =
            writeln!(sections, "<section>\n<h2>{}</h2>\n<p>{}</p>", escaped(&metric.name), escaped(&metric.sentence));
        if let [axis] = &sweep.axes[..] {
            if lines.len() > 1 {
                sections += &plot::legend(metric.figures.iter().map(|figure| figure.of.as_str()));
            }
            let points: Vec<_> = lines.into_iter().map(|(_, found)| found).collect();
            sections += &plot::curves(&axis.knob.to_string(), &points, is_share);
        } else {
            for (figure, found) in lines {
                if !figure.of.is_empty() {
                    let _ = writeln!(sections, "<p>{}</p>", escaped(&figure.of));
                }
                sections += &plot::heat(&sweep.axes, &found, is_share);
            }
        }
        sections += "</section>\n";
    }
    if !table.is_empty() {
        sections += &format!("<section>\n<h2>the same at every point</h2>\n<table>\n{table}</table>\n</section>\n");
    }
    page(&title, &(body + &sections + &origin.section(&[("First point", &first.results.setup)])))
}

/// The page of a search for a goal: the values found, and everything that was measured with them.
pub fn tuned(tuned: &Tuning, origin: &ReportOrigin) -> String {
    let title = format!("{}: tuned", tuned.results.setup.title);
    let mut body = format!(
        "<h1>{}</h1>\n<p><b>{}</b></p>\n<p>In fresh games: {}</p>\n<section class=\"short\">\n",
        escaped(&title),
        escaped(&named(&tuned.axes, &tuned.values)),
        escaped(&played(&tuned.results))
    );
    body += "<h2>in short</h2>\n";
    for aim in &tuned.aims {
        let wanted = if aim.is_share { format!("{:.1} %", aim.wanted * 100.0) } else { format!("{:.2}", aim.wanted) };
        let found = words::estimate(&aim.found, aim.is_share);
        let holds = if aim.holds { "" } else { " <span class=\"clear\">not reached</span>" };
        let _ = writeln!(body, "<p>{}: {found}, wanted {wanted}{holds}</p>", escaped(&aim.name));
    }
    body += if tuned.holds() {
        "<p>The goal is within every interval: these values are consistent with it.</p>\n</section>\n"
    } else {
        "<p>These are the nearest values that were found, but the goal is not reached.</p>\n</section>\n"
    };
    body += &sections(&tuned.results);
    page(&title, &(body + &origin.section(&[("", &tuned.results.setup)])))
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
