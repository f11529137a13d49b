//! Both worlds by the rules of the classics, frame by frame.

use super::rule::pushed_on;
use super::{Order, World, World64};
use crate::classic::ClassicWorld;
use motile_geom::{Aabb, Vec2, glam::DVec2, vec2};

impl ClassicWorld for World {
    fn classic() -> Self {
        Self {
            gravity: vec2(0.0, 0.5),
            order: Order::AsAdded,
            substeps: 1,
            passes: 1,
            last: 1.0,
            ..Self::default()
        }
    }

    fn passes(&self) -> u32 {
        self.passes
    }

    fn push_points(&mut self) {
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
    }

    fn clamp_into(&mut self, walls: Aabb) {
        if !walls.is_valid() {
            self.reject("walls");
            return;
        }
        for slot in 0..self.points.len() {
            let position = self.points.position(slot).clamp(walls.min, walls.max);
            self.points.set(slot, position);
        }
    }

    fn relax_sticks(&mut self) {
        for slot in 0..self.sticks.len() {
            if self.sticks.is_alive(slot) {
                self.sticks.relax(slot, &mut self.points, 1.0);
            }
        }
    }
}

impl ClassicWorld for World64 {
    fn classic() -> Self {
        let gravity = DVec2::new(0.0, 0.5);
        Self { gravity, substeps: 1, passes: 1, last: 1.0, ..Self::default() }
    }

    fn passes(&self) -> u32 {
        self.passes
    }

    fn push_points(&mut self) {
        self.last = 1.0;
        self.stopped.clear();
        self.sticks.iter_mut().for_each(|stick| stick.lambda = 0.0);
        for point in self.points.iter_mut().filter(|point| point.inverse_mass > 0.0) {
            (point.position, point.old) = pushed_on(point.position, point.old, self.gravity);
        }
        self.stop_strays();
    }

    fn clamp_into(&mut self, walls: Aabb) {
        if !walls.is_valid() {
            self.rejected += 1;
            return;
        }
        let (min, max) = (walls.min.as_dvec2(), walls.max.as_dvec2());
        self.points.iter_mut().for_each(|point| point.position = point.position.clamp(min, max));
    }

    /// Softness is counted in steps of [`World64::last`].
    fn relax_sticks(&mut self) {
        (0..self.sticks.len()).for_each(|index| self.relax(index, self.last));
    }
}
