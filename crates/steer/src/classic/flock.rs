//! The flock, as the books describe it and as their program has it.

use super::points;
use crate::finite::finite_or_zero;
use crate::flock::SeenMarks;
use crate::seek::{away_from, towards};
use crate::{Agent, FlockRules, Flockmate, Sight};
use motile_geom::{MaybeWatched, Vec2, Vec2Ext};

/// The sight of the books: 200 pixels, everything not behind.
pub const SIGHT: Sight = Sight { radius: 200.0, half_view_cos: 0.0, nearest: None };

/// The distances of the books with weight 1 for each rule.
pub const FLOCK_RULES: FlockRules =
    FlockRules { sight: SIGHT, too_close: 60.0, separation: 1.0, alignment: 1.0, cohesion: 1.0 };

/// The rules as the text describes them: full flight from every neighbor in sight that is too close, neighbors only in
/// the means.
///
/// Marks: the sight, links to all in it, and their middle.
#[must_use]
pub fn flock_as_described(
    rules: &FlockRules,
    mut agent: impl MaybeWatched<Agent>,
    others: impl IntoIterator<Item = Flockmate>,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let marked = SeenMarks::new(rules, agent, &mut marks);
    sum(rules, agent, others, marked, towards, away_from)
}

/// What the printed program does: [`seek`](super::seek) and [`flee`](super::flee) with their slips, a resting agent looks
/// to the right, and no alignment, because its result is thrown away.
///
/// Marks: the sight, links to all in it, and their middle.
#[must_use]
pub fn flock(
    rules: &FlockRules,
    mut agent: impl MaybeWatched<Agent>,
    others: impl IntoIterator<Item = Flockmate>,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let looking = Agent { heading: agent.velocity.normalized(), ..*agent };
    let marked = SeenMarks::new(rules, agent, &mut marks);
    let rules = FlockRules { alignment: 0.0, ..*rules };
    sum(&rules, &looking, others, marked, points::towards, points::away_from)
}

fn sum(
    rules: &FlockRules,
    agent: &Agent,
    others: impl IntoIterator<Item = Flockmate>,
    mut marked: SeenMarks<'_, impl motile_geom::MarkSink>,
    gather: fn(&Agent, Vec2) -> Vec2,
    part: fn(&Agent, Vec2) -> Vec2,
) -> Vec2 {
    let (mut velocity, mut middle, mut count) = (Vec2::ZERO, Vec2::ZERO, 0u32);
    let mut force = Vec2::ZERO;
    rules.sight.for_each_seen(agent, others, |other, offset| {
        velocity += other.velocity;
        middle += other.position;
        count += 1;
        if offset.length_squared() < rules.too_close * rules.too_close {
            force += part(agent, other.position) * rules.separation;
        }
        marked.add(other);
    });
    if count > 0 {
        let share = 1.0 / count as f32;
        force += gather(agent, middle * share) * rules.cohesion;
        force += (velocity * share - agent.velocity) * rules.alignment;
    }
    marked.finish(finite_or_zero(force))
}
