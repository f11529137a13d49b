//! What a microphone tells: a block of 10 ms, and the pitch of 2,048 samples beside the McLeod of `pitch-detection`.

use crate::runner::Bench;
use motile_sense::hear::{Ear, PitchDetector};
use motile_sense::{SampleBlock, SyntheticPart, SyntheticSource, Timbre};
use pitch_detection::detector::{PitchDetector as _, mcleod::McLeodDetector};
use std::hint::black_box;

const RATE: u32 = 48_000;
/// Samples of a block of 10 ms.
const BLOCK: usize = 480;
const WINDOW: usize = 2_048;

/// All rows of the topic that are about hearing.
pub fn run(bench: &mut Bench) {
    blocks(bench);
    pitch(bench);
}

/// A second of somebody who talks over music, in blocks.
fn sound() -> Vec<SampleBlock> {
    let voice = SyntheticPart::new(Timbre::Speech { hz: 140.0 }, 0.0, 4.0).with_amplitude(0.4);
    let source = SyntheticSource::music(1).with_part(voice);
    let block = |first: u64| {
        let mut block = SampleBlock::default();
        block.fill(RATE, first, (first..first + BLOCK as u64).map(|index| source.sample(index)));
        block
    };
    (0..100).map(|index| block(index * BLOCK as u64)).collect()
}

/// Level, spectrum of 1,024, bands, onset, clap, whistle and tempo of a block; beside the budget of 50 µs. With pitch it
/// is a row of its own.
fn blocks(bench: &mut Bench) {
    let (sound, mut next) = (sound(), 0);
    for (name, mut ear) in
        [("sense/block", Ear::without_pitch()), ("sense/block-pitch", Ear::new())]
    {
        if bench.wants(name) {
            let time = bench.alone(|| {
                ear.hear(&sound[next % sound.len()]);
                next += 1;
                ear.take_events().count()
            });
            bench.record(name, "budget of 50 µs", BLOCK, time, 5e4);
        }
    }
}

/// A voice-like note of 187 Hz.
fn pitch(bench: &mut Bench) {
    let source = SyntheticSource::new("a string", 1)
        .with_hiss(0.002)
        .with_part(SyntheticPart::new(Timbre::Pluck { hz: 187.0 }, 0.0, 2.0).with_amplitude(0.5));
    let samples: Vec<f32> = (4_800..).take(WINDOW).map(|index| source.sample(index)).collect();
    let mut ours = PitchDetector::new(WINDOW);
    let mut theirs = McLeodDetector::<f32>::new(WINDOW, WINDOW / 2);
    let mut find = || ours.detect(black_box(&samples), RATE).map_or(0.0, |pitch| pitch.hz);
    let mut peer = || {
        let pitch = theirs.get_pitch(black_box(&samples), RATE as usize, 0.01, 0.6);
        pitch.map_or(0.0, |pitch| pitch.frequency)
    };
    let (a, b) = (find(), peer());
    assert!((a - 187.0).abs() < 1.0 && (b - 187.0).abs() < 1.0, "both find it: {a} {b}");
    bench.compare("sense/pitch", "pitch-detection 0.3", WINDOW, find, peer);
}
