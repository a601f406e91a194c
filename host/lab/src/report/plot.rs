//! Plots as SVG: bars with intervals, histograms, curves, heat maps.

use super::escaped;
use crate::estimate::Estimate;
use crate::results::{Distribution, MeasuredFigure, ScoreCurve};
use crate::sweep::Axis;
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
    for mark in marks(lowest, most) {
        let (at, bottom) = (x(mark), height - 22.0);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{at:.1} 0V{bottom}\"/><text class=\"soft\" x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            height - 6.0,
            short(mark, true)
        );
    }
    for (place, name) in names.into_iter().enumerate() {
        let top = row * place as f64 + gap / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            top + (row - gap) / 2.0 + 4.0,
            escaped(name)
        );
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

/// How a seat's score goes in the course of a game: its mean, and bands that hold half of the games and 80 of 100; of
/// two sides that are compared only the band of half of the games.
pub(super) fn course(sides: &[&ScoreCurve], (low, high): (f64, f64)) -> String {
    let (height, left, bottom) = (200.0, 70.0, 165.0);
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let x = |part: f64| left + (WIDTH - left - 30.0) * part;
    let y = |value: f64| bottom - (bottom - 25.0) * (value - low) / (high - low);
    let mut svg = open(height);
    if let Some(course) = sides.first() {
        let _ = writeln!(svg, "<text x=\"{left}\" y=\"14\">{}</text>", escaped(&course.of));
    }
    svg += &levels((low, high), left, false, y);
    let bands: &[(usize, usize)] = if sides.len() > 1 { &[(1, 3)] } else { &[(0, 4), (1, 3)] };
    for (course, side) in sides.iter().zip(SIDES) {
        for (lower, upper) in bands {
            let mut path = String::new();
            for (place, stretch) in course.stretches.iter().enumerate() {
                let to = if place == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{to}{:.1} {:.1}", x(stretch.at), y(stretch.quantiles[*upper] as f64));
            }
            for stretch in course.stretches.iter().rev() {
                let _ = write!(path, "L{:.1} {:.1}", x(stretch.at), y(stretch.quantiles[*lower] as f64));
            }
            let _ = writeln!(svg, "<path class=\"band {side}\" d=\"{path}Z\"/>");
        }
    }
    for (course, side) in sides.iter().zip(SIDES) {
        let mut path = String::new();
        for (place, stretch) in course.stretches.iter().enumerate() {
            let to = if place == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{to}{:.1} {:.1}", x(stretch.at), y(stretch.mean.value));
        }
        let _ = writeln!(svg, "<path class=\"curve {side}\" d=\"{path}\"/>");
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

/// A curve with intervals over the values of one knob.
pub(super) fn curve(knob: &str, points: &[(Vec<i64>, Estimate)], is_share: bool) -> String {
    let at = |point: &(Vec<i64>, Estimate)| point.0.first().copied().unwrap_or_default() as f64;
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let low = points.iter().map(|point| point.1.lower).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|point| point.1.upper).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let (height, left, bottom) = (240.0, 70.0, 200.0);
    let reach = (at(last) - at(first)).max(1.0);
    let x = |value: f64| left + (WIDTH - left - 30.0) * (value - at(first)) / reach;
    let y = |value: f64| bottom - (bottom - 15.0) * (value - low) / (high - low);
    let mut svg = open(height);
    svg += &levels((low, high), left, is_share, y);
    for mark in marks(at(first), at(last)) {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            x(mark),
            bottom + 18.0,
            short(mark, false)
        );
    }
    let mut path = String::new();
    for (place, point) in points.iter().enumerate() {
        let (across, estimate) = (x(at(point)), point.1);
        let _ = write!(path, "{}{across:.1} {:.1}", if place == 0 { 'M' } else { 'L' }, y(estimate.value));
        let _ = writeln!(
            svg,
            "<path class=\"whisker\" d=\"M{across:.1} {:.1}V{:.1}\"/><circle class=\"dot\" cx=\"{across:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            y(estimate.lower),
            y(estimate.upper),
            y(estimate.value)
        );
    }
    let _ = writeln!(
        svg,
        "<path class=\"curve\" d=\"{path}\"/><text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
        left + (WIDTH - left) / 2.0,
        height - 6.0,
        escaped(knob)
    );
    svg + "</svg>\n"
}

/// An interval, rounded to its meaningful digits.
fn interval(estimate: &Estimate, is_share: bool) -> String {
    format!("{} to {}", short(estimate.lower, is_share), short(estimate.upper, is_share))
}

/// How far a field is from the mean of all: beyond its own interval, as a part of the farthest, below 0 where it is
/// less. 0 where its interval contains the mean: that may be chance.
fn departures(points: &[(Vec<i64>, Estimate)]) -> Vec<f64> {
    let mean = points.iter().map(|point| point.1.value).sum::<f64>() / points.len().max(1) as f64;
    let beyond = |estimate: &Estimate| {
        // Sums of equal values are not always equal.
        let slack = 1e-9 * mean.abs().max(1.0);
        let contains = (estimate.lower - slack..=estimate.upper + slack).contains(&mean);
        if contains { 0.0 } else { estimate.value - mean }
    };
    let beyond: Vec<f64> = points.iter().map(|point| beyond(&point.1)).collect();
    let most = beyond.iter().map(|beyond| beyond.abs()).fold(0.0, f64::max);
    beyond.into_iter().map(|beyond| if most > 0.0 { beyond / most } else { 0.0 }).collect()
}

/// A heat map over the values of two knobs, with the figure and its interval in each field. Only fields beyond chance
/// have a colour.
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
    for ((values, estimate), departure) in points.iter().zip(departures(points)) {
        let place = |axis: &Axis, index: usize| axis.values.iter().position(|value| Some(value) == values.get(index));
        let (Some(column), Some(row)) = (place(across, 0), place(down, 1)) else { continue };
        let colour = if departure < 0.0 { "--mark" } else { "--bar" };
        let part = departure.abs() * 70.0;
        let (at, from) = (left + wide * column as f64, top + tall * row as f64);
        let _ = writeln!(
            svg,
            "<rect x=\"{at:.1}\" y=\"{from:.1}\" width=\"{:.1}\" height=\"{:.1}\" style=\"fill:color-mix(in srgb,var({colour}) {part:.0}%,var(--low))\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"paint-order:stroke;stroke:var(--card);stroke-width:3px\">{}</text>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"paint-order:stroke;stroke:var(--card);stroke-width:3px\">{}</text>",
            wide - 2.0,
            tall - 2.0,
            at + wide / 2.0,
            from + tall * 0.42,
            short(estimate.value, is_share),
            at + wide / 2.0,
            from + tall * 0.8,
            interval(estimate, is_share)
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
    fn only_what_is_beyond_its_interval_has_a_colour() {
        let of = |value: f64, half: f64| (Vec::new(), Estimate { value, lower: value - half, upper: value + half });
        // Noise alone: the mean is in each interval.
        assert_eq!(departures(&[of(0.16, 0.025), of(0.18, 0.025), of(0.18, 0.025)]), [0.0, 0.0, 0.0]);
        // The mean is 0.5.
        assert_eq!(departures(&[of(0.125, 0.125), of(0.375, 0.25), of(1.0, 0.125)]), [-0.75, 0.0, 1.0]);
        assert_eq!(departures(&[of(5.0, 0.0), of(5.0, 0.0)]), [0.0, 0.0], "what never varies");
        assert_eq!(departures(&[]), [0.0; 0]);
    }
}
