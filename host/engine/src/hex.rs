//! Bytes as text: hashes and seals in files.

/// The bytes that hexadecimal digits stand for.
pub fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    // `from_str_radix` takes a sign, too.
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?, 16).ok())
        .collect()
}

/// The bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
