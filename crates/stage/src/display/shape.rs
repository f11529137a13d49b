//! Shapes: a path with its fill and stroke.

use crate::{FillRule, GradientShape, Paint, Path, PathSegment, Stroke, Width};
use core::ops::Deref;
use motile_geom::{Aabb, Affine2, Affine2Ext, StateHash, Vec2};
use std::sync::{Arc, OnceLock};

/// A path with its fill and its stroke: the vector content of a node.
///
/// Clones share their memory, and a shape used by a thousand nodes is kept and rasterized once.
/// Nothing is visible without a fill or a stroke. The basic shapes have their center at the origin,
/// so that nodes turn about their middle.
///
/// ```
/// use motile_pixels::Color;
/// use motile_stage::{Shape, Stroke};
/// let wheel = Shape::circle(20.0).fill(Color::ORANGE).stroke(Stroke::new(3.0), Color::BLACK);
/// assert_eq!(wheel.bounds().size().x, 43.0);
/// ```
#[doc(alias = "vector graphic")]
#[derive(Clone, Debug, Default)]
pub struct Shape(Arc<Inner>);

/// What a [`Shape`] is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShapeParts {
    /// The outline.
    pub path: Arc<Path>,
    /// Paint of the inside; none leaves it empty.
    pub fill: Option<Paint>,
    /// Which points are inside where the path crosses itself.
    pub rule: FillRule,
    /// The line along the outline; none draws no line.
    pub stroke: Option<Stroke>,
    /// Paint of the line.
    pub line: Paint,
}

#[derive(Clone, Debug, Default)]
struct Inner {
    parts: ShapeParts,
    /// Found when first asked for.
    facts: OnceLock<Facts>,
}

#[derive(Clone, Copy, Debug)]
struct Facts {
    bounds: Aabb,
    key: Option<u64>,
}

impl Shape {
    /// A shape along a path, not yet filled or stroked.
    pub fn new(path: impl Into<Arc<Path>>) -> Self {
        Self::from(ShapeParts { path: path.into(), ..ShapeParts::default() })
    }

    /// A disc around the origin.
    pub fn circle(radius: f32) -> Self {
        Self::new(Path::circle(Vec2::ZERO, radius))
    }

    /// An ellipse around the origin.
    pub fn ellipse(radius_x: f32, radius_y: f32) -> Self {
        Self::new(Path::ellipse(Vec2::ZERO, Vec2::new(radius_x, radius_y)))
    }

    /// A rectangle with its center at the origin.
    pub fn rect(width: f32, height: f32) -> Self {
        let size = Vec2::new(width, height);
        Self::new(Path::rect(Aabb::from_size(size * -0.5, size)))
    }

    /// A rectangle with round corners and its center at the origin.
    pub fn round_rect(width: f32, height: f32, radius: f32) -> Self {
        let size = Vec2::new(width, height);
        Self::new(Path::round_rect(Aabb::from_size(size * -0.5, size), radius))
    }

    /// A polygon through points, closed.
    pub fn polygon(points: &[Vec2]) -> Self {
        Self::new(Path::polygon(points))
    }

    /// A line through points, open.
    pub fn polyline(points: &[Vec2]) -> Self {
        Self::new(Path::polyline(points))
    }

    /// A straight line between two points.
    pub fn line(from: Vec2, to: Vec2) -> Self {
        Self::new(Path::line(from, to))
    }

    /// A star around the origin; the first tip points along +x.
    pub fn star(points: u32, outer: f32, inner: f32) -> Self {
        Self::new(Path::star(Vec2::ZERO, points, outer, inner, 0.0))
    }

    /// Paints its inside with a color, a gradient, a picture or a paint of one's own.
    pub fn fill(mut self, paint: impl Into<Paint>) -> Self {
        self.edit().fill = Some(paint.into());
        self
    }

    /// Draws a line along its outline, on top of the fill.
    #[doc(alias = "outline")]
    #[doc(alias = "border")]
    pub fn stroke(mut self, stroke: Stroke, paint: impl Into<Paint>) -> Self {
        let parts = self.edit();
        (parts.stroke, parts.line) = (Some(stroke), paint.into());
        self
    }

    /// Sets which points are inside where the outline crosses itself; even-odd at first.
    #[doc(alias = "winding rule")]
    pub fn with_rule(mut self, rule: FillRule) -> Self {
        self.edit().rule = rule;
        self
    }

    /// The parts, to be changed. What other nodes share stays as it is.
    pub fn edit(&mut self) -> &mut ShapeParts {
        let inner = Arc::make_mut(&mut self.0);
        inner.facts.take();
        &mut inner.parts
    }

    /// The box around the shape in its own coordinates, with lines of fixed or hair width taken at
    /// scale 1.
    pub fn bounds(&self) -> Aabb {
        self.facts().bounds
    }

    /// Whether a point of the shape's own coordinates lies on its fill or its line. `transform` is
    /// what the shape is drawn with, which matters to lines that do not scale.
    pub fn contains(&self, point: Vec2, transform: Affine2) -> bool {
        if !self.bounds().grown(self.slack(transform)).contains(point) {
            return false;
        }
        let inside = self.fill.is_some() && self.path.contains(point, self.rule);
        inside
            || self.stroke.as_ref().is_some_and(|stroke| {
                self.path.stroked(stroke, transform).contains(point, FillRule::NonZero)
            })
    }

    /// The box it covers on the device, lines of device width included.
    pub(crate) fn device_bounds(&self, transform: Affine2) -> Aabb {
        let device = transform.transform_aabb(self.bounds());
        match &self.stroke {
            Some(stroke) if !matches!(stroke.width, Width::Scaled(_)) => {
                device.grown(stroke.reach())
            }
            _ => device,
        }
    }

    /// Equal keys mean equal pictures; none when its paint is too heavy to compare.
    pub(crate) fn key(&self) -> Option<u64> {
        self.facts().key
    }

    /// How much farther than [`Shape::bounds`] a line of device width reaches in own coordinates.
    fn slack(&self, transform: Affine2) -> f32 {
        let Some(stroke) = &self.stroke else { return 0.0 };
        let (_, scale, _) = transform.to_parts();
        let shrink = scale.abs().min_element();
        if shrink > 0.0 && shrink < 1.0 { stroke.reach() / shrink } else { 0.0 }
    }

    fn facts(&self) -> &Facts {
        self.0.facts.get_or_init(|| {
            let reach = self.stroke.as_ref().map_or(0.0, Stroke::reach);
            Facts { bounds: self.path.bounds().grown(reach), key: self.0.parts.key() }
        })
    }
}

impl ShapeParts {
    fn key(&self) -> Option<u64> {
        let mut hash = StateHash::new();
        for segment in self.path.segments() {
            hash_segment(&mut hash, segment);
        }
        hash.write_u32(self.rule as u32);
        hash.write(&self.fill.is_some());
        if let Some(fill) = &self.fill {
            hash_paint(&mut hash, fill)?;
        }
        hash.write(&self.stroke.is_some());
        if let Some(stroke) = &self.stroke {
            hash_stroke(&mut hash, stroke);
            hash_paint(&mut hash, &self.line)?;
        }
        Some(hash.finish())
    }
}

fn hash_segment(hash: &mut StateHash, segment: PathSegment) {
    match segment {
        PathSegment::Move(p) => hash.write(&(0u8, p)),
        PathSegment::Line(p) => hash.write(&(1u8, p)),
        PathSegment::Quad(c, p) => hash.write(&(2u8, (c, p))),
        PathSegment::Cubic(c, d, p) => hash.write(&(3u8, (c, (d, p)))),
        PathSegment::Close => hash.write(&4u8),
    }
}

fn hash_stroke(hash: &mut StateHash, stroke: &Stroke) {
    let (kind, width) = match stroke.width {
        Width::Hairline => (0u8, 0.0),
        Width::Scaled(width) => (1, width),
        Width::Fixed(width) => (2, width),
    };
    hash.write(&(kind, width));
    hash.write(&(stroke.cap as u8, stroke.join as u8));
    hash.write(&(stroke.miter_limit, stroke.dash_offset));
    hash.write(&stroke.dash);
}

/// Colors and gradients by value; pictures would take longer than drawing them.
fn hash_paint(hash: &mut StateHash, paint: &Paint) -> Option<()> {
    match paint {
        Paint::Solid(color) => hash.write(&(0u8, color.to_argb())),
        Paint::Gradient(gradient) => {
            let (kind, numbers) = match gradient.shape {
                GradientShape::Linear { start, end } => (1u8, [start, end, Vec2::ZERO]),
                GradientShape::Radial { center, radius, focus } => {
                    (2, [center, Vec2::splat(radius), focus])
                }
            };
            hash.write(&(kind, numbers));
            hash.write(&(gradient.spread as u8, gradient.interpolation as u8));
            hash.write(&gradient.transform.to_cols_array());
            for stop in &gradient.stops {
                hash.write(&(stop.offset, stop.color.to_argb()));
            }
        }
        Paint::Bitmap(_) | Paint::Custom(_) => return None,
    }
    Some(())
}

/// The parts, to be read.
impl Deref for Shape {
    type Target = ShapeParts;

    fn deref(&self) -> &ShapeParts {
        &self.0.parts
    }
}

impl From<ShapeParts> for Shape {
    fn from(parts: ShapeParts) -> Self {
        Self(Arc::new(Inner { parts, facts: OnceLock::new() }))
    }
}

impl From<Path> for Shape {
    fn from(path: Path) -> Self {
        Self::new(path)
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.parts == other.0.parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;
    use motile_pixels::Color;

    #[test]
    fn clones_share_until_one_is_edited() {
        let a = Shape::circle(5.0).fill(Color::RED);
        let mut b = a.clone();
        assert!(Arc::ptr_eq(&a.0, &b.0));
        assert_eq!(a.key(), Shape::circle(5.0).fill(Color::RED).key(), "equal shapes, equal keys");
        b.edit().fill = Some(Color::BLUE.into());
        assert_ne!(a.key(), b.key());
        assert_eq!(a.fill, Some(Color::RED.into()));
        assert!(Arc::ptr_eq(&a.path, &b.path), "the path is still shared");
    }

    #[test]
    fn fill_and_line_are_hit_separately() {
        let ring = Shape::circle(10.0).stroke(Stroke::new(4.0), Color::BLACK);
        let at = |x| ring.contains(vec2(x, 0.0), Affine2::IDENTITY);
        assert!(!at(0.0) && !at(7.9) && at(8.1) && at(11.9) && !at(12.1));
        let disc = ring.clone().fill(Color::RED);
        assert!(disc.contains(Vec2::ZERO, Affine2::IDENTITY));
        assert!(!Shape::circle(10.0).contains(Vec2::ZERO, Affine2::IDENTITY), "no paint, no hit");
    }

    #[test]
    fn lines_that_do_not_scale_are_wide_in_small_shapes() {
        let line = Shape::line(vec2(0.0, 0.0), vec2(100.0, 0.0));
        let line = line.stroke(Stroke::fixed(10.0), Color::BLACK);
        let small = Affine2::from_scale(vec2(0.1, 0.1));
        assert!(line.contains(vec2(50.0, 40.0), small));
        assert!(!line.contains(vec2(50.0, 40.0), Affine2::IDENTITY));
    }
}
