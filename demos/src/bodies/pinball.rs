//! Pinball: flippers are bodies on pins with drives and limits, bumpers answer events, lights are sensors.

use crate::Demo;
use crate::kit;
use crate::look::{BLUE, DUSK, GOLD, GREEN, HAZE, MIST, NIGHT, ORANGE, RED, SNOW, TITLE};
use core::f32::consts::PI;
use motile::bodies::{
    BodyDef, BodyEventKind, BodyId, BodyKind, BodyShape, BodyWorld, JointDef, JointDrive, JointId,
};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/pinball",
    title: "Pinball",
    sees: "A ball runs down a table; bumpers kick it, lights count it, two flippers bat it back up.",
    tries: "Keep it up. Aim for the lights. Tilt the table by its gravity.",
    controls: "Press in the left or right half: that flipper.",
    keys: &[(Key::Left, "left flipper"), (Key::Right, "right flipper"), (Key::Space, "a new ball")],
    takes_drags: true,
    spec: &["SIM-66", "SIM-65"],
    size: (400, 560),
    ticks: 96,
    script: "60 key Left\n66 keyup Left\n80 key Right\n",
    ..Demo::of::<Pinball>()
};

const BALL: f32 = 9.0;
const BUMPERS: [(Vec2, f32, Color); 3] = [
    (vec2(130.0, 190.0), 30.0, RED),
    (vec2(265.0, 175.0), 30.0, BLUE),
    (vec2(198.0, 275.0), 26.0, ORANGE),
];
const LIGHTS: [Vec2; 4] =
    [vec2(70.0, 120.0), vec2(155.0, 90.0), vec2(240.0, 90.0), vec2(330.0, 120.0)];
/// Pivots of the flippers, and which way they lie: 1 to the right.
const FLIPPERS: [(Vec2, f32); 2] = [(vec2(112.0, 478.0), 1.0), (vec2(288.0, 478.0), -1.0)];
const LENGTH: f32 = 70.0;
/// How fast flippers turn, in radians a second, and the force of their drives.
const SWING: f32 = 22.0;
const FORCE: f32 = 4e9;

#[derive(StateHash)]
#[state(hash_only)]
struct Pinball {
    world: BodyWorld,
    ball: BodyId,
    flippers: [(BodyId, JointId); 2],
    bumpers: Vec<BodyId>,
    lights: Vec<BodyId>,
    /// Ticks for which each bumper still glows, and whether each light is on.
    glow: [u32; 3],
    lit: [bool; 4],
    score: u32,
}

impl Sketch for Pinball {
    const PARAMS: &'static [Param] = &[Param::number("gravity", 100.0, 1200.0, 480.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let mut world = BodyWorld::new();
        for line in walls() {
            let wall = BodyDef { restitution: 0.3, ..BodyDef::new(BodyShape::chain(&line)) };
            world.add(&wall.with_kind(BodyKind::Static));
        }
        let mut still =
            |def: BodyDef, at: Vec2| world.add(&def.at(at.x, at.y).with_kind(BodyKind::Static));
        let bumpers = BUMPERS.map(|(at, radius, _)| {
            still(BodyDef { restitution: 0.9, ..BodyDef::new(BodyShape::circle(radius)) }, at)
        });
        let lights = LIGHTS
            .map(|at| still(BodyDef { sensor: true, ..BodyDef::new(BodyShape::circle(13.0)) }, at));
        let [left, right] = FLIPPERS.map(|(pivot, side)| flipper(&mut world, pivot, side));
        let mut sketch = Self {
            world,
            ball: BodyId::NOTHING,
            flippers: [left?, right?],
            bumpers: bumpers.into(),
            lights: lights.into(),
            glow: [0; 3],
            lit: [false; 4],
            score: 0,
        };
        sketch.serve();
        Ok(sketch)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.world.gravity = vec2(0.0, stage.params().number("gravity"));
        let pressed = stage.input().pointer.held_at().map(|at| at.x < 200.0);
        let keys = [Key::Left, Key::Right].map(|key| stage.input().is_down(key));
        for (i, (_, joint)) in self.flippers.into_iter().enumerate() {
            let is_up = keys[i] || pressed == Some(i == 0);
            let way = if is_up { -SWING } else { SWING } * FLIPPERS[i].1;
            self.world.drive(joint, JointDrive { speed: way, max_force: FORCE });
        }
        let is_lost = self.world.get(self.ball).is_none_or(|ball| ball.position.y > 580.0);
        if is_lost || stage.input().pressed(Key::Space) {
            self.serve();
        }
        self.world.step(tick.dt);
        self.glow = self.glow.map(|left| left.saturating_sub(1));
        self.answer();
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for line in walls() {
            canvas.stroke(&Path::polyline(&line), &kit::round(6.0), HAZE);
        }
        for ((at, radius, color), glow) in BUMPERS.into_iter().zip(self.glow) {
            let swell = glow as f32 * 0.8;
            kit::disc(canvas, at, radius + swell, color);
            kit::disc(canvas, at, radius * 0.6, if glow > 0 { SNOW } else { DUSK });
        }
        for (at, is_on) in LIGHTS.into_iter().zip(self.lit) {
            kit::disc(canvas, at, 11.0, if is_on { GOLD } else { DUSK });
            kit::ring(canvas, at, 13.0, GREEN);
        }
        for ((body, _), (_, side)) in self.flippers.into_iter().zip(FLIPPERS) {
            if let Some(state) = self.world.get(body) {
                let outline = Path::polygon(&flipper_corners(side)).transformed(state.transform());
                canvas.fill(&outline, GOLD);
                canvas.stroke(&outline, &kit::round(3.0), ORANGE);
            }
        }
        if let Some(ball) = self.world.get(self.ball) {
            kit::disc(canvas, ball.position, BALL, MIST);
            kit::disc(canvas, ball.position - 2.5, BALL * 0.4, Color::WHITE);
        }
        canvas.write(format!("{}", self.score), TITLE, vec2(200.0, 536.0), vec2(0.5, 0.5), SNOW);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Pinball {
    fn serve(&mut self) {
        self.world.remove(self.ball);
        let ball =
            BodyDef { bullet: true, restitution: 0.4, ..BodyDef::new(BodyShape::circle(BALL)) };
        self.ball = self.world.add(&ball.at(212.0, 70.0).with_velocity(vec2(-90.0, 0.0)));
    }

    /// Bumpers kick what touches them, lights go on; all four of them are a prize.
    fn answer(&mut self) {
        for event in self.world.events() {
            let Some(other) = event.other(self.ball).filter(|_| event.kind == BodyEventKind::Began)
            else {
                continue;
            };
            if let Some(i) = self.bumpers.iter().position(|&bumper| bumper == other) {
                let Some(ball) = self.world.get(self.ball) else { continue };
                let away = (ball.position - BUMPERS[i].0).normalized();
                self.world.push(self.ball, away * ball.mass * 260.0, ball.position);
                (self.glow[i], self.score) = (10, self.score + 10);
            }
            if let Some(i) = self.lights.iter().position(|&light| light == other) {
                (self.lit[i], self.score) = (!self.lit[i], self.score + 25);
            }
        }
        if self.lit == [true; 4] {
            (self.lit, self.score) = ([false; 4], self.score + 500);
        }
    }
}

/// The frame with its round top, and the slopes that lead to the flippers.
fn walls() -> [Vec<Vec2>; 3] {
    let arc = (0..=24u8).map(|i| {
        let angle = PI * (1.0 + f32::from(i) / 24.0);
        vec2(200.0, 190.0) + vec2(ops::cos(angle) * 180.0, ops::sin(angle) * 172.0)
    });
    let frame = [vec2(20.0, 600.0)].into_iter().chain(arc).chain([vec2(380.0, 600.0)]);
    [
        frame.collect(),
        vec![vec2(20.0, 400.0), vec2(106.0, 466.0)],
        vec![vec2(380.0, 400.0), vec2(294.0, 466.0)],
    ]
}

fn flipper_corners(side: f32) -> [Vec2; 5] {
    let corners = [(-8.0, -8.0), (8.0, -9.0), (LENGTH, -4.0), (LENGTH, 4.0), (-8.0, 8.0)];
    corners.map(|(x, y)| vec2(x * side, y))
}

/// A flipper that lies downwards, on a pin that lets it turn up by a radian.
fn flipper(world: &mut BodyWorld, pivot: Vec2, side: f32) -> motile::Result<(BodyId, JointId)> {
    let post = BodyDef { mask: 0, ..BodyDef::new(BodyShape::circle(2.0)) };
    let post = world.add(&post.at(pivot.x, pivot.y).with_kind(BodyKind::Static));
    let bat = BodyDef {
        density: 3.0,
        restitution: 0.2,
        ..BodyDef::new(BodyShape::convex(&flipper_corners(side)))
    };
    let bat = world.add(&bat.at(pivot.x, pivot.y).with_rotation(0.5 * side));
    let (least, most) = if side > 0.0 { (-1.0, 0.0) } else { (0.0, 1.0) };
    let pin = JointDef::pin(pivot).with_limits(least, most).with_drive(SWING * side, FORCE);
    Ok((bat, world.join(post, bat, &pin)?))
}
