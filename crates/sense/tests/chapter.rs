//! What the chapter on cameras and microphones can do, by its numbers, where no other test has it.

use motile_geom::{Affine2, Affine2Ext, Rng, vec2};
use motile_pixels::{
    BlendMode, Blit, Blur, Color, ColorTransform, DrawSettings, IRect, Surface, classic,
};
use motile_sense::classic::{OneSidedEdges, PosterizedTracker, Snowfall};
use motile_sense::hear::{Ear, LevelMeter, Loudness, SoundRecorder, Spectrum};
use motile_sense::sight::{CameraScene, LumaPlane, SteadyPoint, SyntheticCamera, mirror};
use motile_sense::{
    CapturedFrame, FrameSource, LevelLift, SampleBlock, SampleSource, SoundSource, Source,
    SyntheticSource,
};

#[test]
fn input_6_nothing_is_told_before_the_start_however_loud_it_is() {
    for mut source in [SyntheticSource::tone(440.0, 1.0), SyntheticSource::noise(1.0, 3)] {
        let mut ear = Ear::without_pitch();
        for _ in 0..100 {
            ear.listen(&mut source, 0.1);
            assert_eq!((ear.level(), source.is_live()), (None, false));
        }
        source.start();
        ear.listen(&mut source, 0.1);
        assert!(ear.level().is_some_and(|level| level > 70.0), "{:?}", ear.level());
    }
}

#[test]
fn input_12_samples_spectrum_and_a_recording_are_to_be_had() {
    let mut source = SyntheticSource::tone(1_000.0, 0.5);
    let (mut block, mut recorder) = (SampleBlock::default(), SoundRecorder::new(1.0));
    source.start();
    source.update(0.5);
    let mut samples = Vec::new();
    while source.next_block(&mut block) {
        assert_eq!((block.first, block.rate), (samples.len() as u64, 48_000));
        samples.extend_from_slice(&block.samples);
        recorder.record(&block);
    }
    assert!(samples.len() >= 23_500, "{} samples of half a second", samples.len());
    assert!(samples.iter().zip(0..).all(|(sample, index)| *sample == source.sample(index)));
    let mut spectrum = Spectrum::new(4_096);
    spectrum.analyze(&samples[..4_096], 48_000);
    assert!(spectrum.peak(20.0..20_000.0).is_some_and(|peak| (peak.hz - 1_000.0).abs() < 0.2));
    let again = SoundSource::from_file("again", &recorder.to_wav().unwrap()).unwrap();
    assert_eq!(again.rate(), 48_000);
}

#[test]
fn input_51_peak_crest_and_decibels_with_attack_and_release() {
    let samples: Vec<f32> = (0..480).map(|i| if i % 48 < 24 { 0.25 } else { -0.25 }).collect();
    let square = Loudness::of(&samples);
    assert_eq!((square.rms, square.peak, square.crest()), (0.25, 0.25, 1.0));
    // Beside a sine as loud as can be.
    assert!((square.decibels() + 9.0309).abs() < 1e-3, "{} dB", square.decibels());
    let mut meter = LevelMeter { attack: 0.01, release: 0.5, value: 0.0 };
    meter.update(100.0, 0.05);
    assert!(meter.value > 99.0, "it rises at once: {}", meter.value);
    meter.update(0.0, 0.05);
    assert!((89.0..92.0).contains(&meter.value), "and falls slowly: {}", meter.value);
}

#[test]
fn weak_5_3_no_level_is_no_number() {
    let fly = |level: Option<f32>| {
        let mut plane = LevelLift::new(100.0);
        plane.step(level, 0.0..1_000.0, 1.0 / 60.0);
        plane.velocity
    };
    assert_eq!(fly(None), fly(Some(0.0)), "nobody listens: it sinks as in silence, and not faster");
    assert!(fly(Some(-1.0)) > fly(None), "−1 as a level would pull it down");
}

/// Mean and deviation of the brightness of an even gray with the noise of a sensor, after some halvings.
fn noise_after(halvings: u32) -> f32 {
    let mut rng = Rng::new(4);
    let mut picture = Surface::opaque(320, 240, Color::BLACK).unwrap();
    for word in picture.words_mut() {
        let level = (128.0 + rng.normal() * 12.0) as u8;
        *word = u32::from_le_bytes([level, level, level, 255]);
    }
    let (mut plane, mut half) = (LumaPlane::from_surface(&picture), LumaPlane::default());
    for _ in 0..halvings {
        plane.halve_into(&mut half);
        plane.copy_from(&half);
    }
    let mean = plane.mean();
    let squares = plane.bytes().iter().map(|&level| {
        let off = f32::from(level) - mean;
        off * off
    });
    let squares = squares.sum::<f32>();
    (squares / plane.bytes().len() as f32).sqrt()
}

#[test]
fn input_25_fewer_pixels_have_less_noise() {
    let [full, half, quarter] = [0, 1, 2].map(noise_after);
    assert!((full / half - 2.0).abs() < 0.2, "four pixels in one: {full} to {half}");
    assert!((half / quarter - 2.0).abs() < 0.3, "and again: {half} to {quarter}");
}

fn shot(number: u64) -> CapturedFrame {
    let mut frame = CapturedFrame::new(Surface::new(1, 1).unwrap());
    SyntheticCamera::new(CameraScene::Ball, 3).with_size(64, 48).draw(number, &mut frame.picture);
    frame
}

#[test]
fn input_26_a_frame_drawn_into_a_bitmap_looks_the_same_and_can_be_changed() {
    let frame = shot(4);
    let mut bitmap = Surface::opaque(64, 48, Color::WHITE).unwrap();
    bitmap.blit(&frame.picture, 0, 0);
    assert_eq!(bitmap.words(), frame.picture.words());
    bitmap.set(3, 3, Color::RED);
    assert_ne!(bitmap.get(3, 3), frame.picture.get(3, 3));
}

#[test]
fn input_28_a_frame_is_drawn_by_matrix_colors_and_blend_mode() {
    let frame = shot(4);
    let flip = Affine2::from_classic(-1.0, 0.0, 0.0, 1.0, 64.0, 0.0);
    let dark = ColorTransform { factor: [0.5, 0.5, 0.5, 1.0], ..ColorTransform::default() };
    let draw = |blend: BlendMode| {
        let mut bitmap = Surface::opaque(64, 48, Color::rgb(200, 200, 200)).unwrap();
        let blit = Blit::default().with_blend(blend);
        let settings = DrawSettings { blit, color: Some(dark), ..DrawSettings::default() };
        assert!(bitmap.draw_with(&frame.picture, &flip, &settings));
        bitmap.get(10, 20).unwrap()
    };
    let from = frame.picture.get(53, 20).unwrap();
    let over = draw(BlendMode::Normal);
    assert!(over.r.abs_diff(from.r / 2) <= 1 && over.b.abs_diff(from.b / 2) <= 1, "{over:?}");
    let difference = draw(BlendMode::Difference);
    assert!(difference.r.abs_diff(200 - over.r) <= 1, "{difference:?} {over:?}");
}

#[test]
fn input_29_input_36_a_click_picks_the_posterized_color_and_outside_is_black() {
    let mut picture = Surface::opaque(32, 24, Color::rgb(16, 16, 16)).unwrap();
    picture.fill_rect(IRect::new(8, 6, 10, 8), Color::rgb(200, 30, 40));
    let mut tracker = PosterizedTracker::new(8, 0.0);
    tracker.see(&picture).unwrap();
    assert_eq!((tracker.target, tracker.bounds()), (Color::WHITE, IRect::EMPTY), "before a click");
    tracker.pick(10, 10);
    assert_eq!(tracker.target, Color::hex(0xC0_00_20));
    assert_eq!(tracker.bounds(), IRect::new(8, 6, 10, 8));
    tracker.pick(32, 0);
    assert_eq!(tracker.target, Color::BLACK);
}

#[test]
fn input_31_what_is_lost_keeps_its_place() {
    let mut point = SteadyPoint::default();
    point.update(Some(vec2(0.75, 0.25)), 0.1);
    for _ in 0..100 {
        // An empty box has no middle.
        point.update(None, 0.1);
        assert_eq!(point.position, vec2(0.75, 0.25));
    }
    assert_eq!(point.get(), None, "and nobody trusts it any more");
}

#[test]
fn input_33_a_blur_makes_neighbors_alike() {
    let mut rng = Rng::new(2);
    let mut picture = Surface::opaque(80, 60, Color::BLACK).unwrap();
    for word in picture.words_mut() {
        let level = rng.below(200) as u8;
        *word = u32::from_le_bytes([level, level, level, 255]);
    }
    let rough = |picture: &Surface| {
        let pairs = picture.words().windows(2).map(|pair| (pair[0] & 255).abs_diff(pair[1] & 255));
        f64::from(pairs.sum::<u32>())
    };
    let ten = classic::blur(10.0, 10.0, 1).apply(&picture).unwrap();
    let four = Blur::default().apply(&picture).unwrap();
    assert!(rough(&four) * 3.0 < rough(&picture) && rough(&ten) * 2.0 < rough(&four));
}

#[test]
fn input_45_a_flake_stays_on_an_edge_and_falls_when_it_goes() {
    let mut picture = Surface::opaque(32, 40, Color::BLACK).unwrap();
    picture.fill_rect(IRect::new(0, 10, 32, 10), Color::WHITE);
    mirror(&mut picture);
    let mut edges = OneSidedEdges::default();
    edges.see(&picture).unwrap();
    // The white bar is bright above dark at its last row, and the blur makes that three rows.
    let (mut snow, mut rng) = (Snowfall::new(32, 40), Rng::new(1));
    snow.most = 1;
    for _ in 0..60 {
        snow.fall(&mut rng, |x, y| edges.is_edge(x.clamp(0, 31), y));
    }
    assert_eq!(snow.flakes[0].position.y, 18.0);
    for _ in 0..5 {
        snow.fall(&mut rng, |_, _| false);
    }
    assert_eq!(snow.flakes[0].position.y, 23.0);
}

#[test]
fn input_22_the_size_of_the_picture_on_the_stage_is_not_that_of_the_capture() {
    let mut camera = SyntheticCamera::new(CameraScene::Person, 1).with_size(160, 120);
    let mut frame = CapturedFrame::new(Surface::new(1, 1).unwrap());
    camera.start();
    assert!(camera.next_frame(&mut frame));
    let mut shown = Surface::opaque(320, 240, Color::BLACK).unwrap();
    let scale = Affine2::from_scale(vec2(2.0, 2.0));
    shown.draw(&frame.picture, &scale, motile_pixels::Sampling::Nearest, &Blit::default());
    for (x, y) in [(0, 0), (159, 119), (70, 33)] {
        let pixel = frame.picture.get(x, y);
        let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(a, b)| shown.get(x * 2 + a, y * 2 + b));
        assert_eq!(block, [pixel; 4], "no more detail, only larger");
    }
}
