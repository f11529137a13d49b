//! Where a value goes, and by which way.

use crate::{Animate, Ease, MotionPath, value::Snap};
use motile_geom::{Vec2, angle};
use std::sync::Arc;

type Mix<V> = Arc<dyn Fn(&V, &V, f32) -> V + Send + Sync>;
type Map<V> = Arc<dyn Fn(V) -> V + Send + Sync>;

/// An end value with a way of getting there. A plain value is a goal by itself; [`goal`] gives it
/// modifiers.
///
/// ```
/// use motile_anim::{AnimPlayer, Tween, goal};
///
/// let mut needle = 355.0f32;
/// let turn = Tween::new(1.0).to(|n: &mut f32| n, goal(5.0).shortest_degrees());
/// AnimPlayer::new(turn).seek(0.5, &mut needle);
/// assert!(needle > 355.0);
/// ```
#[derive(Clone)]
pub struct Goal<V> {
    pub(crate) value: V,
    pub(crate) mix: Option<Mix<V>>,
    pub(crate) map: Option<Map<V>>,
}

/// A goal without modifiers yet.
pub const fn goal<V: Animate>(value: V) -> Goal<V> {
    Goal { value, mix: None, map: None }
}

/// What may stand where an end value is asked for: the value, or a [`Goal`].
pub trait IntoGoal<V> {
    /// As a goal.
    fn into_goal(self) -> Goal<V>;
}

impl<V: Animate> IntoGoal<V> for V {
    fn into_goal(self) -> Goal<V> {
        goal(self)
    }
}

impl<V> IntoGoal<V> for Goal<V> {
    fn into_goal(self) -> Goal<V> {
        self
    }
}

impl<V> Goal<V> {
    /// Whether it is a value and nothing else.
    pub(crate) const fn is_plain(&self) -> bool {
        self.mix.is_none() && self.map.is_none()
    }
}

impl<V: Animate> Goal<V> {
    /// Another way from start to end than [`Animate::mix`]: gets both and the shaped progress.
    pub fn mixed(mut self, mix: impl Fn(&V, &V, f32) -> V + Send + Sync + 'static) -> Self {
        self.mix = Some(Arc::new(mix));
        self
    }

    /// Changes each value before it is written; several are applied in the order given.
    pub fn mapped(mut self, map: impl Fn(V) -> V + Send + Sync + 'static) -> Self {
        self.map = Some(match self.map.take() {
            Some(first) => Arc::new(move |value| map(first(value))),
            None => Arc::new(map),
        });
        self
    }

    /// Passes through other values on the way: a share of the progress, the value there, and the ease
    /// of the stretch that leads to it. Shares that do not rise are skipped; the last stretch, to the
    /// goal itself, is linear unless a share of 1 is listed.
    #[doc(alias = "keyframe")]
    pub fn through(self, keys: impl Into<Vec<(f32, V, Ease)>>) -> Self {
        let keys = keys.into();
        self.mixed(move |from, to, t| {
            let (mut share, mut value) = (0.0, from);
            for (next, there, ease) in &keys {
                if t < *next {
                    let local = (t - share) / (next - share);
                    return V::mix(value, there, ease.at(local));
                }
                if *next > share {
                    (share, value) = (*next, there);
                }
            }
            if share >= 1.0 {
                value.clone()
            } else {
                V::mix(value, to, (t - share) / (1.0 - share))
            }
        })
    }
}

impl<V: Snap> Goal<V> {
    /// Whole numbers only.
    pub fn rounded(self) -> Self {
        self.snapped(1.0)
    }

    /// Multiples of a step only.
    pub fn snapped(self, step: f32) -> Self {
        self.mapped(move |value| value.snap(step))
    }

    /// Never outside these bounds, whatever the ease does: for alpha under Back and Elastic.
    pub fn clamped(self, low: V, high: V) -> Self {
        self.mapped(move |value| value.limit(&low, &high))
    }
}

impl Goal<f32> {
    /// An angle in radians, turned the shorter way; half a turn goes clockwise. What is written keeps
    /// counting from the start angle; it ends at the goal plus whole turns.
    pub fn shortest(self) -> Self {
        self.mixed(|from, to, t| f32::mix(from, &(from + angle::difference(*from, *to)), t))
    }

    /// An angle in degrees, turned the shorter way; half a turn goes clockwise.
    pub fn shortest_degrees(self) -> Self {
        self.mixed(|from, to, t| {
            let turn = (to - from + 180.0).rem_euclid(360.0) - 180.0;
            f32::mix(from, &(from + if turn == -180.0 { 180.0 } else { turn }), t)
        })
    }

    /// The direction of a path at each moment, in radians, plus `offset`: with
    /// [`Goal::along`] in the same tween the target looks where it goes.
    pub fn heading(path: &MotionPath, offset: f32) -> Self {
        let path = path.clone();
        let end = path.heading(1.0) + offset;
        goal(end).mixed(move |_, _, t| path.heading(t) + offset)
    }
}

impl Goal<Vec2> {
    /// Along a path at even speed, from its beginning to its end, wherever the target was.
    pub fn along(path: &MotionPath) -> Self {
        let path = path.clone();
        goal(path.at(1.0)).mixed(move |_, _, t| path.at(t))
    }
}

impl<V: core::fmt::Debug> core::fmt::Debug for Goal<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Goal").field("value", &self.value).finish_non_exhaustive()
    }
}
