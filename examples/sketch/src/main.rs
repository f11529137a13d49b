//! A ball that bounces. `cargo run --release` shows it in a window; `cargo xtask web --sketch examples/sketch`, from
//! motile's folder, makes a page of it.

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
