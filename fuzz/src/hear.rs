//! Sound files and raw samples as sources, tracks of senses, blocks of any numbers at any rate, and settings of any numbers.

use motile_sense::hear::{ActivityGate, Calibration, Ear, LevelMeter, Loudness, SoundRecorder};
use motile_sense::{
    LevelLift, SampleBlock, SampleSource, SenseAction, SenseAxis, SenseTrack, SoundSource, Source,
    SyntheticPart, SyntheticSource, Timbre,
};

/// The first byte says what the rest is: a file, raw samples of two kinds, a track, blocks for an ear, or settings of what
/// follows a sense or of a made-up sound.
pub fn run(data: &[u8]) {
    let Some((&kind, data)) = data.split_first() else { return };
    match kind % 7 {
        0 => listen(SoundSource::from_file("file", data).ok()),
        1 => raw(data, SoundSource::from_i16),
        2 => raw(data, SoundSource::from_f32),
        3 => track(data),
        4 => blocks(data),
        5 => follow(data),
        _ => make_up(data),
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
        seed(5, &[], &bytes),
        seed(6, &[3, 1], &bytes),
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

/// The numbers that bytes are, and those that a program might mean.
fn numbers(data: &[u8]) -> impl Iterator<Item = f32> {
    data.as_chunks::<4>().0.iter().map(|four| match four {
        [0, whole, part, 0] => f32::from(*whole) + f32::from(*part) / 256.0,
        _ => f32::from_le_bytes(*four),
    })
}

/// Settings that change between any numbers of a sense.
fn follow(data: &[u8]) {
    let all: Vec<f32> = numbers(data).collect();
    let (mut axis, mut action) = (SenseAxis::new(0.0, 1.0), SenseAction::new(0.0));
    let (mut gate, mut lift) = (ActivityGate::default(), LevelLift::new(200.0));
    let (mut meter, mut open) = (LevelMeter::default(), false);
    for eight in all.as_chunks::<8>().0 {
        let [from, to, rest, smoothing, dead_zone, sense, level, dt] = *eight;
        (axis.from, axis.to, axis.rest) = (from, to, rest);
        (axis.smoothing, axis.dead_zone) = (smoothing, dead_zone);
        assert!((-1.0..=1.0).contains(&axis.update(Some(sense), dt)), "{axis:?}");
        (action.threshold, action.hysteresis, action.is_below) = (from, to, rest > 0.0);
        let told = [sense; 3].map(|sense| action.update(Some(sense)).is_down());
        assert!(told[1] == told[2] && told[0] == told[1], "chatters: {action:?}");
        (gate.threshold, gate.hysteresis, gate.hold, gate.attack) = (from, to, rest, smoothing);
        if let Some(event) = gate.update(level, dt) {
            assert!(event.activating != open && event.seconds.is_finite());
            open = event.activating;
        }
        (lift.gravity, lift.lift, lift.drag) = (from, to, rest);
        lift.step(Some(level), 20.0..380.0, dt);
        assert!((20.0..=380.0).contains(&lift.y) && lift.velocity.is_finite(), "{lift:?}");
        (meter.attack, meter.release) = (from, to);
        meter.update(level.clamp(0.0, 100.0), dt);
        assert!((0.0..=100.0).contains(&meter.value), "{meter:?}");
        let loudness = Loudness::of(eight);
        assert!((0.0..=100.0).contains(&loudness.level(level)) && loudness.mean.is_finite());
        let room = Calibration::new(from).update(level, dt);
        assert!(room.is_none_or(|room| (0.0..=90.0).contains(&room.threshold())));
    }
}

/// A made-up sound of any parts.
fn make_up(data: &[u8]) {
    let Some((&[rate, at], rest)) = data.split_first_chunk() else { return };
    let rate = [0, 1, 99, 8_000, 48_000][usize::from(rate) % 5];
    let all: Vec<f32> = numbers(rest).take(42).collect();
    let Some((&[period, hiss], parts)) = all.split_first_chunk() else { return };
    let mut source =
        SyntheticSource::new("any", 5).with_rate(rate).with_period(period).with_hiss(hiss);
    for (kind, &[hz, start, length, amplitude, to]) in parts.as_chunks().0.iter().enumerate() {
        let timbre = match (kind + usize::from(at)) % 9 {
            0 => Timbre::Tone { hz },
            1 => Timbre::Sweep { from: hz, to },
            2 => Timbre::Noise,
            3 => Timbre::Clap,
            4 => Timbre::Speech { hz },
            5 => Timbre::Whistle { hz },
            6 => Timbre::Blow,
            7 => Timbre::Pluck { hz },
            _ => Timbre::Drum,
        };
        source.parts.push(SyntheticPart { start, length, amplitude, timbre });
    }
    assert!(source.sample(u64::MAX - u64::from(at)).is_finite());
    source.start();
    source.update(0.03);
    let mut block = SampleBlock::default();
    while source.next_block(&mut block) {
        assert!(block.samples.iter().all(|sample| sample.is_finite()));
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
