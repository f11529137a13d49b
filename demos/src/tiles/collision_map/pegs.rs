//! Round tiles that everything bounces off.

use super::{BIG, CollisionMap, SIDE};
use motile::prelude::*;
use motile::tiles::TileSpace;

impl CollisionMap {
    /// Puts every circle out of the round tiles and reflects it.
    pub(super) fn bounce_off_pegs(&mut self) {
        for (cell, _) in self.pegs.tiles() {
            let center = TileSpace::square(SIDE).center_of(cell);
            for disc in &mut self.discs {
                let between = disc.place - center;
                let depth = BIG + disc.radius - between.length();
                if depth > 0.0 {
                    let normal = between.normalized();
                    disc.place += normal * depth;
                    disc.velocity -= normal * (2.0 * disc.velocity.dot(normal)).min(0.0);
                }
            }
        }
    }
}
