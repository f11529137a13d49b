//! What the animation demos draw alike: captions, cards, panels and plots.

use motile::prelude::*;

pub(super) const PAGE: Color = Color::WHITE;
pub(super) const INK: Color = Color::hex(0x2B_30_3B);
pub(super) const MUTED: Color = Color::hex(0x76_80_92);
pub(super) const FAINT: Color = Color::hex(0xDD_E1_E8);
pub(super) const PANEL: Color = Color::hex(0xF3_F5_F8);
pub(super) const BLUE: Color = Color::hex(0x2F_6F_DE);
pub(super) const CORAL: Color = Color::hex(0xE8_55_4E);
pub(super) const TEAL: Color = Color::hex(0x14_8F_8B);
pub(super) const AMBER: Color = Color::hex(0xE0_8E_0B);

/// Where captions and the content of cards begin.
const MARGIN: f32 = 24.0;

/// The heading at the top left, and a remark at the top right.
pub(super) fn heading(canvas: &mut Canvas<'_>, title: &str, remark: &str) {
    let right = canvas.width() as f32 - MARGIN;
    canvas.write(title, 24.0, vec2(MARGIN, 26.0), vec2(0.0, 0.5), INK);
    canvas.write(remark, 17.0, vec2(right, 27.0), vec2(1.0, 0.5), MUTED);
}

/// A short text with its middle at a point.
pub(super) fn label(canvas: &mut Canvas<'_>, text: impl Into<String>, at: Vec2, color: Color) {
    canvas.write(text, 16.0, at, vec2(0.5, 0.5), color);
}

/// A short text that begins at a point, half its height above it.
pub(super) fn label_right_of(
    canvas: &mut Canvas<'_>,
    text: impl Into<String>,
    at: Vec2,
    color: Color,
) {
    canvas.write(text, 16.0, at, vec2(0.0, 0.5), color);
}

/// A rounded area to put things on.
pub(super) fn panel(canvas: &mut Canvas<'_>, area: Aabb, color: Color) {
    canvas.fill(&Path::round_rect(area, 10.0), color);
}

/// Lines of a program on a card with its top left corner at a point.
pub(super) fn code(canvas: &mut Canvas<'_>, lines: &str, corner: Vec2) {
    let text = Text::new(lines, 18.0).with_line_height(1.45);
    let Ok(layout) = text.layout() else { return };
    let inset = vec2(18.0, 12.0);
    panel(canvas, Aabb::from_size(corner, layout.size() + inset * 2.0), PANEL);
    canvas.text(&layout, corner + inset, INK);
}

/// A cross-hair that marks where something is going.
pub(super) fn cross(canvas: &mut Canvas<'_>, at: Vec2, color: Color) {
    for arm in [vec2(9.0, 0.0), vec2(0.0, 9.0)] {
        canvas.line(at - arm, at + arm, &Stroke::new(1.5), color);
    }
}

pub(super) fn disc(canvas: &mut Canvas<'_>, center: Vec2, radius: f32, color: Color) {
    canvas.fill(&Path::circle(center, radius), color);
}

/// A graph over 0…1: an area of the screen and the values at its lower and upper edge.
#[derive(Clone, Copy)]
pub(super) struct Plot {
    pub(super) area: Aabb,
    pub(super) low: f32,
    pub(super) high: f32,
}

/// Straight pieces of a curve in a plot.
const PIECES: u32 = 200;

impl Plot {
    /// Where a point of the graph lies on the screen.
    pub(super) fn at(&self, x: f32, y: f32) -> Vec2 {
        let size = self.area.max - self.area.min;
        let up = (y - self.low) / (self.high - self.low);
        vec2(self.area.min.x + size.x * x, self.area.max.y - size.y * up)
    }

    /// A line across the graph at a value.
    pub(super) fn level(&self, canvas: &mut Canvas<'_>, y: f32, color: Color) {
        canvas.line(self.at(0.0, y), self.at(1.0, y), &Stroke::new(1.0), color);
    }

    /// The graph of a function; what is above or below the area is cut off.
    pub(super) fn curve(
        &self,
        canvas: &mut Canvas<'_>,
        function: impl Fn(f32) -> f32,
        width: f32,
        color: Color,
    ) {
        let points: Vec<Vec2> = (0..=PIECES)
            .map(|i| i as f32 / PIECES as f32)
            .map(|x| self.at(x, function(x).clamp(-1e4, 1e4)))
            .collect();
        canvas.clip_rect(Aabb::new(self.area.min - 3.0, self.area.max + 3.0), |canvas| {
            canvas.stroke(&Path::polyline(&points), &Stroke::new(width), color);
        });
    }
}
