//! What the animation demos draw alike: captions, cards, panels and plots.

use crate::kit;
pub(super) use crate::kit::{Plot, disc};
pub(super) use crate::look::{
    BLUE, CARD as PANEL, FAINT, GREEN, INK, MUTED, ORANGE, PAPER as PAGE, RED, TEAL, VIOLET,
};
use crate::look::{TITLE, WORDS};
use motile::prelude::*;

/// Where captions and the content of cards begin.
const MARGIN: f32 = 24.0;

/// The heading at the top left, and a remark at the top right.
pub(super) fn heading(canvas: &mut Canvas<'_>, title: &str, remark: &str) {
    let right = canvas.width() as f32 - MARGIN;
    canvas.write(title, TITLE, vec2(MARGIN, 26.0), vec2(0.0, 0.5), INK);
    canvas.write(remark, WORDS, vec2(right, 27.0), vec2(1.0, 0.5), MUTED);
}

/// A short text with its middle at a point.
pub(super) fn label(canvas: &mut Canvas<'_>, text: impl Into<String>, at: Vec2, color: Color) {
    canvas.write(text, WORDS, at, vec2(0.5, 0.5), color);
}

/// A short text that begins at a point, half its height above it.
pub(super) fn label_right_of(
    canvas: &mut Canvas<'_>,
    text: impl Into<String>,
    at: Vec2,
    color: Color,
) {
    canvas.write(text, WORDS, at, vec2(0.0, 0.5), color);
}

/// A rounded area to put things on.
pub(super) fn panel(canvas: &mut Canvas<'_>, area: Aabb, color: Color) {
    canvas.fill(&Path::round_rect(area, 10.0), color);
}

/// Lines of a program on a card with its top left corner at a point.
pub(super) fn code(canvas: &mut Canvas<'_>, lines: &str, corner: Vec2) {
    let text = Text::new(lines, WORDS).with_line_height(1.45);
    let Ok(layout) = text.layout() else { return };
    let inset = vec2(18.0, 12.0);
    panel(canvas, Aabb::from_size(corner, layout.size() + inset * 2.0), PANEL);
    canvas.text(&layout, corner + inset, INK);
}

/// A cross-hair that marks where something is going.
pub(super) fn cross(canvas: &mut Canvas<'_>, at: Vec2, color: Color) {
    kit::cross(canvas, at, vec2(9.0, 0.0), 1.5, color);
}

/// A graph over 0…1 with the values at its lower and upper edge.
pub(super) const fn graph(area: Aabb, low: f32, high: f32) -> Plot {
    Plot { area, x: (0.0, 1.0), y: (low, high) }
}

/// A line across a graph at a value.
pub(super) fn level(canvas: &mut Canvas<'_>, graph: &Plot, y: f32) {
    graph.level(canvas, y, &Stroke::new(1.0), FAINT);
}

/// Straight pieces of a curve in a graph.
const PIECES: u32 = 200;

/// The graph of a function; what is above or below the area is cut off.
pub(super) fn curve(
    canvas: &mut Canvas<'_>,
    graph: &Plot,
    function: impl Fn(f32) -> f32,
    width: f32,
    color: Color,
) {
    let points = (0..=PIECES).map(|i| i as f32 / PIECES as f32);
    let points = points.map(|x| (x, function(x).clamp(-1e4, 1e4)));
    graph.curve(canvas, points, &Stroke::new(width), 3.0, color);
}
