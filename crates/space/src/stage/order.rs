//! The order in which what is seen is painted.

use super::{
    DepthMode,
    collect::{Collected, Item, Seen, Unit},
    draw::corners,
};
use crate::{DepthSort, Eye, Piece, PlaneSplit, Sheet};
use motile_geom::{Aabb, Vec2};

/// The order of one unit, with what is kept from frame to frame to find it.
#[derive(Default)]
pub(super) struct Order {
    /// What is painted, in order, and its part when it was cut.
    pub(super) list: Vec<(Item, Option<Piece>)>,
    pub(super) split: PlaneSplit,
    items: Vec<Item>,
    depths: Vec<f32>,
    sheets: Vec<Sheet>,
    sort: DepthSort,
}

impl Order {
    /// Puts items of a unit in its order.
    pub(super) fn arrange(
        &mut self,
        eye: &Eye,
        all: &Collected,
        mode: DepthMode,
        items: impl Iterator<Item = Item>,
    ) {
        let Self { list, split, items: kept, depths, sheets, sort } = self;
        kept.clear();
        kept.extend(items);
        list.clear();
        match mode {
            DepthMode::List => list.extend(kept.iter().map(|&item| (item, None))),
            DepthMode::Center | DepthMode::Distance | DepthMode::Farthest | DepthMode::Buffer => {
                depths.clear();
                depths.extend(kept.iter().map(|&item| all.key(eye, item, mode)));
                let order = sort.far_first(depths).iter();
                list.extend(order.map(|&index| (kept[index as usize], None)));
            }
            DepthMode::Split => {
                sheets.clear();
                sheets.extend(kept.iter().map(|&item| all.sheet(eye, item)));
                let pieces = split.split(eye, sheets).iter();
                let entry =
                    |piece: &Piece| (kept[piece.sheet as usize], piece.is_cut.then_some(*piece));
                list.extend(pieces.map(entry));
            }
        }
    }

    /// Which of the items is on top at a place of the picture, when all of them are there. `local` says where on a panel that is.
    pub(super) fn topmost(
        &self,
        eye: &Eye,
        all: &Collected,
        mode: DepthMode,
        place: Vec2,
        local: impl Fn(u32) -> Option<Vec2>,
    ) -> Option<Item> {
        if mode == DepthMode::Buffer {
            let depth = |item: Item| match item {
                Item::Panel(number) => {
                    all.seen[number as usize].view(eye).depth(local(number)?).into()
                }
                Item::Unit(number) => Some(all.units[number as usize].depth),
            };
            return self.nearest(eye, depth);
        }
        let covers = |(item, piece): &(Item, Option<Piece>)| {
            let Some(piece) = piece else { return true };
            let local = match *item {
                Item::Panel(number) => local(number),
                Item::Unit(number) => Some(all.units[number as usize].facing(eye, place)),
            };
            local.is_some_and(|local| is_inside(self.split.corners(piece), local))
        };
        let found = self.list.iter().rev().find(|entry| covers(entry));
        found.or(self.list.last()).map(|entry| entry.0)
    }

    /// The nearest one; of those that are as near the one painted last.
    fn nearest(&self, eye: &Eye, depth: impl Fn(Item) -> Option<f32>) -> Option<Item> {
        let mut best: Option<(f32, Item)> = None;
        for &(item, _) in &self.list {
            let Some(depth) = depth(item) else { continue };
            // Places are known to the precision of an f32, and lose a few bits on their way to the eye.
            let size = depth.abs() + if eye.focal().is_finite() { eye.focal() } else { 0.0 };
            if best.is_none_or(|(nearest, _)| depth <= nearest + 1e-4 + 2e-6 * size) {
                best = Some((depth, item));
            }
        }
        best.map(|(_, item)| item)
    }
}

impl Collected {
    /// The depth that an item is sorted by.
    fn key(&self, eye: &Eye, item: Item, mode: DepthMode) -> f32 {
        match (item, mode) {
            (Item::Panel(number), DepthMode::Farthest) => self.seen[number as usize].farthest(eye),
            (Item::Panel(number), DepthMode::Distance) => {
                let one = &self.seen[number as usize];
                eye.distance(one.world.point(one.bounds.center().extend(0.0)))
            }
            (Item::Panel(number), _) => self.seen[number as usize].depth,
            (Item::Unit(number), DepthMode::Farthest) => {
                let far = self.members(number).iter().map(|one| one.farthest(eye));
                far.fold(f32::NEG_INFINITY, f32::max)
            }
            (Item::Unit(number), DepthMode::Distance) => self.units[number as usize].distance,
            (Item::Unit(number), _) => self.units[number as usize].depth,
        }
    }

    /// An item as something flat: a unit counts as a picture that faces the eye where its holder is.
    pub(super) fn sheet(&self, eye: &Eye, item: Item) -> Sheet {
        match item {
            Item::Panel(number) => {
                let one = &self.seen[number as usize];
                Sheet { world: one.world, bounds: one.bounds }
            }
            Item::Unit(number) => {
                let unit = &self.units[number as usize];
                let reach = self
                    .members(number)
                    .iter()
                    .fold(Aabb::EMPTY, |reach, one| reach.union(one.reach(eye)));
                let place = |place: Vec2| unit.facing(eye, place);
                let bounds = if reach.is_empty() {
                    Aabb::EMPTY
                } else {
                    Aabb::new(place(reach.min), place(reach.max))
                };
                Sheet { world: eye.facing(unit.depth).0, bounds }
            }
        }
    }

    fn members(&self, unit: u32) -> &[Seen] {
        let Unit { first, end, .. } = self.units[unit as usize];
        &self.seen[first as usize..end as usize]
    }
}

impl Unit {
    /// Where a place of the picture is on a sheet that faces the eye where the holder is.
    fn facing(&self, eye: &Eye, place: Vec2) -> Vec2 {
        eye.center() + (place - eye.center()) / eye.facing(self.depth).1
    }
}

impl Seen {
    fn farthest(&self, eye: &Eye) -> f32 {
        let depths =
            corners(self.bounds).map(|corner| eye.depth(self.world.point(corner.extend(0.0))));
        depths.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }
}

/// Whether a point is inside a convex polygon or as good as on its rim.
fn is_inside(corners: &[Vec2], point: Vec2) -> bool {
    let side = |index: usize| {
        let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
        (to - from).normalize_or_zero().perp_dot(point - from)
    };
    let slack = 1e-3;
    (0..corners.len()).all(|index| side(index) >= -slack)
        || (0..corners.len()).all(|index| side(index) <= slack)
}
