//! Neighbors, distances, lines and rings on grids of squares, diamonds and hexagons.

use crate::{Orientation, ShiftedLines, cells_on_line};
use motile_geom::{IVec2, ivec2};

/// How the cells of a grid touch: which ones are neighbors, how many steps lie between two, which lie on a line or on a
/// ring. Where they are on the screen is said by [`TileMap::corner_of_cell`](crate::TileMap::corner_of_cell), and which
/// one lies under a point by [`TileMap::cell_of_point`](crate::TileMap::cell_of_point).
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{CellLattice, ShiftedLines};
/// let hexagons = CellLattice::Hexagons(ShiftedLines::default());
/// assert_eq!(hexagons.neighbors(ivec2(3, 3)).len(), 6);
/// assert_eq!(hexagons.distance(ivec2(0, 0), ivec2(2, 4)), 4);
/// assert_eq!(hexagons.ring(ivec2(0, 0), 3).count(), 18);
/// ```
#[doc(alias = "hex grid")]
#[doc(alias = "isometric grid")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellLattice {
    /// Squares, rectangles, diamonds of isometric maps: four neighbors over sides.
    Squares,
    /// Squares with eight neighbors: over corners too.
    SquaresAndCorners,
    /// Diamonds in rows or columns of which every other one is shifted: four neighbors over sides.
    Staggered(ShiftedLines),
    /// Hexagons in rows (pointy tops) or columns (flat tops) of which every other one is shifted: six neighbors.
    Hexagons(ShiftedLines),
}

impl From<Orientation> for CellLattice {
    fn from(orientation: Orientation) -> Self {
        match orientation {
            Orientation::Staggered { stagger } => Self::Staggered(stagger),
            Orientation::Hexagonal { stagger, .. } => Self::Hexagons(stagger),
            _ => Self::Squares,
        }
    }
}

/// The six steps in axial coordinates, around once.
const HEXAGON: [IVec2; 6] =
    [ivec2(1, 0), ivec2(0, 1), ivec2(-1, 1), ivec2(-1, 0), ivec2(0, -1), ivec2(1, -1)];
const SQUARE: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
const EIGHT: [IVec2; 8] = [
    ivec2(1, 0),
    ivec2(1, 1),
    ivec2(0, 1),
    ivec2(-1, 1),
    ivec2(-1, 0),
    ivec2(-1, -1),
    ivec2(0, -1),
    ivec2(1, -1),
];

impl CellLattice {
    /// The cells beside a cell, around once.
    pub fn neighbors(self, cell: IVec2) -> impl ExactSizeIterator<Item = IVec2> {
        let middle = self.straight(cell);
        self.steps().iter().map(move |&step| self.crooked(middle.saturating_add(step)))
    }

    /// The least number of steps from one cell to another.
    pub fn distance(self, from: IVec2, to: IVec2) -> u32 {
        let (from, to) = (self.straight(from), self.straight(to));
        let (x, y) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let steps = match self {
            Self::SquaresAndCorners => x.abs().max(y.abs()),
            // Two steps in one where the signs differ.
            Self::Hexagons(_) => x.abs().max(y.abs()).max((x + y).abs()),
            Self::Squares | Self::Staggered(_) => x.abs() + y.abs(),
        };
        steps.min(u32::MAX.into()) as u32
    }

    /// The cells on the straight line between two, both included: as many as the distance and one more on hexagons and
    /// with corners; on the others Bresenham's line, which goes over corners.
    pub fn line(self, from: IVec2, to: IVec2) -> impl Iterator<Item = IVec2> {
        let (a, b) = (self.straight(from), self.straight(to));
        let hexagons = matches!(self, Self::Hexagons(_));
        let count = if hexagons { self.distance(from, to) } else { 0 };
        let round = (0..=count).filter(move |_| hexagons).map(move |i| on_hexagons(a, b, i, count));
        let square = cells_on_line(a, b).take(if hexagons { 0 } else { usize::MAX });
        round.chain(square).map(move |cell| self.crooked(cell))
    }

    /// The cells at exactly `radius` steps from a center, around once; the center itself for 0.
    pub fn ring(self, center: IVec2, radius: u32) -> impl Iterator<Item = IVec2> {
        let middle = self.straight(center);
        let radius = radius.min(1 << 20) as i32;
        // Along each side of the ring, from one corner toward the next.
        let (corners, ways): (&[IVec2], &[IVec2]) = match self {
            Self::Hexagons(_) => (&HEXAGON, &HEXAGON),
            Self::SquaresAndCorners => (&[EIGHT[1], EIGHT[3], EIGHT[5], EIGHT[7]], &SQUARE),
            Self::Squares | Self::Staggered(_) => (&SQUARE, &SQUARE),
        };
        let along = move |side: usize| match self {
            Self::Hexagons(_) => (ways[(side + 2) % 6], radius),
            // The corners begin at the lower right: the first side runs to the left.
            Self::SquaresAndCorners => (ways[(side + 2) % 4], 2 * radius),
            Self::Squares | Self::Staggered(_) => (corners[(side + 1) % 4] - corners[side], radius),
        };
        let sides = (0..corners.len()).flat_map(move |side| {
            let (way, count) = along(side);
            let corner = middle.saturating_add(corners[side] * radius);
            (0..count).map(move |step| corner.saturating_add(way * step))
        });
        let alone = (radius == 0).then_some(middle);
        alone.into_iter().chain(sides).map(move |cell| self.crooked(cell))
    }

    const fn steps(self) -> &'static [IVec2] {
        match self {
            Self::Squares | Self::Staggered(_) => &SQUARE,
            Self::SquaresAndCorners => &EIGHT,
            Self::Hexagons(_) => &HEXAGON,
        }
    }

    /// Coordinates in which every neighbor is the same step away from every cell: axial ones on hexagons, those along the
    /// sides of the diamonds on staggered maps.
    fn straight(self, cell: IVec2) -> IVec2 {
        match self {
            Self::Squares | Self::SquaresAndCorners => cell,
            Self::Hexagons(lines) if lines.columns => {
                ivec2(cell.x, cell.y.saturating_sub(lines.before(cell.x)))
            }
            Self::Hexagons(lines) => ivec2(cell.x.saturating_sub(lines.before(cell.y)), cell.y),
            Self::Staggered(lines) => {
                let (along, line) = if lines.columns { (cell.y, cell.x) } else { (cell.x, cell.y) };
                let first = along.saturating_sub(lines.before(line));
                ivec2(first.saturating_add(line), first.saturating_neg())
            }
        }
    }

    /// Back from [`straight`](Self::straight).
    fn crooked(self, cell: IVec2) -> IVec2 {
        match self {
            Self::Squares | Self::SquaresAndCorners => cell,
            Self::Hexagons(lines) if lines.columns => {
                ivec2(cell.x, cell.y.saturating_add(lines.before(cell.x)))
            }
            Self::Hexagons(lines) => ivec2(cell.x.saturating_add(lines.before(cell.y)), cell.y),
            Self::Staggered(lines) => {
                let line = cell.x.saturating_add(cell.y);
                let along = cell.y.saturating_neg().saturating_add(lines.before(line));
                if lines.columns { ivec2(line, along) } else { ivec2(along, line) }
            }
        }
    }
}

impl ShiftedLines {
    /// How many whole cells the slanted axis through cell (0, 0) is ahead in a line: half its number, rounded up where the
    /// even lines are the shifted ones.
    fn before(self, line: i32) -> i32 {
        let odd = if self.even { line.rem_euclid(2) } else { 0 };
        line.div_euclid(2) + odd
    }
}

/// Cell number `step` of a line in axial coordinates.
fn on_hexagons(a: IVec2, b: IVec2, step: u32, count: u32) -> IVec2 {
    if count == 0 {
        return a;
    }
    let part = f64::from(step) / f64::from(count);
    // A hair aside, so that points on an edge fall on one side of the whole line.
    let q = f64::from(a.x) + (f64::from(b.x) - f64::from(a.x)) * part + 1e-6;
    let r = f64::from(a.y) + (f64::from(b.y) - f64::from(a.y)) * part + 2e-6;
    let s = -q - r;
    let (rq, rr, rs) = (q.round(), r.round(), s.round());
    let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
    // The one that was rounded most follows from the other two.
    if dq > dr && dq > ds {
        ivec2((-rr - rs) as i32, rr as i32)
    } else if dr > ds {
        ivec2(rq as i32, (-rq - rs) as i32)
    } else {
        ivec2(rq as i32, rr as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TileMap;
    use motile_geom::uvec2;
    use std::collections::{BTreeSet, VecDeque};

    fn all() -> Vec<(CellLattice, Orientation)> {
        let mut list = vec![
            (CellLattice::Squares, Orientation::Orthogonal),
            (CellLattice::SquaresAndCorners, Orientation::Orthogonal),
        ];
        for (columns, even) in [(false, false), (false, true), (true, false), (true, true)] {
            let stagger = ShiftedLines { columns, even };
            for orientation in
                [Orientation::Staggered { stagger }, Orientation::Hexagonal { stagger, side: 16 }]
            {
                list.push((orientation.into(), orientation));
            }
        }
        list
    }

    /// Neighbors are those whose middles are nearest on the screen.
    #[test]
    fn tile_77_neighbors_are_the_nearest_cells() {
        for (lattice, orientation) in all() {
            let size = if matches!(orientation, Orientation::Hexagonal { .. }) {
                uvec2(32, 32)
            } else {
                uvec2(64, 64)
            };
            let map = TileMap { orientation, ..TileMap::new(uvec2(9, 9), size) };
            for cell in [ivec2(3, 3), ivec2(4, 4), ivec2(3, 4), ivec2(-2, -3)] {
                let here = map.center_of_cell(cell);
                let around = (-3..=3).flat_map(|y| (-3..=3).map(move |x| cell + ivec2(x, y)));
                let mut others: Vec<_> = around.filter(|&other| other != cell).collect();
                others.sort_by(|a, b| {
                    let far = |cell: IVec2| map.center_of_cell(cell).distance(here);
                    far(*a).total_cmp(&far(*b)).then((a.y, a.x).cmp(&(b.y, b.x)))
                });
                let key = |cell: &IVec2| (cell.y, cell.x);
                let count = lattice.neighbors(cell).len();
                let nearest: BTreeSet<_> = others[..count].iter().map(key).collect();
                let found: BTreeSet<_> = lattice.neighbors(cell).map(|cell| key(&cell)).collect();
                assert_eq!(found, nearest, "{lattice:?} at {cell}");
            }
        }
    }

    /// Distances are those of a breadth-first search, and rings the cells that have them.
    #[test]
    fn tile_77_distances_and_rings_are_those_of_a_search() {
        for (lattice, _) in all() {
            let center = ivec2(1, -2);
            let mut far = std::collections::BTreeMap::from([((center.y, center.x), 0)]);
            let mut open = VecDeque::from([center]);
            while let Some(cell) = open.pop_front() {
                let next = far[&(cell.y, cell.x)] + 1;
                if next > 5 {
                    continue;
                }
                for beside in lattice.neighbors(cell) {
                    far.entry((beside.y, beside.x)).or_insert_with(|| {
                        open.push_back(beside);
                        next
                    });
                }
            }
            for (&(y, x), &steps) in &far {
                assert_eq!(lattice.distance(center, ivec2(x, y)), steps, "{lattice:?} {x} {y}");
            }
            for radius in 0..=5 {
                let searched: BTreeSet<_> = far
                    .iter()
                    .filter(|&(_, &steps)| steps == radius)
                    .map(|(&cell, _)| cell)
                    .collect();
                let ring: Vec<_> = lattice.ring(center, radius).map(|c| (c.y, c.x)).collect();
                assert_eq!(ring.len(), searched.len(), "{lattice:?}: each once");
                assert_eq!(BTreeSet::from_iter(ring), searched, "{lattice:?} {radius}");
            }
        }
    }

    #[test]
    fn tile_77_lines_on_hexagons_go_from_neighbor_to_neighbor() {
        for (lattice, _) in all() {
            let CellLattice::Hexagons(_) = lattice else { continue };
            for to in [ivec2(7, 3), ivec2(-4, 9), ivec2(0, -6), ivec2(5, 5)] {
                let line: Vec<_> = lattice.line(ivec2(1, 1), to).collect();
                assert_eq!((line[0], line[line.len() - 1]), (ivec2(1, 1), to));
                assert!(line.windows(2).all(|two| lattice.distance(two[0], two[1]) == 1));
                assert_eq!(line.len() as u32, lattice.distance(ivec2(1, 1), to) + 1);
            }
        }
    }

    #[test]
    fn the_end_of_all_numbers_has_answers() {
        for (lattice, _) in all() {
            for cell in [IVec2::MAX, IVec2::MIN, ivec2(i32::MAX, i32::MIN)] {
                assert!(lattice.neighbors(cell).count() >= 4);
                assert!(lattice.distance(cell, IVec2::ZERO) > 1_000_000);
                assert!(lattice.ring(cell, 2).count() >= 8);
            }
        }
    }
}
