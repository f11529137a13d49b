//! What a debug view shows: points, lines, arrows, circles, boxes and labels, each with a role that a renderer turns
//! into a color.
//!
//! One sink for the whole toolkit. Steering behaviors, searches, worlds and broad phases write what they look at
//! into a [`Marks`]; a stage draws it with one call, and any other renderer walks [`Marks::iter`].
//!
//! # How things are marked
//!
//! **What keeps its state** (a world, a tree, a search, a flock) is asked afterwards, by a method `mark` that reads:
//! `world.mark(&mut marks)`. Its steps know nothing of marks.
//!
//! **What forgets** (a function from plain data to an answer) takes the thing it is about as
//! [`impl MaybeWatched`](MaybeWatched): a plain reference, or the reference handed over by [`MarkSink::watch`].
//! So there is one function for both, nobody who wants no marks sees them, and a call without marks compiles to code
//! that has none:
//!
//! ```
//! use motile_geom::{MarkRole, MarkSink, Marks, MaybeWatched, Vec2, vec2};
//!
//! struct Agent { position: Vec2, velocity: Vec2 }
//!
//! /// The change of velocity that heads for a target.
//! fn seek(mut agent: impl MaybeWatched<Agent>, target: Vec2) -> Vec2 {
//!     let (agent, mut marks) = agent.split();
//!     marks.point(MarkRole::Target, target);
//!     marks.velocity(MarkRole::Velocity, agent.position, agent.velocity);
//!     target - agent.position - agent.velocity
//! }
//!
//! /// The change of velocity that heads for where a target will be in a second.
//! fn pursue(mut agent: impl MaybeWatched<Agent>, target: Vec2, velocity: Vec2) -> Vec2 {
//!     let (agent, mut marks) = agent.split();
//!     let future = target + velocity;
//!     marks.line(MarkRole::Predicted, target, future);
//!     seek(marks.watch(agent), future)
//! }
//!
//! let agent = Agent { position: vec2(0.0, 0.0), velocity: vec2(8.0, 0.0) };
//! let plain = pursue(&agent, vec2(50.0, 0.0), Vec2::Y);
//!
//! let mut marks = Marks::new();
//! assert_eq!(pursue(marks.watch(&agent), vec2(50.0, 0.0), Vec2::Y), plain);
//! assert_eq!(marks.len(), 3);
//! marks.clear(); // before the next frame
//! ```
//!
//! Where neither fits, a function takes `marks: impl MarkSink` as its last parameter: `&mut Marks`,
//! `Option<&mut Marks>`, or `()` for none.

mod role;
mod shape;
mod sink;
mod watch;

pub use role::MarkRole;
pub use shape::{CIRCLE_SIDES, Mark, MarkShape, arrow_strokes};
pub use sink::MarkSink;
pub use watch::{MaybeWatched, Watched};

use crate::{Aabb, Circle, Segment, Vec2};
use core::fmt::{self, Write};

/// A list of debug marks, filled by what they show and read by a renderer. The module [`marks`](self) tells how things are marked.
///
/// A mark with a number that is not finite is left out and counted in [`rejected`](Self::rejected). The buffers
/// grow when there are more marks than ever before; after that, marking allocates nothing.
///
/// ```
/// use motile_geom::{Aabb, MarkRole, MarkShape, MarkSink, Marks, Vec2, vec2};
///
/// let mut marks = Marks::new();
/// marks.aabb(MarkRole::Bounds, Aabb::new(Vec2::ZERO, vec2(40.0, 30.0)));
/// marks.label(MarkRole::Bounds, vec2(0.0, -4.0), format_args!("crate {}", 7));
/// marks.point(MarkRole::Target, vec2(f32::NAN, 0.0));
/// assert_eq!((marks.len(), marks.rejected), (2, 1));
///
/// for mark in marks.iter() {
///     match mark.shape {
///         MarkShape::Label { text, .. } => assert_eq!(text, "crate 7"),
///         shape => assert_eq!(shape.segments(6.0).count(), 4),
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "debug draw")]
#[doc(alias = "gizmos")]
pub struct Marks {
    /// Whether marks are taken at all. A debug view that can be switched off keeps its calls and sets this.
    pub on: bool,
    /// Velocities become arrows as long as the way of this many seconds.
    pub seconds: f32,
    /// How many marks were left out since [`clear`](Self::clear) because a number was not finite.
    pub rejected: u64,
    list: Vec<Stored>,
    /// The text of all labels, one after another.
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Stored {
    role: MarkRole,
    form: Form,
}

/// A [`MarkShape`] whose text is in the buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Point(Vec2),
    Line(Segment),
    Arrow(Segment),
    Circle(Circle),
    Aabb(Aabb),
    Label { position: Vec2, start: u32, end: u32 },
}

impl Default for Marks {
    fn default() -> Self {
        Self::new()
    }
}

impl Marks {
    /// No marks yet; switched on, with velocities as arrows of a quarter of a second.
    pub const fn new() -> Self {
        Self { on: true, seconds: 0.25, rejected: 0, list: Vec::new(), text: String::new() }
    }

    /// Velocities as arrows as long as the way of this many seconds.
    pub const fn with_seconds(mut self, seconds: f32) -> Self {
        self.seconds = seconds;
        self
    }

    /// Forgets all marks, keeps the memory and the settings.
    pub fn clear(&mut self) {
        self.list.clear();
        self.text.clear();
        self.rejected = 0;
    }

    /// The marks in the order they were made.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Mark<'_>> + ExactSizeIterator + Clone {
        self.list.iter().map(|stored| Mark { role: stored.role, shape: self.shape(stored.form) })
    }

    /// How many marks there are.
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no mark.
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn shape(&self, form: Form) -> MarkShape<'_> {
        match form {
            Form::Point(position) => MarkShape::Point(position),
            Form::Line(line) => MarkShape::Line(line),
            Form::Arrow(line) => MarkShape::Arrow(line),
            Form::Circle(circle) => MarkShape::Circle(circle),
            Form::Aabb(area) => MarkShape::Aabb(area),
            Form::Label { position, start, end } => {
                let text = self.text.get(start as usize..end as usize).unwrap_or("");
                MarkShape::Label { position, text }
            }
        }
    }

    /// Whether a mark with these numbers may come in; counts it when not.
    fn admits(&mut self, finite: bool) -> bool {
        self.rejected += u64::from(self.on && !finite);
        self.on && finite
    }
}

impl sink::Sealed for Marks {}

impl MarkSink for Marks {
    #[inline]
    fn is_on(&self) -> bool {
        self.on
    }

    fn seconds(&self) -> f32 {
        self.seconds
    }

    fn add(&mut self, role: MarkRole, shape: MarkShape<'_>) {
        let form = match shape {
            MarkShape::Point(position) => Form::Point(position),
            MarkShape::Line(line) => Form::Line(line),
            MarkShape::Arrow(line) => Form::Arrow(line),
            MarkShape::Circle(circle) => Form::Circle(circle),
            MarkShape::Aabb(area) => Form::Aabb(area),
            MarkShape::Label { position, text } => return self.label(role, position, text),
        };
        if self.admits(shape.is_finite()) {
            self.list.push(Stored { role, form });
        }
    }

    fn label(&mut self, role: MarkRole, position: Vec2, text: impl fmt::Display) {
        if !self.admits(position.is_finite()) {
            return;
        }
        let start = self.text.len() as u32;
        // Writing into a string does not fail by itself; what cannot be displayed stays unfinished.
        let _ = write!(self.text, "{text}");
        let end = self.text.len() as u32;
        self.list.push(Stored { role, form: Form::Label { position, start, end } });
    }
}
