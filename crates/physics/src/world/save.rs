//! Worlds as bytes and back.
//!
//! A format of its own, which other state holds as a list of bytes: it begins with its version, and reading it checks more
//! than that it is well formed, for whatever the bytes are, a world that was loaded can be stepped.

use super::bytes::{Reader, Saved};
use super::lists::{generations, in_use};
use super::point::{MAX_COORDINATE, MIN_MASS, Points, in_range};
use super::sleep::Sleep;
use super::stick::{Sticks, check_numbers};
use super::{Angle, Area, Grab, MAX_STEP, Motor, Order, PointId, Projection, Stale, World};
use crate::PhysicsError;
use motile_geom::{Arena, SaveState, Slots, StateError, StateReader, StateWriter, Vec2};

/// The first bytes of every saved world; the last of them is the version.
const MAGIC: [u8; 8] = *b"motile\x06\x01";

impl World {
    /// Everything as bytes, the same on every machine: settings, colliders, points, constraints, names, sleep. Left out
    /// are only the events of the last step and what was rejected. Going on from the loaded world gives the same steps to
    /// the bit. Allocates.
    ///
    /// ```
    /// use motile_geom::{StateHash, Vec2};
    /// use motile_physics::world::World;
    ///
    /// let mut world = World::default();
    /// world.build_ragdoll(Vec2::ZERO, 100.0);
    /// world.step(0.1);
    /// let mut again = World::load(&world.save())?;
    /// world.step(0.1);
    /// again.step(0.1);
    /// assert_eq!(StateHash::of(&again), StateHash::of(&world));
    /// # Ok::<(), motile_physics::PhysicsError>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        (self.gravity, (self.drag, self.last)).put(&mut out);
        (self.substeps, self.passes).put(&mut out);
        (self.projection == Projection::StepStart, self.order == Order::AsAdded).put(&mut out);
        ((self.points_collide, self.sticks_collide), self.forces).put(&mut out);
        (self.point_friction, self.rest_speed).put(&mut out);
        (self.sleep_after, self.sleep_speed).put(&mut out);
        self.colliders.put(&mut out);
        self.points.put(&mut out);
        self.sticks.put(&mut out);
        self.angles.put(&mut out);
        self.areas.put(&mut out);
        self.motors.put(&mut out);
        self.grabs.put(&mut out);
        self.sleep.put(&mut out);
        out
    }

    /// The world that was saved.
    ///
    /// # Errors
    /// [`PhysicsError::BadSave`] says where the bytes are not what [`World::save`] writes, and what was expected there;
    /// whatever the bytes are, a world that was loaded can be stepped.
    pub fn load(bytes: &[u8]) -> Result<Self, PhysicsError> {
        let from = &mut Reader::new(bytes);
        let magic = from.take("a saved world")?;
        from.ensure(magic == MAGIC, "a world saved by this version")?;
        let mut world = Self::default();
        (world.gravity, (world.drag, world.last)) = Saved::get(from)?;
        from.ensure(world.last > 0.0 && world.last <= MAX_STEP, "the length of a step")?;
        (world.substeps, world.passes) = Saved::get(from)?;
        let (along_start, as_added) = Saved::get(from)?;
        world.projection = if along_start { Projection::StepStart } else { Projection::Present };
        world.order = if as_added { Order::AsAdded } else { Order::Colored };
        ((world.points_collide, world.sticks_collide), world.forces) = Saved::get(from)?;
        (world.point_friction, world.rest_speed) = Saved::get(from)?;
        (world.sleep_after, world.sleep_speed) = Saved::get(from)?;
        world.colliders = Saved::get(from)?;
        world.points = Saved::get(from)?;
        world.sticks = Saved::get(from)?;
        world.sticks.check(&world.points).map_err(|expected| from.bad(expected))?;
        let points = &world.points;
        world.angles = checked(from, "an angle", |angle: &Angle| angle.check(points).is_ok())?;
        world.areas = checked(from, "an area", |area: &Area| {
            area.is_good() && all_known(points, &area.points)
        })?;
        world.motors = checked(from, "a motor", |motor: &Motor| motor.check(points).is_ok())?;
        world.grabs = checked(from, "a grab", |grab: &Grab| grab.check(points).is_ok())?;
        world.sleep = Saved::get(from)?;
        from.ensure(world.sleep.fits(points), "who sleeps with whom")?;
        from.end()?;
        world.stale = Stale::Everything;
        Ok(world)
    }
}

/// As the bytes of [`World::save`], so that sketches and games that hold a world can be saved as a whole.
impl SaveState for World {
    fn save(&self, out: &mut StateWriter) {
        SaveState::save(&Self::save(self), out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let count = input.length()?;
        let start = input.offset();
        Self::load(input.bytes(count, "a saved world")?).map_err(|error| match error {
            PhysicsError::BadSave { offset, expected } => {
                StateReader::error_at(start + offset, expected)
            }
            _ => StateReader::error_at(start, "a saved world"),
        })
    }
}

fn all_known(points: &Points, ids: &[PointId]) -> bool {
    ids.iter().all(|&id| points.slot(id).is_some())
}

/// An arena in which everything is good.
fn checked<T: Saved>(
    from: &mut Reader,
    expected: &'static str,
    good: impl Fn(&T) -> bool,
) -> Result<Arena<T>, PhysicsError> {
    let arena: Arena<T> = Saved::get(from)?;
    from.ensure(arena.values().all(good), expected)?;
    Ok(arena)
}

impl<T: Saved> Saved for Arena<T> {
    const LEAST: usize = 8;
    fn put(&self, out: &mut Vec<u8>) {
        let names = self.slots();
        (names.slots_len() as u32).put(out);
        for (place, generation) in (0..).zip(generations(names)) {
            generation.put(out);
            let value = self.value_at(place);
            value.is_some().put(out);
            if let Some(value) = value {
                value.put(out);
            }
        }
        names.free().to_vec().put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let places: Vec<(u32, Option<T>)> = Saved::get(from)?;
        let free: Vec<u32> = Saved::get(from)?;
        let states = places.iter().map(|(generation, value)| (*generation, value.is_some()));
        let names = Slots::from_parts(states, free);
        let values = places.into_iter().map(|(_, value)| value).collect();
        names
            .and_then(|names| Self::from_parts(names, values))
            .ok_or_else(|| from.bad("the free places"))
    }
}

/// Names from the arrays in which they are saved: generation of each place, whether it is in use, and, next in the bytes,
/// the free places.
fn names<T>(
    from: &mut Reader,
    generation: Vec<u32>,
    alive: Vec<bool>,
) -> Result<Slots<T>, PhysicsError> {
    let free = Saved::get(from)?;
    let whole = generation.len() == alive.len();
    let names = Slots::from_parts(generation.into_iter().zip(alive), free);
    names.filter(|_| whole).ok_or_else(|| from.bad("the free places"))
}

impl Saved for Points {
    const LEAST: usize = 4;
    fn put(&self, out: &mut Vec<u8>) {
        self.motion().into_iter().chain(self.body()).for_each(|array| array.put(out));
        (0..self.len()).map(|slot| self.moves(slot)).collect::<Vec<_>>().put(out);
        self.group.put(out);
        generations(&self.names).collect::<Vec<_>>().put(out);
        in_use(&self.names).collect::<Vec<_>>().put(out);
        self.asleep.put(out);
        self.names.free().to_vec().put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let mut points = Self::default();
        for array in points.motion_mut() {
            *array = Saved::get(from)?;
        }
        for array in points.body_mut() {
            *array = Saved::get(from)?;
        }
        let moves: Vec<bool> = Saved::get(from)?;
        points.group = Saved::get(from)?;
        let (generation, alive) = Saved::get(from)?;
        points.asleep = Saved::get(from)?;
        points.names = names(from, generation, alive)?;
        let n = points.len();
        let whole = points.motion().into_iter().chain(points.body()).all(|array| array.len() == n)
            && (points.group.len(), points.names.slots_len()) == (n, n)
            && (moves.len(), points.asleep.len()) == (n, n);
        from.ensure(whole, "as many of everything as there are points")?;
        points.inverse_mass = vec![0.0; n];
        points.extent = vec![-1.0; n];
        for (slot, &moves) in moves.iter().enumerate() {
            from.ensure(points.is_good(slot, moves), "a point")?;
            if moves && !points.asleep[slot] {
                points.rouse(slot);
            }
        }
        Ok(points)
    }
}

impl Points {
    fn is_good(&self, slot: usize, moves: bool) -> bool {
        let finite = [self.old(slot), Vec2::new(self.carry_x[slot], self.carry_y[slot])];
        // Accelerations may be what a field gave; a step deals with those that are not finite.
        in_range(self.position(slot))
            && finite.iter().all(|value| value.is_finite())
            && self.mass[slot] >= MIN_MASS
            && (0.0..=MAX_COORDINATE).contains(&self.radius[slot])
            && (!moves || (self.is_alive(slot) && self.mass[slot].is_finite()))
            && (!self.asleep[slot] || moves)
    }
}

impl Saved for Sticks {
    const LEAST: usize = 4;
    fn put(&self, out: &mut Vec<u8>) {
        self.a.put(out);
        self.b.put(out);
        generations(&self.names).collect::<Vec<_>>().put(out);
        self.numbers().into_iter().for_each(|array| array.put(out));
        in_use(&self.names).collect::<Vec<_>>().put(out);
        self.names.free().to_vec().put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let mut sticks = Self::default();
        (sticks.a, sticks.b) = Saved::get(from)?;
        let generation = Saved::get(from)?;
        for array in sticks.numbers_mut() {
            *array = Saved::get(from)?;
        }
        let alive = Saved::get(from)?;
        sticks.names = names(from, generation, alive)?;
        Ok(sticks)
    }
}

impl Sticks {
    /// What is wrong with them, if anything.
    fn check(&self, points: &Points) -> Result<(), &'static str> {
        let n = self.len();
        let whole = self.numbers().into_iter().all(|array| array.len() == n)
            && (self.b.len(), self.names.slots_len()) == (n, n);
        if !whole {
            return Err("as many of everything as there are sticks");
        }
        let known = |end: u32| (end as usize) < points.len();
        let alive = |end: u32| points.is_alive(end as usize);
        for slot in 0..n {
            let (a, b) = (self.a[slot], self.b[slot]);
            if !known(a) || !known(b) {
                return Err("an end of a stick");
            }
            let joins = a != b && alive(a) && alive(b) && self.lambda[slot].is_finite();
            let numbers = check_numbers(
                [self.length[slot], self.min[slot], self.max[slot]],
                [self.compliance[slot], self.damping[slot], self.tears_at[slot]],
            );
            if self.is_alive(slot) && !(joins && numbers.is_ok()) {
                return Err("a stick");
            }
        }
        Ok(())
    }
}

impl Saved for Angle {
    const LEAST: usize = 36;
    fn put(&self, out: &mut Vec<u8>) {
        (self.a, (self.pivot, self.c)).put(out);
        ((self.min, self.max), self.compliance).put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let (a, (pivot, c)) = Saved::get(from)?;
        let ((min, max), compliance) = Saved::get(from)?;
        Ok(Self::new(a, pivot, c, min, max).with_compliance(compliance))
    }
}

impl Saved for Area {
    const LEAST: usize = 16;
    fn put(&self, out: &mut Vec<u8>) {
        (self.points.clone(), self.area).put(out);
        (self.rest, (self.pressure, self.compliance)).put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let (points, area) = Saved::get(from)?;
        let mut loaded = Self::new(points);
        loaded.area = area;
        (loaded.rest, (loaded.pressure, loaded.compliance)) = Saved::get(from)?;
        Ok(loaded)
    }
}

impl Saved for Motor {
    const LEAST: usize = 20;
    fn put(&self, out: &mut Vec<u8>) {
        (self.hub, self.rim.clone()).put(out);
        (self.speed, self.torque).put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let (hub, rim) = Saved::get(from)?;
        let (speed, torque) = Saved::get(from)?;
        Ok(Self { hub, rim, speed, torque })
    }
}

impl Saved for Grab {
    const LEAST: usize = 20;
    fn put(&self, out: &mut Vec<u8>) {
        (self.point, (self.target, self.compliance)).put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let (point, (target, compliance)) = Saved::get(from)?;
        Ok(Self::new(point, target, compliance))
    }
}

impl Saved for Sleep {
    const LEAST: usize = 24;
    fn put(&self, out: &mut Vec<u8>) {
        (self.quiet.clone(), self.island.clone()).put(out);
        self.around.put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let mut sleep = Self::default();
        (sleep.quiet, sleep.island) = Saved::get(from)?;
        sleep.around = Saved::get(from)?;
        Ok(sleep)
    }
}
