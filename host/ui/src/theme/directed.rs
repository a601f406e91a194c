//! Texts in which some words run from right to left, such as the names of players.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, TextStyle, Ui};

/// A text whose words keep their places, for any direction of each. egui knows only one direction for what one font
/// draws; so words of either direction are laid out apart, from left to right: a name must not mirror the score beside
/// it.
pub fn directed(ui: &Ui, text: &str, style: &TextStyle, colour: Color32) -> LayoutJob {
    job(text, &super::font(ui, style), colour)
}

fn job(text: &str, font: &FontId, colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for part in parts(text) {
        // Parts without any space between them would be joined to one.
        job.append(part, f32::MIN_POSITIVE, TextFormat::simple(font.clone(), colour));
    }
    job
}

/// The text in parts of one direction each. What has no direction of its own belongs to the words from left to right,
/// unless it is between words from right to left.
fn parts(text: &str) -> Vec<&str> {
    let mut bounds = vec![0];
    // Where the present words from right to left end, without what follows them.
    let mut end = None;
    for (place, letter) in text.char_indices() {
        if is_from_right(letter) {
            if end.is_none() {
                bounds.push(place);
            }
            end = Some(place + letter.len_utf8());
        } else if letter.is_alphanumeric()
            && let Some(end) = end.take()
        {
            bounds.push(end);
        }
    }
    bounds.extend(end);
    bounds.push(text.len());
    bounds.windows(2).map(|pair| &text[pair[0]..pair[1]]).filter(|part| !part.is_empty()).collect()
}

/// Whether a letter runs from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin.
const fn is_from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_either_direction_are_apart() {
        for (text, expected) in [
            ("Ada wins, 14 – 9", &["Ada wins, 14 – 9"][..]),
            ("שלום ñß wins, 14 – 82", &["שלום", " ñß wins, 14 – 82"]),
            ("Ada – שלום לך:", &["Ada – ", "שלום לך", ":"]),
            ("מלך (שחור), 3", &["מלך (שחור", "), 3"]),
            ("", &[]),
        ] {
            assert_eq!(parts(text), expected);
        }
    }

    #[test]
    fn a_name_from_right_to_left_does_not_mirror_the_score_beside_it() {
        let ctx = egui::Context::default();
        let mut columns = Vec::new();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let job = job("שלום wins, 14 – 82", &FontId::proportional(14.0), Color32::WHITE);
            let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
            let glyphs = galley.rows.iter().flat_map(|row| row.glyphs.clone());
            columns = glyphs.filter(|glyph| glyph.chr.is_ascii_alphanumeric()).map(|glyph| glyph.pos.x).collect();
        });
        output.textures_delta.clear();
        assert_eq!(columns.len(), "wins1482".len(), "{columns:?}");
        assert!(columns.is_sorted(), "{columns:?}");
    }
}
