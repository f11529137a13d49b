//! The acceptance checks of hearing.

use core::f64::consts::TAU;
use motile_geom::ops;
use motile_sense::hear::{
    ActivityGate, Ear, GateEvent, LevelMeter, Loudness, PitchDetector, SoundRecorder, Spectrum,
};
use motile_sense::{
    SampleBlock, SampleSource, SoundSource, Source, SourceState, StandIn, SyntheticSource,
};

fn sine(hz: f64, amplitude: f64, count: u32) -> Vec<f32> {
    (0..count)
        .map(|i| (amplitude * ops::sin64(TAU * hz * f64::from(i) / 48_000.0)) as f32)
        .collect()
}

fn near(a: f32, b: f64, tolerance: f64) -> bool {
    (f64::from(a) - b).abs() <= tolerance
}

#[test]
fn check_5_1_levels_of_a_sine() {
    let table = [
        (1.0, core::f64::consts::FRAC_1_SQRT_2, 100.0, 100.0),
        (0.5, 0.353553391, 50.0, 89.9657),
        (0.25, 0.176776695, 25.0, 79.9313),
        (0.2, 0.141421356, 20.0, 76.7010),
        (0.1, 0.070710678, 10.0, 66.6667),
        (0.01, 0.007071068, 1.0, 33.3333),
        (0.001, 0.000707107, 0.1, 0.0),
        (0.0, 0.0, 0.0, 0.0),
    ];
    for (amplitude, rms, linear, decibel) in table {
        let loudness = Loudness::of(&sine(1_000.0, amplitude, 4_800));
        assert!(near(loudness.rms, rms, 1e-7), "{amplitude}: {loudness:?}");
        assert!(near(loudness.level(50.0), linear, 1e-5), "{amplitude}: {}", loudness.level(50.0));
        let level = loudness.decibel_level(50.0);
        assert!(near(level, decibel, 1e-4), "{amplitude}: {level}");
    }
}

#[test]
fn check_5_2_gain_doubles_and_clips() {
    let quarter = Loudness::of(&sine(1_000.0, 0.25, 4_800));
    assert!(near(quarter.level(100.0), 50.0, 1e-5));
    assert_eq!(Loudness::of(&sine(1_000.0, 0.8, 4_800)).level(100.0), 100.0);
    assert_eq!(quarter.level(0.0), 0.0);
}

#[test]
fn check_5_3_square_wave_and_constant() {
    let square: Vec<f32> = (0..4_800).map(|i| if i % 48 < 24 { 0.5 } else { -0.5 }).collect();
    let loudness = Loudness::of(&square);
    assert_eq!(loudness.rms, 0.5);
    assert!(near(loudness.level(50.0), 70.7107, 1e-4));
    assert_eq!(Loudness::of(&vec![0.5; 4_800]).level(50.0), 0.0);
}

#[test]
fn check_5_4_blocks_that_are_no_whole_periods() {
    let samples = sine(440.0, 0.5, 2_048);
    // The numbers of the check are those before the mean is taken off.
    for (count, rms) in [(1_024, 0.3549578), (2_048, 0.3536852)] {
        let loudness = Loudness::of(&samples[..count]);
        assert!(near(ops::hypot(loudness.rms, loudness.mean), rms, 1e-6), "{loudness:?}");
        assert!(near(loudness.rms, 0.3535534, 0.0035));
    }
}

#[test]
fn check_5_5_smoothing_does_not_depend_on_steps() {
    for (time, value) in [(0.05, 96.432601), (0.2, 56.540179)] {
        for (steps, dt) in [(10, 1.0 / 60.0), (20, 1.0 / 120.0)] {
            let mut meter = LevelMeter { attack: time, release: time, value: 0.0 };
            for _ in 0..steps {
                meter.update(100.0, dt);
            }
            assert!(near(meter.value, value, 1e-4), "{time} {steps}: {}", meter.value);
        }
    }
}

#[test]
fn check_5_6_peaks_between_bins() {
    let table = [(440.0, 38, 439.92, 0.1), (1_000.0, 85, 1_000.18, 0.2), (82.4069, 7, 82.438, 0.1)];
    let mut spectrum = Spectrum::new(4_096);
    for (hz, bin, found, error) in table {
        spectrum.analyze(&sine(hz, 0.5, 4_096), 48_000);
        let peak = spectrum.peak(20.0..20_000.0).unwrap();
        assert_eq!(peak.bin, bin);
        assert!(near(peak.hz, found, 0.01), "{hz}: {}", peak.hz);
        assert!(near(peak.hz, hz, error), "{hz}: {}", peak.hz);
    }
    let mut detector = PitchDetector::new(2_048);
    for hz in [82.4069, 110.0, 220.5, 440.0, 1_000.0] {
        let pitch = detector.detect(&sine(hz, 0.5, 2_048), 48_000).unwrap();
        let cents = 1_200.0 * ops::log2_64(f64::from(pitch.hz) / hz);
        assert!(cents.abs() <= 1.0, "{hz}: {cents} cents off");
    }
}

#[test]
fn check_5_7_no_level_before_start_and_after_stop() {
    let (mut source, mut ear) = (SyntheticSource::new("silence", 0), Ear::new());
    ear.listen(&mut source, 0.1);
    assert_eq!(ear.level(), None);
    source.start();
    ear.listen(&mut source, 0.1);
    assert_eq!(ear.level(), Some(0.0));
    source.stop();
    ear.listen(&mut source, 0.1);
    assert_eq!(ear.level(), None);
}

#[test]
fn check_5_8_without_a_device_a_synthetic_source_is_heard() {
    let mut source = StandIn::new(None::<SoundSource>, SyntheticSource::tone(440.0, 0.5));
    let mut ear = Ear::new();
    source.start();
    ear.listen(&mut source, 0.5);
    assert_eq!(source.real_state(), SourceState::Unavailable);
    assert!(near(ear.level().unwrap(), 50.0, 1.0), "{:?}", ear.level());
}

/// Levels of 60 in some milliseconds and 0 in the others.
fn gate_events(
    mut gate: ActivityGate,
    bangs: &[core::ops::Range<u32>],
    until: u32,
) -> Vec<(bool, u32)> {
    let blocks = (0..until).step_by(10);
    let level = |time: &u32| if bangs.iter().any(|bang| bang.contains(time)) { 60.0 } else { 0.0 };
    let event = |e: GateEvent| (e.activating, (e.seconds * 1_000.0).round() as u32);
    blocks.filter_map(|time| gate.update(level(&time), 0.01)).map(event).collect()
}

fn clapper() -> ActivityGate {
    ActivityGate::new(25.0, 0.5)
}

#[test]
fn check_5_9_threshold_100_never_opens() {
    let mut gate = ActivityGate::new(100.0, 2.0);
    assert!((0..500).all(|_| gate.update(100.0, 0.01).is_none()));
}

#[test]
fn check_5_10_check_5_13_claps_800_ms_apart_all_count() {
    let events = gate_events(clapper(), &[100..200, 900..1_000, 1_700..1_800], 4_000);
    let expected =
        [(true, 110), (false, 700), (true, 910), (false, 1_500), (true, 1_710), (false, 2_300)];
    assert_eq!(events, expected);
}

#[test]
fn check_5_11_bangs_within_the_hold_are_one() {
    let events = gate_events(clapper(), &[0..100, 400..500, 800..900], 4_000);
    assert_eq!(events, [(true, 10), (false, 1_400)]);
}

#[test]
fn check_5_12_defaults_are_for_speech() {
    let bangs = [100..200, 900..1_000, 1_700..1_800];
    assert_eq!(gate_events(ActivityGate::default(), &bangs, 5_000), [(true, 110), (false, 3_800)]);
}

#[test]
fn check_5_14_hysteresis_keeps_open() {
    let changes = |hysteresis: f32| {
        let mut gate = ActivityGate::new(25.0, 0.0).with_hysteresis(hysteresis);
        let levels = [0.0, 26.0, 24.0, 26.0, 24.0, 26.0, 19.0];
        let event = |(i, level): (usize, f32)| gate.update(level, 0.01).map(|e| (e.activating, i));
        levels.into_iter().enumerate().filter_map(event).collect::<Vec<_>>()
    };
    assert_eq!(changes(5.0), [(true, 1), (false, 6)]);
    assert_eq!(changes(0.0).iter().filter(|change| change.0).count(), 3);
}

#[test]
fn check_5_15_input_18_settings_are_read_back_and_change_at_the_next_block() {
    let mut gate = ActivityGate::default();
    assert_eq!((gate.threshold, gate.hold), (10.0, 2.0));
    gate.update(20.0, 0.01);
    gate.hold = 0.0;
    gate.threshold = 30.0;
    assert_eq!(gate.update(20.0, 0.01).map(|event| event.activating), Some(false));
    assert_eq!((gate.threshold, gate.hold), (30.0, 0.0));
}

#[test]
fn check_5_41_a_recording_is_heard_with_the_same_bits() {
    let hear = |source: &mut dyn SampleSource, recorder: &mut SoundRecorder| {
        let (mut ear, mut block, mut all) = (Ear::new(), SampleBlock::default(), Vec::new());
        source.start();
        for _ in 0..300 {
            source.update(1.0 / 60.0);
            while source.next_block(&mut block) {
                recorder.record(&block);
                ear.hear(&block);
                all.extend(ear.now().copied());
            }
        }
        all
    };
    let mut recorder = SoundRecorder::new(5.0);
    let live = hear(&mut SyntheticSource::music(3), &mut recorder);
    let mut again = SoundSource::new("again", recorder.sound().unwrap());
    let replayed = hear(&mut again, &mut SoundRecorder::new(0.0));
    assert_eq!(live.len(), replayed.len());
    assert!(live.len() >= 495 && live == replayed);
}
