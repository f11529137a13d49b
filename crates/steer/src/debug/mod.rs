//! What a debug view draws, as plain points, lines, arrows and circles for any renderer.

mod among_others;
mod crowds;
mod points;
mod surroundings;

use crate::Agent;
use motile_geom::{Circle, Segment, Vec2};

/// What a mark stands for; a renderer picks a color by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MarkRole {
    /// How the agent moves now.
    Velocity,
    /// How it wants to move.
    Desired,
    /// The change from the one to the other.
    Wish,
    /// What it heads for.
    Target,
    /// What it runs from, or is about to hit.
    Threat,
    /// Where somebody is expected to be.
    Predicted,
    /// How far it looks ahead.
    Feeler,
    /// A distance that matters: sight, room, a threshold, the circle of a wanderer.
    Range,
    /// The obstacle or wall that matters now.
    Obstacle,
    /// Between an agent and another one that it minds.
    Link,
    /// The way or flow being followed.
    Way,
}

/// The form of a mark, in pixels of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarkShape {
    /// A small dot or cross.
    Point(Vec2),
    /// A line.
    Line(Segment),
    /// An arrow from `a` to `b`.
    Arrow(Segment),
    /// The outline of a circle.
    Circle(Circle),
}

/// One thing to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it stands for.
    pub role: MarkRole,
    /// What it looks like.
    pub shape: MarkShape,
}

/// Calls behaviors and writes down what they look at.
///
/// Every behavior of the crate is a method here too, of the same name or of the name of its type. It takes the same
/// arguments after the agent, gives exactly the same answer, and leaves marks behind: its targets, feelers, circles
/// and neighbors, and three arrows for what the agent does, wants and changes.
///
/// ```
/// use motile_geom::vec2;
/// use motile_steer::{Agent, DebugMarks, MarkRole, seek};
///
/// let (agent, goal) = (Agent::at(0.0, 0.0), vec2(100.0, 0.0));
/// let mut debug = DebugMarks::default();
/// assert_eq!(debug.seek(&agent, goal), seek(&agent, goal));
/// assert!(debug.marks.iter().any(|mark| mark.role == MarkRole::Target));
/// debug.clear(); // before the next frame
/// ```
///
/// Marks with numbers that are not finite are left out. The buffer grows when there are more marks than ever before.
#[derive(Clone, Debug, PartialEq)]
pub struct DebugMarks {
    /// What there is to draw, in the order of the calls.
    pub marks: Vec<Mark>,
    /// Velocities become arrows as long as the way of this many seconds.
    pub seconds: f32,
}

impl Default for DebugMarks {
    fn default() -> Self {
        Self { marks: Vec::new(), seconds: 0.25 }
    }
}

impl DebugMarks {
    /// Forgets all marks, keeps the memory.
    pub fn clear(&mut self) {
        self.marks.clear();
    }

    /// Marks what an agent does, wants and changes, for wishes that several behaviors made together; gives the
    /// wish back.
    pub fn wish(&mut self, agent: &Agent, wish: Vec2) -> Vec2 {
        let (now, wanted) = (agent.velocity * self.seconds, (agent.velocity + wish) * self.seconds);
        self.arrow(MarkRole::Velocity, agent.position, now);
        self.arrow(MarkRole::Desired, agent.position, wanted);
        self.arrow(MarkRole::Wish, agent.position + now, wanted - now);
        wish
    }

    fn push(&mut self, role: MarkRole, shape: MarkShape) {
        let finite = match shape {
            MarkShape::Point(at) => at.is_finite(),
            MarkShape::Line(line) | MarkShape::Arrow(line) => {
                line.a.is_finite() && line.b.is_finite()
            }
            MarkShape::Circle(circle) => circle.is_valid(),
        };
        if finite {
            self.marks.push(Mark { role, shape });
        }
    }

    fn point(&mut self, role: MarkRole, at: Vec2) {
        self.push(role, MarkShape::Point(at));
    }

    fn line(&mut self, role: MarkRole, a: Vec2, b: Vec2) {
        self.push(role, MarkShape::Line(Segment::new(a, b)));
    }

    /// An arrow without length is left out.
    fn arrow(&mut self, role: MarkRole, from: Vec2, vector: Vec2) {
        if vector != Vec2::ZERO {
            self.push(role, MarkShape::Arrow(Segment::new(from, from + vector)));
        }
    }

    fn circle(&mut self, role: MarkRole, center: Vec2, radius: f32) {
        self.push(role, MarkShape::Circle(Circle::new(center, radius)));
    }
}
