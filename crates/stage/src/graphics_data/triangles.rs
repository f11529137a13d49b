//! Triangles as an entry of a drawing.

use super::Line;
use crate::canvas::Canvas;
use crate::paint::Paint;
use crate::path::Path;
use motile_geom::{Aabb, Vec2};
use motile_pixels::{Cull, TriangleSettings, Triangles};

/// A list of triangles in a drawing, painted by the fill in force and outlined by its line: one by one, in order, also where they
/// overlap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrianglePath {
    /// The corners.
    pub points: Vec<Vec2>,
    /// Three numbers of points a triangle; empty takes every three points in order.
    pub indices: Vec<[u32; 3]>,
    /// Where each point lies in the picture of the fill, 0 to 1, or in the coordinates of its gradient. Empty lays the picture at its natural size in
    /// the coordinates of the drawing, the triangles being windows on it; see [`Canvas::fill_triangles`].
    pub uv: Vec<Vec2>,
    /// The perspective scale of each point; empty when all are alike.
    pub t: Vec<f32>,
    /// Which triangles are drawn, by the way they turn in the coordinates of the drawing: mirrored, the same ones are, filled and outlined.
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
        if let Some(paint) = paint {
            // A node that mirrors its drawing shows the same triangles, the other way round.
            let is_mirrored = self.transform().matrix2.determinant() < 0.0;
            let cull = if is_mirrored { list.cull.reversed() } else { list.cull };
            let settings = TriangleSettings { cull, ..TriangleSettings::default() };
            self.fill_triangles(&list.triangles(), paint, &settings);
        }
        if let Some(line) = line {
            for corners in list.corners() {
                self.stroke(&Path::polygon(&corners), &line.stroke, &line.paint);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::BitmapPaint;
    use crate::{Gradient, GraphicsData, Image, Renderer, Stroke};
    use motile_geom::{Affine2, vec2};
    use motile_pixels::{Color, Sampling, Surface};

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
    fn t8_41_and_draw_24_a_picture_without_places_lies_at_its_natural_size() {
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
    fn draw_29_mirrored_drawings_fill_and_outline_the_same_triangles() {
        // Only the outline was culled by how triangles turn in the drawing; the fill was the other half under a mirror.
        let list = TrianglePath {
            indices: vec![[0, 1, 2], [0, 2, 3], [0, 3, 1]],
            cull: Cull::DrawClockwise,
            ..square()
        };
        let mut drawing = GraphicsData::new();
        drawing.fill(Color::GREEN).stroke(Stroke::new(4.0), Color::RED).triangles(list);
        let plain = drawn(&drawing);
        let mut mirrored = Surface::opaque(220, 220, Color::WHITE).unwrap();
        let mirror =
            Affine2 { translation: vec2(220.0, 0.0), ..Affine2::from_scale(vec2(-1.0, 1.0)) };
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut mirrored).unwrap();
        canvas.transformed(mirror, |canvas| canvas.draw_data(&drawing));
        canvas.finish();
        let mut seen = 0;
        for (x, y) in (0..220).flat_map(|y| (0..220).map(move |x| (x, y))) {
            let (a, b) = (plain.get(x, y).unwrap(), mirrored.get(219 - x, y).unwrap());
            let off = a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b));
            assert!(off <= 2, "{x} {y}: {a:?} {b:?}");
            seen += usize::from(a == Color::GREEN);
        }
        assert!(seen > 8000);
        assert!(drawing.contains(vec2(150.0, 180.0)));
    }

    #[test]
    fn draw_22_gradients_fill_triangles_of_a_drawing() {
        let sky =
            Gradient::linear(vec2(100.0, 0.0), vec2(200.0, 0.0), &[Color::BLACK, Color::WHITE]);
        let mut drawing = GraphicsData::new();
        drawing.fill(sky).triangles(square()).end_fill();
        let surface = drawn(&drawing);
        // The diagonal is no seam: every row is the same and grows evenly.
        for (x, y) in (102..198).flat_map(|x| [(x, 110), (x, x), (x, 190)]) {
            let gray = f32::from(surface.get(x, y).unwrap().r);
            assert!((gray - (x as f32 - 99.5) * 2.55).abs() < 2.5, "{x} {y}: {gray}");
        }
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
