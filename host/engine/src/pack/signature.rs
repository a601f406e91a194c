//! Signatures: whether a pack is by the same author as another one.
//!
//! A user has one key, made when the first pack is made, and each pack that is made is signed with it. No authority
//! states who that is: a signature shows only that two packs are by the same person, and that nobody changed them.

use crate::files;
use crate::hex::{bytes_of, hex};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use std::io::ErrorKind;
use std::path::Path;
use stonehouse_house_rules::Problem;

/// The file with the signature of a pack: the name of the method, the public key, and the signature.
pub const SIGNATURE: &str = "pack.sig";

/// The method, at the beginning of such a file.
const METHOD: &str = "ed25519";

/// The largest file of a key, in bytes.
const MAX_KEY_BYTES: u64 = 1024;

/// The key with which a user signs packs.
pub struct AuthorKey(SigningKey);

/// The public key of an author, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorId(String);

impl AuthorId {
    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AuthorKey {
    /// The key in a file, which is made if it does not exist.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is damaged.
    pub fn in_file(file: &Path) -> Result<Self, Problem> {
        let wrong = |why: String| Problem::file(file, why);
        if file.symlink_metadata().is_err() {
            let mut secret = [0; 32];
            getrandom::fill(&mut secret).map_err(|error| wrong(format!("no key can be made: {error}")))?;
            match files::create_new(file, format!("{METHOD} {}\n", hex(&secret)).as_bytes()) {
                // Another program may have made one meanwhile.
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(wrong(format!("the key that signs your packs cannot be written: {error}")));
                }
                _ => {}
            }
        }
        let text = files::text_of(file, &files::read_bytes(file, MAX_KEY_BYTES)?)?;
        let secret = text.trim().strip_prefix(METHOD).and_then(|digits| bytes_of(digits.trim()));
        let secret: Option<[u8; 32]> = secret.and_then(|secret| secret.try_into().ok());
        let key = secret.map(|secret| Self(SigningKey::from_bytes(&secret)));
        key.ok_or_else(|| {
            wrong(
                "the key that signs your packs is damaged. Restore the file from a copy, or delete it: then a new key is \
                 made, and your packs are no longer recognised as yours"
                    .to_owned(),
            )
        })
    }

    /// The signature of these files, as it is in a pack.
    pub fn sign<'a>(&self, files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
        let signature = self.0.sign(&message(files));
        format!("{METHOD} {} {}\n", hex(self.0.verifying_key().as_bytes()), hex(&signature.to_bytes()))
    }
}

/// The author who signed these files.
///
/// # Errors
/// The reason why the signature is not theirs.
pub fn verify<'a>(text: &str, files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<AuthorId, &'static str> {
    let malformed = "its signature is malformed";
    let [METHOD, key, signature] = *text.split_whitespace().collect::<Vec<_>>() else { return Err(malformed) };
    let bytes = |digits: &str| bytes_of(digits).ok_or(malformed);
    let public: [u8; 32] = bytes(key)?.try_into().map_err(|_| malformed)?;
    let signature: [u8; 64] = bytes(signature)?.try_into().map_err(|_| malformed)?;
    let verifying = VerifyingKey::from_bytes(&public).map_err(|_| malformed)?;
    let is_theirs = verifying.verify_strict(&message(files), &Signature::from_bytes(&signature)).is_ok();
    let changed = "its signature does not fit its files: somebody changed them after its author had signed it";
    if is_theirs { Ok(AuthorId(hex(&public))) } else { Err(changed) }
}

/// The signed message: the hash and the name of each file, in the order of the names.
fn message<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut lines: Vec<String> = files
        .filter(|(name, _)| *name != SIGNATURE)
        .map(|(name, bytes)| format!("{name} {}\n", hex(&Sha256::digest(bytes))))
        .collect();
    lines.sort();
    format!("stonehouse pack\n{}", lines.concat()).into_bytes()
}
