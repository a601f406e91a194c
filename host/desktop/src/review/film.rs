//! A match as an animated picture: each position is shown as the review shows it, taken from the window, and drawn into
//! a file on another thread.

use super::Review;
use super::gif::Film;
use crate::board::stone;
use egui::{ColorImage, Context, Frame, Key, Label, Margin, Panel, Rect, RichText, Ui};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, channel, sync_channel};
use std::time::Duration;
use stonehouse_engine::files;
use stonehouse_language::tr;
use stonehouse_plugin::Observer;
use stonehouse_table::Textures;
use stonehouse_ui::theme;
use stonehouse_ui::worker::Task;

/// How long a position is shown, and the last one.
const POSITION_TIME: Duration = Duration::from_millis(900);
const LAST: Duration = Duration::from_secs(4);
/// The most positions in one picture: of a longer match some are left out.
const MAX_FRAMES: usize = 150;
/// How many positions may wait to be drawn.
const WAITING: usize = 2;

/// A picture that is being made.
pub(super) struct Filming {
    observer: Observer,
    /// The positions to be taken, by how many actions were played; the first is shown now.
    steps: VecDeque<usize>,
    count: usize,
    /// The position of the review before.
    back: usize,
    /// The picture of a position that was requested of the window.
    requested: Option<Receiver<Arc<ColorImage>>>,
    /// The position that was taken, and is not drawn yet.
    taken: Option<ColorImage>,
    /// To the thread that draws; `None` once all were sent.
    frames: Option<SyncSender<Shot>>,
    written: Task<Result<PathBuf, String>>,
}

/// A message to the thread that encodes: a frame and its duration, or the end. Without an end nothing is written.
enum Shot {
    Seen(ColorImage, Duration),
    End,
}

/// A picture's file, or why there is none.
pub(super) type Filmed = Result<PathBuf, String>;

/// The positions of a match of `length` actions that a picture shows: the first, the last, and as many between as fit.
fn steps(length: usize) -> VecDeque<usize> {
    let each = (length + 1).div_ceil(MAX_FRAMES).max(1);
    let mut steps: VecDeque<usize> = (0..length).step_by(each).collect();
    steps.push_back(length);
    steps
}

/// Draws the frames into a film as they arrive, and writes it to a new file.
fn draw(frames: &Receiver<Shot>, folder: &Path, stem: &str) -> Filmed {
    let mut film = Film::new();
    for frame in frames {
        match frame {
            Shot::Seen(image, lasts) => film.add(&image, lasts).map_err(|error| error.to_string())?,
            Shot::End => {
                let bytes = film.finish().map_err(|error| error.to_string())?;
                return files::write_new(folder, stem, "gif", &bytes).map_err(|problem| problem.to_string());
            }
        }
    }
    Err(tr!("The picture was not finished.").to_owned())
}

impl Review {
    /// Begins a picture of the match, as it is seen here.
    pub(super) fn begin_film(&mut self, ctx: &Context) {
        let Some(folder) = self.sharing.pictures_folder.clone().filter(|_| self.sharing.filming.is_none()) else {
            return;
        };
        let game = &self.board.ruleset().plugin().about().id;
        let names = files::stem(&format!("{game} {}", self.board.ruleset().variant().title()));
        let stem = format!("{names}-{}", jiff::Zoned::now().date());
        let (send, frames) = sync_channel(WAITING);
        let waker = ctx.clone();
        let written = Task::begin("film", move || waker.request_repaint(), move || draw(&frames, &folder, &stem));
        self.sharing.dialog.is_copied = false;
        let steps = steps(self.length);
        self.sharing.filming = Some(Filming {
            observer: self.observer,
            count: steps.len(),
            steps,
            back: self.at,
            requested: None,
            taken: None,
            frames: Some(send),
            written,
        });
    }

    /// How far the picture is, in words.
    pub(super) fn film_in_words(&self) -> Option<String> {
        let filming = self.sharing.filming.as_ref()?;
        let done = filming.count - filming.steps.len();
        Some(tr!("Making the picture: {done} of {all} positions (Esc to stop)", done, all = filming.count))
    }

    /// Shows the players, their scores and the latest action above the table of a picture. Returns where it is.
    pub(super) fn film_caption(&self, ui: &mut Ui, textures: &Textures) -> Rect {
        let frame = Frame::new().fill(theme::GREEN).inner_margin(Margin::symmetric(14, 8));
        let panel = Panel::top("film caption").frame(frame).show_separator_line(false);
        let shown = panel.show(ui, |ui| {
            ui.horizontal(|ui| {
                for panel in &self.board.scene().seats {
                    stone(ui, textures, panel.tint, 18.0 * theme::scale(ui));
                    let score = panel.score.map(|score| format!(" {score}")).unwrap_or_default();
                    let text = RichText::new(format!("{}{score}", self.board.names()[panel.seat.index()])).strong();
                    ui.label(text.text_style(theme::title()).color(theme::LIGHT));
                    ui.add_space(8.0);
                }
                // It keeps its height before the first action.
                let text = if self.at == self.length && self.end.is_some() {
                    self.place_in_words()
                } else {
                    let last = self.board.lines().iter().find(|line| line.number == Some(self.at));
                    last.map_or_else(String::new, |line| format!("{}  {}", self.at, self.board.sentence(line)))
                };
                ui.add(Label::new(RichText::new(text).color(theme::LIGHT)).truncate());
            });
        });
        shown.response.rect
    }

    /// Shows the position that is taken next, before the screen is drawn.
    pub(super) fn show_for_film(&mut self, ui: &Ui) {
        let Some(filming) = &self.sharing.filming else { return };
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            self.at = filming.back;
            self.sharing.filming = None;
            return;
        }
        self.observer = filming.observer;
        if let Some(step) = filming.steps.front().copied().filter(|step| *step != self.at) {
            self.at = step;
            self.board.skip_animations();
        }
    }

    /// Takes the position that is drawn in this part of the window, once it is the right one.
    pub(super) fn take_for_film(&mut self, ui: &Ui, table: Rect) {
        let is_requested = !self.pending.is_pending() && self.requested == Some((self.at, self.observer));
        let Some(filming) = &mut self.sharing.filming else { return };
        let is_shown = is_requested && filming.steps.front() == Some(&self.at);
        ui.request_repaint();
        if filming.frames.is_none() {
            let Some(written) = filming.written.poll(Duration::ZERO) else { return };
            self.sharing.filmed = Some(written.unwrap_or_else(|failure| Err(failure.sentence().to_owned())));
            self.at = filming.back;
            self.sharing.filming = None;
            return;
        }
        match filming.requested.as_ref().map(Receiver::try_recv) {
            None if is_shown && filming.taken.is_none() => {
                let (send, image) = channel();
                filming.requested = Some(image);
                ui.ctx().request_screenshot(move |image| {
                    let _ = send.send(image);
                });
            }
            Some(Ok(image)) => {
                filming.requested = None;
                filming.taken = Some(part(&image, table, ui.ctx().pixels_per_point()));
            }
            // The window could not be read: another picture of it is requested.
            Some(Err(TryRecvError::Disconnected)) => filming.requested = None,
            _ => {}
        }
        filming.send();
    }
}

impl Filming {
    /// Sends the picture that was taken to be drawn, or the end, unless too many wait there.
    fn send(&mut self) {
        let Some(frames) = &self.frames else { return };
        let lasts = if self.steps.len() == 1 { LAST } else { POSITION_TIME };
        let next = match self.taken.take() {
            Some(image) => Shot::Seen(image, lasts),
            None if self.steps.is_empty() => Shot::End,
            None => return,
        };
        let is_end = matches!(next, Shot::End);
        match frames.try_send(next) {
            Ok(()) if is_end => self.frames = None,
            Ok(()) => _ = self.steps.pop_front(),
            Err(TrySendError::Full(Shot::Seen(image, _))) => self.taken = Some(image),
            Err(TrySendError::Full(Shot::End)) => {}
            // It has stopped, and reports why.
            Err(TrySendError::Disconnected(_)) => self.frames = None,
        }
    }
}

/// The part of the window's picture inside this rectangle, in points.
fn part(image: &ColorImage, table: Rect, scale: f32) -> ColorImage {
    let whole = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(image.width() as f32, image.height() as f32));
    let inside = (table * scale).intersect(whole);
    if inside.is_negative() {
        return ColorImage::default();
    }
    image.region(&inside, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Color32, pos2};

    #[test]
    fn an_animation_has_both_ends_and_limited_positions_between() {
        assert_eq!(steps(0), [0]);
        assert_eq!(steps(3), [0, 1, 2, 3]);
        for length in [149, 150, 151, 1000, 100_000] {
            let steps: Vec<usize> = steps(length).into();
            assert!(steps.len() <= MAX_FRAMES + 1, "{length}");
            assert_eq!((steps[0], steps[steps.len() - 1]), (0, length));
            assert!(steps.is_sorted_by(|one, next| one < next), "{length}");
        }
    }

    #[test]
    fn the_part_of_a_window_that_is_taken_lies_in_it() {
        let image = ColorImage::filled([40, 30], Color32::RED);
        let table = Rect::from_min_max(pos2(5.0, 5.0), pos2(100.0, 10.0));
        assert_eq!(part(&image, table, 2.0).size, [30, 10]);
        assert_eq!(part(&image, Rect::from_min_max(pos2(50.0, 0.0), pos2(60.0, 9.0)), 1.0).size, [0, 0]);
    }

    #[test]
    fn a_picture_that_was_stopped_leaves_no_file() {
        let home = tempfile::tempdir().unwrap();
        let (send, frames) = sync_channel(1);
        send.send(Shot::Seen(ColorImage::filled([4, 4], Color32::RED), POSITION_TIME)).unwrap();
        drop(send);
        assert!(draw(&frames, home.path(), "a").is_err());
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
