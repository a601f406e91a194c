//! The way into a lesson, and out of it into a match that is kept.

use super::work::Done;
use super::{App, Screen};
use crate::play::Play;
use crate::sheet::{self, NewMatch};
use std::sync::Arc;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Match, Player};
use stonehouse_lesson::{Guide, Lesson, index};
use stonehouse_plugin::Seat;

/// Who plays the others once the lesson is over.
const OTHERS: BotSpec = BotSpec::Apprentice;

impl App {
    /// Plays a lesson through, deals its match, and shows both when that is done.
    pub(super) fn open_lesson(&mut self, lesson: Lesson) {
        self.catalog.reload_variants();
        let (catalog, name) = (self.catalog.clone(), stonehouse_language::translate_words(&lesson.name));
        self.begin(&name, move || {
            let opened = index::open(&catalog, lesson).map_err(|found| sheet::problems(&found));
            Done::Lesson(opened.and_then(|(ruleset, guide)| {
                let lesson = guide.lesson();
                let named = Seat::all(lesson.players.len()).zip(&lesson.players);
                let players = named
                    .map(|(seat, name)| {
                        if seat == lesson.learner {
                            Player::person(name.clone())
                        } else {
                            Player { name: name.clone(), player: OTHERS.to_string() }
                        }
                    })
                    .collect();
                let dealt = Match::new(&ruleset, lesson.seed, players, None).map_err(|error| error.to_string())?;
                Ok((dealt, Box::new(guide)))
            }))
        });
    }

    /// Shows a match in which a lesson is taken.
    pub(super) fn show_lesson(&mut self, current: Match, guide: Guide) {
        self.show_match(current);
        let Screen::Play(play) = &mut self.tab.screen else { return };
        play.teach(guide);
    }

    /// Begins a match with the actions of the lesson that is over.
    pub(super) fn play_on_after_lesson(&mut self) {
        let Screen::Play(play) = &mut self.tab.screen else { return };
        let Some(seed) = play.current().map(|current| current.seed()) else { return };
        let new = NewMatch {
            ruleset: Arc::clone(play.ruleset()),
            players: play.players().to_vec(),
            seed: Some(seed),
            acts: Play::acts(play),
            terms: play.terms(),
        };
        self.start(new);
    }
}
