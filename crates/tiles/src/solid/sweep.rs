//! The way of a body against one convex piece.

use super::{
    ONE_WAY_TOLERANCE, TileSides,
    piece::{Piece, side_of},
};
use motile_geom::glam::{DVec2, dvec2};

/// A body on its way, as a point: the piece is grown by the body instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) start: DVec2,
    pub(super) way: DVec2,
    pub(super) half: DVec2,
    pub(super) radius: f64,
    /// What overlaps by less than this only touches.
    pub(super) skin: f64,
    pub(super) mask: u32,
    pub(super) drops: bool,
}

/// Where the way meets a plane of a grown piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlaneHit {
    pub(super) time: f64,
    pub(super) normal: DVec2,
    /// The body's center stays where `normal · center` is at least this.
    pub(super) level: f64,
    /// The two ends of the contact on the piece; the same point twice for a corner.
    pub(super) ends: (DVec2, DVec2),
    /// The middle of the edge that is met; the corner itself for a corner.
    pub(super) middle: DVec2,
}

impl Mover {
    /// How far the body reaches in a direction, without its radius.
    pub(super) fn core(&self, normal: DVec2) -> f64 {
        normal.x.abs() * self.half.x + normal.y.abs() * self.half.y
    }

    /// The box the center passes through, grown by the body.
    pub(super) fn swept(&self) -> (DVec2, DVec2) {
        let end = self.start + self.way;
        let reach = self.half + DVec2::splat(self.radius + self.skin);
        (self.start.min(end) - reach, self.start.max(end) + reach)
    }

    pub(super) fn center(&self, time: f64) -> DVec2 {
        self.start + self.way * time
    }
}

/// The first hit of a mover with a piece that `counts` lets through: it is asked whether a contact is on the surface of
/// the ground as a whole.
pub(super) fn first_hit(
    mover: &Mover,
    piece: &Piece,
    one_way: TileSides,
    counts: impl Fn(&PlaneHit) -> bool,
) -> Option<PlaneHit> {
    if mover.radius > 0.0 {
        first_round_hit(mover, piece, one_way, counts)
    } else {
        first_sharp_hit(mover, piece, one_way, counts)
    }
}

/// A plane of a grown piece with how the mover goes through it.
#[derive(Clone, Copy, Debug, Default)]
struct Plane {
    normal: DVec2,
    level: f64,
    /// Distance of the start, positive outside.
    distance: f64,
    /// Change of the distance along the whole way.
    closing: f64,
}

/// A way that comes nearer to a plane by less than this share of its length goes along it. What slides along a slanted plane
/// is left with such a rest by rounding, and would meet it over and over without getting on.
const ALONG: f64 = 1e-9;

impl Plane {
    fn closes(&self, mover: &Mover) -> bool {
        self.closing < 0.0 && self.closing < -ALONG * mover.way.length()
    }
}

/// Most planes of a grown piece: those of the piece and those of the box.
const MAX_PLANES: usize = 12;

struct Planes {
    list: [Plane; MAX_PLANES],
    count: usize,
}

impl Planes {
    fn of(mover: &Mover, piece: &Piece) -> Self {
        let mut planes = Self { list: [Plane::default(); MAX_PLANES], count: 0 };
        for (_, _, normal) in piece.edges() {
            planes.add(mover, piece, normal);
        }
        for normal in [DVec2::X, DVec2::NEG_X] {
            if mover.half.y > 0.0 {
                planes.add(mover, piece, normal);
            }
        }
        for normal in [DVec2::Y, DVec2::NEG_Y] {
            if mover.half.x > 0.0 {
                planes.add(mover, piece, normal);
            }
        }
        planes
    }

    fn add(&mut self, mover: &Mover, piece: &Piece, normal: DVec2) {
        let known = self.all().iter().any(|plane| plane.normal.dot(normal) > 1.0 - 1e-9);
        if known || self.count == MAX_PLANES {
            return;
        }
        let level = piece.reach(normal) + mover.core(normal) + mover.radius;
        self.list[self.count] = Plane {
            normal,
            level,
            distance: normal.dot(mover.start) - level,
            closing: normal.dot(mover.way),
        };
        self.count += 1;
    }

    fn all(&self) -> &[Plane] {
        &self.list[..self.count]
    }
}

/// A box against a piece.
///
/// A plane is met at time `T`: the first time at which the center has come to it and is inside all other planes by more
/// than the skin. It counts when the center is then at most a skin behind it; behind by more, it came in through another
/// plane. So what passes within a skin of a corner is not caught by it, and what touches is.
fn first_sharp_hit(
    mover: &Mover,
    piece: &Piece,
    one_way: TileSides,
    counts: impl Fn(&PlaneHit) -> bool,
) -> Option<PlaneHit> {
    let planes = Planes::of(mover, piece);
    let mut best: Option<PlaneHit> = None;
    for (i, plane) in planes.all().iter().enumerate() {
        if !plane.closes(mover) {
            continue;
        }
        let Some((enter, leave)) = inside_of_others(&planes, i, mover.skin) else { continue };
        let reached = -plane.distance / plane.closing;
        let time = reached.max(enter).max(0.0);
        let behind = -(plane.distance + plane.closing * time);
        let allowed = if time > 0.0 { mover.skin } else { deepest_start(mover, one_way) };
        if time > 1.0 || time >= leave || behind > allowed || !is_open(mover, one_way, plane.normal)
        {
            continue;
        }
        let (ends, middle) = contact_ends(mover, piece, plane.normal, mover.center(time));
        let hit = PlaneHit { time, normal: plane.normal, level: plane.level, ends, middle };
        if best.is_none_or(|best| is_before(&hit, &best)) && counts(&hit) {
            best = Some(hit);
        }
    }
    best
}

/// How deep a body may be when it starts and still be held: what pushes it out of one piece may push it into another by
/// a little.
fn deepest_start(mover: &Mover, one_way: TileSides) -> f64 {
    if one_way.is_empty() { 4.0 * mover.skin } else { f64::from(ONE_WAY_TOLERANCE) }
}

/// Whether a hit comes before another: earlier, and at the same time floors and ceilings before walls.
pub(super) fn is_before(a: &PlaneHit, b: &PlaneHit) -> bool {
    a.time < b.time || (a.time == b.time && a.normal.y.abs() > b.normal.y.abs())
}

/// From when to when the center is inside all planes but one by more than the skin; `None` for never.
fn inside_of_others(planes: &Planes, but: usize, skin: f64) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for (i, plane) in planes.all().iter().enumerate() {
        if i == but {
            continue;
        }
        let distance = plane.distance + skin;
        if plane.closing == 0.0 {
            if distance >= 0.0 {
                return None;
            }
        } else if plane.closing < 0.0 {
            enter = enter.max(-distance / plane.closing);
        } else {
            leave = leave.min(-distance / plane.closing);
        }
    }
    (enter < leave && leave > 0.0).then_some((enter, leave))
}

/// Whether a piece is solid for what comes against this normal.
fn is_open(mover: &Mover, one_way: TileSides, normal: DVec2) -> bool {
    let side = side_of(normal);
    one_way.is_empty() || (one_way.has(side) && !(mover.drops && side == TileSides::TOP))
}

/// Whether the corner of a piece is solid for a round body that meets it along a normal: of one-way ground only when the body
/// comes from beyond an open side that the corner ends, all of it. What is already below such a side passes, also at the seams
/// of a row.
fn is_open_corner(mover: &Mover, piece: &Piece, one_way: TileSides, hit: &PlaneHit) -> bool {
    if one_way.is_empty() {
        return true;
    }
    let (corner, normal) = (hit.ends.0, hit.normal);
    let sides = [
        (TileSides::TOP, DVec2::NEG_Y),
        (TileSides::RIGHT, DVec2::X),
        (TileSides::BOTTOM, DVec2::Y),
        (TileSides::LEFT, DVec2::NEG_X),
    ];
    let is_beyond = |side: DVec2| {
        let level = side.dot(corner) + mover.core(side) + mover.radius;
        side.dot(mover.start) - level >= -f64::from(ONE_WAY_TOLERANCE)
    };
    let ends = |name: TileSides| {
        piece.edges().any(|(a, b, out)| (a == corner || b == corner) && side_of(out) == name)
    };
    sides.into_iter().any(|(name, side)| {
        let drops = mover.drops && name == TileSides::TOP;
        let open = one_way.has(name) && !drops && side.dot(normal) > 0.3;
        open && is_beyond(side) && ends(name)
    })
}

/// The part of the piece the body touches when its center is somewhere on a plane, and the middle of the edge there.
fn contact_ends(
    mover: &Mover,
    piece: &Piece,
    normal: DVec2,
    center: DVec2,
) -> ((DVec2, DVec2), DVec2) {
    let (a, b) = piece.support(normal, 1e-6);
    let along = dvec2(-normal.y, normal.x);
    // The body touches with a side where the normal is that of the side, with a corner otherwise.
    let (corner, reach) = if normal.x.abs() < 1e-9 {
        (DVec2::ZERO, mover.half.x)
    } else if normal.y.abs() < 1e-9 {
        (DVec2::ZERO, mover.half.y)
    } else {
        (-normal.signum() * mover.half, 0.0)
    };
    let middle = along.dot(center + corner);
    let (from, to) = (along.dot(a), along.dot(b));
    let at = |place: f64| {
        let share =
            if to - from > 1e-9 { ((place - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        a + (b - a) * share
    };
    ((at(middle - reach), at(middle + reach)), (a + b) * 0.5)
}

/// A round body against a piece: faces moved out by the radius, and discs around the corners.
fn first_round_hit(
    mover: &Mover,
    piece: &Piece,
    one_way: TileSides,
    counts: impl Fn(&PlaneHit) -> bool,
) -> Option<PlaneHit> {
    let mut best: Option<PlaneHit> = None;
    let mut offer = |hit: PlaneHit, open: bool| {
        if open && best.is_none_or(|best| is_before(&hit, &best)) && counts(&hit) {
            best = Some(hit);
        }
    };
    let tolerance = deepest_start(mover, one_way);
    let planes = Planes::of(mover, piece);
    for plane in planes.all() {
        if let Some(hit) = face_hit(mover, piece, plane, tolerance) {
            offer(hit, is_open(mover, one_way, hit.normal));
        }
    }
    for &corner in piece.corners() {
        for sign in [dvec2(-1.0, -1.0), dvec2(1.0, -1.0), dvec2(1.0, 1.0), dvec2(-1.0, 1.0)] {
            if let Some(hit) = disc_hit(mover, corner, corner + sign * mover.half) {
                offer(hit, is_open_corner(mover, piece, one_way, &hit));
            }
            if mover.half == DVec2::ZERO {
                break;
            }
        }
    }
    best
}

/// Where the center meets a face that is moved out by the radius.
fn face_hit(mover: &Mover, piece: &Piece, plane: &Plane, tolerance: f64) -> Option<PlaneHit> {
    if !plane.closes(mover) || plane.distance < -tolerance {
        return None;
    }
    let time = (-plane.distance / plane.closing).max(0.0);
    if time > 1.0 {
        return None;
    }
    let normal = plane.normal;
    let along = dvec2(-normal.y, normal.x);
    let (a, b) = piece.support(normal, 1e-6);
    let (corner, reach) = if normal.x.abs() < 1e-9 {
        (0.0, mover.half.x)
    } else if normal.y.abs() < 1e-9 {
        (0.0, mover.half.y)
    } else {
        (along.dot(normal.signum() * mover.half), 0.0)
    };
    let center = mover.center(time);
    let place = along.dot(center) - corner;
    // The ends of the face belong to the discs.
    let on_face = place >= along.dot(a) - reach && place <= along.dot(b) + reach;
    let (ends, middle) = contact_ends(mover, piece, normal, center);
    on_face.then_some(PlaneHit { time, normal, level: plane.level, ends, middle })
}

/// Where the center meets the disc around a corner. It has to come a skin deep for that: what passes by is not caught.
fn disc_hit(mover: &Mover, corner: DVec2, middle: DVec2) -> Option<PlaneHit> {
    let radius = mover.radius - mover.skin;
    let from = mover.start - middle;
    let closing = from.dot(mover.way);
    if closing >= -ALONG * from.length() * mover.way.length() || radius <= 0.0 {
        return None;
    }
    let speed = mover.way.length_squared();
    let room = from.length_squared() - radius * radius;
    let deepest = (mover.radius - 4.0 * mover.skin).max(0.0);
    if from.length_squared() < deepest * deepest {
        return None;
    }
    let root = closing * closing - speed * room;
    if room > 0.0 && root <= 0.0 {
        return None;
    }
    let time = if room > 0.0 { (-closing - root.sqrt()) / speed } else { 0.0 };
    if !(0.0..=1.0).contains(&time) {
        return None;
    }
    let normal = (mover.center(time) - middle).normalize_or_zero();
    let level = normal.dot(middle) + mover.radius;
    let ends = (corner, corner);
    (normal != DVec2::ZERO).then_some(PlaneHit { time, normal, level, ends, middle: corner })
}

/// How deep the center is in a grown piece, and the way out: the normal and the level of the nearest plane. `None` when
/// it only touches.
pub(super) fn depth(mover: &Mover, piece: &Piece) -> Option<f64> {
    let planes = Planes::of(mover, piece);
    let nearest = planes.all().iter().map(|plane| plane.distance).fold(f64::NEG_INFINITY, f64::max);
    if nearest >= -mover.skin {
        return None;
    }
    if mover.radius > 0.0 {
        // The planes enclose sharp corners; the body's are round.
        let out = outside_of_core(mover, piece);
        return (mover.radius - out > mover.skin).then_some((mover.radius - out).min(-nearest));
    }
    Some(-nearest)
}

/// How far the center is from the piece grown by the inner box alone; 0 inside.
fn outside_of_core(mover: &Mover, piece: &Piece) -> f64 {
    let planes = Planes::of(&Mover { radius: 0.0, ..*mover }, piece);
    let inside = planes.all().iter().all(|plane| plane.distance <= 0.0);
    if inside {
        return 0.0;
    }
    let mut nearest = f64::INFINITY;
    for plane in planes.all() {
        let (a, b) = piece.support(plane.normal, 1e-6);
        let along = dvec2(-plane.normal.y, plane.normal.x);
        let (corner, reach) = if plane.normal.x.abs() < 1e-9 {
            (0.0, mover.half.x)
        } else if plane.normal.y.abs() < 1e-9 {
            (0.0, mover.half.y)
        } else {
            (along.dot(plane.normal.signum() * mover.half), 0.0)
        };
        let place = along.dot(mover.start) - corner;
        let held = place.clamp(along.dot(a) - reach, along.dot(b) + reach);
        let point = plane.normal * plane.level + along * (held + corner);
        nearest = nearest.min(point.distance(mover.start));
    }
    nearest
}

/// How far the center has to go along `direction` to leave a grown piece.
pub(super) fn way_out(mover: &Mover, piece: &Piece, direction: DVec2) -> f64 {
    let planes = Planes::of(mover, piece);
    let leave = planes.all().iter().filter_map(|plane| {
        let speed = plane.normal.dot(direction);
        (speed > 1e-9).then(|| -plane.distance / speed)
    });
    leave.fold(f64::INFINITY, f64::min)
}
