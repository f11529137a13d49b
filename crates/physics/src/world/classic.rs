//! The classics' own rules by name, for readers who compare: frames instead of seconds, gravity as a push,
//! walls without bounce, sticks last (PHYS-15 … PHYS-25).

use super::rule::pushed_on;
use super::{Order, World};
use motile_geom::{Aabb, Vec2};

impl World {
    /// A world by the rules of the classics: gravity of half a pixel per frame and frame, one pass, sticks in the
    /// order they were added. Move it with [`World::step_classic`].
    pub fn classic() -> Self {
        Self {
            gravity: motile_geom::vec2(0.0, 0.5),
            order: Order::AsAdded,
            substeps: 1,
            passes: 1,
            last: 1.0,
            ..Self::default()
        }
    }

    /// One frame by the rules of the classics. Every point is pushed by the gravity (now in pixels per frame
    /// squared) and goes on the way it went, velocities being pixels per frame; then, [`World::passes`] times,
    /// points are put back into the box, and sticks are relaxed.
    ///
    /// The push moves points half a pixel further than an acceleration would (WEAK-6-6), sticks have the last word
    /// over walls (WEAK-6-10), and spin is lost (WEAK-6-11). Only points and sticks take part.
    pub fn step_classic(&mut self, walls: Option<Aabb>) {
        self.events.clear();
        self.last = 1.0;
        for slot in 0..self.points.len() {
            if self.points.inverse_mass[slot] > 0.0 {
                let (now, old) = (self.points.position(slot), self.points.old(slot));
                let (now, old) = pushed_on(now, old, self.gravity);
                self.points.set(slot, now);
                self.points.set_old(slot, old);
                self.points.set_carry(slot, Vec2::ZERO);
            }
        }
        self.stop_strays();
        self.sticks.lambda.fill(0.0);
        for _ in 0..self.passes.min(1000) {
            if let Some(walls) = walls.filter(|walls| walls.is_valid()) {
                self.clamp_into(walls);
            }
            for slot in 0..self.sticks.len() {
                if self.sticks.alive[slot] {
                    self.sticks.relax(slot, &mut self.points, 1.0);
                }
            }
        }
    }

    /// Puts every point into a box without touching its old position (PHYS-20): it stops dead at the wall and
    /// slides along it.
    pub fn clamp_into(&mut self, walls: Aabb) {
        if !walls.is_valid() {
            return;
        }
        for slot in 0..self.points.len() {
            let position = self.points.position(slot).clamp(walls.min, walls.max);
            self.points.set(slot, position);
        }
    }
}
