//! Breakout: a wall of bricks, a ball, a paddle. The chapter `motile::first_game` builds the first half of it step by step;
//! this one has levels, sounds, sparks, gamepads and a best score.

use motile::game::{Action, Actions, Binding};
use motile::prelude::*;

/// Whose saves they are.
const GAME: &str = "motile-breakout";
const SIZE: Vec2 = vec2(640.0, 480.0);
const PADDLE: Vec2 = vec2(96.0, 14.0);
const BRICK: Vec2 = vec2(56.0, 18.0);
const RADIUS: f32 = 8.0;
const SPEED: f32 = 330.0;

/// A level is drawn with characters: a digit is a brick that takes as many hits.
const LEVELS: [&str; 3] = [
    "1111111111\n1111111111\n1111111111\n1111111111",
    "..112211..\n.11222211.\n1122332211\n.11222211.\n..112211..",
    "3.3.33.3.3\n2222222222\n1.1.11.1.1\n2222222222\n3.3.33.3.3",
];
/// Colors of bricks by the hits they still take.
const COLORS: [Color; 3] = [Color::hex(0x3F_92_F0), Color::hex(0xF7_93_35), Color::hex(0xF0_56_5C)];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Left,
    Right,
    Serve,
}

impl Action for Act {
    const NAMED: &'static [(Self, &'static str)] =
        &[(Self::Left, "left"), (Self::Right, "right"), (Self::Serve, "serve")];
}

struct Brick {
    node: NodeId,
    area: Aabb,
    hits: u32,
}

struct Sounds {
    wall: Sound,
    paddle: Sound,
    brick: Sound,
    lost: Sound,
    level: Sound,
}

struct Breakout {
    actions: Actions<Act>,
    sounds: Sounds,
    paddle: NodeId,
    ball: NodeId,
    sparks: NodeId,
    words: NodeId,
    hint: NodeId,
    bricks: Vec<Brick>,
    /// Zero while the ball waits on the paddle.
    velocity: Vec2,
    level: usize,
    balls: u32,
    score: u32,
    best: u32,
}

impl Sketch for Breakout {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x14_1A_2B);
        let paddle = Shape::round_rect(PADDLE.x, PADDLE.y, 7.0).fill(Color::WHITE);
        // A best score that cannot be read is none: that must not keep anybody from playing.
        let best = stage.saves(GAME).read("best", 1).ok().flatten().unwrap_or(0);
        let mut game = Self {
            actions: Actions::new()
                .with(Act::Left, [Key::Left.into(), Binding::AxisDown(PadAxis::LeftX)])
                .with(Act::Right, [Key::Right.into(), Binding::AxisUp(PadAxis::LeftX)])
                .with(
                    Act::Serve,
                    [Key::Space.into(), PadButton::South.into(), Button::Left.into()],
                ),
            sounds: Sounds {
                wall: Patch::blip(3).render(),
                paddle: Patch::blip(1).render(),
                brick: Patch::hit(2).render(),
                lost: Patch::explosion(4).render(),
                level: Patch::power_up(5).render(),
            },
            paddle: stage.add(paddle.at(SIZE.x * 0.5, 450.0)),
            ball: stage.add(Shape::circle(RADIUS).fill(Color::WHITE)),
            sparks: stage.add(ParticleSystem::new(Emitter::sparks().on_demand())),
            words: stage.add(Label::new("", 18.0).with_paint(Color::WHITE).at(16.0, 10.0)),
            hint: stage
                .add(Label::new("", 22.0).with_paint(Color::WHITE).centered().at(320.0, 330.0)),
            bricks: Vec::new(),
            velocity: Vec2::ZERO,
            level: 0,
            balls: 3,
            score: 0,
            best,
        };
        game.build(stage);
        Ok(game)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.actions.update(tick.input);
        self.move_paddle(stage, tick);
        if self.velocity == Vec2::ZERO {
            self.wait(stage);
        } else {
            self.fly(stage, tick.dt);
        }
        if let Some(sparks) = stage[self.sparks].custom_mut::<ParticleSystem>() {
            sparks.step(tick.dt);
        }
        let (level, balls, score, best) = (self.level + 1, self.balls, self.score, self.best);
        let words = format!("level {level}    balls {balls}    score {score}    best {best}");
        stage[self.words].set_text(&words);
        let serve = self.actions.prompt(Act::Serve);
        let hint = match (self.velocity == Vec2::ZERO, self.balls) {
            (false, _) => String::new(),
            (true, 0) => format!("no balls left: {serve} plays again"),
            (true, _) => format!("{serve} lets the ball go"),
        };
        stage[self.hint].set_text(&hint);
    }
}

impl Breakout {
    /// Builds the wall of the level.
    fn build(&mut self, stage: &mut Stage) {
        for (row, line) in LEVELS[self.level % LEVELS.len()].lines().enumerate() {
            for (column, digit) in line.chars().enumerate() {
                let Some(hits) = digit.to_digit(10) else { continue };
                let center = vec2(50.0 + 60.0 * column as f32, 70.0 + 22.0 * row as f32);
                let node = stage.add(brick_shape(hits).node().with_position(center));
                self.bricks.push(Brick {
                    node,
                    area: Aabb::from_center(center, BRICK * 0.5),
                    hits,
                });
            }
        }
    }

    fn move_paddle(&self, stage: &mut Stage, tick: Tick) {
        let paddle = &mut stage[self.paddle].position;
        paddle.x += self.actions.between(Act::Left, Act::Right) * 520.0 * tick.dt;
        let pointer = tick.input.pointer;
        if let Some(place) = pointer.position.filter(|_| pointer.delta != Vec2::ZERO) {
            paddle.x = place.x;
        }
        paddle.x = paddle.x.clamp(PADDLE.x * 0.5, SIZE.x - PADDLE.x * 0.5);
    }

    /// The ball lies on the paddle.
    fn wait(&mut self, stage: &mut Stage) {
        stage[self.ball].position =
            stage[self.paddle].position - vec2(0.0, PADDLE.y * 0.5 + RADIUS);
        if !self.actions.pressed(Act::Serve) {
            return;
        }
        if self.balls == 0 {
            (self.balls, self.score, self.level) = (3, 0, 0);
            self.clear(stage);
            self.build(stage);
        }
        self.velocity = vec2(stage.rng.range(-0.5..0.5), -1.0).normalize() * SPEED;
    }

    fn clear(&mut self, stage: &mut Stage) {
        for brick in self.bricks.drain(..) {
            stage.remove(brick.node);
        }
    }

    fn fly(&mut self, stage: &mut Stage, dt: f32) {
        // In small steps, so that a quick ball does not pass through a corner.
        const STEPS: u32 = 4;
        let mut ball = stage[self.ball].position;
        for _ in 0..STEPS {
            ball += self.velocity * dt / STEPS as f32;
            // The box reaches far down: there is no wall below.
            if bounce(&mut ball, &mut self.velocity, SIZE + vec2(0.0, 200.0), RADIUS) {
                stage.sound().play(&self.sounds.wall);
            }
            self.meet_paddle(stage, ball);
            self.meet_bricks(stage, ball);
        }
        stage[self.ball].position = ball;
        if ball.y > SIZE.y + RADIUS {
            self.lose(stage);
        }
        if self.bricks.is_empty() {
            (self.level, self.velocity) = (self.level + 1, Vec2::ZERO);
            stage.sound().play(&self.sounds.level);
            self.build(stage);
        }
    }

    fn meet_paddle(&mut self, stage: &mut Stage, ball: Vec2) {
        let paddle = Aabb::from_center(stage[self.paddle].position, PADDLE * 0.5);
        if self.velocity.y > 0.0 && touches(paddle, ball) {
            // The farther from the middle, the flatter it leaves: that is how players aim.
            let aim = (ball.x - paddle.center().x) / (PADDLE.x * 0.5);
            let speed = (self.velocity.length() * 1.01).min(SPEED * 1.8);
            self.velocity = vec2(aim * 1.2, -1.0).normalize() * speed;
            stage.sound().play(&self.sounds.paddle);
        }
    }

    fn meet_bricks(&mut self, stage: &mut Stage, ball: Vec2) {
        let Some(hit) = self.bricks.iter().position(|brick| touches(brick.area, ball)) else {
            return;
        };
        let brick = &mut self.bricks[hit];
        let way = ball - brick.area.center();
        // Off the side through which it came least deep.
        let depth = BRICK * 0.5 - way.abs();
        if depth.x < depth.y {
            self.velocity.x = self.velocity.x.abs() * way.x.signum();
        } else {
            self.velocity.y = self.velocity.y.abs() * way.y.signum();
        }
        brick.hits = brick.hits.saturating_sub(1);
        self.score += 10;
        stage.sound().play(&self.sounds.brick);
        if let Some(sparks) = stage[self.sparks].custom_mut::<ParticleSystem>() {
            sparks.particles.position = ball;
            sparks.burst(24);
        }
        let (node, hits) = (brick.node, brick.hits);
        if hits == 0 {
            stage.remove(node);
            self.bricks.swap_remove(hit);
        } else {
            stage[node].content = brick_shape(hits).into();
        }
    }

    fn lose(&mut self, stage: &mut Stage) {
        (self.balls, self.velocity) = (self.balls.saturating_sub(1), Vec2::ZERO);
        stage.sound().play(&self.sounds.lost);
        if self.balls == 0 && self.score > self.best {
            self.best = self.score;
            if let Err(error) = stage.saves(GAME).write("best", 1, &self.best) {
                stage.fail(error);
            }
        }
    }
}

fn brick_shape(hits: u32) -> Shape {
    let color = COLORS[(hits.max(1) as usize - 1).min(COLORS.len() - 1)];
    Shape::round_rect(BRICK.x, BRICK.y, 4.0).fill(color)
}

/// Whether the ball reaches into a box.
fn touches(area: Aabb, ball: Vec2) -> bool {
    ball.distance(ball.clamp(area.min, area.max)) < RADIUS
}

fn main() -> motile::Result {
    motile::run::<Breakout>(Window::new("Breakout", 640, 480))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(script: &str, ticks: u64) -> motile::Result<Player> {
        let mut player = Player::new::<Breakout>(&Settings::new(640, 480))?;
        player.play(Script::parse(script)?)?;
        player.run_ticks(ticks);
        Ok(player)
    }

    #[test]
    fn a_ball_that_nobody_catches_hits_bricks_and_is_lost() -> motile::Result {
        let player = played("10 tap Space\n", 600)?;
        let game = player.sketch::<Breakout>().ok_or("another sketch")?;
        assert!(game.score > 0 && game.balls == 2, "{} {}", game.score, game.balls);
        Ok(())
    }

    #[test]
    fn a_gamepad_plays_as_keys_do() -> motile::Result {
        let player = played("2 pad 0 axis left-x 1\n20 pad 0 down south\n", 40)?;
        let game = player.sketch::<Breakout>().ok_or("another sketch")?;
        assert!(game.velocity.y < 0.0 && player.stage()[game.paddle].position.x > 500.0);
        Ok(())
    }
}
