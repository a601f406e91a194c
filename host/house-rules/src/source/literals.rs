//! Values that the source of a script shows: the arguments of effects, the keys with which `ctx` is read, and the knobs
//! that are read.

use super::lexer::{self, Token, TokenKind};
use super::reads::plain;
use std::ops::Range;

/// A value that the source shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Literal<'s> {
    Text(&'s str),
    Number(f64),
    Boolean(bool),
    Nil,
}

/// A call `effects.NAME(...)`.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct EffectCall<'s> {
    /// The place of the name.
    pub place: Range<usize>,
    pub name: &'s str,
    /// The arguments, with their places; `None` where the source does not show how many there are.
    pub arguments: Option<Vec<(Range<usize>, Option<Literal<'s>>)>>,
}

/// A key behind `ctx.NAME`, or its length `#ctx.NAME`.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct CtxKey<'s> {
    pub place: Range<usize>,
    pub name: &'s str,
    /// The number of keys before it.
    pub depth: usize,
    /// The key; `None` for the length.
    pub key: Option<Literal<'s>>,
}

/// The tokens of a source.
struct Tokens<'s> {
    source: &'s str,
    tokens: Vec<Token>,
}

impl<'s> Tokens<'s> {
    /// Those of `source`; none where it has a mistake.
    fn new(source: &'s str) -> Self {
        Self { source, tokens: lexer::tokens(source).unwrap_or_default() }
    }

    fn text(&self, index: usize) -> &'s str {
        self.tokens.get(index).map_or("", |token| &self.source[token.span.clone()])
    }

    fn is_word(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// Whether the variable `name` is at this token, and no field of that name.
    fn is_variable(&self, index: usize, name: &str) -> bool {
        self.text(index) == name && !(index > 0 && matches!(self.text(index - 1), "." | ":"))
    }

    fn span(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].span.start..self.tokens[tokens.end - 1].span.end
    }

    /// The value of these tokens, where they are a literal.
    fn literal(&self, tokens: &Range<usize>) -> Option<Literal<'s>> {
        let first = self.tokens.get(tokens.start)?;
        let number = |index: usize| {
            let is_number = self.tokens[index].kind == TokenKind::Number;
            self.text(index).replace('_', "").parse::<f64>().ok().filter(|_| is_number)
        };
        match (tokens.len(), self.text(tokens.start)) {
            (1, "true") => Some(Literal::Boolean(true)),
            (1, "false") => Some(Literal::Boolean(false)),
            (1, "nil") => Some(Literal::Nil),
            (1, text) => plain(first, text).map(Literal::Text).or_else(|| number(tokens.start).map(Literal::Number)),
            (2, "-") => number(tokens.start + 1).map(|number| Literal::Number(-number)),
            _ => None,
        }
    }

    /// The token after the bracket that closes the one at `open`, and the tokens between commas within them. `None`
    /// where they do not show what is separated.
    fn brackets(&self, open: usize) -> Option<(usize, Vec<Range<usize>>)> {
        let (mut depth, mut parts, mut start) = (0_usize, Vec::new(), open + 1);
        for index in open..self.tokens.len() {
            match self.text(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        if index > start {
                            parts.push(start..index);
                        }
                        return Some((index + 1, parts));
                    }
                }
                "," if depth == 1 => {
                    parts.push(start..index);
                    start = index + 1;
                }
                // Its statements have commas of their own.
                "function" => return None,
                _ => {}
            }
        }
        None
    }
}

/// The effects that a script requests by the usual name of the parameter.
pub(in super::super) fn effect_calls(source: &str) -> Vec<EffectCall<'_>> {
    let tokens = Tokens::new(source);
    let is_call = |index: &usize| {
        tokens.is_variable(*index, "effects") && tokens.text(index + 1) == "." && tokens.is_word(index + 2)
    };
    let arguments = |open: usize| {
        let (_, parts) = tokens.brackets(open).filter(|_| tokens.text(open) == "(")?;
        let last = parts.last().map_or("", |part| tokens.text(part.end - 1));
        // A call, or `...`, may have any number of values.
        let is_open = matches!(last, ")" | "...") || parts.iter().any(Range::is_empty);
        let shown = |part: &Range<usize>| (tokens.span(part), tokens.literal(part));
        (!is_open).then(|| parts.iter().map(shown).collect())
    };
    let call = |index: usize| EffectCall {
        place: tokens.tokens[index + 2].span.clone(),
        name: tokens.text(index + 2),
        arguments: arguments(index + 3),
    };
    (0..tokens.tokens.len()).filter(is_call).map(call).collect()
}

/// The literal keys with which a script reads values of `ctx`, and the values of which it reads the length.
pub(in super::super) fn keys(source: &str) -> Vec<CtxKey<'_>> {
    let tokens = Tokens::new(source);
    let mut found = Vec::new();
    for index in 0..tokens.tokens.len() {
        if !(tokens.is_variable(index, "ctx") && tokens.text(index + 1) == "." && tokens.is_word(index + 2)) {
            continue;
        }
        let (name, mut depth, mut at) = (tokens.text(index + 2), 0, index + 3);
        loop {
            let (key, place, next) = match tokens.text(at) {
                "." if tokens.is_word(at + 1) => {
                    (Some(Literal::Text(tokens.text(at + 1))), tokens.span(&(at + 1..at + 2)), at + 2)
                }
                "[" => {
                    let Some((next, _)) = tokens.brackets(at).filter(|(next, _)| *next > at + 2) else { break };
                    (tokens.literal(&(at + 1..next - 1)), tokens.span(&(at + 1..next - 1)), next)
                }
                _ => break,
            };
            found.extend(key.map(|key| CtxKey { place, name, depth, key: Some(key) }));
            (depth, at) = (depth + 1, next);
        }
        if depth == 0 && index > 0 && tokens.text(index - 1) == "#" {
            found.push(CtxKey { place: tokens.span(&(index - 1..at)), name, depth, key: None });
        }
    }
    found
}

/// The knobs that a script reads as `house.knobs.NAME`, each with its place.
pub(in super::super) fn knobs_read(source: &str) -> Vec<(Range<usize>, &str)> {
    let tokens = Tokens::new(source);
    let is_read = |index: &usize| {
        tokens.text(*index) == "."
            && tokens.text(index + 1) == "knobs"
            && tokens.text(index + 2) == "."
            && tokens.is_word(index + 3)
    };
    let read = |index: usize| (tokens.tokens[index + 3].span.clone(), tokens.text(index + 3));
    (0..tokens.tokens.len()).filter(is_read).map(read).collect()
}

/// Whether every use of the table of knobs names the knob that is read.
pub(in super::super) fn names_knobs(source: &str) -> bool {
    let tokens = Tokens::new(source);
    let mut uses =
        (1..tokens.tokens.len()).filter(|index| tokens.text(*index) == "knobs" && tokens.text(index - 1) == ".");
    uses.all(|index| matches!(tokens.text(index + 1), "." | "="))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown<'s> = Option<Vec<(&'s str, Option<Literal<'s>>)>>;

    /// The arguments of a call, each with its literal.
    fn shown<'s>(source: &'s str, call: &EffectCall<'s>) -> Shown<'s> {
        let arguments = call.arguments.as_ref()?;
        Some(arguments.iter().map(|(place, literal)| (&source[place.clone()], *literal)).collect())
    }

    #[test]
    fn arguments_of_effects_are_split_and_read() {
        let source = "effects.points('white', -2, f(a, b) + 1) effects.say(text, ...) effects.clear() fx.effects.say('x')
            effects.remember(\"n\", { 1, 2 }[1], 0.5, nil) effects.roll(name(1))  effects.x(function() return 1, 2 end, 3)";
        let calls = effect_calls(source);
        let names: Vec<_> = calls.iter().map(|call| call.name).collect();
        assert_eq!(names, ["points", "say", "clear", "remember", "roll", "x"]);
        let points =
            [("'white'", Some(Literal::Text("white"))), ("-2", Some(Literal::Number(-2.0))), ("f(a, b) + 1", None)];
        assert_eq!(shown(source, &calls[0]).unwrap(), points);
        assert_eq!(shown(source, &calls[2]).unwrap(), []);
        let remember = shown(source, &calls[3]).unwrap();
        assert_eq!(remember[2..], [("0.5", Some(Literal::Number(0.5))), ("nil", Some(Literal::Nil))]);
        assert_eq!([1, 4, 5].map(|call| shown(source, &calls[call])), [None, None, None], "any number of values");
    }

    #[test]
    fn literal_keys_of_ctx_are_found_with_their_depth() {
        let source = "return ctx.scores.white + ctx.hand[ctx.seat][1].rank + #ctx.scores + ctx.board[-1][f(1, 2)] + my.ctx.scores.x";
        let found: Vec<_> =
            keys(source).into_iter().map(|key| (source[key.place].to_owned(), key.name, key.depth, key.key)).collect();
        let expected = [
            ("white", "scores", 0, Some(Literal::Text("white"))),
            ("1", "hand", 1, Some(Literal::Number(1.0))),
            ("rank", "hand", 2, Some(Literal::Text("rank"))),
            ("#ctx.scores", "scores", 0, None),
            ("-1", "board", 0, Some(Literal::Number(-1.0))),
        ];
        assert_eq!(found, expected.map(|(place, name, depth, key)| (place.to_owned(), name, depth, key)));
    }

    #[test]
    fn knobs_are_found_where_they_are_read_by_name() {
        let source = "house.knobs = knobs { cards = 1 } return house.knobs.cards + knobs.x";
        let found: Vec<_> = knobs_read(source).into_iter().map(|(_, name)| name).collect();
        assert_eq!((found, names_knobs(source)), (vec!["cards"], true));
        assert!(!names_knobs("local all = house.knobs return all[name]"));
        assert!(!names_knobs("return house.knobs[name]"));
    }
}
