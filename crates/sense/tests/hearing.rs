//! An ear at work.

use motile_geom::{Aabb, MarkShape, Marks, Vec2, vec2};
use motile_sense::hear::{Ear, HearingEvent, HearingEventKind};
use motile_sense::{SampleBlock, Source, SyntheticSource};
use proptest::prelude::*;

fn events(mut source: SyntheticSource, seconds: f32) -> Vec<HearingEvent> {
    let mut ear = Ear::new();
    source.start();
    let mut all = Vec::new();
    for _ in 0..(seconds * 50.0) as u32 {
        ear.listen(&mut source, 0.02);
        all.extend(ear.take_events());
    }
    all
}

fn count(events: &[HearingEvent], wanted: impl Fn(HearingEventKind) -> bool) -> usize {
    events.iter().filter(|event| wanted(event.kind)).count()
}

#[test]
fn every_source_is_heard_as_what_it_is() {
    let clap = |kind| matches!(kind, HearingEventKind::Clap);
    let whistle = |kind| matches!(kind, HearingEventKind::Whistle { began: true });
    let blow = |kind| matches!(kind, HearingEventKind::Blow { began: true });
    let claps = events(SyntheticSource::claps(1), 4.0);
    assert_eq!((count(&claps, clap), count(&claps, whistle), count(&claps, blow)), (5, 0, 0));
    let speech = events(SyntheticSource::speech(1), 4.0);
    assert_eq!((count(&speech, clap), count(&speech, whistle), count(&speech, blow)), (0, 0, 0));
    let music = events(SyntheticSource::music(1), 4.0);
    assert_eq!((count(&music, clap), count(&music, blow)), (0, 0));
    let whistling = events(SyntheticSource::whistling(1), 5.0);
    assert_eq!((count(&whistling, clap), count(&whistling, whistle)), (0, 8));
    let blowing = events(SyntheticSource::blowing(1), 4.0);
    assert_eq!((count(&blowing, clap), count(&blowing, whistle), count(&blowing, blow)), (0, 0, 2));
}

#[test]
fn input_55_music_has_its_tempo() {
    let (mut source, mut ear) = (SyntheticSource::music(1), Ear::new());
    source.start();
    for _ in 0..350 {
        ear.listen(&mut source, 0.02);
    }
    let tempo = ear.now().unwrap().tempo.unwrap();
    assert!((tempo - 120.0).abs() < 2.0, "{tempo}");
}

#[test]
fn input_52_a_room_sets_the_threshold() {
    let (mut source, mut ear) = (SyntheticSource::noise(0.3, 2), Ear::new());
    source.start();
    ear.listen(&mut source, 0.5);
    assert!(ear.now().unwrap().active, "loud for a quiet room");
    ear.calibrate(1.0);
    for _ in 0..150 {
        ear.listen(&mut source, 0.02);
    }
    let floor = ear.floor().unwrap();
    assert!((20.0..30.0).contains(&floor.median), "{floor:?}");
    assert_eq!(ear.gate.threshold, floor.threshold());
    assert!(!ear.now().unwrap().active && ear.calibrating().is_none());
}

#[test]
fn the_cut_into_blocks_changes_nothing() {
    let source = SyntheticSource::claps(7);
    let samples: Vec<f32> = (0..24_000).map(|i| source.sample(i)).collect();
    let hear = |length: usize| {
        let (mut ear, mut block) = (Ear::new(), SampleBlock::default());
        for (i, chunk) in samples.chunks(length).enumerate() {
            block.fill(48_000, (i * length) as u64, chunk.iter().copied());
            ear.hear(&block);
        }
        (ear.now().copied(), ear.take_events().collect::<Vec<_>>())
    };
    let whole = hear(48_000);
    for length in [1, 441, 1_000] {
        assert_eq!(hear(length), whole, "{length}");
    }
}

#[test]
fn hearing_allocates_nothing_after_the_first_block() {
    let mut source = SyntheticSource::music(2);
    let mut ear = Ear::new();
    source.start();
    ear.listen(&mut source, 0.1);
    motile_proof::assert_no_allocation("hearing", || {
        for _ in 0..10 {
            ear.listen(&mut source, 0.05);
            assert!(ear.take_events().count() < 20);
        }
    });
}

#[test]
fn an_ear_marks_what_it_hears() {
    let (mut source, mut ear, mut marks) =
        (SyntheticSource::tone(440.0, 0.5), Ear::new(), Marks::new());
    let area = Aabb::from_size(Vec2::ZERO, vec2(100.0, 50.0));
    ear.mark(area, &mut marks);
    let before = marks.len();
    source.start();
    ear.listen(&mut source, 0.3);
    marks.clear();
    ear.mark(area, &mut marks);
    let labels = marks.iter().filter_map(|mark| match mark.shape {
        MarkShape::Label { text, .. } => Some(text.to_owned()),
        _ => None,
    });
    assert_eq!(labels.collect::<Vec<_>>(), ["level 50, 440 Hz"]);
    assert!(marks.len() >= before + 33 && marks.rejected == 0);
}

#[test]
fn rates_that_make_no_sense_are_counted() {
    let (mut ear, mut block) = (Ear::new(), SampleBlock::default());
    for rate in [0, 1, 999, 1_000_000, u32::MAX] {
        block.fill(rate, 0, [0.5; 100]);
        ear.hear(&block);
    }
    assert_eq!((ear.rejected, ear.now()), (5, None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn any_samples_at_any_rate_give_numbers(
        rate in prop_oneof![Just(0u32), Just(1_000), Just(8_000), Just(44_100), any::<u32>()],
        first in any::<u64>(),
        samples in proptest::collection::vec(any::<f32>(), 0..900),
    ) {
        let mut ear = Ear::new();
        ear.hear(&SampleBlock { rate, first, samples, rejected: 0 });
        if let Some(now) = ear.now() {
            prop_assert!((0.0..=100.0).contains(&now.level), "{}", now.level);
            prop_assert!((0.0..=100.0).contains(&now.smooth_level));
            prop_assert!(!now.centroid.is_nan());
            prop_assert!(now.pitch.is_none_or(|pitch| pitch.hz.is_finite() && pitch.confidence <= 1.0));
        }
    }
}
