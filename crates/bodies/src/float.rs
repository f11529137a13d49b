//! Bodies in water and wind, pushed by it and pushing it.

use crate::world::{BodyId, BodyKind, BodyShape, BodyWorld};
use motile_fluid::{Fluid, FluidSolid, Liquid, SolidParts, SolidPush, SolidShape};
use motile_geom::{
    Capsule, Circle, HashState, SaveState, Segment, StateError, StateHash, StateReader, StateWriter,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What bodies can be in: a [`Liquid`] with a surface, or a [`Fluid`] that fills its box.
pub trait BodyFluid: sealed::Steps {}

impl BodyFluid for Liquid {}
impl BodyFluid for Fluid {}

mod sealed {
    use super::{Fluid, FluidSolid, Liquid, SolidPush};

    pub trait Steps {
        fn solids_mut(&mut self) -> &mut Vec<FluidSolid>;
        fn advance(&mut self, dt: f32);
        fn pushed(&self, solid: usize) -> SolidPush;
    }

    macro_rules! steps {
        ($($ty:ty)+) => {$(
            impl Steps for $ty {
                fn solids_mut(&mut self) -> &mut Vec<FluidSolid> {
                    &mut self.solids
                }

                fn advance(&mut self, dt: f32) {
                    self.step(dt);
                }

                fn pushed(&self, solid: usize) -> SolidPush {
                    self.push_on(solid)
                }
            }
        )+};
    }

    steps! { Liquid Fluid }
}

/// The longest step of a fluid, in seconds.
const MOST_TIME: f32 = 0.1;

/// Bodies and a fluid that know each other: the fluid flows around every body, through its holes too, and pushes it; bodies
/// push the fluid.
///
/// ```
/// use motile_bodies::{BodyDef, BodyShape, BodyWorld, FloatingBodies};
/// use motile_fluid::Liquid;
/// use motile_geom::{Aabb, vec2};
///
/// let mut water = Liquid::new(48, 48, 4.0)?;
/// water.add_block(Aabb::new(vec2(0.0, 96.0), vec2(192.0, 192.0)), 0);
/// let mut world = BodyWorld::new();
/// // A cubic pixel of water weighs 1: this is half as heavy.
/// let raft = BodyDef { density: 0.5, ..BodyDef::new(BodyShape::rect(60.0, 24.0)) };
/// let raft = world.add(&raft.at(96.0, 80.0));
/// let mut floating = FloatingBodies::new();
/// for _ in 0..240 {
///     floating.step(&mut world, &mut water, 1.0 / 60.0);
/// }
/// let height = world.get(raft).unwrap_or_default().position.y;
/// assert!((height - 93.0).abs() < 12.0, "it floats: {height}");
/// # Ok::<(), motile_fluid::FluidError>(())
/// ```
///
/// Obstacles of the fluid that are yours stay; those of the bodies come after them. Sensors and chains are passed over,
/// static and kinematic bodies are walls. World and fluid share one system of coordinates, in pixels. Who saves or rolls back
/// one of the three takes all of them.
#[doc(alias = "buoyancy")]
#[doc(alias = "two-way coupling")]
#[derive(Clone, Debug, Default)]
pub struct FloatingBodies {
    /// Forms of bodies, made once for each.
    forms: BTreeMap<BodyId, (BodyShape, SolidParts)>,
    /// Obstacles at the end of the fluid's list that are bodies.
    placed: usize,
}

impl FloatingBodies {
    /// Nothing yet; the first step looks around.
    pub fn new() -> Self {
        Self::default()
    }

    /// Moves the fluid and the bodies on together by some seconds. Call it instead of the `step` of either. Times above
    /// 0.1 count as 0.1, for both: the fluid takes no longer steps, and the bodies are not to run ahead of it.
    pub fn step(&mut self, bodies: &mut BodyWorld, fluid: &mut impl BodyFluid, dt: f32) {
        let dt = if dt.is_finite() { dt.min(MOST_TIME) } else { dt };
        self.forms.retain(|&body, _| bodies.def(body).is_some());
        let solids = fluid.solids_mut();
        solids.truncate(solids.len().saturating_sub(self.placed));
        let first = solids.len();
        let mut afloat = Vec::new();
        for body in bodies.ids() {
            if let Some(solid) = self.solid(bodies, body) {
                solids.push(solid);
                afloat.push(body);
            }
        }
        self.placed = afloat.len();
        fluid.advance(dt);
        if dt > 0.0 && dt.is_finite() {
            for (i, body) in afloat.into_iter().enumerate() {
                push(bodies, body, fluid.pushed(first + i), dt);
            }
        }
        bodies.step(dt);
    }

    /// A body as an obstacle.
    fn solid(&mut self, bodies: &BodyWorld, body: BodyId) -> Option<FluidSolid> {
        let (def, state) = (bodies.def(body)?, bodies.get(body)?);
        let place = state.transform();
        let shape: SolidShape = match &def.shape {
            _ if def.sensor => return None,
            BodyShape::Chain(..) => return None,
            BodyShape::Circle(circle) => {
                Circle::new(place.transform_point2(circle.center), circle.radius).into()
            }
            BodyShape::Capsule(Capsule { segment: Segment { a, b }, radius }) => {
                let [a, b] = [a, b].map(|&end| place.transform_point2(end));
                Capsule::new(a, b, *radius).into()
            }
            BodyShape::Parts(parts, _) => {
                let known = self.forms.get(&body).filter(|(shape, _)| is_same(shape, &def.shape));
                let parts = if let Some((_, parts)) = known {
                    parts.clone()
                } else {
                    let made = SolidParts::new(Arc::clone(parts));
                    self.forms.insert(body, (def.shape.clone(), made.clone()));
                    made
                };
                parts.at(state.position, state.rotation).into()
            }
        };
        let solid = FluidSolid::new(shape).with_velocity(state.velocity);
        Some(solid.with_spin(state.spin, state.center))
    }
}

impl HashState for FloatingBodies {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.placed as u64);
    }
}

/// How many obstacles of the fluid are bodies: to be saved with the world and the fluid, or they would stay there for good.
impl SaveState for FloatingBodies {
    fn save(&self, out: &mut StateWriter) {
        (self.placed as u32).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let placed = u32::restore(input)? as usize;
        Ok(Self { placed, ..Self::default() })
    }
}

/// Whether two forms share their parts.
fn is_same(a: &BodyShape, b: &BodyShape) -> bool {
    matches!((a, b), (BodyShape::Parts(a, _), BodyShape::Parts(b, _)) if Arc::ptr_eq(a, b))
}

/// Gives a body what the fluid did to it. The world adds gravity itself.
fn push(bodies: &mut BodyWorld, body: BodyId, push: SolidPush, dt: f32) -> Option<()> {
    let (state, def) = (bodies.get(body)?, bodies.def(body)?);
    let weight = bodies.gravity * (def.gravity * dt);
    let mass = def.mass();
    let (is_loose, upright) = (def.kind == BodyKind::Dynamic, def.upright);
    let change = push.velocity_change(mass.mass, weight) - weight;
    let turn = if upright { 0.0 } else { push.spin_change(mass.mass, mass.inertia) };
    // What rests on dry land goes on resting.
    if is_loose && (change.length_squared() > 0.0 || turn != 0.0) {
        bodies.set_motion(body, state.velocity + change, state.spin + turn);
    }
    Some(())
}
