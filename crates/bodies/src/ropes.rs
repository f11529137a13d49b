//! Ropes and cloth that hang on bodies, and pull at them.

use crate::BodyError;
use crate::destroy::{PictureBodies, PictureDamage};
use crate::world::{BodyId, BodyWorld, MOST_TIME};
use motile_geom::{
    HashState, MarkRole, MarkSink, Marks, SaveState, StateError, StateHash, StateReader,
    StateWriter, Vec2, Vec2Ext,
};
use motile_physics::forces::Field;
use motile_physics::world::{PointId, World};
use rapier2d::prelude::RigidBody;
use std::collections::BTreeMap;

/// Points of a [`World`] of ropes and cloth tied to bodies, both ways: the rope carries the body, the body drags the rope.
///
/// ```
/// use motile_bodies::{BodyDef, BodyShape, BodyTies, BodyWorld};
/// use motile_geom::vec2;
/// use motile_physics::world::World;
///
/// let mut bodies = BodyWorld::new();
/// let lamp = BodyDef { density: 0.05, ..BodyDef::new(BodyShape::circle(14.0)) };
/// let lamp = bodies.add(&lamp.at(0.0, 130.0));
/// let mut ropes = World::default();
/// let cord = ropes.build_rope(vec2(0.0, 0.0), vec2(0.0, 120.0), 12);
/// ropes.set_pinned(cord.points[0], true);
/// let mut ties = BodyTies::new();
/// ties.tie(&bodies, &mut ropes, lamp, cord.points[12])?;
/// for _ in 0..120 {
///     ties.step(&mut bodies, &mut ropes, 1.0 / 60.0);
/// }
/// let hangs = bodies.get(lamp).unwrap_or_default().position;
/// assert!(hangs.distance(vec2(0.0, 130.0)) < 6.0, "the cord holds it");
/// # Ok::<(), motile_bodies::BodyError>(())
/// ```
///
/// In the world of ropes a tied point weighs as much as its body does to a pull at that place, and falls as the body does;
/// what the ropes change of its motion is given to the body as an impulse before that moves. Several points of one body
/// share its mass. Ties to static bodies pin their points; kinematic ones carry them along.
///
/// A rope that is much lighter than what hangs on it gives a little; more sub-steps of its world hold it tighter. A tied
/// body does not sleep. Drag of the world of ropes holds it back, too.
#[doc(alias = "rope")]
#[doc(alias = "cloth")]
#[doc(alias = "two-way coupling")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyTies {
    ties: Vec<Tie>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Tie {
    body: BodyId,
    point: PointId,
    /// In the coordinates of the body.
    local: Vec2,
    /// What the point weighed before, to be given back.
    own_mass: f32,
    /// Whether it was pinned before.
    own_pinned: bool,
    /// What it weighs now, in the world of ropes; none while it is pinned.
    carried: Option<f32>,
    /// Before the last step of the ropes.
    velocity: Vec2,
}

/// A place of a body, as a rope feels it.
#[derive(Clone, Copy)]
pub(crate) struct Anchor {
    pub(crate) at: Vec2,
    pub(crate) velocity: Vec2,
    /// What a pull there has to move at least, whatever its direction; none for what no pull moves.
    pub(crate) mass: Option<f32>,
    /// Acceleration of the free body.
    pub(crate) gravity: Vec2,
}

/// Share of the gap between points and body that the body is moved by in a step. Velocities keep the two together; this
/// takes away what rounding and turning leave.
const CLOSING: f32 = 0.5;

/// How far from a pixel, in pixels, a tie still holds it.
const REACH: f32 = 2.0;

impl BodyTies {
    /// No ties.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ties a point to a body where it is now; a point that was tied already is tied anew.
    ///
    /// # Errors
    /// [`BodyError::NoSuchBody`] when the body or the point is not there.
    pub fn tie(
        &mut self,
        bodies: &BodyWorld,
        ropes: &mut World,
        body: BodyId,
        point: PointId,
    ) -> Result<(), BodyError> {
        self.untie(ropes, point);
        let (Some(at), Some(own_mass), Some(state)) =
            (ropes.position(point), ropes.mass(point), bodies.get(body))
        else {
            return Err(BodyError::NoSuchBody);
        };
        let local = state.transform().inverse().transform_point2(at);
        let (velocity, own_pinned) = (state.velocity, ropes.is_pinned(point) == Some(true));
        self.ties.push(Tie { body, point, local, own_mass, own_pinned, carried: None, velocity });
        self.share_masses(bodies, ropes);
        Ok(())
    }

    /// Unties a point, which has its own mass again and is pinned if it was. False when it was not tied.
    pub fn untie(&mut self, ropes: &mut World, point: PointId) -> bool {
        let before = self.ties.len();
        self.ties.retain(|tie| {
            let stays = tie.point != point;
            if !stays {
                tie.let_go(ropes);
            }
            stays
        });
        self.ties.len() < before
    }

    /// Number of ties.
    pub fn len(&self) -> u32 {
        self.ties.len() as u32
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ties.is_empty()
    }

    /// The tied points and their bodies, in the order they were tied.
    pub fn iter(&self) -> impl Iterator<Item = (PointId, BodyId)> + '_ {
        self.ties.iter().map(|tie| (tie.point, tie.body))
    }

    /// Moves ropes and bodies on together by some seconds. Call it instead of the `step` of either. What is tied to a body or
    /// a point that is gone comes loose. More than one second counts as one, for both; nothing moves for 0 or less.
    pub fn step(&mut self, bodies: &mut BodyWorld, ropes: &mut World, dt: f32) {
        if !dt.is_finite() || dt <= 0.0 {
            // They clear their events and count bad times.
            ropes.step(dt);
            bodies.step(dt);
            return;
        }
        let dt = dt.min(MOST_TIME);
        self.loosen(bodies, ropes);
        self.share_masses(bodies, ropes);
        self.lead_points(bodies, ropes, dt);
        ropes.step(dt);
        self.pull_bodies(bodies, ropes);
        bodies.step(dt);
        self.close_gaps(bodies, ropes);
    }

    /// Lets ties go with the pixels they hold, after pictures were cut or blasted: a tie to a body that lost pixels goes to the
    /// piece with a pixel at its place, and comes loose when there is none within two pixels.
    ///
    /// ```
    /// # use motile_bodies::{BodyDef, BodyShape, BodyTies, BodyWorld, PictureBodies, PictureTrace};
    /// # use motile_geom::vec2;
    /// # use motile_physics::world::World;
    /// # use motile_pixels::{Color, Surface};
    /// # let (mut bodies, mut ropes, mut ties) = (BodyWorld::new(), World::default(), BodyTies::new());
    /// # let mut pictures = PictureBodies::new(PictureTrace::default());
    /// let plank = Surface::filled(60, 10, Color::ORANGE)?;
    /// let plank = pictures.add(&mut bodies, plank, &BodyDef::new(BodyShape::circle(1.0)))?;
    /// let rope = ropes.build_rope(vec2(25.0, 0.0), vec2(25.0, -80.0), 8);
    /// ties.tie(&bodies, &mut ropes, plank, rope.points[0])?;
    /// let damage = pictures.cut(&mut bodies, vec2(0.0, -20.0), vec2(0.0, 20.0), 4.0);
    /// ties.follow(&damage, &pictures, &bodies, &mut ropes);
    /// let held = ties.iter().next().map(|(_, body)| body);
    /// assert_eq!(bodies.get(held.unwrap_or_default()).map(|half| half.center.x > 0.0), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(
        &mut self,
        damage: &PictureDamage,
        pictures: &PictureBodies,
        bodies: &BodyWorld,
        ropes: &mut World,
    ) {
        self.ties.retain_mut(|tie| {
            if !damage.changed.contains(&tie.body) && !damage.gone.contains(&tie.body) {
                return true;
            }
            let Some(at) = tie.anchor(bodies).map(|anchor| anchor.at).or(ropes.position(tie.point))
            else {
                return false;
            };
            let pieces = core::iter::once(tie.body).chain(damage.made.iter().copied());
            let near = pieces
                .filter_map(|body| Some((pictures.distance(bodies, body, at, REACH)?, body)))
                .reduce(|a, b| if b.0 < a.0 { b } else { a });
            let state = near.and_then(|(_, body)| Some((body, bodies.get(body)?)));
            if let Some((body, state)) = state {
                tie.local = state.transform().inverse().transform_point2(at);
                tie.body = body;
            } else {
                tie.let_go(ropes);
            }
            state.is_some()
        });
    }

    /// Lines from where bodies are held to their points, for a debug view.
    pub fn mark(&self, bodies: &BodyWorld, ropes: &World, marks: &mut Marks) {
        for tie in &self.ties {
            if let (Some(anchor), Some(at)) = (tie.anchor(bodies), ropes.position(tie.point)) {
                marks.point(MarkRole::Constraint, anchor.at);
                marks.line(MarkRole::Constraint, anchor.at, at);
            }
        }
    }

    fn loosen(&mut self, bodies: &BodyWorld, ropes: &mut World) {
        self.ties.retain(|tie| {
            let stays = bodies.get(tie.body).is_some() && ropes.position(tie.point).is_some();
            if !stays {
                tie.let_go(ropes);
            }
            stays
        });
    }

    /// Points of one body share what it weighs: each alone would pull as if it moved the whole.
    fn share_masses(&mut self, bodies: &BodyWorld, ropes: &mut World) {
        let mut counts = BTreeMap::new();
        for tie in &self.ties {
            *counts.entry(tie.body).or_insert(0u32) += 1;
        }
        for tie in &mut self.ties {
            let count = counts.get(&tie.body).copied().unwrap_or(1);
            let mass = tie.anchor(bodies).and_then(|anchor| anchor.mass);
            let share = mass.map(|mass| mass / count as f32);
            let is_new =
                share != tie.carried || ropes.is_pinned(tie.point) != Some(share.is_none());
            if is_new {
                if let Some(share) = share {
                    ropes.set_mass(tie.point, share);
                }
                ropes.set_pinned(tie.point, share.is_none());
                tie.carried = share;
            }
        }
    }

    /// Points go on as their places on the bodies do.
    fn lead_points(&mut self, bodies: &BodyWorld, ropes: &mut World, dt: f32) {
        for tie in &mut self.ties {
            let Some(anchor) = tie.anchor(bodies) else { continue };
            if tie.carried.is_none() {
                // What no rope moves is where it will be after the step.
                ropes.set_position(tie.point, anchor.at + anchor.velocity * dt);
                continue;
            }
            ropes.set_velocity(tie.point, anchor.velocity);
            ropes.accelerate(tie.point, anchor.gravity - ropes.gravity);
            tie.velocity = anchor.velocity + anchor.gravity * dt;
        }
    }

    /// What the ropes changed of the motion of their points, the bodies get.
    fn pull_bodies(&self, bodies: &mut BodyWorld, ropes: &World) {
        for tie in &self.ties {
            let (Some(mass), Some(velocity), Some(anchor)) =
                (tie.carried, ropes.velocity(tie.point), tie.anchor(bodies))
            else {
                continue;
            };
            bodies.push(tie.body, (velocity - tie.velocity) * mass, anchor.at);
        }
    }

    /// Moves each body to its points, as well as a shift and a turn can.
    fn close_gaps(&self, bodies: &mut BodyWorld, ropes: &World) {
        let mut all: BTreeMap<BodyId, Vec<(Vec2, Vec2)>> = BTreeMap::new();
        for tie in self.ties.iter().filter(|tie| tie.carried.is_some()) {
            if let (Some(anchor), Some(at)) = (tie.anchor(bodies), ropes.position(tie.point)) {
                all.entry(tie.body).or_default().push((anchor.at, at - anchor.at));
            }
        }
        for (body, places) in all {
            let count = places.len() as f32;
            let middle = places.iter().map(|(at, _)| *at).sum::<Vec2>() / count;
            let shift = places.iter().map(|(_, gap)| *gap).sum::<Vec2>() / count;
            let turned: f32 = places.iter().map(|(at, gap)| (at - middle).perp_dot(*gap)).sum();
            let spread: f32 = places.iter().map(|(at, _)| at.distance_squared(middle)).sum();
            let turn = if spread > 1e-3 { turned / spread } else { 0.0 };
            bodies.nudge(body, middle, shift * CLOSING, turn * CLOSING);
        }
    }
}

impl Tie {
    fn anchor(&self, bodies: &BodyWorld) -> Option<Anchor> {
        bodies.anchor(self.body, self.local)
    }

    fn let_go(&self, ropes: &mut World) {
        ropes.set_mass(self.point, self.own_mass);
        ropes.set_pinned(self.point, self.own_pinned);
    }
}

impl HashState for BodyTies {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.len());
        for tie in &self.ties {
            hash.write(&(tie.body.to_bits(), tie.point.to_bits(), tie.local));
            hash.write(&(tie.own_mass, tie.own_pinned, tie.carried.unwrap_or(-1.0), tie.velocity));
        }
    }
}

/// Saved beside their bodies and their world of ropes, they go on as they did. Any bytes can be given to `restore`:
/// what has numbers that are not finite is an error, and ties to what is not there come loose in the next step.
impl SaveState for BodyTies {
    fn save(&self, out: &mut StateWriter) {
        out.list(self.ties.iter(), |out, tie| {
            let Tie { body, point, local, own_mass, own_pinned, carried, velocity } = *tie;
            (body, point, local, own_mass).save(out);
            (own_pinned, carried, velocity).save(out);
        });
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let mut ties = Vec::new();
        for _ in 0..input.length()? {
            let start = input.offset();
            let (body, point, local, own_mass): (_, _, Vec2, f32) = SaveState::restore(input)?;
            let (own_pinned, carried, velocity): (_, Option<f32>, Vec2) =
                SaveState::restore(input)?;
            let is_good = local.is_finite()
                && velocity.is_finite()
                && [own_mass, carried.unwrap_or(1.0)].iter().all(|m| m.is_finite() && *m > 0.0);
            if !is_good {
                return Err(StateReader::error_at(start, "a tie with finite numbers and masses"));
            }
            ties.push(Tie { body, point, local, own_mass, own_pinned, carried, velocity });
        }
        Ok(Self { ties })
    }
}

/// Fields that pull a resting body by more than this, in pixels a second squared, wake it.
const WAKING: f32 = 20.0;

impl BodyWorld {
    /// Lets a field of `motile-physics` act on every dynamic body at its center of mass, by its mass: wind, drag, attraction,
    /// and whatever else is a [`Field`]. Call it before a step with the time of that step. Bodies that rest wake when it
    /// pulls them by more than 20 pixels a second squared.
    ///
    /// ```
    /// use motile_bodies::{BodyDef, BodyShape, BodyWorld};
    /// use motile_geom::{Vec2, vec2};
    /// use motile_physics::forces::Wind;
    /// let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    /// let leaf = BodyDef { density: 0.01, ..BodyDef::new(BodyShape::circle(4.0)) };
    /// let leaf = world.add(&leaf);
    /// for _ in 0..180 {
    ///     world.apply(&Wind { velocity: vec2(50.0, 0.0), drag: 2.0 }, 1.0 / 60.0);
    ///     world.step(1.0 / 60.0);
    /// }
    /// let speed = world.get(leaf).unwrap_or_default().velocity.x;
    /// assert!((speed - 50.0).abs() < 1.0, "as fast as the wind: {speed}");
    /// ```
    #[doc(alias = "force field")]
    pub fn apply(&mut self, field: &impl Field, dt: f32) {
        let bodies: Vec<BodyId> = self.ids().collect();
        for id in bodies {
            let Some(state) = self.get(id) else { continue };
            let is_loose = self.engine_body(id).is_some_and(RigidBody::is_dynamic);
            if !is_loose || state.mass <= 0.0 {
                continue;
            }
            let pull = field.acceleration(state.center, state.velocity, 1.0 / state.mass);
            if !state.asleep || pull.length_squared() > WAKING * WAKING {
                self.push(id, pull * (dt * state.mass), state.center);
            }
        }
    }

    /// A place of a body, given in its coordinates, for ropes.
    pub(crate) fn anchor(&self, body: BodyId, local: Vec2) -> Option<Anchor> {
        let def = self.def(body)?;
        let (gravity, inner) = (self.gravity * def.gravity, self.engine_body(body)?);
        let at = inner.position().transform_point(local);
        let arm = at - inner.center_of_mass();
        let properties = inner.mass_properties();
        let inverse = properties.local_mprops.inv_mass
            + properties.effective_world_inv_inertia * arm.length_squared();
        let mass = (inner.is_dynamic() && inverse > 0.0).then(|| 1.0 / inverse);
        Some(Anchor { at, velocity: inner.velocity_at_point(at), mass, gravity })
    }

    /// Moves a body by a little, and turns it about a point, without setting it in motion.
    pub(crate) fn nudge(&mut self, body: BodyId, about: Vec2, shift: Vec2, turn: f32) {
        let Some(state) = self.get(body).filter(|_| shift.is_finite() && turn.is_finite()) else {
            return;
        };
        let position = about + Vec2::at_angle(turn).rotate(state.position - about) + shift;
        self.set_pose(body, position, state.rotation + turn);
    }
}
