//! Flat things in space: fifty thousand sorted by depth, five hundred trees in a picture.

use crate::runner::Bench;
use motile_geom::{Rng, Vec2, Vec3, vec2};
use motile_pixels::{Color, Surface};
use motile_space::{DepthMode, DepthSort, Panel, Perspective, PlaneSplit, Pose, Sheet, Space3d};
use motile_stage::{Renderer, Shape};

const NODES: usize = 50_000;
const TREES: usize = 500;
const SIZE: Vec2 = vec2(800.0, 800.0);
/// What a frame may spend on these, in nanoseconds.
const SORT_BUDGET: f64 = 2e6;
const TREES_BUDGET: f64 = 4e6;
const FRAME: f64 = 1e9 / 60.0;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    sort(bench);
    sizes(bench);
    drawn(bench);
    split(bench);
    trees(bench);
}

fn poses(count: usize) -> Vec<Pose> {
    let mut rng = Rng::new(7);
    let mut number = |reach: f32| rng.range(-reach..reach);
    let pose = |_| {
        Pose::new(number(400.0), number(400.0), number(400.0)).with_angles(
            number(3.0),
            number(3.0),
            0.0,
        )
    };
    (0..count).map(pose).collect()
}

/// Depths of all poses within a holder that is turned by an angle.
fn depths(poses: &[Pose], angle: f32, out: &mut Vec<f32>) {
    let eye = Perspective::default().eye(SIZE);
    let holder = Pose::new(400.0, 400.0, 0.0).with_angles(0.0, angle, 0.0).transform();
    out.clear();
    out.extend(poses.iter().map(|pose| eye.depth((holder * pose.transform()).translation)));
}

fn sort(bench: &mut Bench) {
    if !bench.wants_some_of("space/sort") && !bench.wants_some_of("space/resort") {
        return;
    }
    let (poses, mut keys) = (poses(NODES), Vec::new());
    let (mut sort, mut angle) = (DepthSort::new(), 0.0f32);
    let ours = bench.alone(|| {
        angle += 0.7;
        depths(&poses, angle, &mut keys);
        sort.forget();
        sort.far_first(&keys).len()
    });
    bench.record("space/sort", "2 ms of a frame", NODES, ours, SORT_BUDGET);
    // A turn of a millionth of a radian, back and forth: of so many, a larger one moves each past dozens of others.
    let frames: Vec<Vec<f32>> = (0..2)
        .map(|i| {
            let mut keys = Vec::new();
            depths(&poses, 1e-6 * i as f32, &mut keys);
            keys
        })
        .collect();
    let (mut mended, mut anew) = (DepthSort::new(), DepthSort::new());
    let (mut i, mut j) = (0, 0);
    bench.compare(
        "space/resort",
        "sort from nothing",
        NODES,
        || {
            i += 1;
            mended.far_first(&frames[i % 2]).len()
        },
        || {
            j += 1;
            anew.forget();
            anew.far_first(&frames[j % 2]).len()
        },
    );
}

/// The pipeline of panels that ran live in the books, and of many more: places, order and both for a holder that turns by 2° a frame, as
/// the cube does. Each is measured against a frame of 60.
fn sizes(bench: &mut Bench) {
    let turn = 2f32.to_radians();
    for count in [6, 100, 500, 5_000, 50_000] {
        let (name, resort) = ("space/panels", "space/resort-2-degrees");
        if !bench.wants_some_of(name) && !bench.wants_some_of(resort) {
            return;
        }
        let (poses, mut keys, mut angle) = (poses(count), Vec::new(), 0.0f32);
        let places = bench.alone(|| {
            angle += turn;
            depths(&poses, angle, &mut keys);
            keys.len()
        });
        bench.record(name, "a frame of 60, places", count, places, FRAME);
        // Two angles in turn, both ways: what an order kept from the last frame is worth at a turn that is seen.
        let frames: Vec<Vec<f32>> = (0..2)
            .map(|i| {
                let mut keys = Vec::new();
                depths(&poses, turn * i as f32, &mut keys);
                keys
            })
            .collect();
        let (mut kept, mut anew) = (DepthSort::new(), DepthSort::new());
        let (mut i, mut j) = (0, 0);
        bench.compare(
            resort,
            "sort from nothing",
            count,
            || {
                i += 1;
                kept.far_first(&frames[i % 2]).len()
            },
            || {
                j += 1;
                anew.forget();
                anew.far_first(&frames[j % 2]).len()
            },
        );
    }
}

/// The whole of a frame for as many panels: places, order by their middles and pixels, of a cloud of small cards that turns by 2° a frame. The
/// larger the cloud, the smaller the cards: all cover the picture about once.
fn drawn(bench: &mut Bench) {
    let (name, turn) = ("space/panels-drawn", 2f32.to_radians());
    for count in [6, 100, 500, 5_000, 50_000] {
        if !bench.wants(name) {
            return;
        }
        let side = (SIZE.x * SIZE.y / count as f32).sqrt().min(200.0);
        let mut space = Space3d::new(SIZE).with_depth_mode(DepthMode::Center);
        let holder = space.add(Panel::holder());
        for (index, pose) in poses(count).into_iter().enumerate() {
            let shade = (index * 97 % 256) as u8;
            let card = Shape::rect(side, side).fill(Color::rgb(shade, 120, 255 - shade));
            if space.add_to(holder, Panel::new(card).with_pose(pose)).is_err() {
                return;
            }
        }
        let Ok(mut surface) = Surface::opaque(800, 800, Color::WHITE) else { return };
        let (mut renderer, mut angle) = (Renderer::new(), 0.0f32);
        let ours = bench.alone(|| {
            angle += turn;
            space[holder].pose = Pose::new(400.0, 400.0, 0.0).with_angles(0.0, angle, 0.0);
            surface.fill(Color::WHITE);
            if let Ok(mut canvas) = renderer.begin(&mut surface) {
                space.draw_on(&mut canvas);
                canvas.finish();
            }
        });
        bench.record(name, "a frame of 60", count, ours, FRAME);
    }
}

/// Two hundred sheets that cross at random, cut along each other.
fn split(bench: &mut Bench) {
    let name = "space/split";
    if !bench.wants(name) {
        return;
    }
    let holder = Pose::new(400.0, 400.0, 0.0).transform();
    let bounds = motile_geom::Aabb::new(Vec2::splat(-60.0), Vec2::splat(60.0));
    let sheets: Vec<Sheet> =
        poses(200).iter().map(|pose| Sheet { world: holder * pose.transform(), bounds }).collect();
    let (eye, mut split) = (Perspective::default().eye(SIZE), PlaneSplit::default());
    let ours = bench.alone(|| split.split(&eye, &sheets).len());
    bench.record(name, "a frame of 60", sheets.len(), ours, FRAME);
}

fn trees(bench: &mut Bench) {
    let name = "space/trees";
    if !bench.wants(name) {
        return;
    }
    let outline = [(0.0, 0.0), (-10.0, 0.0), (-10.0, -30.0), (-40.0, -30.0), (0.0, -100.0)];
    let mirrored = [(40.0, -30.0), (10.0, -30.0), (10.0, 0.0)];
    let points: Vec<Vec2> = outline.iter().chain(&mirrored).map(|&(x, y)| vec2(x, y)).collect();
    for (mode, peer) in
        [(DepthMode::Center, "4 ms, by middle"), (DepthMode::Split, "4 ms, exact order")]
    {
        let mut rng = Rng::new(3);
        let mut space = Space3d::new(SIZE).with_depth_mode(mode);
        for _ in 0..TREES {
            let color = Color::rgb(0, rng.below(255) as u8, 0);
            let place = Vec3::new(rng.range(0.0..800.0), 700.0, rng.range(0.0..10_000.0));
            space.add(Panel::new(Shape::polygon(&points).fill(color)).with_position(place));
        }
        let Ok(mut surface) = Surface::opaque(800, 800, Color::hex(0xCC_FF_CC)) else { return };
        let mut renderer = Renderer::new();
        let ours = bench.alone(|| {
            surface.fill(Color::hex(0xCC_FF_CC));
            if let Ok(mut canvas) = renderer.begin(&mut surface) {
                space.draw_on(&mut canvas);
                canvas.finish();
            }
        });
        bench.record(name, peer, TREES, ours, TREES_BUDGET);
    }
}
