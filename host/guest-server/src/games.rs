//! The games that can be played at tables.

use std::sync::Arc;
use stonehouse_engine::variant::Variant;
use stonehouse_engine::{Catalog, Problem, Ruleset, languages};
use stonehouse_guest_protocol::VariantInfo;
use stonehouse_language::Language;
use stonehouse_plugin::{Text, text};
use stonehouse_runtime::Plugin;

/// Why a variant cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GamesError {
    /// There is no such variant.
    #[error("there is no variant `{0}`. `stonehouse list` shows all")]
    Variant(String),
    /// There is no such game.
    #[error("the game `{0}` is not installed")]
    Game(String),
    /// Its rules do not compile.
    #[error("{}", Problem::lines(.0))]
    Rules(Vec<Problem>),
}

/// The title of a game and the name of a variant, as a list shows them.
pub(crate) fn title(game: &str, variant: &str) -> Text {
    text!("{game}: {variant}", game = game.to_owned(), variant = variant.to_owned())
}

/// The games and variants with the languages of their texts, as they were when the server started.
#[derive(Clone, Default)]
pub struct Games {
    plugins: Vec<Arc<Plugin>>,
    variants: Vec<(VariantInfo, Arc<Plugin>, Arc<Variant>)>,
    /// The installed languages, English first.
    languages: Vec<Arc<Language>>,
    /// No language: texts stay the templates that they are.
    templates: Arc<Language>,
}

impl Games {
    /// The games of a catalog.
    pub fn of(catalog: &Catalog) -> Self {
        let (languages, _) = languages::all(catalog.folders());
        let mut games = Self { languages: languages.into_iter().map(Arc::new).collect(), ..Self::default() };
        for game in catalog.games() {
            games.plugins.push(Arc::clone(&game.plugin));
            for variant in &game.variants {
                let (about, seats) = (game.plugin.about(), variant.seats);
                let (fewest, most) =
                    if variant.seats_open { (about.seats.min, about.seats.max) } else { (seats, seats) };
                let info = VariantInfo {
                    id: variant.full_name(),
                    title: title(&about.name, &variant.name),
                    seats: usize::from(seats),
                    min_seats: usize::from(fewest),
                    max_seats: usize::from(most),
                };
                games.variants.push((info, Arc::clone(&game.plugin), Arc::clone(variant)));
            }
        }
        games
    }

    /// The variants, game by game.
    pub fn variants(&self) -> Vec<VariantInfo> {
        self.variants.iter().map(|(info, ..)| info.clone()).collect()
    }

    /// The rules of a variant, for so many players where it leaves their number open; 0 for as many as it proposes.
    ///
    /// # Errors
    /// When there is none, or it cannot be played.
    pub fn ruleset(&self, id: &str, players: usize) -> Result<Arc<Ruleset>, GamesError> {
        let found = self.variants.iter().find(|(info, ..)| info.id == id);
        let (_, plugin, variant) = found.ok_or_else(|| GamesError::Variant(id.to_owned()))?;
        let ruleset = Ruleset::compile(plugin, variant).map_err(GamesError::Rules)?;
        if players == 0 { Ok(ruleset) } else { ruleset.for_players(players).map_err(GamesError::Rules) }
    }

    /// The language with this code, after BCP 47; English, if it is not installed. Without a code texts stay templates.
    pub(crate) fn language(&self, code: Option<&str>) -> Arc<Language> {
        match code.and_then(|code| code.split('-').next()) {
            Some(code) => languages::called(&self.languages, code),
            None => Arc::clone(&self.templates),
        }
    }

    /// All languages, English first.
    pub(crate) fn languages(&self) -> &[Arc<Language>] {
        &self.languages
    }

    /// A picture of a game.
    pub(crate) fn picture(&self, game: &str, name: &str) -> Option<Vec<u8>> {
        self.plugin(game).ok()?.asset(name).ok().flatten()
    }

    /// The game with this id.
    pub(crate) fn plugin(&self, id: &str) -> Result<&Arc<Plugin>, GamesError> {
        let found = self.plugins.iter().find(|plugin| plugin.about().id == id);
        found.ok_or_else(|| GamesError::Game(id.to_owned()))
    }
}
