//! The date of a match, in everyday words.

use jiff::civil::DateTime;
use stonehouse_language::{key, tr};

const MONTHS: [&str; 12] = [
    key!("January"),
    key!("February"),
    key!("March"),
    key!("April"),
    key!("May"),
    key!("June"),
    key!("July"),
    key!("August"),
    key!("September"),
    key!("October"),
    key!("November"),
    key!("December"),
];
const DAYS: [&str; 7] = [
    key!("Monday"),
    key!("Tuesday"),
    key!("Wednesday"),
    key!("Thursday"),
    key!("Friday"),
    key!("Saturday"),
    key!("Sunday"),
];

/// The date: "today, 14:05", "yesterday, 20:10", "Monday, 9:30", "12 March, 18:00", "12 March 2025". `started` is as
/// records have it: "2026-03-12 18:00". What is no such date is shown as it is.
pub fn when(started: &str, now: DateTime) -> String {
    let Ok(then) = DateTime::strptime("%Y-%m-%d %H:%M", started) else { return started.to_owned() };
    let time = format!("{}:{:02}", then.hour(), then.minute());
    let days = (now.date() - then.date()).get_days();
    let month = stonehouse_language::words(MONTHS[usize::from(then.month().unsigned_abs() - 1)]);
    let date = tr!("{day} {month}", day = then.day(), month);
    match days {
        0 => tr!("today, {time}", time),
        1 => tr!("yesterday, {time}", time),
        2..=6 => {
            let day =
                stonehouse_language::words(DAYS[usize::from(then.weekday().to_monday_zero_offset().unsigned_abs())]);
            format!("{day}, {time}")
        }
        _ if then.year() == now.year() => format!("{date}, {time}"),
        _ => format!("{date} {}", then.year()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_called_as_people_call_it() {
        let now = jiff::civil::date(2026, 3, 12).at(9, 0, 0, 0);
        for (started, expected) in [
            ("2026-03-12 08:05", "today, 8:05"),
            ("2026-03-11 23:59", "yesterday, 23:59"),
            ("2026-03-09 10:00", "Monday, 10:00"),
            ("2026-03-05 10:00", "5 March, 10:00"),
            ("2026-01-31 07:30", "31 January, 7:30"),
            ("2025-03-12 10:00", "12 March 2025"),
            ("long ago", "long ago"),
        ] {
            assert_eq!(when(started, now), expected);
        }
    }
}
