//! Lines along a path.

use kurbo::{Affine, BezPath, PathEl, Point, StrokeCtx, StrokeOpts};

/// How thick a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Width {
    /// One device pixel under any transform. The classic thickness 0.
    #[default]
    Hairline,
    /// In the path's own units: grows and turns with the transform.
    Scaled(f32),
    /// In device pixels, whatever the transform.
    Fixed(f32),
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cap {
    /// Exactly at its end point; the classic "none".
    #[default]
    Butt,
    /// With a half disc.
    Round,
    /// Half a width farther.
    Square,
}

/// How two pieces of a line meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Join {
    /// With a slice of a disc.
    #[default]
    Round,
    /// With a sharp corner, cut when longer than the miter limit.
    Miter,
    /// Cut straight.
    Bevel,
}

/// How a path is stroked. The paint of the line is given when drawing.
///
/// The default is the classic one: hairline, butt caps, round joins, miter limit 3.
///
/// ```
/// use motile_stage::{Cap, Stroke, Width};
/// let pen = Stroke::new(5.0).with_cap(Cap::Round).with_dash(&[10.0, 5.0], 0.0);
/// assert_eq!(pen.width, Width::Scaled(5.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// How thick.
    pub width: Width,
    /// How it ends.
    pub cap: Cap,
    /// How its pieces meet.
    pub join: Join,
    /// Longest miter in half widths, at least 1.
    pub miter_limit: f32,
    /// Lengths of dashes and gaps in turn, in the unit of the width; empty for an unbroken line.
    pub dash: Vec<f32>,
    /// How far into the dash pattern the line starts.
    pub dash_offset: f32,
}

impl Default for Stroke {
    fn default() -> Self {
        Self::HAIRLINE
    }
}

/// Distance in device pixels by which the outline of a stroke may be off.
const TOLERANCE: f64 = 0.1;

/// Most dashes drawn along one path; beyond it the line is unbroken, because no screen shows more.
const MAX_DASHES: f64 = 100_000.0;

/// Coordinates up to which lines are dashed, pixels.
const MAX_DASHED: f64 = 1e7;

/// Shortest dash as a part of the dash pattern.
const SHORTEST_DASH: f64 = 1e-3;

impl Stroke {
    /// One device pixel, with the classic defaults.
    pub const HAIRLINE: Self = Self {
        width: Width::Hairline,
        cap: Cap::Butt,
        join: Join::Round,
        miter_limit: 3.0,
        dash: Vec::new(),
        dash_offset: 0.0,
    };

    /// A line of this width in the path's own units; 0 is a hairline.
    pub fn new(width: f32) -> Self {
        let width = if width == 0.0 { Width::Hairline } else { Width::Scaled(width) };
        Self { width, ..Self::HAIRLINE }
    }

    /// A line of this width in device pixels, which no transform changes.
    pub fn fixed(width: f32) -> Self {
        Self { width: Width::Fixed(width), ..Self::HAIRLINE }
    }

    /// Sets how the line ends.
    pub fn with_cap(self, cap: Cap) -> Self {
        Self { cap, ..self }
    }

    /// Sets how its pieces meet.
    pub fn with_join(self, join: Join) -> Self {
        Self { join, ..self }
    }

    /// Makes its corners sharp, up to a length in half widths.
    pub fn with_miter(self, limit: f32) -> Self {
        Self { join: Join::Miter, miter_limit: limit, ..self }
    }

    /// Dashes it: lengths of dashes and gaps in turn, and how far into them the line starts.
    pub fn with_dash(self, dash: &[f32], offset: f32) -> Self {
        Self { dash: dash.to_vec(), dash_offset: offset, ..self }
    }

    /// Whether its numbers are usable: finite, no negative width, a dash pattern that advances.
    pub fn is_valid(&self) -> bool {
        let width = match self.width {
            Width::Hairline => 1.0,
            Width::Scaled(width) | Width::Fixed(width) => width,
        };
        let dash = self.dash.iter().all(|length| length.is_finite() && *length >= 0.0);
        let advances = self.dash.is_empty() || self.dash.iter().sum::<f32>() > 0.0;
        width.is_finite()
            && width >= 0.0
            && self.miter_limit.is_finite()
            && dash
            && advances
            && self.dash_offset.is_finite()
    }

    /// How far beyond the path the line may reach, in the unit of the width.
    pub fn reach(&self) -> f32 {
        let half = match self.width {
            Width::Hairline => 0.5,
            Width::Scaled(width) | Width::Fixed(width) => width * 0.5,
        };
        let miter = if self.join == Join::Miter { self.miter_limit.max(1.0) } else { 1.0 };
        let cap = if self.cap == Cap::Square { core::f32::consts::SQRT_2 } else { 1.0 };
        half * miter.max(cap)
    }

    /// Writes the outline of the line and returns the transform that brings it to the device; `None`
    /// when there is nothing to draw.
    pub(crate) fn expand(
        &self,
        path: &BezPath,
        to_device: Affine,
        out: &mut StrokeCtx,
    ) -> Option<Affine> {
        if !self.is_valid() || !path.is_finite() || !to_device.is_finite() {
            return None;
        }
        let [a, b, c, d, ..] = to_device.as_coeffs();
        let largest = a.abs().max(b.abs()).max(c.abs()).max(d.abs());
        let (width, in_device) = match self.width {
            Width::Hairline => (1.0, true),
            Width::Fixed(width) => (width as f64, true),
            Width::Scaled(width) => (width as f64, false),
        };
        if width == 0.0 || largest == 0.0 {
            return None;
        }
        let stroked_in = if in_device { to_device } else { Affine::IDENTITY };
        let style = self.style(width, path, stroked_in);
        let options = StrokeOpts::default();
        if in_device {
            let device = path.iter().map(|element| to_device * element);
            kurbo::stroke_with(device, &style, &options, TOLERANCE, out);
            Some(Affine::IDENTITY)
        } else {
            kurbo::stroke_with(path, &style, &options, TOLERANCE / largest, out);
            Some(to_device)
        }
    }

    /// The renderer's form for a path that is stroked after a transform.
    fn style(&self, width: f64, path: &BezPath, transform: Affine) -> kurbo::Stroke {
        let cap = match self.cap {
            Cap::Butt => kurbo::Cap::Butt,
            Cap::Round => kurbo::Cap::Round,
            Cap::Square => kurbo::Cap::Square,
        };
        let join = match self.join {
            Join::Round => kurbo::Join::Round,
            Join::Miter => kurbo::Join::Miter,
            Join::Bevel => kurbo::Join::Bevel,
        };
        let style = kurbo::Stroke::new(width)
            .with_caps(cap)
            .with_join(join)
            .with_miter_limit(self.miter_limit.max(1.0) as f64);
        let period: f64 = self.dash.iter().map(|&length| length as f64).sum();
        if self.dash.is_empty() || !can_dash(path, transform, period) {
            return style;
        }
        // A dash without length has no direction and would be dropped instead of showing its caps.
        let lengths = self.dash.iter().map(|&length| (length as f64).max(SHORTEST_DASH * period));
        style.with_dashes(self.dash_offset as f64, lengths)
    }
}

/// Whether dashes of a period along a transformed path are few enough, and its numbers small enough to
/// tell them apart.
fn can_dash(path: &BezPath, transform: Affine, period: f64) -> bool {
    let (mut pen, mut total, mut largest) = (Point::ZERO, 0.0, 0.0);
    let mut go = |to: Point| {
        let to = transform * to;
        total += (to - pen).hypot();
        largest = to.x.abs().max(to.y.abs()).max(largest);
        pen = to;
    };
    for element in path {
        match element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => go(p),
            PathEl::QuadTo(c, p) => [c, p].into_iter().for_each(&mut go),
            PathEl::CurveTo(c, d, p) => [c, d, p].into_iter().for_each(&mut go),
            PathEl::ClosePath => {}
        }
    }
    total <= period * MAX_DASHES && largest < MAX_DASHED
}
