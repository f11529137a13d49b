//! How far two pictures of one kernel are apart.

use core::fmt;
use motile_pixels::Surface;

/// How many pixels of two pictures are how far apart, by the channel that differs most. Channels are compared as surfaces keep them,
/// premultiplied: what is nearly invisible counts little.
///
/// ```
/// use motile_kernel_gpu::PictureAgreement;
/// use motile_pixels::{Color, Surface};
/// let exact = Surface::filled(50, 20, Color::rgb(10, 20, 30))?;
/// let mut other = exact.clone();
/// other.set(3, 3, Color::rgb(10, 21, 30));
/// let agreement = PictureAgreement::of(&exact, &other).ok_or("pictures of one size")?;
/// assert_eq!((agreement.pixels, agreement.equal, agreement.by_one), (1000, 999, 1));
/// assert!(agreement.holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(alias = "image diff")]
pub struct PictureAgreement {
    /// All of them.
    pub pixels: u64,
    /// Alike in all channels.
    pub equal: u64,
    /// One of 255 apart.
    pub by_one: u64,
    /// Two of 255 apart.
    pub by_two: u64,
    /// Further apart, where the exact picture jumps: the other one has what a neighbor has, or something between neighbors. An edge lies
    /// on the other side of the pixel, or a tie was decided the other way.
    pub seams: u64,
    /// Further apart, and no edge near.
    pub wrong: u64,
    /// The largest difference that is no seam, of 255.
    pub largest: u8,
}

/// Differences of so much, of 255, are no more than rounding.
const ROUNDING: u8 = 2;

impl PictureAgreement {
    /// Compares a picture with an exact one; `None` when their sizes differ.
    pub fn of(exact: &Surface, other: &Surface) -> Option<Self> {
        Self::among(core::slice::from_ref(exact), other)
    }

    /// Compares a picture with an exact one, the first, and with what the same kernel makes of numbers that are a rounding away: where
    /// those jump is a seam as well, though neighbors may look alike. `None` when there is no picture, or sizes differ.
    pub fn among(exact: &[Surface], other: &Surface) -> Option<Self> {
        let (width, height) = (other.width() as usize, other.height() as usize);
        let is_other =
            |one: &Surface| (one.width(), one.height()) != (other.width(), other.height());
        if exact.iter().any(is_other) {
            return None;
        }
        let exact: Vec<&[u32]> = exact.iter().map(Surface::words).collect();
        let mut counts = Self { pixels: (width * height) as u64, ..Self::default() };
        for (at, (a, b)) in exact.first()?.iter().zip(other.words()).enumerate() {
            let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
            let difference = apart(a, b);
            if difference > ROUNDING && is_seam(&exact, width, height, at, b) {
                counts.seams += 1;
                continue;
            }
            counts.largest = counts.largest.max(difference);
            match difference {
                0 => counts.equal += 1,
                1 => counts.by_one += 1,
                2 => counts.by_two += 1,
                _ => counts.wrong += 1,
            }
        }
        Some(counts)
    }

    /// Whether rounding explains all of it: at least 999 of 1000 pixels differ by one of 255 at most, seams counted among the others,
    /// and none but seams by more than two.
    pub fn holds(&self) -> bool {
        self.wrong == 0 && (self.by_two + self.seams) * 1000 <= self.pixels
    }

    /// Whether rounding explains all but so many seams, for kernels whose pictures are full of edges: at least 999 of 1000 of the other
    /// pixels differ by one of 255 at most, and none by more than two.
    pub fn holds_beside(&self, seams: u64) -> bool {
        let plain = self.pixels - self.seams;
        self.wrong == 0 && self.seams <= seams && self.by_two * 1000 <= plain
    }
}

impl fmt::Display for PictureAgreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: u64| 100.0 * count as f64 / self.pixels.max(1) as f64;
        write!(
            f,
            "{:>8.3} % equal {:>8.3} % by 1 {:>8.3} % by 2 {:>6} seams {:>6} wrong, largest {:>3}",
            share(self.equal),
            share(self.by_one),
            share(self.by_two),
            self.seams,
            self.wrong,
            self.largest,
        )
    }
}

/// The largest difference of a channel.
fn apart(a: [u8; 4], b: [u8; 4]) -> u8 {
    a.into_iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Whether every channel lies between the least and the largest that exact pictures have around a pixel.
fn is_seam(exact: &[&[u32]], width: usize, height: usize, at: usize, color: [u8; 4]) -> bool {
    let (x, y) = (at % width, at / width);
    let (mut least, mut most) = ([u8::MAX; 4], [u8::MIN; 4]);
    for picture in exact {
        for row in y.saturating_sub(1)..height.min(y + 2) {
            for near in &picture[row * width..][x.saturating_sub(1)..width.min(x + 2)] {
                let near = near.to_le_bytes();
                for channel in 0..4 {
                    least[channel] = least[channel].min(near[channel]);
                    most[channel] = most[channel].max(near[channel]);
                }
            }
        }
    }
    (0..4).all(|channel| {
        let least = least[channel].saturating_sub(ROUNDING);
        (least..=most[channel].saturating_add(ROUNDING)).contains(&color[channel])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Color;

    /// Black left of a column, white from there on.
    fn step(column: i32) -> Surface {
        let mut picture = Surface::opaque(100, 20, Color::BLACK).unwrap();
        for y in 0..20 {
            for x in column..100 {
                picture.set(x, y, Color::WHITE);
            }
        }
        picture
    }

    #[test]
    fn shader_43_an_edge_may_move_by_a_pixel_and_not_by_two() {
        let moved = PictureAgreement::of(&step(50), &step(51)).unwrap();
        assert_eq!((moved.seams, moved.wrong, moved.equal), (20, 0, 1980));
        assert!(moved.holds_beside(20) && !moved.holds_beside(19));
        assert!(!moved.holds(), "one pixel in a hundred is too many, if nobody knows of the edge");
        let further = PictureAgreement::of(&step(50), &step(52)).unwrap();
        assert_eq!((further.seams, further.wrong, further.largest), (20, 20, 255));
        assert!(!further.holds() && !further.holds_beside(2000));
    }

    /// It used to hold: with grain everywhere, what a neighbor has is between the least and the largest around.
    #[test]
    fn shader_43_a_picture_that_is_shifted_by_a_pixel_does_not_hold() {
        let grain = |shift: u32| {
            let mut picture = Surface::opaque(100, 20, Color::BLACK).unwrap();
            for (x, y) in (0..20).flat_map(|y| (0..100).map(move |x| (x, y))) {
                let level = ((x as u32 + shift) * 97 + y as u32 * 61).wrapping_mul(2_654_435_761);
                let level = (level >> 24) as u8;
                picture.set(x, y, Color::rgb(level, level, level));
            }
            picture
        };
        let shifted = PictureAgreement::of(&grain(0), &grain(1)).unwrap();
        assert!(shifted.seams > 1500, "{shifted}");
        assert!(!shifted.holds());
        assert!(PictureAgreement::of(&grain(0), &grain(0)).unwrap().holds());
    }

    #[test]
    fn shader_43_two_of_255_are_for_one_pixel_in_a_thousand() {
        let exact = Surface::opaque(100, 20, Color::rgb(100, 100, 100)).unwrap();
        let mut other = exact.clone();
        for x in 0..2 {
            other.set(x, 0, Color::rgb(100, 102, 100));
        }
        let two = PictureAgreement::of(&exact, &other).unwrap();
        assert_eq!((two.by_two, two.largest, two.holds()), (2, 2, true));
        other.set(5, 5, Color::rgb(98, 100, 100));
        assert!(!PictureAgreement::of(&exact, &other).unwrap().holds());
        other.set(5, 5, Color::rgb(97, 100, 100));
        let wrong = PictureAgreement::of(&exact, &other).unwrap();
        assert_eq!((wrong.wrong, wrong.holds()), (1, false));
    }

    #[test]
    fn shader_43_where_the_kernel_itself_is_undecided_is_a_seam() {
        let flat = |level| Surface::opaque(10, 10, Color::rgb(level, level, level)).unwrap();
        let seen = |other| PictureAgreement::among(&[flat(50), flat(90)], &flat(other)).unwrap();
        assert_eq!((seen(70).seams, seen(70).wrong), (100, 0));
        assert_eq!((seen(95).seams, seen(95).wrong), (0, 100));
        assert_eq!(PictureAgreement::among(&[], &flat(1)), None);
    }

    #[test]
    fn pictures_of_two_sizes_are_not_compared() {
        let small = Surface::new(3, 4).unwrap();
        assert_eq!(PictureAgreement::of(&small, &Surface::new(4, 3).unwrap()), None);
    }
}
