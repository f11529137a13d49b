//! The grid that is empty at the start of every tick.

use core::fmt::Write;
use motile_geom::Vec2;

/// A grid of lists that is emptied at the start of every tick: each object is tested against those already in the cells
/// around its own and then goes into its own cell. So every pair is tested at most once, and nobody against itself.
///
/// Nine cells are enough while two objects together are not larger than a cell;
/// [`for_radius`](Self::for_radius) looks further where they are.
///
/// ```
/// use motile_geom::vec2;
/// use motile_tiles::classic::CollisionMap;
/// let mut map = CollisionMap::new(10, 8, 64.0);
/// let mut pairs = 0;
/// for (id, place) in [vec2(96.0, 96.0), vec2(160.0, 160.0), vec2(352.0, 352.0)].into_iter().enumerate() {
///     pairs += map.near(place).count();
///     map.insert(place, id as u32);
/// }
/// assert_eq!(pairs, 1, "the third is far from both");
/// ```
#[doc(alias = "spatial grid")]
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionMap {
    columns: u32,
    rows: u32,
    side: f32,
    /// How many cells away it looks.
    reach: i32,
    cells: Vec<Vec<u32>>,
}

impl CollisionMap {
    /// An empty grid of cells with sides of `side` pixels, at least one cell. What is outside counts to the cells of the border.
    pub fn new(columns: u32, rows: u32, side: f32) -> Self {
        let (columns, rows) = (columns.clamp(1, 4096), rows.clamp(1, 4096));
        let cells = vec![Vec::new(); (columns * rows) as usize];
        Self { columns, rows, side: if side > 0.0 { side } else { 1.0 }, reach: 1, cells }
    }

    /// This grid for objects of up to a radius in pixels: it looks as many cells away as two of them can touch over, at least
    /// one.
    pub fn for_radius(self, radius: f32) -> Self {
        // The larger of a number and NaN is the number.
        let reach = (2.0 * radius / self.side).ceil().max(1.0).clamp(1.0, 4096.0) as i32;
        Self { reach, ..self }
    }

    /// Empties all cells and keeps their memory.
    pub fn clear(&mut self) {
        self.cells.iter_mut().for_each(Vec::clear);
    }

    /// Column and row of a place.
    pub fn cell_of(&self, place: Vec2) -> (u32, u32) {
        // The casts saturate: NaN and negative places are 0.
        let cell = |along: f32, count: u32| ((along / self.side).floor() as u32).min(count - 1);
        (cell(place.x, self.columns), cell(place.y, self.rows))
    }

    /// The objects already in the cells around a place: column by column, in the order they came.
    pub fn near(&self, place: Vec2) -> impl Iterator<Item = u32> + '_ {
        let (column, row) = self.cell_of(place);
        let around = |middle: u32, count: u32| {
            let middle = middle as i32;
            (middle - self.reach).max(0)..(middle + self.reach + 1).min(count as i32)
        };
        let rows = around(row, self.rows);
        around(column, self.columns)
            .flat_map(move |x| rows.clone().map(move |y| (x, y)))
            .flat_map(|(x, y)| self.cells[y as usize * self.columns as usize + x as usize].iter())
            .copied()
    }

    /// Puts an object into the cell of its center.
    pub fn insert(&mut self, place: Vec2, id: u32) {
        let (column, row) = self.cell_of(place);
        self.cells[(row * self.columns + column) as usize].push(id);
    }

    /// The grid as text, a line for each row: what `name` calls the first object of each cell, or `--`, and a comma.
    pub fn text(&self, name: impl Fn(u32) -> u32) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.columns as usize) {
            for cell in row {
                // Writing into a text does not fail.
                let _ = match cell.first() {
                    Some(&id) => write!(text, "{},", name(id)),
                    None => write!(text, "--,"),
                };
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    #[derive(Clone, Copy)]
    struct Circle {
        id: u32,
        place: Vec2,
        radius: f32,
    }

    /// Pairs that touch, found while inserting, and how many were tested.
    fn search(mut map: CollisionMap, circles: &[Circle]) -> (Vec<(u32, u32)>, usize) {
        let mut known: Vec<Circle> = Vec::new();
        let (mut found, mut tests) = (Vec::new(), 0);
        for &circle in circles {
            for near in map.near(circle.place) {
                tests += 1;
                let other = known[near as usize];
                if other.place.distance(circle.place) < other.radius + circle.radius {
                    found.push((other.id.min(circle.id), other.id.max(circle.id)));
                }
            }
            map.insert(circle.place, known.len() as u32);
            known.push(circle);
        }
        found.sort_unstable();
        (found, tests)
    }

    fn brute(circles: &[Circle]) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        for a in circles {
            for b in circles {
                if a.id < b.id && a.place.distance(b.place) < a.radius + b.radius {
                    found.push((a.id, b.id));
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn in_cells(cells: [(f32, f32); 3]) -> Vec<Circle> {
        let circle = |(id, (row, column)): (usize, (f32, f32))| Circle {
            id: id as u32,
            place: vec2(column + 0.5, row + 0.5) * 64.0,
            radius: 24.0,
        };
        cells.into_iter().enumerate().map(circle).collect()
    }

    #[test]
    fn tile_a25_the_text_names_the_cell_of_the_player() {
        let mut map = CollisionMap::new(10, 8, 64.0);
        let center = vec2(200.0, 130.0) + 24.0;
        assert_eq!(map.cell_of(center), (3, 2));
        map.insert(center, 0);
        assert_eq!(map.text(|_| 2).lines().nth(2), Some("--,--,--,2,--,--,--,--,--,--,"));
        map.clear();
        assert_eq!(map, CollisionMap::new(10, 8, 64.0));
    }

    #[test]
    fn tile_a25_pairs_are_tested_once() {
        let map = || CollisionMap::new(10, 8, 64.0);
        assert_eq!(search(map(), &in_cells([(1.0, 1.0), (2.0, 2.0), (5.0, 5.0)])).1, 1);
        assert_eq!(search(map(), &in_cells([(4.0, 4.0); 3])).1, 3);
    }

    fn crowd(rng: &mut Rng, radius: f32) -> Vec<Circle> {
        let circle = |id| Circle {
            id,
            place: rng.in_rect(vec2(-20.0, -20.0), vec2(660.0, 532.0)),
            radius: rng.range(0.2 * radius..radius),
        };
        (0..1000).map(circle).collect()
    }

    #[test]
    fn tile_a25_the_grid_finds_what_brute_force_finds_in_any_order() {
        let mut rng = Rng::new(25);
        let mut circles = crowd(&mut rng, 32.0);
        let all = brute(&circles);
        assert!(all.len() > 500);
        for _ in 0..5 {
            let (found, tests) = search(CollisionMap::new(10, 8, 64.0), &circles);
            assert_eq!(found, all);
            assert!(tests < 1000 * 999 / 4, "{tests}");
            rng.shuffle(&mut circles);
        }
    }

    #[test]
    fn tile_a25_larger_circles_need_a_wider_search() {
        let mut rng = Rng::new(26);
        let circles = crowd(&mut rng, 0.8 * 64.0);
        let all = brute(&circles);
        let narrow = search(CollisionMap::new(10, 8, 64.0), &circles).0;
        assert!(narrow.len() < all.len(), "nine cells miss some");
        let wide = CollisionMap::new(10, 8, 64.0).for_radius(0.8 * 64.0);
        assert_eq!(search(wide, &circles).0, all);
    }

    /// Not a number of pixels was no cell away, whatever the docs say.
    #[test]
    fn tile_a25_a_search_looks_at_least_one_cell_away() {
        for radius in [f32::NAN, -5.0, 0.0, f32::NEG_INFINITY] {
            assert_eq!(CollisionMap::new(10, 8, 64.0).for_radius(radius).reach, 1, "{radius}");
        }
        assert_eq!(CollisionMap::new(10, 8, 64.0).for_radius(f32::INFINITY).reach, 4096);
    }

    /// TILE-M13: uniform objects on C×R cells have n(n−1)/2·(3C−2)(3R−2)/(CR)² candidates.
    #[test]
    fn tile_m13_a_search_of_nine_cells_has_476_candidates_of_4950() {
        let mut rng = Rng::new(13);
        let mut tests = 0;
        for _ in 0..200 {
            let any =
                |id| Circle { id, place: rng.in_rect(Vec2::ZERO, vec2(640.0, 512.0)), radius: 1.0 };
            let circles: Vec<Circle> = (0..100).map(any).collect();
            tests += search(CollisionMap::new(10, 8, 64.0), &circles).1;
        }
        let mean = tests as f64 / 200.0;
        assert!((mean - 476.4).abs() < 12.0, "{mean}");
    }
}
