//! Bands of rows, each with the triangles that reach it.
//!
//! A band is a tile as wide as the surface: its pixels lie together in memory, so that it stays in the cache while its
//! triangles are drawn, a thread can own it, and no row of a triangle is cut.

use super::{TriangleSettings, Triangles, corners::Corners, setup::Setup, shade};
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::IRect;

/// Pixels of a band, 256 KB: half of the second-level cache of common machines.
const BAND: usize = 1 << 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Bands {
    rows: usize,
    /// Numbers of triangles, in order.
    lists: Vec<Vec<u32>>,
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

impl Bands {
    /// Empties the bands of a surface.
    pub(super) fn begin(&mut self, width: u32, height: u32) {
        self.rows = (BAND / width as usize).max(1);
        let count = (height as usize).div_ceil(self.rows);
        self.lists.iter_mut().for_each(Vec::clear);
        self.lists.resize_with(count, Vec::new);
    }

    /// Adds a triangle to the bands that have some of its rows.
    pub(super) fn add(&mut self, triangle: u32, rows: (i32, i32)) {
        let (first, last) = (rows.0 as usize / self.rows, (rows.1 - 1) as usize / self.rows);
        for list in &mut self.lists[first..=last] {
            list.push(triangle);
        }
    }

    /// Draws every band.
    pub(super) fn draw(&self, scene: &Scene<'_>, words: &mut [u32], depth: Option<&mut [f32]>) {
        self.draw_at(Level::new(), scene, words, depth);
    }

    /// Draws every band at a SIMD level.
    pub(super) fn draw_at(
        &self,
        level: Level,
        scene: &Scene<'_>,
        words: &mut [u32],
        depth: Option<&mut [f32]>,
    ) {
        let pixels = self.rows * scene.stride;
        let one = |index: usize, words: &mut [u32], depth: Option<&mut [f32]>| {
            let list = &self.lists[index];
            if !list.is_empty() {
                let top = (index * self.rows) as i32;
                dispatch!(level, simd => draw_band(simd, scene, list, top, words, depth));
            }
        };
        #[cfg(feature = "parallel")]
        if rayon::current_num_threads() > 1 {
            use rayon::prelude::*;
            let bands = words.par_chunks_mut(pixels).enumerate();
            match depth {
                None => bands.for_each(|(index, words)| one(index, words, None)),
                Some(depth) => bands
                    .zip(depth.par_chunks_mut(pixels))
                    .for_each(|((index, words), depth)| one(index, words, Some(depth))),
            }
            return;
        }
        let mut depths = depth.map(|depth| depth.chunks_mut(pixels));
        for (index, words) in words.chunks_mut(pixels).enumerate() {
            one(index, words, depths.as_mut().and_then(Iterator::next));
        }
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
