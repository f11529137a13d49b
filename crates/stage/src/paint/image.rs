//! Pictures as paint.

use crate::path::affine;
use core::fmt;
use core::ops::Deref;
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2};
use motile_pixels::{MipMap, Sampling, Surface};
use std::sync::{Arc, OnceLock};
use vello_cpu::peniko::{Extend, ImageBrush, ImageQuality, ImageSampler};
use vello_cpu::{ImageSource, PaintType, PixelMetadata, Pixmap, peniko::ImageAlphaType};

/// A picture that is shared and no longer changes. Clones refer to the same pixels.
///
/// Upright images at whole positions are copied by the blitter straight from the surface; the first
/// turned, scaled or tiled drawing makes a second copy in the vector renderer's own form.
#[derive(Clone)]
pub struct Image(Arc<Shared>);

struct Shared {
    surface: Arc<Surface>,
    pixmap: OnceLock<Arc<Pixmap>>,
    mips: OnceLock<Option<MipMap>>,
}

impl Image {
    /// Takes a surface as a picture.
    pub fn new(surface: Surface) -> Self {
        let (pixmap, mips) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Shared { surface: Arc::new(surface), pixmap, mips }))
    }

    /// The pixels.
    pub fn surface(&self) -> &Surface {
        &self.0.surface
    }

    /// The picture with its smaller copies, for triangles; made when it is first asked for and kept. `None` when a side is over
    /// 32,768 pixels.
    pub fn mips(&self) -> Option<&MipMap> {
        self.0.mips.get_or_init(|| MipMap::new(self.0.surface.clone()).ok()).as_ref()
    }

    /// Whether both are clones of one image.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Where it lies in memory: another one for each image that is there at one time.
    pub(crate) fn address(&self) -> u64 {
        Arc::as_ptr(&self.0).addr() as u64
    }

    /// Whether the vector renderer can take it: no side over 65,535 pixels.
    pub(crate) fn fits_renderer(&self) -> bool {
        u16::try_from(self.width().max(self.height())).is_ok()
    }

    fn pixmap(&self) -> &Arc<Pixmap> {
        self.0.pixmap.get_or_init(|| {
            let surface = &self.0.surface;
            let translucent = surface.bytes().chunks_exact(4).any(|pixel| pixel[3] != 255);
            let metadata = PixelMetadata::new(ImageAlphaType::AlphaPremultiplied, translucent);
            let (width, height) = (surface.width() as u16, surface.height() as u16);
            Arc::new(Pixmap::from_parts(surface.bytes().to_vec(), width, height, metadata))
        })
    }
}

/// A picture of the renderer's that shows the pixels of a surface one to one. Words that break the rule that no
/// channel is above its alpha are brought back to it: the renderer counts on it.
pub(crate) fn pixmap_paint(surface: &Surface, alpha: f32) -> PaintType {
    let mut bytes = surface.bytes().to_vec();
    for pixel in bytes.as_chunks_mut::<4>().0 {
        let alpha = pixel[3];
        *pixel = pixel.map(|channel| channel.min(alpha));
    }
    let metadata = PixelMetadata::new(ImageAlphaType::AlphaPremultiplied, true);
    let (width, height) = (surface.width() as u16, surface.height() as u16);
    let pixmap = Pixmap::from_parts(bytes, width, height, metadata);
    let quality = ImageQuality::Low;
    let sampler = ImageSampler { x_extend: Extend::Pad, y_extend: Extend::Pad, quality, alpha };
    PaintType::Image(ImageBrush { image: ImageSource::Pixmap(Arc::new(pixmap)), sampler })
}

impl Deref for Image {
    type Target = Surface;

    fn deref(&self) -> &Surface {
        &self.0.surface
    }
}

impl From<Surface> for Image {
    fn from(surface: Surface) -> Self {
        Self::new(surface)
    }
}

/// Equal when the pixels are.
impl PartialEq for Image {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || self.surface() == other.surface()
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({}×{})", self.width(), self.height())
    }
}

/// A picture as paint: its top left corner lies at the origin of the drawing unless `transform` moves
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct BitmapPaint {
    /// The picture.
    pub image: Image,
    /// From picture pixels to the coordinates of the drawing.
    pub transform: Affine2,
    /// Whether it repeats beyond its edges; otherwise its border pixels extend.
    pub repeat: bool,
    /// How it is read when turned or scaled.
    pub sampling: Sampling,
}

impl BitmapPaint {
    /// The classic defaults: natural size at the origin, repeated, not smoothed.
    pub fn new(image: &Image) -> Self {
        let transform = Affine2::IDENTITY;
        Self { image: image.clone(), transform, repeat: true, sampling: Sampling::Nearest }
    }

    /// Stretched over a box in the coordinates of the drawing, such as the bounds of what it fills: wherever that lies, the whole picture is in
    /// it. Smooth, not repeated. A box without width or height shows nothing.
    pub fn fitted(image: &Image, bounds: Aabb) -> Self {
        let size = Vec2::new(image.width() as f32, image.height() as f32);
        let mut transform = Affine2::from_scale(bounds.size() / size);
        transform.translation = bounds.min;
        Self { image: image.clone(), transform, repeat: false, sampling: Sampling::Bilinear }
    }

    /// Moves, turns or scales it.
    pub fn with_transform(self, transform: Affine2) -> Self {
        Self { transform, ..self }
    }

    /// Chooses how it is read when turned or scaled.
    pub fn with_sampling(self, sampling: Sampling) -> Self {
        Self { sampling, ..self }
    }

    /// Chooses whether it repeats beyond its edges.
    pub fn with_repeat(self, repeat: bool) -> Self {
        Self { repeat, ..self }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.image.fits_renderer() && self.transform.checked_inverse().is_some()
    }

    pub(crate) fn encode(&self, alpha: f32) -> (PaintType, kurbo::Affine) {
        let extend = if self.repeat { Extend::Repeat } else { Extend::Pad };
        let quality = match self.sampling {
            Sampling::Bilinear => ImageQuality::Medium,
            Sampling::Nearest => ImageQuality::Low,
        };
        let sampler = ImageSampler { x_extend: extend, y_extend: extend, quality, alpha };
        let image = ImageSource::Pixmap(self.image.pixmap().clone());
        (PaintType::Image(ImageBrush { image, sampler }), affine(self.transform))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Path, Renderer};
    use motile_geom::vec2;
    use motile_pixels::Color;

    #[test]
    fn w8_21_a_fitted_picture_is_all_inside_the_shape_wherever_that_lies() {
        let mut halves = Surface::filled(8, 4, Color::RED).unwrap();
        for (x, y) in (4..8).flat_map(|x| (0..4).map(move |y| (x, y))) {
            halves.set(x, y, Color::BLUE);
        }
        let image = Image::new(halves);
        let area = Aabb::new(vec2(37.0, 21.0), vec2(97.0, 81.0));
        let mut surface = Surface::opaque(120, 100, Color::WHITE).unwrap();
        let mut renderer = Renderer::new();
        let mut canvas = renderer.begin(&mut surface).unwrap();
        canvas.fill(&Path::rect(area), BitmapPaint::fitted(&image, area));
        canvas.finish();
        for (x, color) in [(38, Color::RED), (60, Color::RED), (74, Color::BLUE), (96, Color::BLUE)]
        {
            assert_eq!(surface.get(x, 50), Some(color), "{x}");
        }
        assert_eq!(surface.get(36, 50), Some(Color::WHITE));
        assert!(!BitmapPaint::fitted(&image, Aabb::new(Vec2::ZERO, vec2(5.0, 0.0))).is_valid());
    }
}
