//! From pixels to polygons: outlines along pixel edges.

use super::{Mask, simplify_to_budget};
use motile_geom::{IVec2, Polygon, Vec2, ivec2};

/// East, south, west, north: clockwise on the screen.
const STEPS: [IVec2; 4] = [ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1)];
/// Seen from a corner of the pixel grid, the pixel ahead on the right of each direction; the one ahead
/// on the left is that of the direction before.
const AHEAD_RIGHT: [IVec2; 4] = [ivec2(0, 0), ivec2(-1, 0), ivec2(-1, -1), ivec2(0, -1)];

impl Mask {
    /// The outlines of the solid regions along pixel edges, each as its corners in the mask's own
    /// pixels. Allocates.
    ///
    /// Outer outlines run clockwise on the screen (positive area), the outlines of holes the other
    /// way. Pixels that meet only at a corner belong to different regions. Outlines come in the order
    /// of their topmost, then leftmost, pixel edge.
    ///
    /// ```
    /// use motile_collide::Mask;
    /// use motile_geom::vec2;
    /// let mask = Mask::solid(3, 2)?;
    /// let corners = [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 2.0), vec2(0.0, 2.0)];
    /// assert_eq!(mask.outlines(), [corners]);
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub fn outlines(&self) -> Vec<Vec<Vec2>> {
        let mut outlines = Vec::new();
        // Every outline has an edge that runs east: the top of a pixel below an empty one.
        let mut walked = self.emptied();
        let (height, stripes) = (self.height as usize, self.width.div_ceil(64) as usize);
        for y in 0..height {
            for stripe in 0..stripes {
                let word = stripe * height + y;
                let above = if y == 0 { 0 } else { self.words[word - 1] };
                let tops = self.words[word] & !above;
                // Asked again after each walk, which may come along here once more.
                while let Some(bit) = first_bit(tops & !walked.words[word]) {
                    let start = ivec2((stripe * 64) as i32 + bit, y as i32);
                    outlines.push(self.walk(start, &mut walked));
                }
            }
        }
        outlines
    }

    /// Follows an outline from the top left corner of a pixel, with the solid side on the right.
    fn walk(&self, start: IVec2, walked: &mut Self) -> Vec<Vec2> {
        let mut corners = vec![start.as_vec2()];
        let (mut at, mut direction) = (start, 0);
        loop {
            if direction == 0 {
                walked.set(at.x, at.y, true);
            }
            at += STEPS[direction];
            let solid = |direction: usize| {
                let pixel = at + AHEAD_RIGHT[direction];
                self.get(pixel.x, pixel.y)
            };
            let turned = if !solid(direction) {
                (direction + 1) % 4
            } else if solid((direction + 3) % 4) {
                (direction + 3) % 4
            } else {
                direction
            };
            if at == start && turned == 0 {
                return corners;
            }
            if turned != direction {
                corners.push(at.as_vec2());
            }
            direction = turned;
        }
    }

    /// The outer outlines as polygons with at most `max_corners` corners each (at least 3), holes
    /// filled, for physics and casting; see [`simplify_to_budget`]. Allocates.
    ///
    /// ```
    /// use motile_collide::{Mask, PixelRule, convex_pieces};
    /// use motile_geom::{Circle, vec2};
    /// let disc = Circle::new(vec2(32.0, 32.0), 32.0);
    /// let disc = Mask::from_shape(64, 64, PixelRule::Center, |p| disc.contains(p))?;
    /// let outline = &disc.polygons(12)[0];
    /// assert!(outline.vertices().len() <= 12);
    /// assert!((outline.area() / disc.count() as f32 - 1.0).abs() < 0.05);
    /// // Ready for a physics engine, or for `Compound`.
    /// assert!(convex_pieces(outline).len() <= 3);
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub fn polygons(&self, max_corners: u32) -> Vec<Polygon> {
        let outlines = self.outlines().into_iter();
        let outer = outlines.filter(|outline| doubled_area(outline) > 0.0);
        outer.filter_map(|outline| simplify_to_budget(outline, max_corners).ok()).collect()
    }
}

fn first_bit(word: u64) -> Option<i32> {
    (word != 0).then(|| word.trailing_zeros() as i32)
}

/// Twice the signed area, positive when clockwise on the screen.
fn doubled_area(corners: &[Vec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum()
}
