//! What a scene would become.

use super::SceneBody;
use crate::world::JointDef;
use core::fmt;
use motile_geom::Vec2;

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
    /// What looks like a mistake: things without extent, two joints between one pair, three things over one place.
    pub notes: Vec<String>,
}

impl SceneReport {
    pub(super) fn describe(&mut self, things: &[SceneBody]) {
        for thing in things {
            let (kind, mass) = (thing.def.kind, thing.def.mass().mass);
            let line = if thing.excluded {
                format!("{}: excluded", thing.name)
            } else {
                format!("{}: {kind:?}, mass {mass}", thing.name)
            };
            self.bodies.push(line);
        }
        for (i, a) in self.joints.iter().enumerate() {
            for b in &self.joints[..i] {
                let [a, b] = [a, b].map(|joint| joint.overlap);
                // Three things over one place close a ring of pins, which holds them stiffly against each other.
                let third = b.bodies.iter().find(|k| !a.bodies.contains(k));
                let shares = a.bodies.iter().any(|k| b.bodies.contains(k));
                if let (true, Some(&third)) = (shares && a.center.distance(b.center) < 1.0, third) {
                    let names = a.bodies.map(|k| things[k as usize].name.as_str());
                    let third = &things[third as usize].name;
                    self.notes.push(format!(
                        "{}, {} and {third} overlap in one place",
                        names[0], names[1]
                    ));
                }
            }
        }
    }
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
