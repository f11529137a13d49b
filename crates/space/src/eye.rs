//! The eye: from space to the picture and back.

use crate::{Lens, OrbitCamera, PlaneView, Transform3};
use motile_geom::{HashState, StateHash, Vec2, Vec3};

/// Where lines into the distance meet on the picture.
#[doc(alias = "vanishing point")]
#[doc(alias = "projection center")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Center {
    /// In the middle, also after the picture changed its size.
    #[default]
    Auto,
    /// At a point of the picture that stays.
    Fixed(Vec2),
    /// At a point of the panel that has the lens, in its own coordinates: it goes where the panel goes. Behind the eye it counts as
    /// [`Center::Auto`]. For a [`Perspective`], which no panel has, it is a point of the picture.
    Local(Vec2),
}

impl Center {
    /// The point it is set to, if it is.
    const fn point(self) -> Option<Vec2> {
        match self {
            Self::Auto => None,
            Self::Fixed(point) | Self::Local(point) => Some(point),
        }
    }
}

/// How space is seen: the lens, where lines meet, how near is too near, and the camera.
///
/// ```
/// use motile_space::{Perspective, math::{vec2, vec3}};
/// let eye = Perspective::default().eye(vec2(800.0, 800.0));
/// assert_eq!(eye.project(vec3(800.0, 100.0, 0.0)), Some(vec2(800.0, 100.0)), "z = 0 is the picture");
/// let far = eye.project(vec3(600.0, 100.0, 768.39285)).unwrap();
/// assert!((far - vec2(500.0, 250.0)).length() < 1e-3, "as far again is half as large");
/// ```
#[doc(alias = "projection")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perspective {
    /// How strongly things shrink with distance.
    pub lens: Lens,
    /// Where lines into the distance meet.
    pub center: Center,
    /// What is nearer to the eye than this, in pixels, is cut off. Below 0.001 it counts as that.
    pub near: f32,
    /// Where it is seen from.
    pub camera: OrbitCamera,
}

impl Default for Perspective {
    fn default() -> Self {
        Self {
            lens: Lens::default(),
            center: Center::Auto,
            near: 1.0,
            camera: OrbitCamera::default(),
        }
    }
}

impl Perspective {
    /// The eye for a picture of a size in pixels.
    pub fn eye(&self, size: Vec2) -> Eye {
        let center = self.center.point().unwrap_or(size * 0.5);
        let to_view = self.camera.transform(center);
        Eye {
            focal: self.lens.focal_length(size.x),
            center,
            near: if self.near > 1e-3 { self.near } else { 1e-3 },
            to_view,
            from_view: to_view.checked_inverse().unwrap_or_default(),
        }
    }
}

impl HashState for Perspective {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.lens, self.center.point(), self.near));
        hash.write(&self.camera);
    }
}

/// A lens that only a panel and what it holds are seen through: a window with a perspective of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnLens {
    /// How strongly things shrink with distance.
    pub lens: Lens,
    /// Where lines into the distance meet, in the picture; by default where they do without it.
    pub center: Center,
}

impl HashState for OwnLens {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.lens, self.center.point()));
        // Others hash as if there were no such thing.
        if let Center::Local(_) = self.center {
            hash.write(&1u32);
        }
    }
}

/// A [`Perspective`] for one size of picture, ready to project. The eye is `focal` before the picture, at its center; the picture is z = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// How far before the picture it is; infinite when nothing shrinks.
    pub(crate) focal: f32,
    /// The point of the picture straight ahead.
    pub(crate) center: Vec2,
    pub(crate) near: f32,
    /// From the world to what the camera sees, and back.
    pub(crate) to_view: Transform3,
    from_view: Transform3,
}

impl Eye {
    /// How far it is before the picture, in pixels; infinite when nothing shrinks.
    #[doc(alias = "focal length")]
    pub const fn focal(&self) -> f32 {
        self.focal
    }

    /// The point of the picture straight ahead, where lines into the distance meet.
    pub const fn center(&self) -> Vec2 {
        self.center
    }

    /// Where it is in space; infinitely far when nothing shrinks.
    pub fn position(&self) -> Vec3 {
        self.from_view.point(self.center.extend(-self.focal))
    }

    /// How far behind the picture a point is, as seen: its z without a camera.
    pub fn depth(&self, point: Vec3) -> f32 {
        self.to_view.point(point).z
    }

    /// How far a point is from the eye, along the line of sight to it, in pixels. Where nothing shrinks the eye is nowhere, and it is the
    /// [`Eye::depth`].
    pub fn distance(&self, point: Vec3) -> f32 {
        let seen = self.to_view.point(point);
        if self.focal == f32::INFINITY {
            return seen.z;
        }
        (seen - self.center.extend(-self.focal)).length()
    }

    /// How large something at a point looks: 1 at the picture, less behind it. None for what is too near or behind the eye.
    pub fn scale(&self, point: Vec3) -> Option<f32> {
        self.scale_seen(self.to_view.point(point))
    }

    fn scale_seen(&self, seen: Vec3) -> Option<f32> {
        if self.focal == f32::INFINITY {
            return seen.z.is_finite().then_some(1.0);
        }
        let away = self.focal + seen.z;
        (away >= self.near && away.is_finite()).then(|| self.focal / away)
    }

    /// Where a point of space is in the picture. None for what is too near, behind the eye or not finite.
    #[doc(alias = "local3DToGlobal")]
    pub fn project(&self, point: Vec3) -> Option<Vec2> {
        let seen = self.to_view.point(point);
        let place = self.center + (seen.truncate() - self.center) * self.scale_seen(seen)?;
        place.is_finite().then_some(place)
    }

    /// Where a point of space seen at a place of the picture is, when it is known to be at some z of the world. None where the line of sight
    /// never comes there, or only behind the eye.
    #[doc(alias = "unproject")]
    pub fn point_on_plane(&self, place: Vec2, z: f32) -> Option<Vec3> {
        let plane = Transform3::from_translation(Vec3::Z * z);
        let local = self.plane(&plane).unproject(place)?;
        Some(local.extend(z))
    }

    /// The line of sight through a place of the picture: where it starts, and where it goes.
    #[doc(alias = "ray")]
    pub fn sight(&self, place: Vec2) -> (Vec3, Vec3) {
        let at = place.extend(0.0);
        let (start, through) = if self.focal == f32::INFINITY {
            (at, at + Vec3::Z)
        } else {
            (self.center.extend(-self.focal), at)
        };
        let way = self.from_view.direction(through - start);
        (self.from_view.point(start), way.normalize_or_zero())
    }

    /// How the world has to be bent for this eye to see it as through another lens, at the center of its own or another one. Points of the
    /// picture, z = 0, stay where they are; what is behind them is moved to the side and away by as much as it is behind, so
    /// that flat things stay flat and can be sorted and cut with the others. A parallel lens leaves no depth; through an eye that is
    /// parallel itself nothing can shrink, and the world stays as it is.
    pub fn bend(&self, lens: &OwnLens, size: Vec2) -> Transform3 {
        let own = lens.lens.focal_length(size.x);
        if self.focal == f32::INFINITY || own <= 0.0 || own.is_nan() {
            return Transform3::IDENTITY;
        }
        let center = lens.center.point().unwrap_or(self.center);
        // Both see a thing at the same size when z / focal is the same; what is left is the shift between the centers, which
        // grows with z as well.
        let mut bend = Transform3::IDENTITY;
        bend.matrix.z_axis = ((center - self.center) / own).extend(self.focal / own);
        self.from_view * bend * self.to_view
    }

    /// The place of a flat thing that faces the eye at a depth, or where the nearest that is drawn is, and how large it looks there. Its
    /// coordinates are those that the eye sees.
    #[cfg(feature = "stage")]
    pub(crate) fn facing(&self, depth: f32) -> (Transform3, f32) {
        // A little behind the nearest, so that rounding does not cut it off.
        let depth = depth.max(self.near * 1.01 - self.focal);
        let seen = Vec3::Z * depth;
        let scale = self.scale_seen(seen).unwrap_or(1.0);
        (self.from_view * Transform3::from_translation(seen), scale)
    }

    /// How a flat thing is seen that is placed in the world by a transform.
    pub fn plane(&self, world: &Transform3) -> PlaneView {
        PlaneView::new(self, &(self.to_view * *world))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t7_13_a_bent_world_is_seen_as_through_the_other_lens() {
        let size = vec2(800.0, 600.0);
        let camera = OrbitCamera { yaw: 0.4, pitch: -0.3, ..OrbitCamera::default() };
        let eye = Perspective { camera, ..Perspective::default() }.eye(size);
        let mut rng = Rng::new(4);
        for (lens, center) in [
            (Lens::fov(2.0).unwrap(), Center::Auto),
            (Lens::focal(300.0).unwrap(), Center::Fixed(vec2(100.0, 500.0))),
            (Lens::PARALLEL, Center::Fixed(vec2(10.0, 10.0))),
        ] {
            // The camera turns about the center of the space; only lens and vanishing point are others.
            let other = Eye {
                focal: lens.focal_length(size.x),
                center: if let Center::Fixed(center) = center { center } else { eye.center },
                ..eye
            };
            let bend = eye.bend(&OwnLens { lens, center }, size);
            for _ in 0..200 {
                let mut number = || rng.range(-150.0f32..150.0);
                let point = vec3(400.0 + number(), 300.0 + number(), number());
                let (Some(a), Some(b)) = (eye.project(bend.point(point)), other.project(point))
                else {
                    continue;
                };
                assert!((a - b).length() < 0.02, "{a} {b}");
            }
        }
        let parallel = Perspective { lens: Lens::PARALLEL, ..Perspective::default() }.eye(size);
        assert_eq!(parallel.bend(&OwnLens::default(), size), Transform3::IDENTITY);
    }
    use crate::Pose;
    use motile_geom::{Rng, vec2, vec3};

    fn near(a: f32, b: f32) {
        assert!((a - b).abs() <= 3e-6 * b.abs().max(1.0), "{a} {b}");
    }

    fn places(a: Option<Vec2>, b: Vec2) {
        let a = a.unwrap();
        assert!((a - b).length() < 2e-6 * b.length().max(100.0), "{a} {b}");
    }

    /// A program that was loaded on a small stage.
    fn stale() -> Perspective {
        Perspective {
            lens: Lens::focal(480.245532).unwrap(),
            center: Center::Fixed(vec2(250.0, 187.5)),
            ..Perspective::default()
        }
    }

    fn square() -> Eye {
        Perspective::default().eye(Vec2::splat(800.0))
    }

    #[test]
    fn t7_1_and_2_and_d3_1_and_8_and_m7_4_things_shrink_with_distance() {
        let view = Perspective { lens: Lens::focal(500.0).unwrap(), ..Perspective::default() };
        let eye = view.eye(Vec2::splat(800.0));
        let scale = |z: f32| eye.scale(vec3(0.0, 0.0, z)).unwrap();
        let wanted =
            [(-250.0, 2.0), (0.0, 1.0), (250.0, 0.666667), (750.0, 0.4), (1000.0, 0.333333)];
        for (z, s) in wanted {
            near(scale(z), s);
        }
        assert_eq!(scale(0.0), 1.0, "to the bit");
        let eye = square();
        let f = eye.focal();
        for (z, s) in [
            (-200.0, 1.351869),
            (-100.0, 1.149613),
            (100.0, 0.884845),
            (200.0, 0.793472),
            (f, 0.5),
            (-f / 2.0, 2.0),
            (1000.0, 0.434515),
            (10000.0, 0.0713563),
            (20000.0, 0.0369982),
        ] {
            near(eye.scale(vec3(0.0, 0.0, z)).unwrap(), s);
        }
    }

    #[test]
    fn t7_3_and_d3_7_points_go_where_they_should() {
        let eye = square();
        assert_eq!(eye.project(vec3(800.0, 100.0, 0.0)), Some(vec2(800.0, 100.0)));
        places(eye.project(vec3(600.0, 100.0, 768.392851)), vec2(500.0, 250.0));
        places(eye.project(vec3(100.0, 700.0, 10000.0)), vec2(378.593105, 421.406895));
        let view = Perspective { lens: Lens::focal(500.0).unwrap(), ..Perspective::default() };
        places(view.eye(Vec2::splat(800.0)).project(vec3(600.0, 500.0, 500.0)), vec2(500.0, 450.0));
    }

    #[test]
    fn t7_6_and_d3_18_and_m7_7_lenses_of_the_carousel() {
        for (lens, close, far) in [
            (Lens::default(), 1.351869, 0.793472),
            (Lens::fov(110f32.to_radians()).unwrap(), 3.497408, 0.583405),
            (Lens::fov(25f32.to_radians()).unwrap(), 1.124666, 0.900214),
            (Lens::focal(300.0).unwrap(), 3.0, 0.6),
        ] {
            let eye = Perspective { lens, ..Perspective::default() }.eye(Vec2::splat(800.0));
            near(eye.scale(vec3(0.0, 0.0, -200.0)).unwrap(), close);
            near(eye.scale(vec3(0.0, 0.0, 200.0)).unwrap(), far);
        }
        // Longer and longer lenses come to the parallel one.
        let parallel = Perspective { lens: Lens::PARALLEL, ..Perspective::default() };
        let parallel = parallel.eye(Vec2::splat(800.0));
        let long = Perspective { lens: Lens::fov(1e-4).unwrap(), ..Perspective::default() };
        let point = vec3(700.0, 100.0, 200.0);
        assert_eq!(parallel.project(point), Some(vec2(700.0, 100.0)));
        let seen = long.eye(Vec2::splat(800.0)).project(point).unwrap();
        assert!((seen - vec2(700.0, 100.0)).length() < 0.02, "{seen}");
    }

    #[test]
    fn t7_10_and_11_and_d3_11_a_stale_center_leans() {
        let stale = stale();
        let eye = stale.eye(vec2(1440.0, 794.0));
        places(eye.project(vec3(720.0, 397.0, 500.0)), vec2(480.264146, 290.139018));
        let door = Pose::new(720.0, 397.0, 0.0).with_angles(0.0, core::f32::consts::FRAC_PI_2, 0.0);
        let edge =
            |eye: &Eye, x: f32| eye.project(door.transform().point(vec3(x, 0.0, 0.0))).unwrap().x;
        near(edge(&eye, -100.0), 638.999807);
        near(edge(&eye, 100.0), 843.604345);
        let fresh = Perspective { center: Center::Auto, ..stale };
        let eye = fresh.eye(vec2(1440.0, 794.0));
        near(edge(&eye, -100.0), 720.0);
        near(edge(&eye, 100.0), 720.0);
    }

    #[test]
    fn t7_12_and_d3_12_and_w1_and_m7_1_to_3_centers_follow_the_size() {
        let stale = stale();
        let fresh = Perspective { center: Center::Auto, ..stale };
        for (size, center) in [
            (vec2(500.0, 375.0), vec2(250.0, 187.5)),
            (vec2(1440.0, 794.0), vec2(720.0, 397.0)),
            (vec2(800.0, 800.0), vec2(400.0, 400.0)),
        ] {
            assert_eq!(fresh.eye(size).center(), center);
        }
        // What is fixed stays whatever the picture's size is.
        for size in [vec2(500.0, 375.0), vec2(1440.0, 794.0), vec2(20.0, 3000.0)] {
            assert_eq!(stale.eye(size).center(), vec2(250.0, 187.5));
        }
    }

    #[test]
    fn t7_18_and_19_and_d3_35_local_points_in_the_picture() {
        let third = core::f32::consts::FRAC_PI_3;
        let (eye, tip) = (square(), vec3(200.0, 0.0, 0.0));
        let panel = Pose::new(400.0, 400.0, 0.0).with_angles(0.0, third, 0.0);
        let world = panel.transform().point(tip);
        assert!((world - vec3(500.0, 400.0, -173.205081)).length() < 1e-3);
        places(eye.project(world), vec2(529.100914, 400.0));
        let other = panel.with_angles(0.0, -third, 0.0).transform().point(tip);
        places(eye.project(other), vec2(481.605197, 400.0));
        let [x, y, z] = [30f32, 45.0, 60.0].map(f32::to_radians);
        let rod = Pose::new(450.0, 350.0, 200.0).with_angles(x, y, z);
        let world = rod.transform().point(tip);
        assert!((world - vec3(520.710678, 472.474487, 58.578644)).length() < 1e-3);
        let place = eye.project(world);
        places(place, vec2(512.160120, 467.340747));
        let back = eye.plane(&rod.transform()).unproject(place.unwrap()).unwrap();
        assert!((back - vec2(200.0, 0.0)).length() < 1e-3);
    }

    #[test]
    fn t7_20_the_tracker_follows() {
        let eye = square();
        for (n, place) in [
            (1.0f32, vec2(568.947048, 400.982835)),
            (10.0, vec2(568.262525, 435.755318)),
            (60.0, vec2(330.591086, 477.643818)),
        ] {
            let a = 0.05 * (n - 1.0);
            let [x, y, z] = [n, n * 1.2, n * 0.5].map(f32::to_radians);
            let (sin, cos) = motile_geom::ops::sin_cos(a);
            let depth = 200.0 + motile_geom::ops::cos(0.8 * a) * 400.0;
            let rod =
                Pose::new(400.0 + cos * 100.0, 400.0 + sin * 100.0, depth).with_angles(x, y, z);
            places(eye.project(rod.transform().point(vec3(200.0, 0.0, 0.0))), place);
        }
    }

    #[test]
    fn m7_9_and_t7_20_the_tracker_never_loses_its_knob() {
        // The same in double precision, for 10,000 updates; places are good to six digits, as f32 is.
        use motile_geom::ops::{cos64, sin64};
        let (eye, focal) = (square(), 768.392_851_f64);
        let mut most = 0.0f64;
        for n in 1..=10_000u32 {
            let a = 0.05 * f64::from(n - 1);
            let turns = [1.0, 1.2, 0.5].map(|step| (f64::from(n) * step).to_radians());
            let [x, y, z] = turns;
            let place = [
                400.0 + cos64(a) * 100.0,
                400.0 + sin64(a) * 100.0,
                200.0 + cos64(0.8 * a) * 400.0,
            ];
            // (200, 0, 0) turned about x, then y, then z.
            let (along, deep) = (200.0 * cos64(y), -200.0 * sin64(y));
            let knob = [place[0] + along * cos64(z), place[1] + along * sin64(z), place[2] + deep];
            let scale = focal / (focal + knob[2]);
            let exact = [0, 1].map(|i| 400.0 + (knob[i] - 400.0) * scale);
            let [px, py, pz] = place.map(|number| number as f32);
            let [rx, ry, rz] =
                [x, y, z].map(|angle| angle.rem_euclid(core::f64::consts::TAU) as f32);
            let rod = Pose::new(px, py, pz).with_angles(rx, ry, rz);
            let seen = eye.project(rod.transform().point(vec3(200.0, 0.0, 0.0))).unwrap();
            let off =
                (f64::from(seen.x) - exact[0]).abs().max((f64::from(seen.y) - exact[1]).abs());
            most = most.max(off);
        }
        assert!(most < 1e-3, "{most} px");
    }

    #[test]
    fn t7_26_and_d3_22_near_things_sweep_farther() {
        let eye = square();
        for (z, shift) in [(0.0, 200.0), (500.0, 121.160073), (1000.0, 86.902958)] {
            let x = |x: f32| eye.project(vec3(x, 300.0, z)).unwrap().x;
            near(x(500.0) - x(300.0), shift);
        }
    }

    #[test]
    fn d3_9_x_and_y_are_places_in_space() {
        let eye = square();
        let still = |z: f32| eye.project(vec3(600.0, 100.0, z)).unwrap();
        assert_eq!(still(0.0), vec2(600.0, 100.0));
        // A thing that follows a motionless pointer moves toward the center as it goes away.
        for pair in [0.0, 50.0, 700.0, 4000.0].windows(2) {
            assert!(still(pair[1]).distance(eye.center()) < still(pair[0]).distance(eye.center()));
        }
    }

    #[test]
    fn d3_40_meshes_share_the_formula() {
        let (eye, mut rng) = (square(), Rng::new(40));
        let view = motile_pixels::MeshView { focal: eye.focal(), ..Default::default() };
        for _ in 0..500 {
            let point =
                vec3(rng.range(-500.0..500.0), rng.range(-500.0..500.0), rng.range(-700.0..900.0));
            // A mesh counts from the point straight ahead.
            let (place, scale) = view.project_point(point).unwrap();
            let same = eye.project(point + eye.center().extend(0.0)).unwrap() - eye.center();
            assert!((place - same).length() < 1e-4 * (1.0 + place.length()), "{place} {same}");
            near(eye.scale(point).unwrap(), scale);
        }
    }

    #[test]
    fn w6_distances_are_those_from_the_eye() {
        let mut view = Perspective::default();
        view.camera.orbit(0.7, -0.4);
        (view.camera.roll, view.camera.dolly) = (0.2, 100.0);
        let eye = view.eye(vec2(640.0, 480.0));
        let point = vec3(10.0, 500.0, 300.0);
        near(eye.distance(point), (point - eye.position()).length());
        assert!(eye.distance(point) > eye.focal() + eye.depth(point), "straight ahead is less");
        let parallel = Perspective { lens: Lens::PARALLEL, ..view }.eye(vec2(640.0, 480.0));
        assert_eq!(parallel.distance(point), parallel.depth(point));
    }

    #[test]
    fn w11_the_pointer_reaches_any_depth() {
        let eye = square();
        let point = eye.point_on_plane(vec2(450.0, 450.0), eye.focal()).unwrap();
        assert!((point - vec3(500.0, 500.0, eye.focal())).length() < 1e-3);
        assert_eq!(eye.point_on_plane(vec2(450.0, 450.0), -900.0), None, "behind the eye");
    }

    #[test]
    fn d3_10_nothing_comes_from_behind_the_eye() {
        let eye = square();
        for z in [-eye.focal(), -eye.focal() + 0.5, -5000.0, f32::NAN, f32::INFINITY] {
            assert_eq!(eye.project(vec3(500.0, 500.0, z)), None, "{z}");
        }
        assert!(eye.project(vec3(500.0, 500.0, -eye.focal() + 1.5)).is_some());
    }

    #[test]
    fn cameras_turn_about_the_middle_and_sights_hit() {
        let mut rng = Rng::new(11);
        for lens in [Lens::default(), Lens::PARALLEL] {
            let mut view = Perspective { lens, ..Perspective::default() };
            view.camera.orbit(0.7, 2.0);
            assert_eq!(view.camera.pitch, core::f32::consts::FRAC_PI_2);
            view.camera.pitch = -0.3;
            (view.camera.roll, view.camera.dolly) = (0.2, 100.0);
            let eye = view.eye(vec2(640.0, 480.0));
            places(eye.project(vec3(320.0, 240.0, 0.0)), vec2(320.0, 240.0));
            for _ in 0..200 {
                let mut number = || rng.range(-200.0..200.0);
                let point = vec3(320.0 + number(), 240.0 + number(), number());
                let Some(place) = eye.project(point) else { continue };
                let (start, way) = eye.sight(place);
                let off = (point - start).cross(way).length();
                assert!(off < 2e-2, "{off}");
            }
        }
    }
}
