//! Worlds larger than memory: chunks come when they are near and go when they are far.

use super::{CHUNK, ChunkCells, TileLayer};
use crate::Tile;
use motile_geom::{
    HashState, IRect, IVec2, SaveState, StateError, StateHash, StateReader, StateWriter, ivec2,
};
use std::collections::BTreeMap;

/// Where the chunks of a streamed world come from: a file, a generator.
pub trait TileSource {
    /// Writes the cells of a chunk, row by row; they are empty before. The same chunk must always be the same.
    fn fill_chunk(&self, chunk: IVec2, cells: &mut ChunkCells);
}

impl<F: Fn(IVec2, &mut ChunkCells)> TileSource for F {
    fn fill_chunk(&self, chunk: IVec2, cells: &mut ChunkCells) {
        self(chunk, cells);
    }
}

/// Keeps the chunks around a view in an endless layer: worlds of any size with constant memory and time a frame.
///
/// What was edited is remembered when its chunk goes, and comes back with it. Cells can be set where no chunk is yet: the next
/// updates bring the source's cells around them. Only emptying a cell needs its chunk, since where none is all cells are empty.
///
/// ```
/// use motile_geom::{IRect, IVec2};
/// use motile_tiles::{ChunkCells, Tile, TileLayer, TileStream};
///
/// let checker = |chunk: IVec2, cells: &mut ChunkCells| {
///     if (chunk.x + chunk.y) % 2 == 0 { cells.fill(Tile::new(1)); }
/// };
/// let mut layer = TileLayer::endless();
/// let mut stream = TileStream::default();
/// while stream.update(&mut layer, IRect::new(1_000_000, 0, 80, 40), &checker) > 0 {}
/// assert_eq!(layer.get(1_000_000, 0), Tile::new(1));
/// assert!(layer.chunk_count() < 40);
/// ```
///
/// To save such a world, save the stream and not the layer: [`store_edits`](Self::store_edits) before, a new endless
/// layer after.
#[doc(alias = "chunk loading")]
#[derive(Clone, Debug)]
pub struct TileStream {
    /// How many chunks around the view are kept ready.
    pub margin: u32,
    /// How many chunks come in one update, the nearest to the view's middle first. The source is asked no more often than this.
    pub per_update: u32,
    /// Chunks that were changed and went.
    edited: BTreeMap<(i32, i32), Box<ChunkCells>>,
    /// The layer's revision after the last update.
    seen: u64,
    missing: Vec<IVec2>,
    gone: Vec<IVec2>,
    touched: Vec<IVec2>,
}

impl Default for TileStream {
    fn default() -> Self {
        Self {
            margin: 1,
            per_update: 8,
            edited: BTreeMap::new(),
            seen: 0,
            missing: Vec::new(),
            gone: Vec::new(),
            touched: Vec::new(),
        }
    }
}

/// The edited chunks as the stream knows them, after [`store_edits`](TileStream::store_edits) all of them: equal for
/// two players who made the same edits, wherever they look.
impl HashState for TileStream {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(self.edited.len() as u64);
        for (&(y, x), cells) in &self.edited {
            hash.write(&ivec2(x, y));
            for tile in &**cells {
                hash.write(tile);
            }
        }
    }
}

/// The settings and the edited chunks. What is restored begins with a new endless layer.
impl SaveState for TileStream {
    fn save(&self, out: &mut StateWriter) {
        self.margin.save(out);
        self.per_update.save(out);
        (self.edited.len() as u32).save(out);
        for (&(y, x), cells) in &self.edited {
            ivec2(x, y).save(out);
            for tile in &**cells {
                tile.save(out);
            }
        }
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (margin, per_update) = (u32::restore(input)?, u32::restore(input)?);
        let mut stream = Self { margin, per_update, ..Self::default() };
        for _ in 0..u32::restore(input)? {
            let chunk = IVec2::restore(input)?;
            if !super::ALL_CHUNKS.contains(chunk.x, chunk.y) {
                return Err(input.error("a chunk whose cells have numbers"));
            }
            let key = (chunk.y, chunk.x);
            if stream.edited.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return Err(input.error("chunks in order, each once"));
            }
            let mut cells: Box<ChunkCells> = Box::new([Tile::EMPTY; _]);
            for cell in cells.iter_mut() {
                *cell = Tile::restore(input)?;
            }
            stream.edited.insert(key, cells);
        }
        Ok(stream)
    }
}

/// The largest number of chunks kept, whatever the view: 4,096 chunks are 16 MB.
const MAX_KEPT: u64 = 4096;

impl TileStream {
    /// Brings chunks that `view`, a rectangle of cells, needs, and lets go of those it has left behind. Returns how many
    /// are still to come: 0 when all are there, and where none will come. That is in a view of more than 4,096 chunks with its
    /// margin, and in a layer that has borders: both are left as they are.
    pub fn update(&mut self, layer: &mut TileLayer, view: IRect, source: &impl TileSource) -> u32 {
        if !layer.is_endless() {
            return 0;
        }
        self.note_edits(layer);
        let wanted = self.wanted(view);
        if wanted.area() > MAX_KEPT {
            return 0;
        }
        self.drop_far(layer, wanted);
        self.list_missing(layer, wanted, view);
        let now = self.missing.len().min(self.per_update.max(1) as usize);
        for i in 0..now {
            self.bring(layer, self.missing[i], source);
        }
        self.seen = layer.revision();
        (self.missing.len() - now) as u32
    }

    /// Puts a chunk into the layer as it was when it went, or as the source has it. Cells that were set meanwhile stay.
    fn bring(&mut self, layer: &mut TileLayer, chunk: IVec2, source: &impl TileSource) {
        let mut cells: ChunkCells = [Tile::EMPTY; _];
        match self.edited.get(&(chunk.y, chunk.x)) {
            Some(edited) => cells = **edited,
            None => source.fill_chunk(chunk, &mut cells),
        }
        if let Some(set) = layer.endless_chunks().and_then(|chunks| chunks.cells(chunk)) {
            for (cell, &tile) in cells.iter_mut().zip(set).filter(|(_, tile)| !tile.is_empty()) {
                *cell = tile;
            }
            self.note_edit(chunk);
        }
        layer.put_chunk(chunk, &cells);
    }

    /// How many chunks differ from the source.
    pub fn edited_chunks(&self) -> usize {
        self.edited.len()
    }

    /// Copies what was edited from the layer into the stream, which then knows all that differs from the source: call
    /// it before saving the stream. Chunks of which only single cells were set are brought, however many there are; the
    /// layer is left as it is otherwise.
    ///
    /// ```
    /// use motile_geom::{IRect, IVec2, state};
    /// use motile_tiles::{ChunkCells, Tile, TileLayer, TileStream};
    /// let source = |_: IVec2, cells: &mut ChunkCells| cells.fill(Tile::new(1));
    /// let (mut layer, mut stream) = (TileLayer::endless(), TileStream::default());
    /// while stream.update(&mut layer, IRect::new(0, 0, 80, 40), &source) > 0 {}
    /// layer.set(3, 4, Tile::new(9));
    /// stream.store_edits(&mut layer, &source);
    /// let saved = state::save(&stream);
    ///
    /// let (mut layer, mut stream) = (TileLayer::endless(), state::restore::<TileStream>(&saved)?);
    /// while stream.update(&mut layer, IRect::new(0, 0, 80, 40), &source) > 0 {}
    /// assert_eq!(layer.get(3, 4), Tile::new(9));
    /// # Ok::<(), motile_geom::StateError>(())
    /// ```
    pub fn store_edits(&mut self, layer: &mut TileLayer, source: &impl TileSource) {
        if !layer.is_endless() {
            return;
        }
        self.note_edits(layer);
        let partial: Vec<IVec2> = places(layer, false).collect();
        for chunk in partial {
            self.bring(layer, chunk, source);
        }
        for (&(y, x), edited) in &mut self.edited {
            if let Some(cells) = layer.endless_chunks().and_then(|chunks| chunks.cells(ivec2(x, y)))
            {
                edited.copy_from_slice(cells);
            }
        }
        self.seen = layer.revision();
    }

    fn wanted(&self, view: IRect) -> IRect {
        let first = TileLayer::chunk_of(view.origin());
        let side = i64::from(CHUNK);
        let last = |end: i64| (end - 1).div_euclid(side);
        let count = |first: i32, end: i64| (last(end) - i64::from(first) + 1).max(0) as u32;
        let margin = self.margin.min(64) as i32;
        IRect::new(first.x, first.y, count(first.x, view.right()), count(first.y, view.bottom()))
            .inflate(margin, margin)
            .intersect(super::ALL_CHUNKS)
    }

    /// Changes since the last update are not the stream's own: those chunks differ from the source.
    fn note_edits(&mut self, layer: &TileLayer) {
        if !layer.dirty_chunks(self.seen, &mut self.touched) {
            // Too many to tell which: all that are here may have been changed.
            self.touched.extend(layer.chunks().map(|(chunk, _)| chunk));
        }
        for i in 0..self.touched.len() {
            let chunk = self.touched[i];
            // What was set where no chunk was is noted when its chunk comes.
            if !layer.endless_chunks().is_some_and(|chunks| chunks.is_partial(chunk)) {
                self.note_edit(chunk);
            }
        }
    }

    /// A chunk in the layer differs from the source; its cells are stored when it goes.
    fn note_edit(&mut self, chunk: IVec2) {
        self.edited.entry((chunk.y, chunk.x)).or_insert_with(|| Box::new([Tile::EMPTY; _]));
    }

    fn drop_far(&mut self, layer: &mut TileLayer, wanted: IRect) {
        // One chunk more than is wanted stays, so that a view that trembles on a border loads nothing.
        let kept = wanted.inflate(1, 1);
        self.gone.clear();
        let far = |chunk: &IVec2| !kept.contains(chunk.x, chunk.y);
        self.gone.extend(places(layer, true).filter(far));
        for &chunk in &self.gone {
            let cells = layer.take_chunk(chunk);
            if let (Some(cells), Some(edited)) = (cells, self.edited.get_mut(&(chunk.y, chunk.x))) {
                *edited = cells;
            }
        }
    }

    fn list_missing(&mut self, layer: &TileLayer, wanted: IRect, view: IRect) {
        self.missing.clear();
        let mut here = places(layer, true).peekable();
        for y in wanted.y..wanted.bottom() as i32 {
            for x in wanted.x..wanted.right() as i32 {
                // Both lists are in the same order: one walk along both.
                while here.next_if(|chunk| (chunk.y, chunk.x) < (y, x)).is_some() {}
                if here.peek() != Some(&ivec2(x, y)) {
                    self.missing.push(ivec2(x, y));
                }
            }
        }
        let middle = |start: i32, end: i64| i64::midpoint(start.into(), end) as i32;
        let middle = ivec2(middle(view.x, view.right()), middle(view.y, view.bottom()));
        let middle = TileLayer::chunk_of(middle);
        self.missing.sort_by_key(|chunk| {
            let far = |a: i32, b: i32| (i64::from(a) - i64::from(b)).pow(2);
            (far(chunk.x, middle.x) + far(chunk.y, middle.y), chunk.y, chunk.x)
        });
        // Cells that were set elsewhere get the rest of their chunks last, and go with them in the next update.
        let elsewhere = |chunk: &IVec2| !wanted.contains(chunk.x, chunk.y);
        self.missing.extend(places(layer, false).filter(elsewhere));
    }
}

/// Where the chunks of a layer are that are there as a whole, or those of which only single cells were set.
fn places(layer: &TileLayer, whole: bool) -> impl Iterator<Item = IVec2> {
    layer.endless_chunks().into_iter().flat_map(move |chunks| chunks.places(whole))
}
