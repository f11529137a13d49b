//! A crane: lattice tower and jib, with a hook on a rope.

use super::blueprint::Blueprint;
use super::{PointId, Slack, Stick, Structure, World};
use motile_geom::{Vec2, state_fields, vec2};

/// The parts of a crane.
#[derive(Clone, Debug, PartialEq)]
pub struct Crane {
    /// The lattice: the tower from its foot up, left and right in turn, then the jib from the tower out, bottom and top
    /// in turn. The first two points are pinned.
    pub lattice: Structure,
    /// The rope from the tip of the jib down to the hook; shorten its sticks to lift.
    pub rope: Structure,
    /// The hook at its end, four times as heavy as a point of the lattice.
    pub hook: PointId,
}

state_fields! { Crane { lattice, rope, hook } }

/// Panels of the tower, and of the jib.
const PANELS: u32 = 8;
/// Points of the tower; the first of the jib comes next.
const JIB: usize = 2 * (PANELS as usize + 1);
/// Segments of the rope.
const SEGMENTS: u32 = 6;

impl World {
    /// A crane that stands with its feet at a place, `height` pixels tall, its jib reaching `reach` pixels to the right,
    /// or to the left when it is below 0. The hook hangs half of the height down.
    ///
    /// With a place that is not finite, a height that is not above 0 or a reach of 0 nothing is built:
    /// [`rejected`](World::rejected) counts it, and the ids in the answer are
    /// [`Id::NOTHING`](motile_geom::Id::NOTHING).
    pub fn build_crane(&mut self, foot: Vec2, height: f32, reach: f32) -> Crane {
        let mut plan = Blueprint::new(self.new_group());
        // A negative height would stand on its head with all lengths good: as no number at all it is refused.
        let height = if height > 0.0 { height } else { f32::NAN };
        let side = height / PANELS as f32;
        // The jib grows out of the topmost panel of the tower, away from its nearer side.
        let outward = side.copysign(reach);
        for panel in 0..=PANELS {
            let y = -(panel as f32) * side;
            let at = [vec2(-outward * 0.5, y), vec2(outward * 0.5, y)];
            rung(&mut plan, at.map(|at| foot + at));
        }
        let root = foot + vec2(outward * 0.5, -height + side);
        for panel in 1..=PANELS {
            let share = panel as f32 / PANELS as f32;
            // Thinner towards the tip.
            let at = [vec2(reach * share, 0.0), vec2(reach * share, -side * (1.0 - 0.7 * share))];
            rung(&mut plan, at.map(|at| root + at));
        }
        let beams = plan.sticks_len();
        let tip = plan.len() - 2;
        hook(&mut plan, tip, height * 0.5);
        let Structure { mut points, mut sticks } = self.assemble(&plan);
        let rope_sticks = sticks.split_off(beams);
        let mut rope_points = points.split_off(tip + 2);
        rope_points.insert(0, points[tip]);
        for &foot in &points[..2] {
            self.set_pinned(foot, true);
        }
        let hook = rope_points[rope_points.len() - 1];
        let rope = Structure { points: rope_points, sticks: rope_sticks };
        Crane { lattice: Structure { points, sticks }, rope, hook }
    }
}

/// Two more points, joined with each other and crosswise with the two before.
fn rung(plan: &mut Blueprint, at: [Vec2; 2]) {
    let n = plan.len();
    // The jib begins at the side of the tower's topmost panel.
    let before = match n {
        0 => None,
        JIB => Some([n - 3, n - 1]),
        _ => Some([n - 2, n - 1]),
    };
    for position in at {
        plan.point(position);
    }
    plan.stick(n, n + 1);
    let pairs = [(0, 0), (1, 1), (0, 1), (1, 0)];
    for (old, young) in before.into_iter().flat_map(|old| pairs.map(|(i, k)| (old[i], k))) {
        plan.stick(old, n + young);
    }
}

/// A rope of some length from a point down, with a weight at its end.
fn hook(plan: &mut Blueprint, from: usize, length: f32) {
    let top = plan.place(from);
    let link = Stick { slack: Slack::Rope, ..Blueprint::STICK };
    let mut last = from;
    for i in 1..=SEGMENTS {
        plan.mass = if i == SEGMENTS { 4.0 } else { 1.0 };
        plan.point(top + vec2(0.0, length * i as f32 / SEGMENTS as f32));
        plan.stick_like(last, plan.len() - 1, link);
        last = plan.len() - 1;
    }
}
