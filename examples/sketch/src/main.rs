//! A ball that bounces.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ball_is_where_it_should_be_after_a_second() -> motile::Result {
        let mut player = Player::new::<Bounce>(&Settings::new(640, 480))?;
        player.run_ticks(60);
        player.draw();
        assert_eq!(player.surface().get(340, 280), Some(Color::ORANGE));
        Ok(())
    }
}
