//! Seals codes of actions that the public may not know yet, so that a record does not show them, and unseals them with
//! the record's seed.
//!
//! This keeps what a seat has chosen from readers of the record of a running match. It is no encryption: the seed is in
//! the first line.

use crate::hex::hex;
use sha2::{Digest, Sha256};
use stonehouse_plugin::Action;

/// The length of what is sealed is a multiple of this, so that it reveals nothing of the code.
const BLOCK: usize = 32;

/// A sealed text that is no action with this seed, as the end of "the record was edited or damaged: …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what is sealed is no action")]
pub(crate) struct SealError;

/// Seals the code and the values of an action.
pub(super) fn close(seed: u64, number: u64, action: Action, values: &[i64]) -> String {
    let numbers: Vec<i64> = [action.0.into()].into_iter().chain(values.iter().copied()).collect();
    let mut plain = serde_json::to_vec(&numbers).unwrap_or_default();
    plain.resize(plain.len().next_multiple_of(BLOCK), b' ');
    hex(&masked(seed, number, &plain))
}

/// Unseals the code and the values; `None` if they are not sealed here.
pub(super) fn open(seed: u64, number: u64, sealed: &str) -> Option<(Action, Vec<i64>)> {
    let digits = sealed.as_bytes();
    if !digits.len().is_multiple_of(2 * BLOCK) {
        return None;
    }
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = digits.chunks(2).map(byte).collect::<Option<_>>()?;
    let numbers: Vec<i64> = serde_json::from_slice(&masked(seed, number, &bytes)).ok()?;
    let (action, values) = numbers.split_first()?;
    Some((Action(u32::try_from(*action).ok()?), values.to_vec()))
}

fn masked(seed: u64, number: u64, bytes: &[u8]) -> Vec<u8> {
    let block = |(index, block): (usize, &[u8])| -> Vec<u8> {
        let numbers = [seed, number, index as u64].map(u64::to_le_bytes).concat();
        let mask = Sha256::new().chain_update(b"a sealed action").chain_update(numbers).finalize();
        block.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect()
    };
    bytes.chunks(BLOCK).enumerate().flat_map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_action_is_recovered_and_reveals_nothing() {
        for (number, values) in [(1, vec![]), (2, vec![-7, 1 << 40]), (3, vec![i64::MIN; 12])] {
            for code in [0, 1, 90_000, u32::MAX] {
                let sealed = close(7, number, Action(code), &values);
                assert_eq!(open(7, number, &sealed), Some((Action(code), values.clone())));
                assert_eq!(open(8, number, &sealed), None);
            }
        }
        assert_eq!(close(7, 1, Action(0), &[]).len(), close(7, 1, Action(u32::MAX), &[]).len());
        for broken in ["", "00", "zz", &"é".repeat(32), &"0".repeat(64)] {
            assert_eq!(open(7, 1, broken), None, "{broken}");
        }
    }
}
