//! Flat things as the eye sees them.

use crate::{Eye, Transform3};
use motile_geom::{
    Vec2,
    glam::{DVec2, DVec3},
};

/// How a flat thing is seen: the map from its own x and y to the picture (a homography) and back.
///
/// It is kept in double precision: a panel seen nearly from its edge would lose its points to rounding.
///
/// ```
/// use motile_space::{Perspective, Pose, math::vec2};
/// let eye = Perspective::default().eye(vec2(800.0, 800.0));
/// let panel = Pose::new(400.0, 400.0, 0.0).with_angles(0.0, 1.0, 0.0);
/// let seen = eye.plane(&panel.transform());
/// let local = seen.unproject(vec2(430.0, 450.0)).unwrap();
/// assert!((seen.project(local).unwrap() - vec2(430.0, 450.0)).length() < 1e-3);
/// ```
#[doc(alias = "homography")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneView {
    /// Rows of the map from (x, y, 1) to (x·w, y·w, w), where w is the distance from the eye, or 1 when nothing shrinks.
    rows: [DVec3; 3],
    /// The row that gives the depth behind the picture.
    depth: DVec3,
    focal: f64,
    near: f64,
    /// Determinant of the rows: below 0 when the thing is seen from behind.
    turning: f64,
}

/// What is cut off at the near distance ends there but for the rounding of an `f32`: such corners are still projected.
const SLACK: f64 = 0.5;

impl PlaneView {
    /// `seen` maps to what the camera sees.
    pub(crate) fn new(eye: &Eye, seen: &Transform3) -> Self {
        let (x, y) = (seen.matrix.x_axis.as_dvec3(), seen.matrix.y_axis.as_dvec3());
        let (origin, center) = (seen.translation.as_dvec3(), eye.center.as_dvec2());
        let row = |axis: usize| DVec3::new(x[axis], y[axis], origin[axis]);
        let (along_x, along_y, depth) = (row(0), row(1), row(2));
        let focal = f64::from(eye.focal);
        let rows = if eye.focal == f32::INFINITY {
            [along_x, along_y, DVec3::Z]
        } else {
            let away = depth + DVec3::Z * focal;
            let pull =
                |along: DVec3, center: f64| (along - DVec3::Z * center) * focal + away * center;
            [pull(along_x, center.x), pull(along_y, center.y), away]
        };
        let turning = rows[0].dot(rows[1].cross(rows[2]));
        Self { rows, depth, focal, near: f64::from(eye.near), turning }
    }

    /// Whether the thing is seen from behind, mirrored.
    #[doc(alias = "backface")]
    pub fn is_mirrored(&self) -> bool {
        self.turning < 0.0
    }

    /// Where a point of the thing is in the picture. None for what is too near, behind the eye or not finite.
    pub fn project(&self, local: Vec2) -> Option<Vec2> {
        let place = self.project_exactly(local.as_dvec2())?.as_vec2();
        place.is_finite().then_some(place)
    }

    pub(crate) fn project_exactly(&self, local: DVec2) -> Option<DVec2> {
        let point = local.extend(1.0);
        let w = self.rows[2].dot(point);
        let parallel = self.focal == f64::INFINITY;
        (parallel || w >= self.near * SLACK)
            .then(|| DVec2::new(self.rows[0].dot(point), self.rows[1].dot(point)) / w)
    }

    /// Which point of the thing is seen at a place of the picture. None when the thing is seen from its edge, or where it is
    /// behind the eye.
    #[doc(alias = "globalToLocal3D")]
    #[doc(alias = "picking")]
    pub fn unproject(&self, place: Vec2) -> Option<Vec2> {
        let local = self.unproject_exactly(place.as_dvec2())?.as_vec2();
        local.is_finite().then_some(local)
    }

    fn unproject_exactly(&self, place: DVec2) -> Option<DVec2> {
        let [a, b, c] = self.rows;
        let place = place.extend(1.0);
        // The transposed cofactors, times the place: the inverse but for the determinant.
        let back = b.cross(c) * place.x + c.cross(a) * place.y + a.cross(b) * place.z;
        let w = self.turning / back.z;
        let in_sight = if self.focal == f64::INFINITY { w > 0.0 } else { w >= self.near };
        (in_sight && w.is_finite()).then(|| back.truncate() / back.z)
    }

    /// How far behind the picture a point of the thing is.
    pub fn depth(&self, local: Vec2) -> f32 {
        self.depth.dot(local.as_dvec2().extend(1.0)) as f32
    }

    /// How large things at a point look: 1 at the picture, less behind it. None for what is too near or behind the eye.
    pub fn scale(&self, local: Vec2) -> Option<f32> {
        if self.focal == f64::INFINITY {
            return Some(1.0);
        }
        let w = self.rows[2].dot(local.as_dvec2().extend(1.0));
        (w >= self.near * SLACK).then(|| (self.focal / w) as f32)
    }

    /// How many pixels of the picture a pixel of the thing takes around a point: the most along its x or y, and the least across the
    /// line that runs along the longer one. None for what is too near or behind the eye.
    #[cfg(feature = "stage")]
    pub(crate) fn stretch(&self, local: Vec2) -> Option<(f32, f32)> {
        let point = local.as_dvec2().extend(1.0);
        let w = self.rows[2].dot(point);
        let place = self.project_exactly(local.as_dvec2())?;
        // How the place changes along an axis: the quotient rule.
        let along = |axis: usize| {
            let [a, b, c] = self.rows.map(|row| row[axis]);
            (DVec2::new(a, b) - place * c) / w
        };
        let (x, y) = (along(0), along(1));
        let most = x.length().max(y.length());
        let least = if most > 0.0 { x.perp_dot(y).abs() / most } else { 0.0 };
        most.is_finite().then_some((most as f32, least as f32))
    }

    /// The map as an affine one, when the thing stands upright to the line of sight and is seen in full.
    #[cfg(feature = "stage")]
    pub(crate) fn affine(&self) -> Option<motile_geom::Affine2> {
        let [a, b, c] = self.rows;
        if c.x != 0.0 || c.y != 0.0 || (self.focal != f64::INFINITY && c.z < self.near) {
            return None;
        }
        // At z = 0 the distance is the focal length, and what is multiplied by one and divided by the other has to come out
        // to the bit.
        let column = |x: f64, y: f64| DVec2::new(x / c.z, y / c.z).as_vec2();
        let affine =
            motile_geom::Affine2::from_cols(column(a.x, b.x), column(a.y, b.y), column(a.z, b.z));
        affine.is_finite().then_some(affine)
    }

    /// How far in front of the nearest that is drawn a point is: below 0 it is cut off. Straight lines stay straight in it.
    pub(crate) fn clearance(&self, local: DVec2) -> f64 {
        if self.focal == f64::INFINITY {
            return 1.0;
        }
        self.rows[2].dot(local.extend(1.0)) - self.near
    }

    /// What of a line is in front of the eye; none when nothing is.
    pub fn clip_line(&self, from: Vec2, to: Vec2) -> Option<(Vec2, Vec2)> {
        let (a, b) = (self.clearance(from.as_dvec2()), self.clearance(to.as_dvec2()));
        let cut = || (from.as_dvec2() + (to - from).as_dvec2() * (a / (a - b))).as_vec2();
        match (a >= 0.0, b >= 0.0) {
            (true, true) => Some((from, to)),
            (true, false) => Some((from, cut())),
            (false, true) => Some((cut(), to)),
            (false, false) => None,
        }
    }

    /// Cuts off what of a polygon is too near or behind the eye: its corners, in its own coordinates, go to `out`.
    #[doc(alias = "near-plane clipping")]
    pub fn clip_near(&self, polygon: &[Vec2], out: &mut Vec<Vec2>) {
        clip(polygon, out, |corner| self.clearance(corner));
    }

    /// Cuts off what of a polygon in front of the eye is seen outside a box of the picture: its corners, in its own coordinates.
    #[cfg(feature = "stage")]
    pub(crate) fn clip_to(&self, window: motile_geom::Aabb, polygon: &mut Vec<Vec2>) {
        let (min, max) = (window.min.as_dvec2(), window.max.as_dvec2());
        let [x, y, w] = self.rows;
        // Times the distance from the eye, which is above 0, straight sides of the picture are straight sides of the thing.
        for side in [x - w * min.x, w * max.x - x, y - w * min.y, w * max.y - y] {
            let whole = core::mem::take(polygon);
            clip(&whole, polygon, |corner| side.dot(corner.extend(1.0)));
        }
    }
}

/// The part of a polygon where a number that grows evenly is not below 0.
fn clip(polygon: &[Vec2], out: &mut Vec<Vec2>, clearance: impl Fn(DVec2) -> f64) {
    out.clear();
    let Some(&last) = polygon.last() else { return };
    let mut from = (last, clearance(last.as_dvec2()));
    for &corner in polygon {
        let to = (corner, clearance(corner.as_dvec2()));
        if (from.1 < 0.0) != (to.1 < 0.0) {
            let part = from.1 / (from.1 - to.1);
            out.push((from.0.as_dvec2() + (to.0 - from.0).as_dvec2() * part).as_vec2());
        }
        if to.1 >= 0.0 {
            out.push(corner);
        }
        from = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lens, Perspective, Pose};
    use core::f32::consts::{FRAC_PI_2, PI};
    use motile_geom::{Rng, vec2};

    fn eye() -> Eye {
        Perspective::default().eye(Vec2::splat(800.0))
    }

    fn seen(x: f32, y: f32, z: f32) -> PlaneView {
        eye().plane(&Pose::new(400.0, 400.0, 0.0).with_angles(x, y, z).transform())
    }

    #[test]
    fn t7_16_and_22_and_w12_corners_of_a_turned_square() {
        for (degrees, corners) in [
            (
                30f32,
                [
                    (318.6885, 306.1095),
                    (492.6301, 293.0400),
                    (492.6301, 506.9600),
                    (318.6885, 493.8905),
                ],
            ),
            (
                60.0,
                [
                    (355.0645, 310.1290),
                    (456.3511, 287.2978),
                    (456.3511, 512.7022),
                    (355.0645, 489.8710),
                ],
            ),
        ] {
            let view = seen(0.0, degrees.to_radians(), 0.0);
            for (local, wanted) in
                [(-100.0, -100.0), (100.0, -100.0), (100.0, 100.0), (-100.0, 100.0)]
                    .iter()
                    .zip(corners)
            {
                let place = view.project(vec2(local.0, local.1)).unwrap();
                assert!((place - vec2(wanted.0, wanted.1)).length() < 1e-3, "{place}");
            }
        }
        let edge = seen(0.0, FRAC_PI_2, 0.0);
        assert!((edge.project(vec2(80.0, 50.0)).unwrap().x - 400.0).abs() < 1e-3);
        assert_eq!(edge.unproject(vec2(450.0, 450.0)), None, "T7-22");
    }

    #[test]
    fn t7_21_and_d3_36_places_on_panels() {
        let local = seen(0.0, PI / 3.0, 0.0).unproject(vec2(450.0, 450.0)).unwrap();
        assert!((local - vec2(89.870993, 44.935497)).length() < 1e-4, "{local}");
        let far = Pose::new(400.0, 400.0, eye().focal()).transform();
        let local = eye().plane(&far).unproject(vec2(450.0, 450.0)).unwrap();
        assert!((local - vec2(100.0, 100.0)).length() < 1e-4, "{local}");
    }

    #[test]
    fn t7_19_a_place_of_a_turned_panel_and_back() {
        let [x, y, z] = [30f32, 45.0, 60.0].map(f32::to_radians);
        let rod = Pose::new(450.0, 350.0, 200.0).with_angles(x, y, z);
        let (view, tip) = (eye().plane(&rod.transform()), vec2(200.0, 0.0).as_dvec2());
        let place = view.project_exactly(tip).unwrap();
        assert!((place - vec2(512.160120, 467.340747).as_dvec2()).length() < 1e-3, "{place}");
        let back = view.unproject_exactly(place).unwrap();
        assert!((back - tip).length() < 1e-9, "{back}");
    }

    #[test]
    fn t7_24_there_and_back() {
        let mut rng = Rng::new(24);
        for lens in [Lens::default(), Lens::PARALLEL] {
            let eye = Perspective { lens, ..Perspective::default() }.eye(Vec2::splat(800.0));
            let mut compared = 0;
            for i in 0..20_000 {
                let mut number = |reach: f32| rng.range(-reach..reach);
                let pose = Pose::new(400.0 + number(300.0), 400.0 + number(300.0), number(500.0))
                    .with_angles(number(PI), number(PI), number(PI));
                let place = vec2(400.0 + number(400.0), 400.0 + number(400.0));
                let view = eye.plane(&pose.transform());
                let Some(local) = view.unproject(place) else { continue };
                let way = pose.transform().checked_inverse().unwrap().direction(eye.sight(place).1);
                if way.normalize().z.abs() > 1e-3 {
                    let exact = view.unproject_exactly(place.as_dvec2()).unwrap();
                    let again = view.project_exactly(exact).unwrap();
                    assert!((again - place.as_dvec2()).length() < 1e-6, "{again} {place} {exact}");
                    compared += 1;
                }
                // As f32, what lies far out on a panel seen from its edge is rounded with it.
                if i < 10_000 && local.length() < 1e4 {
                    let again = view.project(local).unwrap();
                    assert!((again - place).length() < 1e-2, "{again} {place} {local}");
                }
            }
            assert!(compared > 10_000, "{compared}");
        }
    }

    #[test]
    fn t7_42_and_43_and_w13_what_passes_the_eye_is_cut() {
        let wall = Pose::new(500.0, 400.0, 0.0).with_angles(0.0, FRAC_PI_2, 0.0);
        let view = eye().plane(&wall.transform());
        let corners = [(-1000.0, -10.0), (1000.0, -10.0), (1000.0, 10.0), (-1000.0, 10.0)];
        let mut cut = Vec::new();
        view.clip_near(&corners.map(|(x, y)| vec2(x, y)), &mut cut);
        let places: Vec<Vec2> = cut.iter().map(|&corner| view.project(corner).unwrap()).collect();
        let left = places.iter().map(|place| place.x).fold(f32::INFINITY, f32::min);
        let right = places.iter().map(|place| place.x).fold(0.0, f32::max);
        assert!((left - 443.4515).abs() < 1e-2 && right > 70_000.0, "{left} {right}");
        let at_border = view.unproject(vec2(800.0, 400.0)).unwrap();
        assert!((view.depth(at_border) + 576.2946).abs() < 1e-2);
        let behind = Pose::new(400.0, 400.0, -eye().focal()).transform();
        let view = eye().plane(&behind);
        view.clip_near(&corners.map(|(x, y)| vec2(x, y)), &mut cut);
        assert!(cut.is_empty());
        assert_eq!(view.unproject(vec2(410.0, 400.0)), None);
    }

    #[test]
    fn w7_backs_are_mirrored() {
        assert!(!seen(0.0, 1.0, 0.0).is_mirrored() && seen(0.0, 3.0, 0.0).is_mirrored());
        assert!(!seen(0.0, 0.0, 3.0).is_mirrored() && seen(2.0, 0.0, 0.0).is_mirrored());
    }
}
