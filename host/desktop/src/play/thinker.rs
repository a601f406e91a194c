//! A bot that thinks on a thread of its own, and comes to an end when nobody waits for it any more.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use stonehouse_bots::{BotError, BotSpec, Stop, Viewpoint};
use stonehouse_plugin_api::abi::client::{CallError, State};
use stonehouse_plugin_api::{Action, Seat};

/// A bot at work on one decision. Dropping it stops the bot.
pub struct Thinker {
    stop: Stop,
    answer: Receiver<Result<Action, BotError>>,
}

/// Why a bot's decision did not come about.
#[derive(Debug, thiserror::Error)]
pub enum ThinkError {
    /// The game failed while the bot looked ahead.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Its thread could not be started, or broke down.
    #[error("the bot broke down. Take its move back or begin a new match; the record is whole")]
    BrokeDown,
}

impl Thinker {
    /// Lets `bot` think about the decision of `seat`. The window is woken when it is done.
    ///
    /// # Errors
    /// When the state cannot be copied or no thread be started.
    pub fn start(state: &State, seat: Seat, bot: BotSpec, seed: u64, wake: egui::Context) -> Result<Self, ThinkError> {
        let copied = |error: CallError| ThinkError::Bot(BotError::Call(error));
        let state = state.try_clone().map_err(copied)?;
        let stop = Stop::new();
        let (send, answer) = channel();
        let heard = stop.clone();
        let think = move || {
            let chosen = bot.build(seed).choose(&Viewpoint::new(&state, seat), &heard);
            // Nobody listens any more: the match was left or an action taken back.
            let _ = send.send(chosen);
            wake.request_repaint();
        };
        std::thread::Builder::new().name(format!("bot {bot}")).spawn(think).map_err(|_| ThinkError::BrokeDown)?;
        Ok(Self { stop, answer })
    }

    /// Asks the bot to give the best that it has found so far.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// What the bot chose; `None` while it thinks.
    pub fn answer(&self) -> Option<Result<Action, ThinkError>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer.map_err(ThinkError::Bot)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(ThinkError::BrokeDown)),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
