//! Sound files and raw samples as sources, tracks of senses, and blocks of any numbers at any rate.

use motile_sense::hear::{Ear, SoundRecorder};
use motile_sense::{SampleBlock, SampleSource, SenseTrack, SoundSource, Source, SyntheticSource};

/// The first byte says what the rest is: a file, raw samples of two kinds, a track, or blocks for an ear.
pub fn run(data: &[u8]) {
    let Some((&kind, data)) = data.split_first() else { return };
    match kind % 5 {
        0 => listen(SoundSource::from_file("file", data).ok()),
        1 => raw(data, SoundSource::from_i16),
        2 => raw(data, SoundSource::from_f32),
        3 => track(data),
        _ => blocks(data),
    }
}

/// One of each kind.
pub fn built() -> Vec<Vec<u8>> {
    let source = SyntheticSource::claps(1).with_rate(8_000);
    let samples: Vec<f32> = (2_300..2_700).map(|index| source.sample(index)).collect();
    let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let mut recorder = SoundRecorder::new(1.0);
    recorder.record(&SampleBlock { rate: 8_000, first: 0, samples, rejected: 0 });
    let wav = recorder.to_wav().expect("four hundred samples");
    let mut track = SenseTrack::new(2);
    track.record(&[0.5, -1.0]);
    let rate = 8_000u32.to_le_bytes();
    let seed = |kind: u8, head: &[u8], body: &[u8]| [&[kind], head, body].concat();
    vec![
        seed(0, &[], &wav),
        seed(1, &rate, &bytes),
        seed(2, &rate, &bytes),
        seed(3, &[], &track.to_bytes()),
        seed(4, &rate, &bytes),
    ]
}

type Open = fn(&str, u32, &[u8]) -> Result<SoundSource, motile_sense::SoundError>;

fn raw(data: &[u8], open: Open) {
    if let Some((rate, samples)) = data.split_first_chunk() {
        listen(open("raw", u32::from_le_bytes(*rate), samples).ok());
    }
}

fn listen(source: Option<SoundSource>) {
    let Some(mut source) = source else { return };
    let mut ear = Ear::new();
    source.start();
    for _ in 0..4 {
        ear.listen(&mut source, 0.03);
        check(&ear);
    }
    source.stop();
    assert!(!source.next_block(&mut SampleBlock::default()));
}

fn track(data: &[u8]) {
    match SenseTrack::from_bytes(data) {
        Ok(track) => {
            assert!(track.row(0).iter().chain(track.row(u32::MAX)).all(|value| value.is_finite()));
            let again = SenseTrack::from_bytes(&track.to_bytes()).expect("own bytes are readable");
            assert_eq!(again, track);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Blocks of as many samples as a byte says, whatever they are, at a rate that may change.
fn blocks(data: &[u8]) {
    let Some((rate, mut rest)) = data.split_first_chunk() else { return };
    let (mut ear, mut rate, mut first) = (Ear::new(), u32::from_le_bytes(*rate), 0u64);
    while let Some((&count, after)) = rest.split_first() {
        let taken = (usize::from(count) * 4).min(after.len());
        let samples =
            after[..taken].as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
        // As a device might that lies: without being filled through the block's own check.
        let block = SampleBlock { rate, first, samples: samples.collect(), rejected: 0 };
        ear.hear(&block);
        check(&ear);
        (rest, first) = (&after[taken..], first.wrapping_mul(3).wrapping_add(u64::from(count)));
        if count == 7 {
            rate = rate.rotate_left(5);
        }
    }
}

fn check(ear: &Ear) {
    let Some(now) = ear.now() else { return };
    assert!((0.0..=100.0).contains(&now.level) && (0.0..=100.0).contains(&now.decibel_level));
    assert!((0.0..=100.0).contains(&now.smooth_level) && now.seconds.is_finite());
    assert!(now.centroid.is_finite() && ear.bands().iter().all(|band| band.is_finite()));
    assert!(now.pitch.is_none_or(|pitch| pitch.hz.is_finite() && pitch.hz > 0.0));
    assert!(now.whistle.is_none_or(f32::is_finite) && now.tempo.is_none_or(f32::is_finite));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 1_500, run);
    }
}
