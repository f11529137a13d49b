//! Worlds as bytes and back, whoever wrote the bytes.
//!
//! What is written is what the user said and what can be seen: definitions, places, motion, joints, grabs, and who touches
//! whom. The engine is built anew from that, through the same checks as a world made by hand; its own memory (indices of
//! contacts, trees and islands) is never read from bytes, because it trusts them.

use super::events::BodyEvent;
use super::grab::BodyGrab;
use super::{
    BodyDef, BodyEventKind, BodyId, BodyKind, BodyShape, BodyWorld, JointSpring, engine_shape,
};
use motile_geom::{
    Arena, Capsule, Circle, ConvexPolygon, Id, MassProperties, SaveState, Slots, StateError,
    StateReader, StateWriter, Vec2,
};
use rapier2d::prelude::{Pose, RigidBody, Rotation, SharedShape};
use std::collections::BTreeMap;

/// The first bytes of every saved world; the last of them is the version.
const MAGIC: [u8; 8] = *b"motile\x19\x01";

/// Everything but the events of the last step, some 70 bytes a body where definitions are alike. Any bytes can be given to
/// `restore`: what is no world is an error, and what is one can be stepped.
///
/// ```
/// use motile_bodies::{BodyDef, BodyShape, BodyWorld};
/// use motile_geom::{StateHash, state};
/// let mut world = BodyWorld::new();
/// let ball = world.add(&BodyDef::new(BodyShape::circle(5.0)));
/// world.step(0.5);
/// let bytes = state::save(&world);
/// let again: BodyWorld = state::restore(&bytes)?;
/// assert_eq!(StateHash::of(&again), StateHash::of(&world));
/// assert_eq!(again.get(ball), world.get(ball));
/// # Ok::<(), motile_geom::StateError>(())
/// ```
///
/// Ids stay good. The pressure in contacts and the time that things have rested are not kept: a loaded world goes on as the
/// one it was saved from does to the eye, and not to the bit. Two worlds loaded from the same bytes go on the same to the bit: when
/// somebody joins late, let everybody load what they get. For going back in memory there is [`BodyWorld::snapshot`], which is
/// exact.
impl SaveState for BodyWorld {
    fn save(&self, out: &mut StateWriter) {
        out.bytes(&MAGIC);
        (self.gravity, self.substeps, self.rejected).save(out);
        let (mut shapes, mut looks) = (Table::default(), Table::default());
        let places: Vec<u32> = self
            .bodies
            .values()
            .map(|entry| {
                let shape = shapes.place(|out| save_shape(&entry.def.shape, out));
                looks.place(|out| {
                    shape.save(out);
                    save_settings(&entry.def, out);
                })
            })
            .collect();
        shapes.save(out);
        looks.save(out);
        self.bodies.slots().save(out);
        for (entry, look) in self.bodies.values().zip(places) {
            let def = &entry.def;
            (look, (def.position, def.rotation, def.velocity, def.spin)).save(out);
            if let Some(body) = self.inner.bodies.get(entry.handle) {
                save_pose(body.position(), out);
                (body.linvel(), body.angvel(), body.is_sleeping()).save(out);
            }
        }
        self.joints.slots().save(out);
        for entry in self.joints.values() {
            self.save_joint(entry, out);
        }
        self.grabs.slots().save(out);
        for grab in self.grabs.values() {
            grab.save(out);
        }
        let contacts = self.contacts();
        out.list(contacts.iter(), |out, event| {
            (event.a, event.b, event.sensor, event.point).save(out);
        });
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let start = input.offset();
        if input.bytes(MAGIC.len(), "a saved world")? != MAGIC {
            return Err(StateReader::error_at(start, "a world saved by this version"));
        }
        let mut world = Self::new();
        (world.gravity, world.substeps, world.rejected) = SaveState::restore(input)?;
        world.inner.gravity = world.gravity;
        // The engine's own form of each is made once, too: thousands of bodies that share a large one take few bytes.
        let shapes = table(input, |input| {
            let start = input.offset();
            let shape = restore_shape(input)?;
            let form = engine_shape(&shape);
            let form = form.ok_or(StateReader::error_at(start, "a form with an extent"))?;
            Ok((shape, form))
        })?;
        let looks = table(input, |input| restore_settings(input, &shapes))?;
        world.restore_bodies(input, &looks)?;
        world.joints = arena(input, |input, _| world.restore_joint(input))?;
        world.grabs = arena(input, |input, _| world.restore_grab(input))?;
        world.endings = restore_contacts(input)?;
        Ok(world)
    }
}

impl BodyWorld {
    fn restore_bodies(
        &mut self,
        input: &mut StateReader<'_>,
        looks: &[(BodyDef, SharedShape)],
    ) -> Result<(), StateError> {
        let slots: Slots<super::Entry> = Slots::restore(input)?;
        let mut values = Vec::new();
        for index in 0..slots.slots_len() as u32 {
            let id = slots.id_at(index);
            let value = id.map(|id| self.restore_body(input, looks, id.cast())).transpose()?;
            values.push(value);
        }
        self.bodies = Arena::from_parts(slots, values).ok_or(input.error("bodies"))?;
        Ok(())
    }

    fn restore_body(
        &mut self,
        input: &mut StateReader<'_>,
        looks: &[(BodyDef, SharedShape)],
        id: BodyId,
    ) -> Result<super::Entry, StateError> {
        let start = input.offset();
        let (look, (position, rotation, velocity, spin)): (u32, _) = SaveState::restore(input)?;
        let look = looks.get(look as usize);
        let placed =
            |look: &BodyDef| BodyDef { position, rotation, velocity, spin, ..look.clone() };
        let look = look.map(|(look, form)| (placed(look), SharedShape::clone(form)));
        let pose = restore_pose(input)?;
        let (velocity, spin, asleep): (Vec2, f32, bool) = SaveState::restore(input)?;
        let is_good = pose.translation.is_finite() && velocity.is_finite() && spin.is_finite();
        let look = look.filter(|(def, _)| is_good && def.has_finite_numbers());
        let (def, form) =
            look.ok_or(StateReader::error_at(start, "a body with finite numbers and an extent"))?;
        Ok(self.insert(&def, form, id, (pose, velocity, spin, asleep)))
    }

    fn restore_grab(&self, input: &mut StateReader<'_>) -> Result<BodyGrab, StateError> {
        let start = input.offset();
        let grab = BodyGrab::restore(input)?;
        let holds = self.handle(grab.body).and_then(|handle| self.inner.bodies.get(handle));
        let is_good = holds.is_some_and(RigidBody::is_dynamic) && grab.is_good();
        if is_good { Ok(grab) } else { Err(StateReader::error_at(start, "a grab of a body")) }
    }

    /// Who touches whom, as far as the user knows.
    fn contacts(&self) -> Vec<BodyEvent> {
        let narrow = &self.inner.narrow_phase;
        let solid = narrow
            .contact_pairs()
            .filter(|pair| pair.has_any_active_contact())
            .filter_map(|pair| self.ending(pair.collider1, pair.collider2, false));
        let sensed = narrow
            .intersection_pairs()
            .filter(|(_, _, touches)| *touches)
            .filter_map(|(a, b, _)| self.ending(a, b, true));
        let mut all: Vec<BodyEvent> = solid.chain(sensed).collect();
        all.extend(&self.endings);
        all.sort_by_key(|event| (event.a, event.b, event.sensor));
        all.dedup_by_key(|event| (event.a, event.b, event.sensor));
        all
    }
}

fn restore_contacts(input: &mut StateReader<'_>) -> Result<Vec<BodyEvent>, StateError> {
    let start = input.offset();
    let list: Vec<(BodyId, BodyId, bool, Vec2)> = input.list()?;
    if !list.is_sorted_by_key(|&(a, b, sensor, _)| (a, b, sensor)) {
        return Err(StateReader::error_at(start, "contacts in their order"));
    }
    // The bodies may be gone: what was removed since the last step has its endings told with the next one.
    if !list.iter().all(|&(a, b, _, point)| a != b && point.is_finite()) {
        return Err(StateReader::error_at(start, "contacts of two bodies at finite places"));
    }
    let contact = |(a, b, sensor, point)| {
        let kind = BodyEventKind::Ended;
        BodyEvent { kind, a, b, sensor, point, force: 0.0 }
    };
    Ok(list.into_iter().map(contact).collect())
}

/// Things that are written once, however many have them.
#[derive(Default)]
struct Table {
    places: BTreeMap<Vec<u8>, u32>,
    all: Vec<Vec<u8>>,
}

impl Table {
    fn place(&mut self, save: impl FnOnce(&mut StateWriter)) -> u32 {
        let mut out = StateWriter::new();
        save(&mut out);
        let bytes = out.into_bytes();
        let next = self.all.len() as u32;
        *self.places.entry(bytes).or_insert_with_key(|bytes| {
            self.all.push(bytes.clone());
            next
        })
    }

    fn save(&self, out: &mut StateWriter) {
        (self.all.len() as u32).save(out);
        self.all.iter().for_each(|bytes| out.bytes(bytes));
    }
}

fn table<T>(
    input: &mut StateReader<'_>,
    mut restore: impl FnMut(&mut StateReader<'_>) -> Result<T, StateError>,
) -> Result<Vec<T>, StateError> {
    let count = input.length()?;
    (0..count).map(|_| restore(input)).collect()
}

fn arena<T>(
    input: &mut StateReader<'_>,
    mut restore: impl FnMut(&mut StateReader<'_>, Id<T>) -> Result<T, StateError>,
) -> Result<Arena<T>, StateError> {
    let slots: Slots<T> = Slots::restore(input)?;
    let mut values = Vec::new();
    for index in 0..slots.slots_len() as u32 {
        values.push(slots.id_at(index).map(|id| restore(input, id)).transpose()?);
    }
    Arena::from_parts(slots, values).ok_or(input.error("as many values as places"))
}

pub(super) fn save_pose(pose: &Pose, out: &mut StateWriter) {
    (pose.translation, pose.rotation.cos(), pose.rotation.sin()).save(out);
}

pub(super) fn restore_pose(input: &mut StateReader<'_>) -> Result<Pose, StateError> {
    let start = input.offset();
    let (at, cos, sin): (Vec2, f32, f32) = SaveState::restore(input)?;
    // Turns drift a little from length 1 while they are added up.
    let is_turn = (cos * cos + sin * sin - 1.0).abs() < 1e-3;
    if at.is_finite() && is_turn {
        Ok(Pose::from_parts(at, Rotation::from_cos_sin_unchecked(cos, sin)))
    } else {
        Err(StateReader::error_at(start, "a place and a turn"))
    }
}

fn save_shape(shape: &BodyShape, out: &mut StateWriter) {
    match shape {
        BodyShape::Circle(circle) => (0u32, *circle).save(out),
        BodyShape::Capsule(capsule) => (1u32, *capsule).save(out),
        BodyShape::Parts(parts, mass) => {
            (2u32, *mass).save(out);
            out.list(parts.iter(), |out, part| part.save(out));
        }
        BodyShape::Chain(points, closed) => {
            (3u32, *closed).save(out);
            out.list(points.iter(), |out, point| point.save(out));
        }
    }
}

fn restore_shape(input: &mut StateReader<'_>) -> Result<BodyShape, StateError> {
    let start = input.offset();
    let shape = match input.variant(4, "a form")? {
        0 => BodyShape::Circle(Circle::restore(input)?),
        1 => BodyShape::Capsule(Capsule::restore(input)?),
        2 => {
            let mass = MassProperties::restore(input)?;
            BodyShape::Parts(input.list::<ConvexPolygon>()?.into(), mass)
        }
        _ => {
            let closed = bool::restore(input)?;
            BodyShape::Chain(input.list::<Vec2>()?.into(), closed)
        }
    };
    if shape.is_valid() {
        Ok(shape)
    } else {
        Err(StateReader::error_at(start, "a form with an extent"))
    }
}

/// All of a definition but its form and where it began.
fn save_settings(def: &BodyDef, out: &mut StateWriter) {
    let kind: u32 = match def.kind {
        BodyKind::Dynamic => 0,
        BodyKind::Static => 1,
        BodyKind::Kinematic => 2,
    };
    (kind, def.density, def.friction, def.restitution).save(out);
    (def.tag, def.groups, def.mask).save(out);
    (def.sensor, def.bullet, def.upright, def.one_way).save(out);
    (def.gravity, def.drag, def.spin_drag, def.hit_force).save(out);
}

fn restore_settings(
    input: &mut StateReader<'_>,
    shapes: &[(BodyShape, SharedShape)],
) -> Result<(BodyDef, SharedShape), StateError> {
    let start = input.offset();
    let shape = shapes.get(u32::restore(input)? as usize);
    let (shape, form) = shape.ok_or(StateReader::error_at(start, "the number of a form"))?;
    let mut def = BodyDef::new(shape.clone());
    def.kind = match input.variant(3, "a kind of body")? {
        0 => BodyKind::Dynamic,
        1 => BodyKind::Static,
        _ => BodyKind::Kinematic,
    };
    (def.density, def.friction, def.restitution) = SaveState::restore(input)?;
    (def.tag, def.groups, def.mask) = SaveState::restore(input)?;
    (def.sensor, def.bullet, def.upright, def.one_way) = SaveState::restore(input)?;
    (def.gravity, def.drag, def.spin_drag, def.hit_force) = SaveState::restore(input)?;
    Ok((def, form.clone()))
}

impl SaveState for JointSpring {
    fn save(&self, out: &mut StateWriter) {
        (self.frequency, self.damping).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (frequency, damping) = SaveState::restore(input)?;
        Ok(Self { frequency, damping })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{state, vec2};

    /// Each body had a form of its own in the engine: some megabytes of bytes became gigabytes of memory.
    #[test]
    fn loaded_bodies_that_share_a_form_share_it_in_the_engine() -> Result<(), StateError> {
        let mut world = BodyWorld::new();
        let corners: Vec<Vec2> = (0..500u16).map(|i| vec2(f32::from(i), 0.0)).collect();
        let shape = BodyShape::chain(&corners);
        for x in [0.0, 600.0, 1200.0] {
            let tag = x as u32;
            world.add(&BodyDef { tag, ..BodyDef::new(shape.clone()) }.at(x, 0.0));
        }
        let loaded: BodyWorld = state::restore(&state::save(&world))?;
        let colliders: Vec<_> = loaded.inner.colliders.iter().map(|(_, one)| one).collect();
        let first = colliders[0].shared_shape();
        assert_eq!(colliders.len(), 3);
        assert!(
            colliders.iter().all(|one| std::sync::Arc::ptr_eq(&one.shared_shape().0, &first.0))
        );
        Ok(())
    }
}
