//! One triangle made ready: its rows, and what changes along them.

use super::{
    MipMap, TriangleSettings,
    bands::Scene,
    corners::{Fixed, HALF, PIXEL, between, bounds, first_center},
    edges::{Walk, between_levels},
    sample::Footprint,
};
use crate::surface::word;
use fearless_simd::{Simd, f32x8, f64x4, prelude::*};

/// Values of a plane are held within this, so that no sum of two is NaN however thin a triangle is.
const STEEPEST: f64 = (1u128 << 100) as f64;

/// A number that changes evenly over the screen.
#[derive(Clone, Copy, Default)]
pub(super) struct Plane {
    /// At the center of the origin pixel.
    origin: f64,
    pub(super) dx: f32,
    dy: f64,
}

/// A plane along one row, from the origin's column on.
#[derive(Clone, Copy)]
pub(super) struct Slope {
    pub(super) start: f32,
    pub(super) step: f32,
}

impl Slope {
    /// Of a plane that nobody reads.
    pub(super) const LEVEL: Self = Self { start: 0.0, step: 0.0 };
    /// Of what is 1 everywhere.
    pub(super) const ONE: Self = Self { start: 1.0, step: 0.0 };
}

impl Plane {
    #[inline(always)]
    pub(super) fn along(&self, row: i32) -> Slope {
        Slope { start: held(self.origin + self.dy * f64::from(row)), step: self.dx }
    }

    /// The starts of [`Slope`]s of eight rows, by the numbers of the first four and the last four.
    #[inline(always)]
    pub(super) fn down_eight<S: Simd>(
        &self,
        simd: S,
        upper: f64x4<S>,
        lower: f64x4<S>,
    ) -> f32x8<S> {
        let origin = f64x4::splat(simd, self.origin);
        let (most, least) = (f64x4::splat(simd, STEEPEST), f64x4::splat(simd, -STEEPEST));
        let upper = (origin + upper * self.dy).max(least).min(most);
        let lower = (origin + lower * self.dy).max(least).min(most);
        simd.narrow_f64x4(upper, lower)
    }

    pub(super) fn dy(&self) -> f32 {
        held(self.dy)
    }
}

/// Written as two choices, which are two instructions; no number here is NaN.
#[inline(always)]
fn held(x: f64) -> f32 {
    let x = if x > -STEEPEST { x } else { -STEEPEST };
    let x = if x < STEEPEST { x } else { STEEPEST };
    x as f32
}

/// A triangle that is ready to be drawn row by row.
pub(super) struct Setup {
    pub(super) walk: Walk,
    /// First and end of the rows to draw.
    pub(super) rows: (i32, i32),
    /// First and end of the columns that may be drawn.
    pub(super) columns: (i32, i32),
    /// Where blocks of eight pixels and all planes begin. It depends on the triangle and the surface only, so that no clip and no
    /// band changes a color.
    pub(super) origin: (i32, i32),
    /// Whether u, v and colors are multiplied by t.
    pub(super) perspective: bool,
    pub(super) t: Plane,
    pub(super) uv: [Plane; 2],
    /// Premultiplied red, green, blue and alpha.
    pub(super) colors: [Plane; 4],
    /// Least and most of t, u and v at the corners: beyond an edge nothing goes farther.
    pub(super) ranges: [[f32; 2]; 3],
    /// The smaller copies to read, when they are the same everywhere.
    pub(super) footprint: Option<Footprint>,
    /// Change of t, u and v to the next row.
    down: [f32; 3],
    pub(super) rim: Rim,
}

/// The share of a pixel inside each rim edge, 0 to 1 over the width of a pixel.
#[derive(Default)]
pub(super) struct Rim {
    pub(super) planes: [Plane; 3],
    pub(super) count: usize,
    /// How much the second edge faces the first, and the third the others: 1 for opposite sides of a strip, 0 at a right angle,
    /// −1 when it goes on in the same direction.
    pub(super) facing: [f32; 2],
}

impl Setup {
    /// `None` when no pixel in the rows from `top` to `bottom` can be reached.
    #[inline(always)]
    pub(super) fn new(scene: &Scene<'_>, triangle: usize, top: i32, bottom: i32) -> Option<Self> {
        let (points, corners, area) = scene.corners.clockwise(scene.triangles, triangle)?;
        let edges = scene.rims.get(triangle).copied().unwrap_or(0);
        let reached = bounds(points, edges != 0);
        let clip = scene.clip;
        let columns = between(reached[0], reached[2], clip.x, clip.width)?;
        let rows = between(reached[1], reached[3], clip.y, clip.height)?;
        let reach = [1, 2, 4].map(|bit| if edges & bit != 0 { HALF } else { 0 });
        let rows = between_levels(points, reach, (rows.0.max(top), rows.1.min(bottom)));
        if rows.0 >= rows.1 {
            return None;
        }
        let origin = [reached[0], reached[1]].map(|low| first_center(low).max(0) as i32);
        let frame = Frame::new(points, area, origin);
        let mut setup = Self {
            walk: Walk::new(points, rows.0, reach),
            rows,
            columns,
            origin: (origin[0], origin[1]),
            perspective: false,
            t: Plane::default(),
            uv: [Plane::default(); 2],
            colors: [Plane::default(); 4],
            ranges: [[1.0; 2]; 3],
            footprint: None,
            down: [0.0; 3],
            rim: Rim::new(points, edges, &frame),
        };
        setup.read_lists(scene, corners, &frame);
        Some(setup)
    }

    /// Makes planes of what the lists say about the corners.
    #[inline(always)]
    fn read_lists(&mut self, scene: &Scene<'_>, corners: [usize; 3], frame: &Frame) {
        let (lists, settings) = (scene.triangles, scene.settings);
        let t = corners.map(|corner| lists.t.get(corner).copied().unwrap_or(1.0));
        let even = t[0] == t[1] && t[1] == t[2];
        self.perspective = !settings.affine && !even;
        if self.perspective || scene.deep {
            self.t = frame.plane(t.map(f64::from));
        }
        self.ranges[0] = range(t);
        let weights = if self.perspective { t.map(f64::from) } else { [1.0; 3] };
        let weighted = |values: [f32; 3]| {
            let product = |i: usize| f64::from(values[i]) * weights[i];
            frame.plane([product(0), product(1), product(2)])
        };
        if let Some(picture) = settings.picture {
            let uv = corners.map(|corner| lists.uv[corner]);
            self.uv = [weighted(uv.map(|uv| uv.x)), weighted(uv.map(|uv| uv.y))];
            self.ranges[1] = range(uv.map(|uv| uv.x));
            self.ranges[2] = range(uv.map(|uv| uv.y));
            let [u, v] = &self.uv;
            self.down = [self.t.dy(), u.dy(), v.dy()];
            if !self.perspective {
                let changes = [[u.dx, v.dx], [u.dy(), v.dy()]];
                self.footprint = Some(Footprint::new(picture, settings, changes));
            } else if Footprint::is_whole(picture, settings) {
                // Without smaller copies there is nothing to choose, however near the place is.
                self.footprint = Some(Footprint::new(picture, settings, [[0.0; 2]; 2]));
            }
        }
        if !lists.colors.is_empty() {
            let words = corners.map(|corner| word(lists.colors[corner]).to_le_bytes());
            self.colors = [0, 1, 2, 3].map(|i| weighted(words.map(|bytes| f32::from(bytes[i]))));
        }
    }

    /// The smaller copies to read around a place of a row: `across` pixels from the origin's column.
    #[inline(always)]
    pub(super) fn footprint_at(
        &self,
        picture: &MipMap,
        settings: &TriangleSettings<'_>,
        t: Slope,
        uv: [Slope; 2],
        across: f32,
    ) -> Footprint {
        let value = |slope: Slope| slope.start + across * slope.step;
        // By the rule for quotients: (u·t / t)' = ((u·t)' − u·t') / t.
        let near = 1.0 / value(t).clamp(self.ranges[0][0], self.ranges[0][1]);
        let [t_down, u_down, v_down] = self.down;
        let change = |slope: Slope, slope_down: f32| {
            let at = value(slope) * near;
            let along = (slope.step - at * t.step) * near;
            let down = (slope_down - at * t_down) * near;
            [along, down]
        };
        let [u, v] = [change(uv[0], u_down), change(uv[1], v_down)];
        Footprint::new(picture, settings, [[u[0], v[0]], [u[1], v[1]]])
    }
}

pub(super) fn range(values: [f32; 3]) -> [f32; 2] {
    [values[0].min(values[1]).min(values[2]), values[0].max(values[1]).max(values[2])]
}

/// Makes planes through three values at the corners.
pub(super) struct Frame {
    /// The first corner seen from the center of the origin pixel, in pixels.
    from: [f64; 2],
    /// The way to the other two corners over the doubled area, in 1/pixels.
    second: [f64; 2],
    third: [f64; 2],
}

impl Frame {
    #[inline(always)]
    pub(super) fn new(points: [Fixed; 3], area: i128, origin: [i32; 2]) -> Self {
        // Nearly every area fits 64 bits, from which the processor converts by itself.
        let area = match i64::try_from(area) {
            Ok(area) => area as f64,
            Err(_) => long_to_float(area),
        };
        let scale = PIXEL as f64 / area;
        let way = |to: Fixed| [0, 1].map(|axis| (to[axis] - points[0][axis]) as f64 * scale);
        let center = |axis: usize| i64::from(origin[axis]) * PIXEL + HALF;
        Self {
            from: [0, 1].map(|axis| (center(axis) - points[0][axis]) as f64 / PIXEL as f64),
            second: way(points[1]),
            third: way(points[2]),
        }
    }

    #[inline(always)]
    pub(super) fn plane(&self, values: [f64; 3]) -> Plane {
        let (b, c) = (values[1] - values[0], values[2] - values[0]);
        let dx = b * self.third[1] - c * self.second[1];
        let dy = c * self.second[0] - b * self.third[0];
        self.through(values[0], dx, dy)
    }

    /// The plane with a value at the first corner and a slope.
    #[inline(always)]
    fn through(&self, value: f64, dx: f64, dy: f64) -> Plane {
        Plane { origin: value + dx * self.from[0] + dy * self.from[1], dx: held(dx), dy }
    }
}

/// Out of line, or the compiler does it for every triangle to save a branch.
#[cold]
#[inline(never)]
fn long_to_float(area: i128) -> f64 {
    area as f64
}

impl Rim {
    #[inline(always)]
    fn new(points: [Fixed; 3], edges: u8, frame: &Frame) -> Self {
        let mut rim = Self::default();
        let mut ways = [[0.0f64; 2]; 3];
        for edge in (0..3).filter(|edge| edges & (1 << edge) != 0) {
            let (a, b) = (points[edge], points[(edge + 1) % 3]);
            let [dx, dy] = [0, 1].map(|axis| (b[axis] - a[axis]) as f64);
            // A line leaves a pixel at both ends of its normal: half of |dx| + |dy| on either side.
            let length = dx.abs() + dy.abs();
            let (slope_x, slope_y) = (-dy / length, dx / length);
            let off = [0, 1].map(|axis| (points[0][axis] - a[axis]) as f64 / PIXEL as f64);
            let first = 0.5 + slope_x * off[0] + slope_y * off[1];
            rim.planes[rim.count] = frame.through(first, slope_x, slope_y);
            let long = (dx * dx + dy * dy).sqrt();
            ways[rim.count] = [dx / long, dy / long];
            rim.count += 1;
        }
        let facing = |i: usize, j: usize| {
            let ([ax, ay], [bx, by]) = (ways[i], ways[j]);
            -(ax * bx + ay * by) as f32
        };
        if rim.count == 3 {
            // The two that face each other least are put together first: in a sliver they are one long side.
            let pairs = [facing(0, 1), facing(1, 2), facing(2, 0)];
            let least = (1..3).fold(0, |least, i| if pairs[i] < pairs[least] { i } else { least });
            rim.planes.rotate_left(least);
            rim.facing = [pairs[least], pairs[(least + 1) % 3].max(pairs[(least + 2) % 3])];
        } else {
            rim.facing[0] = facing(0, 1);
        }
        rim
    }
}
