//! The outlines of solid ground, merged over all cells: for light, for physics, for drawing.

use super::{
    Ground,
    piece::{pieces, side_of},
};
use crate::{CHUNK, TileLayer};
use motile_geom::{IRect, IVec2, Vec2, glam::DVec2, ivec2};
use std::collections::BTreeMap;

/// A piece of the outline of solid ground: straight lines from point to point, with the ground on the right hand of who
/// walks along it on the screen.
#[doc(alias = "polyline")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutlineChain {
    /// The points, pixels. No three in a row lie on a line.
    pub points: Vec<Vec2>,
    /// Whether the last point is connected with the first.
    pub closed: bool,
}

/// The outlines of solid ground, kept for each chunk of the layer and made anew where it changed.
///
/// Faces between solid cells are no part of it, and straight runs are one line: the ground of a long corridor is as
/// cheap as one box. Sensors have none. The open sides of one-way ground are lines of their own,
/// [`one_way_chains`](Self::one_way_chains), because what stops there depends on where it comes from.
///
/// In [`chains`](Self::chains) every chunk has its own, cut at its borders: what is to be exchanged when a chunk changes. A
/// physics engine catches on such cuts, for it sees two lines that end; give it [`joined`](Self::joined), which has none.
///
/// ```
/// use motile_geom::vec2;
/// use motile_tiles::{Ground, GroundOutline, TileKind, TileKinds, TileLayer, TileSpace};
/// let mut layer = TileLayer::from_rows(&[[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0]])?;
/// let kinds = TileKinds::new().with(1, TileKind::solid());
/// let mut outline = GroundOutline::default();
/// outline.update(&Ground::new(&layer, &kinds, TileSpace::square(10.0)));
/// let chains: Vec<_> = outline.chains().collect();
/// assert_eq!((chains.len(), chains[0].points.len()), (1, 4), "one square of four cells");
/// # Ok::<(), motile_tiles::TileError>(())
/// ```
#[doc(alias = "merged colliders")]
#[derive(Clone, Debug, Default)]
pub struct GroundOutline {
    chunks: BTreeMap<(i32, i32), Vec<OutlineChain>>,
    /// Chains of one-way ground, by chunk.
    one_way: BTreeMap<(i32, i32), Vec<OutlineChain>>,
    /// The layer's revision they were made for.
    seen: Option<u64>,
    /// What has to be made anew.
    dirty: Vec<IVec2>,
    /// Memory for the list of what changed.
    changed: Vec<IVec2>,
}

impl GroundOutline {
    /// Brings the outlines up to date: what changed since the last call, or everything the first time. Always with the
    /// same layer and kinds; after changing the kinds, begin with a new value. Returns how many chunks were made anew.
    pub fn update(&mut self, ground: &Ground<'_>) -> u32 {
        self.note_changes(ground.layer);
        let count = self.dirty.len() as u32;
        self.make(ground, usize::MAX);
        count
    }

    /// Does part of an [`update`](Self::update): at most so many chunks of 32×32 cells. Returns how many are left, 0 when all
    /// outlines are up to date; call it again until then, as a job with a budget does.
    #[doc(alias = "time slicing")]
    pub fn update_part(&mut self, ground: &Ground<'_>, most_chunks: u32) -> u32 {
        self.note_changes(ground.layer);
        self.make(ground, most_chunks.max(1) as usize);
        self.dirty.len() as u32
    }

    /// Lists what has to be made anew, in order and each chunk once; what is left of an earlier part stays in the list.
    fn note_changes(&mut self, layer: &TileLayer) {
        let mut changed = core::mem::take(&mut self.changed);
        let known = self.seen.is_some_and(|seen| layer.dirty_chunks(seen, &mut changed));
        if known {
            for chunk in &changed {
                // A changed cell on a border changes what its neighbor shows.
                let beside = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];
                let near = |(dx, dy): (i32, i32)| chunk.saturating_add(ivec2(dx, dy));
                self.dirty.extend(beside.map(near));
            }
        } else {
            self.chunks.clear();
            self.one_way.clear();
            self.dirty.clear();
            self.dirty.extend(all_chunks(layer));
        }
        self.changed = changed;
        self.seen = Some(layer.revision());
        self.dirty.sort_unstable_by_key(|chunk| (chunk.y, chunk.x));
        self.dirty.dedup();
    }

    fn make(&mut self, ground: &Ground<'_>, most: usize) {
        let now = self.dirty.len().min(most);
        for chunk in self.dirty.drain(..now) {
            let cells = TileLayer::cells_of_chunk(chunk);
            put(&mut self.chunks, chunk, outline_of(ground, cells));
            put(&mut self.one_way, chunk, one_way_of(ground, cells));
        }
    }

    /// All chains, those of neighboring chunks joined where they go on in each other: no chain ends at the border of a chunk,
    /// and no straight line has a point there. In the order of [`chains`](Self::chains), by the first piece. Allocates.
    ///
    /// ```
    /// use motile_tiles::{Ground, GroundOutline, TileKind, TileKinds, TileLayer, TileSpace};
    /// let floor = TileLayer::from_rows(&[[1; 100]])?;
    /// let kinds = TileKinds::new().with(1, TileKind::solid());
    /// let mut outline = GroundOutline::default();
    /// outline.update(&Ground::new(&floor, &kinds, TileSpace::square(10.0)));
    /// assert_eq!(outline.chains().count(), 6, "two lines in each chunk, bent around the ends");
    /// let joined = outline.joined();
    /// assert!(joined.len() == 1 && joined[0].closed && joined[0].points.len() == 4, "one box");
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    #[doc(alias = "ghost vertices")]
    pub fn joined(&self) -> Vec<OutlineChain> {
        joined(self.chains())
    }

    /// The open sides of one-way ground, chunk by chunk: what comes from their left hand is stopped, what comes from their
    /// right hand passes. Sides that solid ground covers are left out.
    ///
    /// ```
    /// use motile_geom::vec2;
    /// use motile_tiles::{Ground, GroundOutline, TileKind, TileKinds, TileLayer, TileSides, TileSpace};
    /// let planks = TileLayer::from_rows(&[[0, 0, 0, 0], [0, 1, 1, 1]])?;
    /// let kinds = TileKinds::new().with(1, TileKind::one_way(TileSides::TOP));
    /// let mut outline = GroundOutline::default();
    /// outline.update(&Ground::new(&planks, &kinds, TileSpace::square(10.0)));
    /// let lines: Vec<_> = outline.one_way_chains().collect();
    /// assert_eq!(lines.len(), 1);
    /// assert_eq!(lines[0].points, [vec2(10.0, 10.0), vec2(40.0, 10.0)], "three planks, one line");
    /// # Ok::<(), motile_tiles::TileError>(())
    /// ```
    #[doc(alias = "jump-through platform")]
    pub fn one_way_chains(&self) -> impl Iterator<Item = &OutlineChain> {
        self.one_way.values().flatten()
    }

    /// The open sides of the one-way ground of one chunk.
    pub fn one_way_chains_of(&self, chunk: IVec2) -> &[OutlineChain] {
        self.one_way.get(&(chunk.y, chunk.x)).map_or(&[], Vec::as_slice)
    }

    /// All [`one_way_chains`](Self::one_way_chains), joined over the borders of chunks as [`joined`](Self::joined) does. Allocates.
    pub fn joined_one_way(&self) -> Vec<OutlineChain> {
        joined(self.one_way_chains())
    }

    /// All chains, chunk by chunk.
    pub fn chains(&self) -> impl Iterator<Item = &OutlineChain> {
        self.chunks.values().flatten()
    }

    /// The chains of one chunk.
    pub fn chains_of(&self, chunk: IVec2) -> &[OutlineChain] {
        self.chunks.get(&(chunk.y, chunk.x)).map_or(&[], Vec::as_slice)
    }
}

fn put(
    chunks: &mut BTreeMap<(i32, i32), Vec<OutlineChain>>,
    chunk: IVec2,
    chains: Vec<OutlineChain>,
) {
    if chains.is_empty() {
        chunks.remove(&(chunk.y, chunk.x));
    } else {
        chunks.insert((chunk.y, chunk.x), chains);
    }
}

fn joined<'a>(chains: impl Iterator<Item = &'a OutlineChain>) -> Vec<OutlineChain> {
    let (open, closed): (Vec<_>, Vec<_>) = chains.partition(|chain| !chain.closed);
    let mut joined: Vec<OutlineChain> = closed.into_iter().cloned().collect();
    joined.extend(join(&open));
    joined
}

fn all_chunks(layer: &TileLayer) -> impl Iterator<Item = IVec2> + '_ {
    let bounds = if layer.is_endless() { IRect::EMPTY } else { layer.bounds() };
    let (columns, rows) = (bounds.width.div_ceil(CHUNK), bounds.height.div_ceil(CHUNK));
    let bounded = (0..rows as i32).flat_map(move |y| (0..columns as i32).map(move |x| ivec2(x, y)));
    bounded.chain(layer.chunks().map(|(chunk, _)| chunk))
}

/// Points in parts of a cell: whole numbers, so that edges that fall together are equal.
const PARTS: f64 = 1024.0;

type Point = (i64, i64);
/// An edge with the ground on its right hand.
type Edge = (Point, Point);

/// The outlines of the solid cells of a rectangle. What is outside covers faces, but has none here.
fn outline_of(ground: &Ground<'_>, cells: IRect) -> Vec<OutlineChain> {
    let mut slanted = Vec::new();
    // Edges on the lines of an axis, by axis and line: where they begin and end, +1 one way and −1 the other.
    let mut lines: BTreeMap<(bool, i64), Vec<(i64, i32)>> = BTreeMap::new();
    let ring = cells.inflate(1, 1);
    for y in ring.y..ring.bottom() as i32 {
        for x in ring.x..ring.right() as i32 {
            let inside = cells.contains(x, y);
            for (a, b) in edges_of_cell(ground, ivec2(x, y)) {
                if a.0 == b.0 {
                    add(lines.entry((true, a.0)).or_default(), a.1, b.1);
                } else if a.1 == b.1 {
                    add(lines.entry((false, a.1)).or_default(), a.0, b.0);
                } else if inside {
                    slanted.push((a, b));
                }
            }
        }
    }
    let mut edges = without_pairs(slanted);
    for ((upright, line), events) in &mut lines {
        events.sort_unstable();
        open_parts(*upright, *line, events, cells, &mut edges);
    }
    chain(ground, edges)
}

/// Slanted edges without those that lie on each other with the ground on both sides: where what is not convex, or has
/// many corners, was cut into pieces.
fn without_pairs(mut edges: Vec<Edge>) -> Vec<Edge> {
    let upright = |&(a, b): &Edge| (a.min(b), a.max(b));
    edges.sort_unstable_by_key(|edge| (upright(edge), edge.0));
    let mut kept: Vec<Edge> = Vec::with_capacity(edges.len());
    for same in edges.chunk_by(|a, b| upright(a) == upright(b)) {
        let forward = same.iter().filter(|edge| edge.0 < edge.1).count();
        let backward = same.len() - forward;
        // Those of one direction come first.
        let rest =
            if forward > backward { &same[..forward - backward] } else { &same[2 * forward..] };
        kept.extend(rest);
    }
    kept
}

fn edges_of_cell(ground: &Ground<'_>, cell: IVec2) -> Vec<Edge> {
    let (_, kind) = ground.look(cell);
    if !kind.is_solid() || !kind.one_way.is_empty() {
        return Vec::new();
    }
    edges_where(ground, cell, |_, _| true)
}

/// The edges of what is solid in a cell that are wanted, asked with a point on them and their normal, in cells.
fn edges_where(
    ground: &Ground<'_>,
    cell: IVec2,
    wanted: impl Fn(DVec2, DVec2) -> bool,
) -> Vec<Edge> {
    let (tile, kind) = ground.look(cell);
    let frame = super::piece::CellFrame { corner: cell.as_dvec2(), size: DVec2::ONE };
    let part = |point: DVec2| ((point.x * PARTS).round() as i64, (point.y * PARTS).round() as i64);
    let mut edges = Vec::new();
    for piece in pieces(kind, tile, frame) {
        let wanted = piece.edges().filter(|&(a, _, normal)| wanted(a, normal));
        edges.extend(wanted.map(|(a, b, _)| (part(a), part(b))));
    }
    edges
}

/// The open sides of the one-way cells of a rectangle.
fn one_way_of(ground: &Ground<'_>, cells: IRect) -> Vec<OutlineChain> {
    let mut edges = Vec::new();
    for y in cells.y..cells.bottom() as i32 {
        for x in cells.x..cells.right() as i32 {
            let cell = ivec2(x, y);
            let (tile, kind) = ground.look(cell);
            if !kind.is_solid() || kind.one_way.is_empty() {
                continue;
            }
            let sides = kind.one_way.turned_as(tile);
            edges.extend(edges_where(ground, cell, |a, normal| {
                sides.has(side_of(normal)) && !is_covered(ground, cell, a, normal)
            }));
        }
    }
    chain(ground, edges)
}

/// Whether an edge through a point lies on the border of its cell, with a cell beyond that is full.
fn is_covered(ground: &Ground<'_>, cell: IVec2, a: DVec2, normal: DVec2) -> bool {
    let border = cell.as_dvec2() + 0.5 + normal * 0.5;
    let on_border = normal.x.abs().max(normal.y.abs()) == 1.0 && normal.dot(a - border) == 0.0;
    let (_, kind) = ground.look(cell.saturating_add(normal.as_ivec2()));
    on_border && kind.is_solid() && kind.one_way.is_empty() && kind.is_full()
}

fn add(events: &mut Vec<(i64, i32)>, from: i64, to: i64) {
    let sign = if from < to { 1 } else { -1 };
    events.push((from.min(to), sign));
    events.push((from.max(to), -sign));
}

/// The parts of a line that have ground on one side only.
fn open_parts(
    upright: bool,
    line: i64,
    events: &[(i64, i32)],
    cells: IRect,
    edges: &mut Vec<Edge>,
) {
    let parts = PARTS as i64;
    let (low, high) = if upright {
        (i64::from(cells.x) * parts, cells.right() * parts)
    } else {
        (i64::from(cells.y) * parts, cells.bottom() * parts)
    };
    let (first, last) = if upright {
        (i64::from(cells.y) * parts, cells.bottom() * parts)
    } else {
        (i64::from(cells.x) * parts, cells.right() * parts)
    };
    // On the border only the edges of cells inside count: left ones go up, right ones down, upper ones right.
    let allowed = |sign: i32| match line {
        _ if line < low || line > high => false,
        _ if line == low => sign == if upright { -1 } else { 1 },
        _ if line == high => sign == if upright { 1 } else { -1 },
        _ => true,
    };
    let (mut sum, mut from) = (0, i64::MIN);
    for &(place, change) in events {
        if sum != 0 && place > from && allowed(sum) {
            let (a, b) = (from.max(first), place.min(last));
            let ends = if sum > 0 { (a, b) } else { (b, a) };
            let point = |along: i64| if upright { (line, along) } else { (along, line) };
            if a < b {
                edges.push((point(ends.0), point(ends.1)));
            }
        }
        sum += change;
        from = place;
    }
}

/// Open chains joined end to end, straight runs as one.
fn join(open: &[&OutlineChain]) -> Vec<OutlineChain> {
    // Equal places come from equal whole numbers, so their bits are equal.
    let key = |point: Vec2| (point.x.to_bits(), point.y.to_bits());
    let mut starts: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    let mut ends = std::collections::BTreeSet::new();
    for (i, chain) in open.iter().enumerate() {
        let (Some(&first), Some(&last)) = (chain.points.first(), chain.points.last()) else {
            continue;
        };
        starts.entry(key(first)).or_default().push(i);
        ends.insert(key(last));
    }
    let mut used = vec![false; open.len()];
    let mut joined = Vec::new();
    // What really begins first; what is left are rings.
    for really_open in [true, false] {
        for first in 0..open.len() {
            let begins =
                open[first].points.first().is_some_and(|&point| !ends.contains(&key(point)));
            if used[first] || (really_open && !begins) {
                continue;
            }
            let mut points = Vec::new();
            let mut next = Some(first);
            while let Some(at) = next {
                used[at] = true;
                // The first point of a piece is the last one of the piece before.
                points.extend(&open[at].points[usize::from(!points.is_empty())..]);
                let [.., from, to] = points[..] else { break };
                let beside = starts.get(&key(to)).into_iter().flatten().copied();
                let turn = |&i: &usize| angle(to - from, open[i].points[1] - to);
                next = beside.filter(|&i| !used[i]).max_by(|a, b| turn(a).total_cmp(&turn(b)));
            }
            joined.push(straightened(points));
        }
    }
    joined
}

/// How far a way turns to the right, radians.
fn angle(from: Vec2, to: Vec2) -> f32 {
    motile_geom::ops::atan2(from.perp_dot(to), from.dot(to))
}

/// A chain without points on straight runs.
fn straightened(mut points: Vec<Vec2>) -> OutlineChain {
    let closed = points.len() > 2 && points.first() == points.last();
    if closed {
        points.pop();
    }
    let n = points.len();
    let bends = |i: usize| {
        let [a, b, c] = [(i + n - 1) % n, i, (i + 1) % n].map(|i| points[i].as_dvec2());
        let (before, after) = (b - a, c - b);
        // Places are rounded to `f32`, so a slanted line bends by a hair.
        before.perp_dot(after).abs() > 1e-6 * before.length() * after.length()
    };
    let kept = (0..n).filter(|&i| (!closed && (i == 0 || i + 1 == n)) || bends(i));
    let points = kept.map(|i| points[i]).collect();
    OutlineChain { points, closed }
}

/// Edges joined end to end, straight runs as one.
fn chain(ground: &Ground<'_>, mut edges: Vec<Edge>) -> Vec<OutlineChain> {
    edges.sort_unstable();
    let mut used = vec![false; edges.len()];
    let ends: std::collections::BTreeSet<Point> = edges.iter().map(|edge| edge.1).collect();
    let mut chains = Vec::new();
    // Open chains begin where no edge ends; what is left are rings.
    for open in [true, false] {
        for i in 0..edges.len() {
            if used[i] || (open && ends.contains(&edges[i].0)) {
                continue;
            }
            let points = follow(&edges, &mut used, i);
            chains.extend(finished(ground, points));
        }
    }
    chains
}

fn follow(edges: &[Edge], used: &mut [bool], first: usize) -> Vec<Point> {
    let mut points = vec![edges[first].0];
    let mut at = first;
    loop {
        used[at] = true;
        let (from, to) = edges[at];
        points.push(to);
        if to == points[0] {
            return points;
        }
        let next = edges.partition_point(|edge| edge.0 < to);
        let along = (to.0 - from.0, to.1 - from.1);
        let open = (next..edges.len()).take_while(|&i| edges[i].0 == to).filter(|&i| !used[i]);
        // Where two pieces of ground touch at a corner, the sharpest turn to the right stays with its own piece.
        let turn = |i: usize| {
            let way = (edges[i].1.0 - to.0, edges[i].1.1 - to.1);
            let cross = (along.0 * way.1 - along.1 * way.0) as f64;
            let dot = (along.0 * way.0 + along.1 * way.1) as f64;
            motile_geom::ops::atan2(cross as f32, dot as f32)
        };
        match open.max_by(|&a, &b| turn(a).total_cmp(&turn(b))) {
            Some(i) => at = i,
            None => return points,
        }
    }
}

fn finished(ground: &Ground<'_>, mut points: Vec<Point>) -> Option<OutlineChain> {
    let closed = points.len() > 2 && points.first() == points.last();
    if closed {
        points.pop();
    }
    let straight =
        |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - b.1) == (b.1 - a.1) * (c.0 - b.0);
    let n = points.len();
    let kept = (0..n).filter(|&i| {
        let end = !closed && (i == 0 || i + 1 == n);
        end || !straight(points[(i + n - 1) % n], points[i], points[(i + 1) % n])
    });
    let (origin, size) = (ground.space.origin.as_dvec2(), ground.space.size.as_dvec2());
    let place = |(x, y): Point| origin + DVec2::new(x as f64, y as f64) / PARTS * size;
    let points: Vec<_> = kept.map(|i| place(points[i]).as_vec2()).collect();
    (points.len() > 1).then_some(OutlineChain { points, closed })
}
