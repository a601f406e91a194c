//! Variants and house rules that are saved while the program runs: what is on the screen takes them at once.

use super::work::Done;
use super::{App, Screen};
use crate::sheet;
use std::sync::Arc;
use stonehouse_engine::draft::{is_changed, plays_alike};
use stonehouse_engine::{Ruleset, Variant, files};

impl App {
    /// Reads variants and scripts again, and shows what has changed.
    pub fn files_changed(&mut self) {
        self.catalog.reload_variants();
        self.others_are_stale();
        self.show_changes();
    }

    /// Shows what has changed in the files that were read again.
    pub(super) fn show_changes(&mut self) {
        match &mut self.tab.screen {
            Screen::Launcher(launcher) => launcher.refresh(self.tempo.at_once),
            Screen::History(_) | Screen::Review(_) | Screen::Lab(_) => {}
            Screen::Workshop(_) => self.reread_house_rules(),
            Screen::Play(play) => {
                let ruleset = Arc::clone(play.ruleset());
                self.match_changed(&ruleset);
            }
        }
    }

    /// Compiles the variant of the match on the screen, if its files differ from when they were last read. A match that was
    /// resumed under older rules keeps them until then.
    fn match_changed(&mut self, ruleset: &Arc<Ruleset>) {
        let now = self.variant_in_files(ruleset.variant());
        let is_new = match (&self.tab.in_files, &now) {
            (Some(Ok(before)), Ok(now)) => !plays_alike(before, now),
            (Some(Err(before)), Err(now)) => before != now,
            _ => true,
        };
        if !is_new {
            return;
        }
        if self.work.is_some() {
            self.files_wait = true;
            return;
        }
        self.tab.in_files = Some(now);
        let compiled = self.compiling_again(ruleset);
        self.begin(&crate::labels::game(ruleset.plugin()), move || Done::Live(compiled.and_then(|compile| compile())));
    }

    /// A variant as its files have it now. One that was changed without being saved is in no file, but its house rules are.
    pub(super) fn variant_in_files(&self, variant: &Variant) -> Result<Variant, String> {
        if !is_changed(variant) {
            return match self.catalog.variant(&variant.full_name()) {
                Ok((_, found)) => Ok(Variant::clone(found)),
                // A variant whose file has a mistake by now is listed among the problems, not among the variants.
                Err(unknown) => {
                    let problems = sheet::problems(self.catalog.problems());
                    Err(if problems.is_empty() { unknown } else { problems })
                }
            };
        }
        let mut again = variant.clone();
        for script in &mut again.scripts {
            // One that is gone stays as it was.
            if let Ok(fresh) = files::read_script(&script.file) {
                *script = fresh;
            }
        }
        Ok(again)
    }

    /// A function that compiles a ruleset again from its files, for as many players.
    pub(super) fn compiling_again(
        &self,
        ruleset: &Arc<Ruleset>,
    ) -> Result<impl Fn() -> Result<Arc<Ruleset>, String> + Send + use<>, String> {
        let variant = Arc::new(self.variant_in_files(ruleset.variant())?);
        let (plugin, players) = (Arc::clone(ruleset.plugin()), ruleset.seating().seats.len());
        Ok(move || {
            let compiled = Ruleset::compile(&plugin, &variant).and_then(|again| again.for_players(players));
            compiled.map_err(|problems| sheet::problems(&problems))
        })
    }
}
