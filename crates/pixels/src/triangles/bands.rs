//! Bands of rows, each with the triangles that reach it.
//!
//! A band is a tile as wide as the surface: its pixels lie together in memory, so that it stays in the cache while its
//! triangles are drawn, a thread can own it, and no row of a triangle is cut.

use super::{
    TriangleSettings, Triangles,
    corners::{Corners, between, bounds},
    layers::{self, Layers},
    setup::Setup,
    shade,
    textured::{Target, Textured},
    waiting::{Taken, Waiting},
};
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::IRect;

/// Pixels of a band, 256 KB: half of the second-level cache of common machines.
const BAND: usize = 1 << 16;

/// Pixels in a line of the cache.
const LINE: usize = 16;
/// Pixels of a triangle that is small: most of its rows leave some pixels of a vector as they are, which have to be read.
const SMALL: usize = 64;
/// Triangles between one that is drawn and one whose numbers are fetched from memory.
const AHEAD: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Bands {
    rows: usize,
    lists: Vec<List>,
    /// For each that draws at the same time.
    rooms: Vec<Room>,
}

/// Room to put pixels and rows aside. It is kept from band to band: to clear it for each would take longer than a few small triangles.
#[derive(Clone, Debug, Default)]
struct Room {
    layers: Layers,
    waiting: Waiting,
}

/// The triangles of a band.
#[derive(Clone, Debug, Default)]
struct List {
    /// Their numbers, in order.
    triangles: Vec<u32>,
    /// About how many pixels they cover, one counted as often as it is drawn.
    covered: usize,
}

/// All that drawing needs to know besides the pixels.
pub(super) struct Scene<'a> {
    pub(super) triangles: &'a Triangles<'a>,
    pub(super) settings: &'a TriangleSettings<'a>,
    pub(super) corners: &'a Corners,
    pub(super) rims: &'a [u8],
    pub(super) clip: IRect,
    pub(super) opaque: bool,
    pub(super) stride: usize,
    /// Whether there is a depth buffer.
    pub(super) deep: bool,
}

impl Scene<'_> {
    /// Whether nothing of a triangle shows in the rows of a band, by the box around it: of those that lie deep in a crowd nearly all
    /// are hidden, and a look at the box takes a fraction of making them ready.
    #[inline(always)]
    fn is_hidden(&self, triangle: usize, (top, bottom): (i32, i32), layers: &Layers) -> bool {
        let Some((points, ..)) = self.corners.clockwise(self.triangles, triangle) else {
            return true;
        };
        let is_smooth = self.rims.get(triangle).is_some_and(|&edges| edges != 0);
        let reached = bounds(points, is_smooth);
        let columns = between(reached[0], reached[2], self.clip.x, self.clip.width);
        let rows = between(reached[1], reached[3], self.clip.y, self.clip.height);
        let (Some(columns), Some(rows)) = (columns, rows) else { return true };
        let count = (columns.1 - columns.0) as usize;
        (rows.0.max(top)..rows.1.min(bottom)).all(|row| {
            let start = (row - top) as usize * self.stride;
            layers.hides_row(start + columns.0 as usize, count)
        })
    }
}

impl Bands {
    /// Empties the bands of a surface.
    pub(super) fn begin(&mut self, width: u32, height: u32) {
        self.rows = (BAND / width as usize).max(1);
        let count = (height as usize).div_ceil(self.rows);
        for list in &mut self.lists {
            list.triangles.clear();
            list.covered = 0;
        }
        self.lists.resize_with(count, List::default);
    }

    /// Adds a triangle of about so many pixels to the bands that have some of its rows.
    pub(super) fn add(&mut self, triangle: u32, rows: (i32, i32), pixels: usize) {
        let (upper, lower) = (rows.0 as usize, (rows.1 - 1) as usize);
        let first = upper / self.rows;
        // A division takes longer than all the rest, and nearly all small triangles are in one band.
        let last = if lower < (first + 1) * self.rows { first } else { lower / self.rows };
        let share = pixels / (last - first + 1);
        for list in &mut self.lists[first..=last] {
            list.triangles.push(triangle);
            list.covered += share;
        }
    }

    /// Draws every band.
    pub(super) fn draw(&mut self, scene: &Scene<'_>, words: &mut [u32], depth: Option<&mut [f32]>) {
        self.draw_at(Level::new(), scene, words, depth);
    }

    /// Draws every band at a SIMD level.
    pub(super) fn draw_at(
        &mut self,
        level: Level,
        scene: &Scene<'_>,
        words: &mut [u32],
        depth: Option<&mut [f32]>,
    ) {
        let (lists, rows) = (&self.lists, self.rows);
        let pixels = rows * scene.stride;
        let textured = Textured::new(scene);
        let one = |index: usize, words: &mut [u32], depth: Option<&mut [f32]>, room: &mut Room| {
            let list = &lists[index];
            let top = (index * rows) as i32;
            if list.triangles.is_empty() {
                return;
            }
            match &textured {
                Some(textured) => {
                    dispatch!(level, simd => draw_textured(simd, textured, scene, list, top, words, room));
                }
                None => {
                    dispatch!(level, simd => draw_band(simd, scene, &list.triangles, top, words, depth));
                }
            }
        };
        // Some bands, one after the other in the same room.
        let some = |first: usize, words: &mut [u32], depth: Option<&mut [f32]>, room: &mut Room| {
            let mut depths = depth.map(|depth| depth.chunks_mut(pixels));
            for (index, words) in words.chunks_mut(pixels).enumerate() {
                one(first + index, words, depths.as_mut().and_then(Iterator::next), room);
            }
        };
        #[cfg(feature = "parallel")]
        if rayon::current_num_threads() > 1 {
            use rayon::prelude::*;
            // Several for each thread, so that a quick one can help the others to the end.
            let count = lists.len().div_ceil(8 * rayon::current_num_threads()).max(1);
            self.rooms.resize_with(lists.len().div_ceil(count), Room::default);
            let groups = words.par_chunks_mut(count * pixels).zip(&mut self.rooms).enumerate();
            match depth {
                None => {
                    groups
                        .for_each(|(group, (words, room))| some(group * count, words, None, room));
                }
                Some(depth) => groups.zip(depth.par_chunks_mut(count * pixels)).for_each(
                    |((group, (words, room)), depth)| {
                        some(group * count, words, Some(depth), room);
                    },
                ),
            }
            return;
        }
        if self.rooms.is_empty() {
            self.rooms.push(Room::default());
        }
        some(0, words, depth, &mut self.rooms[0]);
    }
}

/// Draws the triangles of a band that show a picture and nothing else.
#[inline(always)]
fn draw_textured<S: Simd>(
    simd: S,
    textured: &Textured<'_>,
    scene: &Scene<'_>,
    list: &List,
    top: i32,
    words: &mut [u32],
    Room { layers, waiting }: &mut Room,
) {
    let (pixels, stride) = (words.len(), scene.stride);
    let bottom = top + (pixels / stride) as i32;
    let mut target = Target { words, top, stride, layers: None };
    if textured.is_solid && layers::is_crowded(list.covered, pixels) {
        layers.begin(pixels);
        target.layers = Some(layers);
    }
    let (mut aside, mut left) = (None, &list.triangles[..]);
    let mut touched = 0;
    let small = list.covered < list.triangles.len() * SMALL;
    if small && textured.can_wait() && target.layers.is_none() && list.covered * 4 >= pixels {
        // Nearly all of the band will be read, here and there; in order it comes from memory much faster.
        touched = target.words.iter().step_by(LINE).fold(0, |sum, word| sum ^ word);
    }
    loop {
        // From the last one back as long as there is room to put pixels aside, and from the first one on else.
        if target.layers.as_ref().is_some_and(|layers| layers.is_full()) {
            aside = target.layers.take();
        }
        let next = if target.layers.is_some() { left.split_last() } else { left.split_first() };
        let Some((&triangle, rest)) = next else { break };
        left = rest;
        let (triangle, can_wait) =
            (triangle as usize, textured.can_wait() && target.layers.is_none());
        // Pages go without, for the size of their modules.
        if !cfg!(target_arch = "wasm32")
            && let Some(layers) = &target.layers
            && scene.is_hidden(triangle, (top, bottom), layers)
        {
            continue;
        }
        if can_wait && let Some(&next) = left.get(AHEAD) {
            touched ^= scene.corners.touch(scene.triangles, next as usize);
        }
        if can_wait && waiting.take_small(simd, scene, triangle, (top, bottom)) == Taken::Yes {
            if waiting.is_full() {
                textured.draw_waiting(simd, waiting, target.words);
            }
            continue;
        }
        let Some(mut setup) = Setup::new(scene, triangle, top, bottom) else { continue };
        if can_wait && setup.rim.count == 0 {
            textured.wait(simd, &mut setup, waiting, &mut target);
        } else {
            textured.draw_waiting(simd, waiting, target.words);
            textured.draw(simd, &mut setup, &mut target);
        }
    }
    textured.draw_waiting(simd, waiting, target.words);
    core::hint::black_box(touched);
    if let Some(layers) = aside.or(target.layers.take()) {
        layers.lay_over(simd, target.words);
    }
}

/// Draws the triangles of a band, which begins at row `top`.
#[inline(always)]
fn draw_band<S: Simd>(
    simd: S,
    scene: &Scene<'_>,
    list: &[u32],
    top: i32,
    words: &mut [u32],
    mut depth: Option<&mut [f32]>,
) {
    let mut samples = [0; shade::CHUNK];
    let bottom = top + (words.len() / scene.stride) as i32;
    for &triangle in list {
        let Some(mut setup) = Setup::new(scene, triangle as usize, top, bottom) else { continue };
        for y in setup.rows.0..setup.rows.1 {
            let (first, end) = setup.walk.next_row(setup.columns);
            if first < end {
                let start = (y - top) as usize * scene.stride;
                let target = &mut words[start..start + scene.stride];
                let depth = depth.as_mut().map(|depth| &mut depth[start..start + scene.stride]);
                shade::draw_row(simd, scene, &setup, (y, first, end), target, depth, &mut samples);
            }
        }
    }
}
