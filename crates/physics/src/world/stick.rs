//! Sticks: two points at a distance, stiff or soft, with or without slack.

use super::PointId;
use super::lists::lists;
use super::point::{MAX_COORDINATE, Points};
use super::rule::{Checked, End, MAX_COMPLIANCE, Refusal, Rule};
use motile_geom::{HashState, Id, Slots, StateHash, Vec2};

/// Which lengths a stick puts up with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Slack {
    /// Its length only.
    #[default]
    None,
    /// Up to its length: a rope.
    Rope,
    /// From its length up: a strut.
    Strut,
    /// From this share of its length up to that one, for example 0.5 and 1.
    Between(f32, f32),
}

/// What a new stick is like: a distance constraint between two points. [`Stick::new`] makes a rigid one of the present
/// length.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "distance constraint")]
#[doc(alias = "distance joint")]
#[doc(alias = "rope")]
pub struct Stick {
    /// One end.
    pub a: PointId,
    /// The other end.
    pub b: PointId,
    /// In pixels; none takes the present distance of the ends.
    pub length: Option<f32>,
    /// Which other lengths are fine too.
    pub slack: Slack,
    /// Softness: pixels of stretch for a unit of force (mass · pixels / s²), 0 or more; 0 is rigid. The inverse
    /// of a spring constant, and independent of the step and of the number of passes.
    pub compliance: f32,
    /// Damping of a soft stick: force for each pixel per second of stretching, 0 or more.
    pub damping: f32,
    /// It tears when stretched by more than this share of its greatest length; infinite for never.
    pub strength: f32,
}

/// The name of a stick.
pub type StickId = Id<Stick>;

impl Stick {
    /// A rigid stick of the present length.
    pub const fn new(a: PointId, b: PointId) -> Self {
        Self {
            a,
            b,
            length: None,
            slack: Slack::None,
            compliance: 0.0,
            damping: 0.0,
            strength: f32::INFINITY,
        }
    }

    /// A spring with a constant (force for each pixel) and damping (force for each pixel per second). An
    /// infinite constant makes a rigid stick.
    #[doc(alias = "spring joint")]
    pub const fn spring(a: PointId, b: PointId, constant: f32, damping: f32) -> Self {
        Self { compliance: 1.0 / constant, damping, ..Self::new(a, b) }
    }

    /// A line that goes slack.
    pub const fn rope(a: PointId, b: PointId) -> Self {
        Self { slack: Slack::Rope, ..Self::new(a, b) }
    }

    /// With a length in pixels.
    pub const fn with_length(mut self, length: f32) -> Self {
        self.length = Some(length);
        self
    }

    /// With a strength: it tears when stretched by more than this share of its length.
    pub const fn with_strength(mut self, share: f32) -> Self {
        self.strength = share;
        self
    }

    /// The lengths at rest, smallest and greatest, for ends so many pixels apart; the words name a bad number.
    pub(crate) fn lengths(&self, distance: f32) -> Result<[f32; 3], &'static str> {
        let length = self.length.unwrap_or(distance);
        let (min, max) = match self.slack {
            Slack::None => (length, length),
            Slack::Rope => (0.0, length),
            Slack::Strut => (length, f32::MAX),
            Slack::Between(from, to) => (length * from, length * to),
        };
        check_numbers([length, min, max], [self.compliance, self.damping, self.strength])?;
        Ok([length, min, max])
    }
}

/// The sticks as structure of arrays. Removed sticks keep their ends and their color until the place is used again, so
/// that the order of relaxation of the others does not depend on when it was last sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sticks {
    pub a: Vec<u32>,
    pub b: Vec<u32>,
    pub length: Vec<f32>,
    pub min: Vec<f32>,
    pub max: Vec<f32>,
    pub compliance: Vec<f32>,
    pub damping: Vec<f32>,
    pub tears_at: Vec<f32>,
    /// The multiplier of this step, for soft sticks.
    pub lambda: Vec<f32>,
    /// Who is there, under which id, and which places are free.
    pub names: Slots<Stick>,
}

lists! { Sticks {
    /// Lengths and how hard a stick insists on them, all that is saved of it beside its ends.
    numbers, numbers_mut: [length, min, max, compliance, damping, tears_at, lambda];
} }

impl Sticks {
    pub(crate) fn len(&self) -> usize {
        self.a.len()
    }

    pub(crate) fn add(&mut self, stick: &Stick, points: &Points) -> Result<StickId, Refusal> {
        let (Some(a), Some(b)) = (points.slot(stick.a), points.slot(stick.b)) else {
            return Err(Refusal::UnknownPoint);
        };
        if a == b {
            return Err(Refusal::UnknownPoint);
        }
        let distance = points.position(a).distance(points.position(b));
        let [length, min, max] = stick.lengths(distance)?;
        let id = self.names.insert();
        let slot = id.slot();
        if slot == self.len() {
            self.numbers_mut().into_iter().for_each(|array| array.push(0.0));
            self.a.push(0);
            self.b.push(0);
        }
        (self.a[slot], self.b[slot]) = (a as u32, b as u32);
        (self.length[slot], self.min[slot], self.max[slot]) = (length, min, max);
        (self.compliance[slot], self.damping[slot]) = (stick.compliance, stick.damping);
        (self.tears_at[slot], self.lambda[slot]) = (stick.strength, 0.0);
        Ok(id)
    }

    pub(crate) fn remove(&mut self, slot: usize) {
        self.names.remove(self.id(slot));
    }

    pub(crate) fn slot(&self, id: StickId) -> Option<usize> {
        self.names.contains(id).then(|| id.slot())
    }

    /// The id of a stick that is there; [`Id::NOTHING`] for a free place.
    pub(crate) fn id(&self, slot: usize) -> StickId {
        self.names.id_at(slot as u32).unwrap_or(Id::NOTHING)
    }

    #[inline]
    pub(crate) fn is_alive(&self, slot: usize) -> bool {
        self.names.id_at(slot as u32).is_some()
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&slot| self.is_alive(slot))
    }

    pub(crate) fn is_rigid(&self, slot: usize) -> bool {
        self.compliance[slot] == 0.0 && self.min[slot] == self.max[slot]
    }

    /// How much longer (or, below 0, shorter) the stick is than it puts up with, in pixels.
    pub(crate) fn stretch(&self, slot: usize, points: &Points) -> f32 {
        let (a, b) = (self.a[slot] as usize, self.b[slot] as usize);
        let distance = points.position(a).distance(points.position(b));
        distance - distance.clamp(self.min[slot], self.max[slot])
    }

    /// One relaxation along the present direction.
    pub(crate) fn relax(&mut self, slot: usize, points: &mut Points, h: f32) {
        let (rule, a, b) = self.rule(slot, points);
        if let Some(ends) = rule.relax(a, b, &mut self.lambda[slot], h) {
            self.set_ends(slot, points, ends);
        }
    }

    /// One relaxation along the direction at the start of the step.
    pub(crate) fn relax_along_start(&mut self, slot: usize, points: &mut Points, h: f32) {
        let (rule, a, b) = self.rule(slot, points);
        if let Some(ends) = rule.relax_along_start(a, b, &mut self.lambda[slot], h) {
            self.set_ends(slot, points, ends);
        }
    }

    #[inline]
    fn rule(&self, slot: usize, points: &Points) -> (Rule<f32>, End<Vec2>, End<Vec2>) {
        let end = |slot: u32| {
            let slot = slot as usize;
            let weight = points.inverse_mass[slot];
            End { now: points.position(slot), old: points.old(slot), weight }
        };
        let rule = Rule {
            min: self.min[slot],
            max: self.max[slot],
            compliance: self.compliance[slot],
            damping: self.damping[slot],
        };
        (rule, end(self.a[slot]), end(self.b[slot]))
    }

    #[inline]
    fn set_ends(&self, slot: usize, points: &mut Points, ends: (Vec2, Vec2)) {
        points.set(self.a[slot] as usize, ends.0);
        points.set(self.b[slot] as usize, ends.1);
    }
}

/// Refuses bad lengths (at rest, smallest, greatest) and bad properties (compliance, damping, tearing).
pub(crate) fn check_numbers(
    [length, min, max]: [f32; 3],
    [compliance, damping, tears_at]: [f32; 3],
) -> Checked {
    // A rope of no length pulls its ends together; a stick of no length would have no direction.
    let good = length > 0.0 && length <= MAX_COORDINATE && min >= 0.0 && min <= max;
    if !good || !max.is_finite() {
        return Err("length of the stick");
    }
    if !(0.0..=MAX_COMPLIANCE).contains(&compliance) {
        return Err("compliance of the stick");
    }
    if !(0.0..=f32::MAX).contains(&damping) {
        return Err("damping of the stick");
    }
    if tears_at.is_nan() || tears_at < 0.0 {
        return Err("strength of the stick");
    }
    Ok(())
}

impl HashState for Sticks {
    fn hash_state(&self, hash: &mut StateHash) {
        for slot in 0..self.len() {
            hash.write_u32(self.names.generation_at(slot as u32).unwrap_or(0));
            (self.a[slot], self.b[slot]).hash_state(hash);
            if self.is_alive(slot) {
                (self.length[slot], self.min[slot], self.max[slot]).hash_state(hash);
                (self.compliance[slot], self.damping[slot], self.tears_at[slot]).hash_state(hash);
            }
        }
    }
}
