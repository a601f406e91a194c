//! Slow rules do not freeze the window.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stonehouse_desktop::play::{MatchCommand, Play};
use stonehouse_desktop::tempo::Tempo;
use stonehouse_engine::{Match, Player, Ruleset, Variant};
use stonehouse_plugin::scene::{Prompt, SeatPanel};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Game, GameError, Observer, RulesError, Scene, Seat, Seating, Setup, Turn,
    knobs, linked_game,
};
use stonehouse_runtime::Plugin;
use stonehouse_table::Textures;
use stonehouse_tests::AT_ONCE;
use stonehouse_ui::theme;

/// How long the test waits for something to appear before it fails: far longer than it takes on any machine.
const TIMEOUT: Duration = Duration::from_mins(10);

/// While a test holds it, the game's rules are running.
static GATE: Mutex<()> = Mutex::new(());

knobs! {
    /// No knobs.
    pub struct Knobs {}
}

/// A game of three knocks, each of which waits at the gate.
struct Knock;

impl Game for Knock {
    type Knobs = Knobs;
    type State = i64;

    fn about() -> About {
        About::new("knock", "Knock", "1.0.0")
    }

    fn new(_: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self)
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, _: u64) -> Result<i64, GameError> {
        Ok(0)
    }

    fn turn(&self, knocks: &i64) -> Turn {
        if *knocks < 3 { Turn::Seat(Seat(0)) } else { Turn::Over }
    }

    fn legal_actions(&self, knocks: &i64, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if *knocks < 3 {
            actions.push(Action(0));
            actions.push(Action(1));
        }
        Ok(())
    }

    fn apply(&self, knocks: &mut i64, _: Action) -> Result<(), GameError> {
        drop(GATE.lock().unwrap_or_else(PoisonError::into_inner));
        *knocks += 1;
        Ok(())
    }

    fn scores(&self, knocks: &i64, scores: &mut [i64]) {
        scores.fill(*knocks);
    }

    fn scene(&self, knocks: &i64, _: Observer) -> Scene {
        let mut scene = Scene::default();
        scene.status = format!("{knocks} knocks").into();
        scene.seats = Seat::all(2).map(|seat| SeatPanel::new(seat, None)).collect();
        scene.prompt =
            (*knocks < 3).then(|| Prompt::new(Seat(0), "Knock").button("knock/0", "Loud").button("knock/1", "Soft"));
        scene
    }

    fn describe(&self, _: &i64, action: Action, _: Observer) -> ActionText {
        ActionText::new("knocks").path([format!("knock/{}", action.0)])
    }
}

linked_game!(Knock);

#[test]
fn the_window_stays_usable_and_names_the_game_during_slow_rules() {
    let plugin = Plugin::linked::<Knock>().unwrap();
    let ruleset = Ruleset::compile(&plugin, &Arc::new(Variant::official(&plugin, Path::new("knock")))).unwrap();
    let people = vec![Player::person("Anna"), Player::person("Ben")];
    let current = Match::new(&ruleset, 1, people, None).unwrap();
    let play = Play::new(current, Tempo { frame_timeout: Duration::from_millis(1), ..AT_ONCE }, None);
    let mut textures = None;
    let ui = move |ui: &mut egui::Ui, (play, wish): &mut (Play, Option<MatchCommand>)| {
        let textures = textures.get_or_insert_with(|| {
            theme::apply(ui.ctx(), theme::Appearance::default());
            ui.set_style(ui.ctx().global_style());
            Textures::new(ui.ctx())
        });
        *wish = play.ui(ui, textures).or(*wish);
    };
    let mut window = Harness::builder().with_size((900.0, 600.0)).build_ui_state(ui, (play, None));
    let knocks = |window: &Harness<'_, (Play, Option<MatchCommand>)>| window.state().0.current().unwrap().len();
    let until = |window: &mut Harness<'_, (Play, Option<MatchCommand>)>, label: &str| {
        let asked = Instant::now();
        while window.query_by_label_contains(label).is_none() {
            assert!(asked.elapsed() < TIMEOUT, "the window never showed {label:?}");
            window.step();
        }
    };

    let gate = GATE.lock().unwrap();
    until(&mut window, "Loud");
    window.get_by_label("Loud").click();
    until(&mut window, "Waiting for Knock…");
    assert!(window.query_by_label("Loud").is_none(), "nothing can be chosen meanwhile");
    window.get_by_label("Leave").click();
    window.run_steps(2);
    assert_eq!(window.state().1, Some(MatchCommand::Leave), "a person who does not want to wait can leave");
    drop(gate);
    until(&mut window, "1 knocks");
    assert_eq!(knocks(&window), 1);
}
