//! Bodies removed, and changed while they move.

use super::events::Marking;
use super::{
    BodyDef, BodyEvent, BodyEventKind, BodyId, BodyShape, BodyWorld, engine_collider, engine_kind,
    engine_shape,
};
use motile_geom::Vec2;
use rapier2d::prelude::{Collider, ColliderHandle};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

impl BodyWorld {
    /// Removes a body with its joints. What it touched is told as ended with the next step. False when it was not there.
    pub fn remove(&mut self, body: BodyId) -> bool {
        let Some(entry) = self.bodies.remove(body.cast()) else { return false };
        self.end_contacts(entry.collider);
        self.inner.remove_body_with_colliders(entry.handle, true);
        self.forget_joints_of(body);
        self.grabs.retain(|_, grab| grab.body != body);
        true
    }

    /// Gives a body another form, in its own coordinates, with its mass: what touches it wakes up. Its matter moves on as it
    /// did: where the center of mass is another one, so is its velocity. False when it is not there, or the form has no
    /// extent.
    pub fn reshape(&mut self, body: BodyId, shape: &BodyShape) -> bool {
        self.change(body, |def| def.shape = shape.clone())
    }

    /// Changes what a body is made from: its form and density, kind, friction, groups, tag and so on. Where it is and how it
    /// moves are the business of [`place`](Self::place) and [`set_motion`](Self::set_motion): changes of `position`, `rotation`,
    /// `velocity` and `spin` do nothing. False, and nothing is changed, when it is not there, its form has no extent or a number
    /// is not finite.
    ///
    /// ```
    /// use motile_bodies::{BodyDef, BodyKind, BodyShape, BodyWorld};
    /// let mut world = BodyWorld::new();
    /// let fruit = world.add(&BodyDef::new(BodyShape::circle(5.0)).with_kind(BodyKind::Static));
    /// world.step(0.5);
    /// assert!(world.change(fruit, |def| def.kind = BodyKind::Dynamic));
    /// world.step(0.5);
    /// assert!(world.get(fruit).unwrap_or_default().position.y > 80.0, "it fell from the tree");
    /// ```
    pub fn change(&mut self, body: BodyId, change: impl FnOnce(&mut BodyDef)) -> bool {
        let Some(entry) = self.bodies.get(body.cast()) else { return false };
        let (old, handle, collider) = (Arc::clone(&entry.def), entry.handle, entry.collider);
        let mut def = BodyDef::clone(&old);
        change(&mut def);
        let place = (old.position, old.rotation, old.velocity, old.spin);
        (def.position, def.rotation, def.velocity, def.spin) = place;
        if (BodyDef { tag: old.tag, ..def.clone() }) == *old {
            // Nobody but the user looks at a tag: contacts go on.
            self.bodies
                .get_mut(body.cast())
                .into_iter()
                .for_each(|e| e.def = Arc::new(def.clone()));
            return true;
        }
        let Some(form) = engine_shape(&def.shape).filter(|_| def.has_finite_numbers()) else {
            self.rejected = self.rejected.saturating_add(1);
            return false;
        };
        let Some(inner) = self.inner.bodies.get(handle) else { return false };
        let (center, velocity, spin) = (inner.center_of_mass(), inner.linvel(), inner.angvel());
        // A new collider rather than a new shape in the old one: contacts with what is gone go with it.
        self.end_contacts(collider);
        self.inner.remove_collider(collider);
        let fresh = self.inner.insert_collider(engine_collider(&def, form, body), Some(handle));
        if let Some(inner) = self.inner.bodies.get_mut(handle) {
            inner.set_body_type(engine_kind(def.kind), true);
            inner.set_gravity_scale(def.gravity, false);
            inner.set_linear_damping(def.drag.max(0.0));
            inner.set_angular_damping(def.spin_drag.max(0.0));
            inner.enable_ccd(def.bullet);
            inner.lock_rotations(def.upright, false);
            inner.recompute_mass_properties_from_colliders(&self.inner.colliders);
            let shift = inner.center_of_mass() - center;
            inner.set_linvel(velocity + shift.perp() * spin, false);
            inner.set_angvel(if def.upright { 0.0 } else { spin }, false);
            inner.wake_up(true);
        }
        if let Some(entry) = self.bodies.get_mut(body.cast()) {
            entry.collider = fresh;
            entry.def = Arc::new(def);
        }
        true
    }

    /// Wakes a body that rests.
    pub fn wake(&mut self, body: BodyId) {
        let handle = self.handle(body);
        if let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) {
            body.wake_up(true);
        }
    }

    /// Lets a body rest where it is, without motion, until something touches it.
    pub fn sleep(&mut self, body: BodyId) {
        let handle = self.handle(body);
        if let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) {
            body.sleep();
        }
    }

    /// Keeps what a collider touches, as endings that are told unless the same bodies touch again in the next step.
    fn end_contacts(&mut self, collider: ColliderHandle) {
        let narrow = &self.inner.narrow_phase;
        let solid = narrow
            .contact_pairs_with(collider)
            .filter(|pair| pair.has_any_active_contact())
            .filter_map(|pair| self.ending(pair.collider1, pair.collider2, false));
        let sensed = narrow
            .intersection_pairs_with(collider)
            .filter(|(_, _, touches)| *touches)
            .filter_map(|(a, b, _)| self.ending(a, b, true));
        let endings: Vec<BodyEvent> = solid.chain(sensed).collect();
        self.endings.extend(endings);
    }

    /// The end of a contact. Of two that are removed together the second finds the first gone, which has said so.
    pub(super) fn ending(
        &self,
        one: ColliderHandle,
        other: ColliderHandle,
        sensor: bool,
    ) -> Option<BodyEvent> {
        let colliders = &self.inner.colliders;
        let (a, b) = (Marking::of(colliders, one)?.id(), Marking::of(colliders, other)?.id());
        let [from, to] =
            [one, other].map(|handle| colliders.get(handle).map(Collider::translation));
        let (point, kind): (Vec2, _) = (from?.midpoint(to?), BodyEventKind::Ended);
        Some(BodyEvent { kind, a, b, sensor, point, force: 0.0 })
    }

    /// Tells the endings that the step confirmed. A body that was changed has a new collider: its contacts begin anew for the
    /// engine, and just go on for everybody else.
    pub(super) fn tell_endings(&mut self) {
        let events = self.events.get_mut().unwrap_or_else(PoisonError::into_inner);
        let endings = core::mem::take(&mut self.endings);
        if endings.is_empty() {
            return;
        }
        let pair = |event: &BodyEvent| (event.a.min(event.b), event.a.max(event.b), event.sensor);
        // Of each pair what the step told, the first at the end.
        let mut told: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (i, event) in events.iter().enumerate().rev() {
            if event.kind != BodyEventKind::Hit {
                told.entry(pair(event)).or_default().push(i);
            }
        }
        let mut goes_on = vec![false; events.len()];
        let mut all = Vec::with_capacity(endings.len() + events.len());
        for ending in endings {
            let same = told.get_mut(&pair(&ending));
            let first = same.as_ref().and_then(|list| list.last().copied());
            match first.filter(|&i| events[i].kind == BodyEventKind::Began) {
                Some(again) => {
                    goes_on[again] = true;
                    same.and_then(Vec::pop);
                }
                None => all.push(ending),
            }
        }
        let others = events.iter().zip(goes_on).filter(|(_, goes_on)| !goes_on);
        all.extend(others.map(|(event, _)| *event));
        *events = all;
    }
}
