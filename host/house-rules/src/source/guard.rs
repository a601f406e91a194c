//! The pass over the syntax: it notes where an operation has to be guarded, and changes nothing else.

use super::lexer::{LexError, MAX_TOKENS, Token, TokenKind, tokens};
use super::reads::{Reads, reads};
use super::{CHARGE, END_OF_OPERAND, INDEX, MODULO, NUMBER, ORDER, POWER, TABLE, TABLE_KEY};

/// A change of the source at one byte.
#[derive(Debug)]
pub(super) struct Edit {
    pub offset: usize,
    pub kind: EditKind,
}

/// The kind of a change. The order is that of changes at the same byte.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EditKind {
    /// A text that closes a call is put in.
    Close(&'static str),
    /// This number of bytes is replaced by a text.
    Replace(usize, String),
    /// A text that opens a call is put in.
    Open(String),
}

/// The result of the pass.
#[derive(Debug, Default)]
pub(super) struct Guards {
    /// In the order in which operations end, so that an outer one comes after those inside it.
    pub edits: Vec<Edit>,
    /// Keys that are guarded.
    pub keys: usize,
    /// Keys that are written as a number and need no guard.
    pub number_keys: usize,
    /// Operations of arithmetic, numeric loops, and comparisons by order.
    pub arithmetic: usize,
    pub loops: usize,
    pub orders: usize,
    /// The reads of each function of its first parameter.
    pub reads: Vec<Reads>,
    /// The places in functions at which a field of a variable is assigned: of the variable and the field.
    pub changes: Vec<std::ops::Range<usize>>,
}

/// A construct that a house rule may not contain, and its byte offset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SourceError {
    pub offset: usize,
    pub why: String,
    /// Whether the script is so long that the compiler, too, would refuse it.
    pub exceeds_compiler: bool,
}

pub(super) type Parsed<T = ()> = Result<T, SourceError>;

/// The greatest depth of nested blocks, expressions and types.
const MAX_DEPTH: usize = 200;

/// The cost of a block, in tokens, for which no step is charged.
const FREE_COST: usize = 512;
/// The tokens of a step in a block that costs more.
const TOKENS_PER_STEP: usize = 64;

/// The most tokens of a script with its guards. The compiler takes about a hundred bytes for each.
const MAX_GUARDED: usize = 450_000;

/// The most functions around one whose reads are noted.
const MAX_READ_DEPTH: usize = 4;

/// Finds the operations of `source` to be guarded.
///
/// # Errors
/// The construct that is refused: a name that the guards use, an operation that cannot be guarded, too much nesting; or
/// a text that does not parse, for which the compiler has a better message and is therefore called first.
pub(super) fn guards(source: &str) -> Parsed<Guards> {
    let tokens = tokens(source).map_err(|error| match error {
        LexError::TooLong(offset) => {
            let why = format!(
                "the script is too long: there is room for {MAX_TOKENS} words and signs, which end here. Split it into several scripts"
            );
            SourceError { offset, why, exceeds_compiler: true }
        }
        LexError::Malformed(offset) => {
            SourceError { offset, why: "this does not end, or is not part of a script".into(), exceeds_compiler: false }
        }
    })?;
    let newlines = source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(offset, _)| offset).collect();
    let room = MAX_GUARDED - tokens.len().min(MAX_GUARDED);
    let mut parser = Parser {
        source,
        newlines,
        tokens,
        index: 0,
        depth: 0,
        functions: 0,
        cost: 0,
        room,
        full: None,
        guards: Guards::default(),
    };
    parser.block()?;
    if parser.kind() != TokenKind::End {
        return Err(parser.unexpected());
    }
    parser.fits()?;
    parser.keep_changes_of_result();
    Ok(parser.guards)
}

/// The syntax, read from left to right.
pub(super) struct Parser<'a> {
    source: &'a str,
    /// The ends of its lines.
    newlines: Vec<usize>,
    tokens: Vec<Token>,
    pub(super) index: usize,
    depth: usize,
    /// Functions around the current token.
    functions: usize,
    /// The block's cost so far that no step has counted: its tokens, expensive ones several times.
    cost: usize,
    /// The number of tokens that guards may still have, and the byte of the first that found no room.
    room: usize,
    full: Option<usize>,
    guards: Guards,
}

/// The end of an expression that may be on the left of an assignment.
enum AssignmentTarget {
    /// A name.
    Name,
    /// A field or a key that is a text: nothing to guard.
    Field,
    /// A key in brackets, and its tokens.
    Key(std::ops::Range<usize>),
    /// A call or something in parentheses: no target.
    Value,
    /// A number in parentheses.
    Number,
}

/// The left and right binding powers of a binary operator, as in the Luau grammar.
fn binding_powers(operator: &str) -> Option<(u8, u8)> {
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

/// The binding power of `-`, `not` and `#`.
const UNARY: u8 = 8;

impl Parser<'_> {
    fn token(&self) -> &Token {
        // The last token is the end, and nothing advances past it.
        &self.tokens[self.index.min(self.tokens.len() - 1)]
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    pub(super) fn text_of(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &self.source[token.span.clone()])
    }

    /// The text of the current token, if it is a word or a symbol.
    pub(super) fn text(&self) -> &str {
        if matches!(self.kind(), TokenKind::Word | TokenKind::Symbol) { self.text_of(self.index) } else { "" }
    }

    pub(super) fn advance(&mut self) {
        self.cost += match self.text() {
            // It may write half a kilobyte, or several numbers.
            ".." | "..=" => 8,
            // It may go through a chain of tables.
            "." | "[" => 4,
            _ => 1,
        };
        self.index = (self.index + 1).min(self.tokens.len() - 1);
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

    pub(super) fn error_here(&self, why: impl Into<String>) -> SourceError {
        SourceError { offset: self.token().span.start, why: why.into(), exceeds_compiler: false }
    }

    pub(super) fn unexpected(&self) -> SourceError {
        self.error_here(format!("`{}` was not expected here", self.text_of(self.index)))
    }

    /// Runs `inner` one level deeper.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error_here("the script is nested too deeply here: give a part of it a name of its own"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub(super) fn name(&mut self) -> Parsed {
        if self.kind() != TokenKind::Word {
            return Err(self.unexpected());
        }
        if self.text().starts_with("__stonehouse_") {
            return Err(self.error_here(format!("the name `{}` is the program's own: choose another", self.text())));
        }
        self.advance();
        Ok(())
    }

    fn previous_end(&self) -> usize {
        self.tokens[self.index.saturating_sub(1)].span.end
    }

    /// Notes a change, which adds `tokens`.
    fn edit(&mut self, offset: usize, kind: EditKind, tokens: usize) {
        match self.room.checked_sub(tokens) {
            Some(room) => self.room = room,
            None => self.full = self.full.or(Some(offset)),
        }
        self.guards.edits.push(Edit { offset, kind });
    }

    /// Checks that there was room for all guards so far.
    fn fits(&self) -> Parsed {
        let Some(offset) = self.full else { return Ok(()) };
        let why = "the script is too long: it calculates and compares so much that its checks take more room than a script has. Repeat \
                   things by loops or functions, or split it into several scripts";
        Err(SourceError { offset, why: why.to_owned(), exceeds_compiler: false })
    }

    /// Puts `guard(...)` around the source from `start` to `end`.
    fn enclose(&mut self, (start, end): (usize, usize), guard: &str, close: &'static str) {
        self.edit(start, EditKind::Open(format!("{guard}(")), 2);
        self.edit(end, EditKind::Close(close), 1);
    }

    /// Puts the guard of an operand around it: it costs nothing for a number.
    fn enclose_operand(&mut self, (start, end): (usize, usize), guard: &str) {
        self.edit(start, EditKind::Open(format!("{guard}(")), 2);
        self.edit(end, EditKind::Close(END_OF_OPERAND), 3);
    }

    /// Keeps the changes of the table that the script returns at its end.
    fn keep_changes_of_result(&mut self) {
        let [.., keyword, result, _] = &*self.tokens else { return self.guards.changes.clear() };
        let [keyword, result] = [keyword, result].map(|token| &self.source[token.span.clone()]);
        let is_result = |place: &std::ops::Range<usize>| {
            self.source[place.clone()].strip_prefix(result).is_some_and(|rest| rest.trim_start().starts_with('.'))
        };
        self.guards.changes.retain(|place| keyword == "return" && is_result(place));
    }

    /// An expression that must be a number, guarded if it might be none.
    fn number(&mut self) -> Parsed {
        let start = self.token().span.start;
        if !self.expression()? {
            self.enclose_operand((start, self.previous_end()), NUMBER);
        }
        Ok(())
    }

    // Statements

    fn block(&mut self) -> Parsed {
        self.charged_block(0, |_| Ok(()))
    }

    /// Reads a block, and with `after` what follows it in each run; `before` is the cost of the tokens that were read
    /// before it.
    ///
    /// Between two steps that the VM counts (a call, a turn of a loop) there may be a straight line of any length:
    /// so a block pays for its own tokens, and for the blocks in it that have not paid, when it begins.
    fn charged_block(&mut self, before: usize, after: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        let outer = std::mem::replace(&mut self.cost, before);
        let start = self.token().span.start;
        self.deeper(|parser| {
            while parser.kind() != TokenKind::End && !matches!(parser.text(), "end" | "else" | "elseif" | "until") {
                parser.statement()?;
            }
            Ok(())
        })?;
        after(self)?;
        if self.cost > FREE_COST {
            self.edit(start, EditKind::Open(format!("{CHARGE}({});", self.cost / TOKENS_PER_STEP)), 5);
            self.cost = 0;
        }
        self.cost += outer;
        Ok(())
    }

    fn statement(&mut self) -> Parsed {
        self.fits()?;
        let next_is_word = self.tokens.get(self.index + 1).is_some_and(|token| token.kind == TokenKind::Word);
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
                let outer = std::mem::take(&mut self.cost);
                self.advance();
                self.expression()?;
                self.expect("do")?;
                let condition = std::mem::replace(&mut self.cost, outer);
                self.charged_block(condition, |_| Ok(()))?;
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
                if self.accept("=") {
                    self.guards.loops += 1;
                    self.number()?;
                    while self.accept(",") {
                        self.number()?;
                    }
                } else {
                    self.expect("in")?;
                    self.expressions()?;
                }
                self.expect("do")?;
                self.block()?;
                self.expect("end")?;
            }
            "repeat" => {
                self.advance();
                self.charged_block(0, |parser| {
                    parser.expect("until")?;
                    parser.expression().map(|_| ())
                })?;
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
                if self.kind() != TokenKind::End && !matches!(self.text(), "end" | "else" | "elseif" | "until" | ";") {
                    self.expressions()?;
                }
                self.accept(";");
            }
            "continue" if !self.continues_expression(self.index + 1) => self.advance(),
            "export" if self.text_of(self.index + 1) == "type" => self.advance(),
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

    /// Whether the token at `index` continues an expression that began before it.
    fn continues_expression(&self, index: usize) -> bool {
        let string_follows = self
            .tokens
            .get(index)
            .is_some_and(|token| matches!(token.kind, TokenKind::String | TokenKind::InterpolationStart));
        let symbol = self.text_of(index);
        string_follows
            || matches!(symbol, "." | "[" | ":" | "(" | "{" | "=" | ",")
            || symbol.len() > 1 && is_compound(symbol)
    }

    /// Reads the rest of a declaration, after `local` or `const`.
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
        let start = self.index;
        let mut targets = vec![self.suffixed()?];
        while self.accept(",") {
            targets.push(self.suffixed()?);
        }
        let operator = self.text().to_owned();
        if self.functions > 0 && self.text_of(start + 1) == "." && (operator == "=" || is_compound(&operator)) {
            self.guards.changes.push(self.tokens[start].span.start..self.tokens[start + 2].span.end);
        }
        if operator == "=" || operator == "..=" {
            self.advance();
            self.expressions()?;
            for target in targets {
                if let AssignmentTarget::Key(tokens) = target {
                    self.guard_key(tokens);
                }
            }
        } else if is_compound(&operator) {
            let target = targets.pop().filter(|_| targets.is_empty()).ok_or_else(|| self.unexpected())?;
            self.compound(start, &target, &operator)?;
        }
        Ok(())
    }

    /// `TARGET += VALUE`, whose target begins with the token `start`: it becomes `TARGET = TARGET + VALUE` with both
    /// operands guarded. What is before a field or key, and the key, are evaluated once.
    fn compound(&mut self, start: usize, target: &AssignmentTarget, operator: &str) -> Parsed {
        let (begin, end) = (self.tokens[start].span.start, self.previous_end());
        let symbol = self.token().span.clone();
        let (whole, tokens) = match target {
            AssignmentTarget::Name => (self.source[begin..end].to_owned(), 1),
            // The last two tokens: `.name`; or three: `["name"]`, `[1]`.
            AssignmentTarget::Field | AssignmentTarget::Key(_) => {
                let first = match target {
                    AssignmentTarget::Key(tokens) => tokens.start - 1,
                    _ if self.text_of(self.index - 1) == "]" => self.index - 3,
                    _ => self.index - 2,
                };
                let suffix_start = self.tokens[first].span.start;
                let is_constant = match target {
                    AssignmentTarget::Key(tokens) => self.is_number(tokens),
                    _ => true,
                };
                let (suffix, tokens) = if is_constant {
                    self.guards.number_keys += usize::from(matches!(target, AssignmentTarget::Key(_)));
                    self.edit(begin, EditKind::Open(format!("do local {TABLE} = ")), 4);
                    self.edit(suffix_start, EditKind::Open(format!("; {TABLE}")), 2);
                    (self.source[suffix_start..end].to_owned(), self.index - first)
                } else {
                    self.guards.keys += 1;
                    self.edit(begin, EditKind::Open(format!("do local {TABLE}, {INDEX} = ")), 6);
                    self.edit(suffix_start, EditKind::Replace(1, format!(", {TABLE_KEY}(")), 2);
                    self.edit(end - 1, EditKind::Replace(1, format!("); {TABLE}[{INDEX}]")), 5);
                    (format!("[{INDEX}]"), 3)
                };
                (format!("{TABLE}{suffix}"), 1 + tokens)
            }
            AssignmentTarget::Value | AssignmentTarget::Number => return Err(self.unexpected()),
        };
        self.advance();
        let first = self.index;
        let value = self.token().span.start;
        let is_number = self.expression()?;
        let after = self.previous_end();
        let guard = match operator {
            "^=" => Some(POWER),
            "%=" => Some(MODULO),
            _ => None,
        };
        if let Some(guard) = guard {
            self.edit(symbol.start, EditKind::Replace(symbol.len(), format!("= {guard}({whole},")), 3 + tokens);
            self.edit(after, EditKind::Close(")"), 1);
        } else {
            self.guards.arithmetic += 1;
            let operator = operator.trim_end_matches('=');
            let with = format!("= {NUMBER}({whole}{END_OF_OPERAND} {operator}");
            self.edit(symbol.start, EditKind::Replace(symbol.len(), with), 6 + tokens);
            if !is_number {
                self.enclose_operand((value, after), NUMBER);
            } else if self.index > first + 1 {
                self.enclose((value, after), "", ")");
            }
        }
        if !matches!(target, AssignmentTarget::Name) {
            self.edit(after, EditKind::Close(" end"), 1);
        }
        Ok(())
    }

    /// Whether a key is a number literal and nothing else.
    fn is_number(&self, tokens: &std::ops::Range<usize>) -> bool {
        tokens.len() == 1 && self.tokens[tokens.start].kind == TokenKind::Number
    }

    fn function_body(&mut self) -> Parsed {
        if self.text() == "<" {
            self.generics()?;
        }
        let header = (0..self.index).rev().find(|index| self.text_of(*index) == "function").unwrap_or_default();
        self.expect("(")?;
        let parameter = (self.text() != ")").then_some(self.index);
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
        let begin = self.index;
        self.functions += 1;
        // It is run when it is called, which is a step.
        let outer = self.cost;
        self.block()?;
        self.cost = outer;
        self.functions -= 1;
        // A hook may be in a function that makes it, but not deep in others: to examine all of them would take long.
        if self.functions < MAX_READ_DEPTH {
            let body = begin..self.index;
            let start = self.tokens[header].span.start;
            let line = 1 + self.newlines.partition_point(|newline| *newline < start);
            self.guards.reads.push(reads(self.source, &self.tokens, line, parameter, body));
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

    /// Reads an expression; true if it is a number in any case.
    fn expression(&mut self) -> Parsed<bool> {
        self.operation(0)
    }

    /// Reads an expression whose operators bind more strongly than `least`.
    fn operation(&mut self, least: u8) -> Parsed<bool> {
        self.deeper(|parser| {
            let start = parser.token().span.start;
            let mut is_number = match parser.text() {
                "-" => {
                    parser.advance();
                    let operand = parser.token().span.start;
                    if !parser.operation(UNARY)? {
                        parser.enclose_operand((operand, parser.previous_end()), NUMBER);
                    }
                    parser.guards.arithmetic += 1;
                    true
                }
                symbol @ ("not" | "#") => {
                    let is_number = symbol == "#";
                    parser.advance();
                    parser.operation(UNARY)?;
                    is_number
                }
                _ => {
                    let is_number = parser.simple()?;
                    while parser.accept("::") {
                        parser.r#type()?;
                    }
                    is_number
                }
            };
            while let Some((left, right)) = binding_powers(parser.text())
                && left > least
            {
                let first = (start, parser.previous_end());
                let symbol = parser.token().span.clone();
                let operator = parser.text().to_owned();
                parser.advance();
                let begin = parser.token().span.start;
                let other = parser.operation(right)?;
                let second = (begin, parser.previous_end());
                is_number = match operator.as_str() {
                    "^" | "%" => {
                        let guard = if operator == "^" { POWER } else { MODULO };
                        parser.enclose((start, second.1), guard, ")");
                        parser.edit(symbol.start, EditKind::Replace(symbol.len(), ",".to_owned()), 0);
                        true
                    }
                    "+" | "-" | "*" | "/" | "//" => {
                        for (operand, is_number) in [(first, is_number), (second, other)] {
                            if !is_number {
                                parser.enclose_operand(operand, NUMBER);
                            }
                        }
                        parser.guards.arithmetic += 1;
                        true
                    }
                    "<" | ">" | "<=" | ">=" => {
                        // Beside a number a text is an error, and costs nothing.
                        if !is_number && !other {
                            parser.enclose_operand(first, ORDER);
                        }
                        parser.guards.orders += 1;
                        false
                    }
                    _ => false,
                };
            }
            Ok(is_number)
        })
    }

    /// Reads an expression without operators; true if it is a number in any case.
    fn simple(&mut self) -> Parsed<bool> {
        let is_number = self.kind() == TokenKind::Number;
        match self.kind() {
            TokenKind::Number | TokenKind::String => self.advance(),
            TokenKind::InterpolationStart => self.interpolated()?,
            TokenKind::Word | TokenKind::Symbol => match self.text() {
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
                _ => return Ok(matches!(self.suffixed()?, AssignmentTarget::Number)),
            },
            _ => return Err(self.unexpected()),
        }
        Ok(is_number)
    }

    fn interpolated(&mut self) -> Parsed {
        self.advance();
        loop {
            self.expression()?;
            match self.kind() {
                TokenKind::InterpolationMiddle => self.advance(),
                TokenKind::InterpolationEnd => {
                    self.advance();
                    return Ok(());
                }
                _ => return Err(self.unexpected()),
            }
        }
    }

    /// Reads a name or an expression in parentheses, with its suffixes: fields, keys, calls.
    fn suffixed(&mut self) -> Parsed<AssignmentTarget> {
        let mut target = if self.accept("(") {
            let is_number = self.expression()?;
            self.expect(")")?;
            if is_number { AssignmentTarget::Number } else { AssignmentTarget::Value }
        } else {
            self.name()?;
            AssignmentTarget::Name
        };
        loop {
            target = match self.kind() {
                TokenKind::String => {
                    self.advance();
                    AssignmentTarget::Value
                }
                TokenKind::InterpolationStart => {
                    self.interpolated()?;
                    AssignmentTarget::Value
                }
                _ => match self.text() {
                    "." | ":" => {
                        self.advance();
                        self.name()?;
                        AssignmentTarget::Field
                    }
                    "[" => self.key()?,
                    "(" => {
                        self.advance();
                        if self.text() != ")" {
                            self.expressions()?;
                        }
                        self.expect(")")?;
                        AssignmentTarget::Value
                    }
                    "{" => {
                        self.table()?;
                        AssignmentTarget::Value
                    }
                    _ => return Ok(target),
                },
            }
        }
    }

    /// Reads a key in brackets.
    fn key(&mut self) -> Parsed<AssignmentTarget> {
        self.expect("[")?;
        let first = self.index;
        self.expression()?;
        let tokens = first..self.index;
        self.expect("]")?;
        let only = (tokens.len() == 1).then(|| self.tokens[first].kind);
        Ok(if only == Some(TokenKind::String) { AssignmentTarget::Field } else { AssignmentTarget::Key(tokens) })
    }

    fn guard_key(&mut self, tokens: std::ops::Range<usize>) {
        if self.is_number(&tokens) {
            self.guards.number_keys += 1;
            return;
        }
        self.guards.keys += 1;
        // Right behind the bracket, so that it encloses whatever else is put in front of the first token.
        self.edit(self.tokens[tokens.start - 1].span.end, EditKind::Open(format!("{TABLE_KEY}(")), 2);
        self.edit(self.tokens[tokens.end].span.start, EditKind::Close(")"), 1);
    }

    fn table(&mut self) -> Parsed {
        self.expect("{")?;
        while !self.accept("}") {
            if self.text() == "[" {
                let target = self.key()?;
                if let AssignmentTarget::Key(tokens) = target {
                    self.guard_key(tokens);
                }
                self.expect("=")?;
            } else if self.kind() == TokenKind::Word && self.text_of(self.index + 1) == "=" {
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

fn is_compound(symbol: &str) -> bool {
    matches!(symbol, "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "^=" | "..=")
}
