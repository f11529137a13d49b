//! The fourteen classic blend modes, and room for others.

use crate::{Custom, PixelBlend, Surface, lanes, over};
use motile_geom::IVec2;

/// How a source meets what is already there.
///
/// With b = backdrop and s = source, straight channels 0…255, the blended color B is as listed, each
/// division rounded to nearest. With alpha the result is, in one rounding,
///
/// `co = (Sp·(255 − ab) + Bp·(255 − as)) / 255 + as·ab·B / 255²`, `ao = as + ab − as·ab / 255`
///
/// where Sp and Bp are the premultiplied channels: source-over of the blended color weighted by the
/// backdrop's alpha.
///
/// Clones are cheap; only a mode of one's own is not a plain number.
#[doc(alias = "compositing")]
#[doc(alias = "porter-duff")]
#[doc(alias = "additive")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlendMode {
    /// s: source-over.
    #[default]
    Normal,
    /// Source-over of a group that was drawn on a surface of its own first.
    Layer,
    /// b·s / 255.
    Multiply,
    /// 255 − (255 − b)(255 − s) / 255.
    Screen,
    /// The larger of b and s.
    Lighten,
    /// The smaller of b and s.
    Darken,
    /// |b − s|.
    Difference,
    /// b + s, at most 255.
    Add,
    /// b − s, at least 0.
    Subtract,
    /// 255 − b; the source's color does not matter, only its alpha.
    Invert,
    /// The backdrop keeps the source's share of its alpha. Changes nothing on an opaque surface.
    Alpha,
    /// The backdrop loses the source's share of its alpha. Changes nothing on an opaque surface.
    Erase,
    /// Hard light with the roles swapped: b decides.
    Overlay,
    /// s < 128: 2·b·s / 255, otherwise 255 − 2·(255 − b)(255 − s) / 255.
    HardLight,
    /// By a rule of one's own; see [`BlendMode::custom`].
    Custom(Custom<dyn PixelBlend>),
}

impl BlendMode {
    /// All modes that have a name, in the order of the classic list.
    pub const ALL: [Self; 14] = [
        Self::Normal,
        Self::Layer,
        Self::Multiply,
        Self::Screen,
        Self::Lighten,
        Self::Darken,
        Self::Difference,
        Self::Add,
        Self::Subtract,
        Self::Invert,
        Self::Alpha,
        Self::Erase,
        Self::Overlay,
        Self::HardLight,
    ];

    /// A blend mode of one's own. Keep it and clone it where a picture should be kept: made again, it counts as
    /// another one.
    ///
    /// ```
    /// use motile_pixels::{BlendMode, Color, PixelBlend, Surface, math::IVec2};
    ///
    /// /// The brighter pixel as a whole.
    /// #[derive(Clone, Debug)]
    /// struct Brighter;
    ///
    /// impl PixelBlend for Brighter {
    ///     fn row(&self, backdrop: &mut [u32], source: &[u32], _: IVec2) {
    ///         let light = |word: u32| word.to_le_bytes()[..3].iter().map(|&c| u32::from(c)).sum::<u32>();
    ///         for (to, &from) in backdrop.iter_mut().zip(source) {
    ///             if light(from) > light(*to) { *to = from; }
    ///         }
    ///     }
    /// }
    ///
    /// let mut target = Surface::filled(1, 1, Color::BLUE)?;
    /// let mode = BlendMode::custom(Brighter);
    /// target.blend(&Surface::filled(1, 1, Color::rgb(9, 9, 9))?, 0, 0, mode.clone());
    /// target.blend(&Surface::filled(1, 1, Color::YELLOW)?, 0, 0, mode);
    /// assert_eq!(target.get(0, 0), Some(Color::YELLOW));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn custom(blend: impl PixelBlend + Clone) -> Self {
        Self::Custom(Custom::<dyn PixelBlend>::new(blend))
    }

    /// Whether it is plain source-over.
    #[inline]
    pub const fn is_normal(&self) -> bool {
        matches!(self, Self::Normal | Self::Layer)
    }

    /// Whether it changes the backdrop also where the source is transparent.
    pub fn acts_on_empty(&self) -> bool {
        match self {
            Self::Alpha => true,
            Self::Custom(custom) => custom.acts_on_empty(),
            _ => false,
        }
    }

    /// Whether it looks at whole pictures: see [`PixelBlend::needs_area`].
    #[inline]
    pub fn needs_area(&self) -> bool {
        self.of_wholes().is_some()
    }

    /// The classic lower-case name, such as `"hardlight"`; for a mode of one's own what [`PixelBlend::name`] says: `"shader"`
    /// for a kernel, `"custom"` unless it says something else.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Layer => "layer",
            Self::Multiply => "multiply",
            Self::Screen => "screen",
            Self::Lighten => "lighten",
            Self::Darken => "darken",
            Self::Difference => "difference",
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::Invert => "invert",
            Self::Alpha => "alpha",
            Self::Erase => "erase",
            Self::Overlay => "overlay",
            Self::HardLight => "hardlight",
            Self::Custom(custom) => custom.name(),
        }
    }

    /// The mode of a classic name; `None` for any other text.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Blends a row of stored words into another; `opaque` says that the target keeps alpha 255, `from` is the
/// first pixel of the row on the target.
pub(crate) fn blend_row(
    mode: &BlendMode,
    target: &mut [u32],
    source: &[u32],
    opaque: bool,
    from: IVec2,
) {
    match mode {
        BlendMode::Normal | BlendMode::Layer => over::row(target, source),
        BlendMode::Multiply => mix_row(target, source, opaque, multiply),
        BlendMode::Screen => {
            mix_row(target, source, opaque, |b, s| 255 - multiply(255 - b, 255 - s));
        }
        BlendMode::Lighten => mix_row(target, source, opaque, u32::max),
        BlendMode::Darken => mix_row(target, source, opaque, u32::min),
        BlendMode::Difference => mix_row(target, source, opaque, u32::abs_diff),
        BlendMode::Add => mix_row(target, source, opaque, |b, s| (b + s).min(255)),
        BlendMode::Subtract => mix_row(target, source, opaque, u32::saturating_sub),
        BlendMode::Invert => mix_row(target, source, opaque, |b, _| 255 - b),
        BlendMode::Overlay => mix_row(target, source, opaque, |b, s| hard_light(s, b)),
        BlendMode::HardLight => mix_row(target, source, opaque, hard_light),
        BlendMode::Alpha | BlendMode::Erase if opaque => {}
        BlendMode::Alpha => alpha_row(target, source, 0),
        BlendMode::Erase => alpha_row(target, source, 255),
        BlendMode::Custom(custom) => {
            custom.row(target, source, from);
            if opaque {
                lanes::make_opaque(target);
            }
        }
    }
}

#[inline(always)]
fn multiply(b: u32, s: u32) -> u32 {
    u32::from(crate::color::mul_255(b, s))
}

#[inline(always)]
fn hard_light(b: u32, s: u32) -> u32 {
    // A quotient by 255 never ends in exactly one half, so adding 127 rounds to nearest.
    if s < 128 { (2 * b * s + 127) / 255 } else { 255 - (2 * (255 - b) * (255 - s) + 127) / 255 }
}

#[inline(always)]
fn mix_row(
    target: &mut [u32],
    source: &[u32],
    opaque: bool,
    mode: impl Fn(u32, u32) -> u32 + Copy,
) {
    let pixels = target.iter_mut().zip(source);
    if opaque {
        pixels.for_each(|(backdrop, &source)| *backdrop = mix_opaque(*backdrop, source, mode));
    } else {
        pixels.for_each(|(backdrop, &source)| *backdrop = mix(*backdrop, source, mode));
    }
}

/// [`mix`] on a backdrop of alpha 255, which nearly every stage has: its channels are straight already, and of the formula
/// only the mean of backdrop and blended color, weighted by the source's alpha, is left. A transparent source leaves the
/// backdrop by itself, without a branch.
#[inline(always)]
fn mix_opaque(backdrop: u32, source: u32, mode: impl Fn(u32, u32) -> u32) -> u32 {
    let source_alpha = lanes::alpha(source);
    let b = backdrop.to_le_bytes().map(u32::from);
    // As `lanes::straight`, whose cases the reciprocals of 0 and 255 answer as well: with a branch for each pixel it
    // would be twice the work.
    let s = source.to_le_bytes().map(|c| lanes::unmultiply(c.into(), source_alpha).min(255));
    let channel = |i: usize| {
        // The quotient of `mix` with both numbers divided by 255, rounded to nearest: sums are at most 255².
        let sum = b[i] * (255 - source_alpha) + source_alpha * mode(b[i], s[i]) + 128;
        ((sum + (sum >> 8)) >> 8) as u8
    };
    u32::from_le_bytes([channel(0), channel(1), channel(2), 255])
}

#[inline(always)]
fn mix(backdrop: u32, source: u32, mode: impl Fn(u32, u32) -> u32) -> u32 {
    let (backdrop_alpha, source_alpha) = (lanes::alpha(backdrop), lanes::alpha(source));
    // What is invisible has no color to mix, and dividing by its alpha would not end well.
    if source_alpha == 0 {
        return backdrop;
    }
    if backdrop_alpha == 0 {
        return source;
    }
    let (b, s) = (lanes::straight(backdrop), lanes::straight(source));
    let (bp, sp) = (backdrop.to_le_bytes(), source.to_le_bytes());
    let both = source_alpha * backdrop_alpha;
    let channel = |i: usize| {
        let outside =
            u32::from(sp[i]) * (255 - backdrop_alpha) + u32::from(bp[i]) * (255 - source_alpha);
        // At most 255³, and 65025 is odd: adding its lower half rounds to nearest.
        ((255 * outside + both * mode(b[i], s[i]) + 32512) / 65025) as u8
    };
    let alpha = source_alpha + backdrop_alpha
        - u32::from(crate::color::mul_255(source_alpha, backdrop_alpha));
    u32::from_le_bytes([channel(0), channel(1), channel(2), alpha as u8])
}

/// Scales the backdrop by the source's alpha, exclusive-or'ed with `invert` (0 or 255).
fn alpha_row(target: &mut [u32], source: &[u32], invert: u32) {
    for (backdrop, &source) in target.iter_mut().zip(source) {
        *backdrop = lanes::scale(*backdrop, lanes::alpha(source) ^ invert);
    }
}

impl Surface {
    /// Draws a whole surface at (x, y) with a blend mode; see [`Surface::blit_with`] for parts, fading
    /// and flips.
    pub fn blend(&mut self, source: &Self, x: i32, y: i32, mode: BlendMode) {
        self.blit_with(source, x, y, &crate::Blit { blend: mode, ..crate::Blit::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color,
        testing::{any_surface, is_well_formed},
    };
    use proptest::prelude::*;

    fn blend_one(backdrop: Color, source: Color, mode: BlendMode) -> Color {
        let mut target = Surface::filled(1, 1, backdrop).unwrap();
        target.blend(&Surface::filled(1, 1, source).unwrap(), 0, 0, mode);
        target.get(0, 0).unwrap()
    }

    #[test]
    fn pix_5_difference_with_alpha_on_both_sides() {
        let color =
            blend_one(Color::argb(0xDDFF_0000), Color::argb(0xAAEE_EEEE), BlendMode::Difference);
        assert_eq!([color.r, color.g, color.b], [0x6D, 0xA6, 0xA6]);
    }

    #[test]
    fn pix_5_opaque_over_opaque_follows_the_table() {
        fn nearest(x: f64) -> u8 {
            x.round() as u8
        }
        for b in 0..=255u8 {
            for s in 0..=255u8 {
                let (x, y) = (f64::from(b), f64::from(s));
                let hard = |x: f64, y: f64| {
                    nearest(if y < 128.0 {
                        2.0 * x * y / 255.0
                    } else {
                        255.0 - 2.0 * (255.0 - x) * (255.0 - y) / 255.0
                    })
                };
                let table = [
                    (BlendMode::Normal, s),
                    (BlendMode::Layer, s),
                    (BlendMode::Multiply, nearest(x * y / 255.0)),
                    (BlendMode::Screen, nearest(255.0 - (255.0 - x) * (255.0 - y) / 255.0)),
                    (BlendMode::Lighten, b.max(s)),
                    (BlendMode::Darken, b.min(s)),
                    (BlendMode::Difference, b.abs_diff(s)),
                    (BlendMode::Add, b.saturating_add(s)),
                    (BlendMode::Subtract, b.saturating_sub(s)),
                    (BlendMode::Invert, 255 - b),
                    (BlendMode::Alpha, b),
                    (BlendMode::Overlay, hard(y, x)),
                    (BlendMode::HardLight, hard(x, y)),
                ];
                let pixel = |c| u32::from_le_bytes([c, c, c, 255]);
                for (mode, expected) in table {
                    let mut target = [pixel(b)];
                    blend_row(&mode, &mut target, &[pixel(s)], false, IVec2::ZERO);
                    assert_eq!(target[0], pixel(expected), "{mode:?} of {b} and {s}");
                }
            }
        }
    }

    #[test]
    fn pix_5_alpha_and_erase_act_on_alpha_only() {
        let backdrop = Color::rgba(200, 100, 50, 255);
        let source = Color::rgba(1, 2, 3, 64);
        assert_eq!(blend_one(backdrop, source, BlendMode::Alpha).a, 64);
        assert_eq!(blend_one(backdrop, source, BlendMode::Erase).a, 191);
        let mut opaque = Surface::opaque(1, 1, backdrop).unwrap();
        opaque.blend(&Surface::filled(1, 1, source).unwrap(), 0, 0, BlendMode::Erase);
        assert_eq!(opaque.get(0, 0), Some(backdrop));
    }

    #[test]
    fn names_round_trip() {
        for mode in BlendMode::ALL {
            assert_eq!(BlendMode::from_name(mode.name()), Some(mode));
        }
        assert_eq!(BlendMode::from_name("Normal"), None);
    }

    #[test]
    fn an_opaque_backdrop_is_mixed_as_any_other() {
        let mut rng = motile_geom::Rng::new(3);
        for mode in BlendMode::ALL {
            for alpha in 0..=255 {
                let mut any = || rng.below(256) as u8;
                let backdrop: Vec<u32> =
                    (0..=255).map(|c| Color::rgb(c, 255 - c, any()).to_word()).collect();
                let color = |_: &u32| Color::rgba(any(), any(), any(), alpha).to_word();
                let source: Vec<u32> = backdrop.iter().map(color).collect();
                let [general, opaque] = [false, true].map(|opaque| {
                    let mut target = backdrop.clone();
                    blend_row(&mode, &mut target, &source, opaque, IVec2::ZERO);
                    target
                });
                let cuts = matches!(mode, BlendMode::Alpha | BlendMode::Erase);
                assert!(cuts || general == opaque, "{mode:?}, alpha {alpha}");
            }
        }
    }

    proptest! {
        #[test]
        fn modes_keep_surfaces_well_formed_and_round_once(
            backdrop in any_surface(6), source in any_surface(6),
        ) {
            for mode in BlendMode::ALL {
                let mut target = backdrop.clone();
                target.blend(&source, 0, 0, mode.clone());
                prop_assert!(is_well_formed(&target), "{mode:?}");
                if mode != BlendMode::Multiply {
                    continue;
                }
                // The formula of the docs in floating point.
                for (x, y) in [(0, 0), (1, 2), (4, 4)] {
                    let (Some(b), Some(s)) = (backdrop.get(x, y), source.get(x, y)) else { continue };
                    let (ab, as_) = (f64::from(b.a) / 255.0, f64::from(s.a) / 255.0);
                    let (bp, sp) = (b.premultiplied(), s.premultiplied());
                    let blended = (f64::from(b.r) * f64::from(s.r) / 255.0).round();
                    let expected = f64::from(sp[0]) * (1.0 - ab)
                        + f64::from(bp[0]) * (1.0 - as_) + ab * as_ * blended;
                    let stored = target.get(x, y).unwrap().premultiplied()[0];
                    prop_assert!((f64::from(stored) - expected).abs() < 0.5 + 1e-9);
                }
            }
        }
    }
}
