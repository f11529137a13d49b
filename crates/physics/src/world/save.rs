//! Worlds as bytes and back (PHYS-52).

use super::bytes::{Reader, Saved};
use super::id::Arena;
use super::point::{MAX_COORDINATE, MIN_MASS, Points, in_range};
use super::sleep::Sleep;
use super::stick::{Sticks, check_numbers};
use super::{Angle, Area, Grab, MAX_STEP, Motor, Order, PointId, Projection, Stale, World};
use crate::PhysicsError;
use motile_geom::Vec2;

/// The first bytes of every saved world; the last of them is the version.
const MAGIC: [u8; 8] = *b"motile\x06\x01";

impl World {
    /// Everything as bytes, the same on every machine: settings, colliders, points, constraints, names, sleep. Left out
    /// are only the events of the last step. Going on from the loaded world gives the same steps to the bit. Allocates.
    ///
    /// ```
    /// use motile_geom::{StateHash, Vec2};
    /// use motile_physics::world::World;
    ///
    /// let mut world = World::default();
    /// world.build_ragdoll(Vec2::ZERO, 100.0)?;
    /// world.step(0.1)?;
    /// let mut again = World::load(&world.save())?;
    /// world.step(0.1)?;
    /// again.step(0.1)?;
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
        world.angles = checked(from, "an angle", |angle: &Angle| {
            angle.check().is_ok() && all_known(points, &[angle.a, angle.pivot, angle.c])
        })?;
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
    from.ensure(arena.iter().all(|(_, value)| good(value)), expected)?;
    Ok(arena)
}

impl<T: Saved> Saved for Arena<T> {
    const LEAST: usize = 8;
    fn put(&self, out: &mut Vec<u8>) {
        self.slots.put(out);
        self.free.put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let slots: Vec<(u32, Option<T>)> = Saved::get(from)?;
        let free: Vec<u32> = Saved::get(from)?;
        let good = are_free(&free, slots.len(), |slot| slots[slot].1.is_none());
        from.ensure(good, "the free places")?;
        Ok(Self { slots, free })
    }
}

/// Whether a list names every free place of so many once.
fn are_free(free: &[u32], places: usize, is_free: impl Fn(usize) -> bool) -> bool {
    let mut named = vec![false; places];
    for &slot in free {
        match named.get_mut(slot as usize) {
            Some(named) if !*named => *named = true,
            _ => return false,
        }
    }
    named.iter().enumerate().all(|(slot, &named)| named == is_free(slot))
}

impl Saved for Points {
    const LEAST: usize = 4;
    fn put(&self, out: &mut Vec<u8>) {
        for array in [
            &self.x,
            &self.y,
            &self.old_x,
            &self.old_y,
            &self.carry_x,
            &self.carry_y,
            &self.mass,
            &self.radius,
            &self.force_x,
            &self.force_y,
        ] {
            array.put(out);
        }
        (0..self.len()).map(|slot| self.moves(slot)).collect::<Vec<_>>().put(out);
        self.group.put(out);
        self.generation.put(out);
        self.alive.put(out);
        self.asleep.put(out);
        self.free.put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        let mut points = Self {
            x: Saved::get(from)?,
            y: Saved::get(from)?,
            old_x: Saved::get(from)?,
            old_y: Saved::get(from)?,
            carry_x: Saved::get(from)?,
            carry_y: Saved::get(from)?,
            mass: Saved::get(from)?,
            radius: Saved::get(from)?,
            force_x: Saved::get(from)?,
            force_y: Saved::get(from)?,
            ..Self::default()
        };
        let moves: Vec<bool> = Saved::get(from)?;
        points.group = Saved::get(from)?;
        points.generation = Saved::get(from)?;
        points.alive = Saved::get(from)?;
        points.asleep = Saved::get(from)?;
        points.free = Saved::get(from)?;
        let n = points.len();
        let floats = [&points.y, &points.old_x, &points.old_y, &points.carry_x, &points.carry_y];
        let more = [&points.mass, &points.radius, &points.force_x, &points.force_y];
        let whole = floats.into_iter().chain(more).all(|array| array.len() == n)
            && [&points.group, &points.generation].into_iter().all(|array| array.len() == n)
            && [&moves, &points.alive, &points.asleep].into_iter().all(|array| array.len() == n);
        from.ensure(whole, "as many of everything as there are points")?;
        points.inverse_mass = vec![0.0; n];
        points.extent = vec![-1.0; n];
        for (slot, &moves) in moves.iter().enumerate() {
            from.ensure(points.is_good(slot, moves), "a point")?;
            if moves && !points.asleep[slot] {
                points.rouse(slot);
            }
        }
        let good = are_free(&points.free, n, |slot| !points.alive[slot]);
        from.ensure(good, "the free places")?;
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
            && (!moves || (self.alive[slot] && self.mass[slot].is_finite()))
            && (!self.asleep[slot] || moves)
    }
}

impl Saved for Sticks {
    const LEAST: usize = 4;
    fn put(&self, out: &mut Vec<u8>) {
        for array in [&self.a, &self.b, &self.generation] {
            array.put(out);
        }
        for array in [
            &self.length,
            &self.min,
            &self.max,
            &self.compliance,
            &self.damping,
            &self.tears_at,
            &self.lambda,
        ] {
            array.put(out);
        }
        self.alive.put(out);
        self.free.put(out);
    }
    fn get(from: &mut Reader) -> Result<Self, PhysicsError> {
        Ok(Self {
            a: Saved::get(from)?,
            b: Saved::get(from)?,
            generation: Saved::get(from)?,
            length: Saved::get(from)?,
            min: Saved::get(from)?,
            max: Saved::get(from)?,
            compliance: Saved::get(from)?,
            damping: Saved::get(from)?,
            tears_at: Saved::get(from)?,
            lambda: Saved::get(from)?,
            alive: Saved::get(from)?,
            free: Saved::get(from)?,
        })
    }
}

impl Sticks {
    /// What is wrong with them, if anything.
    fn check(&self, points: &Points) -> Result<(), &'static str> {
        let n = self.len();
        let floats = [&self.length, &self.min, &self.max, &self.compliance, &self.damping];
        let whole = floats.into_iter().chain([&self.tears_at, &self.lambda]).all(|l| l.len() == n)
            && [&self.b, &self.generation].into_iter().all(|list| list.len() == n)
            && self.alive.len() == n;
        if !whole {
            return Err("as many of everything as there are sticks");
        }
        let known = |end: u32| (end as usize) < points.len();
        let alive = |end: u32| points.alive[end as usize];
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
            if self.alive[slot] && !(joins && numbers.is_ok()) {
                return Err("a stick");
            }
        }
        let good = are_free(&self.free, n, |slot| !self.alive[slot]);
        if good { Ok(()) } else { Err("the free places") }
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
