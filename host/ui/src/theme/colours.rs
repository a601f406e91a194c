//! The colours of screens: a light and a dark theme.
//!
//! Things on the table have colours of their own, in either theme: wood stays wood, and a card is printed on light
//! paper.
//!
//! A test holds both themes to the contrasts of WCAG AA.

use egui::{Color32, Theme, Ui};

/// The colours of a theme.
#[derive(Debug)]
pub struct Colours {
    /// The background of screens and of panels.
    pub paper: Color32,
    /// A card on the paper, and a dialog.
    pub card: Color32,
    /// A card under the pointer, and a field for text.
    pub card_hover: Color32,
    /// Text.
    pub ink: Color32,
    /// Less important text.
    pub ink_soft: Color32,
    /// Hairlines, which have no meaning.
    pub line: Color32,
    /// The edges of widgets that can be switched or written into.
    pub edge: Color32,
    /// The colour of text and lines that are chosen, new or changed.
    pub accent: Color32,
    /// The edge of the seat whose turn it is, and of the winner's.
    pub turn: Color32,
    /// Errors and warnings.
    pub alarm: Color32,
    /// A button: idle, under the pointer, pressed.
    pub button: [Color32; 3],
}

const fn rgb(code: u32) -> Color32 {
    Color32::from_rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

/// The light theme.
pub static LIGHT: Colours = Colours {
    paper: super::PAPER,
    card: super::CARD,
    card_hover: rgb(0xff_fd_f6),
    ink: super::INK,
    ink_soft: super::INK_SOFT,
    line: super::LINE,
    edge: rgb(0x8a_76_5c),
    accent: super::GREEN,
    turn: rgb(0xa8_75_1f),
    alarm: super::ALARM,
    button: [rgb(0xe6_da_c4), rgb(0xe1_d3_ba), rgb(0xd9_c9_ab)],
};

/// The dark theme.
pub static DARK: Colours = Colours {
    paper: rgb(0x1f_1b_17),
    card: rgb(0x2b_25_20),
    card_hover: rgb(0x35_2e_27),
    ink: rgb(0xed_e3_d2),
    ink_soft: rgb(0xbd_ae_97),
    line: rgb(0x49_3f_35),
    edge: rgb(0x8f_80_6c),
    accent: rgb(0x8f_cb_b0),
    turn: rgb(0xd9_a4_41),
    alarm: rgb(0xf2_94_80),
    button: [rgb(0x3d_35_2c), rgb(0x4a_40_35), rgb(0x57_4b_3e)],
};

/// The colours of a theme.
pub const fn of(theme: Theme) -> &'static Colours {
    match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    }
}

/// The colours of the theme in which this part of the window is shown.
pub fn colours(ui: &Ui) -> &'static Colours {
    of(if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light })
}

#[cfg(test)]
mod tests {
    use super::super::tints::ratio;
    use super::super::{BRASS, GREEN, GREEN_LIGHT, LIGHT as LIGHT_INK};
    use super::*;

    /// The contrasts that WCAG asks for at its level AA.
    const TEXT: f32 = 4.5;
    const MARK: f32 = 3.0;

    #[test]
    fn text_and_marks_have_enough_contrast_in_both_themes() {
        for theme in [Theme::Light, Theme::Dark] {
            let colours = of(theme);
            let grounds = [colours.paper, colours.card, colours.card_hover];
            for ground in grounds {
                for (name, text) in [
                    ("ink", colours.ink),
                    ("soft ink", colours.ink_soft),
                    ("accent", colours.accent),
                    ("alarm", colours.alarm),
                ] {
                    assert!(ratio(text, ground) >= TEXT, "{theme:?}, {name} on {ground:?}: {}", ratio(text, ground));
                }
                for (name, mark) in [("edge", colours.edge), ("turn", colours.turn)] {
                    assert!(ratio(mark, ground) >= MARK, "{theme:?}, {name} on {ground:?}: {}", ratio(mark, ground));
                }
            }
            let [rest, near, pressed] = colours.button;
            let soft = [rest, near].map(|button| (colours.ink_soft, button));
            let others =
                colours.button.into_iter().flat_map(|button| [(colours.ink, button), (colours.accent, button)]);
            // Nothing is written in soft ink on a button that is pressed.
            for (text, button) in soft.into_iter().chain(others) {
                assert!(ratio(text, button) >= TEXT, "{theme:?}, {text:?} on a button: {}", ratio(text, button));
            }
            assert_ne!(near, pressed);
        }
    }

    #[test]
    fn text_on_the_accent_is_readable() {
        for ground in [GREEN, GREEN_LIGHT] {
            assert!(ratio(LIGHT_INK, ground) >= TEXT, "{}", ratio(LIGHT_INK, ground));
        }
        assert!(ratio(super::super::BRASS_LIGHT, GREEN) >= TEXT, "{}", ratio(super::super::BRASS_LIGHT, GREEN));
        assert!(ratio(super::super::INK, BRASS) >= TEXT, "{}", ratio(super::super::INK, BRASS));
    }
}
