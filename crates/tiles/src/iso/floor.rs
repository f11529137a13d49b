//! The floor of a scene, in chunks: a frame costs what is seen of it, however large the world is.

use super::{IsoBox, IsoProjection, flat};
use motile_geom::{Aabb, UVec2, Vec2, Vec3, uvec2, vec2, vec3};

/// About how many pieces of floor share a chunk: fewer make more chunks to look at, more make more pieces to look at.
const PER_CHUNK: f32 = 64.0;

/// A piece of floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloorTile {
    pub(super) base: Vec3,
    pub(super) sprite: u32,
}

/// Pieces of floor in the order they were added, and where they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Floor {
    tiles: Vec<FloorTile>,
    /// Nothing after a change, until the next [`Floor::arrange`].
    chunks: Option<Chunks>,
}

impl Floor {
    pub(super) fn push(&mut self, tile: FloorTile) {
        self.tiles.push(tile);
        self.chunks = None;
    }

    pub(super) fn clear(&mut self) {
        self.tiles.clear();
        self.chunks = None;
    }

    pub(super) fn tiles(&self) -> &[FloorTile] {
        &self.tiles
    }

    /// Sorts the pieces into chunks, after a change.
    pub(super) fn arrange(&mut self) {
        if self.chunks.is_none() {
            self.chunks = Some(Chunks::of(&self.tiles));
        }
    }

    /// Tells of the pieces whose bases may be seen inside of an area of the screen, in the order they were added; of all of
    /// them after a change that was not arranged.
    pub(super) fn visit(
        &self,
        view: &IsoProjection,
        screen: Aabb,
        mut visit: impl FnMut(&FloorTile),
    ) {
        let Some(chunks) = &self.chunks else {
            self.tiles.iter().filter(|tile| tile.base.is_finite()).for_each(visit);
            return;
        };
        let mut seen = Vec::new();
        chunks.query(view, screen, |part| seen.extend_from_slice(part));
        // Chunks hold them in this order; several do not.
        seen.sort_unstable();
        for index in seen {
            visit(&self.tiles[index as usize]);
        }
    }
}

/// A grid over the floor; each cell lists its pieces.
#[derive(Clone, Debug)]
struct Chunks {
    min: Vec3,
    max: Vec3,
    /// The width and depth of a chunk.
    side: Vec2,
    count: UVec2,
    /// Where the list of each chunk starts in `indices`, and where the last one ends.
    starts: Vec<u32>,
    indices: Vec<u32>,
}

impl Chunks {
    fn of(tiles: &[FloorTile]) -> Self {
        let bases = || tiles.iter().map(|tile| tile.base).filter(|base| base.is_finite());
        let min = bases().reduce(Vec3::min).unwrap_or_default();
        let max = bases().reduce(Vec3::max).unwrap_or_default();
        let size = flat(max - min);
        let wanted = (tiles.len() as f32 / PER_CHUNK).ceil().max(1.0);
        // Chunks as square as the floor allows; a single row of pieces is a row of chunks.
        let aspect = (size.x / size.y).clamp(1.0 / wanted, wanted);
        let columns = (wanted * if aspect.is_finite() { aspect } else { 1.0 }).sqrt();
        let count = uvec2(columns.ceil() as u32, (wanted / columns).ceil() as u32).max(UVec2::ONE);
        let side = (size / count.as_vec2()).max(Vec2::splat(f32::MIN_POSITIVE));
        let mut chunks = Self { min, max, side, count, starts: Vec::new(), indices: Vec::new() };
        chunks.fill(tiles);
        chunks
    }

    /// A counting sort, which keeps the order inside of each chunk.
    fn fill(&mut self, tiles: &[FloorTile]) {
        let chunks = (self.count.x * self.count.y) as usize;
        let mut ends = vec![0_u32; chunks + 1];
        let listed = |(_, tile): &(u32, &FloorTile)| tile.base.is_finite();
        for (_, tile) in (0..).zip(tiles).filter(listed) {
            ends[self.chunk_of(tile.base) + 1] += 1;
        }
        for chunk in 0..chunks {
            ends[chunk + 1] += ends[chunk];
        }
        self.starts.clone_from(&ends);
        self.indices = vec![0; ends[chunks] as usize];
        for (index, tile) in (0..).zip(tiles).filter(listed) {
            let next = &mut ends[self.chunk_of(tile.base)];
            self.indices[*next as usize] = index;
            *next += 1;
        }
    }

    fn chunk_of(&self, base: Vec3) -> usize {
        let cell = self.cell_of(flat(base));
        (cell.y * self.count.x + cell.x) as usize
    }

    /// The chunk at or nearest to a place of the floor.
    fn cell_of(&self, place: Vec2) -> UVec2 {
        ((place - flat(self.min)) / self.side).as_uvec2().min(self.count - 1)
    }

    fn query(&self, view: &IsoProjection, screen: Aabb, mut visit: impl FnMut(&[u32])) {
        let floor = view.seen_floor(screen, self.min.y, self.max.y);
        if self.indices.is_empty() || !floor.is_valid() {
            return;
        }
        let (first, last) = (self.cell_of(floor.min), self.cell_of(floor.max));
        for row in first.y..=last.y {
            for column in first.x..=last.x {
                // The part of the floor that is seen is a diamond: half of the chunks around it are outside.
                if view.screen_bounds(&self.solid(column, row)).overlaps(screen) {
                    let chunk = (row * self.count.x + column) as usize;
                    let range = self.starts[chunk] as usize..self.starts[chunk + 1] as usize;
                    visit(&self.indices[range]);
                }
            }
        }
    }

    /// The box around the bases of a chunk.
    fn solid(&self, column: u32, row: u32) -> IsoBox {
        let corner = |column: u32, row: u32, y: f32| {
            let place = flat(self.min) + self.side * vec2(column as f32, row as f32);
            vec3(place.x, y, place.y)
        };
        IsoBox::new(corner(column, row, self.min.y), corner(column + 1, row + 1, self.max.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn random_floor(rng: &mut Rng, count: usize, size: Vec3) -> Floor {
        let mut floor = Floor::default();
        for sprite in 0..count as u32 {
            let part = vec3(rng.range(0.0..1.0), rng.range(0.0..1.0), rng.range(0.0..1.0));
            floor.push(FloorTile { base: part * size - size * 0.3, sprite });
        }
        floor
    }

    fn visited(floor: &Floor, view: &IsoProjection, screen: Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        floor.visit(view, screen, |tile| {
            if screen.contains(view.to_screen(tile.base)) {
                found.push(tile.sprite);
            }
        });
        found
    }

    #[test]
    fn chunks_find_what_a_walk_over_all_finds_in_the_same_order() {
        let mut rng = Rng::new(41);
        let sizes = [vec3(900.0, 40.0, 700.0), vec3(2000.0, 0.0, 0.0), vec3(0.0, 0.0, 9.0)];
        for (round, size) in (0..60).zip(sizes.into_iter().cycle()) {
            let mut floor = random_floor(&mut rng, round * 17, size);
            let view = IsoProjection::DIMETRIC.with_turns(round as u8).with_zoom(0.7);
            let corner = vec2(rng.range(-800.0..800.0), rng.range(-500.0..500.0));
            let screen = Aabb::from_size(corner, vec2(rng.range(0.0..900.0), 300.0));
            let plain = visited(&floor, &view, screen);
            floor.arrange();
            assert_eq!(visited(&floor, &view, screen), plain, "round {round}");
        }
    }

    #[test]
    fn what_is_far_is_not_looked_at() {
        let mut floor = Floor::default();
        for index in 0..40_000_u32 {
            let base = vec3((index % 200) as f32 * 20.0, 0.0, (index / 200) as f32 * 20.0);
            floor.push(FloorTile { base, sprite: index });
        }
        floor.arrange();
        let view = IsoProjection::DIMETRIC.with_origin(vec2(0.0, -1800.0));
        let screen = Aabb::from_size(Vec2::ZERO, vec2(640.0, 400.0));
        let mut looked = 0;
        floor.visit(&view, screen, |_| looked += 1);
        let seen = visited(&floor, &view, screen).len();
        assert!(seen > 500 && looked < seen * 4, "{looked} for {seen}");
    }

    #[test]
    fn bases_that_are_no_place_are_not_seen() {
        let mut floor = Floor::default();
        floor.push(FloorTile { base: vec3(f32::NAN, 0.0, 0.0), sprite: 0 });
        floor.push(FloorTile { base: vec3(f32::INFINITY, 0.0, 0.0), sprite: 1 });
        floor.push(FloorTile { base: Vec3::ZERO, sprite: 2 });
        let screen = Aabb::from_size(Vec2::splat(-50.0), Vec2::splat(100.0));
        for _ in 0..2 {
            assert_eq!(visited(&floor, &IsoProjection::DIMETRIC, screen), [2]);
            floor.arrange();
        }
    }
}
