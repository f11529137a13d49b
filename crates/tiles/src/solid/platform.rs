//! Platforms that move and turn, carry what stands on them, and push what is in their way.

use super::{
    Ground, TileBody, TileMaterial, TileSides,
    piece::Piece,
    sweep::{depth, first_hit},
};
use motile_geom::{Vec2, ops};

/// A box that moves and turns by itself: a lift, a swing, a crusher. It is solid for bodies, and what stands on it is
/// carried.
///
/// The user sets [`velocity`](Self::velocity) and [`spin`](Self::spin), or moves it by waypoints with
/// [`go_to`](Self::go_to); [`move_platforms`] moves all of them with their riders.
#[doc(alias = "moving platform")]
#[doc(alias = "lift")]
#[doc(alias = "elevator")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TilePlatform {
    /// Its center, pixels.
    pub position: Vec2,
    /// How far it is turned, radians clockwise.
    pub angle: f32,
    /// Half its size, pixels.
    pub half: Vec2,
    /// How it moves, pixels per second.
    pub velocity: Vec2,
    /// How it turns, radians per second clockwise.
    pub spin: f32,
    /// Sides that are solid only for what comes from there; none for a platform that is solid all around.
    pub one_way: TileSides,
    /// How its surface feels.
    pub material: TileMaterial,
    /// The groups it is in; a body meets those its mask has.
    pub layers: u32,
}

impl Default for TilePlatform {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            angle: 0.0,
            half: Vec2::new(16.0, 4.0),
            velocity: Vec2::ZERO,
            spin: 0.0,
            one_way: TileSides::NONE,
            material: TileMaterial::PLAIN,
            layers: 1,
        }
    }
}

impl TilePlatform {
    /// A platform at rest with its center at a place and half its size.
    pub fn new(position: Vec2, half: Vec2) -> Self {
        Self { position, half, ..Self::default() }
    }

    /// Whether its numbers are finite and its size is none below 0.
    pub fn is_valid(&self) -> bool {
        let motion = self.velocity.is_finite() && self.spin.is_finite();
        let place = self.position.is_finite() && self.angle.is_finite();
        motion && place && self.half.is_finite() && self.half.cmpgt(Vec2::ZERO).all()
    }

    /// How a point that goes with it moves, pixels per second.
    pub fn velocity_of(&self, point: Vec2) -> Vec2 {
        let arm = point - self.position;
        self.velocity + Vec2::new(-arm.y, arm.x) * self.spin
    }

    /// Where a point that goes with it is after `dt` seconds.
    pub fn carried(&self, point: Vec2, dt: f32) -> Vec2 {
        let arm = point - self.position;
        let (sin, cos) = ops::sin_cos(self.spin * dt);
        let turned = Vec2::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos);
        self.position + self.velocity * dt + turned
    }

    /// Sets its velocity so that it goes straight to a place at a speed in pixels per second and stops there exactly.
    /// Returns whether it arrives in this step of `dt` seconds: the time to choose the next place.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_tiles::TilePlatform;
    /// let mut lift = TilePlatform::new(vec2(0.0, 0.0), vec2(16.0, 4.0));
    /// assert!(!lift.go_to(vec2(0.0, -30.0), 20.0, 1.0));
    /// lift.position += lift.velocity;
    /// assert!(lift.go_to(vec2(0.0, -30.0), 20.0, 1.0));
    /// assert_eq!(lift.velocity, vec2(0.0, -10.0));
    /// ```
    #[doc(alias = "waypoint")]
    pub fn go_to(&mut self, goal: Vec2, speed: f32, dt: f32) -> bool {
        let way = goal - self.position;
        let step = speed.abs() * dt;
        if !(way.is_finite() && step > 0.0) {
            self.velocity = Vec2::ZERO;
            return false;
        }
        let arrives = way.length() <= step;
        self.velocity = if arrives { way / dt } else { way.normalize_or_zero() * speed.abs() };
        arrives
    }

    pub(super) fn piece(&self) -> Piece {
        let (position, half) = (self.position.as_dvec2(), self.half.as_dvec2());
        if self.angle == 0.0 {
            return Piece::upright(position - half, position + half);
        }
        let (sin, cos) = ops::sin_cos(self.angle);
        let axis = Vec2::new(cos, sin).as_dvec2();
        let (x, y) = (axis * half.x, axis.perp() * half.y);
        let corners = [position - x - y, position + x - y, position + x + y, position - x + y];
        Piece::from_corners(corners.into_iter()).unwrap_or(Piece::upright(position, position))
    }
}

motile_geom::state_fields! {
    TilePlatform { position, angle, half, velocity, spin, one_way, material, layers }
}

/// What a moving platform did to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlatformEvent {
    /// It carried a body that stands on it.
    Carried {
        /// The body, by its place in the list.
        body: u32,
        /// The platform, by its place in the list.
        platform: u32,
    },
    /// It pushed a body out of its way.
    Pushed {
        /// The body, by its place in the list.
        body: u32,
        /// The platform, by its place in the list.
        platform: u32,
    },
    /// It pushed a body against solid ground that leaves no room. The body stays where it was, inside the platform.
    #[doc(alias = "crush")]
    Squeezed {
        /// The body, by its place in the list.
        body: u32,
        /// The platform, by its place in the list.
        platform: u32,
    },
}

/// Moves all platforms by their velocities and spins for `dt` seconds, one after another: what stands on one is carried,
/// what is in its way is pushed, what cannot give way is squeezed. `ground` is the world without the platforms. Events
/// are added to `events`, which is emptied first. Platforms with bad numbers stay.
///
/// Call it before the bodies take their own steps.
pub fn move_platforms(
    platforms: &mut [TilePlatform],
    bodies: &mut [TileBody],
    ground: &Ground<'_>,
    dt: f32,
    events: &mut Vec<PlatformEvent>,
) {
    events.clear();
    for (index, platform) in platforms.iter_mut().enumerate() {
        if !platform.is_valid() || !dt.is_finite() {
            continue;
        }
        let before = *platform;
        platform.position += platform.velocity * dt;
        platform.angle += platform.spin * dt;
        for (number, body) in bodies.iter_mut().enumerate() {
            if before.layers & body.mask == 0 || !body.is_valid() {
                continue;
            }
            let ids = (number as u32, index as u32);
            let event = act(&before, platform, body, ground, dt, ids);
            events.extend(event);
        }
    }
}

/// What one platform that moved does to one body.
fn act(
    before: &TilePlatform,
    after: &TilePlatform,
    body: &mut TileBody,
    ground: &Ground<'_>,
    dt: f32,
    (number, platform): (u32, u32),
) -> Option<PlatformEvent> {
    let mut event = None;
    if stands_on(before, body, ground) {
        let feet = Vec2::new(body.position.x, body.bottom());
        let way = before.carried(feet, dt) - feet;
        ground.slide_noting(body, way, |_| {});
        event = Some(PlatformEvent::Carried { body: number, platform });
    }
    if !after.one_way.is_empty() || !is_inside(after, body, ground) {
        return event;
    }
    let alone = [*after];
    let world = Ground { platforms: &alone, ..*ground };
    let old = body.position;
    let mut probe = *body;
    let report = world.slide_noting(&mut probe, Vec2::ZERO, |_| {});
    if report.stuck || ground.overlaps(&probe) || far(old, probe.position, before, after, body) {
        body.position = old;
        return Some(PlatformEvent::Squeezed { body: number, platform });
    }
    body.position = probe.position;
    Some(PlatformEvent::Pushed { body: number, platform })
}

/// A push much longer than the platform's own way is no push: the body would jump to the other side of a wall.
fn far(old: Vec2, new: Vec2, before: &TilePlatform, after: &TilePlatform, body: &TileBody) -> bool {
    let moved = after.position.distance(before.position);
    let turned = (after.angle - before.angle).abs() * after.half.length();
    old.distance(new) > 2.0 * (moved + turned) + 0.5 * body.area().size().min_element()
}

/// Whether a body stands on a platform and does not leave it.
fn stands_on(platform: &TilePlatform, body: &TileBody, ground: &Ground<'_>) -> bool {
    /// How far above it a body still stands on it, pixels: rounding of both places.
    const NEAR: f32 = 0.05;
    /// How much faster it may rise than the platform, pixels per second: what jumps is faster.
    const LEAVING: f32 = 1.0;
    // What rests on it has no velocity of its own, whether it sinks or rises.
    let leaves = body.velocity.y < platform.velocity_of(body.position).y.min(0.0) - LEAVING;
    let Some(mover) = ground.mover(body, Vec2::new(0.0, NEAR)) else { return false };
    let below = first_hit(&mover, &platform.piece(), platform.one_way, |_| true);
    !leaves && below.is_some_and(|hit| hit.normal.y < -0.5)
}

fn is_inside(platform: &TilePlatform, body: &TileBody, ground: &Ground<'_>) -> bool {
    let mover = ground.mover(body, Vec2::ZERO);
    mover.is_some_and(|mover| depth(&mover, &platform.piece()).is_some())
}
