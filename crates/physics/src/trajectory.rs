//! Throws: closed forms without air, numbers with it.

use crate::ode::{Adaptive, Crossing, Motion, Tolerance, by_value, motion_rate};
use motile_geom::{MarkRole, MarkSink, Marks, Vec2, glam::DVec2};

/// A throw under constant gravity, without air: a parabola in closed form.
///
/// Targets that are out of reach and numbers that are not finite have no throw: the answer is none.
///
/// ```
/// use motile_geom::vec2;
/// use motile_physics::Throw;
///
/// let gravity = vec2(0.0, 980.0);
/// let [flat, high] = Throw::aim(vec2(0.0, 500.0), vec2(600.0, 400.0), 900.0, gravity).unwrap();
/// let time = flat.time_to(vec2(600.0, 400.0));
/// assert!(flat.at(time).distance(vec2(600.0, 400.0)) < 0.01);
/// assert!(high.apex().unwrap().1.y < flat.at(time).y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "projectile")]
#[doc(alias = "ballistics")]
pub struct Throw {
    /// Where it begins, in pixels.
    pub start: Vec2,
    /// In pixels per second.
    pub velocity: Vec2,
    /// In pixels per second squared.
    pub gravity: Vec2,
}

impl Throw {
    /// A throw from a place, at a velocity, under a gravity.
    pub const fn new(start: Vec2, velocity: Vec2, gravity: Vec2) -> Self {
        Self { start, velocity, gravity }
    }

    /// Where it is after so many seconds.
    pub fn at(&self, time: f32) -> Vec2 {
        let t = f64::from(time);
        let way = self.velocity.as_dvec2() * t + self.gravity.as_dvec2() * (0.5 * t * t);
        (self.start.as_dvec2() + way).as_vec2()
    }

    /// How fast it is after so many seconds.
    pub fn velocity_at(&self, time: f32) -> Vec2 {
        self.velocity + self.gravity * time
    }

    /// When and where it is highest against gravity; none when it only falls or there is no gravity.
    pub fn apex(&self) -> Option<(f32, Vec2)> {
        let rise = -self.velocity.as_dvec2().dot(self.gravity.as_dvec2());
        let time = (rise / self.gravity.as_dvec2().length_squared()) as f32;
        (time.is_finite() && time > 0.0).then(|| (time, self.at(time)))
    }

    /// When it comes down to, or up to, the height `y` for the last time, in seconds; none when it never does.
    /// Gravity must point up or down.
    pub fn landing(&self, y: f32) -> Option<f32> {
        let (v, g) = (f64::from(self.velocity.y), f64::from(self.gravity.y));
        let drop = f64::from(y) - f64::from(self.start.y);
        if g == 0.0 {
            let time = (drop / v) as f32;
            return (time.is_finite() && time >= 0.0).then_some(time);
        }
        let root = (v * v + 2.0 * g * drop).sqrt();
        let time = ((-v + root.copysign(g)) / g) as f32;
        (time >= 0.0 && time.is_finite()).then_some(time)
    }

    /// How far to the side it lands at the height `y`, in pixels.
    pub fn range(&self, y: f32) -> Option<f32> {
        self.landing(y).map(|time| self.at(time).x - self.start.x)
    }

    /// The seconds at which it passes a place that lies on its way.
    pub fn time_to(&self, place: Vec2) -> f32 {
        let way = place.as_dvec2() - self.start.as_dvec2();
        let (v, g) = (self.velocity.as_dvec2(), self.gravity.as_dvec2());
        // Across gravity nothing accelerates; straight up or down the last passing counts.
        let across = DVec2::new(-g.y, g.x);
        let across = if g == DVec2::ZERO { v } else { across };
        let speed = v.dot(across);
        if speed.abs() > 1e-9 * v.length() * across.length() {
            (way.dot(across) / speed) as f32
        } else {
            self.landing(place.y).unwrap_or(0.0)
        }
    }

    /// The flat and the high throw of a speed that hit a target; none when it is out of reach.
    pub fn aim(start: Vec2, target: Vec2, speed: f32, gravity: Vec2) -> Option<[Self; 2]> {
        let d = target.as_dvec2() - start.as_dvec2();
        let g = gravity.as_dvec2();
        let (gg, dd) = (g.length_squared(), d.length_squared());
        // |d − g·t²/2| = speed·t, a quadratic in t².
        let half = d.dot(g) + f64::from(speed) * f64::from(speed);
        let root = (half * half - gg * dd).sqrt();
        if dd == 0.0 || half.is_nan() || half <= 0.0 || root.is_nan() {
            return None;
        }
        let early = (2.0 * dd / (half + root)).sqrt();
        let late = if gg > 0.0 { (2.0 * (half + root) / gg).sqrt() } else { early };
        Some([early, late].map(|time| {
            Self::new(start, ((d - g * (0.5 * time * time)) / time).as_vec2(), gravity)
        }))
    }

    /// The throw that reaches a target after so many seconds; none for a time that is not above 0.
    pub fn in_time(start: Vec2, target: Vec2, time: f32, gravity: Vec2) -> Option<Self> {
        let t = f64::from(time);
        let way = target.as_dvec2() - start.as_dvec2();
        let velocity = (way / t - gravity.as_dvec2() * (0.5 * t)).as_vec2();
        (time > 0.0 && velocity.is_finite()).then(|| Self::new(start, velocity, gravity))
    }

    /// The slowest throw that reaches a target; none for a target at the start.
    pub fn slowest(start: Vec2, target: Vec2, gravity: Vec2) -> Option<Self> {
        let d = target.as_dvec2() - start.as_dvec2();
        let (length, g) = (d.length(), gravity.as_dvec2().length());
        let squared = g * length - d.dot(gravity.as_dvec2());
        // Straight down takes no speed at all: it falls.
        let time = (2.0 * length / g).sqrt();
        let valid = length > 0.0 && g > 0.0 && squared.is_finite();
        valid.then(|| Self::in_time(start, target, time as f32, gravity)).flatten()
    }

    /// Marks the path of the next seconds, the velocity at its beginning and the highest point, when that comes in
    /// this time.
    pub fn mark(&self, seconds: f32, marks: &mut Marks) {
        let parts = 0..=PATH_PARTS;
        let places = parts.map(|i| self.at(seconds * f32::from(i) / f32::from(PATH_PARTS)));
        marks.polyline(MarkRole::Predicted, places);
        marks.velocity(MarkRole::Velocity, self.start, self.velocity);
        if let Some((_, apex)) = self.apex().filter(|(time, _)| *time <= seconds) {
            marks.point(MarkRole::Target, apex);
        }
    }
}

/// Lines of a marked path.
const PATH_PARTS: u8 = 48;

/// A throw through air, solved numerically.
///
/// Numbers that are not finite, and air so thick that no step is small enough, have no path: the answer is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DragThrow {
    /// Start, velocity and gravity.
    pub throw: Throw,
    /// Slowing for each pixel per second, 1/s.
    pub linear: f32,
    /// Slowing for each squared pixel per second, 1/pixel.
    pub quadratic: f32,
}

/// Where and when a throw ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// Seconds after the start.
    pub time: f32,
    /// In pixels.
    pub position: Vec2,
    /// In pixels per second.
    pub velocity: Vec2,
}

/// Throws that last longer count as never ending, in seconds.
const LONGEST: f64 = 1e4;

impl DragThrow {
    fn solver(&self) -> Adaptive<Motion<DVec2>> {
        let start = Motion::new(self.throw.start.as_dvec2(), self.throw.velocity.as_dvec2());
        Adaptive::new(0.0, start).with_tolerance(Tolerance::both(1e-9))
    }

    fn rate(&self) -> impl FnMut(f64, &Motion<DVec2>, &mut Motion<DVec2>) {
        let gravity = self.throw.gravity.as_dvec2();
        let (linear, quadratic) = (f64::from(self.linear), f64::from(self.quadratic));
        motion_rate(by_value(move |_: DVec2, v: DVec2| {
            gravity - v * (linear + quadratic * v.length())
        }))
    }

    /// Where it is after so many seconds; none for bad numbers.
    pub fn at(&self, time: f32) -> Option<Vec2> {
        let mut solver = self.solver();
        solver.integrate_to(f64::from(time), self.rate()).ok()?;
        (solver.rejected == 0).then(|| solver.state().position.as_vec2())
    }

    /// When and where it comes down through the height `y` (down the screen), none when it does not.
    pub fn landing(&self, y: f32) -> Option<Landing> {
        self.crossing(|motion| motion.position.y - f64::from(y))
    }

    /// Marks the path of the next seconds and the velocity at its beginning; only the latter for bad numbers.
    pub fn mark(&self, seconds: f32, marks: &mut Marks) {
        marks.velocity(MarkRole::Velocity, self.throw.start, self.throw.velocity);
        let (mut solver, mut from) = (self.solver(), self.throw.start);
        for i in 1..=PATH_PARTS {
            let time = f64::from(seconds) * f64::from(i) / f64::from(PATH_PARTS);
            if solver.integrate_to(time, self.rate()).is_err() || solver.rejected > 0 {
                return;
            }
            let to = solver.state().position.as_vec2();
            marks.line(MarkRole::Predicted, from, to);
            from = to;
        }
    }

    /// The first time a quantity of the motion rises through zero.
    fn crossing(&self, mut value: impl FnMut(&Motion<DVec2>) -> f64) -> Option<Landing> {
        let mut solver = self.solver();
        let event = |_: f64, motion: &Motion<DVec2>| value(motion);
        let found = solver.integrate_until(LONGEST, self.rate(), event, Crossing::Rising);
        found.ok().flatten().map(|time| Landing {
            time: time as f32,
            position: solver.state().position.as_vec2(),
            velocity: solver.state().velocity.as_vec2(),
        })
    }

    /// The flattest throw of a speed that hits a target through the air, or none when none does. Gravity must point
    /// down the screen, and the target be to the left or right.
    ///
    /// Looks at 64 directions from straight down to straight up, then halves; about 100 solutions.
    pub fn aimed(&self, target: Vec2, speed: f32) -> Option<Self> {
        let side = f64::from(target.x - self.throw.start.x);
        if side == 0.0 || !side.is_finite() {
            return None;
        }
        let directed = |angle: f64| {
            let (sin, cos) = motile_geom::ops::sin_cos64(angle);
            let velocity = DVec2::new(cos.copysign(side), -sin) * f64::from(speed);
            let throw = Throw { velocity: velocity.as_vec2(), ..self.throw };
            Self { throw, ..*self }
        };
        // How far below the target it passes; none when it falls short.
        let miss = |angle: f64| {
            let passing = directed(angle)
                .crossing(|m| (m.position.x - f64::from(target.x)) * side.signum())?;
            Some(f64::from(passing.position.y - target.y))
        };
        let angle = |i: u32| (f64::from(i) / 64.0 - 0.5) * core::f64::consts::PI;
        let mut below: Option<f64> = None;
        for i in 1..64 {
            match miss(angle(i)) {
                Some(miss) if miss > 0.0 => below = Some(angle(i)),
                Some(_) if below.is_some() => {
                    let (mut low, mut high) = (below.unwrap_or(angle(i)), angle(i));
                    for _ in 0..40 {
                        let middle = 0.5 * (low + high);
                        match miss(middle) {
                            Some(miss) if miss <= 0.0 => high = middle,
                            _ => low = middle,
                        }
                    }
                    return Some(directed(high));
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    const GRAVITY: Vec2 = vec2(0.0, 32.0);

    #[test]
    fn check_6_2_roof_throw() {
        // 50 ft above the ground, up at 30 ft/s; y down here.
        let throw = Throw::new(vec2(0.0, -50.0), vec2(0.0, -30.0), GRAVITY);
        assert_eq!(throw.apex(), Some((0.9375, vec2(0.0, -64.0625))));
        let landing = throw.landing(0.0).unwrap();
        assert!((landing - 2.938_476_3).abs() < 1e-6);
        assert!(throw.at(landing).y.abs() < 1e-4);
        assert_eq!(throw.landing(-70.0), None);
        assert_eq!(throw.velocity_at(1.0), vec2(0.0, 2.0));
    }

    #[test]
    fn aims_hit() {
        for target in [vec2(100.0, -20.0), vec2(-80.0, 60.0), vec2(0.0, -30.0), vec2(5.0, 300.0)] {
            let throws = Throw::aim(Vec2::ZERO, target, 90.0, GRAVITY).unwrap();
            for throw in throws {
                assert!((throw.velocity.length() - 90.0).abs() < 1e-3, "{target}");
                let time = throw.time_to(target);
                assert!(throw.at(time).distance(target) < 0.01, "{target} {}", throw.at(time));
            }
            let slowest = Throw::slowest(Vec2::ZERO, target, GRAVITY).unwrap();
            let least = slowest.velocity.length();
            assert!(
                Throw::aim(Vec2::ZERO, target, least * 0.999, GRAVITY).is_none() || least < 1.0
            );
            assert!(Throw::aim(Vec2::ZERO, target, least * 1.001 + 0.01, GRAVITY).is_some());
        }
        assert_eq!(Throw::aim(Vec2::ZERO, vec2(1000.0, 0.0), 90.0, GRAVITY), None);
        assert_eq!(Throw::aim(Vec2::ZERO, vec2(f32::NAN, 0.0), 90.0, GRAVITY), None);
        let straight = Throw::aim(Vec2::ZERO, vec2(3.0, 4.0), 10.0, Vec2::ZERO).unwrap();
        assert_eq!(straight[0].velocity, vec2(6.0, 8.0));
        let timed = Throw::in_time(Vec2::ZERO, vec2(10.0, 0.0), 2.0, GRAVITY).unwrap();
        assert!(timed.at(2.0).distance(vec2(10.0, 0.0)) < 1e-4);
        assert!((timed.range(0.0).unwrap() - 10.0).abs() < 1e-4);
    }

    #[test]
    fn marked_paths_go_from_the_start_to_where_the_throw_is() {
        use motile_geom::MarkShape;
        let throw = Throw::new(vec2(5.0, -50.0), vec2(20.0, -30.0), GRAVITY);
        let air = DragThrow { throw, linear: 0.1, quadratic: 0.01 };
        let mut marks = Marks::new();
        let ends = |marks: &Marks| {
            let lines = marks.iter().filter(|mark| mark.role == MarkRole::Predicted);
            let lines: Vec<_> = lines
                .map(|mark| match mark.shape {
                    MarkShape::Line(line) => line,
                    other => panic!("{other:?}"),
                })
                .collect();
            (lines[0].a, lines[lines.len() - 1].b)
        };
        throw.mark(2.0, &mut marks);
        assert_eq!(ends(&marks), (throw.start, throw.at(2.0)));
        assert!(marks.iter().any(|mark| mark.role == MarkRole::Target), "the apex comes first");
        marks.clear();
        air.mark(2.0, &mut marks);
        let (from, to) = ends(&marks);
        assert!(from == throw.start && to.distance(air.at(2.0).unwrap()) < 1e-4);
        marks.clear();
        DragThrow { linear: f32::NAN, ..air }.mark(2.0, &mut marks);
        assert_eq!(marks.len(), 1, "the velocity is known, the path is not");
    }

    #[test]
    fn check_6_7_drag_by_numbers() {
        let throw = Throw::new(Vec2::ZERO, Vec2::ZERO, GRAVITY);
        let fall = DragThrow { throw, linear: 0.5, quadratic: 0.0 };
        assert!((fall.at(2.0).unwrap().y - 47.088_57).abs() < 1e-4);
        // Without air the landing is that of the closed form.
        let throw = Throw::new(vec2(0.0, -50.0), vec2(20.0, -30.0), GRAVITY);
        let landing = DragThrow { throw, linear: 0.0, quadratic: 0.0 }.landing(0.0).unwrap();
        assert!((landing.time - throw.landing(0.0).unwrap()).abs() < 1e-5);
        assert!((landing.position.x - throw.range(0.0).unwrap()).abs() < 1e-3);
        // With it, it falls short.
        let thick = DragThrow { throw, linear: 0.1, quadratic: 0.01 };
        let short = thick.landing(0.0).unwrap();
        assert!(short.position.x < landing.position.x * 0.9);
    }

    #[test]
    fn aims_through_air_hit() {
        let throw = Throw::new(Vec2::ZERO, Vec2::ZERO, GRAVITY);
        let air = DragThrow { throw, linear: 0.05, quadratic: 0.002 };
        for target in [vec2(100.0, -20.0), vec2(-80.0, 30.0)] {
            let aimed = air.aimed(target, 120.0).unwrap();
            assert!((aimed.throw.velocity.length() - 120.0).abs() < 1e-3);
            let passing = aimed
                .crossing(|m| (m.position.x - f64::from(target.x)) * f64::from(target.x.signum()))
                .unwrap();
            assert!(passing.position.distance(target) < 0.01, "{passing:?}");
        }
        assert_eq!(air.aimed(vec2(5000.0, 0.0), 120.0), None);
        assert_eq!(DragThrow { linear: f32::NAN, ..air }.at(1.0), None);
        assert_eq!(air.at(f32::NAN), None);
        assert_eq!(air.aimed(vec2(100.0, -20.0), f32::INFINITY), None);
    }
}
