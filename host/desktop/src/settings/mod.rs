//! The settings, which are kept between runs.
//!
//! - this module: the settings
//! - [`mod@file`]: the file in which it is kept
//! - `window`: the dialog in which people change it; `controls`: its controls
//!
//! Looks take effect in [`theme::apply`](stonehouse_ui::theme::apply) through [`Settings::looks`], the pace of bots in
//! [`Settings::tempo`].

pub(crate) mod controls;
pub mod file;
mod window;

use crate::tempo::Tempo;
use egui::ThemePreference;
#[cfg(test)]
use std::time::Duration;
use stonehouse_language::key;
use stonehouse_ui::theme::Appearance;
pub use window::SettingsWindow;

/// The settings of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The code of the window's language, or [`SYSTEM`]: the system's, if there is a translation.
    pub language: String,
    /// Light or dark.
    pub theme: Theme,
    /// The size of text, in percent of the usual one: one of [`TEXT_SIZES`].
    pub text_size: u16,
    /// How quickly pieces move.
    pub animation: Speed,
    /// How quickly bots answer.
    pub bots: Speed,
    /// Whether nothing moves by itself: pieces are at their new places at once.
    pub reduced_motion: bool,
    /// Whether an action that has revealed something hidden can never be taken back.
    pub strict_undo: bool,
    /// Whether people are asked before they leave a match with clocks.
    pub confirm_leaving: bool,
    /// Whether people can ask for hints of a strong bot.
    pub hints: bool,
    /// Whether tables are shown as text.
    pub text_view: bool,
    /// Whether there is sound.
    pub sounds: bool,
    /// How loud it is, in percent.
    pub volume: u8,
    /// The variants that the launcher shows first, as `GAME/ID`.
    pub favourites: Vec<String>,
    /// Whether the welcome of the first start was shown.
    pub welcomed: bool,
}

/// The language of the system.
pub const SYSTEM: &str = "system";

/// Sizes of text: the least, the greatest and the step between sizes, in percent.
pub const TEXT_SIZES: (u16, u16, u16) = (80, 200, 10);

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: SYSTEM.to_owned(),
            theme: Theme::System,
            text_size: 100,
            animation: Speed::Usual,
            bots: Speed::Usual,
            reduced_motion: false,
            strict_undo: false,
            confirm_leaving: true,
            hints: true,
            text_view: false,
            sounds: true,
            volume: 60,
            favourites: Vec::new(),
            welcomed: false,
        }
    }
}

impl Settings {
    /// The settings of the looks.
    pub fn looks(&self) -> Appearance {
        Appearance {
            theme: self.theme.preference(),
            text: f32::from(self.text_size) / 100.0,
            animation: if self.reduced_motion { 0.0 } else { self.animation.factor() },
        }
    }

    /// How loud sounds are, in percent: 0 for silence.
    pub const fn loudness(&self) -> u8 {
        if self.sounds { self.volume } else { 0 }
    }

    /// How long bots take, where they usually take `usual`.
    pub fn tempo(&self, usual: Tempo) -> Tempo {
        let factor = f64::from(self.bots.factor());
        // A bot that looks ahead needs its time, however quick the others are.
        let steady = usual.steady.map(|steady| steady.mul_f64(factor.max(0.7)));
        Tempo { pause: usual.pause.mul_f64(factor), steady, ..usual }
    }
}

/// The colours of screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The system's theme where it is known, else light.
    #[default]
    System,
    /// Light paper.
    Light,
    /// Dark paper.
    Dark,
}

/// The speed of an animation or of bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// In twice the time.
    Slow,
    /// The usual time.
    #[default]
    Usual,
    /// In half the time.
    Quick,
}

impl Speed {
    /// How many times as long it takes.
    pub const fn factor(self) -> f32 {
        match self {
            Self::Slow => 2.0,
            Self::Usual => 1.0,
            Self::Quick => 0.5,
        }
    }
}

impl Theme {
    /// The preference for egui.
    pub const fn preference(self) -> ThemePreference {
        match self {
            Self::System => ThemePreference::System,
            Self::Light => ThemePreference::Light,
            Self::Dark => ThemePreference::Dark,
        }
    }
}

/// A setting that is one of a few words.
pub trait Word: Copy + PartialEq + 'static {
    /// All of them: the word in the file, the word on the screen.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// The word in the file.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(value, ..)| *value == self).map_or("", |(_, word, _)| word)
    }
}

impl Word for Theme {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::System, "system", key!("Like the system")),
        (Self::Light, "light", key!("Light")),
        (Self::Dark, "dark", key!("Dark")),
    ];
}

impl Word for Speed {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Slow, "slow", key!("Slow")),
        (Self::Usual, "usual", key!("Usual")),
        (Self::Quick, "quick", key!("Quick")),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_bots_pause_half_as_long_but_search_almost_as_long() {
        let usual = Tempo {
            pause: Duration::from_millis(700),
            longest_thought: Duration::from_secs(4),
            steady: Some(Duration::from_millis(2500)),
            frame_timeout: Duration::ZERO,
        };
        let quick = Settings { bots: Speed::Quick, ..Settings::default() }.tempo(usual);
        assert_eq!((quick.pause, quick.longest_thought), (Duration::from_millis(350), usual.longest_thought));
        let steady = quick.steady.unwrap();
        assert!(Duration::from_millis(1700) < steady && steady < Duration::from_millis(1800), "{steady:?}");
        let slow = Settings { bots: Speed::Slow, ..Settings::default() }.tempo(usual);
        assert_eq!((slow.pause, slow.steady), (Duration::from_millis(1400), Some(Duration::from_secs(5))));
    }
}
