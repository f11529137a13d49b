//! Lines of sight, and paths made simpler by them.

use crate::{Diagonals, PathGrid};
use core::cmp::Ordering;
use motile_geom::{IVec2, Vec2, ivec2};

/// Whether a point walker can go straight from the middle of one cell to the middle of another.
///
/// Every cell the line touches must be free. Where it passes exactly through a corner, the corner rule
/// of the grid decides as for a diagonal step (without diagonals: both sides must be free).
#[doc(alias = "raycast")]
#[doc(alias = "visibility")]
pub fn line_of_sight(grid: &PathGrid, from: IVec2, to: IVec2) -> bool {
    walk_line(grid, from, to, |cell| grid.is_walkable(cell))
}

/// Visits the cells of a line in order until `free` refuses one that matters.
fn walk_line(grid: &PathGrid, from: IVec2, to: IVec2, mut free: impl FnMut(IVec2) -> bool) -> bool {
    if !grid.contains(from) || !grid.contains(to) || !free(from) {
        return false;
    }
    let (way, step) = ((to - from).abs(), (to - from).signum());
    let mut cell = from;
    // Twice the area between the line and the next corner: its sign tells which side comes first.
    let mut side = i64::from(way.x) - i64::from(way.y);
    let (dx, dy) = (2 * i64::from(way.x), 2 * i64::from(way.y));
    while cell != to {
        match side.cmp(&0) {
            Ordering::Equal => {
                let beside = free(ivec2(cell.x + step.x, cell.y));
                let below = free(ivec2(cell.x, cell.y + step.y));
                let passes = match grid.diagonals() {
                    Diagonals::Never | Diagonals::NoCorners => beside && below,
                    Diagonals::AtLeastOne => beside || below,
                    Diagonals::Always => true,
                };
                if !passes {
                    return false;
                }
                cell += step;
                side += dx - dy;
            }
            Ordering::Greater => {
                cell.x += step.x;
                side -= dy;
            }
            Ordering::Less => {
                cell.y += step.y;
                side += dx;
            }
        }
        if !free(cell) {
            return false;
        }
    }
    true
}

/// Writes the cells at which the direction changes, with both ends.
pub fn turning_points(cells: &[IVec2], out: &mut Vec<IVec2>) {
    out.clear();
    for (i, &cell) in cells.iter().enumerate() {
        let straight = i > 0 && i + 1 < cells.len() && cell - cells[i - 1] == cells[i + 1] - cell;
        if !straight {
            out.push(cell);
        }
    }
}

/// Pulls a path tight: writes the waypoints that remain when every stretch with a line of sight becomes
/// straight. The result is never longer than the path.
///
/// On terrain a stretch is straightened only over ground of one multiplier. Greedy, so a shorter set
/// may exist; [`AnyAngle`](crate::AnyAngle) searches for one.
#[doc(alias = "path smoothing")]
#[doc(alias = "string pulling")]
pub fn string_pull(grid: &PathGrid, cells: &[IVec2], out: &mut Vec<IVec2>) {
    out.clear();
    let Some(&first) = cells.first() else { return };
    out.push(first);
    let mut anchor = first;
    for pair in cells.windows(2) {
        let sees = walk_line(grid, anchor, pair[1], |cell| {
            grid.is_walkable(cell)
                && (grid.is_uniform() || grid.weight(cell) == grid.weight(anchor))
        });
        if !sees && pair[0] != anchor {
            anchor = pair[0];
            out.push(anchor);
        }
    }
    if cells.len() > 1 {
        out.extend(cells.last());
    }
}

/// Rounds the corners of a line of points: each inner point is replaced by a curve of `pieces` straight
/// pieces that begins and ends up to `radius` away from it (never beyond the middle of a stretch).
///
/// The curve stays inside the triangle of its corner. Points that are not finite are left out; a radius
/// of 0, or no pieces, only copies.
pub fn round_corners(points: &[Vec2], radius: f32, pieces: u32, out: &mut Vec<Vec2>) {
    out.clear();
    let round = radius > 0.0 && pieces > 0;
    for (i, &corner) in points.iter().enumerate() {
        if !corner.is_finite() {
            continue;
        }
        let inner = i > 0 && i + 1 < points.len();
        if !inner || !round || !points[i - 1].is_finite() || !points[i + 1].is_finite() {
            out.push(corner);
            continue;
        }
        let towards = |other: Vec2| {
            let way = other - corner;
            let length = way.length();
            let reach = radius.min(length * 0.5);
            if length > 0.0 { corner + way * (reach / length) } else { corner }
        };
        let (begin, end) = (towards(points[i - 1]), towards(points[i + 1]));
        for piece in 0..=pieces {
            let t = piece as f32 / pieces as f32;
            out.push(begin.lerp(corner, t).lerp(corner.lerp(end, t), t));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    #[test]
    fn sight_follows_the_corner_rule() {
        let map = PathGrid::from_text(".#\n..").unwrap();
        let (a, b) = (ivec2(0, 0), ivec2(1, 1));
        for (rule, sees) in [
            (Diagonals::Never, false),
            (Diagonals::NoCorners, false),
            (Diagonals::AtLeastOne, true),
            (Diagonals::Always, true),
        ] {
            let grid = map.grid.clone().with_diagonals(rule);
            assert_eq!(line_of_sight(&grid, a, b), sees, "{rule:?}");
        }
        assert!(!line_of_sight(&map.grid, a, ivec2(9, 9)));
        assert!(!line_of_sight(&map.grid, ivec2(1, 0), a));
    }

    #[test]
    fn sight_agrees_with_fine_sampling_and_both_ways() {
        let mut rng = Rng::new(77);
        for _ in 0..4000 {
            let grid = PathGrid::from_fn(12, 9, |_| !rng.chance(0.15)).unwrap();
            let cell = |rng: &mut Rng| ivec2(rng.int(0..12), rng.int(0..9));
            let (a, b) = (cell(&mut rng), cell(&mut rng));
            let sees = line_of_sight(&grid, a, b);
            assert_eq!(sees, line_of_sight(&grid, b, a));
            // An odd number of samples keeps clear of most corners; what it hits must be free.
            let hits_wall = (0..=9973).any(|i| {
                let t = f64::from(i) / 9973.0;
                let at =
                    |a: i32, b: i32| (f64::from(a) + 0.5 + f64::from(b - a) * t).floor() as i32;
                !grid.is_walkable(ivec2(at(a.x, b.x), at(a.y, b.y)))
            });
            assert!(!(sees && hits_wall), "{a} {b}");
        }
    }

    #[test]
    fn path_x13_pulling_removes_needless_corners() {
        let grid = PathGrid::new(20, 20).unwrap();
        let cells: Vec<_> =
            (0..10).map(|x| ivec2(x, 0)).chain((0..10).map(|i| ivec2(9 + i, i))).collect();
        let mut out = Vec::new();
        string_pull(&grid, &cells, &mut out);
        assert_eq!(out, [ivec2(0, 0), ivec2(18, 9)]);
        turning_points(&[ivec2(0, 0), ivec2(1, 0), ivec2(2, 0), ivec2(3, 1)], &mut out);
        assert_eq!(out, [ivec2(0, 0), ivec2(2, 0), ivec2(3, 1)]);
        string_pull(&grid, &[], &mut out);
        assert!(out.is_empty());
        string_pull(&grid, &[ivec2(3, 3)], &mut out);
        assert_eq!(out, [ivec2(3, 3)]);
    }

    #[test]
    fn rounded_corners_stay_in_their_triangle() {
        let points = [vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0)];
        let mut out = Vec::new();
        round_corners(&points, 4.0, 8, &mut out);
        assert_eq!(out.len(), 11);
        assert_eq!((out[0], out[1], out[10]), (points[0], vec2(6.0, 0.0), points[2]));
        assert!(out.iter().all(|p| p.x <= 10.0 && p.y >= 0.0));
        assert_eq!(out[5], vec2(9.0, 1.0));
        round_corners(&points, 100.0, 2, &mut out);
        assert_eq!(out[1], vec2(5.0, 0.0));
        round_corners(&[Vec2::NAN, points[0], points[0]], 1.0, 2, &mut out);
        assert!(out.iter().all(|p| p.is_finite()));
    }
}
