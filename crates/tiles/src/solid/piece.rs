//! Convex pieces of ground, in `f64`: the numbers of the world are exact in it, and so are their sums.

use super::{TileKind, TileShape, TileSides};
use crate::Tile;
use motile_geom::{
    Vec2,
    glam::{DVec2, dvec2},
};

/// Most corners of a piece.
pub(super) const MAX_CORNERS: usize = 8;

/// A convex piece of ground in the world, clockwise on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    corners: [DVec2; MAX_CORNERS],
    count: usize,
}

/// Where a unit cell lies in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellFrame {
    pub(super) corner: DVec2,
    pub(super) size: DVec2,
}

impl Piece {
    pub(super) fn corners(&self) -> &[DVec2] {
        &self.corners[..self.count]
    }

    pub(super) const fn upright(min: DVec2, max: DVec2) -> Self {
        let zero = DVec2::ZERO;
        let (tr, bl) = (dvec2(max.x, min.y), dvec2(min.x, max.y));
        Self { corners: [min, tr, max, bl, zero, zero, zero, zero], count: 4 }
    }

    /// A piece from corners that are already clockwise; `None` with fewer than three or more than eight.
    pub(super) fn from_corners(points: impl Iterator<Item = DVec2>) -> Option<Self> {
        let mut piece = Self { corners: [DVec2::ZERO; MAX_CORNERS], count: 0 };
        for point in points {
            *piece.corners.get_mut(piece.count)? = point;
            piece.count += 1;
        }
        (piece.count >= 3).then_some(piece)
    }

    /// The piece as a tile turns it, placed into its cell.
    fn placed(mut self, tile: Tile, frame: CellFrame) -> Self {
        for corner in &mut self.corners[..self.count] {
            if tile.swap_axes() {
                *corner = dvec2(corner.y, corner.x);
            }
            if tile.flip_x() {
                corner.x = 1.0 - corner.x;
            }
            if tile.flip_y() {
                corner.y = 1.0 - corner.y;
            }
            *corner = frame.corner + *corner * frame.size;
        }
        // An odd number of mirrors turns the corners counter-clockwise.
        if tile.swap_axes() ^ tile.flip_x() ^ tile.flip_y() {
            self.corners[..self.count].reverse();
        }
        self
    }

    /// Edges that have a length, each with its ends and its outward normal.
    pub(super) fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2, DVec2)> + '_ {
        let corners = self.corners();
        (0..corners.len()).filter_map(move |i| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            let along = b - a;
            let length = along.length();
            (length > 1e-9).then(|| (a, b, dvec2(along.y, -along.x) / length))
        })
    }

    /// How far it reaches in a direction.
    pub(super) fn reach(&self, normal: DVec2) -> f64 {
        self.corners().iter().fold(f64::NEG_INFINITY, |far, &corner| far.max(normal.dot(corner)))
    }

    /// The two ends of what it has farthest out in a direction: an edge, or twice the same corner.
    pub(super) fn support(&self, normal: DVec2, tolerance: f64) -> (DVec2, DVec2) {
        let far = self.reach(normal) - tolerance;
        let along = dvec2(-normal.y, normal.x);
        let mut ends = (self.corners[0], self.corners[0]);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for &corner in self.corners().iter().filter(|&&corner| normal.dot(corner) >= far) {
            let place = along.dot(corner);
            if place < low {
                (low, ends.0) = (place, corner);
            }
            if place > high {
                (high, ends.1) = (place, corner);
            }
        }
        ends
    }

    /// Whether a point is inside or at most `tolerance` outside.
    pub(super) fn holds(&self, point: DVec2, tolerance: f64) -> bool {
        self.edges().all(|(a, _, normal)| normal.dot(point - a) <= tolerance)
    }
}

/// The solid pieces of a tile, one after another.
pub(super) fn pieces(
    kind: &TileKind,
    tile: Tile,
    frame: CellFrame,
) -> impl Iterator<Item = Piece> + '_ {
    let (single, list) = match &kind.shape {
        TileShape::None => (None, &[][..]),
        TileShape::Full => (Some(Piece::upright(DVec2::ZERO, DVec2::ONE)), &[][..]),
        TileShape::Floor { left, right } => (sloped(*left, *right, false), &[][..]),
        TileShape::Ceiling { left, right } => (sloped(*left, *right, true), &[][..]),
        TileShape::Polygons(list) => (None, list.as_slice()),
    };
    let many = list.iter().flat_map(|polygon| fans(polygon.vertices()));
    single.into_iter().chain(many).map(move |piece| piece.placed(tile, frame))
}

/// A convex polygon as pieces: itself, or fans around its first corner when it has too many corners for one.
fn fans(corners: &[Vec2]) -> impl Iterator<Item = Piece> + '_ {
    let step = MAX_CORNERS - 2;
    (1..corners.len().saturating_sub(1)).step_by(step).filter_map(move |first| {
        let last = (first + step).min(corners.len() - 1);
        let fan = corners[..1].iter().chain(&corners[first..=last]);
        Piece::from_corners(fan.map(|corner| corner.as_dvec2()))
    })
}

/// From the bottom up to a line, or from the top down to one.
fn sloped(left: f32, right: f32, ceiling: bool) -> Option<Piece> {
    // Asked this way, NaN is 0 too.
    let clean = |height: f32| if height > 0.0 { f64::from(height.min(1.0)) } else { 0.0 };
    let (left, right) = (clean(left), clean(right));
    if left + right <= 0.0 {
        return None;
    }
    let corners: [DVec2; 4] = if ceiling {
        [dvec2(0.0, 0.0), dvec2(1.0, 0.0), dvec2(1.0, right), dvec2(0.0, left)]
    } else {
        [dvec2(0.0, 1.0 - left), dvec2(1.0, 1.0 - right), dvec2(1.0, 1.0), dvec2(0.0, 1.0)]
    };
    // A height of 0 lets two corners fall together.
    let skip = if ceiling { (3, left, 2, right) } else { (0, left, 1, right) };
    let keep = |i: usize| !((i == skip.0 && skip.1 == 0.0) || (i == skip.2 && skip.3 == 0.0));
    Piece::from_corners((0..4).filter(|&i| keep(i)).map(|i| corners[i]))
}

/// The side of a cell a normal belongs to; slopes are floors and ceilings.
pub(super) fn side_of(normal: DVec2) -> TileSides {
    if normal.y < -0.3 {
        TileSides::TOP
    } else if normal.y > 0.3 {
        TileSides::BOTTOM
    } else if normal.x > 0.0 {
        TileSides::RIGHT
    } else {
        TileSides::LEFT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{ConvexPolygon, vec2};

    /// Polygons with more corners than a piece has used to become their boxes.
    #[test]
    fn tile_62_polygons_of_many_corners_are_cut_not_boxed() {
        for n in [3, 8, 9, 14, 15, 40] {
            let corner = |i: i32| {
                let (sin, cos) =
                    motile_geom::ops::sin_cos(i as f32 * core::f32::consts::TAU / n as f32);
                vec2(0.5 + 0.5 * cos, 0.5 + 0.5 * sin)
            };
            let round = ConvexPolygon::new((0..n).map(corner).collect()).unwrap();
            let area = round.polygon().area().abs();
            let kind = TileKind::shaped(TileShape::Polygons(vec![round]));
            let frame = CellFrame { corner: DVec2::ZERO, size: DVec2::ONE };
            let all: Vec<Piece> = pieces(&kind, Tile::new(1), frame).collect();
            assert_eq!(all.len(), (n as usize - 2).div_ceil(6));
            let area_of = |piece: &Piece| {
                let corners = piece.corners();
                let next = corners.iter().cycle().skip(1);
                0.5 * corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>()
            };
            let sum: f64 = all.iter().map(area_of).sum();
            assert!((sum - f64::from(area)).abs() < 1e-5, "{sum} {area} with {n} corners");
        }
    }
}
