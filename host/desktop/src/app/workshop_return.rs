//! The way into the workshop, out of it into a match that tries a variant, and back; and packs of what was made there.

use super::{App, Screen};
use crate::play::Play;
use crate::settings::Settings;
use crate::sheet::Sheet;
use crate::workshop::{Form, Workshop, WorkshopCommand};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_engine::pack::draft::{Given, checked};
use stonehouse_engine::pack::{self, EXTENSION};
use stonehouse_engine::{Match, Player, Problem, Ruleset, files};
use stonehouse_language::tr;
use stonehouse_session::Programs;

impl App {
    /// Opens the workshop for a variant, read from its file as it is now.
    pub(super) fn open_workshop(&mut self, variant: &str) {
        self.catalog.reload_variants();
        match self.form_of(variant) {
            Ok(form) => {
                let game = &form.draft().variant.game;
                match self.catalog.game(game) {
                    Ok(game) => self.tab.screen = Screen::Workshop(Box::new(Workshop::new(&game.plugin, form))),
                    Err(why) => self.show_error(&why),
                }
            }
            Err(why) => self.show_error(&why),
        }
    }

    /// A form filled in with a variant.
    fn form_of(&self, variant: &str) -> Result<Form, String> {
        let (game, _) = self.catalog.variant(variant)?;
        let draft = self.catalog.draft(variant)?;
        Ok(Form::new(&game.plugin, draft, self.catalog.house_rules(game.id()), self.tempo.at_once))
    }

    /// A setup sheet, whose rules can be changed for one match.
    pub(super) fn new_sheet(&self, ruleset: Arc<Ruleset>, last: Option<&[Player]>) -> Sheet {
        let rules = self.catalog.house_rules(&ruleset.variant().game);
        Sheet::new(ruleset, last)
            .with_rules(rules, self.tempo.at_once)
            .with_programs(Programs::of(self.catalog.folders()))
    }

    pub(super) fn workshop_command(&mut self, command: WorkshopCommand) {
        match command {
            WorkshopCommand::Leave => self.open_launcher(),
            WorkshopCommand::Try(ruleset) => self.start(Sheet::trial(ruleset)),
            WorkshopCommand::Lab(parent, own) => self.open_lab(Some((&parent, &own))),
            WorkshopCommand::SaveAsNew(draft) => self.save(|catalog| catalog.save_as_new(&draft)),
            WorkshopCommand::SaveOver(draft) => self.save(|catalog| catalog.save_over(&draft)),
            WorkshopCommand::Share(file, given) => {
                let made = self.share(&file, &given);
                if let Screen::Workshop(workshop) = &mut self.tab.screen {
                    workshop.shared(made.as_deref().map_err(String::as_str));
                }
            }
        }
    }

    /// Makes a pack of a variant, checks it as somebody would find it who has nothing else, and writes it to a new file.
    fn share(&mut self, variant: &Path, given: &Given) -> Result<PathBuf, String> {
        let joined = |problems: Vec<Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let records = self.catalog.folders().records.as_deref();
        let folder = records.and_then(Path::parent).map(|home| home.join("shared"));
        let folder = folder.ok_or_else(|| tr!("there is no folder to keep it in").to_owned())?;
        self.catalog.reload_variants();
        let draft = pack::Draft::of_variants(&self.catalog, &[self.name_of(variant)?], given)?;
        // What messages call it until it is known what it is called.
        let working = folder.join("new").with_extension(EXTENSION);
        let pack = draft.pack(&working).and_then(|pack| checked(&self.catalog, pack)).map_err(joined)?;
        let file = files::write_new(&folder, pack.id(), EXTENSION, pack.bytes());
        file.map_err(|problem| problem.to_string())
    }

    /// Saves what is in the workshop, which then continues with the file.
    fn save(&mut self, save: impl FnOnce(&stonehouse_engine::Catalog) -> Result<PathBuf, Vec<Problem>>) {
        self.catalog.reload_variants();
        let saved = save(&self.catalog);
        self.catalog.reload_variants();
        let opened = saved.and_then(|file| self.opened(&file).map_err(|why| vec![Problem::file(file, why)]));
        let Screen::Workshop(workshop) = &mut self.tab.screen else { return };
        match opened {
            Ok(form) => workshop.saved(form),
            Err(problems) => workshop.not_saved(&problems),
        }
    }

    /// A form for the variant in a file.
    fn opened(&self, file: &Path) -> Result<Form, String> {
        self.form_of(&self.name_of(file)?)
    }

    /// The name of the variant in a file, as `GAME/ID`.
    fn name_of(&self, file: &Path) -> Result<String, String> {
        let mut all = self.catalog.games().iter().flat_map(|game| &game.variants);
        let found = all.find(|variant| variant.file == file).map(|variant| variant.full_name());
        found.ok_or_else(|| tr!("it was written, but cannot be found again: press Reload").to_owned())
    }

    /// Whether a match that begins now only tries a variant.
    pub(super) const fn is_trial(&self) -> bool {
        self.tab.workshop_return.is_some() || matches!(self.tab.screen, Screen::Workshop(_))
    }

    /// Shows a match; the workshop, if there is one, is kept for later.
    pub(super) fn show_match(&mut self, current: Match) {
        let is_trial = self.is_trial();
        self.make_room();
        self.tab.before_review = None;
        self.tab.in_files = Some(self.variant_in_files(current.ruleset().variant()));
        let tempo = self.settings.tempo(self.tempo);
        let mut play = Play::new(current, tempo, self.catalog.folders().players.clone());
        let Settings { strict_undo, text_view, hints, .. } = self.settings;
        if strict_undo || text_view || !hints {
            play.take_settings(tempo, &self.settings);
        }
        let play = if is_trial { play.tried() } else { play };
        if let Screen::Workshop(workshop) = std::mem::replace(&mut self.tab.screen, Screen::Play(Box::new(play))) {
            self.tab.workshop_return = Some(workshop);
        }
    }

    /// Leaves the match: back to the workshop, if a variant was tried, or to the launcher.
    pub(super) fn leave_match(&mut self) {
        match self.tab.workshop_return.take() {
            Some(workshop) => {
                self.tab.screen = Screen::Workshop(workshop);
                self.reread_house_rules();
            }
            None => self.open_launcher(),
        }
    }

    /// Reads the house rules again for the workshop on the screen.
    pub(super) fn reread_house_rules(&mut self) {
        let Screen::Workshop(workshop) = &mut self.tab.screen else { return };
        let rules = self.catalog.house_rules(workshop.game());
        workshop.reread(rules);
    }
}
