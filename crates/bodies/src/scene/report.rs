//! What a scene would become.

use super::SceneBody;
use crate::world::JointDef;
use core::fmt;
use motile_geom::Vec2;
use std::collections::{BTreeMap, BTreeSet};

/// Notes of a report; nobody reads more.
const MOST_NOTES: usize = 100;

/// Two things of a scene that cover the same place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneOverlap {
    /// Their numbers, the hinder one first.
    pub bodies: [u32; 2],
    /// How much both cover, in square pixels.
    pub area: f32,
    /// The center of what both cover.
    pub center: Vec2,
    /// The smaller one of the two; of two of one size, the one in front.
    pub attached: u32,
    /// The center of mass of the smaller one.
    pub attached_center: Vec2,
}

/// A joint that a scene would have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneJoint {
    /// The overlap it comes from.
    pub overlap: SceneOverlap,
    /// What it would be.
    pub joint: JointDef,
}

/// What a scene would become, to look at or change before it does. Its text form has a line for everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneReport {
    /// A line for each body: its name, kind and mass.
    pub bodies: Vec<String>,
    /// The joints.
    pub joints: Vec<SceneJoint>,
    /// What looks like a mistake: things without extent, several joints between one pair, and, once for each thing,
    /// three over one place. After a hundred, how many more there are.
    pub notes: Vec<String>,
}

impl SceneReport {
    /// Writes the lines and notes.
    pub(super) fn describe(&mut self, things: &[SceneBody]) {
        for thing in things {
            if !thing.excluded && !thing.def.shape.is_valid() {
                self.notes.push(format!("{} has no extent and becomes no body", thing.name));
            }
            let (kind, mass) = (thing.def.kind, thing.def.mass().mass);
            let line = if thing.excluded {
                format!("{}: excluded", thing.name)
            } else {
                format!("{}: {kind:?}, mass {mass}", thing.name)
            };
            self.bodies.push(line);
        }
        self.note_doubts(things);
        let more = self.notes.len().saturating_sub(MOST_NOTES);
        if more > 0 {
            self.notes.truncate(MOST_NOTES);
            self.notes.push(format!("… and {more} more"));
        }
    }

    /// One note for each pair with several joints, and one for each thing that is joined to two others in one place.
    fn note_doubts(&mut self, things: &[SceneBody]) {
        let name = |i: u32| things.get(i as usize).map_or("?", |thing| thing.name.as_str());
        let mut pairs: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut joined: BTreeMap<u32, Vec<(u32, Vec2)>> = BTreeMap::new();
        for SceneJoint { overlap, .. } in &self.joints {
            let [a, b] = overlap.bodies;
            *pairs.entry([a.min(b), a.max(b)]).or_default() += 1;
            for (own, other) in [(a, b), (b, a)] {
                joined.entry(own).or_default().push((other, overlap.center));
            }
        }
        for (&[a, b], count) in pairs.iter().filter(|(_, count)| **count > 1) {
            self.notes.push(format!("{} and {} have {count} joints", name(a), name(b)));
        }
        let mut told = BTreeSet::new();
        for (own, others) in joined {
            let Some([first, second]) = two_in_one_place(&others) else { continue };
            let mut three = [own, first, second];
            three.sort_unstable();
            if told.insert(three) {
                // Three things over one place close a ring of pins, which holds them stiffly against each other.
                let [a, b, c] = three.map(name);
                self.notes.push(format!("{a}, {b} and {c} overlap in one place"));
            }
        }
    }
}

/// The first two things whose joints are less than a pixel apart.
fn two_in_one_place(others: &[(u32, Vec2)]) -> Option<[u32; 2]> {
    // No two of one thing are looked at twice, and no two others stay in a square pixel: its list is short.
    let mut seen: BTreeMap<(i32, i32), Vec<(u32, Vec2)>> = BTreeMap::new();
    for &(other, center) in others {
        let (x, y) = (center.x.floor() as i32, center.y.floor() as i32);
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let near = seen.get(&(x.saturating_add(dx), y.saturating_add(dy)));
            let same = near
                .into_iter()
                .flatten()
                .find(|(known, at)| *known != other && at.distance(center) < 1.0);
            if let Some(&(known, _)) = same {
                return Some([known, other]);
            }
        }
        let here = seen.entry((x, y)).or_default();
        if !here.iter().any(|(known, _)| *known == other) {
            here.push((other, center));
        }
    }
    None
}

impl fmt::Display for SceneReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for body in &self.bodies {
            writeln!(f, "body {body}")?;
        }
        for SceneJoint { overlap, joint } in &self.joints {
            let ([a, b], at) = (overlap.bodies, joint.anchors[0]);
            writeln!(f, "{:?} of {a} and {b} at {}, {}", joint.kind, at.x, at.y)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}
