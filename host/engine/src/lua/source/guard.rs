//! The pass over the syntax: it notes where an operation has to be guarded, and changes nothing else.

use super::lexer::{Kind, LexError, MOST_TOKENS, Token, tokens};
use super::reads::{Reads, reads};
use super::{MODULO, POWER, TABLE_KEY};

/// A change of the source at one byte.
#[derive(Debug)]
pub(super) struct Edit {
    pub at: usize,
    pub kind: EditKind,
}

/// What is changed. The order is that of changes at the same byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EditKind {
    /// `)` is put in.
    Close,
    /// So many bytes are replaced by a text.
    Replace(usize, &'static str),
    /// A text that opens a call is put in.
    Open(String),
}

/// What the pass found.
#[derive(Debug, Default)]
pub(super) struct Guards {
    /// In the order in which operations end, so that an outer one comes after those inside it.
    pub edits: Vec<Edit>,
    /// Keys that are guarded.
    pub keys: usize,
    /// Keys that are written as a number and need no guard.
    pub number_keys: usize,
    /// What each function reads of its first parameter.
    pub reads: Vec<Reads>,
}

/// Something that a house rule may not contain, and its byte offset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub at: usize,
    pub why: String,
    /// Whether the script is too long for the compiler too.
    pub too_long: bool,
}

pub(super) type Parsed<T = ()> = Result<T, Refused>;

/// How deep blocks, expressions and types may be nested.
const DEEPEST: usize = 200;

/// How many functions there may be around one of which it is noted what it reads.
const DEEPEST_READ: usize = 4;

/// Finds the operations of `source` to be guarded.
///
/// # Errors
/// What is refused: names that the guards use, operations that cannot be guarded, too much nesting; and whatever does not parse,
/// for which the compiler has a better message and is therefore asked first.
pub(super) fn guards(source: &str) -> Parsed<Guards> {
    let tokens = tokens(source).map_err(|error| match error {
        LexError::TooLong => {
            let why = format!("the script is too long: a house rule has room for {MOST_TOKENS} words and signs");
            Refused { at: 0, why, too_long: true }
        }
        LexError::Broken(at) => {
            Refused { at, why: "this does not end, or is not part of a script".into(), too_long: false }
        }
    })?;
    let mut parser = Parser { source, tokens, at: 0, depth: 0, functions: 0, guards: Guards::default() };
    parser.block()?;
    if parser.kind() != Kind::End {
        return Err(parser.unexpected());
    }
    Ok(parser.guards)
}

/// The syntax, read from left to right.
pub(super) struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    pub(super) at: usize,
    depth: usize,
    /// Functions around the current token.
    functions: usize,
    guards: Guards,
}

/// How an expression ends that may stand on the left of an assignment.
enum Target {
    /// A name.
    Name,
    /// A field or a key that is a text: nothing to guard.
    Field,
    /// A key in brackets, and its tokens.
    Key(std::ops::Range<usize>),
    /// A call or something in parentheses: no target.
    Value,
}

/// The strength with which a binary operator binds to its left and to its right, as in the Luau grammar.
fn binding(operator: &str) -> Option<(u8, u8)> {
    Some(match operator {
        "or" => (1, 1),
        "and" => (2, 2),
        "<" | ">" | "<=" | ">=" | "==" | "~=" => (3, 3),
        ".." => (5, 4),
        "+" | "-" => (6, 6),
        "*" | "/" | "//" | "%" => (7, 7),
        "^" => (10, 9),
        _ => return None,
    })
}

/// The strength of `-`, `not` and `#`.
const UNARY: u8 = 8;

impl Parser<'_> {
    fn token(&self) -> &Token {
        // The last token is the end, and nothing advances past it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(super) fn kind(&self) -> Kind {
        self.token().kind
    }

    pub(super) fn text_of(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &self.source[token.at.clone()])
    }

    /// The current token's text, if it is a word or a sign.
    pub(super) fn text(&self) -> &str {
        if matches!(self.kind(), Kind::Word | Kind::Sign) { self.text_of(self.at) } else { "" }
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn accept(&mut self, text: &str) -> bool {
        let found = self.text() == text;
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Parsed {
        if self.accept(text) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn refuse(&self, why: impl Into<String>) -> Refused {
        Refused { at: self.token().at.start, why: why.into(), too_long: false }
    }

    pub(super) fn unexpected(&self) -> Refused {
        self.refuse(format!("`{}` was not expected here", self.text_of(self.at)))
    }

    /// Runs `inner` one level deeper.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(self.refuse("the script is nested too deeply here: give a part of it a name of its own"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub(super) fn name(&mut self) -> Parsed {
        if self.kind() != Kind::Word {
            return Err(self.unexpected());
        }
        if [TABLE_KEY, MODULO, POWER].contains(&self.text()) {
            return Err(self.refuse(format!("the name `{}` is the program's own: choose another", self.text())));
        }
        self.advance();
        Ok(())
    }

    fn before(&self) -> usize {
        self.tokens[self.at.saturating_sub(1)].at.end
    }

    fn edit(&mut self, at: usize, kind: EditKind) {
        self.guards.edits.push(Edit { at, kind });
    }

    /// Puts `guard(...)` around what begins at `start` and ends before the current token.
    fn enclose(&mut self, start: usize, guard: &str) {
        self.edit(start, EditKind::Open(format!("{guard}(")));
        self.edit(self.before(), EditKind::Close);
    }

    // Statements

    fn block(&mut self) -> Parsed {
        self.deeper(|parser| {
            while parser.kind() != Kind::End && !matches!(parser.text(), "end" | "else" | "elseif" | "until") {
                parser.statement()?;
            }
            Ok(())
        })
    }

    fn statement(&mut self) -> Parsed {
        let next_is_word = self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Word);
        match self.text() {
            ";" | "break" => self.advance(),
            "if" => {
                self.advance();
                loop {
                    self.expression()?;
                    self.expect("then")?;
                    self.block()?;
                    if !self.accept("elseif") {
                        break;
                    }
                }
                if self.accept("else") {
                    self.block()?;
                }
                self.expect("end")?;
            }
            "while" => {
                self.advance();
                self.expression()?;
                self.expect("do")?;
                self.block()?;
                self.expect("end")?;
            }
            "do" => {
                self.advance();
                self.block()?;
                self.expect("end")?;
            }
            "for" => {
                self.advance();
                self.bindings()?;
                if !self.accept("=") {
                    self.expect("in")?;
                }
                self.expressions()?;
                self.expect("do")?;
                self.block()?;
                self.expect("end")?;
            }
            "repeat" => {
                self.advance();
                self.block()?;
                self.expect("until")?;
                self.expression()?;
            }
            "function" => {
                self.advance();
                self.name()?;
                while self.accept(".") || self.accept(":") {
                    self.name()?;
                }
                self.function_body()?;
            }
            "local" => {
                self.advance();
                self.declaration()?;
            }
            "const" if next_is_word => {
                self.advance();
                self.declaration()?;
            }
            "return" => {
                self.advance();
                if self.kind() != Kind::End && !matches!(self.text(), "end" | "else" | "elseif" | "until" | ";") {
                    self.expressions()?;
                }
                self.accept(";");
            }
            "continue" if !self.continues_an_expression(self.at + 1) => self.advance(),
            "export" if self.text_of(self.at + 1) == "type" => self.advance(),
            "type" if next_is_word => self.type_declaration()?,
            "@" => {
                self.advance();
                self.name()?;
            }
            "@[" => self.balanced()?,
            _ => self.assignment_or_call()?,
        }
        Ok(())
    }

    /// Whether the token at `index` goes on with an expression that began before it.
    fn continues_an_expression(&self, index: usize) -> bool {
        let text_follows =
            self.tokens.get(index).is_some_and(|token| matches!(token.kind, Kind::Text | Kind::TextBegin));
        let sign = self.text_of(index);
        text_follows || matches!(sign, "." | "[" | ":" | "(" | "{" | "=" | ",") || sign.len() > 1 && is_compound(sign)
    }

    /// What follows `local` or `const`.
    fn declaration(&mut self) -> Parsed {
        if self.accept("function") {
            self.name()?;
            return self.function_body();
        }
        self.bindings()?;
        if self.accept("=") {
            self.expressions()?;
        }
        Ok(())
    }

    fn bindings(&mut self) -> Parsed {
        loop {
            self.name()?;
            if self.accept(":") {
                self.r#type()?;
            }
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    fn assignment_or_call(&mut self) -> Parsed {
        let start = self.at;
        let mut targets = vec![self.suffixed()?];
        while self.accept(",") {
            targets.push(self.suffixed()?);
        }
        let operator = self.text().to_owned();
        if operator == "=" || is_compound(&operator) {
            let remedy = match operator.as_str() {
                "^=" => Some(POWER),
                "%=" => Some(MODULO),
                _ => None,
            };
            let whole = self.source[self.tokens[start].at.start..self.before()].to_owned();
            let sign = self.token().at.clone();
            self.advance();
            let value = self.token().at.start;
            self.expressions()?;
            match (remedy, targets.as_slice()) {
                (None, _) => {}
                // `n %= 3` becomes `n = modulo(n, 3)`.
                (Some(guard), [Target::Name]) => {
                    self.edit(sign.start, EditKind::Replace(sign.len(), "="));
                    self.edit(value, EditKind::Open(format!("{guard}({whole},")));
                    self.edit(self.before(), EditKind::Close);
                }
                (Some(_), _) => {
                    let operator = &operator[..1];
                    return Err(Refused {
                        at: sign.start,
                        why: format!("write `{whole} = {whole} {operator} ...` instead of `{operator}=`"),
                        too_long: false,
                    });
                }
            }
            for target in targets {
                if let Target::Key(tokens) = target {
                    self.guard_key(tokens);
                }
            }
        }
        Ok(())
    }

    fn function_body(&mut self) -> Parsed {
        if self.text() == "<" {
            self.generics()?;
        }
        let header = (0..self.at).rev().find(|index| self.text_of(*index) == "function").unwrap_or_default();
        self.expect("(")?;
        let parameter = (self.kind() == Kind::Word).then_some(self.at);
        while !self.accept(")") {
            if !self.accept("...") {
                self.name()?;
            }
            if self.accept(":") {
                self.r#type()?;
            }
            if !self.accept(",") {
                self.expect(")")?;
                break;
            }
        }
        if self.accept(":") {
            self.r#type()?;
        }
        let begin = self.at;
        self.functions += 1;
        self.block()?;
        self.functions -= 1;
        // A hook may stand in a function that makes it, but not deep in others: to look through all of them would take long.
        if self.functions < DEEPEST_READ {
            let body = begin..self.at;
            self.guards.reads.push(reads(self.source, &self.tokens, header, parameter, body));
        }
        self.expect("end")
    }

    // Expressions

    fn expressions(&mut self) -> Parsed {
        self.expression()?;
        while self.accept(",") {
            self.expression()?;
        }
        Ok(())
    }

    fn expression(&mut self) -> Parsed {
        self.operation(0)
    }

    /// An expression whose operators bind more strongly than `least`.
    fn operation(&mut self, least: u8) -> Parsed {
        self.deeper(|parser| {
            let start = parser.token().at.start;
            if matches!(parser.text(), "-" | "not" | "#") {
                parser.advance();
                parser.operation(UNARY)?;
            } else {
                parser.simple()?;
                while parser.accept("::") {
                    parser.r#type()?;
                }
            }
            while let Some((left, right)) = binding(parser.text())
                && left > least
            {
                let sign = parser.token().at.clone();
                let guard = match parser.text() {
                    "^" => Some(POWER),
                    "%" => Some(MODULO),
                    _ => None,
                };
                parser.advance();
                parser.operation(right)?;
                if let Some(guard) = guard {
                    parser.enclose(start, guard);
                    parser.edit(sign.start, EditKind::Replace(sign.len(), ","));
                }
            }
            Ok(())
        })
    }

    fn simple(&mut self) -> Parsed {
        match self.kind() {
            Kind::Number | Kind::Text => self.advance(),
            Kind::TextBegin => self.interpolated()?,
            Kind::Word | Kind::Sign => match self.text() {
                "nil" | "true" | "false" | "..." => self.advance(),
                "{" => self.table()?,
                "function" => {
                    self.advance();
                    self.function_body()?;
                }
                "@" => {
                    self.advance();
                    self.name()?;
                    return self.simple();
                }
                "if" => {
                    self.advance();
                    loop {
                        self.expression()?;
                        self.expect("then")?;
                        self.expression()?;
                        if !self.accept("elseif") {
                            break;
                        }
                    }
                    self.expect("else")?;
                    self.expression()?;
                }
                _ => {
                    self.suffixed()?;
                }
            },
            _ => return Err(self.unexpected()),
        }
        Ok(())
    }

    fn interpolated(&mut self) -> Parsed {
        self.advance();
        loop {
            self.expression()?;
            match self.kind() {
                Kind::TextMiddle => self.advance(),
                Kind::TextEnd => {
                    self.advance();
                    return Ok(());
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// A name or something in parentheses, with what follows it: fields, keys, calls.
    fn suffixed(&mut self) -> Parsed<Target> {
        let mut target = if self.accept("(") {
            self.expression()?;
            self.expect(")")?;
            Target::Value
        } else {
            self.name()?;
            Target::Name
        };
        loop {
            target = match self.kind() {
                Kind::Text => {
                    self.advance();
                    Target::Value
                }
                Kind::TextBegin => {
                    self.interpolated()?;
                    Target::Value
                }
                _ => match self.text() {
                    "." | ":" => {
                        self.advance();
                        self.name()?;
                        Target::Field
                    }
                    "[" => self.key()?,
                    "(" => {
                        self.advance();
                        if self.text() != ")" {
                            self.expressions()?;
                        }
                        self.expect(")")?;
                        Target::Value
                    }
                    "{" => {
                        self.table()?;
                        Target::Value
                    }
                    _ => return Ok(target),
                },
            }
        }
    }

    /// A key in brackets.
    fn key(&mut self) -> Parsed<Target> {
        self.expect("[")?;
        let first = self.at;
        self.expression()?;
        let tokens = first..self.at;
        self.expect("]")?;
        let lone = (tokens.len() == 1).then(|| self.tokens[first].kind);
        Ok(if lone == Some(Kind::Text) { Target::Field } else { Target::Key(tokens) })
    }

    fn guard_key(&mut self, tokens: std::ops::Range<usize>) {
        if tokens.len() == 1 && self.tokens[tokens.start].kind == Kind::Number {
            self.guards.number_keys += 1;
            return;
        }
        self.guards.keys += 1;
        // Right behind the bracket, so that it encloses whatever else is put in front of the first token.
        self.edit(self.tokens[tokens.start - 1].at.end, EditKind::Open(format!("{TABLE_KEY}(")));
        self.edit(self.tokens[tokens.end].at.start, EditKind::Close);
    }

    fn table(&mut self) -> Parsed {
        self.expect("{")?;
        while !self.accept("}") {
            if self.text() == "[" {
                let target = self.key()?;
                if let Target::Key(tokens) = target {
                    self.guard_key(tokens);
                }
                self.expect("=")?;
            } else if self.kind() == Kind::Word && self.text_of(self.at + 1) == "=" {
                self.name()?;
                self.advance();
            }
            self.expression()?;
            if !self.accept(",") && !self.accept(";") {
                self.expect("}")?;
                break;
            }
        }
        Ok(())
    }
}

fn is_compound(sign: &str) -> bool {
    matches!(sign, "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "^=" | "..=")
}
