//! Moving a body: out of walls, along surfaces.

use super::{
    Ground, TileBody, TileContact,
    ground::contact_of,
    sweep::{Mover, PlaneHit, way_out},
};
use motile_geom::{Vec2, glam::DVec2};

/// What happened to a body in one step.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what was met, side by side; any of them go together"
)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlideReport {
    /// It met ground from above.
    pub floor: bool,
    /// It met ground from below.
    pub ceiling: bool,
    /// It met a wall on its left.
    pub wall_left: bool,
    /// It met a wall on its right.
    pub wall_right: bool,
    /// It was inside solid ground when the step began and was pushed out by this much, pixels.
    pub pushed: Vec2,
    /// It was inside solid ground and there was no way out: it did not move. A squeeze, or a level drawn over it.
    pub stuck: bool,
    /// Its numbers, or those of the space, were not finite: it did not move.
    pub rejected: bool,
}

/// Steeper than this a surface is a wall: the least upward part of its normal, that of 60 degrees.
const FLOOR: f32 = 0.5;

/// Most surfaces one step slides along.
const MAX_SLIDES: usize = 6;

impl SlideReport {
    pub(super) fn note(&mut self, normal: Vec2) {
        self.floor |= normal.y < -FLOOR;
        self.ceiling |= normal.y > FLOOR;
        self.wall_left |= normal.x > 0.0 && normal.y.abs() <= FLOOR;
        self.wall_right |= normal.x < 0.0 && normal.y.abs() <= FLOOR;
    }
}

impl Ground<'_> {
    /// Moves a body by its velocity for `dt` seconds: it stops at solid ground, slides along it, and loses the part of
    /// its velocity that goes into it (or gets it back where the material bounces). What it met is added to
    /// `contacts`, which is emptied first.
    ///
    /// After the step it overlaps no solid ground by more than four times [`SKIN`](super::SKIN), and upright faces not at
    /// all; one-way ground, which lifts a body by up to [`ONE_WAY_TOLERANCE`](super::ONE_WAY_TOLERANCE), may press it as far into
    /// what is above. A body that is inside solid ground is pushed out first, by the shortest way that is free. Bad numbers move nothing: the report says so.
    #[doc(alias = "move and slide")]
    #[doc(alias = "collide and slide")]
    pub fn slide(
        &self,
        body: &mut TileBody,
        dt: f32,
        contacts: &mut Vec<TileContact>,
    ) -> SlideReport {
        let mut velocity = body.velocity;
        let report = self.slide_by(body, body.velocity * dt, contacts);
        for contact in contacts.iter() {
            let into = velocity.dot(contact.normal);
            if into < 0.0 {
                let bounce = contact.material.bounce;
                // Asked this way, NaN does not bounce.
                let bounce = if bounce > 0.0 { bounce.min(1.0) } else { 0.0 };
                velocity -= contact.normal * (into * (1.0 + bounce));
            }
        }
        if !report.rejected {
            // Two surfaces that face each other leave nothing of it.
            let stopped = contacts.iter().any(|contact| velocity.dot(contact.normal) < -1e-3);
            // What is bounced back twice as fast as there are numbers for is stopped, too.
            let stopped = stopped || report.stuck || !velocity.is_finite();
            body.velocity = if stopped { Vec2::ZERO } else { velocity };
        }
        report
    }

    /// Moves a body as [`slide`](Self::slide) does; then what it met rubs: along each surface the velocity comes nearer to that of
    /// the surface's belt, by `friction` pixels per second squared times its grip. Ice, of grip 0, leaves the speed alone; a
    /// belt takes a crate along. Platforms carry by themselves and rub as if they stood still. A friction that is no number
    /// above 0 is none.
    ///
    /// ```
    /// use motile_geom::{Aabb, vec2};
    /// use motile_tiles::{Ground, TileBody, TileKind, TileKinds, TileLayer, TileMaterial, TileSpace};
    /// let layer = TileLayer::from_rows(&[[0; 9], [1; 9]])?;
    /// let belt = TileMaterial { belt: vec2(30.0, 0.0), ..TileMaterial::PLAIN };
    /// let kinds = TileKinds::new().with(1, TileKind { material: belt, ..TileKind::solid() });
    /// let ground = Ground::new(&layer, &kinds, TileSpace::square(16.0));
    /// let mut parcel = TileBody::boxed(Aabb::from_size(vec2(4.0, 8.0), vec2(8.0, 8.0)));
    /// for _ in 0..60 {
    ///     parcel.velocity.y += 10.0;
    ///     ground.slide_and_rub(&mut parcel, 200.0, 1.0 / 60.0, &mut Vec::new());
    /// }
    /// assert_eq!(parcel.velocity, vec2(30.0, 0.0), "as fast as the belt");
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    #[doc(alias = "friction")]
    #[doc(alias = "conveyor")]
    pub fn slide_and_rub(
        &self,
        body: &mut TileBody,
        friction: f32,
        dt: f32,
        contacts: &mut Vec<TileContact>,
    ) -> SlideReport {
        let report = self.slide(body, dt, contacts);
        if !report.rejected && !report.stuck {
            for contact in contacts.iter() {
                body.velocity = rubbed(body.velocity, contact, friction * dt);
            }
        }
        report
    }

    /// Moves a body by a distance in pixels as [`slide`](Self::slide) does, and leaves its velocity alone.
    pub fn slide_by(
        &self,
        body: &mut TileBody,
        way: Vec2,
        contacts: &mut Vec<TileContact>,
    ) -> SlideReport {
        contacts.clear();
        self.slide_noting(body, way, |contact| contacts.push(contact))
    }

    /// Moves a body by a distance and tells what it met one by one: who does not care keeps no list.
    pub(super) fn slide_noting(
        &self,
        body: &mut TileBody,
        way: Vec2,
        note: impl FnMut(TileContact),
    ) -> SlideReport {
        let mut report = SlideReport::default();
        let Some(mover) = self.mover(body, way) else {
            return SlideReport { rejected: true, ..report };
        };
        if self.near_body(body, way).is_some_and(|near| near.covered == 0) {
            body.position = (mover.start + mover.way).as_vec2();
            return report;
        }
        let (start, pushed) = match self.push_out(&mover) {
            Some(free) => (free, free - mover.start),
            None => return SlideReport { stuck: true, ..report },
        };
        report.pushed = pushed.as_vec2();
        let (end, planes, count) = self.walk(Mover { start, ..mover }, note, &mut report);
        body.position = rounded(end, &planes[..count]);
        report
    }

    fn walk(
        &self,
        mut mover: Mover,
        mut note: impl FnMut(TileContact),
        report: &mut SlideReport,
    ) -> (DVec2, [(DVec2, f64); MAX_SLIDES], usize) {
        let mut planes = [(DVec2::ZERO, 0.0); MAX_SLIDES];
        let mut count = 0;
        let (mut share, mut spent) = (1.0, 0.0);
        while count < MAX_SLIDES && mover.way != DVec2::ZERO {
            let Some(meeting) = self.meet(&mover) else {
                return (mover.start + mover.way, planes, count);
            };
            let hit = meeting.hit;
            let mut contact = contact_of(&mover, &meeting);
            contact.time = (spent + share * hit.time) as f32;
            report.note(contact.normal);
            note(contact);
            let center = mover.center(hit.time);
            mover.start = center + hit.normal * correction(&mover, &hit);
            planes[count] = (hit.normal, hit.level);
            count += 1;
            spent += share * hit.time;
            share *= 1.0 - hit.time;
            mover.way = along(mover.way * (1.0 - hit.time), &planes[..count], mover.skin);
        }
        (mover.start, planes, count)
    }

    /// Where the center is free, by the shortest way straight in one of the directions that can lead out; itself when
    /// it is free. `None` when there is no such place near.
    fn push_out(&self, mover: &Mover) -> Option<DVec2> {
        let Some((_, piece)) = self.deepest(mover) else { return Some(mover.start) };
        let upright = [DVec2::NEG_Y, DVec2::NEG_X, DVec2::X, DVec2::Y];
        let slanted = piece.edges().map(|(_, _, normal)| normal);
        let slanted = slanted.filter(|normal| normal.x.abs().min(normal.y.abs()) > 1e-9);
        let mut best: Option<(f64, DVec2)> = None;
        for direction in upright.into_iter().chain(slanted) {
            let farthest = best.map_or(f64::INFINITY, |(far, _)| far);
            if let Some(far) = self.way_free(mover, direction, farthest) {
                best = Some((far, direction));
            }
        }
        best.map(|(far, direction)| mover.start + direction * far)
    }

    /// How far a body goes in a direction until nothing is in its place; `None` for `farthest` or more.
    fn way_free(&self, mover: &Mover, direction: DVec2, farthest: f64) -> Option<f64> {
        /// Pieces of ground behind each other that are left one by one.
        const MAX_PIECES: usize = 64;
        let mut far = 0.0;
        for _ in 0..MAX_PIECES {
            let there = Mover { start: mover.start + direction * far, way: DVec2::ZERO, ..*mover };
            let Some((_, piece)) = self.deepest(&there) else { return Some(far) };
            far += way_out(&there, &piece, direction);
            if far.is_nan() || far >= farthest {
                return None;
            }
        }
        None
    }
}

/// A velocity after a surface has rubbed that changes it by up to `most` pixels per second at full grip.
fn rubbed(velocity: Vec2, contact: &TileContact, most: f32) -> Vec2 {
    let most = most * contact.material.grip;
    let along = contact.normal.perp();
    let slip = (contact.material.belt - velocity).dot(along);
    // Asked this way, NaN changes nothing.
    if most > 0.0 && slip.is_finite() {
        velocity + along * slip.clamp(-most, most)
    } else {
        velocity
    }
}

/// How far a body is put out along the normal of what it met. On upright faces it comes to lie exactly on them; what is
/// slanted or round is left alone within the skin, or two corners would push it to and fro between them.
fn correction(mover: &Mover, hit: &PlaneHit) -> f64 {
    let behind = hit.level - hit.normal.dot(mover.center(hit.time));
    let upright = hit.normal.x == 0.0 || hit.normal.y == 0.0;
    if upright || behind > 1.5 * mover.skin { behind } else { 0.0 }
}

/// The rest of a way along all surfaces met so far; nothing when it goes into one of them.
fn along(way: DVec2, planes: &[(DVec2, f64)], skin: f64) -> DVec2 {
    let Some(&(normal, _)) = planes.last() else { return way };
    let way = way - normal * way.dot(normal).min(0.0);
    let shortest = skin * 1e-3;
    let blocked = planes.iter().any(|(normal, _)| way.dot(*normal) < -1e-9);
    // What is shorter than a thousandth of the skin is left of rounding.
    if blocked || way.length_squared() < shortest * shortest { DVec2::ZERO } else { way }
}

/// A place as `f32`, rounded away from the surfaces it lies on, so that rounding never lets a body into the ground.
fn rounded(center: DVec2, planes: &[(DVec2, f64)]) -> Vec2 {
    let mut place = center.as_vec2();
    for &(normal, level) in planes {
        let on = (normal.dot(center) - level).abs() < 1e-9;
        let inside = |place: Vec2| normal.dot(place.as_dvec2()) < level;
        for _ in 0..2 {
            if on && inside(place) {
                place = nudged(place, normal);
            }
        }
    }
    place
}

/// The next place in the direction of a normal, along its larger part.
fn nudged(place: Vec2, normal: DVec2) -> Vec2 {
    let next = |value: f32, up: bool| if up { value.next_up() } else { value.next_down() };
    if normal.x.abs() > normal.y.abs() {
        Vec2::new(next(place.x, normal.x > 0.0), place.y)
    } else {
        Vec2::new(place.x, next(place.y, normal.y > 0.0))
    }
}
