//! Islands, and which of them sleep.
//!
//! An island is what hangs together: points joined by sticks, angles, areas and motors, or touching each other. What does
//! not move belongs to none, so that two crates on one pinned bridge are two islands. An island whose points have all
//! been slow for a while stands still until something stirs it.

use super::point::Points;
use super::rule::Checked;
use super::{PointId, Stale, World};
use motile_geom::{HashState, StateHash, Vec2};

/// What the world remembers about sleep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sleep {
    /// Seconds for which a point has been slow.
    pub quiet: Vec<f32>,
    /// Who can move; of the others no island is made.
    moves: Vec<bool>,
    /// One of the same island as the point, and at the end of the way its first point.
    root: Vec<u32>,
    /// For each first point the seconds for which all of its island have been slow.
    least: Vec<f32>,
    /// Points that sleep, and for each of them the first point of the island that fell asleep together.
    count: u32,
    pub island: Vec<u32>,
    /// Gravity and a hash of the colliders under which the sleepers fell asleep.
    pub around: (Vec2, u64),
}

impl Sleep {
    /// The first point of an island; halves the way there (union-find with path halving). The first point by place, not
    /// the root of the larger tree, is what islands are named after: the name is stored with the sleepers, so it must
    /// not depend on the order in which constraints were joined.
    fn find(&mut self, mut slot: u32) -> u32 {
        while self.root[slot as usize] != slot {
            let next = self.root[self.root[slot as usize] as usize];
            self.root[slot as usize] = next;
            slot = next;
        }
        slot
    }

    /// Whether it is about these points; counts the sleepers.
    pub(crate) fn fits(&mut self, points: &Points) -> bool {
        let n = points.len();
        self.count = points.asleep.iter().filter(|&&asleep| asleep).count() as u32;
        let whole = self.quiet.len() == n && self.island.len() == n;
        self.quiet.len() <= n
            && self.quiet.iter().all(|&quiet| quiet >= 0.0)
            && self.island.iter().all(|&first| (first as usize) < n)
            && (whole || self.count == 0)
    }

    /// Makes one island of all that can move among the points of one constraint.
    fn join(&mut self, slots: impl IntoIterator<Item = usize>) {
        let mut first = None;
        for slot in slots {
            if self.moves[slot] {
                let a = self.find(*first.get_or_insert(slot as u32));
                let b = self.find(slot as u32);
                self.root[a.max(b) as usize] = a.min(b);
            }
        }
    }
}

impl World {
    pub(crate) fn check_sleep(&self) -> Checked {
        let good = self.sleep_after >= 0.0 && (0.0..=1e9).contains(&self.sleep_speed);
        if good { Ok(()) } else { Err("time or speed of sleep") }
    }

    /// Whether a point sleeps.
    pub fn is_asleep(&self, id: PointId) -> Option<bool> {
        self.points.slot(id).map(|slot| self.points.asleep[slot])
    }

    /// Number of points that sleep.
    pub fn asleep_count(&self) -> u32 {
        self.sleep.count
    }

    /// Wakes the island of a point; false when the point is gone. Whatever changes a point or what holds it does so by
    /// itself; a change of the gravity, of a collider or of something pinned wakes everything.
    pub fn wake(&mut self, id: PointId) -> bool {
        let slot = self.points.slot(id);
        slot.map(|slot| self.stir(slot)).is_some()
    }

    /// Wakes everything.
    pub fn wake_all(&mut self) {
        self.wake_where(|_| true);
    }

    fn wake_where(&mut self, wakes: impl Fn(u32) -> bool) {
        for slot in 0..self.points.len() {
            if self.points.asleep[slot] && wakes(self.sleep.island[slot]) {
                self.points.rouse(slot);
                self.sleep.quiet[slot] = 0.0;
                self.sleep.count -= 1;
                self.stale = Stale::Everything;
            }
        }
    }

    /// Something about a point changes: wakes whom it concerns.
    pub(crate) fn stir(&mut self, slot: usize) {
        if let Some(quiet) = self.sleep.quiet.get_mut(slot) {
            *quiet = 0.0;
        }
        if self.sleep.count == 0 {
            return;
        }
        if self.points.asleep[slot] {
            let island = self.sleep.island[slot];
            self.wake_where(|other| other == island);
        } else if !self.points.moves(slot) {
            // Anything may hang on it or lie on it.
            self.wake_all();
        }
    }

    /// Something about points changes, by their names: wakes whom it concerns.
    pub(crate) fn stir_all(&mut self, ids: impl IntoIterator<Item = PointId>) {
        for id in ids {
            if let Some(slot) = self.points.slot(id) {
                self.stir(slot);
            }
        }
    }

    fn around(&self) -> (Vec2, u64) {
        (self.gravity, StateHash::of(&self.colliders))
    }

    /// Before a step: wakes everything when the world around has changed.
    pub(crate) fn before_sleep(&mut self) {
        // Colliders are public and have no events: their hash tells whether one was moved. It is taken only while
        // somebody sleeps, and costs less than keeping them awake would.
        let sleeps = self.sleep.count > 0;
        if sleeps && (self.sleep_after == f32::INFINITY || self.sleep.around != self.around()) {
            self.wake_all();
        }
    }

    /// After a step of `dt` seconds: puts to sleep what has been slow for long enough, and wakes what was touched.
    pub(crate) fn after_sleep(&mut self, dt: f32) {
        if self.sleep_after == f32::INFINITY {
            return;
        }
        self.sleep.quiet.resize(self.points.len(), 0.0);
        self.sleep.island.resize(self.points.len(), 0);
        let slow = self.sleep_speed * self.last;
        for slot in 0..self.points.len() {
            let quiet = &mut self.sleep.quiet[slot];
            let rests = self.points.way(slot).length_squared() <= slow * slow;
            *quiet = if rests { *quiet + dt } else { 0.0 };
        }
        self.find_islands();
        self.settle_islands();
    }

    /// Who hangs together with whom.
    fn find_islands(&mut self) {
        let Self { points, sticks, sleep, .. } = self;
        sleep.moves.clear();
        sleep.moves.extend((0..points.len()).map(|slot| points.moves(slot)));
        sleep.root.clear();
        sleep.root.extend(0..points.len() as u32);
        for slot in sticks.slots() {
            sleep.join([sticks.a[slot] as usize, sticks.b[slot] as usize]);
        }
        for angle in self.angles.values() {
            sleep.join([angle.a, angle.pivot, angle.c].map(PointId::slot));
        }
        for area in self.areas.values() {
            sleep.join(area.points.iter().map(|id| id.slot()));
        }
        for motor in self.motors.values() {
            sleep.join(motor.rim.iter().map(|id| id.slot()).chain([motor.hub.slot()]));
        }
        for &(a, b) in &self.pairs {
            sleep.join([a as usize, b as usize]);
        }
        for crossing in &self.crossings {
            sleep.join(crossing.slots(sticks));
        }
        // Sleepers do not look for each other, because pairs of things that cannot move are left out, but stay together.
        for slot in 0..points.len() {
            if points.asleep[slot] {
                sleep.join([slot, sleep.island[slot] as usize]);
            }
        }
    }

    /// An island sleeps when all of it has been slow for long enough, and only then: laying down single points would
    /// pin them under the rest, and a heap would never settle. What is touched by something awake is in its island by
    /// now, whose least quiet point is quick, so it wakes here without a rule of its own.
    fn settle_islands(&mut self) {
        let Self { points, sleep, .. } = self;
        let n = points.len();
        sleep.least.clear();
        sleep.least.resize(n, f32::INFINITY);
        for slot in 0..n {
            let root = sleep.find(slot as u32) as usize;
            if sleep.moves[slot] {
                sleep.least[root] = sleep.least[root].min(sleep.quiet[slot]);
            }
        }
        let mut changed = false;
        for slot in 0..n {
            let root = sleep.find(slot as u32);
            let sleeps = sleep.least[root as usize] >= self.sleep_after;
            if !sleep.moves[slot] {
                continue;
            }
            if sleeps {
                sleep.island[slot] = root;
            }
            if sleeps && !points.asleep[slot] {
                points.lay_down(slot);
                (sleep.count, changed) = (sleep.count + 1, true);
            } else if !sleeps && points.asleep[slot] {
                points.rouse(slot);
                sleep.quiet[slot] = 0.0;
                (sleep.count, changed) = (sleep.count - 1, true);
            }
        }
        if changed {
            self.stale = Stale::Everything;
            self.sleep.around = self.around();
        }
    }

    pub(crate) fn hash_sleep(&self, hash: &mut StateHash) {
        if self.sleep_after < f32::INFINITY {
            (self.sleep_after, self.sleep_speed).hash_state(hash);
            self.sleep.quiet.hash_state(hash);
            for asleep in &self.points.asleep {
                hash.write_u32(u32::from(*asleep));
            }
        }
    }
}
