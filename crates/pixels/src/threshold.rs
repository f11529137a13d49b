//! Threshold: pixels that pass a comparison get a color.

use crate::{
    Color, Surface, clip::Clip, color_bounds::argb_to_word, fill::opaque_word, scan::straight_word,
};
use core::{fmt, str::FromStr};
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::IRect;

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Compare {
    /// Whether it is true of two numbers, in this order.
    pub const fn holds(self, a: u32, b: u32) -> bool {
        match self {
            Self::Less => a < b,
            Self::LessEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterEqual => a >= b,
            Self::Equal => a == b,
            Self::NotEqual => a != b,
        }
    }
}

/// A text that is none of the six comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCompare;

impl fmt::Display for UnknownCompare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of < <= > >= == !=")
    }
}

impl core::error::Error for UnknownCompare {}

impl FromStr for Compare {
    type Err = UnknownCompare;

    fn from_str(text: &str) -> Result<Self, UnknownCompare> {
        Ok(match text {
            "<" => Self::Less,
            "<=" => Self::LessEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterEqual,
            "==" => Self::Equal,
            "!=" => Self::NotEqual,
            _ => return Err(UnknownCompare),
        })
    }
}

/// A threshold test and what it writes.
///
/// A pixel passes when `(p & mask) compare (value & mask)`, both as unsigned straight `0xAARRGGBB`. The
/// default marks every pixel with red below 51 black and leaves the others.
#[doc(alias = "color key")]
#[doc(alias = "chroma key")]
#[doc(alias = "binarize")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The comparison.
    pub compare: Compare,
    /// The right side of it, `0xAARRGGBB`.
    pub value: u32,
    /// The bits that count on both sides, `0xAARRGGBB`.
    pub mask: u32,
    /// Written where the test passes.
    pub color: Color,
    /// Whether the source pixel is written where the test fails; otherwise the target stays.
    pub copy_source: bool,
}

impl Default for Threshold {
    fn default() -> Self {
        Self {
            compare: Compare::Less,
            value: 0x0033_0000,
            mask: 0x00FF_0000,
            color: Color::BLACK,
            copy_source: false,
        }
    }
}

impl Surface {
    /// Tests `rect` of a source and writes the answers at (x, y), clipped on both sides. Returns how
    /// many pixels passed.
    pub fn threshold(
        &mut self,
        source: &Self,
        rect: IRect,
        x: i32,
        y: i32,
        test: &Threshold,
    ) -> u32 {
        let clip = Clip::new(self.bounds(), (x, y), source.bounds(), rect, (false, false));
        let Some(clip) = clip else { return 0 };
        let color = self.own_word(test.color);
        let kind = Kind { source_opaque: source.is_opaque(), target_opaque: self.is_opaque() };
        let rows = clip.source_rows(source);
        clip.target_rows(self).zip(rows).map(|(to, from)| row(to, from, test, color, kind)).sum()
    }

    /// Tests every pixel of this surface and writes the color where it passes; elsewhere nothing changes. Returns how many
    /// pixels passed.
    pub fn threshold_in_place(&mut self, test: &Threshold) -> u32 {
        let color = self.own_word(test.color);
        let kind = Kind { source_opaque: self.is_opaque(), target_opaque: self.is_opaque() };
        let test = Threshold { copy_source: true, ..*test };
        let mut buffer = [0; crate::blit::CHUNK];
        let mut passed = 0;
        for chunk in self.words_mut().chunks_mut(crate::blit::CHUNK) {
            let source = &mut buffer[..chunk.len()];
            source.copy_from_slice(chunk);
            passed += row(chunk, source, &test, color, kind);
        }
        passed
    }
}

#[derive(Clone, Copy)]
struct Kind {
    source_opaque: bool,
    target_opaque: bool,
}

fn row(target: &mut [u32], source: &[u32], test: &Threshold, color: u32, kind: Kind) -> u32 {
    row_at(Level::new(), target, source, test, color, kind)
}

fn row_at(
    level: Level,
    target: &mut [u32],
    source: &[u32],
    test: &Threshold,
    color: u32,
    kind: Kind,
) -> u32 {
    let value = test.value & test.mask;
    let (mask, copy) = (test.mask, test.copy_source);
    // One loop for each comparison, so that each is without branches.
    macro_rules! run {
        ($compare:expr) => {
            dispatch!(level, simd => row_with(simd, target, source, (mask, copy, color), kind,
                #[inline(always)] |p: u32| $compare(&p, &value)))
        };
    }
    match test.compare {
        Compare::Less => run!(u32::lt),
        Compare::LessEqual => run!(u32::le),
        Compare::Greater => run!(u32::gt),
        Compare::GreaterEqual => run!(u32::ge),
        Compare::Equal => run!(u32::eq),
        Compare::NotEqual => run!(u32::ne),
    }
}

#[inline(always)]
fn row_with<S: Simd>(
    _simd: S,
    target: &mut [u32],
    source: &[u32],
    (mask, copy, color): (u32, bool, u32),
    kind: Kind,
    passes: impl Fn(u32) -> bool,
) -> u32 {
    let mut count = 0;
    if kind.source_opaque {
        for (to, &from) in target.iter_mut().zip(source) {
            let hit = passes(argb_to_word(from) & mask);
            count += u32::from(hit);
            let otherwise = if copy { from } else { *to };
            *to = if hit { color } else { otherwise };
        }
    } else {
        for (to, &from) in target.iter_mut().zip(source) {
            let hit = passes(argb_to_word(straight_word(from)) & mask);
            count += u32::from(hit);
            let own = if kind.target_opaque { opaque_word(from) } else { from };
            let otherwise = if copy { own } else { *to };
            *to = if hit { color } else { otherwise };
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        over::levels,
        testing::{any_surface, is_well_formed, place, rects},
    };
    use proptest::prelude::*;

    #[test]
    fn check_5_29_input_40_nearly_black_becomes_black() {
        let mut source = Surface::opaque(2, 1, Color::rgb(50, 99, 7)).unwrap();
        source.set(1, 0, Color::rgb(51, 99, 7));
        let mut target = Surface::opaque(2, 1, Color::WHITE).unwrap();
        let test = Threshold { copy_source: true, ..Threshold::default() };
        assert_eq!(target.threshold(&source, source.bounds(), 0, 0, &test), 1);
        assert_eq!(target.get(0, 0), Some(Color::BLACK));
        assert_eq!(target.get(1, 0), Some(Color::rgb(51, 99, 7)));
        // Without copying, the target stays where the test fails.
        target.fill(Color::WHITE);
        target.threshold(&source, source.bounds(), 0, 0, &Threshold::default());
        assert_eq!(target.get(1, 0), Some(Color::WHITE));
    }

    #[test]
    fn pix_2_check_5_29_input_39_six_operators_at_equality() {
        let source = Surface::filled(1, 1, Color::argb(0xFF80_0000)).unwrap();
        for (text, passes) in [("<", 0), ("<=", 1), (">", 0), (">=", 1), ("==", 1), ("!=", 0)] {
            let test = Threshold {
                compare: text.parse().unwrap(),
                value: 0x1280_3456,
                color: Color::argb(0x0012_3456),
                ..Threshold::default()
            };
            let mut target = Surface::filled(1, 1, Color::WHITE).unwrap();
            assert_eq!(target.threshold(&source, source.bounds(), 0, 0, &test), passes, "{text}");
            let alpha = if passes == 1 { 0 } else { 255 };
            assert_eq!(target.get(0, 0).unwrap().a, alpha, "a color without alpha is invisible");
        }
        assert_eq!("<>".parse::<Compare>(), Err(UnknownCompare));
    }

    proptest! {
        #[test]
        fn pix_2_agrees_with_single_pixels(
            target in any_surface(20), source in any_surface(20), rect in rects(), x in place(),
            y in place(), value: u32, mask: u32, color: u32, copy_source: bool,
        ) {
            for text in ["<", "<=", ">", ">=", "==", "!="] {
                let compare = text.parse().unwrap();
                let test = Threshold { compare, value, mask, color: Color::argb(color), copy_source };
                let (mut actual, mut expected) = (target.clone(), target.clone());
                let mut passed = 0;
                for row in 0..target.height() as i32 {
                    for column in 0..target.width() as i32 {
                        let (i, j) = (i64::from(column) - i64::from(x), i64::from(row) - i64::from(y));
                        let (u, v) = (i64::from(rect.x) + i, i64::from(rect.y) + j);
                        let inside = (0..i64::from(rect.width)).contains(&i)
                            && (0..i64::from(rect.height)).contains(&j)
                            && (0..99).contains(&u) && (0..99).contains(&v);
                        let Some(pixel) = inside.then(|| source.get(u as i32, v as i32)).flatten() else {
                            continue;
                        };
                        let (a, b) = (pixel.to_argb() & mask, value & mask);
                        let hit = match text {
                            "<" => a < b, "<=" => a <= b, ">" => a > b,
                            ">=" => a >= b, "==" => a == b, _ => a != b,
                        };
                        passed += u32::from(hit);
                        if hit {
                            expected.set(column, row, Color::argb(color));
                        } else if copy_source {
                            expected.set(column, row, pixel);
                        }
                    }
                }
                prop_assert_eq!(actual.threshold(&source, rect, x, y, &test), passed);
                prop_assert!(is_well_formed(&actual));
                prop_assert_eq!(actual.words(), expected.words());
            }
        }

        #[test]
        fn check_5_42_levels_agree_and_in_place_is_the_same(
            surface in any_surface(20), value: u32, mask: u32, color: u32,
        ) {
            let test = Threshold { value, mask, color: Color::argb(color), copy_source: true, ..Threshold::default() };
            let mut expected = surface.clone();
            let count = expected.threshold(&surface, surface.bounds(), 0, 0, &test);
            let mut in_place = surface.clone();
            prop_assert_eq!(in_place.threshold_in_place(&test), count);
            prop_assert_eq!(in_place.words(), expected.words());
            let kind = Kind { source_opaque: surface.is_opaque(), target_opaque: surface.is_opaque() };
            for level in levels() {
                let mut words = surface.words().to_vec();
                let word = surface.own_word(test.color);
                prop_assert_eq!(row_at(level, &mut words, surface.words(), &test, word, kind), count);
                prop_assert_eq!(&words[..], expected.words());
            }
        }
    }
}
