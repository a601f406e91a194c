//! A question to the agent of a seat, on a thread of its own, which stops when nobody waits for the answer any more.

use std::sync::mpsc::{Receiver, RecvError, TryRecvError, channel};
use stonehouse_bots::Stop;
use stonehouse_engine::RulesFailure;
use stonehouse_runtime::Choice;
use stonehouse_session::{AgentError, Question};

/// Somebody thinking about one decision. Dropping this stops them.
pub(super) struct Thinker {
    stop: Stop,
    answer: Receiver<Result<Choice, AgentError>>,
    /// The answer received by [`wait`](Self::wait), until [`answer`](Self::answer) takes it.
    received: Option<Result<Result<Choice, AgentError>, RecvError>>,
}

/// Why nothing was decided.
#[derive(Debug, thiserror::Error)]
pub(super) enum ThinkError {
    /// A house rule or the plugin failed before anybody was asked.
    #[error(transparent)]
    Rules(#[from] RulesFailure),
    /// The one who was asked did not choose.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A thread could not be started, or panicked.
    #[error("it failed unexpectedly: a fault of this program, not of the game")]
    BrokeDown,
}

impl Thinker {
    /// Lets a question be answered, and calls `wake` when it is.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(question: Question, wake: impl FnOnce() + Send + 'static) -> Result<Self, ThinkError> {
        let stop = Stop::new();
        let (send, answer) = channel();
        let stopped = stop.clone();
        let think = move || {
            // Sending fails if the match was left or an action was taken back in the meantime.
            let _ = send.send(question.ask(&stopped));
            wake();
        };
        std::thread::Builder::new().name("player".to_owned()).spawn(think).map_err(|_| ThinkError::BrokeDown)?;
        Ok(Self { stop, answer, received: None })
    }

    /// Asks for the best that was found so far.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// Blocks until something was chosen.
    pub fn wait(&mut self) {
        if self.received.is_none() {
            self.received = Some(self.answer.recv());
        }
    }

    /// What was chosen; `None` while it is thought about.
    pub fn answer(&mut self) -> Option<Result<Choice, ThinkError>> {
        let received = match self.received.take() {
            Some(received) => received,
            None => match self.answer.try_recv() {
                Ok(answer) => Ok(answer),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => Err(RecvError),
            },
        };
        Some(received.map_err(|_| ThinkError::BrokeDown).and_then(|answer| answer.map_err(ThinkError::Agent)))
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
