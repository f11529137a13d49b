//! Gradients by the classic numbers.

use crate::paint::{Gradient, GradientShape, Stop};
use core::fmt;
use motile_geom::{Affine2, Affine2Ext, Vec2, vec2};
use motile_pixels::Color;

/// Half the side of the classic gradient square, which its matrix maps onto the drawing.
const HALF: f32 = 819.2;

/// A gradient in the square −819.2…819.2, mapped by `matrix` (see [`gradient_box`]). `radial` picks the kind; `colors`
/// are `0xRRGGBB`, `alphas` 0…1, `ratios` 0…255; `focal_ratio` −1…1 shifts the focus of a radial gradient along the
/// x axis.
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::classic;
/// let matrix = classic::gradient_box(vec2(100.0, 50.0), vec2(80.0, 40.0), 0.0);
/// let sky = classic::gradient(false, &[0x3060C0, 0xFFFFFF], &[1.0, 0.5], &[0, 255], matrix, 0.0)?;
/// assert_eq!(sky.stops[1].color.a, 128);
/// # Ok::<(), motile_stage::classic::GradientError>(())
/// ```
///
/// # Errors
/// Lists of different length, no colors, ratios that fall, numbers that are not finite.
#[doc(alias = "beginGradientFill")]
pub fn gradient(
    radial: bool,
    colors: &[u32],
    alphas: &[f32],
    ratios: &[u8],
    matrix: Affine2,
    focal_ratio: f32,
) -> Result<Gradient, GradientError> {
    if colors.len() != alphas.len() || colors.len() != ratios.len() {
        let [colors, alphas, ratios] = [colors.len(), alphas.len(), ratios.len()].map(|n| n as u32);
        return Err(GradientError::Uneven { colors, alphas, ratios });
    }
    if colors.is_empty() {
        return Err(GradientError::Empty);
    }
    if let Some(bad) = alphas.iter().position(|alpha| !alpha.is_finite()) {
        return Err(GradientError::NotFinite(bad as u32));
    }
    if let Some(bad) = ratios.windows(2).position(|pair| pair[1] < pair[0]) {
        return Err(GradientError::NotAscending(bad as u32 + 1));
    }
    if !matrix.is_finite() || !focal_ratio.is_finite() {
        return Err(GradientError::NotFinite(u32::MAX));
    }
    let shape = if radial {
        let focus = vec2(HALF * focal_ratio.clamp(-1.0, 1.0), 0.0);
        GradientShape::Radial { center: Vec2::ZERO, radius: HALF, focus }
    } else {
        let end = vec2(HALF, 0.0);
        GradientShape::Linear { start: -end, end }
    };
    let stops = colors.iter().zip(alphas).zip(ratios).map(|((&rgb, alpha), &ratio)| {
        let alpha = (alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
        Stop::new(ratio as f32 / 255.0, Color::hex(rgb).with_alpha(alpha))
    });
    let stops = stops.collect();
    Ok(Gradient { stops, transform: matrix, ..Gradient::new(shape, &[]) })
}

/// The matrix that fits the square of a classic [`gradient`], 1638.4 a side around the origin, into a box of pixels, turned
/// by `rotation` radians clockwise.
///
/// With w and h the size, a point (x, y) of the square goes to the middle of the box + ((x·cos − y·sin)·w / 1638.4, (x·sin +
/// y·cos)·h / 1638.4): the axes are scaled after the turn, so that a turned gradient leans in a box that is not square.
///
/// ```
/// use motile_geom::vec2;
/// use motile_stage::classic;
/// let down = classic::gradient_box(vec2(0.0, 0.0), vec2(40.0, 20.0), core::f32::consts::FRAC_PI_2);
/// let end = down.transform_point2(vec2(819.2, 0.0));
/// assert!((end - vec2(20.0, 20.0)).length() < 1e-3);
/// ```
#[doc(alias = "createGradientBox")]
pub fn gradient_box(top_left: Vec2, size: Vec2, rotation: f32) -> Affine2 {
    let scale = size / (2.0 * HALF);
    let turned = Affine2::from_scale(scale) * Affine2::rotation(rotation);
    Affine2 { matrix2: turned.matrix2, translation: top_left + size * 0.5 }
}

/// Why a classic gradient could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GradientError {
    /// Colors, alphas and ratios differ in number.
    Uneven {
        /// How many colors.
        colors: u32,
        /// How many alphas.
        alphas: u32,
        /// How many ratios.
        ratios: u32,
    },
    /// There are no colors.
    Empty,
    /// The ratio of this index is below its predecessor.
    NotAscending(u32),
    /// The alpha of this index, or the focal ratio or matrix (`u32::MAX`), is not finite.
    NotFinite(u32),
}

impl fmt::Display for GradientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uneven { colors, alphas, ratios } => write!(
                f,
                "expected as many alphas and ratios as colors, found {colors} colors, {alphas} alphas, {ratios} ratios"
            ),
            Self::Empty => write!(f, "a gradient needs at least one color"),
            Self::NotAscending(i) => write!(f, "ratio {i} is below the one before it"),
            Self::NotFinite(u32::MAX) => {
                write!(f, "matrix and focal ratio of a gradient must be finite")
            }
            Self::NotFinite(i) => write!(f, "alpha {i} of the gradient is not finite"),
        }
    }
}

impl core::error::Error for GradientError {}
