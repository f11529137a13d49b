//! Order is paint order: the last child is on top, and children can be moved, swapped and sorted.

use crate::Demo;
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "stage/paint-order",
    title: "Paint order",
    sees: "Balls go round a pole on tilted rings; sorted by height on the screen they pass behind and before it.",
    tries: "Switch sorting off and see the picture fall apart, then click balls to the front yourself.",
    controls: "Click a ball to bring it to the front or to send it to the back.",
    spec: &[],
    ticks: 80,
    ..Demo::of::<PaintOrder>()
};

const BALLS: u32 = 16;

#[derive(StateHash)]
struct Orbiting {
    node: NodeId,
    angle: f32,
    ring: u32,
}

#[derive(StateHash)]
struct PaintOrder {
    /// What is sorted: the balls and the pole.
    group: NodeId,
    balls: Vec<Orbiting>,
}

impl Sketch for PaintOrder {
    const PARAMS: &'static [Param] = &[
        Param::toggle("sort", true),
        Param::choice("click-brings", &["to the front", "to the back"], 0),
        Param::number("speed", -2.0, 2.0, 0.5),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xEA_EE_F2);
        let shade =
            Gradient::radial(Vec2::ZERO, 230.0, &[Color::hex(0xC7_D0_D9), Color::hex(0xEA_EE_F2)]);
        stage.add(Shape::ellipse(270.0, 120.0).fill(shade).at(320.0, 300.0));
        let group = stage.add(Node::group().at(320.0, 300.0));

        // Its origin is its foot: that is the height it is sorted by.
        let wood = [Color::hex(0x8C_6B_4F), Color::hex(0xC9_A2_7B), Color::hex(0x6E_51_3B)];
        let wood = Gradient::linear(vec2(-16.0, 0.0), vec2(16.0, 0.0), &wood);
        let pole = Path::round_rect(Aabb::from_size(vec2(-16.0, -240.0), vec2(32.0, 240.0)), 14.0);
        stage.add_to(group, Shape::new(pole).fill(wood))?;

        let balls = (0..BALLS).map(|index| {
            let ring = index % 2;
            let angle = TAU * (index / 2) as f32 / (BALLS / 2) as f32 + 0.3 * ring as f32;
            let color = Color::oklch(0.72, 0.14, TAU * index as f32 / BALLS as f32);
            let dark = color.lerp(Color::BLACK, 0.45);
            let light =
                Gradient::focal(Vec2::ZERO, 34.0, vec2(-12.0, -12.0), &[Color::WHITE, color, dark]);
            let ball = Path::circle(Vec2::ZERO, 34.0);
            let node = stage.add_to(group, Shape::new(ball).fill(light))?;
            Ok(Orbiting { node, angle, ring })
        });
        let balls = balls.collect::<motile::Result<_>>()?;
        Ok(Self { group, balls })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let speed = stage.params().number("speed");
        for ball in &mut self.balls {
            let direction = if ball.ring == 0 { 1.0 } else { -1.4 };
            ball.angle = angle::wrap(ball.angle + speed * direction * tick.dt);
            let radii = if ball.ring == 0 { vec2(230.0, 95.0) } else { vec2(120.0, 50.0) };
            stage[ball.node].position = Vec2::at_angle(ball.angle) * radii;
            // Farther is smaller.
            stage[ball.node].scale = Vec2::splat(0.8 + 0.3 * stage[ball.node].position.y / 95.0);
        }
        let clicked = stage.input().pointer.pressed_at().and_then(|place| stage.hit(place));
        let front = stage.params().choice("click-brings") == 0;
        let done = if stage.params().is_on("sort") {
            stage.sort_children_by_f32(self.group, |node| node.position.y)
        } else {
            match clicked.filter(|&id| stage.parent(id) == Ok(Some(self.group))) {
                Some(ball) if front => stage.to_front(ball),
                Some(ball) => stage.to_back(ball),
                None => Ok(()),
            }
        };
        debug_assert!(done.is_ok(), "the group and what was hit are on the stage");
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
