//! House rules in general, through the real games: a match under any rule is one match.

mod counting;
mod kit;
mod modders;
mod random;
mod records;
mod shipped;
mod stonerow;
mod tavern_stones;
mod three_stones;

use super::docs::root;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Record, Ruleset, Script};
use stonehouse_plugin::{Action, Observer, Rng};
use stonehouse_runtime::{HOUSE_ACTIONS, Plugin, Position};
use stonehouse_tests::{catalog, messages};

/// The names of players at the table.
const NAMES: [&str; 4] = ["South", "West", "North", "East"];

/// The standard of a game under a house rule, with these lines of a variant.
pub(crate) fn under(plugin: &Arc<Plugin>, variant: &str, script: &str) -> Result<Arc<Ruleset>, String> {
    under_all(plugin, variant, &[script.to_owned()])
}

/// The standard of a game under house rules, with these lines of a variant.
fn under_all(plugin: &Arc<Plugin>, variant: &str, scripts: &[String]) -> Result<Arc<Ruleset>, String> {
    let game = &plugin.about().id;
    let name = |number| if number == 0 { "rule.lua".to_owned() } else { format!("rule{number}.lua") };
    let names: Vec<String> = (0..scripts.len()).map(name).collect();
    let text = format!("game = {game:?}\nscripts = {names:?}\n{variant}");
    let path = format!("variants/{game}/test.toml");
    let file = VariantFile::parse(Path::new(&path), &text.into()).map_err(|problems| format!("{problems:?}"))?;
    let find = |name: &str, _: &VariantFile| {
        let number = names.iter().position(|known| known == name)?;
        Some(Ok(Script::new(name, name, scripts[number].as_str())))
    };
    let variant = resolve(&[file], 0, plugin, &find).map_err(|problems| format!("{problems:?}"))?;
    Ruleset::compile(plugin, &Arc::new(variant)).map_err(|problems| format!("{problems:?}"))
}

/// The text of a bundled script.
fn rule_text(game: &str, file: &str) -> String {
    std::fs::read_to_string(root().join("scripts").join(game).join(file)).unwrap()
}

/// Four players of a game under these house rules, each a text or the name of a bundled script, and knobs.
fn four_under(game: &str, scripts: &[&str], knobs: &str) -> Arc<Ruleset> {
    let is_file = |script: &str| Path::new(script).extension().is_some_and(|end| end == "lua");
    let source = |script: &&str| if is_file(script) { rule_text(game, script) } else { (*script).to_owned() };
    let sources: Vec<String> = scripts.iter().map(source).collect();
    let catalog = catalog();
    let plugin = &catalog.game(game).unwrap().plugin;
    under_all(plugin, &format!("seats = 4\n[knobs]\n{knobs}"), &sources).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The actions that house rules offer, each with the text on its button.
fn offered(position: &Position) -> Vec<(Action, String)> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions).unwrap();
    let added = actions.into_iter().filter(|action| action.0 >= HOUSE_ACTIONS);
    let text = |action: Action| position.describe(&action.into(), Observer::Referee).unwrap().text.fill(&NAMES);
    added.map(|action| (action, text(action))).collect()
}

/// The action of house rules with this text on its button.
fn offered_as(position: &Position, text: &str) -> Action {
    let all = offered(position);
    let found = all.iter().find(|(_, offered)| offered == text);
    found.unwrap_or_else(|| panic!("{text:?} is none of {all:?}")).0
}

/// A random match in which actions are taken back here and there, and which is cut off here and there and resumed from
/// its record.
pub(crate) fn random_match(ruleset: &Arc<Ruleset>, seed: u64, records: &Path) -> Match {
    let players = ruleset.seating().seats.iter().map(|seat| Player::person(&seat.name)).collect();
    let mut game = Match::new(ruleset, seed, players, Some(records)).unwrap();
    let mut draws = Rng::from_seed(seed);
    let mut actions = Vec::new();
    let mut cuts = 0;
    while game.to_act().is_some() {
        game.position().legal_actions(&mut actions).unwrap();
        // Of many actions of the game and a few of the house each half is as likely.
        let house: Vec<Action> = actions.iter().copied().filter(|action| action.0 >= HOUSE_ACTIONS).collect();
        let from = if !house.is_empty() && draws.below(2) == 0 { &house } else { &actions };
        game.play(*draws.pick(from).unwrap(), Instant::now()).unwrap();
        if game.to_act().is_some() && draws.below(12) == 0 {
            game.undo(Instant::now()).unwrap();
        }
        // Replaying takes as long as all that was played. Choices of a turn together are recorded once all have chosen.
        if cuts < 3 && game.to_act().is_some() && draws.below(15) == 0 && !game.position().is_half_chosen() {
            cuts += 1;
            let (file, actions) = (game.record_file().unwrap().to_owned(), game.actions().collect::<Vec<_>>());
            let before = Looks::of(game.position());
            drop(game);
            game = Record::read(&file).unwrap().resume(ruleset.plugin()).unwrap();
            assert_eq!(game.actions().collect::<Vec<_>>(), actions, "seed {seed}");
            assert!(Looks::of(game.position()) == before, "seed {seed}: resumed, it is another position");
        }
    }
    game
}

/// The visible parts of a position.
#[derive(PartialEq)]
struct Looks {
    scenes: Vec<stonehouse_plugin::Scene>,
    outcome: stonehouse_plugin::Outcome,
    legal: Vec<Action>,
    message: Vec<String>,
}

impl Looks {
    fn of(position: &Position) -> Self {
        use stonehouse_plugin::{Observer, Seat};
        let seats = position.rules().seating().seats.len();
        let eyes = Seat::all(seats).map(Observer::Seat).chain([Observer::Public, Observer::Referee]);
        let mut legal = Vec::new();
        position.legal_actions(&mut legal).unwrap();
        Self {
            scenes: eyes.map(|eye| position.scene(eye).unwrap()).collect(),
            outcome: position.outcome().unwrap(),
            legal,
            message: messages(position),
        }
    }
}

/// A finished match, played again from the deal, each action in a copy, and replayed from its record, reaches the same
/// end.
fn assert_repeats(game: &Match, seed: u64, what: &str) {
    let ruleset = game.ruleset();
    let mut position = Position::deal(ruleset.rules(), seed).unwrap();
    for (_, action) in game.actions() {
        let mut next = position.try_clone().unwrap();
        next.apply(action).unwrap();
        position.copy_from(&next).unwrap();
    }
    assert_eq!(position.to_act().unwrap(), None, "{what}, seed {seed}");
    assert!(Looks::of(&position) == Looks::of(game.position()), "{what}, seed {seed}: it ended otherwise");
    let replayed = Record::read(game.record_file().unwrap()).unwrap().replay(ruleset.plugin()).unwrap();
    assert_eq!(replayed.end(), game.end(), "{what}, seed {seed}");
}
