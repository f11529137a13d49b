//! Pictures: blitted when upright, sampled by the vector renderer when not.

use super::batch::{Op, can_follow};
use super::layers::device_pixels;
use super::{Canvas, Layer};
use crate::paint::{BitmapPaint, Image, encode_color};
use crate::path::{FillRule, affine};
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, Vec2, ivec2, vec2};
use motile_pixels::{BlendMode, Blit, Color, DrawSettings, Sampling, SpriteBatch, Surface};
use vello_cpu::{Tint, TintMode};

impl Canvas<'_> {
    /// Draws a picture with its top left corner at a point of the drawing.
    ///
    /// Under a transform that only moves by whole pixels, and unless cut by a curved clip, it is copied
    /// by the blitter; otherwise it is sampled smoothly.
    #[doc(alias = "draw bitmap")]
    pub fn image(&mut self, image: &Image, at: Vec2) {
        self.image_with(image, at, &Blit::default(), Sampling::Bilinear);
    }

    /// Draws a picture or a part of it with its top left corner at a point of the drawing, flipped,
    /// tinted, faded or blended.
    pub fn image_with(&mut self, image: &Image, at: Vec2, blit: &Blit, sampling: Sampling) {
        let transform = self.transform * Affine2::from_translation(at);
        if let (Some(offset), true) = (transform.as_whole_translation(), self.cuts_straight()) {
            return self.copy(image, offset, blit);
        }
        if !transform.is_finite() || transform.checked_inverse().is_none() || !image.fits_renderer()
        {
            self.report.refused += 1;
            return;
        }
        if !blit.blend.is_normal() {
            let size = part_of(image, blit).1;
            let layer = Layer::blend(blit.blend.clone()).with_bounds(Aabb::from_size(at, size));
            let normal = blit.clone().with_blend(BlendMode::Normal);
            return self.layer(layer, |canvas| {
                canvas.sampled(image, transform, &normal, sampling);
            });
        }
        self.sampled(image, transform, blit, sampling);
    }

    /// Copies a surface, or a part of it, with its top left corner at a pixel of the target, whatever
    /// the transform. The fastest way to draw: a run of sprites costs no pass of the vector renderer.
    /// A curved clip cuts it by its bounds only.
    ///
    /// Where a sketch draws on a window or page with more pixels than its stage has, the pixel is one of the stage and
    /// the sprite is enlarged smoothly, so that it has its place and size among all else.
    #[doc(alias = "blit")]
    #[doc(alias = "copy pixels")]
    pub fn sprite(&mut self, surface: &Surface, at: IVec2, blit: &Blit) {
        if self.scale == 1.0 {
            self.copy(surface, at, blit);
        } else {
            self.enlarge(surface, at, blit);
        }
    }

    /// Draws a sprite as many pixels larger as the target has for one of the stage.
    fn enlarge(&mut self, surface: &Surface, at: IVec2, blit: &Blit) {
        let part = blit.source.unwrap_or(surface.bounds());
        let (corner, size) = (at.as_vec2(), vec2(part.width as f32, part.height as f32));
        let to_device = Affine2::from_scale(Vec2::splat(self.scale));
        // Smoothing reaches half a pixel of the sprite beyond its border.
        let reach = device_pixels(Aabb::from_size(corner, size).grown(0.5), to_device);
        let shown = reach.intersect(self.visible());
        if shown.is_empty() || self.alpha == 0.0 {
            self.report.culled += 1;
            return;
        }
        if self.renderer.batch.touches(shown) {
            self.flush();
        }
        let (x, y) = (self.area.x, self.area.y);
        let shift = Affine2::from_translation(-ivec2(x, y).as_vec2());
        let place = shift * to_device * Affine2::from_translation(corner);
        let alpha = (f32::from(blit.tint.a) * self.alpha).round() as u8;
        let settings = DrawSettings {
            blit: blit.clone().with_alpha(alpha),
            sampling: Sampling::Bilinear,
            clip: Some(shown.translated(-x, -y)),
            ..DrawSettings::default()
        };
        if let Some(target) = self.current_surface() {
            target.draw_with(surface, &place, &settings);
            self.report.blits += 1;
        }
    }

    /// Copies a surface, or a part of it, to a pixel of the device.
    fn copy(&mut self, surface: &Surface, at: IVec2, blit: &Blit) {
        let part = blit.source.unwrap_or(surface.bounds());
        let whole = IRect::new(at.x, at.y, part.width, part.height);
        let shown = whole.intersect(self.visible());
        if shown.is_empty() || self.alpha == 0.0 {
            self.report.culled += 1;
            return;
        }
        if self.renderer.batch.touches(shown) {
            self.flush();
        }
        let alpha = (blit.tint.a as f32 * self.alpha).round() as u8;
        if blit.blend.needs_area() {
            return self.copy_whole(surface, at, &blit.clone().with_alpha(alpha), shown);
        }
        let source = cut_part(part, whole, shown, blit);
        let mut blit = Blit { source: Some(source), ..blit.clone() };
        if self.alpha < 1.0 {
            blit = blit.with_alpha(alpha);
        }
        let (x, y) = (shown.x - self.area.x, shown.y - self.area.y);
        if let Some(target) = self.current_surface() {
            target.blit_with(surface, x, y, &blit);
            self.report.blits += 1;
        }
    }

    /// Copies a surface under a blend mode that has to see all of it, also what does not show.
    fn copy_whole(&mut self, surface: &Surface, at: IVec2, blit: &Blit, shown: IRect) {
        let (x, y) = (self.area.x, self.area.y);
        let place = Affine2::from_translation((at - ivec2(x, y)).as_vec2());
        let settings = DrawSettings {
            blit: blit.clone(),
            sampling: Sampling::Nearest,
            clip: Some(shown.translated(-x, -y)),
            ..DrawSettings::default()
        };
        if let Some(target) = self.current_surface() {
            target.draw_with(surface, &place, &settings);
            self.report.blits += 1;
        }
    }

    /// Copies many parts of a sheet to pixels of the target, whatever the transform: a whole crowd or cloud of particles in
    /// one call. The batch's clip and offset are set anew; its `fading` counts together with the canvas's alpha. A curved clip
    /// cuts them by its bounds only.
    #[doc(alias = "particles")]
    pub fn sprites(&mut self, sheet: &Surface, batch: &mut SpriteBatch) {
        let (visible, alpha) = (self.visible(), self.alpha);
        if visible.is_empty() || alpha == 0.0 || batch.is_empty() {
            self.report.culled += 1;
            return;
        }
        if self.renderer.batch.touches(visible) {
            self.flush();
        }
        let corner = IVec2::new(self.area.x, self.area.y);
        let fading = batch.fading;
        batch.fading = (f32::from(fading) * alpha).round() as u8;
        batch.offset = -corner;
        let (x, y) = (visible.x - corner.x, visible.y - corner.y);
        batch.clip = Some(IRect::new(x, y, visible.width, visible.height));
        if let Some(target) = self.current_surface() {
            target.blit_batch(sheet, batch);
            self.report.blits += batch.len() as u32;
        }
        batch.fading = fading;
    }

    /// A picture through the vector renderer; `transform` maps its part's pixels to the device.
    fn sampled(&mut self, image: &Image, transform: Affine2, blit: &Blit, sampling: Sampling) {
        let (corner, size) = part_of(image, blit);
        let flip = vec2(if blit.flip_x { -1.0 } else { 1.0 }, if blit.flip_y { -1.0 } else { 1.0 });
        let shift =
            vec2(if blit.flip_x { size.x } else { 0.0 }, if blit.flip_y { size.y } else { 0.0 });
        let to_part = Affine2::from_translation(shift) * Affine2::from_scale(flip);
        let paint = BitmapPaint::new(image)
            .with_repeat(false)
            .with_sampling(sampling)
            .with_transform(to_part * Affine2::from_translation(-corner));
        let (paint, paint_transform) = paint.encode(1.0);
        let device = affine(transform);
        let frame = Aabb::from_size(Vec2::ZERO, size);
        if device_pixels(frame, transform).intersect(self.visible()).is_empty() {
            self.report.culled += 1;
            return;
        }
        let recorded = self.renderer.batch.record_box(frame, device);
        let bounds = recorded.bounds.intersect(self.visible());
        if !recorded.is_usable() || bounds.is_empty() || self.alpha == 0.0 || blit.tint.a == 0 {
            self.report.culled += 1;
            return self.renderer.batch.discard(&recorded);
        }
        let recorded = self.snapped(recorded, FillRule::NonZero, bounds);
        let paint_transform = device * paint_transform;
        if !can_follow(&paint, paint_transform, bounds) {
            self.report.refused += 1;
            return self.renderer.batch.discard(&recorded);
        }
        let faint = blit.tint != Color::WHITE || self.alpha < 1.0;
        let color = encode_color(blit.tint, self.alpha);
        let op = Op {
            range: recorded.range,
            bounds,
            upright: recorded.upright,
            rule: FillRule::NonZero,
            paint,
            paint_transform,
            tint: faint.then_some(Tint { color, mode: TintMode::Multiply }),
        };
        self.renderer.batch.push(op, &self.renderer.clips);
        self.report.shapes += 1;
    }
}

/// Corner and size of the part of a picture that is drawn.
fn part_of(image: &Image, blit: &Blit) -> (Vec2, Vec2) {
    let part = blit.source.unwrap_or(image.bounds()).intersect(image.bounds());
    (vec2(part.x as f32, part.y as f32), vec2(part.width as f32, part.height as f32))
}

/// The part of a part that is shown when `whole` is cut to `shown`.
fn cut_part(part: IRect, whole: IRect, shown: IRect, blit: &Blit) -> IRect {
    let left = (i64::from(shown.x) - i64::from(whole.x)) as i32;
    let top = (i64::from(shown.y) - i64::from(whole.y)) as i32;
    let right = (whole.right() - shown.right()) as i32;
    let bottom = (whole.bottom() - shown.bottom()) as i32;
    let x = part.x.saturating_add(if blit.flip_x { right } else { left });
    let y = part.y.saturating_add(if blit.flip_y { bottom } else { top });
    IRect::new(x, y, shown.width, shown.height)
}
