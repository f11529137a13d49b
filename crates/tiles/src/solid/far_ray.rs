//! Rays longer than a body goes in a step.

use super::{
    Beyond, Ground, TileBody, TileContact,
    ground::{MAX_CELLS, contact_of},
    near::skin,
    sweep::Mover,
};
use crate::TileLayer;
use motile_geom::{
    IRect, Vec2,
    glam::{DVec2, dvec2},
};

/// The most parts of a ray over ground that has no end.
const MAX_PARTS: f64 = 64.0;

/// A stretch of a ray: distances from its start, pixels.
type Stretch = (f64, f64);

impl Ground<'_> {
    /// The longest way that is looked at in one go, pixels.
    fn longest(&self) -> f64 {
        self.space.size.as_dvec2().min_element() * MAX_CELLS
    }

    /// Whether a ray is longer than one sweep goes.
    pub(super) fn is_far(&self, from: Vec2, to: Vec2) -> bool {
        to.as_dvec2().distance(from.as_dvec2()) > self.longest()
    }

    /// The first solid thing on a long straight line: only where there can be ground is it looked at, in parts.
    pub(super) fn ray_far(&self, point: &TileBody, to: Vec2) -> Option<TileContact> {
        let mover = self.mover(point, Vec2::ZERO).filter(|_| to.is_finite())?;
        let way = to.as_dvec2() - mover.start;
        let (length, longest) = (way.length(), self.longest());
        let along = way / length;
        for (enter, leave) in self.stretches(mover.start, along, length) {
            let mut at = enter;
            while at < leave {
                let end = (at + longest).min(leave);
                let (start, way) = (mover.start + along * at, along * (end - at));
                // As for any body, where places are coarser than cells.
                let skin = skin(start, way).min(longest / MAX_CELLS * 0.25);
                let local = Mover { start, way, skin, ..mover };
                if let Some(meeting) = self.meet(&local) {
                    let time = ((at + meeting.hit.time * (end - at)) / length) as f32;
                    return Some(TileContact { time, ..contact_of(&local, &meeting) });
                }
                if end == at {
                    break;
                }
                at = end;
            }
        }
        None
    }

    /// The stretches of a ray on which ground can be, in order, without overlap.
    fn stretches(&self, start: DVec2, along: DVec2, length: f64) -> Vec<Stretch> {
        let bounded = !self.layer.is_endless();
        if bounded && matches!(self.beyond, Beyond::Clamp | Beyond::Wrap) {
            return vec![(0.0, length.min(MAX_PARTS * self.longest()))];
        }
        let mut list = Vec::new();
        let mut add = |min: DVec2, max: DVec2| {
            // A cell more on each side, for what only touches.
            let margin = self.space.size.as_dvec2();
            list.extend(stretch_in(start, along, length, min - margin, max + margin));
        };
        let (origin, size) = (self.space.origin.as_dvec2(), self.space.size.as_dvec2());
        let mut add_cells = |cells: IRect| {
            let end = dvec2(cells.right() as f64, cells.bottom() as f64);
            add(origin + cells.origin().as_dvec2() * size, origin + end * size);
        };
        if bounded {
            add_cells(self.layer.bounds());
        }
        self.layer.chunks().for_each(|(chunk, _)| add_cells(TileLayer::cells_of_chunk(chunk)));
        for platform in self.platforms.iter().filter(|platform| platform.is_valid()) {
            let piece = platform.piece();
            let corners = piece.corners();
            let least = corners.iter().copied().fold(DVec2::INFINITY, DVec2::min);
            add(least, corners.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max));
        }
        list.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut merged: Vec<Stretch> = Vec::new();
        for (enter, leave) in list {
            match merged.last_mut() {
                Some(last) if enter <= last.1 => last.1 = last.1.max(leave),
                _ => merged.push((enter, leave)),
            }
        }
        merged
    }
}

/// The part of a ray inside a box; `None` when it passes by.
fn stretch_in(start: DVec2, along: DVec2, length: f64, min: DVec2, max: DVec2) -> Option<Stretch> {
    let (mut enter, mut leave) = (0.0_f64, length);
    for axis in 0..2 {
        if along[axis] == 0.0 {
            if start[axis] < min[axis] || start[axis] > max[axis] {
                return None;
            }
            continue;
        }
        let (a, b) =
            ((min[axis] - start[axis]) / along[axis], (max[axis] - start[axis]) / along[axis]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    (enter < leave).then_some((enter, leave))
}
