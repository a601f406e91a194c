//! The tokens of a Luau script.

use std::ops::Range;

/// The kind of a token, as far as the pass over the source has to distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A text in quotes or long brackets, or an interpolated one without a value in it.
    Text,
    /// An interpolated text up to its first `{`.
    TextBegin,
    /// An interpolated text from a `}` to the next `{`.
    TextMiddle,
    /// An interpolated text from its last `}`.
    TextEnd,
    /// An operator or another sign.
    Sign,
    /// The end of the script.
    End,
}

/// One token: its kind and its bytes in the source.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub at: Range<usize>,
}

/// The reason why a source has no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LexError {
    /// It has more tokens than a script may have, up to this byte.
    TooLong(usize),
    /// The token that begins at this byte does not end, or is not a token.
    Broken(usize),
}

/// The most tokens of a script. A script as long as a file may be and full of short statements would take the compiler
/// hundreds of megabytes; what people write has less than a hundredth of this.
pub(super) const MAX_TOKENS: usize = 200_000;

/// Signs of more than one byte, the longest first.
const SIGNS: [&[u8]; 18] = [
    b"...", b"..=", b"//=", b"..", b"//", b"==", b"~=", b"<=", b">=", b"::", b"->", b"+=", b"-=", b"*=", b"/=", b"%=",
    b"^=", b"@[",
];

/// The tokens of `source`, the last one being the end.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, LexError> {
    let mut lexer = Lexer { bytes: source.as_bytes(), at: 0, tokens: Vec::new(), braces: Vec::new() };
    while lexer.next()? {
        if lexer.tokens.len() > MAX_TOKENS {
            return Err(LexError::TooLong(lexer.tokens[MAX_TOKENS].at.start));
        }
    }
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    /// Open braces: whether each is part of an interpolated string.
    braces: Vec<bool>,
}

impl Lexer<'_> {
    /// Reads one token; false at the end.
    fn next(&mut self) -> Result<bool, LexError> {
        self.skip_blanks_and_comments()?;
        let start = self.at;
        let Some(first) = self.peek(0) else {
            self.push(Kind::End, start);
            return Ok(false);
        };
        let kind = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                Kind::Word
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            b'"' | b'\'' => self.quoted(first)?,
            b'`' => {
                self.at += 1;
                self.interpolated(start, Kind::Text, Kind::TextBegin)?
            }
            b'[' if self.long_bracket().is_some() => {
                self.skip_long(start)?;
                Kind::Text
            }
            b'{' => {
                self.braces.push(false);
                self.at += 1;
                Kind::Sign
            }
            b'}' => {
                self.at += 1;
                if self.braces.pop() == Some(true) {
                    self.interpolated(start, Kind::TextEnd, Kind::TextMiddle)?
                } else {
                    Kind::Sign
                }
            }
            _ => {
                let rest = &self.bytes[self.at..];
                self.at += SIGNS.iter().find(|sign| rest.starts_with(sign)).map_or(1, |sign| sign.len());
                // A character beyond ASCII is one sign, not several.
                self.skip_while(|byte| byte & 0xc0 == 0x80);
                Kind::Sign
            }
        };
        self.push(kind, start);
        Ok(true)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token { kind, at: start..self.at });
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn skip_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&goes_on) {
            self.at += 1;
        }
    }

    fn skip_blanks_and_comments(&mut self) -> Result<(), LexError> {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace() || byte == 0x0b);
            if !self.bytes[self.at..].starts_with(b"--") {
                return Ok(());
            }
            let start = self.at;
            self.at += 2;
            if self.long_bracket().is_some() {
                self.skip_long(start)?;
            } else {
                self.skip_while(|byte| byte != b'\n');
            }
        }
    }

    /// The number of `=` in the opening long bracket here, if there is one.
    fn long_bracket(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..)?.strip_prefix(b"[")?;
        let level = rest.iter().take_while(|byte| **byte == b'=').count();
        (rest.get(level) == Some(&b'[')).then_some(level)
    }

    fn skip_long(&mut self, start: usize) -> Result<(), LexError> {
        let level = self.long_bracket().unwrap_or_default();
        let close = [&b"]"[..], &vec![b'='; level], b"]"].concat();
        let from = self.at + level + 2;
        let rest = self.bytes.get(from..).unwrap_or_default();
        let length = rest.windows(close.len()).position(|window| window == close).ok_or(LexError::Broken(start))?;
        self.at = from + length + close.len();
        Ok(())
    }

    /// A number as Luau reads it: digits, letters, underscores and a sign after an exponent.
    fn number(&mut self) -> Kind {
        self.skip_while(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'_');
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(0), Some(b'+' | b'-')) {
                self.at += 1;
            }
        }
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        Kind::Number
    }

    fn quoted(&mut self, quote: u8) -> Result<Kind, LexError> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Err(LexError::Broken(start)),
                Some(b'\\') => self.escape(),
                Some(byte) => {
                    self.at += 1;
                    if byte == quote {
                        return Ok(Kind::Text);
                    }
                }
            }
        }
    }

    /// Skips a backslash and what it escapes; `\z` escapes all blanks that follow.
    fn escape(&mut self) {
        self.at += 1;
        match self.peek(0) {
            Some(b'z') => {
                self.at += 1;
                self.skip_while(|byte| byte.is_ascii_whitespace() || byte == 0x0b);
            }
            Some(b'\r') if self.peek(1) == Some(b'\n') => self.at += 2,
            // `\u{1F600}`: its brace opens no value in an interpolated text.
            Some(b'u') if self.peek(1) == Some(b'{') => self.at += 2,
            Some(_) => self.at += 1,
            None => {}
        }
    }

    /// Reads on in an interpolated text: to its end, or to the `{` of a value.
    fn interpolated(&mut self, start: usize, at_end: Kind, at_value: Kind) -> Result<Kind, LexError> {
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Err(LexError::Broken(start)),
                Some(b'\\') => self.escape(),
                Some(b'`') => {
                    self.at += 1;
                    return Ok(at_end);
                }
                Some(b'{') => {
                    self.at += 1;
                    self.braces.push(true);
                    return Ok(at_value);
                }
                Some(_) => self.at += 1,
            }
        }
    }
}
