//! What can be seen from a cell: light, and the fog of war.

use motile_geom::{Grid2, GridError, HashState, IVec2, StateHash, ivec2};

/// The farthest that anybody sees, cells.
const MAX_REACH: u32 = 512;

/// Calls `see` for every cell that can be seen from another one, itself first, each at least once: symmetric shadow
/// casting. Two open cells within reach see each other or neither does; walls are seen from where their face is. Cells on
/// the borders between the four quarters are told twice.
///
/// `reach` is in cells, measured between middles; more than 512 counts as 512.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::cells_in_sight;
/// let wall = |cell: motile_geom::IVec2| cell.x == 2 && cell.y != 0;
/// let mut seen = Vec::new();
/// cells_in_sight(ivec2(0, 0), 6, wall, |cell| seen.push(cell));
/// assert!(seen.contains(&ivec2(6, 0)), "through the gap");
/// assert!(!seen.contains(&ivec2(4, 4)), "not through the wall");
/// ```
#[doc(alias = "field of view")]
#[doc(alias = "shadow casting")]
#[doc(alias = "visibility")]
pub fn cells_in_sight(
    from: IVec2,
    reach: u32,
    is_opaque: impl Fn(IVec2) -> bool,
    mut see: impl FnMut(IVec2),
) {
    see(from);
    let reach = reach.min(MAX_REACH) as i32;
    // Half a cell more makes round forms of small reaches.
    let limit = reach * reach + reach;
    for quarter in 0..4 {
        let place = |depth: i32, side: i32| {
            let (x, y) = match quarter {
                0 => (side, -depth),
                1 => (depth, side),
                2 => (side, depth),
                _ => (-depth, side),
            };
            ivec2(from.x.saturating_add(x), from.y.saturating_add(y))
        };
        let inside = |depth: i32, side: i32| depth * depth + side * side <= limit;
        let mut open = vec![Row { depth: 1, start: Slope(-1, 1), end: Slope(1, 1) }];
        while let Some(mut row) = open.pop() {
            let mut last_wall = None;
            for side in row.first()..=row.last() {
                let cell = place(row.depth, side);
                let wall = is_opaque(cell);
                if inside(row.depth, side) && (wall || row.is_symmetric(side)) {
                    see(cell);
                }
                if last_wall == Some(true) && !wall {
                    row.start = Slope::of(row.depth, side);
                }
                if last_wall == Some(false) && wall && row.depth < reach {
                    open.push(Row { end: Slope::of(row.depth, side), ..row.next() });
                }
                last_wall = Some(wall);
            }
            if last_wall == Some(false) && row.depth < reach {
                open.push(row.next());
            }
        }
    }
}

/// A slope as a fraction: sideways over ahead, ahead above 0.
#[derive(Clone, Copy)]
struct Slope(i32, i32);

impl Slope {
    /// That of the near left corner of a cell.
    const fn of(depth: i32, side: i32) -> Self {
        Self(2 * side - 1, 2 * depth)
    }
}

/// A part of a row of cells across the line of sight.
#[derive(Clone, Copy)]
struct Row {
    depth: i32,
    start: Slope,
    end: Slope,
}

impl Row {
    const fn next(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// The first cell whose middle or more is inside: halves count.
    fn first(self) -> i32 {
        let Slope(side, ahead) = self.start;
        (2 * self.depth * side + ahead).div_euclid(2 * ahead)
    }

    /// The last one; here halves do not count.
    fn last(self) -> i32 {
        let Slope(side, ahead) = self.end;
        -((-2 * self.depth * side + ahead).div_euclid(2 * ahead))
    }

    /// Whether the middle of a cell lies between both slopes: then it is seen both ways.
    fn is_symmetric(self, side: i32) -> bool {
        side * self.start.1 >= self.depth * self.start.0
            && side * self.end.1 <= self.depth * self.end.0
    }
}

/// What somebody knows of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellSight {
    /// Never seen.
    #[default]
    Hidden,
    /// Seen before.
    Remembered,
    /// Seen now.
    Seen,
}

impl HashState for CellSight {
    fn hash_state(&self, hash: &mut StateHash) {
        (*self as u8).hash_state(hash);
    }
}

/// The fog of war over a world: what is seen now, what was seen before, and what never was.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{CellSight, FogOfWar};
/// let mut fog = FogOfWar::new(20, 10)?;
/// fog.forget_present();
/// fog.look(ivec2(3, 3), 4, |cell| cell.x == 5);
/// assert_eq!(fog.get(4, 3), CellSight::Seen);
/// assert_eq!(fog.get(6, 3), CellSight::Hidden, "behind the wall");
/// fog.forget_present();
/// assert_eq!(fog.get(4, 3), CellSight::Remembered);
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FogOfWar {
    /// What is known of each cell.
    pub cells: Grid2<CellSight>,
}

impl HashState for FogOfWar {
    fn hash_state(&self, hash: &mut StateHash) {
        self.cells.hash_state(hash);
    }
}

impl FogOfWar {
    /// A world of which nothing is known.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        Ok(Self { cells: Grid2::filled(width, height, CellSight::Hidden)? })
    }

    /// What is known of a cell; nothing outside.
    pub fn get(&self, x: i32, y: i32) -> CellSight {
        self.cells.get(x, y).copied().unwrap_or_default()
    }

    /// What was seen until now is a memory: called before everybody looks again.
    pub fn forget_present(&mut self) {
        for (_, cell) in self.cells.iter_mut() {
            if *cell == CellSight::Seen {
                *cell = CellSight::Remembered;
            }
        }
    }

    /// Somebody looks around: see [`cells_in_sight`].
    pub fn look(&mut self, from: IVec2, reach: u32, is_opaque: impl Fn(IVec2) -> bool) {
        cells_in_sight(from, reach, is_opaque, |cell| {
            self.cells.set(cell.x, cell.y, CellSight::Seen);
        });
    }
}

/// How bright the cells of a world are: lamps whose light falls off with distance and stops at walls.
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::LightMap;
/// let mut light = LightMap::new(20, 10, 0.1)?;
/// light.add_lamp(ivec2(5, 5), 6, 1.0, |cell| cell.x == 8);
/// assert_eq!(light.get(5, 5), 1.0);
/// assert!(light.get(7, 5) > light.get(5, 9) && light.get(9, 5) == 0.1);
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "lighting")]
#[derive(Clone, Debug, PartialEq)]
pub struct LightMap {
    /// Brightness of each cell, 0…1.
    pub cells: Grid2<f32>,
    /// Brightness where no lamp shines, 0…1.
    pub ambient: f32,
}

impl LightMap {
    /// A world without lamps.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn new(width: u32, height: u32, ambient: f32) -> Result<Self, GridError> {
        Ok(Self { cells: Grid2::filled(width, height, ambient)?, ambient })
    }

    /// Brightness of a cell; the ambient one outside.
    pub fn get(&self, x: i32, y: i32) -> f32 {
        self.cells.get(x, y).copied().unwrap_or(self.ambient)
    }

    /// Puts all lamps out.
    pub fn clear(&mut self) {
        self.cells.fill(self.ambient);
    }

    /// Adds a lamp: `strength` in its own cell, nothing from `reach` cells on; walls are lit on the side of the lamp. Of
    /// several lamps the brightest counts. A strength that is not finite adds nothing.
    pub fn add_lamp(
        &mut self,
        place: IVec2,
        reach: u32,
        strength: f32,
        is_opaque: impl Fn(IVec2) -> bool,
    ) {
        if !strength.is_finite() {
            return;
        }
        let far = reach.clamp(1, MAX_REACH) as f32 + 0.5;
        cells_in_sight(place, reach, is_opaque, |cell| {
            let share = (cell - place).as_vec2().length_squared() / (far * far);
            let light = strength * (1.0 - share).max(0.0);
            if let Some(known) = self.cells.get_mut(cell.x, cell.y) {
                *known = known.max(light.clamp(0.0, 1.0));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn seen_from(from: IVec2, reach: u32, walls: &Grid2<bool>) -> BTreeSet<(i32, i32)> {
        let mut seen = BTreeSet::new();
        let wall = |cell: IVec2| walls.get(cell.x, cell.y).copied().unwrap_or(true);
        cells_in_sight(from, reach, wall, |cell| {
            seen.insert((cell.x, cell.y));
        });
        seen
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Open cells see each other or neither does.
        #[test]
        fn tile_x8_law_sight_is_symmetric(walls in prop::collection::vec(prop::bool::weighted(0.3), 144), a in 0..144usize) {
            let walls = Grid2::from_cells(12, 12, walls).unwrap();
            let place = |i: usize| ivec2(i as i32 % 12, i as i32 / 12);
            let from = place(a);
            if walls[(from.x as u32, from.y as u32)] {
                return Ok(());
            }
            let seen = seen_from(from, 20, &walls);
            for b in 0..144 {
                let to = place(b);
                if !walls[(to.x as u32, to.y as u32)] {
                    let back = seen_from(to, 20, &walls).contains(&(from.x, from.y));
                    prop_assert_eq!(seen.contains(&(to.x, to.y)), back, "{} {}", from, to);
                }
            }
        }
    }

    #[test]
    fn tile_x8_an_empty_room_is_seen_whole_and_its_walls_too() {
        let walls = Grid2::from_fn(9, 7, |x, y| x == 0 || y == 0 || x == 8 || y == 6).unwrap();
        for from in [ivec2(1, 1), ivec2(4, 3), ivec2(7, 5)] {
            assert_eq!(seen_from(from, 20, &walls).len(), 63);
        }
    }

    #[test]
    fn tile_x8_reach_is_round() {
        let open = |_: IVec2| false;
        let mut seen = BTreeSet::new();
        cells_in_sight(IVec2::ZERO, 5, open, |cell| {
            seen.insert((cell.x, cell.y));
        });
        let brute = (-6..=6).flat_map(|y| (-6..=6).map(move |x| (x, y)));
        let brute: BTreeSet<(i32, i32)> = brute.filter(|(x, y)| x * x + y * y <= 30).collect();
        assert_eq!(seen, brute);
        cells_in_sight(IVec2::MAX, u32::MAX, |cell| cell.x % 2 == 0, |_| {});
    }
}
