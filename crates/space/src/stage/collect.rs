//! Where panels stand in the world.

use super::{Backface, DepthMode, Panel, PanelId, Space3d, draw::corners};
use crate::{Eye, PlaneView, Transform3};
use motile_geom::{Aabb, Vec2, Vec3, vec2};
use motile_stage::{Content, Stroke, Width};

/// A panel with content, in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) id: PanelId,
    /// Where it is, bent when it has a lens of its own.
    pub(super) world: Transform3,
    /// With that of its holders.
    pub(super) alpha: f32,
    pub(super) bounds: Aabb,
    /// How far its line reaches beyond its path, in pixels of the screen, when no perspective makes it narrower; else 0.
    pub(super) line: f32,
    /// How far behind the picture its middle is.
    pub(super) depth: f32,
}

impl Seen {
    pub(super) fn view(&self, eye: &Eye) -> PlaneView {
        eye.plane(&self.world)
    }

    /// The box around it in the picture; empty when it is behind the eye.
    pub(super) fn reach(&self, eye: &Eye) -> Aabb {
        self.reach_by(&self.view(eye))
    }

    /// Does the same by a view of it that is known.
    pub(super) fn reach_by(&self, view: &PlaneView) -> Aabb {
        let mut cut = Vec::new();
        view.clip_near(&corners(self.bounds), &mut cut);
        let places = cut.iter().filter_map(|&corner| view.project(corner));
        let reach = places.fold(Aabb::EMPTY, |reach, place| reach.union(Aabb::new(place, place)));
        if reach.is_empty() || self.line == 0.0 {
            return reach;
        }
        // The bounds count the line as if a pixel of the panel were one of the picture.
        reach.grown(self.line * (1.0 - least_stretch(view, &cut)).clamp(0.0, 1.0))
    }

    /// How far its line reaches beyond its path in its own pixels, where those are smallest.
    pub(super) fn line_within(&self, view: &PlaneView) -> f32 {
        if self.line == 0.0 {
            return 0.0;
        }
        let mut cut = Vec::new();
        view.clip_near(&corners(self.bounds), &mut cut);
        self.line / least_stretch(view, &cut).clamp(SMALLEST, 1.0)
    }

    /// How its content is seen: as the panel is, or turned round to be read from behind.
    pub(super) fn content_view(&self, eye: &Eye, panel: &Panel, view: PlaneView) -> PlaneView {
        if panel.backface != Backface::Readable || !view.is_mirrored() {
            return view;
        }
        let mut flip =
            Transform3::from_translation(Vec3::X * (self.bounds.min.x + self.bounds.max.x));
        flip.matrix.x_axis = -flip.matrix.x_axis;
        eye.plane(&(self.world * flip))
    }

    /// Which point of the content is shown at a point of the panel; none where it hides its back.
    pub(super) fn shown(&self, panel: &Panel, mirrored: bool, local: Vec2) -> Option<Vec2> {
        match (mirrored, panel.backface) {
            (true, Backface::Hidden) => None,
            (true, Backface::Readable) => {
                Some(vec2(self.bounds.min.x + self.bounds.max.x - local.x, local.y))
            }
            _ => Some(local),
        }
    }
}

/// Panels seen smaller than this, or nearly from their edges, count as this large where lines of the screen are measured in their pixels.
const SMALLEST: f32 = 1.0 / 256.0;

fn least_stretch(view: &PlaneView, points: &[Vec2]) -> f32 {
    let stretches = points.iter().filter_map(|&point| view.stretch(point));
    stretches.fold(f32::INFINITY, |least, stretch| least.min(stretch.1))
}

/// How far a line reaches beyond its path, in pixels of the screen, when it is as wide there wherever it is; 0 for others.
pub(super) fn line_reach(content: &Content) -> f32 {
    let shape = match content {
        Content::Shape(shape) => shape,
        Content::Label(label) => label.shape(),
        _ => return 0.0,
    };
    let fixed = shape.stroke.as_ref().filter(|line| !matches!(line.width, Width::Scaled(_)));
    fixed.map_or(0.0, Stroke::reach)
}

/// Panels that are ordered among themselves: those of the space, or of a holder with an order of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    /// In which order they are painted.
    pub(super) mode: DepthMode,
    /// Which of the panels that are seen are in it, with those of units in it.
    pub(super) first: u32,
    pub(super) end: u32,
    /// The unit that it is a part of; 0, which is the space, for itself.
    pub(super) outer: u32,
    /// How deep it is among units: the space is 0.
    nesting: u32,
    /// How far behind the picture the holder's origin is, and how far from the eye.
    pub(super) depth: f32,
    pub(super) distance: f32,
}

/// What a unit orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A panel that is seen, by its number.
    Panel(u32),
    /// A unit, by its number.
    Unit(u32),
}

/// Holders with an order of their own within each other; what is nested deeper is ordered as if they had none. Units are painted by a function
/// that calls itself.
const DEEPEST: u32 = 32;

/// A step of the walk through the list.
enum Step {
    Enter {
        id: PanelId,
        holder: Transform3,
        alpha: f32,
        bend: Option<Transform3>,
        unit: u32,
    },
    /// All of a unit was seen.
    Leave(u32),
}

/// All that is seen, before it is in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Collected {
    /// All visible panels with content, in the order of the list, holders before what they hold.
    pub(super) seen: Vec<Seen>,
    /// The space, and all holders with an order of their own.
    pub(super) units: Vec<Unit>,
}

impl Collected {
    /// In which order a panel and its neighbors are painted, by its number.
    pub(super) fn mode_of(&self, number: u32) -> DepthMode {
        // Units come in the order in which they begin, so the last one around it is the innermost.
        let around = |unit: &&Unit| (unit.first..unit.end).contains(&number);
        self.units.iter().rev().find(around).map_or(self.units[0].mode, |unit| unit.mode)
    }

    /// What a unit orders, in the order of the list: its panels, and each unit in it as one.
    pub(super) fn items(&self, unit: u32) -> impl Iterator<Item = Item> {
        let range = self.units[unit as usize];
        // Units come in the order in which they begin.
        let mut inner = (0..)
            .zip(&self.units)
            .skip(unit as usize + 1)
            .take_while(move |(_, one)| one.first < range.end)
            .filter(move |(_, one)| one.outer == unit && one.first < one.end);
        let mut next = inner.next();
        let mut at = range.first;
        core::iter::from_fn(move || {
            if at >= range.end {
                return None;
            }
            if let Some((number, one)) = next
                && one.first == at
            {
                at = one.end;
                next = inner.next();
                return Some(Item::Unit(number));
            }
            at += 1;
            Some(Item::Panel(at - 1))
        })
    }
}

impl Space3d {
    /// Finds what is seen, and what is ordered among itself.
    pub(super) fn collect(&self, eye: &Eye, out: &mut Collected) {
        let Collected { seen, units } = out;
        seen.clear();
        units.clear();
        let mode = self.depth_mode;
        let (depth, distance) = (0.0, 0.0);
        units.push(Unit { mode, first: 0, end: 0, outer: 0, nesting: 0, depth, distance });
        let holder = Transform3::IDENTITY;
        let start = |&id: &PanelId| Step::Enter { id, holder, alpha: 1.0, bend: None, unit: 0 };
        let mut pending: Vec<Step> = self.roots.iter().rev().map(start).collect();
        while let Some(step) = pending.pop() {
            let (id, holder, outer, outer_bend, unit) = match step {
                Step::Enter { id, holder, alpha, bend, unit } => (id, holder, alpha, bend, unit),
                Step::Leave(unit) => {
                    units[unit as usize].end = seen.len() as u32;
                    continue;
                }
            };
            let Some(entry) = self.panels.get(id) else { continue };
            let panel = &entry.panel;
            let alpha = outer * if panel.alpha > 0.0 { panel.alpha.min(1.0) } else { 0.0 };
            let place = self.placed(&holder, panel);
            let lens = panel.lens.map(|lens| self.own_bend(eye, &lens, &place));
            let bend = lens.or(outer_bend);
            let world = bend.map_or(place, |bend| bend * place);
            if !panel.visible || alpha == 0.0 || !world.is_finite() {
                continue;
            }
            let mut inner = unit;
            let nesting = units[unit as usize].nesting + 1;
            if let (Some(mode), true) = (panel.depth_mode, nesting <= DEEPEST) {
                let first = seen.len() as u32;
                let origin = world.translation;
                let (depth, distance) = (eye.depth(origin), eye.distance(origin));
                inner = units.len() as u32;
                let outer = unit;
                units.push(Unit { mode, first, end: first, outer, nesting, depth, distance });
                pending.push(Step::Leave(inner));
            }
            if !matches!(panel.content, Content::Group) {
                let bounds = panel.content.bounds();
                if !bounds.is_empty() {
                    let depth = eye.depth(world.point(bounds.center().extend(0.0)));
                    let line = line_reach(&panel.content);
                    seen.push(Seen { id, world, alpha, bounds, line, depth });
                }
            }
            let child = |&id: &PanelId| Step::Enter { id, holder: place, alpha, bend, unit: inner };
            pending.extend(entry.children.iter().rev().map(child));
        }
        units[0].end = seen.len() as u32;
    }
}
