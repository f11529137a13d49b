//! What of the chapter's world is seen, and how it is drawn.

use super::maps;
use super::{BLAST_FRAME, Chapter, STAGE};
use crate::look;
use motile::math::{DVec2, dvec2};
use motile::prelude::*;
use motile::tiles::TileSpace;
use motile::tiles::classic::{CELL, camera_corner};

impl Chapter {
    /// The size of the map, pixels.
    pub(super) fn world(&self) -> DVec2 {
        dvec2(self.map.width().into(), self.map.height().into()) * CELL
    }

    /// The corner of the world that is at the corner of the view: the cat's own corner in the middle, as printed.
    pub(super) fn view_corner(&self) -> DVec2 {
        let cat = self.cat.map_or(DVec2::ZERO, |cat| cat.place.bob().position);
        camera_corner(cat, STAGE, self.world()).floor()
    }

    /// Where the cells are in the view.
    pub(super) fn space(&self) -> TileSpace {
        TileSpace::square(CELL as f32).with_origin(-self.view_corner().as_vec2())
    }

    pub(super) fn draw_world(&self, canvas: &mut Canvas<'_>) {
        for (cell, &id) in self.map.iter() {
            maps::draw_tile(canvas, cell.as_vec2() * CELL as f32, id, self.sheet);
        }
        if let Some(lift) = &self.lift {
            maps::draw_lift(canvas, Aabb::from_size(lift.now, lift.size));
        }
        if let Some(star) = &self.star {
            let path = Path::star(star.now + 24.0, 5, 24.0, 10.0, -0.31);
            canvas.fill(&path, look::GOLD);
        }
        if let Some(hedgehog) = &self.hedgehog {
            maps::draw_hedgehog(canvas, hedgehog.now, hedgehog.now.x < hedgehog.before.x);
        }
        if let Some(cat) = &self.cat {
            maps::draw_cat(canvas, cat.place.now, cat.place.now.x < cat.place.before.x);
        }
        if let Some(cat) = self.cat.filter(|_| self.program == maps::COLLISION) {
            maps::draw_corners(canvas, &self.map, &cat.place.bob());
        }
        if let Some((place, age)) = self.blast {
            let size = if age < BLAST_FRAME { 0.7 } else { 1.0 };
            let star = Path::star(place + 32.0, 9, 32.0 * size, 18.0 * size, 0.0);
            canvas.fill(&star, if age < BLAST_FRAME { look::GOLD } else { look::RED });
        }
    }
}
