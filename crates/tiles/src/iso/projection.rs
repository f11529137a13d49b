//! From the world to the screen and back.

use super::IsoBox;
use super::view::{Ray, ViewBox};
use motile_game::CameraRig;
use motile_geom::glam::{DVec2, DVec3, dvec2, dvec3};
use motile_geom::{Aabb, Vec2, Vec3, ops, vec2};

/// Screen pixels per unit of height in a 2:1 projection whose floor squares are twice as wide as they are high: √1.5. A
/// cube of this many pixels up looks like a cube; without it boxes look like flat cakes.
pub const Y_CORRECT: f64 = 1.224744871391589;

/// A parallel projection of a world with height: where its points are on the screen, and back.
///
/// World axes: x and z span the floor, **y points down** as on the screen, so that heights above the floor are negative.
/// The x axis runs to the lower right of the screen, the z axis to its lower left.
///
/// | kind | what it is for |
/// |---|---|
/// | [`DIMETRIC`](Self::DIMETRIC) | the 2:1 projection of pixel art, which games call isometric |
/// | [`TRUE_ISOMETRIC`](Self::TRUE_ISOMETRIC) | all three axes alike, 120° apart |
/// | [`pitched`](Self::pitched) | any other angle of the camera |
/// | [`with_rise`](Self::with_rise) | art whose heights are drawn pixel for pixel, or flat worlds |
///
/// ```
/// use motile_geom::{vec2, vec3};
/// use motile_tiles::iso::IsoProjection;
/// let view = IsoProjection::DIMETRIC;
/// assert_eq!(view.to_screen(vec3(100.0, 0.0, 0.0)), vec2(100.0, 50.0));
/// assert_eq!(view.to_floor(vec2(100.0, 50.0)), vec3(100.0, 0.0, 0.0));
/// // A quarter turn of the view: what was on the right is above now.
/// let turned = view.with_turns(1);
/// assert_eq!(turned.to_screen(vec3(100.0, 0.0, 0.0)), vec2(100.0, -50.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "StoredProjection", try_from = "StoredProjection"))]
#[doc(alias = "isometric")]
#[doc(alias = "dimetric")]
#[doc(alias = "axonometric")]
pub struct IsoProjection {
    /// Where the world's origin is on the screen (at no turns), pixels.
    pub origin: Vec2,
    /// Screen pixels per pixel of the projection.
    pub zoom: f32,
    /// Quarter turns of the view about the vertical through the [`pivot`](Self::pivot); four are none.
    pub turns: u8,
    /// The point of the floor (x, z) that stays where it is when the view turns.
    pub pivot: Vec2,
    /// Pixels down per unit of x + z; a unit of x − z is one pixel across.
    down: f64,
    /// Pixels down per unit of y.
    rise: f64,
}

/// A projection as serde stores it.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredProjection {
    origin: Vec2,
    zoom: f32,
    turns: u8,
    pivot: Vec2,
    down: f64,
    rise: f64,
}

#[cfg(feature = "serde")]
impl From<IsoProjection> for StoredProjection {
    fn from(view: IsoProjection) -> Self {
        let IsoProjection { origin, zoom, turns, pivot, down, rise } = view;
        Self { origin, zoom, turns, pivot, down, rise }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<StoredProjection> for IsoProjection {
    type Error = &'static str;

    fn try_from(stored: StoredProjection) -> Result<Self, Self::Error> {
        let StoredProjection { origin, zoom, turns, pivot, down, rise } = stored;
        if !(zoom > 0.0 && zoom.is_finite()) {
            return Err("a zoom is expected: a positive number");
        }
        let is_seen = down > 0.0 && down.is_finite() && rise >= 0.0 && rise.is_finite();
        if !is_seen || !origin.is_finite() || !pivot.is_finite() {
            return Err("a projection is expected: finite places, down and rise not negative");
        }
        Ok(Self { origin, zoom, turns, pivot, down, rise })
    }
}

impl Default for IsoProjection {
    fn default() -> Self {
        Self::DIMETRIC
    }
}

impl IsoProjection {
    /// Floor squares twice as wide as high: the camera turned by 45° and looking down by 30°.
    pub const DIMETRIC: Self = Self::of_factors(0.5, Y_CORRECT);
    /// The camera looks down by 35.264°, so that the three axes are 120° apart and equally long.
    pub const TRUE_ISOMETRIC: Self = Self::of_factors(0.5773502691896258, 1.1547005383792517);

    const fn of_factors(down: f64, rise: f64) -> Self {
        Self { origin: Vec2::ZERO, zoom: 1.0, turns: 0, pivot: Vec2::ZERO, down, rise }
    }

    /// The camera looks down by an angle, radians: a little more than 0 from the side, a quarter turn from above.
    /// Anything outside is brought to the nearest of these; no number gives [`DIMETRIC`](Self::DIMETRIC).
    #[doc(alias = "camera pitch")]
    pub fn pitched(angle: f32) -> Self {
        if angle.is_nan() {
            return Self::DIMETRIC;
        }
        let (sin, cos) = ops::sin_cos64(f64::from(angle.clamp(0.01, core::f32::consts::FRAC_PI_2)));
        // From straight above heights are not seen at all; a quarter turn is a little more in single precision.
        let cos = if cos < 1e-6 { 0.0 } else { cos };
        Self::of_factors(sin, cos * core::f64::consts::SQRT_2)
    }

    /// Pixels per unit of height: [`Y_CORRECT`] for geometry, 1 for art drawn pixel for pixel, 0 for a flat world seen from
    /// above. Negative and infinite ones change nothing.
    #[doc(alias = "vertical scale")]
    pub fn with_rise(mut self, rise: f32) -> Self {
        if rise.is_finite() && rise >= 0.0 {
            self.rise = f64::from(rise);
        }
        self
    }

    /// Floor squares of another ratio: those of a square of side 1 are `width` × `height` pixels, as far as their ratio goes.
    /// What has no positive ratio changes nothing.
    pub fn with_tile(mut self, width: f32, height: f32) -> Self {
        let down = f64::from(height) / f64::from(width);
        if down.is_finite() && down > 0.0 {
            self.down = down;
        }
        self
    }

    /// The world's origin at a place of the screen.
    pub const fn with_origin(mut self, origin: Vec2) -> Self {
        self.origin = origin;
        self
    }

    /// Enlarged about the origin. What is no positive finite number changes nothing.
    pub const fn with_zoom(mut self, zoom: f32) -> Self {
        if zoom > 0.0 && zoom.is_finite() {
            self.zoom = zoom;
        }
        self
    }

    /// Seen after this many quarter turns of the world, about the [`pivot`](Self::pivot).
    #[doc(alias = "rotate view")]
    pub const fn with_turns(mut self, turns: u8) -> Self {
        self.turns = turns;
        self
    }

    /// Turned about a point of the floor (x, z).
    pub const fn with_pivot(mut self, pivot: Vec2) -> Self {
        self.pivot = pivot;
        self
    }

    /// As a camera shows it: where it looks, its zoom and its shake. The camera moves over the picture of this projection, so it
    /// follows places of [`to_screen`](Self::to_screen) and keeps inside of [`screen_bounds`](Self::screen_bounds) of the world.
    /// Its turn is left out: an isometric view turns by [`with_turns`](Self::with_turns). Places follow its zoom; pictures do not, and
    /// have to be made for it.
    ///
    /// ```
    /// use motile_geom::{Aabb, Vec2, vec2, vec3};
    /// use motile_game::CameraRig;
    /// use motile_tiles::iso::IsoProjection;
    /// let (view, hero) = (IsoProjection::DIMETRIC, vec3(300.0, 0.0, 100.0));
    /// let mut camera = CameraRig::new(vec2(640.0, 480.0));
    /// camera.zoom = 2.0;
    /// camera.update(Aabb::from_center(view.to_screen(hero), Vec2::ONE), Vec2::ZERO, 1.0 / 60.0);
    /// assert_eq!(view.with_camera(&camera).to_screen(hero), vec2(320.0, 240.0));
    /// ```
    pub fn with_camera(mut self, camera: &CameraRig) -> Self {
        let upright = camera.transform().transform_point2(camera.center) - camera.view * 0.5;
        self.origin = (self.origin - camera.center) * camera.zoom + camera.view * 0.5 + upright;
        self.zoom *= camera.zoom;
        self
    }

    /// Pixels down per unit of x + z, at zoom 1.
    pub const fn down(&self) -> f32 {
        self.down as f32
    }

    /// Pixels down per unit of y, at zoom 1.
    pub const fn rise(&self) -> f32 {
        self.rise as f32
    }

    /// Where a point of the world is on the screen.
    #[doc(alias = "iso to screen")]
    pub fn to_screen(&self, point: Vec3) -> Vec2 {
        self.project(self.turned(point.as_dvec3())).as_vec2()
    }

    /// The point of the floor, y = 0, that is seen at a place of the screen.
    #[doc(alias = "screen to iso")]
    pub fn to_floor(&self, screen: Vec2) -> Vec3 {
        self.to_plane(screen, 0.0)
    }

    /// The point at the height `y` that is seen at a place of the screen.
    pub fn to_plane(&self, screen: Vec2, y: f32) -> Vec3 {
        self.unturned(self.on_plane(screen.as_dvec2(), f64::from(y))).as_vec3()
    }

    /// How near a point is to the viewer; larger is nearer. A key for sorting points, not volumes: see
    /// [`IsoOrder`](super::IsoOrder) for those.
    pub fn depth(&self, point: Vec3) -> f32 {
        self.depth_of(self.turned(point.as_dvec3())) as f32
    }

    /// The direction from the world to the viewer, not normalized: whatever lies along it is at the same place of the screen.
    pub fn toward_viewer(&self) -> Vec3 {
        let way = self.unturned(self.way()) - self.unturned(DVec3::ZERO);
        way.as_vec3()
    }

    /// Which of eight ways something that moves by a velocity looks on the screen, for sprites of eight directions: 0 along the x
    /// axis of the view (to the lower right), then clockwise: 1 down, 2 to the lower left, … 7 to the right. Nothing when it does not
    /// move along the floor.
    ///
    /// ```
    /// use motile_geom::vec3;
    /// use motile_tiles::iso::IsoProjection;
    /// let view = IsoProjection::DIMETRIC;
    /// assert_eq!(view.facing(vec3(1.0, 0.0, 1.0)), Some(1));
    /// assert_eq!(view.with_turns(2).facing(vec3(1.0, 0.0, 1.0)), Some(5));
    /// assert_eq!(view.facing(vec3(0.0, -9.0, 0.0)), None);
    /// ```
    #[doc(alias = "eight directions")]
    pub fn facing(&self, velocity: Vec3) -> Option<u8> {
        let way = self.turned(velocity.as_dvec3()) - self.turned(DVec3::ZERO);
        if !way.is_finite() || (way.x == 0.0 && way.z == 0.0) {
            return None;
        }
        let eighths = ops::atan2_64(way.z, way.x) / core::f64::consts::FRAC_PI_4;
        Some((eighths.round() as i32).rem_euclid(8) as u8)
    }

    /// The part of the floor plane (x, z) that is seen through a part of the screen when what stands there reaches from the
    /// height `top` to `bottom` (y, so the top is the smaller): the box around it. For culling.
    ///
    /// ```
    /// use motile_geom::{Aabb, vec2};
    /// use motile_tiles::iso::IsoProjection;
    /// let screen = Aabb::new(vec2(-100.0, 0.0), vec2(100.0, 100.0));
    /// let seen = IsoProjection::DIMETRIC.seen_floor(screen, 0.0, 0.0);
    /// assert_eq!((seen.min, seen.max), (vec2(-50.0, -50.0), vec2(150.0, 150.0)));
    /// ```
    #[doc(alias = "culling")]
    pub fn seen_floor(&self, screen: Aabb, top: f32, bottom: f32) -> Aabb {
        let points = [top, bottom].into_iter().flat_map(|y| {
            screen.corners().into_iter().map(move |corner| {
                let point = self.to_plane(corner, y);
                vec2(point.x, point.z)
            })
        });
        Aabb::around(points)
    }

    /// The box around what a solid covers on the screen.
    pub fn screen_bounds(&self, solid: &IsoBox) -> Aabb {
        let (min, max) = self.view_box(solid).bounds(self);
        Aabb::new(min.as_vec2(), max.as_vec2())
    }

    /// The corners of the three faces of a box that can be seen: top, left and right, each from its upper left corner on,
    /// clockwise. The hexagon around them is the silhouette.
    pub fn faces(&self, solid: &IsoBox) -> [[Vec2; 4]; 3] {
        let ViewBox { min, max } = self.view_box(solid);
        let at = |x: f64, y: f64, z: f64| self.project(dvec3(x, y, z)).as_vec2();
        let left = [at(min.x, min.y, max.z), at(min.x, max.y, max.z)];
        let front = [at(max.x, min.y, max.z), at(max.x, max.y, max.z)];
        let right = [at(max.x, min.y, min.z), at(max.x, max.y, min.z)];
        let back = at(min.x, min.y, min.z);
        [
            [left[0], back, right[0], front[0]],
            [left[0], front[0], front[1], left[1]],
            [front[0], right[0], right[1], front[1]],
        ]
    }

    /// The point of a box that is seen at a place of the screen, were nothing in front of it: on its top, left or right side.
    /// Nothing outside its silhouette.
    ///
    /// ```
    /// use motile_geom::{Vec3, vec2};
    /// use motile_tiles::iso::{IsoBox, IsoProjection};
    /// let cube = IsoBox::standing(Vec3::ZERO, Vec3::splat(20.0));
    /// let top = IsoProjection::DIMETRIC.seen_point(&cube, vec2(0.0, -24.4949)).unwrap_or_default();
    /// assert!(top.distance(Vec3::new(0.0, -20.0, 0.0)) < 1e-3);
    /// ```
    #[doc(alias = "raycast")]
    pub fn seen_point(&self, solid: &IsoBox, screen: Vec2) -> Option<Vec3> {
        let ray = self.ray(screen.as_dvec2());
        let (along, _) = self.view_box(solid).seen_side(&ray)?;
        Some(self.unturned(ray.from + ray.way * along).as_vec3())
    }

    /// The line through the world that is seen as one point of the screen.
    pub(crate) fn ray(&self, screen: DVec2) -> Ray {
        Ray { from: self.on_plane(screen, 0.0), way: self.way() }
    }

    /// A box as the view has it: turned, in double precision.
    pub(crate) fn view_box(&self, solid: &IsoBox) -> ViewBox {
        let a = self.turned(solid.min.as_dvec3());
        let b = self.turned(solid.max.as_dvec3());
        ViewBox { min: a.min(b), max: a.max(b) }
    }

    /// How much a unit of height shifts what is seen behind it along x and z.
    pub(crate) fn slope(&self) -> f64 {
        self.rise / (2.0 * self.down)
    }

    /// Screen place of a point that is already turned.
    pub(crate) fn project(&self, point: DVec3) -> DVec2 {
        let across = point.x - point.z;
        let down = self.rise * point.y + (point.x + point.z) * self.down;
        dvec2(across, down) * f64::from(self.zoom) + self.origin.as_dvec2()
    }

    pub(crate) fn depth_of(&self, turned: DVec3) -> f64 {
        let cos = (1.0 - self.down * self.down).max(0.0).sqrt();
        cos * (turned.x + turned.z) - core::f64::consts::SQRT_2 * self.down * turned.y
    }

    fn on_plane(&self, screen: DVec2, y: f64) -> DVec3 {
        let place = (screen - self.origin.as_dvec2()) / f64::from(self.zoom);
        let sum = (place.y - self.rise * y) / self.down;
        dvec3((sum + place.x) * 0.5, y, (sum - place.x) * 0.5)
    }

    /// Towards the viewer, as the turned world has it.
    fn way(&self) -> DVec3 {
        if self.rise == 0.0 {
            return DVec3::NEG_Y;
        }
        dvec3(1.0, -1.0 / self.slope(), 1.0)
    }

    fn turned(&self, point: DVec3) -> DVec3 {
        self.turned_by(point, self.turns % 4)
    }

    pub(crate) fn unturned(&self, point: DVec3) -> DVec3 {
        self.turned_by(point, (4 - self.turns % 4) % 4)
    }

    fn turned_by(&self, point: DVec3, turns: u8) -> DVec3 {
        if turns == 0 {
            return point;
        }
        let pivot = self.pivot.as_dvec2();
        let (x, z) = (point.x - pivot.x, point.z - pivot.y);
        let (x, z) = match turns {
            1 => (z, -x),
            2 => (-x, -z),
            _ => (-z, x),
        };
        dvec3(x + pivot.x, point.y, z + pivot.y)
    }
}

/// The nearest multiple of the side of a cell; halves go up, so that every cell is as large as its neighbors. What is no
/// positive finite side leaves the value as it is.
///
/// ```
/// use motile_tiles::iso::snap_to_cell;
/// assert_eq!([-10.0, 9.0, 10.0].map(|value| snap_to_cell(value, 20.0)), [0.0, 0.0, 20.0]);
/// ```
pub fn snap_to_cell(value: f32, side: f32) -> f32 {
    if side > 0.0 && side.is_finite() { (value / side + 0.5).floor() * side } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec3};

    const VIEW: IsoProjection = IsoProjection::DIMETRIC;

    fn exact(view: &IsoProjection, x: f64, y: f64, z: f64) -> (f64, f64) {
        let place = view.project(dvec3(x, y, z));
        (place.x, place.y)
    }

    fn near((ax, ay): (f64, f64), (bx, by): (f64, f64)) -> bool {
        (ax - bx).abs() < 1e-9 && (ay - by).abs() < 1e-9
    }

    #[test]
    fn iso_t_1_the_correction_of_height() {
        assert!((Y_CORRECT - 1.5_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn iso_t_2_to_5_places_on_the_screen() {
        let cases = [
            ((0.0, 0.0, 0.0), (0.0, 0.0)),
            ((100.0, 0.0, 0.0), (100.0, 50.0)),
            ((100.0, 0.0, 100.0), (0.0, 100.0)),
            ((0.0, 0.0, 100.0), (-100.0, 50.0)),
            ((0.0, -20.0, 0.0), (0.0, -24.494897427832)),
            ((30.0, -10.0, 70.0), (-40.0, 37.752551286084)),
            ((380.0, 0.0, 380.0), (0.0, 380.0)),
            ((380.0, 0.0, 0.0), (380.0, 190.0)),
            ((0.0, 0.0, 380.0), (-380.0, 190.0)),
        ];
        for ((x, y, z), place) in cases {
            assert!(near(exact(&VIEW, x, y, z), place), "{x} {y} {z}");
        }
        let floor = IsoBox::new(Vec3::ZERO, vec3(100.0, 0.0, 100.0));
        assert_eq!(VIEW.screen_bounds(&floor).size(), vec2(200.0, 100.0));
    }

    #[test]
    fn iso_t_6_and_8_back_to_planes() {
        let cases = [
            ((0.0, 0.0), (0.0, 0.0)),
            ((30.0, 25.0), (40.0, 10.0)),
            ((-40.0, 100.0), (80.0, 120.0)),
            ((100.0, 50.0), (100.0, 0.0)),
        ];
        for ((sx, sy), floor) in cases {
            let point = VIEW.on_plane(dvec2(sx, sy), 0.0);
            assert!(near((point.x, point.z), floor));
            assert_eq!(VIEW.to_floor(vec2(sx as f32, sy as f32)).y, 0.0);
        }
        let above = VIEW.on_plane(DVec2::ZERO, -20.0);
        assert!(near((above.x, above.z), (24.494897427832, 24.494897427832)));
    }

    #[test]
    fn iso_t_7_there_and_back_in_every_view() {
        let mut rng = Rng::new(7);
        for count in 0..10_000 {
            let mut number = || f64::from(rng.range(-1000.0..1000.0_f32));
            let (point, y) = (dvec3(number(), 0.0, number()), number());
            let turns = (count % 4) as u8;
            let view = VIEW.with_turns(turns).with_pivot(vec2(30.0, -7.0)).with_zoom(2.0);
            let place = view.project(view.turned(point));
            let back = view.unturned(view.on_plane(place, 0.0));
            assert!(back.abs_diff_eq(point, 1e-9), "{point} {back}");
            let raised = dvec3(point.x, y, point.z);
            let place = view.project(view.turned(raised));
            assert!(view.unturned(view.on_plane(place, y)).abs_diff_eq(raised, 1e-9));
        }
    }

    #[test]
    fn iso_t_10_depth() {
        let cases = [
            (dvec3(100.0, 0.0, 100.0), 173.205080757),
            (dvec3(30.0, -10.0, 70.0), 93.673608190),
            (dvec3(0.0, -20.0, 0.0), 14.142135624),
        ];
        for (point, depth) in cases {
            assert!((VIEW.depth_of(point) - depth).abs() < 1e-9);
        }
    }

    #[test]
    fn iso_t_12_and_13_snapping_is_half_open() {
        let floor = VIEW.to_floor(vec2(30.0, 25.0));
        assert_eq!((snap_to_cell(floor.x, 20.0), snap_to_cell(floor.z, 20.0)), (40.0, 20.0));
        assert_eq!((snap_to_cell(-10.0, 20.0), snap_to_cell(10.0, 20.0)), (0.0, 20.0));
        assert_eq!(snap_to_cell(7.0, 0.0), 7.0);
        assert_eq!(snap_to_cell(7.0, f32::NAN), 7.0);
    }

    #[test]
    fn iso_t_14_and_15_faces_of_tiles_and_boxes() {
        let tile = IsoBox::standing(Vec3::ZERO, vec3(20.0, 0.0, 20.0));
        let [top, ..] = VIEW.faces(&tile);
        assert_eq!(top, [vec2(-20.0, 0.0), vec2(0.0, -10.0), vec2(20.0, 0.0), vec2(0.0, 10.0)]);
        let cube = IsoBox::standing(Vec3::ZERO, Vec3::splat(20.0));
        let bounds = VIEW.screen_bounds(&cube);
        assert!(bounds.min.abs_diff_eq(vec2(-20.0, -34.494897), 1e-5));
        assert!(bounds.max.abs_diff_eq(vec2(20.0, 10.0), 1e-5));
        for corner in VIEW.faces(&cube).into_iter().flatten() {
            assert!(bounds.grown(1e-4).contains(corner));
        }
    }

    #[test]
    fn iso_t_18_true_isometric() {
        let view = IsoProjection::TRUE_ISOMETRIC;
        assert!(near(exact(&view, 100.0, 0.0, 100.0), (0.0, 115.470053838)));
        assert!(near(exact(&view, 0.0, -100.0, 0.0), (0.0, -115.470053838)));
        let pitched = IsoProjection::pitched(ops::asin(1.0 / ops::sqrt(3.0)));
        assert!((pitched.down - view.down).abs() < 1e-6);
        assert!((pitched.rise - view.rise).abs() < 1e-6);
    }

    #[test]
    fn iso_x13_any_pitch_looks_along_its_way() {
        for degrees in [5.0_f32, 30.0, 35.264, 60.0, 90.0] {
            for turns in 0..4 {
                let view = IsoProjection::pitched(degrees.to_radians()).with_turns(turns);
                let point = vec3(30.0, -10.0, 70.0);
                let moved = point + view.toward_viewer() * 3.0;
                if view.rise() > 0.01 {
                    assert!(view.to_screen(point).distance(view.to_screen(moved)) < 1e-3);
                }
                assert!(view.depth(moved) > view.depth(point));
            }
        }
    }

    /// Zero, negative, infinite and missing numbers in settings leave what was there.
    #[test]
    fn settings_without_sense_change_nothing() {
        assert_eq!(IsoProjection::pitched(f32::NAN), VIEW);
        for rise in [-1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(VIEW.with_rise(rise), VIEW);
        }
        for zoom in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(VIEW.with_zoom(zoom), VIEW);
        }
        for side in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(snap_to_cell(3.0, side), 3.0);
        }
        for (width, height) in [(0.0, 0.0), (-2.0, 1.0), (1.0, f32::NAN)] {
            assert_eq!(VIEW.with_tile(width, height), VIEW);
        }
        assert_eq!(VIEW.with_tile(64.0, 32.0), VIEW);
        assert_eq!(VIEW.with_turns(5).to_screen(Vec3::X), VIEW.with_turns(1).to_screen(Vec3::X));
    }
}
