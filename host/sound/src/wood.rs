//! The sounds, made in code: blocks of wood, bars of wood, and cloth.
//!
//! Everything is a sum of fading sine waves, as a struck block of wood rings, and of soft noise, as stones and cards
//! brush over cloth. The noise is from a generator with a fixed seed, so a sound is always the same.
//!
//! No sound files, so no licences of others.

use crate::Cue;
use std::f32::consts::TAU;

/// How many samples a second has.
pub const RATE: u32 = 44_100;

/// How far the beginnings of several sounds at once are apart, in seconds.
const APART: f32 = 0.11;
/// The loudest that anything is at full volume: the sum of several sounds never exceeds it.
const LOUDEST: f32 = 0.6;

/// A sound at its full volume, between -1 and 1.
pub fn sound(cue: Cue) -> Vec<f32> {
    let mut sound = Sound::default();
    let level = match cue {
        Cue::Place => {
            sound.block(0.0, 330.0, 1.0);
            sound.brush(0.0, 0.02, 0.35, 0.25);
            0.42
        }
        Cue::Take => {
            sound.brush(0.0, 0.09, 0.18, 0.8);
            sound.block(0.05, 520.0, 0.25);
            0.24
        }
        Cue::Shuffle => {
            for card in 0..11 {
                let at = 0.043 * card as f32;
                sound.brush(at, 0.035, 0.3, 0.55 + 0.1 * (card % 3) as f32);
                sound.block(at, 240.0 + 17.0 * (card * 5 % 7) as f32, 0.12);
            }
            0.3
        }
        Cue::Roll => {
            // It jumps less and less far.
            let mut at = 0.0;
            for jump in 0..7 {
                let strength = 1.0 - 0.11 * jump as f32;
                sound.block(at, 560.0 + 53.0 * (jump * 3 % 5) as f32, strength);
                at += 0.105 - 0.012 * jump as f32;
            }
            0.36
        }
        Cue::Score => {
            sound.bar(0.0, 392.0, 0.8);
            sound.bar(0.09, 523.25, 1.0);
            0.34
        }
        Cue::YourTurn => {
            sound.bar(0.0, 329.63, 1.0);
            sound.bar(0.0, 493.88, 0.35);
            0.3
        }
        Cue::Clock => {
            sound.block(0.0, 880.0, 1.0);
            0.26
        }
        Cue::Win => {
            for (number, tone) in [261.63, 329.63, 392.0, 523.25].into_iter().enumerate() {
                sound.bar(0.13 * number as f32, tone, 0.7 + 0.1 * number as f32);
            }
            0.4
        }
    };
    sound.at_level(level)
}

/// Several sounds, one shortly after the other, at a volume from 0 to 100. Nothing is louder than [`sound`] at its
/// loudest.
pub fn together(cues: &[Cue], volume: u8) -> Vec<f32> {
    // Loudness is perceived as a ratio: half the volume is a quarter of the height.
    let gain = (f32::from(volume.min(100)) / 100.0).powi(2);
    let mut mixed = Vec::new();
    for (number, cue) in cues.iter().enumerate() {
        let begin = samples(APART * number as f32);
        for (place, sample) in sound(*cue).into_iter().enumerate() {
            if mixed.len() <= begin + place {
                mixed.resize(begin + place + 1, 0.0);
            }
            mixed[begin + place] += sample * gain;
        }
    }
    let highest = highest(&mixed);
    if highest > LOUDEST {
        mixed.iter_mut().for_each(|sample| *sample *= LOUDEST / highest);
    }
    mixed
}

/// How high a sound is at most.
fn highest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |highest: f32, sample| highest.max(sample.abs()))
}

fn samples(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

/// A sound that is being made.
#[derive(Default)]
struct Sound(Vec<f32>);

impl Sound {
    /// Adds `wave`, a function of the seconds since `at`, which lasts `seconds`.
    fn add(&mut self, at: f32, seconds: f32, mut wave: impl FnMut(f32) -> f32) {
        let (begin, length) = (samples(at), samples(seconds));
        if self.0.len() < begin + length {
            self.0.resize(begin + length, 0.0);
        }
        for (place, sample) in self.0[begin..begin + length].iter_mut().enumerate() {
            *sample += wave(place as f32 / RATE as f32);
        }
    }

    /// A struck block of wood: tones that are no multiples of each other, and fade soon.
    fn block(&mut self, at: f32, tone: f32, strength: f32) {
        for (times, height, fades) in [(1.0, 1.0, 0.032), (2.43, 0.45, 0.017), (4.1, 0.2, 0.008)] {
            self.add(at, 8.0 * fades, |time| ringing(time, tone * times, fades) * height * strength);
        }
    }

    /// A struck bar of wood over a hollow, as of a marimba: the tone, and the one two octaves higher.
    fn bar(&mut self, at: f32, tone: f32, strength: f32) {
        for (times, height, fades) in [(1.0, 1.0, 0.16), (3.93, 0.22, 0.035), (9.2, 0.05, 0.012)] {
            self.add(at, 6.0 * fades, |time| ringing(time, tone * times, fades) * height * strength);
        }
    }

    /// Something that brushes over cloth: noise without its high part. `dull` is how much of it is kept, from 0 to 1.
    fn brush(&mut self, at: f32, seconds: f32, dull: f32, strength: f32) {
        let (mut state, mut low) = (0x2545_f491_u32, 0.0);
        self.add(at, seconds, |time| {
            // A generator of Marsaglia's (xorshift).
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let noise = state as f32 / u32::MAX as f32 * 2.0 - 1.0;
            low += dull * (noise - low);
            let way = time / seconds;
            low * strength * (way * 8.0).min(1.0) * (1.0 - way).powi(2)
        });
    }

    /// The finished sound, with its highest point at this level and its end faded out, so that nothing clicks.
    fn at_level(mut self, level: f32) -> Vec<f32> {
        let highest = highest(&self.0).max(1e-6);
        let (length, fades) = (self.0.len(), samples(0.004));
        for (place, sample) in self.0.iter_mut().enumerate() {
            *sample *= level / highest * ((length - 1 - place) as f32 / fades as f32).min(1.0);
        }
        self.0
    }
}

/// A sine wave that begins softly and then fades.
fn ringing(time: f32, tone: f32, fades: f32) -> f32 {
    (TAU * tone * time).sin() * (-time / fades).exp() * (time / 0.0015).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_short_quiet_free_of_clicks_and_deterministic() {
        for cue in Cue::ALL {
            let made = sound(cue);
            assert_eq!(made, sound(cue), "{cue:?}");
            let seconds = made.len() as f32 / RATE as f32;
            assert!((0.05..1.5).contains(&seconds), "{cue:?} takes {seconds} s");
            assert!((0.2..=0.45).contains(&highest(&made)), "{cue:?} is {} high", highest(&made));
            assert!(made[0].abs() < 0.01 && made[made.len() - 1].abs() < 0.001, "{cue:?} clicks");
        }
    }

    #[test]
    fn no_two_sounds_are_alike() {
        for (number, cue) in Cue::ALL.into_iter().enumerate() {
            assert!(Cue::ALL[..number].iter().all(|other| sound(*other) != sound(cue)), "{cue:?}");
        }
    }

    #[test]
    fn many_sounds_at_once_are_no_louder_than_allowed_and_none_is_lost() {
        let all = together(&Cue::ALL, 100);
        assert!(highest(&all) <= LOUDEST + 1e-4, "{}", highest(&all));
        assert!(all.len() >= samples(APART * 7.0) + sound(Cue::Win).len());
        assert!(together(&[], 100).is_empty());
    }

    #[test]
    fn at_volume_0_there_is_silence_and_more_volume_is_louder() {
        assert_eq!(highest(&together(&[Cue::Place], 0)), 0.0);
        let loud = |volume| highest(&together(&[Cue::Place], volume));
        assert!(loud(20) < loud(60) && loud(60) < loud(100) && loud(100) == loud(255));
    }
}
