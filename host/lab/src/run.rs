//! Numbered blocks of games on several threads, whose results are taken in their order.

use crate::plan::SimulationPlan;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Random games that one thread takes at a time.
const RANDOM_GAMES: u64 = 256;

/// Games in numbered blocks, each of which one thread plays. Games of one deal are in one block, as metrics of whole
/// deals need it.
pub(crate) struct GameBlocks {
    games: Range<u64>,
    size: u64,
}

impl GameBlocks {
    /// The blocks of these games of a plan, which begin with a deal.
    pub fn new(plan: &SimulationPlan, games: Range<u64>) -> Self {
        let replays = plan.replays.max(1);
        let size = if plan.is_of_playouts() { RANDOM_GAMES.div_ceil(replays) * replays } else { replays };
        Self { games, size }
    }

    /// The numbers of the blocks.
    pub fn numbers(&self) -> Range<u64> {
        0..self.games.end.saturating_sub(self.games.start).div_ceil(self.size)
    }

    /// The games of a block.
    pub fn games(&self, block: u64) -> Range<u64> {
        let begin = self.games.start + block * self.size;
        begin..(begin + self.size).min(self.games.end)
    }
}

/// How often `tick` is called while nothing is done.
const TICK: Duration = Duration::from_millis(100);

/// How many results of each thread wait to be taken. A thread that is further ahead waits itself: a caller that writes
/// rows more slowly than games are played would otherwise keep them all.
const WAITING: usize = 2;

/// The reason for which not all blocks were done.
pub(crate) enum Halt<E> {
    /// A block failed; those before it did not.
    Failed(E),
    /// A thread could not be started.
    Threads(std::io::Error),
}

/// The work of one block, with the state of its thread.
pub(crate) type BlockWork<'a, W, T, E> = dyn Fn(&mut W, u64) -> Result<Option<T>, E> + Sync + 'a;

/// Runs blocks on `threads` threads (0: one per processor); each creates its own state. A block that returns `None` was
/// interrupted: no further ones are begun. `take` receives the results on this thread, in order, up to the first
/// interrupted one; when it returns false, no further ones are begun or taken. `tick` is called on this thread several
/// times a second.
///
/// # Errors
/// The failure of the lowest number.
pub(crate) fn in_order<W, T: Send, E: Send>(
    blocks: Range<u64>,
    threads: usize,
    make: &(dyn Fn() -> W + Sync),
    work: &BlockWork<'_, W, T, E>,
    mut take: impl FnMut(u64, T) -> bool,
    mut tick: impl FnMut(),
) -> Result<(), Halt<E>> {
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        some => some,
    };
    let threads = threads.min(usize::try_from(blocks.end.saturating_sub(blocks.start)).unwrap_or(usize::MAX)).max(1);
    let (next, halted) = (AtomicU64::new(blocks.start), AtomicBool::new(false));
    let (send, receive) = sync_channel(WAITING * threads);
    thread::scope(|scope| {
        // Dropped before threads are waited for, so that none waits to send.
        let receive = receive;
        for _ in 0..threads {
            let send = send.clone();
            let (next, halted) = (&next, &halted);
            let run = move || {
                let mut own = make();
                // Numbers are given out in order: when one fails, all below it are done or under way.
                while !halted.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= blocks.end {
                        break;
                    }
                    let done = work(&mut own, number);
                    if !matches!(done, Ok(Some(_))) {
                        halted.store(true, Ordering::Relaxed);
                    }
                    if send.send((number, done)).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, run) {
                halted.store(true, Ordering::Relaxed);
                return Err(Halt::Threads(error));
            }
        }
        drop(send);
        let (mut early, mut expected, mut taking) = (BTreeMap::new(), blocks.start, true);
        let mut failed: Option<(u64, E)> = None;
        loop {
            match receive.recv_timeout(TICK) {
                Ok((number, Ok(done))) => {
                    early.insert(number, done);
                }
                Ok((number, Err(error))) => {
                    if failed.as_ref().is_none_or(|(lowest, _)| number < *lowest) {
                        failed = Some((number, error));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(done) = early.remove(&expected) {
                match done {
                    Some(done) if taking => taking = take(expected, done),
                    _ => taking = false,
                }
                expected += 1;
            }
            if !taking {
                halted.store(true, Ordering::Relaxed);
            }
            tick();
        }
        match failed {
            // Blocks that were not to be taken any more need not have succeeded.
            Some((_, error)) if taking => Err(Halt::Failed(error)),
            _ => Ok(()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does blocks 3 to 50 and returns which were taken, and the failure.
    fn run(threads: usize, fail: &[u64], interrupt: u64, enough: u64) -> (Vec<u64>, Option<u64>) {
        let mut taken = Vec::new();
        let work = |(): &mut (), number: u64| {
            if fail.contains(&number) {
                return Err(number);
            }
            Ok((number != interrupt).then_some(number))
        };
        let done = in_order(
            3..50,
            threads,
            &|| (),
            &work,
            |number, same| {
                assert_eq!(number, same);
                taken.push(number);
                number < enough
            },
            || (),
        );
        let failed = match done {
            Err(Halt::Failed(number)) => Some(number),
            _ => None,
        };
        (taken, failed)
    }

    #[test]
    fn games_of_one_deal_are_in_one_block() {
        let plan = |player: &str, replays| {
            let players = vec![player.parse().unwrap(); 2];
            SimulationPlan { replays, ..SimulationPlan::new(players, 1000) }
        };
        let blocks = |player, replays, games| {
            let blocks = GameBlocks::new(&plan(player, replays), games);
            blocks.numbers().map(|number| blocks.games(number)).collect::<Vec<_>>()
        };
        assert_eq!(blocks("random", 1, 0..600), [0..256, 256..512, 512..600]);
        assert_eq!(blocks("random", 3, 6..300), [6..264, 264..300]);
        assert_eq!(blocks("greedy", 1, 5..7), [5..6, 6..7]);
        assert_eq!(blocks("greedy", 4, 0..8), [0..4, 4..8]);
        assert!(blocks("greedy", 4, 8..8).is_empty());
    }

    #[test]
    fn a_thread_waits_for_the_receiver_of_its_results() {
        let begun = AtomicU64::new(0);
        let work = |(): &mut (), number: u64| -> Result<Option<u64>, ()> {
            begun.fetch_add(1, Ordering::SeqCst);
            Ok(Some(number))
        };
        let mut taken = 0;
        let take = |_, _| {
            // Time enough to continue with all of them.
            (0..1000).for_each(|_| thread::yield_now());
            taken += 1;
            let ahead = begun.load(Ordering::SeqCst) - taken;
            assert!(ahead <= WAITING as u64 + 1, "{ahead} are done or under way, after {taken}");
            true
        };
        assert!(in_order(0..200, 1, &|| (), &work, take, || ()).is_ok());
        assert_eq!(taken, 200);
    }

    #[test]
    fn results_are_ordered_up_to_the_stop_on_any_number_of_threads() {
        for threads in [1, 2, 8] {
            assert_eq!(run(threads, &[], 99, 99), ((3..50).collect(), None));
            assert_eq!(run(threads, &[], 20, 99), ((3..20).collect(), None));
            assert_eq!(run(threads, &[], 99, 9), ((3..=9).collect(), None));
            assert_eq!(run(threads, &[40, 17, 18], 99, 99), ((3..17).collect(), Some(17)));
        }
    }
}
