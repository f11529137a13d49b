//! The rules as the animation classics print them, for readers who compare.
//!
//! They come from the `ActionScript` books of the 2000s, which brought Thomas Jakobsen's *Advanced Character Physics*
//! (2001) to Flash programmers: points that remember where they were, sticks that are put right one after the other, frames
//! instead of seconds. What was printed is kept, the slips included. Gravity is a push: each
//! frame it moves a point half a pixel further than an acceleration would. Walls come before sticks, so that sticks have the last word and things sink into the
//! floor. One order of the sticks eats spin and swing. A ball that bounces is put on the wall whatever its overshoot, and
//! gains energy by it. [`World`](crate::world::World) and [`Ball`](crate::Ball) do it right.
//!
//! Lengths are pixels and time is counted in frames.
//!
//! ```
//! use motile_physics::classic::ClassicWorld;
//! use motile_physics::world::{Point, World};
//!
//! let mut world = World::classic();
//! let point = world.add_point(Point::new(0.0, 0.0));
//! for _ in 0..10 {
//!     world.step_frame(None);
//! }
//! // 0.5 · (1 + 2 + … + 10) pixels by the velocity, and half a pixel more in each frame by the push itself.
//! assert_eq!(world.position(point).map(|at| at.y), Some(32.5));
//! ```

use motile_geom::{Aabb, Vec2, vec2};

/// Worlds that can be moved by the rules of the classics. Only their points and sticks take part.
#[doc(alias = "Verlet")]
pub trait ClassicWorld: Sized {
    /// An empty world with the settings of the classics: gravity of half a pixel per frame and frame, one pass, sticks
    /// in the order they were added.
    fn classic() -> Self;

    /// One frame: [`push_points`](Self::push_points), then, as often as the world has passes,
    /// [`clamp_into`](Self::clamp_into) the walls, when there are some, and [`relax_sticks`](Self::relax_sticks).
    /// More than a thousand passes count as a thousand.
    fn step_frame(&mut self, walls: Option<Aabb>) {
        self.push_points();
        for _ in 0..self.passes().min(1000) {
            if let Some(walls) = walls {
                self.clamp_into(walls);
            }
            self.relax_sticks();
        }
    }

    /// Passes over the sticks in a frame, as the field of this name says.
    fn passes(&self) -> u32;

    /// The first part of a frame: every point is pushed by the gravity, now in pixels per frame squared, and goes on the
    /// way it went, push included. Velocities are pixels per frame.
    fn push_points(&mut self);

    /// Puts every point into a box without touching its old position: it stops dead at the wall and slides along it.
    /// Walls with bad numbers do nothing.
    fn clamp_into(&mut self, walls: Aabb);

    /// One pass over the sticks in their order.
    fn relax_sticks(&mut self);
}

/// The bounce of the classics, in the room from (0, 0) to `size` pixels: the ball is put on the wall and its speed turned
/// by a share, whatever the overshoot. Floor and side walls only. The right one is [`Ball::step`](crate::Ball::step).
pub fn bounce_in_room(
    position: &mut Vec2,
    velocity: &mut Vec2,
    radius: f32,
    size: Vec2,
    share: f32,
) {
    let limit = vec2(size.x - radius, size.y - radius);
    if position.y > limit.y {
        (position.y, velocity.y) = (limit.y, -velocity.y * share);
    }
    if position.x > limit.x {
        (position.x, velocity.x) = (limit.x, -velocity.x * share);
    } else if position.x < radius {
        (position.x, velocity.x) = (radius, -velocity.x * share);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_6_5_the_classic_bounce_gains_energy() {
        let (mut p, mut v) = (vec2(400.0, 50.0), Vec2::ZERO);
        let mut top = f32::MAX;
        let mut hit = false;
        for _ in 0..80 {
            p += v / 60.0;
            v.y += 3200.0 / 60.0;
            let before = v.y;
            bounce_in_room(&mut p, &mut v, 20.0, vec2(800.0, 600.0), 0.6);
            hit |= before != v.y;
            if hit {
                top = top.min(p.y);
            }
        }
        assert!((580.0 - top - 217.07).abs() < 0.01, "{}", 580.0 - top);
    }
}
