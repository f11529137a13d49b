//! Flocking: separation, alignment and cohesion (Reynolds' boids), one at a time and together.
//!
//! The rules here are for one agent and any list of others; [`Flock`](crate::Flock) computes the sums of [`Seen`] over a
//! grid, eight boids at a time, and ends in the same [`FlockRules::steer_by`], so that both give the same flock.

use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::seek::towards;
use crate::{Agent, Sight};
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// What an agent knows of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flockmate {
    /// Center in pixels.
    pub position: Vec2,
    /// Pixels per second.
    pub velocity: Vec2,
}

impl From<&Agent> for Flockmate {
    fn from(agent: &Agent) -> Self {
        Self { position: agent.position, velocity: agent.velocity }
    }
}

/// The steering away from all that are closer than `distance` pixels, the nearer the stronger (weight 1 − d/distance
/// each); zero when nobody is. Coincident agents part along the own heading.
///
/// Marks: the distance to keep, and links to all that are closer.
#[must_use]
pub fn separation(
    mut agent: impl MaybeWatched<Agent>,
    neighbors: impl IntoIterator<Item = Flockmate>,
    distance: f32,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.circle(MarkRole::Range, agent.position, distance);
    let mut away = Vec2::ZERO;
    let mut total = 0.0f32;
    for neighbor in neighbors {
        let offset = agent.position - neighbor.position;
        let length = offset.length();
        if length < distance {
            let weight = 1.0 - length / distance;
            away += weight * if length > 0.0 { offset / length } else { agent.heading };
            total = total.max(weight);
            mark_link(&mut marks, agent, neighbor);
        }
    }
    let apart = away.with_length(agent.max_speed) - agent.velocity;
    // Scaled by the nearest one, so that nothing jumps when somebody crosses the border of the distance.
    let steering = if away == Vec2::ZERO { Vec2::ZERO } else { finite_or_zero(apart * total) };
    with_arrows(&mut marks, agent, steering)
}

/// The steering to the mean velocity of the others; zero without any.
///
/// Marks: links to the neighbors, and their velocities.
#[must_use]
#[doc(alias = "velocity matching")]
pub fn alignment(
    mut agent: impl MaybeWatched<Agent>,
    neighbors: impl IntoIterator<Item = Flockmate>,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let mut velocities = Mean::default();
    for neighbor in neighbors {
        mark_link(&mut marks, agent, neighbor);
        marks.velocity(MarkRole::Path, neighbor.position, neighbor.velocity);
        velocities.add(neighbor.velocity);
    }
    let steering = velocities.get().map_or(Vec2::ZERO, |mean| mean - agent.velocity);
    with_arrows(&mut marks, agent, finite_or_zero(steering))
}

/// The steering towards the middle of the others; zero without any.
///
/// Marks: links to the neighbors, and their middle.
#[must_use]
#[doc(alias = "flock centering")]
pub fn cohesion(
    mut agent: impl MaybeWatched<Agent>,
    neighbors: impl IntoIterator<Item = Flockmate>,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let mut middle = Mean::default();
    for neighbor in neighbors {
        mark_link(&mut marks, agent, neighbor);
        middle.add(neighbor.position);
    }
    let middle = middle.get();
    mark_middle(&mut marks, middle);
    let steering = middle.map_or(Vec2::ZERO, |middle| towards(agent, middle));
    with_arrows(&mut marks, agent, steering)
}

fn mark_link(marks: &mut impl MarkSink, agent: &Agent, other: Flockmate) {
    marks.line(MarkRole::Link, agent.position, other.position);
}

fn mark_middle(marks: &mut impl MarkSink, middle: Option<Vec2>) {
    if let Some(middle) = middle {
        marks.point(MarkRole::Target, middle);
    }
}

/// The mean of vectors, one after the other.
#[derive(Default)]
struct Mean {
    sum: Vec2,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: Vec2) {
        self.sum += value;
        self.count += 1;
    }

    /// Of nobody there is none.
    fn get(&self) -> Option<Vec2> {
        (self.count > 0).then(|| self.sum / self.count as f32)
    }
}

/// Marks whom the rules of a flock look at, and where the middle of those is. For one agent, not for a whole flock.
pub(crate) struct SeenMarks<'a, M> {
    marks: &'a mut M,
    agent: &'a Agent,
    middle: Mean,
}

impl<'a, M: MarkSink> SeenMarks<'a, M> {
    /// Marks how far the rules look from the agent.
    pub(crate) fn new(rules: &FlockRules, agent: &'a Agent, marks: &'a mut M) -> Self {
        if marks.is_on() {
            rules.mark_neighborhood(agent.position, agent.facing(), marks);
        }
        Self { marks, agent, middle: Mean::default() }
    }

    /// Marks one who is seen.
    pub(crate) fn add(&mut self, other: Flockmate) {
        if self.marks.is_on() {
            mark_link(self.marks, self.agent, other);
            self.middle.add(other.position);
        }
    }

    /// Marks the middle and the arrows; gives the steering back.
    pub(crate) fn finish(self, steering: Vec2) -> Vec2 {
        mark_middle(self.marks, self.middle.get());
        with_arrows(self.marks, self.agent, steering)
    }
}

/// Sums over the neighbors of one agent: those in sight, except for `away`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// How many there are.
    pub(crate) count: f32,
    /// Sum of their velocities.
    pub(crate) velocity: Vec2,
    /// Sum of the offsets to them.
    pub(crate) offset: Vec2,
    /// Sum of unit vectors away from the ones too close, weighted by closeness.
    pub(crate) away: Vec2,
}

/// The three rules of a flock of boids with a weight each.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "boids")]
#[doc(alias = "flocking")]
pub struct FlockRules {
    /// Who counts as a neighbor.
    pub sight: Sight,
    /// Closer than this many pixels is too close, whether in sight or behind.
    pub too_close: f32,
    /// Strength of keeping apart.
    pub separation: f32,
    /// Strength of flying in the same direction.
    pub alignment: f32,
    /// Strength of staying together.
    pub cohesion: f32,
}

impl Default for FlockRules {
    fn default() -> Self {
        Self {
            sight: Sight::new(60.0, 4.7),
            too_close: 24.0,
            separation: 1.5,
            alignment: 1.0,
            cohesion: 0.6,
        }
    }
}

impl FlockRules {
    /// The weighted sum of the three rules: alignment and cohesion over everybody in sight, separation from all who
    /// are too close, also behind, the nearer the stronger. The agent itself must not be among `others`. One pass,
    /// no allocation.
    ///
    /// Marks: the sight, links to all in it, and their middle.
    #[must_use]
    pub fn steer(
        &self,
        mut agent: impl MaybeWatched<Agent>,
        others: impl IntoIterator<Item = Flockmate>,
    ) -> Vec2 {
        let (agent, mut marks) = agent.split();
        let mut marked = SeenMarks::new(self, agent, &mut marks);
        let mut seen = Seen::default();
        let mut part = Vec2::ZERO;
        // Separation looks at all who come by, before sight sorts out those behind: who is about to be run over from
        // behind has to give way too.
        let felt = others.into_iter().inspect(|other| {
            let offset = other.position - agent.position;
            let length = offset.length();
            if length < self.too_close {
                let away = if length > 0.0 { offset / -length } else { agent.heading };
                part += away * (1.0 - length / self.too_close);
            }
        });
        self.sight.for_each_seen(agent, felt, |other, offset| {
            seen.count += 1.0;
            seen.velocity += other.velocity;
            seen.offset += offset;
            marked.add(other);
        });
        seen.away = part;
        marked.finish(finite_or_zero(self.steer_by(agent, seen)))
    }

    /// The weighted rules from sums over the neighbors. Alignment takes over their direction, at full speed,
    /// so that the flock does not fall asleep; cohesion grows with the distance of their middle, separation with the
    /// closeness of each, both up to full speed.
    #[inline]
    pub(crate) fn steer_by(&self, agent: &Agent, seen: Seen) -> Vec2 {
        let part = seen.away.truncate(1.0) * (self.separation * agent.max_speed);
        if seen.count < 0.5 {
            return part;
        }
        let share = 1.0 / seen.count;
        let turn = if seen.velocity == Vec2::ZERO {
            Vec2::ZERO
        } else {
            seen.velocity.with_length(agent.max_speed) - agent.velocity
        };
        let gather = seen.offset * (share / self.sight.radius.max(f32::MIN_POSITIVE));
        turn * self.alignment + gather * (self.cohesion * agent.max_speed) + part
    }

    /// Marks how far the rules look from a place.
    pub(crate) fn mark_neighborhood(&self, eye: Vec2, heading: Vec2, marks: &mut impl MarkSink) {
        self.sight.mark(eye, heading, marks);
        marks.circle(MarkRole::Range, eye, self.too_close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{classic, toroidal_offset};
    use motile_geom::{Aabb, Rng, vec2};

    fn me() -> Agent {
        Agent { velocity: vec2(10.0, 0.0), ..classic::agent(0.0, 0.0) }
    }

    #[test]
    fn steer_a28_sight_and_closeness() {
        let sees = |x, y| classic::SIGHT.sees(Vec2::ZERO, Vec2::X, vec2(x, y));
        assert!(sees(50.0, 0.0) && !sees(-10.0, 0.0) && sees(0.0, 50.0));
        assert!(sees(200.0, 0.0) && !sees(200.1, 0.0));
        let other = |x| [Flockmate { position: vec2(x, 0.0), ..Flockmate::default() }];
        assert_ne!(separation(&me(), other(59.9), 60.0), Vec2::ZERO);
        assert_eq!(separation(&me(), other(60.0), 60.0), Vec2::ZERO);
        let all_round = Sight::new(100.0, 7.0);
        assert!(all_round.sees(Vec2::ZERO, Vec2::X, vec2(-50.0, 0.0)));
        let narrow = Sight::new(100.0, 1.0);
        assert!(narrow.sees(Vec2::ZERO, Vec2::X, vec2(50.0, 20.0)));
        assert!(!narrow.sees(Vec2::ZERO, Vec2::X, vec2(50.0, 30.0)));
    }

    #[test]
    fn steer_a29_two_neighbors() {
        let others = [vec2(100.0, 0.0), vec2(100.0, 100.0)]
            .map(|position| Flockmate { position, velocity: vec2(0.0, 10.0) });
        let close = |a: Vec2, x, y| assert!((a - vec2(x, y)).length() < 1e-4, "{a}");
        close(cohesion(&me(), others), -1.055_728, 4.472_136);
        close(alignment(&me(), others), -10.0, 10.0);
        let total = classic::flock_as_described(&classic::FLOCK_RULES, &me(), others);
        close(total, -11.055_728, 14.472_136);
        close(total.truncate(1.0), -0.607_062, 0.794_654_5);
        close(
            classic::flock(&classic::FLOCK_RULES, &me(), others).truncate(1.0),
            -0.229_752_9,
            0.973_249,
        );
    }

    #[test]
    fn steer_a30_alone() {
        for rules in [FlockRules::default(), classic::FLOCK_RULES] {
            assert_eq!(rules.steer(&me(), []), Vec2::ZERO);
            assert_eq!(classic::flock_as_described(&rules, &me(), []), Vec2::ZERO);
        }
        assert_eq!(separation(&me(), [], 60.0), Vec2::ZERO);
        assert_eq!(alignment(&me(), []), Vec2::ZERO);
    }

    #[test]
    fn only_the_nearest_count() {
        let at = |x: f32, y: f32| Flockmate { position: vec2(x, y), velocity: vec2(0.0, x) };
        let others = [at(50.0, 0.0), at(10.0, 0.0), at(-5.0, 0.0), at(30.0, 5.0), at(40.0, 0.0)];
        // Nobody is too close: that would count on all sides.
        let all = FlockRules { too_close: 1.0, ..classic::FLOCK_RULES };
        let only = |count| FlockRules { sight: classic::SIGHT.with_nearest(count), ..all };
        // The one behind does not count at all; then 10 and 30 are nearest.
        let two = [others[1], others[3]];
        assert_eq!(only(2).steer(&me(), others), all.steer(&me(), two));
        assert_eq!(
            classic::flock_as_described(&only(2), &me(), others),
            classic::flock_as_described(&all, &me(), two)
        );
        assert_eq!(only(0).steer(&me(), others), Vec2::ZERO);
        let error = classic::flock_as_described(&only(99), &me(), others)
            - classic::flock_as_described(&all, &me(), others);
        assert!(error.length() < 1e-3);
    }

    #[test]
    fn all_round_means_all_round() {
        let mut rng = Rng::new(8);
        let sight = Sight::new(1e6, core::f32::consts::TAU);
        for _ in 0..10_000 {
            let heading = rng.unit_vec2();
            let behind = heading * -rng.range(0.001..1e5);
            assert!(sight.sees(Vec2::ZERO, heading, behind));
        }
    }

    #[test]
    fn coincident_agents_part() {
        let same = [Flockmate { position: Vec2::ZERO, velocity: vec2(10.0, 0.0) }];
        assert!(FlockRules::default().steer(&me(), same).is_finite());
        assert!(separation(&Agent::default(), same, 10.0).length() > 0.0);
    }

    /// Mean order over the last 100 of 400 ticks and over 20 seeds, on a torus.
    fn order(alignment: f32) -> f32 {
        let world = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
        let rules = FlockRules { alignment, ..classic::FLOCK_RULES };
        let mut total = 0.0;
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut flock: Vec<Agent> = (0..30)
                .map(|_| Agent {
                    velocity: vec2(rng.range(-10.0..10.0), rng.range(-10.0..10.0)),
                    position: rng.in_rect(world.min, world.max),
                    ..classic::agent(0.0, 0.0)
                })
                .collect();
            for tick in 0..400 {
                let steering: Vec<Vec2> = (0..flock.len())
                    .map(|i| {
                        let me = flock[i];
                        let others =
                            flock.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, o)| {
                                let offset = toroidal_offset(me.position, o.position, world);
                                Flockmate { position: me.position + offset, velocity: o.velocity }
                            });
                        classic::flock_as_described(&rules, &me, others)
                    })
                    .collect();
                for (agent, steering) in flock.iter_mut().zip(steering) {
                    classic::step(agent, steering);
                    crate::Boundary::Wrap.apply(agent, world);
                }
                if tick >= 300 {
                    let sum: Vec2 = flock.iter().map(|a| a.velocity.normalized()).sum();
                    total += sum.length() / flock.len() as f32;
                }
            }
        }
        total / 2000.0
    }

    #[test]
    fn steer_a32_alignment_orders_the_flock() {
        let (without, with, strong) = (order(0.0), order(1.0), order(2.0));
        assert!(without < 0.25, "{without}");
        assert!(with > 0.3, "{with}");
        assert!(strong > 0.4, "{strong}");
    }
}
