//! A ball falls, bounces off the walls and can be thrown: position, velocity and acceleration.

use crate::Demo;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/bouncing-ball",
    title: "Bouncing ball",
    sees: "An orange ball falls under gravity and bounces off the walls, a little lower each time.",
    tries: "Throw the ball. Turn gravity off, then make the walls springy.",
    controls: "Drag the ball, let go to throw it.",
    keys: &[(Key::Space, "throw it up")],
    ticks: 45,
    ..Demo::of::<BouncingBall>()
};

const RADIUS: f32 = 30.0;

#[derive(StateHash)]
struct BouncingBall {
    ball: NodeId,
    velocity: Vec2,
    dragged: bool,
}

impl Sketch for BouncingBall {
    const PARAMS: &'static [Param] = &[
        Param::number("gravity", 0.0, 2000.0, 900.0),
        Param::number("springiness", 0.0, 1.0, 0.8),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x20_2A_36);
        let light = Gradient::focal(
            Vec2::ZERO,
            RADIUS,
            vec2(-10.0, -12.0),
            &[Color::hex(0xFF_D9_8A), Color::ORANGE, Color::hex(0xA8_4A_00)],
        );
        let ball = stage.add(Shape::circle(RADIUS).fill(light).at(120.0, 90.0));
        Ok(Self { ball, velocity: vec2(280.0, 0.0), dragged: false })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let gravity = stage.params().number("gravity");
        let springiness = stage.params().number("springiness");
        let pointer = stage.input().pointer;
        let (size, throw) = (stage.size(), stage.input().pressed(Key::Space));

        if let Some(place) = pointer.pressed_at() {
            self.dragged = stage.hit(place) == Some(self.ball);
        }
        if !pointer.is_down() {
            self.dragged = false;
        }

        let position = &mut stage[self.ball].position;
        if self.dragged {
            *position += pointer.delta;
            self.velocity = pointer.delta / tick.dt;
            return;
        }
        if throw {
            self.velocity.y = -700.0;
        }
        self.velocity.y += gravity * tick.dt;
        *position += self.velocity * tick.dt;

        let before = self.velocity;
        bounce(position, &mut self.velocity, size, RADIUS);
        if self.velocity.x != before.x {
            self.velocity.x *= springiness;
        }
        if self.velocity.y != before.y {
            self.velocity.y *= springiness;
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
