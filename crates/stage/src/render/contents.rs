//! Contents of nodes on a canvas: pictures, sprites, drawings and what is one's own.

use super::shapes::{self, ShapeCache};
use crate::{Bitmap, Canvas, Content, Drawable, Drawing, Image, Layer, Sprite};
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, IVec2, Vec2};
use motile_pixels::{BlendMode, Blit, Color, Custom, Sampling};

impl Canvas<'_> {
    /// Draws content at the origin of the drawing, as a node without alpha, filters and children shows it; the alpha of the canvas counts.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{Content, Renderer, Shape};
    /// let mut surface = Surface::opaque(40, 40, Color::WHITE)?;
    /// let mut renderer = Renderer::new();
    /// let mut canvas = renderer.begin(&mut surface)?;
    /// canvas.content(&Content::from(Shape::circle(10.0).fill(Color::RED)));
    /// canvas.finish();
    /// assert_eq!(surface.get(3, 3), Some(Color::RED));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn content(&mut self, content: &Content) {
        match content {
            Content::Group => {}
            Content::Shape(shape) => shapes::draw(shape, self),
            Content::Label(label) => shapes::draw(label.shape(), self),
            Content::Bitmap(Bitmap { image, sampling, .. }) => {
                self.image_with(image, content.bounds().min, &Blit::default(), *sampling);
            }
            Content::Sprite(sprite) => {
                let cut = sprite.atlas.cut(sprite.frame);
                if let Some((image, (_, pixels))) = cut.zip(sprite.shown()) {
                    self.image_with(image, pixels.min, &Blit::default(), sprite.sampling);
                }
            }
            Content::Drawing(drawing) => self.draw_data(drawing),
            Content::Custom(custom) => self.scope(|canvas| custom.draw(canvas)),
        }
    }
}

/// Opens a layer around a box of the device.
pub(super) fn push_layer(canvas: &mut Canvas<'_>, blend: &BlendMode, alpha: f32, device: Aabb) {
    canvas.set_transform(Affine2::IDENTITY);
    // Where pixels are counted from the corner of the drawing, that is where the drawing begins.
    let bounds = if blend.needs_area() { device } else { device.grown(1.0) };
    canvas.push_layer(Layer { blend: blend.clone(), alpha, bounds: Some(bounds) });
}

/// Draws on a layer around a box of the device.
pub(super) fn in_layer(
    canvas: &mut Canvas<'_>,
    blend: &BlendMode,
    alpha: f32,
    device: Aabb,
    draw: impl FnOnce(&mut Canvas<'_>),
) {
    push_layer(canvas, blend, alpha, device);
    draw(canvas);
    canvas.pop_layer();
}

pub(super) fn draw_bitmap(
    bitmap: &Bitmap,
    transform: Affine2,
    (opacity, blend): (f32, &BlendMode),
    kept: Option<&mut ShapeCache>,
    canvas: &mut Canvas<'_>,
) {
    let (bounds, blit) = (bitmap.bounds(), faded(opacity, blend));
    if let Some(place) = upright(transform, bounds) {
        return canvas.sprite(&bitmap.image, place.corner, &place.flipped(blit));
    }
    let picture = (&bitmap.image, bitmap.sampling);
    draw_turned(picture, transform, bounds.min, &blit, kept, canvas);
}

pub(super) fn draw_sprite(
    sprite: &Sprite,
    transform: Affine2,
    (opacity, blend): (f32, &BlendMode),
    kept: Option<&mut ShapeCache>,
    canvas: &mut Canvas<'_>,
) {
    let Some((frame, pixels)) = sprite.shown() else { return };
    let (place, blit) = (upright(transform, pixels), faded(opacity, blend));
    if let (Some(place), false) = (&place, frame.rotated) {
        let part = Blit { source: Some(frame.rect), ..place.flipped(blit) };
        return canvas.sprite(sprite.atlas.image(), place.corner, &part);
    }
    // Cut out, so that frames that lie on their side stand up, and smoothing does not mix in the
    // neighboring frames.
    let Some(image) = sprite.atlas.cut(sprite.frame) else { return };
    if let Some(place) = place {
        return canvas.sprite(image, place.corner, &place.flipped(blit));
    }
    draw_turned((image, sprite.sampling), transform, pixels.min, &blit, kept, canvas);
}

pub(super) fn draw_custom(
    custom: &Custom<dyn Drawable>,
    transform: Affine2,
    opacity: f32,
    blend: &BlendMode,
    canvas: &mut Canvas<'_>,
) {
    let device = transform.transform_aabb(custom.bounds());
    if !touches(canvas.visible(), device) {
        return;
    }
    let draw = |canvas: &mut Canvas<'_>| {
        canvas.set_transform(transform);
        custom.draw(canvas);
    };
    if opacity < 1.0 || *blend != BlendMode::Normal {
        in_layer(canvas, blend, opacity, device, |canvas| canvas.scope(draw));
    } else {
        canvas.scope(draw);
    }
}

pub(super) fn draw_drawing(
    drawing: &Drawing,
    transform: Affine2,
    opacity: f32,
    blend: &BlendMode,
    canvas: &mut Canvas<'_>,
) {
    let device = drawing.device_bounds(transform);
    if !touches(canvas.visible(), device) {
        return;
    }
    let draw = |canvas: &mut Canvas<'_>| {
        canvas.set_transform(transform);
        canvas.draw_data(drawing);
    };
    // Its parts overlap, so they fade as one picture.
    if opacity < 1.0 || *blend != BlendMode::Normal {
        in_layer(canvas, blend, opacity, device, draw);
    } else {
        draw(canvas);
    }
}

/// Where a picture goes that is neither turned nor scaled.
struct Upright {
    corner: IVec2,
    flip_x: bool,
    flip_y: bool,
}

impl Upright {
    #[inline]
    fn flipped(&self, mut blit: Blit) -> Blit {
        (blit.flip_x, blit.flip_y) = (self.flip_x, self.flip_y);
        blit
    }
}

/// Where the top left corner goes when a picture is neither turned nor scaled, mirrored at most.
#[inline]
fn upright(transform: Affine2, bounds: Aabb) -> Option<Upright> {
    let (x_axis, y_axis) = (transform.matrix2.x_axis, transform.matrix2.y_axis);
    if x_axis.y != 0.0 || y_axis.x != 0.0 || x_axis.x.abs() != 1.0 || y_axis.y.abs() != 1.0 {
        return None;
    }
    let corner = transform.transform_aabb(bounds).min.round();
    let (flip_x, flip_y) = (x_axis.x < 0.0, y_axis.y < 0.0);
    within_reach(corner).then(|| Upright { corner: corner.as_ivec2(), flip_x, flip_y })
}

fn draw_turned(
    (image, sampling): (&Image, Sampling),
    transform: Affine2,
    corner: Vec2,
    blit: &Blit,
    kept: Option<&mut ShapeCache>,
    canvas: &mut Canvas<'_>,
) {
    if let Some(kept) = kept
        && let Some(sprite) = kept.picture((image, sampling), corner, transform, canvas)
    {
        return canvas.sprite(sprite.surface, sprite.at, blit);
    }
    canvas.set_transform(transform);
    canvas.image_with(image, corner, blit, sampling);
}

/// Whether a box reaches into the pixels that are drawn.
#[inline]
pub(super) fn touches(visible: IRect, device: Aabb) -> bool {
    device.max.x > visible.x as f32 - 1.0
        && device.max.y > visible.y as f32 - 1.0
        && device.min.x < visible.right() as f32 + 1.0
        && device.min.y < visible.bottom() as f32 + 1.0
}

/// Whether a point is near enough to be counted in pixels.
pub(super) fn within_reach(point: Vec2) -> bool {
    point.abs().max_element() < 1e9
}

/// A blit with an opacity of 0…1.
#[inline]
pub(super) fn faded(opacity: f32, blend: &BlendMode) -> Blit {
    let alpha = (opacity * 255.0).round() as u8;
    // Field by field: a default would be made only to have its blend mode dropped, for every node of every picture.
    Blit {
        source: None,
        tint: Color::WHITE.with_alpha(alpha),
        flip_x: false,
        flip_y: false,
        blend: blend.clone(),
    }
}
