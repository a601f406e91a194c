//! Random games at full speed: the lines are counted once, on the finished board, as long as their points were
//! precomputed. House rules that change only the points of lines, in a way that could not be precomputed, are called
//! stone by stone, and everything else is played as without them.

use super::ThreeStones;
use crate::board::{Bits, DIRECTIONS, MAX_PLACES, Place, places};
use crate::hooks::Player;
use crate::moves;
use crate::state::{Counts, STONES, State, Stone};
use multiversion::multiversion;
use multiversion::target::match_target;
use stonehouse_plugin::{Action, CourseWriter, GameError, Pause, Rng, Seat, Trace};

/// Plays `state` to its end, each legal action as likely as any other, and returns the number of actions.
pub(crate) fn playout(rules: &ThreeStones, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
    if needs_stepwise_play(rules, state) {
        return until(rules, state, draws, &mut Pause::never());
    }
    play_unchecked(rules, state, draws)
}

/// As [`playout`], up to a pause.
pub(crate) fn until(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
    pause: &mut Pause<'_>,
) -> Result<u32, GameError> {
    if can_draw(rules, state) {
        return draw_until(rules, state, draws, pause, &mut |_, _| {});
    }
    play_until(rules, state, draws, pause, &mut |_, _, _, _| {})
}

/// As [`traced`], up to a pause.
pub(crate) fn traced_until(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
    pause: &mut Pause<'_>,
    trace: &mut Trace,
) -> Result<u32, GameError> {
    if can_draw(rules, state) {
        return draw_until(rules, state, draws, pause, &mut |seat, action| trace.push(Seat(seat), action));
    }
    play_until(rules, state, draws, pause, &mut |_, seat, action, _| trace.push(Seat(seat), action))
}

/// As [`playout`], and also reports the seats and their actions.
pub(crate) fn traced(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
    trace: &mut Trace,
) -> Result<(), GameError> {
    if needs_stepwise_play(rules, state) {
        return traced_until(rules, state, draws, &mut Pause::never(), trace).map(|_| ());
    }
    let (began, first) = (state.number, state.next);
    play_unchecked(rules, state, draws)?;
    read(state, began, first, trace);
    Ok(())
}

/// As [`playout`], and also records the seat and action of each step, the number of legal actions, and the scores after
/// it.
pub(crate) fn recorded(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
    course: &mut CourseWriter<'_>,
) -> Result<(), GameError> {
    if rules.scores_by_hooks || needs_stepwise_play(rules, state) {
        let mut record = |state: &State, seat, action, legal| course.push(Seat(seat), action, legal, &state.scores);
        return play_until(rules, state, draws, &mut Pause::never(), &mut record).map(|_| ());
    }
    let before = state.clone();
    play_unchecked(rules, state, draws)?;
    read_course(rules, &before, state, course);
    Ok(())
}

/// [`nth`] with the instructions of the target for which the function around it is compiled: a macro, since only inside
/// that function is the target known.
macro_rules! nth_here {
    () => {
        |word: u64, n: u32| {
            match_target! {
                "x86_64+bmi1+bmi2+lzcnt+popcnt" => {
                    std::arch::x86_64::_pdep_u64(1u64 << n, word).trailing_zeros() as Place
                }
                _ => nth(word, n),
            }
        }
    };
}

/// Whether house rules affect the play, or are notified of it, stone by stone.
const fn needs_stepwise_play(rules: &ThreeStones, state: &State) -> bool {
    rules.notifies || is_affected(rules, state)
}

/// Whether house rules affect the play, stone by stone.
const fn is_affected(rules: &ThreeStones, state: &State) -> bool {
    rules.hooks_each_stone || state.altered
}

/// Whether stones are drawn from a pouch by players who take turns, without an effect of house rules on that: then
/// [`draw_until`] plays as [`play_until`] does.
const fn can_draw(rules: &ThreeStones, state: &State) -> bool {
    rules.knobs.pouch && !is_affected(rules, state)
}

/// The actions played since the number `began`, and their count, read from the finished board, where each stone has its
/// number: the loops of a playout need not keep a list.
fn played(state: &State, began: u8) -> ([Action; u8::MAX as usize], usize) {
    const NONE: Action = Action(u32::MAX);
    let mut played = [NONE; u8::MAX as usize];
    for stone in STONES {
        places(state.stones[stone as usize]).for_each(|place| {
            if let Some(number) = state.order[usize::from(place)].checked_sub(began) {
                played[usize::from(number)] = moves::action(stone, place);
            }
        });
    }
    (played, usize::from(state.number - began))
}

/// As [`played`], with the seat of each action: the players took turns, and `first` began.
fn read(state: &State, began: u8, first: u8, trace: &mut Trace) {
    let (played, count) = played(state, began);
    trace.0.reserve(count);
    for (turn, action) in (0..).zip(&played[..count]) {
        trace.push(Seat((first + turn) % 2), *action);
    }
}

/// Reads from the finished board how the game continued from `before`: a line scored when the last of its stones was
/// laid.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn read_course(rules: &ThreeStones, before: &State, after: &State, course: &mut CourseWriter<'_>) {
    let mut gained = [[0; 2]; MAX_PLACES];
    let [white, black, clear] = after.stones;
    for (seat, own) in [white, black].into_iter().enumerate() {
        for way in 0..DIRECTIONS {
            let points = rules.known.line_points.map_or(rules.knobs.points_per_line, |known| known[seat][way]);
            places(rules.board.lines(way, own, clear)).for_each(|start| {
                let numbers = rules.board.line(start, way).map(|place| after.order[usize::from(place)]);
                if let Some(turn) = numbers.max().unwrap_or_default().checked_sub(before.number) {
                    gained[usize::from(turn) % MAX_PLACES][seat] += points;
                }
            });
        }
    }
    let (mut filled, mut last, mut left) = (before.filled(), before.last, before.left);
    let (mut mover, mut scores) = (before.next, before.scores);
    let (played, count) = played(after, before.number);
    for (action, gained) in played[..count].iter().zip(&gained) {
        let Some((stone, place)) = moves::decode(*action) else { continue };
        let hand = &mut left[usize::from(mover)];
        let kinds = if rules.knobs.pouch { 1 } else { hand.iter().map(|count| u32::from(*count > 0)).sum() };
        let legal = kinds * pockets::<true>(rules, filled, last).count_ones();
        scores = [scores[0] + gained[0], scores[1] + gained[1]];
        course.push(Seat(mover), *action, legal, &scores);
        if !rules.knobs.pouch {
            hand[stone as usize] -= 1;
        }
        (filled, last) = (filled | 1 << place, Some(place));
        mover = 1 - mover;
    }
}

/// Plays on without a list of legal actions.
fn play_unchecked(rules: &ThreeStones, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
    if state.over {
        return Ok(0);
    }
    let to_play = state.to_play();
    match (rules.knobs.pouch, rules.scores_by_hooks, rules.known.pockets.is_some()) {
        (true, false, false) => draw_to_the_end::<false, false>(rules, state, draws)?,
        (true, false, true) => draw_to_the_end::<false, true>(rules, state, draws)?,
        (true, true, false) => draw_to_the_end::<true, false>(rules, state, draws)?,
        (true, true, true) => draw_to_the_end::<true, true>(rules, state, draws)?,
        (false, false, false) => choose_to_the_end::<false, false>(rules, state, draws)?,
        (false, false, true) => choose_to_the_end::<false, true>(rules, state, draws)?,
        (false, true, false) => choose_to_the_end::<true, false>(rules, state, draws)?,
        (false, true, true) => choose_to_the_end::<true, true>(rules, state, draws)?,
    }
    Ok(to_play)
}

/// Plays stone by stone, calling the house rules, to the end or to a pause: each action is drawn without being listed
/// and, since it is legal, not checked again. After each action `report` is called with the position, the seat that
/// played it, and the number of legal actions. Compiled twice, as below.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn play_until(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
    pause: &mut Pause<'_>,
    report: &mut dyn FnMut(&State, u8, Action, u32),
) -> Result<u32, GameError> {
    let mut played = 0;
    while !state.over {
        // The legal actions are the stones that may be played, in order, each with its pockets.
        let mut targets = [0; STONES.len()];
        for stone in rules.playable(state) {
            targets[stone as usize] = rules.targets(state, stone)?;
        }
        let counts = targets.map(Bits::count_ones);
        let legal = counts.iter().sum();
        let mut choice = draws.below(legal);
        let mut kind = 0;
        while choice >= counts[kind] {
            choice -= counts[kind];
            kind += 1;
            if kind == STONES.len() {
                return Err(GameError::Illegal);
            }
        }
        let place = pick(targets[kind], nth_here!(), |_| choice);
        let seat = state.next;
        rules.play(state, STONES[kind], place)?;
        report(state, seat, moves::action(STONES[kind], place), legal);
        played += 1;
        if pause.is_due() {
            break;
        }
    }
    Ok(played)
}

/// As [`play_until`], where stones [are drawn](can_draw): what a stone does to the position is known without it.
/// Compiled twice, as below.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn draw_until(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
    pause: &mut Pause<'_>,
    report: &mut dyn FnMut(u8, Action),
) -> Result<u32, GameError> {
    let (mut filled, mut last) = (state.filled(), state.last);
    let mut pouch = Pouch::new(state.left[0]);
    let mut played = 0;
    while let Some(stone) = state.drawn {
        let place = pick(pockets::<true>(rules, filled, last), nth_here!(), |count| draws.below(count));
        (filled, last) = (filled | 1 << place, Some(place));
        let by = state.next;
        state.drawn = None;
        state.put(stone, place);
        let gained = rules.score_lines(state, Some(by), place, None)?;
        rules.notify_placed(state, by, (stone, place), gained);
        state.turns += 1;
        state.next = 1 - by;
        state.drawn = pouch.draw(&mut state.rng);
        state.left[0] = pouch.left();
        rules.notify_next(state, by);
        rules.end_if_over(state)?;
        if state.over {
            rules.house.last_stone(Player::at(by));
        }
        report(by, moves::action(stone, place));
        played += 1;
        if pause.is_due() {
            break;
        }
    }
    Ok(played)
}

/// Plays the stones of the pouch; with `SCORES_BY_HOOKS`, house rules are called for the points of each line, and with
/// `PRECOMPUTED_POCKETS` the pockets that they add and forbid are those that were precomputed.
///
/// Compiled twice, for the processors that count and find bits in one instruction and for the others; which is used is
/// decided when the program runs.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn draw_to_the_end<const SCORES_BY_HOOKS: bool, const PRECOMPUTED_POCKETS: bool>(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
) -> Result<(), GameError> {
    // Kept separate from the position, which is written in parts: reading those back as a whole would stall.
    let (mut filled, mut last) = (state.filled(), state.last);
    let mut pouch = Pouch::new(state.left[0]);
    while let Some(stone) = state.drawn {
        let place = pick(pockets::<PRECOMPUTED_POCKETS>(rules, filled, last), nth_here!(), |count| draws.below(count));
        (filled, last) = (filled | 1 << place, Some(place));
        state.drawn = None;
        put::<SCORES_BY_HOOKS>(rules, state, stone, place)?;
        state.drawn = pouch.draw(&mut state.rng);
        if SCORES_BY_HOOKS {
            state.left[0] = pouch.left();
        }
    }
    state.left[0] = pouch.left();
    finish::<SCORES_BY_HOOKS>(rules, state)
}

/// The stones left in the pouch, a byte for each kind, in one word that stays in a register. There are at most as many
/// as places, so that no sum of counts exceeds a byte.
#[derive(Clone, Copy)]
struct Pouch(u32);

impl Pouch {
    #[inline(always)]
    fn new([white, black, clear]: Counts) -> Self {
        Self(u32::from_le_bytes([white, black, clear, 0]))
    }

    #[inline(always)]
    fn left(self) -> Counts {
        let [white, black, clear, _] = self.0.to_le_bytes();
        [white, black, clear]
    }

    /// As [`take`](crate::state::take), with the same draws.
    #[inline(always)]
    fn draw(&mut self, rng: &mut Rng) -> Option<Stone> {
        // Byte 1 is the sum of the first two counts, byte 2 that of all.
        let sums = self.0.wrapping_mul(0x01_01_01);
        let (white, suited, total) = (sums & 0xff, sums >> 8 & 0xff, sums >> 16 & 0xff);
        if total == 0 {
            return None;
        }
        let number = rng.below(total);
        let kind = u32::from(number >= white) + u32::from(number >= suited);
        self.0 -= 1 << (8 * kind);
        Some(STONES[kind as usize])
    }
}

/// Plays the stones of both hands; `SCORES_BY_HOOKS` and `PRECOMPUTED_POCKETS` as above. Compiled twice, as above.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn choose_to_the_end<const SCORES_BY_HOOKS: bool, const PRECOMPUTED_POCKETS: bool>(
    rules: &ThreeStones,
    state: &mut State,
    draws: &mut Rng,
) -> Result<(), GameError> {
    let (mut filled, mut last) = (state.filled(), state.last);
    let mut mover = usize::from(state.next);
    for _ in 0..state.to_play() {
        let hand = state.left[mover].map(|count| u32::from(count > 0));
        // The legal actions are the kinds in hand, in order, each with every allowed pocket.
        let kinds = hand[0] + hand[1] + hand[2];
        let mut kind = 0;
        let place = pick(pockets::<PRECOMPUTED_POCKETS>(rules, filled, last), nth_here!(), |pockets| {
            let choice = draws.below(kinds * pockets);
            kind = u32::from(choice >= pockets) + u32::from(choice >= 2 * pockets);
            choice - kind * pockets
        });
        // The `kind`th of those in hand, without a branch that follows no pattern.
        let stone = u32::from(kind >= hand[0]) + u32::from(kind >= hand[0] + hand[1]);
        (filled, last) = (filled | 1 << place, Some(place));
        for (number, count) in (0..).zip(&mut state.left[mover]) {
            *count -= u8::from(number == stone);
        }
        put::<SCORES_BY_HOOKS>(rules, state, STONES[stone as usize], place)?;
        mover = 1 - mover;
    }
    finish::<SCORES_BY_HOOKS>(rules, state)
}

/// The pockets for the next stone.
#[inline(always)]
fn pockets<const PRECOMPUTED_POCKETS: bool>(rules: &ThreeStones, filled: Bits, last: Option<Place>) -> Bits {
    let allowed = rules.allowed(filled, last);
    match &rules.known.pockets {
        Some(known) if PRECOMPUTED_POCKETS => known.of(rules.board.pockets & !filled, allowed, last),
        _ => allowed,
    }
}

/// Lays a stone, and scores its lines. Everything that house rules can read of the position is as in a match.
#[inline(always)]
fn put<const SCORES_BY_HOOKS: bool>(
    rules: &ThreeStones,
    state: &mut State,
    stone: Stone,
    place: Place,
) -> Result<(), GameError> {
    state.put(stone, place);
    if SCORES_BY_HOOKS {
        rules.score_lines(state, Some(state.next), place, None)?;
        state.next = 1 - state.next;
    }
    state.turns += 1;
    Ok(())
}

/// Ends the game.
#[inline(always)]
fn finish<const SCORES_BY_HOOKS: bool>(rules: &ThreeStones, state: &mut State) -> Result<(), GameError> {
    state.over = true;
    if SCORES_BY_HOOKS {
        return rules.score_end(state);
    }
    count(rules, state);
    Ok(())
}

/// Scores the finished board. No house rule has moved a stone, so every line that was made still exists.
#[inline(always)]
fn count(rules: &ThreeStones, state: &mut State) {
    let [white, black, clear] = state.stones;
    for (seat, own) in [white, black].into_iter().enumerate() {
        let lines = rules.board.count_lines(own, clear);
        let points = match &rules.known.line_points {
            None => i64::from(lines.iter().sum::<u32>()) * rules.knobs.points_per_line,
            Some(known) => lines.iter().zip(known[seat]).map(|(lines, points)| i64::from(*lines) * points).sum(),
        };
        state.scores[seat] = rules.knobs.handicap_points[seat] + state.given[seat] + points;
    }
}

/// The place in `set` whose number `choose` returns, given their count.
#[inline(always)]
fn pick(set: Bits, nth: impl Fn(u64, u32) -> Place, choose: impl FnOnce(u32) -> u32) -> Place {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let in_low = low.count_ones();
    let n = choose(in_low + high.count_ones());
    let (word, n, base) = if n < in_low { (low, n, 0) } else { (high, n - in_low, 64) };
    base + nth(word, n)
}

/// The number of the `n`th set bit, from 0.
fn nth(mut word: u64, n: u32) -> Place {
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros() as Place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::places;

    #[test]
    fn pick_finds_every_place_and_counts_them() {
        for set in [1, 1 << 127, 0b1011, Bits::MAX, 0x8000_0000_0000_0001_8000_0000_0000_0001] {
            pick(set, nth, |count| {
                assert_eq!(count, set.count_ones());
                0
            });
            for (n, place) in places(set).enumerate() {
                assert_eq!(pick(set, nth, |_| n as u32), place, "{set:x}");
            }
        }
    }
}
