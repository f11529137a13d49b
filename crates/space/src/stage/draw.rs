//! Painting panels piece by piece.

use super::{
    Backface, DepthMode, Panel, Space3d,
    buffer::BufferMemory,
    collect::{Collected, Item, Seen, line_reach},
    order::Order,
    outline::Outliner,
    picture::{Look, Pictures},
};
use crate::{Eye, PlaneView};
use core::fmt;
use motile_geom::{Aabb, Affine2, Affine2Ext, Vec2, vec2};
use motile_pixels::{BlendMode, Color, MipMap, Sampling, TriangleSettings, Triangles, UvWrap};
use motile_stage::{Canvas, Content, FillRule, Layer, Paint, Path, Shape, Width};

/// Buffers and pictures kept from frame to frame.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) all: Collected,
    /// The order of every unit.
    orders: Vec<Order>,
    pictures: Pictures,
    buffer: BufferMemory,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("panels", &self.all.seen.len()).finish_non_exhaustive()
    }
}

/// What is about to be painted, in order.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) eye: &'a Eye,
    pub(super) all: &'a Collected,
    pub(super) orders: &'a [Order],
}

impl Scene<'_> {
    /// Hands out the corners in the picture of every panel and every part of one that a unit paints, in order.
    fn each_outline(&self, unit: u32, visit: &mut dyn FnMut(&[Vec2])) {
        let (mut cut, mut places) = (Vec::new(), Vec::new());
        let order = &self.orders[unit as usize];
        for (item, piece) in &order.list {
            let number = match *item {
                Item::Panel(number) => number,
                Item::Unit(inner) => {
                    self.each_outline(inner, visit);
                    continue;
                }
            };
            let seen = &self.all.seen[number as usize];
            let view = seen.view(self.eye);
            match piece {
                Some(piece) => view.clip_near(order.split.corners(piece), &mut cut),
                None => view.clip_near(&corners(seen.bounds), &mut cut),
            }
            places.clear();
            places.extend(cut.iter().filter_map(|&corner| view.project(corner)));
            if !places.is_empty() {
                visit(&places);
            }
        }
    }
}

/// A panel about to be painted.
pub(super) struct Shot<'a> {
    pub(super) panel: &'a Panel,
    pub(super) seen: Seen,
    /// How its content is seen.
    pub(super) view: PlaneView,
    /// How far it fades to a color.
    pub(super) fog: Option<(Color, f32)>,
    /// Radius of blur in pixels of the picture.
    blur: f32,
    /// Pixels of the screen for a pixel of the picture.
    device: f32,
    /// What of the picture is on the screen, with room for soft edges.
    window: Aabb,
}

impl Space3d {
    /// Finds what is painted, and in which order.
    fn order(&self, eye: &Eye, memory: &mut Memory) {
        let Memory { all, orders, .. } = memory;
        self.collect(eye, all);
        orders.resize_with(all.units.len(), Order::default);
        for (number, order) in (0..).zip(orders) {
            let mode = all.units[number as usize].mode;
            order.arrange(eye, all, mode, all.items(number));
        }
    }

    /// Hands out the outlines in the picture of everything that is painted, in order.
    pub(super) fn each_outline(&self, memory: &mut Memory, mut visit: impl FnMut(&[Vec2])) {
        let eye = self.eye();
        self.order(&eye, memory);
        let scene = Scene { eye: &eye, all: &memory.all, orders: &memory.orders };
        scene.each_outline(0, &mut visit);
    }

    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, memory: &mut Memory) {
        let eye = self.eye();
        self.order(&eye, memory);
        let Memory { all, orders, pictures, buffer } = memory;
        pictures.begin();
        self.paint_unit(Scene { eye: &eye, all, orders }, 0, canvas, pictures, buffer);
        pictures.end();
    }

    /// Paints what a unit orders, and the units in it.
    pub(super) fn paint_unit(
        &self,
        scene: Scene<'_>,
        unit: u32,
        canvas: &mut Canvas<'_>,
        pictures: &mut Pictures,
        buffer: &mut BufferMemory,
    ) {
        if scene.all.units[unit as usize].mode == DepthMode::Buffer {
            return self.paint_by_depth(scene, unit, canvas, pictures, buffer);
        }
        let order = &scene.orders[unit as usize];
        for (item, piece) in &order.list {
            match *item {
                Item::Panel(number) => {
                    let seen = scene.all.seen[number as usize];
                    let Some(shot) = self.shot(scene.eye, seen, canvas) else { continue };
                    let cut = piece.map(|piece| {
                        let corners = order.split.corners(&piece);
                        let out = shot.overhang(pictures);
                        cut_outline(seen.bounds, corners, &seen.view(scene.eye), out)
                    });
                    clipped(canvas, cut.as_ref(), |canvas| {
                        self.piece(scene.eye, &shot, canvas, pictures);
                    });
                }
                Item::Unit(inner) => {
                    let cut = piece.map(|piece| {
                        let sheet = scene.all.sheet(scene.eye, *item);
                        let view = scene.eye.plane(&sheet.world);
                        // Nobody looks what filters add to the panels of a unit: there is room for all of it.
                        let out = 128.0 + sheet.bounds.size().max_element();
                        cut_outline(sheet.bounds, order.split.corners(&piece), &view, out)
                    });
                    clipped(canvas, cut.as_ref(), |canvas| {
                        self.paint_unit(scene, inner, canvas, pictures, buffer);
                    });
                }
            }
        }
    }

    /// Gets a panel ready; none when nothing of it is seen.
    pub(super) fn shot(&self, eye: &Eye, seen: Seen, canvas: &Canvas<'_>) -> Option<Shot<'_>> {
        let panel = self.get(seen.id)?;
        let view = seen.view(eye);
        if panel.backface == Backface::Hidden && view.is_mirrored() {
            return None;
        }
        let transform = canvas.transform();
        let device = transform.matrix2.x_axis.length().max(transform.matrix2.y_axis.length());
        let fog = self.fog.map(|fog| {
            let part = (seen.depth - fog.near) / (fog.far - fog.near);
            (fog.color, if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) })
        });
        let blur = self.focus.map_or(0.0, |focus| {
            let off = (seen.depth - focus.depth).abs() - focus.range;
            (off * 0.01 * focus.strength).clamp(0.0, 24.0)
        });
        let view = seen.content_view(eye, panel, view);
        let fog = fog.filter(|fog| fog.1 > 0.0);
        let reach = seen.reach_by(&view);
        if reach.is_empty() {
            return None;
        }
        // Where the screen is smaller than the picture, a line of the screen is wide in the picture.
        let rim = 2.0 + blur * 2.0 + seen.line * (1.0 / device - 1.0).max(0.0);
        let pixels = canvas.visible();
        let visible = Aabb {
            min: pixels.origin().as_vec2(),
            max: vec2(pixels.right() as f32, pixels.bottom() as f32),
        };
        let screen = transform.transform_aabb(reach.grown(rim));
        let beside = screen.max.x < visible.min.x
            || screen.max.y < visible.min.y
            || screen.min.x > visible.max.x
            || screen.min.y > visible.max.y;
        if beside && panel.filters.is_empty() {
            return None;
        }
        let window = transform.checked_inverse()?.transform_aabb(visible).grown(rim);
        Some(Shot { panel, seen, view, fog, blur, device, window })
    }

    /// Paints a panel with its blend mode and mask.
    fn piece(&self, eye: &Eye, shot: &Shot<'_>, canvas: &mut Canvas<'_>, pictures: &mut Pictures) {
        let panel = shot.panel;
        let mask =
            panel.mask.and_then(|mask| Some((self.get(mask)?, self.seen_world(mask)?, mask)));
        if panel.blend == BlendMode::Normal && mask.is_none() {
            return shot.paint(canvas, pictures);
        }
        let layer = Layer::blend(panel.blend.clone());
        canvas.layer(layer, |canvas| {
            shot.paint(canvas, pictures);
            if let Some((cover, world, id)) = mask {
                let (bounds, line) = (cover.content.bounds(), line_reach(&cover.content));
                let seen = Seen { id, world, alpha: 1.0, bounds, line, depth: 0.0 };
                let view = seen.view(eye);
                let cover = Shot { panel: cover, seen, view, fog: None, blur: 0.0, ..*shot };
                canvas.layer(Layer::MASK, |canvas| cover.paint(canvas, pictures));
            }
        });
    }
}

impl Shot<'_> {
    fn paint(&self, canvas: &mut Canvas<'_>, pictures: &mut Pictures) {
        let alpha = canvas.alpha() * self.seen.alpha;
        canvas.transformed(Affine2::IDENTITY, |canvas| {
            canvas.set_alpha(alpha);
            self.paint_faded(canvas, pictures);
        });
    }

    /// Whether it has to be painted flat whatever it shows.
    fn is_soft(&self) -> bool {
        !self.panel.filters.is_empty() || self.blur > 0.0
    }

    /// How far what is painted reaches beyond the panel's bounds, in its own pixels: soft edges, lines of the screen, and what filters and
    /// blur add.
    fn overhang(&self, pictures: &mut Pictures) -> f32 {
        let Aabb { min, max } = self.seen.bounds;
        let line = self.seen.line_within(&self.view) / self.device.min(1.0);
        let edges = 2.0 + 0.01 * self.seen.bounds.size().max_element() + line;
        let flat = if self.is_soft() {
            pictures.flat(self.seen.id, self.panel, self.look())
        } else {
            None
        };
        flat.map_or(edges, |(_, area)| {
            edges.max((min - area.min).max(area.max - max).max_element())
        })
    }

    fn paint_faded(&self, canvas: &mut Canvas<'_>, pictures: &mut Pictures) {
        let flat = self.is_soft();
        match &self.panel.content {
            Content::Shape(shape) if !flat && is_plain(shape) => self.vector(shape, canvas),
            Content::Label(label) if !flat && is_plain(label.shape()) => {
                self.vector(label.shape(), canvas);
            }
            content if !flat && self.fog.is_none() && self.view.affine().is_some() => {
                let place = self.view.affine().unwrap_or_default();
                canvas.transformed(place, |canvas| canvas.content(content));
            }
            Content::Bitmap(bitmap) if !flat && self.fog.is_none() => {
                if let Some(mips) = pictures.image(&bitmap.image) {
                    self.textured(canvas, mips, self.seen.bounds, bitmap.sampling);
                }
            }
            content => {
                let sampling = match content {
                    Content::Bitmap(bitmap) => bitmap.sampling,
                    Content::Sprite(sprite) => sprite.sampling,
                    _ => Sampling::Bilinear,
                };
                if let Some((mips, area)) = pictures.flat(self.seen.id, self.panel, self.look()) {
                    self.textured(canvas, mips, area, sampling);
                }
            }
        }
    }

    /// How large and how soft its flat picture is.
    pub(super) fn look(&self) -> Look {
        let largest = self.largest();
        // Filters work in pixels of the panel, and pictures have no more pixels than they have.
        let has_pixels = matches!(self.panel.content, Content::Bitmap(_) | Content::Sprite(_));
        let scale = if !self.panel.filters.is_empty() || (has_pixels && largest > 1.0) {
            1.0
        } else {
            largest * self.device
        };
        let step = Look::new(scale, self.fog, 0.0).scale;
        Look::new(scale, self.fog, self.blur * self.device * step / (largest * self.device))
    }

    /// Pixels of the picture for a pixel of the panel, where that is the most.
    fn largest(&self) -> f32 {
        let points = corners(self.seen.bounds);
        let places = points.map(|corner| self.view.project(corner));
        let mut largest = 1e-3f32;
        if places.iter().all(Option::is_some) {
            for (i, &corner) in points.iter().enumerate() {
                let next = (i + 1) % 4;
                if let (Some(a), Some(b)) = (places[i], places[next]) {
                    largest = largest.max((a - b).length() / (corner - points[next]).length());
                }
            }
            return largest;
        }
        // What passes the eye is as large as can be there: only what is on the screen counts.
        let mut shown = Vec::new();
        self.view.clip_near(&points, &mut shown);
        self.view.clip_to(self.window, &mut shown);
        for (most, _) in shown.iter().filter_map(|&corner| self.view.stretch(corner)) {
            largest = largest.max(most);
        }
        largest
    }

    /// A shape as outlines.
    fn vector(&self, shape: &Shape, canvas: &mut Canvas<'_>) {
        let overlapping = canvas.alpha() < 1.0 && shape.fill.is_some() && shape.stroke.is_some();
        if overlapping {
            // Fill and line overlap: faded one by one, the fill would show through.
            let layer = Layer::fade(canvas.alpha());
            canvas.set_alpha(1.0);
            return canvas.layer(layer, |canvas| self.outlines(shape, canvas));
        }
        self.outlines(shape, canvas);
    }

    fn outlines(&self, shape: &Shape, canvas: &mut Canvas<'_>) {
        let fill = shape.fill.as_ref().map(|paint| self.faded(paint));
        let line = self.faded(&shape.line);
        // Upright ones are left to the canvas: what is flat looks as it does without space, to the bit.
        if let Some(place) = self.view.affine() {
            return canvas.transformed(place, |canvas| {
                if let Some(fill) = fill {
                    canvas.fill_by(&shape.path, shape.rule, fill);
                }
                if let Some(stroke) = &shape.stroke {
                    canvas.stroke(&shape.path, stroke, line);
                }
            });
        }
        let outliner = Outliner { view: &self.view, device: self.device };
        if let Some(fill) = fill {
            canvas.fill_by(&outliner.filled(&shape.path), shape.rule, fill);
        }
        match &shape.stroke {
            // Its outline is made before it is projected, so that it narrows with distance.
            Some(stroke) if matches!(stroke.width, Width::Scaled(_)) => {
                let outline = shape.path.stroked(stroke, Affine2::IDENTITY);
                canvas.fill_by(&outliner.filled(&outline), FillRule::NonZero, line);
            }
            Some(stroke) => canvas.stroke(&outliner.line(&shape.path), stroke, line),
            None => {}
        }
    }

    /// A paint of one color in the fog; others are painted flat before.
    fn faded(&self, paint: &Paint) -> Paint {
        match (paint, self.fog) {
            (Paint::Solid(color), Some((fog, part))) => {
                Paint::Solid(color.lerp(fog.with_alpha(color.a), part))
            }
            _ => paint.clone(),
        }
    }

    /// A picture that covers a box of the panel, by triangles in perspective.
    fn textured(&self, canvas: &mut Canvas<'_>, mips: &MipMap, area: Aabb, sampling: Sampling) {
        let mut fan = Fan::default();
        fan.fill(&self.view, area);
        let settings = TriangleSettings { picture: Some(mips), ..fan_settings(sampling) };
        canvas.triangles(&fan.triangles(), &settings);
    }
}

/// How pictures of panels are drawn.
pub(super) fn fan_settings<'a>(sampling: Sampling) -> TriangleSettings<'a> {
    TriangleSettings {
        sampling,
        mips: sampling == Sampling::Bilinear,
        anisotropy: 4,
        wrap: UvWrap::Clamp,
        ..TriangleSettings::default()
    }
}

/// A box of a panel as triangles, cut at the eye.
#[derive(Default)]
pub(super) struct Fan {
    pub(super) points: Vec<Vec2>,
    uv: Vec<Vec2>,
    t: Vec<f32>,
    indices: Vec<[u32; 3]>,
}

impl Fan {
    pub(super) fn fill(&mut self, view: &PlaneView, area: Aabb) {
        let mut cut = Vec::new();
        view.clip_near(&corners(area), &mut cut);
        self.points.clear();
        self.uv.clear();
        self.t.clear();
        self.indices.clear();
        for &corner in &cut {
            if let (Some(place), Some(scale)) = (view.project(corner), view.scale(corner)) {
                self.points.push(place);
                self.uv.push((corner - area.min) / area.size());
                self.t.push(scale);
            }
        }
        self.indices.extend((2..self.points.len() as u32).map(|i| [0, i - 1, i]));
    }

    pub(super) fn triangles(&self) -> Triangles<'_> {
        Triangles {
            points: &self.points,
            indices: Some(&self.indices),
            uv: &self.uv,
            t: &self.t,
            colors: &[],
        }
    }
}

/// Whether it has no paint but colors.
fn is_plain(shape: &Shape) -> bool {
    let plain = |paint: &Paint| matches!(paint, Paint::Solid(_));
    shape.fill.as_ref().is_none_or(plain) && (shape.stroke.is_none() || plain(&shape.line))
}

pub(super) fn corners(area: Aabb) -> [Vec2; 4] {
    [area.min, vec2(area.max.x, area.min.y), area.max, vec2(area.min.x, area.max.y)]
}

/// Paints something, cut along an outline when there is one.
fn clipped(canvas: &mut Canvas<'_>, cut: Option<&Path>, paint: impl FnOnce(&mut Canvas<'_>)) {
    let Some(cut) = cut else { return paint(canvas) };
    // Without smooth edges every pixel along a cut belongs to one piece: no seam, and nothing twice.
    canvas.transformed(Affine2::IDENTITY, |canvas| {
        canvas.set_antialias(false);
        canvas.clip_by(cut, FillRule::NonZero, |canvas| {
            canvas.set_antialias(true);
            paint(canvas);
        });
    });
}

/// The outline in the picture of a piece of a panel. Sides along the rim of the panel are moved out by what is painted beyond it: only cuts
/// cut, the soft rim of the content stays whole. Beyond the rim a cut goes on straight away from it.
fn cut_outline(bounds: Aabb, corners: &[Vec2], view: &PlaneView, out: f32) -> Path {
    let side = |a: Vec2, b: Vec2| {
        let both = |first: f32, second: f32, rim: f32| first == rim && second == rim;
        if both(a.x, b.x, bounds.min.x) {
            Some(-Vec2::X)
        } else if both(a.x, b.x, bounds.max.x) {
            Some(Vec2::X)
        } else if both(a.y, b.y, bounds.min.y) {
            Some(-Vec2::Y)
        } else if both(a.y, b.y, bounds.max.y) {
            Some(Vec2::Y)
        } else {
            None
        }
    };
    let count = corners.len();
    let mut moved = Vec::with_capacity(count * 2);
    for (i, &corner) in corners.iter().enumerate() {
        let before = side(corners[(i + count - 1) % count], corner);
        let after = side(corner, corners[(i + 1) % count]);
        match (before, after) {
            (Some(a), Some(b)) if a == b => moved.push(corner + a * out),
            (Some(a), Some(b)) => moved.push(corner + (a + b) * out),
            (Some(a), None) => moved.extend([corner + a * out, corner]),
            (None, Some(b)) => moved.extend([corner, corner + b * out]),
            (None, None) => moved.push(corner),
        }
    }
    let mut cut = Vec::new();
    view.clip_near(&moved, &mut cut);
    let places: Vec<Vec2> = cut.iter().filter_map(|&corner| view.project(corner)).collect();
    Path::polygon(&places)
}
