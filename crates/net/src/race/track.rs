//! The ground: capsules from left to right.

use super::ball::MOST_PARTS;
use motile_geom::{Capsule, Rng, Vec2, vec2};

/// A track of capsules: hills, ramps and gaps, sorted from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceTrack {
    /// The ground, in the order of its left ends; each goes to the right, and none is longer than 580 pixels.
    pub capsules: Vec<Capsule>,
    /// Where the first ball starts.
    pub start: Vec2,
    /// Where the race ends, x in pixels.
    pub finish: f32,
    /// Below this a ball has fallen, y in pixels.
    pub bottom: f32,
    /// Into how many parts a ball cuts a step at the most, 64 by default; 0 counts as 1. Faster balls need more of
    /// them so as not to pass through anything, which [`RaceBall::step`](super::RaceBall::step) tells. All peers need
    /// the same number.
    pub most_parts: u32,
}

impl Default for RaceTrack {
    /// No ground, everything at 0, and steps of 64 parts at the most.
    fn default() -> Self {
        Self {
            capsules: Vec::new(),
            start: Vec2::ZERO,
            finish: 0.0,
            bottom: 0.0,
            most_parts: MOST_PARTS,
        }
    }
}

/// Half the thickness of the ground, pixels.
const THICK: f32 = 9.0;
/// Pieces of a track.
const PIECES: usize = 44;
/// The longest piece, pixels: that of the start.
const LONGEST: f32 = 580.0;

impl RaceTrack {
    /// A track that a seed makes: a flat start, then hills, ramps and gaps that can be jumped, and a wall behind the finish.
    pub fn hills(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut end = vec2(-420.0, 300.0);
        let wall = Capsule::new(end - vec2(0.0, 900.0), end, THICK);
        let flat = Capsule::new(end, vec2(160.0, 300.0), THICK);
        let mut capsules = vec![wall, flat];
        end = vec2(160.0, 300.0);
        for piece in 0..PIECES {
            let length = rng.range(110.0..190.0);
            let rise = rng.range(-62.0..62.0);
            // Never twice in a row, and never where nobody has speed yet.
            let is_gap = piece % 5 == 4 && rng.chance(0.8);
            if is_gap {
                let ramp = end + vec2(50.0, -26.0);
                capsules.push(Capsule::new(end, ramp, THICK));
                end = ramp + vec2(rng.range(70.0..110.0), 40.0);
            }
            let next = vec2(end.x + length, (end.y + rise).clamp(160.0, 440.0));
            capsules.push(Capsule::new(end, next, THICK));
            end = next;
        }
        let finish = end.x;
        let stand = end + vec2(500.0, 0.0);
        capsules.push(Capsule::new(end, stand, THICK));
        capsules.push(Capsule::new(stand - vec2(0.0, 900.0), stand, THICK));
        Self { capsules, start: vec2(60.0, 264.0), finish, bottom: 900.0, ..Self::default() }
    }

    /// The capsules that something of a radius around x can touch.
    pub fn near(&self, x: f32, radius: f32) -> impl Iterator<Item = &Capsule> {
        let reach = radius + THICK;
        // Left ends are sorted: what begins further left than the longest piece reaches ends before.
        let from = self.capsules.partition_point(|c| c.segment.a.x < x - reach - LONGEST);
        let rest = self.capsules[from..].iter();
        let rest = rest.take_while(move |capsule| capsule.segment.a.x <= x + reach);
        rest.filter(move |capsule| capsule.segment.b.x >= x - reach)
    }

    /// Above the ground at or left of x: where somebody who fell starts again.
    pub fn place_before(&self, x: f32) -> Vec2 {
        let before = self.capsules.iter().rev().find(|capsule| {
            let Capsule { segment, .. } = capsule;
            segment.b.x < x && segment.b.x - segment.a.x > 100.0
        });
        let middle = before.map_or(self.start, |capsule| capsule.segment.center());
        middle - vec2(0.0, 60.0)
    }
}
