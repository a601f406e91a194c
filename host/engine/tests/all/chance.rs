//! Outcomes of chance before the first action.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, MatchError, Player, Ruleset};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Chance, Game, GameError, Observer, Outcomes, RulesError, Scene, Seat, Seating,
    Setup, Turn, knobs, linked_game,
};
use stonehouse_runtime::Plugin;

knobs! {
    /// The knobs of Toss.
    pub struct Knobs {
        /// Whether the coin cannot be described to the second seat.
        pub broken: bool = false;
    }
}

/// How often a coin was described.
static DESCRIBED: AtomicU32 = AtomicU32::new(0);

/// A coin is tossed, which the first seat sees; then the first seat passes.
struct Toss {
    broken: bool,
}

#[derive(Clone)]
struct Coin {
    side: Option<u32>,
    over: bool,
}

impl Game for Toss {
    type Knobs = Knobs;
    type State = Coin;

    fn about() -> About {
        About::new("toss", "Toss", "1.0.0").summary("Toss a coin.")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { broken: setup.knobs.broken })
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, _: u64) -> Result<Coin, GameError> {
        Ok(Coin { side: None, over: false })
    }

    fn turn(&self, coin: &Coin) -> Turn {
        match coin.side {
            None => Turn::Chance,
            Some(_) if coin.over => Turn::Over,
            Some(_) => Turn::Seat(Seat(0)),
        }
    }

    fn legal_actions(&self, _: &Coin, actions: &mut Actions<'_>) -> Result<(), GameError> {
        actions.push(Action(0));
        Ok(())
    }

    fn apply(&self, coin: &mut Coin, _: Action) -> Result<(), GameError> {
        coin.over = true;
        Ok(())
    }

    fn scores(&self, _: &Coin, _: &mut [i64]) {}

    fn scene(&self, _: &Coin, _: Observer) -> Scene {
        Scene::new("A coin")
    }

    fn describe(&self, _: &Coin, _: Action, _: Observer) -> ActionText {
        ActionText::new("passes").path(["do/pass"])
    }
}

impl Chance for Toss {
    fn outcomes(&self, _: &Coin, outcomes: &mut Outcomes) -> Result<(), GameError> {
        outcomes.push(0, 1);
        outcomes.push(1, 1);
        Ok(())
    }

    fn apply_outcome(&self, coin: &mut Coin, code: u32) -> Result<(), GameError> {
        coin.side = Some(code);
        Ok(())
    }

    fn describe_outcome(&self, _: &Coin, code: u32, observer: Observer) -> ActionText {
        DESCRIBED.fetch_add(1, Ordering::Relaxed);
        assert!(!self.broken || observer != Observer::Seat(Seat(1)), "no words for this");
        ActionText::new(if observer.sees(Seat(0)) { format!("side {code}") } else { "a coin falls".to_owned() })
    }
}

linked_game!(Toss: Chance);

fn ruleset(knobs: &str) -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Toss>().unwrap();
    let text = format!("game = \"toss\"\nname = \"Test\"\n{knobs}");
    let file = VariantFile::parse("variants/toss/test.toml".as_ref(), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin, &|_, _| None).unwrap();
    Ruleset::compile(&plugin, &Arc::new(variant)).unwrap()
}

fn begun(knobs: &str) -> Result<Match, MatchError> {
    Match::new(&ruleset(knobs), 5, vec![Player::person("Anna"), Player::person("Ben")], None)
}

#[test]
fn the_deal_is_described_once_and_a_failure_to_is_reported() {
    let mut game = begun("").unwrap();
    game.play(Action(0), std::time::Instant::now()).unwrap();
    let described = DESCRIBED.load(Ordering::Relaxed);
    let dealt = |observer| game.log(observer)[0].dealt.iter().map(ToString::to_string).collect::<Vec<_>>();
    let own = dealt(Observer::Seat(Seat(0)));
    assert!(matches!(&own[..], [side] if side.starts_with("side ")), "{own:?}");
    assert_eq!(dealt(Observer::Referee), own);
    assert_eq!([dealt(Observer::Seat(Seat(1))), dealt(Observer::Public)], [["a coin falls"], ["a coin falls"]]);
    let header = game.header();
    assert_eq!((header.rolled.len(), &*header.rolls[0].text), (0, "a coin falls"));
    assert_eq!(DESCRIBED.load(Ordering::Relaxed), described, "described again for a log or a record");

    let error = begun("[knobs]\nbroken = true\n").err().unwrap();
    assert!(error.to_string().contains("no words for this"), "{error}");
}
