//! Triangulations of crossing lines, exact on whole numbers.

use super::NONE;
use crate::MeshError;
use motile_geom::IVec2;
use std::collections::VecDeque;

/// Corners of the area lie within this of the origin, in both directions.
pub(super) const RANGE: i32 = 1 << 24;
/// Where lines cross and an end of one of them lies this near to the other, they meet there. Without it, two lines
/// that meet in a sharp angle would cross again and again: rounding moves the crossing by a unit across the lines,
/// and along them by as many more as the angle is sharp.
const NEAR: f64 = 4.0;
/// Half the side of the square around everything.
const FRAME: i32 = 1 << 26;

/// A constrained Delaunay triangulation that grows by points and lines.
///
/// A line carries a change of winding: whoever crosses it from its right to its left gains it. Lines may
/// cross, touch and overlap; where they cross, a point comes in (so that lines bend there by up to [`NEAR`] units), and
/// where they overlap, their changes add up. All tests are exact, so no arrangement can confuse it.
pub(super) struct Delaunay {
    pub(super) points: Vec<IVec2>,
    pub(super) triangles: Vec<Triangle>,
    /// A triangle at each point.
    pub(super) around: Vec<u32>,
    /// Where the last point was put: the next one is often near.
    last: u32,
    /// Edges that may have to be flipped.
    pub(super) doubtful: Vec<(u32, u32)>,
    /// Edges in the way of a line, and those that have replaced them.
    crossed: VecDeque<(u32, u32)>,
    fresh: Vec<(u32, u32)>,
    /// Pieces of lines drawn so far: the measure of the work.
    pub(super) drawn: u64,
}

/// A triangle; edge `i` leads from corner `i` to the next, with the triangle on its left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub(super) corners: [u32; 3],
    /// The triangle across each edge.
    pub(super) beyond: [u32; 3],
    /// What winding gains on the way out over each edge.
    pub(super) change: [i32; 3],
}

/// Pieces that one line may fall into. Hundreds are many.
const MOST_PIECES: u64 = 100_000;

/// A piece of a line still to be drawn: from, to, change of winding.
type Line = (u32, u32, i32);

/// What a line that leaves a point meets first.
enum Ahead {
    /// A point it leads through; perhaps its end.
    Point(u32),
    /// An edge, as triangle and number.
    Edge(u32, usize),
}

impl Delaunay {
    pub(super) fn new() -> Self {
        let points = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(x, y)| IVec2::new(x, y) * FRAME);
        let change = [0; 3];
        let triangles = vec![
            Triangle { corners: [0, 1, 2], beyond: [NONE, NONE, 1], change },
            Triangle { corners: [2, 3, 0], beyond: [NONE, NONE, 0], change },
        ];
        Self {
            points: points.to_vec(),
            triangles,
            around: vec![0, 0, 0, 1],
            last: 0,
            doubtful: Vec::new(),
            crossed: VecDeque::new(),
            fresh: Vec::new(),
            drawn: 0,
        }
    }

    /// Adds a point, or finds the one that is already there.
    pub(super) fn add_point(&mut self, at: IVec2) -> u32 {
        let triangle = self.locate(at);
        self.last = triangle;
        let Triangle { corners, .. } = self.triangles[triangle as usize];
        if let Some(known) = corners.into_iter().find(|&corner| self.points[corner as usize] == at)
        {
            return known;
        }
        let point = self.points.len() as u32;
        // Lawson's incremental insertion: split, then flip what is not Delaunay's any more, around the point only.
        self.points.push(at);
        self.around.push(triangle);
        match (0..3).find(|&i| self.side(corners[i], corners[(i + 1) % 3], point) == 0) {
            Some(edge) => self.split_edge(triangle, edge, point),
            None => self.split_triangle(triangle, point),
        }
        self.settle();
        point
    }

    /// Draws a line between two points.
    pub(super) fn add_line(&mut self, from: u32, to: u32, change: i32) -> Result<(), MeshError> {
        let mut lines: Vec<Line> = vec![(from, to, change)];
        // Rounding may bend a line over another one that was clear of it. Each time there are fewer whole
        // numbers left between them; the limit is for what nobody has seen yet.
        let limit = self.drawn + MOST_PIECES;
        while let Some((from, to, change)) = lines.pop() {
            if from == to || change == 0 {
                continue;
            }
            if self.drawn == limit {
                return Err(MeshError::TooTangled);
            }
            self.drawn += 1;
            self.draw(from, to, change, &mut lines);
        }
        Ok(())
    }

    /// Draws the first piece of a line and leaves the rest, and pieces of lines it crosses, in `lines`.
    fn draw(&mut self, from: u32, to: u32, change: i32, lines: &mut Vec<Line>) {
        let (mut triangle, mut edge) = match self.look(from, to) {
            Ahead::Point(next) => {
                self.add_change(from, next, change);
                lines.push((next, to, change));
                return;
            }
            Ahead::Edge(triangle, edge) => (triangle, edge),
        };
        self.crossed.clear();
        let end = loop {
            let Triangle { corners, beyond, change: changes } = self.triangles[triangle as usize];
            let (right, left) = (corners[edge], corners[(edge + 1) % 3]);
            if changes[edge] != 0 {
                // The change of the line from right to left: this triangle is on its left.
                // It is taken off the edge and drawn again over the crossing, so that both lines share that point.
                let other = -changes[edge];
                self.add_change(right, left, -other);
                let point = self.crossing(from, to, right, left);
                let pieces = [
                    (right, point, other),
                    (point, left, other),
                    (point, to, change),
                    (from, point, change),
                ];
                lines.extend(pieces);
                return;
            }
            self.crossed.push_back((right, left));
            triangle = beyond[edge];
            let own = self.edge_number(triangle, left);
            let apex = self.triangles[triangle as usize].corners[(own + 2) % 3];
            let side = if apex == to { 0 } else { self.side(from, to, apex) };
            match side {
                0 => break apex,
                1.. => edge = (own + 1) % 3,
                _ => edge = (own + 2) % 3,
            }
        };
        self.clear_way(from, end);
        self.add_change(from, end, change);
        lines.push((end, to, change));
        self.doubtful.append(&mut self.fresh);
        self.settle();
    }

    /// Flips the crossed edges until there is an edge between two points.
    fn clear_way(&mut self, from: u32, to: u32) {
        // Sloan (1993): every crossed edge between convex quadrilaterals can be flipped away, and a round over the
        // queue always finds at least one.
        self.fresh.clear();
        while let Some((right, left)) = self.crossed.pop_front() {
            let Some((triangle, edge)) = self.edge(right, left) else { continue };
            let (a, b) = self.apexes(triangle, edge);
            if self.side(a, b, right) * self.side(a, b, left) >= 0 {
                // Not yet convex; it will be when its neighbors have been flipped.
                self.crossed.push_back((right, left));
                continue;
            }
            self.flip(triangle, edge);
            let ends = [a, b].iter().any(|&point| point == from || point == to);
            if !ends && self.side(from, to, a) * self.side(from, to, b) < 0 {
                self.crossed.push_back((a, b));
            } else {
                self.fresh.push((a, b));
            }
        }
    }

    /// Flips doubtful edges that are not Delaunay's and that nothing holds.
    fn settle(&mut self) {
        while let Some((a, b)) = self.doubtful.pop() {
            let Some((triangle, edge)) = self.edge(a, b) else { continue };
            let Triangle { corners, beyond, change } = self.triangles[triangle as usize];
            if change[edge] != 0 || beyond[edge] == NONE {
                continue;
            }
            let (near, far) = self.apexes(triangle, edge);
            if self.in_circle(corners, far) {
                self.flip(triangle, edge);
                self.doubtful.extend([(a, far), (far, b), (b, near), (near, a)]);
            }
        }
    }

    /// The triangle that holds a place, on its border or inside.
    fn locate(&self, at: IVec2) -> u32 {
        let leaves = |triangle: u32| {
            let Triangle { corners, beyond, .. } = self.triangles[triangle as usize];
            let [a, b, c] = corners.map(|corner| self.points[corner as usize]);
            let sides = [turn(a, b, at), turn(b, c, at), turn(c, a, at)];
            (0..3).find(|&i| sides[i] < 0).map(|i| beyond[i])
        };
        let mut triangle = self.last;
        // Walking straight on ends in a Delaunay triangulation; held edges can lead in circles.
        for _ in 0..self.triangles.len() {
            match leaves(triangle) {
                Some(next) => triangle = next,
                None => return triangle,
            }
        }
        (0..self.triangles.len() as u32).find(|&t| leaves(t).is_none()).unwrap_or(0)
    }

    /// What lies ahead of a point in the direction of another.
    fn look(&self, from: u32, to: u32) -> Ahead {
        let way = self.points[to as usize] - self.points[from as usize];
        let found = self.turn_around(from, |triangle, corner| {
            let corners = self.triangles[triangle as usize].corners;
            let (right, left) = (corners[(corner + 1) % 3], corners[(corner + 2) % 3]);
            if right == to || left == to {
                return Some(Ahead::Point(to));
            }
            let side = self.side(from, to, right);
            let ahead = dot(self.points[right as usize] - self.points[from as usize], way) > 0;
            if side == 0 && ahead {
                return Some(Ahead::Point(right));
            }
            let passes = side < 0 && self.side(from, to, left) > 0;
            passes.then_some(Ahead::Edge(triangle, (corner + 1) % 3))
        });
        // Every direction from a point inside the frame leads over one of these.
        found.unwrap_or(Ahead::Point(to))
    }

    /// A point where two lines cross: one of their ends if that is near the other line, else a new one, rounded.
    fn crossing(&mut self, from: u32, to: u32, right: u32, left: u32) -> u32 {
        let ends = [(from, right, left), (to, right, left), (right, from, to), (left, from, to)]
            .map(|(end, a, b)| (self.distance(end, a, b), end));
        let nearest = ends.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b));
        if let Some((_, end)) = nearest.filter(|&(distance, _)| distance <= NEAR) {
            return end;
        }
        let [a, b, c, d] = [from, to, right, left].map(|i| self.points[i as usize]);
        let (before, after) = (turn(c, d, a), turn(c, d, b));
        // They lie on different sides.
        let whole = i128::from(before - after).abs();
        let before = i128::from(before.abs());
        // 26 bits a coordinate make areas of 54 and products of 81 bits: exact, then rounded to nearest once.
        let along = |way: i32| (i128::from(way) * before * 2 + whole).div_euclid(whole * 2) as i32;
        let at = a + IVec2::new(along(b.x - a.x), along(b.y - a.y));
        self.add_point(at)
    }

    /// Distance of a point from a line, if it lies beside it; else infinite.
    fn distance(&self, point: u32, a: u32, b: u32) -> f64 {
        let [point, a, b] = [point, a, b].map(|i| self.points[i as usize]);
        let (along, squared) = (dot(point - a, b - a), dot(b - a, b - a));
        if (0..=squared).contains(&along) {
            turn(a, b, point).abs() as f64 / (squared as f64).sqrt()
        } else {
            f64::INFINITY
        }
    }

    /// On which side of the line from a to b a point lies: 1 left, −1 right.
    fn side(&self, a: u32, b: u32, point: u32) -> i64 {
        let [a, b, point] = [a, b, point].map(|i| self.points[i as usize]);
        turn(a, b, point).signum()
    }

    /// Whether a point lies inside the circle through the corners of a triangle.
    fn in_circle(&self, corners: [u32; 3], point: u32) -> bool {
        let center = self.points[point as usize];
        let [a, b, c] = corners.map(|corner| self.points[corner as usize] - center);
        let term = |p: IVec2, q: IVec2, r: IVec2| i128::from(dot(p, p)) * i128::from(cross(q, r));
        term(a, b, c) + term(b, c, a) + term(c, a, b) > 0
    }
}

/// Twice the area of a triangle; positive when the third corner is on the left of the line from the first to
/// the second.
pub(super) fn turn(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    cross(b - a, c - a)
}

const fn cross(a: IVec2, b: IVec2) -> i64 {
    a.x as i64 * b.y as i64 - a.y as i64 * b.x as i64
}

/// The dot product, in numbers that hold it.
pub(super) const fn dot(a: IVec2, b: IVec2) -> i64 {
    a.x as i64 * b.x as i64 + a.y as i64 * b.y as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    /// Whether neighbors know each other, changes agree and all triangles have an area.
    fn check(mesh: &Delaunay) {
        let mut area = 0;
        for (i, triangle) in mesh.triangles.iter().enumerate() {
            let [a, b, c] = triangle.corners.map(|corner| mesh.points[corner as usize]);
            assert!(turn(a, b, c) > 0);
            area += turn(a, b, c);
            for edge in 0..3 {
                if triangle.beyond[edge] != NONE {
                    let own =
                        mesh.edge_number(triangle.beyond[edge], triangle.corners[(edge + 1) % 3]);
                    let other = &mesh.triangles[triangle.beyond[edge] as usize];
                    assert_eq!(other.corners[(own + 1) % 3], triangle.corners[edge]);
                    assert_eq!(other.beyond[own], i as u32);
                    assert_eq!(other.change[own], -triangle.change[edge]);
                }
            }
        }
        assert_eq!(area, 8 * i64::from(FRAME) * i64::from(FRAME));
        for (point, &triangle) in mesh.around.iter().enumerate() {
            assert!(mesh.triangles[triangle as usize].corners.contains(&(point as u32)));
        }
    }

    #[test]
    fn random_lines_that_cross_and_overlap() {
        let mut rng = Rng::new(4);
        for round in 0..60 {
            // Small numbers make everything coincide, large ones cross anywhere.
            let range = [4, 10, 1000, RANGE][round % 4];
            let mut mesh = Delaunay::new();
            for _ in 0..40 {
                let mut place = || {
                    let mut number = || rng.int(-range..range);
                    IVec2::new(number(), number())
                };
                let (a, b) = (place(), place());
                let (a, b) = (mesh.add_point(a), mesh.add_point(b));
                mesh.add_line(a, b, 1).unwrap();
            }
            check(&mesh);
        }
    }

    #[test]
    fn lines_in_a_bundle_do_not_tangle() {
        let mut rng = Rng::new(5);
        for round in 0..40 {
            // Angles from a hundredth down to a ten-millionth.
            let spread = [RANGE / 100, 2000, 50, 2][round % 4];
            let mut mesh = Delaunay::new();
            for _ in 0..12 {
                let [left, right] = [-1, 1].map(|side| {
                    let x = side * rng.int(RANGE / 2..RANGE);
                    mesh.add_point(IVec2::new(x, rng.int(-spread..spread)))
                });
                mesh.add_line(left, right, 1).unwrap();
            }
            check(&mesh);
            assert!(mesh.points.len() < 400, "{spread}: {}", mesh.points.len());
        }
    }

    #[test]
    fn without_lines_no_circle_holds_a_point() {
        let mut rng = Rng::new(6);
        let mut mesh = Delaunay::new();
        for _ in 0..150 {
            let mut number = || rng.int(-50..50);
            let at = IVec2::new(number(), number());
            mesh.add_point(at);
        }
        check(&mesh);
        for triangle in &mesh.triangles {
            assert!((0..mesh.points.len() as u32).all(|p| !mesh.in_circle(triangle.corners, p)));
        }
    }

    #[test]
    fn winding_comes_back_to_itself_around_every_point() {
        let mut rng = Rng::new(7);
        let mut mesh = Delaunay::new();
        for _ in 0..30 {
            let mut place = || IVec2::new(rng.int(-90..90), rng.int(-90..90));
            let ring: Vec<u32> = (0..4).map(|_| mesh.add_point(place())).collect();
            for i in 0..4 {
                mesh.add_line(ring[i], ring[(i + 1) % 4], 1).unwrap();
            }
        }
        check(&mesh);
        for point in 4..mesh.points.len() as u32 {
            let mut sum = 0;
            mesh.turn_around(point, |triangle, corner| {
                sum += mesh.triangles[triangle as usize].change[(corner + 2) % 3];
                None::<()>
            });
            assert_eq!(sum, 0);
        }
    }
}
