//! Settings and samples of any bits: what a program is told stays in its range, and nothing stands still for ever.

use motile_sense::hear::{ActivityGate, Calibration, LevelMeter, Loudness};
use motile_sense::{
    LevelLift, SampleBlock, SampleSource, SenseAction, SenseAxis, Source, SyntheticPart,
    SyntheticSource, Timbre,
};
use proptest::prelude::*;

/// Any bits, and more often numbers that a program might mean.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<u32>().prop_map(f32::from_bits),
        -2.0f32..2.0,
        -100.0f32..200.0,
        prop::sample::select(vec![0.0, -0.0, 1.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::NAN]),
    ]
}

fn timbre() -> impl Strategy<Value = Timbre> {
    (0..9u8, number(), number()).prop_map(|(kind, hz, to)| match kind {
        0 => Timbre::Tone { hz },
        1 => Timbre::Sweep { from: hz, to },
        2 => Timbre::Noise,
        3 => Timbre::Clap,
        4 => Timbre::Speech { hz },
        5 => Timbre::Whistle { hz },
        6 => Timbre::Blow,
        7 => Timbre::Pluck { hz },
        _ => Timbre::Drum,
    })
}

proptest! {
    #[test]
    fn input_62_an_axis_stays_an_axis(
        settings in prop::collection::vec(prop::array::uniform5(number()), 1..6),
        senses in prop::collection::vec((prop::option::of(number()), number()), 1..8),
    ) {
        let mut axis = SenseAxis::new(0.0, 1.0);
        for [from, to, rest, smoothing, dead_zone] in settings {
            (axis.from, axis.to, axis.rest) = (from, to, rest);
            (axis.smoothing, axis.dead_zone) = (smoothing, dead_zone);
            for &(sense, dt) in &senses {
                let value = axis.update(sense, dt);
                prop_assert!((-1.0..=1.0).contains(&value), "{:?}", axis);
            }
        }
        // Mended, it follows again.
        (axis.from, axis.to, axis.smoothing, axis.dead_zone) = (0.0, 2.0, 0.0, 0.0);
        prop_assert!((axis.update(Some(1.5), 0.1) - 0.5).abs() < 1.0e-6);
    }

    #[test]
    fn input_62_an_action_changes_at_most_once_while_its_sense_is_the_same(
        (threshold, hysteresis, is_below) in (number(), prop::option::of(number()), any::<bool>()),
        before in prop::collection::vec(prop::option::of(number()), 0..6),
        sense in prop::option::of(number()),
    ) {
        let mut action = if is_below { SenseAction::below(threshold) } else { SenseAction::new(threshold) };
        action.hysteresis = hysteresis.unwrap_or(action.hysteresis);
        for sense in before {
            action.update(sense);
        }
        let mut told = action.is_down();
        let mut changes = 0;
        for _ in 0..6 {
            let action = action.update(sense);
            prop_assert_eq!(action.pressed() || action.released(), action.is_down() != told);
            changes += u32::from(action.is_down() != told);
            told = action.is_down();
        }
        prop_assert!(changes <= 1, "{} changes of {:?}", changes, action);
        prop_assert!(!action.update(None).is_down());
    }

    #[test]
    fn check_5_14_a_gate_opens_and_closes_in_turn_and_silence_closes_it(
        [threshold, hysteresis, attack, hold, refractory] in prop::array::uniform5(number()),
        levels in prop::collection::vec((number(), number()), 0..12),
    ) {
        let mut gate = ActivityGate::default();
        (gate.threshold, gate.hysteresis, gate.attack) = (threshold, hysteresis, attack);
        (gate.hold, gate.refractory) = (hold, refractory);
        let mut open = false;
        for (level, dt) in levels {
            if let Some(event) = gate.update(level, dt) {
                prop_assert_eq!(event.activating, !open);
                prop_assert!(event.seconds.is_finite());
                prop_assert!(!event.activating || (level.is_finite() && level > threshold));
                open = event.activating;
            }
            prop_assert_eq!(gate.is_open(), open);
        }
        // Silence, for as long as the hold time and what passed before it.
        if hold.is_finite() && hold < 1.0e6 {
            for _ in 0..15 {
                gate.update(0.0, hold.max(0.0) + 1.0);
            }
            prop_assert!(!gate.is_open(), "{:?}", gate);
        }
    }

    #[test]
    fn input_13_loudness_and_meters_are_numbers(
        samples in prop::collection::vec(number(), 0..40),
        (gain, dt) in (number(), number()),
        [attack, release] in prop::array::uniform2(number()),
    ) {
        let loudness = Loudness::of(&samples);
        for level in [loudness.level(gain), loudness.decibel_level(gain)] {
            prop_assert!((0.0..=100.0).contains(&level), "{:?} {}", loudness, level);
        }
        prop_assert!(loudness.peak.is_finite() && loudness.mean.is_finite());
        prop_assert!(!loudness.crest().is_nan() && loudness.decibels() >= -120.0);
        let mut meter = LevelMeter { attack, release, value: 0.0 };
        let mut calibration = Calibration::new(gain);
        for &sample in &samples {
            meter.update(sample.clamp(0.0, 100.0), dt);
            prop_assert!((0.0..=100.0).contains(&meter.value), "{:?}", meter);
            if let Some(room) = calibration.update(sample, dt) {
                prop_assert!((0.0..=90.0).contains(&room.threshold()), "{:?}", room);
            }
            prop_assert!((0.0..=1.0).contains(&calibration.progress()), "{:?}", calibration);
        }
    }

    #[test]
    fn input_10_parts_of_any_numbers_give_samples_and_come_to_an_end(
        parts in prop::collection::vec((timbre(), prop::array::uniform3(number())), 0..4),
        (period, hiss, first) in (number(), number(), any::<u64>()),
        rate in prop::sample::select(vec![0u32, 1, 99, 8_000, 48_000, u32::MAX]),
    ) {
        let mut source = SyntheticSource::new("any", 5).with_period(period).with_hiss(hiss).with_rate(rate);
        source.parts.extend(parts.into_iter().map(|(timbre, [start, length, amplitude])| {
            SyntheticPart { start, length, amplitude, timbre }
        }));
        prop_assert!(source.sample(first).is_finite());
        prop_assert!(source.sample(first % 100_000).is_finite());
        if rate <= 48_000 {
            source.start();
            source.update(0.03);
            let mut block = SampleBlock::default();
            while source.next_block(&mut block) {
                prop_assert!(block.samples.iter().all(|sample| sample.is_finite()));
            }
        }
    }

    #[test]
    fn weak_5_2_noise_lifts_within_the_range(
        steps in prop::collection::vec((prop::option::of(number()), number()), 0..12),
        [gravity, lift, drag] in prop::array::uniform3(number()),
    ) {
        let mut plane = LevelLift { gravity, lift, drag, ..LevelLift::new(200.0) };
        for (level, dt) in steps {
            plane.step(level, 20.0..380.0, dt);
            prop_assert!((20.0..=380.0).contains(&plane.y), "{:?}", plane);
            prop_assert!(plane.velocity.is_finite(), "{:?}", plane);
        }
        // Mended, it flies again.
        plane = LevelLift { y: plane.y, velocity: plane.velocity, ..LevelLift::new(0.0) };
        for _ in 0..600 {
            plane.step(None, 20.0..380.0, 0.05);
        }
        prop_assert_eq!(plane.y, 380.0);
    }
}
