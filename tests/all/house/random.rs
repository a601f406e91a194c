//! Random house rules over all their means: memory, events, effects, rolls, actions, ends and winners. Whatever they
//! do, the kit finds nothing, and a match under them is taken back, resumed and replayed to the same end.

use super::{assert_repeats, random_match, under};
use std::fmt::Write;
use stonehouse_plugin::{FieldKind, Rng};
use stonehouse_runtime::{HostEvent, Plugin};
use stonehouse_tests::catalog;

/// The number of actions after which a match under a random rule ends, so that extra points and turns do no harm.
const END: u32 = 60;

/// Writes a script from a seed.
struct Author {
    draws: Rng,
    /// Numbers that every function can read.
    facts: Vec<String>,
    /// Facts of each seat that all may know, by name.
    each_facts: Vec<String>,
    /// The names of the seats in scripts.
    seats: Vec<String>,
    /// The memory of the rules: the name of each value, whether it is one for each seat, whether it is secret, and its
    /// greatest number.
    memory: Vec<(String, bool, bool, u32)>,
}

impl Author {
    fn new(plugin: &Plugin, seed: u64) -> Self {
        let mut draws = Rng::from_seed(seed);
        let hidden = |doc: &str| doc.to_lowercase().contains("hidden from");
        let open = plugin.facts().iter().filter(|fact| fact.kind == FieldKind::Integer && !hidden(&fact.doc));
        let (each, plain): (Vec<_>, Vec<_>) = open.partition(|fact| fact.each_seat);
        let mut facts = vec!["ctx.actions".to_owned(), "ctx.best".to_owned(), "ctx.least".to_owned()];
        facts.extend(plain.iter().map(|fact| format!("ctx.{}", fact.name)));
        let mut each_facts = vec!["scores".to_owned()];
        each_facts.extend(each.iter().map(|fact| fact.name.clone()));
        let seats = (0..plugin.about().seats.default).map(|seat| {
            plugin.seat_words().get(usize::from(seat)).map_or(seat.to_string(), |word| format!("'{word}'"))
        });
        let seats = seats.collect();
        let memory = (0..=draws.below(3)).map(|number| {
            let each = draws.below(2) == 0;
            (format!("m{number}"), each, each && draws.below(2) == 0, 1 + draws.below(12))
        });
        let memory = memory.collect();
        Self { draws, facts, each_facts, seats, memory }
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        self.draws.pick(from).unwrap().clone()
    }

    /// A number that `seat` may know.
    fn number(&mut self, seat: &str) -> String {
        match self.draws.below(4) {
            0 => self.draws.below(8).to_string(),
            1 => format!("ctx.{}[{seat}]", self.pick(&self.each_facts.clone())),
            2 => {
                let (name, each, ..) = self.pick(&self.memory.clone());
                if each { format!("ctx.{name}[{seat}]") } else { format!("ctx.{name}") }
            }
            _ => self.pick(&self.facts.clone()),
        }
    }

    fn condition(&mut self, seat: &str) -> String {
        let [one, other] = [self.number(seat), self.number(seat)];
        match self.draws.below(3) {
            0 => format!("{one} > {other}"),
            1 => format!("({one} + {other}) % {} == 0", 2 + self.draws.below(3)),
            _ => format!("{one} ~= {other}"),
        }
    }

    /// Effects that can always be applied. Public values must follow from public ones: a secret one is changed by
    /// constants.
    fn effects(&mut self, seat: &str) -> String {
        let mut text = String::new();
        for _ in 0..=self.draws.below(2) {
            let (name, each, secret, most) = self.pick(&self.memory.clone());
            let place = if each { format!("{seat}, ") } else { String::new() };
            let own = if each { format!("ctx.{name}[{seat}]") } else { format!("ctx.{name}") };
            let step = 1 + self.draws.below(5);
            match self.draws.below(5) {
                4 => {
                    let _ = writeln!(text, "effects.roll('luck', {seat})");
                }
                0 if !secret => {
                    let _ = writeln!(text, "effects.say(`{name} was {{{own}}}`)");
                }
                1 => {
                    let points = i64::from(self.draws.below(7)) - 3;
                    let _ = writeln!(text, "if {} then effects.points({seat}, {points}) end", self.open_condition());
                }
                _ => {
                    let _ = writeln!(text, "effects.remember('{name}', {place}({own} + {step}) % {})", most + 1);
                }
            }
        }
        text
    }

    /// A condition of facts alone.
    fn open_condition(&mut self) -> String {
        let one = self.pick(&self.facts.clone());
        format!("{one} % {} == {}", 2 + self.draws.below(3), self.draws.below(2))
    }

    fn script(mut self, plugin: &Plugin) -> String {
        let mut text =
            "return {\nmemory = {\nused = { each = 'seat', max = 3 },\nlucky = { max = 6, label = 'Luck' },\n"
                .to_owned();
        for (name, each, secret, most) in self.memory.clone() {
            let each = if each { "each = 'seat', " } else { "" };
            let label = if self.draws.below(2) == 0 { format!(", label = 'Of {name}'") } else { String::new() };
            let _ = writeln!(text, "{name} = {{ {each}secret = {secret}, max = {most}{label} }},");
        }
        let _ = writeln!(
            text,
            "}},\nrolls = {{ luck = {{ each = 'seat', sides = 6, rolled = function(ctx, effects)
                effects.remember('lucky', ctx.value)
                if ctx.value > 4 then effects.points(ctx.seat, 1) end end }} }},\nactions = {{"
        );
        for number in 0..=self.draws.below(2) {
            let offer = match self.draws.below(if number == 0 { 3 } else { 4 }) {
                0 => "first = true,",
                3 => "after = 'a0',",
                _ => "",
            };
            let (targets, own) = match self.draws.below(3) {
                0 => ("targets = 'seats',", "ctx.target ~= ctx.seat and "),
                1 => ("targets = { 2, 3, 5 },", ""),
                _ => ("", ""),
            };
            let when = self.condition("ctx.seat");
            let play = self.effects("ctx.seat");
            let _ = writeln!(
                text,
                "a{number} = {{ label = 'Act {number}', {offer} {targets}
                when = function(ctx) return ctx.used[ctx.seat] < 3 and {own}{when} end,
                play = function(ctx, effects)
                effects.remember('used', ctx.seat, ctx.used[ctx.seat] + 1)\n{play}end }},"
            );
        }
        let _ = writeln!(text, "}},");
        let events: Vec<_> =
            HostEvent::ALL.map(HostEvent::declaration).into_iter().chain(plugin.events().to_vec()).collect();
        for event in events {
            if self.draws.below(3) == 0 {
                let seat = event.fields.iter().find(|field| field.kind == FieldKind::Seat);
                let seat = seat.map_or_else(|| self.pick(&self.seats.clone()), |field| format!("ctx.{}", field.name));
                let effects = self.effects(&seat);
                let _ = writeln!(text, "{} = function(ctx, effects)\n{effects}end,", event.name);
            }
        }
        if self.draws.below(2) == 0 {
            let wins = self.open_condition();
            let _ = writeln!(text, "wins = function(ctx, wins) return wins or {wins} end,");
        }
        text + &format!("ended = function(ctx, over) return over or ctx.actions >= {END} end,\n}}\n")
    }
}

#[test]
fn matches_under_random_rules_undo_resume_replay_and_hide() {
    let records = tempfile::tempdir().unwrap();
    for game in catalog().games() {
        for seed in 0..15 {
            let script = Author::new(&game.plugin, seed).script(&game.plugin);
            let ruleset = under(&game.plugin, "", &script).unwrap_or_else(|why| panic!("{why}\n{script}"));
            stonehouse_conformance::check(ruleset.rules(), 1, seed)
                .unwrap_or_else(|broken| panic!("{}: {broken}\n{script}", game.id()));
            assert_repeats(&random_match(&ruleset, seed, records.path()), seed, &script);
        }
    }
}
