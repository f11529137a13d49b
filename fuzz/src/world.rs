//! Saved worlds of points and constraints.

use motile_geom::{Vec2, vec2};
use motile_physics::PhysicsError;
use motile_physics::world::{Collider, Grab, World};

/// Larger worlds and more passes are legal, but would make a fuzzer slow rather than wise.
const MOST: u32 = 4;

/// Any bytes are a world or an error with a place; a world survives writing and reading, and can be stepped.
pub fn run(data: &[u8]) {
    match World::load(data) {
        Ok(mut world) => {
            let saved = world.save();
            assert_eq!(World::load(&saved).map(|again| again.save()).as_ref(), Ok(&saved));
            world.substeps = world.substeps.min(MOST);
            world.passes = world.passes.min(MOST);
            for _ in 0..3 {
                // With bad settings nothing moves, and points that would leave the numbers are stopped.
                world.step(1.0 / 60.0);
            }
            assert!(world.points().all(|(_, at)| at.is_finite()));
        }
        Err(PhysicsError::BadSave { offset, expected }) => {
            assert!(offset as usize <= data.len() && !expected.is_empty());
        }
        Err(error) => panic!("{error}"),
    }
}

/// Worlds with everything in them that a save can hold, new and after a second.
///
/// # Panics
/// Never: the point that is grabbed is there.
pub fn built() -> Vec<Vec<u8>> {
    let mut world = World::default();
    world.sleep_after = 0.2;
    world.sticks_collide = true;
    world.colliders.push(Collider::floor(100.0));
    let doll = world.build_ragdoll(Vec2::ZERO, 60.0);
    world.add_grab(Grab::new(doll.parts.points[0], vec2(5.0, 5.0), 0.1)).expect("a point");
    world.build_wheel(vec2(90.0, 20.0), 20.0, 5, Some((1.0, 9.0)));
    world.build_blob(vec2(-90.0, 20.0), 20.0, 5, 0.01);
    world.remove_point(doll.parts.points[4]);
    let early = world.save();
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    vec![early, world.save(), World::default().save(), b"motile".to_vec()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("world")].concat(), 20_000, run);
    }
}
