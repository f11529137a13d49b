//! Separation, alignment and cohesion: one at a time, and together as a flock.

use crate::nearest::Nearest;
use crate::{Agent, flee, flee_classic, sane::sane, seek, seek_classic};
use motile_geom::{Vec2, Vec2Ext};

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

/// What an agent can see of the others: how far, how wide, and how many.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_steer::{Agent, Flockmate, Sight};
///
/// let others = [10.0, 20.0, 30.0, -10.0].map(|x| Flockmate { position: vec2(x, 0.0), velocity: Vec2::ZERO });
/// let mut seen = Vec::new();
/// let sight = Sight::new(100.0, 3.0).with_nearest(2);
/// sight.for_each_seen(&Agent::default(), others, |other, _| seen.push(other.position.x));
/// assert_eq!(seen, [10.0, 20.0], "not the one behind, and not the third");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// How far it sees, in pixels; exactly this far counts as seen.
    pub radius: f32,
    /// Cosine of half the field of view: −1 sees all round, 0 the half plane ahead (the classic), 1 only
    /// straight ahead. [`Sight::new`] computes it.
    pub half_view_cos: f32,
    /// Of those in sight only so many of the nearest count, at most
    /// [`MAX_NEIGHBORS`](crate::MAX_NEIGHBORS); starlings mind about seven whatever the distance. `None`: all.
    pub nearest: Option<u32>,
}

impl Default for Sight {
    fn default() -> Self {
        Self::CLASSIC
    }
}

impl Sight {
    /// 200 pixels, everything not behind (STEER-25).
    pub const CLASSIC: Self = Self { radius: 200.0, half_view_cos: 0.0, nearest: None };

    /// Sight with a full field of view in radians, 2π for all round.
    pub fn new(radius: f32, field_of_view: f32) -> Self {
        let half = (field_of_view * 0.5).clamp(0.0, core::f32::consts::PI);
        Self { radius, half_view_cos: motile_geom::ops::cos(half), nearest: None }
    }

    /// The same sight, minding only the nearest `count` of those in it.
    #[must_use]
    pub const fn with_nearest(self, count: u32) -> Self {
        Self { nearest: Some(count), ..self }
    }

    /// The square of the cosine with its sign: what is ahead, treated alike, must be at least this share of the
    /// squared distance. All round is below anything rounding can make of it.
    #[inline]
    pub(crate) fn view_cut(&self) -> f32 {
        let cos = self.half_view_cos;
        if cos <= -1.0 { -4.0 } else { cos * cos.abs() }
    }

    /// Whether a point is seen from `eye` looking along the unit vector `heading`. The own position is.
    #[inline]
    #[must_use]
    pub fn sees(&self, eye: Vec2, heading: Vec2, point: Vec2) -> bool {
        let offset = point - eye;
        let squared = offset.length_squared();
        if squared > self.radius * self.radius {
            return false;
        }
        // ahead ≥ cos · length with both sides squared and their signs kept: no root.
        let ahead = offset.dot(heading);
        ahead * ahead.abs() >= self.view_cut() * squared
    }

    /// Calls `f` with everybody whom the agent sees and the way to them in pixels: in the order of the list, or,
    /// when only the nearest count, the nearest first. The agent itself must not be among `others`; it looks
    /// along its velocity, at rest along its heading. Allocates nothing.
    pub fn for_each_seen(
        &self,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate>,
        mut f: impl FnMut(Flockmate, Vec2),
    ) {
        let heading = agent.facing();
        let seen =
            others.into_iter().filter(|other| self.sees(agent.position, heading, other.position));
        let Some(count) = self.nearest else {
            seen.for_each(|other| f(other, other.position - agent.position));
            return;
        };
        let mut nearest = Nearest::new(count);
        for (index, other) in seen.enumerate() {
            let squared = agent.position.distance_squared(other.position);
            nearest.insert(squared, index as u32, other);
        }
        for found in nearest.found() {
            f(found.item, found.item.position - agent.position);
        }
    }
}

/// The change of velocity away from all that are closer than `distance` pixels, the nearer the stronger
/// (weight 1 − d/distance each); zero when nobody is. Coincident agents part along the own heading.
#[must_use]
pub fn separation(
    agent: &Agent,
    neighbors: impl IntoIterator<Item = Flockmate>,
    distance: f32,
) -> Vec2 {
    let mut away = Vec2::ZERO;
    let mut total = 0.0f32;
    for neighbor in neighbors {
        let offset = agent.position - neighbor.position;
        let length = offset.length();
        if length < distance {
            let weight = 1.0 - length / distance;
            away += weight * if length > 0.0 { offset / length } else { agent.heading };
            total = total.max(weight);
        }
    }
    if away == Vec2::ZERO {
        return Vec2::ZERO;
    }
    sane((away.with_length(agent.max_speed) - agent.velocity) * total)
}

/// The change of velocity towards the mean velocity of the others; zero without any.
#[must_use]
pub fn alignment(agent: &Agent, neighbors: impl IntoIterator<Item = Flockmate>) -> Vec2 {
    mean(neighbors.into_iter().map(|n| n.velocity))
        .map_or(Vec2::ZERO, |mean| sane(mean - agent.velocity))
}

/// The change of velocity towards the middle of the others; zero without any.
#[must_use]
pub fn cohesion(agent: &Agent, neighbors: impl IntoIterator<Item = Flockmate>) -> Vec2 {
    mean(neighbors.into_iter().map(|n| n.position)).map_or(Vec2::ZERO, |mean| seek(agent, mean))
}

fn mean(values: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    let (mut sum, mut count) = (Vec2::ZERO, 0u32);
    for value in values {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| sum / count as f32)
}

/// Sums over the neighbors of one agent: those in sight, except for `away`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// How many there are.
    pub(crate) count: f32,
    /// Sum of their velocities.
    pub(crate) velocity: Vec2,
    /// Sum of the ways to them.
    pub(crate) offset: Vec2,
    /// Sum of unit vectors away from the ones too close, weighted by closeness.
    pub(crate) away: Vec2,
}

/// The three rules with a weight each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlockRules {
    /// Who counts as a neighbor.
    pub sight: Sight,
    /// Closer than this many pixels is too close, whether in sight or behind (STEER-W8).
    pub too_close: f32,
    /// Strength of keeping apart.
    pub separation: f32,
    /// Strength of flying the same way.
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
    /// The classic distances with weight 1 for each rule, and the alignment that the print threw away.
    pub const CLASSIC: Self = Self {
        sight: Sight::CLASSIC,
        too_close: 60.0,
        separation: 1.0,
        alignment: 1.0,
        cohesion: 1.0,
    };

    /// The weighted sum of the three rules: alignment and cohesion over everybody in sight, separation from all who
    /// are too close, also behind, the nearer the stronger. The agent itself must not be among `others`. One pass,
    /// no allocation.
    #[must_use]
    pub fn steer(&self, agent: &Agent, others: impl IntoIterator<Item = Flockmate>) -> Vec2 {
        let mut seen = Seen::default();
        let mut part = Vec2::ZERO;
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
        });
        seen.away = part;
        sane(self.wish(agent, seen))
    }

    /// The weighted rules from sums over the neighbors. Alignment takes over their direction, at full speed,
    /// so that the flock does not fall asleep; cohesion grows with the distance of their middle, separation with the
    /// closeness of each, both up to full speed.
    #[inline]
    pub(crate) fn wish(&self, agent: &Agent, seen: Seen) -> Vec2 {
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

    /// The rules as STEER-27 words them: full flight from every neighbor in sight that is too close, neighbors
    /// only in the means.
    #[must_use]
    pub fn steer_plain(&self, agent: &Agent, others: impl IntoIterator<Item = Flockmate>) -> Vec2 {
        self.sum(agent, others, seek, flee)
    }

    /// What the printed program does: the classic seek and flee, a resting agent looks to the right, and no alignment
    /// because its result is discarded (STEER-W5).
    #[must_use]
    pub fn steer_classic(
        &self,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate>,
    ) -> Vec2 {
        let looking = Agent { heading: agent.velocity.normalized(), ..*agent };
        Self { alignment: 0.0, ..*self }.sum(&looking, others, seek_classic, flee_classic)
    }

    fn sum(
        &self,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate>,
        gather: fn(&Agent, Vec2) -> Vec2,
        part: fn(&Agent, Vec2) -> Vec2,
    ) -> Vec2 {
        let (mut velocity, mut middle, mut count) = (Vec2::ZERO, Vec2::ZERO, 0u32);
        let mut wish = Vec2::ZERO;
        self.sight.for_each_seen(agent, others, |other, offset| {
            velocity += other.velocity;
            middle += other.position;
            count += 1;
            if offset.length_squared() < self.too_close * self.too_close {
                wish += part(agent, other.position) * self.separation;
            }
        });
        if count > 0 {
            let share = 1.0 / count as f32;
            wish += gather(agent, middle * share) * self.cohesion;
            wish += (velocity * share - agent.velocity) * self.alignment;
        }
        sane(wish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toroidal_offset;
    use motile_geom::{Aabb, Rng, vec2};

    fn me() -> Agent {
        Agent { velocity: vec2(10.0, 0.0), ..Agent::classic(0.0, 0.0) }
    }

    #[test]
    fn steer_a28_sight_and_closeness() {
        let sees = |x, y| Sight::CLASSIC.sees(Vec2::ZERO, Vec2::X, vec2(x, y));
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
        let total = FlockRules::CLASSIC.steer_plain(&me(), others);
        close(total, -11.055_728, 14.472_136);
        close(total.truncate(1.0), -0.607_062, 0.794_654_5);
        close(
            FlockRules::CLASSIC.steer_classic(&me(), others).truncate(1.0),
            -0.229_752_9,
            0.973_249,
        );
    }

    #[test]
    fn steer_a30_alone() {
        for rules in [FlockRules::default(), FlockRules::CLASSIC] {
            assert_eq!(rules.steer(&me(), []), Vec2::ZERO);
            assert_eq!(rules.steer_plain(&me(), []), Vec2::ZERO);
        }
        assert_eq!(separation(&me(), [], 60.0), Vec2::ZERO);
        assert_eq!(alignment(&me(), []), Vec2::ZERO);
    }

    #[test]
    fn only_the_nearest_count() {
        let at = |x: f32, y: f32| Flockmate { position: vec2(x, y), velocity: vec2(0.0, x) };
        let others = [at(50.0, 0.0), at(10.0, 0.0), at(-5.0, 0.0), at(30.0, 5.0), at(40.0, 0.0)];
        // Nobody is too close: that would count on all sides.
        let all = FlockRules { too_close: 1.0, ..FlockRules::CLASSIC };
        let only = |count| FlockRules { sight: Sight::CLASSIC.with_nearest(count), ..all };
        // The one behind does not count at all; then 10 and 30 are nearest.
        let two = [others[1], others[3]];
        assert_eq!(only(2).steer(&me(), others), all.steer(&me(), two));
        assert_eq!(only(2).steer_plain(&me(), others), all.steer_plain(&me(), two));
        assert_eq!(only(0).steer(&me(), others), Vec2::ZERO);
        let error = only(99).steer_plain(&me(), others) - all.steer_plain(&me(), others);
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
        let rules = FlockRules { alignment, ..FlockRules::CLASSIC };
        let mut total = 0.0;
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut flock: Vec<Agent> = (0..30)
                .map(|_| Agent {
                    velocity: vec2(rng.range(-10.0..10.0), rng.range(-10.0..10.0)),
                    position: rng.in_rect(world.min, world.max),
                    ..Agent::classic(0.0, 0.0)
                })
                .collect();
            for tick in 0..400 {
                let wishes: Vec<Vec2> = (0..flock.len())
                    .map(|i| {
                        let me = flock[i];
                        let others =
                            flock.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, o)| {
                                let offset = toroidal_offset(me.position, o.position, world);
                                Flockmate { position: me.position + offset, velocity: o.velocity }
                            });
                        rules.steer_plain(&me, others)
                    })
                    .collect();
                for (agent, wish) in flock.iter_mut().zip(wishes) {
                    agent.step_classic(wish);
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
