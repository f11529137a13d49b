//! What a camera tells, on frames of 640×480 beside OpenCV on one thread.

use crate::{opencv::OpenCv, runner::Bench};
use motile_geom::{Rng, Vec2, vec2};
use motile_pixels::{Color, Surface};
use motile_sense::sight::{
    BitPlane, BlobFinder, CameraScene, ColorTarget, LumaPlane, OpticalFlow, SyntheticCamera,
    mark_changes, mark_color,
};
use std::{fs, hint::black_box, path::Path};

const N: usize = 640 * 480;
/// Which way the whole picture moves for the flow, in pixels.
const WAY: Vec2 = vec2(9.4, -6.3);

/// All rows of the topic that are about sight.
pub fn run(bench: &mut Bench) {
    let rows = ["sense/motion", "sense/color", "sense/flow"];
    if !rows.iter().any(|name| bench.wants(name)) {
        return;
    }
    let frames = Frames::new();
    let folder = std::env::temp_dir().join(format!("motile-bench-sight-{}", std::process::id()));
    if let Err(error) = frames.write(&folder) {
        eprintln!("motile-bench: skipping {rows:?}: {}: {error}", folder.display());
        return;
    }
    let (x, y) = (WAY.x.to_string(), WAY.y.to_string());
    let arguments = [folder.to_str().unwrap_or_default(), &x, &y];
    let peer = OpenCv::start(include_str!("opencv_sight.py"), &arguments, &rows);
    // It has read them.
    fs::remove_dir_all(&folder).ok();
    if let Some(mut peer) = peer {
        frames.compare(bench, &mut peer);
    }
}

/// Two frames of the made-up camera, and two of a texture that moves as a whole.
struct Frames {
    before: LumaPlane,
    after: LumaPlane,
    color: Surface,
    still: LumaPlane,
    moved: LumaPlane,
}

impl Frames {
    fn new() -> Self {
        let mut camera = SyntheticCamera::new(CameraScene::Ball, 3).with_size(640, 480);
        let mut picture = Surface::new(1, 1).unwrap();
        camera.draw(20, &mut picture);
        let before = LumaPlane::from_surface(&picture);
        camera.draw(22, &mut picture);
        let after = LumaPlane::from_surface(&picture);
        let mut rng = Rng::new(8);
        let texture = Texture::new(&mut rng);
        let (still, moved) = (texture.plane(Vec2::ZERO, &mut rng), texture.plane(WAY, &mut rng));
        Self { before, after, color: picture, still, moved }
    }

    fn write(&self, folder: &Path) -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("before.gray"), self.before.bytes())?;
        fs::write(folder.join("after.gray"), self.after.bytes())?;
        fs::write(folder.join("still.gray"), self.still.bytes())?;
        fs::write(folder.join("moved.gray"), self.moved.bytes())?;
        fs::write(folder.join("after.rgba"), self.color.bytes())
    }

    fn compare(&self, bench: &mut Bench, peer: &mut OpenCv) {
        let mut mask = BitPlane::default();
        bench.compare_process(
            "sense/motion",
            "OpenCV absdiff, threshold, boundingRect, moments",
            N,
            || mark_changes(black_box(&self.before), &self.after, 14, 0, &mut mask),
            |calls| peer.time("motion", calls),
        );
        let (target, mut finder) = (ColorTarget::new(CameraScene::ORANGE), BlobFinder::default());
        bench.compare_process(
            "sense/color",
            "OpenCV inRange, connectedComponentsWithStats",
            N,
            || {
                mark_color(black_box(&self.color), &target, &mut mask);
                finder.find(&mask, 1).first().copied()
            },
            |calls| peer.time("color", calls),
        );
        self.flow(bench, peer);
    }

    fn flow(&self, bench: &mut Bench, peer: &mut OpenCv) {
        if !bench.wants("sense/flow") {
            return;
        }
        // Back and forth, so that every look finds the same amount of motion.
        let mut flow = OpticalFlow::default();
        let mut turn = false;
        let mut look = || {
            turn = !turn;
            flow.see_luma(black_box(if turn { &self.still } else { &self.moved }));
            flow.ways().len()
        };
        bench.compare_process("sense/flow", "OpenCV DIS, ultrafast", N, &mut look, |calls| {
            peer.time("flow", calls)
        });
        bench.compare_process("sense/flow", "OpenCV Farneback", N, &mut look, |calls| {
            peer.time("farneback", calls)
        });
        let mut flow = OpticalFlow::default();
        flow.see_luma(&self.still);
        flow.see_luma(&self.moved);
        let columns = flow.columns() as usize;
        let inner =
            flow.ways().chunks(columns).skip(2).take(26).flat_map(|row| &row[2..columns - 2]);
        let (count, sum) =
            inner.fold((0.0, 0.0), |(count, sum), way| (count + 1.0, sum + way.distance(WAY)));
        eprintln!(
            "sense/flow: mean error of cells of 16×16: ours {:.2} px, OpenCV DIS {:.2} px",
            sum / f32::max(count, 1.0),
            peer.time("flow-error", 1),
        );
    }
}

/// Soft random hills of three widths: what walls, clothes and faces look like to a camera.
struct Texture {
    /// Widths of the hills in pixels, and their heights in levels at whole places.
    octaves: [(f32, Vec<f32>); 3],
}

/// Hills across and down, of the finest octave with room for the way.
const HILLS: usize = 128;

impl Texture {
    fn new(rng: &mut Rng) -> Self {
        let mut octave = |width: f32, height: f32| {
            (width, (0..HILLS * HILLS).map(|_| rng.range(-height..height)).collect())
        };
        Self { octaves: [octave(6.0, 20.0), octave(17.0, 30.0), octave(60.0, 40.0)] }
    }

    /// The texture moved by a way, with the noise of a sensor.
    fn plane(&self, way: Vec2, rng: &mut Rng) -> LumaPlane {
        let mut picture = Surface::opaque(640, 480, Color::BLACK).unwrap();
        for (index, word) in picture.words_mut().iter_mut().enumerate() {
            let at = vec2((index % 640) as f32, (index / 640) as f32) - way + 32.0;
            let hills: f32 = self.octaves.iter().map(|octave| hill(octave, at)).sum();
            let gray = (128.0 + hills + rng.range(-4.0..4.0)).clamp(0.0, 255.0) as u8;
            *word = u32::from_le_bytes([gray, gray, gray, 255]);
        }
        LumaPlane::from_surface(&picture)
    }
}

/// The height of an octave at a place, between the four around it.
fn hill((width, heights): &(f32, Vec<f32>), at: Vec2) -> f32 {
    let place = at / *width;
    let (cell, part) = (place.floor(), place - place.floor());
    let height = |x: usize, y: usize| {
        heights[(cell.y as usize + y) % HILLS * HILLS + (cell.x as usize + x) % HILLS]
    };
    let between = |y: usize| height(0, y) + (height(1, y) - height(0, y)) * part.x;
    between(0) + (between(1) - between(0)) * part.y
}
