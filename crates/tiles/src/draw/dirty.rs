//! What has to be drawn again.

use motile_geom::{Aabb, IRect, MarkRole, MarkSink, Marks, vec2};

/// The parts of a picture that have to be drawn again: where something was and where it is now.
///
/// Two parts become one where that is no more to draw: a small step makes one rectangle, a jump makes two.
///
/// ```
/// use motile_geom::IRect;
/// use motile_tiles::DirtyRects;
/// let mut dirty = DirtyRects::default();
/// dirty.add_move(IRect::new(100, 100, 48, 42), IRect::new(103, 104, 48, 42));
/// assert_eq!(dirty.rects(), [IRect::new(100, 100, 51, 46)]);
/// assert_eq!(dirty.area(), 2346);
/// ```
#[doc(alias = "damage")]
#[doc(alias = "dirty rectangles")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirtyRects {
    rects: Vec<IRect>,
}

impl DirtyRects {
    /// The parts. They may overlap a little, where one for both would be more to draw.
    pub fn rects(&self) -> &[IRect] {
        &self.rects
    }

    /// How many pixels there are to draw, those of overlaps twice; at most `u64::MAX`.
    pub fn area(&self) -> u64 {
        self.rects.iter().fold(0, |sum, rect| rect.area().saturating_add(sum))
    }

    /// Marks the parts.
    pub fn mark(&self, marks: &mut Marks) {
        for rect in &self.rects {
            let size = vec2(rect.width as f32, rect.height as f32);
            marks.aabb(MarkRole::Bounds, Aabb::from_size(rect.origin().as_vec2(), size));
        }
    }

    /// Begins anew and keeps the memory.
    pub fn clear(&mut self) {
        self.rects.clear();
    }

    /// Adds both places of something that moved.
    pub fn add_move(&mut self, from: IRect, to: IRect) {
        self.add(from);
        self.add(to);
    }

    /// Adds a part. Empty ones are none.
    pub fn add(&mut self, rect: IRect) {
        if rect.is_empty() {
            return;
        }
        let mut rect = rect;
        // What was joined may now be joined with another one.
        while let Some(place) = self.rects.iter().position(|&other| is_cheaper(rect, other)) {
            rect = rect.union(self.rects.swap_remove(place));
        }
        self.rects.push(rect);
    }
}

/// Whether one rectangle around both is no more to draw than the two.
fn is_cheaper(a: IRect, b: IRect) -> bool {
    a.union(b).area() <= a.area().saturating_add(b.area())
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn tile_a29_steps_make_one_rectangle_and_jumps_two() {
        let mut dirty = DirtyRects::default();
        dirty.add_move(IRect::new(100, 100, 48, 42), IRect::new(103, 104, 48, 42));
        assert_eq!((dirty.rects(), dirty.area()), (&[IRect::new(100, 100, 51, 46)][..], 2346));
        dirty.clear();
        let (from, to) = (IRect::new(0, 0, 48, 42), IRect::new(500, 400, 48, 42));
        dirty.add_move(from, to);
        assert_eq!(dirty.rects(), [from, to]);
        assert!(dirty.rects().iter().all(|rect| rect.area() == 2016));
    }

    /// The sum of two areas of 2⁶⁴ pixels overflowed.
    #[test]
    fn tile_68_the_largest_areas_have_a_sum() {
        let mut dirty = DirtyRects::default();
        dirty.add(IRect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX));
        dirty.add_move(IRect::new(0, 0, 5, u32::MAX), IRect::new(9, 9, u32::MAX, u32::MAX));
        assert!(dirty.area() >= u64::from(u32::MAX).pow(2));
    }

    #[test]
    fn tile_68_everything_that_changed_is_covered_and_never_dearer() {
        let mut rng = Rng::new(6);
        for _ in 0..200 {
            let mut dirty = DirtyRects::default();
            let mut given = Vec::new();
            for _ in 0..rng.below(12) {
                let (x, y) = (rng.int(-40..40), rng.int(-40..40));
                given.push(IRect::new(x, y, rng.below(20), rng.below(20)));
            }
            for &rect in &given {
                dirty.add(rect);
            }
            assert!(dirty.area() <= given.iter().map(|rect| rect.area()).sum());
            for rect in given.iter().filter(|rect| !rect.is_empty()) {
                assert!(dirty.rects().iter().any(|whole| whole.intersect(*rect) == *rect));
            }
        }
    }
}
