//! The report that an internal error leaves, which the next start offers to read. Nothing is sent anywhere.

use super::about::system;
use egui::{Label, RichText, ScrollArea, Ui};
use std::backtrace::Backtrace;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonehouse_engine::{Folders, Problem, files};
use stonehouse_language::tr;
use stonehouse_ui::theme;

/// The largest report that is written and read, in bytes.
const MAX_REPORT_BYTES: u64 = 1 << 18;

/// The width of the dialog, in points.
const WIDTH: f32 = 720.0;

/// Lets every panic of this program, on any thread, write a report into `file`, besides printing it.
pub fn write_on_panic(file: PathBuf) {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        let thread = std::thread::current();
        let text = format!(
            "{}time: {}\nthread: {}\n\n{panic}\n\n{}\n",
            system(),
            jiff::Zoned::now(),
            thread.name().unwrap_or("without a name"),
            Backtrace::force_capture(),
        );
        // A second error on the way out must not replace the first, which is the cause.
        if append(&file, &text).is_ok() {
            eprintln!("A report was written to {}", file.display());
        }
    }));
}

/// Appends to a report, within its limit.
fn append(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut report = OpenOptions::new().create(true).append(true).open(file)?;
    let room = MAX_REPORT_BYTES.saturating_sub(report.metadata()?.len());
    let end = text.floor_char_boundary(usize::try_from(room).unwrap_or(usize::MAX));
    report.write_all(&text.as_bytes()[..end])
}

/// A report of an earlier run, and the dialog about it.
#[derive(Default)]
pub(super) struct CrashReport {
    found: Option<EarlierReport>,
}

struct EarlierReport {
    file: PathBuf,
    text: String,
    is_read: bool,
    is_copied: bool,
}

impl CrashReport {
    /// Looks for the report of an earlier run.
    pub fn find(folders: &Folders) -> Self {
        let file = folders.crash_report().filter(|file| file.is_file());
        let found = file.and_then(|file| {
            let text = String::from_utf8_lossy(&files::read_bytes(&file, MAX_REPORT_BYTES).ok()?).into_owned();
            Some(EarlierReport { file, text, is_read: false, is_copied: false })
        });
        Self { found }
    }

    /// Whether there is something to show.
    pub const fn is_shown(&self) -> bool {
        self.found.is_some()
    }

    /// Shows the report until a person decides what to do with it.
    ///
    /// # Errors
    /// When the report can be neither moved nor deleted.
    pub fn ui(&mut self, ui: &Ui) -> Result<(), Problem> {
        let Some(found) = &mut self.found else { return Ok(()) };
        let (mut closes, mut deletes) = (false, false);
        let body = |found: &mut EarlierReport, ui: &mut Ui| {
            ui.label(RichText::new(tr!("Stonehouse ended by an error")).text_style(theme::title()));
            ui.label(tr!(
                "It was an error in the program. Your matches are kept: each was saved as it was played. A report was written, and nothing was sent anywhere."
            ));
            ui.label(tr!("You can send it to: {address}", address = env!("CARGO_PKG_HOMEPAGE")));
            let path = RichText::new(found.file.display().to_string()).text_style(theme::small()).monospace();
            ui.add(Label::new(path).wrap().selectable(true));
            if found.is_read {
                ScrollArea::both().max_height(260.0).auto_shrink([false, true]).show(ui, |ui| {
                    ui.add(Label::new(RichText::new(&found.text).monospace()).extend().selectable(true));
                });
            }
        };
        let modal = theme::dialog(ui.ctx(), "crash report", WIDTH, found, body, |found, ui| {
            let keep = theme::primary(ui, tr!("Keep the report"));
            closes = keep.on_hover_text(tr!("It stays in this folder under its date")).clicked();
            if !found.is_read && ui.button(tr!("Read the report")).clicked() {
                found.is_read = true;
            }
            if ui.button(if found.is_copied { tr!("Copied") } else { tr!("Copy the report") }).clicked() {
                ui.ctx().copy_text(found.text.clone());
                found.is_copied = true;
            }
            deletes = ui.button(tr!("Delete the report")).clicked();
        });
        if !(deletes || closes || modal.should_close()) {
            return Ok(());
        }
        let Some(found) = self.found.take() else { return Ok(()) };
        let removed = |error| Problem::file(&found.file, tr!("the report cannot be deleted: {error}", error));
        if !deletes {
            keep(&found.file)?;
        }
        std::fs::remove_file(&found.file).map_err(removed)
    }
}

/// Copies a report to a name with its date, which no start looks for.
fn keep(file: &Path) -> Result<PathBuf, Problem> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let name = jiff::Zoned::now().strftime("crash-report-%Y-%m-%d").to_string();
    files::write_new(folder, &name, "txt", &files::read_bytes(file, MAX_REPORT_BYTES)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_grows_to_its_limit_and_keeps_what_came_first() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("new/crash-report.txt");
        append(&file, "first\n").unwrap();
        append(&file, &"ä".repeat(MAX_REPORT_BYTES as usize)).unwrap();
        append(&file, "last").unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("first\nää") && text.len() as u64 <= MAX_REPORT_BYTES && !text.ends_with("last"));
    }

    #[test]
    fn two_reports_of_a_day_are_kept_under_two_names() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("crash-report.txt");
        let kept = ["first", "second"].map(|text| {
            std::fs::write(&file, text).unwrap();
            keep(&file).unwrap()
        });
        assert_eq!(kept.map(|file| std::fs::read_to_string(file).unwrap()), ["first", "second"]);
    }
}
