//! Boats on waves, flags in the wind: buoyancy and wind as fields of force.

use super::figures::{self, Hand};
use crate::Demo;
use motile::physics::forces::{Buoyancy, Field, Wind};
use motile::physics::world::{
    AnyShape, Cloth, Collider, Point, PointId, Slack, Stick, Structure, World,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/harbor",
    title: "Harbor",
    sees: "Boats at their moorings and loose crates ride on the waves while flags blow in the wind.",
    tries: "Let a storm come up with waves and wind. Throw a crate into the air or pull a boat under.",
    controls: "Drag boats, crates and flags.",
    keys: &[(Key::Space, "calm everything")],
    takes_drags: true,
    spec: &["PHYS-50", "PHYS-53"],
    size: (900, 540),
    ticks: 260,
    ..Demo::of::<Harbor>()
};

const LEVEL: f32 = 330.0;

#[derive(StateHash)]
struct Boat {
    hull: Vec<PointId>,
    mast: PointId,
    flag: Cloth,
    rope: Structure,
}

#[derive(StateHash)]
struct Harbor {
    world: World,
    boats: Vec<Boat>,
    crates: Vec<Structure>,
    hand: Hand,
    weather: Weather,
}

impl Sketch for Harbor {
    const PARAMS: &'static [Param] = &[
        Param::number("waves", 0.0, 60.0, 20.0),
        Param::number("wind", -600.0, 600.0, 260.0),
        Param::number("lift", 1500.0, 6000.0, 3400.0),
    ];

    fn setup(_: &mut Stage) -> motile::Result<Self> {
        let mut world = World::default();
        (world.substeps, world.passes) = (6, 4);
        // Nothing drifts out of the picture.
        let bay = AnyShape::InsideBox(Aabb::new(vec2(0.0, -2000.0), vec2(900.0, 600.0)));
        world.colliders.push(Collider::new(bay));
        let boats = vec![
            Boat::new(&mut world, vec2(190.0, 296.0))?,
            Boat::new(&mut world, vec2(560.0, 296.0))?,
        ];
        let crates = [vec2(352.0, 250.0), vec2(420.0, 190.0), vec2(790.0, 260.0)]
            .map(|at| world.build_box(at, vec2(40.0, 36.0)))
            .into();
        Ok(Self { world, boats, crates, hand: Hand::default(), weather: Weather::default() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        let params = stage.params();
        self.weather = Weather {
            time: self.weather.time + tick.dt,
            waves: params.number("waves"),
            wind: params.number("wind"),
            lift: params.number("lift"),
        };
        self.world.apply(&self.weather);
        self.hand.drag(&mut self.world, stage.input(), stage.input().pointer.position, 2e-5);
        self.world.step(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        let sky = [Color::hex(0x7F_B8_DE), Color::hex(0xF6_E3_CB)];
        canvas.fill_rect(
            Aabb::new(Vec2::ZERO, size),
            Gradient::linear(Vec2::ZERO, vec2(0.0, LEVEL), &sky),
        );
        let waves = stage.params().number("waves");
        self.sea(canvas, waves, 1.6, -12.0, Color::hex(0x5E_9F_C4));
        for boat in &self.boats {
            self.draw_boat(canvas, boat);
        }
        for part in &self.crates {
            let corners: Vec<Vec2> = part.points.iter().map(|&id| self.at(id)).collect();
            let side = Path::polygon(&corners);
            canvas.fill(&side, Color::hex(0xC8_93_52));
            canvas.stroke(&side, &figures::round(3.0), Color::hex(0x7E_56_2C));
            canvas.line(corners[0], corners[2], &figures::round(3.0), Color::hex(0x7E_56_2C));
            canvas.line(corners[1], corners[3], &figures::round(3.0), Color::hex(0x7E_56_2C));
        }
        self.sea(canvas, waves, 1.0, 0.0, Color::hex(0x1F_6A_9C).with_alpha(165));
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
        self.weather.mark(Aabb::new(Vec2::ZERO, stage.size()), 36.0, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Water below, moving air above.
#[derive(Default, StateHash)]
struct Weather {
    time: f32,
    waves: f32,
    wind: f32,
    lift: f32,
}

impl Field for Weather {
    fn acceleration(&self, at: Vec2, velocity: Vec2, inverse_mass: f32) -> Vec2 {
        let surface = surface(at.x, self.time, self.waves);
        let water = Buoyancy { surface, lift: self.lift, depth: 26.0, drag: 2.6 };
        // Gusts run over the sea and shake the flags.
        let time = self.time;
        let gust = 0.8 + 0.2 * ops::sin(time * 2.1) + 0.3 * ops::sin(time * 7.0 - at.x * 0.06);
        let up = 0.5 * ops::sin(time * 9.0 - at.x * 0.09) + 0.2 * ops::sin(time * 3.3);
        let air = Wind { velocity: vec2(gust, up) * self.wind, drag: 0.032 };
        let wet = water.acceleration(at, velocity, inverse_mass);
        if at.y < surface { wet + air.acceleration(at, velocity, inverse_mass) } else { wet }
    }
}

/// Height of the water.
fn surface(x: f32, time: f32, waves: f32) -> f32 {
    LEVEL
        + waves * (0.7 * ops::sin(x * 0.011 - time * 1.5) + 0.3 * ops::sin(x * 0.027 - time * 2.3))
}

impl Boat {
    /// A hull of braced triangles with a heavy keel, a mast with a flag, a rope to the ground.
    fn new(world: &mut World, at: Vec2) -> motile::Result<Self> {
        let mut point = |x: f32, y: f32, mass: f32| {
            let position = at + vec2(x, y);
            world.add_point(Point { position, mass, ..Point::default() })
        };
        let hull = vec![
            point(-80.0, -8.0, 0.6),
            point(86.0, -8.0, 0.6),
            point(52.0, 42.0, 1.2),
            point(0.0, 50.0, 4.0),
            point(-56.0, 42.0, 1.2),
        ];
        let mast = point(0.0, -150.0, 0.15);
        for i in 0..5 {
            world.add_stick(Stick::new(hull[i], hull[(i + 1) % 5]))?;
            world.add_stick(Stick::new(hull[i], hull[(i + 2) % 5]))?;
        }
        for i in [0, 1, 3] {
            world.add_stick(Stick::new(mast, hull[i]))?;
        }
        let flag = world.build_cloth(at + vec2(5.0, -150.0), 12, 7, 7.0);
        for edge in [0, 6].into_iter().filter_map(|row| flag.point(0, row)) {
            for end in [mast, hull[3]] {
                world.add_stick(Stick::new(edge, end))?;
            }
        }
        for &id in &flag.parts.points {
            world.set_mass(id, 0.006);
        }
        let ground = at + vec2(-30.0, 236.0);
        let rope = world.build_rope(at + vec2(-56.0, 42.0), ground, 6);
        let knot =
            Stick { slack: Slack::Rope, ..Stick::new(rope.points[0], hull[4]).with_length(2.0) };
        world.add_stick(knot)?;
        world.set_pinned(rope.points[6], true);
        for &id in &rope.sticks {
            let length = world.length(id).unwrap_or(10.0);
            world.set_length(id, length * 1.2);
        }
        for &id in &rope.points {
            // Nearly as light as water.
            world.set_mass(id, 2.5);
        }
        Ok(Self { hull, mast, flag, rope })
    }
}

impl Harbor {
    fn at(&self, id: PointId) -> Vec2 {
        self.world.position(id).unwrap_or_default()
    }

    fn sea(&self, canvas: &mut Canvas<'_>, waves: f32, part: f32, up: f32, color: Color) {
        let mut water = Path::new();
        water.move_to(vec2(0.0, 540.0));
        for i in 0..=90u8 {
            let x = f32::from(i) * 10.0;
            let y = surface(x * part, self.weather.time * part, waves) + up;
            water.line_to(vec2(x, y));
        }
        water.line_to(vec2(900.0, 540.0)).close();
        canvas.fill(&water, color);
    }

    fn draw_boat(&self, canvas: &mut Canvas<'_>, boat: &Boat) {
        let rope: Vec<Vec2> = boat.rope.points.iter().map(|&id| self.at(id)).collect();
        canvas.stroke(&Path::polyline(&rope), &figures::round(2.5), Color::hex(0x8A_7A_5A));
        let hull: Vec<Vec2> = boat.hull.iter().map(|&id| self.at(id)).collect();
        let foot = hull[0].midpoint(hull[1]);
        canvas.line(foot, self.at(boat.mast), &figures::round(6.0), Color::hex(0x6A_48_2E));
        canvas.fill(&Path::polygon(&hull), Color::hex(0xB8_3E_3A));
        canvas.line(hull[0], hull[1], &figures::round(7.0), Color::hex(0xF3_E7_D0));
        canvas.set_antialias(false);
        for row in 0..6 {
            let mut stripe = Path::new();
            for column in 0..11 {
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| {
                    boat.flag.point(column + x, row + y).map_or(Vec2::ZERO, |id| self.at(id))
                });
                stripe.append(&Path::polygon(&corners));
            }
            let color = if row % 2 == 0 { 0xF7_F3_EA } else { 0xE2_A8_2E };
            canvas.fill_by(&stripe, FillRule::NonZero, Color::hex(color));
        }
        canvas.set_antialias(true);
    }
}
