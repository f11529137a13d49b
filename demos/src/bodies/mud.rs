//! A car on soft ground: wheels that slip dig themselves in, and every pass leaves deeper ruts.

use super::PictureNodes;
use crate::Demo;
use crate::kit;
use crate::look::{BLUE, FAINT, INK, PAPER, RED, SNOW};
use core::f32::consts::TAU;
use motile::bodies::{
    BodyDef, BodyId, BodyKind, BodyShape, BodyWorld, JointDef, JointDrive, JointId, PictureBodies,
    PictureTrace,
};
use motile::geom::Polygon;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/mud",
    title: "A car on soft ground",
    sees: "A car climbs a hill of mud. Its wheels throw clods and dig ruts, and where they spin they dig themselves in.",
    tries: "Softer ground, more throttle: it digs itself in. Hold the other way to rock it free.",
    controls: "Left and right drive; without them it drives by itself.",
    keys: &[(Key::Left, "drive left"), (Key::Right, "drive right"), (Key::Space, "fresh ground")],
    spec: &["SIM-67", "SIM-X7"],
    size: (640, 400),
    ticks: 330,
    ..Demo::of::<Mud>()
};

const HULL: [Vec2; 8] = [
    vec2(-78.0, 4.0),
    vec2(-70.0, -20.0),
    vec2(-20.0, -24.0),
    vec2(0.0, -46.0),
    vec2(44.0, -46.0),
    vec2(58.0, -20.0),
    vec2(80.0, -10.0),
    vec2(80.0, 8.0),
];
const WHEEL: f32 = 22.0;
const HUBS: [Vec2; 2] = [vec2(-44.0, 18.0), vec2(44.0, 18.0)];
const START: Vec2 = vec2(110.0, 204.0);
/// Where it turns round.
const ENDS: [f32; 2] = [110.0, 530.0];
/// The top of the picture of the ground.
const TOP: f32 = 170.0;
/// How deep a wheel of full speed sinks in a tick, on ground of softness 1, and how much deeper for each pixel a second by
/// which it slips.
const PRESS: f32 = 0.7;
const BITE: f32 = 0.005;
const DEEPEST: f32 = 3.0;
/// How fast the drive speeds up, in radians a second squared.
const PEDAL: f32 = 16.0;
/// What the drive of a wheel can do: enough for the hill, and for spinning on the spot.
const DRIVE: f32 = 9e7;
const SOIL: Color = Color::hex(0x006B_4A32);

#[derive(StateHash)]
#[state(hash_only)]
struct Mud {
    world: BodyWorld,
    pictures: PictureBodies,
    ground: BodyId,
    hull: BodyId,
    wheels: [(BodyId, JointId); 2],
    clods: Vec<(Vec2, Vec2)>,
    goes_left: bool,
    spin: f32,
    rng: Rng,
    #[state(skip)]
    nodes: PictureNodes,
}

impl Sketch for Mud {
    const PARAMS: &'static [Param] =
        &[Param::number("softness", 0.0, 4.0, 1.0), Param::number("throttle", 5.0, 40.0, 18.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let mut world = BodyWorld::new();
        let mut pictures = PictureBodies::new(PictureTrace::default());
        let still = BodyDef { friction: 0.9, ..BodyDef::new(BodyShape::circle(1.0)) }
            .with_kind(BodyKind::Static);
        let ground = pictures.add_at_corner(&mut world, picture()?, vec2(0.0, TOP), &still)?;
        // Rock under it, and walls: nothing digs through those.
        for (width, height, x, y) in
            [(640.0, 40.0, 320.0, 412.0), (20.0, 800.0, -10.0, 0.0), (20.0, 800.0, 650.0, 0.0)]
        {
            world.add(&BodyDef { shape: BodyShape::rect(width, height), ..still.clone() }.at(x, y));
        }
        let hull = BodyShape::polygon(&Polygon::new(HULL.to_vec())?);
        let hull = world.add(&BodyDef::new(hull).at(START.x, START.y));
        let [back, front] = HUBS.map(|hub| {
            let (at, rubber) = (START + hub, BodyShape::circle(WHEEL));
            let wheel = BodyDef { friction: 1.2, ..BodyDef::new(rubber) };
            let wheel = world.add(&wheel.at(at.x, at.y));
            let axle = JointDef::wheel(at, Vec2::Y).with_limits(-8.0, 8.0).with_spring(5.0, 0.8);
            world.join(hull, wheel, &axle.with_drive(0.0, DRIVE)).map(|joint| (wheel, joint))
        });
        Ok(Self {
            world,
            pictures,
            ground,
            hull,
            wheels: [back?, front?],
            clods: Vec::new(),
            goes_left: false,
            spin: 0.0,
            rng: Rng::new(4),
            nodes: PictureNodes::default(),
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) {
            stage.clear();
            match Self::setup(stage) {
                Ok(fresh) => *self = fresh,
                Err(error) => stage.fail(error),
            }
        }
        let wanted = self.way(stage.input()) * stage.params().number("throttle");
        self.spin += (wanted - self.spin).clamp(-PEDAL * tick.dt, PEDAL * tick.dt);
        for (_, joint) in self.wheels {
            self.world.drive(joint, JointDrive { speed: self.spin, max_force: DRIVE });
        }
        self.world.step(tick.dt);
        for wheel in 0..2 {
            self.dig(wheel, stage.params().number("softness"));
        }
        for (at, velocity) in &mut self.clods {
            velocity.y += 900.0 * tick.dt;
            *at += *velocity * tick.dt;
        }
        if let Some(soil) = self.pictures.get(self.ground) {
            let lies = |at: Vec2| {
                soil.picture.get(at.x as i32, (at.y - TOP) as i32).is_some_and(|soil| soil.a > 0)
            };
            self.clods.retain(|&(at, way)| at.y < 400.0 && (way.y < 0.0 || !lies(at)));
        }
        self.nodes.show(stage, &self.world, &self.pictures);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for &(at, _) in &self.clods {
            kit::disc(canvas, at, 2.5, SOIL);
        }
        for state in self.wheels.iter().filter_map(|(wheel, _)| self.world.get(*wheel)) {
            kit::disc(canvas, state.position, WHEEL, INK);
            kit::disc(canvas, state.position, WHEEL * 0.55, FAINT);
            let spoke = Vec2::at_angle(state.rotation) * WHEEL * 0.55;
            let line = Path::line(state.position - spoke, state.position + spoke);
            canvas.stroke(&line, &kit::round(4.0), BLUE);
        }
        let place = self.world.get(self.hull).unwrap_or_default().transform();
        let hull = Path::polygon(&HULL.map(|corner| place.transform_point2(corner)));
        canvas.fill(&hull, RED);
        canvas.stroke(&hull, &kit::round(3.0), INK);
        kit::disc(canvas, place.transform_point2(vec2(24.0, -32.0)), 8.0, SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Mud {
    /// Which way to drive: as the keys say, or to and fro.
    fn way(&mut self, input: &Input) -> f32 {
        let x = self.world.get(self.hull).unwrap_or_default().position.x;
        if x < ENDS[0] {
            self.goes_left = false;
        } else if x > ENDS[1] {
            self.goes_left = true;
        }
        match (input.is_down(Key::Left), input.is_down(Key::Right)) {
            (true, false) => -1.0,
            (false, true) => 1.0,
            _ if self.goes_left => -1.0,
            _ => 1.0,
        }
    }

    /// A wheel takes away what is under it: a little where it rolls, much where it slips.
    fn dig(&mut self, wheel: usize, softness: f32) {
        let Some(state) = self.world.get(self.wheels[wheel].0) else { return };
        let slip = state.velocity.x - state.spin * WHEEL;
        let depth = PRESS * (state.velocity.length() / 200.0).min(1.0) + BITE * slip.abs();
        let below = state.position + vec2(0.0, (depth * softness).min(DEEPEST));
        let lost = self.pictures.erase(&mut self.world, below, WHEEL).pixels;
        // Clods fly off the way the rim goes.
        for _ in 0..(lost / 16).min(3) {
            let from = state.position + vec2(self.rng.range(-12.0..12.0), WHEEL - 4.0);
            let throw = vec2(slip.signum() * self.rng.range(20.0..200.0), 0.0);
            self.clods.push((from, throw - vec2(0.0, self.rng.range(80.0..280.0))));
        }
    }
}

/// A hill of soil with grass on it.
fn picture() -> motile::Result<Surface> {
    let height = |x: f32| 70.0 + 26.0 * ops::cos(x * TAU / 640.0) + 2.0 * ops::cos(x * 0.08);
    let line = |by: f32| {
        let mut points: Vec<Vec2> =
            (0..=80u8).map(|i| vec2(f32::from(i) * 8.0, height(f32::from(i) * 8.0) + by)).collect();
        points.extend([vec2(640.0, 230.0), vec2(0.0, 230.0)]);
        Path::polygon(&points)
    };
    Surface::drawn(640, 230, |canvas| {
        canvas.fill(&line(0.0), Color::hex(0x5C_8A_48));
        canvas.fill(&line(7.0), SOIL);
        canvas.fill(&line(60.0), Color::hex(0x54_39_28));
        canvas.fill(&line(120.0), Color::hex(0x41_2D_22));
    })
}
