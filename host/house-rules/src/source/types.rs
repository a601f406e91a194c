//! Types of a script, which are skipped: they are never executed.

use super::guard::{Parsed, Parser};
use super::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn type_declaration(&mut self) -> Parsed {
        self.advance();
        if self.text() == "function" {
            return Err(self.error_here("type functions are not for scripts: write the type out"));
        }
        self.name()?;
        if self.text() == "<" {
            self.generics()?;
        }
        self.expect("=")?;
        self.r#type()
    }

    pub(super) fn generics(&mut self) -> Parsed {
        self.expect("<")?;
        while !self.accept(">") {
            self.r#type()?;
            if self.accept("=") {
                self.r#type()?;
            }
            if !self.accept(",") {
                return self.expect(">");
            }
        }
        Ok(())
    }

    pub(super) fn r#type(&mut self) -> Parsed {
        self.deeper(|parser| {
            if matches!(parser.text(), "|" | "&") {
                parser.advance();
            }
            loop {
                parser.simple_type()?;
                while parser.accept("?") {}
                if !parser.accept("|") && !parser.accept("&") {
                    return Ok(());
                }
            }
        })
    }

    fn simple_type(&mut self) -> Parsed {
        match self.text() {
            "..." => {
                self.advance();
                return self.r#type();
            }
            "<" => {
                self.generics()?;
                return self.simple_type();
            }
            "(" => {
                self.balanced()?;
                if self.accept("->") {
                    return self.r#type();
                }
                return Ok(());
            }
            "{" => return self.balanced(),
            "typeof" if self.text_of(self.index + 1) == "(" => {
                self.advance();
                return self.balanced();
            }
            _ => {}
        }
        if self.kind() == TokenKind::String {
            self.advance();
            return Ok(());
        }
        self.name()?;
        while self.accept(".") {
            self.name()?;
        }
        if self.text() == "<" {
            self.generics()?;
        }
        self.accept("...");
        Ok(())
    }

    /// Skips everything between a bracket and the one that closes it.
    pub(super) fn balanced(&mut self) -> Parsed {
        let mut open = 0usize;
        loop {
            match self.text() {
                "(" | "{" | "[" | "@[" => open += 1,
                ")" | "}" | "]" => open = open.saturating_sub(1),
                _ if self.kind() == TokenKind::End => return Err(self.unexpected()),
                _ => {}
            }
            self.advance();
            if open == 0 {
                return Ok(());
            }
        }
    }
}
