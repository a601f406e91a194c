//! Counts of games in words.

/// A number with commas between its thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The number of games after which the spread between seats is known to two of a hundred games, in a sentence.
pub fn games_needed(games: u64) -> String {
    // No more than two digits are known of it, and rounding down would be too few games.
    let mut unit = 1;
    while games / unit >= 100 {
        unit *= 10;
    }
    format!("To know the spread to within 2 points takes about {} games.", count(games.div_ceil(unit) * unit))
}
