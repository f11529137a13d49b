//! The ground as bodies see it: a layer, what its tiles mean, where its cells are, and the platforms.

use super::{
    TileBody, TileContact, TileKind, TileKinds, TileMaterial, TilePlatform, TileShape, TileSides,
    near::{Near, skin},
    piece::{CellFrame, Piece, pieces},
    sweep::{Mover, PlaneHit, depth, first_hit, is_before},
};
use crate::{Tile, TileLayer, TileSpace};
use core::hint::select_unpredictable;
use motile_geom::{
    IRect, IVec2, Vec2,
    glam::{DVec2, dvec2},
    ivec2,
};

/// What is beyond the cells of a bounded layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Beyond {
    /// Nothing: bodies leave the map.
    #[default]
    Empty,
    /// Solid ground: bodies stay inside.
    Solid,
    /// The cells of the border, on and on.
    Clamp,
    /// The map again, on the other side.
    Wrap,
}

/// Solid ground: a layer of tiles with what they mean, where its cells are, and platforms that move on it.
///
/// It borrows everything and holds nothing: make one where it is needed.
///
/// ```
/// use motile_geom::{Aabb, vec2};
/// use motile_tiles::{Ground, Tile, TileBody, TileKind, TileKinds, TileLayer, TileSpace};
///
/// let layer = TileLayer::from_rows(&[[0, 0, 0, 0], [0, 0, 0, 1], [1, 1, 1, 1]])?;
/// let kinds = TileKinds::new().with(1, TileKind::solid());
/// let ground = Ground::new(&layer, &kinds, TileSpace::square(16.0));
///
/// let mut body = TileBody::boxed(Aabb::from_size(vec2(4.0, 4.0), vec2(8.0, 8.0)));
/// body.velocity = vec2(600.0, 300.0);
/// let report = ground.slide(&mut body, 0.1, &mut Vec::new());
/// assert!(report.floor && report.wall_right);
/// assert_eq!(body.area().max, vec2(48.0, 32.0), "in the corner");
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "collision")]
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The tiles.
    pub layer: &'a TileLayer,
    /// What their numbers mean.
    pub kinds: &'a TileKinds,
    /// Where the cells are.
    pub space: TileSpace,
    /// Platforms, solid too.
    pub platforms: &'a [TilePlatform],
    /// What is beyond the layer.
    pub beyond: Beyond,
}

/// What is beyond a map that is solid there.
static SOLID: TileKind = TileKind {
    shape: TileShape::Full,
    one_way: TileSides::NONE,
    sensor: false,
    ladder: false,
    material: TileMaterial::PLAIN,
    layers: u32::MAX,
};

/// The hit of a sweep with what was hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) hit: PlaneHit,
    pub(super) cell: IVec2,
    pub(super) tile: Tile,
    pub(super) platform: Option<u32>,
    pub(super) material: TileMaterial,
}

/// The longest way of one sweep, cells: further than a body goes in any step that means something.
pub(super) const MAX_CELLS: f64 = 4096.0;

impl<'a> Ground<'a> {
    /// Ground of a layer, without platforms, with nothing beyond.
    pub const fn new(layer: &'a TileLayer, kinds: &'a TileKinds, space: TileSpace) -> Self {
        Self { layer, kinds, space, platforms: &[], beyond: Beyond::Empty }
    }

    /// This ground with something beyond the map.
    pub const fn with_beyond(self, beyond: Beyond) -> Self {
        Self { beyond, ..self }
    }

    /// This ground with platforms.
    pub const fn with_platforms(self, platforms: &'a [TilePlatform]) -> Self {
        Self { platforms, ..self }
    }

    /// What stands in a cell and what that means, by the rule for what is beyond the map.
    #[inline]
    pub fn look(&self, cell: IVec2) -> (Tile, &'a TileKind) {
        if !matches!(self.beyond, Beyond::Empty) && !self.layer.has_cell(cell.x, cell.y) {
            return self.look_beyond(cell);
        }
        let tile = self.layer.get(cell.x, cell.y);
        (tile, self.kinds.get(tile.number()))
    }

    #[cold]
    fn look_beyond(&self, cell: IVec2) -> (Tile, &'a TileKind) {
        let bounds = self.layer.bounds();
        if self.beyond == Beyond::Solid || bounds.is_empty() {
            return (Tile::EMPTY, &SOLID);
        }
        let (width, height) = (bounds.width as i32, bounds.height as i32);
        let (x, y) = if self.beyond == Beyond::Clamp {
            (cell.x.clamp(0, width - 1), cell.y.clamp(0, height - 1))
        } else {
            (cell.x.rem_euclid(width), cell.y.rem_euclid(height))
        };
        let tile = self.layer.get(x, y);
        (tile, self.kinds.get(tile.number()))
    }

    pub(super) fn frame(&self, cell: IVec2) -> CellFrame {
        let (origin, size) = (self.space.origin.as_dvec2(), self.space.size.as_dvec2());
        CellFrame { corner: origin + cell.as_dvec2() * size, size }
    }

    /// The cells a box in the world reaches into.
    pub(super) fn cells(&self, min: DVec2, max: DVec2) -> IRect {
        let (origin, size) = (self.space.origin.as_dvec2(), self.space.size.as_dvec2());
        let first = ((min - origin) / size).floor();
        let last = ((max - origin) / size).ceil();
        let count = |from: f64, to: f64| (to - from).clamp(1.0, 3.0 * MAX_CELLS) as u32;
        IRect::new(first.x as i32, first.y as i32, count(first.x, last.x), count(first.y, last.y))
    }

    /// A body as the sweeps take it; `None` when its numbers or the space are bad, or it is larger than 4,096 cells.
    #[inline(always)]
    pub(super) fn mover(&self, body: &TileBody, way: Vec2) -> Option<Mover> {
        if !body.is_valid() || !way.is_finite() || !self.space.is_valid() {
            return None;
        }
        let longest = self.space.size.as_dvec2().min_element() * MAX_CELLS;
        let way = way.as_dvec2().clamp_length_max(longest);
        let (half, radius) = (body.half.as_dvec2(), f64::from(body.radius));
        if half.max_element() + radius > longest {
            return None;
        }
        let start = body.position.as_dvec2();
        Some(Mover {
            start,
            way,
            half,
            radius,
            // Where places are coarser than cells there is no ground worth the name.
            skin: skin(start, way).min(longest / MAX_CELLS * 0.25),
            mask: body.mask,
            drops: body.drops,
        })
    }

    /// The first thing a body meets when its center moves by `way` pixels, and where it is then; nothing moves. `None`
    /// when the way is free, and for bodies with bad numbers. Ways are cut at 4,096 cells.
    #[doc(alias = "shape cast")]
    #[doc(alias = "swept AABB")]
    // Inlined, what depends on the ground alone is worked out once for a loop over bodies: a fifth of the time.
    #[inline]
    pub fn sweep(&self, body: &TileBody, way: Vec2) -> Option<TileContact> {
        match self.entered(body, way) {
            Some(Near { entered: 0, .. }) => None,
            near => self.sweep_near(body, way, near),
        }
    }

    #[inline(never)]
    fn sweep_near(&self, body: &TileBody, way: Vec2, near: Option<Near>) -> Option<TileContact> {
        let mover = self.mover(body, way)?;
        let meeting = match near {
            Some(near) if self.is_short(&mover) => self.meet_bits(&mover, &near),
            _ => self.meet(&mover),
        };
        meeting.map(|meeting| contact_of(&mover, &meeting))
    }

    /// The first meeting on a way. Long ways are walked in parts, so that a slanted one does not look at the whole
    /// rectangle around it.
    #[inline(always)]
    pub(super) fn meet(&self, mover: &Mover) -> Option<Meeting> {
        if self.is_short(mover) { self.meet_in_part(mover) } else { self.meet_far(mover) }
    }

    /// Whether the rectangle around a way is not much more than the way itself.
    #[inline(always)]
    fn is_short(&self, mover: &Mover) -> bool {
        mover.way.abs().min_element() <= self.reach(mover)
    }

    fn reach(&self, mover: &Mover) -> f64 {
        let cell = self.space.size.as_dvec2().min_element();
        4.0 * cell + 2.0 * (mover.half.max_element() + mover.radius)
    }

    #[cold]
    fn meet_far(&self, mover: &Mover) -> Option<Meeting> {
        let parts = (mover.way.abs().min_element() / self.reach(mover)).ceil();
        let way = mover.way / parts;
        for part in 0..parts as u32 {
            let start = mover.start + way * f64::from(part);
            let local = Mover { start, way, ..*mover };
            if let Some(mut meeting) = self.meet_in_part(&local) {
                meeting.hit.time = (f64::from(part) + meeting.hit.time) / parts;
                return Some(meeting);
            }
        }
        None
    }

    #[inline(always)]
    fn meet_in_part(&self, mover: &Mover) -> Option<Meeting> {
        let best = if mover.radius == 0.0 && self.kinds.are_blocks() {
            self.meet_blocks(mover)
        } else {
            self.meet_cells(mover)
        };
        if self.platforms.is_empty() { best } else { self.meet_platforms(mover, best) }
    }

    /// The first meeting with cells of any kind: all that the body comes near to are asked.
    pub(super) fn meet_cells(&self, mover: &Mover) -> Option<Meeting> {
        let (min, max) = mover.swept();
        let mut best: Option<Meeting> = None;
        self.each_solid(self.cells(min, max), mover.mask, |cell, tile, kind| {
            let Some(hit) = self.hit_cell(mover, cell, tile, kind) else { return };
            // Cells come in order, so of equal hits the upper and left one stays.
            if best.is_none_or(|best| is_before(&hit, &best.hit)) {
                let material = kind.material;
                best = Some(Meeting { hit, cell, tile, platform: None, material });
            }
        });
        best
    }

    /// Calls for every cell of a rectangle that is solid for a mask, row by row.
    #[inline]
    fn each_solid(&self, cells: IRect, mask: u32, mut call: impl FnMut(IVec2, Tile, &TileKind)) {
        let last = |first: i32, count: u32| first.saturating_add_unsigned(count.saturating_sub(1));
        let all = (cells.origin(), ivec2(last(cells.x, cells.width), last(cells.y, cells.height)));
        let mut ask = |cell: IVec2| {
            let (tile, kind) = self.look(cell);
            if kind.is_solid() && kind.layers & mask != 0 {
                call(cell, tile, kind);
            }
        };
        let (first, last) = all;
        if let Some(taken) = self.taken_in(first, last) {
            taken.each_in(first, last, ask);
        } else {
            // Where nothing is beyond the layer, only its own cells can be solid, however large the rectangle is.
            let bounded = matches!(self.beyond, Beyond::Empty) && !self.layer.is_endless();
            let cells = if bounded { cells.intersect(self.layer.bounds()) } else { cells };
            for y in cells.y..cells.y.saturating_add_unsigned(cells.height) {
                let end = cells.x.saturating_add_unsigned(cells.width);
                (cells.x..end).for_each(|x| ask(ivec2(x, y)));
            }
        }
    }

    fn meet_platforms(&self, mover: &Mover, mut best: Option<Meeting>) -> Option<Meeting> {
        for (index, platform) in self.platforms.iter().enumerate() {
            if platform.layers & mover.mask == 0 || !platform.is_valid() {
                continue;
            }
            let hit = first_hit(mover, &platform.piece(), platform.one_way, |_| true);
            if let Some(hit) = hit
                && best.is_none_or(|best| is_before(&hit, &best.hit))
            {
                best = Some(Meeting {
                    hit,
                    cell: self.space.cell_of(platform.position),
                    tile: Tile::EMPTY,
                    platform: Some(index as u32),
                    material: platform.material,
                });
            }
        }
        best
    }

    fn hit_cell(
        &self,
        mover: &Mover,
        cell: IVec2,
        tile: Tile,
        kind: &TileKind,
    ) -> Option<PlaneHit> {
        let frame = self.frame(cell);
        if mover.radius == 0.0 && kind.is_full() {
            return self.hit_full(mover, cell, frame);
        }
        let sides = kind.one_way.turned_as(tile);
        let mut best: Option<PlaneHit> = None;
        for (index, piece) in pieces(kind, tile, frame).enumerate() {
            let counts =
                |hit: &PlaneHit| !sides.is_empty() || self.is_surface(mover, cell, index, hit);
            if let Some(hit) = first_hit(mover, &piece, sides, counts)
                && best.is_none_or(|best| is_before(&hit, &best))
            {
                best = Some(hit);
            }
        }
        best
    }

    /// A box against a full cell: the common case, without building planes. The rule is that of the general one.
    #[inline]
    pub(super) fn hit_full(
        &self,
        mover: &Mover,
        cell: IVec2,
        frame: CellFrame,
    ) -> Option<PlaneHit> {
        let times = SideTimes::of(mover, DVec2::ONE / mover.way, frame);
        times.in_order().find_map(|(time, wall)| {
            let hit = side_hit(mover, frame, time, normal_of(mover, wall));
            self.is_open_side(mover, cell, &hit).then_some(hit)
        })
    }

    /// Whether a contact on an upright side of a cell is not covered by the neighbor there.
    fn is_open_side(&self, mover: &Mover, cell: IVec2, hit: &PlaneHit) -> bool {
        let beside = ivec2(
            cell.x.saturating_add(hit.normal.x as i32),
            cell.y.saturating_add(hit.normal.y as i32),
        );
        if self.taken_in(beside, beside).is_some_and(|taken| !taken.has(beside.x, beside.y)) {
            return true;
        }
        let (tile, kind) = self.look(beside);
        if !kind.is_solid() || !kind.one_way.is_empty() || kind.layers & mover.mask == 0 {
            return true;
        }
        if kind.is_full() {
            return false;
        }
        let tolerance = 2.0 * mover.skin;
        let covers =
            |piece: Piece| piece.holds(hit.ends.0, tolerance) && piece.holds(hit.ends.1, tolerance);
        !pieces(kind, tile, self.frame(beside)).any(covers)
    }

    /// Whether a contact is on the surface of the ground as a whole: no other piece goes on beyond the plane there.
    fn is_surface(&self, mover: &Mover, cell: IVec2, index: usize, hit: &PlaneHit) -> bool {
        let tolerance = 2.0 * mover.skin;
        let (a, b) = hit.ends;
        let upright = hit.normal.x.abs() > 1.0 - 1e-9 || hit.normal.y.abs() > 1.0 - 1e-9;
        if upright && a.distance_squared(b) > tolerance * tolerance {
            let frame = self.frame(cell);
            let border = frame.corner + frame.size * (hit.normal * 0.5 + 0.5);
            let on_border = (hit.normal.dot(a - border)).abs() <= tolerance;
            return !on_border || self.is_open_side(mover, cell, hit);
        }
        // An edge is asked a little inside of its end, where only what lies along it can cover it; a corner is asked
        // itself, where every piece that goes on beyond the plane makes it a hollow or a part of something flat.
        let a = a + (hit.middle - a).clamp_length_max(4.0 * tolerance);
        let near = self.cells(a - DVec2::splat(tolerance), a + DVec2::splat(tolerance));
        for y in near.y..near.y.saturating_add_unsigned(near.height) {
            for x in near.x..near.x.saturating_add_unsigned(near.width) {
                let beside = ivec2(x, y);
                let (tile, kind) = self.look(beside);
                if !kind.is_solid() || !kind.one_way.is_empty() || kind.layers & mover.mask == 0 {
                    continue;
                }
                for (other, piece) in pieces(kind, tile, self.frame(beside)).enumerate() {
                    let own = beside == cell && other == index;
                    let beyond = piece.reach(hit.normal) - hit.normal.dot(a) > 2.0 * tolerance;
                    if !own && beyond && piece.holds(a, tolerance) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether a body overlaps solid ground or a platform by more than [`SKIN`](super::SKIN). One-way ground does not count. Bodies
    /// with bad numbers overlap nothing.
    pub fn overlaps(&self, body: &TileBody) -> bool {
        if self.near_body(body, Vec2::ZERO).is_some_and(|near| near.covered == 0) {
            return false;
        }
        self.mover(body, Vec2::ZERO).is_some_and(|mover| self.deepest(&mover).is_some())
    }

    /// The deepest overlap with solid ground.
    pub(super) fn deepest(&self, mover: &Mover) -> Option<(f64, Piece)> {
        let mut deepest: Option<(f64, Piece)> = None;
        self.for_each_solid(mover, |piece| {
            if let Some(depth) = depth(mover, piece)
                && deepest.is_none_or(|(known, _)| depth > known)
            {
                deepest = Some((depth, *piece));
            }
        });
        deepest
    }

    /// Calls for every solid piece near a mover, one-way ones left out.
    pub(super) fn for_each_solid(&self, mover: &Mover, mut call: impl FnMut(&Piece)) {
        let (min, max) = mover.swept();
        self.each_solid(self.cells(min, max), mover.mask, |cell, tile, kind| {
            if kind.one_way.is_empty() {
                pieces(kind, tile, self.frame(cell)).for_each(|piece| call(&piece));
            }
        });
        for platform in self.platforms {
            let meets = platform.layers & mover.mask != 0 && platform.one_way.is_empty();
            if meets && platform.is_valid() {
                call(&platform.piece());
            }
        }
    }
}

/// When a box meets the sides of a full cell; infinite for never.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideTimes {
    /// Floors and ceilings.
    pub(super) level: f64,
    /// Walls.
    pub(super) wall: f64,
}

impl SideTimes {
    /// A box against a cell; `inverse` is 1 over its way. Without branches: which side is met, and whether any is, nobody can
    /// foresee.
    #[expect(clippy::needless_bitwise_bool, reason = "lazy ones are branches")]
    #[inline(always)]
    pub(super) fn of(mover: &Mover, inverse: DVec2, frame: CellFrame) -> Self {
        let min = frame.corner - mover.half;
        let max = frame.corner + frame.size + mover.half;
        let x = slab(mover.start.x, mover.way.x, inverse.x, min.x, max.x, mover.skin);
        let y = slab(mover.start.y, mover.way.y, inverse.y, min.y, max.y, mover.skin);
        let leave = x.leave.min(y.leave);
        let time = |own: &Slab, other: &Slab, way: f64| {
            let time = own.reached.max(other.enter).max(0.0);
            let behind = (time - own.reached) * way.abs();
            let met = own.closing
                & x.passes
                & y.passes
                & (time <= 1.0)
                & (time < leave)
                & (behind <= mover.skin);
            select_unpredictable(met, time, f64::INFINITY)
        };
        Self { level: time(&y, &x, mover.way.y), wall: time(&x, &y, mover.way.x) }
    }

    /// Whether neither side is met.
    #[inline(always)]
    pub(super) fn is_never(self) -> bool {
        self.level.min(self.wall).is_infinite()
    }

    /// The sides that are met, in the order they are: when, and whether it is a wall. Floors and ceilings come before walls met
    /// at the same time.
    #[inline(always)]
    pub(super) fn in_order(self) -> impl Iterator<Item = (f64, bool)> {
        let (level, wall) = ((self.level, false), (self.wall, true));
        let order = if self.wall < self.level { [wall, level] } else { [level, wall] };
        order.into_iter().filter(|(time, _)| time.is_finite())
    }
}

/// The way out of a side that a mover meets.
#[inline(always)]
pub(super) fn normal_of(mover: &Mover, wall: bool) -> DVec2 {
    if wall { dvec2(-mover.way.x.signum(), 0.0) } else { dvec2(0.0, -mover.way.y.signum()) }
}

/// A contact with the side of a full cell that has a normal.
#[inline(always)]
pub(super) fn side_hit(mover: &Mover, frame: CellFrame, time: f64, normal: DVec2) -> PlaneHit {
    // The side that is met is the one the normal points away from.
    let side = if normal.x + normal.y < 0.0 {
        frame.corner - mover.half
    } else {
        frame.corner + frame.size + mover.half
    };
    full_contact(mover, frame, time, normal, normal.dot(side))
}

/// A contact with a side of a full cell.
fn full_contact(mover: &Mover, frame: CellFrame, time: f64, normal: DVec2, level: f64) -> PlaneHit {
    let (low, high) = (frame.corner, frame.corner + frame.size);
    let center = mover.center(time);
    let (near, far) = (center - mover.half, center + mover.half);
    let ends = if normal.x == 0.0 {
        let y = if normal.y < 0.0 { low.y } else { high.y };
        (dvec2(near.x.max(low.x), y), dvec2(far.x.min(high.x), y))
    } else {
        let x = if normal.x < 0.0 { low.x } else { high.x };
        (dvec2(x, near.y.max(low.y)), dvec2(x, far.y.min(high.y)))
    };
    PlaneHit { time, normal, level, ends, middle: (ends.0 + ends.1) * 0.5 }
}

/// How a center passes one axis of a grown box.
struct Slab {
    closing: bool,
    /// Whether it is inside of it, or will be.
    passes: bool,
    /// When it comes to the near side.
    reached: f64,
    /// When it is a skin inside of it, and when it is no more.
    enter: f64,
    leave: f64,
}

#[inline(always)]
fn slab(start: f64, way: f64, inverse: f64, min: f64, max: f64, skin: f64) -> Slab {
    if way == 0.0 {
        let passes = start > min + skin && start < max - skin;
        let (reached, enter, leave) = (f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        return Slab { closing: false, passes, reached, enter, leave };
    }
    let near = select_unpredictable(way > 0.0, min, max);
    let far = select_unpredictable(way > 0.0, max, min);
    let inward = skin.copysign(way);
    let leave = (far - inward - start) * inverse;
    Slab {
        closing: true,
        passes: leave > 0.0,
        reached: (near - start) * inverse,
        enter: (near + inward - start) * inverse,
        leave,
    }
}

pub(super) fn contact_of(mover: &Mover, meeting: &Meeting) -> TileContact {
    let hit = &meeting.hit;
    let center = mover.center(hit.time);
    let placed = center + hit.normal * (hit.level - hit.normal.dot(center));
    TileContact {
        cell: meeting.cell,
        tile: meeting.tile,
        platform: meeting.platform,
        normal: hit.normal.as_vec2(),
        time: hit.time as f32,
        position: placed.as_vec2(),
        material: meeting.material,
    }
}
