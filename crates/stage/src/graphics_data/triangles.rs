//! Triangles as an entry of a drawing.

use super::Line;
use crate::canvas::Canvas;
use crate::paint::{BitmapPaint, Paint};
use crate::path::{FillRule, Path};
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2};
use motile_pixels::{Color, Cull, TriangleSettings, Triangles, UvWrap};
use std::borrow::Cow;

/// A list of triangles in a drawing, painted by the fill in force and outlined by its line: one by one, in order, also where they
/// overlap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrianglePath {
    /// The corners.
    pub points: Vec<Vec2>,
    /// Three numbers of points a triangle; empty takes every three points in order.
    pub indices: Vec<[u32; 3]>,
    /// Where each point lies in the picture of the fill, 0 to 1. Empty lays the picture at its natural size in the coordinates of the
    /// drawing, the triangles being windows on it.
    pub uv: Vec<Vec2>,
    /// The perspective scale of each point; empty when all are alike.
    pub t: Vec<f32>,
    /// Which triangles are drawn.
    pub cull: Cull,
}

impl TrianglePath {
    /// The lists as a canvas takes them.
    pub fn triangles(&self) -> Triangles<'_> {
        Triangles {
            points: &self.points,
            indices: (!self.indices.is_empty()).then_some(&self.indices),
            uv: &self.uv,
            t: &self.t,
            colors: &[],
        }
    }

    /// The corners of every triangle that exists and is not turned away.
    fn corners(&self) -> impl Iterator<Item = [Vec2; 3]> {
        let triangles = self.triangles();
        let point = |index: usize| self.points.get(index).copied();
        (0..triangles.count()).filter_map(move |number| {
            let [a, b, c] = match self.indices.get(number) {
                Some(corners) => corners.map(|index| index as usize),
                None => [3 * number, 3 * number + 1, 3 * number + 2],
            };
            let [a, b, c] = [point(a)?, point(b)?, point(c)?];
            let area = (b - a).perp_dot(c - a);
            let drawn = match self.cull {
                Cull::DrawAll => area != 0.0,
                Cull::DrawClockwise => area > 0.0,
                Cull::DrawCounterClockwise => area < 0.0,
            };
            (drawn && area.is_finite()).then_some([a, b, c])
        })
    }

    pub(super) fn bounds(&self) -> Aabb {
        self.corners()
            .flatten()
            .fold(Aabb::EMPTY, |bounds, point| bounds.union(Aabb::new(point, point)))
    }

    pub(super) fn contains(&self, at: Vec2) -> bool {
        self.corners().any(|[a, b, c]| {
            let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| (to - from).perp_dot(at - from));
            sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
        })
    }

    /// The outline of every triangle.
    pub(super) fn outlines(&self) -> Path {
        let mut path = Path::new();
        for corners in self.corners() {
            path.append(&Path::polygon(&corners));
        }
        path
    }
}

impl Canvas<'_> {
    /// Draws the triangles of a drawing with what is in force.
    pub(super) fn draw_triangle_path(
        &mut self,
        list: &TrianglePath,
        paint: Option<&Paint>,
        line: Option<&Line>,
    ) {
        match paint {
            None => {}
            Some(Paint::Solid(color)) => self.solid_triangles(list, *color),
            Some(Paint::Bitmap(bitmap)) => self.bitmap_triangles(list, bitmap),
            // One by one, as triangles are: overlapping ones are all painted.
            Some(paint) => {
                for corners in list.corners() {
                    self.fill_by(&Path::polygon(&corners), FillRule::NonZero, paint);
                }
            }
        }
        if let Some(line) = line {
            for corners in list.corners() {
                self.stroke(&Path::polygon(&corners), &line.stroke, &line.paint);
            }
        }
    }

    fn solid_triangles(&mut self, list: &TrianglePath, tint: Color) {
        let settings = TriangleSettings { tint, cull: list.cull, ..TriangleSettings::default() };
        self.triangles(&Triangles { uv: &[], ..list.triangles() }, &settings);
    }

    fn bitmap_triangles(&mut self, list: &TrianglePath, bitmap: &BitmapPaint) {
        let settings = |picture| TriangleSettings {
            picture: Some(picture),
            sampling: bitmap.sampling,
            wrap: if bitmap.repeat { UvWrap::Repeat } else { UvWrap::Clamp },
            cull: list.cull,
            ..TriangleSettings::default()
        };
        let uv = natural_uv(list, bitmap);
        match (bitmap.image.mips(), uv) {
            (Some(mips), Some(uv)) => {
                self.triangles(&Triangles { uv: &uv, ..list.triangles() }, &settings(mips));
            }
            _ => self.refuse(),
        }
    }
}

/// The places in the picture: as given, or where its pixels lie in the drawing.
fn natural_uv<'a>(list: &'a TrianglePath, bitmap: &BitmapPaint) -> Option<Cow<'a, [Vec2]>> {
    if !list.uv.is_empty() {
        return Some(Cow::Borrowed(&list.uv));
    }
    let to_picture: Affine2 = bitmap.transform.checked_inverse()?;
    let size = Vec2::new(bitmap.image.width() as f32, bitmap.image.height() as f32);
    let place = |&point: &Vec2| to_picture.transform_point2(point) / size;
    Some(list.points.iter().map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GraphicsData, Image, Renderer, Stroke};
    use motile_geom::vec2;
    use motile_pixels::{Sampling, Surface};

    fn square() -> TrianglePath {
        TrianglePath {
            points: vec![
                vec2(100.0, 100.0),
                vec2(200.0, 100.0),
                vec2(200.0, 200.0),
                vec2(100.0, 200.0),
            ],
            indices: vec![[0, 1, 2], [2, 3, 0]],
            ..TrianglePath::default()
        }
    }

    /// Red counts columns and green rows.
    fn places(width: u32, height: u32) -> Image {
        let mut surface = Surface::new(width, height).unwrap();
        for i in 0..(width * height) as i32 {
            let (x, y) = (i % width as i32, i / width as i32);
            surface.set(x, y, Color::rgb(x as u8, y as u8, 9));
        }
        Image::new(surface)
    }

    fn drawn(drawing: &GraphicsData) -> Surface {
        let mut surface = Surface::opaque(220, 220, Color::WHITE).unwrap();
        Renderer::new().begin(&mut surface).unwrap().draw_data(drawing);
        surface
    }

    #[test]
    fn t8_41_a_picture_without_places_lies_at_its_natural_size() {
        let mut drawing = GraphicsData::new();
        drawing.fill(&places(30, 40)).triangles(square()).end_fill();
        let surface = drawn(&drawing);
        for (x, y) in [(100, 100), (150, 120), (199, 199)] {
            let texel = Color::rgb((x % 30) as u8, (y % 40) as u8, 9);
            assert_eq!(surface.get(x, y), Some(texel), "{x} {y}");
        }
        assert_eq!(surface.get(99, 150), Some(Color::WHITE));
    }

    #[test]
    fn t8_42_places_stretch_the_picture() {
        let uv = vec![vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
        let paint = BitmapPaint::new(&places(4, 4)).with_sampling(Sampling::Nearest);
        let mut drawing = GraphicsData::new();
        drawing.fill(paint).triangles(TrianglePath { uv, ..square() });
        let surface = drawn(&drawing);
        for (x, y, texel) in [(112, 112, (0, 0)), (187, 112, (3, 0)), (112, 187, (0, 3))] {
            assert_eq!(surface.get(x, y), Some(Color::rgb(texel.0, texel.1, 9)));
        }
    }

    #[test]
    fn draw_22_triangles_are_painted_one_by_one_and_outlined() {
        // Twice the same triangle: no rule cancels it, and the second covers the first.
        let twice = TrianglePath { indices: vec![[0, 1, 2], [0, 1, 2]], ..square() };
        let mut drawing = GraphicsData::new();
        drawing.fill(Color::rgba(0, 0, 0, 128)).triangles(twice);
        assert_eq!(drawn(&drawing).get(180, 120), Some(Color::rgb(63, 63, 63)));
        let mut drawing = GraphicsData::new();
        drawing.stroke(Stroke::new(4.0), Color::RED).triangles(square());
        let surface = drawn(&drawing);
        assert_eq!(surface.get(150, 150), Some(Color::RED), "the diagonal");
        assert_eq!(surface.get(170, 120), Some(Color::WHITE));
        let bounds = drawing.bounds();
        assert!(bounds.contains(vec2(98.5, 98.5)) && bounds.contains(vec2(201.5, 201.5)));
        assert!(!bounds.contains(vec2(80.0, 150.0)));
        assert!(drawing.contains(vec2(150.0, 100.0)) && !drawing.contains(vec2(170.0, 120.0)));
    }

    #[test]
    fn draw_44_text_keeps_triangles() {
        let list = TrianglePath {
            uv: vec![Vec2::ZERO; 4],
            t: vec![1.0, 0.5, 0.25, 1.0],
            cull: Cull::DrawClockwise,
            ..square()
        };
        let mut drawing = GraphicsData::new();
        drawing.fill(&places(2, 2)).triangles(list).triangles(square()).end_fill();
        let text = drawing.to_text();
        assert_eq!(GraphicsData::parse(&text), Ok(drawing));
        assert!(text.ends_with(
            "triangles all points 100 100 200 100 200 200 100 200 indices 0 1 2 2 3 0\nend\n"
        ));
        let error = |line: &str| {
            GraphicsData::parse(&format!("drawing 1\n{line}")).unwrap_err().to_string()
        };
        assert!(error("triangles some").contains("column 11: expected all, clockwise"));
        assert!(error("triangles all points 1").contains("expected Y"));
        assert!(
            error("triangles all points 1 2 indices 0 0")
                .contains("expected the number of a point")
        );
        assert!(
            error("triangles all points 1 2 indices 0 0 1")
                .contains("expected the number of a point")
        );
        assert!(error("triangles all points 1 2 t 1 2").contains("expected indices, uv, t"));
    }
}
