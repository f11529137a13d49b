//! What the classic books on animation with scripts print, where it differs from what is recommended here.
//!
//! Their chapter on path finding teaches A* on a small grid. Two of its parts behave differently from what a reader
//! expects: the walker, whose pace depends on the frame rate, and the Manhattan estimate, which is misprinted. Both are
//! here under their own names, because readers will compare. The A* itself is
//! [`AStarSettings::textbook`](crate::AStarSettings::textbook).

use crate::Heuristic;
use motile_geom::{Vec2, state_fields};

/// The Manhattan estimate as printed: it adds the two row numbers instead of subtracting them, and so visits almost
/// everything.
pub const MANHATTAN: Heuristic = Heuristic::ManhattanAsPrinted;

/// A follower that every frame goes half the rest of the path to the next point, and on to the one after it
/// when nearer than a pixel. Its pace depends on the frame rate; [`Follower`](crate::Follower) keeps an even one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EaseFollower {
    /// Where it is, in pixels.
    pub position: Vec2,
    /// Share of the remaining path per frame.
    pub ease: f32,
    /// The point it walks to.
    pub next: u32,
}

state_fields! { EaseFollower { position, ease, next } }

impl EaseFollower {
    /// A follower at a place, with the book's ease of one half.
    pub const fn new(position: Vec2) -> Self {
        Self { position, ease: 0.5, next: 0 }
    }

    /// One frame. Returns whether there is still a point to walk to.
    pub fn frame(&mut self, points: &[Vec2]) -> bool {
        let Some(&target) = points.get(self.next as usize) else { return false };
        if self.position.distance(target) < 1.0 {
            self.next += 1;
        } else {
            self.position += (target - self.position) * self.ease;
        }
        (self.next as usize) < points.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn k_37_the_books_pace() {
        for (target, leftover) in [(vec2(20.0, 0.0), 0.625), (vec2(20.0, 20.0), 0.884)] {
            let mut walker = EaseFollower::new(Vec2::ZERO);
            let mut frames = 1;
            while walker.frame(&[target]) {
                frames += 1;
            }
            assert_eq!(frames, 6);
            assert!((walker.position.distance(target) - leftover).abs() < 1e-3);
        }
    }
}
