//! Boxes where everything solid fills its cell: the common case, by reading hardly any cells.
//!
//! A side of a cell stops a box only when the box's leading edge passes it, or a skin before it. Steps are short beside
//! cells, so that most of them pass no line of the grid at all and no cell has to be read.

use super::{
    Ground,
    ground::Meeting,
    sweep::{Mover, is_before},
};
use motile_geom::{glam::DVec2, ivec2};

/// Cells from one to another along an axis, both included; none when they are the wrong way round.
#[derive(Clone, Copy)]
struct Lane {
    first: i32,
    last: i32,
}

impl Lane {
    const fn is_empty(self) -> bool {
        self.first > self.last
    }

    const fn has(self, cell: i32) -> bool {
        self.first <= cell && cell <= self.last
    }
}

/// Places farther from the origin than this, in cells, are left to the general rule.
const FAR: f64 = (1 << 30) as f64;

impl Ground<'_> {
    /// The first meeting of a box with cells, all of which are full or free.
    ///
    /// It looks at fewer cells than the general rule and asks [`hit_full`](Self::hit_full) about them in the same order: what
    /// comes out is the same, bit for bit.
    #[inline]
    pub(super) fn meet_blocks(&self, mover: &Mover) -> Option<Meeting> {
        let scale = DVec2::ONE / self.space.size.as_dvec2();
        let start = (mover.start - self.space.origin.as_dvec2()) * scale;
        let (way, half) = (mover.way * scale, mover.half * scale);
        // Twice the skin: rounding here is far less than the other half.
        let skin = scale * (2.0 * mover.skin);
        if (start.abs() + way.abs() + half).max_element() > FAR {
            return self.meet_cells(mover);
        }
        let columns = passed(start.x, way.x, half.x, skin.x);
        let rows = passed(start.y, way.y, half.y, skin.y);
        if columns.is_empty() && rows.is_empty() {
            return None;
        }
        let reach = half + skin;
        let across = covered(start.x, way.x, reach.x);
        let down = covered(start.y, way.y, reach.y);
        self.meet_entered(mover, (columns, rows), (across, down))
    }

    /// The first meeting with a cell of the columns and rows that are entered; `covered` are all that the box comes near to.
    fn meet_entered(
        &self,
        mover: &Mover,
        (columns, rows): (Lane, Lane),
        (across, down): (Lane, Lane),
    ) -> Option<Meeting> {
        let mut best: Option<Meeting> = None;
        for y in down.first..=down.last {
            let lane = if rows.has(y) { across } else { columns };
            for x in lane.first..=lane.last {
                let cell = ivec2(x, y);
                let (tile, kind) = self.look(cell);
                if !kind.is_solid() || kind.layers & mover.mask == 0 {
                    continue;
                }
                let Some(hit) = self.hit_full(mover, cell, self.frame(cell)) else { continue };
                if best.is_none_or(|best| is_before(&hit, &best.hit)) {
                    let material = kind.material;
                    best = Some(Meeting { hit, cell, tile, platform: None, material });
                }
            }
        }
        best
    }
}

/// The cells whose near sides the leading edge of a box comes to, in units of cells.
fn passed(start: f64, way: f64, half: f64, skin: f64) -> Lane {
    if way == 0.0 {
        return Lane { first: 1, last: 0 };
    }
    let forward = way > 0.0;
    let edge = if forward { start + half } else { start - half };
    let (low, high) = (edge.min(edge + way) - skin, edge.max(edge + way) + skin);
    // Lines of the grid; the cell beyond one is the next or the one before.
    let back = i32::from(!forward);
    Lane { first: -floor(-low) - back, last: floor(high) - back }
}

/// The cells a box covers on its way.
fn covered(start: f64, way: f64, half: f64) -> Lane {
    let end = start + way;
    Lane { first: floor(start.min(end) - half), last: floor(start.max(end) + half) }
}

/// Rounded down, for numbers that are no larger than [`FAR`]. `f64::floor` is a call of a function on processors that have no
/// instruction for it, and casts look for numbers that do not fit: added to this number, the last bits are the whole part.
fn floor(number: f64) -> i32 {
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    let near = (number + WHOLE) - WHOLE;
    let whole = (number + WHOLE).to_bits() as i32;
    whole - i32::from(near > number)
}

#[cfg(test)]
mod tests {
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
        let mut hits = 0;
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
            }
        }
        assert!(hits > 5000, "{hits}");
    }

    #[test]
    fn floors_are_exact_up_to_the_end() {
        let mut rng = Rng::new(77);
        for _ in 0..20_000 {
            let far = [1.0, 1e3, FAR][rng.below(3) as usize];
            let number = f64::from(rng.range(-1.0..1.0)) * far;
            for number in [number, number.round(), number.round() + 0.5, number.round() - 1e-9] {
                assert_eq!(f64::from(floor(number)), number.floor(), "{number}");
            }
        }
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
