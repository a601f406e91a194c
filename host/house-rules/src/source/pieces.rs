//! Comparisons of pieces of zones and of knobs with texts, as far as the source shows them: `card.colour == "red"`,
//! `ctx.board[row][column] ~= "white"`, `house.knobs.mercy == "card"`.

use super::lexer::{self, Token, TokenKind};
use super::reads::{ends_operand, plain};
use std::ops::Range;

/// A comparison with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Comparison<'s> {
    /// The place of the text.
    pub place: Range<usize>,
    pub operand: Operand<'s>,
    pub text: &'s str,
}

/// The value that is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Operand<'s> {
    /// A field of this name, of anything but `ctx` and `knobs`.
    Field(&'s str),
    /// The knob of this name.
    Knob(&'s str),
    /// The value behind so many indices of `ctx.NAME`.
    Indexed(&'s str, usize),
}

/// The comparisons in a script of a field, or of a value of `ctx` behind indices, with a text on the right.
pub(in super::super) fn comparisons(source: &str) -> Vec<Comparison<'_>> {
    let tokens = lexer::tokens(source).unwrap_or_default();
    let text = |index: usize| tokens.get(index).map_or("", |token: &Token| &source[token.span.clone()]);
    let compared = (1..tokens.len()).filter(|index| matches!(text(*index), "==" | "~="));
    let read = |index: usize| {
        let token = tokens.get(index + 1)?;
        let words = plain(token, text(index + 1)).filter(|_| ends_operand(text(index + 2)))?;
        let operand = match text(index - 1) {
            "]" => indexed(&tokens, index - 1, text)?,
            field if index >= 3 && tokens[index - 1].kind == TokenKind::Word => {
                if text(index - 2) != "." || text(index - 3) == "ctx" {
                    return None;
                }
                if text(index - 3) == "knobs" { Operand::Knob(field) } else { Operand::Field(field) }
            }
            _ => return None,
        };
        Some(Comparison { place: token.span.clone(), operand, text: words })
    };
    compared.filter_map(read).collect()
}

/// The value of `ctx` whose last index ends with the token at `end`.
fn indexed<'s>(tokens: &[Token], end: usize, text: impl Fn(usize) -> &'s str) -> Option<Operand<'s>> {
    let (mut at, mut indices) = (end, 0);
    while text(at) == "]" {
        let mut depth = 0_usize;
        loop {
            match text(at) {
                "]" => depth += 1,
                "[" => depth -= 1,
                _ => {}
            }
            at = at.checked_sub(1)?;
            if depth == 0 {
                break;
            }
        }
        indices += 1;
    }
    let is_field = tokens[at].kind == TokenKind::Word && at >= 2 && text(at - 1) == "." && text(at - 2) == "ctx";
    is_field.then(|| Operand::Indexed(text(at), indices))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(Operand<'_>, &str)> {
        let all = comparisons(source);
        assert!(all.iter().all(|one| source[one.place.clone()].contains(one.text)));
        all.into_iter().map(|one| (one.operand, one.text)).collect()
    }

    #[test]
    fn fields_and_indexed_values_are_found_with_their_texts() {
        let source =
            "for _, card in ctx.hand[ctx.seat] do if card.colour == 'red' and cards[1].kind ~= \"ace\" then end end";
        assert_eq!(found(source), [(Operand::Field("colour"), "red"), (Operand::Field("kind"), "ace")]);
        assert_eq!(found("return house.knobs.mercy == 'card'"), [(Operand::Knob("mercy"), "card")]);
        let source = "return ctx.board[row][places[column + 1]] == 'white' or ctx.hand[ctx.seat][1] == 'x'";
        assert_eq!(found(source), [(Operand::Indexed("board", 2), "white"), (Operand::Indexed("hand", 2), "x")]);
    }

    #[test]
    fn fields_of_ctx_and_longer_operands_are_not_found() {
        for source in [
            "return ctx.phase == 'act'",
            "return card.colour == 'red' .. shade",
            "return card == 'red'",
            "return other[1] == 'red'",
            "return f(card)[1] == 'red'",
            "return ] == 'red'",
            "return card.colour == colour",
        ] {
            assert_eq!(found(source), [], "{source}");
        }
    }
}
