//! A compiled ruleset behind the ABI.

use super::offer::Offer;
use super::sink::check;
use super::state::NativeState;
use super::{NativeGame, NativeSource};
use crate::{CallError, CompiledGame, GameHost, GameState};
use serde_json::{Value, json};
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use stonehouse_plugin::Seating;
use stonehouse_plugin::abi::status;

/// A compiled ruleset.
pub(super) struct NativeRules {
    pub game: Arc<NativeGame>,
    pub handle: *mut c_void,
    pub source: NativeSource,
    /// The tables that were passed to the plugin.
    _offer: Offer,
}

// SAFETY: the ABI requires that rules may be used from several threads at once; what is offered to them is `Sync`.
unsafe impl Send for NativeRules {}
// SAFETY: as above.
unsafe impl Sync for NativeRules {}

impl Drop for NativeRules {
    fn drop(&mut self) {
        self.game.calls.observe("rules_free");
        // SAFETY: the handle is freed once; states keep the rules alive, so none is left.
        unsafe { (self.game.calls.core.rules_free)(self.handle) }
    }
}

impl NativeRules {
    pub fn compile(
        game: Arc<NativeGame>,
        seats: u8,
        knobs: &Value,
        host: &Arc<GameHost>,
    ) -> Result<Arc<Self>, CallError> {
        let offer = Offer::new(host);
        let request = json!({ "seats": seats, "knobs": knobs }).to_string();
        let mut handle = ptr::null_mut();
        let (status, message) = game.calls.with_error("rules_new", |error| {
            let (text, len, host) = (request.as_ptr(), request.len(), offer.table());
            // SAFETY: the text, the place and the sink live through the call, and what is offered as long as the rules.
            unsafe { (game.calls.core.rules_new)(text, len, host, &raw mut handle, error) }
        });
        if status == status::RULES {
            return Err(match serde_json::from_str(&message) {
                Ok(error) => CallError::Rules(error),
                Err(_) => CallError::Contract(message),
            });
        }
        check("rules_new", status, &message)?;
        if handle.is_null() {
            return Err(CallError::Contract("`rules_new` made no rules".to_owned()));
        }
        let source =
            NativeSource { core: game.calls.core, facts: game.calls.facts, zones: game.calls.zones, rules: handle };
        offer.settled(source);
        Ok(Arc::new(Self { game, handle, source, _offer: offer }))
    }
}

impl CompiledGame for NativeRules {
    fn seating(&self) -> Result<Seating, CallError> {
        self.game.calls.query("seating", |out, error| {
            // SAFETY: a live handle; both sinks live through the call.
            unsafe { (self.game.calls.core.seating)(self.handle, out, error) }
        })
    }

    fn hides(&self) -> Result<Option<bool>, CallError> {
        let Some(call) = self.game.calls.determinize.and_then(|extension| extension.hides) else { return Ok(None) };
        let mut hides = 1;
        let (status, message) = self.game.calls.with_error("hides", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { call(self.handle, &raw mut hides, error) }
        });
        check("hides", status, &message)?;
        Ok(Some(hides != 0))
    }

    fn prospect_unit(&self) -> Result<Option<i64>, CallError> {
        let Some(call) = self.game.calls.bots.and_then(|bots| bots.prospect_unit) else { return Ok(None) };
        let mut unit = 1;
        let (status, message) = self.game.calls.with_error("prospect_unit", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { call(self.handle, &raw mut unit, error) }
        });
        check("prospect_unit", status, &message)?;
        Ok(Some(unit))
    }

    fn deal(self: Arc<Self>, seed: u64) -> Result<Box<dyn GameState>, CallError> {
        let mut handle = ptr::null_mut();
        let (status, message) = self.game.calls.with_error("state_new", |error| {
            // SAFETY: a live handle; the place and the sink live through the call.
            unsafe { (self.game.calls.core.state_new)(self.handle, seed, &raw mut handle, error) }
        });
        check("state_new", status, &message)?;
        if handle.is_null() {
            return Err(CallError::Contract("`state_new` made no state".to_owned()));
        }
        Ok(Box::new(NativeState::new(self, handle)))
    }
}
