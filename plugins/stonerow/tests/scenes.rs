//! What is shown and said in random matches is in order: scenes, texts and pictures.

use std::path::Path;
use stonehouse_plugin_api::abi::client::{Plugin, State};
use stonehouse_plugin_api::reexport::serde_json;
use stonehouse_plugin_api::{Json, Observer, Rng, Seat, Text, json};
use stonehouse_stonerow::StoneRow;

/// Everything that an observer is shown, and told of every choice, as JSON; the scene is in order.
fn seen(state: &State, seats: usize, eye: Observer) -> Vec<Json> {
    let scene = state.scene(eye).unwrap();
    assert_eq!(scene.check(seats), Ok(()), "for {eye:?}");
    let mut legal = Vec::new();
    state.legal_actions(&mut legal).unwrap();
    let told = legal.into_iter().map(|action| json!(state.describe(action, eye).unwrap().text));
    told.chain([json!(scene)]).collect()
}

/// Checks the texts and pictures in a value, however deep.
fn check(value: &Json, pictures: &[String]) {
    match value {
        Json::String(words) => assert!(!words.contains(['{', '}']), "{words:?} has a place that nothing fills"),
        Json::Array(values) => values.iter().for_each(|value| check(value, pictures)),
        Json::Object(fields) if fields.contains_key("template") => {
            let text: Text = serde_json::from_value(value.clone()).unwrap();
            assert_eq!(text.slips(), [""; 0], "{text:?}");
            check(&fields["with"], pictures);
        }
        Json::Object(fields) => {
            // A card without a picture names none.
            let picture = fields.get("picture").filter(|picture| **picture != json!(""));
            if let Some(name) = picture.map(|picture| picture.get("asset").unwrap_or(picture)) {
                assert!(pictures.iter().any(|known| known == name), "there is no picture {name}");
            }
            fields.values().for_each(|value| check(value, pictures));
        }
        _ => {}
    }
}

#[test]
fn every_scene_of_random_matches_is_in_order_its_texts_are_filled_and_its_pictures_exist() {
    for (seats, knobs) in [
        (2, json!({})),
        (3, json!({ "colours": 6, "numbers": 12, "foremen": 4 })),
        (4, json!({ "teams": true, "foremen": 0, "tower_cards": 1 })),
    ] {
        let plugin = Plugin::linked::<StoneRow>().unwrap();
        let pictures = plugin.asset_names().unwrap();
        let rules = plugin.rules(seats, &knobs, None).unwrap();
        let seats = usize::from(seats);
        let (mut state, mut random) = (rules.deal(3).unwrap(), Rng::from_seed(3));
        let mut legal = Vec::new();
        loop {
            let eyes = Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]);
            eyes.flat_map(|eye| seen(&state, seats, eye)).for_each(|value| check(&value, &pictures));
            if state.to_act().unwrap().is_none() {
                break;
            }
            state.legal_actions(&mut legal).unwrap();
            state.apply(*random.pick(&legal).unwrap()).unwrap();
        }
    }
}

#[test]
fn every_picture_is_an_svg_of_modest_size_and_no_other_name_has_one() {
    let plugin = Plugin::linked::<StoneRow>().unwrap();
    for name in plugin.asset_names().unwrap() {
        let picture = plugin.asset(&name).unwrap().unwrap();
        assert!(Path::new(&name).extension() == Some("svg".as_ref()) && picture.starts_with(b"<svg "), "{name}");
        assert!(picture.len() < 100 * 1024, "{name}");
    }
    assert_eq!(plugin.asset("apprentice").unwrap(), None);
}
