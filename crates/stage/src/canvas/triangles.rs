//! Triangles on a canvas, by the rasterizer of pixels.

use super::{Canvas, Renderer};
use crate::Layer;
use crate::paint::Image;
use motile_geom::{Aabb, Affine2, IRect, Vec2, vec2};
use motile_pixels::{BlendMode, Rasterizer, Surface, TriangleSettings, Triangles};

/// What drawing triangles needs, kept from frame to frame.
#[derive(Default)]
pub(super) struct TriangleMemory {
    rasterizer: Rasterizer,
    /// Corners in pixels of the surface drawn on.
    points: Vec<Vec2>,
    /// Paints pictures of gradients.
    pub(super) renderer: Option<Box<Renderer>>,
}

impl Canvas<'_> {
    /// Draws triangles in the coordinates of the drawing, with colors or a picture: affine, in perspective, or pulled by an
    /// [`ImageQuad`](motile_pixels::ImageQuad).
    ///
    /// Alpha and [`set_antialias`](Canvas::set_antialias) count as for shapes; `clip` of the settings is in pixels of the surface. Which way
    /// triangles turn is seen on the screen, after the transform. Lists that do not fit together and triangles with bad numbers are counted in
    /// [`DrawReport::refused`](crate::DrawReport::refused).
    ///
    /// Under a curved clip they are put down as one picture: a blend mode mixes it with what lies below, not the triangles with each other,
    /// and those that [act on empty pixels](motile_pixels::BlendMode::acts_on_empty), such as `Alpha`, are refused.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_pixels::{Color, ImageQuad, MipMap, Surface, TriangleSettings};
    /// use motile_stage::Renderer;
    /// let picture = MipMap::new(Surface::filled(8, 8, Color::ORANGE)?)?;
    /// let mut surface = Surface::opaque(100, 100, Color::WHITE)?;
    /// let mut renderer = Renderer::new();
    /// let mut canvas = renderer.begin(&mut surface)?;
    /// let pulled = ImageQuad::new([vec2(10.0, 20.0), vec2(90.0, 5.0), vec2(80.0, 90.0), vec2(30.0, 60.0)]);
    /// canvas.triangles(&pulled.triangles(), &TriangleSettings { picture: Some(&picture), ..Default::default() });
    /// canvas.finish();
    /// assert_eq!(surface.get(50, 50), Some(Color::ORANGE));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "drawTriangles")]
    #[doc(alias = "mesh")]
    pub fn triangles(&mut self, triangles: &Triangles<'_>, settings: &TriangleSettings<'_>) {
        if !self.transform.is_finite() {
            self.report.refused += 1;
            return;
        }
        let mut memory = core::mem::take(&mut self.renderer.triangles);
        let transform = self.transform;
        let device = |&point: &Vec2| transform.transform_point2(point);
        memory.points.clear();
        memory.points.extend(triangles.points.iter().map(device));
        let reach = pixels_around(&memory.points).intersect(self.visible());
        let reach = settings.clip.map_or(reach, |clip| reach.intersect(clip));
        if reach.is_empty() || self.alpha == 0.0 {
            self.report.culled += 1;
        } else if self.cuts_straight() {
            if self.renderer.batch.touches(reach) {
                self.flush();
            }
            let area = self.area;
            let (alpha, antialias) = (self.alpha, self.antialias);
            if let Some(surface) = self.current_surface() {
                let job = Job { triangles, settings, reach, area, alpha, antialias };
                let refused = job.draw(surface, &mut memory);
                self.report.refused += refused;
                self.report.triangles += triangles.count() as u32 - refused;
            }
        } else if settings.blend.acts_on_empty() {
            // As a picture they would act on all of the box around them, also outside of the clip.
            self.report.refused += triangles.count() as u32;
        } else {
            // A curved clip cuts what the vector renderer draws: the triangles go through it as a picture.
            if let Some(mut surface) = self.renderer.take_surface(reach) {
                let (alpha, antialias) = (self.alpha, self.antialias);
                // Among themselves they cover each other; their blend mode meets what lies below the picture.
                let flat = TriangleSettings { blend: BlendMode::Normal, ..settings.clone() };
                let job = Job { triangles, settings: &flat, reach, area: reach, alpha, antialias };
                let refused = job.draw(&mut surface, &mut memory);
                self.report.refused += refused;
                self.report.triangles += triangles.count() as u32 - refused;
                let picture = Image::new(surface);
                self.scope(|canvas| {
                    canvas.transform = Affine2::IDENTITY;
                    canvas.alpha = 1.0;
                    canvas.blended_image(&picture, reach, &settings.blend);
                });
            }
        }
        self.renderer.triangles = memory;
    }
}

impl Canvas<'_> {
    /// Puts down a picture of the pixels `area` of the device, under the clips in force.
    fn blended_image(&mut self, picture: &Image, area: IRect, blend: &BlendMode) {
        let place = area.origin().as_vec2();
        if blend.is_normal() {
            self.image(picture, place);
            return;
        }
        let end = place + vec2(area.width as f32, area.height as f32);
        let layer = Layer::blend(blend.clone()).with_bounds(Aabb::new(place, end));
        self.layer(layer, |canvas| canvas.image(picture, place));
    }

    /// Counts something that cannot be drawn.
    pub(crate) fn refuse(&mut self) {
        self.report.refused += 1;
    }
}

/// Triangles on their way to a surface.
struct Job<'a> {
    triangles: &'a Triangles<'a>,
    settings: &'a TriangleSettings<'a>,
    /// Pixels of the device that may change.
    reach: IRect,
    /// Pixels of the device that the surface covers.
    area: IRect,
    alpha: f32,
    antialias: bool,
}

impl Job<'_> {
    /// Draws, and tells how many triangles were refused.
    fn draw(&self, surface: &mut Surface, memory: &mut TriangleMemory) -> u32 {
        let origin = self.area.origin();
        for point in &mut memory.points {
            *point -= origin.as_vec2();
        }
        let tint = self.settings.tint;
        let settings = TriangleSettings {
            clip: Some(self.reach.translated(-origin.x, -origin.y)),
            smooth_edges: self.settings.smooth_edges && self.antialias,
            tint: tint.with_alpha((f32::from(tint.a) * self.alpha).round() as u8),
            ..self.settings.clone()
        };
        let triangles = Triangles { points: &memory.points, ..*self.triangles };
        let report = memory.rasterizer.draw(surface, None, &triangles, &settings);
        report.map_or(self.triangles.count().max(1) as u32, |report| report.rejected)
    }
}

/// The pixels around the points that are finite, with room for a smooth rim, at most those within ±2³⁰.
pub(super) fn pixels_around(points: &[Vec2]) -> IRect {
    let mut bounds = Aabb::EMPTY;
    for point in points.iter().filter(|point| point.is_finite()) {
        bounds = bounds.union(Aabb::new(*point, *point));
    }
    if bounds == Aabb::EMPTY {
        return IRect::EMPTY;
    }
    super::layers::device_pixels(bounds.grown(1.0), Affine2::IDENTITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Path;
    use motile_pixels::{Color, MipMap, Sampling};

    const HALVES: &[[u32; 3]] = &[[0, 1, 2], [2, 3, 0]];

    fn square(min: f32, max: f32) -> [Vec2; 4] {
        [vec2(min, min), vec2(max, min), vec2(max, max), vec2(min, max)]
    }

    fn drawn(draw: impl FnOnce(&mut Canvas<'_>)) -> (Surface, crate::DrawReport) {
        let mut surface = Surface::opaque(60, 60, Color::BLACK).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        draw(&mut canvas);
        let report = canvas.finish();
        (surface, report)
    }

    #[test]
    fn triangles_keep_the_order_of_drawing() {
        let points = square(10.0, 50.0);
        let triangles =
            Triangles { points: &points, indices: Some(HALVES), ..Triangles::default() };
        let settings = TriangleSettings { tint: Color::ORANGE, ..TriangleSettings::default() };
        let (surface, report) = drawn(|canvas| {
            canvas.fill(&Path::circle(vec2(30.0, 30.0), 25.0), Color::RED);
            canvas.triangles(&triangles, &settings);
            canvas.fill(&Path::circle(vec2(30.0, 30.0), 8.0), Color::BLUE);
        });
        assert_eq!(surface.get(15, 30), Some(Color::ORANGE));
        assert_eq!(surface.get(30, 30), Some(Color::BLUE));
        assert_eq!(surface.get(7, 30), Some(Color::RED));
        assert_eq!((report.triangles, report.refused), (2, 0));
    }

    #[test]
    fn transforms_clips_alpha_and_layers_count() {
        let points = square(0.0, 20.0);
        let triangles =
            Triangles { points: &points, indices: Some(HALVES), ..Triangles::default() };
        let settings = TriangleSettings::default();
        let moved = Affine2::from_translation(vec2(20.0, 20.0));
        let (surface, _) = drawn(|canvas| {
            canvas.set_alpha(0.5);
            canvas.clip(
                &Path::rect(Aabb::from_size(vec2(20.0, 0.0), vec2(10.0, 60.0))),
                |canvas| {
                    canvas.transformed(moved, |canvas| canvas.triangles(&triangles, &settings));
                },
            );
        });
        assert_eq!(surface.get(25, 25), Some(Color::rgb(128, 128, 128)));
        assert_eq!(surface.get(35, 25), Some(Color::BLACK));
        let (surface, _) = drawn(|canvas| {
            let layer = Layer::fade(0.5).with_bounds(Aabb::new(vec2(15.0, 15.0), vec2(50.0, 50.0)));
            canvas.layer(layer, |canvas| {
                canvas.transformed(moved, |canvas| canvas.triangles(&triangles, &settings));
            });
        });
        assert_eq!(surface.get(39, 39), Some(Color::rgb(128, 128, 128)));
        assert_eq!(surface.get(41, 39), Some(Color::BLACK));
    }

    #[test]
    fn a_round_clip_cuts_triangles() {
        let points = square(0.0, 60.0);
        let triangles =
            Triangles { points: &points, indices: Some(HALVES), ..Triangles::default() };
        let (surface, _) = drawn(|canvas| {
            canvas.clip(&Path::circle(vec2(30.0, 30.0), 20.0), |canvas| {
                canvas.triangles(&triangles, &TriangleSettings::default());
            });
        });
        assert_eq!(surface.get(30, 30), Some(Color::WHITE));
        assert_eq!(surface.get(2, 2), Some(Color::BLACK));
    }

    #[test]
    fn a_round_clip_keeps_the_blend_mode() {
        let points = square(0.0, 60.0);
        let triangles =
            Triangles { points: &points, indices: Some(HALVES), ..Triangles::default() };
        let settings = TriangleSettings {
            blend: BlendMode::Multiply,
            tint: Color::rgb(255, 128, 0),
            ..TriangleSettings::default()
        };
        let (surface, report) = drawn(|canvas| {
            let all = Aabb::from_size(Vec2::ZERO, vec2(60.0, 60.0));
            canvas.fill(&Path::rect(all), Color::rgb(100, 100, 100));
            canvas.clip(&Path::circle(vec2(30.0, 30.0), 20.0), |canvas| {
                canvas.triangles(&triangles, &settings);
            });
        });
        assert_eq!(surface.get(30, 30), Some(Color::rgb(100, 50, 0)));
        assert_eq!(surface.get(2, 2), Some(Color::rgb(100, 100, 100)));
        assert_eq!((report.triangles, report.refused), (2, 0));
        // A mode that acts on empty pixels would act outside of the clip, too.
        let settings = TriangleSettings { blend: BlendMode::Alpha, ..settings };
        let (surface, report) = drawn(|canvas| {
            canvas.clip(&Path::circle(vec2(30.0, 30.0), 20.0), |canvas| {
                canvas.triangles(&triangles, &settings);
            });
        });
        assert_eq!(surface.get(2, 2), Some(Color::BLACK));
        assert_eq!((report.triangles, report.refused), (0, 2));
    }

    #[test]
    fn t8_43_bad_lists_are_counted_and_nothing_else() {
        let mut points = square(10.0, 50.0);
        points[1].x = f32::NAN;
        let triangles =
            Triangles { points: &points, indices: Some(HALVES), ..Triangles::default() };
        let picture = MipMap::single(Surface::filled(1, 1, Color::RED).unwrap()).unwrap();
        let settings = TriangleSettings {
            picture: Some(&picture),
            sampling: Sampling::Nearest,
            ..TriangleSettings::default()
        };
        let (surface, report) = drawn(|canvas| {
            canvas.triangles(&triangles, &TriangleSettings::default());
            // A picture without u and v.
            canvas.triangles(&triangles, &settings);
        });
        assert_eq!(report.refused, 3);
        assert_eq!(surface.get(20, 40), Some(Color::WHITE));
        assert_eq!(surface.get(40, 20), Some(Color::BLACK));
    }
}
