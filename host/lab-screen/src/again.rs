//! A game that is played again, from its seed, to be reviewed.

use crate::bars::Pointed;
use crate::run::{SimulationJob, record};
use egui::{Context, Ui};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_lab::Stop;
use stonehouse_language::tr;
use stonehouse_ui::theme;
use stonehouse_ui::worker::{Task, WAIT_BEFORE_NOTICE};
use tempfile::TempDir;

/// The games that were played again. Their records are removed with it.
#[derive(Default)]
pub struct Again {
    playing: Task<Result<Option<PathBuf>, String>>,
    /// The game that is played.
    game: u64,
    records: Option<TempDir>,
    /// How many games were played.
    count: u32,
}

impl Again {
    /// Plays a game of a run again.
    ///
    /// # Errors
    /// Why it cannot be recorded, for people.
    pub fn begin(&mut self, job: &Arc<SimulationJob>, (side, game): Pointed, ctx: &Context) -> Result<(), String> {
        self.stop();
        let folder = match &self.records {
            Some(folder) => folder,
            None => {
                let new = tempfile::tempdir();
                self.records
                    .insert(new.map_err(|error| tr!("The game cannot be recorded for its review: {error}", error))?)
            }
        };
        self.count += 1;
        let folder = folder.path().join(self.count.to_string());
        let (job, stop, ctx) = (Arc::clone(job), Stop::new(), ctx.clone());
        let work_stop = stop.clone();
        let work = move || record(&job, side, game, &folder, &work_stop);
        let playing = Task::begin("game again", move || ctx.request_repaint(), work);
        (self.playing, self.game) = (playing.cancelled_by(move || stop.stop()), game);
        Ok(())
    }

    /// Stops the game: no caller waits for it any more.
    pub fn stop(&mut self) {
        self.playing = Task::default();
    }

    /// The record, when the game is over, or why there is none; until then the screen shows the progress.
    pub fn poll(&mut self, ui: &Ui) -> Option<Result<PathBuf, String>> {
        if let Some(done) = self.playing.poll(Duration::ZERO) {
            return done.unwrap_or_else(|failure| Err(failure.sentence().to_owned())).transpose();
        }
        self.playing.schedule_poll(ui);
        let mut is_enough = false;
        if self.playing.elapsed() > WAIT_BEFORE_NOTICE {
            let body = |(): &mut (), ui: &mut Ui| {
                ui.label(tr!("Playing game {n} once more…", n = self.game));
            };
            theme::dialog(ui.ctx(), "lab again", 320.0, &mut (), body, |(), ui| {
                is_enough = ui.button(tr!("Never mind")).clicked();
            });
        }
        if is_enough {
            self.stop();
        }
        None
    }
}
