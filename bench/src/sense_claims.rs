//! What was printed about cameras as input, and what is found here: the cost of a frame at four sizes and three rates
//! (CLAIM-5-1, CLAIM-5-10), and what the thresholds of the motion pipeline let through (CLAIM-5-8).

use crate::runner::Bench;
use motile_geom::Rng;
use motile_pixels::{Color, IRect, Surface};
use motile_sense::CapturedFrame;
use motile_sense::classic::{DifferenceTracker, PosterizedTracker};
use motile_sense::sight::{
    CameraScene, ColorTarget, ColorTracker, MotionTracker, SyntheticCamera, mirror,
};

const SIZES: [(u32, u32); 4] = [(160, 120), (320, 240), (640, 480), (1280, 720)];
/// What a frame of 320×240 may take, in nanoseconds, without and with a blur; others by their pixels.
const PLAIN: f64 = 0.15e6;
const BLURRED: f64 = 0.5e6;

/// All rows of the topic that come from what was printed.
pub fn run(bench: &mut Bench) {
    if bench.wants_some_of("sense/frame") {
        let costs: Vec<[f64; 3]> = SIZES.iter().map(|&size| frame(bench, size)).collect();
        for (row, work) in
            ["color, blurred and posterized", "color by chroma", "motion"].iter().enumerate()
        {
            let found: Vec<String> = costs.iter().map(|cost| of_a_second(cost[row])).collect();
            let what = format!("{work}: % of a core at 15/30/60 fps");
            bench.claim("CLAIM-5-10", &what, "more costs more", &found.join(", "));
        }
    }
    if bench.wants("sense/thresholds") {
        thresholds(bench);
    }
}

/// Two frames of the made-up camera, to be seen in turn under new numbers.
struct Film {
    frames: [CapturedFrame; 2],
    next: u64,
}

impl Film {
    fn new((width, height): (u32, u32)) -> Self {
        let frames = [20, 22].map(|frame| {
            let mut picture = Surface::new(1, 1).expect("one pixel");
            let mut camera = SyntheticCamera::new(CameraScene::Ball, 3).with_size(width, height);
            camera.draw(frame, &mut picture);
            CapturedFrame::new(picture)
        });
        Self { frames, next: 0 }
    }

    /// The next frame, turned over as people expect it.
    fn shoot(&mut self) -> &CapturedFrame {
        self.next += 1;
        let frame = &mut self.frames[self.next as usize % 2];
        frame.sequence = self.next;
        mirror(&mut frame.picture);
        frame
    }
}

/// The cost of a frame, in nanoseconds: the classic colors, colors by chroma, motion.
fn frame(bench: &mut Bench, size: (u32, u32)) -> [f64; 3] {
    let (width, height) = size;
    let pixels = (width * height) as usize;
    let share = pixels as f64 / (320.0 * 240.0);
    let mut film = Film::new(size);
    let mut classic = PosterizedTracker::new(8, 10.0);
    let blurred = bench.alone(|| {
        let seen = classic.see(&film.shoot().picture).is_ok();
        (seen, classic.bounds())
    });
    let mut colors = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
    let chroma = bench.alone(|| (colors.see(film.shoot()), colors.center(0)));
    let mut tracker = MotionTracker::default();
    let motion = bench.alone(|| (tracker.see(film.shoot()), tracker.center()));
    for (work, peer, time, budget) in [
        ("color-blurred", "0.5 ms at 320×240", blurred, BLURRED),
        ("color", "0.15 ms at 320×240", chroma, PLAIN),
        ("motion", "0.15 ms at 320×240", motion, PLAIN),
    ] {
        let name = format!("sense/frame-{work}-{width}x{height}");
        bench.record(&name, peer, pixels, time, budget * share);
    }
    [blurred, chroma, motion]
}

/// Percents of a core that frames of a cost take at the three rates.
fn of_a_second(nanoseconds: f64) -> String {
    let percent = |rate: f64| nanoseconds * rate / 1e7;
    format!("{:.2}/{:.2}/{:.2}", percent(15.0), percent(30.0), percent(60.0))
}

const SIDE: u32 = 200;

/// A gray picture with the noise of a sensor, whose middle is lighter by a contrast.
fn gray(contrast: i32, sigma: f32, rng: &mut Rng) -> Surface {
    let mut picture = Surface::opaque(SIDE, SIDE, Color::BLACK).expect("a surface");
    for (index, word) in picture.words_mut().iter_mut().enumerate() {
        let (x, y) = (index as u32 % SIDE, index as u32 / SIDE);
        let light = if middle().contains(x as i32, y as i32) { 100 + contrast } else { 100 };
        let mut level = || (light as f32 + rng.normal() * sigma).clamp(0.0, 255.0) as u8;
        *word = u32::from_le_bytes([level(), level(), level(), 255]);
    }
    picture
}

fn middle() -> IRect {
    IRect::new(60, 60, 80, 80)
}

/// Shares of the pixels that count as moved outside and inside of the middle, which changed by a contrast.
fn moved(threshold: u8, blur: f32, contrast: i32, sigma: f32) -> [f64; 2] {
    let mut rng = Rng::new(6);
    let mut tracker = DifferenceTracker::new(blur, threshold);
    for contrast in [0, contrast] {
        tracker.see(&gray(contrast, sigma, &mut rng)).expect("a size that can be blurred");
    }
    let view = tracker.view().expect("it has seen");
    let mut counts = [(0.0, 0.0); 2];
    for (index, word) in view.words().iter().enumerate() {
        let (x, y) = (index as i32 % SIDE as i32, index as i32 / SIDE as i32);
        let (count, all) = &mut counts[usize::from(middle().contains(x, y))];
        *count += f64::from(word & 0x00FF_FFFF != 0);
        *all += 1.0;
    }
    counts.map(|(count, all)| count / all)
}

fn thresholds(bench: &mut Bench) {
    let percent = |share: f64| format!("{:.2}", share * 100.0);
    for (threshold, blur) in [(51, 0.0), (51, 10.0), (34, 0.0), (34, 10.0), (0, 10.0)] {
        let how = if blur > 0.0 { "blurred" } else { "plain" };
        let false_ones =
            [2.0, 5.0, 10.0, 20.0, 30.0].map(|sigma| percent(moved(threshold, blur, 0, sigma)[0]));
        let what = format!("red < {threshold}, {how}: % false at noise σ 2, 5, 10, 20, 30");
        bench.claim("CLAIM-5-8", &what, "", &false_ones.join(", "));
        let found = [20, 34, 45, 51, 60, 80].map(|c| percent(moved(threshold, blur, c, 5.0)[1]));
        bench.claim("", "% found at contrast 20, 34, 45, 51, 60, 80 (σ 5)", "", &found.join(", "));
    }
}
