//! Histograms: how often each value occurs.

use crate::{Surface, lanes};
use motile_geom::IRect;

/// How many pixels have each straight channel value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// Counts by red value.
    pub r: [u32; 256],
    /// Counts by green value.
    pub g: [u32; 256],
    /// Counts by blue value.
    pub b: [u32; 256],
    /// Counts by alpha value.
    pub a: [u32; 256],
}

impl Surface {
    /// Counts the straight channel values of the part of `rect` that exists.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// let picture = Surface::opaque(8, 4, Color::rgb(9, 200, 0))?;
    /// let histogram = picture.histogram(picture.bounds());
    /// assert_eq!((histogram.r[9], histogram.g[200], histogram.a[255]), (32, 32, 32));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn histogram(&self, rect: IRect) -> Histogram {
        // Two sets of counters: neighbors are often equal, and a counter waits for its last sum.
        let mut counts = [[[0u32; 256]; 4]; 2];
        let part = rect.intersect(self.bounds());
        let stride = self.width() as usize;
        let (x, width) = (part.x as usize, part.width as usize);
        let (y, height) = (part.y as usize, part.height as usize);
        for row in self.words()[y * stride..(y + height) * stride].chunks_exact(stride) {
            for (i, &word) in row[x..x + width].iter().enumerate() {
                let set = &mut counts[i & 1];
                for (table, value) in set.iter_mut().zip(lanes::straight(word)) {
                    table[value as usize & 255] += 1;
                }
            }
        }
        let [even, odd] = counts;
        let sum = |channel: usize| {
            core::array::from_fn(|value| even[channel][value] + odd[channel][value])
        };
        Histogram { r: sum(0), g: sum(1), b: sum(2), a: sum(3) }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{any_surface, rects};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_agree_with_single_pixels(surface in any_surface(12), rect in rects()) {
            let histogram = surface.histogram(rect);
            let mut expected = [[0u32; 256]; 4];
            let part = rect.intersect(surface.bounds());
            for y in part.y..part.y + part.height as i32 {
                for x in part.x..part.x + part.width as i32 {
                    let color = surface.get(x, y).unwrap();
                    for (table, c) in expected.iter_mut().zip([color.r, color.g, color.b, color.a]) {
                        table[c as usize] += 1;
                    }
                }
            }
            prop_assert_eq!([histogram.r, histogram.g, histogram.b, histogram.a], expected);
        }
    }
}
