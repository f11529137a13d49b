//! Drawings as values: lists of strokes, fills, paths and triangles.

mod history;
mod parse;
mod player;
mod text_form;
mod triangles;

pub use history::{History, Step, handle_at};
pub use parse::DrawingError;
pub use triangles::TrianglePath;

use crate::canvas::Canvas;
use crate::paint::{Paint, Stroke};
use crate::path::{FillRule, Path};
use motile_geom::Aabb;
use motile_pixels::Color;
use std::sync::Arc;

/// One entry of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Sets the line style of the paths that follow; `None` for no line.
    Stroke(Option<Line>),
    /// Starts a fill: the paths that follow, up to the end of the fill, are one outline.
    Fill(Paint),
    /// Ends the fill.
    EndFill,
    /// Draws a path with the styles in force. The rule belongs to the whole fill: the last one named
    /// wins.
    Path(Arc<Path>, FillRule),
    /// Draws triangles with the styles in force, apart from the outline of the fill: overlapping ones are all painted.
    Triangles(Arc<TrianglePath>),
}

/// A stroke and the paint of the line itself, not of the shape it surrounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// How the line is drawn.
    pub stroke: Stroke,
    /// What with.
    pub paint: Paint,
}

/// A drawing as a value: items executed in order like the matching calls.
///
/// Items can be added, removed, reordered and changed at any time; an [`Arc`] around the drawing lets
/// many nodes share it. Clones share the paths.
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{GraphicsData, Path, Renderer, Stroke};
///
/// let mut drawing = GraphicsData::new();
/// drawing.stroke(Stroke::new(5.0), Color::RED).path(Path::line(vec2(1.0, 1.0), vec2(9.0, 9.0)));
/// let mut surface = Surface::opaque(10, 10, Color::WHITE)?;
/// Renderer::new().begin(&mut surface)?.draw_data(&drawing);
/// assert_eq!(surface.get(5, 5), Some(Color::RED));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphicsData {
    /// The entries in drawing order.
    pub items: Vec<Item>,
}

impl GraphicsData {
    /// An empty drawing.
    pub const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// Adds a line style.
    pub fn stroke(&mut self, stroke: Stroke, paint: impl Into<Paint>) -> &mut Self {
        self.push(Item::Stroke(Some(Line { stroke, paint: paint.into() })))
    }

    /// Adds the end of the line style: what follows has no line.
    pub fn no_stroke(&mut self) -> &mut Self {
        self.push(Item::Stroke(None))
    }

    /// Adds the start of a fill.
    pub fn fill(&mut self, paint: impl Into<Paint>) -> &mut Self {
        self.push(Item::Fill(paint.into()))
    }

    /// Adds the end of the fill.
    pub fn end_fill(&mut self) -> &mut Self {
        self.push(Item::EndFill)
    }

    /// Adds a path drawn by the even-odd rule.
    pub fn path(&mut self, path: impl Into<Arc<Path>>) -> &mut Self {
        self.path_by(path, FillRule::EvenOdd)
    }

    /// Adds a path.
    pub fn path_by(&mut self, path: impl Into<Arc<Path>>, rule: FillRule) -> &mut Self {
        self.push(Item::Path(path.into(), rule))
    }

    /// Adds triangles.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{GraphicsData, Renderer, TrianglePath};
    /// let points = vec![vec2(1.0, 1.0), vec2(19.0, 1.0), vec2(10.0, 18.0)];
    /// let mut drawing = GraphicsData::new();
    /// drawing.fill(Color::RED).triangles(TrianglePath { points, ..TrianglePath::default() }).end_fill();
    /// let mut surface = Surface::opaque(20, 20, Color::WHITE)?;
    /// Renderer::new().begin(&mut surface)?.draw_data(&drawing);
    /// assert_eq!(surface.get(10, 5), Some(Color::RED));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn triangles(&mut self, triangles: impl Into<Arc<TrianglePath>>) -> &mut Self {
        self.push(Item::Triangles(triangles.into()))
    }

    /// Adds any item.
    pub fn push(&mut self, item: Item) -> &mut Self {
        self.items.push(item);
        self
    }

    /// The smallest box around everything it draws, lines included as if no transform scaled them.
    pub fn bounds(&self) -> Aabb {
        let mut bounds = Aabb::EMPTY;
        self.play(&mut |part: Part<'_>| {
            let reach = match part {
                Part::Fill { path, .. } => path.bounds(),
                Part::Line { path, line } => grown(path.bounds(), Some(line)),
                Part::Triangles { list, line, .. } => grown(list.bounds(), line),
            };
            bounds = bounds.union(reach);
        });
        bounds
    }

    /// Whether a point is on something it draws: inside a fill or on a line.
    pub fn contains(&self, at: motile_geom::Vec2) -> bool {
        let mut hit = false;
        self.play(&mut |part: Part<'_>| {
            hit |= match part {
                Part::Fill { path, rule, .. } => path.contains(at, rule),
                Part::Line { path, line } => path
                    .stroked(&line.stroke, motile_geom::Affine2::IDENTITY)
                    .contains(at, FillRule::NonZero),
                Part::Triangles { list, paint, line } => {
                    let on = |line: &Line| {
                        list.outlines().stroked(&line.stroke, motile_geom::Affine2::IDENTITY)
                    };
                    paint.is_some() && list.contains(at)
                        || line.is_some_and(|line| on(line).contains(at, FillRule::NonZero))
                }
            };
        });
        hit
    }

    /// Calls `draw` for every fill and line in paint order.
    pub(crate) fn play(&self, draw: &mut impl FnMut(Part<'_>)) {
        player::play(&self.items, draw);
    }
}

/// What a drawing puts down at a time.
pub(crate) enum Part<'a> {
    /// The outline of a whole fill group.
    Fill { path: &'a Path, rule: FillRule, paint: &'a Paint },
    /// A line along a path.
    Line { path: &'a Path, line: &'a Line },
    /// Triangles, painted and outlined.
    Triangles { list: &'a TrianglePath, paint: Option<&'a Paint>, line: Option<&'a Line> },
}

/// A box with room for a line around it.
fn grown(bounds: Aabb, line: Option<&Line>) -> Aabb {
    match line {
        Some(line) if bounds != Aabb::EMPTY => bounds.grown(line.stroke.reach()),
        _ => bounds,
    }
}

impl Canvas<'_> {
    /// Draws a whole drawing with the present transform and alpha. Styles start as nothing
    /// and end with the list.
    pub fn draw_data(&mut self, drawing: &GraphicsData) {
        self.draw_items(&drawing.items);
    }

    /// Draws a part of a drawing, such as the active steps of a [`History`].
    pub fn draw_items(&mut self, items: &[Item]) {
        player::play(items, &mut |part: Part<'_>| match part {
            Part::Fill { path, rule, paint } => self.fill_by(path, rule, paint),
            Part::Line { path, line } => self.stroke(path, &line.stroke, &line.paint),
            Part::Triangles { list, paint, line } => self.draw_triangle_path(list, paint, line),
        });
    }
}

impl From<Color> for Line {
    /// A hairline of this color.
    fn from(color: Color) -> Self {
        Self { stroke: Stroke::HAIRLINE, paint: color.into() }
    }
}
