//! Flood fill.

use crate::{Color, Surface};

impl Surface {
    /// Replaces the 4-connected area of pixels equal to the one at (x, y), compared as stored.
    /// Returns how many pixels changed: 0 outside the surface or when the color is already there.
    ///
    /// Allocates a stack of row spans.
    #[doc(alias = "bucket fill")]
    #[doc(alias = "paint bucket")]
    pub fn flood_fill(&mut self, x: i32, y: i32, color: Color) -> u32 {
        if !self.bounds().contains(x, y) {
            return 0;
        }
        let (width, height) = (self.width() as usize, self.height() as usize);
        let new = self.own_word(color);
        let words = self.words_mut();
        let old = words[y as usize * width + x as usize];
        if old == new {
            return 0;
        }
        let mut changed = 0;
        let mut seeds = vec![(x as u32, y as u32)];
        while let Some((x, y)) = seeds.pop() {
            let row = &mut words[y as usize * width..][..width];
            if row[x as usize] != old {
                continue;
            }
            // A whole span at once, and one seed for each run that touches it above and below: the stack stays as
            // small as the outline, where one of single pixels would hold the area.
            let left = row[..x as usize].iter().rposition(|&w| w != old).map_or(0, |at| at + 1);
            let length = row[left..].iter().position(|&w| w != old).unwrap_or(width - left);
            row[left..left + length].fill(new);
            changed += length as u32;
            for next in [(y > 0).then(|| y - 1), (y as usize + 1 < height).then_some(y + 1)] {
                let Some(next) = next else { continue };
                push_runs(&words[next as usize * width + left..][..length], old, |offset| {
                    seeds.push(((left + offset) as u32, next));
                });
            }
        }
        changed
    }
}

/// Reports the first index of every run of `old`.
fn push_runs(row: &[u32], old: u32, mut push: impl FnMut(usize)) {
    let mut inside = false;
    for (index, &word) in row.iter().enumerate() {
        if word == old && !inside {
            push(index);
        }
        inside = word == old;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pix_8_filling_with_the_same_color_ends() {
        let mut surface = Surface::filled(50, 50, Color::RED).unwrap();
        assert_eq!(surface.flood_fill(3, 3, Color::RED), 0);
        assert_eq!(surface.flood_fill(3, 3, Color::BLUE), 2500);
        assert_eq!(surface.flood_fill(-1, 3, Color::RED), 0);
        assert_eq!(surface.flood_fill(0, i32::MAX, Color::RED), 0);
    }

    #[test]
    fn pix_8_diagonals_do_not_connect() {
        let mut surface = Surface::new(4, 4).unwrap();
        for i in 0..4 {
            surface.set(i, i, Color::BLACK);
        }
        assert_eq!(surface.flood_fill(3, 0, Color::GREEN), 6);
        assert_eq!(surface.get(0, 3), Some(Color::TRANSPARENT));
    }

    /// The obvious fill: a stack of single pixels.
    fn slow(surface: &mut Surface, x: i32, y: i32, color: Color) -> u32 {
        let Some(old) = surface.get(x, y) else { return 0 };
        if old == color {
            return 0;
        }
        let mut changed = 0;
        let mut stack = vec![(x, y)];
        while let Some((x, y)) = stack.pop() {
            if surface.get(x, y) == Some(old) {
                surface.set(x, y, color);
                changed += 1;
                stack.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
            }
        }
        changed
    }

    proptest! {
        #[test]
        fn pix_8_agrees_with_the_obvious_fill(
            cells in prop::collection::vec(0..2u8, 12 * 9), x in 0..12, y in 0..9,
        ) {
            let mut surface = Surface::new(12, 9).unwrap();
            for (word, cell) in surface.words_mut().iter_mut().zip(&cells) {
                *word = if *cell == 0 { 0 } else { u32::MAX };
            }
            let mut expected = surface.clone();
            let count = slow(&mut expected, x, y, Color::RED);
            prop_assert_eq!(surface.flood_fill(x, y, Color::RED), count);
            prop_assert_eq!(surface.words(), expected.words());
        }
    }
}
