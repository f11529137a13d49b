//! A camera for worlds larger than the screen, as a plain value.

use motile_geom::{
    Aabb, Affine2, Affine2Ext, HashState, MarkRole, MarkSink, Marks, StateHash, Vec2, ops, vec2,
};

/// A camera that follows: dead zone, look-ahead, a spring that does not depend on the frame rate, zoom, rotation, shake,
/// bounds, several targets. It draws nothing: [`transform`](Self::transform) goes to whatever does.
///
/// ```
/// use motile_geom::{Aabb, Vec2, vec2};
/// use motile_game::CameraRig;
///
/// let mut camera = CameraRig::new(vec2(640.0, 512.0));
/// camera.bounds = Some(Aabb::new(Vec2::ZERO, vec2(1280.0, 1024.0)));
/// let hero = Aabb::from_size(vec2(1200.0, 1000.0), vec2(48.0, 42.0));
/// camera.jump_to(hero.center());
/// assert_eq!(camera.area().max, vec2(1280.0, 1024.0), "it stops at the end of the world");
/// assert_eq!(camera.to_world(camera.to_screen(hero.min)), hero.min);
/// ```
#[doc(alias = "follow camera")]
#[doc(alias = "screen shake")]
#[derive(Clone, Debug, PartialEq)]
pub struct CameraRig {
    /// Width and height of the view on the screen, pixels.
    pub view: Vec2,
    /// The point of the world in the middle of the view, without shake.
    pub center: Vec2,
    /// How large the world is shown: 2 shows half as much, twice as large.
    pub zoom: f32,
    /// How far the view is turned, radians clockwise.
    pub rotation: f32,
    /// The part of the view in which the target moves without moving the camera, in parts of the view: from (0, 0) at the
    /// top left to (1, 1). A box without size in the middle keeps the target centered.
    pub dead_zone: Aabb,
    /// How many seconds ahead of a moving target the camera looks.
    pub look_ahead: f32,
    /// The longest look ahead, pixels.
    pub look_ahead_limit: f32,
    /// About how long the camera takes to come to where it should be, seconds; 0 is at once.
    pub smooth_time: f32,
    /// What of the world can be seen at all, by a view that is not turned: one that is shows what lies beyond its corners. A world
    /// smaller than the view is centered.
    pub bounds: Option<Aabb>,
    /// Whether the view is put on whole pixels of the screen, as pixel art wants it.
    pub whole_pixels: bool,
    /// How it shakes.
    pub shake: CameraShake,
    /// How often numbers were refused that are not finite, or a zoom that is not above 0; nothing moves then.
    pub rejected: u64,
    velocity: Vec2,
    ahead: Vec2,
    seconds: f64,
}

/// How a [`CameraRig`] shakes: an offset and a turn that grow with the square of the trauma and fade with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraShake {
    /// How much it shakes now, 0…1. Add to it when something explodes.
    pub trauma: f32,
    /// How much trauma fades in a second.
    pub fading: f32,
    /// Farthest offset, pixels.
    pub reach: f32,
    /// Farthest turn, radians.
    pub turn: f32,
    /// Changes of direction in a second.
    pub frequency: f32,
    /// Which shake it is: equal seeds shake equally.
    pub seed: u32,
}

impl Default for CameraShake {
    fn default() -> Self {
        Self { trauma: 0.0, fading: 1.2, reach: 12.0, turn: 0.03, frequency: 18.0, seed: 1 }
    }
}

motile_geom::state_fields! { CameraShake { trauma, fading, reach, turn, frequency, seed } }

impl HashState for CameraRig {
    fn hash_state(&self, hash: &mut StateHash) {
        (self.view, self.center, self.zoom, self.rotation).hash_state(hash);
        (self.velocity, self.ahead, self.seconds).hash_state(hash);
        self.shake.hash_state(hash);
    }
}

impl CameraRig {
    /// A camera that keeps its target in the middle, at once, for a view of this many pixels.
    pub fn new(view: Vec2) -> Self {
        Self {
            view,
            center: view * 0.5,
            zoom: 1.0,
            rotation: 0.0,
            dead_zone: Aabb::new(Vec2::splat(0.5), Vec2::splat(0.5)),
            look_ahead: 0.0,
            look_ahead_limit: 120.0,
            smooth_time: 0.0,
            bounds: None,
            whole_pixels: false,
            shake: CameraShake::default(),
            rejected: 0,
            velocity: Vec2::ZERO,
            ahead: Vec2::ZERO,
            seconds: 0.0,
        }
    }

    /// This camera with a dead zone between two parts of the view, the same on both axes: 0.25 and 0.75 are usual.
    pub fn with_dead_zone(self, from: f32, to: f32) -> Self {
        Self { dead_zone: Aabb::new(Vec2::splat(from), Vec2::splat(to)), ..self }
    }

    /// This camera with a world it stays in.
    pub fn with_bounds(self, bounds: Aabb) -> Self {
        Self { bounds: Some(bounds), ..self }
    }

    /// Looks at a point now, without a ride.
    pub fn jump_to(&mut self, center: Vec2) {
        if !center.is_finite() || !self.has_view() {
            self.rejected += 1;
            return;
        }
        self.center = self.bounded(center);
        self.velocity = Vec2::ZERO;
        self.ahead = Vec2::ZERO;
    }

    /// Follows a target for `dt` seconds: its box and its velocity in pixels per second.
    pub fn update(&mut self, target: Aabb, velocity: Vec2, dt: f32) {
        let ahead = velocity * self.look_ahead;
        let placed = self.has_view() && self.center.is_finite();
        if !placed || !target.is_valid() || !ahead.is_finite() || !dt.is_finite() || dt < 0.0 {
            self.rejected += 1;
            return;
        }
        let wanted = ahead.clamp_length_max(self.look_ahead_limit.max(0.0));
        self.ahead = self.eased_ahead(wanted, dt);
        let target = Aabb::new(target.min + self.ahead, target.max + self.ahead);
        let goal = self.bounded(self.kept_in_dead_zone(target));
        self.approach(goal, dt);
        self.fade(dt);
    }

    /// Follows several targets for `dt` seconds: all of them in view with `margin` pixels of the world around, zooming out
    /// as far as that needs but not below `least_zoom`, and in up to `largest_zoom`. Without targets it stays.
    #[doc(alias = "group camera")]
    pub fn update_all(
        &mut self,
        targets: impl IntoIterator<Item = Aabb>,
        margin: f32,
        (least_zoom, largest_zoom): (f32, f32),
        dt: f32,
    ) {
        let all = targets.into_iter().filter(|target| target.is_valid());
        let all = all.fold(Aabb::EMPTY, Aabb::union);
        let sound = margin.is_finite() && least_zoom > 0.0 && largest_zoom >= least_zoom;
        let placed = self.has_view() && self.center.is_finite();
        if !placed || !sound || !dt.is_finite() || dt < 0.0 || !largest_zoom.is_finite() {
            self.rejected += 1;
            return;
        }
        if all.is_empty() {
            return;
        }
        let needed = all.size() + Vec2::splat(2.0 * margin.max(0.0));
        let zoom =
            (self.view / needed.max(Vec2::ONE)).min_element().clamp(least_zoom, largest_zoom);
        self.zoom += (zoom - self.zoom) * share(self.smooth_time, dt);
        let goal = self.bounded(all.center());
        self.approach(goal, dt);
        self.fade(dt);
    }

    /// Adds to the shake; it never exceeds 1.
    pub fn add_trauma(&mut self, trauma: f32) {
        if trauma.is_finite() {
            self.shake.trauma = (self.shake.trauma + trauma).clamp(0.0, 1.0);
        } else {
            self.rejected += 1;
        }
    }

    /// The part of the world in view when it is not turned, without shake.
    pub fn area(&self) -> Aabb {
        Aabb::from_center(self.center, self.view * 0.5 / self.zoom)
    }

    /// From the world to the screen, shake included.
    pub fn transform(&self) -> Affine2 {
        let (offset, turn) = self.shaken();
        let mut center = self.center + offset;
        if self.whole_pixels && self.zoom > 0.0 {
            // The top left corner of the view lies on a pixel of the screen.
            let corner = ((center - self.view * 0.5 / self.zoom) * self.zoom).round() / self.zoom;
            center = corner + self.view * 0.5 / self.zoom;
        }
        Affine2::from_translation(self.view * 0.5)
            * Affine2::rotation(-(self.rotation + turn))
            * Affine2::from_scale(Vec2::splat(self.zoom))
            * Affine2::from_translation(-center)
    }

    /// Where a point of the world is on the screen.
    pub fn to_screen(&self, point: Vec2) -> Vec2 {
        self.transform().transform_point2(point)
    }

    /// The point of the world at a place of the screen, such as the pointer's.
    pub fn to_world(&self, place: Vec2) -> Vec2 {
        self.transform().inverse().transform_point2(place)
    }

    /// Where the origin of a layer is on the screen that moves only in part with the camera: 1 with the world, 0 fixed.
    pub fn parallax(&self, factor: Vec2) -> Vec2 {
        let corner = self.center - self.view * 0.5 / self.zoom;
        -corner * factor * self.zoom
    }

    /// Marks the view and the dead zone in the world.
    pub fn mark(&self, marks: &mut Marks) {
        let area = self.area();
        let part = |share: Vec2| area.min + share * area.size();
        marks.aabb(MarkRole::Bounds, area);
        marks.aabb(MarkRole::Range, Aabb::new(part(self.dead_zone.min), part(self.dead_zone.max)));
        marks.arrow(MarkRole::Predicted, self.center, self.ahead);
    }

    /// The center that has the target in the dead zone and is nearest to the present one.
    fn kept_in_dead_zone(&self, target: Aabb) -> Vec2 {
        let area = self.area();
        let (size, zone) = (area.size(), self.dead_zone);
        let axis = |center: f32, near: f32, far: f32, from: f32, to: f32, size: f32| {
            // The zone's borders in the world; a target larger than the zone is centered in it.
            let (low, high) = (center + (from - 0.5) * size, center + (to - 0.5) * size);
            if far - near > high - low {
                let middle = (from + to) * 0.5 - 0.5;
                return 0.5 * (near + far) - middle * size;
            }
            center + (near - low).min(0.0) + (far - high).max(0.0)
        };
        vec2(
            axis(self.center.x, target.min.x, target.max.x, zone.min.x, zone.max.x, size.x),
            axis(self.center.y, target.min.y, target.max.y, zone.min.y, zone.max.y, size.y),
        )
    }

    /// Whether there is a part of the world to be seen.
    const fn has_view(&self) -> bool {
        self.view.x.is_finite()
            && self.view.y.is_finite()
            && self.zoom.is_finite()
            && self.zoom > 0.0
    }

    fn bounded(&self, center: Vec2) -> Vec2 {
        let Some(bounds) = self.bounds.filter(|bounds| bounds.is_valid()) else { return center };
        let half = self.view * 0.5 / self.zoom;
        let axis = |center: f32, low: f32, high: f32, half: f32| {
            if high - low <= 2.0 * half {
                0.5 * (low + high)
            } else {
                center.clamp(low + half, high - half)
            }
        };
        vec2(
            axis(center.x, bounds.min.x, bounds.max.x, half.x),
            axis(center.y, bounds.min.y, bounds.max.y, half.y),
        )
    }

    /// A critically damped spring, solved exactly for the step: two steps of `dt` are one of twice that.
    fn approach(&mut self, goal: Vec2, dt: f32) {
        if self.smooth_time.is_nan() || self.smooth_time <= 0.0 {
            self.center = goal;
            self.velocity = Vec2::ZERO;
            return;
        }
        let speed = 2.0 / self.smooth_time;
        let offset = self.center - goal;
        let decay = ops::exp(-speed * dt);
        let drift = self.velocity + offset * speed;
        self.center = self.bounded(goal + (offset + drift * dt) * decay);
        self.velocity = (self.velocity - drift * (speed * dt)) * decay;
        if !self.center.is_finite() || !self.velocity.is_finite() {
            // Too short a time to be reckoned with is at once.
            (self.center, self.velocity) = (goal, Vec2::ZERO);
        }
    }

    fn eased_ahead(&self, wanted: Vec2, dt: f32) -> Vec2 {
        // Slower than the camera itself: a target that turns around does not swing the view.
        self.ahead + (wanted - self.ahead) * share(self.smooth_time.max(0.25), dt)
    }

    fn fade(&mut self, dt: f32) {
        self.seconds += f64::from(dt);
        let shake = &mut self.shake;
        shake.trauma = (shake.trauma - shake.fading.max(0.0) * dt).clamp(0.0, 1.0);
    }

    fn shaken(&self) -> (Vec2, f32) {
        let shake = &self.shake;
        if shake.trauma.is_nan() || shake.trauma <= 0.0 {
            return (Vec2::ZERO, 0.0);
        }
        let strength = shake.trauma * shake.trauma;
        let time = self.seconds * f64::from(shake.frequency.max(0.0));
        let along = |stream: u32| wobble(shake.seed ^ stream.wrapping_mul(0x9E37_79B9), time);
        (vec2(along(1), along(2)) * shake.reach * strength, along(3) * shake.turn * strength)
    }
}

/// The share of a distance that is left behind in `dt` seconds when about all of it is in `time`.
fn share(time: f32, dt: f32) -> f32 {
    if time > 0.0 { 1.0 - ops::exp(-2.0 * dt / time) } else { 1.0 }
}

/// Smooth noise between −1 and 1: a random number at each whole time, a smooth step between.
fn wobble(seed: u32, time: f64) -> f32 {
    let whole = time.floor();
    let part = (time - whole) as f32;
    let value = |step: i64| {
        let mut bits = (step as u64 ^ u64::from(seed) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        bits ^= bits >> 29;
        bits = bits.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (bits >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let (a, b) = (value(whole as i64), value(whole as i64 + 1));
    a + (b - a) * part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world() -> CameraRig {
        CameraRig::new(vec2(640.0, 512.0)).with_bounds(Aabb::new(Vec2::ZERO, vec2(1280.0, 1024.0)))
    }

    /// The top left corner of the view after following a box.
    fn follow(camera: &mut CameraRig, x: f32, y: f32) -> Vec2 {
        camera.update(Aabb::from_size(vec2(x, y), vec2(48.0, 48.0)), Vec2::ZERO, 1.0 / 60.0);
        camera.area().min
    }

    #[test]
    fn tile_a21_the_dead_zone_moves_only_when_it_must() {
        let mut camera = world().with_dead_zone(0.25, 0.75);
        let at = |camera: &mut CameraRig, x| {
            camera.center = vec2(300.0 + 320.0, 256.0);
            follow(camera, x, 200.0).x
        };
        assert_eq!(at(&mut camera, 400.0), 240.0);
        assert_eq!(at(&mut camera, 800.0), 368.0);
        assert_eq!(at(&mut camera, 500.0), 300.0);
    }

    #[test]
    fn tile_a21_a_small_world_is_centered() {
        let mut camera = CameraRig::new(vec2(640.0, 512.0))
            .with_bounds(Aabb::new(Vec2::ZERO, vec2(320.0, 256.0)));
        assert_eq!(follow(&mut camera, 10.0, 10.0), vec2(-160.0, -128.0));
        let mut camera = world();
        assert_eq!(follow(&mut camera, 0.0, 0.0), Vec2::ZERO);
        assert_eq!(follow(&mut camera, 1200.0, 1000.0), vec2(640.0, 512.0));
    }

    #[test]
    fn tile_72_the_spring_does_not_depend_on_the_frame_rate() {
        let ride = |steps: u32| {
            let mut camera = CameraRig { smooth_time: 0.4, ..CameraRig::new(vec2(100.0, 100.0)) };
            for _ in 0..steps {
                let target = Aabb::from_center(vec2(500.0, 90.0), Vec2::ONE);
                camera.update(target, Vec2::ZERO, 0.5 / steps as f32);
            }
            camera.center
        };
        assert!(ride(15).distance(ride(120)) < 0.01, "{} {}", ride(15), ride(120));
        assert!(ride(30).x < 500.0 && ride(30).x > 300.0, "no overshoot");
    }

    #[test]
    fn tile_72_screen_and_world_are_inverse() {
        let mut camera = world();
        (camera.zoom, camera.rotation) = (1.7, 0.4);
        camera.add_trauma(0.8);
        camera.update(Aabb::from_center(vec2(600.0, 500.0), Vec2::ONE), Vec2::ZERO, 0.016);
        let point = vec2(650.0, 420.0);
        assert!(camera.to_world(camera.to_screen(point)).distance(point) < 1e-3);
    }

    #[test]
    fn tile_72_shakes_fade_and_repeat() {
        let run = |seed: u32| {
            let mut camera = world();
            camera.shake.seed = seed;
            camera.add_trauma(5.0);
            let mut places = Vec::new();
            for _ in 0..90 {
                camera.update(
                    Aabb::from_center(vec2(640.0, 512.0), Vec2::ONE),
                    Vec2::ZERO,
                    1.0 / 60.0,
                );
                places.push(camera.to_screen(vec2(640.0, 512.0)));
            }
            places
        };
        let (a, b) = (run(7), run(8));
        assert_eq!(a, run(7));
        assert_ne!(a, b);
        let middle = vec2(320.0, 256.0);
        assert!(a.iter().all(|place| place.distance(middle) < 18.0));
        assert_eq!(a[89], middle, "over after 0.84 seconds");
    }

    #[test]
    fn tile_72_several_targets_are_all_in_view() {
        let mut camera = world();
        camera.bounds = None;
        let targets = [vec2(0.0, 0.0), vec2(900.0, 100.0), vec2(f32::NAN, 0.0)];
        for _ in 0..2 {
            let boxes = targets.map(|place| Aabb::from_center(place, Vec2::splat(10.0)));
            camera.update_all(boxes, 20.0, (0.25, 2.0), 0.016);
        }
        let area = camera.area();
        assert!(area.contains(targets[0]) && area.contains(targets[1]));
        assert!((camera.zoom - 640.0 / 960.0).abs() < 1e-6);
    }

    /// The center after following a small target at the origin that has a velocity, relative to it.
    fn ahead(camera: &mut CameraRig, velocity: Vec2, steps: u32, seconds: f32) -> Vec2 {
        for _ in 0..steps {
            let target = Aabb::from_center(Vec2::ZERO, Vec2::ONE);
            camera.update(target, velocity, seconds / steps as f32);
        }
        camera.center
    }

    #[test]
    fn tile_72_it_looks_ahead_of_what_moves_but_not_too_far() {
        let fresh = || CameraRig { look_ahead: 0.5, ..CameraRig::new(vec2(640.0, 512.0)) };
        let mut camera = fresh();
        let run = vec2(100.0, 0.0);
        // Half a second of it, which is come to and not jumped to.
        let first = ahead(&mut camera, run, 1, 1.0 / 60.0);
        assert!(first.x > 0.0 && first.x < 10.0, "{first}");
        assert!(ahead(&mut camera, run, 300, 5.0).distance(vec2(50.0, 0.0)) < 1e-3);
        // Who turns around does not swing the view.
        let turned = ahead(&mut camera, -run, 1, 1.0 / 60.0);
        assert!(turned.x > 35.0 && turned.x < 50.0, "{turned}");
        assert!(ahead(&mut camera, -run, 300, 5.0).distance(vec2(-50.0, 0.0)) < 1e-3);
        assert!(ahead(&mut camera, Vec2::ZERO, 300, 5.0).length() < 1e-3, "standing");
        // A fall of 3,000 pixels a second sideways: in its direction, as far as the limit.
        let fast = ahead(&mut camera, vec2(1800.0, 2400.0), 300, 5.0);
        assert!(fast.distance(vec2(72.0, 96.0)) < 1e-3, "{fast}");
        camera.look_ahead_limit = f32::NAN;
        assert!(ahead(&mut camera, run, 300, 5.0).length() < 1e-3, "no limit is none ahead");
        // However the time is cut, and nothing of it after a jump.
        let (few, many) = [15, 120].map(|steps| ahead(&mut fresh(), run, steps, 0.5)).into();
        assert!(few.distance(many) < 1e-3, "{few} {many}");
        let mut camera = fresh();
        ahead(&mut camera, run, 300, 5.0);
        camera.jump_to(vec2(7.0, 9.0));
        assert_eq!(ahead(&mut camera, run, 1, 0.0), Vec2::ZERO);
    }

    #[test]
    fn tile_72_looking_ahead_ends_at_the_end_of_the_world() {
        let mut camera = CameraRig { look_ahead: 1.0, ..world() };
        for _ in 0..300 {
            let target = Aabb::from_center(vec2(900.0, 512.0), Vec2::ONE);
            camera.update(target, vec2(500.0, 0.0), 1.0 / 60.0);
        }
        assert_eq!(camera.area().max.x, 1280.0);
    }

    #[test]
    fn tile_72_layers_move_by_their_share_of_the_camera() {
        let mut camera = CameraRig { zoom: 2.0, ..CameraRig::new(vec2(640.0, 512.0)) };
        camera.jump_to(vec2(1000.0, 600.0));
        // The corner of the view is at (840, 472); what is fully in the world is where the world is.
        let origin = camera.to_screen(Vec2::ZERO);
        assert_eq!(camera.parallax(Vec2::ONE), vec2(-1680.0, -944.0));
        assert!(camera.parallax(Vec2::ONE).distance(origin) < 1e-3, "{origin}");
        assert_eq!(camera.parallax(Vec2::ZERO), Vec2::ZERO, "fixed to the screen");
        assert_eq!(camera.parallax(vec2(0.5, 0.25)), vec2(-840.0, -236.0));
        // Ten pixels of the world are twenty of the screen, and five of a layer at a quarter.
        let before = camera.parallax(Vec2::splat(0.25));
        camera.jump_to(vec2(1010.0, 600.0));
        assert_eq!(camera.parallax(Vec2::splat(0.25)) - before, vec2(-5.0, 0.0));
        // In front of the world: faster than it.
        assert_eq!(camera.parallax(vec2(1.5, 1.0)).x, -2550.0);
    }

    #[test]
    fn bad_numbers_are_counted() {
        let mut camera = world();
        let before = camera.clone();
        camera.update(Aabb::EMPTY, Vec2::ZERO, 0.1);
        camera.update(Aabb::from_center(Vec2::ZERO, Vec2::ONE), vec2(f32::NAN, 0.0), 0.1);
        camera.add_trauma(f32::NAN);
        camera.jump_to(vec2(0.0, f32::INFINITY));
        assert_eq!(camera.rejected, 4);
        assert_eq!(CameraRig { rejected: 0, ..camera }, before);
    }

    /// Whatever stands in the fields: no panic, and what is refused leaves the camera where it was.
    #[test]
    fn no_numbers_are_a_panic() {
        const ODD: [f32; 14] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.4,
            640.0,
            1e-40,
            1e30,
            -1e30,
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        let mut rng = motile_geom::Rng::new(19);
        for _ in 0..20_000 {
            let mut number = || ODD[rng.below(ODD.len() as u32) as usize];
            let mut pair = || vec2(number(), number());
            let mut area = || Aabb::new(pair(), pair());
            let mut camera = CameraRig {
                dead_zone: area(),
                bounds: Some(area()),
                ..CameraRig::new(vec2(640.0, 480.0))
            };
            let target = area();
            let (place, velocity) = (pair(), pair());
            (camera.zoom, camera.rotation) = pair().into();
            (camera.look_ahead, camera.look_ahead_limit) = pair().into();
            if number() > 0.5 {
                camera.view = vec2(number(), number());
            }
            camera.smooth_time = number();
            let dt = number();
            let limits = (number(), number());
            for step in 0..4 {
                let before = camera.clone();
                match step {
                    0 => camera.jump_to(place),
                    1 => camera.update_all([target], dt, limits, dt),
                    _ => camera.update(target, velocity, dt),
                }
                if camera.rejected > before.rejected {
                    assert_eq!(format!("{:?}", camera.center), format!("{:?}", before.center));
                }
                camera.to_world(camera.to_screen(place));
            }
        }
    }

    /// With bounds, a view or a zoom that is no number was a panic.
    #[test]
    fn a_view_that_is_none_moves_nothing_and_is_no_panic() {
        type Change = fn(&mut CameraRig);
        let changes: [Change; 8] = [
            |camera| camera.zoom = f32::NAN,
            |camera| camera.zoom = 0.0,
            |camera| camera.zoom = -1.0,
            |camera| camera.zoom = f32::INFINITY,
            |camera| camera.view.x = f32::NAN,
            |camera| camera.view.y = f32::INFINITY,
            |camera| (camera.zoom, camera.smooth_time) = (f32::NAN, 0.3),
            |camera| (camera.view, camera.zoom) = (Vec2::NAN, f32::NEG_INFINITY),
        ];
        let target = Aabb::from_center(vec2(900.0, 700.0), Vec2::ONE);
        for (which, change) in changes.into_iter().enumerate() {
            let mut camera = world();
            change(&mut camera);
            let center = camera.center;
            camera.jump_to(vec2(700.0, 700.0));
            camera.update(target, vec2(3.0, 4.0), 0.1);
            camera.update_all([target], 10.0, (0.5, 2.0), 0.1);
            assert_eq!((camera.rejected, camera.center), (3, center), "{which}");
        }
        // Numbers that only its own springs use neither stop it nor stay in it.
        for time in [1e-40, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NAN] {
            let mut camera = CameraRig { smooth_time: time, ..world() };
            camera.update(target, vec2(3.0, 4.0), 0.1);
            assert!(camera.center.is_finite(), "{time}");
            camera.smooth_time = 0.0;
            camera.update(target, Vec2::ZERO, 0.1);
            assert_eq!((camera.center, camera.rejected), (vec2(900.0, 700.0), 0), "{time}");
        }
        for ahead in [f32::NAN, f32::INFINITY, f32::MAX] {
            let mut camera = CameraRig { look_ahead: ahead, ..world() };
            camera.update(target, vec2(3.0, 4.0), 0.1);
            assert_eq!((camera.rejected, camera.center), (1, world().center), "{ahead}");
        }
    }
}
