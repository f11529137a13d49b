//! Two galaxies collide: thousands of stars that all attract each other, by a tree.

use super::figures;
use crate::Demo;
use core::f32::consts::TAU;
use motile::physics::Attraction;
use motile::physics::forces::{Attractor, Field};
use motile::physics::world::{Point, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/galaxy",
    title: "Colliding galaxies",
    sees: "Two discs of stars fall towards each other, tear out long arms and merge.",
    tries: "Widen the opening angle: faster and coarser. Let one galaxy turn the other way: its arms hold together.",
    controls: "Hold the pointer down to attract the stars.",
    keys: &[(Key::Space, "start another meeting")],
    takes_drags: true,
    spec: &["PHYS-50"],
    size: (800, 600),
    ticks: 160,
    ..Demo::of::<Galaxy>()
};

/// Speeds told apart by their color.
const SHADES: usize = 6;
/// How much larger than life they are shown.
const ZOOM: f32 = 1.55;
const PULL: f32 = 4_000_000.0;

#[derive(StateHash)]
#[state(hash_only)]
struct Galaxy {
    world: World,
    /// Its settings are parameters; the rest of it is scratch.
    #[state(skip)]
    attraction: Attraction,
    /// Stars of the first galaxy; the others are of the second.
    first: usize,
    /// Where the pointer is held.
    #[state(skip)]
    hole: Option<Attractor>,
}

impl Sketch for Galaxy {
    const PARAMS: &'static [Param] = &[
        Param::whole("stars", 200, 6000, 3600),
        Param::number("opening", 0.2, 1.5, 0.8),
        Param::number("swirl", -1.0, 1.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x05_06_0E);
        let mut world = World::default();
        (world.gravity, world.substeps) = (Vec2::ZERO, 1);
        let stars = stage.params().whole("stars") as usize;
        let first = stars * 3 / 5;
        let (middle, swirl) = (stage.center(), stage.params().number("swirl"));
        let spread = stage.rng.range(-30.0..30.0);
        let heads = [
            (middle + vec2(-120.0, -40.0 + spread), vec2(30.0, 26.0), first, 150.0, 1.0),
            (middle + vec2(190.0, 70.0 - spread), vec2(-45.0, -60.0), stars - first, 100.0, swirl),
        ];
        for (center, drift, count, size, swirl) in heads {
            scatter(&mut world, &mut stage.rng, (center, drift), count, (size, swirl));
        }
        let attraction = Attraction::new(1.0, 7.0);
        Ok(Self { world, attraction, first, hole: None })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let changed = ["stars", "swirl"].iter().any(|name| stage.params().changed(name));
        if changed || stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        self.attraction.opening = stage.params().number("opening");
        self.world.attract(&mut self.attraction);
        let hole = |center| Attractor { center, strength: PULL, softening: 20.0 };
        let to_world = view(stage).inverse();
        let held = stage.input().pointer.held_at();
        self.hole = held.map(|place| hole(to_world.transform_point2(place)));
        if let Some(hole) = self.hole {
            self.world.apply(&hole);
        }
        self.world.step(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.transformed(view(stage), |canvas| self.draw_stars(stage, canvas));
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        figures::marks_in(view(stage), marks, |marks| {
            self.attraction.mark(marks);
            if let Some(hole) = &self.hole {
                hole.mark(Aabb::new(Vec2::ZERO, stage.size()), 40.0, marks);
            }
        });
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// From the world to the stage, about its middle.
fn view(stage: &Stage) -> Affine2 {
    figures::view(ZOOM, stage.center() * (1.0 - ZOOM))
}

impl Galaxy {
    fn draw_stars(&self, stage: &Stage, canvas: &mut Canvas<'_>) {
        let mut stars: [Path; SHADES * 2] = core::array::from_fn(|_| Path::new());
        let view = Aabb::new(Vec2::ZERO, stage.size());
        let mut hearts = Vec::new();
        for (index, (id, at)) in self.world.points().enumerate() {
            let second = index >= self.first;
            if index == 0 || index == self.first {
                hearts.push((at, second));
            }
            let speed = self.world.velocity(id).unwrap_or_default().length();
            let shade = ((speed / 60.0) as usize).min(SHADES - 1);
            if view.contains(at) {
                let path = &mut stars[shade + SHADES * usize::from(second)];
                path.append(&Path::rect(Aabb::from_size(at - 1.0, Vec2::splat(2.0))));
            }
        }
        for (at, second) in hearts {
            let glow = hue(second, 0.8).with_alpha(120);
            let light = Gradient::radial(at, 90.0, &[glow, glow.with_alpha(0)]);
            canvas.fill(&Path::circle(at, 90.0), light);
        }
        for (index, path) in stars.iter().enumerate() {
            let bright = 0.62 + 0.36 * (index % SHADES) as f32 / SHADES as f32;
            canvas.fill(path, hue(index >= SHADES, bright).with_alpha(220));
        }
        if let Some(hole) = self.hole {
            figures::ring(canvas, hole.center, 22.0, figures::BRIGHT);
        }
    }
}

fn hue(second: bool, bright: f32) -> Color {
    Color::oklch(bright, 0.11, if second { 1.1 } else { 4.4 })
}

/// A heavy heart and a disc of stars that circle it.
fn scatter(
    world: &mut World,
    rng: &mut Rng,
    (center, drift): (Vec2, Vec2),
    count: usize,
    (size, swirl): (f32, f32),
) {
    const HEART: f32 = 1_400_000.0;
    // All stars of a galaxy together weigh a tenth of its heart.
    let mass = 0.1 * HEART / count.max(1) as f32;
    let heart = Point { position: center, velocity: drift, mass: HEART, ..Point::default() };
    world.add_point(heart);
    for _ in 1..count {
        let radius = size * (0.1 + 0.9 * rng.f32());
        let ahead = Vec2::at_angle(rng.range(0.0..TAU));
        // Of the disc only what lies inside pulls, about.
        let inside = HEART * (1.0 + 0.1 * radius / size);
        let speed = (inside / radius).sqrt() * swirl;
        let wobble = rng.in_unit_disc() * 3.0;
        let point = Point {
            position: center + ahead * radius,
            velocity: drift + ahead.perp() * speed + wobble,
            mass,
            ..Point::default()
        };
        world.add_point(point);
    }
}
