//! Things that move, fall, bounce and slide among blocks.

use super::cells::Cells;
use super::rest::{Rest, is_unchanged};
use super::sweep::{Contact, TOUCH, sweep};
use super::{IsoBody, IsoBox, flat, snap_to_cell};
use motile_geom::glam::DVec2;
use motile_geom::{
    Aabb, Arena, HashState, Id, SaveState, StateError, StateHash, StateReader, StateWriter, Vec3,
    vec3,
};

/// Slides along one side after another at most this often a step: a corner of a room has three.
const SLIDES: u32 = 4;
/// Slower than this along the floor, friction stops what stands on it, units a second: it would take a minute to do so by itself.
const CREEP: f32 = 1e-3;

/// A world of boxes with height: gravity, floor, walls, swept collision along three axes with sliding, slopes and stairs.
///
/// Bodies are moved one after another, in the order of their ids. A body is swept along its way, so that nothing
/// is jumped over however fast it is; where it meets something solid it stops flush and slides on. What stands on the ground walks up
/// what is no higher than its [`step_height`](IsoBody::step_height), and down again without leaving the ground: stairs,
/// half blocks and slopes. A bridge is a block with room below it; both of its levels can be walked.
///
/// ```
/// use motile_geom::{Vec3, vec3};
/// use motile_tiles::iso::{IsoBody, IsoWorld};
///
/// let mut world = IsoWorld::new();
/// world.add(IsoBody::block(vec3(100.0, 0.0, 0.0), vec3(20.0, 60.0, 200.0)));
/// let hero = world.add(IsoBody { velocity: vec3(300.0, 0.0, 60.0), ..IsoBody::new(Vec3::ZERO, Vec3::splat(20.0)) });
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let hero = &world[hero];
/// assert_eq!(hero.position.x, 80.0, "flush with the wall");
/// assert!((hero.position.z - 60.0).abs() < 1e-3, "and along it");
/// ```
///
/// What has come to rest sleeps and costs nothing, until it is lent out or something near it changes; that changes no result.
///
/// Bodies with numbers that are not finite, or that would get such numbers, stay where they are and are counted in
/// [`rejected`](Self::rejected).
#[derive(Clone, Debug)]
pub struct IsoWorld {
    /// Units a second, every second; positive is down.
    pub gravity: f32,
    /// The y of the ground everywhere; nothing for a world without.
    pub ground: Option<f32>,
    /// The part of the floor (x, z) that bodies stay in; nothing for no walls.
    pub area: Option<Aabb>,
    /// What would bounce off something slower than this does not, units a second: it stays on the ground, and stops
    /// at a wall, at the border of the area and below a ceiling.
    pub rest_speed: f32,
    /// How many times a body was not moved because a number was not finite.
    pub rejected: u64,
    bodies: Arena<IsoBody>,
    cells: Cells,
    /// Bodies that were added, removed or lent out since the cells were up to date.
    changed: Vec<u32>,
    fitted: usize,
    near: Vec<u32>,
    rest: Rest,
}

impl Default for IsoWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl core::ops::Index<Id<IsoBody>> for IsoWorld {
    type Output = IsoBody;

    /// # Panics
    /// When there is no such body; [`IsoWorld::get`] does not.
    fn index(&self, id: Id<IsoBody>) -> &IsoBody {
        &self.bodies[id]
    }
}

impl IsoWorld {
    /// An empty world with the ground at 0, without walls, with a gravity of 900.
    pub fn new() -> Self {
        Self {
            gravity: 900.0,
            ground: Some(0.0),
            area: None,
            rest_speed: 20.0,
            rejected: 0,
            bodies: Arena::new(),
            cells: Cells::default(),
            changed: Vec::new(),
            fitted: 0,
            near: Vec::new(),
            rest: Rest::default(),
        }
    }

    /// Adds a body.
    pub fn add(&mut self, body: IsoBody) -> Id<IsoBody> {
        let id = self.bodies.insert(body);
        self.changed.push(id.index());
        id
    }

    /// Takes a body out and gives it back.
    pub fn remove(&mut self, id: Id<IsoBody>) -> Option<IsoBody> {
        let body = self.bodies.remove(id)?;
        self.changed.push(id.index());
        Some(body)
    }

    /// A body.
    pub fn get(&self, id: Id<IsoBody>) -> Option<&IsoBody> {
        self.bodies.get(id)
    }

    /// A body, to change it: set its velocity, put it elsewhere.
    pub fn get_mut(&mut self, id: Id<IsoBody>) -> Option<&mut IsoBody> {
        let body = self.bodies.get_mut(id)?;
        self.changed.push(id.index());
        Some(body)
    }

    /// Whether a body has come to rest and is not looked at by [`step`](Self::step): it did not change in the last one, and
    /// neither did anything near it. Fixed bodies are never looked at, and do not sleep.
    #[doc(alias = "sleeping")]
    pub fn is_asleep(&self, id: Id<IsoBody>) -> bool {
        let is_known = self.get(id).is_some() && !self.changed.contains(&id.index());
        is_known && self.rest.is_asleep(id.index())
    }

    /// All bodies with their ids, in the order of their places.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Id<IsoBody>, &IsoBody)> + Clone {
        self.bodies.iter()
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there is no body.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Moves everything by a time in seconds. Times that are negative or no number do nothing.
    pub fn step(&mut self, dt: f32) {
        if !(dt.is_finite() && dt > 0.0) {
            return;
        }
        self.place_changed();
        self.rest.under(([dt, self.gravity, self.rest_speed], self.ground, self.area));
        for slot in 0..self.bodies.slots_len() as u32 {
            if self.rest.is_asleep(slot) {
                continue;
            }
            let Some(&body) = self.bodies.value_at(slot) else { continue };
            if body.fixed {
                continue;
            }
            if !body.is_valid() {
                self.rejected += 1;
                continue;
            }
            let moved = self.moved(slot, body, dt);
            if is_unchanged(&body, &moved) {
                self.rest.sleep(slot);
                continue;
            }
            if !moved.is_valid() {
                self.rejected += 1;
                continue;
            }
            self.wake_near(body.bounds().footprint().union(moved.bounds().footprint()));
            if let Some(body) = self.bodies.value_at_mut(slot) {
                *body = moved;
            }
            self.place(slot);
        }
    }

    /// Moves one body by a way at once, sliding along what is solid, without gravity, and up what is no higher than its step wherever it
    /// is. Returns the way it went, or nothing when there
    /// is no such body or a number is not finite.
    pub fn slide(&mut self, id: Id<IsoBody>, way: Vec3) -> Option<Vec3> {
        self.place_changed();
        let mut body = *self.bodies.get(id)?;
        if !body.is_valid() || !way.is_finite() {
            self.rejected += 1;
            return None;
        }
        let from = body.position;
        self.slide_body(id.index(), &mut body, way, true);
        if !body.is_valid() {
            self.rejected += 1;
            return None;
        }
        let went = body.position - from;
        let footprint = body.bounds().footprint();
        self.wake_near(footprint.union(footprint.translated(-flat(went))));
        if let Some(place) = self.bodies.get_mut(id) {
            place.position = body.position;
        }
        self.place(id.index());
        Some(went)
    }

    /// The y of what would carry something of this footprint (x, z) that is at or above the height `y`: the nearest surface
    /// below, or the ground. Nothing above an abyss. Bodies that are not solid carry nothing.
    pub fn surface_below(&mut self, footprint: Aabb, y: f32) -> Option<f32> {
        self.place_changed();
        self.support(u32::MAX, u32::MAX, footprint, y)
    }

    /// The first solid thing on the straight way between two points: what stands between an eye and what it looks at. Nothing when
    /// the way is free or a number is not finite; slopes hide what is below their surface. `mask` has the layers that
    /// count.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec3};
    /// use motile_tiles::iso::{IsoBody, IsoWorld};
    /// let mut world = IsoWorld::new();
    /// let wall = world.add(IsoBody::block(vec3(50.0, 0.0, 0.0), vec3(10.0, 30.0, 40.0)));
    /// let eye = vec3(0.0, -15.0, 0.0);
    /// assert_eq!(world.ray(eye, vec3(100.0, -15.0, 0.0), u32::MAX), Some((wall, vec3(45.0, -15.0, 0.0))));
    /// assert_eq!(world.ray(eye, vec3(100.0, -60.0, 0.0), u32::MAX), None, "over it");
    /// ```
    #[doc(alias = "line of sight")]
    #[doc(alias = "raycast")]
    pub fn ray(&mut self, from: Vec3, to: Vec3, mask: u32) -> Option<(Id<IsoBody>, Vec3)> {
        if !from.is_finite() || !to.is_finite() {
            return None;
        }
        self.place_changed();
        self.find_near(u32::MAX, Aabb::around([flat(from), flat(to)]));
        let hits = self.near.iter().filter_map(|&slot| {
            let body = self.bodies.value_at(slot).filter(|body| body.stops_mask(mask))?;
            Some((body.met_by(from, to)?, slot))
        });
        let (part, slot) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((self.bodies.id_at(slot)?, from.lerp(to, part)))
    }

    /// Whether nothing solid stands between two points; see [`ray`](Self::ray).
    pub fn sees(&mut self, from: Vec3, to: Vec3, mask: u32) -> bool {
        from.is_finite() && to.is_finite() && self.ray(from, to, mask).is_none()
    }

    /// Where something of a size would stand when it is dropped at a place of the world: on the nearest cell of a grid `side`
    /// wide, on what is below it there, and whether it may. The preview of what is about to be built.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec3};
    /// use motile_tiles::iso::{IsoBody, IsoWorld};
    /// let mut world = IsoWorld::new();
    /// world.add(IsoBody::block(Vec3::ZERO, Vec3::splat(20.0)));
    /// let beside = world.ghost(vec3(17.0, 0.0, 3.0), Vec3::splat(20.0), 20.0);
    /// assert_eq!((beside.bounds.base(), beside.is_free), (vec3(20.0, 0.0, 0.0), true));
    /// let on_top = world.ghost(vec3(4.0, -20.0, 3.0), Vec3::splat(20.0), 20.0);
    /// assert_eq!((on_top.bounds.base(), on_top.is_free), (vec3(0.0, -20.0, 0.0), true));
    /// assert!(!world.ghost(vec3(4.0, 0.0, 3.0), Vec3::splat(20.0), 20.0).is_free);
    /// ```
    #[doc(alias = "placement preview")]
    pub fn ghost(&mut self, place: Vec3, size: Vec3, side: f32) -> IsoGhost {
        let snapped = vec3(snap_to_cell(place.x, side), place.y, snap_to_cell(place.z, side));
        let thing = IsoBox::standing(snapped, size);
        if !thing.is_valid() {
            return IsoGhost { bounds: thing, is_free: false };
        }
        let y = self.surface_below(thing.footprint(), place.y).unwrap_or(place.y);
        let bounds = thing.translated(vec3(0.0, y - place.y, 0.0));
        let is_inside = self.area.is_none_or(|area| area.contains_box(bounds.footprint()));
        self.find_near(u32::MAX, bounds.footprint());
        let mut others = self.near.iter().filter_map(|&slot| self.bodies.value_at(slot));
        let is_free = is_inside && !others.any(|other| other.bounds().overlaps(&bounds));
        IsoGhost { bounds, is_free }
    }

    /// The shadow that a body casts on what is below it.
    pub fn shadow(&mut self, id: Id<IsoBody>) -> Option<IsoShadow> {
        self.place_changed();
        let body = *self.bodies.get(id)?;
        let y = self.support(id.index(), body.mask, body.bounds().footprint(), body.position.y)?;
        let height = (y - body.position.y).max(0.0);
        let far = (height / IsoShadow::FADE).min(1.0);
        let place = vec3(body.position.x, y, body.position.z);
        Some(IsoShadow {
            area: IsoBox::standing(place, vec3(body.size.x, 0.0, body.size.z)),
            blur: (height * 0.25).min(IsoShadow::MOST_BLUR),
            alpha: 0.5 * (1.0 - 0.75 * far),
        })
    }

    fn moved(&mut self, slot: u32, mut body: IsoBody, dt: f32) -> IsoBody {
        body.velocity.y += self.gravity * body.weight * dt;
        let was_grounded = body.grounded;
        body.grounded = false;
        let wanted = body.velocity;
        self.slide_body(slot, &mut body, wanted * dt, was_grounded);
        self.keep_in_area(&mut body);
        self.land(slot, &mut body, was_grounded && wanted.y >= 0.0);
        let left = 1.0 / (1.0 + body.friction.max(0.0) * dt);
        body.velocity.x *= left;
        body.velocity.z *= left;
        if left < 1.0 && body.grounded && flat(body.velocity).length() < CREEP {
            (body.velocity.x, body.velocity.z) = (0.0, 0.0);
        }
        body
    }

    /// Goes a way, side by side; the velocity bounces off what it meets. What `walks` steps up.
    fn slide_body(&mut self, slot: u32, body: &mut IsoBody, mut way: Vec3, walks: bool) {
        for _ in 0..SLIDES {
            if way == Vec3::ZERO {
                return;
            }
            let Some((contact, wall)) = self.first_contact(slot, body, way) else {
                body.position += way;
                return;
            };
            if walks && contact.axis != 1 && self.climb(slot, body, &wall, way) {
                continue;
            }
            body.position += way * contact.part;
            way *= 1.0 - contact.part;
            let half = body.size.abs()[contact.axis] * 0.5;
            let is_forward = way[contact.axis] > 0.0;
            body.position[contact.axis] = match (contact.axis, is_forward) {
                (1, true) => contact.side,
                (1, false) => contact.side + body.size.y.abs(),
                (_, true) => contact.side - half,
                (_, false) => contact.side + half,
            };
            way[contact.axis] = 0.0;
            self.bounce(body, contact.axis);
        }
    }

    fn bounce(&self, body: &mut IsoBody, axis: usize) {
        let speed = body.velocity[axis];
        let is_landing = axis == 1 && speed > 0.0;
        let back = -speed * body.bounce.clamp(0.0, 1.0);
        body.velocity[axis] = if back.abs() < self.rest_speed { 0.0 } else { back };
        body.grounded |= is_landing;
    }

    /// Steps up onto what stops a body, when it is low enough and there is room above. What lies on it in the same plane is
    /// climbed with it.
    fn climb(&mut self, slot: u32, body: &mut IsoBody, wall: &IsoBox, way: Vec3) -> bool {
        let mut raised = *body;
        let mut top = wall.top();
        for _ in 0..SLIDES {
            let rise = body.position.y - top;
            if rise <= 0.0 || rise > body.step_height || body.velocity.y < 0.0 {
                return false;
            }
            if self.first_contact(slot, body, vec3(0.0, -rise, 0.0)).is_some() {
                return false;
            }
            raised.position.y = top;
            match self.first_contact(slot, &raised, vec3(way.x, 0.0, way.z)) {
                Some((contact, next)) if contact.part == 0.0 => {
                    if next.top() >= top {
                        return false;
                    }
                    top = next.top();
                }
                _ => {
                    body.position.y = top;
                    body.velocity.y = 0.0;
                    return true;
                }
            }
        }
        false
    }

    /// Ends on the ground: what falls through it is put on it, and what walked stays on it down slopes and stairs.
    fn land(&mut self, slot: u32, body: &mut IsoBody, walked: bool) {
        let reach = if walked { body.step_height } else { 0.0 };
        let from = body.position.y - body.step_height.max(TOUCH);
        let Some(y) = self.support(slot, body.mask, body.bounds().footprint(), from) else {
            return;
        };
        let below = y - body.position.y;
        if below < 0.0 && body.velocity.y >= 0.0 {
            let speed = body.velocity.y;
            body.position.y = y;
            self.bounce(body, 1);
            body.grounded |= speed >= 0.0;
        } else if below <= reach.max(TOUCH) && body.velocity.y >= 0.0 {
            body.position.y = y;
            body.velocity.y = body.velocity.y.min(0.0);
            body.grounded = true;
        }
    }

    fn keep_in_area(&self, body: &mut IsoBody) {
        let Some(area) = self.area else { return };
        let half = body.size.abs() * 0.5;
        for (axis, low, high) in [(0, area.min.x, area.max.x), (2, area.min.y, area.max.y)] {
            let (low, high) = (low + half[axis], high - half[axis]);
            let place = body.position[axis];
            if low <= high && !(low..=high).contains(&place) {
                body.position[axis] = place.clamp(low, high);
                self.bounce(body, axis);
            }
        }
    }

    /// The solid that a body meets first on a way; of several at once the one of the lowest place.
    fn first_contact(&mut self, slot: u32, body: &IsoBody, way: Vec3) -> Option<(Contact, IsoBox)> {
        let from = body.bounds();
        let around = from.footprint().union(from.translated(way).footprint());
        self.find_near(slot, around.grown(TOUCH));
        let over = body.position + way;
        let walls = self.near.iter().filter_map(|&other| {
            let other = self.bodies.value_at(other).filter(|other| other.stops_mask(body.mask))?;
            let wall = other.stops(over);
            let contact = sweep(&from, way, &wall)?;
            // The low end of a slope is flat: it stops nobody from going up.
            let is_flat = contact.axis != 1 && wall.bottom() - wall.top() < TOUCH;
            (!is_flat).then_some((contact, wall))
        });
        walls.min_by(|a, b| a.0.part.total_cmp(&b.0.part))
    }

    /// The nearest surface at or below `y` under a footprint.
    fn support(&mut self, slot: u32, mask: u32, footprint: Aabb, y: f32) -> Option<f32> {
        self.find_near(slot, footprint);
        let middle = footprint.center();
        let mut best = self.ground;
        for &other in &self.near {
            let Some(other) = self.bodies.value_at(other).filter(|other| other.stops_mask(mask))
            else {
                continue;
            };
            let (surface, solid) = (other.surface(middle.x, middle.y), other.bounds());
            // A slope lifts what came in at its low end, however steep it is.
            let lifts = other.slope.is_some() && y <= solid.bottom() + TOUCH;
            if (lifts || surface >= y - TOUCH) && shares(footprint, solid.footprint()) {
                best = Some(best.map_or(surface, |best| best.min(surface)));
            }
        }
        best
    }

    /// Solid bodies that stand for good and whose footprints share more than their borders with an area.
    pub(super) fn fixed_near(&mut self, area: Aabb, mut visit: impl FnMut(Id<IsoBody>, &IsoBody)) {
        self.place_changed();
        self.find_near(u32::MAX, area);
        for &slot in &self.near {
            let (Some(id), Some(body)) = (self.bodies.id_at(slot), self.bodies.value_at(slot))
            else {
                continue;
            };
            if body.solid && body.fixed && shares(area, body.bounds().footprint()) {
                visit(id, body);
            }
        }
    }

    /// Bodies whose footprints may touch an area, in the order of their places.
    fn find_near(&mut self, slot: u32, area: Aabb) {
        self.near.clear();
        let near = &mut self.near;
        self.cells.query((area.min.as_dvec2(), area.max.as_dvec2()), |other| {
            if other != slot {
                near.push(other);
            }
        });
        self.near.sort_unstable();
    }

    fn place_changed(&mut self) {
        if self.fitted == 0 || self.bodies.len() > self.fitted * 4 {
            self.fit();
        }
        let mut changed = core::mem::take(&mut self.changed);
        for &slot in &changed {
            self.rest.wake(slot);
            self.wake_around(slot);
            self.place(slot);
            self.wake_around(slot);
        }
        changed.clear();
        self.changed = changed;
    }

    /// Wakes all who may touch an area.
    fn wake_near(&mut self, area: Aabb) {
        if self.rest.count() > 0 {
            let area = area.grown(2.0 * TOUCH);
            let rest = &mut self.rest;
            self.cells.query((area.min.as_dvec2(), area.max.as_dvec2()), |slot| rest.wake(slot));
        }
    }

    /// Wakes all who share a cell with a body, as far as it was placed.
    fn wake_around(&mut self, slot: u32) {
        if self.rest.count() > 0 {
            let rest = &mut self.rest;
            self.cells.query_around(slot, |other| rest.wake(other));
        }
    }

    fn fit(&mut self) {
        self.rest.wake_all();
        let sizes =
            self.bodies.values().filter(|body| body.is_valid()).map(|body| flat(body.size.abs()));
        let (sum, count) = sizes
            .fold((DVec2::ZERO, 0.0), |(sum, count), size| (sum + size.as_dvec2(), count + 1.0));
        let mean = sum / f64::max(count, 1.0);
        self.cells.reset(self.bodies.len(), self.bodies.slots_len(), mean.max(DVec2::splat(1.0)));
        self.fitted = self.bodies.len().max(16);
        self.changed.clear();
        self.changed.extend(0..self.bodies.slots_len() as u32);
    }

    /// Puts a body into the cells it covers now, or out of them when it is gone.
    fn place(&mut self, slot: u32) {
        let body = self.bodies.value_at(slot).filter(|body| body.is_valid());
        let Some(area) = body.map(|body| body.bounds().footprint()) else {
            self.cells.remove(slot);
            return;
        };
        self.cells.set(slot, (area.min.as_dvec2(), area.max.as_dvec2()));
    }
}

/// Whether two footprints share more than their borders.
fn shares(a: Aabb, b: Aabb) -> bool {
    let shared = a.max.min(b.max) - a.min.max(b.min);
    shared.x > TOUCH && shared.y > TOUCH
}

/// Where something would stand: see [`IsoWorld::ghost`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoGhost {
    /// The volume it would fill.
    pub bounds: IsoBox,
    /// Whether nothing is there and it is inside of the world's area.
    pub is_free: bool,
}

/// A shadow on the ground: softer and fainter the higher the body is, up to a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsoShadow {
    /// Where it lies: flat, as wide as the body.
    pub area: IsoBox,
    /// Radius of the blur, pixels.
    pub blur: f32,
    /// How dark it is, 0.5 at the ground.
    pub alpha: f32,
}

/// Everything that the steps to come depend on.
impl HashState for IsoWorld {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.gravity, self.ground, self.area, self.rest_speed));
        hash.write(&self.bodies);
    }
}

impl SaveState for IsoWorld {
    fn save(&self, out: &mut StateWriter) {
        (self.gravity, self.ground, self.area, self.rest_speed).save(out);
        self.rejected.save(out);
        self.bodies.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (gravity, ground, area, rest_speed) = SaveState::restore(input)?;
        let rejected = SaveState::restore(input)?;
        let bodies = SaveState::restore(input)?;
        Ok(Self { gravity, ground, area, rest_speed, rejected, bodies, ..Self::new() })
    }
}

impl IsoShadow {
    /// The widest blur, pixels.
    pub const MOST_BLUR: f32 = 12.0;
    /// From this height on shadows get no fainter, world units.
    pub const FADE: f32 = 240.0;
}
