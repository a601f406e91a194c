//! Nothing on the table moves under the pointer: not when something is chosen, when a hint comes, in a lesson, or at
//! the end.

use super::{
    Window, click, current, first_path, frames, label, names, new_window, place, press, settle, sized_window, start,
    touch,
};
use egui::{Key, Modifiers, Rect, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeMap;
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Observer, Scene};
use stonehouse_tests::app;

/// Windows in which nothing is scrolled.
const SIZES: [Vec2; 2] = [vec2(1280.0, 800.0), vec2(900.0, 600.0)];

/// The scene for the seat that is to act.
fn scene(window: &Window) -> Scene {
    let seat = current(window).to_act().expect("somebody is to act");
    current(window).scene(Observer::Seat(seat)).unwrap()
}

/// The rectangles of all named things on the screen that are touched on the table or beside it: cells and pieces,
/// areas, buttons.
fn places(window: &Window) -> BTreeMap<String, Vec<[i32; 4]>> {
    let mut places: BTreeMap<String, Vec<[i32; 4]>> = BTreeMap::new();
    for node in window.query_all_by_role(egui::Role::Button) {
        // The piece on a cell, and the effect of a button, come after its name.
        let whole = label(&node);
        let name = whole.split(": ").next().and_then(|name| name.split(", brings ").next()).unwrap_or_default();
        let rect = node.rect();
        let edges = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|edge| edge.round() as i32);
        places.entry(name.to_owned()).or_default().push(edges);
    }
    places.values_mut().for_each(|all| all.sort_unstable());
    places
}

/// As [`places`], of these names only.
fn places_of(window: &Window, named: impl Fn(&str) -> bool) -> BTreeMap<String, Vec<[i32; 4]>> {
    let mut places = places(window);
    places.retain(|name, _| named(name));
    places
}

/// Whether this is the name of a pocket: "F7".
fn is_pocket(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_uppercase()) && letters.as_str().parse::<u8>().is_ok()
}

/// Touches the thing of this handle: a piece, an area or a button.
fn touch_any(window: &mut Window, handle: &str) {
    let scene = scene(window);
    if scene.pieces().any(|piece| piece.handle == handle) {
        return touch(window, handle);
    }
    let names = names(window);
    let button = scene.prompt.iter().flat_map(|prompt| &prompt.buttons).find(|button| button.handle == handle);
    let area = || scene.areas.iter().find(|area| area.handle == handle).expect("it is on the table");
    let wanted = button.map_or_else(|| area().title.shown(&names), |button| button.text.shown(&names));
    let found = {
        let mut nodes = window.query_all_by_role(egui::Role::Button);
        let found = nodes.find(|node| label(node).starts_with(&wanted) && !node.accesskit_node().is_disabled());
        label(&found.expect("it can be touched"))
    };
    window.get_all_by_label(&found).next().unwrap().scroll_to_me();
    frames(window);
    window.get_all_by_label(&found).next().unwrap().click();
    frames(window);
}

/// Chooses some of the choices, `turns` times, and checks after every touch but the last of each that everything is
/// where it was.
fn nothing_moves_within_turns(window: &mut Window, turns: usize, what: &str) {
    for turn in 0..turns {
        if current(window).end().is_some() {
            return;
        }
        if window.query_by_label("Continue").is_some() {
            click(window, "Continue");
            settle(window);
        }
        let path = {
            let choices = current(window).described_actions().unwrap();
            // Of a part of the choices that differs from turn to turn, the one with the most touches.
            let paths = choices.iter().cycle().skip(turn).step_by(3).take(choices.len());
            let scene = scene(window);
            // An area without a title has no name by which it could be found.
            let is_named = |handle: &String| {
                let area = scene.areas.iter().find(|area| area.handle == *handle);
                area.is_none_or(|area| !area.title.is_empty())
            };
            let paths = paths.map(|choice| first_path(&choice.description)).filter(|path| path.iter().all(is_named));
            paths.max_by_key(Vec::len).expect("something can be chosen")
        };
        for (number, handle) in path.iter().enumerate() {
            let before = places(window);
            touch_any(window, handle);
            if number + 1 < path.len() {
                assert_eq!(places(window), before, "{what}: turn {turn}, after touching {handle} of {path:?}");
            }
        }
        settle(window);
    }
}

#[test]
fn nothing_moves_while_cards_or_stones_are_chosen() {
    for size in SIZES {
        for variant in ["Official of StoneRow", "Team play of StoneRow", "Official of Stones"] {
            let records = tempfile::tempdir().unwrap();
            let mut window = sized_window(app(records.path()).with_seeds(7), size);
            start(&mut window, variant, &[]);
            nothing_moves_within_turns(&mut window, 12, &format!("{variant} in {size}"));
        }
    }
}

#[test]
fn no_pocket_moves_in_a_whole_match_nor_at_its_end() {
    for size in SIZES {
        let records = tempfile::tempdir().unwrap();
        let mut window = sized_window(app(records.path()).with_seeds(7), size);
        start(&mut window, "Small board", &["Black: Apprentice"]);
        let before = places_of(&window, is_pocket);
        assert_eq!(before.len(), 37 - 5, "{before:?}");
        while current(&window).end().is_none() {
            place(&mut window);
            assert_eq!(places_of(&window, is_pocket), before, "{size}, after {} actions", current(&window).len());
        }
        frames(&mut window);
        assert_eq!(places_of(&window, is_pocket), before, "{size}, at the end");
    }
}

#[test]
fn the_card_table_does_not_shift_when_the_first_button_appears() {
    for size in SIZES {
        let records = tempfile::tempdir().unwrap();
        let mut window = sized_window(app(records.path()).with_seeds(7), size);
        start(&mut window, "Official of StoneRow", &[]);
        let piles = |window: &Window| places_of(window, |name| ["Quarry", "Keystone", "Out of play"].contains(&name));
        let before = piles(&window);
        assert_eq!(before.len(), 3);
        touch_any(&mut window, "quarry");
        assert_eq!(piles(&window), before, "{size}: a card was drawn");
    }
}

#[test]
fn nothing_moves_when_a_hint_comes_and_goes_in_any_game() {
    for variant in ["Small board", "Duel of StoneRow", "Quick of Stones"] {
        let records = tempfile::tempdir().unwrap();
        let mut window = new_window(records.path());
        start(&mut window, variant, &[]);
        let on_table = |window: &Window| places_of(window, |name| name != "Hide");
        let before = on_table(&window);
        press(&mut window, Modifiers::NONE, Key::H);
        assert_eq!(on_table(&window), before, "{variant}: while it is looked for");
        window.state_mut().wait_for_bot();
        frames(&mut window);
        assert!(window.query_by_label("Hide").is_some());
        assert_eq!(on_table(&window), before, "{variant}: while it is shown");
        press(&mut window, Modifiers::NONE, Key::H);
        assert_eq!(on_table(&window), before, "{variant}: hidden again");
    }
}

#[test]
fn boards_of_stones_stay_where_they_are_from_turn_to_turn() {
    for size in SIZES {
        let records = tempfile::tempdir().unwrap();
        let mut window = sized_window(app(records.path()).with_seeds(7), size);
        start(&mut window, "Official of Stones", &[]);
        let middle = |window: &Window| places_of(window, |name| ["Bag", "Trade counter", "Bonus"].contains(&name));
        let stones = |window: &Window| {
            let scene = scene(window);
            let is_stone =
                |handle: &str| handle.starts_with("stone/") && handle.rsplit('/').next().unwrap().parse::<u8>().is_ok();
            let all = scene.pieces().filter(|piece| is_stone(&piece.handle));
            let names: Vec<String> = all.map(|piece| piece.name.shown(&names(window))).collect();
            let mut all: Vec<_> =
                places_of(window, |name| names.iter().any(|own| own == name)).into_values().flatten().collect();
            all.sort_unstable();
            all
        };
        let (before, stones_before) = (middle(&window), stones(&window));
        assert_eq!((before.len(), stones_before.len()), (3, 28));
        for turn in 0..12 {
            let path = {
                let choices = current(&window).described_actions().unwrap();
                first_path(&choices[turn * 5 % choices.len()].description)
            };
            path.iter().for_each(|handle| touch_any(&mut window, handle));
            settle(&mut window);
            if window.query_by_label("Continue").is_some() {
                break;
            }
            assert_eq!(middle(&window), before, "{size}, turn {turn}: {path:?}");
            assert_eq!(stones(&window), stones_before, "{size}, turn {turn}: {path:?}");
        }
    }
}

#[test]
fn the_remarks_of_a_lesson_keep_their_room_whether_long_or_short() {
    for size in SIZES {
        let records = tempfile::tempdir().unwrap();
        let mut window = sized_window(app(records.path()).with_seeds(7), size);
        window.get_by_label("Learn 3 Stones").scroll_to_me();
        frames(&mut window);
        click(&mut window, "Learn 3 Stones");
        let before = places_of(&window, is_pocket);
        assert!(before.len() > 60);
        let mut steps = 0;
        while window.query_by_label("Play on").is_none() {
            steps += 1;
            assert!(steps < 60, "the lesson goes on for ever");
            let pocket = {
                let nodes = window.query_all_by_role(egui::Role::Button);
                let mut open = nodes.filter(|node| !node.accesskit_node().is_disabled());
                open.find(|node| label(node).contains(": empty")).map(|node| label(&node))
            };
            match pocket {
                Some(pocket) => click(&mut window, &pocket),
                None => press(&mut window, Modifiers::NONE, Key::Enter),
            }
            assert_eq!(places_of(&window, is_pocket), before, "{size}, step {steps}");
        }
    }
}

#[test]
fn the_side_names_partners_points_and_cards_whole_in_team_play() {
    for size in SIZES {
        let records = tempfile::tempdir().unwrap();
        let mut window = sized_window(app(records.path()).with_seeds(7), size);
        start(&mut window, "Team play of StoneRow", &[]);
        let players = names(&window);
        for (seat, name) in players.iter().enumerate() {
            let partner = if seat == 2 { "you" } else { &players[(seat + 2) % 4] };
            let of_seat = |node: &egui_kittest::Node<'_>| label(node).contains(&format!("points with {partner} · "));
            let mut lines = window.query_all_by_role(egui::Role::Label);
            let line = lines.find(of_seat).unwrap_or_else(|| panic!("{name} has {partner} as a partner"));
            assert!(label(&line).ends_with(" cards"), "{}", label(&line));
            let (rect, whole) = (line.rect(), Rect::from_min_size(egui::Pos2::ZERO, size));
            assert!(whole.contains_rect(rect), "{name}: {rect} in {size}");
        }
    }
}
