//! Which parts of the target shapes waiting to be drawn may touch.

use motile_geom::IRect;

/// Side of a tile, pixels. Small enough that neighbors seldom share one, large enough that marking a
/// shape costs a few words.
const TILE: u32 = 16;

/// A coarse map of touched pixels, one bit a tile.
#[derive(Default)]
pub(super) struct TileMap {
    bits: Vec<u64>,
    /// Words a row of tiles.
    stride: usize,
    empty: bool,
}

impl TileMap {
    /// Nothing touched on a target of this size.
    pub(super) fn reset(&mut self, width: u32, height: u32) {
        let stride = width.div_ceil(TILE).div_ceil(64) as usize;
        let len = stride * height.div_ceil(TILE) as usize;
        if self.stride != stride || self.bits.len() != len {
            self.bits.clear();
            self.bits.resize(len, 0);
            self.stride = stride;
        } else if !self.empty {
            self.bits.fill(0);
        }
        self.empty = true;
    }

    /// Notes that a rectangle inside the target is touched.
    pub(super) fn mark(&mut self, rect: IRect) {
        self.empty = false;
        self.each_word(rect, |word, mask| {
            *word |= mask;
            false
        });
    }

    /// Whether nothing has been touched.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.empty
    }

    /// Whether a rectangle inside the target may have been touched.
    pub(super) fn touches(&mut self, rect: IRect) -> bool {
        !self.empty && self.each_word(rect, |word, mask| *word & mask != 0)
    }

    /// Visits the words of a rectangle until `visit` returns true; returns whether it did.
    fn each_word(&mut self, rect: IRect, mut visit: impl FnMut(&mut u64, u64) -> bool) -> bool {
        if rect.is_empty() {
            return false;
        }
        let (left, right) = (rect.x as u32 / TILE, (rect.right() as u32 - 1) / TILE);
        let (top, bottom) = (rect.y as u32 / TILE, (rect.bottom() as u32 - 1) / TILE);
        let (first, last) = ((left / 64) as usize, (right / 64) as usize);
        for row in top as usize..=bottom as usize {
            for index in first..=last {
                let low = if index == first { u64::MAX << (left % 64) } else { u64::MAX };
                let high = if index == last { u64::MAX >> (63 - right % 64) } else { u64::MAX };
                if visit(&mut self.bits[row * self.stride + index], low & high) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_and_neighbors_are_not() {
        let mut map = TileMap::default();
        map.reset(3000, 100);
        map.mark(IRect::new(1000, 20, 100, 10));
        assert!(map.touches(IRect::new(1050, 25, 1, 1)));
        assert!(map.touches(IRect::new(0, 0, 3000, 100)));
        assert!(!map.touches(IRect::new(1120, 20, 1880, 10)));
        assert!(!map.touches(IRect::new(0, 0, 992, 100)));
        assert!(!map.touches(IRect::new(1000, 48, 100, 52)));
        map.reset(3000, 100);
        assert!(!map.touches(IRect::new(0, 0, 3000, 100)));
    }
}
