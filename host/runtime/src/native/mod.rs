//! Games behind the C ABI: every call of a plugin's function is made here. The other unsafe code of the runtime is in
//! [`frame`](super::frame) and in [`plugin`](super::plugin), which takes the table that a library exports.
//!
//! | module | contents |
//! |---|---|
//! | `calls`, `sink` | the functions of a plugin, and its output during a call |
//! | `rules`, `offer` | a compiled ruleset, and the tables that the plugin calls back |
//! | `state`, `lists`, `read_handle` | the calls about one state |

#![allow(unsafe_code, reason = "reads the tables that a plugin exports, and calls their functions")]

mod calls;
mod lists;
mod offer;
mod read_handle;
mod rules;
mod sink;
mod state;

pub use calls::CallObserver;

use crate::{Abilities, CallError, CompiledGame, GameHost, LoadedGame, TableError};
use calls::Calls;
use rules::NativeRules;
use serde_json::Value;
use sink::check;
use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::abi::{ABI_MAJOR, Declared, MAGIC, TableSizeError, extension, status};
use stonehouse_plugin::abi::{
    AssetsCalls, AssetsTable, BotsCalls, BotsTable, ChanceCalls, ChanceTable, CoreCalls, DeterminizeCalls,
    DeterminizeTable, EffectsCalls, EffectsTable, FactsCalls, FactsTable, InputsCalls, InputsTable, NewsCalls,
    NewsTable, PlayoutCalls, PlayoutTable, PluginTable, ResultsCalls, ResultsTable, SimultaneousCalls,
    SimultaneousTable, ZonesCalls, ZonesTable,
};
use stonehouse_plugin::house::{EffectDecl, FactDecl, ZoneDecl};

/// A game behind the ABI.
pub(super) struct NativeGame {
    calls: Calls,
    abilities: Abilities,
}

/// The source of the facts and zones of a ruleset.
#[derive(Clone, Copy)]
struct NativeSource {
    core: CoreCalls,
    facts: Option<FactsCalls>,
    zones: Option<ZonesCalls>,
    rules: *const c_void,
}

// SAFETY: the ABI requires that rules may be used from several threads at once.
unsafe impl Send for NativeSource {}
// SAFETY: as above.
unsafe impl Sync for NativeSource {}

impl NativeGame {
    /// The game behind a table that a library exports; `observer` is notified of each call of it.
    ///
    /// # Errors
    /// When the table is not one that this host can use: see [`TableError`].
    ///
    /// # Safety
    /// As [`Plugin::from_table`](crate::Plugin::from_table).
    pub unsafe fn new(table: *const PluginTable, observer: Option<CallObserver>) -> Result<Self, TableError> {
        // SAFETY: the fields before the functions always exist. The plugin need not have aligned the table.
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
                        // SAFETY: the id is a text that ends in a zero; what the plugin gives for it is the table of
                        // that extension, or null.
                        unsafe {
                            let found = core
                                .extension
                                .map_or(ptr::null(), |get_extension| get_extension(extension::$id.as_ptr()))
                                .cast::<$Table>();
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
            zones: ZonesTable ZonesCalls ZONES,
            effects: EffectsTable EffectsCalls EFFECTS,
            news: NewsTable NewsCalls NEWS,
            results: ResultsTable ResultsCalls RESULTS,
        };
        let bots = calls.bots.as_ref();
        let abilities = Abilities {
            playout: calls.playout.is_some(),
            rollout: bots.is_some_and(|bots| bots.rollout.is_some()),
            trace: bots.is_some_and(|bots| bots.trace.is_some()),
            candidates: bots.is_some_and(|bots| bots.candidates.is_some()),
            prospects: bots.is_some_and(|bots| bots.prospects.is_some()),
            determinize: calls.determinize.is_some(),
            simultaneous: calls.simultaneous.is_some(),
            inputs: calls.inputs.is_some(),
            chance: calls.chance.is_some(),
            effects: calls.effects.is_some(),
            news: calls.news.is_some(),
            results: calls.results.is_some(),
        };
        Ok(Self { calls, abilities })
    }
}

impl LoadedGame for NativeGame {
    fn declared(&self) -> Result<Declared, CallError> {
        self.calls.query("about", |out, error| {
            // SAFETY: both sinks live through the call.
            unsafe { (self.calls.core.about)(out, error) }
        })
    }

    fn facts(&self) -> Result<Vec<FactDecl>, CallError> {
        let Some(extension) = self.calls.facts else { return Ok(Vec::new()) };
        // SAFETY: both sinks live through the call.
        self.calls.query("declared", |out, error| unsafe { (extension.declared)(out, error) })
    }

    fn zones(&self) -> Result<Vec<ZoneDecl>, CallError> {
        let Some(extension) = self.calls.zones else { return Ok(Vec::new()) };
        // SAFETY: as above.
        self.calls.query("declared", |out, error| unsafe { (extension.declared)(out, error) })
    }

    fn effects(&self) -> Result<Vec<EffectDecl>, CallError> {
        let Some(extension) = self.calls.effects else { return Ok(Vec::new()) };
        // SAFETY: as above.
        self.calls.query("declared", |out, error| unsafe { (extension.declared)(out, error) })
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn extensions(&self) -> Vec<&'static str> {
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
            zones,
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
            zones.is_some().then_some(extension::ZONES),
            effects.is_some().then_some(extension::EFFECTS),
            news.is_some().then_some(extension::NEWS),
            results.is_some().then_some(extension::RESULTS),
        ]
        .into_iter()
        .flatten()
        .map(name)
        .collect()
    }

    fn compile(
        self: Arc<Self>,
        seats: u8,
        knobs: &Value,
        host: &Arc<GameHost>,
    ) -> Result<Arc<dyn CompiledGame>, CallError> {
        Ok(NativeRules::compile(self, seats, knobs, host)?)
    }

    fn picture_names(&self) -> Result<Vec<String>, CallError> {
        let Some(assets) = self.calls.assets else { return Ok(Vec::new()) };
        // SAFETY: both sinks live through the call.
        self.calls.query("names", |out, error| unsafe { (assets.names)(out, error) })
    }

    fn picture(&self, name: &str) -> Result<Option<Vec<u8>>, CallError> {
        let Some(assets) = self.calls.assets else { return Ok(None) };
        let (status, bytes, message) = self.calls.query_bytes("asset", |out, error| {
            // SAFETY: the name and both sinks live through the call.
            unsafe { (assets.asset)(name.as_ptr(), name.len(), out, error) }
        })?;
        if status == status::ABSENT {
            return Ok(None);
        }
        check("asset", status, &message)?;
        Ok(Some(bytes))
    }

    fn panic_on_purpose(&self) -> Result<(), CallError> {
        let Some(probe) = self.calls.core.panic_probe else { return Ok(()) };
        let (status, _) = self.calls.with_error("panic_probe", |error| {
            // SAFETY: the sink lives through the call.
            unsafe { probe(error) }
        });
        if status == status::PANIC {
            Ok(())
        } else {
            Err(CallError::Contract(format!("made to panic, it returned the status {status}")))
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
