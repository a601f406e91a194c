//! A game: its description, checked, and what it can do.

#![allow(unsafe_code, reason = "takes the table that a library exports")]

use crate::declared::{check_declared, check_effects, check_facts, check_zones};
use crate::native::{CallObserver, NativeGame};
use crate::{Abilities, CallError, Event, LoadedGame, TableError};
use std::sync::Arc;
use stonehouse_plugin::abi::export::{self, Exported};
use stonehouse_plugin::abi::host::extension::ALL as HOST_EXTENSIONS;
use stonehouse_plugin::abi::{Declared, PluginTable};
use stonehouse_plugin::house::{EffectDecl, EventDecl, FactDecl, ZoneDecl};
use stonehouse_plugin::{About, HookDecl, KnobDecl};

/// The description of a game, checked.
struct Described {
    declared: Declared,
    facts: Vec<FactDecl>,
    zones: Vec<ZoneDecl>,
    effects: Vec<EffectDecl>,
}

impl Described {
    fn by(game: &dyn LoadedGame) -> Result<Self, TableError> {
        let about = |error: CallError| TableError::About(error.to_string());
        let declared = game.declared().map_err(about)?;
        check_declared(&declared).map_err(TableError::Declared)?;
        let lacks = |id: &&String| !HOST_EXTENSIONS.iter().any(|known| known.to_bytes() == id.as_bytes());
        if let Some(id) = declared.about.needs.iter().find(lacks) {
            return Err(TableError::Needs { id: id.clone() });
        }
        let version = &declared.about.version;
        if let Err(error) = semver::Version::parse(version) {
            return Err(TableError::Version { version: version.clone(), error: error.to_string() });
        }
        let facts = game.facts().map_err(about)?;
        check_facts(&facts).map_err(TableError::Declared)?;
        let zones = game.zones().map_err(about)?;
        check_zones(&zones, &facts).map_err(TableError::Declared)?;
        let effects = game.effects().map_err(about)?;
        check_effects(&effects).map_err(TableError::Declared)?;
        Ok(Self { declared, facts, zones, effects })
    }
}

/// A game that was loaded, whatever it is written in.
pub struct Plugin {
    pub(super) game: Arc<dyn LoadedGame>,
    pub(super) abilities: Abilities,
    declared: Declared,
    facts: Vec<FactDecl>,
    zones: Vec<ZoneDecl>,
    effects: Vec<EffectDecl>,
}

impl Plugin {
    /// The game `G`, linked into this program.
    ///
    /// # Errors
    /// When the game cannot describe itself.
    pub fn linked<G: Exported>() -> Result<Arc<Self>, TableError> {
        let table = export::table::<G>();
        // SAFETY: the table is whole, and its functions are part of this program.
        unsafe { Self::from_table(&raw const table) }
    }

    /// The game behind a table that a library exports.
    ///
    /// # Errors
    /// When the table is not one that this host can use: see [`TableError`].
    ///
    /// # Safety
    /// `table` points to a symbol named [`SYMBOL`](stonehouse_plugin::abi::SYMBOL) or one that begins so, of a library
    /// that is never unloaded and keeps to the ABI.
    pub unsafe fn from_table(table: *const PluginTable) -> Result<Arc<Self>, TableError> {
        // SAFETY: as the caller promises.
        unsafe { Self::observed(table, None) }
    }

    /// As [`from_table`](Self::from_table), and `observer` is notified of each call of the game.
    ///
    /// # Errors
    /// As [`from_table`](Self::from_table).
    ///
    /// # Safety
    /// As [`from_table`](Self::from_table).
    pub unsafe fn observed(table: *const PluginTable, observer: Option<CallObserver>) -> Result<Arc<Self>, TableError> {
        // SAFETY: as the caller promises.
        Self::new(Arc::new(unsafe { NativeGame::new(table, observer) }?))
    }

    /// The game behind this implementation of the seam: see [`LoadedGame`].
    ///
    /// # Errors
    /// When its description cannot be used: see [`TableError`].
    pub fn new(game: Arc<dyn LoadedGame>) -> Result<Arc<Self>, TableError> {
        let Described { declared, facts, zones, effects } = Described::by(&*game)?;
        Ok(Arc::new(Self { abilities: game.abilities(), game, declared, facts, zones, effects }))
    }

    /// Checks the description of a game as [`new`](Self::new) does.
    ///
    /// # Errors
    /// When it cannot be used: see [`TableError`].
    pub fn check(game: &dyn LoadedGame) -> Result<(), TableError> {
        Described::by(game).map(|_| ())
    }

    /// The description of the game.
    pub const fn about(&self) -> &About {
        &self.declared.about
    }

    /// Its knobs, in the order in which the game declares them.
    pub fn knobs(&self) -> &[KnobDecl] {
        &self.declared.knobs
    }

    /// Its hooks; a hook's index here is the number by which the game calls it.
    pub fn hooks(&self) -> &[HookDecl] {
        &self.declared.hooks
    }

    /// Its events; an event's index here is the number by which the game reports it.
    pub fn events(&self) -> &[EventDecl] {
        &self.declared.events
    }

    /// Whether an event that the game reports is one that it declares, with this number of fields. The host's own and
    /// those of rolls always are.
    pub(crate) fn declares(&self, event: Event, fields: usize) -> bool {
        match event {
            Event::Host(_) | Event::Roll(_) => true,
            Event::Game(index) => self.events().get(index).is_some_and(|decl| decl.fields.len() == fields),
        }
    }

    /// How house rules call the seats; empty: by their numbers.
    pub fn seat_words(&self) -> &[String] {
        &self.declared.seat_words
    }

    /// The facts that house rules can read of a position; a fact's index here is its number.
    pub fn facts(&self) -> &[FactDecl] {
        &self.facts
    }

    /// The zones of the game for house rules; a zone's index here is its number.
    pub fn zones(&self) -> &[ZoneDecl] {
        &self.zones
    }

    /// The effects of the game for house rules; an effect's index here is its number.
    pub fn effects(&self) -> &[EffectDecl] {
        &self.effects
    }

    /// The SHA-256 of its source, in hexadecimal digits, where it is a script.
    pub fn source_hash(&self) -> Option<&str> {
        self.game.source_hash()
    }

    /// The ids of the extensions that it has.
    pub fn extensions(&self) -> Vec<&'static str> {
        self.game.extensions()
    }

    /// Whether something may be hidden from a seat, or depend on a random generator inside the state. If not, everybody
    /// knows everything.
    pub const fn has_unknowns(&self) -> bool {
        self.abilities.determinize
    }

    /// Whether several seats may choose at once.
    pub const fn has_simultaneous_turns(&self) -> bool {
        self.abilities.simultaneous
    }

    /// Whether actions may take numbers.
    pub const fn has_inputs(&self) -> bool {
        self.abilities.inputs
    }

    /// Whether chance may have a turn, for which the host rolls.
    pub const fn has_chance(&self) -> bool {
        self.abilities.chance
    }

    /// The names of the tests that it brings, which run under its official rules or with knobs of their own.
    pub fn tests(&self) -> Vec<String> {
        self.game.tests()
    }

    /// Whether it has news of an action once it is applied.
    pub const fn has_news(&self) -> bool {
        self.abilities.news
    }

    /// Whether it describes actions with what house rules do.
    pub const fn has_results(&self) -> bool {
        self.abilities.results
    }

    /// Makes the plugin panic on purpose. `Ok` when the panic came back as an error, or nothing in the plugin can
    /// panic. A plugin that was built to abort ends the process instead: call this in a child process.
    ///
    /// # Errors
    /// When it did not report the panic.
    pub fn panic_probe(&self) -> Result<(), CallError> {
        self.game.panic_on_purpose()
    }
}
