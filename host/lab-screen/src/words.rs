//! Figures in words.

pub use stonehouse_lab::words::time;
use stonehouse_lab::{Difference, Estimate, MeasuredFigure, Unit};
use stonehouse_language::{number, tr, translate_words};

/// A share as percent, or a mean; with its interval.
pub fn estimate(estimate: &Estimate, is_share: bool) -> String {
    let [value, least, greatest] = estimate.scaled(is_share);
    if !is_share && least == greatest {
        // It never varied.
        return format!("{value}");
    }
    if is_share {
        tr!(
            "{value} % ({least} to {most})",
            value = number(value, 1),
            least = number(least, 1),
            most = number(greatest, 1)
        )
    } else {
        tr!(
            "{value} ({least} to {most})",
            value = number(value, 2),
            least = number(least, 2),
            most = number(greatest, 2)
        )
    }
}

/// The value alone.
pub fn value(estimate: &Estimate, is_share: bool) -> String {
    let [value, ..] = estimate.scaled(is_share);
    if is_share { format!("{} %", number(value, 1)) } else { number(value, 2) }
}

/// A figure, with how single values are spread.
pub fn figure(figure: &MeasuredFigure, unit: Unit) -> String {
    let text = estimate(&figure.estimate, unit == Unit::Share);
    match &figure.spread {
        Some(spread) => {
            let [least, tenth, _, median, _, most, greatest] = spread.quantiles;
            tr!(
                "{text}; median {median}, most of them {tenth} to {most}, all {least} to {greatest}",
                text,
                median,
                tenth,
                most,
                least,
                greatest
            )
        }
        None => text,
    }
}

/// The difference of the second from the first.
pub fn more(difference: &Difference) -> String {
    let [value, least, greatest] = difference.more.scaled(difference.is_share);
    {
        let [value, least, most] = [value, least, greatest].map(signed);
        tr!("{value} ({least} to {most})", value, least, most)
    }
}

/// Whether a difference is beyond chance, and how large it is.
pub fn verdict(difference: &Difference) -> String {
    match (difference.is_clear, difference.size()) {
        (true, Some(size)) => tr!("differs, {size}", size = translate_words(size)),
        (true, None) => tr!("differs").to_owned(),
        _ => tr!("no clear difference").to_owned(),
    }
}

/// A number with the language's mark between its thousands.
pub fn count(number: u64) -> String {
    let mark = if stonehouse_language::number(0.5, 1).contains(',') { "." } else { "," };
    stonehouse_lab::words::count(number).replace(',', mark)
}

/// A number with its sign and two digits.
fn signed(value: f64) -> String {
    let sign = if value.is_sign_negative() { "" } else { "+" };
    format!("{sign}{}", number(value, 2))
}

/// The name of a figure as the lab has it, "wins: White".
pub fn named(name: &str) -> String {
    let parts: Vec<String> = name.split(": ").map(translate_words).collect();
    parts.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_read_by_their_thousands() {
        assert_eq!([7, 999, 1000, 1_234_567].map(count), ["7", "999", "1,000", "1,234,567"]);
    }
}
