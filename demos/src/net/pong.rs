//! Pong between two machines: a game, two sessions, a network, and nothing else.

use crate::look::{BLUE, MIST, NIGHT, ORANGE, SMALL, SNOW};
use crate::{Demo, kit};
use motile::net::{Game, GameTick, LinkConditions, SimulatedNetwork};
use motile::net::{RollbackSession, RollbackSettings};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "net/pong",
    title: "Pong by rollback",
    sees: "Two machines play pong over a slow network; each shows its own paddle at once, and both agree on the score.",
    tries: "Make the network slower: the left and the right picture differ for a moment, and never for long.",
    keys: &[(Key::Up, "left paddle up"), (Key::Down, "left paddle down")],
    spec: &["SIM-62"],
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
            let way = f32::from(input >> 1 & 1) - f32::from(input & 1);
            *paddle = (*paddle + way * 260.0 * tick.time.dt).clamp(-COURT.y, COURT.y);
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

#[derive(StateHash)]
#[state(hash_only)]
struct PongDemo {
    peers: [RollbackSession<Pong>; 2],
    #[state(skip)]
    network: SimulatedNetwork,
}

impl Sketch for PongDemo {
    const PARAMS: &'static [Param] =
        &[Param::number("latency", 0.0, 300.0, 100.0), Param::number("loss", 0.0, 40.0, 10.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let game = Pong { velocity: vec2(220.0, 90.0), ..Pong::default() };
        let settings = RollbackSettings::new(2).with_prediction_window(30);
        let peers = [0, 1].map(|me| RollbackSession::new(game.clone(), me, settings));
        Ok(Self { peers, network: SimulatedNetwork::new(1) })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        let (latency, loss) = (tick.params.number("latency") * 1e-3, tick.params.number("loss"));
        self.network.conditions = LinkConditions::new(latency, latency * 0.2, loss * 0.01);
        self.network.step(tick.dt);
        for peer in &mut self.peers {
            // A player follows the ball, unless keys play the left one.
            let off = peer.game().ball.y - peer.game().paddles[usize::from(peer.me())];
            let key = if peer.me() == 0 { tick.input.arrows().y * 99.0 } else { 0.0 };
            let off = if key == 0.0 { off } else { key };
            peer.set_input(u8::from(off < -12.0) | u8::from(off > 12.0) << 1);
            peer.update(tick.dt, &mut self.network.port(peer.me()));
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (peer, side) in self.peers.iter().zip([0.26, 0.74]) {
            let (middle, game) = (stage.size() * vec2(side, 0.55), peer.game());
            canvas.stroke(&Path::rect(Aabb::from_center(middle, COURT)), &kit::round(1.5), MIST);
            for (i, color) in [ORANGE, BLUE].into_iter().enumerate() {
                let place = middle + vec2(COURT.x * (2.0 * i as f32 - 1.0), game.paddles[i]);
                canvas.fill_rect(Aabb::from_center(place, PADDLE), color);
            }
            kit::disc(canvas, middle + game.ball, 7.0, SNOW);
            let ([left, right], sure) = (game.score, peer.confirmed());
            let words = format!("{left} : {right}   tick {}, sure of {sure}", peer.tick());
            canvas.write(words, SMALL, middle - vec2(0.0, 205.0), vec2(0.5, 0.5), SNOW);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
