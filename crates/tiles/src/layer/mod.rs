//! A layer of tiles: a rectangle of cells in one piece of memory, or an endless plane in chunks.

mod chunks;
mod derived;
mod edit;
mod journal;
mod state;
mod stream;
mod taken;
mod text;

pub use derived::DerivedMap;
pub use edit::cells_on_line;
pub use journal::LayerChange;
pub use stream::{TileSource, TileStream};

use crate::Tile;
use chunks::Chunks;
use journal::Journal;
use motile_geom::{Grid2, GridError, IRect, IVec2, ivec2};
use std::sync::OnceLock;
pub(crate) use taken::{Taken, cross, each_bit};

/// Cells along a side of a chunk.
pub const CHUNK: u32 = 32;

/// The chunks whose cells have numbers.
const ALL_CHUNKS: IRect = {
    let (first, count) = (i32::MIN / CHUNK as i32, (1 << 31) / (CHUNK / 2));
    IRect::new(first, first, count, count)
};

/// Larger layers are read tile by tile: a gigabyte of tiles needs no more memory beside it.
const MOST_TAKEN: usize = 1 << 28;

/// The cells of one chunk, row by row.
pub type ChunkCells = [Tile; (CHUNK * CHUNK) as usize];

/// A layer of tiles: what stands in each cell. Bounded ([`new`](Self::new)) it is one piece of memory; endless
/// ([`endless`](Self::endless)) it keeps chunks of 32×32 cells where something stands, with cell numbers of either
/// sign.
///
/// Reading outside gives [`Tile::EMPTY`], writing outside a bounded layer does nothing. Every change is counted in
/// [`revision`](Self::revision) and written into a short journal, from which any number of readers (a picture, the
/// outlines, a path grid) learn what changed since they looked last: [`changes_since`](Self::changes_since).
///
/// ```
/// use motile_geom::ivec2;
/// use motile_tiles::{LayerChange, Tile, TileLayer};
///
/// let mut layer = TileLayer::new(10, 8)?;
/// let seen = layer.revision();
/// layer.set(3, 4, Tile::new(1));
/// assert_eq!(layer.get(3, 4), Tile::new(1));
/// assert_eq!(layer.get(-1, 99), Tile::EMPTY);
/// let change = LayerChange::Cell { cell: ivec2(3, 4), old: Tile::EMPTY, new: Tile::new(1) };
/// assert!(layer.changes_since(seen).is_some_and(|changes| changes.eq([change])));
///
/// let mut plane = TileLayer::endless();
/// plane.set(-1_000_000, 5, Tile::new(2));
/// assert_eq!(plane.get(-1_000_000, 5), Tile::new(2));
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "tile map")]
#[doc(alias = "tilemap")]
#[derive(Clone, Debug)]
pub struct TileLayer {
    store: Store,
    journal: Journal,
    /// Made when a body asks first, and kept up from then on: layers that are only drawn do without.
    taken: OnceLock<Taken>,
}

#[derive(Clone, Debug)]
enum Store {
    Bounded(Grid2<Tile>),
    Endless(Chunks),
}

/// A bounded layer without cells.
impl Default for TileLayer {
    fn default() -> Self {
        Self::from_grid(Grid2::default())
    }
}

/// Layers are equal when the same tiles stand in the same cells, whatever their past.
impl PartialEq for TileLayer {
    fn eq(&self, other: &Self) -> bool {
        match (&self.store, &other.store) {
            (Store::Bounded(a), Store::Bounded(b)) => a == b,
            (Store::Endless(a), Store::Endless(b)) => a.filled().eq(b.filled()),
            _ => false,
        }
    }
}

impl TileLayer {
    /// An empty layer of `width`×`height` cells, from (0, 0) to the right and down.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        Ok(Self::from_grid(Grid2::filled(width, height, Tile::EMPTY)?))
    }

    /// An empty layer without borders. Memory is taken in chunks of 32×32 cells where something is put.
    #[doc(alias = "infinite map")]
    pub fn endless() -> Self {
        Self::with_store(Store::Endless(Chunks::default()))
    }

    /// A bounded layer from its cells, without copying.
    pub fn from_grid(cells: Grid2<Tile>) -> Self {
        Self::with_store(Store::Bounded(cells))
    }

    fn with_store(store: Store) -> Self {
        Self { store, journal: Journal::default(), taken: OnceLock::new() }
    }

    /// A bounded layer from its cells, row by row, without copying.
    ///
    /// # Errors
    /// [`GridError::WrongLength`] when they do not fill the rectangle, [`GridError::TooLarge`] beyond 2³¹ − 1 cells.
    pub fn from_cells(width: u32, height: u32, cells: Vec<Tile>) -> Result<Self, GridError> {
        Grid2::from_cells(width, height, cells).map(Self::from_grid)
    }

    /// A bounded layer whose cell (x, y) is `tile(x, y)`, called row by row.
    ///
    /// # Errors
    /// As [`TileLayer::new`].
    pub fn from_fn(
        width: u32,
        height: u32,
        tile: impl FnMut(u32, u32) -> Tile,
    ) -> Result<Self, GridError> {
        Grid2::from_fn(width, height, tile).map(Self::from_grid)
    }

    /// Whether it has no borders.
    pub const fn is_endless(&self) -> bool {
        matches!(self.store, Store::Endless(_))
    }

    /// The cells it has: all of a bounded layer; of an endless one, the rectangle around its chunks.
    pub fn bounds(&self) -> IRect {
        match &self.store {
            Store::Bounded(grid) => grid.bounds(),
            Store::Endless(chunks) => chunks.bounds(),
        }
    }

    /// The tile in a cell; [`Tile::EMPTY`] outside.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> Tile {
        match &self.store {
            Store::Bounded(grid) => grid.get(x, y).copied().unwrap_or_default(),
            Store::Endless(chunks) => chunks.get(x, y),
        }
    }

    /// Whether a cell can be written: inside a bounded layer, anywhere in an endless one.
    pub fn has_cell(&self, x: i32, y: i32) -> bool {
        match &self.store {
            Store::Bounded(grid) => grid.index_of(x, y).is_some(),
            Store::Endless(_) => true,
        }
    }

    /// Puts a tile into a cell. Returns whether that changed anything; outside nothing happens.
    pub fn set(&mut self, x: i32, y: i32, tile: Tile) -> bool {
        let old = match &mut self.store {
            Store::Bounded(grid) => match grid.get_mut(x, y) {
                Some(cell) => core::mem::replace(cell, tile),
                None => return false,
            },
            Store::Endless(chunks) => chunks.set(x, y, tile),
        };
        let changed = old != tile;
        if changed {
            if let Some(taken) = self.taken.get_mut() {
                taken.set(x, y, tile);
            }
            self.journal.push(LayerChange::Cell { cell: ivec2(x, y), old, new: tile });
        }
        changed
    }

    /// The cells of a row from column `x` on, as many as lie in one piece of memory: the rest of the row in a bounded
    /// layer, the rest of the chunk in an endless one. Empty outside.
    #[doc(alias = "row slice")]
    pub fn run(&self, x: i32, y: i32) -> &[Tile] {
        match &self.store {
            Store::Bounded(grid) => match (grid.row(y), usize::try_from(x)) {
                (Some(row), Ok(x)) => row.get(x..).unwrap_or(&[]),
                _ => &[],
            },
            Store::Endless(chunks) => chunks.run(x, y),
        }
    }

    /// All cells of a bounded layer, row by row; `None` for an endless one.
    pub const fn grid(&self) -> Option<&Grid2<Tile>> {
        match &self.store {
            Store::Bounded(grid) => Some(grid),
            Store::Endless(_) => None,
        }
    }

    /// Every cell with something in it inside a rectangle, with its place: of a bounded layer row by row, of an
    /// endless one chunk by chunk.
    pub fn tiles_in(&self, cells: IRect) -> impl Iterator<Item = (IVec2, Tile)> + '_ {
        let (rows, chunks) = match &self.store {
            Store::Bounded(grid) => (Some(grid.window(cells)), None),
            Store::Endless(chunks) => (None, Some(chunks.tiles_in(cells))),
        };
        let rows = rows.into_iter().flatten().flat_map(|(first, row)| {
            row.iter().enumerate().map(move |(i, &tile)| (ivec2(first.x + i as i32, first.y), tile))
        });
        rows.chain(chunks.into_iter().flatten()).filter(|(_, tile)| !tile.is_empty())
    }

    /// Which cells of a bounded layer hold something, bit by bit; `None` for an endless one, and for one beyond all measure.
    #[inline]
    pub(crate) fn taken(&self) -> Option<&Taken> {
        match &self.store {
            Store::Bounded(grid) if grid.len() <= MOST_TAKEN => {
                Some(self.taken.get_or_init(|| Taken::of(grid)))
            }
            _ => None,
        }
    }

    /// Every cell with something in it, with its place.
    pub fn tiles(&self) -> impl Iterator<Item = (IVec2, Tile)> + '_ {
        self.tiles_in(self.bounds())
    }

    /// The chunk a cell lies in.
    pub const fn chunk_of(cell: IVec2) -> IVec2 {
        ivec2(cell.x.div_euclid(CHUNK as i32), cell.y.div_euclid(CHUNK as i32))
    }

    /// The cells of a chunk.
    pub fn cells_of_chunk(chunk: IVec2) -> IRect {
        let corner = |chunk: i32| chunk.saturating_mul(CHUNK as i32);
        IRect::new(corner(chunk.x), corner(chunk.y), CHUNK, CHUNK)
    }

    /// The chunks an endless layer holds in memory, from top to bottom and left to right, with their cells row by row.
    /// None of a bounded layer.
    pub fn chunks(&self) -> impl Iterator<Item = (IVec2, &ChunkCells)> {
        self.endless_chunks().into_iter().flat_map(Chunks::iter)
    }

    /// How many chunks an endless layer holds in memory; 0 for a bounded one.
    pub fn chunk_count(&self) -> usize {
        self.endless_chunks().map_or(0, Chunks::len)
    }

    /// Puts a whole chunk into an endless layer: what streaming from a file or a generator does. Returns whether
    /// there was a place for it; a bounded layer has none, and none is where cells have no numbers: beyond ±2²⁶ chunks.
    pub fn put_chunk(&mut self, chunk: IVec2, cells: &ChunkCells) -> bool {
        let Store::Endless(chunks) = &mut self.store else { return false };
        if !ALL_CHUNKS.contains(chunk.x, chunk.y) {
            return false;
        }
        chunks.put(chunk, cells);
        self.journal.push(LayerChange::Chunk { chunk });
        true
    }

    /// The chunks of an endless layer.
    const fn endless_chunks(&self) -> Option<&Chunks> {
        match &self.store {
            Store::Bounded(_) => None,
            Store::Endless(chunks) => Some(chunks),
        }
    }

    /// Takes a whole chunk out of an endless layer and gives it back; its memory is used for the next one.
    pub fn take_chunk(&mut self, chunk: IVec2) -> Option<Box<ChunkCells>> {
        let Store::Endless(chunks) = &mut self.store else { return None };
        let cells = chunks.take(chunk)?;
        self.journal.push(LayerChange::Chunk { chunk });
        Some(cells)
    }

    /// How many changes there have been. Equal numbers at two times mean that nothing changed between them.
    pub const fn revision(&self) -> u64 {
        self.journal.revision()
    }

    /// What changed since the layer had this [`revision`](Self::revision), oldest first. `None` when that was too long
    /// ago: the journal keeps the last 4,096 changes, and who comes later has to look at everything.
    #[doc(alias = "dirty cells")]
    pub fn changes_since(&self, revision: u64) -> Option<impl Iterator<Item = LayerChange> + '_> {
        self.journal.since(revision)
    }

    /// Lists the chunks in which something changed since a revision, in order and each once, in place of what was in
    /// the list. Returns `false`, and no chunks, when that was too long ago to tell.
    #[doc(alias = "dirty chunks")]
    pub fn dirty_chunks(&self, revision: u64, chunks: &mut Vec<IVec2>) -> bool {
        chunks.clear();
        let Some(changes) = self.changes_since(revision) else { return false };
        chunks.extend(changes.map(LayerChange::chunk));
        chunks.sort_unstable_by_key(|chunk| (chunk.y, chunk.x));
        chunks.dedup();
        true
    }
}
