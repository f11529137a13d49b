//! A ball that bounces off the edges of its window: the smallest program. `cargo run -p motile --example bounce`

use motile::prelude::*;

struct Bounce {
    ball: NodeId,
    velocity: Vec2,
}

impl Sketch for Bounce {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        let ball = stage.add(Shape::circle(20.0).fill(Color::ORANGE).at(100.0, 100.0));
        Ok(Bounce { ball, velocity: vec2(240.0, 180.0) })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let size = stage.size();
        let node = &mut stage[self.ball];
        node.position += self.velocity * tick.dt;
        bounce(&mut node.position, &mut self.velocity, size, 20.0);
    }
}

fn main() -> motile::Result {
    motile::run::<Bounce>(Window::new("Bounce", 640, 480))
}
