//! Triangles filled by any paint.

use super::{Canvas, triangles::pixels_around};
use crate::paint::{BitmapPaint, Paint};
use crate::path::Path;
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, Vec2, vec2};
use motile_pixels::{Color, MipMap, Sampling, Surface, TriangleSettings, Triangles, UvWrap};
use std::borrow::Cow;

/// Width and height of the picture of a gradient that u and v point into.
const SIDE: u32 = 256;

impl Canvas<'_> {
    /// Draws triangles filled by a paint, without seams between them. The picture, its sampling and wrap and the tint of the settings are
    /// those of the paint. Overlapping triangles are all painted.
    ///
    /// Without u and v the paint lies in the coordinates of the drawing and the triangles are windows on it. With them a picture is stretched by u
    /// and v, 0 to 1; of a gradient or a rule of one's own they are the coordinates: one from (0, 0) to (1, 0) goes once across u.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_pixels::{Color, Surface, TriangleSettings, Triangles};
    /// use motile_stage::{Gradient, Renderer};
    /// let mut surface = Surface::opaque(100, 40, Color::WHITE)?;
    /// let mut renderer = Renderer::new();
    /// let mut canvas = renderer.begin(&mut surface)?;
    /// let points = [vec2(0.0, 0.0), vec2(100.0, 0.0), vec2(100.0, 40.0), vec2(0.0, 40.0)];
    /// let halves = Triangles { points: &points, indices: Some(&[[0, 1, 2], [2, 3, 0]]), ..Triangles::default() };
    /// let night = Gradient::linear(vec2(0.0, 0.0), vec2(100.0, 0.0), &[Color::BLACK, Color::WHITE]);
    /// canvas.fill_triangles(&halves, night, &TriangleSettings::default());
    /// canvas.finish();
    /// assert!(surface.get(5, 20).unwrap().r < 20 && surface.get(95, 20).unwrap().r > 235);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn fill_triangles(
        &mut self,
        triangles: &Triangles<'_>,
        paint: impl Into<Paint>,
        settings: &TriangleSettings<'_>,
    ) {
        let paint = paint.into();
        if !paint.is_valid() {
            return self.refuse();
        }
        match &paint {
            Paint::Solid(color) => {
                let settings = TriangleSettings { tint: *color, picture: None, ..settings.clone() };
                self.triangles(&Triangles { uv: &[], ..*triangles }, &settings);
            }
            Paint::Bitmap(bitmap) => self.bitmap_triangles(triangles, bitmap, settings),
            Paint::Gradient(_) | Paint::Custom(_) if triangles.uv.is_empty() => {
                self.window_triangles(triangles, &paint, settings);
            }
            Paint::Gradient(_) | Paint::Custom(_) => {
                let area = IRect::new(0, 0, SIDE, SIDE);
                let unit = Affine2::from_scale(Vec2::splat(SIDE as f32));
                let Some(mips) = self.painted(area, unit, &paint) else { return self.refuse() };
                let settings = painted_settings(&mips, Sampling::Bilinear, settings);
                self.triangles(triangles, &settings);
            }
        }
    }

    fn bitmap_triangles(
        &mut self,
        triangles: &Triangles<'_>,
        bitmap: &BitmapPaint,
        settings: &TriangleSettings<'_>,
    ) {
        let uv = natural_uv(triangles, bitmap);
        let (Some(mips), Some(uv)) = (bitmap.image.mips(), uv) else { return self.refuse() };
        let settings = TriangleSettings {
            wrap: if bitmap.repeat { UvWrap::Repeat } else { UvWrap::Clamp },
            mips: settings.mips,
            ..painted_settings(mips, bitmap.sampling, settings)
        };
        self.triangles(&Triangles { uv: &uv, ..*triangles }, &settings);
    }

    /// Paints what is behind the triangles, pixel by pixel of the screen, and shows it through them.
    fn window_triangles(
        &mut self,
        triangles: &Triangles<'_>,
        paint: &Paint,
        settings: &TriangleSettings<'_>,
    ) {
        let transform = self.transform;
        let device = |&point: &Vec2| transform.transform_point2(point);
        let mut places: Vec<Vec2> = triangles.points.iter().map(device).collect();
        let area = pixels_around(&places).intersect(self.visible());
        if area.is_empty() {
            return self.triangles(&Triangles { uv: &[], t: &[], ..*triangles }, settings);
        }
        let Some(mips) = self.painted(area, transform, paint) else { return self.refuse() };
        let (origin, size) = (area.origin().as_vec2(), vec2(area.width as f32, area.height as f32));
        for place in &mut places {
            *place = (*place - origin) / size;
        }
        // A pixel of the picture is a pixel of the screen, also where triangles have a perspective.
        let settings = painted_settings(&mips, Sampling::Nearest, settings);
        let settings = TriangleSettings { affine: true, ..settings };
        self.triangles(&Triangles { uv: &places, ..*triangles }, &settings);
    }

    /// A picture of some pixels of the device, all painted.
    fn painted(&mut self, area: IRect, transform: Affine2, paint: &Paint) -> Option<MipMap> {
        let mut surface = Surface::new(area.width, area.height).ok()?;
        let mut place = transform;
        place.translation -= area.origin().as_vec2();
        let back = place.checked_inverse()?;
        let all = Aabb::new(Vec2::ZERO, vec2(area.width as f32, area.height as f32)).grown(2.0);
        let all = Path::rect(all).transformed(back);
        let mut renderer = self.renderer.triangles.renderer.take().unwrap_or_default();
        let canvas = renderer.begin(&mut surface).ok().map(|mut canvas| {
            canvas.transformed(place, |canvas| canvas.fill(&all, paint));
            canvas.finish();
        });
        self.renderer.triangles.renderer = Some(renderer);
        canvas?;
        MipMap::single(surface).ok()
    }
}

/// Settings with the picture of a paint.
fn painted_settings<'a>(
    mips: &'a MipMap,
    sampling: Sampling,
    settings: &TriangleSettings<'a>,
) -> TriangleSettings<'a> {
    TriangleSettings {
        picture: Some(mips),
        sampling,
        mips: false,
        wrap: UvWrap::Clamp,
        tint: Color::WHITE,
        ..settings.clone()
    }
}

/// The places in the picture: as given, or where its pixels lie in the drawing.
fn natural_uv<'a>(triangles: &Triangles<'a>, bitmap: &BitmapPaint) -> Option<Cow<'a, [Vec2]>> {
    if !triangles.uv.is_empty() {
        return Some(Cow::Borrowed(triangles.uv));
    }
    let to_picture: Affine2 = bitmap.transform.checked_inverse()?;
    let size = Vec2::new(bitmap.image.width() as f32, bitmap.image.height() as f32);
    let place = |&point: &Vec2| to_picture.transform_point2(point) / size;
    Some(triangles.points.iter().map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Gradient, Renderer};

    const HALVES: &[[u32; 3]] = &[[0, 1, 2], [2, 3, 0]];

    fn square() -> [Vec2; 4] {
        [vec2(10.3, 8.2), vec2(50.6, 8.2), vec2(50.6, 55.9), vec2(10.3, 55.9)]
    }

    fn drawn(draw: impl FnOnce(&mut Canvas<'_>)) -> Surface {
        let mut surface = Surface::opaque(60, 60, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        draw(&mut canvas);
        canvas.finish();
        surface
    }

    fn off(a: Color, b: Color) -> u8 {
        a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b))
    }

    #[test]
    fn draw_22_gradients_fill_triangles_without_seams() {
        let points = square();
        let mesh = Triangles { points: &points, indices: Some(HALVES), ..Triangles::default() };
        let colors = [Color::RED.with_alpha(200), Color::BLUE.with_alpha(120)];
        let sky = Gradient::linear(vec2(10.0, 5.0), vec2(45.0, 50.0), &colors);
        let lean = Affine2::from_cols(vec2(1.0, 0.05), vec2(-0.05, 1.0), vec2(3.0, -2.0));
        for alpha in [1.0, 0.5] {
            let whole = drawn(|canvas| {
                canvas.set_alpha(alpha);
                canvas
                    .transformed(lean, |canvas| canvas.fill(&Path::polygon(&points), sky.clone()));
            });
            let halves = drawn(|canvas| {
                canvas.set_alpha(alpha);
                canvas.transformed(lean, |canvas| {
                    canvas.fill_triangles(&mesh, sky.clone(), &TriangleSettings::default());
                });
            });
            let mut inside = 0;
            for (x, y) in (0..60).flat_map(|y| (0..60).map(move |x| (x, y))) {
                let (a, b) = (whole.get(x, y).unwrap(), halves.get(x, y).unwrap());
                let local = lean.inverse().transform_point2(vec2(x as f32 + 0.5, y as f32 + 0.5));
                let area = Aabb::new(points[0], points[2]);
                if area.grown(-1.5).contains(local) {
                    // Along the diagonal as anywhere else: nothing twice, nothing left out.
                    assert!(off(a, b) <= 2, "{x} {y}: {a:?} {b:?}");
                    inside += 1;
                } else if !area.grown(1.5).contains(local) {
                    assert_eq!(b, Color::WHITE, "{x} {y}");
                }
            }
            assert!(inside > 1500);
        }
    }

    #[test]
    fn draw_22_u_and_v_are_places_of_a_gradient() {
        let points = square();
        // Turned by a quarter: u goes down.
        let uv = [vec2(0.0, 0.0), vec2(0.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 0.0)];
        let mesh =
            Triangles { points: &points, indices: Some(HALVES), uv: &uv, ..Triangles::default() };
        let sky = Gradient::linear(Vec2::ZERO, Vec2::X, &[Color::BLACK, Color::WHITE]);
        let surface =
            drawn(|canvas| canvas.fill_triangles(&mesh, sky, &TriangleSettings::default()));
        for y in 10..54 {
            let part = (y as f32 + 0.5 - 8.2) / 47.7;
            for x in 12..49 {
                let gray = f32::from(surface.get(x, y).unwrap().r) / 255.0;
                assert!((gray - part).abs() < 0.02, "{x} {y}: {gray} {part}");
            }
        }
        let bad = Gradient::linear(Vec2::NAN, Vec2::X, &[Color::BLACK]);
        let mut surface = Surface::opaque(60, 60, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        canvas.fill_triangles(&mesh, bad, &TriangleSettings::default());
        assert_eq!(canvas.finish().refused, 1);
    }
}
