//! The classic drawing commands.

use super::{ClassicPath, ClassicPathError};
use crate::graphics_data::{GraphicsData, Item, Line, TrianglePath};
use crate::paint::{BitmapPaint, Gradient, Image, Paint, Stroke};
use crate::path::{FillRule, Path, PathSegment};
use core::fmt;
use motile_geom::{Aabb, Affine2, Vec2, vec2};
use motile_pixels::{Cull, Sampling};

/// Draws by the classic commands under their classic names and records [`GraphicsData`].
///
/// The pen starts at (0, 0) and stays where the last command left it, whatever styles change in between.
/// Without a line style or a fill nothing shows. A fill that is still open at the end is filled all the
/// same. New programs are shorter with [`Path`] and [`Canvas`](crate::Canvas); this is for reading along
/// with the classics, and for porting them line by line.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Renderer, classic::Pen};
///
/// let mut pen = Pen::new();
/// pen.line_style(2.0, Color::BLUE).begin_fill(Color::RED);
/// pen.move_to(4.0, 4.0).line_to(36.0, 4.0).curve_to(36.0, 36.0, 4.0, 36.0).line_to(4.0, 4.0);
/// pen.end_fill();
///
/// let mut surface = Surface::opaque(40, 40, Color::WHITE)?;
/// Renderer::new().begin(&mut surface)?.draw_data(&pen.to_data());
/// assert_eq!(surface.get(12, 12), Some(Color::RED));
/// assert_eq!(surface.get(20, 4), Some(Color::BLUE));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pen {
    data: GraphicsData,
    at: Vec2,
    line: Option<Line>,
    /// The line style that the items so far end with.
    written: Option<Line>,
    /// What was drawn since the line style changed.
    piece: Path,
    fill: Option<Group>,
}

/// A fill that is open.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    paint: Paint,
    /// Named by a path; the first one decides.
    rule: Option<FillRule>,
    outline: Path,
    /// Lines along the outline whose style is over.
    lines: Vec<(Option<Line>, Path)>,
}

impl Pen {
    /// An empty drawing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws lines of this thickness from now on, in pixels; 0 is a hairline.
    pub fn line_style(&mut self, thickness: f32, paint: impl Into<Paint>) -> &mut Self {
        self.line_stroke(Stroke::new(thickness), paint)
    }

    /// Draws lines with caps, joins and dashes from now on.
    pub fn line_stroke(&mut self, stroke: Stroke, paint: impl Into<Paint>) -> &mut Self {
        self.set_line(Some(Line { stroke, paint: paint.into() }))
    }

    /// Draws no lines from now on: the classic line style without a thickness.
    pub fn no_line(&mut self) -> &mut Self {
        self.set_line(None)
    }

    /// Starts a fill: everything up to its end is one outline.
    pub fn begin_fill(&mut self, paint: impl Into<Paint>) -> &mut Self {
        self.end_fill();
        let (paint, outline) = (paint.into(), Path::new());
        self.fill = Some(Group { paint, rule: None, outline, lines: Vec::new() });
        self
    }

    /// Starts a fill with a gradient; [`classic::gradient`](super::gradient) makes one from the classic numbers.
    pub fn begin_gradient_fill(&mut self, gradient: Gradient) -> &mut Self {
        self.begin_fill(gradient)
    }

    /// Starts a fill with a picture; classic programs leave out the last arguments, which stand for no
    /// transform, repeated, the nearest pixel.
    pub fn begin_bitmap_fill(
        &mut self,
        image: &Image,
        matrix: Affine2,
        repeat: bool,
        sampling: Sampling,
    ) -> &mut Self {
        let paint = BitmapPaint { image: image.clone(), transform: matrix, repeat, sampling };
        self.begin_fill(paint)
    }

    /// Ends the fill.
    pub fn end_fill(&mut self) -> &mut Self {
        let Some(group) = self.fill.take() else {
            self.write_piece();
            return self;
        };
        let Group { paint, rule, outline, mut lines } = group;
        let rule = rule.unwrap_or_default();
        let piece = core::mem::take(&mut self.piece);
        if lines.is_empty() {
            self.write_line(self.line.clone());
            if shows(&outline) {
                self.data.fill(paint).path_by(outline, rule).end_fill();
            }
            return self;
        }
        // Several line styles along one outline: the fill first, then each of the lines.
        lines.push((self.line.clone(), piece));
        if shows(&outline) {
            self.write_line(None);
            self.data.fill(paint).path_by(outline, rule).end_fill();
        }
        for (line, path) in lines.into_iter().filter(|(line, path)| line.is_some() && shows(path)) {
            self.write_line(line);
            self.data.path(path);
        }
        self
    }

    /// Lifts the pen to a point.
    pub fn move_to(&mut self, x: f32, y: f32) -> &mut Self {
        self.draw(vec2(x, y), |path, to| _ = path.move_to(to))
    }

    /// Draws a straight line.
    pub fn line_to(&mut self, x: f32, y: f32) -> &mut Self {
        self.draw(vec2(x, y), |path, to| _ = path.line_to(to))
    }

    /// Draws a quadratic curve: control point, end.
    pub fn curve_to(&mut self, control_x: f32, control_y: f32, x: f32, y: f32) -> &mut Self {
        let control = vec2(control_x, control_y);
        self.draw(vec2(x, y), |path, to| _ = path.quad_to(control, to))
    }

    /// Draws a cubic curve: two control points, end.
    pub fn cubic_curve_to(&mut self, a: Vec2, b: Vec2, x: f32, y: f32) -> &mut Self {
        self.draw(vec2(x, y), |path, to| _ = path.cubic_to(a, b, to))
    }

    /// Draws a rectangle from its top left corner and size; the pen ends at that corner.
    pub fn draw_rect(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        self.draw_shape(&Path::rect(Aabb::from_size(vec2(x, y), vec2(width, height))), vec2(x, y))
    }

    /// Draws a rectangle with round corners, `diameter` pixels wide and high each.
    pub fn draw_round_rect(
        &mut self,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        diameter: f32,
    ) -> &mut Self {
        let path =
            Path::round_rect(Aabb::from_size(vec2(x, y), vec2(width, height)), diameter * 0.5);
        self.draw_shape(&path, vec2(x, y))
    }

    /// Draws a circle about a point; the pen ends at its right.
    pub fn draw_circle(&mut self, x: f32, y: f32, radius: f32) -> &mut Self {
        self.draw_shape(&Path::circle(vec2(x, y), radius), vec2(x + radius, y))
    }

    /// Draws an ellipse in a box, given by its top left corner and size.
    pub fn draw_ellipse(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        let radii = vec2(width, height) * 0.5;
        let center = vec2(x, y) + radii;
        self.draw_shape(&Path::ellipse(center, radii), vec2(center.x + radii.x, center.y))
    }

    /// Draws a list of commands and numbers. It starts at its own origin; the pen ends where it
    /// ends.
    ///
    /// # Errors
    /// Numbers that are missing, unpaired or not finite, and [`ClassicPathError::MixedRules`] when the open fill
    /// has another rule. Then nothing is drawn.
    pub fn draw_path(
        &mut self,
        path: &ClassicPath,
        rule: FillRule,
    ) -> Result<&mut Self, ClassicPathError> {
        let path = path.to_path()?;
        if let Some(group) = &mut self.fill
            && *group.rule.get_or_insert(rule) != rule
        {
            return Err(ClassicPathError::MixedRules);
        }
        let end = if path.is_empty() { self.at } else { path.pen() };
        Ok(self.draw_shape(&path, end))
    }

    /// Draws triangles from flat lists by the fill and the line in force: x, y of every vertex; three numbers of vertices a triangle, or none for
    /// every three vertices in order; u, v or u, v, t of every vertex, told apart by the length of the list, or none; and which triangles are
    /// *removed*: `"none"`, `"positive"` (clockwise ones) or `"negative"`. Triangles that name a vertex that does not exist are left out. The
    /// pen stays where it is.
    ///
    /// ```
    /// use motile_pixels::Color;
    /// use motile_stage::classic::Pen;
    /// let mut pen = Pen::new();
    /// pen.begin_fill(Color::RED);
    /// let square = [100.0, 100.0, 200.0, 100.0, 200.0, 200.0, 100.0, 200.0];
    /// pen.draw_triangles(&square, &[0, 1, 2, 2, 3, 0], &[], "none")?;
    /// assert!(pen.to_data().contains(motile_geom::vec2(150.0, 150.0)));
    /// # Ok::<(), motile_stage::classic::ClassicTrianglesError>(())
    /// ```
    ///
    /// # Errors
    /// Lists whose lengths do not fit together and unknown names. Then nothing is drawn.
    pub fn draw_triangles(
        &mut self,
        vertices: &[f32],
        indices: &[u32],
        uvt: &[f32],
        culling: &str,
    ) -> Result<&mut Self, ClassicTrianglesError> {
        let list = triangle_path(vertices, indices, uvt, culling)?;
        let open = self.fill.as_ref().map(|group| (group.paint.clone(), group.rule));
        // What was drawn before is painted before.
        self.end_fill();
        if open.is_some() || self.line.is_some() {
            self.write_line(self.line.clone());
        }
        match open {
            Some((paint, rule)) => {
                self.data.fill(paint.clone()).triangles(list).end_fill();
                let (outline, lines) = (Path::new(), Vec::new());
                self.fill = Some(Group { paint, rule, outline, lines });
            }
            None if self.line.is_some() => {
                self.data.triangles(list);
            }
            None => {}
        }
        Ok(self)
    }

    /// Adds a whole drawing. Its last styles stay in force only inside it.
    pub fn draw_graphics_data(&mut self, drawing: &GraphicsData) -> &mut Self {
        self.end_fill();
        self.write_line(None);
        self.data.items.extend(drawing.items.iter().cloned());
        self.data.end_fill().no_stroke();
        self
    }

    /// Forgets everything: drawing, styles and place.
    pub fn clear(&mut self) -> &mut Self {
        *self = Self::new();
        self
    }

    /// Where the pen is.
    pub fn position(&self) -> Vec2 {
        self.at
    }

    /// What was drawn so far; an open fill counts as ended.
    pub fn to_data(&self) -> GraphicsData {
        self.clone().into_data()
    }

    /// What was drawn.
    pub fn into_data(mut self) -> GraphicsData {
        self.end_fill();
        self.write_piece();
        self.data
    }

    fn set_line(&mut self, line: Option<Line>) -> &mut Self {
        match &mut self.fill {
            Some(group) if shows(&self.piece) || !group.lines.is_empty() => {
                group.lines.push((self.line.take(), core::mem::take(&mut self.piece)));
            }
            _ => self.write_piece(),
        }
        self.line = line;
        self
    }

    /// Draws on from where the pen is, on the fill and on the line.
    fn draw(&mut self, to: Vec2, draw: impl Fn(&mut Path, Vec2)) -> &mut Self {
        let at = self.at;
        let outline = self.fill.as_mut().map(|group| &mut group.outline);
        for path in outline.into_iter().chain([&mut self.piece]) {
            // A new path starts where the last one ended, and so does one after a closed shape.
            if path.pen() != at || path.is_empty() {
                path.move_to(at);
            }
            draw(path, to);
        }
        self.at = to;
        self
    }

    fn draw_shape(&mut self, shape: &Path, end: Vec2) -> &mut Self {
        let outline = self.fill.as_mut().map(|group| &mut group.outline);
        for path in outline.into_iter().chain([&mut self.piece]) {
            path.append(shape);
        }
        self.at = end;
        self
    }

    /// Adds what was drawn outside a fill.
    fn write_piece(&mut self) {
        let piece = core::mem::take(&mut self.piece);
        if self.fill.is_none() && self.line.is_some() && shows(&piece) {
            self.write_line(self.line.clone());
            self.data.path(piece);
        }
    }

    /// Adds a line style unless it is in force.
    fn write_line(&mut self, line: Option<Line>) {
        if self.written != line {
            self.written.clone_from(&line);
            self.data.push(Item::Stroke(line));
        }
    }
}

/// Why flat lists of triangles were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClassicTrianglesError {
    /// Vertices without indices come in sixes, with indices in twos, and indices in threes.
    WrongCount {
        /// Which list.
        list: &'static str,
        /// What its length has to be a multiple of.
        multiple: usize,
        /// How long it is.
        found: usize,
    },
    /// Texture coordinates are as many as the numbers of the vertices, or half as many again.
    WrongUvt {
        /// How many numbers the vertices are.
        vertices: usize,
        /// How many there are.
        found: usize,
    },
    /// The culling is none of `"none"`, `"positive"` and `"negative"`.
    UnknownCulling,
}

impl fmt::Display for ClassicTrianglesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongCount { list, multiple, found } => {
                write!(f, "{list}: expected a multiple of {multiple} numbers, found {found}")
            }
            Self::WrongUvt { vertices, found } => write!(
                f,
                "expected {vertices} or {} numbers of u, v and t, found {found}",
                vertices + vertices / 2
            ),
            Self::UnknownCulling => f.write_str("expected the culling none, positive or negative"),
        }
    }
}

impl core::error::Error for ClassicTrianglesError {}

/// Triangles from flat lists.
fn triangle_path(
    vertices: &[f32],
    indices: &[u32],
    uvt: &[f32],
    culling: &str,
) -> Result<TrianglePath, ClassicTrianglesError> {
    let multiple_of = |list: &'static str, found: usize, multiple: usize| {
        let error = ClassicTrianglesError::WrongCount { list, multiple, found };
        if found.is_multiple_of(multiple) { Ok(()) } else { Err(error) }
    };
    multiple_of("vertices", vertices.len(), if indices.is_empty() { 6 } else { 2 })?;
    multiple_of("indices", indices.len(), 3)?;
    let count = vertices.len() / 2;
    let width = match uvt.len() {
        0 => 2,
        found if found == vertices.len() => 2,
        found if found == count * 3 => 3,
        found => return Err(ClassicTrianglesError::WrongUvt { vertices: vertices.len(), found }),
    };
    let exists = |triangle: &[u32; 3]| triangle.iter().all(|&index| (index as usize) < count);
    let mut kept: Vec<[u32; 3]> =
        indices.as_chunks::<3>().0.iter().copied().filter(exists).collect();
    if kept.is_empty() && !indices.is_empty() {
        // An empty list would stand for all vertices in order.
        kept.push([0; 3]);
    }
    let pair = |numbers: &[f32]| vec2(numbers[0], numbers[1]);
    Ok(TrianglePath {
        points: vertices.chunks_exact(2).map(pair).collect(),
        indices: kept,
        uv: uvt.chunks_exact(width).map(pair).collect(),
        t: if width == 3 { uvt.chunks_exact(3).map(|uvt| uvt[2]).collect() } else { Vec::new() },
        cull: Cull::from_classic(culling).ok_or(ClassicTrianglesError::UnknownCulling)?,
    })
}

/// Whether there is a line or a curve in a path.
fn shows(path: &Path) -> bool {
    path.segments().any(|segment| !matches!(segment, PathSegment::Move(_)))
}

impl From<Pen> for GraphicsData {
    fn from(pen: Pen) -> Self {
        pen.into_data()
    }
}

impl From<Pen> for crate::Drawing {
    fn from(pen: Pen) -> Self {
        Self::new(pen.into_data())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Renderer;
    use motile_pixels::{Color, Surface};

    const SQUARE: [f32; 8] = [100.0, 100.0, 200.0, 100.0, 200.0, 200.0, 100.0, 200.0];
    const HALVES: [u32; 6] = [0, 1, 2, 2, 3, 0];

    fn drawn(pen: &Pen) -> Surface {
        let mut surface = Surface::opaque(220, 220, Color::WHITE).unwrap();
        Renderer::new().begin(&mut surface).unwrap().draw_data(&pen.to_data());
        surface
    }

    #[test]
    fn draw_19_to_21_flat_lists_are_triangles() {
        let mut pen = Pen::new();
        pen.begin_fill(Color::RED);
        pen.draw_triangles(&SQUARE, &HALVES, &[], "none").unwrap();
        let surface = drawn(&pen);
        for (x, y) in [(101, 101), (199, 101), (150, 150), (101, 199), (199, 199)] {
            assert_eq!(surface.get(x, y), Some(Color::RED), "{x} {y}");
        }
        // Every three vertices are one without indices; five are an error, and so is an index too many.
        let mut pen = Pen::new();
        pen.begin_fill(Color::RED);
        let six = [&SQUARE[..6], &[10.0, 10.0, 60.0, 10.0, 10.0, 60.0]].concat();
        pen.draw_triangles(&six, &[], &[], "none").unwrap();
        let surface = drawn(&pen);
        assert_eq!(surface.get(20, 20), Some(Color::RED));
        assert_eq!(
            (surface.get(180, 120), surface.get(120, 180)),
            (Some(Color::RED), Some(Color::WHITE))
        );
        let before = pen.clone();
        let wrong = |list, multiple, found| {
            Err(ClassicTrianglesError::WrongCount { list, multiple, found })
        };
        assert_eq!(
            pen.draw_triangles(&six[..10], &[], &[], "none").map(|_| ()),
            wrong("vertices", 6, 10)
        );
        assert_eq!(
            pen.draw_triangles(&SQUARE, &HALVES[..5], &[], "none").map(|_| ()),
            wrong("indices", 3, 5)
        );
        assert_eq!(
            pen.draw_triangles(&SQUARE[..7], &HALVES, &[], "none").map(|_| ()),
            wrong("vertices", 2, 7)
        );
        assert_eq!(pen, before, "nothing was drawn");
        // A vertex that does not exist leaves its triangle out.
        let mut pen = Pen::new();
        pen.begin_fill(Color::RED);
        pen.draw_triangles(&SQUARE, &[0, 1, 9, 2, 3, 0], &[], "none").unwrap();
        pen.draw_triangles(&SQUARE, &[0, 1, 9], &[], "none").unwrap();
        let surface = drawn(&pen);
        assert_eq!(
            (surface.get(180, 120), surface.get(120, 180)),
            (Some(Color::WHITE), Some(Color::RED))
        );
    }

    #[test]
    fn draw_28_the_length_tells_whether_there_is_a_t() {
        let path = |uvt: &[f32]| triangle_path(&SQUARE, &HALVES, uvt, "none");
        let pairs = path(&[0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0]).unwrap();
        assert_eq!((pairs.uv[2], pairs.t.len()), (vec2(1.0, 1.0), 0));
        let triples = path(&[0.0, 0.0, 1.0, 1.0, 0.0, 0.5, 1.0, 1.0, 0.5, 0.0, 1.0, 1.0]).unwrap();
        assert_eq!((triples.uv[2], &triples.t[..]), (vec2(1.0, 1.0), &[1.0, 0.5, 0.5, 1.0][..]));
        let error = ClassicTrianglesError::WrongUvt { vertices: 8, found: 9 };
        assert_eq!(path(&[0.0; 9]), Err(error));
        assert!(error.to_string().contains("8 or 12"));
    }

    #[test]
    fn draw_29_culling_names_what_is_removed() {
        // The first half turns clockwise, the second the other way.
        let indices = [0, 1, 2, 2, 0, 3];
        let halves = |culling: &str| {
            let mut pen = Pen::new();
            pen.begin_fill(Color::RED);
            pen.draw_triangles(&SQUARE, &indices, &[], culling).unwrap();
            let surface = drawn(&pen);
            [(180, 120), (120, 180)].map(|(x, y)| surface.get(x, y) == Some(Color::RED))
        };
        assert_eq!(halves("none"), [true, true]);
        assert_eq!(halves("positive"), [false, true]);
        assert_eq!(halves("negative"), [true, false]);
        let unknown = triangle_path(&SQUARE, &indices, &[], "front");
        assert_eq!(unknown, Err(ClassicTrianglesError::UnknownCulling));
    }

    #[test]
    fn draw_23_triangles_keep_fill_line_and_order() {
        let mut pen = Pen::new();
        pen.line_style(4.0, Color::BLUE).begin_fill(Color::RED);
        pen.draw_rect(20.0, 20.0, 150.0, 150.0);
        pen.draw_triangles(&SQUARE, &HALVES, &[], "none").unwrap();
        pen.draw_rect(5.0, 5.0, 10.0, 10.0);
        let surface = drawn(&pen);
        assert_eq!(surface.get(60, 60), Some(Color::RED));
        assert_eq!(surface.get(150, 150), Some(Color::BLUE), "the diagonal, over the rectangle");
        assert_eq!(surface.get(10, 10), Some(Color::RED), "the fill goes on");
        let mut pen = Pen::new();
        pen.draw_triangles(&SQUARE, &HALVES, &[], "none").unwrap();
        assert_eq!(pen.to_data(), GraphicsData::new(), "neither fill nor line");
    }
}
