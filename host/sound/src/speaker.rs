//! Playing sounds on its own thread, which holds the sound device only while sounds are played.
//!
//! A device that is missing, hangs or fails is silence, and nothing waits for it. `rodio` is built without its decoders
//! and depends only on `cpal`, and ALSA on Linux.

use crate::{Cue, wood};
use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, MixerDeviceSink};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many sounds may wait. A sound that arrives while that many wait is not played: it would be played too late.
const WAITING: usize = 4;
/// How long the device is held after the last sound: an open device costs processor time even when it is silent.
const HELD: Duration = Duration::from_secs(4);
/// The time until the next try after the device could not be opened.
const RETRY: Duration = Duration::from_secs(30);

/// Something that plays samples.
trait Device {
    /// Plays samples, beside those that are still played. `false`: the device is no more.
    fn play(&mut self, samples: Vec<f32>) -> bool;
}

/// Opens a device; `None`: there is none.
type Open = Box<dyn FnMut() -> Option<Box<dyn Device>> + Send>;

/// Plays sounds. Where there is no sound device, or it fails, it is silent; nothing ever waits for it.
pub struct Speaker {
    volume: u8,
    /// The function that opens a device, until the first sound.
    open: Option<Open>,
    thread: Option<SyncSender<Vec<f32>>>,
    /// Receives the sounds that are played.
    listener: Option<Sender<Vec<Cue>>>,
}

impl Speaker {
    /// A speaker of the system's usual device, which is opened with the first sound. `volume` is from 0 to 100; at 0
    /// nothing is ever opened.
    pub fn new(volume: u8) -> Self {
        Self::over(volume, Box::new(|| Usual::open().map(|device| Box::new(device) as Box<dyn Device>)))
    }

    /// A speaker that is always silent, for windows without sound.
    pub const fn silent() -> Self {
        Self { volume: 0, open: None, thread: None, listener: None }
    }

    /// A silent speaker that sends `listener` the sounds that would be played, unless its volume is 0: for tests.
    pub const fn reporting(volume: u8, listener: Sender<Vec<Cue>>) -> Self {
        Self { volume, open: None, thread: None, listener: Some(listener) }
    }

    fn over(volume: u8, open: Open) -> Self {
        Self { volume, open: Some(open), thread: None, listener: None }
    }

    /// Sets the volume, from 0 to 100, of all later sounds.
    pub const fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
    }

    /// Plays these sounds, shortly one after the other, and returns at once.
    pub fn play(&mut self, cues: &[Cue]) {
        if self.volume == 0 || cues.is_empty() {
            return;
        }
        if let Some(listener) = &self.listener {
            let _ = listener.send(cues.to_vec());
        }
        if let Some(open) = self.open.take() {
            let (sender, receiver) = sync_channel(WAITING);
            let started = thread::Builder::new().name("sound".to_owned()).spawn(move || run(&receiver, open));
            // Without a thread there is silence.
            self.thread = started.is_ok().then_some(sender);
        }
        let Some(thread) = &self.thread else { return };
        match thread.try_send(wood::together(cues, self.volume)) {
            // It is still busy opening the device: by the time it is open, this would be too late.
            Ok(()) | Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => self.thread = None,
        }
    }
}

/// Plays the sounds as they arrive, until the speaker is dropped.
fn run(sounds: &Receiver<Vec<f32>>, mut open: Open) {
    let mut device: Option<Box<dyn Device>> = None;
    let (mut rest, mut failed): (Duration, Option<Instant>) = (HELD, None);
    loop {
        let next = match device {
            Some(_) => sounds.recv_timeout(rest),
            None => sounds.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let samples = match next {
            Ok(samples) => samples,
            Err(RecvTimeoutError::Timeout) => {
                device = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        rest = HELD + Duration::from_secs_f32(samples.len() as f32 / wood::RATE as f32);
        if failed.is_some_and(|at| at.elapsed() < RETRY) {
            continue;
        }
        // A device that has failed is opened once more: another one may be the usual one by now.
        let played = device.as_mut().is_some_and(|device| device.play(samples.clone()));
        if !played {
            device = open();
            let plays = device.as_mut().is_some_and(|device| device.play(samples));
            failed = (!plays).then(Instant::now);
            if failed.is_some() {
                device = None;
            }
        }
    }
}

/// The system's usual device.
struct Usual {
    sink: MixerDeviceSink,
    /// Whether it has reported an error.
    failed: Arc<AtomicBool>,
}

impl Usual {
    fn open() -> Option<Self> {
        let failed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&failed);
        let builder = DeviceSinkBuilder::from_default_device().ok()?;
        let mut sink = builder.with_error_callback(move |_| flag.store(true, Ordering::Relaxed)).open_stream().ok()?;
        sink.log_on_drop(false);
        Some(Self { sink, failed })
    }
}

impl Device for Usual {
    fn play(&mut self, samples: Vec<f32>) -> bool {
        let (Some(one), Some(rate)) = (NonZero::new(1), NonZero::new(wood::RATE)) else { return false };
        self.sink.mixer().add(SamplesBuffer::new(one, rate, samples));
        !self.failed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// A device that reports the sounds that it plays, and fails after `left` of them.
    struct ReportingDevice {
        lengths: Sender<usize>,
        left: usize,
    }

    impl Device for ReportingDevice {
        fn play(&mut self, samples: Vec<f32>) -> bool {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.lengths.send(samples.len()).is_ok()
        }
    }

    #[test]
    fn a_device_that_fails_is_opened_again_and_no_sound_is_lost() {
        let (lengths, played) = channel();
        let open = move || Some(Box::new(ReportingDevice { lengths: lengths.clone(), left: 1 }) as Box<dyn Device>);
        let mut speaker = Speaker::over(100, Box::new(open));
        for cue in [Cue::Place, Cue::Win, Cue::Score] {
            speaker.play(&[cue]);
        }
        drop(speaker);
        let played: Vec<usize> = played.iter().collect();
        assert_eq!(played, [Cue::Place, Cue::Win, Cue::Score].map(|cue| wood::sound(cue).len()));
    }

    #[test]
    fn a_missing_audio_device_is_tried_once_without_an_error() {
        let (tried, tries) = channel();
        let open = move || {
            tried.send(()).unwrap();
            None
        };
        let mut speaker = Speaker::over(100, Box::new(open));
        for _ in 0..WAITING {
            speaker.play(&[Cue::Place]);
        }
        drop(speaker);
        assert_eq!(tries.iter().count(), 1);
    }

    #[test]
    fn while_a_device_does_not_answer_nothing_waits_for_it() {
        let (answer, answered) = channel::<()>();
        let open = move || {
            // It hangs until the test is over.
            let _ = answered.recv();
            None
        };
        let mut speaker = Speaker::over(100, Box::new(open));
        for _ in 0..100 {
            speaker.play(&[Cue::Place, Cue::Score]);
        }
        drop(answer);
    }

    #[test]
    fn at_volume_0_and_in_a_silent_speaker_no_device_is_opened() {
        let (tried, tries) = channel();
        let open = move || {
            tried.send(()).unwrap();
            None
        };
        let mut speaker = Speaker::over(0, Box::new(open));
        speaker.play(&[Cue::Place]);
        drop(speaker);
        Speaker::silent().play(&[Cue::Win]);
        assert_eq!(tries.iter().count(), 0);
    }
}
