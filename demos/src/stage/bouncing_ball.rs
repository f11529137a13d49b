//! A ball falls, bounces off the walls and can be thrown: position, velocity and acceleration.

use crate::Demo;
use crate::look::{DUSK, NIGHT, ORANGE};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/bouncing-ball",
    title: "Bouncing ball",
    sees: "An orange ball falls under gravity and bounces, a little lower each time; its trail shows the parabolas.",
    tries: "Throw the ball. Turn gravity off, then make the walls springy.",
    controls: "Drag the ball, let go to throw it.",
    keys: &[(Key::Space, "throw it up")],
    takes_drags: true,
    ticks: 118,
    ..Demo::of::<BouncingBall>()
};

const RADIUS: f32 = 48.0;
/// Height of the ground.
const GROUND: f32 = 60.0;
/// Places of the trail, and ticks between two of them.
const TRAIL: usize = 24;
const EVERY: u64 = 4;

#[derive(StateHash)]
struct BouncingBall {
    ball: NodeId,
    shadow: NodeId,
    /// Where it was, the newest first.
    trail: Vec<NodeId>,
    velocity: Vec2,
    dragged: bool,
}

impl Sketch for BouncingBall {
    const PARAMS: &'static [Param] = &[
        Param::number("gravity", 0.0, 2000.0, 900.0),
        Param::number("springiness", 0.0, 1.0, 0.85),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let (size, start) = (stage.size(), vec2(80.0, 90.0));
        let ground = Aabb::new(vec2(0.0, size.y - GROUND), size);
        stage.add(Shape::new(Path::rect(ground)).fill(DUSK).node());
        let shadow = Shape::ellipse(RADIUS, RADIUS * 0.2).fill(Color::BLACK.with_alpha(110));
        let shadow = stage.add(shadow.at(start.x, size.y - GROUND + 10.0));
        let dot = |age: usize| {
            let left = 1.0 - age as f32 / TRAIL as f32;
            let color = ORANGE.with_alpha((150.0 * left) as u8);
            Shape::circle(4.0 + 12.0 * left).fill(color).at(start.x, start.y)
        };
        let trail = (0..TRAIL).map(|age| stage.add(dot(age))).collect();
        let light = Gradient::focal(
            Vec2::ZERO,
            RADIUS,
            vec2(-16.0, -19.0),
            &[Color::hex(0xFF_E2_A8), ORANGE, Color::hex(0xA8_4A_10)],
        );
        let ball = stage.add(Shape::circle(RADIUS).fill(light).at(start.x, start.y));
        Ok(Self { ball, shadow, trail, velocity: vec2(230.0, 0.0), dragged: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let pointer = stage.input().pointer;
        if let Some(place) = pointer.pressed_at() {
            self.dragged = stage.hit(place) == Some(self.ball);
        }
        self.dragged &= pointer.is_down();
        if self.dragged {
            stage[self.ball].position += pointer.delta;
            self.velocity = pointer.delta / tick.dt;
        } else {
            self.fly(stage, tick.dt);
        }
        self.follow(stage, tick);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl BouncingBall {
    /// Gravity changes the velocity, the velocity changes the place, walls turn the velocity around.
    fn fly(&mut self, stage: &mut Stage, dt: f32) {
        let gravity = stage.params().number("gravity");
        let springiness = stage.params().number("springiness");
        let room = stage.size() - vec2(0.0, GROUND);
        if stage.input().pressed(Key::Space) {
            self.velocity.y = -700.0;
        }
        let position = &mut stage[self.ball].position;
        self.velocity.y += gravity * dt;
        *position += self.velocity * dt;

        let before = self.velocity;
        bounce(position, &mut self.velocity, room, RADIUS);
        if self.velocity.x != before.x {
            self.velocity.x *= springiness;
        }
        if self.velocity.y != before.y {
            self.velocity.y *= springiness;
        }
    }

    /// The shadow stays on the ground and shrinks with height; the trail moves on by one place now and then.
    fn follow(&self, stage: &mut Stage, tick: Tick) {
        let place = stage[self.ball].position;
        let height = (stage.size().y - GROUND - place.y) / stage.size().y;
        stage[self.shadow].position.x = place.x;
        stage[self.shadow].scale = Vec2::splat(1.0 - 0.6 * height.clamp(0.0, 1.0));
        if tick.index.is_multiple_of(EVERY) {
            let mut next = place;
            for &dot in &self.trail {
                core::mem::swap(&mut stage[dot].position, &mut next);
            }
        }
    }
}
