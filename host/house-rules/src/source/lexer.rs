//! The tokens of a Luau script.

use std::ops::Range;

/// The kind of a token, as far as the pass over the source has to distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A string in quotes or long brackets, or an interpolated one without a value in it.
    String,
    /// An interpolated string up to its first `{`.
    InterpolationStart,
    /// An interpolated string from a `}` to the next `{`.
    InterpolationMiddle,
    /// An interpolated string from its last `}`.
    InterpolationEnd,
    /// An operator or another symbol.
    Symbol,
    /// The end of the script.
    End,
}

/// One token: its kind and its bytes in the source.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

/// The reason why a source has no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LexError {
    /// It has more tokens than a script may have, up to this byte.
    TooLong(usize),
    /// The token that begins at this byte does not end, or is not a token.
    Malformed(usize),
}

/// The most tokens of a script. A script as long as a file may be and full of short statements would take the compiler
/// hundreds of megabytes; what people write has less than a hundredth of this.
pub(super) const MAX_TOKENS: usize = 200_000;

/// Symbols of more than one byte, the longest first.
const SYMBOLS: [&[u8]; 18] = [
    b"...", b"..=", b"//=", b"..", b"//", b"==", b"~=", b"<=", b">=", b"::", b"->", b"+=", b"-=", b"*=", b"/=", b"%=",
    b"^=", b"@[",
];

/// The tokens of `source`, the last one being the end.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, LexError> {
    let mut lexer = Lexer { bytes: source.as_bytes(), offset: 0, tokens: Vec::new(), braces: Vec::new() };
    while lexer.next()? {
        if lexer.tokens.len() > MAX_TOKENS {
            return Err(LexError::TooLong(lexer.tokens[MAX_TOKENS].span.start));
        }
    }
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    bytes: &'a [u8],
    offset: usize,
    tokens: Vec<Token>,
    /// Open braces: whether each is part of an interpolated string.
    braces: Vec<bool>,
}

impl Lexer<'_> {
    /// Reads one token; false at the end.
    fn next(&mut self) -> Result<bool, LexError> {
        self.skip_whitespace_and_comments()?;
        let start = self.offset;
        let Some(first) = self.peek(0) else {
            self.push(TokenKind::End, start);
            return Ok(false);
        };
        let kind = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                TokenKind::Word
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            b'"' | b'\'' => self.quoted(first)?,
            b'`' => {
                self.offset += 1;
                self.interpolated(start, TokenKind::String, TokenKind::InterpolationStart)?
            }
            b'[' if self.long_bracket().is_some() => {
                self.skip_long(start)?;
                TokenKind::String
            }
            b'{' => {
                self.braces.push(false);
                self.offset += 1;
                TokenKind::Symbol
            }
            b'}' => {
                self.offset += 1;
                if self.braces.pop() == Some(true) {
                    self.interpolated(start, TokenKind::InterpolationEnd, TokenKind::InterpolationMiddle)?
                } else {
                    TokenKind::Symbol
                }
            }
            _ => {
                let rest = &self.bytes[self.offset..];
                self.offset += SYMBOLS.iter().find(|symbol| rest.starts_with(symbol)).map_or(1, |symbol| symbol.len());
                // A character beyond ASCII is one symbol, not several.
                self.skip_while(|byte| byte & 0xc0 == 0x80);
                TokenKind::Symbol
            }
        };
        self.push(kind, start);
        Ok(true)
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, span: start..self.offset });
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.offset + ahead).copied()
    }

    fn skip_while(&mut self, accepts: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&accepts) {
            self.offset += 1;
        }
    }

    fn skip_whitespace_and_comments(&mut self) -> Result<(), LexError> {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace() || byte == 0x0b);
            if !self.bytes[self.offset..].starts_with(b"--") {
                return Ok(());
            }
            let start = self.offset;
            self.offset += 2;
            if self.long_bracket().is_some() {
                self.skip_long(start)?;
            } else {
                self.skip_while(|byte| byte != b'\n');
            }
        }
    }

    /// The number of `=` in the opening long bracket here, if there is one.
    fn long_bracket(&self) -> Option<usize> {
        let rest = self.bytes.get(self.offset..)?.strip_prefix(b"[")?;
        let level = rest.iter().take_while(|byte| **byte == b'=').count();
        (rest.get(level) == Some(&b'[')).then_some(level)
    }

    fn skip_long(&mut self, start: usize) -> Result<(), LexError> {
        let level = self.long_bracket().unwrap_or_default();
        let close = [&b"]"[..], &vec![b'='; level], b"]"].concat();
        let from = self.offset + level + 2;
        let rest = self.bytes.get(from..).unwrap_or_default();
        let length = rest.windows(close.len()).position(|window| window == close).ok_or(LexError::Malformed(start))?;
        self.offset = from + length + close.len();
        Ok(())
    }

    /// A number as Luau reads it: digits, letters, underscores and a sign after an exponent.
    fn number(&mut self) -> TokenKind {
        self.skip_while(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'_');
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            self.offset += 1;
            if matches!(self.peek(0), Some(b'+' | b'-')) {
                self.offset += 1;
            }
        }
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        TokenKind::Number
    }

    fn quoted(&mut self, quote: u8) -> Result<TokenKind, LexError> {
        let start = self.offset;
        self.offset += 1;
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Err(LexError::Malformed(start)),
                Some(b'\\') => self.escape(),
                Some(byte) => {
                    self.offset += 1;
                    if byte == quote {
                        return Ok(TokenKind::String);
                    }
                }
            }
        }
    }

    /// Skips a backslash and what it escapes; `\z` escapes all whitespace that follow.
    fn escape(&mut self) {
        self.offset += 1;
        match self.peek(0) {
            Some(b'z') => {
                self.offset += 1;
                self.skip_while(|byte| byte.is_ascii_whitespace() || byte == 0x0b);
            }
            Some(b'\r') if self.peek(1) == Some(b'\n') => self.offset += 2,
            // `\u{1F600}`: its brace opens no value in an interpolated string.
            Some(b'u') if self.peek(1) == Some(b'{') => self.offset += 2,
            Some(_) => self.offset += 1,
            None => {}
        }
    }

    /// Reads on in an interpolated string: to its end, or to the `{` of a value.
    fn interpolated(&mut self, start: usize, at_end: TokenKind, at_value: TokenKind) -> Result<TokenKind, LexError> {
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Err(LexError::Malformed(start)),
                Some(b'\\') => self.escape(),
                Some(b'`') => {
                    self.offset += 1;
                    return Ok(at_end);
                }
                Some(b'{') => {
                    self.offset += 1;
                    self.braces.push(true);
                    return Ok(at_value);
                }
                Some(_) => self.offset += 1,
            }
        }
    }
}
