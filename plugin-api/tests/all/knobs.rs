//! Knobs of every kind: what is declared, what is taken, and what the game gets.

use stonehouse_plugin::{Json, KnobDecl, KnobKind, KnobSet, json, knobs, words};

words! {
    /// Who begins.
    pub enum First {
        /// The youngest.
        Youngest = "youngest",
        /// Chosen by the seed.
        Draw = "by_draw",
    }
}

knobs! {
    /// A knob of every kind.
    pub struct Every {
        /// A whole number.
        pub whole: u8 = 7, in 1..=40;
        /// A whole number below and above zero.
        pub balance: i64 = -3, in -5..=5;
        /// A fraction.
        pub share: f64 = 0.3, in 0.0..=1.0, step 0.1;
        /// Any fraction.
        pub tempo: f64 = 1.5, in -2.5..=2.5;
        /// A truth.
        pub pouch: bool = true;
        /// A choice
        /// of two.
        pub first: First = First::Draw;
        /// A text.
        pub motto: String = "Well taken.".to_owned(), letters ..=12;
        /// A list whose length is fixed.
        pub points: [i16; 3] = [3, 2, -1], in -1..=9;
        /// A list whose length is open.
        pub heaps: Vec<u16> = vec![3, 4], in 1..=99, length 1..=4;
        /// A list of lists of choices.
        pub order: Vec<[First; 2]> = Vec::new(), length 0..=2;
        /// A number, or none.
        pub last_turn: Option<u16> = None, in 1..=1000;
        /// A choice, or none.
        pub second: Option<First> = Some(First::Youngest);
    }
}

knobs! {
    /// No knobs at all.
    struct Nothing {}
}

fn declared(name: &str) -> KnobDecl {
    Every::declared().into_iter().find(|knob| knob.name == name).unwrap()
}

/// Returns the value that the game gets, or a description of the expected one.
fn read(name: &str, value: &Json) -> Result<Json, String> {
    let knobs = Every::read(json!({ name: value }).as_object().unwrap()).map_err(|error| error.to_string())?;
    Ok(knobs.values()[name].clone())
}

#[test]
fn a_declaration_has_name_doc_type_and_default_in_field_order() {
    let names: Vec<String> = Every::declared().into_iter().map(|knob| knob.name).collect();
    let fields = "whole balance share tempo pouch first motto points heaps order last_turn second";
    assert_eq!(names, fields.split(' ').collect::<Vec<_>>());
    let first = declared("first");
    assert_eq!((first.doc.as_str(), &first.default), ("A choice of two.", &json!("by_draw")));
    let words = [("youngest", "The youngest."), ("by_draw", "Chosen by the seed.")];
    assert_eq!(first.kind, KnobKind::Word(words.map(|(word, meaning)| (word.into(), meaning.into())).into()));
    let optional = KnobKind::Optional(Box::new(KnobKind::Integer { min: 1, max: 1000 }));
    assert_eq!((declared("last_turn").kind, declared("last_turn").default), (optional, Json::Null));
    assert_eq!(Nothing::declared(), []);
}

#[test]
fn each_default_is_what_its_own_knob_takes() {
    for knob in Every::declared() {
        assert_eq!(knob.kind.fit(&knob.default), Ok(knob.default), "{}", knob.name);
        assert_eq!(knob.kind.contradiction(), None, "{}", knob.name);
    }
}

#[test]
fn values_come_back_as_they_were_passed() {
    let values = json!({
        "whole": 40, "balance": -5, "share": 0.7, "tempo": 0.1, "pouch": false, "first": "youngest", "motto": "ä\nb",
        "points": [9, 0, -1], "heaps": [1, 2, 3, 99], "order": [["by_draw", "youngest"]], "last_turn": 8, "second": null,
    });
    let knobs = Every::read(values.as_object().unwrap()).unwrap();
    assert_eq!(Json::Object(knobs.values()), values);
    assert_eq!((knobs.whole, knobs.share, knobs.last_turn, knobs.second), (40, 0.7, Some(8), None));
    assert_eq!(knobs.order, [[First::Draw, First::Youngest]]);
    assert_eq!(Every::read(&Every::default().values()), Ok(Every::default()));
}

#[test]
fn an_omitted_knob_has_its_default_and_an_unknown_is_refused() {
    assert_eq!(Every::read(json!({}).as_object().unwrap()), Ok(Every::default()));
    let refused = |values: Json| Nothing::read(values.as_object().unwrap()).unwrap_err().to_string();
    assert_eq!(refused(json!({ "heap": 1 })), "there is no knob `heap`");
}

#[test]
fn a_value_out_of_type_or_range_is_refused_with_what_was_expected() {
    let cases = [
        ("whole", json!([0, 41, 1.5, "7", null, [7]]), "a whole number from 1 to 40"),
        ("balance", json!([-6, 6]), "a whole number from -5 to 5"),
        ("share", json!([0.25, -0.1, 1.1, "0.5", null]), "a number from 0 to 1 in steps of 0.1"),
        ("tempo", json!([2.6, -2.6, true]), "a number from -2.5 to 2.5"),
        ("pouch", json!([0, "true"]), "true or false"),
        ("first", json!(["lot", 1, null]), "one of \"youngest\", \"by_draw\""),
        ("motto", json!(["thirteen long", 5]), "a text of at most 12 letters"),
        ("points", json!([[1, 2], [1, 2, 3, 4], [1, 2, 10], 3]), "a list of 3, each a whole number from -1 to 9"),
        ("heaps", json!([[], [1, 2, 3, 4, 5], [0]]), "a list of 1 to 4, each a whole number from 1 to 99"),
        ("order", json!([[["by_draw"]]]), "a list of 0 to 2, each a list of 2, each one of \"youngest\", \"by_draw\""),
        ("last_turn", json!([0, 1001, "no"]), "a whole number from 1 to 1000, or \"none\""),
    ];
    for (name, values, expected) in cases {
        for value in values.as_array().unwrap() {
            assert_eq!(read(name, value), Err(format!("`{name}` must be {expected}")), "{value}");
        }
    }
}

#[test]
fn a_fraction_may_be_written_as_a_whole_number_and_there_is_one_zero() {
    assert_eq!(read("share", &json!(1)), Ok(json!(1.0)));
    let zero = declared("tempo").kind.fit(&json!(-0.0)).unwrap();
    assert_eq!(zero.as_f64().map(f64::to_bits), Some(0.0_f64.to_bits()));
}

#[test]
fn every_step_of_a_fraction_is_taken_as_it_is_written_in_decimals() {
    for tenths in 0..=10 {
        let value: Json = serde_json::from_str(&format!("{}.{}", tenths / 10, tenths % 10)).unwrap();
        assert_eq!(read("share", &value), Ok(value));
    }
}

#[test]
fn a_fraction_keeps_its_last_digit_through_text() {
    for number in [0.1 + 0.2, 1.0 / 3.0, 2.225_073_858_507_201e-308, 1.797_693_134_862_315_7] {
        let text = json!(number).to_string();
        let read: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(read.as_f64().map(f64::to_bits), Some(f64::to_bits(number)), "{text}");
    }
}

#[test]
fn none_is_written_as_a_word() {
    assert_eq!(read("second", &json!("none")), Ok(Json::Null));
    assert_eq!(read("last_turn", &json!("none")), Ok(Json::Null));
    assert_eq!(knobs::written(&Json::Null), json!("none"));
}

#[test]
fn the_schema_has_what_an_editor_can_check_of_each_knob() {
    let schema = knobs::schema(&Every::declared());
    assert_eq!(schema["additionalProperties"], json!(false));
    let property = |name: &str| schema["properties"][name].clone();
    assert_eq!(
        property("whole"),
        json!({ "type": "integer", "minimum": 1, "maximum": 40, "description": "A whole number.", "default": 7 })
    );
    assert_eq!(property("share")["type"], json!("number"));
    assert_eq!(property("motto")["maxLength"], json!(12));
    assert_eq!((&property("heaps")["minItems"], &property("heaps")["maxItems"]), (&json!(1), &json!(4)));
    assert_eq!(property("first")["oneOf"][1]["const"], json!("by_draw"));
    assert_eq!(property("last_turn")["anyOf"][1], json!({ "const": "none" }));
    assert_eq!(property("last_turn")["default"], json!("none"));
}

#[test]
fn a_type_that_has_no_value_or_two_meanings_contradicts_itself() {
    let list = |min, max| KnobKind::List { of: Box::new(KnobKind::Boolean), min, max };
    let fraction = |min, max, step| KnobKind::Fraction { min, max, step };
    let cases = [
        (KnobKind::Integer { min: 2, max: 1 }, "has no value between 2 and 1"),
        (fraction(1.0, 0.5, None), "has no value between 1 and 0.5"),
        (fraction(f64::NAN, 0.5, None), "has no value between NaN and 0.5"),
        (fraction(0.0, 1.0, Some(0.0)), "has steps of 0"),
        (KnobKind::Word(Vec::new()), "has no word to choose"),
        (list(3, 2), "has no length between 3 and 2"),
        (KnobKind::Optional(Box::new(KnobKind::Text { longest: 9 })), "may be \"none\" in two ways"),
        (
            KnobKind::Optional(Box::new(KnobKind::Word(vec![("none".into(), String::new())]))),
            "may be \"none\" in two ways",
        ),
        (KnobKind::Optional(Box::new(KnobKind::Integer { min: 2, max: 1 })), "has no value between 2 and 1"),
    ];
    for (kind, why) in cases {
        assert_eq!(kind.contradiction().as_deref(), Some(why), "{kind:?}");
    }
}

#[test]
fn a_declaration_is_read_as_it_was_written() {
    let text = json!(Every::declared()).to_string();
    assert_eq!(serde_json::from_str::<Vec<KnobDecl>>(&text).unwrap(), Every::declared());
}
