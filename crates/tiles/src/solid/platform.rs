//! Platforms that move and turn, carry what stands on them, and push what is in their way.

use super::{
    Ground, ONE_WAY_TOLERANCE, TileBody, TileMaterial, TileSides,
    piece::{Piece, side_of},
    sweep::{Mover, PlaneHit, depth, first_hit},
};
use motile_geom::{Vec2, glam::DVec2, ops};

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

    /// Where a point was `dt` seconds ago that has come with it: the inverse of [`carried`](Self::carried).
    fn came_from(&self, point: Vec2, dt: f32) -> Vec2 {
        let arm = point - self.position - self.velocity * dt;
        let (sin, cos) = ops::sin_cos(self.spin * dt);
        self.position + Vec2::new(arm.x * cos + arm.y * sin, arm.y * cos - arm.x * sin)
    }

    /// This platform after `dt` seconds.
    fn moved(mut self, dt: f32) -> Self {
        self.position += self.velocity * dt;
        self.angle += self.spin * dt;
        self
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

    /// Its own direction to the right.
    fn axis(&self) -> DVec2 {
        if self.angle == 0.0 {
            return DVec2::X;
        }
        let (sin, cos) = ops::sin_cos(self.angle);
        Vec2::new(cos, sin).as_dvec2()
    }

    /// The ways out of its four sides, always in the same order.
    fn normals(&self) -> [DVec2; 4] {
        let axis = self.axis();
        [axis, axis.perp(), -axis, -axis.perp()]
    }

    pub(super) fn piece(&self) -> Piece {
        let (position, half) = (self.position.as_dvec2(), self.half.as_dvec2());
        if self.angle == 0.0 {
            return Piece::upright(position - half, position + half);
        }
        let axis = self.axis();
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
    /// It carried a body that stands on it, or came up under one in the air.
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
/// what is in its way is pushed, what cannot give way is squeezed. One-way platforms carry and push only what is beyond a side that
/// is solid, squeeze nobody, and go through what has no room. `ground` is the world without the platforms. Events
/// are added to `events`, which is emptied first. Platforms with bad numbers, and those that would get them, stay.
///
/// Platforms pass through each other, but carry and push no body into another one: who is carried against it stays there,
/// who is pushed against it is squeezed.
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
    for index in 0..platforms.len() {
        let before = platforms[index];
        let after = before.moved(dt);
        if !before.is_valid() || !after.is_valid() {
            continue;
        }
        platforms[index] = after;
        let turn = Turn { before, index, platforms, ground, dt };
        for (number, body) in bodies.iter_mut().enumerate() {
            if before.layers & body.mask != 0 && body.is_valid() {
                events.extend(turn.act(body, number as u32));
            }
        }
    }
}

/// The turn of one platform that has moved: those with lower numbers have moved too, the others have not.
struct Turn<'a> {
    before: TilePlatform,
    index: usize,
    platforms: &'a [TilePlatform],
    ground: &'a Ground<'a>,
    dt: f32,
}

impl Turn<'_> {
    /// What it does to one body.
    fn act(&self, body: &mut TileBody, number: u32) -> Option<PlatformEvent> {
        let (ground, after, platform) =
            (self.ground, self.platforms[self.index], self.index as u32);
        let mut event = None;
        if let Some(normal) = stands_on(&self.before, body, ground) {
            self.carry(body);
            self.put_back(body, &after, normal);
            event = Some(PlatformEvent::Carried { body: number, platform });
        }
        if !after.one_way.is_empty() {
            return event.or_else(|| self.catch(body, number));
        }
        if !is_inside(&after, body, ground) {
            return event;
        }
        let alone = [after];
        let world = Ground { platforms: &alone, ..*ground };
        let mut probe = *body;
        let report = world.slide_noting(&mut probe, Vec2::ZERO, |_| {});
        let blocked = ground.overlaps(&probe) || self.other_around(&probe).is_some();
        if report.stuck || blocked || far(body, probe.position, &self.before, &after) {
            return Some(PlatformEvent::Squeezed { body: number, platform });
        }
        body.position = probe.position;
        Some(PlatformEvent::Pushed { body: number, platform })
    }

    /// Takes a body along, as far as the ground and the other platforms let it go.
    fn carry(&self, body: &mut TileBody) {
        let feet = Vec2::new(body.position.x, body.bottom());
        self.take_along(body, self.before.carried(feet, self.dt) - feet);
    }

    /// Puts a body that was carried back onto the face it stands on. What turns moves the corner that touches it another way than
    /// the feet, and behind a one-way face nothing would hold it.
    fn put_back(&self, body: &mut TileBody, after: &TilePlatform, normal: DVec2) {
        if after.one_way.is_empty() || after.spin == 0.0 {
            return;
        }
        let mut sides = self.before.normals().into_iter().zip(after.normals());
        let side = sides.find(|(old, _)| is_along(*old, normal));
        if let (Some((_, new)), Some(mover)) = (side, self.ground.mover(body, Vec2::ZERO)) {
            self.take_along(body, (new * behind(&mover, &after.piece(), new)).as_vec2());
        }
    }

    /// Keeps a body beyond the solid sides of a one-way platform that moves towards it. Without that the surface passes the
    /// body, which is on the inner side then, where nothing stops it.
    fn catch(&self, body: &mut TileBody, number: u32) -> Option<PlatformEvent> {
        let (after, platform) = (self.platforms[self.index], self.index as u32);
        let mut sides = self.before.normals().into_iter().zip(after.normals());
        let (push, normal) = sides.find_map(|(old, new)| self.passed(body, &after, old, new))?;
        self.take_along(body, push.as_vec2());
        Some(if normal.y < -0.5 {
            PlatformEvent::Carried { body: number, platform }
        } else {
            PlatformEvent::Pushed { body: number, platform }
        })
    }

    /// How far a body has to go to stay beyond a solid side, of which `old` and `new` are the ways out before and after the turn;
    /// `None` when that side does not come past it. The second is the way out where it is met.
    fn passed(
        &self,
        body: &TileBody,
        after: &TilePlatform,
        old: DVec2,
        new: DVec2,
    ) -> Option<(DVec2, DVec2)> {
        let side = side_of(old);
        if !after.one_way.has(side) {
            return None;
        }
        // For the platform it is the body that moves: by the way of the corner that is nearest to the side.
        let corner = |axis: f64| if axis.abs() < 1e-6 { 0.0 } else { axis.signum() };
        let reach = DVec2::new(corner(old.x), corner(old.y)).as_vec2() * body.half;
        let touch = body.position - reach - old.as_vec2() * body.radius;
        let way = self.before.came_from(touch, self.dt) - touch;
        let mover = self.ground.mover(body, way)?;
        let Some(hit) = first_hit(&mover, &self.before.piece(), side, |_| true) else {
            // Of what turns, another corner may come behind it.
            let turns = self.before.spin != 0.0 && !(body.drops && side == TileSides::TOP);
            let was_beyond =
                behind(&mover, &self.before.piece(), old) <= f64::from(ONE_WAY_TOLERANCE);
            let passed = turns && was_beyond && is_inside(after, body, self.ground);
            return passed.then(|| (new * behind(&mover, &after.piece(), new), new));
        };
        let push = if is_along(hit.normal, old) {
            new * behind(&mover, &after.piece(), new)
        } else {
            hit.normal * left_behind(&mover, &hit)
        };
        Some((push, hit.normal))
    }

    /// Moves a body as far as the ground and the other platforms let it go.
    fn take_along(&self, body: &mut TileBody, way: Vec2) {
        let start = *body;
        self.ground.slide_noting(body, way, |_| {});
        let Some(wall) = self.other_around(body) else { return };
        if self.other_around(&start).is_some() {
            return;
        }
        let alone = [wall];
        *body = start;
        Ground { platforms: &alone, ..*self.ground }.slide_noting(body, way, |_| {});
        if self.other_around(body).is_some() {
            *body = start;
        }
    }

    /// Another platform that a body is inside of. One that moves later counts only when it still is there after its own
    /// turn, and one that comes then acts then.
    fn other_around(&self, body: &TileBody) -> Option<TilePlatform> {
        let others = self.platforms.iter().enumerate().filter(|&(index, other)| {
            let meets = other.layers & body.mask != 0 && other.one_way.is_empty();
            index != self.index && meets && other.is_valid()
        });
        let holds = |platform: &TilePlatform| is_inside(platform, body, self.ground);
        let mut around = others.filter(|&(index, other)| {
            holds(other) && (index < self.index || holds(&other.moved(self.dt)))
        });
        around.next().map(|(_, other)| *other)
    }
}

fn is_along(a: DVec2, b: DVec2) -> bool {
    a.dot(b) > 1.0 - 1e-6
}

/// How far a body is behind the plane of a piece that has this way out; 0 in front of it.
fn behind(mover: &Mover, piece: &Piece, normal: DVec2) -> f64 {
    let level = piece.reach(normal) + mover.core(normal) + mover.radius;
    (level - normal.dot(mover.start)).max(0.0)
}

/// How far a body would be behind the plane of a hit at the end of its way.
fn left_behind(mover: &Mover, hit: &PlaneHit) -> f64 {
    (hit.level - hit.normal.dot(mover.center(1.0))).max(0.0)
}

/// A push much longer than the platform's own way is no push: the body would jump to the other side of a wall.
fn far(body: &TileBody, new: Vec2, before: &TilePlatform, after: &TilePlatform) -> bool {
    let moved = after.position.distance(before.position);
    let turned = (after.angle - before.angle).abs() * after.half.length();
    body.position.distance(new) > 2.0 * (moved + turned) + 0.5 * body.area().size().min_element()
}

/// The way out of what a body stands on, when it stands on a platform and does not leave it.
fn stands_on(platform: &TilePlatform, body: &TileBody, ground: &Ground<'_>) -> Option<DVec2> {
    /// How far above it a body still stands on it, pixels: rounding of both places.
    const NEAR: f32 = 0.05;
    /// How much faster it may rise than the platform, pixels per second: what jumps is faster.
    const LEAVING: f32 = 1.0;
    // What rests on it has no velocity of its own, whether it sinks or rises.
    let leaves = body.velocity.y < platform.velocity_of(body.position).y.min(0.0) - LEAVING;
    let mover = ground.mover(body, Vec2::new(0.0, NEAR))?;
    let below = first_hit(&mover, &platform.piece(), platform.one_way, |_| true)?;
    (!leaves && below.normal.y < -0.5).then_some(below.normal)
}

fn is_inside(platform: &TilePlatform, body: &TileBody, ground: &Ground<'_>) -> bool {
    let mover = ground.mover(body, Vec2::ZERO);
    mover.is_some_and(|mover| depth(&mover, &platform.piece()).is_some())
}
