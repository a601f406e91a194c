//! The host's sinks: the output of a plugin during a call.

#![allow(unsafe_code, reason = "a C callback that takes raw bytes from the plugin")]

use crate::CallError;
use serde::de::DeserializeOwned;
use std::ffi::c_void;
use std::ptr;
use std::slice;
use stonehouse_plugin::abi::{Sink, status};
use stonehouse_plugin::text::is_control;

/// The most bytes that a plugin may write to one sink, so that none can fill the memory.
const MAX_SINK_BYTES: usize = 64 << 20;

/// The text that a sink has collected.
#[derive(Default)]
struct Collected {
    text: Vec<u8>,
    /// It was more than [`MAX_SINK_BYTES`]: the text is cut short.
    too_long: bool,
}

impl Collected {
    /// A sink into this, for the time of one call.
    fn sink(&mut self) -> Sink {
        Sink { context: ptr::from_mut(self).cast(), write: Some(collect) }
    }
}

/// Called by the plugin with its text. Nothing in it can panic.
unsafe extern "C" fn collect(context: *mut c_void, bytes: *const u8, len: usize) {
    if bytes.is_null() || context.is_null() {
        return;
    }
    // SAFETY: `context` is the text of the call under way, used by nobody else.
    let collected = unsafe { &mut *context.cast::<Collected>() };
    if collected.too_long || len > MAX_SINK_BYTES - collected.text.len() {
        collected.too_long = true;
        return;
    }
    // SAFETY: the plugin passes `len` bytes that live through the call, no more than the limit.
    collected.text.extend_from_slice(unsafe { slice::from_raw_parts(bytes, len) });
}

/// Turns a status and its message into a result.
#[inline]
pub(super) fn check(call: &str, status: i32, message: &str) -> Result<(), CallError> {
    if status == status::OK { Ok(()) } else { Err(failed(call, status, message)) }
}

/// The error of a failed call.
#[cold]
fn failed(call: &str, status: i32, message: &str) -> CallError {
    match status {
        status::ILLEGAL => reason(message).map_or(CallError::Illegal, CallError::Refused),
        // Where a hook did fail, `Rules::in_frame` puts that failure in its place.
        status::HOOK => CallError::Contract(format!("`{call}` reports that a house rule failed, and none did")),
        status::PANIC => CallError::Panic(format!("`{call}`: {message}")),
        status::ENDLESS => CallError::Endless,
        status::STOPPED => CallError::Stopped,
        status::UNSUPPORTED => CallError::Contract(contract_message(call, "does not support this", message)),
        status::ABSENT => CallError::Contract(contract_message(call, "reports that nothing has that name", message)),
        status::ARGUMENT => CallError::Contract(contract_message(call, "refuses its arguments", message)),
        other => CallError::Contract(contract_message(call, &format!("failed with the status {other}"), message)),
    }
}

/// The most letters of a reason for people.
const MAX_REASON: usize = 200;

/// A reason for people: its first line, without control characters.
fn reason(message: &str) -> Option<String> {
    let line = message.trim().lines().next()?;
    let reason: String = line.chars().filter(|letter| !is_control(*letter)).take(MAX_REASON).collect();
    (!reason.trim().is_empty()).then_some(reason)
}

/// The message of a broken contract: the call, its result and the reason.
fn contract_message(call: &str, what: &str, why: &str) -> String {
    let why = why.trim();
    if why.is_empty() { format!("`{call}` {what}") } else { format!("`{call}` {what}: {why}") }
}

/// Calls with a sink for the reason of a failure. An empty `Vec` does not allocate, so a call that succeeds does not.
#[inline]
pub(super) fn with_error(call: impl FnOnce(*const Sink) -> i32) -> (i32, String) {
    let mut reason = Collected::default();
    let sink = reason.sink();
    let status = call(&raw const sink);
    if status == status::OK {
        return (status, String::new());
    }
    (status, String::from_utf8_lossy(&reason.text).into_owned())
}

/// Calls with a sink for the answer, and reads it.
pub(super) fn query<T: DeserializeOwned>(
    name: &str,
    call: impl FnOnce(*const Sink, *const Sink) -> i32,
) -> Result<T, CallError> {
    let (status, answer, message) = query_bytes(name, call)?;
    check(name, status, &message)?;
    serde_json::from_slice(&answer)
        .map_err(|error| CallError::Contract(format!("the answer of `{name}` cannot be read: {error}")))
}

/// Calls with a sink for the answer: returns the status, the answer and the reason of a failure.
pub(super) fn query_bytes(
    name: &str,
    call: impl FnOnce(*const Sink, *const Sink) -> i32,
) -> Result<(i32, Vec<u8>, String), CallError> {
    let mut answer = Collected::default();
    let sink = answer.sink();
    let (status, message) = with_error(|error| call(&raw const sink, error));
    if status == status::OK && answer.too_long {
        return Err(CallError::Contract(format!("the answer of `{name}` is longer than {} MiB", MAX_SINK_BYTES >> 20)));
    }
    Ok((status, answer.text, message))
}
