//! The functions of a plugin: every call of one is made here.

use super::sink::{query, query_bytes, with_error};
use crate::CallError;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use stonehouse_plugin::abi::{
    AssetsCalls, BotsCalls, ChanceCalls, CoreCalls, DeterminizeCalls, EffectsCalls, FactsCalls, InputsCalls, NewsCalls,
    PlayoutCalls, ResultsCalls, SimultaneousCalls, Sink, ZonesCalls,
};

/// Notified of each call of a plugin before it is made, with the name of the function. A fact that house rules read in
/// the middle of a call is no call of its own.
pub type CallObserver = Arc<dyn Fn(&'static str) + Send + Sync>;

/// The checked tables of a plugin.
pub struct Calls {
    pub core: CoreCalls,
    pub playout: Option<PlayoutCalls>,
    pub bots: Option<BotsCalls>,
    pub determinize: Option<DeterminizeCalls>,
    pub simultaneous: Option<SimultaneousCalls>,
    pub inputs: Option<InputsCalls>,
    pub chance: Option<ChanceCalls>,
    pub assets: Option<AssetsCalls>,
    pub facts: Option<FactsCalls>,
    pub zones: Option<ZonesCalls>,
    pub effects: Option<EffectsCalls>,
    pub news: Option<NewsCalls>,
    pub results: Option<ResultsCalls>,
    pub observer: Option<CallObserver>,
}

impl Calls {
    /// Notifies the observer, if there is one, that the function called `name` is about to be called.
    #[inline]
    pub fn observe(&self, name: &'static str) {
        if let Some(observer) = &self.observer {
            observer(name);
        }
    }

    /// Makes the call that is called `name`, with a sink for the reason of a failure. Returns its status and that
    /// reason.
    #[inline]
    pub fn with_error(&self, name: &'static str, call: impl FnOnce(*const Sink) -> i32) -> (i32, String) {
        self.observe(name);
        with_error(call)
    }

    /// As [`with_error`](Self::with_error), with a sink for the answer too, which is read.
    pub fn query<T: DeserializeOwned>(
        &self,
        name: &'static str,
        call: impl FnOnce(*const Sink, *const Sink) -> i32,
    ) -> Result<T, CallError> {
        self.observe(name);
        query(name, call)
    }

    /// As [`query`](Self::query), and returns the status, the answer and the reason of a failure as they are.
    pub fn query_bytes(
        &self,
        name: &'static str,
        call: impl FnOnce(*const Sink, *const Sink) -> i32,
    ) -> Result<(i32, Vec<u8>, String), CallError> {
        self.observe(name);
        query_bytes(name, call)
    }
}
