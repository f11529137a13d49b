//! Fields over a world: which way to go at each place.

use crate::TileSpace;
use motile_geom::{
    Aabb, Grid2, GridError, MarkRole, MarkSink, Marks, Vec2, angle, ivec2, ops, vec2,
};

/// Which way to go at every place of a world: a direction for each cell, blended smoothly between the middles of cells.
/// Made from a drawn line (a race track), from headings, or from a goal (a flow field).
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_tiles::{DirectionMap, TileSpace};
/// let line = [vec2(0.0, 40.0), vec2(160.0, 40.0)];
/// let field = DirectionMap::along_line(20, 10, TileSpace::square(8.0), &line, false, 16.0)?;
/// assert!(field.sample(vec2(80.0, 40.0)).x > 0.99, "along the line");
/// assert!(field.sample(vec2(80.0, 10.0)).y > 0.5, "toward the line from above");
/// # Ok::<(), motile_geom::GridError>(())
/// ```
#[doc(alias = "vector field")]
#[doc(alias = "angle map")]
#[doc(alias = "flow field")]
#[derive(Clone, Debug, PartialEq)]
pub struct DirectionMap {
    /// A direction for each cell, of length 1, or zero where there is none.
    pub cells: Grid2<Vec2>,
    /// Where the cells are.
    pub space: TileSpace,
}

impl DirectionMap {
    /// A field from headings in radians, row by row.
    ///
    /// # Errors
    /// [`GridError::WrongLength`] when they do not fill the rectangle.
    pub fn from_headings(
        width: u32,
        height: u32,
        space: TileSpace,
        headings: &[f32],
    ) -> Result<Self, GridError> {
        let direction = |&heading: &f32| {
            let (sin, cos) = ops::sin_cos(heading);
            let direction = vec2(cos, sin);
            if direction.is_finite() { direction } else { Vec2::ZERO }
        };
        let cells = Grid2::from_cells(width, height, headings.iter().map(direction).collect())?;
        Ok(Self { cells, space })
    }

    /// A field along a drawn line, closed or not: on the line its own direction, away from it more and more toward it;
    /// `width` pixels away both count the same.
    ///
    /// # Errors
    /// [`GridError::TooLarge`] beyond 2³¹ − 1 cells, [`GridError::OutOfMemory`].
    pub fn along_line(
        width: u32,
        height: u32,
        space: TileSpace,
        line: &[Vec2],
        closed: bool,
        track_width: f32,
    ) -> Result<Self, GridError> {
        let ends = line.len() - usize::from(!closed && !line.is_empty());
        let pieces = || (0..ends).map(|i| (line[i], line[(i + 1) % line.len()]));
        let cells = Grid2::from_fn(width, height, |x, y| {
            let middle = space.center_of(ivec2(x as i32, y as i32));
            let near = pieces().map(|(a, b)| (nearest_on(a, b, middle), b - a));
            let best = near.min_by(|(a, _), (b, _)| {
                a.distance_squared(middle).total_cmp(&b.distance_squared(middle))
            });
            best.map_or(Vec2::ZERO, |(point, along)| {
                let back = (point - middle) / track_width.max(1.0);
                (along.normalize_or_zero() + back).normalize_or_zero()
            })
        })?;
        Ok(Self { cells, space })
    }

    /// A field toward a goal, from the distance of each cell to it: downhill over the eight cells around. Cells where the
    /// distance is not finite are walls and have no direction. `motile-path` has distance fields for any map.
    ///
    /// # Errors
    /// [`GridError::OutOfMemory`].
    pub fn downhill(space: TileSpace, distances: &Grid2<f32>) -> Result<Self, GridError> {
        let cells = Grid2::from_fn(distances.width(), distances.height(), |x, y| {
            let here = distances[(x, y)];
            let down =
                distances.neighbors(x as i32, y as i32, true).filter(|(_, far)| **far < here);
            let lowest = down.min_by(|(_, a), (_, b)| a.total_cmp(b));
            let from = ivec2(x as i32, y as i32);
            lowest.map_or(Vec2::ZERO, |(to, _)| (to - from).as_vec2().normalize_or_zero())
        })?;
        Ok(Self { cells, space })
    }

    /// The direction at a place, blended between the middles of the four nearest cells, of length 1; zero where there is
    /// none, beyond the map that of the border.
    #[doc(alias = "bilinear")]
    pub fn sample(&self, point: Vec2) -> Vec2 {
        if !point.is_finite() || !self.space.is_valid() {
            return Vec2::ZERO;
        }
        let place = (point - self.space.origin) / self.space.size - 0.5;
        let (cell, part) = (place.floor(), place - place.floor());
        let get = |dx: i32, dy: i32| {
            let (x, y) = (cell.x as i32, cell.y as i32);
            let cell = self.cells.clamped(x.saturating_add(dx), y.saturating_add(dy));
            cell.copied().unwrap_or(Vec2::ZERO)
        };
        let upper = get(0, 0).lerp(get(1, 0), part.x);
        let lower = get(0, 1).lerp(get(1, 1), part.x);
        upper.lerp(lower, part.y).normalize_or_zero()
    }

    /// Marks an arrow in every cell.
    pub fn mark(&self, marks: &mut Marks) {
        let length = self.space.size.min_element() * 0.4;
        for (cell, &direction) in self.cells.iter() {
            let middle = self.space.center_of(cell);
            marks.arrow(MarkRole::Path, middle - direction * length * 0.5, direction * length);
        }
    }
}

fn nearest_on(a: Vec2, b: Vec2, point: Vec2) -> Vec2 {
    let along = b - a;
    let length = along.length_squared();
    let share = if length > 0.0 { (point - a).dot(along) / length } else { 0.0 };
    a + along * share.clamp(0.0, 1.0)
}

/// How a [`Car`] drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarRules {
    /// Pixels per second squared at full throttle.
    pub acceleration: f32,
    /// What share of its speed is lost in a second on a road.
    pub road_drag: f32,
    /// What share of its speed is lost in a second beside the road.
    pub grass_drag: f32,
    /// Fastest turn of the wheel, radians per second.
    pub turn_rate: f32,
    /// How quickly sideways motion dies, per second: high grips, low drifts.
    pub grip: f32,
}

impl Default for CarRules {
    fn default() -> Self {
        Self { acceleration: 360.0, road_drag: 1.2, grass_drag: 6.0, turn_rate: 3.0, grip: 8.0 }
    }
}

impl CarRules {
    fn is_finite(&self) -> bool {
        let Self { acceleration, road_drag, grass_drag, turn_rate, grip } = *self;
        [acceleration, road_drag, grass_drag, turn_rate, grip].into_iter().all(f32::is_finite)
    }
}

/// A car seen from above: throttle, wheel, road and grass, a little drift.
///
/// ```
/// use motile_geom::vec2;
/// use motile_tiles::Car;
/// let mut car = Car::new(vec2(50.0, 50.0), 0.0);
/// for _ in 0..60 { car.step(1.0, 0.0, false, 1.0 / 60.0); }
/// assert!(car.position.x > 120.0 && car.position.y == 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Car {
    /// Its center, pixels.
    pub position: Vec2,
    /// How it moves, pixels per second.
    pub velocity: Vec2,
    /// Where it points, radians clockwise from the right.
    pub heading: f32,
    /// How often numbers that are not finite were refused.
    pub rejected: u64,
}

motile_geom::state_fields! { Car { position, velocity, heading, rejected } }

impl Car {
    /// A car at rest.
    pub const fn new(position: Vec2, heading: f32) -> Self {
        Self { position, velocity: Vec2::ZERO, heading, rejected: 0 }
    }

    /// The direction it points in.
    pub fn forward(&self) -> Vec2 {
        let (sin, cos) = ops::sin_cos(self.heading);
        vec2(cos, sin)
    }

    /// Speed forward, pixels per second; negative in reverse.
    pub fn speed(&self) -> f32 {
        self.velocity.dot(self.forward())
    }

    /// Drives for `dt` seconds with the default rules; see [`step_by`](Self::step_by).
    pub fn step(&mut self, throttle: f32, wheel: f32, on_grass: bool, dt: f32) {
        self.step_by(&CarRules::default(), throttle, wheel, on_grass, dt);
    }

    /// Drives for `dt` seconds: throttle from −1 back to 1 forward, wheel from −1 left to 1 right. It turns only while it
    /// rolls. Numbers that are not finite, its own, those of the rules or what would come of them, change nothing and are
    /// counted. Drags below 0 are none.
    pub fn step_by(
        &mut self,
        rules: &CarRules,
        throttle: f32,
        wheel: f32,
        on_grass: bool,
        dt: f32,
    ) {
        let given = throttle.is_finite() && wheel.is_finite() && dt.is_finite() && dt >= 0.0;
        let mut driven = *self;
        driven.drive(rules, throttle, wheel, on_grass, dt);
        if given && rules.is_finite() && self.is_finite() && driven.is_finite() {
            *self = driven;
        } else {
            self.rejected += 1;
        }
    }

    fn is_finite(&self) -> bool {
        self.position.is_finite() && self.velocity.is_finite() && self.heading.is_finite()
    }

    fn drive(&mut self, rules: &CarRules, throttle: f32, wheel: f32, on_grass: bool, dt: f32) {
        /// What is lost in a second where nothing is: small enough to be none, large enough to divide by.
        const LEAST_DRAG: f32 = 1e-3;
        let speed = self.speed();
        // At a walk the wheel turns it less: it cannot spin on the spot.
        let rolling = (speed / 40.0).clamp(-1.0, 1.0);
        self.heading =
            angle::wrap(self.heading + wheel.clamp(-1.0, 1.0) * rules.turn_rate * rolling * dt);
        let forward = self.forward();
        let drag = if on_grass { rules.grass_drag } else { rules.road_drag };
        let drag = drag.max(LEAST_DRAG);
        let (along, across) = (self.velocity.dot(forward), self.velocity.dot(forward.perp()));
        // Solved exactly for constant throttle: the top speed does not depend on the step.
        let limit = throttle.clamp(-1.0, 1.0) * rules.acceleration / drag;
        let along = limit + (along - limit) * ops::exp(-drag * dt);
        let across = across * ops::exp(-rules.grip.max(0.0) * dt);
        self.velocity = forward * along + forward.perp() * across;
        self.position += self.velocity * dt;
    }

    /// The wheel, −1…1, that brings it into a direction by the shorter way: proportional to the error and damped by the
    /// turn itself. `skill` is how sharply it answers; 1 is lazy, 5 exact. Straight on, 0, where a number is not finite.
    #[doc(alias = "PD controller")]
    pub fn steer_toward(&self, direction: Vec2, skill: f32) -> f32 {
        if !direction.is_finite() || direction == Vec2::ZERO || !skill.is_finite() {
            return 0.0;
        }
        let error = angle::difference(self.heading, ops::atan2(direction.y, direction.x));
        let drift = self.velocity.dot(self.forward().perp()) / self.velocity.length().max(1.0);
        let wheel = (error * skill - drift * 0.3).clamp(-1.0, 1.0);
        if wheel.is_nan() { 0.0 } else { wheel }
    }
}

/// Counts laps by checkpoints that have to be passed in order: boxes of the world, the first one is the start. A car passes
/// one when its way since the last update touches it, however fast it is; a single one has to be left before it counts
/// again. Begin with a new counter when a car is put somewhere else.
///
/// ```
/// use motile_geom::{Aabb, vec2};
/// use motile_tiles::LapCounter;
/// let gate = |x: f32| Aabb::from_center(vec2(x, 0.0), vec2(5.0, 5.0));
/// let gates = [gate(0.0), gate(100.0)];
/// let mut laps = LapCounter::default();
/// for x in [0.0, 50.0, 100.0, 50.0, 0.0] { laps.update(&gates, vec2(x, 0.0), 1.0); }
/// assert_eq!((laps.laps, laps.best), (1, Some(4.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LapCounter {
    /// Whole laps so far.
    pub laps: u32,
    /// Seconds of the running lap.
    pub time: f32,
    /// Seconds of the fastest lap.
    pub best: Option<f32>,
    /// The checkpoint that comes next; the start before the first lap.
    pub next: u32,
    started: bool,
    /// Where the car was.
    last: Option<Vec2>,
    /// Whether it is still in the checkpoint it passed last.
    inside: bool,
}

motile_geom::state_fields! { LapCounter { laps, time, best, next, started, last, inside } }

impl LapCounter {
    /// Looks where a car is after `dt` seconds. Returns whether that ended a lap. Numbers that are not finite change nothing.
    pub fn update(&mut self, gates: &[Aabb], position: Vec2, dt: f32) -> bool {
        if gates.is_empty() || !dt.is_finite() || !position.is_finite() {
            return false;
        }
        if self.started {
            self.time += dt.max(0.0);
        }
        let next = self.next as usize % gates.len();
        let from = self.last.replace(position).unwrap_or(position);
        let still_inside = core::mem::take(&mut self.inside) && gates.len() == 1;
        if still_inside || !touches(gates[next], from, position) {
            self.inside = still_inside && gates[next].contains(position);
            return false;
        }
        self.inside = gates[next].contains(position);
        self.next = ((next + 1) % gates.len()) as u32;
        if next != 0 {
            return false;
        }
        let ended = self.started;
        if ended {
            self.laps += 1;
            self.best = Some(self.best.map_or(self.time, |best| best.min(self.time)));
        }
        self.started = true;
        self.time = 0.0;
        ended
    }
}

/// Whether a straight way touches a box.
fn touches(area: Aabb, from: Vec2, to: Vec2) -> bool {
    let way = to - from;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (low, high) = (area.min[axis] - from[axis], area.max[axis] - from[axis]);
        if way[axis] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
        } else {
            let (a, b) = (low / way[axis], high / way[axis]);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
    }
    enter <= leave
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_75_fields_blend_between_cells() {
        let field = DirectionMap::from_headings(
            2,
            1,
            TileSpace::square(10.0),
            &[0.0, core::f32::consts::FRAC_PI_2],
        )
        .unwrap();
        assert!(field.sample(vec2(5.0, 5.0)).distance(Vec2::X) < 1e-6);
        assert!(field.sample(vec2(10.0, 5.0)).distance(Vec2::ONE.normalize()) < 1e-6);
        assert!(field.sample(vec2(-900.0, 1e9)).distance(Vec2::X) < 1e-6, "the border goes on");
        assert_eq!(field.sample(vec2(f32::NAN, 0.0)), Vec2::ZERO);
    }

    #[test]
    fn tile_75_downhill_leads_to_the_goal() {
        let distances =
            Grid2::from_fn(9, 9, |x, y| x.abs_diff(4).max(y.abs_diff(4)) as f32).unwrap();
        let field = DirectionMap::downhill(TileSpace::square(10.0), &distances).unwrap();
        let mut place = vec2(85.0, 12.0);
        for _ in 0..200 {
            place += field.sample(place);
        }
        assert!(place.distance(vec2(45.0, 45.0)) < 8.0, "{place}");
    }

    #[test]
    fn tile_45_grass_slows() {
        let top = |grass: bool| {
            let mut car = Car::new(Vec2::ZERO, 0.0);
            for _ in 0..600 {
                car.step(1.0, 0.0, grass, 1.0 / 60.0);
            }
            car.speed()
        };
        assert!((top(false) - 300.0).abs() < 1.0 && (top(true) - 60.0).abs() < 1.0);
    }

    #[test]
    fn tile_47_a_car_follows_a_closed_line_for_many_laps() {
        let line: Vec<Vec2> = (0..40)
            .map(|i| {
                let (sin, cos) = ops::sin_cos(i as f32 * core::f32::consts::TAU / 40.0);
                vec2(320.0 + 220.0 * cos, 240.0 + 160.0 * sin)
            })
            .collect();
        let field =
            DirectionMap::along_line(40, 30, TileSpace::square(16.0), &line, true, 40.0).unwrap();
        let gate = |i: usize| Aabb::from_center(line[i], Vec2::splat(50.0));
        let gates = [gate(0), gate(10), gate(20), gate(30)];
        let (mut car, mut laps) =
            (Car::new(line[0], core::f32::consts::FRAC_PI_2), LapCounter::default());
        for _ in 0..60 * 60 {
            let wheel = car.steer_toward(field.sample(car.position), 3.0);
            car.step(0.7, wheel, false, 1.0 / 60.0);
            laps.update(&gates, car.position, 1.0 / 60.0);
        }
        assert!(laps.laps >= 8, "{laps:?}");
    }

    /// One gate used to count a lap in every tick that the car was in it.
    #[test]
    fn tile_75_a_single_gate_counts_once_a_lap() {
        let gates = [Aabb::from_center(Vec2::ZERO, Vec2::splat(10.0))];
        let mut laps = LapCounter::default();
        let mut ended = 0;
        // Three times around a circle that starts inside the gate, in steps that stay in it for several ticks.
        for tick in 0..=600 {
            let (sin, cos) = ops::sin_cos(tick as f32 * core::f32::consts::TAU / 200.0);
            let place = vec2(50.0 * (1.0 - cos), 50.0 * sin);
            ended += u32::from(laps.update(&gates, place, 0.1));
        }
        assert_eq!((ended, laps.laps), (3, 3));
        assert!((laps.best.unwrap_or(0.0) - 20.0).abs() < 1.0, "{laps:?}");
    }

    /// A gate used to be asked for the car's place alone, so that a fast car was beyond it between two ticks.
    #[test]
    fn tile_75_a_fast_car_does_not_jump_over_a_thin_gate() {
        let gate = |x: f32| Aabb::from_center(vec2(x, 0.0), vec2(0.5, 20.0));
        for gates in [&[gate(0.0), gate(100.0)][..], &[gate(0.0)]] {
            let mut laps = LapCounter::default();
            for x in [-30.0, 30.0, 80.0, 140.0, 90.0, 20.0, -40.0, -90.0] {
                laps.update(gates, vec2(x, 0.0), 1.0);
            }
            assert_eq!((laps.laps, laps.best), (1, Some(5.0)));
        }
        let mut aside = LapCounter::default();
        for x in [-30.0, 30.0, -30.0, 30.0] {
            assert!(!aside.update(&[gate(0.0)], vec2(x, 21.0), 1.0), "past its end");
        }
        assert!(!aside.update(&[gate(0.0)], Vec2::NAN, 1.0));
    }

    /// Only throttle, wheel and time used to be asked: one rule that was NaN, and the car was nowhere for ever. Drags below 0
    /// made it faster and faster.
    #[test]
    fn tile_75_no_rule_and_no_state_makes_a_car_nan() {
        const ODD: [f32; 6] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0, f32::MAX];
        let rule = |field: usize, odd: f32| {
            let mut rules = CarRules::default();
            let CarRules { acceleration, road_drag, grass_drag, turn_rate, grip } = &mut rules;
            *[acceleration, road_drag, grass_drag, turn_rate, grip][field] = odd;
            rules
        };
        for (field, odd) in (0..5).flat_map(|field| ODD.map(|odd| (field, odd))) {
            let mut car = Car { velocity: vec2(90.0, 9.0), ..Car::new(Vec2::ONE, 0.5) };
            for tick in 0..600 {
                car.step_by(&rule(field, odd), 1.0, 0.4, tick % 2 == 0, 1.0 / 60.0);
                assert!(car.is_finite(), "{field} {odd}: {car:?}");
            }
            let rejected = if odd.is_finite() { 0 } else { 600 };
            assert!(odd == f32::MAX || car.rejected == rejected, "{field} {odd}: {car:?}");
            let place = car.position;
            car.step(1.0, 0.0, false, 1.0 / 60.0);
            assert!(odd == f32::MAX || car.position != place, "it drives on by good rules");
        }
        for odd in [f32::NAN, f32::INFINITY] {
            for mut car in [
                Car::new(Vec2::ONE, odd),
                Car::new(vec2(odd, 0.0), 0.0),
                Car { velocity: vec2(0.0, odd), ..Car::new(Vec2::ONE, 0.0) },
            ] {
                car.step(1.0, 1.0, false, 1.0 / 60.0);
                assert_eq!(car.rejected, 1);
                assert!(!car.steer_toward(Vec2::X, 3.0).is_nan());
            }
        }
        let slippery = CarRules { road_drag: -5.0, ..CarRules::default() };
        let mut car = Car { velocity: vec2(100.0, 0.0), ..Car::new(Vec2::ZERO, 0.0) };
        for _ in 0..600 {
            car.step_by(&slippery, 0.0, 0.0, false, 1.0 / 60.0);
        }
        assert!(car.speed() <= 100.0, "{car:?}");
    }

    #[test]
    fn bad_numbers_move_no_car() {
        let mut car = Car::new(Vec2::ONE, 0.5);
        car.step(f32::NAN, 0.0, false, 0.1);
        car.step(1.0, 0.0, false, f32::INFINITY);
        assert_eq!((car.position, car.rejected), (Vec2::ONE, 2));
        assert_eq!(car.steer_toward(Vec2::NAN, 1.0), 0.0);
    }
}
