//! Textured triangles beside the software renderers of the field: large ones, small ones, a globe, rotated sprites, threads.
//!
//! One thread unless a row says otherwise. Neither renderer of Rust has bilinear sampling of its own; their fragment
//! shader does it here, by the same plain arithmetic in both. llvmpipe samples as a GPU does.

use crate::{
    runner::Bench,
    triangles_llvmpipe::{self, Llvmpipe},
    triangles_peers::{Corner, Euc, Fire, Skia, Texels, Vello},
};
use motile_geom::{Rng, Vec2, ops, vec2, vec3};
use motile_pixels::{
    Color, Cull, DepthBuffer, Light, Mesh, MeshView, MipMap, ProjectedMesh, Rasterizer, Sampling,
    Surface, TriangleSettings, Triangles, UvWrap, classic, turn_y,
};
use std::{hint::black_box, process::ExitCode};

const LARGE: &str = "triangles/large";
const SMALL_ONES: &str = "triangles/small";
/// A page of a million pixels.
const SIDE: u32 = 1000;
const SMALL: usize = 10_000;
const BUNNIES: usize = 10_000;
/// What a frame may spend on the globe, in nanoseconds.
const GLOBE_BUDGET: f64 = 2e6;
/// Sprites in a frame of 60, as published for the software renderer of raylib.
const RAYLIB: f64 = 700.0;
/// What the threads row is asked for.
const TWICE: f64 = 1.7;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    // Rows are of one thread, whatever the machine has.
    let Ok(one) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
    one.install(|| {
        large(bench);
        small(bench);
        settings(bench);
        counts(bench);
        globe(bench);
        bunnies(bench);
    });
    threads(bench);
}

fn noise(side: u32) -> Surface {
    let mut picture = Surface::opaque(side, side, Color::BLACK).unwrap();
    classic::fill_noise(&mut picture, 3, 0, 255, [true, true, true, false], false);
    picture
}

/// What a row draws: lists for us, and the same corners for the peers.
#[derive(Default)]
struct Work {
    points: Vec<Vec2>,
    uv: Vec<Vec2>,
    t: Vec<f32>,
}

impl Work {
    fn add(&mut self, point: Vec2, uv: Vec2, t: f32) {
        self.points.push(point);
        self.uv.push(uv);
        self.t.push(t);
    }

    fn triangles(&self) -> Triangles<'_> {
        Triangles { points: &self.points, uv: &self.uv, t: &self.t, ..Triangles::default() }
    }

    fn corners(&self) -> Vec<Corner> {
        let all = self.points.iter().zip(&self.uv).zip(&self.t);
        all.map(|((&point, &uv), &t)| Corner { point, uv, t }).collect()
    }
}

/// This program as llvmpipe, for the rows beside it.
pub fn serve_llvmpipe() -> ExitCode {
    triangles_llvmpipe::serve(SIDE, &Texels::new(&noise(512)), |name| match name {
        LARGE => Some(large_work().corners()),
        SMALL_ONES => Some(small_work().corners()),
        _ => None,
    })
}

/// A row beside the renderers.
fn beside_renderers(bench: &mut Bench, name: &'static str, n: usize, work: &Work) {
    let picture = noise(512);
    let (corners, texels) = (work.corners(), Texels::new(&picture));
    let single = MipMap::single(picture).unwrap();
    let settings = TriangleSettings {
        picture: Some(&single),
        smooth_edges: false,
        ..TriangleSettings::default()
    };
    let mut rasterizer = Rasterizer::new();
    let mut surface = Surface::opaque(SIDE, SIDE, Color::BLACK).unwrap();
    let mut ours = || {
        rasterizer.draw(&mut surface, None, &work.triangles(), &settings).unwrap();
        black_box(surface.words()[0])
    };
    let mut fire = Fire::new(SIDE, &corners);
    let mut euc = Euc::new(SIDE);
    bench.compare(name, "retrofire-core", n, &mut ours, || fire.draw(&texels));
    bench.compare(name, "euc", n, &mut ours, || euc.draw(&texels, &corners));
    if let Some(mut mesa) = Llvmpipe::start(name) {
        bench.compare_process(name, "llvmpipe by wgpu", n, &mut ours, |calls| mesa.time(calls));
    }
}

/// A million pixels of a tilted picture in two triangles.
fn large(bench: &mut Bench) {
    if bench.wants(LARGE) {
        beside_renderers(bench, LARGE, (SIDE * SIDE) as usize, &large_work());
    }
}

fn large_work() -> Work {
    let side = SIDE as f32;
    let quad = [vec2(0.0, 0.0), vec2(side, 0.0), vec2(side, side), vec2(0.0, side)];
    let t = [1.0, 0.9, 0.8, 0.9];
    let mut work = Work::default();
    for corner in [0, 1, 2, 2, 3, 0] {
        work.add(quad[corner], quad[corner] / side * 2.0, t[corner]);
    }
    work
}

/// Triangles of eight pixels.
fn small(bench: &mut Bench) {
    if bench.wants(SMALL_ONES) {
        beside_renderers(bench, SMALL_ONES, SMALL, &small_work());
    }
}

fn small_work() -> Work {
    let (mut rng, mut work) = (Rng::new(1), Work::default());
    for _ in 0..SMALL {
        let at = rng.in_rect(Vec2::ZERO, Vec2::splat(SIDE as f32 - 10.0));
        for offset in [vec2(0.0, 0.0), vec2(8.0, 1.0), vec2(2.0, 8.0)] {
            work.add(at + offset, (at + offset) / 500.0, 0.5 + rng.f32());
        }
    }
    work
}

/// The large and the small triangles with other settings, beside themselves with plain ones: what was not tuned for should not be far behind.
fn settings(bench: &mut Bench) {
    for (prefix, n, work) in
        [(LARGE, (SIDE * SIDE) as usize, large_work()), (SMALL_ONES, SMALL, small_work())]
    {
        if bench.wants_some_of(&format!("{prefix}-")) {
            settings_of(bench, prefix, n, &work);
        }
    }
}

fn settings_of(bench: &mut Bench, prefix: &str, n: usize, work: &Work) {
    let (single, mips) = (MipMap::single(noise(512)).unwrap(), MipMap::new(noise(512)).unwrap());
    let plain = TriangleSettings {
        picture: Some(&single),
        smooth_edges: false,
        ..TriangleSettings::default()
    };
    let colors: Vec<Color> =
        (0..work.points.len()).map(|i| Color::rgb((i * 50) as u8, 200, 90)).collect();
    let nearest = TriangleSettings { sampling: Sampling::Nearest, ..plain.clone() };
    let small_copies = TriangleSettings { picture: Some(&mips), ..plain.clone() };
    let mut rasterizer = Rasterizer::new();
    let mut surface = Surface::opaque(SIDE, SIDE, Color::BLACK).unwrap();
    let mut depth = DepthBuffer::new(SIDE, SIDE).unwrap();
    let mut draw = |settings: &TriangleSettings<'_>, colors: &[Color], deep: bool| {
        if deep {
            depth.clear();
        }
        let triangles = Triangles { colors, ..work.triangles() };
        let depth = deep.then_some(&mut depth);
        rasterizer.draw(&mut surface, depth, &triangles, settings).unwrap();
        black_box(surface.words()[0])
    };
    let beside = bench.alone(|| draw(&plain, &[], false));
    for (kind, settings, colors, deep) in [
        ("nearest", &nearest, &[][..], false),
        ("depth", &plain, &[], true),
        ("colored", &plain, &colors, false),
        ("mips", &small_copies, &[], false),
    ] {
        let ours = bench.alone(|| draw(settings, colors, deep));
        bench.record(&format!("{prefix}-{kind}"), "plain settings", n, ours, beside);
    }
}

/// A page of a million pixels as more and more triangles, with pictures in perspective beside the same without.
fn counts(bench: &mut Bench) {
    let side = SIDE as f32;
    let (mut rasterizer, picture) = (Rasterizer::new(), MipMap::single(noise(512)).unwrap());
    let mut surface = Surface::opaque(SIDE, SIDE, Color::BLACK).unwrap();
    for (columns, rows) in [(19, 5), (19, 19), (100, 50), (250, 200), (1000, 500)] {
        let count = (columns * rows * 2) as usize;
        let name = format!("triangles/count-{count}");
        if !bench.wants(&name) {
            continue;
        }
        let mesh = Mesh::page(Vec2::splat(side), columns + 1, rows + 1);
        let view =
            MeshView { turn: turn_y(0.3), center: Vec2::splat(side / 2.0), ..MeshView::default() };
        let mut projected = ProjectedMesh::default();
        view.project(&mesh, &mut projected);
        let mut draw = |affine: bool| {
            let settings = TriangleSettings {
                picture: Some(&picture),
                smooth_edges: false,
                affine,
                ..TriangleSettings::default()
            };
            rasterizer.draw(&mut surface, None, &projected.triangles(), &settings).unwrap();
            black_box(surface.words()[0])
        };
        let perspective = bench.alone(|| draw(false));
        let affine = bench.alone(|| draw(true));
        bench.record(&name, "without perspective", count, perspective, affine);
    }
}

/// The globe of the demo at 800×800: projected and drawn with smooth rim and smaller copies of its map.
fn globe(bench: &mut Bench) {
    let name = "triangles/globe";
    if !bench.wants(name) {
        return;
    }
    let (globe, map) = (Mesh::globe(400.0, 20, 20), MipMap::new(noise(512)).unwrap());
    let settings = TriangleSettings {
        picture: Some(&map),
        cull: Cull::DrawClockwise,
        ..TriangleSettings::default()
    };
    let (mut rasterizer, mut projected) = (Rasterizer::new(), ProjectedMesh::default());
    let mut surface = Surface::opaque(800, 800, Color::BLACK).unwrap();
    let mut angle = 0.0;
    let ours = bench.alone(|| {
        angle += 0.02;
        let view = MeshView {
            turn: turn_y(angle),
            position: vec3(0.0, 0.0, 500.0),
            center: vec2(400.0, 400.0),
            ..MeshView::default()
        };
        view.project(&globe, &mut projected);
        rasterizer.draw(&mut surface, None, &projected.triangles(), &settings).unwrap();
        black_box(surface.words()[0])
    });
    bench.record(name, "2 ms of a frame", globe.triangles().len(), ours, GLOBE_BUDGET);
}

/// A disc with a soft rim: alpha of all kinds.
fn bunny() -> Surface {
    let mut bunny = Surface::new(32, 32).unwrap();
    for i in 0..32 * 32 {
        let (x, y) = (i % 32, i / 32);
        let away = vec2(x as f32 - 15.5, y as f32 - 15.5).length();
        let alpha = if away < 12.0 { 255 } else { 128 };
        if away < 15.0 {
            bunny.set(x, y, Color::rgba(200, 100, (away * 8.0) as u8, alpha));
        }
    }
    bunny
}

/// Bunnymark with turned and scaled sprites.
fn bunnies(bench: &mut Bench) {
    let name = "triangles/bunnies";
    if !bench.wants(name) {
        return;
    }
    let size = vec2(800.0, 600.0);
    let (mut rng, mut points, mut places) = (Rng::new(9), Vec::new(), Vec::new());
    for _ in 0..BUNNIES {
        let (center, angle) = (rng.in_rect(Vec2::ZERO, size), rng.range(0.0..6.28));
        let scale = rng.range(0.7..1.3);
        let (sin, cos) = ops::sin_cos(angle);
        let (right, down) = (vec2(cos, sin) * 16.0 * scale, vec2(-sin, cos) * 16.0 * scale);
        points.extend([
            center - right - down,
            center + right - down,
            center + right + down,
            center - right + down,
        ]);
        places.push((center, angle, scale));
    }
    let corners = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let uv: Vec<Vec2> = (0..BUNNIES).flat_map(|_| corners).collect();
    let indices: Vec<[u32; 3]> = (0..BUNNIES as u32)
        .flat_map(|i| [[4 * i, 4 * i + 1, 4 * i + 2], [4 * i + 2, 4 * i + 3, 4 * i]])
        .collect();
    let triangles =
        Triangles { points: &points, indices: Some(&indices), uv: &uv, ..Triangles::default() };
    let picture = MipMap::single(bunny()).unwrap();
    let smooth = TriangleSettings {
        picture: Some(&picture),
        wrap: UvWrap::Clamp,
        ..TriangleSettings::default()
    };
    let mut rasterizer = Rasterizer::new();
    let mut surface = Surface::opaque(800, 600, Color::WHITE).unwrap();
    let mut ours = |settings: &TriangleSettings<'_>| {
        surface.fill(Color::WHITE);
        rasterizer.draw(&mut surface, None, &triangles, settings).unwrap();
        black_box(surface.words()[0])
    };
    let (mut vello, mut skia) = (Vello::new(800, 600, &bunny()), Skia::new(800, 600, &bunny()));
    // Both peers smooth the edges of what they draw, and so do we.
    bench.compare(name, "vello_cpu", BUNNIES, || ours(&smooth), || vello.draw(&places));
    bench.compare(name, "tiny-skia", BUNNIES, || ours(&smooth), || skia.draw(&places));
    let crisp = TriangleSettings { smooth_edges: false, ..smooth.clone() };
    let alone = bench.alone(|| ours(&crisp));
    let published = 1e9 / 60.0 / RAYLIB * BUNNIES as f64;
    bench.record(name, "raylib in software, published", BUNNIES, alone, published);
}

/// A scene of meshes at 1080p, projected and drawn with a depth buffer, on two threads beside one; what is asked for is 1.7. Points are projected on
/// one thread.
fn threads(bench: &mut Bench) {
    let name = "triangles/threads";
    if !bench.wants(name) {
        return;
    }
    let bodies = [
        Mesh::globe(260.0, 80, 50),
        Mesh::torus(240.0, 120.0, 90, 40),
        Mesh::icosphere(250.0, 4),
        Mesh::grid(60, 60, 12.0),
    ]
    .map(Mesh::with_normals);
    let picture = MipMap::new(noise(512)).unwrap();
    let settings = TriangleSettings {
        picture: Some(&picture),
        cull: Cull::DrawClockwise,
        ..TriangleSettings::default()
    };
    let scene = |count: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        let (mut rasterizer, mut projected) = (Rasterizer::new(), ProjectedMesh::default());
        let mut surface = Surface::opaque(1920, 1080, Color::BLACK).unwrap();
        let mut depth = DepthBuffer::new(1920, 1080).unwrap();
        let (bodies, settings) = (&bodies, &settings);
        move || {
            depth.clear();
            for index in 0..12u8 {
                let place = vec2(f32::from(index % 4) * 480.0, f32::from(index / 4) * 360.0);
                let view = MeshView {
                    turn: turn_y(f32::from(index)),
                    position: vec3(0.0, 0.0, f32::from(index % 5) * 80.0),
                    center: place + vec2(240.0, 180.0),
                    light: Some(Light::default()),
                    ..MeshView::default()
                };
                view.project(&bodies[usize::from(index) % bodies.len()], &mut projected);
                pool.install(|| {
                    let (triangles, depth) = (projected.triangles(), Some(&mut depth));
                    rasterizer.draw(&mut surface, depth, &triangles, settings).unwrap();
                });
            }
            black_box(surface.words()[0])
        }
    };
    let count = (0..12).map(|index| bodies[index % bodies.len()].triangles().len()).sum();
    let peer = format!("one thread (asked: {TWICE})");
    bench.compare(name, &peer, count, scene(2), scene(1));
}
