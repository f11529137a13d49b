//! Gradients.

use super::encode_color;
use crate::path::{affine, point};
use core::fmt;
use motile_geom::{Affine2, Affine2Ext, Vec2, vec2};
use motile_pixels::Color;
use vello_cpu::PaintType;
use vello_cpu::color::{ColorSpaceTag, DynamicColor};
use vello_cpu::peniko;

/// Half the side of the classic gradient square, which its matrix maps onto the drawing.
const CLASSIC_HALF: f32 = 819.2;

/// A color at a place of a gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Where, 0…1.
    pub offset: f32,
    /// The color there.
    pub color: Color,
}

impl Stop {
    /// A stop.
    pub const fn new(offset: f32, color: Color) -> Self {
        Self { offset, color }
    }
}

/// Where a gradient begins and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GradientShape {
    /// Along the line from `start` to `end`.
    Linear {
        /// Where offset 0 is.
        start: Vec2,
        /// Where offset 1 is.
        end: Vec2,
    },
    /// Out of `focus` to the circle.
    Radial {
        /// Middle of the circle where offset 1 is.
        center: Vec2,
        /// Radius of that circle, pixels.
        radius: f32,
        /// Where offset 0 is; the center for a plain radial gradient. Points on or outside the circle
        /// are pulled just inside.
        focus: Vec2,
    },
}

/// What happens beyond the ends of a gradient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Spread {
    /// The end colors go on.
    #[default]
    Pad,
    /// It runs backwards, then forwards again.
    Reflect,
    /// It starts again.
    Repeat,
}

/// In which numbers colors are mixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// In the stored values.
    #[default]
    Rgb,
    /// In amounts of light.
    LinearRgb,
}

/// Colors blending along a line or out of a point (DRAW-39).
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::Color;
/// use motile_stage::Gradient;
/// let sky = Gradient::linear(vec2(0.0, 0.0), vec2(0.0, 100.0), &[Color::BLUE, Color::WHITE]);
/// assert_eq!(sky.stops[1].offset, 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Where it begins and ends, before `transform`.
    pub shape: GradientShape,
    /// Colors in ascending offset. Between two stops of the same offset the color jumps.
    pub stops: Vec<Stop>,
    /// What happens beyond the ends.
    pub spread: Spread,
    /// In which numbers colors are mixed.
    pub interpolation: Interpolation,
    /// From the shape's numbers to the coordinates of the drawing.
    pub transform: Affine2,
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

impl Gradient {
    /// A linear gradient with colors at even distances.
    pub fn linear(start: Vec2, end: Vec2, colors: &[Color]) -> Self {
        Self::new(GradientShape::Linear { start, end }, colors)
    }

    /// A radial gradient with colors at even distances.
    pub fn radial(center: Vec2, radius: f32, colors: &[Color]) -> Self {
        Self::new(GradientShape::Radial { center, radius, focus: center }, colors)
    }

    /// A radial gradient whose first color sits at `focus`.
    pub fn focal(center: Vec2, radius: f32, focus: Vec2, colors: &[Color]) -> Self {
        Self::new(GradientShape::Radial { center, radius, focus }, colors)
    }

    /// A gradient with colors at even distances.
    pub fn new(shape: GradientShape, colors: &[Color]) -> Self {
        let last = colors.len().saturating_sub(1).max(1) as f32;
        let stops = colors.iter().enumerate().map(|(i, &color)| Stop::new(i as f32 / last, color));
        Self {
            shape,
            stops: stops.collect(),
            spread: Spread::Pad,
            interpolation: Interpolation::Rgb,
            transform: Affine2::IDENTITY,
        }
    }

    /// The classic form: a gradient in the square −819.2…819.2, mapped by `matrix`. `radial` picks the
    /// kind; `colors` are `0xRRGGBB`, `alphas` 0…1, `ratios` 0…255; `focal_ratio` −1…1 shifts the focus
    /// of a radial gradient along the x axis.
    ///
    /// # Errors
    /// Lists of different length, no colors, ratios that fall, numbers that are not finite.
    pub fn classic(
        radial: bool,
        colors: &[u32],
        alphas: &[f32],
        ratios: &[u8],
        matrix: Affine2,
        focal_ratio: f32,
    ) -> Result<Self, GradientError> {
        if colors.len() != alphas.len() || colors.len() != ratios.len() {
            let [colors, alphas, ratios] =
                [colors.len(), alphas.len(), ratios.len()].map(|n| n as u32);
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
            let focus = vec2(CLASSIC_HALF * focal_ratio.clamp(-1.0, 1.0), 0.0);
            GradientShape::Radial { center: Vec2::ZERO, radius: CLASSIC_HALF, focus }
        } else {
            let end = vec2(CLASSIC_HALF, 0.0);
            GradientShape::Linear { start: -end, end }
        };
        let stops = colors.iter().zip(alphas).zip(ratios).map(|((&rgb, alpha), &ratio)| {
            let alpha = (alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
            Stop::new(ratio as f32 / 255.0, Color::hex(rgb).with_alpha(alpha))
        });
        let stops = stops.collect();
        Ok(Self { stops, transform: matrix, ..Self::new(shape, &[]) })
    }

    /// The matrix that fits the classic gradient square into a box, turned by `rotation` radians: the
    /// classic "gradient box".
    pub fn classic_box(top_left: Vec2, size: Vec2, rotation: f32) -> Affine2 {
        let scale = size / (2.0 * CLASSIC_HALF);
        // The classic box scales the axes after the turn.
        let turned = Affine2::from_scale(scale) * Affine2::rotation(rotation);
        Affine2 { matrix2: turned.matrix2, translation: top_left + size * 0.5 }
    }

    /// The same gradient with another spread.
    pub fn with_spread(self, spread: Spread) -> Self {
        Self { spread, ..self }
    }

    /// The same gradient moved, turned or scaled.
    pub fn with_transform(self, transform: Affine2) -> Self {
        Self { transform, ..self }
    }

    /// The same gradient with other stops.
    pub fn with_stops(self, stops: &[Stop]) -> Self {
        Self { stops: stops.to_vec(), ..self }
    }

    pub(crate) fn is_valid(&self) -> bool {
        let numbers = match self.shape {
            GradientShape::Linear { start, end } => start.is_finite() && end.is_finite(),
            GradientShape::Radial { center, radius, focus } => {
                center.is_finite() && focus.is_finite() && radius.is_finite() && radius >= 0.0
            }
        };
        let ascending = self.stops.windows(2).all(|pair| pair[0].offset <= pair[1].offset);
        let inside = self.stops.iter().all(|stop| (0.0..=1.0).contains(&stop.offset));
        let invertible = self.transform.checked_inverse().is_some();
        numbers && ascending && inside && invertible && !self.stops.is_empty()
    }

    pub(crate) fn encode(&self, alpha: f32) -> (PaintType, kurbo::Affine) {
        let gradient = match self.shape {
            GradientShape::Linear { start, end } => {
                peniko::Gradient::new_linear(point(start), point(end))
            }
            GradientShape::Radial { center, radius, focus } => {
                let inside = center + (focus - center).clamp_length_max(radius * 0.999);
                peniko::Gradient::new_two_point_radial(point(inside), 0.0, point(center), radius)
            }
        };
        let stops = self.stops.iter().map(|stop| peniko::ColorStop {
            offset: stop.offset,
            color: DynamicColor::from_alpha_color(encode_color(stop.color, alpha)),
        });
        let space = match self.interpolation {
            Interpolation::Rgb => ColorSpaceTag::Srgb,
            Interpolation::LinearRgb => ColorSpaceTag::LinearSrgb,
        };
        let extend = match self.spread {
            Spread::Pad => peniko::Extend::Pad,
            Spread::Reflect => peniko::Extend::Reflect,
            Spread::Repeat => peniko::Extend::Repeat,
        };
        let stops: peniko::ColorStops = stops.collect::<Vec<_>>().as_slice().into();
        let gradient =
            peniko::Gradient { stops, ..gradient }.with_extend(extend).with_interpolation_cs(space);
        (gradient.into(), affine(self.transform))
    }
}
