//! The samples around a place, and what drops and faces give each other there.

use motile_geom::{Vec2, vec2};

/// A lattice of samples, without their values.
#[derive(Clone, Copy)]
pub(super) struct Lattice {
    columns: usize,
    rows: usize,
    first: Vec2,
}

/// Those of the faces across x, of the faces across y, and of the cells.
pub(super) fn lattices(width: usize, height: usize) -> [Lattice; 3] {
    [
        Lattice { columns: width + 1, rows: height, first: vec2(0.0, 0.5) },
        Lattice { columns: width, rows: height + 1, first: vec2(0.5, 0.0) },
        Lattice { columns: width, rows: height, first: vec2(0.5, 0.5) },
    ]
}

/// The four samples around a place.
#[derive(Clone, Copy)]
pub(super) struct Around {
    corner: usize,
    columns: usize,
    x: f32,
    y: f32,
}

impl Lattice {
    #[inline(always)]
    pub(super) fn around(&self, at: Vec2) -> Around {
        let x = (at.x - self.first.x).max(0.0).min((self.columns - 1) as f32);
        let y = (at.y - self.first.y).max(0.0).min((self.rows - 1) as f32);
        let column = (x as usize).min(self.columns - 2);
        let row = (y as usize).min(self.rows - 2);
        Around {
            corner: row * self.columns + column,
            columns: self.columns,
            x: x - column as f32,
            y: y - row as f32,
        }
    }
}

impl Around {
    #[inline(always)]
    fn shares(&self) -> [f32; 4] {
        let (x, y) = (self.x, self.y);
        [(1.0 - x) * (1.0 - y), x * (1.0 - y), (1.0 - x) * y, x * y]
    }

    /// Adds a velocity that changes along its slopes to the four, with their weights.
    #[inline(always)]
    pub(super) fn add(&self, values: &mut [f32], weights: &mut [f32], velocity: f32, slopes: Vec2) {
        let [a, b, c, d] = self.shares();
        let corner = velocity - slopes.x * self.x - slopes.y * self.y;
        let upper = &mut values[self.corner..self.corner + 2];
        upper[0] += a * corner;
        upper[1] += b * (corner + slopes.x);
        let lower = &mut values[self.corner + self.columns..self.corner + self.columns + 2];
        lower[0] += c * (corner + slopes.y);
        lower[1] += d * (corner + slopes.x + slopes.y);
        let upper = &mut weights[self.corner..self.corner + 2];
        upper[0] += a;
        upper[1] += b;
        let lower = &mut weights[self.corner + self.columns..self.corner + self.columns + 2];
        lower[0] += c;
        lower[1] += d;
    }

    #[inline(always)]
    pub(super) fn count(&self, amounts: &mut [f32]) {
        let [a, b, c, d] = self.shares();
        let upper = &mut amounts[self.corner..self.corner + 2];
        upper[0] += a;
        upper[1] += b;
        let lower = &mut amounts[self.corner + self.columns..self.corner + self.columns + 2];
        lower[0] += c;
        lower[1] += d;
    }

    /// The value here and its slopes.
    #[inline(always)]
    pub(super) fn read(&self, values: &[f32]) -> (f32, Vec2) {
        let upper = &values[self.corner..self.corner + 2];
        let lower = &values[self.corner + self.columns..self.corner + self.columns + 2];
        let (a, b, c, d) = (upper[0], upper[1], lower[0], lower[1]);
        let (above, below) = (a + (b - a) * self.x, c + (d - c) * self.x);
        let slope_x = (b - a) * (1.0 - self.y) + (d - c) * self.y;
        (above + (below - above) * self.y, vec2(slope_x, below - above))
    }
}

/// One layer: unknown samples beside known ones get their mean.
pub(super) fn extend_layer(values: &mut [f32], weights: &mut [f32], columns: usize, rows: usize) {
    /// Known since this layer: not to be built on before the next.
    const NEW: f32 = -1.0;
    for y in 0..rows {
        for x in 0..columns {
            let at = y * columns + x;
            if weights[at] != 0.0 {
                continue;
            }
            let (mut sum, mut count) = (0.0, 0.0);
            let mut look = |exists: bool, to: usize| {
                if exists && weights[to] > 0.0 {
                    sum += values[to];
                    count += 1.0;
                }
            };
            look(x > 0, at.wrapping_sub(1));
            look(x + 1 < columns, at + 1);
            look(y > 0, at.wrapping_sub(columns));
            look(y + 1 < rows, at + columns);
            if count > 0.0 {
                values[at] = sum / count;
                weights[at] = NEW;
            }
        }
    }
    for weight in weights.iter_mut().filter(|weight| **weight == NEW) {
        *weight = f32::MIN_POSITIVE;
    }
}
