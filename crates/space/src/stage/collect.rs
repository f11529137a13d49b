//! Where panels stand in the world.

use super::{Backface, Panel, PanelId, Space3d};
use crate::{Eye, PlaneView, Transform3};
use motile_geom::{Aabb, Vec2, Vec3, vec2};
use motile_stage::Content;

/// A panel with content, in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) id: PanelId,
    /// Where it is, bent when it has a lens of its own.
    pub(super) world: Transform3,
    /// With that of its holders.
    pub(super) alpha: f32,
    pub(super) bounds: Aabb,
    /// How far behind the picture its middle is.
    pub(super) depth: f32,
}

impl Seen {
    pub(super) fn view(&self, eye: &Eye) -> PlaneView {
        eye.plane(&self.world)
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

impl Space3d {
    /// All visible panels with content, in the order of the list, holders before what they hold.
    pub(super) fn collect(&self, eye: &Eye, out: &mut Vec<Seen>) {
        out.clear();
        let start = |&id: &PanelId| (id, Transform3::IDENTITY, 1.0f32, None);
        let mut pending: Vec<_> = self.roots.iter().rev().map(start).collect();
        while let Some((id, holder, outer, outer_bend)) = pending.pop() {
            let Some(entry) = self.panels.get(id) else { continue };
            let panel = &entry.panel;
            let alpha = outer * if panel.alpha > 0.0 { panel.alpha.min(1.0) } else { 0.0 };
            let place = holder * panel.pose.transform();
            let bend = panel.lens.map(|lens| eye.bend(&lens, self.size)).or(outer_bend);
            let world = bend.map_or(place, |bend| bend * place);
            if !panel.visible || alpha == 0.0 || !world.is_finite() {
                continue;
            }
            if !matches!(panel.content, Content::Group) {
                let bounds = panel.content.bounds();
                if !bounds.is_empty() {
                    let depth = eye.depth(world.point(bounds.center().extend(0.0)));
                    out.push(Seen { id, world, alpha, bounds, depth });
                }
            }
            pending.extend(entry.children.iter().rev().map(|&child| (child, place, alpha, bend)));
        }
    }
}
