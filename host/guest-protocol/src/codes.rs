//! Codes of invitations, and the keys by which guests are recognised.

use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The digits of Crockford's base 32: without I, L, O and U, which are mistaken for others.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The digits between two dashes.
const GROUP: usize = 4;

/// A text that is neither a code nor a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Not a code of an invitation.
    #[error("a code has 16 letters and digits, such as K7QF-2M9D-4XYZ-01AB")]
    Code,
    /// Not a key.
    #[error("a key has 32 hexadecimal digits")]
    Key,
}

/// The code of an invitation: 80 random bits. Everybody who has it can come to the table.
///
/// As text 16 digits of Crockford's base 32 in four groups. It is compared without a difference in time.
#[derive(Clone, Copy)]
pub struct InviteCode([u8; 10]);

impl InviteCode {
    /// The number of random bytes.
    pub const BYTES: usize = 10;

    /// A code of these random bytes.
    pub const fn from_random(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }
}

impl PartialEq for InviteCode {
    fn eq(&self, other: &Self) -> bool {
        are_equal(&self.0, &other.0)
    }
}

impl Eq for InviteCode {}

impl fmt::Display for InviteCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        for place in (0..16).rev() {
            let digit = DIGITS[(bits >> (5 * place) & 31) as usize];
            write!(f, "{}", digit as char)?;
            if place % GROUP == 0 && place > 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for InviteCode {
    /// Without the code, which has no place in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InviteCode(..)")
    }
}

impl FromStr for InviteCode {
    type Err = CodeError;

    /// Reads a code as people type it: in small letters, with spaces or without dashes, with O for 0 and I or L for 1.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let mut bits = 0_u128;
        let mut digits = 0;
        for letter in text.chars().filter(|letter| !matches!(letter, '-' | ' ')) {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let digit = DIGITS.iter().position(|digit| *digit as char == letter).ok_or(CodeError::Code)?;
            bits = bits << 5 | digit as u128;
            digits += 1;
            if digits > 16 {
                return Err(CodeError::Code);
            }
        }
        if digits != 16 {
            return Err(CodeError::Code);
        }
        let mut code = [0; Self::BYTES];
        code.copy_from_slice(&bits.to_be_bytes()[6..]);
        Ok(Self(code))
    }
}

/// The key by which a guest is recognised when it comes back: 128 random bits, which the host issued.
#[derive(Clone, Copy)]
pub struct GuestKey([u8; 16]);

impl GuestKey {
    /// The number of random bytes.
    pub const BYTES: usize = 16;

    /// A key of these random bytes.
    pub const fn from_random(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// The hash that the host keeps in place of the key, in hexadecimal digits.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

impl fmt::Display for GuestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for GuestKey {
    /// Without the key, which has no place in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GuestKey(..)")
    }
}

impl FromStr for GuestKey {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let digits = text.as_bytes();
        if digits.len() != 2 * Self::BYTES || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(CodeError::Key);
        }
        let bits = u128::from_str_radix(text, 16).map_err(|_| CodeError::Key)?;
        Ok(Self(bits.to_be_bytes()))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares in a time that does not depend on where the first difference is.
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = InviteCode::from_random([0x08, 0x42, 0xFF, 0, 1, 2, 3, 0xFE, 0x10, 0x20]);
        let text = code.to_string();
        assert_eq!(text.len(), 19);
        let typed = text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
        assert_eq!(typed.parse(), Ok(code), "{typed}");
        for wrong in ["", "K7QF", "K7QF-2M9D-4XYZ-01AU", "K7QF-2M9D-4XYZ-01AB-0", "K7QF_2M9D_4XYZ_01AB"] {
            assert_eq!(wrong.parse::<InviteCode>(), Err(CodeError::Code), "{wrong}");
        }
    }

    #[test]
    fn codes_differ_in_each_bit() {
        let code = InviteCode::from_random([0; 10]);
        for bit in 0..80 {
            let mut bytes = [0; 10];
            bytes[bit / 8] |= 1 << (bit % 8);
            let other = InviteCode::from_random(bytes);
            assert_ne!(code, other);
            assert_eq!(other.to_string().parse(), Ok(other));
        }
    }

    #[test]
    fn a_key_reads_back_and_is_in_no_debug_output() {
        let key = GuestKey::from_random([7; 16]);
        assert_eq!(key.to_string().parse::<GuestKey>().unwrap().hash(), key.hash());
        assert_eq!((key.hash().len(), format!("{key:?}")), (64, "GuestKey(..)".to_owned()));
        for wrong in ["", "07", "+7070707070707070707070707070707", "0707070707070707070707070707070g"] {
            assert_eq!(wrong.parse::<GuestKey>().err(), Some(CodeError::Key), "{wrong}");
        }
    }
}
