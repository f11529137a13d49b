//! Which way every part of the picture moves: block matching in two steps.
//!
//! At a quarter of the size every shift within reach is tried for all cells at once: a shift is one pass over the
//! rows, whose differences are summed in whole vectors, and a cell keeps the best of them. At half the size the best
//! shift of each cell is improved by its eight neighbors, and by the parabola through them.

use super::{
    LumaPlane,
    flow_match::{Coarse, Fine, Matches},
};
use crate::CapturedFrame;
use fearless_simd::{Level, dispatch};
use motile_geom::{MarkRole, MarkSink, Marks, Vec2, vec2};
use motile_pixels::IRect;

/// The side of a cell in pixels.
pub(crate) const CELL: u32 = 16;

/// Which way every cell of 16×16 pixels moved between two frames, in pixels of the picture.
///
/// Follows up to 24 pixels a frame. A cell without texture has no direction of its own: it is told what its neighbors
/// suggest, or nothing. Pictures smaller than one cell have no flow.
///
/// ```
/// use motile_sense::sight::{LumaPlane, OpticalFlow};
/// use motile_pixels::{Color, IRect, Surface};
///
/// // A texture of bars and spots, moved by 6 pixels to the right.
/// let picture = |by: i32| {
///     let mut picture = Surface::opaque(160, 96, Color::BLACK)?;
///     for i in 0..200 {
///         let (x, y) = (i * 37 % 176 - 8, i * 53 % 100);
///         picture.fill_rect(IRect::new(x + by, y, 5, 4), Color::rgb((i * 29) as u8, 90, 60));
///     }
///     Ok::<_, motile_pixels::SurfaceError>(LumaPlane::from_surface(&picture))
/// };
/// let mut flow = OpticalFlow::default();
/// flow.see_luma(&picture(0)?);
/// flow.see_luma(&picture(6)?);
/// let way = flow.mean_in(IRect::new(32, 32, 96, 32));
/// assert!((way.x - 6.0).abs() < 1.0 && way.y.abs() < 1.0, "{way}");
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "optical flow")]
#[doc(alias = "motion vectors")]
#[doc(alias = "block matching")]
#[derive(Clone)]
pub struct OpticalFlow {
    /// Least mean difference of brightness, in levels, that has to vanish for a cell to count as moved. Default 3: above
    /// what noise does after averaging.
    pub least: f32,
    full: LumaPlane,
    /// The last frame at half the size, and at a quarter.
    half: LumaPlane,
    quarter: LumaPlane,
    frames: u32,
    coarse: Coarse,
    fine: Fine,
    matches: Matches,
    columns: u32,
    rows: u32,
    ways: Vec<Vec2>,
    last: Option<u64>,
}

crate::quiet::debug_by!(OpticalFlow: least, columns, rows);

impl Default for OpticalFlow {
    fn default() -> Self {
        Self {
            least: 3.0,
            full: LumaPlane::default(),
            half: LumaPlane::default(),
            quarter: LumaPlane::default(),
            frames: 0,
            coarse: Coarse::default(),
            fine: Fine::default(),
            matches: Matches::default(),
            columns: 0,
            rows: 0,
            ways: Vec::new(),
            last: None,
        }
    }
}

impl OpticalFlow {
    /// Looks at a frame and tells whether it was a new one; a frame of the number last seen changes nothing.
    pub fn see(&mut self, frame: &CapturedFrame) -> bool {
        if self.last == Some(frame.sequence) {
            return false;
        }
        self.last = Some(frame.sequence);
        let mut full = core::mem::take(&mut self.full);
        full.read(&frame.picture);
        self.see_luma(&full);
        self.full = full;
        true
    }

    /// Has seen nothing from now on; settings stay.
    pub fn forget(&mut self) {
        *self = Self { least: self.least, ..Self::default() };
    }

    /// Looks at a picture of brightness.
    pub fn see_luma(&mut self, luma: &LumaPlane) {
        self.see_at(Level::new(), luma);
    }

    fn see_at(&mut self, level: Level, luma: &LumaPlane) {
        luma.halve_into(&mut self.half);
        self.half.halve_into(&mut self.quarter);
        self.fine.push(&self.half);
        self.coarse.push(&self.quarter);
        let (columns, rows) = (luma.width() / CELL, luma.height() / CELL);
        if (columns, rows) != (self.columns, self.rows) {
            (self.columns, self.rows, self.frames) = (columns, rows, 0);
        }
        self.frames = self.frames.saturating_add(1);
        self.ways.clear();
        self.ways.resize(columns as usize * rows as usize, Vec2::ZERO);
        if self.frames > 1 && !self.ways.is_empty() {
            dispatch!(level, simd => {
                self.coarse.search(simd, (columns, rows), &mut self.matches);
                self.fine.refine(columns, &self.matches, self.least, &mut self.ways);
            });
        }
    }

    /// Number of cells across.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Number of cells down.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// How far every cell moved, in pixels a frame, row by row.
    pub fn ways(&self) -> &[Vec2] {
        &self.ways
    }

    /// How far the cell at a pixel moved; zero outside of all cells.
    pub fn way(&self, x: i32, y: i32) -> Vec2 {
        if !IRect::of_size(self.columns * CELL, self.rows * CELL).contains(x, y) {
            return Vec2::ZERO;
        }
        self.ways[(y as u32 / CELL * self.columns + x as u32 / CELL) as usize]
    }

    /// The middle of a cell in pixels.
    fn center(&self, index: usize) -> Vec2 {
        let (column, row) = (index as u32 % self.columns, index as u32 / self.columns);
        (vec2(column as f32, row as f32) + 0.5) * CELL as f32
    }

    /// The mean way of the cells that moved and whose middle is in a rectangle; zero when none did.
    pub fn mean_in(&self, area: IRect) -> Vec2 {
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        for (index, &way) in self.ways.iter().enumerate().filter(|(_, way)| **way != Vec2::ZERO) {
            let at = self.center(index);
            if area.contains(at.x as i32, at.y as i32) {
                sum += way;
                count += 1.0;
            }
        }
        if count > 0.0 { sum / count } else { Vec2::ZERO }
    }

    /// Shows an arrow for every cell that moved, in pixels of the picture.
    pub fn mark(&self, marks: &mut Marks) {
        for (index, &way) in self.ways.iter().enumerate().filter(|(_, way)| **way != Vec2::ZERO) {
            marks.arrow(MarkRole::Velocity, self.center(index), way);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    /// A texture of soft spots, as a function of the plane.
    struct Texture(Vec<(Vec2, f32, f32)>);

    impl Texture {
        fn new(seed: u64, size: Vec2) -> Self {
            let mut rng = Rng::new(seed);
            let count = (size.x * size.y / 90.0) as usize;
            let far = Vec2::splat(40.0);
            Self(
                (0..count)
                    .map(|_| {
                        (rng.in_rect(-far, size + far), rng.range(4.0..9.0), rng.range(-70.0..70.0))
                    })
                    .collect(),
            )
        }

        /// The picture moved by a way, with noise.
        fn plane(
            &self,
            width: u32,
            height: u32,
            way: Vec2,
            noise: i32,
            rng: &mut Rng,
        ) -> LumaPlane {
            let mut sums = vec![128.0f32; width as usize * height as usize];
            for &(at, radius, height_of) in &self.0 {
                let at = at + way;
                let (low, high) = ((at - radius).max(Vec2::ZERO), at + radius);
                for y in low.y as u32..(high.y.max(0.0) as u32 + 1).min(height) {
                    for x in low.x as u32..(high.x.max(0.0) as u32 + 1).min(width) {
                        let off =
                            (vec2(x as f32, y as f32) - at).length_squared() / (radius * radius);
                        sums[(y * width + x) as usize] += height_of * (1.0 - off).max(0.0);
                    }
                }
            }
            let mut plane = LumaPlane::default();
            plane.fit(width, height);
            for (byte, sum) in plane.bytes_mut().iter_mut().zip(sums) {
                *byte = (sum as i32 + rng.int(-noise..noise + 1)).clamp(0, 255) as u8;
            }
            plane
        }
    }

    /// Mean distance from the truth over the inner cells.
    fn error(way: Vec2, noise: i32) -> f32 {
        let (width, height) = (320, 240);
        let texture = Texture::new(7, vec2(width as f32, height as f32));
        let (mut rng, mut flow) = (Rng::new(9), OpticalFlow::default());
        flow.see_luma(&texture.plane(width, height, Vec2::ZERO, noise, &mut rng));
        flow.see_luma(&texture.plane(width, height, way, noise, &mut rng));
        let (columns, rows) = (flow.columns(), flow.rows());
        let mut sum = 0.0;
        let mut count = 0.0;
        for row in 2..rows - 2 {
            for column in 2..columns - 2 {
                sum += flow.ways()[(row * columns + column) as usize].distance(way);
                count += 1.0;
            }
        }
        sum / count
    }

    #[test]
    #[expect(clippy::print_stdout, reason = "the error is the answer of this test")]
    fn ways_of_all_sizes_are_found_with_the_error_stated() {
        for (way, most) in [
            (vec2(0.0, 0.0), 0.01),
            (vec2(3.0, 0.0), 0.4),
            (vec2(-5.5, 2.5), 0.4),
            (vec2(0.0, 12.0), 0.4),
            (vec2(20.0, -16.0), 0.4),
            (vec2(-23.0, 0.0), 0.6),
        ] {
            let (clean, noisy) = (error(way, 0), error(way, 5));
            println!("flow {way}: mean error {clean:.2} px, with noise of ±5 levels {noisy:.2} px");
            assert!(clean <= most && noisy <= most + 0.2, "{way}: {clean} and {noisy}");
        }
    }

    #[test]
    fn check_5_42_levels_agree() {
        let texture = Texture::new(4, vec2(180.0, 70.0));
        for (width, height) in [(16, 16), (67, 33), (171, 64)] {
            let mut rng = Rng::new(5);
            let frames = [Vec2::ZERO, vec2(5.0, -3.0), vec2(-9.0, 8.0)]
                .map(|way| texture.plane(width, height, way, 3, &mut rng));
            let ways = |level: Level| {
                let mut flow = OpticalFlow::default();
                let looks = frames.iter().flat_map(|frame| {
                    flow.see_at(level, frame);
                    flow.ways().to_vec()
                });
                looks.collect::<Vec<_>>()
            };
            let expected = ways(Level::new());
            assert!(expected.iter().any(|way| *way != Vec2::ZERO), "{width}×{height}");
            for level in crate::sight::testing::levels() {
                assert_eq!(ways(level), expected);
            }
        }
    }

    #[test]
    fn pictures_without_a_cell_and_other_sizes() {
        let mut flow = OpticalFlow::default();
        let mut plane = LumaPlane::default();
        for (width, height) in [(0, 0), (1, 1), (15, 40), (16, 16), (17, 33), (65, 16)] {
            plane.fit(width, height);
            for value in [3, 200] {
                plane.bytes_mut().fill(value);
                flow.see_luma(&plane);
                assert_eq!(flow.ways().len() as u32, (width / 16) * (height / 16));
                assert_eq!(flow.mean_in(plane.bounds()), Vec2::ZERO, "nothing to hold on to");
            }
        }
        assert_eq!(flow.way(-1, 0), Vec2::ZERO);
    }
}
