//! What happened in a step, as data, and contacts that count from one side only.

use super::BodyId;
use motile_geom::{Id, Vec2};
use rapier2d::prelude::{
    Collider, ColliderHandle, ColliderSet, CollisionEvent, CollisionEventFlags,
    ContactModificationContext, ContactPair, EventHandler, PhysicsHooks, RigidBodySet, SoftBodySet,
    SoftBodyTearEvent,
};
use std::sync::{Mutex, PoisonError};

/// Two bodies that began or ceased to touch, or met hard, in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyEvent {
    /// What happened.
    pub kind: BodyEventKind,
    /// One body.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// Whether one of them is a sensor.
    pub sensor: bool,
    /// Where they meet; the middle between the two places for sensors and partings.
    pub point: Vec2,
    /// How hard they press, in mass times pixels a second squared; 0 but for hits.
    pub force: f32,
}

/// What happened between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyEventKind {
    /// They touch since this step.
    Began,
    /// They touch no longer.
    Ended,
    /// They press harder than the `hit_force` of one of them.
    Hit,
}

impl motile_geom::HashState for BodyEventKind {
    fn hash_state(&self, hash: &mut motile_geom::StateHash) {
        hash.write(&(*self as u32));
    }
}

impl BodyEvent {
    /// The other of the two, seen from one; `None` when it is neither.
    pub fn other(&self, body: BodyId) -> Option<BodyId> {
        match body {
            _ if body == self.a => Some(self.b),
            _ if body == self.b => Some(self.a),
            _ => None,
        }
    }
}

/// What a collider knows of its body, in the 128 bits the engine keeps for its user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Marking {
    body: u64,
    /// Direction of a one-way side, or none.
    way: Option<Vec2>,
}

impl Marking {
    /// Angles are kept as a number of 32 bits; the highest bit says that there is one.
    pub(super) fn pack(body: BodyId, way: Option<Vec2>) -> u128 {
        let way = way.map_or(0, |way| {
            let angle = motile_geom::ops::atan2(way.y, way.x);
            u128::from(angle.to_bits()) << 64 | 1 << 127
        });
        way | u128::from(body.to_bits())
    }

    pub(super) fn of(colliders: &ColliderSet, handle: ColliderHandle) -> Option<Self> {
        let data = colliders.get(handle)?.user_data;
        let way = (data >> 127 == 1)
            .then(|| <Vec2 as motile_geom::Vec2Ext>::at_angle(f32::from_bits((data >> 64) as u32)));
        Some(Self { body: data as u64, way })
    }

    pub(super) fn id(self) -> BodyId {
        Id::from_bits(self.body)
    }
}

/// Collects the events of a step. The engine may call from several threads, hence the lock; nothing contends for it.
pub(super) struct Collector<'a> {
    pub(super) events: &'a Mutex<Vec<BodyEvent>>,
}

impl Collector<'_> {
    fn push(
        &self,
        colliders: &ColliderSet,
        pair: [ColliderHandle; 2],
        make: impl FnOnce(BodyEvent) -> BodyEvent,
    ) {
        let [Some(a), Some(b)] = pair.map(|handle| Marking::of(colliders, handle)) else { return };
        let place = |handle| colliders.get(handle).map(Collider::translation).unwrap_or_default();
        let event = make(BodyEvent {
            kind: BodyEventKind::Began,
            a: a.id(),
            b: b.id(),
            sensor: false,
            point: place(pair[0]).midpoint(place(pair[1])),
            force: 0.0,
        });
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }
}

/// The deepest point of a pair, in the world.
fn deepest(colliders: &ColliderSet, pair: &ContactPair) -> Option<Vec2> {
    let (_, contact) = pair.find_deepest_contact()?;
    Some(colliders.get(pair.collider1)?.position().transform_point(contact.local_p1))
}

impl EventHandler for Collector<'_> {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        colliders: &ColliderSet,
        event: CollisionEvent,
        contacts: Option<&ContactPair>,
    ) {
        let (kind, a, b, flags) = match event {
            CollisionEvent::Started(a, b, flags) => (BodyEventKind::Began, a, b, flags),
            CollisionEvent::Stopped(a, b, flags) => (BodyEventKind::Ended, a, b, flags),
        };
        // Bodies that were removed said so already.
        if flags.contains(CollisionEventFlags::REMOVED) {
            return;
        }
        let sensor = flags.contains(CollisionEventFlags::SENSOR);
        let point = contacts.and_then(|pair| deepest(colliders, pair));
        self.push(colliders, [a, b], |event| BodyEvent {
            kind,
            sensor,
            point: point.unwrap_or(event.point),
            ..event
        });
    }

    fn handle_contact_force_event(
        &self,
        _: f32,
        _: &RigidBodySet,
        colliders: &ColliderSet,
        pair: &ContactPair,
        force: f32,
    ) {
        let point = deepest(colliders, pair);
        self.push(colliders, [pair.collider1, pair.collider2], |event| BodyEvent {
            kind: BodyEventKind::Hit,
            force,
            point: point.unwrap_or(event.point),
            ..event
        });
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}

/// Lets contacts of one-way sides pass from behind.
pub(super) struct OneWays;

/// How far, in radians, a contact may lean from the direction of a one-way side and still count: a sixth of a turn.
const LEAN: f32 = core::f32::consts::FRAC_PI_3;

impl PhysicsHooks for OneWays {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext<'_>) {
        let pose = |handle| context.colliders.get(handle).map(Collider::rotation);
        let marking = |handle| Marking::of(context.colliders, handle);
        let (one, other) = (context.collider1, context.collider2);
        let allowed = if let Some(way) = marking(one).and_then(|m| m.way) {
            Some(way)
        } else if let (Some(way), Some(first), Some(second)) =
            (marking(other).and_then(|m| m.way), pose(one), pose(other))
        {
            // The solver asks in the coordinates of the first body, with the direction out of that one.
            Some(-first.inverse_transform_vector(second.transform_vector(way)))
        } else {
            None
        };
        if let Some(way) = allowed {
            context.update_as_oneway_platform(way, LEAN);
        }
    }
}
