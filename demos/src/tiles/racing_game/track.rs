//! A track is one closed line; tiles, checkpoints, start and the field that drivers follow come from it.

use motile::geom::Segment;
use motile::prelude::*;
use motile::tiles::{Car, DirectionMap, Tile, TileLayer, TileSpace};

/// The size of the world, pixels.
pub(super) const WORLD: Vec2 = vec2(1280.0, 960.0);
/// The width of the road, pixels.
pub(super) const ROAD: f32 = 104.0;
/// Side of a tile and of a cell of the field, pixels.
pub(super) const CELL: f32 = 8.0;
const FIELD: f32 = 32.0;
/// Checkpoints of a lap.
pub(super) const GATES: u32 = 10;
/// A line shorter than this is a slip of the pointer, pixels.
const SHORTEST: f32 = 900.0;

/// Tiles: two kinds of grass, road, the two colors of the kerb, the two of the start line.
pub(super) const GRASS: Tile = Tile::new(1);
const MEADOW: Tile = Tile::new(2);
const ASPHALT: Tile = Tile::new(3);
const KERBS: [Tile; 2] = [Tile::new(4), Tile::new(5)];
const LINES: [Tile; 2] = [Tile::new(6), Tile::new(5)];
pub(super) const COLORS: [u32; 6] =
    [0x5C_9A_4A, 0x54_90_44, 0x5B_5E_68, 0xD8_4B_42, 0xF4_F0_E6, 0x22_24_2A];

/// The names of the tracks; the last one is the player's.
pub(super) const NAMES: [&str; 3] = ["Lakeside", "Hairpins", "Yours"];
/// Corners of the tracks that come with the game, rounded before they are driven. The third is driven until one is drawn.
const CORNERS: [&[(f32, f32)]; 3] = [
    &[
        (150.0, 200.0),
        (620.0, 110.0),
        (1120.0, 180.0),
        (1160.0, 520.0),
        (900.0, 560.0),
        (860.0, 840.0),
        (340.0, 860.0),
        (130.0, 640.0),
    ],
    &[
        (130.0, 130.0),
        (1130.0, 120.0),
        (1160.0, 340.0),
        (470.0, 330.0),
        (440.0, 500.0),
        (1140.0, 520.0),
        (1150.0, 840.0),
        (800.0, 850.0),
        (720.0, 700.0),
        (560.0, 850.0),
        (140.0, 840.0),
    ],
    &[
        (200.0, 480.0),
        (420.0, 140.0),
        (640.0, 480.0),
        (860.0, 140.0),
        (1110.0, 480.0),
        (640.0, 840.0),
    ],
];

pub(super) struct Track {
    /// The middle of the road, closed.
    pub(super) line: Vec<Vec2>,
    pub(super) layer: TileLayer,
    pub(super) field: DirectionMap,
    pub(super) gates: Vec<Aabb>,
    /// Whether the player changed its tiles.
    pub(super) edited: bool,
}

impl Track {
    /// A track of the game; the player's own when there is one.
    pub(super) fn new(index: u32, drawn: &[Vec2]) -> motile::Result<Self> {
        let index = index as usize % NAMES.len();
        let own = index + 1 == NAMES.len() && !drawn.is_empty();
        let corners = CORNERS[index].iter().map(|&(x, y)| vec2(x, y));
        Self::on_line(rounded(if own { drawn.to_vec() } else { corners.collect() }))
    }

    fn on_line(line: Vec<Vec2>) -> motile::Result<Self> {
        let cells = (WORLD / FIELD).as_uvec2();
        let space = TileSpace::square(FIELD);
        let field = DirectionMap::along_line(cells.x, cells.y, space, &line, true, ROAD * 0.7)?;
        Ok(Self { layer: paint(&line)?, field, gates: gates_on(&line), line, edited: false })
    }

    /// Whether a place is beside the road: its tile says so.
    pub(super) fn is_grass(&self, place: Vec2) -> bool {
        let cell = TileSpace::square(CELL).cell_of(place);
        matches!(self.layer.get(cell.x, cell.y), GRASS | MEADOW | Tile::EMPTY)
    }

    /// Where a car stands before the race: two rows, the first ones in front.
    pub(super) fn start(&self, slot: usize) -> Car {
        let place = self.before_start(34.0 + 26.0 * slot as f32);
        let ahead = self.field.sample(place);
        let side = if slot.is_multiple_of(2) { 22.0 } else { -22.0 };
        Car::new(place + ahead.perp() * side, ahead.angle())
    }

    /// The point of the line so many pixels before its start.
    fn before_start(&self, mut way: f32) -> Vec2 {
        let mut last = self.line[0];
        for &point in self.line.iter().rev() {
            let step = point.distance(last);
            if step >= way {
                return last.lerp(point, way / step.max(1e-3));
            }
            way -= step;
            last = point;
        }
        last
    }
}

/// Checkpoints at equal parts of a line.
fn gates_on(line: &[Vec2]) -> Vec<Aabb> {
    let gate = |i: u32| line[i as usize * line.len() / GATES as usize];
    (0..GATES).map(|i| Aabb::from_center(gate(i), Vec2::splat(ROAD * 0.75))).collect()
}

/// The most checkpoints that one place is in: who stands there has passed them all.
fn most_at_once(gates: &[Aabb]) -> usize {
    let corners = gates.iter().flat_map(|a| gates.iter().map(|b| vec2(a.min.x, b.min.y)));
    let holding = |corner| gates.iter().filter(|gate| gate.contains(corner)).count();
    corners.map(holding).max().unwrap_or_default()
}

/// A stroke as a track: points at equal steps, when it is long enough to be one and no scribble in one place.
pub(super) fn from_stroke(stroke: &[Vec2]) -> Option<Vec<Vec2>> {
    let mut line: Vec<Vec2> = Vec::new();
    for &point in stroke {
        let point = point.clamp(Vec2::splat(ROAD * 0.6), WORLD - ROAD * 0.6);
        if line.last().is_none_or(|last| last.distance(point) >= 48.0) {
            line.push(point);
        }
    }
    let length: f32 = line.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let is_track =
        length >= SHORTEST && most_at_once(&gates_on(&rounded(line.clone()))) <= GATES as usize / 2;
    is_track.then_some(line)
}

/// Cuts the corners of a closed line three times: Chaikin's curve.
fn rounded(mut line: Vec<Vec2>) -> Vec<Vec2> {
    for _ in 0..3 {
        let ends = line.iter().zip(line.iter().cycle().skip(1));
        line = ends.flat_map(|(&a, &b)| [a.lerp(b, 0.25), a.lerp(b, 0.75)]).collect();
    }
    line
}

/// The tiles of a world with this road in it.
fn paint(line: &[Vec2]) -> motile::Result<TileLayer> {
    let cells = (WORLD / CELL).as_uvec2();
    let space = TileSpace::square(CELL);
    let mut layer = TileLayer::from_fn(cells.x, cells.y, |x, y| {
        if (x / 8 + y / 8).is_multiple_of(2) { GRASS } else { MEADOW }
    })?;
    let pieces = || line.iter().zip(line.iter().cycle().skip(1)).enumerate();
    let reach = ROAD * 0.5 + CELL;
    // Each piece paints around itself: kerbs first, so that the road of another piece can cover them.
    for (width, is_kerb) in [(reach, true), (ROAD * 0.5, false)] {
        for (index, (&a, &b)) in pieces() {
            let piece = Segment::new(a, b);
            let near = space.cells_in(Aabb::new(a.min(b) - reach, a.max(b) + reach));
            for y in near.y..near.bottom() as i32 {
                for x in near.x..near.right() as i32 {
                    if piece.distance(space.center_of(ivec2(x, y))) < width {
                        let tile = if is_kerb { KERBS[index / 2 % 2] } else { ASPHALT };
                        layer.set(x, y, tile);
                    }
                }
            }
        }
    }
    // The start: squares of two colors across the road.
    let across = (line[1] - line[0]).normalized().perp() * ROAD * 0.5;
    let ends = [line[0] - across, line[0] + across].map(|end| space.cell_of(end));
    for cell in motile::tiles::cells_on_line(ends[0], ends[1]) {
        for beside in [ivec2(0, 0), ivec2(1, 0), ivec2(0, 1), ivec2(1, 1)] {
            let cell = cell + beside;
            layer.set(cell.x, cell.y, LINES[(cell.x + cell.y).rem_euclid(2) as usize]);
        }
    }
    Ok(layer)
}
