//! Paints a stage in paint order.

use super::{
    contents::{
        draw_bitmap, draw_custom, draw_drawing, draw_sprite, faded, in_layer, push_layer, touches,
        within_reach,
    },
    kept::{KeptGroups, Looks},
    shapes::{self, ShapeCache},
};
use crate::{Canvas, Content, DrawReport, Layer, NodeId, Renderer, Shape, Stage, display::ROOT};
use core::fmt;
use motile_geom::{Aabb, Affine2, IRect, IVec2, Vec2, ivec2, vec2};
use motile_pixels::{BlendMode, Blit, Sampling, Surface, apply_all};

/// Draws stages, and keeps what need not be drawn again: rasters of small shapes and scaled pictures, pictures of cached
/// groups and all buffers. Keep one for as long as a stage is shown.
///
/// Upright pictures and small shapes seen before are copied; everything else is collected and drawn
/// by the vector renderer in as few passes as the paint order allows. Groups with a blend mode, an
/// alpha, a mask or filters are drawn on a layer of their own size.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_stage::{Painter, Shape, Stage};
/// let mut stage = Stage::new(40, 40)?;
/// stage.add(Shape::rect(10.0, 10.0).fill(Color::BLUE).at(20.0, 20.0));
/// let mut surface = Surface::opaque(40, 40, Color::BLACK)?;
/// Painter::default().paint(&stage, &mut surface);
/// assert_eq!(surface.get(20, 20), Some(Color::BLUE));
/// assert_eq!(surface.get(2, 2), Some(Color::WHITE), "the stage's background");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "dirty")]
#[doc(alias = "cache as bitmap")]
#[derive(Default)]
pub struct Painter {
    renderer: Renderer,
    shapes: ShapeCache,
    kept: KeptGroups,
    walks: Vec<Vec<Step>>,
    /// How many pictures in pictures are being drawn.
    depth: u32,
    /// Masks of masks are not followed, so that masks that need each other come to an end.
    in_mask: bool,
    hooks: bool,
    /// Content of one's own painted last time, and its revision then.
    customs: Vec<(NodeId, u64)>,
    report: DrawReport,
    scale: RenderScale,
    /// From the stage to the pixels of what is drawn now: the surface, or a picture that is kept.
    to_device: Affine2,
}

/// Pixels of the surface a pixel of the stage.
#[derive(Clone, Copy)]
struct RenderScale(f32);

impl Default for RenderScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// Deepest nesting of filters and cached groups; what lies deeper is drawn without them.
const MAX_DEPTH: u32 = 32;

/// A node whose children are being painted.
struct Step {
    id: NodeId,
    next: u32,
    transform: Affine2,
    /// What is to be done after its last child.
    end: End,
}

enum End {
    Nothing,
    PopLayer,
    /// Cut the open layer by this mask, then pop it.
    Mask(NodeId),
}

impl Painter {
    /// Paints a stage on a surface, from the background up.
    pub fn paint(&mut self, stage: &Stage, surface: &mut Surface) {
        let nothing = |_: &Stage, canvas: &mut Canvas<'_>| canvas.leave_out();
        self.paint_with(stage, 1.0, surface, nothing, nothing);
    }

    /// Paints this many pixels of the surface for a pixel of the stage, along each axis: 2 on a display that is twice
    /// as fine. Text and shapes are as sharp as the surface; filters work in pixels of the stage, as at scale 1, and
    /// their result is enlarged. What is not above 0 and finite counts as 1.
    #[doc(alias = "device pixel ratio")]
    pub fn set_scale(&mut self, scale: f32) {
        self.scale = RenderScale(if scale.is_finite() && scale > 0.0 { scale } else { 1.0 });
    }

    /// Lets this many threads share what takes long to draw, with the same bits; see [`Renderer::set_threads`].
    pub fn set_threads(&mut self, count: usize) {
        self.renderer.set_threads(count);
    }

    /// Paints a stage between its last two ticks (`alpha` 0…1), with something drawn below and
    /// something on top of its nodes.
    pub fn paint_with(
        &mut self,
        stage: &Stage,
        alpha: f32,
        surface: &mut Surface,
        under: impl FnOnce(&Stage, &mut Canvas<'_>),
        over: impl FnOnce(&Stage, &mut Canvas<'_>),
    ) {
        surface.fill(stage.background);
        self.shapes.begin_frame();
        self.kept.begin_frame();
        self.customs.clear();
        let mut renderer = core::mem::take(&mut self.renderer);
        let mut hooks = false;
        let scale = self.scale.0;
        self.to_device = Affine2::from_scale(Vec2::splat(scale));
        with_canvas(&mut renderer, surface, |canvas| {
            canvas.set_scale(scale);
            under(stage, canvas);
            hooks |= !canvas.is_left_out();
        });
        let nodes = with_canvas(&mut renderer, surface, |canvas| {
            canvas.set_between(alpha);
            self.paint_tree(stage, ROOT, self.to_device, alpha, canvas);
        });
        with_canvas(&mut renderer, surface, |canvas| {
            canvas.set_scale(scale);
            over(stage, canvas);
            hooks |= !canvas.is_left_out();
        });
        self.renderer = renderer;
        self.hooks = hooks;
        self.report = nodes;
    }

    /// What painting the nodes took last time.
    pub const fn report(&self) -> DrawReport {
        self.report
    }

    /// Whether the picture may look different now although the stage did not change: a sketch draws by hand below or
    /// on top of the nodes, or content of one's own changed inside.
    pub(crate) fn is_stale(&self, stage: &Stage) -> bool {
        let changed = |&(id, revision): &(NodeId, u64)| match stage.get(id).map(|n| &n.content) {
            Ok(Content::Custom(custom)) => custom.revision() != revision,
            _ => true,
        };
        self.hooks || self.customs.iter().any(changed)
    }

    /// Paints a node and everything below it; `outer` maps its parent's coordinates to the device.
    fn paint_tree(
        &mut self,
        stage: &Stage,
        top: NodeId,
        outer: Affine2,
        alpha: f32,
        canvas: &mut Canvas<'_>,
    ) {
        let mut walk = self.walks.pop().unwrap_or_default();
        self.enter(stage, top, outer, alpha, canvas, &mut walk);
        // A list of steps instead of recursion: trees may be deeper than the stack.
        while let Some(step) = walk.last() {
            let (transform, first) = (step.transform, step.next as usize);
            let children = &stage.slots[step.id].children;
            // Most children have none of their own: they are painted here in a row, without looking at the list again.
            let depth = walk.len();
            let mut painted = first;
            while painted < children.len() && walk.len() == depth {
                self.enter(stage, children[painted], transform, alpha, canvas, &mut walk);
                painted += 1;
            }
            if walk.len() > depth {
                walk[depth - 1].next = painted as u32;
            } else if let Some(step) = walk.pop() {
                self.leave(stage, &step.end, alpha, canvas);
            }
        }
        self.walks.push(walk);
    }

    /// Paints a node's own content and gets ready for its children.
    #[inline]
    fn enter(
        &mut self,
        stage: &Stage,
        id: NodeId,
        outer: Affine2,
        alpha: f32,
        canvas: &mut Canvas<'_>,
        walk: &mut Vec<Step>,
    ) {
        let slot = &stage.slots[id];
        let node = &slot.node;
        let opacity = node.opacity();
        if !node.visible || opacity == 0.0 {
            return;
        }
        let transform = outer * stage.pose_of(slot, alpha).transform(node.skew);
        if !transform.is_finite() {
            return;
        }
        if let Content::Custom(custom) = &node.content {
            self.customs.push((id, custom.revision()));
        }
        let deep = self.depth >= MAX_DEPTH;
        let keep = (node.cached || !node.filters.is_empty()) && !deep;
        let mask = node.mask.filter(|&mask| !self.in_mask && stage.contains(mask));
        // Without children nothing of its own can overlap, so alpha and blend mode go straight to the content: no layer,
        // which would be a surface, a pass and a blit more. That is the way of nearly all nodes.
        let alone = keep || slot.children.is_empty();
        if mask.is_none() && alone {
            if keep {
                self.kept(stage, id, transform, alpha, (opacity, &node.blend), canvas);
            } else {
                self.content(&node.content, transform, opacity, &node.blend, canvas);
            }
            return;
        }
        let mut end = End::Nothing;
        if mask.is_some() || opacity < 1.0 || node.blend != BlendMode::Normal {
            let bounds = self.layer_bounds(stage, (id, transform), mask, alpha);
            if bounds.is_empty() {
                return;
            }
            push_layer(canvas, &node.blend, opacity, bounds);
            end = mask.map_or(End::PopLayer, End::Mask);
        }
        if keep {
            self.kept(stage, id, transform, alpha, (1.0, &BlendMode::Normal), canvas);
            return self.leave(stage, &end, alpha, canvas);
        }
        self.content(&node.content, transform, 1.0, &BlendMode::Normal, canvas);
        walk.push(Step { id, next: 0, transform, end });
    }

    /// The box on the device of the layer that a node is drawn on.
    fn layer_bounds(
        &self,
        stage: &Stage,
        (id, transform): (NodeId, Affine2),
        mask: Option<NodeId>,
        alpha: f32,
    ) -> Aabb {
        let (node, scale) = (&stage.slots[id].node, self.scale.0);
        let whole = stage.device_bounds(id, transform, alpha, scale);
        let whole = whole.grown(node.filter_margin() * scale);
        // Nothing shows beside the mask, and what is not drawn costs nothing: masks are often a small part of a large
        // picture. A blend mode that acts where nothing is painted acts there too.
        match mask.and_then(|mask| Some((mask, self.mask_place(stage, mask, alpha)?))) {
            Some((mask, place)) if !node.blend.acts_on_empty() => {
                whole.intersect(stage.device_bounds(mask, place, alpha, scale).grown(1.0))
            }
            _ => whole,
        }
    }

    /// From a mask's own coordinates to the device.
    fn mask_place(&self, stage: &Stage, mask: NodeId, alpha: f32) -> Option<Affine2> {
        Some(self.to_device * stage.global_transform_at(mask, alpha).ok()?)
    }

    fn leave(&mut self, stage: &Stage, end: &End, alpha: f32, canvas: &mut Canvas<'_>) {
        match *end {
            End::Nothing => return,
            End::PopLayer => {}
            End::Mask(mask) => {
                canvas.set_transform(Affine2::IDENTITY);
                canvas.push_layer(Layer::MASK);
                self.in_mask = true;
                self.paint_mask(stage, mask, alpha, canvas);
                self.in_mask = false;
                canvas.pop_layer();
            }
        }
        canvas.pop_layer();
    }

    /// Paints a mask where it is, whether it is visible or not.
    fn paint_mask(&mut self, stage: &Stage, mask: NodeId, alpha: f32, canvas: &mut Canvas<'_>) {
        let Some(transform) = self.mask_place(stage, mask, alpha) else { return };
        let slot = &stage.slots[mask];
        self.content(
            &slot.node.content,
            transform,
            slot.node.opacity(),
            &BlendMode::Normal,
            canvas,
        );
        for &child in &slot.children {
            self.paint_tree(stage, child, transform, alpha, canvas);
        }
    }

    #[inline]
    fn content(
        &mut self,
        content: &Content,
        transform: Affine2,
        opacity: f32,
        blend: &BlendMode,
        canvas: &mut Canvas<'_>,
    ) {
        match content {
            Content::Group => {}
            Content::Shape(shape) => self.shape(shape, transform, opacity, blend, canvas),
            Content::Bitmap(bitmap) => {
                draw_bitmap(bitmap, transform, (opacity, blend), self.pictures(), canvas);
            }
            Content::Sprite(sprite) => {
                draw_sprite(sprite, transform, (opacity, blend), self.pictures(), canvas);
            }
            Content::Label(label) => self.shape(label.shape(), transform, opacity, blend, canvas),
            Content::Drawing(drawing) => draw_drawing(drawing, transform, opacity, blend, canvas),
            Content::Custom(custom) => draw_custom(custom, transform, opacity, blend, canvas),
        }
    }

    /// Where scaled pictures are kept. On a finer display all upright ones are scaled, and by the same factor; at scale 1 few
    /// are, and those stand exactly where they are.
    fn pictures(&mut self) -> Option<&mut ShapeCache> {
        (self.scale.0 != 1.0).then_some(&mut self.shapes)
    }

    fn shape(
        &mut self,
        shape: &Shape,
        transform: Affine2,
        opacity: f32,
        blend: &BlendMode,
        canvas: &mut Canvas<'_>,
    ) {
        let device = shape.device_bounds(transform);
        if !touches(canvas.visible(), device) {
            return;
        }
        // A kept raster has a rim around the shape.
        if !blend.needs_area()
            && let Some(sprite) = self.shapes.get(shape, transform, device, canvas)
        {
            let blit = faded(opacity, blend);
            return canvas.sprite(sprite.surface, sprite.at, &blit);
        }
        // Fill and line of one shape overlap along the line: faded one by one, the fill would show through.
        let overlapping = opacity < 1.0 && shape.fill.is_some() && shape.stroke.is_some();
        if *blend != BlendMode::Normal || overlapping {
            return in_layer(canvas, blend, opacity, device, |canvas| {
                canvas.set_transform(transform);
                shapes::draw(shape, canvas);
            });
        }
        canvas.set_transform(transform);
        canvas.set_alpha(opacity);
        shapes::draw(shape, canvas);
        canvas.set_alpha(1.0);
    }

    /// A group that is kept as a picture, with its filters applied.
    fn kept(
        &mut self,
        stage: &Stage,
        id: NodeId,
        transform: Affine2,
        alpha: f32,
        (opacity, blend): (f32, &BlendMode),
        canvas: &mut Canvas<'_>,
    ) {
        // On whole pixels, so that moving the group does not redraw it; a picture between pixels would need smoothing.
        let at = transform.translation.round();
        if !within_reach(at) {
            return;
        }
        let whole = at.as_ivec2();
        let here = Affine2::from_mat2_translation(transform.matrix2, Vec2::ZERO);
        let bounds = stage.device_bounds(id, here, alpha, self.scale.0);
        let margin = stage.slots[id].node.filter_margin() * self.scale.0;
        if !touches(canvas.visible(), bounds.grown(margin).translated(at)) {
            return;
        }
        let (area, cut) = kept_area(bounds, whole, margin, canvas.visible());
        let looks = Looks::of(stage, id, transform.matrix2, cut.then_some(whole));
        // Asked twice, because drawing the picture needs the painter while a found one is borrowed from it.
        if self.kept.get(id, &looks).is_none() {
            let outside = self.to_device;
            self.to_device = Affine2::from_translation(-transform.translation) * outside;
            let (surface, offset) = if stage.slots[id].node.filters.is_empty() {
                (self.picture(stage, id, here, alpha, area, canvas), area.origin())
            } else {
                self.filtered(stage, id, here, alpha, area, canvas)
            };
            self.to_device = outside;
            self.kept.put(id, looks.clone(), surface, offset);
        }
        if let Some((Some(surface), offset)) = self.kept.get(id, &looks) {
            let blit = faded(opacity, blend);
            canvas.sprite(surface, whole + offset, &blit);
        }
    }

    /// A node's content and children on a surface of their own; none when there is nothing to see.
    fn picture(
        &mut self,
        stage: &Stage,
        id: NodeId,
        transform: Affine2,
        alpha: f32,
        area: IRect,
        canvas: &mut Canvas<'_>,
    ) -> Option<Surface> {
        let slot = &stage.slots[id];
        self.depth += 1;
        let surface = canvas.raster(area, |canvas| {
            self.content(&slot.node.content, transform, 1.0, &BlendMode::Normal, canvas);
            for &child in &slot.children {
                self.paint_tree(stage, child, transform, alpha, canvas);
            }
        });
        self.depth -= 1;
        surface
    }

    /// A node's content and children on a surface of their own, filtered, and where its top left corner lies. Filters
    /// count in pixels of the stage, so the picture is made of those and then enlarged.
    fn filtered(
        &mut self,
        stage: &Stage,
        id: NodeId,
        transform: Affine2,
        alpha: f32,
        area: IRect,
        canvas: &mut Canvas<'_>,
    ) -> (Option<Surface>, IVec2) {
        let scale = core::mem::take(&mut self.scale).0;
        let area = shrunk(area, scale);
        let small = Affine2::from_scale(Vec2::splat(scale.recip())) * transform;
        let plain = if scale == 1.0 { transform } else { small };
        if scale != 1.0 {
            self.to_device = Affine2::from_scale(Vec2::splat(scale.recip())) * self.to_device;
        }
        let picture = self.picture(stage, id, plain, alpha, area, canvas);
        self.scale = RenderScale(scale);
        let Some(surface) = picture else { return (None, area.origin()) };
        let (result, corner) = match apply_all(&stage.slots[id].node.filters, &surface) {
            Ok((result, margin)) => {
                let shift = ivec2(margin.left as i32, margin.top as i32);
                (result, area.origin() - shift)
            }
            // A filter with impossible numbers changes nothing.
            Err(_) => (surface, area.origin()),
        };
        if scale == 1.0 {
            return (Some(result), corner);
        }
        (enlarged(&result, scale), (corner.as_vec2() * scale).round().as_ivec2())
    }
}

/// The pixels of the stage that cover these of a finer surface.
fn shrunk(area: IRect, scale: f32) -> IRect {
    if scale == 1.0 {
        return area;
    }
    let min = (area.origin().as_vec2() / scale).floor().as_ivec2();
    let end = area.origin().as_vec2() + vec2(area.width as f32, area.height as f32);
    let max = (end / scale).ceil().as_ivec2();
    let size = (max - min).max(IVec2::ZERO).as_uvec2();
    IRect::new(min.x, min.y, size.x, size.y)
}

/// A picture of the stage's pixels on a finer surface; none when it would be too large.
fn enlarged(picture: &Surface, scale: f32) -> Option<Surface> {
    let side = |side: u32| (side as f32 * scale).ceil() as u32;
    let mut large = Surface::new(side(picture.width()), side(picture.height())).ok()?;
    let place = Affine2::from_scale(Vec2::splat(scale));
    large.draw(picture, &place, Sampling::Bilinear, &Blit::default());
    Some(large)
}

/// Most pixels of a kept picture; larger ones are cut to what can be seen.
const MAX_KEPT: u64 = 1 << 23;

/// The pixels of a kept picture relative to the whole pixel of its node, and whether they are cut to the
/// screen and so depend on that.
fn kept_area(bounds: Aabb, whole: IVec2, margin: f32, visible: IRect) -> (IRect, bool) {
    let limit = Vec2::splat(1e9);
    let min = bounds.min.floor().clamp(-limit, limit).as_ivec2();
    let max = bounds.max.ceil().clamp(-limit, limit).as_ivec2();
    let size = (max - min).max(IVec2::ZERO).as_uvec2();
    let area = IRect::new(min.x, min.y, size.x, size.y);
    if area.area() <= MAX_KEPT {
        return (area, false);
    }
    let reach = margin.min(1e4) as i32;
    let seen = IRect::new(
        visible.x - reach,
        visible.y - reach,
        visible.width + 2 * reach as u32,
        visible.height + 2 * reach as u32,
    );
    (area.intersect(seen.translated(-whole.x, -whole.y)), true)
}

/// Draws on a canvas and finishes it.
fn with_canvas(
    renderer: &mut Renderer,
    surface: &mut Surface,
    draw: impl FnOnce(&mut Canvas<'_>),
) -> DrawReport {
    // Only a surface too large for a stage is refused.
    let Ok(mut canvas) = renderer.begin(surface) else { return DrawReport::default() };
    draw(&mut canvas);
    canvas.finish()
}

impl fmt::Debug for Painter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Painter").field("report", &self.report).finish_non_exhaustive()
    }
}
