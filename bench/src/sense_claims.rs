//! What was printed about cameras as input, and what is found here: the cost of a frame at four sizes and three rates
//! (CLAIM-5-1, CLAIM-5-10), and what the thresholds of the pipelines of motion and edges let through (CLAIM-5-8).

use crate::runner::Bench;
use motile_geom::Rng;
use motile_pixels::{Color, IRect, Surface};
use motile_sense::CapturedFrame;
use motile_sense::classic::{DifferenceTracker, OneSidedEdges, PosterizedTracker};
use motile_sense::sight::{
    CameraScene, ColorTarget, ColorTracker, MotionTracker, SyntheticCamera, mirror,
};

const SIZES: [(u32, u32); 4] = [(160, 120), (320, 240), (640, 480), (1280, 720)];
/// What a frame of 320×240 may take, in nanoseconds, without and with a blur; others by their pixels.
const PLAIN: f64 = 0.15e6;
const BLURRED: f64 = 0.5e6;

/// What is done with a frame.
const WORK: [&str; 6] = [
    "color, posterized",
    "color, blurred and posterized",
    "color by chroma",
    "motion of three bitmaps",
    "motion of three bitmaps, blurred",
    "motion in one pass",
];

/// All rows of the topic that come from what was printed.
pub fn run(bench: &mut Bench) {
    if bench.wants_some_of("sense/frame") {
        let costs = SIZES.map(|size| frame(bench, size));
        for (work, name) in WORK.iter().enumerate() {
            let found = SIZES
                .iter()
                .zip(&costs)
                .map(|((width, height), cost)| format!("{width}×{height} {:.3}", cost[work] / 1e6));
            let what = format!("{name}: ms a frame by size");
            let found: Vec<String> = found.collect();
            bench.claim("CLAIM-5-1", &what, "76,800 pixels", &found.join(", "));
        }
        for (work, name) in WORK.iter().enumerate() {
            let found: Vec<String> = costs.iter().map(|cost| of_a_second(cost[work])).collect();
            let what = format!("{name}: % of a core at 15/30/60 fps");
            bench.claim("CLAIM-5-10", &what, "more costs more", &found.join(", "));
        }
    }
    if bench.wants("sense/thresholds") {
        thresholds(bench);
        edges(bench);
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

/// The cost of a frame with its mirror, in nanoseconds, of each [`WORK`]. `sense/allocations` counts what they ask for: nothing.
fn frame(bench: &mut Bench, size: (u32, u32)) -> [f64; 6] {
    let (width, height) = size;
    let pixels = (width * height) as usize;
    let share = pixels as f64 / (320.0 * 240.0);
    let mut film = Film::new(size);
    let [plain, blurred] = [0.0, 10.0].map(|blur| {
        let mut tracker = PosterizedTracker::new(8, blur);
        bench.alone(|| (tracker.see(&film.shoot().picture).is_ok(), tracker.bounds()))
    });
    let mut colors = ColorTracker::new([ColorTarget::new(CameraScene::ORANGE)]);
    let chroma = bench.alone(|| (colors.see(film.shoot()), colors.center(0)));
    let [three, soft] = [0.0, 10.0].map(|blur| {
        let mut tracker = DifferenceTracker::new(blur, 51);
        bench.alone(|| (tracker.see(&film.shoot().picture).is_ok(), tracker.bounds()))
    });
    let mut tracker = MotionTracker::default();
    let motion = bench.alone(|| (tracker.see(film.shoot()), tracker.center()));
    for (work, peer, time, budget) in [
        ("color-posterized", "0.15 ms at 320×240", plain, PLAIN),
        ("color-blurred", "0.5 ms at 320×240", blurred, BLURRED),
        ("color", "0.15 ms at 320×240", chroma, PLAIN),
        ("difference", "0.15 ms at 320×240", three, PLAIN),
        ("difference-blurred", "0.5 ms at 320×240", soft, BLURRED),
        ("motion", "0.15 ms at 320×240", motion, PLAIN),
    ] {
        let name = format!("sense/frame-{work}-{width}x{height}");
        bench.record(&name, peer, pixels, time, budget * share);
    }
    [plain, blurred, chroma, three, soft, motion]
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

/// Thresholds of the curves.
const THRESHOLDS: [u8; 7] = [8, 17, 26, 34, 51, 68, 102];

fn percent(share: f64) -> String {
    format!("{:.2}", share * 100.0)
}

/// A curve: false and found pixels at each threshold, in percents.
fn roc(mut shares: impl FnMut(u8) -> [f64; 2]) -> String {
    let point = |threshold: u8| {
        let [wrong, found] = shares(threshold);
        format!("{threshold}: {}/{}", percent(wrong), percent(found))
    };
    THRESHOLDS.map(point).join(", ")
}

/// The threshold of motion, 51: what noise moves, what is found of a change, and the curve between the two.
fn thresholds(bench: &mut Bench) {
    for (threshold, blur) in [(51, 0.0), (51, 10.0), (0, 10.0)] {
        let how = if blur > 0.0 { "blurred" } else { "plain" };
        let false_ones =
            [2.0, 5.0, 10.0, 20.0, 30.0].map(|sigma| percent(moved(threshold, blur, 0, sigma)[0]));
        let what = format!("motion, red < {threshold}, {how}: % false at noise σ 2, 5, 10, 20, 30");
        bench.claim("CLAIM-5-8", &what, "0x33", &false_ones.join(", "));
        let found = [20, 34, 45, 51, 60, 80].map(|c| percent(moved(threshold, blur, c, 5.0)[1]));
        bench.claim("", "% found at contrast 20, 34, 45, 51, 60, 80 (σ 5)", "", &found.join(", "));
    }
    for (sigma, contrast) in [(5.0, 40), (10.0, 40), (20.0, 40), (10.0, 80)] {
        let curve = roc(|threshold| moved(threshold, 0.0, contrast, sigma));
        let what = format!("motion, σ {sigma}, contrast {contrast}: % false/found by threshold");
        bench.claim("CLAIM-5-8", &what, "0x33", &curve);
    }
}

/// Shares of the pixels of even gray, and of those of three rows at a level edge, that count as edges.
fn edged(threshold: u8, step: i32, sigma: f32) -> [f64; 2] {
    let mut rng = Rng::new(6);
    let mut edges = OneSidedEdges::default();
    edges.threshold = threshold;
    let mut picture = Surface::opaque(SIDE, SIDE, Color::BLACK).expect("a surface");
    for (index, word) in picture.words_mut().iter_mut().enumerate() {
        let light = if (index as u32 / SIDE) < SIDE / 2 { 140 } else { 140 - step };
        let level = (light as f32 + rng.normal() * sigma).clamp(0.0, 255.0) as u8;
        *word = u32::from_le_bytes([level, level, level, 255]);
    }
    edges.see(&picture).expect("a size that can be blurred");
    // The last bright row and its neighbors, which the blur reaches.
    let middle = SIDE as i32 / 2 - 1;
    let share = |rows: core::ops::Range<i32>| {
        let pixels = rows.flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)));
        let (mut count, mut all) = (0.0, 0.0);
        for (x, y) in pixels {
            count += f64::from(edges.is_edge(x, y));
            all += 1.0;
        }
        count / all
    };
    [share(4..middle - 8), share(middle - 1..middle + 2)]
}

/// The threshold of edges, 34: what noise makes an edge, what is found of a step, and the curve between the two.
fn edges(bench: &mut Bench) {
    let false_ones = [1.0, 2.0, 3.0, 5.0, 10.0].map(|sigma| percent(edged(34, 60, sigma)[0]));
    let what = "edges, red < 34: % false at noise σ 1, 2, 3, 5, 10";
    bench.claim("CLAIM-5-8", what, "0x22", &false_ones.join(", "));
    let found = [16, 28, 33, 34, 40, 64].map(|step| percent(edged(34, step, 1.0)[1]));
    bench.claim("", "% found at steps of 16, 28, 33, 34, 40, 64 (σ 1)", "", &found.join(", "));
    for (sigma, step) in [(1.0, 30), (3.0, 30), (5.0, 60)] {
        let curve = roc(|threshold| edged(threshold, step, sigma));
        let what = format!("edges, σ {sigma}, step {step}: % false/found by threshold");
        bench.claim("CLAIM-5-8", &what, "0x22", &curve);
    }
}
