//! Pong between two machines: a game, a match over a slow network, and nothing else.

use crate::look::{BLUE, MIST, NIGHT, ORANGE, SMALL, SNOW};
use crate::{Demo, kit};
use motile::net::{Game, GameTick, LinkConditions, LocalMatch, MatchMode};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "net/pong",
    title: "Pong by rollback",
    sees: "Two machines play pong over a slow network; each shows its own paddle at once, and both agree on the score.",
    tries: "Play it by two with w, s and the arrows. Make the network slower, and let a server decide instead.",
    keys: &[(Key::Char('w'), "orange up (down: s)"), (Key::Up, "blue up (down: arrow)")],
    spec: &["SIM-62", "SIM-63"],
    ticks: 300,
    ..Demo::of::<PongDemo>()
};

const COURT: Vec2 = vec2(145.0, 180.0); // half sizes, pixels
const PADDLE: Vec2 = vec2(4.0, 34.0);

#[derive(Clone, Default, StateHash)]
struct Pong {
    ball: Vec2,
    velocity: Vec2,
    paddles: [f32; 2],
    score: [u32; 2],
}

impl Game for Pong {
    type Input = [bool; 2]; // up, down
    fn step(&mut self, tick: &GameTick<'_, [bool; 2]>) {
        let Self { ball, velocity, paddles, score } = self;
        for (paddle, &[up, down]) in paddles.iter_mut().zip(tick.inputs) {
            let by = (f32::from(down) - f32::from(up)) * 260.0 * tick.time.dt;
            *paddle = (*paddle + by).clamp(-COURT.y, COURT.y);
        }
        *ball += *velocity * tick.time.dt;
        velocity.y *= if ball.y.abs() > COURT.y && ball.y * velocity.y > 0.0 { -1.0 } else { 1.0 };
        if ball.x.abs() > COURT.x {
            let side = usize::from(ball.x > 0.0);
            let miss = ball.y - paddles[side];
            *velocity = vec2(-ball.x.signum() * 220.0, miss.clamp(-PADDLE.y, PADDLE.y) * 6.0);
            if miss.abs() > PADDLE.y + 6.0 {
                (*ball, score[1 - side]) = (Vec2::ZERO, score[1 - side] + 1);
            }
        }
    }
}

#[derive(StateHash)]
#[state(hash_only)]
struct PongDemo(LocalMatch<Pong>);

impl Sketch for PongDemo {
    const PARAMS: &'static [Param] = &[
        Param::choice("match", &MatchMode::NAMES, MatchMode::Rollback as u32),
        Param::number("latency", 0.0, 300.0, 100.0),
        Param::number("loss", 0.0, 40.0, 10.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let game = Pong { velocity: vec2(220.0, 90.0), ..Pong::default() };
        Ok(Self(LocalMatch::new(&game, 2, MatchMode::Rollback)))
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        self.0.set_mode(MatchMode::ALL[tick.params.choice("match") as usize]);
        let [latency, loss] = ["latency", "loss"].map(|name| tick.params.number(name) * 1e-3);
        self.0.set_conditions(LinkConditions::new(latency, latency * 0.2, loss * 10.0));
        for (player, keys) in [(0, ['w', 's'].map(Key::Char)), (1, [Key::Up, Key::Down])] {
            // A paddle follows the ball, unless its keys are held.
            let (game, keys) = (self.0.game(player), keys.map(|key| tick.input.is_down(key)));
            let off = game.ball.y - game.paddles[usize::from(player)];
            let follow = [off < -12.0, off > 12.0];
            self.0.set_input(player, if keys == [false; 2] { follow } else { keys });
        }
        self.0.update(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (player, side) in [(0, 0.26), (1, 0.74)] {
            let (middle, game) = (stage.size() * vec2(side, 0.55), self.0.game(player));
            canvas.stroke(&Path::rect(Aabb::from_center(middle, COURT)), &kit::round(1.5), MIST);
            for (x, y, color) in [(-1.0, game.paddles[0], ORANGE), (1.0, game.paddles[1], BLUE)] {
                canvas.fill_rect(Aabb::from_center(middle + vec2(COURT.x * x, y), PADDLE), color);
            }
            kit::disc(canvas, middle + game.ball, 7.0, SNOW);
            let ([left, right], sure) = (game.score, self.0.confirmed(player));
            let words = format!("{left} : {right}   tick {}, sure of {sure}", self.0.tick(player));
            canvas.write(words, SMALL, middle - vec2(0.0, 205.0), vec2(0.5, 0.5), SNOW);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
