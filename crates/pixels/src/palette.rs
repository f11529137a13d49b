//! Palette maps: one look-up table a channel; posterizing.

use crate::{Surface, SurfaceError, clip::Clip, color_bounds::argb_to_word, lanes};
use motile_geom::IRect;

/// Four tables, one a channel, whose entries are whole colors `0xAARRGGBB`. A straight color becomes the
/// sum of its four entries, wrapping at 2³².
///
/// ```
/// use motile_pixels::{Color, PaletteMap, Surface};
/// let mut picture = Surface::opaque(1, 1, Color::rgb(200, 30, 40))?;
/// picture.palette_map(&PaletteMap::posterize(8));
/// assert_eq!(picture.get(0, 0), Some(Color::hex(0xC00020)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "lookup table")]
#[doc(alias = "LUT")]
#[doc(alias = "color cycling")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteMap {
    /// Looked up by the red value.
    pub r: [u32; 256],
    /// Looked up by the green value.
    pub g: [u32; 256],
    /// Looked up by the blue value.
    pub b: [u32; 256],
    /// Looked up by the alpha value.
    pub a: [u32; 256],
}

impl Default for PaletteMap {
    /// Changes nothing.
    fn default() -> Self {
        Self::from_curve(|value| value)
    }
}

impl PaletteMap {
    /// One curve for red, green and blue; alpha stays.
    pub fn from_curve(curve: impl Fn(u8) -> u8) -> Self {
        let table = |shift: u32| core::array::from_fn(|i| u32::from(curve(i as u8)) << shift);
        Self {
            r: table(16),
            g: table(8),
            b: table(0),
            a: core::array::from_fn(|i| (i as u32) << 24),
        }
    }

    /// Tables from slices, as they come from a file or a script.
    ///
    /// # Errors
    /// [`SurfaceError::WrongLength`] unless each has 256 entries.
    pub fn from_slices(r: &[u32], g: &[u32], b: &[u32], a: &[u32]) -> Result<Self, SurfaceError> {
        let table = |slice: &[u32]| {
            <[u32; 256]>::try_from(slice).map_err(|_| SurfaceError::WrongLength {
                expected: 1024,
                found: slice.len() as u64 * 4,
            })
        };
        Ok(Self { r: table(r)?, g: table(g)?, b: table(b)?, a: table(a)? })
    }

    /// Exactly `levels` values a channel (held to 1…256), each the lower end of its bin: bin
    /// `floor(i·levels / 256)`, value `ceil(256·bin / levels)`.
    pub fn posterize(levels: u32) -> Self {
        let levels = levels.clamp(1, 256);
        Self::from_curve(|i| ((u32::from(i) * levels / 256 * 256).div_ceil(levels)) as u8)
    }

    /// The new color of a straight one, both `0xAARRGGBB`.
    #[inline]
    pub fn map(&self, argb: u32) -> u32 {
        let [b, g, r, a] = argb.to_le_bytes().map(usize::from);
        self.r[r].wrapping_add(self.g[g]).wrapping_add(self.b[b]).wrapping_add(self.a[a])
    }

    /// The bits of a stored word that are left, when all the tables do to an opaque color is to clear some: posterizing to
    /// 2, 4, 8… values. Looking through the tables costs what a few hundred pixels do.
    fn mask(&self) -> Option<u32> {
        let clears = |table: &[u32; 256], shift: u32| {
            let kept = table[255] >> shift;
            (0..).zip(table).all(|(i, &entry)| entry == (i & kept) << shift)
        };
        let all = clears(&self.r, 16) && clears(&self.g, 8) && clears(&self.b, 0);
        let kept = argb_to_word(self.r[255] | self.g[255] | self.b[255]);
        (all && self.a[255] << 8 == 0).then_some(kept | 0xFF00_0000)
    }
}

impl Surface {
    /// Sends every pixel through the tables.
    pub fn palette_map(&mut self, map: &PaletteMap) {
        let opaque = self.is_opaque();
        match map.mask().filter(|_| opaque) {
            Some(mask) => self.words_mut().iter_mut().for_each(|word| *word &= mask),
            None => {
                self.words_mut().iter_mut().for_each(|word| *word = map_word(*word, map, opaque));
            }
        }
    }

    /// Sends `rect` of a source through the tables to (x, y), clipped on both sides, replacing what is there. An opaque
    /// surface keeps alpha 255.
    ///
    /// ```
    /// use motile_pixels::{Color, IRect, PaletteMap, Surface};
    /// let frame = Surface::opaque(8, 8, Color::rgb(200, 30, 40))?;
    /// let mut screen = Surface::opaque(8, 8, Color::BLACK)?;
    /// screen.palette_map_from(&frame, IRect::new(0, 0, 4, 8), 4, 0, &PaletteMap::posterize(8));
    /// assert_eq!(screen.get(4, 0), Some(Color::hex(0xC00020)));
    /// assert_eq!(screen.get(3, 0), Some(Color::BLACK));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn palette_map_from(
        &mut self,
        source: &Self,
        rect: IRect,
        x: i32,
        y: i32,
        map: &PaletteMap,
    ) {
        let clip = Clip::new(self.bounds(), (x, y), source.bounds(), rect, (false, false));
        let Some(clip) = clip else { return };
        let opaque = self.is_opaque();
        let rows = clip.source_rows(source);
        for (to, from) in clip.target_rows(self).zip(rows) {
            for (to, &from) in to.iter_mut().zip(from) {
                *to = map_word(from, map, opaque);
            }
        }
    }
}

#[inline(always)]
fn map_word(word: u32, map: &PaletteMap, opaque: bool) -> u32 {
    let [r, g, b, a] = lanes::straight(word);
    let mapped = argb_to_word(map.map(a << 24 | r << 16 | g << 8 | b));
    if opaque || mapped >> 24 == 255 {
        mapped | 0xFF00_0000
    } else {
        lanes::premultiply(mapped.to_le_bytes().map(u32::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color, classic,
        testing::{any_surface, each_copied, is_well_formed, place, rects},
    };
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn check_5_25_input_35_posterize_values() {
        let value = |levels, i: u32| PaletteMap::posterize(levels).map(i);
        let classic = |levels, i: u32| classic::posterize(levels).map(i);
        for (levels, i, expected) in [
            (8, 31, 0),
            (8, 32, 32),
            (8, 200, 192),
            (8, 255, 224),
            (16, 15, 0),
            (16, 16, 16),
            (16, 47, 32),
            (16, 255, 240),
            (4, 63, 0),
            (4, 64, 64),
            (4, 255, 192),
        ] {
            assert_eq!(value(levels, i), expected);
            assert_eq!(classic(levels, i), expected);
        }
        assert_eq!(PaletteMap::posterize(256), PaletteMap::default());
        assert_eq!(PaletteMap::posterize(8).map(0xFFC8_1E28), 0xFFC0_0020);
        for levels in 1..=256 {
            let map = PaletteMap::posterize(levels);
            let values: BTreeSet<u32> = map.b.into_iter().collect();
            assert_eq!(values.len(), levels as usize);
            assert!((0..256).all(|i| map.b[i] <= i as u32), "a value is the lower end of its bin");
        }
        assert_eq!(PaletteMap::posterize(0), PaletteMap::posterize(1));
        assert_eq!(classic::posterize(u32::MAX), PaletteMap::default());
    }

    #[test]
    fn check_5_27_identity_reversed_and_summed() {
        let reversed = PaletteMap::from_curve(|i| 255 - i);
        assert_eq!(
            reversed.map(Color::rgb(10, 20, 30).to_argb()),
            Color::rgb(245, 235, 225).to_argb()
        );
        let mut gray =
            PaletteMap { r: [0; 256], g: [0; 256], b: [0; 256], ..PaletteMap::default() };
        gray.r = core::array::from_fn(|i| i as u32 * 0x0001_0101);
        gray.g = [0x0000_0001; 256];
        assert_eq!(gray.map(0xFF0A_0000), 0xFF0A_0A0B, "entries are summed across channels");
        assert!(PaletteMap::from_slices(&[0; 255], &[0; 256], &[0; 256], &[0; 256]).is_err());
        let same = PaletteMap::from_slices(&gray.r, &gray.g, &gray.b, &gray.a);
        assert_eq!(same, Ok(gray));
    }

    proptest! {
        #[test]
        fn tables_that_clear_bits_are_masks(
            kept: [u8; 3], alpha in prop_oneof![Just(0x8000_0000), any::<u32>()], picture in any_surface(9),
        ) {
            let table = |kept: u8, shift| core::array::from_fn(|i| (i as u32 & u32::from(kept)) << shift);
            let [r, g, b] = [(kept[0], 16), (kept[1], 8), (kept[2], 0)].map(|(k, s)| table(k, s));
            let map = PaletteMap { r, g, b, a: [alpha; 256] };
            prop_assert_eq!(map.mask().is_some(), alpha.trailing_zeros() >= 24);
            let mut mapped = picture.clone();
            mapped.palette_map(&map);
            let opaque = picture.is_opaque();
            let one_by_one = picture.words().iter().map(|&word| map_word(word, &map, opaque));
            prop_assert!(mapped.words().iter().copied().eq(one_by_one));
        }
    }

    #[test]
    fn only_powers_of_two_posterize_by_a_mask() {
        for levels in 1..=256u32 {
            let mask = PaletteMap::posterize(levels).mask();
            assert_eq!(mask.is_some(), levels.is_power_of_two(), "{levels}");
        }
        assert_eq!(PaletteMap::posterize(8).mask(), Some(0xFFE0_E0E0));
    }

    /// Image B of CHECK-5-24.
    fn image_b(base: [u8; 3]) -> Surface {
        let mut image = Surface::opaque(320, 240, Color::BLACK).unwrap();
        let mut s = 12345u32;
        let mut noise = || {
            s = s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (s >> 24 & 7) as u8
        };
        for y in 0..240i32 {
            for x in 0..320i32 {
                let disc = (x - 160).pow(2) + (y - 120).pow(2) <= 400;
                let [r, g, b] = if disc { base } else { [16; 3] };
                let (r, g, b) = (r + noise(), g + noise(), b + noise());
                image.set(x, y, Color::rgb(r, g, b));
            }
        }
        image
    }

    fn count(image: &Surface, color: Color) -> usize {
        image.words().iter().filter(|&&word| word == crate::surface::word(color)).count()
    }

    #[test]
    fn check_5_24_posterizing_makes_tracking_work() {
        let image = image_b([208, 48, 48]);
        for (x, y, color) in [
            (0, 0, Color::rgb(21, 20, 19)),
            (1, 0, Color::rgb(18, 16, 20)),
            (160, 120, Color::rgb(210, 50, 54)),
            (319, 239, Color::rgb(20, 21, 20)),
        ] {
            assert_eq!(image.get(x, y), Some(color));
        }
        let distinct =
            |image: &Surface| image.words().iter().copied().collect::<BTreeSet<_>>().len();
        assert_eq!(distinct(&image), 972);
        let target = image.get(160, 120).unwrap();
        assert_eq!(count(&image, target), 3);
        assert_eq!(image.color_bounds(0xFF_FFFF, target, true), IRect::new(160, 111, 10, 11));

        let mut eight = image.clone();
        eight.palette_map(&PaletteMap::posterize(8));
        let target = Color::rgb(192, 32, 32);
        assert_eq!(distinct(&eight), 2);
        assert_eq!(eight.get(160, 120), Some(target));
        assert_eq!(count(&eight, target), 1257);
        let found = eight.color_bounds(0xFF_FFFF, target, true);
        assert_eq!(found, IRect::new(140, 100, 41, 41));

        let mut four = image;
        four.palette_map(&PaletteMap::posterize(4));
        assert_eq!(four.get(160, 120), Some(Color::rgb(192, 0, 0)));
        assert_eq!(four.color_bounds(0xFF_FFFF, Color::rgb(192, 0, 0), true), found);
    }

    #[test]
    fn check_5_26_bins_have_hard_edges() {
        let mut image = image_b([208, 60, 48]);
        image.palette_map(&PaletteMap::posterize(8));
        let target = Color::rgb(192, 32, 32);
        assert_eq!(image.get(160, 120), Some(target));
        assert_eq!(count(&image, target), 615);
        let found = image.color_bounds(0xFF_FFFF, target, true);
        assert_eq!(found, IRect::new(140, 101, 41, 40));
    }

    proptest! {
        #[test]
        fn identity_changes_nothing_and_all_maps_keep_the_rules(
            surface in any_surface(8), factor: u32,
        ) {
            let mut same = surface.clone();
            same.palette_map(&PaletteMap::default());
            prop_assert_eq!(same.words(), surface.words());
            let wild = core::array::from_fn(|i| (i as u32).wrapping_mul(factor));
            let mut mapped = surface.clone();
            mapped.palette_map(&PaletteMap { r: wild, g: wild, b: wild, a: wild });
            prop_assert!(is_well_formed(&mapped));
        }

        #[test]
        fn maps_of_a_source_agree_with_single_pixels(
            mut target in any_surface(9), source in any_surface(9), rect in rects(), x in place(), y in place(),
            factor: u32,
        ) {
            let wild = core::array::from_fn(|i| (i as u32).wrapping_mul(factor));
            let map = PaletteMap { r: wild, ..PaletteMap::default() };
            let mut expected = target.clone();
            each_copied(&target, &source, rect, x, y, |(column, row), _, other| {
                expected.set(column, row, Color::argb(map.map(other.to_argb())));
            });
            target.palette_map_from(&source, rect, x, y, &map);
            prop_assert!(is_well_formed(&target));
            prop_assert_eq!(target.words(), expected.words());
        }
    }
}
