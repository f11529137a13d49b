//! The immediate drawing surface.

mod batch;
mod crisp;
mod direct;
mod far;
mod images;
mod layers;
mod raster;
mod shade;
mod surface_ext;
mod threads;
mod tiles;
mod triangle_fill;
mod triangles;

pub use layers::Layer;
pub use surface_ext::SurfaceExt;

use crate::paint::{Paint, Stroke};
use crate::path::{FillRule, Path, affine};
use batch::{Batch, Clip, Op, Recorded};
use core::fmt;
use crisp::CenterSampler;
use kurbo::{PathEl, StrokeCtx};
use layers::OpenLayer;
use motile_geom::{Aabb, Affine2, IRect, Vec2};
use motile_pixels::Surface;
use threads::Threads;
use triangles::TriangleMemory;
use vello_cpu::{Level, RenderContext, RenderSettings, Resources};

/// Why a canvas could not be made or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CanvasError {
    /// A side of the surface is over 65,535 pixels.
    TooLarge {
        /// Width of the surface.
        width: u32,
        /// Height of the surface.
        height: u32,
    },
}

impl fmt::Display for CanvasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height } => write!(
                f,
                "a canvas draws on at most 65535×65535 pixels, the surface has {width}×{height}"
            ),
        }
    }
}

impl core::error::Error for CanvasError {}

/// What a canvas did, for tuning and for tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawReport {
    /// Shapes drawn by the vector renderer.
    pub shapes: u32,
    /// Pictures drawn by the blitter.
    pub blits: u32,
    /// Triangles drawn by the rasterizer.
    pub triangles: u32,
    /// Passes of the vector renderer over a part of the target. Few are fast.
    pub passes: u32,
    /// Those of them that several threads shared; see [`Renderer::set_threads`].
    pub shared: u32,
    /// Things left out because they lie outside the target or the clip.
    pub culled: u32,
    /// Things left out because a number was not finite or a paint, stroke or transform unusable.
    pub refused: u32,
}

/// The memory a [`Canvas`] draws with. Keep one and start a canvas from it every frame: after a few
/// frames drawing allocates next to nothing.
#[doc(alias = "rasterizer")]
pub struct Renderer {
    context: RenderContext,
    threads: Threads,
    resources: Resources,
    batch: Batch,
    spare: Vec<Batch>,
    surfaces: Vec<Surface>,
    stroke: StrokeCtx,
    sampler: CenterSampler,
    /// An outline while it is drawn at once.
    outline: Vec<PathEl>,
    clips: Vec<Clip>,
    clip_elements: Vec<PathEl>,
    layers: Vec<OpenLayer>,
    triangles: TriangleMemory,
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Renderer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Renderer").finish_non_exhaustive()
    }
}

impl Renderer {
    /// A renderer with empty buffers.
    ///
    /// It uses the widest instructions that round like all others, so that pictures are the same, bit
    /// for bit, on x86 and in the browser.
    pub fn new() -> Self {
        Self::with_level(exact_level())
    }

    /// A renderer with the widest instructions of the machine. Where multiply and add are fused into
    /// one instruction, edges may differ from other machines by 1 in 255.
    pub fn fastest() -> Self {
        Self::with_level(Level::try_detect().unwrap_or(Level::baseline()))
    }

    fn with_level(level: Level) -> Self {
        let settings = RenderSettings { level, num_threads: 0 };
        Self {
            context: RenderContext::new_with(1, 1, settings),
            threads: Threads::new(level),
            resources: Resources::new(),
            batch: Batch::default(),
            spare: Vec::new(),
            surfaces: Vec::new(),
            stroke: StrokeCtx::default(),
            sampler: CenterSampler::default(),
            outline: Vec::new(),
            clips: Vec::new(),
            clip_elements: Vec::new(),
            layers: Vec::new(),
            triangles: TriangleMemory::default(),
        }
    }

    /// Starts drawing on a surface, over what is there.
    ///
    /// # Errors
    /// [`CanvasError::TooLarge`] for a side over 65,535 pixels.
    pub fn begin<'a>(&'a mut self, target: &'a mut Surface) -> Result<Canvas<'a>, CanvasError> {
        let (width, height) = (target.width(), target.height());
        if !fits_renderer(target.bounds()) {
            return Err(CanvasError::TooLarge { width, height });
        }
        self.layers.clear();
        self.clips.clear();
        self.clip_elements.clear();
        self.batch.reset(target.bounds());
        Ok(Canvas {
            area: target.bounds(),
            renderer: self,
            target,
            transform: Affine2::IDENTITY,
            alpha: 1.0,
            antialias: true,
            between: 1.0,
            report: DrawReport::default(),
            left_out: false,
            scale: 1.0,
        })
    }
}

/// The widest instructions without fused multiply-add. ARM's always fuse: pictures made there may
/// differ from others by 1 in 255 at edges.
fn exact_level() -> Level {
    let level = Level::try_detect().unwrap_or(Level::baseline());
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(token) = level.as_sse4_2() {
        return Level::Sse4_2(token);
    }
    level
}

/// Whether the vector renderer can draw on these pixels: no side over 65,535.
fn fits_renderer(area: IRect) -> bool {
    u16::try_from(area.width.max(area.height)).is_ok()
}

/// Draws shapes, pictures and text on a [`Surface`] in paint order: the immediate drawing surface, usable without a stage.
///
/// Coordinates are pixels of the surface, y down, mapped by [`Canvas::transformed`]. Nothing is
/// promised to be on the surface before [`Canvas::finish`] or the end of the canvas: shapes are
/// collected and drawn together.
///
/// ```
/// use motile_geom::vec2;
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Path, Renderer, Stroke};
///
/// let mut surface = Surface::opaque(100, 100, Color::WHITE)?;
/// let mut renderer = Renderer::new();
/// let mut canvas = renderer.begin(&mut surface)?;
/// canvas.fill(&Path::circle(vec2(50.0, 50.0), 30.0), Color::RED);
/// canvas.stroke(&Path::line(vec2(0.0, 90.5), vec2(100.0, 90.5)), &Stroke::HAIRLINE, Color::BLUE);
/// canvas.finish();
/// assert_eq!(surface.get(50, 50), Some(Color::RED));
/// assert_eq!(surface.get(50, 90), Some(Color::BLUE));
/// assert_eq!(surface.get(5, 5), Some(Color::WHITE));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Limits
///
/// - A path, paint, stroke or transform with a number that is NaN or infinite draws nothing and is
///   counted in [`DrawReport::refused`].
/// - Coordinates beyond ±100,000 pixels are cut off there, which changes nothing on the surface.
/// - The same calls give the same pixels. Drawn in another grouping (through a layer, a raster, or
///   split by pictures in between) edges may differ by 1 in 255.
#[doc(alias = "graphics context")]
#[doc(alias = "immediate mode")]
pub struct Canvas<'a> {
    renderer: &'a mut Renderer,
    target: &'a mut Surface,
    /// The part of the device that the innermost layer covers.
    area: IRect,
    transform: Affine2,
    alpha: f32,
    antialias: bool,
    between: f32,
    report: DrawReport,
    /// Whether it was handed to somebody who has nothing to draw and never will.
    left_out: bool,
    /// Pixels of the surface a unit at the beginning.
    scale: f32,
}

impl fmt::Debug for Canvas<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canvas")
            .field("target", &self.target)
            .field("transform", &self.transform)
            .field("report", &self.report)
            .finish_non_exhaustive()
    }
}

impl Canvas<'_> {
    /// Width of the surface in pixels; in a sketch, of the stage, at however many pixels of the display it is drawn.
    pub fn width(&self) -> u32 {
        (self.target.width() as f32 / self.scale).round() as u32
    }

    /// Height of the surface in pixels; in a sketch, of the stage.
    pub fn height(&self) -> u32 {
        (self.target.height() as f32 / self.scale).round() as u32
    }

    /// Draws this many pixels a unit from here on. Called before anything is drawn.
    pub(crate) fn set_scale(&mut self, scale: f32) {
        self.scale = scale;
        self.transform = Affine2::from_scale(Vec2::splat(scale));
    }

    /// The transform from drawing coordinates to pixels.
    pub fn transform(&self) -> Affine2 {
        self.transform
    }

    /// Says that nothing is drawn here, now or later: a sketch without drawing of its own.
    pub(crate) const fn leave_out(&mut self) {
        self.left_out = true;
    }

    /// Whether [`Canvas::leave_out`] was called.
    pub(crate) const fn is_left_out(&self) -> bool {
        self.left_out
    }

    /// Replaces the transform, also what a scope around it set.
    pub(crate) const fn set_transform(&mut self, transform: Affine2) {
        self.transform = transform;
    }

    /// Draws inside `draw` in coordinates that `local` maps to the present ones. Transforms within each
    /// other compose; afterwards transform, alpha and smoothing of edges are as before.
    ///
    /// ```
    /// use motile_geom::{Affine2, vec2};
    /// use motile_pixels::{Color, Surface};
    /// use motile_stage::{Path, Renderer};
    /// let mut surface = Surface::opaque(40, 40, Color::WHITE)?;
    /// let mut renderer = Renderer::new();
    /// let mut canvas = renderer.begin(&mut surface)?;
    /// canvas.transformed(Affine2::from_translation(vec2(30.0, 30.0)), |canvas| {
    ///     canvas.fill(&Path::circle(vec2(0.0, 0.0), 5.0), Color::RED);
    /// });
    /// canvas.finish();
    /// assert_eq!(surface.get(30, 30), Some(Color::RED));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "push_transform")]
    pub fn transformed<R>(&mut self, local: Affine2, draw: impl FnOnce(&mut Self) -> R) -> R {
        self.scope(|canvas| {
            canvas.transform *= local;
            draw(canvas)
        })
    }

    /// Draws, then returns to the transform, alpha and smoothing of edges in force now.
    pub(crate) fn scope<R>(&mut self, draw: impl FnOnce(&mut Self) -> R) -> R {
        let outer = (self.transform, self.alpha, self.antialias);
        let result = draw(self);
        (self.transform, self.alpha, self.antialias) = outer;
        result
    }

    /// The factor on the alpha of everything drawn, 1 at the start.
    pub fn alpha(&self) -> f32 {
        self.alpha
    }

    /// Sets the factor on the alpha of everything drawn, 0…1. Overlapping shapes show through each
    /// other; to fade a group as one picture use a [`Layer`].
    pub fn set_alpha(&mut self, alpha: f32) {
        self.alpha = if alpha.is_nan() { 0.0 } else { alpha.clamp(0.0, 1.0) };
    }

    /// Turns smooth edges on or off. Without them a pixel is painted in full when its center lies inside: on an upper
    /// or left edge it does, on a lower or right edge it does not, so shapes that share an edge share no pixel and
    /// leave none out.
    #[doc(alias = "aliasing")]
    #[doc(alias = "pixel art")]
    #[doc(alias = "top-left rule")]
    pub fn set_antialias(&mut self, antialias: bool) {
        self.antialias = antialias;
    }

    /// How far between the last two ticks the picture lies, 0…1, when a stage is painted: what moves by itself
    /// inside a [`Drawable`](crate::Drawable) is drawn at `previous + (current − previous) · between`. 1 on any other canvas.
    pub const fn between(&self) -> f32 {
        self.between
    }

    pub(crate) const fn set_between(&mut self, between: f32) {
        self.between = between;
    }

    /// Fills a path by the even-odd rule.
    pub fn fill(&mut self, path: &Path, paint: impl Into<Paint>) {
        self.fill_by(path, FillRule::EvenOdd, paint);
    }

    /// Fills a path. Open sub-paths count as closed.
    pub fn fill_by(&mut self, path: &Path, rule: FillRule, paint: impl Into<Paint>) {
        let recorded = self.renderer.batch.record(path.bez(), affine(self.transform));
        self.draw(recorded, rule, &paint.into());
    }

    /// Fills an upright box.
    pub fn fill_rect(&mut self, rect: Aabb, paint: impl Into<Paint>) {
        let recorded = self.renderer.batch.record_box(rect, affine(self.transform));
        self.draw(recorded, FillRule::NonZero, &paint.into());
    }

    /// Draws a line along a path. Where the line crosses itself it covers once.
    pub fn stroke(&mut self, path: &Path, stroke: &Stroke, paint: impl Into<Paint>) {
        if !batch::may_show(path.bez(), affine(self.transform), stroke, self.visible()) {
            self.report.culled += 1;
            return;
        }
        let Renderer { batch, stroke: context, .. } = &mut *self.renderer;
        let outline = stroke.expand(path.bez(), affine(self.transform), context);
        let recorded = match outline {
            Some(to_device) => batch.record(context.output(), to_device),
            None if stroke.is_valid() && path.is_finite() && self.transform.is_finite() => {
                Recorded::NOTHING
            }
            None => Recorded::REFUSED,
        };
        self.draw(recorded, FillRule::NonZero, &paint.into());
    }

    /// Draws one straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, stroke: &Stroke, paint: impl Into<Paint>) {
        self.stroke(&Path::line(from, to), stroke, paint);
    }

    /// Confines what `draw` draws to the inside of a path, by the even-odd rule. Clips within each other
    /// add up. A path that is not finite lets nothing through. Transform, alpha and smoothing of edges are
    /// as before afterwards.
    #[doc(alias = "push_clip")]
    pub fn clip<R>(&mut self, path: &Path, draw: impl FnOnce(&mut Self) -> R) -> R {
        self.clip_by(path, FillRule::EvenOdd, draw)
    }

    /// Confines what `draw` draws to the inside of a path by a rule of choice; see [`Canvas::clip`].
    pub fn clip_by<R>(
        &mut self,
        path: &Path,
        rule: FillRule,
        draw: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let within = self.area;
        let Renderer { clips, clip_elements, sampler, .. } = &mut *self.renderer;
        let outside = clips.len();
        let mut recorded = batch::record(path.bez(), affine(self.transform), clip_elements);
        if !self.antialias {
            recorded = recorded.snapped(clip_elements, rule, within, sampler);
        }
        clips.push(Clip::new(recorded, rule, clips.last()));
        let result = self.scope(draw);
        // Shapes already collected may still need the clip's elements: those stay until the next begin.
        self.renderer.clips.truncate(outside);
        result
    }

    /// Confines what `draw` draws to an upright box; see [`Canvas::clip`].
    pub fn clip_rect<R>(&mut self, rect: Aabb, draw: impl FnOnce(&mut Self) -> R) -> R {
        self.clip_by(&Path::from(rect), FillRule::NonZero, draw)
    }

    /// The pixels that drawing can reach: the surface, cut by layers and clips.
    pub fn visible(&self) -> IRect {
        self.renderer.clips.last().map_or(self.area, |clip| clip.bounds.intersect(self.area))
    }

    /// What was done so far.
    pub fn report(&self) -> DrawReport {
        self.report
    }

    /// Draws everything collected so far onto the surface or the open layer.
    pub fn flush(&mut self) {
        let renderer = &mut *self.renderer;
        let target = match renderer.layers.last_mut() {
            Some(layer) => match &mut layer.surface {
                Some(surface) => surface,
                None => return renderer.batch.reset(IRect::EMPTY),
            },
            None => &mut *self.target,
        };
        if renderer.threads.flush(&mut renderer.batch, target, self.area, &renderer.clip_elements) {
            self.report.passes += 1;
            self.report.shared += 1;
            return;
        }
        let passes = renderer.batch.flush(
            target,
            self.area,
            &renderer.clip_elements,
            &mut renderer.context,
            &mut renderer.resources,
        );
        self.report.passes += passes;
    }

    /// Ends drawing: closes open layers, puts everything on the surface and tells what was done.
    /// Dropping the canvas does the same.
    pub fn finish(mut self) -> DrawReport {
        self.end();
        self.report
    }

    fn end(&mut self) {
        while self.pop_layer() {}
        self.flush();
    }

    /// Takes over the elements recorded last as one shape.
    fn draw(&mut self, recorded: Recorded, rule: FillRule, paint: &Paint) {
        let visible = self.visible();
        let batch = &mut self.renderer.batch;
        let usable = recorded.is_usable() && paint.is_valid() && self.transform.is_finite();
        if !usable {
            self.report.refused += 1;
            return batch.discard(&recorded);
        }
        let bounds = recorded.bounds.intersect(visible);
        if bounds.is_empty() || self.alpha == 0.0 || paint.is_invisible() {
            self.report.culled += u32::from(!recorded.is_nothing());
            return batch.discard(&recorded);
        }
        if let Paint::Solid(color) = *paint
            && self.goes_at_once(&recorded, bounds)
        {
            return self.fill_at_once(&recorded, rule, color, bounds);
        }
        let recorded = self.snapped(recorded, rule, bounds);
        let encoded = self.encode(paint, bounds);
        let batch = &mut self.renderer.batch;
        let followed = encoded.filter(|(paint, place)| batch::can_follow(paint, *place, bounds));
        let Some((paint, paint_transform)) = followed else {
            self.report.refused += 1;
            return batch.discard(&recorded);
        };
        let op = Op {
            range: recorded.range,
            bounds,
            upright: recorded.upright,
            rule,
            paint,
            paint_transform,
            tint: None,
        };
        batch.push(op, &self.renderer.clips);
        self.report.shapes += 1;
    }
}

impl Canvas<'_> {
    /// What was recorded last, as whole pixels when edges are not smooth.
    fn snapped(&mut self, recorded: Recorded, rule: FillRule, within: IRect) -> Recorded {
        if self.antialias {
            return recorded;
        }
        let Renderer { batch, sampler, .. } = &mut *self.renderer;
        batch.snap(recorded, rule, within, sampler)
    }
}

impl Drop for Canvas<'_> {
    fn drop(&mut self) {
        self.end();
    }
}
