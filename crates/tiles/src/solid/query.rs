//! Questions about the ground: rays, sight, what is touched.

use super::{
    Ground, TileBody, TileContact, TileKind,
    piece::pieces,
    sweep::{Mover, depth},
};
use crate::{Tile, TileLayer};
use motile_geom::{Aabb, IRect, IVec2, MarkRole, MarkSink, Marks, Vec2, ivec2};

impl Ground<'_> {
    /// The first solid thing on the straight line from one point to another, exactly where it is met; one-way ground
    /// counts from its open sides. `None` when the line is free, or a number is not finite. A line may be of any
    /// length; only with [`Beyond::Clamp`](super::Beyond::Clamp) and [`Beyond::Wrap`](super::Beyond::Wrap), where the
    /// ground has no end, it is cut at 262,144 cells. The [`time`](TileContact::time) is a share of the whole line.
    #[doc(alias = "ray cast")]
    pub fn ray(&self, from: Vec2, to: Vec2, mask: u32) -> Option<TileContact> {
        let point = TileBody { position: from, half: Vec2::ZERO, mask, ..TileBody::default() };
        if self.is_far(from, to) { self.ray_far(&point, to) } else { self.sweep(&point, to - from) }
    }

    /// Whether the straight line between two points is free of solid ground.
    #[doc(alias = "line of sight")]
    pub fn sees(&self, from: Vec2, to: Vec2, mask: u32) -> bool {
        self.ray(from, to, mask).is_none()
    }

    /// The tiles a body overlaps by more than [`SKIN`](super::SKIN), row by row: sensors, ladders and whatever has a
    /// shape. Use it after a step to collect, to climb, to be hurt.
    #[doc(alias = "triggers")]
    pub fn touched<'s>(
        &'s self,
        body: &TileBody,
    ) -> impl Iterator<Item = (IVec2, Tile, &'s TileKind)> + 's {
        let mover = self.mover(body, Vec2::ZERO);
        let cells = mover.map_or(IRect::EMPTY, |mover| {
            let (min, max) = mover.swept();
            self.cells(min, max)
        });
        cells_of(cells).filter_map(move |cell| {
            let (tile, kind) = self.look(cell);
            let meets = |mover: &Mover| {
                kind.layers & mover.mask != 0
                    && pieces(kind, tile, self.frame(cell))
                        .any(|piece| depth(mover, &piece).is_some())
            };
            mover.as_ref().is_some_and(meets).then_some((cell, tile, kind))
        })
    }

    /// Whether a body is on a ladder.
    pub fn on_ladder(&self, body: &TileBody) -> bool {
        self.touched(body).any(|(_, _, kind)| kind.ladder)
    }

    /// Marks the solid shapes inside a box of the world, and the platforms: what bodies really meet.
    pub fn mark(&self, area: Aabb, marks: &mut Marks) {
        if !marks.on || !self.space.is_valid() || area.is_empty() {
            return;
        }
        let cells = self.cells(area.min.as_dvec2(), area.max.as_dvec2());
        for cell in cells_of(cells) {
            let (tile, kind) = self.look(cell);
            let role = if kind.sensor { MarkRole::Range } else { MarkRole::Collider };
            for piece in pieces(kind, tile, self.frame(cell)) {
                marks.outline(role, piece.corners().iter().map(|corner| corner.as_vec2()));
            }
        }
        for platform in self.platforms.iter().filter(|platform| platform.is_valid()) {
            let corners = platform.piece();
            marks.outline(MarkRole::Obstacle, corners.corners().iter().map(|c| c.as_vec2()));
            marks.velocity(MarkRole::Velocity, platform.position, platform.velocity);
        }
    }
}

impl Ground<'_> {
    /// Marks the cells that a body asks on a way of so many pixels, those that are solid for it as obstacles, and what it meets
    /// first: what a step costs, and why it ends where it does.
    pub fn mark_sweep(&self, body: &TileBody, way: Vec2, marks: &mut Marks) {
        let Some(mover) = self.mover(body, way).filter(|_| marks.on) else { return };
        let (min, max) = mover.swept();
        for cell in cells_of(self.cells(min, max)) {
            let (_, kind) = self.look(cell);
            let solid = kind.is_solid() && kind.layers & body.mask != 0;
            let role = if solid { MarkRole::Obstacle } else { MarkRole::Cell };
            marks.aabb(role, self.space.area_of(cell));
        }
        marks.arrow(MarkRole::Predicted, body.position, way);
        if let Some(contact) = self.sweep(body, way) {
            contact.mark(marks);
        }
    }
}

impl TileContact {
    /// Marks where it was and which way it pushes.
    pub fn mark(&self, marks: &mut Marks) {
        marks.point(MarkRole::Contact, self.position);
        marks.arrow(MarkRole::Normal, self.position, self.normal * 12.0);
    }
}

impl TileLayer {
    /// The nearest cell, by the distance of middles, that holds a tile `wanted` says yes to, at most `reach` cells away
    /// in each direction, and at most 4,096. Of equally near ones the upper, then the left one. What is near is found soon, however
    /// far the reach.
    pub fn nearest(&self, from: IVec2, reach: u32, wanted: impl Fn(Tile) -> bool) -> Option<IVec2> {
        let reach = reach.min(4096) as i32;
        let far = |cell: IVec2| {
            let (dx, dy) =
                (i64::from(cell.x) - i64::from(from.x), i64::from(cell.y) - i64::from(from.y));
            (dx * dx + dy * dy, cell.y, cell.x)
        };
        // Squares twice as wide each time: together they cost a third more than the last one.
        let mut side = reach.min(8);
        loop {
            let corner = from.saturating_sub(IVec2::splat(side));
            let length = |first: i32, middle: i32| middle.abs_diff(first) + side as u32 + 1;
            let area =
                IRect::new(corner.x, corner.y, length(corner.x, from.x), length(corner.y, from.y));
            let cells = self.tiles_in(area).filter(|(_, tile)| wanted(*tile)).map(|(cell, _)| cell);
            let found = cells.map(|cell| (far(cell), cell)).min_by_key(|(far, _)| *far);
            // Beyond the square everything is farther than its half side.
            let is_near = found.is_some_and(|((far, ..), _)| far <= i64::from(side).pow(2));
            if is_near || side == reach {
                return found.map(|(_, cell)| cell);
            }
            side = (side * 2).min(reach);
        }
    }
}

fn cells_of(cells: IRect) -> impl Iterator<Item = IVec2> {
    let rows = cells.y..cells.y.saturating_add_unsigned(cells.height);
    let columns = cells.x..cells.x.saturating_add_unsigned(cells.width);
    rows.flat_map(move |y| columns.clone().map(move |x| ivec2(x, y)))
}
