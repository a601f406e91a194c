//! What is shown and said in random matches is in order: scenes, texts.

use stonehouse_plugin_api::abi::client::{Plugin, State};
use stonehouse_plugin_api::reexport::serde_json;
use stonehouse_plugin_api::{Json, Observer, Rng, Seat, Text, json};
use stonehouse_three_stones::ThreeStones;

/// Everything that an observer is shown, and told of every choice, as JSON; the scene is in order.
fn seen(state: &State, seats: usize, eye: Observer) -> Vec<Json> {
    let scene = state.scene(eye).unwrap();
    assert_eq!(scene.check(seats), Ok(()), "for {eye:?}");
    let mut legal = Vec::new();
    state.legal_actions(&mut legal).unwrap();
    let told = legal.into_iter().map(|action| json!(state.describe(action, eye).unwrap().text));
    told.chain([json!(scene)]).collect()
}

/// Checks the texts in a value, however deep.
fn check(value: &Json) {
    match value {
        Json::String(words) => assert!(!words.contains(['{', '}']), "{words:?} has a place that nothing fills"),
        Json::Array(values) => values.iter().for_each(check),
        Json::Object(fields) if fields.contains_key("template") => {
            let text: Text = serde_json::from_value(value.clone()).unwrap();
            assert_eq!(text.slips(), [""; 0], "{text:?}");
            check(&fields["with"]);
        }
        Json::Object(fields) => {
            fields.values().for_each(check);
        }
        _ => {}
    }
}

#[test]
fn every_scene_of_random_matches_is_in_order_and_its_texts_are_filled() {
    for (seats, knobs) in [json!({}), json!({ "pouch": false, "handicap_points": [0, 7] })].map(|knobs| (2, knobs)) {
        let rules = Plugin::linked::<ThreeStones>().unwrap().rules(seats, &knobs, None).unwrap();
        let seats = usize::from(seats);
        let (mut state, mut random) = (rules.deal(3).unwrap(), Rng::from_seed(3));
        let mut legal = Vec::new();
        loop {
            let eyes = Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]);
            eyes.flat_map(|eye| seen(&state, seats, eye)).for_each(|value| check(&value));
            if state.to_act().unwrap().is_none() {
                break;
            }
            state.legal_actions(&mut legal).unwrap();
            state.apply(*random.pick(&legal).unwrap()).unwrap();
        }
    }
}
