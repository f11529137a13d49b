//! A hundred thousand particles: a step beside a plain loop over structs, a picture beside vello_cpu and tiny-skia.

use crate::runner::Bench;
use motile_geom::{Affine2, IVec2, Vec2, vec2};
use motile_particles::{
    ColorRamp, Emitter, EmitterShape, LifeCurve, ParticleLook, ParticlePainter, Particles,
};
use motile_pixels::{Color, Surface};
use std::hint::black_box;
use tiny_skia::{PixmapPaint, Transform};
use vello_cpu::{RenderContext, Resources, kurbo};

const COUNT: u32 = 100_000;
const SIDE: u32 = 8;
const SIZE: (u16, u16) = (1280, 720);
const DT: f32 = 1.0 / 60.0;
/// Ages that are told apart, as ours are.
const STAGES: usize = 32;
const SPEED: [(f32, f32); 3] = [(0.0, 1.0), (0.3, 0.8), (1.0, 0.1)];
const WIDTH: [(f32, f32); 3] = [(0.0, 0.2), (0.2, 1.0), (1.0, 0.0)];

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    step(bench);
    draw(bench);
}

/// Particles all over the screen, of all ages, that live longer than a run of the bench.
fn emitter() -> Emitter {
    Emitter {
        rate: 0.0,
        shape: EmitterShape::Box { size: vec2(1270.0, 710.0) },
        speed: (1.0, 5.0),
        spread: core::f32::consts::PI,
        life: (1e5, 2e5),
        size: (8.0, 8.0),
        gravity: vec2(0.0, 0.01),
        drag: 1e-4,
        speed_over_life: LifeCurve::new(&SPEED),
        size_over_life: LifeCurve::new(&WIDTH),
        limit: COUNT,
        ..Emitter::default()
    }
}

fn particles(emitter: Emitter) -> Particles {
    let mut particles = Particles::new(emitter).with_position(vec2(640.0, 360.0));
    particles.burst(COUNT);
    particles
}

/// What a program without a library does.
struct Plain {
    position: Vec2,
    velocity: Vec2,
    age: f32,
    pace: f32,
    birth_size: f32,
    size: f32,
}

/// A curve by its points, as it is usually written.
fn value(points: &[(f32, f32)], share: f32) -> f32 {
    if share <= points[0].0 {
        return points[0].1;
    }
    for pair in points.windows(2) {
        let [(start, from), (end, to)] = [pair[0], pair[1]];
        if share < end {
            return from + (to - from) * (share - start) / (end - start);
        }
    }
    points[points.len() - 1].1
}

fn plain_step(all: &mut Vec<Plain>, gravity: Vec2, drag: f32, curves: [&[(f32, f32)]; 2]) {
    let kept = (-drag * DT).exp();
    for one in all.iter_mut() {
        one.age += one.pace * DT;
        one.velocity = one.velocity * kept + gravity * DT;
        one.position += one.velocity * (value(curves[0], one.age) * DT);
        one.size = one.birth_size * value(curves[1], one.age);
    }
    all.retain(|one| one.age < 1.0);
}

fn step(bench: &mut Bench) {
    let name = "particles/step";
    if !bench.wants(name) {
        return;
    }
    // Of all ages, so that every piece of the curves is in use.
    let emitter = Emitter { life: (10.0, 20.0), rate: COUNT as f32 / 15.0, ..emitter() };
    let mut ours = particles(Emitter { rate: 0.0, life: (1.0, 15.0), ..emitter.clone() });
    ours.emitter = emitter.clone();
    for _ in 0..1200 {
        ours.step(DT);
    }
    let plain = |one: motile_particles::Particle| Plain {
        position: one.position,
        velocity: one.velocity,
        age: one.age,
        pace: 1e-7,
        birth_size: 8.0,
        size: one.size,
    };
    let mut plain: Vec<Plain> = ours.iter().map(plain).collect();
    let n = plain.len();
    let curves: [&[(f32, f32)]; 2] = [black_box(&SPEED), black_box(&WIDTH)];
    bench.compare(
        name,
        "array of structs",
        n,
        || {
            ours.step(DT);
            ours.len()
        },
        || {
            plain_step(&mut plain, emitter.gravity, emitter.drag, curves);
            plain.len()
        },
    );
}

fn draw(bench: &mut Bench) {
    let name = "particles/draw";
    if !bench.wants(name) {
        return;
    }
    let emitter = Emitter {
        life: (1.0, 8.0),
        size_over_life: LifeCurve::ONE,
        alpha_over_life: LifeCurve::linear(0.9, 0.1),
        colors: ColorRamp::new(&[Color::WHITE, Color::ORANGE, Color::RED]),
        look: ParticleLook::Disc,
        ..emitter()
    };
    let mut particles = particles(Emitter { life: (4.0, 4.0), ..emitter.clone() });
    particles.emitter = Emitter { rate: 25_000.0, ..emitter };
    for _ in 0..600 {
        particles.step(DT);
    }
    let n = particles.len();
    let mut painter = ParticlePainter::new();
    let mut screen = Surface::opaque(SIZE.0.into(), SIZE.1.into(), Color::BLACK).unwrap();
    // The pictures that peers draw: those of ours, one for each age.
    let pictures = pictures(&particles.emitter);
    let half = Vec2::splat(SIDE as f32 * 0.5);
    let place = |one: motile_particles::Particle| {
        let stage = ((one.age * STAGES as f32) as usize).min(STAGES - 1);
        ((one.position - half).round().as_ivec2(), stage)
    };
    let places: Vec<(IVec2, usize)> = particles.iter().map(place).collect();

    let images: Vec<_> = pictures.iter().map(crate::pixels::vello_image).collect();
    let mut context = RenderContext::new(SIZE.0, SIZE.1);
    let (mut resources, mut target) = (Resources::new(), vello_cpu::Pixmap::new(SIZE.0, SIZE.1));
    let mut ours = || {
        painter.draw(&particles, &mut screen, Affine2::IDENTITY);
        screen.words()[0]
    };
    let vello = || {
        context.reset();
        for &(place, stage) in &places {
            let at = kurbo::Affine::translate((place.x.into(), place.y.into()));
            context.set_transform(at);
            context.set_paint_transform(kurbo::Affine::IDENTITY);
            context.set_paint(images[stage].clone());
            context.fill_rect(&kurbo::Rect::new(0.0, 0.0, SIDE.into(), SIDE.into()));
        }
        context.flush();
        context.render(&mut target, &mut resources);
        target.data_as_u8_slice()[0]
    };
    let (ours_ns, peer_ns) = Bench::both(&mut ours, vello);
    let ms = ours_ns / 1e6;
    eprintln!("motile-bench: {n} particles are drawn in {ms:.2} ms (8 ms at the most)");
    bench.record(name, "vello_cpu", n, ours_ns, peer_ns);

    let pixmaps: Vec<_> = pictures.iter().map(crate::pixels::skia_pixmap).collect();
    let mut skia = tiny_skia::Pixmap::new(SIZE.0.into(), SIZE.1.into()).unwrap();
    skia.fill(tiny_skia::Color::BLACK);
    let paint = PixmapPaint::default();
    bench.compare(name, "tiny-skia", n, ours, || {
        for &(place, stage) in &places {
            let picture = pixmaps[stage].as_ref();
            skia.draw_pixmap(place.x, place.y, picture, &paint, Transform::identity(), None);
        }
        skia.data()[0]
    });
}

/// The look of a particle at each age.
fn pictures(emitter: &Emitter) -> Vec<Surface> {
    let picture = |stage: usize| {
        let age = (stage as f32 + 0.5) / STAGES as f32;
        let still = Emitter {
            alpha_over_life: LifeCurve::constant(emitter.alpha_over_life.at(age)),
            colors: ColorRamp::constant(emitter.colors.at(age)),
            shape: EmitterShape::Point,
            speed: (0.0, 0.0),
            ..emitter.clone()
        };
        let mut one = Particles::new(still).with_position(Vec2::splat(SIDE as f32 * 0.5));
        one.burst(1);
        let mut picture = Surface::new(SIDE, SIDE).unwrap();
        ParticlePainter::new().draw(&one, &mut picture, Affine2::IDENTITY);
        picture
    };
    (0..STAGES).map(picture).collect()
}
