//! Shapes collected to be drawn in one pass.

use super::crisp::CenterSampler;
use super::far;
use super::threads::work_of;
use super::tiles::TileMap;
use crate::paint::{Stroke, Width};
use crate::path::FillRule;
use core::ops::Range;
use kurbo::{Affine, BezPath, PathEl, Point, Rect};
use motile_geom::{Aabb, IRect};
use motile_pixels::{Color, Surface};
use vello_cpu::peniko::Fill;
use vello_cpu::{
    PaintType, PixmapMut, RasterizerSettings, RenderContext, Resources, TargetInit, Tint,
};

/// Elements just recorded, not yet a shape.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    /// Where the elements are.
    pub(super) range: Range<usize>,
    /// Pixels they may touch.
    pub(super) bounds: IRect,
    /// The upright box they form.
    pub(super) upright: Option<Rect>,
    finite: bool,
}

impl Recorded {
    /// No elements, and nothing wrong.
    pub(super) const NOTHING: Self =
        Self { range: 0..0, bounds: IRect::EMPTY, upright: None, finite: true };
    /// No elements because of a number that is not finite.
    pub(super) const REFUSED: Self = Self { finite: false, ..Self::NOTHING };

    pub(super) fn is_usable(&self) -> bool {
        self.finite
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.range.is_empty()
    }

    /// The whole pixels that stand for it without smooth edges; `elements` are where it was recorded last.
    pub(super) fn snapped(
        mut self,
        elements: &mut Vec<PathEl>,
        rule: FillRule,
        within: IRect,
        sampler: &mut CenterSampler,
    ) -> Self {
        match self.upright {
            _ if self.is_nothing() => self,
            Some(rect) => {
                let rect = to_pixels(rect);
                self.bounds = pixels(rect);
                Self { upright: Some(rect), ..self }
            }
            None => sampler.snap(elements, self, rule, within),
        }
    }
}

/// A shape in device coordinates with its paint.
pub(super) struct Op {
    pub(super) range: Range<usize>,
    /// Pixels it may touch, inside its clips.
    pub(super) bounds: IRect,
    pub(super) upright: Option<Rect>,
    pub(super) rule: FillRule,
    pub(super) paint: PaintType,
    pub(super) paint_transform: Affine,
    pub(super) tint: Option<Tint>,
}

/// A clip in device coordinates.
#[derive(Clone)]
pub(super) struct Clip {
    range: Range<usize>,
    upright: Option<Rect>,
    rule: FillRule,
    /// Pixels this clip and those around it let through.
    pub(super) bounds: IRect,
    /// Whether this clip and those around it let exactly `bounds` through.
    pub(super) whole_pixels: bool,
}

impl Clip {
    /// A clip inside another one, from the elements recorded last.
    pub(super) fn new(recorded: Recorded, rule: FillRule, outer: Option<&Self>) -> Self {
        let bounds = recorded.bounds;
        let aligned = |rect: Rect| rect.round() == rect;
        let whole = recorded.upright.is_some_and(aligned) || bounds.is_empty();
        Self {
            range: recorded.range,
            upright: recorded.upright,
            rule,
            bounds: outer.map_or(bounds, |outer| bounds.intersect(outer.bounds)),
            whole_pixels: whole && outer.is_none_or(|outer| outer.whole_pixels),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.range == other.range
    }
}

enum Event {
    /// Draws the next of the shapes.
    Fill,
    PushClip(Clip),
    PopClip,
}

/// Shapes collected to be drawn in one pass over the part of the target they touch.
#[derive(Default)]
pub(super) struct Batch {
    elements: Vec<PathEl>,
    ops: Vec<Op>,
    events: Vec<Event>,
    /// Clips in force after the last event.
    active: Vec<Clip>,
    touched: IRect,
    /// About how many nanoseconds everything takes.
    work: f32,
    tiles: TileMap,
    area: IRect,
    scratch: BezPath,
}

impl Batch {
    /// Forgets everything and gets ready for a target that covers `area`.
    pub(super) fn reset(&mut self, area: IRect) {
        self.elements.clear();
        self.ops.clear();
        self.events.clear();
        self.active.clear();
        self.touched = IRect::EMPTY;
        self.work = 0.0;
        self.area = area;
        self.tiles.reset(area.width, area.height);
    }

    /// Adds a path's elements in device coordinates.
    pub(super) fn record(&mut self, path: &BezPath, to_device: Affine) -> Recorded {
        record(path, to_device, &mut self.elements)
    }

    /// Adds a box's elements in device coordinates.
    pub(super) fn record_box(&mut self, aabb: Aabb, to_device: Affine) -> Recorded {
        if aabb == Aabb::EMPTY {
            return Recorded::NOTHING;
        }
        self.scratch.truncate(0);
        for (i, corner) in aabb.corners().into_iter().enumerate() {
            let corner = crate::path::point(corner);
            self.scratch.push(if i == 0 { PathEl::MoveTo(corner) } else { PathEl::LineTo(corner) });
        }
        self.scratch.close_path();
        record(&self.scratch, to_device, &mut self.elements)
    }

    /// About how many nanoseconds the waiting shapes take on one thread.
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    pub(super) const fn work(&self) -> f32 {
        self.work
    }

    /// How many shapes wait.
    pub(super) fn len(&self) -> usize {
        self.ops.len()
    }

    /// The elements of what was recorded last.
    pub(super) fn elements(&self, recorded: &Recorded) -> &[PathEl] {
        &self.elements[recorded.range.clone()]
    }

    /// Makes the elements recorded last cover whole pixels, none of them in part.
    pub(super) fn snap(
        &mut self,
        recorded: Recorded,
        rule: FillRule,
        within: IRect,
        sampler: &mut CenterSampler,
    ) -> Recorded {
        recorded.snapped(&mut self.elements, rule, within, sampler)
    }

    /// Takes elements back that were recorded last.
    pub(super) fn discard(&mut self, recorded: &Recorded) {
        if !recorded.range.is_empty() {
            self.elements.truncate(recorded.range.start);
        }
    }

    /// Makes recorded elements a shape under these clips.
    pub(super) fn push(&mut self, op: Op, clips: &[Clip]) {
        self.follow_clips(clips);
        let bounds = op.bounds;
        self.touched = self.touched.union(bounds);
        self.work += work_of(&op);
        // A box around all would send every sprite between two shapes through a pass of its own; the map of tiles lets
        // those go first that touch none of the waiting shapes.
        self.tiles.mark(bounds.translated(-self.area.x, -self.area.y));
        self.ops.push(op);
        self.events.push(Event::Fill);
    }

    /// Whether a shape waiting here may touch these pixels.
    #[inline]
    pub(super) fn touches(&mut self, rect: IRect) -> bool {
        // Nothing waits in a run of sprites, and then the rectangle does not matter.
        if self.tiles.is_empty() {
            return false;
        }
        let rect = rect.intersect(self.area);
        self.tiles.touches(rect.translated(-self.area.x, -self.area.y))
    }

    fn follow_clips(&mut self, clips: &[Clip]) {
        // Shapes under the same clip share one push and pop in the renderer: only the tail that differs is replaced.
        let same = self.active.iter().zip(clips).take_while(|(a, b)| a.is_same(b)).count();
        while self.active.len() > same {
            self.active.pop();
            self.events.push(Event::PopClip);
        }
        for clip in &clips[same..] {
            self.active.push(clip.clone());
            self.events.push(Event::PushClip(clip.clone()));
        }
    }

    /// Draws everything onto the target, whose top left pixel is the origin of `area`. Returns the
    /// number of passes.
    pub(super) fn flush(
        &mut self,
        target: &mut Surface,
        area: IRect,
        clip_elements: &[PathEl],
        context: &mut RenderContext,
        resources: &mut Resources,
    ) -> u32 {
        let touched = self.touched.intersect(area);
        if touched.is_empty() {
            self.reset(area);
            return 0;
        }
        // The renderer's cost grows with the pixels it walks, whatever is on them: it is given the touched box alone, and
        // everything moves by the corner of that box. Whole pixels, so coverage stays the same.
        context.reset_and_resize(touched.width as u16, touched.height as u16);
        context.set_transform(Affine::translate((-touched.x as f64, -touched.y as f64)));
        let mut ops = self.ops.drain(..);
        for event in self.events.drain(..) {
            match event {
                Event::Fill => {
                    if let Some(op) = ops.next() {
                        context.set_paint(op.paint);
                        let shape = (op.range, op.upright, op.rule);
                        context.set_paint_transform(op.paint_transform);
                        context.set_tint(op.tint);
                        fill(shape, &self.elements, &mut self.scratch, context);
                    }
                }
                Event::PushClip(clip) => {
                    clip_to(&clip, clip_elements, &mut self.scratch, context);
                }
                Event::PopClip => context.pop_clip(),
            }
        }
        drop(ops);
        context.flush();
        let offset = ((touched.x - area.x) as u16, (touched.y - area.y) as u16);
        render(context, target, offset, resources);
        if target.is_opaque() {
            make_opaque(target, touched.translated(-area.x, -area.y));
        }
        self.reset(area);
        1
    }
}

/// What only bands need; see [`super::threads`].
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
impl Batch {
    /// The pixels of a target that everything together touches.
    pub(super) fn touched_in(&self, area: IRect) -> IRect {
        self.touched.intersect(area)
    }

    /// Gets those shapes ready in a renderer that touch the pixels `shown`. Its first pixel is that of `touched`.
    pub(super) fn replay(
        &self,
        touched: IRect,
        shown: IRect,
        clip_elements: &[PathEl],
        scratch: &mut BezPath,
        context: &mut RenderContext,
    ) {
        context.set_transform(Affine::translate((-touched.x as f64, -touched.y as f64)));
        let mut ops = self.ops.iter();
        for event in &self.events {
            match event {
                Event::Fill => {
                    let seen = |op: &&Op| !op.bounds.intersect(shown).is_empty();
                    if let Some(op) = ops.next().filter(seen) {
                        context.set_paint(op.paint.clone());
                        let shape = (op.range.clone(), op.upright, op.rule);
                        context.set_paint_transform(op.paint_transform);
                        context.set_tint(op.tint);
                        fill(shape, &self.elements, scratch, context);
                    }
                }
                Event::PushClip(clip) => clip_to(clip, clip_elements, scratch, context),
                Event::PopClip => context.pop_clip(),
            }
        }
        context.flush();
    }

    /// Cuts the rows of a box into bands of about the same work: where each of them ends, counted from the first row.
    /// Ends are multiples of `tile`, the last one excepted.
    pub(super) fn bands(&self, touched: IRect, count: usize, tile: u32) -> Vec<u32> {
        const STEPS: u32 = 64;
        let step = touched.height.div_ceil(STEPS).next_multiple_of(tile);
        let mut work = [0.0; STEPS as usize];
        for op in &self.ops {
            let rows = op.bounds.intersect(touched);
            let first = (rows.y - touched.y) as u32 / step;
            let last = ((rows.y - touched.y) as u32 + rows.height).div_ceil(step).max(first + 1);
            let share = work_of(op) / (last - first) as f32;
            work[first as usize..last as usize].iter_mut().for_each(|sum| *sum += share);
        }
        let all: f32 = work.iter().sum();
        let mut ends = Vec::with_capacity(count);
        let (mut done, mut end) = (0.0, 0);
        for share in work {
            done += share;
            end += step;
            let due = all * (ends.len() + 1) as f32 / count as f32;
            if done >= due && ends.len() + 1 < count && end < touched.height {
                ends.push(end);
            }
        }
        ends.push(touched.height);
        ends
    }
}

/// Draws what a renderer has ready over what is on the target.
pub(super) fn render(
    context: &RenderContext,
    target: &mut Surface,
    offset: (u16, u16),
    resources: &mut Resources,
) {
    let (width, height) = (target.width() as u16, target.height() as u16);
    if let Some(pixmap) = PixmapMut::new(width, height, target.bytes_mut()) {
        let settings = RasterizerSettings {
            // Over what is there: blits and passes then follow each other in paint order on one surface.
            target_init: TargetInit::SrcOver,
            offset,
            ..RasterizerSettings::default()
        };
        context.render_with(pixmap, resources, settings);
    }
}

/// Brings pixels back to alpha 255: the renderer rounds down and leaves 254 under faint edges.
pub(super) fn make_opaque(target: &mut Surface, rect: IRect) {
    const ALPHA: u32 = u32::from_ne_bytes([0, 0, 0, 255]);
    let stride = target.width() as usize;
    let (left, width) = (rect.x as usize, rect.width as usize);
    let rows = target.words_mut().chunks_exact_mut(stride);
    for row in rows.skip(rect.y as usize).take(rect.height as usize) {
        let row = &mut row[left..left + width];
        if row.iter().fold(ALPHA, |all, word| all & word) == ALPHA {
            continue;
        }
        for word in row.iter_mut().filter(|word| **word & ALPHA != ALPHA) {
            let straight = Color::from_premultiplied(word.to_ne_bytes());
            *word = u32::from_ne_bytes([straight.r, straight.g, straight.b, 255]);
        }
    }
}

/// Fills a shape with the paint that is set.
fn fill(
    (range, upright, rule): (Range<usize>, Option<Rect>, FillRule),
    elements: &[PathEl],
    scratch: &mut BezPath,
    context: &mut RenderContext,
) {
    if let Some(rect) = upright {
        context.fill_rect(&rect);
        return;
    }
    scratch.truncate(0);
    scratch.extend(elements[range].iter().copied());
    context.set_fill_rule(fill_rule(rule));
    context.fill_path(scratch);
}

fn clip_to(clip: &Clip, elements: &[PathEl], scratch: &mut BezPath, context: &mut RenderContext) {
    if let Some(rect) = clip.upright {
        context.push_clip_rect(&rect);
        return;
    }
    scratch.truncate(0);
    scratch.extend(elements[clip.range.clone()].iter().copied());
    context.set_fill_rule(fill_rule(clip.rule));
    context.push_clip_path(scratch);
}

/// The box of the pixels whose centers are inside.
fn to_pixels(rect: Rect) -> Rect {
    let edge = |x: f64| (x - 0.5).ceil();
    Rect::new(edge(rect.x0), edge(rect.y0), edge(rect.x1), edge(rect.y1))
}

fn fill_rule(rule: FillRule) -> Fill {
    match rule {
        FillRule::EvenOdd => Fill::EvenOdd,
        FillRule::NonZero => Fill::NonZero,
    }
}

/// Adds transformed elements, cut where they are far away; none when a number is not finite.
pub(super) fn record(path: &BezPath, to_device: Affine, elements: &mut Vec<PathEl>) -> Recorded {
    let start = elements.len();
    let mut reach = Reach::default();
    elements.reserve(path.elements().len());
    for &element in path.elements() {
        let element = to_device * element;
        reach.include(&element);
        elements.push(element);
    }
    if !reach.is_finite() {
        elements.truncate(start);
        return Recorded::REFUSED;
    }
    if reach.is_far() {
        far::cut(elements, start);
        reach = Reach::default();
        elements[start..].iter().for_each(|element| reach.include(element));
    }
    if elements.len() == start {
        return Recorded::NOTHING;
    }
    let upright = upright_box(&elements[start..]);
    Recorded { range: start..elements.len(), bounds: reach.pixels(), upright, finite: true }
}

/// Farthest a paint is followed, in its own units: beyond it 32-bit numbers cannot tell neighbors apart
/// and the renderer's sampling loses its way.
const MAX_PAINT: f64 = 1e6;

/// Whether a paint can be followed over these pixels.
pub(super) fn can_follow(paint: &PaintType, paint_transform: Affine, bounds: IRect) -> bool {
    if matches!(paint, PaintType::Solid(_)) {
        return true;
    }
    let back = paint_transform.inverse();
    let (x0, y0) = (bounds.x as f64, bounds.y as f64);
    let (x1, y1) = (bounds.right() as f64, bounds.bottom() as f64);
    let near = |(x, y)| {
        let p = back * Point::new(x, y);
        p.x.abs() < MAX_PAINT && p.y.abs() < MAX_PAINT
    };
    [(x0, y0), (x1, y0), (x0, y1), (x1, y1)].into_iter().all(near)
}

/// Whether a line along a path can show in `visible`; true also for what is not finite and has to be
/// refused.
pub(super) fn may_show(path: &BezPath, to_device: Affine, stroke: &Stroke, visible: IRect) -> bool {
    let mut reach = Reach::default();
    path.elements().iter().for_each(|&element| reach.include(&(to_device * element)));
    let [a, b, c, d, ..] = to_device.as_coeffs();
    let scale = match stroke.width {
        Width::Scaled(_) => (a.abs() + c.abs()).max(b.abs() + d.abs()),
        Width::Hairline | Width::Fixed(_) => 1.0,
    };
    let margin = stroke.reach() as f64 * scale + 1.0;
    let box_around = reach.rect.inflate(margin, margin);
    if !reach.is_finite() || !box_around.is_finite() {
        return true;
    }
    let view = Rect::new(
        visible.x as f64,
        visible.y as f64,
        visible.right() as f64,
        visible.bottom() as f64,
    );
    box_around.overlaps(view)
}

/// The box around control points.
#[derive(Clone, Copy)]
struct Reach {
    rect: Rect,
    /// Zero while every number is finite.
    check: f64,
}

impl Default for Reach {
    fn default() -> Self {
        let (high, low) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { rect: Rect::new(high, high, low, low), check: 0.0 }
    }
}

impl Reach {
    #[inline]
    fn include(&mut self, element: &PathEl) {
        match *element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => self.add(p),
            PathEl::QuadTo(c, p) => {
                self.add(c);
                self.add(p);
            }
            PathEl::CurveTo(c, d, p) => {
                self.add(c);
                self.add(d);
                self.add(p);
            }
            PathEl::ClosePath => {}
        }
    }

    #[inline]
    fn add(&mut self, p: Point) {
        let r = self.rect;
        self.rect = Rect::new(r.x0.min(p.x), r.y0.min(p.y), r.x1.max(p.x), r.y1.max(p.y));
        // Zero times infinity and zero times NaN are NaN, and NaN stays.
        self.check += (p.x + p.y) * 0.0;
    }

    fn is_finite(&self) -> bool {
        self.check == 0.0
    }

    fn is_far(&self) -> bool {
        let r = self.rect;
        r.x0 < -far::FAR || r.y0 < -far::FAR || r.x1 > far::FAR || r.y1 > far::FAR
    }

    fn pixels(&self) -> IRect {
        if self.rect.x0 > self.rect.x1 { IRect::EMPTY } else { pixels(self.rect) }
    }
}

/// The pixels a box touches; its numbers are not far.
fn pixels(rect: Rect) -> IRect {
    let (x, y) = (rect.x0.floor() as i32, rect.y0.floor() as i32);
    let width = (rect.x1.ceil() as i32 - x).max(0) as u32;
    let height = (rect.y1.ceil() as i32 - y).max(0) as u32;
    IRect::new(x, y, width, height)
}

/// The upright box that elements form exactly.
fn upright_box(elements: &[PathEl]) -> Option<Rect> {
    let &[PathEl::MoveTo(a), PathEl::LineTo(b), PathEl::LineTo(c), PathEl::LineTo(d), end] =
        elements
    else {
        return None;
    };
    let closed = end == PathEl::ClosePath || end == PathEl::LineTo(a);
    let across = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    let down = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y;
    (closed && (across || down)).then(|| Rect::from_points(a, c))
}
