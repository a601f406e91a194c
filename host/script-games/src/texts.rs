//! Texts for people about pieces and fields.

use crate::shape::{FieldValue, PieceShape};
use stonehouse_plugin::{Arg, Seat, Text};

/// A value of a field in a text.
pub(crate) fn argument(value: &FieldValue) -> Arg {
    match value {
        FieldValue::Number(number) => Arg::from(*number),
        FieldValue::Word(word) => Arg::from(Text::plain(word.clone())),
        FieldValue::Seat(seat) => Arg::from(Seat(seat - 1)),
    }
}

/// The name of a piece.
pub(crate) fn piece_name(piece: &PieceShape, code: i32) -> Text {
    let template = match &*piece.spec.name {
        "" if piece.fields.is_empty() => piece.name.clone(),
        "" => {
            let fields = piece.fields.iter().map(|field| format!("{{{}}}", field.name));
            format!("{} {}", piece.name, fields.collect::<Vec<_>>().join(" "))
        }
        name => name.to_owned(),
    };
    let fields = piece.fields.iter().zip(piece.values(code));
    fields.fold(Text::template(template.clone()), |text, (field, value)| {
        with_field(text, &template, &field.name, || argument(value))
    })
}

/// A text with the value of a field, where its template has one.
pub(crate) fn with_field(text: Text, template: &str, field: &str, value: impl FnOnce() -> Arg) -> Text {
    if uses(template, field) { text.with(field.to_owned(), value()) } else { text }
}

/// Whether a template has this field, alone or in one of its forms.
fn uses(template: &str, field: &str) -> bool {
    template.contains(&format!("{{{field}}}")) || template.contains(&format!("{{{field}:"))
}
