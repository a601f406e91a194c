//! Every placeholder of a text is filled, and every picture that is named exists.

use super::{Check, call_failed, ensure};
use serde::Serialize;
use serde_json::Value;
use stonehouse_plugin::Text;
use stonehouse_plugin::text::is_control;
use stonehouse_runtime::Rules;

/// Checks the texts and pictures of a scene or of an action's description, however deeply nested.
pub(super) fn check(shown: &impl Serialize, rules: &Rules) -> Check {
    let shown = serde_json::to_value(shown).map_err(|error| error.to_string())?;
    let pictures = rules.plugin().asset_names().map_err(call_failed)?;
    check_value(&shown, &pictures)
}

fn check_value(value: &Value, pictures: &[String]) -> Check {
    match value {
        Value::String(words) => {
            // Of control characters only the end of a line is one that can be drawn.
            let control = words.chars().find(|letter| *letter != '\n' && is_control(*letter));
            ensure(control.is_none(), || format!("the text {words:?} has a control character"))?;
            let place = placeholder_in(words);
            ensure(place.is_none(), || format!("the text {words:?} has a placeholder, but is no template"))
        }
        Value::Array(values) => values.iter().try_for_each(|value| check_value(value, pictures)),
        Value::Object(fields) if fields.contains_key("template") => {
            let text = serde_json::from_value::<Text>(value.clone()).map_err(|error| error.to_string())?;
            ensure(text.template_errors().is_empty(), || {
                format!("the text {:?}: {}", text.key(), text.template_errors().join(", "))
            })?;
            check_value(&fields["with"], pictures)
        }
        Value::Object(fields) => {
            // A card without a picture names none.
            let picture = fields.get("picture").map(|picture| picture.get("asset").unwrap_or(picture));
            if let Some(name) = picture.and_then(Value::as_str).filter(|name| !name.is_empty()) {
                ensure(pictures.iter().any(|known| known == name), || format!("there is no picture {name:?}"))?;
            }
            fields.values().try_for_each(|value| check_value(value, pictures))
        }
        _ => Ok(()),
    }
}

/// The name of a placeholder such as `{player}`, in a text that is no template.
fn placeholder_in(words: &str) -> Option<&str> {
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    words.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).find(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stonehouse_plugin::{Seat, text};

    fn checked(shown: &Value) -> Check {
        check_value(shown, &["crown.svg".to_owned()])
    }

    #[test]
    fn filled_texts_and_known_pictures_are_in_order() {
        let filled = text!("{player} has {n}", player = Seat(1), n = 3);
        for shown in [
            json!({ "text": filled }),
            json!(["a { b }", "{}", { "picture": "" }]),
            json!({ "picture": { "asset": "crown.svg" } }),
        ] {
            assert_eq!(checked(&shown), Ok(()), "{shown}");
        }
    }

    #[test]
    fn nested_unfilled_placeholders_and_missing_pictures_are_found() {
        let unfilled = json!({ "areas": [{ "title": text!("{player} has {n}", n = 3) }] });
        let plain = json!({ "seats": [{ "notes": ["{player} is out"] }] });
        let within = json!({ "status": text!("{note}", note = "{n} left") });
        for (shown, part) in [(unfilled, "{player}"), (plain, "is no template"), (within, "is no template")] {
            assert!(checked(&shown).unwrap_err().contains(part), "{shown}");
        }
        for control in ["a\u{7}b", "a\u{202e}b", "a\u{2066}b"] {
            let shown = json!({ "areas": [{ "title": control }] });
            assert!(checked(&shown).unwrap_err().contains("has a control character"), "{shown}");
        }
        assert_eq!(checked(&json!({ "tip": "two\nlines" })), Ok(()));
        for shown in [json!([{ "picture": "hat.svg" }]), json!({ "face": { "picture": { "asset": "hat.svg" } } })] {
            assert_eq!(checked(&shown), Err("there is no picture \"hat.svg\"".to_owned()));
        }
    }
}
