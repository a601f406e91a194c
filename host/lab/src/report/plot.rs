//! Plots as SVG: bars with intervals, histograms, boxes, curves, differences, heat maps.

use super::escaped;
use crate::compare::Difference;
use crate::estimate::Estimate;
use crate::results::{Distribution, MeasuredFigure, ScoreCurve};
use crate::sweep::{Axis, departures};
use std::fmt::Write;

const WIDTH: f64 = 720.0;

fn open(height: f64) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n")
}

/// A number, rounded to its meaningful digits.
fn short(value: f64, is_share: bool) -> String {
    if is_share {
        return format!("{:.0} %", value * 100.0);
    }
    if value.fract() == 0.0 || value.abs() >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// A step between marks, so that there are about five of them: one, two or five times a power of ten.
fn step(reach: f64) -> f64 {
    let rough = (reach / 5.0).max(f64::MIN_POSITIVE);
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let steps = [1.0, 2.0, 5.0, 10.0];
    power * steps.into_iter().find(|step| step * power >= rough).unwrap_or(10.0)
}

/// The marks from `lower` to `upper`.
fn marks(lower: f64, upper: f64) -> Vec<f64> {
    let step = step(upper - lower);
    let first = libm::ceil(lower / step) as i64;
    (first..first + 50).map(|number| number as f64 * step).take_while(|mark| *mark <= upper + step * 1e-9).collect()
}

/// The lines across a plot whose values go upwards, each with its mark left of `left`; `y` maps a value to its height.
fn levels((low, high): (f64, f64), left: f64, is_share: bool, y: impl Fn(f64) -> f64) -> String {
    let mut svg = String::new();
    for mark in marks(low, high) {
        let at = y(mark);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{left} {at:.1}H{:.0}\"/><text class=\"soft\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - 20.0,
            left - 8.0,
            at + 4.0,
            short(mark, is_share)
        );
    }
    svg
}

/// How the first and the second of two things that are compared are drawn: filled, and in another colour.
const SIDES: [&str; 2] = ["first", "second"];

/// How many colours there are for things that are drawn together.
const COLOURS: usize = 8;

/// A bar for each share, with its interval, and a line at `fair`. Of two sides that are compared there are two bars,
/// the first above the second; a share that only one of them has is drawn alone.
pub(super) fn bars(sides: &[&[MeasuredFigure]], fair: Option<f64>) -> String {
    let all = || sides.iter().copied().flatten();
    let most = all().map(|figure| figure.estimate.upper).chain(fair).fold(0.01, f64::max);
    // Differences may be below 0.
    let lowest = all().map(|figure| figure.estimate.lower).fold(0.0, f64::min);
    let mut names: Vec<&str> = Vec::new();
    for figure in all() {
        if !names.contains(&figure.of.as_str()) {
            names.push(&figure.of);
        }
    }
    let (left, bar, gap) = (150.0, if sides.len() > 1 { 13.0 } else { 18.0 }, 8.0);
    let row = bar * sides.len() as f64 + gap;
    let height = row * names.len() as f64 + 26.0;
    let x = |share: f64| left + (WIDTH - left - 20.0) * (share - lowest) / (most - lowest);
    let mut svg = open(height);
    svg += &uprights((lowest, most), height, &x, &|mark| short(mark, true));
    for (place, name) in names.into_iter().enumerate() {
        let top = row * place as f64 + gap / 2.0;
        svg += &row_name(name, left, top + (row - gap) / 2.0);
        for (number, (figures, side)) in sides.iter().zip(SIDES).enumerate() {
            let Some(figure) = figures.iter().find(|figure| figure.of == name) else { continue };
            let (top, Estimate { value, lower, upper }) = (top + bar * number as f64, figure.estimate);
            let middle = top + bar / 2.0;
            let (zero, end) = (x(value.min(0.0)), x(value.max(0.0)));
            let (lower, upper) = (x(lower), x(upper));
            let _ = writeln!(
                svg,
                "<rect class=\"bar {side}\" x=\"{zero:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{bar:.1}\" rx=\"2\"/>\
                 <path class=\"whisker\" d=\"M{lower:.1} {middle}H{upper:.1}M{lower:.1} {:.1}v8M{upper:.1} {:.1}v8\"/>",
                end - zero,
                middle - 4.0,
                middle - 4.0
            );
        }
    }
    if let Some(fair) = fair {
        let _ = writeln!(svg, "<path class=\"mark\" d=\"M{:.1} 0V{}\"/>", x(fair), height - 22.0);
    }
    svg + "</svg>\n"
}

/// The histogram of single values, in at most sixty bars, with a line at the mean. Of two sides that are compared the
/// second is an outline.
pub(super) fn histogram(sides: &[&MeasuredFigure]) -> String {
    let spreads: Vec<_> = sides.iter().filter_map(|figure| figure.spread.as_ref()).collect();
    let lower = spreads.iter().map(|spread| spread.quantiles[0]).fold(f64::INFINITY, f64::min);
    let upper = spreads.iter().map(|spread| spread.quantiles[6]).fold(f64::NEG_INFINITY, f64::max);
    let gaps = spreads.iter().flat_map(|spread| spread.histogram.windows(2)).map(|pair| pair[1].0 - pair[0].0);
    // Where each side has one value only, and they are two.
    let finest = gaps.fold(upper - lower, f64::min);
    if spreads.len() < sides.len() || upper <= lower {
        return String::new();
    }
    // Bars as wide as a mark's step divides into whole numbers, so that whole numbers are not spread unevenly over
    // them.
    let wide = finest * libm::ceil(((upper - lower) / finest + 1.0) / 60.0).max(1.0);
    let count = (libm::floor((upper - lower) / wide + 1e-9) as usize).min(60) + 1;
    let shares = |spread: &Distribution| {
        let games = spread.histogram.iter().map(|(_, games)| *games).sum::<u64>().max(1) as f64;
        let mut bars = vec![0.0; count];
        for (at, of) in &spread.histogram {
            let place = libm::floor((at - lower).max(0.0) / wide + 1e-9) as usize;
            bars[place.min(count - 1)] += *of as f64 / games;
        }
        bars
    };
    let bars: Vec<Vec<f64>> = spreads.into_iter().map(shares).collect();
    let most = bars.iter().flatten().copied().fold(0.0, f64::max);
    let (height, left, bottom) = (170.0, 20.0, 140.0);
    let width = (WIDTH - 2.0 * left) / count as f64;
    let x = |value: f64| left + (value - lower) / wide * width;
    let mut svg = open(height);
    if let Some(figure) = sides.first().filter(|figure| !figure.of.is_empty()) {
        let _ = writeln!(svg, "<text x=\"{left}\" y=\"14\">{}</text>", escaped(&figure.of));
    }
    for (bars, side) in bars.iter().zip(SIDES) {
        if side == SIDES[1] {
            let mut path = format!("M{left} {bottom}");
            for (place, share) in bars.iter().enumerate() {
                let end = left + (place as f64 + 1.0) * width;
                let _ = write!(path, "V{:.1}H{end:.1}", bottom - share / most * 115.0);
            }
            let _ = writeln!(svg, "<path class=\"outline {side}\" d=\"{path}V{bottom}\"/>");
            continue;
        }
        for (place, share) in bars.iter().enumerate() {
            let tall = share / most * 115.0;
            let _ = writeln!(
                svg,
                "<rect class=\"bar {side}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"/>",
                left + place as f64 * width + 0.5,
                bottom - tall,
                (width - 1.0).max(0.5)
            );
        }
    }
    let _ = writeln!(svg, "<path class=\"axis\" d=\"M{left} {bottom}H{:.0}\"/>", WIDTH - left);
    for mark in marks(lower, upper) {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"158\" text-anchor=\"middle\">{}</text>",
            x(mark) + width / 2.0,
            short(mark, false)
        );
    }
    // Two means would need two more lines: the figures below contain them.
    if let [figure] = sides {
        let at = x(figure.estimate.value) + width / 2.0;
        let _ = writeln!(svg, "<path class=\"mark\" d=\"M{at:.1} 20V{bottom}\"/>");
    }
    svg + "</svg>\n"
}

/// The class of the colour of one of several things that are drawn together.
pub(super) fn colour(number: usize) -> String {
    format!("s{}", number % COLOURS)
}

/// The names of what is drawn together, each with its colour.
pub(super) fn legend<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = "<p class=\"legend\">".to_owned();
    for (number, name) in names.into_iter().enumerate() {
        let _ = write!(text, "<span><span class=\"key {}\"></span>{}</span>", colour(number), escaped(name));
    }
    text + "</p>\n"
}

/// The spread of single values of several figures on one scale, a row each: a thin line from the least to the greatest,
/// a bar that holds 80 of 100, a thick one that holds half, a line at the median, and a dot at the mean with its
/// interval. Of two sides that are compared there are two rows, the first above the second.
pub(super) fn boxes(sides: &[&[MeasuredFigure]]) -> String {
    let all = || sides.iter().copied().flatten().filter_map(|figure| Some((figure, figure.spread.as_ref()?)));
    let low = all().map(|(_, spread)| spread.quantiles[0]).fold(f64::INFINITY, f64::min);
    let high = all().map(|(_, spread)| spread.quantiles[6]).fold(f64::NEG_INFINITY, f64::max);
    let Some(first) = sides.first().filter(|_| low.is_finite()) else { return String::new() };
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let (left, tall, gap) = (150.0, if sides.len() > 1 { 16.0 } else { 22.0 }, 10.0);
    let row = tall * sides.len() as f64 + gap;
    let height = row * first.len() as f64 + 26.0;
    let x = |value: f64| left + (WIDTH - left - 20.0) * (value - low) / (high - low);
    let mut svg = open(height);
    svg += &uprights((low, high), height, &x, &|mark| short(mark, false));
    for (place, name) in first.iter().map(|figure| &figure.of).enumerate() {
        let top = row * place as f64 + gap / 2.0;
        svg += &row_name(name, left, top + (row - gap) / 2.0);
        for (number, (figures, side)) in sides.iter().zip(SIDES).enumerate() {
            let Some(figure) = figures.iter().find(|figure| figure.of == *name) else { continue };
            let Some(spread) = &figure.spread else { continue };
            let middle = top + tall * (number as f64 + 0.5);
            let [least, tenth, quarter, median, most, ninth, greatest] = spread.quantiles.map(x);
            let bar = |from: f64, to: f64, high: f64, class: &str| {
                format!(
                    "<rect class=\"{class} {side}\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\" rx=\"2\"/>",
                    middle - high / 2.0,
                    (to - from).max(1.5)
                )
            };
            let Estimate { value, lower, upper } = figure.estimate;
            let _ = writeln!(
                svg,
                "<path class=\"reach\" d=\"M{least:.1} {middle:.1}H{greatest:.1}\"/>{}{}\
                 <path class=\"median\" d=\"M{median:.1} {:.1}v{tall:.1}\"/>\
                 <path class=\"whisker\" d=\"M{:.1} {middle:.1}H{:.1}\"/><circle class=\"mean\" cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"3.5\"/>",
                bar(tenth, ninth, tall * 0.45, "bar pale"),
                bar(quarter, most, tall * 0.8, "bar"),
                middle - tall / 2.0,
                x(lower),
                x(upper),
                x(value)
            );
        }
    }
    svg + "</svg>\n"
}

/// Upright lines over a plot of this height whose values go to the right, each with its mark below.
fn uprights((low, high): (f64, f64), height: f64, x: &dyn Fn(f64) -> f64, named: &dyn Fn(f64) -> String) -> String {
    let mut svg = String::new();
    for mark in marks(low, high) {
        let at = x(mark);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{at:.1} 0V{:.0}\"/><text class=\"soft\" x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            height - 22.0,
            height - 6.0,
            named(mark)
        );
    }
    svg
}

/// The name of a row, left of `left`, its middle at this height.
fn row_name(name: &str, left: f64, middle: f64) -> String {
    format!("<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n", left - 8.0, middle + 4.0, escaped(name))
}

/// A difference as it is drawn: its name, and the interval on a scale that all of a plot have.
pub(super) struct DrawnDifference<'a> {
    pub difference: &'a Difference,
    /// In points of 100 games, or in percent of the first mean.
    pub more: [f64; 3],
}

/// Each difference with its interval, and a line at 0; those beyond chance in another colour. `unit` follows the
/// numbers of the scale.
pub(super) fn differences(drawn: &[DrawnDifference<'_>], unit: &str) -> String {
    // Intervals of what is rare are so wide that nothing else could be seen: they end at the border of the plot.
    let ends = |one: &DrawnDifference<'_>| {
        let [value, lower, upper] = one.more;
        if one.difference.is_clear { [lower, upper] } else { [value * 1.5; 2] }
    };
    let ends: Vec<f64> = drawn.iter().flat_map(ends).collect();
    let (low, high) = (ends.iter().copied().fold(-1.0, f64::min), ends.iter().copied().fold(1.0, f64::max));
    let margin = (high - low) * 0.04;
    let (low, high) = (low - margin, high + margin);
    let (left, tall) = (250.0, 20.0);
    let height = tall * drawn.len() as f64 + 30.0;
    let x = |value: f64| left + (WIDTH - left - 20.0) * (value.clamp(low, high) - low) / (high - low);
    let mut svg = open(height);
    let named = |mark: f64| {
        let mark = if mark == 0.0 { 0.0 } else { mark };
        let digits = usize::from(mark.fract() != 0.0);
        if mark == 0.0 { "0".to_owned() } else { format!("{mark:+.digits$}{unit}") }
    };
    svg += &uprights((low, high), height, &x, &named);
    let _ = writeln!(svg, "<path class=\"zero\" d=\"M{0:.1} 0V{1:.0}\"/>", x(0.0), height - 22.0);
    for (place, one) in drawn.iter().enumerate() {
        let middle = tall * (place as f64 + 0.5) + 2.0;
        let class = if one.difference.is_clear { "clear" } else { "unclear" };
        let [value, lower, upper] = one.more;
        svg += &row_name(&one.difference.name, left, middle);
        let cap = |end: f64| {
            if (low..=high).contains(&end) { format!("M{:.1} {:.1}v8", x(end), middle - 4.0) } else { String::new() }
        };
        let _ = writeln!(
            svg,
            "<path class=\"whisker {class}\" d=\"M{:.1} {middle:.1}H{:.1}{}{}\"/><circle class=\"point {class}\" cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"4\"/>",
            x(lower),
            x(upper),
            cap(lower),
            cap(upper),
            x(value)
        );
    }
    svg + "</svg>\n"
}

/// How scores go in the course of a game, all seats in one plot: a line for each mean, and a band that holds half of
/// the games. Of two sides that are compared there are only the lines, those of the second dashed.
pub(super) fn courses(sides: &[&[ScoreCurve]]) -> String {
    let bands = sides.len() < 2;
    let values = || {
        sides.iter().copied().flatten().flat_map(|course| &course.stretches).flat_map(|stretch| {
            let mean = stretch.mean.value;
            let [_, quarter, _, most, _] = stretch.quantiles.map(|value| value as f64);
            if bands { [quarter, most, mean] } else { [mean; 3] }
        })
    };
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (height, left, bottom) = (260.0, 70.0, 225.0);
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let x = |part: f64| left + (WIDTH - left - 30.0) * part;
    let y = |value: f64| bottom - (bottom - 15.0) * (value - low) / (high - low);
    let mut svg = open(height);
    svg += &levels((low, high), left, false, y);
    let to = |place: usize| if place == 0 { 'M' } else { 'L' };
    for (number, course) in sides.iter().take(usize::from(bands)).copied().flatten().enumerate() {
        let mut path = String::new();
        for (place, stretch) in course.stretches.iter().enumerate() {
            let _ = write!(path, "{}{:.1} {:.1}", to(place), x(stretch.at), y(stretch.quantiles[1] as f64));
        }
        for stretch in course.stretches.iter().rev() {
            let _ = write!(path, "L{:.1} {:.1}", x(stretch.at), y(stretch.quantiles[3] as f64));
        }
        let _ = writeln!(svg, "<path class=\"band {}\" d=\"{path}Z\"/>", colour(number));
    }
    for (courses, side) in sides.iter().zip(["", " dashed"]) {
        for (number, course) in courses.iter().enumerate() {
            let mut path = String::new();
            for (place, stretch) in course.stretches.iter().enumerate() {
                let _ = write!(path, "{}{:.1} {:.1}", to(place), x(stretch.at), y(stretch.mean.value));
            }
            let _ = writeln!(svg, "<path class=\"curve {}{side}\" d=\"{path}\"/>", colour(number));
        }
    }
    for mark in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            x(mark),
            bottom + 20.0,
            short(mark, true)
        );
    }
    svg + "</svg>\n"
}

/// Curves with intervals over the values of one knob, all figures of a metric in one plot.
pub(super) fn curves(knob: &str, lines: &[Vec<(Vec<i64>, Estimate)>], is_share: bool) -> String {
    let at = |point: &(Vec<i64>, Estimate)| point.0.first().copied().unwrap_or_default() as f64;
    let all = || lines.iter().flatten();
    let least = all().map(at).fold(f64::INFINITY, f64::min);
    let greatest = all().map(at).fold(f64::NEG_INFINITY, f64::max);
    let low = all().map(|point| point.1.lower).fold(f64::INFINITY, f64::min);
    let high = all().map(|point| point.1.upper).fold(f64::NEG_INFINITY, f64::max);
    if !least.is_finite() {
        return String::new();
    }
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let (height, left, bottom) = (240.0, 70.0, 200.0);
    let reach = (greatest - least).max(1.0);
    // Intervals at one value are drawn beside each other.
    let beside = |number: usize| 5.0 * (number as f64 - (lines.len() as f64 - 1.0) / 2.0);
    let x = |value: f64| left + 20.0 + (WIDTH - left - 70.0) * (value - least) / reach;
    let y = |value: f64| bottom - (bottom - 15.0) * (value - low) / (high - low);
    let mut svg = open(height);
    svg += &levels((low, high), left, is_share, y);
    for mark in marks(least, greatest) {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            x(mark),
            bottom + 18.0,
            short(mark, false)
        );
    }
    for (number, points) in lines.iter().enumerate() {
        let (mut path, colour) = (String::new(), colour(number));
        for (place, point) in points.iter().enumerate() {
            let (across, estimate) = (x(at(point)) + beside(number), point.1);
            let _ = write!(path, "{}{across:.1} {:.1}", if place == 0 { 'M' } else { 'L' }, y(estimate.value));
            let _ = writeln!(
                svg,
                "<path class=\"whisker {colour}\" d=\"M{across:.1} {:.1}V{:.1}\"/><circle class=\"dot {colour}\" cx=\"{across:.1}\" cy=\"{:.1}\" r=\"4\"/>",
                y(estimate.lower),
                y(estimate.upper),
                y(estimate.value)
            );
        }
        let _ = writeln!(svg, "<path class=\"curve {colour}\" d=\"{path}\"/>");
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
        left + (WIDTH - left) / 2.0,
        height - 6.0,
        escaped(knob)
    );
    svg + "</svg>\n"
}

/// A figure and half the width of its interval, with as many digits as the interval allows.
fn field(estimate: &Estimate, is_share: bool) -> (String, String) {
    let [value, lower, upper] = estimate.scaled(is_share);
    let (half, unit) = ((upper - lower) / 2.0, if is_share { " %" } else { "" });
    if half <= 0.0 {
        return (short(estimate.value, is_share), String::new());
    }
    let digits = libm::ceil(-libm::log10(half)).clamp(0.0, 3.0) as usize;
    (format!("{value:.digits$}{unit}"), format!("± {half:.digits$}"))
}

/// A heat map over the values of two knobs, with the figure and half the width of its interval in each field. Only
/// fields beyond chance have a colour.
pub(super) fn heat(axes: &[Axis], points: &[(Vec<i64>, Estimate)], is_share: bool) -> String {
    let [across, down] = axes else { return String::new() };
    let (left, top, tall) = (90.0, 24.0, 42.0);
    let wide = (WIDTH - left - 10.0) / across.values.len().max(1) as f64;
    let height = top + tall * down.values.len() as f64 + 26.0;
    let mut svg = open(height);
    for (place, value) in across.values.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"16\" text-anchor=\"middle\">{value}</text>",
            left + wide * (place as f64 + 0.5)
        );
    }
    for (place, value) in down.values.iter().enumerate() {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            left - 8.0,
            top + tall * (place as f64 + 0.65)
        );
    }
    let estimates: Vec<Estimate> = points.iter().map(|point| point.1).collect();
    for ((values, estimate), departure) in points.iter().zip(departures(&estimates)) {
        let place = |axis: &Axis, index: usize| axis.values.iter().position(|value| Some(value) == values.get(index));
        let (Some(column), Some(row)) = (place(across, 0), place(down, 1)) else { continue };
        let colour = if departure < 0.0 { "--mark" } else { "--bar" };
        let part = departure.abs() * 70.0;
        let (at, from) = (left + wide * column as f64, top + tall * row as f64);
        let (figure, half) = field(estimate, is_share);
        let _ = writeln!(
            svg,
            "<rect x=\"{at:.1}\" y=\"{from:.1}\" width=\"{:.1}\" height=\"{:.1}\" style=\"fill:color-mix(in srgb,var({colour}) {part:.0}%,var(--low))\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"paint-order:stroke;stroke:var(--card);stroke-width:3px\">{}</text>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"paint-order:stroke;stroke:var(--card);stroke-width:3px\">{}</text>",
            wide - 2.0,
            tall - 2.0,
            at + wide / 2.0,
            from + tall * 0.42,
            figure,
            at + wide / 2.0,
            from + tall * 0.8,
            half
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{} across, {} down</text>",
        WIDTH / 2.0,
        height - 8.0,
        escaped(&across.knob.to_string()),
        escaped(&down.knob.to_string())
    );
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_as_many_digits_as_its_interval_allows() {
        let of = |value, half: f64| Estimate { value, lower: value - half, upper: value + half };
        let text = |value, half, is_share| {
            let (figure, half) = field(&of(value, half), is_share);
            format!("{figure} {half}")
        };
        assert_eq!(text(0.182, 0.026, true), "18 % ± 3");
        assert_eq!(text(0.182, 0.0084, true), "18.2 % ± 0.8");
        assert_eq!(text(41.25, 0.0625, false), "41.25 ± 0.06");
        assert_eq!(text(41.25, 25.0, false), "41 ± 25");
        assert_eq!(text(5.0, 0.0, false), "5 ", "what never varies");
    }
}
