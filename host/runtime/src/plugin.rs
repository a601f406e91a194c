//! A game behind the ABI: its tables and its description.

#![allow(unsafe_code, reason = "reads the tables that a plugin exports, and calls their functions")]

use super::calls::{CallObserver, Calls};
use super::{CallError, TableError};
use crate::declared::{check_declared, check_effects, check_facts};
use std::ffi::CStr;
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::abi::export::{self, Exported};
use stonehouse_plugin::abi::host::extension::ALL as HOST_EXTENSIONS;
use stonehouse_plugin::abi::{ABI_MAJOR, Declared, MAGIC, TableSizeError, extension, status};
use stonehouse_plugin::abi::{
    AssetsCalls, AssetsTable, BotsCalls, BotsTable, ChanceCalls, ChanceTable, CoreCalls, DeterminizeCalls,
    DeterminizeTable, EffectsCalls, EffectsTable, FactsCalls, FactsTable, InputsCalls, InputsTable, NewsCalls,
    NewsTable, PlayoutCalls, PlayoutTable, PluginTable, ResultsCalls, ResultsTable, SimultaneousCalls,
    SimultaneousTable,
};
use stonehouse_plugin::house::{EffectDecl, EventDecl, FactDecl};
use stonehouse_plugin::{About, HookDecl, KnobDecl};

/// A game behind the ABI.
pub struct Plugin {
    pub(super) calls: Calls,
    declared: Declared,
    facts: Vec<FactDecl>,
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
    /// `table` points to a symbol named [`SYMBOL`](stonehouse_plugin::abi::SYMBOL) or one that begins so, of a library that is never unloaded and keeps to the ABI.
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
        // SAFETY: what comes before the functions is always there. The plugin need not have aligned it.
        let (magic, found) =
            unsafe { ((&raw const (*table).magic).read_unaligned(), (&raw const (*table).abi_major).read_unaligned()) };
        if magic != MAGIC {
            return Err(TableError::Magic);
        }
        if found != ABI_MAJOR {
            return Err(TableError::Major { found });
        }
        let cut = |cut| match cut {
            TableSizeError::Between(size) => TableError::Cut { size },
            TableSizeError::Missing(missing) => TableError::Truncated { missing },
        };
        // SAFETY: as the caller promises.
        let core = CoreCalls::of(&unsafe { PluginTable::read(table) }.map_err(cut)?).map_err(cut)?;
        macro_rules! calls {
            ($($name:ident: $Table:ident $Calls:ident $id:ident,)+) => {
                Calls {
                    $($name: {
                        let unusable = |cut| TableError::Extension { id: name(extension::$id), why: words(cut) };
                        // SAFETY: the id is a text that ends in a zero; what the plugin gives for it is the table of that
                        // extension, or null.
                        unsafe {
                            let found = core.extension.map_or(ptr::null(), |ask| ask(extension::$id.as_ptr()));
                            let found = found.cast::<$Table>();
                            let read = (!found.is_null()).then(|| $Table::read(found)).transpose().map_err(unusable)?;
                            read.map(|table| $Calls::of(&table)).transpose().map_err(unusable)?
                        }
                    },)+
                    core,
                    observer,
                }
            };
        }
        let calls = calls! {
            playout: PlayoutTable PlayoutCalls PLAYOUT,
            bots: BotsTable BotsCalls BOTS,
            determinize: DeterminizeTable DeterminizeCalls DETERMINIZE,
            simultaneous: SimultaneousTable SimultaneousCalls SIMULTANEOUS,
            inputs: InputsTable InputsCalls INPUTS,
            chance: ChanceTable ChanceCalls CHANCE,
            assets: AssetsTable AssetsCalls ASSETS,
            facts: FactsTable FactsCalls FACTS,
            effects: EffectsTable EffectsCalls EFFECTS,
            news: NewsTable NewsCalls NEWS,
            results: ResultsTable ResultsCalls RESULTS,
        };
        let declared: Declared = calls
            .ask("about", |out, error| {
                // SAFETY: both sinks live through the call.
                unsafe { (calls.core.about)(out, error) }
            })
            .map_err(|error| TableError::About(error.to_string()))?;
        check_declared(&declared).map_err(TableError::Declared)?;
        let lacks = |id: &&String| !HOST_EXTENSIONS.iter().any(|known| known.to_bytes() == id.as_bytes());
        if let Some(id) = declared.about.needs.iter().find(lacks) {
            return Err(TableError::Needs { id: id.clone() });
        }
        let facts: Vec<FactDecl> = calls.facts.map_or(Ok(Vec::new()), |extension| {
            // SAFETY: both sinks live through the call.
            calls
                .ask("declared", |out, error| unsafe { (extension.declared)(out, error) })
                .map_err(|error| TableError::About(error.to_string()))
        })?;
        check_facts(&facts).map_err(TableError::Declared)?;
        let effects: Vec<EffectDecl> = calls.effects.map_or(Ok(Vec::new()), |extension| {
            // SAFETY: as above.
            calls
                .ask("declared", |out, error| unsafe { (extension.declared)(out, error) })
                .map_err(|error| TableError::About(error.to_string()))
        })?;
        check_effects(&effects).map_err(TableError::Declared)?;
        Ok(Arc::new(Self { calls, declared, facts, effects }))
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

    /// How house rules call the seats; empty: by their numbers.
    pub fn seat_words(&self) -> &[String] {
        &self.declared.seat_words
    }

    /// The facts that house rules can read of a position; a fact's index here is its number.
    pub fn facts(&self) -> &[FactDecl] {
        &self.facts
    }

    /// The effects of the game for house rules; an effect's index here is its number.
    pub fn effects(&self) -> &[EffectDecl] {
        &self.effects
    }

    /// The ids of the extensions that it has.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> {
        let Calls {
            core: _,
            playout,
            bots,
            determinize,
            simultaneous,
            inputs,
            chance,
            assets,
            facts,
            effects,
            news,
            results,
            observer: _,
        } = &self.calls;
        [
            playout.is_some().then_some(extension::PLAYOUT),
            bots.is_some().then_some(extension::BOTS),
            determinize.is_some().then_some(extension::DETERMINIZE),
            simultaneous.is_some().then_some(extension::SIMULTANEOUS),
            inputs.is_some().then_some(extension::INPUTS),
            chance.is_some().then_some(extension::CHANCE),
            assets.is_some().then_some(extension::ASSETS),
            facts.is_some().then_some(extension::FACTS),
            effects.is_some().then_some(extension::EFFECTS),
            news.is_some().then_some(extension::NEWS),
            results.is_some().then_some(extension::RESULTS),
        ]
        .into_iter()
        .flatten()
        .map(name)
    }

    /// Whether something may be hidden from a seat, or depend on a random generator inside the state. If not, everybody knows everything.
    pub const fn has_unknowns(&self) -> bool {
        self.calls.determinize.is_some()
    }

    /// Whether several seats may choose at once.
    pub const fn has_simultaneous_turns(&self) -> bool {
        self.calls.simultaneous.is_some()
    }

    /// Whether actions may take numbers.
    pub const fn has_inputs(&self) -> bool {
        self.calls.inputs.is_some()
    }

    /// Whether chance may have a turn, for which the host rolls.
    pub const fn has_chance(&self) -> bool {
        self.calls.chance.is_some()
    }

    /// Whether it has news of an action once it is applied.
    pub const fn has_news(&self) -> bool {
        self.calls.news.is_some()
    }

    /// Whether it describes actions with what house rules do.
    pub const fn has_results(&self) -> bool {
        self.calls.results.is_some()
    }

    /// Makes the plugin panic on purpose. `Ok` when the panic came back as an error, or nothing in the plugin can panic. A plugin
    /// that was built to abort ends the process instead: call this in a child process.
    ///
    /// # Errors
    /// When it did not report the panic.
    pub fn panic_probe(&self) -> Result<(), CallError> {
        let Some(probe) = self.calls.core.panic_probe else { return Ok(()) };
        let (status, _) = self.calls.with_error("panic_probe", |error| {
            // SAFETY: the sink lives through the call.
            unsafe { probe(error) }
        });
        if status == status::PANIC {
            Ok(())
        } else {
            Err(CallError::Contract(format!("asked to panic, it returned the status {status}")))
        }
    }
}

/// An id as text: all of ours are ASCII.
fn name(id: &'static CStr) -> &'static str {
    id.to_str().unwrap_or_default()
}

fn words(cut: TableSizeError) -> String {
    match cut {
        TableSizeError::Between(size) => format!("ends in the middle of a function, after {size} bytes"),
        TableSizeError::Missing(missing) => format!("has no `{missing}`"),
    }
}
