//! Rows that count allocations instead of time: `motile-bench-allocations [FILTER] [--json]`, through `cargo xtask bench`.
//!
//! A program of its own, because an allocator that counts would slow the peers of all other rows.

use motile_pixels::Surface;
use motile_sense::classic::{DifferenceTracker, PosterizedTracker};
use motile_sense::hear::Ear;
use motile_sense::sight::{
    CameraScene, ColorTarget, ColorTracker, MotionTracker, OpticalFlow, SyntheticCamera, mirror,
};
use motile_sense::{CapturedFrame, FrameSource, Source, SyntheticSource};

/// Frames that may allocate: lists grow until they hold the longest runs of pixels.
const WARM_UP: usize = 120;
const FRAMES: usize = 600;
const DT: f32 = 1.0 / 30.0;

/// A name, and what counts.
type Row = (&'static str, fn() -> u64);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let rows: [Row; 2] =
        [("sense/allocations", whole_pipeline), ("sense/allocations-classic", classic_pipelines)];
    for (name, count) in rows {
        if filter.is_none_or(|filter| name.contains(filter.as_str())) {
            report(name, count(), json);
        }
    }
}

/// Allocations of [`FRAMES`] frames of 320×240 through the pipelines that were printed (CLAIM-5-1): mirror, blur, posterize and
/// bounds of a color, and the three bitmaps of motion.
fn classic_pipelines() -> u64 {
    let mut camera = SyntheticCamera::new(CameraScene::Ball, 5).with_size(320, 240);
    let mut frame = CapturedFrame::new(Surface::new(1, 1).expect("one pixel"));
    let (mut colors, mut motion) = (PosterizedTracker::new(8, 10.0), DifferenceTracker::default());
    let mut number = 0;
    let mut step = || {
        number += 1;
        camera.draw(number, &mut frame.picture);
        mirror(&mut frame.picture);
        colors.see(&frame.picture).expect("a size that can be blurred");
        motion.see(&frame.picture).expect("a size that can be blurred");
        usize::from(colors.bounds().is_empty()) + usize::from(motion.bounds().is_empty())
    };
    for _ in 0..WARM_UP {
        step();
    }
    motile_proof::allocations(|| (0..FRAMES).map(|_| step()).sum::<usize>())
}

/// Allocations of [`FRAMES`] frames of 640×480 and the sound between them: from the sources to level, spectrum, pitch,
/// colors, motion and flow.
fn whole_pipeline() -> u64 {
    let mut camera = SyntheticCamera::new(CameraScene::TwoBalls, 5).with_size(640, 480);
    let mut microphone = SyntheticSource::music(2);
    let mut frame = CapturedFrame::new(Surface::new(1, 1).expect("one pixel"));
    let targets = [CameraScene::ORANGE, CameraScene::BLUE].map(ColorTarget::new);
    let (mut ear, mut colors) = (Ear::new(), ColorTracker::new(targets));
    let (mut motion, mut flow) = (MotionTracker::default(), OpticalFlow::default());
    camera.start();
    microphone.start();
    let mut step = || {
        ear.listen(&mut microphone, DT);
        camera.update(DT);
        assert!(camera.next_frame(&mut frame), "a frame at every step");
        colors.see(&frame);
        motion.see(&frame);
        flow.see(&frame);
        ear.take_events().count()
    };
    for _ in 0..WARM_UP {
        step();
    }
    motile_proof::allocations(|| (0..FRAMES).map(|_| step()).sum::<usize>())
}

fn report(name: &str, count: u64, json: bool) {
    let each = count as f64 / FRAMES as f64;
    if json {
        println!(r#"{{"name":"{name}","n":{FRAMES},"allocations":{count}}}"#);
    } else {
        println!("{name}: {each} allocations a frame, {count} in {FRAMES} (goal 0)");
    }
}
