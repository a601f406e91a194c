//! A bot that thinks on a thread of its own, and stops when nobody waits for its answer any more.

use std::sync::mpsc::{Receiver, RecvError, TryRecvError, channel};
use stonehouse_bots::{BotError, BotSpec, Stop, Viewpoint};
use stonehouse_plugin_api::Seat;
use stonehouse_plugin_api::abi::client::{Act, CallError, Position};

/// A bot thinking about one decision. Dropping this stops the bot.
pub struct Thinker {
    stop: Stop,
    answer: Receiver<Result<Act, BotError>>,
    /// The answer received by [`wait`](Self::wait), until [`answer`](Self::answer) takes it.
    heard: Option<Result<Result<Act, BotError>, RecvError>>,
}

/// Why a bot could not decide.
#[derive(Debug, thiserror::Error)]
pub enum ThinkError {
    /// The game failed while the bot looked ahead.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Its thread could not be started, or panicked.
    #[error("the bot failed unexpectedly. Close this to let it try again, or leave the match: nothing is lost")]
    BrokeDown,
}

impl Thinker {
    /// Lets `bot` think about the decision of `seat`, and calls `wake` when it has chosen.
    ///
    /// # Errors
    /// If the state cannot be copied or no thread can be started.
    pub fn start(
        state: &Position,
        seat: Seat,
        bot: BotSpec,
        seed: u64,
        wake: impl FnOnce() + Send + 'static,
    ) -> Result<Self, ThinkError> {
        let copied = |error: CallError| ThinkError::Bot(BotError::Call(error));
        let state = state.try_clone().map_err(copied)?;
        let stop = Stop::new();
        let (send, answer) = channel();
        let heard = stop.clone();
        let think = move || {
            let attempt = bot.build_for_window(seed).choose(&Viewpoint::new(&state, seat), &heard);
            let chosen = attempt.and_then(|attempt| Ok(state.act_of(attempt)?));
            // Sending fails if the match was left or an action was taken back in the meantime.
            let _ = send.send(chosen);
            wake();
        };
        std::thread::Builder::new().name(format!("bot {bot}")).spawn(think).map_err(|_| ThinkError::BrokeDown)?;
        Ok(Self { stop, answer, heard: None })
    }

    /// Asks the bot to give the best that it has found so far.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// Blocks until the bot has chosen.
    pub fn wait(&mut self) {
        if self.heard.is_none() {
            self.heard = Some(self.answer.recv());
        }
    }

    /// What the bot chose; `None` while it thinks.
    pub fn answer(&mut self) -> Option<Result<Act, ThinkError>> {
        let heard = match self.heard.take() {
            Some(heard) => heard,
            None => match self.answer.try_recv() {
                Ok(answer) => Ok(answer),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => Err(RecvError),
            },
        };
        Some(heard.map_err(|_| ThinkError::BrokeDown).and_then(|answer| answer.map_err(ThinkError::Bot)))
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
