//! Corners in fixed point, and which triangles are worth drawing.

use super::{Cull, TriangleReport, TriangleSettings, Triangles, bands::Bands};
use motile_geom::{IRect, Vec2};

/// Fraction bits of a corner.
pub(super) const BITS: u32 = 8;
/// Units of a corner in a pixel.
pub(super) const PIXEL: i64 = 1 << BITS;
/// From the border of a pixel to its center.
pub(super) const HALF: i64 = PIXEL / 2;

/// Corners farther than this many pixels are not drawn: a line to them would tell nothing from a line to infinity.
const FARTHEST: f32 = (1u64 << 32) as f32;
/// Most repetitions of a picture.
const MOST_UV: f32 = (1 << 20) as f32;
/// Range of t on either side of 1: its products with u and v stay finite.
const MOST_T: f32 = (1u64 << 60) as f32;

/// A corner in 1/256 of a pixel.
pub(super) type Fixed = [i64; 2];

/// Stands for a point that is far away or cannot be drawn.
const ELSEWHERE: [i32; 2] = [i32::MIN; 2];

#[derive(Clone, Debug, Default)]
pub(super) struct Corners {
    /// Points in few bits, [`ELSEWHERE`] where that does not do: those of a band's triangles lie anywhere in the list, and the
    /// less memory they take the more of them are in a near cache.
    near: Vec<[i32; 2]>,
    /// All points when some of them are not near, `None` where a number of the point cannot be drawn.
    others: Vec<Option<Fixed>>,
    /// Triangles that are drawn, in order, whether they are visible or not: their rims must be known all the same.
    pub(super) kept: Vec<u32>,
}

impl Corners {
    /// The corners of a triangle, turned clockwise, with their numbers in the list; `None` when it is not drawn.
    #[inline(always)]
    pub(super) fn clockwise(
        &self,
        triangles: &Triangles<'_>,
        triangle: usize,
    ) -> Option<([Fixed; 3], [usize; 3], i128)> {
        let [a, b, c] = triangles.corners(triangle);
        let points = [self.point(a)?, self.point(b)?, self.point(c)?];
        let area = doubled_area(points);
        if area < 0 {
            return Some(([points[0], points[2], points[1]], [a, c, b], -area));
        }
        (area > 0).then_some((points, [a, b, c], area))
    }

    /// Snaps all points, and hands the triangles that show to the bands they reach.
    pub(super) fn sort_out(
        &mut self,
        triangles: &Triangles<'_>,
        settings: &TriangleSettings<'_>,
        clip: IRect,
        smooth: bool,
        bands: &mut Bands,
    ) -> TriangleReport {
        self.snap(triangles);
        self.kept.clear();
        let mut report = TriangleReport::default();
        for triangle in 0..triangles.count() {
            let [a, b, c] = triangles.corners(triangle).map(|corner| self.point(corner));
            let (Some(a), Some(b), Some(c)) = (a, b, c) else {
                report.rejected += 1;
                continue;
            };
            let area = doubled_area([a, b, c]);
            let turned_away = match settings.cull {
                Cull::DrawAll => false,
                Cull::DrawClockwise => area < 0,
                Cull::DrawCounterClockwise => area > 0,
            };
            if area == 0 {
                report.flat += 1;
            } else if turned_away {
                report.culled += 1;
            } else {
                self.kept.push(triangle as u32);
                match rows([a, b, c], clip, smooth) {
                    Some(rows) => {
                        report.drawn += 1;
                        // Half of the doubled area, in whole pixels.
                        let pixels = area.unsigned_abs() >> (2 * BITS + 1);
                        bands.add(triangle as u32, rows, pixels.min(1 << 32) as usize);
                    }
                    None => report.outside += 1,
                }
            }
        }
        report
    }

    fn snap(&mut self, triangles: &Triangles<'_>) {
        let count = triangles.points.len();
        self.near.clear();
        self.near.extend((0..count).map(|i| match snapped(triangles, i) {
            Some(point) if is_near([point]) => point.map(|x| x as i32),
            _ => ELSEWHERE,
        }));
        self.others.clear();
        if self.near.contains(&ELSEWHERE) {
            self.others.extend((0..count).map(|i| snapped(triangles, i)));
        }
    }

    /// Reads something of a triangle, so that the rest is near when it is wanted.
    #[inline(always)]
    pub(super) fn touch(&self, triangles: &Triangles<'_>, triangle: usize) -> u32 {
        let [a, _, c] = triangles.corners(triangle);
        let bits = |list: &[f32], index: usize| list.get(index).map_or(0, |x| x.to_bits());
        let uv = |index: usize| triangles.uv.get(index).map_or(0, |uv| uv.x.to_bits());
        self.near[a][0] as u32 ^ self.near[c][0] as u32 ^ uv(a) ^ uv(c) ^ bits(triangles.t, a)
    }

    #[inline(always)]
    fn point(&self, index: usize) -> Option<Fixed> {
        let near = self.near[index];
        if near == ELSEWHERE { self.others[index] } else { Some(near.map(i64::from)) }
    }
}

/// A point of a list; `None` where a number of it cannot be drawn.
#[inline(always)]
fn snapped(triangles: &Triangles<'_>, index: usize) -> Option<Fixed> {
    let Triangles { points, uv, t, .. } = *triangles;
    let picture = uv.get(index).is_none_or(|uv| uv.abs().max_element() <= MOST_UV && !uv.is_nan());
    // A comparison with NaN is false: none is let through.
    let near = t.get(index).is_none_or(|&t| (1.0 / MOST_T..=MOST_T).contains(&t));
    (picture && near).then(|| fixed(points[index])).flatten()
}

/// A point in 1/256 of a pixel, halves rounded up; `None` for one that is not finite or too far.
fn fixed(point: Vec2) -> Option<Fixed> {
    // At this size the last bit of a number is 1: added, it leaves the nearest whole number in the lowest bits.
    const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;
    let axis = |x: f32| {
        // Exact in 64 bits: 32 bits of whole pixels and 24 of mantissa never round before the floor does, which is the nearest
        // whole number or the one below it.
        (x.abs() <= FARTHEST).then(|| {
            let x = f64::from(x) * PIXEL as f64 + 0.5;
            let nearest = x + WHOLE;
            let bits = nearest.to_bits().wrapping_sub(WHOLE.to_bits()) as i64;
            bits - i64::from(nearest - WHOLE > x)
        })
    };
    Some([axis(point.x)?, axis(point.y)?])
}

/// Twice the area, positive when the corners turn clockwise on the screen.
#[inline(always)]
fn doubled_area([a, b, c]: [Fixed; 3]) -> i128 {
    if is_near([a, b, c]) {
        // Differences have 30 bits and a sign.
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        return area.into();
    }
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]].map(i128::from);
    let [ex, ey] = [c[0] - a[0], c[1] - a[1]].map(i128::from);
    dx * ey - dy * ex
}

/// Whether the products of differences between corners have 60 bits at most.
#[inline(always)]
pub(super) fn is_near<const N: usize>(points: [Fixed; N]) -> bool {
    const NEAR: i64 = 1 << 29;
    points.iter().flatten().fold(true, |near, x| near & (x.abs() < NEAR))
}

/// The first pixel whose center is not before a coordinate.
pub(super) fn first_center(at: i64) -> i64 {
    // ceil((at − 128) / 256)
    (at - HALF + PIXEL - 1) >> BITS
}

/// The first and the end of the pixels between two coordinates, within a side of the clip.
pub(super) fn between(low: i64, high: i64, start: i32, length: u32) -> Option<(i32, i32)> {
    let start = i64::from(start);
    let first = first_center(low).max(start);
    let end = first_center(high).min(start + i64::from(length));
    // Inside the clip, which is inside a surface.
    (first < end).then_some((first as i32, end as i32))
}

/// The rows a triangle reaches, its smooth rim included; `None` when it shows nowhere.
fn rows(points: [Fixed; 3], clip: IRect, smooth: bool) -> Option<(i32, i32)> {
    let [left, top, right, bottom] = bounds(points, smooth);
    between(left, right, clip.x, clip.width)?;
    between(top, bottom, clip.y, clip.height)
}

/// Left, top, right and bottom, grown by the reach of a smooth rim.
pub(super) fn bounds(points: [Fixed; 3], smooth: bool) -> [i64; 4] {
    let rim = if smooth { HALF } else { 0 };
    let [xs, ys] = [0, 1].map(|axis| points.map(|point| point[axis]));
    let least = |of: [i64; 3]| of[0].min(of[1]).min(of[2]) - rim;
    let most = |of: [i64; 3]| of[0].max(of[1]).max(of[2]) + rim;
    [least(xs), least(ys), most(xs), most(ys)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn points_snap_to_the_nearest_of_256_steps() {
        assert_eq!(fixed(vec2(1.0, -1.0)), Some([256, -256]));
        assert_eq!(fixed(vec2(1.0 / 512.0, -1.0 / 512.0)), Some([1, 0]));
        assert_eq!(fixed(vec2(1e9, -1e9)), Some([256_000_000_000, -256_000_000_000]));
        assert_eq!(fixed(vec2(f32::NAN, 0.0)), None);
        assert_eq!(fixed(vec2(0.0, f32::INFINITY)), None);
        assert_eq!(fixed(vec2(0.0, 1e10)), None);
    }

    #[test]
    fn a_center_on_the_border_is_the_first_one_inside() {
        assert_eq!([127, 128, 129, -128, -127].map(first_center), [0, 0, 1, -1, 0]);
    }
}
