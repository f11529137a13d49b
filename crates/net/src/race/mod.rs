//! A race of balls over a track of capsules: a small game to try a network with.
//!
//! It is what sessions are tested, measured and shown with. Everything in it is in pixels and seconds, y down.

mod ball;
mod series;
mod track;

pub use ball::{RaceBall, RaceInput, largest_step, substeps, substeps_at_most};
pub use series::{RaceSeries, SeriesInput};
pub use track::RaceTrack;

use crate::{Game, GameTick, MAX_PLAYERS, Replicated};
use motile_geom::{StateError, Vec2, state, state_fields};
use std::sync::Arc;

/// Up to eight balls on one track, who push each other and race to the finish.
///
/// ```
/// use motile_net::race::{BallRace, RaceInput};
/// use motile_net::{Game, GameTick};
///
/// let mut race = BallRace::new(2, 7);
/// for _ in 0..120 {
///     let inputs = [RaceInput { right: true, ..RaceInput::default() }, RaceInput::default()];
///     race.step(&GameTick { time: Default::default(), inputs: &inputs, present: 0b11 });
/// }
/// assert!(race.balls[0].position.x > race.balls[1].position.x + 100.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BallRace {
    /// One ball a player; those of players who are not there lie still.
    pub balls: [RaceBall; MAX_PLAYERS],
    /// How many of them race.
    pub count: u8,
    /// The ground, which never changes and is shared by all copies.
    pub track: Arc<RaceTrack>,
}

/// What changes in a race: the track is made from a seed, and is not sent.
struct Changing {
    balls: [RaceBall; MAX_PLAYERS],
    count: u8,
}

state_fields! { Changing { balls, count } }

impl BallRace {
    /// A race of `count` balls on a track that a seed makes.
    pub fn new(count: u8, seed: u64) -> Self {
        Self::on_track(count, Arc::new(RaceTrack::hills(seed)))
    }

    /// A race of `count` balls on a track.
    pub fn on_track(count: u8, track: Arc<RaceTrack>) -> Self {
        let start = |player: usize| track.start + Vec2::new(-46.0 * player as f32, -8.0);
        let balls = core::array::from_fn(|player| RaceBall::new(start(player)));
        Self { balls, count: count.min(MAX_PLAYERS as u8), track }
    }

    const fn changing(&self) -> Changing {
        Changing { balls: self.balls, count: self.count }
    }

    /// The ball that is furthest, or the first over the line.
    pub fn leader(&self) -> u8 {
        let rank = |player: &u8| {
            let ball = &self.balls[usize::from(*player)];
            (core::cmp::Reverse(ball.finished.unwrap_or(u32::MAX)), ball.position.x as i32)
        };
        (0..self.count).max_by_key(rank).unwrap_or_default()
    }

    /// Moves balls that overlap apart and lets them bounce, as equal masses do.
    fn push_apart(&mut self) {
        for first in 1..usize::from(self.count) {
            let (before, rest) = self.balls.split_at_mut(first);
            for other in before {
                other.push(&mut rest[0]);
            }
        }
    }
}

impl motile_geom::HashState for BallRace {
    fn hash_state(&self, hash: &mut motile_geom::StateHash) {
        self.changing().hash_state(hash);
    }

    fn outline(&self, outline: &mut motile_geom::StateOutline) {
        self.changing().outline(outline);
    }
}

impl motile_geom::SaveState for BallRace {
    fn save(&self, out: &mut motile_geom::StateWriter) {
        self.changing().save(out);
    }

    /// The track is an empty one: [`Game::load`] keeps that of the race it is called on.
    fn restore(input: &mut motile_geom::StateReader<'_>) -> Result<Self, StateError> {
        let Changing { balls, count } = Changing::restore(input)?;
        Ok(Self { balls, count: count.min(MAX_PLAYERS as u8), track: Arc::default() })
    }
}

impl Game for BallRace {
    type Input = RaceInput;

    fn step(&mut self, tick: &GameTick<'_, RaceInput>) {
        for player in 0..self.count {
            let ball = &mut self.balls[usize::from(player)];
            ball.step(tick.input(player), &self.track, tick.time.dt);
            if ball.finished.is_none() && ball.position.x >= self.track.finish {
                ball.finished = Some(tick.time.index as u32);
            }
            if ball.position.y > self.track.bottom {
                // Fallen into a gap: back to the last piece of ground.
                *ball = RaceBall {
                    finished: ball.finished,
                    ..RaceBall::new(self.track.place_before(ball.position.x))
                };
            }
        }
        self.push_apart();
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let track = Arc::clone(&self.track);
        *self = Self { track, ..state::restore(bytes)? };
        Ok(())
    }
}

/// Numbers a pixel, a pixel/s and a radian are cut into.
const FINE: f32 = 16.0;
const FINE_SPEED: f32 = 4.0;
const FINE_ANGLE: f32 = 1024.0;

impl Replicated for BallRace {
    const FIELDS: usize = 8;

    fn objects(&self) -> u16 {
        self.count.into()
    }

    fn read_object(&self, object: u16, fields: &mut [i32]) {
        let Some(ball) = self.balls.get(usize::from(object)) else { return };
        let round = |value: f32, fine: f32| (value * fine).round() as i32;
        let numbers = [
            round(ball.position.x, FINE),
            round(ball.position.y, FINE),
            round(ball.velocity.x, FINE_SPEED),
            round(ball.velocity.y, FINE_SPEED),
            round(ball.angle, FINE_ANGLE),
            round(ball.spin, FINE_ANGLE),
            i32::from(ball.grounded),
            ball.finished.map_or(0, |tick| tick.wrapping_add(1) as i32),
        ];
        fields.iter_mut().zip(numbers).for_each(|(field, number)| *field = number);
    }

    fn write_object(&mut self, object: u16, fields: &[i32]) {
        let (Some(ball), &[x, y, vx, vy, angle, spin, grounded, finished]) =
            (self.balls.get_mut(usize::from(object)), fields)
        else {
            return;
        };
        *ball = RaceBall {
            position: Vec2::new(x as f32, y as f32) / FINE,
            velocity: Vec2::new(vx as f32, vy as f32) / FINE_SPEED,
            angle: angle as f32 / FINE_ANGLE,
            spin: spin as f32 / FINE_ANGLE,
            grounded: grounded != 0,
            finished: (finished != 0).then(|| (finished as u32).wrapping_sub(1)),
        };
    }

    fn place(fields: &[i32]) -> Vec2 {
        match *fields {
            [x, y, ..] => Vec2::new(x as f32, y as f32) / FINE,
            _ => Vec2::ZERO,
        }
    }
}
