//! Benchmarks of one call of a hook: its result cached or computed, in a game that offers eight facts or thirty.
//!
//! `cargo bench -p stonehouse-house-rules --bench hooks`. Figures are in `docs/performance.md`.

use divan::Bencher;
use stonehouse_house_rules::{HouseRules, Interface, Script};
use stonehouse_plugin::house::FactDecl;
use stonehouse_plugin::{Field, FieldKind, HookDecl, Seat};
use stonehouse_runtime::{HookFailure, ReadFacts};

fn main() {
    divan::main();
}

/// A position in which every fact is its own number.
struct Numbers;

impl ReadFacts for Numbers {
    fn seats(&self) -> usize {
        2
    }

    fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
        values.fill(fact as i64);
        Ok(())
    }

    fn zone(&self, _: usize, _: Seat, _: &mut [i64]) -> Result<usize, Box<HookFailure>> {
        Ok(0)
    }

    fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>> {
        scores.fill(0);
        Ok(())
    }

    fn memory_slot(&self, _: usize) -> Result<i64, Box<HookFailure>> {
        Ok(0)
    }
}

/// A script that reads a field and as many facts, and adds them in its own function.
fn rules(facts: usize, read: usize) -> HouseRules {
    let fields = ["row", "col", "turn"].map(|name| Field::integer(name, "A field."));
    let declared = (0..facts).map(|fact| FactDecl::new(&format!("fact_{fact}"), "A fact.", FieldKind::Integer, false));
    let interface = Interface {
        facts: declared.collect(),
        ..Interface::with_hooks(&[HookDecl::integer("points", "Points.", fields, (0, i64::MAX >> 12))])
    };
    let sum: String = (0..read).map(|fact| format!(" + ctx.fact_{fact}")).collect();
    let source = format!(
        "local house = {{}}\nlocal function more(points, by) return points + by end\n\
         function house.points(ctx, points)\nif ctx.row > 5 then return points end\n\
         return more(points, ctx.row{sum})\nend\nreturn house\n"
    );
    let script = Script::new("rule.lua", "rule.lua", source);
    let rules = HouseRules::load(vec![script], interface).unwrap_or_else(|problems| panic!("{}", problems[0]));
    // Each thread makes a VM of its own at its first call, and the system hands out the memory for the cache when
    // it is first written.
    for value in 0..WARM {
        assert!(rules.fold(0, &[1, 2, 3], &Numbers, value + (1 << 40)).is_ok());
    }
    rules
}

/// Calls before the first one that is measured.
const WARM: i64 = 1 << 18;

/// Facts that the game offers, and facts that the script reads.
const TABLES: [(usize, usize); 4] = [(8, 1), (30, 1), (8, 3), (30, 3)];

/// Another value each time: nothing is cached.
#[divan::bench(args = TABLES, sample_size = 1000)]
fn worked_out(bencher: Bencher<'_, '_>, (facts, read): (usize, usize)) {
    let (rules, mut value) = (rules(facts, read), 0);
    bencher.bench_local(|| {
        value += 1;
        rules.fold(0, &[1, 2, 3], &Numbers, value)
    });
}

/// One call, repeated: its result is cached.
#[divan::bench(args = TABLES, sample_size = 1000)]
fn remembered(bencher: Bencher<'_, '_>, (facts, read): (usize, usize)) {
    let rules = rules(facts, read);
    bencher.bench_local(|| rules.fold(0, divan::black_box(&[1, 2, 3]), &Numbers, 5));
}
