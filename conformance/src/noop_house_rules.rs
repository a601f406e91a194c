//! House rules that leave the game as it is and use every hook, event and effect of the game, so that it is checked
//! with house rules before any exist. Of the effects of the host they request messages, memory and rolls.
//!
//! So an author's facts and events are called before there is any script; the game's effects are tried on copies of
//! its positions.

use stonehouse_plugin::Seat;
use stonehouse_plugin::house::{FactDecl, ZoneDecl};
use stonehouse_runtime::{
    ActionDecl, EffectRequest, Event, HookFailure, HookFailureKind, HookHost, HostEvent, HostHook, HouseEffect,
    HouseLayer, HouseMessage, MemoryDecl, MemoryShape, OfferKind, Plugin, ReadFacts, RollDecl, ScriptLine, Targets,
};

/// How often each seat may nod in a match.
const MAX_NODS: i64 = 3;

/// The slots of the memory.
const PUBLIC: usize = 1;
const OWN: usize = 2;

/// The actions; those after them point at a piece of a zone.
const SWEAR: usize = 0;
const NOD: usize = 1;

/// The value remembered of a seat that has sworn and not nodded; [`EACH_NOD`] is added for each nod.
const OATH_TAKEN: i64 = 1;
const EACH_NOD: i64 = 10;

/// House rules for this plugin that change nothing of the game. Everybody swears before it begins, secretly, may nod to
/// another player or point at a piece now and then, with a roll for luck, and all facts are read at every hook and
/// every event.
pub fn noop_house_rules(plugin: &Plugin) -> Box<dyn HookHost> {
    Box::new(NoopHouseRules::new(plugin))
}

/// House rules for this plugin that subscribe to every event of the game and to its end, and use nothing else. A
/// playout keeps its own path under them, on which it has to report the same events as the same actions one by one.
pub fn event_house_rules(plugin: &Plugin) -> Box<dyn HookHost> {
    Box::new(NoopHouseRules {
        facts: Vec::new(),
        zones: Vec::new(),
        actions: Vec::new(),
        rolls: Vec::new(),
        uses_all: false,
        ..NoopHouseRules::new(plugin)
    })
}

impl NoopHouseRules {
    fn new(plugin: &Plugin) -> Self {
        let memory = |name: &str, slot, each_seat| MemoryDecl {
            name: name.to_owned(),
            label: name.to_owned(),
            area: if each_seat { String::new() } else { name.to_owned() },
            pictures: Vec::new(),
            shape: if each_seat { MemoryShape::Seats } else { MemoryShape::Single },
            words: Vec::new(),
            is_seat: false,
            min: 0,
            max: 1_000_000,
            start: 0,
            secret: each_seat,
            series: false,
            slot,
        };
        let action = |name: &str, offer, targets, secret| ActionDecl {
            name: name.to_owned(),
            label: name.to_owned(),
            log: String::new(),
            secret,
            tip: String::new(),
            offer,
            prompt: String::new(),
            targets,
        };
        let mut actions = vec![
            action("Swear", OfferKind::First, Targets::Numbers(vec![0, 1, 2]), false),
            action("Nod", OfferKind::InTurn, Targets::Seats, false),
        ];
        let zones = plugin.zones().iter().enumerate().filter(|(_, zone)| zone.each_seat || !zone.secret);
        actions
            .extend(zones.map(|(index, zone)| action("Point", OfferKind::InTurn, Targets::Pieces(index), zone.secret)));
        Self {
            facts: plugin.facts().to_vec(),
            zones: plugin.zones().to_vec(),
            memory: [memory("Public", PUBLIC, false), memory("Own", OWN, true)],
            actions,
            rolls: vec![RollDecl {
                name: "Luck".to_owned(),
                label: "Luck".to_owned(),
                each_seat: true,
                secret: false,
                dice: None,
                sides: 6,
                values: Vec::new(),
            }],
            uses_all: true,
        }
    }
}

struct NoopHouseRules {
    facts: Vec<FactDecl>,
    zones: Vec<ZoneDecl>,
    memory: [MemoryDecl; 2],
    actions: Vec<ActionDecl>,
    rolls: Vec<RollDecl>,
    /// Whether every hook and every event is used, and not only the events of the game.
    uses_all: bool,
}

type HookResult<T> = Result<T, Box<HookFailure>>;

impl NoopHouseRules {
    /// Reads everything there is.
    fn read(&self, facts: &dyn ReadFacts) -> HookResult<()> {
        let seats = facts.seats();
        let mut values = vec![0; seats];
        facts.scores(&mut values)?;
        for (index, decl) in self.facts.iter().enumerate() {
            facts.fact(index, &mut values[..if decl.each_seat { seats } else { 1 }])?;
        }
        for (index, decl) in self.zones.iter().enumerate() {
            let mut pieces = vec![0; decl.max_values()];
            for seat in Seat::all(if decl.each_seat { seats } else { 1 }) {
                facts.zone(index, seat, &mut pieces)?;
            }
        }
        (0..OWN + seats).try_for_each(|slot| facts.memory_slot(slot).map(|_| ()))
    }

    /// The number remembered of a seat.
    fn own(facts: &dyn ReadFacts, seat: Seat) -> HookResult<i64> {
        facts.memory_slot(OWN + seat.index())
    }
}

/// Adds an event to the digest in the memory: games in which other events are reported differ in it.
fn noted(event: Event, facts: &dyn ReadFacts) -> HookResult<EffectRequest> {
    let code = match event {
        Event::Game(index) => 1 + index as i64,
        Event::Host(event) => 100 + event as i64,
        Event::Roll(roll) => 200 + roll as i64,
    };
    Ok(remember(PUBLIC, (facts.memory_slot(PUBLIC)? * 31 + code) % 1_000_000))
}

fn remember(slot: usize, value: i64) -> EffectRequest {
    EffectRequest { what: HouseEffect::Remember { slot, value }, place: ScriptLine::default() }
}

impl HookHost for NoopHouseRules {
    fn uses(&self, _: usize) -> bool {
        self.uses_all
    }

    fn fold(&self, _: usize, _: &[i64], _: &dyn ReadFacts, value: i64) -> HookResult<i64> {
        // A hook may be called before a position exists to read.
        Ok(value)
    }

    fn layer(&self) -> Option<&dyn HouseLayer> {
        Some(self)
    }
}

impl HouseLayer for NoopHouseRules {
    fn memory(&self) -> &[MemoryDecl] {
        &self.memory
    }

    fn actions(&self) -> &[ActionDecl] {
        &self.actions
    }

    fn rolls(&self) -> &[RollDecl] {
        &self.rolls
    }

    fn subscribes_to(&self, event: Event) -> bool {
        self.uses_all || matches!(event, Event::Game(_) | Event::Host(HostEvent::MatchEnding))
    }

    fn notify(
        &self,
        event: Event,
        _: &[i64],
        facts: &dyn ReadFacts,
        request: &mut dyn FnMut(&[EffectRequest]),
    ) -> HookResult<()> {
        self.read(facts)?;
        request(&[noted(event, facts)?]);
        Ok(())
    }

    fn uses(&self, _: HostHook) -> bool {
        self.uses_all
    }

    fn decide(&self, _: HostHook, _: &[i64], facts: &dyn ReadFacts, value: bool) -> HookResult<bool> {
        self.read(facts)?;
        Ok(value)
    }

    fn whispers(&self) -> bool {
        true
    }

    fn offers(&self, action: usize, fields: &[i64], facts: &dyn ReadFacts) -> HookResult<bool> {
        let seat = Seat(fields[0] as u8);
        let own = Self::own(facts, seat)?;
        let may_nod = own / EACH_NOD < MAX_NODS;
        Ok(match action {
            SWEAR => own == 0,
            NOD => may_nod && fields[1] != i64::from(seat.0),
            // Not at all pieces: a board has many.
            _ => may_nod && fields[1..].iter().sum::<i64>() % 5 == 0,
        })
    }

    fn play(
        &self,
        action: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        effects: &mut Vec<EffectRequest>,
    ) -> HookResult<()> {
        self.read(facts)?;
        let seat = Seat(fields[0] as u8);
        let own = if action == SWEAR { OATH_TAKEN + fields[1] } else { Self::own(facts, seat)? + EACH_NOD };
        effects.push(remember(OWN + seat.index(), own));
        if action == NOD {
            effects.push(EffectRequest {
                what: HouseEffect::Roll { roll: 0, seat: Some(seat) },
                place: ScriptLine::default(),
            });
        }
        effects.push(EffectRequest {
            what: HouseEffect::Say(HouseMessage { text: "So be it".into(), only: None }),
            place: ScriptLine::default(),
        });
        effects.push(EffectRequest {
            what: HouseEffect::Say(HouseMessage { text: "Well sworn".into(), only: Some(seat) }),
            place: ScriptLine::default(),
        });
        Ok(())
    }

    fn refused(&self, _: ScriptLine, why: String) -> Box<HookFailure> {
        Box::new(HookFailure::new(HookFailureKind::Host, why))
    }
}
