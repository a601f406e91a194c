//! The desktop: the launcher and the table, for any game that describes itself as a scene.
//!
//! | module | contents |
//! |---|---|
//! | [`app`] | the program's state, and the way from screen to screen |
//! | [`launcher`] | the games, their variants, matches to resume, problems of files |
//! | `as_text` | a table as text, for matches and reviews |
//! | `board` | the part that a match and a review share: table, scene, log, names |
//! | `consent` | the question whether a plugin of the user's own folder may run |
//! | [`explain`] | a game's rules in short, and the differences of a variant |
//! | [`labels`] | names and descriptions of games and variants, in the language of the window |
//! | [`guest`] | a table with guests: at another computer, or opened here |
//! | `find` | the field for searching, on every screen that has one |
//! | `thumbnail` | a match in miniature, and its standing |
//! | `match_words` | sentences about a match |
//! | [`tempo`] | how long bots take |
//! | `seat_card` | the card of a seat beside a table, and a line of the log |
//! | `log` | the lines of a match's log |
//! | `leads` | the changes of the lead in a match |
//! | [`setup_sheet`] | the players of a match: the sheet from which it begins |
//! | [`workshop`] | a variant changed in a form, tried, compared, saved |
//! | [`play`] | a match being played: people, bots, clocks, log |
//! | [`names`] | bots get names, and players with the same name are distinguished |
//! | [`live`] | notices when variants and house rules are saved |
//! | [`history`] | all matches that were kept, to be found, reviewed, resumed, deleted |
//! | [`review`] | a match stepped through again, from the view of any seat |
//! | [`packs`] | packs: the changes of one, installed, switched on and off |
//! | [`settings`] | the settings, and the file in which they are kept |
//!
//! Scenes are drawn by [`stonehouse_table`]; colours and fonts are those of [`stonehouse_ui`]. The desktop is a library
//! so that tests can drive it without a window. It repaints only when there is a reason: something moves, a clock's
//! next second begins, a bot has chosen.

pub mod app;
mod as_text;
mod board;
mod consent;
pub mod explain;
mod find;
pub mod guest;
pub mod history;
pub mod labels;
pub mod launcher;
mod leads;
pub mod live;
mod log;
mod match_words;
pub mod names;
pub mod packs;
pub mod play;
pub mod review;
mod seat_card;
pub mod settings;
pub mod setup_sheet;
pub mod tempo;
mod thumbnail;
pub mod workshop;

pub use app::App;

use egui::{Color32, IconData, ViewportBuilder, vec2};
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_engine::Folders;
use stonehouse_engine::plugins::Prober;
use stonehouse_ui::pictures;

/// The smallest window, in points: it fits a screen of 1280 by 720 pixels that shows everything at twice its size. What
/// does not fit into it scrolls.
pub const MIN_WINDOW: egui::Vec2 = vec2(600.0, 320.0);

/// A window in which a table just fits without scrolling, in points.
pub const SMALL_WINDOW: egui::Vec2 = vec2(900.0, 600.0);

/// Opens the window for the games found in `folders`, and returns when it is closed. `prober` decides which libraries
/// may be loaded; `file` is a pack, a record, a lesson or a variant to show.
///
/// # Errors
/// When the window cannot be opened, because there is no screen or a library is missing: the report of the window
/// system.
pub fn run(folders: &Folders, prober: Arc<dyn Prober>, file: Option<PathBuf>) -> Result<(), String> {
    let viewport = ViewportBuilder::default();
    let viewport = match icon() {
        Some(icon) => viewport.with_icon(icon),
        None => viewport,
    };
    let options = eframe::NativeOptions {
        viewport: viewport
            .with_title(app::PROGRAM)
            .with_app_id("org.stonehouse.stonehouse")
            .with_inner_size(vec2(1280.0, 800.0))
            .with_min_inner_size(MIN_WINDOW),
        ..Default::default()
    };
    // Until the window is open nothing of this program runs: a panic is then that of a library of the window system
    // that lacks another one. It is reported as any window that cannot be opened, not as an error of this program.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let is_open = Cell::new(false);
    let create: eframe::AppCreator<'_> = Box::new(|window| {
        panic::set_hook(hook);
        is_open.set(true);
        if let Some(file) = folders.crash_report() {
            app::crash_report::write_on_panic(file);
        }
        let app = App::new(folders, prober, &window.egui_ctx);
        Ok(Box::new(match file {
            Some(file) => app.with_file(file),
            None => app,
        }))
    });
    let ended = panic::catch_unwind(AssertUnwindSafe(|| eframe::run_native("Stonehouse", options, create)));
    match ended {
        Ok(ended) => ended.map_err(|error| error.to_string()),
        Err(payload) if is_open.get() => panic::resume_unwind(payload),
        Err(payload) => Err(payload_text(&*payload).to_owned()),
    }
}

/// The message of a panic.
fn payload_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("the window system failed")
}

/// The icon of the window, drawn from the file from which the icons of packages are drawn.
fn icon() -> Option<IconData> {
    /// Its width and height in pixels: the largest that task bars show.
    const PIXELS: u32 = 256;
    let drawn = pictures::svg(include_bytes!("../../../packaging/icon.svg"), Color32::WHITE, PIXELS).ok()?;
    let [width, height] = drawn.size.map(|side| side as u32);
    let rgba = drawn.pixels.iter().flat_map(Color32::to_srgba_unmultiplied).collect();
    Some(IconData { rgba, width, height })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_icon_is_drawn_with_clear_corners() {
        let icon = super::icon().expect("the icon keeps to the limits of pictures");
        assert_eq!((icon.width, icon.height, icon.rgba.len()), (256, 256, 256 * 256 * 4));
        assert_eq!(icon.rgba[..4], [0; 4]);
        let opaque = icon.rgba.chunks(4).filter(|pixel| pixel[3] == 255).count();
        assert!(opaque > 256 * 256 / 2, "{opaque} opaque pixels");
    }
}
