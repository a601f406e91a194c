//! Names and remarks of guests, as others see them.

use stonehouse_guest_protocol::{MAX_GUEST_NAME, MAX_REMARK};

/// A name without control characters, invisible characters and marks that turn the direction of text, with single
/// spaces, cut off at [`MAX_GUEST_NAME`]. `None` if nothing is left.
pub fn clean_name(name: &str) -> Option<String> {
    clean(name, MAX_GUEST_NAME)
}

/// A remark, cleaned as a name is, cut off at [`MAX_REMARK`]. `None` if nothing is left.
pub fn clean_remark(text: &str) -> Option<String> {
    clean(text, MAX_REMARK)
}

fn clean(text: &str, longest: usize) -> Option<String> {
    let visible: String = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let visible: String = visible.chars().filter(|letter| !is_invisible(*letter)).collect();
    let words: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    let cut: String = words.join(" ").chars().take(longest).collect();
    let cut = cut.trim_end();
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// Control characters, and those of Unicode that are invisible or turn the direction of the text after them.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// `name`, with a number if one of `others` is called so already.
pub fn distinct_name(name: &str, others: &[&str]) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !others.contains(&name.as_str())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cleaned_and_cut_off() {
        assert_eq!(clean_name("  Anna \n Lena\u{202E}\u{200B} ").as_deref(), Some("Anna Lena"));
        assert_eq!(clean_name("\u{3164}\t\u{FEFF}"), None);
        assert_eq!(clean_name(&"é".repeat(50)), Some("é".repeat(MAX_GUEST_NAME)));
        assert_eq!(clean_remark("well played!").as_deref(), Some("well played!"));
    }

    #[test]
    fn a_second_player_of_a_name_gets_a_number() {
        assert_eq!(distinct_name("Ben", &["Anna"]), "Ben");
        assert_eq!(distinct_name("Ben", &["Ben", "Ben (2)"]), "Ben (3)");
    }
}
