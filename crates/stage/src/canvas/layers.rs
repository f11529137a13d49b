//! Groups drawn on a surface of their own and put down as one picture.

use super::Canvas;
use motile_geom::{Aabb, Affine2, Affine2Ext, IRect, vec2};
use motile_pixels::{BlendMode, Blit, Surface};

/// How a group meets what is below it.
///
/// ```
/// use motile_pixels::BlendMode;
/// use motile_stage::Layer;
/// let shade = Layer { blend: BlendMode::Multiply, alpha: 0.5, ..Layer::default() };
/// assert!(shade.bounds.is_none());
/// ```
#[doc(alias = "blend mode")]
#[doc(alias = "compositing")]
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How its pixels mix with those below.
    pub blend: BlendMode,
    /// Factor on its alpha as a whole, 0…1.
    pub alpha: f32,
    /// A box in drawing coordinates outside of which nothing will be drawn: a small layer is a fast
    /// layer. All that is visible when `None`.
    pub bounds: Option<Aabb>,
}

impl Default for Layer {
    fn default() -> Self {
        Self { blend: BlendMode::Normal, alpha: 1.0, bounds: None }
    }
}

impl Layer {
    /// A mask for the layer around it: what was drawn there before stays only where this one is
    /// painted, weighted by its alpha. Its color does not matter.
    pub const MASK: Self = Self { blend: BlendMode::Alpha, alpha: 1.0, bounds: None };

    /// A group of this alpha.
    pub fn fade(alpha: f32) -> Self {
        Self { alpha, ..Self::default() }
    }

    /// A group with this blend mode.
    pub fn blend(blend: BlendMode) -> Self {
        Self { blend, ..Self::default() }
    }

    /// Confines the group to a box of drawing coordinates.
    pub fn with_bounds(self, bounds: Aabb) -> Self {
        Self { bounds: Some(bounds), ..self }
    }
}

/// A layer being drawn.
pub(super) struct OpenLayer {
    /// Its pixels; `None` when it covers none.
    pub(super) surface: Option<Surface>,
    layer: Layer,
    /// What was in force around it.
    outer_area: IRect,
    transform: Affine2,
    alpha: f32,
    clips: usize,
}

/// Most layer surfaces kept for the next frame.
const MAX_KEPT: usize = 8;

/// The longest side of a layer that is drawn also where it does not show, in pixels.
const MAX_WHOLE: u32 = 4096;

impl Canvas<'_> {
    /// Draws what `draw` draws on a transparent surface of its own, then puts that down as one picture.
    /// Transform, alpha and smoothing of edges are as before afterwards.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{Layer, Path, Renderer};
    /// let mut surface = Surface::opaque(40, 40, Color::WHITE)?;
    /// let mut renderer = Renderer::new();
    /// let mut canvas = renderer.begin(&mut surface)?;
    /// canvas.layer(Layer::fade(0.5), |canvas| {
    ///     canvas.fill(&Path::circle(vec2(15.0, 20.0), 10.0), Color::BLACK);
    ///     canvas.fill(&Path::circle(vec2(25.0, 20.0), 10.0), Color::BLACK);
    /// });
    /// canvas.finish();
    /// assert_eq!(surface.get(20, 20), surface.get(10, 20), "the discs do not show through each other");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "group")]
    #[doc(alias = "push_layer")]
    pub fn layer<R>(&mut self, layer: Layer, draw: impl FnOnce(&mut Self) -> R) -> R {
        let antialias = self.antialias;
        self.push_layer(layer);
        let result = draw(self);
        self.pop_layer();
        self.antialias = antialias;
        result
    }

    /// Draws what follows on a transparent surface of its own, until [`Canvas::pop_layer`].
    pub(crate) fn push_layer(&mut self, layer: Layer) {
        self.flush();
        let wanted = match layer.bounds {
            Some(bounds) => device_pixels(bounds, self.transform),
            None => self.area,
        };
        // A mask decides over all of the layer around it, also where nothing is painted.
        let reach = if layer.blend.acts_on_empty() { self.area } else { self.visible() };
        // A rule that looks around, or counts from the corner of the drawing, sees all of it, within reason.
        let whole = layer.blend.needs_area() && wanted.width.max(wanted.height) <= MAX_WHOLE;
        let area = if whole && !wanted.intersect(reach).is_empty() {
            wanted
        } else {
            wanted.intersect(reach)
        };
        // An empty area has no surface. Drawing goes on all the same, so that every push has its pop, and is lost.
        let surface = self.renderer.take_surface(area);
        let area = if surface.is_some() { area } else { IRect::EMPTY };
        self.renderer.layers.push(OpenLayer {
            surface,
            layer,
            outer_area: self.area,
            transform: self.transform,
            alpha: self.alpha,
            clips: self.renderer.clips.len(),
        });
        self.alpha = 1.0;
        self.area = area;
        self.renderer.batch.reset(area);
    }

    /// Puts the innermost layer down. Transform, alpha and clips are again those of its push. Returns
    /// whether there was one.
    pub(crate) fn pop_layer(&mut self) -> bool {
        self.flush();
        let Some(open) = self.renderer.layers.pop() else { return false };
        let area = self.area;
        self.renderer.clips.truncate(open.clips);
        (self.area, self.transform, self.alpha) = (open.outer_area, open.transform, open.alpha);
        self.renderer.batch.reset(self.area);
        if let Some(surface) = open.surface {
            // Blits round alpha to 8 bits; both factors are multiplied first, so that it is rounded once.
            let fade = (open.layer.alpha.clamp(0.0, 1.0) * open.alpha * 255.0).round() as u8;
            let blit = Blit::default().with_blend(open.layer.blend).with_alpha(fade);
            let (x, y) = (area.x - self.area.x, area.y - self.area.y);
            if let Some(target) = self.current_surface() {
                target.blit_with(&surface, x, y, &blit);
                self.report.blits += 1;
            }
            self.renderer.keep_surface(surface);
        }
        true
    }

    /// The surface that is drawn on now; its top left pixel is the origin of `self.area`.
    pub(super) fn current_surface(&mut self) -> Option<&mut Surface> {
        match self.renderer.layers.last_mut() {
            Some(layer) => layer.surface.as_mut(),
            None => Some(&mut *self.target),
        }
    }
}

impl super::Renderer {
    /// A transparent surface of the size of `area`, from the store if there is one.
    pub(super) fn take_surface(&mut self, area: IRect) -> Option<Surface> {
        // Only the same size: a stage draws the same layers frame after frame, and cutting a larger surface would cost
        // the blitter its straight rows.
        let fits = |s: &Surface| s.width() == area.width && s.height() == area.height;
        if let Some(index) = self.surfaces.iter().position(fits) {
            let mut surface = self.surfaces.swap_remove(index);
            surface.clear();
            return Some(surface);
        }
        Surface::new(area.width, area.height).ok()
    }

    pub(super) fn keep_surface(&mut self, surface: Surface) {
        if self.surfaces.len() == MAX_KEPT {
            // The oldest: layers that are pushed every frame come back before their turn.
            self.surfaces.remove(0);
        }
        self.surfaces.push(surface);
    }
}

/// The pixels that a box of drawing coordinates touches, at most those within ±2³⁰.
pub(super) fn device_pixels(bounds: Aabb, transform: Affine2) -> IRect {
    const END: f32 = 1_073_741_824.0;
    let device = transform.transform_aabb(bounds);
    if !device.is_valid() {
        return IRect::EMPTY;
    }
    let min = device.min.floor().clamp(vec2(-END, -END), vec2(END, END)).as_ivec2();
    let max = device.max.ceil().clamp(vec2(-END, -END), vec2(END, END)).as_ivec2();
    IRect::new(min.x, min.y, max.x.abs_diff(min.x), max.y.abs_diff(min.y))
}
