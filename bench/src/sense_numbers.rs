//! Numbers that were printed about microphones and cameras, and what is found here (CLAIM-5-2 to 5-7 and 5-9).

use crate::runner::Bench;
use motile_geom::{Vec2, vec2};
use motile_pixels::{Color, PaletteMap, Surface};
use motile_sense::classic::PosterizedTracker;
use motile_sense::hear::{ActivityGate, Ear, HearingEvent};
use motile_sense::sight::{CameraScene, ColorTarget, ColorTracker, SyntheticCamera};
use motile_sense::{CapturedFrame, LevelLift, Source, SyntheticSource};
use std::collections::BTreeSet;

/// Frames of the sequence that trackers are tried on.
const FRAMES: u64 = 150;

/// All claims of the topic that are counted, not timed.
pub fn run(bench: &mut Bench) {
    if !bench.wants("sense/numbers") {
        return;
    }
    colors(bench);
    sizes(bench);
    gate(bench);
    polling(bench);
    lift(bench);
    trackers(bench);
}

/// The image of CHECK-5-24: a disc of (208, 48, 48) on (16, 16, 16) with three bits of noise in every channel.
fn disc() -> Surface {
    let mut picture = Surface::opaque(320, 240, Color::BLACK).expect("a surface");
    let mut state = 12_345u32;
    for (index, word) in picture.words_mut().iter_mut().enumerate() {
        let (x, y) = (index as i32 % 320 - 160, index as i32 / 320 - 120);
        let base = if x * x + y * y <= 400 { [208u8, 48, 48] } else { [16; 3] };
        let [r, g, b] = base.map(|channel| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            channel + (state >> 24 & 7) as u8
        });
        *word = u32::from_le_bytes([r, g, b, 255]);
    }
    picture
}

/// Distinct colors of a noisy picture before and after posterizing, and how many there can be.
fn colors(bench: &mut Bench) {
    let mut frame = Surface::new(1, 1).expect("one pixel");
    SyntheticCamera::new(CameraScene::Ball, 3).draw(20, &mut frame);
    let distinct = |picture: &Surface| picture.words().iter().collect::<BTreeSet<_>>().len();
    for (name, mut picture) in [("a noisy disc", disc()), ("a frame of 76,800 pixels", frame)] {
        let before = distinct(&picture);
        picture.palette_map(&PaletteMap::posterize(8));
        let found = format!("{before}, posterized {}", distinct(&picture));
        let what = format!("colors of {name}");
        bench.claim("CLAIM-5-2", &what, "of 2^24 = 16,777,216", &found);
    }
    let count = |levels| {
        let values: BTreeSet<u32> = PaletteMap::posterize(levels).b.into_iter().collect();
        values.len().pow(3).to_string()
    };
    let found = [16, 8, 4].map(count).join(", ");
    bench.claim("CLAIM-5-3", "colors of 16, 8, 4 levels", "4,086, 256, –", &found);
}

/// How far from the truth the tracker by chroma is at each size of capture, in thousandths of the picture's width.
fn sizes(bench: &mut Bench) {
    let found = [(80, 60), (160, 120), (320, 240), (640, 480)].map(|size| {
        let mut tracker = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
        let (_, error) = follow(size, |frame| {
            tracker.see(frame);
            tracker.center(0)
        });
        format!("{}×{} {:.1}", size.0, size.1, error * 1000.0)
    });
    bench.claim("CLAIM-5-4", "error by size of capture, ‰ of width", "160×120", &found.join(", "));
}

/// What the two settings of the gate tell about three bangs.
fn gate(bench: &mut Bench) {
    let found = [(10.0, 2.0), (25.0, 0.5)].map(|(threshold, hold)| {
        let mut gate = ActivityGate::new(threshold, hold);
        let loud =
            |block: u32| [10..20, 90..100, 170..180].iter().any(|bang| bang.contains(&block));
        let events = (0..500).filter_map(|block| {
            let event = gate.update(if loud(block) { 60.0 } else { 0.0 }, 0.01)?;
            Some(format!("{:.0}", event.seconds * 1000.0))
        });
        events.collect::<Vec<_>>().join(" ")
    });
    bench.claim("CLAIM-5-5", "10 / 2000 and 25 / 500 on three bangs, ms", "", &found.join("; "));
}

/// Seconds that the idle programs wait.
const IDLE: f64 = 2.0;

/// Microseconds of a processor that a thread takes for a second of waiting, by the count of the system; `None` where there is none.
fn idle(wait: impl FnOnce() + Send) -> Option<f64> {
    let measured = || {
        let spent = || {
            let words = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
            words.split(' ').next()?.parse::<f64>().ok()
        };
        let before = spent()?;
        wait();
        Some((spent()? - before) / 1e3 / IDLE)
    };
    std::thread::scope(|scope| scope.spawn(measured).join().ok().flatten())
}

/// What an idle program costs that waits for a noise: one that reads the level 60 times a second, and one that sleeps until the
/// ear tells of an event. Hearing itself, on a thread of its own, costs the same for both.
fn polling(bench: &mut Bench) {
    use std::{sync::Mutex, sync::mpsc, thread, time::Duration};
    let (mut source, mut ear) = (SyntheticSource::new("a quiet room", 1), Ear::without_pitch());
    source.start();
    ear.listen(&mut source, 0.1);
    let shared = Mutex::new(ear);
    let polled = idle(|| {
        for _ in 0..(IDLE * 60.0) as u32 {
            let level = shared.lock().ok().and_then(|ear| ear.level());
            std::hint::black_box(level > Some(25.0));
            thread::sleep(Duration::from_micros(16_667));
        }
    });
    let (_ear, events) = mpsc::channel::<HearingEvent>();
    let told = idle(move || {
        let event = events.recv_timeout(Duration::from_secs_f64(IDLE));
        std::hint::black_box(event.is_ok());
    });
    let mut hear = || {
        for _ in 0..60 {
            ear_of(&shared).listen(&mut source, 1.0 / 60.0);
        }
    };
    let heard = bench.alone(&mut hear) / 1e3;
    let words = |time: Option<f64>| time.map_or("not known".into(), |us| format!("{us:.0} µs"));
    let found = format!(
        "{} polled at 60 Hz, {} by events; hearing itself {heard:.0} µs",
        words(polled),
        words(told)
    );
    bench.claim("CLAIM-5-6", "a second of an idle program", "polling wastes", &found);
}

fn ear_of(shared: &std::sync::Mutex<Ear>) -> std::sync::MutexGuard<'_, Ear> {
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The level that carries the flier, and its speeds in silence and noise, in pixels a frame of 1/24 s.
fn lift(bench: &mut Bench) {
    let speed = |level: f32| {
        let mut plane = LevelLift::new(0.0);
        for _ in 0..2_400 {
            plane.step(Some(level), f32::MIN..f32::MAX, 1.0 / 240.0);
        }
        plane.velocity / 24.0
    };
    let carries = (0..=100).find(|&level| speed(level as f32).abs() < 1e-3).unwrap_or(-1);
    let found = format!("level {carries}, {:+.1}, {:+.1}", speed(0.0), speed(100.0));
    bench.claim("CLAIM-5-7", "what carries; speed at level 0, 100", "20, +4, −16", &found);
}

/// Share of the frames in which each tracker had the ball, and how far it was off, in pixels.
fn trackers(bench: &mut Bench) {
    let size = (320, 240);
    let width = size.0 as f32;
    for (name, levels, blur) in
        [("exact", 256, 0.0), ("blurred", 256, 10.0), ("8 levels", 8, 10.0), ("4 levels", 4, 10.0)]
    {
        let mut tracker = PosterizedTracker::new(levels, blur);
        let mut picked = false;
        let (share, error) = follow(size, |frame| {
            tracker.see(&frame.picture).ok()?;
            if !picked {
                let middle = first_place() * vec2(size.0 as f32, size.1 as f32);
                tracker.pick(middle.x as i32, middle.y as i32);
                picked = true;
            }
            let found = tracker.bounds();
            let middle = vec2(found.x as f32, found.y as f32)
                + vec2(found.width as f32, found.height as f32) / 2.0;
            (!found.is_empty()).then(|| middle / vec2(size.0 as f32, size.1 as f32))
        });
        tell(bench, name, share, error * width);
    }
    let mut tracker = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
    let (share, error) = follow(size, |frame| {
        tracker.see(frame);
        tracker.center(0)
    });
    tell(bench, "chroma and largest blob", share, error * width);
}

fn tell(bench: &mut Bench, name: &str, share: f64, error: f32) {
    let found = format!("{:.0} % of the frames, {error:.1} px RMS from the ball", share * 100.0);
    bench.claim("CLAIM-5-9", &format!("tracking a ball: {name}"), "", &found);
}

/// Where the ball is in the first frame.
fn first_place() -> Vec2 {
    let mut camera = SyntheticCamera::new(CameraScene::Ball, 3);
    camera.draw(0, &mut Surface::opaque(1, 1, Color::BLACK).expect("one pixel"));
    camera.targets()[0]
}

/// Lets a tracker see all frames; gives the share of those in which it found something, and the root of the mean square of
/// its distance from the ball there, in widths of the picture.
fn follow(
    (width, height): (u32, u32),
    mut see: impl FnMut(&CapturedFrame) -> Option<Vec2>,
) -> (f64, f32) {
    let mut camera = SyntheticCamera::new(CameraScene::Ball, 3).with_size(width, height);
    let mut frame = CapturedFrame::new(Surface::new(1, 1).expect("one pixel"));
    let (mut seen, mut squares) = (0u32, 0.0f32);
    for number in 0..FRAMES {
        camera.draw(number, &mut frame.picture);
        frame.sequence = number + 1;
        if let Some(place) = see(&frame) {
            let off = (place - camera.targets()[0]) * vec2(1.0, height as f32 / width as f32);
            squares += off.length_squared();
            seen += 1;
        }
    }
    (f64::from(seen) / FRAMES as f64, (squares / seen.max(1) as f32).sqrt())
}
