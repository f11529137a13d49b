//! One ball: rolling, jumping, and steps short enough not to pass through anything.

use super::RaceTrack;
use crate::PlayerInput;
use crate::classic::ClassicMover;
use motile_geom::{Capsule, Vec2, Vec2Ext, state_fields};

/// Downwards, pixels/s².
const GRAVITY: f32 = 900.0;
/// By which keys push along the ground, pixels/s².
const ROLL: f32 = 1200.0;
/// Part of [`ROLL`] that is left in the air.
const AIR: f32 = 0.35;
/// Speed of a jump, pixels/s.
const JUMP: f32 = 460.0;
/// Part of the speed along the ground that is lost in a second.
const FRICTION: f32 = 0.7;
/// Part of the speed against the ground that comes back.
const BOUNCE: f32 = 0.2;
/// The fastest a ball gets, pixels/s.
const FASTEST: f32 = 1400.0;
/// What is taken off a radius, so that a step is shorter than it.
const LAMBDA: f64 = 1e-8;
/// Parts of a step at the most, where a track says nothing else.
pub(super) const MOST_PARTS: u32 = 64;

/// The keys of a racer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RaceInput {
    /// Rolls to the left.
    pub left: bool,
    /// Rolls to the right.
    pub right: bool,
    /// Jumps, when on the ground.
    pub jump: bool,
}

state_fields! { RaceInput { left, right, jump } }

impl PlayerInput for RaceInput {
    const BITS: u32 = 3;

    fn pack(self) -> u64 {
        u64::from(self.left) | u64::from(self.right) << 1 | u64::from(self.jump) << 2
    }

    fn unpack(bits: u64) -> Self {
        Self { left: bits & 1 != 0, right: bits & 2 != 0, jump: bits & 4 != 0 }
    }
}

/// A ball of a [race](super::BallRace).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaceBall {
    /// Center, pixels.
    pub position: Vec2,
    /// Pixels/s.
    pub velocity: Vec2,
    /// How far it has turned, radians.
    pub angle: f32,
    /// How fast it turns, radians/s.
    pub spin: f32,
    /// Whether it touches the ground from above.
    pub grounded: bool,
    /// The tick in which it crossed the line.
    pub finished: Option<u32>,
}

state_fields! { RaceBall { position, velocity, angle, spin, grounded, finished } }

impl RaceBall {
    /// Radius of every ball, pixels.
    pub const RADIUS: f32 = 20.0;

    /// A ball at rest.
    pub fn new(position: Vec2) -> Self {
        Self { position, ..Self::default() }
    }

    /// Rolls for `dt` seconds, in parts that are shorter than the radius at the speed of each. Gives back whether they were:
    /// `false` says that [`RaceTrack::most_parts`] did not suffice, and that it may have passed through something.
    pub fn step(&mut self, input: RaceInput, track: &RaceTrack, dt: f32) -> bool {
        let (mut left, mut are_short) = (dt, true);
        let most = track.most_parts.max(1);
        for part in 0..most {
            let speed = f64::from(self.velocity.length() + GRAVITY * left);
            let largest = largest_step(f64::from(Self::RADIUS), speed);
            let parts = substeps_at_most(f64::from(left), largest, most);
            // The last part takes what is left, whatever its length.
            let dt = if part + 1 == most { left } else { left / parts as f32 };
            // A hair of rounding is no part that is too long.
            are_short &= f64::from(dt) <= largest * 1.000_001 || dt == 0.0;
            self.step_part(input, track, dt);
            left -= dt;
            if parts <= 1 || left <= 0.0 {
                break;
            }
        }
        are_short
    }

    fn step_part(&mut self, input: RaceInput, track: &RaceTrack, dt: f32) {
        let push = f32::from(i8::from(input.right) - i8::from(input.left)) * ROLL;
        let grip = if self.grounded { 1.0 } else { AIR };
        self.velocity += Vec2::new(push * grip, GRAVITY) * dt;
        if input.jump && self.grounded {
            self.velocity.y = -JUMP;
        }
        if self.grounded {
            self.velocity.x *= 1.0 - FRICTION * dt;
            self.spin = self.velocity.x / Self::RADIUS;
        }
        self.velocity = self.velocity.clamp_length_max(FASTEST);
        self.position += self.velocity * dt;
        self.angle += self.spin * dt;
        self.grounded = false;
        for capsule in track.near(self.position.x, Self::RADIUS) {
            self.leave(capsule);
        }
    }

    /// Moves out of a capsule, and bounces off it.
    fn leave(&mut self, capsule: &Capsule) {
        let away = self.position - capsule.segment.closest_point(self.position);
        let reach = Self::RADIUS + capsule.radius;
        let distance = away.length();
        if distance >= reach {
            return;
        }
        // In the very middle any way out is as good; up is where balls come from.
        let normal = if distance > 0.0 { away / distance } else { -Vec2::Y };
        self.position += normal * (reach - distance);
        let into = self.velocity.dot(normal);
        if into < 0.0 {
            self.velocity -= normal * into * (1.0 + BOUNCE);
        }
        self.grounded |= normal.y < -0.5;
    }

    /// Two balls that overlap part, and exchange their speeds along the line between them.
    pub(super) fn push(&mut self, other: &mut Self) {
        let between = other.position - self.position;
        let distance = between.length();
        if distance >= 2.0 * Self::RADIUS {
            return;
        }
        let normal = if distance > 0.0 { between / distance } else { Vec2::X };
        let apart = normal * (2.0 * Self::RADIUS - distance) * 0.5;
        self.position -= apart;
        other.position += apart;
        let closing = (self.velocity - other.velocity).dot(normal);
        if closing > 0.0 {
            self.velocity -= normal * closing;
            other.velocity += normal * closing;
        }
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.velocity.is_finite()
            && (self.angle + self.spin).is_finite()
    }

    /// How far it is from another one, pixels.
    pub fn distance(&self, other: &Self) -> f32 {
        self.position.distance(other.position)
    }

    /// Where it points: the spoke that shows that it rolls.
    pub fn spoke(&self) -> Vec2 {
        Vec2::at_angle(self.angle) * Self::RADIUS
    }
}

impl ClassicMover for RaceBall {
    type Keys = RaceInput;
    type World = RaceTrack;

    fn step(&mut self, track: &RaceTrack, keys: RaceInput, dt: f64) {
        Self::step(self, keys, track, dt as f32);
    }
}

/// The longest step of a circle that cannot jump across a line between two tests, seconds: it moves less than the radius.
/// Infinite at rest; a radius that leaves nothing gives 0.
pub fn largest_step(radius: f64, speed: f64) -> f64 {
    if speed == 0.0 { f64::INFINITY } else { ((radius - LAMBDA) / speed).max(0.0) }
}

/// How many equal parts a step is cut into so that none is longer than `largest`: 1 to 64. Where more were needed it is 64,
/// and fast things may pass through thin ones again: each part is then longer than `largest`, which
/// [`RaceBall::step`] tells.
pub fn substeps(dt: f64, largest: f64) -> u32 {
    substeps_at_most(dt, largest, MOST_PARTS)
}

/// As [`substeps`], with `most` parts at the most instead of 64; 0 counts as 1.
pub fn substeps_at_most(dt: f64, largest: f64, most: u32) -> u32 {
    let parts = (dt / largest).ceil();
    // NaN is that of nothing by nothing.
    if parts.is_nan() { 1 } else { parts.clamp(1.0, f64::from(most.max(1))) as u32 }
}
