//! Rectangles of whole pixels or cells.

use crate::{IVec2, ivec2};

/// A half-open rectangle of whole units: columns `x … x + width − 1`, rows `y … y + height − 1`.
///
/// Any combination of fields is legal; sums are taken in 64 bits, so nothing overflows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IRect {
    /// Left edge, inclusive.
    pub x: i32,
    /// Top edge, inclusive.
    pub y: i32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl IRect {
    /// No cells, at the origin.
    pub const EMPTY: Self = Self::new(0, 0, 0, 0);

    /// A rectangle from its top left corner and size.
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Self {
        Self { x, y, width, height }
    }

    /// The rectangle of a surface or grid: at the origin with the given size.
    pub const fn of_size(width: u32, height: u32) -> Self {
        Self::new(0, 0, width, height)
    }

    /// First column to the right of the rectangle.
    pub const fn right(self) -> i64 {
        self.x as i64 + self.width as i64
    }

    /// First row below the rectangle.
    pub const fn bottom(self) -> i64 {
        self.y as i64 + self.height as i64
    }

    /// The top left corner.
    pub const fn origin(self) -> IVec2 {
        ivec2(self.x, self.y)
    }

    /// Whether there is no cell in it.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Number of cells.
    pub const fn area(self) -> u64 {
        self.width as u64 * self.height as u64
    }

    /// Whether the cell (x, y) is inside.
    pub const fn contains(self, x: i32, y: i32) -> bool {
        let (x, y) = (x as i64, y as i64);
        x >= self.x as i64 && y >= self.y as i64 && x < self.right() && y < self.bottom()
    }

    /// The cells in both rectangles; [`IRect::EMPTY`] when there are none.
    #[inline]
    pub fn intersect(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()) - i64::from(x);
        let height = self.bottom().min(other.bottom()) - i64::from(y);
        if width <= 0 || height <= 0 {
            return Self::EMPTY;
        }
        Self::new(x, y, width as u32, height as u32)
    }

    /// The smallest rectangle around both; an empty one adds nothing. Saturates at `u32::MAX` cells
    /// a side.
    pub fn union(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let width = (self.right().max(other.right()) - i64::from(x)).min(i64::from(u32::MAX));
        let height = (self.bottom().max(other.bottom()) - i64::from(y)).min(i64::from(u32::MAX));
        Self::new(x, y, width as u32, height as u32)
    }

    /// Moved by whole units, saturating at the ends of `i32`.
    pub const fn translated(self, dx: i32, dy: i32) -> Self {
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy), ..self }
    }

    /// Grown by `dx` columns to the left and to the right and by `dy` rows above and below; negative numbers shrink it.
    /// What would have less than no columns or rows has none. Saturates at the ends of `i32` and at `u32::MAX` a side.
    ///
    /// ```
    /// use motile_geom::IRect;
    /// let rect = IRect::new(10, 10, 4, 4);
    /// assert_eq!(rect.inflate(2, -1), IRect::new(8, 11, 8, 2));
    /// assert!(rect.inflate(-3, 0).is_empty());
    /// ```
    #[doc(alias = "expand")]
    #[doc(alias = "grow")]
    #[doc(alias = "shrink")]
    #[must_use]
    pub fn inflate(self, dx: i32, dy: i32) -> Self {
        let (x, width) = inflate_side(self.x, self.width, dx);
        let (y, height) = inflate_side(self.y, self.height, dy);
        Self { x, y, width, height }
    }
}

/// Start and length of a side that is moved outward on both ends.
fn inflate_side(start: i32, length: u32, by: i32) -> (i32, u32) {
    let first = i64::from(start) - i64::from(by);
    let end = i64::from(start) + i64::from(length) + i64::from(by);
    let held = first.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
    // Cells beyond the end of `i32` are none.
    let cells = if first < end && first <= held { end - held } else { 0 };
    (held as i32, cells.clamp(0, i64::from(u32::MAX)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn intersections_anywhere_in_i32() {
        let far = IRect::new(i32::MAX - 1, i32::MIN, u32::MAX, u32::MAX);
        assert_eq!(far.intersect(IRect::of_size(10, 10)), IRect::EMPTY);
        let huge = IRect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
        assert_eq!(huge.intersect(IRect::of_size(10, 10)), IRect::of_size(10, 10));
        assert!(huge.contains(0, 0) && !huge.contains(i32::MAX, 0));
        assert_eq!(huge.union(far).width, u32::MAX);
    }

    #[test]
    fn inflated_rectangles_hold_the_cells_around() {
        let rect = IRect::new(-3, 2, 4, 3);
        for (dx, dy) in [(2, 1), (-1, 4), (-2, -1), (-9, 0), (0, 0)] {
            let grown = rect.inflate(dx, dy);
            for y in -20..20 {
                for x in -20..20 {
                    let inside = x >= -3 - dx && x < 1 + dx && y >= 2 - dy && y < 5 + dy;
                    assert_eq!(grown.contains(x, y), inside, "{dx} {dy} {x} {y}");
                }
            }
        }
        let huge = IRect::new(i32::MIN, i32::MAX, u32::MAX, 1).inflate(i32::MAX, i32::MAX);
        assert_eq!((huge.x, huge.width, huge.y, huge.height), (i32::MIN, u32::MAX, 0, u32::MAX));
        assert!(IRect::of_size(9, 9).inflate(i32::MIN, i32::MIN).is_empty());
    }

    /// Anywhere in `i32`, most often near 0 or near an end.
    fn place() -> impl Strategy<Value = i32> {
        prop_oneof![-9..9i32, any::<i32>(), i32::MIN..i32::MIN + 9, i32::MAX - 9..=i32::MAX]
    }

    proptest! {
        #[test]
        fn inflated_rectangles_hold_what_their_moved_ends_hold(
            corner in (place(), place()), by in (place(), place()),
            width in prop_oneof![0..9u32, any::<u32>(), u32::MAX - 9..=u32::MAX], height in 0..9u32,
            x in place(), y in place(), ends in 0..4i32,
        ) {
            let rect = IRect::new(corner.0, corner.1, width, height);
            let grown = rect.inflate(by.0, by.1);
            let held = |start: i32, length: u32, by: i32, at: i32| {
                let (start, by, at) = (i64::from(start), i64::from(by), i64::from(at));
                at >= start - by && at < start + i64::from(length) + by
            };
            // Any place, and those at the two ends.
            let near = |start: i32, by: i32| start.saturating_sub(by).saturating_add(ends - 2);
            let end = i64::from(corner.0) + i64::from(width) + i64::from(by.0) + i64::from(ends) - 2;
            let end = end.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            for x in [x, near(corner.0, by.0), end] {
                for y in [y, near(corner.1, by.1)] {
                    // A side has at most `u32::MAX` cells: from the first `i32` that is all but the last one.
                    if x == i32::MAX && grown.x == i32::MIN {
                        continue;
                    }
                    let inside = held(corner.0, width, by.0, x) && held(corner.1, height, by.1, y);
                    prop_assert_eq!(grown.contains(x, y), inside, "({}, {}) of {:?}", x, y, grown);
                }
            }
        }
    }

    #[test]
    fn union_ignores_empty() {
        let a = IRect::new(2, 3, 4, 5);
        assert_eq!(a.union(IRect::EMPTY), a);
        assert_eq!(IRect::EMPTY.union(a), a);
        assert_eq!(a.union(IRect::new(0, 0, 1, 1)), IRect::new(0, 0, 6, 8));
    }
}
