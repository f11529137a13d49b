//! What demos of several topics draw alike: discs, rings, arrows, captions and plots.

use crate::look::{NIGHT, WORDS};
use core::f32::consts::TAU;
use motile::geom::MarkShape;
use motile::prelude::*;

/// Color number `index` of `count` around the wheel, all equally bright.
pub(crate) fn hue(index: usize, count: usize) -> Color {
    Color::oklch(0.76, 0.14, TAU * index as f32 / count.max(1) as f32)
}

/// A stroke with round ends and corners.
pub(crate) fn round(width: f32) -> Stroke {
    Stroke::new(width).with_cap(Cap::Round).with_join(Join::Round)
}

/// A filled circle.
pub(crate) fn disc(canvas: &mut Canvas<'_>, center: Vec2, radius: f32, color: Color) {
    canvas.fill(&Path::circle(center, radius), color);
}

/// The rim of a circle, thin.
pub(crate) fn ring(canvas: &mut Canvas<'_>, center: Vec2, radius: f32, color: Color) {
    canvas.stroke(&Path::circle(center, radius), &Stroke::new(1.5), color);
}

/// Two lines through a point at right angles, each as long as twice `arm`, which one of them follows.
pub(crate) fn cross(canvas: &mut Canvas<'_>, at: Vec2, arm: Vec2, width: f32, color: Color) {
    for arm in [arm, arm.perp()] {
        canvas.line(at - arm, at + arm, &Stroke::new(width), color);
    }
}

/// A line with two barbs at its end.
pub(crate) fn barbed_arrow(canvas: &mut Canvas<'_>, from: Vec2, to: Vec2, color: Color) {
    let along = (to - from).normalized() * 7.0;
    canvas.line(from, to, &round(2.0), color);
    for side in [along.perp(), -along.perp()] {
        canvas.line(to, to - along + side * 0.6, &round(2.0), color);
    }
}

/// A line that ends in a filled triangle.
pub(crate) fn arrow(canvas: &mut Canvas<'_>, from: Vec2, to: Vec2, width: f32, color: Color) {
    let ahead = (to - from).normalized();
    let length = (width * 3.5).min(from.distance(to));
    let (back, side) = (to - ahead * length, ahead.perp() * length * 0.5);
    canvas.line(from, back, &Stroke::new(width), color);
    canvas.fill(&Path::polygon(&[to, back + side, back - side]), color);
}

/// One line of words at the foot of the stage, on a dark band that keeps it readable.
pub(crate) fn foot_caption(canvas: &mut Canvas<'_>, text: impl Into<String>, color: Color) {
    let (width, height) = (canvas.width() as f32, canvas.height() as f32);
    let band = Aabb::new(vec2(0.0, height - 36.0), vec2(width, height));
    canvas.fill_rect(band, NIGHT.lerp(Color::BLACK, 0.4).with_alpha(190));
    canvas.write(text, WORDS, band.center(), vec2(0.5, 0.5), color);
}

/// Words on a dark panel that fits them; its lower left corner is at a place.
pub(crate) fn panel_caption(canvas: &mut Canvas<'_>, corner: Vec2, words: impl Into<String>) {
    let Ok(words) = Text::new(words, WORDS).layout() else { return };
    let margin = vec2(12.0, 7.0);
    let size = words.size() + margin * 2.0;
    let corner = corner - vec2(0.0, size.y);
    let panel = Path::round_rect(Aabb::from_size(corner, size), 8.0);
    canvas.fill(&panel, NIGHT.lerp(Color::BLACK, 0.4).with_alpha(225));
    canvas.text(&words, corner + margin, Color::WHITE);
}

/// Adds the marks that `fill` makes in the pixels of a picture, moved to where the picture is on the stage.
pub(crate) fn marks_in(view: Affine2, marks: &mut Marks, fill: impl FnOnce(&mut Marks)) {
    let mut inner = Marks::new().with_seconds(marks.seconds);
    fill(&mut inner);
    marks.rejected += inner.rejected;
    let place = |at: Vec2| view.transform_point2(at);
    let scale = view.transform_vector2(Vec2::X).length();
    for mark in inner.iter() {
        match mark.shape {
            MarkShape::Point(at) => marks.point(mark.role, place(at)),
            MarkShape::Line(line) => marks.line(mark.role, place(line.a), place(line.b)),
            MarkShape::Arrow(line) => {
                marks.arrow(mark.role, place(line.a), place(line.b) - place(line.a));
            }
            MarkShape::Circle(circle) => {
                marks.circle(mark.role, place(circle.center), circle.radius * scale);
            }
            MarkShape::Aabb(area) => {
                marks.aabb(mark.role, Aabb::new(place(area.min), place(area.max)));
            }
            MarkShape::Label { position, text } => marks.label(mark.role, place(position), text),
            _ => {}
        }
    }
}

/// Axes that map values into a rectangle of the stage, y up.
#[derive(Clone, Copy)]
pub(crate) struct Plot {
    pub(crate) area: Aabb,
    /// Values at the left and right edge.
    pub(crate) x: (f32, f32),
    /// Values at the lower and upper edge.
    pub(crate) y: (f32, f32),
}

impl Plot {
    /// Where a point of the graph lies on the stage.
    pub(crate) fn place(&self, x: f32, y: f32) -> Vec2 {
        let part = |value: f32, (low, high): (f32, f32)| (value - low) / (high - low);
        let size = self.area.size();
        let (min, max) = (self.area.min, self.area.max);
        vec2(min.x + size.x * part(x, self.x), max.y - size.y * part(y, self.y))
    }

    /// A line across the graph at a value.
    pub(crate) fn level(&self, canvas: &mut Canvas<'_>, y: f32, stroke: &Stroke, color: Color) {
        canvas.line(self.place(self.x.0, y), self.place(self.x.1, y), stroke, color);
    }

    /// A curve through points in values, cut off `margin` pixels outside the area.
    pub(crate) fn curve(
        &self,
        canvas: &mut Canvas<'_>,
        points: impl Iterator<Item = (f32, f32)>,
        stroke: &Stroke,
        margin: f32,
        color: Color,
    ) {
        // Far enough away that the slope at the border stays, near enough for the renderer.
        let far = Vec2::splat(1e4);
        let places: Vec<Vec2> = points.map(|(x, y)| self.place(x, y).clamp(-far, far)).collect();
        canvas.clip_rect(self.area.grown(margin), |canvas| {
            canvas.stroke(&Path::polyline(&places), stroke, color);
        });
    }
}
