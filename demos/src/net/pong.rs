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

/// Half sizes of the court and the paddles, pixels.
const COURT: Vec2 = vec2(145.0, 180.0);
const PADDLE: Vec2 = vec2(4.0, 34.0);

#[derive(Clone, Default, StateHash)]
struct Pong {
    ball: Vec2,
    velocity: Vec2,
    paddles: [f32; 2],
    score: [u32; 2],
}

impl Game for Pong {
    /// 1 is up, 2 is down.
    type Input = u8;

    fn step(&mut self, tick: &GameTick<'_, u8>) {
        let Self { ball, velocity, paddles, score } = self;
        for (paddle, &input) in paddles.iter_mut().zip(tick.inputs) {
            let way = [0.0, -260.0, 260.0, 0.0][usize::from(input & 3)];
            *paddle = (*paddle + way * tick.time.dt).clamp(-COURT.y, COURT.y);
        }
        *ball += *velocity * tick.time.dt;
        if ball.y.abs() > COURT.y {
            velocity.y = -ball.y.signum() * velocity.y.abs();
        }
        if ball.x.abs() > COURT.x {
            let side = usize::from(ball.x > 0.0);
            let miss = ball.y - paddles[side];
            *velocity = vec2(-ball.x.signum() * 220.0, miss.clamp(-PADDLE.y, PADDLE.y) * 6.0);
            if miss.abs() > PADDLE.y + 6.0 {
                score[1 - side] += 1;
                *ball = Vec2::ZERO;
            }
        }
    }
}

/// The ways to play it; the game knows of none.
const MODES: [MatchMode; 3] = [MatchMode::Rollback, MatchMode::Server, MatchMode::Alone];
const KEYS: [[Key; 2]; 2] = [[Key::Char('w'), Key::Char('s')], [Key::Up, Key::Down]];

struct PongDemo(LocalMatch<Pong>);

impl Sketch for PongDemo {
    const PARAMS: &'static [Param] = &[
        Param::choice("match", &["rollback", "server", "one machine"], 0),
        Param::number("latency", 0.0, 300.0, 100.0),
        Param::number("loss", 0.0, 40.0, 10.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let game = Pong { velocity: vec2(220.0, 90.0), ..Pong::default() };
        Ok(Self(LocalMatch::new(&game, 2, MODES[stage.params().choice("match") as usize])))
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        let (latency, loss) = (tick.params.number("latency") * 1e-3, tick.params.number("loss"));
        let mode = MODES[tick.params.choice("match") as usize];
        if mode != self.0.mode() {
            self.0 = LocalMatch::new(self.0.game(0), 2, mode);
        }
        self.0.set_conditions(LinkConditions::new(latency, latency * 0.2, loss * 0.01));
        for player in 0..2 {
            // A paddle follows the ball, unless its keys are held.
            let game = self.0.game(player);
            let off = game.ball.y - game.paddles[usize::from(player)];
            let [up, down] = KEYS[usize::from(player)].map(|key| tick.input.is_down(key));
            let [up, down] = if up || down { [up, down] } else { [off < -12.0, off > 12.0] };
            self.0.set_input(player, u8::from(up) | u8::from(down) << 1);
        }
        self.0.update(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (player, side) in [(0, 0.26), (1, 0.74)] {
            let (middle, game) = (stage.size() * vec2(side, 0.55), self.0.game(player));
            canvas.stroke(&Path::rect(Aabb::from_center(middle, COURT)), &kit::round(1.5), MIST);
            for (i, color) in [ORANGE, BLUE].into_iter().enumerate() {
                let place = middle + vec2(COURT.x * (2.0 * i as f32 - 1.0), game.paddles[i]);
                canvas.fill_rect(Aabb::from_center(place, PADDLE), color);
            }
            kit::disc(canvas, middle + game.ball, 7.0, SNOW);
            let ([left, right], sure) = (game.score, self.0.confirmed(player));
            let words = format!("{left} : {right}   tick {}, sure of {sure}", self.0.tick(player));
            canvas.write(words, SMALL, middle - vec2(0.0, 205.0), vec2(0.5, 0.5), SNOW);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&self.0);
    }
}
