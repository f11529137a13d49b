//! Gradients.

use super::encode_color;
use crate::path::{affine, point};
use motile_geom::{Affine2, Affine2Ext, Vec2};
use motile_pixels::Color;
use vello_cpu::PaintType;
use vello_cpu::color::{ColorSpaceTag, DynamicColor};
use vello_cpu::peniko;

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

/// Colors blending along a line or out of a point.
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

    /// Sets what happens beyond its ends.
    pub fn with_spread(self, spread: Spread) -> Self {
        Self { spread, ..self }
    }

    /// Moves, turns or scales it, in the coordinates of what it paints.
    pub fn with_transform(self, transform: Affine2) -> Self {
        Self { transform, ..self }
    }

    /// Replaces its colors and where they lie.
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
