//! Boxes where everything solid fills its cell: the common case, by reading hardly any cells.

use super::{
    Ground, TileKind,
    ground::{Meeting, SideTimes, normal_of, side_hit},
    near::{Near, Span},
    sweep::Mover,
};
use crate::{Tile, layer::each_bit};
use motile_geom::{IVec2, glam::DVec2, ivec2};

/// The first side of a cell that is met so far: no more than what tells it from others.
struct Met<'k> {
    time: f64,
    wall: bool,
    cell: IVec2,
    tile: Tile,
    kind: &'k TileKind,
}

impl<'k> Ground<'k> {
    /// The first meeting of a box with cells, all of which are full or free.
    ///
    /// It looks at fewer cells than the general rule and asks about them in the same order: what comes out is the same, bit for
    /// bit.
    #[inline]
    pub(super) fn meet_blocks(&self, mover: &Mover) -> Option<Meeting> {
        let Some((x, y)) = self.spans(mover.start, mover.way, mover.half) else {
            return self.meet_cells(mover);
        };
        match self.near(x, y) {
            Some(near) => self.meet_bits(mover, &near),
            None => self.meet_entered(mover, x, y),
        }
    }

    /// The first meeting with the cells of a window that are entered.
    #[inline(always)]
    pub(super) fn meet_bits(&self, mover: &Mover, near: &Near) -> Option<Meeting> {
        let (mut best, inverse) = (None, DVec2::ONE / mover.way);
        each_bit(near.entered, |cell| {
            self.meet_block(mover, inverse, near.first + cell, &mut best);
        });
        self.meeting(mover, best)
    }

    /// The first meeting with a cell of the columns and rows that are entered.
    fn meet_entered(&self, mover: &Mover, x: Span, y: Span) -> Option<Meeting> {
        let (mut best, inverse) = (None, DVec2::ONE / mover.way);
        for row in y.covered.0..=y.covered.1 {
            let is_entered = y.entered.0 <= row && row <= y.entered.1;
            let (first, last) = if is_entered { x.covered } else { x.entered };
            for column in first..=last {
                self.meet_block(mover, inverse, ivec2(column, row), &mut best);
            }
        }
        self.meeting(mover, best)
    }

    /// Keeps the meeting with a cell when it is before the best so far. What stands in the cell is asked last: reading it is
    /// what takes longest on a large map.
    #[inline(always)]
    fn meet_block(&self, mover: &Mover, inverse: DVec2, cell: IVec2, best: &mut Option<Met<'k>>) {
        let times = SideTimes::of(mover, inverse, self.frame(cell));
        if times.is_never() {
            return;
        }
        let (tile, kind) = self.look(cell);
        if !kind.is_solid() || kind.layers & mover.mask == 0 {
            return;
        }
        let open = |&(_, wall): &(f64, bool)| {
            let normal = normal_of(mover, wall).as_ivec2();
            !self.is_block(cell.saturating_add(normal), mover.mask)
        };
        let Some((time, wall)) = times.in_order().find(open) else { return };
        let is_first = best
            .as_ref()
            .is_none_or(|best| time < best.time || (time == best.time && best.wall && !wall));
        if is_first {
            *best = Some(Met { time, wall, cell, tile, kind });
        }
    }

    /// Whether a cell is solid for a mask, of those that are full or free.
    #[inline(always)]
    fn is_block(&self, cell: IVec2, mask: u32) -> bool {
        if self.taken_in(cell, cell).is_some_and(|taken| !taken.has(cell.x, cell.y)) {
            return false;
        }
        let (_, kind) = self.look(cell);
        kind.is_solid() && kind.layers & mask != 0
    }

    #[inline(always)]
    fn meeting(&self, mover: &Mover, met: Option<Met<'_>>) -> Option<Meeting> {
        let Met { time, wall, cell, tile, kind } = met?;
        let hit = side_hit(mover, self.frame(cell), time, normal_of(mover, wall));
        Some(Meeting { hit, cell, tile, platform: None, material: kind.material })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ground::contact_of;
    use super::*;
    use crate::{Beyond, Tile, TileBody, TileKind, TileKinds, TileLayer, TileSpace};
    use motile_geom::{Rng, Vec2, vec2};

    /// Against all cells near the way, from places on the lines of the grid and beside them.
    #[test]
    fn tile_61_blocks_equal_the_general_rule() {
        let mut rng = Rng::new(31);
        let kinds = TileKinds::new()
            .with(1, TileKind::solid())
            .with(2, TileKind::solid().with_layers(2))
            .with(3, TileKind::sensor());
        let (mut hits, mut quick) = (0, 0);
        for round in 0..200 {
            let tile = |_, _| Tile::new(if rng.chance(0.4) { 1 + rng.below(3) } else { 0 });
            let layer = TileLayer::from_fn(12, 9, tile).unwrap();
            let beyond = [Beyond::Empty, Beyond::Solid, Beyond::Clamp, Beyond::Wrap][round % 4];
            let mut space = TileSpace::new(vec2(16.0, [16.0, 10.5][round % 2]));
            space.origin = vec2(-3.25, 700.0) * (round % 3) as f32;
            let ground = Ground::new(&layer, &kinds, space).with_beyond(beyond);
            for _ in 0..100 {
                let whole = rng.chance(0.5);
                let snap = |place: Vec2| if whole { (place / 4.0).round() * 4.0 } else { place };
                let middle = rng.in_rect(vec2(-20.0, -20.0), vec2(210.0, 160.0));
                let half = snap(rng.in_rect(Vec2::ZERO, vec2(20.0, 12.0)));
                let position = space.origin + snap(middle);
                let mask = if rng.chance(0.3) { 1 } else { u32::MAX };
                let body = TileBody { position, half, mask, ..TileBody::default() };
                let free = Vec2::from([(); 2].map(|()| f32::from(u8::from(rng.chance(0.8)))));
                let way = snap(rng.in_unit_disc() * 40.0) * free;
                let mover = ground.mover(&body, way).unwrap();
                let (ours, plain) = (ground.meet_blocks(&mover), ground.meet_cells(&mover));
                assert_eq!(format!("{ours:?}"), format!("{plain:?}"), "{body:?} {way:?}");
                hits += u32::from(plain.is_some());
                let free = ground.entered(&body, way).is_some_and(|near| near.entered == 0);
                let swept = ground.sweep(&body, way);
                assert_eq!(
                    swept,
                    plain.map(|plain| contact_of(&mover, &plain)),
                    "{body:?} {way:?}"
                );
                assert!(!free || plain.is_none(), "{body:?} {way:?}");
                quick += u32::from(free);
            }
        }
        assert!(hits > 5000 && quick > 1000, "{hits} {quick}");
    }

    #[test]
    fn the_end_of_the_world_is_asked_as_well() {
        let kinds = TileKinds::new();
        let layer = TileLayer::endless();
        let ground = Ground::new(&layer, &kinds, TileSpace::square(1e-3));
        for far in [1e9, 1e30, f32::MAX] {
            let body = TileBody { position: vec2(far, -far), ..TileBody::default() };
            assert!(ground.sweep(&body, vec2(-far, 5.0)).is_none());
        }
    }
}
