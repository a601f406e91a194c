//! Secret rolls: what follows from each of their values, computed when the rules are loaded.
//!
//! A bot that does not know a value imagines another one, and then the memory must be as if that had been rolled. So
//! `rolled` of a secret roll depends on the seat and the value alone, and only keeps values in secret memory, in the
//! same slots whatever is rolled. All else is refused before anything is played.

use crate::fault::problem_of;
use crate::problem::Problem;
use crate::script::Script;
use crate::vm::Vm;
use stonehouse_plugin::Seat;
use stonehouse_runtime::{EffectRequest, HouseEffect, MemoryDecl, MemoryShape, NoFacts, RollDecl, ScriptLine};

/// Values that are kept, each with its slot, in the order of the slots.
type Kept = Vec<(usize, i64)>;

/// The values kept of secret rolls: of each roll, for each seat (or once, where it is for none), for each outcome.
#[derive(Debug, Default)]
pub(super) struct SecretRolls {
    rolls: Vec<Vec<Vec<Kept>>>,
}

impl SecretRolls {
    /// Calls `rolled` of every secret roll for each seat and outcome.
    ///
    /// # Errors
    /// When one of them fails, reads anything else, or requests anything else.
    pub fn of(vm: &mut Vm, scripts: &[Script], seats: usize) -> Result<Self, Problem> {
        let (rolls, entry_points) = (vm.declared().rolls.clone(), vm.declared().entry_points_of_rolls.clone());
        let mut all = Vec::new();
        for (decl, entry_point) in rolls.iter().zip(entry_points) {
            let rolled = Rolled { decl, entry_point, scripts };
            let whose: Vec<Option<Seat>> =
                if decl.each_seat { Seat::all(seats).map(Some).collect() } else { vec![None] };
            let kept = whose.into_iter().filter(|_| decl.secret).map(|seat| rolled.kept(vm, seat));
            all.push(kept.collect::<Result<_, _>>()?);
        }
        Ok(Self { rolls: all })
    }

    /// The values kept of this outcome.
    pub fn kept(&self, roll: usize, seat: Option<Seat>, outcome: u32) -> &[(usize, i64)] {
        let seat = seat.map_or(0, Seat::index);
        self.rolls.get(roll).and_then(|seats| seats.get(seat)?.get(outcome as usize)).map_or(&[], Vec::as_slice)
    }
}

/// The function `rolled` of a secret roll.
struct Rolled<'a> {
    decl: &'a RollDecl,
    entry_point: usize,
    scripts: &'a [Script],
}

impl Rolled<'_> {
    /// The values kept for this seat of each outcome.
    fn kept(&self, vm: &mut Vm, seat: Option<Seat>) -> Result<Vec<Kept>, Problem> {
        let name = &self.decl.name;
        if let Some(fact) = vm.fact_read_at(self.entry_point) {
            let value = if self.decl.dice.is_some() { "`ctx.values`" } else { "`ctx.value`" };
            let own = if self.decl.each_seat { format!("`ctx.seat` and {value}") } else { value.to_owned() };
            let why = format!("`rolled` of the secret roll `{name}` can read nothing but {own}, and it reads `{fact}`");
            return Err(self.problem(vm, ScriptLine::default(), why));
        }
        let mut all: Vec<Kept> = Vec::new();
        for outcome in 0..self.decl.outcomes() {
            let values = self.decl.values_in(outcome);
            let fields: Vec<i64> = seat.map(|seat| seat.0.into()).into_iter().chain(values).collect();
            let mut effects = Vec::new();
            let mut request = |requested: &[EffectRequest]| effects.extend_from_slice(requested);
            vm.notify(self.entry_point, &fields, &NoFacts, self.scripts, &mut request)
                .map_err(|failure| problem_of(*failure))?;
            let mut kept = Kept::new();
            for EffectRequest { what, place } in effects {
                match what {
                    HouseEffect::Remember { slot, value } if is_secret(&vm.declared().memory, slot) => {
                        kept.retain(|(other, _)| *other != slot);
                        kept.push((slot, value));
                    }
                    _ => {
                        let why = format!(
                            "`rolled` of the secret roll `{name}` can do nothing but `effects.remember` in a `secret` memory: all else would \
                             reveal what was rolled"
                        );
                        return Err(self.problem(vm, place, why));
                    }
                }
            }
            kept.sort_unstable();
            if let Some(first) = all.first()
                && !first.iter().map(|(slot, _)| slot).eq(kept.iter().map(|(slot, _)| slot))
            {
                let word = |value: i64| {
                    self.decl.word_of(value).map_or_else(|| value.to_string(), |word| format!("\"{word}\""))
                };
                let shown = |outcome| self.decl.values_in(outcome).into_iter().map(word).collect::<Vec<_>>().join(", ");
                let why = format!(
                    "`rolled` of the secret roll `{name}` must keep values in the same memories whatever is rolled, and with {} they are \
                     others than with {}",
                    shown(outcome),
                    shown(0)
                );
                return Err(self.problem(vm, ScriptLine::default(), why));
            }
            all.push(kept);
        }
        Ok(all)
    }

    /// A problem at this line, or where the function begins.
    fn problem(&self, vm: &Vm, place: ScriptLine, why: String) -> Problem {
        let place = if place.line == 0 { vm.places()[self.entry_point] } else { place };
        let file = self.scripts.get(place.script).map(|script| script.file.clone()).unwrap_or_default();
        Problem::line(file, place.line, why)
    }
}

fn is_secret(memory: &[MemoryDecl], slot: usize) -> bool {
    let decl = memory.iter().take_while(|decl| decl.slot <= slot).last();
    decl.is_some_and(|decl| decl.secret && !matches!(decl.shape, MemoryShape::List(_)))
}
