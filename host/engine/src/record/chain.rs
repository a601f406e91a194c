//! The running hash: each line carries one over the hash of the line before and its own text.
//!
//! It detects accidental damage to files, and careless edits. It proves nothing against deliberate ones: there is no
//! key, so an editor of a line can hash the lines again.

use crate::hex::hex;
use sha2::{Digest, Sha256};

/// The bytes of the hash that are kept; a line shows two hex digits for each.
const BYTES: usize = 8;

/// The text before the hash in a line, and the text after it.
const OPENING: &[u8] = b",\"hash\":\"";
const CLOSING: &[u8] = b"\"}";

/// The hash of the last line; empty before the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HashChain(String);

impl HashChain {
    /// `line`, a JSON object, with its hash as the last field.
    pub fn append_hash(&mut self, line: &str) -> String {
        self.0 = self.next(line.as_bytes());
        let body = line.strip_suffix('}').unwrap_or(line);
        format!("{body},\"hash\":\"{}\"}}", self.0)
    }

    /// Whether `line` is the one that was written after the lines checked so far.
    pub fn check(&mut self, line: &[u8]) -> bool {
        let Some((body, hash)) = split(line) else { return false };
        let mut plain = body.to_vec();
        plain.push(b'}');
        let expected = self.next(&plain);
        let whole = expected.as_bytes() == hash;
        self.0 = expected;
        whole
    }

    fn next(&self, line: &[u8]) -> String {
        let digest = Sha256::new().chain_update(&self.0).chain_update(line).finalize();
        hex(&digest[..BYTES])
    }
}

/// Whether a line carries a hash, right or wrong.
pub(crate) fn has_hash(line: &[u8]) -> bool {
    split(line).is_some()
}

/// A line's text up to its hash, and the hash.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = line.strip_suffix(CLOSING)?;
    let (rest, hash) = rest.split_at_checked(rest.len().checked_sub(2 * BYTES)?)?;
    Some((rest.strip_suffix(OPENING)?, hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashed() -> Vec<String> {
        let mut chain = HashChain::default();
        ["{\"a\":1}", "{\"b\":2}", "{\"b\":2}"].iter().map(|line| chain.append_hash(line)).collect()
    }

    fn whole(lines: &[String]) -> bool {
        let mut chain = HashChain::default();
        lines.iter().all(|line| chain.check(line.as_bytes()))
    }

    #[test]
    fn unmodified_lines_verify_and_equal_lines_have_distinct_hashes() {
        let lines = hashed();
        assert!(whole(&lines));
        assert_ne!(lines[1], lines[2]);
        // The first sixteen digits of the SHA-256 of `{"a":1}`.
        assert_eq!(lines[0], "{\"a\":1,\"hash\":\"015abd7f5cc57a2d\"}");
    }

    #[test]
    fn any_changed_byte_any_lost_line_and_any_exchange_is_found() {
        let lines = hashed();
        for line in 0..lines.len() {
            for at in 0..lines[line].len() {
                let mut edited = lines.clone();
                let other = if lines[line].as_bytes()[at] == b'x' { "y" } else { "x" };
                edited[line].replace_range(at..=at, other);
                assert!(!whole(&edited), "{}", edited[line]);
            }
        }
        assert!(!whole(&[lines[0].clone(), lines[2].clone()]));
        assert!(!whole(&[lines[0].clone(), lines[2].clone(), lines[1].clone()]));
        assert!(!whole(&["{\"a\":1}".to_owned()]));
    }
}
