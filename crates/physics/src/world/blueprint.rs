//! What a builder is about to build: checked as a whole, so that it is built as a whole or not at all.

use super::{Point, PointId, Stick, StickId, Structure, World};
use motile_geom::Vec2;

/// Points, and sticks by the indices of their ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Blueprint {
    /// The group of all points.
    group: u32,
    /// The radius of points to come.
    pub radius: f32,
    /// The mass of points to come.
    pub mass: f32,
    points: Vec<Point>,
    sticks: Vec<(usize, usize, Stick)>,
}

/// Most points a builder makes.
const MAX_POINTS: u32 = 1 << 24;

impl Blueprint {
    /// A rigid stick whose ends are not known yet.
    pub(super) const STICK: Stick = Stick::new(PointId::NOTHING, PointId::NOTHING);

    pub(super) fn new(group: u32) -> Self {
        Self { group, mass: 1.0, ..Self::default() }
    }

    /// How many points there are.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// How many sticks there are.
    pub(super) fn sticks_len(&self) -> usize {
        self.sticks.len()
    }

    /// Where a point will be.
    pub(super) fn place(&self, index: usize) -> Vec2 {
        self.points[index].position
    }

    pub(super) fn point(&mut self, position: Vec2) {
        let (mass, radius, group) = (self.mass, self.radius, self.group);
        self.points.push(Point { position, mass, radius, group, ..Point::default() });
    }

    /// A rigid stick between two points by their indices.
    pub(super) fn stick(&mut self, a: usize, b: usize) {
        self.stick_like(a, b, Self::STICK);
    }

    /// A stick like another one between two points by their indices.
    pub(super) fn stick_like(&mut self, a: usize, b: usize, stick: Stick) {
        self.sticks.push((a, b, stick));
    }

    /// The words name a bad number.
    fn check(&self) -> Result<(), &'static str> {
        self.points.iter().try_for_each(Point::check)?;
        self.sticks.iter().try_for_each(|&(a, b, stick)| {
            stick.lengths(self.place(a).distance(self.place(b))).map(|_| ())
        })
    }
}

impl World {
    /// An empty plan for so many parts; none when there are too few or too many of them, which is counted.
    pub(super) fn blueprint(&mut self, count: u32, least: u32) -> Option<Blueprint> {
        if !(least..=MAX_POINTS).contains(&count) {
            self.reject("number of parts");
            return None;
        }
        Some(Blueprint::new(self.new_group()))
    }

    /// Builds everything, or nothing when a number is bad, which is counted: the names are those of nothing then.
    pub(super) fn assemble(&mut self, plan: &Blueprint) -> Structure {
        if let Err(number) = plan.check() {
            self.reject(number);
            return Structure {
                points: vec![PointId::NOTHING; plan.points.len()],
                sticks: vec![StickId::NOTHING; plan.sticks.len()],
            };
        }
        let points: Vec<PointId> = plan.points.iter().map(|point| self.add_point(*point)).collect();
        let sticks = plan.sticks.iter().map(|&(a, b, stick)| {
            let stick = Stick { a: points[a], b: points[b], ..stick };
            self.add_stick(stick).unwrap_or(StickId::NOTHING)
        });
        let sticks = sticks.collect();
        Structure { points, sticks }
    }
}
