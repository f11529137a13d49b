//! Several steering vectors, one change of velocity.

use crate::finite::finite_or_zero;
use motile_geom::{Rng, Vec2, Vec2Ext};

/// The plain sum of weighted steering; the agent's own limit cuts it. Steering that is not finite counts as none.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// let steering = motile_steer::weighted_sum([(vec2(2.0, 0.0), 1.0), (vec2(0.0, 4.0), 0.5)]);
/// assert_eq!(steering, vec2(2.0, 2.0));
/// ```
#[must_use]
#[doc(alias = "blending")]
pub fn weighted_sum(steering: impl IntoIterator<Item = (Vec2, f32)>) -> Vec2 {
    finite_or_zero(steering.into_iter().map(|(v, weight)| finite_or_zero(v * weight)).sum())
}

/// Steering in order of importance, each taking from the budget (pixels per second of change, see
/// [`Agent::max_change`](crate::Agent::max_change)) what it needs until nothing is left: a vital small change is
/// never drowned by a large idle one. Steering that is not finite counts as none.
#[must_use]
#[doc(alias = "prioritized acceleration allocation")]
#[doc(alias = "weighted truncated running sum")]
pub fn by_priority(steering: impl IntoIterator<Item = Vec2>, budget: f32) -> Vec2 {
    let (mut total, mut left) = (Vec2::ZERO, budget.max(0.0));
    for change in steering {
        let part = finite_or_zero(change).truncate(left);
        total += part;
        left -= part.length();
        if left <= 0.0 {
            break;
        }
    }
    finite_or_zero(total)
}

/// The first steering that is not zero, or zero. What is not finite counts as zero.
#[must_use]
#[doc(alias = "arbitration")]
pub fn first_of(steering: impl IntoIterator<Item = Vec2>) -> Vec2 {
    steering.into_iter().map(finite_or_zero).find(|v| *v != Vec2::ZERO).unwrap_or(Vec2::ZERO)
}

/// Prioritized dithering: in order, each behavior gets its chance (0…1) to be asked; the first one asked whose steering
/// is not zero wins, divided by its chance so that the mean stays. Cheap for large crowds, because one behavior is
/// computed per step; the random numbers come from the caller.
#[must_use]
#[doc(alias = "prioritized dithering")]
pub fn dithered<'a>(
    behaviors: impl IntoIterator<Item = (f32, &'a dyn Fn() -> Vec2)>,
    rng: &mut Rng,
) -> Vec2 {
    for (chance, behavior) in behaviors {
        if chance > 0.0 && rng.chance(chance) {
            let steering = finite_or_zero(behavior() / chance.min(1.0));
            if steering != Vec2::ZERO {
                return steering;
            }
        }
    }
    Vec2::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;
    use crate::{flee, seek};
    use motile_geom::vec2;

    #[test]
    fn priority_spends_the_budget_in_order() {
        let steering = [vec2(3.0, 0.0), vec2(0.0, 4.0), vec2(-100.0, 0.0)];
        assert_eq!(by_priority(steering, 5.0), vec2(3.0, 2.0));
        assert_eq!(by_priority(steering, 0.0), Vec2::ZERO);
        assert_eq!(by_priority(steering, -1.0), Vec2::ZERO);
        assert_eq!(first_of([Vec2::ZERO, vec2(1.0, 1.0), vec2(9.0, 9.0)]), vec2(1.0, 1.0));
    }

    #[test]
    fn dithering_keeps_the_mean() {
        let mut rng = Rng::new(2);
        let (a, b) = (|| vec2(2.0, 0.0), || vec2(0.0, 3.0));
        let mut sum = Vec2::ZERO;
        for _ in 0..20_000 {
            sum += dithered([(0.5, &a as &dyn Fn() -> Vec2), (0.5, &b)], &mut rng);
        }
        let mean = sum / 20_000.0;
        assert!((mean - vec2(2.0, 1.5)).length() < 0.1, "{mean}");
    }

    #[test]
    fn steer_a33_three_chase_each_other_first_tick() {
        let start =
            [(200.0, 200.0), (400.0, 200.0), (300.0, 260.0)].map(|(x, y)| classic::agent(x, y));
        // Each seeks the next and flees the one after, forces first, then everybody moves.
        let mut agents = start;
        for (i, agent) in agents.iter_mut().enumerate() {
            let steering = seek(&agent, start[(i + 1) % 3].position)
                + flee(&agent, start[(i + 2) % 3].position);
            if i == 0 {
                assert!((steering.length() - 5.338_671_6).abs() < 1e-4, "{steering}");
            }
            agent.step(steering, 1.0);
        }
        let expected = [(200.266_94, 199.036_28), (400.266_94, 200.963_71), (299.0, 260.0)];
        for (agent, (x, y)) in agents.iter().zip(expected) {
            assert!((agent.position - vec2(x, y)).length() < 1e-3, "{}", agent.position);
        }
    }
}
